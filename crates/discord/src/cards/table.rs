//! Cards of a table: the lobby before the game, the board and the players' areas during and after
//! it.

use std::sync::Arc;

use crate::cards::composer::{Composer, Perspective};
use crate::cards::newcomer_buttons::newcomer_buttons;
use crate::cards::pictures::{PictureRequest, single_turn};
use crate::cards::set_up::computer_options;
use crate::cards::summary;
use crate::key;
use crate::wire::card::{Button, Card, MAX_BUTTONS_PER_ROW, Menu, Row};
use crate::wire::names::{
    channel_link, escape_name, escape_text, numbered_table, player_names, table_title,
};
use crate::wire::press::{Press, RulesPage};
use crate::wire::request::Request;
use lanai_host::{
    Failure, GameLoader, InternalError, SeatedPlayer, Settings, Table, TableSettings, TableStatus,
    TimeControl, Turn, Visibility, policy_of,
};
use lanai_panel::{PanelGame, TurnAuthor, format_duration};
use lanai_render::Look;
use lanai_rules::{Seat, Viewer, by_title};
use lanai_text::{Fill, Key, Phrasebook, Scene, Words};

/// How a person wants to see a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct DisplayOptions {
    /// Text instead of pictures; `None` follows the person's settings.
    pub(crate) text: Option<bool>,
    /// Whether pictures have stronger colours.
    pub(crate) high_contrast: bool,
}

impl DisplayOptions {
    pub(crate) fn from_options(text: Option<bool>, contrast: Option<bool>) -> DisplayOptions {
        DisplayOptions {
            text,
            high_contrast: contrast.unwrap_or(false),
        }
    }

    fn look(self) -> Look {
        if self.high_contrast {
            Look::Contrast
        } else {
            Look::Calm
        }
    }
}

/// Cards of tables and players' areas, with pictures.
pub(crate) struct TableCards {
    pub(crate) composer: Arc<Composer>,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) settings: Arc<Settings>,
}

impl TableCards {
    /// Returns whether a person gets text instead of pictures, by this request or by their
    /// settings.
    pub(crate) async fn wants_text(
        &self,
        request: &Request,
        display: DisplayOptions,
    ) -> Result<bool, Failure> {
        if let Some(text) = display.text {
            return Ok(text);
        }
        let person = request.actor.person;
        Ok(self.settings.person_settings(person).await?.text)
    }

    pub(crate) async fn table_card(
        &self,
        request: &Request,
        table: Table,
        display: DisplayOptions,
    ) -> Result<Card, Failure> {
        let words = self.composer.words_of_user(request);
        if table.snapshot.is_none() {
            return lobby_card(words, &table);
        }
        let viewer = table.viewer(request.actor.person);
        let wants_text = self.wants_text(request, display).await?;
        by_title!(table.title, G => {
            let turn = self.games.load::<G>(table).await?;
            let state = summary::current_state_line(&self.composer.host.history, words, &turn).await?;
            let mut card = board_card(words, &turn, viewer, state);
            add_board_button(&self.composer, words, &turn.table, &mut card);
            if wants_text {
                return Ok(card);
            }
            // A board without marks is better than none.
            let last = self.games.last_turn::<G>(&turn.table).await.unwrap_or_else(|failure| {
                tracing::error!(%failure, "the last turn cannot be marked");
                Vec::new()
            });
            let perspective = Perspective { viewer, words, look: display.look() };
            Ok(self.composer.with_table(card, &turn, perspective, single_turn(last)).await)
        })
    }

    /// Returns the area of one player as a viewer may see it.
    pub(crate) async fn realm_card<G: PanelGame>(
        &self,
        request: &Request,
        turn: &Turn<G>,
        owner: Seat,
        display: DisplayOptions,
    ) -> Result<Card, Failure> {
        let words = self.composer.words_of_user(request);
        let viewer = turn.table.viewer(request.actor.person);
        let phrasebook = Phrasebook::<G> {
            words,
            printed: &turn.printed,
            names: &player_names(words, &turn.table),
        };
        let text = G::describe_player(&phrasebook, &turn.game.view(viewer), owner);
        if self.wants_text(request, display).await? {
            return Ok(Card::words(text));
        }
        let scenes = vec![Scene::Realm(owner)];
        let pictures = PictureRequest {
            look: display.look(),
            ..PictureRequest::plain(scenes, viewer, words)
        };
        // The first line names the player; the picture shows what the further lines say.
        let heading = text.lines().next().unwrap_or_default();
        let card = self
            .composer
            .with_pictures(Card::words(heading), turn, pictures)
            .await;
        Ok(if card.files.is_empty() {
            Card::words(text)
        } else {
            card
        })
    }
}

