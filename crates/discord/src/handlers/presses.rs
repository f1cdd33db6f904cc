//! Dispatches presses of buttons, choices in menus and submitted modals to the feature handlers.
//!
//! A press is read from the component's id. Its handler checks whether the user may do it; the
//! table in [`Press::answer_place`] says where the answer goes.

use std::sync::Arc;

use serenity::all::{ComponentInteraction, ComponentInteractionDataKind, Http, ModalInteraction};

use crate::cards::composer::Composer;
use crate::cards::table::Display;
use crate::delivery::answer::{Answer, Promise, Reply};
use crate::delivery::panels::Follower;
use crate::delivery::replies::Replies;
use crate::delivery::request_runner::RequestRunner;
use crate::handlers::admin_log::AdminLogHandler;
use crate::handlers::agreements::AgreementHandler;
use crate::handlers::contests::ContestHandler;
use crate::handlers::hints::HintHandler;
use crate::handlers::history::HistoryHandler;
use crate::handlers::invitations::InvitationHandler;
use crate::handlers::lessons::LessonHandler;
use crate::handlers::lobby::{LobbyHandler, Seating};
use crate::handlers::lookback::LookbackHandler;
use crate::handlers::matchmaking::MatchmakingHandler;
use crate::handlers::play::PlayHandler;
use crate::handlers::premove_panels::PremovePanels;
use crate::handlers::premoves::PremoveHandler;
use crate::handlers::privacy::PrivacyHandler;
use crate::handlers::rematches::RematchHandler;
use crate::handlers::reminders::ReminderHandler;
use crate::handlers::reviews::ReviewHandler;
use crate::handlers::rules::RulesHandler;
use crate::wire::press::{AnswerPlace, Press};
use crate::wire::question;
use crate::wire::request::Request;
use lanai_host::{Consent, Declined, Failure, PolicyKind, Table, TableId, Tables};
use lanai_render::Crop;

/// Handles buttons, menus and modals.
pub(crate) struct PressHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) follower: Arc<Follower>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) admin_log_handler: Arc<AdminLogHandler>,
    pub(crate) agreement_handler: Arc<AgreementHandler>,
    pub(crate) contest_handler: Arc<ContestHandler>,
    pub(crate) hint_handler: Arc<HintHandler>,
    pub(crate) history_handler: Arc<HistoryHandler>,
    pub(crate) invitation_handler: Arc<InvitationHandler>,
    pub(crate) lesson_handler: Arc<LessonHandler>,
    pub(crate) lobby_handler: Arc<LobbyHandler>,
    pub(crate) lookback_handler: Arc<LookbackHandler>,
    pub(crate) matchmaking_handler: Arc<MatchmakingHandler>,
    pub(crate) play_handler: Arc<PlayHandler>,
    pub(crate) premove_handler: Arc<PremoveHandler>,
    pub(crate) premove_panels: Arc<PremovePanels>,
    pub(crate) privacy_handler: Arc<PrivacyHandler>,
    pub(crate) rematch_handler: Arc<RematchHandler>,
    pub(crate) reminder_handler: Arc<ReminderHandler>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) review_handler: Arc<ReviewHandler>,
    pub(crate) rules_handler: Arc<RulesHandler>,
    pub(crate) requests: Arc<RequestRunner>,
}

impl PressHandler {
    pub(crate) async fn serve_press(&self, http: &Http, interaction: &ComponentInteraction) {
        let press = Press::read(&interaction.data.custom_id);
        let request = Request::by_press(interaction, press.as_ref());
        let acted_at = match &press {
            Some(Press::Do(way) | Press::Always(way)) => Some(way.game),
            _ => None,
        };
        let place = press
            .as_ref()
            .map_or(AnswerPlace::NewMessage, Press::answer_place);
        let promise = match place {
            AnswerPlace::NewMessage => Promise::Tell,
            AnswerPlace::InPlace | AnswerPlace::ByHandler => Promise::Change,
        };
        let work = async {
            let Some(press) = press else {
                return Ok(self.replies.answer(&request, "chat-old-button", &[]));
            };
            let answer = Box::pin(self.act(&request, press, selected_value(interaction))).await?;
            Ok(match place {
                AnswerPlace::InPlace => answer.in_place(),
                AnswerPlace::NewMessage | AnswerPlace::ByHandler => answer,
            })
        };
        Box::pin(
            self.requests
                .serve(&request, (http, interaction), promise, work),
        )
        .await;
        // The computer may have moved before the answer was given.
        if let Some(game) = acted_at
            && let Err(failure) = self
                .follower
                .continue_lesson(&self.composer, game, request.actor.person)
                .await
        {
            tracing::error!(%failure, "a lesson cannot go on in place");
        }
    }

