//! Keeps contests going: collects results, pairs rounds, opens tables in threads, and updates the
//! contest's message.
//!
//! Each step is recorded before the next, and searched for before it is done, so a restart at any
//! point continues where it was.

use crate::cards::contest_card;
use crate::handlers::contests;
use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;
use serenity::all::{
    AutoArchiveDuration, ChannelType, CreateThread, EditMessage, GetMessages, Message, UserId,
};

use crate::cards::composer::Composer;
use crate::delivery::threads::NAME;
use crate::handlers::registry::Services;
use crate::wire::card::Card;
use crate::wire::fitting::fit;
use crate::wire::ids::number;
use crate::wire::names::{plain, tame};
use crate::wire::port::{id_of, in_chat};
use crate::wire::post_rate::{Poster, Sort};
use crate::wire::refusals::{
    OLD_EDITS, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, is, is_forbidden, may_pass, name_of,
};
use crate::wire::request::thread_kind;
use crate::wire::requests::Requested as _;
use lanai_host::{
    CardStage, ChannelId, Clock, Contest, ContestId, ContestOrganiser, ContestRunner, Destination,
    Failure, GuildId, Heat, MessageId, PATROL_SECS, Process, Settings, TableStatus, Timestamp,
};
use lanai_text::Fill;

/// How long to wait for a notification before looking for due contests anyway.
const PATIENCE: Duration = Duration::from_secs(20);
/// How many threads are created in a row, before other contests get their turn.
const THREADS_AT_ONCE: usize = 5;
/// How many of the last messages of a channel are searched for ours.
const LOOKED_THROUGH: u8 = 30;
/// Seconds until a failed step is tried again, and until a passing failure is.
const AGAIN_AFTER: i64 = 5 * 60;
const SOON: i64 = 5;
const HOUR: i64 = 60 * 60;

pub(crate) struct ContestKeeper {
    clock: Clock,
    contests: Arc<ContestOrganiser>,
    contest_runner: Arc<ContestRunner>,
    settings: Arc<Settings>,
    composer: Arc<Composer>,
    poster: Arc<Poster>,
    process: Arc<Process>,
    me: UserId,
    /// What each message shows, so that it is edited only if that changes.
    shown: HashMap<ContestId, (MessageId, Card)>,
}

impl ContestKeeper {
    pub(crate) fn new(services: &Services, me: UserId) -> ContestKeeper {
        ContestKeeper {
            clock: services.host.clock.clone(),
            contests: Arc::clone(&services.host.contests),
            contest_runner: Arc::clone(&services.host.contest_runner),
            settings: Arc::clone(&services.host.settings),
            composer: Arc::clone(&services.composer),
            poster: Arc::clone(&services.poster),
            process: Arc::clone(&services.process),
            me,
            shown: HashMap::new(),
        }
    }

    /// Processes due contests. Never returns.
    pub(crate) async fn keep(mut self) {
        loop {
            if let Err(failure) = self.tend_all().await {
                tracing::error!(%failure, "contests cannot be tended");
            }
            tokio::select! {
                () = tokio::time::sleep(PATIENCE) => {}
                () = self.contest_runner.wait_until_due() => {}
            }
        }
    }

    async fn tend_all(&mut self) -> Result<(), Failure> {
        while let Some(tended) = self.contest_runner.take_due().await? {
            // A failure of one contest must not stop the others.
            let next = match AssertUnwindSafe(self.tend(tended.contest))
                .catch_unwind()
                .await
            {
                Ok(Ok(next)) => next,
                Ok(Err(failure)) => {
                    tracing::error!(%failure, contest = tended.contest.0, "a contest cannot be tended");
                    Some(self.later())
                }
                Err(_) => {
                    tracing::error!(
                        contest = tended.contest.0,
                        "tending a contest came to a sudden end"
                    );
                    Some(self.later())
                }
            };
            self.contest_runner.mark_tended(tended, next).await?;
        }
        Ok(())
    }

    fn later(&self) -> Timestamp {
        self.clock.now() + AGAIN_AFTER
    }

    /// Advances a contest. Returns when to look at it again.
    async fn tend(&mut self, id: ContestId) -> Result<Option<Timestamp>, Failure> {
        let contest = self.contest_runner.follow(id).await?;
        // The contest is looked at again after the shortest of these.
        let mut pauses: Vec<i64> = Vec::new();
        if contest.status == TableStatus::Running {
            pauses.push(PATROL_SECS);
            pauses.extend(self.open_some(&contest).await?);
            let opened = self.contests.find(id).await?;
            if self.contest_runner.begin_heats(&opened).await? > 0 {
                pauses.push(AGAIN_AFTER);
            }
        }
        let contest = self.contests.find(id).await?;
        pauses.extend(self.show(&contest).await?);
        Ok(pauses
            .into_iter()
            .min()
            .map(|pause| self.clock.now() + pause))
    }

