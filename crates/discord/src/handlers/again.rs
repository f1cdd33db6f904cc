//! Playing again: a table for those who have played a game that is over, opened by one press of any of them. The message
//! of its lobby calls the others, once.

use crate::cards::composer::Composer;
use crate::cards::table;
use crate::delivery::answer::{Answer, Reply};
use crate::handlers::lobby::arrival;
use crate::wire::card::Card;
use crate::wire::names::{place, tame, title};
use crate::{House, Request};
use lanai_host::{Declined, Failure, NewGame, PersonId, Table};
use lanai_text::Fill;

impl House {
    /// Opens a table for those who have played a game, or leads to the one that another of them has opened.
    pub(crate) async fn again(&self, request: &Request, before: Table) -> Reply {
        if before.settings.is_between() {
            return Err(Declined::BetweenServers.into());
        }
        if before.server.is_nameless() {
            return Ok(self.tell(request, "chat-again-gone", &[]));
        }
        if request.server != before.server {
            return Ok(self.tell(request, "chat-again-elsewhere", &[("place", place(before.channel))]));
        }
        // Of two who press at once, the second finds the table of the first, and no thread is made in vain. That there is
        // one table is for the store to say.
        let _one_by_one = self.playing_again.lock().await;
        if let Some(table) = self.host.lobby.follower(&before, &request.actor).await? {
            return Ok(self.stands_already(request, &table));
        }
        // It stands where a thread of its own cannot be made.
        let new = NewGame {
            above: request.above.filter(|_| before.channel == request.channel),
            language: self.public_language(request).await?,
            ..NewGame::again(&before)?
        };
        let (table, threaded) = match self.open_table(&request.outside_thread(), new).await {
            Err(Failure::Declined(Declined::Occupied)) => {
                let follower = self.host.lobby.follower(&before, &request.actor).await?;
                let table = follower.ok_or(Declined::Occupied)?;
                return Ok(self.stands_already(request, &table));
            }
            opened => opened?,
        };
        let words = self.public_words(&table);
        let fill = arrival(title(words, &table), request, &table);
        let card = Card::words(words.say("chat-again-opened", &fill));
        Ok(if threaded && !table.settings.is_private() { Answer::Show(card) } else { Answer::Tell(card) })
    }

    fn stands_already(&self, request: &Request, table: &Table) -> Answer {
        self.tell(request, "chat-again-stands", &[("place", place(table.channel))])
    }
}

impl Composer {
    /// The lobby of those who play again, and a call to those who have not sat down yet; aloud, unless it would disturb one
    /// of them.
    pub(crate) async fn invitation(&self, table: &Table) -> Result<Card, Failure> {
        let words = self.public_words(table);
        let lobby = table::lobby(words, table)?;
        let chosen = self.host.settings.server_settings(table.server).await?;
        let awaited = table.awaited().map(|(person, _)| person);
        // Nobody is called to where they may not sit down.
        let calls: Vec<PersonId> = awaited.filter(|person| !chosen.bars(*person)).collect();
        let opener = table.seats.iter().find(|chair| chair.person == Some(table.owner));
        let Some(opener) = opener.filter(|_| !calls.is_empty()) else { return Ok(lobby) };
        let silent = self.host.settings.would_disturb(table, &calls).await?;
        let called: Vec<String> = calls.iter().map(|person| format!("<@{}>", person.0)).collect();
        let fill = [
            ("called", Fill::from(words.list(&called))),
            ("who", tame(words, &opener.name).into()),
            ("game", title(words, table).into()),
        ];
        let text = format!("{}\n{}", words.say("chat-again-called", &fill), lobby.text);
        Ok(Card { text, calls, silent, ..lobby })
    }
}
