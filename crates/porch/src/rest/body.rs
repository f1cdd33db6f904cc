//! Reads the bodies of requests: JSON, a URL-encoded form, or a multipart form with files. Checks their size and type, and
//! not what they mean.

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{DefaultBodyLimit, FromRequest as _, Multipart, Request};
use axum::http::header;
use serde_json::{Map, Value, json};

use super::call::{RequestBody, Result};
use crate::{api_error::ApiError, form::invalid, world::Upload};

/// What all files and words of a request may weigh together, and what a file may.
const MOST_BYTES: usize = 25 << 20;
pub(crate) const MOST_FILE_BYTES: usize = 10 << 20;
/// The most of a body that is noted in the log of requests.
const MOST_LOGGED: usize = 256 << 10;

/// Reads a body; and says how the log shall remember it.
pub(crate) async fn read(content_type: Option<&str>, body: Body) -> (Result<RequestBody>, String) {
    let Ok(bytes) = to_bytes(body, MOST_BYTES).await else {
        return (Err(ApiError::TOO_LARGE), "null".to_owned());
    };
    let content_type = content_type.unwrap_or_default();
    let media_type = content_type
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    if media_type == "multipart/form-data" {
        return form(content_type, bytes).await;
    }
    if bytes.is_empty() {
        return (Ok(RequestBody::default()), "null".to_owned());
    }
    let (json, log) = match media_type.as_str() {
        "application/json" => {
            let json = serde_json::from_slice(&bytes).map_err(|_| ApiError::INVALID_JSON);
            (json, String::from_utf8_lossy(&bytes).into_owned())
        }
        "application/x-www-form-urlencoded" => {
            let fields = form_urlencoded::parse(&bytes).into_owned();
            let json = json_of_form(fields.map(|(name, text)| (name, text.into())).collect());
            let log = json.as_ref().map(Value::to_string).unwrap_or_default();
            (json, log)
        }
        _ => (
            Err(invalid("", "CONTENT_TYPE_INVALID", WRONG_CONTENT_TYPE)),
            String::new(),
        ),
    };
    match json {
        Ok(json) => (
            Ok(RequestBody {
                json,
                files: Vec::new(),
            }),
            bounded(log),
        ),
        Err(refusal) => (Err(refusal), "null".to_owned()),
    }
}

const WRONG_CONTENT_TYPE: &str = "Expected \"Content-Type\" header to be one of {'application/x-www-form-urlencoded', \
    'multipart/form-data', 'application/json'}.";

/// Returns the `payload_json` of a form or, if there is none, its fields as an object.
fn json_of_form(mut fields: Map<String, Value>) -> Result<Value> {
    match fields.remove("payload_json") {
        Some(Value::String(text)) => {
            serde_json::from_str(&text).map_err(|_| ApiError::INVALID_JSON)
        }
        _ => Ok(Value::Object(fields)),
    }
}

fn bounded(log: String) -> String {
    if log.len() > MOST_LOGGED {
        json!({ "too_long_to_keep": log.len() }).to_string()
    } else {
        log
    }
}

async fn form(content_type: &str, bytes: Bytes) -> (Result<RequestBody>, String) {
    let sent = match read_form(content_type, bytes).await {
        Ok(sent) => sent,
        Err(refusal) => return (Err(refusal), "null".to_owned()),
    };
    let file = |upload: &Upload| {
        let name = format!("files[{}]", upload.number);
        json!({ "name": name, "filename": upload.filename, "size": upload.bytes.len() })
    };
    let mut log = if sent.json.is_object() {
        sent.json.clone()
    } else {
        json!({})
    };
    log["files"] = sent.files.iter().map(file).collect();
    let heavy = sent
        .files
        .iter()
        .any(|upload| upload.bytes.len() > MOST_FILE_BYTES);
    (
        if heavy {
            Err(ApiError::TOO_LARGE)
        } else {
            Ok(sent)
        },
        bounded(log.to_string()),
    )
}

async fn read_form(content_type: &str, bytes: Bytes) -> Result<RequestBody> {
    let request = Request::builder()
        .header(header::CONTENT_TYPE, content_type)
        .body(Body::from(bytes));
    let mut request = request.map_err(|_| ApiError::INVALID_JSON)?;
    // It was measured already, and two megabytes are not enough for a picture or two.
    DefaultBodyLimit::disable().apply(&mut request);
    let mut parts = Multipart::from_request(request, &())
        .await
        .map_err(|_| ApiError::INVALID_JSON)?;
    let mut sent = RequestBody::default();
    let mut fields = Map::new();
    while let Some(part) = parts
        .next_field()
        .await
        .map_err(|_| ApiError::INVALID_JSON)?
    {
        let name = part.name().unwrap_or_default().to_owned();
        if let Some(filename) = part.file_name().map(clean_filename) {
            let digits: String = name.chars().filter(char::is_ascii_digit).collect();
            let number = digits.parse().unwrap_or(sent.files.len() as u64);
            let content_type = part.content_type().map(str::to_owned);
            let bytes = part.bytes().await.map_err(|_| ApiError::INVALID_JSON)?;
            sent.files.push(Upload {
                number,
                filename,
                content_type,
                bytes,
            });
            continue;
        }
        let text = part.text().await.map_err(|_| ApiError::INVALID_JSON)?;
        fields.insert(name, Value::String(text));
    }
    sent.json = json_of_form(fields)?;
    Ok(sent)
}

/// A file name as Discord keeps it: letters, digits and a few signs. By hand: which these are is Discord's own rule.
pub(crate) fn clean_filename(name: &str) -> String {
    let plain = |letter: char| {
        if letter.is_alphanumeric() || matches!(letter, '.' | '-' | '_') {
            letter
        } else {
            '_'
        }
    };
    name.rsplit(['/', '\\'])
        .next()
        .unwrap_or_default()
        .chars()
        .map(plain)
        .collect()
}
