//! The choices of a guild hold wherever tables are opened, joined and moved: where, how many, and
//! who is barred.

use super::between::seeker;
use std::sync::Arc;

use lanai_host::{
    Bar, ChannelId, ContestRefusal, Failure, GuildId, GuildRefusal, Invitee, NewContest, NewGame,
    PairingSystem, PersonId, Refusal, Setting, Successor, Table, TimeControl,
};
use lanai_rules::Title;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;

use super::ratings::hosts_on_each_database;
use lanai_testing::scenes::{TestHost, actor, expect_refusal, new_game};

/// The guild of all tables in these tests.
const GUILD: GuildId = GuildId(1);

async fn set_guild_settings(fixture: &TestHost, settings: &[Setting]) {
    fixture.set_for_guild(GUILD, settings).await;
}

async fn bar_person(fixture: &TestHost, person: i64) {
    let bar = Some(Bar {
        reason: "noise".to_owned(),
    });
    set_guild_settings(fixture, &[Setting::Barred(PersonId(person), bar)]).await;
}

/// A table in a thread of a channel.
fn game_in_thread(thread: i64, channel: i64) -> NewGame {
    NewGame {
        parent_channel: Some(ChannelId(channel)),
        ..new_game::<Hawaii>(thread)
    }
}

async fn open_table(fixture: &TestHost, new: &NewGame, person: i64) -> Result<Table, Failure> {
    fixture.host.lobby.open(new, &actor(person)).await
}

