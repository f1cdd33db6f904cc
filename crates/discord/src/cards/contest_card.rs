//! The message about a contest: who has signed up, then the standings, then the winner.
//!
//! The picture repeats the standings, because the text has no room for all entrants.

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::cards::composer::Composer;
use crate::cards::rating::format_signed;
use crate::cards::table::{changed_rules_lines, time_control_line};
use crate::key;
use crate::wire::card::{Button, Card};
use crate::wire::ids::to_usize;
use crate::wire::names::{escape_name, format_reason, plain_name, title_name};
use crate::wire::press::{ContestAction, Press};
use lanai_host::{
    Contest, ContestEvent, ContestPlace, ContestRefusal, ContestState, Failure, Heat, LogEntry,
    MAX_ENTRANTS, MAX_OPEN_CONTESTS, PairingSystem, Participation, TableSettings, TableStatus,
    Tables, TimeoutPolicy,
};
use lanai_panel::label_text;
use lanai_render::Theme;
use lanai_render::bracket::{BracketPlayer, BracketRound, BracketSheet, render_bracket};
use lanai_render::standings::{DivisionMove, StandingsRow, StandingsSheet, render_standings};
use lanai_rules::{by_title, choices};
use lanai_text::{Fill, Key, Words};

/// How many entrants the text names; it only counts the others.
const MAX_NAMED_ENTRANTS: usize = 40;
/// How many leaders of one division the text names; the picture shows all entrants.
const MAX_LEADERS_PER_DIVISION: usize = 5;
/// How many leaders of all divisions together the text names.
const MAX_LEADERS: usize = 30;
/// How many divisions the text describes.
const MAX_DIVISIONS: usize = 20;
/// How many rounds of a knock-out are shown, and how many tables of a round.
const MAX_BRACKET_ROUNDS: usize = 3;
const MAX_BRACKET_TABLES: usize = 16;
/// How many tables of the current round the text links.
const MAX_TABLE_LINKS: usize = 20;

pub(crate) async fn contest_card(
    composer: &Composer,
    contest: &Contest,
    words: &Words,
    with_picture: bool,
) -> Result<Card, Failure> {
    let state = &contest.state;
    let mut lines = vec![heading(words, contest)?];
    if contest.status == TableStatus::Open {
        lines.push(entrants_line(words, state));
        let text = lines.join("\n");
        return Ok(Card::words(text).buttons(&contest_buttons(words, contest)));
    }
    if contest.status == TableStatus::Running {
        // A text that is too long is cut at its end, because the picture has the standings.
        lines.extend(current_round_line(&composer.host.tables, words, contest).await?);
        lines.extend(reserves_line(words, state));
    } else {
        lines.extend(winner_line(words, state));
    }
    let bracket = bracket_sheet(words, state);
    let results = match &bracket {
        Some(bracket) => bracket_lines(words, bracket),
        None => leader_lines(words, state),
    };
    lines.extend_from_slice(&results);
    let mut card = Card::words(lines.join("\n")).buttons(&contest_buttons(words, contest));
    if with_picture {
        let mut sentences = vec![plain_name(words, &state.terms.name)];
        sentences.extend(results.iter().map(|line| format!("{line}.")));
        let description = words.fit_alt_text(sentences, key::ALT_STATS_REST);
        let pictures = &composer.pictures;
        let picture = if let Some(bracket) = bracket {
            let draw = move |theme: &Theme| render_bracket(theme, &bracket);
            pictures.draw_plain("standings", description, draw).await
        } else {
            let sheet = standings_sheet(words, contest);
            let draw = move |theme: &Theme| render_standings(theme, &sheet);
            pictures.draw_plain("standings", description, draw).await
        };
        card.files.extend(picture);
    }
    Ok(card)
}

/// Returns a line with links to the current round's tables; `None` if no game is open.
async fn current_round_line(
    tables: &Tables,
    words: &Words,
    contest: &Contest,
) -> Result<Option<String>, Failure> {
    let mut open_games = Vec::new();
    for heat in &contest.state.heats {
        if let Some(table) = contest.games.get(&heat.number)
            && heat.is_open()
        {
            open_games.push((heat.number, *table));
        }
    }
    if open_games.is_empty() {
        return Ok(None);
    }
    let mut links = Vec::new();
    for (number, table) in open_games.iter().take(MAX_TABLE_LINKS) {
        let table = tables.find(*table).await?;
        links.push(format!("{number} <#{}>", table.channel.0));
    }
    let more = open_games.len() - links.len();
    if more > 0 {
        links.push(words.say(key::CHAT_CONTEST_MORE, &[("n", more.into())]));
    }
    let fill = [("list", Fill::from(links.join(" · ")))];
    Ok(Some(words.say(key::CHAT_CONTEST_TABLES, &fill)))
}

