//! The state of a table as one person may see it, for the page.

use std::collections::BTreeMap;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::changes::version_for;
use crate::choices::{AreaData, StepData, list_step};
use crate::error::{HostResult, Result, respond};
use crate::key;
use crate::page_words::PAGE_WORDS;
use crate::server::Board;
use crate::session::Visitor;
use crate::texts::{plain_text, tell_turn};
use lanai_host::{PlayedTurn, Refusal, Revision, Table, TableId, TableStatus, Turn};
use lanai_panel::{
    PanelGame, PanelPath, TableTexts, TurnPreview, describe_briefly, describe_status, follow_path,
    plain_player_names, title_name,
};
use lanai_render::{Look, Tone, colour};
use lanai_rules::{Seat, Seats, Status, by_title};
use lanai_text::{Phrasebook, Scene};

/// How many turns since the visitor's last turn are told.
const MAX_NEWS: usize = 8;

/// What a person looks at: the present or, during their turn, the game after some picks.
#[derive(Clone, PartialEq, Eq, Deserialize, Default, Debug)]
pub(crate) struct Place {
    /// The keys of the picks, joined by dots.
    #[serde(default)]
    picks: String,
    /// 1 for a turn decided ahead.
    #[serde(default)]
    ahead: u8,
}

impl Place {
    pub(crate) fn path(&self, table: &Table) -> PanelPath {
        let picks = self.picks.split('.').filter(|pick| !pick.is_empty());
        PanelPath {
            table: table.id,
            revision: table.revision,
            pick_keys: picks.map(str::to_owned).collect(),
            is_premove: self.ahead == 1,
        }
    }
}

/// The game as a visitor sees it, and the turn that the visitor is choosing, if any.
pub(crate) struct Position<G: PanelGame> {
    pub(crate) turn: Turn<G>,
    pub(crate) preview: Option<TurnPreview<G>>,
}

impl<G: PanelGame> Position<G> {
    /// Returns the game after the picks, without what they would reveal.
    pub(crate) fn shown_game(&self) -> &G {
        match &self.preview {
            Some(preview) => &preview.visible_game,
            None => &self.turn.game,
        }
    }
}

/// Loads the game for a visitor, as far as it is public or the visitor's own.
pub(crate) async fn load_position<G: PanelGame>(
    board: &Board,
    visitor: &Visitor,
    place: &Place,
) -> HostResult<Position<G>> {
    let Visitor { person, table, .. } = visitor;
    let host = &board.host;
    let path = place.path(table);
    let is_own_turn = table.waiting.person == Some(*person);
    let may_act = table.status == TableStatus::Running && table.waiting.pause.is_none();
    if may_act && (is_own_turn || path.is_premove) {
        let (turn, is_premove) = host
            .premoves
            .load_chosen_turn::<G>(table.clone(), *person, path.is_premove)
            .await?;
        let seat = turn.to_act().ok_or(Refusal::Over)?;
        let path = PanelPath { is_premove, ..path };
        let preview = follow_path(turn.clone(), seat, &path);
        return Ok(Position {
            turn,
            preview: Some(preview),
        });
    }
    // An unfinished turn is shown to its player alone.
    let turn = host.lookback.load_public::<G>(table.clone()).await?;
    Ok(Position {
        turn,
        preview: None,
    })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StateData {
    table: i64,
    revision: Revision,
    /// Changes with everything that the visitor sees; see [`version_for`].
    version: String,
    title: String,
    game: &'static str,
    seat: Option<usize>,
    players: Vec<PlayerData>,
    headline: String,
    /// Deadlines, absences and pauses.
    conditions: Vec<String>,
    proposal: Option<ProposalData>,
    notice: Option<String>,
    /// The turns since the visitor's last turn, oldest first; at least the last turn of all.
    news: Vec<ToldTurnData>,
    last_turn: Option<ToldTurnData>,
    board: PictureData,
    realms: Vec<RealmData>,
    step: Option<StepData>,
    can: CanData,
    premove: Option<PremoveData>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlayerData {
    seat: usize,
    name: String,
    /// The letter of the player in pictures.
    letter: Option<char>,
    colour: String,
    points: u16,
    is_you: bool,
    is_to_act: bool,
    is_computer: bool,
}

/// What a player proposes to the others.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ProposalData {
    number: i64,
    text: String,
    /// Whether the visitor is asked and has not agreed yet.
    is_open: bool,
}

/// A turn as it is told, with the parts of the board that it concerned.
#[derive(Clone, Serialize)]
struct ToldTurnData {
    seat: usize,
    text: String,
    areas: Vec<AreaData>,
}

#[derive(Serialize)]
pub(crate) struct PictureData {
    src: String,
    width: u16,
    height: u16,
    alt: String,
}

#[derive(Serialize)]
pub(crate) struct RealmData {
    seat: usize,
    name: String,
    #[serde(flatten)]
    picture: PictureData,
}

/// What the visitor can do besides choosing a turn.
#[derive(Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one for each button of the page"
)]
struct CanData {
    undo: bool,
    hint: bool,
    resign: bool,
    pause: bool,
    resume: bool,
    ahead: bool,
    review: bool,
}

