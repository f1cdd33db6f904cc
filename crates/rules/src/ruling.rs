//! Rulings: the answers to questions that the rule texts raise, and on what each answer rests.

/// A question about the rules that was decided. Question, answer and reason are among the words, under its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// Its name.
    pub name: &'static str,
    /// On what the answer rests.
    pub basis: Basis,
}

impl Ruling {
    pub(super) const fn new(name: &'static str, basis: Basis) -> Ruling {
        Ruling { name, basis }
    }
}

/// On what the answer of a ruling rests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// The whole answer stands in a rule text, or follows from one.
    Text,
    /// The texts say nothing of it, or of a part of it.
    Silent,
    /// A house rule, or a choice against or beside a sentence of a text.
    Ours,
}

impl Basis {
    /// The word that names of sentences use.
    pub fn name(self) -> &'static str {
        match self {
            Basis::Text => "text",
            Basis::Silent => "silent",
            Basis::Ours => "ours",
        }
    }
}
