//! Whole games: every write can be read back, everything is announced once, and the record is
//! correct.

use lanai_ai::Evaluate;
use lanai_host::{News, PersonId, Refusal, Revision, TableStatus};
use lanai_rules::Rules;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::record::{Record, digest};
use lanai_store::LogEntry;

use lanai_testing::scenes::{TestHost, announced_steps, expect_refusal, logged_steps, seeded_dice};

/// A game is reviewed once, even if another one is reviewed meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn review_of_a_game_is_cached() {
    let fixture = TestHost::new().await;
    let mut over = Vec::new();
    for _ in 0..2 {
        let game = fixture.start_game::<Haleakala>(2, 0).await.id;
        fixture
            .act_at_random::<Haleakala>(game, &mut seeded_dice(3))
            .await;
        over.push(fixture.resign(fixture.load_table(game).await, 100).await);
    }
    let look = async |table| {
        let mut review = fixture
            .host
            .reviews
            .follow_review::<Haleakala>(table)
            .await
            .unwrap();
        review
            .wait_for(|review| !review.is_in_progress())
            .await
            .unwrap();
        review
    };
    let first = look(&over[0]).await;
    let second = look(&over[1]).await;
    assert!(!first.same_channel(&second));
    assert!(
        first.same_channel(&look(&over[0]).await) && second.same_channel(&look(&over[1]).await)
    );
}

/// Returns what the last player did since another one acted.
fn last_events<G: Rules>(log: &[LogEntry]) -> Vec<G::Event> {
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
async fn play_whole_game<G: Evaluate>(persons: u8, number: u64) {
    let fixture = TestHost::new().await;
    let table = fixture.start_game::<G>(persons, 0).await;
    let (game, mut dice) = (table.id, seeded_dice(number));
    let mut delivered = fixture.deliver_notices().await;
    let mut revision = table.revision;
    loop {
        let settled = fixture.act_at_random::<G>(game, &mut dice).await;
        revision = revision.next();
        let stored = fixture.load_table(game).await;
        assert_eq!((&stored, stored.revision), (&settled.table, revision));
        let looked = fixture.host.games.load::<G>(stored.clone()).await.unwrap();
        assert_eq!(digest(&looked.game), digest(&settled.game));
        looked.game.check().unwrap();
        let (seen, stood) = (
            fixture.host.lookback.load_public::<G>(stored.clone()),
            fixture.host.lookback.load_position(&stored, usize::MAX),
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
        let last = fixture.host.games.last_turn::<G>(&stored).await.unwrap();
        assert!(
            last.ends_with(&done),
            "what happened last is what was done last"
        );
        let entries = fixture.load_log(game).await;
        assert_eq!(
            last,
            last_events::<G>(&entries),
            "all of it, and nothing of another's"
        );
        delivered.extend(fixture.deliver_notices().await);
        let log = logged_steps(&entries);
        let public = usize::try_from(stored.announced_until).unwrap() - 1;
        assert_eq!(
            announced_steps(&delivered),
            log[..public],
            "all that counts as told was told, once and in order"
        );
        if stored.status == TableStatus::Over {
            assert_eq!(public, log.len(), "nothing stays untold");
            break;
        }
        assert_eq!(
            expect_refusal(fixture.host.games.write_record(&stored).await),
            Refusal::NotOver
        );
    }
    assert!(
        matches!(delivered[usize::from(persons)].news, News::Begins { .. }),
        "after the lobby's news"
    );
    assert!(delivered.is_sorted_by_key(|delivered| (delivered.notice, delivered.revision)));
    assert_record_is_correct::<G>(&fixture, persons, revision).await;
}

async fn assert_record_is_correct<G: Evaluate>(
    fixture: &TestHost,
    persons: u8,
    revision: Revision,
) {
    let table = fixture.find_in_channel(7).await;
    assert_eq!(
        (table.status, table.revision),
        (TableStatus::Over, revision)
    );
    let record = Record::<G>::read(&fixture.write_record(&table).await).unwrap();
    let replayed = record.replay(None).unwrap();
    let looked = fixture.host.games.load::<G>(table.clone()).await.unwrap();
    assert_eq!(digest(&replayed), digest(&looked.game));
    assert_eq!((looked.to_act(), looked.legal().len()), (None, 0));
    assert!(record.standings.is_some());
    let names: Vec<_> = (100..100 + i64::from(persons))
        .map(|person| format!("person {person}"))
        .collect();
    assert_eq!(
        (record.seats.clone(), record.seats),
        (names, table.player_names())
    );
    assert_eq!(record.origin.unwrap().commitment, table.commitment());
}

#[tokio::test(flavor = "multi_thread")]
async fn three_play_hawaii_to_the_end() {
    play_whole_game::<Hawaii>(3, 11).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_play_haleakala_to_the_end() {
    play_whole_game::<Haleakala>(2, 12).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_game_refuses_moves() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(2, 0).await.id;
    let over = fixture.play_out::<Hawaii>(game, &mut seeded_dice(13)).await;
    let one = lanai_testing::scenes::actor(100);
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .games
                .load_turn::<Hawaii>(over.clone(), PersonId(100))
                .await
        ),
        Refusal::Over
    );
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .take_back
                .take_back::<Hawaii>(over.clone(), &one)
                .await
        ),
        Refusal::Over
    );
    assert_eq!(
        expect_refusal(fixture.host.resignations.resign(over.clone(), &one).await),
        Refusal::Over
    );
    assert_eq!(
        expect_refusal(fixture.host.starts.start(game, &one).await),
        Refusal::Over
    );
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .lobby
                .join(game, &one, Some("late"), true)
                .await
        ),
        Refusal::Over
    );
    assert_eq!(
        expect_refusal(fixture.host.lobby.leave(game, &one, true).await),
        Refusal::Over
    );
    assert_eq!(fixture.load_table(game).await, over);
}

#[tokio::test(flavor = "multi_thread")]
async fn move_out_of_turn_is_refused() {
    let fixture = TestHost::new().await;
    let table = fixture.start_game::<Hawaii>(2, 0).await;
    let to_act = fixture.person_to_act::<Hawaii>(&table).await;
    let (seat, other) = (table.seat_of(PersonId(to_act)).unwrap(), 201 - to_act);
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .games
                .load_turn::<Hawaii>(table.clone(), PersonId(other))
                .await
        ),
        Refusal::NotYourTurn(seat)
    );
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .games
                .load_turn::<Hawaii>(table, PersonId(999))
                .await
        ),
        Refusal::NotSeated
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn export_of_running_game_has_own_moves_only() {
    let (fixture, mut dice) = (TestHost::new().await, seeded_dice(4));
    let table = fixture.start_game::<Hawaii>(2, 0).await;
    let first = PersonId(fixture.person_to_act::<Hawaii>(&table).await);
    for _ in 0..8 {
        fixture.act_at_random::<Hawaii>(table.id, &mut dice).await;
    }
    let seat = table.seat_of(first).map(|seat| i64::from(seat.number()));
    let log = fixture.load_log(table.id).await;
    let own: Vec<i64> = log
        .iter()
        .filter(|entry| entry.seat == seat)
        .map(|entry| entry.number)
        .collect();
    let file = fixture
        .host
        .exports
        .export_person(first, "somebody", "About".to_owned())
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
}
