//! `/table move`: moves a table to another channel or to a new thread there.

use lanai_panel::Suggestion;
use std::sync::Arc;

use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::delivery::threads::Threads;
use crate::handlers::lobby::table_arguments;
use crate::handlers::watching::{CannotPost, WatchHandler, check_can_post, table_suggestion};
use crate::key;
use crate::wire::card::Card;
use crate::wire::names::{numbered_table, table_label};
use crate::wire::request::Request;
use lanai_host::{AccessRules, Failure, Refusal, Relocation, Tables};

pub(crate) struct RelocationHandler {
    pub(crate) access: Arc<AccessRules>,
    pub(crate) relocation: Arc<Relocation>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) threads: Arc<Threads>,
    pub(crate) watch_handler: Arc<WatchHandler>,
}

impl RelocationHandler {
    /// Moves one of the user's tables to this channel.
    pub(crate) async fn move_here(&self, request: &Request, typed_number: &str) -> Reply {
        let words = self.replies.words(request);
        if let Err(missing) = check_can_post(request) {
            let key = match missing {
                CannotPost::User => key::CHAT_MOVE_NOT_YOU,
                CannotPost::Bot => key::CHAT_MOVE_NOT_ME,
            };
            return Ok(self.replies.answer(request, key, &[]));
        }
        let person = request.actor.person;
        let Some(table) = self
            .watch_handler
            .find_in_guild(request, typed_number)
            .await?
            .filter(|table| table.seat_of(person).is_some() || table.owner == person)
        else {
            return Ok(self.replies.answer(request, key::CHAT_MOVE_WHICH, &[]));
        };
        // A thread cannot be undone, so everything else is checked before it is created.
        Relocation::check_may_move(&table, &request.actor)?;
        if table.channel == request.channel {
            return Err(Refusal::AlreadyInChannel.into());
        }
        self.access
            .check_can_move_to(&table, request.channel, request.parent_channel)
            .await?;
        let public_words = self.replies.public_words(&table);
        let name = table_label(public_words, &table);
        let (thread, mover) = self.threads.create_once(request, &name, false).await?;
        let (channel, parent_channel) = match thread {
            Some(thread) => (thread, Some(request.channel)),
            None => (request.channel, request.parent_channel),
        };
        let table = self
            .relocation
            .move_to(table, &mover, channel, parent_channel)
            .await?;
        self.threads.record_visibility(request, &table).await?;
        let words = if thread.is_some() {
            self.replies.public_words(&table)
        } else {
            words
        };
        let fill = table_arguments(numbered_table(words, &table), request, &table);
        let card = Card::words(words.say(key::CHAT_MOVED, &fill));
        Ok(if thread.is_some() {
            Answer::Public(card)
        } else {
            Answer::Private(card)
        })
    }

    /// Suggests the user's tables in other channels of the guild.
    pub(crate) async fn suggest_movable(
        &self,
        request: &Request,
    ) -> Result<Vec<Suggestion>, Failure> {
        let words = self.replies.words(request);
        let own = self
            .tables
            .list_unfinished_for_person(request.actor.person)
            .await?;
        Ok(own
            .iter()
            .filter(|table| table.guild == request.guild && table.channel != request.channel)
            .map(|table| table_suggestion(words, table))
            .collect())
    }
}
