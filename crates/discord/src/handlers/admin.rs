//! Settings of a guild and bars against users: shown, changed and undone by moderators.
//!
//! Every method checks first that the user is a moderator.

use std::sync::Arc;

use crate::cards::admin_words::{Page, label, setting_line};
use crate::cards::composer::Composer;
use crate::cards::game::Suggestion;
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::reminders::{is_off, is_usual, read_every};
use crate::wire::card::Card;
use crate::wire::names::{mention, tame_text, tame_typed};
use crate::wire::permissions::{is_moderator, may_appoint};
use crate::wire::request::Request;
use lanai_host::{
    Acting, Authority, Bar, ChannelId, Declined, Failure, GuildRefusal, Matchmaking, Moderation,
    PersonId, QuietHours, Setting, Settings, TimeControl, zone_name,
};
use lanai_rules::{Title, by_title, choices};

/// How many of the newest acts are searched for those that can be undone.
const LOOKED_THROUGH: u32 = 100;

/// The options of `/admin settings`; `None` leaves a setting as it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct SettingsWish {
    pub(crate) moderators: Option<Authority>,
    pub(crate) only_named: Option<bool>,
    pub(crate) threads: Option<bool>,
    pub(crate) per_person: Option<u16>,
    pub(crate) per_channel: Option<u16>,
    pub(crate) openers: Option<i64>,
    pub(crate) pace: Option<String>,
    pub(crate) quiet: Option<String>,
    pub(crate) zone: Option<String>,
    pub(crate) language: Option<String>,
    pub(crate) every: Option<String>,
    pub(crate) elsewhere: Option<bool>,
}

pub(crate) struct AdminHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) matchmaking: Arc<Matchmaking>,
    pub(crate) moderation: Arc<Moderation>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) replies: Arc<Replies>,
}

impl AdminHandler {
    /// Refuses users who do not moderate the guild.
    pub(crate) async fn check_moderator(&self, request: &Request) -> Result<(), Failure> {
        let chosen = self.settings.guild_settings(request.guild).await?;
        if is_moderator(request, &chosen) {
            return Ok(());
        }
        Err(GuildRefusal::NotModerator(chosen.moderators).into())
    }

    /// Shows the guild's settings, or changes those that are given.
    pub(crate) async fn show_or_choose(&self, request: &Request, wish: SettingsWish) -> Reply {
        self.check_moderator(request).await?;
        match self.read_wish(request, wish) {
            Ok(settings) if settings.is_empty() => {
                let chosen = self.settings.guild_settings(request.guild).await?;
                let dictionary = &self.composer.dictionary;
                let page = Page {
                    words: self.replies.words(request),
                    dictionary,
                    public: &request.public,
                };
                let text = self.replies.words(request).say("chat-admin-settings", &[]);
                Ok(Answer::Tell(Card {
                    panes: vec![page.of(&chosen)],
                    ..Card::words(text)
                }))
            }
            Ok(settings) => self.choose(request, &settings).await,
            Err(why) => Ok(Answer::words(why)),
        }
    }

