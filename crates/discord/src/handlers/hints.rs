//! Hints: the best turns with the expected result and the reasons.
//!
//! Hints are shown in the panel, where the player can look at each suggested turn and play it.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::panel::{self, Panel};
use crate::cards::table::describe_briefly;
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::play::panel_reader;
use crate::key;
use crate::wire::card::{Button, ButtonStyle, Card};
use crate::wire::names::player_names;
use crate::wire::press::Press;
use crate::wire::request::Request;
use lanai_host::{Advice, Amendments, GameLoader, Hints, Refusal, Table, Tables, Turn};
use lanai_panel::{PanelGame, PanelPath, explain_advice, follow_advice, follow_path};
use lanai_render::{Crop, LabelledAction};
use lanai_rules::{Seat, by_title};
use lanai_text::{Phrasebook, Words};

pub(crate) struct HintHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) amendments: Arc<Amendments>,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) hints: Arc<Hints>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) replies: Arc<Replies>,
}

impl HintHandler {
    /// Shows the best turns to the player whose turn it is.
    pub(crate) async fn show_hint(&self, request: &Request, table: Table) -> Reply {
        by_title!(table.title, G => {
            let turn = self.games.load_turn::<G>(table, request.actor.person).await?;
            let Some(seat) = turn.to_act() else { return Err(Refusal::Over.into()) };
            let advice = self.hints.suggest_turns(&turn, seat).await?;
            Ok(Answer::Private(self.hint_card(request, turn, seat, &advice).await))
        })
    }

    async fn hint_card<G: PanelGame>(
        &self,
        request: &Request,
        turn: Turn<G>,
        seat: Seat,
        advice: &[Advice<G>],
    ) -> Card {
        let start = PanelPath::start(turn.table.id, turn.table.revision);
        let panel = hint_panel(self.replies.words(request), &turn, seat, &start, advice);
        let preview = follow_path(turn, seat, &start);
        panel::panel_with_picture(
            &self.composer,
            panel,
            panel_reader(request),
            &preview,
            seat,
            panel::PanelPicture {
                naming: panel::load_spot_naming(&self.composer.host.settings, request.actor.person)
                    .await,
                crop: Crop::Close,
            },
        )
        .await
    }

    /// Allows or forbids hints at the table. A game that began without hints has none to the end.
    pub(crate) async fn allow_hints(&self, request: &Request, allowed: bool) -> Reply {
        let table = self.tables.find_in_channel(request.channel).await?;
        if allowed && table.settings.rated {
            return Ok(self.replies.answer(request, key::CHAT_HINTS_RATED, &[]));
        }
        if allowed && table.settings.no_hints && table.snapshot.is_some() {
            return Ok(self.replies.answer(request, key::CHAT_HINTS_BEGUN, &[]));
        }
        self.amendments
            .change_settings(table, &request.actor, |settings| {
                settings.no_hints = !allowed;
            })
            .await?;
        let reply_key = if allowed {
            key::CHAT_HINTS_ON
        } else {
            key::CHAT_HINTS_OFF
        };
        Ok(self.replies.answer(request, reply_key, &[]))
    }
}

/// Lists the turns with their reasons, with a button and a mark on the picture for each.
fn hint_panel<G: PanelGame>(
    words: &Words,
    turn: &Turn<G>,
    seat: Seat,
    start: &PanelPath,
    advice: &[Advice<G>],
) -> Panel<G::Action> {
    let words = &words.with_piece_marks();
    let mut lines = vec![words.say(key::CHAT_HINT, &[("n", advice.len().into())])];
    let mut buttons = Vec::new();
    let mut pointers = Vec::<LabelledAction<G::Action>>::new();
    for (advice, number) in advice.iter().zip(1_usize..) {
        let (path, events) = follow_advice(turn, start, advice);
        lines.extend(describe_turn(words, turn, seat, number, advice, &events));
        let label = words.say(key::CHAT_BUTTON_HINT_OF, &[("n", number.into())]);
        buttons.push(Button::new(
            Press::Pick(path, 0).id(),
            label,
            ButtonStyle::Primary,
        ));
        let Some(action) = advice.actions.first().copied() else {
            continue;
        };
        let Some(spot) = G::board_spot(&action) else {
            continue;
        };
        match pointers
            .iter_mut()
            .find(|known| G::board_spot(&known.action).as_ref() == Some(&spot))
        {
            // Two turns may begin at the same spot, which gets one common mark.
            Some(known) => known.label = format!("{} {number}", known.label),
            None => pointers.push(LabelledAction {
                action,
                label: number.to_string(),
                is_possible: true,
            }),
        }
    }
    let back = words.say(key::CHAT_BUTTON_BACK, &[]);
    buttons.push(Button::new(
        Press::Pick(start.clone(), 0).id(),
        back,
        ButtonStyle::Secondary,
    ));
    Panel::new(Card::words(lines.join("\n")).buttons(&buttons), pointers)
}

/// Describes an advised turn with its expected result and the reasons.
fn describe_turn<G: PanelGame>(
    words: &Words,
    turn: &Turn<G>,
    seat: Seat,
    number: usize,
    advice: &Advice<G>,
    events: &[G::Event],
) -> Vec<String> {
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &player_names(words, &turn.table),
    };
    let fill = [
        ("n", number.into()),
        ("turn", describe_briefly(words, turn, seat, events).into()),
        (
            "points",
            phrasebook.points(advice.expected.whole_points()).into(),
        ),
        ("chance", advice.expected.running_percent().into()),
    ];
    let mut lines = vec![words.say(key::CHAT_HINT_TURN, &fill)];
    lines.extend(explain_advice(&phrasebook, &advice.reasons));
    lines
}
