//! Tampered databases: the operator is told where the damage is but never its content, and nothing
//! crashes.

use lanai_ai::Evaluate;
use lanai_host::{
    ChannelId, Destination, GuildId, News, OpenTableOutcome, PersonId, Revision, Table, TableId,
    TableStatus, Timestamp,
};
use lanai_rules::Status;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_store::{LogEntry, NewTable, Notice, TableChange, TableLimits, WriteOutcome};
use serde_json::Value;

use lanai_testing::scenes::{
    TestHost, actor, block_on, expect_internal_error, find_quiet_turn, play_random_action,
    seeded_dice,
};

/// A text that no error message may repeat, because it could be hidden information.
const PURSE: &str = "\"seven cowries\"";
const COWRIES: &str = "cowries";

fn broken_entry(number: usize, action: &str, events: &str) -> LogEntry {
    let number = i64::try_from(number).unwrap();
    let (action, events) = (action.to_owned(), events.to_owned());
    LogEntry {
        number,
        seat: Some(1),
        action,
        events,
        revision: Revision(0),
        at: Timestamp(1),
        for_person: false,
        premove: false,
    }
}

async fn commit_unchecked(fixture: &TestHost, change: TableChange) -> Table {
    assert!(matches!(
        fixture.store.writer().write(&change).await.unwrap(),
        WriteOutcome::Done { .. }
    ));
    fixture.load_table(change.table_id).await
}

fn assert_names_table_without_content(trouble: &str) {
    assert!(
        trouble.starts_with("table ") && !trouble.contains(COWRIES),
        "{trouble}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn unreadable_snapshot_is_an_internal_error() {
    let fixture = TestHost::new().await;
    let table = fixture.start_game::<Hawaii>(3, 0).await;
    for snapshot in [
        PURSE,
        "",
        "{",
        "null",
        "{\"purse\": \"seven cowries\"}",
        "seven cowries",
    ] {
        let stored = fixture.load_table(table.id).await;
        let broken = commit_unchecked(
            &fixture,
            TableChange {
                snapshot: Some(snapshot.to_owned()),
                ..fixture.empty_change(stored.id).await
            },
        )
        .await;
        assert_names_table_without_content(&expect_internal_error(
            fixture.host.games.load::<Hawaii>(broken.clone()).await,
        ));
        assert_names_table_without_content(&expect_internal_error(
            fixture
                .host
                .games
                .load_turn::<Hawaii>(broken.clone(), PersonId(100))
                .await,
        ));
        assert_names_table_without_content(&expect_internal_error(
            fixture
                .host
                .resignations
                .resign(broken.clone(), &actor(100))
                .await,
        ));
        assert_eq!(
            fixture.load_table(table.id).await,
            broken,
            "nothing is written over it"
        );
    }
}

/// Returns variants of a JSON text in which one number is raised by one or made large.
fn edited_numbers(json: &str) -> Vec<String> {
    fn collect_number_paths(value: &Value, path: String, into: &mut Vec<String>) {
        match value {
            Value::Number(_) => into.push(path),
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(key, item)| {
                    collect_number_paths(item, format!("{path}/{key}"), into)
                });
            }
            Value::Object(items) => {
                items.iter().for_each(|(key, item)| {
                    collect_number_paths(item, format!("{path}/{key}"), into)
                });
            }
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }
    let tree: Value = serde_json::from_str(json).unwrap();
    let mut paths = Vec::new();
    collect_number_paths(&tree, String::new(), &mut paths);
    let edited = paths.iter().flat_map(|path| {
        let number = tree.pointer(path).and_then(Value::as_u64).unwrap_or(0);
        [number + 1, 255, 65_535, u64::MAX].map(|number| {
            let mut edited = tree.clone();
            *edited.pointer_mut(path).unwrap() = Value::from(number);
            edited.to_string()
        })
    });
    edited.collect()
}

async fn check_edited_snapshots<G: Evaluate>() {
    let fixture = TestHost::new().await;
    let table = fixture.start_game::<G>(2, 0).await;
    let mut dice = seeded_dice(71);
    for _ in 0..9 {
        fixture.act_at_random::<G>(table.id, &mut dice).await;
    }
    let stored = fixture.load_table(table.id).await;
    let mut refused = 0;
    for snapshot in edited_numbers(stored.snapshot.as_deref().unwrap()) {
        let mut edited = stored.clone();
        edited.snapshot = Some(snapshot);
        match fixture.host.games.load::<G>(edited).await {
            // Some changed numbers break no rule: the result is another possible game.
            Ok(turn) => assert_eq!(
                turn.legal().is_empty(),
                matches!(turn.game.status(), Status::Over(_))
            ),
            Err(failure) => {
                assert_names_table_without_content(&expect_internal_error::<()>(Err(failure)));
                refused += 1;
            }
        }
    }
    assert!(refused > 50, "{refused}");
}