    /// Converts the options into settings. Returns an explanation if one cannot be read.
    fn read_wish(&self, request: &Request, wish: SettingsWish) -> Result<Vec<Setting>, String> {
        let words = self.replies.words(request);
        let say = |name: &str| words.say(name, &[]);
        let understood = |typed: Option<String>| {
            typed.map(|typed| (self.replies.understood(request, &typed), typed))
        };
        let some = |most: u16| Some(most).filter(|most| *most > 0);
        let mut wished = Vec::new();
        wished.extend(wish.moderators.map(Setting::Moderators));
        wished.extend(wish.only_named.map(Setting::OnlyNamed));
        wished.extend(wish.threads.map(|has| Setting::NoThreads(!has)));
        wished.extend(wish.per_person.map(|most| Setting::PerPerson(some(most))));
        wished.extend(wish.per_channel.map(|most| Setting::PerChannel(some(most))));
        // Discord gives the `@everyone` role the id of its guild.
        let is_all = |role: i64| role == request.guild.0;
        wished.extend(
            wish.openers
                .map(|role| Setting::OpenerRole(Some(role).filter(|role| !is_all(*role)))),
        );
        if let Some((pace, _)) = understood(wish.pace) {
            wished.push(Setting::TimeControl(
                TimeControl::read(&pace).ok_or_else(|| say("chat-no-pace"))?,
            ));
        }
        if let Some((hours, _)) = understood(wish.quiet) {
            let quiet = if is_off(&hours) {
                None
            } else {
                Some(QuietHours::read(&hours).ok_or_else(|| say("chat-no-hours"))?)
            };
            wished.push(Setting::QuietHours(quiet));
        }
        if let Some(zone) = wish.zone {
            let unknown = || words.say("chat-no-zone", &[("zone", tame_typed(&zone).into())]);
            wished.push(Setting::Zone(Some(zone_name(&zone).ok_or_else(unknown)?)));
        }
        if let Some((every, _)) = understood(wish.every) {
            let seconds = if is_usual(&every) {
                None
            } else {
                Some(read_every(&every).ok_or_else(|| say("chat-no-every"))?)
            };
            wished.push(Setting::ReminderInterval(seconds));
        }
        if let Some((meant, typed)) = understood(wish.language) {
            let tag = if is_usual(&meant) {
                None
            } else {
                Some(
                    self.language_called(&typed)
                        .ok_or_else(|| say("chat-admin-no-language"))?,
                )
            };
            wished.push(Setting::Language(tag));
        }
        wished.extend(wish.elsewhere.map(Setting::CrossGuildPlay));
        Ok(wished)
    }

    /// Finds the tag of a language by the tag or by the language's own name.
    fn language_called(&self, typed: &str) -> Option<String> {
        let typed = typed.trim().to_lowercase();
        let mut all = self.composer.dictionary.all().iter();
        let is_it =
            |tag: &str, name: &str| tag.to_lowercase() == typed || name.to_lowercase() == typed;
        all.find(|words| is_it(words.tag(), &words.say("language-name", &[])))
            .map(|words| words.tag().to_owned())
    }

    /// Changes settings, each by an act in the log, and answers with what changed.
    pub(crate) async fn choose(&self, request: &Request, settings: &[Setting]) -> Reply {
        self.check_moderator(request).await?;
        if settings
            .iter()
            .any(|setting| matches!(setting, Setting::Moderators(_)))
            && !may_appoint(request)
        {
            return Err(GuildRefusal::NotAppointing.into());
        }
        let before = self.settings.guild_settings(request.guild).await?;
        let changes: Vec<&Setting> = settings
            .iter()
            .filter(|now| before.standing(now) != **now)
            .collect();
        if changes.is_empty() {
            return Ok(self.replies.answer(request, "chat-admin-same", &[]));
        }
        self.moderation
            .set(request.guild, &request.actor, settings)
            .await?;
        let words = self.replies.words(request);
        let dictionary = &self.composer.dictionary;
        let lines = changes
            .into_iter()
            .map(|now| setting_line(words, dictionary, now));
        let mut lines: Vec<String> = [words.say("chat-admin-done", &[])]
            .into_iter()
            .chain(lines)
            .collect();
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
            lines.push(words.say("chat-admin-which-zone", &[]));
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
        let told = self
            .choose(request, &[Setting::Channel(channel, Some(allowed))])
            .await?;
        let only_named = self
            .settings
            .guild_settings(request.guild)
            .await?
            .only_named;
        // The list of channels matters only if tables are limited to it.
        let hint = match (allowed, only_named) {
            (true, false) => "chat-admin-channel-all",
            (false, true) => "chat-admin-channel-named",
            (true, true) | (false, false) => return Ok(told),
        };
        let hint = self.replies.words(request).say(hint, &[]);
        Ok(told.on_cards(|card| Card {
            text: format!("{}\n{hint}", card.text),
            ..card
        }))
    }

