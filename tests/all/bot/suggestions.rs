//! Autocomplete: within Discord's limits, filtered by the typed text, and legal.

use std::time::Duration;

use lanai_porch::Settings;
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Action as OfHaleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::Action as OfHawaii;
use lanai_rules::hawaii::pieces::{Goods, Tile};
use lanai_rules::hawaii::state::{Step, Task};
use lanai_rules::{Rules, Status};
use lanai_store::{Store, TableId};
use serde_json::Value;

use super::hidden_information::{load_game, store_game};
use super::{Scene, input::pick, run_test, text};
use lanai_testing::outside::test_size;

/// Discord's limits.
const MAX_CHOICES: usize = 25;
const MAX_LABEL_LENGTH: usize = 100;

/// Returns the player to act in the only game, and the legal actions.
async fn legal_actions<G: Rules>(store: &Store) -> Option<(usize, Vec<G::Action>)> {
    let snapshot = store
        .tables()
        .find(TableId(1))
        .await
        .unwrap()
        .unwrap()
        .snapshot
        .unwrap();
    let game = G::restore(
        &G::printed().unwrap(),
        serde_json::from_str(&snapshot).unwrap(),
    )
    .unwrap();
    let Status::ToAct(seat) = game.status() else {
        return None;
    };
    let mut legal = Vec::new();
    game.legal(&mut legal);
    Some((usize::from(seat.number()) - 1, legal))
}

fn typed_value(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn choice_label(choice: &Value) -> String {
    text(&choice["name"]).to_lowercase()
}

/// Asserts that Discord accepts a list and that its entries are distinct.
fn assert_valid_list(offered: &[Value], of: &str) {
    assert!(
        offered.len() <= MAX_CHOICES,
        "{of}: {} are offered",
        offered.len()
    );
    for (at, choice) in offered.iter().enumerate() {
        let letters = text(&choice["name"]).chars().count();
        assert!((1..=MAX_LABEL_LENGTH).contains(&letters), "{of}: {choice}");
        assert!(
            choice["value"].is_i64()
                || (1..=MAX_LABEL_LENGTH).contains(&typed_value(&choice["value"]).chars().count()),
            "{of}: {choice}"
        );
        for same in ["value", "name"] {
            assert!(
                !offered[..at]
                    .iter()
                    .any(|other| other[same] == choice[same]),
                "{of}: {choice} twice"
            );
        }
    }
}

/// Asserts that typed text filters the list completely.
async fn assert_filtered(
    scene: &Scene,
    who: &str,
    thread: &str,
    (line, option): (&str, &str),
    all: &[Value],
    dice: &mut Dice,
) {
    let mut tried: Vec<String> = ["a", "e", "qqq", "1", "🌋", "  "]
        .map(str::to_owned)
        .to_vec();
    if !all.is_empty() {
        let letters: Vec<char> = text(&pick(dice, all)["name"]).chars().collect();
        let from = dice.below(u32::try_from(letters.len()).unwrap()) as usize;
        tried.push(
            letters[from..]
                .iter()
                .take(3)
                .collect::<String>()
                .to_uppercase(),
        );
        tried.push(typed_value(&pick(dice, all)["value"]));
    }
    for typed in tried {
        let wanted = typed.trim().to_lowercase();
        let fits = |choice: &&Value| {
            choice_label(choice).contains(&wanted)
                || choice["value"]
                    .as_str()
                    .is_some_and(|item| item.to_lowercase().contains(&wanted))
        };
        let offered = scene
            .list_suggestions(who, thread, &format!("{line} {option}:\"{typed}\""), option)
            .await;
        assert_valid_list(&offered, line);
        assert!(
            offered.iter().all(|choice| fits(&choice)),
            "{line} {option}:{typed} offers {offered:?}"
        );
        if all.len() < MAX_CHOICES {
            let expected: Vec<&Value> = all.iter().filter(fits).collect();
            assert_eq!(
                offered.iter().collect::<Vec<_>>(),
                expected,
                "{line} {option}:{typed}"
            );
        }
    }
}

/// An option, and how to count what can be done with it among the legal actions.
type OptionCount<A> = (&'static str, &'static str, fn(&A) -> Option<u32>);

async fn check_only_legal_suggestions<G: Rules>(
    name: &str,
    people: &[&str],
    counted: &[OptionCount<G::Action>],
) {
    // Every walk that is offered is tried, and each answer has its picture.
    let scene = Scene::start_with(Settings {
        answer_timeout: Duration::from_mins(1),
        ..Settings::default()
    })
    .await;
    let thread = scene.start_table(name, people, "").await;
    let store = scene.open_store().await;
    let mut dice = Dice::new(&Seed::from_number(41), 0);
    'turns: for _ in 0..test_size(8, 25) {
        // A later board would move the panel that is compared.
        scene.wait_until_delivered().await;
        let Some((seat, lawful)) = legal_actions::<G>(&store).await else {
            break;
        };
        let who = people[seat];
        let all = scene
            .list_suggestions(who, &thread, "/choose", "choice")
            .await;
        let numbers: Vec<u64> = all
            .iter()
            .map(|choice| choice["value"].as_u64().unwrap())
            .collect();
        let most = u64::try_from(lawful.len().min(MAX_CHOICES)).unwrap();
        assert_eq!(numbers, (1..=most).collect::<Vec<_>>());
        // A long list is reachable by number.
        let last = lawful.len().to_string();
        let found = scene
            .list_suggestions(who, &thread, &format!("/choose choice:{last}"), "choice")
            .await;
        assert!(
            found
                .iter()
                .any(|choice| typed_value(&choice["value"]) == last)
        );
        assert_valid_list(&all, "/choose");
        assert_filtered(&scene, who, &thread, ("/choose", "choice"), &all, &mut dice).await;
        for (line, option, of) in counted {
            let offered = scene.list_suggestions(who, &thread, line, option).await;
            assert_valid_list(&offered, line);
            let mut kinds: Vec<u32> = lawful.iter().filter_map(of).collect();
            kinds.sort_unstable();
            kinds.dedup();
            assert_eq!(
                offered.len(),
                kinds.len().min(MAX_CHOICES),
                "{line} {option}: {offered:?} of {lawful:?}"
            );
            assert_filtered(&scene, who, &thread, (line, option), &offered, &mut dice).await;
            // Other players get no suggestions.
            for other in people
                .iter()
                .chain(&["Chloé"])
                .filter(|other| **other != who)
            {
                assert_eq!(
                    scene
                        .list_suggestions(other, &thread, line, option)
                        .await
                        .len(),
                    0
                );
            }
            if !try_all(&scene, &store, who, &thread, (line, option), &offered).await {
                continue 'turns;
            }
        }
        let choice = &pick(&mut dice, &all)["value"];
        scene
            .run_command(who, &thread, &format!("/choose choice:{choice}"))
            .await;
    }
    store.close().await;
    scene.end().await;
}

