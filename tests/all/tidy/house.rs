//! The map of the house: its rooms and arrows, and where each external crate is at home. A room that is not built
//! yet is on the map too. A new arrow needs a line here, in a commit of its own that says why.

use lanai::rules::Title;

/// A room: `src/name.rs` and everything in `src/name/`.
pub(crate) struct Room {
    pub(crate) name: &'static str,
    /// Rooms that it may import.
    pub(crate) imports: Imports,
    /// Paths that it may never mention.
    pub(crate) never: &'static [&'static str],
    /// Why it is so.
    pub(crate) why: &'static str,
}

pub(crate) enum Imports {
    All,
    Only(&'static [&'static str]),
}

/// Clocks, files, networks, chance: nothing that would make a replay come out differently.
const OUTSIDE_WORLD: &[&str] = &[
    "tokio",
    "sqlx",
    "serenity",
    "poise",
    "image",
    "resvg",
    "tracing",
    "log",
    "getrandom",
    "std::time",
    "std::env",
    "std::fs",
    "std::io",
    "std::net",
    "std::process",
    "std::thread",
    "rand::rng",
    "rand::rngs::OsRng",
    "rand::rngs::SysRng",
    "rand::rngs::ThreadRng",
    "rand::thread_rng",
    "rand::random",
];

pub(crate) const ROOMS: &[Room] = &[
    Room { name: "main", imports: Imports::Only(&["door"]), never: &[], why: "it opens the door" },
    Room { name: "door", imports: Imports::All, never: &[], why: "it does the wiring" },
    Room { name: "lib", imports: Imports::All, never: &[], why: "it is the map" },
    Room {
        name: "games",
        imports: Imports::Only(&["rules", "minds", "words", "input", "drawing"]),
        never: &["tokio", "sqlx", "serenity", "poise"],
        why: "the rooms of the games are a crate of their own",
    },
    Room {
        name: "config",
        imports: Imports::Only(&[]),
        never: &["sqlx", "serenity", "poise", "image"],
        why: "settings are read from the environment and know nothing of what they set",
    },
    Room {
        name: "logs",
        imports: Imports::Only(&["metrics"]),
        never: &["sqlx", "serenity", "poise", "image"],
        why: "a line of the log is written without knowing what it is about",
    },
    Room {
        name: "metrics",
        imports: Imports::Only(&[]),
        never: &["sqlx", "serenity", "poise", "image"],
        why: "what is counted is told to it by those who do it",
    },
    Room {
        name: "rules",
        imports: Imports::Only(&[]),
        never: OUTSIDE_WORLD,
        why: "rules are replayable, and testable in microseconds",
    },
    Room {
        name: "minds",
        imports: Imports::Only(&["rules"]),
        never: OUTSIDE_WORLD,
        why: "a mind is a function of a view",
    },
    Room {
        name: "cli",
        imports: Imports::Only(&["rules", "minds", "words", "input", "drawing"]),
        never: &["tokio", "sqlx", "serenity", "poise", "image"],
        why: "the command line plays, replays and draws games, without a host",
    },
    Room {
        name: "input",
        imports: Imports::Only(&["rules", "minds", "words"]),
        never: OUTSIDE_WORLD,
        why: "what somebody says is read against a view",
    },
    Room {
        name: "store",
        imports: Imports::Only(&["metrics"]),
        never: &["serenity", "poise", "image"],
        why: "it keeps text and numbers; games change without it",
    },
    Room {
        name: "tables",
        imports: Imports::Only(&["rules", "minds", "store", "metrics"]),
        never: &["serenity", "poise", "image", "resvg"],
        why: "the host could serve any other chat tomorrow",
    },
    Room {
        name: "drawing",
        imports: Imports::Only(&["rules", "words"]),
        never: &[
            "sqlx",
            "serenity",
            "poise",
            "crate::rules::hawaii::state::State",
            "crate::rules::haleakala::state::State",
        ],
        why: "a picture cannot show what it never gets",
    },
    Room {
        name: "words",
        imports: Imports::Only(&["rules", "minds"]),
        never: &[
            "sqlx",
            "serenity",
            "poise",
            "crate::rules::hawaii::state::State",
            "crate::rules::haleakala::state::State",
        ],
        why: "sentences are made from views, events, refusals and reasons",
    },
    Room {
        name: "chat",
        imports: Imports::Only(&["tables", "drawing", "input", "words", "rules", "metrics"]),
        never: &["sqlx"],
        why: "one road to the database",
    },
    Room {
        name: "operating",
        imports: Imports::Only(&["chat", "cli", "config", "drawing", "porch", "store", "tables", "words"]),
        never: &["sqlx", "serenity", "poise", "image"],
        why: "it asks the other rooms, and tells what came of it",
    },
    Room {
        name: "porch",
        imports: Imports::Only(&[]),
        never: &["sqlx", "serenity", "poise", "image"],
        why: "it is Discord, and Discord does not know us",
    },
];

