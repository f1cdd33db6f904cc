//! What buttons and menus mean: all that is needed to act on them stands in their ids, so that they outlive the program.
//! Who may press is not in them; that is judged by who presses.
//!
//! An id is a letter and what it is about, as in `p:12:34:m.7:0`: a step of the panel, table 12 as it was at revision 34,
//! on the way to a walk to place 7.

use std::fmt::Write as _;
use std::str::Split;

pub(crate) use pages::{HistoryPage, LogPage, Page, PrivacyStep};

use lanai_host::{ContestId, NoticeId, PersonId, PremoveCondition, Revision, TableId};
use lanai_render::Crop;
use lanai_rules::Title;

/// The longest id that Discord takes.
const LONGEST: usize = 100;

/// A value in an id.
trait IdPart: Sized {
    /// Appends a colon and the value.
    fn write(&self, id: &mut String);

    /// Reads what `write` wrote.
    fn read(parts: &mut Split<'_, char>) -> Option<Self>;

    /// Returns the table that it is about, if any.
    fn game(&self) -> Option<TableId> {
        None
    }
}

/// The table of all buttons and menus: the letter of each, and what its id says besides.
macro_rules! presses {
    ($($(#[$doc:meta])* $letter:literal $name:ident $(($($field:ident: $kind:ty),+))?;)+) => {
        /// A button or menu.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub(crate) enum Press {
            $($(#[$doc])* $name $(($($kind),+))?,)+
        }

        impl Press {
            fn full_id(&self) -> String {
                match self {
                    $(Press::$name $(($($field),+))? => {
                        #[allow(unused_mut, reason = "some ids are a letter alone")]
                        let mut id = $letter.to_owned();
                        $($(IdPart::write($field, &mut id);)+)?
                        id
                    })+
                }
            }

            /// Returns the table that it is about, if any.
            pub(crate) fn game(&self) -> Option<TableId> {
                match self {
                    $(Press::$name $(($($field),+))? => None $($(.or(IdPart::game($field)))+)?,)+
                }
            }

            /// Reads an id. Returns `None` if it is none of ours.
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

presses! {
    /// Opens a table with computers in the other seats, and begins.
    "c" Play(title: Title);
    "L" Learn(title: Title);
    "R" Rules(page: Page);
    "j" Join(game: TableId);
    "l" Leave(game: TableId);
    "s" Start(game: TableId);
    /// Declines the invitation of this person.
    "D" Decline(game: TableId, person: PersonId);
    /// The same, and never be invited again.
    "U" Uninvited(game: TableId, person: PersonId);
    /// Asks for a word to mix into the seed.
    "w" Word(game: TableId);
    "i" AddComputer(game: TableId);
    "o" RemoveComputer(game: TableId);
    /// Opens the panel.
    "t" Turn(game: TableId);
    "q" Hint(game: TableId);
    "r" Realm(game: TableId);
    "b" Show(game: TableId);
    /// Takes back what the player did last, as it was seen at this revision.
    "u" Undo(game: TableId, seen: Revision);
    "f" Record(game: TableId);
    /// Plays a finished game again, with the same people.
    "g" Again(game: TableId);
    /// What happened since the player's last turn.
    "y" Recap(game: TableId);
    /// A page of what each turn of a finished game cost; the first if none is named.
    "e" Review(game: TableId, page: Option<usize>);
    "H" History(page: HistoryPage);
    /// Shows a finished game that a menu names.
    "P" PastGame;
    /// Stops looking for players of other servers.
    "S" StopSeeking;
    /// How the game stood after a turn; after the last if none is named.
    "h" Replay(game: TableId, number: Option<usize>);
    /// No more reminders of this turn; with the number of the reminder.
    "m" Mute(game: TableId, turn: Revision, notice: NoticeId);
    /// More time for this turn: a menu says how much.
    "z" Snooze(game: TableId);
    /// Agrees to what was asked for under this number.
    "a" Agree(game: TableId, number: i64);
    /// Takes the seat back from the computer.
    "k" Back(game: TableId);
    "x" Resign(game: TableId);
    /// On in the panel: the choices so far, and the number of a menu, from which on menus are shown.
    "p" Pick(way: Way, page: usize);
    /// The same place in the panel, with the whole board or closer.
    "v" See(way: Way, page: usize, crop: Crop);
    /// Does what was chosen in the panel.
    "d" Do(way: Way);
    /// The same, and always answer so.
    "A" Always(way: Way);
    "W" Ahead(game: TableId, deciding: Deciding);
    "C" Contest(contest: ContestId, what: SigningUp);
    "G" ContestLog(page: LogPage);
    /// A page of what moderators did: before an act, or the newest.
    "M" Acts(before: Option<i64>);
    "Y" Privacy(step: PrivacyStep);
}

impl Press {
    pub(crate) fn id(&self) -> String {
        let id = self.full_id();
        // No way is so long: the longest of both games has some sixty letters. If one were, its button would only
        // open the panel again.
        if id.len() > LONGEST {
            id.chars().take(LONGEST).collect()
        } else {
            id
        }
    }

    /// Returns where the answer goes.
    pub(crate) fn answer_place(&self) -> AnswerPlace {
        let is_in_place = match self {
            // The message stays for others: the handler says whether it changes, or asks by a modal.
            Press::Start(_) | Press::Decline(..) | Press::Uninvited(..) | Press::Word(_) => {
                return AnswerPlace::ByHandler;
            }
            Press::Rules(page) => page.menu != 0,
            Press::Ahead(_, deciding) => *deciding != Deciding::Look,
            // The first one comes from a public message, the next ones from a private answer.
            Press::Replay(_, shown) | Press::Review(_, shown) => shown.is_some(),
            Press::Privacy(step) => *step == PrivacyStep::Forgotten,
            Press::Join(_)
            | Press::Leave(_)
            | Press::AddComputer(_)
            | Press::RemoveComputer(_)
            | Press::History(_)
            | Press::ContestLog(_)
            | Press::Acts(_)
            | Press::StopSeeking
            | Press::Pick(..)
            | Press::See(..)
            | Press::Hint(_)
            | Press::Always(_)
            | Press::Do(_) => true,
            Press::Play(_)
            | Press::Learn(_)
            | Press::Turn(_)
            | Press::Realm(_)
            | Press::Show(_)
            | Press::Undo(..)
            | Press::Record(_)
            | Press::Again(_)
            | Press::Recap(_)
            | Press::PastGame
            | Press::Mute(..)
            | Press::Snooze(_)
            | Press::Agree(..)
            | Press::Back(_)
            | Press::Resign(_)
            | Press::Contest(..) => false,
        };
        if is_in_place {
            AnswerPlace::InPlace
        } else {
            AnswerPlace::NewMessage
        }
    }
}

/// Where the answer to a press goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AnswerPlace {
    /// A message of its own.
    NewMessage,
    /// The message with the button.
    InPlace,
    /// The handler decides when it knows the outcome; until then, the message with the button is
    /// acknowledged.
    ByHandler,
}

/// An id of a button or menu, written again as it was read; `None` if it is none of ours.
pub fn rewritten(id: &str) -> Option<String> {
    Press::read(id).map(|press| press.id())
}

/// Ids hold these as numbers.
macro_rules! numbers {
    ($($kind:ident: $game:expr;)+) => {
        $(impl IdPart for $kind {
            fn write(&self, id: &mut String) {
                push(self.0, id);
            }

            fn read(parts: &mut Split<'_, char>) -> Option<$kind> {
                i64::read(parts).map($kind)
            }

            fn game(&self) -> Option<TableId> {
                let game: fn($kind) -> Option<TableId> = $game;
                game(*self)
            }
        })+
    };
}

numbers! {
    ContestId: |_| None;
    TableId: Some;
    NoticeId: |_| None;
    PersonId: |_| None;
    Revision: |_| None;
}

fn push(value: impl std::fmt::Display, id: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(id, ":{value}");
}

macro_rules! plain {
    ($($kind:ty),+) => {
        $(impl IdPart for $kind {
            fn write(&self, id: &mut String) {
                push(self, id);
            }

            fn read(parts: &mut Split<'_, char>) -> Option<$kind> {
                parts.next()?.parse().ok()
            }
        })+
    };
}

plain!(i64, usize);

impl IdPart for Title {
    fn write(&self, id: &mut String) {
        push(self.name(), id);
    }

    fn read(parts: &mut Split<'_, char>) -> Option<Title> {
        Title::named(parts.next()?)
    }
}

/// Left out at the end of an id if there is none.
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

/// Ids hold the values of these by a letter each.
macro_rules! letters {
    ($kind:ident: $($letter:literal $value:ident $(($inner:path))?),+) => {
        impl IdPart for $kind {
            fn write(&self, id: &mut String) {
                push(match self { $($kind::$value $(($inner))? => $letter,)+ }, id);
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

letters!(Crop: "w" Whole, "c" Close);

/// What is done to a contest by its buttons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SigningUp {
    Join,
    Leave,
    Begin,
    /// The next season is opened.
    Next,
}

letters!(SigningUp: "j" Join, "l" Leave, "b" Begin, "n" Next);

/// A step of a premove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deciding {
    /// Show what was decided, or decide.
    Look,
    /// Add what to do if that cannot be done.
    More,
    /// Decide on this condition.
    PremoveCondition(PremoveCondition),
    Forget,
}

letters!(Deciding: "l" Look, "m" More, "s" PremoveCondition(PremoveCondition::Same), "u" PremoveCondition(PremoveCondition::Unpassed), "w" PremoveCondition(PremoveCondition::Whatever), "f" Forget);

/// The way through a panel: which table, as it was at which revision, what was chosen so far, and whether it is decided
/// ahead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    pub(crate) game: TableId,
    pub(crate) revision: Revision,
    pub(crate) picks: Vec<String>,
    pub(crate) ahead: bool,
}

/// What follows the revision of a way that is decided ahead.
const AHEAD: char = 'a';

impl Way {
    /// The beginning of a turn.
    pub(crate) fn begin(game: TableId, revision: Revision) -> Way {
        Way {
            game,
            revision,
            picks: Vec::new(),
            ahead: false,
        }
    }

    /// The beginning of a turn that is decided ahead.
    pub(crate) fn ahead(game: TableId, revision: Revision) -> Way {
        Way {
            ahead: true,
            ..Way::begin(game, revision)
        }
    }

    /// The way, some choices further.
    pub(crate) fn with(&self, picks: &[String]) -> Way {
        Way {
            picks: [&self.picks, picks].concat(),
            ..self.clone()
        }
    }

    /// The way, as far as the option of a menu leads: choices as an id has them.
    pub(crate) fn and(&self, option: &str) -> Way {
        let picks: Vec<String> = option.split('.').map(str::to_owned).collect();
        self.with(&picks)
    }

    /// Only the first so many choices.
    pub(crate) fn until(&self, length: usize) -> Way {
        Way {
            picks: self.picks.iter().take(length).cloned().collect(),
            ..self.clone()
        }
    }

    /// The same choices at another revision.
    pub(crate) fn at(&self, revision: Revision) -> Way {
        Way {
            revision,
            ..self.clone()
        }
    }
}

impl IdPart for Way {
    fn write(&self, id: &mut String) {
        let ahead = if self.ahead {
            AHEAD.to_string()
        } else {
            String::new()
        };
        push(
            format_args!(
                "{}:{}{ahead}:{}",
                self.game.0,
                self.revision.0,
                self.picks.join(".")
            ),
            id,
        );
    }

    fn read(parts: &mut Split<'_, char>) -> Option<Way> {
        let game = TableId::read(parts)?;
        let revision = parts.next()?;
        let ahead = revision.ends_with(AHEAD);
        let revision = Revision(
            revision
                .strip_suffix(AHEAD)
                .unwrap_or(revision)
                .parse()
                .ok()?,
        );
        let picks = parts
            .next()?
            .split('.')
            .filter(|pick| !pick.is_empty())
            .map(str::to_owned)
            .collect();
        Some(Way {
            game,
            revision,
            picks,
            ahead,
        })
    }

    fn game(&self) -> Option<TableId> {
        Some(self.game)
    }
}
