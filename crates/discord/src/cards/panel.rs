//! The panel, with which a player plays a whole turn by buttons and menus, mostly in three presses.
//!
//! The first panel offers whole turns, each with its price and gain. A choice shows its outcome,
//! with menus to change the details of the turn; the last press plays it. All choices are stored in
//! the ids of the buttons and tried on a copy of the game, so nothing is written before the last
//! press and a restart loses nothing.

use crate::cards::composer::{ChoicePicture, Composer, PanelReader, Perspective};
use crate::cards::game::ChatGame;
use crate::cards::lesson;
use crate::cards::note;
use crate::cards::offers::{MAX_MENUS, Offer, OfferLister, OfferMenu};
use crate::cards::premove;
use crate::cards::table::{describe_panes, describe_story, label_text, seat_view};
use crate::cards::trial::{Decision, Trial, follow_path};
use crate::wire::card::{Button, ButtonStyle, Card, MAX_MENU_OPTIONS, Menu, MenuOption, Row};
use crate::wire::names::{plain_player_names, player_names};
use crate::wire::press::{PanelPath, Press, RulesPage};
use crate::wire::text_limits::append_last_line;
use lanai_host::{PersonId, Settings, Turn};
use lanai_render::{Crop, LabelledAction, Look};
use lanai_rules::{Seat, Viewer};
use lanai_text::{Phrasebook, Words};

/// Up to this many choices are buttons; more become menus.
const MAX_CHOICE_BUTTONS: usize = 4;
/// The longest label that a button shows well on a phone.
const MAX_SHORT_LABEL_CHARS: usize = 34;

/// A panel, and the actions marked on its picture, each with the letter or number of its choice.
pub(crate) struct Panel<A> {
    pub(crate) card: Card,
    pub(crate) pointers: Vec<LabelledAction<A>>,
}

/// Which menus of a panel and which part of the board are shown.
#[derive(Clone, Copy)]
pub(crate) struct PanelView {
    /// The index of the first menu that is shown.
    pub(crate) first_menu: usize,
    pub(crate) crop: Crop,
}

impl PanelView {
    pub(crate) fn start() -> PanelView {
        PanelView {
            first_menu: 0,
            crop: Crop::Close,
        }
    }
}

/// Returns the panel in which nothing is chosen yet, with a text above it.
pub(crate) async fn initial_panel_card<G: ChatGame>(
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
                .say("chat-over", &[]),
        );
    };
    let path = PanelPath::start(turn.table.id, turn.table.revision);
    let trial = follow_path(turn, seat, &path);
    panel_card(
        composer,
        reader,
        &trial,
        seat,
        PanelView::start(),
        text_above,
    )
    .await
}

/// Returns the panel of a trial, with the board after the choices so far.
pub(crate) async fn panel_card<G: ChatGame>(
    composer: &Composer,
    reader: PanelReader<'_>,
    trial: &Trial<G>,
    seat: Seat,
    view: PanelView,
    text_above: Option<String>,
) -> Card {
    let words = composer.dictionary.for_locale(reader.locale);
    let table = &trial.turn.table;
    let is_premove = trial.path.is_premove;
    let is_open = !trial.open.is_empty();
    let teaches = is_open && !is_premove;
    let mut lines_above = Vec::new();
    if teaches {
        lines_above.extend(premove::cancelled_premove_line(words, table, reader.person));
    }
    lines_above.extend(text_above);
    let mut lesson_button = None;
    if teaches {
        let lesson = lesson::next_lesson_text(&composer.host.lessons, words, trial, seat).await;
        lines_above.extend(lesson.text);
        lesson_button = lesson.button;
    }
    if is_open {
        lines_above
            .extend(note::note_line(&composer.host.notes, words, table, reader.person).await);
    }
    let panel = build_panel(words, trial, seat, view.first_menu, &lines_above.join("\n"));
    let mut card = panel_with_picture(composer, panel, reader, trial, seat, view.crop).await;
    if !card.files.is_empty() {
        // A button switches to the other size of the picture.
        let (other, name) = match view.crop {
            Crop::Close => (Crop::Whole, "chat-button-whole"),
            Crop::Whole => (Crop::Close, "chat-button-close"),
        };
        let press = Press::See(trial.path.clone(), view.first_menu, other);
        card = card.button(Button::secondary(words, &press, name));
    }
    if let Some(button) = lesson_button {
        card = card.button(button);
    } else if is_open && !is_premove && !table.settings.is_without_hints() {
        let press = Press::Hint(trial.path.table);
        card = card.button(Button::secondary(words, &press, "chat-button-hint"));
    }
    let rules = Press::Rules(RulesPage::first(G::TITLE, Some(trial.path.table)));
    card.button(Button::secondary(words, &rules, "chat-button-rules"))
}

