//! What everybody hears of a table: news as the message that tells them.

use super::{
    House,
    card::{Button, Card, Weight, ending_in},
    game::AtTable,
    names::tame,
    press::Press,
    table::{self, names},
};
use crate::{
    drawing::Look,
    rules::{Seat, Viewer, by_title},
    tables::{Failure, Heard, News, Stage, Table, Told, Trouble, Turn},
    words::{Fill, Language, Words},
};

impl House {
    /// The message of a notice; nothing if there is nothing to say any more.
    pub(super) async fn card(&self, table: &Table, heard: &Heard) -> Result<Option<Card>, Failure> {
        let words = self.public_words(table);
        match &heard.news {
            News::Lobby if table.status == Stage::Open && heard.revision == table.revision => {
                table::lobby(words, table).map(Some)
            }
            News::Lobby => Ok(None),
            News::Closed => table::lobby(words, table).map(Some),
            News::Begins { steps } => {
                let names = words.list(&names(table));
                let commitment = format!("`{}`", table.commitment()?);
                let fill = [("players", Fill::from(names)), ("commitment", commitment.into())];
                let mut text = words.say("chat-begins", &fill);
                if table.seats.iter().filter(|chair| chair.person.is_some()).count() == 1 {
                    // Whoever plays alone may be here for the first time.
                    text = format!("{text}\n{}", words.say(&format!("chat-first-{}", table.title), &[]));
                }
                self.game(table, heard, text, steps, true).await.map(Some)
            }
            News::Turn { steps } => self.game(table, heard, String::new(), steps, true).await.map(Some),
            News::TakenBack { seat } => {
                let who = table.chair(*seat).map(|chair| tame(&chair.name)).unwrap_or_default();
                let text = words.say("chat-took-back", &[("who", who.into())]);
                self.game(table, heard, text, &[], false).await.map(Some)
            }
            News::Resigned { name, over, steps } => {
                let sentence = if *over { "chat-resigned-over" } else { "chat-resigned" };
                let text = words.say(sentence, &[("who", tame(name).into())]);
                // If nobody acted, whoever is to act was called before.
                self.game(table, heard, text, steps, !steps.is_empty()).await.map(Some)
            }
        }
    }

    /// News of a running game. The board, and whose turn it is, are told by what is up to date: after a pause nobody is
    /// called twice.
    async fn game(
        &self,
        table: &Table,
        heard: &Heard,
        text: String,
        steps: &[Told],
        calls: bool,
    ) -> Result<Card, Failure> {
        let title = table.title()?;
        by_title!(title, G => {
            let words = self.public_words(table);
            let turn = self.tables.look::<G>(table.clone()).await?;
            let mut lines: Vec<String> = Some(text).filter(|text| !text.is_empty()).into_iter().collect();
            lines.extend(stories::<G>(words, &turn, steps)?);
            if heard.revision != table.revision {
                return Ok(Card::words(lines.join("\n")).buttons(&[Button::new(
                    Press::Undo(table.game, heard.revision).id(),
                    words.say("chat-button-undo", &[]),
                    Weight::Usual,
                )]));
            }
            let person = to_act(&turn).filter(|person| calls && present(table, steps) != Some(*person));
            let next = match person {
                Some(person) => words.say("chat-your-turn", &[("who", format!("<@{person}>").into())]),
                None => table::now(words, &turn),
            };
            let text = ending_in(&lines.join("\n"), &next);
            let mut card = table::board(words, &turn, Viewer::Table, text);
            card.calls = person;
            let eyes = (Viewer::Table, Language::of(&table.language), Look::Calm);
            Ok(self.with_table(card, &turn, eyes, events::<G>(&turn, steps)?).await)
        })
    }
}

/// All that happened.
fn events<G: AtTable>(turn: &Turn<G>, steps: &[Told]) -> Result<Vec<G::Event>, Failure> {
    let mut events = Vec::new();
    for step in steps {
        let unreadable = |error| Trouble::unreadable(&turn.table, "a notice", &error);
        events.extend(step.events::<G>().map_err(unreadable)?);
    }
    Ok(events)
}

/// What happened, a line for each seat that acted in turn.
fn stories<G: AtTable>(words: &Words, turn: &Turn<G>, steps: &[Told]) -> Result<Vec<String>, Failure> {
    let mut lines: Vec<(Seat, String)> = Vec::new();
    for step in steps {
        let unreadable = |error| Trouble::unreadable(&turn.table, "a notice", &error);
        let told = table::story(words, turn, &step.events::<G>().map_err(unreadable)?);
        match lines.last_mut() {
            Some((seat, line)) if *seat == step.seat => {
                line.push(' ');
                line.push_str(&told);
            }
            _ => lines.push((step.seat, told)),
        }
    }
    Ok(lines.into_iter().map(|(_, line)| line).collect())
}

/// The person who acted last: somebody who is here already, and need not be called.
fn present(table: &Table, steps: &[Told]) -> Option<i64> {
    steps.iter().rev().find_map(|step| table.chair(step.seat)?.person)
}

/// The person who is to act.
fn to_act<G: AtTable>(turn: &Turn<G>) -> Option<i64> {
    let running = turn.table.status == Stage::Running;
    turn.to_act().filter(|_| running).and_then(|seat| turn.table.chair(seat)?.person)
}
