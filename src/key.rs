//! The keys of the sentences that this crate says; `lanai-keys` writes them.

use lanai_text::{Family, Key};

include!(concat!(env!("OUT_DIR"), "/keys.rs"));
