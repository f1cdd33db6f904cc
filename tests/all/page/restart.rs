//! The next evening: a browser that is opened anew finds who sat there, the channels, and what was said meanwhile.

use lanai_porch::{Porch, Settings};
use serde_json::{Value, json};

use super::browser::{Browser, found};
use crate::bot::evening;

#[test]
fn page_continues_after_a_restart() {
    evening(async {
        let Some(program) = found() else { return };
        let folder = tempfile::tempdir().unwrap();
        let kept = Some(folder.path().join("lanai.db-porch"));
        let mut settings = Settings {
            persist_in: kept,
            ..Settings::default()
        };
        let porch = Porch::open(settings.clone()).await.unwrap();
        // Browsers remember by address.
        settings.address = porch.address();
        let base = format!("http://{}", porch.address());
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let posts = async |path: &str, body: Value| {
            let sent = client
                .post(format!("{base}/people/v1/{path}"))
                .json(&body)
                .send()
                .await
                .unwrap();
            sent.json::<Value>().await.unwrap()
        };
        let world = client
            .get(format!("{base}/people/v1/world"))
            .send()
            .await
            .unwrap();
        let world = world.json::<Value>().await.unwrap();
        let garden = posts("channels", json!({ "name": "garden" })).await;
        let mut browser = Browser::open(&program).await;
        browser.goes_to(&base).await;
        browser.sits_as("Ben").await;
        let link = |name: &str| {
            format!(
                "[...document.querySelectorAll('#channels a')].find((it) => it.innerText.includes('{name}'))"
            )
        };
        browser.presses("the garden", &link("garden")).await;
        let there = "document.getElementById('channel-name').textContent === '#garden'";
        browser.until("the garden", there).await;
        let say = |channel: &Value, line: &str| json!({ "as": world["persons"][0]["id"], "channel": channel["id"], "line": line });
        posts("type", say(&garden, "seen by Ben")).await;
        browser
            .until(
                "it is seen",
                "document.body.innerText.includes('seen by Ben')",
            )
            .await;
        // What a tab remembers goes with it; what the browser remembers stays.
        browser.says("sessionStorage.clear()").await;
        browser.goes_to("about:blank").await;
        posts(
            "type",
            say(&world["channels"][0], "said while Ben was away"),
        )
        .await;
        porch.close().await;
        let porch = Porch::open(settings).await.unwrap();
        browser.goes_to(&base).await;
        browser
            .until(
                "Ben sits there",
                "document.getElementById('person').innerText.includes('Ben')",
            )
            .await;
        browser.until("where he was", there).await;
        browser
            .until(
                "what he read",
                "document.body.innerText.includes('seen by Ben')",
            )
            .await;
        browser
            .until(
                "a mark for what he did not",
                &format!("{}?.querySelector('.badge')", link("porch")),
            )
            .await;
        let fresh = "document.querySelectorAll('#list .is-new, #list .new-line').length";
        assert_eq!(browser.says(fresh).await, 0, "what he read is not new");
        browser.ends().await;
        porch.close().await;
    });
}
