//! The shore: number discs on the beaches and their sums, the numbers of the segments, cards and boat.

use super::{
    easel::{Easel, Spot},
    layout,
};
use crate::{
    drawing::{Art, Colour, Ink, Tone, Weight},
    rules::{
        Seat,
        haleakala::{
            board::Segment,
            pieces::{Card, Keepsake, Lies},
        },
    },
};

/// How high they are.
const DISC: u16 = 60;
const CARD: u16 = 92;
const BOAT: u16 = 96;

impl Easel<'_> {
    /// Everything on the shore.
    pub(super) fn shore(&mut self) {
        let view = self.view;
        for it in &view.segments {
            self.number(it.segment);
            for (slot, card) in it.cards.into_iter().enumerate() {
                let at = layout::card(it.segment, slot);
                match card {
                    Some(card) => self.pen.piece(card_art(card), at, CARD, None),
                    None => self.no_card(at),
                }
            }
            for player in &view.players {
                self.beach(player.seat, it.segment);
            }
        }
        let at = layout::boat(view.boat);
        self.pen.canvas.circle(at.0, at.1, 48.0, Ink::Foam);
        self.pen.canvas.circle(at.0, at.1, 41.0, Ink::Shallow);
        self.pen.piece(Art::Fisher, at, BOAT, None);
    }

    fn number(&mut self, segment: Segment) {
        let (x, y) = layout::number(segment);
        self.pen.canvas.circle(x, y + 4.0, 33.0, Ink::Ink);
        self.pen.canvas.circle(x, y, 33.0, Ink::Ink);
        self.pen.canvas.circle(x, y, 29.0, Ink::White);
        self.pen.centred(&segment.number().to_string(), (x, y), Weight::Heavy.at(50), Ink::Ink);
    }

    fn no_card(&mut self, (x, y): Spot) {
        let (wide, high) = (f32::from(CARD) * 0.66, f32::from(CARD) * 0.96);
        self.pen.canvas.frame(x - wide / 2.0, y - high / 2.0, wide, high, 9.0, 4.0, Ink::Shallow);
    }

    /// The discs of a colour on a beach, and their sum.
    fn beach(&mut self, seat: Seat, segment: Segment) {
        let Some(player) = self.view.player(seat) else { return };
        let on = Lies::On(segment);
        let discs: Vec<u8> =
            player.discs.iter().filter(|(_, lies)| *lies == on).map(|(disc, _)| disc.number()).collect();
        let invoked = player.invocation == Some(on);
        let all = discs.len() + usize::from(invoked);
        for (place, number) in discs.iter().enumerate() {
            self.disc(seat, *number, DISC, layout::disc(seat, segment, place, all));
        }
        if invoked {
            self.pen.piece(Art::DiscInvocation, layout::disc(seat, segment, all - 1, all), DISC, Some(seat));
        }
        if !discs.is_empty() {
            self.sum(seat, self.view.sum(seat, segment), layout::sum(seat, segment));
        }
    }

    /// The sum of a colour, on a plate with the badge of its seat.
    fn sum(&mut self, seat: Seat, sum: u8, (x, y): Spot) {
        let text = sum.to_string();
        let wide = if sum > 9 { 100.0 } else { 82.0 };
        self.pen.canvas.rounded(x - wide / 2.0, y - 23.0, wide, 50.0, 23.0, Ink::Ink);
        self.pen.canvas.rounded(x - wide / 2.0, y - 24.0, wide, 48.0, 23.0, Ink::Ink);
        self.pen.canvas.rounded(
            x - wide / 2.0 + 4.0,
            y - 20.0,
            wide - 8.0,
            40.0,
            20.0,
            Colour::of(seat, Tone::Light),
        );
        self.pen.badge(seat, (x - wide / 2.0 + 24.0, y), 44);
        self.pen.centred(&text, (x + 19.0, y), Weight::Heavy.at(40), Ink::Ink);
    }
}

/// The picture of a card.
fn card_art(card: Card) -> Art {
    match card {
        Card::Statue => Art::CardStatue,
        Card::Priestess => Art::CardPriestess,
        Card::Shell => Art::CardShell,
        Card::Lava => Art::CardLava,
        Card::Kept(kept) => keepsake_art(kept),
    }
}

/// The picture of a card that is collected.
pub(super) fn keepsake_art(kept: Keepsake) -> Art {
    match kept {
        Keepsake::Fish1 => Art::CardFish1,
        Keepsake::Fish2 => Art::CardFish2,
        Keepsake::Fish3 => Art::CardFish3,
        Keepsake::Fish4 => Art::CardFish4,
        Keepsake::Fish5 => Art::CardFish5,
        Keepsake::WhitePearl => Art::CardWhitePearl,
        Keepsake::BlackPearl => Art::CardBlackPearl,
        Keepsake::Nautilus => Art::CardNautilus,
    }
}
