//! Games keep the rules with which they began; unknown editions are left alone.

use lanai_ai::Evaluate;
use lanai_host::{PersonId, Table};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::{self, Hawaii};
use lanai_rules::record::Record;
use lanai_rules::{FIRST_EDITION, Rules};
use lanai_store::{LogEntry, TableChange, WriteOutcome};
use serde_json::Value;
use sqlx::{Connection as _, SqliteConnection};

use lanai_testing::scenes::{TestHost, block_on, expect_internal_error, seeded_dice};

/// The set-up with another edition.
async fn setup_with_edition(fixture: &TestHost, table: &Table, edition: u32) -> LogEntry {
    let mut first = fixture.load_log(table.id).await.remove(0);
    let mut set_up: Value = serde_json::from_str(&first.action).unwrap();
    set_up["edition"] = edition.into();
    first.action = set_up.to_string();
    first
}

/// Removes a choice from the options of a table and from those in its snapshot.
async fn remove_choice(fixture: &TestHost, table: &Table, choice: &str) {
    let file = fixture.folder.path().join("lanai.db");
    let mut other = SqliteConnection::connect(file.to_str().unwrap())
        .await
        .unwrap();
    let sql = "update game_table set options = json_remove(options, '$.' || $1),
                   snapshot = json_remove(snapshot, '$.options.' || $1) where table_id = $2";
    sqlx::query(sql)
        .bind(choice)
        .bind(table.id.0)
        .execute(&mut other)
        .await
        .unwrap();
    other.close().await.unwrap();
}

/// A later edition changes a rule in this way: by a choice that the options of running games lack.
#[tokio::test(flavor = "multi_thread")]
async fn running_game_keeps_its_rules() {
    let fixture = TestHost::new().await;
    let table = fixture.start_game::<Hawaii>(2, 0).await;
    remove_choice(&fixture, &table, "ranking").await;

    let mut dice = seeded_dice(51);
    for _ in 0..10 {
        fixture.act_at_random::<Hawaii>(table.id, &mut dice).await;
    }
    let over = fixture.play_out::<Hawaii>(table.id, &mut dice).await;

    let record = Record::<Hawaii>::read(&fixture.write_record(&over).await).unwrap();
    assert_eq!(
        (record.edition, record.options.ranking),
        (2, hawaii::options::Ranking::ThoseWhoScore)
    );
    record.replay(None).unwrap();
    let proof = lanai_testing::scenes::verify_all(&fixture.host).await;
    assert!(
        proof.failures.is_empty() && proof.verified_count == 1,
        "{proof:?}"
    );
}

async fn check_unknown_edition<G: Evaluate>(edition: u32) {
    let fixture = TestHost::new().await;
    let table = fixture.start_game::<G>(2, 0).await;
    let entries = vec![setup_with_edition(&fixture, &table, edition).await];
    let change = TableChange {
        take_back_from: Some(0),
        entries,
        ..fixture.empty_change(table.id).await
    };
    assert!(matches!(
        fixture.store.writer().write(&change).await.unwrap(),
        WriteOutcome::Done { .. }
    ));
    let table = fixture.load_table(table.id).await;
    let before = fixture.load_everything(table.id).await;
    for announced in [
        expect_internal_error(fixture.host.games.load::<G>(table.clone()).await),
        expect_internal_error(
            fixture
                .host
                .games
                .load_turn::<G>(table.clone(), PersonId(100))
                .await,
        ),
        expect_internal_error(
            fixture
                .host
                .lookback
                .list_turns_since_last::<G>(&table, PersonId(100))
                .await,
        ),
    ] {
        assert!(
            announced.contains(&format!(
                "edition {edition} of the rules, which this program does not know"
            )),
            "{announced}"
        );
    }
    assert_eq!(fixture.load_everything(table.id).await, before);
}

#[test]
fn game_of_unknown_edition_is_left_unchanged() {
    for edition in [FIRST_EDITION - 1, Hawaii::EDITION + 1] {
        block_on(check_unknown_edition::<Hawaii>(edition));
        block_on(check_unknown_edition::<Haleakala>(edition));
    }
}
