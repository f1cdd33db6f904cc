//! A house with a database in a folder of its own, people who come to it, and how they act.

use std::sync::Arc;

pub use crate::homes::wait;
use lanai_ai::{Appraise, PolicyKind};
use lanai_host::{
    Actor, ChannelId, Clock, CommittedTurn, Declined, DueNotice, Failure, GuildId, Host,
    HostOptions, InteractionId, MessageId, NewGame, News, Outbox, PersonId, Proof, Receipt,
    Scheduler, Table, TableId, TableSettings, TableStatus, Thinker, Thinking, Timestamp, Turn,
};
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::{Rules, Seat};

use crate::homes::execute;
use lanai_store::{Address, Change, Entry, Store, TableRow};
use tempfile::TempDir;

/// The number of a message that says that all words are fixed.
pub const ANNOUNCED: i64 = 4999;

/// A host, and the store beneath it.
pub struct TestHost {
    pub folder: TempDir,
    pub store: Store,
    pub host: Arc<Host>,
}

/// Somebody who wants something that counts as often as it is said.
pub fn actor(person: i64) -> Actor {
    Actor {
        person: PersonId(person),
        name: format!("person {person}"),
        interaction: None,
    }
}

/// Somebody who presses something.
pub fn press(person: i64, interaction: i64) -> Actor {
    Actor {
        interaction: Some(InteractionId(interaction)),
        ..actor(person)
    }
}

pub fn new_game<G: Rules>(channel: i64) -> NewGame {
    NewGame {
        title: G::TITLE,
        chairs: None,
        computers: Vec::new(),
        options: String::new(),
        settings: TableSettings::default(),
        guild: GuildId(1),
        channel: ChannelId(channel),
        above: None,
        language: "en".to_owned(),
        announced: true,
        follows: None,
    }
}

pub fn dice(number: u64) -> Dice {
    Dice::new(&Seed::from_number(number), 0)
}

impl TestHost {
    /// What waits to be said.
    pub fn outbox(&self) -> Outbox {
        Outbox::new(&self.host)
    }

    pub fn scheduler(&self) -> Scheduler {
        Scheduler::new(&self.host)
    }

    /// Computers act where they are to.
    pub async fn computers_act(&self) {
        Thinker::new(&self.host).run_due().await.unwrap();
    }

    /// Whatever is due is done: people are reminded, time is up, computers act.
    pub async fn time_passes(&self) {
        self.scheduler().run_due().await.unwrap();
        self.computers_act().await;
    }

