//! Between servers: whoever waits for others is found across servers, and a table is opened for them that each is told of in
//! direct messages with us, and nobody else. It is on no server, counts for no rating, and is in nobody else's history.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::core::notices;
use crate::core::settings::Settings;
use crate::core::tables::Tables;
use crate::features::lobby::{new_table, number, person};
use crate::model::failure::json;
use crate::model::notify::Notifiers;
use crate::model::table::Starting;
use crate::{
    Actor, ChannelId, Clock, Company, Declined, Destination, Failure, GuildId, InteractionId,
    InternalError, Lots, NewGame, News, PersonId, Table, TableId, TableSettings, TimeControl,
    Timestamp, is_provisional, rating_points,
};
use lanai_rules::Title;
use lanai_store::{NewTable, OwnChannel, SeekerRow, Store, Wished};

/// Whoever is found by nobody for so many seconds waits no more.
pub const SEEKS_FOR: i64 = 7 * 24 * 60 * 60;
/// So many of those who wait for the same are looked through.
const LOOKED_THROUGH: u32 = 200;
/// Of those who wait, so many are looked after at a time.
const LOOKED_AFTER: u32 = 50;
/// Whoever began to tell somebody that nobody came, and has not done it after so many seconds, is gone.
const TELLS_WITHIN: i64 = 10 * 60;
/// Whoever waits for less, in seconds, is still looking.
const LOOKS_ITSELF: i64 = 60;
/// How long to wait before looking after those who wait.
const PATIENCE: Duration = Duration::from_mins(1);
/// The number of what is no server, and of what is no channel.
const NOWHERE: i64 = 0;

/// Somebody who waits for others between servers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seeker {
    pub person: PersonId,
    /// What they are called everywhere, and not on one server alone.
    pub name: String,
    pub channel: ChannelId,
    /// In which language they are told.
    pub language: String,
    /// On which server they said so.
    pub guild: GuildId,
    pub title: Title,
    /// At a table of how many.
    pub seats: u8,
    /// How long a turn may take; anything but minutes, if they did not say.
    pub pace: Option<TimeControl>,
    pub company: Company,
    pub since: Timestamp,
}

/// What the store keeps of a seeker and does not read.
#[derive(Serialize, Deserialize)]
struct SeekerBody {
    name: String,
    channel: ChannelId,
    language: String,
    pace: Option<TimeControl>,
    company: Company,
}

impl Seeker {
    fn read(wish: &SeekerRow) -> Result<Seeker, InternalError> {
        let unreadable = |line, column| InternalError::Seeking {
            person: wish.person.0,
            line,
            column,
        };
        let body: SeekerBody = serde_json::from_str(&wish.body)
            .map_err(|error| unreadable(error.line(), error.column()))?;
        let SeekerBody {
            name,
            channel,
            language,
            pace,
            company,
        } = body;
        Ok(Seeker {
            person: wish.person,
            guild: wish.guild,
            title: Title::named(&wish.title).ok_or_else(|| unreadable(0, 0))?,
            seats: u8::try_from(wish.seats).map_err(|_| unreadable(0, 0))?,
            since: wish.since,
            name,
            channel,
            language,
            pace,
            company,
        })
    }

    fn wish(&self) -> Result<SeekerRow, InternalError> {
        let body = SeekerBody {
            name: self.name.clone(),
            channel: self.channel,
            language: self.language.clone(),
            pace: self.pace,
            company: self.company,
        };
        Ok(SeekerRow {
            person: self.person,
            guild: self.guild,
            title: self.title.name().to_owned(),
            seats: self.seats.into(),
            since: self.since,
            body: json("what somebody waits for", &body)?,
        })
    }

    fn own_channel(&self) -> OwnChannel {
        OwnChannel {
            person: self.person,
            channel: self.channel,
            language: self.language.clone(),
        }
    }
}

impl Table {
    /// Where it is told of: in its channel, or to each who plays, if it is played between servers.
    pub(crate) fn places(&self) -> Vec<Destination> {
        if !self.settings.is_between() {
            return vec![Destination::Channel(self.channel)];
        }
        let people = self.seats.iter().filter_map(|chair| chair.person);
        people
            .filter(|person| !person.is_nameless())
            .map(Destination::Person)
            .collect()
    }

    /// Who alone hears what is told there, if it is played between servers.
    pub fn hearer(&self, to: Destination) -> Option<PersonId> {
        to.person().filter(|_| self.settings.is_between())
    }

    /// Where whoever acts hears of it.
    pub fn place_for(&self, person: PersonId) -> Destination {
        if self.settings.is_between() {
            Destination::Person(person)
        } else {
            Destination::Channel(self.channel)
        }
    }
}

/// People whose ratings lie no farther apart play about as well: the better of two wins three games of four.
const ALIKE: i64 = 200;

