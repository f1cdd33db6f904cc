//! Guilds that removed the bot, on both databases: they are forgotten in time and not before, and
//! finished games stay with their players.

use std::collections::BTreeSet;

use lanai_host::{
    Actor, ChannelId, Clock, Ending, GuildId, Host, NewContest, NewGame, PairingSystem,
    PastGamesFilter, PersonId, Setting, ShardId, TableId, TableSettings, TableStatus, TimeControl,
    Timestamp,
};
use lanai_rules::Title;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;

use super::contests::tend_and_start_games;
use super::forgotten::{
    assert_same_ratings, columns_holding, hosts_on_each_database, load_ratings,
};
use lanai_testing::scenes::{TestHost, actor, new_game, rate_all_again, seeded_dice};

const DAY: i64 = 24 * 60 * 60;
/// Ids that occur nowhere else.
const SERVER: GuildId = GuildId(823_119_447_560_128_903);
const HALL: i64 = 823_119_447_561_777_001;
const OTHER: GuildId = GuildId(912_004_118_223_904_117);

async fn start_in_guild<G: lanai_ai::Evaluate>(
    fixture: &TestHost,
    guild: GuildId,
    channel: i64,
    settings: TableSettings,
) -> TableId {
    let new = NewGame {
        guild,
        seat_count: Some(2),
        settings,
        ..new_game::<G>(channel)
    };
    let game = fixture.open_table(&new, 100).await.id;
    fixture.join(game, 101).await;
    fixture.press_start(game, 100).await;
    fixture.announce(game, 50_000 + channel % 1000).await;
    game
}

fn rated_settings() -> TableSettings {
    TableSettings {
        rated: true,
        ..TableSettings::default()
    }
}

/// A guild with a finished and a running game.
async fn play_on_guild(fixture: &TestHost, guild: GuildId) -> (TableId, TableId) {
    let host = &fixture.host;
    let over = start_in_guild::<Haleakala>(fixture, guild, HALL, rated_settings()).await;
    host.statistics
        .record_audience_channel(&fixture.load_table(over).await, ChannelId(HALL + 1))
        .await
        .unwrap();
    fixture
        .play_out::<Haleakala>(over, &mut seeded_dice(1))
        .await;
    let running = Box::pin(start_in_guild::<Hawaii>(
        fixture,
        guild,
        HALL + 2,
        rated_settings(),
    ))
    .await;
    for channel in [HALL + 3, HALL + 7] {
        host.watching
            .watch(
                &fixture.load_table(running).await,
                ChannelId(channel),
                &actor(100),
                "en",
            )
            .await
            .unwrap();
    }
    let open = NewGame {
        guild,
        parent_channel: Some(ChannelId(HALL + 6)),
        ..new_game::<Hawaii>(HALL + 4)
    };
    host.lobby.open(&open, &actor(100)).await.unwrap();
    fixture.deliver_notices().await;
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
        seat_count: None,
        system: PairingSystem::Swiss,
        rounds: None,
        time_control: TimeControl::Turn(DAY),
        language: "en".to_owned(),
        follows: None,
    };
    let contest = host
        .contests
        .open_contest(&new, &actor(1))
        .await
        .unwrap()
        .id;
    for person in 111..115 {
        host.contests
            .sign_up(contest, &actor(person))
            .await
            .unwrap();
    }
    host.contests
        .begin_contest(contest, &actor(1), false)
        .await
        .unwrap();
    tend_and_start_games(fixture).await;
    (over, running)
}

async fn deliver_departures(host: &Host, after: i64) {
    host.departures
        .forget_departed_guilds(after, |_| true)
        .await
        .unwrap();
}

async fn is_guild_stored(fixture: &TestHost, guild: GuildId) -> bool {
    fixture
        .store
        .departures()
        .list_known_guilds()
        .await
        .unwrap()
        .contains(&guild)
}

