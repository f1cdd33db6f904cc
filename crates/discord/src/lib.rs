//! The chat: Discord, by serenity and poise. A command or a press comes in, a table does something or not, and an answer
//! goes out; what everybody must hear goes through the outbox. Nothing is kept here that a restart would lose, and no rule
//! of a game is known here.
//!
//! What our libraries do wrong is kept away at one place each: `answer` (answers that fail), `card` (open mentions),
//! `outbox` (limits, retries), `connection` (the proxy that a limiter ignores), `logs` (tokens in logs).

mod cards;
mod delivery;
mod handlers;
mod session;
mod wire;

pub use cards::composer::Composer;
pub use delivery::limits::{
    Admission, ConcurrencyLimit, MAX_CONCURRENT, MAX_CONCURRENT_LOOKS, MAX_REMEMBERED_USERS, PRESS_WINDOW,
    Permit, RateLimiter,
};
pub use delivery::notice_dispatch::Courier;
pub use session::checkup::{Checkup, Itself, NotTold, Reached, RegisteredCommands, ServerRights, Sessions};
pub use session::connection::{
    Bot, BotSettings, CannotServe, ConnectionSettings, ForeignDatabase, HttpClients,
};
pub use session::doorkeeper::Doorkeeper;
pub use session::live::{LIVE_STEPS, LiveOutcome, LiveStep};
pub use session::registration::commands_as_json;
pub use session::vitals::Vitals;
pub use wire::card::Card;
pub use wire::port::{Edit, OwnMessage, Pending, Port};
pub use wire::post_rate::{PostRate, Sort};
pub use wire::press::rewritten;
pub use wire::refusals::PortError;
pub use wire::request::Priority;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use delivery::answer::Answer;
use lanai_host::{Declined, Failure, Host, InteractionId, Process, Table, Trouble};
use lanai_text::{Fill, Words};
use tokio_util::task::TaskTracker;
use wire::card::{Button, Weight};
use wire::fitting::ending_in;
use wire::press::Press;
use wire::request::{NOWHERE, Request, kind};

/// How many deliveries are remembered: a second one comes within moments.
const DELIVERED: usize = 4096;

/// Everything that commands and presses need. What comes in is handled here: an interaction goes in, an answer comes out.
struct House {
    host: Arc<Host>,
    process: Arc<Process>,
    composer: Arc<cards::composer::Composer>,
    poster: Arc<wire::post_rate::Poster>,
    /// What was delivered lately. Moves count once by the store, whatever happens here; this only keeps a second
    /// delivery, which comes at once, from answering before the first.
    delivered: Mutex<VecDeque<InteractionId>>,
    quotas: delivery::limits::Quotas,
    concurrency: ConcurrencyLimit,
    panels: Arc<delivery::panels::Panels>,
    /// Held by whoever opens a table to play again: of several who want the same, one makes a thread.
    playing_again: tokio::sync::Mutex<()>,
    /// The requests that are being served; closed when the bot stops.
    open_requests: TaskTracker,
    privacy: handlers::privacy::Privacy,
    old_threads: handlers::watching::OldThreads,
}

impl House {
    /// The language of whoever asks.
    fn words(&self, request: &Request) -> &Words {
        self.composer.dictionary.of(&request.own)
    }

    /// What somebody typed, with our words for units of time and the like.
    fn understood(&self, request: &Request, typed: &str) -> String {
        self.composer.dictionary.understood(self.words(request), typed)
    }

