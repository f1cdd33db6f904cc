//! The rules of Hawaii in short: topics, their figures, and what each tile does.

use super::{Fill, Phrasebook};
use crate::{Figures, TellRules};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::Action;
use lanai_rules::hawaii::island::{Dock, Place};
use lanai_rules::hawaii::pieces::{Fruit, God, Good, Goods, Hut, Level, Tile, VillageTile};
use lanai_rules::hawaii::printed::{Gift, Wares};
use lanai_rules::hawaii::view::View;

/// All four fruit tiles are one topic.
const FRUITS: &str = "fruit-tiles";

impl TellRules for Hawaii {
    const TOPICS: [&'static [&'static str]; 2] = [
        &[
            "aim", "turn", "walk", "buy", "sides", "payment", "fish", "islands", "order", "people",
            "income", "villages", "end", "signs",
        ],
        &[
            "shell-hut",
            "foot-hut",
            "spear-hut",
            "exchange-hut",
            "long-hut",
            FRUITS,
            "irrigation",
            "surfer",
            "hula",
            "boat",
            "kahuna",
            "tiki",
            "ku",
            "kane",
            "pele",
            "lono",
            "laka",
            "kanaloa",
        ],
    ];

    const SHEET: [&'static [&'static str]; 3] = [
        &["walk", "sides", "fish", "islands", "leave"],
        &["sum", "people", "income", "rounds"],
        &["tiki", "kahuna", "hula", "irrigation", "gods"],
    ];

    fn figures(phrasebook: &Phrasebook<'_>) -> Figures {
        let sheet = &phrasebook.printed.sheet;
        let effects = phrasebook.printed.effects();
        let start = Goods {
            shells: sheet.start.shells,
            feet: sheet.start.feet,
            fruits: 0,
        };
        let worths = || sheet.token.iter().map(|kind| kind.worth);
        let list = |figures: &[u8]| {
            figures
                .iter()
                .map(u8::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let columns = &sheet.realm.tikis.columns;
        let figures: [(&str, Fill<'static>); 14] = [
            ("start", phrasebook.goods(start).into()),
            ("rounds", sheet.round.len().into()),
            (
                "beach",
                sheet
                    .layout
                    .rows
                    .first()
                    .copied()
                    .unwrap_or_default()
                    .into(),
            ),
            ("least", worths().min().unwrap_or_default().into()),
            ("most", worths().max().unwrap_or_default().into()),
            (
                "bonus",
                phrasebook
                    .points(sheet.last_round.first_space.into())
                    .into(),
            ),
            ("fishing", effects.fishing_boat.into()),
            ("room", effects.boat.into()),
            ("kahunas", list(&sheet.realm.kahunas.points).into()),
            (
                "columns",
                list(&columns[..columns.len().saturating_sub(1)]).into(),
            ),
            ("last", columns.last().copied().unwrap_or_default().into()),
            ("irrigated", list(&effects.irrigation_points[1..]).into()),
            ("kane", effects.kane_tiki.into()),
            ("gods", phrasebook.printed.supply(Tile::god(God::Ku)).into()),
        ];
        figures
            .map(|(name, figure)| (name.to_owned(), figure))
            .to_vec()
    }

    fn piece_named(phrasebook: &Phrasebook<'_>, topic: &str) -> Option<String> {
        Tile::all()
            .find(|tile| tile.name() == topic)
            .map(|tile| phrasebook.tile(tile))
    }

    fn list(phrasebook: &Phrasebook<'_>, topic: &str) -> Vec<String> {
        match topic {
            "fish" => fish_and_numbers(phrasebook),
            "islands" => Dock::all()
                .map(|dock| dock_line(phrasebook, dock))
                .collect(),
            "people" => (1..=5).map(|round| round_line(phrasebook, round)).collect(),
            "income" => (1..=5)
                .filter_map(|round| income_line(phrasebook, round))
                .collect(),
            FRUITS => {
                let called = phrasebook.say("topic-hawaii-fruit-tile", &[]);
                let sides = describe_sides(phrasebook, Tile::fruit(Fruit::Breadfruit), &called);
                [
                    sides,
                    describe_stock(phrasebook, &Fruit::ALL.map(Tile::fruit)),
                ]
                .concat()
            }
            _ => {
                let tile = Tile::all().find(|tile| tile.name() == topic);
                let told = |tile: Tile| {
                    [
                        describe_sides(phrasebook, tile, &phrasebook.tile(tile)),
                        describe_stock(phrasebook, &[tile]),
                    ]
                    .concat()
                };
                tile.map(told).unwrap_or_default()
            }
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all others are about no tile"
    )]
    fn meaning(phrasebook: &Phrasebook<'_>, view: &View, action: &Action) -> Option<String> {
        match *action {
            Action::Buy { tile, level, .. } => Some(describe_effect(phrasebook, tile, level)),
            Action::Pick(fruit) => {
                Some(describe_effect(phrasebook, Tile::fruit(fruit), Level::Two))
            }
            Action::Sail(dock) => {
                let tile = match view.docks.iter().find(|it| it.dock == dock)?.gift? {
                    Gift::Hut(hut) => Tile::hut(hut),
                    Gift::Hula => VillageTile::Hula.into(),
                    Gift::Surfer => VillageTile::Surfer.into(),
                    Gift::FruitTile => Tile::fruit(Fruit::Breadfruit),
                    Gift::Points(_) | Gift::Fruits(_) | Gift::Kahunas(_) | Gift::Tikis(_) => {
                        return None;
                    }
                };
                Some(describe_effect(phrasebook, tile, Level::Two))
            }
            _ => None,
        }
    }
}

/// Returns what a tile does on one of its sides, in one line.
pub fn describe_effect(phrasebook: &Phrasebook<'_>, tile: Tile, level: Level) -> String {
    let effects = phrasebook.printed.effects();
    let goods = |good: Good, amount: u8| {
        (
            "goods",
            Fill::from(phrasebook.goods(Goods::of(good, amount.into()))),
        )
    };
    let points = |points: u8| ("points", Fill::from(phrasebook.points(points.into())));
    let number = |number: u8| ("n", Fill::from(number));
    let say = |name: &str, fill: &[(&str, Fill<'_>)]| phrasebook.say(&format!("does-{name}"), fill);
    let two = level == Level::Two;
    match tile {
        Tile::Village(VillageTile::Hut(Hut::Shell)) => {
            say("income", &[goods(Good::Shell, effects.shell_hut.at(level))])
        }
        Tile::Village(VillageTile::Hut(Hut::Foot)) => {
            say("income", &[goods(Good::Foot, effects.foot_hut.at(level))])
        }
        Tile::Village(VillageTile::Fruit(_)) => {
            say("income", &[goods(Good::Fruit, effects.fruit.at(level))])
        }
        Tile::Village(VillageTile::Hut(Hut::Spear)) => {
            say("spears", &[points(effects.spear_hut.at(level))])
        }
        Tile::Village(VillageTile::Hut(Hut::Exchange)) => {
            say("exchange", &[number(effects.exchange_hut.at(level))])
        }
        Tile::Village(VillageTile::Hut(Hut::Long)) if two => {
            say("long-hut-two", &[points(effects.long_hut.two)])
        }
        Tile::Village(VillageTile::Hut(Hut::Long)) => say("long-hut", &[]),
        Tile::Village(VillageTile::Irrigation) => {
            let list = effects.irrigation_points[1..]
                .iter()
                .map(u8::to_string)
                .collect::<Vec<_>>();
            let name = if two { "irrigation-two" } else { "irrigation" };
            say(
                name,
                &[
                    ("points", list.join(", ").into()),
                    number(effects.irrigation.two),
                ],
            )
        }
        Tile::Village(VillageTile::Surfer) => say("surfer", &[number(effects.surfer.at(level))]),
        Tile::Village(VillageTile::Hula) => say("hula", &[points(effects.hula.at(level))]),
        Tile::Village(VillageTile::God(god)) => describe_god(phrasebook, god, level),
        Tile::Boat => {
            let name = if two { "boat-two" } else { "boat" };
            say(
                name,
                &[
                    number(effects.boat),
                    ("feet", effects.boat_feet.at(level).into()),
                ],
            )
        }
        Tile::Kahuna => say("kahuna", &[]),
        Tile::Tiki => say("tiki", &[]),
    }
}

fn describe_god(phrasebook: &Phrasebook<'_>, god: God, level: Level) -> String {
    let effects = phrasebook.printed.effects();
    let goods = |good: Good, amount: u8| {
        (
            "goods",
            Fill::from(phrasebook.goods(Goods::of(good, amount.into()))),
        )
    };
    let points = |points: u8| ("points", Fill::from(phrasebook.points(points.into())));
    let fill = match god {
        God::Ku => vec![
            points(effects.ku.at(level)),
            goods(Good::Foot, effects.ku_feet.at(level)),
        ],
        God::Kane => vec![
            goods(Good::Shell, effects.kane.at(level)),
            ("n", effects.kane_tiki.into()),
        ],
        God::Pele => vec![goods(Good::Foot, effects.pele.at(level))],
        God::Lono => vec![points(effects.lono.at(level))],
        God::Laka => vec![points(effects.laka.at(level))],
        God::Kanaloa => vec![points(effects.kanaloa.at(level))],
    };
    phrasebook.say(&format!("does-{}", Tile::god(god).name()), &fill)
}

fn describe_sides(phrasebook: &Phrasebook<'_>, tile: Tile, called: &str) -> Vec<String> {
    let line = |name: &str, level: Level| {
        let fill = [
            ("tile", Fill::from(called)),
            ("does", describe_effect(phrasebook, tile, level).into()),
        ];
        phrasebook.say(name, &fill)
    };
    match tile {
        Tile::Kahuna | Tile::Tiki => vec![line("topic-does", Level::One)],
        Tile::Village(_) | Tile::Boat => {
            vec![
                line("topic-does-one", Level::One),
                line("topic-does-two", Level::Two),
            ]
        }
    }
}

fn describe_stock(phrasebook: &Phrasebook<'_>, tiles: &[Tile]) -> Vec<String> {
    let at = |place: Place| {
        let here: Vec<Tile> = tiles
            .iter()
            .copied()
            .filter(|tile| phrasebook.printed.home(*tile) == Some(place))
            .collect();
        let number: u8 = here
            .iter()
            .map(|tile| phrasebook.printed.supply(*tile))
            .sum();
        let gods = *phrasebook.printed.wares(place) == Wares::Gods;
        let fill = [
            ("place", Fill::from(phrasebook.place(place))),
            ("n", number.into()),
            ("gods", if gods { "yes" } else { "no" }.into()),
        ];
        (!here.is_empty()).then(|| phrasebook.say("topic-hawaii-sold", &fill))
    };
    Place::all().filter_map(at).collect()
}

fn fish_and_numbers(phrasebook: &Phrasebook<'_>) -> Vec<String> {
    let line = |fish: u8| {
        let kinds = phrasebook
            .printed
            .sheet
            .token
            .iter()
            .filter(|kind| kind.back.fish == fish);
        let numbers: Vec<String> = kinds.map(|kind| kind.worth.to_string()).collect();
        let fill = [
            ("fish", Fill::from(fish)),
            ("numbers", phrasebook.words.either(&numbers).into()),
        ];
        (!numbers.is_empty()).then(|| phrasebook.say("topic-hawaii-fish-line", &fill))
    };
    (1..=3).filter_map(line).collect()
}

fn dock_line(phrasebook: &Phrasebook<'_>, dock: Dock) -> String {
    let card = phrasebook.printed.dock(dock);
    let fill = [
        ("dock", dock.number().into()),
        (
            "feet",
            phrasebook
                .goods(Goods::of(Good::Foot, card.feet.into()))
                .into(),
        ),
        ("points", phrasebook.points(card.points.into()).into()),
    ];
    phrasebook.say("topic-hawaii-dock-line", &fill)
}

fn round_line(phrasebook: &Phrasebook<'_>, round: u8) -> String {
    let indicator = phrasebook.printed.round(round);
    let fill = [
        ("round", round.into()),
        ("sum", indicator.threshold.sum.into()),
        ("first", indicator.points.first.into()),
        ("second", indicator.points.second.into()),
        ("others", indicator.points.others.into()),
    ];
    phrasebook.say("topic-hawaii-round-line", &fill)
}

fn income_line(phrasebook: &Phrasebook<'_>, round: u8) -> Option<String> {
    let income = phrasebook.printed.round(round).income.as_ref()?;
    let goods = Goods {
        shells: income.shells,
        feet: income.feet,
        fruits: 0,
    };
    let fill = [
        ("round", round.into()),
        ("goods", phrasebook.goods(goods).into()),
    ];
    Some(phrasebook.say("topic-hawaii-income-line", &fill))
}
