//! Tables before their game: opening, joining, leaving, inviting, adding computers.
//!
//! Starting the game is the task of [`game_start`](super::game_start).

use std::sync::Arc;

use crate::core::notices::WatcherNotices;
use crate::core::tables::Tables;
use crate::features::access::{AccessRules, limit_refusal, table_limits};
use crate::model::failure::json;
use crate::model::notices;
use crate::model::notify::Notifiers;
use crate::model::table::policy_of;
use crate::{
    Actor, ChannelId, Clock, Destination, Failure, GuildId, InternalError, Invitee, MessageUpdate,
    News, OpenTableOutcome, PersonId, Randomness, Refusal, SeatedPlayer, Table, TableId,
    TableSettings, TableStatus, TimeControl, TimeoutPolicy, Timestamp,
};
use lanai_ai::{LessonPart, PolicyKind};
use lanai_rules::chance::Secret;
use lanai_rules::{Seats, Title, by_title, choices};
use lanai_store::{NewTable, Store, TableLimits, TableSetUp};

/// The longest word a player may contribute to the seed.
const MAX_WORD_CHARS: usize = 40;

/// An open table at which nothing changes for this long is closed.
pub const LOBBY_LAPSE_SECS: i64 = 14 * 24 * 60 * 60;

/// The parameters of a table to open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    pub title: Title,
    /// The number of seats. `None` means three, or the nearest number that title and computers
    /// allow.
    pub seat_count: Option<u8>,
    pub computers: Vec<PolicyKind>,
    /// The options of the game: presets and single choices, as players write them.
    pub options: String,
    pub settings: TableSettings,
    pub guild: GuildId,
    pub channel: ChannelId,
    /// The parent of `channel` if that is a thread.
    pub parent_channel: Option<ChannelId>,
    /// The language of public messages.
    pub language: String,
    /// Whether a public message announces the table; not needed if the game starts at once.
    pub announced: bool,
    /// The finished table, if this one is its rematch.
    pub rematch_of: Option<TableId>,
}

/// A choice of the owner of an open table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetUpChoice {
    Seats(u8),
    TimeControl(TimeControl),
    TimeoutPolicy(TimeoutPolicy),
    /// The level of all computers at the table.
    Level(PolicyKind),
    /// The options of the game, in the form of [`NewGame::options`].
    Options(String),
}

impl NewGame {
    /// Returns whether computers take all seats but one.
    pub fn is_for_one_person(&self) -> bool {
        count_seats(self).is_ok_and(|seats| usize::from(seats) == self.computers.len() + 1)
    }

    /// Returns the parameters of a rematch: the same choices as at a finished table.
    pub fn for_rematch(before: &Table) -> Result<NewGame, InternalError> {
        let options =
            by_title!(before.title, G => choices::write::<G>(&before.parse_options::<G>()?));
        let computers = before.seats.iter().filter(|seat| seat.person.is_none());
        Ok(NewGame {
            title: before.title,
            seat_count: Some(u8::try_from(before.seats.len()).unwrap_or(u8::MAX)),
            computers: computers.map(policy_of).collect(),
            options,
            // The rematch of a lesson is an ordinary game, and the rematch of a heat is not part of
            // the contest.
            settings: TableSettings {
                lesson: None,
                contest: None,
                ..before.settings.clone()
            },
            guild: before.guild,
            channel: before.channel,
            parent_channel: None,
            language: before.language.clone(),
            announced: true,
            rematch_of: Some(before.id),
        })
    }
}

pub struct Lobby {
    pub(crate) clock: Clock,
    pub(crate) randomness: Arc<Randomness>,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
    pub(crate) access: Arc<AccessRules>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watcher_notices: Arc<WatcherNotices>,
}

impl Lobby {
    /// Returns the rematch of a finished game for one of its players, or `None` if there is none
    /// yet.
    pub async fn find_rematch(
        &self,
        before: &Table,
        actor: &Actor,
    ) -> Result<Option<Table>, Failure> {
        if before.status != TableStatus::Over || before.snapshot.is_none() {
            return Err(Refusal::PreviousGameNotOver.into());
        }
        before
            .seat_of(actor.person)
            .ok_or(Refusal::NotInPreviousGame)?;
        match self.store.tables().find_rematch(before.id).await? {
            Some(game) => Ok(Some(self.tables.find(game).await?)),
            None => Ok(None),
        }
    }

