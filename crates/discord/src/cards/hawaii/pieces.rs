//! The piece that each choice of Hawaii is about, as it lies on the board.

use lanai_render::Art;
use lanai_render::hawaii::{emblem, good};
use lanai_rules::hawaii::action::{Action, Catch};
use lanai_rules::hawaii::pieces::{Fleet, Good, Goods, Tile, VillageTile};
use lanai_rules::hawaii::printed::Gift;
use lanai_rules::hawaii::view::View;

/// The piece that a choice is about; nothing if it is about none.
pub(super) fn piece(view: &View, action: Action) -> Option<Art> {
    match action {
        // Of what a place sells, the first stands for it.
        Action::Move(place) => view
            .place(place)?
            .wares
            .first()
            .map(|(tile, _)| emblem(*tile)),
        Action::Fish(catch) => Some(fish(catch)),
        Action::Sail(dock) => view.docks.iter().find(|it| it.dock == dock)?.gift.map(gift),
        Action::Buy { tile, .. } => Some(emblem(tile)),
        Action::Pay(goods) | Action::Offer(goods) => first(goods),
        Action::Launch(fleet) => Some(boat(fleet)),
        Action::Pick(fruit) => Some(emblem(Tile::fruit(fruit))),
        Action::TakeFrom(stack) => {
            let god = view.god_stacks.get(usize::from(stack.number()) - 1)?.top?;
            Some(emblem(Tile::god(god)))
        }
        Action::Harvest(kind) => Some(good(kind)),
        Action::Wait | Action::Pass(_) | Action::Build(_) | Action::Decline => None,
    }
}

/// The most valuable token of a catch.
fn fish(catch: Catch) -> Art {
    match catch.0 {
        [.., three] if three > 0 => Art::Fish3,
        [_, two, _] if two > 0 => Art::Fish2,
        [one, ..] if one > 0 => Art::Fish1,
        [..] => Art::Fish,
    }
}

/// The first of the goods of which there are any.
fn first(goods: Goods) -> Option<Art> {
    [Good::Shell, Good::Foot, Good::Fruit]
        .into_iter()
        .find(|good| goods[*good] > 0)
        .map(good)
}

/// The largest boat.
fn boat(fleet: Fleet) -> Art {
    match fleet {
        Fleet { two: 1.., .. } => Art::TwoBoat,
        Fleet { one: 1.., .. } => Art::OneBoat,
        Fleet { .. } => Art::FishingBoat,
    }
}

fn gift(gift: Gift) -> Art {
    match gift {
        Gift::Points(_) => Art::GiftPoints,
        Gift::Fruits(_) => good(Good::Fruit),
        Gift::Hut(hut) => emblem(Tile::hut(hut)),
        Gift::Hula => emblem(VillageTile::Hula.into()),
        Gift::Surfer => emblem(VillageTile::Surfer.into()),
        Gift::FruitTile => Art::Banana,
        Gift::Kahunas(_) => emblem(Tile::Kahuna),
        Gift::Tikis(_) => emblem(Tile::Tiki),
    }
}
