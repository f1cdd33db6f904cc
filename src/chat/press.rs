//! What the buttons and menus say: everything that is needed to act on them, so that they outlive the program. Who may
//! press is not in them; that is judged by who presses.
//!
//! An id is a letter and what it is about, as in `p:12:34:m.7`: a step of the panel, table 12 as it was at revision 34,
//! on the way to a walk to place 7.

mod pages;

pub(super) use pages::{HistoryPage, LogPage, Page, PrivacyStep};

use crate::drawing::Crop;
use crate::rules::Title;
use crate::tables::{ContestId, GameId, NoticeId, PersonId, Proviso, Revision};

/// The longest id that Discord takes.
const LONGEST: usize = 100;

/// A button or menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Press {
    /// Open a table with computers in the other chairs, and begin.
    Play(Title),
    /// Learn a game by playing.
    Learn(Title),
    /// Read a page of the rules.
    Rules(Page),
    /// Sit down at an open table.
    Join(GameId),
    /// Stand up.
    Leave(GameId),
    /// Begin the game.
    Start(GameId),
    /// Not come to a table to which this person was invited.
    Decline(GameId, PersonId),
    /// The same, and never be invited again.
    Uninvited(GameId, PersonId),
    /// Ask for a word to mix into the seed.
    Word(GameId),
    /// Set a computer on a free chair.
    AddComputer(GameId),
    /// Take a computer away.
    RemoveComputer(GameId),
    /// Open the panel.
    Turn(GameId),
    /// See which turns look best.
    Hint(GameId),
    /// Look at one's own realm.
    Realm(GameId),
    /// Look at the table.
    Show(GameId),
    /// Take back what one did last, as it was seen at this revision.
    Undo(GameId, Revision),
    /// The record of a finished game.
    Record(GameId),
    /// Play a finished game again, with the same people.
    Again(GameId),
    /// What happened since one's last turn.
    Recap(GameId),
    /// What each turn of a finished game cost: a page of it, the first if none is named.
    Review(GameId, Option<usize>),
    /// A page of the games that are over.
    History(HistoryPage),
    /// Look at a game that is over: a menu says which.
    PastGame,
    /// Wait no more for people of other servers.
    StopSeeking,
    /// How the game stood after a turn; after the last if none is named.
    Replay(GameId, Option<usize>),
    /// No more reminders of this turn; with the number of the reminder, by which it is known again.
    Mute(GameId, Revision, NoticeId),
    /// More time for this turn: a menu says how much.
    Snooze(GameId),
    /// Agree to what somebody asked for under this number.
    Agree(GameId, i64),
    /// Take one's seat back from the computer.
    Back(GameId),
    /// Give the game up, and mean it.
    Resign(GameId),
    /// On in the panel: the choices so far, and the number of a menu, from which on menus are shown.
    Pick(Way, usize),
    /// The same place in the panel, with the whole board or closer.
    See(Way, usize, Crop),
    /// Do what was chosen in the panel.
    Do(Way),
    /// The same, and always answer so.
    Always(Way),
    /// What one decides ahead.
    Ahead(GameId, Deciding),
    /// Take part in a contest, or the like.
    Contest(ContestId, SigningUp),
    /// A page of the log of a contest.
    ContestLog(LogPage),
    /// A page of what moderators did: before an act, or the newest.
    Acts(Option<i64>),
    /// What is kept of whoever presses.
    Privacy(PrivacyStep),
}

/// An id of a button or menu, written anew by what it was read as; nothing if it is none of ours.
pub fn rewritten(id: &str) -> Option<String> {
    Press::read(id).map(|press| press.id())
}

/// What somebody presses on the message of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SigningUp {
    /// They take part.
    Join,
    /// They do not, or no more.
    Leave,
    /// It begins.
    Begin,
    /// The season after it is opened.
    Next,
}

