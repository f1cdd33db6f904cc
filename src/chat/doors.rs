//! The doors: whoever comes in is served to the end, before the store is closed; whoever comes when we close hears that
//! nothing was done.

use std::future::Future;
use std::time::{Duration, Instant};

use serenity::all::Http;
use tokio::sync::watch;
use tracing::Instrument as _;

use super::answer::{self, Answer, Promise, Reader, Reply};
use super::answerable::Answerable;
use super::ids::number;
use super::{House, Request};
use crate::metrics::{self, Served};
use crate::tables::{Declined, Failure, Trouble};

/// How long those inside may take once we close.
const CLOSES_WITHIN: Duration = Duration::from_secs(10);

/// Who is inside, and whether anybody else may come.
#[derive(Default)]
pub(super) struct Doors(watch::Sender<Inside>);

#[derive(Default)]
struct Inside {
    people: usize,
    closing: bool,
}

/// Somebody who came in.
pub(super) struct Guest<'a> {
    doors: &'a Doors,
    /// Whether they may still ask for something.
    pub(super) served: bool,
}

impl Drop for Guest<'_> {
    fn drop(&mut self) {
        self.doors.0.send_modify(|inside| inside.people = inside.people.saturating_sub(1));
    }
}

impl Doors {
    /// Somebody comes in.
    pub(super) fn enter(&self) -> Guest<'_> {
        let mut served = true;
        self.0.send_modify(|inside| {
            inside.people += 1;
            served = !inside.closing;
        });
        Guest { doors: self, served }
    }

    /// How many are inside.
    pub(super) fn guests(&self) -> usize {
        self.0.borrow().people
    }

    /// Nobody is served any more, and those inside are seen off.
    pub(super) async fn close(&self) {
        self.0.send_modify(|inside| inside.closing = true);
        let mut seen = self.0.subscribe();
        let empty = seen.wait_for(|inside| inside.people == 0);
        if tokio::time::timeout(CLOSES_WITHIN, empty).await.is_err() {
            tracing::warn!("somebody was not answered before the bot left");
        }
    }
}

impl House {
    /// Serves somebody who asks for something, and answers with what comes of it. What is delivered twice is done once.
    pub(super) async fn serve(
        &self,
        request: &Request,
        asking: (&Http, &impl Answerable),
        promise: Promise,
        work: impl Future<Output = Reply> + Send,
    ) {
        if !self.is_new(request) {
            return;
        }
        // What is logged meanwhile says whose it is. Which table a command is about is found out on the way.
        let span = tracing::error_span!(
            "request",
            asked = &*request.asked,
            interaction = request.actor.interaction.map(|interaction| interaction.0.to_string()),
            table = request.game.map(|game| game.0)
        );
        self.attend(request, asking, promise, work).instrument(span).await;
    }

    async fn attend(
        &self,
        request: &Request,
        (http, answerable): (&Http, &impl Answerable),
        promise: Promise,
        work: impl Future<Output = Reply> + Send,
    ) {
        let guest = self.doors.enter();
        // Unless we hear otherwise, it came to a sudden end.
        let (begun, mut served) = (Instant::now(), Served::Failed);
        let work = async {
            if let Some(interaction) = request.actor.interaction
                && !self.process.hears(interaction).await
            {
                served = Served::Repeated;
                return Answer::Silence;
            }
            let answer = if !guest.served {
                served = Served::Closing;
                self.closing(request)
            } else if let Some(_attended) =
                self.turnstile.pass(request.errand, request.errand.patience()).await
            {
                let outcome = work.await;
                served = came_of(&outcome);
                self.conclude(request, outcome).await
            } else {
                served = Served::Busy;
                self.tell(request, "chat-busy", &[])
            };
            answer.on_cards(|card| self.composer.with_emojis(card))
        };
        let reader = Reader {
            panels: &self.panels,
            person: request.actor.person,
            channel: request.channel,
            own: &request.own,
            pressed: request.pressed.map(|message| number(message.0).into()),
            since: self.tables.now(),
        };
        if !answer::answer(http, answerable, promise, self.sorry(request), reader, work).await {
            served = Served::Unheard;
        }
        metrics::answered(&request.asked, served, begun.elapsed());
        request.answered.notify_one();
    }

    /// What somebody sees whose wish was not looked at, because we leave.
    pub(super) fn closing(&self, request: &Request) -> Answer {
        self.tell(request, "chat-closing", &[])
    }
}

/// What came of it, as it is counted.
fn came_of(outcome: &Reply) -> Served {
    match outcome {
        Ok(_) => Served::Done,
        Err(Failure::Declined(Declined::Repeated)) => Served::Repeated,
        Err(Failure::Declined(_)) => Served::Declined,
        Err(Failure::Trouble(Trouble::Store(error))) if error.is_closed() => Served::Closing,
        Err(Failure::Trouble(_)) => Served::Failed,
    }
}
