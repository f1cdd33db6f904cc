//! Whether anything takes longer with more tables: ten to a million, nine of ten finished, and one
//! of a hundred of those with its whole log, on SQLite and PostgreSQL. Each figure is the shortest
//! of many times in milliseconds. Also the file size of a finished game.
//!
//! `LANAI_TABLES=10,1000 cargo bench --bench growth` sets other numbers.

#![expect(
    clippy::unwrap_used,
    reason = "a measurement that cannot go on has failed"
)]

use std::sync::Arc;
use std::time::Instant;

use lanai_ai::{Budget, Evaluate, Observation, Policy, Random};
use lanai_host::{
    Actor, ChannelId, GuildId, Host, MessageId, NewGame, Outbox, PersonId, Receipt, Scheduler,
    TableId, TableSettings, TableStatus,
};
use lanai_rules::Title;
use lanai_rules::chance::Seed;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_store::{Address, PastGamesFilter};
use lanai_testing::homes::{Database, Server};
use sqlx::{Connection as _, PgConnection, SqliteConnection};

const DEFAULT_TABLE_COUNTS: &str = "10,1000,100000,1000000";
const RUNS_PER_FIGURE: usize = 60;
/// The number of games whose size is measured.
const GAMES: i64 = 20;
/// A person with the same number of tables in every database.
const REGULAR: PersonId = PersonId(1);
const SERVER: GuildId = GuildId(1);

/// Copies of the two played tables: running ones (`$3`) and finished ones (`$4`), up to `$1` tables
/// beginning with `$2`. Each guild has fifty tables and each person about twenty; one person has
/// ten running and forty finished ones.
const LIKE_THEM: [&str; 7] = [
    "insert into game_table (table_id, title, guild, channel, owner, status, revision, language, seat_count, options, secret, figures,
                       announced_entries, snapshot, opened_at, changed_at, settings)
     with recursive more (n) as (select $2 union all select n + 1 from more where n < $1)
     select n, title, 1 + n / 50, n, 1000 + n * 7919 % ($1 / 10 + 2), status, revision, language, seat_count, options, secret, figures,
            announced_entries, snapshot, opened_at + n, changed_at + n, settings
     from more join game_table on table_id = case when n % 10 = 0 then $3 else $4 end",
    "insert into seat (table_id, seat, person, name, policy, word)
     select n.table_id, seat, case when seat = 2 and n.table_id % 10 < 5 and n.table_id < 110 then 1
                                  else 1000 + (n.table_id * 7919 + (seat - 1) * 15485863) % ($1 / 10 + 2) * 2 + seat end,
            name, policy, word
     from game_table as n join seat on seat.table_id = case when n.table_id % 10 = 0 then $3 else $4 end where n.table_id >= $2",
    "insert into log_entry (table_id, number, seat, action, events, revision, at, for_person)
     select n.table_id, number, seat, action, events, log_entry.revision, at, for_person
     from game_table as n join log_entry on log_entry.table_id = case when n.table_id % 10 = 0 then $3 else $4 end
     where n.table_id >= $2 and (n.table_id % 10 = 0 or n.table_id % 100 = 1) and $1 > 0",
    "insert into wait (table_id, person, since, check_at, version, pinged_revision, state)
     select n.table_id, seat.person, since, since + 86400 + n.table_id % 86400, version, pinged_revision, state
     from game_table as n join wait on wait.table_id = $3
     join seat as acts on acts.table_id = $3 and acts.person = wait.person
     join seat on seat.table_id = n.table_id and seat.seat = acts.seat
     where n.table_id >= $2 and n.table_id % 10 = 0 and $1 + $4 > 0",
    "insert into result (table_id, title, guild, seats, ending, ended_at, rated)
     select n.table_id, n.title, n.guild, n.seat_count, ending, n.changed_at, false
     from game_table as n join result on result.table_id = $4 where n.table_id >= $2 and n.table_id % 10 <> 0 and $1 + $3 > 0",
    "insert into participant (table_id, seat, holder_number, person, name, points, rank)
     select seat.table_id, seat.seat, 0, seat.person, seat.name, points, rank
     from seat join participant on participant.table_id = $4 and participant.seat = seat.seat
     where seat.table_id >= $2 and seat.table_id % 10 <> 0 and $1 + $3 > 0",
    "analyze",
];

fn actor(person: i64) -> Actor {
    Actor {
        person: PersonId(person),
        name: "somebody".to_owned(),
        interaction: None,
    }
}

fn new_game(title: Title, chairs: u8, channel: i64) -> NewGame {
    NewGame {
        title,
        seat_count: Some(chairs),
        computers: Vec::new(),
        options: String::new(),
        settings: TableSettings::default(),
        guild: SERVER,
        channel: ChannelId(channel),
        parent_channel: None,
        language: "en".to_owned(),
        announced: false,
        rematch_of: None,
    }
}

