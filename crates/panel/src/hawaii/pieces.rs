//! The picture of the piece that stands for each choice of Hawaii.

use lanai_render::Art;
use lanai_render::hawaii::{good_art, tile_art};
use lanai_rules::hawaii::action::{Action, Catch};
use lanai_rules::hawaii::pieces::{Fleet, Good, Goods, Tile, VillageTile};
use lanai_rules::hawaii::printed::Gift;
use lanai_rules::hawaii::view::View;

pub(super) fn piece_art(view: &View, action: Action) -> Option<Art> {
    match action {
        // A place is shown by the first tile that it sells.
        Action::Move(place) => view
            .place(place)?
            .wares
            .first()
            .map(|(tile, _)| tile_art(*tile)),
        Action::Fish(catch) => Some(fish_art(catch)),
        Action::Sail(dock) => view
            .docks
            .iter()
            .find(|known| known.dock == dock)?
            .gift
            .map(gift_art),
        Action::Buy { tile, .. } => Some(tile_art(tile)),
        Action::Pay(goods) | Action::Offer(goods) => first_good_art(goods),
        Action::Launch(fleet) => Some(boat_art(fleet)),
        Action::Pick(fruit) => Some(tile_art(Tile::fruit(fruit))),
        Action::TakeFrom(stack) => {
            let god = view.god_stacks.get(usize::from(stack.number()) - 1)?.top?;
            Some(tile_art(Tile::god(god)))
        }
        Action::Harvest(kind) => Some(good_art(kind)),
        Action::Wait | Action::Pass(_) | Action::Build(_) | Action::Decline => None,
    }
}

/// Returns the picture of the most valuable token of a catch.
fn fish_art(catch: Catch) -> Art {
    match catch.0 {
        [.., three] if three > 0 => Art::Fish3,
        [_, two, _] if two > 0 => Art::Fish2,
        [one, ..] if one > 0 => Art::Fish1,
        [..] => Art::Fish,
    }
}

/// Returns the picture of the first kind of goods of which there is one; `None` if there are none.
fn first_good_art(goods: Goods) -> Option<Art> {
    [Good::Shell, Good::Foot, Good::Fruit]
        .into_iter()
        .find(|good| goods[*good] > 0)
        .map(good_art)
}

fn boat_art(fleet: Fleet) -> Art {
    match fleet {
        Fleet { two: 1.., .. } => Art::TwoBoat,
        Fleet { one: 1.., .. } => Art::OneBoat,
        Fleet { .. } => Art::FishingBoat,
    }
}

fn gift_art(gift: Gift) -> Art {
    match gift {
        Gift::Points(_) => Art::GiftPoints,
        Gift::Fruits(_) => good_art(Good::Fruit),
        Gift::Hut(hut) => tile_art(Tile::hut(hut)),
        Gift::Hula => tile_art(VillageTile::Hula.into()),
        Gift::Surfer => tile_art(VillageTile::Surfer.into()),
        Gift::FruitTile => Art::Banana,
        Gift::Kahunas(_) => tile_art(Tile::Kahuna),
        Gift::Tikis(_) => tile_art(Tile::Tiki),
    }
}
