//! The host: tables are opened, people sit down, games begin, go on, are taken back, given up and shown.
//!
//! It knows persons by their numbers and no chat: whoever talks to them hands in what they want ([`Actor`]) and says
//! what came of it. Every change is one guarded write, and what the public must hear of it is written with it as
//! [`News`]: nothing is told that did not happen, and nothing that happened goes untold. Nothing is kept in memory that a
//! restart would lose.

mod core;
mod features;
mod host;
mod model;
mod workers;

pub use core::amendments::Amendments;
pub use core::database::DatabaseAccess;
pub use core::game_summary::GameSummaries;
pub use core::games::GameLoader;
pub use core::moderation::{Act, Acting, Moderation};
pub use core::play::{Play, Settled, Step, Turn};
pub use core::process::{Known, Process};
pub use core::results::History;
pub use core::settings::Settings;
pub use core::tables::Tables;
pub use core::take_back::TakeBack;
pub use core::thoughts::Thinking;
pub use core::watching::Watching;
pub use features::access::{AccessRules, MOST_OPENED};
pub use features::agreements::{Agreement, Agreements, Consent};
pub use features::closing::TableClosing;
pub use features::contests::organising::ContestOrganiser;
pub use features::contests::running::ContestRunner;
pub use features::contests::{MOST_CONTESTS, MOST_ENTRANTS, PATROL};
pub use features::departures::Departures;
pub use features::erasure::Erasure;
pub use features::exports::{DataExporter, Export, MOST_EXPORTED};
pub use features::game_start::GameStart;
pub use features::hints::Hints;
pub use features::lessons::{LessonStep, Lessons};
pub use features::lobby::{LAPSES_AFTER, Lobby, NewGame, may_invite};
pub use features::lookback::{Lookback, PlayedTurn, Position};
pub use features::matchmaking::{Matchmaking, SEEKS_FOR, Seeker};
pub use features::notes::{LONGEST_NOTE, Notes};
pub use features::premoves::{MOST_ANSWERS, MOST_WAYS, PremovePlanner};
pub use features::ratings::Ratings;
pub use features::relocation::Relocation;
pub use features::replacements::Replacements;
pub use features::resignations::Resignations;
pub use features::reviews::{Review, Reviewer};
pub use features::statistics::{Balance, Favourites, GuildStats, Statistics, Stats};
pub use features::verifier::{Proof, Verifier};
pub use host::{Host, HostOptions};
pub use lanai_ai::{
    Advice, Expected, PolicyKind, ReviewedTurn, Teach, accuracy, chances, costliest_turns,
    turn_count,
};
pub use lanai_store::{
    ActivePerson, BestGame, Chair, ChannelId, Claim, ContestId, Destination, Ending, GuildId,
    InteractionId, LeftBy, MessageId, NoticeId, Opened, Participant, PastGame, PastOf, PersonId,
    Placed, Playing, RankedPerson, RatedPerson, RatedThen, Rating, RatingOf, Revision, Role,
    ShardId, TableId, TableStatus, Tended, Timestamp, Watch, Written,
};
pub use model::clock::Clock;
pub use model::contests::{
    CardStage, Contest, ContestPlace, ContestRefusal, ContestState, ContestTerms, Entrant, FULL,
    Heat, HeatResult, LogEntry, Logged, NewContest, Part, System,
};
pub use model::failure::{Declined, Failure, InternalError};
pub use model::guild_refusal::GuildRefusal;
pub use model::guild_settings::{
    Authority, Bar, GuildSettings, MOST_BARRED, MOST_CHANNELS, Setting,
};
pub use model::local_hours::{LocalHours, Quiet, zone_name, zones_like};
pub use model::lots::Lots;
pub use model::news::{Called, Chore, Invitee, News, NewsStep, Receipt, Why};
pub use model::person_settings::{Away, Invitations, Listing, Moment, PersonSettings, USUAL};
pub use model::premoves::{Premove, PremoveCondition};
pub use model::rating::{RatingChange, SETTLED, is_provisional, rating_margin, rating_points};
pub use model::table::{Table, kind_of};
pub use model::table_settings::{
    Company, Late, Lesson, NEVER, Seclusion, TableSettings, TimeControl, span,
};
pub use model::terms::{Award, Proposal, Terms};
pub use model::waiting::{
    DueAction, MOST_REMINDERS, NUDGE_AFTER, Pause, Plan, PreviousTurn, Waiting,
};
pub use workers::outbox::{DueNotice, Outbox};
pub use workers::scheduler::Scheduler;
pub use workers::thinking::Thinker;

/// Somebody who wants something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Actor {
    pub person: PersonId,
    pub name: String,
    /// The press or command, which counts once.
    pub interaction: Option<InteractionId>,
}

/// Until when something is tried anew because somebody was faster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// Until it is done: it means the same upon whatever stands there.
    Done,
    /// As long as nobody acts. What happens between moves, a reminder or a pause, is no reason to refuse a move: it is
    /// made again upon that.
    Moved,
}
