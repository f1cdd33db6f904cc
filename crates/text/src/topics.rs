//! Explains the rules in short, topic by topic, with the printed figures and the options of a
//! table.

use super::{Fill, Key, Phrasebook, TellActions};
use crate::key;
use lanai_rules::choices;
use lanai_rules::ruling::Ruling;

/// The names and values of the variables that sentences about the rules use.
pub type Figures = Vec<(String, Fill<'static>)>;

/// A game whose rules can be explained in short.
pub trait TellRules: TellActions {
    /// The topics in the order of learning: the course of the game, then its pieces.
    const TOPICS: [&'static [&'static str]; 2];

    /// The summary sheet: a turn, a round and what brings points, each as a list of sentence names.
    const SHEET: [&'static [&'static str]; 3];

    /// Returns the figures printed on the components, as variables for sentences about the rules.
    fn printed_figures(phrasebook: &Phrasebook<'_, Self>) -> Figures;

    /// Returns the name of the piece that a topic explains, or `None` if it explains none.
    fn topic_piece_name(phrasebook: &Phrasebook<'_, Self>, topic: &str) -> Option<String>;

    /// Returns the lines of a topic beside its sentences: figures, or what each side of a tile
    /// does.
    fn topic_lines(phrasebook: &Phrasebook<'_, Self>, topic: &str) -> Vec<String>;

    /// Returns whether a topic tells figures for which no source was found.
    fn has_reconstructed_figures(printed: &Self::Printed, topic: &str) -> bool;

    /// Returns one line about the effect of the piece that an action takes, or `None` if it takes
    /// none.
    fn describe_action_effect(
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        action: &Self::Action,
    ) -> Option<String>;
}

/// A part of the summary sheet: a heading and its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetPart {
    pub title: String,
    pub lines: Vec<String>,
}

const PART_KEYS: [Key; 3] = [key::SUM_TURN, key::SUM_ROUND, key::SUM_POINTS];

/// The rules of one game as text: its topics, its summary sheet and its rulings.
pub struct RulesText<'a, G: TellRules> {
    phrasebook: &'a Phrasebook<'a, G>,
}

