//! Draws the pictures of boards and realms, each once for all who may see the same.

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::error::{HostResult, RequestError, Result};
use crate::server::Board;
use crate::session::Visitor;
use crate::state::{Place, load_position};
use lanai_host::{Revision, TableId, TableStatus, Turn};
use lanai_panel::{PanelGame, PictureContext, PictureOptions, PictureRenderer};
use lanai_render::{Look, png};
use lanai_rules::{Seat, Viewer, by_title};
use lanai_text::{Scene, Words};

/// What a picture shows, and to whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PictureKey {
    table: TableId,
    revision: Revision,
    viewer: Viewer,
    language: String,
    scene: SceneName,
    place: Place,
    /// The number of a past turn.
    turn: Option<usize>,
}

/// The scene of a picture, as addresses name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SceneName {
    Board,
    Realm(Seat),
}

impl SceneName {
    fn parse(name: &str) -> Option<SceneName> {
        if name == "board" {
            return Some(SceneName::Board);
        }
        let index: u8 = name.strip_prefix("realm-")?.parse().ok()?;
        Seat::from_number(index.checked_add(1)?).map(SceneName::Realm)
    }

    fn scene(self) -> Scene {
        match self {
            SceneName::Board => Scene::Board,
            SceneName::Realm(seat) => Scene::Realm(seat),
        }
    }
}

#[derive(Deserialize)]
pub(crate) struct PictureQuery {
    revision: i64,
    /// The number of a past turn.
    turn: Option<usize>,
}

/// A game as it is drawn: with the marks of these events.
struct Drawing<G: PanelGame> {
    turn: Turn<G>,
    view: G::View,
    events: Vec<G::Event>,
}

pub(crate) async fn send_picture(
    State(board): State<Board>,
    visitor: Visitor,
    Path((_, name)): Path<(i64, String)>,
    Query(query): Query<PictureQuery>,
    Query(place): Query<Place>,
) -> Result<Response> {
    let scene = SceneName::parse(&name).ok_or_else(RequestError::not_found)?;
    // The picture of an earlier revision is gone; the page has already been told of the new one.
    if query.turn.is_none() && query.revision != visitor.table.revision.0 {
        return Err(RequestError::not_found());
    }
    let key = PictureKey {
        table: visitor.table.id,
        revision: visitor.table.revision,
        viewer: visitor.viewer(),
        language: visitor.words.tag().to_owned(),
        scene,
        place,
        turn: query.turn,
    };
    let picture = board.pictures.entry(&key);
    let draw = || async {
        let drawn = by_title!(visitor.table.title, G => {
            draw_scene::<G>(&board, &visitor, &key).await
        });
        drawn
            .map_err(|failure| RequestError::explain(&visitor.words, &failure))?
            .ok_or_else(RequestError::not_found)
    };
    let bytes = picture.get_or_try_init(draw).await?.clone();
    let headers = [
        (header::CONTENT_TYPE, "image/png"),
        (header::CACHE_CONTROL, "private, max-age=60"),
        (header::VARY, "Cookie"),
    ];
    Ok((headers, bytes).into_response())
}

async fn draw_scene<G: PanelGame>(
    board: &Board,
    visitor: &Visitor,
    key: &PictureKey,
) -> HostResult<Option<Bytes>> {
    let drawing = match key.turn {
        Some(number) => load_past_drawing::<G>(board, visitor, number).await?,
        None => load_drawing::<G>(board, visitor, &key.place).await?,
    };
    let scene = key.scene.scene();
    Ok(draw(&board.renderer, drawing, &visitor.words, scene).await)
}

async fn load_drawing<G: PanelGame>(
    board: &Board,
    visitor: &Visitor,
    place: &Place,
) -> HostResult<Drawing<G>> {
    let position = load_position::<G>(board, visitor, place).await?;
    let view = position.shown_game().view(visitor.viewer());
    let chosen = position
        .preview
        .as_ref()
        .map(|preview| preview.turn.foreseeable_events())
        .filter(|events| !events.is_empty());
    let events = if let Some(events) = chosen {
        events
    } else {
        let lookback = &board.host.lookback;
        let last = lookback
            .load_position::<G>(&visitor.table, usize::MAX)
            .await?;
        last.turn.map(|turn| turn.events).unwrap_or_default()
    };
    Ok(Drawing {
        turn: position.turn,
        view,
        events,
    })
}

async fn load_past_drawing<G: PanelGame>(
    board: &Board,
    visitor: &Visitor,
    number: usize,
) -> HostResult<Drawing<G>> {
    let lookback = &board.host.lookback;
    let turn = lookback.load_public::<G>(visitor.table.clone()).await?;
    let position = lookback.load_position::<G>(&visitor.table, number).await?;
    Ok(Drawing {
        turn,
        view: position.game.view(visitor.viewer()),
        events: position.turn.map(|turn| turn.events).unwrap_or_default(),
    })
}

async fn draw<G: PanelGame>(
    renderer: &PictureRenderer,
    drawing: Drawing<G>,
    words: &Words,
    scene: Scene,
) -> Option<Bytes> {
    let Drawing {
        turn,
        mut view,
        events,
    } = drawing;
    if turn.table.status == TableStatus::Over && turn.to_act().is_some() {
        G::end_early(&mut view, None);
    }
    // The page marks by itself what can be chosen.
    G::clear_legal(&mut view);
    let options = PictureOptions {
        table: Some(turn.table.id.0),
        look: Look::Calm,
        timeout: renderer.timeout(),
    };
    let context = PictureContext::new(words.clone(), &turn);
    let turns = if events.is_empty() {
        Vec::new()
    } else {
        vec![events]
    };
    let drawn = renderer.draw_game(context, options, move |theme, phrasebook| {
        let canvas = G::draw(theme, phrasebook, &view, &turns, scene)?;
        Some(Bytes::from(png::encode_small(&canvas)))
    });
    drawn.await.flatten()
}
