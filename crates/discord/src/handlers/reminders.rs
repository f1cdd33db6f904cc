//! Handles settings of reminders, extensions of turns, absences, and the replacement of players.

use std::sync::Arc;

use crate::cards::settings_menus::{
    DIRECT, INVITATIONS, NEXT, TEXT, USUAL_KEYWORD, reminder_menus,
};
use crate::cards::table::time_control_name;
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::admin::AdminHandler;
use crate::key;
use crate::wire::card::{Card, Menu, MenuOption, Row};
use crate::wire::ids::snowflake;
use crate::wire::names::escape_typed;
use crate::wire::port::Poster;
use crate::wire::port_error::{UNKNOWN_MEMBER, describe_error, has_code};
use crate::wire::press::{Press, ReminderMenu};
use crate::wire::request::{DIRECT_MESSAGES, Request};
use crate::wire::request_metrics::RecordRequest as _;
use crate::wire::times::format_reminder_interval;
use lanai_host::{
    Amendments, Clock, DEFAULT_REMINDER_SECS, Failure, GuildId, Invitations, Moderation,
    NEVER_KEYWORD, NamedTime, PersonId, PersonSettings, QuietHours, Refusal, Replacements,
    Revision, Setting, Settings, Successor, Table, Tables, TimeControl, Watching,
    check_may_ask_for_time, parse_span, zone_name,
};
use lanai_panel::{Suggestion, format_duration, format_moment};
use lanai_text::{Fill, Key};

const MAX_ABSENCE_SECS: i64 = 60 * 24 * 60 * 60;
const MIN_INTERVAL_SECS: i64 = 60 * 60;

/// The options of `/remind`; `None` leaves a setting as it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReminderOptions {
    pub(crate) interval: Option<String>,
    pub(crate) zone: Option<String>,
    pub(crate) quiet_hours: Option<String>,
    pub(crate) direct_messages: Option<bool>,
    /// Whether to tell the player that their turn comes next.
    pub(crate) notify_when_next: Option<bool>,
    pub(crate) away_until: Option<String>,
    /// Whether to show text instead of pictures.
    pub(crate) prefer_text: Option<bool>,
    pub(crate) invitations: Option<bool>,
    pub(crate) cross_guild_play: Option<bool>,
    pub(crate) scope: ReminderScope,
}

