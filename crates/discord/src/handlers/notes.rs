//! `/note`: what somebody notes for themselves about a table. They read it again in their panel, and nobody else does.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::delivery::answer::Reply;
use crate::delivery::replies::Replies;
use crate::wire::fitting::fit;
use crate::wire::names::tame_text;
use crate::wire::request::Request;
use lanai_host::{Notes, PersonId, Table};
use lanai_text::Words;

/// So many letters of a note stand in the panel: there has to be room for what can be done.
const IN_PANEL: usize = 300;

/// Private notes.
pub(crate) struct NoteHandler {
    pub(crate) notes: Arc<Notes>,
    pub(crate) replies: Arc<Replies>,
}

impl NoteHandler {
    /// Shows somebody's note on a table, keeps another one in its place, or takes it away.
    pub(crate) async fn edit(
        &self,
        request: &Request,
        table: Table,
        typed: Option<&str>,
        clear: bool,
    ) -> Reply {
        let person = request.actor.person;
        if clear || typed.is_some() {
            self.notes
                .save(&table, person, typed.filter(|_| !clear).unwrap_or_default())
                .await?;
        }
        let words = self.replies.words(request);
        Ok(match self.notes.load(&table, person).await? {
            Some(note) => {
                self.replies
                    .answer(request, "chat-note", &[("note", tame_text(&note).into())])
            }
            None => crate::delivery::answer::Answer::words(words.say("chat-note-none", &[])),
        })
    }
}

impl Composer {
    /// Somebody's note, as their panel shows it. A panel without it is shown all the same.
    pub(crate) async fn noted(
        &self,
        words: &Words,
        table: &Table,
        person: PersonId,
    ) -> Option<String> {
        let note = self
            .host
            .notes
            .load(table, person)
            .await
            .unwrap_or_else(|trouble| {
                tracing::error!(%trouble, "a note cannot be read");
                None
            });
        note.map(|note| {
            words.say(
                "chat-note-panel",
                &[("note", fit(&tame_text(&note), IN_PANEL).into())],
            )
        })
    }
}
