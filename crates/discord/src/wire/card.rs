//! A card: a message before it is handed to Discord.
//!
//! All messages pass through here, so that none pings anyone but the intended people, and none
//! exceeds Discord's limits.

use std::sync::Arc;

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton,
    CreateEmbed, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    CreateMessage, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, EditAttachments,
    EditInteractionResponse, EditMessage, InteractionResponseFlags, MessageFlags, Nonce, UserId,
};

use sha2::{Digest as _, Sha256};

use crate::wire::emojis::{Emojis, shown};
use crate::wire::fitting::{TEXT, fit, parts};
use crate::wire::ids::number;
use crate::wire::refusals::{PortError, refuses_emoji};
use lanai_host::{NoticeId, PersonId, TableId};
use lanai_render::Art;

/// Discord's limits, in letters.
const PANE: usize = 4096;
/// In all frames of a message together.
const PANES: usize = 6000;
const DESCRIPTION: usize = lanai_text::LONGEST_DESCRIPTION;
const LABEL: usize = 80;
const OPTION: usize = 100;
const PLACEHOLDER: usize = 150;
/// Lines of buttons in a message, and buttons in a line.
const ROWS: usize = 5;
const IN_A_ROW: usize = 5;
/// Options in a menu.
pub(crate) const MENU: usize = 25;

/// What a message shows.
#[derive(Clone, Default, Debug)]
pub struct Card {
    pub(crate) text: String,
    /// Words in a frame below the board, beside the small picture; without pictures they follow the others.
    pub(crate) aside: String,
    /// The board and the players' areas: at most two.
    pub(crate) panes: Vec<String>,
    /// Buttons and menus.
    pub(crate) rows: Vec<Row>,
    /// The people who are pinged. No one else can be, whatever the text says.
    pub(crate) calls: Vec<PersonId>,
    /// Pictures, or another file. Pictures tell what the panes would, which are left out then.
    pub(crate) files: Vec<File>,
    /// Whether the message that it changes has these files already.
    pub(crate) keeps_files: bool,
    /// Whether no device rings for it, not even of who is called.
    pub(crate) silent: bool,
    /// The button by which the message is known again, if its words are not enough.
    pub(crate) mark: Option<String>,
    pub(crate) panel: Option<PanelOf>,
    /// The emojis that stand for pieces; without them there are words alone.
    pub(crate) emojis: Option<Arc<Emojis>>,
}

/// A panel of a table: there is one for each person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PanelOf {
    pub(crate) game: TableId,
    /// Whether it moves down, instead of being changed where it stands.
    pub(crate) moves: bool,
    /// Whether it offers nothing until another player has acted.
    pub(crate) waits: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// The alt text of a picture.
    pub(crate) description: Option<String>,
    pub(crate) place: Place,
}

/// Where a file is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// With the words. Of several, the chat would show only a corner of each.
    Beside,
    /// A thumbnail in the embed below; a press shows it in full.
    Corner,
    /// In a frame of its own, below.
    Below,
}

/// A line below the words.
#[derive(Clone, Debug)]
pub(crate) enum Row {
    Buttons(Vec<Button>),
    Menu(Menu),
}

#[derive(Clone, Debug)]
pub(crate) struct Button {
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) weight: Weight,
    /// The piece that it is about, if there is one.
    pub(crate) piece: Option<Art>,
    /// Whether it cannot be pressed.
    pub(crate) off: bool,
}

/// How much a button stands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weight {
    Main,
    Usual,
}

/// A menu from which one thing is chosen.
#[derive(Clone, Debug)]
pub(crate) struct Menu {
    pub(crate) id: String,
    pub(crate) placeholder: String,
    pub(crate) options: Vec<MenuOption>,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct MenuOption {
    pub(crate) value: String,
    pub(crate) label: String,
    /// What it says below that, if anything.
    pub(crate) about: String,
    /// The piece that it is about, if there is one.
    pub(crate) piece: Option<Art>,
}

/// What every message carries, whatever the library calls it.
macro_rules! filled {
    ($card:expr, $message:expr) => {
        $message
            .content($card.content())
            .embeds($card.embeds())
            .components($card.components())
            .allowed_mentions($card.mentions())
    };
}

impl Card {
    /// A card of words alone.
    pub(crate) fn words(text: impl Into<String>) -> Card {
        Card {
            text: text.into(),
            ..Card::default()
        }
    }

    /// With buttons, five in a line.
    pub(crate) fn buttons(mut self, buttons: &[Button]) -> Card {
        let lines = buttons
            .chunks(IN_A_ROW)
            .map(|line| Row::Buttons(line.to_vec()));
        self.rows.extend(lines);
        self
    }

    /// With one more button, beside the last ones if there is room.
    pub(crate) fn button(mut self, button: Button) -> Card {
        match self.rows.last_mut() {
            Some(Row::Buttons(buttons)) if buttons.len() < IN_A_ROW => buttons.push(button),
            Some(_) | None => self.rows.push(Row::Buttons(vec![button])),
        }
        self
    }

