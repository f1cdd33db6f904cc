//! A person who appears wherever a person can be stored.

use std::convert::Infallible;

use lanai_ai::Appraise;
use lanai_host::{
    Bar, ChannelId, Consent, Destination, GuildId, Lesson, MatchPreference, MessageId, NewContest,
    NewGame, PersonId, PersonSettings, PolicyKind, PremoveCondition, Receipt, Seeker, Setting,
    System, TableId, TableSettings, TableStatus, Terms, TimeControl, Timestamp,
};
use lanai_rules::Title;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_store::Chooser;

use super::super::contests::tend_and_begin;
use super::{ANNA, WORD, anna};
use lanai_testing::scenes::{TestHost, actor, at_random, became, dice, new_game, quiet};

/// Her note and her direct message channel.
pub(super) const NOTE: &str = "never trust the kahuna";
pub(super) const DIRECT: &str = "918273645546372819";

/// A table that she opened, where these others sit and she gave a word.
pub(super) async fn opened<G: Appraise>(
    house: &TestHost,
    channel: i64,
    others: &[i64],
    settings: TableSettings,
) -> TableId {
    let chairs = u8::try_from(others.len().max(1) + 1).unwrap();
    let new = NewGame {
        chairs: Some(chairs),
        settings,
        ..new_game::<G>(channel)
    };
    let game = house.host.lobby.open(&new, &anna()).await.unwrap().game;
    house
        .host
        .lobby
        .join(game, &anna(), Some(WORD), true)
        .await
        .unwrap();
    for other in others {
        house
            .host
            .lobby
            .join(game, &actor(*other), None, true)
            .await
            .unwrap();
    }
    game
}

/// The same with a running game.
pub(super) async fn begun<G: Appraise>(
    house: &TestHost,
    channel: i64,
    others: &[i64],
    settings: TableSettings,
) -> TableId {
    let game = opened::<G>(house, channel, others, settings).await;
    house.host.starts.start(game, &anna()).await.unwrap();
    house.announce(game, 40_000 + channel).await;
    game
}

/// The same with a finished game.
pub(super) async fn over<G: Appraise>(
    house: &TestHost,
    channel: i64,
    others: &[i64],
    settings: TableSettings,
) -> TableId {
    let game = begun::<G>(house, channel, others, settings).await;
    Box::pin(house.play_out::<G>(game, &mut dice(channel.unsigned_abs()))).await;
    game
}

/// Plays one random action.
pub(super) async fn act(house: &TestHost, game: TableId) {
    match house.kept(game).await.title {
        Title::Hawaii => drop(Box::pin(house.act_at_random::<Hawaii>(game, &mut dice(1))).await),
        Title::Haleakala => {
            drop(Box::pin(house.act_at_random::<Haleakala>(game, &mut dice(1))).await)
        }
    }
}

fn rated() -> TableSettings {
    TableSettings {
        rated: true,
        ..TableSettings::default()
    }
}

/// She moderated and was barred for a while.
async fn moderates(house: &TestHost) {
    let bar = |person: i64, reason: Option<&str>| {
        Setting::Barred(
            PersonId(person),
            reason.map(|reason| Bar {
                reason: reason.to_owned(),
            }),
        )
    };
    let acts = [
        (anna(), bar(7, Some(NOTE))),
        (actor(1), bar(7, None)),
        (actor(1), bar(ANNA, Some("noise"))),
        (actor(1), bar(ANNA, None)),
    ];
    for (who, setting) in acts {
        house
            .host
            .moderation
            .set(GuildId(1), &who, &[setting])
            .await
            .unwrap();
    }
}

