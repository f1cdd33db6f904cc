//! `lanai rules` and `lanai rulings`: the rules in short, and questions about them that were decided.

use std::io::Write;

use clap::Args;

use super::{CliError, files};
use lanai_rules::{Title, by_title, choices};
use lanai_text::{Phrasebook, TellRules, Words};

/// `lanai rules`.
#[derive(Args, Debug)]
pub(super) struct RulesArgs {
    /// Which game
    #[arg(value_parser = super::named::title())]
    game: Title,
    /// What to look up: a topic, a tile, a card, a sign; an overview if left out
    topic: Option<String>,
    /// The rules to tell: presets and single choices, as when a game begins
    #[arg(long, default_value = "")]
    options: String,
}

/// `lanai rulings`.
#[derive(Args, Debug)]
pub(super) struct RulingsArgs {
    /// Which game
    #[arg(value_parser = super::named::title())]
    game: Title,
}

impl RulesArgs {
    pub(super) fn run(&self, words: &Words, output: &mut dyn Write) -> Result<(), CliError> {
        by_title!(self.game, G => self.tell::<G>(words, output))
    }

    fn tell<G: TellRules>(&self, words: &Words, output: &mut dyn Write) -> Result<(), CliError> {
        let printed = G::printed()?;
        let options = choices::read::<G>(&self.options)?;
        let phrasebook = Phrasebook::<G> {
            words,
            printed: &printed,
            names: &[],
        };
        let Some(typed) = &self.topic else {
            for (part, lines) in phrasebook.sheet(&options) {
                writeln!(output, "{part}")?;
                for line in lines {
                    writeln!(output, "  {line}")?;
                }
            }
            let topics: Vec<String> = Phrasebook::<G>::topics()
                .map(|topic| phrasebook.topic_title(topic))
                .collect();
            return Ok(writeln!(output, "\n{}", topics.join(" · "))?);
        };
        let Some(topic) = phrasebook.topics_like(&options, typed).first().copied() else {
            let fill = [
                ("game", G::TITLE.name().into()),
                ("name", files::in_line(typed).into()),
            ];
            return Ok(writeln!(output, "{}", words.say("rules-none", &fill))?);
        };
        writeln!(
            output,
            "{}\n{}",
            phrasebook.topic_title(topic),
            phrasebook.topic(&options, topic)
        )?;
        Ok(())
    }
}

impl RulingsArgs {
    pub(super) fn run(&self, words: &Words, output: &mut dyn Write) -> Result<(), CliError> {
        by_title!(self.game, G => tell_rulings::<G>(words, output))
    }
}

fn tell_rulings<G: TellRules>(words: &Words, output: &mut dyn Write) -> Result<(), CliError> {
    let printed = G::printed()?;
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &printed,
        names: &[],
    };
    for ruling in G::RULINGS {
        let question = ("question", phrasebook.question(ruling).into());
        writeln!(output, "{}", words.say("ruling-question", &[question]))?;
        for line in phrasebook.ruling(ruling) {
            writeln!(output, "  {line}")?;
        }
        writeln!(output)?;
    }
    Ok(())
}
