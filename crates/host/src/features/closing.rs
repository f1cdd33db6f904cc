//! Lets moderators close tables, open or running, with or without a result.
//!
//! The players are told the reason.

use crate::core::moderation::ModerationAction;
use crate::core::notices::WatcherNotices;
use crate::core::results::{decided_result, unfinished_result};
use crate::core::tables::Tables;
use crate::features::contests::organising::ContestOrganiser;
use crate::model::failure::Result;
use crate::{Actor, Award, Clock, Ending, GuildRefusal, News, Refusal, Table, TableStatus};
use std::sync::Arc;

pub struct TableClosing {
    pub(crate) clock: Clock,
    pub(crate) contests: Arc<ContestOrganiser>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watcher_notices: Arc<WatcherNotices>,
}

impl TableClosing {
    /// Closes a table and tells its players the reason. Retries after concurrent changes.
    pub async fn close(
        &self,
        table: Table,
        actor: &Actor,
        award: Option<Award>,
        reason: &str,
    ) -> Result<Table> {
        self.tables
            .retry(table, |table| self.try_close(table, actor, award, reason))
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
        let mut change = table.new_change(actor.interaction, self.clock.now())?;
        let act = ModerationAction::close(
            table.id,
            table.title,
            table.settings.is_private(),
            award,
            reason,
        );
        change.act = Some(act.new_act(table.guild, actor, change.at)?);
        let news = News::Stopped {
            reason: reason.to_owned(),
        };
        let result = (table.status == TableStatus::Running).then(|| match award {
            None => unfinished_result(&table, Ending::Stopped, change.at),
            Some(award) => decided_result(&table, award, change.at),
        });
        self.watcher_notices
            .end_table(&table, &mut change, result, news)
            .await?;
        self.tables.write(table, change).await
    }

    async fn check_may_close(
        &self,
        table: &Table,
        actor: &Actor,
        award: Option<Award>,
    ) -> Result<()> {
        match (table.status, award) {
            (TableStatus::Over, _) => return Err(Refusal::Over.into()),
            (TableStatus::Open, Some(_)) => return Err(Refusal::NotBegun.into()),
            (TableStatus::Running, Some(Award::Win(winner))) if table.seat_of(winner).is_none() => {
                return Err(Refusal::PersonNotSeated.into());
            }
            (TableStatus::Open | TableStatus::Running, _) => {}
        }
        let is_player =
            table.status == TableStatus::Running && table.seat_of(actor.person).is_some();
        if is_player && (award.is_some() || table.settings.rated) {
            return Err(GuildRefusal::PlaysAtTable.into());
        }
        let Some(contest) = table.settings.contest else {
            return Ok(());
        };
        let contest = self.contests.find(contest).await?;
        for heat in &contest.state.heats {
            if contest.games.get(&heat.number) == Some(&table.id)
                && heat.is_open()
                && contest.status != TableStatus::Over
            {
                // Nothing would replay the heat, so its contest would wait for a result forever.
                return Err(GuildRefusal::ContestTable(heat.number).into());
            }
        }
        Ok(())
    }
}
