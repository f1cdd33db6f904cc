//! A person who appears wherever a person can be stored.

use std::convert::Infallible;

use lanai_ai::Evaluate;
use lanai_host::{
    Bar, ChannelId, Consent, Destination, GuildId, LessonPart, MatchPreference, MessageId,
    NewContest, NewGame, PairingSystem, PersonId, PersonSettings, PolicyKind, PremoveCondition,
    Receipt, Seeker, Setting, TableId, TableSettings, TableStatus, Terms, TimeControl, Timestamp,
};
use lanai_rules::Title;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_store::SettingsOwner;

use super::super::contests::tend_and_start_games;
use super::{ANNA, ANNAS_WORD, anna};
use lanai_testing::scenes::{
    TestHost, actor, find_quiet_turn, new_game, play_random_action, receipt, seeded_dice,
};

/// Her note and her direct message channel.
pub(super) const ANNAS_NOTE: &str = "never trust the kahuna";
pub(super) const DIRECT: &str = "918273645546372819";

/// A table that she opened, where these others sit and she gave a word.
pub(super) async fn open_with<G: Evaluate>(
    fixture: &TestHost,
    channel: i64,
    others: &[i64],
    settings: TableSettings,
) -> TableId {
    let chairs = u8::try_from(others.len().max(1) + 1).unwrap();
    let new = NewGame {
        seat_count: Some(chairs),
        settings,
        ..new_game::<G>(channel)
    };
    let game = fixture.host.lobby.open(&new, &anna()).await.unwrap().id;
    fixture
        .host
        .lobby
        .join(game, &anna(), Some(ANNAS_WORD), true)
        .await
        .unwrap();
    for other in others {
        fixture.join(game, *other).await;
    }
    game
}

/// Opens a table and starts its game.
pub(super) async fn start_with<G: Evaluate>(
    fixture: &TestHost,
    channel: i64,
    others: &[i64],
    settings: TableSettings,
) -> TableId {
    let game = open_with::<G>(fixture, channel, others, settings).await;
    fixture.host.starts.start(game, &anna()).await.unwrap();
    fixture.announce(game, 40_000 + channel).await;
    game
}

/// Plays a game to its end.
pub(super) async fn play_with<G: Evaluate>(
    fixture: &TestHost,
    channel: i64,
    others: &[i64],
    settings: TableSettings,
) -> TableId {
    let game = start_with::<G>(fixture, channel, others, settings).await;
    Box::pin(fixture.play_out::<G>(game, &mut seeded_dice(channel.unsigned_abs()))).await;
    game
}

/// Plays one random action.
pub(super) async fn play_one_action(fixture: &TestHost, game: TableId) {
    match fixture.load_table(game).await.title {
        Title::Hawaii => {
            drop(Box::pin(fixture.act_at_random::<Hawaii>(game, &mut seeded_dice(1))).await)
        }
        Title::Haleakala => {
            drop(Box::pin(fixture.act_at_random::<Haleakala>(game, &mut seeded_dice(1))).await)
        }
    }
}

fn rated_settings() -> TableSettings {
    TableSettings {
        rated: true,
        ..TableSettings::default()
    }
}

/// Records that she moderated and was barred for a while.
async fn moderate_as_anna(fixture: &TestHost) {
    let bar = |person: i64, reason: Option<&str>| {
        Setting::Barred(
            PersonId(person),
            reason.map(|reason| Bar {
                reason: reason.to_owned(),
            }),
        )
    };
    let acts = [
        (anna(), bar(7, Some(ANNAS_NOTE))),
        (actor(1), bar(7, None)),
        (actor(1), bar(ANNA, Some("noise"))),
        (actor(1), bar(ANNA, None)),
    ];
    for (who, setting) in acts {
        fixture
            .host
            .moderation
            .set(GuildId(1), &who, &[setting])
            .await
            .unwrap();
    }
}

