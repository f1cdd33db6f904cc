//! While the bot is away: whoever asks for something reads why it is not there, and nothing is lost.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use lanai_porch::{Settings, TOKEN};

use super::{Scene, evening};

const WHY: &str = "We move, until about eight. @everyone";

/// Somebody who stands in for the bot, until this is dropped.
struct StandIn(Child);

impl StandIn {
    /// They are there when they say so.
    fn at(scene: &Scene) -> StandIn {
        // More than a message takes: people read its beginning.
        let why = format!("{WHY}{}", " It may take longer than we think.".repeat(70));
        let mut child = Command::new(crate::program::binary())
            .args(["away", &why])
            .env_clear()
            .env("DISCORD_TOKEN", TOKEN)
            .env("LANAI_PROXY", &scene.base)
            .current_dir(scene.database().parent().unwrap())
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
            assert!(line.contains("reads that the bot is away"), "{line}");
        });
        stand_in
    }

    fn goes(&mut self) {
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

#[test]
fn away_answers_everyone_with_the_reason() {
    evening(async {
        let mut scene = Scene::without_bot_in_a_file(Settings::default()).await;
        scene.bot_comes().await;
        let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let (acts, board) = scene.next(&place, None).await;
        let acts = acts.unwrap();
        let panel = scene.says(&acts, &place, "/turn").await;
        scene.is_quiet().await;
        scene.bot_goes().await;
        let mut stand_in = StandIn::at(&scene);
        scene.bot_is_there().await;
        let (id, values) = panel.menu().unwrap();
        for told in [
            scene.says("Ben", &place, "/table show").await,
            scene.presses(&acts, &board, "Take your turn").await,
            scene.chooses_in(&acts, &panel, &id, &values[0]).await,
        ] {
            assert!(told.is_private(), "{told:?}");
            told.says("I am away for a while")
                .says("Nothing was done")
                .says(WHY);
            assert!(
                told.0["message"]["mentions"]
                    .as_array()
                    .is_none_or(Vec::is_empty),
                "{told:?}"
            );
        }
        scene
            .says("Chloé", &scene.hall, "/help")
            .await
            .says("Je m’absente un moment")
            .says(WHY);
        stand_in.goes();
        scene.bot_comes().await;
        scene.takes_turn(&acts, &place).await;
        scene.next(&place, Some(&board)).await;
        scene.end().await;
    });
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
