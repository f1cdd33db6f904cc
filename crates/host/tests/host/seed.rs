//! The randomness of a game is fixed before any word is given and secret until the game ends.

use lanai_ai::Appraise;
use lanai_host::{
    ChannelId, GuildId, NewGame, Opened, PersonId, Table, TableId, TableStatus, Timestamp,
};
use lanai_rules::Viewer;
use lanai_rules::chance::{Message, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::record::{Record, digest};
use lanai_store::{Chair, NewTable, TableLimits};

use lanai_testing::scenes::{ANNOUNCED, TestHost, actor, dice, new_game, wait};

fn words(table: &Table) -> Vec<String> {
    table.seats.iter().map(|chair| chair.word.clone()).collect()
}

/// What must stay secret while the game runs: both halves of the secret, and the seed.
fn hidden(table: &Table) -> [String; 3] {
    let seed: Seed = table
        .secret
        .announced_seed(&words(table), Message::numbered(ANNOUNCED.cast_unsigned()));
    let both = String::from(table.secret);
    let (secret, nonce) = both.split_at(64);
    [secret.to_owned(), nonce.to_owned(), seed.into()]
}

fn tells_nothing(hidden: &[String; 3], shown: &str) {
    assert!(
        hidden.iter().all(|hidden| !shown.contains(hidden)),
        "{shown}"
    );
}

async fn nobody_learns_the_seed<G: Appraise>(number: u64) {
    let house = TestHost::new().await;
    let new = NewGame {
        chairs: Some(2),
        ..new_game::<G>(7)
    };
    let before = house.host.lobby.open(&new, &actor(100)).await.unwrap();
    let (game, commitment) = (before.game, before.commitment());
    house
        .host
        .lobby
        .join(game, &actor(101), Some("aloha"), true)
        .await
        .unwrap();
    let mut table = house.start(game, 100).await;
    let (hidden, mut dice) = (hidden(&table), dice(number));
    tells_nothing(&hidden, &commitment);
    while table.status == TableStatus::Running {
        let state = house
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
            tells_nothing(
                &hidden,
                &serde_json::to_string(&state.view(viewer)).unwrap(),
            );
        }
        assert_eq!(table.viewer(PersonId(999)), Viewer::Table);
        for due in house
            .store
            .notices()
            .due(Timestamp(i64::MAX), 1000)
            .await
            .unwrap()
        {
            tells_nothing(&hidden, &due.body);
        }
        house.hear().await;
        assert_eq!(table.commitment(), commitment);
        table = house.act_at_random::<G>(game, &mut dice).await.table;
    }
    let record = Record::<G>::read(&house.host.games.write_record(&table).await.unwrap()).unwrap();
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

#[test]
fn nobody_learns_the_seed_of_hawaii_before_the_end() {
    wait(nobody_learns_the_seed::<Hawaii>(21));
}

#[test]
fn nobody_learns_the_seed_of_haleakala_before_the_end() {
    wait(nobody_learns_the_seed::<Haleakala>(22));
}

/// A copy of a table, secret included, in another channel, where the second player gave another
/// word.
async fn like(house: &TestHost, table: &Table, channel: i64, word: &str) -> TableId {
    let row = house
        .store
        .tables()
        .find(table.game)
        .await
        .unwrap()
        .unwrap();
    let mut seats = row.seats;
    seats[1] = Chair {
        word: word.to_owned(),
        ..seats[1].clone()
    };
    let new = NewTable {
        title: row.title,
        guild: GuildId(1),
        channel: ChannelId(channel),
        above: None,
        owner: row.owner,
        language: "en".to_owned(),
        chairs: row.chairs,
        options: row.options,
        secret: row.secret,
        seats,
        manners: row.manners,
        follows: None,
        heat: None,
        notices: vec![],
        limits: TableLimits::default(),
        interaction: None,
        at: Timestamp(1),
    };
    let Opened::Table(game) = house.store.writer().open_table(&new).await.unwrap() else {
        panic!("the channel is free")
    };
    game
}

#[test]
fn every_word_counts() {
    wait(async {
        let house = TestHost::new().await;
        let new = NewGame {
            chairs: Some(2),
            ..new_game::<Hawaii>(7)
        };
        let game = house.host.lobby.open(&new, &actor(100)).await.unwrap().game;
        let table = house
            .host
            .lobby
            .join(game, &actor(101), Some("aloha"), true)
            .await
            .unwrap();
        let mut seeds = vec![hidden(&house.start(game, 100).await)];
        let mut games = vec![digest(&house.turn::<Hawaii>(game).await.game)];
        for (channel, word) in [(8, "aloha"), (9, "mahalo"), (10, "")] {
            let game = like(&house, &table, channel, word).await;
            let begun = house.start(game, 100).await;
            assert_eq!(begun.commitment(), table.commitment());
            seeds.push(hidden(&begun));
            games.push(digest(&house.turn::<Hawaii>(game).await.game));
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
    });
}

/// Even someone who knows the secret and tries words cannot choose the game: it depends on the
/// message.
#[test]
fn the_message_that_announces_the_start_decides_too() {
    wait(async {
        let house = TestHost::new().await;
        let new = NewGame {
            chairs: Some(2),
            ..new_game::<Hawaii>(7)
        };
        let game = house.host.lobby.open(&new, &actor(100)).await.unwrap().game;
        let table = house
            .host
            .lobby
            .join(game, &actor(101), Some("aloha"), true)
            .await
            .unwrap();
        let mut games = Vec::new();
        for (channel, message) in [(8, 1), (9, 2), (10, 1)] {
            let game = like(&house, &table, channel, "aloha").await;
            house.host.starts.start(game, &actor(100)).await.unwrap();
            house.announce(game, message).await;
            games.push(digest(&house.turn::<Hawaii>(game).await.game));
        }
        assert_eq!(games[0], games[2]);
        assert_ne!(games[0], games[1]);
    });
}

#[test]
fn every_table_draws_a_secret_of_its_own() {
    wait(async {
        let house = TestHost::new().await;
        let mut seen = Vec::new();
        for channel in 0..5 {
            let table = house
                .host
                .lobby
                .open(&new_game::<Hawaii>(channel), &actor(100))
                .await
                .unwrap();
            let commitment = table.commitment();
            assert!(!seen.contains(&commitment));
            seen.push(commitment);
        }
    });
}
