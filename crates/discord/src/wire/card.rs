//! A card: a message before it is handed to Discord.
//!
//! Every message is built from a card, so that it pings only the intended people and does not
//! exceed Discord's limits.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::wire::emojis::{Emojis, render_pieces};
use crate::wire::port_error::{PortError, refuses_emoji};
use crate::wire::press::Press;
use crate::wire::text_limits::{MAX_MESSAGE_CHARS, split_into_parts, truncate};
use lanai_host::{PersonId, TableId};
use lanai_render::Art;
use lanai_text::Words;

// Discord's limits for the parts of a message.
const MAX_EMBED_CHARS: usize = 4096;
/// The limit for the texts of all embeds of a message together.
const MAX_EMBEDS_CHARS: usize = 6000;
const MAX_ALT_TEXT_CHARS: usize = lanai_text::MAX_ALT_TEXT_UTF16;
const MAX_BUTTON_CHARS: usize = 80;
const MAX_OPTION_CHARS: usize = 100;
const MAX_PLACEHOLDER_CHARS: usize = 150;
const MAX_ROWS: usize = 5;
const MAX_BUTTONS_PER_ROW: usize = 5;
pub(crate) const MAX_MENU_OPTIONS: usize = 25;

// Discord's bits of a message's flags.
pub(crate) const EPHEMERAL: u64 = 1 << 6;
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
const IS_COMPONENTS_V2: u64 = 1 << 15;

/// The limit for all texts of a message that is built of components.
const MAX_COMPONENT_TEXT_CHARS: usize = 4000;

/// Who sees a message, and thus how it is built. A message keeps its audience when it is edited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Audience {
    /// The user who gets the answer alone. The message is ephemeral, and built of the second version
    /// of components: pictures first, then the text, then rows, among which there may be text.
    Reader,
    /// The channel. The message has content, embeds, and up to five rows below them.
    Channel,
}

/// The content of a message, and how it is sent.
#[derive(Clone, Default, Debug)]
pub struct Card {
    pub(crate) text: String,
    /// Text in an embed below the board, beside the small picture. Without pictures, this text
    /// follows `text`.
    pub(crate) side_text: String,
    /// The board and the players' areas in words: at most two. Pictures replace them.
    pub(crate) panes: Vec<String>,
    pub(crate) rows: Vec<Row>,
    /// The only people who are pinged, whatever the text says.
    pub(crate) pings: Vec<PersonId>,
    pub(crate) files: Vec<File>,
    /// Whether the message that this card edits has these files already.
    pub(crate) keeps_files: bool,
    /// Whether notifications are suppressed, even those of pinged people.
    pub(crate) silent: bool,
    /// The id of a button that identifies the message if its text does not.
    pub(crate) marker_id: Option<String>,
    pub(crate) panel: Option<PanelInfo>,
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
    /// A line between other rows, which only ephemeral messages show.
    Text(String),
}

