//! How the bot is: whether it hears what people do, and whether its tables can be read.

use std::sync::Arc;
use std::time::Duration;

use super::House;
use super::gateway::Gateway;
use super::turnstile::Errand;
use crate::metrics::{Ailment, Pulse};

/// How long the database may take to say how things stand.
const SAYS_WITHIN: Duration = Duration::from_secs(2);

/// Feels how a bot is.
#[derive(Clone)]
pub struct Vitals {
    house: Arc<House>,
    gateway: Arc<Gateway>,
}

impl Vitals {
    pub(super) fn of(house: &Arc<House>, gateway: &Arc<Gateway>) -> Vitals {
        Vitals { house: Arc::clone(house), gateway: Arc::clone(gateway) }
    }

    /// How it is now.
    pub async fn pulse(&self) -> Pulse {
        let stock = tokio::time::timeout(SAYS_WITHIN, self.house.tables.stock()).await;
        let stock = stock.ok().and_then(|stock| {
            stock.inspect_err(|trouble| tracing::error!(%trouble, "how things stand cannot be read")).ok()
        });
        let mut ailments = Vec::new();
        if !self.gateway.is_heard().await {
            ailments.push(Ailment::Gateway);
        }
        if stock.is_none() {
            ailments.push(Ailment::Database);
        }
        let turnstile = &self.house.turnstile;
        Pulse {
            ailments,
            sessions: self.gateway.living().await,
            guests: self.house.doors.guests(),
            moves_waiting: turnstile.waiting(Errand::Move),
            looks_waiting: turnstile.waiting(Errand::Look),
            stock,
        }
    }
}
