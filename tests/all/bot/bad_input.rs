//! Nonsense, by the thousand: typed into every option, and as the ids of buttons and menus. It changes nothing, and it is
//! always answered, in private and in words.

use futures::future::join_all;
use lanai_porch::TOKEN;
use lanai_rules::chance::{Dice, Seed};
use lanai_store::{Awaited, Store, TableId, Timestamp};
use serde_json::{Value, json};

use super::{Scene, Shown, evening, input::any, text};

/// The only table.
const TABLE: TableId = TableId(1);
/// Messages of 25 buttons with ids that nobody made.
const MESSAGES: usize = 60;
/// Discord's limit for an id.
const LONGEST: usize = 100;

/// All that is kept of the table.
async fn kept(store: &Store) -> String {
    let (mut table, entries) = (
        store.tables().find(TABLE).await.unwrap(),
        store.tables().entries(TABLE, 0).await.unwrap(),
    );
    // When to look at a table again may change with what somebody chose for themselves.
    if let Some(table) = &mut table {
        table.wait = Awaited(None);
    }
    let mut news = store.notices().due(Timestamp(i64::MAX), 100).await.unwrap();
    // So may the message that says how it stands.
    // And whoever learns a game has a table of their own.
    news.retain(|due| due.game == TABLE && !due.body.contains("chore"));
    format!("{table:?} {entries:?} {news:?}")
}