#[derive(Clone, Debug)]
pub(crate) struct Button {
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) style: ButtonStyle,
    /// The piece that the button shows as an emoji.
    pub(crate) piece: Option<Art>,
    pub(crate) is_disabled: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ButtonStyle {
    Primary,
    Secondary,
}

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
    /// The small print below the label.
    pub(crate) about: String,
    /// The piece that the option shows as an emoji.
    pub(crate) piece: Option<Art>,
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
            Row::Menu(menu) => menu.id == id,
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

    fn embeds(&self) -> Vec<Value> {
        if self.files.is_empty() {
            return self.pane_embeds();
        }
        let mut embeds: Vec<Value> = self.side_embed().into_iter().collect();
        for file in &self.files {
            if file.placement == FilePlacement::OwnEmbed {
                embeds.push(json!({ "image": { "url": file.url() } }));
            }
        }
        embeds
    }

    /// Spreads the panes over as many embeds as they need: five players do not fit into one.
    fn pane_embeds(&self) -> Vec<Value> {
        let mut room = MAX_EMBEDS_CHARS;
        let mut embeds = Vec::new();
        for pane in &self.panes {
            for part in split_into_parts(pane, MAX_EMBED_CHARS) {
                let part = truncate(&part, room);
                room -= part.chars().count().min(room);
                embeds.push(json!({ "description": part }));
            }
        }
        embeds
    }

    /// Returns the embed with the side text and the thumbnail, if the card has one of them.
    fn side_embed(&self) -> Option<Value> {
        let thumbnail = self
            .files
            .iter()
            .find(|file| file.placement == FilePlacement::Thumbnail);
        if self.side_text.is_empty() && thumbnail.is_none() {
            return None;
        }
        let mut embed = json!({});
        if !self.side_text.is_empty() {
            embed["description"] = self.render_text(&self.side_text, MAX_EMBED_CHARS).into();
        }
        if let Some(file) = thumbnail {
            embed["thumbnail"] = json!({ "url": file.url() });
        }
        Some(embed)
    }

    /// Returns the card without emojis if Discord refused one of them, which may have been deleted.
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

    /// Returns the rows below the content of a message.
    fn rows(&self) -> Vec<Value> {
        let emojis = self.emojis.as_deref();
        let rows = self
            .rows
            .iter()
            .filter(|row| !matches!(row, Row::Text(_)))
            .take(MAX_ROWS);
        rows.map(|row| row.to_json(emojis)).collect()
    }

    /// Returns the whole card as components: pictures or panes, the text, and the rows.
    fn components(&self) -> Vec<Value> {
        let emojis = self.emojis.as_deref();
        let mut room = MAX_COMPONENT_TEXT_CHARS;
        let mut build_text = |text: &str| {
            let text = self.render_text(text.trim(), room);
            room = room.saturating_sub(text.chars().count());
            (!text.is_empty()).then(|| json!({ "type": 10, "content": text }))
        };
        // The panes are shortened instead of the texts, because the texts say what to do.
        let text = build_text(&self.text);
        let side_text = build_text(&self.side_text);
        let mut rows = Vec::new();
        for row in &self.rows {
            match row {
                Row::Text(line) => rows.extend(build_text(line)),
                Row::Buttons(_) | Row::Menu(_) => rows.push(row.to_json(emojis)),
            }
        }
        let mut components = Vec::new();
        if self.files.is_empty() {
            components.extend(self.panes.iter().filter_map(|pane| build_text(pane)));
        }
        for file in &self.files {
            if !file.is_picture() {
                components.push(json!({ "type": 13, "file": { "url": file.url() } }));
            } else if file.placement != FilePlacement::Thumbnail {
                components.push(json!({ "type": 12, "items": [file.to_media()] }));
            }
        }
        components.extend(text);
        let thumbnail = self
            .files
            .iter()
            .find(|file| file.placement == FilePlacement::Thumbnail);
        match (side_text, thumbnail) {
            (Some(side_text), Some(file)) => {
                let mut thumbnail = file.to_media();
                thumbnail["type"] = 11.into();
                components.push(json!({
                    "type": 9,
                    "components": [side_text],
                    "accessory": thumbnail,
                }));
            }
            (None, Some(file)) => {
                components.push(json!({ "type": 12, "items": [file.to_media()] }));
            }
            (side_text, None) => components.extend(side_text),
        }
        components.extend(rows);
        components
    }

    /// Returns the fields that new messages and edits have in common.
    fn body(&self, audience: Audience) -> Value {
        let pings: Vec<String> = self
            .pings
            .iter()
            .map(|person| person.0.to_string())
            .collect();
        let mentions = json!({ "parse": [], "users": pings });
        match audience {
            Audience::Reader => json!({
                "components": self.components(),
                "allowed_mentions": mentions,
                "flags": IS_COMPONENTS_V2,
            }),
            Audience::Channel => json!({
                "content": self.content(),
                "embeds": self.embeds(),
                "components": self.rows(),
                "allowed_mentions": mentions,
            }),
        }
    }

    fn attachments(&self) -> Value {
        let mut attachments = Vec::new();
        for (number, file) in self.files.iter().enumerate() {
            let mut attachment = json!({ "id": number, "filename": file.name });
            if let Some(text) = &file.description {
                attachment["description"] = truncate(text, MAX_ALT_TEXT_CHARS).into();
            }
            attachments.push(attachment);
        }
        attachments.into()
    }

    /// Converts the card to the body of a new message.
    pub(crate) fn to_message(&self, audience: Audience) -> Value {
        let mut body = self.body(audience);
        match audience {
            Audience::Reader => body["flags"] = (EPHEMERAL | IS_COMPONENTS_V2).into(),
            Audience::Channel if self.silent => body["flags"] = SUPPRESS_NOTIFICATIONS.into(),
            Audience::Channel => {}
        }
        body["attachments"] = self.attachments();
        body
    }

    /// Converts the card to the body of a message that Discord posts only once with this nonce.
    pub fn to_message_once(&self, nonce: &str) -> Value {
        let mut body = self.to_message(Audience::Channel);
        body["nonce"] = nonce.into();
        body["enforce_nonce"] = true.into();
        body
    }

    /// Converts the card to an edit of a message, or to the content of a deferred response.
    pub(crate) fn to_edit(&self, audience: Audience) -> Value {
        let mut body = self.body(audience);
        // Attachments stay unless an edit lists the attachments of the message.
        if !self.keeps_files {
            body["attachments"] = self.attachments();
        }
        body
    }

    /// Converts the card to an edit of a message's text, whose attachments and embeds stay.
    pub(crate) fn to_text_edit(&self) -> Value {
        let mut body = self.body(Audience::Channel);
        if let Some(fields) = body.as_object_mut() {
            fields.remove("embeds");
        }
        body
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
}

