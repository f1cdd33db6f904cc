//! Taking back, step by step: what may be taken back, and why not. The laws hold the same on random walks.

use lanai::rules::chance::{Dice, Seed};
use lanai::rules::hawaii::Hawaii;
use lanai::rules::hawaii::action::{Action, Event};
use lanai::rules::hawaii::options::Options;
use lanai::rules::{CannotTakeBack, Rules, Seat, Seats, Session, Status, Title};

fn session(seats: u8) -> Session<Hawaii> {
    let seats = Seats::of(Title::Hawaii, seats).unwrap();
    let printed = Hawaii::printed().unwrap();
    Session::new(Hawaii::setup(&printed, seats, Options::default(), Seed::from_number(1)).unwrap())
}

fn to_act(session: &Session<Hawaii>) -> Seat {
    match session.game().status() {
        Status::ToAct(seat) => seat,
        Status::Over(_) => panic!("the game is over"),
    }
}

fn legal(session: &Session<Hawaii>) -> Vec<Action> {
    let mut legal = Vec::new();
    session.game().legal(&mut legal);
    legal
}

/// Takes an action; answers with who took it and what happened.
fn play(session: &mut Session<Hawaii>, action: Action) -> (Seat, Vec<Event>) {
    let seat = to_act(session);
    let mut events = Vec::new();
    session.play(action, &mut events).unwrap();
    (seat, events)
}

/// Plays anything, mostly what is listed first, until an event comes up.
fn play_until(session: &mut Session<Hawaii>, mut wanted: impl FnMut(&Event) -> bool) -> Seat {
    let mut dice = Dice::new(&Seed::from_number(4), 0);
    loop {
        let legal = legal(session);
        let bound = u32::try_from(legal.len()).unwrap();
        let choice = dice.below(bound).min(dice.below(bound)).min(dice.below(bound));
        let (seat, events) = play(session, legal[choice as usize]);
        if events.iter().any(&mut wanted) {
            return seat;
        }
    }
}

#[test]
fn before_the_first_step_there_is_nothing_to_take_back() {
    let mut session = session(2);
    for seat in session.game().seats().iter() {
        assert_eq!(session.take_back(seat), Err(CannotTakeBack::Nothing));
    }
}

#[test]
fn ones_own_last_step_can_be_taken_back_but_not_twice() {
    let mut session = session(3);
    let before = session.game().clone();
    let (seat, _) = play(&mut session, Action::Wait);
    assert_ne!(session.game(), &before);
    assert_eq!(session.take_back(seat), Ok(()));
    assert_eq!(session.game(), &before);
    assert_eq!(session.take_back(seat), Err(CannotTakeBack::Nothing));
}

#[test]
fn nobody_takes_back_the_step_of_another() {
    let mut session = session(2);
    let (first, _) = play(&mut session, Action::Wait);
    let second = to_act(&session);
    let now = session.game().clone();
    assert_eq!(session.take_back(second), Err(CannotTakeBack::NotYours(first)));
    assert_eq!(session.game(), &now);
    assert_eq!(session.take_back(first), Ok(()), "a refusal takes nothing away");
}

#[test]
fn once_another_has_acted_it_is_too_late() {
    let mut session = session(2);
    let (first, _) = play(&mut session, Action::Wait);
    let (second, _) = play(&mut session, Action::Wait);
    assert_ne!(first, second);
    assert_eq!(session.take_back(first), Err(CannotTakeBack::NotYours(second)));
    // It stays too late when the other takes his step back: he has shown what he wanted.
    assert_eq!(session.take_back(second), Ok(()));
    assert_eq!(session.take_back(first), Err(CannotTakeBack::Nothing));
}

#[test]
fn the_steps_of_a_turn_are_taken_back_one_by_one() {
    let mut session = session(2);
    let mut past = Vec::new();
    let seat = to_act(&session);
    let tikis = Hawaii::printed().unwrap().place_named("tikis").unwrap();
    let mut next = Action::Move(tikis);
    while to_act(&session) == seat {
        past.push(session.game().clone());
        play(&mut session, next);
        next = legal(&session)[0];
    }
    assert!(past.len() >= 2, "a walk and a purchase are two steps");
    for before in past.iter().rev() {
        assert_eq!(session.take_back(seat), Ok(()));
        assert_eq!(session.game(), before);
    }
    assert_eq!(session.take_back(seat), Err(CannotTakeBack::Nothing));
}

#[test]
fn a_refused_action_leaves_everything_as_it_was() {
    let mut session = session(2);
    let (seat, _) = play(&mut session, Action::Wait);
    let now = session.clone();
    let mut events = Vec::new();
    assert!(session.play(Action::Decline, &mut events).is_err());
    assert_eq!(session, now);
    assert!(events.is_empty());
    assert_eq!(session.take_back(seat), Ok(()));
}

#[test]
fn a_god_who_came_to_light_is_not_covered_again() {
    let mut session = session(3);
    let seat = play_until(&mut session, |event| matches!(event, Event::GodUncovered { .. }));
    assert_eq!(session.take_back(seat), Err(CannotTakeBack::Nothing));
}

#[test]
fn the_end_of_a_round_is_not_taken_back() {
    let mut session = session(4);
    let seat = play_until(&mut session, |event| matches!(event, Event::RoundOver { .. }));
    assert_eq!(session.take_back(seat), Err(CannotTakeBack::Nothing));
}

/// Events that were there before are not looked at: only what this step uncovers counts.
#[test]
fn older_events_in_the_same_list_do_not_matter() {
    let mut session = session(2);
    let seat = to_act(&session);
    let mut events = vec![Event::RoundOver { round: 1 }];
    session.play(Action::Wait, &mut events).unwrap();
    assert_eq!(events.len(), 2);
    assert_eq!(session.take_back(seat), Ok(()));
}

#[test]
fn the_reasons_are_sentences_for_the_player() {
    let not_yours = CannotTakeBack::NotYours(Seat::from_number(2).unwrap());
    assert_eq!(not_yours.to_string(), "seat 2 has acted since");
    assert!(CannotTakeBack::Nothing.to_string().starts_with("there is nothing that could be taken back"));
}
