//! Moderation acts: taking one back restores exactly what was there before, except what was chosen
//! since.

use std::collections::BTreeMap;
use std::sync::Arc;

use lanai_host::{
    Act, Authority, Bar, ChannelId, GuildId, GuildRefusal, GuildSettings, MAX_BARRED,
    ModerationAction, PersonId, QuietHours, Refusal, Setting, TimeControl,
};
use lanai_rules::Title;
use proptest::prelude::*;

use super::ratings::hosts_on_each_database;
use lanai_testing::scenes::{
    TestHost, actor, block_on, expect_internal_error, expect_refusal, pressing_actor,
};

const GUILD: GuildId = GuildId(6);

fn bar_with_reason(reason: &str) -> Bar {
    Bar {
        reason: reason.to_owned(),
    }
}

/// Any setting that can be chosen.
fn any_setting() -> impl Strategy<Value = Setting> {
    let few = || 1_i64..4;
    let most = || proptest::option::of(1_u16..4);
    let text = || proptest::option::of("[a-c]{1,2}");
    let authority = prop_oneof![
        Just(Authority::Server),
        Just(Authority::Channels),
        Just(Authority::Messages),
        Just(Authority::Members),
    ];
    let time_control = prop_oneof![
        Just(TimeControl::None),
        (60_i64..99).prop_map(TimeControl::Turn),
        (900_i64..999).prop_map(|start| TimeControl::Bank { start, more: 60 }),
    ];
    let title = || prop_oneof![Just(Title::Hawaii), Just(Title::Haleakala)];
    let quiet = (0_u16..3, 3_u16..6).prop_map(|(from, to)| QuietHours { from, to });
    prop_oneof![
        proptest::option::of(few()).prop_map(Setting::ReminderInterval),
        any::<bool>().prop_map(Setting::CrossGuildPlay),
        authority.prop_map(Setting::Moderators),
        any::<bool>().prop_map(Setting::OnlyListedChannels),
        (few(), proptest::option::of(any::<bool>()))
            .prop_map(|(channel, is)| Setting::Channel(ChannelId(channel), is)),
        any::<bool>().prop_map(Setting::NoThreads),
        most().prop_map(Setting::MaxTablesPerPerson),
        most().prop_map(Setting::MaxTablesPerChannel),
        proptest::option::of(few()).prop_map(Setting::OpenerRole),
        time_control.prop_map(Setting::TimeControl),
        (title(), text()).prop_map(|(title, words)| Setting::Options(title, words)),
        (few(), text()).prop_map(|(person, reason)| {
            Setting::Barred(PersonId(person), reason.map(|reason| Bar { reason }))
        }),
        proptest::option::of(quiet).prop_map(Setting::QuietHours),
        text().prop_map(Setting::Zone),
        text().prop_map(Setting::Language),
    ]
}

fn settings_with(settings: &[Setting]) -> GuildSettings {
    let mut chosen = GuildSettings::default();
    for setting in settings {
        chosen.set(setting.clone());
    }
    chosen
}

proptest! {
    #[test]
    fn undoing_a_setting_restores_everything(
        before in proptest::collection::vec(any_setting(), 0..12),
        setting in any_setting(),
    ) {
        let start = settings_with(&before);
        let mut chosen = start.clone();
        let stood = chosen.set(setting.clone());
        prop_assert!(stood.is_about(&setting));
        prop_assert_eq!(&start.current_value(&setting), &stood);
        prop_assert_eq!(&chosen.current_value(&setting), &setting);
        let stored = serde_json::to_string(&chosen).unwrap();
        prop_assert_eq!(&serde_json::from_str::<GuildSettings>(&stored).unwrap(), &chosen);
        let stored = serde_json::to_string(&stood).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Setting>(&stored).unwrap(), &stood);
        prop_assert_eq!(chosen.set(stood), setting);
        prop_assert_eq!(chosen, start);
    }

    #[test]
    fn undoing_leaves_other_settings_alone(
        before in proptest::collection::vec(any_setting(), 0..12),
        one in any_setting(),
        other in any_setting(),
    ) {
        prop_assume!(!one.is_about(&other));
        let mut chosen = settings_with(&before);
        let stands = chosen.current_value(&other);
        chosen.set(one);
        prop_assert_eq!(chosen.current_value(&other), stands);
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    /// Taking back all acts from last to first restores everything, and each one alone undoes only
    /// itself.
    #[test]
    fn acts_are_undone_one_after_another(
        settings in proptest::collection::vec(proptest::collection::vec(any_setting(), 1..4), 1..6),
    ) {
        block_on(async {
            let fixture = TestHost::new().await;
            let mut stood: BTreeMap<i64, GuildSettings> = BTreeMap::new();
            for together in &settings {
                for setting in together {
                    let before = fixture.guild_settings(GUILD).await;
                    fixture.set_for_guild(GUILD, std::slice::from_ref(setting)).await;
                    for act in fixture.host.moderation.list(GUILD, None, 1).await.unwrap() {
                        stood.entry(act.number).or_insert(before.clone());
                    }
                }
            }
            let newest_first: Vec<i64> = stood.keys().rev().copied().collect();
            for number in newest_first {
                fixture.host.moderation.undo(GUILD, &actor(2), number).await.unwrap();
                assert_eq!(fixture.guild_settings(GUILD).await, stood[&number]);
            }
            assert_eq!(fixture.guild_settings(GUILD).await, GuildSettings::default());
        });
    }
}

