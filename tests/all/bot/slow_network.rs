//! Slow lines: what takes long is promised first, so that no picture has to arrive within the
//! chat's three seconds.

use std::{net::SocketAddr, time::Duration};

use lanai_porch::Settings;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, tcp};

use super::{Scene, text};

/// Bytes a second, from the bot to the chat.
const BYTES_PER_SEC: u32 = 60_000;
const CHUNK_BYTES: usize = 3_000;

/// Asserts that no first answer of a scene carries a file.
pub(super) fn check_requests(requests: &[Value]) {
    for request in requests
        .iter()
        .filter(|item| text(&item["path"]).ends_with("/callback"))
    {
        let kind = request["content_type"].as_str().unwrap_or_default();
        assert!(
            !kind.starts_with("multipart/"),
            "a first answer carries files: {request}"
        );
    }
}

/// Hands on what the bot says, slowly.
async fn forward_slowly(mut from: tcp::OwnedReadHalf, mut to: tcp::OwnedWriteHalf) {
    let mut piece = vec![0; CHUNK_BYTES];
    while let Ok(read @ 1..) = from.read(&mut piece).await {
        tokio::time::sleep(Duration::from_secs(1) * u32::try_from(read).unwrap() / BYTES_PER_SEC)
            .await;
        if to.write_all(&piece[..read]).await.is_err() {
            return;
        }
    }
}

/// A slow line to the porch.
async fn slow_proxy(porch: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((bot, _)) = listener.accept().await {
            let (from_bot, mut to_bot) = bot.into_split();
            let (mut from_porch, to_porch) = TcpStream::connect(porch).await.unwrap().into_split();
            tokio::spawn(forward_slowly(from_bot, to_porch));
            tokio::spawn(async move { tokio::io::copy(&mut from_porch, &mut to_bot).await });
        }
    });
    address
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_arrive_over_a_slow_network() {
    let mut scene = Scene::open(Settings::default()).await;
    let porch = scene.base.clone();
    let line = slow_proxy(porch.trim_start_matches("http://").parse().unwrap()).await;
    // The bot alone has the slow line.
    scene.base = format!("http://{line}");
    scene.start_bot().await;
    scene.base = porch;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (who, _) = scene.wait_for_turn(&thread, None).await;
    let answer = scene.run_command("Ana", &thread, "/table show").await;
    assert_eq!(
        (answer.outcome(), answer.picture_urls().len()),
        ("deferred", 2)
    );
    assert!(answer.board_text().contains("The island of Hawaii"));
    let own = scene.run_command(&who.unwrap(), &thread, "/realm").await;
    assert_eq!((own.outcome(), own.picture_urls().len()), ("deferred", 1));
    scene.end().await;
}
