//! A moderator closes open and running tables, with or without a result. The act is recorded,
//! cannot be taken back, and no one decides a game of their own.

use lanai_host::{
    Acting, Award, ContestRefusal, Declined, Ending, Failure, GuildId, GuildRefusal, NewContest,
    NewGame, News, PersonId, System, Table, TableId, TableSettings, TableStatus, TimeControl,
    rating_points,
};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;

use super::ratings::in_both_homes;
use lanai_testing::scenes::{TestHost, actor, declined, new_game, press, wait};

const HERE: GuildId = GuildId(1);
/// A person who plays at no table.
const MODERATOR: i64 = 900;

async fn closes(house: &TestHost, game: TableId, award: Option<Award>) -> Result<Table, Failure> {
    house
        .host
        .closing
        .close(house.kept(game).await, &actor(MODERATOR), award, "noise")
        .await
}

/// Returns the latest act.
async fn last_act(house: &TestHost) -> Option<Acting> {
    let acts = house.host.moderation.list(HERE, None, 1).await.unwrap();
    acts.into_iter().next().map(|act| act.what)
}

#[test]
fn a_running_game_ends_as_the_moderator_says() {
    wait(async {
        for house in in_both_homes().await {
            let won = Award::Win(PersonId(101));
            for (award, ending, ranks) in [
                (None, Ending::Stopped, [None, None, None]),
                (Some(Award::Draw), Ending::Decided, [Some(1), Some(1), None]),
                (Some(won), Ending::Decided, [Some(2), Some(1), None]),
            ] {
                let game = Box::pin(house.begun::<Hawaii>(2, 1)).await.game;
                house
                    .act_at_random::<Hawaii>(game, &mut lanai_testing::scenes::dice(1))
                    .await;
                house.hear().await;
                let over = closes(&house, game, award).await.unwrap();
                assert_eq!(over, house.kept(game).await);
                assert_eq!(over.status, TableStatus::Over);
                let heard = house.hear().await;
                let news: Vec<&News> = heard.iter().map(|heard| &heard.news).collect();
                assert!(
                    matches!(news[..], [News::Stopped { reason }, News::Film] if reason == "noise"),
                    "{news:?}"
                );
                let past = house.host.history.find(game).await.unwrap();
                assert_eq!(past.ending, ending);
                let mut came: Vec<_> = past.players.iter().map(|it| (it.person, it.rank)).collect();
                came.sort_by_key(|(person, _)| person.is_none());
                came[..2].sort();
                assert_eq!(
                    came.iter().map(|(_, rank)| *rank).collect::<Vec<_>>(),
                    ranks
                );
                let act = last_act(&house).await.unwrap();
                let Acting::Close {
                    table,
                    award: kept,
                    reason,
                    private,
                    ..
                } = &act
                else {
                    panic!("{act:?}")
                };
                assert_eq!(
                    (*table, *kept, reason.as_str(), *private),
                    (game.0, award, "noise", false)
                );
                house.host.games.write_record(&over).await.unwrap();
                assert_eq!(declined(closes(&house, game, None).await), Declined::Over);
            }
            assert!(
                lanai_testing::scenes::verify_all(&house.host)
                    .await
                    .wrong
                    .is_empty()
            );
            assert_eq!(
                house
                    .host
                    .moderation
                    .list(HERE, None, 9)
                    .await
                    .unwrap()
                    .len(),
                3
            );
        }
    });
}

#[test]
fn a_table_that_waits_is_closed_and_one_about_to_begin_does_not_begin() {
    wait(async {
        for house in in_both_homes().await {
            for starting in [false, true] {
                let channel = 40 + i64::from(starting);
                let open = house
                    .host
                    .lobby
                    .open(&new_game::<Haleakala>(channel), &actor(100))
                    .await
                    .unwrap();
                house
                    .host
                    .lobby
                    .join(open.game, &actor(101), None, true)
                    .await
                    .unwrap();
                if starting {
                    house
                        .host
                        .starts
                        .start(open.game, &actor(100))
                        .await
                        .unwrap();
                }
                let award = Some(Award::Draw);
                assert_eq!(
                    declined(closes(&house, open.game, award).await),
                    Declined::NotBegun
                );
                closes(&house, open.game, None).await.unwrap();
                let heard = house.hear().await;
                assert!(
                    matches!(heard.last().unwrap().news, News::Stopped { .. }),
                    "{heard:?}"
                );
                let kept = house.kept(open.game).await;
                assert_eq!(
                    (kept.status, kept.is_starting()),
                    (TableStatus::Over, false)
                );
                assert!(kept.snapshot.is_none());
                assert_eq!(
                    declined(
                        house
                            .host
                            .lobby
                            .join(open.game, &actor(102), None, true)
                            .await
                    ),
                    Declined::Over
                );
                // The channel is free again.
                house
                    .host
                    .lobby
                    .open(&new_game::<Hawaii>(channel), &actor(100))
                    .await
                    .unwrap();
            }
        }
    });
}

