//! Invitations to a table.

use crate::cards::composer::Composer;
use crate::cards::table;
use crate::wire::card::Card;
use crate::wire::card::{Button, Weight};
use crate::wire::names::{mention, tame, title};
use crate::wire::press::Press;
use lanai_host::{Failure, Invitee, PersonId, Table};
use lanai_text::Fill;
use lanai_text::Words;

/// Returns the lobby card with an invitation above it.
///
/// It pings an invited person unless that would disturb them, and never a role.
pub(crate) async fn invitation_card(
    composer: &Composer,
    table: &Table,
    by: &str,
    whom: Invitee,
) -> Result<Card, Failure> {
    let words = composer.public_words(table);
    let lobby = table::lobby(words, table)?;
    let told = invitation(words, table, by, whom);
    let Invitee::Person(person) = whom else {
        return Ok(Card {
            text: format!("{told}\n{}", lobby.text),
            ..lobby
        });
    };
    let silent = composer
        .host
        .settings
        .would_disturb(table, &[person])
        .await?;
    let text = format!("{told}\n{}", lobby.text);
    let card = Card {
        text,
        calls: vec![person],
        silent,
        ..lobby
    };
    Ok(card.buttons(&refusals(words, table, person)))
}

/// Formats the invitation of a person or a role.
pub(crate) fn invitation(words: &Words, table: &Table, by: &str, whom: Invitee) -> String {
    let (name, called) = match whom {
        Invitee::Person(person) => ("chat-invite-person", mention(person)),
        Invitee::Role(role) => ("chat-invite-role", format!("<@&{role}>").into()),
    };
    let fill = [
        ("who", Fill::from(tame(words, by))),
        ("game", title(words, table).into()),
        ("called", called),
    ];
    words.say(name, &fill)
}

/// Returns the buttons by which a person declines.
pub(crate) fn refusals(words: &Words, table: &Table, person: PersonId) -> [Button; 2] {
    let button =
        |press: Press, name: &str| Button::new(press.id(), words.say(name, &[]), Weight::Usual);
    [
        button(Press::Decline(table.game, person), "chat-button-decline"),
        button(
            Press::Uninvited(table.game, person),
            "chat-button-never-invite",
        ),
    ]
}

/// Returns the lobby of a rematch with pings for missing players, silent if it would disturb
/// one.
pub(crate) async fn rematch_invitation(
    composer: &Composer,
    table: &Table,
) -> Result<Card, Failure> {
    let words = composer.public_words(table);
    let lobby = table::lobby(words, table)?;
    let chosen = composer.host.settings.guild_settings(table.guild).await?;
    let awaited = table.awaited().map(|(person, _)| person);
    // People who are barred here are not pinged.
    let calls: Vec<PersonId> = awaited.filter(|person| !chosen.bars(*person)).collect();
    let opener = table
        .seats
        .iter()
        .find(|chair| chair.person == Some(table.owner));
    let Some(opener) = opener.filter(|_| !calls.is_empty()) else {
        return Ok(lobby);
    };
    let silent = composer.host.settings.would_disturb(table, &calls).await?;
    let called: Vec<String> = calls
        .iter()
        .map(|person| format!("<@{}>", person.0))
        .collect();
    let fill = [
        ("called", Fill::from(words.list(&called))),
        ("who", tame(words, &opener.name).into()),
        ("game", title(words, table).into()),
    ];
    let text = format!("{}\n{}", words.say("chat-again-called", &fill), lobby.text);
    Ok(Card {
        text,
        calls,
        silent,
        ..lobby
    })
}
