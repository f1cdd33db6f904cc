//! Answering a press or command: within three seconds, once, and again if the chat itself stumbles. What takes longer, or
//! might, is promised first: work that is slow, and all files. What is all words is given at once.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt as _;

use serenity::all::{CreateInteractionResponse, CreateInteractionResponseMessage, Http, MessageId};

use crate::delivery::panels::{self, PanelMessage, Panels, Standing};
use crate::wire::answerable::Answerable;
use crate::wire::card::{Card, PanelOf};
use crate::wire::question::Question;
use crate::wire::refusals::{ANSWERED_BEFORE, is, may_pass, name_of};
use lanai_host::{ChannelId, Failure, PersonId, Timestamp};

/// How long work may take before an answer is promised instead of given: Discord waits three seconds.
const PROMISE_AFTER: Duration = Duration::from_millis(1500);
/// How long to wait before an answer is tried again.
const AGAIN_AFTER: [Duration; 3] = [
    Duration::from_millis(80),
    Duration::from_millis(250),
    Duration::from_millis(600),
];

/// The answer to a request.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// A card for them alone.
    Tell(Card),
    /// A public card in the channel.
    Show(Card),
    /// The card whose button they pressed, changed.
    Change(Card),
    /// A question that they answer by typing.
    Ask(Question),
    /// Nothing: this was acted on and answered before.
    Silence,
}

/// What comes of a request: an answer, or why there is none.
pub(crate) type Reply = Result<Answer, Failure>;

impl Answer {
    /// Returns a private text.
    pub(crate) fn words(text: String) -> Answer {
        Answer::Tell(Card::words(text))
    }

    /// The same in place of the card whose button was pressed.
    pub(crate) fn in_place(self) -> Answer {
        match self {
            Answer::Tell(card) => Answer::Change(card),
            other @ (Answer::Show(_) | Answer::Change(_) | Answer::Ask(_) | Answer::Silence) => {
                other
            }
        }
    }

    /// The same with its card changed, if it is one.
    pub(crate) fn on_cards(self, change: impl FnOnce(Card) -> Card) -> Answer {
        match self {
            Answer::Tell(card) => Answer::Tell(change(card)),
            Answer::Show(card) => Answer::Show(change(card)),
            Answer::Change(card) => Answer::Change(change(card)),
            other @ (Answer::Ask(_) | Answer::Silence) => other,
        }
    }

    /// The card that it is, if it is one.
    fn card(&self) -> Option<&Card> {
        match self {
            Answer::Tell(card) | Answer::Show(card) | Answer::Change(card) => Some(card),
            Answer::Ask(_) | Answer::Silence => None,
        }
    }

    fn panel(&self) -> Option<PanelOf> {
        self.card()?.panel
    }

    /// Whether it is a panel that moves below others: a message of its own.
    fn moves(&self) -> bool {
        matches!(self, Answer::Change(card) if card.panel.is_some_and(|panel| panel.moves))
    }

    /// Whether it is promised before it is given. How long files take is for the line to say, so they never travel inside the
    /// chat's three seconds.
    fn takes_long(&self) -> bool {
        self.card().is_some_and(|card| !card.files.is_empty())
    }

    fn promise(&self) -> Option<Promise> {
        match self {
            Answer::Tell(_) => Some(Promise::Tell),
            Answer::Show(_) => Some(Promise::Show),
            Answer::Change(_) => Some(Promise::Change),
            Answer::Ask(_) | Answer::Silence => None,
        }
    }
}

/// What promise fits if the work takes long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Promise {
    /// A card for them alone will come.
    Tell,
    /// A public card follows.
    Show,
    /// The card whose button was pressed will change.
    Change,
}

impl Promise {
    fn response(self) -> CreateInteractionResponse {
        let thinks = |private| {
            CreateInteractionResponse::Defer(
                CreateInteractionResponseMessage::new().ephemeral(private),
            )
        };
        match self {
            Promise::Tell => thinks(true),
            Promise::Show => thinks(false),
            Promise::Change => CreateInteractionResponse::Acknowledge,
        }
    }
}

/// Whom an answer is for, as far as it matters where their panels stand.
pub(crate) struct Reader<'a> {
    pub(crate) panels: &'a Panels,
    pub(crate) person: PersonId,
    pub(crate) channel: ChannelId,
    pub(crate) own: &'a str,
    /// The message whose button they pressed, if they alone see it.
    pub(crate) pressed: Option<MessageId>,
    /// Since when they wait.
    pub(crate) since: Timestamp,
}

