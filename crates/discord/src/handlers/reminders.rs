//! Between turns: reminders, more time, absence, return, and replacing players who left.

use std::sync::Arc;

use crate::cards::game::Suggestion;
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::admin::AdminHandler;
use crate::wire::card::{Card, Menu, MenuOption, Row};
use crate::wire::ids::number;
use crate::wire::names::tame_typed;
use crate::wire::post_rate::Poster;
use crate::wire::press::Press;
use crate::wire::refusals::{UNKNOWN_MEMBER, is, name_of};
use crate::wire::request::{NOWHERE, Request};
use crate::wire::requests::Requested as _;
use crate::wire::times::{every_in_words, moment, stretch};
use lanai_host::{
    Amendments, Clock, DEFAULT_REMINDER_SECS, Declined, Failure, GuildId, Invitations, Moderation,
    NEVER, NamedTime, PersonId, PersonSettings, QuietHours, Replacements, Revision, Setting,
    Settings, Table, Tables, TimeControl, Watching, span, zone_name,
};
use lanai_text::Fill;

/// The longest absence, in seconds.
const LONGEST_HOLIDAY: i64 = 60 * 24 * 60 * 60;
/// The shortest interval between reminders, in seconds.
const SHORTEST_EVERY: i64 = 60 * 60;
/// The options of `/remind`; `None` leaves a setting as it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reminding {
    pub(crate) every: Option<String>,
    pub(crate) zone: Option<String>,
    pub(crate) quiet: Option<String>,
    pub(crate) direct: Option<bool>,
    pub(crate) next: Option<bool>,
    pub(crate) away: Option<String>,
    pub(crate) text: Option<bool>,
    pub(crate) invitations: Option<bool>,
    pub(crate) elsewhere: Option<bool>,
    pub(crate) of: Of,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, poise::ChoiceParameter)]
pub(crate) enum Of {
    #[default]
    Me,
    /// People at this table who chose nothing.
    Table,
    /// Members of this guild who chose nothing.
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
    /// Changes reminders and shows the result.
    pub(crate) async fn change_reminders(&self, request: &Request, wish: Reminding) -> Reply {
        let words = self.replies.words(request);
        let understood = |typed: &str| self.replies.understood(request, typed);
        let wish = &Reminding {
            every: wish.every.as_deref().map(understood),
            quiet: wish.quiet.as_deref().map(understood),
            away: wish.away.as_deref().map(understood),
            ..wish
        };
        let every = match wish.every.as_deref().map(read_every) {
            None => None,
            Some(Some(every)) => Some(every),
            Some(None) if wish.of == Of::Me && wish.every.as_deref().is_some_and(is_usual) => None,
            Some(None) => return Ok(self.replies.answer(request, "chat-no-every", &[])),
        };
        let elsewhere = wish.elsewhere.filter(|_| wish.of == Of::Server);
        if wish.elsewhere.is_some() && elsewhere.is_none() {
            return Ok(self
                .replies
                .answer(request, "chat-elsewhere-of-server", &[]));
        }
        if wish.of != Of::Me && every.is_none() && elsewhere.is_none() {
            // All other settings are personal.
            return Ok(self.replies.answer(request, "chat-remind-every-only", &[]));
        }
        Ok(match wish.of {
            Of::Me => Answer::words(
                match self.change_person_settings(request, wish, every).await? {
                    Ok(personal) => self.person_settings_in_words(request, &personal).await?,
                    Err(why) => why,
                },
            ),
            Of::Table => {
                let table = self.tables.find_in_channel(request.channel).await?;
                let change = |settings: &mut lanai_host::TableSettings| {
                    settings.every = every.or(settings.every);
                };
                let table = self
                    .amendments
                    .change_settings(table, &request.actor, change)
                    .await?;
                let every = every_in_words(words, table.settings.every);
                self.replies
                    .answer(request, "chat-remind-table", &[("every", every.into())])
            }
            Of::Server => {
                self.admin_handler.check_moderator(request).await?;
                let every = every.map(|every| Setting::ReminderInterval(Some(every)));
                let wished: Vec<Setting> = every
                    .into_iter()
                    .chain(elsewhere.map(Setting::CrossGuildPlay))
                    .collect();
                let settings = self
                    .moderation
                    .set(request.guild, &request.actor, &wished)
                    .await?;
                let every = every_in_words(words, settings.every);
                let told = words.say("chat-remind-server", &[("every", every.into())]);
                let name = if settings.elsewhere {
                    "chat-elsewhere-on-here"
                } else {
                    "chat-elsewhere-off-here"
                };
                Answer::words([told, words.say(name, &[])].join("\n"))
            }
        })
    }

