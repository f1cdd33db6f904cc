//! The left side: what the people want in this round, the turn order, and the players.

use super::super::{Art, Ink, Pen, Point, SMALLEST, Weight, real};
use super::tiles::good;
use crate::rules::Seat;
use crate::rules::hawaii::action::Action;
use crate::rules::hawaii::island::Space;
use crate::rules::hawaii::pieces::Good;
use crate::rules::hawaii::view::{RealmView, SpaceView, View};
use crate::words::Fill;
use crate::words::hawaii::Teller;

/// The left side begins here and is so wide.
const LEFT: f32 = 68.0;
const WIDE: f32 = 312.0;
/// Where its parts begin and end.
const ROUND: f32 = 68.0;
const ROUND_HIGH: f32 = 270.0;
const ORDER: f32 = 352.0;
const ORDER_HIGH: f32 = 160.0;
const PLAYERS: f32 = 526.0;
const FLOOR: f32 = 1136.0;
/// From one space of the turn order to the next.
const SPACE: f32 = 58.0;
/// Between players, and how much room one has at most.
const GAP: f32 = 14.0;
const ROOMY: f32 = 204.0;
/// From one line of a player to the next.
const LINE: f32 = 40.0;

/// The middle of a space of the turn order.
pub(super) fn space(space: Space) -> Point {
    (LEFT + 40.0 + SPACE * f32::from(space.number().saturating_sub(1)), ORDER + 84.0)
}

/// Where the cards of so many players begin, and how high they are.
fn players(many: usize) -> impl Iterator<Item = Point> {
    let room = ((FLOOR - PLAYERS) / real(many.max(1))).min(ROOMY);
    (0..many.max(1)).map(move |line| (PLAYERS + room * real(line), room - GAP))
}

/// Which round it is, or that the game is over.
pub(super) fn title(teller: &Teller<'_>, view: &View) -> String {
    let name = if view.standings.is_some() { "draw-over" } else { "draw-round" };
    teller.words.say(name, &[("round", view.round.into())])
}

/// The sum of a realm's tokens and what it needs, in the ink that says whether that is enough.
pub(super) fn sum(teller: &Teller<'_>, realm: &RealmView) -> (String, Ink) {
    let (sum, needed) = (realm.open_sum(), realm.needed);
    let text = teller.words.say("draw-sum", &[("sum", sum.into()), ("needed", needed.into())]);
    (text, if sum >= needed { Ink::ForestDark } else { Ink::InkSoft })
}

/// What stands beside the name of somebody who has won, or whose turn it is.
pub(super) fn sign(view: &View, seat: Seat) -> Option<Art> {
    let won = view.standings.as_ref().is_some_and(|standings| standings.rank(seat) == 1);
    if won { Some(Art::Crown) } else { (view.to_act == Some(seat)).then_some(Art::Hourglass) }
}

