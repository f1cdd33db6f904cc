//! Answers a press or command within three seconds, once, with retries on server errors.
//!
//! Slow work and answers with files are deferred first, because an upload may take long. Other
//! answers are sent at once. The entry point is [`answer`].

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt as _;
use serde_json::{Value, json};

use crate::delivery::panels::{self, PanelMessage, Panels, ShownPanel};
use crate::wire::card::{Card, EPHEMERAL, Layout, PanelInfo};
use crate::wire::discord::CreateInteractionResponse;
use crate::wire::port_error::{
    ALREADY_ACKNOWLEDGED, PortError, describe_error, has_code, is_transient,
};
use crate::wire::question::Question;
use crate::wire::responder::{self, Responder};
use lanai_host::{ChannelId, Failure, MessageId, PersonId, Timestamp};

/// How long work may take before the answer is deferred; Discord waits three seconds.
const DEFER_AFTER: Duration = Duration::from_millis(1500);
const RETRY_DELAYS: [Duration; 3] = [
    Duration::from_millis(80),
    Duration::from_millis(250),
    Duration::from_millis(600),
];

#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// An ephemeral message.
    Private(Card),
    /// A public message in the channel.
    Public(Card),
    /// An edit of the message whose button was pressed.
    Update(Card),
    Modal(Question),
    /// Opens the board as an Activity.
    Activity,
    /// No answer: this request was handled before.
    AlreadyGiven,
}

pub(crate) type Reply = Result<Answer, Failure>;

impl Answer {
    pub(crate) fn words(text: String) -> Answer {
        Answer::Private(Card::words(text))
    }

    /// Turns a private message into an edit of the message whose button was pressed.
    pub(crate) fn in_place(self) -> Answer {
        match self {
            Answer::Private(card) => Answer::Update(card),
            other @ (Answer::Public(_)
            | Answer::Update(_)
            | Answer::Modal(_)
            | Answer::Activity
            | Answer::AlreadyGiven) => other,
        }
    }

    /// Changes the card, if there is one.
    pub(crate) fn map_card(self, change: impl FnOnce(Card) -> Card) -> Answer {
        match self {
            Answer::Private(card) => Answer::Private(change(card)),
            Answer::Public(card) => Answer::Public(change(card)),
            Answer::Update(card) => Answer::Update(change(card)),
            other @ (Answer::Modal(_) | Answer::Activity | Answer::AlreadyGiven) => other,
        }
    }

    fn card(&self) -> Option<&Card> {
        match self {
            Answer::Private(card) | Answer::Public(card) | Answer::Update(card) => Some(card),
            Answer::Modal(_) | Answer::Activity | Answer::AlreadyGiven => None,
        }
    }

    fn panel(&self) -> Option<PanelInfo> {
        self.card()?.panel
    }

    /// Returns whether this is a panel that is sent as a new message instead of an edit.
    fn moves_panel(&self) -> bool {
        matches!(self, Answer::Update(card) if card.panel.is_some_and(|panel| panel.moves_below))
    }

    fn has_files(&self) -> bool {
        self.card().is_some_and(|card| !card.files.is_empty())
    }

    fn deferral(&self) -> Option<Deferral> {
        match self {
            Answer::Private(_) => Some(Deferral::Private),
            Answer::Public(_) => Some(Deferral::Public),
            Answer::Update(_) => Some(Deferral::Update),
            Answer::Modal(_) | Answer::Activity | Answer::AlreadyGiven => None,
        }
    }

