//! The game itself: a turn is tried on the game as it stands, and settled in one write; what was done can be taken back
//! up to a wall; who does not want to go on resigns; a finished game is a record.

use std::sync::Arc;

use super::{Asker, Chair, Declined, Failure, News, Stage, Table, Tables, Told, Trouble, lobby::SetUp};
use crate::{
    minds::{Appraise, Kind, Sight},
    rules::{
        Rules, Seat, Seats, Status, Title, Viewer,
        chance::Origin,
        haleakala::Haleakala,
        hawaii::Hawaii,
        record::{Detail, Record},
    },
    store::{Change, Entry},
};

/// Where a game stands, and what somebody would do next: nothing of it is written until it is settled.
#[derive(Clone)]
pub struct Turn<G: Rules> {
    /// The table.
    pub table: Table,
    /// The figures in force.
    pub printed: Arc<G::Printed>,
    /// The game, with all steps of this turn done.
    pub game: G,
    /// What was done.
    pub steps: Vec<Step<G>>,
}

/// A step of a turn.
#[derive(Clone)]
pub struct Step<G: Rules> {
    /// Who acted.
    pub seat: Seat,
    /// What was done.
    pub action: G::Action,
    /// What came of it.
    pub events: Vec<G::Event>,
}

/// A turn that is written.
pub struct Settled<G: Rules> {
    /// The table as it is now.
    pub table: Table,
    /// The figures in force.
    pub printed: Arc<G::Printed>,
    /// The game as it is now.
    pub game: G,
    /// What the person did.
    pub steps: Vec<Step<G>>,
}

impl<G: Rules> Turn<G> {
    /// A turn in which nothing is done yet.
    pub(super) fn new(table: Table, printed: Arc<G::Printed>, game: G) -> Turn<G> {
        Turn { table, printed, game, steps: Vec::new() }
    }

    /// Who decides next.
    pub fn to_act(&self) -> Option<Seat> {
        match self.game.status() {
            Status::ToAct(seat) => Some(seat),
            Status::Over(_) => None,
        }
    }

    /// What may be done next.
    pub fn legal(&self) -> Vec<G::Action> {
        let mut legal = Vec::new();
        self.game.legal(&mut legal);
        legal
    }

    /// Does one thing on the way.
    pub fn play(&mut self, action: G::Action) -> Result<(), G::Refusal> {
        let Status::ToAct(seat) = self.game.status() else {
            return self.game.play(action, &mut Vec::new());
        };
        let mut events = Vec::new();
        self.game.play(action, &mut events)?;
        self.steps.push(Step { seat, action, events });
        Ok(())
    }

    /// Whether a step showed something that was hidden before.
    pub fn uncovers(&self) -> bool {
        self.steps.iter().any(Step::uncovers)
    }
}

impl<G: Rules> Step<G> {
    /// Whether it showed something that was hidden before.
    pub fn uncovers(&self) -> bool {
        self.events.iter().any(G::uncovers)
    }
}

type Result<T, E = Failure> = std::result::Result<T, E>;

impl Tables {
    // --- Looking ---

