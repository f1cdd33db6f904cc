//! What is built for others: packages, container, workflows and the pages about them say the same as the program. Whether
//! they work is proven by the scripts in `packaging`, before a release.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;

use lanai::config::Config;

use super::{is_markdown, text_files, top, written};

fn manifest() -> toml::Table {
    toml::from_str(written("Cargo.toml")).unwrap()
}

fn package(name: &str) -> String {
    manifest()["workspace"]["package"][name].as_str().unwrap().to_owned()
}

/// The lines of a unit, as `name` and what it is; of a name that stands there several times, the last.
fn unit(path: &str) -> BTreeMap<&'static str, &'static str> {
    let lines = written(path).lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('=')).collect()
}

/// What the package for Debian installs: where from, where to, with which mode.
fn installed() -> Vec<[String; 3]> {
    let assets = manifest()["package"]["metadata"]["deb"]["assets"].as_array().unwrap().clone();
    assets.into_iter().map(|asset| asset.try_into().unwrap()).collect()
}

#[test]
fn the_unit_starts_what_the_package_installs() {
    let unit = unit("packaging/debian/lanai.service");
    let installed = installed();
    let at = |path: &str| {
        let found = installed.iter().find(|[from, to, _]| {
            let name = from.rsplit('/').next().unwrap();
            *to == path[1..] || format!("/{to}{name}") == path
        });
        found.unwrap_or_else(|| panic!("{path} is not installed"))
    };
    assert_eq!(unit["ExecStart"], "/usr/bin/lanai serve", "a missing token must not open a porch");
    assert_eq!(at("/usr/bin/lanai")[0], "target/release/lanai");
    let settings = at(unit["EnvironmentFile"]);
    assert_eq!(settings[0], ".env.example", "a test of the settings compares it with those of the program");
    assert_eq!(settings[2], "600", "it holds the token");
    let folder = unit["WorkingDirectory"];
    assert_eq!(folder, format!("/var/lib/{}", unit["StateDirectory"]));
    let user = written("packaging/debian/lanai.sysusers");
    assert!(user.starts_with(&format!("u {} ", unit["User"])) && user.trim().ends_with(folder), "{user}");
    for script in ["packaging/debian/postinst", "packaging/debian/postrm"] {
        assert!(written(script).contains(folder), "{script} knows another folder");
        assert!(written(script).contains("\n#DEBHELPER#\n"), "{script} leaves out what is done for the unit");
    }
    for [from, _, _] in &installed {
        // What is built first, by cargo or by the recipe.
        let built = from.starts_with("target/") || written("justfile").contains(&format!(">{from}\n"));
        let there = built || top().join(from.split('*').next().unwrap()).exists();
        assert!(there, "{from}");
    }
}

#[test]
fn one_process_and_several_are_started_alike() {
    let (one, several) = (unit("packaging/debian/lanai.service"), unit("packaging/debian/lanai@.service"));
    let differ: Vec<&str> = one.keys().filter(|name| one[*name] != several[*name]).copied().collect();
    assert_eq!((differ, one.len()), (vec!["After", "Description", "EnvironmentFile"], several.len() - 1));
    assert_eq!(several["Conflicts"], "lanai.service", "they serve in its place");
    // Settings of all, and then those of one.
    let several = written("packaging/debian/lanai@.service");
    let files: Vec<&str> = several.lines().filter_map(|line| line.strip_prefix("EnvironmentFile=")).collect();
    assert_eq!(files, [one["EnvironmentFile"], "-/etc/lanai/lanai-%i.env"]);
}

/// A night without a network must not end the service for good. The bot itself keeps below Discord's limit of sessions.
#[test]
fn a_service_that_fails_is_started_again_without_end() {
    let unit = unit("packaging/debian/lanai.service");
    assert_eq!((unit["Type"], unit["Restart"], unit["RestartSec"]), ("notify", "always", "10"));
    assert_eq!(unit["StartLimitIntervalSec"], "0");
    for newer in ["RestartSteps", "RestartMaxDelaySec"] {
        assert!(!unit.contains_key(newer), "systemd 252 of Debian 12 warns of {newer}");
    }
    assert!(unit["WatchdogSec"].ends_with("min"));
}