    pub async fn new() -> TestHost {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("lanai.db")).await.unwrap();
        TestHost {
            folder,
            host: Arc::new(Host::new(store.clone())),
            store,
        }
    }

    /// One whose computers seem to think for so many seconds, by a clock that is turned by hand.
    pub async fn thoughtful(seconds: i64) -> (TestHost, Clock) {
        let (house, clock) = (
            TestHost::new().await,
            Clock::standing_at(Timestamp(1_000_000)),
        );
        let options = HostOptions {
            apparent_thinking_secs: seconds,
            clock: clock.clone(),
            ..HostOptions::default()
        };
        let host = Arc::new(Host::with_options(house.store.clone(), options));
        (TestHost { host, ..house }, clock)
    }

    /// A host of the same store, in which computers think so.
    pub fn host_that_thinks(&self, thinking: Thinking) -> Arc<Host> {
        let options = HostOptions {
            thinking,
            ..HostOptions::default()
        };
        Arc::new(Host::with_options(self.store.clone(), options))
    }

    /// The same house, in which computers think so.
    pub fn thinking(self, thinking: Thinking) -> TestHost {
        TestHost {
            host: self.host_that_thinks(thinking),
            ..self
        }
    }

    /// The same house, by another clock.
    pub fn by_clock(self, clock: &Clock) -> TestHost {
        TestHost {
            host: Arc::new(Host::with_clock(self.store.clone(), clock.clone())),
            ..self
        }
    }

    /// The house after a night.
    pub async fn again(self) -> TestHost {
        self.host.database.close().await;
        let TestHost { folder, .. } = self;
        let store = Store::open(&folder.path().join("lanai.db")).await.unwrap();
        TestHost {
            folder,
            host: Arc::new(Host::new(store.clone())),
            store,
        }
    }

    /// A game that has begun: persons 100, 101 and so on, and computers.
    pub async fn begun<G: Appraise>(&self, persons: u8, computers: u8) -> Table {
        let new = NewGame {
            chairs: Some(persons + computers),
            computers: vec![PolicyKind::default(); computers.into()],
            ..new_game::<G>(7)
        };
        let game = self.host.lobby.open(&new, &actor(100)).await.unwrap().game;
        for person in 101..100 + i64::from(persons) {
            self.host
                .lobby
                .join(game, &actor(person), None, true)
                .await
                .unwrap();
        }
        self.start(game, 100).await
    }

    /// Somebody begins the game, and the message that says so is posted.
    pub async fn start(&self, game: TableId, person: i64) -> Table {
        self.host.starts.start(game, &actor(person)).await.unwrap();
        self.announce(game, ANNOUNCED).await
    }

    /// The message that says that all words are fixed is posted, and has this number.
    pub async fn announce(&self, game: TableId, message: i64) -> Table {
        let due = self.outbox().due(1000).await.unwrap();
        let fixed = due
            .iter()
            .find(|heard| heard.game == game && matches!(heard.news, News::SeatsFixed))
            .unwrap();
        assert!(
            self.outbox()
                .mark_sent(fixed, became(message))
                .await
                .unwrap()
        );
        self.computers_act().await;
        self.kept(game).await
    }

    /// The table as it is kept.
    pub async fn kept(&self, game: TableId) -> Table {
        self.host.tables.find(game).await.unwrap()
    }

    /// A change that changes nothing yet.
    pub async fn unchanged(&self, game: TableId) -> Change {
        let row = self.store.tables().find(game).await.unwrap().unwrap();
        let wait = row.wait.0;
        Change {
            game,
            seen: row.revision,
            interaction: None,
            status: row.status,
            snapshot: row.snapshot,
            starting: row.starting,
            told: row.told,
            figures: None,
            seats: None,
            guard: wait.as_ref().map(|wait| wait.guard),
            wait,
            goes_to: None,
            take_back: None,
            entries: vec![],
            notices: vec![],
            absorbs: Vec::new(),
            result: None,
            leaves: None,
            act: None,
            at: Timestamp(1),
        }
    }

    pub async fn log(&self, game: TableId) -> Vec<Entry> {
        self.store.tables().entries(game, 0).await.unwrap()
    }

    /// Everything there is to know of a table, news that wait among it.
    pub async fn all_of(&self, game: TableId) -> (TableRow, Vec<Entry>, usize) {
        let due = self.outbox().due(1000).await.unwrap();
        let waiting = due.iter().filter(|heard| !heard.is_chore()).count();
        let row = self.store.tables().find(game).await.unwrap().unwrap();
        (row, self.log(game).await, waiting)
    }

    /// Where the game stands for the person who is to act.
    pub async fn turn<G: Appraise>(&self, game: TableId) -> Turn<G> {
        let table = self.kept(game).await;
        let person = self.to_act::<G>(&table).await;
        self.host
            .games
            .load_turn::<G>(table, PersonId(person))
            .await
            .unwrap()
    }

    /// The person who is to act.
    pub async fn to_act<G: Appraise>(&self, table: &Table) -> i64 {
        let seat = self
            .host
            .games
            .load::<G>(table.clone())
            .await
            .unwrap()
            .to_act()
            .unwrap();
        table
            .chair(seat)
            .unwrap()
            .person
            .expect("the computer never keeps people waiting")
            .0
    }

    /// Settles for the person whose turn it was. Computers act after it, as they do moments later.
    pub async fn settle<G: Appraise>(&self, turn: Turn<G>) -> CommittedTurn<G> {
        let person = person_at(&turn.table, turn.steps[0].seat);
        let settled = self
            .host
            .play
            .commit_turn(turn, &actor(person.0))
            .await
            .unwrap();
        self.computers_act().await;
        settled
    }

    /// A person does up to three things at random, and settles.
    pub async fn act_at_random<G: Appraise>(
        &self,
        game: TableId,
        dice: &mut Dice,
    ) -> CommittedTurn<G> {
        let mut turn = self.turn::<G>(game).await;
        let seat = turn.to_act();
        for _ in 0..=dice.below(3) {
            if turn.to_act() == seat {
                at_random(&mut turn, dice);
            }
        }
        self.settle(turn).await
    }

    /// Plays a game to its end: at random for a while, and then greedily, because games of chance go on for hundreds of turns.
    pub async fn play_out<G: Appraise>(&self, game: TableId, dice: &mut Dice) -> Table {
        for acted in 0.. {
            let table = self.kept(game).await;
            if table.status == TableStatus::Over {
                return table;
            }
            if acted < 12 {
                Box::pin(self.act_at_random::<G>(game, dice)).await;
                continue;
            }
            let mut turn = Box::pin(self.turn::<G>(game)).await;
            let seat = turn.to_act();
            while let Some(acting) = turn.to_act()
                && seat == Some(acting)
                && (turn.steps.is_empty() || !turn.game.begins_turn())
            {
                let legal = turn.legal();
                let best = turn.game.greedy_choice(acting, &legal);
                turn.play(legal[best]).unwrap();
            }
            Box::pin(self.settle(turn)).await;
        }
        unreachable!("every game ends")
    }

    /// Everybody acts at random, a step at a time, until such a turn can be taken.
    pub async fn until<G: Appraise>(
        &self,
        game: TableId,
        find: impl Fn(&Turn<G>) -> Option<Turn<G>>,
    ) -> Turn<G> {
        let mut dice = dice(1);
        loop {
            assert_eq!(
                self.kept(game).await.status,
                TableStatus::Running,
                "no such turn in the whole game"
            );
            let mut turn = self.turn::<G>(game).await;
            if let Some(found) = find(&turn) {
                return found;
            }
            at_random(&mut turn, &mut dice);
            self.settle(turn).await;
        }
    }

    /// Hears all news that are due.
    pub async fn hear(&self) -> Vec<DueNotice> {
        let mut heard = self.outbox().due(1000).await.unwrap();
        for news in &heard {
            assert!(
                self.outbox()
                    .mark_sent(news, became(news.notice.0 + 5000))
                    .await
                    .unwrap()
            );
        }
        // Chores are no news.
        heard.retain(|heard| !heard.is_chore());
        heard
    }
}

