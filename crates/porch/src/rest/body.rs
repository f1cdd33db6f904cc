//! Reads request bodies: JSON, URL-encoded forms, or multipart forms with files. This module checks
//! only size and type, not the content.

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{DefaultBodyLimit, FromRequest as _, Multipart, Request};
use axum::http::header;
use serde_json::{Map, Value, json};

use super::api_request::{RequestBody, Result};
use crate::{api_error::ApiError, form::invalid, world::Upload};

// Discord's limits for the size of a request and of a single file.
const MAX_BYTES: usize = 25 << 20;
pub(crate) const MAX_FILE_BYTES: usize = 10 << 20;
const MAX_LOGGED_BYTES: usize = 256 << 10;

/// Reads a body. Also returns the text that the request log stores for it.
pub(crate) async fn read_body(
    content_type: Option<&str>,
    body: Body,
) -> (Result<RequestBody>, String) {
    let Ok(bytes) = to_bytes(body, MAX_BYTES).await else {
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
        return read_multipart(content_type, bytes).await;
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
                is_urlencoded: media_type == "application/x-www-form-urlencoded",
                ..RequestBody::default()
            }),
            limit_log(log),
        ),
        Err(error) => (Err(error), "null".to_owned()),
    }
}

const WRONG_CONTENT_TYPE: &str = "Expected \"Content-Type\" header to be one of {'application/x-www-form-urlencoded', \
    'multipart/form-data', 'application/json'}.";

/// Returns the parsed `payload_json` of a form or, without it, the form's fields as an object.
fn json_of_form(mut fields: Map<String, Value>) -> Result<Value> {
    match fields.remove("payload_json") {
        Some(Value::String(text)) => {
            serde_json::from_str(&text).map_err(|_| ApiError::INVALID_JSON)
        }
        _ => Ok(Value::Object(fields)),
    }
}

fn limit_log(log: String) -> String {
    if log.len() > MAX_LOGGED_BYTES {
        json!({ "too_long_to_keep": log.len() }).to_string()
    } else {
        log
    }
}

async fn read_multipart(content_type: &str, bytes: Bytes) -> (Result<RequestBody>, String) {
    let body = match parse_multipart(content_type, bytes).await {
        Ok(body) => body,
        Err(error) => return (Err(error), "null".to_owned()),
    };
    let files = body.files.iter().map(|upload| {
        let name = format!("files[{}]", upload.number);
        json!({ "name": name, "filename": upload.filename, "size": upload.bytes.len() })
    });
    let mut log = if body.json.is_object() {
        body.json.clone()
    } else {
        json!({})
    };
    log["files"] = files.collect();
    let has_large_file = body
        .files
        .iter()
        .any(|upload| upload.bytes.len() > MAX_FILE_BYTES);
    (
        if has_large_file {
            Err(ApiError::TOO_LARGE)
        } else {
            Ok(body)
        },
        limit_log(log.to_string()),
    )
}

async fn parse_multipart(content_type: &str, bytes: Bytes) -> Result<RequestBody> {
    let request = Request::builder()
        .header(header::CONTENT_TYPE, content_type)
        .body(Body::from(bytes));
    let mut request = request.map_err(|_| ApiError::INVALID_JSON)?;
    // The size has already been checked, and axum's default limit is too small for pictures.
    DefaultBodyLimit::disable().apply(&mut request);
    let mut parts = Multipart::from_request(request, &())
        .await
        .map_err(|_| ApiError::INVALID_JSON)?;
    let mut body = RequestBody::default();
    let mut fields = Map::new();
    while let Some(part) = parts
        .next_field()
        .await
        .map_err(|_| ApiError::INVALID_JSON)?
    {
        let name = part.name().unwrap_or_default().to_owned();
        if let Some(filename) = part.file_name().map(clean_filename) {
            let digits: String = name.chars().filter(char::is_ascii_digit).collect();
            let number = digits.parse().unwrap_or(body.files.len() as u64);
            let content_type = part.content_type().map(str::to_owned);
            let bytes = part.bytes().await.map_err(|_| ApiError::INVALID_JSON)?;
            body.files.push(Upload {
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
    body.json = json_of_form(fields)?;
    Ok(body)
}

/// Removes the folder from a file name, and replaces unusual characters by `_` as Discord does.
pub(crate) fn clean_filename(name: &str) -> String {
    let filename = name.rsplit(['/', '\\']).next().unwrap_or_default();
    filename.replace(
        |letter: char| !letter.is_alphanumeric() && !matches!(letter, '.' | '-' | '_'),
        "_",
    )
}
