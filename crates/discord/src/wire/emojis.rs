//! Emojis of the application that show our pieces in sentences, on buttons and in menus.
//!
//! Each is uploaded once, under the name of its piece followed by a hash of its picture; a changed
//! picture is a new emoji, and the old one is deleted. That may take hours, in the background:
//! while an emoji is missing, its word stands alone. The list is read from Discord at every start
//! and never stored.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{LazyLock, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use serenity::all::{CreateAttachment, Emoji, EmojiId, Http, ReactionType};
use sha2::{Digest as _, Sha256};
use tokio::sync::Notify;

use crate::wire::fitting::fit;
use crate::wire::refusals::{is_forbidden, may_pass, name_of};
use crate::wire::requests::Requested as _;
use lanai_host::{Claim, Process};
use lanai_render::{Art, emoji};
use lanai_rules::chance::hex;
use lanai_text::{is_piece, unmarked, with_marks};

/// Between two uploads: far below what the chat takes of all requests together, which moves need.
const GAP: Duration = Duration::from_millis(200);
/// How often those who upload none ask which are there by now.
const WHILE_OTHERS_UPLOAD: Duration = Duration::from_secs(10);
/// The first pause after a failure, which doubles, and the longest.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_hours(1);
/// How many digits of the hash stand in a name.
const DIGITS: usize = 8;

/// Pieces that choices are about, beside those that sentences name.
const CHOSEN: [Art; 7] = [
    Art::Disc,
    Art::DiscInvocation,
    Art::Fish,
    Art::Fisher,
    Art::GiftPoints,
    Art::LavaDisc,
    Art::Shaman,
];

/// A piece, and what its emoji is called. It is drawn when it is uploaded first.
struct Piece {
    art: Art,
    name: String,
    file: OnceLock<Vec<u8>>,
}

static PIECES: LazyLock<Vec<Piece>> = LazyLock::new(|| {
    let wanted = Art::ALL
        .iter()
        .filter(|art| is_piece(art.name()) || CHOSEN.contains(art));
    wanted.map(|art| Piece::of(*art)).collect()
});

impl Piece {
    fn of(art: Art) -> Piece {
        let hash: String = hex(&Sha256::digest(emoji::look_of(art)))
            .chars()
            .take(DIGITS)
            .collect();
        Piece {
            art,
            name: format!("{}_{hash}", plain(art)),
            file: OnceLock::new(),
        }
    }

    /// What is uploaded. Drawing is no work for those who serve people.
    async fn drawn(&self) -> Option<&[u8]> {
        if self.file.get().is_none() {
            let art = self.art;
            let drawn = tokio::task::spawn_blocking(move || emoji::emoji(art))
                .await
                .ok()?;
            let drawn = drawn
                .inspect_err(|error| tracing::error!(%error, "a piece is no emoji"))
                .ok()?;
            self.file.get_or_init(|| drawn);
        }
        self.file.get().map(Vec::as_slice)
    }
}

/// The name of a piece in the letters that the name of an emoji may have.
fn plain(art: Art) -> String {
    art.name().replace('-', "_")
}

/// Whether an emoji is one of ours, as it looks today or looked once. Others of the application are none of our business.
fn is_ours(name: &str) -> bool {
    name.rsplit_once('_').is_some_and(|(piece, hash)| {
        let is_hash = hash.len() == DIGITS && hash.bytes().all(|digit| digit.is_ascii_hexdigit());
        is_hash && Art::ALL.iter().any(|art| plain(*art) == piece)
    })
}

/// The emojis that can be sent.
#[derive(Default, Debug)]
pub(crate) struct Emojis {
    known: RwLock<HashMap<Art, (EmojiId, String)>>,
    /// The chat does not know one of them any more.
    lost: Notify,
}

impl Emojis {
    /// A piece on a button or an option; nothing if it cannot be sent.
    pub(crate) fn of(&self, art: Art) -> Option<ReactionType> {
        let (id, name) = self.get(art)?;
        Some(ReactionType::Custom {
            animated: false,
            id,
            name: Some(name),
        })
    }

    /// A piece in a sentence, by the name of its file.
    fn written(&self, name: &str) -> Option<String> {
        let art = Art::ALL.iter().find(|art| art.name() == name)?;
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

    fn know(&self, art: Art, emoji: Emoji) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(art, (emoji.id, emoji.name));
    }

    /// Handles a refused emoji: one may have been deleted. The list is read again, and none is used
    /// until then.
    pub(crate) fn forget(&self) {
        self.known
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
        self.lost.notify_one();
    }

    /// Sees to it that all pieces are there, as long as the bot is.
    pub(crate) async fn keep_up(&self, http: &Http, process: &Process) {
        loop {
            let mut keeper = Keeper {
                http,
                emojis: self,
                is_troubled: false,
            };
            // Of several processes one uploads them, which may take hours; the others send what is there already.
            while !process.claims(Claim::Emojis).await.unwrap_or(false) {
                keeper.look(&PIECES).await;
                tokio::time::sleep(WHILE_OTHERS_UPLOAD).await;
            }
            keeper.bring_up_to_date(&PIECES).await;
            process.releases(Claim::Emojis).await;
            self.lost.notified().await;
            // Whatever it is that is refused: the chat is not asked without end.
            tokio::time::sleep(FIRST_PAUSE).await;
        }
    }
}

