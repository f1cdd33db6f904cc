//! What a contest is to be, and what is usual where nobody says.

use super::state::{Contest, ContestTerms, System};
use crate::{ChannelId, ContestId, GuildId, TimeControl};
use lanai_rules::Title;

/// A contest that somebody wants to open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewContest {
    pub guild: GuildId,
    pub channel: ChannelId,
    pub name: String,
    pub title: Title,
    /// The rules to play by, as people write them.
    pub options: String,
    /// How many sit at a table, if it comes out even; as many as is usual, if left out.
    pub chairs: Option<u8>,
    pub system: System,
    /// How many rounds; as many as is usual, if left out.
    pub rounds: Option<u32>,
    /// How long a turn may take.
    pub pace: TimeControl,
    /// In which language it is told of.
    pub language: String,
    /// The season before this one.
    pub follows: Option<ContestId>,
}

impl NewContest {
    /// The next season of a contest.
    pub fn season_after(contest: &Contest) -> NewContest {
        let terms = contest.state.terms.clone();
        NewContest {
            guild: contest.guild,
            channel: contest.channel,
            name: terms.name,
            title: terms.title,
            options: terms.options,
            chairs: Some(terms.chairs),
            system: terms.system,
            rounds: Some(terms.rounds),
            pace: terms.pace,
            language: terms.language,
            follows: Some(contest.id),
        }
    }

    pub(crate) fn terms(&self, organiser: &str) -> ContestTerms {
        let least = *self.title.seats().start();
        let most = *self.title.seats().end();
        // Four make a good table where more than two may play, and three make one.
        let chairs = self.chairs.unwrap_or(4).clamp(least.max(3).min(most), most);
        let usual = match self.system {
            System::League if chairs == 2 => 1,
            System::League => 4,
            System::Swiss | System::Knockout => 3,
        };
        ContestTerms {
            name: self.name.clone(),
            title: self.title,
            options: self.options.clone(),
            chairs,
            system: self.system,
            rounds: self.rounds.unwrap_or(usual).clamp(1, MOST_ROUNDS),
            pace: self.pace,
            language: self.language.clone(),
            organiser: organiser.to_owned(),
            follows: self.follows,
        }
    }
}

/// No contest has more rounds.
const MOST_ROUNDS: u32 = 12;
