//! Lessons: a new player learns by playing against the computer.
//!
//! A lesson takes place in direct messages or, if the user accepts none, in ephemeral answers. The
//! panel shows its current step with an example turn; the player may take any other turn instead.

use crate::cards::lesson::giving_up;
use std::sync::Arc;

use crate::delivery::answer::{Answer, Reply};
use crate::delivery::direct_messages::{DirectMessages, SendResult};
use crate::delivery::replies::Replies;
use crate::handlers::play::PlayHandler;
use crate::wire::card::{Button, Card, Weight};
use crate::wire::names;
use crate::wire::press::Press;
use crate::wire::refusals::name_of;
use crate::wire::request::{NOWHERE, Request};
use lanai_host::{
    AccessRules, Actor, ChannelId, Declined, Failure, Lesson, Lessons, NewGame, PolicyKind, Table,
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
        // Checked first, so that no direct message is sent in vain.
        self.access.check_open_table_limit(&request.actor).await?;
        let direct = match self.direct_channel(request, title).await {
            Ok(direct) => direct,
            Err(error) => {
                tracing::warn!(
                    error = name_of(&error),
                    "a first game cannot be told of in direct messages"
                );
                return Ok(self.replies.apology(request));
            }
        };
        let (channel, lesson) = match direct {
            Some(channel) => (channel, Lesson::Direct),
            // No channel has the id of a user.
            None => (ChannelId(request.actor.person.0), Lesson::Private),
        };
        let settings = TableSettings {
            lesson: Some(lesson),
            closed: true,
            ..TableSettings::default()
        };
        let new = NewGame {
            chairs: Some(2),
            computers: vec![PolicyKind::Keiki],
            settings,
            guild: NOWHERE,
            channel,
            above: None,
            language: request.own.clone(),
            announced: false,
            ..request.new_game(title)
        };
        let actor = Actor {
            interaction: None,
            ..request.actor.clone()
        };
        let table = match self.lessons.open_lesson(&new, &actor).await {
            // Another press of the same user opened it meanwhile.
            Err(Failure::Declined(Declined::Occupied)) => {
                let table = self
                    .lessons
                    .resume_lesson(request.actor.person, title)
                    .await?;
                return Box::pin(self.continue_lesson(request, table.ok_or(Declined::Occupied)?))
                    .await;
            }
            opened => opened?,
        };
        if lesson == Lesson::Private {
            return Box::pin(self.taught_here(request, table, "learn-here")).await;
        }
        Ok(self.learning_elsewhere(request, &table, "learn-opened"))
    }

    /// Continues a lesson.
    async fn continue_lesson(&self, request: &Request, table: Table) -> Reply {
        match table.settings.lesson {
            Some(Lesson::Direct) => Ok(self.learning_elsewhere(request, &table, "learn-goes-on")),
            Some(Lesson::Private) | None => {
                Box::pin(self.taught_here(request, table, "learn-goes-on-here")).await
            }
        }
    }

    /// Says where the lesson takes place, with a button to play here.
    fn learning_elsewhere(&self, request: &Request, table: &Table, name: &str) -> Answer {
        let words = self.replies.words(request);
        let text = words.say(name, &[("game", names::title(words, table).into())]);
        let turn = Button::new(
            Press::Turn(table.game).id(),
            words.say("chat-button-turn", &[]),
            Weight::Main,
        );
        Answer::Tell(Card::words(text).buttons(&[turn, giving_up(words, table)]))
    }

    /// Answers with the panel of the lesson.
    async fn taught_here(&self, request: &Request, table: Table, name: &str) -> Reply {
        let words = self.replies.words(request);
        let before = words.say(name, &[("game", names::title(words, &table).into())]);
        let up = giving_up(words, &table);
        let panel = self
            .play_handler
            .open_panel(request, table, Some(before))
            .await?;
        Ok(panel.on_cards(|card| card.button(up)))
    }

    /// Sends the welcome in direct messages. Returns the channel; `None` if the user accepts none.
    async fn direct_channel(&self, request: &Request, title: Title) -> SendResult {
        let words = self.replies.words(request);
        let welcome = words.say(
            "learn-welcome",
            &[("game", names::game(words, title).into())],
        );
        self.direct_messages
            .send(request.actor.person, &Card::words(welcome))
            .await
    }
}