    #[expect(clippy::too_many_lines, reason = "a table: one arm for each button")]
    async fn act(
        &self,
        request: &Request,
        press: Press,
        selected: Option<&str>,
    ) -> Result<Answer, Failure> {
        match press {
            Press::Play(title) => self.lobby_handler.play_computers(request, title).await,
            Press::Learn(title) => {
                Box::pin(self.lesson_handler.start_or_continue(request, title)).await
            }
            Press::Rules(page) => self.rules_handler.show_page(request, page, selected).await,
            Press::History(page) => Box::pin(self.history_handler.show_page(request, page)).await,
            Press::Contest(contest, what) => {
                self.contest_handler
                    .change_entry(request, Some(contest), what)
                    .await
            }
            Press::ContestLog(page) => self.contest_handler.show_log(request, Some(page)).await,
            Press::Acts(before) => self.admin_log_handler.show(request, before).await,
            Press::Privacy(step) => Box::pin(self.privacy_handler.take_step(request, step)).await,
            Press::PastGame => Box::pin(self.history_handler.show_game(request, selected)).await,
            Press::StopSeeking => self.matchmaking_handler.stop_seeking(request).await,
            Press::Join(game) => {
                self.lobby_handler
                    .lobby_press(request, game, Seating::Join)
                    .await
            }
            Press::Leave(game) => {
                self.lobby_handler
                    .lobby_press(request, game, Seating::Leave)
                    .await
            }
            Press::AddComputer(game) => {
                let level = selected.and_then(PolicyKind::from_name).unwrap_or_default();
                self.lobby_handler
                    .lobby_press(request, game, Seating::AddComputer(level))
                    .await
            }
            Press::RemoveComputer(game) => {
                self.lobby_handler
                    .lobby_press(request, game, Seating::RemoveComputer)
                    .await
            }
            Press::Start(game) => self.lobby_handler.start(request, Some(game)).await,
            Press::Decline(game, person) => {
                self.invitation_handler
                    .decline(request, game, person, false)
                    .await
            }
            Press::Uninvited(game, person) => {
                self.invitation_handler
                    .decline(request, game, person, true)
                    .await
            }
            Press::Word(game) => Ok(self.lobby_handler.ask_word(request, game)),
            Press::Turn(game) => {
                let table = self.tables.find(game).await?;
                let opened = self
                    .play_handler
                    .open_panel(request, table.clone(), None)
                    .await;
                self.premove_panels
                    .or_offer_premove(request, &table, opened)
                    .await
            }
            Press::Ahead(game, deciding) => {
                Box::pin(self.premove_handler.decide(
                    request,
                    self.tables.find(game).await?,
                    deciding,
                ))
                .await
            }
            Press::Hint(game) => {
                let hint = Box::pin(
                    self.hint_handler
                        .show_hint(request, self.tables.find(game).await?),
                )
                .await;
                self.replace_spent_panel(request, hint).await
            }
            Press::Realm(game) => {
                self.play_handler
                    .show_realm(
                        request,
                        self.tables.find(game).await?,
                        None,
                        Display::default(),
                    )
                    .await
            }
            Press::Show(game) => {
                self.lobby_handler
                    .show_table(request, self.tables.find(game).await?, Display::default())
                    .await
            }
            Press::Undo(game, seen) => {
                Box::pin(self.play_handler.take_back(
                    request,
                    self.tables.find(game).await?,
                    Some(seen),
                ))
                .await
            }
            Press::Record(game) => {
                self.lobby_handler
                    .send_record(request, self.tables.find(game).await?)
                    .await
            }
            Press::Again(game) => {
                Box::pin(
                    self.rematch_handler
                        .play_again(request, self.tables.find(game).await?),
                )
                .await
            }
            Press::Recap(game) => {
                Box::pin(
                    self.lookback_handler
                        .show_recap(request, self.find_open_table(request, game).await?),
                )
                .await
            }
            Press::Replay(game, number) => {
                Box::pin(self.lookback_handler.show_replay(
                    request,
                    self.find_open_table(request, game).await?,
                    number,
                ))
                .await
            }
            Press::Review(game, page) => {
                let page = selected.and_then(|page| page.parse().ok()).or(page);
                Box::pin(self.review_handler.show(
                    request,
                    self.find_open_table(request, game).await?,
                    page,
                ))
                .await
            }
            Press::Mute(game, turn, _) => {
                self.reminder_handler
                    .mute(request, self.tables.find(game).await?, turn)
                    .await
            }
            Press::Snooze(game) => {
                self.reminder_handler
                    .snooze(request, self.tables.find(game).await?, selected)
                    .await
            }
            Press::Agree(game, number) => {
                self.agreement_handler
                    .agree(
                        request,
                        self.tables.find(game).await?,
                        Consent::Agree(number),
                    )
                    .await
            }
            Press::Back(game) => {
                self.reminder_handler
                    .come_back(request, self.tables.find(game).await?)
                    .await
            }
            Press::Resign(game) => {
                self.lobby_handler
                    .resign(request, self.tables.find(game).await?)
                    .await
            }
            Press::Pick(way, page) => {
                let (way, page) = selected.map_or((way.clone(), page), |key| (way.and(key), 0));
                self.replace_spent_panel(
                    request,
                    Box::pin(
                        self.play_handler
                            .show_choices(request, &way, page, Crop::Close),
                    )
                    .await,
                )
                .await
            }
            Press::See(way, page, crop) => {
                self.replace_spent_panel(
                    request,
                    Box::pin(self.play_handler.show_choices(request, &way, page, crop)).await,
                )
                .await
            }
            Press::Do(way) => {
                self.replace_spent_panel(
                    request,
                    Box::pin(self.play_handler.act_by_button(request, &way, false)).await,
                )
                .await
            }
            Press::Always(way) => {
                self.replace_spent_panel(
                    request,
                    Box::pin(self.play_handler.act_by_button(request, &way, true)).await,
                )
                .await
            }
        }
    }

