//! What a turn of Hawaii is good for, as a player would say it.

use super::features::HawaiiTopic;
use crate::TakenTurn;
use lanai_rules::Rules as _;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::{Event, FinalPoints};
use lanai_rules::hawaii::island::{Place, Row, Space};
use lanai_rules::hawaii::pieces::{Good, Goods, Tile};
use lanai_rules::hawaii::realm::Realm;
use lanai_rules::hawaii::scoring::{final_points, is_scored, nearest_tiki};
use lanai_rules::hawaii::token::At;

/// What a turn is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HawaiiReason {
    /// Points scored in the turn itself.
    Points(u16),
    /// The sum is now high enough to please the people.
    Pleases,
    /// The sum comes nearer to pleasing the people; so much is missing.
    Nearer(u16),
    /// Fish tokens, which count at the end of the round.
    Fish(u8),
    /// A village reaches a tiki, so that it is scored.
    Reaches(Row),
    /// A village becomes longer; so many columns are missing to a tiki.
    Longer(Row, u16),
    Kahunas(u8),
    Tikis(u8),
    /// Points that the final scoring brings more.
    Scoring(FinalScorePart, u16),
    /// Goods that each round brings more.
    Income(Goods),
    Goods(Goods),
    Boat,
    /// The last one of its kind.
    Last(Tile),
    /// No opponent can buy at this place in this round.
    Closes(Place),
    /// A space in the turn order.
    Order(Space),
}

/// What the final scoring counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FinalScorePart {
    Kahunas,
    Irrigations,
    Hulas,
    LongHuts,
    Laka,
    Kanaloa,
}

/// Returns the reason that a topic gives for a turn, if any.
pub(super) fn reason(taken: &TakenTurn<'_, Hawaii>, topic: HawaiiTopic) -> Option<HawaiiReason> {
    let facts = HawaiiTurnFacts { taken };
    match topic {
        HawaiiTopic::ImmediatePoints => facts.points(),
        HawaiiTopic::People => facts.people(),
        HawaiiTopic::Villages => facts.villages(),
        HawaiiTopic::Signs => facts.signs(),
        HawaiiTopic::Scoring => facts.scoring(),
        HawaiiTopic::Tiles => facts.income(),
        HawaiiTopic::Goods => facts.goods(),
        HawaiiTopic::Boats => facts.find_event(|event| {
            matches!(event, Event::GotBoat { .. }).then_some(HawaiiReason::Boat)
        }),
        HawaiiTopic::Island | HawaiiTopic::Others => facts.last(),
        HawaiiTopic::Order => facts.find_event(|event| {
            if let Event::Left { space, .. } = event {
                Some(HawaiiReason::Order(*space))
            } else {
                None
            }
        }),
        HawaiiTopic::Time => None,
    }
}

struct HawaiiTurnFacts<'a> {
    taken: &'a TakenTurn<'a, Hawaii>,
}

