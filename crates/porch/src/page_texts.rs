//! Builds a script with the texts of the page: all messages of the Fluent files whose names begin
//! with `page-`.

use std::path::{Path, PathBuf};
use std::{fs, io};

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::parser;
use rust_embed::Embed;
use serde_json::{Map, Value, json};

use super::OpenError;

#[derive(Embed)]
#[folder = "../../assets/words"]
struct Files;

const PAGE_PREFIX: &str = "page-";

/// Builds the script. Files in `folder` override the embedded ones.
pub(crate) fn build_script(folder: Option<&Path>) -> Result<String, OpenError> {
    let mut texts = Map::new();
    for name in Files::iter() {
        let text = Files::get(&name).map(|file| String::from_utf8_lossy(&file.data).into_owned());
        add_file(&mut texts, Path::new(&*name), &text.unwrap_or_default());
    }
    for file in folder
        .map_or(Ok(Vec::new()), list_files)
        .map_err(OpenError::Words)?
    {
        add_file(
            &mut texts,
            &file,
            &fs::read_to_string(&file).map_err(OpenError::Words)?,
        );
    }
    Ok(format!("export const TEXTS = {};\n", Value::Object(texts)))
}

fn list_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect()
}

fn add_file(texts: &mut Map<String, Value>, file: &Path, text: &str) {
    let (Some(tag), Some("ftl")) = (
        file_stem(file),
        file.extension().and_then(|item| item.to_str()),
    ) else {
        return;
    };
    let (Ok(resource) | Err((resource, _))) = parser::parse(text);
    let sentences = texts.entry(tag).or_insert_with(|| json!({}));
    for entry in &resource.body {
        let Entry::Message(message) = entry else {
            continue;
        };
        let Some((name, pattern)) = message
            .id
            .name
            .strip_prefix(PAGE_PREFIX)
            .zip(message.value.as_ref())
        else {
            continue;
        };
        sentences[name] = pattern_parts(pattern);
    }
}

fn file_stem(file: &Path) -> Option<&str> {
    file.file_stem()?.to_str()
}

/// Converts a Fluent message to a list of parts: texts, placeholders and selections.
fn pattern_parts(pattern: &Pattern<&str>) -> Value {
    let parts = pattern.elements.iter().map(|element| match element {
        PatternElement::TextElement { value } => json!(value),
        PatternElement::Placeable {
            expression: Expression::Inline(inline),
        } => inline_value(inline),
        PatternElement::Placeable {
            expression: Expression::Select { selector, variants },
        } => {
            let of = variants.iter().map(|item| {
                (
                    variant_key(&item.key).to_owned(),
                    pattern_parts(&item.value),
                )
            });
            let usual = variants
                .iter()
                .find(|item| item.default)
                .map(|item| variant_key(&item.key));
                        json!({ "by": inline_value(selector)["fill"], "of": of.collect::<Map<_, _>>(), "usual": usual })
        }
    });
    parts.collect()
}

fn variant_key<'a>(key: &VariantKey<&'a str>) -> &'a str {
    match key {
        VariantKey::Identifier { name } => name,
        VariantKey::NumberLiteral { value } => value,
    }
}

fn inline_value(inline: &InlineExpression<&str>) -> Value {
    match inline {
        InlineExpression::VariableReference { id } => json!({ "fill": id.name }),
        InlineExpression::StringLiteral { value } | InlineExpression::NumberLiteral { value } => {
            json!(value)
        }
        // The texts of the page use no other kinds of expressions.
        InlineExpression::FunctionReference { .. }
        | InlineExpression::MessageReference { .. }
        | InlineExpression::TermReference { .. }
        | InlineExpression::Placeable { .. } => json!(""),
    }
}