#[derive(Serialize)]
struct PremoveData {
    lines: Vec<String>,
}

/// Returns all sentences that the page itself shows, in the language of the visitor.
fn list_words(visitor: &Visitor) -> Value {
    let sentences = PAGE_WORDS.map(|key| (key.name(), visitor.words.say(key, &[])));
    let words = BTreeMap::from(sentences);
    json!({ "language": visitor.words.tag(), "direction": "ltr", "words": words })
}

/// Sends what the page opens with.
pub(crate) async fn send_start(State(board): State<Board>, visitor: Visitor) -> Result<Response> {
    describe_start(&board, &visitor).await
}

/// Builds the response with the sentences of the page and the state. It is one, because every
/// further request costs a phone a round trip.
pub(crate) async fn describe_start(board: &Board, visitor: &Visitor) -> Result<Response> {
    let words = list_words(visitor).to_string();
    let state = load_state(board, visitor, &Place::default()).await?;
    let parts: [&[u8]; 5] = [
        br#"{"words":"#,
        words.as_bytes(),
        br#","state":"#,
        &state,
        b"}",
    ];
    Ok(json_response(Bytes::from(parts.concat())))
}

fn json_response(body: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// What determines the state that a spectator sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PublicStateKey {
    table: TableId,
    version: String,
    language: String,
}

pub(crate) async fn show_state(
    State(board): State<Board>,
    visitor: Visitor,
    Query(place): Query<Place>,
) -> Result<Response> {
    load_state(&board, &visitor, &place)
        .await
        .map(json_response)
}

async fn load_state(board: &Board, visitor: &Visitor, place: &Place) -> Result<Bytes> {
    let describe = || async {
        let state = Box::pin(describe_state(board, visitor, place, None)).await;
        let Json(state) = respond(&visitor.words, state)?;
        Ok(Bytes::from(state.to_string()))
    };
    if visitor.seat().is_none() && *place == Place::default() {
        // A move of a popular table brings all its spectators back at once.
        let key = PublicStateKey {
            table: visitor.table.id,
            version: version_for(&visitor.table, visitor.person),
            language: visitor.words.tag().to_owned(),
        };
        let state = board.public_states.entry(&key);
        state.get_or_try_init(describe).await.cloned()
    } else {
        describe().await
    }
}

/// Loads the table again, and describes it with a notice to the visitor.
pub(crate) async fn describe_new_state(
    board: &Board,
    mut visitor: Visitor,
    notice: Option<String>,
) -> HostResult<Value> {
    visitor.table = board.host.tables.find(visitor.table.id).await?;
    Box::pin(describe_state(board, &visitor, &Place::default(), notice)).await
}

async fn describe_state(
    board: &Board,
    visitor: &Visitor,
    place: &Place,
    notice: Option<String>,
) -> HostResult<Value> {
    let state = by_title!(visitor.table.title, G => {
        let position = load_position::<G>(board, visitor, place).await?;
        let writer = StateWriter { visitor, position: &position, names: plain_player_names(&visitor.words, &visitor.table) };
        writer.write(board, notice).await?
    });
    Ok(json!(state))
}

struct StateWriter<'a, G: PanelGame> {
    visitor: &'a Visitor,
    position: &'a Position<G>,
    names: Vec<String>,
}

