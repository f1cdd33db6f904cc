//! The reasons for a turn of Hawaii, in the terms that players use.

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

/// A reason for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HawaiiReason {
    /// The points scored in the turn itself.
    Points(u16),
    /// The player's sum is now high enough to please the people.
    Pleases,
    /// The player's sum comes nearer to pleasing the people; the number is what is still missing.
    Nearer(u16),
    /// The number of fish tokens taken, which count at the end of the round.
    Fish(u8),
    /// A village reaches a tiki, so that it is scored.
    Reaches(Row),
    /// A village becomes longer; the number is the columns that it still lacks to a tiki.
    Longer(Row, u16),
    Kahunas(u8),
    Tikis(u8),
    /// How many more points a part of the final scoring would bring.
    Scoring(FinalScorePart, u16),
    /// The additional goods that each round will bring.
    Income(Goods),
    Goods(Goods),
    Boat,
    /// The player took the last tile of this kind.
    Last(Tile),
    /// No opponent can buy at this place any more in this round.
    Closes(Place),
    /// The player left the round for this space of the turn order.
    Order(Space),
}

/// A part of the final scoring, one for each field of `FinalPoints`.
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
        HawaiiTopic::ImmediatePoints => facts.scored_points(),
        HawaiiTopic::People => facts.favour_of_people(),
        HawaiiTopic::Villages => facts.village_growth(),
        HawaiiTopic::Signs => facts.kahunas_or_tikis(),
        HawaiiTopic::Scoring => facts.scoring_gain(),
        HawaiiTopic::Tiles => facts.income_gain(),
        HawaiiTopic::Goods => facts.received_goods(),
        HawaiiTopic::Boats => facts.find_event(|event| {
            matches!(event, Event::GotBoat { .. }).then_some(HawaiiReason::Boat)
        }),
        HawaiiTopic::Island | HawaiiTopic::Others => facts.taken_from_opponents(),
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
    /// Returns the last result of `matches` among the events of the turn.
    fn find_event<T>(&self, matches: impl Fn(&Event) -> Option<T>) -> Option<T> {
        self.own_events().iter().rev().find_map(matches)
    }

    /// Returns the events of the turn before the end of the round, if the round ended.
    fn own_events(&self) -> &[Event] {
        let all = self.taken.events;
        let end = all
            .iter()
            .position(|event| matches!(event, Event::RoundOver { .. }));
        &all[..end.unwrap_or(all.len())]
    }

    fn realms_before_and_after(&self) -> [&Realm; 2] {
        [self.taken.before, self.taken.after].map(|game| &game.state().realms[self.taken.seat])
    }

    fn scored_points(&self) -> Option<HawaiiReason> {
        let scored = self.own_events().iter().map(|event| {
            if let Event::Scored { points, .. } = event {
                *points
            } else {
                0
            }
        });
        Some(scored.sum())
            .filter(|points| *points > 0)
            .map(HawaiiReason::Points)
    }

    fn favour_of_people(&self) -> Option<HawaiiReason> {
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
        let bought_tokens = state
            .tokens
            .iter()
            .filter(|(_, at)| *at == At::Bought(self.taken.seat));
        let open_sum: u16 = bought_tokens
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
        // A surfer built in this turn lowers the needed sum at once.
        let [had, has] = self
            .realms_before_and_after()
            .map(|realm| realm.surfer_relief(before.figures().effects()));
        needed
            .checked_sub(open_sum)
            .filter(|missing| *missing > 0 && more > 0)?;
        match needed
            .saturating_sub(has.saturating_sub(had))
            .saturating_sub(open_sum + more)
        {
            0 => Some(HawaiiReason::Pleases),
            missing => Some(HawaiiReason::Nearer(missing)),
        }
    }

    /// Returns a village that reaches a tiki since this turn, because it grew or a tiki was added.
    fn reached_village(&self) -> Option<HawaiiReason> {
        let [before, after] = self.realms_before_and_after();
        let printed = self.taken.after.figures();
        Row::all()
            .find(|row| is_scored(printed, after, *row) && !is_scored(printed, before, *row))
            .map(HawaiiReason::Reaches)
    }

    fn village_growth(&self) -> Option<HawaiiReason> {
        self.reached_village().or_else(|| self.longer_village())
    }

    /// Returns the village that became longer but does not reach a tiki yet, if there is a tiki.
    fn longer_village(&self) -> Option<HawaiiReason> {
        let [_, after] = self.realms_before_and_after();
        let printed = self.taken.after.figures();
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
    }

    fn kahunas_or_tikis(&self) -> Option<HawaiiReason> {
        let received = self.find_event(|event| match event {
            Event::GotKahunas { number, .. } => Some(HawaiiReason::Kahunas(*number)),
            Event::GotTikis { number, .. } => Some(HawaiiReason::Tikis(*number)),
            _ => None,
        });
        self.reached_village().or(received)
    }

    /// Returns the part of the final scoring that grew most in this turn.
    fn scoring_gain(&self) -> Option<HawaiiReason> {
        let printed = self.taken.after.figures();
        let [before, after] = self
            .realms_before_and_after()
            .map(|realm| final_score_parts(final_points(printed, realm)));
        let grown = before
            .into_iter()
            .zip(after)
            .map(|((part, before), (_, after))| (part, after.saturating_sub(before)));
        let (part, points) = grown.max_by_key(|(_, points)| *points)?;
        (points > 0).then_some(HawaiiReason::Scoring(part, points))
    }

    fn income_gain(&self) -> Option<HawaiiReason> {
        let effects = self.taken.after.figures().effects();
        let [before, after] = self
            .realms_before_and_after()
            .map(|realm| realm.harvest(effects));
        let more = Good::ALL.map(|good| Goods::of(good, after[good].saturating_sub(before[good])));
        non_empty_sum(more)
            .filter(|_| self.taken.after.state().round < 5)
            .map(HawaiiReason::Income)
    }

    fn received_goods(&self) -> Option<HawaiiReason> {
        let gained = self.own_events().iter().map(|event| {
            if let Event::Gained { goods, .. } = event {
                *goods
            } else {
                Goods::default()
            }
        });
        non_empty_sum(gained).map(HawaiiReason::Goods)
    }

    /// Returns the kind of tile or the place of which this turn took the last tile or token.
    fn taken_from_opponents(&self) -> Option<HawaiiReason> {
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
        last.or_else(|| self.closed_place())
    }

    /// Returns `Closes` for the place whose last token this turn took, if that still matters in
    /// this round.
    fn closed_place(&self) -> Option<HawaiiReason> {
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
        // A new round lays out all tokens again, so a closed place matters only within the round.
        (!left && before.round == after.round && after.count_players_left() > 1)
            .then_some(HawaiiReason::Closes(place))
    }
}

fn non_empty_sum(goods: impl IntoIterator<Item = Goods>) -> Option<Goods> {
    let sum = goods.into_iter().fold(Goods::default(), |mut sum, goods| {
        sum += goods;
        sum
    });
    (sum != Goods::default()).then_some(sum)
}

fn final_score_parts(points: FinalPoints) -> [(FinalScorePart, u16); 6] {
    [
        (FinalScorePart::Kahunas, points.kahunas),
        (FinalScorePart::Irrigations, points.irrigations),
        (FinalScorePart::Hulas, points.hulas),
        (FinalScorePart::LongHuts, points.long_huts),
        (FinalScorePart::Laka, points.laka),
        (FinalScorePart::Kanaloa, points.kanaloa),
    ]
}
