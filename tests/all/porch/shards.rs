//! A bot with several shards, in one process or in many.

use lanai_porch::{Clock, PrivilegedIntent, Settings};
use serde_json::{Value, json};

use super::{Bot, Scene};

const GUILDS: u64 = 1;
/// Intents for guilds and messages.
const MESSAGES: u64 = GUILDS | 1 << 9 | 1 << 12 | 1 << 15;

/// Opens a porch with guilds that were made at the same moment, each with a channel.
async fn open_with_guilds(shards: u64, servers: usize) -> (Scene, Vec<(String, String)>) {
    let clock = Clock::stopped_at(1_791_900_000_000);
    let intents = vec![PrivilegedIntent::MessageContent];
    let scene = Scene::open_with_clock(Settings {
        clock,
        shards,
        intents,
        ..Settings::default()
    })
    .await;
    let mut places = vec![(scene.guild_id(), scene.first_channel())];
    for number in 1..servers {
        let server = scene
            .post("servers", json!({ "name": format!("Server {number}") }))
            .await;
        let wish = json!({ "name": "hall", "server": server["id"] });
        let channel = scene.post("channels", wish).await;
        places.push((id(&server), id(&channel)));
    }
    (scene, places)
}

fn id(thing: &Value) -> String {
    thing["id"].as_str().unwrap().to_owned()
}

/// The shard of a server, as Discord's documentation computes it.
fn shard_of(server: &str, total: u64) -> u64 {
    (server.parse::<u64>().unwrap() >> 22) % total
}

fn ids(guilds: &Value) -> Vec<String> {
    guilds.as_array().unwrap().iter().map(id).collect()
}

impl Scene {
    async fn type_as_ana(&self, channel: &str, line: &str) -> Value {
        self.post(
            "type",
            json!({ "as": self.person_id("Ana"), "channel": channel, "line": line }),
        )
        .await
    }
}

#[tokio::test]
async fn new_servers_are_spread_over_shards() {
    for shards in [1, 2, 3, 16] {
        let (scene, places) = open_with_guilds(shards, 6).await;
        let found: Vec<u64> = places
            .iter()
            .map(|(server, _)| shard_of(server, shards))
            .collect();
        let expected: Vec<u64> = (0..6).map(|number| (found[0] + number) % shards).collect();
        assert_eq!(found, expected);
        let mut numbers: Vec<u64> = places
            .iter()
            .map(|(server, _)| server.parse().unwrap())
            .collect();
        numbers.dedup_by_key(|number| *number >> 22);
        assert!(numbers.is_sorted() && numbers.len() == 6, "{numbers:?}");
        drop(scene);
    }
}

#[tokio::test]
async fn each_shard_is_told_of_its_own_servers() {
    let (scene, places) = open_with_guilds(3, 6).await;
    let mut told = Vec::new();
    for shard in 0..3 {
        let (mut bot, ready) = Bot::connect_as_shard(&scene, GUILDS, [shard, 3]).await;
        assert_eq!(ready["shard"], json!([shard, 3]));
        let own = ids(&ready["guilds"]);
        assert_eq!(own.len(), 2);
        for server in &own {
            assert_eq!(shard_of(server, 3), shard);
            assert_eq!(id(&bot.event("GUILD_CREATE").await), *server);
        }
        bot.assert_no_event().await;
        // A shard does not know the guilds of another.
        let (other, _) = places
            .iter()
            .find(|(server, _)| shard_of(server, 3) != shard)
            .unwrap();
        for (server, is_told) in [(other, false), (&own[0], true)] {
            bot.send(json!({ "op": 8, "d": { "guild_id": server, "query": "Ana", "limit": 0 } }))
                .await;
            if is_told {
                assert_eq!(
                    bot.event("GUILD_MEMBERS_CHUNK").await["guild_id"],
                    *server.as_str()
                );
            } else {
                bot.assert_no_event().await;
            }
        }
        told.extend(own);
    }
    let mut all: Vec<String> = places.into_iter().map(|(server, _)| server).collect();
    told.sort();
    all.sort();
    assert_eq!(told, all);
}

