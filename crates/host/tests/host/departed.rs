//! Guilds that removed the bot, on both databases: they are forgotten in time and not before, and
//! finished games stay with their players.

use std::collections::BTreeSet;

use lanai_host::{
    Actor, ChannelId, Clock, Ending, GuildId, Host, NewContest, NewGame, PastOf, PersonId, Setting,
    ShardId, System, TableId, TableSettings, TableStatus, TimeControl, Timestamp,
};
use lanai_rules::Title;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;

use super::contests::tend_and_begin;
use super::forgotten::{holding, houses, ratings, same_ratings};
use lanai_testing::scenes::{TestHost, actor, dice, new_game, rate_all_again, wait};

const DAY: i64 = 24 * 60 * 60;
/// Ids that occur nowhere else.
const SERVER: GuildId = GuildId(823_119_447_560_128_903);
const HALL: i64 = 823_119_447_561_777_001;
const OTHER: GuildId = GuildId(912_004_118_223_904_117);

async fn begun<G: lanai_ai::Appraise>(
    house: &TestHost,
    guild: GuildId,
    channel: i64,
    settings: TableSettings,
) -> TableId {
    let new = NewGame {
        guild,
        chairs: Some(2),
        settings,
        ..new_game::<G>(channel)
    };
    let game = house.host.lobby.open(&new, &actor(100)).await.unwrap().game;
    house
        .host
        .lobby
        .join(game, &actor(101), None, true)
        .await
        .unwrap();
    house.host.starts.start(game, &actor(100)).await.unwrap();
    house.announce(game, 50_000 + channel % 1000).await;
    game
}

fn rated() -> TableSettings {
    TableSettings {
        rated: true,
        ..TableSettings::default()
    }
}

/// A guild with a finished and a running game.
async fn lived_on(house: &TestHost, guild: GuildId) -> (TableId, TableId) {
    let host = &house.host;
    let over = begun::<Haleakala>(house, guild, HALL, rated()).await;
    host.statistics
        .stands_in(&house.kept(over).await, ChannelId(HALL + 1))
        .await
        .unwrap();
    house.play_out::<Haleakala>(over, &mut dice(1)).await;
    let running = Box::pin(begun::<Hawaii>(house, guild, HALL + 2, rated())).await;
    for channel in [HALL + 3, HALL + 7] {
        host.watching
            .watch(
                &house.kept(running).await,
                ChannelId(channel),
                &actor(100),
                "en",
            )
            .await
            .unwrap();
    }
    let open = NewGame {
        guild,
        above: Some(ChannelId(HALL + 6)),
        ..new_game::<Hawaii>(HALL + 4)
    };
    host.lobby.open(&open, &actor(100)).await.unwrap();
    house.hear().await;
    host.moderation
        .set(guild, &actor(1), &[Setting::ReminderInterval(Some(DAY))])
        .await
        .unwrap();
    let new = NewContest {
        guild,
        channel: ChannelId(HALL + 5),
        name: "Autumn of Lahaina".to_owned(),
        title: Title::Haleakala,
        options: String::new(),
        chairs: None,
        system: System::Swiss,
        rounds: None,
        pace: TimeControl::Turn(DAY),
        language: "en".to_owned(),
        follows: None,
    };
    let contest = host.contests.open(&new, &actor(1)).await.unwrap().id;
    for person in 111..115 {
        host.contests
            .sign_up(contest, &actor(person))
            .await
            .unwrap();
    }
    host.contests
        .begin(contest, &actor(1), false)
        .await
        .unwrap();
    tend_and_begin(house).await;
    (over, running)
}

async fn all_heard(host: &Host, after: i64) {
    host.departures
        .forget_departed_guilds(after, |_| true)
        .await
        .unwrap();
}

async fn is_known(house: &TestHost, guild: GuildId) -> bool {
    house
        .store
        .departures()
        .known_guilds()
        .await
        .unwrap()
        .contains(&guild)
}

