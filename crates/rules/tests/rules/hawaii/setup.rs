//! "Game setup", for two to five players and many seeds.

use lanai_rules::chance::Seed;
use lanai_rules::hawaii::island::{Chieftain, Space, Spot};
use lanai_rules::hawaii::options::Options;
use lanai_rules::hawaii::pieces::{Fleet, God, Goods, Tile};
use lanai_rules::hawaii::state::Step;
use lanai_rules::hawaii::token::{At, Token};
use lanai_rules::hawaii::{Hawaii, banker};
use lanai_rules::{Rules, Seats, Title};
use lanai_text::Words;

use super::fixture::*;

fn fresh(players: u8, seed: u64) -> Play {
    let seed = Seed::from_number(seed);
    Play::new(Hawaii::setup(&printed(), seats(players), Options::default(), seed).unwrap())
}

/// Games for each number of players, each with some seeds.
fn fresh_games() -> impl Iterator<Item = Play> {
    (2..=5).flat_map(|players| (0..25).map(move |seed| fresh(players, seed)))
}

#[test]
fn two_to_five_may_play() {
    let words = Words::english().unwrap();
    for asked in [0, 1, 6, u8::MAX] {
        let refused = Seats::of(Title::Hawaii, asked).unwrap_err();
        assert_eq!((refused.title, refused.asked), (Title::Hawaii, asked));
        assert_eq!(
            words.explain_set_up_error(&refused),
            format!("Hawaii is for 2 to 5 players, not {asked}.")
        );
    }
    assert!((2..=5).all(|asked| Seats::of(Title::Hawaii, asked).is_ok()));
}

#[test]
fn each_game_keeps_the_laws_from_the_start() {
    for game in fresh_games() {
        game.game().check().unwrap();
    }
}

#[test]
fn the_ten_places_are_shuffled() {
    for game in fresh_games() {
        let mut places: Vec<u8> = game
            .state()
            .places
            .iter()
            .map(|(_, place)| place.number())
            .collect();
        places.sort_unstable();
        assert_eq!(places, (1..=10).collect::<Vec<_>>());
    }
    assert_ne!(fresh(2, 1).state().places, fresh(2, 2).state().places);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    assert_eq!(fresh(4, 7).state(), fresh(4, 7).state());
}

#[test]
fn there_are_126_place_tiles() {
    for game in fresh_games() {
        let stacked: u32 = Tile::STACKED
            .iter()
            .map(|tile| u32::from(game.state().stacks[*tile]))
            .sum();
        let gods = game.state().gods.0.iter().flatten().count();
        assert_eq!((stacked, gods), (114, 12));
    }
}

#[test]
fn each_stack_is_as_high_as_printed() {
    let game = fresh(2, 0);
    let heights = [
        (
            5,
            [
                "shell-hut",
                "foot-hut",
                "spear-hut",
                "exchange-hut",
                "long-hut",
                "irrigation",
            ]
            .as_slice(),
        ),
        (10, &["hula", "surfer"]),
        (4, &["breadfruit", "taro", "coconut", "banana"]),
        (8, &["boat"]),
        (25, &["kahuna"]),
        (15, &["tiki"]),
    ];
    for (height, names) in heights {
        for name in names {
            assert_eq!(game.in_stack(name), height, "{name}");
        }
    }
}

#[test]
fn gods_are_shuffled_into_two_equal_stacks() {
    for game in fresh_games() {
        assert_eq!(game.state().gods.0.map(|stack| stack.len()), [6, 6]);
        for god in God::ALL {
            assert_eq!(
                game.state()
                    .gods
                    .0
                    .iter()
                    .flatten()
                    .filter(|other| **other == god)
                    .count(),
                2
            );
        }
    }
    assert_ne!(fresh(2, 1).state().gods, fresh(2, 2).state().gods);
}

#[test]
fn four_islands_lie_at_the_docks_and_six_face_down() {
    for game in fresh_games() {
        assert!(game.state().docks.iter().all(Option::is_some));
        assert_eq!(
            (
                game.state().islands.hidden.len(),
                game.state().islands.visited.len()
            ),
            (6, 0)
        );
    }
}

#[test]
fn the_turn_order_is_drawn() {
    let firsts: Vec<u8> = (0..40).map(|seed| fresh(3, seed).to_act()).collect();
    for player in 1..=3 {
        assert!(firsts.contains(&player), "seat {player} is never first");
    }
    for game in fresh_games() {
        assert_eq!(
            seat(game.to_act()),
            game.state().order[0],
            "the first in order begins"
        );
        assert_eq!(game.step(), Some(Step::Turn));
    }
}

#[test]
fn each_player_gets_13_shells_and_7_feet_and_fruits_by_order() {
    for game in fresh_games() {
        for (seat, fruits) in game.state().order.iter().zip([0, 2, 3, 4, 5]) {
            let Goods {
                shells,
                feet,
                fruits: got,
            } = game.realm(seat.number()).goods;
            assert_eq!((shells, feet, got), (13, 7, fruits));
        }
    }
}

