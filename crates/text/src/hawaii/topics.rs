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
            "fish" => phrasebook.fish_and_numbers(),
            "islands" => Dock::all().map(|dock| phrasebook.dock_line(dock)).collect(),
            "people" => (1..=5).map(|round| phrasebook.round_line(round)).collect(),
            "income" => (1..=5)
                .filter_map(|round| phrasebook.income_line(round))
                .collect(),
            FRUITS => {
                let called = phrasebook.say("topic-hawaii-fruit-tile", &[]);
                let sides = phrasebook.sides(Tile::fruit(Fruit::Breadfruit), &called);
                [sides, phrasebook.sold(&Fruit::ALL.map(Tile::fruit))].concat()
            }
            _ => {
                let tile = Tile::all().find(|tile| tile.name() == topic);
                let told = |tile: Tile| {
                    [
                        phrasebook.sides(tile, &phrasebook.tile(tile)),
                        phrasebook.sold(&[tile]),
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
            Action::Buy { tile, level, .. } => Some(phrasebook.does(tile, level)),
            Action::Pick(fruit) => Some(phrasebook.does(Tile::fruit(fruit), Level::Two)),
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
                Some(phrasebook.does(tile, Level::Two))
            }
            _ => None,
        }
    }
}

impl Phrasebook<'_> {
    /// Returns what a tile does on one of its sides, in one line.
    pub fn does(&self, tile: Tile, level: Level) -> String {
        let effects = self.printed.effects();
        let goods = |good: Good, amount: u8| {
            (
                "goods",
                Fill::from(self.goods(Goods::of(good, amount.into()))),
            )
        };
        let points = |points: u8| ("points", Fill::from(self.points(points.into())));
        let number = |number: u8| ("n", Fill::from(number));
        let say = |name: &str, fill: &[(&str, Fill<'_>)]| self.say(&format!("does-{name}"), fill);
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
            Tile::Village(VillageTile::Surfer) => {
                say("surfer", &[number(effects.surfer.at(level))])
            }
            Tile::Village(VillageTile::Hula) => say("hula", &[points(effects.hula.at(level))]),
            Tile::Village(VillageTile::God(god)) => self.god_does(god, level),
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

    fn god_does(&self, god: God, level: Level) -> String {
        let effects = self.printed.effects();
        let goods = |good: Good, amount: u8| {
            (
                "goods",
                Fill::from(self.goods(Goods::of(good, amount.into()))),
            )
        };
        let points = |points: u8| ("points", Fill::from(self.points(points.into())));
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
        self.say(&format!("does-{}", Tile::god(god).name()), &fill)
    }

    fn sides(&self, tile: Tile, called: &str) -> Vec<String> {
        let line = |name: &str, level: Level| {
            let fill = [
                ("tile", Fill::from(called)),
                ("does", self.does(tile, level).into()),
            ];
            self.say(name, &fill)
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

    fn sold(&self, tiles: &[Tile]) -> Vec<String> {
        let at = |place: Place| {
            let here: Vec<Tile> = tiles
                .iter()
                .copied()
                .filter(|tile| self.printed.home(*tile) == Some(place))
                .collect();
            let number: u8 = here.iter().map(|tile| self.printed.supply(*tile)).sum();
            let gods = *self.printed.wares(place) == Wares::Gods;
            let fill = [
                ("place", Fill::from(self.place(place))),
                ("n", number.into()),
                ("gods", if gods { "yes" } else { "no" }.into()),
            ];
            (!here.is_empty()).then(|| self.say("topic-hawaii-sold", &fill))
        };
        Place::all().filter_map(at).collect()
    }

    fn fish_and_numbers(&self) -> Vec<String> {
        let line = |fish: u8| {
            let kinds = self
                .printed
                .sheet
                .token
                .iter()
                .filter(|kind| kind.back.fish == fish);
            let numbers: Vec<String> = kinds.map(|kind| kind.worth.to_string()).collect();
            let fill = [
                ("fish", Fill::from(fish)),
                ("numbers", self.words.either(&numbers).into()),
            ];
            (!numbers.is_empty()).then(|| self.say("topic-hawaii-fish-line", &fill))
        };
        (1..=3).filter_map(line).collect()
    }

    fn dock_line(&self, dock: Dock) -> String {
        let card = self.printed.dock(dock);
        let fill = [
            ("dock", dock.number().into()),
            (
                "feet",
                self.goods(Goods::of(Good::Foot, card.feet.into())).into(),
            ),
            ("points", self.points(card.points.into()).into()),
        ];
        self.say("topic-hawaii-dock-line", &fill)
    }

    fn round_line(&self, round: u8) -> String {
        let indicator = self.printed.round(round);
        let fill = [
            ("round", round.into()),
            ("sum", indicator.threshold.sum.into()),
            ("first", indicator.points.first.into()),
            ("second", indicator.points.second.into()),
            ("others", indicator.points.others.into()),
        ];
        self.say("topic-hawaii-round-line", &fill)
    }

    fn income_line(&self, round: u8) -> Option<String> {
        let income = self.printed.round(round).income.as_ref()?;
        let goods = Goods {
            shells: income.shells,
            feet: income.feet,
            fruits: 0,
        };
        let fill = [("round", round.into()), ("goods", self.goods(goods).into())];
        Some(self.say("topic-hawaii-income-line", &fill))
    }
}
