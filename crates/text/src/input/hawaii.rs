//! Parses the commands of Hawaii.

use std::mem::replace;

use super::{
    InputError, Intent, TypedGame, drop_fillers, expect_end, find_by_name, pair_with_names,
    read_number, words_before,
};
use crate::{Key, key};
use crate::{Words, typed_name};
use lanai_rules::hawaii::action::{Action, Catch, Event};
use lanai_rules::hawaii::island::{Dock, GodStack, Place, Row, Space};
use lanai_rules::hawaii::pieces::{Fleet, Fruit, Good, Goods, Level, Price, Tile};
use lanai_rules::hawaii::state::Step;
use lanai_rules::hawaii::view::View;
use lanai_rules::hawaii::{Hawaii, boats};

/// The payment and the village of a purchase, as far as the player stated them.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Details {
    row: Option<Row>,
    pay: Option<Pay>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Pay {
    All(Good),
    Exactly(Goods),
}

impl TypedGame for Hawaii {
    type Details = Details;

    const VERBS: &'static [&'static str] = &[
        "move", "buy", "fish", "sail", "wait", "build", "begin", "village", "give", "take",
        "launch", "pass", "pay", "choose",
    ];

    const HELP_KEY: Key = key::PLAY_HELP;

    fn parse_command(
        names: &Words,
        verb: &str,
        mut words: Vec<&str>,
        view: &View,
    ) -> Result<Intent<Hawaii>, InputError> {
        let details = read_details(&mut words)?;
        let first = match verb {
            "move" => Action::Move(read_place(names, &words, view)?),
            "buy" => read_purchase(names, &words, view)?,
            "fish" => read_catch(&words)?,
            "sail" => Action::Sail(read_number(&words, "sail DOCK", Dock::from_number)?),
            "wait" => {
                expect_end(&words)?;
                Action::Wait
            }
            "build" | "begin" => match details.row {
                Some(row) => Action::Build(row),
                None => return Err(InputError::MissingWords("build in village N")),
            },
            "village" => Action::Build(read_number(&words, "village N", Row::from_number)?),
            "give" => read_gift(&words)?,
            "take" => read_taking(names, &words)?,
            "launch" => read_fleet(&words)?,
            "pass" => Action::Pass(read_number(&words, "pass SPACE", Space::from_number)?),
            "pay" => read_payment(&words, view)?,
            _ => return Err(InputError::UnknownVerb(verb.to_owned())),
        };
        Ok(Intent { first, details })
    }

    fn follow_up(view: &View, details: Details) -> Option<Action> {
        match view.my_step()? {
            Step::Pay(bill) => match details.pay {
                None => view.legal.first().copied(),
                Some(Pay::All(good)) => Some(Action::Pay(Goods::of(good, bill.cost))),
                Some(Pay::Exactly(goods)) => Some(Action::Pay(goods)),
            },
            Step::Launch { load } => fewest_boats(view, load),
            Step::Kane if view.legal.len() == 1 => view.legal.first().copied(),
            Step::Build(_) => details.row.map(Action::Build),
            Step::Turn
            | Step::Shop(_)
            | Step::Put(..)
            | Step::Pick
            | Step::WhichStack(..)
            | Step::Kane
            | Step::Harvest { .. }
            | Step::NextRound => None,
        }
    }

    /// Returns whether a village, a gift or boats have to be chosen before the payment.
    fn has_open_decision(view: &View) -> bool {
        matches!(
            view.my_step(),
            Some(Step::Build(_) | Step::Pick | Step::Launch { .. })
        )
    }

    /// Returns whether a stated payment was made and, if tiles were built, one is in the named
    /// village.
    fn has_used_details(details: Details, events: &[Event]) -> bool {
        let paid = events
            .iter()
            .any(|event| matches!(event, Event::Paid { .. }));
        let built_rows: Vec<Row> = events.iter().filter_map(built_row).collect();
        let used_row = details
            .row
            .is_none_or(|row| built_rows.is_empty() || built_rows.contains(&row));
        used_row && (details.pay.is_none() || paid)
    }
}

fn built_row(event: &Event) -> Option<Row> {
    if let Event::Built { row, .. } = event {
        Some(*row)
    } else {
        None
    }
}

/// Returns the launch of the fewest boats that suffice, and among equal numbers the cheapest.
///
/// Few boats are better, because launched boats stay out until the end of the round.
fn fewest_boats(view: &View, load: u8) -> Option<Action> {
    let fleets = view.legal.iter().filter_map(|action| {
        if let Action::Launch(boats) = *action {
            Some(boats)
        } else {
            None
        }
    });
    let fewest = fleets.min_by_key(|fleet| {
        let count = u16::from(fleet.fishing) + u16::from(fleet.one) + u16::from(fleet.two);
        (count, boats::cost(view.printed.effects(), *fleet, load))
    });
    fewest.map(Action::Launch)
}

