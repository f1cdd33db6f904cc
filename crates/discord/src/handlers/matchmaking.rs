//! Playing between servers: somebody agrees to be found by people of other servers, and is told of it in direct messages with
//! us, where the table is played that is opened for them. Nobody is told who waits, or where.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::direct_messages::DirectMessages;
use crate::delivery::limits::Quotas;
use crate::delivery::replies::Replies;
use crate::handlers::invitations::PlayWish;
use crate::wire::card::{Button, Card, Weight};
use crate::wire::names;
use crate::wire::names::tame;
use crate::wire::press::Press;
use crate::wire::refusals::name_of;
use crate::wire::request::{NOWHERE, Request};
use crate::wire::times::stretch;
use lanai_host::{
    AccessRules, Claim, Clock, Failure, MATCH_REQUEST_SECS, Matchmaking, NoticeId, PersonId,
    Process, Seeker, Settings, Table,
};
use lanai_text::{Fill, Words};

/// How often others are looked for anew because somebody was faster, or cannot be reached.
const TRIES: usize = 8;
/// Of so many people a table between servers is, if nobody says.
const USUAL_SEATS: u8 = 2;

/// Finds opponents on other servers.
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
    /// Somebody would like to play with people of other servers: whoever waits is found, or they wait.
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
        // Whoever takes nothing from us learns it now, and not when others are found.
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

    /// Opens a table for somebody, who may have been told already that they look, and whoever waits for the same; nothing if
    /// there are too few.
    async fn find_others(&self, seeker: &Seeker, told: bool) -> Result<Option<Table>, Failure> {
        for _ in 0..TRIES {
            let Some(others) = self.matchmaking.find_partners(seeker).await? else {
                break;
            };
            let all: Vec<Seeker> = [seeker.clone()].into_iter().chain(others).collect();
            // Whoever looks hears of it last: the others may not be reached.
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
            // Somebody was faster. Perhaps it was one of them who found this one.
            if self.matchmaking.find(seeker.person).await?.is_none() {
                break;
            }
        }
        self.matchmaking
            .find_table_between_guilds(seeker.person)
            .await
    }

    /// Tells those who are found; false if one of them takes nothing from us any more, and so waits no more. Nothing if that
    /// cannot be seen now.
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

    /// Somebody waits no more for people of other servers: a press of theirs.
    pub(crate) async fn stop_seeking(&self, request: &Request) -> Reply {
        let waited = self.matchmaking.stop(request.actor.person).await?;
        let name = if waited {
            "chat-elsewhere-stopped"
        } else {
            "chat-elsewhere-nothing"
        };
        Ok(Answer::Change(Card::words(
            self.replies.words(request).say(name, &[]),
        )))
    }

    /// Whoever looks for a table of this server waits no more for people of others, and hears that where they wait.
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

    /// Looks after those who wait, for ever, in one process at a time: whoever was not found while they asked is found later,
    /// and whoever waited for long hears that nobody came.
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
            // Whoever says it once more because it is not written down says it once.
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

/// By which number the chat knows that something was said to somebody before: none of a notice, which are above zero.
fn nonce_of(person: PersonId) -> NoticeId {
    NoticeId(-person.0.abs())
}

/// What somebody is called everywhere: what they are called on one server would tell which it is.
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

/// That somebody waits, where they will be told of the others.
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