    /// Where the game of a table stands.
    pub async fn look<G: Appraise<Printed: Send + Sync + 'static>>(&self, table: Table) -> Result<Turn<G>> {
        let snapshot = table.snapshot.as_deref().ok_or(Declined::NotBegun)?;
        let state = table.read(snapshot, "its snapshot")?;
        let printed = self.printed::<G>(&table).await?;
        let broken = |broken| Trouble::Broken { table: table.game.0, broken };
        let game = G::restore(&printed, state).map_err(broken)?;
        Ok(Turn::new(table, printed, game))
    }

    async fn printed<G: Rules<Printed: Send + Sync + 'static>>(
        &self,
        table: &Table,
    ) -> Result<Arc<G::Printed>> {
        let missing = || table.missing("its figures");
        let digest = table.figures.as_deref().ok_or_else(missing)?;
        if let Some(printed) = self.figures.find::<G>(digest) {
            return Ok(printed);
        }
        let json = self.store.figures(digest).await?.ok_or_else(missing)?;
        let printed = Arc::new(table.read(&json, "its figures")?);
        self.figures.put::<G>(digest, &printed);
        Ok(printed)
    }

    /// Where the game stands for somebody who wants to act.
    pub async fn turn_of<G: Appraise<Printed: Send + Sync + 'static>>(
        &self,
        table: Table,
        person: i64,
    ) -> Result<Turn<G>> {
        running(&table)?;
        let seat = table.seat_of(person).ok_or(Declined::NotSeated)?;
        let turn = self.look::<G>(table).await?;
        match turn.to_act() {
            Some(to_act) if to_act == seat => Ok(turn),
            Some(to_act) => Err(Declined::NotYourTurn(to_act).into()),
            None => Err(Declined::Over.into()),
        }
    }

    // --- Acting ---

    /// Writes what was done, and lets the computer act where it is to.
    pub async fn settle<G: Appraise<Printed: Send + Sync + 'static>>(
        &self,
        turn: Turn<G>,
        asker: &Asker,
    ) -> Result<Settled<G>> {
        let change = turn.table.change(asker);
        self.conclude(turn, change).await
    }

    /// The computer's steps, the entries, the snapshot, the news: then all of it is written.
    pub(super) async fn conclude<G: Appraise<Printed: Send + Sync + 'static>>(
        &self,
        mut turn: Turn<G>,
        mut change: Change,
    ) -> Result<Settled<G>> {
        let own = turn.steps.len();
        let untold = self.store.entries(turn.table.game, turn.table.told).await?;
        let set_up = i64::try_from(change.entries.len()).unwrap_or(0);
        let first = untold.last().map_or(turn.table.told, |entry| entry.number + 1).max(set_up);
        let acted = turn.steps.first().map(|step| step.seat);
        let_computers_act(&mut turn, first)?;
        for (step, number) in turn.steps.iter().zip(first..) {
            change.entries.push(entry(step, number, change.at));
        }
        if turn.to_act().is_none() {
            change.status = Stage::Over;
        }
        if turn.to_act() != acted || own < turn.steps.len() {
            let last = first + i64::try_from(turn.steps.len()).unwrap_or(0);
            let steps = to_tell(&turn, &untold)?;
            if !steps.is_empty() {
                change.notices.push(turn.table.notice(News::Turn { steps }));
            }
            change.told = last;
        }
        // A state is numbers, words and lists: writing it cannot fail.
        change.snapshot = Some(serde_json::to_string(turn.game.state()).unwrap_or_default());
        let revision = self.write(&change).await?;
        let Turn { table, printed, game, mut steps } = turn;
        steps.truncate(own);
        let figures = change.figures.map(|(digest, _)| digest).or(table.figures);
        let (status, snapshot, told) = (change.status, change.snapshot, change.told);
        let seats = change.seats.unwrap_or(table.seats);
        let table = Table { revision, status, snapshot, told, figures, seats, ..table };
        Ok(Settled { table, printed, game, steps })
    }

    // --- Taking back ---

    /// Takes back what a person did last, as far as nothing hidden was shown and nobody else has acted since.
    pub async fn take_back<G: Appraise<Printed: Send + Sync + 'static>>(
        &self,
        table: Table,
        asker: &Asker,
    ) -> Result<Settled<G>> {
        running(&table)?;
        let seat = table.seat_of(asker.person).ok_or(Declined::NotSeated)?;
        let entries = self.store.entries(table.game, 0).await?;
        let (kept, back) = last_deed(&entries);
        for entry in back {
            match entry_seat(entry) {
                Some(who) if who == seat => {}
                Some(who) => return Err(Declined::ActedSince(who).into()),
                None => return Err(Declined::NothingYet.into()),
            }
            let events: Vec<G::Event> = table.read(&entry.events, "an entry")?;
            if events.iter().any(G::uncovers) {
                return Err(Declined::Shown.into());
            }
        }
        let from = back.first().map_or(0, |entry| entry.number);
        let game = self.replay::<G>(&table, kept).await?.1;
        let mut change = table.change(asker);
        change.take_back = Some(from);
        change.snapshot = Some(serde_json::to_string(game.state()).unwrap_or_default());
        if from < table.told {
            change.told = from;
            change.notices.push(table.notice(News::TakenBack { seat }));
        }
        let revision = self.write(&change).await?;
        let printed = self.printed::<G>(&table).await?;
        let table = Table { revision, snapshot: change.snapshot, told: change.told, ..table };
        Ok(Settled { table, printed, game, steps: Vec::new() })
    }

    /// Plays entries again, from the set-up on: the record of it, and the game.
    async fn replay<G: Rules<Printed: Send + Sync + 'static>>(
        &self,
        table: &Table,
        entries: &[Entry],
    ) -> Result<(Record<G>, G)> {
        let (first, rest) = entries.split_first().ok_or_else(|| table.missing("its log"))?;
        let set_up: SetUp = table.read(&first.action, "its set-up")?;
        let printed = self.printed::<G>(table).await?;
        let secret = table.drawn()?;
        let seats = u8::try_from(set_up.names.len()).unwrap_or(u8::MAX);
        Seats::of(G::TITLE, seats).map_err(Declined::SetUp)?;
        let seed = secret.seed(&set_up.words);
        let begun = Record::<G>::begin(&printed, set_up.names, table.chosen::<G>()?, seed, Detail::Digests);
        let (mut record, mut game) = begun.map_err(Declined::SetUp)?;
        record.origin = Some(Origin::of(&secret, set_up.words));
        for entry in rest {
            let action: G::Action = table.read(&entry.action, "an entry")?;
            let mut events = Vec::new();
            let why = |refusal: G::Refusal| format!("{refusal:?}");
            let refused = |why| Trouble::Replay { table: table.game.0, entry: entry.number, why };
            game.play(action, &mut events).map_err(|refusal| refused(why(refusal)))?;
            if let Some(seat) = entry_seat(entry) {
                record.note(seat, action, events, &game);
            }
        }
        Ok((record, game))
    }

    /// The record of a finished game, as the text of a file.
    pub async fn record(&self, table: &Table) -> Result<String> {
        if table.status != Stage::Over {
            return Err(Declined::NotOver.into());
        }
        match table.title()? {
            Title::Hawaii => self.record_of::<Hawaii>(table).await,
            Title::Haleakala => self.record_of::<Haleakala>(table).await,
        }
    }

    async fn record_of<G: Rules<Printed: Send + Sync + 'static>>(&self, table: &Table) -> Result<String> {
        let entries = self.store.entries(table.game, 0).await?;
        if entries.is_empty() {
            return Err(Declined::NotBegun.into());
        }
        let (record, _) = self.replay::<G>(table, &entries).await?;
        Ok(serde_json::to_string_pretty(&record).map_err(|error| unreadable(table, error))?)
    }

    // --- Giving up ---

    /// Gives the game up: the computer plays on, or the game is over if no game is left that people play.
    pub async fn resign(&self, table: Table, asker: &Asker) -> Result<Table> {
        running(&table)?;
        match table.title()? {
            Title::Hawaii => self.resign_from::<Hawaii>(table, asker).await,
            Title::Haleakala => self.resign_from::<Haleakala>(table, asker).await,
        }
    }

    async fn resign_from<G: Appraise<Printed: Send + Sync + 'static>>(
        &self,
        mut table: Table,
        asker: &Asker,
    ) -> Result<Table> {
        let mut change = table.change(asker);
        let sitting = table.seats.iter_mut().find(|chair| chair.person == Some(asker.person));
        let chair = sitting.ok_or(Declined::NotSeated)?;
        (chair.person, chair.mind) = (None, Some(Kind::default().name().to_owned()));
        let name = chair.name.clone();
        let people = table.seats.iter().filter(|chair| chair.person.is_some()).count();
        let over = people == 0 || table.seats.len() == 2;
        change.seats = Some(table.seats.clone());
        change.notices.push(table.notice(News::Resigned { name, over }));
        if over {
            change.status = Stage::Over;
            let revision = self.write(&change).await?;
            return Ok(Table { revision, status: Stage::Over, ..table });
        }
        let turn = self.look::<G>(table).await?;
        Ok(self.conclude(turn, change).await?.table)
    }
}

