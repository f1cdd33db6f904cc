//! Lets moderators show, change and undo the settings of a guild and the bars against users.
//!
//! Every public method except the suggestions of languages checks that the user is a moderator.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::guild_settings::{GuildSettingsPage, setting_label, setting_line};
use crate::cards::settings_menus::{ALL_CHANNELS, ELSEWHERE, THREADS, guild_menus};
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::reminders::{is_default, is_never, parse_interval};
use crate::key;
use crate::wire::card::Card;
use crate::wire::names::{escape_text, escape_typed, mention};
use crate::wire::permissions::{can_appoint_moderators, is_moderator};
use crate::wire::press::GuildMenu;
use crate::wire::request::Request;
use lanai_host::{
    Authority, Bar, ChannelId, Failure, GuildRefusal, Matchmaking, Moderation, ModerationAction,
    PersonId, QuietHours, Refusal, Setting, Settings, TimeControl, zone_name,
};
use lanai_panel::{Suggestion, label_text};
use lanai_rules::{Title, by_title, choices};

/// How many of the newest acts of moderators are searched for acts that can be undone.
const ACTS_SEARCHED: u32 = 100;

/// The options of `/admin settings`; `None` leaves a setting as it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct SettingsOptions {
    pub(crate) moderators: Option<Authority>,
    pub(crate) only_named_channels: Option<bool>,
    pub(crate) allow_threads: Option<bool>,
    /// 0 means no limit.
    pub(crate) max_tables_per_person: Option<u16>,
    /// 0 means no limit.
    pub(crate) max_tables_per_channel: Option<u16>,
    pub(crate) opener_role: Option<i64>,
    pub(crate) time_control: Option<String>,
    pub(crate) quiet_hours: Option<String>,
    pub(crate) zone: Option<String>,
    pub(crate) language: Option<String>,
    pub(crate) reminder_interval: Option<String>,
    pub(crate) cross_guild_play: Option<bool>,
}

impl SettingsOptions {
    /// Parses what a moderator selected in a menu.
    fn from_menu(menu: GuildMenu, selected: &[String]) -> SettingsOptions {
        let first = selected.first().cloned();
        let none = SettingsOptions::default();
        let is_on = |name: &str| selected.iter().any(|value| value == name);
        match menu {
            GuildMenu::TimeControl => SettingsOptions {
                time_control: first,
                ..none
            },
            GuildMenu::Interval => SettingsOptions {
                reminder_interval: first,
                ..none
            },
            GuildMenu::Quiet => SettingsOptions {
                quiet_hours: first,
                ..none
            },
            GuildMenu::Language => SettingsOptions {
                language: first,
                ..none
            },
            GuildMenu::Switches => SettingsOptions {
                only_named_channels: Some(!is_on(ALL_CHANNELS)),
                allow_threads: Some(is_on(THREADS)),
                cross_guild_play: Some(is_on(ELSEWHERE)),
                ..none
            },
        }
    }
}

pub(crate) struct AdminHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) matchmaking: Arc<Matchmaking>,
    pub(crate) moderation: Arc<Moderation>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) replies: Arc<Replies>,
}

impl AdminHandler {
    /// Refuses users who are not moderators of the guild.
    pub(crate) async fn check_moderator(&self, request: &Request) -> Result<(), Failure> {
        let chosen = self.settings.guild_settings(request.guild).await?;
        if is_moderator(request, &chosen) {
            return Ok(());
        }
        Err(GuildRefusal::ModeratorsOnly(chosen.moderators).into())
    }

    /// Shows the settings of the guild, or changes the settings that the options name.
    pub(crate) async fn show_or_change_settings(
        &self,
        request: &Request,
        options: SettingsOptions,
    ) -> Reply {
        self.check_moderator(request).await?;
        match self.parse_settings(request, options) {
            Ok(changes) if changes.is_empty() => self.show_settings(request).await,
            Ok(changes) => self.change_settings(request, &changes).await,
            Err(explanation) => Ok(Answer::words(explanation)),
        }
    }