    /// Changes personal settings. Returns them, or an explanation of what cannot be read.
    async fn change_person_settings(
        &self,
        request: &Request,
        wish: &Reminding,
        every: Option<i64>,
    ) -> Result<Result<PersonSettings, String>, Failure> {
        let words = self.replies.words(request);
        let person = request.actor.person;
        let as_here = wish.every.as_deref().is_some_and(is_usual);
        let now = self.clock.now();
        let before = self.settings.person_settings(person).await?;
        let change = |personal: &mut PersonSettings| {
            personal.every = every.or(personal.every).filter(|_| !as_here);
            if let Some(zone) = &wish.zone {
                let known = zone_name(zone);
                personal.zone = Some(known.ok_or_else(|| {
                    words.say("chat-no-zone", &[("zone", tame_typed(zone).into())])
                })?);
            }
            match wish.quiet.as_deref() {
                None => {}
                Some(off) if is_off(off) => personal.quiet = None,
                Some(hours) => {
                    let quiet = QuietHours::read(hours);
                    personal.quiet = Some(quiet.ok_or_else(|| words.say("chat-no-hours", &[]))?);
                }
            }
            match wish.away.as_deref() {
                None => {}
                Some(off) if is_off(off) => personal.go_away(None, now),
                Some(until) => match personal.day_or_span(until, now) {
                    Some(until) if (now + 60..=now + LONGEST_HOLIDAY).contains(&until) => {
                        personal.go_away(Some(until), now);
                    }
                    _ => return Err(words.say("chat-no-holiday", &[])),
                },
            }
            personal.direct = wish.direct.unwrap_or(personal.direct);
            personal.next = wish.next.unwrap_or(personal.next);
            personal.text = wish.text.unwrap_or(personal.text);
            personal.invitations = match wish.invitations {
                Some(true) => Invitations::Welcome,
                Some(false) => Invitations::Unwanted,
                None => personal.invitations,
            };
            Ok(())
        };
        let changed = self.settings.change_person_settings(person, change).await?;
        if changed.as_ref().is_ok_and(|personal| *personal != before) {
            self.watching.refresh(person).await?;
        }
        Ok(changed)
    }

