//! Reviews of finished games: the costliest turns, better alternatives, and their cost.

use crate::cards::panel;
use std::sync::Arc;
use std::time::Duration;

use serenity::all::Builder as _;
use tokio::sync::watch;

use crate::cards::composer::Composer;
use crate::cards::gallery::PictureRequest;
use crate::cards::game::AtTable;
use crate::cards::table::{gist, why};
use crate::delivery::answer::{Answer, Reply, persist};
use crate::wire::card::{Button, Card, Menu, MenuOption, Row, Weight};
use crate::wire::names::{names, plain_names};
use crate::wire::post_rate::Poster;
use crate::wire::press::Press;
use crate::wire::refusals::{may_pass, name_of};
use crate::wire::request::Request;
use crate::wire::requests::Requested as _;
use lanai_host::{
    ExpectedOutcome, GameLoader, PersonId, Review, ReviewedTurn, Reviewer, Table, Turn, accuracy,
    costliest_turns, turn_count,
};
use lanai_rules::{Seat, by_title};
use lanai_text::{Fill, Phrasebook, Scene, Words};

/// How many turns of each seat are shown.
const SHOWN: usize = 3;
/// How long an answer waits for the review to finish.
const PATIENCE: Duration = Duration::from_millis(700);
/// How often the progress is updated.
const TOLD_EVERY: Duration = Duration::from_secs(3);

/// How many failed updates are tolerated. Another page may have been requested meanwhile.
const MOST_MISSES: u32 = 3;

struct Eyes {
    person: PersonId,
    own: String,
    page: usize,
    in_words: bool,
}

/// Reviews of finished games.
pub(crate) struct ReviewHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) poster: Arc<Poster>,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) reviews: Arc<Reviewer>,
}

impl ReviewHandler {
    /// Shows a page of a review: an overview first, then a page for each turn.
    pub(crate) async fn show(&self, request: &Request, table: Table, page: Option<usize>) -> Reply {
        let in_words = panel::prefers_text(&self.composer, request.actor.person).await;
        let own = request.own.clone();
        let eyes = Eyes {
            person: request.actor.person,
            own,
            page: page.unwrap_or(0),
            in_words,
        };
        let card = by_title!(table.title, G => {
            let mut review = self.reviews.follow::<G>(&table).await?;
            let ready = review.wait_for(|review| !review.is_going());
            let _ = tokio::time::timeout(PATIENCE, ready).await;
            let turn = self.games.load::<G>(table).await?;
            let so_far = review.borrow().clone();
            let goes_on = so_far.is_going();
            let card = review_card(&self.composer, &turn, &eyes, so_far).await;
            if goes_on {
                self.follow(request, turn, eyes, review);
            }
            card
        });
        Ok(Answer::Tell(card))
    }

    /// Updates the answer with the progress until the review is done.
    fn follow<G: AtTable>(
        &self,
        request: &Request,
        turn: Turn<G>,
        eyes: Eyes,
        mut review: watch::Receiver<Review<G>>,
    ) {
        let composer = Arc::clone(&self.composer);
        let poster = Arc::clone(&self.poster);
        let token = request.token.clone();
        let answered = Arc::clone(&request.answered);
        tokio::spawn(async move {
            // An update before the answer was given would be lost.
            answered.notified().await;
            let mut goes_on = true;
            let mut misses = 0;
            while goes_on {
                let ready = review.wait_for(|review| !review.is_going());
                // The sender is gone: the review was cancelled.
                let ended = matches!(tokio::time::timeout(TOLD_EVERY, ready).await, Ok(Err(_)));
                let so_far = review.borrow().clone();
                goes_on = !ended && so_far.is_going();
                let card = review_card(&composer, &turn, &eyes, so_far).await;
                let card = composer.with_emojis(card);
                let Err(error) = persist(|| {
                    card.edit()
                        .execute(&poster.changing, &token)
                        .counted("PATCH /webhooks/{application}/{token}/messages/@original")
                })
                .await
                else {
                    continue;
                };
                tracing::debug!(
                    error = name_of(&error),
                    "how far a review is cannot be told"
                );
                misses += 1;
                if !may_pass(&error) || misses > MOST_MISSES {
                    return;
                }
                tokio::time::sleep(TOLD_EVERY).await;
                goes_on = true;
            }
        });
    }
}

async fn review_card<G: AtTable>(
    composer: &Composer,
    turn: &Turn<G>,
    eyes: &Eyes,
    so_far: Review<G>,
) -> Card {
    let words = composer.dictionary.of(&eyes.own);
    let judged = match so_far {
        Review::Done(judged) => judged,
        Review::Failed => return Card::words(words.say("chat-trouble", &[])),
        Review::Going(done, of) => {
            let text = words.say(
                "chat-review-going",
                &[("n", done.into()), ("of", of.into())],
            );
            let again = Press::Review(turn.table.game, Some(eyes.page)).id();
            let again = Button::new(
                again,
                words.say("chat-button-review-again", &[]),
                Weight::Usual,
            );
            return Card::words(text).button(again);
        }
    };
    let pages = costliest_turns(&judged, turn.game.seats(), SHOWN);
    let page = eyes.page.min(pages.len());
    let Some(shown) = page.checked_sub(1).and_then(|at| pages.get(at)) else {
        let card = overview(words, turn, &judged, &pages);
        return overview_picture(composer, card, turn, eyes).await;
    };
    let (text, turns) = told(words, turn, shown);
    let card = with_pages(words, turn, Card::words(text), &pages, page);
    if eyes.in_words {
        return card;
    }
    let viewer = turn.table.viewer(eyes.person);
    let then = Turn {
        game: shown.turn.before.clone(),
        ..turn.clone()
    };
    let scenes = vec![Scene::Board, Scene::Realm(shown.turn.seat)];
    composer
        .illustrated(
            card,
            &then,
            PictureRequest {
                turns,
                ..PictureRequest::plain(scenes, viewer, words)
            },
        )
        .await
}

