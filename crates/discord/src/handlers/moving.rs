//! A table goes elsewhere: into the channel where somebody says so, or a thread there.

use crate::cards::game::Suggestion;
use crate::delivery::answer::Answer;
use crate::handlers::lobby::arrival;
use crate::handlers::watching::{seated, speaks};
use crate::wire::card::Card;
use crate::wire::names::{label, numbered};
use crate::{House, Request};
use lanai_host::{Declined, Failure, Table};

impl House {
    /// Takes one of one's tables here.
    pub(crate) async fn bring_here(&self, request: &Request, wanted: &str) -> Result<Answer, Failure> {
        let words = self.words(request);
        if let Err(who) = speaks(request) {
            return Ok(self.tell(request, &format!("chat-move-{who}"), &[]));
        }
        let own = |table: &Table| {
            table.seat_of(request.actor.person).is_some() || table.owner == request.actor.person
        };
        let Some(table) = self.wanted_table(request, wanted).await?.filter(own) else {
            return Ok(self.tell(request, "chat-move-which", &[]));
        };
        // A thread is not taken back: everything else is looked at before it is made.
        lanai_host::Relocation::could_move(&table, &request.actor)?;
        if table.channel == request.channel {
            return Err(Declined::Here.into());
        }
        self.host.access.check_has_room_here(&table, request.channel, request.above).await?;
        let (thread, mover) =
            self.thread_once(request, &label(self.public_words(&table), &table), false).await?;
        let place = match thread {
            Some(thread) => (thread, Some(request.channel)),
            None => (request.channel, request.above),
        };
        let table = self.host.relocation.move_to(table, &mover, place).await?;
        self.seen_from(request, &table).await?;
        let words = if thread.is_some() { self.public_words(&table) } else { words };
        let fill = arrival(numbered(words, &table), request, &table);
        let card = Card::words(words.say("chat-moved", &fill));
        Ok(if thread.is_some() { Answer::Show(card) } else { Answer::Tell(card) })
    }

    /// One's tables on this server that stand elsewhere.
    pub(crate) async fn movable(&self, request: &Request) -> Result<Vec<Suggestion>, Failure> {
        let words = self.words(request);
        let own = self.host.tables.list_of_person(request.actor.person).await?.into_iter();
        let own = own.filter(|table| table.server == request.server && table.channel != request.channel);
        Ok(own.map(|table| seated(words, &table)).collect())
    }
}
