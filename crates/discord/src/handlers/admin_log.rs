//! `/admin log`: shows moderators the acts of all moderators of the guild, newest first.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::guild_settings::{setting_name, setting_value};
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::admin::AdminHandler;
use crate::key;
use crate::wire::card::{Button, ButtonStyle, Card};
use crate::wire::names::{format_reason, mention_or_anonymous, title_name};
use crate::wire::press::Press;
use crate::wire::request::Request;
use lanai_host::{Act, Award, Moderation, ModerationAction, Setting};
use lanai_text::{Dictionary, Fill, Key, Words};

const ACTS_PER_PAGE: usize = 10;

pub(crate) struct AdminLogHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) moderation: Arc<Moderation>,
    pub(crate) admin_handler: Arc<AdminHandler>,
    pub(crate) replies: Arc<Replies>,
}

impl AdminLogHandler {
    /// Shows a page of acts: the acts before the given number, or the newest acts.
    pub(crate) async fn show_acts(&self, request: &Request, before: Option<i64>) -> Reply {
        self.admin_handler.check_moderator(request).await?;
        let words = self.replies.words(request);
        // One act more than fits on a page is read, to know whether there are older acts.
        let limit = u32::try_from(ACTS_PER_PAGE + 1).unwrap_or(u32::MAX);
        let mut acts = self.moderation.list(request.guild, before, limit).await?;
        let has_older = acts.len() > ACTS_PER_PAGE;
        acts.truncate(ACTS_PER_PAGE);
        let mut lines: Vec<String> = acts
            .iter()
            .map(|act| format_act(words, &self.composer.dictionary, act))
            .collect();
        if acts.is_empty() {
            lines.push(words.say(key::CHAT_LOG_EMPTY, &[]));
        }
        let mut buttons = Vec::new();
        if before.is_some() {
            buttons.push(page_button(words, None, key::CHAT_HISTORY_NEWEST));
        }
        if let Some(last) = acts.last().filter(|_| has_older) {
            buttons.push(page_button(
                words,
                Some(last.number),
                key::CHAT_HISTORY_OLDER,
            ));
        }
        Ok(Answer::Private(Card {
            panes: vec![lines.join("\n")],
            ..Card::words(words.say(key::CHAT_LOG, &[])).buttons(&buttons)
        }))
    }
}

fn page_button(words: &Words, before: Option<i64>, key: Key) -> Button {
    let id = Press::Acts(before).id();
    Button::new(id, words.say(key, &[]), ButtonStyle::Secondary)
}

/// Formats an act as a line: number, time, moderator and change.
fn format_act(words: &Words, dictionary: &Dictionary, act: &Act) -> String {
    let change = match &act.action {
        ModerationAction::Set {
            now,
            before,
            undoes,
        } => format_setting_change(words, dictionary, now, before, *undoes),
        ModerationAction::Close {
            table,
            title,
            private,
            award,
            reason,
        } => format_closing(
            words,
            *table,
            title_name(words, *title),
            *private,
            *award,
            reason,
        ),
    };
    let fill = [
        ("number", Fill::from(act.number.to_string())),
        ("when", format!("<t:{}:f>", act.at.0).into()),
        ("who", mention_or_anonymous(words, act.person)),
        ("what", change.into()),
    ];
    let line = words.say(key::CHAT_ACT, &fill);
    match act.undone_by {
        Some(by) => words.say(
            key::CHAT_ACT_UNDONE,
            &[("line", line.into()), ("n", by.to_string().into())],
        ),
        None => line,
    }
}

fn format_setting_change(
    words: &Words,
    dictionary: &Dictionary,
    now: &Setting,
    before: &Setting,
    undoes: Option<i64>,
) -> String {
    let fill = [
        ("name", Fill::from(setting_name(words, now))),
        ("now", setting_value(words, dictionary, now).into()),
        ("before", setting_value(words, dictionary, before).into()),
    ];
    let change = words.say(key::CHAT_ACT_SET, &fill);
    match undoes {
        Some(act) => words.say(
            key::CHAT_ACT_UNDID,
            &[("n", act.to_string().into()), ("what", change.into())],
        ),
        None => change,
    }
}

/// Describes a closed table. A private table is not named.
fn format_closing(
    words: &Words,
    table: i64,
    title: String,
    private: bool,
    award: Option<Award>,
    reason: &str,
) -> String {
    let reason = ("reason", format_reason(words, reason));
    if private {
        return words.say(key::CHAT_ACT_CLOSED_PRIVATE, &[reason]);
    }
    let number = [
        ("game", Fill::from(title)),
        ("number", table.to_string().into()),
    ];
    let table = (
        "table",
        Fill::from(words.say(key::CHAT_TABLE_NUMBER, &number)),
    );
    match award {
        None => words.say(key::CHAT_ACT_CLOSED, &[table, reason]),
        Some(Award::Draw) => words.say(key::CHAT_ACT_CLOSED_DRAW, &[table, reason]),
        Some(Award::Win(winner)) => words.say(
            key::CHAT_ACT_CLOSED_WON,
            &[
                table,
                reason,
                ("winner", mention_or_anonymous(words, winner)),
            ],
        ),
    }
}