#[test]
fn each_player_has_a_fishing_boat_and_nothing_else() {
    for game in fresh_games() {
        for seat in game.game().seats().iter() {
            let realm = game.realm(seat.number());
            assert_eq!(
                realm.ashore,
                Fleet {
                    fishing: 1,
                    one: 0,
                    two: 0
                }
            );
            assert_eq!(
                (
                    realm.buildings().count(),
                    realm.kahunas,
                    realm.tikis,
                    realm.points
                ),
                (0, 0, 0, 0)
            );
        }
    }
}

#[test]
fn the_start_hut_begins_the_first_village() {
    let game = fresh(2, 0);
    let lengths: Vec<usize> = (1..=5)
        .map(|at| game.realm(RED).length(&printed(), row(at)))
        .collect();
    assert_eq!(lengths, [1, 0, 0, 0, 0]);
}

#[test]
fn chieftains_begin_on_the_beach_in_the_first_of_five_rounds() {
    for game in fresh_games() {
        assert!(
            game.state()
                .chieftains
                .values()
                .all(|chieftain| *chieftain == Chieftain::Beach)
        );
        assert_eq!(game.state().round, 1);
    }
}

// --- "Lay out the price tokens" ---

#[test]
fn each_blank_circle_has_its_token() {
    for game in fresh_games() {
        for (_, place) in game.state().places.iter() {
            for circle in 1..=printed().card(place).circles.blank {
                assert_eq!(game.tokens(|at| at == At::Circle(place, circle)).len(), 1);
            }
        }
    }
}

#[test]
fn a_number_is_covered_only_if_the_sum_fits() {
    for game in fresh_games() {
        for (_, place) in game.state().places.iter() {
            let all = game.tokens(|at| matches!(at, At::Circle(there, _) if there == place));
            let covered = !game.tokens(|at| at == At::Circle(place, 0)).is_empty();
            let fits = all.iter().sum::<u8>() <= printed().card(place).circles.number;
            assert!(!covered || fits);
        }
    }
}

#[test]
fn the_cove_has_a_token_for_each_uncovered_number() {
    for game in fresh_games() {
        let covered = game.tokens(|at| matches!(at, At::Circle(_, 0))).len();
        assert_eq!(
            covered + game.tokens(|at| matches!(at, At::Cove(_))).len(),
            10
        );
    }
}

/// Replays each draw by hand from a known bag.
#[test]
fn places_are_served_from_the_lower_left_row_by_row() {
    let figures = printed();
    for number in 0..25 {
        let state = fresh(5, number).state().clone();
        let drawn: Vec<Token> = Token::all().rev().collect();
        let bag: [Token; 25] = drawn.clone().try_into().unwrap();
        let tokens = banker::lay_out_drawn(&figures, bag, &state.seed, 1, &state.places, seats(5));
        let mut drawn = drawn.into_iter();
        for spot in Spot::all() {
            let place = state.places.0[spot];
            let circles = &figures.card(place).circles;
            let mut sum = 0;
            for circle in 1..=circles.blank {
                let token = drawn.next().unwrap();
                assert_eq!(tokens[token], At::Circle(place, circle));
                sum += figures.face(token).price.worth;
            }
            let token = drawn.next().unwrap();
            if sum + figures.face(token).price.worth <= circles.number {
                assert_eq!(tokens[token], At::Circle(place, 0));
            } else {
                assert!(matches!(tokens[token], At::Cove(_)));
            }
        }
        assert!(drawn.all(|token| matches!(tokens[token], At::Track(_))));
    }
}

#[test]
fn one_token_fewer_than_players_lies_under_the_turn_order_the_lowest_first() {
    for game in fresh_games() {
        let players = game.game().seats().number();
        let under = |number| {
            let mut tokens = game
                .state()
                .tokens
                .tokens_at(move |at| at == At::Track(space(number)));
            tokens.next().map(|token| printed().face(token).price)
        };
        assert_eq!(under(1), None, "space 1 has none");
        let track: Vec<_> = (2..=players)
            .map(|number| under(number).expect("a token"))
            .collect();
        assert!(
            track.is_sorted_by_key(|price| (price.worth, price.spears)),
            "{track:?}"
        );
        assert!(
            Space::all()
                .skip(players.into())
                .all(|space| under(space.number()).is_none())
        );
    }
}

/// "If 2 tokens have the same number, the one with the spear is considered higher."
#[test]
fn of_two_equal_tokens_the_one_with_spears_is_higher() {
    let figures = printed();
    let state = Table::of(3).state();
    let of = |price| {
        Token::all()
            .find(|token| figures.face(*token).price == price)
            .unwrap()
    };
    let (low, high) = (of(plain(4)), of(red(4)));
    for last in [[low, high], [high, low]] {
        let mut bag: Vec<Token> = Token::all().filter(|token| !last.contains(token)).collect();
        bag.splice(21..21, last);
        let bag: [Token; 25] = bag.try_into().unwrap();
        let tokens = banker::lay_out_drawn(&figures, bag, &state.seed, 1, &state.places, seats(3));
        assert_eq!(
            (tokens[low], tokens[high]),
            (At::Track(space(2)), At::Track(space(3)))
        );
    }
}

#[test]
fn with_five_players_the_bag_is_emptied() {
    for (players, left) in [(5, 0), (4, 1), (3, 2), (2, 3)] {
        assert_eq!(fresh(players, 3).tokens(|at| at == At::Bag).len(), left);
    }
}
