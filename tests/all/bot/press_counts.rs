//! The number of presses for a turn in the panel, and of clicks on the board. Policies choose turns
//! without knowing either; then each is looked for by a player who knows both. A panel is opened
//! once; then it follows the board. Opening the board does not count. Confirming a turn counts, too.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use lanai_ai::{Budget, Evaluate, Greedy, Observation, Policy as _};
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::state::Step;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::pieces::{Good, Goods, Tile};
use lanai_rules::{Rules, Seat, Seats, Status, Title, haleakala, hawaii};

use super::hidden_information::{load_game, store_game};
use super::{Scene, Shown, run_test};
use crate::board::{Visit, picks_of, possible_choices};
use lanai_testing::outside::test_size;
use serde_json::Value;
use sqlx::SqliteConnection;

/// The seed from which the games are set up.
const SEED: u64 = 16;
/// The number of turns, and the presses or clicks they may take: on average, and for all but a
/// tenth.
const TURNS: usize = 70;
/// In Haleakala, a disc, its beach and often a site for the shaman are chosen.
const MAX_MEAN_OF_HAWAII: f64 = 3.0;
const MAX_MEAN_OF_HALEAKALA: f64 = 3.4;
const MAX_OF_NINE_TENTHS: usize = 4;
/// One turn in this many is random instead of chosen by a policy.
const RANDOM_TURN_RATE: u32 = 4;

/// A game whose choices are looked for in the panel.
trait PanelGame: Evaluate {
    /// Returns how ids of buttons and menus name an action. Posted names never change.
    fn id_keys(action: &Self::Action) -> Vec<String>;

    /// Returns the kind of a turn by its first action.
    fn turn_kind(action: &Self::Action) -> &'static str;

    /// Returns a text that the panel must show before a turn, if one is required.
    fn required_text(_game: &Self, _seat: Seat, _turn: &[Self::Action]) -> Option<&'static str> {
        None
    }
}

impl PanelGame for Hawaii {
    fn id_keys(action: &hawaii::action::Action) -> Vec<String> {
        use hawaii::action::Action;
        let goods = |item: Goods| {
            format!(
                "{}-{}-{}",
                item[Good::Shell],
                item[Good::Foot],
                item[Good::Fruit]
            )
        };
        let all: Vec<String> = match *action {
            Action::Move(thread) => vec!["m".into(), thread.number().to_string()],
            Action::Fish(catch) => vec!["f".into(), catch.0.map(|item| item.to_string()).join("-")],
            Action::Sail(dock) => vec!["s".into(), dock.number().to_string()],
            Action::Wait => vec!["w".into()],
            Action::Pass(space) => vec!["l".into(), space.number().to_string()],
            Action::Buy { tile, price, level } => {
                let spears = if price.spears { "s" } else { "" };
                vec![
                    tile.name().into(),
                    format!("{}{spears}", price.worth),
                    level.times().to_string(),
                ]
            }
            Action::Pay(item) => vec![format!("p{}", goods(item))],
            Action::Launch(item) => vec![format!("b{}-{}-{}", item.fishing, item.one, item.two)],
            Action::Pick(fruit) => vec![format!("f{}", Tile::fruit(fruit).name())],
            Action::Build(row) => vec![format!("v{}", row.number())],
            Action::TakeFrom(stack) => vec![format!("g{}", stack.number())],
            Action::Offer(item) => vec![format!("k{}", goods(item))],
            Action::Decline => vec!["k".into()],
            Action::Harvest(good) => vec![format!("h{}", goods(Goods::of(good, 1)))],
        };
        all
    }

    fn turn_kind(action: &hawaii::action::Action) -> &'static str {
        use hawaii::action::Action;
        match action {
            Action::Move(_) => "walk and buy",
            Action::Fish(_) => "fish",
            Action::Sail(_) => "sail",
            Action::Wait => "wait",
            Action::Pass(_) => "leave the round",
            Action::Buy { .. }
            | Action::Pay(_)
            | Action::Launch(_)
            | Action::Pick(_)
            | Action::Build(_)
            | Action::TakeFrom(_)
            | Action::Offer(_)
            | Action::Decline
            | Action::Harvest(_) => "go on",
        }
    }
}

