//! Collects the standard `process_…` metrics of Prometheus from `/proc`. Where `/proc` is missing,
//! they are left out.

use std::fs;
use std::time::{Duration, SystemTime};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;

/// The number of clock ticks per second in `/proc`, the same on every Linux system.
const TICKS_PER_SEC: f64 = 100.0;

#[derive(Debug)]
pub(super) struct ProcessCollector {
    /// The start time since 1970. It is taken from the clock, because a sandboxed service may not
    /// be allowed to read it from `/proc`.
    started: Duration,
}

impl ProcessCollector {
    pub(super) fn new() -> ProcessCollector {
        ProcessCollector {
            started: SystemTime::now()
                .duration_since(SystemTime::UNIX_EPOCH)
                .unwrap_or_default(),
        }
    }
}

struct Readings {
    /// The CPU time used so far, summed over all cores.
    cpu_secs: f64,
    memory_bytes: u64,
    threads: u64,
    open_files: u64,
}

impl Readings {
    fn read() -> Option<Readings> {
        let stat = fs::read_to_string("/proc/self/stat").ok()?;
        // The fields follow the process name, which is in brackets and may itself contain brackets.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let user_ticks: f64 = fields.get(11)?.parse().ok()?;
        let system_ticks: f64 = fields.get(12)?.parse().ok()?;
        let status = fs::read_to_string("/proc/self/status").ok()?;
        Some(Readings {
            cpu_secs: (user_ticks + system_ticks) / TICKS_PER_SEC,
            memory_bytes: find_status_value(&status, "VmRSS:")? * 1024,
            threads: find_status_value(&status, "Threads:")?,
            open_files: u64::try_from(fs::read_dir("/proc/self/fd").ok()?.count()).ok()?,
        })
    }
}

/// Returns the first number in the line of `/proc/self/status` that begins with this prefix.
fn find_status_value(status: &str, prefix: &str) -> Option<u64> {
    let value = status.lines().find_map(|line| line.strip_prefix(prefix))?;
    value.split_whitespace().next()?.parse().ok()
}

impl Collector for ProcessCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let Some(readings) = Readings::read() else {
            return Ok(());
        };
        let cpu_secs = ConstCounter::new(readings.cpu_secs);
        let start_secs = ConstGauge::new(self.started.as_secs_f64());
        let memory_bytes = ConstGauge::new(readings.memory_bytes);
        let threads = ConstGauge::new(readings.threads);
        let open_files = ConstGauge::new(readings.open_files);
        let metrics: [(&str, &str, &dyn EncodeMetric); 5] = [
            ("process_cpu_seconds", "Time on all cores", &cpu_secs),
            ("process_start_time_seconds", "When it started", &start_secs),
            (
                "process_resident_memory_bytes",
                "Memory in use",
                &memory_bytes,
            ),
            ("process_threads", "Threads", &threads),
            ("process_open_fds", "Open files", &open_files),
        ];
        for (name, help, metric) in metrics {
            let descriptor = encoder.encode_descriptor(name, help, None, metric.metric_type())?;
            metric.encode(descriptor)?;
        }
        Ok(())
    }
}
