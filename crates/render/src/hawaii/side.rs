//! The left side (the round and the turn order) and the players below.

use super::super::{Art, Ink, Pen, Point, SMALLEST, WIDTH, Weight, real};
use super::marks::Marks;
use super::measures::LETTERS;
use super::tiles::good;
use crate::hawaii::gains::draw_gains;
use crate::hawaii::tiles::draw_price;
use lanai_rules::Seat;
use lanai_rules::hawaii::action::Action;
use lanai_rules::hawaii::island::Space;
use lanai_rules::hawaii::pieces::Good;
use lanai_rules::hawaii::view::{RealmView, SpaceView, View};
use lanai_text::Fill;
use lanai_text::hawaii::Phrasebook;

/// The position and the width of the left side.
pub(super) const LEFT: f32 = 16.0;
pub(super) const WIDE: f32 = 442.0;
const ROUND: f32 = 14.0;
const ROUND_HIGH: f32 = 286.0;
const ORDER: f32 = 316.0;
const ORDER_HIGH: f32 = 192.0;
const SPACE: f32 = 82.0;
/// The top, the height and the gap of the players' cards.
const PLAYERS: f32 = 802.0;
const HIGH: f32 = 234.0;
const GAP: f32 = 14.0;
/// The first line of a player's card, and the line height.
const FIRST: f32 = 40.0;
const LINE: f32 = 52.0;
/// The right end of the purse that stands for hidden goods.
const PURSE_ENDS: f32 = 96.0;
/// How high a piece is beside its number.
const PIECE: u16 = 44;

pub(super) fn space_position(space: Space) -> Point {
    Point(
        LEFT + 56.0 + SPACE * f32::from(space.number().saturating_sub(1)),
        ORDER + 102.0,
    )
}

/// Returns the left edge and the width of each player's card.
fn player_cards(many: usize) -> impl Iterator<Item = Point> {
    let room = (real(WIDTH) - 2.0 * LEFT + GAP) / real(many.max(1));
    (0..many.max(1)).map(move |card| Point(LEFT + room * real(card), room - GAP))
}

pub(super) fn round_title(phrasebook: &Phrasebook<'_>, view: &View) -> String {
    let name = if view.standings.is_some() {
        "draw-over"
    } else {
        "draw-round"
    };
    phrasebook.words.say(name, &[("round", view.round.into())])
}

/// Returns the sum of a realm's tokens with the sum needed, and an ink that says whether it is
/// enough.
pub(super) fn token_sum(phrasebook: &Phrasebook<'_>, realm: &RealmView) -> (String, Ink) {
    let sum = realm.open_sum();
    let needed = realm.needed;
    let text = phrasebook.words.say(
        "draw-sum",
        &[("sum", sum.into()), ("needed", needed.into())],
    );
    (
        text,
        if sum >= needed {
            Ink::ForestDark
        } else {
            Ink::InkSoft
        },
    )
}

/// Returns the sign beside the name of a winner, or of the player whose turn it is.
pub(super) fn status_sign(view: &View, seat: Seat) -> Option<Art> {
    let won = view
        .standings
        .as_ref()
        .is_some_and(|standings| standings.rank(seat) == 1);
    if won {
        Some(Art::Crown)
    } else {
        (view.to_act == Some(seat)).then_some(Art::Hourglass)
    }
}

pub(super) fn draw_side(
    pen: &mut Pen<'_>,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    marks: &Marks,
) {
    draw_round(pen, phrasebook, view);
    draw_turn_order(pen, phrasebook, view);
    for (realm, Point(left, wide)) in view.realms.iter().zip(player_cards(view.realms.len())) {
        draw_player(pen, phrasebook, view, realm, left, wide);
        // Where goods are visible there is no room, and viewers know their own gains.
        if realm.goods.is_none() {
            let at = Point(left + PURSE_ENDS, PLAYERS + FIRST + 3.0 * LINE);
            draw_gains(
                pen,
                &marks.gains_of(realm.seat),
                at,
                wide - PURSE_ENDS - 14.0,
            );
        }
    }
}

