//! Pages that buttons open: of the rules, finished games and contest logs, and steps of `/privacy`.

use std::str::Split;

use super::{IdPart, append_part};
use lanai_host::{
    ContestId, GuildId, PastGamePosition, PastGamesFilter, PersonId, TableId, Timestamp,
};
use lanai_rules::Title;

/// A page of the rules of a game, with the figures and options of a table if one is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RulesPage {
    pub(crate) title: Title,
    pub(crate) table: Option<TableId>,
    /// The number of the menu or button in a message with rules; 0 for a button elsewhere.
    pub(crate) menu: usize,
}

impl RulesPage {
    pub(crate) fn first(title: Title, table: Option<TableId>) -> RulesPage {
        RulesPage {
            title,
            table,
            menu: 0,
        }
    }
}

impl IdPart for RulesPage {
    fn write(&self, id: &mut String) {
        append_part(self.title.name(), id);
        append_part(self.table.map_or(0, |table| table.0), id);
        append_part(self.menu, id);
    }

    fn read(parts: &mut Split<'_, char>) -> Option<RulesPage> {
        let title = Title::read(parts)?;
        let table = TableId::read(parts)?;
        Some(RulesPage {
            title,
            table: (table.0 != 0).then_some(table),
            menu: usize::read(parts)?,
        })
    }

    fn table(&self) -> Option<TableId> {
        self.table
    }
}

/// A page of finished games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HistoryPage {
    pub(crate) scope: PastGamesFilter,
    /// The game before which the page starts; `None` for the newest games.
    pub(crate) before: Option<PastGamePosition>,
}

impl IdPart for HistoryPage {
    fn write(&self, id: &mut String) {
        let scope = match self.scope {
            PastGamesFilter::Person(person) => format!("p:{}", person.0),
            PastGamesFilter::PersonInGuild(person, guild) => format!("o:{}:{}", person.0, guild.0),
            PastGamesFilter::Pair(first, second) => format!("t:{}:{}", first.0, second.0),
            PastGamesFilter::Guild(guild) => format!("s:{}", guild.0),
        };
        append_part(scope, id);
        if let Some(before) = self.before {
            append_part(before.ended_at.0, id);
            append_part(before.table_id.0, id);
        }
    }

    fn read(parts: &mut Split<'_, char>) -> Option<HistoryPage> {
        let scope = match parts.next()? {
            "p" => PastGamesFilter::Person(PersonId::read(parts)?),
            "o" => {
                PastGamesFilter::PersonInGuild(PersonId::read(parts)?, GuildId(i64::read(parts)?))
            }
            "t" => PastGamesFilter::Pair(PersonId::read(parts)?, PersonId::read(parts)?),
            "s" => PastGamesFilter::Guild(GuildId(i64::read(parts)?)),
            _ => return None,
        };
        let ended_at = Option::<i64>::read(parts)?;
        let table = Option::<TableId>::read(parts)?;
        let before = match (ended_at, table) {
            (Some(ended_at), Some(table_id)) => Some(PastGamePosition {
                ended_at: Timestamp(ended_at),
                table_id,
            }),
            _ => None,
        };
        Some(HistoryPage { scope, before })
    }
}

/// A page of the log of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ContestLogPage {
    pub(crate) contest: ContestId,
    /// The index of the page, from 0; page 0 has the newest entries.
    pub(crate) page: usize,
}

impl IdPart for ContestLogPage {
    fn write(&self, id: &mut String) {
        append_part(self.contest.0, id);
        append_part(self.page, id);
    }

    fn read(parts: &mut Split<'_, char>) -> Option<ContestLogPage> {
        Some(ContestLogPage {
            contest: ContestId::read(parts)?,
            page: usize::read(parts)?,
        })
    }
}

/// What a button of `/privacy` does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PrivacyStep {
    /// Sends the user's data as a file.
    Export,
    /// Explains what the deletion means, and asks for confirmation.
    Forget,
    /// Deletes the user's data.
    Forgotten,
}

letter_parts!(PrivacyStep: "e" Export, "f" Forget, "y" Forgotten);
