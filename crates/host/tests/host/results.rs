//! Finished games: how they ended, who played and with what result, listed by person, pair and
//! guild.

use lanai_ai::Evaluate;
use lanai_host::{
    Agreement, ChannelId, Clock, Consent, Ending, GuildId, LeftBy, NewGame, News, PastGame,
    PastGamesFilter, PersonId, Refusal, Successor, Table, TableId, TableSettings, TableStatus,
    Terms, TimeControl, TimeoutPolicy, Timestamp,
};
use lanai_rules::Status;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;

use lanai_testing::scenes::{TestHost, actor, expect_refusal, new_game, seeded_dice};

const DAY: i64 = 24 * 60 * 60;

async fn list_past_games(fixture: &TestHost, of: PastGamesFilter) -> Vec<PastGame> {
    fixture.host.history.list(of, None, 100).await.unwrap()
}

async fn find_past_game(fixture: &TestHost, game: TableId) -> PastGame {
    let past = fixture.host.history.find(game).await.unwrap();
    assert_eq!(past.table_id, game);
    past
}

/// Starts a game of two in this channel of this guild.
async fn start_game_of_two<G: Evaluate>(
    fixture: &TestHost,
    [one, other]: [i64; 2],
    channel: i64,
    guild: i64,
) -> Table {
    let new = NewGame {
        seat_count: Some(2),
        guild: GuildId(guild),
        ..new_game::<G>(channel)
    };
    let game = fixture.open_table(&new, one).await.id;
    fixture.join(game, other).await;
    fixture.start(game, one).await
}

