//! Paying: shells, feet or fruits, never mixed, but for what exchange huts allow.
//!
//! A payment is simply the goods that are handed over. Which exchange huts it needs follows from it: as few
//! units of help as possible, wasting none where that can be helped.

use serde::{Deserialize, Serialize};

use super::action::Refusal;
use super::pieces::{Good, Goods};

/// So many exchange huts of each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExchangeHuts {
    /// On side I: one unit each.
    pub one: u8,
    /// On side II: two units each.
    pub two: u8,
}

impl ExchangeHuts {
    /// How many units of one payment they can turn into other goods.
    pub fn power(self) -> u16 {
        u16::from(self.one) + 2 * u16::from(self.two)
    }

    /// These without those.
    pub fn without(self, used: ExchangeHuts) -> ExchangeHuts {
        ExchangeHuts { one: self.one.saturating_sub(used.one), two: self.two.saturating_sub(used.two) }
    }

    /// The huts that turn so many units, wasting as little as these huts allow. A hut's help is not split:
    /// what it does not turn now is lost for the turn.
    fn for_units(self, units: u16) -> ExchangeHuts {
        let least = (0..=self.two).flat_map(|two| (0..=self.one).map(move |one| ExchangeHuts { one, two }));
        let enough = least.filter(|huts| huts.power() >= units);
        enough.min_by_key(|huts| (huts.power(), huts.one)).unwrap_or_default()
    }
}

/// What has to be paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bill {
    /// How many units.
    pub cost: u16,
    /// Of shells for tiles, of feet for everything else. Fruits can stand in for all of them.
    pub good: Good,
    /// Whether something must still be bought afterwards, and for how many shells at least.
    pub then: Option<u16>,
}

/// What somebody can pay with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Means {
    /// Behind the screen.
    pub purse: Goods,
    /// Exchange huts that can still help in this turn.
    pub huts: ExchangeHuts,
    /// Whether a hut that helps now can help again with the next payment of the turn.
    pub huts_last: bool,
}

impl Bill {
    /// So many shells for a tile.
    pub fn shells(cost: u16) -> Bill {
        Bill { cost, good: Good::Shell, then: None }
    }

    /// So many feet for fish or a visit.
    pub fn feet(cost: u16) -> Bill {
        Bill { cost, good: Good::Foot, then: None }
    }

    /// So many feet for a walk to a place where something costs so many shells.
    pub fn walk(cost: u16, then: u16) -> Bill {
        Bill { cost, good: Good::Foot, then: Some(then) }
    }

    /// How many units of this payment an exchange hut must turn: all but those of the one good, or fruits.
    pub fn units_turned(self, paid: Goods) -> u16 {
        paid.total().saturating_sub(paid[self.good].max(paid.fruits))
    }

    /// The exchange huts that this payment uses.
    pub fn huts_used(self, paid: Goods, huts: ExchangeHuts) -> ExchangeHuts {
        huts.for_units(self.units_turned(paid))
    }

    /// How many units are missing, at best; none when it can be paid.
    pub fn missing(self, means: Means) -> u16 {
        let Means { purse, huts, .. } = means;
        let reach = |good: Good| {
            let others = purse.total() - purse[good];
            purse[good] + others.min(huts.power())
        };
        self.cost.saturating_sub(reach(self.good).max(reach(Good::Fruit)))
    }

    /// Whether this payment is lawful.
    pub fn allows(self, means: Means, paid: Goods) -> Result<(), Refusal> {
        if paid.total() != self.cost {
            return Err(Refusal::WrongSum { cost: self.cost, paid: paid.total() });
        }
        if let Some(good) = Good::ALL.into_iter().find(|good| paid[*good] > means.purse[*good]) {
            return Err(Refusal::NotInPurse { good, missing: paid[good] - means.purse[good] });
        }
        let turned = self.units_turned(paid);
        if turned > means.huts.power() {
            return Err(Refusal::Mixed { turned, power: means.huts.power() });
        }
        match self.then {
            None => Ok(()),
            Some(price) => match Bill::shells(price).missing(means.after(self, paid)) {
                0 => Ok(()),
                missing => Err(Refusal::NothingLeftToBuyWith { missing }),
            },
        }
    }

    /// Whether any payment is lawful: what is missing for the cheapest way, if none is.
    pub fn payable(self, means: Means) -> Result<(), Refusal> {
        let missing = self.missing(means);
        if missing > 0 {
            return Err(Refusal::TooLittle { good: self.good, missing });
        }
        let Some(price) = self.then else { return Ok(()) };
        let mut missing = u16::MAX;
        for paid in self.candidates(means) {
            let left = Bill::shells(price).missing(means.after(self, paid));
            if left == 0 {
                return Ok(());
            }
            missing = missing.min(left);
        }
        Err(Refusal::NothingLeftToBuyWith { missing })
    }

    /// Every lawful payment, the most sensible first.
    pub fn payments(self, means: Means) -> impl Iterator<Item = Goods> {
        self.candidates(means).filter(move |paid| self.allows(means, *paid).is_ok())
    }

    /// Payments out of this purse that the huts can help with, each once. Fruits are the best currency and
    /// exchange huts may be needed again, so: few fruits first, then few turned units.
    fn candidates(self, means: Means) -> impl Iterator<Item = Goods> {
        let Means { purse, huts, .. } = means;
        let (cost, power) = (self.cost, huts.power());
        let other = if self.good == Good::Shell { Good::Foot } else { Good::Shell };
        (0..=cost.min(purse.fruits)).flat_map(move |fruits| {
            let rest = cost - fruits;
            // Mostly the good itself, fruits and others turned; or mostly fruits, all others turned.
            let others = if rest <= power { Some(rest) } else { power.checked_sub(fruits) };
            let most = others.map(|others| others.min(rest).min(purse[other]));
            most.into_iter().flat_map(|most| 0..=most).filter_map(move |others| {
                let mut paid = Goods::of(Good::Fruit, fruits);
                paid[other] = others;
                paid[self.good] = rest - others;
                paid.within(purse).then_some(paid)
            })
        })
    }
}

impl Means {
    /// What is left after a payment.
    fn after(mut self, bill: Bill, paid: Goods) -> Means {
        let used = bill.huts_used(paid, self.huts);
        self.purse -= paid;
        if !self.huts_last {
            self.huts = self.huts.without(used);
        }
        self
    }
}
