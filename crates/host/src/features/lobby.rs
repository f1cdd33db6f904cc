//! Tables before their game: opening, joining, leaving, inviting, adding computers.
//!
//! Starting the game is the task of [`game_start`](super::game_start).

use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::core::notices;
use crate::core::notices::WatcherNotices;
use crate::core::tables::Tables;
use crate::features::access::AccessRules;
use crate::model::failure::json;
use crate::model::notify::Notifiers;
use crate::model::table::kind_of;
use crate::{
    Actor, Chair, ChannelId, Clock, Declined, Destination, Failure, GuildId, InternalError,
    Invitee, News, Opened, PersonId, Randomness, RetryPolicy, Table, TableId, TableSettings,
    TableStatus, Timestamp,
};
use lanai_ai::PolicyKind;
use lanai_rules::chance::{Secret, hex};
use lanai_rules::{Rules, Seats, Title, by_title, choices};
use lanai_store::{NewTable, Store, TableLimits};

/// The longest word a player may contribute to the seed.
const MAX_WORD_CHARS: usize = 40;

/// An open table at which nothing changes for this long is closed.
pub const LOBBY_LAPSE_SECS: i64 = 14 * 24 * 60 * 60;

/// The parameters of a table to open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    pub title: Title,
    /// At most three if `None`, as far as the title allows.
    pub chairs: Option<u8>,
    pub computers: Vec<PolicyKind>,
    /// Presets and single choices, as players write them.
    pub options: String,
    pub settings: TableSettings,
    pub guild: GuildId,
    pub channel: ChannelId,
    /// The parent of `channel` if that is a thread.
    pub above: Option<ChannelId>,
    /// The language of public messages.
    pub language: String,
    /// Whether a public message announces the table; not needed if the game starts at once.
    pub announced: bool,
    /// The table whose players play again here.
    pub follows: Option<TableId>,
}

impl NewGame {
    /// Returns the parameters of a rematch: the same choices as at a finished table.
    pub fn again(before: &Table) -> Result<NewGame, InternalError> {
        let options = by_title!(before.title, G => choices::write::<G>(&before.chosen::<G>()?));
        let number = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
        let computers = before.seats.iter().filter(|chair| chair.person.is_none());
        Ok(NewGame {
            title: before.title,
            chairs: Some(number(before.seats.len())),
            computers: computers.map(kind_of).collect(),
            options,
            // After a lesson follows an ordinary game, and a rematch of a heat is not part of the
            // contest.
            settings: TableSettings {
                lesson: None,
                contest: None,
                ..before.settings.clone()
            },
            guild: before.guild,
            channel: before.channel,
            above: None,
            language: before.language.clone(),
            announced: true,
            follows: Some(before.game),
        })
    }
}

/// Tables before their game begins.
pub struct Lobby {
    pub(crate) clock: Clock,
    pub(crate) lots: Arc<Randomness>,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
    pub(crate) access: Arc<AccessRules>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watcher_notices: Arc<WatcherNotices>,
}

impl Lobby {
    /// Returns the rematch of a finished game for one of its players, or `None` if there is none
    /// yet.
    pub async fn follower(&self, before: &Table, actor: &Actor) -> Result<Option<Table>, Failure> {
        if before.status != TableStatus::Over || before.snapshot.is_none() {
            return Err(Declined::StillPlayed.into());
        }
        before.seat_of(actor.person).ok_or(Declined::NotPlayed)?;
        match self.store.tables().follower(before.game).await? {
            Some(game) => Ok(Some(self.tables.find(game).await?)),
            None => Ok(None),
        }
    }

    /// Checks the parameters, before a thread is created for the table.
    pub fn check_new_game(new: &NewGame) -> Result<(), Failure> {
        options_of(new)?;
        count_seats(new)?;
        Ok(())
    }

    /// Returns the id of the next table, unless another one is opened first.
    pub async fn next_number(&self) -> Result<TableId, Failure> {
        Ok(self.store.tables().next_number().await?)
    }

