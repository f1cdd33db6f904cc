//! Cards of a table: the lobby before the game, the board and the players' areas during and after
//! it.

use crate::cards::summary;
use std::sync::Arc;

use crate::cards::composer::{Composer, Perspective};
use crate::cards::gallery::{PictureRequest, one_turn};
use crate::cards::game::AtTable;
use crate::cards::newcomers::for_newcomers;
use crate::wire::card::{Button, Card, Menu, MenuOption, Row, Weight};
use crate::wire::names::{names, numbered, place, tame, tame_text, title};
use crate::wire::press::{Page, Press};
use crate::wire::request::Request;
use crate::wire::times::stretch;
use lanai_host::{
    Chair, Failure, GameLoader, InternalError, PolicyKind, Settings, Table, TableSettings,
    TableStatus, TimeControl, Turn, Visibility, kind_of,
};
use lanai_render::Look;
use lanai_rules::{Rules, Seat, Status, Viewer, by_title, choices};
use lanai_text::{Fill, Phrasebook, Scene, Words};

/// How a person wants to see a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Display {
    /// Text instead of pictures; `None` follows the person's settings.
    pub(crate) text: Option<bool>,
    /// With stronger colours.
    pub(crate) contrast: bool,
}

impl Display {
    /// As an option of a command says; in calm colours if it does not.
    pub(crate) fn wished(text: Option<bool>, contrast: Option<bool>) -> Display {
        Display {
            text,
            contrast: contrast.unwrap_or(false),
        }
    }

    fn look(self) -> Look {
        if self.contrast {
            Look::Contrast
        } else {
            Look::Calm
        }
    }
}

/// Cards of tables and realms, with pictures.
pub(crate) struct TableCards {
    pub(crate) composer: Arc<Composer>,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) settings: Arc<Settings>,
}

impl TableCards {
    /// Returns whether a person gets text instead of pictures, by this request or by their
    /// settings.
    pub(crate) async fn in_words(
        &self,
        request: &Request,
        shown: Display,
    ) -> Result<bool, Failure> {
        Ok(match shown.text {
            Some(text) => text,
            None => {
                self.settings
                    .person_settings(request.actor.person)
                    .await?
                    .text
            }
        })
    }

    /// Returns a table as one person may see it now.
    pub(crate) async fn table_card(
        &self,
        request: &Request,
        table: Table,
        shown: Display,
    ) -> Result<Card, Failure> {
        let words = self.composer.words_for(request);
        if table.snapshot.is_none() {
            return lobby(words, &table);
        }
        let viewer = table.viewer(request.actor.person);
        let in_words = self.in_words(request, shown).await?;
        by_title!(table.title, G => {
            let turn = self.games.load::<G>(table).await?;
            let card = board(words, &turn, viewer, summary::current_state_line(&self.composer, words, &turn).await?);
            if in_words {
                return Ok(card);
            }
            // Marks are an ornament: a board without them is shown all the same.
            let last = self.games.last_turn::<G>(&turn.table).await.unwrap_or_else(|failure| {
                tracing::error!(%failure, "the last turn cannot be marked");
                Vec::new()
            });
            Ok(self.composer.with_table(card, &turn, Perspective { viewer, words, look: shown.look() }, one_turn(last)).await)
        })
    }

    /// Returns the area of one player as a viewer may see it.
    pub(crate) async fn realm_card<G: AtTable>(
        &self,
        request: &Request,
        turn: &Turn<G>,
        of: Seat,
        shown: Display,
    ) -> Result<Card, Failure> {
        let words = self.composer.words_for(request);
        let viewer = turn.table.viewer(request.actor.person);
        let phrasebook = Phrasebook::<G> {
            words,
            printed: &turn.printed,
            names: &names(words, &turn.table),
        };
        let told = G::player(&phrasebook, &turn.game.view(viewer), of);
        if self.in_words(request, shown).await? {
            return Ok(Card::words(told));
        }
        let scenes = vec![Scene::Realm(of)];
        let wish = PictureRequest {
            look: shown.look(),
            ..PictureRequest::plain(scenes, viewer, words)
        };
        // Its first line says whose it is; the picture says the rest.
        let title = told.lines().next().unwrap_or_default();
        let drawn = self
            .composer
            .illustrated(Card::words(title), turn, wish)
            .await;
        Ok(if drawn.files.is_empty() {
            Card::words(told)
        } else {
            drawn
        })
    }
}

