//! What comes with a request: JSON, or a form with JSON and files.

use axum::{
    body::{Body, to_bytes},
    extract::{FromRequest, Multipart},
    http::{Request, header},
};
use serde_json::Value;

use super::refusal::Refusal;

/// No request may be larger: ten files of what Discord takes.
const LARGEST: usize = 110 * 1024 * 1024;
/// The largest file that Discord takes.
const LARGEST_FILE: usize = 10 * 1024 * 1024;

/// A file that was sent.
#[derive(Clone, Debug)]
pub(super) struct File {
    /// The number in `files[n]`.
    pub(super) number: u64,
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) bytes: Vec<u8>,
}

/// What comes with a request.
#[derive(Clone, Default, Debug)]
pub(super) struct Sent {
    pub(super) json: Value,
    pub(super) files: Vec<File>,
    pub(super) content_type: String,
}

/// Reads a body.
pub(super) async fn read(request: Request<Body>) -> Result<Sent, Refusal> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let content_type = kind.unwrap_or_default().to_owned();
    if content_type.starts_with("multipart/form-data") {
        return form(request, content_type).await;
    }
    let bytes = to_bytes(request.into_body(), LARGEST).await.map_err(|_| Refusal::too_large())?;
    let json = if bytes.is_empty() {
        Value::Null
    } else {
        serde_json::from_slice(&bytes).map_err(|_| Refusal::broken_json())?
    };
    Ok(Sent { json, files: Vec::new(), content_type })
}

async fn form(request: Request<Body>, content_type: String) -> Result<Sent, Refusal> {
    let broken = |_| Refusal::broken_json();
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| Refusal::broken_json())?;
    let mut sent = Sent { content_type, ..Sent::default() };
    while let Some(field) = form.next_field().await.map_err(|_| Refusal::too_large())? {
        let name = field.name().unwrap_or_default().to_owned();
        if name == "payload_json" {
            let text = field.text().await.map_err(|_| Refusal::broken_json())?;
            sent.json = serde_json::from_str(&text).map_err(broken)?;
            continue;
        }
        let number = name.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']')?.parse().ok());
        let number = number.unwrap_or(u64::try_from(sent.files.len()).unwrap_or(0));
        let kind = field.content_type().unwrap_or("application/octet-stream").to_owned();
        let name = field.file_name().unwrap_or("file").to_owned();
        let bytes = field.bytes().await.map_err(|_| Refusal::too_large())?.to_vec();
        if bytes.len() > LARGEST_FILE {
            return Err(Refusal::too_large());
        }
        sent.files.push(File { number, name, kind, bytes });
    }
    Ok(sent)
}