/// Adds the chart of the game to the overview.
async fn overview_picture<G: AtTable>(
    composer: &Composer,
    card: Card,
    turn: &Turn<G>,
    eyes: &Eyes,
) -> Card {
    if eyes.in_words {
        return card;
    }
    let viewer = turn.table.viewer(eyes.person);
    let plain = PictureRequest::plain(Vec::new(), viewer, composer.dictionary.of(&eyes.own));
    let wish = PictureRequest {
        course: composer.course(turn).await,
        ..plain
    };
    composer.illustrated(card, turn, wish).await
}

/// Describes how well each seat played.
fn overview<G: AtTable>(
    words: &Words,
    turn: &Turn<G>,
    judged: &[ReviewedTurn<G>],
    pages: &[&ReviewedTurn<G>],
) -> Card {
    let names = names(words, &turn.table);
    let mut lines = vec![words.say("chat-review", &[("n", turn_count(judged).into())])];
    for (seat, who) in turn.game.seats().iter().zip(&names) {
        let Some(accuracy) = accuracy(judged, seat) else {
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

/// Describes a turn: what was played, what would have been better, and why; with both marked.
fn told<G: AtTable>(
    words: &Words,
    turn: &Turn<G>,
    shown: &ReviewedTurn<G>,
) -> (String, Vec<Vec<G::Event>>) {
    let words = &words.with_pieces();
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &names(words, &turn.table),
    };
    let played = |actions: &[G::Action]| shown.turn.before.clone().play_on(actions);
    let taken = played(&shown.turn.actions);
    let fill = [
        ("n", shown.turn.number.into()),
        ("who", phrasebook.who(shown.turn.seat).into()),
    ];
    let mut lines = vec![words.say("chat-review-turn", &fill)];
    let Some(verdict) = &shown.verdict else {
        return (lines.concat(), Vec::new());
    };
    let mut line = |name: &str, events: &[G::Event], expected: ExpectedOutcome| {
        let fill = [
            (
                "turn",
                Fill::from(gist(words, turn, shown.turn.seat, events)),
            ),
            ("points", phrasebook.points(expected.whole_points()).into()),
            ("chance", expected.percent().into()),
        ];
        lines.push(words.say(name, &fill));
    };
    line("chat-review-taken", &taken, verdict.taken);
    let Some(better) = &verdict.better else {
        return (lines.join("\n"), vec![taken]);
    };
    let other = G::foreseen(&played(&better.actions)).to_vec();
    line("chat-review-better", &other, better.expected);
    lines.extend(why(&phrasebook, &better.reasons));
    (lines.join("\n"), vec![taken, other])
}

/// Adds a menu of all shown turns, and buttons to the pages before and after.
fn with_pages<G: AtTable>(
    words: &Words,
    turn: &Turn<G>,
    mut card: Card,
    pages: &[&ReviewedTurn<G>],
    page: usize,
) -> Card {
    let game = turn.table.game;
    let plain = plain_names(words, &turn.table);
    let who = |seat: Seat| plain.get(seat.index()).map_or("", String::as_str);
    let option = |(shown, at): (&&ReviewedTurn<G>, usize)| {
        let cost = shown.cost();
        let fill = [
            ("n", shown.turn.number.into()),
            ("who", Fill::from(who(shown.turn.seat))),
        ];
        let lost = [
            ("chance", Fill::from(cost.percent())),
            ("points", cost.whole_points().into()),
        ];
        MenuOption {
            value: at.to_string(),
            label: words.say("chat-review-option", &fill),
            about: words.say("chat-review-cost", &lost),
            piece: None,
        }
    };
    let options: Vec<MenuOption> = pages.iter().zip(1_usize..).map(option).collect();
    if options.is_empty() {
        return card;
    }
    card.rows.push(Row::Menu(Menu {
        id: Press::Review(game, Some(page)).id(),
        placeholder: words.say("chat-review-menu", &[]),
        options,
    }));
    let button = |label: &str, goal: Option<usize>| {
        let id = goal.map(|goal| Press::Review(game, Some(goal)).id());
        let button = Button::new(
            id.unwrap_or_else(|| format!("off:{label}")),
            label.to_owned(),
            Weight::Usual,
        );
        if goal.is_some() {
            button
        } else {
            button.disabled()
        }
    };
    let next = Some(page + 1).filter(|next| *next <= pages.len());
    card.buttons(&[button("◀", page.checked_sub(1)), button("▶", next)])
}
