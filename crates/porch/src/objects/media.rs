//! Attachments, and the places where they are shown: below the text, in an embed or in a component.
//!
//! References such as `attachment://name` are replaced by URL, size and type, as on Discord.

use serde_json::{Value, json};

use super::{remove_nulls, set_if_some};
use crate::world::{Attachment, EPHEMERAL, Message, World, components};

pub(crate) fn attachment(world: &World, attachment: &Attachment, ephemeral: bool) -> Value {
    let url = format!(
        "http://{}/files/{}/{}",
        world.settings.address, attachment.id, attachment.filename
    );
    let mut object = json!({
        "id": attachment.id, "filename": attachment.filename, "size": attachment.size, "url": url,
        "proxy_url": url,
    });
    set_if_some(&mut object, "description", attachment.description.as_ref());
    set_if_some(
        &mut object,
        "content_type",
        attachment.content_type.as_ref(),
    );
    set_if_some(
        &mut object,
        "width",
        attachment.pixels.map(|(width, _)| width),
    );
    set_if_some(
        &mut object,
        "height",
        attachment.pixels.map(|(_, height)| height),
    );
    set_if_some(&mut object, "ephemeral", ephemeral.then_some(true));
    object
}

const EMBED_PICTURES: [&str; 2] = ["image", "thumbnail"];

/// Returns the attachments that are shown below the text, and the embeds with their references to
/// attachments resolved.
pub(crate) fn split_media(world: &World, message: &Message) -> (Vec<Value>, Value) {
    let ephemeral = message.flags & EPHEMERAL != 0;
    let mut embeds = message.embeds.clone();
    let mut taken = Vec::new();
    for embed in embeds.as_array_mut().into_iter().flatten() {
        complete_embed(embed);
        for frame in EMBED_PICTURES {
            let url = embed[frame]["url"]
                .as_str()
                .and_then(|url| url.strip_prefix("attachment://"));
            let file = url.and_then(|name| {
                message
                    .attachments
                    .iter()
                    .find(|file| file.filename == name)
            });
            let Some(file) = file else { continue };
            let object = attachment(world, file, ephemeral);
            copy_media_fields(&mut embed[frame], &object, &["description"]);
            taken.push(file.id);
        }
    }
    let beside = message
        .attachments
        .iter()
        .filter(|file| !taken.contains(&file.id));
    (
        beside
            .map(|file| attachment(world, file, ephemeral))
            .collect(),
        embeds,
    )
}

/// Adds the fields that Discord adds to every embed.
fn complete_embed(embed: &mut Value) {
    remove_nulls(embed);
    embed["type"] = json!("rich");
    for field in embed
        .get_mut("fields")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        field["inline"] = json!(field["inline"] == true);
    }
}

pub(crate) fn components(world: &World, message: &Message) -> Value {
    let mut object = message.components.clone();
    components::for_each_mut(&mut object, &mut |component| {
        if component["type"] == 12 {
            for item in component["items"].as_array_mut().into_iter().flatten() {
                item["media"] = resolve_media(world, message, &item["media"]);
                item["spoiler"] = json!(item["spoiler"] == true);
                item["description"] = item["description"].take();
            }
        }
    });
    object
}

/// Resolves a reference to an attachment. External URLs are passed on, because the porch fetches
/// nothing.
fn resolve_media(world: &World, message: &Message, named: &Value) -> Value {
    let url = named["url"].as_str().unwrap_or_default();
    let name = url.strip_prefix("attachment://");
    let file = name.and_then(|name| {
        message
            .attachments
            .iter()
            .find(|file| file.filename == name)
    });
    let Some(file) = file else {
        return json!({ "id": message.id, "url": url, "proxy_url": url });
    };
    let whole = attachment(world, file, message.flags & EPHEMERAL != 0);
    let mut object = json!({ "id": file.id, "attachment_id": file.id, "loading_state": 2 });
    copy_media_fields(&mut object, &whole, &[]);
    object
}

fn copy_media_fields(object: &mut Value, file: &Value, extra_fields: &[&str]) {
    for field in ["url", "proxy_url", "width", "height", "content_type"]
        .iter()
        .chain(extra_fields)
    {
        set_if_some(object, field, file.get(field));
    }
}
