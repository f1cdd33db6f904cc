//! Runs contests: collects results, pairs rounds, opens tables and starts their games.
//!
//! One process handles a contest at a time. If it dies half-way, another one starts over and finds
//! what has been done.

use std::sync::Arc;

use crate::core::tables::Tables;
use crate::features::contests::organising::ContestOrganiser;
use crate::features::game_start::GameStart;
use crate::features::lobby;
use crate::model::contests::state::{
    CardStage, Contest, ContestCard, Entrant, Heat, HeatResult, Logged, Part,
};
use crate::model::failure::{Result, json};
use crate::model::notify::Notifiers;
use crate::{
    Actor, Chair, ChannelId, Clock, ContestId, Declined, Failure, MessageId, NewGame, PersonId,
    Randomness, Table, TableSettings, TableStatus, TimeoutPolicy, Timestamp,
};
use lanai_ai::PolicyKind;
use lanai_store::{NewTable, Opened, Store, Tended};

/// A table whose players are all replaced by the computer is abandoned after this long.
const ABANDONED_AFTER_SECS: i64 = 3 * 24 * 60 * 60;
/// How often a running contest is checked even if nothing happened.
pub const PATROL_SECS: i64 = 12 * 60 * 60;

/// Runs contests step by step.
pub struct ContestRunner {
    pub(crate) clock: Clock,
    pub(crate) lots: Arc<Randomness>,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
    pub(crate) contests: Arc<ContestOrganiser>,
    pub(crate) starts: Arc<GameStart>,
    pub(crate) tables: Arc<Tables>,
}

impl ContestRunner {
    /// Waits until a contest may be due.
    pub async fn wait_until_due(&self) {
        tokio::select! {
            () = self.notify.contests.notified() => {}
            () = self.clock.turned() => {}
        }
    }

    /// Claims a contest that is due.
    pub async fn take_due(&self) -> Result<Option<Tended>> {
        Ok(self.store.contests().take_due(self.clock.now()).await?)
    }

    /// Releases a claimed contest until `next`; until now if something happened meanwhile.
    pub async fn mark_tended(&self, tended: Tended, next: Option<Timestamp>) -> Result<()> {
        Ok(self.store.contests().mark_tended(tended, next).await?)
    }

    /// Collects results and pairs the next round if it is due.
    pub async fn follow(&self, id: ContestId) -> Result<Contest> {
        loop {
            let mut contest = self.contests.find(id).await?;
            if contest.status != TableStatus::Running {
                return Ok(contest);
            }
            let before = contest.state.clone();
            self.collect(&mut contest).await?;
            if !contest.state.advance(self.clock.now()) {
                contest.status = TableStatus::Over;
                contest.state.note(self.clock.now(), None, Logged::Finished);
            }
            if contest.state == before {
                return Ok(contest);
            }
            if let Some(written) = self.contests.write(contest, &system_actor()).await? {
                return Ok(written);
            }
        }
    }

    /// Collects the results of finished tables.
    ///
    /// An entrant for whom the computer plays at the end has dropped out. A table that only
    /// computers play would never end, so it is abandoned.
    async fn collect(&self, contest: &mut Contest) -> Result<()> {
        let open: Vec<Heat> = contest
            .state
            .heats
            .iter()
            .filter(|heat| heat.is_open())
            .cloned()
            .collect();
        for heat in open {
            let Some(game) = contest.games.get(&heat.number) else {
                continue;
            };
            let past = self.store.results().find(*game).await?;
            let table = self.tables.find(*game).await?;
            let outcome = match past {
                Some(past) => HeatResult::of(&contest.state, &heat, &past, &table.seats),
                None if self.is_abandoned(&table) => {
                    contest.state.note(
                        self.clock.now(),
                        None,
                        Logged::Abandoned { heat: heat.number },
                    );
                    HeatResult::of_nobody(heat.seats.len())
                }
                None => continue,
            };
            for number in find_replaced_entrants(contest, &heat, &table.seats) {
                contest.state.entrants[number].part = Part::Out;
                let who = contest.state.name(number).to_owned();
                contest
                    .state
                    .note(self.clock.now(), None, Logged::Silent { who });
            }
            if let Some(kept) = contest
                .state
                .heats
                .iter_mut()
                .find(|kept| kept.number == heat.number)
            {
                kept.outcome = Some(outcome);
            }
        }
        Ok(())
    }

    /// Returns whether all people have been away from a table for too long.
    fn is_abandoned(&self, table: &Table) -> bool {
        let since = table.waiting.since;
        table.status == TableStatus::Running
            && table.people().is_empty()
            && since + ABANDONED_AFTER_SECS <= self.clock.now()
    }

