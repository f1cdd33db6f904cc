//! The log on standard error: one line for each event, as text or JSON.
//!
//! A line has the fields of the event and of its spans (the table, the interaction). Libraries log
//! tokens and bodies at levels below warnings, and serenity and poise log whole messages even as
//! warnings, so these lines are dropped whatever level is set. As a second guard, the bot's token
//! is replaced in each line.
//!
//! A fault that is repeated within a minute is counted instead of logged ([`RepeatFilter`]). The
//! entry points are [`init`] and [`write_fatal`].

use std::cell::Cell;
use std::collections::HashMap;
use std::env;
use std::fmt::{self, Debug, Write as _};
use std::hash::Hash;
use std::io::{self, Write as _};
use std::panic;
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

/// A repeated fault is logged again only after this time; until then its repeats are counted.
const REPEAT_WINDOW: Duration = Duration::from_mins(1);
/// How long the repeats of a fault are remembered after it was logged.
const REPEAT_RETENTION: Duration = Duration::from_mins(10);

/// The format that [`init`] has set.
static LOG_FORMAT: OnceLock<LogFormat> = OnceLock::new();
static IS_READ_BY_JOURNAL: LazyLock<bool> = LazyLock::new(is_read_by_journal);

thread_local! {
    /// How often the current event was repeated since it was last logged.
    ///
    /// [`RepeatLayer`] sets it just before the event is formatted.
    static REPEAT_COUNT: Cell<u64> = const { Cell::new(0) };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogFormat {
    Text,
    Json,
}

/// Starts the log, in which panics are lines like other faults. The token never appears in it.
pub fn init(level: Level, format: LogFormat, token: Option<&Secret>) {
    let filter = Targets::new()
        .with_default(level.min(Level::WARN))
        .with_target("serenity", LevelFilter::OFF)
        .with_target("poise", LevelFilter::OFF)
        .with_target("lanai", level);
    let format = *LOG_FORMAT.get_or_init(|| format);
    let token = token.map(|token| token.reveal().to_owned());
    let registry = tracing_subscriber::registry()
        .with(filter)
        .with(RepeatLayer::default());
    let layer = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(false);
    let event_format = tracing_subscriber::fmt::format();
    match format {
        LogFormat::Text => {
            let event_format = LineFormat {
                inner: event_format,
                format,
                token,
            };
            registry
                .with(
                    layer
                        .fmt_fields(TextFields(DefaultFields::new()))
                        .event_format(event_format),
                )
                .init();
        }
        LogFormat::Json => {
            let json = event_format
                .json()
                .flatten_event(true)
                .with_current_span(false)
                .with_span_list(true);
            let event_format = LineFormat {
                inner: json,
                format,
                token,
            };
            registry
                .with(
                    layer
                        .fmt_fields(JsonFields::new())
                        .event_format(event_format),
                )
                .init();
        }
    }
    panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
}

/// Writes why the program ends, in the format of the log.
///
/// It works without [`init`], for example if the settings cannot be read.
pub fn write_fatal(why: &str) {
    let format = LOG_FORMAT.get().copied().unwrap_or_else(|| {
        match env::var("LANAI_LOG_FORMAT").as_deref() {
            Ok("json") => LogFormat::Json,
            _ => LogFormat::Text,
        }
    });
    let line = match format {
        LogFormat::Text => format!("{}lanai: {why}\n", journal_priority(Level::ERROR)),
        LogFormat::Json => {
            let timestamp = format!("{:.6}", jiff::Timestamp::now());
            let line = json!({ "timestamp": timestamp, "level": "ERROR", "message": why, "target": "lanai" });
            format!("{line}\n")
        }
    };
    let _ = io::stderr().lock().write_all(line.as_bytes());
}

/// Admits each fault once a minute, and counts its repeats in between.
#[derive(Debug)]
pub struct RepeatFilter<K>(HashMap<K, RepeatState>);

#[derive(Debug)]
struct RepeatState {
    logged_at: Instant,
    count: u64,
}

impl<K> Default for RepeatFilter<K> {
    fn default() -> RepeatFilter<K> {
        RepeatFilter(HashMap::new())
    }
}

impl<K: Hash + Eq> RepeatFilter<K> {
    /// Returns how often the fault was repeated since it was last logged.
    ///
    /// Returns `None` if the fault was last logged less than a minute ago, so that it should not be
    /// logged again.
    pub fn admit(&mut self, fault: K, now: Instant) -> Option<u64> {
        if let Some(previous) = self.0.get_mut(&fault)
            && now.duration_since(previous.logged_at) < REPEAT_WINDOW
        {
            previous.count += 1;
            return None;
        }
        self.0
            .retain(|_, repeats| now.duration_since(repeats.logged_at) < REPEAT_RETENTION);
        let previous = self.0.insert(
            fault,
            RepeatState {
                logged_at: now,
                count: 0,
            },
        );
        Some(previous.map_or(0, |repeats| repeats.count))
    }
}

/// Counts events in the metrics, and drops warnings and errors that were logged within a minute.
#[derive(Default)]
struct RepeatLayer(Mutex<RepeatFilter<(Identifier, String)>>);

impl<S: Subscriber> Layer<S> for RepeatLayer {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        let metadata = event.metadata();
        lanai_metrics::record_log_line(*metadata.level());
        let mut repeat_count = Some(0);
        if *metadata.level() <= Level::WARN {
            let mut fields = EventFields::default();
            event.record(&mut fields);
            let mut repeats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            repeat_count = repeats.admit((metadata.callsite(), fields.0), Instant::now());
        }
        REPEAT_COUNT.set(repeat_count.unwrap_or_default());
        repeat_count.is_some()
    }
}