/// Takes each suggested action and takes it back; returns `false` if one could not be taken back.
async fn try_all(
    scene: &Scene,
    store: &Store,
    who: &str,
    thread: &str,
    (line, option): (&str, &str),
    offered: &[Value],
) -> bool {
    if !line.starts_with("/move") && !line.starts_with("/pass") {
        return true;
    }
    for choice in offered {
        let said = format!("{line} {option}:{}", typed_value(&choice["value"]));
        let before = store
            .tables()
            .find(TableId(1))
            .await
            .unwrap()
            .unwrap()
            .revision;
        let answer = scene.run_command(who, thread, &said).await;
        let answer = scene.find_moved(who, thread, answer).await;
        let after = store
            .tables()
            .find(TableId(1))
            .await
            .unwrap()
            .unwrap()
            .revision;
        assert!(after > before, "{said} was offered: {}", answer.text());
        let Some(back) = answer.button_id("Undo") else {
            return false;
        };
        let taken = scene.press_id(who, &answer.message_id(), &back).await;
        // The panel may have moved below a newer board.
        assert!(
            taken.is_gone() || taken.text().contains("Undone"),
            "{taken:?}"
        );
        let taken = store
            .tables()
            .find(TableId(1))
            .await
            .unwrap()
            .unwrap()
            .revision;
        assert!(taken > after, "{said} cannot be taken back");
        scene.wait_until_delivered().await;
    }
    true
}

#[test]
fn hawaii_autocomplete_offers_legal_actions_only() {
    let counted: [OptionCount<OfHawaii>; 3] = [
        ("/move", "to", |action: &OfHawaii| {
            if let OfHawaii::Move(thread) = action {
                Some(u32::from(thread.number()))
            } else {
                None
            }
        }),
        ("/sail", "dock", |action: &OfHawaii| {
            if let OfHawaii::Sail(dock) = action {
                Some(u32::from(dock.number()))
            } else {
                None
            }
        }),
        ("/pass", "space", |action: &OfHawaii| {
            if let OfHawaii::Pass(space) = action {
                Some(u32::from(space.number()))
            } else {
                None
            }
        }),
    ];
    run_test(async move {
        check_only_legal_suggestions::<Hawaii>("Hawaii", &["Ana", "Ben", "Dan"], &counted).await;
    });
}

