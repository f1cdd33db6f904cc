//! Finds partners in other guilds for users who agree to be found.
//!
//! Partners are notified in direct messages, where the game is played too. No user learns who waits
//! or in which guild.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::direct_messages::DirectMessages;
use crate::delivery::limits::Quotas;
use crate::delivery::replies::Replies;
use crate::handlers::invitations::PlayOptions;
use crate::key;
use crate::wire::card::{Button, ButtonStyle, Card};
use crate::wire::names::{self, escape_name};
use crate::wire::port_error::describe_error;
use crate::wire::press::Press;
use crate::wire::request::{DIRECT_MESSAGES, Request};
use lanai_host::{
    AccessRules, Claim, Clock, Failure, MATCH_REQUEST_SECS, Matchmaking, NoticeId, PersonId,
    Process, Seeker, Settings, Table,
};
use lanai_panel::format_duration;
use lanai_text::{Fill, Words};

/// How often a search is repeated because a found player was taken or cannot be reached.
const MAX_SEARCHES: usize = 8;
const DEFAULT_SEATS: u8 = 2;

pub(crate) struct MatchmakingHandler {
    pub(crate) clock: Clock,
    pub(crate) composer: Arc<Composer>,
    pub(crate) process: Arc<Process>,
    pub(crate) quotas: Arc<Quotas>,
    pub(crate) access: Arc<AccessRules>,
    pub(crate) matchmaking: Arc<Matchmaking>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) direct_messages: Arc<DirectMessages>,
    pub(crate) replies: Arc<Replies>,
}

impl MatchmakingHandler {
    /// Opens a table with waiting players of other guilds, or lets the user wait.
    pub(crate) async fn find_match(&self, request: &Request, options: PlayOptions) -> Reply {
        if !self
            .settings
            .guild_settings(request.guild)
            .await?
            .cross_guild_play
        {
            return Ok(self.replies.answer(request, key::CHAT_ELSEWHERE_OFF, &[]));
        }
        let seats = options.seats.unwrap_or(DEFAULT_SEATS);
        if !options.title.seats().contains(&seats) {
            let fill = [
                (
                    "game",
                    names::title_name(self.replies.words(request), options.title).into(),
                ),
                ("seats", seats.into()),
            ];
            return Ok(self
                .replies
                .answer(request, key::CHAT_ELSEWHERE_SEATS, &fill));
        }
        if self
            .matchmaking
            .find_table_between_guilds(request.actor.person)
            .await?
            .is_some()
        {
            return Ok(self.replies.answer(request, key::CHAT_ELSEWHERE_PLAYS, &[]));
        }
        self.access
            .check_not_barred(request.guild, request.actor.person)
            .await?;
        self.access.check_open_table_limit(&request.actor).await?;
        if !self
            .quotas
            .searches
            .admit_at(request.actor.person, self.clock.now())
        {
            return Ok(self
                .replies
                .answer(request, key::CHAT_ELSEWHERE_TOO_SOON, &[]));
        }
        let words = self.replies.words(request);
        // A user who accepts no direct messages must learn it now, not when partners are found.
        let channel = match self
            .direct_messages
            .send(request.actor.person, &waiting_card(words, options, seats))
            .await
        {
            Ok(Some(channel)) => channel,
            Ok(None) => {
                return Ok(self
                    .replies
                    .answer(request, key::CHAT_ELSEWHERE_CLOSED, &[]));
            }
            Err(error) => {
                tracing::warn!(
                    error = describe_error(&error),
                    "a match request cannot be confirmed in direct messages"
                );
                return Ok(self.replies.apology(request));
            }
        };
        let seeker = Seeker {
            person: request.actor.person,
            name: global_name(request),
            channel,
            language: request.locale.clone(),
            guild: request.guild,
            title: options.title,
            seats,
            time_control: options.time_control,
            preference: options.preference,
            since: self.clock.now(),
        };
        self.matchmaking
            .save_request(&seeker, request.actor.interaction)
            .await?;
        let fill = [("game", Fill::from(names::title_name(words, options.title)))];
        let Some(table) = self.open_match(&seeker, true).await? else {
            let time = (
                "time",
                Fill::from(format_duration(words, MATCH_REQUEST_SECS)),
            );
            let text = words.say(key::CHAT_ELSEWHERE_WAITS, &[&fill[..], &[time]].concat());
            return Ok(Answer::Private(
                Card::words(text).button(stop_button(words)),
            ));
        };
        let others: Vec<String> = table
            .seats
            .iter()
            .filter(|seat| seat.person != Some(seeker.person))
            .map(|seat| escape_name(words, &seat.name))
            .collect();
        let fill = [&fill[..], &[("players", words.join_list(&others).into())]].concat();
        Ok(self
            .replies
            .answer(request, key::CHAT_ELSEWHERE_BEGINS, &fill))
    }

