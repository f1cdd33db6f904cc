//! Who sits at a table of the desk, by which rules they play, and how a whole game between minds goes.

use std::sync::Arc;

use serde_json::Value;

use super::{Table, Trouble};
use crate::{
    minds::{Appraise, Kind, Mind, Sight},
    rules::{BySeat, Rules, Seat, Seats, Status, Title, chance::Seed},
};

impl Table {
    /// How many play: as many as asked for, or three if the game allows that.
    pub(super) fn players(&self) -> u8 {
        let allowed = Title::from(self.game).seats();
        self.players.unwrap_or_else(|| 3.clamp(*allowed.start(), *allowed.end()))
    }

    /// The seats of this table.
    pub(super) fn seats<G: Rules>(&self) -> Result<Seats, Trouble> {
        Ok(Seats::of(G::TITLE, self.players())?)
    }

    /// Which mind sits where.
    pub(super) fn minds<G: Rules>(&self) -> Result<BySeat<Kind>, Trouble> {
        let seats = self.seats::<G>()?;
        let wrong = Trouble::Minds { minds: self.minds.len(), players: self.players() };
        match self.minds.as_slice() {
            [one] => Ok(BySeat::new(seats, |_| *one)),
            minds if minds.len() == seats.count() => {
                Ok(BySeat::new(seats, |seat| minds[usize::from(seat.number()) - 1]))
            }
            _ => Err(wrong),
        }
    }

    /// The rules that were asked for: presets and single choices, the later ones over the earlier.
    pub(super) fn options<G: Rules>(&self) -> Result<G::Options, Trouble> {
        let mut options = G::Options::default();
        for word in self.options.split(',').filter(|word| !word.is_empty()) {
            options = match word.split_once('=') {
                Some((name, value)) => choose::<G>(&options, name, value)?,
                None => preset::<G>(word)?,
            };
        }
        Ok(options)
    }
}

fn preset<G: Rules>(name: &str) -> Result<G::Options, Trouble> {
    let presets = G::presets();
    let names = presets.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let found = presets.into_iter().find(|(known, _)| *known == name);
    found.map(|(_, options)| options).ok_or_else(|| {
        Trouble::Options(format!(
            "there is no preset \"{name}\": there are {names}, and choices as in name=value"
        ))
    })
}

/// Options are plain names and words in JSON, so a choice is written into that.
fn choose<G: Rules>(options: &G::Options, name: &str, value: &str) -> Result<G::Options, Trouble> {
    let mut tree = serde_json::to_value(options).map_err(|error| Trouble::Ours(error.to_string()))?;
    let names = tree.as_object().map(|tree| tree.keys().cloned().collect::<Vec<_>>().join(", "));
    let Some(slot) = tree.get_mut(name) else {
        let names = names.unwrap_or_default();
        return Err(Trouble::Options(format!("there is no choice \"{name}\": there are {names}")));
    };
    *slot = Value::from(value);
    serde_json::from_value(tree).map_err(|error| Trouble::Options(format!("{name}: {error}")))
}

/// A game between minds, step by step.
pub(super) struct Match<G: Appraise> {
    pub(super) game: G,
    minds: BySeat<Option<Box<dyn Mind<G>>>>,
    legal: Vec<G::Action>,
}

impl<G: Appraise> Match<G> {
    /// A new game between these minds.
    pub(super) fn begin(
        printed: &Arc<G::Printed>,
        kinds: BySeat<Kind>,
        options: G::Options,
        seed: Seed,
    ) -> Result<Match<G>, Trouble> {
        let game = G::setup(printed, kinds.seats(), options, seed)?;
        let minds = BySeat::new(kinds.seats(), |seat| Some(kinds[seat].mind(&seed, seat)));
        Ok(Match { game, minds, legal: Vec::new() })
    }

    /// Who decides next, and what their mind would do.
    pub(super) fn next(&mut self) -> Option<(Seat, G::Action)> {
        let Status::ToAct(seat) = self.game.status() else { return None };
        self.game.legal(&mut self.legal);
        let mind = self.minds[seat].as_mut()?;
        let choice = mind.choose(&Sight::new(&self.game, seat, &self.legal));
        self.legal.get(choice).map(|action| (seat, *action))
    }

    /// Takes an action that is lawful.
    pub(super) fn play(&mut self, action: G::Action, events: &mut Vec<G::Event>) -> Result<(), Trouble> {
        let refused =
            |refusal| Trouble::Ours(format!("a listed action was refused: {action:?}, {refusal:?}"));
        self.game.play(action, events).map_err(refused)
    }
}
