//! Finished games: how they ended, who played and with what result, listed by person, pair and
//! guild.

use lanai_ai::Appraise;
use lanai_host::{
    Agreement, ChannelId, Clock, Consent, Declined, Ending, GuildId, LeftBy, NewGame, News,
    PastGame, PastOf, PersonId, Table, TableId, TableSettings, TableStatus, Terms, TimeControl,
    TimeoutPolicy, Timestamp,
};
use lanai_rules::Status;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;

use lanai_testing::scenes::{TestHost, actor, declined, dice, new_game, wait};

const DAY: i64 = 24 * 60 * 60;

async fn past(house: &TestHost, of: PastOf) -> Vec<PastGame> {
    house.host.history.list(of, None, 100).await.unwrap()
}

async fn only(house: &TestHost, game: TableId) -> PastGame {
    let past = house.host.history.find(game).await.unwrap();
    assert_eq!(past.game, game);
    past
}

/// Starts a game of two in this channel of this guild.
async fn two<G: Appraise>(
    house: &TestHost,
    [one, other]: [i64; 2],
    channel: i64,
    guild: i64,
) -> Table {
    let new = NewGame {
        chairs: Some(2),
        guild: GuildId(guild),
        ..new_game::<G>(channel)
    };
    let game = house.host.lobby.open(&new, &actor(one)).await.unwrap().game;
    house
        .host
        .lobby
        .join(game, &actor(other), None, true)
        .await
        .unwrap();
    house.start(game, one).await
}

/// The stored result is the one that replaying the log gives.
async fn a_whole_game_comes_out_as_its_log_says<G: Appraise>(persons: u8, computers: u8) {
    let house = TestHost::new().await;
    let begun = house.begun::<G>(persons, computers).await;
    let over = house.play_out::<G>(begun.game, &mut dice(81)).await;
    let mut last = None;
    house
        .host
        .games
        .replay_all::<G>(&over, |game| last = Some(game.status()))
        .await
        .unwrap();
    let Some(Status::Over(standings)) = last else {
        panic!("the game is over")
    };
    let past = only(&house, over.game).await;
    assert_eq!(
        (past.ending, past.title.as_str(), past.closed),
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
            (player.seat, player.nth, player.person),
            (chair.seat, 0, chair.person)
        );
        assert_eq!((&player.name, &player.mind), (&chair.name, &chair.mind));
        assert_eq!(player.points, Some(standings.points[seat].into()));
        assert_eq!(player.rank, i64::try_from(standings.rank(seat)).ok());
        assert_eq!(player.left_by, LeftBy::Stayed);
    }
}

#[test]
fn a_game_that_is_played_to_the_end_is_kept_as_it_came_out() {
    wait(async {
        Box::pin(a_whole_game_comes_out_as_its_log_says::<Hawaii>(3, 1)).await;
        Box::pin(a_whole_game_comes_out_as_its_log_says::<Haleakala>(2, 0)).await;
    });
}

#[test]
fn games_are_found_by_person_pair_and_server_the_newest_first() {
    wait(async {
        let clock = Clock::standing_at(Timestamp(1_000_000));
        let house = TestHost::new().await.by_clock(&clock);
        let mut games = Vec::new();
        for (pair, channel, guild) in [
            ([1, 2], 11, 1),
            ([2, 3], 12, 1),
            ([1, 2], 13, 2),
            ([1, 3], 14, 1),
            ([1, 2], 15, 1),
        ] {
            let table = two::<Haleakala>(&house, pair, channel, guild).await;
            clock.turn(60);
            house
                .host
                .resignations
                .resign(table.clone(), &actor(pair[0]))
                .await
                .unwrap();
            games.push(table.game);
        }
        let [first, second, third, fourth, fifth] = games[..] else {
            panic!()
        };
        let found = async |of| {
            past(&house, of)
                .await
                .iter()
                .map(|past| past.game)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            found(PastOf::Person(PersonId(1))).await,
            [fifth, fourth, third, first]
        );
        assert_eq!(found(PastOf::Person(PersonId(3))).await, [fourth, second]);
        assert_eq!(found(PastOf::Person(PersonId(4))).await, []);
        assert_eq!(
            found(PastOf::PersonOn(PersonId(1), GuildId(2))).await,
            [third]
        );
        assert_eq!(
            found(PastOf::Pair(PersonId(1), PersonId(2))).await,
            [fifth, third, first]
        );
        assert_eq!(
            found(PastOf::Pair(PersonId(2), PersonId(1))).await,
            [fifth, third, first]
        );
        assert_eq!(
            found(PastOf::Server(GuildId(1))).await,
            [fifth, fourth, second, first]
        );
        assert_eq!(found(PastOf::Server(GuildId(9))).await, []);
        // Page by page none is left out and none comes twice, even where several ended in one second.
        let (mut paged, mut before) = (Vec::new(), None);
        loop {
            let page = house
                .host
                .history
                .list(PastOf::Person(PersonId(1)), before, 1)
                .await
                .unwrap();
            let [past] = &page[..] else { break };
            before = Some((past.ended_at, past.game));
            paged.push(past.game);
        }
        assert_eq!(paged, [fifth, fourth, third, first]);
        // A running game is none that is over.
        let runs = two::<Haleakala>(&house, [1, 2], 16, 1).await;
        assert_eq!(
            declined(house.host.history.find(runs.game).await),
            Declined::NotOver
        );
    });
}