impl SigningUp {
    /// All of them, with the letters that stand for them.
    const ALL: [(&'static str, SigningUp); 4] =
        [("j", SigningUp::Join), ("l", SigningUp::Leave), ("b", SigningUp::Begin), ("n", SigningUp::Next)];

    fn letter(self) -> &'static str {
        SigningUp::ALL.iter().find(|(_, other)| *other == self).map_or("", |(letter, _)| letter)
    }

    fn read(letter: &str) -> Option<SigningUp> {
        SigningUp::ALL.iter().find(|(other, _)| *other == letter).map(|(_, what)| *what)
    }
}

/// What somebody wants who decides ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deciding {
    /// To see what they decided, or to decide.
    Look,
    /// To say what else they will do if that cannot be done.
    More,
    /// To do it on this condition.
    Proviso(Proviso),
    /// None of it any more.
    Forget,
}

impl Deciding {
    /// All of them, with the letters that stand for them.
    const ALL: [(&'static str, Deciding); 6] = [
        ("l", Deciding::Look),
        ("m", Deciding::More),
        ("s", Deciding::Proviso(Proviso::Same)),
        ("u", Deciding::Proviso(Proviso::Unpassed)),
        ("w", Deciding::Proviso(Proviso::Whatever)),
        ("f", Deciding::Forget),
    ];

    fn letter(self) -> &'static str {
        Deciding::ALL.iter().find(|(_, other)| *other == self).map_or("", |(letter, _)| letter)
    }

    fn read(letter: &str) -> Option<Deciding> {
        Deciding::ALL.iter().find(|(other, _)| *other == letter).map(|(_, deciding)| *deciding)
    }
}

/// The way through a panel: which table, as it was at which revision, what was chosen so far, and whether it is decided
/// ahead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Way {
    pub(super) game: GameId,
    pub(super) revision: Revision,
    pub(super) picks: Vec<String>,
    pub(super) ahead: bool,
}

/// What follows the revision of a way that is decided ahead.
const AHEAD: char = 'a';

impl Way {
    /// The beginning of a turn.
    pub(super) fn begin(game: GameId, revision: Revision) -> Way {
        Way { game, revision, picks: Vec::new(), ahead: false }
    }

    /// The beginning of a turn that is decided ahead.
    pub(super) fn ahead(game: GameId, revision: Revision) -> Way {
        Way { ahead: true, ..Way::begin(game, revision) }
    }

    /// The way, some choices further.
    pub(super) fn with(&self, picks: &[String]) -> Way {
        Way { picks: [&self.picks, picks].concat(), ..self.clone() }
    }

    /// The way, as far as the option of a menu leads: choices as an id has them.
    pub(super) fn and(&self, option: &str) -> Way {
        let picks: Vec<String> = option.split('.').map(str::to_owned).collect();
        self.with(&picks)
    }

    /// Only the first so many choices.
    pub(super) fn until(&self, length: usize) -> Way {
        Way { picks: self.picks.iter().take(length).cloned().collect(), ..self.clone() }
    }

    /// The same choices at another revision.
    pub(super) fn at(&self, revision: Revision) -> Way {
        Way { revision, ..self.clone() }
    }

    fn id(&self) -> String {
        let ahead = if self.ahead { AHEAD.to_string() } else { String::new() };
        format!("{}:{}{ahead}:{}", self.game.0, self.revision.0, self.picks.join("."))
    }

    fn read<'a>(parts: &mut impl Iterator<Item = &'a str>) -> Option<Way> {
        let game = GameId(parts.next()?.parse().ok()?);
        let revision = parts.next()?;
        let ahead = revision.ends_with(AHEAD);
        let revision = Revision(revision.strip_suffix(AHEAD).unwrap_or(revision).parse().ok()?);
        let picks = parts.next()?.split('.').filter(|pick| !pick.is_empty()).map(str::to_owned).collect();
        Some(Way { game, revision, picks, ahead })
    }
}

