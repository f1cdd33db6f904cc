//! A card: a message before it is handed to Discord.
//!
//! Every message is built from a card, so that it pings only the intended people and does not
//! exceed Discord's limits.

use std::sync::Arc;

use serenity::all::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton, CreateEmbed,
    CreateInteractionResponseFollowup, CreateInteractionResponseMessage, CreateMessage,
    CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, EditAttachments,
    EditInteractionResponse, EditMessage, InteractionResponseFlags, MessageFlags, Nonce,
    ReactionType, UserId,
};

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::wire::emojis::{Emojis, render_pieces};
use crate::wire::ids::snowflake;
use crate::wire::port_error::{PortError, refuses_emoji};
use crate::wire::press::Press;
use crate::wire::text_limits::{MAX_MESSAGE_CHARS, split_into_parts, truncate};
use lanai_host::{NoticeId, PersonId, TableId};
use lanai_render::Art;
use lanai_text::{Key, Words};

// Discord's limits for the parts of a message.
const MAX_EMBED_CHARS: usize = 4096;
/// The limit for the texts of all embeds of a message together.
const MAX_EMBEDS_CHARS: usize = 6000;
const MAX_ALT_TEXT_CHARS: usize = lanai_text::MAX_ALT_TEXT_UTF16;
const MAX_BUTTON_CHARS: usize = 80;
const MAX_OPTION_CHARS: usize = 100;
const MAX_PLACEHOLDER_CHARS: usize = 150;
const MAX_ROWS: usize = 5;
pub(crate) const MAX_BUTTONS_PER_ROW: usize = 5;
pub(crate) const MAX_MENU_OPTIONS: usize = 25;

/// The limit for all texts of a message that is built of components.
const MAX_COMPONENT_TEXT_CHARS: usize = 4000;
/// Discord's flag of ephemeral messages.
pub(crate) const EPHEMERAL: u64 = MessageFlags::EPHEMERAL.bits();
/// Discord's flag of messages that are built of the second version of components.
const IS_COMPONENTS_V2: u64 = 1 << 15;

/// How a message is built. Discord does not let an edit change components back to content.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) enum Layout {
    /// Content, embeds, and up to five rows below them.
    #[default]
    Content,
    /// The second version of components: the picture first, then the text, then rows, among which
    /// there may be text.
    Components,
}

/// The content of a message, and how it is sent.
#[derive(Clone, Default, Debug)]
pub struct Card {
    pub(crate) text: String,
    /// Text in an embed below the board, beside the small picture. Without pictures, and in the
    /// layout of components, this text follows `text`.
    pub(crate) side_text: String,
    /// Texts of embeds: the board and the players' areas in words, or lists. Pictures replace them.
    pub(crate) panes: Vec<String>,
    pub(crate) rows: Vec<Row>,
    /// The only people who are pinged, whatever the text says.
    pub(crate) pings: Vec<PersonId>,
    pub(crate) files: Vec<File>,
    /// Whether the message that this card edits has these files already.
    pub(crate) keeps_files: bool,
    /// Whether notifications are suppressed, even those of pinged people.
    pub(crate) silent: bool,
    /// The id of the button that identifies the message; without one, its text does.
    pub(crate) marker_id: Option<String>,
    pub(crate) panel: Option<PanelInfo>,
    pub(crate) layout: Layout,
    /// The emojis that show pieces; without emojis, words alone name the pieces.
    pub(crate) emojis: Option<Arc<Emojis>>,
}

/// Marks a card as a panel, of which each person has one at each table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PanelInfo {
    pub(crate) table: TableId,
    /// Whether the panel becomes a new message below later posts, instead of an edit.
    pub(crate) moves_below: bool,
    /// Whether the panel offers nothing until another player has acted.
    pub(crate) awaits_others: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) description: Option<String>,
    pub(crate) placement: FilePlacement,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FilePlacement {
    /// Directly below the text. Of several pictures there, Discord would show only parts.
    WithText,
    /// The thumbnail of the embed with the side text; a press shows the file in full.
    Thumbnail,
    OwnEmbed,
}

#[derive(Clone, Debug)]
pub(crate) enum Row {
    Buttons(Vec<Button>),
    Menu(Menu),
    /// A menu of people, which Discord fills.
    PersonMenu {
        id: String,
        placeholder: String,
    },
    /// A line between other rows, which only the layout of components shows.
    Text(String),
}

