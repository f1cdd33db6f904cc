//! How fast one person may press and type: as fast as anybody plays, and no faster. Whoever is faster hears once when to go on, and is
//! not served until then. It goes by real time, and nothing of it is kept: a restart forgives it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serenity::all::{CreateInteractionResponse, Http, Interaction};

use super::answer::Promise;
use super::answerable::Answerable;
use super::times::how_far;
use super::turnstile::Errand;
use super::{House, Request};
use crate::tables::PersonId;

/// In this while somebody may do so much, and after that while they may again.
pub const WHILE: Duration = Duration::from_secs(10);
/// Of so many people it is remembered how fast they are. If there are more at once, the others are served.
pub const MOST_PEOPLE: usize = 10_000;
/// While somebody types they are offered something with every letter or so.
const OFFERS: u32 = 3;

/// Who has done how much lately.
pub struct Flood {
    most: u32,
    people: Mutex<HashMap<PersonId, Burst>>,
}

/// What one person did lately.
struct Burst {
    /// Since when it is counted.
    since: Instant,
    /// How much it is.
    count: u32,
    /// Until when they are not served, if they did too much.
    until: Option<Instant>,
}

impl Burst {
    fn is_over(&self, now: Instant) -> bool {
        now >= self.until.unwrap_or(self.since + WHILE)
    }
}

/// Whether somebody is served.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admission {
    /// They are.
    Served,
    /// They are not for so long, and hear of it.
    Told(Duration),
    /// They are not, and have heard of it: a press is acknowledged, a command gets no answer.
    Unheard,
}

impl Flood {
    /// Nobody may do more than this in a while.
    pub fn at_most(most: u32) -> Flood {
        Flood { most, people: Mutex::default() }
    }

    /// How many people it remembers.
    pub fn remembered(&self) -> usize {
        self.people.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether somebody is served who does something now; it counts.
    pub fn admits(&self, person: PersonId, now: Instant) -> Admission {
        let mut people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        if people.len() >= MOST_PEOPLE && !people.contains_key(&person) {
            people.retain(|_, burst| !burst.is_over(now));
            if people.len() >= MOST_PEOPLE {
                return Admission::Served;
            }
        }
        let burst = people.entry(person).or_insert(Burst { since: now, count: 0, until: None });
        if burst.is_over(now) {
            *burst = Burst { since: now, count: 0, until: None };
        }
        if burst.until.is_some() {
            return Admission::Unheard;
        }
        burst.count = burst.count.saturating_add(1);
        if burst.count <= self.most {
            return Admission::Served;
        }
        burst.until = Some(now + WHILE);
        Admission::Told(WHILE)
    }
}

/// What people do, each kind with a measure of its own.
pub(super) struct Floods {
    /// Presses, commands and what is typed in answer to a question.
    asked: Flood,
    /// Offers while a command is typed.
    offered: Flood,
}

impl Floods {
    pub(super) fn at_most(presses: u32) -> Floods {
        Floods { asked: Flood::at_most(presses), offered: Flood::at_most(presses.saturating_mul(OFFERS)) }
    }
}

impl House {
    /// Whether somebody is served who presses or types something; if not, they hear of it once.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the library may come to know more")]
    pub(super) async fn admits(&self, http: &Http, interaction: &Interaction) -> bool {
        let (floods, now) = (&self.floods, Instant::now());
        let asks = |person: u64| floods.asked.admits(PersonId(person.cast_signed()), now);
        match interaction {
            // Nothing is offered: that is answer enough.
            Interaction::Autocomplete(typing) => {
                let person = PersonId(typing.user.id.into());
                floods.offered.admits(person, now) == Admission::Served
            }
            Interaction::Command(command) => {
                let admission = asks(command.user.id.get());
                self.serves(
                    admission,
                    &Request::by_command(&command.data.name, Errand::Look, command),
                    (http, command),
                )
                .await
            }
            Interaction::Component(press) => {
                let admission = asks(press.user.id.get());
                if admission == Admission::Unheard {
                    // Without any answer the client would say that the interaction failed.
                    let nothing = CreateInteractionResponse::Acknowledge;
                    let _ = press.respond(http, nothing, false).await;
                    return false;
                }
                self.serves(admission, &Request::by_press(press, None), (http, press)).await
            }
            Interaction::Modal(typed) => {
                let admission = asks(typed.user.id.get());
                self.serves(admission, &Request::by_modal(typed, None), (http, typed)).await
            }
            _ => true,
        }
    }

    async fn serves(
        &self,
        admission: Admission,
        request: &Request,
        asking: (&Http, &impl Answerable),
    ) -> bool {
        if let Admission::Told(wait) = admission {
            let until = self.tables.now() + i64::try_from(wait.as_secs()).unwrap_or(i64::MAX);
            let told = async { Ok(self.tell(request, "chat-too-fast", &[("until", how_far(until).into())])) };
            Box::pin(self.serve(request, asking, Promise::Tell, told)).await;
        }
        admission == Admission::Served
    }
}
