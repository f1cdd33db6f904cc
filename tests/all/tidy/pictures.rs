//! What is written on pictures stands in the files of words: in the sources of the drawings there are names alone.

use std::collections::BTreeSet;

use lanai::words::text_of;

use super::text_files;

/// What is no name and is never read: under what backgrounds are remembered. And the number of the better side of a tile, as
/// rulebooks in all languages print it.
const OTHERWISE: [&str; 2] = ["realms {size:?} {shown:?} {corners:?} {tikis:?}", "II"];

/// The texts in quotes of a line of code that ends where a comment begins.
fn quoted(line: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = line.split("//").next().unwrap_or_default();
    while let Some((before, after)) = rest.split_once('"') {
        let Some((text, left)) = after.split_once('"') else { break };
        found.push((text, if before.ends_with('(') { left } else { "" }));
        rest = left;
    }
    found
}

#[test]
fn no_word_on_a_picture_stands_in_the_program() {
    let english = text_of("en").unwrap();
    let mut names: BTreeSet<String> =
        english.lines().filter_map(|line| Some(line.split_once(" =")?.0.to_owned())).collect();
    let topic = |name: &String| {
        let (_, topic) = name.strip_prefix("topic-")?.split_once('-')?;
        Some(topic.strip_suffix("-text")?.to_owned())
    };
    let topics: Vec<String> = names.iter().filter_map(topic).collect();
    names.extend(topics);
    names.extend(OTHERWISE.map(str::to_owned));
    let sources = text_files();
    let pieces =
        sources.iter().filter_map(|source| source.path.strip_prefix("assets/art/")?.strip_suffix(".svg"));
    names.extend(pieces.map(str::to_owned));
    let mut strange = Vec::new();
    for source in sources.iter().filter(|source| source.path.starts_with("src/drawing")) {
        for (number, line) in source.lines().filter(|(_, line)| !is_attribute(line)) {
            for (text, after) in quoted(line) {
                // The name of what is filled in, an element of a drawing, a file, a part of any of these.
                let is_filled_in = after.starts_with(", ");
                let is_drawn = text.contains(['<', '=', '/', '#']) || text.starts_with(['.', 'M']);
                let says = text.split('{').any(|part| {
                    let letters: Vec<char> = part.rsplit('}').next().unwrap_or_default().chars().collect();
                    letters.windows(2).any(|two| two.iter().all(|letter| letter.is_alphabetic()))
                });
                if says && !is_filled_in && !is_drawn && !names.contains(text) {
                    strange.push(format!("{}:{number}: {text}", source.path));
                }
            }
        }
    }
    assert!(strange.is_empty(), "{strange:#?}");
}

/// What is said to developers, and of failures.
fn is_attribute(line: &str) -> bool {
    line.trim_start().starts_with("#[") || line.contains("reason = ")
}
