//! What a player says at the terminal: the verbs that chat has too, with what may be left out.
//!
//! This room only reads; whether a wish is lawful is for the rules to say.

use crate::rules::hawaii::{
    action::{Action, Catch},
    island::{Dock, Place, Row, Space},
    pieces::{Good, Goods, Level, Price, Tile},
    state::Step,
    view::View,
};

/// What was said.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Said {
    /// Do this.
    Wish(Wish),
    /// Look at the island.
    Board,
    /// Look at what everybody has.
    Realms,
    /// Everything that can be done now.
    Options,
    /// Take the last step back.
    Undo,
    /// What can be said.
    Help,
    /// Leave the table.
    Quit,
    /// An empty line.
    Nothing,
}

/// An action, and how to settle what comes with it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Wish {
    pub(super) first: Action,
    pub(super) row: Option<Row>,
    pub(super) pay: Option<Pay>,
}

/// How to pay.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Pay {
    /// All of it in this good.
    All(Good),
    /// Just so.
    Exactly(Goods),
}

/// What was not understood.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Unclear {
    /// No such verb.
    Unknown(String),
    /// It could be several things.
    Which(String, Vec<String>),
    /// Nothing of that name.
    NoneSuch(String),
    /// Something is missing: how to say it.
    Needs(&'static str),
    /// No choice of this number.
    NoChoice(usize),
}

/// Reads a line.
pub(super) fn read(line: &str, view: &View) -> Result<Said, Unclear> {
    let line = line.trim().trim_start_matches('/').to_lowercase();
    let mut words = line.split_whitespace();
    let Some(verb) = words.next() else { return Ok(Said::Nothing) };
    let mut rest: Vec<&str> = words.collect();
    let pay = read_pay(&mut rest)?;
    let row = read_row(&mut rest)?;
    let first = match verb {
        "move" => Action::Move(read_place(&rest, view)?),
        "buy" => read_purchase(&rest, view)?,
        "fish" => read_catch(&rest)?,
        "sail" => Action::Sail(number(&rest, "sail DOCK", Dock::from_number)?),
        "wait" => Action::Wait,
        "pass" => Action::Pass(number(&rest, "pass SPACE", Space::from_number)?),
        "choose" => read_choice(&rest, view)?,
        "pay" => read_payment(&rest, view)?,
        "board" => return Ok(Said::Board),
        "realms" | "realm" => return Ok(Said::Realms),
        "options" => return Ok(Said::Options),
        "undo" => return Ok(Said::Undo),
        "help" => return Ok(Said::Help),
        "quit" | "exit" => return Ok(Said::Quit),
        _ => return Err(Unclear::Unknown(verb.to_owned())),
    };
    Ok(Said::Wish(Wish { first, row, pay }))
}

fn number<T>(words: &[&str], usage: &'static str, find: impl Fn(u8) -> Option<T>) -> Result<T, Unclear> {
    let word = words.first().ok_or(Unclear::Needs(usage))?;
    word.parse().ok().and_then(find).ok_or_else(|| Unclear::NoneSuch((*word).to_owned()))
}

fn read_choice(words: &[&str], view: &View) -> Result<Action, Unclear> {
    let number: usize = number(words, "choose N", |number| Some(number.into()))?;
    number.checked_sub(1).and_then(|at| view.legal.get(at)).copied().ok_or(Unclear::NoChoice(number))
}

/// The one thing whose name is, begins with, or holds the words.
fn find<T: Copy + PartialEq>(words: &str, things: &[(String, T)]) -> Result<T, Unclear> {
    let close = [
        |name: &str, words: &str| name == words,
        |name: &str, words: &str| name.starts_with(words),
        |name: &str, words: &str| name.contains(words),
    ];
    for matches in close {
        let mut found: Vec<&(String, T)> = Vec::new();
        for thing in things.iter().filter(|(name, _)| matches(name, words)) {
            if !found.iter().any(|known| known.1 == thing.1) {
                found.push(thing);
            }
        }
        match found.as_slice() {
            [] => {}
            [one] => return Ok(one.1),
            many => {
                let names = many.iter().map(|(name, _)| name.clone()).collect();
                return Err(Unclear::Which(words.to_owned(), names));
            }
        }
    }
    Err(Unclear::NoneSuch(words.to_owned()))
}

/// A place by its name, or by what it sells.
fn read_place(words: &[&str], view: &View) -> Result<Place, Unclear> {
    if words.is_empty() {
        return Err(Unclear::Needs("move PLACE"));
    }
    let mut things: Vec<_> =
        Place::all().map(|place| (view.printed.card(place).name.clone(), place)).collect();
    let by_tile = Tile::all().filter_map(|tile| Some((tile.name().to_owned(), view.printed.home(tile)?)));
    things.extend(by_tile);
    find(&words.join("-"), &things)
}

// --- buy TILE [PRICE] [double] ---