/// She has settings, notes, subscriptions, requests, running and finished games everywhere.
pub(super) async fn anna_is(house: &TestHost) {
    let host = &house.host;
    moderates(house).await;
    // Games that are over: two that counted, one that is to count, one of others, one that she left, one of others.
    over::<Haleakala>(house, 101, &[101], rated()).await;
    over::<Hawaii>(house, 102, &[101, 102], rated()).await;
    host.ratings.rate_games().await.unwrap();
    over::<Haleakala>(house, 103, &[102], rated()).await;
    let gone = Box::pin(begun::<Hawaii>(
        house,
        104,
        &[101, 102],
        TableSettings::default(),
    ))
    .await;
    Box::pin(host.resignations.resign(house.kept(gone).await, &anna()))
        .await
        .unwrap();
    house.computers_act().await;
    Box::pin(house.play_out::<Hawaii>(gone, &mut dice(5))).await;
    let left = Box::pin(begun::<Hawaii>(
        house,
        105,
        &[101, 102],
        TableSettings::default(),
    ))
    .await;
    Box::pin(host.resignations.resign(house.kept(left).await, &anna()))
        .await
        .unwrap();
    house.computers_act().await;
    // Games that go on.
    let running = Box::pin(begun::<Hawaii>(
        house,
        106,
        &[101, 102],
        TableSettings::default(),
    ))
    .await;
    while house.kept(running).await.waiting.person == Some(PersonId(ANNA)) {
        act(house, running).await;
    }
    let table = house.kept(running).await;
    let turn = host
        .premoves
        .load_turn_ahead::<Hawaii>(table.clone(), PersonId(ANNA))
        .await
        .unwrap();
    let turn = quiet(&turn, true, 3).unwrap_or_else(|| {
        let mut turn = turn.clone();
        at_random(&mut turn, &mut dice(2));
        turn
    });
    host.premoves
        .decide(
            table,
            &anna(),
            (&[turn], true),
            Some(PremoveCondition::Whatever),
        )
        .await
        .unwrap();
    let asks = Consent::Ask(Terms::Pause(3600));
    Box::pin(
        host.agreements
            .agree(house.kept(running).await, &anna(), asks),
    )
    .await
    .unwrap();
    host.notes
        .save(&house.kept(running).await, PersonId(ANNA), NOTE)
        .await
        .unwrap();
    host.watching
        .watch(&house.kept(running).await, ChannelId(555), &anna(), "en")
        .await
        .unwrap();
    begun::<Haleakala>(house, 107, &[101], TableSettings::default()).await;
    opened::<Hawaii>(house, 108, &[101], TableSettings::default()).await;
    learns(house).await;
    plays_between(house).await;
    takes_part(house).await;
    // How she would like to be told, and what is told to her.
    let direct = |personal: &mut PersonSettings| {
        (personal.direct, personal.zone) = (true, Some("Europe/Prague".to_owned()));
        Ok::<(), Infallible>(())
    };
    let Ok(_) = host
        .settings
        .change_person_settings(PersonId(ANNA), direct)
        .await
        .unwrap();
    is_told(house).await;
    waits_for_others(house).await;
    // Her hall saw some of her games.
    for game in [gone, running] {
        host.statistics
            .stands_in(&house.kept(game).await, ChannelId(9))
            .await
            .unwrap();
    }
    let seen = Box::pin(begun::<Haleakala>(
        house,
        109,
        &[101],
        TableSettings::default(),
    ))
    .await;
    host.statistics
        .stands_in(&house.kept(seen).await, ChannelId(9))
        .await
        .unwrap();
    house.play_out::<Haleakala>(seen, &mut dice(6)).await;
    assert!(
        house
            .store
            .settings()
            .load(Chooser::Person(PersonId(ANNA)))
            .await
            .unwrap()
            .is_some()
    );
}

/// A lesson.
async fn learns(house: &TestHost) {
    let new = NewGame {
        chairs: Some(2),
        computers: vec![PolicyKind::default()],
        settings: TableSettings {
            lesson: Some(Lesson::Direct),
            closed: true,
            ..TableSettings::default()
        },
        guild: GuildId(0),
        channel: ChannelId(DIRECT.parse().unwrap()),
        announced: false,
        ..new_game::<Hawaii>(0)
    };
    house.host.lobby.open(&new, &anna()).await.unwrap();
    house
        .host
        .lessons
        .resume_lesson(PersonId(ANNA), Title::Hawaii)
        .await
        .unwrap()
        .unwrap();
}

fn seeks(person: i64, name: &str, channel: i64, at: Timestamp) -> Seeker {
    Seeker {
        person: PersonId(person),
        name: name.to_owned(),
        channel: ChannelId(channel),
        language: "en".to_owned(),
        guild: GuildId(1),
        title: Title::Haleakala,
        seats: 2,
        pace: None,
        company: MatchPreference::Anyone,
        since: at,
    }
}

