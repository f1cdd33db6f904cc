//! Rulings: decided questions about the rules, and the kind of source that each answer has.

/// A question about the rules that was decided.
///
/// The question, answer and reason are translated texts (crate `text`) whose keys contain its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ruling {
    pub name: &'static str,
    pub basis: Basis,
}

impl Ruling {
    pub(super) const fn new(name: &'static str, basis: Basis) -> Ruling {
        Ruling { name, basis }
    }
}

/// The kind of source of a ruling's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// The whole answer is in a rule text, or follows from a rule text.
    Text,
    /// The rule texts do not answer the question, or not completely.
    Silent,
    /// The answer is a house rule, or departs from a sentence of a rule text.
    Ours,
}

impl Basis {
    /// Returns the word that message keys use.
    pub fn name(self) -> &'static str {
        match self {
            Basis::Text => "text",
            Basis::Silent => "silent",
            Basis::Ours => "ours",
        }
    }
}
