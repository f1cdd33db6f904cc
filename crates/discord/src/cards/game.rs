//! What a game has to tell about itself so that it can be played in a chat: how its choices are listed, what they cost
//! and bring, and what an option of a command can hold.

use serde_json::Value;

use lanai_host::Teach;
use lanai_render::{Art, DrawRules};
use lanai_rules::Seat;
use lanai_text::input::Spoken;
use lanai_text::{Phrasebook, TellReasons};

/// A game that can be played in a chat.
pub(crate) trait AtTable: Spoken + DrawRules + TellReasons + Teach {
    /// The names of the menus in which choices are offered, in the order in which they stand in the panel.
    const MENUS: &'static [&'static str];

    /// How buttons and menus call an action: first its kind, then what it is about. No action of a list is called by the
    /// beginning of what another is called.
    fn keys(action: &Self::Action) -> Vec<String>;

    /// In which of the menus an action stands, and where in it: as things lie on the board.
    fn rank(view: &Self::View, action: &Self::Action) -> (usize, usize);

    /// Whether an action is offered together with the one before it, as one choice.
    fn joins(action: &Self::Action) -> bool;

    /// What both are called as one choice.
    fn join(first: &str, second: String) -> String;

    /// The spot of the board that a letter marks for this action, by any name; nothing if its own words say where it is.
    fn spot(action: &Self::Action) -> Option<String>;

    /// What most would do here without being asked; nothing if there is nothing to do.
    fn usual(view: &Self::View, legal: &[Self::Action]) -> Option<Self::Action>;

    /// Whether it answers a question that comes again and again, mostly not in one's own turn.
    fn recurs(action: &Self::Action) -> bool;

    /// How a menu is called that changes such an action, with what it is for.
    fn change(
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        action: &Self::Action,
    ) -> String;

    /// What a choice is called in a menu, in few words.
    fn choice(
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        action: &Self::Action,
    ) -> String;

    /// The piece that a choice is about, as it lies on the board; nothing if it is about none.
    fn piece(view: &Self::View, action: &Self::Action) -> Option<Art>;

    /// What the events of a turn cost and bring their player, and where they stand afterwards, in a few words each.
    fn outcome(
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        events: &[Self::Event],
        seat: Seat,
    ) -> Vec<String>;

    /// What a player would like to do, but may not be able to.
    fn wishes(view: &Self::View) -> Vec<Self::Action>;

    /// A wish that is refused, and what it lacks, in a few words; nothing if that is no matter of means.
    fn lack(
        phrasebook: &Phrasebook<'_, Self>,
        wish: &Self::Action,
        refusal: &Self::Refusal,
    ) -> Option<String>;

    /// What an option of a command can hold, of all that this action is; nothing if it is not of that kind.
    fn suggestion(
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        action: &Self::Action,
        wanted: ActionOption,
    ) -> Option<Suggestion>;

    /// Whether an action agrees with what is typed, apart from what the option in question says.
    fn agrees(typed: &Self::Action, action: &Self::Action, wanted: ActionOption) -> bool;

    /// Returns the name and the picture of a piece that a player took ([`lanai_rules::Taken`]), if
    /// there is one of this name.
    fn liked(phrasebook: &Phrasebook<'_, Self>, kind: &str, piece: &str) -> Option<(String, Art)>;

    /// What a player has in hand, for one's own eyes.
    fn purse(phrasebook: &Phrasebook<'_, Self>, view: &Self::View, seat: Seat) -> Option<String>;
}

/// Something that an option can hold.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Suggestion {
    /// What people read.
    pub(crate) label: String,
    /// What the command gets.
    pub(crate) value: Value,
}

impl Suggestion {
    pub(crate) fn new(label: impl Into<String>, value: impl Into<Value>) -> Suggestion {
        Suggestion {
            label: label.into(),
            value: value.into(),
        }
    }
}

/// An option of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ActionOption {
    MoveTo,
    BuyWhat,
    /// With which token.
    BuyPrice,
    Pay,
    Village,
    /// Which fish tokens.
    Fish,
    Dock,
    /// Which space of the turn order.
    Space,
    /// Which number disc.
    Disc,
    Beach,
    Take,
}
