//! What somebody chooses by name, of the few that there are: a game, a mind, a look. They are the games', which know no
//! command line, so what clap has to know of them stands here.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use lanai_ai::PolicyKind;
use lanai_porch::PrivilegedIntent;
use lanai_render::Look;
use lanai_rules::Title;

pub(super) fn title() -> impl TypedValueParser<Value = Title> {
    one_of(&Title::ALL, Title::name)
}

pub(super) fn mind() -> impl TypedValueParser<Value = PolicyKind> {
    one_of(&PolicyKind::ALL, PolicyKind::name)
}

pub(super) fn look() -> impl TypedValueParser<Value = Look> {
    one_of(&Look::ALL, |look| match look {
        Look::Calm => "calm",
        Look::Contrast => "contrast",
    })
}

pub(super) fn intent() -> impl TypedValueParser<Value = PrivilegedIntent> {
    one_of(&PrivilegedIntent::ALL, PrivilegedIntent::name)
}

fn one_of<T: Copy + Send + Sync>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let called = move |wanted: String| all.iter().copied().find(|it| name(*it) == wanted);
    PossibleValuesParser::new(all.iter().map(|it| name(*it)))
        .try_map(move |wanted| called(wanted).ok_or("there is nothing of that name"))
}
