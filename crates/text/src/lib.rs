//! Texts: describes events, refusals, views and rules in sentences, and parses what players type.
//! All sentences are in `assets/words`, a Fluent file for each language. Sentences are made from
//! views, never from the full state of a game. The entry points are [`Dictionary`] and
//! [`Phrasebook`].

mod brief;
mod errors;
mod flaws;
pub mod haleakala;
pub mod hawaii;
pub mod input;
mod key;
mod language;
mod pieces;
mod topics;
mod typed;

pub use brief::{ScoreSheet, TellBriefly, describe_podium, describe_turn_briefly};
pub use flaws::WordsFlaw;
pub use lanai_keys::{Family, Key};
pub use language::{Dictionary, embedded_words, find_word_flaws};
pub use pieces::{display_width, is_piece, remove_marks, replace_marks};
pub use topics::{Figures, RulesText, SheetPart, TellRules};
pub use typed::translate_typed;

use std::sync::Arc;

/// A value for a variable of a sentence: text, or a number, which selects a plural form.
pub use fluent_bundle::FluentValue as Fill;
use fluent_bundle::{FluentArgs, FluentResource, concurrent::FluentBundle};
use unic_langid::LanguageIdentifier;

use lanai_ai::Evaluate;
use lanai_rules::{Rules, Seat, Standings};

/// The sentences of one language.
#[derive(Clone)]
pub struct Words {
    tag: Arc<str>,
    bundle: Arc<FluentBundle<FluentResource>>,
    /// The words from which missing sentences are taken; `None` for embedded languages.
    fallback: Option<Arc<Words>>,
    /// Whether a mark is put before the names of pieces, see [`replace_marks`].
    has_marks: bool,
}

/// The reason why the words of a language cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WordsError {
    /// The file is not valid Fluent, or two of its sentences have the same name.
    #[error("the words of {tag} cannot be read: {why}")]
    Unreadable { tag: String, why: String },
    /// A file in the operator's folder has flaws.
    #[error("{file}: {why}; lanai words {file} shows all that is wrong with it")]
    Flawed {
        file: String,
        /// The first flaw.
        why: String,
    },
    /// A folder or a file cannot be read.
    #[error("{file}: {why}")]
    Unreachable { file: String, why: String },
    /// The name of the file is not the tag of a language.
    #[error("{0} is not the tag of a language, such as de or pt-BR")]
    NoLanguage(String),
}

/// Returns a name as players type it: in lower case, with dashes between words, and without words
/// that are only punctuation.
pub fn typed_name(name: &str) -> String {
    let name = name.to_lowercase();
    let all: Vec<&str> = name.split_whitespace().collect();
    let words: Vec<&str> = all
        .iter()
        .copied()
        .filter(|word| word.contains(char::is_alphanumeric))
        .collect();
    if words.is_empty() {
        all.join("-")
    } else {
        words.join("-")
    }
}

impl Words {
    /// Parses the text of a file of words. The tag selects the plural rules.
    pub fn parse(tag: &str, text: &str) -> Result<Words, WordsError> {
        let resource = FluentResource::try_new(text.to_owned())
            .map_err(|(_, errors)| unreadable(tag, &errors))?;
        let language: LanguageIdentifier = tag
            .parse()
            .map_err(|_| WordsError::NoLanguage(tag.to_owned()))?;
        let mut bundle = FluentBundle::new_concurrent(vec![language]);
        // Fluent's isolation marks confuse terminals and alt texts, and names are safe without
        // them, because direction marks are removed from names.
        bundle.set_use_isolating(false);
        bundle
            .add_resource(resource)
            .map_err(|errors| unreadable(tag, &errors))?;
        Ok(Words {
            tag: tag.into(),
            bundle: Arc::new(bundle),
            fallback: None,
            has_marks: false,
        })
    }

    /// Returns the tag of the language, as in `de` or `pt-BR`.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// Returns the same words, but with marks before the names of pieces.
    ///
    /// The sender of such a text replaces the marks by pictures, see [`replace_marks`].
    pub fn with_piece_marks(&self) -> Words {
        Words {
            has_marks: true,
            ..self.clone()
        }
    }

