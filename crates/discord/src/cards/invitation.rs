//! The messages that invite people to a table or to a rematch.

use crate::cards::table;
use crate::key;
use crate::wire::card::{Button, Card};
use crate::wire::names::{escape_name, mention, table_title};
use crate::wire::press::Press;
use lanai_host::{Failure, Invitee, PersonId, Settings, Table};
use lanai_text::{Fill, Words};

/// Returns the lobby card with an invitation above it.
///
/// It pings an invited person, silently if that would disturb them, and never a role.
pub(crate) async fn invitation_card(
    settings: &Settings,
    words: &Words,
    table: &Table,
    inviter_name: &str,
    invitee: Invitee,
) -> Result<Card, Failure> {
    let lobby = table::lobby_card(words, table)?;
    let invitation = format_invitation(words, table, inviter_name, invitee);
    let card = Card {
        text: format!("{invitation}\n{}", lobby.text),
        ..lobby
    };
    let Invitee::Person(person) = invitee else {
        return Ok(card);
    };
    let card = Card {
        pings: vec![person],
        silent: settings.would_disturb(table, &[person]).await?,
        ..card
    };
    Ok(card.buttons(&decline_buttons(words, table, person)))
}

pub(crate) fn format_invitation(
    words: &Words,
    table: &Table,
    inviter_name: &str,
    invitee: Invitee,
) -> String {
    let (name, called) = match invitee {
        Invitee::Person(person) => (key::CHAT_INVITE_PERSON, mention(person)),
        Invitee::Role(role) => (key::CHAT_INVITE_ROLE, format!("<@&{role}>").into()),
    };
    let fill = [
        ("who", Fill::from(escape_name(words, inviter_name))),
        ("game", table_title(words, table).into()),
        ("called", called),
    ];
    words.say(name, &fill)
}

pub(crate) fn decline_buttons(words: &Words, table: &Table, person: PersonId) -> [Button; 2] {
    [
        Button::secondary(
            words,
            &Press::Decline(table.id, person),
            key::CHAT_BUTTON_DECLINE,
        ),
        Button::secondary(
            words,
            &Press::Uninvited(table.id, person),
            key::CHAT_BUTTON_NEVER_INVITE,
        ),
    ]
}

/// Returns the lobby of a rematch, which pings the players who have not joined yet.
///
/// The message is silent if it would disturb one of them.
pub(crate) async fn rematch_card(
    settings: &Settings,
    words: &Words,
    table: &Table,
) -> Result<Card, Failure> {
    let lobby = table::lobby_card(words, table)?;
    let guild = settings.guild_settings(table.guild).await?;
    // People who are barred in this guild are not pinged.
    let pings: Vec<PersonId> = table
        .awaited_players()
        .map(|(person, _)| person)
        .filter(|person| !guild.is_barred(*person))
        .collect();
    let opener = table
        .seats
        .iter()
        .find(|player| player.person == Some(table.owner));
    let Some(opener) = opener.filter(|_| !pings.is_empty()) else {
        return Ok(lobby);
    };
    let mentions: Vec<String> = pings
        .iter()
        .map(|person| format!("<@{}>", person.0))
        .collect();
    let fill = [
        ("called", Fill::from(words.join_list(&mentions))),
        ("who", escape_name(words, &opener.name).into()),
        ("game", table_title(words, table).into()),
    ];
    let invitation = words.say(key::CHAT_AGAIN_CALLED, &fill);
    Ok(Card {
        text: format!("{invitation}\n{}", lobby.text),
        silent: settings.would_disturb(table, &pings).await?,
        pings,
        ..lobby
    })
}
