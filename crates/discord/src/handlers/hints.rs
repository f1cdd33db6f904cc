//! Hints: the best turns, what each may bring, and why.
//!
//! They are shown in the panel, so that the player can look at each and take it.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::game::AtTable;
use crate::cards::panel::{self, Panel};
use crate::cards::table::{gist, why};
use crate::cards::trial::{as_far_as_seen, follow};
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::handlers::play::panel_reader;
use crate::wire::card::{Button, Card, Weight};
use crate::wire::names::names;
use crate::wire::press::{Press, Way};
use crate::wire::request::Request;
use lanai_host::{Advice, Amendments, Declined, GameLoader, Hints, Table, Tables, Turn};
use lanai_render::Crop;
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
            let Some(seat) = turn.to_act() else { return Err(Declined::Over.into()) };
            let advice = self.hints.hint(&turn, seat).await?;
            Ok(Answer::Tell(self.hint_card(request, turn, seat, &advice).await))
        })
    }

    async fn hint_card<G: AtTable>(
        &self,
        request: &Request,
        turn: Turn<G>,
        seat: Seat,
        advice: &[Advice<G>],
    ) -> Card {
        let begin = Way::begin(turn.table.game, turn.table.revision);
        let panel = hints(self.replies.words(request), &turn, seat, &begin, advice);
        let trial = follow(turn, seat, &begin);
        panel::panel_with_picture(
            &self.composer,
            panel,
            panel_reader(request),
            &trial,
            seat,
            Crop::Close,
        )
        .await
    }

    /// Allows or forbids hints at the channel's table. A game that began without hints stays so.
    pub(crate) async fn allow(&self, request: &Request, allowed: bool) -> Reply {
        let table = self.tables.find_in_channel(request.channel).await?;
        if allowed && table.settings.rated {
            return Ok(self.replies.answer(request, "chat-hints-rated", &[]));
        }
        if allowed && table.settings.no_hints && table.snapshot.is_some() {
            return Ok(self.replies.answer(request, "chat-hints-begun", &[]));
        }
        self.amendments
            .change_settings(table, &request.actor, |settings| {
                settings.no_hints = !allowed;
            })
            .await?;
        Ok(self.replies.answer(
            request,
            if allowed {
                "chat-hints-on"
            } else {
                "chat-hints-off"
            },
            &[],
        ))
    }
}

/// Lists the turns with their reasons, a button for each, and marks on the picture.
fn hints<G: AtTable>(
    words: &Words,
    turn: &Turn<G>,
    seat: Seat,
    begin: &Way,
    advice: &[Advice<G>],
) -> Panel<G::Action> {
    let words = &words.with_pieces();
    let mut lines = vec![words.say("chat-hint", &[("n", advice.len().into())])];
    let mut buttons = Vec::new();
    let mut pointers = Vec::<(G::Action, String)>::new();
    for (advice, number) in advice.iter().zip(1_usize..) {
        let (way, events) = as_far_as_seen(turn, begin, advice);
        lines.extend(advised(words, turn, seat, number, advice, &events));
        let label = words.say("chat-button-hint-of", &[("n", number.into())]);
        buttons.push(Button::new(Press::Pick(way, 0).id(), label, Weight::Main));
        let first = advice
            .actions
            .first()
            .copied()
            .and_then(|action| Some((G::spot(&action)?, action)));
        let Some((spot, action)) = first else {
            continue;
        };
        match pointers
            .iter_mut()
            .find(|(known, _)| G::spot(known).as_ref() == Some(&spot))
        {
            // Two turns may begin at the same spot, which gets one mark.
            Some((_, label)) => *label = format!("{label} {number}"),
            None => pointers.push((action, number.to_string())),
        }
    }
    let back = words.say("chat-button-back", &[]);
    buttons.push(Button::new(
        Press::Pick(begin.clone(), 0).id(),
        back,
        Weight::Usual,
    ));
    Panel {
        card: Card::words(lines.join("\n")).buttons(&buttons),
        pointers,
    }
}

/// Describes a turn, what it may bring, and why.
fn advised<G: AtTable>(
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
        names: &names(words, &turn.table),
    };
    let fill = [
        ("n", number.into()),
        ("turn", gist(words, turn, seat, events).into()),
        (
            "points",
            phrasebook.points(advice.expected.whole_points()).into(),
        ),
        ("chance", advice.expected.percent().into()),
    ];
    [words.say("chat-hint-turn", &fill)]
        .into_iter()
        .chain(why(&phrasebook, &advice.reasons))
        .collect()
}
