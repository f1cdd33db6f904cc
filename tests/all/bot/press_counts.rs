//! How many presses a turn takes by the panel. Turns are chosen by minds, which see nothing of what the panel offers; then
//! each is looked for in the panel, as somebody would who knows what they want. A menu and its choice are one press; to
//! open the panel and to do the turn are one each.

use std::collections::BTreeMap;
use std::time::Duration;

use lanai_ai::{Appraise, Budget, Greedy, Observation, Policy as _};
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::state::Step;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::pieces::{Good, Goods, Tile};
use lanai_rules::{Rules, Seat, Seats, Status, Title, haleakala, hawaii};

use super::hidden_information::{game, put};
use super::{Scene, Shown, evening};
use lanai_testing::outside::extent;

/// How many turns are played, and how many presses they may take: on average, and all but a tenth of them.
const TURNS: usize = 70;
const MEAN: f64 = 3.5;
const MOST_OF_NINE_TENTHS: usize = 5;
/// One in so many turns is none that a mind would choose, but any.
const ODD: u32 = 4;

/// A game whose choices are looked for.
trait Pressed: Appraise {
    /// What the ids of buttons and menus say for an action: what is posted once does not change its names.
    fn keys(action: &Self::Action) -> Vec<String>;

    /// What kind of turn it is that begins so.
    fn kind(action: &Self::Action) -> &'static str;

    /// What has to be told of a turn before it is done, if that is known here.
    fn tells(_game: &Self, _seat: Seat, _turn: &[Self::Action]) -> Option<&'static str> {
        None
    }
}

impl Pressed for Hawaii {
    fn keys(action: &hawaii::action::Action) -> Vec<String> {
        use hawaii::action::Action;
        let goods =
            |it: Goods| format!("{}-{}-{}", it[Good::Shell], it[Good::Foot], it[Good::Fruit]);
        let all: Vec<String> = match *action {
            Action::Move(place) => vec!["m".into(), place.number().to_string()],
            Action::Fish(catch) => vec!["f".into(), catch.0.map(|it| it.to_string()).join("-")],
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
            Action::Pay(it) => vec![format!("p{}", goods(it))],
            Action::Launch(it) => vec![format!("b{}-{}-{}", it.fishing, it.one, it.two)],
            Action::Pick(fruit) => vec![format!("f{}", Tile::fruit(fruit).name())],
            Action::Build(row) => vec![format!("v{}", row.number())],
            Action::TakeFrom(stack) => vec![format!("g{}", stack.number())],
            Action::Offer(it) => vec![format!("k{}", goods(it))],
            Action::Decline => vec!["k".into()],
            Action::Harvest(good) => vec![format!("h{}", goods(Goods::of(good, 1)))],
        };
        all
    }

