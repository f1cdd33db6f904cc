//! The actions in a world, one at a time.

use futures::future::BoxFuture;
use lanai_ai::{Evaluate, PolicyKind};
use lanai_host::{
    Actor, ChannelId, DueNotice, Failure, GuildId, InteractionId, NewGame, PersonId,
    PersonSettings, QuietHours, Refusal, Revision, Scheduler, Table, TableId, TableSettings,
    TableStatus, Thinker, TimeControl, TimeoutPolicy,
};
use lanai_rules::Title;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;

use super::world::{RunningHost, SeenNotice, World, load_state};
use lanai_testing::scenes::play_random_action;

const HOUR: u32 = 60 * 60;
const PERSONS: u32 = 6;
const CHANNELS: u32 = 3;
const NOTICE_BATCH: u32 = 50;

impl World {
    // --- What happens ---

    /// Lets one action happen, unless the process is killed before.
    pub(crate) async fn step(&self) -> Result<(), Failure> {
        tokio::select! {
            biased;
            done = Box::pin(self.take_random_action()) => done,
            () = self.disk.wait_until_killed() => Ok(()),
        }
    }

    async fn take_random_action(&self) -> Result<(), Failure> {
        let running_host = self.running_host();
        match self.below(20) {
            0 => self.turn_clock(),
            1 => self.change_chat(),
            2 => Scheduler::new(&running_host.host)
                .run_due()
                .await
                .map(drop)?,
            3 => self.change_person(&running_host).await?,
            4 | 5 => self.open(&running_host).await?,
            6 | 7 => {
                // A computer player tries again after a second, for as long as the disk is full.
                self.disk.free();
                Thinker::new(&running_host.host).run_due().await?;
            }
            8 | 9 => self.take_back(&running_host).await?,
            10..=13 => self.deliver_due(&running_host).await?,
            _ => self.play(&running_host).await?,
        }
        Ok(())
    }

