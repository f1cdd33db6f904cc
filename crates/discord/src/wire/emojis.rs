//! Emojis of the application that show pieces in sentences, on buttons and in menus.
//!
//! Each emoji is uploaded once, under the name of its piece followed by a hash of its picture. A
//! changed picture becomes a new emoji, and the old emoji is deleted. Uploads run in the background
//! and may take hours; while the emoji of a piece is missing, a word alone names the piece. The
//! list of emojis is read from Discord at every start and never stored.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{LazyLock, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use serenity::all::{CreateAttachment, Emoji, EmojiId, Http, ReactionType};
use sha2::{Digest as _, Sha256};
use tokio::sync::Notify;

use crate::wire::port_error::{PortError, describe_error, is_forbidden, is_transient};
use crate::wire::request_metrics::RecordRequest as _;
use crate::wire::text_limits::truncate;
use lanai_host::{Claim, Process};
use lanai_render::{Art, emoji};
use lanai_rules::chance::hex;
use lanai_text::{is_piece, remove_marks, replace_marks};

/// The pause before each upload or deletion, which leaves most of Discord's global limit to moves.
const REQUEST_INTERVAL: Duration = Duration::from_millis(200);
/// How often the list of emojis is read while another process uploads.
const REFRESH_INTERVAL: Duration = Duration::from_secs(10);
/// The pause after the first failure, which doubles with each further failure.
const FIRST_RETRY_DELAY: Duration = Duration::from_secs(1);
/// The longest pause after repeated failures.
const MAX_RETRY_DELAY: Duration = Duration::from_hours(1);
/// How many digits of the picture's hash the name of an emoji has.
const HASH_DIGITS: usize = 8;

/// Pieces that only choices show; the other pieces with an emoji occur in sentences.
const CHOICE_PIECES: [Art; 7] = [
    Art::Disc,
    Art::DiscInvocation,
    Art::Fish,
    Art::Fisher,
    Art::GiftPoints,
    Art::LavaDisc,
    Art::Shaman,
];

/// A piece and its emoji, whose image is drawn when it is first uploaded.
struct PieceEmoji {
    art: Art,
    name: String,
    image: OnceLock<Vec<u8>>,
}

static PIECE_EMOJIS: LazyLock<Vec<PieceEmoji>> = LazyLock::new(|| {
    Art::ALL
        .iter()
        .filter(|art| is_piece(art.name()) || CHOICE_PIECES.contains(art))
        .map(|art| PieceEmoji::new(*art))
        .collect()
});

impl PieceEmoji {
    fn new(art: Art) -> PieceEmoji {
        let mut hash = hex(&Sha256::digest(emoji::emoji_fingerprint(art)));
        hash.truncate(HASH_DIGITS);
        PieceEmoji {
            art,
            name: format!("{}_{hash}", emoji_prefix(art)),
            image: OnceLock::new(),
        }
    }

    /// Returns the image, drawn on a thread that serves no requests.
    async fn load_image(&self) -> Option<&[u8]> {
        if self.image.get().is_none() {
            let art = self.art;
            let drawn = tokio::task::spawn_blocking(move || emoji::encode_emoji(art))
                .await
                .ok()?;
            match drawn {
                Ok(image) => {
                    self.image.get_or_init(|| image);
                }
                Err(error) => {
                    tracing::error!(%error, "a piece is no emoji");
                    return None;
                }
            }
        }
        self.image.get().map(Vec::as_slice)
    }
}

/// Returns the name of a piece in the characters that an emoji's name may have.
fn emoji_prefix(art: Art) -> String {
    art.name().replace('-', "_")
}

/// Returns whether an emoji shows one of our pieces, also with an old picture. The application may
/// have other emojis, which the bot leaves alone.
fn is_own_emoji(name: &str) -> bool {
    let Some((prefix, hash)) = name.rsplit_once('_') else {
        return false;
    };
    hash.len() == HASH_DIGITS
        && hash.bytes().all(|digit| digit.is_ascii_hexdigit())
        && Art::ALL.iter().any(|art| emoji_prefix(*art) == prefix)
}