/// A game with a player of another guild.
async fn plays_between(house: &TestHost) {
    let now = house.host.clock.now();
    let both = [
        seeks(ANNA, &anna().name, DIRECT.parse().unwrap(), now),
        seeks(103, "person 103", 777, now),
    ];
    for seeker in &both {
        house.host.matchmaking.seek(seeker, None).await.unwrap();
    }
    let game = house
        .host
        .matchmaking
        .meet(&both)
        .await
        .unwrap()
        .unwrap()
        .game;
    house.announce(game, 41_000).await;
}

/// A match request that led to a table that is over by now.
async fn waits_for_others(house: &TestHost) {
    let between = house
        .host
        .matchmaking
        .find_table_between_guilds(PersonId(ANNA))
        .await
        .unwrap()
        .unwrap();
    Box::pin(house.host.resignations.resign(between, &actor(103)))
        .await
        .unwrap();
    let wish = seeks(
        ANNA,
        &anna().name,
        DIRECT.parse().unwrap(),
        house.host.clock.now(),
    );
    house.host.matchmaking.seek(&wish, None).await.unwrap();
    house
        .host
        .moderation
        .set(GuildId(1), &actor(1), &[Setting::CrossGuildPlay(true)])
        .await
        .unwrap();
}

/// A contest of others that she entered, and one of her own.
async fn takes_part(house: &TestHost) {
    let new = |channel: i64| NewContest {
        guild: GuildId(1),
        channel: ChannelId(channel),
        name: "Autumn".to_owned(),
        title: Title::Haleakala,
        options: String::new(),
        chairs: None,
        system: System::Swiss,
        rounds: None,
        pace: TimeControl::Turn(24 * 60 * 60),
        language: "en".to_owned(),
        follows: None,
    };
    for (channel, organiser) in [(700, actor(1)), (701, anna())] {
        let id = house
            .host
            .contests
            .open(&new(channel), &organiser)
            .await
            .unwrap()
            .id;
        for person in [anna(), actor(111), actor(112), actor(113)] {
            house.host.contests.sign_up(id, &person).await.unwrap();
        }
        if channel == 700 {
            house
                .host
                .contests
                .begin(id, &organiser, false)
                .await
                .unwrap();
            // Its log names her.
            let right = (&organiser, false);
            house
                .host
                .contests
                .correct_points(id, right.0, right.1, PersonId(ANNA), (1, "a wager"))
                .await
                .unwrap();
        } else {
            let right = (&organiser, false);
            house
                .host
                .contests
                .correct_points(id, right.0, right.1, PersonId(111), (3, NOTE))
                .await
                .unwrap();
        }
    }
    tend_and_begin(house).await;
}

/// A reminder in her direct messages, one that could not be sent, and a pending one.
async fn is_told(house: &TestHost) {
    for channel in [301, 302, 303] {
        let game = begun::<Haleakala>(house, channel, &[101], TableSettings::default()).await;
        while house.kept(game).await.waiting.person != Some(PersonId(ANNA)) {
            act(house, game).await;
        }
        house.hear().await;
        let table = house.kept(game).await;
        assert_eq!(table.status, TableStatus::Running);
        call(house, game).await;
        let due = house.outbox().due(1000).await.unwrap();
        let direct = due
            .iter()
            .find(|due| due.to == Destination::Person(PersonId(ANNA)))
            .unwrap();
        match channel {
            301 => {
                let receipt = Receipt {
                    message: Some(MessageId(6001)),
                    ..became(6001)
                };
                assert!(house.outbox().mark_sent(direct, receipt).await.unwrap());
            }
            302 => {
                house
                    .store
                    .channels()
                    .mark_shut(direct.to, house.host.clock.now(), game, &[])
                    .await
                    .unwrap();
            }
            _ => {}
        }
    }
}

/// She is reminded of her turn in a direct message.
async fn call(house: &TestHost, game: TableId) {
    use lanai_host::{Ping, PingReason, Revision};
    let table = house.kept(game).await;
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
        chore: None,
        body,
        due_at: Timestamp::FIRST,
    };
    house
        .store
        .notices()
        .enqueue(game, &[notice])
        .await
        .unwrap();
}
