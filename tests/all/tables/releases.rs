//! Games that began under an earlier release are played to their end, can be taken back, and leave a record that proves
//! itself.

use std::{fs, sync::Arc};

use lanai::minds::Appraise;
use lanai::rules::Title;
use lanai::rules::haleakala::Haleakala;
use lanai::rules::hawaii::Hawaii;
use lanai::rules::record::Record;
use lanai::store::Store;
use lanai::tables::{Failure, GameId, PersonId, TableStatus, Tables};

use super::fixture::{House, actor, dice, wait};
use crate::evenings::releases::shelf;

/// Turns that are played before one is taken back.
const TURNS: usize = 6;

/// A house with the database of a release.
async fn house_of(release: &str) -> House {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lanai.db");
    fs::copy(shelf(release).join("lanai.db"), &file).unwrap();
    let store = Store::open(&file).await.unwrap();
    House { folder, tables: Arc::new(Tables::new(store.clone())), store }
}

/// What was done last is taken back if it may be: whether it may is not what is tried here, but that nothing breaks.
async fn taken_back<G: Appraise>(house: &House, game: GameId) -> bool {
    let turn = house.turn::<G>(game).await;
    let settled = house.act_at_random::<G>(game, &mut dice(5)).await;
    let person = turn.table.chair(settled.steps[0].seat).unwrap().person.unwrap();
    match house.tables.take_back::<G>(settled.table, &actor(person.0)).await {
        Ok(_) => true,
        Err(Failure::Declined(_)) => false,
        Err(Failure::Trouble(trouble)) => panic!("{trouble}"),
    }
}

async fn goes_on<G: Appraise>(house: &House, game: GameId) -> bool {
    let mut back = false;
    for _ in 0..TURNS {
        if house.kept(game).await.status == TableStatus::Running {
            back |= taken_back::<G>(house, game).await;
        }
    }
    let over = house.play_out::<G>(game, &mut dice(6)).await;
    let record = Record::<G>::read(&house.tables.record(&over).await.unwrap()).unwrap();
    assert!(record.origin.is_some() && record.standings.is_some());
    record.replay(None).unwrap();
    house.tables.since_last::<G>(&over, PersonId(0)).await.unwrap();
    back
}

#[test]
fn games_of_earlier_releases_are_played_to_their_end() {
    wait(async {
        let house = house_of("f0fcde9").await;
        let (mut running, mut back) = (0, 0);
        for game in (1..).map(GameId) {
            let Ok(table) = house.tables.numbered(game).await else { break };
            if table.status == TableStatus::Running {
                running += 1;
                back += u32::from(match table.title {
                    Title::Hawaii => Box::pin(goes_on::<Hawaii>(&house, game)).await,
                    Title::Haleakala => Box::pin(goes_on::<Haleakala>(&house, game)).await,
                });
            } else if table.status == TableStatus::Over {
                house.tables.record(&table).await.unwrap();
            }
        }
        assert!(running >= 5 && back >= 2, "{running} games, {back} of them with something taken back");
        house.hear().await;
    });
}
