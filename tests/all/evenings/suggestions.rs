//! What is offered while somebody types: little enough for Discord, narrowed by what is typed, and lawful, all of it.

use std::time::Duration;

use lanai::porch::Settings;
use lanai::rules::chance::{Dice, Seed};
use lanai::rules::haleakala::Haleakala;
use lanai::rules::haleakala::action::Action as OfHaleakala;
use lanai::rules::hawaii::Hawaii;
use lanai::rules::hawaii::action::Action as OfHawaii;
use lanai::rules::{Rules, Status};
use lanai::store::{GameId, Store};
use serde_json::Value;

use super::{Scene, evening, people::any, text};

/// Discord's limits.
const MOST: usize = 25;
const LONGEST: usize = 100;
/// How many turns are looked at.
const TURNS: usize = 25;

/// What may be done in the only game, and who may.
async fn legal<G: Rules>(store: &Store) -> Option<(usize, Vec<G::Action>)> {
    let snapshot = store.table(GameId(1)).await.unwrap().unwrap().snapshot.unwrap();
    let game = G::restore(&G::printed().unwrap(), serde_json::from_str(&snapshot).unwrap()).unwrap();
    let Status::ToAct(seat) = game.status() else { return None };
    let mut legal = Vec::new();
    game.legal(&mut legal);
    Some((usize::from(seat.number()) - 1, legal))
}

