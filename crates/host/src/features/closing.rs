//! Lets moderators close tables, open or running, with or without a result. The players read the
//! reason.

use crate::core::moderation::Acting;
use crate::core::notices::WatcherNotices;
use crate::core::results::{broken_off, decided};
use crate::core::tables::Tables;
use crate::features::contests::organising::ContestOrganiser;
use crate::model::failure::Result;
use crate::{
    Actor, Award, Clock, Declined, Ending, GuildRefusal, News, RetryPolicy, Table, TableStatus,
};
use std::sync::Arc;

/// Closes tables on behalf of moderators.
pub struct TableClosing {
    pub(crate) clock: Clock,
    pub(crate) contests: Arc<ContestOrganiser>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watcher_notices: Arc<WatcherNotices>,
}

impl TableClosing {
    /// Closes a table for this reason, whatever happens at it meanwhile.
    pub async fn close(
        &self,
        table: Table,
        actor: &Actor,
        award: Option<Award>,
        reason: &str,
    ) -> Result<Table> {
        self.tables
            .retry(RetryPolicy::UntilDone, table, |table| {
                self.try_close(table, actor, award, reason)
            })
            .await
    }

    async fn try_close(
        &self,
        table: Table,
        actor: &Actor,
        award: Option<Award>,
        reason: &str,
    ) -> Result<Table> {
        self.check_may_close(&table, actor, award).await?;
        let mut change = table.change(actor.interaction, self.clock.now())?;
        (change.status, change.wait, change.starting) = (TableStatus::Over, None, None);
        let act = Acting::close(
            table.game,
            table.title,
            table.settings.is_private(),
            award,
            reason,
        );
        change.act = Some(act.new_act(table.guild, actor, change.at)?);
        let news = News::Stopped {
            reason: reason.to_owned(),
        };
        if table.status == TableStatus::Open {
            change.notices.push(table.notice(news)?);
            change
                .notices
                .extend(self.watcher_notices.for_watchers_at_once(&table).await?);
        } else {
            change.result = Some(match award {
                None => broken_off(&table, Ending::Stopped, change.at),
                Some(award) => decided(&table, award, change.at),
            });
            // An unfinished turn leads nowhere any more and is never announced.
            let beginning = table
                .unannounced_start()
                .map(|begins| table.notice(begins))
                .transpose()?;
            change.notices.extend(beginning);
            change.notices.push(table.notice(news)?);
            change
                .notices
                .extend(self.watcher_notices.for_watchers_at_once(&table).await?);
            change.notices.push(table.notice(News::Film)?);
        }
        let revision = self.tables.write(&change).await?;
        Ok(Table {
            revision,
            status: TableStatus::Over,
            starting: None,
            ..table
        }
        .waits(None)?)
    }

    async fn check_may_close(
        &self,
        table: &Table,
        actor: &Actor,
        award: Option<Award>,
    ) -> Result<()> {
        match (table.status, award) {
            (TableStatus::Over, _) => return Err(Declined::Over.into()),
            (TableStatus::Open, Some(_)) => return Err(Declined::NotBegun.into()),
            (TableStatus::Running, Some(Award::Win(winner))) if table.seat_of(winner).is_none() => {
                return Err(Declined::NotThere.into());
            }
            (TableStatus::Open | TableStatus::Running, _) => {}
        }
        let plays = table.status == TableStatus::Running && table.seat_of(actor.person).is_some();
        if plays && (award.is_some() || table.settings.rated) {
            return Err(GuildRefusal::Plays.into());
        }
        let Some(contest) = table.settings.contest else {
            return Ok(());
        };
        let contest = self.contests.find(contest).await?;
        let is_this = |heat: &&crate::Heat| contest.games.get(&heat.number) == Some(&table.game);
        let heat = contest
            .state
            .heats
            .iter()
            .find(is_this)
            .filter(|heat| heat.is_open());
        match heat.filter(|_| contest.status != TableStatus::Over) {
            // The heat would never be played again and its contest would wait for it for ever.
            Some(heat) => Err(GuildRefusal::OfContest(heat.number).into()),
            None => Ok(()),
        }
    }
}
