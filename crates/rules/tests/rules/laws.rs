//! The laws that every game keeps, on random legal walks. They are written over the contract: nothing in a law
//! knows a game. A further game is one more `laws!` line below, and its options in `walk`.
//!
//! `PROPTEST_CASES` (256 unless set) makes all of them longer or shorter in proportion.

mod hawaii_events;
mod hawaii_views;
mod hidden;
mod walk;

use std::fmt::Debug;

use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::record::{Detail, Record};
use lanai_rules::{CannotTakeBack, Rules, Seat, Session, Status};
use proptest::{prelude::*, test_runner::TestCaseResult};
use serde::{Serialize, de::DeserializeOwned};

use crate::records::edits;
use hidden::{
    a_view_shows_only_what_its_viewer_may_know, nothing_hidden_shows_before_an_event_that_uncovers,
    the_actor_sees_what_the_action_changed,
};
use walk::{Stride, Tried, on_plans, on_whole_games, pick, to_json};

/// No menu is longer.
const MAX_CHOICES: usize = 200;
macro_rules! laws {
    ($($game:ident: $type:ty),+ => $laws:tt) => {
        $(laws!(@ $game: $type => $laws);)+
    };
    (@ $game:ident: $type:ty => { $($law:ident),+ $(,)? }) => {
        mod $game {
            $(#[test]
            fn $law() {
                super::$law::<$type>();
            })+
        }
    };
}

laws! {
    hawaii: super::Hawaii, haleakala: super::Haleakala => {
        somebody_to_act_means_something_legal,
        every_listed_action_is_accepted,
        an_action_that_is_not_listed_is_refused_and_changes_nothing,
        every_piece_is_in_exactly_one_place,
        everything_survives_json,
        a_record_replays_to_the_walk,
        every_game_ends,
        taking_back_restores_the_state_and_crosses_no_reveal,
        a_view_shows_only_what_its_viewer_may_know,
        nothing_hidden_shows_before_an_event_that_uncovers,
        the_actor_sees_what_the_action_changed,
    }
}

fn somebody_to_act_means_something_legal<G: Tried>() {
    on_plans::<G>(96, |plan| {
        let mut legal = Vec::new();
        for game in plan.positions() {
            game.legal(&mut legal);
            let over = matches!(game.status(), Status::Over(_));
            prop_assert_eq!(legal.is_empty(), over);
            prop_assert!(legal.len() <= MAX_CHOICES, "{} choices", legal.len());
            for (at, action) in legal.iter().enumerate() {
                prop_assert!(!legal[..at].contains(action), "listed twice: {action:?}");
            }
        }
        Ok(())
    });
}

fn every_listed_action_is_accepted<G: Tried>() {
    on_plans::<G>(48, |plan| {
        let mut events = Vec::new();
        for stride in plan.strides() {
            for action in stride.legal {
                let mut game = stride.before.clone();
                events.clear();
                let answer = game.play(action, &mut events);
                prop_assert!(
                    answer.is_ok(),
                    "{action:?} is listed, but refused: {answer:?}"
                );
                prop_assert_ne!(
                    game.state(),
                    stride.before.state(),
                    "{:?} changes nothing",
                    action
                );
                prop_assert_eq!(game.check(), Ok(()), "after {:?}", action);
            }
        }
        Ok(())
    });
}

/// Candidates are what other positions of other walks offer, and what is listed here with a figure changed.
fn an_action_that_is_not_listed_is_refused_and_changes_nothing<G: Tried>() {
    on_plans::<G>(48, |plan| {
        let elsewhere: Vec<G::Action> = plan
            .another()
            .strides()
            .iter()
            .map(|other| other.action)
            .collect();
        let mut dice = Dice::new(&Seed::from_number(plan.walker), 1);
        let mut refused = 0;
        let mut legal = Vec::new();
        for mut game in plan.positions() {
            game.legal(&mut legal);
            let mut candidates: Vec<_> = (0..12)
                .filter_map(|_| pick(&mut dice, &elsewhere))
                .collect();
            for _ in 0..4 {
                candidates.extend(pick(&mut dice, &legal).iter().flat_map(edits::mutations));
            }
            let before = game.clone();
            let mut events = Vec::new();
            for action in candidates
                .into_iter()
                .filter(|action| !legal.contains(action))
            {
                let answer = game.play(action, &mut events);
                prop_assert!(answer.is_err(), "{action:?} is not listed, but accepted");
                prop_assert!(
                    events.is_empty(),
                    "{action:?} is refused, but something happens: {events:?}"
                );
                prop_assert_eq!(
                    &game,
                    &before,
                    "{:?} is refused, but changes something",
                    action
                );
                refused += 1;
            }
        }
        prop_assert!(refused > 0, "no candidate was unlawful");
        Ok(())
    });
}

fn every_piece_is_in_exactly_one_place<G: Tried>() {
    on_plans::<G>(192, |plan| {
        for game in plan.positions() {
            prop_assert_eq!(game.check(), Ok(()));
        }
        Ok(())
    });
}

