//! The randomness of a game is fixed before any word is given and secret until the game ends.

use lanai_ai::Evaluate;
use lanai_host::{
    ChannelId, GuildId, NewGame, OpenTableOutcome, PersonId, Table, TableId, TableStatus, Timestamp,
};
use lanai_rules::Viewer;
use lanai_rules::chance::{Message, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::record::{Record, digest};
use lanai_store::{NewTable, SeatedPlayer, TableLimits};

use lanai_testing::scenes::{ANNOUNCED, TestHost, actor, new_game, seeded_dice};

fn seat_words(table: &Table) -> Vec<String> {
    table.seats.iter().map(|chair| chair.word.clone()).collect()
}

/// Returns what must stay secret during the game: both halves of the secret, and the seed.
fn secret_parts(table: &Table) -> [String; 3] {
    let seed: Seed = table.secret.announced_seed(
        &seat_words(table),
        Message::from_id(ANNOUNCED.cast_unsigned()),
    );
    let both = String::from(table.secret);
    let (secret, nonce) = both.split_at(64);
    [secret.to_owned(), nonce.to_owned(), seed.into()]
}

fn assert_contains_no_secret(hidden: &[String; 3], shown: &str) {
    assert!(
        hidden.iter().all(|hidden| !shown.contains(hidden)),
        "{shown}"
    );
}

async fn check_seed_stays_secret<G: Evaluate>(number: u64) {
    let fixture = TestHost::new().await;
    let new = NewGame {
        seat_count: Some(2),
        ..new_game::<G>(7)
    };
    let before = fixture.open_table(&new, 100).await;
    let (game, commitment) = (before.id, before.commitment());
    fixture
        .host
        .lobby
        .join(game, &actor(101), Some("aloha"), true)
        .await
        .unwrap();
    let mut table = fixture.start(game, 100).await;
    let (hidden, mut dice) = (secret_parts(&table), seeded_dice(number));
    assert_contains_no_secret(&hidden, &commitment);
    while table.status == TableStatus::Running {
        let state = fixture
            .host
            .games
            .load::<G>(table.clone())
            .await
            .unwrap()
            .game;
        for viewer in [
            table.viewer(PersonId(100)),
            table.viewer(PersonId(101)),
            table.viewer(PersonId(999)),
        ] {
            assert_contains_no_secret(
                &hidden,
                &serde_json::to_string(&state.view(viewer)).unwrap(),
            );
        }
        assert_eq!(table.viewer(PersonId(999)), Viewer::Table);
        for due in fixture
            .store
            .notices()
            .list_due(Timestamp(i64::MAX), 1000)
            .await
            .unwrap()
        {
            assert_contains_no_secret(&hidden, &due.body);
        }
        fixture.deliver_notices().await;
        assert_eq!(table.commitment(), commitment);
        table = fixture.act_at_random::<G>(game, &mut dice).await.table;
    }
    let record = Record::<G>::read(&fixture.write_record(&table).await).unwrap();
    let origin = record.origin.unwrap();
    assert_eq!(
        (origin.commitment, origin.words),
        (commitment, vec![String::new(), "aloha".to_owned()])
    );
    assert_eq!(
        [origin.secret, origin.nonce, record.seed].map(String::from),
        hidden,
        "now it is told"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn hawaii_seed_is_secret_until_the_end() {
    check_seed_stays_secret::<Hawaii>(21).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn haleakala_seed_is_secret_until_the_end() {
    check_seed_stays_secret::<Haleakala>(22).await;
}

/// A copy of a table, secret included, in another channel, where the second player gave another
/// word.
async fn start_like(fixture: &TestHost, table: &Table, channel: i64, word: &str) -> TableId {
    let row = fixture
        .store
        .tables()
        .find(table.id)
        .await
        .unwrap()
        .unwrap();
    let mut seats = row.seats;
    seats[1] = SeatedPlayer {
        word: word.to_owned(),
        ..seats[1].clone()
    };
    let new = NewTable {
        title: row.title,
        guild: GuildId(1),
        channel: ChannelId(channel),
        parent_channel: None,
        owner: row.owner,
        language: "en".to_owned(),
        seat_count: row.seat_count,
        options: row.options,
        secret: row.secret,
        seats,
        settings: row.settings,
        rematch_of: None,
        heat: None,
        notices: vec![],
        limits: TableLimits::default(),
        interaction: None,
        at: Timestamp(1),
    };
    let OpenTableOutcome::Table(game) = fixture.store.writer().open_table(&new).await.unwrap()
    else {
        panic!("the channel is free")
    };
    game
}

#[tokio::test(flavor = "multi_thread")]
async fn every_word_changes_the_game() {
    let fixture = TestHost::new().await;
    let new = NewGame {
        seat_count: Some(2),
        ..new_game::<Hawaii>(7)
    };
    let game = fixture.open_table(&new, 100).await.id;
    let table = fixture
        .host
        .lobby
        .join(game, &actor(101), Some("aloha"), true)
        .await
        .unwrap();
    let mut seeds = vec![secret_parts(&fixture.start(game, 100).await)];
    let mut games = vec![digest(&fixture.load_turn::<Hawaii>(game).await.game)];
    for (channel, word) in [(8, "aloha"), (9, "mahalo"), (10, "")] {
        let game = start_like(&fixture, &table, channel, word).await;
        let begun = fixture.start(game, 100).await;
        assert_eq!(begun.commitment(), table.commitment());
        seeds.push(secret_parts(&begun));
        games.push(digest(&fixture.load_turn::<Hawaii>(game).await.game));
    }
    assert_eq!(
        (&seeds[0], &games[0]),
        (&seeds[1], &games[1]),
        "the same words, the same game"
    );
    for (one, other) in [(0, 2), (0, 3), (2, 3)] {
        assert_ne!(seeds[one][2], seeds[other][2]);
        assert_ne!(games[one], games[other]);
    }
}

/// Even someone who knows the secret and tries words cannot choose the game: it depends on the
/// message.
#[tokio::test(flavor = "multi_thread")]
async fn start_message_id_changes_the_game() {
    let fixture = TestHost::new().await;
    let new = NewGame {
        seat_count: Some(2),
        ..new_game::<Hawaii>(7)
    };
    let game = fixture.open_table(&new, 100).await.id;
    let table = fixture
        .host
        .lobby
        .join(game, &actor(101), Some("aloha"), true)
        .await
        .unwrap();
    let mut games = Vec::new();
    for (channel, message) in [(8, 1), (9, 2), (10, 1)] {
        let game = start_like(&fixture, &table, channel, "aloha").await;
        fixture.press_start(game, 100).await;
        fixture.announce(game, message).await;
        games.push(digest(&fixture.load_turn::<Hawaii>(game).await.game));
    }
    assert_eq!(games[0], games[2]);
    assert_ne!(games[0], games[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_table_has_its_own_secret() {
    let fixture = TestHost::new().await;
    let mut seen = Vec::new();
    for channel in 0..5 {
        let table = fixture.open_table(&new_game::<Hawaii>(channel), 100).await;
        let commitment = table.commitment();
        assert!(!seen.contains(&commitment));
        seen.push(commitment);
    }
}
