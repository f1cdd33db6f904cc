//! The message that shows how a contest stands: who has signed up, then who sits where and leads, then who has won. Words and
//! picture tell the same.

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::cards::composer::Composer;
use crate::cards::table::settings_line;
use crate::wire::card::{Button, Card, Weight};
use crate::wire::ids::counted;
use crate::wire::names::{because, game, plain, tame, tame_text};
use crate::wire::press::{Press, SigningUp};
use lanai_host::{
    Contest, ContestPlace, ContestRefusal, ContestState, Failure, LogEntry, Logged, MAX_ENTRANTS,
    MAX_OPEN_CONTESTS, Part, System, TableSettings, TableStatus, TimeoutPolicy,
};
use lanai_render::standings::{Moves, StandingsRow, StandingsSheet, standings};
use lanai_text::{Fill, Words};

/// So many who signed up are named.
const NAMED: usize = 40;
/// So many of each division are named in words.
const FIRST: usize = 5;
/// In so many divisions, and so many together; the picture has all.
const LINES: usize = 20;
const ALL: usize = 30;
/// So many tables are linked.
const LINKED: usize = 20;

/// How a contest stands.
pub(crate) async fn contest_card(
    composer: &Composer,
    contest: &Contest,
    words: &Words,
    pictures: bool,
) -> Result<Card, Failure> {
    let state = &contest.state;
    let mut lines = vec![heading(words, contest)];
    match contest.status {
        TableStatus::Open => lines.push(signed_up(words, state)),
        TableStatus::Running => {
            // What is too long is cut at its end: the picture has all who lead.
            lines.extend(current_round_lines(composer, words, contest).await?);
            lines.extend(reserves(words, state));
        }
        TableStatus::Over => lines.extend(winners(words, state)),
    }
    let led = if contest.status == TableStatus::Open {
        Vec::new()
    } else {
        leaders(words, state)
    };
    lines.extend(led.iter().cloned());
    let mut card = Card::words(lines.join("\n")).buttons(&buttons(words, contest));
    if pictures && contest.status != TableStatus::Open {
        let sheet = sheet(words, contest);
        let told = led.iter().map(|line| format!("{line}."));
        let described = words.in_short(
            [sheet.title.clone()].into_iter().chain(told),
            "alt-stats-rest",
        );
        let paint = move |studio: &_| standings(studio, &sheet);
        card.files
            .extend(composer.gallery.plain("standings", described, paint).await);
    }
    Ok(card)
}

/// The tables that are played now, as one gets there.
async fn current_round_lines(
    composer: &Composer,
    words: &Words,
    contest: &Contest,
) -> Result<Option<String>, Failure> {
    let mut places = Vec::new();
    let open = contest.state.heats.iter().filter(|heat| heat.is_open());
    let games: Vec<(i64, _)> = open
        .filter_map(|heat| Some((heat.number, *contest.games.get(&heat.number)?)))
        .collect();
    for (number, game) in games.iter().take(LINKED) {
        let table = composer.host.tables.find(*game).await?;
        places.push(format!("{number} <#{}>", table.channel.0));
    }
    let more = games.len() - places.len();
    if more > 0 {
        places.push(words.say("chat-contest-more", &[("n", more.into())]));
    }
    let list = Fill::from(places.join(" · "));
    Ok((!games.is_empty()).then(|| words.say("chat-contest-tables", &[("list", list)])))
}

