//! Rate limits against `discord.com`, which resolves to the porch behind TLS on this machine, so
//! that serenity counts requests as it does on the real Discord.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::response::Response;
use axum::serve::Listener;
use lanai_discord::{Bot, BotSettings, HttpClients};
use lanai_host::Host;
use lanai_porch::{Clock, Settings, TOKEN};
use lanai_text::Dictionary;
use serde_json::{Value, json};
use serenity::all::{Http, HttpBuilder, InteractionId};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::server::TlsStream;

use super::{Scene, TIME_LIMIT, has_unsent_notices, text, whole_games::is_same_player_next};

/// A TLS listener that forwards to the porch.
struct TlsListener {
    listener: TcpListener,
    lock: TlsAcceptor,
}

impl Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            let (stream, from) = self.listener.accept().await.unwrap();
            if let Ok(opened) = self.lock.accept(stream).await {
                return (opened, from);
            }
        }
    }

    fn local_addr(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Hands a request to the porch, and its answer back.
async fn forward_request(
    State((base, client)): State<(String, reqwest::Client)>,
    request: Request,
) -> Response {
    let (mut parts, body) = request.into_parts();
    parts.headers.remove("host");
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let asked = client
        .request(parts.method, format!("{base}{}", parts.uri))
        .headers(parts.headers)
        .body(body);
    let answer = asked.send().await.unwrap();
    let (status, headers) = (answer.status(), answer.headers().clone());
    let mut response = Response::new(Body::from(answer.bytes().await.unwrap()));
    (*response.status_mut(), *response.headers_mut()) = (status, headers);
    response
}

/// Serves the porch as `discord.com` over TLS, and returns a client that finds it.
async fn serve_as_discord(scene: &Scene) -> reqwest::Client {
    let made = rcgen::generate_simple_self_signed(["discord.com".to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = Router::new()
        .fallback(forward_request)
        .with_state((scene.base.clone(), scene.client.clone()));
    let door = TlsListener {
        listener,
        lock: TlsAcceptor::from(Arc::new(config)),
    };
    tokio::spawn(async move { axum::serve(door, router).await });
    reqwest::Client::builder()
        .no_proxy()
        .use_rustls_tls()
        .tls_built_in_root_certs(false)
        .add_root_certificate(reqwest::Certificate::from_der(made.cert.der()).unwrap())
        .resolve("discord.com", address)
        .build()
        .unwrap()
}

fn http_client(client: &reqwest::Client, limiter: bool) -> Http {
    HttpBuilder::new(TOKEN)
        .client(client.clone())
        .ratelimiter_disabled(!limiter)
        .build()
}

/// Returns the number of requests that a limiter remembers.
type RequestCounter = Arc<dyn Fn() -> usize + Send + Sync>;

fn remembered_requests(http: &Http) -> RequestCounter {
    let routes = http.ratelimiter.as_ref().unwrap().routes();
    Arc::new(move || routes.try_read().map_or(usize::MAX, |routes| routes.len()))
}

/// Starts a bot whose limiter counts requests.
async fn start_with_limiter() -> (Scene, RequestCounter, reqwest::Client) {
    let mut scene = Scene::open(Settings::default()).await;
    let client = serve_as_discord(&scene).await;
    let lines = HttpClients {
        answers: http_client(&client, false),
        posts: http_client(&client, true),
    };
    let held = remembered_requests(&lines.posts);
    let store = scene.open_store().await;
    let host = Host::new(store.clone());
    let settings = BotSettings {
        posts_per_second: 1000,
        pictures_within: TIME_LIMIT,
        interactions_per_window: 100_000,
        ..BotSettings::default()
    };
    let bot = Bot::with_clients(lines, settings, host, Dictionary::open().unwrap())
        .await
        .unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(async move {
        let until = async {
            let _ = stopped.await;
        };
        bot.run(until).await.unwrap();
        store.close().await;
    });
    scene.bots.push((stop, running));
    scene.wait_for_bot().await;
    (scene, held, client)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn interaction_answers_are_not_rate_limited() {
    let (scene, held, client) = start_with_limiter().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (who, board) = scene.wait_for_player(&thread, None).await;
    let before = held();
    assert!(
        (1..=4).contains(&before),
        "threads and posts are counted: {before}"
    );
    for _ in 0..60 {
        scene.run_command(&who, &thread, "/realm").await;
        scene.run_command("Ana", &scene.main_channel, "/help").await;
        scene.press_button(&who, &board, "Take your turn").await;
        scene.press_button("Dan", &board, "Take your turn").await;
        scene.list_suggestions(&who, &thread, "/move", "to").await;
    }
    // Promised first, then given: the second by another route.
    scene
        .post(
            "trouble",
            json!({ "kind": "slow", "ms": 1700, "path_contains": "/threads" }),
        )
        .await;
    let opened = scene
        .run_command("Dan", &scene.main_channel, "/table open game:Hawaii")
        .await;
    assert_eq!(opened.outcome(), "deferred");
    let requests = scene.list_requests().await;
    let answers = requests
        .iter()
        .filter(|item| text(&item["path"]).contains("/interactions/"))
        .count();
    assert!(answers > 300, "{answers}");
    assert!(
        held() <= before + 2,
        "after {answers} answers: {}, before: {before}",
        held()
    );
    // Without the exemption the request is counted: the comparison is meaningful.
    let limited = http_client(&client, true);
    let held = self::remembered_requests(&limited);
    for id in 1..=5 {
        let body = json!({ "type": 6 });
        let refused = limited
            .create_interaction_response(InteractionId::new(id), "nobody's", &body, vec![])
            .await;
        assert!(refused.is_err());
    }
    assert_eq!(held(), 5);
    scene.end().await;
}

/// Returns when posts were sent, in milliseconds, and their status.
fn sent_posts(requests: &[Value], thread: &str) -> Vec<(u64, u64)> {
    let path = format!("{thread}/messages");
    let posts = requests
        .iter()
        .filter(|item| item["method"] == "POST" && text(&item["path"]).ends_with(&path));
    posts
        .map(|item| {
            (
                item["at_ms"].as_u64().unwrap(),
                item["status"].as_u64().unwrap(),
            )
        })
        .collect()
}

/// Two tables: a post at one is answered with a global limit, then a player acts at the other.
async fn check_global_limit(scene: &Scene, seconds: f64, silence: u64) {
    let here = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let there = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (one, first) = scene.wait_for_turn(&here, None).await;
    let (two, second) = scene.wait_for_turn(&there, None).await;
    // A new table posts enough to reach its channel limit, which would disturb the measurement.
    scene.wait_until_idle().await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let limited = json!({
        "kind": "answer", "status": 429, "retry_after": seconds, "global": true, "method": "POST",
        "path_contains": format!("{here}/messages"),
    });
    scene.post("trouble", limited).await;
    scene
        .run_command(&one.unwrap(), &here, "/pass space:1")
        .await;
    scene
        .wait_until("the limit is met", async |scene| {
            sent_posts(&scene.list_requests().await, &here)
                .iter()
                .any(|(_, status)| *status == 429)
        })
        .await;
    // The answer to a press is no post, and comes at once.
    let asked = std::time::Instant::now();
    scene
        .assert_answer(&two.unwrap(), &there, "/pass space:1", "out of the round")
        .await;
    assert!(
        asked.elapsed() < Duration::from_millis(silence),
        "answers do not wait"
    );
    scene.wait_for_turn(&here, Some(&first)).await;
    scene.wait_for_turn(&there, Some(&second)).await;
    let requests = scene.list_requests().await;
    let met = sent_posts(&requests, &here)
        .into_iter()
        .find(|(_, status)| *status == 429)
        .unwrap()
        .0;
    for thread in [&here, &there] {
        let after: Vec<u64> = sent_posts(&requests, thread)
            .into_iter()
            .map(|(at, _)| at)
            .filter(|at| *at > met)
            .collect();
        assert_eq!(after.len(), 1, "one post in each channel once it's over");
        // The porch measures from the request, the test from the answer.
        assert!(
            after[0] >= met + silence,
            "posted {} ms after the limit was met",
            after[0] - met
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn global_rate_limit_pauses_all_channels() {
    let (scene, _, _) = start_with_limiter().await;
    check_global_limit(&scene, 1.8, 1800).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn global_rate_limit_behind_a_proxy_pauses_for_a_second() {
    let scene = Scene::start().await;
    check_global_limit(&scene, 0.5, 1000).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_channel_does_not_delay_others() {
    let (scene, _, _) = start_with_limiter().await;
    let here = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let there = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (one, first) = scene.wait_for_turn(&here, None).await;
    let (two, second) = scene.wait_for_turn(&there, None).await;
    // Only this channel has reached its limit.
    let limited = json!({
        "kind": "answer", "status": 429, "retry_after": 4.0, "method": "POST",
        "path_contains": format!("{here}/messages"),
    });
    scene.post("trouble", limited).await;
    scene
        .run_command(&one.unwrap(), &here, "/pass space:1")
        .await;
    scene
        .wait_until("the limit is met", async |scene| {
            sent_posts(&scene.list_requests().await, &here)
                .iter()
                .any(|(_, status)| *status == 429)
        })
        .await;
    scene
        .run_command(&two.unwrap(), &there, "/pass space:1")
        .await;
    scene.wait_for_turn(&there, Some(&second)).await;
    scene.wait_for_turn(&here, Some(&first)).await;
    let requests = scene.list_requests().await;
    let last = |thread: &str| sent_posts(&requests, thread).pop().unwrap().0;
    assert!(
        last(&there) + 2000 < last(&here),
        "there {}, here {}",
        last(&there),
        last(&here)
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rate_limited_channel_loses_nothing_and_delays_no_other() {
    // The clock stands, so a channel stays limited until the clock is turned.
    let clock = Clock::stopped_at(1_791_900_000_000);
    let mut scene = Scene::open(Settings {
        clock,
        ..Settings::default()
    })
    .await;
    scene.pictures_within = Duration::ZERO;
    scene.start_bot().await;
    let here = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let there = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let (who, second) = scene.wait_for_turn(&there, None).await;
    scene.hours.advance(Duration::from_secs(5));
    let is_full = async |scene: &Scene| {
        sent_posts(&scene.list_requests().await, &here)
            .iter()
            .any(|(_, status)| *status == 429)
    };
    while !is_full(&scene).await {
        for name in ["Ana", "Ben"] {
            scene
                .run_command_at_once(name, &here, "/choose choice:1")
                .await;
        }
    }
    let said = scene.list_public_messages(&here).await.len();
    for _ in 0..20 {
        let shown = scene
            .run_command_at_once(who.as_ref().unwrap(), &there, "/choose choice:1")
            .await;
        if !is_same_player_next(&shown) {
            break;
        }
    }
    scene.wait_for_turn(&there, Some(&second)).await;
    assert_eq!(
        scene.list_public_messages(&here).await.len(),
        said,
        "it takes nothing while time stands"
    );
    let store = scene.open_store().await;
    scene
        .wait_until("all is said", async |scene| {
            scene.hours.advance(Duration::from_millis(80));
            !has_unsent_notices(&store).await
        })
        .await;
    store.close().await;
    let public = scene.list_public_messages(&here).await;
    let mut nonces: Vec<String> = public
        .iter()
        .map(|shown| text(&shown.0["message"]["nonce"]))
        .collect();
    nonces.sort_unstable();
    nonces.dedup();
    assert!(
        nonces.len() == public.len() && public.len() > said,
        "each is said, and once"
    );
    let refused = sent_posts(&scene.list_requests().await, &here)
        .iter()
        .filter(|(_, status)| *status == 429)
        .count();
    assert!(
        refused < 8,
        "{refused} attempts: it is not asked again and again"
    );
    scene.end().await;
}
