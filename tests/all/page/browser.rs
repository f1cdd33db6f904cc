//! A real browser, spoken to by its own protocol (that of `DevTools`).

use std::collections::VecDeque;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use futures::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

use lanai_testing::outside::{Requirement, report_missing};

/// A generous limit for any wait on a busy machine.
const TIME_LIMIT: Duration = Duration::from_mins(1);

/// The path of the Debian package.
const DEBIAN_CHROMIUM: &str = "/usr/bin/chromium";

/// A browser with one page.
pub(crate) struct Browser {
    child: Child,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    session: String,
    number: u64,
    events: VecDeque<Value>,
    // The folder is deleted with the browser.
    _profile: TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns whether a URL is on the host of an Activity on this machine.
fn is_activity(url: &str) -> bool {
    let host = url
        .strip_prefix("http://")
        .and_then(|rest| rest.split(':').next());
    host.is_some_and(|host| host.ends_with(".localhost"))
}

/// Returns the path of a browser, and fails if it is required but missing.
pub(crate) fn find_program() -> Option<PathBuf> {
    let path =
        env::var_os("LANAI_BROWSER").map_or_else(|| PathBuf::from(DEBIAN_CHROMIUM), PathBuf::from);
    if path.exists() {
        return Some(path);
    }
    report_missing(
        Requirement::Browser,
        &format!("there's none at {}", path.display()),
    );
    None
}

impl Browser {
    /// Opens a browser with an empty page.
    pub(crate) async fn open(program: &PathBuf) -> Browser {
        let folder = tempfile::tempdir().unwrap();
        let child = Command::new(program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
            ])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ])
            .args([
                "--disable-dev-shm-usage",
                "--remote-debugging-port=0",
                "about:blank",
            ])
            .arg(format!("--user-data-dir={}", folder.path().display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        let address = loop {
            let told =
                fs::read_to_string(folder.path().join("DevToolsActivePort")).unwrap_or_default();
            if let Some((port, path)) = told.split_once('\n') {
                break format!("ws://127.0.0.1:{port}{}", path.trim());
            }
            assert!(begun.elapsed() < TIME_LIMIT, "the browser does not open");
            tokio::time::sleep(Duration::from_millis(50)).await;
        };
        let (socket, _) = connect_async(address).await.unwrap();
        let mut browser = Browser {
            child,
            socket,
            session: String::new(),
            number: 0,
            events: VecDeque::new(),
            _profile: folder,
        };
        let target = browser
            .call("Target.createTarget", json!({ "url": "about:blank" }))
            .await;
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", attach).await;
        browser.session = attached["sessionId"].as_str().unwrap().to_owned();
        for domain in [
            "Page.enable",
            "Runtime.enable",
            "Log.enable",
            "Network.enable",
        ] {
            browser.call(domain, json!({})).await;
        }
        browser.resize(1280, 860).await;
        browser
    }

    /// Calls a method of the `DevTools` protocol.
    pub(crate) async fn call(&mut self, method: &str, params: Value) -> Value {
        self.number += 1;
        let mut request = json!({ "id": self.number, "method": method, "params": params });
        if !self.session.is_empty() {
            request["sessionId"] = json!(self.session);
        }
        self.socket
            .send(Message::text(request.to_string()))
            .await
            .unwrap();
        loop {
            let next = tokio::time::timeout(TIME_LIMIT, self.socket.next()).await;
            let next = next
                .unwrap_or_else(|_| panic!("no answer to {method}"))
                .unwrap()
                .unwrap();
            let Message::Text(text) = next else { continue };
            let told: Value = serde_json::from_str(&text).unwrap();
            if told["id"] == self.number {
                assert!(told["error"].is_null(), "{method}: {told}");
                return told["result"].clone();
            }
            self.events.push_back(told);
        }
    }

    /// Resizes the window.
    pub(crate) async fn resize(&mut self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size).await;
    }

    pub(crate) async fn set_dark(&mut self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": value }] });
        self.call("Emulation.setEmulatedMedia", media).await;
    }

    pub(crate) async fn navigate(&mut self, url: &str) {
        self.call("Page.navigate", json!({ "url": url })).await;
        self.wait_until("the page is there", "document.readyState === 'complete'")
            .await;
    }

    /// Evaluates a script on the page.
    pub(crate) async fn evaluate(&mut self, script: &str) -> Value {
        let params = json!({ "expression": script, "awaitPromise": true, "returnByValue": true });
        let told = self.call("Runtime.evaluate", params).await;
        assert!(
            told["exceptionDetails"].is_null(),
            "{script}: {}",
            told["exceptionDetails"]
        );
        told["result"]["value"].clone()
    }

    /// Evaluates a script in the Activity that the page shows, which has an origin of its own.
    pub(crate) async fn evaluate_in_activity(&mut self, script: &str) -> Value {
        let target = self.wait_for_activity().await;
        let attach = json!({ "targetId": target, "flatten": true });
        let attached = self.call("Target.attachToTarget", attach).await;
        let session = attached["sessionId"].as_str().unwrap().to_owned();
        let page = std::mem::replace(&mut self.session, session);
        // The document of this target frames the Activity.
        let inside = format!("((window, document) => ({script}))(frames[0], frames[0]?.document)");
        let value = self.evaluate(&inside).await;
        let detach = json!({ "sessionId": self.session });
        self.session = page;
        self.call("Target.detachFromTarget", detach).await;
        value
    }

    /// Waits until the page shows an Activity, and returns the id of its target.
    async fn wait_for_activity(&mut self) -> Value {
        let begun = Instant::now();
        loop {
            let targets = self.call("Target.getTargets", json!({})).await;
            let targets = targets["targetInfos"].as_array().unwrap();
            let found = targets
                .iter()
                .find(|target| is_activity(target["url"].as_str().unwrap_or_default()));
            if let Some(target) = found {
                return target["targetId"].clone();
            }
            assert!(begun.elapsed() < TIME_LIMIT, "the page shows no Activity");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits until a script says yes.
    pub(crate) async fn wait_until(&mut self, description: &str, script: &str) {
        let begun = Instant::now();
        while self
            .evaluate(&format!("(async () => Boolean({script}))()"))
            .await
            != true
        {
            if begun.elapsed() > TIME_LIMIT {
                self.store_screenshot(&format!("never {}", description.replace('/', " ")))
                    .await;
                panic!(
                    "never: {description}; the page says: {}",
                    self.evaluate("document.body.innerText").await
                );
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Presses with the mouse where this element is.
    pub(crate) async fn press(&mut self, description: &str, element: &str) {
        self.wait_until(description, element).await;
        // The position once the page has settled, because elements may be rebuilt meanwhile.
        let thread = self
            .evaluate(&format!(
                "(async () => {{ let it = {element}, before, box; \
                 it.scrollIntoView({{ block: 'center', behavior: 'instant' }}); \
                 do {{ before = box?.y; await new Promise((done) => setTimeout(done, 120)); \
                 it = {element} ?? it; box = it.getBoundingClientRect(); }} while (box.y !== before); \
                 return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
            ))
            .await;
        for kind in ["mousePressed", "mouseReleased"] {
            let press = json!({ "type": kind, "x": thread[0], "y": thread[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", press).await;
        }
    }

    /// Types letters where the focus is.
    pub(crate) async fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text })).await;
    }

    /// Presses a key, as `Enter` or `Shift+Tab`.
    pub(crate) async fn press_key(&mut self, name: &str) {
        let (shift, name) = name
            .strip_prefix("Shift+")
            .map_or((0, name), |name| (8, name));
        let (code, text) = match name {
            "Enter" => (13, "\r"),
            "Tab" => (9, ""),
            "Escape" => (27, ""),
            "Backspace" => (8, ""),
            "ArrowDown" => (40, ""),
            "ArrowUp" => (38, ""),
            " " => (32, " "),
            other => panic!("which key is {other}?"),
        };
        for kind in ["keyDown", "keyUp"] {
            let mut press = json!({
                "type": kind, "key": name, "code": if name == " " { "Space" } else { name },
                "windowsVirtualKeyCode": code, "modifiers": shift,
            });
            if kind == "keyDown" && !text.is_empty() {
                press["text"] = json!(text);
            }
            self.call("Input.dispatchKeyEvent", press).await;
        }
    }

    /// Stores a screenshot.
    pub(crate) async fn store_screenshot(&mut self, name: &str) {
        let shot = self
            .call("Page.captureScreenshot", json!({ "format": "png" }))
            .await;
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("page");
        fs::create_dir_all(&folder).unwrap();
        fs::write(
            folder.join(format!("{name}.png")),
            STANDARD.decode(shot["data"].as_str().unwrap()).unwrap(),
        )
        .unwrap();
    }

    /// Returns the events since the last time.
    pub(crate) async fn take_events(&mut self) -> Vec<Value> {
        // Events that arrived meanwhile are before the next answer.
        self.evaluate("true").await;
        self.events.drain(..).collect()
    }

    /// Asserts that the console has no errors and that every request succeeded on this host.
    pub(crate) async fn finish(self) {
        self.finish_allowing(&[]).await;
    }

    /// The same, except for presses on messages that had just been deleted.
    pub(crate) async fn finish_with_misses(self) {
        self.finish_allowing(&["/people/v1/press", "/people/v1/choose"])
            .await;
    }

    /// The same, except for requests whose URLs end like this.
    pub(super) async fn finish_allowing(mut self, may_miss: &[&str]) {
        let mut wrong = Vec::new();
        for event in self.take_events().await {
            let params = &event["params"];
            match event["method"].as_str().unwrap_or_default() {
                "Runtime.exceptionThrown" => wrong.push(params["exceptionDetails"].to_string()),
                "Runtime.consoleAPICalled" if params["type"] == "error" => {
                    wrong.push(params["args"].to_string());
                }
                "Log.entryAdded" if params["entry"]["level"] == "error" => {
                    let url = params["entry"]["url"].as_str().unwrap_or_default();
                    if may_miss.iter().any(|path| url.ends_with(path)) {
                        continue;
                    }
                    wrong.push(params["entry"].to_string());
                }
                "Network.requestWillBeSent" => {
                    let url = params["request"]["url"].as_str().unwrap_or_default();
                    let here = ["http://127.0.0.1:", "data:", "about:", "blob:"];
                    if !here.iter().any(|known| url.starts_with(known)) && !is_activity(url) {
                        wrong.push(format!("{url} was asked for"));
                    }
                }
                _ => {}
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