impl ReminderOptions {
    /// Parses what a person selected in a menu.
    fn from_menu(menu: ReminderMenu, selected: &[String]) -> ReminderOptions {
        let first = selected.first().cloned();
        let none = ReminderOptions::default();
        let is_on = |name: &str| Some(selected.iter().any(|value| value == name));
        match menu {
            ReminderMenu::Interval => ReminderOptions {
                interval: first,
                ..none
            },
            ReminderMenu::Quiet => ReminderOptions {
                quiet_hours: first,
                ..none
            },
            ReminderMenu::Switches => ReminderOptions {
                direct_messages: is_on(DIRECT),
                notify_when_next: is_on(NEXT),
                prefer_text: is_on(TEXT),
                invitations: is_on(INVITATIONS),
                ..none
            },
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, poise::ChoiceParameter)]
pub(crate) enum ReminderScope {
    #[default]
    Me,
    /// Players at this table without a personal setting.
    Table,
    /// Players in this guild without a personal setting.
    Server,
}

pub(crate) struct ReminderHandler {
    pub(crate) clock: Clock,
    pub(crate) poster: Arc<Poster>,
    pub(crate) amendments: Arc<Amendments>,
    pub(crate) moderation: Arc<Moderation>,
    pub(crate) replacements: Arc<Replacements>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watching: Arc<Watching>,
    pub(crate) admin_handler: Arc<AdminHandler>,
    pub(crate) replies: Arc<Replies>,
}

impl ReminderHandler {
    /// Changes the settings of reminders and shows the result.
    pub(crate) async fn change_reminders(
        &self,
        request: &Request,
        options: ReminderOptions,
    ) -> Reply {
        let words = self.replies.words(request);
        let scope = options.scope;
        let interval = match &options.interval {
            None => None,
            Some(typed) => {
                let typed = self.replies.normalize_typed(request, typed);
                let interval = parse_interval(&typed);
                let is_reset = scope == ReminderScope::Me && is_default(&typed);
                if interval.is_none() && !is_reset {
                    return Ok(self.replies.answer(request, key::CHAT_NO_EVERY, &[]));
                }
                interval
            }
        };
        let cross_guild_play = options.cross_guild_play;
        if cross_guild_play.is_some() && scope != ReminderScope::Server {
            return Ok(self
                .replies
                .answer(request, key::CHAT_ELSEWHERE_OF_SERVER, &[]));
        }
        if scope != ReminderScope::Me && interval.is_none() && cross_guild_play.is_none() {
            // All other settings are personal.
            return Ok(self
                .replies
                .answer(request, key::CHAT_REMIND_EVERY_ONLY, &[]));
        }
        match scope {
            ReminderScope::Me => {
                let changed = self.change_person_settings(request, &options, interval);
                match changed.await? {
                    Ok(personal) => {
                        let text = self.describe_person_settings(request, &personal).await?;
                        Ok(Answer::Private(Card {
                            rows: reminder_menus(words, &personal),
                            ..Card::words(text)
                        }))
                    }
                    Err(explanation) => Ok(Answer::words(explanation)),
                }
            }
            ReminderScope::Table => {
                let table = self.tables.find_in_channel(request.channel).await?;
                let table = self
                    .amendments
                    .change_settings(table, &request.actor, |settings| {
                        settings.reminder_interval = interval.or(settings.reminder_interval);
                    })
                    .await?;
                let every = format_reminder_interval(words, table.settings.reminder_interval);
                Ok(self
                    .replies
                    .answer(request, key::CHAT_REMIND_TABLE, &[("every", every.into())]))
            }
            ReminderScope::Server => {
                self.admin_handler.check_moderator(request).await?;
                let mut changes = Vec::new();
                changes.extend(interval.map(|seconds| Setting::ReminderInterval(Some(seconds))));
                changes.extend(cross_guild_play.map(Setting::CrossGuildPlay));
                let settings = self
                    .moderation
                    .set(request.guild, &request.actor, &changes)
                    .await?;
                let every = format_reminder_interval(words, settings.reminder_interval);
                let line = words.say(key::CHAT_REMIND_SERVER, &[("every", every.into())]);
                let key = if settings.cross_guild_play {
                    key::CHAT_ELSEWHERE_ON_HERE
                } else {
                    key::CHAT_ELSEWHERE_OFF_HERE
                };
                Ok(Answer::words(format!("{line}\n{}", words.say(key, &[]))))
            }
        }
    }

    /// Takes a choice in a menu of [`reminder_menus`], and shows the settings again.
    pub(crate) async fn choose(
        &self,
        request: &Request,
        menu: ReminderMenu,
        selected: &[String],
    ) -> Reply {
        let options = ReminderOptions::from_menu(menu, selected);
        self.change_reminders(request, options).await
    }

