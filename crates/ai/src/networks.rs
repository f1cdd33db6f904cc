//! The trained networks that are part of the program, one for each game and number of players.

use std::sync::{Arc, OnceLock};

use super::Evaluate;
use super::network::ValueNetwork;
use lanai_rules::figures::Flaw;
use lanai_rules::{MAX_SEATS, Seats, Title};

/// A network that is parsed on first use.
type NetworkCell = OnceLock<Result<Arc<ValueNetwork>, Flaw>>;

/// The parsed networks, indexed by title and number of players.
static NETWORKS_BY_TITLE: [[NetworkCell; MAX_SEATS + 1]; Title::ALL.len()] =
    [const { [const { NetworkCell::new() }; MAX_SEATS + 1] }; Title::ALL.len()];

pub(super) fn load<G: Evaluate>(seats: Seats) -> Result<Arc<ValueNetwork>, Flaw> {
    NETWORKS_BY_TITLE[G::TITLE as usize][seats.count()]
        .get_or_init(|| parse::<G>(seats))
        .clone()
}

fn parse<G: Evaluate>(seats: Seats) -> Result<Arc<ValueNetwork>, Flaw> {
    let asset = G::NETWORKS
        .iter()
        .find(|(file, _)| *file == file_name(G::TITLE, seats.number()));
    let (file, bytes) = asset.ok_or(Flaw::Unreadable {
        file: "assets/policies",
        why: "a net is missing".to_owned(),
    })?;
    // The first line is JSON that records how the network was trained (see `crates/lab`).
    let weights = bytes
        .iter()
        .position(|byte| *byte == b'\n')
        .map(|end| &bytes[end + 1..]);
    let net = weights.and_then(|weights| ValueNetwork::from_bytes(G::FEATURE_COUNT, weights));
    let why = "it does not hold the numbers of this net";
    net.map(Arc::new).ok_or_else(|| Flaw::Unreadable {
        file,
        why: why.to_owned(),
    })
}

pub fn file_name(title: Title, players: u8) -> String {
    format!("{}-{players}.net", title.name())
}
