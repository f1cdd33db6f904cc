//! The log, written to standard error by the layers of `tracing-subscriber`: a line for each event, as text or as JSON,
//! with the fields of the event and of its spans (the table, the interaction).
//!
//! Libraries below us log tokens and bodies at levels below warnings, and the two that speak to Discord log whole messages even
//! as warnings. So they never log that much, whatever level is set; as a second guard the bot's token is replaced in each line.
//!
//! A fault that comes again within a minute is counted, not logged ([`RepeatFilter`]).

use std::cell::Cell;
use std::collections::HashMap;
use std::env;
use std::fmt::{self, Debug, Write as _};
use std::hash::Hash;
use std::io::{self, Write as _};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;
use tracing::callsite::Identifier;
use tracing::field::{Field, Visit};
use tracing::span::Record;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::format::{DefaultFields, JsonFields, Writer};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields, FormattedFields};
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::config::Secret;

/// A fault that was logged less than this ago is only counted.
const REPEATS_WITHIN: Duration = Duration::from_mins(1);
/// The repeats of a fault are forgotten this long after it was logged.
const REPEATS_KEPT: Duration = Duration::from_mins(10);

/// The format of the log, set when it begins.
static FORMAT: OnceLock<Format> = OnceLock::new();
/// Whether the journal reads standard error.
static READ_BY_JOURNAL: LazyLock<bool> = LazyLock::new(is_read_by_journal);

thread_local! {
    /// How often the event that is being logged was repeated before. [`RepeatLayer`] sets it just before the event is formatted.
    static REPEATED: Cell<u64> = const { Cell::new(0) };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Starts the log. The token never appears in it.
pub fn begin(level: Level, format: Format, token: Option<&Secret>) {
    let filter = Targets::new()
        .with_default(level.min(Level::WARN))
        .with_target("serenity", LevelFilter::OFF)
        .with_target("poise", LevelFilter::OFF)
        .with_target("lanai", level);
    let format = *FORMAT.get_or_init(|| format);
    let token = token.map(|token| token.reveal().to_owned());
    let registry = tracing_subscriber::registry()
        .with(filter)
        .with(RepeatLayer::default());
    let layer = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(false);
    let lines = tracing_subscriber::fmt::format();
    match format {
        Format::Text => {
            let lines = LineFormat {
                inner: lines,
                format,
                token,
            };
            registry
                .with(
                    layer
                        .fmt_fields(TextFields(DefaultFields::new()))
                        .event_format(lines),
                )
                .init();
        }
        Format::Json => {
            let json = lines
                .json()
                .flatten_event(true)
                .with_current_span(false)
                .with_span_list(true);
            let lines = LineFormat {
                inner: json,
                format,
                token,
            };
            registry
                .with(layer.fmt_fields(JsonFields::new()).event_format(lines))
                .init();
        }
    }
}

/// Writes why the program ends, in the format of the log. It works without a log, for example if the settings cannot be read.
pub fn write_fatal(why: &str) {
    let format =
        FORMAT
            .get()
            .copied()
            .unwrap_or_else(|| match env::var("LANAI_LOG_FORMAT").as_deref() {
                Ok("json") => Format::Json,
                _ => Format::Text,
            });
    let line = match format {
        Format::Text => format!("{}lanai: {why}\n", priority_of(Level::ERROR)),
        Format::Json => {
            let at = format!("{:.6}", jiff::Timestamp::now());
            let line =
                json!({ "timestamp": at, "level": "ERROR", "message": why, "target": "lanai" });
            format!("{line}\n")
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
        self.0
            .retain(|_, repeats| now.duration_since(repeats.logged_at) < REPEATS_KEPT);
        let before = self.0.insert(
            fault,
            Repeats {
                logged_at: now,
                count: 0,
            },
        );
        Some(before.map_or(0, |repeats| repeats.count))
    }
}

/// Counts each event in the metrics, and drops warnings and errors that were logged with the same fields less than a minute ago.
#[derive(Default)]
struct RepeatLayer(Mutex<RepeatFilter<(Identifier, String)>>);

impl<S: Subscriber> Layer<S> for RepeatLayer {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        let about = event.metadata();
        lanai_metrics::record_log_line(*about.level());
        let mut repeated = Some(0);
        if *about.level() <= Level::WARN {
            let mut fields = EventFields::default();
            event.record(&mut fields);
            let mut repeats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            repeated = repeats.admit((about.callsite(), fields.0), Instant::now());
        }
        REPEATED.set(repeated.unwrap_or_default());
        repeated.is_some()
    }
}

/// The fields of an event, to compare it with others.
#[derive(Default)]
struct EventFields(String);

impl Visit for EventFields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // A string that only writes to memory takes everything.
        let _ = write!(self.0, "{}={value:?} ", field.name());
    }
}

/// Fields of spans as text. The table is recorded each time it is read, and written once.
struct TextFields(DefaultFields);

impl<'w> FormatFields<'w> for TextFields {
    fn format_fields<R: RecordFields>(&self, writer: Writer<'w>, fields: R) -> fmt::Result {
        self.0.format_fields(writer, fields)
    }

    fn add_fields(
        &self,
        current: &'w mut FormattedFields<Self>,
        fields: &Record<'_>,
    ) -> fmt::Result {
        let mut added = String::new();
        DefaultFields::new().format_fields(Writer::new(&mut added), fields)?;
        if !current.fields.split(' ').any(|known| known == added) {
            let space = if current.fields.is_empty() { "" } else { " " };
            write!(current.fields, "{space}{added}")?;
        }
        Ok(())
    }
}

/// Lines of the inner format, without the token, and each of them one line.
struct LineFormat<F> {
    inner: F,
    format: Format,
    token: Option<String>,
}

impl<S, N, F> FormatEvent<S, N> for LineFormat<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'w> FormatFields<'w> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut line = String::new();
        self.inner
            .format_event(context, Writer::new(&mut line), event)?;
        if let Some(token) = &self.token {
            line = line.replace(token, "[token]");
        }
        let line = line.trim_end();
        let repeated = REPEATED.take();
        match self.format {
            Format::Text => {
                let priority = priority_of(*event.metadata().level());
                write!(writer, "{priority}{}", in_one_line(line))?;
                if repeated > 0 {
                    write!(writer, " repeated={repeated}")?;
                }
                writeln!(writer)
            }
            Format::Json if repeated > 0 => {
                let open = line.strip_suffix('}').unwrap_or(line);
                writeln!(writer, r#"{open},"repeated":{repeated}}}"#)
            }
            Format::Json => writeln!(writer, "{line}"),
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
    let Ok(stream) = env::var("JOURNAL_STREAM") else {
        return false;
    };
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
        if letter.is_control() {
            line.extend(letter.escape_default());
        } else {
            line.push(letter);
        }
    }
    line
}