#[test]
fn the_unit_leaves_the_program_nothing_that_it_does_not_need() {
    let unit = unit("packaging/debian/lanai.service");
    for (name, value) in [
        ("NoNewPrivileges", "yes"),
        ("ProtectSystem", "strict"),
        ("ProtectHome", "yes"),
        ("PrivateTmp", "yes"),
        ("CapabilityBoundingSet", ""),
        ("UMask", "0077"),
    ] {
        assert_eq!(unit[name], value, "{name}");
    }
    assert_ne!(unit["User"], "root");
}

/// A word of ours in capitals is a setting, or the name of something that is said to a build or between scripts.
#[test]
fn packages_know_no_setting_that_the_program_does_not_know() {
    // Written apart, so that nobody takes them for names that the tests read.
    let of_builds = [concat!("LANAI_", "COMMIT"), concat!("LANAI_", "PROVING")];
    let letters = |letter: char| letter.is_ascii_uppercase() || letter == '_';
    let mut found = BTreeSet::new();
    let folders = ["packaging/", ".github/", "justfile", ".devcontainer/", "docs/operating.md"];
    for source in
        text_files().into_iter().filter(|it| folders.iter().any(|folder| it.path.starts_with(folder)))
    {
        let names = source.text.split(|letter| !letters(letter)).filter(|name| name.starts_with("LANAI_"));
        for name in names.filter(|name| *name != "LANAI_" && !of_builds.contains(name)) {
            let pair = (OsString::from(name), OsString::new());
            let read = Config::of(std::iter::once(pair), &top().join("no such file"));
            assert!(read.is_ok(), "{} names {name}", source.path);
            found.insert(name.to_owned());
        }
    }
    assert!(found.contains("LANAI_DATABASE") && found.len() > 2, "{found:?}");
}

#[test]
fn the_container_holds_the_program_and_is_nobody() {
    let file = written("packaging/Containerfile");
    let last = file.rsplit("\nFROM ").next().unwrap();
    assert!(last.starts_with("scratch\n"), "{last}");
    let user = last.lines().find_map(|line| line.strip_prefix("USER ")).unwrap();
    let (person, group) = user.split_once(':').unwrap();
    assert!(person.parse::<u32>().unwrap() >= 1000 && group.parse::<u32>().unwrap() >= 1000, "{user}");
    assert!(last.contains(&format!("--chown={user} ")) && last.contains("\nWORKDIR /data\n"));
    assert!(last.contains("\nENTRYPOINT [\"/lanai\"]\n"));
    // What may be read while it is built is there, and nothing else can be: no settings, no database.
    let ignored: Vec<&str> = written("packaging/Containerfile.dockerignore")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(ignored[0], "*");
    let kept: Vec<&str> = ignored[1..].iter().map(|kept| kept.strip_prefix('!').unwrap()).collect();
    for kept in &kept {
        assert!(kept.ends_with('*') || top().join(kept).exists(), "{kept}");
    }
    // What the program takes in while it is built, from wherever.
    let mut taken = 0;
    for source in text_files().into_iter().filter(|it| it.path.starts_with("src/")) {
        for part in source.text.split("include_str!(\"").chain(source.text.split("include_bytes!(\"")).skip(1)
        {
            let Some(within) = part.split('"').next().filter(|path| path.starts_with("../")) else {
                continue;
            };
            let beside = top().join(&source.path).parent().unwrap().join(within);
            let file = beside.canonicalize().unwrap_or_else(|error| panic!("{beside:?}: {error}"));
            let file = file.strip_prefix(top().canonicalize().unwrap()).unwrap().to_owned();
            assert!(kept.iter().any(|kept| file.starts_with(kept)), "{file:?} is not in the container");
            taken += 1;
        }
    }
    assert!(taken > 20, "{taken}");
}

#[test]
fn every_page_asks_for_the_same_rust() {
    let rust = package("rust-version");
    assert!(written("packaging/Containerfile").contains(&format!("FROM rust:{rust}-")));
    for page in ["README.md", "CONTRIBUTING.md"] {
        assert!(written(page).contains(&format!("Rust {rust} or later")), "{page}");
    }
}

#[test]
fn the_changelog_has_the_present_version_on_top() {
    let version = package("version");
    let headings: Vec<&str> =
        written("CHANGELOG.md").lines().filter(|line| line.starts_with("## [")).collect();
    let present = headings.iter().position(|line| line.starts_with(&format!("## [{version}] - ")));
    let above = &headings[..present.expect("CHANGELOG.md lacks the present version")];
    assert!(above.is_empty() || above == ["## [Unreleased]"], "{above:?}");
}

