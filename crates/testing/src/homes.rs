//! The homes that a store has in tests: a file, and a database on a real PostgreSQL with its default durability. A server
//! is started when it is wanted, on a socket in a folder of its own, and goes with the tests, however they end.

use std::future::Future;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use lanai_store::{Address, Store};
use sqlx::{Connection as _, PgConnection, SqliteConnection};
use tempfile::TempDir;

use crate::outside::lacking;

/// Makes a server, does with it as it is told, and ends it when nobody can tell it anything more: whoever started it holds
/// the other end of its input.
const SERVER: &str = r#"
set -e
trap 'rm -rf "$1"' EXIT
"$2/initdb" --pgdata="$1/data" --username=lanai --auth=trust --encoding=UTF8 --locale=C.UTF-8 >"$1/log" 2>&1
start() {
    "$2/postgres" -D "$1/data" -k "$1" -c listen_addresses= -c max_connections=300 >>"$1/log" 2>&1 &
    until "$2/pg_isready" --quiet --host="$1"; do kill -0 $!; sleep 0.1; done
    echo ready
}
start "$@"
while read -r word; do
    case $word in
        stop) kill -QUIT $!; wait $! || true; echo ready;;
        freeze) kill -STOP $! $(pgrep -P $!); echo ready;;
        thaw) kill -CONT $! $(pgrep -P $!); echo ready;;
        start) start "$@";;
    esac
done
kill -INT $! 2>/dev/null || true
wait $! || true
"#;

/// Where a store is kept for a test, and gone after it.
pub enum Database {
    /// In a file.
    File(TempDir),
    /// On the server, by the name of the database.
    Server(Address),
}

impl Database {
    /// Where tests are that do not say where: in a file, or where `LANAI_TEST_HOME` says `postgres`, all of them on the server.
    pub async fn usual() -> Database {
        let is_server = std::env::var("LANAI_TEST_HOME").is_ok_and(|home| home == "postgres");
        if is_server {
            Database::server().await.unwrap()
        } else {
            Database::file()
        }
    }

    /// A new file.
    pub fn file() -> Database {
        Database::File(tempfile::tempdir().unwrap())
    }

    /// A new database on the server that all tests share; nothing where there is none.
    pub async fn server() -> Option<Database> {
        Some(server()?.database().await)
    }

    /// Makes a database that no migration was applied to yet, with a table that shows whether it was replaced.
    pub async fn of_earlier_version(address: &Address) {
        let table = |bytes: &str| {
            format!(
                "create table marker (it text);
                 create table _sqlx_migrations (version bigint primary key, description text not null,
                     installed_on timestamp not null default current_timestamp, success boolean not null,
                     checksum {bytes} not null, execution_time bigint not null)"
            )
        };
        match address {
            Address::File(path) => {
                std::fs::write(path, "").unwrap();
                let mut file = SqliteConnection::connect(path.to_str().unwrap())
                    .await
                    .unwrap();
                sqlx::raw_sql(sqlx::AssertSqlSafe(table("blob")))
                    .execute(&mut file)
                    .await
                    .unwrap();
                file.close().await.unwrap();
            }
            Address::Server(address) => {
                let mut server = PgConnection::connect(address).await.unwrap();
                sqlx::raw_sql(sqlx::AssertSqlSafe(table("bytea")))
                    .execute(&mut server)
                    .await
                    .unwrap();
                server.close().await.unwrap();
            }
        }
    }

    /// Where it is.
    pub fn address(&self) -> Address {
        match self {
            Database::File(folder) => Address::File(folder.path().join("lanai.db")),
            Database::Server(address) => address.clone(),
        }
    }

    /// The store that is kept here.
    pub async fn store(&self) -> Store {
        Store::at(&self.address()).await.unwrap()
    }
}

/// A server that runs.
pub struct Server {
    folder: PathBuf,
    /// It ends with its input, and so with this.
    process: Child,
    tells: BufReader<ChildStdout>,
}

impl Server {
    /// A server for one test alone; nothing where there is no PostgreSQL.
    pub fn own() -> Option<Server> {
        let found = programs().map(|programs| start(&programs));
        if found.is_none() {
            lacking("postgres", "there is no initdb in /usr/lib/postgresql");
        }
        found
    }

    /// A new database.
    pub async fn database(&self) -> Database {
        self.database_like("").await
    }

    /// A new database that is kept in this folder, which is made.
    pub async fn database_in(&self, folder: &Path) -> Database {
        std::fs::create_dir(folder).unwrap();
        is_the_servers(folder);
        let place = format!(
            "create tablespace elsewhere location '{}'",
            folder.display()
        );
        self.does(place).await;
        self.database_like("tablespace elsewhere").await
    }

