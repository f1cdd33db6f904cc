//! CPU time and bytes written, as counted by the kernel. The cost of ended children belongs to the
//! process that waited for them.

use std::fs::read_to_string;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::process::Command;

use lanai_store::Address;

/// Returns the CPU seconds of a process and its ended children. Zero if it has ended, because its
/// parent then has them.
pub(crate) fn cpu_seconds(process: u32) -> f64 {
    let stat = read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap();
    let ticks = after_name.split_whitespace().skip(11).take(4);
    // In hundredths of a second.
    ticks
        .map(|field| field.parse::<f64>().unwrap() / 100.0)
        .sum()
}

/// Returns the resident memory of a process in bytes.
#[allow(dead_code, reason = "an evening need not know")]
pub(crate) fn resident_bytes(process: u32) -> f64 {
    let status = read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS"));
    let kibibytes = line.unwrap().split_whitespace().nth(1).unwrap();
    kibibytes.parse::<f64>().unwrap() * 1024.0
}

/// Returns the CPU seconds of all processes of a PostgreSQL server.
pub(crate) fn server_cpu_seconds(postmaster: u32) -> f64 {
    let children =
        read_to_string(format!("/proc/{postmaster}/task/{postmaster}/children")).unwrap();
    // Children first: one that ends meanwhile is counted with its parent.
    let children: f64 = children
        .split_whitespace()
        .map(|child| cpu_seconds(child.parse().unwrap()))
        .sum();
    children + cpu_seconds(postmaster)
}

/// Returns the bytes written so far to the disk of a folder. The figures of a process are useless
/// here: a large mapped page counts as a whole for each change.
pub(crate) fn bytes_written(folder: &Path) -> f64 {
    // Flushes pending writes first.
    assert!(Command::new("sync").status().unwrap().success());
    let disk = folder.metadata().unwrap().dev();
    let (major, minor) = (disk >> 8 & 0xfff, disk & 0xff | disk >> 12 & 0xfff00);
    let stat = read_to_string(format!("/sys/dev/block/{major}:{minor}/stat")).unwrap_or_default();
    // In sectors; a folder that is on no disk has none.
    stat.split_whitespace()
        .nth(6)
        .map_or(f64::NAN, |sectors| sectors.parse::<f64>().unwrap() * 512.0)
}

/// Returns the main process of the PostgreSQL server at a socket address; `None` for a file.
pub(crate) fn postmaster(address: &Address) -> Option<u32> {
    let Address::Server(address) = address else {
        return None;
    };
    let (_, folder) = address.split_once("host=").unwrap();
    let told = read_to_string(Path::new(folder).join("data/postmaster.pid")).unwrap();
    Some(told.lines().next().unwrap().parse().unwrap())
}
