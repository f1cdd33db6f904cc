//! What the greedy mind thinks of Haleakala: cards are worth what they bring, a beach is worth the cards beside it
//! to whoever leads there, and the boat is about to come to some beaches sooner than to others. It looks one
//! delivery ahead. All weights are in points; they are opinions, not rules.

use super::Appraise;
use crate::rules::Seat;
use crate::rules::haleakala::Haleakala;
use crate::rules::haleakala::action::{Action, Round};
use crate::rules::haleakala::board::{Segment, Shaman, Site, Terrain};
use crate::rules::haleakala::pieces::{Card, Keepsake, Lies, ScoringCard, Ware};
use crate::rules::haleakala::view::{PlayerView, View};

/// What a second statue in a segment, or a place to build one, adds.
const COMPANY: f64 = 0.4;
/// How much a beach that the boat may reach later counts, against one that it reaches now.
const LATER: f64 = 0.35;

impl Appraise for Haleakala {
    fn appraise(view: &View, seat: Seat, legal: &[Action]) -> Vec<f64> {
        let other = view.players.iter().find(|player| player.seat != seat);
        match (view.player(seat), other) {
            (Some(mine), Some(other)) => {
                let opinion = Opinion { view, mine, other };
                legal.iter().map(|action| opinion.worth(*action)).collect()
            }
            _ => vec![0.0; legal.len()],
        }
    }
}

struct Opinion<'a> {
    view: &'a View,
    mine: &'a PlayerView,
    other: &'a PlayerView,
}

