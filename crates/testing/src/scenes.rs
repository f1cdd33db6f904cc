//! A host with a database in a temporary folder, and functions that act at its tables as players
//! do.

use std::sync::Arc;

pub use crate::homes::block_on;
use lanai_ai::{Evaluate, PolicyKind};
use lanai_host::{
    Actor, Agreement, ChannelId, Clock, CommittedTurn, Consent, Contest, ContestId, DueNotice,
    Failure, GuildId, GuildSettings, Host, HostOptions, InteractionId, MessageId, NewContest,
    NewGame, News, Outbox, PersonId, Receipt, Refusal, Scheduler, Setting, Table, TableId,
    TableSettings, TableStatus, Thinker, Thinking, Timestamp, Turn, VerificationReport,
};
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::{Rules, Seat};

use crate::folders::create_folder;
use crate::homes::execute;
use lanai_store::{Address, LogEntry, Store, TableChange, TableRow};
use tempfile::TempDir;

/// The id of the Discord message that announces the start of a game.
pub const ANNOUNCED: i64 = 4999;

pub struct TestHost {
    pub folder: TempDir,
    pub store: Store,
    pub host: Arc<Host>,
}

/// Creates an actor without an interaction id, so that no request is considered a duplicate.
pub fn actor(person: i64) -> Actor {
    Actor {
        person: PersonId(person),
        name: format!("person {person}"),
        interaction: None,
    }
}

/// Creates an actor with an interaction id, by which the host recognises a repeated press.
pub fn pressing_actor(person: i64, interaction: i64) -> Actor {
    Actor {
        interaction: Some(InteractionId(interaction)),
        ..actor(person)
    }
}

pub fn new_game<G: Rules>(channel: i64) -> NewGame {
    NewGame {
        title: G::TITLE,
        seat_count: None,
        computers: Vec::new(),
        options: String::new(),
        settings: TableSettings::default(),
        guild: GuildId(1),
        channel: ChannelId(channel),
        parent_channel: None,
        language: "en".to_owned(),
        announced: true,
        rematch_of: None,
    }
}

pub fn seeded_dice(number: u64) -> Dice {
    Dice::new(&Seed::from_number(number), 0)
}

impl TestHost {
    pub fn outbox(&self) -> Outbox {
        Outbox::new(&self.host)
    }

    pub fn scheduler(&self) -> Scheduler {
        Scheduler::new(&self.host)
    }

    pub async fn run_computers(&self) {
        Thinker::new(&self.host).run_due().await.unwrap();
    }

    /// Does everything that is due: reminders, expired deadlines and computers' turns.
    pub async fn run_due_work(&self) {
        self.scheduler().run_due().await.unwrap();
        self.run_computers().await;
    }

    pub async fn new() -> TestHost {
        let folder = create_folder();
        let store = Store::open_file(&folder.path().join("lanai.db"))
            .await
            .unwrap();
        TestHost {
            folder,
            host: Arc::new(Host::new(store.clone())),
            store,
        }
    }

    /// Creates a host whose computers seem to think for `seconds`, and the clock of that host.
    pub async fn thoughtful(seconds: i64) -> (TestHost, Clock) {
        let (fixture, clock) = (
            TestHost::new().await,
            Clock::stopped_at(Timestamp(1_000_000)),
        );
        let options = HostOptions {
            apparent_thinking_secs: seconds,
            clock: clock.clone(),
            ..HostOptions::default()
        };
        let host = Arc::new(Host::with_options(fixture.store.clone(), options));
        (TestHost { host, ..fixture }, clock)
    }

    pub fn host_with_thinking(&self, thinking: Thinking) -> Arc<Host> {
        let options = HostOptions {
            thinking,
            ..HostOptions::default()
        };
        Arc::new(Host::with_options(self.store.clone(), options))
    }

    pub fn with_thinking(self, thinking: Thinking) -> TestHost {
        TestHost {
            host: self.host_with_thinking(thinking),
            ..self
        }
    }

    pub fn with_clock(self, clock: &Clock) -> TestHost {
        TestHost {
            host: Arc::new(Host::with_clock(self.store.clone(), clock.clone())),
            ..self
        }
    }