/// Panics of one task are caught, so that nobody else feels them: that takes a program that unwinds.
#[test]
fn what_is_released_unwinds_and_is_stripped() {
    let profiles = manifest()["profile"].as_table().unwrap().clone();
    assert!(profiles.values().all(|profile| profile.get("panic").is_none()));
    let dist = &profiles["dist"];
    assert_eq!((dist["lto"].as_str(), dist["strip"].as_str()), (Some("fat"), Some("symbols")));
    // Cargo strips no package that has an entry of its own.
    for profile in ["dist", "release"] {
        assert!(profiles[profile].get("package").is_none_or(|entries| entries.get("lanai").is_none()));
    }
    assert_eq!(manifest()["package"]["metadata"]["deb"]["profile"].as_str(), Some("dist"));
}

/// Computers would think twice as long in a program that is built otherwise.
#[test]
fn whatever_is_released_is_built_in_one_way() {
    assert!(written("packaging/dist").contains("--profile dist --bin lanai \"$@\" -- -C opt-level=3"));
    for file in ["justfile", "packaging/Containerfile", ".github/workflows/release.yml"] {
        assert!(written(file).contains(" packaging/dist"), "{file}");
        assert!(!written(file).contains("--profile dist"), "{file}");
    }
}

// --- Workflows ---

fn workflows() -> impl Iterator<Item = super::TextFile> {
    text_files().into_iter().filter(|source| source.path.starts_with(".github/workflows/"))
}

/// A name can be given to other code at any time; a commit cannot.
#[test]
fn actions_of_others_are_named_by_their_commit() {
    let mut found = 0;
    for source in workflows() {
        for (line, text) in source.lines().filter(|(_, text)| text.contains("uses: ")) {
            let action = text.split("uses: ").nth(1).unwrap();
            let commit = action.split(['@', ' ']).nth(1).unwrap_or_default();
            let is_pinned = commit.len() == 40 && commit.chars().all(|it| it.is_ascii_hexdigit());
            assert!(action.starts_with("./") || is_pinned, "{}:{line}: {action}", source.path);
            found += 1;
        }
    }
    assert!(found > 5, "{found}");
}

#[test]
fn a_release_is_built_for_three_systems_and_what_it_holds_is_looked_at() {
    let release = workflows().find(|it| it.path.ends_with("/release.yml")).unwrap().text;
    let built: Vec<&str> = release
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- { target: ")?.split_once(','))
        .map(|(target, _)| target)
        .collect();
    for system in ["linux", "darwin", "windows"] {
        assert!(built.iter().any(|target| target.contains(system)), "{system}: {built:?}");
    }
    let deny: toml::Table = toml::from_str(written("deny.toml")).unwrap();
    let looked_at = deny["graph"]["targets"].as_array().unwrap();
    for target in built {
        assert!(looked_at.iter().any(|it| it.as_str() == Some(target)), "deny.toml leaves out {target}");
    }
    for part in ["SHA256SUMS", "just sbom", "just prove-deb", "packaging/prove-container", "supply.yml"] {
        assert!(release.contains(part), "{part}");
    }
    // Libraries ask that their licences are told, wherever the program goes.
    for file in ["justfile", "packaging/archive", "packaging/Containerfile"] {
        assert!(written(file).contains("packaging/licences >"), "{file}");
    }
}

/// Whoever is told to type `just something` finds it.
#[test]
fn every_recipe_that_is_named_is_there() {
    let recipes: BTreeSet<&str> = written("justfile")
        .lines()
        .filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()) && !line.contains(":="))
        .filter_map(|line| line.split([' ', ':']).next())
        .collect();
    assert!(recipes.contains("deny"), "{recipes:?}");
    let pages =
        text_files().into_iter().filter(|it| is_markdown(&it.path) || it.path.starts_with(".github/"));
    let mut found = 0;
    for page in pages {
        for named in page.text.split(['`', '\n']).filter_map(|words| words.split("just ").nth(1)) {
            let typed = page.text.contains(&format!("`just {named}`")) || page.text.contains("run: just ");
            let recipe = named.split(' ').next().unwrap();
            assert!(!typed || recipes.contains(recipe), "{} names `just {recipe}`", page.path);
            found += usize::from(typed);
        }
    }
    assert!(found > 10, "{found}");
}