// --- Before the game ---

/// The table before the game begins: who sits there, what was chosen, and what chance is bound to.
pub(crate) fn lobby(words: &Words, table: &Table) -> Result<Card, Failure> {
    if table.status == TableStatus::Over {
        return Ok(Card::words(
            words.say("chat-closed", &[("game", title(words, table).into())]),
        ));
    }
    let chairs = u16::try_from(table.chairs).unwrap_or(0);
    let free = chairs.saturating_sub(u16::try_from(table.seats.len()).unwrap_or(0));
    let mut lines = vec![words.say(
        "chat-lobby",
        &[("game", title(words, table).into()), ("free", free.into())],
    )];
    let seats = table.seats.iter();
    lines.extend(seats.map(|chair| {
        sitting(
            words,
            chair,
            ["chat-lobby-person", "chat-lobby-person-word"],
        )
    }));
    let awaited: Vec<String> = table
        .awaited()
        .map(|(_, chair)| tame(words, &chair.name))
        .collect();
    if !awaited.is_empty() {
        lines.push(words.say(
            "chat-lobby-awaited",
            &[("players", words.list(&awaited).into())],
        ));
    }
    lines.extend(options_lines(words, table)?);
    lines.extend(settings_line(words, &table.settings));
    let say = |name: &str| words.say(name, &[]);
    let closed = match table.settings.seclusion {
        Visibility::Public => "chat-lobby-closed",
        Visibility::Private => "chat-lobby-private",
        Visibility::BetweenGuilds => "chat-lobby-between",
    };
    lines.extend(table.settings.closed.then(|| say(closed)));
    lines.extend(
        table
            .settings
            .company
            .is_choosy()
            .then(|| say("chat-lobby-company")),
    );
    lines.extend(table.settings.rated.then(|| say("chat-lobby-rated")));
    let no_hints = table.settings.no_hints && !table.settings.rated;
    lines.extend(no_hints.then(|| say("chat-lobby-no-hints")));
    lines.extend(table.is_starting().then(|| say("chat-starting")));
    let commitment = format!("`{}`", table.commitment());
    lines.push(words.say("chat-lobby-chance", &[("commitment", commitment.into())]));
    if table.is_starting() {
        return Ok(Card::words(lines.join("\n")));
    }
    let mut card = Card::words(lines.join("\n")).buttons(&sitting_down(words, table));
    card.rows
        .extend((free > 0).then(|| Row::Menu(computers(words, table))));
    let remove = words.say("chat-button-remove-computer", &[]);
    let remove = Button::new(
        Press::RemoveComputer(table.game).id(),
        remove,
        Weight::Usual,
    );
    let some = table.seats.iter().any(|chair| chair.person.is_none());
    let [rules, learn] = for_newcomers(words, table);
    Ok(card.buttons(&[if some { remove } else { remove.disabled() }, rules, learn]))
}

/// What a table plays otherwise than the printed rules, and what that means; nothing of the usual game.
fn options_lines(words: &Words, table: &Table) -> Result<Vec<String>, Failure> {
    let (options, differing) = by_title!(table.title, G => {
        let chosen = table.chosen::<G>()?;
        let printed = G::printed().map_err(InternalError::Flaw)?;
        let phrasebook = Phrasebook::<G> { words, printed: &printed, names: &[] };
        (choices::write::<G>(&chosen), phrasebook.differing(&chosen))
    });
    if differing.is_empty() {
        return Ok(Vec::new());
    }
    let meaning = |meaning: String| words.say("chat-lobby-option", &[("meaning", meaning.into())]);
    let head = words.say(
        "chat-lobby-options",
        &[("options", format!("`{options}`").into())],
    );
    Ok([head]
        .into_iter()
        .chain(differing.into_iter().map(meaning))
        .collect())
}

