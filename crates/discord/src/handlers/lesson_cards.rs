//! Texts and buttons for a lesson's answers, because its news is not posted.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::lesson::describe_events_since_last;
use crate::delivery::answer::Answer;
use crate::delivery::replies::Replies;
use crate::key;
use crate::wire::card::{Button, ButtonStyle, Card};
use crate::wire::names;
use crate::wire::press::Press;
use crate::wire::request::Request;
use lanai_host::{Failure, Table};
use lanai_rules::{Seat, by_title};

pub(crate) struct LessonCards {
    pub(crate) composer: Arc<Composer>,
    pub(crate) replies: Arc<Replies>,
}

impl LessonCards {
    /// Describes what happened since the player's last turn, if the table is a lesson.
    pub(crate) async fn describe_events_since_last_turn(
        &self,
        request: &Request,
        table: &Table,
    ) -> Result<Option<String>, Failure> {
        if table.settings.lesson.is_none() || table.snapshot.is_none() {
            return Ok(None);
        }
        by_title!(table.title, G => {
            let words = self.replies.words(request);
            let person = request.actor.person;
            describe_events_since_last::<G>(&self.composer.host, words, table, person).await
        })
    }

    /// Answers that the computer is to move, with a button to continue.
    ///
    /// Returns `None` unless the table is a lesson.
    pub(crate) fn build_waiting_answer(
        &self,
        request: &Request,
        table: &Table,
        seat: Seat,
    ) -> Option<Answer> {
        let button = self.continue_button(request, table)?;
        let words = self.replies.words(request);
        let who = names::escape_name(words, &table.seated_player(seat)?.name);
        let text = words.say(key::CHAT_TURN_OF, &[("who", who.into())]);
        Some(Answer::Private(
            Card::words(text)
                .buttons(&[button])
                .with_waiting_panel(table.id),
        ))
    }

    /// Returns a button that continues the lesson, if the table is one.
    pub(crate) fn continue_button(&self, request: &Request, table: &Table) -> Option<Button> {
        table.settings.lesson?;
        let label = self.replies.words(request).say(key::LEARN_ON, &[]);
        let id = Press::Turn(table.id).id();
        Some(Button::new(id, label, ButtonStyle::Primary))
    }
}
