//! The log: a line for each thing that happened, as text or as JSON, with the fields of what it happened in: the table,
//! the interaction.
//!
//! The libraries below us tell tokens and bodies when they tell more than warnings, and the two that speak to the chat tell
//! whole messages even as warnings: so they never do, whatever is asked for.

use std::fmt::{Debug, Write as _};
use std::io::{self, Write as _};

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::metrics;

/// Where a field tells what happened.
const MESSAGE: &str = "message";

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
    tracing_subscriber::registry().with(filter).with(LogLayer(format)).init();
}

/// Writes lines.
struct LogLayer(Format);

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
        // What is nearer says it better.
        for span in context.event_scope(event).into_iter().flatten() {
            if let Some(known) = span.extensions().get::<Fields>() {
                for (name, value) in &known.0 {
                    fields.0.entry(name).or_insert_with(|| value.clone());
                }
            }
        }
        let about = event.metadata();
        metrics::logged(*about.level());
        let line = self.0.line(jiff::Timestamp::now(), *about.level(), about.target(), fields.0);
        // There is nowhere to tell that nothing can be told.
        let _ = io::stderr().lock().write_all(line.as_bytes());
    }
}

impl Format {
    /// One line, whatever is in it.
    fn line(self, at: jiff::Timestamp, level: Level, target: &str, mut fields: Map<String, Value>) -> String {
        let message = fields.remove(MESSAGE).unwrap_or_default();
        let message = message.as_str().unwrap_or_default();
        match self {
            Format::Text => {
                let mut line = format!("{at:.6} {level:>5} {target}: {}", in_one_line(message));
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

/// What would end a line is written as it is in a string of a program.
fn in_one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() { line.extend(letter.escape_default()) } else { line.push(letter) }
    }
    line
}
