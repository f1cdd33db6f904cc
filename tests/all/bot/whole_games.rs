//! Whole evenings, from an open table to the final standings: once by typed commands, once by menus alone.

use lanai_porch::Settings;
use lanai_rules::Title;
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::record::{Header, Record};
use lanai_text::Dictionary;

use super::{Scene, Shown, evening, input::any};
use lanai_testing::outside::extent;

/// More turns than any game has.
pub(super) const MOST_TURNS: usize = 1500;

/// Whether the same person goes on: the answer is a panel.
pub(super) fn goes_on(shown: &Shown) -> bool {
    shown.components().iter().any(|it| {
        it["custom_id"]
            .as_str()
            .is_some_and(|id| id.starts_with("p:") || id.starts_with("d:"))
    })
}

pub(super) fn is_over(shown: &Shown) -> bool {
    shown.text().contains("wins") || shown.text().contains("share")
}

/// The same in any language.
fn tells_the_end(scene: &Scene, shown: &Shown) -> bool {
    ["winner", "winner-of-tie", "winners"]
        .iter()
        .any(|name| shown.text().contains(&scene.part(name)))
}

/// Whether somebody who went on at once after a turn is past what the last message said.
fn is_past(scene: &Scene, shown: &Shown) -> bool {
    let called = shown.text().contains(&scene.part("chat-not-turn-but"));
    shown.is_gone() || called || shown.text() == scene.said("chat-over")
}

/// A turn by commands: what is typed is taken from what is offered.
pub(super) async fn type_a_turn(
    scene: &Scene,
    who: &str,
    place: &str,
    verbs: &[(&str, &str)],
    dice: &mut Dice,
) {
    let mut order: Vec<usize> = (0..verbs.len()).collect();
    dice.shuffle(&mut order);
    if !takes_back(dice) {
        order.sort_by_key(|verb| verbs[*verb].0 == "take");
    }
    let mut shown = None;
    for verb in order {
        let (name, option) = verbs[verb];
        if option.is_empty() {
            let tried = scene.says(who, place, &format!("/{name}")).await;
            if goes_on(&tried) || tried.button("Undo").is_some() || tried.text().contains("'s turn")
            {
                shown = Some(tried);
                break;
            }
            continue;
        }
        let offered = scene.offered(who, place, &format!("/{name}"), option).await;
        if offered.is_empty() {
            continue;
        }
        let value = any(dice, &offered)["value"].clone();
        let value = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        let mut line = format!("/{name} {option}:{value}");
        if name == "place" {
            let beaches = scene.offered(who, place, &line, "beach").await;
            if beaches.is_empty() {
                continue;
            }
            line = format!("{line} beach:{}", any(dice, &beaches)["value"]);
        }
        shown = Some(scene.says(who, place, &line).await);
        break;
    }
    // A question of somebody else's turn has no verb of its own.
    let mut shown = match shown {
        Some(shown) => shown,
        None => scene.says(who, place, "/choose choice:1").await,
    };
    if is_past(scene, &shown) {
        return;
    }
    assert!(
        shown.is_private(),
        "what one does is told once, in public, when it is done"
    );
    // As long as by presses: whoever is alone in a round takes one turn after the other.
    for _ in 0..80 {
        if shown.is_gone() {
            return;
        }
        if !goes_on(&shown) {
            assert!(
                shown.button("Undo").is_some()
                    || is_over(&shown)
                    || shown.text().contains("'s turn"),
                "{shown:?}"
            );
            return;
        }
        let bought = scene.offered(who, place, "/buy", "what").await;
        shown = if bought.is_empty() {
            let choices = scene.offered(who, place, "/choose", "choice").await;
            assert!(!choices.is_empty() && choices.len() <= 25);
            scene
                .says(
                    who,
                    place,
                    &format!("/choose choice:{}", any(dice, &choices)["value"]),
                )
                .await
        } else {
            let what = any(dice, &bought)["value"].as_str().unwrap().to_owned();
            let prices = scene
                .offered(who, place, &format!("/buy what:{what}"), "price")
                .await;
            let line = match prices.first() {
                Some(price) => format!(
                    "/buy what:{what} price:{}",
                    price["value"].as_str().unwrap()
                ),
                None => format!("/buy what:{what}"),
            };
            scene.says(who, place, &line).await
        };
    }
    panic!("a turn does not end: {shown:?}");
}