    /// Converts the answer to a first response.
    fn to_response(&self) -> Result<Value, PortError> {
        let response = match self {
            Answer::Private(card) if card.layout == Layout::Components => {
                return Ok(json!({ "type": 4, "data": card.to_components_message()? }));
            }
            Answer::Update(card) if card.layout == Layout::Components => {
                return Ok(json!({ "type": 7, "data": card.to_components_edit()? }));
            }
            Answer::Private(card) => CreateInteractionResponse::Message(card.to_response(true)),
            Answer::Public(card) => CreateInteractionResponse::Message(card.to_response(false)),
            Answer::Update(card) => {
                CreateInteractionResponse::UpdateMessage(card.to_response(true))
            }
            Answer::Modal(question) => CreateInteractionResponse::Modal(question.to_modal()),
            Answer::Activity => CreateInteractionResponse::LaunchActivity,
            Answer::AlreadyGiven => CreateInteractionResponse::Acknowledge,
        };
        Ok(serde_json::to_value(response)?)
    }
}

/// Returns a response to a press that changes nothing.
pub(crate) fn acknowledgement() -> Value {
    json!({ "type": 6 })
}

/// The deferred response that fits the answer of a request if its work takes long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deferral {
    /// An ephemeral message follows.
    Private,
    /// A public message follows.
    Public,
    /// The message whose button was pressed will change.
    Update,
}

impl Deferral {
    fn to_response(self) -> Value {
        match self {
            Deferral::Private => json!({ "type": 5, "data": { "flags": EPHEMERAL } }),
            Deferral::Public => json!({ "type": 5 }),
            Deferral::Update => acknowledgement(),
        }
    }
}

/// Who gets an answer and where, and the message whose button was pressed, if any.
pub(crate) struct AnswerRecipient<'a> {
    pub(crate) panels: &'a Panels,
    pub(crate) person: PersonId,
    pub(crate) channel: ChannelId,
    pub(crate) locale: &'a str,
    /// The message whose button was pressed, if it is ephemeral.
    pub(crate) pressed_message: Option<MessageId>,
    /// How the message whose button was pressed is built.
    pub(crate) pressed_layout: Layout,
    pub(crate) requested_at: Timestamp,
}

/// Awaits the work and sends its answer. Returns whether the answer could be sent.
///
/// If the work panics, the apology is sent as the answer.
pub(crate) async fn answer(
    responder: Responder<'_>,
    deferral: Deferral,
    apology: Answer,
    recipient: AnswerRecipient<'_>,
    work: impl Future<Output = Answer> + Send,
) -> bool {
    let work = async move {
        let Ok(answer) = AssertUnwindSafe(work).catch_unwind().await else {
            tracing::error!("a command or press came to a sudden end");
            return apology;
        };
        answer
    };
    let mut work = std::pin::pin!(work);
    let sent = match tokio::time::timeout(DEFER_AFTER, &mut work).await {
        Ok(answer) => recipient.deliver(responder, answer, None).await,
        Err(_) => recipient.deliver_later(responder, deferral, work).await,
    };
    if let Err(error) = &sent {
        tracing::warn!(
            error = describe_error(error),
            "an answer could not be given"
        );
    }
    sent.is_ok()
}

