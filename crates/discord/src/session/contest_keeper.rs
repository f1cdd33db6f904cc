//! Keeps contests going: collects results, pairs rounds, opens tables in threads, and updates the
//! contest's message.
//!
//! Each step is recorded before the next one. The bot may stop at any point and continue after a
//! restart, because it searches Discord for a thread or message before it creates one.

use crate::cards::contest_card;
use crate::handlers::contests;
use crate::key;
use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;

use crate::cards::composer::Composer;
use crate::delivery::threads::MAX_THREAD_NAME_CHARS;
use crate::handlers::registry::Services;
use crate::wire::card::Card;
use crate::wire::discord::ChannelType;
use crate::wire::names::{escape_name, plain_name};
use crate::wire::port::{MessageEdit, OwnMessage, Poster};
use crate::wire::port_error::{
    PortError, TOO_MANY_OLD_EDITS, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, describe_error, has_code,
    is_forbidden, is_transient,
};
use crate::wire::post_rate::ChannelAction;
use crate::wire::request::public_thread_kind;
use crate::wire::text_limits::truncate;
use lanai_host::{
    CONTEST_CHECK_SECS, CardStage, ChannelId, Clock, Contest, ContestId, ContestOrganiser,
    ContestRunner, Destination, Failure, GuildId, Heat, MessageId, PersonId, Process, Settings,
    TableStatus, Timestamp,
};
use lanai_text::Fill;

/// How often due contests are searched for if no notification arrives.
const POLL_INTERVAL: Duration = Duration::from_secs(20);
/// How many threads are created in a row before other contests get their turn.
const MAX_THREADS_IN_A_ROW: usize = 5;
const MAX_SEARCHED_MESSAGES: u8 = 30;
/// Seconds until a failed step is tried again.
const RETRY_AFTER_SECS: i64 = 5 * 60;
/// Seconds until a step is tried again after a temporary failure.
const RETRY_SOON_SECS: i64 = 5;
/// Seconds until a step for which the bot lacks a permission is tried again.
const RETRY_FORBIDDEN_SECS: i64 = 60 * 60;

pub(crate) struct ContestKeeper {
    clock: Clock,
    contests: Arc<ContestOrganiser>,
    contest_runner: Arc<ContestRunner>,
    settings: Arc<Settings>,
    composer: Arc<Composer>,
    poster: Arc<Poster>,
    process: Arc<Process>,
    bot_id: PersonId,
    /// The last content of each message, so that it is edited only if the content changes.
    shown_cards: HashMap<ContestId, (MessageId, Card)>,
}

impl ContestKeeper {
    pub(crate) fn new(services: &Services, bot_id: PersonId) -> ContestKeeper {
        ContestKeeper {
            clock: services.host.clock.clone(),
            contests: Arc::clone(&services.host.contests),
            contest_runner: Arc::clone(&services.host.contest_runner),
            settings: Arc::clone(&services.host.settings),
            composer: Arc::clone(&services.composer),
            poster: Arc::clone(&services.poster),
            process: Arc::clone(&services.process),
            bot_id,
            shown_cards: HashMap::new(),
        }
    }

    /// Processes due contests. Never returns.
    pub(crate) async fn run(mut self) {
        loop {
            if let Err(error) = self.process_due_contests().await {
                tracing::error!(%error, "due contests cannot be processed");
            }
            tokio::select! {
                () = tokio::time::sleep(POLL_INTERVAL) => {}
                () = self.contest_runner.wait_until_due() => {}
            }
        }
    }

    async fn process_due_contests(&mut self) -> Result<(), Failure> {
        while let Some(tended) = self.contest_runner.claim_due().await? {
            // A failure of one contest must not stop the other contests.
            let next_time = match AssertUnwindSafe(self.advance(tended.contest_id))
                .catch_unwind()
                .await
            {
                Ok(Ok(next_time)) => next_time,
                Ok(Err(error)) => {
                    tracing::error!(%error, contest = tended.contest_id.0, "a contest cannot be processed");
                    Some(self.retry_time())
                }
                Err(_) => {
                    tracing::error!(
                        contest = tended.contest_id.0,
                        "processing a contest panicked"
                    );
                    Some(self.retry_time())
                }
            };
            self.contest_runner.finish_check(tended, next_time).await?;
        }
        Ok(())
    }

    fn retry_time(&self) -> Timestamp {
        self.clock.now() + RETRY_AFTER_SECS
    }

