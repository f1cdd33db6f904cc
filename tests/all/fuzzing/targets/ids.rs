//! Ids of buttons and menus: one that is read is written so that it is read as the same again, and
//! never longer than Discord takes.

use lanai_discord::reencode_press_id;

use super::{Target, owned_seeds};

pub(super) const TARGET: Target = Target {
    name: "ids",
    run,
    seeds,
    words: WORDS,
};

const WORDS: &[&str] = &[
    ":",
    ".",
    "-",
    "a:",
    "p:",
    "d:",
    "n:",
    "v:",
    "A:",
    "H:",
    "R:",
    "W:",
    "C:",
    "M:",
    "hawaii",
    "haleakala",
    "m.7",
    "0",
    "+1",
    "007",
    "::",
    "..",
];

/// The longest id that Discord takes.
const MAX_ID_LENGTH: usize = 100;

fn run(bytes: &[u8]) {
    let id = String::from_utf8_lossy(bytes);
    let Some(written) = reencode_press_id(&id) else {
        return;
    };
    assert!(
        (1..=MAX_ID_LENGTH).contains(&written.chars().count()),
        "{id:?} is written as {written:?}"
    );
    if id.chars().count() <= MAX_ID_LENGTH {
        assert_eq!(
            reencode_press_id(&written).as_ref(),
            Some(&written),
            "of {id:?}"
        );
        assert!(
            written.len() <= id.len(),
            "{id:?} is written as {written:?}"
        );
    }
}

fn seeds() -> Vec<Vec<u8>> {
    owned_seeds(&[
        "p:12:34:m.7:0",
        "p:12:34a:m.7.b.tiki.3:1",
        "v:1:2::0:w",
        "v:1:2:x.y:3:c",
        "d:12:34:m.7.p.3.0.0",
        "A:1:2:s.1",
        "c:hawaii",
        "L:haleakala",
        "R:hawaii:0:2",
        "R:haleakala:7:1",
        "H:p:5",
        "H:o:5:6:1700000000:3",
        "H:t:5:6",
        "H:s:9:170:2",
        "P",
        "S",
        "M",
        "M:17",
        "C:3:j",
        "C:3:n",
        "G:3:1",
        "j:1",
        "l:1",
        "s:1",
        "D:1:99",
        "U:1:99",
        "w:1",
        "i:1",
        "o:1",
        "t:1",
        "q:1",
        "r:1",
        "b:1",
        "u:1:5",
        "f:1",
        "g:1",
        "y:1",
        "h:1",
        "h:1:12",
        "e:1",
        "e:1:2",
        "m:1:5:9",
        "z:1",
        "a:1:3",
        "k:1",
        "x:1",
        "W:1:l",
        "W:1:s",
    ])
}
