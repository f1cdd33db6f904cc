//! A source as the checks see it: its code without comments and strings, the words of that, and every path that
//! it mentions.

use std::path::Path;

/// A text file.
pub(crate) struct Source {
    /// From the top of the house, with slashes.
    pub(crate) path: String,
    pub(crate) text: String,
    /// The text, with blanks in place of comments and of what is in quotes.
    pub(crate) code: String,
}

/// A word or a sign, and its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) line: usize,
    pub(crate) text: String,
}

impl Token {
    pub(crate) fn is_name(&self) -> bool {
        self.text.starts_with(|first: char| first.is_alphabetic() || first == '_')
    }
}

impl Source {
    pub(crate) fn new(path: &str, text: &str) -> Source {
        let code = if is_rust(path) { without_comments_and_quotes(text) } else { String::new() };
        Source { path: path.to_owned(), text: text.to_owned(), code }
    }

    pub(crate) fn is_rust(&self) -> bool {
        is_rust(&self.path)
    }

    /// The modules that lead to this file: `src/rules/hawaii/turn.rs` is `rules`, `hawaii`, `turn`. The porch is a crate of its own.
    pub(crate) fn module(&self) -> Option<Vec<&str>> {
        let inner = self.path.strip_prefix("src/")?.strip_suffix(".rs")?;
        let inner = inner.strip_suffix("/lib").unwrap_or(inner);
        Some(inner.split('/').collect())
    }

    /// Whether it belongs to the crate of the porch, whose own name for itself is `crate`.
    fn is_of_the_porch(&self) -> bool {
        self.path.starts_with("src/porch/")
    }

    /// Lines, counted from 1.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }

    /// Where a piece of code stands.
    pub(crate) fn lines_with(&self, piece: &str) -> impl Iterator<Item = usize> {
        // `println!` is not `eprintln!`.
        let own =
            |line: &str, at: usize| !piece.starts_with(char::is_alphanumeric) || !ends_in_name(&line[..at]);
        let found = move |line: &str| line.match_indices(piece).any(|(at, _)| own(line, at));
        (1..).zip(self.code.lines()).filter(move |(_, line)| found(line)).map(|(number, _)| number)
    }

    pub(crate) fn tokens(&self) -> Vec<Token> {
        let mut tokens: Vec<Token> = Vec::new();
        for (line, code) in (1..).zip(self.code.lines()) {
            let mut rest = code.trim_start();
            while let Some(first) = rest.chars().next() {
                let length = if first.is_alphanumeric() || first == '_' {
                    rest.find(|next: char| !next.is_alphanumeric() && next != '_').unwrap_or(rest.len())
                } else if rest.starts_with("::") {
                    2
                } else {
                    first.len_utf8()
                };
                tokens.push(Token { line, text: rest[..length].to_owned() });
                rest = rest[length..].trim_start();
            }
        }
        tokens
    }

    /// Every path that is mentioned, each branch of a `use` on its own, from `crate` where it is of ours.
    pub(crate) fn paths(&self) -> Vec<(usize, Vec<String>)> {
        let tokens = self.tokens();
        let text = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
        let mut paths = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            let first = at == 0 || text(at - 1) != "::";
            let begins =
                first && token.is_name() && (text(at + 1) == "::" || at > 0 && text(at - 1) == "use");
            if begins && token.text != "use" {
                branches(&tokens, at, &mut Vec::new(), &mut paths);
            }
        }
        paths.into_iter().map(|(line, path)| (line, self.resolved(path))).collect()
    }

    /// `super` and `self` resolved, and our own name for ourselves.
    fn resolved(&self, path: Vec<String>) -> Vec<String> {
        let mut names = path.into_iter().peekable();
        let module = self.module().unwrap_or_default();
        let mut top: Vec<String> = std::iter::once("crate").chain(module).map(str::to_owned).collect();
        match names.peek().map(String::as_str) {
            Some("super" | "self") => {}
            Some("crate" | "lanai" | "lanai_games") => {
                let in_porch = names.next().is_some_and(|name| name == "crate") && self.is_of_the_porch();
                top.truncate(if in_porch { 2 } else { 1 });
            }
            Some("lanai_porch") => {
                names.next();
                top = vec!["crate".to_owned(), "porch".to_owned()];
            }
            _ => top.clear(),
        }
        while let Some(step) = names.next_if(|name| name == "super" || name == "self") {
            if step == "super" && top.len() > 1 {
                top.pop();
            }
        }
        top.extend(names);
        top
    }
}

