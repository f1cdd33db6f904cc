//! Starts games: fixes the players' words and announces the start in a public message, whose id
//! completes the seed.
//!
//! Because the id of that message is part of the seed, no player could have chosen the seed.
//! Between the interaction and the message the table is frozen: seats and words cannot change. That
//! state is stored, and the message is an ordinary notice, so that a restart at any point resumes
//! here: the message is posted, or found again, and the game starts once.

use crate::core::play::Play;
use crate::core::set_up::SetUp;
use crate::core::tables::Tables;
use crate::features::lobby;
use crate::model::failure::json;
use crate::model::table::Starting;
use crate::{
    Actor, Clock, Failure, InteractionId, InternalError, MessageId, News, PersonId, Refusal,
    Revision, Table, TableId, TableStatus, Turn,
};
use lanai_ai::Evaluate;
use lanai_rules::chance::{Announced, Message, hex};
use lanai_rules::{Rules, Seats, by_title};
use lanai_store::{LogEntry, Store};
use sha2::{Digest as _, Sha256};
use std::sync::Arc;

pub struct GameStart {
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    pub(crate) play: Arc<Play>,
    pub(crate) tables: Arc<Tables>,
}

impl GameStart {
    /// Fixes the players' words and schedules the message with which the game starts.
    ///
    /// Any seated player may start a full table. While seats are free, only the owner may, unless
    /// the owner has left.
    pub async fn start(&self, game: TableId, actor: &Actor) -> Result<Table, Failure> {
        let table = self.tables.find(game).await?;
        self.tables
            .retry(table, |table| self.try_start(table, actor))
            .await
    }

    async fn try_start(&self, table: Table, actor: &Actor) -> Result<Table, Failure> {
        lobby::check_lobby_open(&table)?;
        if table.seat_of(actor.person).is_none() {
            return Err(Refusal::NotSeated.into());
        }
        let has_free_seat = table.seats.len() < table.seat_count;
        if has_free_seat && table.owner != actor.person && table.seat_of(table.owner).is_some() {
            return Err(Refusal::OnlyOwnerBegins.into());
        }
        self.announce_start(table, Some(actor.person), actor.interaction)
            .await
    }

    /// Freezes seats and words until the announcement has been posted.
    pub(crate) async fn announce_start(
        &self,
        table: Table,
        started_by: Option<PersonId>,
        interaction: Option<InteractionId>,
    ) -> Result<Table, Failure> {
        // Problems with the set-up are found now, while the players can still fix them.
        by_title!(table.title, G => build_set_up::<G>(&table, None).map(drop))?;
        // A concurrent change after this read makes the write stale.
        let settled_at = self
            .store
            .tables()
            .load_changed_at(table.id)
            .await?
            .ok_or(Refusal::NoTable)?;
        let table = Table {
            starting: Some(Starting { settled_at }),
            ..table
        };
        let mut change = table.new_change(interaction, self.clock.now())?;
        let mut notice = table.change_notice(News::SeatsFixed)?;
        if let Some(person) = started_by {
            // Exactly one message starts the game; at a table between guilds it goes to the player
            // who starts the game.
            notice.to = vec![table.destination_for(person)];
        }
        change.notices.push(notice);
        self.tables.write(table, change).await
    }

    /// Starts the game with its announcement, unless it has started already.
    pub(crate) async fn begin_announced_game(
        &self,
        game: TableId,
        message: MessageId,
    ) -> Result<(), Failure> {
        let table = self.tables.find(game).await?;
        match self
            .tables
            .retry(table, |table| self.try_begin_announced_game(table, message))
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

    async fn try_begin_announced_game(
        &self,
        table: Table,
        message: MessageId,
    ) -> Result<(), Failure> {
        let Some(Starting { settled_at }) = table.starting else {
            return Ok(());
        };
        let announced = Announced {
            message: Message::from_id(message.0.cast_unsigned()),
            settled_at: settled_at.0,
        };
        by_title!(table.title, G => {
            let (first_turn, set_up) = build_set_up::<G>(&table, Some(announced))?;
            self.begin_game(first_turn, set_up).await
        })
    }

    /// Starts the game from its set-up, with the steps that a lesson skips, if any.
    pub(crate) async fn begin_game<G: Evaluate>(
        &self,
        first_turn: Turn<G>,
        set_up: SetUp,
    ) -> Result<(), Failure> {
        let mut change = first_turn.table.new_change(None, self.clock.now())?;
        change.status = TableStatus::Running;
        change.starting = None;
        change.figures = Some(encode_figures::<G>(&first_turn.printed)?);
        change.entries.push(LogEntry {
            number: 0,
            seat: None,
            action: json("its set-up", &set_up)?,
            events: "[]".to_owned(),
            revision: Revision(0),
            at: change.at,
            for_person: false,
            premove: false,
        });
        let news = News::Begins { steps: Vec::new() };
        Box::pin(self.play.commit(first_turn, change, Some(news))).await?;
        Ok(())
    }

    /// Reopens the lobby and tells its players, because the announcement could not be posted.
    pub(crate) async fn reopen_lobby(&self, game: TableId) -> Result<(), Failure> {
        let table = self.tables.find(game).await?;
        self.tables
            .retry(table, |table| self.try_reopen_lobby(table))
            .await
    }

    async fn try_reopen_lobby(&self, table: Table) -> Result<(), Failure> {
        if table.starting.is_none() {
            return Ok(());
        }
        let mut change = table.new_change(None, self.clock.now())?;
        change.starting = None;
        for person in table.people() {
            let notice = table.notice_to_person(person, News::StartFailed)?;
            change.notices.push(notice);
        }
        self.tables.write(table, change).await.map(drop)
    }
}

/// Builds the initial state and the log entry that describes it.
///
/// `announced` is `None` for a lesson, whose shuffle is fixed.
pub(crate) fn build_set_up<G: Rules>(
    table: &Table,
    announced: Option<Announced>,
) -> Result<(Turn<G>, SetUp), Failure> {
    let seat_count = u8::try_from(table.seats.len()).unwrap_or(u8::MAX);
    let missing = G::TITLE.seats().start().saturating_sub(seat_count);
    if missing > 0 {
        return Err(Refusal::TooFew(missing).into());
    }
    let printed = G::printed().map_err(InternalError::Flaw)?;
    let set_up = SetUp {
        edition: G::EDITION,
        names: table.player_names(),
        words: table.seats.iter().map(|seat| seat.word.clone()).collect(),
        announced,
        seed: None,
    };
    let seed = set_up.seed(&table.secret);
    let seats = Seats::of(G::TITLE, seat_count).map_err(Refusal::SetUp)?;
    let game =
        G::setup(&printed, seats, table.parse_options::<G>()?, seed).map_err(Refusal::SetUp)?;
    Ok((Turn::new(table.clone(), printed, game), set_up))
}

/// Returns the printed figures of a game with their digest.
fn encode_figures<G: Rules>(printed: &Arc<G::Printed>) -> Result<(String, String), InternalError> {
    let figures = json("the figures", &**printed)?;
    Ok((hex(&Sha256::digest(&figures)), figures))
}
