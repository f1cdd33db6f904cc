//! What changes while an answer is on its way to the page, and tells of a moment before that, is not lost.

use std::time::Duration;

use serde_json::json;

use super::visit::{channel, text, visit};
use crate::bot::{evening, text as string};

/// Answers to such a question are held back, from now on, until `letGo` is called.
fn holds_back(part: &str) -> String {
    format!(
        "{{ const real = window.fetch; window.letGo = null; \
            window.fetch = async (...all) => {{ const answer = await real(...all); \
              if (String(all[0]).includes({})) await new Promise((go) => (window.letGo = go)); \
              return answer; }} }}",
        json!(part)
    )
}

#[test]
fn messages_during_loading_are_kept() {
    evening(async {
        let Some((scene, mut browser)) = visit().await else {
            return;
        };
        let place = string(&scene.post("channels", json!({ "name": "lagoon" })).await["id"]);
        browser.until("the channel", &channel("lagoon")).await;
        browser.says(&holds_back("/messages")).await;
        browser.presses("the channel", &channel("lagoon")).await;
        browser
            .until("its messages are on their way", "Boolean(window.letGo)")
            .await;
        scene
            .says("Ben", &place, "/table open game:Haleakala")
            .await;
        let said = text("Ben opened a table");
        browser.until("it is heard", &said).await;
        browser.says("window.letGo()").await;
        browser
            .until("the beginning of the channel", &text("lagoon begins"))
            .await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(browser.says(&said).await, true, "it is gone again");
        browser.ends().await;
        scene.end().await;
    });
}
