//! Lessons, in which a new player learns by playing against the computer.
//!
//! A lesson takes place in one ephemeral answer, wherever it was begun. The panel shows the current
//! step with an example turn, but the player may choose any other turn.

use std::sync::Arc;

use crate::cards::lesson::{give_up_button, part_name, second_part_button};
use crate::delivery::answer::Reply;
use crate::delivery::replies::Replies;
use crate::handlers::play::PlayHandler;
use crate::key;
use crate::wire::card::Card;
use crate::wire::names;
use crate::wire::request::{DIRECT_MESSAGES, Request};
use lanai_host::{
    AccessRules, Actor, ChannelId, Failure, LessonPart, Lessons, NewGame, PolicyKind, Refusal,
    Table, TableSettings,
};
use lanai_rules::Title;
use lanai_text::Key;

pub(crate) struct LessonHandler {
    pub(crate) access: Arc<AccessRules>,
    pub(crate) lessons: Arc<Lessons>,
    pub(crate) play_handler: Arc<PlayHandler>,
    pub(crate) replies: Arc<Replies>,
}

impl LessonHandler {
    /// Opens a part of a lesson, or continues it. By default it is the part that was begun, or the
    /// first.
    pub(crate) async fn start_or_continue(
        &self,
        request: &Request,
        title: Title,
        part: Option<LessonPart>,
    ) -> Reply {
        let actor = Actor {
            interaction: None,
            ..request.actor.clone()
        };
        let begun = self.lessons.resume_lesson(actor.person, title).await?;
        if let Some(table) = begun {
            if part.is_none() || table.settings.lesson == part {
                return self
                    .open_lesson_panel(request, table, key::LEARN_GOES_ON)
                    .await;
            }
            self.lessons.leave_lesson(table, &actor).await?;
        } else {
            self.access.check_open_table_limit(&request.actor).await?;
        }
        let part = part.unwrap_or_default();
        let new = NewGame {
            seat_count: Some(2),
            computers: vec![PolicyKind::Keiki],
            settings: TableSettings {
                lesson: Some(part),
                players_only: true,
                ..TableSettings::default()
            },
            guild: DIRECT_MESSAGES,
            // A lesson has no channel. The id of the user stands for it, because no channel has the
            // same id.
            channel: ChannelId(actor.person.0),
            parent_channel: None,
            language: request.locale.clone(),
            announced: false,
            ..request.new_game_defaults(title)
        };
        let table = match self.lessons.open_lesson(&new, &actor).await {
            // Another press of the same user has opened the lesson meanwhile.
            Err(Failure::Refusal(Refusal::Occupied)) => {
                let table = self.lessons.resume_lesson(actor.person, title).await?;
                table.ok_or(Refusal::Occupied)?
            }
            opened => opened?,
        };
        let welcome = key::LESSON.member(&format!("{}-{}", title.name(), part_name(part)));
        self.open_lesson_panel(request, table, welcome).await
    }

    async fn open_lesson_panel(&self, request: &Request, table: Table, key: Key) -> Reply {
        let words = self.replies.words(request);
        let preface = words.say(key, &[("game", names::table_title(words, &table).into())]);
        let mut buttons = vec![give_up_button(words, &table)];
        if table.settings.lesson == Some(LessonPart::First) {
            buttons.insert(0, second_part_button(words, table.title));
        }
        let panel = Box::pin(self.play_handler.open_panel(request, table, Some(preface))).await?;
        Ok(panel.map_card(|card| buttons.into_iter().fold(card, Card::button)))
    }
}
