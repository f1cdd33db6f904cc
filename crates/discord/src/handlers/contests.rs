//! Leagues and tournaments: opening, entering, starting, showing and correcting them.
//!
//! `contest_keeper` opens their tables, and `contest_card` draws their message.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::contest_card::{self, logged};
use crate::cards::table::{Display, TableCards};
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::admin::AdminHandler;
use crate::handlers::table_opening::TableOpening;
use crate::wire::card::{Button, Card, Weight};
use crate::wire::names::{tame, tame_text};
use crate::wire::permissions::can_create_threads;
use crate::wire::press::{LogPage, Press, SigningUp};
use crate::wire::request::Request;
use lanai_host::{
    Contest, ContestId, ContestOrganiser, ContestRefusal, Failure, GuildRefusal, NewContest, Part,
    PersonId, Settings, System, TableStatus, TimeControl,
};
use lanai_rules::Title;

/// How many characters of a log fit on a page, below its heading: a message holds 2,000.
const ON_A_PAGE: usize = 1800;

/// The options of `/contest open`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ContestWish {
    pub(crate) name: String,
    pub(crate) title: Title,
    pub(crate) system: System,
    pub(crate) seats: Option<u8>,
    pub(crate) rounds: Option<u32>,
    pub(crate) options: String,
    pub(crate) pace: TimeControl,
}