impl Press {
    /// The id that stands for it.
    pub(super) fn id(&self) -> String {
        let id = match self {
            Press::Play(title) => format!("c:{}", title.name()),
            Press::Learn(title) => format!("L:{}", title.name()),
            Press::Rules(page) => page.id(),
            Press::History(page) => page.id(),
            Press::PastGame => "P".to_owned(),
            Press::StopSeeking => "S".to_owned(),
            Press::Join(game) => format!("j:{}", game.0),
            Press::Leave(game) => format!("l:{}", game.0),
            Press::Start(game) => format!("s:{}", game.0),
            Press::Decline(game, person) => format!("D:{}:{}", game.0, person.0),
            Press::Uninvited(game, person) => format!("U:{}:{}", game.0, person.0),
            Press::Word(game) => format!("w:{}", game.0),
            Press::AddComputer(game) => format!("i:{}", game.0),
            Press::RemoveComputer(game) => format!("o:{}", game.0),
            Press::Turn(game) => format!("t:{}", game.0),
            Press::Hint(game) => format!("q:{}", game.0),
            Press::Realm(game) => format!("r:{}", game.0),
            Press::Show(game) => format!("b:{}", game.0),
            Press::Undo(game, revision) => format!("u:{}:{}", game.0, revision.0),
            Press::Record(game) => format!("f:{}", game.0),
            Press::Again(game) => format!("g:{}", game.0),
            Press::Recap(game) => format!("y:{}", game.0),
            Press::Replay(game, None) => format!("h:{}", game.0),
            Press::Replay(game, Some(number)) => format!("h:{}:{number}", game.0),
            Press::Review(game, None) => format!("e:{}", game.0),
            Press::Review(game, Some(page)) => format!("e:{}:{page}", game.0),
            Press::Mute(game, turn, mark) => format!("m:{}:{}:{}", game.0, turn.0, mark.0),
            Press::Snooze(game) => format!("z:{}", game.0),
            Press::Agree(game, number) => format!("a:{}:{number}", game.0),
            Press::Back(game) => format!("k:{}", game.0),
            Press::Resign(game) => format!("x:{}", game.0),
            Press::Pick(way, page) => format!("p:{}:{page}", way.id()),
            Press::See(way, page, Crop::Whole) => format!("v:{}:{page}", way.id()),
            Press::See(way, page, Crop::Close) => format!("n:{}:{page}", way.id()),
            Press::Do(way) => format!("d:{}", way.id()),
            Press::Always(way) => format!("A:{}", way.id()),
            Press::Ahead(game, deciding) => format!("W:{}:{}", game.0, deciding.letter()),
            Press::Contest(contest, what) => format!("C:{}:{}", contest.0, what.letter()),
            Press::ContestLog(log) => format!("G:{}:{}", log.contest.0, log.page),
            Press::Acts(None) => "M".to_owned(),
            Press::Acts(Some(before)) => format!("M:{before}"),
            Press::Privacy(asking) => format!("Y:{}", asking.letter()),
        };
        // No way is so long: the longest of both games has some sixty letters. If one were, its button would only
        // open the panel anew.
        if id.len() > LONGEST { id.chars().take(LONGEST).collect() } else { id }
    }