/// A running game.
async fn start_game(host: &Arc<Host>, title: Title, chairs: u8, channel: i64) -> TableId {
    let game = host
        .lobby
        .open(&new_game(title, chairs, channel), &actor(1))
        .await
        .unwrap()
        .id;
    for person in 2..=chairs {
        host.lobby
            .join(game, &actor(person.into()), None, false)
            .await
            .unwrap();
    }
    host.starts.start(game, &actor(1)).await.unwrap();
    deliver_all(host).await;
    game
}

/// Delivers everything that is due.
async fn deliver_all(host: &Arc<Host>) {
    let outbox = Outbox::new(host);
    loop {
        let due = outbox.list_due(1000).await.unwrap();
        if due.is_empty() {
            return;
        }
        for due in due {
            let message = (!due.is_message_update()).then_some(MessageId(due.notice.0));
            outbox
                .mark_sent(
                    &due,
                    Receipt {
                        message,
                        ..Receipt::default()
                    },
                )
                .await
                .unwrap();
        }
    }
}

/// Lets the seat to act take an action; returns `false` if the game is over.
async fn take_action<G: Evaluate>(host: &Host, game: TableId, mind: &mut Random) -> bool {
    let table = host.tables.find(game).await.unwrap();
    let (TableStatus::Running, Some(person)) = (table.status, table.waiting.person) else {
        return false;
    };
    let mut turn = host.games.load_turn::<G>(table, person).await.unwrap();
    let (legal, seat) = (turn.legal(), turn.to_act().unwrap());
    let choice = mind.choose(
        &Observation::new(&turn.game, seat, &legal),
        &mut Budget::per_turn(),
    );
    turn.play(legal[choice]).unwrap();
    host.play.commit_turn(turn, &actor(person.0)).await.unwrap();
    true
}

/// Returns the size of a finished, fully delivered game in KiB.
async fn game_size<G: Evaluate>(title: Title, chairs: u8, mind: &mut Random) -> u64 {
    let database = Database::create_file();
    let host = Arc::new(Host::new(database.open_store().await));
    let mut sizes = Vec::new();
    // The first game also allocates what all share.
    for channel in 0..=GAMES {
        let game = start_game(&host, title, chairs, 1 + channel).await;
        while take_action::<G>(&host, game, mind).await {
            deliver_all(&host).await;
        }
        deliver_all(&host).await;
        sizes.push(size(&database.address()).await);
    }
    host.database.close().await;
    (sizes.last().unwrap() - sizes[0]) / GAMES.unsigned_abs() / 1024
}

macro_rules! on {
    ($address:expr, $on:ident => $work:expr) => {
        match $address {
            Address::File(file) => {
                let mut $on = SqliteConnection::connect(&format!("sqlite://{}", file.display()))
                    .await
                    .unwrap();
                let done = $work;
                $on.close().await.unwrap();
                done
            }
            Address::Server(address) => {
                let mut $on = PgConnection::connect(address).await.unwrap();
                let done = $work;
                $on.close().await.unwrap();
                done
            }
        }
    };
}

/// Returns the used bytes of a database.
async fn size(address: &Address) -> u64 {
    let sql = match address {
        Address::File(_) => {
            "select (page_count - freelist_count) * page_size
             from pragma_page_count(), pragma_freelist_count(), pragma_page_size()"
        }
        Address::Server(_) => "select pg_database_size(current_database())",
    };
    let used: i64 = on!(address, on => sqlx::query_scalar(sql).fetch_one(&mut on).await.unwrap());
    used.unsigned_abs()
}

/// A database with a number of tables.
async fn fill_database(database: &Database, tables: i64, mind: &mut Random) {
    let host = Arc::new(Host::new(database.open_store().await));
    let running = start_game(&host, Title::Haleakala, 2, 1_000_001).await;
    let over = start_game(&host, Title::Haleakala, 2, 1_000_002).await;
    while take_action::<Haleakala>(&host, over, mind).await {}
    deliver_all(&host).await;
    host.database.close().await;
    let address = database.address();
    on!(&address, on => for sql in LIKE_THEM {
        let sql = sqlx::query(sql).bind(tables).bind(3_i64).bind(running).bind(over);
        sql.execute(&mut on).await.unwrap();
    });
    if let Address::Server(_) = address {
        // PostgreSQL continues the sequences itself.
        let goes_on = "select setval(pg_get_serial_sequence('game_table', 'table_id'), max(table_id)) from game_table";
        on!(&address, on => {
            sqlx::query(goes_on).execute(&mut on).await.unwrap();
        });
    }
}

/// Queues twenty thousand notices in some channels, as after a day without Discord.
async fn queue_backlog(database: &Database) {
    let sql = r#"insert into notice (table_id, channel, body, due_at)
         with recursive more (n) as (select 1 union all select n + 1 from more where n < 20000)
         select 3, 5000000 + n % 240, '{"revision":0,"news":{"silent":{"seat":1}}}', 0 from more"#;
    // A server analyzes its tables by itself within a minute.
    on!(&database.address(), on => for sql in [sql, "analyze notice"] {
        sqlx::query(sql).execute(&mut on).await.unwrap();
    });
}

