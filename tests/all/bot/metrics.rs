//! What an operator can read of the program: nothing is left out, nobody is named, and what is wrong is said.

use std::collections::{BTreeMap, BTreeSet};
use std::net::TcpListener;

use lanai_store::{Address, Timestamp};

use super::restarts::{Program, settings};
use super::{Scene, evening, text};

/// Requests of a kind, and how many there were.
type Requests = BTreeMap<String, u64>;

/// The program on the porch of a scene, and where its metrics are read.
pub(crate) fn measured(scene: &Scene) -> (Program, String) {
    let free = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .to_string();
    let (database, settings) = (scene.database(), [("LANAI_METRICS", free.as_str())]);
    let program = Program::on(
        scene,
        database.as_os_str(),
        &database.with_extension("log"),
        &settings,
    );
    (program, format!("http://{free}"))
}

/// What the program tells now.
pub(crate) struct Told(pub(crate) String);

impl Told {
    pub(crate) async fn at(scene: &Scene, address: &str) -> Told {
        let answer = scene
            .client
            .get(format!("{address}/metrics"))
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(
            answer.headers()["content-type"],
            "text/plain; version=0.0.4; charset=utf-8"
        );
        Told(answer.text().await.unwrap())
    }

    /// Values of a name, with the labels of each.
    pub(crate) fn values(&self, name: &str) -> Vec<(String, f64)> {
        let lines = self.0.lines().filter(|line| !line.starts_with('#'));
        let parts = lines.filter_map(|line| {
            let (what, value) = line.rsplit_once(' ')?;
            let (called, labels) = what.split_once('{').unwrap_or((what, "}"));
            (called == name).then(|| {
                (
                    labels.trim_end_matches('}').to_owned(),
                    value.parse().unwrap(),
                )
            })
        });
        parts.collect()
    }

    /// The sum of those whose labels hold this.
    pub(crate) fn sum(&self, name: &str, labels: &str) -> f64 {
        self.values(name)
            .iter()
            .filter(|(all, _)| all.contains(labels))
            .map(|(_, value)| value)
            .sum()
    }

    /// How often each route was asked.
    fn requests(&self) -> Requests {
        let mut all = Requests::new();
        for (labels, number) in self.values("lanai_requests_total") {
            let route = labels.split('"').nth(1).unwrap();
            let (method, path) = route.split_once(' ').unwrap();
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it counts"
            )]
            let number = number as u64;
            *all.entry(format!("{method} {}", nameless(path)))
                .or_default() += number;
        }
        all
    }
}

/// A path without what stands for somebody or something.
fn nameless(path: &str) -> String {
    let path = path
        .trim_start_matches("/api/v10")
        .split('?')
        .next()
        .unwrap();
    let is_name = |part: &str| {
        part.starts_with('{')
            || part.len() > 20
            || part.parse::<u64>().is_ok()
            || part.contains("-token")
    };
    let parts: Vec<&str> = path
        .split('/')
        .map(|part| if is_name(part) { "*" } else { part })
        .collect();
    parts.join("/")
}

/// What the porch was asked, save suggestions, which our library sends by itself.
async fn heard(scene: &Scene) -> Requests {
    let mut all = Requests::new();
    for request in scene.requests().await {
        if request["body"]["type"] != 8 {
            *all.entry(format!(
                "{} {}",
                text(&request["method"]),
                nameless(&text(&request["path"]))
            ))
            .or_default() += 1;
        }
    }
    all
}