#[test]
fn edited_snapshot_is_an_error_or_a_valid_game() {
    block_on(check_edited_snapshots::<Hawaii>());
    block_on(check_edited_snapshots::<Haleakala>());
}

#[tokio::test(flavor = "multi_thread")]
async fn unreadable_log_entry_is_an_internal_error() {
    let fixture = TestHost::new().await;
    let begun = fixture.start_game::<Hawaii>(2, 0).await;
    let turn = fixture
        .find_turn::<Hawaii>(begun.id, |turn| find_quiet_turn(turn, false, 1))
        .await;
    let table = fixture.commit_turn(turn).await.table;
    let log = fixture.load_log(table.id).await;
    let end = log.len();
    let events = TableChange {
        entries: vec![broken_entry(end, "null", PURSE)],
        ..fixture.empty_change(table.id).await
    };
    let table = commit_unchecked(&fixture, events).await;
    assert_names_table_without_content(&expect_internal_error(
        fixture
            .host
            .take_back
            .take_back::<Hawaii>(table.clone(), &actor(100))
            .await,
    ));
    let cut = TableChange {
        take_back_from: Some(i64::try_from(end).unwrap()),
        entries: vec![broken_entry(end, "null", "seven cowries")],
        ..fixture.empty_change(table.id).await
    };
    let table = commit_unchecked(&fixture, cut).await;
    let (game, mut dice) = (table.id, seeded_dice(73));
    let announced = loop {
        let mut turn = fixture.load_turn::<Hawaii>(game).await;
        play_random_action(&mut turn, &mut dice);
        // The failure shows at the latest when the turn passes.
        if let Err(failure) = fixture.host.play.commit_turn(turn, &actor(100)).await {
            break expect_internal_error::<()>(Err(failure));
        }
    };
    assert_names_table_without_content(&announced);
    let over = TableChange {
        status: TableStatus::Over,
        ..fixture.empty_change(table.id).await
    };
    let over = commit_unchecked(&fixture, over).await;
    assert_names_table_without_content(&expect_internal_error(
        fixture.host.games.write_record(&over).await,
    ));
}

