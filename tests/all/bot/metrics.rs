//! Metrics and health checks: complete, without names or ids, and with every known problem.

use std::collections::{BTreeMap, BTreeSet};
use std::net::TcpListener;

use lanai_store::{Address, Timestamp};

use super::restarts::{Program, settings};
use super::{Scene, text};

/// The number of requests of each kind.
type RequestCounts = BTreeMap<String, u64>;

/// The program on the porch of a scene, and where its metrics are read.
pub(crate) fn start_measured(scene: &Scene) -> (Program, String) {
    let free = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .to_string();
    let (database, settings) = (scene.create_database(), [("LANAI_METRICS", free.as_str())]);
    let program = Program::start_with(
        scene,
        database.as_os_str(),
        &database.with_extension("log"),
        &settings,
    );
    (program, format!("http://{free}"))
}

/// The metrics as text.
pub(crate) struct MetricsText(pub(crate) String);

impl MetricsText {
    pub(crate) async fn at(scene: &Scene, address: &str) -> MetricsText {
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
        MetricsText(answer.text().await.unwrap())
    }

    /// Values of a name, with the labels of each.
    pub(crate) fn metric_values(&self, name: &str) -> Vec<(String, f64)> {
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

    /// Sums the values whose labels contain this text.
    pub(crate) fn sum_metric(&self, name: &str, labels: &str) -> f64 {
        self.metric_values(name)
            .iter()
            .filter(|(all, _)| all.contains(labels))
            .map(|(_, value)| value)
            .sum()
    }

    /// Returns the counted requests of each route.
    fn list_requests(&self) -> RequestCounts {
        let mut all = RequestCounts::new();
        for (labels, number) in self.metric_values("lanai_requests_total") {
            let route = labels.split('"').nth(1).unwrap();
            let (method, path) = route.split_once(' ').unwrap();
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it counts"
            )]
            let number = number as u64;
            *all.entry(format!("{method} {}", route_without_ids(path)))
                .or_default() += number;
        }
        all
    }
}

