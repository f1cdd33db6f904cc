//! After a new board: the panel of whoever is to act follows, and stands below it.

use serenity::all::Builder as _;

use super::delivery::Courier;
use super::game::AtTable;
use super::ids::number;
use super::panels::{PanelMessage, Standing, stands};
use super::refusals::name_of;
use crate::rules::by_title;
use crate::tables::{Destination, DueNotice, Failure, Role, Table, TableStatus};

impl Courier {
    /// After a new board: the panel of whoever is to act moves below it.
    pub(super) async fn bring_panel_below(&self, due: &DueNotice) -> Result<(), Failure> {
        if due.news.role() != Some(Role::Live) {
            return Ok(());
        }
        let table = self.tables.numbered(due.game).await?;
        let goes_on = table.status == TableStatus::Running && table.waiting.pause.is_none();
        if !goes_on || due.to != Destination::Channel(table.channel) {
            return Ok(());
        }
        by_title!(table.title, G => Box::pin(self.bring_below::<G>(table)).await)
    }

    async fn bring_below<G: AtTable>(&self, table: Table) -> Result<(), Failure> {
        let (game, channel, now) = (table.game, table.channel, self.tables.now());
        let acts = |table: &Table| table.chair(table.waiting.seat?)?.acts();
        let Some(person) = acts(&table) else { return Ok(()) };
        let mut spot = self.panels.hold(game, person, now).await;
        let Some(standing) = spot.as_ref().filter(|it| it.channel == channel && it.lives(now)) else {
            return Ok(());
        };
        let board = self.tables.newest_board(&table).await?;
        if board.is_none_or(|board| number(board.0) < standing.message.id().get()) {
            return Ok(());
        }
        let (own, token, since) = (standing.own.clone(), standing.token.clone(), standing.since);
        let turn = self.tables.look::<G>(table).await?;
        let card = self.composer.fresh_panel((&own, person), turn, None).await;
        let http = &self.poster.changing;
        match self.composer.with_emojis(card).follow_up(true).execute(http, (None, &token)).await {
            Ok(message) => {
                let message = PanelMessage::Further(message.id);
                stands(http, &mut spot, Standing { token, message, since, channel, own }).await;
            }
            Err(error) => tracing::debug!(error = name_of(&error), "a panel stays above its board"),
        }
        Ok(())
    }
}
