//! Pages to which buttons and menus lead: of the rules, of games that are over, of the log of a contest.

use std::str::Split;

use super::{IdPart, push};
use lanai_host::{ContestId, GuildId, PastOf, PersonId, TableId, Timestamp};
use lanai_rules::Title;

/// The rules of a game, by the figures and options of a table, if of one. Menus and buttons that lead to pages of them have a
/// number each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Page {
    pub(crate) title: Title,
    pub(crate) game: Option<TableId>,
    pub(crate) menu: usize,
}

impl Page {
    pub(crate) fn first(title: Title, game: Option<TableId>) -> Page {
        Page {
            title,
            game,
            menu: 0,
        }
    }
}

impl IdPart for Page {
    fn write(&self, id: &mut String) {
        let game = self.game.map_or(0, |game| game.0);
        push(
            format_args!("{}:{game}:{}", self.title.name(), self.menu),
            id,
        );
    }

    fn read(parts: &mut Split<'_, char>) -> Option<Page> {
        let title = Title::read(parts)?;
        let game = TableId::read(parts)?;
        Some(Page {
            title,
            game: (game.0 != 0).then_some(game),
            menu: usize::read(parts)?,
        })
    }

    fn game(&self) -> Option<TableId> {
        self.game
    }
}

/// A page of the games that are over: whose, and those that are older than a moment and a number; the newest if none is
/// named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HistoryPage {
    pub(crate) of: PastOf,
    pub(crate) before: Option<(Timestamp, TableId)>,
}

impl IdPart for HistoryPage {
    fn write(&self, id: &mut String) {
        let of = match self.of {
            PastOf::Person(person) => format!("p:{}", person.0),
            PastOf::PersonOn(person, guild) => format!("o:{}:{}", person.0, guild.0),
            PastOf::Pair(one, other) => format!("t:{}:{}", one.0, other.0),
            PastOf::Server(guild) => format!("s:{}", guild.0),
        };
        let before = self
            .before
            .map(|(at, game)| format!(":{}:{}", at.0, game.0))
            .unwrap_or_default();
        push(format_args!("{of}{before}"), id);
    }

    fn read(parts: &mut Split<'_, char>) -> Option<HistoryPage> {
        let kind = parts.next()?;
        let mut number = || parts.next().map(str::parse::<i64>).transpose().ok();
        let of = match kind {
            "p" => PastOf::Person(PersonId(number()??)),
            "o" => PastOf::PersonOn(PersonId(number()??), GuildId(number()??)),
            "t" => PastOf::Pair(PersonId(number()??), PersonId(number()??)),
            "s" => PastOf::Server(GuildId(number()??)),
            _ => return None,
        };
        let before = match (number()?, number()?) {
            (Some(at), Some(game)) => Some((Timestamp(at), TableId(game))),
            _ => None,
        };
        Some(HistoryPage { of, before })
    }
}

/// A page of the log of a contest, counted from 0: the newest comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LogPage {
    pub(crate) contest: ContestId,
    pub(crate) page: usize,
}

impl IdPart for LogPage {
    fn write(&self, id: &mut String) {
        push(format_args!("{}:{}", self.contest.0, self.page), id);
    }

    fn read(parts: &mut Split<'_, char>) -> Option<LogPage> {
        Some(LogPage {
            contest: ContestId::read(parts)?,
            page: usize::read(parts)?,
        })
    }
}

/// A step of what `/privacy` offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PrivacyStep {
    /// All that is kept of the user, as a file.
    Export,
    /// Explains what it means to be forgotten.
    Forget,
    Forgotten,
}

letters!(PrivacyStep: "e" Export, "f" Forget, "y" Forgotten);