/// Adds the picture to a panel, or a description for players who prefer text.
pub(crate) async fn panel_with_picture<G: ChatGame>(
    composer: &Composer,
    panel: Panel<G::Action>,
    reader: PanelReader<'_>,
    trial: &Trial<G>,
    seat: Seat,
    crop: Crop,
) -> Card {
    let viewer = Viewer::Seat(seat);
    let words = composer.dictionary.for_locale(reader.locale);
    let mut card = panel.card.with_panel(trial.path.table);
    card.panes = describe_panes(words, &trial.turn, &trial.visible_game.view(viewer));
    if prefers_text(&composer.host.settings, reader.person).await {
        return card;
    }
    let perspective = Perspective {
        viewer,
        words,
        look: Look::Calm,
    };
    let picture = ChoicePicture {
        pointers: panel.pointers,
        crop,
    };
    composer
        .with_choice_picture(card, trial, perspective, picture)
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

fn build_panel<G: ChatGame>(
    words: &Words,
    trial: &Trial<G>,
    seat: Seat,
    first_menu: usize,
    text_above: &str,
) -> Panel<G::Action> {
    let printed = &*trial.turn.printed;
    let plain_names = plain_player_names(words, &trial.turn.table);
    let phrasebook = Phrasebook {
        words,
        printed,
        names: &plain_names,
    };
    let words_with_pieces = words.with_piece_marks();
    let names = player_names(words, &trial.turn.table);
    let message = Phrasebook {
        words: &words_with_pieces,
        printed,
        names: &names,
    };
    let lister = OfferLister {
        phrasebook: &phrasebook,
        trial,
        seat,
        start: trial.start.view(Viewer::Seat(seat)),
    };
    let mut builder = PanelBuilder {
        words,
        message: &message,
        trial,
        seat,
        lettered_spots: G::lettered_spots(&lister.start),
        lister,
        marks: Vec::new(),
        pointers: Vec::new(),
    };
    let card = if trial.open.is_empty() {
        builder.confirmation_card(first_menu, text_above)
    } else {
        builder.choices_card(first_menu, text_above)
    };
    Panel {
        card,
        pointers: builder.pointers,
    }
}

struct PanelBuilder<'a, G: ChatGame> {
    words: &'a Words,
    /// The phrasebook for the text above the buttons, with formatted names and emojis of pieces.
    message: &'a Phrasebook<'a, G>,
    trial: &'a Trial<G>,
    seat: Seat,
    lister: OfferLister<'a, G>,
    lettered_spots: Vec<String>,
    /// The spots that are marked on the picture, each with its letter or number.
    marks: Vec<(String, String)>,
    pointers: Vec<LabelledAction<G::Action>>,
}

struct PanelMenu<A> {
    name: String,
    /// The path to which the chosen option is added.
    path: PanelPath,
    offers: Vec<Offer<A>>,
}

