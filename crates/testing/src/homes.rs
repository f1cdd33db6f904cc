//! The databases of tests: a SQLite file, or a database on a real PostgreSQL server with its
//! default durability. The server is started on demand, listens on a socket in a folder of its own,
//! and is stopped when the tests end.

use std::future::Future;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use lanai_store::{Address, Store};
use sqlx::{Connection as _, PgConnection, SqliteConnection};
use tempfile::TempDir;

use crate::folders::{create_folder, fast_folder};
use crate::outside::{Requirement, report_missing};

/// A shell script that starts a server and follows commands on its input. It stops the server when
/// the input is closed, even if the test process was killed.
const SERVER: &str = r#"
set -e
trap 'rm -rf "$1"' EXIT
"$2/initdb" --pgdata="$1/data" --username=lanai --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync >"$1/log" 2>&1
start() {
    "$2/postgres" -D "$1/data" -k "$1" -c listen_addresses= -c max_connections=300 >>"$1/log" 2>&1 &
    until "$2/pg_isready" --quiet --host="$1"; do kill -0 $!; sleep 0.02; done
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

/// A database that is deleted after the test.
pub enum Database {
    File(TempDir),
    Server(Address),
}

impl Database {
    /// Creates the database that tests use by default: a file, or one on PostgreSQL if
    /// `LANAI_TEST_HOME` is `postgres`.
    pub async fn create_default() -> Database {
        let is_server = std::env::var("LANAI_TEST_HOME").is_ok_and(|home| home == "postgres");
        if is_server {
            Database::create_on_server().await.unwrap()
        } else {
            Database::create_file()
        }
    }

    /// Creates a SQLite file in a temporary folder.
    pub fn create_file() -> Database {
        Database::File(create_folder())
    }

    /// Creates a database on the shared server. Returns `None` if PostgreSQL is not installed.
    pub async fn create_on_server() -> Option<Database> {
        Some(shared_server()?.create_database().await)
    }

    /// Creates a database without any migration. Its table `marker` shows whether it was replaced.
    pub async fn create_unmigrated(address: &Address) {
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

    pub fn address(&self) -> Address {
        match self {
            Database::File(folder) => Address::File(folder.path().join("lanai.db")),
            Database::Server(address) => address.clone(),
        }
    }

    pub async fn open_store(&self) -> Store {
        Store::connect(&self.address()).await.unwrap()
    }
}

pub struct Server {
    folder: PathBuf,
    /// The server ends when this input is closed.
    process: Child,
    replies: BufReader<ChildStdout>,
}

impl Server {
    /// Starts a server for a single test. Returns `None` if PostgreSQL is not installed.
    pub fn start_own() -> Option<Server> {
        let found = program_folder().map(|programs| start(&programs));
        if found.is_none() {
            report_missing(
                Requirement::Postgres,
                "there is no initdb in /usr/lib/postgresql",
            );
        }
        found
    }

    pub async fn create_database(&self) -> Database {
        self.database_like("").await
    }

    /// Creates a database whose data files are in this folder.
    pub async fn create_database_in(&self, folder: &Path) -> Database {
        std::fs::create_dir(folder).unwrap();
        hand_to_server_user(folder);
        let place = format!(
            "create tablespace elsewhere location '{}'",
            folder.display()
        );
        self.execute_sql(place).await;
        self.database_like("tablespace elsewhere").await
    }

    async fn database_like(&self, options: &str) -> Database {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("lanai{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        self.execute_sql(format!("create database {name} {options}"))
            .await;
        Database::Server(Address::Server(self.address(&name)))
    }

    async fn execute_sql(&self, sql: String) {
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

    /// Stops the server immediately, without a clean shutdown, as after a loss of power.
    pub fn kill(&mut self) {
        self.send_command("stop");
    }

    pub fn restart(&mut self) {
        self.send_command("start");
    }

    /// Pauses the server without closing its connections, as if the network were interrupted.
    pub fn pause(&mut self) {
        self.send_command("freeze");
    }

    pub fn resume(&mut self) {
        self.send_command("thaw");
    }

    fn send_command(&mut self, command: &str) {
        writeln!(self.process.stdin.as_mut().unwrap(), "{command}").unwrap();
        self.wait_until_ready();
    }

    fn wait_until_ready(&mut self) {
        let mut line = String::new();
        self.replies.read_line(&mut line).unwrap();
        assert_eq!(
            line.trim(),
            "ready",
            "the script that runs PostgreSQL failed"
        );
    }
}

/// Returns the server that all tests share, or `None` if PostgreSQL is not installed.
fn shared_server() -> Option<&'static Server> {
    static RUNNING: OnceLock<Option<Server>> = OnceLock::new();
    RUNNING.get_or_init(Server::start_own).as_ref()
}

/// Returns the folder with the programs of the newest PostgreSQL version, where Debian installs it.
fn program_folder() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let versions = versions.filter_map(|version| Some(version.ok()?.path().join("bin")));
    versions
        .filter(|programs| programs.join("initdb").exists())
        .max()
}

fn start(programs: &Path) -> Server {
    let folder = tempfile::Builder::new()
        .prefix("lanai-postgres-")
        .tempdir_in(fast_folder())
        .unwrap()
        .keep();
    let mut shell = if hand_to_server_user(&folder) {
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
    let replies = BufReader::new(process.stdout.take().unwrap());
    let mut server = Server {
        folder,
        process,
        replies,
    };
    server.wait_until_ready();
    server
}

/// Hands a folder to Debian's `postgres` user if the tests run as root. Returns whether it did.
///
/// PostgreSQL refuses to run as root.
fn hand_to_server_user(folder: &Path) -> bool {
    let is_root = query_user_id(&["-u"]) == 0;
    if is_root {
        std::os::unix::fs::chown(folder, Some(query_user_id(&["-u", "postgres"])), None).unwrap();
    }
    is_root
}

fn query_user_id(id_arguments: &[&str]) -> u32 {
    let output = Command::new("id")
        .args(id_arguments)
        .output()
        .unwrap()
        .stdout;
    String::from_utf8(output).unwrap().trim().parse().unwrap()
}

/// Executes a statement on a new connection, and returns the number of changed rows.
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

pub fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(work)
}

/// Runs a test on a SQLite file, and again on PostgreSQL if it is installed.
pub fn on_both_databases(mut test: impl AsyncFnMut(&Database)) {
    block_on(async {
        test(&Database::create_file()).await;
        if let Some(server) = Database::create_on_server().await {
            test(&server).await;
        }
    });
}
