//! Describes actions as commands with their meaning. Commands are English in every language; a
//! language with other names for pieces shows the command with the sentence variable `$typed`.

use super::Phrasebook;
use crate::{Key, key};
use crate::{TellActions, typed_name};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::Action;
use lanai_rules::hawaii::island::Chieftain;
use lanai_rules::hawaii::payment::Bill;
use lanai_rules::hawaii::pieces::{Fleet, Good, Goods, Tile};
use lanai_rules::hawaii::state::Step;
use lanai_rules::hawaii::view::View;

impl TellActions for Hawaii {
    #[expect(clippy::too_many_lines, reason = "one arm for each action")]
    fn describe_action(phrasebook: &Phrasebook<'_>, view: &View, action: &Action) -> String {
        match *action {
            Action::Move(place) => {
                let chieftain = view
                    .to_act
                    .and_then(|seat| view.realm(seat))
                    .map(|realm| realm.chieftain);
                let stays = chieftain == Some(Chieftain::Place(place));
                let key = if stays {
                    key::ACTION_MOVE_STAY
                } else {
                    key::ACTION_MOVE
                };
                let place_name = phrasebook.place(place);
                let fill = [
                    ("name", typed_name(&place_name).into()),
                    ("place", place_name.as_str().into()),
                ];
                phrasebook.say(key, &fill)
            }
            Action::Fish(catch) => {
                let fish = (1..)
                    .zip(catch.0)
                    .flat_map(|(fish, number)| vec![fish; usize::from(number)]);
                let list = fish
                    .map(|fish: u8| fish.to_string())
                    .collect::<Vec<_>>()
                    .join(" ");
                phrasebook.say(
                    key::ACTION_FISH,
                    &[
                        ("list", list.into()),
                        ("catch", phrasebook.catch(catch).into()),
                    ],
                )
            }
            Action::Sail(dock) => {
                let gift = view
                    .docks
                    .iter()
                    .find(|found| found.dock == dock)
                    .and_then(|found| found.gift);
                let gift = gift.map(|gift| phrasebook.gift(gift)).unwrap_or_default();
                phrasebook.say(
                    key::ACTION_SAIL,
                    &[("dock", dock.number().into()), ("gift", gift.into())],
                )
            }
            Action::Wait => phrasebook.say(key::ACTION_WAIT, &[]),
            Action::Pass(space) => {
                let price = view.space_price(space);
                let key = if price.is_some() {
                    key::ACTION_PASS_PRICE
                } else {
                    key::ACTION_PASS
                };
                let price = price
                    .map(|price| phrasebook.price(price))
                    .unwrap_or_default();
                phrasebook.say(
                    key,
                    &[("space", space.number().into()), ("price", price.into())],
                )
            }
            Action::Buy { tile, price, level } => {
                let cost = Goods {
                    shells: u16::from(price.worth * level.times()),
                    ..Goods::default()
                };
                let key = if level.times() == 1 {
                    key::ACTION_BUY
                } else {
                    key::ACTION_BUY_DOUBLE
                };
                let fill = [
                    ("name", tile.name().into()),
                    ("price", phrasebook.price(price).into()),
                    ("tile", phrasebook.tile_with_side(tile, level).into()),
                    ("cost", phrasebook.goods(cost).into()),
                ];
                phrasebook.say(key, &fill)
            }
            Action::Pay(goods) => say_with_goods(phrasebook, key::ACTION_PAY, "pay", goods),
            Action::Launch(boats) => {
                let typed = format!("launch {}", typed_boats(boats));
                say_with_typed(
                    phrasebook,
                    key::ACTION_LAUNCH,
                    "boats",
                    phrasebook.boats(boats),
                    typed,
                )
            }
            Action::Pick(fruit) => {
                let tile = Tile::fruit(fruit);
                let typed = format!("take {}", tile.name());
                say_with_typed(
                    phrasebook,
                    key::ACTION_PICK,
                    "tile",
                    phrasebook.tile(tile),
                    typed,
                )
            }
            Action::Build(row) => {
                let realm = view.to_act.and_then(|seat| view.realm(seat));
                let village =
                    realm.and_then(|realm| realm.villages.iter().find(|found| found.row == row));
                let new = village.is_some_and(|village| village.length == 0);
                let key = if new {
                    key::ACTION_BUILD_NEW
                } else {
                    key::ACTION_BUILD
                };
                phrasebook.say(key, &[("row", row.number().into())])
            }
            Action::TakeFrom(stack) => {
                let key = if stack.number() == 1 {
                    key::ACTION_LEFT_STACK
                } else {
                    key::ACTION_RIGHT_STACK
                };
                let tiles = view.god_stacks[stack.index()].left;
                phrasebook.say(
                    key,
                    &[("n", u16::try_from(tiles).unwrap_or_default().into())],
                )
            }
            Action::Offer(goods) => {
                say_with_goods(phrasebook, key::ACTION_OFFER, "give KANE", goods)
            }
            Action::Decline => phrasebook.say(key::ACTION_DECLINE, &[]),
            Action::Harvest(good) => {
                say_with_goods(phrasebook, key::ACTION_HARVEST, "take", Goods::of(good, 1))
            }
        }
    }

    fn open_question(phrasebook: &Phrasebook<'_>, view: &View) -> Option<String> {
        Some(match view.my_step()? {
            Step::Turn => phrasebook.say(key::PLAY_TURN, &[]),
            Step::Shop(_) => phrasebook.say(key::PLAY_SHOP, &[]),
            Step::Pay(Bill { good, cost, .. }) => {
                let cost = phrasebook.goods(Goods::of(good, cost));
                phrasebook.say(key::PLAY_PAY, &[("cost", cost.into())])
            }
            Step::Launch { .. } => phrasebook.say(key::PLAY_LAUNCH, &[]),
            Step::Pick => phrasebook.say(key::PLAY_PICK, &[]),
            Step::Build(bought) => {
                let tile = phrasebook.building(bought.tile, bought.level);
                phrasebook.say(key::PLAY_BUILD, &[("tile", tile.into())])
            }
            Step::WhichStack(god, _) => {
                let god = phrasebook.building(god.tile, god.level);
                phrasebook.say(key::PLAY_WHICH_STACK, &[("god", god.into())])
            }
            Step::Kane => {
                let goods = phrasebook.printed.effects().kane_tiki;
                phrasebook.say(key::PLAY_KANE, &[("goods", goods.into())])
            }
            Step::Harvest { .. } => phrasebook.say(key::PLAY_HARVEST, &[]),
            Step::Put(..) | Step::NextRound => return None,
        })
    }
}

/// Formats a sentence with the names of pieces and the command words for them.
fn say_with_typed(
    phrasebook: &Phrasebook<'_>,
    key: Key,
    piece_variable: &str,
    pieces: String,
    typed: String,
) -> String {
    phrasebook.say(
        key,
        &[(piece_variable, pieces.into()), ("typed", typed.into())],
    )
}

fn say_with_goods(phrasebook: &Phrasebook<'_>, key: Key, verb: &str, goods: Goods) -> String {
    say_with_typed(
        phrasebook,
        key,
        "goods",
        phrasebook.goods(goods),
        format!("{verb} {}", typed_goods(goods)),
    )
}

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
