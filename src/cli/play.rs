//! `lanai play`: a game on the terminal against the computer.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use clap::Args;
use rand::{TryRng as _, rngs::SysRng};

use super::{CliError, GameArgs, files, illegal_action_error, parse_seat, records, rules};
use crate::key;
use lanai_ai::{Adviser, Budget, Policies};
use lanai_rules::chance::Seed;
use lanai_rules::record::{Detail, LONGEST_NAME, Record};
use lanai_rules::{Seat, Session, Status, Viewer, by_title};
use lanai_text::input::{self, Intent, IntentError, Request, TypedGame};
use lanai_text::{Phrasebook, TellReasons, TellRules, Words};

/// The number of turns that a hint suggests.
const MAX_SUGGESTED_TURNS: usize = 3;

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

pub(super) fn parse_name(words: &Words, name: &str) -> Result<String, String> {
    if name.chars().count() > LONGEST_NAME {
        return Err(words.say(key::TERMINAL_LONG_NAME, &[("most", LONGEST_NAME.into())]));
    }
    Ok(name.to_owned())
}

/// Draws a random seed that is short enough to be typed again.
fn draw_seed_number() -> Result<u32, CliError> {
    SysRng
        .try_next_u32()
        .map_err(|error| CliError::Bug(error.to_string()))
}

impl PlayArgs {
    pub(super) fn run(
        &self,
        words: &Words,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<(), CliError> {
        by_title!(self.table.game, G => TerminalGame::<G>::start(self, words, output)?.play_game(input))
    }
}

/// A game on the terminal, and its record so far.
struct TerminalGame<'a, G: TypedGame> {
    arguments: &'a PlayArgs,
    output: &'a mut dyn Write,
    words: &'a Words,
    my_seat: Seat,
    session: Session<G>,
    policies: Policies<G>,
    record: Record<G>,
    /// The seed that the program drew, to play the same game again; `None` if the user gave a seed.
    drawn_seed: Option<u32>,
    /// How many steps each command of the user took since the last computer player's action.
    intents: Vec<usize>,
    /// The number of steps when the user last saw the game.
    shown_steps: Option<usize>,
    /// The number of steps in the saved record.
    saved_steps: Option<usize>,
}

