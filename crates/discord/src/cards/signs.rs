//! The legend of a board: its signs by number, and what is closed now with the reasons.

use crate::cards::composer::{Composer, PanelReader};
use crate::cards::panel::rules_button;
use crate::key;
use crate::wire::card::Card;
use crate::wire::names::{plain_player_names, player_names};
use lanai_host::Turn;
use lanai_panel::{BoardButton, PanelGame, spot_letter};
use lanai_rules::{Seat, Viewer};
use lanai_text::{Phrasebook, Words};

/// Returns the legend for a player to act, whose panel has the letters of the closed spots.
pub(crate) async fn signs_card<G: PanelGame>(
    composer: &Composer,
    reader: PanelReader<'_>,
    turn: &Turn<G>,
    seat: Seat,
) -> Card {
    let words = composer.dictionary.for_locale(reader.locale);
    let view = turn.game.view(Viewer::Seat(seat));
    let mut lines = vec![words.say(key::CHAT_SIGNS, &[])];
    for (sign, number) in G::board_signs(&view).iter().zip(1_usize..) {
        let fill = [
            ("number", number.into()),
            ("text", words.say(sign.key, &[]).into()),
        ];
        lines.push(words.say(key::CHAT_SIGNS_LINE, &fill));
    }
    lines.extend(closed_line(words, turn, &view));
    let mut card = Card::words(lines.join("\n"));
    let picture = composer.pictures.draw_signs(turn, seat, words.clone());
    card.files = picture.await.into_iter().collect();
    if composer.board_url.is_some() {
        card = card.button(rules_button::<G>(words, turn.table.id));
    }
    card
}

/// Returns what the player sees on a button: the letter of its spot, or its name if it has no letter.
fn closed_mark<G: PanelGame>(spots: &[String], button: BoardButton<G::Action>) -> String {
    let letter = G::board_spot(&button.action)
        .filter(|_| button.has_letter)
        .and_then(|spot| spot_letter(spots, &spot));
    letter.map_or(button.name, String::from)
}

/// Lists the spots that are not possible now, each with the reason; `None` if all are.
fn closed_line<G: PanelGame>(words: &Words, turn: &Turn<G>, view: &G::View) -> Option<String> {
    let plain_names = plain_player_names(words, &turn.table);
    let names = player_names(words, &turn.table);
    let phrasebook = Phrasebook {
        words,
        printed: &*turn.printed,
        names: &plain_names,
    };
    let message = Phrasebook {
        names: &names,
        ..phrasebook
    };
    let spots = G::lettered_spots(view);
    let mut closed: Vec<(String, Vec<String>)> = Vec::new();
    let legal = turn.legal();
    for button in G::board_rows(&phrasebook, view).into_iter().flatten() {
        if button.is_possible::<G>(&legal) {
            continue;
        }
        let Some(reason) = button.explain_refusal(&message, &turn.game) else {
            continue;
        };
        let mark = closed_mark::<G>(&spots, button);
        match closed.iter_mut().find(|(other, _)| *other == reason) {
            Some((_, marks)) => marks.push(mark),
            None => closed.push((reason, vec![mark])),
        }
    }
    if closed.is_empty() {
        return None;
    }
    let spots = closed.into_iter().map(|(reason, marks)| {
        let fill = [
            ("marks", format!("**{}**", marks.join(", ")).into()),
            ("reason", reason.into()),
        ];
        words.say(key::CHAT_SIGNS_CLOSED_SPOT, &fill)
    });
    let list = spots.collect::<Vec<_>>().join(" ");
    Some(words.say(key::CHAT_SIGNS_CLOSED, &[("list", list.into())]))
}
