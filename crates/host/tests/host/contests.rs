//! Contests run to their end, whichever process handles them and however often it restarts. No
//! table is missing or opened twice, and standings follow from the results alone.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lanai_host::{
    ChannelId, Clock, Contest, ContestId, ContestRefusal, Declined, Ending, FULL, GuildId, Heat,
    Host, LeftBy, Logged, NewContest, News, Part, Participant, PersonId, Scheduler, System, Table,
    TableId, TableStatus, TimeControl, Timestamp,
};
use lanai_rules::Title;
use lanai_rules::chance::Dice;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_store::{ContestChange, GameResult};

use lanai_testing::homes::Database;
use lanai_testing::outside::extent;
use lanai_testing::scenes::{TestHost, actor, became, declined, dice, press, trouble, wait};

const HOUR: i64 = 60 * 60;
const HALL: i64 = 7;
/// The organiser of the contests.
const ORGANISER: i64 = 1;

fn new_contest(title: Title, system: System) -> NewContest {
    NewContest {
        guild: GuildId(1),
        channel: ChannelId(HALL),
        name: "Autumn".to_owned(),
        title,
        options: String::new(),
        chairs: None,
        system,
        rounds: None,
        pace: TimeControl::Turn(24 * HOUR),
        language: "en".to_owned(),
        follows: None,
    }
}

/// Begins a contest with persons 100, 101 and so on.
async fn begun(house: &TestHost, new: &NewContest, people: i64) -> Contest {
    let id = house
        .host
        .contests
        .open(new, &actor(ORGANISER))
        .await
        .unwrap()
        .id;
    for person in 100..100 + people {
        house
            .host
            .contests
            .sign_up(id, &actor(person))
            .await
            .unwrap();
    }
    house
        .host
        .contests
        .begin(id, &actor(ORGANISER), false)
        .await
        .unwrap()
}

/// Runs a contest as the bot does, but without messages, with plain channels for threads.
async fn tend(host: &Host) {
    while let Some(tended) = host.contest_runner.take_due().await.unwrap() {
        let contest = host.contest_runner.follow(tended.contest).await.unwrap();
        if contest.status == TableStatus::Running {
            for heat in contest.unopened() {
                let thread = ChannelId(contest.id.0 * 100_000 + heat.number);
                drop(
                    host.contest_runner
                        .open_heat(contest.id, heat.number, thread)
                        .await
                        .unwrap(),
                );
            }
            let contest = host.contests.find(tended.contest).await.unwrap();
            assert_eq!(host.contest_runner.begin_heats(&contest).await.unwrap(), 0);
        }
        host.contest_runner.mark_tended(tended, None).await.unwrap();
    }
}

/// The same, and posts the announcements, so that games start.
pub(super) async fn tend_and_begin(house: &TestHost) {
    tend(&house.host).await;
    let outbox = house.outbox();
    for due in outbox.due(10_000).await.unwrap() {
        assert!(
            outbox
                .mark_sent(&due, became(due.notice.0 + 5000))
                .await
                .unwrap()
        );
    }
}

/// Ends a game with these ranks by seat; `None` for a player who left.
async fn comes_out(house: &TestHost, game: TableId, ranks: &[Option<i64>]) {
    let table = house.kept(game).await;
    assert_eq!(table.status, TableStatus::Running, "{game:?}");
    let player = |(chair, rank): (&lanai_host::Chair, &Option<i64>)| Participant {
        seat: chair.seat,
        nth: i64::from(rank.is_none()),
        person: chair.person,
        name: chair.name.clone(),
        mind: None,
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
        at: house.host.clock.now(),
        closed: false,
        rated: true,
        players: table.seats.iter().zip(ranks).map(player).collect(),
        playing: Vec::new(),
    };
    let mut change = house.unchanged(game).await;
    (change.status, change.wait, change.result) = (TableStatus::Over, None, Some(result));
    assert!(matches!(
        house.store.writer().write(&change).await.unwrap(),
        lanai_host::Written::Done { .. }
    ));
}

/// Ends a game at random, sometimes with ties or players who left.
async fn comes_out_somehow(house: &TestHost, game: TableId, dice: &mut Dice) {
    let seats = house.kept(game).await.seats.len();
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
    comes_out(house, game, &ranks).await;
}

/// Returns the running games.
fn playing(contest: &Contest) -> Vec<TableId> {
    let open = contest.state.heats.iter().filter(|heat| heat.is_open());
    open.map(|heat| contest.games[&heat.number]).collect()
}

