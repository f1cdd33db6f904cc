//! A moderator closes open and running tables, with or without a result. The act is recorded,
//! cannot be taken back, and no one decides a game of their own.

use lanai_host::{
    Award, ContestRefusal, Ending, Failure, GuildId, GuildRefusal, ModerationAction, NewContest,
    NewGame, News, PairingSystem, PersonId, Refusal, Table, TableId, TableSettings, TableStatus,
    TimeControl, rating_points,
};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;

use super::ratings::hosts_on_each_database;
use lanai_testing::scenes::{TestHost, actor, expect_refusal, new_game, pressing_actor};

const GUILD: GuildId = GuildId(1);
/// A person who plays at no table.
const MODERATOR: i64 = 900;

async fn close_as_moderator(
    fixture: &TestHost,
    game: TableId,
    award: Option<Award>,
) -> Result<Table, Failure> {
    fixture
        .host
        .closing
        .close(
            fixture.load_table(game).await,
            &actor(MODERATOR),
            award,
            "noise",
        )
        .await
}

/// Returns the latest act.
async fn last_act(fixture: &TestHost) -> Option<ModerationAction> {
    let acts = fixture.host.moderation.list(GUILD, None, 1).await.unwrap();
    acts.into_iter().next().map(|act| act.action)
}

#[tokio::test(flavor = "multi_thread")]
async fn moderator_ends_a_running_game_with_a_result() {
    for fixture in hosts_on_each_database().await {
        let won = Award::Win(PersonId(101));
        for (award, ending, ranks) in [
            (None, Ending::Stopped, [None, None, None]),
            (Some(Award::Draw), Ending::Decided, [Some(1), Some(1), None]),
            (Some(won), Ending::Decided, [Some(2), Some(1), None]),
        ] {
            let game = Box::pin(fixture.start_game::<Hawaii>(2, 1)).await.id;
            fixture
                .act_at_random::<Hawaii>(game, &mut lanai_testing::scenes::seeded_dice(1))
                .await;
            fixture.deliver_notices().await;
            let over = close_as_moderator(&fixture, game, award).await.unwrap();
            assert_eq!(over, fixture.load_table(game).await);
            assert_eq!(over.status, TableStatus::Over);
            let delivered = fixture.deliver_notices().await;
            let news: Vec<&News> = delivered.iter().map(|delivered| &delivered.news).collect();
            assert!(
                matches!(news[..], [News::Stopped { reason }, News::Film] if reason == "noise"),
                "{news:?}"
            );
            let past = fixture.host.history.find(game).await.unwrap();
            assert_eq!(past.ending, ending);
            let mut agreement: Vec<_> = past
                .players
                .iter()
                .map(|item| (item.person, item.rank))
                .collect();
            agreement.sort_by_key(|(person, _)| person.is_none());
            agreement[..2].sort();
            assert_eq!(
                agreement.iter().map(|(_, rank)| *rank).collect::<Vec<_>>(),
                ranks
            );
            let act = last_act(&fixture).await.unwrap();
            let ModerationAction::Close {
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
            fixture.write_record(&over).await;
            assert_eq!(
                expect_refusal(close_as_moderator(&fixture, game, None).await),
                Refusal::Over
            );
        }
        assert!(
            lanai_testing::scenes::verify_all(&fixture.host)
                .await
                .failures
                .is_empty()
        );
        assert_eq!(
            fixture
                .host
                .moderation
                .list(GUILD, None, 9)
                .await
                .unwrap()
                .len(),
            3
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_lobby_or_pending_start_does_not_begin() {
    for fixture in hosts_on_each_database().await {
        for starting in [false, true] {
            let channel = 40 + i64::from(starting);
            let open = fixture
                .open_table(&new_game::<Haleakala>(channel), 100)
                .await;
            fixture.join(open.id, 101).await;
            if starting {
                fixture.press_start(open.id, 100).await;
            }
            let award = Some(Award::Draw);
            assert_eq!(
                expect_refusal(close_as_moderator(&fixture, open.id, award).await),
                Refusal::NotBegun
            );
            close_as_moderator(&fixture, open.id, None).await.unwrap();
            let delivered = fixture.deliver_notices().await;
            assert!(
                matches!(delivered.last().unwrap().news, News::Stopped { .. }),
                "{delivered:?}"
            );
            let kept = fixture.load_table(open.id).await;
            assert_eq!(
                (kept.status, kept.is_starting()),
                (TableStatus::Over, false)
            );
            assert!(kept.snapshot.is_none());
            assert_eq!(
                expect_refusal(
                    fixture
                        .host
                        .lobby
                        .join(open.id, &actor(102), None, true)
                        .await
                ),
                Refusal::Over
            );
            fixture.open_table(&new_game::<Hawaii>(channel), 100).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_closing_records_no_act() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Haleakala>(2, 0).await.id;
    let stranger = close_as_moderator(&fixture, game, Some(Award::Win(PersonId(300)))).await;
    assert_eq!(expect_refusal(stranger), Refusal::PersonNotSeated);
    let table = fixture.load_table(game).await;
    let own = fixture
        .host
        .closing
        .close(table.clone(), &actor(100), Some(Award::Draw), "mine")
        .await;
    assert_eq!(
        expect_refusal(own),
        Refusal::Guild(GuildRefusal::PlaysAtTable)
    );
    assert_eq!(last_act(&fixture).await, None);
    // A player may close it without a result if the game is not rated.
    fixture
        .host
        .closing
        .close(table, &pressing_actor(100, 5), None, "mine")
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
    let rated = fixture.open_table(&new, 100).await;
    fixture.join(rated.id, 101).await;
    let table = fixture.start(rated.id, 100).await;
    let own = fixture
        .host
        .closing
        .close(table.clone(), &actor(100), None, "mine")
        .await;
    assert_eq!(
        expect_refusal(own),
        Refusal::Guild(GuildRefusal::PlaysAtTable)
    );
    // A command that is delivered twice counts once.
    let again = fixture
        .host
        .closing
        .close(table, &pressing_actor(MODERATOR, 5), None, "noise")
        .await;
    assert_eq!(expect_refusal(again), Refusal::Repeated);
    assert_eq!(
        fixture.load_table(rated.id).await.status,
        TableStatus::Running
    );
    assert_eq!(
        fixture
            .host
            .moderation
            .list(GUILD, None, 9)
            .await
            .unwrap()
            .len(),
        1
    );
    let undone = fixture
        .host
        .moderation
        .undo(GUILD, &actor(MODERATOR), 1)
        .await;
    assert_eq!(
        expect_refusal(undone),
        Refusal::Guild(GuildRefusal::NotUndoable)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn decided_rated_game_counts_and_stopped_one_does_not() {
    let fixture = TestHost::new().await;
    let settings = TableSettings {
        rated: true,
        ..TableSettings::default()
    };
    for (channel, award) in [(60, None), (61, Some(Award::Win(PersonId(101))))] {
        let new = NewGame {
            settings: settings.clone(),
            ..new_game::<Haleakala>(channel)
        };
        let open = fixture.open_table(&new, 100).await;
        fixture.join(open.id, 101).await;
        fixture.start(open.id, 100).await;
        close_as_moderator(&fixture, open.id, award).await.unwrap();
    }
    fixture.rate_games().await;
    let ratings = fixture
        .host
        .ratings
        .list_unfinished_for_person(PersonId(101))
        .await
        .unwrap();
    let [of] = &ratings[..] else {
        panic!("{ratings:?}")
    };
    assert!(
        of.rating.games == 1 && rating_points(&of.rating) > 1500,
        "{of:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn contest_table_is_not_closed_by_moderators() {
    let fixture = TestHost::new().await;
    let new = NewContest {
        guild: GUILD,
        channel: lanai_host::ChannelId(9),
        name: "Autumn".to_owned(),
        title: lanai_rules::Title::Haleakala,
        options: String::new(),
        seat_count: None,
        system: PairingSystem::Knockout,
        rounds: None,
        time_control: TimeControl::Turn(86_400),
        language: "en".to_owned(),
        follows: None,
    };
    let contest = fixture.open_contest(&new, 100).await;
    for person in [101, 102] {
        fixture.sign_up(contest.id, person).await;
    }
    let contest = fixture
        .host
        .contests
        .begin_contest(contest.id, &actor(100), false)
        .await
        .unwrap();
    let heat = contest.unopened_heats().next().unwrap().clone();
    let thread = lanai_host::ChannelId(55);
    let table = fixture
        .host
        .contest_runner
        .open_heat(contest.id, heat.number, thread)
        .await
        .unwrap()
        .unwrap();
    let refused = expect_refusal(close_as_moderator(&fixture, table.id, None).await);
    assert_eq!(
        refused,
        Refusal::Guild(GuildRefusal::ContestTable(heat.number))
    );
    // Once the heat is replayed, or the contest is over, moderators may close the table.
    fixture
        .host
        .contests
        .annul_heat(contest.id, &actor(100), false, heat.number, "noise")
        .await
        .unwrap();
    close_as_moderator(&fixture, table.id, None).await.unwrap();
    let contest = fixture.find_contest(contest.id).await;
    let anew = contest.unopened_heats().next().unwrap().clone();
    let thread = lanai_host::ChannelId(56);
    let table = fixture
        .host
        .contest_runner
        .open_heat(contest.id, anew.number, thread)
        .await
        .unwrap()
        .unwrap();
    assert!(matches!(
        expect_refusal(close_as_moderator(&fixture, table.id, None).await),
        Refusal::Guild(GuildRefusal::ContestTable(_))
    ));
    fixture
        .host
        .contests
        .end_contest(contest.id, &actor(100), false, "noise")
        .await
        .unwrap();
    close_as_moderator(&fixture, table.id, None).await.unwrap();
    let again = fixture
        .host
        .contests
        .end_contest(contest.id, &actor(100), false, "noise")
        .await;
    assert_eq!(
        expect_refusal(again),
        Refusal::Contest(ContestRefusal::Over)
    );
}