/// The emojis that can be sent.
#[derive(Default, Debug)]
pub(crate) struct Emojis {
    known: RwLock<HashMap<Art, (EmojiId, String)>>,
    /// Notified when Discord refused one of the emojis.
    refused: Notify,
}

impl Emojis {
    /// Returns the emoji of a piece for a button or an option, if it can be sent.
    pub(crate) fn component_emoji(&self, art: Art) -> Option<ReactionType> {
        let (id, name) = self.get(art)?;
        Some(ReactionType::Custom {
            animated: false,
            id,
            name: Some(name),
        })
    }

    /// Returns the emoji of a piece for a sentence, by the name of its picture.
    fn inline_emoji(&self, piece: &str) -> Option<String> {
        let art = Art::ALL.iter().find(|art| art.name() == piece)?;
        let (id, name) = self.get(*art)?;
        Some(format!("<:{name}:{id}>"))
    }

    fn get(&self, art: Art) -> Option<(EmojiId, String)> {
        self.known
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&art)
            .cloned()
    }

    fn insert(&self, art: Art, emoji: Emoji) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(art, (emoji.id, emoji.name));
    }

    /// Handles a refused emoji, which may have been deleted.
    ///
    /// No emoji is used until the list of emojis was read again.
    pub(crate) fn forget(&self) {
        self.known
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
        self.refused.notify_one();
    }

    /// Uploads missing emojis at the start and whenever Discord refuses an emoji. Never returns.
    pub(crate) async fn keep_uploaded(&self, http: &Http, process: &Process) {
        loop {
            let mut sync = EmojiSync {
                http,
                emojis: self,
                has_logged: false,
            };
            // One process uploads, which may take hours; other processes use the uploaded emojis.
            while !process.try_claim(Claim::Emojis).await.unwrap_or(false) {
                sync.reload_emojis(&PIECE_EMOJIS).await;
                tokio::time::sleep(REFRESH_INTERVAL).await;
            }
            sync.run(&PIECE_EMOJIS).await;
            process.release(Claim::Emojis).await;
            self.refused.notified().await;
            // If the refusal had another reason, this loop must not become busy.
            tokio::time::sleep(FIRST_RETRY_DELAY).await;
        }
    }
}

/// Replaces the marks of a text by emojis if the result fits; otherwise leaves only the words.
pub(crate) fn render_pieces(emojis: Option<&Emojis>, text: &str, max_chars: usize) -> String {
    let rendered = replace_marks(text, |piece| emojis?.inline_emoji(piece));
    if rendered.chars().count() <= max_chars {
        rendered
    } else {
        truncate(&remove_marks(text), max_chars)
    }
}

/// Removes our emojis from a text as it was sent.
pub(crate) fn without_pieces(sent: &str) -> String {
    let mut parts = sent.split("<:");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('>') {
            Some((emoji, rest)) if is_own_emoji_with_id(emoji) => {
                plain.push_str(rest.strip_prefix(' ').unwrap_or(rest));
            }
            Some(_) | None => plain.extend(["<:", part]),
        }
    }
    plain
}

fn is_own_emoji_with_id(emoji: &str) -> bool {
    let Some((name, id)) = emoji.split_once(':') else {
        return false;
    };
    is_own_emoji(name) && id.parse::<u64>().is_ok()
}

/// Uploads missing emojis and deletes outdated ones.
struct EmojiSync<'a> {
    http: &'a Http,
    emojis: &'a Emojis,
    /// Whether a failure was logged: only the first one is.
    has_logged: bool,
}

/// The emojis of the application, compared with the pieces.
struct EmojiList<'a> {
    missing: Vec<&'a PieceEmoji>,
    /// All emojis of the application except the current emojis of the pieces.
    others: Vec<Emoji>,
}

