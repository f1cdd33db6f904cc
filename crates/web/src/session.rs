//! Who makes a request: the person whose session the cookie names, at the table in the address.
//!
//! Nothing that the page says of itself is trusted.

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::error::{RequestError, Result};
use crate::server::Board;
use crate::state;
use lanai_host::{Actor, Admission, BoardAccess, Failure, PersonId, Table, TableId};
use lanai_rules::{Seat, Viewer};
use lanai_text::Words;

/// A person at a table.
pub(crate) struct Visitor {
    pub(crate) person: PersonId,
    pub(crate) table: Table,
    pub(crate) words: Words,
}

impl Visitor {
    /// Returns the person whose session this is, and counts the request against their limit. Refuses
    /// people who are barred from the table's guild.
    async fn find(
        board: &Board,
        headers: &HeaderMap,
        table: TableId,
        session: Option<&str>,
    ) -> Result<Visitor> {
        let browser_words = board.browser_words(headers);
        let no_session = || RequestError::no_session(browser_words);
        let session = session.ok_or_else(no_session)?;
        let explain = |failure| RequestError::explain(browser_words, &failure);
        let table = board.host.tables.find(table).await.map_err(explain)?;
        let visitor = board
            .host
            .board_access
            .find_visitor(&table, session)
            .await
            .map_err(explain)?
            .ok_or_else(no_session)?;
        let words = board.dictionary.for_locale(&visitor.language).clone();
        if board.count_request(visitor.person) != Admission::Admitted {
            return Err(RequestError::too_many_requests(&words));
        }
        Ok(Visitor {
            person: visitor.person,
            table,
            words,
        })
    }

    pub(crate) fn seat(&self) -> Option<Seat> {
        self.table.seat_of(self.person)
    }

    pub(crate) fn viewer(&self) -> Viewer {
        self.table.viewer(self.person)
    }

    /// Returns the visitor as the host knows people who act.
    pub(crate) fn actor(&self) -> Actor {
        let player = self.seat().and_then(|seat| self.table.seated_player(seat));
        Actor {
            person: self.person,
            name: player.map(|player| player.name.clone()).unwrap_or_default(),
            interaction: None,
        }
    }
}

#[derive(Deserialize)]
pub(crate) struct TablePath {
    table: i64,
}

impl FromRequestParts<Board> for Visitor {
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, board: &Board) -> Result<Visitor> {
        let Path(TablePath { table }) = Path::<TablePath>::from_request_parts(parts, board)
            .await
            .map_err(|_| RequestError::not_found())?;
        let token = session_token(&parts.headers);
        Visitor::find(board, &parts.headers, TableId(table), token).await
    }
}

#[derive(Deserialize)]
pub(crate) struct Entrance {
    token: String,
}

/// Exchanges the token of a link for a session, and sends what the page opens with.
pub(crate) async fn enter(
    State(board): State<Board>,
    Path(TablePath { table }): Path<TablePath>,
    headers: HeaderMap,
    Json(entrance): Json<Entrance>,
) -> Result<Response> {
    let table = TableId(table);
    let access = &board.host.board_access;
    let session = access
        .open_session(table, &entrance.token)
        .await
        .map_err(|failure| RequestError::explain(board.browser_words(&headers), &failure))?;
    let attributes = board.site.cookie_attributes();
    let cookie = session_cookie(&board.site.base_path, table, &session, attributes);
    // The token is used up, so the page keeps its session even if this fails.
    let start = load_start(&board, &headers, table, &session).await;
    Ok(([(header::SET_COOKIE, cookie)], start).into_response())
}

async fn load_start(
    board: &Board,
    headers: &HeaderMap,
    table: TableId,
    session: &str,
) -> Result<Response> {
    let visitor = Visitor::find(board, headers, table, Some(session)).await?;
    state::describe_start(board, &visitor).await
}

/// Formats the cookie of a session. Its path keeps the sessions of several tables apart.
pub(crate) fn session_cookie(
    base_path: &str,
    table: TableId,
    session: &str,
    attributes: &str,
) -> String {
    format!(
        "board={session}; Path={base_path}/tables/{}/; Max-Age={}; HttpOnly; {attributes}",
        table.0,
        BoardAccess::SESSION_SECS,
    )
}

/// Returns the token of the session. The browser sends only that of the table in the address.
fn session_token(headers: &HeaderMap) -> Option<&str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|header| header.to_str().ok())
        .flat_map(|header| header.split(';'))
        .find_map(|pair| pair.trim().strip_prefix("board="))
}

/// Returns whether the session of an earlier request has not ended.
pub(crate) async fn is_open(board: &Board, headers: &HeaderMap, table: &Table) -> bool {
    let Some(token) = session_token(headers) else {
        return false;
    };
    match board.host.board_access.find_visitor(table, token).await {
        Ok(visitor) => visitor.is_some(),
        Err(Failure::Refusal(_)) => false,
        // The next request of the page reports the error.
        Err(Failure::InternalError(_)) => true,
    }
}
