//! Checks translation files: each sentence is compared with the English one of the same name.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Message, Pattern, PatternElement};
use fluent_syntax::parser;

/// A flaw of one sentence, or of the whole file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WordsFlaw {
    /// A line of the file is not valid Fluent.
    Unreadable {
        line: usize,
        why: String,
    },
    /// A sentence is missing, so the English one is used.
    Missing(String),
    /// The file has a sentence that the program does not use.
    Unknown(String),
    Duplicate(String),
    /// A sentence uses a variable that the program does not fill in.
    UnknownVariable {
        name: String,
        variable: String,
    },
    /// A sentence refers to one that does not exist.
    UnknownReference {
        name: String,
        other: String,
    },
    /// The sentence is longer than Discord allows.
    TooLong {
        name: String,
        letters: usize,
        limit: usize,
    },
    /// Discord does not accept this name of a command or an option.
    InvalidName(String),
}

impl WordsFlaw {
    /// Returns whether the file can be used despite this flaw.
    pub fn is_gap(&self) -> bool {
        matches!(self, WordsFlaw::Missing(_))
    }
}

/// Returns the flaws of a file in the order of its lines; missing sentences come last.
pub(super) fn find_flaws(english: &str, text: &str) -> Vec<WordsFlaw> {
    let resource = match parser::parse(text) {
        Ok(resource) => resource,
        Err((_, errors)) => {
            let unreadable = errors.iter().map(|error| {
                let before = &text[..error.pos.start.min(text.len())];
                WordsFlaw::Unreadable {
                    line: before.matches('\n').count() + 1,
                    why: error.kind.to_string(),
                }
            });
            return unreadable.collect();
        }
    };
    let english_sentences = english_variables(english);
    let mut flaws = Vec::new();
    let mut seen = BTreeSet::new();
    for message in resource.body.iter().filter_map(as_message) {
        let name = message.id.name.to_owned();
        match english_sentences.get(message.id.name) {
            _ if !seen.insert(message.id.name) => flaws.push(WordsFlaw::Duplicate(name)),
            None => flaws.push(WordsFlaw::Unknown(name)),
            Some(variables) => check_sentence(message, variables, &english_sentences, &mut flaws),
        }
    }
    let missing = english_sentences
        .keys()
        .filter(|name| !seen.contains(name.as_str()));
    flaws.extend(missing.map(|name| WordsFlaw::Missing(name.clone())));
    flaws
}

/// Returns the variables of each English sentence: the ones that it uses, and the ones that its
/// comment offers to other languages.
fn english_variables(english: &str) -> BTreeMap<String, BTreeSet<String>> {
    let (Ok(resource) | Err((resource, _))) = parser::parse(english);
    let mut sentences = BTreeMap::new();
    for message in resource.body.iter().filter_map(as_message) {
        let mut variables = BTreeSet::new();
        for comment in message.comment.iter().flat_map(|comment| &comment.content) {
            let named = comment
                .split_whitespace()
                .filter_map(|word| word.strip_prefix('$'));
            variables.extend(named.map(|name| name.trim_end_matches([',', '.', ':']).to_owned()));
        }
        visit_references(message, &mut |reference| {
            if let Reference::Variable(name) = reference {
                variables.insert(name.to_owned());
            }
        });
        sentences.insert(message.id.name.to_owned(), variables);
    }
    sentences
}

fn as_message<'a, 'b>(entry: &'a Entry<&'b str>) -> Option<&'a Message<&'b str>> {
    if let Entry::Message(message) = entry {
        Some(message)
    } else {
        None
    }
}

fn check_sentence(
    message: &Message<&str>,
    variables: &BTreeSet<String>,
    known: &BTreeMap<String, BTreeSet<String>>,
    flaws: &mut Vec<WordsFlaw>,
) {
    let name = message.id.name;
    visit_references(message, &mut |reference| match reference {
        Reference::Variable(variable) if !variables.contains(variable) => {
            flaws.push(WordsFlaw::UnknownVariable {
                name: name.to_owned(),
                variable: variable.to_owned(),
            });
        }
        Reference::Sentence(other) if !known.contains_key(other) => {
            flaws.push(WordsFlaw::UnknownReference {
                name: name.to_owned(),
                other: other.to_owned(),
            });
        }
        Reference::Variable(_) | Reference::Sentence(_) => {}
    });
    let Some(text) = plain_text(message) else {
        return;
    };
    let letters = text.encode_utf16().count();
    if let Some(limit) = length_limit(name).filter(|limit| letters > *limit) {
        flaws.push(WordsFlaw::TooLong {
            name: name.to_owned(),
            letters,
            limit,
        });
    }
    if is_name(name) && !is_valid_command_name(&text) {
        flaws.push(WordsFlaw::InvalidName(name.to_owned()));
    }
}

fn is_valid_command_name(text: &str) -> bool {
    text == text.to_lowercase()
        && text
            .chars()
            .all(|letter| letter.is_alphanumeric() || "-_'".contains(letter))
}

/// Returns whether this is the key of a command's or option's name.
fn is_name(name: &str) -> bool {
    name.starts_with("cmd-") && name.ends_with("-name")
}

/// Returns Discord's limit for a text that does not depend on variables.
fn length_limit(name: &str) -> Option<usize> {
    if is_name(name) || name.starts_with("menu-") {
        Some(32)
    } else if name.starts_with("cmd-") {
        Some(100)
    } else {
        name.starts_with("chat-button-").then_some(80)
    }
}

/// Returns the text of a sentence, or `None` if it contains variables.
fn plain_text(message: &Message<&str>) -> Option<String> {
    let elements = message.value.as_ref()?.elements.iter();
    let texts = elements.map(|element| match element {
        PatternElement::TextElement { value } => Some(*value),
        PatternElement::Placeable { .. } => None,
    });
    texts.collect()
}

/// The name of a variable or of another sentence that a sentence refers to.
enum Reference<'a> {
    Variable(&'a str),
    Sentence(&'a str),
}

fn visit_references(message: &Message<&str>, visit: &mut dyn FnMut(Reference<'_>)) {
    if let Some(pattern) = &message.value {
        visit_pattern(pattern, visit);
    }
}

fn visit_pattern(pattern: &Pattern<&str>, visit: &mut dyn FnMut(Reference<'_>)) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { .. } => {}
            PatternElement::Placeable {
                expression: Expression::Inline(inline),
            } => visit_inline(inline, visit),
            PatternElement::Placeable {
                expression: Expression::Select { selector, variants },
            } => {
                visit_inline(selector, visit);
                for variant in variants {
                    visit_pattern(&variant.value, visit);
                }
            }
        }
    }
}

fn visit_inline(inline: &InlineExpression<&str>, visit: &mut dyn FnMut(Reference<'_>)) {
    match inline {
        InlineExpression::VariableReference { id } => visit(Reference::Variable(id.name)),
        // The program defines no functions, so a call is reported like an unknown sentence.
        InlineExpression::MessageReference { id, .. }
        | InlineExpression::FunctionReference { id, .. } => {
            visit(Reference::Sentence(id.name));
        }
        InlineExpression::Placeable { expression } => {
            if let Expression::Inline(inline) = &**expression {
                visit_inline(inline, visit);
            }
        }
        InlineExpression::StringLiteral { .. }
        | InlineExpression::NumberLiteral { .. }
        | InlineExpression::TermReference { .. } => {}
    }
}
