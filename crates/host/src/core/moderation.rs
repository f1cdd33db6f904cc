//! Actions of moderators: changed settings, barred people and closed tables, with their log.
//!
//! Each action is logged with the previous value. All but the closing of a table can be undone, as
//! long as the setting was not changed again. Entry point: [`Moderation`].

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::core::settings::Settings;
use crate::model::failure::{json, parse_json};
use crate::model::notify::Notifiers;
use crate::{
    Actor, Award, Clock, Failure, GuildId, GuildRefusal, GuildSettings, InternalError, MAX_BARRED,
    MAX_CHANNEL_RULES, PersonId, Refusal, Setting, TableId, Timestamp,
};
use lanai_rules::Title;
use lanai_store::{ActRow, NewAct, SaveOutcome, Store};

/// The number of attempts to write a change, in case of concurrent writes.
const MAX_TRIES: usize = 8;
/// The number of newest acts that are searched for a later change of the same setting.
const MAX_SEARCHED_ACTS: u32 = 1000;

/// An entry of the moderation log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Act {
    /// The number of the act in its guild.
    pub number: i64,
    pub at: Timestamp,
    pub person: PersonId,
    pub action: ModerationAction,
    /// The number of the act that undid this one.
    pub undone_by: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModerationAction {
    /// A setting of the guild is changed.
    Set {
        now: Setting,
        before: Setting,
        /// The number of the act that this one undoes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        undoes: Option<i64>,
    },
    /// A table is closed before its end.
    Close {
        table: i64,
        title: Title,
        /// Whether only invited people may know of the table.
        private: bool,
        award: Option<Award>,
        reason: String,
    },
}

impl Act {
    fn from_row(guild: GuildId, row: &ActRow) -> Result<Act, InternalError> {
        Ok(Act {
            number: row.number,
            at: row.at,
            person: row.person,
            action: ModerationAction::parse(guild, row.number, &row.body)?,
            undone_by: row.undone_by,
        })
    }

    /// Returns whether the act changed the setting of which `setting` is a value.
    fn is_about(&self, setting: &Setting) -> bool {
        matches!(&self.action, ModerationAction::Set { now, .. } if now.is_about(setting))
    }

    /// Returns whether the act can be undone, as far as it does not depend on later acts.
    pub fn can_be_undone(&self) -> bool {
        self.undone_by.is_none() && matches!(self.action, ModerationAction::Set { .. })
    }
}

impl ModerationAction {
    /// Parses an action from the log of a guild.
    pub(crate) fn parse(
        guild: GuildId,
        number: i64,
        body: &str,
    ) -> Result<ModerationAction, InternalError> {
        parse_json(format_args!("act {number} in guild {}", guild.0), body)
    }

    /// Returns the action with the IDs of people replaced.
    pub(crate) fn with_people(
        mut self,
        replace: impl Fn(PersonId) -> PersonId,
    ) -> ModerationAction {
        match &mut self {
            ModerationAction::Set { now, before, .. } => {
                for setting in [now, before] {
                    if let Setting::Barred(person, _) = setting {
                        *person = replace(*person);
                    }
                }
            }
            ModerationAction::Close {
                award: Some(Award::Win(person)),
                ..
            } => *person = replace(*person),
            ModerationAction::Close { .. } => {}
        }
        self
    }

    /// Returns the reasons that moderators wrote.
    pub(crate) fn reasons(&self) -> Vec<&str> {
        match self {
            ModerationAction::Set { now, before, .. } => [now, before]
                .into_iter()
                .filter_map(Setting::bar_reason)
                .collect(),
            ModerationAction::Close { reason, .. } => vec![reason.as_str()],
        }
    }

    /// Returns the action with the selected reasons cleared.
    pub(crate) fn clear_reasons(mut self, is_cleared: impl Fn(&str) -> bool) -> ModerationAction {
        let reasons = match &mut self {
            ModerationAction::Set { now, before, .. } => [now, before]
                .into_iter()
                .filter_map(Setting::bar_reason_mut)
                .collect(),
            ModerationAction::Close { reason, .. } => vec![reason],
        };
        for reason in reasons {
            if is_cleared(reason) {
                reason.clear();
            }
        }
        self
    }

    /// Returns the action that records the closing of a table.
    pub(crate) fn close(
        table: TableId,
        title: Title,
        private: bool,
        award: Option<Award>,
        reason: &str,
    ) -> ModerationAction {
        ModerationAction::Close {
            table: table.0,
            title,
            private,
            award,
            reason: reason.to_owned(),
        }
    }

