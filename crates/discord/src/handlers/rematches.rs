//! Rematches: one press opens a table for the people of a finished game.
//!
//! The message of its lobby pings the others, once.

use std::sync::Arc;

use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::lobby::{LobbyHandler, arrival};
use crate::handlers::table_opening::TableOpening;
use crate::wire::card::Card;
use crate::wire::names::{place, title};
use crate::wire::request::Request;
use lanai_host::{Declined, Failure, Lobby, NewGame, Table};

pub(crate) struct RematchHandler {
    pub(crate) playing_again: tokio::sync::Mutex<()>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) lobby_handler: Arc<LobbyHandler>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) table_opening: Arc<TableOpening>,
}

impl RematchHandler {
    /// Opens a rematch, or points to the one that another player has opened.
    pub(crate) async fn play_again(&self, request: &Request, before: Table) -> Reply {
        if before.settings.is_between() {
            return Err(Declined::BetweenGuilds.into());
        }
        if before.guild.is_nameless() {
            return Ok(self.replies.answer(request, "chat-again-gone", &[]));
        }
        if request.guild != before.guild {
            return Ok(self.replies.answer(
                request,
                "chat-again-elsewhere",
                &[("place", place(before.channel))],
            ));
        }
        // Two presses at once come one after the other, so that the second creates no thread in
        // vain. The store guarantees that there is one table.
        let _one_by_one = self.playing_again.lock().await;
        if let Some(table) = self.lobby.follower(&before, &request.actor).await? {
            return Ok(self.answer_open_table(request, &table));
        }
        // The parent channel matters only where no new thread can be created.
        let new = NewGame {
            above: request.above.filter(|_| before.channel == request.channel),
            language: self.table_opening.public_language(request).await?,
            ..NewGame::again(&before)?
        };
        let (table, threaded) = match self
            .lobby_handler
            .open_table(&request.outside_thread(), new)
            .await
        {
            Err(Failure::Declined(Declined::Occupied)) => {
                let follower = self.lobby.follower(&before, &request.actor).await?;
                let table = follower.ok_or(Declined::Occupied)?;
                return Ok(self.answer_open_table(request, &table));
            }
            opened => opened?,
        };
        let words = self.replies.public_words(&table);
        let fill = arrival(title(words, &table), request, &table);
        let card = Card::words(words.say("chat-again-opened", &fill));
        Ok(if threaded && !table.settings.is_private() {
            Answer::Show(card)
        } else {
            Answer::Tell(card)
        })
    }

    fn answer_open_table(&self, request: &Request, table: &Table) -> Answer {
        self.replies.answer(
            request,
            "chat-again-stands",
            &[("place", place(table.channel))],
        )
    }
}
