//! Rulebook sections "First scoring" and "Second scoring": the eruption, the points, and who wins.

use super::Haleakala;
use super::action::{Event, Round, ScoredPoints};
use super::board::{Segment, Site, Terrain};
use super::pieces::{Face, Holder, Keepsake, ScoringCard};
use super::state::{Collected, State};
use crate::{BySeat, Seat, Standings};

impl Haleakala {
    /// Scores the current round; after the first scoring, begins the second round.
    pub(super) fn score(&mut self, events: &mut Vec<Event>) {
        self.erupt(events);
        for seat in self.state.seats().iter() {
            let points = self.points_of(seat, self.state.round);
            self.state.players[seat].points += points.total();
            events.push(Event::Scored { seat, points });
        }
        if self.state.round == Round::First {
            self.state.round = Round::Second;
            self.state.display = [Holder::Display; 5];
            self.state.priestess = Face::Up;
            events.push(Event::SecondRound);
        }
    }

    // --- Rulebook: "The volcano erupts" ---

    /// Removes the lava and destroys the statues that it reaches in each segment, from the top.
    ///
    /// One disc reaches the mountain, two the forest, three the grassland; a fourth does nothing.
    fn erupt(&mut self, events: &mut Vec<Event>) {
        for segment in Segment::all() {
            let discs = usize::from(std::mem::take(&mut self.state.lava[segment]));
            for terrain in Terrain::ALL.into_iter().rev().take(discs) {
                let destroyed = self.state.statues[segment][terrain.index()].take();
                if let Some(seat) = destroyed {
                    events.push(Event::Destroyed {
                        seat,
                        site: Site { segment, terrain },
                    });
                }
            }
        }
    }

    // --- Rulebook: "Scoring points" ---

    /// Returns the points that a player would score in the scoring of `round` with the current
    /// pieces.
    pub fn points_of(&self, seat: Seat, round: Round) -> ScoredPoints {
        let state = &self.state;
        let worth = &self.printed.sheet.points;
        let [grassland, forest, mountain] = state.statues_by_terrain(seat);
        let statues =
            grassland * worth.grassland + forest * worth.forest + mountain * worth.mountain;
        let more_fish = baskets(state, seat) > baskets(state, state.other(seat));
        let has = |kept: Keepsake| state.players[seat].kept[kept.index()] == Collected::Yes;
        let pearls = match (has(Keepsake::WhitePearl), has(Keepsake::BlackPearl)) {
            (true, true) => worth.both_pearls,
            (true, false) => worth.white_pearl,
            (false, true) => worth.black_pearl,
            (false, false) => 0,
        };
        let second = round == Round::Second;
        ScoredPoints {
            statues,
            fish: if more_fish { worth.most_fish } else { 0 },
            pearls,
            nautilus: if second && has(Keepsake::Nautilus) {
                worth.nautilus
            } else {
                0
            },
            cards: ScoringCard::ALL.map(|card| match state.holder(card) {
                Holder::Seat(holder) if holder == seat => self.card_points(seat, card),
                Holder::Seat(_) | Holder::Display => 0,
            }),
            shells: if second {
                u16::from(state.players[seat].shells) * worth.shell_left
            } else {
                0
            },
        }
    }

    /// Returns the points that a scoring card would bring a player now.
    pub fn card_points(&self, seat: Seat, card: ScoringCard) -> u16 {
        let state = &self.state;
        let worth = &self.printed.sheet.points;
        match card {
            ScoringCard::Butterflies => {
                let keepsakes = Keepsake::ALL.into_iter().zip(state.players[seat].kept);
                let butterflies = keepsakes.filter(|(keepsake, has)| {
                    *has == Collected::Yes && self.printed.has_butterfly(*keepsake)
                });
                worth.butterfly * u16::try_from(butterflies.count()).unwrap_or_default()
            }
            ScoringCard::StatueMajority => {
                let [mine, theirs] =
                    [seat, state.other(seat)].map(|seat| state.statues_by_terrain(seat));
                let more = mine
                    .iter()
                    .zip(theirs)
                    .filter(|(mine, theirs)| **mine > *theirs);
                worth.majority * u16::try_from(more.count()).unwrap_or_default()
            }
            ScoringCard::CompleteSegment => {
                let complete = state
                    .statues
                    .iter()
                    .filter(|sites| **sites == [Some(seat); 3]);
                worth.complete_segment * u16::try_from(complete.count()).unwrap_or_default()
            }
            ScoringCard::Forest => worth.forest_card * state.statues_on(seat, Terrain::Forest),
            ScoringCard::Mountain => {
                worth.mountain_card * state.statues_on(seat, Terrain::Mountain)
            }
        }
    }
}

/// Returns the number of baskets of fish on a player's cards.
pub fn baskets(state: &State, seat: Seat) -> u16 {
    let keepsakes = Keepsake::ALL.into_iter().zip(state.players[seat].kept);
    keepsakes
        .filter(|(_, has)| *has == Collected::Yes)
        .map(|(keepsake, _)| keepsake.baskets())
        .sum()
}

/// Returns the standings: points, then statues on the board, then the player who did not begin.
pub fn standings(state: &State) -> Standings {
    let second = |seat| u16::from(seat != state.start_player);
    Standings {
        points: BySeat::new(state.seats(), |seat| state.players[seat].points),
        tie_break: BySeat::new(state.seats(), |seat| {
            2 * state.statues_of(seat) + second(seat)
        }),
    }
}