/// Games that know nothing of each other: a game never learns from its neighbour.
pub(crate) fn games() -> impl Iterator<Item = &'static str> {
    Title::ALL.into_iter().map(Title::name)
}

/// Where an external crate may be mentioned: rooms, or single files.
pub(crate) struct Home {
    pub(crate) krate: &'static str,
    pub(crate) places: &'static [&'static str],
}

const fn home(krate: &'static str, places: &'static [&'static str]) -> Home {
    Home { krate, places }
}

pub(crate) const HOMES: &[Home] = &[
    home("sqlx", &["store"]),
    home("image", &["drawing"]),
    home("resvg", &["drawing"]),
    home("tiny_skia", &["drawing"]),
    home("usvg", &["drawing"]),
    home("ab_glyph", &["src/drawing/letters.rs"]),
    home("gif", &["src/drawing/film.rs"]),
    home("simd_adler32", &["src/drawing/deflate.rs"]),
    // The writer of `drawing`, which others call, has the name of the crate.
    home("png", &["src/drawing/png.rs", "chat", "cli"]),
    home("crc32fast", &["porch"]),
    home("serenity", &["chat"]),
    home("reqwest", &["chat"]),
    home("poise", &["chat"]),
    home("axum", &["porch", "src/metrics/page.rs"]),
    home("emojis", &["porch"]),
    home("hyper", &["porch"]),
    home("base64", &["porch"]),
    home("form_urlencoded", &["porch"]),
    home("percent_encoding", &["porch"]),
    home("rust_embed", &["src/porch/page.rs", "src/porch/sayings.rs", "src/words/language.rs"]),
    home("prometheus_client", &["metrics"]),
    home("sd_notify", &["src/operating/service.rs"]),
    home("clap", &["cli"]),
    home("dotenvy", &["src/config/file.rs"]),
    home("skillratings", &["src/tables/ratings.rs"]),
    home("strsim", &["config", "input"]),
    home("tempfile", &["door", "src/store/backup.rs"]),
    home("tracing_subscriber", &["src/logs.rs"]),
    home("fluent_bundle", &["words"]),
    home("fluent_syntax", &["src/porch/sayings.rs", "src/words/flaws.rs"]),
    home("unic_langid", &["words"]),
    home("fs4", &["operating"]),
    home("indicatif", &["src/cli/progress.rs"]),
    home("toml", &["rules"]),
    home(
        "jiff",
        &[
            "src/logs.rs",
            "operating",
            "src/tables/local_hours.rs",
            "src/tables/person_settings.rs",
            "src/tables/exporting.rs",
            "cli",
            "src/porch/ids.rs",
            "src/porch/check/embeds.rs",
        ],
    ),
    home(
        "sha2",
        &[
            "src/rules/chance/pledge.rs",
            "src/rules/record.rs",
            "src/tables/lobby.rs",
            "src/store/copy.rs",
            "src/store/copy/rows.rs",
            "chat",
            "src/porch/ids.rs",
        ],
    ),
    home("tinyvec", &["rules", "minds"]),
    home("rand", &["src/rules/chance.rs", "src/tables/lots.rs", "cli"]),
];

/// Crates that are at home in every room which does not forbid them.
pub(crate) const EVERYWHERE: &[&str] = &["serde", "serde_json", "thiserror", "tokio", "tracing", "futures"];

/// Words that no source says, outside the rooms named here.
pub(crate) const BANNED: &[(&str, &[&str], &str)] = &[
    ("todo!", &[], "what is not done is not there"),
    ("unimplemented!", &[], "what is not done is not there"),
    ("dbg!", &[], "a note to oneself"),
    ("print!", &["cli", "door"], "only the command line prints"),
    ("println!", &["cli", "door"], "only the command line prints"),
    ("eprint!", &["cli", "door"], "only the command line prints"),
    ("eprintln!", &["cli", "door"], "only the command line prints"),
    ("#[test]", &[], "tests are in `tests`: here they would never run"),
    (".unwrap()", &[], "what cannot fail is written so that it cannot"),
    ("#[allow(", &[], "an exception is an #[expect] with its reason"),
    ("#![allow(", &[], "an exception is an #[expect] with its reason"),
];

/// Words that no source says, not even in a comment.
pub(crate) const BANNED_IN_COMMENTS: &[&str] = &["FIXME", "XXX"];

/// Where a path begins that exists on one machine only. (Written apart, so that this file may be read too.)
pub(crate) const MACHINE_PATHS: &[&str] = &[
    concat!("/ho", "me/"),
    concat!("/ro", "ot/"),
    concat!("/tm", "p/"),
    concat!("/wo", "rk/"),
    concat!("/Us", "ers/"),
    concat!("C:", "\\"),
];

pub(crate) const MOST_LINES: usize = 400;
pub(crate) const MOST_LINES_IN_A_FUNCTION: usize = 70;