/// Finds a place by its name or by the name of a tile that it sells.
fn read_place(names: &Words, words: &[&str], view: &View) -> Result<Place, InputError> {
    if words.is_empty() {
        return Err(InputError::MissingWords("move PLACE"));
    }
    let mut things = pair_with_names(
        Place::all(),
        |place| view.printed.card(place).name.clone(),
        |place| names.say(key::PLACE.member(&view.printed.card(place).name), &[]),
    );
    let by_tile = tile_names(names, Tile::all(), |tile| tile).into_iter();
    things
        .extend(by_tile.filter_map(|(name, tile)| Some((name, view.printed.selling_place(tile)?))));
    find_by_name(&typed_name(&words.join(" ")), &things)
}

fn tile_names<T: Copy>(
    names: &Words,
    things: impl IntoIterator<Item = T>,
    tile: impl Fn(T) -> Tile,
) -> Vec<(String, T)> {
    pair_with_names(
        things,
        |thing| tile(thing).name().to_owned(),
        |thing| names.say(key::TILE.member(tile(thing).name()), &[]),
    )
}

// --- buy TILE [PRICE] [double] ---

fn read_purchase(names: &Words, words: &[&str], view: &View) -> Result<Action, InputError> {
    if view.step == Some(Step::Turn) {
        return Err(InputError::WalkFirst);
    }
    let end = words
        .iter()
        .position(|word| is_price(word) || ["double", "single"].contains(word));
    let (name, rest) = words.split_at(end.unwrap_or(words.len()));
    if name.is_empty() {
        return Err(InputError::MissingWords("buy TILE [PRICE] [double]"));
    }
    for word in rest {
        if !is_price(word) && !["double", "single", "spears"].contains(word) {
            return Err(InputError::UnknownWord((*word).to_owned()));
        }
    }
    let tile = find_by_name(
        &typed_name(&name.join(" ")),
        &tile_names(names, Tile::all(), |tile| tile),
    )?;
    let level = if rest.contains(&"double") {
        Level::Two
    } else {
        Level::One
    };
    let worth = rest
        .iter()
        .find(|word| is_price(word))
        .map(|word| read_worth(word))
        .transpose()?;
    let spears = rest
        .iter()
        .any(|word| *word == "spears" || word.ends_with(['⚔', 's', '*']) && is_price(word));
    let wanted =
        |price: Price| worth.is_none_or(|worth| price.worth == worth) && (!spears || price.spears);
    let lawful = view.legal.iter().find(|action| {
        matches!(action, Action::Buy { tile: other, price, level: at }
            if *other == tile && *at == level && wanted(*price))
    });
    // If no matching purchase is legal, an illegal one is returned, so that the rules explain why.
    let fallback = Price {
        worth: worth.unwrap_or(2),
        spears,
    };
    let price = prices_here(view)
        .filter(|price| wanted(*price))
        .min()
        .unwrap_or(fallback);
    Ok(lawful
        .copied()
        .unwrap_or(Action::Buy { tile, price, level }))
}

fn is_price(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
}

fn read_worth(word: &str) -> Result<u8, InputError> {
    let digits = word.trim_end_matches(['⚔', 's', '*']);
    digits
        .parse()
        .map_err(|_| InputError::UnknownWord(word.to_owned()))
}

fn prices_here(view: &View) -> impl Iterator<Item = Price> {
    let here = match view.step {
        Some(Step::Shop(place)) => view.place(place),
        _ => None,
    };
    here.into_iter()
        .flat_map(|place| &place.circles)
        .filter_map(|circle| circle.price)
}

// --- Answers to questions ---

/// Parses the words after the verb in `give KANE 2 shells for a tiki` or `give KANE nothing`.
fn read_gift(words: &[&str]) -> Result<Action, InputError> {
    let words = drop_fillers(words, &["kane", "for", "a", "tiki"]);
    if words == ["nothing"] {
        return Ok(Action::Decline);
    }
    match read_goods(&words)? {
        Pay::Exactly(goods) => Ok(Action::Offer(goods)),
        Pay::All(_) => Err(InputError::MissingWords("give KANE 2 shells")),
    }
}

/// Parses the words after the verb in `take taro` from an island, `take 1 fruit from irrigation`,
/// or `take it from the left stack`.
fn read_taking(names: &Words, words: &[&str]) -> Result<Action, InputError> {
    let sides = ["left", "right"].into_iter().zip(GodStack::all());
    for (side, stack) in sides {
        if words.contains(&side) {
            return Ok(Action::TakeFrom(stack));
        }
    }
    let words = drop_fillers(words_before(words, "from"), &["1", "a"]);
    if let Ok(Pay::All(good)) = read_goods(&words) {
        return Ok(Action::Harvest(good));
    }
    find_by_name(
        &typed_name(&words.join(" ")),
        &tile_names(names, Fruit::ALL, Tile::fruit),
    )
    .map(Action::Pick)
}

