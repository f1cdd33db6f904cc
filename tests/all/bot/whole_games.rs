//! Whole games, from an open table to the final standings, by typed commands and by menus.

use lanai_porch::Settings;
use lanai_rules::Title;
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::record::{Header, Record};
use lanai_text::Dictionary;
use serde_json::Value;

use super::{Scene, Shown, input::pick};
use lanai_testing::outside::test_size;

/// More turns than any game has.
pub(super) const MAX_TURNS: usize = 1500;

/// Returns whether the same player goes on: the answer is a panel.
pub(super) fn is_same_player_next(answer: &Shown) -> bool {
    answer.components().iter().any(|item| {
        item["custom_id"]
            .as_str()
            .is_some_and(|id| id.starts_with("p:") || id.starts_with("d:"))
    })
}

pub(super) fn is_over(answer: &Shown) -> bool {
    answer.text().contains("wins") || answer.text().contains("share")
}

/// Returns whether a message announces the end, in any language.
fn announces_end(scene: &Scene, answer: &Shown) -> bool {
    ["winner", "winner-of-tie", "winners"]
        .iter()
        .any(|name| answer.text().contains(&scene.bot_text_part(name)))
}

/// Returns whether a player has already continued beyond the last message.
fn has_moved_on(scene: &Scene, answer: &Shown) -> bool {
    let called = answer
        .text()
        .contains(&scene.bot_text_part("chat-not-turn-but"));
    answer.is_gone() || called || answer.text() == scene.bot_text("chat-over")
}

/// A turn by commands: what is typed is taken from what is offered.
pub(super) async fn type_a_turn(
    scene: &Scene,
    who: &str,
    thread: &str,
    verbs: &[(&str, &str)],
    dice: &mut Dice,
) {
    let mut order: Vec<usize> = (0..verbs.len()).collect();
    dice.shuffle(&mut order);
    if !should_take_back(dice) {
        order.sort_by_key(|verb| verbs[*verb].0 == "take");
    }
    let mut answer = None;
    for verb in order {
        let (name, option) = verbs[verb];
        if option.is_empty() {
            let tried = scene.run_command(who, thread, &format!("/{name}")).await;
            if is_same_player_next(&tried)
                || tried.button_id("Undo").is_some()
                || tried.text().contains("'s turn")
            {
                answer = Some(tried);
                break;
            }
            continue;
        }
        let offered = scene
            .list_suggestions(who, thread, &format!("/{name}"), option)
            .await;
        if offered.is_empty() {
            continue;
        }
        let value = pick(dice, &offered)["value"].clone();
        let value = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        let mut line = format!("/{name} {option}:{value}");
        if name == "place" {
            let beaches = scene.list_suggestions(who, thread, &line, "beach").await;
            if beaches.is_empty() {
                continue;
            }
            line = format!("{line} beach:{}", pick(dice, &beaches)["value"]);
        }
        answer = Some(scene.run_command(who, thread, &line).await);
        break;
    }
    // Questions in another player's turn have no verb of their own.
    let mut answer = match answer {
        Some(answer) => answer,
        None => scene.run_command(who, thread, "/choose choice:1").await,
    };
    if has_moved_on(scene, &answer) {
        return;
    }
    assert!(
        answer.is_private(),
        "what one does is told once, in public, when it is done"
    );
    // A player who is alone in a round takes many turns in a row.
    for _ in 0..80 {
        if answer.is_gone() {
            return;
        }
        if !is_same_player_next(&answer) {
            assert!(
                answer.button_id("Undo").is_some()
                    || is_over(&answer)
                    || answer.text().contains("'s turn"),
                "{answer:?}"
            );
            return;
        }
        let bought = scene.list_suggestions(who, thread, "/buy", "what").await;
        answer = if bought.is_empty() {
            let choices = scene
                .list_suggestions(who, thread, "/choose", "choice")
                .await;
            assert!(!choices.is_empty() && choices.len() <= 25);
            scene
                .run_command(
                    who,
                    thread,
                    &format!("/choose choice:{}", pick(dice, &choices)["value"]),
                )
                .await
        } else {
            let what = pick(dice, &bought)["value"].as_str().unwrap().to_owned();
            let prices = scene
                .list_suggestions(who, thread, &format!("/buy what:{what}"), "price")
                .await;
            let line = match prices.first() {
                Some(price) => format!(
                    "/buy what:{what} price:{}",
                    price["value"].as_str().unwrap()
                ),
                None => format!("/buy what:{what}"),
            };
            scene.run_command(who, thread, &line).await
        };
    }
    panic!("a turn does not end: {answer:?}");
}

