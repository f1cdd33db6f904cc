//! Checks files of words: each sentence is compared with the English one of the same name.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Message, Pattern, PatternElement};
use fluent_syntax::parser;

/// A flaw of one sentence, or of the whole file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WordsFlaw {
    /// The file is not Fluent.
    Unreadable {
        line: usize,
        why: String,
    },
    /// A sentence is missing: the English one is used.
    Missing(String),
    /// A sentence that the program does not use.
    Unknown(String),
    Twice(String),
    /// A variable that the program does not fill in.
    Unfilled {
        name: String,
        variable: String,
    },
    /// A reference to a sentence that does not exist.
    Astray {
        name: String,
        other: String,
    },
    /// The sentence is longer than Discord allows.
    TooLong {
        name: String,
        letters: usize,
        most: usize,
    },
    /// Discord does not accept this name of a command or an option.
    NoName(String),
}

impl WordsFlaw {
    /// Returns whether the file can be used nevertheless.
    pub fn is_gap(&self) -> bool {
        matches!(self, WordsFlaw::Missing(_))
    }
}

/// Returns the flaws of a file in the order of its lines; missing sentences come last.
pub(super) fn flaws(english: &str, text: &str) -> Vec<WordsFlaw> {
    let resource = match parser::parse(text) {
        Ok(resource) => resource,
        Err((_, errors)) => {
            let unreadable = |error: &parser::ParserError| WordsFlaw::Unreadable {
                line: text[..error.pos.start.min(text.len())]
                    .matches('\n')
                    .count()
                    + 1,
                why: error.kind.to_string(),
            };
            return errors.iter().map(unreadable).collect();
        }
    };
    let given = given(english);
    let mut flaws = Vec::new();
    let mut seen = BTreeSet::new();
    for message in resource.body.iter().filter_map(message) {
        let name = message.id.name.to_owned();
        match given.get(message.id.name) {
            _ if !seen.insert(message.id.name) => flaws.push(WordsFlaw::Twice(name)),
            None => flaws.push(WordsFlaw::Unknown(name)),
            Some(variables) => judge(message, variables, &given, &mut flaws),
        }
    }
    let missing = given.keys().filter(|name| !seen.contains(name.as_str()));
    flaws.extend(missing.map(|name| WordsFlaw::Missing(name.clone())));
    flaws
}

/// Returns all English sentences with their variables: those they use, and those that the comment
/// above them names for languages that need them.
fn given(english: &str) -> BTreeMap<String, BTreeSet<String>> {
    let (Ok(resource) | Err((resource, _))) = parser::parse(english);
    let of = |message: &Message<&str>| {
        let mut variables = BTreeSet::new();
        for comment in message.comment.iter().flat_map(|comment| &comment.content) {
            let named = comment
                .split_whitespace()
                .filter_map(|word| word.strip_prefix('$'));
            variables.extend(named.map(|name| name.trim_end_matches([',', '.', ':']).to_owned()));
        }
        each(message, &mut |said| {
            if let Reference::Variable(name) = said {
                variables.insert(name.to_owned());
            }
        });
        (message.id.name.to_owned(), variables)
    };
    resource.body.iter().filter_map(message).map(of).collect()
}

fn message<'a, 'b>(entry: &'a Entry<&'b str>) -> Option<&'a Message<&'b str>> {
    if let Entry::Message(message) = entry {
        Some(message)
    } else {
        None
    }
}

fn judge(
    message: &Message<&str>,
    variables: &BTreeSet<String>,
    known: &BTreeMap<String, BTreeSet<String>>,
    flaws: &mut Vec<WordsFlaw>,
) {
    let name = || message.id.name.to_owned();
    each(message, &mut |said| match said {
        Reference::Variable(variable) if !variables.contains(variable) => {
            flaws.push(WordsFlaw::Unfilled {
                name: name(),
                variable: variable.to_owned(),
            });
        }
        Reference::Sentence(other) if !known.contains_key(other) => {
            flaws.push(WordsFlaw::Astray {
                name: name(),
                other: other.to_owned(),
            });
        }
        Reference::Variable(_) | Reference::Sentence(_) => {}
    });
    let Some(text) = plain(message) else { return };
    let letters = text.encode_utf16().count();
    if let Some(most) = most(message.id.name).filter(|most| letters > *most) {
        flaws.push(WordsFlaw::TooLong {
            name: name(),
            letters,
            most,
        });
    }
    let fits = |letter: char| letter.is_alphanumeric() || "-_'".contains(letter);
    if is_name(message.id.name) && !(text == text.to_lowercase() && text.chars().all(fits)) {
        flaws.push(WordsFlaw::NoName(name()));
    }
}

/// Returns whether a sentence is the name of a command or of an option.
fn is_name(name: &str) -> bool {
    name.starts_with("cmd-") && name.ends_with("-name")
}

/// Returns Discord's limit for a text that does not depend on variables.
fn most(name: &str) -> Option<usize> {
    if is_name(name) {
        Some(32)
    } else if name.starts_with("cmd-") {
        Some(100)
    } else {
        name.starts_with("chat-button-").then_some(80)
    }
}

/// Returns the text of a sentence without variables.
fn plain(message: &Message<&str>) -> Option<String> {
    let text = |element: &PatternElement<&str>| match element {
        PatternElement::TextElement { value } => Some((*value).to_owned()),
        PatternElement::Placeable { .. } => None,
    };
    message.value.as_ref()?.elements.iter().map(text).collect()
}

/// A reference in a sentence.
enum Reference<'a> {
    Variable(&'a str),
    Sentence(&'a str),
}

fn each(message: &Message<&str>, tell: &mut dyn FnMut(Reference<'_>)) {
    if let Some(pattern) = &message.value {
        each_of(pattern, tell);
    }
}

fn each_of(pattern: &Pattern<&str>, tell: &mut dyn FnMut(Reference<'_>)) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { .. } => {}
            PatternElement::Placeable {
                expression: Expression::Inline(inline),
            } => each_in(inline, tell),
            PatternElement::Placeable {
                expression: Expression::Select { selector, variants },
            } => {
                each_in(selector, tell);
                for variant in variants {
                    each_of(&variant.value, tell);
                }
            }
        }
    }
}

fn each_in(inline: &InlineExpression<&str>, tell: &mut dyn FnMut(Reference<'_>)) {
    match inline {
        InlineExpression::VariableReference { id } => tell(Reference::Variable(id.name)),
        // No functions are defined, so a call is reported like an unknown sentence.
        InlineExpression::MessageReference { id, .. }
        | InlineExpression::FunctionReference { id, .. } => {
            tell(Reference::Sentence(id.name));
        }
        InlineExpression::Placeable { expression } => {
            if let Expression::Inline(inline) = &**expression {
                each_in(inline, tell);
            }
        }
        InlineExpression::StringLiteral { .. }
        | InlineExpression::NumberLiteral { .. }
        | InlineExpression::TermReference { .. } => {}
    }
}