/// Whether somebody takes a disc back although they could do something else. Who does so whenever they please plays Haleakala
/// for hundreds of turns: the boat hardly moves.
fn takes_back(dice: &mut Dice) -> bool {
    dice.below(12) == 0
}

/// A turn by buttons and menus alone.
pub(crate) async fn press_a_turn(scene: &Scene, who: &str, board: &Shown, dice: &mut Dice) {
    let shown = scene
        .presses(who, board, &scene.said("chat-button-turn"))
        .await;
    // A newer board took the buttons from this one, or came while it was pressed.
    if shown.outcome() == "refused by the porch" || is_past(scene, &shown) {
        return;
    }
    press_on(scene, who, shown, dice).await;
}

/// The rest of a turn, from a panel that is open.
pub(super) async fn press_on(scene: &Scene, who: &str, mut shown: Shown, dice: &mut Dice) {
    for _ in 0..80 {
        // It is the next turn's already.
        if shown.is_gone() {
            return;
        }
        assert!(shown.is_private(), "{shown:?}");
        let do_it = scene.said("chat-button-do");
        if shown.button(&do_it).is_some() {
            shown = scene.presses(who, &shown, &do_it).await;
            if !goes_on(&shown) {
                return;
            }
            continue;
        }
        let menus = match shown.menus_but(&scene.said("chat-menu-take")) {
            others if others.is_empty() || takes_back(dice) => shown.menus(),
            others => others,
        };
        shown = if menus.is_empty() {
            let ways = shown
                .components()
                .into_iter()
                .filter(|it| it["style"] == 1)
                .collect::<Vec<_>>();
            assert!(!ways.is_empty(), "nothing can be pressed: {shown:?}");
            let id = any(dice, &ways)["custom_id"].as_str().unwrap().to_owned();
            scene.presses_id(who, &shown.message(), &id).await
        } else {
            let (id, values) = any(dice, &menus);
            scene
                .chooses_in(who, &shown, id, any::<String>(dice, values))
                .await
        };
        // With its picture it is promised first. A panel may move below a newer board while somebody presses in it.
        assert!(
            shown.is_gone() || ["updated", "deferred_update"].contains(&shown.outcome()),
            "{shown:?} {:?}",
            scene.refused().await
        );
    }
    panic!("a turn does not end: {shown:?}");
}

/// Presses *Do it*, and goes on to the end of the turn: what it uncovers may ask something more.
pub(super) async fn do_it(scene: &Scene, who: &str, shown: &Shown) {
    let shown = scene.presses(who, shown, "Do it").await;
    if goes_on(&shown) {
        press_on(scene, who, shown, &mut Dice::new(&Seed::from_number(6), 0)).await;
    }
}

async fn finish(scene: &Scene, place: &str, last: &Shown) {
    assert!(tells_the_end(scene, last), "{last:?}");
    // Board, realms where there are some, and how the points came about.
    assert!(
        last.pictures().len() >= 2 && last.panes().contains(&scene.said("alt-scores")),
        "{last:?}"
    );
    let record = scene
        .presses("Dan", last, &scene.said("chat-button-record"))
        .await;
    record.says("lanai replay");
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
        Title::Hawaii => prove::<Hawaii>(&json),
        Title::Haleakala => prove::<Haleakala>(&json),
    }
    let commitment = &scene.public(place).await[0];
    let secret: serde_json::Value = serde_json::from_str(&json).unwrap();
    commitment.says(secret["origin"]["commitment"].as_str().unwrap());
}

fn prove<G: lanai_rules::Rules>(json: &str) {
    let record = Record::<G>::read(json).unwrap();
    assert!(record.origin.is_some() && record.standings.is_some());
    record.replay(None).unwrap();
}

