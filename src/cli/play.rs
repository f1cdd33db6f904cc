//! `lanai play`: a game at a terminal, the computer in the other seats.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use clap::Args;
use rand::{TryRng as _, rngs::SysRng};

use super::seats::refused;
use super::{CliError, GameArgs, files, records, seat_of};
use lanai_ai::{Budget, Policies};
use lanai_rules::chance::Seed;
use lanai_rules::record::{Detail, LONGEST_NAME, Record};
use lanai_rules::{Seat, Session, Status, Viewer, by_title};
use lanai_text::input::{self, Intent, NotDone, Request, Spoken};
use lanai_text::{Phrasebook, Words};

/// `lanai play`.
#[derive(Args, Debug)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    table: GameArgs,
    /// A number, or 64 hexadecimal digits: the same seed deals the same game; a new game if left out
    #[arg(long)]
    seed: Option<Seed>,
    /// Your name
    #[arg(long, default_value = "Player")]
    name: String,
    /// Your seat
    #[arg(long, default_value = "1")]
    seat: String,
    /// Where to keep the record of the game, step by step: a file that does not exist yet
    #[arg(short, long)]
    output: Option<PathBuf>,
}

pub(super) fn read_name(words: &Words, name: &str) -> Result<String, String> {
    let short = name.chars().count() <= LONGEST_NAME;
    short
        .then(|| name.to_owned())
        .ok_or_else(|| words.say("cli-long-name", &[("most", LONGEST_NAME.into())]))
}

/// A number from the operating system, short enough to be typed again.
fn draw_number() -> Result<u32, CliError> {
    SysRng
        .try_next_u32()
        .map_err(|error| CliError::Ours(error.to_string()))
}

impl PlayArgs {
    pub(super) fn run(
        &self,
        words: &Words,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<(), CliError> {
        by_title!(self.table.game, G => Evening::<G>::begin(self, words, output)?.play(input))
    }
}

/// One evening: a game, whoever plays it, and what has been done so far.
struct Evening<'a, G: Spoken> {
    asked: &'a PlayArgs,
    output: &'a mut dyn Write,
    words: &'a Words,
    me: Seat,
    session: Session<G>,
    minds: Policies<G>,
    record: Record<G>,
    /// The number by which the game can be dealt again, if it was drawn.
    drawn: Option<u32>,
    /// How many steps each intent of the person took, since somebody else acted.
    intents: Vec<usize>,
    /// How much had been done when the person was last shown where the game stands.
    shown: Option<usize>,
    /// How much had been done when the record was written.
    kept: Option<usize>,
}

