//! Parses the commands of Haleakala.

use super::{
    InputError, Intent, TypedGame, drop_fillers, expect_end, find_by_name, pair_with_names,
    read_number, words_before,
};
use crate::haleakala::terrain_key;
use crate::{Key, Words, key, typed_name};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::{Action, Event};
use lanai_rules::haleakala::board::{Direction, Segment, Site, Terrain};
use lanai_rules::haleakala::pieces::{Card, Disc, Keepsake, Ware};
use lanai_rules::haleakala::state::Step;
use lanai_rules::haleakala::view::View;

impl TypedGame for Haleakala {
    type Details = ();

    const VERBS: &'static [&'static str] = &[
        "place", "invoke", "take", "boat", "move", "walk", "lava", "stay", "buy", "leave", "choose",
    ];

    const HELP_KEY: Key = key::HAL_PLAY_HELP;

    fn parse_command(
        names: &Words,
        verb: &str,
        words: Vec<&str>,
        view: &View,
    ) -> Result<Intent<Haleakala>, InputError> {
        let first = match verb {
            "place" => {
                const USAGE: &str = "place DISC BEACH";
                let Some((disc, at)) = words.split_first() else {
                    return Err(InputError::MissingWords(USAGE));
                };
                let disc = read_disc(&[disc], USAGE)?;
                if at.is_empty() {
                    return Err(InputError::MissingBeach(disc));
                }
                Action::Place {
                    disc,
                    at: read_number(at, USAGE, Segment::from_number)?,
                }
            }
            "invoke" => Action::Invoke {
                disc: read_disc(&words, "invoke DISC")?,
            },
            "take" if view.step == Some(Step::Choose) => Action::Choose(read_card(names, &words)?),
            "take" => Action::Take {
                disc: read_disc(&words, "take DISC")?,
            },
            "boat" => {
                expect_end(&words)?;
                Action::Boat
            }
            "move" | "walk" => read_walk(names, &words)?,
            "lava" => read_lava(&words)?,
            "stay" => {
                expect_end(&words)?;
                Action::Stay
            }
            "buy" => read_purchase(names, &words)?,
            "leave" => Action::LeaveLava,
            _ => return Err(InputError::UnknownVerb(verb.to_owned())),
        };
        Ok(Intent { first, details: () })
    }

    /// Returns `None`, because the rules carry out forced steps and all others are the player's
    /// choice.
    fn follow_up(_view: &View, (): ()) -> Option<Action> {
        None
    }

    fn has_open_decision(_view: &View) -> bool {
        false
    }

    fn has_used_details((): (), _events: &[Event]) -> bool {
        true
    }
}

fn read_disc(words: &[&str], usage: &'static str) -> Result<Disc, InputError> {
    read_number(words, usage, Disc::from_number).map_err(|error| {
        if let InputError::NoSuchNumber(word) = error {
            InputError::NoSuchDisc(word)
        } else {
            error
        }
    })
}

/// Parses the words after the verb in `move forest 3` or `move lava 2 clockwise`.
fn read_walk(names: &Words, words: &[&str]) -> Result<Action, InputError> {
    const USAGE: &str = "move TERRAIN SEGMENT";
    let Some((name, rest)) = words.split_first() else {
        return Err(InputError::MissingWords(USAGE));
    };
    if *name == "lava" {
        return read_lava(rest);
    }
    let terrains = pair_with_names(
        Terrain::ALL,
        |terrain| terrain.name().to_owned(),
        |terrain| names.say(terrain_key(terrain), &[]),
    );
    let terrain = find_by_name(name, &terrains)?;
    let segment = read_number(rest, USAGE, Segment::from_number)?;
    Ok(Action::Walk(Site { segment, terrain }))
}

fn read_lava(words: &[&str]) -> Result<Action, InputError> {
    const USAGE: &str = "lava SEGMENT clockwise";
    let words = drop_fillers(words, &["from", "crater"]);
    let Some((from, rest)) = words.split_first() else {
        return Err(InputError::MissingWords(USAGE));
    };
    let from = read_number(&[from], USAGE, Segment::from_number)?;
    let Some((direction, rest)) = rest.split_first() else {
        return Err(InputError::MissingWords(USAGE));
    };
    expect_end(rest)?;
    let direction = find_by_name(
        direction,
        &Direction::ALL.map(|direction| (direction.name(), direction)),
    )?;
    Ok(Action::Lava { from, direction })
}

fn read_card(names: &Words, words: &[&str]) -> Result<Card, InputError> {
    if words.is_empty() {
        return Err(InputError::MissingWords("take CARD"));
    }
    let kept = Keepsake::ALL.into_iter().map(Card::Kept);
    let cards = [Card::Statue, Card::Priestess, Card::Shell]
        .into_iter()
        .chain(kept);
    let cards = pair_with_names(
        cards,
        |card| card.name().to_owned(),
        |card| {
            let baskets = match card {
                Card::Kept(kept) => kept.baskets(),
                Card::Statue | Card::Priestess | Card::Shell | Card::Lava => 0,
            };
            let key = if baskets > 0 {
                key::HAL_CARD_FISH
            } else {
                key::HAL_CARD.member(card.name())
            };
            names.say(key, &[("n", baskets.into())])
        },
    );
    find_by_name(&typed_name(&words.join(" ")), &cards)
}

fn read_purchase(names: &Words, words: &[&str]) -> Result<Action, InputError> {
    if words.is_empty() {
        return Err(InputError::MissingWords("buy NAME, or buy nothing"));
    }
    // Players may copy a choice from the list, in which the price follows the name: "... for 3
    // shells".
    let words = words_before(words, "for");
    if *words == ["nothing"] {
        return Ok(Action::BuyNothing);
    }
    let wares = pair_with_names(
        Ware::ALL,
        |ware| ware.name().to_owned(),
        |ware| names.say(key::HAL_CARD.member(ware.name()), &[]),
    );
    find_by_name(&typed_name(&words.join(" ")), &wares).map(Action::Buy)
}
