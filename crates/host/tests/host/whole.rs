//! Whole games: every write can be read back, everything is announced once, and the record is
//! correct.

use lanai_ai::Appraise;
use lanai_host::{ChannelId, Declined, News, PersonId, Revision, TableStatus};
use lanai_rules::Rules;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::record::{Record, digest};
use lanai_store::Entry;

use lanai_testing::scenes::{TestHost, actor, declined, dice, logged, told, wait};

/// A game is reviewed once, even if another one is reviewed meanwhile.
#[test]
fn what_was_said_of_the_turns_of_a_game_is_remembered() {
    wait(async {
        let house = TestHost::new().await;
        let mut over = Vec::new();
        for _ in 0..2 {
            let game = house.begun::<Haleakala>(2, 0).await.game;
            house.act_at_random::<Haleakala>(game, &mut dice(3)).await;
            over.push(
                house
                    .host
                    .resignations
                    .resign(house.kept(game).await, &actor(100))
                    .await
                    .unwrap(),
            );
        }
        let look = async |table| {
            let mut review = house.host.reviews.follow::<Haleakala>(table).await.unwrap();
            review.wait_for(|review| !review.is_going()).await.unwrap();
            review
        };
        let first = look(&over[0]).await;
        let second = look(&over[1]).await;
        assert!(!first.same_channel(&second));
        assert!(
            first.same_channel(&look(&over[0]).await) && second.same_channel(&look(&over[1]).await)
        );
    });
}

/// Returns what the last player did since another one acted.
fn done_last<G: Rules>(log: &[Entry]) -> Vec<G::Event> {
    let last = log.last().unwrap().seat;
    let begin = log
        .iter()
        .rposition(|entry| entry.seat != last)
        .map_or(0, |before| before + 1);
    let events = log[begin..]
        .iter()
        .map(|entry| serde_json::from_str(&entry.events).unwrap());
    events.collect::<Vec<Vec<G::Event>>>().concat()
}

/// Asserts what must hold after every committed turn and at the end.
async fn a_whole_evening<G: Appraise>(persons: u8, number: u64) {
    let house = TestHost::new().await;
    let table = house.begun::<G>(persons, 0).await;
    let (game, mut dice) = (table.game, dice(number));
    let mut heard = house.hear().await;
    let mut revision = table.revision;
    loop {
        let settled = house.act_at_random::<G>(game, &mut dice).await;
        revision = revision.next();
        let kept = house.kept(game).await;
        assert_eq!((&kept, kept.revision), (&settled.table, revision));
        let looked = house.host.games.load::<G>(kept.clone()).await.unwrap();
        assert_eq!(digest(&looked.game), digest(&settled.game));
        looked.game.check().unwrap();
        let (seen, stood) = (
            house.host.lookback.load_public::<G>(kept.clone()),
            house.host.lookback.load_position(&kept, usize::MAX),
        );
        let (seen, stood) = (seen.await.unwrap(), stood.await.unwrap());
        assert_eq!(
            digest(&seen.game),
            digest::<G>(&stood.game),
            "all see what was told, and nothing else"
        );
        let done: Vec<_> = settled
            .steps
            .iter()
            .flat_map(|step| step.events.clone())
            .collect();
        let last = house.host.games.last_turn::<G>(&kept).await.unwrap();
        assert!(
            last.ends_with(&done),
            "what happened last is what was done last"
        );
        let entries = house.log(game).await;
        assert_eq!(
            last,
            done_last::<G>(&entries),
            "all of it, and nothing of another's"
        );
        heard.extend(house.hear().await);
        let log = logged(&entries);
        let public = usize::try_from(kept.told).unwrap() - 1;
        assert_eq!(
            told(&heard),
            log[..public],
            "all that counts as told was told, once and in order"
        );
        if kept.status == TableStatus::Over {
            assert_eq!(public, log.len(), "nothing stays untold");
            break;
        }
        assert_eq!(
            declined(house.host.games.write_record(&kept).await),
            Declined::NotOver
        );
    }
    assert!(
        matches!(heard[usize::from(persons)].news, News::Begins { .. }),
        "after the lobby's news"
    );
    assert!(heard.is_sorted_by_key(|heard| (heard.notice, heard.revision)));
    the_record_is_true::<G>(&house, persons, revision).await;
}