    async fn database_like(&self, options: &str) -> Database {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("lanai{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        self.does(format!("create database {name} {options}")).await;
        Database::Server(Address::Server(self.address(&name)))
    }

    async fn does(&self, sql: String) {
        let mut postgres = PgConnection::connect(&self.address("postgres"))
            .await
            .unwrap();
        sqlx::query(sqlx::AssertSqlSafe(sql))
            .execute(&mut postgres)
            .await
            .unwrap();
        postgres.close().await.unwrap();
    }

    fn address(&self, database: &str) -> String {
        format!(
            "postgres://lanai@localhost/{database}?host={}",
            self.folder.display()
        )
    }

    /// It stops without a word to anybody, as after a loss of power.
    pub fn stops(&mut self) {
        self.is_told("stop");
    }

    /// It is there again.
    pub fn starts(&mut self) {
        self.is_told("start");
    }

    /// It does nothing any more, and nobody hears of it: as when the line to it is cut.
    pub fn freezes(&mut self) {
        self.is_told("freeze");
    }

    /// It goes on.
    pub fn thaws(&mut self) {
        self.is_told("thaw");
    }

    fn is_told(&mut self, word: &str) {
        writeln!(self.process.stdin.as_mut().unwrap(), "{word}").unwrap();
        self.is_ready();
    }

    fn is_ready(&mut self) {
        let mut line = String::new();
        self.tells.read_line(&mut line).unwrap();
        assert_eq!(line.trim(), "ready", "PostgreSQL does not do as it is told");
    }
}

/// The server that all tests share; nothing where there is no PostgreSQL.
fn server() -> Option<&'static Server> {
    static RUNNING: OnceLock<Option<Server>> = OnceLock::new();
    RUNNING.get_or_init(Server::own).as_ref()
}

/// The folder with the programs of the newest PostgreSQL, as Debian installs it.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let versions = versions.filter_map(|version| Some(version.ok()?.path().join("bin")));
    versions
        .filter(|programs| programs.join("initdb").exists())
        .max()
}

fn start(programs: &Path) -> Server {
    let folder = tempfile::Builder::new()
        .prefix("lanai-postgres-")
        .tempdir()
        .unwrap()
        .keep();
    let mut shell = if is_the_servers(&folder) {
        let mut other = Command::new("setpriv");
        other.args([
            "--reuid=postgres",
            "--regid=postgres",
            "--clear-groups",
            "sh",
        ]);
        other
    } else {
        Command::new("sh")
    };
    shell
        .args(["-c", SERVER, "sh"])
        .args([&folder, programs])
        .current_dir(&folder);
    let mut process = shell
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let tells = BufReader::new(process.stdout.take().unwrap());
    let mut server = Server {
        folder,
        process,
        tells,
    };
    server.is_ready();
    server
}

/// PostgreSQL does not run as root: there a folder becomes the user's whom Debian made for it. Whether it is so.
fn is_the_servers(folder: &Path) -> bool {
    let is_root = number_of(&["-u"]) == 0;
    if is_root {
        std::os::unix::fs::chown(folder, Some(number_of(&["-u", "postgres"])), None).unwrap();
    }
    is_root
}

/// The number of a user.
fn number_of(whose: &[&str]) -> u32 {
    let told = Command::new("id").args(whose).output().unwrap().stdout;
    String::from_utf8(told).unwrap().trim().parse().unwrap()
}

/// Somebody does this to a database: how many rows it changes.
pub async fn execute(at: &Address, sql: &str) -> u64 {
    let sql = sqlx::AssertSqlSafe(sql.to_owned());
    match at {
        Address::File(path) => {
            let mut file = SqliteConnection::connect(path.to_str().unwrap())
                .await
                .unwrap();
            let done = sqlx::query(sql)
                .execute(&mut file)
                .await
                .unwrap()
                .rows_affected();
            file.close().await.unwrap();
            done
        }
        Address::Server(address) => {
            let mut server = PgConnection::connect(address).await.unwrap();
            sqlx::query(sql)
                .execute(&mut server)
                .await
                .unwrap()
                .rows_affected()
        }
    }
}

/// Runs a future on a runtime of its own.
pub fn wait<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(work)
}

/// Runs a test on a database in a file, and on a server where there is one.
pub fn in_both(mut test: impl AsyncFnMut(&Database)) {
    wait(async {
        test(&Database::file()).await;
        if let Some(server) = Database::server().await {
            test(&server).await;
        }
    });
}
