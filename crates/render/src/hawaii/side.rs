//! Draws the left side (the round and the turn order) and the players' cards at the bottom.

use super::super::{Art, Ink, MIN_FONT_SIZE, Pen, Point, WIDTH, Weight, to_f32};
use super::marks::Marks;
use super::measures::ISLAND_FONT_SIZE;
use super::tiles::good_art;
use crate::hawaii::gains::draw_gains;
use crate::hawaii::tiles::draw_price;
use lanai_rules::Seat;
use lanai_rules::hawaii::action::Action;
use lanai_rules::hawaii::island::Space;
use lanai_rules::hawaii::pieces::Good;
use lanai_rules::hawaii::view::{RealmView, SpaceView, View};

use lanai_text::hawaii::Phrasebook;

// The layout of the left side: the card of the round above the card of the turn order.
pub(super) const SIDE_LEFT: f32 = 16.0;
pub(super) const SIDE_WIDTH: f32 = 442.0;
const ROUND_TOP: f32 = 14.0;
const ROUND_HEIGHT: f32 = 286.0;
const ORDER_TOP: f32 = 316.0;
const ORDER_HEIGHT: f32 = 192.0;
const SPACE_DISTANCE: f32 = 82.0;
// The top, the height and the gap of the players' cards.
const PLAYERS_TOP: f32 = 802.0;
const PLAYER_HEIGHT: f32 = 234.0;
const PLAYER_GAP: f32 = 14.0;
// The first line of a player's card, and the line height.
const FIRST_LINE: f32 = 40.0;
const LINE_HEIGHT: f32 = 52.0;
/// The right end of the purse that stands for hidden goods.
const PURSE_RIGHT: f32 = 96.0;
/// The height of a piece beside its number.
const PIECE_HEIGHT: u16 = 44;

pub(super) fn space_position(space: Space) -> Point {
    Point(
        SIDE_LEFT + 56.0 + SPACE_DISTANCE * f32::from(space.number().saturating_sub(1)),
        ORDER_TOP + 102.0,
    )
}

/// Returns the left edge (x) and the width (y) of each player's card.
fn player_cards(count: usize) -> impl Iterator<Item = Point> {
    let room = (to_f32(WIDTH) - 2.0 * SIDE_LEFT + PLAYER_GAP) / to_f32(count.max(1));
    (0..count.max(1)).map(move |card| Point(SIDE_LEFT + room * to_f32(card), room - PLAYER_GAP))
}

pub(super) fn round_title(phrasebook: &Phrasebook<'_>, view: &View) -> String {
    let name = if view.standings.is_some() {
        "draw-over"
    } else {
        "draw-round"
    };
    phrasebook.words.say(name, &[("round", view.round.into())])
}

/// Returns the sum of a realm's price tokens and the sum needed, and an ink for enough or too
/// little.
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

/// Returns the sign beside a name: a crown for a winner, an hourglass for the player to act.
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
    for (realm, Point(left, width)) in view.realms.iter().zip(player_cards(view.realms.len())) {
        draw_player(pen, phrasebook, view, realm, left, width);
        // Where goods are visible, there is no room for gains, and viewers know their own gains.
        if realm.goods.is_none() {
            let at = Point(
                left + PURSE_RIGHT,
                PLAYERS_TOP + FIRST_LINE + 3.0 * LINE_HEIGHT,
            );
            draw_gains(
                pen,
                &marks.gains_of(realm.seat),
                at,
                width - PURSE_RIGHT - 14.0,
            );
        }
    }
}

pub(super) fn draw_side_cards(pen: &mut Pen<'_>, count: usize) {
    for (top, height) in [(ROUND_TOP, ROUND_HEIGHT), (ORDER_TOP, ORDER_HEIGHT)] {
        pen.draw_card(Point(SIDE_LEFT, top), Point(SIDE_WIDTH, height), Ink::Paper);
    }
    for Point(left, width) in player_cards(count) {
        pen.draw_card(
            Point(left, PLAYERS_TOP),
            Point(width, PLAYER_HEIGHT),
            Ink::Paper,
        );
    }
}

