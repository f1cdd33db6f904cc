//! `lanai doctor` reports each problem in one line, in every language, and nothing else if all is
//! well.

use std::process::{Command, Output};
use std::time::Duration;

use lanai_porch::{Settings, TOKEN};
use lanai_store::{Address, Store};
use lanai_text::Dictionary;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Scene, injected_failure, run_test};
use lanai_testing::homes::Database;

/// An operator with settings.
pub(super) struct Operator {
    pub(super) folder: TempDir,
    settings: Vec<(&'static str, String)>,
}

impl Operator {
    /// Creates the operator of this scene's bot.
    pub(super) fn new(scene: &Scene) -> Operator {
        let settings = vec![
            ("DISCORD_TOKEN", TOKEN.to_owned()),
            ("LANAI_PROXY", scene.base.clone()),
        ];
        Operator {
            folder: tempfile::tempdir().unwrap(),
            settings,
        }
    }

    /// Adds a setting.
    fn with(mut self, name: &'static str, value: impl Into<String>) -> Operator {
        self.settings.retain(|(other, _)| *other != name);
        self.settings.push((name, value.into()));
        self
    }

    pub(super) async fn run_doctor(&self, args: &[&str]) -> Output {
        let mut program = self.doctor_command(args);
        tokio::task::spawn_blocking(move || program.output().unwrap())
            .await
            .unwrap()
    }

    pub(super) fn doctor_command(&self, args: &[&str]) -> Command {
        let mut program = Command::new(crate::program::binary());
        program
            .current_dir(self.folder.path())
            .env_clear()
            .arg("doctor")
            .args(args);
        program.envs(self.settings.iter().map(|(name, value)| (name, value)));
        program
    }

    /// Asserts that no problem is reported, and returns the output.
    async fn assert_no_problem(&self) -> String {
        let output = self.run_doctor(&[]).await;
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && !told.contains('×'), "{told}");
        assert!(
            told.ends_with("Everything that the bot needs is there\n"),
            "{told}"
        );
        told
    }

    /// The one line about what has to be put right.
    async fn expect_one_problem(&self) -> String {
        let output = self.run_doctor(&[]).await;
        let told = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{told}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            said, "lanai: one thing has to be put right: see ×\n",
            "{told}"
        );
        assert!(!told.contains(TOKEN), "{told}");
        let lines: Vec<&str> = told.lines().filter(|line| line.starts_with('×')).collect();
        assert_eq!(lines.len(), 1, "{told}");
        lines[0].to_owned()
    }
}

