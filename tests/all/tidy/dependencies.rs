//! Every library that we chose has its reason in `docs/dependencies.md`, and none that is gone.

use std::collections::BTreeSet;

/// The crates that a table of the manifest names.
fn named(manifest: &toml::Table, table: &str) -> BTreeSet<String> {
    // Some are needed on some systems only.
    let targets =
        manifest.get("target").and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::values);
    let tables = targets.filter_map(|target| target.get(table)).chain([&manifest[table]]);
    tables.flat_map(|table| table.as_table().unwrap().keys().cloned()).collect()
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
    let manifest: toml::Table = toml::from_str(super::written("Cargo.toml")).unwrap();
    let page = super::written("docs/dependencies.md");
    let ours = named(&manifest, "dependencies");
    assert!(ours.len() > 30, "{ours:?}");
    assert_eq!(listed(page, "## Of the program"), ours);
    let of_tests: BTreeSet<String> =
        named(&manifest, "dev-dependencies").difference(&ours).cloned().collect();
    assert_eq!(listed(page, "## Of the tests and benchmarks"), of_tests);
}

/// The first build is no slower for what we build with: nothing runs before it.
#[test]
fn nothing_runs_before_the_build() {
    let manifest: toml::Table = toml::from_str(super::written("Cargo.toml")).unwrap();
    assert!(!manifest.contains_key("build-dependencies"));
    assert!(!manifest["package"].as_table().unwrap().contains_key("build"));
    assert!(!super::top().join("build.rs").exists());
}
