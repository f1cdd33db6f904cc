//! The checks themselves, on sources that nobody wrote: a check that cannot fail is none.

use super::checks::complaints;
use super::house::{Imports, MACHINE_PATHS, ROOMS};
use super::source::Source;

/// What is said about a source of one room; the heading is added.
fn said(path: &str, code: &str) -> Vec<String> {
    let source = Source::new(path, &format!("//! A room.\n{code}\n"));
    complaints(&source).iter().map(ToString::to_string).collect()
}

fn accepted(path: &str, code: &str) {
    assert_eq!(said(path, code), Vec::<String>::new(), "{code}");
}

fn refused(path: &str, code: &str, expected: &str) {
    let said = said(path, code);
    assert!(said.iter().any(|it| it.contains(expected)), "{code}: {said:?}");
}

#[test]
fn an_import_of_several_lines_is_of_one_module() {
    refused("src/cli.rs", "pub use super::{\n    a::{B, C},\n    d,\n};", "imports several modules at once");
    refused("tests/all/cli.rs", "use std::{\n    fs::{self, File},\n    io,\n};", "imports several modules");
    accepted("src/cli.rs", "use super::{\n    A,\n    B,\n};\nuse std::{fs, io};");
    accepted("src/cli.rs", "fn used() {\n    let _ = (\"use {\", { 1 });\n}");
}

// --- Arrows ---

#[test]
fn a_complaint_names_file_line_room_and_reason() {
    assert_eq!(
        said("src/drawing/hawaii.rs", "\nuse crate::store::Row;"),
        ["src/drawing/hawaii.rs:3: room `drawing`: may not import `store` \
          (a picture cannot show what it never gets)"]
    );
}

#[test]
fn every_arrow_that_is_not_on_the_map_is_found_and_every_other_is_not() {
    for from in ROOMS {
        for to in ROOMS.iter().filter(|to| to.name != from.name) {
            let path = format!("src/{}.rs", from.name);
            let code = format!("use crate::{}::Thing;", to.name);
            let allowed = match from.imports {
                Imports::All => true,
                Imports::Only(rooms) => rooms.contains(&to.name),
            };
            if allowed {
                accepted(&path, &code);
            } else {
                refused(&path, &code, &format!("may not import `{}`", to.name));
            }
        }
    }
}

#[test]
fn an_arrow_is_found_however_it_is_written() {
    let ways = [
        "use crate::{rules::Seat, store::Row};",
        "use crate::{rules::{Seat, Seats}, store};",
        "use {std::fmt, crate::store::Row};",
        "use super::super::store::Row;",
        "use super::super::{store::{Row, self}};",
        "pub use lanai::store::Row;",
        "fn row() -> crate::store::Row { row }",
        "type Row = crate::\n    store::Row;",
        "use crate::store::*;",
        "use crate::store as cupboard;",
    ];
    for code in ways {
        refused("src/drawing/hawaii.rs", code, "may not import `store`");
    }
    refused("src/drawing.rs", "use super::store::Row;", "may not import `store`");
    accepted("src/drawing/hawaii.rs", "use super::store::Row;");
    // The porch is a crate of its own, and has a shelf of its own.
    refused("src/porch/rest.rs", "use lanai::store::Row;", "may not import `store`");
    accepted("src/porch/rest.rs", "use crate::store::Row;");
    refused("src/rules/dice.rs", "use lanai_porch::Porch;", "may not import `porch`");
}

#[test]
fn the_outside_world_is_kept_out_of_the_rules() {
    for path in ["src/rules.rs", "src/rules/hawaii/turn.rs", "src/minds/hawaii.rs"] {
        refused(path, "use std::time::Instant;", "may never mention `std::time`");
        refused(path, "use std::{fmt, time::Instant};", "may never mention `std::time`");
        refused(path, "let now = std::time::Instant::now();", "may never mention `std::time`");
        refused(path, "use std::{env, fs};", "may never mention `std::fs`");
        refused(path, "tracing::info!(\"moved\");", "may never mention `tracing`");
        refused(path, "#[tokio::test]\nfn x() {}", "may never mention `tokio`");
        refused(path, "use tokio;", "may never mention `tokio`");
        accepted(path, "use std::{fmt, sync::Arc};\nuse serde::Serialize;");
    }
    refused("src/rules/chance.rs", "use rand::rngs::SysRng;", "may never mention `rand::rngs::SysRng`");
    refused("src/rules/chance.rs", "use rand::{rngs::{ChaCha20Rng, OsRng}};", "`rand::rngs::OsRng`");
    accepted("src/rules/chance.rs", "use rand::rngs::ChaCha20Rng;");
}

#[test]
fn pictures_and_words_get_no_state() {
    for room in ["drawing", "words"] {
        let path = format!("src/{room}/hawaii.rs");
        refused(&path, "use crate::rules::hawaii::{state::State, view::View};", "hawaii::state::State`");
        accepted(&path, "use crate::rules::hawaii::view::View;");
    }
}

#[test]
fn a_crate_stays_at_home() {
    refused("src/tables.rs", "use sqlx::Row;", "may not mention the crate `sqlx` (it is at home in store)");
    accepted("src/store.rs", "use sqlx::Row;");
    refused("src/store.rs", "use clap::Parser;", "may not mention the crate `clap`");
    accepted("src/cli/play.rs", "#[derive(clap::Args)]\nstruct Play;");
    accepted("src/cli.rs", "use clap::Parser;");
    refused("src/rules/hawaii/setup.rs", "use rand::Rng;", "the crate `rand`");
    refused("src/chat.rs", "let picture = image::open(path);", "the crate `image`");
    accepted("src/chat.rs", "let image = picture();");
    refused("src/cli.rs", "use fluent_bundle::FluentBundle;", "the crate `fluent_bundle`");
    accepted("src/words.rs", "use fluent_bundle::FluentBundle;");
    refused("src/door.rs", "use poise::serenity_prelude as serenity;", "the crate `poise`");
}

