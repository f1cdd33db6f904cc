//! Finding others to play with: invitations of persons and roles, and `/play`, which joins a
//! waiting table or opens one.

use std::sync::Arc;

use crate::cards::table;
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::limits::Quotas;
use crate::delivery::replies::Replies;
use crate::delivery::threads::Threads;
use crate::delivery::visibility::ChannelVisibility;
use crate::handlers::lobby::LobbyHandler;
use crate::handlers::matchmaking::MatchmakingHandler;
use crate::handlers::table_opening::TableOpening;
use crate::handlers::watching::LOOKED_THROUGH;
use crate::wire::card::Card;
use crate::wire::names::{mention, place, tame, title};
use crate::wire::request::Request;
use lanai_host::{
    AccessRules, Clock, Declined, Failure, InternalError, Invitations, Invitee, Lobby,
    MatchPreference, Matchmaking, NewGame, PersonId, PersonSettings, Settings, Table, TableId,
    TableStatus, Tables, TimeControl, check_may_invite,
};
use lanai_rules::{Title, by_title, choices};
use lanai_text::Fill;

/// The options of `/play`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlayWish {
    pub(crate) title: Title,
    pub(crate) seats: Option<u8>,
    pub(crate) pace: Option<TimeControl>,
    pub(crate) company: MatchPreference,
    /// Whether to look for players of other guilds.
    pub(crate) elsewhere: bool,
}

pub(crate) struct InvitationHandler {
    pub(crate) clock: Clock,
    pub(crate) quotas: Arc<Quotas>,
    pub(crate) access: Arc<AccessRules>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) matchmaking: Arc<Matchmaking>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) lobby_handler: Arc<LobbyHandler>,
    pub(crate) matchmaking_handler: Arc<MatchmakingHandler>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) table_opening: Arc<TableOpening>,
    pub(crate) threads: Arc<Threads>,
    pub(crate) visibility: Arc<ChannelVisibility>,
}

impl InvitationHandler {
    /// Invites a person or a role to the table of the channel.
    pub(crate) async fn invite(&self, request: &Request, whom: Invitee) -> Reply {
        let table = self.tables.find_in_channel(request.channel).await?;
        if let Invitee::Person(person) = whom {
            self.access
                .check_invitee_not_barred(table.guild, person)
                .await?;
            if self.settings.person_settings(person).await?.invitations == Invitations::Unwanted {
                return Ok(self.replies.answer(
                    request,
                    "chat-invite-unwanted",
                    &[("who", mention(person))],
                ));
            }
        }
        if !self
            .quotas
            .invitations
            .admit_at(request.actor.person, self.clock.now())
        {
            return Ok(self.replies.answer(request, "chat-invite-too-soon", &[]));
        }
        if table.settings.is_private() {
            let Invitee::Person(person) = whom else {
                return Ok(self
                    .replies
                    .answer(request, "chat-invite-role-private", &[]));
            };
            // A member of a private thread reads everything in it, so only people who can take a
            // seat are added.
            check_may_invite(&table, &request.actor, whom)?;
            if !self.threads.add_person(&table, [person].into_iter()).await {
                return Ok(self.replies.answer(
                    request,
                    "chat-invite-not-in",
                    &[("who", mention(person))],
                ));
            }
        }
        self.lobby.invite(table.game, &request.actor, whom).await?;
        Ok(self.replies.answer(request, "chat-invite-sent", &[]))
    }

    /// Declines an invitation, once or for good.
    pub(crate) async fn decline(
        &self,
        request: &Request,
        game: TableId,
        person: PersonId,
        never: bool,
    ) -> Reply {
        if person != request.actor.person {
            return Ok(self.replies.answer(
                request,
                "chat-invite-not-yours",
                &[("who", mention(person))],
            ));
        }
        if never {
            let change = |personal: &mut PersonSettings| {
                personal.invitations = Invitations::Unwanted;
                Ok::<(), std::convert::Infallible>(())
            };
            let Ok(_) = self.settings.change_person_settings(person, change).await?;
        }
        let table = self.tables.find(game).await?;
        let words = self.replies.public_words(&table);
        let said = words.say(
            "chat-invite-declined",
            &[("who", tame(words, &request.actor.name).into())],
        );
        if table.status != TableStatus::Open {
            return Ok(Answer::Change(Card::words(said)));
        }
        let lobby = table::lobby(words, &table)?;
        Ok(Answer::Change(Card {
            text: format!("{said}\n{}", lobby.text),
            ..lobby
        }))
    }

