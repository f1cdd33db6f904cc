//! What people do with contests: open them, enter, leave, begin and correct them.
//!
//! Everything that an organiser does is logged for all to read. Corrections, removals, annulments
//! and an early end are logged with a reason.

use crate::{
    Actor, ChannelId, Clock, ContestId, Lobby, NewGame, PersonId, Randomness, Refusal,
    TableSettings, TableStatus,
};
use std::sync::Arc;

use super::running::system_actor;
use crate::features::access::{AccessRules, check_channel};
use crate::model::contests::refusal::ContestRefusal;
use crate::model::contests::state::{
    Contest, ContestEvent, ContestState, Entrant, LogEntry, PairingSystem, Participation,
};
use crate::model::contests::terms::NewContest;
use crate::model::contests::{divisions, rounds};
use crate::model::failure::Result;
use crate::model::notify::Notifiers;
use lanai_rules::chance::Dice;
use lanai_store::{ContestChange, ContestRow, OpenContestOutcome, Store, WriteOutcome};

pub const MAX_ENTRANTS: usize = 128;
/// How many unfinished contests one person may have opened.
pub const MAX_OPEN_CONTESTS: u16 = 3;
/// How often a change is retried after concurrent writes.
const MAX_ATTEMPTS: usize = 16;

pub struct ContestOrganiser {
    pub(crate) clock: Clock,
    pub(crate) randomness: Arc<Randomness>,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
    pub(crate) access: Arc<AccessRules>,
}

impl ContestOrganiser {
    pub async fn find(&self, id: ContestId) -> Result<Contest> {
        let row = self
            .store
            .contests()
            .find(id)
            .await?
            .ok_or(ContestRefusal::NoContest)?;
        self.load_contest(row).await
    }

    /// Returns the unfinished contest of a channel, or else its latest one.
    pub async fn find_in_channel(&self, channel: ChannelId) -> Result<Contest> {
        let row = self
            .store
            .contests()
            .find_in_channel(channel)
            .await?
            .ok_or(ContestRefusal::NoContest)?;
        self.load_contest(row).await
    }

    async fn load_contest(&self, row: ContestRow) -> Result<Contest> {
        let heats = self.store.contests().list_heats(row.contest_id).await?;
        Ok(Contest::from_row(&row, &heats)?)
    }

    /// Opens a contest organised by the actor, who takes part only after signing up.
    pub async fn open_contest(&self, new: &NewContest, actor: &Actor) -> Result<Contest> {
        // Settings with which its tables could not be opened are refused now.
        Lobby::check_new_game(&NewGame {
            title: new.title,
            seat_count: None,
            computers: Vec::new(),
            options: new.options.clone(),
            settings: TableSettings::default(),
            guild: new.guild,
            channel: new.channel,
            parent_channel: None,
            language: new.language.clone(),
            announced: false,
            rematch_of: None,
        })?;
        let settings = self
            .access
            .check_not_barred(new.guild, actor.person)
            .await?;
        check_channel(&settings, new.channel, None)?;
        if self.store.contests().count_opened_by(actor.person).await?
            >= i64::from(MAX_OPEN_CONTESTS)
        {
            return Err(ContestRefusal::TooManyContests.into());
        }
        if let Some(before) = new.follows {
            // Promotion follows from the last season alone. A contest that ended before it began
            // does not count as a season.
            for row in self
                .store
                .contests()
                .list_after(new.channel, before)
                .await?
            {
                let later = Contest::from_row(&row, &[])?;
                let never_began = later.status == TableStatus::Over && later.state.heats.is_empty();
                if later.state.terms.follows == Some(before) && !never_began {
                    return Err(ContestRefusal::SeasonOpened.into());
                }
            }
        }
        let at = self.clock.now();
        let state = ContestState {
            terms: new.terms(&actor.name),
            entrants: Vec::new(),
            heats: Vec::new(),
            log: vec![LogEntry::new(at, Some(actor), ContestEvent::Opened)],
            card: None,
            is_stuck: false,
        };
        let row = lanai_store::NewContest {
            guild: new.guild,
            channel: new.channel,
            organiser: actor.person,
            state: state.to_json()?,
            interaction: actor.interaction,
            at,
        };
        match self.store.contests().open(&row).await? {
            OpenContestOutcome::Contest(id) => {
                self.notify.contests.notify();
                self.find(id).await
            }
            OpenContestOutcome::Occupied => Err(ContestRefusal::ChannelOccupied.into()),
            OpenContestOutcome::Repeated => Err(Refusal::Repeated.into()),
        }
    }

