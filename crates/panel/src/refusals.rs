//! Explains refusals of the host that need no formatting.

use crate::key;
use lanai_host::{MAX_ALTERNATIVES, MAX_ANSWERS, MAX_OPEN_TABLES, Refusal};
use lanai_text::{Key, Words};

/// Explains a refusal; `None` if the explanation has a time, a typed text or a role in it, which each
/// medium formats in its own way.
pub fn explain_plain_refusal(words: &Words, refusal: &Refusal) -> Option<String> {
    let say = |key: Key| words.say(key, &[]);
    Some(match refusal {
        Refusal::NoTable => say(key::PANEL_NO_TABLE),
        Refusal::Occupied => say(key::PANEL_OCCUPIED),
        Refusal::Repeated => String::new(),
        Refusal::Stale => say(key::PANEL_STALE),
        Refusal::Begun => say(key::PANEL_BEGUN),
        Refusal::Starting => say(key::CHAT_STARTING),
        Refusal::NotBegun => say(key::PANEL_NOT_BEGUN),
        Refusal::Over => say(key::CHAT_OVER),
        Refusal::NotOver => say(key::PANEL_NOT_OVER),
        Refusal::NotReviewable => say(key::PANEL_REVIEW_NOT_OVER),
        Refusal::PreviousGameNotOver => say(key::PANEL_STILL_PLAYED),
        Refusal::NotInPreviousGame => say(key::PANEL_NOT_PLAYED),
        Refusal::Full => say(key::PANEL_FULL),
        Refusal::Seated => say(key::PANEL_SEATED),
        Refusal::InviteeSeated => say(key::PANEL_SITS_THERE),
        Refusal::OtherChannel => say(key::PANEL_OTHER_CHANNEL),
        Refusal::NotSeated => say(key::PANEL_NOT_SEATED),
        Refusal::NotYourTurn(seat) => {
            words.say(key::PANEL_NOT_YOUR_TURN, &[("seat", seat.number().into())])
        }
        Refusal::TooFew(more) => words.say(key::PANEL_TOO_FEW, &[("n", (*more).into())]),
        Refusal::TooManyTables => {
            words.say(key::PANEL_TOO_MANY_TABLES, &[("n", MAX_OPEN_TABLES.into())])
        }
        Refusal::TooManyThreads => say(key::PANEL_TOO_SOON),
        Refusal::OnlyOwnerBegins => say(key::PANEL_OWNER_BEGINS),
        Refusal::TooManyComputers => say(key::PANEL_TOO_MANY_COMPUTERS),
        Refusal::OnlyOwnerSetsUp => say(key::PANEL_OWNER_ARRANGES),
        Refusal::TooFewSeats(taken) => {
            words.say(key::PANEL_TOO_FEW_SEATS, &[("n", (*taken).into())])
        }
        Refusal::NoComputer => say(key::PANEL_NO_COMPUTER),
        Refusal::SetUp(cannot) => words.explain_set_up_error(cannot),
        Refusal::HiddenRevealed => say(key::PANEL_SHOWN),
        Refusal::ActedSince(seat) => {
            words.say(key::PANEL_ACTED_SINCE, &[("seat", seat.number().into())])
        }
        Refusal::NothingToTakeBack => say(key::PANEL_NOTHING_YET),
        Refusal::ComputerPlays => say(key::CHAT_STOOD_IN),
        Refusal::TimeWasUp => say(key::PANEL_TIME_WAS_UP),
        Refusal::TooManyWatches => say(key::PANEL_WATCH_MANY),
        Refusal::OnlyForOneself => say(key::PANEL_NOT_THEMSELVES),
        Refusal::NotAbsent => say(key::PANEL_STILL_HERE),
        Refusal::NoOtherPlayers => say(key::PANEL_ALONE),
        Refusal::NotProposed => say(key::PANEL_NOT_ASKED),
        Refusal::NotPaused => say(key::PANEL_NOT_PAUSED),
        Refusal::PlaysThemselves => say(key::PANEL_NOT_AWAY),
        Refusal::ComputerPlaysAlready => say(key::PANEL_PLAYS_ALREADY),
        Refusal::PersonNotSeated => say(key::PANEL_NOT_THERE),
        Refusal::TimeOutOfRange => say(key::PANEL_NO_SUCH_TIME),
        Refusal::NotWatchable => say(key::PANEL_WATCH_CLOSED),
        Refusal::NoHints => say(key::PANEL_NO_HINTS),
        Refusal::AlreadyInChannel => say(key::PANEL_WATCH_HERE),
        Refusal::YourTurn => say(key::CHAT_AHEAD_YOURS),
        Refusal::CannotPremove => say(key::PANEL_AHEAD_NOT_YET),
        Refusal::BoardLinkSpent => say(key::PANEL_BOARD_SPENT),
        Refusal::GameWentOn => say(key::PANEL_AHEAD_MOVED),
        Refusal::TooManyAlternatives => {
            words.say(key::PANEL_AHEAD_ENOUGH, &[("n", MAX_ALTERNATIVES.into())])
        }
        Refusal::TooManyAnswers => words.say(
            key::PANEL_AHEAD_ANSWERS_ENOUGH,
            &[("n", MAX_ANSWERS.into())],
        ),
        Refusal::NoPremove => say(key::PANEL_AHEAD_NOTHING),
        Refusal::StaysPrivate => say(key::PANEL_PRIVATE_STAYS),
        Refusal::NoPrivateThread => say(key::PANEL_PRIVATE_CANNOT),
        Refusal::ContestTable => say(key::PANEL_CONTEST_SEATS),
        Refusal::AlreadyBetweenGuilds => say(key::CHAT_ELSEWHERE_PLAYS),
        Refusal::PlayersFixedBetweenGuilds => say(key::PANEL_ELSEWHERE_OTHERS),
        Refusal::Choice(_) | Refusal::Paused(_) | Refusal::Contest(_) | Refusal::Guild(_) => {
            return None;
        }
    })
}