    /// Marks the card as the panel of a table.
    pub(crate) fn panel_of(self, game: TableId) -> Card {
        Card {
            panel: Some(PanelOf {
                game,
                moves: false,
                waits: false,
            }),
            ..self
        }
    }

    /// As the panel of a table at which another player has to act first.
    pub(crate) fn waiting_panel_of(self, game: TableId) -> Card {
        Card {
            panel: Some(PanelOf {
                game,
                moves: false,
                waits: true,
            }),
            ..self
        }
    }

    /// As a panel that moves below what was posted since.
    pub(crate) fn moving(self, moves: bool) -> Card {
        Card {
            panel: self.panel.map(|panel| PanelOf { moves, ..panel }),
            ..self
        }
    }

    /// Whether there is anything to read or to see in it: the chat takes no message of buttons alone.
    pub(crate) fn says_something(&self) -> bool {
        let words = [&self.text, &self.aside].into_iter().chain(&self.panes);
        !self.files.is_empty() || words.into_iter().any(|words| !words.trim().is_empty())
    }

    /// Whether one of its buttons has this id.
    pub(crate) fn carries(&self, id: &str) -> bool {
        self.rows.iter().any(|row| match row {
            Row::Buttons(buttons) => buttons.iter().any(|button| button.id == id),
            Row::Menu(menu) => menu.id == id,
        })
    }

    /// The words as they are sent.
    pub(crate) fn content(&self) -> String {
        if self.files.is_empty() && !self.aside.is_empty() {
            return self.shown(&format!("{}\n{}", self.text, self.aside), TEXT);
        }
        self.shown(&self.text, TEXT)
    }

    fn shown(&self, text: &str, most: usize) -> String {
        shown(self.emojis.as_deref(), text, most)
    }

    fn embeds(&self) -> Vec<CreateEmbed> {
        if self.files.is_empty() {
            return self.frames_of_panes();
        }
        let below = self.files.iter().filter(|file| file.place == Place::Below);
        let below = below.map(|file| CreateEmbed::new().attachment(file.name.clone()));
        self.frame().into_iter().chain(below).collect()
    }

    /// Spreads the panes over as many embeds as they need: five players do not fit into one.
    fn frames_of_panes(&self) -> Vec<CreateEmbed> {
        let mut room = PANES;
        let mut frames = Vec::new();
        for part in self.panes.iter().flat_map(|pane| parts(pane, PANE)) {
            let part = fit(&part, room);
            room -= part.chars().count().min(room);
            frames.push(CreateEmbed::new().description(part));
        }
        frames
    }

    /// The frame with the small picture, and the words beside it.
    fn frame(&self) -> Option<CreateEmbed> {
        let corner = self.files.iter().find(|file| file.place == Place::Corner);
        let words = Some(&self.aside).filter(|aside| !aside.is_empty());
        let frame = words.map(|words| CreateEmbed::new().description(self.shown(words, PANE)));
        match corner {
            Some(file) => Some(
                frame
                    .unwrap_or_default()
                    .thumbnail(format!("attachment://{}", file.name)),
            ),
            None => frame,
        }
    }

    /// The same without emojis, if the chat refused it for one of them, which may have been deleted.
    pub(crate) fn without_emojis<T, E>(&self, sent: &Result<T, E>) -> Option<Card>
    where
        for<'a> &'a E: Into<PortError>,
    {
        let refused = sent.as_ref().is_err_and(refuses_emoji);
        self.emojis.as_ref().filter(|_| refused)?.forget();
        Some(Card {
            emojis: None,
            ..self.clone()
        })
    }

    /// The same without pictures: in words, for where no file may be sent.
    pub(crate) fn without_files(&self) -> Card {
        Card {
            files: Vec::new(),
            keeps_files: false,
            ..self.clone()
        }
    }

    /// The same for where less may be sent, if there is anything to leave out: pictures first, then frames.
    pub(crate) fn plainer(&self) -> Option<Card> {
        if !self.files.is_empty() {
            return Some(self.without_files());
        }
        let words = self.content();
        // Whose turn it is stands at the end of the words, and does not give way.
        let room = TEXT.saturating_sub(words.chars().count() + 1);
        let text = if room > 1 {
            format!("{words}\n{}", fit(&self.panes.join("\n"), room))
        } else {
            words
        };
        (!self.panes.is_empty()).then(|| Card {
            text,
            aside: String::new(),
            panes: Vec::new(),
            ..self.clone()
        })
    }

    fn components(&self) -> Vec<CreateActionRow> {
        let emojis = self.emojis.as_deref();
        self.rows
            .iter()
            .take(ROWS)
            .map(|row| row.build(emojis))
            .collect()
    }

    fn mentions(&self) -> CreateAllowedMentions {
        let users = self
            .calls
            .iter()
            .map(|person| UserId::new(number(person.0)));
        CreateAllowedMentions::new().users(users)
    }

    fn attachments(&self) -> impl Iterator<Item = CreateAttachment> {
        self.files.iter().map(|file| {
            let attachment = CreateAttachment::bytes(file.bytes.clone(), file.name.clone());
            let description = file.description.as_ref();
            description.into_iter().fold(attachment, |file, text| {
                file.description(fit(text, DESCRIPTION))
            })
        })
    }