fn as_typed(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn label(choice: &Value) -> String {
    text(&choice["name"]).to_lowercase()
}

/// Whether a list is one that Discord takes, and none stands in it twice.
fn is_well_made(offered: &[Value], of: &str) {
    assert!(offered.len() <= MOST, "{of}: {} are offered", offered.len());
    for (at, choice) in offered.iter().enumerate() {
        let letters = text(&choice["name"]).chars().count();
        assert!((1..=LONGEST).contains(&letters), "{of}: {choice}");
        assert!(
            choice["value"].is_i64() || (1..=LONGEST).contains(&as_typed(&choice["value"]).chars().count()),
            "{of}: {choice}"
        );
        assert!(!offered[..at].iter().any(|other| other["value"] == choice["value"]), "{of}: {choice} twice");
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
    let mut tried: Vec<String> = ["a", "e", "qqq", "1", "🌋", "  "].map(str::to_owned).to_vec();
    if !all.is_empty() {
        let letters: Vec<char> = text(&any(dice, all)["name"]).chars().collect();
        let from = dice.below(u32::try_from(letters.len()).unwrap()) as usize;
        tried.push(letters[from..].iter().take(3).collect::<String>().to_uppercase());
        tried.push(as_typed(&any(dice, all)["value"]));
    }
    for typed in tried {
        let wanted = typed.trim().to_lowercase();
        let fits = |choice: &&Value| {
            label(choice).contains(&wanted)
                || choice["value"].as_str().is_some_and(|it| it.to_lowercase().contains(&wanted))
        };
        let offered = scene.offered(who, place, &format!("{line} {option}:\"{typed}\""), option).await;
        is_well_made(&offered, line);
        assert!(offered.iter().all(|choice| fits(&choice)), "{line} {option}:{typed} offers {offered:?}");
        if all.len() < MOST {
            let expected: Vec<&Value> = all.iter().filter(fits).collect();
            assert_eq!(offered.iter().collect::<Vec<_>>(), expected, "{line} {option}:{typed}");
        }
    }
}

/// How many different things can be done with an option, by the list of what is lawful.
type Counted<A> = (&'static str, &'static str, fn(&A) -> Option<u32>);

async fn only_what_is_lawful<G: Rules>(name: &str, people: &[&str], counted: &[Counted<G::Action>]) {
    // Every walk that is offered is tried, and each answer has its picture.
    let scene = Scene::with(Settings { patience: Duration::from_mins(1), ..Settings::default() }).await;
    let place = scene.table(name, people, "").await;
    let store = scene.store().await;
    let mut dice = Dice::new(&Seed::from_number(41), 0);
    'turns: for _ in 0..TURNS {
        // A board that is on its way would move the panel that is looked at.
        scene.all_told().await;
        let Some((seat, lawful)) = legal::<G>(&store).await else { break };
        let who = people[seat];
        let all = scene.offered(who, &place, "/choose", "choice").await;
        let numbers: Vec<u64> = all.iter().map(|choice| choice["value"].as_u64().unwrap()).collect();
        let most = u64::try_from(lawful.len().min(MOST)).unwrap();
        assert_eq!(numbers, (1..=most).collect::<Vec<_>>());
        // What comes after the first is found by its number.
        let last = lawful.len().to_string();
        let found = scene.offered(who, &place, &format!("/choose choice:{last}"), "choice").await;
        assert!(found.iter().any(|choice| as_typed(&choice["value"]) == last));
        is_well_made(&all, "/choose");
        is_narrowed(&scene, who, &place, ("/choose", "choice"), &all, &mut dice).await;
        for (line, option, of) in counted {
            let offered = scene.offered(who, &place, line, option).await;
            is_well_made(&offered, line);
            let mut kinds: Vec<u32> = lawful.iter().filter_map(of).collect();
            kinds.sort_unstable();
            kinds.dedup();
            assert_eq!(offered.len(), kinds.len().min(MOST), "{line} {option}: {offered:?} of {lawful:?}");
            is_narrowed(&scene, who, &place, (line, option), &offered, &mut dice).await;
            // Whoever is not to act is offered nothing.
            for other in people.iter().chain(&["Chloé"]).filter(|other| **other != who) {
                assert_eq!(scene.offered(other, &place, line, option).await.len(), 0);
            }
            if !try_all(&scene, &store, who, &place, (line, option), &offered).await {
                continue 'turns;
            }
        }
        let choice = &any(&mut dice, &all)["value"];
        scene.says(who, &place, &format!("/choose choice:{choice}")).await;
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
        let before = store.table(GameId(1)).await.unwrap().unwrap().revision;
        let shown = scene.says(who, place, &said).await;
        let shown = scene.found(who, place, shown).await;
        let after = store.table(GameId(1)).await.unwrap().unwrap().revision;
        assert!(after > before, "{said} was offered: {}", shown.text());
        let Some(back) = shown.button("Undo") else { return false };
        let taken = scene.presses_id(who, &shown.message(), &back).await;
        // It may have moved already, below the board that this brings about.
        assert!(taken.is_gone() || taken.text().contains("Undone"), "{taken:?}");
        let taken = store.table(GameId(1)).await.unwrap().unwrap().revision;
        assert!(taken > after, "{said} cannot be taken back");
        scene.all_told().await;
    }
    true
}

#[test]
fn only_what_is_lawful_in_hawaii_is_offered() {
    let moves = |action: &OfHawaii| {
        if let OfHawaii::Move(place) = action { Some(u32::from(place.number())) } else { None }
    };
    let spaces = |action: &OfHawaii| {
        if let OfHawaii::Pass(space) = action { Some(u32::from(space.number())) } else { None }
    };
    let docks = |action: &OfHawaii| {
        if let OfHawaii::Sail(dock) = action { Some(u32::from(dock.number())) } else { None }
    };
    let counted: [Counted<OfHawaii>; 3] =
        [("/move", "to", moves), ("/sail", "dock", docks), ("/pass", "space", spaces)];
    evening(async move { only_what_is_lawful::<Hawaii>("Hawaii", &["Ana", "Ben", "Dan"], &counted).await });
}

#[test]
fn only_what_is_lawful_in_haleakala_is_offered() {
    let discs = |action: &OfHaleakala| {
        if let OfHaleakala::Place { disc, .. } | OfHaleakala::Invoke { disc } = action {
            Some(u32::from(disc.number()))
        } else {
            None
        }
    };
    let counted: [Counted<OfHaleakala>; 1] = [("/place", "disc", discs)];
    evening(async move { only_what_is_lawful::<Haleakala>("Haleakala", &["Ana", "Ben"], &counted).await });
}

#[test]
fn the_options_of_a_table_are_offered_one_after_another() {
    evening(async {
        let scene = Scene::begin().await;
        let offered = |typed: &'static str| scene.offered("Ana", &scene.hall, typed, "options");
        let all = offered("/table open game:Hawaii").await;
        is_well_made(&all, "options");
        assert!(
            all.iter().any(|it| it["value"] == "online") && all.iter().any(|it| it["value"] == "goods=open")
        );
        let narrowed = offered("/table open game:Hawaii options:online,GOODS=").await;
        let values: Vec<String> = narrowed.iter().map(|it| text(&it["value"])).collect();
        assert_eq!(values, ["online,goods=hidden", "online,goods=open"]);
        assert_eq!(offered("/table open game:Hawaii options:qqq").await.len(), 0);
        assert!(offered("/table open game:Haleakala").await.iter().any(|it| it["value"] == "tactical"));
        // However much is typed before, nothing is offered that would be cut off.
        let long = format!("/table open game:Hawaii options:{}", "goods=open,".repeat(30));
        let offered = scene.offered("Ana", &scene.hall, &long, "options").await;
        is_well_made(&offered, "many options");
        scene.end().await;
    });
}
