//! The host: tables are opened, people sit down, games begin, go on, are taken back, given up and shown.
//!
//! It knows persons by their numbers and no chat: whoever talks to them hands in what they want ([`Actor`]) and says
//! what came of it. Every change is one guarded write, and what the public must hear of it is written with it as
//! [`News`]: nothing is told that did not happen, and nothing that happened goes untold. Nothing is kept in memory that a
//! restart would lose.

mod core;
mod features;
mod model;
mod workers;

pub use core::acts::{Act, Acting};
pub use core::play::{Settled, Step, Turn};
pub use core::processes::{Known, Process};
pub use core::thoughts::Thinking;
pub use features::ahead::{MOST_ANSWERS, MOST_WAYS};
pub use features::asking::{Agreement, Consent};
pub use features::between::{SEEKS_FOR, Seeker};
pub use features::contests::{MOST_CONTESTS, MOST_ENTRANTS, PATROL};
pub use features::exporting::{Export, MOST_EXPORTED};
pub use features::limits::MOST_OPENED;
pub use features::lobby::{LAPSES_AFTER, NewGame, may_invite};
pub use features::lookback::{PlayedTurn, Position};
pub use features::noting::LONGEST_NOTE;
pub use features::proof::Proof;
pub use features::reviewing::Review;
pub use features::stats::{Balance, Favourites, ServerStats, Stats};
pub use features::teaching::LessonStep;
pub use lanai_ai::{Advice, Expected, Judgement, Kind, Teach, accuracy, chances, costliest, turns};
pub use lanai_store::{
    ActivePerson, BestGame, Chair, ChannelId, Claim, ContestId, Destination, Ending, GameId, InteractionId,
    LeftBy, MessageId, NoticeId, Opened, Participant, PastGame, PastOf, PersonId, Placed, Playing,
    RankedPerson, RatedPerson, RatedThen, Rating, RatingOf, Revision, Role, ServerId, ShardId, TableStatus,
    Tended, Timestamp, Watch, Written,
};
pub use model::clock::Clock;
pub use model::contests::{
    CardStage, Contest, ContestPlace, ContestRefusal, ContestState, ContestTerms, Entrant, FULL, Heat,
    HeatResult, LogEntry, Logged, NewContest, Part, System,
};
pub use model::failure::{Declined, Failure, Trouble};
pub use model::local_hours::{LocalHours, Quiet, zone_name, zones_like};
pub use model::lots::Lots;
pub use model::news::{Called, Chore, Invitee, News, NewsStep, Receipt, Why};
pub use model::person_settings::{Away, Invitations, Listing, Moment, PersonSettings, USUAL};
pub use model::premoves::{Proviso, TurnAhead};
pub use model::rating::{RatingChange, SETTLED, is_provisional, rating_margin, rating_points};
pub use model::server_refusal::ServerRefusal;
pub use model::server_settings::{Authority, Bar, MOST_BARRED, MOST_CHANNELS, ServerSettings, Setting};
pub use model::table::Table;
pub use model::table::kind_of;
pub use model::table_settings::Lesson;
pub use model::table_settings::{Company, Late, NEVER, Seclusion, TableSettings, TimeControl, span};
pub use model::terms::{Award, Proposal, Terms};
pub use model::waiting::{DueAction, MOST_REMINDERS, NUDGE_AFTER, Pause, Plan, PreviousTurn, Waiting};
pub use workers::outbox::{DueNotice, Outbox};
pub use workers::scheduler::Scheduler;
pub use workers::thinking::Thinker;

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;

use tokio::sync::Semaphore;

use core::shelf::Shelf;
use core::thoughts::Thoughts;
use features::reviewing::Reviews;
use lanai_store::{Change, Store, TableRow};
use model::chime::Chime;

/// How often something is tried anew because somebody was faster.
const TRIES: usize = 16;

/// All tables of the house.
pub struct Tables {
    store: Store,
    figures: Shelf,
    /// Rung whenever there is something new to say.
    news: Chime,
    /// Rung whenever a table waits for somebody else, or is to be looked at sooner.
    waits: Chime,
    /// Rung whenever a computer is to act.
    turns: Chime,
    /// Rung whenever a game is over that is to count.
    results: Chime,
    /// Rung whenever a contest is to be tended.
    contests: Chime,
    /// Rung whenever processes should hear of each other.
    processes: Chime,
    clock: Clock,
    /// How many seconds the computer seems to think: what it did is told so much later.
    thinks: i64,
    thinking: Thinking,
    thoughts: Thoughts,
    /// A permit for each core on which minds may think.
    cores: Arc<Semaphore>,
    reviews: Reviews,
    lots: Lots,
}

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

impl Tables {
    /// The tables that a store keeps.
    pub fn new(store: Store) -> Tables {
        Tables {
            store,
            figures: Shelf::default(),
            news: Chime::default(),
            waits: Chime::default(),
            turns: Chime::default(),
            results: Chime::default(),
            contests: Chime::default(),
            processes: Chime::default(),
            clock: Clock::of_machine(),
            thinks: 0,
            thinking: Thinking::default(),
            thoughts: Thoughts::default(),
            cores: Arc::new(Semaphore::new(Thinking::default().cores)),
            reviews: Reviews::default(),
            lots: Lots::default(),
        }
    }

