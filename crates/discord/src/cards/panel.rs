//! The panel: a whole turn by buttons and menus, three presses for an ordinary one.
//!
//! The first panel offers whole turns, each with its price and gain. A choice shows the turn as it
//! would be, with menus to change its details; the last press does it. All choices are stored in
//! the ids of the buttons and tried on a copy of the game, so nothing is written before the last
//! press and a restart loses nothing.

use crate::cards::composer::{Composer, PanelReader, Perspective};
use crate::cards::game::AtTable;
use crate::cards::lesson::{self, Taught};
use crate::cards::note;
use crate::cards::offers::{Listed, Lister, MENUS, Offer};
use crate::cards::premove;
use crate::cards::table::{my_view, panes, story};
use crate::cards::trial::{Decision, Trial, follow};
use crate::wire::card::{Button, Card, MENU, Menu, MenuOption, Row, Weight};
use crate::wire::fitting::ending_in;
use crate::wire::names::{names, plain_names};
use crate::wire::press::{Page, Press, Way};
use lanai_host::{PersonId, Turn};
use lanai_render::{Crop, Look};
use lanai_rules::{Seat, Viewer};
use lanai_text::{Phrasebook, Words};

/// Up to this many choices are buttons; more become menus.
const BUTTONS: usize = 4;
/// The longest label, in characters, that a button shows well on a telephone.
const BUTTON_LABEL: usize = 34;

/// A panel, and the actions marked on its picture, each with the letter of its choice.
pub(crate) struct Panel<A> {
    pub(crate) card: Card,
    pub(crate) pointers: Vec<(A, String)>,
}

/// Returns the panel in which nothing is chosen yet.
pub(crate) async fn fresh_panel<G: AtTable>(
    composer: &Composer,
    reader: PanelReader<'_>,
    turn: Turn<G>,
    before: Option<String>,
) -> Card {
    let Some(seat) = turn.to_act() else {
        return Card::words(composer.dictionary.of(reader.locale).say("chat-over", &[]));
    };
    let way = Way::begin(turn.table.game, turn.table.revision);
    panel_card(
        composer,
        reader,
        &follow(turn, seat, &way),
        seat,
        (0, Crop::Close),
        before,
    )
    .await
}

/// Returns the panel of a trial, with the board as it would be.
pub(crate) async fn panel_card<G: AtTable>(
    composer: &Composer,
    reader: PanelReader<'_>,
    trial: &Trial<G>,
    seat: Seat,
    (first, crop): (usize, Crop),
    before: Option<String>,
) -> Card {
    let words = composer.dictionary.of(reader.locale);
    let ahead = trial.way.ahead;
    let opens = !trial.open.is_empty();
    let taught = if opens && !ahead {
        lesson::lesson_step(composer, words, trial, seat).await
    } else {
        Taught::default()
    };
    let noted = if opens {
        note::note_line(composer, words, &trial.turn.table, reader.person).await
    } else {
        None
    };
    let off = premove::cancelled_premove_line(words, &trial.turn.table, reader.person)
        .filter(|_| opens && !ahead);
    let before: Vec<String> = off
        .into_iter()
        .chain(before)
        .chain(taught.text)
        .chain(noted)
        .collect();
    let before = Some(before.join("\n")).filter(|before| !before.is_empty());
    let panel = panel(words, trial, seat, first, before);
    let mut card = panel_with_picture(composer, panel, reader, trial, seat, crop).await;
    let button = |press: Press, name| Button::new(press.id(), words.say(name, &[]), Weight::Usual);
    if !card.files.is_empty() {
        // A button switches to the other size of the picture.
        let (other, name) = match crop {
            Crop::Close => (Crop::Whole, "chat-button-whole"),
            Crop::Whole => (Crop::Close, "chat-button-close"),
        };
        card = card.button(button(Press::See(trial.way.clone(), first, other), name));
    }
    let hints = opens && !ahead && !trial.turn.table.settings.is_without_hints();
    let hint = || button(Press::Hint(trial.way.game), "chat-button-hint");
    if let Some(shown) = taught.button.or_else(|| hints.then(hint)) {
        card = card.button(shown);
    }
    let rules = Page::first(G::TITLE, Some(trial.way.game));
    card.button(button(Press::Rules(rules), "chat-button-rules"))
}

