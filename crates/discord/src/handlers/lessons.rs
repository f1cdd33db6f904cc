//! Lessons, in which a new player learns by playing against the computer.
//!
//! A lesson takes place in direct messages or, if the user accepts none, in ephemeral answers. The
//! panel shows the current step with an example turn, but the player may choose any other turn.

use std::sync::Arc;

use crate::cards::lesson::give_up_button;
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::direct_messages::{DirectMessages, SendResult};
use crate::delivery::replies::Replies;
use crate::handlers::play::PlayHandler;
use crate::wire::card::{Button, ButtonStyle, Card};
use crate::wire::names;
use crate::wire::port_error::describe_error;
use crate::wire::press::Press;
use crate::wire::request::{DIRECT_MESSAGES, Request};
use lanai_host::{
    AccessRules, Actor, ChannelId, Failure, Lesson, Lessons, NewGame, PolicyKind, Refusal, Table,
    TableSettings,
};
use lanai_rules::Title;

pub(crate) struct LessonHandler {
    pub(crate) access: Arc<AccessRules>,
    pub(crate) lessons: Arc<Lessons>,
    pub(crate) direct_messages: Arc<DirectMessages>,
    pub(crate) play_handler: Arc<PlayHandler>,
    pub(crate) replies: Arc<Replies>,
}

impl LessonHandler {
    /// Opens a lesson, or continues the one that the user has begun.
    pub(crate) async fn start_or_continue(&self, request: &Request, title: Title) -> Reply {
        if let Some(table) = self
            .lessons
            .resume_lesson(request.actor.person, title)
            .await?
        {
            return Box::pin(self.continue_lesson(request, table)).await;
        }
        // The limit is checked first, because a direct message cannot be undone.
        self.access.check_open_table_limit(&request.actor).await?;
        let channel = match self.send_welcome(request, title).await {
            Ok(channel) => channel,
            Err(error) => {
                tracing::warn!(
                    error = describe_error(&error),
                    "a lesson cannot be announced in direct messages"
                );
                return Ok(self.replies.apology(request));
            }
        };
        let (channel, lesson) = match channel {
            Some(channel) => (channel, Lesson::Direct),
            // Without direct messages there is no channel. The id of the user stands for that,
            // because no channel has the same id.
            None => (ChannelId(request.actor.person.0), Lesson::Private),
        };
        let settings = TableSettings {
            lesson: Some(lesson),
            players_only: true,
            ..TableSettings::default()
        };
        let new = NewGame {
            seat_count: Some(2),
            computers: vec![PolicyKind::Keiki],
            settings,
            guild: DIRECT_MESSAGES,
            channel,
            parent_channel: None,
            language: request.locale.clone(),
            announced: false,
            ..request.new_game_defaults(title)
        };
        let actor = Actor {
            interaction: None,
            ..request.actor.clone()
        };
        let table = match self.lessons.open_lesson(&new, &actor).await {
            // Another press of the same user has opened the lesson meanwhile.
            Err(Failure::Refusal(Refusal::Occupied)) => {
                let table = self
                    .lessons
                    .resume_lesson(request.actor.person, title)
                    .await?;
                return Box::pin(self.continue_lesson(request, table.ok_or(Refusal::Occupied)?))
                    .await;
            }
            opened => opened?,
        };
        if lesson == Lesson::Private {
            return Box::pin(self.open_lesson_panel(request, table, "learn-here")).await;
        }
        Ok(self.answer_lesson_place(request, &table, "learn-opened"))
    }

    async fn continue_lesson(&self, request: &Request, table: Table) -> Reply {
        match table.settings.lesson {
            Some(Lesson::Direct) => Ok(self.answer_lesson_place(request, &table, "learn-goes-on")),
            Some(Lesson::Private) | None => {
                Box::pin(self.open_lesson_panel(request, table, "learn-goes-on-here")).await
            }
        }
    }

    /// Says where the lesson takes place, with a button to play in the current channel.
    fn answer_lesson_place(&self, request: &Request, table: &Table, key: &str) -> Answer {
        let words = self.replies.words(request);
        let text = words.say(key, &[("game", names::table_title(words, table).into())]);
        let turn = Button::new(
            Press::Turn(table.id).id(),
            words.say("chat-button-turn", &[]),
            ButtonStyle::Primary,
        );
        Answer::Private(Card::words(text).buttons(&[turn, give_up_button(words, table)]))
    }

    async fn open_lesson_panel(&self, request: &Request, table: Table, key: &str) -> Reply {
        let words = self.replies.words(request);
        let preface = words.say(key, &[("game", names::table_title(words, &table).into())]);
        let give_up = give_up_button(words, &table);
        let panel = self
            .play_handler
            .open_panel(request, table, Some(preface))
            .await?;
        Ok(panel.map_card(|card| card.button(give_up)))
    }

    /// Sends the welcome in direct messages. Returns `None` if the user accepts none.
    async fn send_welcome(&self, request: &Request, title: Title) -> SendResult {
        let words = self.replies.words(request);
        let welcome = words.say(
            "learn-welcome",
            &[("game", names::title_name(words, title).into())],
        );
        self.direct_messages
            .send(request.actor.person, &Card::words(welcome))
            .await
    }
}
