//! Converts instances of the Activity and grants of `OAuth2` to JSON.

use serde_json::{Value, json};

use super::set_if_some;
use crate::ids::{Id, format_timestamp};
use crate::world::{ActivityInstance, Grant, SCOPE, World};

/// Returns the name of the host that serves the Activity, like Discord's
/// `<application id>.discordsays.com`.
pub(crate) fn activity_host(world: &World) -> String {
    format!("{}.localhost", world.bot)
}

/// Returns Discord's object for an instance of the Activity.
pub(crate) fn activity_instance(world: &World, instance: &ActivityInstance) -> Value {
    let kind = if instance.guild.is_some() { "gc" } else { "pc" };
    let mut location =
        json!({ "id": instance.location_id(), "kind": kind, "channel_id": instance.channel });
    set_if_some(&mut location, "guild_id", instance.guild);
    json!({
        "application_id": world.bot, "instance_id": instance.id(), "launch_id": instance.launch,
        "location": location, "users": instance.users(),
    })
}

/// Returns the people in an instance as the client tells them to the Activity.
pub(crate) fn activity_participants(world: &World, instance: &ActivityInstance) -> Vec<Value> {
    let participants = instance.users().into_iter().map(|id| {
        let user = super::user(world, id);
        json!({
            "id": id, "username": user["username"], "global_name": user["global_name"],
            "discriminator": user["discriminator"], "avatar": null, "flags": 0, "bot": false,
            "avatar_decoration_data": null, "premium_type": 0,
        })
    });
    participants.collect()
}

/// Returns a frame for the page and for tests: what is open in it, and from which address.
pub(crate) fn activity_frame(world: &World, frame: Id, custom_id: Option<&str>) -> Value {
    let Some(instance) = world.activities.find_by_frame(frame) else {
        return Value::Null;
    };
    let mut query = form_urlencoded::Serializer::new(String::new());
    query
        .append_pair("instance_id", &instance.id())
        .append_pair("location_id", &instance.location_id())
        .append_pair("launch_id", &instance.launch.to_string())
        .append_pair("frame_id", &frame.to_string())
        .append_pair("platform", "desktop")
        .append_pair("channel_id", &instance.channel.to_string());
    if let Some(guild) = instance.guild {
        query.append_pair("guild_id", &guild.to_string());
    }
    if let Some(custom_id) = custom_id {
        query.append_pair("custom_id", custom_id);
    }
    let host = activity_host(world);
    let port = world.settings.address.port();
    json!({
        "frame": frame, "application": world.bot, "instance": instance.id(), "channel": instance.channel,
        "person": instance.person_of(frame), "participants": activity_participants(world, instance),
        "url": format!("http://{host}:{port}/?{}", query.finish()),
    })
}

/// Returns the person of an access token, as `GET /users/@me` shows the person without the scope
/// `email`.
pub(crate) fn authorized_user(world: &World, person: Id) -> Value {
    let mut object = super::user(world, person);
    if let Some(user) = object.as_object_mut() {
        user.remove("bot");
        user.remove("system");
    }
    let locale = world.persons.get(&person).map(|person| &person.locale);
    set_if_some(&mut object, "locale", locale);
    (object["mfa_enabled"], object["premium_type"]) = (json!(false), json!(0));
    object
}

/// Returns the application as other users see it, without what only its owner sees.
pub(crate) fn public_application(world: &World) -> Value {
    let whole = super::application(world);
    let mut object = json!({});
    for field in PUBLIC_APPLICATION_FIELDS {
        set_if_some(&mut object, field, whole.get(field));
    }
    object
}

const PUBLIC_APPLICATION_FIELDS: [&str; 11] = [
    "id",
    "name",
    "icon",
    "description",
    "type",
    "rpc_origins",
    "bot_public",
    "bot_require_code_grant",
    "verify_key",
    "flags",
    "flags_new",
];

/// Returns what an access token allows, as `GET /oauth2/@me` shows it.
pub(crate) fn authorization(world: &World, grant: Grant) -> Value {
    json!({
        "application": public_application(world), "scopes": [SCOPE],
        "expires": format_timestamp(grant.expires_ms), "user": super::user(world, grant.person),
    })
}
