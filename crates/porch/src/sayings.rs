//! The page's own words: those sentences of all files of words whose names begin with `page-`, as a script that the page
//! can say them from. What a bot says is the bot's business.

use std::path::{Path, PathBuf};
use std::{fs, io};

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::parser;
use rust_embed::Embed;
use serde_json::{Map, Value, json};

use super::CannotOpen;

#[derive(Embed)]
#[folder = "../../assets/words"]
struct Files;

const PAGE: &str = "page-";

/// A script with the sentences of each language; a file in the folder counts more than ours.
pub(crate) fn script(folder: Option<&Path>) -> Result<String, CannotOpen> {
    let mut said = Map::new();
    for name in Files::iter() {
        let text = Files::get(&name).map(|file| String::from_utf8_lossy(&file.data).into_owned());
        add(&mut said, Path::new(&*name), &text.unwrap_or_default());
    }
    for file in folder
        .map_or(Ok(Vec::new()), files)
        .map_err(CannotOpen::Words)?
    {
        add(
            &mut said,
            &file,
            &fs::read_to_string(&file).map_err(CannotOpen::Words)?,
        );
    }
    Ok(format!("export const SAID = {};\n", Value::Object(said)))
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect()
}

/// Adds the sentences of a file to those of its language.
fn add(said: &mut Map<String, Value>, file: &Path, text: &str) {
    let (Some(tag), Some("ftl")) = (stem(file), file.extension().and_then(|it| it.to_str())) else {
        return;
    };
    let (Ok(resource) | Err((resource, _))) = parser::parse(text);
    let sentences = said.entry(tag).or_insert_with(|| json!({}));
    for entry in &resource.body {
        let Entry::Message(message) = entry else {
            continue;
        };
        let Some((name, pattern)) = message
            .id
            .name
            .strip_prefix(PAGE)
            .zip(message.value.as_ref())
        else {
            continue;
        };
        sentences[name] = parts(pattern);
    }
}

fn stem(file: &Path) -> Option<&str> {
    file.file_stem()?.to_str()
}

/// A sentence in parts: text, what is filled in, and what depends on something, as a number.
fn parts(pattern: &Pattern<&str>) -> Value {
    let part = |element: &PatternElement<&str>| match element {
        PatternElement::TextElement { value } => json!(value),
        PatternElement::Placeable {
            expression: Expression::Inline(inline),
        } => filled(inline),
        PatternElement::Placeable {
            expression: Expression::Select { selector, variants },
        } => {
            let of = variants
                .iter()
                .map(|it| (key(&it.key).to_owned(), parts(&it.value)));
            let usual = variants.iter().find(|it| it.default).map(|it| key(&it.key));
            json!({ "by": filled(selector)["fill"], "of": of.collect::<Map<_, _>>(), "usual": usual })
        }
    };
    pattern.elements.iter().map(part).collect()
}

fn key<'a>(key: &VariantKey<&'a str>) -> &'a str {
    match key {
        VariantKey::Identifier { name } => name,
        VariantKey::NumberLiteral { value } => value,
    }
}

fn filled(inline: &InlineExpression<&str>) -> Value {
    match inline {
        InlineExpression::VariableReference { id } => json!({ "fill": id.name }),
        InlineExpression::StringLiteral { value } | InlineExpression::NumberLiteral { value } => {
            json!(value)
        }
        // Nothing else is used on the page.
        InlineExpression::FunctionReference { .. }
        | InlineExpression::MessageReference { .. }
        | InlineExpression::TermReference { .. }
        | InlineExpression::Placeable { .. } => json!(""),
    }
}
