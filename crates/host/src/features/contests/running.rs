//! Runs contests: collects results, pairs rounds, opens tables and starts their games.
//!
//! One process handles a contest at a time. If it dies half-way, another process starts over and
//! continues from what is stored.

use std::sync::Arc;

use crate::core::tables::Tables;
use crate::features::contests::organising::ContestOrganiser;
use crate::features::game_start::GameStart;
use crate::features::lobby;
use crate::model::contests::points::HeatResult;
use crate::model::contests::rounds;
use crate::model::contests::state::{
    CardStage, Contest, ContestCard, ContestEvent, Heat, Participation,
};
use crate::model::failure::{Result, json};
use crate::model::notify::Notifiers;
use crate::{
    Actor, ChannelId, Clock, ContestId, Failure, MessageId, NewGame, PersonId, Randomness, Refusal,
    SeatedPlayer, Table, TableSettings, TableStatus, TimeoutPolicy, Timestamp,
};
use lanai_ai::PolicyKind;
use lanai_store::{ClaimedContest, NewHeat, NewTable, OpenTableOutcome, Store};

/// A table whose players are all replaced by the computer is abandoned after this long.
const ABANDONED_AFTER_SECS: i64 = 3 * 24 * 60 * 60;
/// How often a running contest is checked even if nothing happened.
pub const CONTEST_CHECK_SECS: i64 = 12 * 60 * 60;

