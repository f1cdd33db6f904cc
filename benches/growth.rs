//! Whether anything takes longer the more tables there are: ten, a thousand, a hundred thousand and a million of them, nine of ten
//! over, one of a hundred of those with its whole log; in a file, and on a PostgreSQL, where there is one. Each is told as the least
//! of many times, in milliseconds. And how much of a file a game takes that is over.
//!
//! `LANAI_TABLES=10,1000 cargo bench --bench growth` takes other numbers.

#![expect(
    clippy::unwrap_used,
    reason = "a measurement that cannot go on has failed"
)]

use std::sync::Arc;
use std::time::Instant;

use lanai_ai::{Appraise, Budget, Observation, Policy, Random};
use lanai_host::{
    Actor, ChannelId, GuildId, Host, MessageId, NewGame, Outbox, PersonId, Receipt, Scheduler,
    TableId, TableSettings, TableStatus,
};
use lanai_rules::Title;
use lanai_rules::chance::Seed;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_store::{Address, PastOf};
use lanai_testing::homes::{Database, Server};
use sqlx::{Connection as _, PgConnection, SqliteConnection};

const USUAL: &str = "10,1000,100000,1000000";
const TIMES: usize = 60;
/// The number of games whose size is measured.
const GAMES: i64 = 20;
/// A person with the same number of tables in every database.
const REGULAR: PersonId = PersonId(1);
const SERVER: GuildId = GuildId(1);

/// Tables like the two that were played: those that run (`$3`), and those that are over (`$4`), up to so many (`$1`) of which the
/// first is `$2`. Each guild has fifty, each person some twenty; one sits at ten that run, and at forty others, wherever there
/// are so many.
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
        chairs: Some(chairs),
        computers: Vec::new(),
        options: String::new(),
        settings: TableSettings::default(),
        guild: SERVER,
        channel: ChannelId(channel),
        above: None,
        language: "en".to_owned(),
        announced: false,
        follows: None,
    }
}

/// A running game.
async fn begun(host: &Arc<Host>, title: Title, chairs: u8, channel: i64) -> TableId {
    let game = host
        .lobby
        .open(&new_game(title, chairs, channel), &actor(1))
        .await
        .unwrap()
        .game;
    for person in 2..=chairs {
        host.lobby
            .join(game, &actor(person.into()), None, false)
            .await
            .unwrap();
    }
    host.starts.start(game, &actor(1)).await.unwrap();
    tell_all(host).await;
    game
}

