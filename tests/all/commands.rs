//! The registered commands. The porch enforces Discord's limits in every scene.

use lanai_discord::commands_as_json;
use lanai_text::Dictionary;
use serde_json::{Value, json};

pub(crate) fn commands() -> Value {
    commands_as_json(&Dictionary::open().unwrap())
}

#[test]
fn commands_declare_their_contexts_and_admin_its_permission() {
    let mut for_users = Vec::new();
    for command in commands().as_array().unwrap() {
        let name = command["name"].as_str().unwrap();
        assert!(
            command["contexts"].is_array(),
            "/{name} does not say where it is offered"
        );
        let permissions = if name == "admin" {
            json!("32")
        } else {
            Value::Null
        };
        assert_eq!(
            command["default_member_permissions"], permissions,
            "/{name}"
        );
        match &command["integration_types"] {
            types if *types == json!([0, 1]) => for_users.push(name.to_owned()),
            types => assert_eq!(*types, json!([0]), "/{name}"),
        }
    }
    for_users.sort();
    assert_eq!(for_users, ["learn", "mine", "privacy", "rules"]);
}
