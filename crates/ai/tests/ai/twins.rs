//! Twins: two games of Hawaii that look the same to every viewer, step by step, and differ in
//! everything hidden. Advice for a seat, and the choices of a computer in its place, are the same
//! in both.
//!
//! Purses are not varied: starting goods are printed, and incomes and payments are public, so games
//! with the same log have the same purses. See `goods_can_be_counted_along`.

use lanai_ai::{PlayedTurn, PolicyKind, split_into_turns, win_chances};
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::{Action, Event};
use lanai_rules::hawaii::options::Options;
use lanai_rules::hawaii::state::State;
use lanai_rules::hawaii::token::{At, Token};
use lanai_rules::{Rules as _, Viewer};

use super::{advice, choice, set_up};
use lanai_testing::outside::test_size;

/// The steps of a game.
struct Log {
    /// The game before each step, and after the last.
    games: Vec<Hawaii>,
    actions: Vec<Action>,
    events: Vec<Vec<Event>>,
}

/// Plays some decisions of a game, mostly the best by the heuristic and sometimes a random one.
fn played(players: u8, decisions: usize) -> Log {
    let seed = Seed::from_number(600 + u64::from(players));
    let mut game = set_up::<Hawaii>(players, Options::default(), seed);
    let mut dice = Dice::new(&seed, 79);
    let mut log = Log {
        games: vec![game.clone()],
        actions: Vec::new(),
        events: Vec::new(),
    };
    for _ in 0..decisions {
        let legal = game.legal_actions();
        let action = if dice.below(12) == 0 {
            legal[usize::try_from(dice.below(u32::try_from(legal.len()).unwrap())).unwrap()]
        } else {
            choice(&game, PolicyKind::Greedy, &seed)
        };
        let mut events = Vec::new();
        game.play(action, &mut events).unwrap();
        if game.status().to_act().is_none() {
            break;
        }
        log.games.push(game.clone());
        log.actions.push(action);
        log.events.push(events);
    }
    log
}

/// Replays the log with other hidden pieces, namely those that stay hidden to its end.
fn twin(log: &Log, dice: &mut Dice) -> Vec<Hawaii> {
    let last = log.games.last().unwrap().state();
    let seed = dice.seed();
    let gods = gods_below(last, dice);
    let mut islands = last.islands.hidden;
    dice.shuffle(&mut islands);
    let rounds: Vec<Vec<Token>> = (1..=last.round)
        .map(|round| exchanged(log, round, dice))
        .collect();
    let twins = log.games.iter().map(|game| {
        let mut state = game.state().clone();
        state.seed = seed;
        for (stack, gods) in state.gods.0.iter_mut().zip(&gods) {
            stack[..gods.len()].copy_from_slice(gods);
        }
        if state.islands.shuffles == last.islands.shuffles {
            state.islands.hidden[..islands.len()].copy_from_slice(&islands);
        }
        for (token, at) in game.state().tokens.iter() {
            state.tokens[rounds[usize::from(state.round) - 1][token.index()]] = at;
        }
        Hawaii::restore(&Hawaii::printed().unwrap(), state).unwrap()
    });
    twins.collect()
}

/// Returns the gods below the top of both stacks, shuffled.
fn gods_below(state: &State, dice: &mut Dice) -> [Vec<lanai_rules::hawaii::pieces::God>; 2] {
    let heights = [0, 1].map(|stack| state.gods.0[stack].len().saturating_sub(1));
    let mut gods = Vec::new();
    for (stack, height) in state.gods.0.iter().zip(heights) {
        gods.extend(stack.iter().copied().take(height));
    }
    dice.shuffle(&mut gods);
    let right = gods.split_off(heights[0]);
    [gods, right]
}