/// Returns whether to take a disc back, which is made rare: random players would take hundreds of
/// turns.
fn should_take_back(dice: &mut Dice) -> bool {
    dice.below(12) == 0
}

/// A turn by buttons and menus alone.
pub(crate) async fn press_a_turn(scene: &Scene, who: &str, board: &Shown, dice: &mut Dice) {
    let answer = scene
        .press_button(who, board, &scene.bot_text("chat-button-turn"))
        .await;
    // A newer board removed the buttons of this one.
    if answer.outcome() == "refused by the porch" || has_moved_on(scene, &answer) {
        return;
    }
    press_rest_of_turn(scene, who, answer, dice).await;
}

/// Asserts that Discord's limits cut no label and no description.
fn assert_nothing_cut(options: &[Value]) {
    for option in options {
        for name in ["label", "description", "placeholder", "name"] {
            let text = option[name].as_str().unwrap_or_default();
            assert!(!text.ends_with('…'), "{option}");
        }
    }
}

/// The rest of a turn, from a panel that is open.
pub(super) async fn press_rest_of_turn(
    scene: &Scene,
    who: &str,
    mut answer: Shown,
    dice: &mut Dice,
) {
    for _ in 0..80 {
        // The panel belongs to the next turn.
        if answer.is_gone() {
            return;
        }
        assert!(answer.is_private(), "{answer:?}");
        assert_nothing_cut(&answer.components());
        let do_it = scene.bot_text("chat-button-do");
        if answer.button_id(&do_it).is_some() {
            answer = scene.press_button(who, &answer, &do_it).await;
            if !is_same_player_next(&answer) {
                return;
            }
            continue;
        }
        let mut ways = answer.open_choices();
        let takes_back = |id: &str| {
            id.split(':')
                .nth(3)
                .is_some_and(|keys| keys.starts_with("t."))
        };
        if ways.iter().any(|(id, _)| !takes_back(id)) && !should_take_back(dice) {
            ways.retain(|(id, _)| !takes_back(id));
        }
        assert!(!ways.is_empty(), "nothing can be pressed: {answer:?}");
        let (id, _) = pick(dice, &ways).clone();
        answer = scene.press_id(who, &answer.message_id(), &id).await;
        // Answers with pictures are deferred, and a panel may move below a newer board meanwhile.
        assert!(
            answer.is_gone() || ["updated", "deferred_update"].contains(&answer.outcome()),
            "{answer:?} {:?}",
            scene.last_refused_request().await
        );
    }
    panic!("a turn does not end: {answer:?}");
}

/// Presses *Do it*, and continues to the end of the turn, which may ask further questions.
pub(super) async fn confirm_turn(scene: &Scene, who: &str, answer: &Shown) {
    let answer = scene.press_button(who, answer, "Do it").await;
    if is_same_player_next(&answer) {
        press_rest_of_turn(scene, who, answer, &mut Dice::new(&Seed::from_number(6), 0)).await;
    }
}

