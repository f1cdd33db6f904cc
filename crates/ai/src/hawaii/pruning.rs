//! Drops actions that the planner need not consider because a better one is nearly always legal.

use lanai_rules::Rules as _;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::{Action, Catch};
use lanai_rules::hawaii::state::Step;

pub(super) fn prune(game: &Hawaii, legal: &mut Vec<Action>) {
    match game.state().agenda.last().map(|task| task.step) {
        // The rules list the most sensible payment first, and fleets with few boats on side II
        // first.
        Some(Step::Pay(_)) => legal.truncate(1),
        Some(Step::Launch { .. }) => legal.truncate(2),
        Some(Step::Kane) if legal.len() > 2 => {
            let last = legal.len() - 1;
            legal.swap(1, last);
            legal.truncate(2);
        }
        Some(Step::Turn) => keep_best_catches(legal),
        _ => {}
    }
}

/// Of the catches with the same number of tokens, keeps the one with the highest expected sum.
fn keep_best_catches(legal: &mut Vec<Action>) {
    let catches: Vec<Catch> = legal
        .iter()
        .filter_map(|event| {
            if let Action::Fish(catch) = event {
                Some(*catch)
            } else {
                None
            }
        })
        .collect();
    legal.retain(|action| {
        let Action::Fish(catch) = action else {
            return true;
        };
        !catches.iter().any(|other| {
            other.total() == catch.total() && catch_value(*other) > catch_value(*catch)
        })
    });
}

fn catch_value(Catch([ones, twos, threes]): Catch) -> u32 {
    2 * u32::from(ones) + 4 * u32::from(twos) + 5 * u32::from(threes)
}
