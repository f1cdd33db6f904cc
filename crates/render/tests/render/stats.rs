//! Statistics as pictures: a person's, a server's, and ratings as a list.

use image::GenericImageView as _;
use lanai_render::ranks::{Rank, render_ranks};
use lanai_render::stats::{
    ActivePlayer, FavouritePieces, MAX_ROWS, RatingCurve, RatingPoint, StatsCards, StatsRow,
    StatsSheet, render_stats,
};
use lanai_render::{Art, Canvas, Look, png};
use lanai_text::Dictionary;

use super::games::{LONG, NAMES, save};
use super::{golden, theme};

/// The maximum size of a picture in a message.
const MOST: usize = 150 << 10;

fn render_sheet(tag: &str, sheet: &StatsSheet) -> Canvas {
    let dictionary = Dictionary::open().unwrap();
    let canvas = render_stats(theme(Look::Calm), dictionary.for_locale(tag), sheet);
    assert_eq!((canvas.width(), canvas.height()), (1650, 1050));
    assert!(png::encode(&canvas).len() <= MOST, "{tag}: {sheet:?}");
    canvas
}

fn row(name: &str, games: i64, wins: &[Option<i64>]) -> StatsRow {
    StatsRow {
        name: name.to_owned(),
        games,
        average: 80 + games % 37,
        best: 150,
        wins: wins.to_vec(),
    }
}

fn rows() -> Vec<StatsRow> {
    vec![
        row("Hawaii, 3 players", 41, &[Some(24), Some(44), Some(38)]),
        row(
            "Hawaii, 4 players",
            17,
            &[Some(33), None, Some(0), Some(100)],
        ),
        row("Haleakala, 2 players", 9, &[Some(60), Some(25)]),
    ]
}

/// A synthetic course of a rating.
fn curve(row: usize, games: i64, from: i64) -> RatingCurve {
    let points = (0..games).map(|game| RatingPoint {
        at: 1_700_000_000 + game * 700_000 + game * game * 900,
        points: 1500 + from * game.min(14) / 3 + (game * 7919 + from * 31) % 67 - 33,
        provisional: game < 9,
    });
    RatingCurve {
        row,
        points: points.collect(),
    }
}

fn favourite(kind: &str, pieces: &[Art]) -> FavouritePieces {
    FavouritePieces {
        kind: kind.to_owned(),
        pieces: pieces.to_vec(),
    }
}

fn active_player(name: &str, games: i64) -> ActivePlayer {
    ActivePlayer {
        name: name.to_owned(),
        games,
    }
}

fn person() -> StatsSheet {
    let taken = vec![
        favourite("Gods", &[Art::Kane, Art::Lono, Art::Pele]),
        favourite("Tiles", &[Art::Surfer, Art::ShellHut, Art::Boat]),
        favourite("Cards", &[Art::CardStatue, Art::CardFish3, Art::CardShell]),
        favourite("Bought", &[Art::ScoreForest, Art::ScoreMountain]),
    ];
    let lines = [
        "7 hours a turn",
        "Hawaii: 187 at best",
        "Haleakala: 61 at best",
    ]
    .map(str::to_owned)
    .to_vec();
    let curves = vec![curve(0, 41, 40), curve(1, 17, -20), curve(2, 5, 10)];
    let days = ["2025-03-01", "2026-11-24"].map(str::to_owned);
    StatsSheet {
        title: NAMES[1].to_owned(),
        rows: rows(),
        cards: StatsCards::Person {
            curves,
            dates: days,
            favourites: taken,
            lines,
        },
    }
}

fn guild() -> StatsSheet {
    let active = NAMES
        .iter()
        .zip([112, 80, 64, 9, 1])
        .map(|(name, games)| active_player(name, games));
    StatsSheet {
        title: "Games on this server".to_owned(),
        rows: rows(),
        cards: StatsCards::Guild {
            active: active.collect(),
        },
    }
}

fn list(of: usize) -> Vec<Rank> {
    let ranks = (0..of).map(|place| {
        let down = i64::try_from(place).unwrap();
        Rank {
            rank: (place + 1).to_string(),
            name: NAMES[place % 5].to_owned(),
            points: 1950 - down * 31,
            uncertainty: 60 + down * 9,
            provisional: false,
        }
    });
    ranks.collect()
}

#[test]
fn statistics_are_those_that_were_looked_at() {
    for (name, canvas) in [
        ("stats-person", render_sheet("en", &person())),
        ("stats-server", render_sheet("en", &guild())),
        (
            "leaderboard",
            render_ranks(
                theme(Look::Calm),
                "Hawaii, 3 players: the best here",
                &list(15),
            ),
        ),
    ] {
        save(&format!("{name}.png"), &canvas);
        golden::compare(name, &canvas);
    }
}

fn full_rows(wins: i64) -> Vec<StatsRow> {
    vec![row(LONG[0], 10_000, &[Some(wins); 5]); MAX_ROWS]
}

fn person_with(curves: Vec<RatingCurve>, rows: Vec<StatsRow>) -> StatsSheet {
    StatsSheet {
        title: LONG[1].to_owned(),
        rows,
        cards: StatsCards::Person {
            curves,
            dates: <[String; 2]>::default(),
            favourites: vec![favourite(LONG[0], &[Art::Kane; 3]); 4],
            lines: vec![LONG[3].to_owned(); 3],
        },
    }
}

/// Statistics of none, one and ten thousand games, with long and short names, are drawn in every
/// language and stay small.
#[test]
fn whatever_the_statistics_are_they_can_be_drawn() {
    let dictionary = Dictionary::open().unwrap();

    let lonely = RatingCurve {
        row: 0,
        points: vec![RatingPoint {
            at: 5,
            points: 1512,
            provisional: true,
        }],
    };

    let far = RatingCurve {
        row: 4,
        points: vec![
            RatingPoint {
                at: 0,
                points: -900,
                provisional: true,
            },
            RatingPoint {
                at: 1 << 31,
                points: 4000,
                provisional: false,
            },
        ],
    };
    let sheets = [
        StatsSheet::default(),
        person(),
        guild(),
        person_with(vec![lonely], rows()),
        person_with(
            (0..MAX_ROWS).map(|row| curve(row, 120, 10)).collect(),
            full_rows(100),
        ),
        person_with(
            (0..MAX_ROWS).map(|row| curve(row, 0, 0)).collect(),
            full_rows(0),
        ),
        person_with(vec![far], full_rows(33)),
        StatsSheet {
            rows: full_rows(7),
            cards: StatsCards::Guild {
                active: vec![active_player(LONG[0], 10_000); 8],
            },
            ..guild()
        },
    ];
    for (number, sheet) in sheets.iter().enumerate() {
        for tag in dictionary.languages().iter().map(lanai_text::Words::tag) {
            save(
                &format!("stats-{number}-{tag}.png"),
                &render_sheet(tag, sheet),
            );
        }
    }
    for name in LONG {
        let unsure = Rank {
            rank: String::new(),
            name: name.to_owned(),
            provisional: true,
            ..list(1).remove(0)
        };
        let canvas = render_ranks(theme(Look::Calm), name, &[unsure]);
        assert!(canvas.height() < 300 && png::encode(&canvas).len() <= MOST);
        save("ratings.png", &canvas);
    }
    let most = render_ranks(theme(Look::Calm), LONG[0], &list(15));
    assert!(most.height() <= 1080 && png::encode(&most).len() <= MOST);
}
