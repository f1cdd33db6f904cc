//! Serves requests within the limits: each is counted, waits for a permit, and is answered before the store closes.

use std::collections::VecDeque;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serenity::all::{CreateInteractionResponse, Http, Interaction};
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use crate::cards::composer::Composer;
use crate::delivery::answer::{self, Answer, Promise, Reader, Reply};
use crate::delivery::limits::{Admission, ConcurrencyLimit, Quotas};
use crate::delivery::panels::Panels;
use crate::delivery::replies::Replies;
use crate::wire::answerable::Answerable;
use crate::wire::ids::number;
use crate::wire::request::{Priority, Request};
use crate::wire::times::how_far;
use lanai_host::{Clock, Declined, Failure, InteractionId, InternalError, PersonId, Process};
use lanai_metrics::Served;

/// How long requests that are being served may take once the bot stops.
const MAX_DRAIN: Duration = Duration::from_secs(10);

/// How many deliveries are remembered: a second one comes within moments.
const DELIVERED: usize = 4096;

/// Serves requests within the limits.
pub(crate) struct RequestRunner {
    pub(crate) clock: Clock,
    pub(crate) composer: Arc<Composer>,
    pub(crate) concurrency: Arc<ConcurrencyLimit>,
    pub(crate) delivered: Mutex<VecDeque<InteractionId>>,
    pub(crate) open_requests: TaskTracker,
    pub(crate) panels: Arc<Panels>,
    pub(crate) process: Arc<Process>,
    pub(crate) quotas: Arc<Quotas>,
    pub(crate) replies: Arc<Replies>,
}

impl RequestRunner {
    /// Returns whether this interaction is within its user's quota. The first time that it is not, the user is told.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the library may come to know more"
    )]
    pub(crate) async fn admit(&self, http: &Http, interaction: &Interaction) -> bool {
        let admit = |person: u64| self.quotas.admit_press(PersonId(person.cast_signed()));
        match interaction {
            Interaction::Autocomplete(typing) => self
                .quotas
                .admit_suggestions(PersonId(typing.user.id.into())),
            Interaction::Command(command) => {
                let request = Request::by_command(&command.data.name, Priority::Look, command);
                self.serve_refusal(admit(command.user.id.get()), &request, (http, command))
                    .await
            }
            Interaction::Component(press) => {
                let admission = admit(press.user.id.get());
                if admission == Admission::RefusedAgain {
                    // Without any answer the client would say that the interaction failed.
                    let nothing = CreateInteractionResponse::Acknowledge;
                    let _ = press.respond(http, nothing, false).await;
                    return false;
                }
                self.serve_refusal(admission, &Request::by_press(press, None), (http, press))
                    .await
            }
            Interaction::Modal(typed) => {
                let request = Request::by_modal(typed, None);
                self.serve_refusal(admit(typed.user.id.get()), &request, (http, typed))
                    .await
            }
            _ => true,
        }
    }

    async fn serve_refusal(
        &self,
        admission: Admission,
        request: &Request,
        asking: (&Http, &impl Answerable),
    ) -> bool {
        if let Admission::Refused(wait) = admission {
            let until = self.clock.now() + i64::try_from(wait.as_secs()).unwrap_or(i64::MAX);
            let told = async {
                Ok(self.replies.answer(
                    request,
                    "chat-too-fast",
                    &[("until", how_far(until).into())],
                ))
            };
            Box::pin(self.serve(request, asking, Promise::Tell, told)).await;
        }
        admission == Admission::Admitted
    }

    /// Does what a user asks for and answers with the outcome. A request that is delivered twice is done once.
    pub(crate) async fn serve(
        &self,
        request: &Request,
        asking: (&Http, &impl Answerable),
        promise: Promise,
        work: impl Future<Output = Reply> + Send,
    ) {
        if !self.mark_delivered(request) {
            return;
        }
        // The table of a command is found on the way, and recorded then.
        let span = tracing::error_span!(
            "request",
            asked = &*request.asked,
            interaction = request
                .actor
                .interaction
                .map(|interaction| interaction.0.to_string()),
            table = request.game.map(|game| game.0)
        );
        self.answer(request, asking, promise, work)
            .instrument(span)
            .await;
    }

    async fn answer(
        &self,
        request: &Request,
        (http, answerable): (&Http, &impl Answerable),
        promise: Promise,
        work: impl Future<Output = Reply> + Send,
    ) {
        // The token comes before the look at whether the bot stops, so that no request is missed by `drain`.
        let _open = self.open_requests.token();
        let is_closing = self.open_requests.is_closed();
        let begun = Instant::now();
        let mut served = Served::Failed;
        let work = async {
            if let Some(interaction) = request.actor.interaction
                && !self.process.hears(interaction).await
            {
                served = Served::Repeated;
                return Answer::Silence;
            }
            let answer = if is_closing {
                served = Served::Closing;
                self.replies.closing_answer(request)
            } else if let Some(_permit) = self
                .concurrency
                .acquire(request.priority, request.priority.max_wait())
                .await
            {
                let outcome = work.await;
                served = came_of(&outcome);
                self.replies.to_answer(request, outcome).await
            } else {
                served = Served::Busy;
                self.replies.answer(request, "chat-busy", &[])
            };
            answer.on_cards(|card| self.composer.with_emojis(card))
        };
        let reader = Reader {
            panels: &self.panels,
            person: request.actor.person,
            channel: request.channel,
            own: &request.own,
            pressed: request.pressed.map(|message| number(message.0).into()),
            since: self.clock.now(),
        };
        if !answer::answer(
            http,
            answerable,
            promise,
            self.replies.apology(request),
            reader,
            work,
        )
        .await
        {
            served = Served::Unheard;
        }
        lanai_metrics::record_answer(&request.asked, served, begun.elapsed());
        request.answered.notify_one();
    }

    /// Refuses new requests and waits until those being served are answered.
    pub(crate) async fn drain(&self) {
        self.open_requests.close();
        if tokio::time::timeout(MAX_DRAIN, self.open_requests.wait())
            .await
            .is_err()
        {
            tracing::warn!("somebody was not answered before the bot left");
        }
    }

    /// Remembers a delivery. Returns whether it is the first one of its interaction.
    fn mark_delivered(&self, request: &Request) -> bool {
        let Some(interaction) = request.actor.interaction else {
            return true;
        };
        let mut delivered = self
            .delivered
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let new = !delivered.contains(&interaction);
        delivered.push_back(interaction);
        if delivered.len() > DELIVERED {
            delivered.pop_front();
        }
        new
    }
}

/// The outcome as the metrics count it.
fn came_of(outcome: &Reply) -> Served {
    match outcome {
        Ok(_) => Served::Done,
        Err(Failure::Declined(Declined::Repeated)) => Served::Repeated,
        Err(Failure::Declined(_)) => Served::Declined,
        Err(Failure::InternalError(InternalError::Store(error))) if error.is_closed() => {
            Served::Closing
        }
        Err(Failure::InternalError(_)) => Served::Failed,
    }
}
