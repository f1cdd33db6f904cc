//! Contests run to their end, whichever process handles them and however often it restarts. No
//! table is missing or opened twice, and standings follow from the results alone.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lanai_host::{
    ChannelId, Clock, Contest, ContestEvent, ContestId, ContestRefusal, Ending, GuildId, Heat,
    Host, LeftBy, MAX_HEAT_POINTS, NewContest, News, PairingSystem, Participant, Participation,
    PersonId, Refusal, Scheduler, Successor, Table, TableId, TableStatus, TimeControl, Timestamp,
};
use lanai_rules::Title;
use lanai_rules::chance::Dice;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_store::{ContestChange, GameResult};

use lanai_testing::homes::Database;
use lanai_testing::outside::test_size;
use lanai_testing::scenes::{
    TestHost, actor, block_on, expect_internal_error, expect_refusal, pressing_actor, receipt,
    seeded_dice,
};

const HOUR: i64 = 60 * 60;
const HALL: i64 = 7;
/// The organiser of the contests.
const ORGANISER: i64 = 1;

fn new_contest(title: Title, system: PairingSystem) -> NewContest {
    NewContest {
        guild: GuildId(1),
        channel: ChannelId(HALL),
        name: "Autumn".to_owned(),
        title,
        options: String::new(),
        seat_count: None,
        system,
        rounds: None,
        time_control: TimeControl::Turn(24 * HOUR),
        language: "en".to_owned(),
        follows: None,
    }
}

/// Begins a contest with persons 100, 101 and so on.
async fn start_contest(fixture: &TestHost, new: &NewContest, people: i64) -> Contest {
    let id = fixture.open_contest(new, ORGANISER).await.id;
    for person in 100..100 + people {
        fixture.sign_up(id, person).await;
    }
    fixture
        .host
        .contests
        .begin_contest(id, &actor(ORGANISER), false)
        .await
        .unwrap()
}

/// Runs a contest as the bot does, but without messages, with plain channels for threads.
async fn tend_contests(host: &Host) {
    while let Some(tended) = host.contest_runner.claim_due().await.unwrap() {
        let contest = host
            .contest_runner
            .advance_contest(tended.contest_id)
            .await
            .unwrap();
        if contest.status == TableStatus::Running {
            for heat in contest.unopened_heats() {
                let thread = ChannelId(contest.id.0 * 100_000 + heat.number);
                drop(
                    host.contest_runner
                        .open_heat(contest.id, heat.number, thread)
                        .await
                        .unwrap(),
                );
            }
            let contest = host.contests.find(tended.contest_id).await.unwrap();
            assert_eq!(host.contest_runner.begin_heats(&contest).await.unwrap(), 0);
        }
        host.contest_runner
            .finish_check(tended, None)
            .await
            .unwrap();
    }
}

/// Runs a contest and posts the announcements, so that games start.
pub(super) async fn tend_and_start_games(fixture: &TestHost) {
    tend_contests(&fixture.host).await;
    let outbox = fixture.outbox();
    for due in outbox.list_due(10_000).await.unwrap() {
        assert!(
            outbox
                .mark_sent(&due, receipt(due.notice.0 + 5000))
                .await
                .unwrap()
        );
    }
}

/// Ends a game with these ranks by seat; `None` for a player who left.
async fn end_with_ranks(fixture: &TestHost, game: TableId, ranks: &[Option<i64>]) {
    let table = fixture.load_table(game).await;
    assert_eq!(table.status, TableStatus::Running, "{game:?}");
    let player = |(chair, rank): (&lanai_host::SeatedPlayer, &Option<i64>)| Participant {
        seat: chair.seat,
        holder_number: i64::from(rank.is_none()),
        person: chair.person,
        name: chair.name.clone(),
        policy: None,
        left_by: if rank.is_some() {
            LeftBy::Stayed
        } else {
            LeftBy::Resigned
        },
        points: rank.map(|rank| 100 - 10 * rank),
        rank: *rank,
    };
    let result = GameResult {
        ending: Ending::Played,
        ended_at: fixture.host.clock.now(),
        players_only: false,
        rated: true,
        players: table.seats.iter().zip(ranks).map(player).collect(),
        play_stats: Vec::new(),
    };
    let mut change = fixture.empty_change(game).await;
    (change.status, change.wait, change.result) = (TableStatus::Over, None, Some(result));
    assert!(matches!(
        fixture.store.writer().write(&change).await.unwrap(),
        lanai_host::WriteOutcome::Done { .. }
    ));
}

/// Ends a game at random, sometimes with ties or players who left.
async fn end_with_random_ranks(fixture: &TestHost, game: TableId, dice: &mut Dice) {
    let seats = fixture.load_table(game).await.seats.len();
    let mut ranks: Vec<Option<i64>> = (1..).map(Some).take(seats).collect();
    for at in (1..seats).rev() {
        ranks.swap(
            at,
            dice.below(u32::try_from(at + 1).unwrap())
                .try_into()
                .unwrap(),
        );
    }
    if dice.below(8) == 0 {
        ranks
            .iter_mut()
            .filter(|rank| **rank == Some(2))
            .for_each(|rank| *rank = Some(1));
    }
    if dice.below(10) == 0 {
        ranks
            .iter_mut()
            .filter(|rank| **rank == Some(i64::try_from(seats).unwrap()))
            .for_each(|rank| *rank = None);
    }
    end_with_ranks(fixture, game, &ranks).await;
}

/// Returns the running games.
fn running_games(contest: &Contest) -> Vec<TableId> {
    let open = contest.state.heats.iter().filter(|heat| heat.is_open());
    open.map(|heat| contest.games[&heat.number]).collect()
}

