//! The plan of a table: what has to happen when. Time is a number here; nothing is written or sent.

use lanai_host::{
    DueAction, Holiday, MAX_REMINDERS, NUDGE_AFTER_SECS, Pause, PersonId, PersonSettings, Plan,
    QuietHours, TableSettings, TimeControl, TimeoutPolicy, Timestamp, Waiting,
};
use lanai_rules::Seat;
use proptest::prelude::*;

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;
/// A midnight in UTC.
const MIDNIGHT: Timestamp = Timestamp(20_000 * DAY);

fn waiting_since_begin() -> Waiting {
    Waiting {
        person: Some(PersonId(1)),
        since: MIDNIGHT,
        seat: Some(Seat::default()),
        ..Waiting::default()
    }
}

fn plan_at(waiting: &Waiting, personal: &PersonSettings, now: Timestamp) -> Plan {
    waiting.plan(
        &TableSettings::default(),
        personal,
        DAY,
        Timestamp::FIRST,
        now,
    )
}

#[test]
fn reminders_follow_their_interval() {
    let mut waiting = waiting_since_begin();
    let personal = PersonSettings::default();
    assert_eq!(
        plan_at(&waiting, &personal, MIDNIGHT + 1),
        Plan::At(MIDNIGHT + DAY)
    );
    assert_eq!(
        plan_at(&waiting, &personal, MIDNIGHT + 9 * DAY),
        Plan::Now(DueAction::Remind),
        "one, however late"
    );
    (waiting.reminders, waiting.reminded_at) = (1, Some(MIDNIGHT + 9 * DAY));
    assert_eq!(
        plan_at(&waiting, &personal, MIDNIGHT + 9 * DAY),
        Plan::At(MIDNIGHT + 10 * DAY)
    );
    waiting.reminders = MAX_REMINDERS;
    assert_eq!(
        plan_at(&waiting, &personal, MIDNIGHT + 10 * DAY),
        Plan::Now(DueAction::GiveUp)
    );
    waiting.reminders += 1;
    assert_eq!(
        plan_at(&waiting, &personal, MIDNIGHT + 99 * DAY),
        Plan::Never
    );
    assert_eq!(
        waiting.plan(
            &TableSettings::default(),
            &personal,
            0,
            Timestamp::FIRST,
            MIDNIGHT + DAY
        ),
        Plan::Never
    );
}

/// In a live game the clock runs and no reminder is sent until it has run out.
#[test]
fn live_game_sends_no_reminders() {
    let live = |time_control| TableSettings {
        time_control,
        timeout_policy: TimeoutPolicy::PlayTurn,
        ..TableSettings::default()
    };
    let paces = [
        (TimeControl::Turn(60), 60, true),
        (TimeControl::Turn(9 * 60), 9 * 60, true),
        (
            TimeControl::Bank {
                start: 1800,
                more: 60,
            },
            1800,
            true,
        ),
        (TimeControl::Turn(600), 600, false),
        (
            TimeControl::Bank {
                start: 7200,
                more: 3600,
            },
            7200,
            false,
        ),
    ];
    let personal = PersonSettings::default();
    let begun = Waiting {
        begun_at: Some(MIDNIGHT),
        ..waiting_since_begin()
    };
    for (time_control, seconds, is_live) in paces {
        assert_eq!(time_control.is_live(), is_live, "{time_control:?}");
        let plan = |waiting: &Waiting, now| {
            waiting.plan(&live(time_control), &personal, 60, Timestamp::FIRST, now)
        };
        let up = MIDNIGHT + seconds;
        if is_live {
            assert_eq!(plan(&begun, MIDNIGHT + 1), Plan::At(up), "{time_control:?}");
        } else {
            assert_ne!(plan(&begun, MIDNIGHT + 1), Plan::At(up), "{time_control:?}");
        }
        assert_eq!(
            plan(&begun, up),
            Plan::Now(DueAction::Overdue),
            "{time_control:?}"
        );
    }
    // After an outage the player gets the time of a turn, not half an hour.
    let [back, half_an_hour] = [MIDNIGHT + DAY, MIDNIGHT + DAY + 1800];
    for seconds in [60, 9 * 60] {
        let plan = begun.plan(
            &live(TimeControl::Turn(seconds)),
            &personal,
            60,
            half_an_hour,
            back,
        );
        assert_eq!(plan, Plan::At(back + seconds));
    }
    // After the deadline has passed without consequence, the usual reminders resume.
    let late = Waiting {
        timeout_announced: true,
        ..waiting_since_begin()
    };
    let announced = TableSettings {
        timeout_policy: TimeoutPolicy::Announce,
        ..live(TimeControl::Turn(60))
    };
    let plan = late.plan(&announced, &personal, DAY, Timestamp::FIRST, MIDNIGHT + 120);
    assert_eq!(plan, Plan::At(MIDNIGHT + DAY));
}

