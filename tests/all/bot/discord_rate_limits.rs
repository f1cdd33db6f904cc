//! The limiter, in earnest: the bot speaks to discord.com, which is the porch behind a lock of its own, so that our library
//! counts requests as it does on the real Discord. Nothing goes out: the name leads to this machine.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::response::Response;
use axum::serve::Listener;
use lanai_discord::{Bot, BotSettings, HttpClients};
use lanai_host::{Host, Timestamp};
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

use super::{PATIENCE, Scene, evening, text, whole_games::goes_on};

/// A door with a lock.
struct Door {
    listener: TcpListener,
    lock: TlsAcceptor,
}

impl Listener for Door {
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
async fn hand_on(
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

/// Opens a door to the porch under the name of Discord: somebody who finds it, and nothing else.
async fn discord(scene: &Scene) -> reqwest::Client {
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
        .fallback(hand_on)
        .with_state((scene.base.clone(), scene.client.clone()));
    let door = Door {
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

fn line(client: &reqwest::Client, limiter: bool) -> Http {
    HttpBuilder::new(TOKEN)
        .client(client.clone())
        .ratelimiter_disabled(!limiter)
        .build()
}

/// What a limiter holds of the requests that it has seen.
type Held = Arc<dyn Fn() -> usize + Send + Sync>;

fn held(http: &Http) -> Held {
    let routes = http.ratelimiter.as_ref().unwrap().routes();
    Arc::new(move || routes.try_read().map_or(usize::MAX, |routes| routes.len()))
}

/// An evening on which the limiter counts.
async fn begin() -> (Scene, Held, reqwest::Client) {
    let mut scene = Scene::without_bot(Settings::default()).await;
    let client = discord(&scene).await;
    let lines = HttpClients {
        answers: line(&client, false),
        posts: line(&client, true),
    };
    let held = held(&lines.posts);
    let store = scene.store().await;
    let host = Host::new(store.clone());
    let settings = BotSettings {
        posts_per_second: 1000,
        pictures_within: PATIENCE,
        presses: 100_000,
        ..BotSettings::default()
    };
    let bot = Bot::by(lines, settings, host, Dictionary::open().unwrap())
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
    scene.bot_is_there().await;
    (scene, held, client)
}

#[test]
fn interaction_answers_are_not_rate_limited() {
    evening(async {
        let (scene, held, client) = begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (who, board) = scene.next(&place, None).await;
        let who = who.unwrap();
        let before = held();
        assert!(
            (1..=4).contains(&before),
            "threads and posts are counted: {before}"
        );
        for _ in 0..60 {
            scene.says(&who, &place, "/realm").await;
            scene.says("Ana", &scene.hall, "/help").await;
            scene.presses(&who, &board, "Take your turn").await;
            scene.presses("Dan", &board, "Take your turn").await;
            scene.offered(&who, &place, "/move", "to").await;
        }
        // Promised first, then given: the second by another route.
        scene
            .post(
                "trouble",
                json!({ "kind": "slow", "ms": 1700, "path_contains": "/threads" }),
            )
            .await;
        let opened = scene
            .says("Dan", &scene.hall, "/table open game:Hawaii")
            .await;
        assert_eq!(opened.outcome(), "deferred");
        let requests = scene.requests().await;
        let answers = requests
            .iter()
            .filter(|it| text(&it["path"]).contains("/interactions/"))
            .count();
        assert!(answers > 300, "{answers}");
        assert!(
            held() <= before + 2,
            "after {answers} answers: {}, before: {before}",
            held()
        );
        // What it would be otherwise, so that we know that it is counted.
        let limited = line(&client, true);
        let held = self::held(&limited);
        for id in 1..=5 {
            let body = json!({ "type": 6 });
            let refused = limited
                .create_interaction_response(InteractionId::new(id), "nobody's", &body, vec![])
                .await;
            assert!(refused.is_err());
        }
        assert_eq!(held(), 5);
        scene.end().await;
    });
}

/// When a post was sent, in milliseconds, and what came of it.
fn posts(requests: &[Value], place: &str) -> Vec<(u64, u64)> {
    let path = format!("{place}/messages");
    let posts = requests
        .iter()
        .filter(|it| it["method"] == "POST" && text(&it["path"]).ends_with(&path));
    posts
        .map(|it| {
            (
                it["at_ms"].as_u64().unwrap(),
                it["status"].as_u64().unwrap(),
            )
        })
        .collect()
}

/// A table of each game; the first post in the one is answered with a global limit, then somebody acts at the other.
async fn limited_globally(scene: &Scene, seconds: f64, silence: u64) {
    let here = scene.table("Hawaii", &["Ana", "Ben"], "").await;
    let there = scene.table("Hawaii", &["Ana", "Ben"], "").await;
    let (one, first) = scene.next(&here, None).await;
    let (two, second) = scene.next(&there, None).await;
    // A new table says so much that its channel takes no more for a while, which would be another limit.
    scene.is_quiet().await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let limited = json!({
        "kind": "answer", "status": 429, "retry_after": seconds, "global": true, "method": "POST",
        "path_contains": format!("{here}/messages"),
    });
    scene.post("trouble", limited).await;
    scene.says(&one.unwrap(), &here, "/pass space:1").await;
    scene
        .until("the limit is met", async |scene| {
            posts(&scene.requests().await, &here)
                .iter()
                .any(|(_, status)| *status == 429)
        })
        .await;
    // The answer to a press is not a post: it comes at once.
    let asked = std::time::Instant::now();
    scene
        .says(&two.unwrap(), &there, "/pass space:1")
        .await
        .says("leaves the round");
    assert!(
        asked.elapsed() < Duration::from_millis(silence),
        "answers do not wait"
    );
    scene.next(&here, Some(&first)).await;
    scene.next(&there, Some(&second)).await;
    let requests = scene.requests().await;
    let met = posts(&requests, &here)
        .into_iter()
        .find(|(_, status)| *status == 429)
        .unwrap()
        .0;
    for place in [&here, &there] {
        let after: Vec<u64> = posts(&requests, place)
            .into_iter()
            .map(|(at, _)| at)
            .filter(|at| *at > met)
            .collect();
        assert_eq!(after.len(), 1, "one post in each channel once it is over");
        // The clock of the porch begins when the request comes, ours when the answer is there.
        assert!(
            after[0] >= met + silence,
            "posted {} ms after the limit was met",
            after[0] - met
        );
    }
}

#[test]
fn global_rate_limit_pauses_all_channels() {
    evening(async {
        let (scene, _, _) = begin().await;
        limited_globally(&scene, 1.8, 1800).await;
        scene.end().await;
    });
}

#[test]
fn global_rate_limit_behind_a_proxy_pauses_for_a_second() {
    evening(async {
        let scene = Scene::begin().await;
        limited_globally(&scene, 0.5, 1000).await;
        scene.end().await;
    });
}

#[test]
fn slow_channel_does_not_delay_others() {
    evening(async {
        let (scene, _, _) = begin().await;
        let here = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let there = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (one, first) = scene.next(&here, None).await;
        let (two, second) = scene.next(&there, None).await;
        // This channel alone has had too much, and the limiter waits for it.
        let limited = json!({
            "kind": "answer", "status": 429, "retry_after": 4.0, "method": "POST",
            "path_contains": format!("{here}/messages"),
        });
        scene.post("trouble", limited).await;
        scene.says(&one.unwrap(), &here, "/pass space:1").await;
        scene
            .until("the limit is met", async |scene| {
                posts(&scene.requests().await, &here)
                    .iter()
                    .any(|(_, status)| *status == 429)
            })
            .await;
        scene.says(&two.unwrap(), &there, "/pass space:1").await;
        scene.next(&there, Some(&second)).await;
        scene.next(&here, Some(&first)).await;
        let requests = scene.requests().await;
        let last = |place: &str| posts(&requests, place).pop().unwrap().0;
        assert!(
            last(&there) + 2000 < last(&here),
            "there {}, here {}",
            last(&there),
            last(&here)
        );
        scene.end().await;
    });
}

#[test]
fn rate_limited_channel_loses_nothing_and_delays_no_other() {
    evening(async {
        // Time stands: what the channel does not take now it never takes, until the clock is turned.
        let clock = Clock::standing_at(1_791_900_000_000);
        let mut scene = Scene::without_bot(Settings {
            clock,
            ..Settings::default()
        })
        .await;
        scene.pictures_within = Duration::ZERO;
        scene.bot_comes().await;
        let here = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let there = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let (who, second) = scene.next(&there, None).await;
        scene.hours.turn(Duration::from_secs(5));
        let is_full = async |scene: &Scene| {
            posts(&scene.requests().await, &here)
                .iter()
                .any(|(_, status)| *status == 429)
        };
        while !is_full(&scene).await {
            for name in ["Ana", "Ben"] {
                scene.blurts(name, &here, "/choose choice:1").await;
            }
        }
        let said = scene.public(&here).await.len();
        for _ in 0..20 {
            let shown = scene
                .blurts(who.as_ref().unwrap(), &there, "/choose choice:1")
                .await;
            if !goes_on(&shown) {
                break;
            }
        }
        scene.next(&there, Some(&second)).await;
        assert_eq!(
            scene.public(&here).await.len(),
            said,
            "it takes nothing while time stands"
        );
        let store = scene.store().await;
        scene
            .until("all is said", async |scene| {
                scene.hours.turn(Duration::from_millis(20));
                store
                    .notices()
                    .due(Timestamp(i64::MAX), 1)
                    .await
                    .unwrap()
                    .is_empty()
            })
            .await;
        store.close().await;
        let public = scene.public(&here).await;
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
        let refused = posts(&scene.requests().await, &here)
            .iter()
            .filter(|(_, status)| *status == 429)
            .count();
        assert!(
            refused < 8,
            "{refused} attempts: it is not asked again and again"
        );
        scene.end().await;
    });
}
