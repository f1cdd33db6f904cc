//! Buttons, menus and typed answers: each id says what it is for, and the person who presses decides whether it may be.

use serenity::all::{ComponentInteraction, Http, ModalInteraction};

use super::{
    Asked, House,
    answer::{self, Answer, Promise},
    card::{Card, chosen},
    press::Press,
    table::Shown,
};
use crate::tables::{Declined, Failure, GameId, Table, Tables, Wish};

impl House {
    /// A button was pressed, or something was chosen in a menu.
    pub(super) async fn pressed(&self, http: &Http, interaction: &ComponentInteraction) {
        let asked = Asked::by_press(interaction);
        let press = Press::read(&interaction.data.custom_id);
        let promise = match press {
            Some(
                Press::Play(_)
                | Press::Turn(_)
                | Press::Realm(_)
                | Press::Show(_)
                | Press::Undo(..)
                | Press::Record(_)
                | Press::Recap(_)
                | Press::Replay(_, None)
                | Press::Mute(..)
                | Press::Snooze(_)
                | Press::Agree(..)
                | Press::Back(_)
                | Press::Resign(_),
            )
            | None => Promise::Tell,
            Some(
                Press::Join(_)
                | Press::Leave(_)
                | Press::Start(_)
                | Press::Word(_)
                | Press::Replay(_, Some(_))
                | Press::Pick(..)
                | Press::Do(_),
            ) => Promise::Change,
        };
        let work = async {
            let Some(press) = press else {
                return Ok(Answer::Tell(Card::words(self.words(&asked).say("chat-old-button", &[]))));
            };
            Box::pin(self.press(&asked, press, chosen(interaction))).await
        };
        Box::pin(self.serve(&asked, (http, interaction), promise, work)).await;
    }

    async fn press(&self, asked: &Asked, press: Press, chosen: Option<&str>) -> Result<Answer, Failure> {
        match press {
            Press::Play(title) => self.play_computers(asked, title).await,
            Press::Join(game) => self.lobby_press(asked, game, true).await,
            Press::Leave(game) => self.lobby_press(asked, game, false).await,
            Press::Start(game) => self.start(asked, Some(game)).await,
            Press::Word(game) => Ok(self.ask_word(asked, game)),
            Press::Turn(game) => self.open_panel(asked, self.tables.numbered(game).await?).await,
            Press::Realm(game) => {
                self.realm(asked, self.tables.numbered(game).await?, None, Shown::default()).await
            }
            Press::Show(game) => self.show(asked, self.tables.numbered(game).await?, Shown::default()).await,
            Press::Undo(game, seen) => self.undo(asked, self.tables.numbered(game).await?, Some(seen)).await,
            Press::Record(game) => self.record(asked, &self.tables.numbered(game).await?).await,
            Press::Recap(game) => self.recap(asked, self.open_to(asked, game).await?).await,
            Press::Replay(game, number) => {
                Box::pin(self.replay(asked, self.open_to(asked, game).await?, number)).await
            }
            Press::Mute(game, turn, _) => self.mute(asked, self.tables.numbered(game).await?, turn).await,
            Press::Snooze(game) => self.snooze(asked, self.tables.numbered(game).await?, chosen).await,
            Press::Agree(game, number) => {
                self.agree(asked, self.tables.numbered(game).await?, Wish::Agree(number)).await
            }
            Press::Back(game) => self.come_back(asked, self.tables.numbered(game).await?).await,
            Press::Resign(game) => self.resign(asked, self.tables.numbered(game).await?).await,
            Press::Pick(way, page) => match chosen {
                Some(key) => self.pick(asked, &way.and(key), 0).await,
                None => self.pick(asked, &way, page).await,
            },
            Press::Do(way) => Box::pin(self.act(asked, &way)).await,
        }
    }

    /// A table, if somebody may look at it from where they are.
    async fn open_to(&self, asked: &Asked, game: GameId) -> Result<Table, Failure> {
        let table = self.tables.numbered(game).await?;
        if asked.channel != table.channel && !Tables::is_open_to(&table, asked.asker.person)? {
            return Err(Declined::Closed.into());
        }
        Ok(table)
    }

    /// Somebody typed an answer to a question.
    pub(super) async fn typed(&self, http: &Http, interaction: &ModalInteraction) {
        let asked = Asked::by_modal(interaction);
        let work = async {
            match Press::read(&interaction.data.custom_id) {
                Some(Press::Word(game)) => {
                    self.take_word(&asked, game, answer::typed(interaction).unwrap_or_default()).await
                }
                _ => Ok(Answer::Tell(Card::words(self.words(&asked).say("chat-old-button", &[])))),
            }
        };
        Box::pin(self.serve(&asked, (http, interaction), Promise::Change, work)).await;
    }
}