#[expect(clippy::wildcard_enum_match_arm, reason = "no other event is a reason")]
impl HawaiiTurnFacts<'_> {
    /// Returns the last match among the events of this seat.
    fn find_event<T>(&self, matches: impl Fn(&Event) -> Option<T>) -> Option<T> {
        self.own_events().iter().rev().find_map(matches)
    }

    /// Returns what this seat did and got, without the end of the round that may follow.
    fn own_events(&self) -> &[Event] {
        let all = self.taken.events;
        let end = all
            .iter()
            .position(|it| matches!(it, Event::RoundOver { .. }));
        &all[..end.unwrap_or(all.len())]
    }

    fn realms(&self) -> [&Realm; 2] {
        [self.taken.before, self.taken.after].map(|game| &game.state().realms[self.taken.seat])
    }

    fn points(&self) -> Option<HawaiiReason> {
        let scored = self.own_events().iter().map(|it| {
            if let Event::Scored { points, .. } = it {
                *points
            } else {
                0
            }
        });
        Some(scored.sum())
            .filter(|points| *points > 0)
            .map(HawaiiReason::Points)
    }

    fn people(&self) -> Option<HawaiiReason> {
        let caught = self.find_event(|event| {
            if let Event::Fished { catch, .. } = event {
                Some(catch.total())
            } else {
                None
            }
        });
        if let Some(caught) = caught {
            return Some(HawaiiReason::Fish(caught));
        }
        let before = self.taken.before;
        let state = before.state();
        let needed = before.needed(self.taken.seat);
        let open = state
            .tokens
            .iter()
            .filter(|(_, at)| *at == At::Bought(self.taken.seat));
        let open: u16 = open
            .map(|(token, _)| u16::from(before.figures().face(token).price.worth))
            .sum();
        let more = self.own_events().iter().map(|event| match event {
            Event::TookPrice { price, .. }
            | Event::Left {
                price: Some(price), ..
            } => u16::from(price.worth),
            _ => 0,
        });
        let more: u16 = more.sum();
        // The relief of a surfer counts at once.
        let [had, has] = self
            .realms()
            .map(|realm| realm.relief(before.figures().effects()));
        needed
            .checked_sub(open)
            .filter(|missing| *missing > 0 && more > 0)?;
        match needed
            .saturating_sub(has.saturating_sub(had))
            .saturating_sub(open + more)
        {
            0 => Some(HawaiiReason::Pleases),
            missing => Some(HawaiiReason::Nearer(missing)),
        }
    }

    /// Returns a village that now reaches a tiki, because it has grown or because a tiki has come.
    fn reached(&self) -> Option<HawaiiReason> {
        let ([before, after], printed) = (self.realms(), self.taken.after.figures());
        let now = |row: &Row| is_scored(printed, after, *row) && !is_scored(printed, before, *row);
        Row::all().find(now).map(HawaiiReason::Reaches)
    }

    fn villages(&self) -> Option<HawaiiReason> {
        let longer = || {
            let ([_, after], printed) = (self.realms(), self.taken.after.figures());
            let row = self.find_event(|event| {
                if let Event::Built { row, .. } = event {
                    Some(*row)
                } else {
                    None
                }
            })?;
            let missing = nearest_tiki(printed, after)?.checked_sub(after.length(printed, row))?;
            let missing = u16::try_from(missing).ok().filter(|missing| *missing > 0)?;
            Some(HawaiiReason::Longer(row, missing))
        };
        self.reached().or_else(longer)
    }

    fn signs(&self) -> Option<HawaiiReason> {
        let came = || {
            self.find_event(|event| match event {
                Event::GotKahunas { number, .. } => Some(HawaiiReason::Kahunas(*number)),
                Event::GotTikis { number, .. } => Some(HawaiiReason::Tikis(*number)),
                _ => None,
            })
        };
        self.reached().or_else(came)
    }

    /// Returns the part of the final scoring that has grown most.
    fn scoring(&self) -> Option<HawaiiReason> {
        let printed = self.taken.after.figures();
        let [before, after] = self
            .realms()
            .map(|realm| parts(final_points(printed, realm)));
        let grown = before
            .into_iter()
            .zip(after)
            .map(|((part, before), (_, after))| (part, after.saturating_sub(before)));
        let (part, points) = grown.max_by_key(|(_, points)| *points)?;
        (points > 0).then_some(HawaiiReason::Scoring(part, points))
    }

    fn income(&self) -> Option<HawaiiReason> {
        let effects = self.taken.after.figures().effects();
        let [before, after] = self.realms().map(|realm| realm.harvest(effects));
        let more = Good::ALL.map(|good| Goods::of(good, after[good].saturating_sub(before[good])));
        some(more)
            .filter(|_| self.taken.after.state().round < 5)
            .map(HawaiiReason::Income)
    }

    fn goods(&self) -> Option<HawaiiReason> {
        let gained = self.own_events().iter().map(|it| {
            if let Event::Gained { goods, .. } = it {
                *goods
            } else {
                Goods::default()
            }
        });
        some(gained).map(HawaiiReason::Goods)
    }

    /// Returns what this turn leaves nothing of to the opponents.
    fn last(&self) -> Option<HawaiiReason> {
        let [before, after] =
            [self.taken.before, self.taken.after].map(|game| &game.state().stacks);
        let last = self.find_event(|event| {
            let tile = match event {
                Event::Built { tile, .. } => Tile::Village(*tile),
                Event::GotBoat { .. } => Tile::Boat,
                Event::GotKahunas { .. } => Tile::Kahuna,
                Event::GotTikis { .. } => Tile::Tiki,
                _ => return None,
            };
            (before[tile] > 0 && after[tile] == 0).then_some(HawaiiReason::Last(tile))
        });
        last.or_else(|| self.closes())
    }

    /// Returns the place whose last token this turn took.
    fn closes(&self) -> Option<HawaiiReason> {
        let [before, after] = [self.taken.before, self.taken.after].map(Hawaii::state);
        let place = self.find_event(|event| {
            if let Event::TookPrice { place, .. } = event {
                Some(*place)
            } else {
                None
            }
        })?;
        let left = after
            .tokens
            .iter()
            .any(|(_, at)| matches!(at, At::Circle(here, _) if here == place));
        // The next round lays out all tokens again.
        (!left && before.round == after.round && after.still_in() > 1)
            .then_some(HawaiiReason::Closes(place))
    }
}

fn some(goods: impl IntoIterator<Item = Goods>) -> Option<Goods> {
    let sum = goods.into_iter().fold(Goods::default(), |mut sum, goods| {
        sum += goods;
        sum
    });
    (sum != Goods::default()).then_some(sum)
}

fn parts(points: FinalPoints) -> [(FinalScorePart, u16); 6] {
    [
        (FinalScorePart::Kahunas, points.kahunas),
        (FinalScorePart::Irrigations, points.irrigations),
        (FinalScorePart::Hulas, points.hulas),
        (FinalScorePart::LongHuts, points.long_huts),
        (FinalScorePart::Laka, points.laka),
        (FinalScorePart::Kanaloa, points.kanaloa),
    ]
}
