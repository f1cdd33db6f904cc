//! Explains refusals of the host that need no formatting.

use lanai_host::{MAX_ALTERNATIVES, MAX_ANSWERS, MAX_OPEN_TABLES, Refusal};
use lanai_text::Words;

/// Explains a refusal; `None` if the explanation has a time, a typed text or a role in it, which each
/// medium formats in its own way.
pub fn explain_plain_refusal(words: &Words, refusal: &Refusal) -> Option<String> {
    let say = |name: &str| words.say(name, &[]);
    Some(match refusal {
        Refusal::NoTable => say("chat-no-table"),
        Refusal::Occupied => say("chat-occupied"),
        Refusal::Repeated => String::new(),
        Refusal::Stale => say("chat-stale"),
        Refusal::Begun => say("chat-begun"),
        Refusal::Starting => say("chat-starting"),
        Refusal::NotBegun => say("chat-not-begun"),
        Refusal::Over => say("chat-over"),
        Refusal::NotOver => say("chat-not-over"),
        Refusal::NotReviewable => say("chat-review-not-over"),
        Refusal::PreviousGameNotOver => say("chat-still-played"),
        Refusal::NotInPreviousGame => say("chat-not-played"),
        Refusal::Full => say("chat-full"),
        Refusal::Seated => say("chat-seated"),
        Refusal::InviteeSeated => say("chat-sits-there"),
        Refusal::OtherChannel => say("chat-other-channel"),
        Refusal::NotSeated => say("chat-not-seated"),
        Refusal::NotYourTurn(seat) => {
            words.say("chat-not-your-turn", &[("seat", seat.number().into())])
        }
        Refusal::TooFew(more) => words.say("chat-too-few", &[("n", (*more).into())]),
        Refusal::TooManyTables => {
            words.say("chat-too-many-tables", &[("n", MAX_OPEN_TABLES.into())])
        }
        Refusal::TooManyThreads => say("chat-too-soon"),
        Refusal::OnlyOwnerBegins => say("chat-owner-begins"),
        Refusal::TooManyComputers => say("chat-too-many-computers"),
        Refusal::OnlyOwnerSetsUp => say("chat-owner-arranges"),
        Refusal::TooFewSeats(taken) => words.say("chat-too-few-seats", &[("n", (*taken).into())]),
        Refusal::NoComputer => say("chat-no-computer"),
        Refusal::SetUp(cannot) => words.explain_set_up_error(cannot),
        Refusal::HiddenRevealed => say("chat-shown"),
        Refusal::ActedSince(seat) => {
            words.say("chat-acted-since", &[("seat", seat.number().into())])
        }
        Refusal::NothingToTakeBack => say("chat-nothing-yet"),
        Refusal::ComputerPlays => say("chat-stood-in"),
        Refusal::TimeWasUp => say("chat-time-was-up"),
        Refusal::TooManyWatches => say("chat-watch-many"),
        Refusal::OnlyForOneself => say("chat-not-themselves"),
        Refusal::NotAbsent => say("chat-still-here"),
        Refusal::NoOtherPlayers => say("chat-alone"),
        Refusal::NotProposed => say("chat-not-asked"),
        Refusal::NotPaused => say("chat-not-paused"),
        Refusal::PlaysThemselves => say("chat-not-away"),
        Refusal::ComputerPlaysAlready => say("chat-plays-already"),
        Refusal::PersonNotSeated => say("chat-not-there"),
        Refusal::TimeOutOfRange => say("chat-no-such-time"),
        Refusal::NotWatchable => say("chat-watch-closed"),
        Refusal::NoHints => say("chat-no-hints"),
        Refusal::AlreadyInChannel => say("chat-watch-here"),
        Refusal::YourTurn => say("chat-ahead-yours"),
        Refusal::CannotPremove => say("chat-ahead-not-yet"),
        Refusal::BoardLinkSpent => say("chat-board-spent"),
        Refusal::GameWentOn => say("chat-ahead-moved"),
        Refusal::TooManyAlternatives => {
            words.say("chat-ahead-enough", &[("n", MAX_ALTERNATIVES.into())])
        }
        Refusal::TooManyAnswers => {
            words.say("chat-ahead-answers-enough", &[("n", MAX_ANSWERS.into())])
        }
        Refusal::NoPremove => say("chat-ahead-nothing"),
        Refusal::StaysPrivate => say("chat-private-stays"),
        Refusal::NoPrivateThread => say("chat-private-cannot"),
        Refusal::ContestTable => say("chat-contest-seats"),
        Refusal::AlreadyBetweenGuilds => say("chat-elsewhere-plays"),
        Refusal::PlayersFixedBetweenGuilds => say("chat-elsewhere-others"),
        Refusal::Choice(_) | Refusal::Paused(_) | Refusal::Contest(_) | Refusal::Guild(_) => {
            return None;
        }
    })
}