fn expect_guild_refusal<T>(result: Result<T, Failure>) -> GuildRefusal {
    let declined = expect_refusal(result);
    let Refusal::Guild(refusal) = declined else {
        panic!("{declined}")
    };
    refusal
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_per_person_are_limited() {
    for fixture in hosts_on_each_database().await {
        set_guild_settings(&fixture, &[Setting::MaxTablesPerPerson(Some(2))]).await;
        let first = open_table(&fixture, &new_game::<Hawaii>(1), 100)
            .await
            .unwrap();
        open_table(&fixture, &new_game::<Hawaii>(2), 100)
            .await
            .unwrap();
        let third = new_game::<Hawaii>(3);
        assert_eq!(
            expect_guild_refusal(open_table(&fixture, &third, 100).await),
            GuildRefusal::TooManyTablesOfPerson(2)
        );
        assert_eq!(
            expect_guild_refusal(
                fixture
                    .host
                    .access
                    .check_can_open(&third, &actor(100))
                    .await
            ),
            GuildRefusal::TooManyTablesOfPerson(2)
        );
        // Other people may, and other channels are free.
        open_table(&fixture, &third, 101).await.unwrap();
        let elsewhere = NewGame {
            guild: GuildId(2),
            ..new_game::<Hawaii>(4)
        };
        open_table(&fixture, &elsewhere, 100).await.unwrap();
        // Joining the tables of other people is not limited.
        fixture.join(first.id, 101).await;
        fixture.leave(first.id, 101).await;
        fixture.leave(first.id, 100).await;
        open_table(&fixture, &new_game::<Hawaii>(5), 100)
            .await
            .unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_per_channel_and_its_threads_are_limited() {
    for fixture in hosts_on_each_database().await {
        set_guild_settings(&fixture, &[Setting::MaxTablesPerChannel(Some(2))]).await;
        open_table(&fixture, &new_game::<Hawaii>(9), 100)
            .await
            .unwrap();
        let begun = open_table(&fixture, &game_in_thread(10, 9), 101)
            .await
            .unwrap();
        assert_eq!(
            expect_guild_refusal(open_table(&fixture, &game_in_thread(11, 9), 102).await),
            GuildRefusal::TooManyTablesInChannel(2)
        );
        open_table(&fixture, &game_in_thread(12, 8), 102)
            .await
            .unwrap();
        let moved = open_table(&fixture, &new_game::<Hawaii>(13), 103)
            .await
            .unwrap();
        // A table from elsewhere does not fit, but a table of this channel may move to another
        // thread.
        let comes = async |table: &Table, to, above| {
            fixture
                .host
                .access
                .check_can_move_to(table, ChannelId(to), Some(ChannelId(above)))
                .await
        };
        assert_eq!(
            expect_guild_refusal(comes(&moved, 14, 9).await),
            GuildRefusal::TooManyTablesInChannel(2)
        );
        comes(&begun, 14, 9).await.unwrap();
        comes(&moved, 14, 8).await.unwrap();
        let to = (ChannelId(15), Some(ChannelId(8)));
        fixture
            .host
            .relocation
            .move_to(moved, &actor(103), to.0, to.1)
            .await
            .unwrap();
        assert_eq!(
            expect_guild_refusal(open_table(&fixture, &game_in_thread(16, 8), 104).await),
            GuildRefusal::TooManyTablesInChannel(2)
        );
    }
}

/// Creating a thread takes a moment in which others ask for one, too.
#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_openings_respect_the_limit() {
    for fixture in hosts_on_each_database().await {
        set_guild_settings(
            &fixture,
            &[
                Setting::MaxTablesPerPerson(Some(3)),
                Setting::MaxTablesPerChannel(Some(5)),
            ],
        )
        .await;
        let opening = (0..16).map(|number| {
            let host = Arc::clone(&fixture.host);
            tokio::spawn(async move {
                host.lobby
                    .open(&game_in_thread(20 + number, 9), &actor(100 + number % 2))
                    .await
            })
        });
        let mut opened = Vec::new();
        for one in opening.collect::<Vec<_>>() {
            match one.await.unwrap() {
                Ok(table) => opened.push(table.owner),
                Err(Failure::Refusal(Refusal::Guild(
                    GuildRefusal::TooManyTablesOfPerson(3)
                    | GuildRefusal::TooManyTablesInChannel(5),
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
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_open_only_in_allowed_channels() {
    let fixture = TestHost::new().await;
    let closed = |channel| Setting::Channel(ChannelId(channel), Some(false));
    let open = |channel| Setting::Channel(ChannelId(channel), Some(true));
    let could = async |new: NewGame| fixture.host.access.check_can_open(&new, &actor(100)).await;
    set_guild_settings(&fixture, &[closed(9)]).await;
    assert_eq!(
        expect_guild_refusal(could(new_game::<Hawaii>(9)).await),
        GuildRefusal::ChannelForbidden
    );
    assert_eq!(
        expect_guild_refusal(could(game_in_thread(10, 9)).await),
        GuildRefusal::ChannelForbidden
    );
    could(new_game::<Hawaii>(8)).await.unwrap();
    // A word on a thread counts before that on its channel.
    set_guild_settings(&fixture, &[open(10)]).await;
    could(game_in_thread(10, 9)).await.unwrap();
    set_guild_settings(&fixture, &[Setting::OnlyListedChannels(true)]).await;
    assert_eq!(
        expect_guild_refusal(could(new_game::<Hawaii>(8)).await),
        GuildRefusal::ChannelForbidden
    );
    set_guild_settings(&fixture, &[open(8)]).await;
    could(game_in_thread(11, 8)).await.unwrap();
    assert_eq!(
        expect_guild_refusal(open_table(&fixture, &new_game::<Hawaii>(7), 100).await),
        GuildRefusal::ChannelForbidden
    );
    let table = open_table(&fixture, &new_game::<Hawaii>(8), 100)
        .await
        .unwrap();
    let comes = fixture
        .host
        .access
        .check_can_move_to(&table, ChannelId(7), None)
        .await;
    assert_eq!(expect_guild_refusal(comes), GuildRefusal::ChannelForbidden);
    let contest = fixture
        .host
        .contests
        .open_contest(&contest_in_channel(7), &actor(100))
        .await;
    assert_eq!(
        expect_guild_refusal(contest),
        GuildRefusal::ChannelForbidden
    );
    // Elsewhere it is as ever.
    could(NewGame {
        guild: GuildId(2),
        ..new_game::<Hawaii>(7)
    })
    .await
    .unwrap();
}

fn contest_in_channel(channel: i64) -> NewContest {
    NewContest {
        guild: GUILD,
        channel: ChannelId(channel),
        name: "Autumn".to_owned(),
        title: Title::Haleakala,
        options: String::new(),
        seat_count: None,
        system: PairingSystem::Swiss,
        rounds: None,
        time_control: TimeControl::Turn(86_400),
        language: "en".to_owned(),
        follows: None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn barred_person_joins_no_table_and_keeps_their_seats() {
    let fixture = TestHost::new().await;
    let begun = fixture.start_game::<Haleakala>(2, 0).await;
    let waits = open_table(&fixture, &new_game::<Hawaii>(8), 101)
        .await
        .unwrap();
    let signs = fixture.open_contest(&contest_in_channel(9), 102).await;
    bar_person(&fixture, 101).await;
    let barred = GuildRefusal::Barred;
    assert_eq!(
        expect_guild_refusal(open_table(&fixture, &new_game::<Hawaii>(10), 101).await),
        barred
    );
    assert_eq!(
        expect_guild_refusal(
            fixture
                .host
                .contests
                .open_contest(&contest_in_channel(11), &actor(101))
                .await
        ),
        barred
    );
    assert_eq!(
        expect_guild_refusal(fixture.host.contests.sign_up(signs.id, &actor(101)).await),
        barred
    );
    assert_eq!(
        expect_guild_refusal(
            fixture
                .host
                .access
                .check_not_barred(GUILD, PersonId(101))
                .await
        ),
        barred
    );
    let other = open_table(&fixture, &new_game::<Hawaii>(12), 102)
        .await
        .unwrap();
    assert_eq!(
        expect_guild_refusal(
            fixture
                .host
                .lobby
                .join(other.id, &actor(101), None, true)
                .await
        ),
        barred
    );
    let whom = |person| Invitee::Person(PersonId(person));
    let invited = fixture
        .host
        .lobby
        .invite(other.id, &actor(102), whom(101))
        .await;
    assert_eq!(expect_guild_refusal(invited), GuildRefusal::OtherBarred);
    fixture
        .host
        .lobby
        .invite(other.id, &actor(102), whom(103))
        .await
        .unwrap();
    let table = fixture.load_table(begun.id).await;
    let by = Some(Successor {
        person: PersonId(101),
        name: "somebody".to_owned(),
    });
    let other_table = fixture.open_table(&new_game::<Haleakala>(13), 104).await;
    fixture.join(other_table.id, 105).await;
    let running = fixture.start(other_table.id, 104).await;
    let replaces = fixture
        .host
        .replacements
        .replace(running, &actor(101), PersonId(105), by, true)
        .await;
    assert_eq!(expect_guild_refusal(replaces), barred);
    // A barred player may play on: choose a word, take a turn, resign.
    fixture
        .host
        .lobby
        .join(waits.id, &actor(101), Some("word"), true)
        .await
        .unwrap();
    assert_eq!(
        table.seat_of(PersonId(101)),
        fixture.load_table(begun.id).await.seat_of(PersonId(101))
    );
    fixture.resign(table, 101).await;
    fixture.leave(waits.id, 101).await;
    // On another server they are as welcome as ever, and here again once they are let in.
    let elsewhere = NewGame {
        guild: GuildId(2),
        ..new_game::<Hawaii>(14)
    };
    open_table(&fixture, &elsewhere, 101).await.unwrap();
    set_guild_settings(&fixture, &[Setting::Barred(PersonId(101), None)]).await;
    fixture.join(other.id, 101).await;
    fixture.sign_up(signs.id, 101).await;
    let twice = fixture.host.contests.sign_up(signs.id, &actor(101)).await;
    assert_eq!(
        expect_refusal(twice),
        Refusal::Contest(ContestRefusal::SignedUp)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn barred_person_is_not_matched_between_guilds() {
    let fixture = TestHost::new().await;
    let now = fixture.host.clock.now().0;
    for guild in [GUILD, GuildId(2)] {
        fixture
            .set_for_guild(guild, &[Setting::CrossGuildPlay(true)])
            .await;
    }
    fixture
        .host
        .matchmaking
        .save_request(&seeker(100, now), None)
        .await
        .unwrap();
    assert!(
        fixture
            .host
            .matchmaking
            .find_partners(&seeker(101, now))
            .await
            .unwrap()
            .is_some()
    );
    bar_person(&fixture, 100).await;
    assert!(
        fixture
            .host
            .matchmaking
            .find_partners(&seeker(101, now))
            .await
            .unwrap()
            .is_none()
    );
}