fn running(table: &Table) -> Result<(), Declined> {
    match table.status {
        Stage::Open => Err(Declined::NotBegun),
        Stage::Running => Ok(()),
        Stage::Over => Err(Declined::Over),
    }
}

/// Lets the computer act as long as one of its seats is to.
fn let_computers_act<G: Appraise>(turn: &mut Turn<G>, first: i64) -> Result<(), Trouble> {
    while let Some(seat) = turn.to_act() {
        let Some(kind) = turn.table.chair(seat).and_then(computer) else { break };
        // Chance of a mind comes from the secret, and differs from step to step.
        let step = first.unsigned_abs() + turn.steps.len() as u64;
        let seed = turn.table.drawn()?.seed(&["computer".to_owned(), step.to_string()]);
        let legal = turn.legal();
        let choice = kind.mind::<G>(&seed, seat).choose(&Sight::new(&turn.game, seat, &legal));
        let Some(action) = legal.get(choice).copied() else { break };
        let entry = first;
        turn.play(action).map_err(|refusal| Trouble::Replay {
            table: turn.table.game.0,
            entry,
            why: format!("{refusal:?}"),
        })?;
    }
    Ok(())
}

/// Which computer player sits on a chair, if no person does.
fn computer(chair: &Chair) -> Option<Kind> {
    let name = chair.mind.as_deref().filter(|_| chair.person.is_none())?;
    Kind::ALL.into_iter().find(|kind| kind.name() == name)
}

