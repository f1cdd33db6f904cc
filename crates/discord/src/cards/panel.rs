//! The panel, with which a player plays a whole turn by buttons, mostly in three presses.
//!
//! The first step has a button for each spot of the board, laid out as on the board. The next step
//! lists what can be bought there, each with its price and gain. The last step shows the whole turn,
//! with buttons to change its details, and plays it. All choices are stored in the ids of the
//! buttons and tried on a copy of the game, so nothing is written before the last press and a
//! restart loses nothing.

use std::collections::BTreeSet;

use crate::cards::composer::{ChoicePicture, Composer, PanelReader, Perspective};
use crate::cards::lesson;
use crate::cards::note;
use crate::cards::premove;
use crate::cards::table::{describe_briefly, describe_panes};
use crate::key;
use crate::wire::card::{Button, ButtonStyle, Card, Row};
use crate::wire::names::{plain_player_names, player_names};
use crate::wire::press::{Press, RulesPage};
use crate::wire::text_limits::append_last_line;
use lanai_host::{PersonId, Settings, TableId, Turn};
use lanai_panel::{
    BoardButton, Decision, Offer, OfferLister, PanelGame, PanelPath, SpotMarks, TurnPreview,
    follow_path, seat_view,
};
use lanai_render::{Crop, LabelledAction, Look};
use lanai_rules::{Seat, Viewer};
use lanai_text::{Phrasebook, Words};

/// How many choices, each with a line of text, are on a page.
const MAX_CHOICES: usize = 10;
/// How many choices of a step after the first fit on a telephone below the picture, if their lines
/// or labels are long.
const MAX_LONG_CHOICES: usize = 3;
/// The length of a label of which a telephone shows two in a row.
const MAX_SHORT_CHARS: usize = 24;
/// How many rows of buttons to change details of a turn are on a page.
const MAX_CHANGE_ROWS: usize = 2;
/// How many of these buttons are in a row: a telephone would break a longer row.
const CHANGES_PER_ROW: usize = 3;

/// The page of a lesson's panel that has the buttons for a turn of one's own.
const OWN_TURN_PAGE: usize = 1;

/// A panel before its picture is drawn.
pub(crate) struct Panel<A> {
    /// The text, and the buttons of open choices.
    pub(crate) card: Card,
    /// The actions marked on the picture, each with the letter or number of its choice.
    pub(crate) pointers: Vec<LabelledAction<A>>,
    /// The buttons of the whole panel, as to play the turn or to go back.
    tools: Vec<Button>,
    /// The alternatives to details of the turn, which come last.
    alternatives: Vec<Row>,
}

impl<A> Panel<A> {
    pub(crate) fn new(card: Card, pointers: Vec<LabelledAction<A>>) -> Panel<A> {
        Panel {
            card,
            pointers,
            tools: Vec::new(),
            alternatives: Vec::new(),
        }
    }
}

/// Which page of a panel and which part of the board are shown.
#[derive(Clone, Copy)]
pub(crate) struct PanelView {
    pub(crate) page: usize,
    pub(crate) crop: Crop,
}

impl PanelView {
    pub(crate) fn start() -> PanelView {
        PanelView {
            page: 0,
            crop: Crop::Close,
        }
    }
}

/// Returns the panel in which nothing is chosen yet, with a text above it.
pub(crate) async fn initial_panel_card<G: PanelGame>(
    composer: &Composer,
    reader: PanelReader<'_>,
    turn: Turn<G>,
    text_above: Option<String>,
) -> Card {
    let Some(seat) = turn.to_act() else {
        return Card::words(
            composer
                .dictionary
                .for_locale(reader.locale)
                .say(key::CHAT_OVER, &[]),
        );
    };
    let path = PanelPath::start(turn.table.id, turn.table.revision);
    let preview = follow_path(turn, seat, &path);
    panel_card(
        composer,
        reader,
        &preview,
        seat,
        PanelView::start(),
        text_above,
    )
    .await
}