async fn finish_game(scene: &Scene, thread: &str, last: &Shown) {
    assert!(announces_end(scene, last), "{last:?}");
    let take_turn = scene.bot_text("chat-button-turn");
    scene
        .wait_until("the last board offers no turn", async |scene| {
            let public = scene.list_public_messages(thread).await;
            let end = public
                .iter()
                .position(|item| item.message_id() == last.message_id());
            let mut before = public[..end.unwrap()].iter().rev();
            let board = before.find(|item| !item.picture_urls().is_empty());
            board.is_none_or(|board| board.button_id(&take_turn).is_none())
        })
        .await;
    // Board, realms and the sources of points.
    assert!(
        last.picture_urls().len() >= 2 && last.board_text().contains(&scene.bot_text("alt-scores")),
        "{last:?}"
    );
    let record = scene
        .press_button("Dan", last, &scene.bot_text("chat-button-record"))
        .await;
    record.assert_says("lanai replay");
    let url = record.0["message"]["attachments"][0]["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let json = scene
        .client
        .get(url)
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    match Header::read(&json).unwrap().title {
        Title::Hawaii => replay_record::<Hawaii>(&json),
        Title::Haleakala => replay_record::<Haleakala>(&json),
    }
    let shuffle = scene.bot_text("chat-button-shuffle");
    let public = scene.list_public_messages(thread).await;
    let start = public
        .iter()
        .find(|message| message.button_id(&shuffle).is_some())
        .unwrap();
    let secret: serde_json::Value = serde_json::from_str(&json).unwrap();
    scene
        .press_button("Dan", start, &shuffle)
        .await
        .assert_says(secret["origin"]["commitment"].as_str().unwrap());
}

fn replay_record<G: lanai_rules::Rules>(json: &str) {
    let record = Record::<G>::read(json).unwrap();
    assert!(record.origin.is_some() && record.standings.is_some());
    record.replay(None).unwrap();
}

/// Asserts that every turn was announced once and in order.
pub(super) async fn assert_told_once(scene: &Scene, thread: &str) {
    let mut nonces: Vec<i64> = Vec::new();
    for answer in scene.list_public_messages(thread).await {
        nonces.extend(
            answer.0["message"]["nonce"]
                .as_str()
                .and_then(|nonce| nonce.parse::<i64>().ok()),
        );
    }
    let mut sorted = nonces.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(nonces, sorted, "each piece of news once, in order");
}

pub(super) async fn play_by_commands(
    scene: Scene,
    game: &str,
    people: &[&str],
    verbs: &[(&str, &str)],
    most: usize,
) {
    let thread = scene.start_table(game, people, "").await;
    let mut dice = Dice::new(&Seed::from_number(4), 0);
    let (mut who, mut board) = scene.wait_for_turn(&thread, None).await;
    let mut turns = 0;
    while let Some(name) = who {
        type_a_turn(&scene, &name, &thread, verbs, &mut dice).await;
        (who, board) = scene.wait_for_turn(&thread, Some(&board)).await;
        turns += 1;
        if turns == most {
            break;
        }
    }
    if turns < most {
        finish_game(&scene, &thread, &board).await;
    }
    assert_told_once(&scene, &thread).await;
    scene.end().await;
}

/// Plays by menus alone, which works in any language, for some turns or to the end.
pub(super) async fn play_by_menus_only(scene: &Scene, game: &str, people: &[&str], most: usize) {
    let thread = scene.start_table(game, people, "").await;
    let mut dice = Dice::new(&Seed::from_number(5), 0);
    let (mut who, mut board) = scene.wait_for_turn(&thread, None).await;
    let mut turns = 0;
    while let Some(name) = who {
        let suggested = scene.list_suggestions(&name, &thread, "/choose", "choice");
        assert_nothing_cut(&suggested.await);
        press_a_turn(scene, &name, &board, &mut dice).await;
        (who, board) = scene.wait_for_turn(&thread, Some(&board)).await;
        turns += 1;
        if turns == most {
            assert!(most < MAX_TURNS);
            return;
        }
    }
    finish_game(scene, &thread, &board).await;
    assert_told_once(scene, &thread).await;
}

/// Starts a scene in which everyone has this language.
pub(super) async fn start_in_language(locale: &str, dictionary: Dictionary) -> Scene {
    // Names without vowels stand in every language.
    let persons = ["Brň", "Krk", "Dan"]
        .map(|name| (name.to_owned(), locale.to_owned()))
        .to_vec();
    let settings = Settings {
        persons,
        locale: locale.to_owned(),
        ..Settings::default()
    };
    let mut scene = Scene::open(settings).await;
    scene.dictionary = dictionary;
    locale.clone_into(&mut scene.spoken);
    scene.start_bot().await;
    scene
}

/// English is played by commands in other tests, and other languages by menus here.
async fn play_by_menus_in(locale: &str) {
    let scene = start_in_language(locale, Dictionary::open().unwrap()).await;
    for (game, people) in [
        ("Hawaii", &["Brň", "Krk", "Dan"][..]),
        ("Haleakala", &["Brň", "Krk"]),
    ] {
        play_by_menus_only(&scene, game, people, test_size(8, MAX_TURNS)).await;
    }
    scene.end().await;
}

pub(super) const OF_HAWAII: [(&str, &str); 5] = [
    ("move", "to"),
    ("fish", "tokens"),
    ("sail", "dock"),
    ("wait", ""),
    ("pass", "space"),
];
pub(super) const OF_HALEAKALA: [(&str, &str); 3] =
    [("place", "disc"), ("take", "what"), ("boat", "")];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_play_hawaii_by_commands() {
    play_by_commands(
        Scene::start().await,
        "Hawaii",
        &["Ana", "Ben", "Dan"],
        &OF_HAWAII,
        MAX_TURNS,
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_play_haleakala_by_commands() {
    play_by_commands(
        Scene::start().await,
        "Haleakala",
        &["Ana", "Ben"],
        &OF_HALEAKALA,
        test_size(24, MAX_TURNS),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_games_are_played_by_menus_in_german() {
    play_by_menus_in("de").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_games_are_played_by_menus_in_czech() {
    play_by_menus_in("cs").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_games_are_played_by_menus_in_french() {
    play_by_menus_in("fr").await;
}
