//! Payments of shells, feet or fruits, which may be mixed only as far as exchange huts allow.
//!
//! A payment is just the goods that are paid. The exchange huts that it uses follow from it: they
//! turn as few units as possible and waste as little of their help as possible.

use serde::{Deserialize, Serialize};

use super::action::Refusal;
use super::pieces::{Good, Goods};

/// The number of exchange huts on each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExchangeHuts {
    /// Huts on side I, which turn one unit each.
    pub one: u8,
    /// Huts on side II, which turn up to two units each.
    pub two: u8,
}

impl ExchangeHuts {
    /// Returns how many units of one payment the huts can turn into other goods.
    pub fn exchange_capacity(self) -> u16 {
        u16::from(self.one) + 2 * u16::from(self.two)
    }

    pub fn without(self, used: ExchangeHuts) -> ExchangeHuts {
        ExchangeHuts {
            one: self.one.saturating_sub(used.one),
            two: self.two.saturating_sub(used.two),
        }
    }

    /// Returns the huts to use for turning this many units, wasting as little help as possible.
    ///
    /// A hut helps in only one payment of a turn, so units that it could still turn are wasted.
    fn for_units(self, units: u16) -> ExchangeHuts {
        let units = u8::try_from(units)
            .ok()
            .filter(|units| u16::from(*units) <= self.exchange_capacity());
        let Some(units) = units else {
            return ExchangeHuts::default();
        };
        let two = self.two.min(units / 2);
        match units - 2 * two {
            one if one <= self.one => ExchangeHuts { one, two },
            // The last unit uses half of a hut on side II and wastes the other half.
            _ => ExchangeHuts {
                one: 0,
                two: two + 1,
            },
        }
    }
}

/// A cost that a player has to pay.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bill {
    /// The number of units to pay.
    pub cost: u16,
    /// Shells for tiles, feet for everything else. Fruits can replace all units.
    pub good: Good,
    /// The shells that must be payable afterwards, for the purchase after a walk; `None` for other
    /// bills.
    pub then: Option<u16>,
}

/// The goods and huts with which a seat can pay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Means {
    /// The goods that the seat has.
    pub purse: Goods,
    /// Exchange huts that can still help in this turn.
    pub huts: ExchangeHuts,
    /// Whether a hut that helps now can help again with the next payment of the turn.
    pub huts_last: bool,
}

impl Bill {
    /// Returns the bill for a tile.
    pub fn shells(cost: u16) -> Bill {
        Bill {
            cost,
            good: Good::Shell,
            then: None,
        }
    }

    /// Returns the bill for fishing or visiting an island.
    pub fn feet(cost: u16) -> Bill {
        Bill {
            cost,
            good: Good::Foot,
            then: None,
        }
    }

    /// Returns the bill for a walk to a place where the cheapest purchase costs `then` shells.
    pub fn walk(cost: u16, then: u16) -> Bill {
        Bill {
            cost,
            good: Good::Foot,
            then: Some(then),
        }
    }

    /// Returns how many units of this payment exchange huts must turn.
    ///
    /// These are all units but the bill's good, or all but the fruits if there are more fruits.
    pub fn turned_units(self, paid: Goods) -> u16 {
        paid.total()
            .saturating_sub(paid[self.good].max(paid.fruits))
    }

    /// Returns the exchange huts that this payment uses.
    pub fn huts_used(self, paid: Goods, huts: ExchangeHuts) -> ExchangeHuts {
        huts.for_units(self.turned_units(paid))
    }

    /// Returns how many units the player lacks for the best payment, leaving [`Bill::then`] aside.
    #[inline]
    pub fn missing(self, means: Means) -> u16 {
        self.cost.saturating_sub(means.max_payable(self.good))
    }

    /// Checks whether this payment is lawful.
    pub fn check_payment(self, means: Means, paid: Goods) -> Result<(), Refusal> {
        if paid.total() != self.cost {
            return Err(Refusal::WrongSum {
                good: self.good,
                cost: self.cost,
                paid: paid.total(),
            });
        }
        check_in_purse(means.purse, paid)?;
        let turned = self.turned_units(paid);
        if turned > means.huts.exchange_capacity() {
            return Err(Refusal::Mixed {
                turned,
                exchange_capacity: means.huts.exchange_capacity(),
            });
        }
        match self.then {
            None => Ok(()),
            Some(price) => match Bill::shells(price).missing(means.left_after(self, paid)) {
                0 => Ok(()),
                missing => Err(Refusal::NothingLeftToBuyWith { missing }),
            },
        }
    }

    /// Returns whether any payment is lawful.
    #[inline]
    pub fn is_payable(self, means: Means) -> bool {
        self.missing(means) == 0 && self.missing_after_purchase(means) == 0
    }