/// Describes the contest: its game, its system, and the organiser.
fn heading(words: &Words, contest: &Contest) -> Result<String, Failure> {
    let terms = &contest.state.terms;
    let fill = [
        ("name", Fill::from(escape_name(words, &terms.name))),
        ("game", title_name(words, terms.title).into()),
        ("seats", usize::from(terms.seat_count).into()),
        (
            "rounds",
            usize::try_from(terms.rounds).unwrap_or_default().into(),
        ),
        ("who", escape_name(words, &terms.organiser).into()),
    ];
    let name = match terms.system {
        PairingSystem::League if terms.seat_count == 2 => key::CHAT_CONTEST_LEAGUE_PAIRS,
        PairingSystem::League => key::CHAT_CONTEST_LEAGUE,
        PairingSystem::Swiss => key::CHAT_CONTEST_SWISS,
        PairingSystem::Knockout => key::CHAT_CONTEST_KNOCKOUT,
    };
    let mut lines = vec![
        words.say(key::CHAT_CONTEST_TITLE, &fill),
        words.say(name, &fill),
    ];
    lines.extend(by_title!(terms.title, G => {
        match choices::read::<G>(&terms.options) {
            Ok(options) => changed_rules_lines::<G>(words, &options)?,
            Err(_) => Vec::new(),
        }
    }));
    let settings = TableSettings {
        time_control: terms.time_control,
        timeout_policy: TimeoutPolicy::PlaySeat,
        ..TableSettings::default()
    };
    if contest.status == TableStatus::Open {
        lines.extend(time_control_line(words, &settings));
        lines.push(words.say(key::CHAT_CONTEST_MANNERS, &[]));
    }
    Ok(lines.join("\n"))
}

fn entrants_line(words: &Words, state: &ContestState) -> String {
    let mut names: Vec<String> = state
        .entrants
        .iter()
        .take(MAX_NAMED_ENTRANTS)
        .map(|entrant| escape_name(words, &entrant.name))
        .collect();
    let more = state.entrants.len() - names.len();
    if more > 0 {
        names.push(words.say(key::CHAT_CONTEST_MORE, &[("n", more.into())]));
    }
    let fill = [
        ("n", Fill::from(state.entrants.len())),
        ("list", names.join(", ").into()),
    ];
    let name = if state.entrants.is_empty() {
        key::CHAT_CONTEST_NOBODY
    } else {
        key::CHAT_CONTEST_ENTRANTS
    };
    words.say(name, &fill)
}

/// Lists the leaders of each division, and marks those who would change their division.
fn leader_lines(words: &Words, state: &ContestState) -> Vec<String> {
    let standings = state.standings();
    let after = state.next_season_divisions();
    let divisions = state.divisions();
    let per_division = MAX_LEADERS / usize::try_from(divisions).unwrap_or(MAX_LEADERS).max(1);
    let per_division = per_division.clamp(1, MAX_LEADERS_PER_DIVISION);
    let sentence = if divisions > 1 {
        key::CHAT_CONTEST_DIVISION
    } else {
        key::CHAT_CONTEST_LEADERS
    };
    let mut lines = Vec::new();
    for division in (1..=divisions).take(MAX_DIVISIONS) {
        let leaders: Vec<String> = standings
            .iter()
            .filter(|place| place.division == division)
            .take(per_division)
            .map(|place| leader_line(words, state, place, &after))
            .collect();
        let fill = [
            ("division", Fill::from(to_usize(division.into()))),
            ("list", leaders.join(" · ").into()),
        ];
        lines.push(words.say(sentence, &fill));
    }
    lines
}

