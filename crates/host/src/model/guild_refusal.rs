//! Refusals that follow from the settings of a guild or from acts of its moderators.

use crate::Authority;

/// A refusal on which the person who asked, or a moderator, can act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("declined: {self:?}")]
pub enum GuildRefusal {
    /// Only people with this permission may do that.
    ModeratorsOnly(Authority),
    /// Only people who manage the guild may choose the moderators.
    ManagersOnly,
    Barred,
    /// The person who was named is barred.
    OtherBarred,
    /// Tables may not be opened in this channel.
    ChannelForbidden,
    /// The person has opened this many unfinished tables in the guild, which is the limit.
    TooManyTablesOfPerson(u16),
    /// The channel has this many unfinished tables, which is the limit.
    TooManyTablesInChannel(u16),
    /// Only people with this role may open tables.
    OpenerRoleNeeded(i64),
    /// Tables have no threads here.
    NoThreads,
    NoAct,
    /// The act was undone by the act of this number.
    Undone(i64),
    NotUndoable,
    /// A later act, of this number, changed the same setting.
    ChangedSince(i64),
    /// The list of barred people, or of channels with a rule, is full.
    ListFull,
    /// A moderator may not close a rated table, or decide its result, while playing at it.
    PlaysAtTable,
    /// The table plays this heat of a contest.
    ContestTable(i64),
}