#[tokio::test(flavor = "multi_thread")]
async fn illegal_log_is_an_internal_error() {
    let fixture = TestHost::new().await;
    let begun = fixture.start_game::<Hawaii>(2, 0).await;
    let over = fixture
        .play_out::<Hawaii>(begun.id, &mut seeded_dice(72))
        .await;
    let log = fixture.load_log(over.id).await;
    let last = log.last().unwrap();
    let once_more = TableChange {
        entries: vec![broken_entry(log.len(), &last.action, "[]")],
        ..fixture.empty_change(over.id).await
    };
    let over = commit_unchecked(&fixture, once_more).await;
    let announced = expect_internal_error(fixture.host.games.write_record(&over).await);
    assert_names_table_without_content(&announced);
    assert!(
        announced.contains(&format!("entry {}", log.len())),
        "{announced}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn impossible_setup_is_an_internal_error() {
    let fixture = TestHost::new().await;
    let mut table = fixture.start_game::<Hawaii>(2, 0).await;
    table = commit_unchecked(
        &fixture,
        TableChange {
            status: TableStatus::Over,
            ..fixture.empty_change(table.id).await
        },
    )
    .await;
    let names = |count: usize| {
        let names = vec!["cowries"; count];
        format!(
            "{{\"edition\":2,\"names\":{},\"words\":[]}}",
            serde_json::to_string(&names).unwrap()
        )
    };
    for set_up in [
        PURSE.to_owned(),
        "seven cowries".to_owned(),
        names(0),
        names(1),
        names(6),
        names(300),
    ] {
        let entries = vec![LogEntry {
            seat: None,
            ..broken_entry(0, &set_up, "[]")
        }];
        table = commit_unchecked(
            &fixture,
            TableChange {
                take_back_from: Some(0),
                entries,
                ..fixture.empty_change(table.id).await
            },
        )
        .await;
        assert_names_table_without_content(&expect_internal_error(
            fixture.host.games.write_record(&table).await,
        ));
    }
    table = commit_unchecked(
        &fixture,
        TableChange {
            status: TableStatus::Running,
            take_back_from: Some(0),
            ..fixture.empty_change(table.id).await
        },
    )
    .await;
    assert_names_table_without_content(&expect_internal_error(
        fixture
            .host
            .take_back
            .take_back::<Hawaii>(table, &actor(100))
            .await,
    ));
}

async fn open_edited(
    fixture: &TestHost,
    channel: i64,
    edit: impl FnOnce(&mut NewTable),
) -> TableId {
    let like = fixture
        .store
        .tables()
        .find_in_channel(ChannelId(7))
        .await
        .unwrap()
        .unwrap();
    let mut new = NewTable {
        title: like.title,
        guild: GuildId(1),
        channel: ChannelId(channel),
        parent_channel: None,
        owner: PersonId(100),
        language: "en".to_owned(),
        seat_count: 2,
        options: like.options,
        secret: like.secret,
        seats: like.seats,
        settings: like.settings,
        rematch_of: None,
        heat: None,
        notices: vec![],
        limits: TableLimits::default(),
        interaction: None,
        at: Timestamp(1),
    };
    edit(&mut new);
    let OpenTableOutcome::Table(game) = fixture.store.writer().open_table(&new).await.unwrap()
    else {
        panic!("the channel is free")
    };
    game
}

#[tokio::test(flavor = "multi_thread")]
async fn unreadable_table_does_not_start() {
    let fixture = TestHost::new().await;
    fixture.start_game::<Hawaii>(2, 0).await;
    let options = open_edited(&fixture, 8, |new| new.options = "seven cowries".to_owned()).await;
    let choice = open_edited(&fixture, 9, |new| {
        new.options = "{\"goods\":\"cowries\"}".to_owned()
    })
    .await;
    let title = open_edited(&fixture, 10, |new| new.title = "seven cowries".to_owned()).await;
    let short = open_edited(&fixture, 11, |new| new.secret = "seven cowries".to_owned()).await;
    let long = open_edited(&fixture, 12, |new| new.secret = "sevenā cowries".repeat(20)).await;
    for game in [options, choice, title, short, long] {
        let before = fixture.load_everything(game).await;
        assert_names_table_without_content(&expect_internal_error(
            fixture.host.starts.start(game, &actor(100)).await,
        ));
        assert_eq!(fixture.load_everything(game).await, before);
    }
    for game in [short, title] {
        assert_names_table_without_content(&expect_internal_error(
            fixture.host.tables.find(game).await,
        ));
    }
    assert!(
        fixture
            .load_table(options)
            .await
            .parse_options::<Hawaii>()
            .is_err()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn unreadable_figures_are_an_internal_error() {
    let fixture = TestHost::new().await;
    let table = fixture.start_game::<Hawaii>(2, 0).await;
    for (number, json) in [PURSE, "", "{}"].into_iter().enumerate() {
        let stored = fixture.load_table(table.id).await;
        let figures = Some((format!("digest {number}"), json.to_owned()));
        let broken = commit_unchecked(
            &fixture,
            TableChange {
                figures,
                ..fixture.empty_change(stored.id).await
            },
        )
        .await;
        assert_names_table_without_content(&expect_internal_error(
            fixture.host.games.load::<Hawaii>(broken).await,
        ));
    }
    let mut gone = fixture.load_table(table.id).await;
    gone.figures = Some("no such digest".to_owned());
    assert_names_table_without_content(&expect_internal_error(
        fixture.host.games.load::<Hawaii>(gone).await,
    ));
}

#[tokio::test(flavor = "multi_thread")]
async fn unreadable_notice_does_not_block_others() {
    let fixture = TestHost::new().await;
    let table = fixture.start_game::<Hawaii>(2, 0).await;
    fixture.deliver_notices().await;
    let notice = Notice {
        to: vec![Destination::Channel(ChannelId(7))],
        replace_key: None,
        body: PURSE.to_owned(),
        due_at: Timestamp(0),
    };
    let table = commit_unchecked(
        &fixture,
        TableChange {
            notices: vec![notice],
            ..fixture.empty_change(table.id).await
        },
    )
    .await;
    fixture.resign(table, 100).await;
    let delivered = fixture.deliver_notices().await;
    let [resigned, film] = &delivered[..] else {
        panic!("{delivered:?}")
    };
    assert!(
        matches!(
            (&resigned.news, &film.news),
            (News::Resigned { .. }, News::Film)
        ),
        "{delivered:?}"
    );
    assert_eq!(
        fixture.deliver_notices().await.len(),
        0,
        "an unreadable notice is not delivered again"
    );
}