#[test]
fn whoever_gives_up_or_leaves_is_kept_with_how() {
    wait(async {
        let house = TestHost::new().await;
        let table = two::<Hawaii>(&house, [1, 2], 21, 1).await;
        house
            .host
            .resignations
            .resign(table.clone(), &actor(2))
            .await
            .unwrap();
        let ended = only(&house, table.game).await;
        assert_eq!(ended.ending, Ending::Resigned);
        let how: Vec<_> = ended
            .players
            .iter()
            .map(|it| (it.person, it.left_by, it.points, it.rank))
            .collect();
        let [one, other] = [PersonId(1), PersonId(2)].map(Some);
        let seat_of = |person| {
            ended
                .players
                .iter()
                .position(|it| it.person == person)
                .unwrap()
        };
        assert_eq!(how[seat_of(one)], (one, LeftBy::Stayed, None, None));
        assert_eq!(how[seat_of(other)], (other, LeftBy::Resigned, None, None));

        // Of three, the computer plays on for whoever resigned, and they are remembered all the same.
        let begun = house.begun::<Hawaii>(3, 0).await;
        let gone = begun.seats[1].person.unwrap();
        let table = house
            .host
            .resignations
            .resign(begun, &actor(gone.0))
            .await
            .unwrap();
        house.computers_act().await;
        let over = house.play_out::<Hawaii>(table.game, &mut dice(82)).await;
        let ended = only(&house, over.game).await;
        assert_eq!((ended.ending, ended.players.len()), (Ending::Played, 4));
        let left = ended
            .players
            .iter()
            .find(|it| it.person == Some(gone))
            .unwrap();
        assert_eq!(
            (left.seat, left.nth, left.left_by, left.rank),
            (2, 1, LeftBy::Resigned, None)
        );
        let sits = ended
            .players
            .iter()
            .find(|it| it.seat == 2 && it.nth == 0)
            .unwrap();
        assert!(sits.person.is_none() && sits.mind.is_some() && sits.rank.is_some());
        assert_eq!(past(&house, PastOf::Person(gone)).await, [ended]);

        // So is whoever was gone and in whose place somebody else sat down.
        let begun = house.begun::<Hawaii>(3, 0).await;
        let gone = begun.seats[0].person.unwrap();
        let by = Some((PersonId(500), "somebody".to_owned()));
        let table = house
            .host
            .replacements
            .replace(begun, &actor(500), gone, by, true)
            .await
            .unwrap();
        let over = house.play_out::<Hawaii>(table.game, &mut dice(83)).await;
        let ended = only(&house, over.game).await;
        let how = |person| {
            ended
                .players
                .iter()
                .find(|it| it.person == Some(person))
                .unwrap()
        };
        assert_eq!((how(gone).nth, how(gone).left_by), (1, LeftBy::Replaced));
        assert_eq!(
            (how(PersonId(500)).nth, how(PersonId(500)).left_by),
            (0, LeftBy::Stayed)
        );
    });
}

