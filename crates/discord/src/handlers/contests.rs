//! `/contest`: opens, starts, shows and corrects leagues and tournaments.
//!
//! `contest_keeper` opens the tables of a contest, and `contest_card` renders its message.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::contest_card::{self, log_line};
use crate::cards::table::{DisplayOptions, TableCards};
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::admin::AdminHandler;
use crate::handlers::table_opening::TableOpening;
use crate::key;
use crate::wire::card::{Button, ButtonStyle, Card};
use crate::wire::names::{escape_name, escape_text};
use crate::wire::permissions::can_create_threads;
use crate::wire::press::{ContestAction, ContestLogPage, Press};
use crate::wire::request::Request;
use lanai_host::{
    Contest, ContestId, ContestOrganiser, ContestRefusal, Failure, GuildRefusal, NewContest,
    PairingSystem, Participation, PersonId, Settings, TableStatus, TimeControl,
};
use lanai_rules::Title;
use lanai_text::{Key, Words};

/// The maximum length of a page of the log, which must fit with its heading in a message of 2,000
/// characters.
const MAX_PAGE_CHARS: usize = 1800;

/// The options of `/contest open`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ContestOptions {
    pub(crate) name: String,
    pub(crate) title: Title,
    pub(crate) system: PairingSystem,
    pub(crate) seats: Option<u8>,
    pub(crate) rounds: Option<u32>,
    pub(crate) options: String,
    pub(crate) time_control: TimeControl,
}

/// A correction by the organiser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ContestCorrection {
    /// Adds points to an entrant, or takes points away.
    Points(PersonId, i64),
    Remove(PersonId),
    /// Annuls the result of a table, which is played again.
    Annul(i64),
    /// Ends the contest early.
    End,
}

pub(crate) struct ContestHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) contests: Arc<ContestOrganiser>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) admin_handler: Arc<AdminHandler>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) table_cards: Arc<TableCards>,
    pub(crate) table_opening: Arc<TableOpening>,
}

impl ContestHandler {
    /// Finds the contest of the channel or, in a thread, of its parent channel.
    async fn find_in_channel(&self, request: &Request) -> Result<Contest, Failure> {
        let channel = request.parent_channel.unwrap_or(request.channel);
        self.contests.find_in_channel(channel).await
    }

    pub(crate) async fn open_contest(&self, request: &Request, options: ContestOptions) -> Reply {
        let new = NewContest {
            guild: request.guild,
            channel: request.channel,
            name: crate::wire::names::plain_name(self.replies.words(request), &options.name),
            title: options.title,
            options: options.options,
            seat_count: options.seats,
            system: options.system,
            rounds: options.rounds,
            time_control: options.time_control,
            language: self.table_opening.load_public_language(request).await?,
            follows: None,
        };
        self.check_and_open(request, new).await
    }

    async fn check_and_open(&self, request: &Request, new: NewContest) -> Reply {
        self.table_opening.check_opener(request).await?;
        if self
            .settings
            .guild_settings(request.guild)
            .await?
            .no_threads
        {
            return Err(GuildRefusal::NoThreads.into());
        }
        if !can_create_threads(request) {
            return Ok(self
                .replies
                .answer(request, key::CHAT_CONTEST_NO_THREADS, &[]));
        }
        let contest = self.contests.open_contest(&new, &request.actor).await?;
        let name = escape_name(self.replies.words(request), &contest.state.terms.name);
        Ok(self
            .replies
            .answer(request, key::CHAT_CONTEST_OPENED, &[("name", name.into())]))
    }

    /// Joins, leaves or starts a contest, or opens its next season, by button or command.
    pub(crate) async fn act_on_contest(
        &self,
        request: &Request,
        contest: Option<ContestId>,
        action: ContestAction,
    ) -> Reply {
        let id = match contest {
            // The id of a button proves no access. Being in the channel does, because Discord shows
            // a channel only to members who may see it.
            Some(id) if self.contests.find(id).await?.channel != request.channel => {
                return Err(ContestRefusal::NoContest.into());
            }
            Some(id) => id,
            None => self.find_in_channel(request).await?.id,
        };
        let actor = &request.actor;
        let (contest, reply_key) = match action {
            ContestAction::Join => {
                let contest = self.contests.sign_up(id, actor).await?;
                let part = contest
                    .state
                    .entrant(actor.person)
                    .map(|number| contest.state.entrants[number].part);
                let reply_key = match (contest.status, part) {
                    (_, Some(Participation::Reserve)) => key::CHAT_CONTEST_RESERVE,
                    (TableStatus::Running, _) => key::CHAT_CONTEST_RETURNED,
                    (TableStatus::Open | TableStatus::Over, _) => key::CHAT_CONTEST_JOINED,
                };
                (contest, reply_key)
            }
            ContestAction::Leave => {
                let contest = self.contests.sign_off(id, actor).await?;
                let reply_key = if contest.status == TableStatus::Running {
                    key::CHAT_CONTEST_DROPPED_OUT
                } else {
                    key::CHAT_CONTEST_LEFT
                };
                (contest, reply_key)
            }
            ContestAction::Begin => {
                let is_moderator = self.admin_handler.is_moderator(request).await?;
                let contest = self.contests.begin_contest(id, actor, is_moderator).await?;
                (contest, key::CHAT_CONTEST_STARTED)
            }
            ContestAction::Next => {
                let previous = self.contests.find(id).await?;
                if !previous.is_organised_by(actor.person)
                    && !self.admin_handler.is_moderator(request).await?
                {
                    return Err(ContestRefusal::NotOrganiser.into());
                }
                if previous.status != TableStatus::Over {
                    return Err(ContestRefusal::ChannelOccupied.into());
                }
                let language = self.table_opening.load_public_language(request).await?;
                let new = NewContest {
                    channel: request.channel,
                    language,
                    ..NewContest::next_season_of(&previous)
                };
                return self.check_and_open(request, new).await;
            }
        };
        let name = escape_name(self.replies.words(request), &contest.state.terms.name);
        Ok(self
            .replies
            .answer(request, reply_key, &[("name", name.into())]))
    }