    /// Changes personal settings. Returns them, or an explanation if an option cannot be parsed.
    async fn change_person_settings(
        &self,
        request: &Request,
        options: &ReminderOptions,
        interval: Option<i64>,
    ) -> Result<Result<PersonSettings, String>, Failure> {
        let words = self.replies.words(request);
        let person = request.actor.person;
        let quiet_hours = self.normalize(request, options.quiet_hours.as_deref());
        let away_until = self.normalize(request, options.away_until.as_deref());
        let resets_interval = self
            .normalize(request, options.interval.as_deref())
            .is_some_and(|typed| is_default(&typed));
        let now = self.clock.now();
        let before = self.settings.person_settings(person).await?;
        let change = |personal: &mut PersonSettings| {
            if resets_interval {
                personal.reminder_interval = None;
            } else {
                personal.reminder_interval = interval.or(personal.reminder_interval);
            }
            if let Some(typed) = &options.zone {
                let zone = zone_name(typed).ok_or_else(|| {
                    words.say(key::CHAT_NO_ZONE, &[("zone", escape_typed(typed).into())])
                })?;
                personal.zone = Some(zone);
            }
            match quiet_hours.as_deref() {
                None => {}
                Some(off) if is_never(off) => personal.quiet = None,
                Some(typed) => {
                    let hours = QuietHours::parse(typed);
                    personal.quiet = Some(hours.ok_or_else(|| words.say(key::CHAT_NO_HOURS, &[]))?);
                }
            }
            match away_until.as_deref() {
                None => {}
                Some(off) if is_never(off) => personal.set_holiday(None, now),
                Some(typed) => match personal.parse_day_or_span(typed, now) {
                    Some(until) if (now + 60..=now + MAX_ABSENCE_SECS).contains(&until) => {
                        personal.set_holiday(Some(until), now);
                    }
                    _ => return Err(words.say(key::CHAT_NO_HOLIDAY, &[])),
                },
            }
            personal.direct = options.direct_messages.unwrap_or(personal.direct);
            personal.next = options.notify_when_next.unwrap_or(personal.next);
            personal.text = options.prefer_text.unwrap_or(personal.text);
            personal.invitations = match options.invitations {
                Some(true) => Invitations::Welcome,
                Some(false) => Invitations::Unwanted,
                None => personal.invitations,
            };
            Ok(())
        };
        let changed = self.settings.change_person_settings(person, change).await?;
        if changed.as_ref().is_ok_and(|personal| *personal != before) {
            self.watching.refresh_waiting_tables(person).await?;
        }
        Ok(changed)
    }

    /// Returns a typed value with units of time in the form that the host parses.
    fn normalize(&self, request: &Request, typed: Option<&str>) -> Option<String> {
        Some(self.replies.normalize_typed(request, typed?))
    }

    async fn describe_person_settings(
        &self,
        request: &Request,
        personal: &PersonSettings,
    ) -> Result<String, Failure> {
        let words = self.replies.words(request);
        // Without a personal interval, the interval of the table or guild applies.
        let interval = match self.tables.find_in_channel(request.channel).await {
            Ok(table) => {
                self.settings
                    .reminder_interval_secs(&table, personal)
                    .await?
            }
            Err(_) => personal
                .reminder_interval
                .or(self
                    .settings
                    .guild_settings(request.guild)
                    .await?
                    .reminder_interval)
                .unwrap_or(DEFAULT_REMINDER_SECS),
        };
        let key = match personal.reminder_interval {
            _ if interval == 0 => key::CHAT_REMIND_ME_NEVER,
            Some(_) => key::CHAT_REMIND_ME,
            None => key::CHAT_REMIND_ME_HERE,
        };
        let mut lines = vec![words.say(
            key,
            &[(
                "every",
                format_reminder_interval(words, Some(interval)).into(),
            )],
        )];
        let zone = personal.zone.as_deref();
        lines.push(match (personal.quiet, zone) {
            (None, None) => words.say(key::CHAT_REMIND_LOUD_ANYWHERE, &[]),
            (None, Some(zone)) => words.say(key::CHAT_REMIND_LOUD, &[("zone", zone.into())]),
            (Some(quiet), zone) => {
                let fill = [
                    ("hours", Fill::from(quiet.format())),
                    ("zone", zone.unwrap_or("UTC").into()),
                ];
                words.say(key::CHAT_REMIND_QUIET, &fill)
            }
        });
        if zone.is_none() && personal.quiet.is_some() {
            lines.push(words.say(key::CHAT_REMIND_WHICH_ZONE, &[]));
        }
        if personal.direct {
            lines.push(words.say(key::CHAT_REMIND_DIRECT, &[]));
        }
        if personal.next {
            lines.push(words.say(key::CHAT_REMIND_NEXT, &[]));
        }
        if let Some(away) = personal.holiday_at(self.clock.now()) {
            lines.push(words.say(
                key::CHAT_REMIND_AWAY,
                &[("until", format_moment(away.until).into())],
            ));
        }
        if personal.text {
            lines.push(words.say(key::CHAT_REMIND_TEXT, &[]));
        }
        if personal.invitations == Invitations::Unwanted {
            lines.push(words.say(key::CHAT_REMIND_UNINVITED, &[]));
        }
        lines.push(words.say(key::CHAT_REMIND_CHANGE, &[]));
        Ok(lines.join("\n"))
    }

