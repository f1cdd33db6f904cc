//! What happens in a world, one deed at a time.

use futures::future::BoxFuture;
use lanai_ai::{Appraise, PolicyKind};
use lanai_host::{
    Actor, ChannelId, Declined, DueNotice, Failure, GuildId, InteractionId, NewGame, PersonId,
    PersonSettings, QuietHours, Revision, Scheduler, Table, TableId, TableSettings, TableStatus,
    Thinker, TimeControl, TimeoutPolicy,
};
use lanai_rules::Title;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;

use super::world::{House, Seen, World, known};
use lanai_testing::scenes::at_random;

const HOUR: u32 = 60 * 60;
const PERSONS: u32 = 6;
const CHANNELS: u32 = 3;
/// How many news are looked at together.
const BATCH: u32 = 50;

impl World {
    // --- What happens ---

    /// Something happens, unless the process is killed before.
    pub(crate) async fn step(&self) -> Result<(), Failure> {
        tokio::select! {
            biased;
            done = Box::pin(self.deed()) => done,
            () = self.disk.killed() => Ok(()),
        }
    }

    async fn deed(&self) -> Result<(), Failure> {
        let house = self.house();
        match self.below(20) {
            0 => self.turn_clock(),
            1 => self.chat_changes(),
            2 => Scheduler::new(&house.host).run_due().await.map(drop)?,
            3 => self.person_changes(&house).await?,
            4 | 5 => self.open(&house).await?,
            6 | 7 => {
                // A computer player tries again after a second, for as long as the disk is full.
                self.disk.free();
                Thinker::new(&house.host).run_due().await?;
            }
            8 | 9 => self.take_back(&house).await?,
            10..=13 => self.tell(&house).await?,
            _ => self.play(&house).await?,
        }
        Ok(())
    }