    /// Takes a choice in a menu below the settings, and shows the settings again.
    pub(crate) async fn choose(
        &self,
        request: &Request,
        menu: GuildMenu,
        selected: &[String],
    ) -> Reply {
        self.check_moderator(request).await?;
        match self.parse_settings(request, SettingsOptions::from_menu(menu, selected)) {
            Ok(changes) => {
                self.moderation
                    .set(request.guild, &request.actor, &changes)
                    .await?;
                self.show_settings(request).await
            }
            Err(explanation) => Ok(Answer::words(explanation)),
        }
    }

    async fn show_settings(&self, request: &Request) -> Reply {
        let chosen = self.settings.guild_settings(request.guild).await?;
        let words = self.replies.words(request);
        let dictionary = &self.composer.dictionary;
        let page = GuildSettingsPage {
            words,
            dictionary,
            guild_locale: &request.guild_locale,
        };
        Ok(Answer::Private(Card {
            panes: vec![page.render(&chosen)],
            rows: guild_menus(words, dictionary, &chosen),
            ..Card::words(words.say(key::CHAT_ADMIN_SETTINGS, &[]))
        }))
    }

    /// Converts the options into settings. Returns an explanation if one cannot be parsed.
    fn parse_settings(
        &self,
        request: &Request,
        options: SettingsOptions,
    ) -> Result<Vec<Setting>, String> {
        let words = self.replies.words(request);
        let mut changes = Vec::new();
        changes.extend(options.moderators.map(Setting::Moderators));
        changes.extend(options.only_named_channels.map(Setting::OnlyListedChannels));
        changes.extend(
            options
                .allow_threads
                .map(|allowed| Setting::NoThreads(!allowed)),
        );
        if let Some(limit) = options.max_tables_per_person {
            changes.push(Setting::MaxTablesPerPerson(
                Some(limit).filter(|limit| *limit > 0),
            ));
        }
        if let Some(limit) = options.max_tables_per_channel {
            changes.push(Setting::MaxTablesPerChannel(
                Some(limit).filter(|limit| *limit > 0),
            ));
        }
        if let Some(role) = options.opener_role {
            // Discord gives the `@everyone` role the id of its guild.
            let is_everyone = role == request.guild.0;
            changes.push(Setting::OpenerRole(Some(role).filter(|_| !is_everyone)));
        }
        if let Some(typed) = options.time_control {
            let time_control = TimeControl::parse(&self.replies.normalize_typed(request, &typed));
            changes.push(Setting::TimeControl(
                time_control.ok_or_else(|| words.say(key::CHAT_NO_PACE, &[]))?,
            ));
        }
        if let Some(typed) = options.quiet_hours {
            let typed = self.replies.normalize_typed(request, &typed);
            changes.push(Setting::QuietHours(if is_never(&typed) {
                None
            } else {
                let hours = QuietHours::parse(&typed);
                Some(hours.ok_or_else(|| words.say(key::CHAT_NO_HOURS, &[]))?)
            }));
        }
        if let Some(typed) = options.zone {
            let zone = zone_name(&typed).ok_or_else(|| {
                words.say(key::CHAT_NO_ZONE, &[("zone", escape_typed(&typed).into())])
            })?;
            changes.push(Setting::Zone(Some(zone)));
        }
        if let Some(typed) = options.reminder_interval {
            let typed = self.replies.normalize_typed(request, &typed);
            changes.push(Setting::ReminderInterval(if is_default(&typed) {
                None
            } else {
                let seconds = parse_interval(&typed);
                Some(seconds.ok_or_else(|| words.say(key::CHAT_NO_EVERY, &[]))?)
            }));
        }
        if let Some(typed) = options.language {
            changes.push(Setting::Language(
                if is_default(&self.replies.normalize_typed(request, &typed)) {
                    None
                } else {
                    let tag = self.find_language(&typed);
                    Some(tag.ok_or_else(|| words.say(key::CHAT_ADMIN_NO_LANGUAGE, &[]))?)
                },
            ));
        }
        changes.extend(options.cross_guild_play.map(Setting::CrossGuildPlay));
        Ok(changes)
    }