/// Does the work and answers with what comes of it; false if that could not be given.
pub(crate) async fn answer(
    http: &Http,
    answerable: &impl Answerable,
    promise: Promise,
    sorry: Answer,
    reader: Reader<'_>,
    work: impl Future<Output = Answer> + Send,
) -> bool {
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
        Ok(answer) => reader.gives(http, answerable, answer, None).await,
        Err(_) => later(http, answerable, promise, &reader, work).await,
    };
    let answered = answered.inspect_err(|error| {
        tracing::warn!(error = name_of(error), "an answer could not be given");
    });
    answered.is_ok()
}

impl Reader<'_> {
    /// Gives an answer, which may have been promised already. If it is a panel, the one before it goes.
    async fn gives(
        &self,
        http: &Http,
        answerable: &impl Answerable,
        answer: Answer,
        promise: Option<Promise>,
    ) -> serenity::Result<()> {
        let mut promised = promise;
        if promised.is_none() && answer.takes_long() {
            promised = promise_of(http, answerable, &answer).await?;
        }
        // If a panel replaces a public message, there is no deferred message to remove.
        let is_own = !matches!(answer, Answer::Change(_)) || self.pressed.is_some();
        let Some(PanelOf { game, moves, waits }) = answer.panel().filter(|_| is_own) else {
            return give(http, answerable, answer, promised).await.map(drop);
        };
        let hold = || self.panels.hold(game, self.person, self.since);
        let mut spot = if let Some(spot) = hold().now_or_never() {
            spot
        } else {
            // Another panel is put up just now, and who knows how long that takes.
            if promised.is_none() {
                promised = promise_of(http, answerable, &answer).await?;
            }
            hold().await
        };
        // Another one may stand below by now: it came with a board while this was pressed. What is a message of its own moves
        // nothing: whatever was pressed stays, and the press's token is that of the new message.
        let changes = matches!(answer, Answer::Change(_));
        let below = || {
            self.pressed
                .is_some_and(|pressed| panels::is_below(&spot, pressed))
        };
        let moves = changes && (moves || below());
        let pictures = answer.card().and_then(Card::pictures);
        // Where only words and menus change, the pictures that are there already are not sent again.
        let shown = spot
            .as_ref()
            .filter(|it| changes && !moves && Some(it.message.id()) == self.pressed);
        let keeps = pictures.is_some() && shown.is_some_and(|it| it.pictures == pictures);
        let answer = answer.on_cards(|card| Card {
            keeps_files: keeps,
            ..card.moving(moves)
        });
        let given = give(http, answerable, answer, promised).await?;
        // With the press there is a new token for the panel in which it was: so it can be removed, however old it is.
        let pressed = self.pressed.filter(|_| moves).map(PanelMessage::First);
        for message in pressed.into_iter().chain(given) {
            let token = answerable.token().to_owned();
            let own = self.own.to_owned();
            let panel = Standing {
                token,
                message,
                pictures,
                since: self.since,
                channel: self.channel,
                own,
                waits,
            };
            panels::stands(http, &mut spot, panel).await;
        }
        Ok(())
    }
}

/// Promises an answer, if that can be.
async fn promise_of(
    http: &Http,
    answerable: &impl Answerable,
    answer: &Answer,
) -> serenity::Result<Option<Promise>> {
    let Some(promise) = answer.promise() else {
        return Ok(None);
    };
    persist(|| answerable.respond(http, promise.response(), false)).await?;
    Ok(Some(promise))
}

