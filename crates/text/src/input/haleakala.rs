//! The verbs of Haleakala.

use super::{Intent, Spoken, Unclear, before, find, named, nothing_more, number, without};
use crate::{Words, typed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::{Action, Event};
use lanai_rules::haleakala::board::{Direction, Segment, Site, Terrain};
use lanai_rules::haleakala::pieces::{Card, Disc, Keepsake, Ware};
use lanai_rules::haleakala::state::Step;
use lanai_rules::haleakala::view::View;

impl Spoken for Haleakala {
    type Details = ();

    const VERBS: &'static [&'static str] = &[
        "place", "invoke", "take", "boat", "move", "walk", "lava", "stay", "buy", "leave", "choose",
    ];

    const HELP: &'static str = "hal-play-help";

    fn read(
        names: &Words,
        verb: &str,
        words: Vec<&str>,
        view: &View,
    ) -> Result<Intent<Haleakala>, Unclear> {
        let first = match verb {
            "place" => {
                const USAGE: &str = "place DISC SEGMENT";
                let Some((disc, at)) = words.split_first() else {
                    return Err(Unclear::Needs(USAGE));
                };
                let disc = number(&[disc], USAGE, Disc::from_number)?;
                Action::Place {
                    disc,
                    at: number(at, USAGE, Segment::from_number)?,
                }
            }
            "invoke" => Action::Invoke {
                disc: number(&words, "invoke DISC", Disc::from_number)?,
            },
            "take" if view.step == Some(Step::Choose) => Action::Choose(read_card(names, &words)?),
            "take" => Action::Take {
                disc: number(&words, "take DISC", Disc::from_number)?,
            },
            "boat" => {
                nothing_more(&words)?;
                Action::Boat
            }
            "move" | "walk" => read_walk(names, &words)?,
            "lava" => read_lava(&words)?,
            "stay" => {
                nothing_more(&words)?;
                Action::Stay
            }
            "buy" => read_purchase(names, &words)?,
            "leave" => Action::LeaveLava,
            _ => return Err(Unclear::Unknown(verb.to_owned())),
        };
        Ok(Intent { first, details: () })
    }

    /// The rules carry out forced steps, so every other step has to be asked for.
    fn follow_up(_view: &View, (): ()) -> Option<Action> {
        None
    }

    fn asks(_view: &View) -> bool {
        false
    }

    fn heeded((): (), _events: &[Event]) -> bool {
        true
    }
}

/// `move forest 3`, or `move lava 2 clockwise`.
fn read_walk(names: &Words, words: &[&str]) -> Result<Action, Unclear> {
    const USAGE: &str = "move TERRAIN SEGMENT";
    let Some((name, rest)) = words.split_first() else {
        return Err(Unclear::Needs(USAGE));
    };
    if *name == "lava" {
        return read_lava(rest);
    }
    let terrains = named(
        Terrain::ALL,
        |it| it.name().to_owned(),
        |it| names.say(&format!("hal-{}", it.name()), &[]),
    );
    let terrain = find(name, &terrains)?;
    let segment = number(rest, USAGE, Segment::from_number)?;
    Ok(Action::Walk(Site { segment, terrain }))
}

fn read_lava(words: &[&str]) -> Result<Action, Unclear> {
    const USAGE: &str = "lava SEGMENT clockwise";
    let words = without(words, &["from", "crater"]);
    let Some((from, rest)) = words.split_first() else {
        return Err(Unclear::Needs(USAGE));
    };
    let from = number(&[from], USAGE, Segment::from_number)?;
    let Some((direction, rest)) = rest.split_first() else {
        return Err(Unclear::Needs(USAGE));
    };
    nothing_more(rest)?;
    let direction = find(
        direction,
        &Direction::ALL.map(|direction| (direction.name(), direction)),
    )?;
    Ok(Action::Lava { from, direction })
}

fn read_card(names: &Words, words: &[&str]) -> Result<Card, Unclear> {
    if words.is_empty() {
        return Err(Unclear::Needs("take CARD"));
    }
    let kept = Keepsake::ALL.into_iter().map(Card::Kept);
    let cards = [Card::Statue, Card::Priestess, Card::Shell]
        .into_iter()
        .chain(kept);
    let name = |card: Card| {
        let baskets = if let Card::Kept(kept) = card {
            kept.baskets()
        } else {
            0
        };
        let key = if baskets > 0 { "fish" } else { card.name() };
        names.say(&format!("hal-card-{key}"), &[("n", baskets.into())])
    };
    find(
        &typed(&words.join(" ")),
        &named(cards, |card| card.name().to_owned(), name),
    )
}

fn read_purchase(names: &Words, words: &[&str]) -> Result<Action, Unclear> {
    if words.is_empty() {
        return Err(Unclear::Needs("buy NAME, or buy nothing"));
    }
    // The list of choices adds the price.
    let words = before(words, "for");
    if *words == ["nothing"] {
        return Ok(Action::BuyNothing);
    }
    let name = |ware: Ware| names.say(&format!("hal-card-{}", ware.name()), &[]);
    find(
        &typed(&words.join(" ")),
        &named(Ware::ALL, |ware| ware.name().to_owned(), name),
    )
    .map(Action::Buy)
}
