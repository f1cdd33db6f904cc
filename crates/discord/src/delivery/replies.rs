//! Answers in the language of the person who asks: outcomes, refusals and apologies.

use crate::Card;
use crate::cards::admin_words::{guild_refusal, list_some};
use crate::cards::refusals;
use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::delivery::answer::Answer;
use crate::wire::card::{Button, Weight};
use crate::wire::fitting::ending_in;
use crate::wire::names::{self, tame_text};
use crate::wire::press::Press;
use crate::wire::request::{NOWHERE, Request, kind};
use lanai_host::{Declined, Failure, GuildRefusal, InternalError, Settings, Table, Tables};
use lanai_text::{Fill, Words};

/// Answers in the language of the person who asks: outcomes, refusals and apologies.
pub(crate) struct Replies {
    pub(crate) composer: Arc<Composer>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) tables: Arc<Tables>,
}

impl Replies {
    /// Explains a refusal by the server's settings, with the reason or the channels that are open.
    pub(crate) async fn explain_guild(&self, request: &Request, refusal: GuildRefusal) -> String {
        let words = self.words(request);
        let told = guild_refusal(words, refusal);
        let Ok(chosen) = self.settings.guild_settings(request.guild).await else {
            return told;
        };
        let more = if refusal == GuildRefusal::Barred {
            let bar = chosen.barred.get(&request.actor.person);
            bar.map(|bar| {
                words.say(
                    "chat-barred-why",
                    &[("reason", tame_text(&bar.reason).into())],
                )
            })
        } else if refusal == GuildRefusal::Channel {
            let open = chosen.channels.iter().filter(|(_, open)| **open);
            let list = list_some(
                words,
                open.map(|(channel, _)| format!("<#{}>", channel.0))
                    .collect(),
            );
            list.map(|list| words.say("chat-setting-channels-open", &[("list", list.into())]))
        } else {
            None
        };
        [Some(told), more]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Returns the answer to a request that was refused because the bot stops.
    pub(crate) fn closing_answer(&self, request: &Request) -> Answer {
        self.answer(request, "chat-closing", &[])
    }

    /// Returns the language of the user who asks.
    pub(crate) fn words(&self, request: &Request) -> &Words {
        self.composer.words_for(request)
    }

    /// Returns typed text with units of time in the form that the host reads.
    pub(crate) fn understood(&self, request: &Request, typed: &str) -> String {
        self.composer
            .dictionary
            .understood(self.words(request), typed)
    }

    /// Returns a sentence for the user who asks alone.
    pub(crate) fn answer(
        &self,
        request: &Request,
        name: &str,
        fill: &[(&str, Fill<'_>)],
    ) -> Answer {
        Answer::words(self.words(request).say(name, fill))
    }

    /// Returns the language of a table's public messages.
    pub(crate) fn public_words(&self, table: &Table) -> &Words {
        self.composer.public_words(table)
    }

    /// Turns an outcome into an answer. Logs internal errors and counts refusals.
    pub(crate) async fn to_answer(
        &self,
        request: &Request,
        outcome: Result<Answer, Failure>,
    ) -> Answer {
        let words = self.words(request);
        let outcome = match outcome {
            Ok(answer) => self.silence_if_quiet(request, answer).await,
            failed => failed,
        };
        match outcome {
            Ok(answer) => self.with_warning(request, answer),
            Err(Failure::Declined(Declined::Repeated)) => Answer::Silence,
            Err(Failure::Declined(Declined::StoodIn)) => {
                Answer::Tell(self.offer_seat_back(request).await)
            }
            Err(Failure::Declined(declined)) => {
                let why = kind(&declined);
                tracing::debug!(why, "declined");
                lanai_metrics::record_refusal(&why);
                Answer::words(self.explain(request, &declined).await)
            }
            // The store was closed before anything was written, because the bot stops.
            Err(Failure::InternalError(InternalError::Store(error))) if error.is_closed() => {
                self.closing_answer(request)
            }
            Err(Failure::InternalError(trouble)) => {
                tracing::error!(%trouble, "a command or press failed");
                if matches!(trouble, InternalError::Edition { .. }) {
                    return Answer::words(words.say("chat-other-edition", &[]));
                }
                self.apology(request)
            }
        }
    }

    /// Returns the table of the pressed button, otherwise that of the channel.
    pub(crate) async fn find_table(&self, request: &Request) -> Result<Table, Failure> {
        match request.game {
            Some(game) => self.tables.find(game).await,
            None => self.tables.find_in_channel(request.channel).await,
        }
    }

    /// Offers a player for whom the computer plays to come back.
    async fn offer_seat_back(&self, request: &Request) -> Card {
        let words = self.words(request);
        let card = Card::words(words.say("chat-stood-in", &[]));
        let Ok(table) = self.find_table(request).await else {
            return card;
        };
        let back = Press::Back(table.game).id();
        card.buttons(&[Button::new(
            back,
            words.say("chat-button-back-again", &[]),
            Weight::Main,
        )])
    }

    /// Returns the apology for an internal error.
    pub(crate) fn apology(&self, request: &Request) -> Answer {
        self.answer(request, "chat-trouble", &[])
    }

    /// Explains a refusal, with the player's name where it is about a seat.
    pub(crate) async fn explain(&self, request: &Request, declined: &Declined) -> String {
        if let Declined::Server(refusal) = declined {
            return self.explain_guild(request, *refusal).await;
        }
        let named = self.explain_by_name(request, declined).await;
        named.unwrap_or_else(|| refusals::declined(self.words(request), declined))
    }

    /// Explains a refusal that is about a seat.
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
        let table = self.find_table(request).await.ok()?;
        let seat = seat.or_else(|| table.seat_of(table.owner))?;
        let who = names::tame(self.words(request), &table.chair(seat)?.name);
        Some(self.words(request).say(name, &[("who", who.into())]))
    }

    /// Makes a public answer silent during the server's quiet hours.
    async fn silence_if_quiet(&self, request: &Request, answer: Answer) -> Result<Answer, Failure> {
        if !matches!(answer, Answer::Show(_)) {
            return Ok(answer);
        }
        let quiet = self.settings.is_quiet_on(request.guild).await?;
        Ok(answer.on_cards(|card| Card {
            silent: card.silent || quiet,
            ..card
        }))
    }

    /// Adds a warning where the bot may not post, because the other players cannot see what is done.
    fn with_warning(&self, request: &Request, answer: Answer) -> Answer {
        // Direct messages and user installs have no other readers.
        let alone = request.guild == NOWHERE || request.is_guest;
        if alone || request.rights.contains(request.needed()) {
            return answer;
        }
        let warn = |mut card: Card| {
            card.text = ending_in(
                &card.text,
                &self.words(request).say("chat-may-not-write", &[]),
            );
            card
        };
        match answer {
            Answer::Tell(card) => Answer::Tell(warn(card)),
            Answer::Change(card) => Answer::Change(warn(card)),
            other @ (Answer::Show(_) | Answer::Ask(_) | Answer::Silence) => other,
        }
    }
}