    /// Advances a contest, and returns when it should be processed again.
    async fn advance(&mut self, id: ContestId) -> Result<Option<Timestamp>, Failure> {
        let contest = self.contest_runner.advance_contest(id).await?;
        // The contest is processed again after the shortest of these pauses.
        let mut pauses: Vec<i64> = Vec::new();
        if contest.status == TableStatus::Running {
            pauses.push(CONTEST_CHECK_SECS);
            pauses.extend(self.open_missing_tables(&contest).await?);
            let opened = self.contests.find(id).await?;
            if self.contest_runner.begin_heats(&opened).await? > 0 {
                pauses.push(RETRY_AFTER_SECS);
            }
        }
        let contest = self.contests.find(id).await?;
        pauses.extend(self.update_card(&contest).await?);
        Ok(pauses
            .into_iter()
            .min()
            .map(|pause| self.clock.now() + pause))
    }

    /// Opens some of the missing tables. Returns the seconds until the next ones, or until a retry.
    async fn open_missing_tables(&self, contest: &Contest) -> Result<Option<i64>, Failure> {
        let missing: Vec<&Heat> = contest.unopened_heats().collect();
        if missing.is_empty() {
            return Ok(None);
        }
        let existing_threads = match self.list_own_threads(contest.guild, contest.channel).await {
            Ok(threads) => threads,
            Err(error) => return self.retry_pause(contest, &error).await,
        };
        let thread_type = match self.load_thread_type(contest.channel).await {
            Ok(thread_type) => thread_type,
            Err(error) => return self.retry_pause(contest, &error).await,
        };
        for heat in missing.iter().take(MAX_THREADS_IN_A_ROW) {
            let name = self.thread_name(contest, heat);
            // A process may have stopped after creating the thread, before recording the table.
            let mut thread = existing_threads.get(&name).copied();
            for _ in 0..2 {
                // Once this process has lost its lease, another process opens the tables.
                if !self.process.has_valid_lease() {
                    return Ok(Some(RETRY_SOON_SECS));
                }
                let thread_id = match thread.take() {
                    Some(thread) => thread,
                    None => match self
                        .create_thread(contest.channel, &name, thread_type)
                        .await
                    {
                        Ok(thread) => thread,
                        Err(error) => {
                            self.report_stuck(contest, &error).await?;
                            return self.retry_pause(contest, &error).await;
                        }
                    },
                };
                if self
                    .contest_runner
                    .open_heat(contest.id, heat.number, thread_id)
                    .await?
                    .is_some()
                {
                    break;
                }
                if self
                    .contests
                    .find(contest.id)
                    .await?
                    .find_unopened_heat(heat.number)
                    .is_none()
                {
                    break;
                }
                // The thread belongs to another table, so a new thread is created.
            }
        }
        if contest.state.is_stuck {
            self.contest_runner.set_stuck(contest.id, false).await?;
        }
        Ok((missing.len() > MAX_THREADS_IN_A_ROW).then_some(0))
    }

    /// Returns the unique name of a heat's thread.
    fn thread_name(&self, contest: &Contest, heat: &Heat) -> String {
        let words = contests::contest_words(&self.composer, contest);
        let players: Vec<String> = heat
            .seats
            .iter()
            .map(|seated| plain_name(words, contest.state.name(*seated)))
            .collect();
        let arguments = [
            (
                "name",
                Fill::from(plain_name(words, &contest.state.terms.name)),
            ),
            ("number", format!("{}.{}", contest.id.0, heat.number).into()),
            ("players", players.join(", ").into()),
        ];
        truncate(
            &words.say(key::CHAT_CONTEST_THREAD, &arguments),
            MAX_THREAD_NAME_CHARS,
        )
    }

    /// Returns the bot's open threads in a channel, by name.
    async fn list_own_threads(
        &self,
        guild: GuildId,
        channel: ChannelId,
    ) -> Result<HashMap<String, ChannelId>, PortError> {
        let poster = &self.poster;
        poster.rate.wait().await;
        let active = poster.list_active_threads(guild).await?;
        Ok(active
            .into_iter()
            .filter(|thread| {
                let owner = thread.owner_id.map(|owner| PersonId(owner.into()));
                let parent = thread.parent_id.map(|parent| ChannelId(parent.into()));
                owner == Some(self.bot_id) && parent == Some(channel)
            })
            .map(|thread| (thread.name, ChannelId(thread.id.into())))
            .collect())
    }

