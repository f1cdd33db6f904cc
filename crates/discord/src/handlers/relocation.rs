//! `/table move`: moves a table to another channel, or to a thread there.

use std::sync::Arc;

use crate::cards::game::Suggestion;
use crate::delivery::answer::Answer;
use crate::delivery::replies::Replies;
use crate::delivery::threads::Threads;
use crate::handlers::lobby::arrival;
use crate::handlers::watching::{WatchHandler, seated, speaks};
use crate::wire::card::Card;
use crate::wire::names::{label, numbered};
use crate::wire::request::Request;
use lanai_host::{AccessRules, Declined, Failure, Relocation, Table, Tables};

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
    pub(crate) async fn move_here(
        &self,
        request: &Request,
        wanted: &str,
    ) -> Result<Answer, Failure> {
        let words = self.replies.words(request);
        if let Err(who) = speaks(request) {
            return Ok(self
                .replies
                .answer(request, &format!("chat-move-{who}"), &[]));
        }
        let own = |table: &Table| {
            table.seat_of(request.actor.person).is_some() || table.owner == request.actor.person
        };
        let Some(table) = self
            .watch_handler
            .find_wanted(request, wanted)
            .await?
            .filter(own)
        else {
            return Ok(self.replies.answer(request, "chat-move-which", &[]));
        };
        // A thread cannot be undone, so everything else is checked before it is created.
        lanai_host::Relocation::check_may_move(&table, &request.actor)?;
        if table.channel == request.channel {
            return Err(Declined::Here.into());
        }
        self.access
            .check_can_move_to(&table, request.channel, request.above)
            .await?;
        let (thread, mover) = self
            .threads
            .create_once(
                request,
                &label(self.replies.public_words(&table), &table),
                false,
            )
            .await?;
        let (channel, above) = match thread {
            Some(thread) => (thread, Some(request.channel)),
            None => (request.channel, request.above),
        };
        let table = self
            .relocation
            .move_to(table, &mover, channel, above)
            .await?;
        self.threads.seen_from(request, &table).await?;
        let words = if thread.is_some() {
            self.replies.public_words(&table)
        } else {
            words
        };
        let fill = arrival(numbered(words, &table), request, &table);
        let card = Card::words(words.say("chat-moved", &fill));
        Ok(if thread.is_some() {
            Answer::Show(card)
        } else {
            Answer::Tell(card)
        })
    }

    /// Lists the user's tables in other channels of the guild.
    pub(crate) async fn list_movable(&self, request: &Request) -> Result<Vec<Suggestion>, Failure> {
        let words = self.replies.words(request);
        let own = self
            .tables
            .list_of_person(request.actor.person)
            .await?
            .into_iter();
        let own =
            own.filter(|table| table.guild == request.guild && table.channel != request.channel);
        Ok(own.map(|table| seated(words, &table)).collect())
    }
}
