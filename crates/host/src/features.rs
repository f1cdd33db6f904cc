//! The features: everything a person may ask of a table, a contest or a server, one module each.
//!
//! They use the core and the model, and never a worker: what is to happen later is written down, and a worker finds it.

pub(crate) mod advising;
pub(crate) mod again;
pub(crate) mod ahead;
pub(crate) mod asking;
pub(crate) mod between;
pub(crate) mod closing;
pub(crate) mod company;
pub(crate) mod contests;
pub(crate) mod departures;
pub(crate) mod exporting;
pub(crate) mod forgetting;
pub(crate) mod limits;
pub(crate) mod lobby;
pub(crate) mod lookback;
pub(crate) mod moving;
pub(crate) mod noting;
pub(crate) mod proof;
pub(crate) mod replacing;
pub(crate) mod resign;
pub(crate) mod reviewing;
pub(crate) mod starting;
pub(crate) mod stats;
pub(crate) mod teaching;
