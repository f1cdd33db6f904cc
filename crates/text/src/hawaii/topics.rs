//! The rules of Hawaii in short: topics, the printed figures in them, and the effect of each tile.

use super::{Fill, Phrasebook};
use crate::{Figures, TellRules, key};
use lanai_rules::figures::Sourced;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::Action;
use lanai_rules::hawaii::island::{Dock, Place};
use lanai_rules::hawaii::pieces::{Fruit, God, Good, Goods, Hut, Level, Tile, VillageTile};
use lanai_rules::hawaii::printed::{Gift, Printed, Wares};
use lanai_rules::hawaii::view::View;

/// The topic that covers all four fruit tiles.
const FRUITS: &str = "fruit-tiles";

impl TellRules for Hawaii {
    const TOPICS: [&'static [&'static str]; 2] = [
        &[
            "aim", "setup", "turn", "walk", "buy", "sides", "payment", "fish", "islands", "order",
            "people", "income", "villages", "end", "signs",
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

    fn printed_figures(phrasebook: &Phrasebook<'_>) -> Figures {
        let sheet = &phrasebook.printed.sheet;
        let effects = phrasebook.printed.effects();
        let start = Goods {
            shells: sheet.start.shells,
            feet: sheet.start.feet,
            fruits: 0,
        };
        let worths = sheet.token.iter().map(|kind| kind.worth);
        let columns = &sheet.realm.tikis.columns;
        let figures: [(&str, Fill<'static>); 15] = [
            ("start", phrasebook.goods(start).into()),
            (
                "start_fruits",
                number_list(&sheet.start.fruits_by_order).into(),
            ),
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
            ("least", worths.clone().min().unwrap_or_default().into()),
            ("most", worths.max().unwrap_or_default().into()),
            (
                "bonus",
                phrasebook
                    .points(sheet.last_round.first_space.into())
                    .into(),
            ),
            ("fishing", effects.fishing_boat.into()),
            ("room", effects.boat.into()),
            ("kahunas", number_list(&sheet.realm.kahunas.points).into()),
            (
                "columns",
                number_list(&columns[..columns.len().saturating_sub(1)]).into(),
            ),
            ("last", columns.last().copied().unwrap_or_default().into()),
            (
                "irrigated",
                number_list(&effects.irrigation_points[1..]).into(),
            ),
            ("kane", effects.kane_tiki.into()),
            (
                "gods",
                phrasebook.printed.tile_count(Tile::god(God::Ku)).into(),
            ),
        ];
        figures
            .map(|(name, figure)| (name.to_owned(), figure))
            .to_vec()
    }

    fn topic_piece_name(phrasebook: &Phrasebook<'_>, topic: &str) -> Option<String> {
        Tile::all()
            .find(|tile| tile.name() == topic)
            .map(|tile| phrasebook.tile(tile))
    }

    fn has_reconstructed_figures(printed: &Printed, topic: &str) -> bool {
        let sheet = &printed.sheet;
        match topic {
            "walk" => sheet.layout.is_reconstructed(),
            "fish" => sheet
                .token
                .iter()
                .any(|token| token.number.is_reconstructed() || token.back.is_reconstructed()),
            "people" => sheet
                .round
                .iter()
                .any(|round| round.threshold.is_reconstructed() || round.points.is_reconstructed()),
            "income" => sheet
                .round
                .iter()
                .filter_map(|round| round.income.as_ref())
                .any(Sourced::is_reconstructed),
            "islands" => sheet.dock.iter().any(Sourced::is_reconstructed),
            "kahuna" => sheet.realm.kahunas.is_reconstructed(),
            "end" | "tiki" => sheet.realm.tikis.is_reconstructed(),
            _ => false,
        }
    }

    fn topic_lines(phrasebook: &Phrasebook<'_>, topic: &str) -> Vec<String> {
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
                let tile_name = phrasebook.say(key::TOPIC_HAWAII_FRUIT_TILE, &[]);
                let sides = describe_sides(phrasebook, Tile::fruit(Fruit::Breadfruit), &tile_name);
                [
                    sides,
                    describe_stock(phrasebook, &Fruit::ALL.map(Tile::fruit)),
                ]
                .concat()
            }
            _ => match Tile::all().find(|tile| tile.name() == topic) {
                Some(tile) => [
                    describe_sides(phrasebook, tile, &phrasebook.tile(tile)),
                    describe_stock(phrasebook, &[tile]),
                ]
                .concat(),
                None => Vec::new(),
            },
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all others are about no tile"
    )]
    fn describe_action_effect(
        phrasebook: &Phrasebook<'_>,
        view: &View,
        action: &Action,
    ) -> Option<String> {
        match *action {
            Action::Buy { tile, level, .. } => Some(describe_effect(phrasebook, tile, level)),
            Action::Pick(fruit) => {
                Some(describe_effect(phrasebook, Tile::fruit(fruit), Level::Two))
            }
            Action::Sail(dock) => {
                let tile = match view.docks.iter().find(|view| view.dock == dock)?.gift? {
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

/// Returns one line about what a tile does on one of its sides.
pub fn describe_effect(phrasebook: &Phrasebook<'_>, tile: Tile, level: Level) -> String {
    let effects = phrasebook.printed.effects();

    let two = level == Level::Two;
    match tile {
        Tile::Village(VillageTile::Hut(Hut::Shell)) => phrasebook.say(
            key::DOES_INCOME,
            &[goods_fill(
                phrasebook,
                Good::Shell,
                effects.shell_hut.at(level),
            )],
        ),
        Tile::Village(VillageTile::Hut(Hut::Foot)) => phrasebook.say(
            key::DOES_INCOME,
            &[goods_fill(
                phrasebook,
                Good::Foot,
                effects.foot_hut.at(level),
            )],
        ),
        Tile::Village(VillageTile::Fruit(_)) => phrasebook.say(
            key::DOES_INCOME,
            &[goods_fill(phrasebook, Good::Fruit, effects.fruit.at(level))],
        ),
        Tile::Village(VillageTile::Hut(Hut::Spear)) => phrasebook.say(
            key::DOES_SPEARS,
            &[points_fill(phrasebook, effects.spear_hut.at(level))],
        ),
        Tile::Village(VillageTile::Hut(Hut::Exchange)) => phrasebook.say(
            key::DOES_EXCHANGE,
            &[("n", effects.exchange_hut.at(level).into())],
        ),
        Tile::Village(VillageTile::Hut(Hut::Long)) if two => phrasebook.say(
            key::DOES_LONG_HUT_TWO,
            &[points_fill(phrasebook, effects.long_hut.two)],
        ),
        Tile::Village(VillageTile::Hut(Hut::Long)) => phrasebook.say(key::DOES_LONG_HUT, &[]),
        Tile::Village(VillageTile::Irrigation) => {
            let key = if two {
                key::DOES_IRRIGATION_TWO
            } else {
                key::DOES_IRRIGATION
            };
            let fill = [
                (
                    "points",
                    number_list(&effects.irrigation_points[1..]).into(),
                ),
                ("n", effects.irrigation.two.into()),
            ];
            phrasebook.say(key, &fill)
        }
        Tile::Village(VillageTile::Surfer) => {
            phrasebook.say(key::DOES_SURFER, &[("n", effects.surfer.at(level).into())])
        }
        Tile::Village(VillageTile::Hula) => phrasebook.say(
            key::DOES_HULA,
            &[points_fill(phrasebook, effects.hula.at(level))],
        ),
        Tile::Village(VillageTile::God(god)) => describe_god(phrasebook, god, level),
        Tile::Boat => {
            let key = if two {
                key::DOES_BOAT_TWO
            } else {
                key::DOES_BOAT
            };
            let fill = [
                ("n", effects.boat.into()),
                ("feet", effects.boat_feet.at(level).into()),
            ];
            phrasebook.say(key, &fill)
        }
        Tile::Kahuna => phrasebook.say(key::DOES_KAHUNA, &[]),
        Tile::Tiki => phrasebook.say(key::DOES_TIKI, &[]),
    }
}

fn goods_fill(
    phrasebook: &Phrasebook<'_>,
    good: Good,
    amount: u8,
) -> (&'static str, Fill<'static>) {
    (
        "goods",
        phrasebook.goods(Goods::of(good, amount.into())).into(),
    )
}

fn points_fill(phrasebook: &Phrasebook<'_>, points: u8) -> (&'static str, Fill<'static>) {
    ("points", phrasebook.points(points.into()).into())
}

fn number_list<T: ToString>(numbers: &[T]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(", ")
}

fn describe_god(phrasebook: &Phrasebook<'_>, god: God, level: Level) -> String {
    let effects = phrasebook.printed.effects();
    let (key, fill) = match god {
        God::Ku => (
            key::DOES_KU,
            vec![
                points_fill(phrasebook, effects.ku.at(level)),
                goods_fill(phrasebook, Good::Foot, effects.ku_feet.at(level)),
            ],
        ),
        God::Kane => (
            key::DOES_KANE,
            vec![
                goods_fill(phrasebook, Good::Shell, effects.kane.at(level)),
                ("n", effects.kane_tiki.into()),
            ],
        ),
        God::Pele => (
            key::DOES_PELE,
            vec![goods_fill(phrasebook, Good::Foot, effects.pele.at(level))],
        ),
        God::Lono => (
            key::DOES_LONO,
            vec![points_fill(phrasebook, effects.lono.at(level))],
        ),
        God::Laka => (
            key::DOES_LAKA,
            vec![points_fill(phrasebook, effects.laka.at(level))],
        ),
        God::Kanaloa => (
            key::DOES_KANALOA,
            vec![points_fill(phrasebook, effects.kanaloa.at(level))],
        ),
    };
    phrasebook.say(key, &fill)
}

fn describe_sides(phrasebook: &Phrasebook<'_>, tile: Tile, tile_name: &str) -> Vec<String> {
    let sides = match tile {
        Tile::Kahuna | Tile::Tiki => vec![(key::TOPIC_DOES, Level::One)],
        Tile::Village(_) | Tile::Boat => {
            vec![
                (key::TOPIC_DOES_ONE, Level::One),
                (key::TOPIC_DOES_TWO, Level::Two),
            ]
        }
    };
    let mut lines = Vec::new();
    for (key, level) in sides {
        let fill = [
            ("tile", Fill::from(tile_name)),
            ("does", describe_effect(phrasebook, tile, level).into()),
        ];
        lines.push(phrasebook.say(key, &fill));
    }
    lines
}

fn describe_stock(phrasebook: &Phrasebook<'_>, tiles: &[Tile]) -> Vec<String> {
    let mut lines = Vec::new();
    for place in Place::all() {
        let tiles_here: Vec<Tile> = tiles
            .iter()
            .copied()
            .filter(|tile| phrasebook.printed.selling_place(*tile) == Some(place))
            .collect();
        let number: u8 = tiles_here
            .iter()
            .map(|tile| phrasebook.printed.tile_count(*tile))
            .sum();
        let gods = *phrasebook.printed.wares(place) == Wares::Gods;
        let fill = [
            ("place", Fill::from(phrasebook.place(place))),
            ("n", number.into()),
            ("gods", if gods { "yes" } else { "no" }.into()),
        ];
        if !tiles_here.is_empty() {
            lines.push(phrasebook.say(key::TOPIC_HAWAII_SOLD, &fill));
        }
    }
    lines
}

fn fish_and_numbers(phrasebook: &Phrasebook<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for fish in 1..=3 {
        let kinds = phrasebook
            .printed
            .sheet
            .token
            .iter()
            .filter(|kind| kind.back.fish == fish);
        let numbers: Vec<String> = kinds.map(|kind| kind.worth.to_string()).collect();
        let fill = [
            ("fish", Fill::from(fish)),
            (
                "numbers",
                phrasebook.words.join_alternatives(&numbers).into(),
            ),
        ];
        if !numbers.is_empty() {
            lines.push(phrasebook.say(key::TOPIC_HAWAII_FISH_LINE, &fill));
        }
    }
    lines
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
    phrasebook.say(key::TOPIC_HAWAII_DOCK_LINE, &fill)
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
    phrasebook.say(key::TOPIC_HAWAII_ROUND_LINE, &fill)
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
    Some(phrasebook.say(key::TOPIC_HAWAII_INCOME_LINE, &fill))
}
