//! The trait of games that can be played in a panel.
//!
//! It says how choices are named, listed and laid out as buttons, and which values the options of
//! commands have.

use serde_json::Value;

use lanai_host::Teach;
use lanai_render::{Art, DrawRules};
use lanai_rules::Seat;
use lanai_text::input::{InputError, TypedGame};
use lanai_text::{Phrasebook, TellReasons};

/// A game that can be played in a panel.
pub trait PanelGame: TypedGame + DrawRules + TellReasons + Teach {
    /// Returns the keys by which ids of buttons name an action, with its kind first.
    ///
    /// The keys of one legal action are never a prefix of the keys of another.
    fn action_keys(action: &Self::Action) -> Vec<String>;

    /// Returns the keys of the choice that an unfinished line has begun; `None` if it has begun none.
    fn started_pick(_error: &InputError) -> Option<Vec<String>> {
        None
    }

    /// Returns a sort key for lists of choices. By default, they keep the order of the rules.
    fn list_position(_view: &Self::View, _action: &Self::Action) -> usize {
        0
    }

    /// Returns the keys in which the main choices of a list differ. Of actions with the same keys,
    /// only the first is a main choice; the others differ from it in a detail.
    fn main_keys(action: &Self::Action) -> Vec<String> {
        Self::action_keys(action)
    }

    /// Returns the buttons with which a turn begins, row by row as on the board; none if the player
    /// has something else to decide.
    fn board_rows(
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
    ) -> Vec<Vec<BoardButton<Self::Action>>>;

    /// Returns whether the player chooses such an action in a step of its own, instead of changing
    /// a default.
    fn has_own_step(_action: &Self::Action) -> bool {
        false
    }

    /// Returns the name of the spot on the board that is marked for this action; `None` if the
    /// action has no spot, or if its label says where it takes place.
    fn board_spot(action: &Self::Action) -> Option<String>;

    /// Returns the spots that keep a letter for the whole game, in the order of the letters. All
    /// other spots get numbers.
    fn lettered_spots(view: &Self::View) -> Vec<String>;

    /// Returns the action that is assumed until the player chooses; `None` if no action is legal.
    fn default_action(view: &Self::View, legal: &[Self::Action]) -> Option<Self::Action>;

    /// Returns whether the action answers a question that recurs, mostly in other players' turns.
    fn is_recurring(action: &Self::Action) -> bool;

    /// Returns the name of the group of buttons that replace this action by an alternative.
    fn change_label(
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        action: &Self::Action,
    ) -> String;

    /// Returns the label of a choice on a button.
    fn choice_label(
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        action: &Self::Action,
    ) -> String;

    /// Returns what tells a choice apart from others at the same spot, if there may be any.
    fn short_label(_phrasebook: &Phrasebook<'_, Self>, _action: &Self::Action) -> Option<String> {
        None
    }

    /// Returns the piece that a choice is about, as it is on the board.
    fn piece_art(view: &Self::View, action: &Self::Action) -> Option<Art>;

    /// Returns the value that the wanted option of a command has for this action, if it has one.
    fn suggest(
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        action: &Self::Action,
        wanted: ActionOption,
    ) -> Option<Suggestion>;

    /// Returns whether an action equals the typed one in everything but the wanted option.
    fn agrees_with_typed(typed: &Self::Action, action: &Self::Action, wanted: ActionOption)
    -> bool;

    /// Returns the name and the picture of a piece that a player took, found by the names in
    /// [`lanai_rules::Taken`]; `None` if no piece has these names.
    fn find_piece(
        phrasebook: &Phrasebook<'_, Self>,
        kind: &str,
        piece: &str,
    ) -> Option<(String, Art)>;

    /// Describes what a player has in hand, which only this player sees; `None` if all is public.
    fn purse_line(
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        seat: Seat,
    ) -> Option<String>;
}

/// A button of the first step of a turn. It stands for a spot of the board or for a piece.
pub struct BoardButton<A> {
    /// An action that begins with the button, whether or not it is possible.
    pub action: A,
    /// The keys with which all actions of the button begin.
    pub keys: Vec<String>,
    /// Whether the button stands for a spot of the board, whose letter it has.
    pub has_letter: bool,
    /// The text beside the letter and the piece; empty if the picture names the spot.
    pub label: String,
    /// The name of the spot, for readers without the picture.
    pub name: String,
}

impl<A> BoardButton<A> {
    /// Creates the button of a spot at which there is one action.
    pub fn of_action<G: PanelGame<Action = A>>(
        action: A,
        label: String,
        name: String,
    ) -> BoardButton<A> {
        BoardButton {
            keys: G::action_keys(&action),
            action,
            has_letter: true,
            label,
            name,
        }
    }

    /// Returns whether one of these actions begins with the button.
    pub fn is_possible<G: PanelGame<Action = A>>(&self, legal: &[A]) -> bool {
        legal
            .iter()
            .any(|action| G::action_keys(action).starts_with(&self.keys))
    }
}

impl<A: Copy> BoardButton<A> {
    /// Explains why the button's action is not possible now; `None` if it is.
    pub fn explain_refusal<G: PanelGame<Action = A>>(
        &self,
        phrasebook: &Phrasebook<'_, G>,
        game: &G,
    ) -> Option<String> {
        let refusal = game.clone().play(self.action, &mut Vec::new()).err()?;
        Some(G::explain_refusal(phrasebook, &refusal))
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Suggestion {
    pub label: String,
    /// The value that Discord submits with the command.
    pub value: Value,
}

impl Suggestion {
    pub fn new(label: impl Into<String>, value: impl Into<Value>) -> Suggestion {
        Suggestion {
            label: label.into(),
            value: value.into(),
        }
    }
}

/// An option of a command for which values are suggested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActionOption {
    MoveTo,
    BuyWhat,
    BuyPrice,
    Pay,
    Village,
    Fish,
    Dock,
    /// A space of the turn order.
    Space,
    /// A number disc.
    Disc,
    Beach,
    Take,
}