    /// Checks the parameters, before a thread is created for the table.
    pub fn check_new_game(new: &NewGame) -> Result<(), Failure> {
        encode_options(new.title, &new.options)?;
        count_seats(new)?;
        Ok(())
    }

    /// Returns the id of the next table, unless another table is opened first.
    pub async fn peek_next_id(&self) -> Result<TableId, Failure> {
        Ok(self.store.tables().next_table_id().await?)
    }

    /// Opens a table and seats the actor.
    pub async fn open(&self, new: &NewGame, actor: &Actor) -> Result<Table, Failure> {
        let table = build_table_row(new, &self.randomness, actor.person, self.clock.now())?;
        let settings = self.access.check_table_limits(new, actor).await?;
        let mut seats = vec![person_seat(actor.person, &actor.name)];
        for kind in &new.computers {
            seats.push(computer_seat(&seats, *kind));
        }
        if let Some(before) = new.rematch_of {
            rotate_seats(&self.tables.find(before).await?.seats, &mut seats);
        }
        number_seats(&mut seats);
        let mut notices = Vec::new();
        if new.announced {
            let news = match new.rematch_of {
                Some(_) => News::Rematch,
                None => News::Lobby,
            };
            let channel = Destination::Channel(new.channel);
            notices.push(notices::new_table_notice(channel, news)?);
        }
        let row = NewTable {
            seats,
            notices,
            interaction: actor.interaction,
            limits: table_limits(&settings),
            ..table
        };
        match self.store.writer().open_table(&row).await? {
            OpenTableOutcome::Table(game) => {
                self.notify.news.notify();
                self.tables.find(game).await
            }
            OpenTableOutcome::Occupied => Err(Refusal::Occupied.into()),
            OpenTableOutcome::LimitReached(reached) => {
                Err(limit_refusal(&settings, reached).into())
            }
            OpenTableOutcome::Repeated => Err(Refusal::Repeated.into()),
        }
    }

    /// Seats the actor, or changes the word they gave.
    ///
    /// `announce` is false if the answer to the interaction shows the lobby anyway.
    pub async fn join(
        &self,
        game: TableId,
        actor: &Actor,
        word: Option<&str>,
        announce: bool,
    ) -> Result<Table, Failure> {
        let table = self.tables.find(game).await?;
        // A seated player may stay even if barred meanwhile.
        if table.seat_of(actor.person).is_none() {
            self.access
                .check_not_barred(table.guild, actor.person)
                .await?;
        }
        self.change_seats(game, actor, announce, |table| {
            let news = match word {
                Some(_) => News::MessageUpdate(MessageUpdate::Lobby),
                None => News::Lobby,
            };
            let word = word.map(clean_word);
            let is_full = table.seats.len() >= table.seat_count;
            match table
                .seats
                .iter_mut()
                .find(|seat| seat.person == Some(actor.person))
            {
                Some(seat) => seat.word = word.ok_or(Refusal::Seated)?,
                // Players who were matched play with each other and no one else.
                None if table.settings.is_between_guilds() => {
                    return Err(Refusal::PlayersFixedBetweenGuilds.into());
                }
                None if is_full => return Err(Refusal::Full.into()),
                None => table.seats.push(SeatedPlayer {
                    word: word.unwrap_or_default(),
                    ..person_seat(actor.person, &actor.name)
                }),
            }
            Ok(news)
        })
        .await
    }

    /// Frees the seat of the actor; closes the table when the last person leaves.
    pub async fn leave(
        &self,
        game: TableId,
        actor: &Actor,
        announce: bool,
    ) -> Result<Table, Failure> {
        self.change_seats(game, actor, announce, |table| {
            table.seat_of(actor.person).ok_or(Refusal::NotSeated)?;
            table.seats.retain(|seat| seat.person != Some(actor.person));
            if table.seats.iter().all(|seat| seat.person.is_none()) {
                table.status = TableStatus::Over;
                return Ok(News::Closed);
            }
            Ok(News::Lobby)
        })
        .await
    }