/// Replaces ids in a path.
fn route_without_ids(path: &str) -> String {
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

/// Returns the requests that the porch received, except autocompletes, which serenity sends.
async fn remove_emojis(scene: &Scene) -> RequestCounts {
    let mut all = RequestCounts::new();
    for request in scene.list_requests().await {
        if request["body"]["type"] != 8 {
            *all.entry(format!(
                "{} {}",
                text(&request["method"]),
                route_without_ids(&text(&request["path"]))
            ))
            .or_default() += 1;
        }
    }
    all
}

/// Metrics by name and labels, and the least value after a scene.
const LEAST_VALUES: [(&str, &str, f64); 29] = [
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
        "asked=\"table show\",outcome=\"undelivered\"",
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
    (
        "lanai_database_seconds_count",
        "what=\"write_connection\"",
        5.0,
    ),
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

/// The metrics agree with the requests that the porch received.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn metrics_count_events() {
    let mut scene = Scene::open_on_file(settings()).await;
    let (_program, address) = start_measured(&scene);
    scene.wait_for_bot().await;
    scene
        .run_command(
            "Ana",
            &scene.main_channel,
            "/table open game:Haleakala computers:1",
        )
        .await;
    let thread = scene.list_threads().await[0].clone();
    scene.run_command("Ana", &thread, "/table start").await;
    let (mut acts, mut board) = scene.wait_for_turn(&thread, None).await;
    let post = format!("channels/{thread}/messages");
    let fails =
        serde_json::json!({ "status": 500, "times": 1, "method": "POST", "path_contains": post });
    scene
        .post("trouble", super::injected_failure("answer", &fails))
        .await;
    for _ in 0..2 {
        assert_eq!(acts.as_deref(), Some("Ana"));
        scene.take_turn("Ana", &thread).await;
        (acts, board) = scene.wait_for_turn(&thread, Some(&board)).await;
    }
    scene.run_command("Ben", &thread, "/choose choice:1").await;
    scene.run_command("Ana", &thread, "/realm").await;
    scene
        .post(
            "trouble",
            serde_json::json!({ "kind": "answer", "status": 500, "times": 9 }),
        )
        .await;
    scene.run_command("Ana", &thread, "/table show").await;
    // Notices are counted after their requests.
    let left = async |scene: &Scene| {
        let told = MetricsText::at(scene, &address).await;
        let less = LEAST_VALUES
            .iter()
            .find(|(name, labels, least)| told.sum_metric(name, labels) < *least);
        let less = less.map(|less| format!("{less:?}: {}", told.0));
        less.or((told.list_requests() != remove_emojis(scene).await)
            .then(|| format!("requests: {}", told.0)))
    };
    scene.wait_until_none("all is counted, but", left).await;
    lanai_store::record_backup(&Address::File(scene.create_database()), Timestamp(1))
        .await
        .unwrap();
    let told = MetricsText::at(&scene, &address).await;
    assert!(
        told.sum_metric("lanai_notice_lag_seconds_sum", "") < 60.0,
        "{}",
        told.0
    );
    assert_delays_of_turns_only(&scene, &told).await;
    assert_labels_name_no_one(&told);
    assert_dashboard_metrics_exist(&told);
    scene.porch.take().unwrap().close().await;
}

/// Delays are recorded once for each announced turn, and not for failed or standing messages.
async fn assert_delays_of_turns_only(scene: &Scene, told: &MetricsText) {
    let posts = scene.list_requests().await.into_iter().filter(|item| {
        item["method"] == "POST"
            && text(&item["path"]).ends_with("/messages")
            && item["status"] == 200
    });
    // The lobby, the announcement of the start, and the standing message.
    let others = ["\"j:1\"", "is starting", "\"h:1\""];
    let turns = posts.map(|post| post["body"].to_string());
    let turns = turns
        .filter(|post| !others.iter().any(|other| post.contains(other)))
        .count();
    let late = told.sum_metric("lanai_notice_lag_seconds_count", "");
    assert!(
        late < f64::from(u32::try_from(turns).unwrap()) + 0.5,
        "{late} of {turns}: {}",
        told.0
    );
}

/// Asserts that labels contain no id and no name.
fn assert_labels_name_no_one(told: &MetricsText) {
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

fn is_name_letter(letter: char) -> bool {
    letter.is_ascii_lowercase() || letter == '_'
}

/// Asserts that every metric of the dashboard and alert rules exists.
fn assert_dashboard_metrics_exist(told: &MetricsText) {
    for file in ["dashboard.json", "alerts.yml"] {
        let file = format!("{}/docs/monitoring/{file}", env!("CARGO_MANIFEST_DIR"));
        let asks = std::fs::read_to_string(&file).unwrap();
        let words = asks.split(|letter| !is_name_letter(letter));
        let names: BTreeSet<&str> = words
            .filter(|word| word.starts_with("lanai_") || word.starts_with("process_"))
            .collect();
        assert!(names.len() > 5, "{file} asks for {names:?}");
        for name in names {
            let is_there = told
                .0
                .lines()
                .any(|line| line.split(['{', ' ']).next() == Some(name));
            // A metric without values still has a description.
            let base = name.trim_end_matches("_bucket");
            assert!(
                is_there || told.0.contains(&format!("# HELP {base} ")),
                "{file} asks for {name}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_reports_problems() {
    let mut scene = Scene::open_on_file(settings()).await;
    let (_program, address) = start_measured(&scene);
    scene.wait_for_bot().await;
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
        .wait_until("all is well", async |scene| health(scene).await.0 == 200)
        .await;
    std::fs::rename(
        scene.create_database(),
        scene.create_database().with_extension("gone"),
    )
    .unwrap();
    let (status, told) = health(&scene).await;
    assert_eq!(
        (status, told.as_str()),
        (503, "database: it does not answer\n")
    );
    assert!(
        MetricsText::at(&scene, &address)
            .await
            .sum_metric("lanai_up", "part=\"database\"")
            < 0.5
    );
    std::fs::rename(
        scene.create_database().with_extension("gone"),
        scene.create_database(),
    )
    .unwrap();
    assert_eq!(health(&scene).await.0, 200);
    scene.porch.take().unwrap().close().await;
    scene
        .wait_until("the gateway is missed", async |scene: &Scene| {
            health(scene).await
                == (
                    503,
                    "gateway: a shard of this bot has no session with Discord\n".to_owned(),
                )
        })
        .await;
}

/// A database that can be read but takes no changes, as on a full disk, is a fault that health,
/// metrics and answers show.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_reports_an_unwritable_database() {
    let mut scene = Scene::open_on_file(settings()).await;
    let (_program, address) = start_measured(&scene);
    scene.wait_for_bot().await;
    let thread = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let (acts, _) = scene.wait_for_turn(&thread, None).await;
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
    let url = format!("sqlite://{}", scene.create_database().display());
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
    scene
        .run_command(&acts.unwrap(), &thread, "/choose choice:1")
        .await;
    let metrics = MetricsText::at(&scene, &address).await;
    assert!(
        metrics.sum_metric("lanai_up", "part=\"database\"") < 0.5,
        "{}",
        metrics.0
    );
    assert!(
        metrics.sum_metric("lanai_answers_total", "outcome=\"failed\"") > 0.5,
        "{}",
        metrics.0
    );
    assert!(
        metrics.sum_metric("lanai_database_errors_total", "") > 2.5,
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
}

/// A backup that was made while the bot serves, and the clock of this machine, are in the metrics.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn metrics_show_last_backup_and_clock_difference() {
    let mut scene = Scene::open_on_file(settings()).await;
    let (_program, address) = start_measured(&scene);
    scene.wait_for_bot().await;
    let told = MetricsText::at(&scene, &address).await;
    assert!(
        told.metric_values("lanai_last_backup_timestamp_seconds")
            .is_empty(),
        "{}",
        told.0
    );
    let begun = jiff::Timestamp::now().as_second();
    let mut backup = std::process::Command::new(crate::program::binary());
    backup
        .current_dir(scene.create_database().parent().unwrap())
        .env_clear();
    backup
        .env("LANAI_DATABASE", scene.create_database())
        .args(["backup", "backup.db"]);
    assert!(backup.status().unwrap().success());
    scene
        .wait_until("the clocks are compared", async |scene| {
            !MetricsText::at(scene, &address)
                .await
                .metric_values("lanai_clock_ahead_seconds")
                .is_empty()
        })
        .await;
    let told = MetricsText::at(&scene, &address).await;
    assert!(
        told.sum_metric("lanai_clock_ahead_seconds", "").abs() < 5.0,
        "{}",
        told.0
    );
    #[expect(clippy::cast_precision_loss, reason = "seconds since 1970 fit")]
    let since = told.sum_metric("lanai_last_backup_timestamp_seconds", "") - begun as f64;
    assert!((0.0..60.0).contains(&since), "{since}: {}", told.0);
    scene.porch.take().unwrap().close().await;
}

/// A bot whose metrics address is taken says so and serves all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_taken_metrics_address_does_not_stop_the_bot() {
    let mut scene = Scene::open_on_file(settings()).await;
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (database, settings) = (
        scene.create_database(),
        [("LANAI_METRICS", address.as_str())],
    );
    let mut program = Program::start_with(
        &scene,
        database.as_os_str(),
        &database.with_extension("log"),
        &settings,
    );
    scene.wait_for_bot().await;
    let log = program.end();
    assert!(
        log.contains("ERROR") && log.contains("set LANAI_METRICS to another address"),
        "{log}"
    );
    scene.porch.take().unwrap().close().await;
}

/// The health check of a container queries the configured address.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_command_reports_problems() {
    let mut scene = Scene::open_on_file(settings()).await;
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
        code == Some(1) && told.contains("LANAI_METRICS isn't set"),
        "{told}"
    );
    let (code, told) = asked(&address);
    assert!(
        code == Some(1) && told.contains("the bot doesn't answer at 127.0.0.1"),
        "{told}"
    );
    let (database, settings) = (
        scene.create_database(),
        [("LANAI_METRICS", address.as_str())],
    );
    let _program = Program::start_with(
        &scene,
        database.as_os_str(),
        &database.with_extension("log"),
        &settings,
    );
    scene.wait_for_bot().await;
    scene
        .wait_until("all is well", async |_| {
            asked(&address) == (Some(0), "all is well\n".to_owned())
        })
        .await;
    scene.porch.take().unwrap().close().await;
    scene
        .wait_until("the gateway is missed", async |_| {
            let (code, told) = asked(&address);
            code == Some(1) && told.contains("gateway")
        })
        .await;
}
