//! The machine in which the disk is: a program of its own, because the system must not wait for a program that waits for it.
//! It hears a line at a time, and answers each.

use std::env;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use lanai::rules::chance::{Dice, Seed};
use serde::{Deserialize, Serialize};

use super::disk::{Failing, State};
use super::mounted::Mounted;

/// Set for the program that is the machine.
const IS_MACHINE: &str = "LANAI_TEST_MACHINE";
/// What its answers begin with: the frame of the tests says something, too.
const ANSWER: &str = "machine: ";
/// How long to wait until nobody uses a disk, and how often.
const MOMENT: Duration = Duration::from_millis(10);
const MOMENTS: usize = 500;

/// What a machine is told.
#[derive(Serialize, Deserialize)]
enum Order {
    /// Show the disk in this folder.
    Mount(String),
    /// It is shown no more.
    Unmounted,
    FailsAfter(u64, Failing),
    FailsOnce,
    Works,
    GoesDark,
    Stands,
    /// Keep what is there for other worlds.
    Keep,
    /// Begin with what was kept.
    Begin,
    /// The power is back, after a loss that is drawn from this seed.
    AfterDark(Seed),
    HandOver,
}

/// A machine, with a disk; its copies are the same.
#[derive(Clone)]
pub(crate) struct Machine(Arc<Mutex<Line>>);

struct Line {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

/// What a machine answers.
type Answer = Result<(bool, u64), String>;

impl Machine {
    /// A machine, by the test of this name, which has to ask first whether it is one.
    pub(crate) fn started_by(test: &str) -> Machine {
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "--nocapture", test])
            .env(IS_MACHINE, "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Machine(Arc::new(Mutex::new(Line { child, to, from: BufReader::new(from) })))
    }

    fn hears(&self, order: &Order) -> Answer {
        let mut line = self.0.lock().unwrap();
        let written = serde_json::to_string(order).unwrap();
        writeln!(line.to, "{written}").unwrap();
        let mut answer = String::new();
        while !answer.starts_with(ANSWER) {
            answer.clear();
            assert!(line.from.read_line(&mut answer).unwrap() > 0, "the machine is gone");
        }
        serde_json::from_str(&answer[ANSWER.len()..]).unwrap()
    }

    fn does(&self, order: &Order) -> (bool, u64) {
        self.hears(order).unwrap()
    }

    /// The disk is shown in a folder; why not, if the system lets nobody do so.
    pub(crate) fn mounts(&self, at: &Path) -> Result<(), String> {
        self.hears(&Order::Mount(at.display().to_string())).map(drop)
    }

    /// It is shown no more. Whoever opened a database in vain closes it a moment later.
    pub(crate) fn unmounts(&self, at: &Path) {
        let unmounts = |_| {
            let done = Command::new("umount").arg(at).output().unwrap().status.success();
            if !done {
                thread::sleep(MOMENT);
            }
            done
        };
        assert!((0..MOMENTS).any(unmounts), "the disk is still in use");
        self.does(&Order::Unmounted);
    }

    pub(crate) fn fails_after(&self, bytes: u32, failing: Failing) {
        self.does(&Order::FailsAfter(bytes.into(), failing));
    }

    pub(crate) fn fails_once(&self) {
        self.does(&Order::FailsOnce);
    }

    pub(crate) fn works(&self) {
        self.does(&Order::Works);
    }

    pub(crate) fn goes_dark(&self) {
        self.does(&Order::GoesDark);
    }

    pub(crate) fn is_dark(&self) -> bool {
        self.stands().0
    }

    /// Whether it is dark, and how many bytes were written since the power came.
    pub(crate) fn stands(&self) -> (bool, u64) {
        self.does(&Order::Stands)
    }

    pub(crate) fn keep(&self) {
        self.does(&Order::Keep);
    }

    pub(crate) fn begin(&self) {
        self.does(&Order::Begin);
    }

    pub(crate) fn after_dark(&self, seed: &Seed) {
        self.does(&Order::AfterDark(*seed));
    }

    pub(crate) fn hand_over(&self) {
        self.does(&Order::HandOver);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Serves as a machine, if this program is one, until nobody speaks to it any more. Whether it was one.
pub(crate) fn serves() -> bool {
    if env::var_os(IS_MACHINE).is_none() {
        return false;
    }
    let disk = Arc::new(Mutex::new(State::default()));
    let (mut shown, mut kept) = (None, State::default());
    for line in io::stdin().lines() {
        let mut failed = None;
        let order: Order = serde_json::from_str(&line.unwrap()).unwrap();
        if let Order::Mount(at) = &order {
            match Mounted(Arc::clone(&disk)).mount(Path::new(at)) {
                Ok(session) => shown = Some(session),
                Err(error) => failed = Some(error.to_string()),
            }
        }
        if let Some(session) = shown.take_if(|_| matches!(order, Order::Unmounted)) {
            session.join().unwrap();
        }
        obey(&mut disk.lock().unwrap(), &mut kept, &order);
        let answer: Answer = failed.map_or(Ok(disk.lock().unwrap().stands()), Err);
        println!("\n{ANSWER}{}", serde_json::to_string(&answer).unwrap());
    }
    true
}

fn obey(disk: &mut State, kept: &mut State, order: &Order) {
    match order {
        Order::FailsAfter(bytes, failing) => disk.fails_after(*bytes, *failing),
        Order::FailsOnce => disk.fails_once(),
        Order::Works => disk.works(),
        Order::GoesDark => disk.goes_dark(),
        Order::Keep => *kept = disk.handed_over(),
        Order::Begin => disk.clone_from(kept),
        Order::AfterDark(seed) => *disk = disk.after_dark(&mut Dice::new(seed, 0)),
        Order::HandOver => *disk = disk.handed_over(),
        Order::Mount(_) | Order::Unmounted | Order::Stands => {}
    }
}
