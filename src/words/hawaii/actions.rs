//! What can be done, as a command and what it means. Commands are English in every language: where a sentence names
//! pieces, a language that has other names for them takes the command from `typed`.

use super::{Fill, Teller};
use crate::rules::hawaii::{
    action::Action,
    island::Chieftain,
    pieces::{Fleet, Good, Goods, Tile},
    state::Step,
    view::View,
};

impl Teller<'_> {
    /// What an action of the seat to act would be.
    pub fn action(&self, view: &View, action: Action) -> String {
        match action {
            Action::Move(place) => {
                let chieftain = view.to_act.and_then(|seat| view.realm(seat)).map(|realm| realm.chieftain);
                let stays = chieftain == Some(Chieftain::Place(place));
                let name = if stays { "action-move-stay" } else { "action-move" };
                let fill =
                    [("name", Fill::from(self.place_name(place))), ("place", Fill::from(self.place(place)))];
                self.say(name, &fill)
            }
            Action::Fish(catch) => {
                let fish = (1..).zip(catch.0).flat_map(|(fish, number)| vec![fish; usize::from(number)]);
                let list = fish.map(|fish: u8| fish.to_string()).collect::<Vec<_>>().join(" ");
                let catch = self.catch(catch);
                self.say("action-fish", &[("list", Fill::from(&list)), ("catch", Fill::from(&catch))])
            }
            Action::Sail(dock) => {
                let gift = view.docks.iter().find(|it| it.dock == dock).and_then(|it| it.gift);
                let gift = gift.map(|gift| self.gift(gift)).unwrap_or_default();
                self.say("action-sail", &[("dock", dock.number().into()), ("gift", Fill::from(&gift))])
            }
            Action::Wait => self.say("action-wait", &[]),
            Action::Pass(space) => {
                let price = view.spaces.iter().find(|it| it.space == space).and_then(|it| it.price);
                let name = if price.is_some() { "action-pass-price" } else { "action-pass" };
                let price = price.map(|price| self.price(price)).unwrap_or_default();
                self.say(name, &[("space", space.number().into()), ("price", Fill::from(&price))])
            }
            Action::Buy { tile, price, level } => {
                let cost = Goods { shells: u16::from(price.worth * level.times()), ..Goods::default() };
                let name = if level.times() == 1 { "action-buy" } else { "action-buy-double" };
                let fill = [
                    ("name", Fill::from(tile.name())),
                    ("price", Fill::from(self.price(price))),
                    ("tile", Fill::from(self.tile_at(tile, level))),
                    ("cost", Fill::from(self.goods(cost))),
                ];
                self.say(name, &fill)
            }
            Action::Pay(goods) => self.with_goods("action-pay", "pay", goods),
            Action::Launch(boats) => {
                let typed = format!("launch {}", typed_boats(boats));
                self.with_typed("action-launch", ("boats", self.boats(boats)), typed)
            }
            Action::Pick(fruit) => {
                let tile = Tile::fruit(fruit);
                let typed = format!("take {}", tile.name());
                self.with_typed("action-pick", ("tile", self.tile(tile)), typed)
            }
            Action::Build(row) => {
                let realm = view.to_act.and_then(|seat| view.realm(seat));
                let village = realm.and_then(|realm| realm.villages.iter().find(|it| it.row == row));
                let new = village.is_some_and(|village| village.length == 0);
                let name = if new { "action-build-new" } else { "action-build" };
                self.say(name, &[("row", row.number().into())])
            }
            Action::TakeFrom(stack) => {
                let name = if stack.number() == 1 { "action-left-stack" } else { "action-right-stack" };
                let tiles = view.god_stacks[stack.index()].left;
                self.say(name, &[("n", u16::try_from(tiles).unwrap_or_default().into())])
            }
            Action::Offer(goods) => self.with_goods("action-offer", "give KANE", goods),
            Action::Decline => self.say("action-decline", &[]),
            Action::Harvest(good) => self.with_goods("action-harvest", "take", Goods::of(good, 1)),
        }
    }

    /// A sentence that names pieces, and how they are typed.
    fn with_typed(&self, name: &str, pieces: (&str, String), typed: String) -> String {
        self.say(name, &[(pieces.0, pieces.1.into()), ("typed", typed.into())])
    }

    fn with_goods(&self, name: &str, verb: &str, goods: Goods) -> String {
        self.with_typed(name, ("goods", self.goods(goods)), format!("{verb} {}", typed_goods(goods)))
    }

    /// What the viewer is asked, if anything.
    pub fn question(&self, view: &View) -> Option<String> {
        let question = match view.my_step()? {
            Step::Turn => self.say("play-turn", &[]),
            Step::Shop(_) => self.say("play-shop", &[]),
            Step::Pay(bill) => {
                let cost = self.goods(Goods::of(bill.good, bill.cost));
                self.say("play-pay", &[("cost", Fill::from(&cost))])
            }
            Step::Launch { .. } => self.say("play-launch", &[]),
            Step::Pick => self.say("play-pick", &[]),
            Step::Build(building) => {
                let tile = self.building(building.tile, building.level);
                self.say("play-build", &[("tile", Fill::from(&tile))])
            }
            Step::WhichStack(building, _) => {
                let god = self.building(building.tile, building.level);
                self.say("play-which-stack", &[("god", Fill::from(&god))])
            }
            Step::Kane => {
                let takes = self.printed.effects().kane_tiki;
                self.say("play-kane", &[("goods", takes.into())])
            }
            Step::Harvest { .. } => self.say("play-harvest", &[]),
            Step::Put(..) | Step::NextRound => return None,
        };
        Some(question)
    }
}

/// Goods as they are typed.
fn typed_goods(goods: Goods) -> String {
    let mut parts = Vec::new();
    for good in Good::ALL {
        let (one, more) = match good {
            Good::Shell => ("shell", "shells"),
            Good::Foot => ("foot", "feet"),
            Good::Fruit => ("fruit", "fruits"),
        };
        match goods[good] {
            0 => {}
            1 => parts.push(format!("1 {one}")),
            many => parts.push(format!("{many} {more}")),
        }
    }
    parts.join(" ")
}

/// Boats as they are typed.
fn typed_boats(boats: Fleet) -> String {
    let mut parts = Vec::new();
    if boats.fishing > 0 {
        parts.push("the fishing boat".to_owned());
    }
    for (number, side) in [(boats.one, "I"), (boats.two, "II")] {
        match number {
            0 => {}
            1 => parts.push(format!("a boat {side}")),
            many => parts.push(format!("{many} boats {side}")),
        }
    }
    parts.join(" and ")
}