// --- Before the game ---

/// Returns the lobby: the players and the settings.
pub(crate) fn lobby_card(words: &Words, table: &Table) -> Result<Card, Failure> {
    if table.status == TableStatus::Over {
        let fill = [("game", table_title(words, table).into())];
        return Ok(Card::words(words.say(key::CHAT_CLOSED, &fill)));
    }
    let taken = u16::try_from(table.seats.len()).unwrap_or(0);
    let free = u16::try_from(table.seat_count)
        .unwrap_or(0)
        .saturating_sub(taken);
    let mut lines = vec![words.say(
        key::CHAT_LOBBY,
        &[
            ("game", table_title(words, table).into()),
            ("free", free.into()),
        ],
    )];
    lines.extend(table.seats.iter().map(|player| player_line(words, player)));
    let awaited: Vec<String> = table
        .awaited_players()
        .map(|(_, player)| escape_name(words, &player.name))
        .collect();
    if !awaited.is_empty() {
        let fill = [("players", words.join_list(&awaited).into())];
        lines.push(words.say(key::CHAT_LOBBY_AWAITED, &fill));
    }
    lines.extend(by_title!(table.title, G => {
        changed_rules_lines::<G>(words, &table.parse_options::<G>()?)?
    }));
    lines.extend(time_control_line(words, &table.settings));
    for key in setting_notes(table) {
        lines.push(words.say(key, &[]));
    }
    lines.push(words.say(key::CHAT_SHUFFLE_SEALED, &[]));
    if table.is_starting() {
        return Ok(Card::words(lines.join("\n")));
    }
    let mut card = Card::words(lines.join("\n")).buttons(&lobby_buttons(words, table));
    if free > 0 {
        card.rows.push(Row::Menu(computer_menu(words, table)));
    }
    let mut remove = Button::secondary(
        words,
        &Press::RemoveComputer(table.id),
        key::CHAT_BUTTON_REMOVE_COMPUTER,
    );
    if table.seats.iter().all(|player| player.person.is_some()) {
        remove = remove.disabled();
    }
    let [rules, learn] = newcomer_buttons(words, table);
    Ok(card.buttons(&[remove, rules, learn, shuffle_button(words, table)]))
}

/// Returns the keys of the sentences about settings that a lobby shows.
fn setting_notes(table: &Table) -> Vec<Key> {
    let settings = &table.settings;
    let mut notes = Vec::new();
    if settings.players_only {
        notes.push(match settings.visibility {
            Visibility::Public => key::CHAT_LOBBY_CLOSED,
            Visibility::Private => key::CHAT_LOBBY_PRIVATE,
            Visibility::BetweenGuilds => key::CHAT_LOBBY_BETWEEN,
        });
    }
    if settings.match_preference.needs_similar_rating() {
        notes.push(key::CHAT_LOBBY_COMPANY);
    }
    if settings.rated {
        notes.push(key::CHAT_LOBBY_RATED);
    } else if settings.no_hints {
        notes.push(key::CHAT_LOBBY_NO_HINTS);
    }
    if table.is_starting() {
        notes.push(key::CHAT_STARTING);
    }
    notes
}

fn shuffle_button(words: &Words, table: &Table) -> Button {
    Button::secondary(words, &Press::Shuffle(table.id), key::CHAT_BUTTON_SHUFFLE)
}

/// Explains the shuffle and shows its commitment. Before the start, offers to add a word.
pub(crate) fn shuffle_card(words: &Words, table: &Table) -> Card {
    let commitment = format!("`{}`", table.commitment());
    let mut lines = vec![words.say(
        key::CHAT_SHUFFLE_ABOUT,
        &[("commitment", commitment.into())],
    )];
    let takes_words = table.status == TableStatus::Open && !table.is_starting();
    if takes_words {
        lines.push(words.say(key::CHAT_SHUFFLE_WORD, &[]));
    }
    lines.push(words.say(key::CHAT_SHUFFLE_CHECK, &[]));
    let card = Card::words(lines.join("\n"));
    if takes_words {
        let press = Press::Word(table.id);
        card.button(Button::secondary(words, &press, key::CHAT_BUTTON_WORD))
    } else {
        card
    }
}

