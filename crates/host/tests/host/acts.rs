//! Moderation acts: taking one back restores exactly what was there before, except what was chosen
//! since.

use std::collections::BTreeMap;
use std::sync::Arc;

use lanai_host::{
    Act, Acting, Authority, Bar, ChannelId, Declined, GuildId, GuildRefusal, GuildSettings,
    MAX_BARRED, PersonId, QuietHours, Setting, TimeControl,
};
use lanai_rules::Title;
use proptest::prelude::*;

use super::ratings::in_both_homes;
use lanai_testing::scenes::{TestHost, actor, declined, press, trouble, wait};

const HERE: GuildId = GuildId(6);

fn bar(reason: &str) -> Bar {
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
    let pace = prop_oneof![
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
        any::<bool>().prop_map(Setting::OnlyNamed),
        (few(), proptest::option::of(any::<bool>()))
            .prop_map(|(channel, is)| Setting::Channel(ChannelId(channel), is)),
        any::<bool>().prop_map(Setting::NoThreads),
        most().prop_map(Setting::PerPerson),
        most().prop_map(Setting::PerChannel),
        proptest::option::of(few()).prop_map(Setting::OpenerRole),
        pace.prop_map(Setting::TimeControl),
        (title(), text()).prop_map(|(title, words)| Setting::Options(title, words)),
        (few(), text()).prop_map(|(person, reason)| {
            Setting::Barred(PersonId(person), reason.map(|reason| Bar { reason }))
        }),
        proptest::option::of(quiet).prop_map(Setting::QuietHours),
        text().prop_map(Setting::Zone),
        text().prop_map(Setting::Language),
    ]
}

fn all_of(settings: &[Setting]) -> GuildSettings {
    let mut chosen = GuildSettings::default();
    for setting in settings {
        chosen.set(setting.clone());
    }
    chosen
}

proptest! {
    #[test]
    fn what_stood_before_puts_everything_back(
        before in proptest::collection::vec(any_setting(), 0..12),
        setting in any_setting(),
    ) {
        let start = all_of(&before);
        let mut chosen = start.clone();
        let stood = chosen.set(setting.clone());
        prop_assert!(stood.is_about(&setting));
        prop_assert_eq!(&start.standing(&setting), &stood);
        prop_assert_eq!(&chosen.standing(&setting), &setting);
        // It is kept as it is, and so is what would take it back.
        let kept = serde_json::to_string(&chosen).unwrap();
        prop_assert_eq!(&serde_json::from_str::<GuildSettings>(&kept).unwrap(), &chosen);
        let kept = serde_json::to_string(&stood).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Setting>(&kept).unwrap(), &stood);
        prop_assert_eq!(chosen.set(stood), setting);
        prop_assert_eq!(chosen, start);
    }

    #[test]
    fn what_is_about_something_else_is_left_alone(
        before in proptest::collection::vec(any_setting(), 0..12),
        one in any_setting(),
        other in any_setting(),
    ) {
        prop_assume!(!one.is_about(&other));
        let mut chosen = all_of(&before);
        let stands = chosen.standing(&other);
        chosen.set(one);
        prop_assert_eq!(chosen.standing(&other), stands);
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    /// Taking back all acts from last to first restores everything, and each one alone undoes only
    /// itself.
    #[test]
    fn acts_are_taken_back_one_after_the_other(
        settings in proptest::collection::vec(proptest::collection::vec(any_setting(), 1..4), 1..6),
    ) {
        wait(async {
            let house = TestHost::new().await;
            let mut stood: BTreeMap<i64, GuildSettings> = BTreeMap::new();
            for together in &settings {
                for setting in together {
                    let before = house.host.settings.guild_settings(HERE).await.unwrap();
                    house.host.moderation.set(HERE, &actor(1), std::slice::from_ref(setting)).await.unwrap();
                    for act in house.host.moderation.list(HERE, None, 1).await.unwrap() {
                        stood.entry(act.number).or_insert(before.clone());
                    }
                }
            }
            let newest_first: Vec<i64> = stood.keys().rev().copied().collect();
            for number in newest_first {
                house.host.moderation.undo(HERE, &actor(2), number).await.unwrap();
                assert_eq!(house.host.settings.guild_settings(HERE).await.unwrap(), stood[&number]);
            }
            assert_eq!(house.host.settings.guild_settings(HERE).await.unwrap(), GuildSettings::default());
        });
    }
}