impl File {
    fn url(&self) -> String {
        format!("attachment://{}", self.name)
    }

    /// Returns whether Discord shows the file as a picture.
    fn is_picture(&self) -> bool {
        let extension = Path::new(&self.name).extension();
        extension.is_some_and(|extension| extension == "png" || extension == "gif")
    }

    fn to_media(&self) -> Value {
        let mut item = json!({ "media": { "url": self.url() } });
        if let Some(text) = &self.description {
            item["description"] = truncate(text, MAX_ALT_TEXT_CHARS).into();
        }
        item
    }
}

impl Row {
    fn to_json(&self, emojis: Option<&Emojis>) -> Value {
        match self {
            Row::Buttons(buttons) => {
                let buttons = buttons.iter().map(|button| button.to_json(emojis));
                json!({ "type": 1, "components": buttons.collect::<Vec<_>>() })
            }
            Row::Menu(menu) => json!({ "type": 1, "components": [menu.to_json(emojis)] }),
            Row::Text(line) => json!({ "type": 10, "content": line }),
        }
    }
}

impl Menu {
    fn to_json(&self, emojis: Option<&Emojis>) -> Value {
        let options = self.options.iter().take(MAX_MENU_OPTIONS);
        json!({
            "type": 3,
            "custom_id": self.id,
            "placeholder": truncate(&self.placeholder, MAX_PLACEHOLDER_CHARS),
            "options": options.map(|option| option.to_json(emojis)).collect::<Vec<_>>(),
        })
    }
}

/// Adds the emoji of a piece, if it can be sent.
fn add_emoji(component: &mut Value, emojis: Option<&Emojis>, piece: Option<Art>) {
    if let Some(emoji) = piece.and_then(|piece| emojis?.component_emoji(piece)) {
        component["emoji"] = emoji;
    }
}

impl MenuOption {
    fn to_json(&self, emojis: Option<&Emojis>) -> Value {
        let mut option = json!({
            "label": truncate(&self.label, MAX_OPTION_CHARS),
            "value": self.value,
        });
        add_emoji(&mut option, emojis, self.piece);
        if !self.about.is_empty() {
            option["description"] = truncate(&self.about, MAX_OPTION_CHARS).into();
        }
        option
    }
}

impl Button {
    pub(crate) fn primary(words: &Words, press: &Press, label: &str) -> Button {
        Button::new(press.id(), words.say(label, &[]), ButtonStyle::Primary)
    }

    pub(crate) fn secondary(words: &Words, press: &Press, label: &str) -> Button {
        Button::new(press.id(), words.say(label, &[]), ButtonStyle::Secondary)
    }

    pub(crate) fn new(id: String, label: String, style: ButtonStyle) -> Button {
        Button {
            id,
            label,
            style,
            piece: None,
            is_disabled: false,
        }
    }

    pub(crate) fn disabled(self) -> Button {
        Button {
            is_disabled: true,
            ..self
        }
    }

    fn to_json(&self, emojis: Option<&Emojis>) -> Value {
        let style = match self.style {
            ButtonStyle::Primary => 1,
            ButtonStyle::Secondary => 2,
        };
        let mut button = json!({
            "type": 2,
            "custom_id": self.id,
            "label": truncate(&self.label, MAX_BUTTON_CHARS),
            "style": style,
            "disabled": self.is_disabled,
        });
        add_emoji(&mut button, emojis, self.piece);
        button
    }
}