    /// Shows the standings, with the user's own line on top.
    pub(crate) async fn show_standings(&self, request: &Request) -> Reply {
        let contest = self.find_in_channel(request).await?;
        let words = self.replies.words(request);
        let in_words = self
            .table_cards
            .wants_text(request, DisplayOptions::default())
            .await?;
        let mut card =
            contest_card::contest_card(&self.composer, &contest, words, !in_words).await?;
        let number = contest.state.entrant(request.actor.person);
        let lines = contest.state.standings();
        if let Some(line) = lines.iter().find(|line| Some(line.entrant) == number) {
            let fill = [
                ("place", line.place.into()),
                ("points", crate::wire::ids::to_usize(line.points).into()),
            ];
            card.text = format!(
                "{}\n{}",
                words.say(key::CHAT_CONTEST_YOURS, &fill),
                card.text
            );
        }
        Ok(Answer::Private(card))
    }

    /// Shows a page of the contest's log, newest first.
    pub(crate) async fn show_log(&self, request: &Request, page: Option<ContestLogPage>) -> Reply {
        let (contest, page) = match page {
            Some(ContestLogPage { contest, page }) => (self.contests.find(contest).await?, page),
            None => (self.find_in_channel(request).await?, 0),
        };
        let words = self.replies.words(request);
        let state = &contest.state;
        let entries = state.log.iter().rev().map(|entry| log_line(words, entry));
        let pages = join_into_pages(entries);
        let name = escape_name(words, &state.terms.name);
        let mut lines = vec![words.say(key::CHAT_CONTEST_LOG, &[("name", name.into())])];
        lines.extend(pages.get(page).cloned());
        let mut buttons = Vec::new();
        if page > 0 {
            let newer = page_button(words, contest.id, page - 1, key::CHAT_CONTEST_NEWER);
            buttons.push(newer);
        }
        if page + 1 < pages.len() {
            let older = page_button(words, contest.id, page + 1, key::CHAT_CONTEST_OLDER);
            buttons.push(older);
        }
        Ok(Answer::Private(
            Card::words(lines.join("\n")).buttons(&buttons),
        ))
    }

    /// Corrects the contest. The public log of the contest shows the reason.
    pub(crate) async fn apply_correction(
        &self,
        request: &Request,
        correction: ContestCorrection,
        reason: &str,
    ) -> Reply {
        let id = self.find_in_channel(request).await?.id;
        let reason = reason.trim();
        if reason.is_empty() {
            return Ok(self.replies.answer(request, key::CHAT_CONTEST_REASON, &[]));
        }
        let is_moderator = self.admin_handler.is_moderator(request).await?;
        let actor = &request.actor;
        match correction {
            ContestCorrection::Points(person, points) => {
                self.contests
                    .correct_points(id, actor, is_moderator, person, points, reason)
                    .await?
            }
            ContestCorrection::Remove(person) => {
                self.contests
                    .remove_entrant(id, actor, is_moderator, person, reason)
                    .await?
            }
            ContestCorrection::Annul(heat) => {
                self.contests
                    .annul_heat(id, actor, is_moderator, heat, reason)
                    .await?
            }
            ContestCorrection::End => {
                self.contests
                    .end_contest(id, actor, is_moderator, reason)
                    .await?
            }
        };
        Ok(self.replies.answer(
            request,
            key::CHAT_CONTEST_RIGHTED,
            &[("reason", escape_text(reason).into())],
        ))
    }
}

/// Returns the words of the public language of the contest.
pub(crate) fn contest_words<'a>(composer: &'a Composer, contest: &Contest) -> &'a Words {
    composer
        .dictionary
        .for_locale(&contest.state.terms.language)
}

fn page_button(words: &Words, contest: ContestId, page: usize, key: Key) -> Button {
    let id = Press::ContestLog(ContestLogPage { contest, page }).id();
    Button::new(id, words.say(key, &[]), ButtonStyle::Secondary)
}

/// Joins lines into pages that each fit in a message.
fn join_into_pages(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut pages: Vec<String> = Vec::new();
    for line in lines {
        match pages.last_mut() {
            Some(page) if page.chars().count() + line.chars().count() < MAX_PAGE_CHARS => {
                page.push('\n');
                page.push_str(&line);
            }
            _ => pages.push(line),
        }
    }
    pages
}