/// What it is, how it is played, and who runs it.
fn heading(words: &Words, contest: &Contest) -> String {
    let terms = &contest.state.terms;
    let fill = [
        ("name", Fill::from(tame(words, &terms.name))),
        ("game", game(words, terms.title).into()),
        ("seats", usize::from(terms.chairs).into()),
        (
            "rounds",
            usize::try_from(terms.rounds).unwrap_or_default().into(),
        ),
        ("who", tame(words, &terms.organiser).into()),
    ];
    let name = match terms.system {
        System::League if terms.chairs == 2 => "chat-contest-league-pairs",
        System::League => "chat-contest-league",
        System::Swiss => "chat-contest-swiss",
        System::Knockout => "chat-contest-knockout",
    };
    let mut lines = vec![
        words.say("chat-contest-title", &fill),
        words.say(name, &fill),
    ];
    let options = Some(&terms.options).filter(|options| !options.is_empty());
    lines.extend(options.map(|options| {
        words.say(
            "chat-lobby-options",
            &[("options", tame_text(options).into())],
        )
    }));
    let settings = TableSettings {
        pace: terms.pace,
        late: TimeoutPolicy::PlaySeat,
        ..TableSettings::default()
    };
    if contest.status == TableStatus::Open {
        lines.extend(settings_line(words, &settings));
        lines.push(words.say("chat-contest-manners", &[]));
    }
    lines.join("\n")
}

/// Who has signed up.
fn signed_up(words: &Words, state: &ContestState) -> String {
    let names: Vec<String> = state
        .entrants
        .iter()
        .take(NAMED)
        .map(|entrant| tame(words, &entrant.name))
        .collect();
    let more = state.entrants.len() - names.len();
    let more = (more > 0).then(|| words.say("chat-contest-more", &[("n", more.into())]));
    let list = names.into_iter().chain(more).collect::<Vec<_>>().join(", ");
    let fill = [
        ("n", Fill::from(state.entrants.len())),
        ("list", list.into()),
    ];
    let name = if state.entrants.is_empty() {
        "chat-contest-nobody"
    } else {
        "chat-contest-entrants"
    };
    words.say(name, &fill)
}

/// Who leads, or led, in each division, and who moves from one to the other.
fn leaders(words: &Words, state: &ContestState) -> Vec<String> {
    let standings = state.standings();
    let after = state.divisions_after();
    let divisions = state.divisions();
    let named = (ALL / usize::try_from(divisions).unwrap_or(ALL).max(1)).clamp(1, FIRST);
    let mut lines = Vec::new();
    for division in (1..=divisions).take(LINES) {
        let best: Vec<String> = standings
            .iter()
            .filter(|line| line.division == division)
            .take(named)
            .map(|line| {
                let fill = [
                    ("place", Fill::from(line.place)),
                    ("who", tame(words, state.name(line.entrant)).into()),
                    ("points", counted(line.points).into()),
                ];
                let name = match moves(line, &after) {
                    None => "chat-contest-place",
                    Some(Moves::Up) => "chat-contest-place-up",
                    Some(Moves::Down) => "chat-contest-place-down",
                };
                words.say(name, &fill)
            })
            .collect();
        let list = best.join(" · ");
        let fill = [
            ("division", Fill::from(counted(division.into()))),
            ("list", list.into()),
        ];
        lines.push(words.say(
            if divisions > 1 {
                "chat-contest-division"
            } else {
                "chat-contest-leaders"
            },
            &fill,
        ));
    }
    lines
}

fn reserves(words: &Words, state: &ContestState) -> Option<String> {
    let waiting = state
        .entrants
        .iter()
        .filter(|entrant| entrant.part == Part::Reserve);
    let names: Vec<String> = waiting
        .map(|entrant| tame(words, &entrant.name))
        .take(NAMED)
        .collect();
    (!names.is_empty()).then(|| {
        words.say(
            "chat-contest-reserves",
            &[("list", words.list(&names).into())],
        )
    })
}

/// Who has won: of a league, the first of the first division.
fn winners(words: &Words, state: &ContestState) -> Option<String> {
    let ended = state.log.iter().rev().find_map(|entry| {
        if let Logged::Ended { reason } = &entry.what {
            Some(reason)
        } else {
            None
        }
    });
    if let Some(reason) = ended {
        return Some(words.say("chat-contest-ended", &[("reason", because(words, reason))]));
    }
    let first = state.standings().into_iter().next()?;
    Some(words.say(
        "chat-contest-won",
        &[("who", tame(words, state.name(first.entrant)).into())],
    ))
}

