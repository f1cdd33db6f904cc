//! Explains refusals of the host.

use lanai_host::Refusal;
use lanai_panel::{explain_plain_refusal, format_moment};
use lanai_text::Words;

use crate::cards::contest_card::explain_contest_refusal;
use crate::cards::guild_settings::explain_guild_refusal;
use crate::key;
use crate::wire::names::escape_typed;

pub(crate) fn explain_refusal(words: &Words, refusal: &Refusal) -> String {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the others need no formatting"
    )]
    match refusal {
        Refusal::Choice(error) => words.explain_choice_error(error, escape_typed),
        Refusal::Paused(until) => {
            words.say(key::CHAT_PAUSED, &[("until", format_moment(*until).into())])
        }
        Refusal::Contest(refusal) => explain_contest_refusal(words, *refusal),
        Refusal::Guild(refusal) => explain_guild_refusal(words, *refusal),
        plain => explain_plain_refusal(words, plain).unwrap_or_default(),
    }
}
