//! What a lesson says at each step.

use crate::cards::composer::Composer;
use crate::cards::game::AtTable;
use crate::cards::table::{gist, story, why};
use crate::cards::trial::{Trial, as_far_as_seen};
use crate::wire::card::{Button, Weight};
use crate::wire::names::names;
use crate::wire::press::Press;
use lanai_host::{Failure, LessonStep, PersonId, Table};
use lanai_rules::Seat;
use lanai_text::{Phrasebook, Words};

/// Tells the id of the button that shows the example turn from ids of ordinary choices, which have
/// 0.
pub(crate) const SHOWN: usize = 1;

/// What the panel explains to a learner, and the button that shows the example.
#[derive(Default)]
pub(crate) struct Taught {
    pub(crate) text: Option<String>,
    pub(crate) button: Option<Button>,
}

impl Taught {
    fn text(text: String) -> Taught {
        Taught {
            text: Some(text),
            button: None,
        }
    }
}

/// Describes what others did since the player's last turn; `None` if nothing.
pub(crate) async fn story_since_last<G: AtTable>(
    composer: &Composer,
    words: &Words,
    table: &Table,
    person: PersonId,
) -> Result<Option<String>, Failure> {
    let since = composer
        .host
        .lookback
        .list_turns_since_last::<G>(table, person)
        .await?;
    let turn = composer.host.games.load::<G>(table.clone()).await?;
    let told: Vec<String> = since
        .iter()
        .map(|played| story(words, &turn, &played.events))
        .collect();
    Ok(Some(told.join("\n")).filter(|told| !told.is_empty()))
}

/// Returns the next step of a lesson, or tips for a player's first turns with others.
pub(crate) async fn lesson_step<G: AtTable>(
    composer: &Composer,
    words: &Words,
    trial: &Trial<G>,
    seat: Seat,
) -> Taught {
    let turn = &trial.turn;
    if turn.table.settings.lesson.is_some() {
        return match composer.host.lessons.load_step(turn, seat).await {
            Ok(stage) => lesson(words, trial, seat, stage),
            Err(failure) => {
                tracing::error!(%failure, "a lesson cannot go on");
                Taught::default()
            }
        };
    }
    let Some(person) = turn.table.chair(seat).and_then(|chair| chair.person) else {
        return Taught::default();
    };
    match composer
        .host
        .lessons
        .count_beginner_turns(turn, person)
        .await
    {
        Ok(Some(number)) => {
            let text = words.say(&format!("first-turn-{}-{number}", G::TITLE.name()), &[]);
            Taught::text(text)
        }
        Ok(None) => Taught::default(),
        Err(failure) => {
            tracing::error!(%failure, "whether somebody plays for the first time cannot be read");
            Taught::default()
        }
    }
}

/// Returns a button that ends the lesson, which otherwise waits without limit.
pub(crate) fn giving_up(words: &Words, table: &Table) -> Button {
    Button::new(
        Press::Resign(table.game).id(),
        words.say("learn-give-up", &[]),
        Weight::Usual,
    )
}

/// Formats a step of a lesson with an example turn and a button that shows it.
pub(crate) fn lesson<G: AtTable>(
    words: &Words,
    trial: &Trial<G>,
    seat: Seat,
    stage: LessonStep<G>,
) -> Taught {
    let turn = &trial.turn;
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &names(words, &turn.table),
    };
    let say = |name: &str| words.say(&format!("learn-{}-{name}", G::TITLE.name()), &[]);
    let (name, number, of, advice) = match stage {
        LessonStep::Over => return Taught::default(),
        LessonStep::Completed => return Taught::text(say("end")),
        LessonStep::At {
            name,
            number,
            of,
            advice,
        } => (name, number, of, advice),
    };
    let head = words.say("learn-step", &[("n", number.into()), ("of", of.into())]);
    let mut lines = vec![head, say(name)];
    let button = advice.map(|advice| {
        let (way, events) = as_far_as_seen(turn, &trial.way, &advice);
        let shown = gist(&words.with_pieces(), turn, seat, &events);
        lines.push(words.say("learn-try", &[("turn", shown.into())]));
        lines.extend(why(&phrasebook, &advice.reasons));
        let show = words.say("learn-show", &[]);
        // Two buttons of a message must not have the same id.
        Button::new(Press::Pick(way, SHOWN).id(), show, Weight::Main)
    });
    Taught {
        text: Some(lines.join("\n")),
        button,
    }
}