    /// The table that it is about, if it is about one.
    pub(super) fn game(&self) -> Option<GameId> {
        match self {
            Press::Play(_)
            | Press::Learn(_)
            | Press::History(_)
            | Press::PastGame
            | Press::StopSeeking
            | Press::Contest(..)
            | Press::ContestLog(_)
            | Press::Acts(_)
            | Press::Privacy(_) => None,
            Press::Rules(page) => page.game,
            Press::Join(game)
            | Press::Leave(game)
            | Press::Start(game)
            | Press::Decline(game, _)
            | Press::Uninvited(game, _)
            | Press::Word(game)
            | Press::AddComputer(game)
            | Press::RemoveComputer(game)
            | Press::Turn(game)
            | Press::Hint(game)
            | Press::Realm(game)
            | Press::Show(game)
            | Press::Undo(game, _)
            | Press::Record(game)
            | Press::Again(game)
            | Press::Recap(game)
            | Press::Review(game, _)
            | Press::Replay(game, _)
            | Press::Mute(game, ..)
            | Press::Snooze(game)
            | Press::Agree(game, _)
            | Press::Back(game)
            | Press::Ahead(game, _)
            | Press::Resign(game) => Some(*game),
            Press::Pick(way, _) | Press::See(way, ..) | Press::Do(way) | Press::Always(way) => Some(way.game),
        }
    }

    /// What an id stands for; nothing if it is none of ours.
    pub(super) fn read(id: &str) -> Option<Press> {
        let mut parts = id.split(':');
        let letter = parts.next()?;
        let press = match letter {
            "p" => {
                let way = Way::read(&mut parts)?;
                Press::Pick(way, parts.next()?.parse().ok()?)
            }
            "v" | "n" => {
                let way = Way::read(&mut parts)?;
                let crop = if letter == "v" { Crop::Whole } else { Crop::Close };
                Press::See(way, parts.next()?.parse().ok()?, crop)
            }
            "d" => Press::Do(Way::read(&mut parts)?),
            "A" => Press::Always(Way::read(&mut parts)?),
            "c" => Press::Play(Title::named(parts.next()?)?),
            "L" => Press::Learn(Title::named(parts.next()?)?),
            "R" => Press::Rules(Page::read(&mut parts)?),
            "H" => Press::History(HistoryPage::read(&mut parts)?),
            "P" => Press::PastGame,
            "C" => Press::Contest(ContestId(parts.next()?.parse().ok()?), SigningUp::read(parts.next()?)?),
            "G" => {
                let contest = ContestId(parts.next()?.parse().ok()?);
                Press::ContestLog(LogPage { contest, page: parts.next()?.parse().ok()? })
            }
            "S" => Press::StopSeeking,
            "M" => Press::Acts(parts.next().map(str::parse).transpose().ok()?),
            "Y" => Press::Privacy(PrivacyStep::read(parts.next()?)?),
            _ => {
                let game = GameId(parts.next()?.parse().ok()?);
                match letter {
                    "j" => Press::Join(game),
                    "l" => Press::Leave(game),
                    "s" => Press::Start(game),
                    "D" => Press::Decline(game, PersonId(parts.next()?.parse().ok()?)),
                    "U" => Press::Uninvited(game, PersonId(parts.next()?.parse().ok()?)),
                    "w" => Press::Word(game),
                    "i" => Press::AddComputer(game),
                    "o" => Press::RemoveComputer(game),
                    "t" => Press::Turn(game),
                    "q" => Press::Hint(game),
                    "r" => Press::Realm(game),
                    "b" => Press::Show(game),
                    "u" => Press::Undo(game, Revision(parts.next()?.parse().ok()?)),
                    "f" => Press::Record(game),
                    "g" => Press::Again(game),
                    "y" => Press::Recap(game),
                    "h" => Press::Replay(game, parts.next().map(str::parse).transpose().ok()?),
                    "e" => Press::Review(game, parts.next().map(str::parse).transpose().ok()?),
                    "m" => {
                        let turn = Revision(parts.next()?.parse().ok()?);
                        Press::Mute(game, turn, NoticeId(parts.next()?.parse().ok()?))
                    }
                    "z" => Press::Snooze(game),
                    "a" => Press::Agree(game, parts.next()?.parse().ok()?),
                    "k" => Press::Back(game),
                    "x" => Press::Resign(game),
                    "W" => Press::Ahead(game, Deciding::read(parts.next()?)?),
                    _ => return None,
                }
            }
        };
        parts.next().is_none().then_some(press)
    }
}
