//! Refusals that follow from the settings of a guild or from acts of its moderators.

use crate::Authority;

/// Why the settings of a guild, or an act of its moderators, forbid a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("declined: {self:?}")]
pub enum GuildRefusal {
    /// The request is open only to people with this Discord permission.
    ModeratorsOnly(Authority),
    /// Only people who manage the guild may choose the moderators.
    ManagersOnly,
    Barred,
    /// The person named in the request is barred.
    OtherBarred,
    /// Tables may not be opened in this channel.
    ChannelForbidden,
    /// The person has opened this many unfinished tables in the guild, which is the limit.
    TooManyTablesOfPerson(u16),
    /// The channel has this many unfinished tables, which is the limit.
    TooManyTablesInChannel(u16),
    /// Only people with this role may open tables.
    OpenerRoleNeeded(i64),
    /// The guild does not allow threads for its tables.
    NoThreads,
    NoAct,
    /// The act was already undone by the act with this number.
    AlreadyUndone(i64),
    NotUndoable,
    /// The later act with this number changed the same setting.
    ChangedSince(i64),
    /// The list of barred people, or of channels with a rule, is full.
    ListFull,
    /// A moderator who plays at a table may not decide its result, or close it if it is rated.
    PlaysAtTable,
    /// The table plays the heat with this number in a contest.
    ContestTable(i64),
}