    /// Returns the type of public threads in a channel.
    async fn load_thread_type(&self, channel: ChannelId) -> Result<ChannelType, PortError> {
        let poster = &self.poster;
        poster.rate.wait().await;
        let channel = poster.load_channel(channel).await?;
        Ok(channel
            .and_then(|channel| public_thread_kind(channel.kind))
            .unwrap_or(ChannelType::PublicThread))
    }

    /// Reports in the channel that a table cannot be opened: once, and not for temporary errors.
    async fn report_stuck(&self, contest: &Contest, error: &PortError) -> Result<(), Failure> {
        if contest.state.is_stuck || is_transient(error) || has_code(error, UNKNOWN_CHANNEL) {
            return Ok(());
        }
        let poster = &self.poster;
        let words = contests::contest_words(&self.composer, contest);
        let name = Fill::from(escape_name(words, &contest.state.terms.name));
        let card = Card::words(words.say(key::CHAT_CONTEST_STUCK, &[("name", name)]));
        poster
            .rate
            .wait_for_channel(Destination::Channel(contest.channel), ChannelAction::Post)
            .await;
        let nonce = format!("s{}", contest.id.0);
        match poster.post(contest.channel, &card, Some(nonce)).await {
            Ok(_) => self.contest_runner.set_stuck(contest.id, true).await,
            Err(error) => {
                tracing::warn!(
                    error = describe_error(&error),
                    contest = contest.id.0,
                    "the report of a stuck contest could not be posted"
                );
                Ok(())
            }
        }
    }

    async fn create_thread(
        &self,
        channel: ChannelId,
        name: &str,
        thread_type: ChannelType,
    ) -> Result<ChannelId, PortError> {
        let poster = &self.poster;
        poster.rate.wait().await;
        poster.create_thread(channel, name, thread_type).await
    }

    /// Updates the message with the standings. Returns the seconds until a retry, if one is needed.
    ///
    /// A new message is posted when the contest starts and when it ends, because an edit would go
    /// unnoticed.
    async fn update_card(&mut self, contest: &Contest) -> Result<Option<i64>, Failure> {
        let composer = &self.composer;
        let card = contest_card::contest_card(
            composer,
            contest,
            contests::contest_words(composer, contest),
            true,
        )
        .await?;
        let card = composer.with_emojis(card);
        let stage = CardStage::from(contest.status);
        let recorded = contest
            .state
            .card
            .as_ref()
            .filter(|recorded| recorded.shows == stage);
        let Some(message) = recorded.map(|recorded| recorded.message) else {
            return self.post_card(contest, card, stage).await;
        };
        // The content is known only if no other process may have edited the message since.
        let is_only_process = self.process.state().overview.others == 0;
        if is_only_process
            && let Some((known, shown_card)) = self.shown_cards.get(&contest.id)
            && *known == message
            && shown_card.content() == card.content()
            && shown_card.pictures_digest() == card.pictures_digest()
        {
            return Ok(None);
        }
        match self.edit_card(contest, message, &card).await {
            Ok(()) => {
                self.shown_cards.insert(contest.id, (message, card));
                Ok(None)
            }
            // The message was deleted, so a new one is posted.
            Err(error) if has_code(&error, UNKNOWN_MESSAGE) => {
                self.post_card(contest, card, stage).await
            }
            Err(error) => self.retry_pause(contest, &error).await,
        }
    }

    /// Edits the contest's message, without pictures if the channel accepts none.
    async fn edit_card(
        &self,
        contest: &Contest,
        message: MessageId,
        card: &Card,
    ) -> Result<(), PortError> {
        let poster = &self.poster;
        poster
            .rate
            .wait_for_channel(Destination::Channel(contest.channel), ChannelAction::Edit)
            .await;
        let changed = poster
            .edit(contest.channel, message, MessageEdit::Full(card))
            .await;
        match card
            .simplified()
            .filter(|_| poster.rate.may_accept_simplified(&changed))
        {
            Some(simplified) => Box::pin(self.edit_card(contest, message, &simplified)).await,
            None => changed,
        }
    }

    async fn post_card(
        &mut self,
        contest: &Contest,
        card: Card,
        stage: CardStage,
    ) -> Result<Option<i64>, Failure> {
        let card = Card {
            silent: self.settings.is_quiet_in_guild(contest.guild).await?,
            ..card
        };
        match self.find_or_post_card(contest, &card, stage).await {
            Ok(message) => {
                if let Some(older) = contest
                    .state
                    .card
                    .as_ref()
                    .filter(|older| older.message != message)
                {
                    self.remove_buttons(contest, older.message).await;
                }
                self.contest_runner
                    .save_card(contest, message, stage)
                    .await?;
                self.shown_cards.insert(contest.id, (message, card));
                Ok(None)
            }
            Err(error) => self.retry_pause(contest, &error).await,
        }
    }

