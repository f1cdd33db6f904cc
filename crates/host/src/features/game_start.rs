//! Starts games: the start fixes all words, a public message announces it, and its id completes the
//! seed.
//!
//! Because the id of that message is part of the seed, no player could have chosen the seed.
//! Between the interaction and the message the table is frozen: seats and words cannot change. That
//! state is stored, and the message is an ordinary notice, so that a restart at any point resumes
//! here: the message is posted, or found again, and the game starts once.

use crate::core::play::Play;
use crate::core::set_up::SetUp;
use crate::core::tables::Tables;
use crate::features::lobby;
use crate::features::lobby::figures;
use crate::model::failure::json;
use crate::model::table::Starting;
use crate::{
    Actor, Clock, Declined, Failure, InteractionId, InternalError, MessageId, News, PersonId,
    RetryPolicy, Revision, Table, TableId, TableStatus, Turn,
};
use lanai_ai::Appraise;
use lanai_rules::chance::{Announced, Message};
use lanai_rules::{Rules, Seats, by_title};
use lanai_store::{Entry, Notice, Store};
use std::sync::Arc;

pub struct GameStart {
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    pub(crate) play: Arc<Play>,
    pub(crate) tables: Arc<Tables>,
}

impl GameStart {
    /// Fixes the words and schedules the message with which the game starts.
    ///
    /// Any seated player may start a full table. While seats are free, only the owner may, unless
    /// the owner has left.
    pub async fn start(&self, game: TableId, actor: &Actor) -> Result<Table, Failure> {
        self.tables
            .retry(
                RetryPolicy::UntilDone,
                self.tables.find(game).await?,
                |table| self.try_start(table, actor),
            )
            .await
    }

    async fn try_start(&self, table: Table, actor: &Actor) -> Result<Table, Failure> {
        lobby::check_lobby_open(&table)?;
        if table.seat_of(actor.person).is_none() {
            return Err(Declined::NotSeated.into());
        }
        let free = table.seats.len() < table.chairs;
        if free && table.owner != actor.person && table.seat_of(table.owner).is_some() {
            return Err(Declined::OwnerBegins.into());
        }
        self.announce_start(table, Some(actor.person), actor.interaction)
            .await
    }

    /// Freezes seats and words until the announcement has been posted.
    pub(crate) async fn announce_start(
        &self,
        table: Table,
        begins: Option<PersonId>,
        interaction: Option<InteractionId>,
    ) -> Result<Table, Failure> {
        // Problems with the set-up are found now, while the players can still fix them.
        by_title!(table.title, G => set_up::<G>(&table, None).map(|_| ()))?;
        // A concurrent change after this read makes the write stale.
        let settled_at = self
            .store
            .tables()
            .changed_at(table.game)
            .await?
            .ok_or(Declined::NoTable)?;
        let starting = Some(Starting { settled_at });
        let mut change = Table {
            starting,
            ..table.clone()
        }
        .change(interaction, self.clock.now())?;
        let fixed = table.notice(News::SeatsFixed)?;
        // Exactly one message starts the game; between guilds it goes to the player who starts it.
        change.notices.push(match begins {
            Some(person) => Notice {
                to: vec![table.destination_for(person)],
                ..fixed
            },
            None => fixed,
        });
        Ok(Table {
            revision: self.tables.write(&change).await?,
            starting,
            ..table
        })
    }

    /// Starts the game with its announcement, unless it has started already.
    pub(crate) async fn begin_announced(
        &self,
        game: TableId,
        message: MessageId,
    ) -> Result<(), Failure> {
        let upon = |table: Table| async move {
            let Some(Starting { settled_at }) = table.starting else {
                return Ok(());
            };
            let message = Message::numbered(message.0.cast_unsigned());
            let announced = Announced {
                message,
                settled_at: settled_at.0,
            };
            by_title!(table.title, G => self.begin::<G>(table, Some(announced)).await)
        };
        match self
            .tables
            .retry(RetryPolicy::UntilDone, self.tables.find(game).await?, upon)
            .await
        {
            Ok(()) => Ok(()),
            // A failing database may recover: the caller retries.
            Err(failure @ Failure::InternalError(InternalError::Store(_))) => Err(failure),
            Err(failure) => {
                tracing::error!(%failure, table = game.0, "a game cannot begin");
                self.reopen_lobby(game).await
            }
        }
    }

    /// Starts the game. `announced` is `None` for a lesson, whose shuffle is fixed.
    pub(crate) async fn begin<G: Appraise>(
        &self,
        table: Table,
        announced: Option<Announced>,
    ) -> Result<(), Failure> {
        let (began, set_up) = set_up::<G>(&table, announced)?;
        let mut change = table.change(None, self.clock.now())?;
        (change.status, change.starting) = (TableStatus::Running, None);
        change.figures = Some(figures::<G>(&began.printed)?);
        change.entries.push(Entry {
            number: 0,
            seat: None,
            action: json("its set-up", &set_up)?,
            events: "[]".to_owned(),
            revision: Revision(0),
            at: change.at,
            for_person: false,
            ahead: false,
        });
        Box::pin(
            self.play
                .commit(began, change, Some(News::Begins { steps: Vec::new() })),
        )
        .await?;
        Ok(())
    }

    /// Reopens the table and tells its players, because the announcement could not be posted.
    pub(crate) async fn reopen_lobby(&self, game: TableId) -> Result<(), Failure> {
        let upon = |table: Table| async move {
            if table.starting.is_none() {
                return Ok(());
            }
            let mut change = table.change(None, self.clock.now())?;
            change.starting = None;
            let people = table.people().into_iter();
            let told = people.map(|person| table.to_person(person, News::StartFailed));
            change.notices = told.collect::<Result<Vec<_>, InternalError>>()?;
            self.tables.write(&change).await.map(|_| ())
        };
        self.tables
            .retry(RetryPolicy::UntilDone, self.tables.find(game).await?, upon)
            .await
    }
}

/// Builds the initial state and the log entry that describes it.
fn set_up<G: Rules>(
    table: &Table,
    announced: Option<Announced>,
) -> Result<(Turn<G>, SetUp), Failure> {
    let sitting = u8::try_from(table.seats.len()).unwrap_or(u8::MAX);
    let needed = G::TITLE.seats().start().saturating_sub(sitting);
    if needed > 0 {
        return Err(Declined::TooFew(needed).into());
    }
    let printed = G::printed().map_err(InternalError::Flaw)?;
    let words = table.seats.iter().map(|chair| chair.word.clone()).collect();
    let set_up = SetUp {
        edition: G::EDITION,
        names: table.names(),
        words,
        announced,
        seed: None,
    };
    let seed = set_up.seed(&table.secret);
    let seats = Seats::of(G::TITLE, sitting).map_err(Declined::SetUp)?;
    let game = G::setup(&printed, seats, table.chosen::<G>()?, seed).map_err(Declined::SetUp)?;
    Ok((Turn::new(table.clone(), printed, game), set_up))
}
