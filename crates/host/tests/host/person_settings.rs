//! Quiet hours in each person's own time zone, including daylight saving time.

use lanai_host::{
    Bar, GuildId, Holiday, NamedTime, PersonId, PersonSettings, QuietHours, Setting, TimeControl,
    Timestamp, ZonedQuietHours, find_zones, parse_span, zone_name,
};
use lanai_store::SaveOutcome;
use proptest::prelude::*;

use lanai_testing::scenes::{TestHost, actor};

/// A time in UTC, such as `2026-03-29 00:30`.
fn parse_utc(text: &str) -> Timestamp {
    let (date, time) = text.split_once(' ').unwrap();
    let part =
        |text: &str, at: usize, by: char| text.split(by).nth(at).unwrap().parse::<i64>().unwrap();
    let (year, month, day) = (part(date, 0, '-'), part(date, 1, '-'), part(date, 2, '-'));
    // Days since 1970 of a date, by the calendar of Gregory.
    let (y, m) = if month <= 2 {
        (year - 1, month + 9)
    } else {
        (year, month - 3)
    };
    let days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 719_469;
    Timestamp(days * 86_400 + part(time, 0, ':') * 3600 + part(time, 1, ':') * 60)
}

fn settings_with_quiet_hours(zone: &str, hours: &str) -> PersonSettings {
    let quiet = QuietHours::parse(hours);
    assert!(quiet.is_some(), "{hours}");
    PersonSettings {
        zone: Some(zone.to_owned()),
        quiet,
        ..PersonSettings::default()
    }
}

#[track_caller]
fn assert_next_reachable_time(settings: &PersonSettings, at: &str, expected: &str) {
    assert_eq!(
        settings.next_reachable_time(parse_utc(at)),
        parse_utc(expected),
        "{at}"
    );
}

#[test]
fn quiet_hours_span_midnight() {
    let ana = settings_with_quiet_hours("Europe/Prague", "22-8");
    // Winter: an hour ahead of the world's time.
    for (at, loud) in [
        ("2026-01-10 20:59", "2026-01-10 20:59"),
        ("2026-01-10 21:00", "2026-01-11 07:00"),
        ("2026-01-11 03:00", "2026-01-11 07:00"),
        ("2026-01-11 06:59", "2026-01-11 07:00"),
        ("2026-01-11 07:00", "2026-01-11 07:00"),
        // Summer: two hours ahead.
        ("2026-07-10 20:00", "2026-07-11 06:00"),
    ] {
        assert_eq!(
            ana.next_reachable_time(parse_utc(at)),
            parse_utc(loud),
            "{at}"
        );
        assert_eq!(ana.is_quiet(parse_utc(at)), at != loud);
    }
}

#[test]
fn urgent_notice_comes_before_quiet_hours() {
    let ana = settings_with_quiet_hours("Europe/Prague", "22-8");
    for (at, until) in [
        ("2026-01-10 20:59", "2026-01-10 20:59"),
        ("2026-01-10 21:00", "2026-01-10 20:00"),
        ("2026-01-11 03:00", "2026-01-10 20:00"),
        ("2026-01-11 06:59", "2026-01-10 20:00"),
        ("2026-01-11 07:00", "2026-01-11 07:00"),
        // The mornings after the clock went forward, and back.
        ("2026-03-29 05:59", "2026-03-28 20:00"),
        ("2026-10-25 06:59", "2026-10-24 19:00"),
    ] {
        assert_eq!(
            ana.last_reachable_time(parse_utc(at)),
            parse_utc(until),
            "{at}"
        );
    }
    // The siesta of the same day.
    assert_eq!(
        settings_with_quiet_hours("Asia/Kolkata", "13-14:30")
            .last_reachable_time(parse_utc("2026-05-01 08:45")),
        parse_utc("2026-05-01 06:30")
    );
}

