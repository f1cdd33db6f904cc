//! Tampered databases: the operator is told where the damage is but never its content, and nothing
//! crashes.

use lanai_ai::Appraise;
use lanai_host::{
    ChannelId, Destination, GuildId, News, Opened, PersonId, Revision, Table, TableId, TableStatus,
    Timestamp,
};
use lanai_rules::Status;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_store::{Change, Entry, NewTable, Notice, TableLimits, Written};
use serde_json::Value;

use lanai_testing::scenes::{TestHost, actor, at_random, dice, quiet, trouble, wait};

/// A text that no error message may repeat, because it could be hidden information.
const PURSE: &str = "\"seven cowries\"";
const COWRIES: &str = "cowries";

fn entry(number: usize, action: &str, events: &str) -> Entry {
    let number = i64::try_from(number).unwrap();
    let (action, events) = (action.to_owned(), events.to_owned());
    Entry {
        number,
        seat: Some(1),
        action,
        events,
        revision: Revision(0),
        at: Timestamp(1),
        for_person: false,
        ahead: false,
    }
}

async fn write(house: &TestHost, change: Change) -> Table {
    assert!(matches!(
        house.store.writer().write(&change).await.unwrap(),
        Written::Done { .. }
    ));
    house.kept(change.game).await
}

fn names_the_place(trouble: &str) {
    assert!(
        trouble.starts_with("table ") && !trouble.contains(COWRIES),
        "{trouble}"
    );
}

#[test]
fn a_snapshot_that_cannot_be_read_is_trouble() {
    wait(async {
        let house = TestHost::new().await;
        let table = house.begun::<Hawaii>(3, 0).await;
        for snapshot in [
            PURSE,
            "",
            "{",
            "null",
            "{\"purse\": \"seven cowries\"}",
            "seven cowries",
        ] {
            let kept = house.kept(table.game).await;
            let broken = write(
                &house,
                Change {
                    snapshot: Some(snapshot.to_owned()),
                    ..house.unchanged(kept.game).await
                },
            )
            .await;
            names_the_place(&trouble(
                house.host.games.load::<Hawaii>(broken.clone()).await,
            ));
            names_the_place(&trouble(
                house
                    .host
                    .games
                    .load_turn::<Hawaii>(broken.clone(), PersonId(100))
                    .await,
            ));
            names_the_place(&trouble(
                house
                    .host
                    .resignations
                    .resign(broken.clone(), &actor(100))
                    .await,
            ));
            assert_eq!(
                house.kept(table.game).await,
                broken,
                "nothing is written over it"
            );
        }
    });
}