impl Opinion<'_> {
    fn worth(&self, action: Action) -> f64 {
        match action {
            Action::Place { disc, at } if at == self.view.boat => {
                let number = disc.number();
                self.of_delivery(at.clockwise(number)) + self.of_beach(at, i16::from(number))
                    - self.of_beach(at, 0)
            }
            Action::Invoke { disc } => {
                let to = self.view.boat.clockwise(disc.number());
                self.of_delivery(to) + self.of_lava(to) - 0.2
            }
            Action::Place { disc, at } => {
                self.of_beach(at, i16::from(disc.number())) - self.of_beach(at, 0) + 0.15 * self.of_walks()
                    - 0.05 * f64::from(disc.number())
            }
            Action::Take { disc } => {
                let lies = self.mine.discs.iter().find(|(own, _)| *own == disc).map(|(_, lies)| *lies);
                let at = if let Some(Lies::On(at)) = lies { at } else { self.view.boat };
                self.of_beach(at, -i16::from(disc.number())) - self.of_beach(at, 0) + 0.15 * self.of_walks()
                    - 0.3
            }
            Action::Boat => self.of_delivery(self.view.boat.clockwise(1)),
            Action::Walk(site) => self.of_site(self.mine, site),
            Action::Stay => match self.mine.shaman {
                Shaman::At(site) => self.of_site(self.mine, site),
                Shaman::Hut(_) => 0.0,
            },
            Action::Choose(card) => self.of_card(self.mine, card) + 0.6 * self.of_card(self.other, card),
            Action::Lava { from, direction } => self.of_lava(from.next(direction)) - self.of_lava(from),
            Action::LeaveLava => 0.0,
            Action::Buy(ware) => self.of_ware(ware) - 1.1 * f64::from(self.view.printed.cost(ware)),
            Action::BuyNothing => 0.1,
        }
    }

    /// How many scorings are still to come.
    fn scorings(&self) -> f64 {
        match self.view.round {
            Round::First => 1.7,
            Round::Second => 1.0,
        }
    }

    // --- Cards ---

    fn of_card(&self, player: &PlayerView, card: Card) -> f64 {
        match card {
            Card::Statue => match player.shaman {
                Shaman::At(site) if player.statues_left > 0 => self.of_site(player, site),
                Shaman::At(_) | Shaman::Hut(_) => 0.0,
            },
            Card::Priestess => 0.5,
            Card::Shell => 1.6,
            Card::Kept(kept) => self.of_keepsake(player, kept),
            Card::Lava => 0.0,
        }
    }

    fn of_keepsake(&self, player: &PlayerView, kept: Keepsake) -> f64 {
        let has = |other: Keepsake| player.kept.contains(&other);
        let butterfly = if self.view.printed.has_butterfly(kept) { 0.4 } else { 0.0 };
        butterfly
            + match kept {
                Keepsake::WhitePearl => (if has(Keepsake::BlackPearl) { 2.0 } else { 1.3 }) * self.scorings(),
                Keepsake::BlackPearl => (if has(Keepsake::WhitePearl) { 3.0 } else { 2.3 }) * self.scorings(),
                Keepsake::Nautilus => 3.0,
                Keepsake::Fish1 | Keepsake::Fish2 | Keepsake::Fish3 | Keepsake::Fish4 | Keepsake::Fish5 => {
                    0.45 * f64::from(kept.baskets()) * self.scorings()
                }
            }
    }

    // --- Sites and lava ---

    /// What a statue there would bring.
    fn of_site(&self, player: &PlayerView, site: Site) -> f64 {
        let segment = &self.view.segments[site.segment.index()];
        if segment.statues[site.terrain.index()].is_some() {
            return 0.0;
        }
        let points = &self.view.printed.sheet.points;
        let (worth, reach) = match site.terrain {
            Terrain::Grassland => (points.grassland, 3),
            Terrain::Forest => (points.forest, 2),
            Terrain::Mountain => (points.mountain, 1),
        };
        let doomed = segment.lava >= reach;
        let safety = if doomed { 0.05 } else { 0.85 };
        let company = segment.statues.iter().filter(|owner| **owner == Some(player.seat)).count();
        safety * f64::from(worth) * self.scorings() + COMPANY * f64::from(u8::try_from(company).unwrap_or(0))
    }

    /// What one more lava disc on a crater does to the others, less what it does to oneself.
    fn of_lava(&self, at: Segment) -> f64 {
        let segment = &self.view.segments[at.index()];
        let next = Terrain::ALL.into_iter().rev().nth(usize::from(segment.lava));
        let owner = next.and_then(|terrain| segment.statues[terrain.index()]);
        let height = next.map_or(0.0, |terrain| 1.0 + f64::from(u8::try_from(terrain.index()).unwrap_or(0)));
        match owner {
            Some(owner) if owner == self.mine.seat => -height,
            Some(_) => height,
            None => 0.0,
        }
    }

    /// The best place to which the shaman could still go is worth a turn that moves him.
    fn of_walks(&self) -> f64 {
        let here = match self.mine.shaman {
            Shaman::At(site) => self.of_site(self.mine, site),
            Shaman::Hut(_) => 0.0,
        };
        let reach =
            Site::all().filter(|site| crate::rules::haleakala::board::within_reach(self.mine.shaman, *site));
        reach.map(|site| self.of_site(self.mine, site)).fold(here, f64::max) - here
    }

    // --- Beaches ---

    /// What the cards of a segment bring to me, less what they bring to the other, if the boat comes now; my sum
    /// being higher by so much than it is.
    fn balance(&self, at: Segment, more: i16) -> f64 {
        let own = i16::from(self.view.sum(self.mine.seat, at)) + more;
        let others = i16::from(self.view.sum(self.other.seat, at));
        if own <= 0 && others <= 0 {
            return 0.0;
        }
        let cards: Vec<_> = self.view.segments[at.index()].cards.iter().flatten().copied().collect();
        let (first, second, sign, both) = if own > others {
            (self.mine, self.other, 1.0, others > 0)
        } else {
            (self.other, self.mine, -1.0, own > 0)
        };
        let worth = |player: &PlayerView, card: &Card| self.of_card(player, *card);
        let best = cards.iter().map(|card| worth(first, card)).fold(0.0, f64::max);
        let rest = match cards.as_slice() {
            [a, b] if a != b && both => {
                let left = if worth(first, a) >= worth(first, b) { b } else { a };
                worth(second, left)
            }
            _ => 0.0,
        };
        sign * (best - rest)
    }

    fn of_delivery(&self, at: Segment) -> f64 {
        self.balance(at, 0) - 0.1
    }

    /// What a beach promises, the boat being so far away.
    fn of_beach(&self, at: Segment, more: i16) -> f64 {
        let away = (at.index() + 6 - self.view.boat.index()) % 6;
        let soon = match away {
            0 => 0.3,
            1 | 2 => 1.0,
            3 | 4 => 0.8,
            _ => 0.6,
        };
        LATER * soon * self.balance(at, more) + if more > 0 { 0.1 } else { 0.0 }
    }

    // --- The display ---

    fn of_ware(&self, ware: Ware) -> f64 {
        let statues = |terrain: Terrain| {
            let mine = Some(self.mine.seat);
            let on = self.view.segments.iter().filter(|it| it.statues[terrain.index()] == mine);
            f64::from(u8::try_from(on.count()).unwrap_or(0))
        };
        match ware {
            Ware::Priestess => 0.6,
            Ware::Card(ScoringCard::Butterflies) => {
                let printed = &self.view.printed;
                let butterflies = self.mine.kept.iter().filter(|kept| printed.has_butterfly(**kept));
                0.4 + f64::from(u8::try_from(butterflies.count()).unwrap_or(0))
            }
            Ware::Card(ScoringCard::StatueMajority) => 2.0,
            Ware::Card(ScoringCard::CompleteSegment) => {
                let mine = [Some(self.mine.seat); 3];
                let whole = self.view.segments.iter().filter(|it| it.statues == mine).count();
                4.0 * f64::from(u8::try_from(whole).unwrap_or(0))
            }
            Ware::Card(ScoringCard::Forest) => 2.0 * statues(Terrain::Forest),
            Ware::Card(ScoringCard::Mountain) => 2.5 * statues(Terrain::Mountain),
        }
    }
}
