//! The composer: a table and news of it go in, a card comes out. It knows no chat, posts nothing and writes nothing.

use crate::cards::summary;
use std::{sync::Arc, time::Duration};

use crate::cards::gallery::{Choices, Gallery, PictureRequest};
use crate::cards::game::AtTable;
use crate::cards::trial::Trial;
use crate::wire::card::{Card, Place};
use crate::wire::emojis::Emojis;
use crate::wire::request::Request;
use lanai_host::{Failure, Host, PersonId, Receipt, Table, TableStatus, Turn, win_chances};
use lanai_render::{Crop, Look};
use lanai_rules::{Rules, Seat, Status, Viewer, by_title};
use lanai_text::{Dictionary, Scene, Tally, Words};

/// A message, and what has to follow it.
pub(crate) type Message = (Card, Receipt);

/// What one seat did at once.
pub(crate) type Step<G> = (Seat, Vec<<G as Rules>::Event>);
pub(crate) type Done<G> = Vec<Step<G>>;

/// Through whose eyes a table is drawn, in which language and how.
#[derive(Clone, Copy)]
pub(crate) struct Perspective<'a> {
    pub(crate) viewer: Viewer,
    pub(crate) words: &'a Words,
    pub(crate) look: Look,
}

/// The player for whom a panel is made.
#[derive(Clone, Copy)]
pub(crate) struct PanelReader<'a> {
    /// The language of their client.
    pub(crate) locale: &'a str,
    pub(crate) person: PersonId,
}

/// What cards are made of.
pub struct Composer {
    pub(crate) host: Arc<Host>,
    pub(crate) dictionary: Arc<Dictionary>,
    pub(crate) gallery: Gallery,
    pub(crate) emojis: Arc<Emojis>,
}

impl Composer {
    /// Makes cards of these tables. They wait so long for their pictures, and have none if that is no time at all.
    pub fn new(
        host: Arc<Host>,
        dictionary: Arc<Dictionary>,
        pictures_within: Duration,
    ) -> Composer {
        let gallery = Gallery::new(pictures_within);
        Composer {
            host,
            dictionary,
            gallery,
            emojis: Arc::default(),
        }
    }

    /// A card as it is sent: with the pieces that are emojis by now.
    pub(crate) fn with_emojis(&self, card: Card) -> Card {
        Card {
            emojis: Some(Arc::clone(&self.emojis)),
            ..card
        }
    }

    /// Returns the language of the user who asks.
    pub(crate) fn words_for(&self, request: &Request) -> &Words {
        self.dictionary.of(&request.own)
    }

    /// The language in which a table is told of.
    pub(crate) fn public_words(&self, table: &Table) -> &Words {
        self.dictionary.of(&table.language)
    }

    /// The whole game as a film, once it is over.
    pub(crate) async fn film(&self, table: &Table) -> Result<Option<Card>, Failure> {
        if table.status != TableStatus::Over {
            return Ok(None);
        }
        by_title!(table.title, G => {
            let turn = self.host.games.load::<G>(table.clone()).await?;
            let mut course = Vec::new();
            self.host
                .lookback.visit_positions::<G>(table, |game, events| {
                    course.push((game.view(Viewer::Table), events));
                })
                .await?;
            // Nobody has played: there is nothing to see.
            if course.len() < 2 {
                return Ok(None);
            }
            let words = self.public_words(table);
            let file = self.gallery.film(&turn, words.clone(), course).await;
            Ok(file.map(|file| {
                Card { files: vec![file], silent: true, ..Card::words(words.say("chat-film", &[])) }
            }))
        })
    }

    /// A card with pictures in place of its panes, if there are any.
    pub(crate) async fn illustrated<G: AtTable>(
        &self,
        mut card: Card,
        turn: &Turn<G>,
        wish: PictureRequest<G::Event>,
    ) -> Card {
        let words = wish.words.clone();
        card.files = self.gallery.draw(turn, wish).await;
        let small = card.files.iter().any(|file| file.place == Place::Corner);
        if small && card.aside.is_empty() {
            card.aside = words.say("chat-realms-small", &[]);
        }
        card
    }

    /// Adds the board and the players' areas to a card, with a chart if the game is over.
    pub(crate) async fn with_table<G: AtTable>(
        &self,
        card: Card,
        turn: &Turn<G>,
        Perspective {
            viewer,
            words,
            look,
        }: Perspective<'_>,
        turns: Vec<Vec<G::Event>>,
    ) -> Card {
        let over =
            turn.table.status == TableStatus::Over && matches!(turn.game.status(), Status::Over(_));
        let course = if over {
            self.course(turn).await
        } else {
            Vec::new()
        };
        let winners = summary::winner_seats(self, turn).await;
        let scenes = vec![Scene::Board, Scene::Realms];
        self.illustrated(
            card,
            turn,
            PictureRequest {
                look,
                turns,
                course,
                winners,
                ..PictureRequest::plain(scenes, viewer, words)
            },
        )
        .await
    }

    /// A panel with its picture: the board as it would be, and a letter at each choice.
    pub(crate) async fn with_choices<G: AtTable>(
        &self,
        mut card: Card,
        trial: &Trial<G>,
        Perspective {
            viewer,
            words,
            look,
        }: Perspective<'_>,
        (pointers, crop): (Vec<(G::Action, String)>, Crop),
    ) -> Card {
        let view = trial.seen.view(viewer);
        let seen = Choices {
            view,
            done: trial.turn.foreseen(),
            pointers,
            crop,
            words: words.clone(),
            look,
        };
        card.files = self.gallery.choices(&trial.turn, seen).await;
        card
    }

    /// How a finished game went; nothing if it cannot be told.
    pub(crate) async fn course<G: AtTable>(&self, turn: &Turn<G>) -> Vec<Tally> {
        let mut course: Vec<Tally> = Vec::new();
        let watch = |game: &G| {
            // In the middle of a turn the winning probabilities are undefined.
            let clear = game.begins_turn() || game.status().to_act().is_none();
            let last = || {
                course
                    .last()
                    .map(|tally| tally.chances.clone())
                    .unwrap_or_default()
            };
            let chances = if clear {
                win_chances(game).unwrap_or_default()
            } else {
                last()
            };
            course.push(Tally {
                chances,
                ..G::tally(&game.view(Viewer::Table))
            });
        };
        match self.host.games.replay_all::<G>(&turn.table, watch).await {
            Ok(()) => course,
            Err(failure) => {
                tracing::error!(%failure, "the course of a game cannot be told");
                Vec::new()
            }
        }
    }
}
