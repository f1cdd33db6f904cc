//! Draws the round in the upper corners of the island, and below the island the turn order and a
//! line for each player.

use super::super::{Art, Ink, MIN_FONT_SIZE, Pen, Point, Style, Weight, to_f32};
use super::island::PLACES_TOP;
use super::legend::LEGEND_HEIGHT;
use super::marks::Marks;
use super::measures::{ISLAND_FONT_SIZE, MARGIN};
use super::tiles::good_art;
use crate::hawaii::gains::draw_gains;
use crate::hawaii::tiles::draw_price;
use crate::key;
use lanai_rules::Seat;
use lanai_rules::hawaii::action::Action;
use lanai_rules::hawaii::island::Space;
use lanai_rules::hawaii::pieces::Good;
use lanai_rules::hawaii::view::{RealmView, SpaceView, View};

use lanai_text::hawaii::Phrasebook;

// The corners and the size of the cards in the upper corners of the island.
pub(super) const ROUND_CORNER: Point = Point(12.0, PLACES_TOP);
pub(super) const POINTS_CORNER: Point = Point(982.0, PLACES_TOP);
pub(super) const CORNER_CARD_SIZE: Point = Point(182.0, 130.0);
// The card of the turn order, and its distances.
pub(super) const ORDER_TOP: f32 = 798.0;
pub(super) const CARD_WIDTH: f32 = 1144.0;
const ORDER_HEIGHT: f32 = 74.0;
const FIRST_SPACE_X: f32 = 552.0;
const SPACE_DISTANCE: f32 = 126.0;
// The players' lines: the first top, the height, and the distance.
pub(super) const PLAYERS_TOP: u16 = 882;
const PLAYER_HEIGHT: f32 = 52.0;
const PLAYER_DISTANCE: u16 = 60;
// The columns of a player's line.
const BADGE_X: f32 = 46.0;
const NAME_LEFT: f32 = 90.0;
const NAME_WIDTH: f32 = 200.0;
const POINTS_RIGHT: f32 = 388.0;
const SUM_LEFT: f32 = 404.0;
const SUM_WIDTH: f32 = 160.0;
const COUNTS_LEFT: f32 = 606.0;
const COUNT_DISTANCE: f32 = 68.0;
const GOODS_LEFT: f32 = 888.0;
const GOODS_GAP: f32 = 12.0;
/// The height of a piece beside its number.
const PIECE_HEIGHT: u16 = 38;

/// Returns the bottom of the last player's line.
pub(super) fn players_bottom(count: usize) -> u16 {
    let lines = u16::try_from(count).unwrap_or_default();
    PLAYERS_TOP + PLAYER_DISTANCE * lines
}

pub(super) fn picture_height(count: usize) -> u16 {
    players_bottom(count) + LEGEND_HEIGHT
}

fn player_top(number: usize) -> f32 {
    to_f32(players_bottom(number))
}

pub(super) fn space_position(space: Space) -> Point {
    Point(
        FIRST_SPACE_X + SPACE_DISTANCE * f32::from(space.number().saturating_sub(1)),
        ORDER_TOP + ORDER_HEIGHT / 2.0,
    )
}

pub(super) fn round_title(phrasebook: &Phrasebook<'_>, view: &View) -> String {
    let name = if view.standings.is_some() {
        key::DRAW_OVER
    } else {
        key::DRAW_ROUND
    };
    phrasebook.words.say(name, &[("round", view.round.into())])
}