#[test]
fn ping_in_quiet_hours_is_repeated_afterwards() {
    let personal = PersonSettings {
        quiet: Some(QuietHours {
            from: 22 * 60,
            to: 8 * 60,
        }),
        ..PersonSettings::default()
    };
    assert_eq!(
        plan_at(&waiting_since_begin(), &personal, MIDNIGHT + 60),
        Plan::At(MIDNIGHT + 8 * HOUR)
    );
    let holidays = vec![Holiday {
        from: MIDNIGHT - DAY,
        until: MIDNIGHT + 3 * DAY + 12 * HOUR,
    }];
    assert_eq!(
        plan_at(
            &waiting_since_begin(),
            &PersonSettings {
                holidays,
                ..personal
            },
            MIDNIGHT
        ),
        Plan::At(MIDNIGHT + 3 * DAY + 12 * HOUR)
    );
}

#[test]
fn pause_ending_at_night_pings_in_the_morning() {
    let personal = PersonSettings {
        quiet: Some(QuietHours {
            from: 22 * 60,
            to: 8 * 60,
        }),
        ..PersonSettings::default()
    };
    let resumed = MIDNIGHT + 3 * DAY - HOUR;
    let waiting = Waiting {
        pinged_at: Some(resumed),
        reminders: 2,
        ..waiting_since_begin()
    };
    assert_eq!(
        plan_at(&waiting, &personal, resumed),
        Plan::At(MIDNIGHT + 3 * DAY + 8 * HOUR)
    );
    assert_eq!(
        plan_at(&waiting, &PersonSettings::default(), resumed),
        Plan::At(resumed + DAY)
    );
}

#[test]
fn begun_turn_is_reminded_once_and_muted_turn_never() {
    let mut waiting = Waiting {
        begun_at: Some(MIDNIGHT + HOUR),
        ..waiting_since_begin()
    };
    let personal = PersonSettings::default();
    let nudge = MIDNIGHT + HOUR + NUDGE_AFTER_SECS;
    assert_eq!(
        plan_at(&waiting, &personal, MIDNIGHT + HOUR),
        Plan::At(nudge)
    );
    assert_eq!(
        plan_at(&waiting, &personal, nudge),
        Plan::Now(DueAction::Nudge)
    );
    waiting.nudged = true;
    assert_eq!(
        plan_at(&waiting, &personal, nudge),
        Plan::At(MIDNIGHT + HOUR + DAY),
        "counted from the last step"
    );
    waiting.muted = true;
    assert_eq!(
        plan_at(&waiting, &personal, MIDNIGHT + 30 * DAY),
        Plan::Never
    );
}

#[test]
fn reminder_follows_requested_time() {
    let snoozed_until = Some(MIDNIGHT + 2 * DAY);
    let mut waiting = Waiting {
        reminders: 1,
        reminded_at: Some(MIDNIGHT + HOUR),
        snoozed_until,
        ..waiting_since_begin()
    };
    let personal = PersonSettings::default();
    assert_eq!(
        plan_at(&waiting, &personal, MIDNIGHT + 30 * HOUR),
        Plan::At(MIDNIGHT + 2 * DAY)
    );
    assert_eq!(
        plan_at(&waiting, &personal, MIDNIGHT + 2 * DAY),
        Plan::Now(DueAction::Remind)
    );
    waiting.reminded_at = Some(MIDNIGHT + 2 * DAY);
    assert_eq!(
        plan_at(&waiting, &personal, MIDNIGHT + 2 * DAY),
        Plan::At(MIDNIGHT + 3 * DAY)
    );
}

