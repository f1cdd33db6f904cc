//! Games keep the rules with which they began; unknown editions are left alone.

use lanai_ai::Appraise;
use lanai_host::{PersonId, Table};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::{self, Hawaii};
use lanai_rules::record::Record;
use lanai_rules::{FIRST_EDITION, Rules};
use lanai_store::{Change, Entry, Written};
use serde_json::Value;
use sqlx::{Connection as _, SqliteConnection};

use lanai_testing::scenes::{TestHost, dice, trouble, wait};

/// The set-up with another edition.
async fn with_edition(house: &TestHost, table: &Table, edition: u32) -> Entry {
    let mut first = house.log(table.game).await.remove(0);
    let mut set_up: Value = serde_json::from_str(&first.action).unwrap();
    set_up["edition"] = edition.into();
    first.action = set_up.to_string();
    first
}

/// Removes a choice from the options of a table and from those in its snapshot.
async fn without_choice(house: &TestHost, table: &Table, choice: &str) {
    let file = house.folder.path().join("lanai.db");
    let mut other = SqliteConnection::connect(file.to_str().unwrap())
        .await
        .unwrap();
    let sql = "update game_table set options = json_remove(options, '$.' || $1),
                   snapshot = json_remove(snapshot, '$.options.' || $1) where table_id = $2";
    sqlx::query(sql)
        .bind(choice)
        .bind(table.game.0)
        .execute(&mut other)
        .await
        .unwrap();
    other.close().await.unwrap();
}

/// A later edition changes a rule in this way: by a choice that the options of running games lack.
#[test]
fn a_running_game_keeps_the_rules_with_which_it_began() {
    wait(async {
        let house = TestHost::new().await;
        let table = house.begun::<Hawaii>(2, 0).await;
        without_choice(&house, &table, "ranking").await;

        let mut dice = dice(51);
        for _ in 0..10 {
            house.act_at_random::<Hawaii>(table.game, &mut dice).await;
        }
        let over = house.play_out::<Hawaii>(table.game, &mut dice).await;

        let record =
            Record::<Hawaii>::read(&house.host.games.write_record(&over).await.unwrap()).unwrap();
        assert_eq!(
            (record.edition, record.options.ranking),
            (2, hawaii::options::Ranking::ThoseWhoScore)
        );
        record.replay(None).unwrap();
        let proof = lanai_testing::scenes::verify_all(&house.host).await;
        assert!(proof.wrong.is_empty() && proof.proven == 1, "{proof:?}");
    });
}

async fn is_left_alone<G: Appraise>(edition: u32) {
    let house = TestHost::new().await;
    let table = house.begun::<G>(2, 0).await;
    let entries = vec![with_edition(&house, &table, edition).await];
    let change = Change {
        take_back: Some(0),
        entries,
        ..house.unchanged(table.game).await
    };
    assert!(matches!(
        house.store.writer().write(&change).await.unwrap(),
        Written::Done { .. }
    ));
    let table = house.kept(table.game).await;
    let before = house.all_of(table.game).await;
    for told in [
        trouble(house.host.games.load::<G>(table.clone()).await),
        trouble(
            house
                .host
                .games
                .load_turn::<G>(table.clone(), PersonId(100))
                .await,
        ),
        trouble(
            house
                .host
                .lookback
                .list_turns_since_last::<G>(&table, PersonId(100))
                .await,
        ),
    ] {
        assert!(
            told.contains(&format!(
                "edition {edition} of the rules, which this program does not know"
            )),
            "{told}"
        );
    }
    assert_eq!(house.all_of(table.game).await, before);
}

#[test]
fn a_game_of_an_edition_that_nobody_knows_is_left_alone() {
    for edition in [FIRST_EDITION - 1, Hawaii::EDITION + 1] {
        wait(is_left_alone::<Hawaii>(edition));
        wait(is_left_alone::<Haleakala>(edition));
    }
}