impl PanelGame for Haleakala {
    fn id_keys(action: &haleakala::action::Action) -> Vec<String> {
        use haleakala::action::Action;
        use haleakala::board::{Direction, Terrain};
        match *action {
            Action::Place { disc, at } => {
                vec![
                    "p".into(),
                    disc.number().to_string(),
                    at.number().to_string(),
                ]
            }
            Action::Invoke { disc } => vec!["i".into(), disc.number().to_string()],
            Action::Take { disc } => vec!["t".into(), disc.number().to_string()],
            Action::Boat => vec!["b".into()],
            Action::Walk(site) => {
                let terrain = match site.terrain {
                    Terrain::Grassland => "g",
                    Terrain::Forest => "f",
                    Terrain::Mountain => "m",
                };
                vec![format!("w{terrain}{}", site.segment.number())]
            }
            Action::Stay => vec!["w".into()],
            Action::Choose(card) => vec![format!("c{}", card.name().replace('-', ""))],
            Action::Lava { from, direction } => {
                let way = if direction == Direction::Clockwise {
                    "c"
                } else {
                    "a"
                };
                vec![format!("v{}{way}", from.number())]
            }
            Action::LeaveLava => vec!["v".into()],
            Action::Buy(ware) => vec![format!("s{}", ware.name())],
            Action::BuyNothing => vec!["n".into()],
        }
    }

    fn turn_kind(action: &haleakala::action::Action) -> &'static str {
        use haleakala::action::Action;
        match action {
            Action::Place { .. } => "place a disc",
            Action::Invoke { .. } => "invoke",
            Action::Take { .. } => "take a disc back",
            Action::Boat => "move the boat",
            Action::Walk(_)
            | Action::Stay
            | Action::Choose(_)
            | Action::Lava { .. }
            | Action::LeaveLava
            | Action::Buy(_)
            | Action::BuyNothing => "go on",
        }
    }

    /// The panel tells who chooses first where the boat arrives.
    fn required_text(game: &Self, seat: Seat, turn: &[Self::Action]) -> Option<&'static str> {
        use haleakala::action::Event;
        let (mut game, mut events) = (game.clone(), Vec::new());
        for action in turn {
            game.play(*action, &mut events).unwrap();
        }
        let arrived = events
            .iter()
            .position(|event| matches!(event, Event::Sailed { .. }))?;
        let gets = events[arrived..].iter().find_map(|event| {
            if let Event::Received { seat, .. } = event {
                Some(*seat)
            } else {
                None
            }
        });
        let chooses = game
            .state()
            .agenda
            .last()
            .is_some_and(|task| task.step == Step::Choose);
        Some(match gets.or(game.status().to_act().filter(|_| chooses)) {
            Some(first) if first == seat => "you choose first",
            Some(_) => YIELDS,
            None => "nobody has discs there",
        })
    }
}

/// The presses or clicks of each turn, by the kind of turn.
type CountsByKind = BTreeMap<&'static str, Vec<usize>>;

/// The kind of turn that lets the other player choose first, which policies hardly ever take.
const YIELDS: &str = "chooses first";

/// Returns the actions of a policy until the turn passes on or something hidden is revealed.
fn choose_turn<G: PanelGame>(game: &G, seat: Seat, odd: bool, dice: &mut Dice) -> Vec<G::Action> {
    let (mut game, mut actions) = (game.clone(), Vec::new());
    while game.status() == Status::ToAct(seat) && (actions.is_empty() || !game.begins_turn()) {
        let legal = game.legal_actions();
        let number = if odd {
            dice.below(u32::try_from(legal.len()).unwrap()) as usize
        } else {
            Greedy.choose(
                &Observation::new(&game, seat, &legal),
                &mut Budget::per_turn(),
            )
        };
        let mut events = Vec::new();
        game.play(legal[number], &mut events).unwrap();
        actions.push(legal[number]);
        if events.iter().any(G::reveals_hidden) {
            break;
        }
    }
    actions
}

