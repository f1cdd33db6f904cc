//! Files that a message shows in the frame of an embed, which names them as `attachment://name`: they are seen there and
//! not among the files, with address, size and description, as Discord does it.

use serde_json::Value;

use super::attachment;
use crate::porch::world::{
    World,
    message::{EPHEMERAL, Message},
};

/// Where an embed can show a file.
const FRAMES: [&str; 2] = ["image", "thumbnail"];

/// The files that stand beside the words, and the embeds with the others.
pub(crate) fn framed(world: &World, message: &Message) -> (Vec<Value>, Value) {
    let ephemeral = message.flags & EPHEMERAL != 0;
    let mut embeds = message.embeds.clone();
    let mut taken = Vec::new();
    for embed in embeds.as_array_mut().into_iter().flatten() {
        for frame in FRAMES {
            let url = embed[frame]["url"].as_str().and_then(|url| url.strip_prefix("attachment://"));
            let file = url.and_then(|name| message.attachments.iter().find(|file| file.filename == name));
            let Some(file) = file else { continue };
            let shown = attachment(world, file, ephemeral);
            for field in ["url", "proxy_url", "width", "height", "content_type", "description"] {
                if !shown[field].is_null() {
                    embed[frame][field] = shown[field].clone();
                }
            }
            taken.push(file.id);
        }
    }
    let beside = message.attachments.iter().filter(|file| !taken.contains(&file.id));
    (beside.map(|file| attachment(world, file, ephemeral)).collect(), embeds)
}