fn is_rust(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "rs")
}

fn ends_in_name(text: &str) -> bool {
    text.ends_with(|last: char| last.is_alphanumeric() || last == '_')
}

/// Follows a path from here, into each branch of its braces. Answers with the place after it.
fn branches(
    tokens: &[Token],
    mut at: usize,
    stem: &mut Vec<String>,
    into: &mut Vec<(usize, Vec<String>)>,
) -> usize {
    let depth = stem.len();
    let mut line = 0;
    while let Some(token) = tokens.get(at) {
        if token.text == "{" {
            at += 1;
            while tokens.get(at).is_some_and(|token| token.text != "}") {
                let next = branches(tokens, at, stem, into);
                // Whatever is no path is stepped over: a comma, a star.
                at = next.max(at + 1);
            }
            stem.truncate(depth);
            return at + 1;
        }
        if !token.is_name() {
            break;
        }
        line = token.line;
        stem.push(token.text.clone());
        at += 1;
        if tokens.get(at).is_none_or(|token| token.text != "::") {
            break;
        }
        at += 1;
    }
    if stem.len() > depth {
        into.push((line, stem.clone()));
    }
    stem.truncate(depth);
    at
}

/// Blanks in place of comments and of what is in quotes; lines stay where they are.
fn without_comments_and_quotes(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while at < letters.len() {
        let end = skipped(&letters, at);
        if end == at {
            code.push(letters[at]);
            at += 1;
        } else {
            code.extend(letters[at..end].iter().map(|letter| if *letter == '\n' { '\n' } else { ' ' }));
            at = end;
        }
    }
    code
}

/// Where the comment or the quotation ends that begins here; if none does, here.
fn skipped(letters: &[char], at: usize) -> usize {
    let here =
        |text: &str| text.chars().enumerate().all(|(by, letter)| letters.get(at + by) == Some(&letter));
    let begins_name = at == 0 || !(letters[at - 1].is_alphanumeric() || letters[at - 1] == '_');
    if here("//") {
        return letters[at..].iter().position(|letter| *letter == '\n').map_or(letters.len(), |by| at + by);
    }
    if here("/*") {
        return end_of_block(letters, at);
    }
    if here("\"") {
        return end_of_quotation(letters, at + 1, '"');
    }
    if begins_name && (here("r\"") || here("r#") || here("br\"") || here("br#")) {
        return end_of_raw(letters, at).unwrap_or(at);
    }
    // 'a' is a letter, 'a without an end is a lifetime.
    if here("'\\") || here("'") && letters.get(at + 2) == Some(&'\'') {
        return end_of_quotation(letters, at + 1, '\'');
    }
    at
}

fn end_of_block(letters: &[char], begin: usize) -> usize {
    let mut depth = 0;
    let mut at = begin;
    while at + 1 < letters.len() {
        match (letters[at], letters[at + 1]) {
            ('/', '*') => depth += 1,
            ('*', '/') => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    letters.len()
}

fn end_of_quotation(letters: &[char], mut at: usize, mark: char) -> usize {
    while at < letters.len() && letters[at] != mark {
        at += if letters[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(letters.len())
}

/// The end of a quotation with hashes; nothing for a raw name like `r#type`.
fn end_of_raw(letters: &[char], begin: usize) -> Option<usize> {
    let hashes = letters[begin..].iter().skip_while(|letter| letter.is_alphabetic());
    let hashes = hashes.take_while(|letter| **letter == '#').count();
    let quote = (begin..begin + 3 + hashes).find(|at| letters.get(*at) == Some(&'"'))?;
    let end: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
    let rest = &letters[quote + 1..];
    let by = rest.windows(end.len()).position(|window| window == end).unwrap_or(rest.len());
    Some((quote + 1 + by + end.len()).min(letters.len()))
}