    /// Puts the mark of a piece before its name, if these words use marks.
    fn mark_piece(&self, piece: &str, said: String) -> String {
        match pieces::mark_of_piece(piece).filter(|_| self.has_marks) {
            Some(mark) => format!("{mark} {said}"),
            None => said,
        }
    }

    /// Formats a sentence with its variables. An unknown key is returned in brackets, so that tests
    /// find it.
    pub fn say(&self, key: Key, fill: &[(&str, Fill<'_>)]) -> String {
        let name = key.name();
        let pattern = self
            .bundle
            .get_message(name)
            .and_then(|message| message.value());
        let Some(pattern) = pattern else {
            return self
                .fallback
                .as_ref()
                .map_or_else(|| format!("[{name}]"), |words| words.say(key, fill));
        };
        let args: FluentArgs<'_> = fill.iter().cloned().collect();
        self.bundle
            .format_pattern(pattern, Some(&args), &mut Vec::new())
            .into_owned()
    }

    /// Returns the placeholder for a person whose name is no longer stored.
    pub fn unknown_person(&self) -> String {
        self.say(key::SOMEBODY, &[])
    }

    /// Formats a number with the decimal mark of the language.
    pub fn format_decimal(&self, figure: f64, digits: usize) -> String {
        format!("{figure:.digits$}").replace('.', &self.say(key::DECIMAL_MARK, &[]))
    }

    /// Joins sentences up to the limit of an alt text; if some are left out, the sentence with the
    /// key `rest` tells where to find them.
    pub fn fit_alt_text(&self, sentences: impl IntoIterator<Item = String>, rest: Key) -> String {
        join_up_to_limit(sentences, &self.say(rest, &[]))
    }

    /// Joins the items of a list, as in "a, b and c".
    pub fn join_list(&self, items: &[String]) -> String {
        self.join_with(items, key::LIST_COMMA, key::LIST_AND)
    }

    /// Joins alternatives, as in "a, b or c".
    pub fn join_alternatives(&self, items: &[String]) -> String {
        self.join_with(items, key::LIST_COMMA, key::LIST_OR)
    }

    /// Joins parts that may contain commas, as in "a; b; c".
    pub(crate) fn join_parts(&self, items: &[String]) -> String {
        self.join_with(items, key::LIST_APART, key::LIST_APART)
    }

    fn join_with(&self, items: &[String], joiner: Key, last_joiner: Key) -> String {
        match items {
            [] => String::new(),
            [only] => only.clone(),
            [first @ .., last] => {
                let first = first.iter().cloned().reduce(|all, item| {
                    self.say(
                        joiner,
                        &[("first", Fill::from(&all)), ("last", Fill::from(&item))],
                    )
                });
                let first = first.unwrap_or_default();
                self.say(
                    last_joiner,
                    &[("first", Fill::from(&first)), ("last", Fill::from(last))],
                )
            }
        }
    }
}

/// The round and the points of all seats at one moment of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    pub round: u8,
    pub points: Vec<u16>,
    /// The chances to win in percent; empty if unknown.
    pub chances: Vec<u16>,
}

/// Discord's limit for the alt text of a picture, in UTF-16 code units.
pub const MAX_ALT_TEXT_UTF16: usize = 1024;

/// Joins whole sentences up to the limit of an alt text; if some are left out, the sentence `rest`
/// comes last.
fn join_up_to_limit(sentences: impl IntoIterator<Item = String>, rest: &str) -> String {
    let sentences: Vec<String> = sentences.into_iter().collect();
    let whole = sentences.join(" ");
    if utf16_length(&whole) <= MAX_ALT_TEXT_UTF16 {
        return whole;
    }
    let mut text = String::new();
    for sentence in sentences {
        let length = utf16_length(&text) + utf16_length(&sentence) + 1 + utf16_length(rest);
        if length > MAX_ALT_TEXT_UTF16 {
            break;
        }
        text = format!("{text}{sentence} ");
    }
    format!("{text}{rest}")
}

/// Returns the length in UTF-16 code units, the strictest count that any client uses.
fn utf16_length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Writes sentences about one game in one language.
pub struct Phrasebook<'a, G: Rules> {
    pub words: &'a Words,
    /// The numbers printed on the components of the game.
    pub printed: &'a G::Printed,
    /// The players' names, by seat.
    pub names: &'a [String],
}