    /// Describes personal settings.
    async fn person_settings_in_words(
        &self,
        request: &Request,
        personal: &PersonSettings,
    ) -> Result<String, Failure> {
        let words = self.replies.words(request);
        let say = |name: &str, fill: &[(&str, Fill<'_>)]| words.say(name, fill);
        // Without a personal choice, the interval of the table or guild applies.
        let here = match self.tables.find_in_channel(request.channel).await {
            Ok(table) => self.settings.every(&table, personal).await?,
            Err(_) => personal
                .every
                .or(self.settings.guild_settings(request.guild).await?.every)
                .unwrap_or(DEFAULT_REMINDER_SECS),
        };
        let name = match personal.every {
            _ if here == 0 => "chat-remind-me-never",
            Some(_) => "chat-remind-me",
            None => "chat-remind-me-here",
        };
        let mut lines = vec![say(
            name,
            &[("every", every_in_words(words, Some(here)).into())],
        )];
        let zone = personal.zone.as_deref();
        lines.push(match (personal.quiet, zone) {
            (None, None) => say("chat-remind-loud-anywhere", &[]),
            (None, Some(zone)) => say("chat-remind-loud", &[("zone", zone.into())]),
            (Some(quiet), zone) => {
                let fill = [
                    ("hours", Fill::from(quiet.write())),
                    ("zone", zone.unwrap_or("UTC").into()),
                ];
                say("chat-remind-quiet", &fill)
            }
        });
        if zone.is_none() && personal.quiet.is_some() {
            lines.push(say("chat-remind-which-zone", &[]));
        }
        if personal.direct {
            lines.push(say("chat-remind-direct", &[]));
        }
        if personal.next {
            lines.push(say("chat-remind-next", &[]));
        }
        if let Some(away) = personal.away_at(self.clock.now()) {
            lines.push(say(
                "chat-remind-away",
                &[("until", moment(away.until).into())],
            ));
        }
        if personal.text {
            lines.push(say("chat-remind-text", &[]));
        }
        if personal.invitations == Invitations::Unwanted {
            lines.push(say("chat-remind-uninvited", &[]));
        }
        lines.push(say("chat-remind-change", &[]));
        Ok(lines.join("\n"))
    }

    /// Stops reminders of this turn.
    pub(crate) async fn mute(&self, request: &Request, table: Table, turn: Revision) -> Reply {
        self.amendments.mute(table, &request.actor, turn).await?;
        Ok(self.replies.answer(request, "chat-muted", &[]))
    }

    /// Extends the turn to the named time, or asks for it by a menu.
    pub(crate) async fn snooze(
        &self,
        request: &Request,
        table: Table,
        until: Option<&str>,
    ) -> Reply {
        let words = self.replies.words(request);
        let Some(until) = until else {
            table.check_may_ask_for_time(&request.actor)?;
            let personal = self.settings.person_settings(request.actor.person).await?;
            // In the evening, "this evening" would mean tomorrow's.
            let [evening, tomorrow] = [NamedTime::Evening, NamedTime::TomorrowEvening]
                .map(|moment| personal.time_of(moment, self.clock.now()));
            let fits = SNOOZES
                .iter()
                .filter(|(key, _)| *key != "evening" || evening != tomorrow);
            let options = fits.map(|(key, name)| MenuOption {
                value: (*key).to_owned(),
                label: words.say(name, &[]),
                ..MenuOption::default()
            });
            let menu = Menu {
                id: Press::Snooze(table.game).id(),
                placeholder: words.say("chat-snooze-menu", &[]),
                options: options.collect(),
            };
            let card = Card::words(words.say("chat-snooze-how-long", &[]));
            return Ok(Answer::Tell(Card {
                rows: vec![Row::Menu(menu)],
                ..card
            }));
        };
        let personal = self.settings.person_settings(request.actor.person).await?;
        let Some(time) = read_moment(&self.replies.understood(request, until)) else {
            return Ok(self.replies.answer(request, "chat-no-span", &[]));
        };
        let until = personal.time_of(time, self.clock.now());
        let game = table.game;
        let pace = table.settings.pace;
        self.amendments.snooze(table, &request.actor, until).await?;
        let mut text = words.say("chat-you-snoozed", &[("until", moment(until).into())]);
        let waiting = self.tables.find(game).await?.waiting;
        // No deadline applies during an absence or after it has passed.
        let runs = !waiting.late && personal.away_at(self.clock.now()).is_none();
        if let Some(deadline) = waiting.deadline(pace, &personal).filter(|_| runs) {
            let up = words.say("chat-snooze-clock", &[("until", moment(deadline).into())]);
            text = format!("{text} {up}");
        }
        if personal.zone.is_none() && !matches!(time, NamedTime::In(_)) {
            text = format!("{text}\n{}", words.say("chat-remind-which-zone", &[]));
        }
        Ok(Answer::words(text))
    }

    /// Gives the seat back to a player for whom the computer played.
    pub(crate) async fn come_back(&self, request: &Request, table: Table) -> Reply {
        self.replacements.come_back(table, &request.actor).await?;
        Ok(self.replies.answer(request, "chat-you-are-back", &[]))
    }

    /// Replaces a player who left the guild or stayed silent, by a person or the computer.
    pub(crate) async fn replace(
        &self,
        request: &Request,
        who: Option<PersonId>,
        by: Option<(PersonId, String)>,
    ) -> Reply {
        let table = self.tables.find_in_channel(request.channel).await?;
        let Some(who) = who.or(table.waiting.person) else {
            return Err(Declined::NotThere.into());
        };
        let gone = table.seat_of(who).is_some() && self.has_left_guild(request.guild, who).await;
        self.replacements
            .replace(table, &request.actor, who, by, gone)
            .await?;
        Ok(self.replies.answer(request, "chat-you-replaced", &[]))
    }

    /// Returns whether the person has left the guild. If that cannot be determined: no.
    async fn has_left_guild(&self, guild: GuildId, person: PersonId) -> bool {
        if guild == NOWHERE {
            return false;
        }
        self.poster.rate.wait().await;
        match self
            .poster
            .http
            .get_member(number(guild.0).into(), number(person.0).into())
            .counted("GET /guilds/{guild}/members/{person}")
            .await
        {
            Ok(_) => false,
            Err(error) if is(&error, UNKNOWN_MEMBER) => true,
            Err(error) => {
                tracing::warn!(
                    error = name_of(&error),
                    "whether somebody left cannot be told"
                );
                false
            }
        }
    }

    /// Suggests durations: the usual ones, and the typed one if it is valid.
    pub(crate) fn span_suggestions(
        &self,
        request: &Request,
        usual: &[&str],
        typed: &str,
    ) -> Vec<Suggestion> {
        let words = self.replies.words(request);
        let label = |text: &str| match read_every(&self.replies.understood(request, text))? {
            0 => Some(words.say("chat-every-never", &[])),
            seconds => Some(stretch(words, seconds)),
        };
        suggestions(usual, typed, label)
    }

    /// Suggests time controls: the usual ones, and the typed one if it is valid.
    pub(crate) fn pace_suggestions(
        &self,
        request: &Request,
        usual: &[&str],
        typed: &str,
    ) -> Vec<Suggestion> {
        let words = self.replies.words(request);
        let label = |text: &str| match TimeControl::read(&self.replies.understood(request, text))? {
            TimeControl::None => Some(words.say("chat-pace-none", &[])),
            TimeControl::Turn(seconds) => Some(words.say(
                "chat-pace-turn",
                &[("time", stretch(words, seconds).into())],
            )),
            TimeControl::Bank { start, more } => {
                let fill = [
                    ("start", stretch(words, start).into()),
                    ("more", stretch(words, more).into()),
                ];
                Some(words.say("chat-pace-bank", &fill))
            }
        };
        suggestions(usual, typed, label)
    }
}

/// Suggests the typed value if it is valid, and usual ones that contain the typed text.
fn suggestions(
    usual: &[&str],
    typed: &str,
    label: impl Fn(&str) -> Option<String>,
) -> Vec<Suggestion> {
    let typed = typed.trim();
    let own = Some(typed).filter(|typed| !typed.is_empty() && !usual.contains(typed));
    let held = usual
        .iter()
        .copied()
        .filter(|text| text.contains(&typed.to_lowercase()));
    let all = own.into_iter().chain(held);
    all.filter_map(|text| Some(Suggestion::new(label(text)?, text)))
        .collect()
}

/// Offered extensions, with the keys of their words.
pub(crate) const SNOOZES: [(&str, &str); 6] = [
    ("3h", "chat-snooze-hours"),
    ("evening", "chat-snooze-evening"),
    ("morning", "chat-snooze-morning"),
    ("tomorrow", "chat-snooze-tomorrow"),
    ("2d", "chat-snooze-days"),
    ("7d", "chat-snooze-week"),
];

/// Reads a time: a key of the menu, or a duration.
fn read_moment(text: &str) -> Option<NamedTime> {
    Some(match text {
        "evening" => NamedTime::Evening,
        "morning" => NamedTime::TomorrowMorning,
        "tomorrow" => NamedTime::TomorrowEvening,
        other => NamedTime::In(span(other)?),
    })
}

/// Reads the seconds between reminders; 0 means never.
pub(crate) fn read_every(text: &str) -> Option<i64> {
    if is_off(text) {
        return Some(0);
    }
    span(text).filter(|seconds| *seconds >= SHORTEST_EVERY)
}

pub(crate) fn is_off(text: &str) -> bool {
    text == NEVER
}

/// Returns whether the text asks for the default.
pub(crate) fn is_usual(text: &str) -> bool {
    text == "usual"
}
