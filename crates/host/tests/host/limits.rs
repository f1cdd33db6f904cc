//! The choices of a guild hold wherever tables are opened, joined and moved: where, how many, and
//! who is barred.

use super::between::seeker;
use std::sync::Arc;

use lanai_host::{
    Bar, ChannelId, ContestRefusal, Declined, Failure, GuildId, GuildRefusal, Invitee, NewContest,
    NewGame, PersonId, Setting, System, Table, TimeControl,
};
use lanai_rules::Title;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;

use super::ratings::in_both_homes;
use lanai_testing::scenes::{TestHost, actor, declined, new_game, wait};

/// The guild of all tables in these tests.
const HERE: GuildId = GuildId(1);

async fn sets(house: &TestHost, settings: &[Setting]) {
    house
        .host
        .moderation
        .set(HERE, &actor(1), settings)
        .await
        .unwrap();
}

async fn bars(house: &TestHost, person: i64) {
    let bar = Some(Bar {
        reason: "noise".to_owned(),
    });
    sets(house, &[Setting::Barred(PersonId(person), bar)]).await;
}

/// A table in a thread of a channel.
fn below(thread: i64, channel: i64) -> NewGame {
    NewGame {
        above: Some(ChannelId(channel)),
        ..new_game::<Hawaii>(thread)
    }
}

async fn opens(house: &TestHost, new: &NewGame, person: i64) -> Result<Table, Failure> {
    house.host.lobby.open(new, &actor(person)).await
}

fn refused<T>(result: Result<T, Failure>) -> GuildRefusal {
    let declined = declined(result);
    let Declined::Server(refusal) = declined else {
        panic!("{declined}")
    };
    refusal
}

#[test]
fn a_person_has_no_more_tables_than_the_server_allows() {
    wait(async {
        for house in in_both_homes().await {
            sets(&house, &[Setting::PerPerson(Some(2))]).await;
            let first = opens(&house, &new_game::<Hawaii>(1), 100).await.unwrap();
            opens(&house, &new_game::<Hawaii>(2), 100).await.unwrap();
            let third = new_game::<Hawaii>(3);
            assert_eq!(
                refused(opens(&house, &third, 100).await),
                GuildRefusal::PerPerson(2)
            );
            assert_eq!(
                refused(house.host.access.check_can_open(&third, &actor(100)).await),
                GuildRefusal::PerPerson(2)
            );
            // Others may, and so may they elsewhere.
            opens(&house, &third, 101).await.unwrap();
            let elsewhere = NewGame {
                guild: GuildId(2),
                ..new_game::<Hawaii>(4)
            };
            opens(&house, &elsewhere, 100).await.unwrap();
            // To sit at those of others is another matter.
            house
                .host
                .lobby
                .join(first.game, &actor(101), None, true)
                .await
                .unwrap();
            house
                .host
                .lobby
                .leave(first.game, &actor(101), true)
                .await
                .unwrap();
            house
                .host
                .lobby
                .leave(first.game, &actor(100), true)
                .await
                .unwrap();
            opens(&house, &new_game::<Hawaii>(5), 100).await.unwrap();
        }
    });
}

#[test]
fn a_channel_has_no_more_tables_than_the_server_allows_with_its_threads() {
    wait(async {
        for house in in_both_homes().await {
            sets(&house, &[Setting::PerChannel(Some(2))]).await;
            opens(&house, &new_game::<Hawaii>(9), 100).await.unwrap();
            let begun = opens(&house, &below(10, 9), 101).await.unwrap();
            assert_eq!(
                refused(opens(&house, &below(11, 9), 102).await),
                GuildRefusal::PerChannel(2)
            );
            opens(&house, &below(12, 8), 102).await.unwrap();
            let moved = opens(&house, &new_game::<Hawaii>(13), 103).await.unwrap();
            // Nor does one come from elsewhere; but one that is there already may go to another thread.
            let comes = async |table: &Table, to, above| {
                house
                    .host
                    .access
                    .check_can_move_to(table, ChannelId(to), Some(ChannelId(above)))
                    .await
            };
            assert_eq!(
                refused(comes(&moved, 14, 9).await),
                GuildRefusal::PerChannel(2)
            );
            comes(&begun, 14, 9).await.unwrap();
            comes(&moved, 14, 8).await.unwrap();
            let to = (ChannelId(15), Some(ChannelId(8)));
            house
                .host
                .relocation
                .move_to(moved, &actor(103), to.0, to.1)
                .await
                .unwrap();
            assert_eq!(
                refused(opens(&house, &below(16, 8), 104).await),
                GuildRefusal::PerChannel(2)
            );
        }
    });
}