#[test]
fn a_server_is_forgotten_in_time_and_its_games_stay_with_the_people() {
    wait(async {
        for (house, address) in houses().await {
            let clock = Clock::standing_at(Timestamp(1_800_000_000));
            let house = house.by_clock(&clock);
            let (over, running) = Box::pin(lived_on(&house, SERVER)).await;
            begun::<Haleakala>(&house, OTHER, 77, rated()).await;
            house.host.ratings.rate_games().await.unwrap();
            let before = ratings(&address).await;
            let proven = lanai_testing::scenes::verify_all(&house.host).await.proven;
            house.host.departures.mark_departed(SERVER).await.unwrap();
            clock.turn(30 * DAY - 1);
            all_heard(&house.host, 30 * DAY).await;
            assert!(is_known(&house, SERVER).await, "it is too early");
            clock.turn(1);
            // Nobody would know whether it came back.
            house
                .host
                .departures
                .forget_departed_guilds(30 * DAY, |_| false)
                .await
                .unwrap();
            assert!(is_known(&house, SERVER).await);
            all_heard(&house.host, 30 * DAY).await;
            assert!(!is_known(&house, SERVER).await && is_known(&house, OTHER).await);
            // Neither its number is there nor one of its channels, and nothing of its contest.
            let mut wanted = vec![SERVER.0.to_string(), "Autumn of Lahaina".to_owned()];
            wanted.extend((0..8).map(|number| (HALL + number).to_string()));
            for wanted in wanted {
                assert_eq!(
                    holding(&address, &wanted).await,
                    BTreeSet::new(),
                    "{wanted}"
                );
            }
            // What was played is theirs who played it; what ran has no result.
            let past = house
                .host
                .history
                .list(PastOf::Person(PersonId(100)), None, 10)
                .await
                .unwrap();
            let found: Vec<(TableId, Ending)> =
                past.iter().map(|past| (past.game, past.ending)).collect();
            assert!(
                found.contains(&(over, Ending::Played))
                    && found.contains(&(running, Ending::Agreed)),
                "{found:?}"
            );
            assert!(past.iter().all(|past| past.guild.is_nameless()));
            house
                .host
                .games
                .write_record(&house.kept(over).await)
                .await
                .unwrap();
            let proof = lanai_testing::scenes::verify_all(&house.host).await;
            assert!(
                proof.wrong.is_empty() && proof.proven == proven,
                "{proof:?}"
            );
            house.host.ratings.rate_games().await.unwrap();
            same_ratings(&before, &ratings(&address).await);
            rate_all_again(&house.store).await;
            same_ratings(&before, &ratings(&address).await);
            // Nothing is left to be said or tended there, and no number comes twice.
            assert!(
                house
                    .store
                    .notices()
                    .due(Timestamp(i64::MAX), 100)
                    .await
                    .unwrap()
                    .iter()
                    .all(|due| due.game != running)
            );
            assert!(
                house
                    .host
                    .contest_runner
                    .take_due()
                    .await
                    .unwrap()
                    .is_none()
            );
            let new = NewContest {
                guild: OTHER,
                channel: ChannelId(78),
                name: "Winter".to_owned(),
                title: Title::Haleakala,
                options: String::new(),
                chairs: None,
                system: System::Swiss,
                rounds: None,
                pace: TimeControl::None,
                language: "en".to_owned(),
                follows: None,
            };
            assert_eq!(
                house
                    .host
                    .contests
                    .open(&new, &actor(1))
                    .await
                    .unwrap()
                    .id
                    .0,
                2
            );
        }
    });
}