#[test]
fn quiet_hours_shrink_when_clocks_go_forward() {
    // On 29 March 2026 at two it is three at once.
    let ana = settings_with_quiet_hours("Europe/Prague", "22-8");
    assert_next_reachable_time(&ana, "2026-03-28 21:30", "2026-03-29 06:00");
    // An end within the skipped hour moves to the end of the skip.
    let early = settings_with_quiet_hours("Europe/Prague", "22-2:30");
    assert_next_reachable_time(&early, "2026-03-28 22:00", "2026-03-29 01:00");
    assert!(!early.is_quiet(parse_utc("2026-03-29 01:00")));
    let night_owl = settings_with_quiet_hours("America/New_York", "3:40-2:01");
    assert_next_reachable_time(&night_owl, "2027-03-13 18:00", "2027-03-14 07:00");
}

#[test]
fn quiet_hours_grow_when_clocks_go_back() {
    // On 25 October 2026 at three it is two again.
    let ana = settings_with_quiet_hours("Europe/Prague", "22-8");
    assert_next_reachable_time(&ana, "2026-10-24 20:30", "2026-10-25 07:00");
    // An end that occurs twice counts the first time.
    let early = settings_with_quiet_hours("Europe/Prague", "22-2:30");
    assert_next_reachable_time(&early, "2026-10-24 22:00", "2026-10-25 00:30");
    // A sleeper is not disturbed in the hour that occurs twice.
    assert_next_reachable_time(&early, "2026-10-25 01:10", "2026-10-25 01:30");
}

#[test]
fn half_hour_zones_and_southern_hemisphere_work() {
    let kolkata = settings_with_quiet_hours("Asia/Kolkata", "23-7");
    assert_next_reachable_time(&kolkata, "2026-05-01 18:00", "2026-05-02 01:30");
    let honolulu = settings_with_quiet_hours("Pacific/Honolulu", "21:30-6:15");
    assert_next_reachable_time(&honolulu, "2026-05-01 08:00", "2026-05-01 16:15");
    let kiritimati = settings_with_quiet_hours("Pacific/Kiritimati", "12-13");
    assert_next_reachable_time(&kiritimati, "2026-05-01 22:00", "2026-05-01 23:00");
}

#[test]
fn holiday_and_the_following_night_are_quiet() {
    let holidays = Holiday {
        from: parse_utc("2026-08-01 12:00"),
        until: parse_utc("2026-08-10 22:30"),
    };
    let ana = PersonSettings {
        holidays: vec![holidays],
        ..settings_with_quiet_hours("Europe/Prague", "22-8")
    };
    assert_next_reachable_time(&ana, "2026-08-05 12:00", "2026-08-11 06:00");
    assert_next_reachable_time(&ana, "2026-08-01 11:59", "2026-08-01 11:59");
    // A holiday ends on the morning after the night in which it would end.
    let mut ben = settings_with_quiet_hours("Europe/Prague", "22-8");
    ben.set_holiday(
        Some(parse_utc("2026-08-10 22:30")),
        parse_utc("2026-08-01 12:00"),
    );
    assert_eq!(
        ben.holidays,
        [Holiday {
            from: parse_utc("2026-08-01 12:00"),
            until: parse_utc("2026-08-11 06:00")
        }]
    );
}

#[test]
fn named_times_use_the_persons_zone() {
    let ana = settings_with_quiet_hours("Europe/Prague", "22-8");
    let noon = parse_utc("2026-10-24 10:00");
    assert_eq!(
        ana.resolve_time(NamedTime::Evening, noon),
        parse_utc("2026-10-24 18:00")
    );
    assert_eq!(
        ana.resolve_time(NamedTime::TomorrowMorning, noon),
        parse_utc("2026-10-25 08:00"),
        "winter has come"
    );
    assert_eq!(
        ana.resolve_time(NamedTime::TomorrowEvening, noon),
        parse_utc("2026-10-25 19:00")
    );
    assert_eq!(
        ana.resolve_time(NamedTime::Evening, parse_utc("2026-10-24 19:00")),
        parse_utc("2026-10-25 19:00")
    );
    assert_eq!(ana.resolve_time(NamedTime::In(90), noon), noon + 90);
    assert_eq!(
        ana.parse_day_or_span("2026-12-24", noon),
        Some(parse_utc("2026-12-24 23:00")),
        "to the end of that day"
    );
    assert_eq!(ana.parse_day_or_span("10d", noon), Some(noon + 864_000));
    assert_eq!(ana.parse_day_or_span("2026-13-01", noon), None);
}

