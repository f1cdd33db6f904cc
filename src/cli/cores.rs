//! Games that are shared among cores. What comes out stands in the order of the numbers, however many cores there are.

use std::ops::Range;

use super::CliError;

/// What the work makes of each number, on so many cores.
pub(super) fn each<T: Send>(
    numbers: Range<u64>,
    cores: u16,
    work: impl Fn(u64) -> T + Sync,
) -> Result<Vec<T>, CliError> {
    let (numbers, work): (Vec<u64>, _) = (numbers.collect(), &work);
    let part = numbers.len().div_ceil(usize::from(cores).max(1)).max(1);
    std::thread::scope(|scope| {
        let threads: Vec<_> = numbers
            .chunks(part)
            .map(|part| scope.spawn(move || part.iter().map(|number| work(*number)).collect::<Vec<_>>()))
            .collect();
        let mut all = Vec::with_capacity(numbers.len());
        for thread in threads {
            all.extend(thread.join().map_err(|_| CliError::Ours("a game came to a sudden end".to_owned()))?);
        }
        Ok(all)
    })
}