/// News became this message.
pub fn became(message: i64) -> Receipt {
    Receipt {
        message: Some(MessageId(message)),
        ..Receipt::default()
    }
}

/// Returns the person in a seat.
pub fn person_at(table: &Table, seat: Seat) -> PersonId {
    table.chair(seat).unwrap().person.unwrap()
}

/// Whoever is to act does one thing at random.
pub fn at_random<G: Appraise>(turn: &mut Turn<G>, dice: &mut Dice) {
    let legal = turn.legal();
    let choice = dice.below(u32::try_from(legal.len()).unwrap());
    turn.play(legal[usize::try_from(choice).unwrap()]).unwrap();
}

/// A turn from here on, of few steps, that shows nothing hidden, and after which somebody else is to act or not.
pub fn quiet<G: Appraise>(turn: &Turn<G>, passes: bool, most: usize) -> Option<Turn<G>> {
    let seat = turn.to_act()?;
    let mut further = Vec::new();
    for action in turn.legal() {
        let mut tried = turn.clone();
        tried.play(action).unwrap();
        match tried.to_act() {
            Some(next) if !tried.uncovers() && (next != seat) == passes => return Some(tried),
            Some(next) if !tried.uncovers() && next == seat => further.push(tried),
            Some(_) | None => {}
        }
    }
    if most < 2 {
        return None;
    }
    further
        .iter()
        .find_map(|tried| quiet(tried, passes, most - 1))
}

/// Steps as a log has them: who acted, and what came of it.
pub fn told(heard: &[DueNotice]) -> Vec<(i64, String)> {
    let steps = heard.iter().flat_map(|heard| heard.news.steps());
    steps
        .map(|step| (i64::from(step.seat.number()), step.events.get().to_owned()))
        .collect()
}

/// The steps of a log, without its set-up.
pub fn logged(log: &[Entry]) -> Vec<(i64, String)> {
    log.iter()
        .filter_map(|entry| Some((entry.seat?, entry.events.clone())))
        .collect()
}

/// Verifies every table of a host.
pub async fn verify_all(host: &Host) -> Proof {
    let tables = host.verifier.list_tables().await.unwrap();
    host.verifier.verify_each(tables, |_| ()).await.unwrap()
}

/// Why somebody was sent away.
pub fn declined<T>(result: Result<T, Failure>) -> Declined {
    match result {
        Err(Failure::Declined(declined)) => declined,
        Err(Failure::InternalError(trouble)) => {
            panic!("only the operator can act on this: {trouble}")
        }
        Ok(_) => panic!("it was done"),
    }
}

/// What the operator is told.
pub fn trouble<T>(result: Result<T, Failure>) -> String {
    match result {
        Err(Failure::InternalError(trouble)) => trouble.to_string(),
        Err(Failure::Declined(declined)) => {
            panic!("nobody at the table can act on this: {declined}")
        }
        Ok(_) => panic!("it was done"),
    }
}

/// Rates all games of a database again, from their results alone. No bot may serve it meanwhile.
pub async fn rate_all_again(store: &Store) {
    let address = match store.name().split_once(" at ") {
        Some((name, socket)) => {
            Address::Server(format!("postgres://lanai@localhost/{name}?host={socket}"))
        }
        None => Address::File(store.name().into()),
    };
    for sql in [
        "delete from rating",
        "delete from rating_history",
        "delete from guild_rated_person",
        "delete from key_value where name = 'games counted'",
        "update result set rating_order = null, player_set = null",
    ] {
        execute(&address, sql).await;
    }
    Host::new(store.clone()).ratings.rate_games().await.unwrap();
}