    /// A sentence for whoever asks, and nobody else.
    fn tell(&self, request: &Request, name: &str, fill: &[(&str, Fill<'_>)]) -> Answer {
        Answer::words(self.words(request).say(name, fill))
    }

    /// The language in which a table is told of.
    fn public_words(&self, table: &Table) -> &Words {
        self.composer.public_words(table)
    }

    /// Whether this press or command is delivered for the first time, as far as we remember.
    fn is_new(&self, request: &Request) -> bool {
        let Some(interaction) = request.actor.interaction else { return true };
        let mut delivered = self.delivered.lock().unwrap_or_else(PoisonError::into_inner);
        let new = !delivered.contains(&interaction);
        delivered.push_back(interaction);
        if delivered.len() > DELIVERED {
            delivered.pop_front();
        }
        new
    }

    /// What somebody sees of what came of it.
    async fn conclude(&self, request: &Request, outcome: Result<Answer, Failure>) -> Answer {
        let words = self.words(request);
        let outcome = match outcome {
            Ok(answer) => self.quietly(request, answer).await,
            failed => failed,
        };
        match outcome {
            Ok(answer) => self.with_warning(request, answer),
            Err(Failure::Declined(Declined::Repeated)) => Answer::Silence,
            Err(Failure::Declined(Declined::StoodIn)) => Answer::Tell(self.stood_in(request).await),
            Err(Failure::Declined(declined)) => {
                let why = kind(&declined);
                tracing::debug!(why, "declined");
                lanai_metrics::declined(&why);
                Answer::words(self.explain(request, &declined).await)
            }
            // The store was closed before anything was written: nobody did anything wrong.
            Err(Failure::Trouble(Trouble::Store(error))) if error.is_closed() => self.closing(request),
            Err(Failure::Trouble(trouble)) => {
                tracing::error!(%trouble, "a command or press failed");
                if matches!(trouble, Trouble::Edition { .. }) {
                    return Answer::words(words.say("chat-other-edition", &[]));
                }
                self.sorry(request)
            }
        }
    }

    /// The table that somebody means: that of the button which they pressed, or that of the channel.
    async fn table_of(&self, request: &Request) -> Result<Table, Failure> {
        match request.game {
            Some(game) => self.host.tables.find(game).await,
            None => self.host.tables.find_in_channel(request.channel).await,
        }
    }

    /// Somebody for whom the computer plays may come back.
    async fn stood_in(&self, request: &Request) -> Card {
        let words = self.words(request);
        let card = Card::words(words.say("chat-stood-in", &[]));
        let Ok(table) = self.table_of(request).await else { return card };
        let back = Press::Back(table.game).id();
        card.buttons(&[Button::new(back, words.say("chat-button-back-again", &[]), Weight::Main)])
    }

    /// What somebody sees if a fault of ours got in the way.
    fn sorry(&self, request: &Request) -> Answer {
        self.tell(request, "chat-trouble", &[])
    }

    /// Why something was not done, as a sentence: with the name of who sits there where it speaks of a seat.
    async fn explain(&self, request: &Request, declined: &Declined) -> String {
        if let Declined::Server(refusal) = declined {
            return self.explain_server(request, *refusal).await;
        }
        let named = self.explain_by_name(request, declined).await;
        named.unwrap_or_else(|| handlers::lobby::declined(self.words(request), declined))
    }

    /// A refusal that speaks of a seat, with the name of who sits there.
    async fn explain_by_name(&self, request: &Request, declined: &Declined) -> Option<String> {
        let (name, seat) = if let Declined::NotYourTurn(seat) = declined {
            ("chat-not-turn-but", Some(*seat))
        } else if let Declined::ActedSince(seat) = declined {
            ("chat-acted-since-who", Some(*seat))
        } else if matches!(declined, Declined::OwnerBegins) {
            ("chat-owner-begins-who", None)
        } else {
            return None;
        };
        let table = self.table_of(request).await.ok()?;
        let seat = seat.or_else(|| table.seat_of(table.owner))?;
        let who = wire::names::tame(self.words(request), &table.chair(seat)?.name);
        Some(self.words(request).say(name, &[("who", who.into())]))
    }

    /// What everybody is shown makes no sound where nobody is to be disturbed.
    async fn quietly(&self, request: &Request, answer: Answer) -> Result<Answer, Failure> {
        if !matches!(answer, Answer::Show(_)) {
            return Ok(answer);
        }
        let quiet = self.host.settings.is_quiet_on(request.server).await?;
        Ok(answer.on_cards(|card| Card { silent: card.silent || quiet, ..card }))
    }

    /// Whoever acts where the bot may not write hears of it: the others cannot.
    fn with_warning(&self, request: &Request, answer: Answer) -> Answer {
        // In a person's own channel with us nobody else would hear of it anyway, nor where the bot came with that person.
        let alone = request.server == NOWHERE || request.is_guest;
        if alone || request.rights.contains(request.needed()) {
            return answer;
        }
        let warn = |mut card: Card| {
            card.text = ending_in(&card.text, &self.words(request).say("chat-may-not-write", &[]));
            card
        };
        match answer {
            Answer::Tell(card) => Answer::Tell(warn(card)),
            Answer::Change(card) => Answer::Change(warn(card)),
            other @ (Answer::Show(_) | Answer::Ask(_) | Answer::Silence) => other,
        }
    }
}