/// Describes options that differ from the printed rules.
pub(crate) fn changed_rules_lines<G: PanelGame>(
    words: &Words,
    options: &G::Options,
) -> Result<Vec<String>, Failure> {
    let printed = G::printed().map_err(InternalError::Flaw)?;
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &printed,
        names: &[],
    };
    let differing = phrasebook.rules().list_option_changes(options);
    if differing.is_empty() {
        return Ok(Vec::new());
    }
    let mut lines = vec![words.say(key::CHAT_LOBBY_OPTIONS, &[])];
    for meaning in differing {
        lines.push(words.say(key::CHAT_LOBBY_OPTION, &[("meaning", meaning.into())]));
    }
    Ok(lines)
}

/// Returns the lobby's buttons, which everyone can press.
fn lobby_buttons(words: &Words, table: &Table) -> [Button; 5] {
    let id = table.id;
    let join = Button::primary(words, &Press::Join(id), key::CHAT_BUTTON_JOIN);
    let is_full = table.seats.len() >= table.seat_count;
    [
        if is_full { join.disabled() } else { join },
        Button::secondary(words, &Press::Leave(id), key::CHAT_BUTTON_LEAVE),
        Button::primary(words, &Press::Start(id), key::CHAT_BUTTON_START),
        Button::secondary(words, &Press::Invite(id), key::CHAT_BUTTON_INVITE),
        Button::secondary(words, &Press::SetUp(id, None), key::CHAT_BUTTON_SET_UP),
    ]
}

/// Returns the menu with which the owner puts a computer on a free seat.
fn computer_menu(words: &Words, table: &Table) -> Menu {
    Menu {
        id: Press::AddComputer(table.id).id(),
        placeholder: words.say(key::CHAT_ADD_COMPUTER, &[]),
        options: computer_options(words, None),
        ..Menu::default()
    }
}

/// Announces that the players' words for the seed are fixed.
///
/// The words are public before the shuffle is known.
pub(crate) fn seats_fixed_card(words: &Words, table: &Table) -> Card {
    let fill = [("game", table_title(words, table).into())];
    let mut lines = vec![words.say(key::CHAT_FIXED, &fill)];
    for player in table.seats.iter().filter(|player| !player.word.is_empty()) {
        let fill = [
            ("who", escape_name(words, &player.name).into()),
            ("word", escape_text(&player.word).into()),
        ];
        lines.push(words.say(key::CHAT_FIXED_WORD, &fill));
    }
    lines.push(words.say(key::CHAT_SHUFFLE_SEALED, &[]));
    Card::words(lines.join("\n")).button(shuffle_button(words, table))
}

/// Says that the game could not begin because a message could not be delivered.
pub(crate) fn start_failed_card(words: &Words, table: &Table) -> Card {
    let game = ("game", Fill::from(numbered_table(words, table)));
    if table.settings.is_between_guilds() {
        return Card::words(words.say(key::CHAT_ELSEWHERE_CANNOT_BEGIN, &[game]));
    }
    let place = ("place", channel_link(table.channel));
    Card::words(words.say(key::CHAT_CANNOT_BEGIN, &[game, place]))
}

fn player_line(words: &Words, player: &SeatedPlayer) -> String {
    let sentence = if player.person.is_none() {
        key::CHAT_LOBBY_COMPUTER
    } else if player.word.is_empty() {
        key::CHAT_LOBBY_PERSON
    } else {
        key::CHAT_LOBBY_PERSON_WORD
    };
    let level = key::CHAT_LEVEL.member(policy_of(player).name());
    let fill = [
        ("who", escape_name(words, &player.name).into()),
        ("level", words.say(level, &[]).into()),
    ];
    words.say(sentence, &fill)
}

// --- The game ---

/// Says whose turn it is, or how the game ended.
pub(crate) fn status_line<G: PanelGame>(words: &Words, turn: &Turn<G>) -> String {
    let names = player_names(words, &turn.table);
    lanai_panel::describe_status(&phrasebook(words, turn, &names), turn)
}

/// Adds the button that opens the board in a browser, beside the first button. In a full row, it
/// replaces the recap, which the board shows, too.
pub(crate) fn add_board_button(composer: &Composer, words: &Words, table: &Table, card: &mut Card) {
    let Some(button) = composer.board_button(words, table, key::CHAT_BUTTON_BOARD) else {
        return;
    };
    if let Some(Row::Buttons(row)) = card.rows.first_mut() {
        if row.len() >= MAX_BUTTONS_PER_ROW {
            let recap = Press::Recap(table.id).id();
            row.retain(|button| button.id != recap);
        }
        row.insert(row.len().min(1), button);
    } else {
        card.rows.insert(0, Row::Buttons(vec![button]));
    }
}

