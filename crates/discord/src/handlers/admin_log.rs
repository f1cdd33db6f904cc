//! The log of a guild: what its moderators did, newest first, for moderators to read.

use std::sync::Arc;

use crate::cards::admin_words::{name, value};
use crate::cards::composer::Composer;
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::admin::AdminHandler;
use crate::wire::card::{Button, Card, Weight};
use crate::wire::names::{because, game, mention_if_known};
use crate::wire::press::Press;
use crate::wire::request::Request;
use lanai_host::{Act, Acting, Award, Moderation, Setting};
use lanai_text::{Dictionary, Fill, Words};

/// How many acts a page shows.
const ON_A_PAGE: usize = 10;

pub(crate) struct AdminLogHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) moderation: Arc<Moderation>,
    pub(crate) admin_handler: Arc<AdminHandler>,
    pub(crate) replies: Arc<Replies>,
}

impl AdminLogHandler {
    /// Shows the acts before the given one, or the newest.
    pub(crate) async fn show(&self, request: &Request, before: Option<i64>) -> Reply {
        self.admin_handler.check_moderator(request).await?;
        let words = self.replies.words(request);
        let most = u32::try_from(ON_A_PAGE + 1).unwrap_or(u32::MAX);
        let mut acts = self.moderation.list(request.guild, before, most).await?;
        let more = acts.len() > ON_A_PAGE;
        acts.truncate(ON_A_PAGE);
        let mut lines = vec![words.say("chat-log", &[])];
        lines.extend(
            acts.iter()
                .map(|act| told(words, &self.composer.dictionary, act)),
        );
        lines.extend(acts.is_empty().then(|| words.say("chat-log-empty", &[])));
        let turn = |before: Option<i64>, name: &str| {
            Button::new(
                Press::Acts(before).id(),
                words.say(name, &[]),
                Weight::Usual,
            )
        };
        let newest = before.is_some().then(|| turn(None, "chat-history-newest"));
        let older = acts
            .last()
            .filter(|_| more)
            .map(|last| turn(Some(last.number), "chat-history-older"));
        let buttons: Vec<Button> = newest.into_iter().chain(older).collect();
        let text = lines.remove(0);
        Ok(Answer::Tell(Card {
            panes: vec![lines.join("\n")],
            ..Card::words(text).buttons(&buttons)
        }))
    }
}

/// Formats an act as a line: number, time, moderator and what was done.
fn told(words: &Words, dictionary: &Dictionary, act: &Act) -> String {
    let what = match &act.what {
        Acting::Set {
            now,
            before,
            undoes,
        } => chose(words, dictionary, now, before, *undoes),
        Acting::Close {
            table,
            title,
            private,
            award,
            reason,
        } => closed(
            words,
            *table,
            game(words, *title),
            (*private, *award),
            reason,
        ),
    };
    let fill = [
        ("number", Fill::from(act.number.to_string())),
        ("when", format!("<t:{}:f>", act.at.0).into()),
        ("who", mention_if_known(words, act.person)),
        ("what", what.into()),
    ];
    let line = words.say("chat-act", &fill);
    match act.undone_by {
        Some(by) => words.say(
            "chat-act-undone",
            &[("line", line.into()), ("n", by.to_string().into())],
        ),
        None => line,
    }
}

fn chose(
    words: &Words,
    dictionary: &Dictionary,
    now: &Setting,
    before: &Setting,
    undoes: Option<i64>,
) -> String {
    let fill = [
        ("name", Fill::from(name(words, now))),
        ("now", value(words, dictionary, now).into()),
        ("before", value(words, dictionary, before).into()),
    ];
    let what = words.say("chat-act-set", &fill);
    match undoes {
        Some(act) => words.say(
            "chat-act-undid",
            &[("n", act.to_string().into()), ("what", what.into())],
        ),
        None => what,
    }
}

/// Describes a closed table. Of a private one it says only that there was one, and why it was
/// closed.
fn closed(
    words: &Words,
    table: i64,
    title: String,
    (private, award): (bool, Option<Award>),
    reason: &str,
) -> String {
    let reason = ("reason", because(words, reason));
    if private {
        return words.say("chat-act-closed-private", &[reason]);
    }
    let number = [
        ("game", Fill::from(title)),
        ("number", table.to_string().into()),
    ];
    let table = ("table", Fill::from(words.say("chat-table-number", &number)));
    match award {
        None => words.say("chat-act-closed", &[table, reason]),
        Some(Award::Draw) => words.say("chat-act-closed-draw", &[table, reason]),
        Some(Award::Win(winner)) => words.say(
            "chat-act-closed-won",
            &[table, reason, ("winner", mention_if_known(words, winner))],
        ),
    }
}