    /// Checks that some payment is lawful; the refusal tells how many units are missing at best.
    pub fn check_payable(self, means: Means) -> Result<(), Refusal> {
        match (self.missing(means), self.missing_after_purchase(means)) {
            (0, 0) => Ok(()),
            (0, missing) => Err(Refusal::NothingLeftToBuyWith { missing }),
            (missing, _) => Err(Refusal::TooLittle {
                good: self.good,
                missing,
            }),
        }
    }

    /// Returns how many shells are missing for the later purchase after the best payment.
    fn missing_after_purchase(self, means: Means) -> u16 {
        self.then.map_or(0, |then| {
            then.saturating_sub(self.leaves(means).unwrap_or_default())
        })
    }

    /// Returns how many shells can be spent after the payment that leaves most; `None` without a
    /// payment.
    pub(super) fn leaves(self, means: Means) -> Option<u16> {
        // No payment leaves more than can be spent now, so the search ends if one leaves that much.
        let mut most = None;
        let all = means.max_payable(Good::Shell);
        self.any_candidate(means, |paid| {
            let left = means.left_after(self, paid).max_payable(Good::Shell);
            most = Some(most.map_or(left, |most: u16| most.max(left)));
            left >= all
        });
        most
    }

    /// Calls `look` with every lawful payment, the most sensible first.
    pub fn for_each_payment(self, means: Means, mut look: impl FnMut(Goods)) {
        self.any_candidate(means, |paid| {
            if self.check_payment(means, paid).is_ok() {
                look(paid);
            }
            false
        });
    }

    /// Calls `will_do` with each possible payment until it accepts one, and returns whether it did.
    ///
    /// Fruits are the best currency and exchange huts may be needed again, so payments with few
    /// fruits come first, then those with few turned units.
    #[inline]
    fn any_candidate(self, means: Means, mut will_do: impl FnMut(Goods) -> bool) -> bool {
        if means.huts.exchange_capacity() > 0 {
            return self.any_mixture(means, will_do);
        }
        let is_enough = |good| means.purse[good] >= self.cost;
        is_enough(self.good) && will_do(Goods::of(self.good, self.cost))
            || self.cost > 0 && is_enough(Good::Fruit) && will_do(Goods::of(Good::Fruit, self.cost))
    }

    /// Does the work of [`Bill::any_candidate`] for players with exchange huts, the rarer case.
    #[inline(never)]
    fn any_mixture(self, means: Means, mut will_do: impl FnMut(Goods) -> bool) -> bool {
        let cost = self.cost;
        let purse = means.purse;
        let capacity = means.huts.exchange_capacity();
        let other = if self.good == Good::Shell {
            Good::Foot
        } else {
            Good::Shell
        };
        for fruits in 0..=cost.min(purse.fruits) {
            let rest = cost - fruits;
            // Either the payment is mostly the bill's good and huts turn fruits and `other`, or it
            // is mostly fruits and huts turn all else.
            let most = if rest <= capacity {
                Some(rest)
            } else {
                capacity.checked_sub(fruits)
            };
            let Some(most) = most else { continue };
            // Units of the good that the purse lacks have to be paid with `other`.
            let least = rest.saturating_sub(purse[self.good]);
            for others in least..=most.min(rest).min(purse[other]) {
                let mut paid = Goods::of(Good::Fruit, fruits);
                paid[other] = others;
                paid[self.good] = rest - others;
                if will_do(paid) {
                    return true;
                }
            }
        }
        false
    }
}

/// Checks that the purse contains all of these goods.
pub(super) fn check_in_purse(purse: Goods, goods: Goods) -> Result<(), Refusal> {
    if goods.within(purse) {
        return Ok(());
    }
    let lacking = Good::ALL
        .into_iter()
        .find(|good| goods[*good] > purse[*good]);
    lacking.map_or(Ok(()), |good| {
        Err(Refusal::NotInPurse {
            good,
            missing: goods[good] - purse[good],
        })
    })
}

impl Means {
    /// Returns the most units of a good that can be paid, with fruits instead and with the huts'
    /// help.
    #[inline]
    pub fn max_payable(self, good: Good) -> u16 {
        let unmixed = self.purse[good].max(self.purse.fruits);
        match self.huts.exchange_capacity() {
            0 => unmixed,
            capacity => self.purse.total().min(unmixed.saturating_add(capacity)),
        }
    }

    /// Returns the goods and huts that are left after a payment.
    fn left_after(mut self, bill: Bill, paid: Goods) -> Means {
        if !self.huts_last && self.huts.exchange_capacity() > 0 {
            self.huts = self.huts.without(bill.huts_used(paid, self.huts));
        }
        self.purse -= paid;
        self
    }
}
