//! The texts and buttons that a lesson adds to a panel at each step.

use crate::cards::table::{describe_briefly, describe_turn};
use crate::key;
use crate::wire::card::Button;
use crate::wire::names::player_names;
use crate::wire::press::Press;
use lanai_host::{Failure, Host, LessonPart, LessonProgress, Lessons, PersonId, Table};
use lanai_panel::{PanelGame, TurnAuthor, TurnPreview, explain_advice, follow_advice};
use lanai_rules::{Seat, Title};
use lanai_text::{Phrasebook, Words};

/// The page in the id of the button that shows the example turn. Choices have 0, and two buttons of a
/// message must not have the same id.
pub(crate) const EXAMPLE_PAGE: usize = 1;

/// What the panel explains to a learner, and a button to go on.
#[derive(Default)]
pub(crate) struct LessonText {
    pub(crate) text: Option<String>,
    pub(crate) button: Option<Button>,
    /// Whether the button shows an example turn, so that no hint is needed.
    pub(crate) has_example: bool,
}

impl LessonText {
    fn words(text: String) -> LessonText {
        LessonText {
            text: Some(text),
            ..LessonText::default()
        }
    }
}

/// Describes what others did since the player's last turn; `None` if they did nothing.
pub(crate) async fn describe_events_since_last<G: PanelGame>(
    host: &Host,
    words: &Words,
    table: &Table,
    person: PersonId,
) -> Result<Option<String>, Failure> {
    let since = host
        .lookback
        .list_turns_since_last::<G>(table, person)
        .await?;
    let turn = host.games.load::<G>(table.clone()).await?;
    let stories: Vec<String> = since
        .iter()
        .map(|played| describe_turn(words, &turn, TurnAuthor::Named, played.seat, &played.events))
        .collect();
    let text = stories.join("\n");
    Ok(Some(text).filter(|text| !text.is_empty()))
}

/// Returns the next step of a lesson, or tips for a player's first turns with others.
pub(crate) async fn next_lesson_text<G: PanelGame>(
    lessons: &Lessons,
    words: &Words,
    preview: &TurnPreview<G>,
    seat: Seat,
) -> LessonText {
    let turn = &preview.turn;
    if turn.table.settings.lesson.is_some() {
        return match lessons.load_progress(turn, seat).await {
            Ok(step) => lesson_text(words, preview, seat, step),
            Err(failure) => {
                tracing::error!(%failure, "a lesson cannot go on");
                LessonText::default()
            }
        };
    }
    // In the middle of a turn, advice on how to begin one is out of place.
    if !preview.start.begins_turn() {
        return LessonText::default();
    }
    let Some(person) = turn
        .table
        .seated_player(seat)
        .and_then(|player| player.person)
    else {
        return LessonText::default();
    };
    match lessons.find_beginner_turn_number(turn, person).await {
        Ok(Some(number)) => {
            let name = format!("{}-{number}", G::TITLE.name());
            LessonText::words(words.say(key::FIRST_TURN.member(&name), &[]))
        }
        Ok(None) => LessonText::default(),
        Err(failure) => {
            tracing::error!(%failure, "whether somebody plays for the first time cannot be read");
            LessonText::default()
        }
    }
}

/// Returns a button that ends the lesson, which otherwise waits without limit.
pub(crate) fn give_up_button(words: &Words, table: &Table) -> Button {
    Button::secondary(words, &Press::Resign(table.id), key::LEARN_GIVE_UP)
}

/// Returns the button that opens the second part of a lesson.
pub(crate) fn second_part_button(words: &Words, title: Title) -> Button {
    let press = Press::Learn(title, Some(LessonPart::Second));
    Button::primary(words, &press, key::LEARN_SECOND_PART)
}

/// Says what the learner has learned in a part, with a button to what comes next.
pub(crate) fn end_text(words: &Words, table: &Table) -> LessonText {
    let Some(part) = table.settings.lesson else {
        return LessonText::default();
    };
    let game = table.title.name();
    let button = match part {
        LessonPart::First => Some(second_part_button(words, table.title)),
        // The lesson may be in direct messages, where there is no other game to play.
        LessonPart::Second => None,
    };
    let name = format!("{game}-{}-end", part_name(part));
    LessonText {
        text: Some(words.say(key::LESSON.member(&name), &[])),
        button,
        has_example: false,
    }
}

/// Returns the name of a part in the keys of its texts.
pub(crate) fn part_name(part: LessonPart) -> &'static str {
    match part {
        LessonPart::First => "first",
        LessonPart::Second => "second",
    }
}

/// Formats the progress of a lesson: its step, with an example turn and a button that shows it.
fn lesson_text<G: PanelGame>(
    words: &Words,
    preview: &TurnPreview<G>,
    seat: Seat,
    progress: LessonProgress<G>,
) -> LessonText {
    let turn = &preview.turn;
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &player_names(words, &turn.table),
    };
    let (step, step_count, advice) = match progress {
        LessonProgress::Over => {
            return LessonText {
                text: None,
                ..end_text(words, &turn.table)
            };
        }
        LessonProgress::Completed => return end_text(words, &turn.table),
        LessonProgress::InProgress {
            step,
            step_count,
            advice,
        } => (step, step_count, advice),
    };
    let part = turn.table.settings.lesson.unwrap_or_default();
    let part = ("part", part_name(part).into());
    let place = match step.number {
        Some(number) => words.say(
            key::LEARN_STEP,
            &[part, ("n", number.into()), ("of", step_count.into())],
        ),
        None => words.say(key::LEARN_PART, &[part]),
    };
    let key = key::LESSON.member(&format!("{}-{}", G::TITLE.name(), step.name));
    let text = words.say(key, &[]);
    let mut lines = vec![format!("{place} {text}")];
    let mut button = None;
    if let Some(advice) = advice {
        let (path, events) = follow_advice(turn, &preview.path, &advice);
        let example = describe_briefly(&words.with_piece_marks(), turn, seat, &events);
        lines.push(words.say(key::LEARN_TRY, &[("turn", example.into())]));
        lines.extend(explain_advice(&phrasebook, &advice.reasons));
        button = Some(Button::primary(
            words,
            &Press::Pick(path, EXAMPLE_PAGE),
            key::LEARN_SHOW,
        ));
    }
    LessonText {
        text: Some(lines.join("\n")),
        has_example: button.is_some(),
        button,
    }
}
