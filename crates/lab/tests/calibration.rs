//! Tests of the calibration: which figures may be moved, and which candidate the search selects.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::sync::Arc;

use lanai_ai::{Budget, Observation, PolicyKind};
use lanai_lab::calibration::{
    CalibratedGame, Calibration, Candidate, GameResult, Games, PlayedCandidate, Search,
    TriedCandidate,
};
use lanai_rules::chance::Seed;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Event as Delivered;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::Event;
use lanai_rules::hawaii::printed::Printed;
use lanai_rules::{BySeat, Rules, Seats};

/// Two knobs that do the same, and one that does the opposite of both.
const KNOBS: &str = r#"
[[knob]]
name = "the first of rounds 2 and 3"
reason = "made up"
[[knob.setting]]
name = "none"
figures.round = { 2.points.first = 0, 3.points.first = 0 }
[[knob.setting]]
name = "as it is"
figures.round = { 2.points.first = 10, 3.points.first = 12 }
[[knob.setting]]
name = "20 more in both"
figures.round = { 2.points.first = 30, 3.points.first = 32 }

[[knob]]
name = "the first of round 4"
reason = "made up"
[[knob.setting]]
name = "as it is"
figures.round.4.points.first = 14
[[knob.setting]]
name = "40 more"
figures.round.4.points.first = 54
"#;

fn read(text: &str) -> Result<Calibration<Hawaii>, String> {
    Calibration::read("made up", text, &*Hawaii::printed().unwrap())
        .map_err(|flaw| flaw.to_string())
}

fn calibration_with_report(of: &str, bounds: &str) -> Calibration<Hawaii> {
    read(&format!("{}{KNOBS}", report(2, of, bounds, false))).unwrap()
}

fn report(players: u8, of: &str, bounds: &str, held_out: bool) -> String {
    format!(
        "[[report]]\nplayers = {players}\nof = \"{of}\"\n{bounds}\ntolerance = 5\nheld_out = {held_out}\nsource = \"\"\n"
    )
}

/// A knob with the current setting and another one.
fn knob(current_setting: &str, other: &str) -> String {
    format!(
        "[[knob]]\nname = \"k\"\nreason = \"\"\n[[knob.setting]]\nname = \"a\"\nfigures.{current_setting}\n\
         [[knob.setting]]\nname = \"b\"\nfigures.{other}\n"
    )
}

fn refused(text: &str) -> String {
    read(text)
        .err()
        .unwrap_or_else(|| panic!("not refused: {text}"))
}

/// Searches with invented results: the winner has the points for being first in all rounds.
fn search_invented_games(calibration: &Calibration<Hawaii>) -> Search<'_, Hawaii> {
    let game = |printed: &Printed| {
        let first = printed
            .sheet
            .round
            .iter()
            .map(|round| u16::from(round.points.first))
            .sum();
        vec![GameResult {
            ranked_points: vec![first, 10],
            winner_final_scoring: 0,
            best_before_final_scoring: 0,
        }]
    };
    run_search(calibration, |candidate| {
        Games::from([(2, game(&candidate.printed))])
    })
}

fn run_search<G: CalibratedGame>(
    calibration: &Calibration<G>,
    games: impl Fn(&Candidate<G>) -> Games,
) -> Search<'_, G> {
    let mut search = Search::new(calibration);
    loop {
        let candidates = search.next_candidates();
        if candidates.is_empty() {
            return search;
        }
        search.add_results(
            candidates
                .into_iter()
                .map(|candidate| PlayedCandidate {
                    games: games(&candidate),
                    candidate,
                })
                .collect(),
        );
    }
}

fn moved_settings(candidate: &Candidate<Hawaii>) -> Vec<String> {
    candidate
        .moved
        .iter()
        .map(|moved| moved.setting.clone())
        .collect()
}

fn moved(search: &Search<'_, Hawaii>) -> Vec<String> {
    moved_settings(&search.best().unwrap().candidate)
}

// --- Which figures may be moved ---

