//! Reviews of finished games: the costliest turns, better alternatives, and their cost.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use crate::cards::composer::Composer;
use crate::cards::panel;
use crate::cards::pictures::PictureRequest;
use crate::cards::table::describe_briefly;
use crate::delivery::answer::{Answer, Reply, retry_transient};
use crate::wire::card::{Button, ButtonStyle, Card, Menu, MenuOption, Row};
use crate::wire::names::{plain_player_names, player_names};
use crate::wire::port::Poster;
use crate::wire::port_error::{describe_error, is_transient};
use crate::wire::press::Press;
use crate::wire::request::Request;
use crate::wire::responder::edit_response;
use lanai_host::{
    ExpectedOutcome, GameLoader, PersonId, Review, ReviewedTurn, Reviewer, Table, TableId, Turn,
    accuracy, costliest_turns, turn_count,
};
use lanai_panel::{PanelGame, explain_advice};
use lanai_rules::by_title;
use lanai_text::{Fill, Phrasebook, Scene, Words};

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
        Review::Failed => return Card::words(words.say("chat-trouble", &[])),
        Review::InProgress(done, of) => {
            let text = words.say(
                "chat-review-going",
                &[("n", done.into()), ("of", of.into())],
            );
            let id = Press::Review(turn.table.id, Some(viewer.page)).id();
            let label = words.say("chat-button-review-again", &[]);
            return Card::words(text).button(Button::new(id, label, ButtonStyle::Secondary));
        }
    };
    let viewer_seat = turn.table.viewer(viewer.person);
    let pages = costliest_turns(&reviewed, turn.game.seats(), REVIEWED_TURNS_PER_SEAT);
    let page = viewer.page.min(pages.len());
    let Some(reviewed_turn) = page.checked_sub(1).and_then(|index| pages.get(index)) else {
        let card = overview_card(words, turn, &reviewed, &pages);
        if viewer.prefers_text {
            return card;
        }
        let picture = PictureRequest {
            tallies: composer.load_tallies(turn).await,
            ..PictureRequest::plain(Vec::new(), viewer_seat, words)
        };
        return composer.with_pictures(card, turn, picture).await;
    };
    let (text, turns) = describe_turn(words, turn, reviewed_turn);
    let card = with_pages(words, turn, Card::words(text), &pages, page);
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

/// Returns the overview: how accurately each seat played.
fn overview_card<G: PanelGame>(
    words: &Words,
    turn: &Turn<G>,
    reviewed: &[ReviewedTurn<G>],
    pages: &[&ReviewedTurn<G>],
) -> Card {
    let names = player_names(words, &turn.table);
    let mut lines = vec![words.say("chat-review", &[("n", turn_count(reviewed).into())])];
    for (seat, who) in turn.game.seats().iter().zip(&names) {
        let Some(accuracy) = accuracy(reviewed, seat) else {
            continue;
        };
        let fill = [
            ("who", Fill::from(who.as_str())),
            ("accuracy", format!("{accuracy:.0}").into()),
        ];
        lines.push(words.say("chat-review-seat", &fill));
    }
    lines.push(words.say("chat-review-how", &[]));
    with_pages(words, turn, Card::words(lines.join("\n")), pages, 0)
}

/// Describes a turn: what was played, what would have been better, and why.
///
/// Also returns the events of both turns, to be marked on the picture.
fn describe_turn<G: PanelGame>(
    words: &Words,
    turn: &Turn<G>,
    reviewed_turn: &ReviewedTurn<G>,
) -> (String, Vec<Vec<G::Event>>) {
    let words = &words.with_piece_marks();
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &player_names(words, &turn.table),
    };
    let before = &reviewed_turn.turn.before;
    let taken = before.clone().play_on(&reviewed_turn.turn.actions);
    let fill = [
        ("n", reviewed_turn.turn.number.into()),
        (
            "who",
            phrasebook.player_name(reviewed_turn.turn.seat).into(),
        ),
    ];
    let mut lines = vec![words.say("chat-review-turn", &fill)];
    let Some(verdict) = &reviewed_turn.verdict else {
        return (lines.concat(), Vec::new());
    };
    let seat = reviewed_turn.turn.seat;
    let story = describe_briefly(words, turn, seat, &taken);
    lines.push(outcome_line(
        &phrasebook,
        "chat-review-taken",
        story,
        verdict.taken,
    ));
    let Some(better) = &verdict.better else {
        return (lines.join("\n"), vec![taken]);
    };
    let alternative = G::foreseeable_events(&before.clone().play_on(&better.actions)).to_vec();
    let story = describe_briefly(words, turn, seat, &alternative);
    let expected = better.expected;
    lines.push(outcome_line(
        &phrasebook,
        "chat-review-better",
        story,
        expected,
    ));
    lines.extend(explain_advice(&phrasebook, &better.reasons));
    (lines.join("\n"), vec![taken, alternative])
}

/// Formats a turn with its expected outcome.
fn outcome_line<G: PanelGame>(
    phrasebook: &Phrasebook<'_, G>,
    key: &str,
    story: String,
    expected: ExpectedOutcome,
) -> String {
    let fill = [
        ("turn", Fill::from(story)),
        ("points", phrasebook.points(expected.whole_points()).into()),
        ("chance", expected.percent().into()),
    ];
    phrasebook.words.say(key, &fill)
}

/// Adds a menu of all reviewed turns that are shown, and buttons to the adjacent pages.
fn with_pages<G: PanelGame>(
    words: &Words,
    turn: &Turn<G>,
    mut card: Card,
    pages: &[&ReviewedTurn<G>],
    page: usize,
) -> Card {
    let names = plain_player_names(words, &turn.table);
    let mut options = Vec::new();
    for (reviewed, number) in pages.iter().zip(1_usize..) {
        let cost = reviewed.cost();
        let name = names
            .get(reviewed.turn.seat.index())
            .map_or("", String::as_str);
        let fill = [
            ("n", reviewed.turn.number.into()),
            ("who", Fill::from(name)),
        ];
        let cost = [
            ("chance", Fill::from(cost.percent())),
            ("points", cost.whole_points().into()),
        ];
        options.push(MenuOption {
            value: number.to_string(),
            label: words.say("chat-review-option", &fill),
            description: words.say("chat-review-cost", &cost),
            ..MenuOption::default()
        });
    }
    if options.is_empty() {
        return card;
    }
    card.rows.push(Row::Menu(Menu {
        id: Press::Review(turn.table.id, Some(page)).id(),
        placeholder: words.say("chat-review-menu", &[]),
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
