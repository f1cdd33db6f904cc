//! Describes the end of a round as a small table: each seat's sum, the sum needed, the points, and
//! the income.

use super::{Fill, Phrasebook};
use crate::brief::{format_gained_points, pad_number};
use crate::key;
use lanai_rules::Seat;
use lanai_rules::hawaii::action::{Event, Gain, Reason};
use lanai_rules::hawaii::pieces::Goods;

struct RoundEnd {
    round: u8,
    rows: Vec<SeatResult>,
}

/// The result of a round for a seat.
struct SeatResult {
    seat: Seat,
    sum: u16,
    needed: u16,
    points: u16,
    income: Goods,
}

/// Returns a heading and a line for each seat, for every round that ended among these events.
pub(super) fn round_end_lines(phrasebook: &Phrasebook<'_>, events: &[Event]) -> Vec<String> {
    let mut rounds: Vec<RoundEnd> = Vec::new();
    for event in events {
        if let Event::RoundOver { round } = *event {
            rounds.push(RoundEnd {
                round,
                rows: Vec::new(),
            });
        } else if let Some(round_end) = rounds.last_mut() {
            round_end.add_event(event);
        }
    }
    rounds
        .iter()
        .flat_map(|round_end| round_end.to_lines(phrasebook))
        .collect()
}

impl RoundEnd {
    /// Adds an event if it belongs to the end of the round; turns of the next round may follow it.
    fn add_event(&mut self, event: &Event) {
        if let Event::Summed { seat, sum, needed } = *event {
            self.rows.push(SeatResult {
                seat,
                sum,
                needed,
                points: 0,
                income: Goods::default(),
            });
        }
        if let Event::Scored {
            seat,
            points,
            reason: Reason::People | Reason::Lono,
        } = *event
            && let Some(row) = self.row(seat)
        {
            row.points += points;
        }
        if let Event::Gained {
            seat,
            goods,
            from: Gain::Income,
        } = *event
            && let Some(row) = self.row(seat)
        {
            row.income += goods;
        }
    }

    fn row(&mut self, seat: Seat) -> Option<&mut SeatResult> {
        self.rows.iter_mut().find(|row| row.seat == seat)
    }

    fn to_lines(&self, phrasebook: &Phrasebook<'_>) -> Vec<String> {
        let has_income = self.rows.iter().any(|row| row.income.total() > 0);
        let title = if has_income {
            key::BRIEF_ROUND_OVER
        } else {
            key::BRIEF_LAST_ROUND_OVER
        };
        let title = phrasebook.say(title, &[("round", self.round.into())]);
        let row_key = if has_income {
            key::BRIEF_ROUND_ROW
        } else {
            key::BRIEF_LAST_ROUND_ROW
        };
        let mut lines = vec![title];
        for row in &self.rows {
            let fill = [
                ("who", Fill::from(phrasebook.player_name(row.seat))),
                ("sum", pad_number(&row.sum.to_string(), 2).into()),
                ("needed", pad_number(&row.needed.to_string(), 2).into()),
                ("points", format_gained_points(row.points).into()),
                ("goods", phrasebook.goods(row.income).into()),
            ];
            lines.push(phrasebook.say(row_key, &fill));
        }
        lines
    }
}
