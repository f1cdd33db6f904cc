//! Events that arrive while the page is loading are not lost.

use std::time::Duration;

use serde_json::json;

use super::visit::{channel_script, open_visit, text};
use crate::bot::text as string;

/// Answers to such a question are held back, from now on, until `letGo` is called.
fn hold_back_answers(part: &str) -> String {
    format!(
        "{{ const real = window.fetch; window.letGo = null; \
            window.fetch = async (...all) => {{ const answer = await real(...all); \
              if (String(all[0]).includes({})) await new Promise((go) => (window.letGo = go)); \
              return answer; }} }}",
        json!(part)
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_during_loading_are_kept() {
    let Some((scene, mut browser)) = open_visit().await else {
        return;
    };
    let thread = string(&scene.post("channels", json!({ "name": "lagoon" })).await["id"]);
    browser
        .wait_until("the channel", &channel_script("lagoon"))
        .await;
    browser.evaluate(&hold_back_answers("/messages")).await;
    browser
        .press("the channel", &channel_script("lagoon"))
        .await;
    browser
        .wait_until("its messages are on their way", "Boolean(window.letGo)")
        .await;
    scene
        .run_command("Ben", &thread, "/table open game:Haleakala")
        .await;
    let said = text("Ben opened a table");
    browser.wait_until("it is heard", &said).await;
    browser.evaluate("window.letGo()").await;
    browser
        .wait_until("the beginning of the channel", &text("lagoon begins"))
        .await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(browser.evaluate(&said).await, true, "it is gone again");
    browser.finish().await;
    scene.end().await;
}