    /// Enters the actor in a contest. In a running one they wait as a reserve, unless they return.
    pub async fn sign_up(&self, id: ContestId, actor: &Actor) -> Result<Contest> {
        self.access
            .check_not_barred(self.find(id).await?.guild, actor.person)
            .await?;
        self.change_contest(id, actor, |contest| {
            let state = &mut contest.state;
            let at = self.clock.now();
            let earlier = state
                .entrant(actor.person)
                .map(|number| (number, state.entrants[number].part));
            let part = match (contest.status, earlier) {
                (TableStatus::Over, _) => return Err(ContestRefusal::Over),
                (_, Some((_, Participation::Plays | Participation::Reserve))) => {
                    return Err(ContestRefusal::SignedUp);
                }
                (_, Some((_, Participation::Removed))) => return Err(ContestRefusal::Removed),
                (TableStatus::Running, Some((number, Participation::Out))) => {
                    state.entrants[number].part = Participation::Plays;
                    // A return right after leaving removes the departure from the log.
                    let left = ContestEvent::Left {
                        who: actor.name.clone(),
                    };
                    if state.log.pop_if(|entry| entry.event == left).is_none() {
                        let who = actor.name.clone();
                        state.add_log_entry(at, Some(actor), ContestEvent::Returned { who });
                    }
                    return Ok(());
                }
                // The actor is a reserve who withdrew and signs up again.
                (TableStatus::Running, Some((number, Participation::Replaced)))
                    if state.entrants[number].division == 0 =>
                {
                    state.entrants[number].part = Participation::Reserve;
                    return Ok(());
                }
                (TableStatus::Running, _) if state.terms.system == PairingSystem::Knockout => {
                    return Err(ContestRefusal::Begun);
                }
                (TableStatus::Running, _) => Participation::Reserve,
                (TableStatus::Open, _) => Participation::Plays,
            };
            if state.entrants.len() >= MAX_ENTRANTS {
                return Err(ContestRefusal::NoPlacesLeft);
            }
            state.entrants.push(Entrant {
                person: actor.person,
                name: actor.name.clone(),
                division: 0,
                slot: 0,
                lot: u32::MAX,
                part,
                corrected: 0,
            });
            Ok(())
        })
        .await
    }

    /// Withdraws the actor. Their current table plays on.
    pub async fn sign_off(&self, id: ContestId, actor: &Actor) -> Result<Contest> {
        self.change_contest(id, actor, |contest| {
            let at = self.clock.now();
            let status = contest.status;
            if status == TableStatus::Over {
                return Err(ContestRefusal::Over);
            }
            let number = contest
                .state
                .entrant(actor.person)
                .ok_or(ContestRefusal::NotSignedUp)?;
            let was_playing = contest.state.entrants[number].part == Participation::Plays;
            contest
                .state
                .drop_out(number, status)
                .ok_or(ContestRefusal::NotSignedUp)?;
            if status == TableStatus::Running && was_playing {
                let who = actor.name.clone();
                contest
                    .state
                    .add_log_entry(at, Some(actor), ContestEvent::Left { who });
            }
            Ok(())
        })
        .await
    }

    /// Begins a contest: draws lots, makes divisions and pairs the first round.
    pub async fn begin_contest(
        &self,
        id: ContestId,
        actor: &Actor,
        is_manager: bool,
    ) -> Result<Contest> {
        let before = match self.find(id).await?.state.terms.follows {
            Some(before) => self.find(before).await?.state.ladder(),
            None => Vec::new(),
        };
        let seed = self.randomness.draw_seed()?;
        self.change_contest(id, actor, |contest| {
            check_organiser(contest, actor, is_manager)?;
            if contest.status != TableStatus::Open {
                return Err(ContestRefusal::Begun);
            }
            let state = &mut contest.state;
            let at = self.clock.now();
            // A contest needs enough entrants for one table.
            let min_entrants = usize::from(state.terms.seat_count.min(3));
            let missing = min_entrants.saturating_sub(state.entrants.len());
            if missing > 0 {
                return Err(ContestRefusal::TooFewEntrants(missing));
            }
            let mut randomness: Vec<u32> = (0..).take(state.entrants.len()).collect();
            Dice::new(&seed, 0).shuffle(&mut randomness);
            for (entrant, lot) in state.entrants.iter_mut().zip(randomness) {
                entrant.lot = lot;
            }
            divisions::assign_divisions(state, &before);
            let entrants = state.entrants.len();
            state.add_log_entry(at, Some(actor), ContestEvent::Began { entrants });
            contest.status = TableStatus::Running;
            rounds::advance(state, at);
            Ok(())
        })
        .await
    }

    /// Adds points to an entrant, or subtracts them if `points` is negative.
    pub async fn correct_points(
        &self,
        id: ContestId,
        actor: &Actor,
        is_manager: bool,
        person: PersonId,
        points: i64,
        reason: &str,
    ) -> Result<Contest> {
        self.change_as_organiser(id, actor, is_manager, |state, _| {
            if state.terms.system == PairingSystem::Knockout {
                return Err(ContestRefusal::NoCorrections);
            }
            let number = state.entrant(person).ok_or(ContestRefusal::NotAnEntrant)?;
            state.entrants[number].corrected += points;
            Ok(ContestEvent::Corrected {
                who: state.name(number).to_owned(),
                points,
                reason: reason.to_owned(),
            })
        })
        .await
    }

