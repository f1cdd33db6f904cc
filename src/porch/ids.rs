//! Ids as Discord makes them: numbers that grow, with the time in their upper bits.

use std::{
    collections::hash_map::RandomState,
    fmt::Write as _,
    hash::{BuildHasher, Hasher},
    time::{SystemTime, UNIX_EPOCH},
};

/// The first moment of 2015, from which Discord counts, in milliseconds since 1970.
const EPOCH: u64 = 1_420_070_400_000;

/// Makes ids and tokens.
#[derive(Default)]
pub(super) struct Ids {
    last: u64,
    unguessable: RandomState,
}

impl Ids {
    /// A new id, greater than all before it.
    pub(super) fn next(&mut self) -> u64 {
        let now = (millis() - EPOCH.min(millis())) << 22;
        self.last = now.max(self.last + 1);
        self.last
    }

    /// Something that nobody can guess, as long as this program runs.
    pub(super) fn token(&mut self) -> String {
        let mut token = String::new();
        for part in 0..4 {
            let mut hasher = self.unguessable.build_hasher();
            hasher.write_u64(self.next());
            hasher.write_u64(part);
            // Writing into a text cannot fail.
            let _ = write!(token, "{:016x}", hasher.finish());
        }
        token
    }
}

/// Milliseconds since 1970.
pub(super) fn millis() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// A moment as Discord writes it.
pub(super) fn timestamp(millis: u64) -> String {
    let (days, rest) = (millis / 86_400_000, millis % 86_400_000);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}000+00:00", rest % 1000)
}

/// The moment of an id, in milliseconds since 1970.
pub(super) fn moment(id: u64) -> u64 {
    (id >> 22) + EPOCH
}

/// The day, so many days after the first of 1970 (the civil calendar, in eras of 400 years that begin in March).
fn date(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}
