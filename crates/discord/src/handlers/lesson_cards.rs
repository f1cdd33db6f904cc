//! Cards of a lesson.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::delivery::answer::Answer;
use crate::delivery::replies::Replies;
use crate::wire::card::{Button, Card, Weight};
use crate::wire::names;
use crate::wire::press::Press;
use crate::wire::request::Request;
use lanai_host::{Failure, Table};
use lanai_rules::{Seat, by_title};

/// Cards of a lesson.
pub(crate) struct LessonCards {
    pub(crate) composer: Arc<Composer>,
    pub(crate) replies: Arc<Replies>,
}

impl LessonCards {
    /// Returns what happened since the player's last turn, at a lesson whose news are not posted in
    /// the channel.
    pub(crate) async fn told_alone(
        &self,
        request: &Request,
        table: &Table,
    ) -> Result<Option<String>, Failure> {
        if !is_lesson_elsewhere(request, table) || table.snapshot.is_none() {
            return Ok(None);
        }
        by_title!(table.title, G => {
            crate::cards::lesson::story_since_last::<G>(&self.composer, self.replies.words(request), table, request.actor.person).await
        })
    }

    /// Answers that the computer is to move, with a button to look again.
    pub(crate) fn waits_for_computer(
        &self,
        request: &Request,
        table: &Table,
        seat: Seat,
    ) -> Option<Answer> {
        let on = self.continue_button(request, table)?;
        let words = self.replies.words(request);
        let who = names::tame(words, &table.chair(seat)?.name);
        let text = words.say("chat-turn-of", &[("who", who.into())]);
        Some(Answer::Tell(
            Card::words(text)
                .buttons(&[on])
                .waiting_panel_of(table.game),
        ))
    }

    /// Returns a button that continues a lesson whose news are not posted here.
    pub(crate) fn continue_button(&self, request: &Request, table: &Table) -> Option<Button> {
        let words = self.replies.words(request);
        let on = || {
            Button::new(
                Press::Turn(table.game).id(),
                words.say("learn-on", &[]),
                Weight::Main,
            )
        };
        is_lesson_elsewhere(request, table).then(on)
    }
}

/// Returns whether the table is a lesson whose news are posted in another channel, or nowhere.
pub(crate) fn is_lesson_elsewhere(request: &Request, table: &Table) -> bool {
    table.settings.lesson.is_some() && request.channel != table.channel
}