/// What is counted in an evening, by name and labels, and at least how much of it.
const LEAST: [(&str, &str, f64); 29] = [
    (
        "lanai_answers_total",
        "asked=\"table open\",outcome=\"done\"",
        1.0,
    ),
    (
        "lanai_answers_total",
        "asked=\"choose\",outcome=\"declined\"",
        1.0,
    ),
    (
        "lanai_answers_total",
        "asked=\"table show\",outcome=\"unheard\"",
        1.0,
    ),
    ("lanai_answer_seconds_count", "asked=\"table start\"", 1.0),
    ("lanai_refusals_total", "why=\"NotSeated\"", 1.0),
    ("lanai_turns_total", "by=\"person\"", 2.0),
    ("lanai_turns_total", "by=\"computer\"", 1.0),
    ("lanai_notices_total", "outcome=\"sent\"", 2.0),
    ("lanai_notice_lag_seconds_count", "", 2.0),
    ("lanai_requests_total", "status=\"500\"", 1.0),
    ("lanai_request_seconds_count", "", 10.0),
    ("lanai_pictures_total", "outcome=\"drawn\"", 2.0),
    ("lanai_picture_seconds_count", "", 2.0),
    ("lanai_database_seconds_count", "what=\"statement\"", 20.0),
    ("lanai_database_seconds_count", "what=\"commit\"", 5.0),
    ("lanai_database_seconds_count", "what=\"door\"", 5.0),
    ("lanai_log_lines_total", "level=\"warn\"", 1.0),
    ("lanai_tables", "status=\"running\"", 1.0),
    ("lanai_tables_waiting", "for=\"people\"", 1.0),
    ("lanai_sessions", "", 1.0),
    ("lanai_sessions_begun_total", "", 1.0),
    ("lanai_sessions_left", "", 10.0),
    ("lanai_disk_free_bytes", "", 1_000_000.0),
    ("lanai_wal_bytes", "", 4096.0),
    ("lanai_up", "part=\"gateway\"", 1.0),
    ("lanai_up", "part=\"database\"", 1.0),
    ("process_resident_memory_bytes", "", 1_000_000.0),
    ("process_cpu_seconds_total", "", 0.01),
    ("process_open_fds", "", 5.0),
];

/// Everything that is asked of Discord is counted, whatever happens: the porch has heard as much of each kind.
#[test]
fn metrics_count_events() {
    evening(async {
        let mut scene = Scene::without_bot_in_a_file(settings()).await;
        let (_program, address) = measured(&scene);
        scene.bot_is_there().await;
        scene
            .says("Ana", &scene.hall, "/table open game:Haleakala computers:1")
            .await;
        let place = scene.threads().await[0].clone();
        scene.says("Ana", &place, "/table start").await;
        let (mut acts, mut board) = scene.next(&place, None).await;
        let post = format!("channels/{place}/messages");
        let fails = serde_json::json!({ "status": 500, "times": 1, "method": "POST", "path_contains": post });
        scene
            .post("trouble", super::trouble("answer", &fails))
            .await;
        for _ in 0..2 {
            assert_eq!(acts.as_deref(), Some("Ana"));
            scene.takes_turn("Ana", &place).await;
            (acts, board) = scene.next(&place, Some(&board)).await;
        }
        scene.says("Ben", &place, "/choose choice:1").await;
        scene.says("Ana", &place, "/realm").await;
        scene
            .post(
                "trouble",
                serde_json::json!({ "kind": "answer", "status": 500, "times": 9 }),
            )
            .await;
        scene.says("Ana", &place, "/table show").await;
        // News are counted after what sent them.
        let left = async |scene: &Scene| {
            let told = Told::at(scene, &address).await;
            let less = LEAST
                .iter()
                .find(|(name, labels, least)| told.sum(name, labels) < *least);
            let less = less.map(|less| format!("{less:?}: {}", told.0));
            less.or((told.requests() != heard(scene).await).then(|| format!("requests: {}", told.0)))
        };
        scene.until_nothing("all is counted, but", left).await;
        lanai_store::record_backup(&Address::File(scene.database()), Timestamp(1))
            .await
            .unwrap();
        let told = Told::at(&scene, &address).await;
        assert!(
            told.sum("lanai_notice_lag_seconds_sum", "") < 60.0,
            "{}",
            told.0
        );
        only_turns_are_late(&scene, &told).await;
        names_nobody(&told);
        is_what_is_asked(&told);
        scene.porch.take().unwrap().close().await;
    });
}

/// How late news were is counted for turns that were told, once for each: not for what failed, nor for what is brought up to date.
async fn only_turns_are_late(scene: &Scene, told: &Told) {
    let posts = scene.requests().await.into_iter().filter(|it| {
        it["method"] == "POST" && text(&it["path"]).ends_with("/messages") && it["status"] == 200
    });
    // The lobby, what is fixed before the start, and how the table stands.
    let others = ["\"j:1\"", "all words are fixed", "\"h:1\""];
    let turns = posts.map(|post| post["body"].to_string());
    let turns = turns
        .filter(|post| !others.iter().any(|other| post.contains(other)))
        .count();
    let late = told.sum("lanai_notice_lag_seconds_count", "");
    assert!(
        late < f64::from(u32::try_from(turns).unwrap()) + 0.5,
        "{late} of {turns}: {}",
        told.0
    );
}