#[test]
fn haleakala_autocomplete_offers_legal_actions_only() {
    let counted: [OptionCount<OfHaleakala>; 1] = [("/place", "disc", |action: &OfHaleakala| {
        if let OfHaleakala::Place { disc, .. } | OfHaleakala::Invoke { disc } = action {
            Some(u32::from(disc.number()))
        } else {
            None
        }
    })];
    run_test(async move {
        check_only_legal_suggestions::<Haleakala>("Haleakala", &["Ana", "Ben"], &counted).await;
    });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn table_options_are_completed_one_by_one() {
    let scene = Scene::start().await;
    let offered =
        |typed: &'static str| scene.list_suggestions("Ana", &scene.main_channel, typed, "options");
    let all = offered("/table open game:Hawaii").await;
    assert_valid_list(&all, "options");
    assert!(
        all.iter().any(|item| item["value"] == "online")
            && all.iter().any(|item| item["value"] == "goods=open")
    );
    let narrowed = offered("/table open game:Hawaii options:online,GOODS=").await;
    let values: Vec<String> = narrowed.iter().map(|item| text(&item["value"])).collect();
    assert_eq!(values, ["online,goods=hidden", "online,goods=open"]);
    assert_eq!(narrowed[1]["name"], "Online edition, Open goods");
    assert_eq!(
        offered("/table open game:Hawaii options:qqq").await.len(),
        0
    );
    assert!(
        offered("/table open game:Haleakala")
            .await
            .iter()
            .any(|item| item["value"] == "tactical")
    );
    // Suggestions that would be truncated are left out.
    let long = format!(
        "/table open game:Hawaii options:{}",
        "goods=open,".repeat(30)
    );
    let offered = scene
        .list_suggestions("Ana", &scene.main_channel, &long, "options")
        .await;
    assert_valid_list(&offered, "many options");
    scene.end().await;
}

/// Creates a fixed board of Hawaii, on which the player to act has forty shells and this many feet.
/// Returns the player and the channel, too.
async fn start_on_known_board(feet: u16) -> (Scene, &'static str, String) {
    let mut scene = Scene::open_on_file(Settings::default()).await;
    scene.pictures_within = Duration::ZERO;
    scene.start_bot().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (store, mut intruder) = (scene.open_store().await, scene.open_as_intruder().await);
    let real: Hawaii = load_game(&store).await;
    store.close().await;
    let Status::ToAct(seat) = real.status() else {
        panic!("it has begun")
    };
    let printed = Hawaii::printed().unwrap();
    let laid = Hawaii::setup(
        &printed,
        real.seats(),
        real.state().options,
        Seed::from_number(7),
    )
    .unwrap();
    let mut state = laid.state().clone();
    state.order = [seat]
        .into_iter()
        .chain(real.seats().iter().filter(|other| *other != seat))
        .collect();
    state.agenda = [Task {
        seat,
        step: Step::Turn,
    }]
    .into_iter()
    .collect();
    state.realms[seat].goods = Goods {
        shells: 40,
        feet,
        fruits: 0,
    };
    state.stacks.take(Tile::Boat, 3);
    state.realms[seat].ashore.two += 3;
    store_game(&mut intruder, &Hawaii::restore(&printed, state).unwrap()).await;
    (
        scene,
        if seat.number() == 1 { "Ana" } else { "Ben" },
        thread,
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn autocomplete_names_everything_on_a_known_board() {
    let (scene, who, thread) = start_on_known_board(40).await;
    let offered = async |line: &str, option: &str| -> Vec<String> {
        scene
            .list_suggestions(who, &thread, line, option)
            .await
            .iter()
            .map(|item| typed_value(&item["value"]))
            .collect()
    };
    assert_eq!(offered("/pass", "space").await, ["1", "2"]);
    assert_eq!(offered("/sail", "dock").await, ["1", "2", "3", "4"]);
    let panel = scene.run_command(who, &thread, "/turn").await;
    let spots = panel.open_choices();
    let labels: Vec<&str> = spots.iter().map(|(_, label)| label.as_str()).collect();
    let letters: String = labels
        .iter()
        .filter_map(|label| label.chars().next())
        .collect();
    assert_eq!(letters, "ABCDEFGIJKLMNOPQR", "{labels:?}");
    assert!(labels.contains(&"P · Wait"), "{labels:?}");
    let walks = scene.list_suggestions(who, &thread, "/move", "to").await;
    let walk = walks
        .iter()
        .find(|walk| choice_label(walk).contains("shell hut"))
        .unwrap();
    scene
        .run_command(
            who,
            &thread,
            &format!("/move to:{}", typed_value(&walk["value"])),
        )
        .await;
    let mut wares = offered("/buy", "what").await;
    wares.sort_unstable();
    assert_eq!(wares, ["foot-hut", "shell-hut"]);
    assert_eq!(offered("/buy what:shell-hut", "price").await, ["4", "4s"]);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unaffordable_purchase_says_what_is_missing() {
    let (scene, who, thread) = start_on_known_board(1).await;
    let panel = scene.run_command(who, &thread, "/turn").await;
    let mut reasons = String::new();
    for (id, _) in panel.grey_choices() {
        let told = scene.press_id(who, &panel.message_id(), &id).await;
        let text = told.text();
        let reason = text.lines().find(|line| line.contains("Not now:"));
        reasons = format!("{reasons}{}\n", reason.unwrap());
    }
    for lack in ["2 more feet", "3 more feet"] {
        assert!(reasons.contains(lack), "{reasons}");
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn autocomplete_offers_every_shaman_step() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let (who, board) = scene.wait_for_player(&thread, None).await;
    let panel = scene
        .press_button(&who, &board, &scene.bot_text("chat-button-turn"))
        .await;
    let asked = scene.bot_text("first-turn-haleakala-1");
    assert_eq!(
        panel.text().lines().last(),
        Some(asked.as_str()),
        "realms are public"
    );
    let (disc, _) = &panel.open_choices()[0];
    let placed = scene.press_id(&who, &panel.message_id(), disc).await;
    let beaches = placed.open_choices();
    let letters: String = beaches
        .iter()
        .filter_map(|(_, label)| label.chars().next())
        .collect();
    assert_eq!(letters, "ABCDEF", "a letter for each beach: {beaches:?}");
    let store = scene.open_store().await;
    let boat = load_game::<Haleakala>(&store).await.state().boat;
    let discs = legal_actions::<Haleakala>(&store).await.unwrap().1;
    let (disc, beach) = discs
        .into_iter()
        .find_map(|action: OfHaleakala| {
            let OfHaleakala::Place { disc, at } = action else {
                return None;
            };
            (at != boat).then(|| (disc.number(), at.number()))
        })
        .unwrap();
    // Without the beach, the panel asks for it.
    let asked = scene
        .run_command(&who, &thread, &format!("/place disc:{disc}"))
        .await;
    assert_eq!(asked.open_choices().len(), beaches.len(), "{asked:?}");
    scene
        .run_command(&who, &thread, "/place disc:9")
        .await
        .assert_says("There's no disc 9: the number discs are 1 to 5");
    scene
        .run_command(&who, &thread, &format!("/place disc:{disc} beach:{beach}"))
        .await;
    let lawful = legal_actions::<Haleakala>(&store).await.unwrap().1;
    let offered = scene.list_suggestions(&who, &thread, "/move", "to").await;
    assert_valid_list(&offered, "/move");
    assert_eq!(
        offered.len(),
        lawful.len().min(MAX_CHOICES),
        "{offered:?} of {lawful:?}"
    );
    assert!(
        lawful.len() > 1 && offered.iter().any(|item| item["value"] == "stay"),
        "{offered:?}"
    );
    store.close().await;
    scene.end().await;
}

/// A typed value may equal a usual suggestion in other words.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn suggestions_are_distinct() {
    let scene = Scene::start().await;
    let main_channel = scene.main_channel.clone();
    for (line, option, typed) in [
        ("/table open game:Hawaii", "pace", "24"),
        ("/table open game:Hawaii", "pace", "3 d"),
        ("/remind", "every", "7 d"),
        ("/remind", "quiet", "23-7"),
        ("/remind", "quiet", "21:30-6:30"),
    ] {
        let offered = scene
            .list_suggestions(
                "Ana",
                &main_channel,
                &format!("{line} {option}:\"{typed}\""),
                option,
            )
            .await;
        assert!(!offered.is_empty(), "{line} {option}:{typed}");
        assert_valid_list(&offered, &format!("{line} {option}:{typed}"));
    }
    scene.end().await;
}