impl Pen<'_> {
    /// All of the left side.
    pub(super) fn side(&mut self, teller: &Teller<'_>, view: &View) {
        self.round(teller, view);
        self.order(teller, view);
        for (realm, (top, high)) in view.realms.iter().zip(players(view.realms.len())) {
            self.player(teller, view, realm, top, high);
        }
    }

    /// The cards of the left side.
    pub(super) fn side_cards(&mut self, many: usize) {
        let cards = [(ROUND, ROUND_HIGH), (ORDER, ORDER_HIGH)];
        for (top, high) in cards.into_iter().chain(players(many)) {
            self.card((LEFT, top), (WIDE, high), Ink::Paper);
        }
    }

    /// What the people want in this round, what it brings to please them, and what everybody receives.
    fn round(&mut self, teller: &Teller<'_>, view: &View) {
        let indicator = view.printed.round(view.round);
        let say = |name: &str, fill: &[(&str, Fill<'_>)]| teller.words.say(name, fill);
        let title = title(teller, view);
        self.begin_at(&title, (LEFT + 18.0, ROUND + 38.0), WIDE - 36.0, Weight::Heavy.at(42), Ink::Ink);
        let (wanted, y) = (say("draw-wanted", &[]), ROUND + 94.0);
        self.begin_at(&wanted, (LEFT + 14.0, y), 230.0, Weight::Bold.at(SMALLEST), Ink::Ink);
        let (sum, at) = (indicator.threshold.sum.to_string(), (LEFT + WIDE - 36.0, y));
        self.discs(at, [(28.0, Ink::Ink), (25.0, Ink::Gold)]);
        self.middle(&sum, at, 50.0, Weight::Heavy.at(36), Ink::Ink);
        let points = [indicator.points.first, indicator.points.second, indicator.points.others];
        for ((points, name), line) in points.into_iter().zip(PLEASED).zip(0_u8..) {
            let x = LEFT + 58.0 + 98.0 * f32::from(line);
            let points = say("draw-plus", &[("points", points.into())]);
            self.middle(&points, (x, ROUND + 150.0), 90.0, Weight::Heavy.at(40), Ink::ForestDark);
            self.middle(&say(name, &[]), (x, ROUND + 184.0), 96.0, Weight::Text.at(SMALLEST), Ink::InkSoft);
        }
        let Some(income) = &indicator.income else { return };
        let y = ROUND + 238.0;
        let rule = [(LEFT + 16.0, y - 29.0), (LEFT + WIDE - 16.0, y - 29.0)];
        self.canvas.line(&rule, 3.0, Ink::SandDark);
        let label = say("draw-income", &[]);
        self.begin_at(&label, (LEFT + 18.0, y), 110.0, Weight::Text.at(SMALLEST), Ink::InkSoft);
        let x = self.amount(good(Good::Shell), income.shells, (LEFT + 132.0, y), 40, Ink::Ink);
        self.amount(good(Good::Foot), income.feet, (x + 14.0, y), 40, Ink::Ink);
    }

    /// The turn order of this round, and the spaces for the next one.
    fn order(&mut self, teller: &Teller<'_>, view: &View) {
        let title = teller.words.say("draw-order", &[]);
        self.begin_at(&title, (LEFT + 18.0, ORDER + 30.0), 100.0, Weight::Bold.at(30), Ink::Ink);
        let step = (WIDE - 166.0) / 4.0;
        for (seat, number) in view.order.iter().zip(0_u8..) {
            self.badge(*seat, (LEFT + 138.0 + step * f32::from(number), ORDER + 29.0), 38);
        }
        for card in &view.spaces {
            self.space(view, card);
        }
    }

    fn space(&mut self, view: &View, card: &SpaceView) {
        let (x, y) = space(card.space);
        self.discs((x, y), [(27.0, Ink::SandDark), (24.0, Ink::Sand)]);
        match (card.taken_by, card.price) {
            (Some(seat), _) => self.badge(seat, (x, y), 50),
            (None, Some(price)) => self.price(price, (x, y), 50),
            (None, None) => {}
        }
        if view.legal.contains(&Action::Pass(card.space)) {
            self.dashed((x, y), 27.0);
        }
        let number = card.space.number().to_string();
        self.middle(&number, (x, y + 48.0), 50.0, Weight::Bold.at(SMALLEST), Ink::InkSoft);
    }

    /// A player: as many lines as there is room for.
    fn player(&mut self, teller: &Teller<'_>, view: &View, realm: &RealmView, top: f32, high: f32) {
        let acts = view.to_act == Some(realm.seat);
        if acts {
            self.card((LEFT, top), (WIDE, high), Ink::Glow);
        }
        let first = top + 30.0;
        self.badge(realm.seat, (LEFT + 42.0, first + 16.0), 66);
        let style = Weight::Heavy.at(44);
        let points = realm.points.to_string();
        let wide = self.studio.letters().width(&points, style);
        self.end_at(&points, (LEFT + WIDE - 14.0, first), 90.0, style, Ink::Ink);
        let name = self.readable(teller.who(realm.seat), realm.seat);
        self.begin_at(&name, (LEFT + 86.0, first), WIDE - 112.0 - wide, Weight::Bold.at(32), Ink::Ink);
        let second = first + 44.0;
        let (sum, ink) = sum(teller, realm);
        let end = self.begin_at(&sum, (LEFT + 86.0, second), 132.0, Weight::Bold.at(30), ink);
        if realm.fish.total() > 0 {
            self.amount(Art::Fish, realm.fish.total(), (end + 12.0, second), 36, Ink::Ink);
        }
        if let Some(sign) = sign(view, realm.seat) {
            self.piece(sign, (LEFT + 68.0, first + 42.0), 38, None);
        }
        if high > 2.0 * LINE + 40.0 {
            self.spirits(realm, second + LINE);
        }
        if high > 3.0 * LINE + 40.0 {
            self.purse(realm, second + 2.0 * LINE);
        }
    }

    /// Kahunas, tikis and boats ashore.
    fn spirits(&mut self, realm: &RealmView, y: f32) {
        let boats = [realm.ashore.fishing, realm.ashore.one, realm.ashore.two];
        let many = [
            (Art::Kahuna, realm.kahunas),
            (Art::Tiki, realm.tikis),
            (Art::Boat, boats.into_iter().fold(0, u8::saturating_add)),
        ];
        for ((art, many), place) in many.into_iter().zip(0_u8..) {
            self.amount(art, many, (LEFT + 18.0 + 98.0 * f32::from(place), y), 37, Ink::Ink);
        }
    }

    /// The goods, as far as they are known.
    fn purse(&mut self, realm: &RealmView, y: f32) {
        let Some(goods) = realm.goods else {
            self.piece(Art::Purse, (LEFT + 38.0, y), 42, None);
            self.begin_at("?", (LEFT + 66.0, y), 40.0, Weight::Heavy.at(34), Ink::InkSoft);
            return;
        };
        for (kind, place) in Good::ALL.into_iter().zip(0_u8..) {
            self.amount(good(kind), goods[kind], (LEFT + 18.0 + 98.0 * f32::from(place), y), 37, Ink::Ink);
        }
    }
}

/// For whom the points of a round are.
const PLEASED: [&str; 3] = ["draw-first", "draw-second", "draw-others"];
