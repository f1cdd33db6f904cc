//! What moderators do: they choose something for their server, keep somebody out, close a table.
//! Each act is kept, with what stood there before, and all but the closing of a table can be taken
//! back, as long as nobody has chosen something else since.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::core::settings::Settings;
use crate::model::failure::json;
use crate::model::notify::Notifiers;
use crate::{
    Actor, Award, Clock, Declined, Failure, GuildId, GuildRefusal, GuildSettings, InternalError,
    MAX_BARRED, MAX_CHANNEL_RULES, PersonId, Setting, TableId, Timestamp,
};
use lanai_rules::Title;
use lanai_store::{ActRow, Acted, NewAct, Store};

/// How often a change is tried anew because somebody was faster.
const TRIES: usize = 8;
/// So many acts are looked through for whatever changed the same since.
const LOOKED_THROUGH: u32 = 1000;

/// What a moderator did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Act {
    /// Its number on its server.
    pub number: i64,
    pub at: Timestamp,
    pub person: PersonId,
    pub what: Acting,
    /// The act that took it back, if one did.
    pub undone_by: Option<i64>,
}

/// What is done by an act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Acting {
    /// Something is chosen for the server.
    Set {
        now: Setting,
        before: Setting,
        /// The act that is taken back by that, if one is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        undoes: Option<i64>,
    },
    /// A table is closed before its end.
    Close {
        table: i64,
        title: Title,
        /// Whether those alone know of it who were invited.
        private: bool,
        /// With which result, if with one.
        award: Option<Award>,
        reason: String,
    },
}

impl Act {
    fn read(guild: GuildId, row: ActRow) -> Result<Act, InternalError> {
        let ActRow {
            number,
            at,
            person,
            body,
            undone_by,
        } = row;
        let what = Acting::read(guild, number, &body)?;
        Ok(Act {
            number,
            at,
            person,
            what,
            undone_by,
        })
    }

    /// Whether it chose the same thing.
    fn is_about(&self, setting: &Setting) -> bool {
        matches!(&self.what, Acting::Set { now, .. } if now.is_about(setting))
    }

    /// Whether it can be taken back, for all that it says itself.
    pub fn can_be_undone(&self) -> bool {
        self.undone_by.is_none() && matches!(self.what, Acting::Set { .. })
    }
}

impl Acting {
    /// What was done on a server, as it is kept.
    pub(crate) fn read(guild: GuildId, number: i64, body: &str) -> Result<Acting, InternalError> {
        serde_json::from_str(body).map_err(|error| InternalError::Act {
            guild: guild.0,
            number,
            line: error.line(),
            column: error.column(),
        })
    }

    /// The same of other people.
    pub(crate) fn renamed(mut self, anew: impl Fn(PersonId) -> PersonId) -> Acting {
        match &mut self {
            Acting::Set { now, before, .. } => {
                for setting in [now, before] {
                    if let Setting::Barred(person, _) = setting {
                        *person = anew(*person);
                    }
                }
            }
            Acting::Close {
                award: Some(Award::Win(person)),
                ..
            } => *person = anew(*person),
            Acting::Close { .. } => {}
        }
        self
    }

    /// What a moderator wrote to say why.
    pub(crate) fn reasons(&self) -> impl Iterator<Item = &str> {
        let [one, other] = match self {
            Acting::Set { now, before, .. } => [now, before].map(|setting| {
                let Setting::Barred(_, Some(bar)) = setting else {
                    return None;
                };
                Some(bar.reason.as_str())
            }),
            Acting::Close { reason, .. } => [Some(reason.as_str()), None],
        };
        one.into_iter().chain(other)
    }

    /// The same without such reasons.
    pub(crate) fn without_reasons(mut self, is_one: impl Fn(&str) -> bool) -> Acting {
        let clear = |reason: &mut String| {
            if is_one(reason) {
                reason.clear();
            }
        };
        match &mut self {
            Acting::Set { now, before, .. } => {
                for setting in [now, before] {
                    if let Setting::Barred(_, Some(bar)) = setting {
                        clear(&mut bar.reason);
                    }
                }
            }
            Acting::Close { reason, .. } => clear(reason),
        }
        self
    }

    /// As it is kept with what it changes.
    pub(crate) fn new_act(
        &self,
        guild: GuildId,
        actor: &Actor,
        at: Timestamp,
    ) -> Result<NewAct, InternalError> {
        let undoes = if let Acting::Set { undoes, .. } = self {
            *undoes
        } else {
            None
        };
        Ok(NewAct {
            guild,
            person: actor.person,
            at,
            body: json("an act", self)?,
            undoes,
        })
    }
}