#[derive(Clone, Debug)]
pub(crate) struct Button {
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) style: ButtonStyle,
    /// The address that the button opens in a browser, instead of being pressed.
    pub(crate) url: Option<String>,
    /// The piece that the button shows as an emoji.
    pub(crate) piece: Option<Art>,
    pub(crate) is_disabled: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ButtonStyle {
    Primary,
    Secondary,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Menu {
    pub(crate) id: String,
    pub(crate) placeholder: String,
    pub(crate) options: Vec<MenuOption>,
    /// Whether any number of options can be selected, instead of one.
    pub(crate) is_multiple: bool,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct MenuOption {
    pub(crate) value: String,
    pub(crate) label: String,
    /// The small print below the label.
    pub(crate) description: String,
    /// The piece that the option shows as an emoji.
    pub(crate) piece: Option<Art>,
    pub(crate) is_selected: bool,
}

/// Sets what all message builders of serenity have in common.
macro_rules! fill_message {
    ($card:expr, $message:expr) => {
        $message
            .content($card.content())
            .embeds($card.embeds())
            .components($card.components())
            .allowed_mentions($card.allowed_mentions())
    };
}

impl Card {
    /// Creates a card without pictures or components.
    pub(crate) fn words(text: impl Into<String>) -> Card {
        Card {
            text: text.into(),
            ..Card::default()
        }
    }

    pub(crate) fn buttons(mut self, buttons: &[Button]) -> Card {
        let rows = buttons.chunks(MAX_BUTTONS_PER_ROW);
        self.rows.extend(rows.map(|row| Row::Buttons(row.to_vec())));
        self
    }

    /// Adds a button, in the last row if there is room.
    pub(crate) fn button(mut self, button: Button) -> Card {
        match self.rows.last_mut() {
            Some(Row::Buttons(buttons)) if buttons.len() < MAX_BUTTONS_PER_ROW => {
                buttons.push(button);
            }
            Some(_) | None => self.rows.push(Row::Buttons(vec![button])),
        }
        self
    }

    pub(crate) fn with_panel(self, table: TableId) -> Card {
        Card {
            panel: Some(PanelInfo {
                table,
                moves_below: false,
                awaits_others: false,
            }),
            layout: Layout::Components,
            ..self
        }
    }

    /// Marks the card as a panel that offers nothing until another player has acted.
    pub(crate) fn with_waiting_panel(self, table: TableId) -> Card {
        Card {
            panel: Some(PanelInfo {
                table,
                moves_below: false,
                awaits_others: true,
            }),
            layout: Layout::Components,
            ..self
        }
    }

    /// Sets whether the panel becomes a new message below later posts.
    pub(crate) fn with_moving_panel(self, moves_below: bool) -> Card {
        Card {
            panel: self.panel.map(|panel| PanelInfo {
                moves_below,
                ..panel
            }),
            ..self
        }
    }

    /// Returns whether the card has text or files: Discord refuses a message of buttons alone.
    pub(crate) fn has_content(&self) -> bool {
        let mut texts = [&self.text, &self.side_text].into_iter().chain(&self.panes);
        !self.files.is_empty() || texts.any(|text| !text.trim().is_empty())
    }

    pub(crate) fn has_component(&self, id: &str) -> bool {
        self.rows.iter().any(|row| match row {
            Row::Buttons(buttons) => buttons.iter().any(|button| button.id == id),
            Row::Menu(Menu { id: menu, .. }) | Row::PersonMenu { id: menu, .. } => menu == id,
            Row::Text(_) => false,
        })
    }

    pub(crate) fn content(&self) -> String {
        if self.files.is_empty() && !self.side_text.is_empty() {
            let text = format!("{}\n{}", self.text, self.side_text);
            return self.render_text(&text, MAX_MESSAGE_CHARS);
        }
        self.render_text(&self.text, MAX_MESSAGE_CHARS)
    }

    fn render_text(&self, text: &str, max_chars: usize) -> String {
        render_pieces(self.emojis.as_deref(), text, max_chars)
    }

    fn embeds(&self) -> Vec<CreateEmbed> {
        if self.files.is_empty() {
            return self.pane_embeds();
        }
        let mut embeds: Vec<CreateEmbed> = self.side_embed().into_iter().collect();
        for file in &self.files {
            if file.placement == FilePlacement::OwnEmbed {
                embeds.push(CreateEmbed::new().attachment(file.name.clone()));
            }
        }
        embeds
    }

    /// Spreads the panes over as many embeds as they need: five players do not fit into one.
    fn pane_embeds(&self) -> Vec<CreateEmbed> {
        let mut room = MAX_EMBEDS_CHARS;
        let mut embeds = Vec::new();
        for pane in &self.panes {
            for part in split_into_parts(pane, MAX_EMBED_CHARS) {
                let part = truncate(&part, room);
                room -= part.chars().count().min(room);
                embeds.push(CreateEmbed::new().description(part));
            }
        }
        embeds
    }

    /// Returns the embed with the side text and the thumbnail, if the card has one of them.
    fn side_embed(&self) -> Option<CreateEmbed> {
        let thumbnail = self
            .files
            .iter()
            .find(|file| file.placement == FilePlacement::Thumbnail);
        if self.side_text.is_empty() && thumbnail.is_none() {
            return None;
        }
        let mut embed = CreateEmbed::new();
        if !self.side_text.is_empty() {
            embed = embed.description(self.render_text(&self.side_text, MAX_EMBED_CHARS));
        }
        if let Some(file) = thumbnail {
            embed = embed.thumbnail(format!("attachment://{}", file.name));
        }
        Some(embed)
    }

    /// Returns the card without emojis if Discord refused one of them, which may have been deleted.
    ///
    /// No card gets emojis until their list is read again.
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

    pub(crate) fn without_files(&self) -> Card {
        Card {
            files: Vec::new(),
            keeps_files: false,
            ..self.clone()
        }
    }

    /// Returns the card without what a channel may refuse: without pictures or, if there are none,
    /// without embeds. Returns `None` for a card with neither.
    pub(crate) fn simplified(&self) -> Option<Card> {
        if !self.files.is_empty() {
            return Some(self.without_files());
        }
        if self.panes.is_empty() {
            return None;
        }
        let mut text = self.content();
        // The panes are shortened instead of the text, because the text ends with whose turn it is.
        let room = MAX_MESSAGE_CHARS.saturating_sub(text.chars().count() + 1);
        if room > 1 {
            text = format!("{text}\n{}", truncate(&self.panes.join("\n"), room));
        }
        Some(Card {
            text,
            side_text: String::new(),
            panes: Vec::new(),
            ..self.clone()
        })
    }

    fn components(&self) -> Vec<CreateActionRow> {
        let emojis = self.emojis.as_deref();
        self.rows
            .iter()
            .filter_map(|row| row.build(emojis))
            .take(MAX_ROWS)
            .collect()
    }

    /// Returns the whole card as components: the picture or the panes, the text, and the rows.
    fn to_components(&self) -> Result<Vec<Value>, serde_json::Error> {
        let emojis = self.emojis.as_deref();
        let mut room = MAX_COMPONENT_TEXT_CHARS;
        let mut build_text = |text: &str| {
            let text = self.render_text(text.trim(), room);
            room = room.saturating_sub(text.chars().count());
            (!text.is_empty()).then(|| json!({ "type": 10, "content": text }))
        };
        // The panes are shortened instead of the text, because the text says what to do.
        let text = build_text(&format!("{}\n{}", self.text, self.side_text));
        let mut rows = Vec::new();
        for row in &self.rows {
            if let Row::Text(line) = row {
                rows.extend(build_text(line));
            }
            if let Some(row) = row.build(emojis) {
                rows.push(serde_json::to_value(row)?);
            }
        }
        let mut components = Vec::new();
        match self.files.first() {
            Some(file) => {
                let mut item = json!({ "media": { "url": format!("attachment://{}", file.name) } });
                if let Some(text) = &file.description {
                    item["description"] = truncate(text, MAX_ALT_TEXT_CHARS).into();
                }
                components.push(json!({ "type": 12, "items": [item] }));
            }
            None => components.extend(self.panes.iter().filter_map(|pane| build_text(pane))),
        }
        components.extend(text);
        components.extend(rows);
        Ok(components)
    }

    /// Converts the card to the body of a message that is built of components.
    fn to_components_body(&self) -> Result<Value, serde_json::Error> {
        let mut body = json!({
            "components": self.to_components()?,
            "allowed_mentions": serde_json::to_value(self.allowed_mentions())?,
        });
        // Attachments stay unless the attachments of the message are listed.
        if !self.keeps_files {
            let attachments = self.component_files().into_iter().take(1);
            body["attachments"] = serde_json::to_value(attachments.collect::<Vec<_>>())?;
        }
        Ok(body)
    }

    /// Converts the card to an ephemeral message that is built of components.
    pub(crate) fn to_components_message(&self) -> Result<Value, serde_json::Error> {
        let mut body = self.to_components_body()?;
        body["flags"] = (EPHEMERAL | IS_COMPONENTS_V2).into();
        Ok(body)
    }

    /// Converts the card to an edit that builds the message of components, even if it had content.
    pub(crate) fn to_components_edit(&self) -> Result<Value, serde_json::Error> {
        let mut body = self.to_components_body()?;
        body["flags"] = IS_COMPONENTS_V2.into();
        body["content"] = Value::Null;
        body["embeds"] = json!([]);
        Ok(body)
    }

    /// Returns the file of a message that is built of components, unless the message has it.
    ///
    /// The library gives all files of such a request the same number, so there is only one: the
    /// board.
    pub(crate) fn component_files(&self) -> Vec<CreateAttachment> {
        if self.keeps_files {
            Vec::new()
        } else {
            self.attachments().take(1).collect()
        }
    }

    fn allowed_mentions(&self) -> CreateAllowedMentions {
        let pings = self.pings.iter();
        let users = pings.map(|person| UserId::new(snowflake(person.0)));
        CreateAllowedMentions::new().users(users)
    }

    fn attachments(&self) -> impl Iterator<Item = CreateAttachment> {
        self.files.iter().map(|file| {
            let attachment = CreateAttachment::bytes(file.bytes.clone(), file.name.clone());
            match &file.description {
                Some(text) => attachment.description(truncate(text, MAX_ALT_TEXT_CHARS)),
                None => attachment,
            }
        })
    }

    fn flags(&self, ephemeral: bool) -> MessageFlags {
        match (ephemeral, self.silent) {
            (true, _) => MessageFlags::EPHEMERAL,
            (false, true) => MessageFlags::SUPPRESS_NOTIFICATIONS,
            (false, false) => MessageFlags::empty(),
        }
    }

    pub(crate) fn to_response(&self, ephemeral: bool) -> CreateInteractionResponseMessage {
        let flags = InteractionResponseFlags::from_bits_retain(self.flags(ephemeral).bits());
        let response = fill_message!(self, CreateInteractionResponseMessage::new()).flags(flags);
        self.attachments()
            .fold(response, CreateInteractionResponseMessage::add_file)
    }

    pub(crate) fn to_follow_up(&self, ephemeral: bool) -> CreateInteractionResponseFollowup {
        let message = fill_message!(self, CreateInteractionResponseFollowup::new())
            .flags(self.flags(ephemeral));
        self.attachments()
            .fold(message, CreateInteractionResponseFollowup::add_file)
    }

    /// Converts the card to an edit of a response, or to the content of a deferred response.
    pub(crate) fn to_response_edit(&self) -> EditInteractionResponse {
        if self.keeps_files {
            // Attachments that an edit does not name stay.
            return fill_message!(self, EditInteractionResponse::new());
        }
        // The attachments are cleared, because earlier files would stay below the new text.
        let edit = fill_message!(self, EditInteractionResponse::new().clear_attachments());
        self.attachments()
            .fold(edit, EditInteractionResponse::new_attachment)
    }

    pub(crate) fn to_message_edit(&self) -> EditMessage {
        let files = self
            .attachments()
            .fold(EditAttachments::new(), EditAttachments::add);
        fill_message!(self, EditMessage::new().attachments(files))
    }

    /// Converts the card to an edit of a message's text, whose attachments and embeds stay.
    pub(crate) fn to_text_edit(&self) -> EditMessage {
        EditMessage::new()
            .content(self.content())
            .components(self.components())
            .allowed_mentions(self.allowed_mentions())
    }

    /// Returns a digest of the files, if there are any. Equal digests mean equal files.
    pub(crate) fn pictures_digest(&self) -> Option<i64> {
        if self.files.is_empty() {
            return None;
        }
        let mut digest = Sha256::new();
        for File {
            name,
            bytes,
            description,
            placement,
        } in &self.files
        {
            let description = description.as_deref().unwrap_or_default();
            for part in [
                name.as_bytes(),
                bytes,
                description.as_bytes(),
                &[*placement as u8],
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

    /// Converts the card to a message that Discord posts only once with this nonce.
    pub fn to_message_with_nonce(&self, nonce: NoticeId) -> CreateMessage {
        self.to_message_once(nonce.0.to_string())
    }

    pub(crate) fn to_message_once(&self, nonce: String) -> CreateMessage {
        self.to_message()
            .nonce(Nonce::String(nonce))
            .enforce_nonce(true)
    }

    pub(crate) fn to_message(&self) -> CreateMessage {
        let message = fill_message!(self, CreateMessage::new()).flags(self.flags(false));
        self.attachments().fold(message, CreateMessage::add_file)
    }
}

impl Row {
    fn build(&self, emojis: Option<&Emojis>) -> Option<CreateActionRow> {
        match self {
            Row::Buttons(buttons) => {
                let buttons = buttons.iter().map(|button| button.build(emojis));
                Some(CreateActionRow::Buttons(buttons.collect()))
            }
            Row::Menu(menu) => {
                let options = menu.options.iter().take(MAX_MENU_OPTIONS);
                let options: Vec<_> = options.map(|option| option.build(emojis)).collect();
                let most = u8::try_from(options.len()).unwrap_or(u8::MAX);
                let kind = CreateSelectMenuKind::String { options };
                let select = build_select(&menu.id, &menu.placeholder, kind);
                Some(CreateActionRow::SelectMenu(if menu.is_multiple {
                    select.min_values(0).max_values(most)
                } else {
                    select
                }))
            }
            Row::PersonMenu { id, placeholder } => {
                let kind = CreateSelectMenuKind::User {
                    default_users: None,
                };
                Some(CreateActionRow::SelectMenu(build_select(
                    id,
                    placeholder,
                    kind,
                )))
            }
            Row::Text(_) => None,
        }
    }
}

fn build_select(id: &str, placeholder: &str, kind: CreateSelectMenuKind) -> CreateSelectMenu {
    CreateSelectMenu::new(id, kind).placeholder(truncate(placeholder, MAX_PLACEHOLDER_CHARS))
}

/// Returns the emoji of a piece, if it can be sent.
fn piece_emoji(emojis: Option<&Emojis>, piece: Option<Art>) -> Option<ReactionType> {
    emojis?.component_emoji(piece?)
}

impl MenuOption {
    fn build(&self, emojis: Option<&Emojis>) -> CreateSelectMenuOption {
        let label = truncate(&self.label, MAX_OPTION_CHARS);
        let mut option = CreateSelectMenuOption::new(label, self.value.clone())
            .default_selection(self.is_selected);
        if let Some(emoji) = piece_emoji(emojis, self.piece) {
            option = option.emoji(emoji);
        }
        if !self.description.is_empty() {
            option = option.description(truncate(&self.description, MAX_OPTION_CHARS));
        }
        option
    }
}

impl Button {
    pub(crate) fn primary(words: &Words, press: &Press, label: Key) -> Button {
        Button::new(press.id(), words.say(label, &[]), ButtonStyle::Primary)
    }

    pub(crate) fn secondary(words: &Words, press: &Press, label: Key) -> Button {
        Button::new(press.id(), words.say(label, &[]), ButtonStyle::Secondary)
    }

    pub(crate) fn new(id: String, label: String, style: ButtonStyle) -> Button {
        Button {
            id,
            label,
            style,
            url: None,
            piece: None,
            is_disabled: false,
        }
    }

    /// Returns a button that opens an address in a browser.
    pub(crate) fn link(words: &Words, url: String, label: Key) -> Button {
        let label = words.say(label, &[]);
        Button {
            url: Some(url),
            ..Button::new(String::new(), label, ButtonStyle::Secondary)
        }
    }

    pub(crate) fn disabled(self) -> Button {
        Button {
            is_disabled: true,
            ..self
        }
    }

    fn build(&self, emojis: Option<&Emojis>) -> CreateButton {
        let style = match self.style {
            ButtonStyle::Primary => serenity::all::ButtonStyle::Primary,
            ButtonStyle::Secondary => serenity::all::ButtonStyle::Secondary,
        };
        let button = match &self.url {
            Some(url) => CreateButton::new_link(url),
            None => CreateButton::new(self.id.clone()).style(style),
        };
        let button = button
            .label(truncate(&self.label, MAX_BUTTON_CHARS))
            .disabled(self.is_disabled);
        match piece_emoji(emojis, self.piece) {
            Some(emoji) => button.emoji(emoji),
            None => button,
        }
    }
}