/// Gives an answer. One that was promised comes in place of the promise, if that fits, or after it, to one alone or to all. Says
/// which message it became.
async fn give(
    http: &Http,
    answerable: &impl Answerable,
    answer: Answer,
    promised: Option<Promise>,
) -> serenity::Result<Option<PanelMessage>> {
    let moves = answer.moves();
    let promised = match promised {
        // Whatever was pressed stays as it is.
        None if moves => promise_of(http, answerable, &answer).await?,
        promised => promised,
    };
    let Some(promise) = promised else {
        return at_once(http, answerable, answer).await;
    };
    match (promise, answer) {
        (_, Answer::Silence | Answer::Ask(_)) => Ok(None),
        (_, Answer::Change(card)) if moves => follow(http, answerable, &card, true).await,
        (Promise::Tell, Answer::Tell(card))
        | (Promise::Show, Answer::Show(card))
        | (_, Answer::Change(card)) => fulfil(http, answerable, &card).await,
        // The card whose button was pressed stays as it is: others read it.
        (Promise::Change | Promise::Show, Answer::Tell(card)) => {
            follow(http, answerable, &card, true).await
        }
        (Promise::Change, Answer::Show(card)) => follow(http, answerable, &card, false).await,
        // What was promised to one alone cannot be shown to all: it is said once more.
        (Promise::Tell, Answer::Show(card)) => {
            fulfil(http, answerable, &card).await?;
            follow(http, answerable, &card, false).await
        }
    }
}

/// Gives an answer that was not promised; without emojis, if one of them is known no more.
async fn at_once(
    http: &Http,
    answerable: &impl Answerable,
    answer: Answer,
) -> serenity::Result<Option<PanelMessage>> {
    if matches!(answer, Answer::Silence) {
        return Ok(None);
    }
    // Of nothing else does it matter which message it is.
    let asks = answer.panel().is_some();
    let mut given = persist(|| answerable.respond(http, response(&answer), asks)).await;
    if let Some(plain) = answer.card().and_then(|card| card.without_emojis(&given)) {
        let plain = answer.on_cards(|_| plain);
        given = persist(|| answerable.respond(http, response(&plain), asks)).await;
    }
    given.map(|message| message.flatten().map(PanelMessage::First))
}

/// Sends a card; without emojis, if one of them is known no more.
async fn sent<T, F: Future<Output = serenity::Result<T>>>(
    card: &Card,
    send: impl Fn(&Card) -> F,
) -> serenity::Result<Option<T>> {
    let given = persist(|| send(card)).await;
    match card.without_emojis(&given) {
        Some(plain) => persist(|| send(&plain)).await,
        None => given,
    }
}

/// Gives what was promised; in words, if its files do not arrive.
async fn fulfil(
    http: &Http,
    answerable: &impl Answerable,
    card: &Card,
) -> serenity::Result<Option<PanelMessage>> {
    let mut given = sent(card, |card| answerable.fulfil(http, card.edit())).await;
    if given.is_err() && !card.files.is_empty() {
        given = persist(|| answerable.fulfil(http, card.without_files().edit())).await;
    }
    given.map(|message| message.map(PanelMessage::First))
}

/// A message after the first answer.
async fn follow(
    http: &Http,
    answerable: &impl Answerable,
    card: &Card,
    private: bool,
) -> serenity::Result<Option<PanelMessage>> {
    let given = sent(card, |card| {
        answerable.follow_up(http, card.follow_up(private))
    })
    .await;
    given.map(|message| message.map(PanelMessage::Further))
}

async fn later(
    http: &Http,
    answerable: &impl Answerable,
    promise: Promise,
    reader: &Reader<'_>,
    work: impl Future<Output = Answer> + Send,
) -> serenity::Result<()> {
    // The work goes on meanwhile, as it may hold up others; and if the promise fails, as no move is lost for that.
    let (kept, answer) = tokio::join!(
        persist(|| answerable.respond(http, promise.response(), false)),
        work
    );
    kept?;
    reader.gives(http, answerable, answer, Some(promise)).await
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

/// Tries a few times if the fault is the chat's; nothing comes of it if it was done before.
pub(crate) async fn persist<T, F: Future<Output = serenity::Result<T>>>(
    mut again: impl FnMut() -> F,
) -> serenity::Result<Option<T>> {
    let mut pauses = AGAIN_AFTER.into_iter();
    loop {
        let error = match again().await {
            Ok(done) => return Ok(Some(done)),
            Err(error) if is(&error, ANSWERED_BEFORE) => {
                // Otherwise it was an earlier try that seemed to fail.
                if pauses.len() == AGAIN_AFTER.len() {
                    tracing::warn!(
                        "an interaction was answered elsewhere first: another program seems to use the same token"
                    );
                }
                return Ok(None);
            }
            Err(error) => error,
        };
        match pauses.next().filter(|_| may_pass(&error)) {
            Some(pause) => tokio::time::sleep(pause).await,
            None => return Err(error),
        }
    }
}
