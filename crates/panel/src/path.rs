//! The choices that were made in a panel so far.

use lanai_host::{Revision, TableId};

/// The choices that were made in a panel so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PanelPath {
    pub table: TableId,
    /// The revision of the table when the panel was shown.
    pub revision: Revision,
    /// The keys of the choices, in their order.
    pub pick_keys: Vec<String>,
    pub is_premove: bool,
}

impl PanelPath {
    /// Returns the path of a turn in which nothing is chosen yet.
    pub fn start(table: TableId, revision: Revision) -> PanelPath {
        PanelPath {
            table,
            revision,
            pick_keys: Vec::new(),
            is_premove: false,
        }
    }

    /// Returns the path of a premove in which nothing is chosen yet.
    pub fn start_premove(table: TableId, revision: Revision) -> PanelPath {
        PanelPath {
            is_premove: true,
            ..PanelPath::start(table, revision)
        }
    }

    pub fn with_pick_keys(&self, pick_keys: &[String]) -> PanelPath {
        PanelPath {
            pick_keys: [&self.pick_keys, pick_keys].concat(),
            ..self.clone()
        }
    }

    /// Returns the path with only its first `length` picks.
    pub fn prefix(&self, length: usize) -> PanelPath {
        PanelPath {
            pick_keys: self.pick_keys.iter().take(length).cloned().collect(),
            ..self.clone()
        }
    }

    pub fn at_revision(&self, revision: Revision) -> PanelPath {
        PanelPath {
            revision,
            ..self.clone()
        }
    }
}