pub(super) fn draw_side_cards(pen: &mut Pen<'_>, many: usize) {
    for (top, high) in [(ROUND, ROUND_HIGH), (ORDER, ORDER_HIGH)] {
        pen.draw_card(Point(LEFT, top), Point(WIDE, high), Ink::Paper);
    }
    for Point(left, wide) in player_cards(many) {
        pen.draw_card(Point(left, PLAYERS), Point(wide, HIGH), Ink::Paper);
    }
}

/// Draws the sum wanted in this round, the points it brings, and everyone's income.
fn draw_round(pen: &mut Pen<'_>, phrasebook: &Phrasebook<'_>, view: &View) {
    let indicator = view.printed.round(view.round);
    let say = |name: &str, fill: &[(&str, Fill<'_>)]| phrasebook.words.say(name, fill);
    let title = round_title(phrasebook, view);
    pen.draw_text(
        &title,
        Point(LEFT + 20.0, ROUND + 38.0),
        WIDE - 36.0,
        Weight::Heavy.at(46),
        Ink::Ink,
    );
    let wanted = say("draw-wanted", &[]);
    let y = ROUND + 98.0;
    pen.draw_text(
        &wanted,
        Point(LEFT + 20.0, y),
        WIDE - 100.0,
        Weight::Bold.at(LETTERS),
        Ink::Ink,
    );
    let sum = indicator.threshold.sum.to_string();
    let at = Point(LEFT + WIDE - 48.0, y);
    pen.draw_nested_circles(at, [(34.0, Ink::Ink), (31.0, Ink::Gold)]);
    pen.draw_text_centred_within(&sum, at, 60.0, Weight::Heavy.at(44), Ink::Ink);
    let points = [
        indicator.points.first,
        indicator.points.second,
        indicator.points.others,
    ];
    for ((points, name), line) in points.into_iter().zip(PLEASED).zip(0_u8..) {
        let x = LEFT + 78.0 + 142.0 * f32::from(line);
        let points = say("draw-plus", &[("points", points.into())]);
        pen.draw_text_centred_within(
            &points,
            Point(x, ROUND + 158.0),
            120.0,
            Weight::Heavy.at(44),
            Ink::ForestDark,
        );
        pen.draw_text_centred_within(
            &say(name, &[]),
            Point(x, ROUND + 198.0),
            138.0,
            Weight::Text.at(SMALLEST),
            Ink::InkSoft,
        );
    }
    let Some(income) = &indicator.income else {
        return;
    };
    let y = ROUND + 255.0;
    let rule = [
        Point(LEFT + 16.0, y - 30.0),
        Point(LEFT + WIDE - 16.0, y - 30.0),
    ];
    pen.canvas.line(&rule, 3.0, Ink::SandDark);
    let label = say("draw-income", &[]);
    pen.draw_text(
        &label,
        Point(LEFT + 20.0, y),
        160.0,
        Weight::Text.at(SMALLEST),
        Ink::InkSoft,
    );
    let x = pen.draw_amount(
        good(Good::Shell),
        income.shells,
        Point(LEFT + 200.0, y),
        PIECE,
        Ink::Ink,
    );
    pen.draw_amount(
        good(Good::Foot),
        income.feet,
        Point(x + 24.0, y),
        PIECE,
        Ink::Ink,
    );
}

/// The turn order of this round, and the spaces for the next one.
fn draw_turn_order(pen: &mut Pen<'_>, phrasebook: &Phrasebook<'_>, view: &View) {
    let title = phrasebook.words.say("draw-order", &[]);
    pen.draw_text(
        &title,
        Point(LEFT + 20.0, ORDER + 34.0),
        130.0,
        Weight::Bold.at(LETTERS),
        Ink::Ink,
    );
    for (seat, number) in view.order.iter().zip(0_u8..) {
        pen.draw_badge(
            *seat,
            Point(LEFT + 186.0 + 56.0 * f32::from(number), ORDER + 34.0),
            50,
        );
    }
    for card in &view.spaces {
        draw_space(pen, view, card, space_position(card.space), 64);
        let Point(x, y) = space_position(card.space);
        let number = card.space.number().to_string();
        pen.draw_text_centred_within(
            &number,
            Point(x, y + 58.0),
            50.0,
            Weight::Bold.at(SMALLEST),
            Ink::InkSoft,
        );
    }
}

/// Draws a space of the turn order: the seat that took it, or the token on it.
pub(super) fn draw_space(pen: &mut Pen<'_>, view: &View, card: &SpaceView, at: Point, high: u16) {
    let half = f32::from(high) / 2.0;
    pen.draw_nested_circles(at, [(half + 2.0, Ink::SandDark), (half - 1.0, Ink::Sand)]);
    match (card.taken_by, card.price) {
        (Some(seat), _) => pen.draw_badge(seat, at, high),
        (None, Some(price)) => draw_price(pen, price, at, high),
        (None, None) => {}
    }
    if view.legal.contains(&Action::Pass(card.space)) {
        pen.draw_dashed_ring(at, half + 1.0);
    }
}

fn draw_player(
    pen: &mut Pen<'_>,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    realm: &RealmView,
    left: f32,
    wide: f32,
) {
    let acts = view.to_act == Some(realm.seat);
    if acts {
        pen.draw_card(Point(left, PLAYERS), Point(wide, HIGH), Ink::Glow);
    }
    let first = PLAYERS + FIRST;
    pen.draw_badge(realm.seat, Point(left + 46.0, first + 20.0), 70);
    let style = Weight::Heavy.at(50);
    let points = realm.points.to_string();
    let room = wide - 118.0 - pen.studio.letters().width(&points, style);
    pen.draw_text_right(
        &points,
        Point(left + wide - 16.0, first),
        110.0,
        style,
        Ink::Ink,
    );
    let name = pen.display_name(phrasebook.who(realm.seat), realm.seat);
    pen.draw_text(
        &name,
        Point(left + 92.0, first),
        room,
        Weight::Bold.at(38),
        Ink::Ink,
    );
    let second = first + LINE;
    let (sum, ink) = token_sum(phrasebook, realm);
    let fish = realm.fish.total();
    let right = left + wide - 16.0;
    let caught = if fish > 0 {
        pen.amount_width(Art::Fish, fish, PIECE)
    } else {
        0.0
    };
    let room = (right - caught - left - 96.0).min(150.0);
    let end = pen.draw_text(
        &sum,
        Point(left + 92.0, second),
        room,
        Weight::Bold.at(LETTERS),
        ink,
    );
    if fish > 0 {
        pen.draw_amount(
            Art::Fish,
            fish,
            Point((end + 12.0).min(right - caught), second),
            PIECE,
            Ink::Ink,
        );
    }
    if let Some(sign) = status_sign(view, realm.seat) {
        pen.draw_piece(sign, Point(left + 72.0, first + 48.0), 40, None);
    }
    let left = left + 18.0;
    let step = (wide - 30.0) / 3.0;
    draw_spirits(pen, realm, Point(left, second + LINE), step);
    draw_purse(pen, realm, Point(left, second + 2.0 * LINE), step);
}

/// Kahunas, tikis and boats ashore.
fn draw_spirits(pen: &mut Pen<'_>, realm: &RealmView, Point(x, y): Point, step: f32) {
    let boats = [realm.ashore.fishing, realm.ashore.one, realm.ashore.two];
    let many = [
        (Art::Kahuna, realm.kahunas),
        (Art::Tiki, realm.tikis),
        (Art::Boat, boats.into_iter().fold(0, u8::saturating_add)),
    ];
    for ((art, many), place) in many.into_iter().zip(0_u8..) {
        pen.draw_amount(
            art,
            many,
            Point(x + step * f32::from(place), y),
            PIECE,
            Ink::Ink,
        );
    }
}

/// Draws the goods, or a purse if they are hidden.
pub(super) fn draw_purse(pen: &mut Pen<'_>, realm: &RealmView, Point(x, y): Point, step: f32) {
    let Some(goods) = realm.goods else {
        pen.draw_piece(Art::Purse, Point(x + 20.0, y), PIECE, None);
        pen.draw_text(
            "?",
            Point(x + 48.0, y),
            40.0,
            Weight::Heavy.at(LETTERS),
            Ink::InkSoft,
        );
        return;
    };
    for (kind, place) in Good::ALL.into_iter().zip(0_u8..) {
        pen.draw_amount(
            good(kind),
            goods[kind],
            Point(x + step * f32::from(place), y),
            PIECE,
            Ink::Ink,
        );
    }
}

const PLEASED: [&str; 3] = ["draw-first", "draw-second", "draw-others"];