#[test]
fn what_an_earlier_release_kept_is_read() {
    let old: GuildSettings = serde_json::from_str(r#"{"every":3600,"elsewhere":true}"#).unwrap();
    assert_eq!(
        old,
        GuildSettings {
            every: Some(3600),
            elsewhere: true,
            ..GuildSettings::default()
        }
    );
    assert_eq!(
        serde_json::from_str::<GuildSettings>("{}").unwrap(),
        GuildSettings::default()
    );
}

async fn acts(house: &TestHost) -> Vec<Act> {
    house.host.moderation.list(HERE, None, 100).await.unwrap()
}

#[test]
fn acts_are_kept_with_what_they_change() {
    wait(async {
        for house in in_both_homes().await {
            let chosen = [
                Setting::PerPerson(Some(3)),
                Setting::NoThreads(true),
                Setting::PerPerson(Some(3)),
            ];
            let now = house
                .host
                .moderation
                .set(HERE, &press(1, 70), &chosen)
                .await
                .unwrap();
            assert_eq!((now.per_person, now.no_threads), (Some(3), true));
            // What stands already is no act, and another server is none of its business.
            house
                .host
                .moderation
                .set(HERE, &press(1, 71), &chosen[..2])
                .await
                .unwrap();
            house
                .host
                .moderation
                .set(GuildId(7), &actor(1), &chosen[..1])
                .await
                .unwrap();
            let kept = acts(&house).await;
            let told: Vec<_> = kept
                .iter()
                .map(|act| (act.number, act.person, act.undone_by))
                .collect();
            assert_eq!(told, [(2, PersonId(1), None), (1, PersonId(1), None)]);
            let first = Acting::Set {
                now: chosen[0].clone(),
                before: Setting::PerPerson(None),
                undoes: None,
            };
            assert_eq!(kept[1].what, first);
            assert_eq!(
                house
                    .host
                    .moderation
                    .list(GuildId(7), None, 9)
                    .await
                    .unwrap()[0]
                    .number,
                1
            );
            // A command that comes twice counts once.
            let again = house
                .host
                .moderation
                .set(HERE, &press(1, 70), &[Setting::PerPerson(None)])
                .await;
            assert_eq!(declined(again), Declined::Repeated);
            assert_eq!(house.host.settings.guild_settings(HERE).await.unwrap(), now);
            assert_eq!(
                house.host.moderation.list(HERE, Some(2), 9).await.unwrap(),
                kept[1..]
            );
            assert_eq!(
                house.host.moderation.list_from(HERE, 2, 1).await.unwrap(),
                kept[..1]
            );
        }
    });
}

#[test]
fn an_act_is_taken_back_once_and_only_if_nobody_chose_otherwise_since() {
    wait(async {
        for house in in_both_homes().await {
            let sets = async |setting| {
                house
                    .host
                    .moderation
                    .set(HERE, &actor(1), &[setting])
                    .await
                    .unwrap()
            };
            let undo = async |number| house.host.moderation.undo(HERE, &actor(2), number).await;
            let refused = Declined::Server;
            sets(Setting::Barred(PersonId(5), Some(bar("noise")))).await;
            sets(Setting::Barred(PersonId(6), Some(bar("noise")))).await;
            sets(Setting::Barred(PersonId(5), Some(bar("much noise")))).await;
            assert_eq!(declined(undo(1).await), refused(GuildRefusal::Since(3)));
            assert_eq!(declined(undo(4).await), refused(GuildRefusal::NoAct));
            assert_eq!(declined(undo(0).await), refused(GuildRefusal::NoAct));
            assert_eq!(declined(undo(i64::MAX).await), refused(GuildRefusal::NoAct));
            assert_eq!(
                undo(3).await.unwrap(),
                Setting::Barred(PersonId(5), Some(bar("noise")))
            );
            assert_eq!(declined(undo(3).await), refused(GuildRefusal::Undone(4)));
            undo(1).await.unwrap();
            let chosen = house.host.settings.guild_settings(HERE).await.unwrap();
            assert_eq!(
                chosen.barred.keys().copied().collect::<Vec<_>>(),
                [PersonId(6)]
            );
            // To take something back is an act like others, and can be taken back.
            undo(5).await.unwrap();
            let kept = acts(&house).await;
            let undone: Vec<_> = kept.iter().rev().map(|act| act.undone_by).collect();
            assert_eq!(undone, [Some(5), None, Some(4), None, Some(6), None]);
            let can: Vec<_> = kept
                .iter()
                .filter(|act| act.can_be_undone())
                .map(|act| act.number)
                .collect();
            assert_eq!(can, [6, 4, 2]);
            assert_eq!(kept[0].person, PersonId(2));
            assert!(
                house
                    .host
                    .settings
                    .guild_settings(HERE)
                    .await
                    .unwrap()
                    .bars(PersonId(5))
            );
        }
    });
}

#[test]
fn of_many_moderators_at_once_none_is_passed_over() {
    wait(async {
        for house in in_both_homes().await {
            let doing = (0..6).map(|number| {
                let host = Arc::clone(&house.host);
                let setting = Setting::Channel(ChannelId(number), Some(number % 2 == 0));
                tokio::spawn(async move {
                    host.moderation
                        .set(HERE, &actor(number), &[setting])
                        .await
                        .map(drop)
                })
            });
            for done in doing.collect::<Vec<_>>() {
                done.await.unwrap().unwrap();
            }
            let kept = acts(&house).await;
            let numbers: Vec<i64> = kept.iter().map(|act| act.number).collect();
            assert_eq!(numbers, [6, 5, 4, 3, 2, 1]);
            assert_eq!(
                house
                    .host
                    .settings
                    .guild_settings(HERE)
                    .await
                    .unwrap()
                    .channels
                    .len(),
                6
            );
            let taking = (0..6).map(|person| {
                let host = Arc::clone(&house.host);
                tokio::spawn(
                    async move { host.moderation.undo(HERE, &actor(person), 4).await.is_ok() },
                )
            });
            let mut taken = 0;
            for one in taking.collect::<Vec<_>>() {
                taken += usize::from(one.await.unwrap());
            }
            assert_eq!(
                (taken, acts(&house).await.len()),
                (1, 7),
                "one takes it back"
            );
        }
    });
}

#[test]
fn there_is_an_end_to_who_can_be_kept_out() {
    wait(async {
        let house = TestHost::new().await;
        let many = |range: std::ops::Range<usize>| -> Vec<Setting> {
            let people = range.map(|person| PersonId(i64::try_from(person).unwrap()));
            people
                .map(|person| Setting::Barred(person, Some(bar("noise"))))
                .collect()
        };
        house
            .host
            .moderation
            .set(HERE, &actor(1), &many(0..MAX_BARRED))
            .await
            .unwrap();
        let more = house
            .host
            .moderation
            .set(HERE, &actor(1), &many(MAX_BARRED..MAX_BARRED + 1))
            .await;
        assert_eq!(declined(more), Declined::Server(GuildRefusal::Enough));
        assert_eq!(acts(&house).await.len(), 100, "as many as were asked for");
    });
}

#[test]
fn an_act_that_cannot_be_read_is_trouble() {
    wait(async {
        let house = TestHost::new().await;
        house
            .host
            .moderation
            .set(HERE, &actor(1), &[Setting::NoThreads(true)])
            .await
            .unwrap();
        let path = house.folder.path().join("lanai.db");
        let mut file =
            <sqlx::SqliteConnection as sqlx::Connection>::connect(path.to_str().unwrap())
                .await
                .unwrap();
        sqlx::query("update moderation_act set body = '{\"seven\": \"cowries\"}'")
            .execute(&mut file)
            .await
            .unwrap();
        let told = house
            .host
            .moderation
            .list(HERE, None, 9)
            .await
            .unwrap_err()
            .to_string();
        assert!(
            told.contains("act 1 in guild 6 cannot be read") && !told.contains("cowries"),
            "{told}"
        );
        assert!(
            trouble(house.host.moderation.undo(HERE, &actor(1), 1).await)
                .contains("cannot be read")
        );
    });
}
