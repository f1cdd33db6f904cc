//! Invitations of persons and roles, challenges, and `/play`, which joins a waiting table or opens
//! one.

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
use crate::handlers::watching::MAX_TABLES_SEARCHED;
use crate::key;
use crate::wire::card::{Button, ButtonStyle, Card, Row};
use crate::wire::names::{channel_link, escape_name, mention, table_title, title_name};
use crate::wire::press::Press;
use crate::wire::request::Request;
use lanai_host::{
    AccessRules, Actor, Clock, Failure, GuildId, InternalError, Invitations, Invitee, Lobby,
    MatchPreference, Matchmaking, NewGame, PersonId, Refusal, Settings, Table, TableId,
    TableStatus, Tables, TimeControl, check_may_invite,
};
use lanai_rules::{Title, by_title, choices};
use lanai_text::Fill;

/// The options of `/play`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlayOptions {
    pub(crate) title: Title,
    pub(crate) seats: Option<u8>,
    pub(crate) time_control: Option<TimeControl>,
    pub(crate) preference: MatchPreference,
    /// Whether to look for players of other guilds.
    pub(crate) cross_guild: bool,
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
    pub(crate) async fn invite(&self, request: &Request, invitee: Invitee) -> Reply {
        let table = self.tables.find_in_channel(request.channel).await?;
        self.invite_to(request, table, invitee).await
    }

    /// Invites the person who was selected in the menu of people. Without one, shows that menu.
    pub(crate) async fn invite_selected(
        &self,
        request: &Request,
        id: TableId,
        selected: Option<PersonId>,
    ) -> Reply {
        let table = self.tables.find(id).await?;
        if let Some(person) = selected {
            return self
                .invite_to(request, table, Invitee::Person(person))
                .await;
        }
        check_may_invite(&table, &request.actor)?;
        let words = self.replies.words(request);
        let menu = Row::PersonMenu {
            id: Press::Invite(id).id(),
            placeholder: words.say(key::CHAT_INVITE_PICK, &[]),
        };
        Ok(Answer::Private(Card {
            rows: vec![menu],
            ..Card::words(words.say(key::CHAT_INVITE_MENU, &[]))
        }))
    }

    /// Asks which game to challenge a person to.
    pub(crate) fn offer_games(&self, request: &Request, person: PersonId) -> Answer {
        let words = self.replies.words(request);
        let buttons = Title::ALL.map(|title| {
            let id = Press::Challenge(title, person).id();
            Button::new(id, title_name(words, title), ButtonStyle::Primary)
        });
        let which = words.say(key::CHAT_CHALLENGE_WHICH, &[("who", mention(person))]);
        Answer::Private(Card::words(which).buttons(&buttons))
    }

    /// Opens a table for two, and invites the challenged person there.
    pub(crate) async fn challenge(
        &self,
        request: &Request,
        title: Title,
        person: PersonId,
    ) -> Reply {
        let invitee = Invitee::Person(person);
        if let Some(refusal) = self
            .refuse_invitation(request, request.guild, invitee)
            .await?
        {
            return Ok(refusal);
        }
        let new = NewGame {
            seat_count: Some(2),
            ..self.table_opening.load_defaults(request, title).await?
        };
        let (table, _) = self.lobby_handler.open_table(request, new).await?;
        // The interaction already counts for the table.
        let actor = Actor {
            interaction: None,
            ..request.actor.clone()
        };
        self.lobby.invite(table.id, &actor, invitee).await?;
        let words = self.replies.words(request);
        let fill = [
            ("who", mention(person)),
            ("game", table_title(words, &table).into()),
            ("place", channel_link(table.channel)),
        ];
        Ok(self
            .replies
            .answer(request, key::CHAT_CHALLENGE_SENT, &fill))
    }

    /// Returns the answer to an invitation that the person does not want or that comes too soon.
    async fn refuse_invitation(
        &self,
        request: &Request,
        guild: GuildId,
        invitee: Invitee,
    ) -> Result<Option<Answer>, Failure> {
        if let Invitee::Person(person) = invitee {
            self.access.check_invitee_not_barred(guild, person).await?;
            if self.settings.person_settings(person).await?.invitations == Invitations::Unwanted {
                return Ok(Some(self.replies.answer(
                    request,
                    key::CHAT_INVITE_UNWANTED,
                    &[("who", mention(person))],
                )));
            }
        }
        let is_admitted = self
            .quotas
            .invitations
            .admit_at(request.actor.person, self.clock.now());
        Ok((!is_admitted).then(|| self.replies.answer(request, key::CHAT_INVITE_TOO_SOON, &[])))
    }

    async fn invite_to(&self, request: &Request, table: Table, invitee: Invitee) -> Reply {
        if let Some(refusal) = self
            .refuse_invitation(request, table.guild, invitee)
            .await?
        {
            return Ok(refusal);
        }
        if table.settings.is_private() {
            let Invitee::Person(person) = invitee else {
                return Ok(self
                    .replies
                    .answer(request, key::CHAT_INVITE_ROLE_PRIVATE, &[]));
            };
            // A member of a private thread reads everything in it, so only people who can take a
            // seat are added.
            check_may_invite(&table, &request.actor)?;
            if !self.threads.add_people(&table, [person].into_iter()).await {
                return Ok(self.replies.answer(
                    request,
                    key::CHAT_INVITE_NOT_IN,
                    &[("who", mention(person))],
                ));
            }
        }
        self.lobby.invite(table.id, &request.actor, invitee).await?;
        Ok(self.replies.answer(request, key::CHAT_INVITE_SENT, &[]))
    }

    /// Declines an invitation, and makes the bot refuse to invite the user again.
    pub(crate) async fn decline_forever(
        &self,
        request: &Request,
        id: TableId,
        person: PersonId,
    ) -> Reply {
        if person == request.actor.person {
            let Ok(_) = self
                .settings
                .change_person_settings(person, |personal| {
                    personal.invitations = Invitations::Unwanted;
                    Ok::<(), std::convert::Infallible>(())
                })
                .await?;
        }
        self.decline(request, id, person).await
    }

    /// Declines an invitation, and says so in its message.
    pub(crate) async fn decline(&self, request: &Request, id: TableId, person: PersonId) -> Reply {
        if person != request.actor.person {
            return Ok(self.replies.answer(
                request,
                key::CHAT_INVITE_NOT_YOURS,
                &[("who", mention(person))],
            ));
        }
        let table = self.tables.find(id).await?;
        let words = self.replies.public_words(&table);
        let text = words.say(
            key::CHAT_INVITE_DECLINED,
            &[("who", escape_name(words, &request.actor.name).into())],
        );
        if table.status != TableStatus::Open {
            return Ok(Answer::Update(Card::words(text)));
        }
        let lobby = table::lobby_card(words, &table)?;
        Ok(Answer::Update(Card {
            text: format!("{text}\n{}", lobby.text),
            ..lobby
        }))
    }

    /// Seats the user at a matching open table of the guild, or opens a table. Looks for players on
    /// other servers instead if the user asks for that.
    pub(crate) async fn join_or_open_table(
        &self,
        request: &Request,
        options: PlayOptions,
    ) -> Reply {
        if options.preference.needs_similar_rating()
            && self.settings.is_unlisted(request.actor.person).await?
        {
            return Ok(self.replies.answer(request, key::CHAT_PLAY_HIDDEN, &[]));
        }
        if options.cross_guild {
            return Box::pin(self.matchmaking_handler.find_match(request, options)).await;
        }
        self.matchmaking_handler
            .withdraw_request_of_opener(request)
            .await?;
        let defaults = self
            .table_opening
            .load_defaults(request, options.title)
            .await?;
        let mut waiting = Vec::new();
        for table in self
            .tables
            .list_in_guild(request.guild, MAX_TABLES_SEARCHED)
            .await?
        {
            if matches_options(&table, options, &defaults, request)?
                && self.accepts_rating(&table, options, request).await?
                && self.visibility.can_see(request, table.channel).await
            {
                waiting.push(table);
            }
        }
        // Prefers the table that needs the fewest players, then the one that has waited longest.
        waiting.sort_by_key(|table| (table.seat_count - table.seats.len(), table.id.0));
        for table in waiting {
            match self.lobby.join(table.id, &request.actor, None, true).await {
                Ok(table) => {
                    let words = self.replies.words(request);
                    let fill = [
                        ("game", Fill::from(table_title(words, &table))),
                        ("place", channel_link(table.channel)),
                    ];
                    return Ok(self.replies.answer(request, key::CHAT_PLAY_JOINED, &fill));
                }
                // Another player took the seat, or the game began.
                Err(Failure::Refusal(
                    Refusal::Full | Refusal::Begun | Refusal::Starting | Refusal::Over,
                )) => {}
                Err(failure) => return Err(failure),
            }
        }
        let mut new = NewGame {
            seat_count: options.seats,
            ..defaults
        };
        new.settings.time_control = options.time_control.unwrap_or(new.settings.time_control);
        new.settings.match_preference = options.preference;
        self.lobby_handler.open_and_announce(request, new).await
    }

    /// Returns whether the ratings are similar, if the user or the table requires that.
    async fn accepts_rating(
        &self,
        table: &Table,
        options: PlayOptions,
        request: &Request,
    ) -> Result<bool, Failure> {
        if !options.preference.needs_similar_rating()
            && !table.settings.match_preference.needs_similar_rating()
        {
            return Ok(true);
        }
        let seats = i64::try_from(table.seat_count).unwrap_or(i64::MAX);
        let others = table.people();
        Ok(self
            .matchmaking
            .check_similar_strength(table.title, seats, request.actor.person, &others)
            .await?)
    }
}

