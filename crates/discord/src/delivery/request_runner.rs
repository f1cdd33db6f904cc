//! Serves requests within the limits: each request is counted, waits for a permit, and is answered
//! before the store closes.

use std::collections::VecDeque;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use crate::cards::composer::Composer;
use crate::delivery::answer::{self, Answer, AnswerRecipient, Deferral, Reply, acknowledgement};
use crate::delivery::limits::{ConcurrencyLimit, Quotas};
use crate::delivery::panels::Panels;
use crate::delivery::replies::Replies;
use crate::key;
use crate::wire::discord::{Http, Interaction};
use crate::wire::request::{Priority, Request};
use crate::wire::responder::Responder;
use crate::wire::times::format_relative;
use lanai_host::{
    Admission, Clock, Failure, InteractionId, InternalError, PersonId, Process, Refusal,
};
use lanai_metrics::InteractionOutcome;

/// How long requests that are being served may take once the bot stops.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);

/// How many interactions are remembered: Discord delivers a duplicate within moments.
const MAX_REMEMBERED_INTERACTIONS: usize = 4096;

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
    /// Returns whether this interaction is within its user's quota. The user is told of the first
    /// one that is not.
    #[expect(clippy::wildcard_enum_match_arm, reason = "Discord may add kinds")]
    pub(crate) async fn admit(&self, http: &Http, interaction: &Interaction) -> bool {
        let request = match interaction {
            Interaction::Autocomplete(typing) => {
                let person = PersonId(typing.user.id.into());
                return self.quotas.admit_suggestions(person);
            }
            Interaction::Command(command) => {
                Request::from_command(&command.data.name, Priority::Read, command)
            }
            Interaction::Component(press) => Request::from_press(press, None),
            Interaction::Modal(modal) => Request::from_modal(modal, None),
            _ => return true,
        };
        let admission = self.quotas.admit_press(request.actor.person);
        match admission {
            Admission::Admitted => {}
            Admission::Refused(wait) => self.refuse(http, &request, wait).await,
            Admission::RefusedAgain => {
                if matches!(interaction, Interaction::Component(_)) {
                    // Without any answer the client would say that the interaction failed.
                    let _ = Responder::new(http, &request)
                        .respond(&acknowledgement())
                        .await;
                }
            }
        }
        admission == Admission::Admitted
    }

    /// Tells the user when the next request is admitted.
    async fn refuse(&self, http: &Http, request: &Request, wait: Duration) {
        let until = self.clock.now() + i64::try_from(wait.as_secs()).unwrap_or(i64::MAX);
        let refusal = async {
            let fill = [("until", format_relative(until).into())];
            Ok(self.replies.answer(request, key::CHAT_TOO_FAST, &fill))
        };
        Box::pin(self.serve(request, http, Deferral::Private, refusal)).await;
    }

    /// Does what a user asks for and answers with the outcome.
    ///
    /// A request that is delivered twice is done only once.
    pub(crate) async fn serve(
        &self,
        request: &Request,
        http: &Http,
        deferral: Deferral,
        work: impl Future<Output = Reply> + Send,
    ) {
        if !self.mark_delivered(request) {
            return;
        }
        // The table of a command is found later, and is recorded in the span then.
        let span = tracing::error_span!(
            "request",
            asked = &*request.name,
            interaction = request
                .actor
                .interaction
                .map(|interaction| interaction.0.to_string()),
            table = request.table.map(|table| table.0)
        );
        self.answer(request, http, deferral, work)
            .instrument(span)
            .await;
    }

    async fn answer(
        &self,
        request: &Request,
        http: &Http,
        deferral: Deferral,
        work: impl Future<Output = Reply> + Send,
    ) {
        // The token is taken before the check whether the bot stops, so that `drain` misses no
        // request.
        let _open = self.open_requests.token();
        let is_closing = self.open_requests.is_closed();
        let started = Instant::now();
        let mut served = InteractionOutcome::Failed;
        let work = async {
            if let Some(interaction) = request.actor.interaction
                && !self.process.claim_interaction(interaction).await
            {
                served = InteractionOutcome::Repeated;
                return Answer::AlreadyGiven;
            }
            let answer = if is_closing {
                served = InteractionOutcome::Closing;
                self.replies.closing_answer(request)
            } else if let Some(_permit) = self
                .concurrency
                .acquire(request.priority, request.priority.max_wait())
                .await
            {
                let outcome = work.await;
                served = metrics_outcome(&outcome);
                self.replies.to_answer(request, outcome).await
            } else {
                served = InteractionOutcome::Busy;
                self.replies.answer(request, key::CHAT_BUSY, &[])
            };
            answer.map_card(|card| self.composer.with_emojis(card))
        };
        let recipient = AnswerRecipient {
            panels: &self.panels,
            person: request.actor.person,
            channel: request.channel,
            locale: &request.locale,
            pressed_message: request.pressed_message,
            pressed_layout: request.pressed_layout,
            requested_at: self.clock.now(),
        };
        let is_sent = answer::answer(
            Responder::new(http, request),
            deferral,
            self.replies.apology(request),
            recipient,
            work,
        )
        .await;
        if !is_sent {
            served = InteractionOutcome::Undelivered;
        }
        lanai_metrics::record_interaction(&request.name, served, started.elapsed());
        request.answered.notify_one();
    }

    /// Refuses new requests and waits until those being served are answered.
    pub(crate) async fn drain(&self) {
        self.open_requests.close();
        if tokio::time::timeout(DRAIN_TIMEOUT, self.open_requests.wait())
            .await
            .is_err()
        {
            tracing::warn!("somebody was not answered before the bot left");
        }
    }

    /// Remembers that an interaction was delivered. Returns whether it was for the first time.
    fn mark_delivered(&self, request: &Request) -> bool {
        let Some(interaction) = request.actor.interaction else {
            return true;
        };
        let mut delivered = self
            .delivered
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let is_new = !delivered.contains(&interaction);
        delivered.push_back(interaction);
        if delivered.len() > MAX_REMEMBERED_INTERACTIONS {
            delivered.pop_front();
        }
        is_new
    }
}

/// Returns the outcome as the metrics count it.
fn metrics_outcome(outcome: &Reply) -> InteractionOutcome {
    match outcome {
        Ok(_) => InteractionOutcome::Done,
        Err(Failure::Refusal(Refusal::Repeated)) => InteractionOutcome::Repeated,
        Err(Failure::Refusal(_)) => InteractionOutcome::Refused,
        Err(Failure::InternalError(InternalError::Store(error))) if error.is_closed() => {
            InteractionOutcome::Closing
        }
        Err(Failure::InternalError(_)) => InteractionOutcome::Failed,
    }
}