#[test]
fn what_is_refused_writes_no_act() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Haleakala>(2, 0).await.game;
        let nobody = closes(&house, game, Some(Award::Win(PersonId(300)))).await;
        assert_eq!(declined(nobody), Declined::NotThere);
        let table = house.kept(game).await;
        let own = house
            .host
            .closing
            .close(table.clone(), &actor(100), Some(Award::Draw), "mine")
            .await;
        assert_eq!(declined(own), Declined::Server(GuildRefusal::Plays));
        assert_eq!(last_act(&house).await, None);
        // Whoever plays may close it without a result, where it does not count.
        house
            .host
            .closing
            .close(table, &press(100, 5), None, "mine")
            .await
            .unwrap();
        let settings = TableSettings {
            rated: true,
            ..TableSettings::default()
        };
        let new = NewGame {
            settings,
            ..new_game::<Haleakala>(50)
        };
        let rated = house.host.lobby.open(&new, &actor(100)).await.unwrap();
        house
            .host
            .lobby
            .join(rated.game, &actor(101), None, true)
            .await
            .unwrap();
        let table = house.start(rated.game, 100).await;
        let own = house
            .host
            .closing
            .close(table.clone(), &actor(100), None, "mine")
            .await;
        assert_eq!(declined(own), Declined::Server(GuildRefusal::Plays));
        // A command that comes twice counts once.
        let again = house
            .host
            .closing
            .close(table, &press(MODERATOR, 5), None, "noise")
            .await;
        assert_eq!(declined(again), Declined::Repeated);
        assert_eq!(house.kept(rated.game).await.status, TableStatus::Running);
        assert_eq!(
            house
                .host
                .moderation
                .list(HERE, None, 9)
                .await
                .unwrap()
                .len(),
            1
        );
        let undone = house.host.moderation.undo(HERE, &actor(MODERATOR), 1).await;
        assert_eq!(declined(undone), Declined::Server(GuildRefusal::Final));
    });
}

#[test]
fn a_rated_game_that_a_moderator_decides_counts_and_one_that_is_stopped_does_not() {
    wait(async {
        let house = TestHost::new().await;
        let settings = TableSettings {
            rated: true,
            ..TableSettings::default()
        };
        for (channel, award) in [(60, None), (61, Some(Award::Win(PersonId(101))))] {
            let new = NewGame {
                settings: settings.clone(),
                ..new_game::<Haleakala>(channel)
            };
            let open = house.host.lobby.open(&new, &actor(100)).await.unwrap();
            house
                .host
                .lobby
                .join(open.game, &actor(101), None, true)
                .await
                .unwrap();
            house.start(open.game, 100).await;
            closes(&house, open.game, award).await.unwrap();
        }
        house.host.ratings.rate_games().await.unwrap();
        let ratings = house
            .host
            .ratings
            .list_of_person(PersonId(101))
            .await
            .unwrap();
        let [of] = &ratings[..] else {
            panic!("{ratings:?}")
        };
        assert!(
            of.rating.games == 1 && rating_points(&of.rating) > 1500,
            "{of:?}"
        );
    });
}

#[test]
fn a_table_of_a_contest_is_for_the_contest_to_end() {
    wait(async {
        let house = TestHost::new().await;
        let new = NewContest {
            guild: HERE,
            channel: lanai_host::ChannelId(9),
            name: "Autumn".to_owned(),
            title: lanai_rules::Title::Haleakala,
            options: String::new(),
            chairs: None,
            system: System::Knockout,
            rounds: None,
            pace: TimeControl::Turn(86_400),
            language: "en".to_owned(),
            follows: None,
        };
        let contest = house.host.contests.open(&new, &actor(100)).await.unwrap();
        for person in [101, 102] {
            house
                .host
                .contests
                .sign_up(contest.id, &actor(person))
                .await
                .unwrap();
        }
        let contest = house
            .host
            .contests
            .begin(contest.id, &actor(100), false)
            .await
            .unwrap();
        let heat = contest.unopened().next().unwrap().clone();
        let thread = lanai_host::ChannelId(55);
        let table = house
            .host
            .contest_runner
            .open_heat(contest.id, heat.number, thread)
            .await
            .unwrap()
            .unwrap();
        let refused = declined(closes(&house, table.game, None).await);
        assert_eq!(
            refused,
            Declined::Server(GuildRefusal::OfContest(heat.number))
        );
        // Once that heat is played anew, or the contest is over, it is a table like others.
        house
            .host
            .contests
            .annul_heat(contest.id, &actor(100), false, heat.number, "noise")
            .await
            .unwrap();
        closes(&house, table.game, None).await.unwrap();
        let contest = house.host.contests.find(contest.id).await.unwrap();
        let anew = contest.unopened().next().unwrap().clone();
        let thread = lanai_host::ChannelId(56);
        let table = house
            .host
            .contest_runner
            .open_heat(contest.id, anew.number, thread)
            .await
            .unwrap()
            .unwrap();
        assert!(matches!(
            declined(closes(&house, table.game, None).await),
            Declined::Server(GuildRefusal::OfContest(_))
        ));
        house
            .host
            .contests
            .end(contest.id, &actor(100), false, "noise")
            .await
            .unwrap();
        closes(&house, table.game, None).await.unwrap();
        let again = house
            .host
            .contests
            .end(contest.id, &actor(100), false, "noise")
            .await;
        assert_eq!(declined(again), Declined::Contest(ContestRefusal::Over));
    });
}
