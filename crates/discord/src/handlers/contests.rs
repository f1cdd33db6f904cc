//! Leagues and tournaments as people see them: opened, signed up for, begun, looked at, put right. The tables are opened by
//! `contest_keeper`, and the message that shows how it stands is made by `contest_card`.

use serenity::all::Permissions;

use crate::cards::composer::Composer;
use crate::cards::contest_card::logged;
use crate::cards::table::Display;
use crate::delivery::answer::{Answer, Reply};
use crate::wire::card::{Button, Card, Weight};
use crate::wire::names::{tame, tame_text};
use crate::wire::press::{LogPage, Press, SigningUp};
use crate::{House, Request};
use lanai_host::{
    Contest, ContestId, ContestRefusal, Failure, NewContest, Part, PersonId, ServerRefusal, System,
    TableStatus, TimeControl,
};
use lanai_rules::Title;

/// So many letters of a log stand on a page, below what it is called: a message holds two thousand.
const ON_A_PAGE: usize = 1800;

/// A contest that somebody would like to open.
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

/// How an organiser puts a contest right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Righting {
    /// Somebody gets points, or loses some.
    Points(PersonId, i64),
    /// Somebody is taken out.
    Remove(PersonId),
    /// A table is played anew.
    Annul(i64),
    /// It ends before its end.
    End,
}

impl House {
    /// The contest of the channel in which somebody asks, or of the one in which their thread stands.
    async fn contest_here(&self, request: &Request) -> Result<Contest, Failure> {
        self.host.contests.find_in_channel(request.above.unwrap_or(request.channel)).await
    }

    /// Opens a contest in the channel, where its tables can have threads.
    pub(crate) async fn open_contest(&self, request: &Request, wish: ContestWish) -> Reply {
        let new = NewContest {
            server: request.server,
            channel: request.channel,
            name: crate::wire::names::plain(self.words(request), &wish.name),
            title: wish.title,
            options: wish.options,
            chairs: wish.seats,
            system: wish.system,
            rounds: wish.rounds,
            pace: wish.pace,
            language: self.public_language(request).await?,
            follows: None,
        };
        self.opened(request, new).await
    }

    async fn opened(&self, request: &Request, new: NewContest) -> Reply {
        self.check_opener(request).await?;
        if self.host.settings.server_settings(request.server).await?.no_threads {
            return Err(ServerRefusal::NoThreads.into());
        }
        let needed = Permissions::VIEW_CHANNEL
            | Permissions::SEND_MESSAGES
            | Permissions::CREATE_PUBLIC_THREADS
            | Permissions::SEND_MESSAGES_IN_THREADS;
        if request.in_thread || request.thread_kind.is_none() || !request.rights.contains(needed) {
            return Ok(self.tell(request, "chat-contest-no-threads", &[]));
        }
        let contest = self.host.contests.open(&new, &request.actor).await?;
        let name = tame(self.words(request), &contest.state.terms.name);
        Ok(self.tell(request, "chat-contest-opened", &[("name", name.into())]))
    }

    /// A press on the message of a contest, or the command that does the same.
    pub(crate) async fn sign(&self, request: &Request, of: Option<ContestId>, what: SigningUp) -> Reply {
        let id = match of {
            // A button proves nothing: Discord shows the channel only to members who may see it.
            Some(id) if self.host.contests.find(id).await?.channel != request.channel => {
                return Err(ContestRefusal::NoContest.into());
            }
            Some(id) => id,
            None => self.contest_here(request).await?.id,
        };
        let actor = &request.actor;
        let (contest, said) = match what {
            SigningUp::Join => {
                let contest = self.host.contests.sign_up(id, actor).await?;
                let part =
                    contest.state.entrant(actor.person).map(|number| contest.state.entrants[number].part);
                let said = match (contest.status, part) {
                    (_, Some(Part::Reserve)) => "chat-contest-reserve",
                    (TableStatus::Running, _) => "chat-contest-returned",
                    (TableStatus::Open | TableStatus::Over, _) => "chat-contest-joined",
                };
                (contest, said)
            }
            SigningUp::Leave => {
                let contest = self.host.contests.sign_off(id, actor).await?;
                let runs = contest.status == TableStatus::Running;
                (contest, if runs { "chat-contest-dropped-out" } else { "chat-contest-left" })
            }
            SigningUp::Begin => (
                self.host.contests.begin(id, actor, self.moderates(request).await?).await?,
                "chat-contest-started",
            ),
            SigningUp::Next => {
                let before = self.host.contests.find(id).await?;
                if !before.is_organised_by(actor.person) && !self.moderates(request).await? {
                    return Err(ContestRefusal::NotOrganiser.into());
                }
                if before.status != TableStatus::Over {
                    return Err(ContestRefusal::Here.into());
                }
                let language = self.public_language(request).await?;
                let new =
                    NewContest { channel: request.channel, language, ..NewContest::season_after(&before) };
                return self.opened(request, new).await;
            }
        };
        let name = tame(self.words(request), &contest.state.terms.name);
        Ok(self.tell(request, said, &[("name", name.into())]))
    }