    /// Opens the table of a heat in a thread that was created for it.
    ///
    /// Returns `None` if the heat already has a table, the thread has another one, or the heat need
    /// not be played any more.
    pub async fn open_heat(
        &self,
        contest: ContestId,
        heat: i64,
        thread: ChannelId,
    ) -> Result<Option<Table>> {
        loop {
            let contest = self.contests.find(contest).await?;
            let Some(heat) = contest.awaiting(heat) else {
                return Ok(None);
            };
            if let Opened::Table(game) = self
                .store
                .writer()
                .open_table(&self.build_heat_table(&contest, heat, thread)?)
                .await?
            {
                return Ok(Some(self.tables.find(game).await?));
            }
            // The contest changed after its seats were read: try again.
            if self.contests.find(contest.id).await?.revision == contest.revision {
                return Ok(None);
            }
        }
    }

    fn build_heat_table(
        &self,
        contest: &Contest,
        heat: &Heat,
        thread: ChannelId,
    ) -> Result<NewTable> {
        let terms = &contest.state.terms;
        let entrants = &contest.state.entrants;
        let settings = TableSettings {
            pace: terms.pace,
            late: TimeoutPolicy::PlaySeat,
            rated: true,
            contest: Some(contest.id),
            ..TableSettings::default()
        };
        let game = NewGame {
            title: terms.title,
            chairs: u8::try_from(heat.seats.len()).ok(),
            computers: Vec::new(),
            options: terms.options.clone(),
            settings,
            guild: contest.guild,
            channel: thread,
            above: Some(contest.channel),
            language: terms.language.clone(),
            announced: false,
            follows: None,
        };
        let mut seats: Vec<Chair> = heat
            .seats
            .iter()
            .filter_map(|number| Some(entrant_seat(entrants.get(*number)?)))
            .collect();
        // A computer takes the seat of an erased person.
        for at in 0..seats.len() {
            if seats[at].person.is_some_and(PersonId::is_nameless) {
                seats[at] = lobby::computer(&seats, PolicyKind::default());
            }
        }
        lobby::number(&mut seats);
        Ok(NewTable {
            owner: contest.organiser,
            seats,
            manners: json("its settings", &game.settings)?,
            heat: Some((contest.id, heat.number, contest.revision)),
            ..lobby::new_table(&game, &self.lots, contest.organiser, self.clock.now())?
        })
    }

    /// Starts the games of all open tables. Returns how many could not start.
    pub async fn begin_heats(&self, contest: &Contest) -> Result<usize> {
        let mut waiting = 0;
        for heat in contest.state.heats.iter().filter(|heat| heat.is_open()) {
            let Some(game) = contest.games.get(&heat.number) else {
                continue;
            };
            let table = self.tables.find(*game).await?;
            if table.status != TableStatus::Open || table.is_starting() {
                continue;
            }
            match self.starts.announce_start(table, None, None).await {
                Ok(_) | Err(Failure::Declined(Declined::Stale)) => {}
                Err(failure) => {
                    tracing::error!(%failure, table = game.0, "a table of a contest cannot begin");
                    waiting += 1;
                }
            }
        }
        Ok(waiting)
    }

    /// Records whether the channel was told that a table cannot be opened.
    pub async fn set_stuck(&self, id: ContestId, is_stuck: bool) -> Result<()> {
        loop {
            let mut contest = self.contests.find(id).await?;
            if contest.state.is_stuck == is_stuck {
                return Ok(());
            }
            contest.state.is_stuck = is_stuck;
            if self
                .contests
                .write(contest, &system_actor())
                .await?
                .is_some()
            {
                return Ok(());
            }
        }
    }

    /// Records the message that shows the standings. This does not make the contest due.
    pub async fn save_card(
        &self,
        contest: &Contest,
        message: MessageId,
        shows: CardStage,
    ) -> Result<()> {
        let card = Some(ContestCard { message, shows });
        loop {
            let mut fresh = self.contests.find(contest.id).await?;
            if fresh.state.card == card {
                return Ok(());
            }
            fresh.state.card.clone_from(&card);
            if self.contests.write(fresh, &system_actor()).await?.is_some() {
                return Ok(());
            }
        }
    }
}

fn entrant_seat(entrant: &Entrant) -> Chair {
    let person = Some(entrant.person);
    let name = entrant.name.clone();
    Chair {
        seat: 0,
        person,
        name,
        mind: None,
        word: String::new(),
        stands_in: false,
    }
}

/// Returns the entrants of a heat for whom the computer plays.
fn find_replaced_entrants(contest: &Contest, heat: &Heat, chairs: &[Chair]) -> Vec<usize> {
    let entrants = &contest.state.entrants;
    let sits_in = |number: &usize| {
        let person = entrants
            .get(*number)
            .filter(|entrant| entrant.part == Part::Plays)
            .map(|entrant| entrant.person);
        person.is_some_and(|person| {
            chairs
                .iter()
                .any(|chair| chair.person == Some(person) && chair.stands_in)
        })
    };
    heat.seats.iter().copied().filter(sits_in).collect()
}

/// The actor of steps that no person asked for.
pub(super) fn system_actor() -> Actor {
    Actor {
        person: PersonId(0),
        name: String::new(),
        interaction: None,
    }
}