/// The stored result is the one that replaying the log gives.
async fn assert_result_follows_from_log<G: Evaluate>(persons: u8, computers: u8) {
    let fixture = TestHost::new().await;
    let begun = fixture.start_game::<G>(persons, computers).await;
    let over = fixture.play_out::<G>(begun.id, &mut seeded_dice(81)).await;
    let mut last = None;
    fixture
        .host
        .games
        .replay_all::<G>(&over, |game| last = Some(game.status()))
        .await
        .unwrap();
    let Some(Status::Over(standings)) = last else {
        panic!("the game is over")
    };
    let past = find_past_game(&fixture, over.id).await;
    assert_eq!(
        (past.ending, past.title.as_str(), past.players_only),
        (Ending::Played, G::TITLE.name(), false)
    );
    assert_eq!(past.players.len(), over.seats.len());
    for ((player, chair), seat) in past
        .players
        .iter()
        .zip(&over.seats)
        .zip(standings.points.seats().iter())
    {
        assert_eq!(
            (player.seat, player.holder_number, player.person),
            (chair.seat, 0, chair.person)
        );
        assert_eq!((&player.name, &player.policy), (&chair.name, &chair.policy));
        assert_eq!(player.points, Some(standings.points[seat].into()));
        assert_eq!(player.rank, i64::try_from(standings.rank(seat)).ok());
        assert_eq!(player.left_by, LeftBy::Stayed);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_game_stores_its_result() {
    Box::pin(assert_result_follows_from_log::<Hawaii>(3, 1)).await;
    Box::pin(assert_result_follows_from_log::<Haleakala>(2, 0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_listed_by_person_pair_and_guild() {
    let clock = Clock::stopped_at(Timestamp(1_000_000));
    let fixture = TestHost::new().await.with_clock(&clock);
    let mut games = Vec::new();
    for (pair, channel, guild) in [
        ([1, 2], 11, 1),
        ([2, 3], 12, 1),
        ([1, 2], 13, 2),
        ([1, 3], 14, 1),
        ([1, 2], 15, 1),
    ] {
        let table = start_game_of_two::<Haleakala>(&fixture, pair, channel, guild).await;
        clock.advance(60);
        fixture.resign(table.clone(), pair[0]).await;
        games.push(table.id);
    }
    let [first, second, third, fourth, fifth] = games[..] else {
        panic!()
    };
    let found = async |of| {
        list_past_games(&fixture, of)
            .await
            .iter()
            .map(|past| past.table_id)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        found(PastGamesFilter::Person(PersonId(1))).await,
        [fifth, fourth, third, first]
    );
    assert_eq!(
        found(PastGamesFilter::Person(PersonId(3))).await,
        [fourth, second]
    );
    assert_eq!(found(PastGamesFilter::Person(PersonId(4))).await, []);
    assert_eq!(
        found(PastGamesFilter::PersonInGuild(PersonId(1), GuildId(2))).await,
        [third]
    );
    assert_eq!(
        found(PastGamesFilter::Pair(PersonId(1), PersonId(2))).await,
        [fifth, third, first]
    );
    assert_eq!(
        found(PastGamesFilter::Pair(PersonId(2), PersonId(1))).await,
        [fifth, third, first]
    );
    assert_eq!(
        found(PastGamesFilter::Guild(GuildId(1))).await,
        [fifth, fourth, second, first]
    );
    assert_eq!(found(PastGamesFilter::Guild(GuildId(9))).await, []);
    // Paging lists every game once, even if several ended in the same second.
    let (mut paged, mut before) = (Vec::new(), None);
    loop {
        let page = fixture
            .host
            .history
            .list(PastGamesFilter::Person(PersonId(1)), before, 1)
            .await
            .unwrap();
        let [past] = &page[..] else { break };
        before = Some(past.position());
        paged.push(past.table_id);
    }
    assert_eq!(paged, [fifth, fourth, third, first]);
    // A running game is none that is over.
    let runs = start_game_of_two::<Haleakala>(&fixture, [1, 2], 16, 1).await;
    assert_eq!(
        expect_refusal(fixture.host.history.find(runs.id).await),
        Refusal::NotOver
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn leavers_are_stored_with_their_reason() {
    let fixture = TestHost::new().await;
    let table = start_game_of_two::<Hawaii>(&fixture, [1, 2], 21, 1).await;
    fixture.resign(table.clone(), 2).await;
    let ended = find_past_game(&fixture, table.id).await;
    assert_eq!(ended.ending, Ending::Resigned);
    let how: Vec<_> = ended
        .players
        .iter()
        .map(|item| (item.person, item.left_by, item.points, item.rank))
        .collect();
    let [one, other] = [PersonId(1), PersonId(2)].map(Some);
    let seat_of = |person| {
        ended
            .players
            .iter()
            .position(|item| item.person == person)
            .unwrap()
    };
    assert_eq!(how[seat_of(one)], (one, LeftBy::Stayed, None, None));
    assert_eq!(how[seat_of(other)], (other, LeftBy::Resigned, None, None));

    // The computer replaces the resigned player among three, who is still recorded.
    let begun = fixture.start_game::<Hawaii>(3, 0).await;
    let gone = begun.seats[1].person.unwrap();
    let table = fixture.resign(begun, gone.0).await;
    fixture.run_computers().await;
    let over = fixture
        .play_out::<Hawaii>(table.id, &mut seeded_dice(82))
        .await;
    let ended = find_past_game(&fixture, over.id).await;
    assert_eq!((ended.ending, ended.players.len()), (Ending::Played, 4));
    let left = ended
        .players
        .iter()
        .find(|item| item.person == Some(gone))
        .unwrap();
    assert_eq!(
        (left.seat, left.holder_number, left.left_by, left.rank),
        (2, 1, LeftBy::Resigned, None)
    );
    let sits = ended
        .players
        .iter()
        .find(|item| item.seat == 2 && item.holder_number == 0)
        .unwrap();
    assert!(sits.person.is_none() && sits.policy.is_some() && sits.rank.is_some());
    assert_eq!(
        list_past_games(&fixture, PastGamesFilter::Person(gone)).await,
        [ended]
    );

    // So is a player who left and was replaced by another person.
    let begun = fixture.start_game::<Hawaii>(3, 0).await;
    let gone = begun.seats[0].person.unwrap();
    let by = Some(Successor {
        person: PersonId(500),
        name: "somebody".to_owned(),
    });
    let table = fixture
        .host
        .replacements
        .replace(begun, &actor(500), gone, by, true)
        .await
        .unwrap();
    let over = fixture
        .play_out::<Hawaii>(table.id, &mut seeded_dice(83))
        .await;
    let ended = find_past_game(&fixture, over.id).await;
    let how = |person| {
        ended
            .players
            .iter()
            .find(|item| item.person == Some(person))
            .unwrap()
    };
    assert_eq!(
        (how(gone).holder_number, how(gone).left_by),
        (1, LeftBy::Replaced)
    );
    assert_eq!(
        (how(PersonId(500)).holder_number, how(PersonId(500)).left_by),
        (0, LeftBy::Stayed)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn unanimous_vote_ends_without_result() {
    let fixture = TestHost::new().await;
    let begun = fixture.start_game::<Hawaii>(3, 1).await;
    fixture.deliver_notices().await;
    let ask = Consent::Ask(Terms::End);
    let open = fixture.agree(begun.clone(), 100, ask).await;
    assert_eq!(open, Agreement::Open(2));
    let again = fixture
        .agree(fixture.load_table(begun.id).await, 100, ask)
        .await;
    assert_eq!(again, Agreement::Open(2), "a person has one vote");
    let delivered = fixture.deliver_notices().await;
    let [asked] = &delivered[..] else {
        panic!("asked once: {delivered:?}")
    };
    let News::Proposed {
        terms: Terms::End,
        number,
        ..
    } = asked.news
    else {
        panic!("{asked:?}")
    };
    let (table, stranger) = (fixture.load_table(begun.id).await, actor(999));
    let agreed = fixture
        .host
        .agreements
        .agree(table, &stranger, Consent::Agree(number))
        .await;
    assert_eq!(expect_refusal(agreed), Refusal::NotSeated);
    // A move does not withdraw consent, and does not end the game.
    fixture
        .act_at_random::<Hawaii>(begun.id, &mut seeded_dice(84))
        .await;
    fixture.deliver_notices().await;
    let number = fixture
        .load_table(begun.id)
        .await
        .waiting
        .proposal
        .unwrap()
        .number;
    for (person, agreement) in [(101, Agreement::Open(1)), (102, Agreement::Done)] {
        let table = fixture.load_table(begun.id).await;
        assert_eq!(table.status, TableStatus::Running);
        assert_eq!(
            fixture.agree(table, person, Consent::Agree(number)).await,
            agreement
        );
    }
    let over = fixture.load_table(begun.id).await;
    assert_eq!(over.status, TableStatus::Over);
    let delivered = fixture.deliver_notices().await;
    let [ended, film] = &delivered[..] else {
        panic!("that it ended, and the film: {delivered:?}")
    };
    assert!(matches!(
        (&ended.news, &film.news),
        (News::Ended, News::Film)
    ));
    let ended = find_past_game(&fixture, over.id).await;
    assert_eq!(ended.ending, Ending::Agreed);
    assert!(
        ended
            .players
            .iter()
            .all(|item| item.rank.is_none() && item.left_by == LeftBy::Stayed)
    );
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
    fixture.write_record(&over).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_player_cannot_end_the_game() {
    let fixture = TestHost::new().await;
    let begun = fixture.start_game::<Hawaii>(1, 2).await;
    let ended = fixture
        .host
        .agreements
        .agree(begun, &actor(100), Consent::Ask(Terms::End))
        .await;
    assert_eq!(expect_refusal(ended), Refusal::NoOtherPlayers);
}

/// A player who lets the time run out does not hold up the others for ever.
async fn end_against_absent_player(rated: bool) -> (Agreement, TableStatus) {
    let clock = Clock::stopped_at(Timestamp(20_000 * DAY));
    let fixture = TestHost::new().await.with_clock(&clock);
    let settings = TableSettings {
        time_control: TimeControl::Turn(DAY),
        timeout_policy: TimeoutPolicy::Announce,
        rated,
        ..TableSettings::default()
    };
    let new = NewGame {
        seat_count: Some(2),
        settings,
        ..new_game::<Hawaii>(31)
    };
    let game = fixture.open_table(&new, 100).await.id;
    fixture.join(game, 101).await;
    let begun = fixture.start(game, 100).await;
    let silent = fixture.person_to_act::<Hawaii>(&begun).await;
    let other = 201 - silent;
    let ask = Consent::Ask(Terms::End);
    let agrees = async || {
        fixture
            .agree(fixture.load_table(game).await, other, ask)
            .await
    };
    assert_eq!(agrees().await, Agreement::Open(1), "they are here");
    clock.advance(2 * DAY);
    fixture.run_due_work().await;
    assert!(fixture.load_table(game).await.waiting.timeout_announced);
    let agreement = agrees().await;
    (agreement, fixture.load_table(game).await.status)
}

#[tokio::test(flavor = "multi_thread")]
async fn absent_player_need_not_agree_in_unrated_games() {
    assert_eq!(
        end_against_absent_player(false).await,
        (Agreement::Done, TableStatus::Over)
    );
    assert_eq!(
        end_against_absent_player(true).await,
        (Agreement::Open(1), TableStatus::Running)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn private_game_stays_private_after_its_end() {
    let fixture = TestHost::new().await;
    let settings = TableSettings {
        players_only: true,
        ..TableSettings::default()
    };
    let new = NewGame {
        seat_count: Some(2),
        settings,
        channel: ChannelId(51),
        ..new_game::<Haleakala>(51)
    };
    let game = fixture.open_table(&new, 1).await.id;
    fixture.join(game, 2).await;
    let table = fixture.start(game, 1).await;
    fixture.resign(table, 1).await;
    assert!(find_past_game(&fixture, game).await.players_only);
}