    /// Finds the tag of a language by the tag or by the language's own name.
    fn find_language(&self, typed: &str) -> Option<String> {
        let typed = typed.trim().to_lowercase();
        let words = self.composer.dictionary.languages().iter().find(|words| {
            words.tag().to_lowercase() == typed
                || words.say(key::LANGUAGE_NAME, &[]).to_lowercase() == typed
        })?;
        Some(words.tag().to_owned())
    }

    /// Changes settings, logs an act for each, and answers with a list of the changes.
    pub(crate) async fn change_settings(&self, request: &Request, settings: &[Setting]) -> Reply {
        self.check_moderator(request).await?;
        if settings
            .iter()
            .any(|setting| matches!(setting, Setting::Moderators(_)))
            && !can_appoint_moderators(request)
        {
            return Err(GuildRefusal::ManagersOnly.into());
        }
        let before = self.settings.guild_settings(request.guild).await?;
        let changes: Vec<&Setting> = settings
            .iter()
            .filter(|setting| before.current_value(setting) != **setting)
            .collect();
        if changes.is_empty() {
            return Ok(self.replies.answer(request, key::CHAT_ADMIN_SAME, &[]));
        }
        self.moderation
            .set(request.guild, &request.actor, settings)
            .await?;
        let words = self.replies.words(request);
        let mut lines = vec![words.say(key::CHAT_ADMIN_DONE, &[])];
        for setting in changes {
            lines.push(setting_line(words, &self.composer.dictionary, setting));
        }
        let sets_quiet = settings
            .iter()
            .any(|setting| matches!(setting, Setting::QuietHours(Some(_))));
        if sets_quiet
            && self
                .settings
                .guild_settings(request.guild)
                .await?
                .zone
                .is_none()
        {
            lines.push(words.say(key::CHAT_ADMIN_WHICH_ZONE, &[]));
        }
        Ok(Answer::words(lines.join("\n")))
    }

    /// Allows or forbids tables in a channel.
    pub(crate) async fn allow_channel(
        &self,
        request: &Request,
        channel: ChannelId,
        allowed: bool,
    ) -> Reply {
        let answer = self
            .change_settings(request, &[Setting::Channel(channel, Some(allowed))])
            .await?;
        let only_named = self
            .settings
            .guild_settings(request.guild)
            .await?
            .only_listed_channels;
        // Without a rule, a channel is open unless tables are limited to open channels, so the rule
        // may change nothing.
        let hint = match (allowed, only_named) {
            (true, false) => key::CHAT_ADMIN_CHANNEL_ALL,
            (false, true) => key::CHAT_ADMIN_CHANNEL_NAMED,
            (true, true) | (false, false) => return Ok(answer),
        };
        let hint = self.replies.words(request).say(hint, &[]);
        Ok(answer.map_card(|card| Card {
            text: format!("{}\n{hint}", card.text),
            ..card
        }))
    }

    /// Sets the default options of a game in the guild.
    pub(crate) async fn set_default_options(
        &self,
        request: &Request,
        title: Title,
        options: &str,
    ) -> Reply {
        // Parsing and writing the options normalizes their order and drops the defaults.
        let options = by_title!(title, G => {
            choices::write::<G>(&choices::read::<G>(options).map_err(Refusal::from)?)
        });
        let options = Some(options).filter(|options| !options.is_empty());
        self.change_settings(request, &[Setting::Options(title, options)])
            .await
    }