/// Labels are kinds of things: no number of anybody or anything is one, and no name.
fn names_nobody(told: &Told) {
    let mut values = 0;
    for line in told
        .0
        .lines()
        .filter(|line| !line.starts_with('#') && !line.starts_with("lanai_build_info"))
    {
        for (name, value) in line
            .split(['{', ',', '}'])
            .filter_map(|label| label.split_once("=\""))
        {
            let long = value
                .split(|letter: char| !letter.is_ascii_digit())
                .any(|digits| digits.len() > 3);
            assert!(
                name == "le" || !long && !value.contains("Ana") && !value.contains("Ben"),
                "{line}"
            );
            values += 1;
        }
    }
    assert!(values > 100, "{}", told.0);
}

/// What the dashboard and the rules ask for is told under that name.
fn is_what_is_asked(told: &Told) {
    for file in ["dashboard.json", "alerts.yml"] {
        let file = format!("{}/docs/monitoring/{file}", env!("CARGO_MANIFEST_DIR"));
        let asks = std::fs::read_to_string(&file).unwrap();
        let is_of_name = |letter: char| letter.is_ascii_lowercase() || letter == '_';
        let words = asks.split(|letter| !is_of_name(letter));
        let names: BTreeSet<&str> = words
            .filter(|word| word.starts_with("lanai_") || word.starts_with("process_"))
            .collect();
        assert!(names.len() > 5, "{file} asks for {names:?}");
        for name in names {
            let is_there = told
                .0
                .lines()
                .any(|line| line.split(['{', ' ']).next() == Some(name));
            // Of what never happened yet there is no line, but it is explained.
            let base = name.trim_end_matches("_bucket");
            assert!(
                is_there || told.0.contains(&format!("# HELP {base} ")),
                "{file} asks for {name}"
            );
        }
    }
}

/// Whoever asks whether the program works hears what does not.
#[test]
fn health_reports_problems() {
    evening(async {
        let mut scene = Scene::without_bot_in_a_file(settings()).await;
        let (_program, address) = measured(&scene);
        scene.bot_is_there().await;
        let health = async |scene: &Scene| {
            let answer = scene
                .client
                .get(format!("{address}/health"))
                .send()
                .await
                .unwrap();
            (answer.status().as_u16(), answer.text().await.unwrap())
        };
        scene
            .until("all is well", async |scene| health(scene).await.0 == 200)
            .await;
        std::fs::rename(scene.database(), scene.database().with_extension("gone")).unwrap();
        let (status, told) = health(&scene).await;
        assert_eq!(
            (status, told.as_str()),
            (503, "database: it does not answer\n")
        );
        assert!(
            Told::at(&scene, &address)
                .await
                .sum("lanai_up", "part=\"database\"")
                < 0.5
        );
        std::fs::rename(scene.database().with_extension("gone"), scene.database()).unwrap();
        assert_eq!(health(&scene).await.0, 200);
        scene.porch.take().unwrap().close().await;
        let told = async |scene: &Scene| {
            health(scene).await
                == (
                    503,
                    "gateway: a shard of this bot has no session with Discord\n".to_owned(),
                )
        };
        scene.until("the gateway is missed", told).await;
    });
}

/// A database that can be read but takes no changes, as on a full disk, is a fault that health, metrics and answers show.
#[test]
fn health_reports_an_unwritable_database() {
    evening(async {
        let mut scene = Scene::without_bot_in_a_file(settings()).await;
        let (_program, address) = measured(&scene);
        scene.bot_is_there().await;
        let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let (acts, _) = scene.next(&place, None).await;
        let health = async |scene: &Scene| {
            let answer = scene
                .client
                .get(format!("{address}/health"))
                .send()
                .await
                .unwrap();
            (answer.status().as_u16(), answer.text().await.unwrap())
        };
        assert_eq!(health(&scene).await.0, 200);
        let url = format!("sqlite://{}", scene.database().display());
        let mut intruder = <sqlx::SqliteConnection as sqlx::Connection>::connect(&url)
            .await
            .unwrap();
        for (table, change) in [("key_value", "update"), ("log_entry", "insert")] {
            let sql = format!(
                "create trigger no_{table} before {change} on {table}
                 begin select raise(rollback, 'the disk is full'); end"
            );
            sqlx::query(sqlx::AssertSqlSafe(sql))
                .execute(&mut intruder)
                .await
                .unwrap();
        }
        let (status, told) = health(&scene).await;
        assert!(
            status == 503 && told.starts_with("database: it can be read, but nothing"),
            "{told}"
        );
        scene.says(&acts.unwrap(), &place, "/choose choice:1").await;
        let metrics = Told::at(&scene, &address).await;
        assert!(
            metrics.sum("lanai_up", "part=\"database\"") < 0.5,
            "{}",
            metrics.0
        );
        assert!(
            metrics.sum("lanai_answers_total", "outcome=\"failed\"") > 0.5,
            "{}",
            metrics.0
        );
        assert!(
            metrics.sum("lanai_database_errors_total", "") > 2.5,
            "{}",
            metrics.0
        );
        for table in ["key_value", "log_entry"] {
            let sql = format!("drop trigger no_{table}");
            sqlx::query(sqlx::AssertSqlSafe(sql))
                .execute(&mut intruder)
                .await
                .unwrap();
        }
        assert_eq!(health(&scene).await, (200, "all is well\n".to_owned()));
        scene.porch.take().unwrap().close().await;
    });
}

