//! Ids of buttons and menus. An id holds all data that is needed to act on a press, so that buttons
//! work after a restart.
//!
//! Permissions are not part of an id; handlers check the user who presses.
//!
//! An id is a letter and its values, as in `p:12:34:m.7:0`: a step of the panel of table 12 at
//! revision 34, with a walk to place 7 chosen so far.

use std::fmt::Write as _;
use std::str::Split;

pub(crate) use pages::{ContestLogPage, HistoryPage, PrivacyStep, RulesPage};

use crate::wire::request::Priority;
use lanai_host::{ContestId, LessonPart, NoticeId, PersonId, PremoveCondition, Revision, TableId};
use lanai_panel::PanelPath;
use lanai_render::Crop;
use lanai_rules::Title;

/// Discord's limit for the id of a component.
const MAX_ID_CHARS: usize = 100;

/// A value in an id.
trait IdPart: Sized {
    /// Appends a colon and the value.
    fn write(&self, id: &mut String);

    /// Parses a value that `write` has written; `None` if there is no such value.
    fn read(parts: &mut Split<'_, char>) -> Option<Self>;

    /// Returns the table that the value names, if any.
    fn table(&self) -> Option<TableId> {
        None
    }
}

/// Defines all buttons and menus: the letter of each, the values in its id, how long its request may
/// wait, and where the answer goes.
macro_rules! presses {
    ($(
        $(#[$doc:meta])*
        $letter:literal $name:ident $(($($field:ident: $kind:ty),+))? => $priority:expr, $place:expr;
    )+) => {
        /// A button or menu.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub(crate) enum Press {
            $($(#[$doc])* $name $(($($kind),+))?,)+
        }

        impl Press {
            fn encode(&self) -> String {
                match self {
                    $(Press::$name $(($($field),+))? => {
                        #[allow(unused_mut, reason = "some ids have no values")]
                        let mut id = $letter.to_owned();
                        $($(IdPart::write($field, &mut id);)+)?
                        id
                    })+
                }
            }

            #[allow(unused_variables, reason = "few priorities depend on the values")]
            pub(crate) fn priority(&self) -> Priority {
                use Priority::{Move, Read};
                match self {
                    $(Press::$name $(($($field),+))? => $priority,)+
                }
            }

            /// Returns where the answer goes.
            #[allow(unused_variables, reason = "few places depend on the values")]
            pub(crate) fn answer_place(&self) -> AnswerPlace {
                use AnswerPlace::{ByHandler, InPlace, NewMessage};
                match self {
                    $(Press::$name $(($($field),+))? => $place,)+
                }
            }

            /// Returns the table that the press is about, if any.
            pub(crate) fn table(&self) -> Option<TableId> {
                match self {
                    $(Press::$name $(($($field),+))? => None $($(.or(IdPart::table($field)))+)?,)+
                }
            }

            /// Parses an id. Returns `None` if the bot has no such button.
            pub(crate) fn read(id: &str) -> Option<Press> {
                let mut parts = id.split(':');
                let press = match parts.next()? {
                    $($letter => Press::$name $(($(<$kind as IdPart>::read(&mut parts)?),+))?,)+
                    _ => return None,
                };
                parts.next().is_none().then_some(press)
            }
        }
    };
}

// A button with a page or a step is in an answer, which it edits; without one it is in a message that
// stays.
presses! {
    /// Opens a table with computers in the other seats, and starts the game.
    "c" Play(title: Title) => Move, NewMessage;
    /// Opens a part of a lesson; by default the one that was begun, or the first.
    "L" Learn(title: Title, part: Option<LessonPart>) => Move, in_place_if(part.is_some());
    "R" Rules(page: RulesPage) => Read, in_place_if(page.menu != 0);
    "j" Join(table: TableId) => Move, InPlace;
    "l" Leave(table: TableId) => Move, InPlace;
    "s" Start(table: TableId) => Move, ByHandler;
    /// Opens a table for two, and invites this person to it.
    "V" Challenge(title: Title, person: PersonId) => Move, InPlace;
    /// Declines the invitation of this person to the table.
    "D" Decline(table: TableId, person: PersonId) => Move, ByHandler;
    /// Declines the invitation of this person, and refuses all further ones.
    "U" Uninvited(table: TableId, person: PersonId) => Move, ByHandler;
    /// Explains the shuffle.
    "n" Shuffle(table: TableId) => Read, NewMessage;
    /// Opens the modal for a word that is mixed into the seed.
    "w" Word(table: TableId) => Move, ByHandler;
    "i" AddComputer(table: TableId) => Move, InPlace;
    "o" RemoveComputer(table: TableId) => Move, InPlace;
    /// Shows a menu of people, or invites the person who was selected in it.
    "I" Invite(table: TableId) => Move, NewMessage;
    /// Shows the menus in which the owner sets the table up, or takes a choice in one of them.
    "O" SetUp(table: TableId, menu: Option<SetUpMenu>) => Move, in_place_if(menu.is_some());
    /// Takes a choice in a menu of a person's reminders.
    "E" Remind(menu: ReminderMenu) => Move, InPlace;
    /// Takes a choice in a menu of a guild's settings.
    "B" GuildSetting(menu: GuildMenu) => Move, InPlace;
    /// Opens the panel of the player to act.
    "t" Turn(table: TableId) => Move, NewMessage;
    "q" Hint(table: TableId) => Read, InPlace;
    /// Opens the board as an Activity, or gives the link to it. An Activity cannot be deferred: if
    /// it takes too long, the press is only acknowledged.
    "Q" Board(table: TableId) => Read, ByHandler;
    /// Explains the signs of the board.
    "b" Signs(table: TableId) => Read, NewMessage;
    "r" Realm(table: TableId) => Read, NewMessage;
    /// Takes back the last turn, unless a person has acted since this revision.
    "u" Undo(table: TableId, revision: Revision) => Move, NewMessage;
    "f" Record(table: TableId) => Read, NewMessage;
    /// Opens a rematch.
    "g" Again(table: TableId) => Move, NewMessage;
    /// Shows the turns since the player's last turn.
    "y" Recap(table: TableId) => Read, NewMessage;
    /// Shows a page of the review of a finished game; the first page by default.
    "e" Review(table: TableId, page: Option<usize>) => Read, in_place_if(page.is_some());
    "H" History(page: HistoryPage) => Read, InPlace;
    /// Shows the finished game that is selected in a menu.
    "P" PastGame => Read, NewMessage;
    /// Withdraws the user's match request.
    "S" StopSeeking => Move, InPlace;
    /// Shows the game after a turn; after the last turn by default.
    "h" Replay(table: TableId, turn: Option<usize>) => Read, in_place_if(turn.is_some());
    /// Stops reminders of this turn. The notice is the reminder with the button.
    "m" Mute(table: TableId, turn: Revision, notice: NoticeId) => Move, NewMessage;
    /// Offers more time for this turn in a menu, and gives the time that is selected there.
    "z" Snooze(table: TableId) => Move, NewMessage;
    "a" Agree(table: TableId, proposal: i64) => Move, NewMessage;
    "N" Disagree(table: TableId, proposal: i64) => Move, NewMessage;
    /// Takes the seat back from the computer.
    "k" Back(table: TableId) => Move, NewMessage;
    "x" Resign(table: TableId) => Move, InPlace;
    /// Shows this page of the panel after some choices.
    "p" Pick(path: PanelPath, page: usize) => Move, InPlace;
    /// Shows the same panel with a picture of the whole board or of a part of it.
    "v" See(path: PanelPath, page: usize, crop: Crop) => Move, InPlace;
    /// Plays the turn that was chosen in the panel.
    "d" Do(path: PanelPath) => Move, InPlace;
    /// Plays the turn, and gives the same answer to all later questions of this kind.
    "A" Always(path: PanelPath) => Move, InPlace;
    "W" Ahead(table: TableId, step: PremoveStep) => Move, in_place_if(*step != PremoveStep::Show);
    "C" Contest(contest: ContestId, action: ContestAction) => Move, NewMessage;
    "G" ContestLog(page: ContestLogPage) => Read, InPlace;
    /// Shows a page of the moderation log: the acts before the given one, or the newest acts.
    "M" Acts(before: Option<i64>) => Read, InPlace;
    "Y" Privacy(step: PrivacyStep) => read_if(*step == PrivacyStep::Export),
        in_place_if(*step == PrivacyStep::Forgotten);
}

impl Press {
    pub(crate) fn id(&self) -> String {
        let id = self.encode();
        // The longest path of both games has some sixty characters. The button of a longer path
        // would open the panel again, or be answered as outdated.
        if id.len() > MAX_ID_CHARS {
            id.chars().take(MAX_ID_CHARS).collect()
        } else {
            id
        }
    }
}

/// Where the answer to a press goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AnswerPlace {
    NewMessage,
    /// The message with the button, which is edited.
    InPlace,
    /// A place that the handler chooses when it knows the outcome; until then the press is only
    /// acknowledged.
    ByHandler,
}

fn in_place_if(condition: bool) -> AnswerPlace {
    if condition {
        AnswerPlace::InPlace
    } else {
        AnswerPlace::NewMessage
    }
}

fn read_if(condition: bool) -> Priority {
    if condition {
        Priority::Read
    } else {
        Priority::Move
    }
}

/// Parses an id and encodes it again; `None` if the bot has no such button.
pub fn reencode_press_id(id: &str) -> Option<String> {
    Press::read(id).map(|press| press.id())
}

/// Implements [`IdPart`] for wrapped numbers.
macro_rules! number_parts {
    ($($kind:ident),+) => {
        $(impl IdPart for $kind {
            fn write(&self, id: &mut String) {
                append_part(self.0, id);
            }

            fn read(parts: &mut Split<'_, char>) -> Option<$kind> {
                i64::read(parts).map($kind)
            }
        })+
    };
}

number_parts!(ContestId, NoticeId, PersonId, Revision);

impl IdPart for TableId {
    fn write(&self, id: &mut String) {
        append_part(self.0, id);
    }

    fn read(parts: &mut Split<'_, char>) -> Option<TableId> {
        i64::read(parts).map(TableId)
    }

    fn table(&self) -> Option<TableId> {
        Some(*self)
    }
}

fn append_part(value: impl std::fmt::Display, id: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(id, ":{value}");
}

/// Implements [`IdPart`] for types with `Display` and `FromStr`.
macro_rules! text_parts {
    ($($kind:ty),+) => {
        $(impl IdPart for $kind {
            fn write(&self, id: &mut String) {
                append_part(self, id);
            }

            fn read(parts: &mut Split<'_, char>) -> Option<$kind> {
                parts.next()?.parse().ok()
            }
        })+
    };
}

text_parts!(i64, usize);

impl IdPart for Title {
    fn write(&self, id: &mut String) {
        append_part(self.name(), id);
    }

    fn read(parts: &mut Split<'_, char>) -> Option<Title> {
        Title::from_name(parts.next()?)
    }
}

/// Leaves out `None`, so an optional value must be the last value of an id.
impl<T: IdPart> IdPart for Option<T> {
    fn write(&self, id: &mut String) {
        if let Some(value) = self {
            value.write(id);
        }
    }

    fn read(parts: &mut Split<'_, char>) -> Option<Option<T>> {
        if parts.clone().next().is_none() {
            Some(None)
        } else {
            T::read(parts).map(Some)
        }
    }
}

/// Implements [`IdPart`] for enums whose variants have a letter each.
macro_rules! letter_parts {
    ($kind:ident: $($letter:literal $value:ident $(($inner:path))?),+) => {
        impl IdPart for $kind {
            fn write(&self, id: &mut String) {
                append_part(match self { $($kind::$value $(($inner))? => $letter,)+ }, id);
            }

            fn read(parts: &mut Split<'_, char>) -> Option<$kind> {
                match parts.next()? {
                    $($letter => Some($kind::$value $(($inner))?),)+
                    _ => None,
                }
            }
        }
    };
}

mod pages;

letter_parts!(Crop: "w" Whole, "c" Close);
letter_parts!(LessonPart: "1" First, "2" Second);

/// A menu in which the owner sets a table up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SetUpMenu {
    Seats,
    TimeControl,
    TimeoutPolicy,
    Level,
    Options,
}

letter_parts!(SetUpMenu: "s" Seats, "t" TimeControl, "p" TimeoutPolicy, "l" Level, "o" Options);

/// A menu in which a person changes reminders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReminderMenu {
    Interval,
    Quiet,
    Switches,
}