/// Returns the lobby's buttons, which everyone can press.
fn sitting_down(words: &Words, table: &Table) -> [Button; 4] {
    let button =
        |press: Press, name: &str, weight| Button::new(press.id(), words.say(name, &[]), weight);
    [
        button(Press::Join(table.game), "chat-button-join", Weight::Main),
        button(Press::Leave(table.game), "chat-button-leave", Weight::Usual),
        button(Press::Word(table.game), "chat-button-word", Weight::Usual),
        button(Press::Start(table.game), "chat-button-start", Weight::Main),
    ]
}

/// Returns the menu with which the owner puts a computer on a free seat.
fn computers(words: &Words, table: &Table) -> Menu {
    let option = |kind: PolicyKind| MenuOption {
        value: kind.name().to_owned(),
        label: words.say(&format!("chat-add-{}", kind.name()), &[]),
        about: words.say(&format!("chat-about-{}", kind.name()), &[]),
        piece: None,
    };
    Menu {
        id: Press::AddComputer(table.game).id(),
        placeholder: words.say("chat-add-computer", &[]),
        options: PolicyKind::LEVELS.map(option).to_vec(),
    }
}

/// Announces that all words are fixed: players see them, and the commitment, before the shuffle is
/// known.
pub(crate) fn fixed(words: &Words, table: &Table) -> Card {
    let mut lines = vec![words.say("chat-fixed", &[("game", title(words, table).into())])];
    let seats = table.seats.iter();
    lines.extend(
        seats.map(|chair| sitting(words, chair, ["chat-fixed-no-word", "chat-fixed-word"])),
    );
    let commitment = format!("`{}`", table.commitment());
    lines.push(words.say("chat-fixed-chance", &[("commitment", commitment.into())]));
    Card::words(lines.join("\n"))
}

/// Says that the game could not begin because a message could not be delivered.
pub(crate) fn not_begun(words: &Words, table: &Table) -> Card {
    if table.settings.is_between() {
        let fill = [("game", Fill::from(numbered(words, table)))];
        return Card::words(words.say("chat-elsewhere-cannot-begin", &fill));
    }
    let fill = [
        ("game", Fill::from(numbered(words, table))),
        ("place", place(table.channel)),
    ];
    Card::words(words.say("chat-cannot-begin", &fill))
}

/// Who sits on a chair: the computer, or a person who gave no word or one.
fn sitting(words: &Words, chair: &Chair, [without, with]: [&str; 2]) -> String {
    let name = match (chair.person.is_some(), chair.word.is_empty()) {
        (false, _) => "chat-lobby-computer",
        (true, true) => without,
        (true, false) => with,
    };
    let level = words.say(&format!("chat-level-{}", kind_of(chair).name()), &[]);
    let who = [
        ("who", tame(words, &chair.name).into()),
        ("word", tame_text(&chair.word).into()),
    ];
    words.say(name, &[who.as_slice(), &[("level", level.into())]].concat())
}

// --- The game ---

/// Whose turn it is, or how it ended.
pub(crate) fn now<G: AtTable>(words: &Words, turn: &Turn<G>) -> String {
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &names(words, &turn.table),
    };
    match turn.game.status() {
        Status::Over(standings) => phrasebook.standings(&standings),
        Status::ToAct(_) if turn.table.status == TableStatus::Over => {
            words.say("chat-given-up", &[])
        }
        Status::ToAct(seat) => {
            words.say("chat-turn-of", &[("who", Fill::from(phrasebook.who(seat)))])
        }
    }
}

/// Puts the board and the players' areas below a text.
pub(crate) fn board<G: AtTable>(
    words: &Words,
    turn: &Turn<G>,
    viewer: Viewer,
    text: String,
) -> Card {
    let panes = panes(words, turn, &turn.game.view(viewer));
    Card {
        text,
        panes,
        ..Card::default()
    }
    .buttons(&buttons(words, &turn.table))
}

/// Describes the board and the players' areas in words, as one viewer sees them.
pub(crate) fn panes<G: AtTable>(words: &Words, turn: &Turn<G>, view: &G::View) -> Vec<String> {
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &names(words, &turn.table),
    };
    vec![G::board(&phrasebook, view), G::players(&phrasebook, view)]
}

