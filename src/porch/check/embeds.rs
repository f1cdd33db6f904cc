//! What Discord checks in embeds: their texts, addresses, colour and time. It fetches no address.

use jiff::{Timestamp, civil::DateTime};
use serde_json::Value;

use crate::form::Field;

/// From where a page, and from where a picture may come.
const PAGES: [&str; 2] = ["http", "https"];
const PICTURES: [&str; 3] = ["http", "https", "attachment"];
/// The most letters of an address.
const LONGEST: usize = 2_048;
/// What an embed may show: one of these, at least.
const SHOWN: [&str; 9] =
    ["title", "description", "fields", "image", "thumbnail", "footer", "author", "video", "timestamp"];

pub(super) fn embeds(embeds: &Field) {
    embeds.list(0, 10);
    if embeds.entries().iter().map(embed).sum::<usize>() > 6_000 {
        embeds.add("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
    }
}

/// One of them. Tells how many letters it has.
fn embed(embed: &Field) -> usize {
    if !SHOWN.iter().any(|field| shows(&embed.value[*field])) {
        embed.at("description").required();
    }
    let fields = embed.at("fields");
    let mut texts = vec![
        (embed.at("title"), 256),
        (embed.at("description"), 4_096),
        (embed.at("footer").at("text"), 2_048),
        (embed.at("author").at("name"), 256),
    ];
    fields.list(0, 25);
    for field in fields.entries() {
        for (name, most) in [("name", 256), ("value", 1_024)] {
            let text = field.at(name);
            if text.value.as_str().is_none_or(|text| text.trim().is_empty()) {
                text.required();
            }
            texts.push((text, most));
        }
    }
    for (text, most) in &texts {
        text.at_most(*most);
    }
    addresses(embed);
    embed.at("color").between(0, 0xff_ff_ff);
    let timestamp = embed.at("timestamp");
    if let Some(text) = timestamp.value.as_str().filter(|text| !is_moment(text)) {
        timestamp.add("DATE_TIME_TYPE_PARSE", &format!("Could not parse {text}. Should be ISO8601."));
    }
    texts.iter().filter_map(|(text, _)| text.value.as_str()).map(|text| text.chars().count()).sum()
}

/// Whether a part of an embed is there to be seen.
fn shows(part: &Value) -> bool {
    match part {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(list) => !list.is_empty(),
        Value::Object(parts) => !parts.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    }
}

fn addresses(embed: &Field) {
    let (author, footer) = (embed.at("author"), embed.at("footer"));
    url(&embed.at("url"), LONGEST, &PAGES);
    url(&author.at("url"), LONGEST, &PAGES);
    url(&author.at("icon_url"), LONGEST, &PICTURES);
    url(&footer.at("icon_url"), LONGEST, &PICTURES);
    url(&embed.at("image").at("url"), LONGEST, &PICTURES);
    url(&embed.at("thumbnail").at("url"), LONGEST, &PICTURES);
}

/// An address, if there is one: of a scheme that is taken there, and of somewhere. It stays by hand: what a parser of
/// addresses mends, Discord refuses.
pub(super) fn url(url: &Field, most: usize, schemes: &[&str]) {
    let Some(text) = url.value.as_str().filter(|text| !text.is_empty()) else { return };
    url.text(0, most);
    let (scheme, rest) = text.split_once("://").unwrap_or_default();
    let nowhere = rest.is_empty() || rest.starts_with(['/', '?', '#', ':']);
    if text.contains("://") && !schemes.contains(&scheme.to_lowercase().as_str()) {
        let known: Vec<String> = schemes.iter().map(|scheme| format!("'{scheme}'")).collect();
        let known = known.join(", ");
        let message = format!("Scheme \"{scheme}\" is not supported. Scheme must be one of ({known}).");
        url.add("URL_TYPE_INVALID_SCHEME", &message);
    } else if nowhere || rest.contains(char::is_whitespace) {
        url.add("URL_TYPE_INVALID_URL", "Not a well formed URL.");
    }
}

/// Whether a text tells a moment as ISO 8601 does: a date, and perhaps a time of day with its distance from Greenwich.
fn is_moment(text: &str) -> bool {
    text.parse::<Timestamp>().is_ok() || text.parse::<DateTime>().is_ok()
}
