//! Parsers for arguments that name a game, a policy, a look or a privileged intent.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use lanai_ai::PolicyKind;
use lanai_porch::PrivilegedIntent;
use lanai_render::Look;
use lanai_rules::Title;

pub(super) fn title_parser() -> impl TypedValueParser<Value = Title> {
    parser_for(&Title::ALL, Title::name)
}

pub(super) fn policy_parser() -> impl TypedValueParser<Value = PolicyKind> {
    parser_for(&PolicyKind::ALL, PolicyKind::name)
}

pub(super) fn look_parser() -> impl TypedValueParser<Value = Look> {
    parser_for(&Look::ALL, |look| match look {
        Look::Calm => "calm",
        Look::Contrast => "contrast",
    })
}

pub(super) fn intent_parser() -> impl TypedValueParser<Value = PrivilegedIntent> {
    parser_for(&PrivilegedIntent::ALL, PrivilegedIntent::name)
}

/// Creates a parser that accepts exactly the names of the given values.
fn parser_for<T: Copy + Send + Sync>(
    values: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(values.iter().map(|value| name(*value))).try_map(
        move |typed: String| {
            values
                .iter()
                .copied()
                .find(|value| name(*value) == typed)
                .ok_or("there is nothing of that name")
        },
    )
}
