//! The log: a line for each thing that happened, as text or as JSON, with the fields of what it happened in: the table,
//! the interaction.
//!
//! The libraries below us tell tokens and bodies when they tell more than warnings, and the two that speak to the chat tell
//! whole messages even as warnings: so they never do, whatever is asked for.
//!
//! A fault that comes again and again is logged once a minute ([`RepeatFilter`]). Where the journal reads the log as text, each
//! line begins with its priority.

use std::collections::HashMap;
use std::env;
use std::fmt::{Debug, Write as _};
use std::hash::{Hash, Hasher};
use std::io::{self, Write as _};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::metrics;

/// Where a field tells what happened.
const MESSAGE: &str = "message";
/// Where a field tells how often a fault was repeated since it was last logged.
const REPEATED: &str = "repeated";
/// How long a fault that was logged is only counted if it comes again.
const REPEATS_WITHIN: Duration = Duration::from_mins(1);

/// In which form the log is written, once it is.
static FORMAT: OnceLock<Format> = OnceLock::new();
/// Whether the journal reads what goes to standard error.
static READ_BY_JOURNAL: LazyLock<bool> = LazyLock::new(is_read_by_journal);

/// How a line is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// From now on the log is written to where errors go.
pub fn begin(level: Level, format: Format) {
    let others = level.min(Level::WARN);
    let filter = Targets::new()
        .with_default(others)
        .with_target("serenity", LevelFilter::OFF)
        .with_target("poise", LevelFilter::OFF)
        .with_target("lanai", level);
    let format = *FORMAT.get_or_init(|| format);
    let layer = LogLayer { format, repeats: Mutex::default() };
    tracing_subscriber::registry().with(filter).with(layer).init();
}

/// Writes why the program ends, in the form of the log. It works without a log, as where the settings cannot be read.
pub fn write_fatal(why: &str) {
    let asked_as_json = || env::var("LANAI_LOG_FORMAT").is_ok_and(|format| format == "json");
    let format =
        FORMAT.get().copied().unwrap_or_else(|| if asked_as_json() { Format::Json } else { Format::Text });
    let line = match format {
        Format::Text => format!("{}lanai: {why}\n", priority_of(Level::ERROR)),
        Format::Json => {
            let fields = Map::from_iter([(MESSAGE.to_owned(), why.into())]);
            format.line(jiff::Timestamp::now(), Level::ERROR, "lanai", fields)
        }
    };
    let _ = io::stderr().lock().write_all(line.as_bytes());
}

/// Lets each fault through once a minute, and counts how often it is repeated meanwhile.
#[derive(Debug)]
pub struct RepeatFilter<K>(HashMap<K, Repeats>);

#[derive(Debug)]
struct Repeats {
    logged_at: Instant,
    count: u64,
}

impl<K> Default for RepeatFilter<K> {
    fn default() -> RepeatFilter<K> {
        RepeatFilter(HashMap::new())
    }
}

impl<K: Hash + Eq> RepeatFilter<K> {
    /// Returns how often this fault was repeated since it was last logged, or `None` if that was less than a minute ago.
    pub fn admit(&mut self, fault: K, now: Instant) -> Option<u64> {
        if let Some(known) = self.0.get_mut(&fault)
            && now.duration_since(known.logged_at) < REPEATS_WITHIN
        {
            known.count += 1;
            return None;
        }
        let before = self.0.insert(fault, Repeats { logged_at: now, count: 0 });
        Some(before.map_or(0, |repeats| repeats.count))
    }

    /// Forgets the faults that were logged a minute ago or earlier, and returns those of them that were repeated since, with how
    /// often.
    pub fn take_past(&mut self, now: Instant) -> Vec<(K, u64)> {
        let is_past = |_: &K, repeats: &mut Repeats| now.duration_since(repeats.logged_at) >= REPEATS_WITHIN;
        let past = self.0.extract_if(is_past).map(|(fault, repeats)| (fault, repeats.count));
        past.filter(|(_, count)| *count > 0).collect()
    }
}

/// A fault: where it is logged, and with which fields, without those of the spans that it happened in.
#[derive(PartialEq, Eq)]
struct LoggedFault {
    about: &'static Metadata<'static>,
    fields: Map<String, Value>,
}

impl Hash for LoggedFault {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.about.callsite().hash(state);
        self.fields.hash(state);
    }
}

/// Writes lines.
struct LogLayer {
    format: Format,
    repeats: Mutex<RepeatFilter<LoggedFault>>,
}