    /// How the contest stands, for whoever asks.
    pub(crate) async fn contest_standings(&self, request: &Request) -> Reply {
        let contest = self.contest_here(request).await?;
        let words = self.words(request);
        let in_words = self.in_words(request, Display::default()).await?;
        let mut card = self.composer.contest(&contest, words, !in_words).await?;
        let number = contest.state.entrant(request.actor.person);
        let lines = contest.state.standings();
        if let Some(line) = lines.iter().find(|line| Some(line.entrant) == number) {
            let fill =
                [("place", line.place.into()), ("points", crate::wire::ids::counted(line.points).into())];
            card.text = format!("{}\n{}", words.say("chat-contest-yours", &fill), card.text);
        }
        Ok(Answer::Tell(card))
    }

    /// What happened beside the tables, the newest first.
    pub(crate) async fn contest_log(&self, request: &Request, page: Option<LogPage>) -> Reply {
        let (contest, page) = match page {
            Some(LogPage { contest, page }) => (self.host.contests.find(contest).await?, page),
            None => (self.contest_here(request).await?, 0),
        };
        let words = self.words(request);
        let pages = pages(contest.state.log.iter().rev().map(|entry| logged(words, entry)));
        let mut lines =
            vec![words.say("chat-contest-log", &[("name", tame(words, &contest.state.terms.name).into())])];
        lines.extend(pages.get(page).cloned());
        let more = pages.len() > page + 1;
        let turn = |page: usize, name: &str| {
            let id = Press::ContestLog(LogPage { contest: contest.id, page }).id();
            Button::new(id, words.say(name, &[]), Weight::Usual)
        };
        let newer = (page > 0).then(|| turn(page - 1, "chat-contest-newer"));
        let older = more.then(|| turn(page + 1, "chat-contest-older"));
        let buttons: Vec<Button> = newer.into_iter().chain(older).collect();
        Ok(Answer::Tell(Card::words(lines.join("\n")).buttons(&buttons)))
    }

    /// Puts the contest right. Everybody can read that in its log.
    pub(crate) async fn put_right(&self, request: &Request, what: Righting, reason: &str) -> Reply {
        let id = self.contest_here(request).await?.id;
        let reason = reason.trim();
        if reason.is_empty() {
            return Ok(self.tell(request, "chat-contest-reason", &[]));
        }
        let who = (&request.actor, self.moderates(request).await?);
        match what {
            Righting::Points(person, points) => {
                self.host.contests.correct_points(id, who, person, (points, reason)).await?
            }
            Righting::Remove(person) => self.host.contests.remove_entrant(id, who, person, reason).await?,
            Righting::Annul(heat) => self.host.contests.annul_heat(id, who, heat, reason).await?,
            Righting::End => self.host.contests.end(id, who, reason).await?,
        };
        Ok(self.tell(request, "chat-contest-righted", &[("reason", tame_text(reason).into())]))
    }
}

impl Composer {
    /// The words in which a contest is told of in public.
    pub(crate) fn words_of(&self, contest: &Contest) -> &lanai_text::Words {
        self.dictionary.of(&contest.state.terms.language)
    }
}

/// Lines as pages, none of which is longer than a message.
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