pub struct ContestRunner {
    pub(crate) clock: Clock,
    pub(crate) randomness: Arc<Randomness>,
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
            () = self.clock.next_advance() => {}
        }
    }

    /// Claims a contest that is due.
    pub async fn claim_due(&self) -> Result<Option<ClaimedContest>> {
        Ok(self.store.contests().claim_due(self.clock.now()).await?)
    }

    /// Releases a claimed contest. It is due again at `next`, or at once if something happened
    /// meanwhile.
    pub async fn finish_check(
        &self,
        claimed: ClaimedContest,
        next: Option<Timestamp>,
    ) -> Result<()> {
        Ok(self.store.contests().finish_check(claimed, next).await?)
    }

    /// Collects results and pairs the next round if it is due.
    pub async fn advance_contest(&self, id: ContestId) -> Result<Contest> {
        loop {
            let mut contest = self.contests.find(id).await?;
            if contest.status != TableStatus::Running {
                return Ok(contest);
            }
            let before = contest.state.clone();
            self.collect_results(&mut contest).await?;
            if !rounds::advance(&mut contest.state, self.clock.now()) {
                contest.status = TableStatus::Over;
                contest
                    .state
                    .add_log_entry(self.clock.now(), None, ContestEvent::Finished);
            }
            if contest.state == before {
                return Ok(contest);
            }
            if let Some(written) = self
                .contests
                .write_contest(contest, &system_actor())
                .await?
            {
                return Ok(written);
            }
        }
    }

    /// Collects the results of finished tables.
    ///
    /// An entrant for whom the computer plays at the end has dropped out. A table whose players are
    /// all away would never end, so it is abandoned after a while.
    async fn collect_results(&self, contest: &mut Contest) -> Result<()> {
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
                Some(past) => HeatResult::from_game(&contest.state, &heat, &past, &table.seats),
                None if self.is_abandoned(&table) => {
                    let abandoned = ContestEvent::Abandoned { heat: heat.number };
                    contest
                        .state
                        .add_log_entry(self.clock.now(), None, abandoned);
                    HeatResult::abandoned(heat.seats.len())
                }
                None => continue,
            };
            for number in find_replaced_entrants(contest, &heat, &table.seats) {
                contest.state.entrants[number].part = Participation::Out;
                let who = contest.state.name(number).to_owned();
                contest
                    .state
                    .add_log_entry(self.clock.now(), None, ContestEvent::Silent { who });
            }
            for stored in &mut contest.state.heats {
                if stored.number == heat.number {
                    stored.outcome = Some(outcome.clone());
                }
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
    /// Returns `None` if the heat already has a table, the thread has another one, or the heat no
    /// longer has to be played.
    pub async fn open_heat(
        &self,
        contest: ContestId,
        heat: i64,
        thread: ChannelId,
    ) -> Result<Option<Table>> {
        loop {
            let contest = self.contests.find(contest).await?;
            let Some(heat) = contest.find_unopened_heat(heat) else {
                return Ok(None);
            };
            if let OpenTableOutcome::Table(game) = self
                .store
                .writer()
                .open_table(&self.build_heat_table(&contest, heat, thread)?)
                .await?
            {
                return Ok(Some(self.tables.find(game).await?));
            }
            // If the contest changed after its seats were read, the loop tries again.
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
            time_control: terms.time_control,
            timeout_policy: TimeoutPolicy::PlaySeat,
            rated: true,
            contest: Some(contest.id),
            ..TableSettings::default()
        };
        let game = NewGame {
            title: terms.title,
            seat_count: u8::try_from(heat.seats.len()).ok(),
            computers: Vec::new(),
            options: terms.options.clone(),
            settings,
            guild: contest.guild,
            channel: thread,
            parent_channel: Some(contest.channel),
            language: terms.language.clone(),
            announced: false,
            rematch_of: None,
        };
        let mut seats: Vec<SeatedPlayer> = heat
            .seats
            .iter()
            .filter_map(|number| entrants.get(*number))
            .map(|entrant| lobby::person_seat(entrant.person, &entrant.name))
            .collect();
        for index in 0..seats.len() {
            // A computer takes the seat of an erased person.
            if seats[index].person.is_some_and(PersonId::is_erased) {
                seats[index] = lobby::computer_seat(&seats, PolicyKind::default());
            }
        }
        lobby::number_seats(&mut seats);
        Ok(NewTable {
            owner: contest.organiser,
            seats,
            settings: json("its settings", &game.settings)?,
            heat: Some(NewHeat {
                contest: contest.id,
                number: heat.number,
                expected_revision: contest.revision,
            }),
            ..lobby::build_table_row(&game, &self.randomness, contest.organiser, self.clock.now())?
        })
    }

    /// Starts the games of all open tables. Returns how many could not start.
    pub async fn begin_heats(&self, contest: &Contest) -> Result<usize> {
        let mut failed = 0;
        for heat in contest.state.heats.iter().filter(|heat| heat.is_open()) {
            let Some(game) = contest.games.get(&heat.number) else {
                continue;
            };
            let table = self.tables.find(*game).await?;
            if table.status != TableStatus::Open || table.is_starting() {
                continue;
            }
            match self.starts.announce_start(table, None, None).await {
                Ok(_) | Err(Failure::Refusal(Refusal::Stale)) => {}
                Err(failure) => {
                    tracing::error!(%failure, table = game.0, "a table of a contest cannot begin");
                    failed += 1;
                }
            }
        }
        Ok(failed)
    }

    /// Records whether the channel was told that a table cannot be opened.
    pub async fn set_stuck(&self, id: ContestId, is_stuck: bool) -> Result<()> {
        if self.contests.find(id).await?.state.is_stuck == is_stuck {
            return Ok(());
        }
        let set_stuck = |contest: &mut Contest| {
            contest.state.is_stuck = is_stuck;
            Ok(())
        };
        let actor = system_actor();
        self.contests
            .change_contest(id, &actor, set_stuck)
            .await
            .map(drop)
    }

    /// Records the message that shows the standings. If it is another one than before, the contest
    /// becomes due.
    pub async fn save_card(
        &self,
        contest: &Contest,
        message: MessageId,
        stage: CardStage,
    ) -> Result<()> {
        let card = Some(ContestCard {
            message,
            shows: stage,
        });
        if self.contests.find(contest.id).await?.state.card == card {
            return Ok(());
        }
        let set_card = |contest: &mut Contest| {
            contest.state.card.clone_from(&card);
            Ok(())
        };
        let actor = system_actor();
        self.contests
            .change_contest(contest.id, &actor, set_card)
            .await
            .map(drop)
    }
}

/// Returns the entrants of a heat for whom the computer plays.
fn find_replaced_entrants(contest: &Contest, heat: &Heat, seats: &[SeatedPlayer]) -> Vec<usize> {
    let mut replaced = Vec::new();
    for &number in &heat.seats {
        if let Some(entrant) = contest.state.entrants.get(number)
            && entrant.part == Participation::Plays
            && seats
                .iter()
                .any(|seat| seat.person == Some(entrant.person) && seat.stands_in)
        {
            replaced.push(number);
        }
    }
    replaced
}

/// Returns the actor of steps that no person asked for.
pub(super) fn system_actor() -> Actor {
    Actor {
        person: PersonId(0),
        name: String::new(),
        interaction: None,
    }
}