    /// Closes the database and opens it again with a new host.
    pub async fn restart(self) -> TestHost {
        self.host.database.close().await;
        let TestHost { folder, .. } = self;
        let store = Store::open_file(&folder.path().join("lanai.db"))
            .await
            .unwrap();
        TestHost {
            folder,
            host: Arc::new(Host::new(store.clone())),
            store,
        }
    }

    pub async fn open_table(&self, new: &NewGame, person: i64) -> Table {
        self.host.lobby.open(new, &actor(person)).await.unwrap()
    }

    pub async fn join(&self, game: TableId, person: i64) -> Table {
        let joined = self.host.lobby.join(game, &actor(person), None, true).await;
        joined.unwrap()
    }

    pub async fn leave(&self, game: TableId, person: i64) -> Table {
        let left = self.host.lobby.leave(game, &actor(person), true).await;
        left.unwrap()
    }

    /// Starts the game of a table, without posting the announcement.
    pub async fn press_start(&self, game: TableId, person: i64) -> Table {
        self.host.starts.start(game, &actor(person)).await.unwrap()
    }

    pub async fn resign(&self, table: Table, person: i64) -> Table {
        let resigned = self.host.resignations.resign(table, &actor(person)).await;
        resigned.unwrap()
    }

    pub async fn agree(&self, table: Table, person: i64, consent: Consent) -> Agreement {
        let agreed = self
            .host
            .agreements
            .agree(table, &actor(person), consent)
            .await;
        agreed.unwrap()
    }

    pub async fn take_back<G: Evaluate>(&self, table: Table, person: i64) -> CommittedTurn<G> {
        let taken = self.host.take_back.take_back(table, &actor(person)).await;
        taken.unwrap()
    }

    pub async fn erase(&self, person: i64, name: &str) {
        let erased = self.host.erasure.erase_person(PersonId(person), name).await;
        erased.unwrap();
    }

    /// Changes settings of a guild as person 1.
    pub async fn set_for_guild(&self, guild: GuildId, settings: &[Setting]) -> GuildSettings {
        let set = self.host.moderation.set(guild, &actor(1), settings).await;
        set.unwrap()
    }

    pub async fn guild_settings(&self, guild: GuildId) -> GuildSettings {
        self.host.settings.guild_settings(guild).await.unwrap()
    }

    pub async fn find_in_channel(&self, channel: i64) -> Table {
        let found = self.host.tables.find_in_channel(ChannelId(channel)).await;
        found.unwrap()
    }

    pub async fn open_contest(&self, new: &NewContest, person: i64) -> Contest {
        self.host
            .contests
            .open_contest(new, &actor(person))
            .await
            .unwrap()
    }

    pub async fn find_contest(&self, id: ContestId) -> Contest {
        self.host.contests.find(id).await.unwrap()
    }

    pub async fn sign_up(&self, id: ContestId, person: i64) -> Contest {
        self.host
            .contests
            .sign_up(id, &actor(person))
            .await
            .unwrap()
    }

    pub async fn write_record(&self, table: &Table) -> String {
        self.host.games.write_record(table).await.unwrap()
    }

    pub async fn rate_games(&self) {
        self.host.ratings.rate_games().await.unwrap();
    }

    pub async fn due_notices(&self, most: u32) -> Vec<DueNotice> {
        self.outbox().list_due(most).await.unwrap()
    }

    /// Marks a notice as sent. Returns whether it was still pending.
    pub async fn mark_sent(&self, due: &DueNotice, receipt: Receipt) -> bool {
        self.outbox().mark_sent(due, receipt).await.unwrap()
    }

    /// Starts a game with `persons` persons, whose ids begin at 100, and `computers` computers.
    pub async fn start_game<G: Evaluate>(&self, persons: u8, computers: u8) -> Table {
        let new = NewGame {
            seat_count: Some(persons + computers),
            computers: vec![PolicyKind::default(); computers.into()],
            ..new_game::<G>(7)
        };
        let game = self.open_table(&new, 100).await.id;
        for person in 101..100 + i64::from(persons) {
            self.join(game, person).await;
        }
        self.start(game, 100).await
    }

    /// Starts the game of a table, and records its announcement in the message [`ANNOUNCED`].
    pub async fn start(&self, game: TableId, person: i64) -> Table {
        self.press_start(game, person).await;
        self.announce(game, ANNOUNCED).await
    }