/// Plays a contest to its end, with random results in random order.
async fn play_contest_out(fixture: &TestHost, id: ContestId, dice: &mut Dice) -> Contest {
    for _ in 0..10_000 {
        tend_and_start_games(fixture).await;
        let contest = fixture.find_contest(id).await;
        assert_contest_is_consistent(&fixture.host, &contest).await;
        if contest.status == TableStatus::Over {
            return contest;
        }
        let games = running_games(&contest);
        let game = games[usize::try_from(dice.below(u32::try_from(games.len()).unwrap())).unwrap()];
        end_with_random_ranks(fixture, game, dice).await;
    }
    panic!("it never ends");
}

/// Asserts that no one sits at two tables of a round, that each heat has at most one table with its
/// entrants, and that points follow from the stored results.
pub(crate) async fn assert_contest_is_consistent(host: &Host, contest: &Contest) {
    let state = &contest.state;
    let counting: Vec<&Heat> = state.heats.iter().filter(|heat| !heat.annulled).collect();
    let mut seen = BTreeSet::new();
    for heat in &counting {
        for seated in &heat.seats {
            assert!(
                seen.insert((heat.division, heat.round, *seated)),
                "each person sits once: {heat:?}"
            );
        }
    }
    let mut points: BTreeMap<usize, f64> = BTreeMap::new();
    for heat in counting.iter().filter(|heat| heat.outcome.is_some()) {
        let outcome = heat.outcome.as_ref().unwrap();
        if !heat.is_bye() && outcome.points.iter().all(|points| *points == 0) {
            // Tables that were given up had absent players.
            assert!(
                host.tables
                    .find(contest.games[&heat.number])
                    .await
                    .unwrap()
                    .people()
                    .is_empty()
            );
            continue;
        }
        if heat.is_bye() {
            *points.entry(heat.seats[0]).or_default() += 24.0;
            continue;
        }
        let game = contest.games[&heat.number];
        let people: Vec<PersonId> = heat
            .seats
            .iter()
            .map(|seated| state.entrants[*seated].person)
            .collect();
        let table = host.tables.find(game).await.unwrap();
        let past = host.history.find(game).await.unwrap();
        let rank = |person: PersonId| {
            // A player who left the seat that they had may have taken over another one.
            let player = past
                .players
                .iter()
                .filter(|player| player.person == Some(person))
                .max_by_key(|player| player.holder_number)
                .unwrap();
            let away = table
                .seats
                .iter()
                .any(|chair| chair.person == Some(person) && chair.stands_in);
            match (past.ending, player.left_by) {
                (Ending::Agreed, _) => 1,
                // The players who stayed until the table was given up have won.
                (_, LeftBy::Stayed) if !away => player.rank.unwrap_or(1),
                (_, LeftBy::Stayed | LeftBy::Resigned | LeftBy::Replaced) => 99,
            }
        };
        for (own, seated) in people.iter().zip(&heat.seats) {
            let others = people.iter().filter(|other| *other != own);
            let won: f64 = others
                .map(|other| match rank(*own).cmp(&rank(*other)) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                })
                .sum();
            let seats = f64::from(u8::try_from(people.len() - 1).unwrap());
            *points.entry(*seated).or_default() += 24.0 * won / seats;
        }
    }
    for line in state.standings() {
        let own = points.get(&line.entrant).copied().unwrap_or_default();
        let stored =
            f64::from(i32::try_from(line.points - state.entrants[line.entrant].corrected).unwrap());
        assert!((own - stored).abs() < 0.01, "{own} {stored} {line:?}");
    }
}

fn people_of_heat(contest: &Contest, heat: &Heat) -> Vec<i64> {
    heat.seats
        .iter()
        .map(|seated| contest.state.entrants[*seated].person.0)
        .collect()
}

/// Counts how often each pair has met.
fn count_meetings(contest: &Contest) -> BTreeMap<(usize, usize), usize> {
    let mut met = BTreeMap::new();
    for heat in contest.state.heats.iter().filter(|heat| !heat.annulled) {
        for (at, one) in heat.seats.iter().enumerate() {
            for other in &heat.seats[at + 1..] {
                *met.entry((*one.min(other), *one.max(other))).or_default() += 1;
            }
        }
    }
    met
}

