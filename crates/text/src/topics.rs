//! The rules in short, topic by topic, and what each piece does, told from the figures and the options in force: whoever
//! corrects a figure corrects what is read.

use super::{Fill, Phrasebook, TellActions};
use lanai_rules::choices;
use lanai_rules::ruling::Ruling;

/// Numbers and words that sentences about the rules fill in, by name.
pub type Figures = Vec<(String, Fill<'static>)>;

/// A game of which the rules can be told in short.
pub trait TellRules: TellActions {
    /// The topics, in the order in which one learns them: the course of the game, then its pieces.
    const TOPICS: [&'static [&'static str]; 2];

    /// The game on one sheet: a turn, a round and what brings points, each as a list of the names of short sentences.
    const SHEET: [&'static [&'static str]; 3];

    /// What the sentences fill in, of what is printed.
    fn figures(phrasebook: &Phrasebook<'_, Self>) -> Figures;

    /// What a topic is called, if it is a piece and called as everywhere.
    fn piece_named(phrasebook: &Phrasebook<'_, Self>, topic: &str) -> Option<String>;

    /// What there is to say of a topic beside its sentences: a list of figures, what each side of a tile does.
    fn list(phrasebook: &Phrasebook<'_, Self>, topic: &str) -> Vec<String>;

    /// What the piece does that an action is about, in one line; nothing if it is about none.
    fn meaning(
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        action: &Self::Action,
    ) -> Option<String>;
}

/// What the three parts of a sheet are called.
const PARTS: [&str; 3] = ["sum-turn", "sum-round", "sum-points"];

impl<G: TellRules> Phrasebook<'_, G> {
    /// The game on one sheet: three headings, each with its lines.
    pub fn sheet(&self, options: &G::Options) -> [(String, Vec<String>); 3] {
        let line = |name: &&str| self.ruled(options, &format!("sum-{}-{name}", G::TITLE.name()));
        std::array::from_fn(|part| {
            (
                self.say(PARTS[part], &[]),
                G::SHEET[part].iter().map(line).collect(),
            )
        })
    }

    /// The same for whoever does not see it.
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

    /// Returns what a ruling is about: the question.
    pub fn question(&self, ruling: &Ruling) -> String {
        self.ruling_part(ruling, "question")
    }

    /// Returns what a ruling says, a line each: what we play, on what that rests, and why.
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

    /// What a topic is called.
    pub fn topic_title(&self, topic: &str) -> String {
        G::piece_named(self, topic).unwrap_or_else(|| self.say(&key::<G>(topic), &[]))
    }

    /// What there is to know of a topic: a sentence or a few, and a list if there is one.
    pub fn topic(&self, options: &G::Options, topic: &str) -> String {
        let sentences = self.ruled(options, &format!("{}-text", key::<G>(topic)));
        let list = G::list(self, topic);
        // What a piece does comes first, and how the game goes before any list.
        let lines = if G::TOPICS[0].contains(&topic) {
            [vec![sentences], list].concat()
        } else {
            [list, vec![sentences]].concat()
        };
        lines.join("\n")
    }

    /// A sentence about the rules, filled with the figures and the options in force.
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

    /// What a table plays otherwise than the printed rules, a line each; nothing of the usual game.
    pub fn differing(&self, options: &G::Options) -> Vec<String> {
        let meaning = |(name, value): (String, String)| {
            self.say(&format!("option-{}-{name}-{value}", G::TITLE.name()), &[])
        };
        choices::differing::<G>(options)
            .into_iter()
            .map(meaning)
            .collect()
    }

    /// The topics that somebody may mean, the likeliest first: by what they are called, by what else they answer to, and by
    /// what is said there.
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

/// The name of the words of a topic.
fn key<G: TellRules>(topic: &str) -> String {
    format!("topic-{}-{topic}", G::TITLE.name())
}