/// The fields of an event as text, by which repeats are recognized.
#[derive(Default)]
struct EventFields(String);

impl Visit for EventFields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{}={value:?} ", field.name());
    }
}

/// Formats the fields of spans as text. A field that is recorded twice with one value appears once.
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
        let mut formatted = String::new();
        DefaultFields::new().format_fields(Writer::new(&mut formatted), fields)?;
        if !current
            .fields
            .split(' ')
            .any(|previous| previous == formatted)
        {
            let space = if current.fields.is_empty() { "" } else { " " };
            write!(current.fields, "{space}{formatted}")?;
        }
        Ok(())
    }
}

/// Formats an event as exactly one line, without the bot's token.
struct LineFormat<F> {
    inner: F,
    format: LogFormat,
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
        let repeat_count = REPEAT_COUNT.take();
        match self.format {
            LogFormat::Text => {
                let priority = journal_priority(*event.metadata().level());
                write!(writer, "{priority}{}", escape_control_chars(line))?;
                if repeat_count > 0 {
                    write!(writer, " repeated={repeat_count}")?;
                }
                writeln!(writer)
            }
            LogFormat::Json if repeat_count > 0 => {
                let without_brace = line.strip_suffix('}').unwrap_or(line);
                writeln!(writer, r#"{without_brace},"repeated":{repeat_count}}}"#)
            }
            LogFormat::Json => writeln!(writer, "{line}"),
        }
    }
}

/// Returns the priority prefix of `sd-daemon(3)` if the journal reads the log.
fn journal_priority(level: Level) -> &'static str {
    if !*IS_READ_BY_JOURNAL {
        return "";
    }
    match level {
        Level::ERROR => "<3>",
        Level::WARN => "<4>",
        Level::INFO => "<6>",
        Level::DEBUG | Level::TRACE => "<7>",
    }
}

/// Returns whether standard error is the stream that the journal reads.
///
/// The variable alone is no proof: child processes inherit it with another standard error.
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

/// Escapes control characters, so that the text stays on one line.
fn escape_control_chars(text: &str) -> String {
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