/// Gives her settings, notes, subscriptions, requests, and running and finished games everywhere.
pub(super) async fn prepare_anna(fixture: &TestHost) {
    let host = &fixture.host;
    moderate_as_anna(fixture).await;
    // Games that are over: two that counted, one that is to count, one of others, one that she
    // left, one of others.
    play_with::<Haleakala>(fixture, 101, &[101], rated_settings()).await;
    play_with::<Hawaii>(fixture, 102, &[101, 102], rated_settings()).await;
    host.ratings.rate_games().await.unwrap();
    play_with::<Haleakala>(fixture, 103, &[102], rated_settings()).await;
    let gone = Box::pin(start_with::<Hawaii>(
        fixture,
        104,
        &[101, 102],
        TableSettings::default(),
    ))
    .await;
    Box::pin(
        host.resignations
            .resign(fixture.load_table(gone).await, &anna()),
    )
    .await
    .unwrap();
    fixture.run_computers().await;
    Box::pin(fixture.play_out::<Hawaii>(gone, &mut seeded_dice(5))).await;
    let left = Box::pin(start_with::<Hawaii>(
        fixture,
        105,
        &[101, 102],
        TableSettings::default(),
    ))
    .await;
    Box::pin(
        host.resignations
            .resign(fixture.load_table(left).await, &anna()),
    )
    .await
    .unwrap();
    fixture.run_computers().await;
    // Games that go on.
    let running = Box::pin(start_with::<Hawaii>(
        fixture,
        106,
        &[101, 102],
        TableSettings::default(),
    ))
    .await;
    while fixture.load_table(running).await.waiting.person == Some(PersonId(ANNA)) {
        play_one_action(fixture, running).await;
    }
    let table = fixture.load_table(running).await;
    let turn = host
        .premoves
        .load_turn_ahead::<Hawaii>(table.clone(), PersonId(ANNA))
        .await
        .unwrap();
    let turn = find_quiet_turn(&turn, true, 3).unwrap_or_else(|| {
        let mut turn = turn.clone();
        play_random_action(&mut turn, &mut seeded_dice(2));
        turn
    });
    host.premoves
        .save_alternatives(
            table,
            &anna(),
            &[turn],
            true,
            Some(PremoveCondition::Whatever),
        )
        .await
        .unwrap();
    let asks = Consent::Ask(Terms::Pause(3600));
    Box::pin(
        host.agreements
            .agree(fixture.load_table(running).await, &anna(), asks),
    )
    .await
    .unwrap();
    host.board_access
        .create_link(&fixture.load_table(running).await, PersonId(ANNA), "en")
        .await
        .unwrap();
    host.notes
        .save(
            &fixture.load_table(running).await,
            PersonId(ANNA),
            ANNAS_NOTE,
        )
        .await
        .unwrap();
    host.watching
        .watch(
            &fixture.load_table(running).await,
            ChannelId(555),
            &anna(),
            "en",
        )
        .await
        .unwrap();
    start_with::<Haleakala>(fixture, 107, &[101], TableSettings::default()).await;
    open_with::<Hawaii>(fixture, 108, &[101], TableSettings::default()).await;
    start_lesson(fixture).await;
    play_between_guilds(fixture).await;
    takes_part(fixture).await;
    let Ok(_) = host
        .settings
        .change_person_settings(PersonId(ANNA), |personal: &mut PersonSettings| {
            (personal.direct, personal.zone) = (true, Some("Europe/Prague".to_owned()));
            Ok::<(), Infallible>(())
        })
        .await
        .unwrap();
    send_direct_notices(fixture).await;
    request_match(fixture).await;
    for game in [gone, running] {
        host.statistics
            .record_audience_channel(&fixture.load_table(game).await, ChannelId(9))
            .await
            .unwrap();
    }
    let seen = Box::pin(start_with::<Haleakala>(
        fixture,
        109,
        &[101],
        TableSettings::default(),
    ))
    .await;
    host.statistics
        .record_audience_channel(&fixture.load_table(seen).await, ChannelId(9))
        .await
        .unwrap();
    fixture
        .play_out::<Haleakala>(seen, &mut seeded_dice(6))
        .await;
    assert!(
        fixture
            .store
            .settings()
            .load(SettingsOwner::Person(PersonId(ANNA)))
            .await
            .unwrap()
            .is_some()
    );
}

/// A lesson.
async fn start_lesson(fixture: &TestHost) {
    let new = NewGame {
        seat_count: Some(2),
        computers: vec![PolicyKind::default()],
        settings: TableSettings {
            lesson: Some(LessonPart::First),
            players_only: true,
            ..TableSettings::default()
        },
        guild: GuildId(0),
        channel: ChannelId(DIRECT.parse().unwrap()),
        announced: false,
        ..new_game::<Hawaii>(0)
    };
    fixture.host.lobby.open(&new, &anna()).await.unwrap();
    fixture
        .host
        .lessons
        .resume_lesson(PersonId(ANNA), Title::Hawaii)
        .await
        .unwrap()
        .unwrap();
}

fn seeker(person: i64, name: &str, channel: i64, at: Timestamp) -> Seeker {
    Seeker {
        person: PersonId(person),
        name: name.to_owned(),
        channel: ChannelId(channel),
        language: "en".to_owned(),
        guild: GuildId(1),
        title: Title::Haleakala,
        seats: 2,
        time_control: None,
        preference: MatchPreference::Anyone,
        since: at,
    }
}

