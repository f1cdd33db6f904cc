//! Settings from a file and the environment: errors are one sentence, and no message contains a
//! token.

use std::ffi::OsString;
use std::fs;
use std::sync::LazyLock;

use lanai::config::Config;
use tempfile::TempDir;

use super::{Target, assert_sentence, owned_seeds};

pub(super) const TARGET: Target = Target {
    name: "settings",
    run,
    seeds,
    words: WORDS,
};

const WORDS: &[&str] = &[
    "DISCORD_TOKEN=",
    "DISCORD_TOKEN_FILE=",
    "LANAI_DATABASE=",
    "LANAI_DATABASE_FILE=",
    "LANAI_LIMITER=",
    "LANAI_LOG=",
    "LANAI_LOG_FORMAT=",
    "LANAI_PICTURES_WITHIN=",
    "LANAI_PORCH=",
    "LANAI_POSTS_PER_SECOND=",
    "LANAI_PRESSES=",
    "LANAI_PROXY=",
    "LANAI_SHARDS=",
    "LANAI_THINKING_CORES=",
    "LANAI_WORDS=",
    "export ",
    "\n",
    "---\n",
    "# ",
    "\"",
    "'",
    "${",
    "$token",
    "DISCORD_TOKEN=$token\n",
    "$HOME",
    "}",
    "=",
    "on",
    "json",
    "http://",
    "[::1]:1",
    "postgres://a:b@c/d",
    "\u{feff}",
];

/// A secret that no message may contain.
const TOKEN: &str = "MTQzNTU2MDAwMDAwMDAwMDAwMQ.GabcDE.what-nobody-may-see-of-all-this";

/// The separator of file and environment.
const LINE: &[u8] = b"\n---\n";

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

fn run(bytes: &[u8]) {
    let end = bytes.windows(LINE.len()).position(|part| part == LINE);
    let (written, set) = end.map_or((bytes, &[][..]), |end| {
        (&bytes[..end], &bytes[end + LINE.len()..])
    });
    // The token may occur anywhere.
    let set = String::from_utf8_lossy(set).replace("$token", TOKEN);
    let pairs = || {
        let own = (OsString::from("DISCORD_TOKEN"), OsString::from(TOKEN));
        let set = set.lines().filter_map(|line| line.split_once('='));
        set.map(|(name, value)| (name.into(), value.into()))
            .chain([own])
    };
    let file = FOLDER.path().join(".env");
    fs::write(&file, insert_token(written)).unwrap();
    match Config::read(pairs(), &file) {
        Ok(config) => {
            // A path is shown as written.
            let mut shown = config.clone();
            (shown.words, shown.proxy) = (None, None);
            let shown = format!("{shown:?}");
            assert!(!shown.contains(TOKEN), "{shown}");
            assert_eq!(
                config.token.as_ref().map(lanai::config::Secret::reveal),
                Some(TOKEN)
            );
            assert_eq!(Config::read(pairs(), &file).unwrap(), config);
        }
        Err(unusable) => {
            let told = format!("{unusable} {unusable:?}");
            assert_sentence(&told);
            assert!(!told.contains(TOKEN), "{told}");
        }
    }
}

/// A file, with the token wherever it is named.
fn insert_token(written: &[u8]) -> Vec<u8> {
    let (mut file, mut rest) = (Vec::new(), written);
    while let Some(at) = rest.windows(6).position(|part| part == b"$token") {
        file.extend([&rest[..at], TOKEN.as_bytes()].concat());
        rest = &rest[at + 6..];
    }
    [&file, rest].concat()
}

fn seeds() -> Vec<Vec<u8>> {
    owned_seeds(&[
        include_str!("../../../../.env.example"),
        "LANAI_DATABASE=lanai.db\nLANAI_LOG=debug\nLANAI_LOG_FORMAT=json\n---\nLANAI_PORCH=127.0.0.1:8061\n",
        "# What I set\nexport LANAI_SHARDS=4\nLANAI_WORDS=\"my words\"\n---\nHOME=somewhere\nLANAI_PRESSES=10\n",
        "LANAI_PROXY='http://127.0.0.1:8060'\nLANAI_LIMITER=off\nLANAI_THINKING_CORES=2\nLANAI_PICTURES_WITHIN=0\n",
        "LANAI_DATABASE=postgres://lanai:${SECRET}@/lanai\nLANAI_POSTS_PER_SECOND=5\n---\nlanai_token=x\n",
        "LANAI_LOG=\"debug\"\nDISCORD_TOKEN=$token\nLANAI_WORDS=\"words\"\n---\nLANAI_SHARDS=$token\n",
    ])
}