#[test]
fn deadline_ignores_nights_but_not_holidays_or_pauses() {
    let manners = TableSettings {
        time_control: TimeControl::Turn(12 * HOUR),
        timeout_policy: TimeoutPolicy::PlayTurn,
        ..TableSettings::default()
    };
    let night = PersonSettings {
        quiet: Some(QuietHours {
            from: 0,
            to: 23 * 60,
        }),
        ..PersonSettings::default()
    };
    let up = MIDNIGHT + 12 * HOUR;
    assert_eq!(
        waiting_since_begin().plan(&manners, &night, DAY, Timestamp::FIRST, up),
        Plan::Now(DueAction::Overdue)
    );
    assert_eq!(
        waiting_since_begin().plan(&manners, &night, 0, Timestamp::FIRST, up - 1),
        Plan::At(up)
    );
    let holidays = vec![Holiday {
        from: MIDNIGHT + HOUR,
        until: MIDNIGHT + 3 * DAY,
    }];
    let holiday = PersonSettings {
        holidays,
        ..PersonSettings::default()
    };
    let later = up + 3 * DAY - HOUR;
    assert_eq!(
        waiting_since_begin().deadline(manners.time_control, &holiday),
        Some(later)
    );
    // Returning early restores the time that was left, and past holidays count.
    let mut early = holiday.clone();
    early.set_holiday(None, MIDNIGHT + DAY);
    assert_eq!(
        waiting_since_begin().deadline(manners.time_control, &early),
        Some(up + DAY - HOUR)
    );
    early.set_holiday(Some(MIDNIGHT + 2 * DAY), MIDNIGHT + DAY + HOUR);
    assert_eq!(
        waiting_since_begin().deadline(manners.time_control, &early),
        Some(up + 2 * DAY - 2 * HOUR)
    );
    let pause = Some(Pause {
        from: MIDNIGHT,
        until: MIDNIGHT + 5 * DAY,
    });
    let paused = Waiting {
        pause,
        ..waiting_since_begin()
    };
    assert_eq!(
        paused.plan(&manners, &night, DAY, Timestamp::FIRST, up),
        Plan::At(MIDNIGHT + 5 * DAY)
    );
    assert_eq!(
        paused.plan(&manners, &night, DAY, Timestamp::FIRST, MIDNIGHT + 5 * DAY),
        Plan::Now(DueAction::Resume)
    );
    // A pause and a holiday on the same days count once.
    let clock_stops = vec![Pause {
        from: MIDNIGHT + 2 * HOUR,
        until: MIDNIGHT + 4 * DAY,
    }];
    let both = Waiting {
        clock_stops,
        ..waiting_since_begin()
    };
    assert_eq!(
        both.deadline(manners.time_control, &PersonSettings::default()),
        Some(up + 4 * DAY - 2 * HOUR)
    );
    assert_eq!(
        both.deadline(manners.time_control, &holiday),
        Some(up + 4 * DAY - HOUR)
    );
    let late = Waiting {
        timeout_announced: true,
        ..waiting_since_begin()
    };
    assert_eq!(
        late.plan(
            &manners,
            &PersonSettings::default(),
            0,
            Timestamp::FIRST,
            up + DAY
        ),
        Plan::Never,
        "once"
    );
}