    /// Bars a user from tables of this guild, and ends a match request that they made here.
    pub(crate) async fn bar_person(
        &self,
        request: &Request,
        person: PersonId,
        reason: &str,
    ) -> Reply {
        self.check_moderator(request).await?;
        let reason = reason.trim();
        if reason.is_empty() {
            return Ok(self.replies.answer(request, key::CHAT_ADMIN_REASON, &[]));
        }
        let bar = Setting::Barred(
            person,
            Some(Bar {
                reason: reason.to_owned(),
            }),
        );
        self.moderation
            .set(request.guild, &request.actor, &[bar])
            .await?;
        if let Some(seeker) = self.matchmaking.find_request(person).await?
            && seeker.guild == request.guild
        {
            self.matchmaking.end_request(&seeker).await?;
        }
        let fill = [
            ("player", mention(person)),
            ("reason", escape_text(reason).into()),
        ];
        Ok(self.replies.answer(request, key::CHAT_ADMIN_BARRED, &fill))
    }

    pub(crate) async fn lift_bar(&self, request: &Request, person: PersonId) -> Reply {
        self.check_moderator(request).await?;
        let player = ("player", mention(person));
        if !self
            .settings
            .guild_settings(request.guild)
            .await?
            .is_barred(person)
        {
            return Ok(self
                .replies
                .answer(request, key::CHAT_ADMIN_NOT_BARRED, &[player]));
        }
        self.moderation
            .set(
                request.guild,
                &request.actor,
                &[Setting::Barred(person, None)],
            )
            .await?;
        Ok(self
            .replies
            .answer(request, key::CHAT_ADMIN_UNBARRED, &[player]))
    }

    pub(crate) async fn undo_act(&self, request: &Request, act: &str) -> Reply {
        self.check_moderator(request).await?;
        let number = act
            .trim()
            .trim_start_matches('#')
            .parse()
            .map_err(|_| GuildRefusal::NoAct)?;
        let found = self.moderation.list_from(request.guild, number, 1).await?;
        let sets_moderators = found.first().is_some_and(|act| {
            act.number == number
                && matches!(
                    act.action,
                    ModerationAction::Set {
                        now: Setting::Moderators(_),
                        ..
                    }
                )
        });
        if sets_moderators && !can_appoint_moderators(request) {
            return Err(GuildRefusal::ManagersOnly.into());
        }
        let restored = self
            .moderation
            .undo(request.guild, &request.actor, number)
            .await?;
        let words = self.replies.words(request);
        let fill = [
            ("number", number.to_string().into()),
            (
                "what",
                setting_line(words, &self.composer.dictionary, &restored).into(),
            ),
        ];
        Ok(self.replies.answer(request, key::CHAT_ADMIN_UNDONE, &fill))
    }

    /// Suggests the acts that can be undone, newest first.
    pub(crate) async fn suggest_undoable(
        &self,
        request: &Request,
    ) -> Result<Vec<Suggestion>, Failure> {
        self.check_moderator(request).await?;
        let words = self.replies.words(request);
        let dictionary = &self.composer.dictionary;
        let acts = self
            .moderation
            .list(request.guild, None, ACTS_SEARCHED)
            .await?;
        let mut suggestions = Vec::new();
        for act in acts.iter().filter(|act| act.can_be_undone()) {
            if let ModerationAction::Set { now, .. } = &act.action {
                let label = label_text(
                    words,
                    &act.number.to_string(),
                    &setting_label(words, dictionary, now),
                );
                suggestions.push(Suggestion::new(label, act.number.to_string()));
            }
        }
        Ok(suggestions)
    }

    /// Suggests the default, which is the language that Discord reports, and then all languages.
    pub(crate) fn suggest_languages(&self, request: &Request) -> Vec<Suggestion> {
        let default = self
            .replies
            .words(request)
            .say(key::CHAT_LANGUAGE_USUAL, &[]);
        let mut suggestions = vec![Suggestion::new(default, "usual")];
        for words in self.composer.dictionary.languages() {
            let name = words.say(key::LANGUAGE_NAME, &[]);
            suggestions.push(Suggestion::new(name, words.tag().to_owned()));
        }
        suggestions
    }

    pub(crate) async fn is_moderator(&self, request: &Request) -> Result<bool, Failure> {
        Ok(is_moderator(
            request,
            &self.settings.guild_settings(request.guild).await?,
        ))
    }
}
