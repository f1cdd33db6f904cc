//! The end of a round as a small table: the sum of each seat, the number needed, the points, and
//! the income.

use super::{Fill, Phrasebook};
use crate::brief::{figure, plus};
use lanai_rules::Seat;
use lanai_rules::hawaii::action::{Event, Gain, Reason};
use lanai_rules::hawaii::pieces::Goods;

struct RoundEnd {
    round: u8,
    rows: Vec<Row>,
}

/// What a round brought to a seat.
struct Row {
    seat: Seat,
    sum: u16,
    needed: u16,
    points: u16,
    income: Goods,
}

/// Returns the rounds that ended among these events, each with a heading and a line for each seat.
pub(super) fn round_ends(phrasebook: &Phrasebook<'_>, events: &[Event]) -> Vec<String> {
    let mut rounds: Vec<RoundEnd> = Vec::new();
    for event in events {
        if let Event::RoundOver { round } = *event {
            rounds.push(RoundEnd {
                round,
                rows: Vec::new(),
            });
        } else if let Some(over) = rounds.last_mut() {
            over.add(event);
        }
    }
    rounds
        .iter()
        .flat_map(|over| over.lines(phrasebook))
        .collect()
}

impl RoundEnd {
    /// Counts only what the end of the round brings: turns of the next round may follow.
    fn add(&mut self, event: &Event) {
        if let Event::Summed { seat, sum, needed } = *event {
            self.rows.push(Row {
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

    fn row(&mut self, seat: Seat) -> Option<&mut Row> {
        self.rows.iter_mut().find(|row| row.seat == seat)
    }

    fn lines(&self, phrasebook: &Phrasebook<'_>) -> Vec<String> {
        let pays = self.rows.iter().any(|row| row.income.total() > 0);
        let title = if pays {
            "brief-round-over"
        } else {
            "brief-last-round-over"
        };
        let title = phrasebook.say(title, &[("round", self.round.into())]);
        let row = |row: &Row| {
            let fill = [
                ("who", Fill::from(phrasebook.who(row.seat))),
                ("sum", figure(&row.sum.to_string(), 2).into()),
                ("needed", figure(&row.needed.to_string(), 2).into()),
                ("points", plus(row.points).into()),
                ("goods", phrasebook.goods(row.income).into()),
            ];
            phrasebook.say(
                if pays {
                    "brief-round-row"
                } else {
                    "brief-last-round-row"
                },
                &fill,
            )
        };
        std::iter::once(title)
            .chain(self.rows.iter().map(row))
            .collect()
    }
}