fn buttons(words: &Words, contest: &Contest) -> Vec<Button> {
    let button = |what: SigningUp, name: &str, weight| {
        Button::new(
            Press::Contest(contest.id, what).id(),
            words.say(name, &[]),
            weight,
        )
    };
    match contest.status {
        TableStatus::Open => vec![
            button(SigningUp::Join, "chat-contest-button-join", Weight::Main),
            button(SigningUp::Leave, "chat-contest-button-leave", Weight::Usual),
            button(SigningUp::Begin, "chat-contest-button-begin", Weight::Usual),
        ],
        TableStatus::Running => {
            let leave = button(SigningUp::Leave, "chat-contest-button-drop", Weight::Usual);
            if contest.state.terms.system == System::Knockout {
                return vec![leave];
            }
            vec![
                button(
                    SigningUp::Join,
                    "chat-contest-button-reserve",
                    Weight::Usual,
                ),
                leave,
            ]
        }
        TableStatus::Over if contest.state.terms.system == System::League => {
            vec![button(
                SigningUp::Next,
                "chat-contest-button-next",
                Weight::Main,
            )]
        }
        TableStatus::Over => Vec::new(),
    }
}

/// The same as a picture.
fn sheet(words: &Words, contest: &Contest) -> StandingsSheet {
    let state = &contest.state;
    let all = state.standings();
    let after = state.divisions_after();
    let rows = |division: u32| {
        let lines = all.iter().filter(|line| line.division == division);
        lines.map(|line| row(words, state, line, &after)).collect()
    };
    let division = |number: u32| {
        let fill = [("division", Fill::from(counted(number.into())))];
        (words.say("draw-contest-division", &fill), rows(number))
    };
    StandingsSheet {
        title: plain(words, &state.terms.name),
        about: about(words, contest),
        heads: [
            words.say("draw-contest-played", &[]),
            words.say("draw-contest-points", &[]),
        ],
        divisions: (1..=state.divisions()).map(division).collect(),
    }
}

/// In which round it is, where all are in the same; else what is played.
fn about(words: &Words, contest: &Contest) -> String {
    let state = &contest.state;
    if contest.status == TableStatus::Running && state.divisions() == 1 {
        let round = counted(state.round(1).into());
        return words.say("draw-contest-round", &[("round", round.into())]);
    }
    game(words, state.terms.title)
}

fn row(
    words: &Words,
    state: &ContestState,
    line: &ContestPlace,
    after: &HashMap<usize, u32>,
) -> StandingsRow {
    let entrant = &state.entrants[line.entrant];
    StandingsRow {
        place: line.place,
        name: plain(words, &entrant.name),
        played: line.played,
        points: line.points,
        out: entrant.part != Part::Plays,
        moves: moves(line, after),
    }
}

/// Returns where a participant would move after this season, by the current standings.
fn moves(line: &ContestPlace, after: &HashMap<usize, u32>) -> Option<Moves> {
    match after.get(&line.entrant)?.cmp(&line.division) {
        Ordering::Less => Some(Moves::Up),
        Ordering::Equal => None,
        Ordering::Greater => Some(Moves::Down),
    }
}

