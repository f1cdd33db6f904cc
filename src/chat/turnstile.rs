//! The turnstile: only so many are attended to at once. If more come, they wait, and those who only look wait behind those who
//! move. Only so many may wait, and only for so long: the others read at once that nothing was done. So a rush fills no memory,
//! and keeps nobody from their move.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use super::press::{Press, PrivacyStep};

/// So many are attended to at once: more than any machine has cores, for most of them wait for the database.
pub const AT_ONCE: usize = 64;
/// So many of them may only look.
pub const LOOK_AT_ONCE: usize = 32;

/// What somebody comes for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errand {
    /// To do something.
    Move,
    /// To look at something, or to ask for advice.
    Look,
}

impl Errand {
    /// What whoever presses this comes for.
    pub(super) fn of(press: &Press) -> Errand {
        let looks = matches!(
            press,
            Press::Rules(_)
                | Press::Hint(_)
                | Press::Realm(_)
                | Press::Show(_)
                | Press::Record(_)
                | Press::Recap(_)
                | Press::Review(..)
                | Press::History(_)
                | Press::PastGame
                | Press::Replay(..)
                | Press::ContestLog(_)
                | Press::Acts(_)
                | Press::Privacy(PrivacyStep::Export)
        );
        if looks { Errand::Look } else { Errand::Move }
    }

    /// How many of these may wait.
    pub const fn most_waiting(self) -> usize {
        match self {
            Errand::Move => 512,
            Errand::Look => 128,
        }
    }

    /// How long they may wait. What was promised to them can be given for a quarter of an hour; but who waits that long?
    pub const fn patience(self) -> Duration {
        match self {
            Errand::Move => Duration::from_secs(30),
            Errand::Look => Duration::from_secs(10),
        }
    }
}

/// Who is attended to, and who waits.
#[derive(Clone, Default)]
pub struct Turnstile(Arc<Mutex<Crowd>>);

#[derive(Default)]
struct Crowd {
    attended: usize,
    /// Those of them who only look.
    looking: usize,
    moves: VecDeque<oneshot::Sender<Attended>>,
    looks: VecDeque<oneshot::Sender<Attended>>,
}

impl Crowd {
    fn waiting(&mut self, errand: Errand) -> &mut VecDeque<oneshot::Sender<Attended>> {
        match errand {
            Errand::Move => &mut self.moves,
            Errand::Look => &mut self.looks,
        }
    }

    fn has_room_for(&self, errand: Errand) -> bool {
        self.attended < AT_ONCE && (errand == Errand::Move || self.looking < LOOK_AT_ONCE)
    }

    fn take(&mut self, errand: Errand) {
        self.attended += 1;
        self.looking += usize::from(errand == Errand::Look);
    }

    fn give_back(&mut self, errand: Errand) {
        self.attended = self.attended.saturating_sub(1);
        self.looking = self.looking.saturating_sub(usize::from(errand == Errand::Look));
    }

    /// Who is next, if there is room for them.
    fn next(&mut self) -> Option<(Errand, oneshot::Sender<Attended>)> {
        [Errand::Move, Errand::Look].into_iter().find_map(|errand| {
            if !self.has_room_for(errand) {
                return None;
            }
            let next = self.waiting(errand).pop_front()?;
            self.take(errand);
            Some((errand, next))
        })
    }
}

/// Somebody who is attended to, until this is dropped.
pub struct Attended {
    turnstile: Turnstile,
    errand: Errand,
}

impl Drop for Attended {
    fn drop(&mut self) {
        self.turnstile.crowd().give_back(self.errand);
        self.turnstile.let_in();
    }
}

impl Turnstile {
    fn crowd(&self) -> MutexGuard<'_, Crowd> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn attended(&self, errand: Errand) -> Attended {
        Attended { turnstile: self.clone(), errand }
    }

    /// Lets those in for whom there is room.
    fn let_in(&self) {
        loop {
            // The crowd is not held up while somebody is told: whoever left meanwhile gives the place back.
            let Some((errand, next)) = self.crowd().next() else { return };
            let _ = next.send(self.attended(errand));
        }
    }

    /// Attends to somebody now or never.
    pub fn at_once(&self, errand: Errand) -> Option<Attended> {
        let mut crowd = self.crowd();
        crowd.has_room_for(errand).then(|| {
            crowd.take(errand);
            self.attended(errand)
        })
    }

    /// Attends to somebody, after they have waited if need be; nobody if too many wait or it takes longer than this.
    pub async fn pass(&self, errand: Errand, patience: Duration) -> Option<Attended> {
        let (sender, called) = oneshot::channel();
        {
            let mut crowd = self.crowd();
            if crowd.has_room_for(errand) {
                crowd.take(errand);
                return Some(self.attended(errand));
            }
            let line = crowd.waiting(errand);
            line.retain(|waiting| !waiting.is_closed());
            if line.len() >= errand.most_waiting() {
                return None;
            }
            line.push_back(sender);
        }
        tokio::time::timeout(patience, called).await.ok()?.ok()
    }

    /// How many wait.
    pub fn waiting(&self, errand: Errand) -> usize {
        self.crowd().waiting(errand).iter().filter(|waiting| !waiting.is_closed()).count()
    }
}