    /// Invites a person or announces the table to a role. The actor must sit at the table, and a
    /// seat must be free.
    pub async fn invite(
        &self,
        game: TableId,
        actor: &Actor,
        whom: Invitee,
    ) -> Result<Table, Failure> {
        if let Invitee::Person(person) = whom {
            self.access
                .check_invitee_not_barred(self.tables.find(game).await?.guild, person)
                .await?;
        }
        self.change_seats(game, actor, true, |table| {
            if matches!(whom, Invitee::Person(person) if table.seat_of(person).is_some()) {
                return Err(Refusal::InviteeSeated.into());
            }
            check_may_invite(table, actor)?;
            Ok(News::Invited {
                by: actor.name.clone(),
                whom,
            })
        })
        .await
    }

    /// Closes tables at which nothing has changed for long.
    ///
    /// A table that cannot be closed is logged and does not keep others from being closed.
    pub(crate) async fn close_lapsed(&self) -> Result<(), InternalError> {
        let cutoff = self.clock.now() - LOBBY_LAPSE_SECS;
        for game in self.store.tables().list_idle_open(cutoff).await? {
            if let Err(failure) = self.close_if_lapsed(game).await {
                tracing::error!(%failure, table = game.0, "a table that nobody comes to cannot be closed");
            }
        }
        Ok(())
    }

    async fn close_if_lapsed(&self, game: TableId) -> Result<(), Failure> {
        let table = self.tables.find(game).await?;
        let changed_at = self.store.tables().load_changed_at(game).await?;
        if check_lobby_open(&table).is_err()
            || changed_at.is_none_or(|at| at >= self.clock.now() - LOBBY_LAPSE_SECS)
        {
            return Ok(());
        }
        let mut change = table.new_change(None, self.clock.now())?;
        self.watcher_notices
            .end_table(&table, &mut change, None, News::Lapsed)
            .await?;
        match self.tables.write(table, change).await {
            // A player joined in the meantime, so the table stays open.
            Err(Failure::Refusal(Refusal::Stale)) => Ok(()),
            written => written.map(drop),
        }
    }

    /// Seats a computer, on behalf of the owner, or of any player once the owner has left.
    pub async fn add_computer(
        &self,
        game: TableId,
        actor: &Actor,
        level: PolicyKind,
    ) -> Result<Table, Failure> {
        self.change_seats(game, actor, false, |table| {
            check_may_set_up(table, actor)?;
            if table.seats.len() >= table.seat_count {
                return Err(Refusal::Full.into());
            }
            table.seats.push(computer_seat(&table.seats, level));
            Ok(News::Lobby)
        })
        .await
    }

    /// Removes the computer that was added last.
    pub async fn remove_computer(&self, game: TableId, actor: &Actor) -> Result<Table, Failure> {
        self.change_seats(game, actor, false, |table| {
            check_may_set_up(table, actor)?;
            let last = table.seats.iter().rposition(|seat| seat.person.is_none());
            table.seats.remove(last.ok_or(Refusal::NoComputer)?);
            Ok(News::Lobby)
        })
        .await
    }

    /// Changes what the game of an open table will be like, on behalf of its owner.
    pub async fn set_up(
        &self,
        game: TableId,
        actor: &Actor,
        choice: &SetUpChoice,
    ) -> Result<Table, Failure> {
        self.change_seats(game, actor, true, |table| {
            check_may_set_up(table, actor)?;
            apply_choice(table, choice)?;
            Ok(News::MessageUpdate(MessageUpdate::Lobby))
        })
        .await
    }

    /// Changes the seats of an open table. Retries after concurrent changes, which never conflict
    /// here.
    async fn change_seats(
        &self,
        game: TableId,
        actor: &Actor,
        announce: bool,
        edit: impl Fn(&mut Table) -> Result<News, Failure> + Send + Sync,
    ) -> Result<Table, Failure> {
        let table = self.tables.find(game).await?;
        self.tables
            .retry(table, |table| {
                self.try_change_seats(table, actor, announce, &edit)
            })
            .await
    }

