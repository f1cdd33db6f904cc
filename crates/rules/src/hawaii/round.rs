//! Rulebook section "End of the round": sums, points, the payout, and the next round.

use super::action::{Event, Gain, Reason};
use super::island::{Chieftain, DOCKS, Space};
use super::options::{FirstSpace, Ranking};
use super::pieces::{Good, Goods};
use super::printed::ROUNDS;
use super::setup::shuffle_islands;
use super::state::Step;
use super::token::{At, Laid};
use super::{Hawaii, banker, scoring};
use crate::{BySeat, Seat};

impl Hawaii {
    /// Ends a round once all chieftains have left it. After the last round, scores the realms and
    /// leaves the agenda empty, which ends the game.
    pub(super) fn end_round(&mut self, events: &mut Vec<Event>) {
        events.push(Event::RoundOver {
            round: self.state.round,
        });
        self.please_the_people(events);
        if usize::from(self.state.round) < ROUNDS {
            self.pay_out(events);
        } else {
            self.last_first_space(events);
            self.score_realms(events);
        }
    }

    // --- Points ---

    /// Returns the sum of all tokens that a seat took in this round, hidden ones included.
    pub fn sum_of_tokens(&self, seat: Seat) -> u16 {
        let own = self
            .state
            .tokens
            .tokens_at(move |at| at == At::Bought(seat) || at == At::Fished(seat));
        own.map(|token| u16::from(self.printed.face(token).price.worth))
            .sum()
    }

    /// Returns the sum with which a seat pleases the people: the round's number less the surfers'
    /// relief.
    pub fn needed(&self, seat: Seat) -> u16 {
        let printed = u16::from(self.printed.round(self.state.round).threshold.sum);
        printed.saturating_sub(self.realm(seat).surfer_relief(self.printed.effects()))
    }

    fn please_the_people(&mut self, events: &mut Vec<Event>) {
        let seats = self.state.seats();
        let sums = BySeat::new(seats, |seat| self.sum_of_tokens(seat));
        let pleased = BySeat::new(seats, |seat| sums[seat] >= self.needed(seat));
        for seat in self.state.order {
            events.push(Event::Summed {
                seat,
                sum: sums[seat],
                needed: self.needed(seat),
            });
        }
        let everyone = self.state.options.ranking == Ranking::Everyone;
        let ranked = BySeat::new(seats, |seat| {
            (everyone || pleased[seat]).then_some(sums[seat])
        });
        for seat in self.state.order {
            if !pleased[seat] {
                continue;
            }
            let points = round_points(self.printed.round(self.state.round), &ranked, seat);
            self.score(seat, u16::from(points), Reason::People, events);
            let lono = self.realm(seat).lono_points(self.printed.effects());
            self.score(seat, lono, Reason::Lono, events);
        }
    }

    /// Scores points for the chieftain under space 1 after the last round, if the options say so.
    ///
    /// Rulebook: "At the end of the 5th round, the player who places his chieftain in the first
    /// position".
    fn last_first_space(&mut self, events: &mut Vec<Event>) {
        let scores = self.state.options.last_first_space == FirstSpace::Scores;
        if let Some(seat) = self.state.left_for(Space::default()).filter(|_| scores) {
            let points = self.printed.sheet.last_round.first_space;
            self.score(seat, points.into(), Reason::FirstSpace, events);
        }
    }

    fn score_realms(&mut self, events: &mut Vec<Event>) {
        for seat in self.state.order {
            let points = scoring::final_points(&self.printed, self.realm(seat));
            self.state.realms[seat].points += points.total();
            events.push(Event::FinalScoring { seat, points });
        }
    }

    // --- The payout ---

    /// Pays out income and the tiles' goods, then asks in turn order which goods irrigations bring.
    fn pay_out(&mut self, events: &mut Vec<Event>) {
        self.state.push_task(self.state.on_turn(), Step::NextRound);
        let income = self.printed.round(self.state.round).income.as_ref();
        let basic = income.map_or(Goods::default(), |income| Goods {
            shells: income.shells,
            feet: income.feet,
            fruits: 0,
        });
        for seat in self.state.order {
            let mut goods = self.realm(seat).harvest(self.printed.effects());
            goods += basic;
            self.gain(seat, goods, Gain::Income, events);
        }
        for seat in self.state.order.into_iter().rev() {
            let left = self.realm(seat).free_harvests(self.printed.effects());
            if left > 0 {
                self.state.push_task(seat, Step::Harvest { left });
            }
        }
    }

    /// Gains one chosen good from an irrigation, and asks for the next choice if any is left.
    pub(super) fn harvest(&mut self, seat: Seat, good: Good, left: u16, events: &mut Vec<Event>) {
        self.gain(seat, Goods::of(good, 1), Gain::Irrigation, events);
        if left > 1 {
            self.state.push_task(seat, Step::Harvest { left: left - 1 });
        }
    }

    // --- The next round ---

    pub(super) fn begin_round(&mut self, events: &mut Vec<Event>) {
        self.arrange_order();
        let state = &mut self.state;
        state.round += 1;
        state.consecutive_waits = 0;
        for seat in state.seats().iter() {
            state.chieftains[seat] = Chieftain::Beach;
            let launched = std::mem::take(&mut state.realms[seat].launched);
            state.realms[seat].ashore += launched;
        }
        let seats = state.seats();
        state.tokens = banker::lay_out(
            &self.printed,
            &state.seed,
            state.round,
            &state.places,
            seats,
        );
        self.laid = Laid::of(&state.tokens);
        self.move_islands();
        // With the last player in order recorded as on turn, the first player's turn is next.
        self.state.turn = self.state.seats().number() - 1;
        events.push(Event::RoundBegins {
            round: self.state.round,
        });
    }

    /// Makes the next turn order: the players in the order of the spaces for which they left.
    fn arrange_order(&mut self) {
        let state = &self.state;
        self.state.order = state
            .spaces()
            .filter_map(|space| state.left_for(space))
            .collect();
    }

    /// Moves islands to the left and fills empty docks from the stack.
    ///
    /// When only face-up islands are left in the stack, they are shuffled face down.
    fn move_islands(&mut self) {
        let state = &mut self.state;
        let mut docks = state.docks.into_iter().flatten();
        state.docks = std::array::from_fn::<_, DOCKS, _>(|_| {
            docks.next().or_else(|| {
                let next = state.islands.hidden.pop();
                if state.islands.hidden.is_empty() {
                    shuffle_islands(&mut state.islands, &state.seed);
                }
                next
            })
        });
    }
}

/// Returns the points of a seat that reaches its number, by its rank among the ranked sums.
fn round_points(
    indicator: &super::printed::RoundIndicator,
    ranked: &BySeat<Option<u16>>,
    seat: Seat,
) -> u8 {
    let points = &indicator.points;
    let above = ranked.values().filter(|sum| **sum > ranked[seat]).count();
    match above {
        0 => points.first,
        1 => points.second,
        _ => points.others,
    }
}
