//! What people do with contests: open one, enter, leave, begin it and correct it.
//!
//! Everything that an organiser does is logged, with a reason, for all to read.

use crate::{
    Actor, ChannelId, Clock, ContestId, Declined, Lobby, NewGame, PersonId, Randomness,
    TableSettings, TableStatus,
};
use std::sync::Arc;

use super::running::system_actor;
use crate::features::access::{AccessRules, check_channel};
use crate::model::contests::refusal::ContestRefusal;
use crate::model::contests::state::{
    Contest, ContestState, Entrant, LogEntry, Logged, Part, System,
};
use crate::model::contests::terms::NewContest;
use crate::model::failure::Result;
use crate::model::notify::Notifiers;
use lanai_rules::chance::Dice;
use lanai_store::{ContestChange, ContestOpened, Store, Written};

pub const MAX_ENTRANTS: usize = 128;
/// How many unfinished contests one person may have opened.
pub const MAX_OPEN_CONTESTS: u16 = 3;
/// How often a change is retried after concurrent writes.
const MAX_ATTEMPTS: usize = 16;

/// Handles requests about contests.
pub struct ContestOrganiser {
    pub(crate) clock: Clock,
    pub(crate) lots: Arc<Randomness>,
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
        let games = self.store.contests().list_heats(id).await?;
        Ok(Contest::read(row, games)?)
    }

    /// Returns the unfinished contest of a channel, or else its latest one.
    pub async fn find_in_channel(&self, channel: ChannelId) -> Result<Contest> {
        let row = self
            .store
            .contests()
            .find_in_channel(channel)
            .await?
            .ok_or(ContestRefusal::NoContest)?;
        let games = self.store.contests().list_heats(row.contest).await?;
        Ok(Contest::read(row, games)?)
    }

    /// Opens a contest organised by the actor, who takes part only after signing up.
    pub async fn open(&self, new: &NewContest, actor: &Actor) -> Result<Contest> {
        // Settings with which its tables could not be opened are refused now.
        Lobby::check_new_game(&NewGame {
            title: new.title,
            chairs: None,
            computers: Vec::new(),
            options: new.options.clone(),
            settings: TableSettings::default(),
            guild: new.guild,
            channel: new.channel,
            above: None,
            language: new.language.clone(),
            announced: false,
            follows: None,
        })?;
        let chosen = self
            .access
            .check_not_barred(new.guild, actor.person)
            .await?;
        check_channel(&chosen, new.channel, None)?;
        if self.store.contests().list_of_person(actor.person).await? >= i64::from(MAX_OPEN_CONTESTS)
        {
            return Err(ContestRefusal::TooMany.into());
        }
        if let Some(before) = new.follows {
            // Promotion follows from the last season alone. One that ended before it began does not
            // count.
            for row in self
                .store
                .contests()
                .list_after(new.channel, before)
                .await?
            {
                let later = Contest::read(row, Vec::new())?;
                let never_began = later.status == TableStatus::Over && later.state.heats.is_empty();
                if later.state.terms.follows == Some(before) && !never_began {
                    return Err(ContestRefusal::Followed.into());
                }
            }
        }
        let at = self.clock.now();
        let opened = LogEntry::of(at, Some(actor), Logged::Opened);
        let state = ContestState {
            terms: new.terms(&actor.name),
            entrants: Vec::new(),
            heats: Vec::new(),
            log: vec![opened],
            card: None,
            is_stuck: false,
        };
        let kept = lanai_store::NewContest {
            guild: new.guild,
            channel: new.channel,
            organiser: actor.person,
            state: state.kept()?,
            interaction: actor.interaction,
            at,
        };
        match self.store.contests().open(&kept).await? {
            ContestOpened::Contest(id) => {
                self.notify.contests.notify();
                self.find(id).await
            }
            ContestOpened::Occupied => Err(ContestRefusal::Here.into()),
            ContestOpened::Repeated => Err(Declined::Repeated.into()),
        }
    }

    /// Enters the actor. In a running contest they wait as a reserve, unless they are returning.
    pub async fn sign_up(&self, id: ContestId, actor: &Actor) -> Result<Contest> {
        self.access
            .check_not_barred(self.find(id).await?.guild, actor.person)
            .await?;
        self.change(id, actor, |contest| {
            let state = &mut contest.state;
            let at = self.clock.now();
            let known = state
                .entrant(actor.person)
                .map(|number| (number, state.entrants[number].part));
            let part = match (contest.status, known) {
                (TableStatus::Over, _) => return Err(ContestRefusal::Over),
                (_, Some((_, Part::Plays | Part::Reserve))) => {
                    return Err(ContestRefusal::SignedUp);
                }
                (_, Some((_, Part::Removed))) => return Err(ContestRefusal::Removed),
                (TableStatus::Running, Some((number, Part::Out))) => {
                    state.entrants[number].part = Part::Plays;
                    // A return right after leaving cancels it in the log.
                    let left = Logged::Left {
                        who: actor.name.clone(),
                    };
                    if state.log.pop_if(|entry| entry.what == left).is_none() {
                        state.note(
                            at,
                            Some(actor),
                            Logged::Returned {
                                who: actor.name.clone(),
                            },
                        );
                    }
                    return Ok(());
                }
                // A reserve who had withdrawn and changed their mind.
                (TableStatus::Running, Some((number, Part::Replaced)))
                    if state.entrants[number].division == 0 =>
                {
                    state.entrants[number].part = Part::Reserve;
                    return Ok(());
                }
                (TableStatus::Running, _) if state.terms.system == System::Knockout => {
                    return Err(ContestRefusal::Begun);
                }
                (TableStatus::Running, _) => Part::Reserve,
                (TableStatus::Open, _) => Part::Plays,
            };
            if state.entrants.len() >= MAX_ENTRANTS {
                return Err(ContestRefusal::Full);
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
        self.change(id, actor, |contest| {
            let at = self.clock.now();
            let status = contest.status;
            if status == TableStatus::Over {
                return Err(ContestRefusal::Over);
            }
            let number = contest
                .state
                .entrant(actor.person)
                .ok_or(ContestRefusal::NotSignedUp)?;
            let played = contest.state.entrants[number].part == Part::Plays;
            contest
                .state
                .drop_out(number, status)
                .ok_or(ContestRefusal::NotSignedUp)?;
            if status == TableStatus::Running && played {
                contest.state.note(
                    at,
                    Some(actor),
                    Logged::Left {
                        who: actor.name.clone(),
                    },
                );
            }
            Ok(())
        })
        .await
    }

    /// Begins a contest: draws lots, makes divisions and pairs the first round.
    pub async fn begin(&self, id: ContestId, actor: &Actor, manages: bool) -> Result<Contest> {
        let before = match self.find(id).await?.state.terms.follows {
            Some(before) => self.find(before).await?.state.ladder(),
            None => Vec::new(),
        };
        let seed = self.lots.seed()?;
        self.change(id, actor, |contest| {
            check_organiser(contest, actor, manages)?;
            if contest.status != TableStatus::Open {
                return Err(ContestRefusal::Begun);
            }
            let state = &mut contest.state;
            let at = self.clock.now();
            let least = min_entrants(state);
            let missing = least.saturating_sub(state.entrants.len());
            if missing > 0 {
                return Err(ContestRefusal::TooFew(missing));
            }
            let mut lots: Vec<u32> = (0..).take(state.entrants.len()).collect();
            Dice::new(&seed, 0).shuffle(&mut lots);
            for (entrant, lot) in state.entrants.iter_mut().zip(lots) {
                entrant.lot = lot;
            }
            state.divide(&before);
            state.note(
                at,
                Some(actor),
                Logged::Began {
                    entrants: state.entrants.len(),
                },
            );
            contest.status = TableStatus::Running;
            state.advance(at);
            Ok(())
        })
        .await
    }

    /// Adds points to an entrant, or subtracts some.
    pub async fn correct_points(
        &self,
        id: ContestId,
        actor: &Actor,
        manages: bool,
        person: PersonId,
        (points, reason): (i64, &str),
    ) -> Result<Contest> {
        self.organise(id, actor, manages, |state, _| {
            if state.terms.system == System::Knockout {
                return Err(ContestRefusal::NoPoints);
            }
            let number = state.entrant(person).ok_or(ContestRefusal::NoEntrant)?;
            state.entrants[number].corrected += points;
            Ok(Logged::Corrected {
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
        manages: bool,
        person: PersonId,
        reason: &str,
    ) -> Result<Contest> {
        self.organise(id, actor, manages, |state, status| {
            let number = state.entrant(person).ok_or(ContestRefusal::NoEntrant)?;
            let who = state.name(number).to_owned();
            if status == TableStatus::Open {
                state.entrants.remove(number);
            } else if std::mem::replace(&mut state.entrants[number].part, Part::Removed)
                == Part::Removed
            {
                return Err(ContestRefusal::NoEntrant);
            }
            Ok(Logged::Removed {
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
        manages: bool,
        heat: i64,
        reason: &str,
    ) -> Result<Contest> {
        self.organise(id, actor, manages, |state, status| {
            if status != TableStatus::Running {
                return Err(ContestRefusal::Over);
            }
            let meant =
                |known: &&crate::Heat| known.number == heat && !known.annulled && !known.is_bye();
            let found = state
                .heats
                .iter()
                .find(meant)
                .ok_or(ContestRefusal::NoHeat)?;
            // Later rounds were paired by its result.
            if found.round != state.round(found.division) {
                return Err(ContestRefusal::RoundOver);
            }
            state.play_anew(heat);
            Ok(Logged::Annulled {
                heat,
                reason: reason.to_owned(),
            })
        })
        .await
    }

    /// Ends a contest early. Its open tables play on but no longer count.
    pub async fn end(
        &self,
        id: ContestId,
        actor: &Actor,
        manages: bool,
        reason: &str,
    ) -> Result<Contest> {
        self.change(id, actor, |contest| {
            check_organiser(contest, actor, manages)?;
            if contest.status == TableStatus::Over {
                return Err(ContestRefusal::Over);
            }
            contest.status = TableStatus::Over;
            let what = Logged::Ended {
                reason: reason.to_owned(),
            };
            contest.state.note(self.clock.now(), Some(actor), what);
            Ok(())
        })
        .await
    }

    /// Ends a contest whose channel is gone, because it can no longer be announced.
    pub async fn end_without_channel(&self, id: ContestId) -> Result<()> {
        self.change(id, &system_actor(), |contest| {
            if contest.status != TableStatus::Over {
                contest.status = TableStatus::Over;
                contest.state.note(self.clock.now(), None, Logged::Homeless);
            }
            Ok(())
        })
        .await?;
        Ok(())
    }

    async fn organise(
        &self,
        id: ContestId,
        actor: &Actor,
        manages: bool,
        change: impl Fn(&mut ContestState, TableStatus) -> Result<Logged, ContestRefusal> + Send + Sync,
    ) -> Result<Contest> {
        self.change(id, actor, |contest| {
            check_organiser(contest, actor, manages)?;
            let what = change(&mut contest.state, contest.status)?;
            contest.state.note(self.clock.now(), Some(actor), what);
            Ok(())
        })
        .await
    }

    /// Changes a contest; retries on its new state after concurrent changes.
    async fn change(
        &self,
        id: ContestId,
        actor: &Actor,
        change: impl Fn(&mut Contest) -> Result<(), ContestRefusal> + Send + Sync,
    ) -> Result<Contest> {
        for _ in 0..MAX_ATTEMPTS {
            let mut contest = self.find(id).await?;
            change(&mut contest)?;
            if let Some(written) = self.write(contest, actor).await? {
                return Ok(written);
            }
        }
        Err(Declined::Stale.into())
    }

    /// Writes a changed contest. Returns `None` after a concurrent change.
    pub(super) async fn write(&self, contest: Contest, actor: &Actor) -> Result<Option<Contest>> {
        let change = ContestChange {
            contest: contest.id,
            seen: contest.revision,
            interaction: actor.interaction,
            status: contest.status,
            state: contest.state.kept()?,
            at: self.clock.now(),
        };
        match self.store.contests().write(&change).await? {
            Written::Done { revision } => {
                self.notify.contests.notify();
                Ok(Some(Contest {
                    revision,
                    ..contest
                }))
            }
            Written::Repeated => Err(Declined::Repeated.into()),
            Written::Stale | Written::Occupied => Ok(None),
        }
    }
}

/// Checks that a person may manage a contest: its organiser, and managers of the guild.
fn check_organiser(contest: &Contest, actor: &Actor, manages: bool) -> Result<(), ContestRefusal> {
    if manages || contest.is_organised_by(actor.person) {
        Ok(())
    } else {
        Err(ContestRefusal::NotOrganiser)
    }
}

/// Returns how many entrants it takes to begin: enough for one table.
fn min_entrants(state: &ContestState) -> usize {
    usize::from(state.terms.chairs.min(3))
}