#[tokio::test]
async fn events_go_to_the_right_shard() {
    let (scene, places) = open_with_guilds(3, 3).await;
    let mut bots = Vec::new();
    for shard in 0..3 {
        let (mut bot, _) = Bot::connect_as_shard(&scene, MESSAGES, [shard, 3]).await;
        bot.event("GUILD_CREATE").await;
        bots.push(bot);
    }
    for (server, channel) in &places {
        scene.type_as_ana(channel, server).await;
        let (own, others): (Vec<_>, Vec<_>) = (0..)
            .zip(&mut bots)
            .partition(|(shard, _)| *shard == shard_of(server, 3));
        for (_, bot) in own {
            let said = bot.event("MESSAGE_CREATE").await;
            assert_eq!(
                (&said["content"], &said["guild_id"]),
                (&json!(server), &json!(server))
            );
        }
        for (_, bot) in others {
            bot.assert_no_event().await;
        }
    }
    let between = scene
        .post("channels", json!({ "dm": scene.person_id("Ana") }))
        .await;
    scene.type_as_ana(&id(&between), "psst").await;
    assert_eq!(bots[0].event("MESSAGE_CREATE").await["content"], "psst");
    bots[1].assert_no_event().await;
    bots[2].assert_no_event().await;
    // A new guild is announced to its shard alone.
    let server = scene.post("servers", json!({ "name": "Another" })).await;
    let shard = shard_of(&id(&server), 3);
    for (number, bot) in (0..).zip(&mut bots) {
        if number == shard {
            assert_eq!(bot.event("GUILD_CREATE").await["id"], server["id"]);
        } else {
            bot.assert_no_event().await;
        }
    }
}

const PING: &str = r#"[{ "name": "ping", "description": "Says pong" }]"#;

fn message_json(words: &str) -> Value {
    json!({ "content": words })
}

#[tokio::test]
async fn two_bots_hear_everything_and_the_first_answer_counts() {
    let (scene, places) = open_with_guilds(3, 6).await;
    let (server, channel) = &places[4];
    // The same shard again, as taken over by another process, and a shard of another total.
    let (own, of_five) = ([shard_of(server, 3), 3], [shard_of(server, 5), 5]);
    let mut bots = Vec::new();
    for shard in [own, own, of_five] {
        let (mut bot, ready) = Bot::connect_as_shard(&scene, GUILDS, shard).await;
        for _ in 0..ready["guilds"].as_array().unwrap().len() {
            bot.event("GUILD_CREATE").await;
        }
        bots.push(bot);
    }
    let (mut other, _) = Bot::connect_as_shard(&scene, 0, [(own[0] + 1) % 3, 3]).await;
    scene
        .register_commands(&bots[0], serde_json::from_str(PING).unwrap())
        .await;
    let (outcome, ()) = tokio::join!(scene.type_as_ana(channel, "/ping"), async {
        let mut heard = Vec::new();
        for bot in &mut bots {
            heard.push(bot.interaction().await);
        }
        assert_eq!((&heard[0], &heard[0]), (&heard[1], &heard[2]));
        assert_eq!(
            scene
                .answer(&heard[1], 4, message_json("the second"))
                .await
                .0,
            204
        );
        let (status, refusal) = scene.answer(&heard[0], 4, message_json("the first")).await;
        assert_eq!((status, &refusal["code"]), (400, &json!(40060)));
    });
    assert_eq!(outcome["message"]["content"], "the second");
    other.assert_no_event().await;
    for bot in &mut bots {
        bot.assert_no_event().await;
    }
    let sessions = scene.get("sessions").await;
    assert_eq!(
        (
            &sessions["identified"],
            sessions["sessions"].as_array().unwrap().len()
        ),
        (&json!(4), 4)
    );
}

#[tokio::test]
async fn command_without_a_shard_fails_at_once() {
    let (scene, places) = open_with_guilds(2, 2).await;
    let own = shard_of(&places[0].0, 2);
    let (mut bot, _) = Bot::connect_as_shard(&scene, 0, [own, 2]).await;
    scene
        .register_commands(&bot, serde_json::from_str(PING).unwrap())
        .await;
    let before = std::time::Instant::now();
    let outcome = scene.type_as_ana(&places[1].1, "/ping").await;
    assert_eq!(outcome["outcome"], "failed");
    assert!(
        before.elapsed() < std::time::Duration::from_secs(2),
        "nobody could have answered"
    );
    bot.assert_no_event().await;
}

#[tokio::test]
async fn shards_resume_independently() {
    let (scene, places) = open_with_guilds(2, 2).await;
    let mut bots = Vec::new();
    for shard in 0..2 {
        let (mut bot, _) = Bot::connect_as_shard(&scene, MESSAGES, [shard, 2]).await;
        bot.event("GUILD_CREATE").await;
        bots.push(bot);
    }
    bots[1].drop_connection(&scene).await;
    for (server, channel) in &places {
        scene.type_as_ana(channel, server).await;
    }
    for (shard, bot) in (0..).zip(&mut bots) {
        if shard == 1 {
            bot.resume(&scene).await;
        }
        let (server, _) = places
            .iter()
            .find(|(server, _)| shard_of(server, 2) == shard)
            .unwrap();
        assert_eq!(
            bot.event("MESSAGE_CREATE").await["content"],
            *server.as_str()
        );
    }
    assert_eq!(bots[1].frame().await["t"], "RESUMED");
    bots[0].assert_no_event().await;
}