/// Returns the choices that an id contains.
fn choices_of_id(id: &str) -> Vec<String> {
    let said = id.split(':').nth(3).unwrap();
    said.split('.')
        .filter(|pick| !pick.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns the length of the common prefix.
fn common_prefix_length(one: &[String], other: &[String]) -> usize {
    one.iter()
        .zip(other)
        .take_while(|(one, other)| one == other)
        .count()
}

/// Returns the button that leads furthest towards the wanted turn.
fn find_next_press(answer: &Shown, wanted: &[String]) -> Option<String> {
    let mut best: Option<(usize, String)> = None;
    let done = answer
        .button_id("Do it")
        .map_or(0, |id| common_prefix_length(&choices_of_id(&id), wanted));
    for component in answer.components() {
        let id = component["custom_id"].as_str().unwrap().to_owned();
        if !id.starts_with("p:") {
            continue;
        }
        let so_far = common_prefix_length(&choices_of_id(&id), wanted);
        if so_far > done && best.as_ref().is_none_or(|(far, _)| so_far > *far) {
            best = Some((so_far, id));
        }
    }
    best.map(|(_, press)| press)
}

/// Chooses a whole turn in the panel; returns the number of presses and the final answer.
async fn choose_all<G: PanelGame>(
    scene: &Scene,
    game: &G,
    seat: Seat,
    who: &str,
    mut answer: Shown,
    turn: &[G::Action],
) -> (usize, Shown) {
    let wanted: Vec<String> = turn.iter().flat_map(G::id_keys).collect();
    for presses in 0..12 {
        if answer
            .button_id("Do it")
            .is_some_and(|id| choices_of_id(&id) == wanted)
        {
            G::required_text(game, seat, turn).map(|told| answer.assert_says(told));
            return (presses, answer);
        }
        let press = find_next_press(&answer, &wanted).or_else(|| answer.button_id("More"));
        let Some(id) = press else {
            panic!("no way to {wanted:?} in {answer:?}")
        };
        answer = scene.press_id(who, &answer.message_id(), &id).await;
    }
    panic!("{wanted:?} is never reached: {answer:?}");
}

/// Chooses a whole turn on the board; returns the number of clicks, and the state that shows it.
async fn choose_on_board(visit: &Visit, wanted: &[String]) -> (usize, Value) {
    let mut picks = Vec::new();
    for clicks in 0..12 {
        let state = visit.state(&picks).await;
        let step = &state["step"];
        let shown = picks_of(step);
        let confirmation = &step["confirmation"];
        if confirmation.is_object() && shown == wanted {
            return (clicks, state);
        }
        let mut offered: Vec<Vec<String>> = list_picks(step);
        for group in confirmation["groups"].as_array().into_iter().flatten() {
            offered.extend(list_picks(group));
        }
        let progress = common_prefix_length(&shown, wanted);
        picks = offered
            .into_iter()
            .max_by_key(|offered| common_prefix_length(offered, wanted))
            .filter(|furthest| common_prefix_length(furthest, wanted) > progress)
            .unwrap_or_else(|| panic!("no way from {shown:?} to {wanted:?}: {step}"));
    }
    panic!("{wanted:?} is never reached");
}

fn list_picks(step: &Value) -> Vec<Vec<String>> {
    possible_choices(step)
        .map(|choice| picks_of(&choice))
        .collect()
}

async fn count_clicks<G: PanelGame>(name: &str, max_mean: f64, people: &[&str], begin: G) {
    let mut scene = Scene::open_on_file(lanai_porch::Settings::default()).await;
    scene.pictures_within = Duration::ZERO;
    scene.serves_board = true;
    scene.start_bot().await;
    let thread = scene.start_table(name, people, "").await;
    let mut visits = Vec::new();
    for who in people {
        visits.push(scene.visit_board(who, &thread).await);
    }
    let store = scene.open_store().await;
    let mut intruder = scene.open_as_intruder().await;
    store_game(&mut intruder, &begin).await;
    store_set_up(&mut intruder, begin.status().to_act().unwrap()).await;
    let mut dice = Dice::new(&Seed::from_number(SEED), 0);
    let mut counted = CountsByKind::new();
    for number in 0..test_size(30, TURNS) {
        let mut now: G = load_game(&store).await;
        let Status::ToAct(seat) = now.status() else {
            break;
        };
        let visit = &visits[seat.index()];
        let odd = dice.below(RANDOM_TURN_RATE) == 0;
        let mut kind = None;
        let mut clicks = 0;
        loop {
            let turn = choose_turn(&now, seat, odd, &mut dice);
            kind = kind.or(turn.first().map(G::turn_kind));
            let wanted: Vec<String> = turn.iter().flat_map(G::id_keys).collect();
            let (more, chosen) = choose_on_board(visit, &wanted).await;
            let (status, answer) = visit.play(&chosen).await;
            assert_eq!(status, 200, "{answer}");
            clicks += more + 1;
            now = load_game(&store).await;
            if now.status() != Status::ToAct(seat) || now.begins_turn() {
                break;
            }
            // A reveal ended the choice early.
            assert!(clicks < 30, "turn {number} does not end");
        }
        counted.entry(kind.unwrap()).or_default().push(clicks);
    }
    report_counts(&format!("{name}, clicks"), max_mean, &counted);
    store.close().await;
    scene.end().await;
}

/// Makes the rest of the database agree with a game that was set up from the seed of these tests.
async fn store_set_up(intruder: &mut SqliteConnection, to_act: Seat) {
    let seed = serde_json::to_value(Seed::from_number(SEED)).unwrap();
    let log = sqlx::query(
        "update log_entry set action = json_set(action, '$.seed', $1) where number = 0",
    )
    .bind(seed.as_str());
    let wait = sqlx::query(
        "update wait set state = json_set(state, '$.seat', $1),
             person = (select person from seat where seat.table_id = wait.table_id and seat = $1)",
    )
    .bind(to_act.number());
    for query in [log, wait] {
        let written = query.execute(&mut *intruder).await.unwrap();
        assert_eq!(written.rows_affected(), 1);
    }
}

async fn count_presses<G: PanelGame>(name: &str, max_mean: f64, people: &[&str], begin: G) {
    let mut scene = Scene::open_on_file(lanai_porch::Settings::default()).await;
    scene.pictures_within = Duration::ZERO;
    scene.start_bot().await;
    let thread = scene.start_table(name, people, "").await;
    let store = scene.open_store().await;
    store_game(&mut scene.open_as_intruder().await, &begin).await;
    let mut dice = Dice::new(&Seed::from_number(SEED), 0);
    let (_, mut board) = scene.wait_for_turn(&thread, None).await;
    let mut opened = BTreeSet::new();
    let mut counted = CountsByKind::new();
    for number in 0..test_size(30, TURNS) {
        let mut now: G = load_game(&store).await;
        let Status::ToAct(seat) = now.status() else {
            break;
        };
        let who = people[seat.index()];
        let odd = dice.below(RANDOM_TURN_RATE) == 0;
        let mut turn = choose_turn(&now, seat, odd, &mut dice);
        let kind = G::turn_kind(&turn[0]);
        let is_open = !opened.insert(who);
        let mut presses = usize::from(!is_open);
        let mut answer = if is_open {
            scene.wait_for_panel_below(who, &thread).await
        } else {
            scene.run_command(who, &thread, "/turn").await
        };
        // Turns that only leave the round early are looked at, and not played.
        let legal = now.legal_actions();
        if let Some(other) = legal
            .into_iter()
            .find(|item| G::required_text(&now, seat, &[*item]) == Some(YIELDS))
        {
            choose_all(&scene, &now, seat, who, answer, &[other]).await;
            answer = scene.run_command(who, &thread, "/turn").await;
        }
        loop {
            let (more, chosen) = choose_all(&scene, &now, seat, who, answer, &turn).await;
            let then = scene.press_button(who, &chosen, "Do it").await;
            presses += more + 1;
            now = load_game(&store).await;
            if now.status() != Status::ToAct(seat) || now.begins_turn() {
                break;
            }
            // A reveal ended the choice early: the answer is the panel for the rest.
            (answer, turn) = (then, choose_turn(&now, seat, odd, &mut dice));
            assert!(presses < 30, "turn {number} does not end");
        }
        counted.entry(kind).or_default().push(presses);
        // A newer board would move the panel while it is pressed.
        (_, board) = scene.wait_for_turn(&thread, Some(&board)).await;
    }
    report_counts(&format!("{name}, presses"), max_mean, &counted);
    store.close().await;
    scene.end().await;
}

/// Reports the counts of each kind of turn, and asserts the bounds.
fn report_counts(name: &str, max_mean: f64, counted: &CountsByKind) {
    let figure = |number: usize| f64::from(u32::try_from(number).unwrap());
    let mean = |list: &[usize]| figure(list.iter().sum()) / figure(list.len());
    let mut all: Vec<usize> = counted.values().flatten().copied().collect();
    all.sort_unstable();
    let mut lines = vec![format!("{name}: {} turns", all.len())];
    for (kind, list) in counted {
        let (turns, most) = (list.len(), list.iter().max().unwrap());
        lines.push(format!(
            "  {kind}: {turns} turns, {:.2} on average, {most} at most",
            mean(list)
        ));
    }
    let nine_tenths = all[(all.len() - 1) * 9 / 10];
    lines.push(format!(
        "  all: {:.2} on average, nine of ten take {nine_tenths} at most",
        mean(&all)
    ));
    eprintln!("{}", lines.join("\n"));
    assert!(
        mean(&all) <= max_mean && nine_tenths <= MAX_OF_NINE_TENTHS,
        "{lines:?}"
    );
}

/// Sets up a game from the seed of these tests.
fn set_up<G: Rules>(title: Title, players: u8, options: G::Options) -> G {
    let seats = Seats::of(title, players).unwrap();
    G::setup(
        &G::printed().unwrap(),
        seats,
        options,
        Seed::from_number(SEED),
    )
    .unwrap()
}

#[test]
fn a_turn_of_hawaii_takes_three_presses_or_four() {
    let begin: Hawaii = set_up(Title::Hawaii, 3, hawaii::options::Options::default());
    run_test(count_presses(
        "Hawaii",
        MAX_MEAN_OF_HAWAII,
        &["Ana", "Ben", "Dan"],
        begin,
    ));
}

#[test]
fn a_turn_of_haleakala_takes_three_presses_or_four() {
    let begin: Haleakala = set_up(Title::Haleakala, 2, haleakala::options::Options::default());
    run_test(count_presses(
        "Haleakala",
        MAX_MEAN_OF_HALEAKALA,
        &["Ana", "Ben"],
        begin,
    ));
}

#[test]
fn a_turn_of_hawaii_takes_three_clicks_or_four() {
    let begin: Hawaii = set_up(Title::Hawaii, 3, hawaii::options::Options::default());
    run_test(count_clicks(
        "Hawaii",
        MAX_MEAN_OF_HAWAII,
        &["Ana", "Ben", "Dan"],
        begin,
    ));
}

#[test]
fn a_turn_of_haleakala_takes_three_clicks_or_four() {
    let begin: Haleakala = set_up(Title::Haleakala, 2, haleakala::options::Options::default());
    run_test(count_clicks(
        "Haleakala",
        MAX_MEAN_OF_HALEAKALA,
        &["Ana", "Ben"],
        begin,
    ));
}
