//! The checks: a source goes in, complaints come out.

use std::fmt;

use super::house::{
    BANNED, BANNED_IN_COMMENTS, HOMES, Imports, MACHINE_PATHS, MOST_LINES, MOST_LINES_IN_A_FUNCTION, ROOMS,
    Room, games,
};
use super::source::{Source, Token};

/// What is not tidy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Complaint {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) room: String,
    pub(crate) what: String,
    pub(crate) why: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Complaint { file, line, room, what, why } = self;
        write!(f, "{file}:{line}: room `{room}`: {what} ({why})")
    }
}

/// Everything that is wrong with a file.
pub(crate) fn complaints(source: &Source) -> Vec<Complaint> {
    let mut found = Vec::new();
    text(source, &mut found);
    imports(source, &mut found);
    if source.path.starts_with("src/") && source.is_rust() {
        let name = source.module().unwrap_or_default()[0].to_owned();
        match ROOMS.iter().find(|room| room.name == name) {
            Some(room) => {
                arrows(source, room, &mut found);
                homes(source, room, &mut found);
                words(source, room, &mut found);
            }
            None => {
                complain(source, &mut found, 1, "is on no map", "add the room to tests/all/tidy/house.rs");
            }
        }
        neighbours(source, &mut found);
        sizes(source, &mut found);
    }
    found
}

fn complain(
    source: &Source,
    into: &mut Vec<Complaint>,
    line: usize,
    what: impl Into<String>,
    why: impl Into<String>,
) {
    let module = source.module().unwrap_or_default();
    let room = match module[..] {
        [] => source.path.split('/').next().unwrap_or_default().to_owned(),
        ["rules", game, ..] if games().any(|it| it == game) => format!("rules::{game}"),
        [room, ..] => room.to_owned(),
    };
    let file = source.path.clone();
    into.push(Complaint { file, line, room, what: what.into(), why: why.into() });
}

fn is_room(name: &str) -> bool {
    ROOMS.iter().any(|room| room.name == name)
}

/// Whether a path lies at or below another.
fn leads_to(path: &[String], prefix: &str) -> bool {
    let mut names = path.iter();
    prefix.split("::").all(|expected| names.next().is_some_and(|name| name == expected))
}

// --- Who may import whom ---

fn arrows(source: &Source, room: &Room, into: &mut Vec<Complaint>) {
    for (line, path) in source.paths() {
        if let [first, target, ..] = &path[..]
            && first == "crate"
            && is_room(target)
            && target != room.name
            && matches!(room.imports, Imports::Only(rooms) if !rooms.contains(&target.as_str()))
        {
            complain(source, into, line, format!("may not import `{target}`"), room.why);
        }
        if let Some(never) = room.never.iter().find(|never| leads_to(&path, never)) {
            complain(source, into, line, format!("may never mention `{never}`"), room.why);
        }
    }
}

/// An import that does not fit on a line is one for each module, so that two changes seldom meet in it.
fn imports(source: &Source, into: &mut Vec<Complaint>) {
    for (at, _) in source.code.match_indices("use ") {
        let before = &source.code[..at];
        let begins = matches!(before.rsplit('\n').next(), Some("" | "pub " | "pub(super) " | "pub(crate) "));
        let import = source.code[at..].split(';').next().unwrap_or_default();
        if begins && import.contains('\n') && import.matches('{').count() > 1 {
            let line = before.matches('\n').count() + 1;
            complain(source, into, line, "imports several modules at once", "each has an import of its own");
        }
    }
}

fn homes(source: &Source, room: &Room, into: &mut Vec<Complaint>) {
    for (line, path) in source.paths() {
        for home in HOMES.iter().filter(|home| path[..1] == [home.krate]) {
            if !home.places.iter().any(|place| *place == room.name || *place == source.path) {
                let why = format!("it is at home in {}", home.places.join(", "));
                complain(source, into, line, format!("may not mention the crate `{}`", home.krate), why);
            }
        }
    }
}

/// A game does not say the name of another, not even in a comment.
fn neighbours(source: &Source, into: &mut Vec<Complaint>) {
    let module = source.module().unwrap_or_default();
    let ["rules", own, ..] = module[..] else { return };
    if games().all(|game| game != own) {
        return;
    }
    for other in games().filter(|game| *game != own) {
        for (line, _) in source.lines().filter(|(_, line)| line.to_lowercase().contains(other)) {
            let what = format!("may not mention `{other}`");
            complain(source, into, line, what, "a game never learns from its neighbour");
        }
    }
}

// --- Sizes ---

fn sizes(source: &Source, into: &mut Vec<Complaint>) {
    let lines = source.lines().count();
    if lines > MOST_LINES {
        let what = format!("has {lines} lines, more than {MOST_LINES}");
        complain(source, into, MOST_LINES + 1, what, "it is two rooms");
    }
    if !source.text.starts_with("//! ") {
        complain(source, into, 1, "does not begin with //!", "a file says what it is for");
    }
    if source.path.ends_with("/mod.rs") {
        complain(source, into, 1, "is a mod.rs", "foo.rs stands beside foo/, as its table of contents");
    }
    for (line, name, length) in functions(source) {
        if length > MOST_LINES_IN_A_FUNCTION {
            let what = format!("`{name}` has {length} lines, more than {MOST_LINES_IN_A_FUNCTION}");
            complain(source, into, line, what, "a function fits on one screen");
        }
    }
}

/// Every function with a body: where it begins, its name, and how many lines it has.
fn functions(source: &Source) -> Vec<(usize, String, usize)> {
    let tokens = source.tokens();
    let begins = |at: &usize| tokens[*at].text == "fn" && tokens.get(at + 1).is_some_and(Token::is_name);
    let found = (0..tokens.len()).filter(begins).filter_map(|at| {
        let last = last_line(&tokens[at..])?;
        Some((tokens[at].line, tokens[at + 1].text.clone(), last - tokens[at].line + 1))
    });
    found.collect()
}

/// The last line of the function that begins here, unless it is only declared.
fn last_line(tokens: &[Token]) -> Option<usize> {
    let (mut brackets, mut braces) = (0, 0);
    for token in tokens {
        match token.text.as_str() {
            "(" | "[" => brackets += 1,
            ")" | "]" => brackets -= 1,
            "{" => braces += 1,
            "}" if braces == 1 => return Some(token.line),
            "}" => braces -= 1,
            ";" if braces == 0 && brackets == 0 => return None,
            _ => {}
        }
    }
    None
}

// --- Words ---

fn words(source: &Source, room: &Room, into: &mut Vec<Complaint>) {
    for (word, allowed, why) in BANNED {
        if !allowed.contains(&room.name) {
            for line in source.lines_with(word) {
                complain(source, into, line, format!("may not say `{word}`"), *why);
            }
        }
    }
    for (line, text) in source.lines() {
        for word in BANNED_IN_COMMENTS.iter().filter(|word| text.contains(**word)) {
            complain(source, into, line, format!("may not say `{word}`"), "do it, or write an issue");
        }
    }
}

/// What holds for every text, whatever it is.
fn text(source: &Source, into: &mut Vec<Complaint>) {
    for (line, text) in source.lines() {
        if text.ends_with(char::is_whitespace) {
            complain(source, into, line, "ends in a blank", "nobody sees it, and every diff shows it");
        }
        for path in MACHINE_PATHS.iter().filter(|path| text.contains(**path)) {
            complain(source, into, line, format!("names the path `{path}`"), "it exists on one machine only");
        }
    }
    if !source.text.is_empty() && !source.text.ends_with('\n') {
        complain(source, into, source.lines().count(), "does not end its last line", "every line has an end");
    }
}
