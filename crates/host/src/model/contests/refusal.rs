//! Why a request about a contest is refused.

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("declined: {self:?}")]
pub enum ContestRefusal {
    NoContest,
    /// The channel has an unfinished contest.
    ChannelOccupied,
    /// The next season of the contest has been opened already.
    SeasonOpened,
    /// The person has opened the largest allowed number of unfinished contests.
    TooManyContests,
    SignedUp,
    NotSignedUp,
    /// The person named in the request takes no part in the contest.
    NotAnEntrant,
    /// The number of entrants has reached its limit.
    NoPlacesLeft,
    /// The organiser removed the person.
    Removed,
    /// Points cannot be corrected in a knock-out.
    NoCorrections,
    Begun,
    Over,
    /// This many more people must sign up.
    TooFewEntrants(usize),
    NotOrganiser,
    /// No table of the contest has the requested number.
    NoHeat,
    /// The next round was paired from this result, so it is final.
    RoundPaired,
}
