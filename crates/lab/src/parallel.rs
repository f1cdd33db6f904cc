//! Distributes games over threads. The order of the results does not depend on the threads.

use std::ops::Range;

use crate::Result;

/// Calls `work` with each number on up to `cores` threads, and returns the results in order.
pub(crate) fn map_in_order<T: Send>(
    numbers: Range<u64>,
    cores: u16,
    work: impl Fn(u64) -> T + Sync,
) -> Result<Vec<T>> {
    let numbers: Vec<u64> = numbers.collect();
    let work = &work;
    let chunk_size = numbers.len().div_ceil(usize::from(cores).max(1)).max(1);
    std::thread::scope(|scope| {
        let threads: Vec<_> = numbers
            .chunks(chunk_size)
            .map(|chunk| {
                scope.spawn(move || chunk.iter().map(|number| work(*number)).collect::<Vec<_>>())
            })
            .collect();
        let mut results = Vec::with_capacity(numbers.len());
        for thread in threads {
            results.extend(thread.join().map_err(|_| "a game panicked")?);
        }
        Ok(results)
    })
}