/// A game with a player of another guild.
async fn play_between_guilds(fixture: &TestHost) {
    let now = fixture.host.clock.now();
    let both = [
        seeker(ANNA, &anna().name, DIRECT.parse().unwrap(), now),
        seeker(103, "person 103", 777, now),
    ];
    for seeker in &both {
        fixture
            .host
            .matchmaking
            .save_request(seeker, None)
            .await
            .unwrap();
    }
    let game = fixture
        .host
        .matchmaking
        .open_table(&both)
        .await
        .unwrap()
        .unwrap()
        .id;
    fixture.announce(game, 41_000).await;
}

/// A match request that led to a table that is over by now.
async fn request_match(fixture: &TestHost) {
    let between = fixture
        .host
        .matchmaking
        .find_table_between_guilds(PersonId(ANNA))
        .await
        .unwrap()
        .unwrap();
    Box::pin(fixture.host.resignations.resign(between, &actor(103)))
        .await
        .unwrap();
    let wish = seeker(
        ANNA,
        &anna().name,
        DIRECT.parse().unwrap(),
        fixture.host.clock.now(),
    );
    fixture
        .host
        .matchmaking
        .save_request(&wish, None)
        .await
        .unwrap();
    fixture
        .set_for_guild(GuildId(1), &[Setting::CrossGuildPlay(true)])
        .await;
}

/// A contest of others that she entered, and one of her own.
async fn takes_part(fixture: &TestHost) {
    let new = |channel: i64| NewContest {
        guild: GuildId(1),
        channel: ChannelId(channel),
        name: "Autumn".to_owned(),
        title: Title::Haleakala,
        options: String::new(),
        seat_count: None,
        system: PairingSystem::Swiss,
        rounds: None,
        time_control: TimeControl::Turn(24 * 60 * 60),
        language: "en".to_owned(),
        follows: None,
    };
    for (channel, organiser) in [(700, actor(1)), (701, anna())] {
        let id = fixture
            .host
            .contests
            .open_contest(&new(channel), &organiser)
            .await
            .unwrap()
            .id;
        for person in [anna(), actor(111), actor(112), actor(113)] {
            fixture.host.contests.sign_up(id, &person).await.unwrap();
        }
        if channel == 700 {
            fixture
                .host
                .contests
                .begin_contest(id, &organiser, false)
                .await
                .unwrap();
            let right = (&organiser, false);
            fixture
                .host
                .contests
                .correct_points(id, right.0, right.1, PersonId(ANNA), 1, "a wager")
                .await
                .unwrap();
        } else {
            let right = (&organiser, false);
            fixture
                .host
                .contests
                .correct_points(id, right.0, right.1, PersonId(111), 3, ANNAS_NOTE)
                .await
                .unwrap();
        }
    }
    tend_and_start_games(fixture).await;
}

/// A reminder in her direct messages, one that could not be sent, and a pending one.
async fn send_direct_notices(fixture: &TestHost) {
    for channel in [301, 302, 303] {
        let game =
            start_with::<Haleakala>(fixture, channel, &[101], TableSettings::default()).await;
        while fixture.load_table(game).await.waiting.person != Some(PersonId(ANNA)) {
            play_one_action(fixture, game).await;
        }
        fixture.deliver_notices().await;
        let table = fixture.load_table(game).await;
        assert_eq!(table.status, TableStatus::Running);
        remind_of_turn(fixture, game).await;
        let due = fixture.due_notices(1000).await;
        let direct = due
            .iter()
            .find(|due| due.to == Destination::Person(PersonId(ANNA)))
            .unwrap();
        match channel {
            301 => {
                let receipt = Receipt {
                    message: Some(MessageId(6001)),
                    ..receipt(6001)
                };
                assert!(fixture.mark_sent(direct, receipt).await);
            }
            302 => {
                fixture
                    .store
                    .channels()
                    .mark_unwritable(direct.to, fixture.host.clock.now(), game, &[])
                    .await
                    .unwrap();
            }
            _ => {}
        }
    }
}

/// Reminds her of her turn in a direct message.
async fn remind_of_turn(fixture: &TestHost, game: TableId) {
    use lanai_host::{Ping, PingReason, Revision};
    let table = fixture.load_table(game).await;
    let called = Ping {
        person: PersonId(ANNA),
        turn: table.waiting.turn,
        reminders: 0,
        why: PingReason::Call,
    };
    let news = serde_json::to_value(lanai_host::News::Ping(called)).unwrap();
    let body =
        serde_json::json!({ "revision": Revision(table.revision.0), "news": news }).to_string();
    let to = vec![Destination::Person(PersonId(ANNA))];
    let notice = lanai_store::Notice {
        to,
        replace_key: None,
        body,
        due_at: Timestamp::FIRST,
    };
    fixture
        .store
        .notices()
        .enqueue(game, &[notice])
        .await
        .unwrap();
}
