//! Quiet hours in each person's own time zone, including daylight saving time.

use lanai_host::{
    Bar, GuildId, Holiday, NamedTime, PersonId, PersonSettings, QuietHours, Setting, TimeControl,
    Timestamp, ZonedQuietHours, find_zones, span, zone_name,
};
use lanai_store::Acted;
use proptest::prelude::*;

use lanai_testing::scenes::{TestHost, actor, wait};

/// A time in UTC, such as `2026-03-29 00:30`.
fn utc(text: &str) -> Timestamp {
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

fn sleeper(zone: &str, hours: &str) -> PersonSettings {
    let quiet = QuietHours::read(hours);
    assert!(quiet.is_some(), "{hours}");
    PersonSettings {
        zone: Some(zone.to_owned()),
        quiet,
        ..PersonSettings::default()
    }
}

#[test]
fn quiet_hours_go_through_the_night() {
    let ana = sleeper("Europe/Prague", "22-8");
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
        assert_eq!(ana.loud_from(utc(at)), utc(loud), "{at}");
        assert_eq!(ana.is_quiet(utc(at)), at != loud);
    }
}

#[test]
fn what_cannot_wait_for_the_morning_comes_shortly_before_the_night() {
    let ana = sleeper("Europe/Prague", "22-8");
    for (at, until) in [
        ("2026-01-10 20:59", "2026-01-10 20:59"),
        ("2026-01-10 21:00", "2026-01-10 20:00"),
        ("2026-01-11 03:00", "2026-01-10 20:00"),
        ("2026-01-11 06:59", "2026-01-10 20:00"),
        ("2026-01-11 07:00", "2026-01-11 07:00"),
        // In the morning after the night in which the clock went forward, and back.
        ("2026-03-29 05:59", "2026-03-28 20:00"),
        ("2026-10-25 06:59", "2026-10-24 19:00"),
    ] {
        assert_eq!(ana.loud_until(utc(at)), utc(until), "{at}");
    }
    // The siesta of the same day.
    assert_eq!(
        sleeper("Asia/Kolkata", "13-14:30").loud_until(utc("2026-05-01 08:45")),
        utc("2026-05-01 06:30")
    );
}

#[test]
fn the_night_in_which_the_clock_goes_forward_is_an_hour_shorter() {
    // On 29 March 2026 at two it is three at once.
    let ana = sleeper("Europe/Prague", "22-8");
    assert_eq!(
        ana.loud_from(utc("2026-03-28 21:30")),
        utc("2026-03-29 06:00")
    );
    // An end that the clock skips comes with the skip.
    let early = sleeper("Europe/Prague", "22-2:30");
    assert_eq!(
        early.loud_from(utc("2026-03-28 22:00")),
        utc("2026-03-29 01:00")
    );
    assert!(!early.is_quiet(utc("2026-03-29 01:00")));
    // Also where little of the day is loud.
    let night_owl = sleeper("America/New_York", "3:40-2:01");
    assert_eq!(
        night_owl.loud_from(utc("2027-03-13 18:00")),
        utc("2027-03-14 07:00")
    );
}

#[test]
fn the_night_in_which_the_clock_goes_back_is_an_hour_longer() {
    // On 25 October 2026 at three it is two again.
    let ana = sleeper("Europe/Prague", "22-8");
    assert_eq!(
        ana.loud_from(utc("2026-10-24 20:30")),
        utc("2026-10-25 07:00")
    );
    // An end that comes twice counts the first time.
    let early = sleeper("Europe/Prague", "22-2:30");
    assert_eq!(
        early.loud_from(utc("2026-10-24 22:00")),
        utc("2026-10-25 00:30")
    );
    // Whoever sleeps then, by their clock, is not disturbed in the hour that comes twice.
    assert_eq!(
        early.loud_from(utc("2026-10-25 01:10")),
        utc("2026-10-25 01:30")
    );
}

#[test]
fn half_hours_and_the_other_side_of_the_world_count_too() {
    let kolkata = sleeper("Asia/Kolkata", "23-7");
    assert_eq!(
        kolkata.loud_from(utc("2026-05-01 18:00")),
        utc("2026-05-02 01:30")
    );
    let honolulu = sleeper("Pacific/Honolulu", "21:30-6:15");
    assert_eq!(
        honolulu.loud_from(utc("2026-05-01 08:00")),
        utc("2026-05-01 16:15")
    );
    let kiritimati = sleeper("Pacific/Kiritimati", "12-13");
    assert_eq!(
        kiritimati.loud_from(utc("2026-05-01 22:00")),
        utc("2026-05-01 23:00")
    );
}