/// Returns the panel of a preview, with the board after the choices so far.
pub(crate) async fn panel_card<G: PanelGame>(
    composer: &Composer,
    reader: PanelReader<'_>,
    preview: &TurnPreview<G>,
    seat: Seat,
    view: PanelView,
    text_above: Option<String>,
) -> Card {
    let words = composer.dictionary.for_locale(reader.locale);
    let table = &preview.turn.table;
    let is_premove = preview.path.is_premove;
    let is_open = !preview.open_choices.is_empty();
    let teaches = is_open && !is_premove;
    let mut lines_above = Vec::new();
    if teaches {
        lines_above.extend(premove::cancelled_premove_line(words, table, reader.person));
    }
    lines_above.extend(text_above);
    let mut lesson_button = None;
    let mut has_example = false;
    let mut hides_choices = false;
    let is_first_step = preview.is_first_step();
    let gets_tip = is_first_step && preview.refused.is_empty();
    if teaches && (gets_tip || table.settings.lesson.is_some()) {
        let lesson = lesson::next_lesson_text(&composer.host.lessons, words, preview, seat).await;
        // The text of a lesson and all choices do not fit together, so the choices have a page of
        // their own.
        let is_own_turn = view.page > 0 || !preview.refused.is_empty();
        let has_two_pages = lesson.button.is_some() && is_first_step;
        if !(is_own_turn && has_two_pages) {
            lines_above.extend(lesson.text);
        }
        hides_choices = has_two_pages && !is_own_turn;
        lesson_button = lesson.button;
        has_example = lesson.has_example;
    }
    if is_open {
        lines_above
            .extend(note::note_line(&composer.host.notes, words, table, reader.person).await);
    }
    let naming = load_spot_naming(&composer.host.settings, reader.person).await;
    let text_above = lines_above.join("\n");
    let mut panel = build_panel(words, preview, seat, naming, view.page, &text_above);
    let mut tools = std::mem::take(&mut panel.tools);
    let alternatives = std::mem::take(&mut panel.alternatives);
    let picture = PanelPicture {
        naming,
        crop: view.crop,
    };
    let mut card = panel_with_picture(composer, panel, reader, preview, seat, picture).await;
    tools.extend(lesson_button);
    if hides_choices && naming == SpotNaming::Letters {
        card.rows.clear();
        let press = Press::Pick(preview.path.prefix(0), OWN_TURN_PAGE);
        tools.push(Button::secondary(words, &press, key::CHAT_BUTTON_OWN_TURN));
        return card.buttons(&tools);
    }
    let may_ask = is_open && is_first_step && !is_premove && !table.settings.is_without_hints();
    if may_ask && !has_example {
        let press = Press::Hint(preview.path.table);
        tools.push(Button::secondary(words, &press, key::CHAT_BUTTON_HINT));
    }
    if !card.files.is_empty() {
        tools.push(picture_button(words, preview, view));
    }
    let board = composer.board_button(words, table, key::CHAT_BUTTON_BOARD_SHORT);
    match board.filter(|_| !is_premove) {
        // A telephone shows three buttons in a row. The rules are a button of the legend then.
        Some(board) if is_first_step => tools.push(board),
        _ if is_first_step => tools.push(rules_button::<G>(words, preview.path.table)),
        _ => {}
    }
    card = card.buttons(&tools);
    card.rows.extend(alternatives);
    card
}

/// Returns the button that explains the rules of a table's game.
pub(crate) fn rules_button<G: PanelGame>(words: &Words, table: TableId) -> Button {
    let rules = Press::Rules(RulesPage::first(G::TITLE, Some(table)));
    Button::secondary(words, &rules, key::CHAT_BUTTON_RULES)
}

/// Returns the button of a legend, which shows the whole board, or in later steps the button that
/// switches to the other size of the picture.
fn picture_button<G: PanelGame>(
    words: &Words,
    preview: &TurnPreview<G>,
    view: PanelView,
) -> Button {
    let may_ask = preview.is_first_step() && !preview.path.is_premove;
    let (press, name) = match view.crop {
        Crop::Close if may_ask => (Press::Signs(preview.path.table), key::CHAT_BUTTON_SIGNS),
        Crop::Close => (
            see_press(preview, view, Crop::Whole),
            key::CHAT_BUTTON_WHOLE,
        ),
        Crop::Whole => (
            see_press(preview, view, Crop::Close),
            key::CHAT_BUTTON_CLOSE,
        ),
    };
    Button::secondary(words, &press, name)
}

fn see_press<G: PanelGame>(preview: &TurnPreview<G>, view: PanelView, crop: Crop) -> Press {
    let path = preview.path.with_pick_keys(&preview.open_keys);
    Press::See(path, view.page, crop)
}