#[test]
fn a_game_ends_without_a_result_when_all_agree() {
    wait(async {
        let house = TestHost::new().await;
        let begun = house.begun::<Hawaii>(3, 1).await;
        house.hear().await;
        let ask = Consent::Ask(Terms::End);
        let open = house
            .host
            .agreements
            .agree(begun.clone(), &actor(100), ask)
            .await
            .unwrap();
        assert_eq!(open, Agreement::Open(2));
        let again = house
            .host
            .agreements
            .agree(house.kept(begun.game).await, &actor(100), ask)
            .await
            .unwrap();
        assert_eq!(
            again,
            Agreement::Open(2),
            "whoever asks twice has one voice"
        );
        let heard = house.hear().await;
        let [asked] = &heard[..] else {
            panic!("asked once: {heard:?}")
        };
        let News::Proposed {
            wish: Terms::End,
            number,
            ..
        } = asked.news
        else {
            panic!("{asked:?}")
        };
        let (table, stranger) = (house.kept(begun.game).await, actor(999));
        let agreed = house
            .host
            .agreements
            .agree(table, &stranger, Consent::Agree(number))
            .await;
        assert_eq!(declined(agreed), Declined::NotSeated);
        // A move in between takes nothing of it back, nor does it bring the end about.
        house
            .act_at_random::<Hawaii>(begun.game, &mut dice(84))
            .await;
        house.hear().await;
        let number = house.kept(begun.game).await.waiting.asks.unwrap().number;
        for (person, came) in [(101, Agreement::Open(1)), (102, Agreement::Done)] {
            let table = house.kept(begun.game).await;
            assert_eq!(table.status, TableStatus::Running);
            assert_eq!(
                house
                    .host
                    .agreements
                    .agree(table, &actor(person), Consent::Agree(number))
                    .await
                    .unwrap(),
                came
            );
        }
        let over = house.kept(begun.game).await;
        assert_eq!(over.status, TableStatus::Over);
        let heard = house.hear().await;
        let [ended, film] = &heard[..] else {
            panic!("that it ended, and the film: {heard:?}")
        };
        assert!(matches!(
            (&ended.news, &film.news),
            (News::Ended, News::Film)
        ));
        let ended = only(&house, over.game).await;
        assert_eq!(ended.ending, Ending::Agreed);
        assert!(
            ended
                .players
                .iter()
                .all(|it| it.rank.is_none() && it.left_by == LeftBy::Stayed)
        );
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
        house.host.games.write_record(&over).await.unwrap();
    });
}

#[test]
fn nobody_ends_a_game_alone() {
    wait(async {
        let house = TestHost::new().await;
        let begun = house.begun::<Hawaii>(1, 2).await;
        let ended = house
            .host
            .agreements
            .agree(begun, &actor(100), Consent::Ask(Terms::End))
            .await;
        assert_eq!(declined(ended), Declined::Alone);
    });
}

/// A player who lets the time run out does not hold up the others for ever.
async fn one_is_silent(rated: bool) -> (Agreement, TableStatus) {
    let clock = Clock::standing_at(Timestamp(20_000 * DAY));
    let house = TestHost::new().await.by_clock(&clock);
    let settings = TableSettings {
        pace: TimeControl::Turn(DAY),
        late: TimeoutPolicy::Announce,
        rated,
        ..TableSettings::default()
    };
    let new = NewGame {
        chairs: Some(2),
        settings,
        ..new_game::<Hawaii>(31)
    };
    let game = house.host.lobby.open(&new, &actor(100)).await.unwrap().game;
    house
        .host
        .lobby
        .join(game, &actor(101), None, true)
        .await
        .unwrap();
    let begun = house.start(game, 100).await;
    let silent = house.to_act::<Hawaii>(&begun).await;
    let other = 201 - silent;
    let ask = Consent::Ask(Terms::End);
    let agrees = async || {
        house
            .host
            .agreements
            .agree(house.kept(game).await, &actor(other), ask)
            .await
            .unwrap()
    };
    assert_eq!(agrees().await, Agreement::Open(1), "they are here");
    clock.turn(2 * DAY);
    house.time_passes().await;
    assert!(house.kept(game).await.waiting.late);
    let came = agrees().await;
    (came, house.kept(game).await.status)
}

#[test]
fn whoever_is_silent_need_not_agree_unless_it_counts() {
    wait(async {
        assert_eq!(
            one_is_silent(false).await,
            (Agreement::Done, TableStatus::Over)
        );
        assert_eq!(
            one_is_silent(true).await,
            (Agreement::Open(1), TableStatus::Running)
        );
    });
}

#[test]
fn a_closed_table_stays_closed_when_it_is_over() {
    wait(async {
        let house = TestHost::new().await;
        let settings = TableSettings {
            closed: true,
            ..TableSettings::default()
        };
        let new = NewGame {
            chairs: Some(2),
            settings,
            channel: ChannelId(51),
            ..new_game::<Haleakala>(51)
        };
        let game = house.host.lobby.open(&new, &actor(1)).await.unwrap().game;
        house
            .host
            .lobby
            .join(game, &actor(2), None, true)
            .await
            .unwrap();
        let table = house.start(game, 1).await;
        house
            .host
            .resignations
            .resign(table, &actor(1))
            .await
            .unwrap();
        assert!(only(&house, game).await.closed);
    });
}
