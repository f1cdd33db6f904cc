//! Answering a press or command: within three seconds, once, and again if the chat itself stumbles. What takes longer, or
//! might, is promised first: work that is slow, and all files.

use std::{future::Future, panic::AssertUnwindSafe, time::Duration};

use futures::FutureExt as _;

use serenity::all::{
    ActionRowComponent, CommandInteraction, ComponentInteraction, CreateActionRow, CreateInputText,
    CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    CreateModal, EditInteractionResponse, Http, InputTextStyle, ModalInteraction,
};

use super::card::Card;
use super::names::fit;
use super::refusals::{ANSWERED_BEFORE, is, may_pass, name_of};
use crate::tables::Failure;

/// How long work may take before an answer is promised instead of given: Discord waits three seconds.
const PROMISE_AFTER: Duration = Duration::from_millis(1500);
/// How long to wait before an answer is tried again.
const AGAIN_AFTER: [Duration; 3] =
    [Duration::from_millis(80), Duration::from_millis(250), Duration::from_millis(600)];

/// What somebody gets to see.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// A card for them alone.
    Tell(Card),
    /// A card for everybody in the channel.
    Show(Card),
    /// The card whose button they pressed, changed.
    Change(Card),
    /// A question that they answer by typing.
    Ask(Question),
    /// Nothing: this was acted on and answered before.
    Silence,
}

/// What comes of a request: an answer, or why there is none.
pub(super) type Reply = Result<Answer, Failure>;

impl Answer {
    /// Words for whoever asked alone.
    pub(super) fn words(text: String) -> Answer {
        Answer::Tell(Card::words(text))
    }

    /// Whether pictures or other files come with it.
    fn has_files(&self) -> bool {
        match self {
            Answer::Tell(card) | Answer::Show(card) | Answer::Change(card) => !card.files.is_empty(),
            Answer::Ask(_) | Answer::Silence => false,
        }
    }
}

/// A question that is answered by typing.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) label: String,
    pub(super) most: u16,
}

/// What promise fits if the work takes long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Promise {
    /// A card for them alone will come.
    Tell,
    /// The card whose button was pressed will change.
    Change,
}

/// Something that waits for an answer.
pub(super) trait Answerable: Sync {
    /// The first answer.
    fn respond(
        &self,
        http: &Http,
        response: CreateInteractionResponse,
    ) -> impl Future<Output = serenity::Result<()>> + Send;
    /// What was promised.
    fn fulfil(
        &self,
        http: &Http,
        edit: EditInteractionResponse,
    ) -> impl Future<Output = serenity::Result<()>> + Send;
    /// Another message after the first answer.
    fn follow_up(
        &self,
        http: &Http,
        message: CreateInteractionResponseFollowup,
    ) -> impl Future<Output = serenity::Result<()>> + Send;
}

macro_rules! answerable {
    ($($kind:ty),+) => {$(
        impl Answerable for $kind {
            async fn respond(&self, http: &Http, response: CreateInteractionResponse) -> serenity::Result<()> {
                self.create_response(http, response).await
            }

            async fn fulfil(&self, http: &Http, edit: EditInteractionResponse) -> serenity::Result<()> {
                self.edit_response(http, edit).await.map(|_| ())
            }

            async fn follow_up(
                &self,
                http: &Http,
                message: CreateInteractionResponseFollowup,
            ) -> serenity::Result<()> {
                self.create_followup(http, message).await.map(|_| ())
            }
        }
    )+};
}
answerable!(CommandInteraction, ComponentInteraction, ModalInteraction);

/// Does the work and answers with what comes of it.
pub(super) async fn answer(
    http: &Http,
    answerable: &impl Answerable,
    promise: Promise,
    sorry: Answer,
    work: impl Future<Output = Answer> + Send,
) {
    // No fault of ours reaches a player as silence.
    let work = async move {
        let Ok(answer) = AssertUnwindSafe(work).catch_unwind().await else {
            tracing::error!("a command or press came to a sudden end");
            return sorry;
        };
        answer
    };
    let mut work = std::pin::pin!(work);
    let answered = match tokio::time::timeout(PROMISE_AFTER, &mut work).await {
        Ok(Answer::Silence) => return,
        // How long files take is for the line to say: they never travel inside the chat's three seconds.
        Ok(answer) if answer.has_files() => in_two(http, answerable, answer).await,
        Ok(answer) => persist(|| answerable.respond(http, response(&answer))).await,
        Err(_) => later(http, answerable, promise, work).await,
    };
    if let Err(error) = answered {
        tracing::warn!(error = name_of(&error), "an answer could not be given");
    }
}

