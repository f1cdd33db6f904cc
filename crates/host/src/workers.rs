//! The workers: what happens without a person, such as reminders, computer turns, ratings and the delivery of notices.
//!
//! Each runs as a loop of its own and may call every floor below. Entry points: [`Scheduler`](scheduler::Scheduler),
//! [`Thinker`](thinking::Thinker) and [`Outbox`](outbox::Outbox).

pub(crate) mod outbox;
pub(crate) mod recap;
pub(crate) mod scheduler;
pub(crate) mod thinking;