/// Returns whether an open table has a free seat and matches the options and the default rules.
fn matches_options(
    table: &Table,
    options: PlayOptions,
    defaults: &NewGame,
    request: &Request,
) -> Result<bool, InternalError> {
    let has_free_seat = table.status == TableStatus::Open
        && !table.is_starting()
        && table.title == options.title
        && table.seats.len() < table.seat_count
        && table.seat_of(request.actor.person).is_none()
        && table.awaited_players().next().is_none();
    let has_size = options
        .seats
        .is_none_or(|seats| usize::from(seats) == table.seat_count);
    let time_control = table.settings.time_control;
    let has_time_control = match options.time_control {
        Some(wanted) => wanted == time_control,
        // Live play must be asked for, unless it is the default of the guild.
        None => !time_control.is_live() || time_control == defaults.settings.time_control,
    };
    let is_restricted = table.settings.players_only || table.settings.rated;
    if !has_free_seat || !has_size || !has_time_control || is_restricted {
        return Ok(false);
    }
    by_title!(table.title, G => {
        let chosen = choices::write::<G>(&table.parse_options::<G>()?);
        let defaults = choices::read::<G>(&defaults.options);
        Ok(defaults.is_ok_and(|defaults| choices::write::<G>(&defaults) == chosen))
    })
}
