//! What Discord checks in embeds: their texts, addresses, colour and time. It fetches no address.

use serde_json::Value;

use crate::porch::refusal::Complaints;

/// From where a page, and from where a picture may come.
const PAGES: [&str; 2] = ["http", "https"];
const PICTURES: [&str; 3] = ["http", "https", "attachment"];
/// The most letters of an address.
const LONGEST: usize = 2_048;
/// What an embed may show: one of these, at least.
const SHOWN: [&str; 9] =
    ["title", "description", "fields", "image", "thumbnail", "footer", "author", "video", "timestamp"];

pub(super) fn embeds(embeds: &Value, complaints: &mut Complaints) {
    let Some(embeds) = embeds.as_array() else { return };
    complaints.count("embeds", embeds.len(), 0, 10);
    let all: usize =
        embeds.iter().enumerate().map(|(at, one)| embed(one, &format!("embeds.{at}"), complaints)).sum();
    if all > 6_000 {
        complaints.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
    }
}

/// One of them. Tells how many letters it has.
fn embed(embed: &Value, place: &str, complaints: &mut Complaints) -> usize {
    if !SHOWN.iter().any(|field| shows(&embed[*field])) {
        complaints.required(&format!("{place}.description"));
    }
    let mut letters = 0;
    let mut text = |field: &str, value: &Value, most: usize| {
        if let Some(text) = value.as_str() {
            letters += text.chars().count();
            complaints.text(&format!("{place}.{field}"), text, 0, most);
        }
    };
    text("title", &embed["title"], 256);
    text("description", &embed["description"], 4_096);
    text("footer.text", &embed["footer"]["text"], 2_048);
    text("author.name", &embed["author"]["name"], 256);
    let fields = embed["fields"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (number, field) in fields.iter().enumerate() {
        text(&format!("fields.{number}.name"), &field["name"], 256);
        text(&format!("fields.{number}.value"), &field["value"], 1_024);
    }
    complaints.count(&format!("{place}.fields"), fields.len(), 0, 25);
    for (number, field) in fields.iter().enumerate() {
        for name in ["name", "value"] {
            if field[name].as_str().is_none_or(|text| text.trim().is_empty()) {
                complaints.required(&format!("{place}.fields.{number}.{name}"));
            }
        }
    }
    addresses(embed, place, complaints);
    complaints.number(&embed["color"], &format!("{place}.color"), 0, 0xff_ff_ff);
    if let Some(text) = embed["timestamp"].as_str().filter(|text| !is_moment(text)) {
        let message = format!("Could not parse {text}. Should be ISO8601.");
        complaints.add(&format!("{place}.timestamp"), "DATE_TIME_TYPE_PARSE", message);
    }
    letters
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

fn addresses(embed: &Value, place: &str, complaints: &mut Complaints) {
    for (part, field, schemes) in [
        (embed, "url", &PAGES[..]),
        (&embed["author"], "author.url", &PAGES),
        (&embed["author"], "author.icon_url", &PICTURES),
        (&embed["footer"], "footer.icon_url", &PICTURES),
        (&embed["image"], "image.url", &PICTURES),
        (&embed["thumbnail"], "thumbnail.url", &PICTURES),
    ] {
        let name = field.rsplit('.').next().unwrap_or(field);
        url(&part[name], &format!("{place}.{field}"), (LONGEST, schemes), complaints);
    }
}

/// An address, if there is one: of a scheme that is taken there, and of somewhere.
pub(super) fn url(
    value: &Value,
    place: &str,
    (most, schemes): (usize, &[&str]),
    complaints: &mut Complaints,
) {
    let Some(text) = value.as_str().filter(|text| !text.is_empty()) else { return };
    complaints.text(place, text, 0, most);
    let badly_made = || ("URL_TYPE_INVALID_URL", "Not a well formed URL.".to_owned());
    let wrong = match text.split_once("://") {
        None => Some(badly_made()),
        Some((scheme, _)) if !schemes.contains(&scheme.to_lowercase().as_str()) => {
            let known: Vec<String> = schemes.iter().map(|scheme| format!("'{scheme}'")).collect();
            let known = known.join(", ");
            let message = format!("Scheme \"{scheme}\" is not supported. Scheme must be one of ({known}).");
            Some(("URL_TYPE_INVALID_SCHEME", message))
        }
        Some((_, rest)) => {
            let nowhere = rest.is_empty() || rest.starts_with(['/', '?', '#', ':']);
            (nowhere || rest.contains(char::is_whitespace)).then(badly_made)
        }
    };
    if let Some((code, message)) = wrong {
        complaints.add(place, code, message);
    }
}

/// Whether a text tells a moment as ISO 8601 does: a date, and perhaps a time of day with its distance from Greenwich.
fn is_moment(text: &str) -> bool {
    let (date, time) =
        text.split_once(['T', 't', ' ']).map_or((text, None), |(date, time)| (date, Some(time)));
    is_date(date) && time.is_none_or(is_time)
}

/// A number of so many digits that lies between two others.
fn is_between(text: &str, digits: usize, least: u32, most: u32) -> bool {
    text.len() == digits
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && text.parse().is_ok_and(|number| (least..=most).contains(&number))
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    matches!(parts[..], [year, month, day]
        if is_between(year, 4, 0, 9_999) && is_between(month, 2, 1, 12) && is_between(day, 2, 1, 31))
}

fn is_time(text: &str) -> bool {
    let (clock, offset) = match text.find(['Z', 'z', '+', '-']) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let parts: Vec<&str> = clock.split(':').collect();
    let clock = match parts[..] {
        [hour, minute] => is_between(hour, 2, 0, 23) && is_between(minute, 2, 0, 59),
        [hour, minute, second] => {
            let (second, fraction) = second.split_once('.').unwrap_or((second, "0"));
            is_between(hour, 2, 0, 23)
                && is_between(minute, 2, 0, 59)
                && is_between(second, 2, 0, 59)
                && !fraction.is_empty()
                && fraction.bytes().all(|byte| byte.is_ascii_digit())
        }
        _ => false,
    };
    let offset = match offset.get(1..) {
        None | Some("") => offset.is_empty() || offset.eq_ignore_ascii_case("z"),
        Some(distance) => is_between(&distance.replace(':', ""), 4, 0, 2_359),
    };
    clock && offset
}