    fn kind(action: &hawaii::action::Action) -> &'static str {
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

impl Pressed for Haleakala {
    fn keys(action: &haleakala::action::Action) -> Vec<String> {
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

    fn kind(action: &haleakala::action::Action) -> &'static str {
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

    /// Who chooses first where the boat arrives.
    fn tells(game: &Self, seat: Seat, turn: &[Self::Action]) -> Option<&'static str> {
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

/// Minds hardly ever let the other player choose first.
const YIELDS: &str = "chooses first";

/// What a mind does until the turn passes on, or something hidden is shown.
fn turn_of<G: Pressed>(game: &G, seat: Seat, odd: bool, dice: &mut Dice) -> Vec<G::Action> {
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
        if events.iter().any(G::uncovers) {
            break;
        }
    }
    actions
}

/// The choices that an id says, and those before a menu.
fn picks(id: &str) -> Vec<String> {
    let said = id.split(':').nth(3).unwrap();
    said.split('.')
        .filter(|pick| !pick.is_empty())
        .map(str::to_owned)
        .collect()
}

/// How many of the first choices are the same.
fn alike(one: &[String], other: &[String]) -> usize {
    one.iter()
        .zip(other)
        .take_while(|(one, other)| one == other)
        .count()
}

/// What is pressed next by somebody who wants just this: a menu and its option or a button, and how far it leads.
fn next_press(shown: &Shown, wanted: &[String]) -> Option<(String, Option<String>)> {
    let mut best: Option<(usize, (String, Option<String>))> = None;
    let done = shown
        .button("Do it")
        .map_or(0, |id| alike(&picks(&id), wanted));
    for component in shown.components() {
        let id = component["custom_id"].as_str().unwrap().to_owned();
        if !id.starts_with("p:") {
            continue;
        }
        let mut ways: Vec<(Vec<String>, Option<String>)> = Vec::new();
        for option in component["options"].as_array().into_iter().flatten() {
            let value = option["value"].as_str().unwrap().to_owned();
            let way = picks(&id)
                .into_iter()
                .chain(value.split('.').map(str::to_owned))
                .collect();
            ways.push((way, Some(value)));
        }
        if component["type"] == 2 {
            ways.push((picks(&id), None));
        }
        for (way, value) in ways {
            let so_far = alike(&way, wanted);
            if so_far > done && best.as_ref().is_none_or(|(far, _)| so_far > *far) {
                best = Some((so_far, (id.clone(), value)));
            }
        }
    }
    best.map(|(_, press)| press)
}

/// Chooses all of a turn in the panel, and reads what is told of it: how many presses it took, and what is shown then.
async fn choose_all<G: Pressed>(
    scene: &Scene,
    (game, seat, who): (&G, Seat, &str),
    mut shown: Shown,
    turn: &[G::Action],
) -> (usize, Shown) {
    let wanted: Vec<String> = turn.iter().flat_map(G::keys).collect();
    for presses in 0..12 {
        if shown.button("Do it").is_some_and(|id| picks(&id) == wanted) {
            G::tells(game, seat, turn).map(|told| shown.says(told));
            return (presses, shown);
        }
        let more = || shown.button("More").map(|id| (id, None));
        let press = next_press(&shown, &wanted).or_else(more);
        let Some((id, value)) = press else {
            panic!("no way to {wanted:?} in {shown:?}")
        };
        shown = match value {
            Some(value) => scene.chooses_in(who, &shown, &id, &value).await,
            None => scene.presses_id(who, &shown.message(), &id).await,
        };
    }
    panic!("{wanted:?} is never reached: {shown:?}");
}

async fn presses_of<G: Pressed>(name: &str, people: &[&str], begin: G) {
    let mut scene = Scene::without_bot_in_a_file(lanai_porch::Settings::default()).await;
    scene.pictures_within = Duration::ZERO;
    scene.bot_comes().await;
    let place = scene.table(name, people, "").await;
    let store = scene.store().await;
    put(&mut scene.intruder().await, &begin).await;
    let mut dice = Dice::new(&Seed::from_number(16), 0);
    let (_, mut board) = scene.next(&place, None).await;
    let mut counted: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
    for number in 0..extent(30, TURNS) {
        let mut now: G = game(&store).await;
        let Status::ToAct(seat) = now.status() else {
            break;
        };
        let who = people[seat.index()];
        let odd = dice.below(ODD) == 0;
        let mut turn = turn_of(&now, seat, odd, &mut dice);
        let kind = G::kind(&turn[0]);
        let mut presses = 1;
        let mut shown = scene.says(who, &place, "/turn").await;
        // What nobody would do is looked at, and not done.
        let legal = now.legal_actions();
        if let Some(other) = legal
            .into_iter()
            .find(|it| G::tells(&now, seat, &[*it]) == Some(YIELDS))
        {
            choose_all(&scene, (&now, seat, who), shown, &[other]).await;
            shown = scene.says(who, &place, "/turn").await;
        }
        loop {
            let (more, chosen) = choose_all(&scene, (&now, seat, who), shown, &turn).await;
            let then = scene.presses(who, &chosen, "Do it").await;
            presses += more + 1;
            now = game(&store).await;
            if now.status() != Status::ToAct(seat) || now.begins_turn() {
                break;
            }
            // Something hidden was shown in the middle of it: the answer is the panel for the rest.
            (shown, turn) = (then, turn_of(&now, seat, odd, &mut dice));
            assert!(presses < 30, "turn {number} does not end");
        }
        counted.entry(kind).or_default().push(presses);
        // A panel moves below a board that comes while one presses: whoever is next waits for it.
        (_, board) = scene.next(&place, Some(&board)).await;
    }
    report(name, &counted);
    store.close().await;
    scene.end().await;
}

/// Tells how many presses each kind of turn took, and holds them against the bounds.
fn report(name: &str, counted: &BTreeMap<&'static str, Vec<usize>>) {
    let figure = |number: usize| f64::from(u32::try_from(number).unwrap());
    let mean = |list: &[usize]| figure(list.iter().sum()) / figure(list.len());
    let mut all: Vec<usize> = counted.values().flatten().copied().collect();
    all.sort_unstable();
    let mut lines = vec![format!("{name}: {} turns", all.len())];
    for (kind, list) in counted {
        let (turns, most) = (list.len(), list.iter().max().unwrap());
        lines.push(format!(
            "  {kind}: {turns} turns, {:.2} presses on average, {most} at most",
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
        mean(&all) <= MEAN && nine_tenths <= MOST_OF_NINE_TENTHS,
        "{lines:?}"
    );
}

#[test]
fn a_turn_of_hawaii_takes_three_presses_or_four() {
    let seats = Seats::of(Title::Hawaii, 3).unwrap();
    let begin = Hawaii::setup(
        &Hawaii::printed().unwrap(),
        seats,
        hawaii::options::Options::default(),
        Seed::from_number(16),
    )
    .unwrap();
    evening(presses_of("Hawaii", &["Ana", "Ben", "Dan"], begin));
}

#[test]
fn a_turn_of_haleakala_takes_three_presses_or_four() {
    let seats = Seats::of(Title::Haleakala, 2).unwrap();
    let printed = Haleakala::printed().unwrap();
    let begin = Haleakala::setup(
        &printed,
        seats,
        haleakala::options::Options::default(),
        Seed::from_number(16),
    )
    .unwrap();
    evening(presses_of("Haleakala", &["Ana", "Ben"], begin));
}