#[test]
fn deadline_is_announced_in_time() {
    let paced = |time_control: i64| TableSettings {
        time_control: TimeControl::Turn(time_control),
        timeout_policy: TimeoutPolicy::PlayTurn,
        ..TableSettings::default()
    };
    let (day, mut waiting, personal) =
        (paced(DAY), waiting_since_begin(), PersonSettings::default());
    let word = MIDNIGHT + 18 * HOUR;
    assert_eq!(
        waiting.plan(&day, &personal, DAY, Timestamp::FIRST, MIDNIGHT),
        Plan::At(word)
    );
    assert_eq!(
        waiting.plan(&day, &personal, DAY, Timestamp::FIRST, word),
        Plan::Now(DueAction::Warn)
    );
    assert_eq!(
        waiting.plan(&day, &personal, 0, Timestamp::FIRST, word),
        Plan::At(MIDNIGHT + DAY),
        "who wants none gets none"
    );
    // The warning comes after a quarter of a short time, or some hours before the end of a long
    // one.
    assert_eq!(
        waiting.plan(&paced(2 * HOUR), &personal, DAY, Timestamp::FIRST, MIDNIGHT),
        Plan::At(MIDNIGHT + 3 * HOUR / 2)
    );
    assert_eq!(
        waiting.plan(
            &paced(4 * DAY),
            &personal,
            9 * DAY,
            Timestamp::FIRST,
            MIDNIGHT
        ),
        Plan::At(MIDNIGHT + 90 * HOUR)
    );
    // At night the warning comes the evening before; if the night ends early enough, next morning.
    let night = |from: u16, to: u16| PersonSettings {
        quiet: Some(QuietHours {
            from: from * 60,
            to: to * 60,
        }),
        ..PersonSettings::default()
    };
    let evening = MIDNIGHT + 16 * HOUR;
    assert_eq!(
        waiting.plan(&day, &night(17, 0), DAY, Timestamp::FIRST, MIDNIGHT),
        Plan::At(evening)
    );
    assert_eq!(
        waiting.plan(&day, &night(16, 21), DAY, Timestamp::FIRST, MIDNIGHT),
        Plan::At(MIDNIGHT + 21 * HOUR)
    );
    assert_eq!(
        waiting.plan(&day, &night(17, 22), DAY, Timestamp::FIRST, MIDNIGHT),
        Plan::At(evening),
        "not at the last minute"
    );
    // The warning is sent once, and not at all if the player was reminded lately.
    (waiting.reminders, waiting.warned_at, waiting.reminded_at) = (1, Some(evening), Some(evening));
    assert_eq!(
        waiting.plan(&day, &night(17, 0), DAY, Timestamp::FIRST, evening),
        Plan::At(MIDNIGHT + DAY)
    );
    (waiting.warned_at, waiting.reminded_at) = (None, Some(MIDNIGHT + 13 * HOUR));
    assert_eq!(
        waiting.plan(&day, &personal, DAY, Timestamp::FIRST, MIDNIGHT + 13 * HOUR),
        Plan::At(MIDNIGHT + DAY)
    );
    // The warning does not count as a reminder.
    let often = Waiting {
        reminders: MAX_REMINDERS + 1,
        reminded_at: Some(MIDNIGHT + HOUR),
        ..waiting.clone()
    };
    assert_eq!(
        often.plan(&day, &personal, HOUR, Timestamp::FIRST, MIDNIGHT + 2 * HOUR),
        Plan::At(word)
    );
    // After an outage no deadline fires before players were warned.
    let [up, mercy] = [MIDNIGHT + DAY, MIDNIGHT + 27 * HOUR];
    let unheard = Waiting {
        reminders: 0,
        reminded_at: None,
        ..waiting.clone()
    };
    assert_eq!(
        unheard.plan(&day, &personal, 2 * DAY, mercy, up + HOUR),
        Plan::Now(DueAction::Warn)
    );
    let delivered = Waiting {
        reminders: 1,
        warned_at: Some(up + HOUR),
        reminded_at: Some(up + HOUR),
        ..waiting.clone()
    };
    assert_eq!(
        delivered.plan(&day, &personal, 2 * DAY, mercy, up + HOUR),
        Plan::At(mercy)
    );
    assert_eq!(
        delivered.plan(&day, &personal, 2 * DAY, mercy, mercy),
        Plan::Now(DueAction::Overdue)
    );
    waiting.snoozed_until = Some(MIDNIGHT + 20 * HOUR);
    assert_eq!(
        waiting.plan(&day, &personal, DAY, Timestamp::FIRST, word),
        Plan::At(MIDNIGHT + 20 * HOUR),
        "they asked for time"
    );
    let muted = Waiting {
        muted: true,
        ..waiting
    };
    assert_eq!(
        muted.plan(&day, &personal, DAY, Timestamp::FIRST, word),
        Plan::At(MIDNIGHT + DAY)
    );
}

#[test]
fn idle_table_needs_no_plan() {
    let sleeping = Waiting {
        person: None,
        ..waiting_since_begin()
    };
    assert_eq!(
        plan_at(&sleeping, &PersonSettings::default(), MIDNIGHT + 99 * DAY),
        Plan::Never
    );
}

/// Derives a person's settings from a few numbers.
fn any_person_settings() -> impl Strategy<Value = PersonSettings> {
    let quiet = prop::option::of((0_u16..1440, 1_u16..1200));
    let holidays = prop::option::of((0_i64..20 * DAY, 1_i64..10 * DAY));
    (quiet, holidays).prop_map(|(quiet, holidays)| PersonSettings {
        zone: Some("America/New_York".to_owned()),
        quiet: quiet.map(|(from, length)| QuietHours {
            from,
            to: (from + length) % 1440,
        }),
        holidays: holidays
            .map(|(from, length)| Holiday {
                from: MIDNIGHT + from,
                until: MIDNIGHT + from + length,
            })
            .into_iter()
            .collect(),
        ..PersonSettings::default()
    })
}

