//! Why something of a contest was not done. The person who asked can act on it, and hears of it in words of the chat.

/// Why nothing was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("declined: {self:?}")]
pub enum ContestRefusal {
    NoContest,
    /// There is a contest here that is not over.
    Here,
    /// The next season of the contest has been opened already.
    Followed,
    /// The person has opened as many contests that are not over as one may have.
    TooMany,
    /// The person has signed up already.
    SignedUp,
    /// The person has not signed up.
    NotSignedUp,
    /// Somebody takes no part who was named.
    NoEntrant,
    /// As many take part as may.
    Full,
    /// Whoever runs the contest took the person out of it.
    Removed,
    /// In a knock-out points decide nothing.
    NoPoints,
    Begun,
    Over,
    /// So many more must sign up.
    TooFew(usize),
    /// Only whoever opened the contest puts it right.
    NotOrganiser,
    /// No table of the contest has that number.
    NoHeat,
    /// What came of a table has decided who met next.
    RoundOver,
}