/// Delivers everything that is due.
async fn tell_all(host: &Arc<Host>) {
    let outbox = Outbox::new(host);
    loop {
        let due = outbox.due(1000).await.unwrap();
        if due.is_empty() {
            return;
        }
        for due in due {
            let message = (!due.is_chore()).then_some(MessageId(due.notice.0));
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
async fn move_on<G: Appraise>(host: &Host, game: TableId, mind: &mut Random) -> bool {
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
async fn each_takes<G: Appraise>(title: Title, chairs: u8, mind: &mut Random) -> u64 {
    let kept = Database::file();
    let house = Arc::new(Host::new(kept.store().await));
    let mut sizes = Vec::new();
    // The first game also allocates what all share.
    for channel in 0..=GAMES {
        let game = begun(&house, title, chairs, 1 + channel).await;
        while move_on::<G>(&house, game, mind).await {
            tell_all(&house).await;
        }
        tell_all(&house).await;
        sizes.push(size(&kept.address()).await);
    }
    house.database.close().await;
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
async fn grown(kept: &Database, tables: i64, mind: &mut Random) {
    let house = Arc::new(Host::new(kept.store().await));
    let running = begun(&house, Title::Haleakala, 2, 1_000_001).await;
    let over = begun(&house, Title::Haleakala, 2, 1_000_002).await;
    while move_on::<Haleakala>(&house, over, mind).await {}
    tell_all(&house).await;
    house.database.close().await;
    let address = kept.address();
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
async fn backlog(kept: &Database) {
    let sql = r#"insert into notice (table_id, channel, body, due_at)
         with recursive more (n) as (select 1 union all select n + 1 from more where n < 20000)
         select 3, 5000000 + n % 240, '{"revision":0,"news":{"silent":{"seat":1}}}', 0 from more"#;
    // A server analyzes its tables by itself within a minute.
    on!(&kept.address(), on => for sql in [sql, "analyze notice"] {
        sqlx::query(sql).execute(&mut on).await.unwrap();
    });
}

/// Returns the shortest time of several runs, in milliseconds.
async fn least<T>(mut work: impl AsyncFnMut(i64) -> T) -> f64 {
    let mut least = f64::INFINITY;
    for number in 0..i64::try_from(TIMES).unwrap() {
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

async fn measure(kept: &Database, tables: i64, mind: &mut Random) -> Vec<(&'static str, f64)> {
    let before = megabytes();
    let began = Instant::now();
    let store = kept.store().await;
    store.processes().join(1).await.unwrap();
    let house = Arc::new(Host::new(store));
    Scheduler::new(&house).run_due().await.unwrap();
    let start = began.elapsed().as_secs_f64() * 1000.0;
    let running: Vec<i64> = (1..=tables / 10)
        .map(|tenth| tenth * 10)
        .filter(|game| *game > 3)
        .collect();
    let any = |number: i64| running[usize::try_from(number * 7919).unwrap() % running.len()];
    let mut told = vec![("start", start)];
    let show = async |number| {
        let table = house
            .tables
            .find_in_channel(ChannelId(any(number)))
            .await
            .unwrap();
        house.games.load::<Haleakala>(table).await.unwrap()
    };
    told.push(("show", least(show).await));
    told.push((
        "move",
        least(async |number| move_on::<Haleakala>(&house, TableId(any(number)), mind).await).await,
    ));
    let open = async |number| {
        house
            .lobby
            .open(
                &new_game(Title::Haleakala, 2, 2_000_000 + number),
                &actor(900 + number),
            )
            .await
            .unwrap()
    };
    told.push(("open", least(open).await));
    let own = async |_| {
        (
            house.watching.list_waiting_for(REGULAR).await.unwrap(),
            house.tables.list_of_person(REGULAR).await.unwrap(),
        )
    };
    told.push(("mine", least(own).await));
    told.push((
        "list",
        least(async |_| house.tables.list_in_guild(SERVER, 100).await.unwrap()).await,
    ));
    let past = async |_| {
        house
            .history
            .list(PastOf::Person(REGULAR), None, 20)
            .await
            .unwrap()
    };
    told.push(("history", least(past).await));
    let scheduler = Scheduler::new(&house);
    told.push((
        "scheduler",
        least(async |_| scheduler.run_due().await.unwrap()).await,
    ));
    let outbox = Outbox::new(&house);
    told.push((
        "outbox",
        least(async |_| outbox.take_due(&[], 8, 128).await.unwrap()).await,
    ));
    told.push(("MiB more", megabytes() - before));
    backlog(kept).await;
    let waiting = least(async |_| outbox.take_due(&[], 1, 16).await.unwrap());
    told.push(("outbox with a backlog", waiting.await));
    house.database.close().await;
    told
}

fn main() {
    let numbers = std::env::var("LANAI_TABLES").unwrap_or_else(|_| USUAL.to_owned());
    let mut mind = Random::new(&Seed::from_number(1), lanai_rules::Seat::default());
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let hawaii = runtime.block_on(each_takes::<Hawaii>(Title::Hawaii, 4, &mut mind));
    let haleakala = runtime.block_on(each_takes::<Haleakala>(Title::Haleakala, 2, &mut mind));
    println!(
        "A game that is over takes {hawaii} KiB (Hawaii, four) and {haleakala} KiB (Haleakala)"
    );
    let server = Server::own();
    for tables in numbers
        .split(',')
        .map(|number| number.trim().parse::<i64>().unwrap())
    {
        runtime.block_on(async {
            tell("SQLite", tables, Database::file(), &mut mind).await;
            if let Some(server) = &server {
                tell("PostgreSQL", tables, server.database().await, &mut mind).await;
            }
        });
    }
}

/// Runs all measurements with a number of tables.
async fn tell(home: &str, tables: i64, kept: Database, mind: &mut Random) {
    grown(&kept, tables, mind).await;
    let size = size(&kept.address()).await >> 20;
    let told = measure(&kept, tables, mind).await;
    let told: Vec<_> = told
        .iter()
        .map(|(what, took)| format!("{what} {took:.2}"))
        .collect();
    println!("{home}, {tables} tables, {size} MiB: {}", told.join(", "));
}