/// What moderators change on a server, and the log of it.
pub struct Moderation {
    pub(crate) clock: Clock,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
    pub(crate) settings: Arc<Settings>,
}

impl Moderation {
    /// Chooses things for a server, each by an act of its own; nothing happens for what stands
    /// there already. What the server chose afterwards.
    pub async fn set(
        &self,
        guild: GuildId,
        actor: &Actor,
        settings: &[Setting],
    ) -> Result<GuildSettings, Failure> {
        let change = |chosen: &mut GuildSettings| {
            let mut acts = Vec::new();
            for now in settings {
                let before = chosen.set(now.clone());
                if before != *now {
                    acts.push(Acting::Set {
                        now: now.clone(),
                        before,
                        undoes: None,
                    });
                }
            }
            Ok(acts)
        };
        Ok(self.change(guild, actor, change).await?.0)
    }

    /// Takes an act back, if nobody has chosen something else since: what stood there before stands
    /// there again. What stands now.
    pub async fn undo(
        &self,
        guild: GuildId,
        actor: &Actor,
        number: i64,
    ) -> Result<Setting, Failure> {
        let found = self.list_from(guild, number, 1).await?;
        let act = found
            .first()
            .filter(|act| act.number == number)
            .ok_or(GuildRefusal::NoAct)?;
        if let Some(by) = act.undone_by {
            return Err(GuildRefusal::Undone(by).into());
        }
        let Acting::Set { now, before, .. } = &act.what else {
            return Err(GuildRefusal::Final.into());
        };
        let newest = self.list(guild, None, LOOKED_THROUGH).await?;
        // The newest that is about the same: it may be this one.
        let since = newest
            .iter()
            .find(|newer| newer.is_about(now))
            .map_or(number, |newer| newer.number);
        let change = |chosen: &mut GuildSettings| {
            if chosen.standing(now) != *now {
                return Err(GuildRefusal::Since(since));
            }
            let now = before.clone();
            let before = chosen.set(before.clone());
            Ok(vec![Acting::Set {
                now,
                before,
                undoes: Some(number),
            }])
        };
        self.change(guild, actor, change).await?;
        Ok(before.clone())
    }

    /// Changes what a server chose, by acts that are kept with it; again upon what stands there by
    /// then if somebody was faster.
    async fn change(
        &self,
        guild: GuildId,
        actor: &Actor,
        change: impl Fn(&mut GuildSettings) -> Result<Vec<Acting>, GuildRefusal> + Send + Sync,
    ) -> Result<(GuildSettings, Vec<i64>), Failure> {
        for _ in 0..TRIES {
            let (kept, mut chosen) = self.settings.chosen_by_guild(guild).await?;
            let acts = change(&mut chosen)?;
            if acts.is_empty() {
                return Ok((chosen, Vec::new()));
            }
            if chosen.barred.len() > MAX_BARRED || chosen.channels.len() > MAX_CHANNEL_RULES {
                return Err(GuildRefusal::Enough.into());
            }
            let at = self.clock.now();
            let new = acts.iter().map(|act| act.new_act(guild, actor, at));
            let new = new.collect::<Result<Vec<NewAct>, InternalError>>()?;
            let settings = json("what was chosen", &chosen)?;
            let seen = (kept.as_deref(), settings.as_str());
            match self
                .store
                .settings()
                .save_acts(guild, seen, &new, (actor.interaction, at))
                .await?
            {
                Acted::Done(numbers) => {
                    self.notify.waits.notify();
                    return Ok((chosen, numbers));
                }
                Acted::Repeated => return Err(Declined::Repeated.into()),
                Acted::Stale => {}
            }
        }
        Err(Declined::Stale.into())
    }

    /// What was done on a server up to an act, the newest first.
    pub async fn list_from(
        &self,
        guild: GuildId,
        number: i64,
        most: u32,
    ) -> Result<Vec<Act>, InternalError> {
        self.list(guild, Some(number.saturating_add(1)), most).await
    }

    /// What was done on a server before an act, the newest first; all of it, if none is named.
    pub async fn list(
        &self,
        guild: GuildId,
        before: Option<i64>,
        most: u32,
    ) -> Result<Vec<Act>, InternalError> {
        let rows = self
            .store
            .moderation()
            .list(guild, before.unwrap_or(i64::MAX), most)
            .await?;
        rows.into_iter().map(|row| Act::read(guild, row)).collect()
    }
}

impl Acting {
    /// That a moderator closes a table.
    pub(crate) fn close(
        table: TableId,
        title: Title,
        private: bool,
        award: Option<Award>,
        reason: &str,
    ) -> Acting {
        Acting::Close {
            table: table.0,
            title,
            private,
            award,
            reason: reason.to_owned(),
        }
    }
}
