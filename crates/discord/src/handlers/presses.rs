//! Dispatches pressed buttons, menu selections and submitted modals to the feature handlers.
//!
//! A press is parsed from the id of the component. Its handler checks whether the user may act;
//! [`Press::answer_place`] says where the answer goes.

use crate::key;
use crate::wire::discord::{
    ComponentInteraction, ComponentInteractionDataKind, Http, ModalInteraction,
};

use crate::cards::table::DisplayOptions;
use crate::delivery::answer::{Answer, Deferral, Reply};
use crate::handlers::lobby::SeatChange;
use crate::handlers::registry::Handlers;
use crate::wire::press::{AnswerPlace, Press};
use crate::wire::question;
use crate::wire::request::Request;
use lanai_host::{Consent, Failure, PersonId, PolicyKind, Refusal, Table, TableId};
use lanai_panel::PanelPath;
use lanai_render::Crop;

/// Serves a pressed button or a menu selection.
pub(crate) async fn serve_press(
    handlers: &Handlers,
    http: &Http,
    interaction: &ComponentInteraction,
) {
    let press = Press::read(&interaction.data.custom_id);
    let request = Request::from_press(interaction, press.as_ref());
    let acted_at = match &press {
        Some(Press::Do(path) | Press::Always(path)) => Some(path.table),
        _ => None,
    };
    let place = press
        .as_ref()
        .map_or(AnswerPlace::NewMessage, Press::answer_place);
    let deferral = match place {
        AnswerPlace::NewMessage => Deferral::Private,
        AnswerPlace::InPlace | AnswerPlace::ByHandler => Deferral::Update,
    };
    let work = async {
        let Some(press) = press else {
            return Ok(handlers.replies.answer(&request, key::CHAT_OLD_BUTTON, &[]));
        };
        let selected = selected_values(interaction);
        let answer = Box::pin(handle_press(handlers, &request, press, &selected)).await?;
        Ok(match place {
            AnswerPlace::InPlace => answer.in_place(),
            AnswerPlace::NewMessage | AnswerPlace::ByHandler => answer,
        })
    };
    Box::pin(handlers.requests.serve(&request, http, deferral, work)).await;
    // The computer may have moved before the answer was given.
    if let Some(table_id) = acted_at
        && let Err(failure) = handlers
            .follower
            .continue_lesson(&handlers.composer, table_id, request.actor.person)
            .await
    {
        tracing::error!(%failure, "a lesson cannot go on in place");
    }
}