impl<G: TellEvents> Phrasebook<'_, G> {
    /// Describes events in sentences, joined to one text.
    pub fn tell_events(&self, events: &[G::Event]) -> String {
        let sentences = events
            .iter()
            .map(|event| G::describe_event(self, event).trim().to_owned());
        sentences
            .filter(|sentence| !sentence.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// A game whose events, actions, outcomes and views can be described in words.
pub trait Tell: TellEvents + TellBriefly + TellActions + TellOutcomes + TellViews {}

impl<G: TellEvents + TellBriefly + TellActions + TellOutcomes + TellViews> Tell for G {}

/// Describes the events and refusals of a game in sentences.
pub trait TellEvents: Rules {
    fn describe_event(phrasebook: &Phrasebook<'_, Self>, event: &Self::Event) -> String;
    /// Returns whether an action is refused only because another question must be answered first.
    fn has_to_wait(refusal: &Self::Refusal) -> bool;
    /// Returns a sentence with the rule that forbids an action, and what the player lacks.
    fn explain_refusal(phrasebook: &Phrasebook<'_, Self>, refusal: &Self::Refusal) -> String;
}

/// Describes the reasons for a computer's turn or a hint.
pub trait TellReasons: Evaluate {
    /// Returns a reason as the end of a sentence that begins with "it".
    fn explain_reason(phrasebook: &Phrasebook<'_, Self>, reason: &Self::Reason) -> String;
}

impl<G: TellReasons> Phrasebook<'_, G> {
    /// Returns the reasons as a list, for a sentence that begins with "it"; `None` if there are
    /// none.
    pub fn join_reasons(&self, reasons: &[G::Reason]) -> Option<String> {
        let reasons: Vec<String> = reasons
            .iter()
            .map(|reason| G::explain_reason(self, reason))
            .collect();
        (!reasons.is_empty()).then(|| self.words.join_list(&reasons))
    }
}

/// Describes the actions and open questions of a game.
pub trait TellActions: Rules {
    /// Returns the command for an action, and what the action means.
    fn describe_action(
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        action: &Self::Action,
    ) -> String;
    /// Returns the question that the viewer has to answer, if any.
    fn open_question(phrasebook: &Phrasebook<'_, Self>, view: &Self::View) -> Option<String>;
}

/// Describes the outcome of a turn before it is committed.
pub trait TellOutcomes: Rules {
    /// Describes in short parts what a turn costs and brings its player, and the state afterwards.
    fn outcome_parts(
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        events: &[Self::Event],
        seat: Seat,
    ) -> Vec<String>;

    /// Lists the sums of the other players if the turn adds to the player's own sum.
    fn rival_sums_part(
        _phrasebook: &Phrasebook<'_, Self>,
        _view: &Self::View,
        _events: &[Self::Event],
        _seat: Seat,
    ) -> Option<String> {
        None
    }

    /// Describes the goods that are left after a turn; `None` if it changes none.
    fn goods_left_part(
        _phrasebook: &Phrasebook<'_, Self>,
        _view: &Self::View,
        _events: &[Self::Event],
        _seat: Seat,
    ) -> Option<String> {
        None
    }
}

/// Describes the views of a game in text.
pub trait TellViews: Rules {
    /// Returns the progress of the game in a few lines.
    fn progress_lines(phrasebook: &Phrasebook<'_, Self>, view: &Self::View) -> Vec<String>;
    fn describe_board(phrasebook: &Phrasebook<'_, Self>, view: &Self::View) -> String;
    fn describe_players(phrasebook: &Phrasebook<'_, Self>, view: &Self::View) -> String;
    fn describe_player(phrasebook: &Phrasebook<'_, Self>, view: &Self::View, seat: Seat) -> String;
    /// Describes a picture for players who cannot see it, within Discord's limit for alt texts, the
    /// most important first.
    fn describe_picture(
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        scene: Scene,
    ) -> String;
}

/// The subject of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scene {
    Board,
    /// The realm of one player, in games that have realms.
    Realm(Seat),
    Realms,
}

impl<G: TellRules> Phrasebook<'_, G> {
    /// Returns the rules of the game as text.
    pub fn rules(&self) -> RulesText<'_, G> {
        RulesText::new(self)
    }
}

impl<G: Rules> Phrasebook<'_, G> {
    fn say(&self, key: Key, fill: &[(&str, Fill<'_>)]) -> String {
        self.words.say(key, fill)
    }

    /// Returns the name of the player on a seat, or `?` if the seat has no name.
    pub fn player_name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("?", String::as_str)
    }

    /// Returns a sentence that says whose turn it is, or that the game is over.
    fn turn_sentence(&self, to_act: Option<Seat>) -> String {
        match to_act {
            Some(seat) => self.say(key::BOARD_TURN, &[("who", self.player_name(seat).into())]),
            None => self.say(key::BOARD_OVER, &[]),
        }
    }

    pub fn points(&self, points: u16) -> String {
        self.say(key::POINTS, &[("n", points.into())])
    }

    /// Describes a chart of the points: how many points each player had at the end of each round.
    pub fn describe_chart(&self, tallies: &[Tally]) -> String {
        // The first step of a round still holds the points of the previous round's end.
        let begins = tallies
            .windows(2)
            .filter(|pair| pair[0].round != pair[1].round)
            .map(|pair| &pair[1]);
        let ends: Vec<&Tally> = begins.chain(tallies.last()).collect();
        let mut sentences = vec![self.say(key::ALT_SCORES, &[])];
        for (seat, who) in self.names.iter().enumerate() {
            let points = ends
                .iter()
                .filter_map(|end| end.points.get(seat))
                .map(ToString::to_string);
            let list = points.collect::<Vec<_>>().join(", ");
            let fill = [("who", who.into()), ("list", list.into())];
            sentences.push(self.say(key::ALT_SCORES_OF, &fill));
        }
        self.fit_alt_text(sentences)
    }

    /// Joins sentences to an alt text, within Discord's limit for alt texts.
    fn fit_alt_text(&self, sentences: impl IntoIterator<Item = String>) -> String {
        join_up_to_limit(sentences, &self.say(key::ALT_REST, &[]))
    }

    /// Returns the final ranks, the best first, and a line that names the winner.
    pub fn standings(&self, standings: &Standings) -> String {
        let mut lines = Vec::new();
        for seat in standings.ranked() {
            let fill = [
                ("rank", standings.rank(seat).into()),
                ("who", self.player_name(seat).into()),
                ("points", self.points(standings.points[seat]).into()),
            ];
            lines.push(self.say(key::STANDING, &fill));
        }
        lines.push(self.winner(standings));
        lines.join("\n")
    }

    /// Returns a sentence that names the winner or the winners, and says whether a tie was broken.
    pub fn winner(&self, standings: &Standings) -> String {
        let winners: Vec<_> = standings
            .winners()
            .map(|seat| self.player_name(seat).to_owned())
            .collect();
        let best = standings.points.values().max();
        let best_count = standings
            .points
            .values()
            .filter(|points| Some(*points) == best)
            .count();
        let name = match (winners.len(), best_count) {
            (1, 1) => key::WINNER,
            (1, _) => key::WINNER_OF_TIE,
            _ => key::WINNERS,
        };
        self.say(name, &[("who", self.words.join_list(&winners).into())])
    }
}

fn unreadable(tag: &str, errors: &[impl ToString]) -> WordsError {
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    WordsError::Unreadable {
        tag: tag.to_owned(),
        why: errors.join("; "),
    }
}
