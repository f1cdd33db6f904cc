//! Activities on the page: the unmodified SDK runs in the frame, against a server of the test.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use std::{env, fs};

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use lanai_porch::{BOT_ID, CLIENT_SECRET, Settings, UrlMapping};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::browser::{Browser, find_program};
use crate::clients::find_activity_sdk;
use crate::porch::{Bot, Scene};
use lanai_testing::outside::{Requirement, report_missing};

const TIME_LIMIT: Duration = Duration::from_mins(1);
const OPEN_DIALOG: &str = "document.querySelector('dialog.activity[open]')";
const FRAME: &str = "document.querySelector('dialog.activity iframe')";
const CLOSE_BUTTON: &str = "document.querySelector('dialog.activity button')";
const BOARD_BUTTON: &str =
    "[...document.querySelectorAll('#list button')].find((it) => it.innerText === 'Board')";

/// The server of the test Activity.
struct ActivityServer {
    url: String,
    sdk: PathBuf,
    porch: OnceLock<String>,
    client: reqwest::Client,
    reports: mpsc::UnboundedSender<Value>,
}

type ServerState = State<Arc<ActivityServer>>;

impl ActivityServer {
    /// Starts the server. Also returns what the Activities report.
    async fn start(sdk: PathBuf) -> (Arc<ActivityServer>, Reports) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (reports, receiver) = mpsc::unbounded_channel();
        let server = Arc::new(ActivityServer {
            url: format!("http://{}", listener.local_addr().unwrap()),
            sdk,
            porch: OnceLock::new(),
            client: reqwest::Client::builder().no_proxy().build().unwrap(),
            reports,
        });
        let html = include_str!("activity/page.html");
        let script = include_str!("activity/page.js");
        let style = include_str!("activity/page.css");
        let router = Router::new()
            .route("/", get(async move || file("text/html", html)))
            .route(
                "/page.js",
                get(async move || file("text/javascript", script)),
            )
            .route("/page.css", get(async move || file("text/css", style)))
            .route("/sdk/{*path}", get(serve_sdk))
            .route("/api/token", post(exchange_code))
            .route("/api/me", get(show_user))
            .route("/api/link", get(show_link))
            .route("/linked", get(open_link))
            .route("/report", post(take_report))
            .with_state(Arc::clone(&server));
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        let reports = Reports {
            receiver,
            early: Vec::new(),
        };
        (server, reports)
    }
}

fn file(kind: &str, body: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, kind)], body).into_response()
}