    /// Sets the guild's usual options for a game.
    pub(crate) async fn choose_options(
        &self,
        request: &Request,
        title: Title,
        options: &str,
    ) -> Reply {
        fn plain<G: lanai_rules::Rules>(options: &str) -> Result<String, Declined> {
            Ok(choices::write::<G>(&choices::read::<G>(options)?))
        }
        let options = by_title!(title, G => plain::<G>(options))?;
        let options = Some(options).filter(|options| !options.is_empty());
        self.choose(request, &[Setting::Options(title, options)])
            .await
    }

    /// Bars a user from tables of this guild.
    pub(crate) async fn bar(&self, request: &Request, person: PersonId, reason: &str) -> Reply {
        self.check_moderator(request).await?;
        let reason = reason.trim();
        if reason.is_empty() {
            return Ok(self.replies.answer(request, "chat-admin-reason", &[]));
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
        // Their open match request from this guild ends too.
        if let Some(seeker) = self.matchmaking.find(person).await?
            && seeker.guild == request.guild
        {
            self.matchmaking.end(&seeker).await?;
        }
        let fill = [
            ("player", mention(person)),
            ("reason", tame_text(reason).into()),
        ];
        Ok(self.replies.answer(request, "chat-admin-barred", &fill))
    }

    /// Lifts a bar.
    pub(crate) async fn unbar(&self, request: &Request, person: PersonId) -> Reply {
        self.check_moderator(request).await?;
        let player = ("player", mention(person));
        if !self
            .settings
            .guild_settings(request.guild)
            .await?
            .bars(person)
        {
            return Ok(self
                .replies
                .answer(request, "chat-admin-not-barred", &[player]));
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
            .answer(request, "chat-admin-unbarred", &[player]))
    }

    /// Undoes an act.
    pub(crate) async fn undo(&self, request: &Request, act: &str) -> Reply {
        self.check_moderator(request).await?;
        let number = act
            .trim()
            .trim_start_matches('#')
            .parse()
            .map_err(|_| GuildRefusal::NoAct)?;
        let found = self.moderation.list_from(request.guild, number, 1).await?;
        let appoints = found.first().is_some_and(|act| {
            act.number == number
                && matches!(
                    act.what,
                    Acting::Set {
                        now: Setting::Moderators(_),
                        ..
                    }
                )
        });
        if appoints && !may_appoint(request) {
            return Err(GuildRefusal::NotAppointing.into());
        }
        let stands = self
            .moderation
            .undo(request.guild, &request.actor, number)
            .await?;
        let words = self.replies.words(request);
        let fill = [
            ("number", number.to_string().into()),
            (
                "what",
                setting_line(words, &self.composer.dictionary, &stands).into(),
            ),
        ];
        Ok(self.replies.answer(request, "chat-admin-undone", &fill))
    }

    /// Lists acts that can be undone, newest first.
    pub(crate) async fn list_undoable(
        &self,
        request: &Request,
    ) -> Result<Vec<Suggestion>, Failure> {
        self.check_moderator(request).await?;
        let words = self.replies.words(request);
        let dictionary = &self.composer.dictionary;
        let acts = self
            .moderation
            .list(request.guild, None, LOOKED_THROUGH)
            .await?
            .into_iter();
        let acts = acts.filter(lanai_host::Act::can_be_undone);
        let suggested = acts.filter_map(|act| {
            let Acting::Set { now, .. } = &act.what else {
                return None;
            };
            let label = format!("{}: {}", act.number, label(words, dictionary, now));
            Some(Suggestion::new(label, act.number.to_string()))
        });
        Ok(suggested.collect())
    }

    /// Lists the languages as suggestions.
    pub(crate) fn languages(&self, request: &Request) -> Vec<Suggestion> {
        let usual = Suggestion::new(
            self.replies.words(request).say("chat-language-usual", &[]),
            "usual",
        );
        let all = self.composer.dictionary.all().iter();
        let all = all
            .map(|words| Suggestion::new(words.say("language-name", &[]), words.tag().to_owned()));
        [usual].into_iter().chain(all).collect()
    }

    /// Returns whether the user moderates the guild.
    pub(crate) async fn is_moderator(&self, request: &Request) -> Result<bool, Failure> {
        Ok(is_moderator(
            request,
            &self.settings.guild_settings(request.guild).await?,
        ))
    }
}