/// A line of the log.
pub(crate) fn logged(words: &Words, entry: &LogEntry) -> String {
    let (name, mut fill): (&str, Vec<(&str, Fill<'_>)>) = match &entry.what {
        Logged::Opened => ("chat-contest-log-opened", vec![]),
        Logged::Began { entrants } => ("chat-contest-log-began", vec![("n", (*entrants).into())]),
        Logged::Round {
            round,
            division,
            tables,
        } => (
            "chat-contest-log-round",
            vec![
                ("round", counted((*round).into()).into()),
                ("division", counted((*division).into()).into()),
                ("n", (*tables).into()),
            ],
        ),
        Logged::Left { who } => (
            "chat-contest-log-left",
            vec![("player", tame(words, who).into())],
        ),
        Logged::Silent { who } => (
            "chat-contest-log-silent",
            vec![("player", tame(words, who).into())],
        ),
        Logged::Abandoned { heat } => (
            "chat-contest-log-abandoned",
            vec![("number", heat.to_string().into())],
        ),
        Logged::Returned { who } => (
            "chat-contest-log-returned",
            vec![("player", tame(words, who).into())],
        ),
        Logged::Replaced { who, by } => (
            "chat-contest-log-replaced",
            vec![
                ("player", tame(words, who).into()),
                ("other", tame(words, by).into()),
            ],
        ),
        Logged::Corrected {
            who,
            points,
            reason,
        } => (
            "chat-contest-log-corrected",
            vec![
                ("player", tame(words, who).into()),
                ("points", signed(*points).into()),
                ("reason", because(words, reason)),
            ],
        ),
        Logged::Removed { who, reason } => (
            "chat-contest-log-removed",
            vec![
                ("player", tame(words, who).into()),
                ("reason", because(words, reason)),
            ],
        ),
        Logged::Annulled { heat, reason } => (
            "chat-contest-log-annulled",
            vec![
                ("number", heat.to_string().into()),
                ("reason", because(words, reason)),
            ],
        ),
        Logged::Ended { reason } => (
            "chat-contest-log-ended",
            vec![("reason", because(words, reason))],
        ),
        Logged::Finished => ("chat-contest-log-finished", vec![]),
        Logged::Homeless => ("chat-contest-log-homeless", vec![]),
    };
    fill.push((
        "who",
        entry
            .by
            .as_deref()
            .map(|by| tame(words, by))
            .unwrap_or_default()
            .into(),
    ));
    let what = words.say(name, &fill);
    format!("<t:{}:d> {what}", entry.at.0)
}

fn signed(points: i64) -> String {
    if points < 0 {
        format!("−{}", -points)
    } else {
        format!("+{points}")
    }
}

/// Explains to the user why a contest refused.
pub(crate) fn contest_refusal(words: &Words, refusal: ContestRefusal) -> String {
    let name = match refusal {
        ContestRefusal::NoContest => "chat-contest-none",
        ContestRefusal::Here => "chat-contest-here",
        ContestRefusal::Followed => "chat-contest-followed",
        ContestRefusal::TooMany => "chat-contest-many",
        ContestRefusal::SignedUp => "chat-contest-signed-up",
        ContestRefusal::NotSignedUp => "chat-contest-not-signed-up",
        ContestRefusal::NoEntrant => "chat-contest-no-entrant",
        ContestRefusal::Full => "chat-contest-full",
        ContestRefusal::Removed => "chat-contest-removed",
        ContestRefusal::NoPoints => "chat-contest-no-points",
        ContestRefusal::Begun => "chat-contest-begun",
        ContestRefusal::Over => "chat-contest-over",
        ContestRefusal::TooFew(_) => "chat-contest-too-few",
        ContestRefusal::NotOrganiser => "chat-contest-not-organiser",
        ContestRefusal::NoHeat => "chat-contest-no-heat",
        ContestRefusal::RoundOver => "chat-contest-round-over",
    };
    let number: Option<Fill<'_>> = match refusal {
        ContestRefusal::TooMany => Some(MAX_OPEN_CONTESTS.into()),
        ContestRefusal::Full => Some(MAX_ENTRANTS.into()),
        ContestRefusal::TooFew(more) => Some(more.into()),
        ContestRefusal::NoContest
        | ContestRefusal::Here
        | ContestRefusal::Followed
        | ContestRefusal::SignedUp
        | ContestRefusal::NotSignedUp
        | ContestRefusal::NoEntrant
        | ContestRefusal::Removed
        | ContestRefusal::NoPoints
        | ContestRefusal::Begun
        | ContestRefusal::Over
        | ContestRefusal::NotOrganiser
        | ContestRefusal::NoHeat
        | ContestRefusal::RoundOver => None,
    };
    let fill: Vec<(&str, Fill<'_>)> = number.map(|number| ("n", number)).into_iter().collect();
    words.say(name, &fill)
}
