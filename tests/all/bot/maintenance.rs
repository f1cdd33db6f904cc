//! `lanai away` tells everyone why the bot is away, and loses nothing.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use lanai_porch::{Settings, TOKEN};

use super::Scene;

const REASON: &str = "We move, until about eight. @everyone";

/// The process that answers for the bot.
struct StandIn(Child);

impl StandIn {
    /// Starts the process, and waits until it reports that it serves.
    fn start(scene: &Scene) -> StandIn {
        // More than a message takes: people read its beginning.
        let why = format!(
            "{REASON}{}",
            " It may take longer than we think.".repeat(70)
        );
        let mut child = Command::new(crate::program::binary())
            .args(["away", &why])
            .env_clear()
            .env("DISCORD_TOKEN", TOKEN)
            .env("LANAI_PROXY", &scene.base)
            .current_dir(scene.create_database().parent().unwrap())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let said = child.stdout.take().unwrap();
        let stand_in = StandIn(child);
        tokio::task::block_in_place(|| {
            let mut line = String::new();
            BufReader::new(said).read_line(&mut line).unwrap();
            assert!(line.contains("told that it"), "{line}");
        });
        stand_in
    }

    fn stop(&mut self) {
        let id = self.0.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-TERM", &id])
                .status()
                .unwrap()
                .success()
        );
        assert!(
            tokio::task::block_in_place(|| self.0.wait())
                .unwrap()
                .success()
        );
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn away_answers_everyone_with_the_reason() {
    let mut scene = Scene::open_on_file(Settings::default()).await;
    scene.start_bot().await;
    let thread = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let (acts, board) = scene.wait_for_player(&thread, None).await;
    let panel = scene.run_command(&acts, &thread, "/turn").await;
    scene.wait_until_idle().await;
    scene.stop_bot().await;
    let mut stand_in = StandIn::start(&scene);
    scene.wait_for_bot().await;
    let (id, _) = panel.open_choices().swap_remove(0);
    for told in [
        scene.run_command("Ben", &thread, "/table show").await,
        scene.press_button(&acts, &board, "Take your turn").await,
        scene.press_id(&acts, &panel.message_id(), &id).await,
    ] {
        assert!(told.is_private(), "{told:?}");
        told.assert_says("I'm away for a while")
            .assert_says("Nothing was done")
            .assert_says(REASON);
        assert!(
            told.0["message"]["mentions"]
                .as_array()
                .is_none_or(Vec::is_empty),
            "{told:?}"
        );
    }
    scene
        .run_command("Chloé", &scene.main_channel, "/help")
        .await
        .assert_says("Je m’absente un moment")
        .assert_says(REASON);
    stand_in.stop();
    scene.start_bot().await;
    scene.take_turn(&acts, &thread).await;
    scene.wait_for_turn(&thread, Some(&board)).await;
    scene.end().await;
}

#[test]
fn away_needs_a_token() {
    let output = Command::new(crate::program::binary())
        .arg("away")
        .env_clear()
        .current_dir(std::env::temp_dir())
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && told.contains("without DISCORD_TOKEN"),
        "{told}"
    );
}
