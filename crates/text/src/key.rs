//! The keys of the sentences that this crate says; `lanai-keys` writes them.

use crate::{Family, Key};

include!(concat!(env!("OUT_DIR"), "/keys.rs"));