/// Draws the sum needed in this round, the points for reaching it, and the income of all players.
fn draw_round(pen: &mut Pen<'_>, phrasebook: &Phrasebook<'_>, view: &View) {
    let indicator = view.printed.round(view.round);
    let words = phrasebook.words;
    let title = round_title(phrasebook, view);
    pen.draw_text(
        &title,
        Point(SIDE_LEFT + 20.0, ROUND_TOP + 38.0),
        SIDE_WIDTH - 36.0,
        Weight::Heavy.px(46),
        Ink::Ink,
    );
    let wanted = words.say("draw-wanted", &[]);
    let y = ROUND_TOP + 98.0;
    pen.draw_text(
        &wanted,
        Point(SIDE_LEFT + 20.0, y),
        SIDE_WIDTH - 100.0,
        Weight::Bold.px(ISLAND_FONT_SIZE),
        Ink::Ink,
    );
    let sum = indicator.threshold.sum.to_string();
    let at = Point(SIDE_LEFT + SIDE_WIDTH - 48.0, y);
    pen.draw_nested_circles(at, [(34.0, Ink::Ink), (31.0, Ink::Gold)]);
    pen.draw_text_centred_within(&sum, at, 60.0, Weight::Heavy.px(44), Ink::Ink);
    let points = [
        indicator.points.first,
        indicator.points.second,
        indicator.points.others,
    ];
    for ((points, name), line) in points.into_iter().zip(PLEASED_KEYS).zip(0_u8..) {
        let x = SIDE_LEFT + 78.0 + 142.0 * f32::from(line);
        let points = words.say("draw-plus", &[("points", points.into())]);
        pen.draw_text_centred_within(
            &points,
            Point(x, ROUND_TOP + 158.0),
            120.0,
            Weight::Heavy.px(44),
            Ink::ForestDark,
        );
        pen.draw_text_centred_within(
            &words.say(name, &[]),
            Point(x, ROUND_TOP + 198.0),
            138.0,
            Weight::Text.px(MIN_FONT_SIZE),
            Ink::InkSoft,
        );
    }
    let Some(income) = &indicator.income else {
        return;
    };
    let y = ROUND_TOP + 255.0;
    let rule = [
        Point(SIDE_LEFT + 16.0, y - 30.0),
        Point(SIDE_LEFT + SIDE_WIDTH - 16.0, y - 30.0),
    ];
    pen.canvas.draw_line(&rule, 3.0, Ink::SandDark);
    let label = words.say("draw-income", &[]);
    pen.draw_text(
        &label,
        Point(SIDE_LEFT + 20.0, y),
        160.0,
        Weight::Text.px(MIN_FONT_SIZE),
        Ink::InkSoft,
    );
    let x = pen.draw_amount(
        good_art(Good::Shell),
        income.shells,
        Point(SIDE_LEFT + 200.0, y),
        PIECE_HEIGHT,
        Ink::Ink,
    );
    pen.draw_amount(
        good_art(Good::Foot),
        income.feet,
        Point(x + 24.0, y),
        PIECE_HEIGHT,
        Ink::Ink,
    );
}

/// Draws the turn order of this round, and the spaces of the turn order of the next one.
fn draw_turn_order(pen: &mut Pen<'_>, phrasebook: &Phrasebook<'_>, view: &View) {
    let title = phrasebook.words.say("draw-order", &[]);
    pen.draw_text(
        &title,
        Point(SIDE_LEFT + 20.0, ORDER_TOP + 34.0),
        130.0,
        Weight::Bold.px(ISLAND_FONT_SIZE),
        Ink::Ink,
    );
    for (seat, number) in view.order.iter().zip(0_u8..) {
        pen.draw_badge(
            *seat,
            Point(
                SIDE_LEFT + 186.0 + 56.0 * f32::from(number),
                ORDER_TOP + 34.0,
            ),
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
            Weight::Bold.px(MIN_FONT_SIZE),
            Ink::InkSoft,
        );
    }
}

