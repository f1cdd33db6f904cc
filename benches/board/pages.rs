//! The board in a real browser.

use lanai_host::PersonId;
use serde_json::{Value, json};

use crate::browser::{Browser, find_program};
use crate::client::find_turn;
use crate::{Boards, spread};

const LOADS: usize = 9;
const MOVES: usize = 40;
/// Turns played before the page is loaded, so that the pictures have pieces.
const TURNS_BEFORE: usize = 10;

/// A script: resolves to the time since the navigation at which a spot over the picture of the
/// board can be clicked.
const USABLE: &str = "new Promise((resolve) => {
  const isOnTop = (spot) => {
    const { x, y, width, height } = spot.getBoundingClientRect();
    return spot.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  const check = () => {
    const isUsable = document.querySelector('#board img')?.naturalWidth
      && [...document.querySelectorAll('.spot')].some(isOnTop);
    if (isUsable) resolve(performance.now());
    else requestAnimationFrame(check);
  };
  check();
})";
const CONFIRM: &str = "document.querySelector('#card-foot .is-main')";
/// A script: chooses what is possible first until the button that plays the turn is shown with the
/// picture of the turn; `false` if another player is to act.
const CHOOSE: &str = "(async () => {
  for (let step = 0; step < 200; step += 1) {
    const confirm = document.querySelector('#card-foot .is-main');
    const images = document.querySelectorAll('#board img');
    const isLoaded = images.length === 1 && /picks=./.test(images[0].src);
    if (confirm?.dataset.focus === 'web-do' && isLoaded) return true;
    if (!confirm) document.querySelector('#card .choice:not(.is-impossible)')?.click();
    await new Promise((done) => setTimeout(done, 100));
  }
  return false;
})()";
/// A script: promises the time from the click on the button to the frame with the new picture.
const WATCH: &str = "window.shown = new Promise((resolve) => {
  const confirm = document.querySelector('#card-foot .is-main');
  const revisionOf = ({ src }) => new URL(src).searchParams.get('revision');
  const before = revisionOf(document.querySelector('#board img'));
  confirm.addEventListener('click', ({ timeStamp }) => {
    const observer = new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      if (!added.some((image) => revisionOf(image) !== before)) return;
      observer.disconnect();
      // A task after the callbacks of a frame runs when that frame has been painted.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
    });
    observer.observe(document.querySelector('#board .pictures'), { childList: true });
  }, { capture: true });
}), true";

/// Measures the time until the board can be used on a phone, and the bytes of the page.
pub(crate) async fn measure_first_load(boards: &Boards) {
    let Some(program) = find_program() else {
        return;
    };
    let table = &boards.tables[0];
    let players = boards.open_players(table).await;
    for _ in 0..TURNS_BEFORE {
        let (player, turn) = find_turn(&players).await.expect("the game goes on");
        player.play(&turn).await;
    }
    let is_first = players[0].choose_turn().await.is_some();
    let who = PersonId(table.people[usize::from(!is_first)].parse().unwrap());
    boards.deployment.wait_until_delivered().await;
    let mut browser = Browser::open(&program).await;
    emulate_phone(&mut browser).await;
    let mut by_link = (Vec::new(), Vec::new());
    let mut by_session = (Vec::new(), Vec::new());
    for _ in 0..LOADS {
        let link = boards.create_link(table, who).await;
        // The session of the link stays for the second load.
        for (url, found) in [
            (link, &mut by_link),
            (boards.table_url(table), &mut by_session),
        ] {
            let (took, bytes) = load(&mut browser, &url).await;
            found.0.push(took);
            found.1.push(bytes);
        }
        browser.call("Network.clearBrowserCookies", json!({})).await;
    }
    for (name, (times, bytes)) in [("a new link", by_link), ("a session", by_session)] {
        let most = bytes.into_iter().fold(0.0, f64::max) / 1000.0;
        println!(
            "page on a phone, by {name}: usable after {}, {most:.0} kB",
            spread(times)
        );
    }
}

async fn emulate_phone(browser: &mut Browser) {
    let kilobits = |number: u32| number * 1000 / 8;
    for (method, params) in [
        (
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": 390, "height": 844, "deviceScaleFactor": 3, "mobile": true }),
        ),
        (
            "Emulation.setTouchEmulationEnabled",
            json!({ "enabled": true }),
        ),
        ("Emulation.setCPUThrottlingRate", json!({ "rate": 4 })),
        ("Network.setCacheDisabled", json!({ "cacheDisabled": true })),
        (
            "Network.emulateNetworkConditions",
            json!({
                "offline": false, "latency": 150,
                "downloadThroughput": kilobits(1600), "uploadThroughput": kilobits(750),
            }),
        ),
    ] {
        browser.call(method, params).await;
    }
}

/// Loads the page. Returns the milliseconds until it can be used, and the bytes received.
async fn load(browser: &mut Browser, url: &str) -> (f64, f64) {
    browser.navigate("about:blank").await;
    browser.call("Network.clearBrowserCache", json!({})).await;
    browser.take_events().await;
    browser.call("Page.navigate", json!({ "url": url })).await;
    let took = browser.evaluate(USABLE).await.as_f64().unwrap();
    browser
        .wait_until("the realm", "document.querySelector('#realm img')")
        .await;
    let bytes = count_bytes(&browser.take_events().await);
    (took, bytes)
}

/// Sums the bytes of all responses with their headers. The stream of changes does not end; its
/// beginning counts.
fn count_bytes(events: &[Value]) -> f64 {
    let lengths = events.iter().map(|event| {
        let params = &event["params"];
        match event["method"].as_str() {
            Some("Network.loadingFinished") => &params["encodedDataLength"],
            Some("Network.responseReceived") if params["type"] == "EventSource" => {
                &params["response"]["encodedDataLength"]
            }
            _ => &Value::Null,
        }
    });
    lengths.filter_map(Value::as_f64).sum()
}

/// Measures the time from the click on *Do it* to the picture of the new board, while the other
/// player plays without a browser.
pub(crate) async fn measure_moves(boards: &Boards) {
    let Some(program) = find_program() else {
        return;
    };
    let mut browser = Browser::open(&program).await;
    let mut times = Vec::new();
    // Every other table is one of Hawaii.
    for table in boards.tables[2..].iter().step_by(2) {
        let other = boards.open_players(table).await.remove(1);
        let who = PersonId(table.people[0].parse().unwrap());
        browser
            .navigate(&boards.create_link(table, who).await)
            .await;
        browser
            .wait_until("the board", "document.querySelector('#board img')")
            .await;
        while times.len() < MOVES {
            if let Some(turn) = other.choose_turn().await {
                other.play(&turn).await;
                continue;
            }
            if browser.evaluate(CHOOSE).await != true {
                break;
            }
            browser.evaluate(WATCH).await;
            browser.press("the turn", CONFIRM).await;
            times.push(browser.evaluate("shown").await.as_f64().unwrap());
        }
        if times.len() == MOVES {
            break;
        }
    }
    println!(
        "a move on the page: the new board is shown after {}",
        spread(times)
    );
}
