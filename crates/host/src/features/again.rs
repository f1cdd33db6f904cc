//! Playing again: a table for those who have played a game that is over, with its options and its computers. One table
//! follows a game, whoever asks for it.

use crate::model::table::kind_of;
use crate::{Actor, Chair, Declined, Failure, NewGame, Table, TableSettings, TableStatus, Tables, Trouble};
use lanai_rules::{by_title, choices};

impl NewGame {
    /// Returns a table like that of a game that is over, with the same choices.
    pub fn again(before: &Table) -> Result<NewGame, Trouble> {
        let options = by_title!(before.title, G => choices::write::<G>(&before.chosen::<G>()?));
        let number = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
        let computers = before.seats.iter().filter(|chair| chair.person.is_none());
        Ok(NewGame {
            title: before.title,
            chairs: Some(number(before.seats.len())),
            computers: computers.map(kind_of).collect(),
            options,
            // Whoever has learned plays as anybody does, and what follows a heat is no part of a contest.
            settings: TableSettings { lesson: None, contest: None, ..before.settings.clone() },
            server: before.server,
            channel: before.channel,
            above: None,
            language: before.language.clone(),
            announced: true,
            follows: Some(before.game),
        })
    }
}

impl Tables {
    /// The table that follows a game, for somebody who has played it and would like to play again; nothing if nobody has
    /// opened one yet.
    pub async fn follower(&self, before: &Table, actor: &Actor) -> Result<Option<Table>, Failure> {
        if before.status != TableStatus::Over || before.snapshot.is_none() {
            return Err(Declined::StillPlayed.into());
        }
        before.seat_of(actor.person).ok_or(Declined::NotPlayed)?;
        match self.store.tables().follower(before.game).await? {
            Some(game) => Ok(Some(self.numbered(game).await?)),
            None => Ok(None),
        }
    }
}

/// Puts those who have played before in the order of their seats then, turned by one: who sat first sits last. Whoever else
/// is there comes after them.
pub(crate) fn turned(before: &[Chair], seats: &mut Vec<Chair>) {
    let (first, others) = before.split_at(before.len().min(1));
    let mut others_first = Vec::new();
    for chair in others.iter().chain(first) {
        let at = seats.iter().position(|new| new.person == chair.person);
        others_first.extend(at.map(|at| seats.remove(at)));
    }
    others_first.append(seats);
    *seats = others_first;
}