letter_parts!(ReminderMenu: "i" Interval, "q" Quiet, "s" Switches);

/// A menu in which a moderator changes the settings of a guild.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GuildMenu {
    TimeControl,
    Interval,
    Quiet,
    Language,
    Switches,
}

letter_parts!(GuildMenu: "t" TimeControl, "i" Interval, "q" Quiet, "l" Language, "s" Switches);

/// What a button of a contest does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ContestAction {
    Join,
    Leave,
    Begin,
    /// Opens the next season of a league.
    Next,
}

letter_parts!(ContestAction: "j" Join, "l" Leave, "b" Begin, "n" Next);

/// What a button of the premove panel does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PremoveStep {
    /// Shows the premove, or the panel to choose one.
    Show,
    /// Adds a turn that is tried if the turns before it are not possible.
    AddAlternative,
    /// Sets the condition of the premove.
    Decide(PremoveCondition),
    Discard,
}

letter_parts!(PremoveStep: "l" Show, "m" AddAlternative, "s" Decide(PremoveCondition::Same), "u" Decide(PremoveCondition::NotOvertaken), "w" Decide(PremoveCondition::Whatever), "f" Discard);

/// The mark that follows the revision in the id of a premove's panel.
const PREMOVE_MARK: char = 'a';

impl IdPart for PanelPath {
    fn write(&self, id: &mut String) {
        append_part(self.table.0, id);
        append_part(self.revision.0, id);
        if self.is_premove {
            id.push(PREMOVE_MARK);
        }
        append_part(self.pick_keys.join("."), id);
    }

    fn read(parts: &mut Split<'_, char>) -> Option<PanelPath> {
        let table = TableId::read(parts)?;
        let revision = parts.next()?;
        let premove_revision = revision.strip_suffix(PREMOVE_MARK);
        let revision = premove_revision.unwrap_or(revision).parse().ok()?;
        let pick_keys = parts.next()?.split('.').filter(|pick| !pick.is_empty());
        Some(PanelPath {
            table,
            revision: Revision(revision),
            pick_keys: pick_keys.map(str::to_owned).collect(),
            is_premove: premove_revision.is_some(),
        })
    }

    fn table(&self) -> Option<TableId> {
        Some(self.table)
    }
}