impl<'a, G: TypedGame + TellReasons + TellRules> TerminalGame<'a, G> {
    fn start(
        arguments: &'a PlayArgs,
        words: &'a Words,
        output: &'a mut dyn Write,
    ) -> Result<TerminalGame<'a, G>, CliError> {
        let table = &arguments.table;
        let printed = G::printed()?;
        let policies_by_seat = table.policies_by_seat::<G>()?;
        let my_seat = parse_seat(&arguments.seat, table.player_count())?;
        let drawn_seed = if arguments.seed.is_none() {
            Some(draw_seed_number()?)
        } else {
            None
        };
        let seed = arguments
            .seed
            .unwrap_or_else(|| Seed::from_number(drawn_seed.unwrap_or_default().into()));
        let policies = Policies::new(policies_by_seat, &seed, Budget::per_turn().left())?;
        let mut names = Vec::new();
        for (seat, policy) in policies_by_seat.iter() {
            names.push(if seat == my_seat {
                arguments.name.clone()
            } else {
                format!("{} {seat}", policy.name())
            });
        }
        let options = table.parse_options::<G>()?;
        let (record, game) = Record::begin(&printed, names, options, seed, Detail::Digests)?;
        Ok(TerminalGame {
            arguments,
            output,
            words,
            my_seat,
            session: Session::new(game),
            policies,
            record,
            drawn_seed,
            intents: Vec::new(),
            shown_steps: None,
            saved_steps: None,
        })
    }

    fn play_game(mut self, input: &mut dyn BufRead) -> Result<(), CliError> {
        // The user should learn before the game, not after it, that the record cannot be written.
        if let Some(path) = &self.arguments.output {
            files::check_absent(path)?;
        }
        self.save_record()?;
        self.print(&self.words.say(
            key::TERMINAL_WELCOME,
            &[("seat", self.my_seat.number().into())],
        ))?;
        if let Some(number) = self.drawn_seed {
            self.print(
                &self
                    .words
                    .say(key::TERMINAL_SEED, &[("seed", number.to_string().into())]),
            )?;
        }
        self.print(&G::describe_board(&self.phrasebook(), &self.own_view()))?;
        loop {
            match self.session.game().status() {
                Status::Over(standings) => {
                    self.print(&self.phrasebook().standings(&standings))?;
                    return self.save_record();
                }
                Status::ToAct(seat) if seat != self.my_seat => self.play_computer_turn()?,
                Status::ToAct(_) => {
                    // The record is complete even if the user closes the terminal now.
                    self.save_record()?;
                    self.print_question()?;
                    let mut line = Vec::new();
                    let read = input
                        .read_until(b'\n', &mut line)
                        .map_err(CliError::InputUnreadable)?;
                    if read == 0 || !self.answer_line(&String::from_utf8_lossy(&line))? {
                        self.print(&self.words.say(key::TERMINAL_BYE, &[]))?;
                        return self.save_record();
                    }
                }
            }
        }
    }

    fn print(&mut self, text: &str) -> Result<(), CliError> {
        Ok(writeln!(self.output, "{text}")?)
    }

    fn phrasebook(&self) -> Phrasebook<'_, G> {
        Phrasebook {
            words: self.words,
            printed: &self.record.printed,
            names: &self.record.seats,
        }
    }

    fn own_view(&self) -> G::View {
        self.session.game().view(Viewer::Seat(self.my_seat))
    }

    fn play_computer_turn(&mut self) -> Result<(), CliError> {
        let chosen = self.policies.choose(self.session.game());
        let (seat, action) =
            chosen.ok_or_else(|| CliError::Bug("a policy chose nothing".to_owned()))?;
        let events = self
            .play_action(seat, action)
            .map_err(illegal_action_error)?;
        self.intents.clear();
        self.print_events(&events)
    }

    /// Plays an action and adds it to the record.
    fn play_action(&mut self, seat: Seat, action: G::Action) -> Result<Vec<G::Event>, G::Refusal> {
        let mut events = Vec::new();
        self.session.play(action, &mut events)?;
        self.record
            .push_step(seat, action, events.clone(), self.session.game());
        Ok(events)
    }

    fn print_events(&mut self, events: &[G::Event]) -> Result<(), CliError> {
        let lines: Vec<_> = events
            .iter()
            .map(|event| G::describe_event(&self.phrasebook(), event))
            .collect();
        if lines.is_empty() {
            Ok(())
        } else {
            self.print(&lines.join("\n"))
        }
    }

    /// Prints the question to the user, and the board if other players have acted.
    ///
    /// Before a turn the user's realm is printed too, within a turn the choices.
    fn print_question(&mut self) -> Result<(), CliError> {
        let view = self.own_view();
        let shown_steps = self.shown_steps.unwrap_or_default();
        let new_steps = self.record.steps.iter().skip(shown_steps);
        if new_steps.into_iter().any(|step| step.seat != self.my_seat) {
            let board = G::describe_board(&self.phrasebook(), &view);
            self.print(&format!("\n{board}"))?;
        }
        let question = G::open_question(&self.phrasebook(), &view).unwrap_or_default();
        let is_new = self.shown_steps != Some(self.record.steps.len());
        if !self.session.game().begins_turn() {
            self.print(&format!("{question}\n{}", self.format_choices(&view)))?;
        } else if is_new {
            self.print(&format!(
                "\n{}\n{question}",
                G::describe_player(&self.phrasebook(), &view, self.my_seat)
            ))?;
        } else {
            self.print(&question)?;
        }
        self.shown_steps = Some(self.record.steps.len());
        write!(self.output, "> ")?;
        Ok(self.output.flush()?)
    }

    /// Lists the legal actions, each with its cost and gain.
    fn format_choices(&self, view: &G::View) -> String {
        let game = self.session.game();
        let phrasebook = self.phrasebook();
        let mut lines = vec![self.words.say(key::TERMINAL_CHOOSE, &[])];
        for (action, number) in game.legal_actions().iter().zip(1..) {
            let description = G::describe_action(&phrasebook, view, action);
            let outcome = self.outcome_parts(view, *action).join(" · ");
            lines.push(if outcome.is_empty() {
                format!("  {number}. {description}")
            } else {
                format!("  {number}. {description} · {outcome}")
            });
        }
        lines.join("\n")
    }

    /// Describes what an action costs and brings if it is paid for in the cheapest way.
    ///
    /// Information that the action would reveal stays hidden.
    fn outcome_parts(&self, view: &G::View, action: G::Action) -> Vec<String> {
        let game = self.session.game();
        let intent = Intent {
            first: action,
            details: G::Details::default(),
        };
        let actions = input::resolve_intent(game, self.my_seat, &intent);
        let events = self.foreseen_events(&actions.unwrap_or_else(|_| vec![action]));
        G::outcome_parts(&self.phrasebook(), view, &events, self.my_seat)
    }

    /// Returns the events of these actions before the first one that reveals something hidden.
    fn foreseen_events(&self, actions: &[G::Action]) -> Vec<G::Event> {
        let mut game = self.session.game().clone();
        let mut events = Vec::new();
        for action in actions {
            if game.play(*action, &mut events).is_err() {
                break;
            }
        }
        G::foreseeable_events(&events).to_vec()
    }

    /// Suggests the best turns, with the expected result and the reasons.
    fn suggest_turns(&self) -> Result<String, CliError> {
        let game = self.session.game();
        let phrasebook = self.phrasebook();
        let advice = Adviser::new(game, self.my_seat, &self.record.seed)?.best_turns(
            game,
            MAX_SUGGESTED_TURNS,
            &mut Budget::per_turn(),
        );
        let mut lines = Vec::new();
        for (advice, number) in advice.iter().zip(1_usize..) {
            let events = self.foreseen_events(&advice.actions);
            let turn = G::turn_parts(&phrasebook, self.my_seat, &events).join(" · ");
            let points = phrasebook.points(advice.expected.whole_points());
            let fill = [
                ("n", number.into()),
                ("turn", turn.into()),
                ("points", points.into()),
                ("chance", advice.expected.running_percent().into()),
            ];
            lines.push(self.words.say(key::TERMINAL_HINT, &fill));
            if let Some(reasons) = phrasebook.join_reasons(&advice.reasons) {
                let fill = [("reasons", reasons.into())];
                lines.push(format!(
                    "     {}",
                    self.words.say(key::TERMINAL_HINT_WHY, &fill)
                ));
            }
        }
        Ok(lines.join("\n"))
    }

    /// Carries out a line of input. Returns false if the user quits.
    fn answer_line(&mut self, line: &str) -> Result<bool, CliError> {
        let view = self.own_view();
        let answer = match input::parse_line::<G>(
            self.words,
            line,
            &view,
            &self.session.game().legal_actions(),
        ) {
            Err(unclear) => unclear.explain(self.words),
            Ok(Request::Nothing) => return Ok(true),
            Ok(Request::Quit) => return Ok(false),
            Ok(Request::Board) => G::describe_board(&self.phrasebook(), &view),
            Ok(Request::Players) => G::describe_players(&self.phrasebook(), &view),
            Ok(Request::Options) => self.format_choices(&view),
            Ok(Request::Hint) => self.suggest_turns()?,
            Ok(Request::Rules(topic)) => {
                rules::describe_rules(&self.phrasebook(), &self.record.options, topic.as_deref())
            }
            Ok(Request::Help) => self.words.say(G::HELP_KEY, &[]),
            Ok(Request::Undo) => self.take_back_intent(),
            Ok(Request::Act(intent)) => match self.carry_out_intent(&intent) {
                Ok(events) => {
                    self.print_events(&events)?;
                    return Ok(true);
                }
                Err(failure) => failure.explain(&self.phrasebook(), self.my_seat),
            },
        };
        self.print(&answer)?;
        Ok(true)
    }

    /// Takes back the last intent with all its steps.
    fn take_back_intent(&mut self) -> String {
        for _ in 0..self.intents.pop().unwrap_or(1) {
            if self.session.take_back(self.my_seat).is_err() {
                return self.words.say(key::TERMINAL_NOT_UNDONE, &[]);
            }
            self.record.steps.pop();
        }
        self.words.say(key::TERMINAL_UNDONE, &[])
    }

    /// Carries out an intent completely or not at all.
    fn carry_out_intent(&mut self, intent: &Intent<G>) -> Result<Vec<G::Event>, IntentError<G>> {
        let actions = input::resolve_intent(self.session.game(), self.my_seat, intent)?;
        let mut events = Vec::new();
        for action in &actions {
            match self.play_action(self.my_seat, *action) {
                Ok(more) => events.extend(more),
                Err(refusal) => {
                    let game = Box::new(self.session.game().clone());
                    return Err(IntentError::Refused(refusal, game));
                }
            }
        }
        if events.iter().any(G::reveals_hidden) {
            self.intents.clear();
        } else {
            self.intents.push(actions.len());
        }
        Ok(events)
    }

    /// Saves the record if the user named a file and the record has steps that are not saved.
    fn save_record(&mut self) -> Result<(), CliError> {
        let Some(path) = &self.arguments.output else {
            return Ok(());
        };
        if self.saved_steps.replace(self.record.steps.len()) == Some(self.record.steps.len()) {
            return Ok(());
        }
        files::write_file(path, records::to_json(&self.record)?.as_bytes())
    }
}