impl<G: ChatGame> PanelBuilder<'_, G> {
    // --- The first choice ---

    fn choices_card(&mut self, first_menu: usize, text_above: &str) -> Card {
        let mut menus = Vec::new();
        for OfferMenu { menu, offers, .. } in self.lister.list_offers() {
            menus.push(PanelMenu {
                name: self
                    .words
                    .say(G::MENUS[menu], &[("n", offers.len().into())]),
                path: self.trial.path.clone(),
                offers,
            });
        }
        let menus = self.split_and_mark_menus(menus);
        let offers: Vec<&Offer<G::Action>> = menus.iter().flat_map(|menu| &menu.offers).collect();
        let fits_buttons = offers.len() <= MAX_CHOICE_BUTTONS
            && offers
                .iter()
                .all(|offer| offer.label.chars().count() <= MAX_SHORT_LABEL_CHARS);
        let mut lines = self.question_lines();
        if fits_buttons {
            for offer in &offers {
                if !offer.outcome.is_empty() || offer.effect.is_some() {
                    lines.push(offer_line(offer));
                }
            }
        }
        lines.extend(self.out_of_reach_line());
        let card = Card::words(append_last_line(text_above, &lines.join("\n")));
        if fits_buttons {
            let buttons: Vec<Button> = offers.iter().map(|offer| self.button(offer)).collect();
            return card.buttons(&buttons);
        }
        let (card, more) = self.with_menus(card, &menus, first_menu);
        card.buttons(more.as_slice())
    }

    /// Returns the question that the player has to answer, and what they can pay with.
    fn question_lines(&self) -> Vec<String> {
        let view = seat_view(&self.trial.turn, self.seat);
        G::open_question(self.message, &view)
            .into_iter()
            .chain(G::purse_line(self.message, &view, self.seat))
            .collect()
    }

    /// Lists, in small print, the choices that the player cannot pay for, and what they lack.
    fn out_of_reach_line(&self) -> Option<String> {
        let turn = &self.trial.turn;
        let mut missing = Vec::new();
        for action in G::wanted_actions(&seat_view(turn, self.seat)) {
            if let Err(refusal) = turn.game.clone().play(action, &mut Vec::new()) {
                missing.extend(G::missing_means(self.message, &action, &refusal));
            }
        }
        if missing.is_empty() {
            return None;
        }
        let fill = [("list", missing.join(" · ").into())];
        Some(self.words.say("chat-out-of-reach", &fill))
    }

    // --- The chosen turn before it is played ---

    /// Returns the panel of a complete turn: price, gain, menus to change it, and the button to
    /// play it.
    fn confirmation_card(&mut self, first_menu: usize, text_above: &str) -> Card {
        let words = self.message.words;
        let trial = self.trial;
        let events = trial.turn.foreseeable_events();
        let mut lines = Vec::new();
        if !trial.is_whole() {
            lines.push(words.say("chat-pick-dropped", &[]));
        }
        let story = describe_story(words, &trial.turn, &events);
        lines.push(words.say("chat-confirm", &[("story", story.into())]));
        let outcome = G::outcome_parts(self.message, &self.lister.start, &events, self.seat);
        if !outcome.is_empty() {
            lines.push(outcome.join(" · "));
        }
        for decision in &trial.decisions {
            lines.extend(self.effect_line(decision));
        }
        if trial.turn.reveals_hidden() {
            lines.push(words.say("chat-no-way-back", &[]));
        }
        let mut menus = Vec::new();
        for decision in trial.decisions.iter().skip(1) {
            let view = decision.before.view(Viewer::Seat(self.seat));
            menus.push(PanelMenu {
                name: G::change_label(self.lister.phrasebook, &view, &decision.action),
                path: trial.path.prefix(decision.start),
                offers: self.lister.list_changes(decision),
            });
        }
        let menus = self.split_and_mark_menus(menus);
        let card = Card::words(append_last_line(text_above, &lines.join("\n")));
        let (card, more) = self.with_menus(card, &menus, first_menu);
        let mut buttons = self.confirmation_buttons();
        buttons.extend(more);
        card.buttons(&buttons)
    }

    fn confirmation_buttons(&self) -> Vec<Button> {
        let words = self.message.words;
        let path = &self.trial.path;
        let name = if path.is_premove {
            "chat-button-ahead-do"
        } else {
            "chat-button-do"
        };
        let mut buttons = vec![Button::primary(words, &Press::Do(path.clone()), name)];
        if self.is_recurring() {
            let press = Press::Always(path.clone());
            buttons.push(Button::secondary(words, &press, "chat-button-ahead-always"));
        }
        if !self.trial.decisions.is_empty() {
            let press = Press::Pick(path.prefix(0), 0);
            buttons.push(Button::secondary(words, &press, "chat-button-back"));
        }
        buttons
    }

    /// Returns whether the decision recurs outside the player's own turn.
    fn is_recurring(&self) -> bool {
        let first = self.trial.turn.steps.first();
        !self.trial.path.is_premove && first.is_some_and(|step| G::is_recurring(&step.action))
    }

    fn effect_line(&self, decision: &Decision<G>) -> Option<String> {
        let view = decision.before.view(Viewer::Seat(self.seat));
        let effect = G::describe_action_effect(self.lister.phrasebook, &view, &decision.action)?;
        let choice = G::choice_label(self.lister.phrasebook, &view, &decision.action);
        let fill = [("tile", choice.into()), ("does", effect.into())];
        Some(self.words.say("chat-meaning", &fill))
    }

    // --- Marks, buttons and menus ---

    /// Splits menus with too many options for Discord, and marks their spots on the picture.
    fn split_and_mark_menus(
        &mut self,
        menus: Vec<PanelMenu<G::Action>>,
    ) -> Vec<PanelMenu<G::Action>> {
        let mut split = Vec::new();
        for PanelMenu {
            name,
            path,
            mut offers,
        } in menus
        {
            for offer in &mut offers {
                self.add_mark(offer);
            }
            for chunk in offers.chunks(MAX_MENU_OPTIONS) {
                split.push(PanelMenu {
                    name: name.clone(),
                    path: path.clone(),
                    offers: chunk.to_vec(),
                });
            }
        }
        split
    }

    /// Adds to the label of an offer the mark that its spot has on the picture.
    ///
    /// The mark is the letter that the spot keeps for the whole game, or the next number.
    fn add_mark(&mut self, offer: &mut Offer<G::Action>) {
        let Some(spot) = G::board_spot(&offer.action) else {
            return;
        };
        let known = self.marks.iter().find(|(other, _)| *other == spot);
        let mark = if let Some((_, mark)) = known {
            mark.clone()
        } else {
            let mark = self.new_mark(&spot);
            self.marks.push((spot, mark.clone()));
            self.pointers.push(LabelledAction {
                action: offer.action,
                label: mark.clone(),
            });
            mark
        };
        offer.label = format!("{mark} · {}", offer.label);
    }

    fn new_mark(&self, spot: &String) -> String {
        let position = self.lettered_spots.iter().position(|other| other == spot);
        if let Some(letter) = position.and_then(|position| ('A'..='Z').nth(position)) {
            return letter.to_string();
        }
        let numbered = self
            .marks
            .iter()
            .filter(|(other, _)| !self.lettered_spots.contains(other));
        (numbered.count() + 1).to_string()
    }

    /// Adds as many menus as fit, from `first_menu` on. Returns a button to further menus.
    fn with_menus(
        &self,
        mut card: Card,
        menus: &[PanelMenu<G::Action>],
        first_menu: usize,
    ) -> (Card, Option<Button>) {
        let first = if first_menu < menus.len() {
            first_menu / MAX_MENUS * MAX_MENUS
        } else {
            0
        };
        for (number, menu) in menus.iter().enumerate().skip(first).take(MAX_MENUS) {
            card.rows.push(Row::Menu(Menu {
                // The number makes the ids of menus differ, as Discord requires.
                id: Press::Pick(menu.path.clone(), number).id(),
                placeholder: self.menu_name(menus, number),
                options: menu
                    .offers
                    .iter()
                    .map(|offer| menu_option(self.words, offer))
                    .collect(),
            }));
        }
        if menus.len() <= MAX_MENUS {
            return (card, None);
        }
        let next = if first + MAX_MENUS < menus.len() {
            first + MAX_MENUS
        } else {
            0
        };
        let press = Press::Pick(self.trial.path.clone(), next);
        let more = Button::secondary(self.words, &press, "chat-button-more");
        (card, Some(more))
    }

    /// Returns the name of a menu.
    ///
    /// If several menus have the same name, each name begins with the menu's number, which a narrow
    /// screen still shows, and contains the menu's first and last choice.
    fn menu_name(&self, menus: &[PanelMenu<G::Action>], number: usize) -> String {
        let menu = &menus[number];
        let same_name = menus.iter().filter(|other| other.name == menu.name).count();
        if same_name == 1 {
            return menu.name.clone();
        }
        let earlier = menus[..number]
            .iter()
            .filter(|other| other.name == menu.name)
            .count();
        let first = menu.offers.first().map_or("", |offer| &offer.label);
        let last = menu.offers.last().map_or("", |offer| &offer.label);
        let fill = [
            ("name", menu.name.clone().into()),
            ("which", (earlier + 1).to_string().into()),
            ("of", same_name.to_string().into()),
            ("first", first.into()),
            ("last", last.into()),
        ];
        self.words.say("chat-menu-part", &fill)
    }

    fn button(&self, offer: &Offer<G::Action>) -> Button {
        let press = Press::Pick(self.trial.path.with_picks(&offer.picks), 0);
        Button {
            piece: offer.piece,
            ..Button::new(press.id(), offer.label.clone(), ButtonStyle::Primary)
        }
    }
}

fn menu_option<A>(words: &Words, offer: &Offer<A>) -> MenuOption {
    let label = match &offer.effect {
        Some(effect) => label_text(words, &offer.label, effect),
        None => offer.label.clone(),
    };
    MenuOption {
        value: offer.picks.join("."),
        label,
        about: offer.outcome.clone(),
        piece: offer.piece,
    }
}

fn offer_line<A>(offer: &Offer<A>) -> String {
    let mut details = vec![offer.outcome.as_str()];
    details.extend(offer.effect.as_deref());
    details.retain(|detail| !detail.is_empty());
    format!("**{}** · {}", offer.label, details.join(" · "))
}