/// Returns the last rounds of a knock-out; `None` if the newest has too many tables for a picture.
fn bracket_sheet(words: &Words, state: &ContestState) -> Option<BracketSheet> {
    if state.terms.system != PairingSystem::Knockout {
        return None;
    }
    let newest = state.round(1);
    let finals: Vec<&Heat> = state
        .heats_of(1)
        .filter(|heat| heat.round == newest)
        .collect();
    let winner = match finals[..] {
        [last] if last.outcome.is_some() => state.standings().first().map(|place| place.entrant),
        _ => None,
    };
    let mut rounds = Vec::new();
    for round in (1..=newest).rev().take(MAX_BRACKET_ROUNDS) {
        let heats: Vec<&Heat> = state
            .heats_of(1)
            .filter(|heat| heat.round == round)
            .collect();
        if heats.len() > MAX_BRACKET_TABLES {
            break;
        }
        let name = if heats.len() == 1 {
            words.say(key::DRAW_CONTEST_FINAL, &[])
        } else {
            let number = [("round", to_usize(round.into()).into())];
            words.say(key::DRAW_CONTEST_ROUND, &number)
        };
        let is_through = |entrant: usize| {
            let goes_on = |heat: &Heat| heat.round == round + 1 && heat.seats.contains(&entrant);
            state.heats_of(1).any(goes_on) || (round == newest && winner == Some(entrant))
        };
        let player = |entrant: &usize| BracketPlayer {
            entrant: *entrant,
            name: plain_name(words, state.name(*entrant)),
            is_through: is_through(*entrant),
        };
        let tables = heats
            .iter()
            .map(|heat| heat.seats.iter().map(player).collect());
        rounds.insert(
            0,
            BracketRound {
                name,
                tables: tables.collect(),
            },
        );
    }
    let title = plain_name(words, &state.terms.name);
    (!rounds.is_empty()).then_some(BracketSheet { title, rounds })
}

/// Lists the tables of each round, with ticks after the players who go on.
fn bracket_lines(words: &Words, bracket: &BracketSheet) -> Vec<String> {
    let table = |players: &Vec<BracketPlayer>| {
        let names = players.iter().map(|player| {
            let name = escape_name(words, &player.name);
            if player.is_through {
                format!("{name} ✓")
            } else {
                name
            }
        });
        names.collect::<Vec<_>>().join(" – ")
    };
    let line = |round: &BracketRound| {
        let tables: Vec<String> = round.tables.iter().map(table).collect();
        label_text(words, &round.name, &tables.join(" · "))
    };
    bracket.rounds.iter().map(line).collect()
}

fn leader_line(
    words: &Words,
    state: &ContestState,
    place: &ContestPlace,
    after: &HashMap<usize, u32>,
) -> String {
    let sentence = match division_move(place, after) {
        None => key::CHAT_CONTEST_PLACE,
        Some(DivisionMove::Up) => key::CHAT_CONTEST_PLACE_UP,
        Some(DivisionMove::Down) => key::CHAT_CONTEST_PLACE_DOWN,
    };
    let name = escape_name(words, state.name(place.entrant));
    let fill = [
        ("place", Fill::from(place.place)),
        ("who", name.into()),
        ("points", to_usize(place.points).into()),
    ];
    words.say(sentence, &fill)
}

fn reserves_line(words: &Words, state: &ContestState) -> Option<String> {
    let names: Vec<String> = state
        .entrants
        .iter()
        .filter(|entrant| entrant.part == Participation::Reserve)
        .map(|entrant| escape_name(words, &entrant.name))
        .take(MAX_NAMED_ENTRANTS)
        .collect();
    if names.is_empty() {
        return None;
    }
    let fill = [("list", words.join_list(&names).into())];
    Some(words.say(key::CHAT_CONTEST_RESERVES, &fill))
}

/// Names the winner, in a league that of the first division, or the reason for an early end.
fn winner_line(words: &Words, state: &ContestState) -> Option<String> {
    for entry in state.log.iter().rev() {
        if let ContestEvent::Ended { reason } = &entry.event {
            let fill = [("reason", format_reason(words, reason))];
            return Some(words.say(key::CHAT_CONTEST_ENDED, &fill));
        }
    }
    let first = state.standings().into_iter().next()?;
    let name = escape_name(words, state.name(first.entrant));
    Some(words.say(key::CHAT_CONTEST_WON, &[("who", name.into())]))
}

