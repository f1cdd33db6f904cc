//! A database belongs to the bot that served it first: neither the porch nor another bot's token
//! serves it by mistake.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::Scene;
use super::restarts::{Program, settings};

/// The program with these settings and arguments, in a folder without a `.env`.
fn lanai_command(folder: &Path, arguments: &[&str], settings: &[(&str, &str)]) -> Command {
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
fn refusal_sentence(output: &Output) -> String {
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
async fn scene_served_before() -> Scene {
    let scene = Scene::open_on_file(settings()).await;
    let mut program = Program::start(&scene, "info");
    scene.wait_for_bot().await;
    scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    program.kill();
    scene
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn porch_refuses_the_database_of_a_bot() {
    let mut scene = scene_served_before().await;
    let database = scene.create_database();
    let named = [("LANAI_DATABASE", database.to_str().unwrap())];
    let told = refusal_sentence(
        &lanai_command(database.parent().unwrap(), &[], &named)
            .output()
            .unwrap(),
    );
    assert!(told.contains("belongs to a bot on Discord"), "{told}");
    let store = scene.open_store().await;
    assert!(
        store.departures().list().await.unwrap().is_empty(),
        "its servers are marked as left"
    );
    store.close().await;
    scene.porch.take().unwrap().close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn foreign_database_needs_adopt() {
    let mut scene = scene_served_before().await;
    let mut other = Scene::open_on_file(settings()).await;
    let database = scene.create_database();
    let settings = [
        ("LANAI_DATABASE", database.to_str().unwrap()),
        ("LANAI_PROXY", &other.base),
        ("DISCORD_TOKEN", "porch-secret"),
    ];
    let folder = database.parent().unwrap();
    for arguments in [&[][..], &["serve"]] {
        let told = refusal_sentence(
            &lanai_command(folder, arguments, &settings)
                .output()
                .unwrap(),
        );
        assert!(
            told.contains("belongs to another bot") && told.contains("lanai serve --adopt"),
            "{told}"
        );
    }
    let mut adopts = lanai_command(folder, &["serve", "--adopt"], &settings)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    other.wait_for_bot().await;
    adopts.kill().unwrap();
    adopts.wait().unwrap();
    // The database now belongs to the second bot.
    let mut again = lanai_command(folder, &["serve"], &settings)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    other.wait_for_bot().await;
    again.kill().unwrap();
    again.wait().unwrap();
    let first = [settings[0], ("LANAI_PROXY", &scene.base), settings[2]];
    let told = refusal_sentence(&lanai_command(folder, &["serve"], &first).output().unwrap());
    assert!(told.contains("belongs to another bot"), "{told}");
    for porch in [scene.porch.take(), other.porch.take()] {
        porch.unwrap().close().await;
    }
}

#[test]
fn serve_without_a_token_creates_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for settings in [&[][..], &[("DISCORD_TOKEN", "")]] {
        let told = refusal_sentence(
            &lanai_command(folder.path(), &["serve"], settings)
                .output()
                .unwrap(),
        );
        assert!(told.contains("DISCORD_TOKEN isn't set"), "{told}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
