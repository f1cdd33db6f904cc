//! Discord libraries other than serenity, and the processes of the bots that use them.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{env, fs};

use lanai_porch::TOKEN;
use tempfile::TempDir;

use lanai_testing::outside::{Requirement, report_missing};

/// A library, and a bot written with it.
pub(crate) struct Library {
    /// The program that runs it.
    runs_with: &'static str,
    /// The path of the library below `LANAI_CLIENTS`.
    path: &'static str,
    /// The variable by which the program finds it.
    found_by: &'static str,
    /// The file of the bot, beside this file.
    bot: &'static str,
}

const fn node(path: &'static str, bot: &'static str) -> Library {
    Library {
        runs_with: "node",
        path,
        found_by: "NODE_PATH",
        bot,
    }
}

const fn python(path: &'static str, bot: &'static str) -> Library {
    Library {
        runs_with: "python3",
        path,
        found_by: "PYTHONPATH",
        bot,
    }
}

pub(crate) const DISCORD_JS: Library = node("js/node_modules/discord.js", "discordjs.cjs");
pub(crate) const OCEANIC: Library = node("js/node_modules/oceanic.js", "oceanic.cjs");
pub(crate) const DISCORD_PY: Library = python("python/discord", "discordpy.py");
pub(crate) const HIKARI: Library = python("python/hikari", "with_hikari.py");
pub(crate) const DISNAKE: Library = python("python/disnake", "with_disnake.py");
pub(crate) const ERIS: Library = node("js/node_modules/eris", "eris.cjs");
pub(crate) const NEXTCORD: Library = python("python/nextcord", "with_nextcord.py");
// Pycord has a folder of its own, because it and discord.py are both called `discord`.
pub(crate) const PYCORD: Library = python("pycord/discord", "with_pycord.py");

/// A bot that runs. It ends with the test.
pub(crate) struct Running {
    child: Child,
    folder: TempDir,
}

impl Drop for Running {
    fn drop(&mut self) {
        // The bot may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    /// Returns the output of the bot.
    pub(crate) fn output(&self) -> String {
        fs::read_to_string(self.folder.path().join("told")).unwrap_or_default()
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }
}

/// Returns the folder of the SDK for Activities, and fails if it is required but missing.
pub(crate) fn find_activity_sdk() -> Option<PathBuf> {
    let all = env::var_os("LANAI_CLIENTS").map(PathBuf::from);
    let sdk = all.map(|all| all.join("js/node_modules/@discord/embedded-app-sdk/output"));
    let found = sdk.filter(|sdk| sdk.exists());
    if found.is_none() {
        report_missing(
            Requirement::Clients,
            "LANAI_CLIENTS has no SDK for Activities",
        );
    }
    found
}

impl Library {
    /// Returns the path of the library, and fails if it is required but missing.
    fn find_library(&self) -> Option<PathBuf> {
        let Some(all) = env::var_os("LANAI_CLIENTS").map(PathBuf::from) else {
            report_missing(
                Requirement::Clients,
                &format!(
                    "LANAI_CLIENTS names no folder with libraries, so {} stays away",
                    self.bot
                ),
            );
            return None;
        };
        let place = all.join(self.path);
        let ran = Command::new(self.runs_with).arg("--version").output();
        if place.exists() && ran.is_ok_and(|ran| ran.status.success()) {
            return place.parent().map(Path::to_path_buf);
        }
        report_missing(
            Requirement::Clients,
            &format!(
                "{} stays away: {} or {} is not there",
                self.bot,
                self.runs_with,
                place.display()
            ),
        );
        None
    }

    /// Starts the bot on the porch at this address.
    pub(crate) fn start(&self, address: &str) -> Option<Running> {
        let place = self.find_library()?;
        let folder = tempfile::tempdir().unwrap();
        let told = fs::File::create(folder.path().join("told")).unwrap();
        let bot = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/all/clients")
            .join(self.bot);
        let child = Command::new(self.runs_with)
            .arg(bot)
            .env(self.found_by, place)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("PORCH_URL", address)
            .env("PORCH_TOKEN", TOKEN)
            // All connections stay on this machine.
            .env("NO_PROXY", "127.0.0.1")
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(told.try_clone().unwrap())
            .stderr(told)
            .spawn()
            .unwrap();
        Some(Running { child, folder })
    }
}