#[test]
fn zones_are_found_in_any_spelling() {
    assert_eq!(zone_name("europe/prague").as_deref(), Some("Europe/Prague"));
    assert_eq!(zone_name("Atlantis/Center"), None);
    assert!(find_zones("new york").contains(&"America/New_York".to_owned()));
    assert!(find_zones("").len() > 300);
}

#[test]
fn durations_hours_and_time_controls_are_parsed() {
    for (text, seconds) in [
        ("8h", 28_800),
        ("8", 28_800),
        ("90 m", 5400),
        ("1 d", 86_400),
        (" 2w ", 1_209_600),
    ] {
        assert_eq!(parse_span(text), Some(seconds), "{text}");
    }
    for text in [
        "",
        "soon",
        "-3h",
        "3 years",
        "99999999999999999999h",
        "9999 days",
        "1.5h",
    ] {
        assert_eq!(parse_span(text), None, "{text}");
    }
    for (text, from, to) in [
        ("22-8", 1320, 480),
        ("21:30–6:15", 1290, 375),
        ("0-24", 0, 0),
        ("22h-7h30", 1320, 450),
    ] {
        let quiet = QuietHours::parse(text);
        assert_eq!(
            quiet,
            (from != to).then_some(QuietHours { from, to }),
            "{text}"
        );
    }
    for text in ["22", "25-3", "8-8", "22:70-8", "a-b", "-", "1-2-3"] {
        assert_eq!(QuietHours::parse(text), None, "{text}");
    }
    assert_eq!(TimeControl::parse("never"), Some(TimeControl::None));
    assert_eq!(TimeControl::parse("3 d"), Some(TimeControl::Turn(259_200)));
    assert_eq!(
        TimeControl::parse("72h + 8h"),
        Some(TimeControl::Bank {
            start: 259_200,
            more: 28_800
        })
    );
    assert_eq!(TimeControl::parse("1m"), Some(TimeControl::Turn(60)));
    for text in ["0m", "1 year", "8h+72h", "h", "72h+", "100 d"] {
        assert_eq!(TimeControl::parse(text), None, "{text}");
    }
}

proptest! {
    #[test]
    fn first_loud_moment_is_minimal(
        zone in prop::sample::select(vec![
            "Europe/Prague", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "UTC",
            "America/Santiago", "Africa/Casablanca",
        ]),
        from in 0_u16..1440,
        length in 1_u16..1440,
        at in 1_767_225_600_i64..1_830_297_600,
    ) {
        let quiet = Some(QuietHours { from, to: (from + length) % 1440 });
        let personal = PersonSettings { zone: Some(zone.to_owned()), quiet, ..PersonSettings::default() };
        let at = Timestamp(at);
        let loud = personal.next_reachable_time(at);
        prop_assert!(loud >= at && !personal.is_quiet(loud), "{} is quiet", loud.0);
        prop_assert_eq!(personal.next_reachable_time(loud), loud);
        // A skipped hour may swallow all waking hours of a day; then the next day counts.
        let most = if 1440 - length < 60 { 50 } else { 26 };
        prop_assert!(loud - at < most * 3600);
        // Every minute before that was quiet.
        let mut minute = at;
        while minute < loud {
            prop_assert!(personal.is_quiet(minute), "{} of {}..{} is loud", minute.0, at.0, loud.0);
            minute = minute + 60;
        }
    }
}

