//! Checks every request of the bot against Discord's `OpenAPI` description, if `DISCORD_OPENAPI`
//! names a copy. Each scene hands in its requests when it ends.

use std::collections::{HashMap, HashSet};
use std::{env, fs, sync::Mutex, sync::OnceLock};

use jsonschema::{Draft, Validator};
use serde_json::{Value, json};

use super::{Scene, run_test, text};
use lanai_testing::outside::{Requirement, report_missing};

/// The description, and the validators compiled so far.
struct Description {
    whole: Value,
    judges: Mutex<HashMap<String, Option<&'static Validator>>>,
    /// The bodies of commands that were accepted: each scene registers the same large list.
    accepted_commands: Mutex<HashSet<String>>,
}

fn load_description() -> Option<&'static Description> {
    static DESCRIPTION: OnceLock<Option<Description>> = OnceLock::new();
    let read = || {
        let file = env::var("DISCORD_OPENAPI").ok()?;
        let whole = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        Some(Description {
            whole: serde_json::from_str(&whole).unwrap(),
            judges: Mutex::default(),
            accepted_commands: Mutex::default(),
        })
    };
    DESCRIPTION.get_or_init(read).as_ref()
}

/// The path of the description that a request's path is an example of.
fn matching_template<'a>(paths: &'a serde_json::Map<String, Value>, path: &str) -> Option<&'a str> {
    let path = path.strip_prefix("/api/v10")?;
    let parts: Vec<&str> = path.split('/').collect();
    let fits = |template: &&String| {
        let wanted: Vec<&str> = template.split('/').collect();
        wanted.len() == parts.len()
            && wanted
                .iter()
                .zip(&parts)
                .all(|(wanted, part)| wanted.starts_with('{') || wanted == part)
    };
    // The one with the fewest holes is the one that is meant.
    let mut found: Vec<&String> = paths.keys().filter(fits).collect();
    found.sort_by_key(|template| template.matches('{').count());
    found.first().map(|template| template.as_str())
}

impl Description {
    /// Returns the validator of a body, or `None` if the route has no body.
    fn body_validator(
        &self,
        template: &str,
        method: &str,
        kind: &str,
    ) -> Option<&'static Validator> {
        let mut judges = self.judges.lock().unwrap();
        *judges
            .entry(format!("{method} {template} {kind}"))
            .or_insert_with(|| {
                let operation = &self.whole["paths"][template][method];
                assert!(operation.is_object(), "there is no {method} {template}");
                let mut schema = operation["requestBody"]["content"][kind]["schema"].clone();
                let made = schema.is_object().then(|| {
                    schema["components"] = self.whole["components"].clone();
                    jsonschema::options()
                        .with_draft(Draft::Draft202012)
                        .build(&schema)
                        .unwrap()
                });
                made.map(|made| &*Box::leak(Box::new(made)))
            })
    }

    fn check(&self, request: &Value) {
        let (method, path) = (
            text(&request["method"]).to_lowercase(),
            text(&request["path"]),
        );
        let paths = self.whole["paths"].as_object().unwrap();
        // Discord's description leaves out OAuth2.
        if path.ends_with("/oauth2/token") {
            return;
        }
        let template =
            matching_template(paths, &path).unwrap_or_else(|| panic!("Discord knows no {path}"));
        let mut body = request["body"].clone();
        if body.is_null() {
            self.body_validator(template, &method, "application/json");
            return;
        }
        // Our library writes the ids of files as numbers, which Discord takes though its
        // description says text.
        for list in ["/attachments", "/data/attachments"] {
            for file in body
                .pointer_mut(list)
                .and_then(Value::as_array_mut)
                .into_iter()
                .flatten()
            {
                if file["id"].is_number() {
                    file["id"] = file["id"].to_string().into();
                }
            }
        }
        // serenity writes permissions as text: documented by Discord, forbidden by its description.
        for command in body.as_array_mut().into_iter().flatten() {
            if let Some(bits) = command["default_member_permissions"].as_str() {
                command["default_member_permissions"] = bits.parse::<u64>().unwrap().into();
            }
        }
        let Some(judge) = self.body_validator(template, &method, "application/json") else {
            panic!("{method} {template} takes no body, but got {body}");
        };
        let faults: Vec<String> = judge
            .iter_errors(&body)
            .map(|fault| format!("{} at {}", fault, fault.instance_path()))
            .collect();
        assert!(
            faults.is_empty(),
            "{method} {template}: {faults:?} in {body}"
        );
    }
}

/// Checks all requests of a scene.
pub(super) fn check_requests(requests: &[Value]) {
    let Some(description) = load_description() else {
        return;
    };
    for request in requests {
        let is_registration =
            request["method"] == "PUT" && text(&request["path"]).ends_with("/commands");
        if is_registration {
            let mut accepted = description.accepted_commands.lock().unwrap();
            if !accepted.insert(request["body"].to_string()) {
                continue;
            }
        }
        description.check(request);
    }
}

#[test]
fn requests_are_checked_against_discords_description() {
    let Some(description) = load_description() else {
        let why =
            "DISCORD_OPENAPI is not set, so requests are not checked against Discord's description";
        return report_missing(Requirement::OpenApi, why);
    };
    run_test(async {
        let scene = Scene::start().await;
        scene
            .run_command("Ana", &scene.main_channel, "/check")
            .await;
        let requests = scene.list_requests().await;
        assert!(requests.len() > 3);
        // The validators reject wrong requests.
        let mut wrong = requests
            .iter()
            .find(|item| text(&item["path"]).ends_with("/callback"))
            .unwrap()
            .clone();
        wrong["body"] = json!({ "type": 4, "data": { "content": 5 } });
        let judged = std::panic::catch_unwind(|| description.check(&wrong));
        assert!(judged.is_err(), "a wrong request is found");
        scene.end().await;
    });
}