/// What can be pressed below the board.
fn buttons(words: &Words, table: &Table) -> Vec<Button> {
    let game = table.game;
    let say = |name: &str| words.say(name, &[]);
    match table.status {
        TableStatus::Over => {
            let same = table.settings.lesson.is_none() && !table.settings.is_between();
            let again = same.then(|| Press::Again(game).id());
            let again = again.map(|id| Button::new(id, say("chat-button-again"), Weight::Main));
            let mut buttons = vec![
                Button::new(
                    Press::Review(game, None).id(),
                    say("chat-button-review"),
                    Weight::Usual,
                ),
                Button::new(
                    Press::Replay(game, None).id(),
                    say("chat-button-replay"),
                    Weight::Usual,
                ),
                Button::new(
                    Press::Record(game).id(),
                    say("chat-button-record"),
                    Weight::Usual,
                ),
            ];
            buttons.extend(again);
            buttons
        }
        TableStatus::Open | TableStatus::Running => vec![
            Button::new(
                Press::Turn(game).id(),
                say("chat-button-turn"),
                Weight::Main,
            ),
            Button::new(
                Press::Realm(game).id(),
                say("chat-button-realm"),
                Weight::Usual,
            ),
            Button::new(
                Press::Recap(game).id(),
                say("chat-button-recap"),
                Weight::Usual,
            ),
            Button::new(
                Press::Undo(game, table.revision).id(),
                say("chat-button-undo"),
                Weight::Usual,
            ),
            Button::new(
                Press::Rules(Page::first(table.title, Some(game))).id(),
                say("chat-button-rules"),
                Weight::Usual,
            ),
        ],
    }
}

/// What happened, as sentences.
pub(crate) fn story<G: AtTable>(words: &Words, turn: &Turn<G>, events: &[G::Event]) -> String {
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &names(words, &turn.table),
    };
    phrasebook.story(events)
}

/// What a seat did in a turn, in as few words as there are; as sentences where there are none.
pub(crate) fn gist<G: AtTable>(
    words: &Words,
    turn: &Turn<G>,
    seat: Seat,
    events: &[G::Event],
) -> String {
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &names(words, &turn.table),
    };
    let parts = G::parts(&phrasebook, seat, events);
    if parts.is_empty() {
        phrasebook.story(events)
    } else {
        parts.join(" · ")
    }
}

/// Why a turn is advised, if there is anything to say.
pub(crate) fn why<G: AtTable>(
    phrasebook: &Phrasebook<'_, G>,
    reasons: &[G::Reason],
) -> Option<String> {
    let reasons: Vec<String> = reasons
        .iter()
        .map(|reason| G::why(phrasebook, reason))
        .collect();
    let say = || {
        phrasebook.words.say(
            "chat-hint-why",
            &[("reasons", phrasebook.words.list(&reasons).into())],
        )
    };
    (!reasons.is_empty()).then(say)
}

/// The eyes of the seat that is to act, if it is this person's.
pub(crate) fn my_view<G: Rules>(turn: &Turn<G>, seat: Seat) -> G::View {
    turn.game.view(Viewer::Seat(seat))
}

/// How long a turn may take and what happens then; nothing if it may take as long as it takes.
pub(crate) fn settings_line(words: &Words, settings: &TableSettings) -> Option<String> {
    let late = words.say(&format!("chat-manners-{}", settings.late.name()), &[]);
    match settings.pace {
        TimeControl::None => None,
        TimeControl::Turn(seconds) => {
            let time = stretch(words, seconds);
            Some(words.say(
                "chat-manners-turn-time",
                &[("time", time.into()), ("late", late.into())],
            ))
        }
        TimeControl::Bank { start, more } => {
            let start = stretch(words, start);
            let more = stretch(words, more);
            let fill = [
                ("start", start.into()),
                ("more", more.into()),
                ("late", late.into()),
            ];
            Some(words.say("chat-manners-bank", &fill))
        }
    }
}
