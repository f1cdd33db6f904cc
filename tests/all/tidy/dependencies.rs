//! Every library that we chose has its reason in `docs/dependencies.md`, and none that is gone.

use std::collections::BTreeSet;

/// The manifests of our crates: that of the house, of the games and of the porch.
const MANIFESTS: [&str; 3] = ["Cargo.toml", "src/Cargo.toml", "src/porch/Cargo.toml"];

fn manifest(path: &str) -> toml::Table {
    toml::from_str(super::written(path)).unwrap()
}

/// The crates of others that a table of our manifests names.
pub(super) fn named(table: &str) -> BTreeSet<String> {
    let manifests = MANIFESTS.map(manifest);
    let in_one = |manifest: &toml::Table| -> Vec<String> {
        // Some are needed on some systems only.
        let targets =
            manifest.get("target").and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::values);
        let tables = targets.filter_map(|target| target.get(table)).chain(manifest.get(table));
        tables.flat_map(|table| table.as_table().unwrap().keys().cloned()).collect()
    };
    manifests.iter().flat_map(in_one).filter(|name| !name.starts_with("lanai-")).collect()
}

/// The first column of the table below a heading, and whether each row says all of it.
fn listed(page: &str, heading: &str) -> BTreeSet<String> {
    let below = page.lines().skip_while(|line| *line != heading).skip(1);
    let rows = below.take_while(|line| !line.starts_with("## ")).filter(|line| line.starts_with("| `"));
    let cell = |row: &str| {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        assert!(cells.len() == 4 && cells.iter().all(|cell| cell.len() > 3), "{row}");
        cells[0].trim_matches('`').to_owned()
    };
    rows.map(cell).collect()
}

#[test]
fn every_dependency_has_its_reason() {
    let page = super::written("docs/dependencies.md");
    let ours = named("dependencies");
    assert!(ours.len() > 30, "{ours:?}");
    assert_eq!(listed(page, "## Of the program"), ours);
    let of_tests: BTreeSet<String> = named("dev-dependencies").difference(&ours).cloned().collect();
    assert_eq!(listed(page, "## Of the tests and benchmarks"), of_tests);
}

/// The first build is no slower for what we build with: nothing runs before it.
#[test]
fn nothing_runs_before_the_build() {
    for path in MANIFESTS {
        let manifest = manifest(path);
        assert!(!manifest.contains_key("build-dependencies"), "{path}");
        assert!(!manifest["package"].as_table().unwrap().contains_key("build"), "{path}");
        assert!(!super::top().join(path).with_file_name("build.rs").exists(), "{path}");
    }
}