/// A backup that was made while the bot serves, and the clock of this machine, are in the metrics.
#[test]
fn metrics_show_last_backup_and_clock_difference() {
    evening(async {
        let mut scene = Scene::without_bot_in_a_file(settings()).await;
        let (_program, address) = measured(&scene);
        scene.bot_is_there().await;
        let told = Told::at(&scene, &address).await;
        assert!(
            told.values("lanai_last_backup_timestamp_seconds")
                .is_empty(),
            "{}",
            told.0
        );
        let begun = jiff::Timestamp::now().as_second();
        let mut backup = std::process::Command::new(crate::program::binary());
        backup
            .current_dir(scene.database().parent().unwrap())
            .env_clear();
        backup
            .env("LANAI_DATABASE", scene.database())
            .args(["backup", "backup.db"]);
        assert!(backup.status().unwrap().success());
        scene
            .until("the clocks are compared", async |scene| {
                !Told::at(scene, &address)
                    .await
                    .values("lanai_clock_ahead_seconds")
                    .is_empty()
            })
            .await;
        let told = Told::at(&scene, &address).await;
        assert!(
            told.sum("lanai_clock_ahead_seconds", "").abs() < 5.0,
            "{}",
            told.0
        );
        #[expect(clippy::cast_precision_loss, reason = "seconds since 1970 fit")]
        let since = told.sum("lanai_last_backup_timestamp_seconds", "") - begun as f64;
        assert!((0.0..60.0).contains(&since), "{since}: {}", told.0);
        scene.porch.take().unwrap().close().await;
    });
}

/// A bot whose metrics address is taken says so and serves all the same.
#[test]
fn a_taken_metrics_address_does_not_stop_the_bot() {
    evening(async {
        let mut scene = Scene::without_bot_in_a_file(settings()).await;
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = taken.local_addr().unwrap().to_string();
        let (database, settings) = (scene.database(), [("LANAI_METRICS", address.as_str())]);
        let mut program = Program::on(
            &scene,
            database.as_os_str(),
            &database.with_extension("log"),
            &settings,
        );
        scene.bot_is_there().await;
        let log = program.end();
        assert!(
            log.contains("ERROR") && log.contains("set LANAI_METRICS to another address"),
            "{log}"
        );
        scene.porch.take().unwrap().close().await;
    });
}

/// The health check of a container asks the page, wherever it listens.
#[test]
fn health_command_reports_problems() {
    evening(async {
        let mut scene = Scene::without_bot_in_a_file(settings()).await;
        let port = TcpListener::bind("0.0.0.0:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let address = format!("0.0.0.0:{port}");
        let asked = |address: &str| {
            let mut program = std::process::Command::new(crate::program::binary());
            program
                .current_dir(std::env::temp_dir())
                .env_clear()
                .env("LANAI_METRICS", address)
                .arg("health");
            let output = program.output().unwrap();
            (
                output.status.code(),
                String::from_utf8([output.stdout, output.stderr].concat()).unwrap(),
            )
        };
        let (code, told) = asked("");
        assert!(
            code == Some(1) && told.contains("LANAI_METRICS is not set"),
            "{told}"
        );
        let (code, told) = asked(&address);
        assert!(
            code == Some(1) && told.contains("the bot doesn't answer at 127.0.0.1"),
            "{told}"
        );
        let (database, settings) = (scene.database(), [("LANAI_METRICS", address.as_str())]);
        let _program = Program::on(
            &scene,
            database.as_os_str(),
            &database.with_extension("log"),
            &settings,
        );
        scene.bot_is_there().await;
        scene
            .until("all is well", async |_| {
                asked(&address) == (Some(0), "all is well\n".to_owned())
            })
            .await;
        scene.porch.take().unwrap().close().await;
        scene
            .until("the gateway is missed", async |_| {
                let (code, told) = asked(&address);
                code == Some(1) && told.contains("gateway")
            })
            .await;
    });
}