impl AnswerRecipient<'_> {
    /// Sends an answer. A panel replaces the person's earlier panel of the table.
    async fn deliver(
        &self,
        responder: Responder<'_>,
        answer: Answer,
        mut deferral: Option<Deferral>,
    ) -> Result<(), PortError> {
        let answer = self.with_layout(answer);
        if deferral.is_none() && answer.has_files() {
            deferral = defer(responder, &answer).await?;
        }
        let is_update = matches!(answer, Answer::Update(_));
        // If a panel replaces a public message, there is no ephemeral message to remove.
        let replaces_public = is_update && self.pressed_message.is_none();
        let Some(panel) = answer.panel().filter(|_| !replaces_public) else {
            send(responder, answer, deferral).await?;
            return Ok(());
        };
        let mut slot = if let Some(slot) = self.lock_panel_slot(&panel).now_or_never() {
            slot
        } else {
            // Another panel is being sent, which may take long.
            if deferral.is_none() {
                deferral = defer(responder, &answer).await?;
            }
            self.lock_panel_slot(&panel).await
        };
        // A newer panel may be below the pressed one, because panels follow new boards. Only an
        // update moves the panel: a new message leaves the pressed one, and its token, alone.
        let is_below_pressed = self
            .pressed_message
            .is_some_and(|pressed| panels::is_panel_below(&slot, pressed));
        let moves_below = is_update && (panel.moves_below || is_below_pressed);
        let pictures = answer.card().and_then(Card::pictures_digest);
        // Pictures that the edited message already shows are not sent again.
        let keeps_files = is_update
            && !moves_below
            && pictures.is_some()
            && slot.as_ref().is_some_and(|shown| {
                Some(shown.message.id()) == self.pressed_message && shown.pictures == pictures
            });
        let answer = answer.map_card(|card| Card {
            keeps_files,
            ..card.with_moving_panel(moves_below)
        });
        let sent = send(responder, answer, deferral).await?;
        // The press brings a new token for the pressed panel, which can thus be removed, however
        // old it is.
        let pressed = self.pressed_message.filter(|_| moves_below);
        for message in pressed.map(PanelMessage::First).into_iter().chain(sent) {
            let shown = ShownPanel {
                token: responder.token.to_owned(),
                message,
                pictures,
                token_since: self.requested_at,
                channel: self.channel,
                locale: self.locale.to_owned(),
                awaits_others: panel.awaits_others,
            };
            panels::replace_panel(responder.http, &mut slot, shown).await;
        }
        Ok(())
    }

    /// Defers the answer at once, and sends it when the work is done.
    async fn deliver_later(
        &self,
        responder: Responder<'_>,
        deferral: Deferral,
        work: impl Future<Output = Answer> + Send,
    ) -> Result<(), PortError> {
        // The work is finished even if the deferral fails, so that no move is lost.
        let response = deferral.to_response();
        let (deferred, answer) =
            tokio::join!(retry_transient(|| responder.respond(&response)), work);
        deferred?;
        self.deliver(responder, answer, Some(deferral)).await
    }

    /// Fits an edit to the message that it changes.
    ///
    /// A message of components stays one, and an ephemeral message becomes one for a panel. A
    /// public message keeps its layout.
    fn with_layout(&self, answer: Answer) -> Answer {
        let Answer::Update(card) = answer else {
            return answer;
        };
        let becomes_panel = card.panel.is_some() && self.pressed_message.is_some();
        let layout = if becomes_panel {
            Layout::Components
        } else {
            self.pressed_layout
        };
        Answer::Update(Card { layout, ..card })
    }

    async fn lock_panel_slot(&self, panel: &PanelInfo) -> panels::PanelSlotGuard {
        self.panels
            .lock_slot(panel.table, self.person, self.requested_at)
            .await
    }
}

/// Defers an answer, if its kind can be deferred.
async fn defer(responder: Responder<'_>, answer: &Answer) -> Result<Option<Deferral>, PortError> {
    let Some(deferral) = answer.deferral() else {
        return Ok(None);
    };
    let response = deferral.to_response();
    retry_transient(|| responder.respond(&response)).await?;
    Ok(Some(deferral))
}

/// Sends an answer. Returns its message if Discord reported one.
///
/// A deferred answer replaces the deferred response if their kinds fit; otherwise it is sent as a
/// follow-up.
async fn send(
    responder: Responder<'_>,
    answer: Answer,
    deferral: Option<Deferral>,
) -> Result<Option<PanelMessage>, PortError> {
    let moves_panel = answer.moves_panel();
    let deferral = match deferral {
        // The pressed message stays as it is, so the press is only acknowledged.
        None if moves_panel => defer(responder, &answer).await?,
        deferral => deferral,
    };
    let Some(deferral) = deferral else {
        return respond_now(responder, answer).await;
    };
    match (deferral, answer) {
        (_, Answer::AlreadyGiven | Answer::Activity | Answer::Modal(_)) => Ok(None),
        (_, Answer::Update(card)) if moves_panel => follow_up(responder, &card, true).await,
        (Deferral::Private, Answer::Private(card))
        | (Deferral::Public, Answer::Public(card))
        | (_, Answer::Update(card)) => edit_response(responder, &card).await,
        // The message whose button was pressed stays as it is, because others may read it.
        (Deferral::Update | Deferral::Public, Answer::Private(card)) => {
            follow_up(responder, &card, true).await
        }
        (Deferral::Update, Answer::Public(card)) => follow_up(responder, &card, false).await,
        // An ephemeral response cannot become public, so the answer is sent twice.
        (Deferral::Private, Answer::Public(card)) => {
            edit_response(responder, &card).await?;
            follow_up(responder, &card, false).await
        }
    }
}