    // --- Tables ---

    /// Opens some of the missing tables. Returns the pause before the others, or before a retry.
    async fn open_some(&self, contest: &Contest) -> Result<Option<i64>, Failure> {
        let missing: Vec<&Heat> = contest.unopened().collect();
        if missing.is_empty() {
            return Ok(None);
        }
        let known = match self.threads_of(contest.guild, contest.channel).await {
            Ok(known) => known,
            Err(error) => return self.pause_after(contest, &error).await,
        };
        let kind = match self.thread_kind(contest.channel).await {
            Ok(kind) => kind,
            Err(error) => return self.pause_after(contest, &error).await,
        };
        for heat in missing.iter().take(THREADS_AT_ONCE) {
            let name = self.name_of(contest, heat);
            // A process may have created it and stopped before the table was recorded.
            let mut thread = known.get(&name).copied();
            for _ in 0..2 {
                // A process that lost its lease leaves the rest to others.
                if !self.process.holds() {
                    return Ok(Some(SOON));
                }
                let made = match thread.take() {
                    Some(thread) => thread,
                    None => match self.make_thread(contest.channel, &name, kind).await {
                        Ok(thread) => thread,
                        Err(error) => {
                            self.report_stuck(contest, &error).await?;
                            return self.pause_after(contest, &error).await;
                        }
                    },
                };
                if self
                    .contest_runner
                    .open_heat(contest.id, heat.number, made)
                    .await?
                    .is_some()
                {
                    break;
                }
                if self
                    .contests
                    .find(contest.id)
                    .await?
                    .awaiting(heat.number)
                    .is_none()
                {
                    break;
                }
                // Another table was opened in the thread, so this one needs its own.
            }
        }
        if contest.state.is_stuck {
            self.contest_runner.set_stuck(contest.id, false).await?;
        }
        Ok((missing.len() > THREADS_AT_ONCE).then_some(0))
    }

    /// Returns the name of a heat's thread, which is unique.
    fn name_of(&self, contest: &Contest, heat: &Heat) -> String {
        let words = contests::contest_words(&self.composer, contest);
        let players: Vec<String> = heat
            .seats
            .iter()
            .map(|seated| plain(words, contest.state.name(*seated)))
            .collect();
        let fill = [
            ("name", Fill::from(plain(words, &contest.state.terms.name))),
            ("number", format!("{}.{}", contest.id.0, heat.number).into()),
            ("players", players.join(", ").into()),
        ];
        fit(&words.say("chat-contest-thread", &fill), NAME)
    }

    /// Returns the bot's threads in a channel, by name.
    async fn threads_of(
        &self,
        guild: GuildId,
        channel: ChannelId,
    ) -> serenity::Result<HashMap<String, ChannelId>> {
        let poster = &self.poster;
        poster.rate.wait().await;
        let active = serenity::all::GuildId::new(number(guild.0))
            .get_active_threads(&poster.http)
            .counted("GET /guilds/{guild}/threads/active")
            .await?
            .threads;
        let ours = active.into_iter().filter(|thread| {
            let above = thread.parent_id.map(serenity::all::ChannelId::get);
            thread.owner_id == Some(self.me) && above == Some(number(channel.0))
        });
        Ok(ours
            .map(|thread| (thread.name, ChannelId(thread.id.into())))
            .collect())
    }

    /// Returns the type of public threads in a channel.
    async fn thread_kind(&self, channel: ChannelId) -> serenity::Result<ChannelType> {
        let poster = &self.poster;
        poster.rate.wait().await;
        let shown = in_chat(channel)
            .to_channel(&poster.http)
            .counted("GET /channels/{channel}")
            .await?;
        let kind = shown.guild().and_then(|channel| thread_kind(channel.kind));
        Ok(kind.unwrap_or(ChannelType::PublicThread))
    }