async fn the_record_is_true<G: Appraise>(house: &TestHost, persons: u8, revision: Revision) {
    let table = house
        .host
        .tables
        .find_in_channel(ChannelId(7))
        .await
        .unwrap();
    assert_eq!(
        (table.status, table.revision),
        (TableStatus::Over, revision)
    );
    let record = Record::<G>::read(&house.host.games.write_record(&table).await.unwrap()).unwrap();
    let replayed = record.replay(None).unwrap();
    let looked = house.host.games.load::<G>(table.clone()).await.unwrap();
    assert_eq!(digest(&replayed), digest(&looked.game));
    assert_eq!((looked.to_act(), looked.legal().len()), (None, 0));
    assert!(record.standings.is_some());
    let names: Vec<_> = (100..100 + i64::from(persons))
        .map(|person| format!("person {person}"))
        .collect();
    assert_eq!((record.seats.clone(), record.seats), (names, table.names()));
    assert_eq!(record.origin.unwrap().commitment, table.commitment());
}

#[test]
fn three_play_hawaii_to_the_end() {
    wait(a_whole_evening::<Hawaii>(3, 11));
}

#[test]
fn two_play_haleakala_to_the_end() {
    wait(a_whole_evening::<Haleakala>(2, 12));
}

#[test]
fn a_game_that_is_over_cannot_be_acted_in() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Hawaii>(2, 0).await.game;
        let over = house.play_out::<Hawaii>(game, &mut dice(13)).await;
        let one = lanai_testing::scenes::actor(100);
        assert_eq!(
            declined(
                house
                    .host
                    .games
                    .load_turn::<Hawaii>(over.clone(), PersonId(100))
                    .await
            ),
            Declined::Over
        );
        assert_eq!(
            declined(
                house
                    .host
                    .take_back
                    .take_back::<Hawaii>(over.clone(), &one)
                    .await
            ),
            Declined::Over
        );
        assert_eq!(
            declined(house.host.resignations.resign(over.clone(), &one).await),
            Declined::Over
        );
        assert_eq!(
            declined(house.host.starts.start(game, &one).await),
            Declined::Over
        );
        assert_eq!(
            declined(house.host.lobby.join(game, &one, Some("late"), true).await),
            Declined::Over
        );
        assert_eq!(
            declined(house.host.lobby.leave(game, &one, true).await),
            Declined::Over
        );
        assert_eq!(house.kept(game).await, over);
    });
}

#[test]
fn who_is_not_to_act_does_not_act() {
    wait(async {
        let house = TestHost::new().await;
        let table = house.begun::<Hawaii>(2, 0).await;
        let to_act = house.to_act::<Hawaii>(&table).await;
        let (seat, other) = (table.seat_of(PersonId(to_act)).unwrap(), 201 - to_act);
        assert_eq!(
            declined(
                house
                    .host
                    .games
                    .load_turn::<Hawaii>(table.clone(), PersonId(other))
                    .await
            ),
            Declined::NotYourTurn(seat)
        );
        assert_eq!(
            declined(
                house
                    .host
                    .games
                    .load_turn::<Hawaii>(table, PersonId(999))
                    .await
            ),
            Declined::NotSeated
        );
    });
}

#[test]
fn an_export_has_ones_own_moves_of_a_game_that_goes_on_and_no_others() {
    wait(async {
        let (house, mut dice) = (TestHost::new().await, dice(4));
        let table = house.begun::<Hawaii>(2, 0).await;
        let first = PersonId(house.to_act::<Hawaii>(&table).await);
        for _ in 0..8 {
            house.act_at_random::<Hawaii>(table.game, &mut dice).await;
        }
        let seat = table.seat_of(first).map(|seat| i64::from(seat.number()));
        let log = house.log(table.game).await;
        let own: Vec<i64> = log
            .iter()
            .filter(|entry| entry.seat == seat)
            .map(|entry| entry.number)
            .collect();
        let file = house
            .host
            .exports
            .export(first, "somebody", "About".to_owned())
            .await
            .unwrap()
            .text;
        let file: serde_json::Value = serde_json::from_str(&file).unwrap();
        let moves = file["tables"][0]["your_moves"].as_array().unwrap();
        let moves: Vec<i64> = moves
            .iter()
            .map(|done| done["number"].as_i64().unwrap())
            .collect();
        assert!(
            !own.is_empty() && own.len() + 1 < log.len(),
            "both have acted"
        );
        assert_eq!(moves, own);
    });
}