#[test]
fn the_calibration_files_can_be_used() {
    let hawaii = Calibration::<Hawaii>::load().unwrap();
    assert_eq!(
        (hawaii.player_counts(false), hawaii.player_counts(true)),
        (vec![2, 5], vec![2, 3, 5])
    );
    let played = |candidate: &Candidate<Hawaii>| {
        let points = u16::from(candidate.printed.sheet.round[4].points.first);
        let game = GameResult {
            ranked_points: vec![points; 2],
            winner_final_scoring: 0,
            best_before_final_scoring: 0,
        };
        Games::from([(2, vec![game.clone()]), (5, vec![game])])
    };
    let search = run_search(&hawaii, played);
    assert_eq!(
        moved(&search),
        ["each round 4, 3 and 2 more points than the last"]
    );
    assert!(search.tried().len() > 12);
    let haleakala = Calibration::<Haleakala>::load().unwrap();
    assert!(haleakala.reports.is_empty() && Search::new(&haleakala).next_candidates().is_empty());
}

#[test]
fn only_reconstructed_figures_can_be_moved() {
    for (current_setting, known) in [
        ("start.shells = 13", "start.shells is printed"),
        (
            "round.1.income.shells = 10",
            "round.1.income.shells is printed",
        ),
        ("dock.1.feet = 3", "dock.1.feet is reported"),
        (
            "round.3.threshold.sum = 13",
            "round.3.threshold.sum is derived",
        ),
        (
            "place.1.name = \"gods\"",
            "place.1.name does not say how it is known",
        ),
        (
            "round.2.income.source = \"ours\"",
            "there is no figure round.2.income.source",
        ),
        (
            "round.0.income.shells = 7",
            "there is no figure round.0.income.shells",
        ),
        (
            "round.6.income.shells = 7",
            "there is no figure round.6.income.shells",
        ),
        (
            "round.5.income.shells = 0",
            "there is no figure round.5.income.shells",
        ),
    ] {
        let why = refused(&knob(current_setting, current_setting));
        assert!(
            why.starts_with("made up: knob \"k\": ") && why.contains(known),
            "{why}"
        );
    }
    assert!(
        read(&knob(
            "round.2.income.shells = 8",
            "round.2.income.shells = 9"
        ))
        .is_ok()
    );
}

#[test]
fn settings_that_break_the_rules_are_refused() {
    for (current_setting, other, law) in [
        (
            "token.1.number.plain = 5",
            "token.1.number.plain = 6",
            "the number of tokens must be 25",
        ),
        (
            "place.1.circles.blank = 0",
            "place.1.circles.blank = 1",
            "the circles of all places must be 10 to 21",
        ),
        (
            "round.2.points.first = 10",
            "round.2.points.first = 100",
            "must be at most 99",
        ),
        (
            "round.2.points.first = 10",
            "round.2.points.first = \"ten\"",
            "invalid type",
        ),
        (
            "place.7.sells.tiles = [\"hula\", \"surfer\"]",
            "place.7.sells.tiles = [\"hula\"]",
            "the stacks",
        ),
    ] {
        let why = refused(&knob(current_setting, other));
        assert!(why.contains(law), "{why}");
    }
}

#[test]
fn a_knob_has_the_current_setting_and_a_report_can_be_measured() {
    let why = refused(&knob(
        "round.2.income.shells = 6",
        "round.2.income.shells = 7",
    ));
    assert!(why.contains("none of its settings is in force"), "{why}");
    let why = refused(
        "[[knob]]\nname = \"k\"\nreason = \"\"\nsetting = [{ name = \"a\", figures = {} }]",
    );
    assert!(why.contains("it moves no figure"), "{why}");
    let why = refused(&knob(
        "round.2.income.shells = 8",
        "round.2.income.feet = 4",
    ));
    assert!(
        why.contains("its settings are not about the same figures"),
        "{why}"
    );
    for (report, known) in [
        (
            report(6, "winner", "from = 1", false),
            "report 1: hawaii is not for 6 players",
        ),
        (
            report(2, "middle", "from = 1", false),
            "of two players nobody is in the middle",
        ),
        (
            report(2, "winner", "", false),
            "it needs a `from` or a `to`",
        ),
        (
            report(2, "winner", "from = 2\nto = 1", false),
            "`from` is above `to`",
        ),
        (report(2, "richest", "from = 1", false), "unknown variant"),
    ] {
        let why = refused(&report);
        assert!(why.contains(known), "{why}");
    }
}

// --- The search ---

#[test]
fn the_smallest_sufficient_change_is_selected() {
    // Being first in all rounds is worth 60. Both knobs bring 100, and so does one figure alone.
    let calibration = calibration_with_report("winner", "from = 100");
    let search = search_invented_games(&calibration);
    assert_eq!(moved(&search), ["40 more"]);
    let changes = &search.best().unwrap().candidate.changes;
    let told: Vec<_> = changes
        .iter()
        .map(|it| (it.path.as_str(), &it.from, &it.to))
        .collect();
    assert_eq!(told, [("round.4.points.first", &14.into(), &54.into())]);
    assert_eq!(
        moved(&search_invented_games(&calibration_with_report(
            "winner", "to = 40"
        ))),
        ["none"]
    );
}

