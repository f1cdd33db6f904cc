//! The texts and buttons that a lesson adds to a panel at each step.

use crate::cards::game::ChatGame;
use crate::cards::table::{describe_briefly, describe_story, explain_advice};
use crate::cards::turn_preview::{TurnPreview, follow_advice};
use crate::wire::card::Button;
use crate::wire::names::player_names;
use crate::wire::press::Press;
use lanai_host::{Failure, Host, LessonProgress, Lessons, PersonId, Table};
use lanai_rules::Seat;
use lanai_text::{Phrasebook, Words};

/// The page in the id of the button that shows the example turn. Choices have 0, and two buttons of a
/// message must not have the same id.
pub(crate) const EXAMPLE_PAGE: usize = 1;

/// What the panel explains to a learner, and the button that shows the example.
#[derive(Default)]
pub(crate) struct LessonText {
    pub(crate) text: Option<String>,
    pub(crate) button: Option<Button>,
}

impl LessonText {
    fn words(text: String) -> LessonText {
        LessonText {
            text: Some(text),
            button: None,
        }
    }
}

/// Describes what others did since the player's last turn; `None` if they did nothing.
pub(crate) async fn describe_events_since_last<G: ChatGame>(
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
        .map(|played| describe_story(words, &turn, &played.events))
        .collect();
    let text = stories.join("\n");
    Ok(Some(text).filter(|text| !text.is_empty()))
}

/// Returns the next step of a lesson, or tips for a player's first turns with others.
pub(crate) async fn next_lesson_text<G: ChatGame>(
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
    let Some(person) = turn
        .table
        .seated_player(seat)
        .and_then(|player| player.person)
    else {
        return LessonText::default();
    };
    match lessons.find_beginner_turn_number(turn, person).await {
        Ok(Some(number)) => {
            let name = format!("first-turn-{}-{number}", G::TITLE.name());
            LessonText::words(words.say(&name, &[]))
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
    Button::secondary(words, &Press::Resign(table.id), "learn-give-up")
}

/// Formats a step of a lesson with an example turn and a button that shows it.
fn lesson_text<G: ChatGame>(
    words: &Words,
    preview: &TurnPreview<G>,
    seat: Seat,
    step: LessonProgress<G>,
) -> LessonText {
    let turn = &preview.turn;
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &player_names(words, &turn.table),
    };
    let prefix = format!("learn-{}", G::TITLE.name());
    let (name, number, of, advice) = match step {
        LessonProgress::Over => return LessonText::default(),
        LessonProgress::Completed => {
            return LessonText::words(words.say(&format!("{prefix}-end"), &[]));
        }
        LessonProgress::InProgress {
            name,
            number,
            step_count: of,
            advice,
        } => (name, number, of, advice),
    };
    let mut lines = vec![
        words.say("learn-step", &[("n", number.into()), ("of", of.into())]),
        words.say(&format!("{prefix}-{name}"), &[]),
    ];
    let mut button = None;
    if let Some(advice) = advice {
        let (path, events) = follow_advice(turn, &preview.path, &advice);
        let example = describe_briefly(&words.with_piece_marks(), turn, seat, &events);
        lines.push(words.say("learn-try", &[("turn", example.into())]));
        lines.extend(explain_advice(&phrasebook, &advice.reasons));
        button = Some(Button::primary(
            words,
            &Press::Pick(path, EXAMPLE_PAGE),
            "learn-show",
        ));
    }
    LessonText {
        text: Some(lines.join("\n")),
        button,
    }
}