    /// Reports once in the channel that a table cannot be opened, unless the error may pass.
    async fn report_stuck(
        &self,
        contest: &Contest,
        error: &serenity::Error,
    ) -> Result<(), Failure> {
        if contest.state.is_stuck || may_pass(error) || is(error, UNKNOWN_CHANNEL) {
            return Ok(());
        }
        let poster = &self.poster;
        let words = contests::contest_words(&self.composer, contest);
        let name = Fill::from(tame(words, &contest.state.terms.name));
        let card = Card::words(words.say("chat-contest-stuck", &[("name", name)]));
        poster
            .rate
            .wait_in(Destination::Channel(contest.channel), Sort::Post)
            .await;
        let nonce = serenity::all::Nonce::String(format!("s{}", contest.id.0));
        let message = card.open_message().nonce(nonce).enforce_nonce(true);
        let sent = in_chat(contest.channel)
            .send_message(&poster.http, message)
            .counted("POST /channels/{channel}/messages")
            .await;
        match sent {
            Ok(_) => self.contest_runner.set_stuck(contest.id, true).await,
            Err(error) => {
                tracing::warn!(
                    error = name_of(&error),
                    contest = contest.id.0,
                    "the channel cannot be told"
                );
                Ok(())
            }
        }
    }

    async fn make_thread(
        &self,
        channel: ChannelId,
        name: &str,
        kind: ChannelType,
    ) -> serenity::Result<ChannelId> {
        let poster = &self.poster;
        poster.rate.wait().await;
        let thread = CreateThread::new(name)
            .kind(kind)
            .auto_archive_duration(AutoArchiveDuration::OneWeek);
        let made = in_chat(channel)
            .create_thread(&poster.http, thread)
            .counted("POST /channels/{channel}/threads")
            .await?;
        Ok(ChannelId(made.id.into()))
    }

    // --- How it stands ---

    /// Updates the message with the standings. Returns the pause before a retry, if one is needed.
    ///
    /// When the contest starts and when it ends, a new message is posted, because that is news.
    async fn show(&mut self, contest: &Contest) -> Result<Option<i64>, Failure> {
        let composer = &self.composer;
        let card = contest_card::contest_card(
            composer,
            contest,
            contests::contest_words(composer, contest),
            true,
        )
        .await?;
        let card = composer.with_emojis(card);
        let shows = CardStage::from(contest.status);
        let standing = contest
            .state
            .card
            .as_ref()
            .filter(|standing| standing.shows == shows);
        let Some(message) = standing.map(|standing| standing.message) else {
            return self.post(contest, card, shows).await;
        };
        // Another process may have edited it since.
        let alone = self.process.known().presence.others == 0;
        let same = self
            .shown
            .get(&contest.id)
            .filter(|_| alone)
            .is_some_and(|(known, shown)| {
                *known == message
                    && shown.content() == card.content()
                    && shown.pictures() == card.pictures()
            });
        if same {
            return Ok(None);
        }
        match self.change(contest, message, &card).await {
            Ok(()) => {
                self.shown.insert(contest.id, (message, card));
                Ok(None)
            }
            // The message was deleted: post a new one.
            Err(error) if is(&error, UNKNOWN_MESSAGE) => self.post(contest, card, shows).await,
            Err(error) => self.pause_after(contest, &error).await,
        }
    }

    /// Edits the message, without pictures where the channel takes none.
    async fn change(
        &self,
        contest: &Contest,
        message: MessageId,
        card: &Card,
    ) -> serenity::Result<()> {
        let poster = &self.poster;
        poster
            .rate
            .wait_in(Destination::Channel(contest.channel), Sort::Change)
            .await;
        let id = serenity::all::MessageId::new(number(message.0));
        let changed = in_chat(contest.channel)
            .edit_message(&poster.changing, id, card.change())
            .counted("PATCH /channels/{channel}/messages/{message}")
            .await;
        match card
            .plainer()
            .filter(|_| poster.rate.may_take_less(&changed))
        {
            Some(plainer) => Box::pin(self.change(contest, message, &plainer)).await,
            None => changed.map(drop),
        }
    }

    async fn post(
        &mut self,
        contest: &Contest,
        card: Card,
        shows: CardStage,
    ) -> Result<Option<i64>, Failure> {
        let card = Card {
            silent: self.settings.is_quiet_on(contest.guild).await?,
            ..card
        };
        match self.post_once(contest, &card, shows).await {
            Ok(message) => {
                if let Some(older) = contest
                    .state
                    .card
                    .as_ref()
                    .filter(|older| older.message != message)
                {
                    self.take_buttons(contest, older.message).await;
                }
                self.contest_runner
                    .save_card(contest, message, shows)
                    .await?;
                self.shown.insert(contest.id, (message, card));
                Ok(None)
            }
            Err(error) => self.pause_after(contest, &error).await,
        }
    }