/// Returns variants of a JSON text in which one number is raised by one or made large.
fn edits(json: &str) -> Vec<String> {
    fn numbers(value: &Value, path: String, into: &mut Vec<String>) {
        match value {
            Value::Number(_) => into.push(path),
            Value::Array(items) => {
                items
                    .iter()
                    .enumerate()
                    .for_each(|(key, item)| numbers(item, format!("{path}/{key}"), into));
            }
            Value::Object(items) => {
                items
                    .iter()
                    .for_each(|(key, item)| numbers(item, format!("{path}/{key}"), into));
            }
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }
    let tree: Value = serde_json::from_str(json).unwrap();
    let mut paths = Vec::new();
    numbers(&tree, String::new(), &mut paths);
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

async fn an_edited_snapshot<G: Appraise>() {
    let house = TestHost::new().await;
    let table = house.begun::<G>(2, 0).await;
    let mut dice = dice(71);
    for _ in 0..9 {
        house.act_at_random::<G>(table.game, &mut dice).await;
    }
    let kept = house.kept(table.game).await;
    let mut refused = 0;
    for snapshot in edits(kept.snapshot.as_deref().unwrap()) {
        let mut edited = kept.clone();
        edited.snapshot = Some(snapshot);
        match house.host.games.load::<G>(edited).await {
            // Not every number breaks a law: then it is a game that could be.
            Ok(turn) => assert_eq!(
                turn.legal().is_empty(),
                matches!(turn.game.status(), Status::Over(_))
            ),
            Err(failure) => {
                names_the_place(&trouble::<()>(Err(failure)));
                refused += 1;
            }
        }
    }
    assert!(refused > 50, "{refused}");
}

#[test]
fn an_edited_snapshot_is_trouble_or_a_game_that_could_be() {
    wait(an_edited_snapshot::<Hawaii>());
    wait(an_edited_snapshot::<Haleakala>());
}

#[test]
fn an_entry_that_cannot_be_read_is_trouble() {
    wait(async {
        let house = TestHost::new().await;
        let begun = house.begun::<Hawaii>(2, 0).await;
        let turn = house
            .until::<Hawaii>(begun.game, |turn| quiet(turn, false, 1))
            .await;
        let table = house.settle(turn).await.table;
        let log = house.log(table.game).await;
        let end = log.len();
        let events = Change {
            entries: vec![entry(end, "null", PURSE)],
            ..house.unchanged(table.game).await
        };
        let table = write(&house, events).await;
        names_the_place(&trouble(
            house
                .host
                .take_back
                .take_back::<Hawaii>(table.clone(), &actor(100))
                .await,
        ));
        // Neither can be told, nor is anything told instead.
        let cut = Change {
            take_back: Some(i64::try_from(end).unwrap()),
            entries: vec![entry(end, "null", "seven cowries")],
            ..house.unchanged(table.game).await
        };
        let table = write(&house, cut).await;
        let (game, mut dice) = (table.game, dice(73));
        let told = loop {
            let mut turn = house.turn::<Hawaii>(game).await;
            at_random(&mut turn, &mut dice);
            // It is told when the turn passes.
            if let Err(failure) = house.host.play.commit_turn(turn, &actor(100)).await {
                break trouble::<()>(Err(failure));
            }
        };
        names_the_place(&told);
        let over = Change {
            status: TableStatus::Over,
            ..house.unchanged(table.game).await
        };
        let over = write(&house, over).await;
        names_the_place(&trouble(house.host.games.write_record(&over).await));
    });
}

#[test]
fn a_log_that_the_rules_refuse_is_trouble() {
    wait(async {
        let house = TestHost::new().await;
        let begun = house.begun::<Hawaii>(2, 0).await;
        let over = house.play_out::<Hawaii>(begun.game, &mut dice(72)).await;
        let log = house.log(over.game).await;
        let last = log.last().unwrap();
        let once_more = Change {
            entries: vec![entry(log.len(), &last.action, "[]")],
            ..house.unchanged(over.game).await
        };
        let over = write(&house, once_more).await;
        let told = trouble(house.host.games.write_record(&over).await);
        names_the_place(&told);
        assert!(told.contains(&format!("entry {}", log.len())), "{told}");
    });
}

#[test]
fn a_set_up_that_cannot_be_is_trouble() {
    wait(async {
        let house = TestHost::new().await;
        let mut table = house.begun::<Hawaii>(2, 0).await;
        table = write(
            &house,
            Change {
                status: TableStatus::Over,
                ..house.unchanged(table.game).await
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
            let entries = vec![Entry {
                seat: None,
                ..entry(0, &set_up, "[]")
            }];
            table = write(
                &house,
                Change {
                    take_back: Some(0),
                    entries,
                    ..house.unchanged(table.game).await
                },
            )
            .await;
            names_the_place(&trouble(house.host.games.write_record(&table).await));
        }
        table = write(
            &house,
            Change {
                status: TableStatus::Running,
                take_back: Some(0),
                ..house.unchanged(table.game).await
            },
        )
        .await;
        names_the_place(&trouble(
            house
                .host
                .take_back
                .take_back::<Hawaii>(table, &actor(100))
                .await,
        ));
    });
}

async fn opened(house: &TestHost, channel: i64, edit: impl FnOnce(&mut NewTable)) -> TableId {
    let like = house
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
        above: None,
        owner: PersonId(100),
        language: "en".to_owned(),
        chairs: 2,
        options: like.options,
        secret: like.secret,
        seats: like.seats,
        manners: like.manners,
        follows: None,
        heat: None,
        notices: vec![],
        limits: TableLimits::default(),
        interaction: None,
        at: Timestamp(1),
    };
    edit(&mut new);
    let Opened::Table(game) = house.store.writer().open_table(&new).await.unwrap() else {
        panic!("the channel is free")
    };
    game
}

#[test]
fn a_table_whose_row_cannot_be_read_does_not_begin() {
    wait(async {
        let house = TestHost::new().await;
        house.begun::<Hawaii>(2, 0).await;
        let options = opened(&house, 8, |new| new.options = "seven cowries".to_owned()).await;
        let choice = opened(&house, 9, |new| {
            new.options = "{\"goods\":\"cowries\"}".to_owned()
        })
        .await;
        let title = opened(&house, 10, |new| new.title = "seven cowries".to_owned()).await;
        let short = opened(&house, 11, |new| new.secret = "seven cowries".to_owned()).await;
        let long = opened(&house, 12, |new| new.secret = "sevenā cowries".repeat(20)).await;
        for game in [options, choice, title, short, long] {
            let before = house.all_of(game).await;
            names_the_place(&trouble(house.host.starts.start(game, &actor(100)).await));
            assert_eq!(house.all_of(game).await, before);
        }
        for game in [short, title] {
            names_the_place(&trouble(house.host.tables.find(game).await));
        }
        assert!(house.kept(options).await.chosen::<Hawaii>().is_err());
    });
}

#[test]
fn figures_that_cannot_be_read_are_trouble() {
    wait(async {
        let house = TestHost::new().await;
        let table = house.begun::<Hawaii>(2, 0).await;
        for (number, json) in [PURSE, "", "{}"].into_iter().enumerate() {
            let kept = house.kept(table.game).await;
            let figures = Some((format!("digest {number}"), json.to_owned()));
            let broken = write(
                &house,
                Change {
                    figures,
                    ..house.unchanged(kept.game).await
                },
            )
            .await;
            names_the_place(&trouble(house.host.games.load::<Hawaii>(broken).await));
        }
        let mut gone = house.kept(table.game).await;
        gone.figures = Some("no such digest".to_owned());
        names_the_place(&trouble(house.host.games.load::<Hawaii>(gone).await));
    });
}

#[test]
fn news_that_cannot_be_read_are_set_aside_and_the_others_told() {
    wait(async {
        let house = TestHost::new().await;
        let table = house.begun::<Hawaii>(2, 0).await;
        house.hear().await;
        let notice = Notice {
            to: vec![Destination::Channel(ChannelId(7))],
            chore: None,
            body: PURSE.to_owned(),
            due_at: Timestamp(0),
        };
        let table = write(
            &house,
            Change {
                notices: vec![notice],
                ..house.unchanged(table.game).await
            },
        )
        .await;
        house
            .host
            .resignations
            .resign(table, &actor(100))
            .await
            .unwrap();
        let heard = house.hear().await;
        let [resigned, film] = &heard[..] else {
            panic!("{heard:?}")
        };
        assert!(
            matches!(
                (&resigned.news, &film.news),
                (News::Resigned { .. }, News::Film)
            ),
            "{heard:?}"
        );
        assert_eq!(
            house.hear().await.len(),
            0,
            "what nobody can read does not come again"
        );
    });
}