/// Promises what is there already, and gives it.
async fn in_two(http: &Http, answerable: &impl Answerable, answer: Answer) -> serenity::Result<()> {
    let (promised, card) = match answer {
        Answer::Tell(card) => (CreateInteractionResponse::Defer(promised(true)), card),
        Answer::Show(card) => (CreateInteractionResponse::Defer(promised(false)), card),
        Answer::Change(card) => (CreateInteractionResponse::Acknowledge, card),
        Answer::Ask(_) | Answer::Silence => return Ok(()),
    };
    persist(|| answerable.respond(http, promised.clone())).await?;
    fulfil(http, answerable, &card).await
}

fn promised(private: bool) -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new().ephemeral(private)
}

/// Gives what was promised; in words, if its files do not arrive.
async fn fulfil(http: &Http, answerable: &impl Answerable, card: &Card) -> serenity::Result<()> {
    let given = persist(|| answerable.fulfil(http, card.edit())).await;
    if given.is_err() && !card.files.is_empty() {
        return persist(|| answerable.fulfil(http, card.without_files().edit())).await;
    }
    given
}

async fn later(
    http: &Http,
    answerable: &impl Answerable,
    promise: Promise,
    work: impl Future<Output = Answer> + Send,
) -> serenity::Result<()> {
    let promised = match promise {
        Promise::Tell => CreateInteractionResponse::Defer(promised(true)),
        Promise::Change => CreateInteractionResponse::Acknowledge,
    };
    // The work goes on meanwhile, as it may hold up others; and if the promise fails, as no move is lost for that.
    let (kept, answer) = tokio::join!(persist(|| answerable.respond(http, promised.clone())), work);
    kept?;
    // In place of what was promised, if that fits; and after it, to one alone or to all.
    let (edited, followed) = match (promise, answer) {
        (_, Answer::Silence | Answer::Ask(_)) => return Ok(()),
        (Promise::Tell, Answer::Tell(card)) | (_, Answer::Change(card)) => (Some(card), None),
        // The card whose button was pressed stays as it is: others read it.
        (Promise::Change, Answer::Tell(card)) => (None, Some((card, true))),
        (Promise::Change, Answer::Show(card)) => (None, Some((card, false))),
        // What was promised to one alone cannot be shown to all: it is said once more.
        (Promise::Tell, Answer::Show(card)) => (Some(card.clone()), Some((card, false))),
    };
    if let Some(card) = edited {
        fulfil(http, answerable, &card).await?;
    }
    if let Some((card, private)) = followed {
        persist(|| answerable.follow_up(http, card.follow_up(private))).await?;
    }
    Ok(())
}

fn response(answer: &Answer) -> CreateInteractionResponse {
    match answer {
        Answer::Tell(card) => CreateInteractionResponse::Message(card.response(true)),
        Answer::Show(card) => CreateInteractionResponse::Message(card.response(false)),
        Answer::Change(card) => CreateInteractionResponse::UpdateMessage(card.response(true)),
        Answer::Ask(question) => CreateInteractionResponse::Modal(question.modal()),
        Answer::Silence => CreateInteractionResponse::Acknowledge,
    }
}

/// Tries a few times if the fault is the chat's.
async fn persist<F: Future<Output = serenity::Result<()>>>(
    mut again: impl FnMut() -> F,
) -> serenity::Result<()> {
    let mut pauses = AGAIN_AFTER.into_iter();
    loop {
        let error = match again().await {
            // An earlier try that seemed to fail, or a second delivery.
            Err(error) if !is(&error, ANSWERED_BEFORE) => error,
            Ok(()) | Err(_) => return Ok(()),
        };
        match pauses.next().filter(|_| may_pass(&error)) {
            Some(pause) => tokio::time::sleep(pause).await,
            None => return Err(error),
        }
    }
}

impl Question {
    fn modal(&self) -> CreateModal {
        let input = CreateInputText::new(InputTextStyle::Short, fit(&self.label, 45), "word");
        let input = input.max_length(self.most).required(false);
        CreateModal::new(self.id.clone(), fit(&self.title, 45))
            .components(vec![CreateActionRow::InputText(input)])
    }
}

/// What somebody typed in answer to a question.
#[expect(clippy::wildcard_enum_match_arm, reason = "the library may come to know more")]
pub(super) fn typed(modal: &ModalInteraction) -> Option<&str> {
    modal.data.components.iter().flat_map(|row| &row.components).find_map(|component| match component {
        ActionRowComponent::InputText(input) => input.value.as_deref(),
        _ => None,
    })
}