    /// Seats the user at a matching open table of the guild, or opens one.
    pub(crate) async fn play_now(&self, request: &Request, wish: PlayWish) -> Reply {
        if wish.company.is_choosy() && self.settings.is_unlisted(request.actor.person).await? {
            return Ok(self.replies.answer(request, "chat-play-hidden", &[]));
        }
        if wish.elsewhere {
            return Box::pin(self.matchmaking_handler.play_elsewhere(request, wish)).await;
        }
        self.matchmaking_handler.seeks_here(request).await?;
        let usual = self.table_opening.new_game(request, wish.title).await?;
        let mut waiting = Vec::new();
        for table in self
            .tables
            .list_in_guild(request.guild, LOOKED_THROUGH)
            .await?
        {
            let suits = suits(&table, wish, &usual, request)?
                && self.is_company(&table, wish, request).await?;
            if suits && self.visibility.can_see(request, table.channel).await {
                waiting.push(table);
            }
        }
        // The table that misses the fewest players comes first, then the one that has waited
        // longest.
        waiting.sort_by_key(|table| (table.chairs - table.seats.len(), table.game.0));
        for table in waiting {
            match self
                .lobby
                .join(table.game, &request.actor, None, true)
                .await
            {
                Ok(table) => {
                    let words = self.replies.words(request);
                    let fill = [
                        ("game", Fill::from(title(words, &table))),
                        ("place", place(table.channel)),
                    ];
                    return Ok(self.replies.answer(request, "chat-play-joined", &fill));
                }
                // Another player took the seat, or the game began.
                Err(Failure::Declined(
                    Declined::Full | Declined::Begun | Declined::Starting | Declined::Over,
                )) => {}
                Err(failure) => return Err(failure),
            }
        }
        let mut new = NewGame {
            chairs: wish.seats,
            ..usual
        };
        (new.settings.pace, new.settings.company) =
            (wish.pace.unwrap_or(new.settings.pace), wish.company);
        self.lobby_handler.open(request, new).await
    }

    /// Returns whether the user's rating suits the table, if either side asked for that.
    async fn is_company(
        &self,
        table: &Table,
        wish: PlayWish,
        request: &Request,
    ) -> Result<bool, Failure> {
        if !wish.company.is_choosy() && !table.settings.company.is_choosy() {
            return Ok(true);
        }
        let seats = i64::try_from(table.chairs).unwrap_or(i64::MAX);
        let others = table.people();
        Ok(self
            .matchmaking
            .is_similarly_strong(table.title, seats, request.actor.person, &others)
            .await?)
    }
}

/// Returns whether an open table matches the options: usual rules, a free seat, size and time
/// control.
fn suits(
    table: &Table,
    wish: PlayWish,
    usual: &NewGame,
    request: &Request,
) -> Result<bool, InternalError> {
    let waits = table.status == TableStatus::Open
        && !table.is_starting()
        && table.title == wish.title
        && table.seats.len() < table.chairs
        && table.seat_of(request.actor.person).is_none()
        && table.awaited().next().is_none();
    let sized = wish
        .seats
        .is_none_or(|seats| usize::from(seats) == table.chairs);
    // A live or rated table must be asked for, unless it is usual here.
    let pace = table.settings.pace;
    let paced = wish
        .pace
        .map_or(!pace.is_live() || pace == usual.settings.pace, |wished| {
            wished == pace
        });
    if !(waits && sized && paced && !table.settings.closed && !table.settings.rated) {
        return Ok(false);
    }
    by_title!(table.title, G => {
        let written = choices::write::<G>(&table.chosen::<G>()?);
        Ok(choices::read::<G>(&usual.options).is_ok_and(|usual| choices::write::<G>(&usual) == written))
    })
}