    /// Opens a table and seats the actor.
    pub async fn open(&self, new: &NewGame, actor: &Actor) -> Result<Table, Failure> {
        let table = new_table(new, &self.lots, actor.person, self.clock.now())?;
        let chosen = self.access.check_table_limits(new, actor).await?;
        let mut seats = vec![person(actor)];
        for kind in &new.computers {
            seats.push(computer(&seats, *kind));
        }
        if let Some(before) = new.follows {
            rotate_seats(&self.tables.find(before).await?.seats, &mut seats);
        }
        number(&mut seats);
        let news = if new.follows.is_some() {
            News::Rematch
        } else {
            News::Lobby
        };
        let opened = NewTable {
            seats,
            notices: new
                .announced
                .then(|| notices::of_new_table(Destination::Channel(new.channel), news))
                .transpose()?
                .into_iter()
                .collect(),
            interaction: actor.interaction,
            limits: chosen.limits(),
            ..table
        };
        match self.store.writer().open_table(&opened).await? {
            Opened::Table(game) => {
                self.notify.news.notify();
                self.tables.find(game).await
            }
            Opened::Occupied => Err(Declined::Occupied.into()),
            Opened::Crowded(crowded) => Err(chosen.crowded(crowded).into()),
            Opened::Repeated => Err(Declined::Repeated.into()),
        }
    }

    /// Seats the actor, or changes the word they gave.
    ///
    /// `tell` is false where the answer shows the lobby anyway.
    pub async fn join(
        &self,
        game: TableId,
        actor: &Actor,
        word: Option<&str>,
        tell: bool,
    ) -> Result<Table, Failure> {
        let table = self.tables.find(game).await?;
        // A seated player may stay even if barred meanwhile.
        if table.seat_of(actor.person).is_none() {
            self.access
                .check_not_barred(table.guild, actor.person)
                .await?;
        }
        self.change_seats(game, actor, tell, |table| {
            let word = word.map(tidy);
            let full = table.seats.len() >= table.chairs;
            match table
                .seats
                .iter_mut()
                .find(|chair| chair.person == Some(actor.person))
            {
                Some(chair) => chair.word = word.ok_or(Declined::Seated)?,
                // Players who were matched play with each other and no one else.
                None if table.settings.is_between() => return Err(Declined::BetweenGuilds),
                None if full => return Err(Declined::Full),
                None => table.seats.push(Chair {
                    word: word.unwrap_or_default(),
                    ..person(actor)
                }),
            }
            Ok(News::Lobby)
        })
        .await
    }

