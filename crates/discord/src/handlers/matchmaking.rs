//! Matches between guilds: users agree to be found by players of other guilds.
//!
//! Everything happens in direct messages, where the table is played too. No one learns who waits,
//! or where.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::direct_messages::DirectMessages;
use crate::delivery::limits::Quotas;
use crate::delivery::replies::Replies;
use crate::handlers::invitations::PlayWish;
use crate::wire::card::{Button, Card, Weight};
use crate::wire::names::{self, tame};
use crate::wire::press::Press;
use crate::wire::refusals::name_of;
use crate::wire::request::{NOWHERE, Request};
use crate::wire::times::stretch;
use lanai_host::{
    AccessRules, Claim, Clock, Failure, MATCH_REQUEST_SECS, Matchmaking, NoticeId, PersonId,
    Process, Seeker, Settings, Table,
};
use lanai_text::{Fill, Words};

/// How often a search starts again because a found player was taken or cannot be reached.
const TRIES: usize = 8;
/// The default number of seats.
const USUAL_SEATS: u8 = 2;

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
    /// Looks for players of other guilds: seats those who wait, or lets the user wait.
    pub(crate) async fn play_elsewhere(&self, request: &Request, wish: PlayWish) -> Reply {
        let say = |name: &str| Ok(self.replies.answer(request, name, &[]));
        if !self.settings.guild_settings(request.guild).await?.elsewhere {
            return say("chat-elsewhere-off");
        }
        let seats = wish.seats.unwrap_or(USUAL_SEATS);
        if !wish.title.seats().contains(&seats) {
            let fill = [
                (
                    "game",
                    names::game(self.replies.words(request), wish.title).into(),
                ),
                ("seats", seats.into()),
            ];
            return Ok(self.replies.answer(request, "chat-elsewhere-seats", &fill));
        }
        if self
            .matchmaking
            .find_table_between_guilds(request.actor.person)
            .await?
            .is_some()
        {
            return say("chat-elsewhere-plays");
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
            return say("chat-elsewhere-too-soon");
        }
        let words = self.replies.words(request);
        // A user who accepts no direct messages learns it now, not when others are found.
        let channel = match self
            .direct_messages
            .send(request.actor.person, &looking(words, wish, seats))
            .await
        {
            Ok(Some(channel)) => channel,
            Ok(None) => return say("chat-elsewhere-closed"),
            Err(error) => {
                tracing::warn!(
                    error = name_of(&error),
                    "somebody cannot be told that they wait for others"
                );
                return Ok(self.replies.apology(request));
            }
        };
        let seeker = Seeker {
            person: request.actor.person,
            name: known_as(request),
            channel,
            language: request.own.clone(),
            guild: request.guild,
            title: wish.title,
            seats,
            pace: wish.pace,
            company: wish.company,
            since: self.clock.now(),
        };
        self.matchmaking
            .seek(&seeker, request.actor.interaction)
            .await?;
        let fill = [("game", Fill::from(names::game(words, wish.title)))];
        let Some(table) = self.find_others(&seeker, true).await? else {
            let time = ("time", Fill::from(stretch(words, MATCH_REQUEST_SECS)));
            let text = words.say("chat-elsewhere-waits", &[&fill[..], &[time]].concat());
            return Ok(Answer::Tell(Card::words(text).button(stop(words))));
        };
        let others: Vec<String> = table
            .seats
            .iter()
            .filter(|chair| chair.person != Some(seeker.person))
            .map(|chair| tame(words, &chair.name))
            .collect();
        let fill = [&fill[..], &[("players", words.list(&others).into())]].concat();
        Ok(self.replies.answer(request, "chat-elsewhere-begins", &fill))
    }

    /// Opens a table for the seeker and matching ones; `None` if there are too few.
    ///
    /// `told` is true if the seeker already got a direct message about the search.
    async fn find_others(&self, seeker: &Seeker, told: bool) -> Result<Option<Table>, Failure> {
        for _ in 0..TRIES {
            let Some(others) = self.matchmaking.find_partners(seeker).await? else {
                break;
            };
            let all: Vec<Seeker> = [seeker.clone()].into_iter().chain(others).collect();
            // The seeker is told last, as the others may be unreachable.
            let looks = all.first().filter(|_| !told);
            let Some(reached) = self.reach(all.iter().skip(1).chain(looks)).await? else {
                break;
            };
            if !reached {
                continue;
            }
            if let Some(table) = self.matchmaking.meet(&all).await? {
                return Ok(Some(table));
            }
            // Another search took one of them, or found this seeker.
            if self.matchmaking.find(seeker.person).await?.is_none() {
                break;
            }
        }
        self.matchmaking
            .find_table_between_guilds(seeker.person)
            .await
    }

    /// Tells the found seekers.
    ///
    /// `Some(false)` if one accepts no direct messages any more and so stops waiting; `None` if
    /// that cannot be determined now.
    async fn reach(&self, others: impl Iterator<Item = &Seeker>) -> Result<Option<bool>, Failure> {
        for other in others {
            let words = self.composer.dictionary.of(&other.language);
            let fill = [("game", Fill::from(names::game(words, other.title)))];
            let card = Card {
                silent: true,
                ..Card::words(words.say("chat-elsewhere-found", &fill))
            };
            match self.direct_messages.send(other.person, &card).await {
                Ok(Some(_)) => {}
                Ok(None) => {
                    self.matchmaking.end(other).await?;
                    return Ok(Some(false));
                }
                Err(error) => {
                    tracing::warn!(
                        error = name_of(&error),
                        "somebody who was found cannot be told now"
                    );
                    return Ok(None);
                }
            }
        }
        Ok(Some(true))
    }

    /// Withdraws the user's match request.
    pub(crate) async fn stop_seeking(&self, request: &Request) -> Reply {
        let waited = self.matchmaking.stop(request.actor.person).await?;
        let name = if waited {
            "chat-elsewhere-stopped"
        } else {
            "chat-elsewhere-nothing"
        };
        Ok(self.replies.answer(request, name, &[]))
    }

    /// Withdraws the match request of a user who takes a table here, and tells them where they
    /// waited.
    pub(crate) async fn seeks_here(&self, request: &Request) -> Result<(), Failure> {
        if !self.matchmaking.stop(request.actor.person).await? {
            return Ok(());
        }
        let card = Card::words(
            self.replies
                .words(request)
                .say("chat-elsewhere-stopped", &[]),
        );
        if let Err(error) = self
            .direct_messages
            .send(
                request.actor.person,
                &Card {
                    silent: true,
                    ..card
                },
            )
            .await
        {
            tracing::warn!(
                error = name_of(&error),
                "somebody cannot be told that they wait no more"
            );
        }
        Ok(())
    }

    /// Matches waiting seekers and tells those whose request lapsed, in one process at a time.
    /// Never returns.
    pub(crate) async fn run(self: Arc<Self>) {
        loop {
            if self.process.holds() && self.process.claims(Claim::Seekers).await.unwrap_or(false) {
                self.tell_lapsed().await;
                if let Err(failure) = self.find_each_other().await {
                    tracing::error!(%failure, "those who wait for others cannot be found");
                }
            }
            self.matchmaking.wait_for_seekers().await;
        }
    }

    async fn find_each_other(&self) -> Result<(), Failure> {
        for seeker in self.matchmaking.list_waiting().await? {
            let waits = self.matchmaking.find(seeker.person).await?.as_ref() == Some(&seeker);
            if waits && self.matchmaking.find_partners(&seeker).await?.is_some() {
                self.find_others(&seeker, false).await?;
            }
        }
        Ok(())
    }

    async fn tell_lapsed(&self) {
        let lapsed = match self.matchmaking.take_lapsed().await {
            Ok(lapsed) => lapsed,
            Err(trouble) => {
                return tracing::error!(%trouble, "who has waited for long cannot be read");
            }
        };
        for seeker in lapsed {
            let words = self.composer.dictionary.of(&seeker.language);
            let time = stretch(words, MATCH_REQUEST_SECS);
            let fill = [
                ("game", Fill::from(names::game(words, seeker.title))),
                ("time", time.into()),
            ];
            let card = Card {
                silent: true,
                ..Card::words(words.say("chat-elsewhere-lapsed", &fill))
            };
            // The nonce keeps a repeated message from appearing twice.
            if let Err(error) = self
                .direct_messages
                .send_once(seeker.person, &card, nonce_of(seeker.person))
                .await
            {
                tracing::warn!(
                    error = name_of(&error),
                    "somebody cannot be told that nobody came"
                );
                continue;
            }
            if let Err(trouble) = self.matchmaking.end(&seeker).await {
                tracing::error!(%trouble, "a search that is over cannot be ended");
            }
        }
    }
}

/// Returns the nonce of a lapsed request. Notices have positive ids, so none has the same.
fn nonce_of(person: PersonId) -> NoticeId {
    NoticeId(-person.0.abs())
}

/// Returns the user's global name: a nickname would give their guild away.
fn known_as(request: &Request) -> String {
    let user = request
        .member
        .as_ref()
        .map(|member| &member.user)
        .filter(|_| request.guild != NOWHERE);
    let name = user.map(|user| {
        user.global_name
            .as_ref()
            .unwrap_or(&user.name)
            .replace('\0', "")
    });
    name.unwrap_or_else(|| request.actor.name.clone())
}

/// Formats the message that the user now waits.
fn looking(words: &Words, wish: PlayWish, seats: u8) -> Card {
    let fill = [
        ("game", Fill::from(names::game(words, wish.title))),
        ("seats", seats.into()),
        ("time", stretch(words, MATCH_REQUEST_SECS).into()),
    ];
    Card::words(words.say("chat-elsewhere-looking", &fill)).button(stop(words))
}

fn stop(words: &Words) -> Button {
    Button::new(
        Press::StopSeeking.id(),
        words.say("chat-button-stop-seeking", &[]),
        Weight::Usual,
    )
}
