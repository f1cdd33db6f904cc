//! Hosts games: opens tables, seats people, starts and plays games, and keeps them going between
//! moves.
//!
//! The host knows nothing about Discord: the caller passes in who acts ([`Actor`]) and shows the
//! outcome. Every change is one guarded write, and the [`News`] that it causes is stored in the
//! same transaction, so that messages and games never disagree. All state is in the database.
//!
//! Entry points: [`Host`] for requests; [`Scheduler`], [`Thinker`] and [`Outbox`] for work between
//! them.

mod core;
mod features;
mod host;
mod model;
mod workers;

pub use core::amendments::{Amendments, check_may_ask_for_time};
pub use core::database::DatabaseAccess;
pub use core::game_summary::GameSummaries;
pub use core::games::GameLoader;
pub use core::moderation::{Act, Moderation, ModerationAction};
pub use core::play::{CommittedTurn, Play, Step, Turn};
pub use core::process::{Process, ProcessState};
pub use core::results::History;
pub use core::settings::Settings;
pub use core::tables::Tables;
pub use core::take_back::TakeBack;
pub use core::thoughts::Thinking;
pub use core::watching::Watching;
pub use features::access::{AccessRules, MAX_OPEN_TABLES};
pub use features::agreements::{Agreement, Agreements, Consent};
pub use features::board_access::BoardAccess;
pub use features::closing::TableClosing;
pub use features::contests::organising::ContestOrganiser;
pub use features::contests::running::ContestRunner;
pub use features::contests::{CONTEST_CHECK_SECS, MAX_ENTRANTS, MAX_OPEN_CONTESTS};
pub use features::departures::Departures;
pub use features::erasure::Erasure;
pub use features::exports::{DataExporter, Export, MAX_EXPORT_BYTES};
pub use features::game_start::GameStart;
pub use features::hints::Hints;
pub use features::lessons::{BEGINNER_TURNS, LessonProgress, Lessons};
pub use features::lobby::{
    LOBBY_LAPSE_SECS, Lobby, NewGame, SetUpChoice, check_may_invite, check_may_set_up,
};
pub use features::lookback::{Lookback, PlayedTurn, Position};
pub use features::matchmaking::{MATCH_REQUEST_SECS, Matchmaking, Seeker};
pub use features::notes::{MAX_NOTE_CHARS, Notes};
pub use features::premoves::{MAX_ALTERNATIVES, MAX_ANSWERS, PremovePlanner};
pub use features::ratings::Ratings;
pub use features::relocation::Relocation;
pub use features::replacements::{Replacements, Successor};
pub use features::resignations::Resignations;
pub use features::reviews::{Review, Reviewer};
pub use features::statistics::{Favourites, GuildStats, StatisticsLoader, Stats, TitleResults};
pub use features::verifier::{VerificationReport, Verifier};
pub use host::{Host, HostOptions};
pub use lanai_ai::{
    Advice, ExpectedOutcome, LessonPart, PolicyKind, ReviewedTurn, Teach, accuracy,
    costliest_turns, turn_count, win_chances,
};
pub use lanai_store::{
    ActivePerson, BestGame, BoardVisitor, ChannelId, Claim, ClaimedContest, ContestId, Destination,
    Ending, GuildId, InteractionId, LeftBy, MessageId, MessageRole, NoticeId, OpenTableOutcome,
    Participant, PastGame, PastGamePosition, PastGamesFilter, PersonId, PlayStats, RankedPerson,
    RatedPerson, Rating, RatingPoint, Revision, SeatStats, SeatedPlayer, ShardId, TableId,
    TableStatus, Timestamp, TitleRating, Watch, WriteOutcome,
};
pub use model::clock::Clock;
pub use model::contests::{
    CardStage, Contest, ContestEvent, ContestPlace, ContestRefusal, ContestState, ContestTerms,
    Entrant, Heat, HeatResult, LogEntry, MAX_HEAT_POINTS, NewContest, PairingSystem, Participation,
};
pub use model::failure::{Failure, InternalError, Refusal};
pub use model::guild_refusal::GuildRefusal;
pub use model::guild_settings::{
    Authority, Bar, GuildSettings, MAX_BARRED, MAX_CHANNEL_RULES, Setting,
};
pub use model::local_hours::{QuietHours, ZonedQuietHours, find_zones, zone_name};
pub use model::news::{Invitee, MessageUpdate, News, NewsStep, Ping, PingReason, Receipt};
pub use model::person_settings::{
    DEFAULT_REMINDER_SECS, Holiday, Invitations, NamedTime, PersonSettings, StatsListing,
};
pub use model::premoves::{Premove, PremoveCondition};
pub use model::randomness::Randomness;
pub use model::rate_limiter::{Admission, MAX_REMEMBERED_USERS, RateLimiter};
pub use model::rating::{
    PROVISIONAL_GAMES, RatingChange, is_provisional, rating_margin, rating_points,
};
pub use model::results::{last_players, winners};
pub use model::table::{Table, policy_of};
pub use model::table_settings::{
    MatchPreference, NEVER_KEYWORD, TableSettings, TimeControl, TimeoutPolicy, Visibility,
    parse_span,
};
pub use model::terms::{Award, Proposal, Terms};
pub use model::waiting::{
    DueAction, MAX_REMINDERS, NUDGE_AFTER_SECS, Pause, Plan, PreviousTurn, Waiting,
};
pub use workers::outbox::{DueNotice, Outbox};
pub use workers::scheduler::Scheduler;
pub use workers::thinking::Thinker;

/// The person who makes a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Actor {
    pub person: PersonId,
    pub name: String,
    /// The interaction that caused the request, which is executed at most once.
    pub interaction: Option<InteractionId>,
}
