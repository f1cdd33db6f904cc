//! Notices are posted once and in order, later if they could not be posted.

use std::time::{Duration, Instant};

use lanai_host::{
    ChannelId, Clock, Consent, Destination, DueNotice, NewGame, News, PersonId, Receipt, Revision,
    Terms, Timestamp, Turn,
};
use lanai_rules::Rules as _;
use lanai_rules::hawaii::Hawaii;

use lanai_testing::scenes::{TestHost, actor, at_random, became, dice, new_game, wait};

#[test]
fn news_are_told_once() {
    wait(async {
        let house = TestHost::new().await;
        house
            .host
            .lobby
            .open(&new_game::<Hawaii>(7), &actor(100))
            .await
            .unwrap();
        let due = house.outbox().due(10).await.unwrap();
        assert_eq!(
            (due.len(), due[0].to, due[0].attempts, due[0].revision),
            (1, Destination::Channel(ChannelId(7)), 0, Revision(0))
        );
        assert!(house.outbox().mark_sent(&due[0], became(1)).await.unwrap());
        assert!(!house.outbox().mark_sent(&due[0], became(2)).await.unwrap());
        assert_eq!(house.outbox().due(10).await.unwrap().len(), 0);
    });
}

#[test]
fn news_that_were_put_off_hold_back_their_channel_and_no_other() {
    wait(async {
        let house = TestHost::new().await;
        for channel in [7, 8] {
            let table = house
                .host
                .lobby
                .open(&new_game::<Hawaii>(channel), &actor(100))
                .await
                .unwrap();
            house
                .host
                .lobby
                .join(table.game, &actor(101), None, true)
                .await
                .unwrap();
        }
        let first = house.outbox().due(1).await.unwrap();
        house.outbox().put_off(&first[0], 1000).await.unwrap();
        let due = house.outbox().due(10).await.unwrap();
        assert_eq!(
            due.iter().map(|heard| heard.to).collect::<Vec<_>>(),
            [Destination::Channel(ChannelId(8)); 2]
        );
        assert!(due[0].notice < due[1].notice && due[0].revision < due[1].revision);
        house.outbox().put_off(&due[0], 0).await.unwrap();
        let due = house.outbox().due(10).await.unwrap();
        assert_eq!(
            due.iter().map(|heard| heard.attempts).collect::<Vec<_>>(),
            [1, 0]
        );
        house
            .outbox()
            .give_up(Destination::Channel(ChannelId(8)))
            .await
            .unwrap();
        assert_eq!(house.outbox().due(10).await.unwrap().len(), 0);
    });
}

#[test]
fn who_waits_for_news_is_woken() {
    wait(async {
        let house = TestHost::new().await;
        let (outbox, long) = (house.outbox(), Duration::from_mins(1));
        let began = Instant::now();
        let waiting = tokio::spawn(async move { outbox.wait_for_news(long).await });
        let game = house
            .host
            .lobby
            .open(&new_game::<Hawaii>(7), &actor(100))
            .await
            .unwrap()
            .game;
        waiting.await.unwrap();
        house
            .host
            .lobby
            .join(game, &actor(101), None, true)
            .await
            .unwrap();
        house.outbox().wait_for_news(long).await;
        assert!(
            began.elapsed() < long,
            "news that came before are not slept over"
        );
        house.outbox().wait_for_news(Duration::from_millis(1)).await;
    });
}

#[test]
fn what_the_answer_shows_anyway_is_not_told() {
    wait(async {
        let house = TestHost::new().await;
        let new = NewGame {
            chairs: Some(3),
            ..new_game::<Hawaii>(7)
        };
        let game = house.host.lobby.open(&new, &actor(100)).await.unwrap().game;
        house.hear().await;
        house
            .host
            .lobby
            .join(game, &actor(101), None, false)
            .await
            .unwrap();
        house
            .host
            .lobby
            .leave(game, &actor(101), false)
            .await
            .unwrap();
        assert_eq!(house.hear().await.len(), 0);
        house
            .host
            .lobby
            .join(game, &actor(101), None, true)
            .await
            .unwrap();
        assert_eq!(house.hear().await.len(), 1);
    });
}