proptest! {
    /// Following the plan never disturbs a player, never misses one and never spins.
    #[test]
    fn random_waits_follow_their_plan(
        personal in any_person_settings(),
        every in HOUR..3 * DAY,
        begun in prop::option::of(0_i64..DAY),
        snoozed_until in prop::option::of(HOUR..5 * DAY),
        time_control in prop::option::of(HOUR..5 * DAY),
        sleeps in prop::collection::vec(0_i64..2 * DAY, 40),
    ) {
        let time_control = time_control.map_or(TimeControl::None, TimeControl::Turn);
        let manners = TableSettings { time_control, ..TableSettings::default() };
        let mut waiting = Waiting {
            begun_at: begun.map(|begun| MIDNIGHT + begun),
            snoozed_until: snoozed_until.map(|snoozed_until| MIDNIGHT + snoozed_until),
            ..waiting_since_begin()
        };
        let (mut now, mut last): (Timestamp, Option<Timestamp>) = (MIDNIGHT + begun.unwrap_or(0), None);
        let allowed = if let TimeControl::Turn(seconds) = time_control { seconds } else { 0 };
        let (up, lead) = (waiting.deadline(time_control, &personal), (allowed / 4).min(6 * HOUR));
        let mut on_time = up.is_some_and(|up| now < up - lead);
        let mut sleeps = sleeps.into_iter();
        for _ in 0..200 {
            match waiting.plan(&manners, &personal, every, Timestamp::FIRST, now) {
                Plan::Never => break,
                Plan::At(at) => {
                    prop_assert!(at > now, "it would spin");
                    let oversleeps = sleeps.next().filter(|sleep| sleep % 3 == 0).unwrap_or(0);
                    (now, on_time) = (at + oversleeps, on_time && oversleeps == 0);
                }
                Plan::Now(DueAction::Overdue) => {
                    let up = up.unwrap();
                    let loud = ((up - lead).0..(up - lead / 2).0).step_by(60).map(Timestamp).any(|at| personal.next_reachable_time(at) == at);
                    let may = loud && on_time && waiting.snoozed_until.is_none_or(|until| until < up - lead);
                    prop_assert!(!may || last.max(waiting.begun_at).unwrap_or(MIDNIGHT) >= up - 2 * lead, "time was up without a word");
                    waiting.timeout_announced = true;
                }
                Plan::Now(DueAction::Resume) => prop_assert!(false, "nothing was paused"),
                Plan::Now(deed) => {
                    prop_assert!(!personal.is_quiet(now) && personal.next_reachable_time(now) == now);
                    match deed {
                        DueAction::Nudge => {
                            waiting.nudged = true;
                            (waiting.reminded_at, last) = (Some(now), Some(now));
                        }
                        DueAction::Warn => {
                            let soon = up.is_some_and(|up| now < Timestamp(up.0) && now > up - lead - 22 * HOUR);
                            prop_assert!(soon && !waiting.timeout_announced && waiting.warned_at.is_none(), "out of time");
                            waiting.reminders += 1;
                            (waiting.warned_at, waiting.reminded_at, last) = (Some(now), Some(now), Some(now));
                        }
                        DueAction::Remind | DueAction::GiveUp => {
                            let asked = waiting.snoozed_until.is_some_and(|until| now >= Timestamp(until.0) && last.is_none_or(|last| last < Timestamp(until.0)));
                            prop_assert!(asked || last.is_none_or(|last| now - last >= every));
                            waiting.reminders += 1;
                            (waiting.reminded_at, last) = (Some(now), Some(now));
                        }
                        DueAction::Overdue | DueAction::Resume => {}
                    }
                }
            }
        }
        let warned = u16::from(waiting.warned_at.is_some());
        prop_assert_eq!(waiting.reminders, MAX_REMINDERS + 1 + warned, "all were sent, and a last word");
        prop_assert_eq!(waiting.timeout_announced, time_control != TimeControl::None);
        prop_assert_eq!(waiting.nudged, waiting.begun_at.is_some());
    }
}