#[expect(clippy::too_many_lines, reason = "a table: one arm for each button")]
async fn handle_press(
    handlers: &Handlers,
    request: &Request,
    press: Press,
    all_selected: &[String],
) -> Reply {
    let selected = all_selected.first().map(String::as_str);
    let tables = &handlers.tables;
    let lobby = &handlers.lobby;
    match press {
        Press::Play(title) => lobby.play_computers(request, title).await,
        Press::Learn(title, part) => {
            Box::pin(handlers.lessons.start_or_continue(request, title, part)).await
        }
        Press::Rules(page) => handlers.rules.show_page(request, page, selected).await,
        Press::History(page) => Box::pin(handlers.history.show_page(request, page)).await,
        Press::Contest(contest, action) => {
            handlers
                .contests
                .act_on_contest(request, Some(contest), action)
                .await
        }
        Press::ContestLog(page) => handlers.contests.show_log(request, Some(page)).await,
        Press::Acts(before) => handlers.admin_log.show_acts(request, before).await,
        Press::Privacy(step) => Box::pin(handlers.privacy.handle_button(request, step)).await,
        Press::PastGame => Box::pin(handlers.history.show_game(request, selected)).await,
        Press::StopSeeking => handlers.matchmaking.stop_seeking(request).await,
        Press::Join(id) => lobby.change_seats(request, id, SeatChange::Join).await,
        Press::Leave(id) => lobby.change_seats(request, id, SeatChange::Leave).await,
        Press::AddComputer(id) => {
            let level = selected.and_then(PolicyKind::from_name).unwrap_or_default();
            let change = SeatChange::AddComputer(level);
            lobby.change_seats(request, id, change).await
        }
        Press::RemoveComputer(id) => {
            let change = SeatChange::RemoveComputer;
            lobby.change_seats(request, id, change).await
        }
        Press::Invite(id) => {
            let person = selected
                .and_then(|person| person.parse().ok())
                .map(PersonId);
            handlers
                .invitations
                .invite_selected(request, id, person)
                .await
        }
        Press::SetUp(id, None) => lobby.show_set_up(request, id).await,
        Press::SetUp(id, Some(menu)) => lobby.set_up(request, id, menu, all_selected).await,
        Press::Remind(menu) => handlers.reminders.choose(request, menu, all_selected).await,
        Press::GuildSetting(menu) => handlers.admin.choose(request, menu, all_selected).await,
        Press::Start(id) => lobby.start_game(request, Some(id)).await,
        Press::Challenge(title, person) => {
            handlers.invitations.challenge(request, title, person).await
        }
        Press::Decline(id, person) => handlers.invitations.decline(request, id, person).await,
        Press::Uninvited(id, person) => {
            let invitations = &handlers.invitations;
            invitations.decline_forever(request, id, person).await
        }
        Press::Shuffle(id) => lobby.explain_shuffle(request, id).await,
        Press::Word(id) => Ok(lobby.ask_for_word(request, id)),
        Press::Turn(id) => {
            let table = tables.find(id).await?;
            let opened = handlers.play.open_panel(request, table.clone(), None).await;
            handlers
                .premove_panels
                .offer_premove_on_refusal(request, &table, opened)
                .await
        }
        Press::Ahead(id, step) => {
            let table = tables.find(id).await?;
            Box::pin(handlers.premoves.handle_button(request, table, step)).await
        }
        Press::Hint(id) => {
            let table = tables.find(id).await?;
            let hint = Box::pin(handlers.hints.show_hint(request, table)).await;
            replace_spent_panel(handlers, request, hint).await
        }
        Press::Board(id) => {
            let table = find_open_table(handlers, request, id).await?;
            handlers.board_links.send_link(request, &table).await
        }
        Press::Signs(id) => {
            let table = tables.find(id).await?;
            Box::pin(handlers.play.explain_signs(request, table)).await
        }
        Press::Realm(id) => {
            let table = tables.find(id).await?;
            let display = DisplayOptions::default();
            handlers
                .play
                .show_realm(request, table, None, display)
                .await
        }
        Press::Undo(id, seen) => {
            let table = tables.find(id).await?;
            Box::pin(handlers.play.take_back(request, table, Some(seen))).await
        }
        Press::Record(id) => lobby.send_record(request, tables.find(id).await?).await,
        Press::Again(id) => {
            let table = tables.find(id).await?;
            Box::pin(handlers.rematches.open_rematch(request, table)).await
        }
        Press::Recap(id) => {
            let table = find_open_table(handlers, request, id).await?;
            Box::pin(handlers.lookback.show_recap(request, table)).await
        }
        Press::Replay(id, number) => {
            let table = find_open_table(handlers, request, id).await?;
            Box::pin(handlers.lookback.show_replay(request, table, number)).await
        }
        Press::Review(id, page) => {
            let page = selected.and_then(|page| page.parse().ok()).or(page);
            let table = find_open_table(handlers, request, id).await?;
            Box::pin(handlers.reviews.show_review(request, table, page)).await
        }
        Press::Mute(id, turn, _) => {
            let table = tables.find(id).await?;
            handlers.reminders.mute_turn(request, table, turn).await
        }
        Press::Snooze(id) => {
            let table = tables.find(id).await?;
            handlers
                .reminders
                .extend_turn(request, table, selected)
                .await
        }
        Press::Agree(id, number) => {
            let table = tables.find(id).await?;
            let consent = Consent::Agree(number);
            handlers
                .agreements
                .give_consent(request, table, consent)
                .await
        }
        Press::Disagree(id, number) => {
            let table = tables.find(id).await?;
            handlers.agreements.decline(request, table, number).await
        }
        Press::Back(id) => {
            let table = tables.find(id).await?;
            handlers.reminders.come_back(request, table).await
        }
        Press::Resign(id) => lobby.resign(request, tables.find(id).await?).await,
        Press::Pick(path, page) => show_choices(handlers, request, &path, page, Crop::Close).await,
        Press::See(path, page, crop) => show_choices(handlers, request, &path, page, crop).await,
        Press::Do(path) => {
            let reply = Box::pin(handlers.play.act_by_button(request, &path, false)).await;
            replace_spent_panel(handlers, request, reply).await
        }
        Press::Always(path) => {
            let reply = Box::pin(handlers.play.act_by_button(request, &path, true)).await;
            replace_spent_panel(handlers, request, reply).await
        }
    }
}

async fn show_choices(
    handlers: &Handlers,
    request: &Request,
    path: &PanelPath,
    page: usize,
    crop: Crop,
) -> Reply {
    let reply = Box::pin(handlers.play.show_choices(request, path, page, crop)).await;
    replace_spent_panel(handlers, request, reply).await
}

/// Replaces a panel by the reason for the refusal if its owner cannot act any more.
async fn replace_spent_panel(handlers: &Handlers, request: &Request, reply: Reply) -> Reply {
    let Err(Failure::Refusal(refusal @ (Refusal::NotYourTurn(_) | Refusal::Over))) = reply else {
        return reply;
    };
    let reason = handlers.replies.explain(request, &refusal).await;
    Ok(Answer::words(reason))
}

/// Finds a table if the user may see it from this channel.
async fn find_open_table(
    handlers: &Handlers,
    request: &Request,
    id: TableId,
) -> Result<Table, Failure> {
    let table = handlers.tables.find(id).await?;
    if request.channel != table.channel
        && !lanai_host::Watching::is_open_to(&table, request.actor.person)
    {
        return Err(Refusal::NotWatchable.into());
    }
    Ok(table)
}

pub(crate) async fn serve_modal(handlers: &Handlers, http: &Http, interaction: &ModalInteraction) {
    let press = Press::read(&interaction.data.custom_id);
    let request = Request::from_modal(interaction, press.as_ref());
    let work = async {
        match press {
            Some(Press::Word(id)) => {
                let word = question::typed_answer(interaction).unwrap_or_default();
                handlers.lobby.join_with_word(&request, id, word).await
            }
            _ => Ok(handlers.replies.answer(&request, key::CHAT_OLD_BUTTON, &[])),
        }
    };
    Box::pin(
        handlers
            .requests
            .serve(&request, http, Deferral::Private, work),
    )
    .await;
}

/// Returns the values or the people that were selected, if the component is a menu. Leaves bots
/// out, which cannot play.
#[expect(clippy::wildcard_enum_match_arm, reason = "Discord may add kinds")]
fn selected_values(press: &ComponentInteraction) -> Vec<String> {
    match &press.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.clone(),
        ComponentInteractionDataKind::UserSelect { values } => {
            let users = &press.data.resolved.users;
            let people = values
                .iter()
                .filter(|id| users.get(*id).is_none_or(|user| !user.bot));
            people.map(ToString::to_string).collect()
        }
        _ => Vec::new(),
    }
}