#[test]
fn nobody_is_disturbed_on_holiday_and_not_in_the_night_after_it() {
    let away = Holiday {
        from: utc("2026-08-01 12:00"),
        until: utc("2026-08-10 22:30"),
    };
    let ana = PersonSettings {
        away: vec![away],
        ..sleeper("Europe/Prague", "22-8")
    };
    assert_eq!(
        ana.loud_from(utc("2026-08-05 12:00")),
        utc("2026-08-11 06:00")
    );
    assert_eq!(
        ana.loud_from(utc("2026-08-01 11:59")),
        utc("2026-08-01 11:59")
    );
    // Who says until when finds the morning after it.
    let mut ben = sleeper("Europe/Prague", "22-8");
    ben.go_away(Some(utc("2026-08-10 22:30")), utc("2026-08-01 12:00"));
    assert_eq!(
        ben.away,
        [Holiday {
            from: utc("2026-08-01 12:00"),
            until: utc("2026-08-11 06:00")
        }]
    );
}

#[test]
fn times_that_people_name_are_those_of_their_own_day() {
    let ana = sleeper("Europe/Prague", "22-8");
    let noon = utc("2026-10-24 10:00");
    assert_eq!(
        ana.time_of(NamedTime::Evening, noon),
        utc("2026-10-24 18:00")
    );
    assert_eq!(
        ana.time_of(NamedTime::TomorrowMorning, noon),
        utc("2026-10-25 08:00"),
        "winter has come"
    );
    assert_eq!(
        ana.time_of(NamedTime::TomorrowEvening, noon),
        utc("2026-10-25 19:00")
    );
    assert_eq!(
        ana.time_of(NamedTime::Evening, utc("2026-10-24 19:00")),
        utc("2026-10-25 19:00")
    );
    assert_eq!(ana.time_of(NamedTime::In(90), noon), noon + 90);
    assert_eq!(
        ana.day_or_span("2026-12-24", noon),
        Some(utc("2026-12-24 23:00")),
        "to the end of that day"
    );
    assert_eq!(ana.day_or_span("10d", noon), Some(noon + 864_000));
    assert_eq!(ana.day_or_span("2026-13-01", noon), None);
}

#[test]
fn zones_are_found_however_they_are_spelt() {
    assert_eq!(zone_name("europe/prague").as_deref(), Some("Europe/Prague"));
    assert_eq!(zone_name("Atlantis/Center"), None);
    assert!(find_zones("new york").contains(&"America/New_York".to_owned()));
    assert!(find_zones("").len() > 300);
}

#[test]
fn stretches_hours_and_paces_are_read_as_people_write_them() {
    for (text, seconds) in [
        ("8h", 28_800),
        ("8", 28_800),
        ("90 m", 5400),
        ("1 d", 86_400),
        (" 2w ", 1_209_600),
    ] {
        assert_eq!(span(text), Some(seconds), "{text}");
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
        assert_eq!(span(text), None, "{text}");
    }
    for (text, from, to) in [
        ("22-8", 1320, 480),
        ("21:30–6:15", 1290, 375),
        ("0-24", 0, 0),
        ("22h-7h30", 1320, 450),
    ] {
        let quiet = QuietHours::read(text);
        assert_eq!(
            quiet,
            (from != to).then_some(QuietHours { from, to }),
            "{text}"
        );
    }
    for text in ["22", "25-3", "8-8", "22:70-8", "a-b", "-", "1-2-3"] {
        assert_eq!(QuietHours::read(text), None, "{text}");
    }
    assert_eq!(TimeControl::read("never"), Some(TimeControl::None));
    assert_eq!(TimeControl::read("3 d"), Some(TimeControl::Turn(259_200)));
    assert_eq!(
        TimeControl::read("72h + 8h"),
        Some(TimeControl::Bank {
            start: 259_200,
            more: 28_800
        })
    );
    assert_eq!(TimeControl::read("1m"), Some(TimeControl::Turn(60)));
    for text in ["0m", "1 year", "8h+72h", "h", "72h+", "100 d"] {
        assert_eq!(TimeControl::read(text), None, "{text}");
    }
}