/// Creating a thread takes a moment in which others ask for one, too.
#[test]
fn of_many_at_once_no_more_come_through_than_may() {
    wait(async {
        for house in in_both_homes().await {
            sets(
                &house,
                &[Setting::PerPerson(Some(3)), Setting::PerChannel(Some(5))],
            )
            .await;
            let opening = (0..16).map(|number| {
                let host = Arc::clone(&house.host);
                tokio::spawn(async move {
                    host.lobby
                        .open(&below(20 + number, 9), &actor(100 + number % 2))
                        .await
                })
            });
            let mut opened = Vec::new();
            for one in opening.collect::<Vec<_>>() {
                match one.await.unwrap() {
                    Ok(table) => opened.push(table.owner),
                    Err(Failure::Declined(Declined::Server(
                        GuildRefusal::PerPerson(3) | GuildRefusal::PerChannel(5),
                    ))) => {}
                    Err(failure) => panic!("{failure}"),
                }
            }
            assert_eq!(opened.len(), 5);
            for person in [PersonId(100), PersonId(101)] {
                assert!(
                    opened.iter().filter(|owner| **owner == person).count() <= 3,
                    "{opened:?}"
                );
            }
        }
    });
}

#[test]
fn tables_are_opened_where_the_server_says() {
    wait(async {
        let house = TestHost::new().await;
        let closed = |channel| Setting::Channel(ChannelId(channel), Some(false));
        let open = |channel| Setting::Channel(ChannelId(channel), Some(true));
        let could = async |new: NewGame| house.host.access.check_can_open(&new, &actor(100)).await;
        sets(&house, &[closed(9)]).await;
        assert_eq!(
            refused(could(new_game::<Hawaii>(9)).await),
            GuildRefusal::Channel
        );
        assert_eq!(refused(could(below(10, 9)).await), GuildRefusal::Channel);
        could(new_game::<Hawaii>(8)).await.unwrap();
        // A word on a thread counts before that on its channel.
        sets(&house, &[open(10)]).await;
        could(below(10, 9)).await.unwrap();
        sets(&house, &[Setting::OnlyNamed(true)]).await;
        assert_eq!(
            refused(could(new_game::<Hawaii>(8)).await),
            GuildRefusal::Channel
        );
        sets(&house, &[open(8)]).await;
        could(below(11, 8)).await.unwrap();
        assert_eq!(
            refused(opens(&house, &new_game::<Hawaii>(7), 100).await),
            GuildRefusal::Channel
        );
        let table = opens(&house, &new_game::<Hawaii>(8), 100).await.unwrap();
        let comes = house
            .host
            .access
            .check_can_move_to(&table, ChannelId(7), None)
            .await;
        assert_eq!(refused(comes), GuildRefusal::Channel);
        let contest = house.host.contests.open(&contest(7), &actor(100)).await;
        assert_eq!(refused(contest), GuildRefusal::Channel);
        // Elsewhere it is as ever.
        could(NewGame {
            guild: GuildId(2),
            ..new_game::<Hawaii>(7)
        })
        .await
        .unwrap();
    });
}

fn contest(channel: i64) -> NewContest {
    NewContest {
        guild: HERE,
        channel: ChannelId(channel),
        name: "Autumn".to_owned(),
        title: Title::Haleakala,
        options: String::new(),
        chairs: None,
        system: System::Swiss,
        rounds: None,
        pace: TimeControl::Turn(86_400),
        language: "en".to_owned(),
        follows: None,
    }
}