    /// Lets actions happen while the chat answers.
    pub(crate) fn act_meanwhile(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            let running_host = self.running_host();
            let done = match self.below(4) {
                0 => Scheduler::new(&running_host.host).run_due().await.map(drop),
                _ => self.play(&running_host).await,
            };
            self.count_event("meanwhile");
            if let Err(failure) = done {
                self.assert_failure_explained(&failure);
            }
        })
    }

    /// Asserts that an internal failure is explained by the disk.
    pub(crate) fn assert_failure_explained(&self, failure: &Failure) {
        self.count_event("failures");
        self.add_to_history(&format!("failed: {failure}"));
        assert!(
            matches!(failure, Failure::InternalError(_)),
            "{failure}\n{}",
            self.tail()
        );
    }

    fn turn_clock(&self) {
        let seconds = match self.below(8) {
            // The clock was wrong, and is corrected.
            0 => -i64::from(self.below(120)),
            1 => i64::from(self.below(72 * HOUR)),
            2 | 3 => i64::from(self.below(3 * HOUR)),
            _ => i64::from(self.below(300)),
        };
        self.clock.advance(seconds);
        self.add_to_history("time passes");
    }

    fn change_chat(&self) {
        let channel = ChannelId(i64::from(1 + self.below(CHANNELS)));
        let person = PersonId(i64::from(100 + self.below(PERSONS)));
        let mut talk = self.chat.talk();
        match self.below(6) {
            0 => drop(talk.shut.insert(channel)),
            1 => drop(talk.closed.insert(person)),
            2 => drop(talk.closed.remove(&person)),
            _ => talk.shut.clear(),
        }
    }

    async fn change_person(&self, running_host: &RunningHost) -> Result<(), Failure> {
        let person = PersonId(i64::from(100 + self.below(PERSONS)));
        let personal = PersonSettings {
            reminder_interval: [None, Some(i64::from(4 * HOUR)), Some(0)][self.pick(3)],
            zone: Some("Europe/Prague".to_owned()),
            quiet: (self.below(3) == 0).then_some(QuietHours {
                from: 22 * 60,
                to: 8 * 60,
            }),
            direct: self.below(2) == 0,
            next: self.below(3) == 0,
            ..PersonSettings::default()
        };
        let _ = running_host
            .host
            .settings
            .change_person_settings(person, |before: &mut PersonSettings| {
                before.clone_from(&personal);
                Ok::<(), ()>(())
            })
            .await?;
        Ok(())
    }

    pub(crate) fn pick(&self, of: usize) -> usize {
        usize::try_from(self.below(u32::try_from(of).unwrap())).unwrap()
    }

    /// Creates an actor with a new interaction id.
    fn actor(&self, person: PersonId) -> Actor {
        let mut memory = self.memory();
        memory.presses += 1;
        Actor {
            person,
            name: format!("person {}", person.0),
            interaction: Some(InteractionId(memory.presses)),
        }
    }

    /// Opens a table, and joins and starts as far as possible.
    async fn open(&self, running_host: &RunningHost) -> Result<(), Failure> {
        let channel = ChannelId(i64::from(1 + self.below(CHANNELS)));
        let title = Title::ALL[self.pick(Title::ALL.len())];
        let persons = 1 + self.below(if title == Title::Hawaii { 3 } else { 2 });
        let computers = u32::from(persons == 1);
        let time_control =
            [TimeControl::None, TimeControl::Turn(i64::from(24 * HOUR))][self.pick(2)];
        let late = [
            TimeoutPolicy::Announce,
            TimeoutPolicy::PlayTurn,
            TimeoutPolicy::PlaySeat,
        ][self.pick(3)];
        let new = NewGame {
            title,
            seat_count: Some(u8::try_from(persons + computers).unwrap()),
            computers: vec![PolicyKind::default(); usize::try_from(computers).unwrap()],
            options: String::new(),
            settings: TableSettings {
                time_control,
                timeout_policy: late,
                rated: self.below(2) == 0,
                ..TableSettings::default()
            },
            guild: GuildId(1),
            channel,
            parent_channel: None,
            language: "en".to_owned(),
            announced: true,
            rematch_of: None,
        };
        let first = self.below(PERSONS);
        let person = |number: u32| PersonId(i64::from(100 + (first + number) % PERSONS));
        let game = match running_host
            .host
            .lobby
            .open(&new, &self.actor(person(0)))
            .await
        {
            Ok(table) => table.id,
            Err(failure) => return self.ignore_refusal(failure),
        };
        self.add_to_history(&format!("table {} opens", game.0));
        for number in 1..persons {
            if let Err(failure) = running_host
                .host
                .lobby
                .join(game, &self.actor(person(number)), None, true)
                .await
            {
                return self.ignore_refusal(failure);
            }
        }
        match running_host
            .host
            .starts
            .start(game, &self.actor(person(0)))
            .await
        {
            Ok(_) => Ok(()),
            Err(failure) => self.ignore_refusal(failure),
        }
    }

    /// Ignores refusals, which are told to the person.
    fn ignore_refusal(&self, failure: Failure) -> Result<(), Failure> {
        match failure {
            Failure::Refusal(declined) => {
                self.add_to_history(&format!("declined: {declined:?}"));
                Ok(())
            }
            trouble @ Failure::InternalError(_) => Err(trouble),
        }
    }

    /// Finds a running table.
    async fn find_running_table(
        &self,
        running_host: &RunningHost,
    ) -> Result<Option<Table>, Failure> {
        let running = running_host
            .host
            .store
            .tables()
            .list_by_status(Some(TableStatus::Running))
            .await?;
        if running.is_empty() {
            return Ok(None);
        }
        Ok(Some(
            running_host
                .host
                .tables
                .find(running[self.pick(running.len())])
                .await?,
        ))
    }

    /// Plays for the person to act at a table.
    async fn play(&self, running_host: &RunningHost) -> Result<(), Failure> {
        let Some(table) = self.find_running_table(running_host).await? else {
            return Ok(());
        };
        match table.title {
            Title::Hawaii => Box::pin(self.play_at::<Hawaii>(running_host, table)).await,
            Title::Haleakala => Box::pin(self.play_at::<Haleakala>(running_host, table)).await,
        }
    }

    async fn play_at<G: Evaluate>(
        &self,
        running_host: &RunningHost,
        table: Table,
    ) -> Result<(), Failure> {
        let game = table.id;
        let Some(person) = table.waiting.person else {
            return Ok(());
        };
        let mut turn = match running_host.host.games.load_turn::<G>(table, person).await {
            Ok(turn) => turn,
            Err(failure) => return self.ignore_refusal(failure),
        };
        let seat = turn.to_act();
        for _ in 0..=self.below(3) {
            if turn.to_act() == seat {
                play_random_action(&mut turn, &mut self.dice.lock().unwrap());
            }
        }
        let actor = self.actor(person);
        let settled = running_host.host.play.commit_turn(turn, &actor).await;
        self.count_event("moves");
        let settled = match settled {
            Ok(settled) => settled,
            Err(failure) => return self.ignore_refusal(failure),
        };
        self.acknowledge(game, settled.table.revision);
        self.add_to_history(&format!(
            "table {} moves to {}",
            game.0, settled.table.revision.0
        ));
        if self.below(8) == 0 {
            self.repeat_press::<G>(running_host, game, &actor).await?;
        }
        Ok(())
    }

    /// Records that a move was acknowledged.
    fn acknowledge(&self, game: TableId, revision: Revision) {
        self.memory().acknowledged.insert(game, revision);
    }

    /// Repeats a press, which must do nothing.
    async fn repeat_press<G: Evaluate>(
        &self,
        running_host: &RunningHost,
        game: TableId,
        actor: &Actor,
    ) -> Result<(), Failure> {
        let table = running_host.host.tables.find(game).await?;
        let Ok(mut turn) = running_host
            .host
            .games
            .load_turn::<G>(table, actor.person)
            .await
        else {
            return Ok(());
        };
        play_random_action(&mut turn, &mut self.dice.lock().unwrap());
        self.count_event("presses twice");
        match running_host.host.play.commit_turn(turn, actor).await {
            Err(Failure::Refusal(Refusal::Repeated)) => Ok(()),
            Err(trouble @ Failure::InternalError(_)) => Err(trouble),
            other => panic!(
                "a press counts once: {:?}\n{}",
                other.map(drop),
                self.tail()
            ),
        }
    }

    async fn take_back(&self, running_host: &RunningHost) -> Result<(), Failure> {
        let Some(table) = self.find_running_table(running_host).await? else {
            return Ok(());
        };
        let persons: Vec<PersonId> = table
            .seats
            .iter()
            .filter_map(|chair| chair.person)
            .collect();
        if persons.is_empty() {
            return Ok(());
        }
        let actor = self.actor(persons[self.pick(persons.len())]);
        let game = table.id;
        let back = match table.title {
            Title::Hawaii => Box::pin(
                running_host
                    .host
                    .take_back
                    .take_back::<Hawaii>(table, &actor),
            )
            .await
            .map(drop),
            Title::Haleakala => Box::pin(
                running_host
                    .host
                    .take_back
                    .take_back::<Haleakala>(table, &actor),
            )
            .await
            .map(drop),
        };
        match back {
            Ok(()) => {
                self.count_event("taken back");
                self.add_to_history(&format!("table {} is taken back", game.0));
                Ok(())
            }
            Err(failure) => self.ignore_refusal(failure),
        }
    }

    /// Delivers the due notices of a channel.
    pub(crate) async fn deliver_due(&self, running_host: &RunningHost) -> Result<(), Failure> {
        let due = running_host.outbox.lease_due(&[], 1, NOTICE_BATCH).await?;
        let Some(place) = due.first().map(|due| due.to) else {
            return Ok(());
        };
        let due: Vec<_> = due.into_iter().filter(|due| due.to == place).collect();
        for due in &due {
            self.record_notice(due);
        }
        let turns = due.len();
        let due = running_host.courier.join_turns(due).await?;
        if due.len() < turns {
            self.count_event("recaps");
        }
        for due in due {
            self.memory().told.insert(due.notice, due.news.clone());
            self.add_to_history(&format!(
                "news {} of {} {:?}",
                due.notice.0,
                due.game.0,
                notice_kind(&due)
            ));
            if !running_host.courier.deliver(&due).await? {
                break;
            }
        }
        Ok(running_host.outbox.release_channel(place).await?)
    }

    fn record_notice(&self, due: &DueNotice) {
        let (game, to, revision, is_message_update) =
            (due.game, due.to, due.revision, due.is_message_update());
        let seen = SeenNotice {
            game,
            to,
            revision,
            news: due.news.clone(),
            is_message_update,
        };
        self.memory().due.entry(due.notice).or_insert(seen);
    }

    /// Records the visible state, which must survive from now on.
    pub(crate) async fn record_visible_state(&self) -> Result<(), Failure> {
        let running_host = self.running_host();
        for game in running_host.host.verifier.list_tables().await? {
            let known = load_state(&running_host, game).await?;
            self.memory().known.insert(game, known);
        }
        Ok(())
    }
}

/// The first word of what news are.
fn notice_kind(due: &DueNotice) -> String {
    format!("{:?}", due.news)
        .chars()
        .take_while(|letter| letter.is_alphanumeric())
        .collect()
}
