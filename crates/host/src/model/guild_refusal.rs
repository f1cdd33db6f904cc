//! Why something was not done because of what a server chose, or of what its moderators did. The person who asked can act on it, and
//! hears of it in words of the chat.

use crate::Authority;

/// Why nothing was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("declined: {self:?}")]
pub enum GuildRefusal {
    /// Only moderators do that: people with this permission.
    NotModerator(Authority),
    /// Only those who manage the server say who its moderators are.
    NotAppointing,
    /// The person is kept out.
    Barred,
    /// Somebody else is kept out who was named.
    BarredThere,
    /// No tables are opened in this channel.
    Channel,
    /// The person has opened so many tables here that are not over, and more may not be.
    PerPerson(u16),
    /// The channel has so many tables that are not over, and more may not be.
    PerChannel(u16),
    /// Only people with this role open tables.
    Openers(i64),
    /// Tables have no threads here.
    NoThreads,
    /// There is no act of this number.
    NoAct,
    /// The act was taken back by that other one.
    Undone(i64),
    /// What the act did cannot be taken back.
    Final,
    /// Something else was chosen since, by that act.
    Since(i64),
    /// No more people are kept out, or channels named, than there are.
    Enough,
    /// Whoever plays at a table does not decide how it ends, nor end one that counts.
    Plays,
    /// The table plays this heat of a contest.
    OfContest(i64),
}