/// How the buttons of spots are named.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SpotNaming {
    /// By the letter and the piece, which the picture shows.
    Letters,
    /// By letter and name, for readers who prefer text.
    Names,
}

/// Returns how a person sees spots: by name if the person prefers text.
pub(crate) async fn load_spot_naming(settings: &Settings, person: PersonId) -> SpotNaming {
    if prefers_text(settings, person).await {
        SpotNaming::Names
    } else {
        SpotNaming::Letters
    }
}

/// Whether a panel has a picture, and the part of the board that it shows.
#[derive(Clone, Copy)]
pub(crate) struct PanelPicture {
    /// Spots that are named by letters need a picture.
    pub(crate) naming: SpotNaming,
    pub(crate) crop: Crop,
}

/// Adds the picture to a panel, or a description for players who prefer text.
pub(crate) async fn panel_with_picture<G: PanelGame>(
    composer: &Composer,
    panel: Panel<G::Action>,
    reader: PanelReader<'_>,
    preview: &TurnPreview<G>,
    seat: Seat,
    picture: PanelPicture,
) -> Card {
    let viewer = Viewer::Seat(seat);
    let words = composer.dictionary.for_locale(reader.locale);
    let mut card = panel.card.with_panel(preview.path.table);
    card.panes = describe_panes(words, &preview.turn, &preview.visible_game.view(viewer));
    if picture.naming == SpotNaming::Names {
        return card;
    }
    let perspective = Perspective {
        viewer,
        words,
        look: Look::Calm,
    };
    let picture = ChoicePicture {
        pointers: panel.pointers,
        crop: picture.crop,
    };
    composer
        .with_choice_picture(card, preview, perspective, picture)
        .await
}

/// Returns whether the person prefers text to pictures; true if the setting cannot be read.
pub(crate) async fn prefers_text(settings: &Settings, person: PersonId) -> bool {
    match settings.person_settings(person).await {
        Ok(settings) => settings.text,
        Err(failure) => {
            tracing::error!(%failure, "what somebody wants to see cannot be read");
            true
        }
    }
}

fn build_panel<G: PanelGame>(
    words: &Words,
    preview: &TurnPreview<G>,
    seat: Seat,
    naming: SpotNaming,
    page: usize,
    text_above: &str,
) -> Panel<G::Action> {
    let printed = &*preview.turn.printed;
    let plain_names = plain_player_names(words, &preview.turn.table);
    let phrasebook = Phrasebook {
        words,
        printed,
        names: &plain_names,
    };
    let words_with_pieces = words.with_piece_marks();
    let names = player_names(words, &preview.turn.table);
    let message = Phrasebook {
        words: &words_with_pieces,
        printed,
        names: &names,
    };
    let lister = OfferLister {
        phrasebook: &phrasebook,
        message: &message,
        preview,
        seat,
        start: preview.start.view(Viewer::Seat(seat)),
    };
    let mut builder = PanelBuilder {
        words,
        message: &message,
        preview,
        seat,
        marks: SpotMarks::new::<G>(&lister.start),
        lister,
        naming,
        panel: Panel::new(Card::default(), Vec::new()),
    };
    if preview.open_choices.is_empty() {
        builder.add_confirmation(page, text_above);
    } else {
        builder.add_open_choices(page, text_above);
    }
    builder.panel
}

struct PanelBuilder<'a, G: PanelGame> {
    words: &'a Words,
    /// The phrasebook for the text above the buttons, with formatted names and emojis of pieces.
    message: &'a Phrasebook<'a, G>,
    preview: &'a TurnPreview<G>,
    seat: Seat,
    lister: OfferLister<'a, G>,
    naming: SpotNaming,
    marks: SpotMarks,
    panel: Panel<G::Action>,
}

/// The alternatives of one decision of a turn.
struct ChangeGroup<A> {
    name: String,
    /// The path to which the alternative is added.
    path: PanelPath,
    offers: Vec<Offer<A>>,
    /// How many buttons are in a row.
    per_row: usize,
}