#[test]
fn what_is_remembered_outlives_the_night() {
    wait(async {
        let house = TestHost::new().await;
        assert_eq!(house.host.database.get("commands").await.unwrap(), None);
        house
            .host
            .database
            .set("commands", "of yesterday")
            .await
            .unwrap();
        let house = house.again().await;
        assert_eq!(
            house
                .host
                .database
                .get("commands")
                .await
                .unwrap()
                .as_deref(),
            Some("of yesterday")
        );
    });
}

#[test]
fn each_turn_is_told_by_itself_even_if_the_same_person_acts_again() {
    wait(async {
        let house = TestHost::new().await;
        let mut game = house.begun::<Hawaii>(2, 0).await.game;
        house.hear().await;
        let mut dice = dice(3);
        let mut twice = 0;
        while twice < 3 {
            let mut turn: Turn<Hawaii> = house.turn(game).await;
            let (seat, began) = (turn.to_act(), turn.game.begins_turn());
            at_random(&mut turn, &mut dice);
            let (next, begins) = (turn.to_act(), turn.game.begins_turn());
            house.settle(turn).await;
            let mut heard = house.hear().await;
            if next.is_none() {
                // In some games nobody acts twice that often: on in another.
                assert!(matches!(heard.pop().unwrap().news, News::Film));
                game = house.begun::<Hawaii>(2, 0).await.game;
                house.hear().await;
            }
            assert_eq!(
                heard.len(),
                usize::from(begins || next != seat),
                "a turn is told when it is done"
            );
            let steps: Vec<_> = heard.iter().flat_map(|heard| heard.news.steps()).collect();
            assert!(
                heard
                    .iter()
                    .all(|heard| matches!(heard.news, News::Turn { .. }))
                    && steps.len() < 20
            );
            twice += u32::from(began && begins && next == seat);
        }
    });
}

#[test]
fn how_late_a_turn_is_told_is_known_though_the_table_goes_on() {
    wait(async {
        let clock = Clock::standing_at(Timestamp(1_000_000));
        let house = TestHost::new().await.by_clock(&clock);
        let mut chance = dice(3);
        let game = house.begun::<Hawaii>(2, 0).await.game;
        house.hear().await;
        for _ in 0..2 {
            let mut turn: Turn<Hawaii> = house.turn(game).await;
            let seat = turn.to_act();
            while turn.to_act() == seat {
                at_random(&mut turn, &mut chance);
            }
            house.settle(turn).await;
            clock.turn(7);
        }
        let due = house.outbox().due(10).await.unwrap();
        let (turns, others): (Vec<_>, Vec<_>) = due
            .iter()
            .partition(|due| matches!(due.news, News::Turn { .. }));
        assert_eq!(
            turns
                .into_iter()
                .map(|due| house.outbox().lag(due))
                .collect::<Vec<_>>(),
            [Some(14), Some(7)]
        );
        assert!(
            !others.is_empty()
                && others
                    .into_iter()
                    .all(|due| house.outbox().lag(due).is_none()),
            "{due:?}"
        );
    });
}

#[test]
fn news_do_not_overtake_older_ones_that_were_put_off() {
    wait(async {
        let clock = Clock::standing_at(Timestamp(1_000_000));
        let house = TestHost::new().await.by_clock(&clock);
        let table = house
            .host
            .lobby
            .open(&new_game::<Hawaii>(7), &actor(100))
            .await
            .unwrap();
        let due = house.outbox().due(1).await.unwrap();
        let first = due[0].notice;
        house.outbox().put_off(&due[0], 3600).await.unwrap();
        house
            .host
            .lobby
            .join(table.game, &actor(101), None, true)
            .await
            .unwrap();
        assert_eq!(
            house.outbox().due(10).await.unwrap().len(),
            0,
            "what came later waits, too"
        );
        clock.turn(3599);
        assert_eq!(
            house.outbox().due(10).await.unwrap().len(),
            0,
            "as long as what came before"
        );
        clock.turn(1);
        let waiting = house.outbox().due(10).await.unwrap();
        assert!(
            waiting.len() == 2 && waiting[1].notice > first,
            "until what came before is due: {waiting:?}"
        );
        house.outbox().opened(ChannelId(7)).await.unwrap();
        assert_eq!(house.outbox().due(1).await.unwrap()[0].notice, first);
        house.outbox().mark_sent(&due[0], became(1)).await.unwrap();
        assert_eq!(house.outbox().due(10).await.unwrap().len(), 1);
    });
}