/// Every turn was told once: no two messages tell the same revision, and each is told after the one before it.
pub(super) async fn told_once(scene: &Scene, place: &str) {
    let mut nonces: Vec<i64> = Vec::new();
    for shown in scene.public(place).await {
        nonces.extend(
            shown.0["message"]["nonce"]
                .as_str()
                .and_then(|nonce| nonce.parse::<i64>().ok()),
        );
    }
    let mut sorted = nonces.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(nonces, sorted, "each piece of news once, in order");
}

pub(super) async fn by_commands(scene: Scene, game: &str, people: &[&str], verbs: &[(&str, &str)]) {
    let place = scene.table(game, people, "").await;
    let mut dice = Dice::new(&Seed::from_number(4), 0);
    let (mut who, mut board) = scene.next(&place, None).await;
    let mut turns = 0;
    while let Some(name) = who {
        type_a_turn(&scene, &name, &place, verbs, &mut dice).await;
        (who, board) = scene.next(&place, Some(&board)).await;
        turns += 1;
        assert!(turns < MOST_TURNS);
    }
    finish(&scene, &place, &board).await;
    told_once(&scene, &place).await;
    scene.end().await;
}

/// So many turns by menus, and all of them in the long proofs: somebody who chooses at random plays Haleakala for long.
pub(super) async fn by_menus(scene: Scene, game: &str, people: &[&str], turns: usize) {
    by_menus_alone(&scene, game, people, extent(turns, MOST_TURNS)).await;
    scene.end().await;
}

/// A game to its end, or for so many turns. Nothing is typed, so it is the same in any language.
pub(super) async fn by_menus_alone(scene: &Scene, game: &str, people: &[&str], most: usize) {
    let place = scene.table(game, people, "").await;
    let mut dice = Dice::new(&Seed::from_number(5), 0);
    let (mut who, mut board) = scene.next(&place, None).await;
    let mut turns = 0;
    while let Some(name) = who {
        press_a_turn(scene, &name, &board, &mut dice).await;
        (who, board) = scene.next(&place, Some(&board)).await;
        turns += 1;
        if turns == most {
            assert!(most < MOST_TURNS);
            return;
        }
    }
    finish(scene, &place, &board).await;
    told_once(scene, &place).await;
}

/// An evening elsewhere: everybody has this language, and the server too.
pub(super) async fn abroad(locale: &str, dictionary: Dictionary) -> Scene {
    // Names without vowels stand in every language.
    let persons = ["Brň", "Krk", "Dan"]
        .map(|name| (name.to_owned(), locale.to_owned()))
        .to_vec();
    let settings = Settings {
        persons,
        locale: locale.to_owned(),
        ..Settings::default()
    };
    let mut scene = Scene::without_bot(settings).await;
    scene.dictionary = dictionary;
    locale.clone_into(&mut scene.spoken);
    scene.bot_comes().await;
    scene
}

/// Each language plays a whole evening: English by commands, the others by menus.
async fn by_menus_in(locale: &str, game: &str, people: &[&str], turns: usize) {
    by_menus(
        abroad(locale, Dictionary::open().unwrap()).await,
        game,
        people,
        turns,
    )
    .await;
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

#[test]
fn three_play_hawaii_by_commands() {
    evening(async {
        by_commands(
            Scene::begin().await,
            "Hawaii",
            &["Ana", "Ben", "Dan"],
            &OF_HAWAII,
        )
        .await;
    });
}

#[test]
fn three_play_hawaii_by_menus_in_german() {
    evening(by_menus_in("de", "Hawaii", &["Brň", "Krk", "Dan"], 16));
}

#[test]
fn two_play_haleakala_by_commands() {
    evening(async {
        by_commands(
            Scene::begin().await,
            "Haleakala",
            &["Ana", "Ben"],
            &OF_HALEAKALA,
        )
        .await;
    });
}

#[test]
fn two_play_haleakala_by_menus_in_czech() {
    evening(by_menus_in("cs", "Haleakala", &["Brň", "Krk"], 10));
}

#[test]
fn two_play_haleakala_by_menus_in_french() {
    evening(by_menus_in("fr", "Haleakala", &["Brň", "Krk"], 10));
}
