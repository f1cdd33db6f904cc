//! After a new board: the panel of whoever is to act follows, and stands below it.

use serenity::all::Builder as _;

use super::delivery::Courier;
use super::game::AtTable;
use super::ids::number;
use super::panels::{Follower, PanelMessage, Standing, stands};
use super::refusals::name_of;
use super::requests::Requested as _;
use crate::rules::by_title;
use crate::tables::{ChannelId, DueNotice, Failure, PersonId, Role, Table, TableStatus};

impl Courier {
    /// After a new board: the panel of whoever is to act moves below it.
    pub(super) async fn bring_panel_below(&self, due: &DueNotice) -> Result<(), Failure> {
        let Some(Follower { panels, .. }) = &self.panels else { return Ok(()) };
        if due.news.role() != Some(Role::Live) || !panels.stand_at(due.game) {
            return Ok(());
        }
        let table = self.tables.numbered(due.game).await?;
        let goes_on = table.status == TableStatus::Running && table.waiting.pause.is_none();
        let Some(person) = acts(&table).filter(|person| goes_on && due.to == table.place_for(*person)) else {
            return Ok(());
        };
        // Whoever has a panel in a channel of their own with us has seen it there: it is known.
        let Ok(channel) = self.channel_of(due).await else { return Ok(()) };
        by_title!(table.title, G => Box::pin(self.bring_below::<G>(table, person, channel)).await)
    }

    async fn bring_below<G: AtTable>(
        &self,
        table: Table,
        person: PersonId,
        channel: ChannelId,
    ) -> Result<(), Failure> {
        let Some(Follower { panels, http }) = &self.panels else { return Ok(()) };
        let (game, now) = (table.game, self.tables.now());
        let mut spot = panels.hold(game, person, now).await;
        let Some(standing) = spot.as_ref().filter(|it| it.channel == channel && it.lives(now)) else {
            return Ok(());
        };
        let board = self.tables.newest_board(&table, person).await?;
        if board.is_none_or(|board| number(board.0) < standing.message.id().get()) {
            return Ok(());
        }
        let (own, token, since) = (standing.own.clone(), standing.token.clone(), standing.since);
        let turn = self.tables.look::<G>(table).await?;
        let card = self.composer.fresh_panel((&own, person), turn, None).await;
        let message = self.composer.with_emojis(card).follow_up(true);
        match message.execute(http, (None, &token)).counted("POST /webhooks/{application}/{token}").await {
            Ok(message) => {
                let message = PanelMessage::Further(message.id);
                stands(http, &mut spot, Standing { token, message, since, channel, own }).await;
            }
            Err(error) => tracing::debug!(error = name_of(&error), "a panel stays above its board"),
        }
        Ok(())
    }
}

/// The person who is to act.
fn acts(table: &Table) -> Option<PersonId> {
    table.chair(table.waiting.seat?)?.acts()
}