    /// Opens a table for the seeker and matching partners. Returns `None` without enough partners.
    ///
    /// If another search has seated the seeker meanwhile, returns that table. `notified` is true if
    /// the seeker already got a direct message about the search.
    async fn open_match(&self, seeker: &Seeker, notified: bool) -> Result<Option<Table>, Failure> {
        for _ in 0..MAX_SEARCHES {
            let Some(others) = self.matchmaking.find_partners(seeker).await? else {
                break;
            };
            let all: Vec<Seeker> = [seeker.clone()].into_iter().chain(others).collect();
            // The seeker is notified last, because the partners may be unreachable.
            let to_notify = all.first().filter(|_| !notified);
            let Some(all_reached) = self
                .notify_found(all.iter().skip(1).chain(to_notify))
                .await?
            else {
                break;
            };
            if !all_reached {
                continue;
            }
            if let Some(table) = self.matchmaking.open_table(&all).await? {
                return Ok(Some(table));
            }
            // Another search took a partner or this seeker.
            if self
                .matchmaking
                .find_request(seeker.person)
                .await?
                .is_none()
            {
                break;
            }
        }
        self.matchmaking
            .find_table_between_guilds(seeker.person)
            .await
    }

    /// Notifies the found seekers.
    ///
    /// Returns `Some(false)` if a seeker accepts no direct messages any more and was removed, and
    /// `None` if a message could not be sent for another reason.
    async fn notify_found(
        &self,
        others: impl Iterator<Item = &Seeker>,
    ) -> Result<Option<bool>, Failure> {
        for other in others {
            let words = self.composer.dictionary.for_locale(&other.language);
            let fill = [("game", Fill::from(names::title_name(words, other.title)))];
            let card = Card {
                silent: true,
                ..Card::words(words.say(key::CHAT_ELSEWHERE_FOUND, &fill))
            };
            match self.direct_messages.send(other.person, &card).await {
                Ok(Some(_)) => {}
                Ok(None) => {
                    self.matchmaking.end_request(other).await?;
                    return Ok(Some(false));
                }
                Err(error) => {
                    tracing::warn!(
                        error = describe_error(&error),
                        "a found partner cannot be notified"
                    );
                    return Ok(None);
                }
            }
        }
        Ok(Some(true))
    }

    /// Withdraws the user's match request.
    pub(crate) async fn stop_seeking(&self, request: &Request) -> Reply {
        let waited = self
            .matchmaking
            .delete_request(request.actor.person)
            .await?;
        let key = if waited {
            key::CHAT_ELSEWHERE_STOPPED
        } else {
            key::CHAT_ELSEWHERE_NOTHING
        };
        Ok(self.replies.answer(request, key, &[]))
    }

    /// Withdraws the match request, if any, of a user who looks for a table here, and tells them.
    pub(crate) async fn withdraw_request_of_opener(
        &self,
        request: &Request,
    ) -> Result<(), Failure> {
        if !self
            .matchmaking
            .delete_request(request.actor.person)
            .await?
        {
            return Ok(());
        }
        let words = self.replies.words(request);
        let card = Card {
            silent: true,
            ..Card::words(words.say(key::CHAT_ELSEWHERE_STOPPED, &[]))
        };
        if let Err(error) = self.direct_messages.send(request.actor.person, &card).await {
            tracing::warn!(
                error = describe_error(&error),
                "the withdrawal of a match request cannot be confirmed"
            );
        }
        Ok(())
    }

