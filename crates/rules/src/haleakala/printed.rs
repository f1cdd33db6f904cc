//! The figures printed on the components, read from `assets/haleakala.toml` and checked.

mod sheet;

use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

pub use sheet::{Board, Butterflies, Display, Pieces, Pile, Points, Sheet};

use super::board::Segment;
use super::pieces::{Card, Keepsake, ScoringCard, Ware};
use crate::figures::{Asset, Flaw};

const FILE: Asset = Asset("assets/haleakala.toml");
/// The most cards a pile holds.
pub const PILE: usize = 15;
const CARDS: usize = 42;

/// A pile of cards, the next one last.
pub type Cards = ArrayVec<[Card; PILE]>;

/// The printed figures of the game, checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Sheet", into = "Sheet")]
pub struct Printed {
    /// The contents of the file.
    pub sheet: Sheet,
    /// The segments of the shamans' huts, in the order of the seats.
    pub huts: [Segment; 2],
    pub jetty: Segment,
}

impl Printed {
    /// Parses and checks the text of a file like `assets/haleakala.toml`.
    pub fn read(text: &str) -> Result<Printed, Flaw> {
        Printed::from_sheet(FILE.parse::<Sheet>(text)?)
    }

    /// Returns the cards of a pile (counted from 0), unshuffled and with its lava cards.
    pub fn pile(&self, pile: usize) -> Cards {
        let figures = &self.sheet.pile[pile];
        let many = [
            (Card::Statue, figures.statue),
            (Card::Priestess, figures.priestess),
            (Card::Shell, figures.shell),
            (Card::Lava, figures.lava),
        ];
        let many = many
            .into_iter()
            .flat_map(|(card, number)| std::iter::repeat_n(card, usize::from(number)));
        many.chain(figures.collected.iter().map(|kept| Card::Kept(*kept)))
            .collect()
    }

    /// Returns what something on the display costs, in shells.
    pub fn cost(&self, ware: Ware) -> u8 {
        let display = &self.sheet.display;
        match ware {
            Ware::Card(ScoringCard::Butterflies) => display.butterflies,
            Ware::Card(ScoringCard::StatueMajority) => display.statue_majority,
            Ware::Card(ScoringCard::CompleteSegment) => display.complete_segment,
            Ware::Card(ScoringCard::Forest) => display.forest,
            Ware::Card(ScoringCard::Mountain) => display.mountain,
            Ware::Priestess => display.priestess,
        }
    }

    /// Returns whether a butterfly is on a card.
    pub fn has_butterfly(&self, kept: Keepsake) -> bool {
        self.sheet.butterflies.on.contains(&kept)
    }
}

impl From<Printed> for Sheet {
    fn from(printed: Printed) -> Sheet {
        printed.sheet
    }
}

/// Checks the figures in a record; a flaw names the record's field `printed` instead of a file.
impl TryFrom<Sheet> for Printed {
    type Error = Flaw;

    fn try_from(sheet: Sheet) -> Result<Printed, Flaw> {
        Printed::from_sheet(sheet).map_err(|flaw| flaw.with_file("printed"))
    }
}

impl Printed {
    fn from_sheet(sheet: Sheet) -> Result<Printed, Flaw> {
        FILE.small(&sheet, |_| 99)?;
        FILE.within("the lava discs", "1 to 9", sheet.pieces.lava_discs, 1..=9)?;
        check_cards(&sheet)?;
        let board = &sheet.board;
        FILE.within("the huts", "2", board.huts.len(), 2..=2)?;
        let mut huts = [Segment::default(); 2];
        for (slot, hut) in huts.iter_mut().zip(&board.huts) {
            *slot = segment("the segment of a hut", *hut)?;
        }
        let apart = huts[0].index().abs_diff(huts[1].index());
        FILE.within(
            "the segments between the huts",
            "3, as they are opposite",
            apart,
            3..=3,
        )?;
        let jetty = segment("the segment of the jetty", board.jetty)?;
        let at_huts = huts.iter().filter(|hut| **hut == jetty).count();
        FILE.within("the huts at the jetty", "0", at_huts, 0..=0)?;
        FILE.within(
            "the statues of each colour",
            "1 to 18",
            sheet.pieces.statues_each,
            1..=18,
        )?;
        let printed = Printed { sheet, huts, jetty };
        for ware in Ware::ALL {
            FILE.within(
                "the cost of a card on the display",
                "1 to 9",
                printed.cost(ware),
                1..=9,
            )?;
        }
        Ok(printed)
    }
}

fn segment(what: &'static str, number: u8) -> Result<Segment, Flaw> {
    FILE.within(what, "1 to 6", number, 1..=6)?;
    Ok(Segment::from_number(number).unwrap_or_default())
}

/// Checks the numbers of cards in the piles.
///
/// The three piles have 15, 12 and 15 cards, and each collected card exists once. The first pile,
/// from which the first cards are laid out, has no lava cards; no pile has more lava cards than
/// there are lava discs.
fn check_cards(sheet: &Sheet) -> Result<(), Flaw> {
    FILE.within("the number of piles", "3", sheet.pile.len(), 3..=3)?;
    let mut all = 0;
    for (pile, size) in sheet.pile.iter().zip([15, 12, 15]) {
        let acting = [pile.statue, pile.shell, pile.priestess, pile.lava].map(usize::from);
        let cards = acting.iter().sum::<usize>() + pile.collected.len();
        FILE.within("the cards of a pile", "15, 12 and 15", cards, size..=size)?;
        all += cards;
        let discs = usize::from(sheet.pieces.lava_discs);
        FILE.within(
            "the lava cards of a pile",
            "no more than the lava discs",
            pile.lava,
            0..=discs,
        )?;
    }
    FILE.within("the number of cards", "42", all, CARDS..=CARDS)?;
    FILE.within(
        "the lava cards of the first pile",
        "0",
        sheet.pile[0].lava,
        0..=0,
    )?;
    for kept in Keepsake::ALL {
        let copies = sheet
            .pile
            .iter()
            .flat_map(|pile| &pile.collected)
            .filter(|other| **other == kept);
        FILE.within("the copies of a collected card", "1", copies.count(), 1..=1)?;
    }
    Ok(())
}
