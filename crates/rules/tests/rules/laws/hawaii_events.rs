//! Events are complete: adding them up gives every purse, every score and every token.
//! That is what sentences are made from, so nothing may change in silence.

use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::Event;
use lanai_rules::hawaii::pieces::Goods;
use lanai_rules::hawaii::token::At;
use lanai_rules::{Rules, Seat};
use proptest::prelude::*;

use super::walk::{Stride, on_plans};

/// What one seat has that can be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Account {
    goods: [i32; 3],
    points: i32,
    bought: i32,
    fished: i32,
    boats: i32,
    kahunas: i32,
    tikis: i32,
    tiles: i32,
}

fn account(game: &Hawaii, seat: Seat) -> Account {
    let realm = &game.state().realms[seat];
    let tokens_at = |at| to_i32(game.state().tokens.tokens_at(|other| other == at).count());
    Account {
        goods: figures(realm.goods),
        points: realm.points.into(),
        bought: tokens_at(At::Bought(seat)),
        fished: tokens_at(At::Fished(seat)),
        boats: realm.boats().total().into(),
        kahunas: realm.kahunas.into(),
        tikis: realm.tikis.into(),
        tiles: to_i32(realm.buildings().count()),
    }
}

fn to_i32(number: usize) -> i32 {
    i32::try_from(number).unwrap()
}

fn figures(goods: Goods) -> [i32; 3] {
    [goods.shells, goods.feet, goods.fruits].map(i32::from)
}

impl Account {
    fn add(&mut self, goods: Goods, times: i32) {
        self.goods
            .iter_mut()
            .zip(figures(goods))
            .for_each(|(sum, figure)| *sum += times * figure);
    }

    /// Notes an event, if it is about this seat.
    fn note(&mut self, owner: Seat, event: &Event) {
        match *event {
            // The banker collects the tokens of all players.
            Event::RoundBegins { .. } => (self.bought, self.fished) = (0, 0),
            Event::Paid { seat, goods } | Event::GaveKane { seat, goods } if seat == owner => {
                self.add(goods, -1);
            }
            Event::Gained { seat, goods, .. } if seat == owner => self.add(goods, 1),
            Event::Scored { seat, points, .. } if seat == owner => self.points += i32::from(points),
            Event::FinalScoring { seat, points } if seat == owner => {
                self.points += i32::from(points.total());
            }
            Event::TookPrice { seat, .. }
            | Event::Left {
                seat,
                price: Some(_),
                ..
            } if seat == owner => {
                self.bought += 1;
            }
            Event::Fished { seat, catch } if seat == owner => {
                self.fished += i32::from(catch.total())
            }
            Event::GotBoat { seat, .. } if seat == owner => self.boats += 1,
            Event::GotKahunas { seat, number } if seat == owner => {
                self.kahunas += i32::from(number)
            }
            Event::GotTikis { seat, number } if seat == owner => self.tikis += i32::from(number),
            Event::Built { seat, .. } if seat == owner => self.tiles += 1,
            Event::Moved { .. }
            | Event::Paid { .. }
            | Event::GaveKane { .. }
            | Event::TookPrice { .. }
            | Event::Built { .. }
            | Event::GotBoat { .. }
            | Event::GotKahunas { .. }
            | Event::GotTikis { .. }
            | Event::Gained { .. }
            | Event::Scored { .. }
            | Event::Fished { .. }
            | Event::Launched { .. }
            | Event::Visited { .. }
            | Event::NoGift { .. }
            | Event::Declined { .. }
            | Event::Left { .. }
            | Event::GodUncovered { .. }
            | Event::Summed { .. }
            | Event::RoundOver { .. }
            | Event::FinalScoring { .. } => {}
        }
    }
}

#[test]
fn the_events_account_for_everything_that_changes() {
    on_plans::<Hawaii>(96, |plan| {
        for Stride {
            before,
            action,
            events,
            after,
            ..
        } in plan.strides()
        {
            for seat in before.seats().iter() {
                let mut told = account(&before, seat);
                for event in &events {
                    told.note(seat, event);
                }
                prop_assert_eq!(
                    told,
                    account(&after, seat),
                    "seat {}, {:?}: {:?}",
                    seat,
                    action,
                    events
                );
            }
        }
        Ok(())
    });
}