fn contest_buttons(words: &Words, contest: &Contest) -> Vec<Button> {
    let join = Press::Contest(contest.id, ContestAction::Join);
    let leave = Press::Contest(contest.id, ContestAction::Leave);
    let begin = Press::Contest(contest.id, ContestAction::Begin);
    let next = Press::Contest(contest.id, ContestAction::Next);
    match (contest.status, contest.state.terms.system) {
        (TableStatus::Open, _) => vec![
            Button::primary(words, &join, key::CHAT_CONTEST_BUTTON_JOIN),
            Button::secondary(words, &leave, key::CHAT_CONTEST_BUTTON_LEAVE),
            Button::secondary(words, &begin, key::CHAT_CONTEST_BUTTON_BEGIN),
        ],
        (TableStatus::Running, PairingSystem::Knockout) => {
            vec![Button::secondary(
                words,
                &leave,
                key::CHAT_CONTEST_BUTTON_DROP,
            )]
        }
        (TableStatus::Running, PairingSystem::League | PairingSystem::Swiss) => vec![
            Button::secondary(words, &join, key::CHAT_CONTEST_BUTTON_RESERVE),
            Button::secondary(words, &leave, key::CHAT_CONTEST_BUTTON_DROP),
        ],
        (TableStatus::Over, PairingSystem::League) => {
            vec![Button::primary(words, &next, key::CHAT_CONTEST_BUTTON_NEXT)]
        }
        (TableStatus::Over, PairingSystem::Swiss | PairingSystem::Knockout) => Vec::new(),
    }
}

fn standings_sheet(words: &Words, contest: &Contest) -> StandingsSheet {
    let state = &contest.state;
    let standings = state.standings();
    let after = state.next_season_divisions();
    let mut divisions = Vec::new();
    for division in 1..=state.divisions() {
        let fill = [("division", Fill::from(to_usize(division.into())))];
        let rows = standings
            .iter()
            .filter(|place| place.division == division)
            .map(|place| standings_row(words, state, place, &after))
            .collect();
        divisions.push((words.say(key::DRAW_CONTEST_DIVISION, &fill), rows));
    }
    StandingsSheet {
        title: plain_name(words, &state.terms.name),
        subtitle: sheet_subtitle(words, contest),
        headings: [
            words.say(key::DRAW_CONTEST_PLAYED, &[]),
            words.say(key::DRAW_CONTEST_POINTS, &[]),
        ],
        divisions,
    }
}

/// Returns the current round of a running contest with one division, otherwise the game's name.
fn sheet_subtitle(words: &Words, contest: &Contest) -> String {
    let state = &contest.state;
    if contest.status == TableStatus::Running && state.divisions() == 1 {
        let round = to_usize(state.round(1).into());
        return words.say(key::DRAW_CONTEST_ROUND, &[("round", round.into())]);
    }
    title_name(words, state.terms.title)
}

fn standings_row(
    words: &Words,
    state: &ContestState,
    place: &ContestPlace,
    after: &HashMap<usize, u32>,
) -> StandingsRow {
    let entrant = &state.entrants[place.entrant];
    StandingsRow {
        place: place.place,
        name: plain_name(words, &entrant.name),
        tables_played: place.played,
        points: place.points,
        has_left: entrant.part != Participation::Plays,
        division_move: division_move(place, after),
    }
}

/// Returns where a participant would move after this season, by the current standings.
fn division_move(place: &ContestPlace, after: &HashMap<usize, u32>) -> Option<DivisionMove> {
    match after.get(&place.entrant)?.cmp(&place.division) {
        Ordering::Less => Some(DivisionMove::Up),
        Ordering::Equal => None,
        Ordering::Greater => Some(DivisionMove::Down),
    }
}