/// Plays a contest to its end, with random results in random order.
async fn play_out(house: &TestHost, id: ContestId, dice: &mut Dice) -> Contest {
    for _ in 0..10_000 {
        tend_and_begin(house).await;
        let contest = house.host.contests.find(id).await.unwrap();
        is_sound(&house.host, &contest).await;
        if contest.status == TableStatus::Over {
            return contest;
        }
        let games = playing(&contest);
        let game = games[usize::try_from(dice.below(u32::try_from(games.len()).unwrap())).unwrap()];
        comes_out_somehow(house, game, dice).await;
    }
    panic!("it never ends");
}

/// Asserts that no one sits at two tables of a round, that each heat has at most one table with its
/// entrants, and that points follow from the stored results.
pub(crate) async fn is_sound(host: &Host, contest: &Contest) {
    let state = &contest.state;
    let counting: Vec<&Heat> = state.heats.iter().filter(|heat| !heat.annulled).collect();
    let mut seen = BTreeSet::new();
    for heat in &counting {
        for seated in &heat.seats {
            assert!(
                seen.insert((heat.division, heat.round, *seated)),
                "nobody sits twice: {heat:?}"
            );
        }
    }
    let mut points: BTreeMap<usize, f64> = BTreeMap::new();
    for heat in counting.iter().filter(|heat| heat.outcome.is_some()) {
        let outcome = heat.outcome.as_ref().unwrap();
        if !heat.is_bye() && outcome.points.iter().all(|points| *points == 0) {
            // It was given up, for nobody came back.
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
            let player = past
                .players
                .iter()
                .find(|player| player.person == Some(person))
                .unwrap();
            let away = table
                .seats
                .iter()
                .any(|chair| chair.person == Some(person) && chair.stands_in);
            match (past.ending, player.left_by) {
                (Ending::Agreed, _) => 1,
                // Whoever stayed until it was given up has won.
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
        let kept =
            f64::from(i32::try_from(line.points - state.entrants[line.entrant].corrected).unwrap());
        assert!((own - kept).abs() < 0.01, "{own} {kept} {line:?}");
    }
}

fn people(contest: &Contest, heat: &Heat) -> Vec<i64> {
    heat.seats
        .iter()
        .map(|seated| contest.state.entrants[*seated].person.0)
        .collect()
}

/// Counts how often each pair has met.
fn meetings(contest: &Contest) -> BTreeMap<(usize, usize), usize> {
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

#[test]
fn in_a_league_of_two_everybody_meets_everybody_and_the_next_season_begins_with_who_moved() {
    wait(async {
        let mut house = TestHost::new().await;
        let new = new_contest(Title::Haleakala, System::League);
        let id = begun(&house, &new, 9).await.id;
        let mut dice = dice(1);
        // A night in the middle of it.
        tend_and_begin(&house).await;
        let first = playing(&house.host.contests.find(id).await.unwrap())[0];
        comes_out_somehow(&house, first, &mut dice).await;
        house = house.again().await;
        let over = play_out(&house, id, &mut dice).await;
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
        let met = meetings(&over);
        assert_eq!(met.len(), 10 + 6);
        assert!(met.values().all(|times| *times == 1), "{met:?}");
        // Nobody sits first much more often than others.
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
        // The next season: whoever fell and whoever rose have changed places; a newcomer begins below.
        let next = NewContest::season_after(&over);
        let ended = house
            .host
            .contests
            .open(&next, &actor(ORGANISER))
            .await
            .unwrap()
            .id;
        house
            .host
            .contests
            .end(ended, &actor(ORGANISER), false, "too soon")
            .await
            .unwrap();
        let season = house
            .host
            .contests
            .open(&next, &actor(ORGANISER))
            .await
            .unwrap()
            .id;
        for person in (100..110).rev() {
            house
                .host
                .contests
                .sign_up(season, &actor(person))
                .await
                .unwrap();
        }
        let season = house
            .host
            .contests
            .begin(season, &actor(ORGANISER), false)
            .await
            .unwrap();
        // There is one: who goes up and down is decided once, however late somebody presses that again.
        house
            .host
            .contests
            .end(season.id, &actor(ORGANISER), false, "rain")
            .await
            .unwrap();
        let again = house.host.contests.open(&next, &actor(ORGANISER)).await;
        assert_eq!(declined(again), ContestRefusal::Followed.into());
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
    });
}

#[test]
fn two_are_enough_for_a_league() {
    wait(async {
        let house = TestHost::new().await;
        let id = begun(&house, &new_contest(Title::Haleakala, System::League), 2)
            .await
            .id;
        let over = play_out(&house, id, &mut dice(3)).await;
        assert_eq!(meetings(&over).into_keys().collect::<Vec<_>>(), [(0, 1)]);
    });
}

#[test]
fn in_a_league_of_hawaii_a_division_plays_so_many_tables_and_seats_turn() {
    wait(async {
        let house = TestHost::new().await;
        let new = NewContest {
            rounds: Some(4),
            ..new_contest(Title::Hawaii, System::League)
        };
        let id = begun(&house, &new, 8).await.id;
        let over = play_out(&house, id, &mut dice(2)).await;
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
                "in four tables, everybody sits in at least three seats: {sat:?}"
            );
        }
        // Whoever sat early in the first round sits late in the second. How late a seat is counts from the middle of its table.
        let late = |number: usize| -> i64 {
            let first_two = over.state.heats.iter().filter(|heat| heat.round <= 2);
            let sat =
                first_two.filter_map(|heat| heat.seats.iter().position(|seated| *seated == number));
            sat.map(|seat| 2 * i64::try_from(seat).unwrap() - 3).sum()
        };
        let squares: Vec<i64> = (0..8).map(|number| late(number).pow(2)).collect();
        assert!(squares.iter().sum::<i64>() <= 16, "{squares:?}");
    });
}

#[test]
fn in_a_swiss_tournament_those_who_stand_alike_meet_and_few_twice() {
    wait(async {
        let house = TestHost::new().await;
        let new = NewContest {
            rounds: Some(3),
            ..new_contest(Title::Hawaii, System::Swiss)
        };
        let id = begun(&house, &new, 16).await.id;
        let over = play_out(&house, id, &mut dice(3)).await;
        assert_eq!(
            over.state
                .heats
                .iter()
                .filter(|heat| heat.seats.len() == 4)
                .count(),
            12
        );
        let twice = meetings(&over).values().filter(|times| **times > 1).count();
        assert!(twice <= 4, "{twice} pairs of 72 met again");
        // Whoever won both of the first rounds sits with others who did well.
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
        // At each table they made all of its points together, in thousandths that are rounded down.
        let shares: i64 = over.state.standings().iter().map(|line| line.share).sum();
        assert!((12 * 997..=12 * 1000).contains(&shares), "{shares}");
    });
}

#[test]
fn in_pairs_everybody_rests_at_most_once() {
    wait(async {
        let house = TestHost::new().await;
        let new = NewContest {
            rounds: Some(5),
            ..new_contest(Title::Haleakala, System::Swiss)
        };
        let id = begun(&house, &new, 7).await.id;
        let over = play_out(&house, id, &mut dice(4)).await;
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
        let met = meetings(&over);
        assert!(met.values().all(|times| *times == 1), "{met:?}");
    });
}

#[test]
fn in_a_knock_out_the_better_half_goes_on_until_one_is_left() {
    for (title, entrants) in [
        (Title::Haleakala, 7),
        (Title::Haleakala, 2),
        (Title::Hawaii, 16),
        (Title::Hawaii, 11),
    ] {
        wait(async move {
            let house = TestHost::new().await;
            let id = begun(&house, &new_contest(title, System::Knockout), entrants)
                .await
                .id;
            let over = play_out(&house, id, &mut dice(5)).await;
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

#[test]
fn tables_are_of_a_size_that_is_good_to_play() {
    wait(async {
        let house = TestHost::new().await;
        for people in (3..=33).step_by(extent(5, 1)) {
            for (system, chairs) in [
                (System::Swiss, 3),
                (System::Knockout, 4),
                (System::Swiss, 5),
                (System::League, 4),
            ] {
                let new = NewContest {
                    chairs: Some(chairs),
                    ..new_contest(Title::Hawaii, system)
                };
                let begun = begun(&house, &new, people).await;
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
                house
                    .host
                    .contests
                    .end(begun.id, &actor(ORGANISER), false, "enough")
                    .await
                    .unwrap();
            }
        }
    });
}

#[test]
fn several_who_tend_it_at_once_open_each_table_once() {
    wait(async {
        for database in [Some(Database::file()), Database::server().await]
            .into_iter()
            .flatten()
        {
            let store = database.store().await;
            let folder = tempfile::tempdir().unwrap();
            let house = TestHost {
                folder,
                host: Arc::new(Host::new(store.clone())),
                store: store.clone(),
            };
            let id = begun(&house, &new_contest(Title::Haleakala, System::Swiss), 16)
                .await
                .id;
            let tenders: Vec<Arc<Host>> =
                (0..4).map(|_| Arc::new(Host::new(store.clone()))).collect();
            // All of them at once, and none of them holds it: as if each had come back after it was given up.
            let works = tenders.iter().map(|host| {
                let host = Arc::clone(host);
                tokio::spawn(async move {
                    let contest = host.contest_runner.follow(id).await.unwrap();
                    for heat in contest.unopened() {
                        let thread = ChannelId(i64::from(rand_of(&host)) * 1000 + heat.number);
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
            let contest = house.host.contests.find(id).await.unwrap();
            assert_eq!(contest.games.len(), 8);
            assert_eq!(
                house.host.verifier.list_tables().await.unwrap().len(),
                8,
                "no table beside them"
            );
            for game in contest.games.values() {
                assert!(house.kept(*game).await.is_starting());
            }
        }
    });
}

/// Returns a number that differs between the hosts of one store.
fn rand_of(host: &Arc<Host>) -> u16 {
    u16::try_from(Arc::as_ptr(host).addr() / 64 % 60_000).unwrap()
}

#[test]
fn whoever_drops_out_is_replaced_and_whoever_is_silent_drops_out() {
    wait(async {
        let clock = Clock::standing_at(Timestamp(1_000_000));
        let house = TestHost::new().await.by_clock(&clock);
        let new = NewContest {
            rounds: Some(3),
            ..new_contest(Title::Haleakala, System::Swiss)
        };
        let contest = begun(&house, &new, 4).await;
        let id = contest.id;
        tend_and_begin(&house).await;
        let contest = house.host.contests.find(id).await.unwrap();
        // A reserve comes, somebody drops out, and both are told apart from whoever signed up twice.
        house.host.contests.sign_up(id, &actor(200)).await.unwrap();
        house.host.contests.sign_up(id, &actor(201)).await.unwrap();
        assert_eq!(
            declined(house.host.contests.sign_up(id, &actor(200)).await),
            ContestRefusal::SignedUp.into()
        );
        let [one, other] = playing(&contest)[..] else {
            panic!("two tables")
        };
        let (left, stays) = {
            let heat = &contest.state.heats[0];
            (people(&contest, heat)[0], people(&contest, heat)[1])
        };
        house
            .host
            .contests
            .sign_off(id, &actor(left))
            .await
            .unwrap();
        assert_eq!(
            declined(house.host.contests.sign_off(id, &actor(left)).await),
            ContestRefusal::NotSignedUp.into()
        );
        assert_eq!(
            declined(house.host.contests.sign_off(id, &actor(999)).await),
            ContestRefusal::NotSignedUp.into()
        );
        // At the other table the computer has to play for one of two, and nobody comes back.
        comes_out(&house, one, &[Some(2), Some(1)]).await;
        let table = house.kept(other).await;
        let silent = table.waiting.person.unwrap();
        clock.turn(24 * HOUR + 1);
        Scheduler::new(&house.host).run_due().await.unwrap();
        assert!(
            house
                .kept(other)
                .await
                .seats
                .iter()
                .any(|chair| chair.person == Some(silent) && chair.stands_in)
        );
        comes_out(&house, other, &[Some(1), Some(1)]).await;
        tend_and_begin(&house).await;
        let contest = house.host.contests.find(id).await.unwrap();
        is_sound(&house.host, &contest).await;
        assert_eq!(contest.state.round(1), 2);
        let plays: BTreeSet<i64> = contest
            .state
            .playing()
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
        let logged = |what: fn(&Logged) -> bool| {
            contest
                .state
                .log
                .iter()
                .filter(|entry| what(&entry.what))
                .count()
        };
        assert_eq!(logged(|what| matches!(what, Logged::Silent { .. })), 1);
        assert_eq!(logged(|what| matches!(what, Logged::Left { .. })), 1);
        assert_eq!(logged(|what| matches!(what, Logged::Replaced { .. })), 2);
        // Whoever was replaced can only wait for a place again; in the end it is over.
        house.host.contests.sign_up(id, &actor(left)).await.unwrap();
        let contest = house.host.contests.find(id).await.unwrap();
        let again = &contest.state.entrants[contest.state.entrant(PersonId(left)).unwrap()];
        assert_eq!(again.part, Part::Reserve);
        play_out(&house, id, &mut dice(6)).await;
    });
}

#[test]
fn a_table_to_which_nobody_comes_back_holds_nobody_up() {
    wait(async {
        let clock = Clock::standing_at(Timestamp(1_000_000));
        let house = TestHost::new().await.by_clock(&clock);
        let id = begun(&house, &new_contest(Title::Haleakala, System::Swiss), 4)
            .await
            .id;
        tend_and_begin(&house).await;
        let [one, other] = playing(&house.host.contests.find(id).await.unwrap())[..] else {
            panic!("two tables")
        };
        comes_out(&house, one, &[Some(1), Some(2)]).await;
        for _ in 0..4 {
            clock.turn(24 * HOUR + 1);
            house.time_passes().await;
        }
        assert!(house.kept(other).await.people().is_empty());
        let contest = house.host.contest_runner.follow(id).await.unwrap();
        assert_eq!(contest.state.round(1), 1, "somebody may still come back");
        clock.turn(3 * 24 * HOUR);
        let contest = house.host.contest_runner.follow(id).await.unwrap();
        assert!(
            contest
                .state
                .log
                .iter()
                .any(|entry| matches!(entry.what, Logged::Abandoned { .. }))
        );
        assert_eq!(contest.state.playing().count(), 2);
        let points: i64 = contest
            .state
            .standings()
            .iter()
            .map(|line| line.points)
            .sum();
        assert_eq!((contest.state.round(1), points), (2, FULL));
    });
}

#[test]
fn whoever_runs_it_puts_it_right_with_a_reason_and_nobody_else_does() {
    wait(async {
        let house = TestHost::new().await;
        let new = new_contest(Title::Haleakala, System::League);
        let organiser = (&actor(ORGANISER), false);
        let id = house
            .host
            .contests
            .open(&new, organiser.0)
            .await
            .unwrap()
            .id;
        assert_eq!(
            declined(house.host.contests.open(&new, &actor(2)).await),
            ContestRefusal::Here.into()
        );
        assert_eq!(
            declined(house.host.contests.begin(id, organiser.0, false).await),
            ContestRefusal::TooFew(2).into()
        );
        for person in 100..104 {
            house
                .host
                .contests
                .sign_up(id, &press(person, person))
                .await
                .unwrap();
        }
        // A press that is delivered twice counts once.
        assert_eq!(
            declined(house.host.contests.sign_up(id, &press(104, 100)).await),
            Declined::Repeated
        );
        assert_eq!(
            declined(house.host.contests.begin(id, &actor(100), false).await),
            ContestRefusal::NotOrganiser.into()
        );
        house
            .host
            .contests
            .begin(id, &actor(100), true)
            .await
            .unwrap();
        assert_eq!(
            declined(house.host.contests.begin(id, organiser.0, false).await),
            ContestRefusal::Begun.into()
        );
        tend_and_begin(&house).await;
        let contest = house.host.contests.find(id).await.unwrap();
        let [one, other] = playing(&contest)[..] else {
            panic!("two tables")
        };
        // Who sits at its tables is decided.
        let table = house.kept(one).await;
        assert_eq!(table.settings.contest, Some(id));
        let (heat, first) = (
            contest.state.heats[0].number,
            table.seats[0].person.unwrap(),
        );
        let nobody = (&actor(100), false);
        for refused in [
            house
                .host
                .contests
                .correct_points(id, nobody.0, nobody.1, first, (5, "so"))
                .await,
            house
                .host
                .contests
                .remove_entrant(id, nobody.0, nobody.1, first, "so")
                .await,
            house
                .host
                .contests
                .annul_heat(id, nobody.0, nobody.1, heat, "so")
                .await,
            house.host.contests.end(id, nobody.0, nobody.1, "so").await,
        ] {
            assert_eq!(declined(refused), ContestRefusal::NotOrganiser.into());
        }
        house
            .host
            .contests
            .correct_points(id, organiser.0, organiser.1, first, (-5, "late"))
            .await
            .unwrap();
        let unknown = house
            .host
            .contests
            .correct_points(id, organiser.0, organiser.1, PersonId(999), (1, "so"))
            .await;
        assert_eq!(declined(unknown), ContestRefusal::NoEntrant.into());
        comes_out(&house, one, &[Some(1), Some(2)]).await;
        tend_and_begin(&house).await;
        let contest = house.host.contests.find(id).await.unwrap();
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
        assert_eq!(points(&contest, first), FULL - 5);
        // The table is played anew: what came of it counts no more, and another one is opened.
        house
            .host
            .contests
            .annul_heat(id, organiser.0, organiser.1, heat, "wrong options")
            .await
            .unwrap();
        assert_eq!(
            declined(
                house
                    .host
                    .contests
                    .annul_heat(id, organiser.0, organiser.1, heat, "so")
                    .await
            ),
            ContestRefusal::NoHeat.into()
        );
        tend_and_begin(&house).await;
        let contest = house.host.contests.find(id).await.unwrap();
        assert_eq!(points(&contest, first), -5);
        let new = *playing(&contest)
            .iter()
            .find(|game| **game != other)
            .unwrap();
        comes_out(&house, new, &[Some(2), Some(1)]).await;
        comes_out(&house, other, &[Some(2), Some(1)]).await;
        tend_and_begin(&house).await;
        let contest = house.host.contests.find(id).await.unwrap();
        is_sound(&house.host, &contest).await;
        assert_eq!(contest.state.round(1), 2);
        assert_eq!(
            declined(
                house
                    .host
                    .contests
                    .annul_heat(id, organiser.0, organiser.1, 2, "so")
                    .await
            ),
            ContestRefusal::RoundOver.into()
        );
        house
            .host
            .contests
            .end(id, organiser.0, organiser.1, "summer is over")
            .await
            .unwrap();
        assert_eq!(
            declined(house.host.contests.sign_up(id, &actor(300)).await),
            ContestRefusal::Over.into()
        );
        tend(&house.host).await;
        assert_eq!(
            house.host.contests.find(id).await.unwrap().status,
            TableStatus::Over
        );
        // Another may be opened here now, but not without end.
        for channel in [7, 8, 9] {
            let new = NewContest {
                channel: ChannelId(channel),
                ..contest_like()
            };
            house.host.contests.open(&new, organiser.0).await.unwrap();
        }
        let one_more = NewContest {
            channel: ChannelId(10),
            ..contest_like()
        };
        assert_eq!(
            declined(house.host.contests.open(&one_more, organiser.0).await),
            ContestRefusal::TooMany.into()
        );
    });
}

#[test]
fn whoever_was_taken_out_does_not_come_back() {
    wait(async {
        let house = TestHost::new().await;
        let new = NewContest {
            rounds: Some(3),
            ..new_contest(Title::Haleakala, System::Swiss)
        };
        let contest = begun(&house, &new, 4).await;
        let (id, organiser) = (contest.id, (&actor(ORGANISER), false));
        tend_and_begin(&house).await;
        let [taken, stays] = people(&contest, &contest.state.heats[0])[..] else {
            panic!("two sit there")
        };
        house
            .host
            .contests
            .remove_entrant(id, organiser.0, organiser.1, PersonId(taken), "so")
            .await
            .unwrap();
        let twice = house
            .host
            .contests
            .remove_entrant(id, organiser.0, organiser.1, PersonId(taken), "so")
            .await;
        assert_eq!(declined(twice), ContestRefusal::NoEntrant.into());
        assert_eq!(
            declined(house.host.contests.sign_up(id, &actor(taken)).await),
            ContestRefusal::Removed.into()
        );
        assert_eq!(
            declined(house.host.contests.sign_off(id, &actor(taken)).await),
            ContestRefusal::NotSignedUp.into()
        );
        // A table that is played anew seats only those who still play.
        let heat = contest.state.heats[0].number;
        let contest = house
            .host
            .contests
            .annul_heat(id, organiser.0, organiser.1, heat, "so")
            .await
            .unwrap();
        let anew = contest.state.heats.last().unwrap();
        assert!(anew.is_bye() && people(&contest, anew) == [stays]);
        // A reserve takes the place, and a thought more of whether to wait makes nobody more of them.
        for _ in 0..5 {
            house.host.contests.sign_up(id, &actor(200)).await.unwrap();
            house.host.contests.sign_off(id, &actor(200)).await.unwrap();
        }
        house.host.contests.sign_up(id, &actor(200)).await.unwrap();
        let contest = house.host.contests.find(id).await.unwrap();
        assert_eq!(contest.state.entrants.len(), 5);
        let over = play_out(&house, id, &mut dice(9)).await;
        let plays: Vec<i64> = over
            .state
            .playing()
            .map(|number| over.state.entrants[number].person.0)
            .collect();
        assert!(plays.contains(&200) && !plays.contains(&taken), "{plays:?}");
        // In a knock-out points decide nothing, and so are not corrected.
        let new = NewContest {
            channel: ChannelId(8),
            ..new_contest(Title::Haleakala, System::Knockout)
        };
        let id = begun(&house, &new, 4).await.id;
        let corrected = house
            .host
            .contests
            .correct_points(id, organiser.0, organiser.1, PersonId(100), (5, "so"))
            .await;
        assert_eq!(declined(corrected), ContestRefusal::NoPoints.into());
    });
}

#[test]
fn reserves_come_only_where_something_is_left_to_play() {
    wait(async {
        let house = TestHost::new().await;
        let new = NewContest {
            rounds: Some(1),
            ..new_contest(Title::Hawaii, System::League)
        };
        let contest = begun(&house, &new, 8).await;
        let id = contest.id;
        tend_and_begin(&house).await;
        let games = playing(&house.host.contests.find(id).await.unwrap());
        assert_eq!(games.len(), 2, "one table for each division");
        comes_out(&house, games[0], &[Some(1), Some(2), Some(3), Some(4)]).await;
        tend_and_begin(&house).await;
        let over = contest
            .state
            .heats
            .iter()
            .find(|heat| heat.division == 1)
            .unwrap();
        house
            .host
            .contests
            .sign_off(id, &actor(people(&contest, over)[0]))
            .await
            .unwrap();
        house.host.contests.sign_up(id, &actor(200)).await.unwrap();
        tend_and_begin(&house).await;
        let part = |contest: &Contest| {
            contest.state.entrants[contest.state.entrant(PersonId(200)).unwrap()].part
        };
        assert_eq!(
            part(&house.host.contests.find(id).await.unwrap()),
            Part::Reserve
        );
        comes_out(&house, games[1], &[Some(1), Some(2), Some(3), Some(4)]).await;
        tend_and_begin(&house).await;
        let contest = house.host.contests.find(id).await.unwrap();
        assert_eq!(
            (contest.status, part(&contest)),
            (TableStatus::Over, Part::Reserve)
        );
        // A channel that is gone takes its contest with it.
        let new = NewContest {
            channel: ChannelId(8),
            ..new_contest(Title::Hawaii, System::League)
        };
        let id = begun(&house, &new, 8).await.id;
        house.host.contests.end_without_channel(id).await.unwrap();
        assert_eq!(
            house.host.contests.find(id).await.unwrap().status,
            TableStatus::Over
        );
    });
}

fn contest_like() -> NewContest {
    new_contest(Title::Hawaii, System::Swiss)
}

#[test]
fn tables_of_a_contest_are_played_as_any_other_and_nobody_comes_or_goes_there() {
    wait(async {
        let house = TestHost::new().await;
        let id = begun(&house, &new_contest(Title::Haleakala, System::Knockout), 2)
            .await
            .id;
        tend(&house.host).await;
        let game = playing(&house.host.contests.find(id).await.unwrap())[0];
        let table = house.kept(game).await;
        assert!(table.is_starting());
        assert_eq!(
            declined(house.host.lobby.leave(game, &actor(100), true).await),
            Declined::Starting
        );
        let fixed = house.hear().await;
        assert!(fixed.iter().any(|due| matches!(due.news, News::SeatsFixed)));
        // A real game, and a real end.
        let table: Table = house.play_out::<Haleakala>(game, &mut dice(7)).await;
        assert_eq!(table.status, TableStatus::Over);
        tend(&house.host).await;
        let contest = house.host.contests.find(id).await.unwrap();
        assert_eq!(contest.status, TableStatus::Over);
        is_sound(&house.host, &contest).await;
        // Whoever sees the channel of the contest saw it, whatever happened after the table was written.
        assert_eq!(
            house.host.statistics.halls_of(contest.guild).await.unwrap(),
            [contest.channel]
        );
        // Before the words are fixed nobody comes or goes either.
        let new = NewContest {
            channel: ChannelId(8),
            ..new_contest(Title::Hawaii, System::Swiss)
        };
        let contest = begun(&house, &new, 3).await;
        let heat = &contest.state.heats[0];
        let table = house
            .host
            .contest_runner
            .open_heat(contest.id, heat.number, ChannelId(55))
            .await
            .unwrap()
            .unwrap();
        assert_eq!(
            declined(house.host.lobby.leave(table.game, &actor(100), true).await),
            Declined::OfContest
        );
        assert_eq!(
            declined(
                house
                    .host
                    .lobby
                    .join(table.game, &actor(300), None, true)
                    .await
            ),
            Declined::OfContest
        );
        assert!(
            house
                .host
                .contest_runner
                .open_heat(contest.id, heat.number, ChannelId(56))
                .await
                .unwrap()
                .is_none()
        );
        // One organiser may have many such tables.
        house
            .host
            .access
            .check_open_table_limit(&actor(ORGANISER))
            .await
            .unwrap();
        // The games begin, and one is played by its rules to the end.
        tend_and_begin(&house).await;
        house.play_out::<Hawaii>(table.game, &mut dice(8)).await;
        tend(&house.host).await;
        is_sound(
            &house.host,
            &house.host.contests.find(contest.id).await.unwrap(),
        )
        .await;
    });
}

/// A season of 64 people in sixteen divisions, with restarts, withdrawals, reserves and missing
/// players.
#[test]
fn a_season_of_many_runs_itself() {
    wait(async {
        let mut house = TestHost::new().await;
        for (title, system, rounds) in [
            (Title::Hawaii, System::League, 4),
            (Title::Haleakala, System::Swiss, 6),
            (Title::Hawaii, System::Knockout, 1),
        ] {
            let new = NewContest {
                rounds: Some(rounds),
                channel: ChannelId(HALL),
                ..new_contest(title, system)
            };
            let people = i64::try_from(extent(24, 64)).unwrap();
            let id = begun(&house, &new, people).await.id;
            let mut dice = dice(9);
            let mut steps = 0;
            let over = loop {
                tend_and_begin(&house).await;
                let contest = house.host.contests.find(id).await.unwrap();
                if contest.status == TableStatus::Over {
                    break contest;
                }
                let games = playing(&contest);
                let game = games
                    [usize::try_from(dice.below(u32::try_from(games.len()).unwrap())).unwrap()];
                comes_out_somehow(&house, game, &mut dice).await;
                steps += 1;
                match dice.below(30) {
                    0 => house = house.again().await,
                    1 => {
                        let person = 100 + i64::from(dice.below(24));
                        drop(house.host.contests.sign_off(id, &actor(person)).await);
                    }
                    2 => drop(house.host.contests.sign_up(id, &actor(1000 + steps)).await),
                    _ => {}
                }
            };
            is_sound(&house.host, &over).await;
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
            if system == System::League {
                assert_eq!(
                    i64::try_from(played).unwrap(),
                    people,
                    "divisions of four play four tables each"
                );
            }
        }
    });
}

#[test]
fn a_contest_that_somebody_wrote_into_is_trouble_and_not_an_empty_one() {
    wait(async {
        let house = TestHost::new().await;
        let id = begun(&house, &new_contest(Title::Haleakala, System::League), 3)
            .await
            .id;
        let change = ContestChange {
            contest: id,
            seen: house.host.contests.find(id).await.unwrap().revision,
            interaction: None,
            status: TableStatus::Running,
            state: "{}".to_owned(),
            at: Timestamp(1),
        };
        house.store.contests().write(&change).await.unwrap();
        assert!(trouble(house.host.contests.find(id).await).contains("contest 1 cannot be read"));
    });
}

#[test]
fn for_whoever_was_forgotten_before_the_table_stood_the_computer_sits_there() {
    wait(async {
        let house = TestHost::new().await;
        let id = begun(&house, &new_contest(Title::Haleakala, System::Knockout), 2)
            .await
            .id;
        house
            .host
            .erasure
            .forget(PersonId(100), "person 100")
            .await
            .unwrap();
        tend_and_begin(&house).await;
        let game = playing(&house.host.contests.find(id).await.unwrap())[0];
        let table = house.kept(game).await;
        assert_eq!(table.people(), [PersonId(101)]);
        assert_eq!(
            table
                .seats
                .iter()
                .filter(|chair| chair.mind.is_some())
                .count(),
            1
        );
        house.computers_act().await;
        house.play_out::<Haleakala>(game, &mut dice(7)).await;
        tend(&house.host).await;
        let over = house.host.contests.find(id).await.unwrap();
        assert_eq!(over.status, TableStatus::Over);
        assert_eq!(
            over.state.entrants[over.state.standings()[0].entrant].person,
            PersonId(101)
        );
    });
}