/// Adds the picture to a panel, or words for players who prefer them.
pub(crate) async fn panel_with_picture<G: AtTable>(
    composer: &Composer,
    Panel { card, pointers }: Panel<G::Action>,
    reader: PanelReader<'_>,
    trial: &Trial<G>,
    seat: Seat,
    crop: Crop,
) -> Card {
    let viewer = Viewer::Seat(seat);
    let words = composer.dictionary.of(reader.locale);
    let mut card = card.panel_of(trial.way.game);
    card.panes = panes(words, &trial.turn, &trial.seen.view(viewer));
    if prefers_text(composer, reader.person).await {
        return card;
    }
    composer
        .with_choices(
            card,
            trial,
            Perspective {
                viewer,
                words,
                look: Look::Calm,
            },
            (pointers, crop),
        )
        .await
}

/// Returns whether the person prefers words to pictures. If that cannot be read: yes, as words
/// serve everyone.
pub(crate) async fn prefers_text(composer: &Composer, person: PersonId) -> bool {
    let settings = composer.host.settings.person_settings(person).await;
    settings.map_or_else(
        |failure| {
            tracing::error!(%failure, "what somebody wants to see cannot be read");
            true
        },
        |settings| settings.text,
    )
}

fn panel<G: AtTable>(
    words: &Words,
    trial: &Trial<G>,
    seat: Seat,
    page: usize,
    before: Option<String>,
) -> Panel<G::Action> {
    let open = !trial.open.is_empty();
    let printed = &*trial.turn.printed;
    let plain = plain_names(words, &trial.turn.table);
    let phrasebook = Phrasebook {
        words,
        printed,
        names: &plain,
    };
    let pieces = words.with_pieces();
    let names = names(words, &trial.turn.table);
    let message = Phrasebook {
        words: &pieces,
        printed,
        names: &names,
    };
    let lister = Lister {
        phrasebook: &phrasebook,
        trial,
        seat,
        begin: trial.begin.view(Viewer::Seat(seat)),
    };
    let mut maker = Maker {
        words,
        message: &message,
        trial,
        seat,
        lister,
        letters: Vec::new(),
        pointers: Vec::new(),
    };
    let card = if open {
        maker.choices(page, before)
    } else {
        maker.confirmation(page, before)
    };
    Panel {
        card,
        pointers: maker.pointers,
    }
}

struct Maker<'a, G: AtTable> {
    words: &'a Words,
    /// For the text above the buttons, where names are formatted and pieces have their emojis.
    message: &'a Phrasebook<'a, G>,
    trial: &'a Trial<G>,
    seat: Seat,
    lister: Lister<'a, G>,
    /// Spots that have a letter, in alphabetical order.
    letters: Vec<String>,
    pointers: Vec<(G::Action, String)>,
}

/// A menu: its name and its choices.
struct Part<A> {
    name: String,
    way: Way,
    offers: Vec<Offer<A>>,
}