impl<'a, G: TellRules> RulesText<'a, G> {
    pub fn new(phrasebook: &'a Phrasebook<'a, G>) -> RulesText<'a, G> {
        RulesText { phrasebook }
    }

    /// Returns the summary sheet: three headings with their lines.
    pub fn sheet(&self, options: &G::Options) -> [SheetPart; 3] {
        std::array::from_fn(|part| {
            let lines = G::SHEET[part].iter().map(|name| {
                self.say_with_figures(
                    options,
                    key::SUM.member(&format!("{}-{name}", G::TITLE.name())),
                )
            });
            SheetPart {
                title: self.phrasebook.say(PART_KEYS[part], &[]),
                lines: lines.collect(),
            }
        })
    }

    /// Describes the summary sheet as an alt text.
    pub fn describe_sheet(&self, options: &G::Options) -> String {
        let parts = self.sheet(options).map(|part| {
            let fill = [
                ("part", Fill::from(part.title)),
                ("list", self.phrasebook.words.join_parts(&part.lines).into()),
            ];
            self.phrasebook.say(key::ALT_RULES_PART, &fill)
        });
        self.phrasebook.fit_alt_text(parts)
    }

    /// Returns the question about the rules that a ruling answers.
    pub fn ruling_question(&self, ruling: &Ruling) -> String {
        self.ruling_part(ruling, "question")
    }

    /// Returns the three lines of a ruling: the answer, its basis, and the reason.
    pub fn ruling_lines(&self, ruling: &Ruling) -> [String; 3] {
        let [answer, because] = [
            ("answer", key::RULING_ANSWER),
            ("because", key::RULING_BECAUSE),
        ]
        .map(|(part, key)| {
            let fill = [(part, self.ruling_part(ruling, part).into())];
            self.phrasebook.say(key, &fill)
        });
        let basis = self
            .phrasebook
            .say(key::RULING_BASIS.member(ruling.basis.name()), &[]);
        [answer, basis, because]
    }

    fn ruling_part(&self, ruling: &Ruling, part: &str) -> String {
        let name = format!("{}-{}-{part}", G::TITLE.name(), ruling.name);
        self.phrasebook.say(key::RULING.member(&name), &[])
    }

    pub fn topics() -> impl Iterator<Item = &'static str> {
        G::TOPICS.into_iter().flatten().copied()
    }

    pub fn topic_title(&self, topic: &str) -> String {
        G::topic_piece_name(self.phrasebook, topic)
            .unwrap_or_else(|| self.phrasebook.say(topic_key::<G>(topic), &[]))
    }

    /// Returns the text of a topic: its sentences, and its list if there is one.
    pub fn topic_text(&self, options: &G::Options, topic: &str) -> String {
        let sentences = self.say_with_figures(options, topic_key::<G>(&format!("{topic}-text")));
        let list = G::topic_lines(self.phrasebook, topic);
        // For a piece, the effect comes before the sentences; for the course of the game, the list
        // comes after them.
        let mut lines = if G::TOPICS[0].contains(&topic) {
            [vec![sentences], list].concat()
        } else {
            [list, vec![sentences]].concat()
        };
        if G::has_reconstructed_figures(self.phrasebook.printed, topic) {
            lines.push(self.phrasebook.say(key::TOPIC_RECONSTRUCTED, &[]));
        }
        lines.join("\n")
    }

    /// Formats a sentence with the printed figures and the options of a table.
    fn say_with_figures(&self, options: &G::Options, key: Key) -> String {
        let chosen = choices::chosen::<G>(options)
            .into_iter()
            .map(|(name, value)| (name, Fill::from(value)));
        let figures: Figures = G::printed_figures(self.phrasebook)
            .into_iter()
            .chain(chosen)
            .collect();
        let fill: Vec<(&str, Fill<'_>)> = figures
            .iter()
            .map(|(name, figure)| (name.as_str(), figure.clone()))
            .collect();
        self.phrasebook.say(key, &fill)
    }

    /// Returns a sentence for each option that differs from the printed rules.
    pub fn list_option_changes(&self, options: &G::Options) -> Vec<String> {
        let game = G::TITLE.name();
        choices::differing::<G>(options)
            .into_iter()
            .map(|(name, value)| {
                let option = format!("{game}-{name}-{value}");
                self.phrasebook.say(key::OPTION.member(&option), &[])
            })
            .collect()
    }

    /// Finds topics by their titles, synonyms and texts, the best match first.
    pub fn find_topics(&self, options: &G::Options, typed: &str) -> Vec<&'static str> {
        let typed = typed.trim().to_lowercase();
        let mut found: Vec<(u8, &'static str)> = Self::topics()
            .filter_map(|topic| Some((self.match_rank(options, topic, &typed)?, topic)))
            .collect();
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, topic)| topic).collect()
    }

    /// Returns how well a topic matches lower-case input, 0 for the best, or `None` if it does not.
    fn match_rank(&self, options: &G::Options, topic: &str, typed: &str) -> Option<u8> {
        let title = self.topic_title(topic).to_lowercase();
        let synonyms = self
            .phrasebook
            .say(topic_key::<G>(&format!("{topic}-also")), &[]);
        let synonyms = synonyms.to_lowercase();
        let mut synonyms = synonyms.split(',').map(str::trim);
        if title == typed || topic == typed {
            return Some(0);
        }
        if synonyms.clone().any(|name| name == typed) {
            return Some(1);
        }
        if title.contains(typed) || synonyms.any(|name| name.contains(typed)) {
            return Some(2);
        }
        let text = self.topic_text(options, topic).to_lowercase();
        text.contains(typed).then_some(3)
    }
}

fn topic_key<G: TellRules>(topic: &str) -> Key {
    key::TOPIC.member(&format!("{}-{topic}", G::TITLE.name()))
}