    async fn try_change_seats<E>(
        &self,
        before: Table,
        actor: &Actor,
        announce: bool,
        edit: &E,
    ) -> Result<Table, Failure>
    where
        E: Fn(&mut Table) -> Result<News, Failure> + Send + Sync,
    {
        check_lobby_open(&before)?;
        if before.settings.contest.is_some() {
            return Err(Refusal::ContestTable.into());
        }
        let mut after = before.clone();
        let news = edit(&mut after)?;
        rotate_seats(&after.seats_before, &mut after.seats);
        number_seats(&mut after.seats);
        let is_closed = after.status == TableStatus::Over;
        let mut change = before.new_change(actor.interaction, self.clock.now())?;
        change.status = after.status;
        change.seats = Some(after.seats.clone());
        change.set_up = changed_set_up(&before, &mut after)?;
        if announce || is_closed {
            change.notices.push(before.change_notice(news)?);
        }
        if is_closed {
            change
                .notices
                .extend(self.watcher_notices.for_watchers_at_once(&before).await?);
        }
        self.tables.write(after, change).await
    }
}

/// Checks that seats and words may still change.
pub(crate) fn check_lobby_open(table: &Table) -> Result<(), Refusal> {
    match table.status {
        TableStatus::Open if table.is_starting() => Err(Refusal::Starting),
        TableStatus::Open => Ok(()),
        TableStatus::Running => Err(Refusal::Begun),
        TableStatus::Over => Err(Refusal::Over),
    }
}

/// Checks that the actor may invite others: they sit at the table, and it has a free seat.
pub fn check_may_invite(table: &Table, actor: &Actor) -> Result<(), Refusal> {
    check_lobby_open(table)?;
    table.seat_of(actor.person).ok_or(Refusal::NotSeated)?;
    if table.seats.len() >= table.seat_count {
        return Err(Refusal::Full);
    }
    Ok(())
}

/// Makes one choice of the owner.
fn apply_choice(table: &mut Table, choice: &SetUpChoice) -> Result<(), Failure> {
    let settings = &mut table.settings;
    match choice {
        SetUpChoice::Seats(_) if settings.is_between_guilds() => {
            return Err(Refusal::PlayersFixedBetweenGuilds.into());
        }
        SetUpChoice::Seats(seats) => {
            let seats = Seats::of(table.title, *seats).map_err(Refusal::from)?;
            table.seat_count = usize::from(seats.number());
            if table.seat_count < table.seats.len() {
                return Err(Refusal::TooFewSeats(table.seats.len()).into());
            }
        }
        SetUpChoice::TimeControl(TimeControl::None) => {
            // Time never runs out, so nothing happens when it does.
            settings.time_control = TimeControl::None;
            settings.timeout_policy = TimeoutPolicy::default();
        }
        SetUpChoice::TimeControl(time_control) => settings.time_control = *time_control,
        SetUpChoice::TimeoutPolicy(policy) => settings.timeout_policy = *policy,
        SetUpChoice::Level(level) => {
            for seat in table.seats.iter_mut().filter(|seat| seat.person.is_none()) {
                seat.policy = Some(level.name().to_owned());
            }
        }
        SetUpChoice::Options(options) => table.options = encode_options(table.title, options)?,
    }
    Ok(())
}

/// Returns what a choice of the owner changed, if it is more than the seats.
fn changed_set_up(before: &Table, after: &mut Table) -> Result<Option<TableSetUp>, InternalError> {
    let is_changed = after.seat_count != before.seat_count
        || after.options != before.options
        || after.settings != before.settings;
    if !is_changed {
        return Ok(None);
    }
    after.settings_json = json("its settings", &after.settings)?;
    Ok(Some(TableSetUp {
        seat_count: i64::try_from(after.seat_count).unwrap_or(i64::MAX),
        options: after.options.clone(),
        settings: after.settings_json.clone(),
        expected_settings: before.settings_json.clone(),
    }))
}

/// Checks that a person may set a table up: the owner, or any player once the owner has left.
pub fn check_may_set_up(table: &Table, actor: &Actor) -> Result<(), Refusal> {
    check_lobby_open(table)?;
    table.seat_of(actor.person).ok_or(Refusal::NotSeated)?;
    if table.owner != actor.person && table.seat_of(table.owner).is_some() {
        return Err(Refusal::OnlyOwnerSetsUp);
    }
    Ok(())
}

