//! What is offered while somebody types: little enough for Discord, narrowed by what is typed, and lawful, all of it.

use std::collections::BTreeSet;
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

use super::hidden_information::{game, put};
use super::{Scene, Shown, evening, input::any, text};
use lanai_testing::outside::extent;

/// Discord's limits.
const MOST: usize = 25;
const LONGEST: usize = 100;

/// What may be done in the only game, and who may.
async fn legal<G: Rules>(store: &Store) -> Option<(usize, Vec<G::Action>)> {
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

fn as_typed(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn label(choice: &Value) -> String {
    text(&choice["name"]).to_lowercase()
}

/// Whether a list is one that Discord takes, and none stands in it twice or reads like another.
fn is_well_made(offered: &[Value], of: &str) {
    assert!(offered.len() <= MOST, "{of}: {} are offered", offered.len());
    for (at, choice) in offered.iter().enumerate() {
        let letters = text(&choice["name"]).chars().count();
        assert!((1..=LONGEST).contains(&letters), "{of}: {choice}");
        assert!(
            choice["value"].is_i64()
                || (1..=LONGEST).contains(&as_typed(&choice["value"]).chars().count()),
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

/// Types some letters into an option: only what has them is offered, and all of that.
async fn is_narrowed(
    scene: &Scene,
    who: &str,
    place: &str,
    (line, option): (&str, &str),
    all: &[Value],
    dice: &mut Dice,
) {
    let mut tried: Vec<String> = ["a", "e", "qqq", "1", "🌋", "  "]
        .map(str::to_owned)
        .to_vec();
    if !all.is_empty() {
        let letters: Vec<char> = text(&any(dice, all)["name"]).chars().collect();
        let from = dice.below(u32::try_from(letters.len()).unwrap()) as usize;
        tried.push(
            letters[from..]
                .iter()
                .take(3)
                .collect::<String>()
                .to_uppercase(),
        );
        tried.push(as_typed(&any(dice, all)["value"]));
    }
    for typed in tried {
        let wanted = typed.trim().to_lowercase();
        let fits = |choice: &&Value| {
            label(choice).contains(&wanted)
                || choice["value"]
                    .as_str()
                    .is_some_and(|it| it.to_lowercase().contains(&wanted))
        };
        let offered = scene
            .offered(who, place, &format!("{line} {option}:\"{typed}\""), option)
            .await;
        is_well_made(&offered, line);
        assert!(
            offered.iter().all(|choice| fits(&choice)),
            "{line} {option}:{typed} offers {offered:?}"
        );
        if all.len() < MOST {
            let expected: Vec<&Value> = all.iter().filter(fits).collect();
            assert_eq!(
                offered.iter().collect::<Vec<_>>(),
                expected,
                "{line} {option}:{typed}"
            );
        }
    }
}

/// How many different things can be done with an option, by the list of what is lawful.
type Counted<A> = (&'static str, &'static str, fn(&A) -> Option<u32>);

async fn only_what_is_lawful<G: Rules>(
    name: &str,
    people: &[&str],
    counted: &[Counted<G::Action>],
) {
    // Every walk that is offered is tried, and each answer has its picture.
    let scene = Scene::with(Settings {
        answer_timeout: Duration::from_mins(1),
        ..Settings::default()
    })
    .await;
    let place = scene.table(name, people, "").await;
    let store = scene.store().await;
    let mut dice = Dice::new(&Seed::from_number(41), 0);
    'turns: for _ in 0..extent(8, 25) {
        // A board that is on its way would move the panel that is looked at.
        scene.all_told().await;
        let Some((seat, lawful)) = legal::<G>(&store).await else {
            break;
        };
        let who = people[seat];
        let all = scene.offered(who, &place, "/choose", "choice").await;
        let numbers: Vec<u64> = all
            .iter()
            .map(|choice| choice["value"].as_u64().unwrap())
            .collect();
        let most = u64::try_from(lawful.len().min(MOST)).unwrap();
        assert_eq!(numbers, (1..=most).collect::<Vec<_>>());
        // What comes after the first is found by its number.
        let last = lawful.len().to_string();
        let found = scene
            .offered(who, &place, &format!("/choose choice:{last}"), "choice")
            .await;
        assert!(
            found
                .iter()
                .any(|choice| as_typed(&choice["value"]) == last)
        );
        is_well_made(&all, "/choose");
        is_narrowed(&scene, who, &place, ("/choose", "choice"), &all, &mut dice).await;
        for (line, option, of) in counted {
            let offered = scene.offered(who, &place, line, option).await;
            is_well_made(&offered, line);
            let mut kinds: Vec<u32> = lawful.iter().filter_map(of).collect();
            kinds.sort_unstable();
            kinds.dedup();
            assert_eq!(
                offered.len(),
                kinds.len().min(MOST),
                "{line} {option}: {offered:?} of {lawful:?}"
            );
            is_narrowed(&scene, who, &place, (line, option), &offered, &mut dice).await;
            // Whoever is not to act is offered nothing.
            for other in people
                .iter()
                .chain(&["Chloé"])
                .filter(|other| **other != who)
            {
                assert_eq!(scene.offered(other, &place, line, option).await.len(), 0);
            }
            if !try_all(&scene, &store, who, &place, (line, option), &offered).await {
                continue 'turns;
            }
        }
        let choice = &any(&mut dice, &all)["value"];
        scene
            .says(who, &place, &format!("/choose choice:{choice}"))
            .await;
    }
    store.close().await;
    scene.end().await;
}

/// All that is offered can be done; each is taken back. False if one cannot be, and the game went on.
async fn try_all(
    scene: &Scene,
    store: &Store,
    who: &str,
    place: &str,
    (line, option): (&str, &str),
    offered: &[Value],
) -> bool {
    if !line.starts_with("/move") && !line.starts_with("/pass") {
        return true;
    }
    for choice in offered {
        let said = format!("{line} {option}:{}", as_typed(&choice["value"]));
        let before = store
            .tables()
            .find(TableId(1))
            .await
            .unwrap()
            .unwrap()
            .revision;
        let shown = scene.says(who, place, &said).await;
        let shown = scene.found(who, place, shown).await;
        let after = store
            .tables()
            .find(TableId(1))
            .await
            .unwrap()
            .unwrap()
            .revision;
        assert!(after > before, "{said} was offered: {}", shown.text());
        let Some(back) = shown.button("Undo") else {
            return false;
        };
        let taken = scene.presses_id(who, &shown.message(), &back).await;
        // It may have moved already, below the board that this brings about.
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
        scene.all_told().await;
    }
    true
}

#[test]
fn hawaii_autocomplete_offers_legal_actions_only() {
    let moves = |action: &OfHawaii| {
        if let OfHawaii::Move(place) = action {
            Some(u32::from(place.number()))
        } else {
            None
        }
    };
    let spaces = |action: &OfHawaii| {
        if let OfHawaii::Pass(space) = action {
            Some(u32::from(space.number()))
        } else {
            None
        }
    };
    let docks = |action: &OfHawaii| {
        if let OfHawaii::Sail(dock) = action {
            Some(u32::from(dock.number()))
        } else {
            None
        }
    };
    let counted: [Counted<OfHawaii>; 3] = [
        ("/move", "to", moves),
        ("/sail", "dock", docks),
        ("/pass", "space", spaces),
    ];
    evening(async move {
        only_what_is_lawful::<Hawaii>("Hawaii", &["Ana", "Ben", "Dan"], &counted).await;
    });
}

#[test]
fn haleakala_autocomplete_offers_legal_actions_only() {
    let discs = |action: &OfHaleakala| {
        if let OfHaleakala::Place { disc, .. } | OfHaleakala::Invoke { disc } = action {
            Some(u32::from(disc.number()))
        } else {
            None
        }
    };
    let counted: [Counted<OfHaleakala>; 1] = [("/place", "disc", discs)];
    evening(async move {
        only_what_is_lawful::<Haleakala>("Haleakala", &["Ana", "Ben"], &counted).await;
    });
}

#[test]
fn table_options_are_completed_one_by_one() {
    evening(async {
        let scene = Scene::begin().await;
        let offered = |typed: &'static str| scene.offered("Ana", &scene.hall, typed, "options");
        let all = offered("/table open game:Hawaii").await;
        is_well_made(&all, "options");
        assert!(
            all.iter().any(|it| it["value"] == "online")
                && all.iter().any(|it| it["value"] == "goods=open")
        );
        let narrowed = offered("/table open game:Hawaii options:online,GOODS=").await;
        let values: Vec<String> = narrowed.iter().map(|it| text(&it["value"])).collect();
        assert_eq!(values, ["online,goods=hidden", "online,goods=open"]);
        assert_eq!(
            offered("/table open game:Hawaii options:qqq").await.len(),
            0
        );
        assert!(
            offered("/table open game:Haleakala")
                .await
                .iter()
                .any(|it| it["value"] == "tactical")
        );
        // However much is typed before, nothing is offered that would be cut off.
        let long = format!(
            "/table open game:Hawaii options:{}",
            "goods=open,".repeat(30)
        );
        let offered = scene.offered("Ana", &scene.hall, &long, "options").await;
        is_well_made(&offered, "many options");
        scene.end().await;
    });
}

/// A board of Hawaii that is always the same, on which whoever is to act has forty shells and so many feet; who that is, and
/// where.
async fn a_known_board(feet: u16) -> (Scene, &'static str, String) {
    let mut scene = Scene::without_bot_in_a_file(Settings::default()).await;
    scene.pictures_within = Duration::ZERO;
    scene.bot_comes().await;
    let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
    let (store, mut intruder) = (scene.store().await, scene.intruder().await);
    let real: Hawaii = game(&store).await;
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
    put(&mut intruder, &Hawaii::restore(&printed, state).unwrap()).await;
    (scene, if seat.number() == 1 { "Ana" } else { "Ben" }, place)
}

/// What can be chosen in the menus that are called this: the id of the menu, what is chosen, what is read.
fn choices(shown: &Shown, called: &str) -> Vec<[String; 3]> {
    let menus = shown.components().into_iter();
    let menus = menus.filter(|it| {
        it["placeholder"]
            .as_str()
            .is_some_and(|name| name.starts_with(called))
    });
    let options = |menu: Value| {
        let options = menu["options"].as_array().unwrap().clone().into_iter();
        options.map(move |it| [&menu["custom_id"], &it["value"], &it["label"]].map(text))
    };
    menus.flat_map(options).collect()
}

#[test]
fn autocomplete_names_everything_on_a_known_board() {
    evening(async {
        let (scene, who, place) = a_known_board(40).await;
        let offered = async |line: &str, option: &str| -> Vec<String> {
            scene
                .offered(who, &place, line, option)
                .await
                .iter()
                .map(|it| as_typed(&it["value"]))
                .collect()
        };
        assert_eq!(offered("/pass", "space").await, ["1", "2"]);
        assert_eq!(offered("/sail", "dock").await, ["1", "2", "3", "4"]);
        let panel = scene.says(who, &place, "/turn").await;
        let wares = choices(&panel, &scene.said("chat-menu-walk"));
        assert!(
            wares.len() > 10 && wares.iter().all(|[_, _, label]| label.contains("token ")),
            "{wares:?}"
        );
        let shore = choices(&panel, &scene.said("chat-menu-beach"));
        let wait = scene.said("chat-kind-wait");
        assert!(
            shore.iter().any(|[_, _, label]| label.ends_with(&wait)),
            "{shore:?}"
        );
        for dock in 1..=4 {
            let sail = format!("Dock {dock}: ");
            assert!(
                shore.iter().any(|[_, _, label]| label.contains(&sail)),
                "{sail}: {shore:?}"
            );
        }
        let [menu, hut, _] = wares
            .iter()
            .find(|[_, _, label]| label.contains("shell hut"))
            .unwrap();
        let chosen = scene.chooses_in(who, &panel, menu, hut).await;
        let villages = choices(&chosen, &scene.said("chat-change-village"));
        assert_eq!(
            villages
                .iter()
                .map(|[_, _, label]| label)
                .collect::<Vec<_>>(),
            ["Village 2"]
        );
        let walks = scene.offered(who, &place, "/move", "to").await;
        let walk = walks
            .iter()
            .find(|walk| label(walk).contains("shell hut"))
            .unwrap();
        scene
            .says(
                who,
                &place,
                &format!("/move to:{}", as_typed(&walk["value"])),
            )
            .await;
        let mut wares = offered("/buy", "what").await;
        wares.sort_unstable();
        assert_eq!(wares, ["foot-hut", "shell-hut"]);
        assert_eq!(offered("/buy what:shell-hut", "price").await, ["4", "4s"]);
        scene.end().await;
    });
}

#[test]
fn unaffordable_purchase_says_what_is_missing() {
    evening(async {
        let (scene, who, place) = a_known_board(1).await;
        let panel = scene.says(who, &place, "/turn").await;
        let near = choices(&panel, &scene.said("chat-menu-walk"));
        let far = panel
            .text()
            .lines()
            .find(|line| line.contains(" short"))
            .unwrap_or_default();
        for lack in ["1 foot short", "2 feet short"] {
            assert!(!near.is_empty() && far.contains(lack), "{}", panel.text());
        }
        scene.end().await;
        // Also where hardly anything is left, and a few buttons are all there is.
        let (scene, who, place) = a_known_board(0).await;
        let panel = scene.says(who, &place, "/turn").await;
        assert!(panel.menus().is_empty(), "{panel:?}");
        for lack in ["1 foot short", "4 feet short", "at dock 4: 3 feet short"] {
            assert!(panel.text().contains(lack), "{}", panel.text());
        }
        scene.end().await;
    });
}

#[test]
fn autocomplete_offers_every_shaman_step() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let (who, board) = scene.next(&place, None).await;
        let who = who.unwrap();
        let panel = scene
            .presses(&who, &board, &scene.said("chat-button-turn"))
            .await;
        let asked = scene.said("play-turn");
        assert_eq!(
            panel.text().lines().last(),
            Some(asked.as_str()),
            "what everybody has lies open"
        );
        let placed = choices(&panel, &scene.said("chat-menu-place"));
        let letters: BTreeSet<&str> = placed
            .iter()
            .filter_map(|[_, _, it]| it.split(" · ").next())
            .collect();
        assert_eq!(
            letters.into_iter().collect::<String>(),
            "ABCDEF",
            "a letter for each beach: {placed:?}"
        );
        let store = scene.store().await;
        let boat = game::<Haleakala>(&store).await.state().boat;
        let discs = legal::<Haleakala>(&store).await.unwrap().1;
        let aside = |action: OfHaleakala| {
            let OfHaleakala::Place { disc, at } = action else {
                return None;
            };
            (at != boat).then(|| (disc.number(), at.number()))
        };
        let (disc, beach) = discs.into_iter().find_map(aside).unwrap();
        scene
            .says(&who, &place, &format!("/place disc:{disc} beach:{beach}"))
            .await;
        let lawful = legal::<Haleakala>(&store).await.unwrap().1;
        let offered = scene.offered(&who, &place, "/move", "to").await;
        is_well_made(&offered, "/move");
        assert_eq!(
            offered.len(),
            lawful.len().min(MOST),
            "{offered:?} of {lawful:?}"
        );
        assert!(
            lawful.len() > 1 && offered.iter().any(|it| it["value"] == "stay"),
            "{offered:?}"
        );
        store.close().await;
        scene.end().await;
    });
}

/// What somebody types themselves may be what is usual, said otherwise.
#[test]
fn suggestions_are_distinct() {
    evening(async {
        let scene = Scene::begin().await;
        let hall = scene.hall.clone();
        for (line, option, typed) in [
            ("/table open game:Hawaii", "pace", "24"),
            ("/table open game:Hawaii", "pace", "3 d"),
            ("/remind", "every", "7 d"),
            ("/remind", "quiet", "23-7"),
            ("/remind", "quiet", "21:30-6:30"),
        ] {
            let offered = scene
                .offered(
                    "Ana",
                    &hall,
                    &format!("{line} {option}:\"{typed}\""),
                    option,
                )
                .await;
            assert!(!offered.is_empty(), "{line} {option}:{typed}");
            is_well_made(&offered, &format!("{line} {option}:{typed}"));
        }
        scene.end().await;
    });
}