    /// Stops the reminders of this turn.
    pub(crate) async fn mute_turn(&self, request: &Request, table: Table, turn: Revision) -> Reply {
        self.amendments.mute(table, &request.actor, turn).await?;
        Ok(self.replies.answer(request, key::CHAT_MUTED, &[]))
    }

    /// Extends the turn to the given time. If none is given, offers times in a menu.
    pub(crate) async fn extend_turn(
        &self,
        request: &Request,
        table: Table,
        until: Option<&str>,
    ) -> Reply {
        let words = self.replies.words(request);
        let Some(until) = until else {
            check_may_ask_for_time(&table, &request.actor)?;
            let personal = self.settings.person_settings(request.actor.person).await?;
            // Late in the day "this evening" would mean tomorrow evening, which has its own option.
            let now = self.clock.now();
            let is_late = personal.resolve_time(NamedTime::Evening, now)
                == personal.resolve_time(NamedTime::TomorrowEvening, now);
            let options = TURN_EXTENSIONS
                .iter()
                .filter(|(value, _)| *value != "evening" || !is_late)
                .map(|(value, key)| MenuOption {
                    value: (*value).to_owned(),
                    label: words.say(*key, &[]),
                    ..MenuOption::default()
                });
            let menu = Menu {
                id: Press::Snooze(table.id).id(),
                placeholder: words.say(key::CHAT_SNOOZE_MENU, &[]),
                options: options.collect(),
                ..Menu::default()
            };
            let card = Card::words(words.say(key::CHAT_SNOOZE_HOW_LONG, &[]));
            return Ok(Answer::Private(Card {
                rows: vec![Row::Menu(menu)],
                ..card
            }));
        };
        let personal = self.settings.person_settings(request.actor.person).await?;
        let Some(time) = parse_extension(&self.replies.normalize_typed(request, until)) else {
            return Ok(self.replies.answer(request, key::CHAT_NO_SPAN, &[]));
        };
        let until = personal.resolve_time(time, self.clock.now());
        let id = table.id;
        let time_control = table.settings.time_control;
        self.amendments.snooze(table, &request.actor, until).await?;
        let mut text = words.say(
            key::CHAT_YOU_SNOOZED,
            &[("until", format_moment(until).into())],
        );
        let waiting = self.tables.find(id).await?.waiting;
        // No deadline applies during an absence, or once its passing was announced.
        let has_deadline =
            !waiting.timeout_announced && personal.holiday_at(self.clock.now()).is_none();
        if let Some(deadline) = waiting
            .deadline(time_control, &personal)
            .filter(|_| has_deadline)
        {
            let line = words.say(
                key::CHAT_SNOOZE_CLOCK,
                &[("until", format_moment(deadline).into())],
            );
            text = format!("{text} {line}");
        }
        if personal.zone.is_none() && !matches!(time, NamedTime::In(_)) {
            text = format!("{text}\n{}", words.say(key::CHAT_REMIND_WHICH_ZONE, &[]));
        }
        Ok(Answer::words(text))
    }

    /// Gives the seat back to a player for whom the computer has played.
    pub(crate) async fn come_back(&self, request: &Request, table: Table) -> Reply {
        self.replacements
            .return_to_seat(table, &request.actor)
            .await?;
        Ok(self.replies.answer(request, key::CHAT_YOU_ARE_BACK, &[]))
    }

    /// Replaces a player who left the guild or stays silent by a person or the computer.
    pub(crate) async fn replace_player(
        &self,
        request: &Request,
        player: Option<PersonId>,
        successor: Option<Successor>,
    ) -> Reply {
        let table = self.tables.find_in_channel(request.channel).await?;
        let Some(player) = player.or(table.waiting.person) else {
            return Err(Refusal::PersonNotSeated.into());
        };
        let has_left =
            table.seat_of(player).is_some() && self.has_left_guild(request.guild, player).await;
        self.replacements
            .replace(table, &request.actor, player, successor, has_left)
            .await?;
        Ok(self.replies.answer(request, key::CHAT_YOU_REPLACED, &[]))
    }