#[test]
fn whoever_is_kept_out_comes_to_no_table_and_plays_on_where_they_sit() {
    wait(async {
        let house = TestHost::new().await;
        let begun = house.begun::<Haleakala>(2, 0).await;
        let waits = opens(&house, &new_game::<Hawaii>(8), 101).await.unwrap();
        let signs = house
            .host
            .contests
            .open(&contest(9), &actor(102))
            .await
            .unwrap();
        bars(&house, 101).await;
        let barred = GuildRefusal::Barred;
        assert_eq!(
            refused(opens(&house, &new_game::<Hawaii>(10), 101).await),
            barred
        );
        assert_eq!(
            refused(house.host.contests.open(&contest(11), &actor(101)).await),
            barred
        );
        assert_eq!(
            refused(house.host.contests.sign_up(signs.id, &actor(101)).await),
            barred
        );
        assert_eq!(
            refused(
                house
                    .host
                    .access
                    .check_not_barred(HERE, PersonId(101))
                    .await
            ),
            barred
        );
        let other = opens(&house, &new_game::<Hawaii>(12), 102).await.unwrap();
        assert_eq!(
            refused(
                house
                    .host
                    .lobby
                    .join(other.game, &actor(101), None, true)
                    .await
            ),
            barred
        );
        let whom = |person| Invitee::Person(PersonId(person));
        let invited = house
            .host
            .lobby
            .invite(other.game, &actor(102), whom(101))
            .await;
        assert_eq!(refused(invited), GuildRefusal::BarredThere);
        house
            .host
            .lobby
            .invite(other.game, &actor(102), whom(103))
            .await
            .unwrap();
        let table = house.kept(begun.game).await;
        let by = Some((PersonId(101), "somebody".to_owned()));
        let other_table = house
            .host
            .lobby
            .open(&new_game::<Haleakala>(13), &actor(104))
            .await
            .unwrap();
        house
            .host
            .lobby
            .join(other_table.game, &actor(105), None, true)
            .await
            .unwrap();
        let running = house.start(other_table.game, 104).await;
        let replaces = house
            .host
            .replacements
            .replace(running, &actor(101), PersonId(105), by, true)
            .await;
        assert_eq!(refused(replaces), barred);
        // Where they sit they stay, until they do not want to: a word for the dice, a turn, giving up.
        house
            .host
            .lobby
            .join(waits.game, &actor(101), Some("word"), true)
            .await
            .unwrap();
        assert_eq!(
            table.seat_of(PersonId(101)),
            house.kept(begun.game).await.seat_of(PersonId(101))
        );
        house
            .host
            .resignations
            .resign(table, &actor(101))
            .await
            .unwrap();
        house
            .host
            .lobby
            .leave(waits.game, &actor(101), true)
            .await
            .unwrap();
        // On another server they are as welcome as ever, and here again once they are let in.
        let elsewhere = NewGame {
            guild: GuildId(2),
            ..new_game::<Hawaii>(14)
        };
        opens(&house, &elsewhere, 101).await.unwrap();
        sets(&house, &[Setting::Barred(PersonId(101), None)]).await;
        house
            .host
            .lobby
            .join(other.game, &actor(101), None, true)
            .await
            .unwrap();
        house
            .host
            .contests
            .sign_up(signs.id, &actor(101))
            .await
            .unwrap();
        let twice = house.host.contests.sign_up(signs.id, &actor(101)).await;
        assert_eq!(declined(twice), Declined::Contest(ContestRefusal::SignedUp));
    });
}

#[test]
fn whoever_is_kept_out_is_found_by_nobody_of_another_server() {
    wait(async {
        let house = TestHost::new().await;
        let now = house.host.clock.now().0;
        for guild in [HERE, GuildId(2)] {
            house
                .host
                .moderation
                .set(guild, &actor(1), &[Setting::CrossGuildPlay(true)])
                .await
                .unwrap();
        }
        house
            .host
            .matchmaking
            .seek(&seeker(100, now), None)
            .await
            .unwrap();
        assert!(
            house
                .host
                .matchmaking
                .find_partners(&seeker(101, now))
                .await
                .unwrap()
                .is_some()
        );
        bars(&house, 100).await;
        assert!(
            house
                .host
                .matchmaking
                .find_partners(&seeker(101, now))
                .await
                .unwrap()
                .is_none()
        );
    });
}
