//! The composer has the services that cards are made with, and adds pictures to cards.
//!
//! It posts and stores nothing.

use std::sync::Arc;
use std::time::Duration;

use crate::cards::pictures::{CardPictures, ChoicesRequest, FilmFrame, PictureRequest};
use crate::cards::summary;
use crate::key;
use crate::wire::card::{Button, Card, FilePlacement};
use crate::wire::emojis::Emojis;
use crate::wire::press::Press;
use crate::wire::request::Request;
use lanai_host::{Failure, Host, PersonId, Receipt, Table, TableStatus, Turn, win_chances};
use lanai_panel::{PanelGame, PictureRenderer, TurnPreview};
use lanai_render::{Crop, LabelledAction, Look};
use lanai_rules::{Rules, Seat, Status, Viewer, by_title};
use lanai_text::{Dictionary, Key, Scene, Tally, Words};

/// A message, and the receipt that is stored once the message is sent.
pub(crate) type CardAndReceipt = (Card, Receipt);

/// A seat, and the events of one step that the seat played.
pub(crate) type SeatEvents<G> = (Seat, Vec<<G as Rules>::Event>);

/// The viewer of a card, and the language and the look for this viewer.
#[derive(Clone, Copy)]
pub(crate) struct Perspective<'a> {
    pub(crate) viewer: Viewer,
    pub(crate) words: &'a Words,
    pub(crate) look: Look,
}

/// The choices that a panel's picture marks, and the part of the board that it shows.
pub(crate) struct ChoicePicture<A> {
    /// The marked choices, each with its letter or number.
    pub(crate) pointers: Vec<LabelledAction<A>>,
    pub(crate) crop: Crop,
}

#[derive(Clone, Copy)]
pub(crate) struct PanelReader<'a> {
    /// The language of the reader's Discord client.
    pub(crate) locale: &'a str,
    pub(crate) person: PersonId,
}

pub struct Composer {
    pub(crate) host: Arc<Host>,
    pub(crate) dictionary: Arc<Dictionary>,
    pub(crate) pictures: CardPictures,
    pub(crate) emojis: Arc<Emojis>,
    /// The address of the board in a browser, if it is served.
    pub(crate) board_url: Option<String>,
    /// Whether the board opens as an Activity.
    pub(crate) opens_activity: bool,
}

impl Composer {
    /// Creates a composer. Cards wait at most `picture_timeout` for their pictures; zero disables
    /// pictures.
    pub fn new(
        host: Arc<Host>,
        dictionary: Arc<Dictionary>,
        picture_timeout: Duration,
    ) -> Composer {
        Composer {
            host,
            dictionary,
            pictures: CardPictures {
                renderer: Arc::new(PictureRenderer::new(picture_timeout)),
            },
            emojis: Arc::default(),
            board_url: None,
            opens_activity: false,
        }
    }

    /// Sets the address of the board in a browser, for which tables get a button, and whether it
    /// opens as an Activity.
    pub(crate) fn with_board(self, board_url: Option<String>, opens_activity: bool) -> Composer {
        Composer {
            board_url,
            opens_activity,
            ..self
        }
    }

    /// Returns the button that opens the board, with the label of this key; `None` if no board is
    /// served, and for lessons, which are in the chat.
    pub(crate) fn board_button(&self, words: &Words, table: &Table, label: Key) -> Option<Button> {
        let is_offered = self.board_url.is_some() && table.settings.lesson.is_none();
        is_offered.then(|| Button::secondary(words, &Press::Board(table.id), label))
    }

    /// Adds the emojis of pieces to a card, which is then ready to be sent.
    pub(crate) fn with_emojis(&self, card: Card) -> Card {
        Card {
            emojis: Some(Arc::clone(&self.emojis)),
            ..card
        }
    }

    /// Returns the phrases in the language of the user who asks.
    pub(crate) fn words_of_user(&self, request: &Request) -> &Words {
        self.dictionary.for_locale(&request.locale)
    }

    /// Returns the phrases in the language of a table's public messages.
    pub(crate) fn public_words(&self, table: &Table) -> &Words {
        self.dictionary.for_locale(&table.language)
    }