/// Returns the shortest time of several runs, in milliseconds.
async fn shortest_time<T>(mut work: impl AsyncFnMut(i64) -> T) -> f64 {
    let mut least = f64::INFINITY;
    for number in 0..i64::try_from(RUNS_PER_FIGURE).unwrap() {
        let began = Instant::now();
        work(number).await;
        least = least.min(began.elapsed().as_secs_f64() * 1000.0);
    }
    least
}

fn megabytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS"))
        .unwrap();
    line.split_whitespace()
        .nth(1)
        .unwrap()
        .parse::<f64>()
        .unwrap()
        / 1024.0
}

async fn measure(database: &Database, tables: i64, mind: &mut Random) -> Vec<(&'static str, f64)> {
    let before = megabytes();
    let began = Instant::now();
    let store = database.open_store().await;
    store.processes().join(1).await.unwrap();
    let host = Arc::new(Host::new(store));
    Scheduler::new(&host).run_due().await.unwrap();
    let start = began.elapsed().as_secs_f64() * 1000.0;
    let running: Vec<i64> = (1..=tables / 10)
        .map(|tenth| tenth * 10)
        .filter(|game| *game > 3)
        .collect();
    let any = |number: i64| running[usize::try_from(number * 7919).unwrap() % running.len()];
    let mut told = vec![("start", start)];
    let show = async |number| {
        let table = host
            .tables
            .find_in_channel(ChannelId(any(number)))
            .await
            .unwrap();
        host.games.load::<Haleakala>(table).await.unwrap()
    };
    told.push(("show", shortest_time(show).await));
    told.push((
        "move",
        shortest_time(async |number| {
            take_action::<Haleakala>(&host, TableId(any(number)), mind).await
        })
        .await,
    ));
    let open = async |number| {
        host.lobby
            .open(
                &new_game(Title::Haleakala, 2, 2_000_000 + number),
                &actor(900 + number),
            )
            .await
            .unwrap()
    };
    told.push(("open", shortest_time(open).await));
    told.push((
        "mine",
        shortest_time(async |_| {
            (
                host.watching.list_waiting_for(REGULAR).await.unwrap(),
                host.tables
                    .list_unfinished_for_person(REGULAR)
                    .await
                    .unwrap(),
            )
        })
        .await,
    ));
    told.push((
        "list",
        shortest_time(async |_| host.tables.list_in_guild(SERVER, 100).await.unwrap()).await,
    ));
    told.push((
        "history",
        shortest_time(async |_| {
            host.history
                .list(PastGamesFilter::Person(REGULAR), None, 20)
                .await
                .unwrap()
        })
        .await,
    ));
    let scheduler = Scheduler::new(&host);
    told.push((
        "scheduler",
        shortest_time(async |_| scheduler.run_due().await.unwrap()).await,
    ));
    let outbox = Outbox::new(&host);
    told.push((
        "outbox",
        shortest_time(async |_| outbox.lease_due(&[], 8, 128).await.unwrap()).await,
    ));
    told.push(("MiB more", megabytes() - before));
    queue_backlog(database).await;
    let waiting = shortest_time(async |_| outbox.lease_due(&[], 1, 16).await.unwrap());
    told.push(("outbox with a backlog", waiting.await));
    host.database.close().await;
    told
}

fn main() {
    let numbers = std::env::var("LANAI_TABLES").unwrap_or_else(|_| DEFAULT_TABLE_COUNTS.to_owned());
    let mut mind = Random::new(&Seed::from_number(1), lanai_rules::Seat::default());
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let hawaii = runtime.block_on(game_size::<Hawaii>(Title::Hawaii, 4, &mut mind));
    let haleakala = runtime.block_on(game_size::<Haleakala>(Title::Haleakala, 2, &mut mind));
    println!(
        "A game that is over takes {hawaii} KiB (Hawaii, four) and {haleakala} KiB (Haleakala)"
    );
    let server = Server::start_own();
    for tables in numbers
        .split(',')
        .map(|number| number.trim().parse::<i64>().unwrap())
    {
        runtime.block_on(async {
            print_line("SQLite", tables, Database::create_file(), &mut mind).await;
            if let Some(server) = &server {
                print_line(
                    "PostgreSQL",
                    tables,
                    server.create_database().await,
                    &mut mind,
                )
                .await;
            }
        });
    }
}

/// Runs all measurements with a number of tables.
async fn print_line(home: &str, tables: i64, database: Database, mind: &mut Random) {
    fill_database(&database, tables, mind).await;
    let size = size(&database.address()).await >> 20;
    let told = measure(&database, tables, mind).await;
    let told: Vec<_> = told
        .iter()
        .map(|(description, took)| format!("{description} {took:.2}"))
        .collect();
    println!("{home}, {tables} tables, {size} MiB: {}", told.join(", "));
}
