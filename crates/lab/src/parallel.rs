//! Games shared among threads. The results are in the order of the numbers, with any number of
//! threads.

use std::ops::Range;

use crate::Result;

/// Runs the work for each number.
pub(crate) fn each<T: Send>(
    numbers: Range<u64>,
    cores: u16,
    work: impl Fn(u64) -> T + Sync,
) -> Result<Vec<T>> {
    let (numbers, work): (Vec<u64>, _) = (numbers.collect(), &work);
    let part = numbers.len().div_ceil(usize::from(cores).max(1)).max(1);
    std::thread::scope(|scope| {
        let threads: Vec<_> = numbers
            .chunks(part)
            .map(|part| {
                scope.spawn(move || part.iter().map(|number| work(*number)).collect::<Vec<_>>())
            })
            .collect();
        let mut all = Vec::with_capacity(numbers.len());
        for thread in threads {
            all.extend(thread.join().map_err(|_| "a game panicked")?);
        }
        Ok(all)
    })
}