fn read_purchase(words: &[&str], view: &View) -> Result<Action, Unclear> {
    let is_price = |word: &str| word.starts_with(|first: char| first.is_ascii_digit());
    let ends_name = |word: &&str| is_price(word) || ["double", "single"].contains(word);
    let at = words.iter().position(ends_name).unwrap_or(words.len());
    let (name, rest) = words.split_at(at);
    if name.is_empty() {
        return Err(Unclear::Needs("buy TILE [PRICE] [double]"));
    }
    let tiles: Vec<_> = Tile::all().map(|tile| (tile.name().to_owned(), tile)).collect();
    let tile = find(&name.join("-"), &tiles)?;
    let level = if rest.contains(&"double") { Level::Two } else { Level::One };
    let worth = rest.iter().find(|word| is_price(word)).map(|word| read_worth(word)).transpose()?;
    let spears =
        rest.iter().any(|word| *word == "spears" || word.ends_with(['⚔', 's', '*']) && is_price(word));
    let wanted = |price: Price| worth.is_none_or(|worth| price.worth == worth) && (!spears || price.spears);
    let lawful = view.legal.iter().find(|action| {
        matches!(action, Action::Buy { tile: other, price, level: at }
            if *other == tile && *at == level && wanted(*price))
    });
    // If nothing like it is lawful, the rules say why not.
    let refused = || Action::Buy { tile, price: likely_price(view, worth, spears), level };
    Ok(lawful.copied().unwrap_or_else(refused))
}

fn read_worth(word: &str) -> Result<u8, Unclear> {
    let digits = word.trim_end_matches(['⚔', 's', '*']);
    digits.parse().map_err(|_| Unclear::NoneSuch(word.to_owned()))
}

/// The price that was meant: the one named, or the cheapest where the chieftain stands.
fn likely_price(view: &View, worth: Option<u8>, spears: bool) -> Price {
    let here = match view.step {
        Some(Step::Shop(place)) => view.place(place),
        _ => None,
    };
    let cheapest = here.into_iter().flat_map(|place| &place.circles).filter_map(|circle| circle.price).min();
    match worth {
        Some(worth) => Price { worth, spears },
        None => cheapest.unwrap_or(Price { worth: 2, spears }),
    }
}

// --- fish N ... ---

fn read_catch(words: &[&str]) -> Result<Action, Unclear> {
    if words.is_empty() {
        return Err(Unclear::Needs("fish N ..."));
    }
    let mut catch = Catch::default();
    for word in words {
        let fish: Option<usize> = word.parse().ok().filter(|fish| (1..=catch.0.len()).contains(fish));
        let fish = fish.ok_or_else(|| Unclear::NoneSuch((*word).to_owned()))?;
        catch.0[fish - 1] = catch.0[fish - 1].saturating_add(1);
    }
    Ok(Action::Fish(catch))
}

// --- ... pay 2 shells 1 fruit, ... village 3 ---

/// Cuts the words from "pay" on off a wish.
fn read_pay(words: &mut Vec<&str>) -> Result<Option<Pay>, Unclear> {
    let Some(at) = words.iter().position(|word| *word == "pay" || *word == "with") else { return Ok(None) };
    let rest = words.split_off(at);
    read_goods(&rest[1..]).map(Some)
}

fn read_goods(words: &[&str]) -> Result<Pay, Unclear> {
    const USAGE: &str = "pay 2 shells 1 fruit, or pay fruits";
    let good = |word: &str| match word {
        "shell" | "shells" => Ok(Good::Shell),
        "foot" | "feet" => Ok(Good::Foot),
        "fruit" | "fruits" => Ok(Good::Fruit),
        _ => Err(Unclear::NoneSuch(word.to_owned())),
    };
    match words {
        [] => Err(Unclear::Needs(USAGE)),
        [only] => good(only).map(Pay::All),
        many => {
            let mut goods = Goods::default();
            let many: Vec<_> = many.iter().filter(|word| !["and", ","].contains(word)).collect();
            for pair in many.chunks(2) {
                let [amount, name] = pair else { return Err(Unclear::Needs(USAGE)) };
                let amount: u16 = amount.parse().map_err(|_| Unclear::Needs(USAGE))?;
                let name = good(name.trim_end_matches(','))?;
                goods[name] = goods[name].saturating_add(amount);
            }
            Ok(Pay::Exactly(goods))
        }
    }
}

/// Answers the question how to pay, or what to give KANE.
fn read_payment(words: &[&str], view: &View) -> Result<Action, Unclear> {
    let goods = match read_goods(words)? {
        Pay::Exactly(goods) => goods,
        Pay::All(good) => match view.step {
            Some(Step::Pay(bill)) => Goods::of(good, bill.cost),
            Some(Step::Kane) => Goods::of(good, view.printed.effects().kane_tiki),
            _ => Goods::of(good, 1),
        },
    };
    Ok(if view.step == Some(Step::Kane) { Action::Offer(goods) } else { Action::Pay(goods) })
}

fn read_row(words: &mut Vec<&str>) -> Result<Option<Row>, Unclear> {
    let Some(at) = words.iter().position(|word| *word == "village" || *word == "row") else {
        return Ok(None);
    };
    let rest = words.split_off(at);
    number(&rest[1..], "village N", Row::from_number).map(Some)
}
