//! The delivery: answers, panels, the outbox and standing messages reach Discord, once and within its limits.
//!
//! It uses cards and wire; what a person asked for is decided in `handlers`.

pub(crate) mod answer;
pub(crate) mod direct_messages;
pub(crate) mod following;
pub(crate) mod limits;
pub(crate) mod notice_dispatch;
pub(crate) mod outbox;
pub(crate) mod panels;
pub(crate) mod replies;
pub(crate) mod request_runner;
pub(crate) mod standing;
pub(crate) mod threads;
pub(crate) mod visibility;