#[test]
fn guild_quiet_hours_add_to_personal_ones() {
    let prague = Some("Europe/Prague".to_owned());
    let here = ZonedQuietHours {
        quiet: QuietHours::parse("22-8").unwrap(),
        zone: prague,
    };
    let own = PersonSettings {
        quiet: QuietHours::parse("7-9"),
        ..PersonSettings::default()
    };
    let both = PersonSettings {
        guild_quiet_hours: Some(here),
        ..own.clone()
    };
    // Winter: there it is an hour later than by the world's time. When the one ends, the other
    // begins.
    let night = parse_utc("2026-01-10 23:00");
    assert!(both.is_quiet(night) && both.would_be_disturbed(night) && !own.is_quiet(night));
    assert_eq!(
        both.next_reachable_time(night),
        parse_utc("2026-01-11 09:00")
    );
    assert_eq!(
        both.last_reachable_time(night),
        parse_utc("2026-01-10 20:00")
    );
    assert!(!both.is_quiet(parse_utc("2026-01-10 12:00")));
    // A server's hours are no part of what a person chose.
    let stored = serde_json::to_string(&both).unwrap();
    assert_eq!(
        serde_json::from_str::<PersonSettings>(&stored).unwrap(),
        own
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_changes_are_both_stored() {
    let fixture = TestHost::new().await;
    for round in 0..20 {
        let changes = (0..4).map(|what| {
            let host = std::sync::Arc::clone(&fixture.host);
            tokio::spawn(async move {
                let change = |personal: &mut PersonSettings| {
                    match what {
                        0 => personal.reminder_interval = Some(3600 + round),
                        1 => personal.direct = round % 2 == 0,
                        2 => personal.next = round % 2 == 0,
                        _ => personal.zone = Some(format!("Etc/GMT+{}", round % 10)),
                    }
                    Ok::<(), ()>(())
                };
                host.settings
                    .change_person_settings(PersonId(5), change)
                    .await
                    .unwrap()
                    .unwrap();
                let bar = Some(Bar {
                    reason: "noise".to_owned(),
                });
                let choice = Setting::Barred(PersonId(round * 4 + what), bar);
                host.moderation
                    .set(GuildId(6), &actor(1), &[choice])
                    .await
                    .unwrap();
            })
        });
        for change in changes.collect::<Vec<_>>() {
            change.await.unwrap();
        }
        let personal = fixture
            .host
            .settings
            .person_settings(PersonId(5))
            .await
            .unwrap();
        let zone = Some(format!("Etc/GMT+{}", round % 10));
        let expected = (Some(3600 + round), round % 2 == 0, round % 2 == 0, zone);
        assert_eq!(
            (
                personal.reminder_interval,
                personal.direct,
                personal.next,
                personal.zone
            ),
            expected
        );
    }
    assert_eq!(
        fixture.guild_settings(GuildId(6)).await.barred.len(),
        80,
        "each of them counted"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn unreadable_settings_are_an_internal_error() {
    let fixture = TestHost::new().await;
    let (odd, at) = ("{\"reminder_interval\": \"seven cowries\"}", Timestamp(1));
    assert!(
        fixture
            .store
            .settings()
            .save_person(PersonId(5), None, odd)
            .await
            .unwrap()
    );
    let stored = fixture
        .store
        .settings()
        .save_guild(GuildId(6), None, odd, &[], None, at)
        .await
        .unwrap();
    assert_eq!(stored, SaveOutcome::Done(Vec::new()));
    let announced = [
        fixture
            .host
            .settings
            .person_settings(PersonId(5))
            .await
            .unwrap_err()
            .to_string(),
        fixture
            .host
            .settings
            .guild_settings(GuildId(6))
            .await
            .unwrap_err()
            .to_string(),
    ];
    for announced in announced {
        assert!(
            announced.contains("cannot be read") && !announced.contains("cowries"),
            "{announced}"
        );
    }
    assert!(
        fixture
            .host
            .settings
            .change_person_settings(PersonId(5), |_| Ok::<(), ()>(()))
            .await
            .is_err(),
        "nor is it written over"
    );
}
