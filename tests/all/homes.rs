//! The homes that a store has in tests: a file, and a database on a real PostgreSQL with its default durability. The server
//! is started when it is first wanted, on a socket in a folder of its own, and goes with the tests, however they end.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use lanai::store::{Address, Store};
use sqlx::{Connection as _, PgConnection};
use tempfile::TempDir;

use crate::outside::lacking;

/// Makes a server and waits until nobody wants it any more: whoever started it holds the other end of its input.
const SERVER: &str = r#"
set -e
trap 'rm -rf "$1"' EXIT
"$2/initdb" --pgdata="$1/data" --username=lanai --auth=trust --encoding=UTF8 --locale=C.UTF-8 >"$1/log" 2>&1
"$2/postgres" -D "$1/data" -k "$1" -c listen_addresses= -c max_connections=300 >>"$1/log" 2>&1 &
until "$2/pg_isready" --quiet --host="$1"; do kill -0 $!; sleep 0.1; done
echo ready
cat >/dev/null || true
kill -INT $!
wait $! || true
"#;

/// Where a store is kept for a test, and gone after it.
pub(crate) enum Place {
    /// In a file.
    File(TempDir),
    /// On the server, by the name of the database.
    Server(Address),
}

impl Place {
    /// A new file.
    pub(crate) fn file() -> Place {
        Place::File(tempfile::tempdir().unwrap())
    }

    /// A new database on the server; nothing where there is none.
    pub(crate) async fn server() -> Option<Place> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let server = server()?;
        let name = format!("lanai{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let mut postgres = PgConnection::connect(&server.address("postgres")).await.unwrap();
        let create = sqlx::AssertSqlSafe(format!("create database {name}"));
        sqlx::query(create).execute(&mut postgres).await.unwrap();
        postgres.close().await.unwrap();
        Some(Place::Server(Address::Server(server.address(&name))))
    }

    /// Where it is.
    pub(crate) fn address(&self) -> Address {
        match self {
            Place::File(folder) => Address::File(folder.path().join("lanai.db")),
            Place::Server(address) => address.clone(),
        }
    }

    /// The store that is kept here.
    pub(crate) async fn store(&self) -> Store {
        Store::at(&self.address()).await.unwrap()
    }
}

/// A server that runs.
struct Server {
    folder: PathBuf,
    /// It ends with its input, and so with this.
    _process: Child,
}

impl Server {
    fn address(&self, database: &str) -> String {
        format!("postgres://lanai@localhost/{database}?host={}", self.folder.display())
    }
}

/// The server of these tests; nothing where there is no PostgreSQL.
fn server() -> Option<&'static Server> {
    static RUNNING: OnceLock<Option<Server>> = OnceLock::new();
    let running = RUNNING.get_or_init(|| programs().map(|programs| start(&programs)));
    if running.is_none() {
        lacking("postgres", "there is no initdb in /usr/lib/postgresql");
    }
    running.as_ref()
}

/// The folder with the programs of the newest PostgreSQL, as Debian installs it.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let versions = versions.filter_map(|version| Some(version.ok()?.path().join("bin")));
    versions.filter(|programs| programs.join("initdb").exists()).max()
}

fn start(programs: &Path) -> Server {
    let folder = tempfile::Builder::new().prefix("lanai-postgres-").tempdir().unwrap().keep();
    // PostgreSQL does not run as root: there it is the user's whom Debian made for it.
    let mut shell = if number_of(&["-u"]) == 0 {
        std::os::unix::fs::chown(&folder, Some(number_of(&["-u", "postgres"])), None).unwrap();
        let mut other = Command::new("setpriv");
        other.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "sh"]);
        other
    } else {
        Command::new("sh")
    };
    shell.args(["-c", SERVER, "sh"]).args([&folder, programs]).current_dir(&folder);
    let mut process = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line.trim(), "ready", "PostgreSQL does not start");
    Server { folder, _process: process }
}

/// The number of a user.
fn number_of(whose: &[&str]) -> u32 {
    let told = Command::new("id").args(whose).output().unwrap().stdout;
    String::from_utf8(told).unwrap().trim().parse().unwrap()
}
