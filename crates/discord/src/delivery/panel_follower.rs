//! Moves the panel of the player to act below a new board.
//!
//! The panel of a lesson, whose board is not posted, is edited in place.

use std::sync::Arc;

use crate::cards::composer::{Composer, PanelReader, Perspective};
use crate::cards::lesson;
use crate::cards::panel;
use crate::cards::summary;
use crate::cards::table::board_card;
use crate::delivery::notice_dispatch::NoticeDispatcher;
use crate::delivery::panels::{PanelMessage, Panels, ShownPanel, replace_panel};
use crate::wire::card::{Card, Layout};
use crate::wire::discord::Http;
use crate::wire::port_error::{PortError, describe_error};
use crate::wire::responder::{edit_follow_up, edit_response, follow_up};
use crate::wire::text_limits::append_last_line;
use lanai_host::{
    ChannelId, DueNotice, Failure, MessageRole, PersonId, Table, TableId, TableStatus,
};
use lanai_panel::PanelGame;
use lanai_render::Look;
use lanai_rules::by_title;

/// Moves panels below new boards, and continues lessons in their panels.
pub(crate) struct PanelFollower {
    pub(crate) panels: Arc<Panels>,
    pub(crate) http: Arc<Http>,
}

impl PanelFollower {
    /// Moves the panel of the player to act below the board that was posted.
    pub(crate) async fn move_panel_below_board(
        &self,
        dispatcher: &NoticeDispatcher,
        due: &DueNotice,
    ) -> Result<(), Failure> {
        if due.news.role() != Some(MessageRole::Board) || !self.panels.has_panels_of(due.game) {
            return Ok(());
        }
        let table = dispatcher.host.tables.find(due.game).await?;
        if let Some(person) = find_learner(&table) {
            self.continue_lesson(&dispatcher.composer, due.game, person)
                .await?;
        }
        let is_playing = table.status == TableStatus::Running && table.waiting.pause.is_none();
        let Some(person) = person_to_act(&table).filter(|_| is_playing) else {
            return Ok(());
        };
        if due.to != table.destination_for(person) {
            return Ok(());
        }
        // If the channel is unknown, as that of direct messages may be, the person has no panel
        // there.
        let Ok(channel) = dispatcher.channel_of(due).await else {
            return Ok(());
        };
        by_title!(table.title, G => Box::pin(self.send_panel_below::<G>(&dispatcher.composer, table, person, channel)).await)
    }

    async fn send_panel_below<G: PanelGame>(
        &self,
        composer: &Composer,
        table: Table,
        person: PersonId,
        channel: ChannelId,
    ) -> Result<(), Failure> {
        let now = composer.host.clock.now();
        let mut slot = self.panels.lock_slot(table.id, person, now).await;
        let Some(shown) = slot.as_ref() else {
            return Ok(());
        };
        if shown.channel != channel || !shown.has_valid_token(now) {
            return Ok(());
        }
        let board = composer
            .host
            .lookback
            .find_newest_board(&table, person)
            .await?;
        if board.is_none_or(|board| board < shown.message.id()) {
            return Ok(());
        }
        let locale = shown.locale.clone();
        let token = shown.token.clone();
        let token_since = shown.token_since;
        let turn = composer.host.games.load::<G>(table).await?;
        let reader = PanelReader {
            locale: &locale,
            person,
        };
        let card = panel::initial_panel_card(composer, reader, turn, None).await;
        let pictures = card.pictures_digest();
        let card = composer.with_emojis(card);
        match follow_up(&self.http, &token, &card, true).await {
            Ok(message) => {
                let panel = ShownPanel {
                    token,
                    message: PanelMessage::Further(message),
                    pictures,
                    token_since,
                    channel,
                    locale,
                    awaits_others: false,
                };
                replace_panel(&self.http, &mut slot, panel).await;
            }
            Err(error) => {
                tracing::debug!(
                    error = describe_error(&error),
                    "a panel stays above its board"
                );
            }
        }
        Ok(())
    }

    /// Shows the next step in a lesson's panel that waits for the computer.
    pub(crate) async fn continue_lesson(
        &self,
        composer: &Composer,
        table: TableId,
        person: PersonId,
    ) -> Result<(), Failure> {
        let now = composer.host.clock.now();
        let mut slot = self.panels.lock_slot(table, person, now).await;
        let Some(shown) = slot.as_mut() else {
            return Ok(());
        };
        if !shown.awaits_others || !shown.has_valid_token(now) {
            return Ok(());
        }
        let table = composer.host.tables.find(table).await?;
        if table.settings.lesson.is_none() {
            return Ok(());
        }
        let card = by_title!(table.title, G => {
            Box::pin(next_lesson_card::<G>(composer, table, &shown.locale, person)).await?
        });
        let Some(card) = card else { return Ok(()) };
        match self.edit(shown, &composer.with_emojis(card)).await {
            Ok(()) => shown.awaits_others = false,
            // The lesson is not lost: the panel's button to continue shows the same card.
            Err(error) => {
                tracing::debug!(
                    error = describe_error(&error),
                    "a lesson cannot go on in place"
                );
            }
        }
        Ok(())
    }

    /// Replaces the content of a panel.
    async fn edit(&self, shown: &ShownPanel, card: &Card) -> Result<(), PortError> {
        let token = &shown.token;
        let card = &Card {
            layout: Layout::Components,
            ..card.clone()
        };
        match shown.message {
            PanelMessage::First(_) => edit_response(&self.http, token, card).await.map(drop),
            PanelMessage::Further(message) => {
                edit_follow_up(&self.http, token, message, card).await
            }
        }
    }
}

/// Returns a lesson's panel when it is the learner's turn again, or its outcome; `None` while the
/// computer plays.
async fn next_lesson_card<G: PanelGame>(
    composer: &Composer,
    table: Table,
    locale: &str,
    person: PersonId,
) -> Result<Option<Card>, Failure> {
    let words = composer.dictionary.for_locale(locale);
    let story =
        lesson::describe_events_since_last::<G>(&composer.host, words, &table, person).await?;
    let turn = composer.host.games.load::<G>(table).await?;
    if turn.table.status == TableStatus::Over {
        let viewer = turn.table.viewer(person);
        let outcome = summary::current_state_line(&composer.host.history, words, &turn).await?;
        let text = append_last_line(&story.unwrap_or_default(), &outcome);
        let end = lesson::end_text(words, &turn.table);
        let text = append_last_line(&text, &end.text.unwrap_or_default());
        let mut card = board_card(words, &turn, viewer, text)
            .button(panel::rules_button::<G>(words, turn.table.id));
        if let Some(button) = end.button {
            card = card.button(button);
        }
        if !panel::prefers_text(&composer.host.settings, person).await {
            let perspective = Perspective {
                viewer,
                words,
                look: Look::Calm,
            };
            card = composer
                .with_table(card, &turn, perspective, Vec::new())
                .await;
            // A panel shows one picture, so there is no small one to press.
            card.side_text.clear();
        }
        return Ok(Some(card));
    }
    if person_to_act(&turn.table) != Some(person) {
        return Ok(None);
    }
    let reader = PanelReader { locale, person };
    let card = panel::initial_panel_card(composer, reader, turn, story).await;
    Ok(Some(card))
}

/// Returns the person who learns at a table, if it is a lesson.
fn find_learner(table: &Table) -> Option<PersonId> {
    table.settings.lesson?;
    table.seats.iter().find_map(|player| player.person)
}

fn person_to_act(table: &Table) -> Option<PersonId> {
    table.seated_player(table.waiting.seat?)?.active_person()
}
