//! A database belongs to the bot that served it first: neither the porch nor another bot's token serves it by mistake.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::restarts::{Program, settings};
use super::{Scene, evening};

/// The program with these settings and arguments, in a folder without a `.env`.
fn lanai(folder: &Path, arguments: &[&str], settings: &[(&str, &str)]) -> Command {
    let mut program = Command::new(crate::program::binary());
    program
        .current_dir(folder)
        .env_clear()
        .env("LANAI_PORCH", "127.0.0.1:0")
        .args(arguments);
    program.envs(settings.iter().copied()).stdin(Stdio::null());
    program
}

/// The sentence with which the program refuses to start.
fn refusal(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(output.stdout.is_empty(), "it served: {output:?}");
    let errors = String::from_utf8(output.stderr.clone()).unwrap();
    errors
        .lines()
        .last()
        .unwrap()
        .strip_prefix("lanai: ")
        .unwrap()
        .to_owned()
}

/// A porch with an application of its own, and its bot, which has served and gone.
async fn served_before() -> Scene {
    let scene = Scene::without_bot_in_a_file(settings()).await;
    let mut program = Program::start(&scene, "info");
    scene.bot_is_there().await;
    scene.table("Haleakala", &["Ana", "Ben"], "").await;
    program.kill();
    scene
}

#[test]
fn porch_refuses_the_database_of_a_bot() {
    evening(async {
        let mut scene = served_before().await;
        let database = scene.database();
        let named = [("LANAI_DATABASE", database.to_str().unwrap())];
        let told = refusal(
            &lanai(database.parent().unwrap(), &[], &named)
                .output()
                .unwrap(),
        );
        assert!(told.contains("belongs to a bot on Discord"), "{told}");
        let store = scene.store().await;
        assert!(
            store.departures().list().await.unwrap().is_empty(),
            "its servers are marked as left"
        );
        store.close().await;
        scene.porch.take().unwrap().close().await;
    });
}

#[test]
fn foreign_database_needs_adopt() {
    evening(async {
        let mut scene = served_before().await;
        let mut other = Scene::without_bot_in_a_file(settings()).await;
        let database = scene.database();
        let settings = [
            ("LANAI_DATABASE", database.to_str().unwrap()),
            ("LANAI_PROXY", &other.base),
            ("DISCORD_TOKEN", "porch-secret"),
        ];
        let folder = database.parent().unwrap();
        for arguments in [&[][..], &["serve"]] {
            let told = refusal(&lanai(folder, arguments, &settings).output().unwrap());
            assert!(
                told.contains("belongs to another bot") && told.contains("lanai serve --adopt"),
                "{told}"
            );
        }
        let mut adopts = lanai(folder, &["serve", "--adopt"], &settings)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        other.bot_is_there().await;
        adopts.kill().unwrap();
        adopts.wait().unwrap();
        // From now on it is that bot's, and no longer the first one's.
        let mut again = lanai(folder, &["serve"], &settings)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        other.bot_is_there().await;
        again.kill().unwrap();
        again.wait().unwrap();
        let first = [settings[0], ("LANAI_PROXY", &scene.base), settings[2]];
        let told = refusal(&lanai(folder, &["serve"], &first).output().unwrap());
        assert!(told.contains("belongs to another bot"), "{told}");
        for porch in [scene.porch.take(), other.porch.take()] {
            porch.unwrap().close().await;
        }
    });
}

#[test]
fn serve_without_a_token_creates_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for settings in [&[][..], &[("DISCORD_TOKEN", "")]] {
        let told = refusal(&lanai(folder.path(), &["serve"], settings).output().unwrap());
        assert!(told.contains("DISCORD_TOKEN is not set"), "{told}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