/// Parses the words after the verb in `launch the fishing boat and 2 boats I`.
fn read_fleet(words: &[&str]) -> Result<Action, InputError> {
    let mut fleet = Fleet::default();
    let mut number = 1;
    for word in words {
        match *word {
            "fishing" => fleet.fishing = 1,
            "i" => fleet.one = replace(&mut number, 1),
            "ii" => fleet.two = replace(&mut number, 1),
            "a" => number = 1,
            "the" | "and" | "boat" | "boats" => {}
            word => {
                number = word
                    .parse()
                    .map_err(|_| InputError::UnknownWord(word.to_owned()))?;
            }
        }
    }
    Ok(Action::Launch(fleet))
}

// --- fish N ... ---

fn read_catch(words: &[&str]) -> Result<Action, InputError> {
    if words.is_empty() {
        return Err(InputError::MissingWords("fish N ..."));
    }
    let mut catch = Catch::default();
    for word in words {
        let fish: Option<usize> = word
            .parse()
            .ok()
            .filter(|fish| (1..=catch.0.len()).contains(fish));
        let fish = fish.ok_or_else(|| InputError::UnknownWord((*word).to_owned()))?;
        catch.0[fish - 1] = catch.0[fish - 1].saturating_add(1);
    }
    Ok(Action::Fish(catch))
}

// --- ... pay 2 shells 1 fruit, ... village 3 ---

/// Removes the payment and the village from the end of the line, in either order, and parses them.
fn read_details(words: &mut Vec<&str>) -> Result<Details, InputError> {
    if words.iter().position(begins_row) > words.iter().position(begins_pay) {
        let row = read_row(words)?;
        return Ok(Details {
            row,
            pay: read_pay(words)?,
        });
    }
    let pay = read_pay(words)?;
    Ok(Details {
        pay,
        row: read_row(words)?,
    })
}

fn begins_pay(word: &&str) -> bool {
    ["pay", "with"].contains(word)
}

fn begins_row(word: &&str) -> bool {
    ["village", "row"].contains(word)
}

/// Removes the words from "pay" or "with" on from the line, and parses them.
fn read_pay(words: &mut Vec<&str>) -> Result<Option<Pay>, InputError> {
    let Some(at) = words.iter().position(begins_pay) else {
        return Ok(None);
    };
    let rest = words.split_off(at);
    read_goods(&rest[1..]).map(Some)
}

fn read_goods(words: &[&str]) -> Result<Pay, InputError> {
    const USAGE: &str = "pay 2 shells 1 fruit, or pay fruits";
    match words {
        [] => Err(InputError::MissingWords(USAGE)),
        [only] => read_good(only).map(Pay::All),
        many => {
            let mut goods = Goods::default();
            let many = drop_fillers(many, &["and", ","]);
            for pair in many.chunks(2) {
                let [amount, name] = pair else {
                    return Err(InputError::MissingWords(USAGE));
                };
                let amount: u16 = amount
                    .parse()
                    .map_err(|_| InputError::MissingWords(USAGE))?;
                let good = read_good(name.trim_end_matches(','))?;
                goods[good] = goods[good].saturating_add(amount);
            }
            Ok(Pay::Exactly(goods))
        }
    }
}

fn read_good(word: &str) -> Result<Good, InputError> {
    match word {
        "shell" | "shells" => Ok(Good::Shell),
        "foot" | "feet" => Ok(Good::Foot),
        "fruit" | "fruits" => Ok(Good::Fruit),
        _ => Err(InputError::UnknownWord(word.to_owned())),
    }
}

/// Parses the answer to the question how to pay or what to give to KANE.
fn read_payment(words: &[&str], view: &View) -> Result<Action, InputError> {
    let goods = match read_goods(words)? {
        Pay::Exactly(goods) => goods,
        Pay::All(good) => match view.step {
            Some(Step::Pay(bill)) => Goods::of(good, bill.cost),
            Some(Step::Kane) => Goods::of(good, view.printed.effects().kane_tiki),
            _ => Goods::of(good, 1),
        },
    };
    Ok(if view.step == Some(Step::Kane) {
        Action::Offer(goods)
    } else {
        Action::Pay(goods)
    })
}

fn read_row(words: &mut Vec<&str>) -> Result<Option<Row>, InputError> {
    let Some(at) = words.iter().position(begins_row) else {
        return Ok(None);
    };
    let rest = words.split_off(at);
    read_number(&rest[1..], "village N", Row::from_number).map(Some)
}
