//! A table goes elsewhere: into the channel where somebody says so, or a thread there.

use super::{
    Asked, House,
    answer::Answer,
    card::Card,
    game::Suggestion,
    names::tame,
    table::title,
    watching::{seated, speaks},
};
use crate::{
    tables::{Asker, Declined, Failure, Table, Tables},
    words::Fill,
};

impl House {
    /// Takes one of one's tables here.
    pub(super) async fn bring_here(&self, asked: &Asked, wanted: &str) -> Result<Answer, Failure> {
        let words = self.words(asked);
        let tell = |name: &str| Ok(Answer::Tell(Card::words(words.say(name, &[]))));
        if let Err(who) = speaks(asked) {
            return tell(&format!("chat-move-{who}"));
        }
        let own =
            |table: &Table| table.seat_of(asked.asker.person).is_some() || table.owner == asked.asker.person;
        let Some(table) = self.wanted_table(asked, wanted).await?.filter(own) else {
            return tell("chat-move-which");
        };
        // A thread is not taken back: everything else is looked at before it is made, once for each command.
        Tables::could_move(&table, &asked.asker)?;
        if table.channel == asked.channel {
            return Err(Declined::Here.into());
        }
        self.may_have_thread(asked)?;
        if let Some(interaction) = asked.asker.interaction {
            self.tables.first_time(interaction).await?;
        }
        let game = title(words, &table);
        let thread = self.thread(asked, &game).await;
        let mover = Asker { interaction: None, ..asked.asker.clone() };
        let table = self.tables.move_to(table, &mover, thread.unwrap_or(asked.channel)).await?;
        let words = if thread.is_some() { self.public_words(&table) } else { words };
        let fill = [
            ("game", Fill::from(title(words, &table))),
            ("place", format!("<#{}>", table.channel).into()),
            ("who", tame(&asked.asker.name).into()),
        ];
        let card = Card::words(words.say("chat-moved", &fill));
        Ok(if thread.is_some() { Answer::Show(card) } else { Answer::Tell(card) })
    }

    /// One's tables on this server that stand elsewhere.
    pub(super) async fn movable(&self, asked: &Asked) -> Vec<Suggestion> {
        let words = self.words(asked);
        let own = self.tables.of_person(asked.asker.person).await.unwrap_or_default().into_iter();
        let own = own.filter(|table| table.server == asked.server && table.channel != asked.channel);
        own.map(|table| seated(words, &table)).collect()
    }
}
