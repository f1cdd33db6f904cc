//! The letters and numbers that mark the spots of choices on a picture.

use crate::game::PanelGame;
use crate::labels::spot_letter;

/// The marks that were given to spots so far. A spot keeps its letter for the whole game; all others
/// are numbered in the order in which they are asked for.
pub struct SpotMarks {
    lettered_spots: Vec<String>,
    marks: Vec<(String, String)>,
}

impl SpotMarks {
    pub fn new<G: PanelGame>(view: &G::View) -> SpotMarks {
        SpotMarks {
            lettered_spots: G::lettered_spots(view),
            marks: Vec::new(),
        }
    }

    /// Returns the mark of an action's spot, and whether it is new; `None` if the action has no spot.
    pub fn mark<G: PanelGame>(&mut self, action: &G::Action) -> Option<(String, bool)> {
        let spot = G::board_spot(action)?;
        if let Some((_, mark)) = self.marks.iter().find(|(other, _)| *other == spot) {
            return Some((mark.clone(), false));
        }
        let mark = match spot_letter(&self.lettered_spots, &spot) {
            Some(letter) => letter.to_string(),
            None => self.next_number(),
        };
        self.marks.push((spot, mark.clone()));
        Some((mark, true))
    }

    fn next_number(&self) -> String {
        let numbered = self
            .marks
            .iter()
            .filter(|(spot, _)| !self.lettered_spots.contains(spot));
        (numbered.count() + 1).to_string()
    }
}
