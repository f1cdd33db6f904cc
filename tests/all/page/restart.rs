//! A reopened browser finds the person, the channels and new messages.

use lanai_porch::{Porch, Settings};
use serde_json::{Value, json};

use super::browser::{Browser, find_program};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn page_continues_after_a_restart() {
    let Some(program) = find_program() else {
        return;
    };
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
    browser.navigate(&base).await;
    browser.switch_person("Ben").await;
    let link = |name: &str| {
        format!(
            "[...document.querySelectorAll('#channels a')].find((it) => it.innerText.includes('{name}'))"
        )
    };
    browser.press("the garden", &link("garden")).await;
    let there = "document.getElementById('channel-name').textContent === '#garden'";
    browser.wait_until("the garden", there).await;
    let say = |channel: &Value, line: &str| json!({ "as": world["persons"][0]["id"], "channel": channel["id"], "line": line });
    posts("type", say(&garden, "seen by Ben")).await;
    browser
        .wait_until(
            "it is seen",
            "document.body.innerText.includes('seen by Ben')",
        )
        .await;
    // A closed tab loses its session storage, and local storage stays.
    browser.evaluate("sessionStorage.clear()").await;
    browser.navigate("about:blank").await;
    posts(
        "type",
        say(&world["channels"][0], "said while Ben was away"),
    )
    .await;
    porch.close().await;
    let porch = Porch::open(settings).await.unwrap();
    browser.navigate(&base).await;
    browser
        .wait_until(
            "Ben sits there",
            "document.getElementById('person').innerText.includes('Ben')",
        )
        .await;
    browser.wait_until("where he was", there).await;
    browser
        .wait_until(
            "what he read",
            "document.body.innerText.includes('seen by Ben')",
        )
        .await;
    browser
        .wait_until(
            "a mark for what he did not",
            &format!("{}?.querySelector('.badge')", link("porch")),
        )
        .await;
    let fresh = "document.querySelectorAll('#list .is-new, #list .new-line').length";
    assert_eq!(browser.evaluate(fresh).await, 0, "what he read is not new");
    browser.finish().await;
    porch.close().await;
}