    /// Something happens while the chat thinks.
    pub(crate) fn meanwhile(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            let house = self.house();
            let done = match self.below(4) {
                0 => Scheduler::new(&house.host).run_due().await.map(drop),
                _ => self.play(&house).await,
            };
            self.counts("meanwhile");
            if let Err(failure) = done {
                self.failed(&failure);
            }
        })
    }

    /// Only the operator hears of some failures; here that is only what the disk does.
    pub(crate) fn failed(&self, failure: &Failure) {
        self.counts("failures");
        self.note(&format!("failed: {failure}"));
        assert!(
            matches!(failure, Failure::InternalError(_)),
            "{failure}\n{}",
            self.tail()
        );
    }

    fn turn_clock(&self) {
        let seconds = match self.below(8) {
            // Somebody sets it right.
            0 => -i64::from(self.below(120)),
            1 => i64::from(self.below(72 * HOUR)),
            2 | 3 => i64::from(self.below(3 * HOUR)),
            _ => i64::from(self.below(300)),
        };
        self.clock.turn(seconds);
        self.note("time passes");
    }

    fn chat_changes(&self) {
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

    async fn person_changes(&self, house: &House) -> Result<(), Failure> {
        let person = PersonId(i64::from(100 + self.below(PERSONS)));
        let personal = PersonSettings {
            every: [None, Some(i64::from(4 * HOUR)), Some(0)][self.pick(3)],
            zone: Some("Europe/Prague".to_owned()),
            quiet: (self.below(3) == 0).then_some(QuietHours {
                from: 22 * 60,
                to: 8 * 60,
            }),
            direct: self.below(2) == 0,
            next: self.below(3) == 0,
            ..PersonSettings::default()
        };
        let change = |before: &mut PersonSettings| {
            before.clone_from(&personal);
            Ok::<(), ()>(())
        };
        let _ = house
            .host
            .settings
            .change_person_settings(person, change)
            .await?;
        Ok(())
    }

    pub(crate) fn pick(&self, of: usize) -> usize {
        usize::try_from(self.below(u32::try_from(of).unwrap())).unwrap()
    }

    /// Somebody presses something, for the first time.
    fn actor(&self, person: PersonId) -> Actor {
        let mut memory = self.memory();
        memory.presses += 1;
        Actor {
            person,
            name: format!("person {}", person.0),
            interaction: Some(InteractionId(memory.presses)),
        }
    }

    /// A table is opened, joined and begun, as far as that goes.
    async fn open(&self, house: &House) -> Result<(), Failure> {
        let channel = ChannelId(i64::from(1 + self.below(CHANNELS)));
        let title = Title::ALL[self.pick(Title::ALL.len())];
        let persons = 1 + self.below(if title == Title::Hawaii { 3 } else { 2 });
        let computers = u32::from(persons == 1);
        let pace = [TimeControl::None, TimeControl::Turn(i64::from(24 * HOUR))][self.pick(2)];
        let late = [
            TimeoutPolicy::Announce,
            TimeoutPolicy::PlayTurn,
            TimeoutPolicy::PlaySeat,
        ][self.pick(3)];
        let new = NewGame {
            title,
            chairs: Some(u8::try_from(persons + computers).unwrap()),
            computers: vec![PolicyKind::default(); usize::try_from(computers).unwrap()],
            options: String::new(),
            settings: TableSettings {
                pace,
                late,
                rated: self.below(2) == 0,
                ..TableSettings::default()
            },
            guild: GuildId(1),
            channel,
            above: None,
            language: "en".to_owned(),
            announced: true,
            follows: None,
        };
        let first = self.below(PERSONS);
        let person = |number: u32| PersonId(i64::from(100 + (first + number) % PERSONS));
        let game = match house.host.lobby.open(&new, &self.actor(person(0))).await {
            Ok(table) => table.game,
            Err(failure) => return self.declined(failure),
        };
        self.note(&format!("table {} opens", game.0));
        for number in 1..persons {
            if let Err(failure) = house
                .host
                .lobby
                .join(game, &self.actor(person(number)), None, true)
                .await
            {
                return self.declined(failure);
            }
        }
        match house.host.starts.start(game, &self.actor(person(0))).await {
            Ok(_) => Ok(()),
            Err(failure) => self.declined(failure),
        }
    }

    /// What a person hears is no failure.
    fn declined(&self, failure: Failure) -> Result<(), Failure> {
        match failure {
            Failure::Declined(declined) => {
                self.note(&format!("declined: {declined:?}"));
                Ok(())
            }
            trouble @ Failure::InternalError(_) => Err(trouble),
        }
    }

    /// Any table at which somebody plays.
    async fn any_table(&self, house: &House) -> Result<Option<Table>, Failure> {
        let running = house
            .host
            .store
            .tables()
            .list_all(Some(TableStatus::Running))
            .await?;
        if running.is_empty() {
            return Ok(None);
        }
        Ok(Some(
            house
                .host
                .tables
                .find(running[self.pick(running.len())])
                .await?,
        ))
    }

    /// Whoever is to act at some table does.
    async fn play(&self, house: &House) -> Result<(), Failure> {
        let Some(table) = self.any_table(house).await? else {
            return Ok(());
        };
        match table.title {
            Title::Hawaii => Box::pin(self.play_at::<Hawaii>(house, table)).await,
            Title::Haleakala => Box::pin(self.play_at::<Haleakala>(house, table)).await,
        }
    }

    async fn play_at<G: Appraise>(&self, house: &House, table: Table) -> Result<(), Failure> {
        let game = table.game;
        let Some(person) = table.waiting.person else {
            return Ok(());
        };
        let mut turn = match house.host.games.load_turn::<G>(table, person).await {
            Ok(turn) => turn,
            Err(failure) => return self.declined(failure),
        };
        let seat = turn.to_act();
        for _ in 0..=self.below(3) {
            if turn.to_act() == seat {
                at_random(&mut turn, &mut self.dice.lock().unwrap());
            }
        }
        let actor = self.actor(person);
        let settled = house.host.play.commit_turn(turn, &actor).await;
        self.counts("moves");
        let settled = match settled {
            Ok(settled) => settled,
            Err(failure) => return self.declined(failure),
        };
        self.acknowledges(game, settled.table.revision);
        self.note(&format!(
            "table {} moves to {}",
            game.0, settled.table.revision.0
        ));
        if self.below(8) == 0 {
            self.again::<G>(house, game, &actor).await?;
        }
        Ok(())
    }

    /// Whoever acted has been answered, and goes by that.
    fn acknowledges(&self, game: TableId, revision: Revision) {
        self.memory().acknowledged.insert(game, revision);
    }

    /// The same press comes once more: it does nothing.
    async fn again<G: Appraise>(
        &self,
        house: &House,
        game: TableId,
        actor: &Actor,
    ) -> Result<(), Failure> {
        let table = house.host.tables.find(game).await?;
        let Ok(mut turn) = house.host.games.load_turn::<G>(table, actor.person).await else {
            return Ok(());
        };
        at_random(&mut turn, &mut self.dice.lock().unwrap());
        self.counts("presses twice");
        match house.host.play.commit_turn(turn, actor).await {
            Err(Failure::Declined(Declined::Repeated)) => Ok(()),
            Err(trouble @ Failure::InternalError(_)) => Err(trouble),
            other => panic!(
                "a press counts once: {:?}\n{}",
                other.map(drop),
                self.tail()
            ),
        }
    }

    async fn take_back(&self, house: &House) -> Result<(), Failure> {
        let Some(table) = self.any_table(house).await? else {
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
        let game = table.game;
        let back = match table.title {
            Title::Hawaii => Box::pin(house.host.take_back.take_back::<Hawaii>(table, &actor))
                .await
                .map(drop),
            Title::Haleakala => {
                Box::pin(house.host.take_back.take_back::<Haleakala>(table, &actor))
                    .await
                    .map(drop)
            }
        };
        match back {
            Ok(()) => {
                self.counts("taken back");
                self.note(&format!("table {} is taken back", game.0));
                Ok(())
            }
            Err(failure) => self.declined(failure),
        }
    }

    /// The courier tells what is due in a channel, up to what has to wait.
    pub(crate) async fn tell(&self, house: &House) -> Result<(), Failure> {
        let due = house.outbox.take_due(&[], 1, BATCH).await?;
        let Some(place) = due.first().map(|due| due.to) else {
            return Ok(());
        };
        let due: Vec<_> = due.into_iter().filter(|due| due.to == place).collect();
        for due in &due {
            self.sees(due);
        }
        let turns = due.len();
        let due = house.courier.joined(due).await?;
        if due.len() < turns {
            self.counts("recaps");
        }
        for due in due {
            self.memory().told.insert(due.notice, due.news.clone());
            self.note(&format!(
                "news {} of {} {:?}",
                due.notice.0,
                due.game.0,
                kind(&due)
            ));
            if !house.courier.deliver(&due).await? {
                break;
            }
        }
        Ok(house.outbox.let_go(place).await?)
    }

    fn sees(&self, due: &DueNotice) {
        let (game, to, revision, is_chore) = (due.game, due.to, due.revision, due.is_chore());
        let seen = Seen {
            game,
            to,
            revision,
            news: due.news.clone(),
            is_chore,
        };
        self.memory().due.entry(due.notice).or_insert(seen);
    }

    /// Everything that can be seen now has been seen: it has to be there for ever.
    pub(crate) async fn learns(&self) -> Result<(), Failure> {
        let house = self.house();
        for game in house.host.verifier.list_tables().await? {
            let known = known(&house, game).await?;
            self.memory().known.insert(game, known);
        }
        Ok(())
    }
}

/// The first word of what news are.
fn kind(due: &DueNotice) -> String {
    format!("{:?}", due.news)
        .chars()
        .take_while(|letter| letter.is_alphanumeric())
        .collect()
}
