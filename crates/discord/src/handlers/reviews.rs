//! Reviews of finished games: the costliest turns, better alternatives, and their cost.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use crate::cards::composer::Composer;
use crate::cards::panel;
use crate::cards::pictures::PictureRequest;
use crate::delivery::answer::{Answer, Reply, retry_transient};
use crate::key;
use crate::wire::card::{Button, ButtonStyle, Card, Menu, MenuOption, Row};
use crate::wire::names::{plain_player_names, player_names};
use crate::wire::port::Poster;
use crate::wire::port_error::{describe_error, is_transient};
use crate::wire::press::Press;
use crate::wire::request::Request;
use crate::wire::responder::edit_response;
use lanai_host::{
    GameLoader, PersonId, Review, ReviewedTurn, Reviewer, Table, TableId, Turn, costliest_turns,
};
use lanai_panel::{
    PanelGame, ReviewedTurnText, describe_review, describe_reviewed_turn, describe_turn_cost,
};
use lanai_rules::by_title;
use lanai_text::{Fill, Phrasebook, Scene};

const REVIEWED_TURNS_PER_SEAT: usize = 3;
/// How long an answer waits for the review before it shows the progress.
const REVIEW_TIMEOUT: Duration = Duration::from_millis(700);
const PROGRESS_INTERVAL: Duration = Duration::from_secs(3);
/// After more failed updates the progress is no longer shown. The user can request it again.
const MAX_FAILED_UPDATES: u32 = 3;

/// The user for whom a page of a review is rendered.
struct ReviewViewer {
    person: PersonId,
    locale: String,
    page: usize,
    prefers_text: bool,
}

pub(crate) struct ReviewHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) poster: Arc<Poster>,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) reviews: Arc<Reviewer>,
}

impl ReviewHandler {
    /// Shows a page of a review: an overview first, then a page for each of the costliest turns.
    pub(crate) async fn show_review(
        &self,
        request: &Request,
        table: Table,
        page: Option<usize>,
    ) -> Reply {
        let viewer = ReviewViewer {
            person: request.actor.person,
            locale: request.locale.clone(),
            page: page.unwrap_or(0),
            prefers_text: panel::prefers_text(&self.composer.host.settings, request.actor.person)
                .await,
        };
        let card = by_title!(table.title, G => {
            let mut review = self.reviews.follow_review::<G>(&table).await?;
            let ready = review.wait_for(|review| !review.is_in_progress());
            let _ = tokio::time::timeout(REVIEW_TIMEOUT, ready).await;
            let turn = self.games.load::<G>(table).await?;
            let progress = review.borrow().clone();
            let is_in_progress = progress.is_in_progress();
            let card = review_card(&self.composer, &turn, &viewer, progress).await;
            if is_in_progress {
                self.spawn_updates(request, turn, viewer, review);
            }
            card
        });
        Ok(Answer::Private(card))
    }

    /// Spawns a task that updates the answer with the progress until the review is done.
    fn spawn_updates<G: PanelGame>(
        &self,
        request: &Request,
        turn: Turn<G>,
        viewer: ReviewViewer,
        mut review: watch::Receiver<Review<G>>,
    ) {
        let composer = Arc::clone(&self.composer);
        let poster = Arc::clone(&self.poster);
        let token = request.token.clone();
        let answered = Arc::clone(&request.answered);
        tokio::spawn(async move {
            // An update before the answer was sent would be lost.
            answered.notified().await;
            let mut is_in_progress = true;
            let mut failed_updates = 0;
            while is_in_progress {
                let ready = review.wait_for(|review| !review.is_in_progress());
                // An error means that the review was cancelled.
                let was_cancelled = matches!(
                    tokio::time::timeout(PROGRESS_INTERVAL, ready).await,
                    Ok(Err(_))
                );
                let progress = review.borrow().clone();
                is_in_progress = !was_cancelled && progress.is_in_progress();
                let card = review_card(&composer, &turn, &viewer, progress).await;
                let card = composer.with_emojis(card);
                let Err(error) =
                    retry_transient(|| edit_response(&poster.changing, &token, &card)).await
                else {
                    continue;
                };
                tracing::debug!(
                    error = describe_error(&error),
                    "the progress of a review cannot be updated"
                );
                failed_updates += 1;
                if !is_transient(&error) || failed_updates > MAX_FAILED_UPDATES {
                    return;
                }
                tokio::time::sleep(PROGRESS_INTERVAL).await;
                is_in_progress = true;
            }
        });
    }
}