#[test]
fn figures_that_match_the_reports_stay() {
    let calibration = calibration_with_report("winner", "from = 50\nto = 70");
    let search = search_invented_games(&calibration);
    assert_eq!((moved(&search), search.tried().len()), (Vec::new(), 1));
}

#[test]
fn an_unreachable_report_ends_with_the_nearest_candidate() {
    let calibration = calibration_with_report("winner", "from = 1000");
    let search = search_invented_games(&calibration);
    assert_eq!(moved(&search), ["20 more in both", "40 more"]);
    assert!(search.best().unwrap().misfit > 1000.0);
    let nowhere = calibration_with_report("last", "from = 1000");
    assert_eq!(
        moved(&search_invented_games(&nowhere)),
        Vec::<String>::new()
    );
}

#[test]
fn differences_within_chance_change_nothing() {
    let calibration = calibration_with_report("winner", "from = 100");
    let best = |spread: u16| {
        let games = |candidate: &Candidate<Hawaii>| {
            let first: u8 = candidate
                .printed
                .sheet
                .round
                .iter()
                .map(|round| round.points.first)
                .sum();
            let game = |by| GameResult {
                ranked_points: vec![u16::from(first) - spread + by, 0],
                winner_final_scoring: 0,
                best_before_final_scoring: 0,
            };
            Games::from([(2, vec![game(0), game(2 * spread)])])
        };
        moved(&run_search(&calibration, games))
    };
    assert_eq!(
        (best(15), best(35)),
        (vec!["40 more".to_owned()], Vec::new())
    );
}

#[test]
fn held_out_reports_do_not_influence_the_search() {
    let held_out = report(2, "winner", "to = 0", true);
    let text = format!(
        "{}{held_out}{KNOBS}",
        report(2, "winner", "from = 100", false)
    );
    let with = read(&text).unwrap();
    let without = calibration_with_report("winner", "from = 100");
    let misfits = |calibration| -> Vec<f64> {
        search_invented_games(calibration)
            .tried()
            .iter()
            .map(|it| it.misfit)
            .collect()
    };
    assert_eq!(misfits(&with), misfits(&without));
    let only = read(&format!("{held_out}{KNOBS}")).unwrap();
    assert!(Search::new(&only).next_candidates().is_empty());
}

#[test]
fn two_knobs_for_the_same_figure_are_not_moved_together() {
    let other = knob(
        "round.4 = { points.first = 14, points.second = 8 }",
        "round.4 = { points.first = 20, points.second = 9 }",
    );
    let text = format!(
        "{}{KNOBS}{other}",
        report(2, "winner", "from = 1000", false)
    );
    let calibration = read(&text).unwrap();
    let search = search_invented_games(&calibration);
    let tried = |wanted: &[&str]| {
        let moves = |it: &TriedCandidate<Hawaii>| {
            let moved = moved_settings(&it.candidate);
            wanted.iter().all(|name| moved.iter().any(|it| it == name))
        };
        search.tried().iter().any(moves)
    };
    assert!(tried(&["b"]) && tried(&["40 more"]) && tried(&["20 more in both", "40 more"]));
    assert!(!tried(&["40 more", "b"]));
}

// --- Measurements ---

#[test]
fn each_statistic_is_measured() {
    let ended = |points: &[u16], winner_final_scoring, best_before_final_scoring| GameResult {
        ranked_points: points.to_vec(),
        winner_final_scoring,
        best_before_final_scoring,
    };
    let games = Games::from([(
        4,
        vec![
            ended(&[100, 80, 70, 30], 40, 60),
            ended(&[120, 90, 80, 50], 60, 70),
        ],
    )]);
    for (of, value, error) in [
        ("anybody", 77.5, 7.5),
        ("winner", 110.0, 10.0),
        ("middle", 80.0, 5.0),
        ("last", 40.0, 10.0),
        ("winner_final_scoring", 50.0, 10.0),
        ("final_scoring_over_lead", -15.0, 5.0),
        ("best", 120.0, 0.0),
    ] {
        let calibration = read(&report(4, of, "from = 60\nto = 90", false)).unwrap();
        let measurement = calibration.reports[0].measure(&games).unwrap();
        assert!(
            (measurement.value - value).abs() < 1e-9
                && (measurement.standard_error - error).abs() < 1e-9,
            "{of}: {measurement:?}"
        );
        assert_eq!(calibration.reports[0].measure(&Games::new()), None);
    }
    let calibration = read(&report(4, "winner", "from = 60\nto = 90", false)).unwrap();
    let deviation =
        [50.0, 60.0, 75.0, 90.0, 110.0].map(|value| calibration.reports[0].deviation(value));
    assert!(
        deviation
            .iter()
            .zip([2.0, 0.0, 0.0, 0.0, 4.0])
            .all(|(one, other)| (one - other).abs() < 1e-9),
        "{deviation:?}"
    );
}