fn everything_survives_json<G: Tried>() {
    on_plans::<G>(48, |plan| {
        survives(&plan.options)?;
        let printed = G::printed().unwrap();
        survives(&*printed)?;
        for Stride {
            action,
            events,
            after,
            ..
        } in plan.strides()
        {
            survives(&action)?;
            survives(&events)?;
            let state = survives(after.state())?;
            let restored = G::restore(&printed, state);
            prop_assert_eq!(restored.as_ref(), Ok(&after));
        }
        Ok(())
    });
}

fn survives<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    it: &T,
) -> Result<T, TestCaseError> {
    let json = to_json(it);
    let read: T =
        serde_json::from_str(&json).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(&read, it);
    prop_assert_eq!(to_json(&read), json);
    Ok(read)
}

fn a_record_replays_to_the_walk<G: Tried>() {
    on_plans::<G>(32, |plan| {
        for detail in [Detail::Digests, Detail::Full] {
            let names = (1..=plan.seats)
                .map(|seat| format!("player {seat}"))
                .collect();
            let printed = G::printed().unwrap();
            let seed = Seed::from_number(plan.seed);
            let begun = Record::<G>::begin(&printed, names, plan.options.clone(), seed, detail);
            let (mut record, start) = begun.unwrap();
            prop_assert_eq!(&start, &plan.begin());
            let strides = plan.strides();
            for Stride {
                seat,
                action,
                events,
                after,
                ..
            } in &strides
            {
                record.push_step(*seat, *action, events.clone(), after);
            }
            let read = Record::<G>::read(&to_json(&record)).unwrap();
            let last = strides.last().map_or(&start, |stride| &stride.after);
            prop_assert_eq!(read.replay(None), Ok(last.clone()));
            prop_assert_eq!(read.replay(Some(0)), Ok(start.clone()));
            let middle = strides.len() / 2;
            if let Some(stride) = strides.get(middle) {
                prop_assert_eq!(read.replay(Some(middle)), Ok(stride.before.clone()));
            }
        }
        Ok(())
    });
}

fn every_game_ends<G: Tried>() {
    on_whole_games::<G>(192, |plan| {
        let mut game = plan.begin();
        let decisions = plan
            .strides()
            .into_iter()
            .map(|stride| game = stride.after)
            .count();
        prop_assert!(decisions < G::MAX_DECISIONS);
        let Status::Over(standings) = game.status() else {
            return Err(TestCaseError::fail(format!(
                "not over after {decisions} decisions"
            )));
        };
        prop_assert_eq!(standings.points.seats(), game.seats());
        prop_assert_eq!(standings.tie_break.seats(), game.seats());
        prop_assert!(standings.winners().count() >= 1);
        for seat in game.seats().iter() {
            let better = game
                .seats()
                .iter()
                .filter(|other| standings.rank(*other) < standings.rank(seat));
            prop_assert_eq!(better.count() + 1, standings.rank(seat));
        }
        Ok(())
    });
}

/// Plays a random walk in a session, with occasional take-backs.
fn taking_back_restores_the_state_and_crosses_no_reveal<G: Tried>() {
    on_plans::<G>(96, |plan| {
        let mut dice = Dice::new(&Seed::from_number(plan.walker), 2);
        let mut session = Session::new(plan.begin());
        // Who acted, the game before, and whether anything was uncovered; the last step at the end.
        let mut past = Vec::new();
        let mut legal = Vec::new();
        for _ in 0..plan.steps {
            if dice.below(3) == 0 {
                for seat in session.game().seats().iter() {
                    take_back(&mut session, seat, &mut past)?;
                }
            }
            let Status::ToAct(seat) = session.game().status() else {
                break;
            };
            session.game().legal(&mut legal);
            let Some(action) = pick(&mut dice, &legal) else {
                break;
            };
            let before = session.game().clone();
            let mut events = Vec::new();
            prop_assert!(session.play(action, &mut events).is_ok());
            let reveals_hidden = events.iter().any(G::reveals_hidden);
            if !reveals_hidden {
                let mut copy = session.clone();
                prop_assert_eq!(
                    copy.take_back(seat),
                    Ok(()),
                    "one's own last step can be taken back"
                );
                prop_assert_eq!(copy.game(), &before);
            }
            past.push(PastStep {
                seat,
                before,
                reveals_hidden,
            });
        }
        Ok(())
    });
}

/// A step of a session, and the game before it.
struct PastStep<G> {
    seat: Seat,
    before: G,
    reveals_hidden: bool,
}

fn take_back<G: Rules>(
    session: &mut Session<G>,
    seat: Seat,
    past: &mut Vec<PastStep<G>>,
) -> TestCaseResult {
    let now = session.game().clone();
    match (session.take_back(seat), past.last()) {
        (Ok(()), Some(step)) => {
            prop_assert_eq!(step.seat, seat, "somebody else's step was taken back");
            prop_assert!(
                !step.reveals_hidden,
                "a step that uncovered something was taken back"
            );
            prop_assert_eq!(session.game(), &step.before);
            past.pop();
        }
        (Ok(()), None) => prop_assert!(false, "nothing was there to take back"),
        (Err(why), last) => {
            prop_assert_eq!(session.game(), &now);
            if let (CannotTakeBack::NotYours(whose), Some(step)) = (why, last) {
                prop_assert_eq!(whose, step.seat);
            }
        }
    }
    Ok(())
}