/// Sends an answer that was not deferred, again without emojis if Discord refuses one of them.
async fn respond_now(
    responder: Responder<'_>,
    answer: Answer,
) -> Result<Option<PanelMessage>, PortError> {
    if matches!(answer, Answer::AlreadyGiven) {
        return Ok(None);
    }
    let mut sent = try_respond(responder, &answer).await;
    if let Some(plain) = answer.card().and_then(|card| card.without_emojis(&sent)) {
        sent = try_respond(responder, &answer.map_card(|_| plain)).await;
    }
    Ok(sent?.map(PanelMessage::First))
}

/// Sends a first response. Returns its message if it is a panel, which is edited later.
async fn try_respond(
    responder: Responder<'_>,
    answer: &Answer,
) -> Result<Option<MessageId>, PortError> {
    let response = answer.to_response()?;
    if answer.panel().is_none() {
        retry_transient(|| responder.respond(&response)).await?;
        return Ok(None);
    }
    let message = retry_transient(|| responder.respond_and_get_message(&response)).await?;
    Ok(message.flatten())
}

/// Fills in a deferred response, without files if sending them fails.
async fn edit_response(
    responder: Responder<'_>,
    card: &Card,
) -> Result<Option<PanelMessage>, PortError> {
    let edit = |card: Card| async move {
        responder::edit_response(responder.http, responder.token, &card).await
    };
    let mut sent = send_card(card, edit).await;
    if sent.is_err() && !card.files.is_empty() {
        let card = card.without_files();
        sent = retry_transient(|| edit(card.clone())).await;
    }
    Ok(sent?.map(PanelMessage::First))
}

async fn follow_up(
    responder: Responder<'_>,
    card: &Card,
    ephemeral: bool,
) -> Result<Option<PanelMessage>, PortError> {
    let sent = send_card(card, |card| async move {
        responder::follow_up(responder.http, responder.token, &card, ephemeral).await
    })
    .await;
    Ok(sent?.map(PanelMessage::Further))
}

/// Sends a card; without emojis if Discord refused one of them.
async fn send_card<T, F: Future<Output = Result<T, PortError>>>(
    card: &Card,
    send: impl Fn(Card) -> F,
) -> Result<Option<T>, PortError> {
    let result = retry_transient(|| send(card.clone())).await;
    match card.without_emojis(&result) {
        Some(plain) => retry_transient(|| send(plain.clone())).await,
        None => result,
    }
}

/// Retries on server errors. Returns `None` if the interaction was already answered.
pub(crate) async fn retry_transient<T, F: Future<Output = Result<T, PortError>>>(
    mut send: impl FnMut() -> F,
) -> Result<Option<T>, PortError> {
    let mut delays = RETRY_DELAYS.into_iter();
    loop {
        let error = match send().await {
            Ok(value) => return Ok(Some(value)),
            Err(error) if has_code(&error, ALREADY_ACKNOWLEDGED) => {
                // After a retry, the earlier try that seemed to fail has succeeded.
                if delays.len() == RETRY_DELAYS.len() {
                    tracing::warn!(
                        "an interaction was answered elsewhere first: another program seems to use the same token"
                    );
                }
                return Ok(None);
            }
            Err(error) => error,
        };
        match delays.next().filter(|_| is_transient(&error)) {
            Some(delay) => tokio::time::sleep(delay).await,
            None => return Err(error),
        }
    }
}