/// Returns which token replaces each token of a round: those with a hidden number are swapped with
/// others that show as many fish. Fished tokens stay once the round is over, because their numbers
/// are then added up in public.
fn exchanged(log: &Log, round: u8, dice: &mut Dice) -> Vec<Token> {
    let game = log
        .games
        .iter()
        .rfind(|game| game.state().round == round)
        .unwrap();
    let is_round_over = round < log.games.last().unwrap().state().round;
    let mut exchanged: Vec<Token> = Token::all().collect();
    for fish in 1..=3 {
        let hidden = game.state().tokens.iter().filter(|(token, at)| {
            let is_hidden = matches!(at, At::Bag | At::Cove(_))
                || matches!(at, At::Fished(_)) && !is_round_over;
            is_hidden && game.figures().face(*token).fish == fish
        });
        let tokens: Vec<Token> = hidden.map(|(token, _)| token).collect();
        let mut others = tokens.clone();
        dice.shuffle(&mut others);
        tokens
            .iter()
            .zip(others)
            .for_each(|(token, other)| exchanged[token.index()] = other);
    }
    exchanged
}

/// Asserts that every viewer saw the same in both logs.
fn assert_same_log(log: &Log, twins: &[Hawaii]) {
    for (game, twin) in log.games.iter().zip(twins) {
        twin.check().unwrap();
        for viewer in game.seats().iter().map(Viewer::Seat).chain([Viewer::Table]) {
            let [seen, expected] =
                [twin, game].map(|game| serde_json::to_string(&game.view(viewer)).unwrap());
            assert_eq!(seen, expected);
        }
    }
    for (step, action) in log.actions.iter().enumerate() {
        let (mut twin, mut events) = (twins[step].clone(), Vec::new());
        twin.play(*action, &mut events).unwrap();
        assert_eq!(events, log.events[step]);
        // The tokens of a new round are drawn at random.
        if !events
            .iter()
            .any(|event| matches!(event, Event::RoundBegins { .. }))
        {
            assert_eq!(twin, twins[step + 1]);
        }
    }
}

#[test]
fn twins_by_their_whole_logs_are_advised_reviewed_and_played_alike() {
    for (players, decisions) in [(3, 130), (5, 70), (2, 110), (4, 110)]
        .into_iter()
        .take(test_size(1, 4))
    {
        let log = played(players, decisions);
        let mut dice = Dice::new(&Seed::from_number(u64::from(players)), 80);
        let twins = twin(&log, &mut dice);
        assert_same_log(&log, &twins);
        let mut differ = 0;
        for (game, twin) in log.games.iter().zip(&twins).step_by(test_size(20, 9)) {
            let (one, other) = (game.state(), twin.state());
            differ += u32::from(one.gods != other.gods || one.tokens != other.tokens);
            let seed = dice.seed();
            let [with_hidden_redealt, expected] =
                [twin, game].map(|game| game.with_hidden_redealt(&mut Dice::new(&seed, 81)));
            assert_eq!(with_hidden_redealt, expected, "where minds look ahead");
            assert_eq!(
                format!("{:?}", advice(game, &seed)),
                format!("{:?}", advice(twin, &seed)),
                "hints"
            );
            assert_eq!(win_chances(game).unwrap(), win_chances(twin).unwrap());
            for kind in PolicyKind::ALL {
                assert_eq!(
                    choice(game, kind, &seed),
                    choice(twin, kind, &seed),
                    "{}",
                    kind.name()
                );
            }
        }
        assert!(
            differ > 2,
            "hardly anything was hidden: {differ} of {}",
            log.games.len()
        );
        let mut begins = 0;
        for (number, past) in split_into_turns(&log.games[0], &log.actions)
            .into_iter()
            .enumerate()
        {
            let before = twins[begins].clone();
            begins += past.actions.len();
            if number % test_size(25, 11) == 0 {
                let reviewed = [
                    PlayedTurn {
                        before,
                        ..past.clone()
                    },
                    past,
                ]
                .map(|past| format!("{:?}", past.review().unwrap().verdict));
                assert_eq!(reviewed[0], reviewed[1], "reviews");
            }
        }
    }
}