/// How well somebody plays, as far as others may know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Strength {
    /// They keep it to themselves.
    Hidden,
    /// Nobody knows: they have no rating, or one that says little.
    New,
    Rated(i64),
}

impl Strength {
    fn is_like(self, other: Strength) -> bool {
        match (self, other) {
            (Strength::New, Strength::New) => true,
            (Strength::Rated(one), Strength::Rated(other)) => (one - other).abs() <= ALIKE,
            (Strength::Hidden | Strength::New | Strength::Rated(_), _) => false,
        }
    }
}

/// Brings people of different servers together.
pub struct Matchmaking {
    pub(crate) clock: Clock,
    pub(crate) lots: Arc<Lots>,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
    pub(crate) settings: Arc<Settings>,
    pub(crate) tables: Arc<Tables>,
}

impl Matchmaking {
    /// Somebody waits for others from now on, and for nothing that they waited for before.
    pub async fn seek(
        &self,
        seeker: &Seeker,
        interaction: Option<InteractionId>,
    ) -> Result<(), Failure> {
        match self
            .store
            .seekers()
            .save(&seeker.wish()?, interaction)
            .await?
        {
            Wished::Waits => Ok(()),
            Wished::Plays => Err(Declined::PlaysBetween.into()),
            Wished::Repeated => Err(Declined::Repeated.into()),
        }
    }

    pub async fn find(&self, person: PersonId) -> Result<Option<Seeker>, Failure> {
        Ok(self
            .store
            .seekers()
            .find(person)
            .await?
            .as_ref()
            .map(Seeker::read)
            .transpose()?)
    }

    /// Somebody waits no more; false if they did not.
    pub async fn stop(&self, person: PersonId) -> Result<bool, InternalError> {
        Ok(self.store.seekers().delete(person).await?)
    }

    /// The same, if it is this that they wait for.
    pub async fn end(&self, seeker: &Seeker) -> Result<bool, InternalError> {
        Ok(self.store.seekers().end(&seeker.wish()?).await?)
    }

    /// The table between servers at which a person sits and that is not over.
    pub async fn list_tables_of(&self, person: PersonId) -> Result<Option<Table>, Failure> {
        Ok(self
            .tables
            .list_of_person(person)
            .await?
            .into_iter()
            .find(|table| table.settings.is_between()))
    }

    /// Those with whom somebody would fill a table, if there are enough: of servers that agree, and each content with all
    /// others. Whoever has waited longest comes first.
    pub async fn others_for(&self, seeker: &Seeker) -> Result<Option<Vec<Seeker>>, Failure> {
        if !self.settings.guild_settings(seeker.guild).await?.elsewhere {
            return Ok(None);
        }
        let wishes = self
            .store
            .seekers()
            .list_alike(seeker.title.name(), seeker.seats.into(), LOOKED_THROUGH)
            .await?;
        let mut group = vec![seeker.clone()];
        for other in readable(&wishes) {
            if group.len() >= usize::from(seeker.seats) {
                break;
            }
            if other.person != seeker.person && self.may_join(&group, &other).await? {
                group.push(other);
            }
        }
        Ok((group.len() == usize::from(seeker.seats)).then(|| group.split_off(1)))
    }

    async fn may_join(&self, group: &[Seeker], other: &Seeker) -> Result<bool, Failure> {
        let together: Vec<&Seeker> = group.iter().chain([other]).collect();
        let there = self.settings.guild_settings(other.guild).await?;
        if pace_of(&together).is_none()
            || self.clock.now() - other.since > SEEKS_FOR
            || !there.elsewhere
            || there.bars(other.person)
        {
            return Ok(false);
        }
        if !together.iter().any(|seeker| seeker.company.is_choosy()) {
            return Ok(true);
        }
        let people: Vec<PersonId> = group.iter().map(|seeker| seeker.person).collect();
        Ok(self
            .is_alike(other.title, other.seats.into(), other.person, &people)
            .await?)
    }