    /// Records that the start was announced in this message, and lets computers act.
    pub async fn announce(&self, game: TableId, message: i64) -> Table {
        let due = self.due_notices(1000).await;
        let fixed = due
            .iter()
            .find(|delivered| delivered.game == game && matches!(delivered.news, News::SeatsFixed))
            .unwrap();
        assert!(self.mark_sent(fixed, receipt(message)).await);
        self.run_computers().await;
        self.load_table(game).await
    }

    pub async fn load_table(&self, game: TableId) -> Table {
        self.host.tables.find(game).await.unwrap()
    }

    pub async fn empty_change(&self, game: TableId) -> TableChange {
        let row = self.store.tables().find(game).await.unwrap().unwrap();
        let wait = row.wait.0;
        TableChange {
            table_id: game,
            expected_revision: row.revision,
            interaction: None,
            status: row.status,
            snapshot: row.snapshot,
            starting: row.starting,
            announced_entries: row.announced_entries,
            figures: None,
            seats: None,
            set_up: None,
            expected_wait_version: wait.as_ref().map(|wait| wait.version),
            wait,
            move_to: None,
            take_back_from: None,
            entries: vec![],
            notices: vec![],
            withdrawn_notices: Vec::new(),
            result: None,
            departed: None,
            act: None,
            at: Timestamp(1),
        }
    }

    pub async fn load_log(&self, game: TableId) -> Vec<LogEntry> {
        self.store.tables().load_log(game, 0).await.unwrap()
    }

    /// Returns the stored table, its log and the number of its pending notices.
    pub async fn load_everything(&self, game: TableId) -> (TableRow, Vec<LogEntry>, usize) {
        let due = self.due_notices(1000).await;
        let waiting = due
            .iter()
            .filter(|delivered| !delivered.is_message_update())
            .count();
        let row = self.store.tables().find(game).await.unwrap().unwrap();
        (row, self.load_log(game).await, waiting)
    }

    /// Loads the turn of the person who is to act.
    pub async fn load_turn<G: Evaluate>(&self, game: TableId) -> Turn<G> {
        let table = self.load_table(game).await;
        let person = self.person_to_act::<G>(&table).await;
        self.host
            .games
            .load_turn::<G>(table, PersonId(person))
            .await
            .unwrap()
    }

    pub async fn person_to_act<G: Evaluate>(&self, table: &Table) -> i64 {
        let seat = self
            .host
            .games
            .load::<G>(table.clone())
            .await
            .unwrap()
            .to_act()
            .unwrap();
        table
            .seated_player(seat)
            .unwrap()
            .person
            .expect("the computer never keeps people waiting")
            .0
    }

    /// Commits a turn as the person who is to act, then lets computers act.
    pub async fn commit_turn<G: Evaluate>(&self, turn: Turn<G>) -> CommittedTurn<G> {
        let person = person_at(&turn.table, turn.steps[0].seat);
        let settled = self
            .host
            .play
            .commit_turn(turn, &actor(person.0))
            .await
            .unwrap();
        self.run_computers().await;
        settled
    }

    /// Commits up to three random actions as the person who is to act.
    pub async fn act_at_random<G: Evaluate>(
        &self,
        game: TableId,
        dice: &mut Dice,
    ) -> CommittedTurn<G> {
        let mut turn = self.load_turn::<G>(game).await;
        let seat = turn.to_act();
        for _ in 0..=dice.below(3) {
            if turn.to_act() == seat {
                play_random_action(&mut turn, dice);
            }
        }
        self.commit_turn(turn).await
    }

    /// Plays a game to its end: acts at random a dozen times, then greedily, because random games
    /// take hundreds of turns.
    pub async fn play_out<G: Evaluate>(&self, game: TableId, dice: &mut Dice) -> Table {
        for acted in 0.. {
            let table = self.load_table(game).await;
            if table.status == TableStatus::Over {
                return table;
            }
            if acted < 12 {
                Box::pin(self.act_at_random::<G>(game, dice)).await;
                continue;
            }
            let mut turn = Box::pin(self.load_turn::<G>(game)).await;
            let seat = turn.to_act();
            while let Some(acting) = turn.to_act()
                && seat == Some(acting)
                && (turn.steps.is_empty() || !turn.game.begins_turn())
            {
                let legal = turn.legal();
                let best = turn.game.greedy_choice(acting, &legal);
                turn.play(legal[best]).unwrap();
            }
            Box::pin(self.commit_turn(turn)).await;
        }
        unreachable!("every game ends")
    }