impl<G: PanelGame> PanelBuilder<'_, G> {
    // --- Open choices ---

    fn add_open_choices(&mut self, page: usize, text_above: &str) {
        let view = seat_view(&self.preview.turn, self.seat);
        let is_first_step = self.preview.is_first_step();
        let rows = if is_first_step {
            G::board_rows(self.lister.phrasebook, &view)
        } else {
            Vec::new()
        };
        let mut lines: Vec<String> = self.refusal_line(&rows).into_iter().collect();
        // Lessons, tips and refusals ask by themselves, and the picture shows what the player can pay
        // with.
        let has_text = !text_above.is_empty() || !lines.is_empty();
        let is_asked = has_text && !rows.is_empty();
        if is_first_step && !(is_asked && self.naming == SpotNaming::Letters) {
            lines.push(self.question_line(&view));
        } else if !is_first_step && self.preview.open_keys.is_empty() {
            lines.extend(G::open_question(self.message, &view));
        }
        if rows.is_empty() {
            self.add_choices(page, &mut lines);
        }
        for row in rows {
            self.add_board_row(&view, row);
        }
        if !is_first_step {
            let back = self.back_button();
            self.panel.tools.push(back);
        }
        self.panel.card.text = append_last_line(text_above, &lines.join("\n"));
    }

    /// Adds a button and a line of text for each choice of the page.
    fn add_choices(&mut self, page: usize, lines: &mut Vec<String>) {
        let choices = self.lister.list_open();
        let is_long = choices
            .iter()
            .any(|action| G::has_own_step(action) || self.has_long_button(action));
        let per_page = if is_long {
            MAX_LONG_CHOICES
        } else {
            MAX_CHOICES
        };
        let page_count = choices.len().div_ceil(per_page);
        let page = if page < page_count { page } else { 0 };
        let mut buttons = Vec::new();
        let mut short_labels: Vec<String> = Vec::new();
        for action in choices.into_iter().skip(page * per_page).take(per_page) {
            let mut offer = self.lister.offer(action);
            if let Some(mark) = self.mark(&offer.action, true) {
                offer.label = format!("{mark} · {}", offer.label);
                let detail = G::short_label(self.lister.phrasebook, &offer.action);
                let parts: Vec<String> = [mark].into_iter().chain(detail).collect();
                short_labels.push(parts.join(" · "));
            }
            if offer.outcome.is_empty() && offer.effect.is_none() {
                short_labels.clear();
            } else {
                lines.push(offer_line(&offer));
            }
            buttons.push(button(&self.preview.path, offer));
        }
        // Where each choice has a short label of its own, and a line that says what it is, the label
        // is enough.
        let is_each_distinct = short_labels.iter().collect::<BTreeSet<_>>().len() == buttons.len();
        if is_each_distinct && self.naming == SpotNaming::Letters {
            for (button, label) in buttons.iter_mut().zip(short_labels) {
                button.label = label;
            }
        }
        self.add_choice_rows(&buttons);
        if page_count > 1 {
            let path = self.preview.path.with_pick_keys(&self.preview.open_keys);
            self.add_more_button(&path, (page + 1) % page_count);
        }
    }

    /// Returns whether the button of a choice fills a row below a picture, which has no mark of it.
    fn has_long_button(&self, action: &G::Action) -> bool {
        self.naming == SpotNaming::Letters
            && G::board_spot(action).is_none()
            && self.lister.label(action).chars().count() > MAX_SHORT_CHARS
    }

    fn add_choice_rows(&mut self, buttons: &[Button]) {
        let card = std::mem::take(&mut self.panel.card);
        self.panel.card = card.buttons(buttons);
    }

    fn add_more_button(&mut self, path: &PanelPath, page: usize) {
        let press = Press::Pick(path.clone(), page);
        let more = Button::secondary(self.words, &press, key::CHAT_BUTTON_MORE);
        self.panel.tools.push(more);
    }

    /// Adds a button for each spot. The spots that are not possible now are grey: a press says why.
    fn add_board_row(&mut self, view: &G::View, row: Vec<BoardButton<G::Action>>) {
        let mut buttons = Vec::new();
        for spot in row {
            let is_open = spot.is_possible::<G>(&self.preview.open_choices);
            let style = if is_open {
                ButtonStyle::Primary
            } else {
                ButtonStyle::Secondary
            };
            let text = match self.naming {
                SpotNaming::Letters => spot.label,
                SpotNaming::Names => spot.name,
            };
            let mark = if spot.has_letter {
                self.mark(&spot.action, is_open)
            } else {
                None
            };
            let label = match mark {
                Some(mark) if text.is_empty() => mark,
                Some(mark) => format!("{mark} · {text}"),
                None => text,
            };
            let press = Press::Pick(self.preview.path.with_pick_keys(&spot.keys), 0);
            buttons.push(Button {
                piece: G::piece_art(view, &spot.action),
                ..Button::new(press.id(), label, style)
            });
        }
        self.add_choice_rows(&buttons);
    }

    /// Explains why a grey spot that was pressed is not possible.
    fn refusal_line(&self, rows: &[Vec<BoardButton<G::Action>>]) -> Option<String> {
        let refused = &self.preview.refused;
        let spot = rows.iter().flatten().find(|spot| spot.keys == *refused)?;
        let reason = spot.explain_refusal(self.message, &self.preview.turn.game)?;
        Some(
            self.words
                .say(key::CHAT_REFUSED_SPOT, &[("reason", reason.into())]),
        )
    }

    /// Returns the question that the player has to answer and, for readers of text, what they can
    /// pay with, which the picture shows.
    fn question_line(&self, view: &G::View) -> String {
        let question = G::open_question(self.message, view);
        let purse = match self.naming {
            SpotNaming::Letters => None,
            SpotNaming::Names => G::purse_line(self.message, view, self.seat),
        };
        let parts: Vec<String> = question.into_iter().chain(purse).collect();
        parts.join(" ")
    }

    // --- The chosen turn before it is played ---

    /// Adds a complete turn: price, gain, the button to play it, and buttons to change it.
    fn add_confirmation(&mut self, page: usize, text_above: &str) {
        let words = self.message.words;
        let preview = self.preview;
        let events = preview.turn.foreseeable_events();
        let mut lines = Vec::new();
        if !preview.is_fully_legal() {
            lines.push(words.say(key::CHAT_PICK_DROPPED, &[]));
        }
        let story = describe_briefly(words, &preview.turn, self.seat, &events);
        let mut confirm = words.say(key::CHAT_CONFIRM, &[("story", story.into())]);
        if preview.turn.reveals_hidden() {
            let warning = words.say(key::CHAT_NO_WAY_BACK, &[]);
            confirm = format!("{confirm} · {warning}");
        }
        lines.push(confirm);
        let start = &self.lister.start;
        let mut outcome = G::outcome_parts(self.message, start, &events, self.seat);
        outcome.extend(G::rival_sums_part(self.message, start, &events, self.seat));
        // The picture shows what is left.
        if self.naming == SpotNaming::Names {
            outcome.extend(G::goods_left_part(self.message, start, &events, self.seat));
        }
        if !outcome.is_empty() {
            lines.push(outcome.join(" · "));
        }
        let effects = preview
            .decisions
            .iter()
            .filter_map(|it| self.effect_line(it));
        match self.naming {
            SpotNaming::Names => lines.extend(effects),
            // Below a picture there is room for one, that of the last piece.
            SpotNaming::Letters => lines.extend(effects.last()),
        }
        self.panel.card.text = append_last_line(text_above, &lines.join("\n"));
        self.add_confirmation_buttons();
        let mut pages = self.change_pages();
        if pages.is_empty() {
            return;
        }
        let page_count = pages.len();
        let page = if page < page_count { page } else { 0 };
        if page_count > 1 {
            self.add_more_button(&preview.path, (page + 1) % page_count);
        }
        for group in pages.swap_remove(page) {
            self.add_change_group(group);
        }
    }

    /// Adds the name of a group of alternatives, and a button for each of them.
    fn add_change_group(&mut self, mut group: ChangeGroup<G::Action>) {
        let name = Row::Text(format!("-# {}", group.name));
        self.panel.alternatives.push(name);
        let mut buttons = Vec::new();
        for offer in &mut group.offers {
            self.add_change_label(offer);
            let mut button = button(&group.path, offer.clone());
            button.style = ButtonStyle::Secondary;
            buttons.push(button);
        }
        let rows = buttons.chunks(group.per_row);
        let rows = rows.map(|row| Row::Buttons(row.to_vec()));
        self.panel.alternatives.extend(rows);
    }

    /// Labels an alternative by its mark on the picture and what tells it apart, or by its name.
    fn add_change_label(&mut self, offer: &mut Offer<G::Action>) {
        let detail = G::short_label(self.lister.phrasebook, &offer.action);
        match detail.filter(|_| self.naming == SpotNaming::Letters) {
            Some(detail) => {
                offer.label = detail;
                self.add_mark(offer);
            }
            None => self.add_mark(offer),
        }
    }

    /// Lists the alternatives of the turn's decisions, page by page.
    fn change_pages(&self) -> Vec<Vec<ChangeGroup<G::Action>>> {
        let mut pages: Vec<Vec<ChangeGroup<G::Action>>> = Vec::new();
        let mut rows_left = 0;
        for decision in self.preview.decisions.iter().skip(1) {
            let view = decision.before.view(Viewer::Seat(self.seat));
            let name = G::change_label(self.lister.phrasebook, &view, &decision.action);
            let changes = self.lister.list_changes(decision);
            // Four in two rows of two, because a telephone may break a row of three.
            let per_row = if changes.len() == 4 {
                2
            } else {
                CHANGES_PER_ROW
            };
            for offers in changes.chunks(MAX_CHANGE_ROWS * per_row) {
                let group = ChangeGroup {
                    name: name.clone(),
                    path: self.preview.path.prefix(decision.start),
                    offers: offers.to_vec(),
                    per_row,
                };
                let row_count = offers.len().div_ceil(per_row);
                match pages.last_mut() {
                    Some(page) if row_count <= rows_left => page.push(group),
                    _ => {
                        pages.push(vec![group]);
                        rows_left = MAX_CHANGE_ROWS;
                    }
                }
                rows_left -= row_count;
            }
        }
        pages
    }

    fn add_confirmation_buttons(&mut self) {
        let words = self.message.words;
        let path = &self.preview.path;
        let name = if path.is_premove {
            key::CHAT_BUTTON_AHEAD_DO
        } else {
            key::CHAT_BUTTON_DO
        };
        let press = Press::Do(path.clone());
        self.panel.tools.push(Button::primary(words, &press, name));
        if self.is_recurring() {
            let press = Press::Always(path.clone());
            let always = Button::secondary(words, &press, key::CHAT_BUTTON_AHEAD_ALWAYS);
            self.panel.tools.push(always);
        }
        if !self.preview.decisions.is_empty() {
            let back = self.back_button();
            self.panel.tools.push(back);
        }
    }

    /// Returns the button to the first step.
    fn back_button(&self) -> Button {
        let press = Press::Pick(self.preview.path.prefix(0), 0);
        Button::secondary(self.words, &press, key::CHAT_BUTTON_BACK)
    }

    /// Returns whether the decision recurs outside the player's own turn.
    fn is_recurring(&self) -> bool {
        let first = self.preview.turn.steps.first();
        !self.preview.path.is_premove && first.is_some_and(|step| G::is_recurring(&step.action))
    }

    fn effect_line(&self, decision: &Decision<G>) -> Option<String> {
        let view = decision.before.view(Viewer::Seat(self.seat));
        let effect = G::describe_action_effect(self.lister.phrasebook, &view, &decision.action)?;
        let choice = G::choice_label(self.lister.phrasebook, &view, &decision.action);
        let fill = [("tile", choice.into()), ("does", effect.into())];
        Some(self.words.say(key::CHAT_MEANING, &fill))
    }

    // --- Marks and buttons ---

    /// Adds to the label of an offer the mark that its spot has on the picture.
    fn add_mark(&mut self, offer: &mut Offer<G::Action>) {
        if let Some(mark) = self.mark(&offer.action, true) {
            offer.label = format!("{mark} · {}", offer.label);
        }
    }

    /// Returns the mark of an action's spot, which is grey on the picture unless it is possible.
    ///
    /// The mark is the letter that the spot keeps for the whole game, or the next number.
    fn mark(&mut self, action: &G::Action, is_possible: bool) -> Option<String> {
        let (mark, is_new) = self.marks.mark::<G>(action)?;
        if is_new {
            self.panel.pointers.push(LabelledAction {
                action: *action,
                label: mark.clone(),
                is_possible,
            });
        }
        Some(mark)
    }
}

/// Returns a button that adds the picks of an offer to a path.
fn button<A>(path: &PanelPath, offer: Offer<A>) -> Button {
    let press = Press::Pick(path.with_pick_keys(&offer.pick_keys), 0);
    Button {
        piece: offer.piece,
        ..Button::new(press.id(), offer.label, ButtonStyle::Primary)
    }
}

fn offer_line<A>(offer: &Offer<A>) -> String {
    let mut details = vec![offer.outcome.as_str()];
    details.extend(offer.effect.as_deref());
    details.retain(|detail| !detail.is_empty());
    format!("-# **{}** · {}", offer.label, details.join(" · "))
}
