//! Refusals of the host as sentences.

use lanai_host::{Declined, MAX_ALTERNATIVES, MAX_ANSWERS, MAX_OPEN_TABLES};
use lanai_text::Words;

use crate::cards::admin_words::guild_refusal;
use crate::cards::contest_card::contest_refusal;
use crate::wire::names::tame_typed;
use crate::wire::times::moment;

/// Returns why something was not done.
pub(crate) fn declined(words: &Words, declined: &Declined) -> String {
    let say = |name: &str| words.say(name, &[]);
    match declined {
        Declined::NoTable => say("chat-no-table"),
        Declined::Occupied => say("chat-occupied"),
        Declined::Repeated => String::new(),
        Declined::Stale => say("chat-stale"),
        Declined::Begun => say("chat-begun"),
        Declined::Starting => say("chat-starting"),
        Declined::NotBegun => say("chat-not-begun"),
        Declined::Over => say("chat-over"),
        Declined::NotOver => say("chat-not-over"),
        Declined::NotReviewed => say("chat-review-not-over"),
        Declined::StillPlayed => say("chat-still-played"),
        Declined::NotPlayed => say("chat-not-played"),
        Declined::Full => say("chat-full"),
        Declined::Seated => say("chat-seated"),
        Declined::SitsThere => say("chat-sits-there"),
        Declined::OtherChannel => say("chat-other-channel"),
        Declined::NotSeated => say("chat-not-seated"),
        Declined::NotYourTurn(seat) => {
            words.say("chat-not-your-turn", &[("seat", seat.number().into())])
        }
        Declined::TooFew(more) => words.say("chat-too-few", &[("n", (*more).into())]),
        Declined::TooManyTables => {
            words.say("chat-too-many-tables", &[("n", MAX_OPEN_TABLES.into())])
        }
        Declined::TooSoon => say("chat-too-soon"),
        Declined::OwnerBegins => say("chat-owner-begins"),
        Declined::TooManyComputers => say("chat-too-many-computers"),
        Declined::OwnerArranges => say("chat-owner-arranges"),
        Declined::NoComputer => say("chat-no-computer"),
        Declined::SetUp(cannot) => words.cannot_set_up(cannot),
        Declined::Choice(no) => words.no_such_choice(no, tame_typed),
        Declined::Shown => say("chat-shown"),
        Declined::ActedSince(seat) => {
            words.say("chat-acted-since", &[("seat", seat.number().into())])
        }
        Declined::NothingYet => say("chat-nothing-yet"),
        Declined::StoodIn => say("chat-stood-in"),
        Declined::TimeWasUp => say("chat-time-was-up"),
        Declined::TooManyWatches => say("chat-watch-many"),
        Declined::NotThemselves => say("chat-not-themselves"),
        Declined::StillHere => say("chat-still-here"),
        Declined::Alone => say("chat-alone"),
        Declined::NotAsked => say("chat-not-asked"),
        Declined::Paused(until) => words.say("chat-paused", &[("until", moment(*until).into())]),
        Declined::NotPaused => say("chat-not-paused"),
        Declined::NotAway => say("chat-not-away"),
        Declined::PlaysAlready => say("chat-plays-already"),
        Declined::NotThere => say("chat-not-there"),
        Declined::NoSuchTime => say("chat-no-such-time"),
        Declined::Closed => say("chat-watch-closed"),
        Declined::NoHints => say("chat-no-hints"),
        Declined::Here => say("chat-watch-here"),
        Declined::YourTurn => say("chat-ahead-yours"),
        Declined::NotAhead => say("chat-ahead-not-yet"),
        Declined::Moved => say("chat-ahead-moved"),
        Declined::WaysEnough => words.say("chat-ahead-enough", &[("n", MAX_ALTERNATIVES.into())]),
        Declined::AnswersEnough => {
            words.say("chat-ahead-answers-enough", &[("n", MAX_ANSWERS.into())])
        }
        Declined::NothingAhead => say("chat-ahead-nothing"),
        Declined::StaysPrivate => say("chat-private-stays"),
        Declined::NoPrivateThread => say("chat-private-cannot"),
        Declined::OfContest => say("chat-contest-seats"),
        Declined::Contest(refusal) => contest_refusal(words, *refusal),
        Declined::Server(refusal) => guild_refusal(words, *refusal),
        Declined::PlaysBetween => say("chat-elsewhere-plays"),
        Declined::BetweenGuilds => say("chat-elsewhere-others"),
    }
}