impl<G: AtTable> Maker<'_, G> {
    // --- The first choice ---

    /// Returns the panel of the first choice.
    fn choices(&mut self, first: usize, before: Option<String>) -> Card {
        let listed = self.lister.offers();
        let way = &self.trial.way;
        let part = |listed: Listed<G::Action>| Part {
            name: self
                .words
                .say(G::MENUS[listed.menu], &[("n", listed.offers.len().into())]),
            way: way.clone(),
            offers: listed.offers,
        };
        let parts = self.parts(listed.into_iter().map(part).collect());
        let mut lines = self.question();
        let all = || parts.iter().flat_map(|part| &part.offers);
        let few =
            all().count() <= BUTTONS && all().all(|it| it.label.chars().count() <= BUTTON_LABEL);
        if few {
            lines.extend(
                all()
                    .filter(|it| !it.about.is_empty() || it.does.is_some())
                    .map(line),
            );
        }
        lines.extend(self.out_of_reach());
        if few {
            let buttons: Vec<Button> = all().map(|offer| self.button(offer)).collect();
            return words_of(before, &lines).buttons(&buttons);
        }
        let (card, more) = self.with_menus(words_of(before, &lines), &parts, first);
        card.buttons(more.as_slice())
    }

    /// Returns what is to be chosen, and what the player can pay with.
    fn question(&self) -> Vec<String> {
        let view = my_view(&self.trial.turn, self.seat);
        G::question(self.message, &view)
            .into_iter()
            .chain(G::purse(self.message, &view, self.seat))
            .collect()
    }

    /// Lists, in small print, choices that the player cannot pay for, and what is missing.
    fn out_of_reach(&self) -> Option<String> {
        let turn = &self.trial.turn;
        let lack = |wish: &G::Action| {
            let refusal = turn.game.clone().play(*wish, &mut Vec::new()).err()?;
            G::lack(self.message, wish, &refusal)
        };
        let lacking: Vec<String> = G::wishes(&my_view(turn, self.seat))
            .iter()
            .filter_map(lack)
            .collect();
        let list = lacking.join(" · ");
        (!lacking.is_empty()).then(|| {
            self.words
                .say("chat-out-of-reach", &[("list", list.into())])
        })
    }

    // --- The turn as it would be ---

    /// Returns the panel of a complete turn: price, gain, menus to change it, and the button to do
    /// it.
    fn confirmation(&mut self, first: usize, before: Option<String>) -> Card {
        let words = self.message.words;
        let trial = self.trial;
        let seat = self.seat;
        let say = |name: &str| words.say(name, &[]);
        let events = trial.turn.foreseen();
        let outcome = G::outcome(self.message, &self.lister.begin, &events, seat);
        let story = story(words, &trial.turn, &events);
        let mut lines = Vec::new();
        lines.extend((!trial.is_whole()).then(|| say("chat-pick-dropped")));
        lines.push(words.say("chat-confirm", &[("story", story.into())]));
        lines.extend((!outcome.is_empty()).then(|| outcome.join(" · ")));
        lines.extend(
            trial
                .decisions
                .iter()
                .filter_map(|decision| self.does(decision)),
        );
        lines.extend(trial.turn.uncovers().then(|| say("chat-no-way-back")));
        let changed = |decision: &Decision<G>| {
            let view = decision.before.view(Viewer::Seat(seat));
            let name = G::change(self.lister.phrasebook, &view, &decision.action);
            let offers = self.lister.changes(decision);
            Part {
                name,
                way: trial.way.until(decision.from),
                offers,
            }
        };
        let parts = self.parts(trial.decisions.iter().skip(1).map(changed).collect());
        let (card, more) = self.with_menus(words_of(before, &lines), &parts, first);
        let does = if trial.way.ahead {
            "chat-button-ahead-do"
        } else {
            "chat-button-do"
        };
        let mut buttons = vec![Button::new(
            Press::Do(trial.way.clone()).id(),
            say(does),
            Weight::Main,
        )];
        if self.recurs() {
            let id = Press::Always(trial.way.clone()).id();
            buttons.push(Button::new(
                id,
                say("chat-button-ahead-always"),
                Weight::Usual,
            ));
        }
        if !trial.decisions.is_empty() {
            let back = Press::Pick(trial.way.until(0), 0).id();
            buttons.push(Button::new(back, say("chat-button-back"), Weight::Usual));
        }
        buttons.extend(more);
        card.buttons(&buttons)
    }

    /// Returns whether the decision recurs outside the player's own turn.
    fn recurs(&self) -> bool {
        let first = self.trial.turn.steps.first();
        !self.trial.way.ahead && first.is_some_and(|step| G::recurs(&step.action))
    }

    /// Describes the chosen piece.
    fn does(&self, decision: &Decision<G>) -> Option<String> {
        let view = decision.before.view(Viewer::Seat(self.seat));
        let does = G::meaning(self.lister.phrasebook, &view, &decision.action)?;
        let choice = G::choice(self.lister.phrasebook, &view, &decision.action);
        Some(self.words.say(
            "chat-meaning",
            &[("tile", choice.into()), ("does", does.into())],
        ))
    }

    // --- Lines, letters, buttons and menus ---

    /// Splits the choices into menus of allowed size, with letters of their spots.
    fn parts(&mut self, listed: Vec<Part<G::Action>>) -> Vec<Part<G::Action>> {
        let mut parts = Vec::new();
        for Part {
            name,
            way,
            mut offers,
        } in listed
        {
            for offer in &mut offers {
                self.mark(offer);
            }
            let chunks = offers.chunks(MENU);
            parts.extend(chunks.map(|some| Part {
                name: name.clone(),
                way: way.clone(),
                offers: some.to_vec(),
            }));
        }
        parts
    }

    /// Assigns an offer the letter of its spot on the picture.
    fn mark(&mut self, offer: &mut Offer<G::Action>) {
        let Some(spot) = G::spot(&offer.action) else {
            return;
        };
        let known = self.letters.iter().position(|other| *other == spot);
        let Some(letter) = ('A'..='Z').nth(known.unwrap_or(self.letters.len())) else {
            return;
        };
        if known.is_none() {
            self.letters.push(spot);
            self.pointers.push((offer.action, letter.to_string()));
        }
        offer.label = format!("{letter} · {}", offer.label);
    }

    /// Adds as many menus as fit, beginning with `first`, and a button to the others.
    ///
    /// A menu's number is part of its id, because Discord refuses equal ids.
    fn with_menus(
        &self,
        mut card: Card,
        parts: &[Part<G::Action>],
        first: usize,
    ) -> (Card, Option<Button>) {
        let first = if first < parts.len() {
            first / MENUS * MENUS
        } else {
            0
        };
        for (number, part) in parts.iter().enumerate().skip(first).take(MENUS) {
            let option = |offer: &Offer<G::Action>| MenuOption {
                value: offer.picks.join("."),
                label: labelled(offer),
                about: offer.about.clone(),
                piece: offer.piece,
            };
            card.rows.push(Row::Menu(Menu {
                id: Press::Pick(part.way.clone(), number).id(),
                placeholder: self.menu_name(parts, number),
                options: part.offers.iter().map(option).collect(),
            }));
        }
        let next = if first + MENUS < parts.len() {
            first + MENUS
        } else {
            0
        };
        let more = (parts.len() > MENUS).then(|| {
            let id = Press::Pick(self.trial.way.clone(), next).id();
            Button::new(id, self.words.say("chat-button-more", &[]), Weight::Usual)
        });
        (card, more)
    }

    /// Returns the name of a menu.
    ///
    /// If several have the same name, each begins with its number, where a short screen shows it,
    /// and names its first and last choice.
    fn menu_name(&self, parts: &[Part<G::Action>], number: usize) -> String {
        let part = &parts[number];
        let is_alike = |other: &&Part<G::Action>| other.name == part.name;
        let of = parts.iter().filter(is_alike).count();
        if of == 1 {
            return part.name.clone();
        }
        let which = parts[..number].iter().filter(is_alike).count() + 1;
        let [first, last] =
            [part.offers.first(), part.offers.last()].map(|it| it.map_or("", |it| &it.label));
        let fill = [
            ("name", part.name.clone().into()),
            ("which", which.to_string().into()),
            ("of", of.to_string().into()),
            ("first", first.into()),
            ("last", last.into()),
        ];
        self.words.say("chat-menu-part", &fill)
    }

    fn button(&self, offer: &Offer<G::Action>) -> Button {
        let way = self.trial.way.with(&offer.picks);
        let button = Button::new(Press::Pick(way, 0).id(), offer.label.clone(), Weight::Main);
        Button {
            piece: offer.piece,
            ..button
        }
    }
}

fn words_of(before: Option<String>, lines: &[String]) -> Card {
    Card::words(ending_in(&before.unwrap_or_default(), &lines.join("\n")))
}

/// Formats a choice that has a button as a line.
fn line<A>(offer: &Offer<A>) -> String {
    let parts = [Some(&offer.about), offer.does.as_ref()]
        .into_iter()
        .flatten();
    let parts: Vec<&str> = parts
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    format!("**{}** · {}", offer.label, parts.join(" · "))
}

/// Labels a choice in a menu, with what its piece does.
fn labelled<A>(offer: &Offer<A>) -> String {
    offer.does.as_ref().map_or_else(
        || offer.label.clone(),
        |does| format!("{}: {does}", offer.label),
    )
}
