//! What a game has to tell about itself so that it can be played in a chat: by which stages a menu narrows a choice
//! down, and what an option of a command can hold.

use serde_json::Value;

use crate::drawing::Draw;
use crate::input::Spoken;
use crate::rules::{Rules, Seat};
use crate::words::Teller;

/// A game that can be played in a chat.
pub(super) trait AtTable: Spoken + Draw {
    /// The stages by which a menu comes to this action: first its kind, then what it is about.
    fn panel_steps(teller: &Teller<'_, Self>, view: &Self::View, action: &Self::Action) -> Vec<PanelStep>;

    /// What an option of a command can hold, of all that this action is; nothing if it is not of that kind.
    fn suggestion(
        teller: &Teller<'_, Self>,
        view: &Self::View,
        action: &Self::Action,
        wanted: ActionOption,
    ) -> Option<Suggestion>;

    /// Whether an action agrees with what is typed, apart from what the option in question says.
    fn agrees(typed: &Self::Action, action: &Self::Action, wanted: ActionOption) -> bool;

    /// What a player has in hand, for one's own eyes.
    fn purse(teller: &Teller<'_, Self>, view: &Self::View, seat: Seat) -> Option<String>;

    /// What the events of a turn cost and brought, as far as it can be counted.
    fn sum_up(teller: &Teller<'_, Self>, events: &[Self::Event], seat: Seat) -> Option<String>;
}

/// A stage on the way to an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PanelStep {
    /// What a button says of it: short, and always the same for the same choice.
    pub(super) key: String,
    /// What people read.
    pub(super) label: String,
}

impl PanelStep {
    pub(super) fn new(key: impl Into<String>, label: impl Into<String>) -> PanelStep {
        PanelStep { key: key.into(), label: label.into() }
    }
}

/// Something that an option can hold.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Suggestion {
    /// What people read.
    pub(super) label: String,
    /// What the command gets.
    pub(super) value: Value,
}

impl Suggestion {
    pub(super) fn new(label: impl Into<String>, value: impl Into<Value>) -> Suggestion {
        Suggestion { label: label.into(), value: value.into() }
    }
}

/// An option of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ActionOption {
    /// Where to move to.
    MoveTo,
    /// What to buy.
    BuyWhat,
    /// With which token.
    BuyPrice,
    /// How to pay.
    Pay,
    /// In which village.
    Village,
    /// Which fish tokens.
    Fish,
    /// Which dock.
    Dock,
    /// Which space of the turn order.
    Space,
    /// Which number disc.
    Disc,
    /// On which beach.
    Beach,
    /// What to take.
    Take,
}

/// The events of what was done, up to the first that showed something hidden.
pub(super) fn open_events<'a, G: Rules>(events: impl Iterator<Item = &'a G::Event>) -> Vec<G::Event>
where
    G::Event: 'a,
{
    events.take_while(|event| !G::uncovers(event)).cloned().collect()
}