    /// Opens a table for these, whose game is about to begin; the first of them began the search that ends here. Nothing
    /// happens if one of them has found others meanwhile, or waits no more.
    pub async fn meet(&self, seekers: &[Seeker]) -> Result<Option<Table>, Failure> {
        let all: Vec<&Seeker> = seekers.iter().collect();
        let (Some(first), Some(pace)) = (seekers.first(), pace_of(&all)) else {
            return Ok(None);
        };
        let new = NewGame {
            title: first.title,
            chairs: Some(first.seats),
            computers: Vec::new(),
            options: String::new(),
            settings: TableSettings {
                pace,
                ..TableSettings::between()
            },
            guild: GuildId(NOWHERE),
            channel: ChannelId(NOWHERE),
            above: None,
            language: first.language.clone(),
            announced: false,
            follows: None,
        };
        let at = self.clock.now();
        // Whoever waited longest sits first.
        let mut sitting: Vec<&Seeker> = all.clone();
        sitting.sort_by_key(|seeker| (seeker.since, seeker.person));
        let chair = |seeker: &&Seeker| {
            person(&Actor {
                person: seeker.person,
                name: seeker.name.clone(),
                interaction: None,
            })
        };
        let mut seats = sitting.iter().map(chair).collect::<Vec<_>>();
        number(&mut seats);
        let opened = NewTable {
            seats,
            notices: vec![notices::of_new_table(
                Destination::Person(first.person),
                News::Fixed,
            )?],
            ..new_table(&new, &self.lots, first.person, at)?
        };
        let starting = json("how it starts", &Starting { settled_at: at })?;
        let wishes = seekers
            .iter()
            .map(Seeker::wish)
            .collect::<Result<Vec<_>, _>>()?;
        let own: Vec<OwnChannel> = seekers.iter().map(Seeker::own_channel).collect();
        let Some(game) = self
            .store
            .seekers()
            .meet(&opened, &starting, &wishes, &own)
            .await?
        else {
            return Ok(None);
        };
        self.notify.news.notify();
        Ok(Some(self.tables.find(game).await?))
    }

    /// A table as it is told of somewhere: between servers, in the language of whoever hears it.
    pub async fn as_heard(&self, table: Table, to: Destination) -> Result<Table, InternalError> {
        let Some(person) = table.hearer(to) else {
            return Ok(table);
        };
        let language = self.own_language(table.game, person).await?;
        Ok(Table {
            language: language.unwrap_or_else(|| table.language.clone()),
            ..table
        })
    }

    async fn own_language(
        &self,
        game: TableId,
        person: PersonId,
    ) -> Result<Option<String>, InternalError> {
        Ok(self.store.seekers().own_language(game, person).await?)
    }

    /// Those who wait, the oldest first; whoever has just begun is looking themselves.
    pub async fn list_waiting(&self) -> Result<Vec<Seeker>, InternalError> {
        let wishes = self
            .store
            .seekers()
            .list_oldest(self.clock.now() - LOOKS_ITSELF, LOOKED_AFTER)
            .await?;
        Ok(readable(&wishes).collect())
    }

    /// Waits until those who wait should be looked after again.
    pub async fn wait_for_seekers(&self) {
        tokio::select! {
            () = tokio::time::sleep(PATIENCE) => {}
            () = self.clock.turned() => {}
        }
    }

    /// Those who have waited for long, and to whom nobody came. Whoever asks tells them, and ends it.
    pub async fn take_lapsed(&self) -> Result<Vec<Seeker>, InternalError> {
        let now = self.clock.now();
        let lapsed = self
            .store
            .seekers()
            .take_lapsed(now - SEEKS_FOR, now, TELLS_WITHIN)
            .await?;
        Ok(readable(&lapsed).collect())
    }

    /// Whether somebody plays a game, at a table of so many, about as well as all these.
    pub async fn is_alike(
        &self,
        title: Title,
        seats: i64,
        person: PersonId,
        others: &[PersonId],
    ) -> Result<bool, InternalError> {
        let strength = self.strength(title, seats, person).await?;
        for other in others {
            if !strength.is_like(self.strength(title, seats, *other).await?) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn strength(
        &self,
        title: Title,
        seats: i64,
        person: PersonId,
    ) -> Result<Strength, InternalError> {
        if self.settings.is_unlisted(person).await? {
            return Ok(Strength::Hidden);
        }
        let rating = self
            .store
            .ratings()
            .find(title.name(), seats, person)
            .await?;
        Ok(match rating.filter(|rating| !is_provisional(rating)) {
            Some(rating) => Strength::Rated(rating_points(&rating)),
            None => Strength::New,
        })
    }
}

/// Those whose wishes can be read; of the others the operator hears, and they keep nobody else from being found.
fn readable(wishes: &[SeekerRow]) -> impl Iterator<Item = Seeker> {
    wishes.iter().filter_map(|wish| match Seeker::read(wish) {
        Ok(seeker) => Some(seeker),
        Err(trouble) => {
            tracing::error!(%trouble, "somebody who waits for others is left out");
            None
        }
    })
}

/// How long a turn may take at a table of all these; nothing if they do not agree. Nobody sits down unawares where it takes
/// minutes.
fn pace_of(seekers: &[&Seeker]) -> Option<TimeControl> {
    let mut named = seekers.iter().filter_map(|seeker| seeker.pace);
    let Some(pace) = named.next() else {
        return Some(TimeControl::default());
    };
    let all_named = seekers.iter().all(|seeker| seeker.pace.is_some());
    (named.all(|other| other == pace) && (all_named || !pace.is_live())).then_some(pace)
}
