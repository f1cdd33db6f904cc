//! The verbs of Haleakala.

use super::{Intent, Spoken, Unclear, find, nothing_more, number};
use crate::rules::haleakala::{
    Haleakala,
    action::{Action, Event},
    board::{Direction, Segment, Site, Terrain},
    pieces::{Card, Disc, Keepsake, ScoringCard, Ware},
    state::Step,
    view::View,
};

impl Spoken for Haleakala {
    type Details = ();

    const VERBS: &'static [&'static str] =
        &["place", "invoke", "take", "boat", "move", "walk", "lava", "stay", "buy", "leave", "choose"];

    const HELP: &'static str = "hal-play-help";

    fn read(verb: &str, words: Vec<&str>, view: &View) -> Result<Intent<Haleakala>, Unclear> {
        let first = match verb {
            "place" => {
                const USAGE: &str = "place DISC SEGMENT";
                let Some((disc, at)) = words.split_first() else { return Err(Unclear::Needs(USAGE)) };
                let disc = number(&[disc], USAGE, Disc::from_number)?;
                Action::Place { disc, at: number(at, USAGE, Segment::from_number)? }
            }
            "invoke" => Action::Invoke { disc: number(&words, "invoke DISC", Disc::from_number)? },
            "take" if view.step == Some(Step::Choose) => Action::Choose(read_card(&words)?),
            "take" => Action::Take { disc: number(&words, "take DISC", Disc::from_number)? },
            "boat" => {
                nothing_more(&words)?;
                Action::Boat
            }
            "move" | "walk" => read_walk(&words)?,
            "lava" => read_lava(&words)?,
            "stay" => {
                nothing_more(&words)?;
                Action::Stay
            }
            "buy" => read_purchase(&words)?,
            "leave" => Action::LeaveLava,
            _ => return Err(Unclear::Unknown(verb.to_owned())),
        };
        Ok(Intent { first, details: () })
    }

    /// Every step has to be asked for: what leaves no choice is done by the rules.
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
fn read_walk(words: &[&str]) -> Result<Action, Unclear> {
    const USAGE: &str = "move TERRAIN SEGMENT";
    let Some((name, rest)) = words.split_first() else { return Err(Unclear::Needs(USAGE)) };
    if *name == "lava" {
        return read_lava(rest);
    }
    let terrains = [
        ("grassland".to_owned(), Terrain::Grassland),
        ("forest".to_owned(), Terrain::Forest),
        ("mountain".to_owned(), Terrain::Mountain),
    ];
    let terrain = find(name, &terrains)?;
    let segment = number(rest, USAGE, Segment::from_number)?;
    Ok(Action::Walk(Site { segment, terrain }))
}

fn read_lava(words: &[&str]) -> Result<Action, Unclear> {
    const USAGE: &str = "lava SEGMENT clockwise";
    let words: Vec<&str> = words.iter().filter(|word| !["from", "crater"].contains(word)).copied().collect();
    let Some((from, rest)) = words.split_first() else { return Err(Unclear::Needs(USAGE)) };
    let from = number(&[from], USAGE, Segment::from_number)?;
    let directions = [
        ("clockwise".to_owned(), Direction::Clockwise),
        ("counterclockwise".to_owned(), Direction::Counterclockwise),
    ];
    let Some((direction, rest)) = rest.split_first() else { return Err(Unclear::Needs(USAGE)) };
    nothing_more(rest)?;
    let direction = find(direction, &directions)?;
    Ok(Action::Lava { from, direction })
}

fn read_card(words: &[&str]) -> Result<Card, Unclear> {
    if words.is_empty() {
        return Err(Unclear::Needs("take CARD"));
    }
    let mut cards = vec![
        ("statue".to_owned(), Card::Statue),
        ("lava-priestess".to_owned(), Card::Priestess),
        ("shell".to_owned(), Card::Shell),
        ("white-pearl".to_owned(), Card::Kept(Keepsake::WhitePearl)),
        ("black-pearl".to_owned(), Card::Kept(Keepsake::BlackPearl)),
        ("nautilus".to_owned(), Card::Kept(Keepsake::Nautilus)),
    ];
    for kept in Keepsake::ALL.into_iter().filter(|kept| kept.baskets() > 0) {
        cards.push((format!("fish-{}", kept.baskets()), Card::Kept(kept)));
        let baskets = if kept.baskets() == 1 { "basket" } else { "baskets" };
        cards.push((format!("{}-{baskets}-of-fish", kept.baskets()), Card::Kept(kept)));
    }
    find(&words.join("-"), &cards)
}

fn read_purchase(words: &[&str]) -> Result<Action, Unclear> {
    if words.is_empty() {
        return Err(Unclear::Needs("buy NAME, or buy nothing"));
    }
    // The list of choices says what it costs.
    let end = words.iter().position(|word| *word == "for").unwrap_or(words.len());
    let words = &words[..end];
    if *words == ["nothing"] {
        return Ok(Action::BuyNothing);
    }
    let wares = [
        ("butterflies".to_owned(), Ware::Card(ScoringCard::Butterflies)),
        ("statue-majority".to_owned(), Ware::Card(ScoringCard::StatueMajority)),
        ("complete-segment".to_owned(), Ware::Card(ScoringCard::CompleteSegment)),
        ("forest-statues".to_owned(), Ware::Card(ScoringCard::Forest)),
        ("mountain-statues".to_owned(), Ware::Card(ScoringCard::Mountain)),
        ("lava-priestess".to_owned(), Ware::Priestess),
    ];
    find(&words.join("-"), &wares).map(Action::Buy)
}