    /// Frees the seat of the actor; closes the table when the last person leaves.
    pub async fn leave(&self, game: TableId, actor: &Actor, tell: bool) -> Result<Table, Failure> {
        self.change_seats(game, actor, tell, |table| {
            let before = table.seats.len();
            table
                .seats
                .retain(|chair| chair.person != Some(actor.person));
            if table.seats.len() == before {
                return Err(Declined::NotSeated);
            }
            if table.seats.iter().all(|chair| chair.person.is_none()) {
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
            check_may_invite(table, actor, whom)?;
            Ok(News::Invited {
                by: actor.name.clone(),
                whom,
            })
        })
        .await
    }

    /// Closes tables at which nothing has changed for long. One that cannot be closed is logged and
    /// does not keep others from being closed.
    pub(crate) async fn close_lapsed(&self) -> Result<(), InternalError> {
        for game in self
            .store
            .tables()
            .open_and_still(self.clock.now() - LOBBY_LAPSE_SECS)
            .await?
        {
            if let Err(failure) = self.close_if_lapsed(game).await {
                tracing::error!(%failure, table = game.0, "a table that nobody comes to cannot be closed");
            }
        }
        Ok(())
    }

    async fn close_if_lapsed(&self, game: TableId) -> Result<(), Failure> {
        let table = self.tables.find(game).await?;
        let changed_at = self.store.tables().changed_at(game).await?;
        if check_lobby_open(&table).is_err()
            || changed_at.is_none_or(|at| at >= self.clock.now() - LOBBY_LAPSE_SECS)
        {
            return Ok(());
        }
        let mut write = table.change(None, self.clock.now())?;
        write.status = TableStatus::Over;
        write.notices.push(table.notice(News::Lapsed)?);
        write
            .notices
            .extend(self.watcher_notices.for_watchers_at_once(&table).await?);
        match self.tables.write(&write).await {
            // A player came at the last moment.
            Err(Failure::Declined(Declined::Stale)) => Ok(()),
            written => written.map(drop),
        }
    }

    /// Seats a computer. Only the owner may, or any player once the owner has left.
    pub async fn add_computer(
        &self,
        game: TableId,
        actor: &Actor,
        level: PolicyKind,
    ) -> Result<Table, Failure> {
        self.change_seats(game, actor, false, |table| {
            check_may_add_computers(table, actor)?;
            if table.seats.len() >= table.chairs {
                return Err(Declined::Full);
            }
            table.seats.push(computer(&table.seats, level));
            Ok(News::Lobby)
        })
        .await
    }

    /// Removes the computer that was added last.
    pub async fn remove_computer(&self, game: TableId, actor: &Actor) -> Result<Table, Failure> {
        self.change_seats(game, actor, false, |table| {
            check_may_add_computers(table, actor)?;
            let last = table.seats.iter().rposition(|chair| chair.person.is_none());
            table.seats.remove(last.ok_or(Declined::NoComputer)?);
            Ok(News::Lobby)
        })
        .await
    }

    /// Changes the seats of an open table. Retries after concurrent changes, which never conflict
    /// here.
    async fn change_seats(
        &self,
        game: TableId,
        actor: &Actor,
        tell: bool,
        change: impl Fn(&mut Table) -> Result<News, Declined> + Send + Sync,
    ) -> Result<Table, Failure> {
        let change = &change;
        let upon = |before: Table| async move {
            check_lobby_open(&before)?;
            if before.settings.contest.is_some() {
                return Err(Declined::OfContest.into());
            }
            let mut after = before.clone();
            let news = change(&mut after)?;
            rotate_seats(&after.seats_before, &mut after.seats);
            number(&mut after.seats);
            let mut write = before.change(actor.interaction, self.clock.now())?;
            write.status = after.status;
            write.seats = Some(after.seats.clone());
            if tell || after.status == TableStatus::Over {
                write.notices.push(before.notice(news)?);
            }
            if after.status == TableStatus::Over {
                write
                    .notices
                    .extend(self.watcher_notices.for_watchers_at_once(&before).await?);
            }
            Ok(Table {
                revision: self.tables.write(&write).await?,
                ..after
            })
        };
        self.tables
            .retry(RetryPolicy::UntilDone, self.tables.find(game).await?, upon)
            .await
    }
}

/// Checks that seats and words may still change.
pub(crate) fn check_lobby_open(table: &Table) -> Result<(), Declined> {
    match table.status {
        TableStatus::Open if table.is_starting() => Err(Declined::Starting),
        TableStatus::Open => Ok(()),
        TableStatus::Running => Err(Declined::Begun),
        TableStatus::Over => Err(Declined::Over),
    }
}

/// Checks that a person may invite another: they sit at a table with a free seat.
pub fn check_may_invite(table: &Table, actor: &Actor, whom: Invitee) -> Result<(), Declined> {
    check_lobby_open(table)?;
    table.seat_of(actor.person).ok_or(Declined::NotSeated)?;
    if matches!(whom, Invitee::Person(person) if table.seat_of(person).is_some()) {
        return Err(Declined::SitsThere);
    }
    if table.seats.len() >= table.chairs {
        return Err(Declined::Full);
    }
    Ok(())
}

/// Checks that a person may add and remove computers: the owner, or any player once the owner has
/// left.
fn check_may_add_computers(table: &Table, actor: &Actor) -> Result<(), Declined> {
    table.seat_of(actor.person).ok_or(Declined::NotSeated)?;
    if table.owner != actor.person && table.seat_of(table.owner).is_some() {
        return Err(Declined::OwnerArranges);
    }
    Ok(())
}

/// Builds the row of a new table, without seats.
pub(crate) fn new_table(
    new: &NewGame,
    lots: &Randomness,
    owner: PersonId,
    at: Timestamp,
) -> Result<NewTable, Failure> {
    Ok(NewTable {
        title: new.title.name().to_owned(),
        guild: new.guild,
        channel: new.channel,
        above: new.above,
        owner,
        language: new.language.clone(),
        chairs: count_seats(new)?.into(),
        options: options_of(new)?,
        secret: match new.settings.lesson {
            Some(_) => lesson_secret(new.title),
            None => lots.secret()?,
        }
        .into(),
        seats: Vec::new(),
        manners: json("its settings", &new.settings)?,
        follows: new.follows,
        heat: None,
        notices: Vec::new(),
        limits: TableLimits::default(),
        interaction: None,
        at,
    })
}

fn options_of(new: &NewGame) -> Result<String, Failure> {
    fn read<G: Rules>(words: &str) -> Result<String, Failure> {
        let options = choices::read::<G>(words).map_err(Declined::from)?;
        Ok(json("its options", &options)?)
    }
    by_title!(new.title, G => read::<G>(&new.options))
}

fn count_seats(new: &NewGame) -> Result<u8, Declined> {
    let allowed = new.title.seats();
    let computers = u8::try_from(new.computers.len()).unwrap_or(u8::MAX);
    let usual = 3_u8
        .max(computers.saturating_add(1))
        .clamp(*allowed.start(), *allowed.end());
    let chairs = Seats::of(new.title, new.chairs.unwrap_or(usual))?.number();
    if computers < chairs {
        Ok(chairs)
    } else {
        Err(Declined::TooManyComputers)
    }
}

pub(crate) fn person(actor: &Actor) -> Chair {
    let person = Some(actor.person);
    let name = actor.name.clone();
    Chair {
        seat: 0,
        person,
        name,
        mind: None,
        word: String::new(),
        stands_in: false,
    }
}

/// Returns a computer with a name that is not used at the table.
pub(crate) fn computer(seats: &[Chair], kind: PolicyKind) -> Chair {
    /// Places on Maui, the island of Haleakala. There are as many as seats, so one is always free.
    const NAMES: [&str; 5] = ["Kula", "Hana", "Paia", "Kihei", "Lahaina"];
    let free = NAMES
        .into_iter()
        .find(|name| seats.iter().all(|chair| chair.name != *name));
    let name = free.unwrap_or(NAMES[0]).to_owned();
    let mind = Some(kind.name().to_owned());
    Chair {
        seat: 0,
        person: None,
        name,
        mind,
        word: String::new(),
        stands_in: false,
    }
}

/// Numbers the seats in order, without gaps.
pub(crate) fn number(seats: &mut [Chair]) {
    for (chair, number) in seats.iter_mut().zip(1..) {
        chair.seat = number;
    }
}

/// Removes what cannot be seen from a word and limits its length.
fn tidy(word: &str) -> String {
    word.trim()
        .chars()
        .filter(|letter| !letter.is_control())
        .take(MAX_WORD_CHARS)
        .collect()
}

/// Returns the printed figures of a game with their digest.
pub(crate) fn figures<G: Rules>(
    printed: &Arc<G::Printed>,
) -> Result<(String, String), InternalError> {
    let figures = json("the figures", &**printed)?;
    Ok((hex(&Sha256::digest(&figures)), figures))
}

/// Seats the players of the previous game in their old order, rotated by one: the first player goes
/// last. New players follow.
pub(crate) fn rotate_seats(before: &[Chair], seats: &mut Vec<Chair>) {
    let (first, others) = before.split_at(before.len().min(1));
    let mut others_first = Vec::new();
    for chair in others.iter().chain(first) {
        let at = seats.iter().position(|new| new.person == chair.person);
        others_first.extend(at.map(|at| seats.remove(at)));
    }
    others_first.append(seats);
    *seats = others_first;
}

/// Returns the secret of a lesson: a shuffle with which the learner starts and every step can be
/// shown.
fn lesson_secret(title: Title) -> Secret {
    let number = match title {
        Title::Hawaii => 4,
        Title::Haleakala => 2,
    };
    Secret::new([[number; 32]; 2])
}
