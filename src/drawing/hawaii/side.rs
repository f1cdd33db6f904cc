//! The left side: what the people want in this round, the turn order, and the players.

use super::super::{
    Art, Ink, Weight,
    pen::{Pen, Point},
};
use crate::{
    rules::hawaii::{
        action::Action,
        island::Space,
        pieces::Good,
        view::{RealmView, SpaceView, View},
    },
    words::{Fill, hawaii::Teller},
};

/// The left side begins here and is so wide.
const LEFT: f32 = 68.0;
const WIDE: f32 = 312.0;
/// Where its three parts begin, and from one line to the next.
const ROUND: f32 = 70.0;
const ORDER: f32 = 362.0;
const PLAYERS: f32 = 560.0;
const PLAYER: f32 = 116.0;
const SPACE: f32 = 58.0;

/// The middle of a space of the turn order.
pub(super) fn space(space: Space) -> Point {
    (LEFT + 36.0 + SPACE * f32::from(space.number().saturating_sub(1)), ORDER + 114.0)
}

impl Pen<'_> {
    /// All of the left side.
    pub(super) fn side(&mut self, teller: &Teller<'_>, view: &View) {
        self.round(teller, view);
        self.order(teller, view);
        for (realm, line) in view.realms.iter().zip(0_u8..) {
            self.player(teller, view, realm, (LEFT, PLAYERS + PLAYER * f32::from(line)));
        }
    }

    fn round(&mut self, teller: &Teller<'_>, view: &View) {
        let indicator = view.printed.round(view.round);
        let say = |name: &str, fill: &[(&str, Fill<'_>)]| teller.words.say(name, fill);
        self.card((LEFT, ROUND), (WIDE, 278.0), Ink::Paper);
        let title = say("draw-round", &[("round", view.round.into())]);
        self.from_left(&title, (LEFT + 20.0, ROUND + 36.0), 270.0, Weight::Heavy.at(40), Ink::Ink);
        let wanted = say("draw-wanted", &[]);
        self.from_left(&wanted, (LEFT + 20.0, ROUND + 94.0), 190.0, Weight::Bold.at(28), Ink::Ink);
        let sum = indicator.threshold.sum.to_string();
        self.canvas.circle(LEFT + WIDE - 54.0, ROUND + 92.0, 40.0, Ink::Hibiscus);
        self.middle(&sum, (LEFT + WIDE - 54.0, ROUND + 92.0), 80.0, Weight::Heavy.at(44), Ink::White);
        let points = [indicator.points.first, indicator.points.second, indicator.points.others];
        let names = ["draw-first", "draw-second", "draw-others"];
        for ((points, name), line) in points.into_iter().zip(names).zip(0_u8..) {
            let x = LEFT + 58.0 + 98.0 * f32::from(line);
            self.middle(&points.to_string(), (x, ROUND + 158.0), 90.0, Weight::Heavy.at(42), Ink::ForestDark);
            self.middle(&say(name, &[]), (x, ROUND + 196.0), 94.0, Weight::Text.at(26), Ink::InkSoft);
        }
        self.canvas.line(
            (LEFT + 16.0, ROUND + 218.0),
            (LEFT + WIDE - 16.0, ROUND + 218.0),
            3.0,
            Ink::SandDark,
        );
        if let Some(income) = &indicator.income {
            let label = say("draw-income", &[]);
            let x = self.from_left(
                &label,
                (LEFT + 20.0, ROUND + 249.0),
                130.0,
                Weight::Text.at(26),
                Ink::InkSoft,
            );
            let x =
                self.amount(super::tiles::good(Good::Shell), income.shells, (x + 14.0, ROUND + 248.0), 38);
            self.amount(super::tiles::good(Good::Foot), income.feet, (x + 16.0, ROUND + 248.0), 38);
        }
    }

    fn order(&mut self, teller: &Teller<'_>, view: &View) {
        self.card((LEFT, ORDER), (WIDE, 184.0), Ink::Paper);
        let title = teller.words.say("draw-order", &[]);
        self.from_left(&title, (LEFT + 20.0, ORDER + 30.0), 150.0, Weight::Bold.at(28), Ink::Ink);
        for (seat, number) in view.order.iter().zip(0_u8..) {
            self.badge(*seat, (LEFT + 152.0 + 34.0 * f32::from(number), ORDER + 31.0), 34);
        }
        for card in &view.spaces {
            self.space(view, card);
        }
    }

    fn space(&mut self, view: &View, card: &SpaceView) {
        let (x, y) = space(card.space);
        let goal =
            view.legal.iter().any(|action| matches!(action, Action::Pass(space) if *space == card.space));
        self.canvas.circle(x, y, 29.0, if goal { Ink::Yellow } else { Ink::SandDark });
        self.canvas.circle(x, y, 25.0, Ink::Sand);
        match (card.taken_by, card.price) {
            (Some(seat), _) => self.badge(seat, (x, y), 46),
            (None, Some(price)) => self.price(price, (x, y), 50),
            (None, None) => {}
        }
        self.middle(&card.space.number().to_string(), (x, y + 50.0), 50.0, Weight::Bold.at(28), Ink::Ink);
    }

    fn player(&mut self, teller: &Teller<'_>, view: &View, realm: &RealmView, (x, y): Point) {
        let acts = view.to_act == Some(realm.seat);
        self.card((x, y), (WIDE, PLAYER - 12.0), if acts { Ink::Glow } else { Ink::Paper });
        self.badge(realm.seat, (x + 44.0, y + 52.0), 68);
        let name = teller.who(realm.seat);
        self.from_left(name, (x + 90.0, y + 30.0), 128.0, Weight::Bold.at(30), Ink::Ink);
        self.to_right(
            &realm.points.to_string(),
            (x + WIDE - 16.0, y + 32.0),
            84.0,
            Weight::Heavy.at(44),
            Ink::Ink,
        );
        let sum = teller
            .words
            .say("draw-sum", &[("sum", realm.open_sum().into()), ("needed", realm.needed.into())]);
        let pleased = realm.open_sum() >= realm.needed;
        let colour = if pleased { Ink::ForestDark } else { Ink::InkSoft };
        self.from_left(&sum, (x + 90.0, y + 76.0), 120.0, Weight::Bold.at(30), colour);
        let fish = realm.fish.total();
        if fish > 0 {
            self.amount(Art::Fish, fish, (x + 200.0, y + 76.0), 36);
        }
        if acts {
            self.piece(Art::Hourglass, (x + WIDE - 26.0, y + 78.0), 42, None);
        } else if view.standings.as_ref().is_some_and(|standings| standings.rank(realm.seat) == 1) {
            self.piece(Art::Crown, (x + WIDE - 34.0, y + 78.0), 42, None);
        }
    }
}
