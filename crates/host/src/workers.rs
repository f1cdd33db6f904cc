//! The workers: reminders, deadlines, computer turns and the queue of notices.
//!
//! The scheduler and the thinker run as loops of their own, and the caller polls the outbox. They
//! may use all other modules. Entry points: [`Scheduler`](scheduler::Scheduler),
//! [`Thinker`](thinking::Thinker) and [`Outbox`](outbox::Outbox).

pub(crate) mod outbox;
pub(crate) mod recap;
pub(crate) mod scheduler;
pub(crate) mod thinking;
