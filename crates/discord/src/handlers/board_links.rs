//! Gives people their link to the board in a browser.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::key;
use crate::wire::card::{Button, Card};
use crate::wire::request::Request;
use lanai_host::{BoardAccess, Refusal, Table};

pub(crate) struct BoardLinkHandler {
    pub(crate) board_access: Arc<BoardAccess>,
    pub(crate) composer: Arc<Composer>,
    pub(crate) replies: Arc<Replies>,
}

impl BoardLinkHandler {
    /// Opens the table as an Activity or, where there are none, sends a link that opens it for this
    /// person, once and within a few minutes.
    pub(crate) async fn send_link(&self, request: &Request, table: &Table) -> Reply {
        let Some(url) = &self.composer.board_url else {
            return Ok(self.replies.answer(request, key::CHAT_BOARD_OFF, &[]));
        };
        if table.snapshot.is_none() {
            return Err(Refusal::NotBegun.into());
        }
        // An Activity finds the table by the channel in which it is opened.
        if self.composer.opens_activity && request.channel == table.channel {
            return Ok(Answer::Activity);
        }
        let words = self.replies.words(request);
        let token = self
            .board_access
            .create_link(table, request.actor.person, words.tag())
            .await?;
        // Browsers send no fragment, so the token is in no log.
        let url = format!("{url}/tables/{}/#enter={token}", table.id.0);
        let button = Button::link(words, url, key::CHAT_BUTTON_BOARD);
        Ok(Answer::Private(
            Card::words(words.say(key::CHAT_BOARD_LINK, &[])).button(button),
        ))
    }
}