#[tokio::test(flavor = "multi_thread")]
async fn two_division_league_is_round_robin_and_promotes() {
    let mut fixture = TestHost::new().await;
    let new = new_contest(Title::Haleakala, PairingSystem::League);
    let id = start_contest(&fixture, &new, 9).await.id;
    let mut dice = seeded_dice(1);
    // A restart in the middle of a season.
    tend_and_start_games(&fixture).await;
    let first = running_games(&fixture.find_contest(id).await)[0];
    end_with_random_ranks(&fixture, first, &mut dice).await;
    fixture = fixture.restart().await;
    let over = play_contest_out(&fixture, id, &mut dice).await;
    let sizes: Vec<usize> = (1..=2)
        .map(|division| {
            over.state
                .entrants
                .iter()
                .filter(|one| one.division == division)
                .count()
        })
        .collect();
    assert_eq!(sizes, [5, 4]);
    let met = count_meetings(&over);
    assert_eq!(met.len(), 10 + 6);
    assert!(met.values().all(|times| *times == 1), "{met:?}");
    // First seats are spread evenly.
    for number in 0..9 {
        let heats = || {
            over.state
                .heats
                .iter()
                .filter(|heat| heat.seats.contains(&number))
        };
        let first = heats().filter(|heat| heat.seats[0] == number).count();
        assert!(
            heats().count().abs_diff(2 * first) <= 2,
            "{first} of {}",
            heats().count()
        );
    }
    let standings = over.state.standings();
    let place = |division: u32, place: usize| {
        let line = standings
            .iter()
            .find(|line| (line.division, line.place) == (division, place))
            .unwrap();
        over.state.entrants[line.entrant].person
    };
    let (falls, rises) = (place(1, 5), place(2, 1));
    // The next season: those who rose and fell have changed places; a newcomer begins below.
    let next = NewContest::next_season_of(&over);
    let ended = fixture.open_contest(&next, ORGANISER).await.id;
    fixture
        .host
        .contests
        .end_contest(ended, &actor(ORGANISER), false, "too soon")
        .await
        .unwrap();
    let season = fixture.open_contest(&next, ORGANISER).await.id;
    for person in (100..110).rev() {
        fixture.sign_up(season, person).await;
    }
    let season = fixture
        .host
        .contests
        .begin_contest(season, &actor(ORGANISER), false)
        .await
        .unwrap();
    // Promotion is decided once: a repeated press finds the existing season.
    fixture
        .host
        .contests
        .end_contest(season.id, &actor(ORGANISER), false, "rain")
        .await
        .unwrap();
    let again = fixture
        .host
        .contests
        .open_contest(&next, &actor(ORGANISER))
        .await;
    assert_eq!(expect_refusal(again), ContestRefusal::SeasonOpened.into());
    let division = |person: PersonId| {
        season
            .state
            .entrants
            .iter()
            .find(|entrant| entrant.person == person)
            .unwrap()
            .division
    };
    assert_eq!(
        (division(rises), division(falls), division(PersonId(109))),
        (1, 2, 2)
    );
    assert_eq!(division(place(1, 1)), 1);
    assert_eq!(division(place(2, 4)), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn league_of_two_is_played() {
    let fixture = TestHost::new().await;
    let id = start_contest(
        &fixture,
        &new_contest(Title::Haleakala, PairingSystem::League),
        2,
    )
    .await
    .id;
    let over = play_contest_out(&fixture, id, &mut seeded_dice(3)).await;
    assert_eq!(
        count_meetings(&over).into_keys().collect::<Vec<_>>(),
        [(0, 1)]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn hawaii_division_rotates_tables_and_seats() {
    let fixture = TestHost::new().await;
    let new = NewContest {
        rounds: Some(4),
        ..new_contest(Title::Hawaii, PairingSystem::League)
    };
    let id = start_contest(&fixture, &new, 8).await.id;
    let over = play_contest_out(&fixture, id, &mut seeded_dice(2)).await;
    assert_eq!(over.state.heats.len(), 8);
    for number in 0..8 {
        let sat: BTreeSet<usize> = over
            .state
            .heats
            .iter()
            .filter_map(|heat| heat.seats.iter().position(|seated| *seated == number))
            .collect();
        assert!(
            sat.len() >= 3,
            "in four tables each player sits in at least three seats: {sat:?}"
        );
    }
    // Early seats in one round are balanced by late seats in the next, measured from the
    // middle.
    let late = |number: usize| -> i64 {
        let first_two = over.state.heats.iter().filter(|heat| heat.round <= 2);
        let sat =
            first_two.filter_map(|heat| heat.seats.iter().position(|seated| *seated == number));
        sat.map(|seat| 2 * i64::try_from(seat).unwrap() - 3).sum()
    };
    let squares: Vec<i64> = (0..8).map(|number| late(number).pow(2)).collect();
    assert!(squares.iter().sum::<i64>() <= 16, "{squares:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn swiss_pairs_equal_scores_and_avoids_rematches() {
    let fixture = TestHost::new().await;
    let new = NewContest {
        rounds: Some(3),
        ..new_contest(Title::Hawaii, PairingSystem::Swiss)
    };
    let id = start_contest(&fixture, &new, 16).await.id;
    let over = play_contest_out(&fixture, id, &mut seeded_dice(3)).await;
    assert_eq!(
        over.state
            .heats
            .iter()
            .filter(|heat| heat.seats.len() == 4)
            .count(),
        12
    );
    let twice = count_meetings(&over)
        .values()
        .filter(|times| **times > 1)
        .count();
    assert!(twice <= 4, "{twice} pairs of 72 met again");
    // Players who won both of the first rounds meet others who did well.
    let third: Vec<&Heat> = over
        .state
        .heats
        .iter()
        .filter(|heat| heat.round == 3)
        .collect();
    let before = |number: usize| -> i64 {
        let earlier = over.state.heats.iter().filter(|heat| heat.round < 3);
        let own = earlier.filter_map(|heat| {
            let at = heat.seats.iter().position(|seated| *seated == number)?;
            Some(heat.outcome.as_ref().unwrap().points[at])
        });
        own.sum()
    };
    let sums: Vec<i64> = third
        .iter()
        .map(|heat| heat.seats.iter().map(|number| before(*number)).sum())
        .collect();
    assert!(sums[0] > sums[3], "{sums:?}");
    // Each table hands out all of its points, in thousandths that are rounded down.
    let shares: i64 = over.state.standings().iter().map(|line| line.share).sum();
    assert!((12 * 997..=12 * 1000).contains(&shares), "{shares}");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_player_has_at_most_one_bye() {
    let fixture = TestHost::new().await;
    let new = NewContest {
        rounds: Some(5),
        ..new_contest(Title::Haleakala, PairingSystem::Swiss)
    };
    let id = start_contest(&fixture, &new, 7).await.id;
    let over = play_contest_out(&fixture, id, &mut seeded_dice(4)).await;
    let rested: Vec<usize> = over
        .state
        .heats
        .iter()
        .filter(|heat| heat.is_bye())
        .map(|heat| heat.seats[0])
        .collect();
    assert_eq!(rested.len(), 5);
    assert_eq!(
        rested.iter().collect::<BTreeSet<_>>().len(),
        5,
        "{rested:?}"
    );
    let met = count_meetings(&over);
    assert!(met.values().all(|times| *times == 1), "{met:?}");
}

#[test]
fn knockout_keeps_the_better_half_until_one_is_left() {
    for (title, entrants) in [
        (Title::Haleakala, 7),
        (Title::Haleakala, 2),
        (Title::Hawaii, 16),
        (Title::Hawaii, 11),
    ] {
        block_on(async move {
            let fixture = TestHost::new().await;
            let id = start_contest(
                &fixture,
                &new_contest(title, PairingSystem::Knockout),
                entrants,
            )
            .await
            .id;
            let over = play_contest_out(&fixture, id, &mut seeded_dice(5)).await;
            let last = over.state.round(1);
            let of = |round: u32| {
                over.state
                    .heats
                    .iter()
                    .filter(move |heat| heat.round == round)
            };
            assert_eq!(of(last).count(), 1, "a last table");
            let winner = over.state.standings()[0].entrant;
            for round in 1..=last {
                let there: BTreeSet<usize> =
                    of(round).flat_map(|heat| heat.seats.clone()).collect();
                assert!(there.contains(&winner));
                let next: BTreeSet<usize> =
                    of(round + 1).flat_map(|heat| heat.seats.clone()).collect();
                assert!(next.is_subset(&there));
                for heat in of(round).filter(|heat| round < last && !heat.is_bye()) {
                    let points = &heat.outcome.as_ref().unwrap().points;
                    let on = |at: &usize| next.contains(&heat.seats[*at]);
                    let worst = (0..heat.seats.len())
                        .filter(on)
                        .map(|at| points[at])
                        .min()
                        .unwrap();
                    let best = (0..heat.seats.len())
                        .filter(|at| !on(at))
                        .map(|at| points[at])
                        .max()
                        .unwrap();
                    assert!(worst >= best, "{heat:?} {next:?}");
                }
            }
        });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn table_sizes_are_balanced() {
    let fixture = TestHost::new().await;
    for people in (3..=33).step_by(test_size(5, 1)) {
        for (system, chairs) in [
            (PairingSystem::Swiss, 3),
            (PairingSystem::Knockout, 4),
            (PairingSystem::Swiss, 5),
            (PairingSystem::League, 4),
        ] {
            let new = NewContest {
                seat_count: Some(chairs),
                ..new_contest(Title::Hawaii, system)
            };
            let begun = start_contest(&fixture, &new, people).await;
            let sizes: Vec<usize> = begun
                .state
                .heats
                .iter()
                .map(|heat| heat.seats.len())
                .collect();
            assert_eq!(
                sizes.iter().sum::<usize>(),
                usize::try_from(people).unwrap()
            );
            assert!(
                sizes.iter().all(|size| (3..=5).contains(size)),
                "{people} at tables of {chairs}: {sizes:?}"
            );
            fixture
                .host
                .contests
                .end_contest(begun.id, &actor(ORGANISER), false, "enough")
                .await
                .unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_processes_open_each_contest_table_once() {
    for database in [
        Some(Database::create_file()),
        Database::create_on_server().await,
    ]
    .into_iter()
    .flatten()
    {
        let store = database.open_store().await;
        let folder = lanai_testing::folders::create_folder();
        let fixture = TestHost {
            folder,
            host: Arc::new(Host::new(store.clone())),
            store: store.clone(),
        };
        let id = start_contest(
            &fixture,
            &new_contest(Title::Haleakala, PairingSystem::Swiss),
            16,
        )
        .await
        .id;
        let tenders: Vec<Arc<Host>> = (0..4).map(|_| Arc::new(Host::new(store.clone()))).collect();
        // All organisers at once without a lease, as if each returned after its lease had
        // expired.
        let works = tenders.iter().map(|host| {
            let host = Arc::clone(host);
            tokio::spawn(async move {
                let contest = host.contest_runner.advance_contest(id).await.unwrap();
                for heat in contest.unopened_heats() {
                    let thread = ChannelId(i64::from(host_number(&host)) * 1000 + heat.number);
                    drop(
                        host.contest_runner
                            .open_heat(contest.id, heat.number, thread)
                            .await
                            .unwrap(),
                    );
                }
                let contest = host.contests.find(id).await.unwrap();
                host.contest_runner.begin_heats(&contest).await.unwrap()
            })
        });
        for work in works.collect::<Vec<_>>() {
            work.await.unwrap();
        }
        let contest = fixture.find_contest(id).await;
        assert_eq!(contest.games.len(), 8);
        assert_eq!(
            fixture.host.verifier.list_tables().await.unwrap().len(),
            8,
            "no table beside them"
        );
        for game in contest.games.values() {
            assert!(fixture.load_table(*game).await.is_starting());
        }
    }
}

/// Returns a number that differs between the hosts of one store.
fn host_number(host: &Arc<Host>) -> u16 {
    u16::try_from(Arc::as_ptr(host).addr() / 64 % 60_000).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn dropouts_are_replaced_and_silent_players_drop_out() {
    let clock = Clock::stopped_at(Timestamp(1_000_000));
    let fixture = TestHost::new().await.with_clock(&clock);
    let new = NewContest {
        rounds: Some(3),
        ..new_contest(Title::Haleakala, PairingSystem::Swiss)
    };
    let contest = start_contest(&fixture, &new, 4).await;
    let id = contest.id;
    tend_and_start_games(&fixture).await;
    let contest = fixture.find_contest(id).await;
    // A reserve comes and a player drops out; repeated sign-ups are told apart from both.
    fixture.sign_up(id, 200).await;
    fixture.sign_up(id, 201).await;
    assert_eq!(
        expect_refusal(fixture.host.contests.sign_up(id, &actor(200)).await),
        ContestRefusal::SignedUp.into()
    );
    let [one, other] = running_games(&contest)[..] else {
        panic!("two tables")
    };
    let (left, stays) = {
        let heat = &contest.state.heats[0];
        (
            people_of_heat(&contest, heat)[0],
            people_of_heat(&contest, heat)[1],
        )
    };
    fixture
        .host
        .contests
        .sign_off(id, &actor(left))
        .await
        .unwrap();
    assert_eq!(
        expect_refusal(fixture.host.contests.sign_off(id, &actor(left)).await),
        ContestRefusal::NotSignedUp.into()
    );
    assert_eq!(
        expect_refusal(fixture.host.contests.sign_off(id, &actor(999)).await),
        ContestRefusal::NotSignedUp.into()
    );
    // At the other table the computer replaces one of two players for good.
    end_with_ranks(&fixture, one, &[Some(2), Some(1)]).await;
    let table = fixture.load_table(other).await;
    let silent = table.waiting.person.unwrap();
    clock.advance(24 * HOUR + 1);
    Scheduler::new(&fixture.host).run_due().await.unwrap();
    assert!(
        fixture
            .load_table(other)
            .await
            .seats
            .iter()
            .any(|chair| chair.person == Some(silent) && chair.stands_in)
    );
    end_with_ranks(&fixture, other, &[Some(1), Some(1)]).await;
    tend_and_start_games(&fixture).await;
    let contest = fixture.find_contest(id).await;
    assert_contest_is_consistent(&fixture.host, &contest).await;
    assert_eq!(contest.state.round(1), 2);
    let plays: BTreeSet<i64> = contest
        .state
        .active_entrants()
        .map(|number| contest.state.entrants[number].person.0)
        .collect();
    assert!(
        plays.contains(&200) && plays.contains(&201) && plays.contains(&stays),
        "{plays:?}"
    );
    assert!(
        !plays.contains(&left) && !plays.contains(&silent.0),
        "{plays:?}"
    );
    let count_logged = |what: fn(&ContestEvent) -> bool| {
        contest
            .state
            .log
            .iter()
            .filter(|entry| what(&entry.event))
            .count()
    };
    assert_eq!(
        count_logged(|what| matches!(what, ContestEvent::Silent { .. })),
        1
    );
    assert_eq!(
        count_logged(|what| matches!(what, ContestEvent::Left { .. })),
        1
    );
    assert_eq!(
        count_logged(|what| matches!(what, ContestEvent::Replaced { .. })),
        2
    );
    // A replaced player can only become a reserve again.
    fixture.sign_up(id, left).await;
    let contest = fixture.find_contest(id).await;
    let again = &contest.state.entrants[contest.state.entrant(PersonId(left)).unwrap()];
    assert_eq!(again.part, Participation::Reserve);
    play_contest_out(&fixture, id, &mut seeded_dice(6)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn abandoned_table_does_not_block_the_round() {
    let clock = Clock::stopped_at(Timestamp(1_000_000));
    let fixture = TestHost::new().await.with_clock(&clock);
    let id = start_contest(
        &fixture,
        &new_contest(Title::Haleakala, PairingSystem::Swiss),
        4,
    )
    .await
    .id;
    tend_and_start_games(&fixture).await;
    let [one, other] = running_games(&fixture.find_contest(id).await)[..] else {
        panic!("two tables")
    };
    end_with_ranks(&fixture, one, &[Some(1), Some(2)]).await;
    for _ in 0..4 {
        clock.advance(24 * HOUR + 1);
        fixture.run_due_work().await;
    }
    assert!(fixture.load_table(other).await.people().is_empty());
    let contest = fixture
        .host
        .contest_runner
        .advance_contest(id)
        .await
        .unwrap();
    assert_eq!(contest.state.round(1), 1, "a player may still come back");
    clock.advance(3 * 24 * HOUR);
    let contest = fixture
        .host
        .contest_runner
        .advance_contest(id)
        .await
        .unwrap();
    assert!(
        contest
            .state
            .log
            .iter()
            .any(|entry| matches!(entry.event, ContestEvent::Abandoned { .. }))
    );
    assert_eq!(contest.state.active_entrants().count(), 2);
    let points: i64 = contest
        .state
        .standings()
        .iter()
        .map(|line| line.points)
        .sum();
    assert_eq!((contest.state.round(1), points), (2, MAX_HEAT_POINTS));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_organiser_corrects_a_contest_with_a_reason() {
    let fixture = TestHost::new().await;
    let new = new_contest(Title::Haleakala, PairingSystem::League);
    let organiser = actor(ORGANISER);
    let id = fixture
        .host
        .contests
        .open_contest(&new, &organiser)
        .await
        .unwrap()
        .id;
    assert_eq!(
        expect_refusal(fixture.host.contests.open_contest(&new, &actor(2)).await),
        ContestRefusal::ChannelOccupied.into()
    );
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .contests
                .begin_contest(id, &organiser, false)
                .await
        ),
        ContestRefusal::TooFewEntrants(2).into()
    );
    for person in 100..104 {
        fixture
            .host
            .contests
            .sign_up(id, &pressing_actor(person, person))
            .await
            .unwrap();
    }
    // A press that is delivered twice counts once.
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .contests
                .sign_up(id, &pressing_actor(104, 100))
                .await
        ),
        Refusal::Repeated
    );
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .contests
                .begin_contest(id, &actor(100), false)
                .await
        ),
        ContestRefusal::NotOrganiser.into()
    );
    fixture
        .host
        .contests
        .begin_contest(id, &actor(100), true)
        .await
        .unwrap();
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .contests
                .begin_contest(id, &organiser, false)
                .await
        ),
        ContestRefusal::Begun.into()
    );
    tend_and_start_games(&fixture).await;
    let contest = fixture.find_contest(id).await;
    let [one, other] = running_games(&contest)[..] else {
        panic!("two tables")
    };
    let table = fixture.load_table(one).await;
    assert_eq!(table.settings.contest, Some(id));
    let (heat, first) = (
        contest.state.heats[0].number,
        table.seats[0].person.unwrap(),
    );
    let stranger = (&actor(100), false);
    for refused in [
        fixture
            .host
            .contests
            .correct_points(id, stranger.0, stranger.1, first, 5, "so")
            .await,
        fixture
            .host
            .contests
            .remove_entrant(id, stranger.0, stranger.1, first, "so")
            .await,
        fixture
            .host
            .contests
            .annul_heat(id, stranger.0, stranger.1, heat, "so")
            .await,
        fixture
            .host
            .contests
            .end_contest(id, stranger.0, stranger.1, "so")
            .await,
    ] {
        assert_eq!(expect_refusal(refused), ContestRefusal::NotOrganiser.into());
    }
    fixture
        .host
        .contests
        .correct_points(id, &organiser, false, first, -5, "late")
        .await
        .unwrap();
    let unknown = fixture
        .host
        .contests
        .correct_points(id, &organiser, false, PersonId(999), 1, "so")
        .await;
    assert_eq!(expect_refusal(unknown), ContestRefusal::NotAnEntrant.into());
    end_with_ranks(&fixture, one, &[Some(1), Some(2)]).await;
    tend_and_start_games(&fixture).await;
    let contest = fixture.find_contest(id).await;
    let points = |contest: &Contest, person: PersonId| {
        let number = contest.state.entrant(person).unwrap();
        contest
            .state
            .standings()
            .iter()
            .find(|line| line.entrant == number)
            .unwrap()
            .points
    };
    assert_eq!(points(&contest, first), MAX_HEAT_POINTS - 5);
    // The replayed table no longer counts, and a new one is opened.
    fixture
        .host
        .contests
        .annul_heat(id, &organiser, false, heat, "wrong options")
        .await
        .unwrap();
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .contests
                .annul_heat(id, &organiser, false, heat, "so")
                .await
        ),
        ContestRefusal::NoHeat.into()
    );
    tend_and_start_games(&fixture).await;
    let contest = fixture.find_contest(id).await;
    assert_eq!(points(&contest, first), -5);
    let new = *running_games(&contest)
        .iter()
        .find(|game| **game != other)
        .unwrap();
    end_with_ranks(&fixture, new, &[Some(2), Some(1)]).await;
    end_with_ranks(&fixture, other, &[Some(2), Some(1)]).await;
    tend_and_start_games(&fixture).await;
    let contest = fixture.find_contest(id).await;
    assert_contest_is_consistent(&fixture.host, &contest).await;
    assert_eq!(contest.state.round(1), 2);
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .contests
                .annul_heat(id, &organiser, false, 2, "so")
                .await
        ),
        ContestRefusal::RoundPaired.into()
    );
    fixture
        .host
        .contests
        .end_contest(id, &organiser, false, "summer is over")
        .await
        .unwrap();
    assert_eq!(
        expect_refusal(fixture.host.contests.sign_up(id, &actor(300)).await),
        ContestRefusal::Over.into()
    );
    tend_contests(&fixture.host).await;
    assert_eq!(fixture.find_contest(id).await.status, TableStatus::Over);
    // The usual limit of tables per person still holds.
    for channel in [7, 8, 9] {
        let new = NewContest {
            channel: ChannelId(channel),
            ..swiss_contest()
        };
        fixture
            .host
            .contests
            .open_contest(&new, &organiser)
            .await
            .unwrap();
    }
    let one_more = NewContest {
        channel: ChannelId(10),
        ..swiss_contest()
    };
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .contests
                .open_contest(&one_more, &organiser)
                .await
        ),
        ContestRefusal::TooManyContests.into()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn entrant_who_resigned_is_last_even_in_the_seat_of_another() {
    // Given a table at which one entrant has resigned
    let fixture = TestHost::new().await;
    let new = NewContest {
        rounds: Some(1),
        ..new_contest(Title::Hawaii, PairingSystem::League)
    };
    let id = start_contest(&fixture, &new, 4).await.id;
    tend_and_start_games(&fixture).await;
    let game = running_games(&fixture.find_contest(id).await)[0];
    let table = fixture.load_table(game).await;
    let [resigned, replaced, second, third] = table.people()[..] else {
        panic!("four people play: {table:?}");
    };
    fixture.resign(table, resigned.0).await;

    // when they take over the seat of another entrant, and win with it,
    let successor = Some(Successor {
        person: resigned,
        name: format!("person {}", resigned.0),
    });
    fixture
        .host
        .replacements
        .replace(
            fixture.load_table(game).await,
            &actor(resigned.0),
            replaced,
            successor,
            true,
        )
        .await
        .unwrap();
    let seats = fixture.load_table(game).await.seats;
    let ranks: Vec<Option<i64>> = seats
        .iter()
        .map(|seat| match seat.person {
            Some(person) if person == resigned => Some(1),
            Some(person) if person == second => Some(2),
            Some(_) => Some(3),
            None => Some(4),
        })
        .collect();
    end_with_ranks(&fixture, game, &ranks).await;
    tend_and_start_games(&fixture).await;

    // then both who left their seats share the last place.
    let contest = fixture.find_contest(id).await;
    assert_contest_is_consistent(&fixture.host, &contest).await;
    let points: BTreeMap<PersonId, i64> = contest
        .state
        .standings()
        .iter()
        .map(|line| (contest.state.entrants[line.entrant].person, line.points))
        .collect();
    let expected = [(second, 24), (third, 16), (resigned, 4), (replaced, 4)];
    assert_eq!(points, BTreeMap::from(expected));
}

#[tokio::test(flavor = "multi_thread")]
async fn removed_player_cannot_return() {
    let fixture = TestHost::new().await;
    let new = NewContest {
        rounds: Some(3),
        ..new_contest(Title::Haleakala, PairingSystem::Swiss)
    };
    let contest = start_contest(&fixture, &new, 4).await;
    let id = contest.id;
    let organiser = actor(ORGANISER);
    tend_and_start_games(&fixture).await;
    let [taken, stays] = people_of_heat(&contest, &contest.state.heats[0])[..] else {
        panic!("two sit there")
    };
    fixture
        .host
        .contests
        .remove_entrant(id, &organiser, false, PersonId(taken), "so")
        .await
        .unwrap();
    let twice = fixture
        .host
        .contests
        .remove_entrant(id, &organiser, false, PersonId(taken), "so")
        .await;
    assert_eq!(expect_refusal(twice), ContestRefusal::NotAnEntrant.into());
    assert_eq!(
        expect_refusal(fixture.host.contests.sign_up(id, &actor(taken)).await),
        ContestRefusal::Removed.into()
    );
    assert_eq!(
        expect_refusal(fixture.host.contests.sign_off(id, &actor(taken)).await),
        ContestRefusal::NotSignedUp.into()
    );
    // A replayed table seats only the remaining players.
    let heat = contest.state.heats[0].number;
    let contest = fixture
        .host
        .contests
        .annul_heat(id, &organiser, false, heat, "so")
        .await
        .unwrap();
    let anew = contest.state.heats.last().unwrap();
    assert!(anew.is_bye() && people_of_heat(&contest, anew) == [stays]);
    // A reserve takes the place, and repeated sign-ups do not add more.
    for _ in 0..5 {
        fixture.sign_up(id, 200).await;
        fixture
            .host
            .contests
            .sign_off(id, &actor(200))
            .await
            .unwrap();
    }
    fixture.sign_up(id, 200).await;
    let contest = fixture.find_contest(id).await;
    assert_eq!(contest.state.entrants.len(), 5);
    let over = play_contest_out(&fixture, id, &mut seeded_dice(9)).await;
    let plays: Vec<i64> = over
        .state
        .active_entrants()
        .map(|number| over.state.entrants[number].person.0)
        .collect();
    assert!(plays.contains(&200) && !plays.contains(&taken), "{plays:?}");
    // In a knock-out points decide nothing, so they cannot be corrected.
    let new = NewContest {
        channel: ChannelId(8),
        ..new_contest(Title::Haleakala, PairingSystem::Knockout)
    };
    let id = start_contest(&fixture, &new, 4).await.id;
    let corrected = fixture
        .host
        .contests
        .correct_points(id, &organiser, false, PersonId(100), 5, "so")
        .await;
    assert_eq!(
        expect_refusal(corrected),
        ContestRefusal::NoCorrections.into()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn reserves_join_only_before_the_last_round() {
    let fixture = TestHost::new().await;
    let new = NewContest {
        rounds: Some(1),
        ..new_contest(Title::Hawaii, PairingSystem::League)
    };
    let contest = start_contest(&fixture, &new, 8).await;
    let id = contest.id;
    tend_and_start_games(&fixture).await;
    let games = running_games(&fixture.find_contest(id).await);
    assert_eq!(games.len(), 2, "one table for each division");
    end_with_ranks(&fixture, games[0], &[Some(1), Some(2), Some(3), Some(4)]).await;
    tend_and_start_games(&fixture).await;
    let over = contest
        .state
        .heats
        .iter()
        .find(|heat| heat.division == 1)
        .unwrap();
    fixture
        .host
        .contests
        .sign_off(id, &actor(people_of_heat(&contest, over)[0]))
        .await
        .unwrap();
    fixture.sign_up(id, 200).await;
    tend_and_start_games(&fixture).await;
    let part = |contest: &Contest| {
        contest.state.entrants[contest.state.entrant(PersonId(200)).unwrap()].part
    };
    assert_eq!(
        part(&fixture.find_contest(id).await),
        Participation::Reserve
    );
    end_with_ranks(&fixture, games[1], &[Some(1), Some(2), Some(3), Some(4)]).await;
    tend_and_start_games(&fixture).await;
    let contest = fixture.find_contest(id).await;
    assert_eq!(
        (contest.status, part(&contest)),
        (TableStatus::Over, Participation::Reserve)
    );
    // A channel that is gone takes its contest with it.
    let new = NewContest {
        channel: ChannelId(8),
        ..new_contest(Title::Hawaii, PairingSystem::League)
    };
    let id = start_contest(&fixture, &new, 8).await.id;
    fixture.host.contests.end_without_channel(id).await.unwrap();
    assert_eq!(fixture.find_contest(id).await.status, TableStatus::Over);
}

fn swiss_contest() -> NewContest {
    new_contest(Title::Hawaii, PairingSystem::Swiss)
}

#[tokio::test(flavor = "multi_thread")]
async fn contest_tables_have_fixed_seats() {
    let fixture = TestHost::new().await;
    let id = start_contest(
        &fixture,
        &new_contest(Title::Haleakala, PairingSystem::Knockout),
        2,
    )
    .await
    .id;
    tend_contests(&fixture.host).await;
    let game = running_games(&fixture.find_contest(id).await)[0];
    let table = fixture.load_table(game).await;
    assert!(table.is_starting());
    assert_eq!(
        expect_refusal(fixture.host.lobby.leave(game, &actor(100), true).await),
        Refusal::Starting
    );
    let fixed = fixture.deliver_notices().await;
    assert!(fixed.iter().any(|due| matches!(due.news, News::SeatsFixed)));
    // A real game, and a real end.
    let table: Table = fixture
        .play_out::<Haleakala>(game, &mut seeded_dice(7))
        .await;
    assert_eq!(table.status, TableStatus::Over);
    tend_contests(&fixture.host).await;
    let contest = fixture.find_contest(id).await;
    assert_eq!(contest.status, TableStatus::Over);
    assert_contest_is_consistent(&fixture.host, &contest).await;
    // The visibility follows the channel of the contest, even if the table was changed later.
    assert_eq!(
        fixture
            .host
            .statistics
            .list_audience_channels(contest.guild)
            .await
            .unwrap(),
        [contest.channel]
    );
    // Seats are fixed before the announcement, too.
    let new = NewContest {
        channel: ChannelId(8),
        ..new_contest(Title::Hawaii, PairingSystem::Swiss)
    };
    let contest = start_contest(&fixture, &new, 3).await;
    let heat = &contest.state.heats[0];
    let table = fixture
        .host
        .contest_runner
        .open_heat(contest.id, heat.number, ChannelId(55))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        expect_refusal(fixture.host.lobby.leave(table.id, &actor(100), true).await),
        Refusal::ContestTable
    );
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .lobby
                .join(table.id, &actor(300), None, true)
                .await
        ),
        Refusal::ContestTable
    );
    assert!(
        fixture
            .host
            .contest_runner
            .open_heat(contest.id, heat.number, ChannelId(56))
            .await
            .unwrap()
            .is_none()
    );
    // The limit of tables per person does not apply to organisers.
    fixture
        .host
        .access
        .check_open_table_limit(&actor(ORGANISER))
        .await
        .unwrap();
    // The games begin, and one is played by its rules to the end.
    tend_and_start_games(&fixture).await;
    fixture
        .play_out::<Hawaii>(table.id, &mut seeded_dice(8))
        .await;
    tend_contests(&fixture.host).await;
    assert_contest_is_consistent(&fixture.host, &fixture.find_contest(contest.id).await).await;
}

/// A season of 64 people in sixteen divisions, with restarts, withdrawals, reserves and missing
/// players.
#[tokio::test(flavor = "multi_thread")]
async fn large_season_runs_by_itself() {
    let mut fixture = TestHost::new().await;
    for (title, system, rounds) in [
        (Title::Hawaii, PairingSystem::League, 4),
        (Title::Haleakala, PairingSystem::Swiss, 6),
        (Title::Hawaii, PairingSystem::Knockout, 1),
    ] {
        let new = NewContest {
            rounds: Some(rounds),
            channel: ChannelId(HALL),
            ..new_contest(title, system)
        };
        let people = i64::try_from(test_size(24, 64)).unwrap();
        let id = start_contest(&fixture, &new, people).await.id;
        let mut dice = seeded_dice(9);
        let mut steps = 0;
        let over = loop {
            tend_and_start_games(&fixture).await;
            let contest = fixture.find_contest(id).await;
            if contest.status == TableStatus::Over {
                break contest;
            }
            let games = running_games(&contest);
            let game =
                games[usize::try_from(dice.below(u32::try_from(games.len()).unwrap())).unwrap()];
            end_with_random_ranks(&fixture, game, &mut dice).await;
            steps += 1;
            match dice.below(30) {
                0 => fixture = fixture.restart().await,
                1 => {
                    let person = 100 + i64::from(dice.below(24));
                    drop(fixture.host.contests.sign_off(id, &actor(person)).await);
                }
                2 => drop(
                    fixture
                        .host
                        .contests
                        .sign_up(id, &actor(1000 + steps))
                        .await,
                ),
                _ => {}
            }
        };
        assert_contest_is_consistent(&fixture.host, &over).await;
        let played = over
            .state
            .heats
            .iter()
            .filter(|heat| !heat.is_bye())
            .count();
        assert_eq!(
            over.games.len(),
            played,
            "no table is missing, and none is doubled"
        );
        if system == PairingSystem::League {
            assert_eq!(
                i64::try_from(played).unwrap(),
                people,
                "divisions of four play four tables each"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unreadable_contest_is_an_internal_error() {
    let fixture = TestHost::new().await;
    let id = start_contest(
        &fixture,
        &new_contest(Title::Haleakala, PairingSystem::League),
        3,
    )
    .await
    .id;
    let change = ContestChange {
        contest_id: id,
        expected_revision: fixture.find_contest(id).await.revision,
        interaction: None,
        status: TableStatus::Running,
        state: "{}".to_owned(),
        at: Timestamp(1),
    };
    fixture.store.contests().update(&change).await.unwrap();
    assert!(
        expect_internal_error(fixture.host.contests.find(id).await)
            .contains("contest 1 cannot be read")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn computer_replaces_an_erased_entrant() {
    let fixture = TestHost::new().await;
    let id = start_contest(
        &fixture,
        &new_contest(Title::Haleakala, PairingSystem::Knockout),
        2,
    )
    .await
    .id;
    fixture.erase(100, "person 100").await;
    tend_and_start_games(&fixture).await;
    let game = running_games(&fixture.find_contest(id).await)[0];
    let table = fixture.load_table(game).await;
    assert_eq!(table.people(), [PersonId(101)]);
    assert_eq!(
        table
            .seats
            .iter()
            .filter(|chair| chair.policy.is_some())
            .count(),
        1
    );
    fixture.run_computers().await;
    fixture
        .play_out::<Haleakala>(game, &mut seeded_dice(7))
        .await;
    tend_contests(&fixture.host).await;
    let over = fixture.find_contest(id).await;
    assert_eq!(over.status, TableStatus::Over);
    assert_eq!(
        over.state.entrants[over.state.standings()[0].entrant].person,
        PersonId(101)
    );
}