async fn review_card<G: PanelGame>(
    composer: &Composer,
    turn: &Turn<G>,
    viewer: &ReviewViewer,
    progress: Review<G>,
) -> Card {
    let words = composer.dictionary.for_locale(&viewer.locale);
    let reviewed = match progress {
        Review::Done(reviewed) => reviewed,
        Review::Failed => return Card::words(words.say(key::CHAT_TROUBLE, &[])),
        Review::InProgress(done, of) => {
            let text = words.say(
                key::CHAT_REVIEW_GOING,
                &[("n", done.into()), ("of", of.into())],
            );
            let id = Press::Review(turn.table.id, Some(viewer.page)).id();
            let label = words.say(key::CHAT_BUTTON_REVIEW_AGAIN, &[]);
            return Card::words(text).button(Button::new(id, label, ButtonStyle::Secondary));
        }
    };
    let phrasebook = &Phrasebook::<G> {
        words: &words.with_piece_marks(),
        printed: &turn.printed,
        names: &player_names(words, &turn.table),
    };
    let viewer_seat = turn.table.viewer(viewer.person);
    let pages = costliest_turns(&reviewed, turn.game.seats(), REVIEWED_TURNS_PER_SEAT);
    let page = viewer.page.min(pages.len());
    let Some(reviewed_turn) = page.checked_sub(1).and_then(|index| pages.get(index)) else {
        let lines = describe_review(phrasebook, turn.game.seats(), &reviewed);
        let card = with_pages(phrasebook, turn, Card::words(lines.join("\n")), &pages, 0);
        if viewer.prefers_text {
            return card;
        }
        let picture = PictureRequest {
            tallies: composer.load_tallies(turn).await,
            ..PictureRequest::plain(Vec::new(), viewer_seat, words)
        };
        return composer.with_pictures(card, turn, picture).await;
    };
    let ReviewedTurnText { lines, turns } = describe_reviewed_turn(phrasebook, reviewed_turn);
    let card = with_pages(
        phrasebook,
        turn,
        Card::words(lines.join("\n")),
        &pages,
        page,
    );
    if viewer.prefers_text {
        return card;
    }
    let before = Turn {
        game: reviewed_turn.turn.before.clone(),
        ..turn.clone()
    };
    let scenes = vec![Scene::Board, Scene::Realm(reviewed_turn.turn.seat)];
    let picture = PictureRequest {
        turns,
        ..PictureRequest::plain(scenes, viewer_seat, words)
    };
    composer.with_pictures(card, &before, picture).await
}

/// Adds a menu of all reviewed turns that are shown, and buttons to the adjacent pages.
fn with_pages<G: PanelGame>(
    phrasebook: &Phrasebook<'_, G>,
    turn: &Turn<G>,
    mut card: Card,
    pages: &[&ReviewedTurn<G>],
    page: usize,
) -> Card {
    let words = phrasebook.words;
    let names = plain_player_names(words, &turn.table);
    let mut options = Vec::new();
    for (reviewed, number) in pages.iter().zip(1_usize..) {
        let name = names
            .get(reviewed.turn.seat.index())
            .map_or("", String::as_str);
        let fill = [
            ("n", reviewed.turn.number.into()),
            ("who", Fill::from(name)),
        ];
        options.push(MenuOption {
            value: number.to_string(),
            label: words.say(key::CHAT_REVIEW_OPTION, &fill),
            description: describe_turn_cost(phrasebook, reviewed),
            ..MenuOption::default()
        });
    }
    if options.is_empty() {
        return card;
    }
    card.rows.push(Row::Menu(Menu {
        id: Press::Review(turn.table.id, Some(page)).id(),
        placeholder: words.say(key::CHAT_REVIEW_MENU, &[]),
        options,
        ..Menu::default()
    }));
    let next = Some(page + 1).filter(|next| *next <= pages.len());
    card.buttons(&[
        page_button(turn.table.id, "◀", page.checked_sub(1)),
        page_button(turn.table.id, "▶", next),
    ])
}

/// Returns a button to a page, which is disabled if there is no such page.
fn page_button(table: TableId, label: &str, page: Option<usize>) -> Button {
    let label = label.to_owned();
    match page {
        Some(page) => {
            let id = Press::Review(table, Some(page)).id();
            Button::new(id, label, ButtonStyle::Secondary)
        }
        None => Button::new(format!("off:{label}"), label, ButtonStyle::Secondary).disabled(),
    }
}