async fn list_acts(fixture: &TestHost) -> Vec<Act> {
    fixture
        .host
        .moderation
        .list(GUILD, None, 100)
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn acts_store_the_change() {
    for fixture in hosts_on_each_database().await {
        let chosen = [
            Setting::MaxTablesPerPerson(Some(3)),
            Setting::NoThreads(true),
            Setting::MaxTablesPerPerson(Some(3)),
        ];
        let now = fixture
            .host
            .moderation
            .set(GUILD, &pressing_actor(1, 70), &chosen)
            .await
            .unwrap();
        assert_eq!((now.max_tables_per_person, now.no_threads), (Some(3), true));
        // A setting that already has this value is no act, and other guilds are not affected.
        fixture
            .host
            .moderation
            .set(GUILD, &pressing_actor(1, 71), &chosen[..2])
            .await
            .unwrap();
        fixture.set_for_guild(GuildId(7), &chosen[..1]).await;
        let stored = list_acts(&fixture).await;
        let announced: Vec<_> = stored
            .iter()
            .map(|act| (act.number, act.person, act.undone_by))
            .collect();
        assert_eq!(announced, [(2, PersonId(1), None), (1, PersonId(1), None)]);
        let first = ModerationAction::Set {
            now: chosen[0].clone(),
            before: Setting::MaxTablesPerPerson(None),
            undoes: None,
        };
        assert_eq!(stored[1].action, first);
        assert_eq!(
            fixture
                .host
                .moderation
                .list(GuildId(7), None, 9)
                .await
                .unwrap()[0]
                .number,
            1
        );
        // A command that is delivered twice counts once.
        let again = fixture
            .host
            .moderation
            .set(
                GUILD,
                &pressing_actor(1, 70),
                &[Setting::MaxTablesPerPerson(None)],
            )
            .await;
        assert_eq!(expect_refusal(again), Refusal::Repeated);
        assert_eq!(fixture.guild_settings(GUILD).await, now);
        assert_eq!(
            fixture
                .host
                .moderation
                .list(GUILD, Some(2), 9)
                .await
                .unwrap(),
            stored[1..]
        );
        assert_eq!(
            fixture
                .host
                .moderation
                .list_from(GUILD, 2, 1)
                .await
                .unwrap(),
            stored[..1]
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_act_is_undone_once_and_only_without_later_changes() {
    for fixture in hosts_on_each_database().await {
        let sets = async |setting| fixture.set_for_guild(GUILD, &[setting]).await;
        let undo = async |number| fixture.host.moderation.undo(GUILD, &actor(2), number).await;
        let refused = Refusal::Guild;
        sets(Setting::Barred(PersonId(5), Some(bar_with_reason("noise")))).await;
        sets(Setting::Barred(PersonId(6), Some(bar_with_reason("noise")))).await;
        sets(Setting::Barred(
            PersonId(5),
            Some(bar_with_reason("much noise")),
        ))
        .await;
        assert_eq!(
            expect_refusal(undo(1).await),
            refused(GuildRefusal::ChangedSince(3))
        );
        assert_eq!(expect_refusal(undo(4).await), refused(GuildRefusal::NoAct));
        assert_eq!(expect_refusal(undo(0).await), refused(GuildRefusal::NoAct));
        assert_eq!(
            expect_refusal(undo(i64::MAX).await),
            refused(GuildRefusal::NoAct)
        );
        assert_eq!(
            undo(3).await.unwrap(),
            Setting::Barred(PersonId(5), Some(bar_with_reason("noise")))
        );
        assert_eq!(
            expect_refusal(undo(3).await),
            refused(GuildRefusal::AlreadyUndone(4))
        );
        undo(1).await.unwrap();
        let chosen = fixture.guild_settings(GUILD).await;
        assert_eq!(
            chosen.barred.keys().copied().collect::<Vec<_>>(),
            [PersonId(6)]
        );
        // Taking back is an act itself, and can be taken back.
        undo(5).await.unwrap();
        let stored = list_acts(&fixture).await;
        let undone: Vec<_> = stored.iter().rev().map(|act| act.undone_by).collect();
        assert_eq!(undone, [Some(5), None, Some(4), None, Some(6), None]);
        let can: Vec<_> = stored
            .iter()
            .filter(|act| act.can_be_undone())
            .map(|act| act.number)
            .collect();
        assert_eq!(can, [6, 4, 2]);
        assert_eq!(stored[0].person, PersonId(2));
        assert!(fixture.guild_settings(GUILD).await.is_barred(PersonId(5)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_acts_are_all_stored() {
    for fixture in hosts_on_each_database().await {
        let doing = (0..6).map(|number| {
            let host = Arc::clone(&fixture.host);
            let setting = Setting::Channel(ChannelId(number), Some(number % 2 == 0));
            tokio::spawn(async move {
                host.moderation
                    .set(GUILD, &actor(number), &[setting])
                    .await
                    .map(drop)
            })
        });
        for done in doing.collect::<Vec<_>>() {
            done.await.unwrap().unwrap();
        }
        let stored = list_acts(&fixture).await;
        let numbers: Vec<i64> = stored.iter().map(|act| act.number).collect();
        assert_eq!(numbers, [6, 5, 4, 3, 2, 1]);
        assert_eq!(fixture.guild_settings(GUILD).await.channels.len(), 6);
        let taking = (0..6).map(|person| {
            let host = Arc::clone(&fixture.host);
            tokio::spawn(
                async move { host.moderation.undo(GUILD, &actor(person), 4).await.is_ok() },
            )
        });
        let mut taken = 0;
        for one in taking.collect::<Vec<_>>() {
            taken += usize::from(one.await.unwrap());
        }
        assert_eq!(
            (taken, list_acts(&fixture).await.len()),
            (1, 7),
            "one takes it back"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn barred_people_have_a_limit() {
    let fixture = TestHost::new().await;
    let many = |range: std::ops::Range<usize>| -> Vec<Setting> {
        let people = range.map(|person| PersonId(i64::try_from(person).unwrap()));
        people
            .map(|person| Setting::Barred(person, Some(bar_with_reason("noise"))))
            .collect()
    };
    fixture.set_for_guild(GUILD, &many(0..MAX_BARRED)).await;
    let more = fixture
        .host
        .moderation
        .set(GUILD, &actor(1), &many(MAX_BARRED..MAX_BARRED + 1))
        .await;
    assert_eq!(expect_refusal(more), Refusal::Guild(GuildRefusal::ListFull));
    assert_eq!(
        list_acts(&fixture).await.len(),
        100,
        "as many as were asked for"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn unreadable_act_is_an_internal_error() {
    let fixture = TestHost::new().await;
    fixture
        .set_for_guild(GUILD, &[Setting::NoThreads(true)])
        .await;
    let path = fixture.folder.path().join("lanai.db");
    let mut file = <sqlx::SqliteConnection as sqlx::Connection>::connect(path.to_str().unwrap())
        .await
        .unwrap();
    sqlx::query("update moderation_act set body = '{\"seven\": \"cowries\"}'")
        .execute(&mut file)
        .await
        .unwrap();
    let announced = fixture
        .host
        .moderation
        .list(GUILD, None, 9)
        .await
        .unwrap_err()
        .to_string();
    assert!(
        announced.contains("act 1 in guild 6 cannot be read") && !announced.contains("cowries"),
        "{announced}"
    );
    assert!(
        expect_internal_error(fixture.host.moderation.undo(GUILD, &actor(1), 1).await)
            .contains("cannot be read")
    );
}