pub(super) fn line_beginning<'a>(told: &'a str, begins: &str) -> &'a str {
    told.lines()
        .find(|line| line.contains(begins))
        .unwrap_or_else(|| panic!("no {begins} in {told}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn doctor_passes_before_and_while_the_bot_serves() {
    let mut scene = Scene::open(Settings::default()).await;
    let operator = Operator::new(&scene);
    let told = operator.assert_no_problem().await;
    assert_eq!(told.lines().count(), 12, "{told}");
    for known in [
        "✓ Settings: all of them",
        "✓ Pictures: all letters",
        "! Database: there's nothing in lanai.db yet",
        "✓ Disk: ",
        "✓ Network: http://127.0.0.1:",
        "✓ Clock: ",
        "✓ Token: it belongs to lanai",
        "✓ Gateway: ws://127.0.0.1:",
        "✓ Intents: the bot needs only GUILDS",
        "✓ Permissions: the bot has all it needs on its server",
        "! Commands: ",
    ] {
        line_beginning(&told, known);
    }
    assert!(
        line_beginning(&told, "Gateway").ends_with("1000 of 1000 sessions are left for today"),
        "{told}"
    );
    scene.start_bot().await;
    let file = operator.folder.path().join("lanai.db");
    Store::open_file(&file).await.unwrap().close().await;
    let told = operator.assert_no_problem().await;
    line_beginning(&told, "✓ Database: lanai.db is whole and of this version");
    let commands = crate::commands::commands().as_array().unwrap().len();
    line_beginning(
        &told,
        &format!("✓ Commands: all {commands} are registered as this version has them"),
    );
    // The disk of a PostgreSQL server cannot be seen.
    if let Some(server) = Database::create_on_server().await {
        server.open_store().await.close().await;
        let Address::Server(address) = server.address() else {
            panic!("it is a server")
        };
        let told = Operator::new(&scene)
            .with("LANAI_DATABASE", address)
            .assert_no_problem()
            .await;
        assert!(
            line_beginning(&told, "Database").contains("has tables of this version"),
            "{told}"
        );
        line_beginning(&told, "Latency: the database ");
        assert!(!told.contains("Disk"), "{told}");
    }
    let asked = scene.list_requests().await;
    assert!(asked.iter().any(|item| {
        item["path"]
            .as_str()
            .unwrap()
            .ends_with("/users/@me/guilds")
    }));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn doctor_reports_local_problems() {
    let scene = Scene::open(Settings::default()).await;
    let operator = || Operator::new(&scene);
    let ill = async |operator: Operator, sentence: &str| {
        let told = operator.expect_one_problem().await;
        assert!(told.contains(sentence), "{told}");
    };
    ill(
        operator().with("LANAI_LOG", "loud"),
        "× Settings: LANAI_LOG is \"loud\"",
    )
    .await;
    let misspelt = operator().with("LANAI_DATABASE", "postgress://lanai:sesame@h/db");
    ill(
        misspelt,
        "× Settings: the database's name begins with \"postgress:\"",
    )
    .await;
    ill(
        operator().with("LANAI_LIMITER", "on"),
        "set LANAI_LIMITER=off",
    )
    .await;
    ill(
        operator().with("LANAI_WORDS", "nowhere"),
        "word files in LANAI_WORDS",
    )
    .await;
    ill(
        operator().with("LANAI_DATABASE", "postgres://lanai@127.0.0.1:1/lanai"),
        "× Database: ",
    )
    .await;
    let scrambled = operator();
    std::fs::write(
        scrambled.folder.path().join("lanai.db"),
        "scrambled eggs".repeat(100),
    )
    .unwrap();
    ill(
        scrambled,
        "× Database: the database lanai.db cannot be opened",
    )
    .await;
    let lost = operator().with("LANAI_DATABASE", "nowhere/lanai.db");
    ill(lost, "× Disk: can't tell how much is free in nowhere").await;
    let newer = operator();
    let file = newer.folder.path().join("lanai.db");
    Store::open_file(&file).await.unwrap().close().await;
    let later =
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                     values (9999, 'later', 1, x'00', 0)";
    lanai_testing::homes::execute(&Address::File(file), later).await;
    ill(
        newer,
        "× Database: the database lanai.db is that of a newer Lanai",
    )
    .await;
    let older = operator();
    Database::create_unmigrated(&Address::File(older.folder.path().join("lanai.db"))).await;
    let told = older.assert_no_problem().await;
    line_beginning(
        &told,
        "! Database: lanai.db is whole, and of an earlier version",
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn doctor_reports_an_unusable_database() {
    let scene = Scene::open(Settings::default()).await;
    let foreign = Operator::new(&scene);
    let file = foreign.folder.path().join("lanai.db");
    let store = Store::open_file(&file).await.unwrap();
    store.values().claim_for_application("1").await.unwrap();
    store.close().await;
    let told = foreign.expect_one_problem().await;
    assert!(
        told.contains("× Database: the database belongs to another bot (application 1)"),
        "{told}"
    );
    let twice = Operator::new(&scene);
    Store::open_file(&twice.folder.path().join("lanai.db"))
        .await
        .unwrap()
        .close()
        .await;
    std::fs::hard_link(
        twice.folder.path().join("lanai.db"),
        twice.folder.path().join("other.db"),
    )
    .unwrap();
    let told = twice.expect_one_problem().await;
    assert!(told.contains("has a second name (a hard link)"), "{told}");
    if let Some(server) = Database::create_on_server().await {
        lanai_testing::homes::execute(&server.address(), "create role guest_of_the_doctor login")
            .await;
        let Address::Server(address) = server.address() else {
            panic!("it is a server")
        };
        let address = address.replace("lanai@", "guest_of_the_doctor@");
        let told = Operator::new(&scene)
            .with("LANAI_DATABASE", address)
            .expect_one_problem()
            .await;
        assert!(told.contains("can't create tables there"), "{told}");
    }
}

#[cfg(unix)]
#[test]
fn doctor_reports_files_of_other_users() {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;
    run_test(async {
        let scene = Scene::open(Settings::default()).await;
        let operator = Operator::new(&scene);
        let folder = operator.folder.path();
        let told = async || {
            let mut doctor = operator.doctor_command(&[]);
            doctor.env("DISCORD_TOKEN_FILE", "token");
            doctor.env_remove("DISCORD_TOKEN");
            lanai_testing::outside::drop_privileges(&mut doctor);
            let output = tokio::task::spawn_blocking(move || doctor.output().unwrap())
                .await
                .unwrap();
            (
                output.status.code(),
                String::from_utf8(output.stdout).unwrap(),
            )
        };
        std::fs::write(folder.join(".env"), "LANAI_LOG=info\n").unwrap();
        std::fs::set_permissions(folder.join(".env"), Permissions::from_mode(0o644)).unwrap();
        std::fs::write(folder.join("token"), TOKEN).unwrap();
        std::fs::set_permissions(folder.join("token"), Permissions::from_mode(0o640)).unwrap();
        std::fs::set_permissions(folder, Permissions::from_mode(0o555)).unwrap();
        let (code, said) = told().await;
        line_beginning(
            &said,
            "! Settings: others on this machine may read .env (mode 0644)",
        );
        line_beginning(
            &said,
            "! Settings: others on this machine may read token (mode 0640)",
        );
        let wrong = line_beginning(
            &said,
            "× Database: the database lanai.db cannot be opened: . may not be written",
        );
        assert!(
            wrong.contains("owns it, mode 0555") && code == Some(1),
            "{said}"
        );
        std::fs::set_permissions(folder, Permissions::from_mode(0o777)).unwrap();
        std::fs::write(folder.join("lanai.db"), "").unwrap();
        std::fs::set_permissions(folder.join("lanai.db"), Permissions::from_mode(0o444)).unwrap();
        let (code, said) = told().await;
        let wrong = line_beginning(
            &said,
            "× Database: the database lanai.db cannot be opened: lanai.db may not be",
        );
        assert!(
            wrong.contains("owns it, mode 0444") && code == Some(1),
            "{said}"
        );
    });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn doctor_reports_old_and_interrupted_backups() {
    let scene = Scene::open(Settings::default()).await;
    let operator = Operator::new(&scene);
    let folder = operator.folder.path().join("backups");
    let left = folder.join(".lanai-unfinished-x");
    std::fs::create_dir_all(&left).unwrap();
    let backup = folder.join("lanai-20260301T040000Z.db");
    std::fs::write(&backup, "").unwrap();
    line_beginning(
        &operator.assert_no_problem().await,
        "✓ Backups: the newest one in ./backups was made 0 h ago",
    );
    let then = std::time::SystemTime::now() - Duration::from_hours(50);
    for path in [&backup, &left] {
        std::fs::File::open(path)
            .unwrap()
            .set_modified(then)
            .unwrap();
    }
    let told = operator.assert_no_problem().await;
    line_beginning(
        &told,
        "! Backups: the newest one in ./backups was made 50 h ago",
    );
    line_beginning(
        &told,
        "! Leftovers: interrupted backups left ./backups/.lanai-unfinished-x",
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn doctor_reports_discord_problems() {
    let scene = Scene::open(Settings::default()).await;
    let operator = Operator::new(&scene);
    let ill = async |operator: &Operator, sentence: &str| {
        let told = operator.expect_one_problem().await;
        assert!(told.contains(sentence), "{told}");
    };
    let unknown = Operator::new(&scene).with("DISCORD_TOKEN", "MTIz.unknown.token");
    ill(&unknown, "× Token: Discord doesn't know it").await;
    ill(
        &Operator::new(&scene).with("DISCORD_TOKEN", ""),
        "× Token: there's none",
    )
    .await;
    let offline = Operator::new(&scene).with("LANAI_PROXY", "http://127.0.0.1:1");
    ill(&offline, "× Network: http://127.0.0.1:1 doesn't answer (").await;
    let fails = async |path: &str, more: Value| {
        let mut what = json!({ "times": 1, "path_contains": path });
        what.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        scene
            .post("trouble", injected_failure("answer", &what))
            .await;
    };
    for (path, more, sentence) in [
        (
            "users/@me/guilds",
            json!({ "status": 500 }),
            "× Discord: it didn't answer every question (500)",
        ),
        (
            "users/@me/guilds",
            json!({ "status": 200, "body": {} }),
            "× Discord: it didn't answer",
        ),
        (
            "gateway/bot",
            json!({ "status": 503 }),
            "× Gateway: it doesn't answer (503)",
        ),
        (
            "/commands",
            json!({ "status": 429, "retry_after": 1 }),
            "× Discord: it didn't answer every question (429)",
        ),
        (
            "gateway",
            json!({ "status": 502 }),
            "× Network: http://127.0.0.1:",
        ),
        (
            "oauth2",
            json!({ "status": 200, "body": [] }),
            "× Discord: it didn't answer",
        ),
    ] {
        fails(path, more).await;
        ill(&operator, sentence).await;
    }
    // Some emojis are as they should be, one is missing, and one is foreign.
    let authorization = format!("Bot {TOKEN}");
    let itself = scene
        .client
        .get(format!("{}/api/v10/users/@me", scene.base));
    let itself = itself
        .header("authorization", &authorization)
        .send()
        .await
        .unwrap();
    let application = super::text(&itself.json::<Value>().await.unwrap()["id"]);
    let mut commands = crate::commands::commands();
    commands[0]["description"] = json!("Somebody else's words");
    commands
        .as_array_mut()
        .unwrap()
        .push(json!({ "name": "sing", "description": "Sings", "type": 1 }));
    let url = format!("{}/api/v10/applications/{application}/commands", scene.base);
    let registered = scene.client.put(url).header("authorization", authorization);
    assert!(
        registered
            .json(&commands)
            .send()
            .await
            .unwrap()
            .status()
            .is_success()
    );
    let told = operator.assert_no_problem().await;
    let first = commands[0]["name"].as_str().unwrap();
    let sentence =
        format!("! Commands: not registered as this version has them: 2, such as /{first}, /sing;");
    line_beginning(&told, &sentence);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn doctor_names_missing_permissions() {
    // Without *Attach Files* and *Send Messages in Threads*.
    let scene = Scene::open(Settings {
        permissions: Settings::default().permissions & !(1 << 15 | 1 << 38),
        ..Settings::default()
    })
    .await;
    let told = Operator::new(&scene).expect_one_problem().await;
    let lacking = "× Permissions: something is missing on 1 of 1 servers: The porch (Attach Files, Send Messages in Threads)";
    assert!(told.starts_with(lacking), "{told}");
    assert!(
        told.contains("scope=bot+applications.commands&permissions=309237763072"),
        "{told}"
    );
    scene.end().await;
    let all = Scene::open(Settings {
        permissions: 8,
        ..Settings::default()
    })
    .await;
    line_beginning(
        &Operator::new(&all).assert_no_problem().await,
        "✓ Permissions: the bot has all it needs",
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn doctor_reports_clock_skew_and_few_sessions() {
    let mut scene = Scene::open(Settings {
        session_starts: 10,
        ..Settings::default()
    })
    .await;
    let operator = Operator::new(&scene);
    scene.hours.advance(Duration::from_hours(1));
    let told = operator.expect_one_problem().await;
    let seconds: u64 = told.split(' ').find_map(|word| word.parse().ok()).unwrap();
    assert!(
        told.starts_with("× Clock: this machine's clock is ")
            && told.contains(" s behind Discord's")
    );
    assert!((3590..=3601).contains(&seconds), "{told}");
    scene.end().await;
    scene = Scene::start_with(Settings {
        session_starts: 10,
        ..Settings::default()
    })
    .await;
    let told = Operator::new(&scene).expect_one_problem().await;
    assert!(
        told.starts_with("× Gateway: only 9 of 10 sessions left for today"),
        "{told}"
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn doctor_is_translated() {
    let scene = Scene::open(Settings {
        permissions: 0,
        ..Settings::default()
    })
    .await;
    let operator = Operator::new(&scene);
    let mut all = std::collections::BTreeSet::new();
    for words in Dictionary::open().unwrap().languages() {
        let output = operator.run_doctor(&["--language", words.tag()]).await;
        assert_eq!(output.status.code(), Some(1));
        let told = String::from_utf8(output.stdout).unwrap();
        assert_eq!(told.lines().count(), 11, "{told}");
        assert!(!told.contains(['{', '}', '[', '$']), "{told}");
        assert!(
            all.insert(told.lines().next().unwrap().to_owned()),
            "{told}"
        );
    }
    assert_eq!(all.len(), 4);
    scene.end().await;
}