    /// Returns the flags for visibility and sound.
    fn flags(&self, private: bool) -> MessageFlags {
        match (private, self.silent) {
            (true, _) => MessageFlags::EPHEMERAL,
            (false, true) => MessageFlags::SUPPRESS_NOTIFICATIONS,
            (false, false) => MessageFlags::empty(),
        }
    }

    /// As an answer to a press or command.
    pub(crate) fn response(&self, private: bool) -> CreateInteractionResponseMessage {
        let flags = InteractionResponseFlags::from_bits_retain(self.flags(private).bits());
        let response = filled!(self, CreateInteractionResponseMessage::new()).flags(flags);
        self.attachments()
            .fold(response, CreateInteractionResponseMessage::add_file)
    }

    /// After an answer, as another.
    pub(crate) fn follow_up(&self, private: bool) -> CreateInteractionResponseFollowup {
        let message =
            filled!(self, CreateInteractionResponseFollowup::new()).flags(self.flags(private));
        self.attachments()
            .fold(message, CreateInteractionResponseFollowup::add_file)
    }

    /// In place of an answer that was promised.
    pub(crate) fn edit(&self) -> EditInteractionResponse {
        if self.keeps_files {
            // What is not named stays.
            return filled!(self, EditInteractionResponse::new());
        }
        // Else files of before would stay under the new words.
        let edit = filled!(self, EditInteractionResponse::new().clear_attachments());
        self.attachments()
            .fold(edit, EditInteractionResponse::new_attachment)
    }

    /// In place of a message that stands.
    pub(crate) fn change(&self) -> EditMessage {
        let files = self
            .attachments()
            .fold(EditAttachments::new(), EditAttachments::add);
        filled!(self, EditMessage::new().attachments(files))
    }

    /// In place of the words of a message that stands: what is not named stays, so its pictures do.
    pub(crate) fn change_of_words(&self) -> EditMessage {
        let words = EditMessage::new()
            .content(self.content())
            .components(self.components());
        words.allowed_mentions(self.mentions())
    }

    /// What its pictures are known by; nothing if it has none. They are the same if this is the same.
    pub(crate) fn pictures(&self) -> Option<i64> {
        if self.files.is_empty() {
            return None;
        }
        let mut digest = Sha256::new();
        for File {
            name,
            bytes,
            description,
            place,
        } in &self.files
        {
            let description = description.as_deref().unwrap_or_default();
            for part in [
                name.as_bytes(),
                bytes,
                description.as_bytes(),
                &[*place as u8],
            ] {
                digest.update(part.len().to_be_bytes());
                digest.update(part);
            }
        }
        digest
            .finalize()
            .first_chunk()
            .copied()
            .map(i64::from_be_bytes)
    }

    /// As a message of its own, which this nonce makes once.
    pub fn message(&self, nonce: NoticeId) -> CreateMessage {
        self.open_message()
            .nonce(Nonce::String(nonce.0.to_string()))
            .enforce_nonce(true)
    }

    pub(crate) fn open_message(&self) -> CreateMessage {
        let message = filled!(self, CreateMessage::new()).flags(self.flags(false));
        self.attachments().fold(message, CreateMessage::add_file)
    }
}

impl Row {
    fn build(&self, emojis: Option<&Emojis>) -> CreateActionRow {
        let of = |piece: Option<Art>| emojis?.of(piece?);
        match self {
            Row::Buttons(buttons) => {
                let button = |button: &Button| {
                    let emoji = of(button.piece).into_iter();
                    emoji.fold(button.build(), CreateButton::emoji)
                };
                CreateActionRow::Buttons(buttons.iter().map(button).collect())
            }
            Row::Menu(menu) => {
                let option = |option: &MenuOption| {
                    let made = CreateSelectMenuOption::new(
                        fit(&option.label, OPTION),
                        option.value.clone(),
                    );
                    let made = of(option.piece)
                        .into_iter()
                        .fold(made, CreateSelectMenuOption::emoji);
                    let about = Some(&option.about).filter(|about| !about.is_empty());
                    about
                        .into_iter()
                        .fold(made, |made, about| made.description(fit(about, OPTION)))
                };
                let options = menu.options.iter().take(MENU).map(option).collect();
                let kind = CreateSelectMenuKind::String { options };
                let built = CreateSelectMenu::new(menu.id.clone(), kind);
                CreateActionRow::SelectMenu(built.placeholder(fit(&menu.placeholder, PLACEHOLDER)))
            }
        }
    }
}

impl Button {
    pub(crate) fn new(id: String, label: String, weight: Weight) -> Button {
        Button {
            id,
            label,
            weight,
            piece: None,
            off: false,
        }
    }

    /// The same, but it cannot be pressed.
    pub(crate) fn disabled(self) -> Button {
        Button { off: true, ..self }
    }

    fn build(&self) -> CreateButton {
        let style = match self.weight {
            Weight::Main => ButtonStyle::Primary,
            Weight::Usual => ButtonStyle::Secondary,
        };
        CreateButton::new(self.id.clone())
            .label(fit(&self.label, LABEL))
            .style(style)
            .disabled(self.off)
    }
}