/// Whether it is a sentence for one person alone, with nothing in it of how we are made.
fn is_a_sentence(shown: &Shown, of: &str) {
    assert!(shown.is_private(), "{of}: {shown:?}");
    let words = shown.text();
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

/// A table of Hawaii that has begun: where, who is to act, and their board.
async fn begun(scene: &Scene, game: &str) -> (String, String, Shown) {
    let place = scene.table(game, &["Ana", "Ben"], "").await;
    let (who, board) = scene.next(&place, None).await;
    (place, who.unwrap(), board)
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

/// What could be typed into an option: nothing of it means anything.
fn nonsense(option: &Value) -> Vec<String> {
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

/// Lines that give every option of every command nonsense, one option after another. Where somebody has to be named, it is this
/// person.
fn lines(commands: &Value, somebody: &str) -> Vec<String> {
    fn of(path: &str, options: &[Value], somebody: &str, into: &mut Vec<String>) {
        for part in options.iter().filter(|it| it["type"] == 1) {
            let below = part["options"].as_array().cloned().unwrap_or_default();
            of(
                &format!("{path} {}", text(&part["name"])),
                &below,
                somebody,
                into,
            );
        }
        for option in options.iter().filter(|it| it["type"] != 1) {
            for typed in nonsense(option) {
                let mut line = format!("{path} {}:{typed}", text(&option["name"]));
                for other in options
                    .iter()
                    .filter(|it| it["required"] == true && it["name"] != option["name"])
                {
                    let filled = nonsense(other)
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
        of(
            &format!("/{}", text(&command["name"])),
            &options,
            somebody,
            &mut all,
        );
    }
    // Whichever way to end a game is chosen, it is asked of the others: that is no nonsense.
    all.retain(|line| !line.starts_with("/table end "));
    all
}

async fn typed_into_everything(game: &str) {
    let scene = Scene::begin().await;
    let (place, who, _) = begun(&scene, game).await;
    let store = scene.store().await;
    scene
        .until("all is told", async |_| {
            store
                .notices()
                .due(Timestamp(i64::MAX), 1)
                .await
                .unwrap()
                .is_empty()
        })
        .await;
    let before = kept(&store).await;
    let commands = scene.get("world").await["commands"].clone();
    let mut answered = 0;
    for line in lines(&commands, scene.person("Ben")) {
        // The channel has a table, and whoever only looks on may look.
        for person in [who.as_str(), "Dan"] {
            let shown = scene.says(person, &place, &line).await;
            if shown.outcome() == "refused by the porch" {
                // Discord's client would not let it pass either.
                continue;
            }
            assert!(
                ["message", "deferred"].contains(&shown.outcome()),
                "{line}: {shown:?}"
            );
            is_a_sentence(&shown, &line);
            assert_eq!(kept(&store).await, before, "{line}: {}", shown.text());
            answered += 1;
        }
    }
    assert!(answered > 300, "only {answered} lines reached the bot");
    store.close().await;
    scene.end().await;
}

#[test]
fn nonsense_typed_into_every_option_changes_nothing_in_hawaii() {
    evening(typed_into_everything("Hawaii"));
}

#[test]
fn nonsense_typed_into_every_option_changes_nothing_in_haleakala() {
    evening(typed_into_everything("Haleakala"));
}

// --- Pressed ---

/// An id that is nearly one of these, or none at all.
fn mutated(dice: &mut Dice, ids: &[String]) -> String {
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
        return (0..=dice.below(40)).map(|_| *any(dice, &LETTERS)).collect();
    }
    let mut letters: Vec<char> = any(dice, ids).chars().collect();
    for _ in 0..=dice.below(3) {
        let at = dice.below(u32::try_from(letters.len()).unwrap().max(1)) as usize;
        match dice.below(5) {
            0 if !letters.is_empty() => letters[at] = *any(dice, &LETTERS),
            1 if letters.len() > 1 => drop(letters.remove(at)),
            2 => letters.insert(at, *any(dice, &LETTERS)),
            3 => letters.extend(letters.clone()),
            _ => {
                let id: String = letters.iter().collect();
                let mut parts: Vec<&str> = id.split(':').collect();
                let which = dice.below(u32::try_from(parts.len()).unwrap()) as usize;
                parts[which] = any::<&str>(dice, &PARTS);
                letters = parts.join(":").chars().collect();
            }
        }
    }
    letters.into_iter().take(LONGEST).collect()
}

/// So many different ids that Discord would take.
fn many(dice: &mut Dice, ids: &[String], number: usize) -> Vec<String> {
    let mut made: Vec<String> = Vec::new();
    while made.len() < number {
        let id = mutated(dice, ids);
        if !id.is_empty() && !made.contains(&id) {
            made.push(id);
        }
    }
    made
}

impl Scene {
    /// The bot says something of which it knows nothing: a message of an older bot, or of one that somebody broke into.
    pub(super) async fn forged(&self, place: &str, rows: Value) -> String {
        self.ponders();
        let body =
            json!({ "content": "Old.", "components": rows, "allowed_mentions": { "parse": [] } });
        let url = format!("{}/api/v10/channels/{place}/messages", self.base);
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

fn buttons(ids: &[String]) -> Value {
    let button = |id: &String| json!({ "type": 2, "style": 2, "label": "x", "custom_id": id });
    let row = |ids: &[String]| json!({ "type": 1, "components": ids.iter().map(button).collect::<Value>() });
    ids.chunks(5).map(row).collect()
}

/// Ids as they are really made: of the lobby, the board, and some steps of the panel.
async fn real_ids(scene: &Scene, who: &str, place: &str, board: &Shown) -> Vec<String> {
    let mut shown = scene.sees("Dan", place).await;
    shown.push(board.clone());
    let mut panel = scene.presses(who, board, "Take your turn").await;
    for _ in 0..20 {
        shown.push(panel.clone());
        if panel.button("Do it").is_some() {
            break;
        } else if let Some((_, values)) = panel.menu() {
            panel = scene.chooses(who, &panel, &values[0]).await;
        } else {
            let first = text(&panel.components()[0]["custom_id"]);
            panel = scene.presses_id(who, &panel.message(), &first).await;
        }
    }
    let mut ids: Vec<String> = shown
        .iter()
        .flat_map(Shown::components)
        .map(|it| text(&it["custom_id"]))
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

/// Whether a press was answered as a press may be.
fn is_answered(shown: &Shown, id: &str) {
    match shown.outcome() {
        // What comes with pictures is promised first.
        "message" | "deferred" => is_a_sentence(shown, id),
        "updated" | "deferred_update" => assert!(shown.text().len() > 8, "{id}: {shown:?}"),
        "modal" => assert!(id.starts_with("w:"), "{id}"),
        other => panic!("{other} for {id}: {shown:?}"),
    }
}

async fn pressed_by_the_thousand(game: &str, seed: u64) {
    let scene = Scene::begin().await;
    let (place, who, board) = begun(&scene, game).await;
    let store = scene.store().await;
    let mut dice = Dice::new(&Seed::from_number(seed), 0);
    let ids = real_ids(&scene, &who, &place, &board).await;
    scene
        .until("all is told", async |_| {
            store
                .notices()
                .due(Timestamp(i64::MAX), 1)
                .await
                .unwrap()
                .is_empty()
        })
        .await;
    let before = kept(&store).await;
    for _ in 0..MESSAGES {
        // Who does not sit at the table can press anything.
        let made = many(&mut dice, &ids, 25);
        let message = scene.forged(&place, buttons(&made)).await;
        let pressing = made.iter().map(|id| scene.presses_id("Dan", &message, id));
        for (shown, id) in join_all(pressing).await.iter().zip(&made) {
            is_answered(shown, id);
        }
        // Whoever is to act can press anything but what does something.
        let harmless = many(&mut dice, &ids, 6)
            .into_iter()
            .map(|id| id.replacen("d:", "p:", 1));
        for id in harmless {
            let message = scene
                .forged(&place, buttons(std::slice::from_ref(&id)))
                .await;
            is_answered(&scene.presses_id(&who, &message, &id).await, &id);
        }
        assert_eq!(kept(&store).await, before);
    }
    // What does something does nothing if it is not wholly there.
    let doing: Vec<&String> = ids.iter().filter(|id| id.starts_with("d:")).collect();
    for id in doing {
        for more in [".zz", "..zz", ".9999", ".m.f.s.w"] {
            let id = format!("{id}{more}");
            let message = scene
                .forged(&place, buttons(std::slice::from_ref(&id)))
                .await;
            let shown = scene.presses_id(&who, &message, &id).await;
            is_answered(&shown, &id);
            assert_eq!(kept(&store).await, before, "{id}");
        }
    }
    store.close().await;
    scene.end().await;
}

#[test]
fn forged_component_ids_change_nothing_in_hawaii() {
    evening(pressed_by_the_thousand("Hawaii", 21));
}

#[test]
fn forged_component_ids_change_nothing_in_haleakala() {
    evening(pressed_by_the_thousand("Haleakala", 22));
}

#[test]
fn forged_select_values_change_nothing() {
    evening(async {
        let scene = Scene::begin().await;
        let (place, who, board) = begun(&scene, "Hawaii").await;
        let store = scene.store().await;
        let mut dice = Dice::new(&Seed::from_number(23), 0);
        let ids = real_ids(&scene, &who, &place, &board).await;
        let ids: Vec<String> = ids.into_iter().filter(|id| id.starts_with("p:")).collect();
        scene
            .until("all is told", async |_| {
                store
                    .notices()
                    .due(Timestamp(i64::MAX), 1)
                    .await
                    .unwrap()
                    .is_empty()
            })
            .await;
        let before = kept(&store).await;
        for at in 0..200 {
            let id = if at % 2 == 0 {
                any(&mut dice, &ids).clone()
            } else {
                mutated(&mut dice, &ids)
            };
            // Whoever is to act may not do anything that is whole.
            let id = if id.is_empty() || id.starts_with("d:") {
                "p:".to_owned()
            } else {
                id
            };
            let values = many(&mut dice, &ids, 5);
            let options: Value = values
                .iter()
                .map(|value| json!({ "label": "x", "value": value }))
                .collect();
            let menu = json!([{ "type": 1, "components": [{ "type": 3, "custom_id": id, "options": options }] }]);
            let message = scene.forged(&place, menu).await;
            for person in ["Dan", who.as_str()] {
                let body = json!({
                    "as": scene.person(person), "message": message, "custom_id": id, "values": [values[0]],
                    "wait": "settled",
                });
                is_answered(&Shown::of(scene.post("choose", body).await), &id);
            }
        }
        assert_eq!(kept(&store).await, before);
        store.close().await;
        scene.end().await;
    });
}