    /// Matches waiting seekers and notifies those whose request lapsed. Never returns.
    ///
    /// Only one process does this at a time.
    pub(crate) async fn run_forever(self: Arc<Self>) {
        loop {
            if self.process.has_valid_lease()
                && self
                    .process
                    .try_claim(Claim::Seekers)
                    .await
                    .unwrap_or(false)
            {
                self.notify_lapsed().await;
                if let Err(failure) = self.match_seekers().await {
                    tracing::error!(%failure, "waiting seekers cannot be matched");
                }
            }
            self.matchmaking.wait_for_seekers().await;
        }
    }

    async fn match_seekers(&self) -> Result<(), Failure> {
        for seeker in self.matchmaking.list_waiting().await? {
            let still_waits =
                self.matchmaking.find_request(seeker.person).await?.as_ref() == Some(&seeker);
            if still_waits && self.matchmaking.find_partners(&seeker).await?.is_some() {
                self.open_match(&seeker, false).await?;
            }
        }
        Ok(())
    }

    async fn notify_lapsed(&self) {
        let lapsed_seekers = match self.matchmaking.claim_expired().await {
            Ok(lapsed_seekers) => lapsed_seekers,
            Err(error) => {
                return tracing::error!(%error, "lapsed match requests cannot be loaded");
            }
        };
        for seeker in lapsed_seekers {
            let words = self.composer.dictionary.for_locale(&seeker.language);
            let time = format_duration(words, MATCH_REQUEST_SECS);
            let fill = [
                ("game", Fill::from(names::title_name(words, seeker.title))),
                ("time", time.into()),
            ];
            let card = Card {
                silent: true,
                ..Card::words(words.say(key::CHAT_ELSEWHERE_LAPSED, &fill))
            };
            // The nonce keeps the message from appearing twice if it is sent again.
            if let Err(error) = self
                .direct_messages
                .send_once(seeker.person, &card, lapsed_request_nonce(seeker.person))
                .await
            {
                tracing::warn!(
                    error = describe_error(&error),
                    "the lapse of a match request cannot be announced"
                );
                continue;
            }
            if let Err(error) = self.matchmaking.end_request(&seeker).await {
                tracing::error!(%error, "a lapsed match request cannot be deleted");
            }
        }
    }
}

/// Returns the nonce of the message about a lapsed request. It is negative, because notices have
/// positive nonces.
fn lapsed_request_nonce(person: PersonId) -> NoticeId {
    NoticeId(-person.0.abs())
}

/// Returns the global name of the user, because a nickname would reveal the guild.
fn global_name(request: &Request) -> String {
    let user = request
        .member
        .as_ref()
        .map(|member| &member.user)
        .filter(|_| request.guild != DIRECT_MESSAGES);
    match user {
        Some(user) => {
            let name = user.global_name.as_ref().unwrap_or(&user.name);
            // PostgreSQL stores no text with this character.
            name.replace('\0', "")
        }
        None => request.actor.name.clone(),
    }
}

/// Returns the message that tells the user that their search for partners has begun.
fn waiting_card(words: &Words, options: PlayOptions, seats: u8) -> Card {
    let fill = [
        ("game", Fill::from(names::title_name(words, options.title))),
        ("seats", seats.into()),
        ("time", format_duration(words, MATCH_REQUEST_SECS).into()),
    ];
    Card::words(words.say(key::CHAT_ELSEWHERE_LOOKING, &fill)).button(stop_button(words))
}

fn stop_button(words: &Words) -> Button {
    Button::new(
        Press::StopSeeking.id(),
        words.say(key::CHAT_BUTTON_STOP_SEEKING, &[]),
        ButtonStyle::Secondary,
    )
}
