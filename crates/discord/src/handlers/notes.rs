//! `/note`: the private note of a player about a table, which only they see.

use std::sync::Arc;

use crate::delivery::answer::Reply;
use crate::delivery::replies::Replies;
use crate::key;
use crate::wire::names::escape_text;
use crate::wire::request::Request;
use lanai_host::{Notes, Table};

pub(crate) struct NoteHandler {
    pub(crate) notes: Arc<Notes>,
    pub(crate) replies: Arc<Replies>,
}

impl NoteHandler {
    /// Shows, replaces or deletes the user's note on a table.
    pub(crate) async fn show_or_change(
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
        Ok(match self.notes.load(&table, person).await? {
            Some(note) => self.replies.answer(
                request,
                key::CHAT_NOTE,
                &[("note", escape_text(&note).into())],
            ),
            None => self.replies.answer(request, key::CHAT_NOTE_NONE, &[]),
        })
    }
}
