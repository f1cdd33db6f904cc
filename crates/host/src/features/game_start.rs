//! Beginning: *Start* fixes all words, a public message says so, and with its number the game begins.
//!
//! The number of that message is part of the seed, so that nobody could choose it beforehand. Between the press and the
//! message the table waits: nobody comes, goes or changes a word. What is kept of it is written with the press, and the
//! message is news like any other, so a restart at any point goes on where it was: the message is posted, or found again,
//! and the game begins once.

use crate::core::play::Play;
use crate::core::set_up::SetUp;
use crate::core::tables::Tables;
use crate::features::lobby;
use crate::features::lobby::figures;
use crate::model::failure::json;
use crate::model::table::Starting;
use crate::{
    Actor, Clock, Declined, Failure, InteractionId, InternalError, MessageId, News, PersonId,
    Revision, Table, TableId, TableStatus, Turn, Until,
};
use lanai_ai::Appraise;
use lanai_rules::chance::{Announced, Message};
use lanai_rules::{Rules, Seats, by_title};
use lanai_store::{Entry, Notice, Store};
use std::sync::Arc;

/// Begins games.
pub struct GameStart {
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    pub(crate) play: Arc<Play>,
    pub(crate) tables: Arc<Tables>,
}

impl GameStart {
    /// Fixes the words of those who sit at the table: the game begins when that is said in public. Who sits there may
    /// begin it; as long as chairs are free, only whoever opened the table may, unless they have left it.
    pub async fn start(&self, game: TableId, actor: &Actor) -> Result<Table, Failure> {
        self.tables
            .retry(Until::Done, self.tables.find(game).await?, |table| {
                self.try_start(table, actor)
            })
            .await
    }

    async fn try_start(&self, table: Table, actor: &Actor) -> Result<Table, Failure> {
        lobby::open_still(&table)?;
        if table.seat_of(actor.person).is_none() {
            return Err(Declined::NotSeated.into());
        }
        let free = table.seats.len() < table.chairs;
        if free && table.owner != actor.person && table.seat_of(table.owner).is_some() {
            return Err(Declined::OwnerBegins.into());
        }
        self.commit_to_chance(table, Some(actor.person), actor.interaction)
            .await
    }

    /// Fixes words and seats: the game begins when that is said.
    pub(crate) async fn commit_to_chance(
        &self,
        table: Table,
        begins: Option<PersonId>,
        interaction: Option<InteractionId>,
    ) -> Result<Table, Failure> {
        // What would keep the game from beginning is found now, while people can still do something about it.
        by_title!(table.title, G => set_up::<G>(&table, None).map(|_| ()))?;
        // Whoever changes something between these two looks makes the write stale.
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
        let fixed = table.notice(News::Fixed)?;
        // With one message the game begins: between servers, with that to whoever begins it.
        change.notices.push(match begins {
            Some(person) => Notice {
                to: vec![table.place_for(person)],
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

    /// The message stands: the game begins, unless it has begun with it before.
    pub(crate) async fn begin_with(
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
            .retry(Until::Done, self.tables.find(game).await?, upon)
            .await
        {
            Ok(()) => Ok(()),
            // What the store cannot do now it may do later.
            Err(failure @ Failure::InternalError(InternalError::Store(_))) => Err(failure),
            Err(failure) => {
                tracing::error!(%failure, table = game.0, "a game cannot begin");
                self.undo_commitment(game).await
            }
        }
    }

    /// The game begins; with what said so in public, unless somebody learns alone.
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

    /// The message could not be posted: the table is open again, and everybody who sits there hears of it. The news of it, if
    /// they still wait, are none any more.
    pub(crate) async fn undo_commitment(&self, game: TableId) -> Result<(), Failure> {
        let upon = |table: Table| async move {
            if table.starting.is_none() {
                return Ok(());
            }
            let mut change = table.change(None, self.clock.now())?;
            change.starting = None;
            let people = table.people().into_iter();
            let told = people.map(|person| table.to_person(person, News::NotBegun));
            change.notices = told.collect::<Result<Vec<_>, InternalError>>()?;
            self.tables.write(&change).await.map(|_| ())
        };
        self.tables
            .retry(Until::Done, self.tables.find(game).await?, upon)
            .await
    }
}

/// The game as it would begin, and the entry that says so.
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
