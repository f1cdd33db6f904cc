//! Slow lines: what takes long is promised first, so that no picture has to arrive within the chat's three seconds.

use std::{net::SocketAddr, time::Duration};

use lanai_porch::Settings;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, tcp};

use super::{Scene, evening, text};

/// Bytes a second, from the bot to the chat.
const SPEED: u32 = 60_000;
/// In such pieces.
const PIECE: usize = 3_000;

/// No first answer of an evening carries a file.
pub(super) fn check(requests: &[Value]) {
    for request in requests
        .iter()
        .filter(|it| text(&it["path"]).ends_with("/callback"))
    {
        let kind = request["content_type"].as_str().unwrap_or_default();
        assert!(
            !kind.starts_with("multipart/"),
            "a first answer carries files: {request}"
        );
    }
}

/// Hands on what the bot says, slowly.
async fn slowly(mut from: tcp::OwnedReadHalf, mut to: tcp::OwnedWriteHalf) {
    let mut piece = vec![0; PIECE];
    while let Ok(read @ 1..) = from.read(&mut piece).await {
        tokio::time::sleep(Duration::from_secs(1) * u32::try_from(read).unwrap() / SPEED).await;
        if to.write_all(&piece[..read]).await.is_err() {
            return;
        }
    }
}

/// A slow line to the porch.
async fn slow_line(porch: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((bot, _)) = listener.accept().await {
            let (from_bot, mut to_bot) = bot.into_split();
            let (mut from_porch, to_porch) = TcpStream::connect(porch).await.unwrap().into_split();
            tokio::spawn(slowly(from_bot, to_porch));
            tokio::spawn(async move { tokio::io::copy(&mut from_porch, &mut to_bot).await });
        }
    });
    address
}

#[test]
fn pictures_arrive_over_a_slow_network() {
    evening(async {
        let mut scene = Scene::without_bot(Settings::default()).await;
        let porch = scene.base.clone();
        let line = slow_line(porch.trim_start_matches("http://").parse().unwrap()).await;
        // The bot alone has the slow line.
        scene.base = format!("http://{line}");
        scene.bot_comes().await;
        scene.base = porch;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (who, _) = scene.next(&place, None).await;
        let shown = scene.says("Ana", &place, "/table show").await;
        assert_eq!((shown.outcome(), shown.pictures().len()), ("deferred", 2));
        assert!(shown.panes().contains("The island of Hawaii"));
        let own = scene.says(&who.unwrap(), &place, "/realm").await;
        assert_eq!((own.outcome(), own.pictures().len()), ("deferred", 1));
        scene.end().await;
    });
}