async fn serve_sdk(State(server): ServerState, Path(path): Path<String>) -> Response {
    match fs::read(server.sdk.join(path)) {
        Ok(bytes) => file("text/javascript", bytes),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Exchanges the code at the porch, and remembers the access token in a cookie.
async fn exchange_code(State(server): ServerState, Json(sent): Json<Value>) -> Response {
    let form = [
        ("grant_type", "authorization_code"),
        ("client_id", &BOT_ID.to_string()),
        ("client_secret", CLIENT_SECRET),
        ("code", sent["code"].as_str().unwrap()),
    ];
    let url = format!("{}/api/oauth2/token", server.porch.get().unwrap());
    let answer = server.client.post(url).form(&form).send().await.unwrap();
    let token: Value = answer.json().await.unwrap();
    let access_token = token["access_token"].as_str().unwrap();
    let cookie =
        format!("token={access_token}; Path=/; Secure; HttpOnly; SameSite=None; Partitioned");
    let body = json!({ "access_token": access_token });
    ([(header::SET_COOKIE, cookie)], Json(body)).into_response()
}

async fn show_user(State(server): ServerState, headers: HeaderMap) -> Json<Value> {
    let cookie = headers.get(header::COOKIE);
    let token = cookie.and_then(|cookie| cookie.to_str().ok()?.strip_prefix("token="));
    let Some(token) = token else {
        return Json(json!({ "error": "there is no cookie" }));
    };
    let url = format!("{}/api/users/@me", server.porch.get().unwrap());
    let request = server.client.get(url).bearer_auth(token);
    Json(request.send().await.unwrap().json().await.unwrap())
}

async fn show_link(State(server): ServerState) -> Json<Value> {
    Json(json!({ "link": format!("{}/linked", server.url) }))
}

async fn open_link(State(server): ServerState) -> &'static str {
    server.reports.send(json!({ "step": "linked" })).unwrap();
    "The link was opened."
}

async fn take_report(State(server): ServerState, Json(report): Json<Value>) {
    server.reports.send(report).unwrap();
}

/// What the Activities of all persons report, in the order of arrival.
struct Reports {
    receiver: mpsc::UnboundedReceiver<Value>,
    /// Reports that arrived before the test asked for them.
    early: Vec<Value>,
}

impl Reports {
    /// Waits for the next report of a person about a step.
    async fn next(&mut self, name: &str, step: &str) -> Value {
        let fits =
            |report: &Value| report["step"] == step && (name.is_empty() || report["name"] == name);
        if let Some(at) = self.early.iter().position(fits) {
            return self.early.remove(at)["value"].take();
        }
        loop {
            let next = timeout(TIME_LIMIT, self.receiver.recv()).await;
            let mut report = next
                .unwrap_or_else(|_| panic!("{name} never reports {step}: {:#?}", self.early))
                .unwrap();
            assert_ne!(report["step"], "failed", "{report}");
            if fits(&report) {
                return report["value"].take();
            }
            self.early.push(report);
        }
    }
}

/// Presses the button to which the bot answers with the Activity.
async fn press_and_launch(scene: &Scene, bot: &mut Bot, browser: &mut Browser) {
    let button = json!({ "type": 2, "style": 1, "label": "Board", "custom_id": "board" });
    let row = json!([{ "type": 1, "components": [button] }]);
    let (status, _) = scene.post_message(json!({ "components": row })).await;
    assert_eq!(status, 200);
    browser.press("the button", BOARD_BUTTON).await;
    let interaction = bot.interaction().await;
    assert_eq!(scene.answer(&interaction, 12, Value::Null).await.0, 204);
    browser.wait_until("the Activity", OPEN_DIALOG).await;
}

/// Opens the Activity by typing the Entry Point command.
async fn type_launch(browser: &mut Browser) {
    // When a channel opens, the composer is emptied.
    let is_loaded = "document.querySelector('#list .beginning')";
    browser.wait_until("the channel", is_loaded).await;
    let focus = "document.getElementById('say').focus()";
    browser.evaluate(focus).await;
    for letter in "/launch ".chars() {
        browser.type_text(&letter.to_string()).await;
    }
    let is_command = "!document.getElementById('command').hidden";
    browser.wait_until("the command", is_command).await;
    browser.press_key("Enter").await;
    browser.wait_until("the Activity", OPEN_DIALOG).await;
}

async fn find_instance(scene: &Scene, bot: &Bot, instance: &Value) -> (u16, Value) {
    let instance = instance.as_str().unwrap();
    let path = format!("applications/{}/activity-instances/{instance}", bot.id);
    scene.bot_request(Method::GET, &path, Value::Null).await
}

/// Asserts that axe finds nothing serious on the page with its dialog.
async fn assert_accessible(browser: &mut Browser) {
    let Some(axe) = env::var_os("LANAI_AXE") else {
        return report_missing(Requirement::Axe, "LANAI_AXE names no file of axe-core");
    };
    let axe = fs::read_to_string(axe).unwrap();
    browser.evaluate(&format!("{axe}; true")).await;
    let run = "axe.run(document, { resultTypes: ['violations'] }).then((found) => found.violations\
               .filter((it) => ['serious', 'critical'].includes(it.impact)).map((it) => it.id))";
    assert_eq!(browser.evaluate(run).await, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_unmodified_sdk_runs_in_the_frame() {
    let (Some(program), Some(sdk)) = (find_program(), find_activity_sdk()) else {
        return;
    };
    let (server, mut reports) = ActivityServer::start(sdk).await;
    let scene = Scene::with(Settings {
        activities: true,
        url_mappings: vec![UrlMapping::root(&server.url)],
        answer_timeout: TIME_LIMIT,
        ..Settings::default()
    })
    .await;
    server.porch.set(scene.base.clone()).unwrap();
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    let mut ana = Browser::open(&program).await;
    ana.navigate(&scene.base).await;

    // Ana opens the Activity by a button of the bot.
    press_and_launch(&scene, &mut bot, &mut ana).await;
    let begun = reports.next("Ana", "authenticated").await;
    assert_eq!(begun, json!({ "scopes": ["identify"], "inline": false }));
    let me = reports.next("Ana", "me").await;
    assert_eq!(me["id"], scene.person_id("Ana"), "{me}");
    let place = reports.next("Ana", "place").await;
    let instance = &place["instanceId"];
    assert_eq!(place["channelId"], scene.first_channel());
    assert_eq!(place["guildId"], scene.guild_id());
    assert_eq!(place["platform"], "desktop");
    assert_eq!(reports.next("Ana", "participants").await, json!(["Ana"]));
    assert_eq!(reports.next("Ana", "unknown command").await, 4002);
    assert_eq!(reports.next("Ana", "unknown scope").await, 5000);
    reports.next("Ana", "done").await;
    ana.store_screenshot("13 an Activity").await;
    let titles = ana
        .evaluate(&format!(
            "[{OPEN_DIALOG}.ariaLabel, {FRAME}.title, {CLOSE_BUTTON}.ariaLabel]"
        ))
        .await;
    assert_eq!(
        titles,
        json!(["Activity: Lanai", "Activity: Lanai", "Leave the Activity"])
    );

    // The keyboard is in the Activity at once.
    ana.press_key("Tab").await;
    let focused = "document.activeElement.innerText";
    assert_eq!(ana.evaluate_in_activity(focused).await, "Open a link");
    assert_accessible(&mut ana).await;

    // Ben joins the same instance by the Entry Point command.
    let mut ben = Browser::open(&program).await;
    ben.navigate(&scene.base).await;
    ben.switch_person("Ben").await;
    type_launch(&mut ben).await;
    assert_eq!(reports.next("Ben", "place").await["instanceId"], *instance);
    let both = json!(["Ana", "Ben"]);
    assert_eq!(reports.next("Ben", "participants").await, both);
    assert_eq!(reports.next("Ana", "participants").await, both);
    let (status, found) = find_instance(&scene, &bot, instance).await;
    assert_eq!(status, 200, "{found}");
    let users = json!([scene.person_id("Ana"), scene.person_id("Ben")]);
    assert_eq!(found["users"], users);
    reports.next("Ben", "done").await;

    // A link opens in a tab of its own.
    ana.press("the link", FRAME).await;
    assert_eq!(reports.next("Ana", "link").await, json!({ "opened": true }));
    reports.next("", "linked").await;
    ana.call("Page.bringToFront", json!({})).await;

    // Closing the dialog leaves the instance, and the last one to leave ends it.
    ana.press("the close button", CLOSE_BUTTON).await;
    assert_eq!(reports.next("Ben", "participants").await, json!(["Ben"]));
    let is_back = format!("document.activeElement === {BOARD_BUTTON}");
    ana.wait_until("the focus is back on the button", &is_back)
        .await;
    ben.press("the close button", CLOSE_BUTTON).await;
    let is_back = "document.activeElement === document.getElementById('say')";
    ben.wait_until("the focus is back in the composer", is_back)
        .await;
    scene.wait_for_status(&bot, instance, 404).await;
    // The scope that the porch doesn't know was refused.
    ana.finish_allowing(&["/authorize"]).await;
    ben.finish_allowing(&["/authorize"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reloading_the_page_leaves_the_activity() {
    let Some(program) = find_program() else {
        return;
    };
    let scene = Scene::with(Settings {
        activities: true,
        ..Settings::default()
    })
    .await;
    let bot = Bot::connect_and_identify(&scene, 1).await;
    let mut browser = Browser::open(&program).await;
    browser.navigate(&scene.base).await;
    type_launch(&mut browser).await;
    let source = browser.evaluate(&format!("{FRAME}.src")).await;
    let source: reqwest::Url = source.as_str().unwrap().parse().unwrap();
    let (_, instance) = source
        .query_pairs()
        .find(|(name, _)| name == "instance_id")
        .unwrap();
    let instance = json!(instance);
    assert_eq!(find_instance(&scene, &bot, &instance).await.0, 200);
    browser.call("Page.reload", json!({})).await;
    scene.wait_for_status(&bot, &instance, 404).await;
}

impl Scene {
    /// Waits until the bot gets this status for an instance, because the page does not wait for the
    /// porch when it leaves.
    async fn wait_for_status(&self, bot: &Bot, instance: &Value, status: u16) {
        let is_reached = async {
            while find_instance(self, bot, instance).await.0 != status {
                tokio::task::yield_now().await;
            }
        };
        let reached = timeout(TIME_LIMIT, is_reached).await;
        assert!(reached.is_ok(), "the instance never has status {status}");
    }
}