    /// Removes an entrant for good; their table plays on as if they had withdrawn.
    pub async fn remove_entrant(
        &self,
        id: ContestId,
        actor: &Actor,
        is_manager: bool,
        person: PersonId,
        reason: &str,
    ) -> Result<Contest> {
        self.change_as_organiser(id, actor, is_manager, |state, status| {
            let number = state.entrant(person).ok_or(ContestRefusal::NotAnEntrant)?;
            let who = state.name(number).to_owned();
            if status == TableStatus::Open {
                state.entrants.remove(number);
            } else if std::mem::replace(&mut state.entrants[number].part, Participation::Removed)
                == Participation::Removed
            {
                return Err(ContestRefusal::NotAnEntrant);
            }
            Ok(ContestEvent::Removed {
                who,
                reason: reason.to_owned(),
            })
        })
        .await
    }

    /// Annuls a heat of the current round, which is then played again.
    pub async fn annul_heat(
        &self,
        id: ContestId,
        actor: &Actor,
        is_manager: bool,
        heat: i64,
        reason: &str,
    ) -> Result<Contest> {
        self.change_as_organiser(id, actor, is_manager, |state, status| {
            if status != TableStatus::Running {
                return Err(ContestRefusal::Over);
            }
            let found = state
                .heats
                .iter()
                .find(|known| known.number == heat && !known.annulled && !known.is_bye())
                .ok_or(ContestRefusal::NoHeat)?;
            // Once the next round is paired, the result can no longer be annulled.
            if found.round != state.round(found.division) {
                return Err(ContestRefusal::RoundPaired);
            }
            rounds::replay_heat(state, heat);
            Ok(ContestEvent::Annulled {
                heat,
                reason: reason.to_owned(),
            })
        })
        .await
    }

    /// Ends a contest early. Its open tables play on but no longer count.
    pub async fn end_contest(
        &self,
        id: ContestId,
        actor: &Actor,
        is_manager: bool,
        reason: &str,
    ) -> Result<Contest> {
        self.change_contest(id, actor, |contest| {
            check_organiser(contest, actor, is_manager)?;
            if contest.status == TableStatus::Over {
                return Err(ContestRefusal::Over);
            }
            contest.status = TableStatus::Over;
            let reason = reason.to_owned();
            contest.state.add_log_entry(
                self.clock.now(),
                Some(actor),
                ContestEvent::Ended { reason },
            );
            Ok(())
        })
        .await
    }

    /// Ends a contest whose channel is gone, because it can no longer be announced.
    pub async fn end_without_channel(&self, id: ContestId) -> Result<()> {
        self.change_contest(id, &system_actor(), |contest| {
            if contest.status != TableStatus::Over {
                contest.status = TableStatus::Over;
                contest
                    .state
                    .add_log_entry(self.clock.now(), None, ContestEvent::ChannelDeleted);
            }
            Ok(())
        })
        .await?;
        Ok(())
    }

    /// Changes a contest as its organiser and logs the change.
    async fn change_as_organiser(
        &self,
        id: ContestId,
        actor: &Actor,
        is_manager: bool,
        edit: impl Fn(&mut ContestState, TableStatus) -> Result<ContestEvent, ContestRefusal>
        + Send
        + Sync,
    ) -> Result<Contest> {
        self.change_contest(id, actor, |contest| {
            check_organiser(contest, actor, is_manager)?;
            let logged = edit(&mut contest.state, contest.status)?;
            contest
                .state
                .add_log_entry(self.clock.now(), Some(actor), logged);
            Ok(())
        })
        .await
    }

    /// Changes a contest; retries on its new state after concurrent changes.
    pub(super) async fn change_contest(
        &self,
        id: ContestId,
        actor: &Actor,
        edit: impl Fn(&mut Contest) -> Result<(), ContestRefusal> + Send + Sync,
    ) -> Result<Contest> {
        for _ in 0..MAX_ATTEMPTS {
            let mut contest = self.find(id).await?;
            edit(&mut contest)?;
            if let Some(written) = self.write_contest(contest, actor).await? {
                return Ok(written);
            }
        }
        Err(Refusal::Stale.into())
    }

    /// Writes a changed contest. Returns `None` after a concurrent change.
    pub(super) async fn write_contest(
        &self,
        contest: Contest,
        actor: &Actor,
    ) -> Result<Option<Contest>> {
        let change = ContestChange {
            contest_id: contest.id,
            expected_revision: contest.revision,
            interaction: actor.interaction,
            status: contest.status,
            state: contest.state.to_json()?,
            at: self.clock.now(),
        };
        match self.store.contests().update(&change).await? {
            WriteOutcome::Done { revision } => {
                self.notify.contests.notify();
                Ok(Some(Contest {
                    revision,
                    ..contest
                }))
            }
            WriteOutcome::Repeated => Err(Refusal::Repeated.into()),
            WriteOutcome::Stale | WriteOutcome::Occupied => Ok(None),
        }
    }
}

/// Checks that the actor may manage a contest, as its organiser or a manager of the guild.
fn check_organiser(
    contest: &Contest,
    actor: &Actor,
    is_manager: bool,
) -> Result<(), ContestRefusal> {
    if !is_manager && !contest.is_organised_by(actor.person) {
        return Err(ContestRefusal::NotOrganiser);
    }
    Ok(())
}