impl LogLayer {
    /// Writes that faults were repeated which came no more since.
    fn write_past_repeats(&self, now: Instant) {
        let past = self.repeats.lock().unwrap_or_else(PoisonError::into_inner).take_past(now);
        for (LoggedFault { about, fields }, count) in past {
            self.write(about, fields, count);
        }
    }

    fn write(&self, about: &Metadata<'_>, mut fields: Map<String, Value>, repeated: u64) {
        if repeated > 0 {
            fields.insert(REPEATED.to_owned(), repeated.into());
        }
        let line = self.format.line(jiff::Timestamp::now(), *about.level(), about.target(), fields);
        // There is nowhere to tell that nothing can be told.
        let _ = io::stderr().lock().write_all(line.as_bytes());
    }
}

/// What is known of something, by name. Of a span, what is said first stays: of several tables that somebody looks at, it
/// is about the first.
#[derive(Default)]
struct Fields(Map<String, Value>);

impl Fields {
    fn say(&mut self, field: &Field, value: Value) {
        self.0.entry(field.name()).or_insert(value);
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.say(field, format!("{value:?}").into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.say(field, value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.say(field, value.into());
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.say(field, value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.say(field, value.into());
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.say(field, value.into());
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for LogLayer {
    fn on_new_span(&self, told: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let mut fields = Fields::default();
        told.record(&mut fields);
        span.extensions_mut().insert(fields);
    }

    fn on_record(&self, id: &Id, told: &Record<'_>, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        if let Some(fields) = span.extensions_mut().get_mut::<Fields>() {
            told.record(fields);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        let (about, now) = (event.metadata(), Instant::now());
        metrics::logged(*about.level());
        let mut repeated = Some(0);
        if *about.level() <= Level::WARN {
            let fault = LoggedFault { about, fields: fields.0.clone() };
            repeated = self.repeats.lock().unwrap_or_else(PoisonError::into_inner).admit(fault, now);
        }
        self.write_past_repeats(now);
        let Some(repeated) = repeated else { return };
        // What is nearer says it better.
        for span in context.event_scope(event).into_iter().flatten() {
            if let Some(known) = span.extensions().get::<Fields>() {
                for (name, value) in &known.0 {
                    fields.0.entry(name).or_insert_with(|| value.clone());
                }
            }
        }
        self.write(about, fields.0, repeated);
    }
}

impl Format {
    /// One line, whatever is in it.
    fn line(self, at: jiff::Timestamp, level: Level, target: &str, mut fields: Map<String, Value>) -> String {
        let message = fields.remove(MESSAGE).unwrap_or_default();
        let message = message.as_str().unwrap_or_default();
        match self {
            Format::Text => {
                let priority = priority_of(level);
                let mut line = format!("{priority}{at:.6} {level:>5} {target}: {}", in_one_line(message));
                for (name, value) in fields {
                    // A string that only writes to memory takes everything.
                    let _ = write!(line, " {name}={value}");
                }
                line + "\n"
            }
            Format::Json => {
                let level = level.to_string().to_lowercase();
                let about =
                    [("at", &*format!("{at:.6}")), ("level", &level), ("target", target), (MESSAGE, message)];
                fields.extend(about.map(|(name, value)| (name.to_owned(), value.into())));
                Value::Object(fields).to_string() + "\n"
            }
        }
    }
}

/// Returns how a line of this level begins where the journal reads it, as `sd-daemon(3)` describes it; else nothing.
fn priority_of(level: Level) -> &'static str {
    if !*READ_BY_JOURNAL {
        return "";
    }
    match level {
        Level::ERROR => "<3>",
        Level::WARN => "<4>",
        Level::INFO => "<6>",
        Level::DEBUG | Level::TRACE => "<7>",
    }
}

/// The variable alone says little: whatever a service starts inherits it, even with another standard error.
#[cfg(unix)]
fn is_read_by_journal() -> bool {
    use std::os::fd::AsFd as _;
    use std::os::unix::fs::MetadataExt as _;
    let Ok(stream) = env::var("JOURNAL_STREAM") else { return false };
    let stderr = io::stderr().as_fd().try_clone_to_owned();
    let stderr = stderr.and_then(|stderr| std::fs::File::from(stderr).metadata());
    stderr.is_ok_and(|stderr| stream == format!("{}:{}", stderr.dev(), stderr.ino()))
}

#[cfg(not(unix))]
fn is_read_by_journal() -> bool {
    false
}

/// What would end a line is written as it is in a string of a program.
fn in_one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() { line.extend(letter.escape_default()) } else { line.push(letter) }
    }
    line
}