    /// Removes the buttons from a message of an earlier stage.
    async fn remove_buttons(&self, contest: &Contest, message: MessageId) {
        let poster = &self.poster;
        poster
            .rate
            .wait_for_channel(Destination::Channel(contest.channel), ChannelAction::Edit)
            .await;
        let changed = poster
            .edit(contest.channel, message, MessageEdit::RemoveButtons)
            .await;
        if let Err(error) = changed {
            tracing::debug!(
                error = describe_error(&error),
                "the buttons of an older contest card could not be removed"
            );
        }
    }

    async fn find_or_post_card(
        &self,
        contest: &Contest,
        card: &Card,
        stage: CardStage,
    ) -> Result<MessageId, PortError> {
        match self.find_posted_card(contest, card).await? {
            Some(message) => Ok(message),
            None => self.send_card(contest, card, stage).await,
        }
    }

    /// Posts the contest's message, without pictures if the channel accepts none.
    async fn send_card(
        &self,
        contest: &Contest,
        card: &Card,
        stage: CardStage,
    ) -> Result<MessageId, PortError> {
        let poster = &self.poster;
        poster
            .rate
            .wait_for_channel(Destination::Channel(contest.channel), ChannelAction::Post)
            .await;
        let nonce = nonce(contest, stage);
        let sent = poster.post(contest.channel, card, Some(nonce)).await;
        match card
            .simplified()
            .filter(|_| poster.rate.may_accept_simplified(&sent))
        {
            Some(simplified) => Box::pin(self.send_card(contest, &simplified, stage)).await,
            None => sent,
        }
    }

    /// Returns the seconds until a retry. If the channel is gone, ends the contest; returns `None`.
    async fn retry_pause(
        &self,
        contest: &Contest,
        error: &PortError,
    ) -> Result<Option<i64>, Failure> {
        tracing::warn!(
            error = describe_error(error),
            contest = contest.id.0,
            "Discord refused a request for a contest"
        );
        if has_code(error, UNKNOWN_CHANNEL) {
            self.contests.end_without_channel(contest.id).await?;
            return Ok(None);
        }
        if has_code(error, TOO_MANY_OLD_EDITS) {
            return Ok(Some(RETRY_AFTER_SECS));
        }
        self.poster.rate.pause_if_often_refused(error);
        Ok(Some(if is_forbidden(error) {
            RETRY_FORBIDDEN_SECS
        } else if is_transient(error) {
            RETRY_SOON_SECS
        } else {
            RETRY_AFTER_SECS
        }))
    }

    /// Searches the channel for a contest's message that was posted but may not be recorded.
    ///
    /// The message is newer than the recorded one, and has the text and the buttons of the card.
    async fn find_posted_card(
        &self,
        contest: &Contest,
        card: &Card,
    ) -> Result<Option<MessageId>, PortError> {
        let poster = &self.poster;
        poster.rate.wait().await;
        let messages = poster
            .list_latest_of(self.bot_id, contest.channel, MAX_SEARCHED_MESSAGES)
            .await?;
        let recorded_id = contest
            .state
            .card
            .as_ref()
            .map_or(MessageId(0), |card| card.message);
        let is_same_card = |message: &&OwnMessage| {
            let ids = &message.buttons;
            // The card of an earlier contest may have the same text, but its buttons were removed.
            let same_buttons = ids.is_empty() == card.rows.is_empty()
                && ids.iter().all(|id| card.has_component(id));
            message.message > recorded_id && message.text == card.content() && same_buttons
        };
        Ok(messages
            .iter()
            .find(is_same_card)
            .map(|message| message.message))
    }
}

/// Returns a nonce, with which Discord ignores a message that is posted twice within minutes.
fn nonce(contest: &Contest, stage: CardStage) -> String {
    let recorded_id = contest.state.card.as_ref().map_or(0, |card| card.message.0);
    let prefix = match stage {
        CardStage::Open => "o",
        CardStage::Running => "r",
        CardStage::Over => "e",
    };
    format!("{prefix}{}.{}", contest.id.0, recorded_id % 1_000_000_000)
}
