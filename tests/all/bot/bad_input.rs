//! Thousands of nonsensical inputs, typed and as ids of buttons and menus, change nothing and are
//! answered privately in words.

use futures::future::join_all;
use lanai_porch::TOKEN;
use lanai_rules::chance::{Dice, Seed};
use lanai_store::{OptionalWait, Store, TableId, Timestamp};
use serde_json::{Value, json};

use super::{Scene, Shown, input::pick, text};
use lanai_testing::outside::test_size;

/// The only table.
const TABLE: TableId = TableId(1);
/// The number of messages of 25 buttons with forged ids, usually and in long tests.
const MESSAGES: (usize, usize) = (12, 60);
/// Discord's limit for an id.
const MAX_ID_LENGTH: usize = 100;

/// Returns everything stored about the table.
async fn stored_state(store: &Store) -> String {
    let (mut table, entries) = (
        store.tables().find(TABLE).await.unwrap(),
        store.tables().load_log(TABLE, 0).await.unwrap(),
    );
    // The next scheduled check may change with personal settings.
    if let Some(table) = &mut table {
        table.wait = OptionalWait(None);
    }
    let mut news = store
        .notices()
        .list_due(Timestamp(i64::MAX), 100)
        .await
        .unwrap();
    // So may the standing message, and a person who takes a lesson opens a table of their own.
    news.retain(|due| due.table_id == TABLE && !due.body.contains("chore"));
    format!("{table:?} {entries:?} {news:?}")
}

/// Asserts that an answer is private and does not reveal technical details.
fn assert_plain_sentence(answer: &Shown, of: &str) {
    assert!(answer.is_private(), "{of}: {answer:?}");
    let words = answer.text();
    assert!((8..=2000).contains(&words.chars().count()), "{of}: {words}");
    for inner in [
        "::", "Error", "panic", "unwrap", "serde", "sqlx", "Some(", "None", "GameId",
    ] {
        assert!(
            !words.contains(inner) || of.contains(inner),
            "{of}: {words}"
        );
    }
}

/// Starts a game; returns the channel, the player to act and their board.
async fn start_game(scene: &Scene, game: &str) -> (String, String, Shown) {
    let thread = scene.start_table(game, &["Ana", "Ben"], "").await;
    let (who, board) = scene.wait_for_turn(&thread, None).await;
    (thread, who.unwrap(), board)
}

// --- Typed ---

const TEXTS: [&str; 14] = [
    "atlantis",
    "@everyone",
    "<@1> **x** `y` ||z||",
    "'; drop table game_table; --",
    "\u{202e}\u{200b}",
    "0",
    "-1",
    "99999999999999999999",
    "🌋🌋🌋",
    "move move move pay pay village",
    "../../etc",
    "xyzzy",
    " ",
    "\t\u{a0}",
];
const NUMBERS: [&str; 6] = ["0", "-1", "250", "256", "70000", "9007199254740991"];

/// Returns invalid values for an option.
fn invalid_values(option: &Value) -> Vec<String> {
    let long = format!("\"{}\"", "x".repeat(5000));
    match option["type"].as_u64().unwrap() {
        _ if !option["choices"][0].is_null() => vec![text(&option["choices"][0]["name"])],
        3 => TEXTS
            .iter()
            .map(|text| format!("\"{text}\""))
            .chain([long])
            .collect(),
        4 => NUMBERS.map(str::to_owned).to_vec(),
        5 => vec!["true".to_owned()],
        _ => Vec::new(),
    }
}