pub(crate) fn log_line(words: &Words, entry: &LogEntry) -> String {
    let (key, mut fill): (Key, Vec<(&str, Fill<'_>)>) = match &entry.event {
        ContestEvent::Opened => (key::CHAT_CONTEST_LOG_OPENED, vec![]),
        ContestEvent::Began { entrants } => {
            (key::CHAT_CONTEST_LOG_BEGAN, vec![("n", (*entrants).into())])
        }
        ContestEvent::Round {
            round,
            division,
            tables,
        } => (
            key::CHAT_CONTEST_LOG_ROUND,
            vec![
                ("round", to_usize((*round).into()).into()),
                ("division", to_usize((*division).into()).into()),
                ("n", (*tables).into()),
            ],
        ),
        ContestEvent::Left { who } => (
            key::CHAT_CONTEST_LOG_LEFT,
            vec![("player", escape_name(words, who).into())],
        ),
        ContestEvent::Silent { who } => (
            key::CHAT_CONTEST_LOG_SILENT,
            vec![("player", escape_name(words, who).into())],
        ),
        ContestEvent::Abandoned { heat } => (
            key::CHAT_CONTEST_LOG_ABANDONED,
            vec![("number", heat.to_string().into())],
        ),
        ContestEvent::Returned { who } => (
            key::CHAT_CONTEST_LOG_RETURNED,
            vec![("player", escape_name(words, who).into())],
        ),
        ContestEvent::Replaced { who, by } => (
            key::CHAT_CONTEST_LOG_REPLACED,
            vec![
                ("player", escape_name(words, who).into()),
                ("other", escape_name(words, by).into()),
            ],
        ),
        ContestEvent::Corrected {
            who,
            points,
            reason,
        } => (
            key::CHAT_CONTEST_LOG_CORRECTED,
            vec![
                ("player", escape_name(words, who).into()),
                ("points", format_signed(*points).into()),
                ("reason", format_reason(words, reason)),
            ],
        ),
        ContestEvent::Removed { who, reason } => (
            key::CHAT_CONTEST_LOG_REMOVED,
            vec![
                ("player", escape_name(words, who).into()),
                ("reason", format_reason(words, reason)),
            ],
        ),
        ContestEvent::Annulled { heat, reason } => (
            key::CHAT_CONTEST_LOG_ANNULLED,
            vec![
                ("number", heat.to_string().into()),
                ("reason", format_reason(words, reason)),
            ],
        ),
        ContestEvent::Ended { reason } => (
            key::CHAT_CONTEST_LOG_ENDED,
            vec![("reason", format_reason(words, reason))],
        ),
        ContestEvent::Finished => (key::CHAT_CONTEST_LOG_FINISHED, vec![]),
        ContestEvent::ChannelDeleted => (key::CHAT_CONTEST_LOG_HOMELESS, vec![]),
    };
    let author = entry.by.as_deref().map(|author| escape_name(words, author));
    fill.push(("who", author.unwrap_or_default().into()));
    let text = words.say(key, &fill);
    format!("<t:{}:d> {text}", entry.at.0)
}

pub(crate) fn explain_contest_refusal(words: &Words, refusal: ContestRefusal) -> String {
    let name = match refusal {
        ContestRefusal::NoContest => key::CHAT_CONTEST_NONE,
        ContestRefusal::ChannelOccupied => key::CHAT_CONTEST_HERE,
        ContestRefusal::SeasonOpened => key::CHAT_CONTEST_FOLLOWED,
        ContestRefusal::TooManyContests => key::CHAT_CONTEST_MANY,
        ContestRefusal::SignedUp => key::CHAT_CONTEST_SIGNED_UP,
        ContestRefusal::NotSignedUp => key::CHAT_CONTEST_NOT_SIGNED_UP,
        ContestRefusal::NotAnEntrant => key::CHAT_CONTEST_NO_ENTRANT,
        ContestRefusal::NoPlacesLeft => key::CHAT_CONTEST_FULL,
        ContestRefusal::Removed => key::CHAT_CONTEST_REMOVED,
        ContestRefusal::NoCorrections => key::CHAT_CONTEST_NO_POINTS,
        ContestRefusal::Begun => key::CHAT_CONTEST_BEGUN,
        ContestRefusal::Over => key::CHAT_CONTEST_OVER,
        ContestRefusal::TooFewEntrants(_) => key::CHAT_CONTEST_TOO_FEW,
        ContestRefusal::NotOrganiser => key::CHAT_CONTEST_NOT_ORGANISER,
        ContestRefusal::NoHeat => key::CHAT_CONTEST_NO_HEAT,
        ContestRefusal::RoundPaired => key::CHAT_CONTEST_ROUND_OVER,
    };
    let number: Option<Fill<'_>> = match refusal {
        ContestRefusal::TooManyContests => Some(MAX_OPEN_CONTESTS.into()),
        ContestRefusal::NoPlacesLeft => Some(MAX_ENTRANTS.into()),
        ContestRefusal::TooFewEntrants(more) => Some(more.into()),
        ContestRefusal::NoContest
        | ContestRefusal::ChannelOccupied
        | ContestRefusal::SeasonOpened
        | ContestRefusal::SignedUp
        | ContestRefusal::NotSignedUp
        | ContestRefusal::NotAnEntrant
        | ContestRefusal::Removed
        | ContestRefusal::NoCorrections
        | ContestRefusal::Begun
        | ContestRefusal::Over
        | ContestRefusal::NotOrganiser
        | ContestRefusal::NoHeat
        | ContestRefusal::RoundPaired => None,
    };
    match number {
        Some(number) => words.say(name, &[("n", number)]),
        None => words.say(name, &[]),
    }
}
