//! Moves the panel of the player to act below a new board.
//!
//! The panel of a lesson whose board is not posted in its channel is edited in place.

use crate::cards::panel;
use crate::cards::summary;
use serenity::all::Builder as _;

use crate::cards::composer::{Composer, PanelReader, Perspective};
use crate::cards::game::AtTable;
use crate::cards::table::board;
use crate::delivery::notice_dispatch::NoticeDispatcher;
use crate::delivery::panels::{Follower, PanelMessage, Standing, stands};
use crate::wire::card::Card;
use crate::wire::fitting::ending_in;
use crate::wire::ids::number;
use crate::wire::refusals::name_of;
use crate::wire::requests::Requested as _;
use lanai_host::{ChannelId, DueNotice, Failure, PersonId, Role, Table, TableId, TableStatus};
use lanai_render::Look;
use lanai_rules::by_title;

impl NoticeDispatcher {
    /// Moves the panel of the player to act below the new board.
    pub(crate) async fn bring_panel_below(&self, due: &DueNotice) -> Result<(), Failure> {
        let Some(follower) = &self.panels else {
            return Ok(());
        };
        if due.news.role() != Some(Role::Board) || !follower.panels.stand_at(due.game) {
            return Ok(());
        }
        let table = self.host.tables.find(due.game).await?;
        if let Some(person) = learner(&table) {
            follower
                .continue_lesson(&self.composer, due.game, person)
                .await?;
        }
        let goes_on = table.status == TableStatus::Running && table.waiting.pause.is_none();
        let Some(person) =
            acts(&table).filter(|person| goes_on && due.to == table.destination_for(*person))
        else {
            return Ok(());
        };
        // Whoever has a panel in a channel of their own with us has seen it there: it is known.
        let Ok(channel) = self.channel_of(due).await else {
            return Ok(());
        };
        by_title!(table.title, G => Box::pin(self.bring_below::<G>(table, person, channel)).await)
    }

    async fn bring_below<G: AtTable>(
        &self,
        table: Table,
        person: PersonId,
        channel: ChannelId,
    ) -> Result<(), Failure> {
        let Some(Follower { panels, http }) = self.panels.as_deref() else {
            return Ok(());
        };
        let game = table.game;
        let now = self.host.clock.now();
        let mut spot = panels.hold(game, person, now).await;
        let Some(standing) = spot
            .as_ref()
            .filter(|it| it.channel == channel && it.lives(now))
        else {
            return Ok(());
        };
        let board = self.host.lookback.find_newest_board(&table, person).await?;
        if board.is_none_or(|board| number(board.0) < standing.message.id().get()) {
            return Ok(());
        }
        let own = standing.own.clone();
        let token = standing.token.clone();
        let since = standing.since;
        let turn = self.host.games.load::<G>(table).await?;
        let card = panel::fresh_panel(
            &self.composer,
            PanelReader {
                locale: &own,
                person,
            },
            turn,
            None,
        )
        .await;
        let pictures = card.pictures();
        let message = self.composer.with_emojis(card).follow_up(true);
        match message
            .execute(http, (None, &token))
            .counted("POST /webhooks/{application}/{token}")
            .await
        {
            Ok(message) => {
                let message = PanelMessage::Further(message.id);
                let panel = Standing {
                    token,
                    message,
                    pictures,
                    since,
                    channel,
                    own,
                    waits: false,
                };
                stands(http, &mut spot, panel).await;
            }
            Err(error) => tracing::debug!(error = name_of(&error), "a panel stays above its board"),
        }
        Ok(())
    }
}

impl Follower {
    /// Shows what comes next in a panel of a first game that waits for the computer, unless the board is posted below it.
    pub(crate) async fn continue_lesson(
        &self,
        composer: &Composer,
        game: TableId,
        person: PersonId,
    ) -> Result<(), Failure> {
        let now = composer.host.clock.now();
        let mut spot = self.panels.hold(game, person, now).await;
        let Some(standing) = spot.as_mut().filter(|it| it.waits && it.lives(now)) else {
            return Ok(());
        };
        let table = composer.host.tables.find(game).await?;
        if table.settings.lesson.is_none() || table.channel == standing.channel {
            return Ok(());
        }
        let card = by_title!(table.title, G => {
            Box::pin(next_of_lesson::<G>(composer, table, &standing.own, person)).await?
        });
        let Some(card) = card else { return Ok(()) };
        match self.change(standing, &composer.with_emojis(card)).await {
            Ok(()) => standing.waits = false,
            // Its button to go on shows the same.
            Err(error) => {
                tracing::debug!(error = name_of(&error), "a lesson cannot go on in place");
            }
        }
        Ok(())
    }

    /// Puts a card in the place of a panel.
    async fn change(&self, standing: &Standing, card: &Card) -> serenity::Result<()> {
        let token = &standing.token;
        match standing.message {
            PanelMessage::First(_) => card
                .edit()
                .execute(&self.http, token)
                .counted("PATCH /webhooks/{application}/{token}/messages/@original")
                .await
                .map(drop),
            PanelMessage::Further(message) => card
                .follow_up(true)
                .execute(&self.http, (Some(message), token))
                .counted("PATCH /webhooks/{application}/{token}/messages/{message}")
                .await
                .map(drop),
        }
    }
}

/// The panel of a first game when it is its player's turn again, or how the game ended; nothing while the computer plays.
async fn next_of_lesson<G: AtTable>(
    composer: &Composer,
    table: Table,
    own: &str,
    person: PersonId,
) -> Result<Option<Card>, Failure> {
    let words = composer.dictionary.of(own);
    let told = crate::cards::lesson::story_since_last::<G>(composer, words, &table, person).await?;
    let turn = composer.host.games.load::<G>(table).await?;
    let viewer = turn.table.viewer(person);
    if turn.table.status == TableStatus::Over {
        let now = summary::current_state_line(composer, words, &turn).await?;
        let card = board(
            words,
            &turn,
            viewer,
            ending_in(&told.unwrap_or_default(), &now),
        );
        if panel::prefers_text(composer, person).await {
            return Ok(Some(card));
        }
        return Ok(Some(
            composer
                .with_table(
                    card,
                    &turn,
                    Perspective {
                        viewer,
                        words,
                        look: Look::Calm,
                    },
                    Vec::new(),
                )
                .await,
        ));
    }
    if acts(&turn.table) != Some(person) {
        return Ok(None);
    }
    Ok(Some(
        panel::fresh_panel(
            composer,
            PanelReader {
                locale: own,
                person,
            },
            turn,
            told,
        )
        .await,
    ))
}

/// The person who learns at a table, if it is a first game.
fn learner(table: &Table) -> Option<PersonId> {
    table.settings.lesson?;
    table.seats.iter().find_map(|chair| chair.person)
}

/// The person who is to act.
fn acts(table: &Table) -> Option<PersonId> {
    table.chair(table.waiting.seat?)?.acts()
}