/// A correction by the organiser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Righting {
    /// Adds points to an entrant, or takes some away.
    Points(PersonId, i64),
    Remove(PersonId),
    /// Plays a table again.
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
    /// Finds the contest of the channel, or of the thread's parent channel.
    async fn find_here(&self, request: &Request) -> Result<Contest, Failure> {
        self.contests
            .find_in_channel(request.above.unwrap_or(request.channel))
            .await
    }

    /// Opens a contest in the channel.
    pub(crate) async fn open(&self, request: &Request, wish: ContestWish) -> Reply {
        let new = NewContest {
            guild: request.guild,
            channel: request.channel,
            name: crate::wire::names::plain(self.replies.words(request), &wish.name),
            title: wish.title,
            options: wish.options,
            chairs: wish.seats,
            system: wish.system,
            rounds: wish.rounds,
            pace: wish.pace,
            language: self.table_opening.public_language(request).await?,
            follows: None,
        };
        self.try_open(request, new).await
    }

    async fn try_open(&self, request: &Request, new: NewContest) -> Reply {
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
            return Ok(self.replies.answer(request, "chat-contest-no-threads", &[]));
        }
        let contest = self.contests.open(&new, &request.actor).await?;
        let name = tame(self.replies.words(request), &contest.state.terms.name);
        Ok(self
            .replies
            .answer(request, "chat-contest-opened", &[("name", name.into())]))
    }

    /// Joins, leaves, starts or continues a contest, by button or command.
    pub(crate) async fn change_entry(
        &self,
        request: &Request,
        of: Option<ContestId>,
        what: SigningUp,
    ) -> Reply {
        let id = match of {
            // The id of a button is no proof of access. Being in the channel is, because Discord
            // shows it only to members who may see it.
            Some(id) if self.contests.find(id).await?.channel != request.channel => {
                return Err(ContestRefusal::NoContest.into());
            }
            Some(id) => id,
            None => self.find_here(request).await?.id,
        };
        let actor = &request.actor;
        let (contest, said) = match what {
            SigningUp::Join => {
                let contest = self.contests.sign_up(id, actor).await?;
                let part = contest
                    .state
                    .entrant(actor.person)
                    .map(|number| contest.state.entrants[number].part);
                let said = match (contest.status, part) {
                    (_, Some(Part::Reserve)) => "chat-contest-reserve",
                    (TableStatus::Running, _) => "chat-contest-returned",
                    (TableStatus::Open | TableStatus::Over, _) => "chat-contest-joined",
                };
                (contest, said)
            }
            SigningUp::Leave => {
                let contest = self.contests.sign_off(id, actor).await?;
                let runs = contest.status == TableStatus::Running;
                (
                    contest,
                    if runs {
                        "chat-contest-dropped-out"
                    } else {
                        "chat-contest-left"
                    },
                )
            }
            SigningUp::Begin => (
                self.contests
                    .begin(id, actor, self.admin_handler.is_moderator(request).await?)
                    .await?,
                "chat-contest-started",
            ),
            SigningUp::Next => {
                let before = self.contests.find(id).await?;
                if !before.is_organised_by(actor.person)
                    && !self.admin_handler.is_moderator(request).await?
                {
                    return Err(ContestRefusal::NotOrganiser.into());
                }
                if before.status != TableStatus::Over {
                    return Err(ContestRefusal::Here.into());
                }
                let language = self.table_opening.public_language(request).await?;
                let new = NewContest {
                    channel: request.channel,
                    language,
                    ..NewContest::season_after(&before)
                };
                return self.try_open(request, new).await;
            }
        };
        let name = tame(self.replies.words(request), &contest.state.terms.name);
        Ok(self.replies.answer(request, said, &[("name", name.into())]))
    }

    /// Shows the standings, with the user's own line on top.
    pub(crate) async fn show_standings(&self, request: &Request) -> Reply {
        let contest = self.find_here(request).await?;
        let words = self.replies.words(request);
        let in_words = self
            .table_cards
            .in_words(request, Display::default())
            .await?;
        let mut card =
            contest_card::contest_card(&self.composer, &contest, words, !in_words).await?;
        let number = contest.state.entrant(request.actor.person);
        let lines = contest.state.standings();
        if let Some(line) = lines.iter().find(|line| Some(line.entrant) == number) {
            let fill = [
                ("place", line.place.into()),
                ("points", crate::wire::ids::counted(line.points).into()),
            ];
            card.text = format!("{}\n{}", words.say("chat-contest-yours", &fill), card.text);
        }
        Ok(Answer::Tell(card))
    }

    /// Shows a page of the contest's log, newest first.
    pub(crate) async fn show_log(&self, request: &Request, page: Option<LogPage>) -> Reply {
        let (contest, page) = match page {
            Some(LogPage { contest, page }) => (self.contests.find(contest).await?, page),
            None => (self.find_here(request).await?, 0),
        };
        let words = self.replies.words(request);
        let pages = pages(
            contest
                .state
                .log
                .iter()
                .rev()
                .map(|entry| logged(words, entry)),
        );
        let mut lines = vec![words.say(
            "chat-contest-log",
            &[("name", tame(words, &contest.state.terms.name).into())],
        )];
        lines.extend(pages.get(page).cloned());
        let more = pages.len() > page + 1;
        let turn = |page: usize, name: &str| {
            let id = Press::ContestLog(LogPage {
                contest: contest.id,
                page,
            })
            .id();
            Button::new(id, words.say(name, &[]), Weight::Usual)
        };
        let newer = (page > 0).then(|| turn(page - 1, "chat-contest-newer"));
        let older = more.then(|| turn(page + 1, "chat-contest-older"));
        let buttons: Vec<Button> = newer.into_iter().chain(older).collect();
        Ok(Answer::Tell(
            Card::words(lines.join("\n")).buttons(&buttons),
        ))
    }

    /// Corrects the contest. The log, which everybody can read, shows the reason.
    pub(crate) async fn correct(&self, request: &Request, what: Righting, reason: &str) -> Reply {
        let id = self.find_here(request).await?.id;
        let reason = reason.trim();
        if reason.is_empty() {
            return Ok(self.replies.answer(request, "chat-contest-reason", &[]));
        }
        let manages = self.admin_handler.is_moderator(request).await?;
        let actor = &request.actor;
        match what {
            Righting::Points(person, points) => {
                self.contests
                    .correct_points(id, actor, manages, person, (points, reason))
                    .await?
            }
            Righting::Remove(person) => {
                self.contests
                    .remove_entrant(id, actor, manages, person, reason)
                    .await?
            }
            Righting::Annul(heat) => {
                self.contests
                    .annul_heat(id, actor, manages, heat, reason)
                    .await?
            }
            Righting::End => self.contests.end(id, actor, manages, reason).await?,
        };
        Ok(self.replies.answer(
            request,
            "chat-contest-righted",
            &[("reason", tame_text(reason).into())],
        ))
    }
}

/// Returns the words of the contest's public language.
pub(crate) fn contest_words<'a>(
    composer: &'a Composer,
    contest: &Contest,
) -> &'a lanai_text::Words {
    composer.dictionary.of(&contest.state.terms.language)
}

/// Joins lines into pages that each fit in a message.
fn pages(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut pages: Vec<String> = Vec::new();
    for line in lines {
        match pages.last_mut() {
            Some(page) if page.chars().count() + line.chars().count() < ON_A_PAGE => {
                page.push('\n');
                page.push_str(&line);
            }
            _ => pages.push(line),
        }
    }
    pages
}