impl EmojiSync<'_> {
    async fn run(&mut self, pieces: &[PieceEmoji]) {
        let Some(EmojiList {
            missing,
            mut others,
        }) = self.reload_emojis(pieces).await
        else {
            return;
        };
        for piece in &missing {
            self.upload(piece).await;
        }
        // If the answer to an upload was lost, the retry was refused because the name is taken, so
        // the list shows whether the emoji is there.
        if missing.iter().any(|piece| self.is_missing(piece)) {
            let Some(list) = self.reload_emojis(pieces).await else {
                return;
            };
            others = list.others;
        }
        // The old emoji of a piece stays until its new emoji is uploaded.
        others.retain(|emoji| {
            let replaces = |piece: &PieceEmoji| shows_piece(&emoji.name, piece.art);
            is_own_emoji(&emoji.name)
                && !pieces
                    .iter()
                    .any(|piece| replaces(piece) && self.is_missing(piece))
        });
        let http = self.http;
        for emoji in &others {
            tokio::time::sleep(REQUEST_INTERVAL).await;
            self.retry_until_done(|| {
                http.delete_application_emoji(emoji.id)
                    .record_request("DELETE /applications/{application}/emojis/{emoji}")
            })
            .await;
        }
        if !missing.is_empty() || !others.is_empty() {
            let uploaded = missing.len();
            let removed = others.len();
            tracing::info!(uploaded, removed, "the pieces of the games are emojis");
        }
    }

    fn is_missing(&self, piece: &PieceEmoji) -> bool {
        self.emojis.get(piece.art).is_none()
    }

    /// Reads the list from Discord and makes the current emojis available.
    async fn reload_emojis<'p>(&mut self, pieces: &'p [PieceEmoji]) -> Option<EmojiList<'p>> {
        let http = self.http;
        let mut others = self
            .retry_until_done(|| {
                http.get_application_emojis()
                    .record_request("GET /applications/{application}/emojis")
            })
            .await?;
        let mut missing = Vec::new();
        for piece in pieces {
            match others.iter().position(|emoji| emoji.name == piece.name) {
                Some(at) => self.emojis.insert(piece.art, others.swap_remove(at)),
                None => missing.push(piece),
            }
        }
        Some(EmojiList { missing, others })
    }

    async fn upload(&mut self, piece: &PieceEmoji) {
        tokio::time::sleep(REQUEST_INTERVAL).await;
        let Some(image) = piece.load_image().await else {
            return;
        };
        let image = CreateAttachment::bytes(image, "emoji.png").to_base64();
        let body = serde_json::json!({ "name": piece.name, "image": image });
        let http = self.http;
        let created = self
            .retry_until_done(|| {
                http.create_application_emoji(&body)
                    .record_request("POST /applications/{application}/emojis")
            })
            .await;
        if let Some(emoji) = created {
            self.emojis.insert(piece.art, emoji);
        }
    }

    /// Sends a request until it succeeds, for days if necessary; `None` if it never can.
    async fn retry_until_done<T, F>(&mut self, mut send: impl FnMut() -> F) -> Option<T>
    where
        F: Future<Output = Result<T, PortError>>,
    {
        let mut delay = FIRST_RETRY_DELAY;
        loop {
            let error = match send().await {
                Ok(value) => return Some(value),
                Err(error) => error,
            };
            if !std::mem::replace(&mut self.has_logged, true) {
                tracing::warn!(
                    error = describe_error(&error),
                    "pieces are not emojis yet: their words stand alone meanwhile"
                );
            }
            if !is_transient(&error) && !is_forbidden(&error) {
                return None;
            }
            tokio::time::sleep(delay).await;
            delay = (2 * delay).min(MAX_RETRY_DELAY);
        }
    }
}

/// Returns whether one of our emojis shows this piece, with any picture.
fn shows_piece(name: &str, art: Art) -> bool {
    name.rsplit_once('_')
        .is_some_and(|(prefix, _)| prefix == emoji_prefix(art))
}
