//! Between the start and its announcement nothing changes and nothing is lost, and the game starts
//! once.

use lanai_ai::Appraise;
use lanai_host::{
    Declined, DueNotice, NewGame, News, PersonId, Receipt, TableId, TableStatus, Timestamp,
};
use lanai_rules::Rules as _;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::record::Record;

use lanai_testing::scenes::{
    ANNOUNCED, TestHost, actor, at_random, became, declined, dice, new_game, wait,
};

/// Two players sit at a table, and one has started the game.
async fn pressed<G: Appraise>(house: &TestHost) -> TableId {
    let new = NewGame {
        chairs: Some(3),
        ..new_game::<G>(7)
    };
    let new = NewGame {
        chairs: new.chairs.filter(|_| *G::TITLE.seats().end() > 2),
        ..new
    };
    let game = house.host.lobby.open(&new, &actor(100)).await.unwrap().game;
    house
        .host
        .lobby
        .join(game, &actor(101), Some("aloha"), true)
        .await
        .unwrap();
    let shown = house.host.starts.start(game, &actor(100)).await.unwrap();
    assert_eq!(shown, house.kept(game).await, "they see what is kept");
    game
}

/// The pending announcement.
async fn fixed(house: &TestHost) -> Option<DueNotice> {
    let due = house.outbox().due(1000).await.unwrap();
    due.into_iter()
        .find(|heard| matches!(heard.news, News::SeatsFixed))
}

#[test]
fn nobody_comes_goes_or_changes_a_word_in_between() {
    wait(async {
        let house = TestHost::new().await;
        let game = pressed::<Hawaii>(&house).await;
        let before = house.all_of(game).await;
        assert_eq!(before.0.status, TableStatus::Open);
        let host = &house.host;
        assert_eq!(
            declined(host.lobby.join(game, &actor(102), None, true).await),
            Declined::Starting
        );
        assert_eq!(
            declined(
                host.lobby
                    .join(game, &actor(101), Some("other"), true)
                    .await
            ),
            Declined::Starting
        );
        assert_eq!(
            declined(host.lobby.leave(game, &actor(101), true).await),
            Declined::Starting
        );
        assert_eq!(
            declined(host.starts.start(game, &actor(101)).await),
            Declined::Starting
        );
        assert_eq!(
            declined(host.games.load::<Hawaii>(house.kept(game).await).await),
            Declined::NotBegun
        );
        assert_eq!(house.all_of(game).await, before);
    });
}

/// Whenever the program is killed, the message that was posted decides, and no other.
#[test]
fn a_restart_in_between_loses_nothing_and_begins_nothing_twice() {
    wait(async {
        let house = TestHost::new().await;
        let game = pressed::<Hawaii>(&house).await;
        let house = house.again().await;
        let heard = fixed(&house).await.expect("it still has to be said");
        // It was posted and found again, and the game began; then the program was ended before the notice was done.
        assert!(
            house
                .outbox()
                .mark_sent(&heard, became(ANNOUNCED))
                .await
                .unwrap()
        );
        let begun = house.all_of(game).await;
        assert_eq!(begun.0.status, TableStatus::Running);
        let house = house.again().await;
        assert!(fixed(&house).await.is_none());
        for after in [became(ANNOUNCED + 1), Receipt::default()] {
            assert!(!house.outbox().mark_sent(&heard, after).await.unwrap());
            assert_eq!(house.all_of(game).await, begun);
        }
    });
}

#[test]
fn a_message_that_cannot_be_posted_opens_the_table_again_and_everybody_hears_of_it() {
    wait(async {
        let house = TestHost::new().await;
        let game = pressed::<Hawaii>(&house).await;
        for times in 1..3 {
            let heard = fixed(&house).await.unwrap();
            if times == 1 {
                house.outbox().not_announced(&heard).await.unwrap();
            } else {
                // It was tried in vain until it was given up.
                assert!(
                    house
                        .outbox()
                        .mark_sent(&heard, Receipt::default())
                        .await
                        .unwrap()
                );
            }
            assert!(
                fixed(&house).await.is_none(),
                "no game begins by surprise when the channel opens"
            );
            let due = house.outbox().due(1000).await.unwrap();
            let told = due
                .iter()
                .filter(|heard| matches!(heard.news, News::StartFailed));
            assert_eq!(
                told.filter_map(|heard| heard.to.person())
                    .collect::<Vec<_>>(),
                [PersonId(100), PersonId(101)].repeat(times)
            );
            assert_eq!(house.kept(game).await.status, TableStatus::Open);
            let word = format!("word {times}");
            house
                .host
                .lobby
                .join(game, &actor(101), Some(&word), true)
                .await
                .unwrap();
            house.host.starts.start(game, &actor(100)).await.unwrap();
        }
        assert_eq!(
            house.announce(game, ANNOUNCED).await.status,
            TableStatus::Running
        );
        assert_eq!(house.kept(game).await.seats[1].word, "word 2");
    });
}

#[test]
fn the_record_names_the_message() {
    async fn named<G: Appraise>(number: u64) {
        let house = TestHost::new().await;
        let game = pressed::<G>(&house).await;
        let settled = house
            .store
            .tables()
            .changed_at(game)
            .await
            .unwrap()
            .unwrap();
        house.announce(game, ANNOUNCED).await;
        let over = house.play_out::<G>(game, &mut dice(number)).await;
        let record =
            Record::<G>::read(&house.host.games.write_record(&over).await.unwrap()).unwrap();
        record.replay(None).unwrap();
        let announced = record.origin.unwrap().announced.unwrap();
        assert_eq!(announced.message.number(), ANNOUNCED.cast_unsigned());
        assert!(
            (settled - 5..=settled).contains(&Timestamp(announced.settled_at)),
            "{announced:?}"
        );
    }
    wait(named::<Hawaii>(31));
    wait(named::<Haleakala>(32));
}

/// A beginner is guided through their first three turns; an experienced player is not.
#[test]
fn the_first_turns_of_newcomers_are_counted() {
    wait(async {
        let house = TestHost::new().await;
        for (newcomers, channel) in [([true, true], 7), ([false, true], 8)] {
            let new = NewGame {
                chairs: Some(2),
                ..new_game::<Hawaii>(channel)
            };
            let game = house.host.lobby.open(&new, &actor(100)).await.unwrap().game;
            let other = if channel == 7 { 101 } else { 102 };
            house
                .host
                .lobby
                .join(game, &actor(other), None, true)
                .await
                .unwrap();
            house.start(game, 100).await;
            let (mut told, mut dice) = ([Vec::new(), Vec::new()], dice(1));
            while told.iter().any(|told| told.len() < 5) {
                let mut turn = house.turn::<Hawaii>(game).await;
                let seat = turn.to_act().unwrap();
                let person = turn.table.chair(seat).unwrap().person.unwrap();
                told[seat.index()].push(
                    house
                        .host
                        .lessons
                        .count_beginner_turns(&turn, person)
                        .await
                        .unwrap(),
                );
                while turn.steps.is_empty()
                    || turn.to_act() == Some(seat) && !turn.game.begins_turn()
                {
                    at_random(&mut turn, &mut dice);
                }
                house.settle(turn).await;
            }
            for (told, is_newcomer) in told.iter().zip(newcomers) {
                let led = if is_newcomer {
                    [Some(1), Some(2), Some(3), None, None]
                } else {
                    [None; 5]
                };
                assert_eq!(told[..5], led, "{channel}");
            }
            house.play_out::<Hawaii>(game, &mut dice).await;
        }
    });
}