    /// Commits random actions one by one until `find` returns a turn, and returns that turn.
    pub async fn find_turn<G: Evaluate>(
        &self,
        game: TableId,
        find: impl Fn(&Turn<G>) -> Option<Turn<G>>,
    ) -> Turn<G> {
        let mut dice = seeded_dice(1);
        loop {
            assert_eq!(
                self.load_table(game).await.status,
                TableStatus::Running,
                "no such turn in the whole game"
            );
            let mut turn = self.load_turn::<G>(game).await;
            if let Some(found) = find(&turn) {
                return found;
            }
            play_random_action(&mut turn, &mut dice);
            self.commit_turn(turn).await;
        }
    }

    /// Marks all due notices as sent, and returns them without mere updates of messages.
    pub async fn deliver_notices(&self) -> Vec<DueNotice> {
        let mut delivered = self.due_notices(1000).await;
        for news in &delivered {
            assert!(self.mark_sent(news, receipt(news.notice.0 + 5000)).await);
        }
        delivered.retain(|delivered| !delivered.is_message_update());
        delivered
    }
}

pub fn receipt(message: i64) -> Receipt {
    Receipt {
        message: Some(MessageId(message)),
        ..Receipt::default()
    }
}

pub fn person_at(table: &Table, seat: Seat) -> PersonId {
    table.seated_player(seat).unwrap().person.unwrap()
}

pub fn play_random_action<G: Evaluate>(turn: &mut Turn<G>, dice: &mut Dice) {
    let legal = turn.legal();
    let choice = dice.below(u32::try_from(legal.len()).unwrap());
    turn.play(legal[usize::try_from(choice).unwrap()]).unwrap();
}

/// Finds a short turn that reveals nothing hidden.
///
/// If `ends_turn`, another player is to act after it, otherwise the same one.
pub fn find_quiet_turn<G: Evaluate>(
    turn: &Turn<G>,
    ends_turn: bool,
    most: usize,
) -> Option<Turn<G>> {
    let seat = turn.to_act()?;
    let mut further = Vec::new();
    for action in turn.legal() {
        let mut tried = turn.clone();
        tried.play(action).unwrap();
        match tried.to_act() {
            Some(next) if !tried.reveals_hidden() && (next != seat) == ends_turn => {
                return Some(tried);
            }
            Some(next) if !tried.reveals_hidden() && next == seat => further.push(tried),
            Some(_) | None => {}
        }
    }
    if most < 2 {
        return None;
    }
    further
        .iter()
        .find_map(|tried| find_quiet_turn(tried, ends_turn, most - 1))
}

/// Returns the seat number and the events of each step that the notices announced.
pub fn announced_steps(delivered: &[DueNotice]) -> Vec<(i64, String)> {
    let steps = delivered
        .iter()
        .flat_map(|delivered| delivered.news.steps());
    steps
        .map(|step| (i64::from(step.seat.number()), step.events.get().to_owned()))
        .collect()
}

/// Returns the seat number and the events of each entry of a log, without the set-up.
pub fn logged_steps(log: &[LogEntry]) -> Vec<(i64, String)> {
    log.iter()
        .filter_map(|entry| Some((entry.seat?, entry.events.clone())))
        .collect()
}

pub async fn verify_all(host: &Host) -> VerificationReport {
    let tables = host.verifier.list_tables().await.unwrap();
    host.verifier.verify_each(tables, |_| ()).await.unwrap()
}

pub fn expect_refusal<T>(result: Result<T, Failure>) -> Refusal {
    match result {
        Err(Failure::Refusal(declined)) => declined,
        Err(Failure::InternalError(trouble)) => {
            panic!("only the operator can act on this: {trouble}")
        }
        Ok(_) => panic!("it was done"),
    }
}

pub fn expect_internal_error<T>(result: Result<T, Failure>) -> String {
    match result {
        Err(Failure::InternalError(trouble)) => trouble.to_string(),
        Err(Failure::Refusal(declined)) => {
            panic!("no player can act on this: {declined}")
        }
        Ok(_) => panic!("it was done"),
    }
}

/// Deletes all ratings of a database and rates its games again. No bot may use the database
/// meanwhile.
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