#[test]
fn a_server_that_takes_the_bot_back_loses_nothing() {
    wait(async {
        for (house, _) in houses().await {
            let clock = Clock::standing_at(Timestamp(1_800_000_000));
            let house = house.by_clock(&clock);
            let game = begun::<Haleakala>(&house, SERVER, HALL, TableSettings::default()).await;
            house.host.departures.mark_departed(SERVER).await.unwrap();
            clock.turn(20 * DAY);
            // That it is still away is no news.
            house.host.departures.mark_departed(SERVER).await.unwrap();
            let since = house.store.departures().list().await.unwrap();
            assert_eq!(since, [(SERVER, Timestamp(1_800_000_000))]);
            house.host.departures.mark_returned(SERVER).await.unwrap();
            clock.turn(20 * DAY);
            all_heard(&house.host, 30 * DAY).await;
            assert_eq!(house.kept(game).await.status, TableStatus::Running);
            // It left again: the time counts from then.
            house.host.departures.mark_departed(SERVER).await.unwrap();
            clock.turn(29 * DAY);
            all_heard(&house.host, 30 * DAY).await;
            assert_eq!(house.kept(game).await.guild, SERVER);
            // Somebody opened a table in the last moment, and so nothing is forgotten by half.
            let nobody = GuildId(-5);
            let empty = |_, state: &str| Ok::<String, lanai_store::StoreError>(state.to_owned());
            let since = house.store.departures().list().await.unwrap()[0].1;
            let early = house
                .store
                .departures()
                .forget_guild(SERVER, since, nobody, empty)
                .await
                .unwrap();
            assert_eq!(early, lanai_store::Forgotten::NotYet);
            assert_eq!(house.kept(game).await.guild, SERVER);
        }
    });
}

#[test]
fn a_shard_speaks_for_its_own_servers_alone() {
    wait(async {
        for (house, _) in houses().await {
            let shards = [0, 1].map(|number| ShardId { number, of: 2 });
            let guild = |number: i64| GuildId(number << 22 | 0x11);
            let guilds = [guild(2), guild(3), guild(4), guild(5)];
            for (number, guild) in (0..).zip(guilds) {
                begun::<Haleakala>(&house, guild, 60 + number, TableSettings::default()).await;
            }
            let away = async || -> Vec<GuildId> {
                house
                    .store
                    .departures()
                    .list()
                    .await
                    .unwrap()
                    .into_iter()
                    .map(|(guild, _)| guild)
                    .collect()
            };
            // Of the first, one has removed the bot; of the second nobody says anything.
            house
                .host
                .departures
                .reconcile(shards[0], &BTreeSet::from([guild(2)]))
                .await
                .unwrap();
            assert_eq!(away().await, [guild(4)]);
            house
                .host
                .departures
                .reconcile(shards[1], &BTreeSet::from([guild(3), guild(5)]))
                .await
                .unwrap();
            assert_eq!(away().await, [guild(4)]);
            house
                .host
                .departures
                .reconcile(shards[0], &BTreeSet::from([guild(2), guild(4)]))
                .await
                .unwrap();
            assert_eq!(away().await, []);
            // Of a server that nobody plays on nothing is kept, not even that it is gone.
            house.host.departures.mark_departed(guild(8)).await.unwrap();
            assert_eq!(away().await, []);
        }
    });
}

/// Asking to be let in again stores nothing about the person.
#[test]
fn what_is_kept_of_nobody_is_nothing() {
    wait(async {
        for (house, _) in houses().await {
            let stranger = Actor {
                person: PersonId(42),
                name: "Nobody".to_owned(),
                interaction: None,
            };
            house
                .host
                .erasure
                .forget(stranger.person, &stranger.name)
                .await
                .unwrap();
            let text = house
                .host
                .exports
                .export(stranger.person, &stranger.name, "About".to_owned())
                .await
                .unwrap()
                .text;
            let export: serde_json::Value = serde_json::from_str(&text).unwrap();
            for list in [
                "tables",
                "games",
                "notes",
                "contests",
                "ratings",
                "following",
                "opened_tables",
            ] {
                assert_eq!(export[list], serde_json::json!([]), "{list}");
            }
        }
    });
}