    /// Removes the buttons from a message of an earlier stage.
    async fn take_buttons(&self, contest: &Contest, message: MessageId) {
        let poster = &self.poster;
        poster
            .rate
            .wait_in(Destination::Channel(contest.channel), Sort::Change)
            .await;
        let id = serenity::all::MessageId::new(number(message.0));
        let changed = in_chat(contest.channel)
            .edit_message(
                &poster.changing,
                id,
                EditMessage::new().components(Vec::new()),
            )
            .counted("PATCH /channels/{channel}/messages/{message}")
            .await;
        if let Err(error) = changed {
            tracing::debug!(
                error = name_of(&error),
                "an older card of a contest keeps its buttons"
            );
        }
    }

    async fn post_once(
        &self,
        contest: &Contest,
        card: &Card,
        shows: CardStage,
    ) -> serenity::Result<MessageId> {
        match self.posted_before(contest, card).await? {
            Some(message) => Ok(message),
            None => self.post_somehow(contest, card, shows).await,
        }
    }

    /// Posts the message, without pictures where the channel takes none.
    async fn post_somehow(
        &self,
        contest: &Contest,
        card: &Card,
        shows: CardStage,
    ) -> serenity::Result<MessageId> {
        let poster = &self.poster;
        poster
            .rate
            .wait_in(Destination::Channel(contest.channel), Sort::Post)
            .await;
        let message = card
            .open_message()
            .nonce(nonce(contest, shows))
            .enforce_nonce(true);
        let sent = in_chat(contest.channel)
            .send_message(&poster.http, message)
            .counted("POST /channels/{channel}/messages")
            .await;
        match card.plainer().filter(|_| poster.rate.may_take_less(&sent)) {
            Some(plainer) => Box::pin(self.post_somehow(contest, &plainer, shows)).await,
            None => sent.map(|message| MessageId(message.id.into())),
        }
    }

    /// Returns the pause before a retry; `None` if the channel is gone, which ends the contest.
    async fn pause_after(
        &self,
        contest: &Contest,
        error: &serenity::Error,
    ) -> Result<Option<i64>, Failure> {
        tracing::warn!(
            error = name_of(error),
            contest = contest.id.0,
            "something of a contest was not taken"
        );
        if is(error, UNKNOWN_CHANNEL) {
            self.contests.end_without_channel(contest.id).await?;
            return Ok(None);
        }
        if is(error, OLD_EDITS) {
            return Ok(Some(AGAIN_AFTER));
        }
        self.poster.rate.rests_after(error);
        Ok(Some(if is_forbidden(error) {
            HOUR
        } else if may_pass(error) {
            SOON
        } else {
            AGAIN_AFTER
        }))
    }

    /// Searches the channel for the message, in case it was posted but not recorded.
    ///
    /// It is one of the bot's last messages with the same text and buttons, newer than the recorded
    /// one.
    async fn posted_before(
        &self,
        contest: &Contest,
        card: &Card,
    ) -> serenity::Result<Option<MessageId>> {
        let poster = &self.poster;
        poster.rate.wait().await;
        let wanted = GetMessages::new().limit(LOOKED_THROUGH);
        let last = in_chat(contest.channel)
            .messages(&poster.http, wanted)
            .counted("GET /channels/{channel}/messages")
            .await?;
        let before = contest
            .state
            .card
            .as_ref()
            .map_or(0, |card| number(card.message.0));
        let same = |message: &&Message| {
            let buttons = message.components.iter().flat_map(|row| &row.components);
            let ids: Vec<_> = buttons.filter_map(id_of).collect();
            // The card of an earlier contest may have the same text, but has lost its buttons.
            let same_buttons =
                ids.is_empty() == card.rows.is_empty() && ids.iter().all(|id| card.carries(id));
            let ours = message.author.id == self.me && message.id.get() > before;
            ours && message.content == card.content() && same_buttons
        };
        Ok(last
            .iter()
            .find(same)
            .map(|message| MessageId(message.id.into())))
    }
}

/// Returns the nonce by which Discord drops a message that is posted twice within minutes.
fn nonce(contest: &Contest, shows: CardStage) -> serenity::all::Nonce {
    let before = contest.state.card.as_ref().map_or(0, |card| card.message.0);
    let part = match shows {
        CardStage::Open => "o",
        CardStage::Running => "r",
        CardStage::Over => "e",
    };
    serenity::all::Nonce::String(format!("{part}{}.{}", contest.id.0, before % 1_000_000_000))
}
