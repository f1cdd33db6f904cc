//! Converts request bodies to messages and edits: flags, files and references.

use serde_json::Value;

use super::api_request::{RequestBody, Result};
use crate::api_error::{ApiError, refuse_if};
use crate::check;
use crate::form::{invalid, validate};
use crate::ids::Id;
use crate::world::{
    Attachment, COMPONENTS_V2, EPHEMERAL, Message, MessageEdit, SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS, Upload, World,
};

/// Creates a message from a request, without posting it. Its files are stored at once, so callers
/// must not fail afterwards.
pub(crate) fn create_draft(
    world: &mut World,
    body: RequestBody,
    only_for: Option<Id>,
) -> Result<Message> {
    check::check_message(world, &body.json)?;
    let RequestBody { json, files, .. } = body;
    let files = rename_files(files, &json["attachments"]);
    check::check_media(&json, &filenames(&files, &[]))?;
    let mut flags = json["flags"].as_u64().unwrap_or(0)
        & (SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2);
    if only_for.is_some() {
        flags |= EPHEMERAL;
    }
    refuse_if(
        check::is_empty(&json) && files.is_empty(),
        ApiError::EMPTY_MESSAGE,
    )?;
    let attachments = resolve_attachments(world, files, &json["attachments"], &[])?;
    Ok(Message {
        content: check::text_of(&json["content"]).trim().to_owned(),
        components: json.get("components").cloned().unwrap_or_default(),
        embeds: json.get("embeds").cloned().unwrap_or_default(),
        attachments,
        flags,
        allowed: json.get("allowed_mentions").cloned(),
        reference: Id::from_json(&json["message_reference"]["message_id"]),
        nonce: json.get("nonce").filter(|nonce| !nonce.is_null()).cloned(),
        only_for,
        ..Message::default()
    })
}

pub(crate) fn create_edit(
    world: &mut World,
    message: Id,
    body: RequestBody,
) -> Result<MessageEdit> {
    let RequestBody {
        mut json, files, ..
    } = body;
    let old = world
        .messages
        .get(&message)
        .ok_or(ApiError::UNKNOWN_MESSAGE)?;
    if old.flags & COMPONENTS_V2 != 0 && json.is_object() {
        // A V2 message stays V2 whether or not the edit repeats the flag.
        json["flags"] = (json["flags"].as_u64().unwrap_or(old.flags) | COMPONENTS_V2).into();
    }
    check::check_message(world, &json)?;
    refuse_if(
        would_be_empty(old, &json, files.len()),
        ApiError::EMPTY_MESSAGE,
    )?;
    let kept = old.attachments.clone();
    let files = rename_files(files, &json["attachments"]);
    check::check_media(&json, &filenames(&files, &kept))?;
    let flags = json["flags"].as_u64().map(|flags| {
        let may = SUPPRESS_EMBEDS | COMPONENTS_V2;
        (old.flags & !may) | (flags & may) | (old.flags & COMPONENTS_V2)
    });
    // Without the field `attachments`, the existing files stay, and new ones are added.
    let attachments = match json.get("attachments") {
        Some(named) if named.is_array() || named.is_null() => {
            Some(resolve_attachments(world, files, named, &kept)?)
        }
        _ if files.is_empty() => None,
        _ => {
            check_attachment_count(kept.len() + files.len())?;
            let new = resolve_attachments(world, files, &Value::Null, &[])?;
            Some(kept.into_iter().chain(new).collect())
        }
    };
    Ok(MessageEdit {
        content: json
            .get("content")
            .map(|content| check::text_of(content).trim().to_owned()),
        components: json.get("components").cloned(),
        embeds: json.get("embeds").cloned(),
        attachments,
        flags,
        allowed: json.get("allowed_mentions").cloned(),
    })
}

fn would_be_empty(old: &Message, json: &Value, files: usize) -> bool {
    let old_fields = [
        ("content", old.content.is_empty()),
        ("components", is_empty_list(&old.components)),
        ("embeds", is_empty_list(&old.embeds)),
        ("attachments", old.attachments.is_empty()),
    ];
    let is_empty = old_fields
        .iter()
        .all(|(name, was_empty)| match json.get(name) {
            None => *was_empty,
            Some(Value::Array(list)) => list.is_empty(),
            Some(words) => check::text_of(words).trim().is_empty(),
        });
    files == 0 && is_empty
}

fn is_empty_list(list: &Value) -> bool {
    list.as_array().is_none_or(Vec::is_empty)
}

fn check_attachment_count(files: usize) -> Result<()> {
    validate(&Value::Null, "attachments", |list| {
        list.check_length(files, 0, 10);
    })
}

/// Returns the number by which an entry of `attachments` refers to a new file, or the id of an
/// existing one.
fn file_number(entry: &Value) -> Option<u64> {
    Id::from_json(&entry["id"]).map(|id| id.0)
}

/// Gives uploads the file names that the `attachments` entries of the request specify.
fn rename_files(mut files: Vec<Upload>, attachments: &Value) -> Vec<Upload> {
    for entry in attachments.as_array().into_iter().flatten() {
        let file = files
            .iter_mut()
            .find(|file| Some(file.number) == file_number(entry));
        if let (Some(file), Some(filename)) = (file, entry["filename"].as_str()) {
            filename.clone_into(&mut file.filename);
        }
    }
    files
}

fn filenames<'a>(new: &'a [Upload], old: &'a [Attachment]) -> Vec<&'a str> {
    let new = new.iter().map(|file| file.filename.as_str());
    new.chain(old.iter().map(|file| file.filename.as_str()))
        .collect()
}

/// Returns the attachments of a new or edited message: existing files that stay, and new ones.
fn resolve_attachments(
    world: &mut World,
    files: Vec<Upload>,
    named: &Value,
    old: &[Attachment],
) -> Result<Vec<Attachment>> {
    let entries = named.as_array().map(Vec::as_slice).unwrap_or_default();
    let stay = old.iter().filter(|kept| {
        entries
            .iter()
            .any(|entry| file_number(entry) == Some(kept.id.0))
    });
    check_attachment_count(stay.count() + files.len())?;
    let mut all = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let id = file_number(entry);
        if let Some(kept) = old.iter().find(|kept| Some(kept.id.0) == id) {
            let mut kept = kept.clone();
            if let Some(description) = entry.get("description") {
                kept.description = description.as_str().map(str::to_owned);
            }
            all.push(kept);
        } else if !files.iter().any(|file| Some(file.number) == id) {
            let place = format!("attachments.{at}.id");
            return Err(invalid(
                &place,
                "ATTACHMENT_NOT_FOUND",
                "There is no file with this id.",
            ));
        }
    }
    for file in files {
        let entry = entries
            .iter()
            .find(|entry| file_number(entry) == Some(file.number));
        let description = entry
            .and_then(|entry| entry["description"].as_str())
            .map(str::to_owned);
        let id = world.ids.next();
        all.push(world.files.store(id, file, description));
    }
    Ok(all)
}