/// A text with the pieces at their marks, if all of it has room; otherwise, and where there are none, the words alone.
pub(crate) fn shown(emojis: Option<&Emojis>, text: &str, most: usize) -> String {
    let whole = with_marks(text, |piece| emojis?.written(piece));
    if whole.chars().count() <= most {
        whole
    } else {
        fit(&unmarked(text), most)
    }
}

/// A text as it was sent, without our pieces.
pub(crate) fn without_pieces(sent: &str) -> String {
    let mut parts = sent.split("<:");
    let mut bare = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let piece = part.split_once('>').filter(|(named, _)| {
            named
                .split_once(':')
                .is_some_and(|(name, id)| is_ours(name) && id.parse::<u64>().is_ok())
        });
        match piece {
            Some((_, after)) => bare.push_str(after.strip_prefix(' ').unwrap_or(after)),
            None => bare.extend(["<:", part]),
        }
    }
    bare
}

/// Who uploads and removes.
struct Keeper<'a> {
    http: &'a Http,
    emojis: &'a Emojis,
    /// Whether a failure was told of: the log hears of the first alone.
    is_troubled: bool,
}

impl Keeper<'_> {
    /// Asks which emojis there are, uploads what is missing, and removes what is out of date.
    async fn bring_up_to_date(&mut self, pieces: &[Piece]) {
        let Some((missing, mut others)) = self.look(pieces).await else {
            return;
        };
        for piece in &missing {
            self.upload(piece).await;
        }
        // Where the answer to an upload was lost, the next try is refused: the name is taken.
        if missing
            .iter()
            .any(|piece| self.emojis.get(piece.art).is_none())
        {
            let Some(again) = self.look(pieces).await else {
                return;
            };
            others = again.1;
        }
        // The old look of a piece stays until the new one is there.
        let waits =
            |it: &Piece, name: &str| is_of(name, it.art) && self.emojis.get(it.art).is_none();
        others.retain(|it| is_ours(&it.name) && !pieces.iter().any(|piece| waits(piece, &it.name)));
        let http = self.http;
        for emoji in &others {
            tokio::time::sleep(GAP).await;
            self.granted(|| {
                http.delete_application_emoji(emoji.id)
                    .counted("DELETE /applications/{application}/emojis/{emoji}")
            })
            .await;
        }
        if !missing.is_empty() || !others.is_empty() {
            let uploaded = missing.len();
            let removed = others.len();
            tracing::info!(uploaded, removed, "the pieces of the games are emojis");
        }
    }

    /// Asks which emojis there are: which of ours are missing, and all that are not ours of today.
    async fn look<'p>(&mut self, pieces: &'p [Piece]) -> Option<(Vec<&'p Piece>, Vec<Emoji>)> {
        let http = self.http;
        let mut there = self
            .granted(|| {
                http.get_application_emojis()
                    .counted("GET /applications/{application}/emojis")
            })
            .await?;
        let mut missing = Vec::new();
        for piece in pieces {
            match there.iter().position(|emoji| emoji.name == piece.name) {
                Some(at) => self.emojis.know(piece.art, there.swap_remove(at)),
                None => missing.push(piece),
            }
        }
        Some((missing, there))
    }

    async fn upload(&mut self, piece: &Piece) {
        tokio::time::sleep(GAP).await;
        let Some(file) = piece.drawn().await else {
            return;
        };
        let image = CreateAttachment::bytes(file, "emoji.png").to_base64();
        let http = self.http;
        let body = serde_json::json!({ "name": piece.name, "image": image });
        if let Some(made) = self
            .granted(|| {
                http.create_application_emoji(&body)
                    .counted("POST /applications/{application}/emojis")
            })
            .await
        {
            self.emojis.know(piece.art, made);
        }
    }

    /// Asks until it is granted, for days if it must be; nothing if it never will be.
    async fn granted<T, F>(&mut self, mut ask: impl FnMut() -> F) -> Option<T>
    where
        F: Future<Output = serenity::Result<T>>,
    {
        let mut pause = FIRST_PAUSE;
        loop {
            let error = match ask().await {
                Ok(done) => return Some(done),
                Err(error) => error,
            };
            if !std::mem::replace(&mut self.is_troubled, true) {
                let error = name_of(&error);
                tracing::warn!(
                    error,
                    "pieces are not emojis yet: their words stand alone meanwhile"
                );
            }
            if !may_pass(&error) && !is_forbidden(&error) {
                return None;
            }
            tokio::time::sleep(pause).await;
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
    }
}

/// Whether an emoji of ours is of this piece.
fn is_of(name: &str, art: Art) -> bool {
    name.rsplit_once('_')
        .is_some_and(|(piece, _)| piece == plain(art))
}