/// Draws the sum of a realm's price tokens and the sum needed, with a check mark if it is reached.
/// Returns the x coordinate of the right end.
pub(super) fn draw_token_sum(
    pen: &mut Pen<'_>,
    phrasebook: &Phrasebook<'_>,
    realm: &RealmView,
    at: Point,
    max_width: f32,
    style: Style,
) -> f32 {
    let sum = realm.open_sum();
    let needed = realm.needed;
    let text = phrasebook.words.say(
        key::DRAW_SUM,
        &[("sum", sum.into()), ("needed", needed.into())],
    );
    if sum < needed {
        return pen.draw_text(&text, at, max_width, style, Ink::InkSoft);
    }
    let end = pen.draw_text(&text, at, max_width, style, Ink::ForestDark);
    let size = f32::from(style.size);
    let left = end + 0.3 * size;
    pen.draw_check_mark(Point(left, at.1), size);
    left + 0.8 * size
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

pub(super) fn draw_cards(
    pen: &mut Pen<'_>,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    marks: &Marks,
) {
    draw_turn_order(pen, phrasebook, view);
    for (number, realm) in view.realms.iter().enumerate() {
        draw_player(pen, phrasebook, view, realm, player_top(number), marks);
    }
}

/// Draws the empty cards of the round, the turn order and the players.
pub(super) fn draw_empty_cards(pen: &mut Pen<'_>, count: usize) {
    for corner in [ROUND_CORNER, POINTS_CORNER] {
        pen.draw_card(corner, CORNER_CARD_SIZE, Ink::PaperShade);
    }
    let size = Point(CARD_WIDTH, ORDER_HEIGHT);
    pen.draw_card(Point(MARGIN, ORDER_TOP), size, Ink::Paper);
    for number in 0..count {
        draw_player_card(pen, player_top(number), Ink::Paper);
    }
}

fn draw_player_card(pen: &mut Pen<'_>, top: f32, ground: Ink) {
    pen.draw_card(Point(MARGIN, top), Point(CARD_WIDTH, PLAYER_HEIGHT), ground);
}

/// Draws the round, the sum needed in it and the income of all players; and the points for reaching
/// that sum, by rank.
pub(super) fn draw_round(pen: &mut Pen<'_>, phrasebook: &Phrasebook<'_>, view: &View) {
    let indicator = view.printed.round(view.round);
    let Point(x, y) = ROUND_CORNER;
    let title = round_title(phrasebook, view);
    let at = Point(x + CORNER_CARD_SIZE.0 / 2.0, y + 28.0);
    let style = Weight::Heavy.px(ISLAND_FONT_SIZE);
    pen.draw_text_centred_within(&title, at, CORNER_CARD_SIZE.0 - 20.0, style, Ink::Ink);
    let at = Point(x + 42.0, y + 84.0);
    pen.draw_nested_circles(at, [(34.0, Ink::Ink), (31.0, Ink::Gold)]);
    let sum = indicator.threshold.sum.to_string();
    pen.draw_text_centred_within(&sum, at, 58.0, Weight::Heavy.px(44), Ink::Ink);
    if let Some(income) = &indicator.income {
        let goods = [(Good::Shell, income.shells), (Good::Foot, income.feet)];
        for ((good, amount), line) in goods.into_iter().zip(0_u8..) {
            pen.draw_amount(
                good_art(good),
                format!("+{amount}"),
                Point(x + 80.0, y + 66.0 + 40.0 * f32::from(line)),
                30,
                Ink::Ink,
            );
        }
    }
    let Point(x, y) = POINTS_CORNER;
    let points = [
        indicator.points.first,
        indicator.points.second,
        indicator.points.others,
    ];
    for ((points, rank), line) in points
        .into_iter()
        .zip(rank_labels(view.realms.len()))
        .zip(0_u8..)
    {
        let y = y + 26.0 + 39.0 * f32::from(line);
        let style = Weight::Bold.px(ISLAND_FONT_SIZE);
        pen.draw_text(&rank, Point(x + 16.0, y), 72.0, style, Ink::InkSoft);
        let points = phrasebook
            .words
            .say(key::DRAW_PLUS, &[("points", points.into())]);
        pen.draw_text_right(
            &points,
            Point(x + CORNER_CARD_SIZE.0 - 16.0, y),
            90.0,
            Weight::Heavy.px(40),
            Ink::ForestDark,
        );
    }
}

/// Returns the ranks that bring points: the first, the second, and all others together.
fn rank_labels(players: usize) -> Vec<String> {
    let others = match players {
        0..=2 => None,
        3 => Some("3".to_owned()),
        last => Some(format!("3–{last}")),
    };
    ["1", "2"]
        .map(str::to_owned)
        .into_iter()
        .chain(others)
        .collect()
}

/// Draws the turn order of this round, and the spaces of the turn order of the next one.
fn draw_turn_order(pen: &mut Pen<'_>, phrasebook: &Phrasebook<'_>, view: &View) {
    let title = phrasebook.words.say(key::DRAW_ORDER, &[]);
    let y = ORDER_TOP + ORDER_HEIGHT / 2.0;
    pen.draw_text(
        &title,
        Point(MARGIN + 20.0, y),
        130.0,
        Weight::Bold.px(ISLAND_FONT_SIZE),
        Ink::Ink,
    );
    for (seat, number) in view.order.iter().zip(0_u8..) {
        let x = MARGIN + 186.0 + 56.0 * f32::from(number);
        pen.draw_badge(*seat, Point(x, y), 50);
    }
    for card in &view.spaces {
        let Point(x, y) = space_position(card.space);
        draw_space(pen, view, card, Point(x, y), 62);
        let number = card.space.number().to_string();
        pen.draw_text_centred(
            &number,
            Point(x - 48.0, y),
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

/// Draws a player's line: name, points, sum, pieces, and the goods that the viewer may see or else
/// what the player gained.
fn draw_player(
    pen: &mut Pen<'_>,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    realm: &RealmView,
    top: f32,
    marks: &Marks,
) {
    if view.to_act == Some(realm.seat) {
        draw_player_card(pen, top, Ink::Glow);
    }
    let y = top + PLAYER_HEIGHT / 2.0;
    pen.draw_badge(realm.seat, Point(BADGE_X, y), 50);
    if let Some(sign) = status_sign(view, realm.seat) {
        pen.draw_piece(sign, Point(BADGE_X + 24.0, y + 12.0), 32, None);
    }
    let name = pen.display_name(phrasebook.player_name(realm.seat), realm.seat);
    let style = Weight::Bold.px(ISLAND_FONT_SIZE);
    pen.draw_text(&name, Point(NAME_LEFT, y), NAME_WIDTH, style, Ink::Ink);
    pen.draw_text_right(
        &realm.points.to_string(),
        Point(POINTS_RIGHT, y),
        POINTS_RIGHT - NAME_LEFT - NAME_WIDTH,
        Weight::Heavy.px(46),
        Ink::Ink,
    );
    let at = Point(SUM_LEFT, y);
    draw_token_sum(pen, phrasebook, realm, at, SUM_WIDTH, style);
    draw_realm_counts(pen, realm, Point(COUNTS_LEFT, y));
    let at = Point(GOODS_LEFT, y);
    if realm.goods.is_some() {
        draw_goods(pen, realm, at, GOODS_GAP);
    } else {
        let room = MARGIN + CARD_WIDTH - 12.0 - GOODS_LEFT;
        draw_gains(pen, &marks.gains_of(realm.seat), at, room);
    }
}

/// Draws the numbers of a realm's kahunas, tikis, boats ashore and fish.
fn draw_realm_counts(pen: &mut Pen<'_>, realm: &RealmView, Point(x, y): Point) {
    let boats = [realm.ashore.fishing, realm.ashore.one, realm.ashore.two];
    let counts = [
        (Art::Kahuna, realm.kahunas),
        (Art::Tiki, realm.tikis),
        (Art::Boat, boats.into_iter().fold(0, u8::saturating_add)),
        (Art::Fish, realm.fish.total()),
    ];
    for ((art, count), place) in counts.into_iter().zip(0_u8..) {
        if count > 0 {
            let at = Point(x + COUNT_DISTANCE * f32::from(place), y);
            pen.draw_amount(art, count, at, PIECE_HEIGHT, Ink::Ink);
        }
    }
}

/// Draws a realm's goods side by side, if the viewer may see them.
pub(super) fn draw_goods(pen: &mut Pen<'_>, realm: &RealmView, Point(x, y): Point, gap: f32) {
    let Some(goods) = realm.goods else { return };
    let mut left = x;
    for kind in Good::ALL {
        let at = Point(left, y);
        left = pen.draw_amount(good_art(kind), goods[kind], at, PIECE_HEIGHT, Ink::Ink) + gap;
    }
}