    /// Returns the row that logs this action.
    pub(crate) fn new_act(
        &self,
        guild: GuildId,
        actor: &Actor,
        at: Timestamp,
    ) -> Result<NewAct, InternalError> {
        let undoes = if let ModerationAction::Set { undoes, .. } = self {
            *undoes
        } else {
            None
        };
        Ok(NewAct {
            guild,
            person: actor.person,
            at,
            body: json("an act", self)?,
            undone_act: undoes,
        })
    }
}

/// Changes guild settings on behalf of moderators, and keeps the log of their acts.
pub struct Moderation {
    pub(crate) clock: Clock,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
    pub(crate) settings: Arc<Settings>,
}

impl Moderation {
    /// Changes settings of a guild, with one act for each value that differs. Returns the result.
    pub async fn set(
        &self,
        guild: GuildId,
        actor: &Actor,
        settings: &[Setting],
    ) -> Result<GuildSettings, Failure> {
        self.change(guild, actor, |guild_settings| {
            let mut actions = Vec::new();
            for now in settings {
                let before = guild_settings.set(now.clone());
                if before != *now {
                    actions.push(ModerationAction::Set {
                        now: now.clone(),
                        before,
                        undoes: None,
                    });
                }
            }
            Ok(actions)
        })
        .await
    }

    /// Undoes an act, unless the setting was changed again. Returns the restored value.
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
            return Err(GuildRefusal::AlreadyUndone(by).into());
        }
        let ModerationAction::Set { now, before, .. } = &act.action else {
            return Err(GuildRefusal::NotUndoable.into());
        };
        let newest = self.list(guild, None, MAX_SEARCHED_ACTS).await?;
        // The newest act that changed this setting. It may be the act itself.
        let since = newest
            .iter()
            .find(|newer| newer.is_about(now))
            .map_or(number, |newer| newer.number);
        self.change(guild, actor, |guild_settings| {
            if guild_settings.current_value(now) != *now {
                return Err(GuildRefusal::ChangedSince(since));
            }
            let now = before.clone();
            let before = guild_settings.set(before.clone());
            Ok(vec![ModerationAction::Set {
                now,
                before,
                undoes: Some(number),
            }])
        })
        .await?;
        Ok(before.clone())
    }

    /// Changes the settings of a guild and logs the acts. Retries after concurrent writes.
    async fn change<F>(
        &self,
        guild: GuildId,
        actor: &Actor,
        change: F,
    ) -> Result<GuildSettings, Failure>
    where
        F: Fn(&mut GuildSettings) -> Result<Vec<ModerationAction>, GuildRefusal> + Send + Sync,
    {
        for _ in 0..MAX_TRIES {
            let (stored, mut changed) = self.settings.load_guild_settings(guild).await?;
            let actions = change(&mut changed)?;
            if actions.is_empty() {
                return Ok(changed);
            }
            if changed.barred.len() > MAX_BARRED || changed.channels.len() > MAX_CHANNEL_RULES {
                return Err(GuildRefusal::ListFull.into());
            }
            let at = self.clock.now();
            let mut acts = Vec::new();
            for action in &actions {
                acts.push(action.new_act(guild, actor, at)?);
            }
            let settings = json("the settings of a guild", &changed)?;
            match self
                .store
                .settings()
                .save_guild(
                    guild,
                    stored.as_deref(),
                    &settings,
                    &acts,
                    actor.interaction,
                    at,
                )
                .await?
            {
                SaveOutcome::Done(_) => {
                    self.notify.wait_changes.notify();
                    return Ok(changed);
                }
                SaveOutcome::Repeated => return Err(Refusal::Repeated.into()),
                SaveOutcome::Stale => {}
            }
        }
        Err(Refusal::Stale.into())
    }

    /// Lists an act of a guild and the acts before it, the newest first.
    pub async fn list_from(
        &self,
        guild: GuildId,
        number: i64,
        limit: u32,
    ) -> Result<Vec<Act>, InternalError> {
        self.list(guild, Some(number.saturating_add(1)), limit)
            .await
    }

    /// Lists the acts of a guild before the act `before`, or from the newest on, the newest first.
    pub async fn list(
        &self,
        guild: GuildId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<Act>, InternalError> {
        let rows = self
            .store
            .moderation()
            .list(guild, before.unwrap_or(i64::MAX), limit)
            .await?;
        rows.iter().map(|row| Act::from_row(guild, row)).collect()
    }
}
