//! Writes answers in the language of the user who asks: outcomes, refusals and apologies.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::guild_settings::{explain_guild_refusal, join_limited};
use crate::cards::refusals::explain_refusal;
use crate::delivery::answer::Answer;
use crate::key;
use crate::wire::card::{Button, Card};
use crate::wire::names::{escape_name, escape_text};
use crate::wire::press::Press;
use crate::wire::request::{DIRECT_MESSAGES, Request, variant_name};
use crate::wire::text_limits::append_last_line;
use lanai_host::{Failure, GuildRefusal, InternalError, Refusal, Settings, Table, Tables};
use lanai_text::{Fill, Key, Words, translate_typed};

/// Turns outcomes into answers.
pub(crate) struct Replies {
    pub(crate) composer: Arc<Composer>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) tables: Arc<Tables>,
}

impl Replies {
    /// Explains a refusal by the guild's settings, with the reason or the channels that are open.
    async fn explain_guild_settings(&self, request: &Request, refusal: GuildRefusal) -> String {
        let words = self.words(request);
        let mut text = explain_guild_refusal(words, refusal);
        let Ok(settings) = self.settings.guild_settings(request.guild).await else {
            return text;
        };
        let mut details = None;
        if refusal == GuildRefusal::Barred {
            if let Some(bar) = settings.barred.get(&request.actor.person) {
                let fill = [("reason", escape_text(&bar.reason).into())];
                details = Some(words.say(key::CHAT_BARRED_WHY, &fill));
            }
        } else if refusal == GuildRefusal::ChannelForbidden {
            let open = settings.channels.iter().filter(|(_, is_open)| **is_open);
            let links = open.map(|(channel, _)| format!("<#{}>", channel.0));
            if let Some(list) = join_limited(words, links.collect()) {
                let fill = [("list", list.into())];
                details = Some(words.say(key::CHAT_SETTING_CHANNELS_OPEN, &fill));
            }
        }
        if let Some(details) = details {
            text.push(' ');
            text.push_str(&details);
        }
        text
    }

    /// Returns the answer to a request that was refused because the bot stops.
    pub(crate) fn closing_answer(&self, request: &Request) -> Answer {
        self.answer(request, key::CHAT_CLOSING, &[])
    }

    /// Returns the phrases in the language of the user who asks.
    pub(crate) fn words(&self, request: &Request) -> &Words {
        self.composer.words_of_user(request)
    }

    /// Translates typed words such as units of time, "never" and "usual" into the program's own.
    pub(crate) fn normalize_typed(&self, request: &Request, typed: &str) -> String {
        translate_typed(&self.composer.dictionary, self.words(request), typed)
    }

    /// Returns a private answer of one sentence.
    pub(crate) fn answer(&self, request: &Request, key: Key, fill: &[(&str, Fill<'_>)]) -> Answer {
        Answer::words(self.words(request).say(key, fill))
    }

    /// Returns the phrases in the language of a table's public messages.
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
            Ok(answer) => self.with_permission_warning(request, answer),
            Err(Failure::Refusal(Refusal::Repeated)) => Answer::AlreadyGiven,
            Err(Failure::Refusal(Refusal::ComputerPlays)) => {
                Answer::Private(self.offer_seat_back(request).await)
            }
            Err(Failure::Refusal(declined)) => {
                let why = variant_name(&declined);
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
                    return Answer::words(words.say(key::CHAT_OTHER_EDITION, &[]));
                }
                self.apology(request)
            }
        }
    }

    /// Returns the table of the pressed button or, without one, the table of the channel.
    pub(crate) async fn find_table(&self, request: &Request) -> Result<Table, Failure> {
        match request.table {
            Some(table) => self.tables.find(table).await,
            None => self.tables.find_in_channel(request.channel).await,
        }
    }

    /// Offers a player for whom the computer plays a button to take the seat back.
    async fn offer_seat_back(&self, request: &Request) -> Card {
        let words = self.words(request);
        let card = Card::words(words.say(key::CHAT_STOOD_IN, &[]));
        let Ok(table) = self.find_table(request).await else {
            return card;
        };
        let press = Press::Back(table.id);
        card.button(Button::primary(words, &press, key::CHAT_BUTTON_BACK_AGAIN))
    }

    pub(crate) fn apology(&self, request: &Request) -> Answer {
        self.answer(request, key::CHAT_TROUBLE, &[])
    }

    pub(crate) async fn explain(&self, request: &Request, declined: &Refusal) -> String {
        if let Refusal::Guild(refusal) = declined {
            return self.explain_guild_settings(request, *refusal).await;
        }
        match self.explain_with_player(request, declined).await {
            Some(text) => text,
            None => explain_refusal(self.words(request), declined),
        }
    }

    /// Explains a refusal that is about another player, by that player's name.
    async fn explain_with_player(&self, request: &Request, declined: &Refusal) -> Option<String> {
        let (name, seat) = if let Refusal::NotYourTurn(seat) = declined {
            (key::CHAT_NOT_TURN_BUT, Some(*seat))
        } else if let Refusal::ActedSince(seat) = declined {
            (key::CHAT_ACTED_SINCE_WHO, Some(*seat))
        } else if matches!(declined, Refusal::OnlyOwnerBegins) {
            (key::CHAT_OWNER_BEGINS_WHO, None)
        } else {
            return None;
        };
        let words = self.words(request);
        let table = self.find_table(request).await.ok()?;
        let seat = seat.or_else(|| table.seat_of(table.owner))?;
        let player = escape_name(words, &table.seated_player(seat)?.name);
        Some(words.say(name, &[("who", player.into())]))
    }

    /// Makes a public answer silent during the guild's quiet hours.
    async fn silence_if_quiet(&self, request: &Request, answer: Answer) -> Result<Answer, Failure> {
        if !matches!(answer, Answer::Public(_)) {
            return Ok(answer);
        }
        let quiet = self.settings.is_quiet_in_guild(request.guild).await?;
        Ok(answer.map_card(|card| Card {
            silent: card.silent || quiet,
            ..card
        }))
    }

    /// Warns that the bot may not post in the channel, so the other players cannot see the move.
    fn with_permission_warning(&self, request: &Request, answer: Answer) -> Answer {
        // Direct messages and user installs have no other readers.
        let is_alone = request.guild == DIRECT_MESSAGES || request.is_user_install;
        let is_private = matches!(answer, Answer::Private(_) | Answer::Update(_));
        let can_write = request
            .bot_permissions
            .contains(request.needed_permissions());
        if is_alone || can_write || !is_private {
            return answer;
        }
        let warning = self.words(request).say(key::CHAT_MAY_NOT_WRITE, &[]);
        answer.map_card(|card| Card {
            text: append_last_line(&card.text, &warning),
            ..card
        })
    }
}