#[test]
fn a_channel_with_much_to_say_leaves_room_for_the_others() {
    wait(async {
        let house = TestHost::new().await;
        let table = house
            .host
            .lobby
            .open(&new_game::<Hawaii>(7), &actor(100))
            .await
            .unwrap();
        for _ in 0..40 {
            house
                .host
                .lobby
                .join(table.game, &actor(101), None, true)
                .await
                .unwrap();
            house
                .host
                .lobby
                .leave(table.game, &actor(101), true)
                .await
                .unwrap();
        }
        house
            .host
            .lobby
            .open(&new_game::<Hawaii>(8), &actor(102))
            .await
            .unwrap();
        let [busy, other] = [7, 8].map(|channel| Destination::Channel(ChannelId(channel)));
        let places = async |busy: &[Destination]| {
            let due = house.outbox().take_due(busy, 2, 20).await.unwrap();
            assert!(due.is_sorted_by_key(|due| due.notice));
            due.iter().map(|due| due.to).collect::<Vec<_>>()
        };
        assert_eq!(
            places(&[]).await,
            [busy; 20],
            "those first that have been due longest"
        );
        assert_eq!(
            places(&[busy]).await,
            [other],
            "nobody asks for what is being said"
        );
    });
}

#[test]
fn whoever_follows_a_table_hears_of_what_came_while_they_were_told() {
    wait(async {
        let (house, clock) = TestHost::thoughtful(0).await;
        let begun = house.begun::<Hawaii>(2, 0).await;
        house.hear().await;
        house
            .host
            .watching
            .watch(&begun, ChannelId(11), &actor(100), "en")
            .await
            .unwrap();
        let asks = async |person, wish| {
            house
                .host
                .agreements
                .agree(house.kept(begun.game).await, &actor(person), wish)
                .await
                .unwrap();
        };
        let of_followers = |due: &DueNotice| due.to == Destination::Channel(ChannelId(11));
        // While it is on its way how the table stands, one asks for a pause; while that is, the other agrees.
        for person in [100, 101] {
            clock.turn(61);
            let due = house.outbox().due(100).await.unwrap();
            let told = due
                .into_iter()
                .find(of_followers)
                .expect("there is something to be told");
            asks(person, Consent::Ask(Terms::Pause(3600))).await;
            assert!(!house.outbox().mark_sent(&told, became(9000)).await.unwrap());
        }
        clock.turn(61);
        assert!(
            house
                .outbox()
                .due(100)
                .await
                .unwrap()
                .iter()
                .any(of_followers)
        );
    });
}

#[test]
fn nobody_is_called_by_themselves_who_sits_there_no_more() {
    wait(async {
        let house = TestHost::new().await;
        house
            .host
            .lobby
            .open(&new_game::<Hawaii>(7), &actor(100))
            .await
            .unwrap();
        let due = house.outbox().due(10).await.unwrap();
        let calls = |person| Receipt {
            calls: Some(PersonId(person)),
            ..became(1)
        };
        assert!(house.outbox().mark_sent(&due[0], calls(42)).await.unwrap());
        assert_eq!(house.outbox().due(10).await.unwrap().len(), 0);
        house
            .host
            .lobby
            .open(&new_game::<Hawaii>(8), &actor(100))
            .await
            .unwrap();
        let due = house.outbox().due(10).await.unwrap();
        assert!(house.outbox().mark_sent(&due[0], calls(100)).await.unwrap());
        let due = house.outbox().due(10).await.unwrap();
        assert_eq!(
            due.iter().map(|due| due.to).collect::<Vec<_>>(),
            [Destination::Person(PersonId(100))]
        );
    });
}