fn entry<G: Rules>(step: &Step<G>, number: i64, at: i64) -> Entry {
    let json = |error: Result<String, _>| error.unwrap_or_default();
    Entry {
        number,
        seat: Some(step.seat.number().into()),
        action: json(serde_json::to_string(&step.action)),
        events: json(serde_json::to_string(&step.events)),
        revision: 0,
        at,
    }
}

fn entry_seat(entry: &Entry) -> Option<Seat> {
    Seat::from_number(u8::try_from(entry.seat?).ok()?)
}

/// The log before the last deed, and the entries that were written by it.
fn last_deed(entries: &[Entry]) -> (&[Entry], &[Entry]) {
    let last = entries.last().map(|entry| entry.revision);
    let at = entries.iter().position(|entry| Some(entry.revision) == last).unwrap_or(0);
    entries.split_at(at)
}

/// What the public has not heard yet: entries of before, then the steps of this turn.
fn to_tell<G: Rules>(turn: &Turn<G>, untold: &[Entry]) -> Result<Vec<Told>, Trouble> {
    let mut told = Vec::new();
    for entry in untold {
        told.extend(told_again(&turn.table, entry)?);
    }
    for step in &turn.steps {
        let events = serde_json::value::to_raw_value(&step.events);
        told.push(Told { seat: step.seat, events: events.map_err(|error| unreadable(&turn.table, error))? });
    }
    Ok(told)
}

fn told_again(table: &Table, entry: &Entry) -> Result<Option<Told>, Trouble> {
    let Some(seat) = entry_seat(entry) else { return Ok(None) };
    let events = serde_json::value::RawValue::from_string(entry.events.clone());
    Ok(Some(Told { seat, events: events.map_err(|error| unreadable(table, error))? }))
}

fn unreadable(table: &Table, error: serde_json::Error) -> Trouble {
    Trouble::Unreadable { table: table.game.0, what: "an entry", error }
}

/// Through whose eyes a person sees a table.
impl Table {
    /// The eyes of a person: their seat's, or the public's.
    pub fn viewer(&self, person: i64) -> Viewer {
        self.seat_of(person).map_or(Viewer::Table, Viewer::Seat)
    }
}