    /// The same, by another clock.
    pub fn by_clock(self, clock: Clock) -> Tables {
        Tables { clock, ..self }
    }

    /// The same, with other lots.
    pub fn drawing(self, lots: Lots) -> Tables {
        Tables { lots, ..self }
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The same, but the computer seems to think for so many seconds: what it did is told so much later.
    pub fn thoughtful(self, thinks: i64) -> Tables {
        Tables { thinks, ..self }
    }

    /// The same, with computers that think so.
    pub fn thinking(self, thinking: Thinking) -> Tables {
        Tables { thinking, cores: Arc::new(Semaphore::new(thinking.cores)), ..self }
    }

    // --- Finding ---

    /// The table of a channel: the one that is not over, else the last one that was.
    pub async fn in_channel(&self, channel: ChannelId) -> Result<Table, Failure> {
        about(self.store.tables().find_in_channel(channel).await?.ok_or(Declined::NoTable)?)
    }

    pub async fn numbered(&self, game: GameId) -> Result<Table, Failure> {
        about(self.store.tables().find(game).await?.ok_or(Declined::NoTable)?)
    }

    /// Tables of a server, those that are not over first, then the newest.
    pub async fn on_server(&self, server: ServerId, most: u32) -> Result<Vec<Table>, Failure> {
        self.all(self.store.tables().list_on_server(server, most).await?).await
    }

    /// Tables at which a person sits and that are not over, the oldest first.
    pub async fn of_person(&self, person: PersonId) -> Result<Vec<Table>, Failure> {
        self.all(self.store.tables().list_of_person(person).await?).await
    }

    /// Several tables. One that cannot be read is for the operator, and hides none of the others.
    async fn all(&self, games: Vec<GameId>) -> Result<Vec<Table>, Failure> {
        let rows = self.store.tables().find_all(&games).await?.into_iter();
        let mut rows: HashMap<GameId, TableRow> = rows.map(|row| (row.game, row)).collect();
        let read = move |game: GameId| {
            let told = |trouble: &Trouble| tracing::error!(%trouble, table = game.0, "a table is left out");
            Table::read(rows.remove(&game)?).inspect_err(told).ok()
        };
        Ok(games.into_iter().filter_map(read).collect())
    }

    // --- What has to be remembered ---

    /// Whether this press or command comes for the first time: it is spent with that. For what is done before there
    /// is a table; else a change spends it.
    pub async fn first_time(&self, interaction: InteractionId) -> Result<(), Failure> {
        if self.store.writer().spend_interaction(interaction, self.now()).await? {
            Ok(())
        } else {
            Err(Declined::Repeated.into())
        }
    }

    /// What was kept under this name.
    pub async fn remembered(&self, name: &str) -> Result<Option<String>, Trouble> {
        Ok(self.store.values().get(name).await?)
    }

    /// Keeps something under a name.
    pub async fn remember(&self, name: &str, value: &str) -> Result<(), Trouble> {
        Ok(self.store.values().set(name, value).await?)
    }

    /// Assigns a database without an owner to this application. Returns the ID of its owner afterwards.
    pub async fn claim_for_application(&self, application: &str) -> Result<String, Trouble> {
        Ok(self.store.values().claim_for_application(application).await?)
    }

    /// Assigns the database to this application, whichever it belonged to before.
    pub async fn move_to_application(&self, application: &str) -> Result<(), Trouble> {
        Ok(self.store.values().move_to_application(application).await?)
    }

    /// Closes the store, once it is idle.
    pub async fn close(&self) {
        self.store.close().await;
    }

    /// Does something at a table, and again upon what stands there by then if somebody was faster.
    pub async fn retry<T, F>(
        &self,
        until: Until,
        mut table: Table,
        attempt: impl Fn(Table) -> F + Send + Sync,
    ) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Failure>> + Send,
    {
        let game = table.game;
        let seen = table.revision;
        for _ in 0..TRIES {
            match Box::pin(attempt(table)).await {
                Err(Failure::Declined(Declined::Stale)) => table = self.numbered(game).await?,
                other => return other,
            }
            if until == Until::Moved && table.revision != seen {
                break;
            }
        }
        Err(Declined::Stale.into())
    }

    /// Writes a change to a table, and rings if there is something to say.
    async fn write(&self, change: &Change) -> Result<Revision, Failure> {
        match self.store.writer().write(change).await? {
            Written::Done { revision } => {
                self.thoughts.end(change.game);
                if change.wait.as_ref().is_some_and(|wait| wait.is_computers(change.at)) {
                    self.turns.ring();
                }
                if change.wait.as_ref().is_some_and(|wait| wait.look_at <= Some(change.at)) {
                    self.waits.ring();
                }
                if change.result.as_ref().is_some_and(|result| result.rated) {
                    self.results.ring();
                    self.contests.ring();
                }
                if !change.notices.is_empty() {
                    self.news.ring();
                }
                Ok(revision)
            }
            Written::Stale => Err(Declined::Stale.into()),
            Written::Repeated => Err(Declined::Repeated.into()),
            Written::Occupied => Err(Declined::Occupied.into()),
        }
    }
}

/// A table that was looked for: what is logged from here on says which it is.
fn about(row: TableRow) -> Result<Table, Failure> {
    tracing::Span::current().record("table", row.game.0);
    Ok(Table::read(row)?)
}
