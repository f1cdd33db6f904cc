//! The delivery layer sends answers, panels, the outbox's notices and standing messages to Discord,
//! each once and within Discord's limits.
//!
//! It uses cards and wire; `handlers` decides what a request does.

pub(crate) mod answer;
pub(crate) mod direct_messages;
pub(crate) mod limits;
pub(crate) mod notice_dispatch;
pub(crate) mod panel_follower;
pub(crate) mod panels;
pub(crate) mod replies;
pub(crate) mod request_runner;
pub(crate) mod threads;
pub(crate) mod visibility;