proptest! {
    #[test]
    fn whatever_the_hours_the_first_loud_moment_is_the_first(
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
        let loud = personal.loud_from(at);
        prop_assert!(loud >= at && !personal.is_quiet(loud), "{} is quiet", loud.0);
        prop_assert_eq!(personal.loud_from(loud), loud);
        // Where the clock skips an hour, it may skip all that is loud of a day; then the next day's comes first.
        let most = if 1440 - length < 60 { 50 } else { 26 };
        prop_assert!(loud - at < most * 3600);
        // Until then it was quiet at every minute.
        let mut minute = at;
        while minute < loud {
            prop_assert!(personal.is_quiet(minute), "{} of {}..{} is loud", minute.0, at.0, loud.0);
            minute = minute + 60;
        }
    }
}

#[test]
fn the_quiet_hours_of_a_server_count_beside_ones_own() {
    let prague = Some("Europe/Prague".to_owned());
    let here = ZonedQuietHours {
        quiet: QuietHours::read("22-8").unwrap(),
        zone: prague,
    };
    let own = PersonSettings {
        quiet: QuietHours::read("7-9"),
        ..PersonSettings::default()
    };
    let both = PersonSettings {
        here: Some(here),
        ..own.clone()
    };
    // Winter: there it is an hour later than by the world's time. When the one ends, the other begins.
    let night = utc("2026-01-10 23:00");
    assert!(both.is_quiet(night) && both.disturbs(night) && !own.is_quiet(night));
    assert_eq!(both.loud_from(night), utc("2026-01-11 09:00"));
    assert_eq!(both.loud_until(night), utc("2026-01-10 20:00"));
    assert!(!both.is_quiet(utc("2026-01-10 12:00")));
    // A server's hours are no part of what a person chose.
    let kept = serde_json::to_string(&both).unwrap();
    assert_eq!(serde_json::from_str::<PersonSettings>(&kept).unwrap(), own);
}

#[test]
fn of_two_changes_at_once_none_is_lost() {
    wait(async {
        let house = TestHost::new().await;
        for round in 0..20 {
            let changes = (0..4).map(|what| {
                let host = std::sync::Arc::clone(&house.host);
                tokio::spawn(async move {
                    let change = |personal: &mut PersonSettings| {
                        match what {
                            0 => personal.every = Some(3600 + round),
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
            let personal = house
                .host
                .settings
                .person_settings(PersonId(5))
                .await
                .unwrap();
            let zone = Some(format!("Etc/GMT+{}", round % 10));
            let expected = (Some(3600 + round), round % 2 == 0, round % 2 == 0, zone);
            assert_eq!(
                (
                    personal.every,
                    personal.direct,
                    personal.next,
                    personal.zone
                ),
                expected
            );
        }
        assert_eq!(
            house
                .host
                .settings
                .guild_settings(GuildId(6))
                .await
                .unwrap()
                .barred
                .len(),
            80,
            "each of them counted"
        );
    });
}

#[test]
fn what_cannot_be_read_is_trouble_and_not_nothing() {
    wait(async {
        let house = TestHost::new().await;
        let (odd, at) = ("{\"every\": \"seven cowries\"}", Timestamp(1));
        assert!(
            house
                .store
                .settings()
                .save(PersonId(5), None, odd)
                .await
                .unwrap()
        );
        let kept = house
            .store
            .settings()
            .save_acts(GuildId(6), (None, odd), &[], (None, at))
            .await
            .unwrap();
        assert_eq!(kept, Acted::Done(Vec::new()));
        let told = [
            house
                .host
                .settings
                .person_settings(PersonId(5))
                .await
                .unwrap_err()
                .to_string(),
            house
                .host
                .settings
                .guild_settings(GuildId(6))
                .await
                .unwrap_err()
                .to_string(),
        ];
        for told in told {
            assert!(
                told.contains("cannot be read") && !told.contains("cowries"),
                "{told}"
            );
        }
        assert!(
            house
                .host
                .settings
                .change_person_settings(PersonId(5), |_| Ok::<(), ()>(()))
                .await
                .is_err(),
            "nor is it written over"
        );
    });
}