impl<'a, G: Spoken> Evening<'a, G> {
    fn begin(
        asked: &'a PlayArgs,
        words: &'a Words,
        output: &'a mut dyn Write,
    ) -> Result<Evening<'a, G>, CliError> {
        let table = &asked.table;
        let printed = G::printed()?;
        let kinds = table.minds::<G>()?;
        let me = seat_of(&asked.seat, table.players())?;
        let drawn = if asked.seed.is_none() {
            Some(draw_number()?)
        } else {
            None
        };
        let seed = asked
            .seed
            .unwrap_or_else(|| Seed::from_number(drawn.unwrap_or_default().into()));
        let minds = Policies::new(kinds, &seed, Budget::per_turn().left())?;
        let name = |seat| {
            if seat == me {
                asked.name.clone()
            } else {
                format!("{} {seat}", kinds[seat].name())
            }
        };
        let names = kinds.seats().iter().map(name).collect();
        let options = table.options::<G>()?;
        let (record, game) = Record::begin(&printed, names, options, seed, Detail::Digests)?;
        let session = Session::new(game);
        let intents = Vec::new();
        let shown = None;
        let kept = None;
        Ok(Evening {
            asked,
            output,
            words,
            me,
            session,
            minds,
            record,
            drawn,
            intents,
            shown,
            kept,
        })
    }

    fn play(mut self, input: &mut dyn BufRead) -> Result<(), CliError> {
        // Whoever wants a record shall not learn at the end that it cannot be written.
        self.asked
            .output
            .as_deref()
            .map_or(Ok(()), files::unless_there)?;
        self.keep_record()?;
        self.tell(
            &self
                .words
                .say("play-welcome", &[("seat", self.me.number().into())]),
        )?;
        if let Some(number) = self.drawn {
            self.tell(
                &self
                    .words
                    .say("play-seed", &[("seed", number.to_string().into())]),
            )?;
        }
        self.tell(&G::board(&self.phrasebook(), &self.view()))?;
        loop {
            match self.session.game().status() {
                Status::Over(standings) => {
                    self.tell(&self.phrasebook().standings(&standings))?;
                    return self.keep_record();
                }
                Status::ToAct(seat) if seat != self.me => self.let_mind_act()?,
                Status::ToAct(_) => {
                    // Whoever closes the terminal now has all that was done.
                    self.keep_record()?;
                    self.ask()?;
                    let mut line = Vec::new();
                    let read = input
                        .read_until(b'\n', &mut line)
                        .map_err(CliError::Listening)?;
                    if read == 0 || !self.answer(&String::from_utf8_lossy(&line))? {
                        self.tell(&self.words.say("play-bye", &[]))?;
                        return self.keep_record();
                    }
                }
            }
        }
    }

    fn tell(&mut self, text: &str) -> Result<(), CliError> {
        Ok(writeln!(self.output, "{text}")?)
    }

    fn phrasebook(&self) -> Phrasebook<'_, G> {
        Phrasebook {
            words: self.words,
            printed: &self.record.printed,
            names: &self.record.seats,
        }
    }

    fn view(&self) -> G::View {
        self.session.game().view(Viewer::Seat(self.me))
    }

    // --- The others ---

    fn let_mind_act(&mut self) -> Result<(), CliError> {
        let chosen = self.minds.choose(self.session.game());
        let (seat, action) =
            chosen.ok_or_else(|| CliError::Ours("a mind chose nothing".to_owned()))?;
        let events = self.act(seat, action).map_err(refused)?;
        self.intents.clear();
        self.tell_events(&events)
    }

    /// Takes an action, and notes it in the record.
    fn act(&mut self, seat: Seat, action: G::Action) -> Result<Vec<G::Event>, G::Refusal> {
        let mut events = Vec::new();
        self.session.play(action, &mut events)?;
        self.record
            .note(seat, action, events.clone(), self.session.game());
        Ok(events)
    }

    fn tell_events(&mut self, events: &[G::Event]) -> Result<(), CliError> {
        let told: Vec<_> = events
            .iter()
            .map(|event| G::event(&self.phrasebook(), event))
            .collect();
        if told.is_empty() {
            Ok(())
        } else {
            self.tell(&told.join("\n"))
        }
    }

    // --- The person ---

    /// Asks what is to be decided: a whole turn after a look at the own realm, anything else with its choices.
    fn ask(&mut self) -> Result<(), CliError> {
        let view = self.view();
        let question = G::question(&self.phrasebook(), &view).unwrap_or_default();
        let new = self.shown != Some(self.record.steps.len());
        if !self.session.game().begins_turn() {
            self.tell(&format!("{question}\n{}", self.choices(&view)))?;
        } else if new {
            self.tell(&format!(
                "\n{}\n{question}",
                G::player(&self.phrasebook(), &view, self.me)
            ))?;
        } else {
            self.tell(&question)?;
        }
        self.shown = Some(self.record.steps.len());
        write!(self.output, "> ")?;
        Ok(self.output.flush()?)
    }

    fn choices(&self, view: &G::View) -> String {
        let action = |action: &G::Action| G::action(&self.phrasebook(), view, action);
        let legal = self.session.game().legal_actions();
        let lines = legal
            .iter()
            .zip(1..)
            .map(|(it, number)| format!("  {number}. {}", action(it)));
        format!(
            "{}\n{}",
            self.words.say("play-choose", &[]),
            lines.collect::<Vec<_>>().join("\n")
        )
    }

    /// Does what a line says; false when the player leaves.
    fn answer(&mut self, line: &str) -> Result<bool, CliError> {
        let view = self.view();
        let answer = match input::read::<G>(
            self.words,
            line,
            &view,
            &self.session.game().legal_actions(),
        ) {
            Err(unclear) => unclear.explain(self.words),
            Ok(Request::Nothing) => return Ok(true),
            Ok(Request::Quit) => return Ok(false),
            Ok(Request::Board) => G::board(&self.phrasebook(), &view),
            Ok(Request::Players) => G::players(&self.phrasebook(), &view),
            Ok(Request::Options) => self.choices(&view),
            Ok(Request::Help) => self.words.say(G::HELP, &[]),
            Ok(Request::Undo) => self.take_back(),
            Ok(Request::Act(intent)) => match self.fulfil(&intent) {
                Ok(events) => {
                    self.tell_events(&events)?;
                    return Ok(true);
                }
                Err(not_done) => not_done.explain(&self.phrasebook(), self.me),
            },
        };
        self.tell(&answer)?;
        Ok(true)
    }

    /// Takes the last intent back, with all the steps it took.
    fn take_back(&mut self) -> String {
        for _ in 0..self.intents.pop().unwrap_or(1) {
            if self.session.take_back(self.me).is_err() {
                return self.words.say("play-not-undone", &[]);
            }
            self.record.steps.pop();
        }
        self.words.say("play-undone", &[])
    }

    /// Does all of an intent or nothing.
    fn fulfil(&mut self, intent: &Intent<G>) -> Result<Vec<G::Event>, NotDone<G>> {
        let actions = input::carry_out(self.session.game(), self.me, intent)?;
        let mut events = Vec::new();
        for action in &actions {
            let done = self.act(self.me, *action);
            let refused = |why| NotDone::Refused(why, Box::new(self.session.game().clone()));
            events.extend(done.map_err(refused)?);
        }
        if events.iter().any(G::uncovers) {
            self.intents.clear();
        } else {
            self.intents.push(actions.len());
        }
        Ok(events)
    }

    // --- The record ---

    /// Writes the record so far, unless that is written already.
    fn keep_record(&mut self) -> Result<(), CliError> {
        let Some(path) = &self.asked.output else {
            return Ok(());
        };
        if self.kept.replace(self.record.steps.len()) == Some(self.record.steps.len()) {
            return Ok(());
        }
        files::write(path, records::as_json(&self.record)?.as_bytes())
    }
}
