//! Whoever keeps contests going: for each that is due, what came of its tables is read and the next
//! round is paired, threads are made and tables opened and begun in them, and the message that
//! shows how it stands is brought up to date. Each step is written before the next, and looked for
//! before it is done: a restart at any point goes on where it was.

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

/// How long to wait before looking anyway.
const PATIENCE: Duration = Duration::from_secs(20);
/// So many threads are made in one go: between them other contests are tended.
const THREADS_AT_ONCE: usize = 5;
/// So many of the last messages of a channel are looked through for ours.
const LOOKED_THROUGH: u8 = 30;
/// When what failed is tried again, in seconds; and what may pass by itself, as when the chat was
/// asked too much.
const AGAIN_AFTER: i64 = 5 * 60;
const SOON: i64 = 5;
const HOUR: i64 = 60 * 60;

/// Keeps contests going.
pub(crate) struct ContestKeeper {
    clock: Clock,
    contests: Arc<ContestOrganiser>,
    contest_runner: Arc<ContestRunner>,
    settings: Arc<Settings>,
    composer: Arc<Composer>,
    poster: Arc<Poster>,
    process: Arc<Process>,
    me: UserId,
    /// What each message shows by now: it is changed only if that changes.
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

    /// Tends what is due, for ever.
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
            // Whatever happens to one contest, the others are tended.
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

    /// Does what is to be done at a contest now, and says when there is more to do, if nothing
    /// happens before.
    async fn tend(&mut self, id: ContestId) -> Result<Option<Timestamp>, Failure> {
        let contest = self.contest_runner.follow(id).await?;
        // When it is to be looked at again: at the first of these moments.
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

    /// Opens some of the tables that are missing; says after which pause the others are opened, or
    /// those that could not be.
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
            // It may have been made by somebody who was gone before the table was written.
            let mut thread = known.get(&name).copied();
            for _ in 0..2 {
                // Whoever was given up meanwhile leaves it to others.
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
                // Somebody opened another table there: this one needs a thread of its own.
            }
        }
        if contest.state.is_stuck {
            self.contest_runner.set_stuck(contest.id, false).await?;
        }
        Ok((missing.len() > THREADS_AT_ONCE).then_some(0))
    }

    /// What the thread of a heat is called: no other has the name.
    fn name_of(&self, contest: &Contest, heat: &Heat) -> String {
        let words = self.composer.words_of(contest);
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

    /// Our threads in a channel, by name.
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

    /// Asks of which kind public threads are in a channel.
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

    /// Tells the channel once that a table cannot be opened, unless the trouble may pass by itself.
    async fn report_stuck(
        &self,
        contest: &Contest,
        error: &serenity::Error,
    ) -> Result<(), Failure> {
        if contest.state.is_stuck || may_pass(error) || is(error, UNKNOWN_CHANNEL) {
            return Ok(());
        }
        let poster = &self.poster;
        let words = self.composer.words_of(contest);
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

    /// Brings the message up to date that shows how it stands. When people begin to play, and when
    /// they have played, there is a new one: it is news. Says after which pause it is tried again,
    /// if the channel did not take it.
    async fn show(&mut self, contest: &Contest) -> Result<Option<i64>, Failure> {
        let composer = &self.composer;
        let card = composer
            .contest(contest, composer.words_of(contest), true)
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
        // Of several processes, another may have changed it since.
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
            // Somebody took it away: there is another.
            Err(error) if is(&error, UNKNOWN_MESSAGE) => self.post(contest, card, shows).await,
            Err(error) => self.pause_after(contest, &error).await,
        }
    }

    /// Changes the message, without pictures where the channel takes none.
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

    /// Takes the buttons from a message of an earlier stage, where they lead to nothing any more.
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

    /// After which pause something is tried again that the chat did not take; nothing if there is
    /// no point in that: the channel is gone, and the contest is over.
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

    /// The same message, if it was posted and nobody wrote that down: one of our last in the
    /// channel that says the same of this contest, later than the one before.
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
            // The card of an earlier contest may have the same words, and has lost its buttons.
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

/// What makes a message once: posted again within minutes it is the same.
fn nonce(contest: &Contest, shows: CardStage) -> serenity::all::Nonce {
    let before = contest.state.card.as_ref().map_or(0, |card| card.message.0);
    let part = match shows {
        CardStage::Open => "o",
        CardStage::Running => "r",
        CardStage::Over => "e",
    };
    serenity::all::Nonce::String(format!("{part}{}.{}", contest.id.0, before % 1_000_000_000))
}
