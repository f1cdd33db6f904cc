//! The terms of a new contest, with defaults for what the organiser leaves out.

use super::state::{Contest, ContestTerms, PairingSystem};
use crate::{ChannelId, ContestId, GuildId, TimeControl};
use lanai_rules::Title;

/// The largest number of rounds of a contest.
const MAX_ROUNDS: u32 = 12;

/// A contest that is about to be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewContest {
    pub guild: GuildId,
    pub channel: ChannelId,
    pub name: String,
    pub title: Title,
    /// The options of the game, as players type them.
    pub options: String,
    /// The usual number of players at a table. `None` for the default.
    pub seat_count: Option<u8>,
    pub system: PairingSystem,
    /// The number of rounds. `None` for the default.
    pub rounds: Option<u32>,
    pub time_control: TimeControl,
    /// The language of its messages.
    pub language: String,
    /// The previous season.
    pub follows: Option<ContestId>,
}

impl NewContest {
    /// Returns the next season of a contest.
    pub fn next_season_of(contest: &Contest) -> NewContest {
        let terms = contest.state.terms.clone();
        NewContest {
            guild: contest.guild,
            channel: contest.channel,
            name: terms.name,
            title: terms.title,
            options: terms.options,
            seat_count: Some(terms.seat_count),
            system: terms.system,
            rounds: Some(terms.rounds),
            time_control: terms.time_control,
            language: terms.language,
            follows: Some(contest.id),
        }
    }

    /// Returns the terms, with defaults filled in.
    pub(crate) fn terms(&self, organiser: &str) -> ContestTerms {
        let fewest = *self.title.seats().start();
        let most = *self.title.seats().end();
        // As far as the game allows, tables have four seats by default, and at least three.
        let seat_count = self
            .seat_count
            .unwrap_or(4)
            .clamp(fewest.max(3).min(most), most);
        let default_rounds = match self.system {
            PairingSystem::League if seat_count == 2 => 1,
            PairingSystem::League => 4,
            PairingSystem::Swiss | PairingSystem::Knockout => 3,
        };
        ContestTerms {
            name: self.name.clone(),
            title: self.title,
            options: self.options.clone(),
            seat_count,
            system: self.system,
            rounds: self.rounds.unwrap_or(default_rounds).clamp(1, MAX_ROUNDS),
            time_control: self.time_control,
            language: self.language.clone(),
            organiser: organiser.to_owned(),
            follows: self.follows,
        }
    }
}