/// Returns lines that give every option of every command nonsense, one after another. Where a
/// person is required, it is this one.
fn nonsense_lines(commands: &Value, somebody: &str) -> Vec<String> {
    fn collect_lines(path: &str, options: &[Value], somebody: &str, into: &mut Vec<String>) {
        for part in options.iter().filter(|item| item["type"] == 1) {
            let below = part["options"].as_array().cloned().unwrap_or_default();
            collect_lines(
                &format!("{path} {}", text(&part["name"])),
                &below,
                somebody,
                into,
            );
        }
        for option in options.iter().filter(|item| item["type"] != 1) {
            for typed in invalid_values(option) {
                let mut line = format!("{path} {}:{typed}", text(&option["name"]));
                for other in options
                    .iter()
                    .filter(|item| item["required"] == true && item["name"] != option["name"])
                {
                    let filled = invalid_values(other)
                        .into_iter()
                        .next()
                        .unwrap_or_else(|| somebody.to_owned());
                    line = format!("{line} {}:{filled}", text(&other["name"]));
                }
                into.push(line);
            }
        }
    }
    let mut all = Vec::new();
    for command in commands.as_array().unwrap() {
        let options = command["options"].as_array().cloned().unwrap_or_default();
        collect_lines(
            &format!("/{}", text(&command["name"])),
            &options,
            somebody,
            &mut all,
        );
    }
    // Any way to end a game is a valid proposal.
    all.retain(|line| !line.starts_with("/table end "));
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nonsense_typed_into_every_option_changes_nothing() {
    let scene = Scene::start().await;
    let (thread, who, _) = start_game(&scene, "Hawaii").await;
    let store = scene.open_store().await;
    scene.wait_until_all_sent(&store).await;
    let before = stored_state(&store).await;
    let commands = scene.get("world").await["commands"].clone();
    let mut answered = 0;
    for line in nonsense_lines(&commands, scene.person("Ben")) {
        // The player to act, and a spectator.
        for person in [who.as_str(), "Dan"] {
            let answer = scene.run_command(person, &thread, &line).await;
            if answer.outcome() == "refused by the porch" {
                // Discord's client would not let it pass either.
                continue;
            }
            assert!(
                ["message", "deferred"].contains(&answer.outcome()),
                "{line}: {answer:?}"
            );
            assert_plain_sentence(&answer, &line);
            assert_eq!(
                stored_state(&store).await,
                before,
                "{line}: {}",
                answer.text()
            );
            answered += 1;
        }
    }
    assert!(answered > 300, "only {answered} lines reached the bot");
    store.close().await;
    scene.end().await;
}

// --- Pressed ---

/// An id that is nearly one of these, or none at all.
fn mutate_id(dice: &mut Dice, ids: &[String]) -> String {
    const LETTERS: [char; 20] = [
        'p', 'd', 'j', 'l', 's', 'w', 't', 'r', 'b', 'u', 'f', ':', '.', '-', '0', '1', '9', 'm',
        'ä', '🌋',
    ];
    const PARTS: [&str; 9] = [
        "",
        "0",
        "-1",
        "99999999999999999999999",
        "1e3",
        "zz",
        "m",
        " ",
        ":::",
    ];
    if dice.below(8) == 0 {
        return (0..=dice.below(40))
            .map(|_| *pick(dice, &LETTERS))
            .collect();
    }
    let mut letters: Vec<char> = pick(dice, ids).chars().collect();
    for _ in 0..=dice.below(3) {
        let at = dice.below(u32::try_from(letters.len()).unwrap().max(1)) as usize;
        match dice.below(5) {
            0 if !letters.is_empty() => letters[at] = *pick(dice, &LETTERS),
            1 if letters.len() > 1 => drop(letters.remove(at)),
            2 => letters.insert(at, *pick(dice, &LETTERS)),
            3 => letters.extend(letters.clone()),
            _ => {
                let id: String = letters.iter().collect();
                let mut parts: Vec<&str> = id.split(':').collect();
                let which = dice.below(u32::try_from(parts.len()).unwrap()) as usize;
                parts[which] = pick::<&str>(dice, &PARTS);
                letters = parts.join(":").chars().collect();
            }
        }
    }
    letters.into_iter().take(MAX_ID_LENGTH).collect()
}

/// Returns distinct forged ids that Discord accepts.
fn distinct_forged_ids(dice: &mut Dice, ids: &[String], number: usize) -> Vec<String> {
    let mut made: Vec<String> = Vec::new();
    while made.len() < number {
        let id = mutate_id(dice, ids);
        if !id.is_empty() && !made.contains(&id) {
            made.push(id);
        }
    }
    made
}

impl Scene {
    /// Posts a message with forged components in the name of the bot.
    pub(super) async fn post_forged(&self, thread: &str, rows: Value) -> String {
        self.pause_before_action();
        let body =
            json!({ "content": "Old.", "components": rows, "allowed_mentions": { "parse": [] } });
        let url = format!("{}/api/v10/channels/{thread}/messages", self.base);
        let sent = self
            .client
            .post(url)
            .header("authorization", format!("Bot {TOKEN}"))
            .json(&body)
            .send()
            .await
            .unwrap();
        let told: Value = sent.json().await.unwrap();
        told["id"]
            .as_str()
            .unwrap_or_else(|| panic!("{told} for {body}"))
            .to_owned()
    }
}

fn buttons_with_ids(ids: &[String]) -> Value {
    ids.chunks(5).map(|ids: &[String]| json!({ "type": 1, "components": ids.iter().map(|id: &String| json!({ "type": 2, "style": 2, "label": "x", "custom_id": id })).collect::<Value>() })).collect()
}

/// Ids as they are really made: of the lobby, the board, and some steps of the panel.
async fn collect_real_ids(scene: &Scene, who: &str, thread: &str, board: &Shown) -> Vec<String> {
    let mut answer = scene.list_visible_messages("Dan", thread).await;
    answer.push(board.clone());
    let mut panel = scene.press_button(who, board, "Take your turn").await;
    for _ in 0..20 {
        answer.push(panel.clone());
        if panel.button_id("Do it").is_some() {
            break;
        }
        let (id, _) = panel.open_choices().swap_remove(0);
        panel = scene.press_id(who, &panel.message_id(), &id).await;
    }
    let mut ids: Vec<String> = answer
        .iter()
        .flat_map(Shown::components)
        .map(|item| text(&item["custom_id"]))
        .collect();
    // The buttons of the lobby are gone by now.
    ids.extend(["j:1", "l:1", "s:1", "w:1"].map(str::to_owned));
    ids.sort();
    ids.dedup();
    assert!(
        ["j:", "s:", "u:", "p:", "d:"]
            .iter()
            .all(|kind| ids.iter().any(|id| id.starts_with(kind))),
        "{ids:?}"
    );
    ids
}

/// Asserts that the answer to a press is acceptable.
fn assert_press_answered(answer: &Shown, id: &str) {
    match answer.outcome() {
        // Answers with pictures are deferred.
        "message" | "deferred" => assert_plain_sentence(answer, id),
        "updated" | "deferred_update" => assert!(answer.text().len() > 8, "{id}: {answer:?}"),
        "modal" => assert!(id.starts_with("w:"), "{id}"),
        other => panic!("{other} for {id}: {answer:?}"),
    }
}

async fn press_forged_ids(game: &str, seed: u64) {
    let scene = Scene::start().await;
    let (thread, who, board) = start_game(&scene, game).await;
    let store = scene.open_store().await;
    let mut dice = Dice::new(&Seed::from_number(seed), 0);
    let ids = collect_real_ids(&scene, &who, &thread, &board).await;
    scene.wait_until_all_sent(&store).await;
    let before = stored_state(&store).await;
    for _ in 0..test_size(MESSAGES.0, MESSAGES.1) {
        // A spectator can press any id.
        let made = distinct_forged_ids(&mut dice, &ids, 25);
        let message = scene.post_forged(&thread, buttons_with_ids(&made)).await;
        let pressing = made.iter().map(|id| scene.press_id("Dan", &message, id));
        for (answer, id) in join_all(pressing).await.iter().zip(&made) {
            assert_press_answered(answer, id);
        }
        // The player to act can press any id that takes no action.
        let harmless = distinct_forged_ids(&mut dice, &ids, 6)
            .into_iter()
            .map(|id| id.replacen("d:", "p:", 1));
        for id in harmless {
            let message = scene
                .post_forged(&thread, buttons_with_ids(std::slice::from_ref(&id)))
                .await;
            assert_press_answered(&scene.press_id(&who, &message, &id).await, &id);
        }
        assert_eq!(stored_state(&store).await, before);
    }
    // Truncated ids of actions do nothing.
    let doing: Vec<&String> = ids.iter().filter(|id| id.starts_with("d:")).collect();
    for id in doing {
        for more in [".zz", "..zz", ".9999", ".m.f.s.w"] {
            let id = format!("{id}{more}");
            let message = scene
                .post_forged(&thread, buttons_with_ids(std::slice::from_ref(&id)))
                .await;
            let answer = scene.press_id(&who, &message, &id).await;
            assert_press_answered(&answer, &id);
            assert_eq!(stored_state(&store).await, before, "{id}");
        }
    }
    store.close().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_component_ids_change_nothing_in_hawaii() {
    press_forged_ids("Hawaii", 21).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_component_ids_change_nothing_in_haleakala() {
    press_forged_ids("Haleakala", 22).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_select_values_change_nothing() {
    let scene = Scene::start().await;
    let (thread, who, board) = start_game(&scene, "Hawaii").await;
    let store = scene.open_store().await;
    let mut dice = Dice::new(&Seed::from_number(23), 0);
    let ids = collect_real_ids(&scene, &who, &thread, &board).await;
    let ids: Vec<String> = ids.into_iter().filter(|id| id.starts_with("p:")).collect();
    scene.wait_until_all_sent(&store).await;
    let before = stored_state(&store).await;
    for at in 0..test_size(40, 200) {
        let id = if at % 2 == 0 {
            pick(&mut dice, &ids).clone()
        } else {
            mutate_id(&mut dice, &ids)
        };
        // The player to act must not press a complete id of an action.
        let id = if id.is_empty() || id.starts_with("d:") {
            "p:".to_owned()
        } else {
            id
        };
        let values = distinct_forged_ids(&mut dice, &ids, 5);
        let options: Value = values
            .iter()
            .map(|value| json!({ "label": "x", "value": value }))
            .collect();
        let menu = json!([{ "type": 1, "components": [{ "type": 3, "custom_id": id, "options": options }] }]);
        let message = scene.post_forged(&thread, menu).await;
        for person in ["Dan", who.as_str()] {
            let body = json!({
                "as": scene.person(person), "message": message, "custom_id": id, "values": [values[0]],
                "wait": "settled",
            });
            assert_press_answered(&Shown::new(scene.post("choose", body).await), &id);
        }
    }
    assert_eq!(stored_state(&store).await, before);
    store.close().await;
    scene.end().await;
}
