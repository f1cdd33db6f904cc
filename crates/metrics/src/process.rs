//! The standard `process_…` metrics, read from `/proc`. Without `/proc` there are none.

use std::fs;
use std::time::{Duration, SystemTime};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;

/// Clock ticks per second in `/proc`, the same on every Linux.
const TICKS: f64 = 100.0;

#[derive(Debug)]
pub(super) struct System {
    /// The start time since 1970, taken from the clock: a sandboxed service may not read it from
    /// `/proc`.
    started: Duration,
}

impl System {
    pub(super) fn starting() -> System {
        System {
            started: SystemTime::now()
                .duration_since(SystemTime::UNIX_EPOCH)
                .unwrap_or_default(),
        }
    }
}

struct Readings {
    /// CPU seconds on all cores.
    cpu: f64,
    memory: u64,
    threads: u64,
    files: u64,
}

impl Readings {
    fn now() -> Option<Readings> {
        let stat = fs::read_to_string("/proc/self/stat").ok()?;
        // The process name may contain brackets; the last one closes it.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let number = |name: &str| {
            status
                .lines()
                .find_map(|line| word(line.strip_prefix(name)?))
        };
        Some(Readings {
            cpu: (ticks(11)? + ticks(12)?) / TICKS,
            memory: number("VmRSS:")? * 1024,
            threads: number("Threads:")?,
            files: u64::try_from(fs::read_dir("/proc/self/fd").ok()?.count()).ok()?,
        })
    }
}

fn word(text: &str) -> Option<u64> {
    text.split_whitespace().next()?.parse().ok()
}

impl Collector for System {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let Some(seen) = Readings::now() else {
            return Ok(());
        };
        let mut tell = |name: &str, told: &str, it: &dyn EncodeMetric| {
            it.encode(encoder.encode_descriptor(name, told, None, it.metric_type())?)
        };
        tell(
            "process_cpu_seconds",
            "Time on all cores",
            &ConstCounter::new(seen.cpu),
        )?;
        tell(
            "process_start_time_seconds",
            "When it started",
            &ConstGauge::new(self.started.as_secs_f64()),
        )?;
        tell(
            "process_resident_memory_bytes",
            "Memory in use",
            &ConstGauge::new(seen.memory),
        )?;
        tell("process_threads", "Threads", &ConstGauge::new(seen.threads))?;
        tell(
            "process_open_fds",
            "Open files",
            &ConstGauge::new(seen.files),
        )
    }
}
