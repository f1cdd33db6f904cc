//! Marks of pieces in sentences: each is the piece that the word names.

use std::collections::BTreeSet;

use lanai_render::Art;
use lanai_render::haleakala::{card_art, ware_art};
use lanai_render::hawaii::{good_art, tile_art};
use lanai_rules::Rules;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::pieces::{Card, Keepsake, Ware};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::pieces::{Good, Goods, Tile};
use lanai_text::{Phrasebook, Words, is_piece, remove_marks, replace_marks};

/// Returns the first marked piece, and asserts that nothing else has changed.
fn piece(with: &str, without: &str) -> String {
    assert_eq!(remove_marks(with), without);
    assert_ne!(with, without, "it has no mark");
    let shown = replace_marks(with, |name| Some(format!("<{name}>")));
    let (name, said) = shown.strip_prefix('<').unwrap().split_once("> ").unwrap();
    assert_eq!(said, without);
    name.to_owned()
}

#[test]
fn tiles_and_goods_have_the_marks_of_their_pieces() {
    let (plain, printed) = (Words::english().unwrap(), Hawaii::printed().unwrap());
    let marked = plain.with_piece_marks();
    let [plain, marked] = [&plain, &marked].map(|words| Phrasebook::<Hawaii> {
        words,
        printed: &printed,
        names: &[],
    });
    for tile in Tile::all() {
        assert_eq!(
            piece(&marked.tile(tile), &plain.tile(tile)),
            tile_art(tile).name()
        );
    }
    for kind in [Good::Shell, Good::Foot, Good::Fruit] {
        let goods = Goods::of(kind, 2);
        assert_eq!(
            piece(&marked.goods(goods), &plain.goods(goods)),
            good_art(kind).name()
        );
    }
    assert_eq!(
        marked.goods(Goods::default()),
        plain.goods(Goods::default()),
        "nothing is no piece"
    );
}

#[test]
fn cards_and_wares_have_the_marks_of_their_pieces() {
    let (plain, printed) = (Words::english().unwrap(), Haleakala::printed().unwrap());
    let marked = plain.with_piece_marks();
    let [plain, marked] = [&plain, &marked].map(|words| Phrasebook::<Haleakala> {
        words,
        printed: &printed,
        names: &[],
    });
    let cards = [Card::Statue, Card::Priestess, Card::Shell, Card::Lava];
    for card in cards.into_iter().chain(Keepsake::ALL.map(Card::Kept)) {
        assert_eq!(
            piece(&marked.card(card), &plain.card(card)),
            card_art(card).name()
        );
    }
    for ware in Ware::ALL {
        assert_eq!(
            piece(&marked.ware(ware), &plain.ware(ware)),
            ware_art(ware).name()
        );
    }
}

#[test]
fn every_mark_is_of_a_piece_that_there_is() {
    let all: String = ('\u{e000}'..='\u{f8ff}').collect();
    let mut named = BTreeSet::new();
    let shown = replace_marks(&all, |name| Some(format!("{name};")));
    named.extend(
        shown
            .split(';')
            .filter(|name| name.is_ascii() && !name.is_empty()),
    );
    let pieces: BTreeSet<&str> = Art::ALL
        .iter()
        .map(|art| art.name())
        .filter(|name| is_piece(name))
        .collect();
    assert_eq!(named, pieces);
}
