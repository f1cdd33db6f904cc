//! Pictures and files within components: what names a file of the message as `attachment://name` gets its address, size and
//! kind, as Discord does it. The component keeps the name; only what is shown has the address.

use serde_json::{Value, json};

use super::attachment;
use crate::porch::world::{
    World,
    message::{EPHEMERAL, Message},
};

/// The components of a message as they are shown.
pub(crate) fn components(world: &World, message: &Message) -> Value {
    let mut shown = message.components.clone();
    fill(world, message, &mut shown);
    shown
}

fn fill(world: &World, message: &Message, component: &mut Value) {
    if let Some(list) = component.as_array_mut() {
        for component in list {
            fill(world, message, component);
        }
        return;
    }
    match component["type"].as_u64() {
        Some(11) => component["media"] = medium(world, message, &component["media"]),
        Some(12) => {
            for item in component["items"].as_array_mut().into_iter().flatten() {
                item["media"] = medium(world, message, &item["media"]);
            }
        }
        Some(13) => {
            let file = medium(world, message, &component["file"]);
            let kept = message.attachments.iter().find(|kept| file["attachment_id"] == kept.id.to_string());
            component["name"] = json!(kept.map(|kept| kept.filename.clone()).unwrap_or_default());
            component["size"] = json!(kept.map_or(0, |kept| kept.size));
            component["file"] = file;
        }
        _ => {}
    }
    for place in ["components", "accessory"] {
        if let Some(below) = component.get_mut(place) {
            fill(world, message, below);
        }
    }
}

/// A picture or a file, found. What lies elsewhere is shown as it was named; the porch fetches nothing.
fn medium(world: &World, message: &Message, named: &Value) -> Value {
    let url = named["url"].as_str().unwrap_or_default();
    let name = url.strip_prefix("attachment://");
    let file = name.and_then(|name| message.attachments.iter().find(|file| file.filename == name));
    let Some(file) = file else { return json!({ "id": message.id, "url": url, "proxy_url": url }) };
    let whole = attachment(world, file, message.flags & EPHEMERAL != 0);
    let mut shown = json!({ "id": file.id, "attachment_id": file.id, "loading_state": 2 });
    for field in ["url", "proxy_url", "width", "height", "content_type"] {
        if !whole[field].is_null() {
            shown[field] = whole[field].clone();
        }
    }
    shown
}