/// Builds the row of a new table, without seats.
pub(crate) fn build_table_row(
    new: &NewGame,
    randomness: &Randomness,
    owner: PersonId,
    at: Timestamp,
) -> Result<NewTable, Failure> {
    Ok(NewTable {
        title: new.title.name().to_owned(),
        guild: new.guild,
        channel: new.channel,
        parent_channel: new.parent_channel,
        owner,
        language: new.language.clone(),
        seat_count: count_seats(new)?.into(),
        options: encode_options(new.title, &new.options)?,
        secret: match new.settings.lesson {
            Some(part) => lesson_secret(new.title, part),
            None => randomness.draw_secret()?,
        }
        .into(),
        seats: Vec::new(),
        settings: json("its settings", &new.settings)?,
        rematch_of: new.rematch_of,
        heat: None,
        notices: Vec::new(),
        limits: TableLimits::default(),
        interaction: None,
        at,
    })
}

fn encode_options(title: Title, words: &str) -> Result<String, Failure> {
    let json = by_title!(title, G => {
        let options = choices::read::<G>(words).map_err(Refusal::from)?;
        json("its options", &options)?
    });
    Ok(json)
}

fn count_seats(new: &NewGame) -> Result<u8, Refusal> {
    let allowed = new.title.seats();
    let computers = u8::try_from(new.computers.len()).unwrap_or(u8::MAX);
    let default = 3_u8
        .max(computers.saturating_add(1))
        .clamp(*allowed.start(), *allowed.end());
    let seat_count = Seats::of(new.title, new.seat_count.unwrap_or(default))?.number();
    if computers >= seat_count {
        return Err(Refusal::TooManyComputers);
    }
    Ok(seat_count)
}

pub(crate) fn person_seat(person: PersonId, name: &str) -> SeatedPlayer {
    SeatedPlayer {
        seat: 0,
        person: Some(person),
        name: name.to_owned(),
        policy: None,
        word: String::new(),
        stands_in: false,
    }
}

/// Returns a computer with a name that is not used at the table.
pub(crate) fn computer_seat(seats: &[SeatedPlayer], kind: PolicyKind) -> SeatedPlayer {
    /// Places on Maui, the island of Haleakala. There are as many as seats, so one is always free.
    const NAMES: [&str; 5] = ["Kula", "Hana", "Paia", "Kihei", "Lahaina"];
    let free_name = NAMES
        .into_iter()
        .find(|name| seats.iter().all(|seat| seat.name != *name));
    SeatedPlayer {
        seat: 0,
        person: None,
        name: free_name.unwrap_or(NAMES[0]).to_owned(),
        policy: Some(kind.name().to_owned()),
        word: String::new(),
        stands_in: false,
    }
}

/// Numbers the seats in order, without gaps.
pub(crate) fn number_seats(seats: &mut [SeatedPlayer]) {
    for (seat, number) in seats.iter_mut().zip(1..) {
        seat.seat = number;
    }
}

/// Removes control characters from a word and limits its length.
fn clean_word(word: &str) -> String {
    word.trim()
        .chars()
        .filter(|letter| !letter.is_control())
        .take(MAX_WORD_CHARS)
        .collect()
}

/// Seats the players of the previous game in their old order, rotated by one: the first player goes
/// last. New players follow.
pub(crate) fn rotate_seats(before: &[SeatedPlayer], seats: &mut Vec<SeatedPlayer>) {
    let mut rotated = Vec::new();
    for seat in before.iter().skip(1).chain(before.first()) {
        if let Some(index) = seats.iter().position(|new| new.person == seat.person) {
            rotated.push(seats.remove(index));
        }
    }
    rotated.append(seats);
    *seats = rotated;
}

/// Returns the secret of a lesson, chosen so that the learner starts and every step can be shown.
fn lesson_secret(title: Title, part: LessonPart) -> Secret {
    let number = match (title, part) {
        (Title::Hawaii, LessonPart::First) => 4,
        (Title::Hawaii, LessonPart::Second) => 105,
        (Title::Haleakala, LessonPart::First) => 2,
        (Title::Haleakala, LessonPart::Second) => 244,
    };
    Secret::new([[number; 32]; 2])
}