    /// Replaces a panel that allows nothing any more by the reason.
    async fn replace_spent_panel(&self, request: &Request, reply: Reply) -> Reply {
        let Err(Failure::Declined(declined @ (Declined::NotYourTurn(_) | Declined::Over))) = reply
        else {
            return reply;
        };
        Ok(Answer::words(
            self.replies.explain(request, &declined).await,
        ))
    }

    /// Finds a table, if the user may see it from this channel.
    async fn find_open_table(&self, request: &Request, game: TableId) -> Result<Table, Failure> {
        let table = self.tables.find(game).await?;
        if request.channel != table.channel
            && !lanai_host::Watching::is_open_to(&table, request.actor.person)
        {
            return Err(Declined::Closed.into());
        }
        Ok(table)
    }

    pub(crate) async fn serve_modal(&self, http: &Http, interaction: &ModalInteraction) {
        let press = Press::read(&interaction.data.custom_id);
        let request = Request::by_modal(interaction, press.as_ref());
        let work = async {
            match press {
                Some(Press::Word(game)) => self
                    .lobby_handler
                    .take_word(
                        &request,
                        game,
                        question::typed(interaction).unwrap_or_default(),
                    )
                    .await
                    .map(Answer::in_place),
                _ => Ok(self.replies.answer(&request, "chat-old-button", &[])),
            }
        };
        Box::pin(
            self.requests
                .serve(&request, (http, interaction), Promise::Change, work),
        )
        .await;
    }
}

/// Returns the value that was selected, if the component is a menu.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the library may come to know more"
)]
fn selected_value(press: &ComponentInteraction) -> Option<&str> {
    match &press.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().map(String::as_str),
        _ => None,
    }
}