/// Puts the board and the players' areas below a text.
pub(crate) fn board_card<G: PanelGame>(
    words: &Words,
    turn: &Turn<G>,
    viewer: Viewer,
    text: String,
) -> Card {
    let card = Card {
        text,
        panes: describe_panes(words, turn, &turn.game.view(viewer)),
        ..Card::default()
    };
    card.buttons(&board_buttons(words, &turn.table))
}

/// Describes the board and the players' areas in words, as one viewer sees them.
pub(crate) fn describe_panes<G: PanelGame>(
    words: &Words,
    turn: &Turn<G>,
    view: &G::View,
) -> Vec<String> {
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &player_names(words, &turn.table),
    };
    vec![
        G::describe_board(&phrasebook, view),
        G::describe_players(&phrasebook, view),
    ]
}

fn board_buttons(words: &Words, table: &Table) -> Vec<Button> {
    let id = table.id;
    if table.status == TableStatus::Over {
        let mut buttons = vec![
            Button::secondary(words, &Press::Review(id, None), key::CHAT_BUTTON_REVIEW),
            Button::secondary(words, &Press::Replay(id, None), key::CHAT_BUTTON_REPLAY),
            Button::secondary(words, &Press::Record(id), key::CHAT_BUTTON_RECORD),
        ];
        if table.settings.lesson.is_none() && !table.settings.is_between_guilds() {
            buttons.push(Button::primary(
                words,
                &Press::Again(id),
                key::CHAT_BUTTON_AGAIN,
            ));
        }
        return buttons;
    }
    let undo = Press::Undo(id, table.revision);
    let rules = Press::Rules(RulesPage::first(table.title, Some(id)));
    vec![
        Button::primary(words, &Press::Turn(id), key::CHAT_BUTTON_TURN),
        Button::secondary(words, &Press::Realm(id), key::CHAT_BUTTON_REALM),
        Button::secondary(words, &Press::Recap(id), key::CHAT_BUTTON_RECAP),
        Button::secondary(words, &undo, key::CHAT_BUTTON_UNDO),
        Button::secondary(words, &rules, key::CHAT_BUTTON_RULES),
    ]
}

/// Describes a turn in a line, and a round that ended with it in further lines. A step that has
/// neither is told in sentences.
pub(crate) fn describe_turn<G: PanelGame>(
    words: &Words,
    turn: &Turn<G>,
    author: TurnAuthor,
    seat: Seat,
    events: &[G::Event],
) -> String {
    let names = player_names(words, &turn.table);
    lanai_panel::describe_turn(&phrasebook(words, turn, &names), author, seat, events)
}

/// Describes a turn in short parts, or in sentences if it has no short parts.
pub(crate) fn describe_briefly<G: PanelGame>(
    words: &Words,
    turn: &Turn<G>,
    seat: Seat,
    events: &[G::Event],
) -> String {
    let names = player_names(words, &turn.table);
    lanai_panel::describe_briefly(&phrasebook(words, turn, &names), seat, events)
}

fn phrasebook<'a, G: PanelGame>(
    words: &'a Words,
    turn: &'a Turn<G>,
    names: &'a [String],
) -> Phrasebook<'a, G> {
    Phrasebook {
        words,
        printed: &turn.printed,
        names,
    }
}

/// Describes how long a turn may take and what happens then, if there is a limit.
pub(crate) fn time_control_line(words: &Words, settings: &TableSettings) -> Option<String> {
    let consequence = words.say(
        key::CHAT_MANNERS.member(settings.timeout_policy.name()),
        &[],
    );
    let late = ("late", consequence.into());
    match settings.time_control {
        TimeControl::None => None,
        TimeControl::Turn(seconds) => {
            let time = ("time", format_duration(words, seconds).into());
            Some(words.say(key::CHAT_MANNERS_TURN_TIME, &[time, late]))
        }
        TimeControl::Bank { start, more } => {
            let start = ("start", format_duration(words, start).into());
            let more = ("more", format_duration(words, more).into());
            Some(words.say(key::CHAT_MANNERS_BANK, &[start, more, late]))
        }
    }
}

/// Names a time limit in a few words.
pub(crate) fn time_control_name(words: &Words, time_control: TimeControl) -> String {
    match time_control {
        TimeControl::None => words.say(key::CHAT_PACE_NONE, &[]),
        TimeControl::Turn(seconds) => {
            let time = format_duration(words, seconds);
            words.say(key::CHAT_PACE_TURN, &[("time", time.into())])
        }
        TimeControl::Bank { start, more } => {
            let fill = [
                ("start", format_duration(words, start).into()),
                ("more", format_duration(words, more).into()),
            ];
            words.say(key::CHAT_PACE_BANK, &fill)
        }
    }
}