impl<G: PanelGame> StateWriter<'_, G> {
    async fn write(&self, board: &Board, notice: Option<String>) -> HostResult<StateData> {
        let Visitor {
            person,
            table,
            words,
        } = self.visitor;
        let phrasebook = self.phrasebook();
        let seat = self.visitor.seat();
        let view = self.position.shown_game().view(self.visitor.viewer());
        let turns = self.load_news(board).await?;
        let skipped = turns.len().saturating_sub(MAX_NEWS);
        let news: Vec<ToldTurnData> = turns[skipped..]
            .iter()
            .map(|turn| self.tell_turn(&view, turn))
            .collect();
        let texts = TableTexts {
            words,
            table,
            names: &self.names,
        };
        let conditions = match table.status {
            TableStatus::Running => texts.describe_conditions(&board.host).await?,
            TableStatus::Open | TableStatus::Over => Vec::new(),
        };
        let letters = board.renderer.seat_letters(self.names.clone()).await;
        let premove = table.waiting.premoves.turn_of(*person);
        let premove = match premove {
            Some(premove) => {
                let mut lines = Vec::new();
                for events in premove.foreseeable_events::<G>(table)? {
                    lines.push(describe_briefly(&phrasebook, premove.seat, &events));
                }
                Some(PremoveData { lines })
            }
            None => None,
        };
        let query = self.picture_query();
        Ok(StateData {
            table: table.id.0,
            revision: table.revision,
            version: version_for(table, *person),
            title: title_name(words, table.title),
            game: table.title.name(),
            seat: seat.map(Seat::index),
            players: self.list_players(&view, &letters),
            headline: self.describe_headline(),
            conditions: conditions.iter().map(|line| plain_text(line)).collect(),
            proposal: self.describe_proposal(&texts),
            notice: notice.or_else(|| self.tell_dropped_picks()),
            last_turn: news.last().cloned(),
            news,
            board: picture_data(
                &phrasebook,
                &view,
                Scene::Board,
                format!("pictures/board?{query}"),
            ),
            realms: realm_data(&phrasebook, &view, self.position.turn.game.seats(), &query),
            step: self.list_step(),
            can: self.list_abilities(),
            premove,
        })
    }

    /// Loads the turns since the visitor's last turn; if there are none, or for a spectator, the
    /// last turn.
    async fn load_news(&self, board: &Board) -> HostResult<Vec<PlayedTurn<G>>> {
        let Visitor { person, table, .. } = self.visitor;
        let lookback = &board.host.lookback;
        if self.visitor.seat().is_some() {
            let news = lookback.list_turns_since_last::<G>(table, *person).await?;
            if !news.is_empty() {
                return Ok(news);
            }
        }
        let last = lookback.load_position::<G>(table, usize::MAX).await?;
        Ok(last.turn.into_iter().collect())
    }

    fn describe_proposal(&self, texts: &TableTexts<'_>) -> Option<ProposalData> {
        let Visitor { person, table, .. } = self.visitor;
        let proposal = table.waiting.proposal.as_ref()?;
        let proposer = table.seat_of(*proposal.agreed.first()?)?;
        let asked = table.people_to_ask(proposal.terms);
        Some(ProposalData {
            number: proposal.number,
            text: plain_text(&texts.describe_proposal(proposer, proposal.terms)),
            is_open: asked.contains(person) && !proposal.agreed.contains(person),
        })
    }

    /// Says that the turn is shown without some of the picks, if they are not possible together.
    fn tell_dropped_picks(&self) -> Option<String> {
        let preview = self.position.preview.as_ref()?;
        let words = &self.visitor.words;
        (!preview.is_fully_legal()).then(|| plain_text(&words.say(key::CHAT_PICK_DROPPED, &[])))
    }

    fn phrasebook(&self) -> Phrasebook<'_, G> {
        Phrasebook {
            words: &self.visitor.words,
            printed: &self.position.turn.printed,
            names: &self.names,
        }
    }

    /// Returns the seat for which the table waits, even in the middle of a turn that is not public
    /// yet; `None` if the game is over.
    fn seat_to_act(&self) -> Option<Seat> {
        let table = &self.visitor.table;
        let is_running = table.status == TableStatus::Running;
        let to_act = table.waiting.seat.or(self.position.turn.to_act());
        to_act.filter(|_| is_running)
    }

    /// Says whose turn it is, or who won: the page shows the points of all players by itself.
    fn describe_headline(&self) -> String {
        let phrasebook = self.phrasebook();
        let words = &self.visitor.words;
        match self.seat_to_act() {
            Some(seat) if self.visitor.seat() == Some(seat) => words.say(key::CHAT_TURN_YOURS, &[]),
            Some(seat) => {
                let who = phrasebook.player_name(seat);
                words.say(key::CHAT_TURN_OF, &[("who", who.into())])
            }
            None => match self.position.turn.game.status() {
                Status::Over(standings) => phrasebook.winner(&standings),
                Status::ToAct(_) => describe_status(&phrasebook, &self.position.turn),
            },
        }
    }

    fn tell_turn(&self, view: &G::View, turn: &PlayedTurn<G>) -> ToldTurnData {
        let phrasebook = self.phrasebook();
        ToldTurnData {
            seat: turn.seat.index(),
            text: tell_turn(&phrasebook, turn),
            areas: turn
                .actions
                .iter()
                .filter_map(|action| AreaData::find::<G>(view, action, None))
                .collect(),
        }
    }

    fn list_players(&self, view: &G::View, letters: &[char]) -> Vec<PlayerData> {
        let table = &self.visitor.table;
        let points = G::tally_points(view).points;
        let to_act = self.seat_to_act();
        let seats = self.position.turn.game.seats().iter();
        seats
            .zip(&self.names)
            .map(|(seat, name)| PlayerData {
                seat: seat.index(),
                name: name.clone(),
                letter: letters.get(seat.index()).copied(),
                colour: colour::to_hex(Tone::Main.rgb(seat, Look::Calm)),
                points: points.get(seat.index()).copied().unwrap_or_default(),
                is_you: self.visitor.seat() == Some(seat),
                is_to_act: to_act == Some(seat),
                is_computer: table.is_computer(seat),
            })
            .collect()
    }

    /// Returns the query by which the page gets the pictures of this position.
    fn picture_query(&self) -> String {
        let mut query = format!("revision={}", self.visitor.table.revision.0);
        if let Some(preview) = &self.position.preview {
            let picks = preview.path.with_pick_keys(&preview.open_keys).pick_keys;
            query = format!("{query}&picks={}", picks.join("."));
            if preview.path.is_premove {
                query.push_str("&ahead=1");
            }
        }
        query
    }

    fn list_step(&self) -> Option<StepData> {
        let preview = self.position.preview.as_ref()?;
        let seat = self.visitor.seat()?;
        Some(list_step(&self.phrasebook(), preview, seat))
    }

    fn list_abilities(&self) -> CanData {
        let Visitor { person, table, .. } = self.visitor;
        let seat = self.visitor.seat();
        let waiting = &table.waiting;
        let plays = seat.is_some() && table.status == TableStatus::Running;
        let is_own_turn = waiting.person == Some(*person);
        let is_paused = waiting.pause.is_some();
        let acted_last = waiting.before.as_ref().map(|before| before.seat) == seat
            || is_own_turn && waiting.begun_at.is_some();
        let can_act = plays && !is_paused;
        CanData {
            undo: can_act && acted_last,
            hint: can_act && is_own_turn && !table.settings.is_without_hints(),
            resign: plays,
            pause: can_act,
            resume: plays && is_paused,
            ahead: can_act
                && !is_own_turn
                && seat.is_some_and(|seat| self.position.turn.game.as_if_on_turn(seat).is_some()),
            review: table.status == TableStatus::Over,
        }
    }
}

/// Returns a picture with its description and the address at which the page gets it.
pub(crate) fn picture_data<G: PanelGame>(
    phrasebook: &Phrasebook<'_, G>,
    view: &G::View,
    scene: Scene,
    src: String,
) -> PictureData {
    let size = G::picture_size(view, scene);
    PictureData {
        src,
        width: size.map_or(0, |size| size.width),
        height: size.map_or(0, |size| size.height),
        alt: G::describe_picture(phrasebook, view, scene),
    }
}

/// Returns the pictures of all realms of a view.
pub(crate) fn realm_data<G: PanelGame>(
    phrasebook: &Phrasebook<'_, G>,
    view: &G::View,
    seats: Seats,
    query: &str,
) -> Vec<RealmData> {
    seats
        .iter()
        .filter(|seat| G::picture_size(view, Scene::Realm(*seat)).is_some())
        .map(|seat| RealmData {
            seat: seat.index(),
            name: phrasebook.player_name(seat).to_owned(),
            picture: picture_data(
                phrasebook,
                view,
                Scene::Realm(seat),
                format!("pictures/realm-{}?{query}", seat.index()),
            ),
        })
        .collect()
}
