//! `lanai rules` and `lanai rulings`: the rules in brief, and how unclear rules are decided.

use std::io::Write;

use clap::Args;

use super::{CliError, files};
use crate::key;
use lanai_rules::{Title, by_title, choices};
use lanai_text::{Phrasebook, RulesText, TellRules, Words};

#[derive(Args, Debug)]
pub(super) struct RulesArgs {
    /// Which game
    #[arg(value_parser = super::value_parsers::title_parser())]
    game: Title,
    /// What to look up: a topic, a tile, a card, a sign; an overview if left out
    topic: Option<String>,
    /// The rules to tell: presets and single choices, as when a game begins
    #[arg(long, default_value = "")]
    options: String,
}

#[derive(Args, Debug)]
pub(super) struct RulingsArgs {
    /// Which game
    #[arg(value_parser = super::value_parsers::title_parser())]
    game: Title,
}

impl RulesArgs {
    pub(super) fn run(&self, words: &Words, output: &mut dyn Write) -> Result<(), CliError> {
        by_title!(self.game, G => self.print_rules::<G>(words, output))
    }

    fn print_rules<G: TellRules>(
        &self,
        words: &Words,
        output: &mut dyn Write,
    ) -> Result<(), CliError> {
        let printed = G::printed()?;
        let options = choices::read::<G>(&self.options)?;
        let phrasebook = Phrasebook::<G> {
            words,
            printed: &printed,
            names: &[],
        };
        let text = describe_rules(&phrasebook, &options, self.topic.as_deref());
        Ok(writeln!(output, "{text}")?)
    }
}

/// Returns the rules in brief, or one topic of them.
pub(super) fn describe_rules<G: TellRules>(
    phrasebook: &Phrasebook<'_, G>,
    options: &G::Options,
    searched: Option<&str>,
) -> String {
    let rules = phrasebook.rules();
    let Some(searched) = searched else {
        let mut lines = Vec::new();
        for part in rules.sheet(options) {
            lines.push(part.title);
            lines.extend(part.lines.iter().map(|rule| format!("  {rule}")));
        }
        let topics: Vec<String> = RulesText::<G>::topics()
            .map(|topic| rules.topic_title(topic))
            .collect();
        return format!("{}\n\n{}", lines.join("\n"), topics.join(" · "));
    };
    let Some(topic) = rules.find_topics(options, searched).first().copied() else {
        let arguments = [
            ("game", G::TITLE.name().into()),
            ("name", files::sanitize_line(searched).into()),
        ];
        return phrasebook.words.say(key::RULES_NONE, &arguments);
    };
    let title = rules.topic_title(topic);
    format!("{title}\n{}", rules.topic_text(options, topic))
}

impl RulingsArgs {
    pub(super) fn run(&self, words: &Words, output: &mut dyn Write) -> Result<(), CliError> {
        by_title!(self.game, G => print_rulings::<G>(words, output))
    }
}

fn print_rulings<G: TellRules>(words: &Words, output: &mut dyn Write) -> Result<(), CliError> {
    let printed = G::printed()?;
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &printed,
        names: &[],
    };
    let rules = phrasebook.rules();
    for ruling in G::RULINGS {
        let question = ("question", rules.ruling_question(ruling).into());
        writeln!(output, "{}", words.say(key::RULING_QUESTION, &[question]))?;
        for line in rules.ruling_lines(ruling) {
            writeln!(output, "  {line}")?;
        }
        writeln!(output)?;
    }
    Ok(())
}
