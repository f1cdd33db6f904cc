//! Refusals that follow from the settings of a guild or from acts of its moderators.

use crate::Authority;

/// A refusal on which the person who asked, or a moderator, can act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("declined: {self:?}")]
pub enum GuildRefusal {
    /// Only people with this permission may do that.
    NotModerator(Authority),
    /// Only people who manage the guild may choose who its moderators are.
    NotAppointing,
    /// The person who asked is barred.
    Barred,
    /// Another person who was named is barred.
    BarredThere,
    /// No tables are opened in this channel.
    Channel,
    /// The person has opened this many unfinished tables in the guild, which is the limit.
    PerPerson(u16),
    /// The channel has this many unfinished tables, which is the limit.
    PerChannel(u16),
    /// Only people with this role open tables.
    Openers(i64),
    /// Tables have no threads here.
    NoThreads,
    /// There is no act of this number.
    NoAct,
    /// The act was undone by the act of this number.
    Undone(i64),
    /// Acts of this kind cannot be undone.
    Final,
    /// A later act, of this number, changed the same setting.
    Since(i64),
    /// The list of barred people, or of channels with a rule, is full.
    Enough,
    /// A moderator may not close a rated table, or decide its result, while playing at it.
    Plays,
    /// The table plays this heat of a contest.
    OfContest(i64),
}
