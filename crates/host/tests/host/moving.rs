//! A table moves to another channel with all pending notices and leaves nothing behind.

use lanai_host::{
    ChannelId, Consent, Declined, Destination, MessageUpdate, News, PersonId, TableStatus, Terms,
};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;

use lanai_testing::scenes::{TestHost, actor, at_random, became, declined, dice, new_game, wait};

const DAY: i64 = 24 * 60 * 60;

#[test]
fn a_game_goes_elsewhere_with_what_waits_to_be_said() {
    wait(async {
        let house = TestHost::new().await;
        let begun = house.begun::<Hawaii>(2, 0).await;
        // Told so far: the lobby, twice; the beginning waits.
        for heard in house.outbox().due(2).await.unwrap() {
            house
                .outbox()
                .mark_sent(&heard, became(heard.notice.0 + 5000))
                .await
                .unwrap();
        }
        let who = actor(begun.waiting.person.unwrap().0);
        let mut late = house.turn::<Hawaii>(begun.game).await;
        let moved = house
            .host
            .relocation
            .move_to(begun.clone(), &who, ChannelId(9), None)
            .await
            .unwrap();
        assert_eq!(moved, house.kept(begun.game).await);
        assert_eq!(
            (moved.channel, moved.revision),
            (ChannelId(9), begun.revision.next())
        );
        let (before, after) = (begun.waiting, moved.waiting);
        assert_eq!(
            (after.turn, after.since, after.person),
            (before.turn, before.since, before.person)
        );
        assert_eq!(
            after.revision, moved.revision,
            "whoever tends it knows the turn again"
        );
        assert_eq!(
            declined(house.host.tables.find_in_channel(ChannelId(7)).await),
            Declined::NoTable
        );
        assert_eq!(
            house
                .host
                .tables
                .find_in_channel(ChannelId(9))
                .await
                .unwrap()
                .game,
            begun.game
        );
        // Who had it in mind as it was is told so, and loses nothing.
        at_random(&mut late, &mut dice(1));
        assert_eq!(
            declined(house.host.play.commit_turn(late, &who).await),
            Declined::Stale
        );
        let due = house.outbox().due(100).await.unwrap();
        let news: Vec<_> = due.iter().filter(|heard| !heard.is_chore()).collect();
        assert!(
            news.iter()
                .all(|heard| heard.to == Destination::Channel(ChannelId(9)))
        );
        assert!(matches!(news[0].news, News::Begins { .. }) && matches!(news[1].news, News::Moved));
        assert_eq!(news.len(), 2);
        let removed = due.iter().filter(|heard| {
            matches!(
                heard.news,
                News::MessageUpdate(MessageUpdate::Remove { .. })
            )
        });
        assert_eq!(
            removed.map(|heard| heard.to).collect::<Vec<_>>(),
            [Destination::Channel(ChannelId(7))],
            "the lobby there goes"
        );
        // What somebody asks the others is asked here, too.
        house.hear().await;
        let wish = Consent::Ask(Terms::Pause(DAY));
        house
            .host
            .agreements
            .agree(house.kept(begun.game).await, &who, wish)
            .await
            .unwrap();
        house.hear().await;
        house
            .host
            .relocation
            .move_to(house.kept(begun.game).await, &who, ChannelId(10), None)
            .await
            .unwrap();
        let heard = house.hear().await;
        assert!(
            heard
                .iter()
                .all(|heard| heard.to == Destination::Channel(ChannelId(10)))
        );
        assert!(
            heard
                .iter()
                .any(|heard| matches!(heard.news, News::Proposed { .. })),
            "{heard:?}"
        );
        house
            .act_at_random::<Hawaii>(begun.game, &mut dice(2))
            .await;
    });
}

#[test]
fn not_everybody_moves_a_table_and_not_everywhere() {
    wait(async {
        let house = TestHost::new().await;
        let begun = house.begun::<Haleakala>(2, 0).await;
        let other = house
            .host
            .lobby
            .open(&new_game::<Hawaii>(8), &actor(300))
            .await
            .unwrap();
        let moves = async |person, channel| {
            house
                .host
                .relocation
                .move_to(house.kept(begun.game).await, &actor(person), channel, None)
                .await
        };
        assert_eq!(
            declined(moves(300, ChannelId(9)).await),
            Declined::NotSeated
        );
        assert_eq!(declined(moves(101, ChannelId(7)).await), Declined::Here);
        assert_eq!(declined(moves(101, ChannelId(8)).await), Declined::Occupied);
        assert_eq!(
            house.kept(begun.game).await,
            begun,
            "and nothing was written"
        );
        assert_eq!(house.kept(other.game).await.channel, ChannelId(8));
        // Whoever opened a table may, though they stood up.
        house
            .host
            .lobby
            .join(other.game, &actor(301), None, true)
            .await
            .unwrap();
        house
            .host
            .lobby
            .leave(other.game, &actor(300), true)
            .await
            .ok();
        let open = house.kept(other.game).await;
        if open.owner == PersonId(300) && open.status == TableStatus::Open {
            assert_eq!(
                house
                    .host
                    .relocation
                    .move_to(open, &actor(300), ChannelId(10), None)
                    .await
                    .unwrap()
                    .channel,
                ChannelId(10)
            );
        }
        // It is free to follow from where it was, and no more from where it is.
        house
            .host
            .watching
            .watch(&begun, ChannelId(11), &actor(100), "en")
            .await
            .unwrap();
        moves(101, ChannelId(11)).await.unwrap();
        assert_eq!(
            house
                .host
                .watching
                .list_watched_in(ChannelId(11))
                .await
                .unwrap()
                .len(),
            0
        );
        house
            .host
            .resignations
            .resign(house.kept(begun.game).await, &actor(100))
            .await
            .unwrap();
        assert_eq!(declined(moves(101, ChannelId(12)).await), Declined::Over);
    });
}
