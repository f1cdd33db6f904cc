//! Boats: what they hold, what launching them costs, and which may be launched.
//!
//! A boat on side II has a printed foot, which counts as paid. At least one unit must be paid for
//! each boat on side II.

use super::action::Refusal;
use super::pieces::{Fleet, Level};
use super::printed::Effects;

/// Returns the largest load (feet or fish tokens) of these boats, printed feet included.
#[inline]
pub fn room(effects: &Effects, boats: Fleet) -> u16 {
    let boat = |number: u8, feet: u8| u16::from(number) * u16::from(effects.boat + feet);
    u16::from(boats.fishing) * u16::from(effects.fishing_boat)
        + boat(boats.one, effects.boat_feet.one)
        + boat(boats.two, effects.boat_feet.two)
}

/// Returns the feet to pay for carrying a load that fits on these boats.
#[inline]
pub fn cost(effects: &Effects, boats: Fleet, load: u8) -> u16 {
    let feet = |number: u8, feet: u8| u16::from(number) * u16::from(feet);
    let printed = feet(boats.one, effects.boat_feet.one) + feet(boats.two, effects.boat_feet.two);
    u16::from(load)
        .saturating_sub(printed)
        .max(u16::from(boats.two))
}

/// Returns the lowest cost in feet of carrying a load; `None` if it does not fit on the boats
/// ashore.
pub fn least_cost(effects: &Effects, ashore: Fleet, load: u8) -> Option<u16> {
    let mut least: Option<u16> = None;
    // All boats on side I are free, so only the number of boats on side II makes a difference.
    for two in 0..=ashore.two {
        let boats = Fleet { two, ..ashore };
        if room(effects, boats) >= u16::from(load) {
            let cost = cost(effects, boats, load);
            least = Some(least.map_or(cost, |least| least.min(cost)));
        }
    }
    least
}

/// Checks whether these boats may be launched with this load.
///
/// A boat must stay ashore if the other boats can carry the load at no higher cost.
pub fn check_launch(
    effects: &Effects,
    ashore: Fleet,
    boats: Fleet,
    load: u8,
) -> Result<(), Refusal> {
    if !boats.within(ashore) {
        return Err(Refusal::NotAshore);
    }
    enough_room(effects, boats, load)?;
    let one_less = [
        (
            boats.fishing,
            Fleet {
                fishing: 1,
                ..Fleet::default()
            },
        ),
        (boats.one, Fleet::of(Level::One)),
        (boats.two, Fleet::of(Level::Two)),
    ];
    let in_vain = one_less
        .iter()
        .filter(|(number, _)| *number > 0)
        .any(|(_, boat)| {
            let others = boats.without(*boat);
            room(effects, others) >= u16::from(load)
                && cost(effects, others, load) <= cost(effects, boats, load)
        });
    if in_vain {
        Err(Refusal::MoreBoatsThanNeeded)
    } else {
        Ok(())
    }
}

/// Checks that the load fits on these boats.
pub fn enough_room(effects: &Effects, boats: Fleet, load: u8) -> Result<(), Refusal> {
    let missing = u16::from(load).saturating_sub(room(effects, boats));
    match u8::try_from(missing) {
        Ok(0) => Ok(()),
        missing => Err(Refusal::BoatsTooSmall {
            missing: missing.unwrap_or(u8::MAX),
        }),
    }
}

/// Returns every subset of the boats ashore, with few boats on side II first.
pub fn fleets(ashore: Fleet) -> impl Iterator<Item = Fleet> {
    (0..=ashore.two).flat_map(move |two| {
        (0..=ashore.one).flat_map(move |one| {
            (0..=ashore.fishing).map(move |fishing| Fleet { fishing, one, two })
        })
    })
}
