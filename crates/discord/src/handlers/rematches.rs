//! Rematches: a press opens a new table for the people of a finished game.
//!
//! The lobby of the new table pings the other people of that game once.

use std::sync::Arc;

use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::lobby::{LobbyHandler, table_arguments};
use crate::handlers::table_opening::TableOpening;
use crate::key;
use crate::wire::card::Card;
use crate::wire::names::{channel_link, table_title};
use crate::wire::request::Request;
use lanai_host::{Failure, Lobby, NewGame, PersonId, Refusal, SeatedPlayer, Table};

pub(crate) struct RematchHandler {
    /// Held while a rematch is opened.
    pub(crate) opening_lock: tokio::sync::Mutex<()>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) lobby_handler: Arc<LobbyHandler>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) table_opening: Arc<TableOpening>,
}

impl RematchHandler {
    /// Opens a rematch, or points to the one that another player has opened.
    pub(crate) async fn open_rematch(&self, request: &Request, finished: Table) -> Reply {
        if finished.settings.is_between_guilds() {
            return Err(Refusal::PlayersFixedBetweenGuilds.into());
        }
        if finished.guild.is_erased() {
            return Ok(self.replies.answer(request, key::CHAT_AGAIN_GONE, &[]));
        }
        if request.guild != finished.guild {
            return Ok(self.replies.answer(
                request,
                key::CHAT_AGAIN_ELSEWHERE,
                &[("place", channel_link(finished.channel))],
            ));
        }
        // Simultaneous presses are serialized, so that only the first creates a thread. Other
        // processes may interfere, but the store allows only one rematch of a game.
        let _guard = self.opening_lock.lock().await;
        if let Some(table) = self.lobby.find_rematch(&finished, &request.actor).await? {
            return Ok(self.answer_existing_table(request, &table));
        }
        // The parent channel is used only if no new thread can be created.
        let new = NewGame {
            parent_channel: request
                .parent_channel
                .filter(|_| finished.channel == request.channel),
            language: self.table_opening.load_public_language(request).await?,
            ..NewGame::for_rematch(&finished)?
        };
        let (table, has_thread) = match self
            .lobby_handler
            .open_table(&request.in_parent_channel(), new)
            .await
        {
            Err(Failure::Refusal(Refusal::Occupied)) => {
                let follower = self.lobby.find_rematch(&finished, &request.actor).await?;
                let table = follower.ok_or(Refusal::Occupied)?;
                return Ok(self.answer_existing_table(request, &table));
            }
            opened => opened?,
        };
        let words = self.replies.public_words(&table);
        let fill = table_arguments(table_title(words, &table), request, &table);
        let sentence = if has_other_people(&finished.seats, request.actor.person) {
            key::CHAT_AGAIN_OPENED
        } else {
            key::CHAT_OPENED_THREAD
        };
        let card = Card::words(words.say(sentence, &fill));
        Ok(if has_thread && !table.settings.is_private() {
            Answer::Public(card)
        } else {
            Answer::Private(card)
        })
    }

    fn answer_existing_table(&self, request: &Request, table: &Table) -> Answer {
        self.replies.answer(
            request,
            key::CHAT_AGAIN_STANDS,
            &[("place", channel_link(table.channel))],
        )
    }
}

/// Returns whether other people played the finished game.
fn has_other_people(finished: &[SeatedPlayer], person: PersonId) -> bool {
    finished
        .iter()
        .filter_map(|player| player.person)
        .any(|other| other != person)
}
