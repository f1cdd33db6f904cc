//! The rules in short, topic by topic, filled with the printed figures and the options in force.

use super::{Fill, Phrasebook, TellActions};
use lanai_rules::choices;
use lanai_rules::ruling::Ruling;

/// Values that sentences about the rules fill in, by name.
pub type Figures = Vec<(String, Fill<'static>)>;

/// A game whose rules can be told in short.
pub trait TellRules: TellActions {
    /// The topics in the order of learning: the course of the game, then its pieces.
    const TOPICS: [&'static [&'static str]; 2];

    /// The summary sheet: a turn, a round and what brings points, each as a list of sentence names.
    const SHEET: [&'static [&'static str]; 3];

    /// Returns the printed figures for the sentences.
    fn figures(phrasebook: &Phrasebook<'_, Self>) -> Figures;

    /// Returns the name of the piece that a topic is about, if it is one.
    fn piece_named(phrasebook: &Phrasebook<'_, Self>, topic: &str) -> Option<String>;

    /// Returns the lines below a topic's sentences: figures, or what each side of a tile does.
    fn list(phrasebook: &Phrasebook<'_, Self>, topic: &str) -> Vec<String>;

    /// Returns in one line what the piece of an action does, if it is about one.
    fn meaning(
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        action: &Self::Action,
    ) -> Option<String>;
}

const PARTS: [&str; 3] = ["sum-turn", "sum-round", "sum-points"];

impl<G: TellRules> Phrasebook<'_, G> {
    /// Returns the summary sheet: three headings with their lines.
    pub fn sheet(&self, options: &G::Options) -> [(String, Vec<String>); 3] {
        let line = |name: &&str| self.ruled(options, &format!("sum-{}-{name}", G::TITLE.name()));
        std::array::from_fn(|part| {
            (
                self.say(PARTS[part], &[]),
                G::SHEET[part].iter().map(line).collect(),
            )
        })
    }

    /// Describes the summary sheet as an alt text.
    pub fn sheet_described(&self, options: &G::Options) -> String {
        let part = |(part, lines): (String, Vec<String>)| {
            let fill = [
                ("part", Fill::from(part)),
                ("list", self.words.apart(&lines).into()),
            ];
            self.say("alt-rules-part", &fill)
        };
        self.described(self.sheet(options).map(part))
    }

    /// Returns the question that a ruling answers.
    pub fn question(&self, ruling: &Ruling) -> String {
        self.ruling_part(ruling, "question")
    }

    /// Returns the three lines of a ruling: what we play, the basis, and why.
    pub fn ruling(&self, ruling: &Ruling) -> [String; 3] {
        let said = |part: &'static str| {
            self.say(
                &format!("ruling-{part}"),
                &[(part, self.ruling_part(ruling, part).into())],
            )
        };
        let basis = self.say(&format!("ruling-basis-{}", ruling.basis.name()), &[]);
        [said("answer"), basis, said("because")]
    }

    fn ruling_part(&self, ruling: &Ruling, part: &str) -> String {
        self.say(
            &format!("ruling-{}-{}-{part}", G::TITLE.name(), ruling.name),
            &[],
        )
    }

    pub fn topics() -> impl Iterator<Item = &'static str> {
        G::TOPICS.into_iter().flatten().copied()
    }

    pub fn topic_title(&self, topic: &str) -> String {
        G::piece_named(self, topic).unwrap_or_else(|| self.say(&key::<G>(topic), &[]))
    }

    /// Returns the text of a topic, with its list if there is one.
    pub fn topic(&self, options: &G::Options, topic: &str) -> String {
        let sentences = self.ruled(options, &format!("{}-text", key::<G>(topic)));
        let list = G::list(self, topic);
        // The effect of a piece comes before its sentences, the course of the game before any list.
        let lines = if G::TOPICS[0].contains(&topic) {
            [vec![sentences], list].concat()
        } else {
            [list, vec![sentences]].concat()
        };
        lines.join("\n")
    }

    /// Says a sentence with the figures and the options in force.
    pub fn ruled(&self, options: &G::Options, name: &str) -> String {
        let chosen = choices::chosen::<G>(options)
            .into_iter()
            .map(|(name, value)| (name, Fill::from(value)));
        let figures: Figures = G::figures(self).into_iter().chain(chosen).collect();
        let fill: Vec<(&str, Fill<'_>)> = figures
            .iter()
            .map(|(name, figure)| (name.as_str(), figure.clone()))
            .collect();
        self.say(name, &fill)
    }

    /// Lists how a table differs from the printed rules; empty for the usual game.
    pub fn differing(&self, options: &G::Options) -> Vec<String> {
        let meaning = |(name, value): (String, String)| {
            self.say(&format!("option-{}-{name}-{value}", G::TITLE.name()), &[])
        };
        choices::differing::<G>(options)
            .into_iter()
            .map(meaning)
            .collect()
    }

    /// Finds topics, the best match first: by title, by synonyms, and by their text.
    pub fn topics_like(&self, options: &G::Options, typed: &str) -> Vec<&'static str> {
        let typed = typed.trim().to_lowercase();
        let rank = |topic: &str| {
            let title = self.topic_title(topic).to_lowercase();
            let also = self
                .say(&format!("{}-also", key::<G>(topic)), &[])
                .to_lowercase();
            let mut also = also.split(',').map(str::trim);
            if [title.as_str(), topic].contains(&typed.as_str()) {
                return Some(0);
            }
            if also.clone().any(|name| name == typed) {
                return Some(1);
            }
            if title.contains(&typed) || also.any(|name| name.contains(&typed)) {
                return Some(2);
            }
            self.topic(options, topic)
                .to_lowercase()
                .contains(&typed)
                .then_some(3)
        };
        let mut found: Vec<(u8, &'static str)> = Self::topics()
            .filter_map(|topic| Some((rank(topic)?, topic)))
            .collect();
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, topic)| topic).collect()
    }
}

fn key<G: TellRules>(topic: &str) -> String {
    format!("topic-{}-{topic}", G::TITLE.name())
}
