//! Tokens with which a person opens the board of a table in a browser: links, each of which is
//! exchanged once for a session. Only digests of tokens are stored.

use super::store::BoardTokens;
use super::{PersonId, StoreError, TableId, Timestamp};

/// Whom a token belongs to, and the language in which this person reads the table.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct BoardVisitor {
    pub person: PersonId,
    pub language: String,
}

/// What a token is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardTokenKind {
    Link,
    Session,
}

text_enum!(BoardTokenKind: Link = "link", Session = "session");

/// A token that is stored by its digest, and the time until which it is valid.
#[derive(Clone, Copy, Debug)]
pub struct BoardToken<'a> {
    pub table: TableId,
    pub digest: &'a str,
    pub expires_at: Timestamp,
}

impl BoardTokens<'_> {
    pub async fn insert(
        self,
        kind: BoardTokenKind,
        token: BoardToken<'_>,
        visitor: &BoardVisitor,
    ) -> Result<(), StoreError> {
        let sql = "insert into board_token (digest, kind, table_id, person, language, expires_at)
             values ($1, $2, $3, $4, $5, $6)";
        let args = (
            token.digest,
            kind,
            token.table,
            visitor.person,
            &visitor.language,
            token.expires_at,
        );
        self.store.execute(sql, args).await
    }

    /// Replaces a link by a session. Returns `false` if the link was used, has expired or belongs to
    /// another table.
    pub async fn exchange_link(
        self,
        link_digest: &str,
        session: BoardToken<'_>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql = "update board_token set digest = $1, kind = 'session', expires_at = $2
             where digest = $3 and kind = 'link' and table_id = $4 and expires_at > $5";
        let args = (
            session.digest,
            session.expires_at,
            link_digest,
            session.table,
            now,
        );
        let changed = self.store.execute_counted(sql, args).await?;
        Ok(changed == 1)
    }

    pub async fn find_session(
        self,
        table: TableId,
        digest: &str,
        now: Timestamp,
    ) -> Result<Option<BoardVisitor>, StoreError> {
        let sql = "select person, language from board_token
             where digest = $1 and kind = 'session' and table_id = $2 and expires_at > $3";
        self.store.fetch_optional(sql, (digest, table, now)).await
    }
}