#[test]
fn a_game_does_not_know_its_neighbour() {
    refused("src/rules/hawaii/turn.rs", "use crate::rules::haleakala::Side;", "may not mention `haleakala`");
    refused("src/rules/hawaii.rs", "// Like in Haleakala.", "may not mention `haleakala`");
    refused("src/rules/haleakala/turn.rs", "use super::super::hawaii::Hawaii;", "may not mention `hawaii`");
    accepted("src/rules.rs", "pub mod haleakala;\npub mod hawaii;");
    accepted("src/chat/hawaii.rs", "// Unlike Haleakala.");
}

#[test]
fn a_room_that_is_on_no_map_is_found() {
    refused("src/attic.rs", "", "is on no map");
    refused("src/attic/trunk.rs", "", "is on no map");
}

// --- Sizes ---

#[test]
fn a_long_file_is_found() {
    let lines = |number: usize| vec!["// Line."; number - 1].join("\n");
    accepted("src/rules.rs", &lines(400));
    refused("src/rules.rs", &lines(401), "src/rules.rs:401: room `rules`: has 401 lines, more than 400");
}

#[test]
fn a_long_function_is_found() {
    let function = |lines: usize| {
        format!(
            "impl X {{\n    fn long(&self, a: [u8; 2]) -> u8 {{\n{}    }}\n}}",
            "a();\n".repeat(lines - 2)
        )
    };
    accepted("src/rules.rs", &function(70));
    refused("src/rules.rs", &function(71), "src/rules.rs:3: room `rules`: `long` has 71 lines, more than 70");
    let generic = function(71).replace("long(", "long<A, B: Fn(A) -> u8>(");
    refused("src/rules.rs", &generic, "`long` has 71 lines");
    // What only looks like a function, or like its end, is none.
    let quiet = "let quiet = '{'; let brace = \"}\"; // }\n";
    accepted("src/rules.rs", &format!("fn short() {{\n{quiet}}}\n{}", "a();\n".repeat(100)));
    accepted("src/rules.rs", &format!("trait X {{ fn declared(&self) -> u8;\n{}}}", "a();\n".repeat(100)));
    let field = format!("struct X {{ call: fn(u8) -> u8,\n{}}}", "// A field.\n".repeat(100));
    accepted("src/rules.rs", &field);
}

#[test]
fn a_file_without_a_heading_and_a_mod_rs_are_found() {
    let source = Source::new("src/rules.rs", "use std::fmt;\n");
    assert!(complaints(&source)[0].what.contains("does not begin with //!"));
    refused("src/rules/mod.rs", "", "is a mod.rs");
}

// --- Words ---

#[test]
fn banned_words_are_found() {
    for code in
        ["todo!()", "unimplemented!()", "dbg!(1)", "x.unwrap()", "#[test] fn one() {}", "#[allow(dead_code)]"]
    {
        refused("src/chat.rs", &format!("fn x() {{ {code} }}"), "room `chat`: may not say");
    }
    refused("src/chat.rs", "#![allow(missing_docs)]", "may not say `#![allow(`");
    refused("src/chat.rs", &["// FIX", "ME: later"].concat(), "may not say");
    for word in ["println!", "eprintln!", "print!", "eprint!"] {
        let code = format!("fn x() {{ {word}(\"x\") }}");
        assert_eq!(said("src/store.rs", &code).len(), 1, "{word}");
        accepted("src/cli/play.rs", &code);
        accepted("src/door.rs", &code);
    }
}

#[test]
fn quotations_and_comments_are_not_code() {
    accepted("src/rules.rs", "// No std::time::Instant, no .unwrap(), no println! here.");
    accepted("src/rules.rs", "/* use crate::store; /* todo!() */ dbg!() */");
    accepted("src/rules.rs", "const X: &str = \"crate::store::Row \\\" todo!()\";");
    accepted("src/rules.rs", "const X: &str = r#\"use sqlx::Row; \" dbg!()\"#;");
    accepted("src/rules.rs", "const X: [char; 2] = ['\"', '\\'']; // dbg!()");
    // But what comes after them is.
    refused("src/rules.rs", "const X: char = '\"'; use sqlx::Row; // '\"'", "`sqlx`");
    refused("src/rules.rs", "fn x<'a>(x: &'a str) -> &'a str { sqlx::x(x) }", "`sqlx`");
    refused("src/rules.rs", "const X: &[u8] = br\"\\\"; use sqlx::Row;", "`sqlx`");
    accepted("src/rules.rs", "let x = x.unwrap_or(1).unwrap_or_default();");
}

#[test]
fn blanks_at_the_end_of_lines_and_paths_of_machines_are_found() {
    refused("assets/art/boat.svg", "<svg> ", "ends in a blank");
    refused("assets/hawaii.toml", "shells = 1\t", "room `assets`: ends in a blank");
    for path in MACHINE_PATHS {
        refused("tests/all/x.rs", &format!("let x = \"{path}x\";"), "it exists on one machine only");
    }
    let source = Source::new("assets/x.txt", "no end");
    assert_eq!(complaints(&source).len(), 1);
    accepted("tests/all/x.rs", "let x = Some(1).unwrap(); // a test may");
}