/// Plays a game between greedy players. Returns the events of the last action.
fn play_greedy_game<G: CalibratedGame>(
    printed: &Arc<G::Printed>,
    players: u8,
    number: u64,
) -> (G, Vec<G::Event>) {
    let seats = Seats::of(G::TITLE, players).unwrap();
    let seed = Seed::from_number(number);
    let mut game = G::setup(printed, seats, G::Options::default(), seed).unwrap();
    let mut minds = BySeat::new(seats, |seat| {
        Some(PolicyKind::Greedy.build::<G>(&seed, seats, seat).unwrap())
    });
    let mut events = Vec::new();
    while let Some(seat) = game.status().to_act() {
        let legal = game.legal_actions();
        let observation = Observation::new(&game, seat, &legal);
        let choice = minds[seat]
            .as_mut()
            .unwrap()
            .choose(&observation, &mut Budget::per_turn());
        events.clear();
        game.play(legal[choice], &mut events).unwrap();
    }
    (game, events)
}

#[test]
fn final_scoring_points_match_the_events() {
    let (hawaii, events) = play_greedy_game::<Hawaii>(&Hawaii::printed().unwrap(), 4, 3);
    let mut told = 0;
    for event in &events {
        if let Event::FinalScoring { seat, points } = event {
            assert_eq!(hawaii.final_scoring_points(*seat), points.total());
            told += u32::from(points.total() > 0);
        }
    }
    assert!(told > 2, "{events:?}");
    let standings = hawaii.status().standings().unwrap();
    let ended = GameResult::from_game(&hawaii).unwrap();
    let winner = standings.ranked()[0];
    assert_eq!(
        (ended.ranked_points[0], ended.winner_final_scoring),
        (
            standings.points[winner],
            hawaii.final_scoring_points(winner)
        )
    );
    let before = standings
        .ranked()
        .into_iter()
        .map(|seat| standings.points[seat] - hawaii.final_scoring_points(seat));
    assert_eq!(Some(ended.best_before_final_scoring), before.max());
    let (haleakala, events) = play_greedy_game::<Haleakala>(&Haleakala::printed().unwrap(), 2, 3);
    let scored = events.iter().filter_map(|event| {
        if let Delivered::Scored { seat, points } = event {
            Some((*seat, points.total()))
        } else {
            None
        }
    });
    let scored: Vec<_> = scored.collect();
    assert_eq!(scored.len(), 2);
    assert!(
        scored
            .iter()
            .all(|(seat, points)| haleakala.final_scoring_points(*seat) == *points),
        "{scored:?}"
    );
}

#[test]
fn a_search_with_real_games_moves_in_the_right_direction() {
    let games = |candidate: &Candidate<Hawaii>| {
        let game = |number| {
            GameResult::from_game(&play_greedy_game::<Hawaii>(&candidate.printed, 2, number).0)
                .unwrap()
        };
        Games::from([(2, (0..16).map(game).collect())])
    };
    let as_it_is = Calibration::<Hawaii>::load().unwrap();
    let value = Search::new(&as_it_is)
        .next_candidates()
        .first()
        .map(games)
        .unwrap();
    let calibration = |by: f64| {
        let mean = calibration_with_report("anybody", "from = 0").reports[0]
            .measure(&value)
            .unwrap()
            .value
            + by;
        calibration_with_report("anybody", &format!("from = {mean}\nto = {mean}"))
    };
    let more = calibration(30.0);
    let fewer = calibration(-15.0);
    let best = [&more, &fewer].map(|calibration| moved(&run_search(calibration, games)));
    assert!(best[0].iter().any(|name| name.contains("more")), "{best:?}");
    assert_eq!(best[1], ["none"]);
}