#[tokio::test(flavor = "multi_thread")]
async fn departed_guild_is_erased_and_players_keep_their_games() {
    for (fixture, address) in hosts_on_each_database().await {
        let clock = Clock::stopped_at(Timestamp(1_800_000_000));
        let fixture = fixture.with_clock(&clock);
        let (over, running) = Box::pin(play_on_guild(&fixture, SERVER)).await;
        start_in_guild::<Haleakala>(&fixture, OTHER, 77, rated_settings()).await;
        fixture.rate_games().await;
        let before = load_ratings(&address).await;
        let proven = lanai_testing::scenes::verify_all(&fixture.host)
            .await
            .verified_count;
        fixture.host.departures.mark_departed(SERVER).await.unwrap();
        clock.advance(30 * DAY - 1);
        deliver_departures(&fixture.host, 30 * DAY).await;
        assert!(is_guild_stored(&fixture, SERVER).await, "it is too early");
        clock.advance(1);
        fixture
            .host
            .departures
            .forget_departed_guilds(30 * DAY, |_| false)
            .await
            .unwrap();
        assert!(is_guild_stored(&fixture, SERVER).await);
        deliver_departures(&fixture.host, 30 * DAY).await;
        assert!(!is_guild_stored(&fixture, SERVER).await && is_guild_stored(&fixture, OTHER).await);
        // No id of the guild, of its channels or of its contest remains.
        let mut wanted = vec![SERVER.0.to_string(), "Autumn of Lahaina".to_owned()];
        wanted.extend((0..8).map(|number| (HALL + number).to_string()));
        for wanted in wanted {
            assert_eq!(
                columns_holding(&address, &wanted).await,
                BTreeSet::new(),
                "{wanted}"
            );
        }
        // Finished games stay with their players; running games end without a result.
        let past = fixture
            .host
            .history
            .list(PastGamesFilter::Person(PersonId(100)), None, 10)
            .await
            .unwrap();
        let found: Vec<(TableId, Ending)> = past
            .iter()
            .map(|past| (past.table_id, past.ending))
            .collect();
        assert!(
            found.contains(&(over, Ending::Played)) && found.contains(&(running, Ending::Agreed)),
            "{found:?}"
        );
        assert!(past.iter().all(|past| past.guild.is_erased()));
        fixture.write_record(&fixture.load_table(over).await).await;
        let proof = lanai_testing::scenes::verify_all(&fixture.host).await;
        assert!(
            proof.failures.is_empty() && proof.verified_count == proven,
            "{proof:?}"
        );
        fixture.rate_games().await;
        assert_same_ratings(&before, &load_ratings(&address).await);
        rate_all_again(&fixture.store).await;
        assert_same_ratings(&before, &load_ratings(&address).await);
        // Nothing is pending there, and no id is used twice.
        assert!(
            fixture
                .store
                .notices()
                .list_due(Timestamp(i64::MAX), 100)
                .await
                .unwrap()
                .iter()
                .all(|due| due.table_id != running)
        );
        assert!(
            fixture
                .host
                .contest_runner
                .claim_due()
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
            seat_count: None,
            system: PairingSystem::Swiss,
            rounds: None,
            time_control: TimeControl::None,
            language: "en".to_owned(),
            follows: None,
        };
        assert_eq!(fixture.open_contest(&new, 1).await.id.0, 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn returning_guild_loses_nothing() {
    for (fixture, _) in hosts_on_each_database().await {
        let clock = Clock::stopped_at(Timestamp(1_800_000_000));
        let fixture = fixture.with_clock(&clock);
        let game =
            start_in_guild::<Haleakala>(&fixture, SERVER, HALL, TableSettings::default()).await;
        fixture.host.departures.mark_departed(SERVER).await.unwrap();
        clock.advance(20 * DAY);
        // Seeing again that the bot is gone does not restart the time.
        fixture.host.departures.mark_departed(SERVER).await.unwrap();
        let since = fixture.store.departures().list().await.unwrap();
        assert_eq!(since, [(SERVER, Timestamp(1_800_000_000))]);
        fixture.host.departures.mark_returned(SERVER).await.unwrap();
        clock.advance(20 * DAY);
        deliver_departures(&fixture.host, 30 * DAY).await;
        assert_eq!(fixture.load_table(game).await.status, TableStatus::Running);
        // The bot left again: the time starts over.
        fixture.host.departures.mark_departed(SERVER).await.unwrap();
        clock.advance(29 * DAY);
        deliver_departures(&fixture.host, 30 * DAY).await;
        assert_eq!(fixture.load_table(game).await.guild, SERVER);
        // A table that was opened at the last moment postpones the deletion as a whole.
        let unknown_guild = GuildId(-5);
        let since = fixture.store.departures().list().await.unwrap()[0].1;
        let early = fixture
            .store
            .departures()
            .forget_guild(SERVER, since, unknown_guild, |_, state: &str| {
                Ok::<String, lanai_store::StoreError>(state.to_owned())
            })
            .await
            .unwrap();
        assert_eq!(early, lanai_store::ErasureOutcome::NotYet);
        assert_eq!(fixture.load_table(game).await.guild, SERVER);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn shard_reports_departures_of_its_own_guilds_only() {
    for (fixture, _) in hosts_on_each_database().await {
        let shards = [0, 1].map(|number| ShardId { number, total: 2 });
        let guild = |number: i64| GuildId(number << 22 | 0x11);
        let guilds = [guild(2), guild(3), guild(4), guild(5)];
        for (number, guild) in (0..).zip(guilds) {
            start_in_guild::<Haleakala>(&fixture, guild, 60 + number, TableSettings::default())
                .await;
        }
        let away = async || -> Vec<GuildId> {
            fixture
                .store
                .departures()
                .list()
                .await
                .unwrap()
                .into_iter()
                .map(|(guild, _)| guild)
                .collect()
        };
        // One guild removed the bot; the other one is only missing from the list.
        fixture
            .host
            .departures
            .reconcile_guilds(shards[0], &BTreeSet::from([guild(2)]))
            .await
            .unwrap();
        assert_eq!(away().await, [guild(4)]);
        fixture
            .host
            .departures
            .reconcile_guilds(shards[1], &BTreeSet::from([guild(3), guild(5)]))
            .await
            .unwrap();
        assert_eq!(away().await, [guild(4)]);
        fixture
            .host
            .departures
            .reconcile_guilds(shards[0], &BTreeSet::from([guild(2), guild(4)]))
            .await
            .unwrap();
        assert_eq!(away().await, []);
        // Nothing is stored about a guild without players, not even that it is gone.
        fixture
            .host
            .departures
            .mark_departed(guild(8))
            .await
            .unwrap();
        assert_eq!(away().await, []);
    }
}

/// Asking to be let in again stores nothing about the person.
#[tokio::test(flavor = "multi_thread")]
async fn unknown_person_is_not_stored() {
    for (fixture, _) in hosts_on_each_database().await {
        let stranger = Actor {
            person: PersonId(42),
            name: "Nobody".to_owned(),
            interaction: None,
        };
        fixture
            .host
            .erasure
            .erase_person(stranger.person, &stranger.name)
            .await
            .unwrap();
        let text = fixture
            .host
            .exports
            .export_person(stranger.person, &stranger.name, "About".to_owned())
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
}
