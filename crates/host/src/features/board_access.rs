//! Who may open the board of a table in a browser.
//!
//! A person gets a link in the chat, which is valid for a few minutes and once. It is exchanged for a
//! session of this person at this table.

use crate::features::access::AccessRules;
use crate::model::failure::Result;
use crate::model::randomness::Randomness;
use crate::{Clock, PersonId, Refusal, Table, TableId};
use lanai_rules::chance::hex;
use lanai_store::{BoardToken, BoardTokenKind, BoardVisitor, Store};
use sha2::{Digest as _, Sha256};
use std::sync::Arc;

/// How long a link is valid.
const LINK_SECS: i64 = 10 * 60;

pub struct BoardAccess {
    pub(crate) clock: Clock,
    pub(crate) randomness: Arc<Randomness>,
    pub(crate) store: Store,
    pub(crate) access: Arc<AccessRules>,
}

impl BoardAccess {
    /// How long a session lasts, in seconds.
    pub const SESSION_SECS: i64 = 30 * 24 * 60 * 60;

    /// Creates the token of a link for a person who reads the table in this language.
    ///
    /// The caller has checked that the person sees the table's channel.
    pub async fn create_link(
        &self,
        table: &Table,
        person: PersonId,
        language: &str,
    ) -> Result<String> {
        self.access.check_not_barred(table.guild, person).await?;
        let token = self.randomness.draw_token()?;
        let link = BoardToken {
            table: table.id,
            digest: &digest(&token),
            expires_at: self.clock.now() + LINK_SECS,
        };
        let visitor = BoardVisitor {
            person,
            language: language.to_owned(),
        };
        self.store
            .board_tokens()
            .insert(BoardTokenKind::Link, link, &visitor)
            .await?;
        Ok(token)
    }

    /// Opens a session for a person whom Discord has identified in the table's channel, and returns
    /// its token.
    pub async fn open_session_for(&self, table: &Table, visitor: &BoardVisitor) -> Result<String> {
        self.access
            .check_not_barred(table.guild, visitor.person)
            .await?;
        let token = self.randomness.draw_token()?;
        let session = BoardToken {
            table: table.id,
            digest: &digest(&token),
            expires_at: self.clock.now() + BoardAccess::SESSION_SECS,
        };
        self.store
            .board_tokens()
            .insert(BoardTokenKind::Session, session, visitor)
            .await?;
        Ok(token)
    }

    /// Exchanges the token of a link for that of a session.
    pub async fn open_session(&self, table: TableId, link_token: &str) -> Result<String> {
        let token = self.randomness.draw_token()?;
        let now = self.clock.now();
        let session = BoardToken {
            table,
            digest: &digest(&token),
            expires_at: now + BoardAccess::SESSION_SECS,
        };
        let is_exchanged = self
            .store
            .board_tokens()
            .exchange_link(&digest(link_token), session, now)
            .await?;
        if is_exchanged {
            Ok(token)
        } else {
            Err(Refusal::BoardLinkSpent.into())
        }
    }

    /// Returns whose session a token is; `None` if it has ended or belongs to another table.
    ///
    /// The sessions of a person who is barred from the table's guild are refused.
    pub async fn find_visitor(&self, table: &Table, token: &str) -> Result<Option<BoardVisitor>> {
        let visitor = self
            .store
            .board_tokens()
            .find_session(table.id, &digest(token), self.clock.now())
            .await?;
        if let Some(visitor) = &visitor {
            self.access
                .check_not_barred(table.guild, visitor.person)
                .await?;
        }
        Ok(visitor)
    }
}

fn digest(token: &str) -> String {
    hex(&Sha256::digest(token))
}