/// Draws a space of the turn order: the badge of the seat that took it, or its price token.
pub(super) fn draw_space(pen: &mut Pen<'_>, view: &View, card: &SpaceView, at: Point, height: u16) {
    let half = f32::from(height) / 2.0;
    pen.draw_nested_circles(at, [(half + 2.0, Ink::SandDark), (half - 1.0, Ink::Sand)]);
    match (card.taken_by, card.price) {
        (Some(seat), _) => pen.draw_badge(seat, at, height),
        (None, Some(price)) => draw_price(pen, price, at, height),
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
    width: f32,
) {
    let acts = view.to_act == Some(realm.seat);
    if acts {
        pen.draw_card(
            Point(left, PLAYERS_TOP),
            Point(width, PLAYER_HEIGHT),
            Ink::Glow,
        );
    }
    let first = PLAYERS_TOP + FIRST_LINE;
    pen.draw_badge(realm.seat, Point(left + 46.0, first + 20.0), 70);
    let style = Weight::Heavy.px(50);
    let points = realm.points.to_string();
    let room = width - 118.0 - pen.theme.fonts().text_width(&points, style);
    pen.draw_text_right(
        &points,
        Point(left + width - 16.0, first),
        110.0,
        style,
        Ink::Ink,
    );
    let name = pen.display_name(phrasebook.player_name(realm.seat), realm.seat);
    pen.draw_text(
        &name,
        Point(left + 92.0, first),
        room,
        Weight::Bold.px(38),
        Ink::Ink,
    );
    let second = first + LINE_HEIGHT;
    let (sum, ink) = token_sum(phrasebook, realm);
    let fish = realm.fish.total();
    let right = left + width - 16.0;
    let caught = if fish > 0 {
        pen.amount_width(Art::Fish, fish, PIECE_HEIGHT)
    } else {
        0.0
    };
    let room = (right - caught - left - 96.0).min(150.0);
    let end = pen.draw_text(
        &sum,
        Point(left + 92.0, second),
        room,
        Weight::Bold.px(ISLAND_FONT_SIZE),
        ink,
    );
    if fish > 0 {
        pen.draw_amount(
            Art::Fish,
            fish,
            Point((end + 12.0).min(right - caught), second),
            PIECE_HEIGHT,
            Ink::Ink,
        );
    }
    if let Some(sign) = status_sign(view, realm.seat) {
        pen.draw_piece(sign, Point(left + 72.0, first + 48.0), 40, None);
    }
    let left = left + 18.0;
    let step = (width - 30.0) / 3.0;
    draw_realm_counts(pen, realm, Point(left, second + LINE_HEIGHT), step);
    draw_purse(pen, realm, Point(left, second + 2.0 * LINE_HEIGHT), step);
}

/// Draws the numbers of a realm's kahunas, tikis and boats ashore.
fn draw_realm_counts(pen: &mut Pen<'_>, realm: &RealmView, Point(x, y): Point, step: f32) {
    let boats = [realm.ashore.fishing, realm.ashore.one, realm.ashore.two];
    let count = [
        (Art::Kahuna, realm.kahunas),
        (Art::Tiki, realm.tikis),
        (Art::Boat, boats.into_iter().fold(0, u8::saturating_add)),
    ];
    for ((art, count), place) in count.into_iter().zip(0_u8..) {
        pen.draw_amount(
            art,
            count,
            Point(x + step * f32::from(place), y),
            PIECE_HEIGHT,
            Ink::Ink,
        );
    }
}

/// Draws a realm's goods, or a purse if the viewer may not see them.
pub(super) fn draw_purse(pen: &mut Pen<'_>, realm: &RealmView, Point(x, y): Point, step: f32) {
    let Some(goods) = realm.goods else {
        pen.draw_piece(Art::Purse, Point(x + 20.0, y), PIECE_HEIGHT, None);
        pen.draw_text(
            "?",
            Point(x + 48.0, y),
            40.0,
            Weight::Heavy.px(ISLAND_FONT_SIZE),
            Ink::InkSoft,
        );
        return;
    };
    for (kind, place) in Good::ALL.into_iter().zip(0_u8..) {
        pen.draw_amount(
            good_art(kind),
            goods[kind],
            Point(x + step * f32::from(place), y),
            PIECE_HEIGHT,
            Ink::Ink,
        );
    }
}

const PLEASED_KEYS: [&str; 3] = ["draw-first", "draw-second", "draw-others"];