    /// Returns the animation of a finished game; `None` if nothing was played or drawing failed.
    pub(crate) async fn animation_card(&self, table: &Table) -> Result<Option<Card>, Failure> {
        if table.status != TableStatus::Over {
            return Ok(None);
        }
        by_title!(table.title, G => {
            let turn = self.host.games.load::<G>(table.clone()).await?;
            let mut frames = Vec::new();
            self.host
                .lookback.visit_positions::<G>(table, |game, events| {
                    frames.push(FilmFrame { view: game.view(Viewer::Table), events });
                })
                .await?;
            if frames.len() < 2 {
                return Ok(None);
            }
            let words = self.public_words(table);
            let file = self.pictures.draw_animation(&turn, words.clone(), frames).await;
            Ok(file.map(|file| {
                Card { files: vec![file], silent: true, ..Card::words(words.say(key::CHAT_FILM, &[])) }
            }))
        })
    }

    /// Adds the requested pictures, which replace the card's panes, unless drawing fails.
    pub(crate) async fn with_pictures<G: PanelGame>(
        &self,
        mut card: Card,
        turn: &Turn<G>,
        request: PictureRequest<G::Event>,
    ) -> Card {
        let words = request.words.clone();
        card.files = self.pictures.draw(turn, request).await;
        let has_thumbnail = card
            .files
            .iter()
            .any(|file| file.placement == FilePlacement::Thumbnail);
        if has_thumbnail && card.side_text.is_empty() {
            card.side_text = words.say(key::CHAT_REALMS_SMALL, &[]);
        }
        card
    }

    /// Adds pictures of the board and the players' areas, with a chart after a game's regular end.
    pub(crate) async fn with_table<G: PanelGame>(
        &self,
        card: Card,
        turn: &Turn<G>,
        perspective: Perspective<'_>,
        turns: Vec<Vec<G::Event>>,
    ) -> Card {
        let Perspective {
            viewer,
            words,
            look,
        } = perspective;
        let is_over =
            turn.table.status == TableStatus::Over && matches!(turn.game.status(), Status::Over(_));
        let tallies = if is_over {
            self.load_tallies(turn).await
        } else {
            Vec::new()
        };
        let scenes = vec![Scene::Board, Scene::Realms];
        let request = PictureRequest {
            look,
            turns,
            tallies,
            winners: summary::winner_seats(&self.host.history, turn).await,
            ..PictureRequest::plain(scenes, viewer, words)
        };
        self.with_pictures(card, turn, request).await
    }

    /// Adds the picture of a panel: the board after the choices so far, with open choices marked.
    pub(crate) async fn with_choice_picture<G: PanelGame>(
        &self,
        mut card: Card,
        preview: &TurnPreview<G>,
        perspective: Perspective<'_>,
        picture: ChoicePicture<G::Action>,
    ) -> Card {
        let request = ChoicesRequest {
            view: preview.visible_game.view(perspective.viewer),
            events: preview.turn.foreseeable_events(),
            picture,
            words: perspective.words.clone(),
            look: perspective.look,
        };
        let file = self.pictures.draw_choices(&preview.turn, request).await;
        card.files = file.into_iter().collect();
        card
    }

    /// Returns points and winning chances in the course of a game; empty if it cannot be read.
    pub(crate) async fn load_tallies<G: PanelGame>(&self, turn: &Turn<G>) -> Vec<Tally> {
        let mut tallies: Vec<Tally> = Vec::new();
        let add_position = |game: &G| {
            // In the middle of a turn the winning chances are undefined.
            let is_between_turns = game.begins_turn() || game.status().to_act().is_none();
            let chances = if is_between_turns {
                win_chances(game).unwrap_or_default()
            } else {
                match tallies.last() {
                    Some(tally) => tally.chances.clone(),
                    None => Vec::default(),
                }
            };
            tallies.push(Tally {
                chances,
                ..G::tally_points(&game.view(Viewer::Table))
            });
        };
        let games = &self.host.games;
        match games.replay_all::<G>(&turn.table, add_position).await {
            Ok(()) => tallies,
            Err(failure) => {
                tracing::error!(%failure, "the course of a game cannot be told");
                Vec::new()
            }
        }
    }
}
