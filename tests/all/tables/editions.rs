//! Games that an earlier edition of the rules began play on by it; those of a later one are left alone.

use lanai::minds::Appraise;
use lanai::rules::haleakala::{self, Haleakala};
use lanai::rules::hawaii::{self, Hawaii};
use lanai::rules::record::Record;
use lanai::rules::{Rules, Seats};
use lanai::store::{Change, Entry, Written};
use lanai::tables::{PersonId, Settled, Table};
use serde_json::Value;
use sqlx::{Connection as _, SqliteConnection};

use super::fixture::{House, actor, at_random, dice, quiet, trouble, wait};

/// The set-up with another edition.
async fn with_edition(house: &House, table: &Table, edition: u32) -> Entry {
    let mut first = house.log(table.game).await.remove(0);
    let mut set_up: Value = serde_json::from_str(&first.action).unwrap();
    set_up["edition"] = edition.into();
    if edition == 1 {
        // Such games knew no message.
        set_up.as_object_mut().unwrap().remove("announced").unwrap();
    }
    first.action = set_up.to_string();
    first
}

/// A running table of two as a program wrote it that knew edition 1 alone.
async fn of_edition_1<G: Appraise>(house: &House, options: G::Options) -> Table {
    let table = house.begun::<G>(2, 0).await;
    let (printed, seats) = (G::printed().unwrap(), Seats::of(G::TITLE, 2).unwrap());
    let seed = table.secret.seed(&[String::new(), String::new()]);
    let game = G::setup(&printed, seats, options.clone(), seed).unwrap();
    let (state, options) =
        (serde_json::to_string(game.state()).unwrap(), serde_json::to_string(&options).unwrap());
    assert!(!state.contains("rulings") && !options.contains("rulings"), "it did not write that");
    let entries = vec![with_edition(house, &table, 1).await];
    let change =
        Change { take_back: Some(0), entries, snapshot: Some(state), ..house.unchanged(table.game).await };
    assert!(matches!(house.store.write(&change).await.unwrap(), Written::Done { .. }));
    let file = house.folder.path().join("lanai.db");
    let mut other = SqliteConnection::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    let update = sqlx::query("update game set options = $1 where game_id = $2");
    update.bind(options).bind(table.game.0).execute(&mut other).await.unwrap();
    house.kept(table.game).await
}

/// Plays on at random, takes back what can be taken back now and then, and reads the record.
async fn plays_on<G: Appraise>(house: &House, table: Table, number: u64) -> Record<G> {
    let (game, mut dice) = (table.game, dice(number));
    let mut taken_back = 0;
    for _ in 0..60 {
        let turn = house.turn::<G>(game).await;
        let person = turn.table.chair(turn.to_act().unwrap()).unwrap().person.unwrap();
        if let Some(tried) = quiet(&turn, false, 1) {
            let Settled { table, .. } = house.settle(tried).await;
            house.tables.take_back::<G>(table, &actor(person.0)).await.unwrap();
            taken_back += 1;
        }
        let mut turn = house.turn::<G>(game).await;
        at_random(&mut turn, &mut dice);
        if house.settle(turn).await.table.status != lanai::tables::TableStatus::Running {
            break;
        }
    }
    assert!(taken_back > 0);
    let over = house.play_out::<G>(game, &mut dice).await;
    let turns = house.tables.since_last::<G>(&over, PersonId(999)).await.unwrap();
    assert!(turns.len() > 10, "it can be looked back upon");
    let record = Record::<G>::read(&house.tables.record(&over).await.unwrap()).unwrap();
    assert_eq!(record.edition, 1);
    assert!(record.origin.as_ref().unwrap().announced.is_none());
    record.replay(None).unwrap();
    record.in_full().unwrap().replay(None).unwrap();
    record
}

#[test]
fn a_game_of_hawaii_of_edition_1_plays_on() {
    wait(async {
        let house = House::new().await;
        let rulings = hawaii::options::Rulings::of_edition_1();
        let options = hawaii::options::Options { rulings, ..Default::default() };
        let table = of_edition_1::<Hawaii>(&house, options).await;
        assert_eq!(Box::pin(plays_on::<Hawaii>(&house, table, 51)).await.options, options);
    });
}

#[test]
fn a_game_of_haleakala_of_edition_1_plays_on() {
    wait(async {
        let house = House::new().await;
        let rulings = haleakala::options::Rulings::of_edition_1();
        let options = haleakala::options::Options { rulings, ..haleakala::options::Options::tactical() };
        let table = of_edition_1::<Haleakala>(&house, options).await;
        assert_eq!(Box::pin(plays_on::<Haleakala>(&house, table, 52)).await.options, options);
    });
}

async fn is_left_alone<G: Appraise>(edition: u32) {
    let house = House::new().await;
    let table = house.begun::<G>(2, 0).await;
    let entries = vec![with_edition(&house, &table, edition).await];
    let change = Change { take_back: Some(0), entries, ..house.unchanged(table.game).await };
    assert!(matches!(house.store.write(&change).await.unwrap(), Written::Done { .. }));
    let table = house.kept(table.game).await;
    let before = house.all_of(table.game).await;
    for told in [
        trouble(house.tables.look::<G>(table.clone()).await),
        trouble(house.tables.turn_of::<G>(table.clone(), PersonId(100)).await),
        trouble(house.tables.since_last::<G>(&table, PersonId(100)).await),
    ] {
        assert!(told.contains(&format!("edition {edition}")) && told.contains("editions 1 to 2"), "{told}");
    }
    assert_eq!(house.all_of(table.game).await, before);
}

#[test]
fn a_game_of_an_edition_that_nobody_knows_is_left_alone() {
    for edition in [0, Hawaii::EDITION + 1] {
        wait(is_left_alone::<Hawaii>(edition));
        wait(is_left_alone::<Haleakala>(edition));
    }
}
