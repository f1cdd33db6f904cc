//! Pages to which buttons and menus lead: of the rules, of games that are over, of the log of a contest.

use crate::rules::Title;
use crate::tables::{ContestId, GameId, PastOf, PersonId, ServerId, Timestamp};

/// The rules of a game, by the figures and options of a table, if of one. Menus and buttons that lead to pages of them have a
/// number each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::chat) struct Page {
    pub(in crate::chat) title: Title,
    pub(in crate::chat) game: Option<GameId>,
    pub(in crate::chat) menu: usize,
}

impl Page {
    /// The first page.
    pub(in crate::chat) fn first(title: Title, game: Option<GameId>) -> Page {
        Page { title, game, menu: 0 }
    }

    pub(super) fn id(&self) -> String {
        let game = self.game.map_or(0, |game| game.0);
        format!("R:{}:{game}:{}", self.title.name(), self.menu)
    }

    pub(super) fn read<'a>(parts: &mut impl Iterator<Item = &'a str>) -> Option<Page> {
        let title = Title::named(parts.next()?)?;
        let game: i64 = parts.next()?.parse().ok()?;
        let menu = parts.next()?.parse().ok()?;
        Some(Page { title, game: (game != 0).then_some(GameId(game)), menu })
    }
}

/// A page of the games that are over: whose, and those that are older than a moment and a number; the newest if none is
/// named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::chat) struct HistoryPage {
    pub(in crate::chat) of: PastOf,
    pub(in crate::chat) before: Option<(Timestamp, GameId)>,
}

impl HistoryPage {
    pub(super) fn id(&self) -> String {
        let of = match self.of {
            PastOf::Person(person) => format!("p:{}", person.0),
            PastOf::PersonOn(person, server) => format!("o:{}:{}", person.0, server.0),
            PastOf::Pair(one, other) => format!("t:{}:{}", one.0, other.0),
            PastOf::Server(server) => format!("s:{}", server.0),
        };
        let before = self.before.map(|(at, game)| format!(":{}:{}", at.0, game.0)).unwrap_or_default();
        format!("H:{of}{before}")
    }

    pub(super) fn read<'a>(parts: &mut impl Iterator<Item = &'a str>) -> Option<HistoryPage> {
        let kind = parts.next()?;
        let mut number = || parts.next().map(str::parse::<i64>).transpose().ok();
        let of = match kind {
            "p" => PastOf::Person(PersonId(number()??)),
            "o" => PastOf::PersonOn(PersonId(number()??), ServerId(number()??)),
            "t" => PastOf::Pair(PersonId(number()??), PersonId(number()??)),
            "s" => PastOf::Server(ServerId(number()??)),
            _ => return None,
        };
        let before = match (number()?, number()?) {
            (Some(at), Some(game)) => Some((Timestamp(at), GameId(game))),
            _ => None,
        };
        Some(HistoryPage { of, before })
    }
}

/// A page of the log of a contest, counted from 0: the newest comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::chat) struct LogPage {
    pub(in crate::chat) contest: ContestId,
    pub(in crate::chat) page: usize,
}

/// What somebody wants who asks what is kept of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::chat) enum PrivacyStep {
    /// All of it, as a file.
    Export,
    /// To hear what it means to be forgotten.
    Forget,
    /// To be forgotten, and they mean it.
    Forgotten,
}

impl PrivacyStep {
    /// All of them, with the letters that stand for them.
    const ALL: [(&'static str, PrivacyStep); 3] =
        [("e", PrivacyStep::Export), ("f", PrivacyStep::Forget), ("y", PrivacyStep::Forgotten)];

    pub(super) fn letter(self) -> &'static str {
        PrivacyStep::ALL.iter().find(|(_, other)| *other == self).map_or("", |(letter, _)| letter)
    }

    pub(super) fn read(letter: &str) -> Option<PrivacyStep> {
        PrivacyStep::ALL.iter().find(|(other, _)| *other == letter).map(|(_, asking)| *asking)
    }
}
