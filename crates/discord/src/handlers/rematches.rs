//! Rematches: one press opens a table for the people of a finished game.
//!
//! The message of its lobby pings the others, once.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::table;
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::lobby::{LobbyHandler, arrival};
use crate::handlers::table_opening::TableOpening;
use crate::wire::card::Card;
use crate::wire::names::{place, tame, title};
use crate::wire::request::Request;
use lanai_host::{Declined, Failure, Lobby, NewGame, PersonId, Table};
use lanai_text::Fill;

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

impl Composer {
    /// Returns the lobby of a rematch with pings for missing players, silent if it would disturb
    /// one.
    pub(crate) async fn invitation(&self, table: &Table) -> Result<Card, Failure> {
        let words = self.public_words(table);
        let lobby = table::lobby(words, table)?;
        let chosen = self.host.settings.guild_settings(table.guild).await?;
        let awaited = table.awaited().map(|(person, _)| person);
        // People who are barred here are not pinged.
        let calls: Vec<PersonId> = awaited.filter(|person| !chosen.bars(*person)).collect();
        let opener = table
            .seats
            .iter()
            .find(|chair| chair.person == Some(table.owner));
        let Some(opener) = opener.filter(|_| !calls.is_empty()) else {
            return Ok(lobby);
        };
        let silent = self.host.settings.would_disturb(table, &calls).await?;
        let called: Vec<String> = calls
            .iter()
            .map(|person| format!("<@{}>", person.0))
            .collect();
        let fill = [
            ("called", Fill::from(words.list(&called))),
            ("who", tame(words, &opener.name).into()),
            ("game", title(words, table).into()),
        ];
        let text = format!("{}\n{}", words.say("chat-again-called", &fill), lobby.text);
        Ok(Card {
            text,
            calls,
            silent,
            ..lobby
        })
    }
}