    /// Returns whether the person has left the guild, or false if that cannot be determined.
    async fn has_left_guild(&self, guild: GuildId, person: PersonId) -> bool {
        if guild == DIRECT_MESSAGES {
            return false;
        }
        self.poster.rate.wait().await;
        match self
            .poster
            .http
            .get_member(snowflake(guild.0).into(), snowflake(person.0).into())
            .record_request("GET /guilds/{guild}/members/{person}")
            .await
        {
            Ok(_) => false,
            Err(error) if has_code(&error, UNKNOWN_MEMBER) => true,
            Err(error) => {
                tracing::warn!(
                    error = describe_error(&error),
                    "a member of the guild cannot be looked up"
                );
                false
            }
        }
    }

    /// Suggests intervals: the usual ones, and the typed one if it is valid.
    pub(crate) fn suggest_intervals(
        &self,
        request: &Request,
        usual: &[&str],
        typed: &str,
    ) -> Vec<Suggestion> {
        let words = self.replies.words(request);
        let mut suggestions = Vec::new();
        for text in matching_values(usual, typed) {
            let label = match parse_interval(&self.replies.normalize_typed(request, text)) {
                Some(0) => words.say(key::CHAT_EVERY_NEVER, &[]),
                Some(seconds) => format_duration(words, seconds),
                None => continue,
            };
            suggestions.push(Suggestion::new(label, text));
        }
        suggestions
    }

    /// Suggests time controls: the usual ones, and the typed one if it is valid.
    pub(crate) fn suggest_time_controls(
        &self,
        request: &Request,
        usual: &[&str],
        typed: &str,
    ) -> Vec<Suggestion> {
        let words = self.replies.words(request);
        let mut suggestions = Vec::new();
        for text in matching_values(usual, typed) {
            let parsed = TimeControl::parse(&self.replies.normalize_typed(request, text));
            if let Some(time_control) = parsed {
                let label = time_control_name(words, time_control);
                suggestions.push(Suggestion::new(label, text));
            }
        }
        suggestions
    }
}

/// Returns the typed value, unless it is a usual one, and the usual values that contain it.
fn matching_values<'a>(usual: &[&'a str], typed: &'a str) -> Vec<&'a str> {
    let typed = typed.trim();
    let lowercase = typed.to_lowercase();
    let mut values = Vec::new();
    if !typed.is_empty() && !usual.contains(&typed) {
        values.push(typed);
    }
    values.extend(
        usual
            .iter()
            .copied()
            .filter(|text| text.contains(&lowercase)),
    );
    values
}

/// The offered extensions of a turn: the value and the key of the label.
pub(crate) const TURN_EXTENSIONS: [(&str, Key); 6] = [
    ("3h", key::CHAT_SNOOZE_HOURS),
    ("evening", key::CHAT_SNOOZE_EVENING),
    ("morning", key::CHAT_SNOOZE_MORNING),
    ("tomorrow", key::CHAT_SNOOZE_TOMORROW),
    ("2d", key::CHAT_SNOOZE_DAYS),
    ("7d", key::CHAT_SNOOZE_WEEK),
];

/// Parses the end of an extension: a value of [`TURN_EXTENSIONS`] or a duration.
fn parse_extension(text: &str) -> Option<NamedTime> {
    Some(match text {
        "evening" => NamedTime::Evening,
        "morning" => NamedTime::TomorrowMorning,
        "tomorrow" => NamedTime::TomorrowEvening,
        other => NamedTime::In(parse_span(other)?),
    })
}

/// Parses the seconds between reminders. 0 means never.
pub(crate) fn parse_interval(text: &str) -> Option<i64> {
    if is_never(text) {
        return Some(0);
    }
    parse_span(text).filter(|seconds| *seconds >= MIN_INTERVAL_SECS)
}

pub(crate) fn is_never(text: &str) -> bool {
    text == NEVER_KEYWORD
}

/// Returns whether the text selects the default.
pub(crate) fn is_default(text: &str) -> bool {
    text == USUAL_KEYWORD
}
