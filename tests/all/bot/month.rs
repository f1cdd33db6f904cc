//! A month of fifty or two hundred tables, with the real bot on the porch and the clock turned hour
//! by hour. People in many time zones play, forget, postpone, mute and go on holiday; half of them
//! premove. The bot crashes and is away for days, and Discord fails in every known way. Each turn
//! is announced once, and reminders respect everyone's settings.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::future::Future;

use lanai_ai::Evaluate;
use lanai_host::{
    Actor, ChannelId, Clock, Destination, Ending, Failure, GuildId, Holiday, Host, Invitations,
    MessageRole, NewGame, PastGame, PersonId, PersonSettings, PremoveCondition, QuietHours,
    Refusal, Revision, SeatStats, StatsListing, Table, TableId, TableSettings, TableStatus,
    TimeControl, TimeoutPolicy, Timestamp, TitleRating, Waiting,
};
use lanai_porch::{Settings, TOKEN};
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::{Seat, Status, Title, by_title};
use serde_json::{Value, json};

use super::{Scene, injected_failure, run_test_within, text};
use lanai_testing::homes::Database;
use lanai_testing::outside::test_size;
use lanai_testing::scenes::rate_all_again;

const PERSONS: usize = 40;
const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;
/// The middle of October 2026: in this month summer time ends in Prague and in New York.
const START_SECS: i64 = 1_791_900_000;
/// The longest delay of a reminder whose channel had failed.
const MAX_DELAY_SECS: i64 = 2 * HOUR;
/// The warning before a deadline, or before a night that contains it.
const WARNING_LEAD_SECS: i64 = 6 * HOUR;
const NIGHT: i64 = 10 * HOUR;
/// The delay before a failed post is retried.
const RETRY_SECS: i64 = 10;
/// The percentage of pings that may arrive after the player has acted.
const MAX_OVERTAKEN_PERCENT: usize = 3;
/// Turns that were over without a word before, because the chat did not take it, of a hundred.
const MAX_UNWARNED_PERCENT: usize = 3;
const TAKEN_OVER: &str = "turns that the computer took over";
const UNHEARD: &str = "of these without a word in time";

const ZONES: [&str; 8] = [
    "Europe/Prague",
    "America/New_York",
    "Asia/Kolkata",
    "Pacific/Honolulu",
    "Australia/Lord_Howe",
    "America/Santiago",
    "Africa/Nairobi",
    "Asia/Tokyo",
];

/// A posted message of the bot.
struct Post {
    nonce: String,
    users: Vec<String>,
    content: String,
    buttons: Vec<String>,
    at: i64,
}

#[derive(Clone, Default, Debug)]
struct Turn {
    person: i64,
    /// The previous player, who is not pinged if they act again.
    called: usize,
    needs_call: bool,
    acts_at: i64,
    since: i64,
    last_heard: i64,
    muted: bool,
    snoozed: Option<i64>,
    forgets: bool,
    reminders: usize,
    warned_at: Option<i64>,
}

struct Month {
    tables_wanted: usize,
    scene: Scene,
    store: lanai_store::Store,
    host: Host,
    dice: Dice,
    personal: BTreeMap<i64, PersonSettings>,
    games: Vec<TableId>,
    /// The tables at which people premove.
    ahead: HashSet<TableId>,
    turns: HashMap<(i64, i64), Turn>,
    current: HashMap<i64, i64>,
    seen: u64,
    /// Since when the bot does what was due: the clock moves on a little while it does.
    due_from: i64,
    posts: Vec<Post>,
    nonces: HashSet<String>,
    shut: Option<(String, i64)>,
    back_at: i64,
    count: BTreeMap<&'static str, usize>,
}

impl Month {
    async fn start(stored: Database, processes: usize, tables_wanted: usize) -> Month {
        let persons = (0..PERSONS)
            .map(|number| (format!("P{number:02}"), "en-US".to_owned()))
            .collect();
        // Without nonces, only looking for the message first prevents a second post.
        let settings = Settings {
            persons,
            nonce_lifetime: std::time::Duration::ZERO,
            ..Settings::default()
        };
        let mut scene = Scene::open_on(stored, settings).await;
        scene.processes = processes;
        scene.pictures_within = std::time::Duration::ZERO;
        // The porch's clock runs faster, so that its rate limits do not slow the test down.
        scene.posts_per_second = 1000;
        // The clock stands while people act; otherwise an action and a reminder could coincide.
        scene.clock = Clock::stopped_at(Timestamp(START_SECS));
        scene.start_bot().await;
        let store = scene.open_store().await;
        let host = Host::with_clock(store.clone(), scene.clock.clone());
        Month {
            tables_wanted,
            scene,
            store,
            host,
            dice: Dice::new(&Seed::from_number(2026), 0),
            personal: BTreeMap::new(),
            games: Vec::new(),
            ahead: HashSet::new(),
            turns: HashMap::new(),
            current: HashMap::new(),
            seen: 0,
            due_from: 0,
            posts: Vec::new(),
            nonces: HashSet::new(),
            shut: None,
            back_at: 0,
            count: BTreeMap::new(),
        }
    }

    fn now(&self) -> i64 {
        self.scene.clock.now().0
    }

    fn count_event(&mut self, what: &'static str) {
        *self.count.entry(what).or_default() += 1;
    }

    fn chance(&mut self, one_of: u32) -> bool {
        self.dice.below(one_of) == 0
    }

    // --- Before the month ---

    async fn choose_settings(&mut self) {
        let persons: Vec<i64> = self
            .scene
            .people
            .values()
            .map(|id| id.parse().unwrap())
            .collect();
        for (number, person) in persons.into_iter().enumerate() {
            let from = u16::try_from(20 * 60 + self.dice.below(240)).unwrap() % 1440;
            let holiday = self.now() + i64::from(self.dice.below(20)) * DAY;
            let personal = PersonSettings {
                reminder_interval: [None, Some(8 * HOUR), Some(12 * HOUR), Some(2 * DAY)]
                    [number % 4],
                zone: Some(ZONES[number % ZONES.len()].to_owned()),
                quiet: (number % 5 != 0).then_some(QuietHours {
                    from,
                    to: (from + 540) % 1440,
                }),
                direct: number % 6 == 1,
                next: number % 7 == 2,
                text: number % 9 == 4,
                listing: StatsListing::Public,
                invitations: Invitations::Welcome,
                holidays: (number % 8 == 3)
                    .then_some(Holiday {
                        from: Timestamp(holiday),
                        until: Timestamp(holiday + 4 * DAY),
                    })
                    .into_iter()
                    .collect(),
                guild_quiet_hours: None,
            };
            self.host
                .settings
                .change_person_settings(PersonId(person), |before: &mut PersonSettings| {
                    before.clone_from(&personal);
                    Ok::<(), ()>(())
                })
                .await
                .unwrap()
                .unwrap();
            self.personal.insert(person, personal);
        }
    }

    async fn open_tables(&mut self) {
        let persons: Vec<i64> = self.personal.keys().copied().collect();
        // A guild without a session would count as departed.
        let server = GuildId(
            text(&self.scene.get("world").await["server"]["id"])
                .parse()
                .unwrap(),
        );
        for number in 0..self.tables_wanted {
            let channel = self.choose_channel(number).await;
            let title = if number % 3 == 0 {
                Title::Hawaii
            } else {
                Title::Haleakala
            };
            let seats = if title == Title::Hawaii { 3 } else { 2 };
            let (time_control, late) = match number % 10 {
                7 => (TimeControl::Turn(4 * DAY), TimeoutPolicy::Announce),
                8 => (TimeControl::Turn(4 * DAY), TimeoutPolicy::PlayTurn),
                9 => (
                    TimeControl::Bank {
                        start: 5 * DAY,
                        more: DAY,
                    },
                    TimeoutPolicy::PlayTurn,
                ),
                _ => (TimeControl::None, TimeoutPolicy::Announce),
            };
            let new = NewGame {
                title,
                seat_count: Some(seats),
                computers: Vec::new(),
                options: String::new(),
                // The same tables are played with and without premoves.
                settings: TableSettings {
                    time_control,
                    timeout_policy: late,
                    rated: number % 4 < 2,
                    ..TableSettings::default()
                },
                guild: server,
                channel: ChannelId(channel.parse().unwrap()),
                parent_channel: None,
                language: "en".to_owned(),
                announced: false,
                rematch_of: None,
            };
            let sits = |seat: usize| actor(persons[(number * 7 + seat * 11) % persons.len()]);
            let game = self.host.lobby.open(&new, &sits(0)).await.unwrap().id;
            for seat in 1..usize::from(seats) {
                self.host
                    .lobby
                    .join(game, &sits(seat), None, false)
                    .await
                    .unwrap();
            }
            self.host.starts.start(game, &sits(0)).await.unwrap();
            self.games.push(game);
            self.ahead.extend((number % 2 == 0).then_some(game));
        }
        // Starting all games at once exceeds the rate limit.
        self.deliver_everything().await;
        for game in self.games.clone() {
            self.scene
                .wait_until("the game begins", async |_| {
                    self.host.tables.find(game).await.unwrap().status == TableStatus::Running
                })
                .await;
            self.begin_turn(game, None).await;
        }
    }

    /// Chooses the channel or thread of a table.
    async fn choose_channel(&self, number: usize) -> String {
        let name = json!({ "name": format!("table-{number}") });
        if number % 4 != 1 {
            return text(&self.scene.post("channels", name).await["id"]);
        }
        let url = format!(
            "{}/api/v10/channels/{}/threads",
            self.scene.base, self.scene.main_channel
        );
        let thread =
            json!({ "name": format!("table-{number}"), "type": 11, "auto_archive_duration": 60 });
        self.scene.hours.advance(std::time::Duration::from_secs(1));
        let made = self
            .scene
            .client
            .post(url)
            .header("authorization", format!("Bot {TOKEN}"))
            .json(&thread)
            .send()
            .await;
        text(&made.unwrap().json::<Value>().await.unwrap()["id"])
    }

    // --- Turns ---

    /// Whose turn it is now, and what they will do about it.
    async fn begin_turn(&mut self, game: TableId, actor: Option<i64>) {
        let table = self.host.tables.find(game).await.unwrap();
        let waiting = table.waiting.clone();
        let Some(person) = waiting
            .person
            .filter(|_| table.status == TableStatus::Running)
        else {
            self.current.remove(&game.0);
            return;
        };
        let before = self.current.insert(game.0, waiting.turn.0);
        if before == Some(waiting.turn.0) {
            return;
        }
        let wait = [HOUR / 2, 3 * HOUR, 8 * HOUR, 20 * HOUR, 2 * DAY, 6 * DAY]
            [self.dice.below(6) as usize];
        let turn = Turn {
            person: person.0,
            // A player with a premove need not be pinged.
            needs_call: actor != Some(person.0) && waiting.premoves.due.is_none(),
            acts_at: self.now() + wait,
            since: waiting.since.0,
            last_heard: waiting.since.0,
            muted: false,
            forgets: self.chance(10),
            ..Turn::default()
        };
        self.turns.insert((game.0, waiting.turn.0), turn);
    }

    /// Lets every player who is due and willing act once.
    async fn act_all(&mut self) {
        for game in self.games.clone() {
            let table = self.host.tables.find(game).await.unwrap();
            let waiting = table.waiting.clone();
            let Some(turn) = self.turns.get(&(game.0, waiting.turn.0)).cloned() else {
                continue;
            };
            let heard = !turn.needs_call || turn.called > 0;
            let awake = !self.personal[&turn.person].is_quiet(Timestamp(self.now()));
            if table.status == TableStatus::Running
                && awake
                && self.now() >= turn.acts_at
                && (heard || self.chance(8))
            {
                match table.title {
                    Title::Hawaii => Box::pin(self.act::<Hawaii>(table, &turn, &waiting)).await,
                    Title::Haleakala => self.act::<Haleakala>(table, &turn, &waiting).await,
                }
            } else if self.chance(60) {
                self.postpone_or_mute(table, &turn, &waiting).await;
            }
        }
    }

    async fn act<G: Evaluate>(&mut self, table: Table, turn: &Turn, waiting: &Waiting) {
        let (game, person) = (table.id, turn.person);
        let mut trying = self
            .host
            .games
            .load_turn::<G>(table, PersonId(person))
            .await
            .unwrap();
        let seat = trying.to_act();
        loop {
            let legal = trying.legal();
            let choice = self.dice.below(u32::try_from(legal.len()).unwrap()) as usize;
            trying.play(legal[choice]).unwrap();
            let goes_on = trying.to_act() == seat && !trying.game.begins_turn();
            if !goes_on || turn.forgets {
                break;
            }
        }
        self.host
            .play
            .commit_turn(trying, &actor(person))
            .await
            .unwrap();
        self.count_event("deeds");
        let stored = self.turns.get_mut(&(game.0, waiting.turn.0)).unwrap();
        (stored.forgets, stored.acts_at) = (false, stored.acts_at + 5 * HOUR);
        self.begin_turn(game, Some(person)).await;
        if self.ahead.contains(&game) && self.chance(2) {
            self.set_premove::<G>(game, person).await;
        }
    }

    /// Sets a premove for a player who has acted and is not to act again.
    async fn set_premove<G: Evaluate>(&mut self, game: TableId, person: i64) {
        let table = self.host.tables.find(game).await.unwrap();
        // Test and bot see the table at the same time.
        if table.waiting.premoves.due.is_some()
            || table.waiting.premoves.turn_of(PersonId(person)).is_some()
        {
            return;
        }
        let Ok(mut turn) = self
            .host
            .premoves
            .load_turn_ahead::<G>(table.clone(), PersonId(person))
            .await
        else {
            return;
        };
        let seat = turn.to_act();
        while turn.to_act() == seat
            && !turn.reveals_hidden()
            && (turn.steps.is_empty() || !turn.game.begins_turn())
        {
            let legal = turn.legal();
            turn.play(legal[self.dice.below(u32::try_from(legal.len()).unwrap()) as usize])
                .unwrap();
        }
        self.host
            .premoves
            .save_alternatives(
                table,
                &actor(person),
                &[turn],
                true,
                Some(PremoveCondition::Whatever),
            )
            .await
            .unwrap();
        self.count_event("decisions ahead");
    }

    async fn postpone_or_mute(&mut self, table: Table, turn: &Turn, waiting: &Waiting) {
        let (game, person, now) = (table.id, actor(turn.person), self.now());
        let until = now + 30 * HOUR;
        if self.chance(2) {
            self.host
                .amendments
                .mute(table, &person, waiting.turn)
                .await
                .unwrap();
            self.turns.get_mut(&(game.0, waiting.turn.0)).unwrap().muted = true;
            self.count_event("mutes");
        } else {
            self.host
                .amendments
                .snooze(table, &person, Timestamp(until))
                .await
                .unwrap();
            let stored = self.turns.get_mut(&(game.0, waiting.turn.0)).unwrap();
            (stored.snoozed, stored.muted) = (Some(until), false);
            self.count_event("snoozes");
        }
    }

    // --- Failures ---

    async fn inject_random_failure(&mut self) {
        let on = |status: u16| json!({ "status": status, "path_contains": "/messages" });
        let fault = match self.dice.below(16) {
            0 => injected_failure(
                "answer",
                &json!({ "status": 429, "retry_after": 0.02, "global": true }),
            ),
            1 => injected_failure("answer", &on(502)),
            2 => injected_failure("answer", &on(503)),
            3 | 4 => injected_failure(
                "lose_answer",
                &json!({ "path_contains": "/messages", "method": "POST" }),
            ),
            5 => return self.delete_message().await,
            6 => return self.close_channel().await,
            7..=9 => return self.archive_thread().await,
            _ => return,
        };
        self.count_event("faults");
        self.scene.post("trouble", fault).await;
    }

    /// Deletes a message of the bot.
    async fn delete_message(&mut self) {
        let game = self.games[self.dice.below(u32::try_from(self.games.len()).unwrap()) as usize];
        let channel = self
            .store
            .tables()
            .find(game)
            .await
            .unwrap()
            .unwrap()
            .channel;
        if let Some((message, _)) = self
            .store
            .channels()
            .find_standing_message(game, Destination::Channel(channel), MessageRole::Reminder)
            .await
            .unwrap()
        {
            let url = format!("{}/people/v1/messages/{}", self.scene.base, message.0);
            self.scene.client.delete(url).send().await.unwrap();
            self.count_event("messages thrown away");
        }
    }

    /// Archives a thread, which the next message reopens.
    async fn archive_thread(&mut self) {
        let threads = self.scene.list_threads().await;
        let thread = &threads[self.dice.below(u32::try_from(threads.len()).unwrap()) as usize];
        self.scene
            .post(
                &format!("channels/{thread}/archive"),
                json!({ "locked": false }),
            )
            .await;
        self.count_event("threads archived");
    }

    /// Refuses all posts in a channel for some hours.
    async fn close_channel(&mut self) {
        if self.shut.is_some() {
            return;
        }
        let game = self.games[self.dice.below(u32::try_from(self.games.len()).unwrap()) as usize];
        let channel = self
            .store
            .tables()
            .find(game)
            .await
            .unwrap()
            .unwrap()
            .channel
            .0
            .to_string();
        let deny = json!({ "channel": channel, "deny": ["SEND_MESSAGES"] });
        self.scene.post("permissions", deny).await;
        let hours = 1 + i64::from(self.dice.below(40));
        self.shut = Some((channel, self.now() + hours * HOUR));
        self.count_event("channels closed");
    }

    async fn reopen_channels(&mut self) {
        let now = self.now();
        if let Some((channel, _)) = self.shut.take_if(|(_, until)| *until <= now) {
            self.scene
                .post("permissions", json!({ "channel": channel, "deny": [] }))
                .await;
        }
    }

    async fn crash_bot(&mut self) {
        if self.scene.processes > 1 && self.chance(2) {
            self.scene.replace_process().await;
            return self.count_event("exchanged processes");
        }
        self.scene.stop_bot().await;
        self.read_posts().await;
        let away = [0, 0, 6 * HOUR, 3 * DAY][self.dice.below(4) as usize];
        self.scene.advance_clock(away);
        if away > 0 {
            self.back_at = self.now();
        }
        self.scene.start_bot().await;
        self.count_event("restarts");
    }

    // --- What was said ---

    /// Delivers everything that is due, including retries some seconds later.
    async fn deliver_everything(&mut self) {
        self.due_from = self.now();
        let store = &self.store;
        self.scene
            .wait_until("all is done", async |scene| {
                scene.hours.advance(std::time::Duration::from_secs(1));
                scene.clock.advance(0);
                let now = scene.clock.now();
                let idle = store.waits().list_due(now, 1).await.unwrap().is_empty()
                    && store.notices().list_due(now, 1).await.unwrap().is_empty();
                let done = idle
                    && store
                        .notices()
                        .list_due(now + RETRY_SECS, 1)
                        .await
                        .unwrap()
                        .is_empty();
                if idle && !done {
                    scene.clock.advance(1);
                }
                done
            })
            .await;
    }

    /// Notes the turns that a computer began for absent players.
    async fn note_computer_turns(&mut self) {
        for game in self.games.clone() {
            let table = self.host.tables.find(game).await.unwrap();
            let turn = table.waiting.turn;
            if table.status == TableStatus::Running && self.current.get(&game.0) != Some(&turn.0) {
                if self.ahead.contains(&game)
                    && self
                        .store
                        .tables()
                        .load_log(game, 0)
                        .await
                        .unwrap()
                        .last()
                        .unwrap()
                        .premove
                {
                    self.count_event("turns that had been decided ahead");
                } else {
                    self.count_event(TAKEN_OVER);
                    let word = self.warning_before_deadline(game);
                    self.count_event(word);
                }
                self.begin_turn(game, None).await;
            }
        }
    }

    /// Returns whether the player was warned before the deadline that has passed.
    fn warning_before_deadline(&self, game: TableId) -> &'static str {
        let over = self
            .current
            .get(&game.0)
            .and_then(|turn| self.turns.get(&(game.0, *turn)));
        let lately = |at: i64| self.now() - at <= 2 * WARNING_LEAD_SECS + NIGHT;
        let heard = over.is_some_and(|over| {
            let wants_none = over.snoozed.is_some() || over.muted;
            wants_none || over.reminders >= 7 || lately(over.last_heard)
        });
        match (heard, lately(self.back_at)) {
            (true, _) => "of these after a word in time",
            (false, true) => "of these while the bot had been away",
            (false, false) => UNHEARD,
        }
    }

    /// Reads the new posts of the bot.
    async fn read_posts(&mut self) {
        self.note_computer_turns().await;
        loop {
            let new = self
                .scene
                .get(&format!("requests?after={}&limit=500", self.seen))
                .await;
            let new = new.as_array().unwrap().clone();
            if new.is_empty() {
                return;
            }
            self.seen = new.last().unwrap()["number"].as_u64().unwrap();
            for request in &new {
                // A lost answer has status 500 although the message was posted; other failures
                // differ.
                let made = matches!(request["status"].as_u64(), Some(200 | 500));
                if made
                    && request["method"] == "POST"
                    && text(&request["path"]).ends_with("/messages")
                {
                    self.judge_post(post(&request["body"], self.scene.clock.now().0));
                }
            }
        }
    }

    fn judge_post(&mut self, post: Post) {
        assert!(
            self.nonces.insert(post.nonce.clone()),
            "told twice: {}",
            post.content
        );
        let numbers = |prefix: &str| -> Option<(i64, i64)> {
            let id = post.buttons.iter().find(|id| id.starts_with(prefix))?;
            let mut parts = id.split(':').skip(1).map(|part| part.parse().unwrap());
            Some((parts.next()?, parts.next()?))
        };
        if post.content.contains("has been waiting for you")
            || post.content.contains("haven't finished it")
        {
            let turn = numbers("m:").unwrap();
            self.judge_reminder(&post, turn);
        } else if post.content.contains("it's your turn in") {
            self.judge_ping(numbers("m:").unwrap(), &post);
        } else if let Some(turn) = numbers("u:").filter(|_| !post.users.is_empty()) {
            self.judge_ping(turn, &post);
        }
        self.posts.push(post);
    }

    fn judge_ping(&mut self, turn: (i64, i64), post: &Post) {
        // Premoves may skip the ping of a turn between them.
        if self.ahead.contains(&TableId(turn.0)) && !self.turns.contains_key(&turn) {
            return self.count_event("pings of players with a premove");
        }
        let turn = self.turns.entry(turn).or_default();
        assert_eq!(
            post.users,
            [turn.person.to_string()],
            "the wrong person: {}",
            post.content
        );
        turn.called += 1;
        self.count_event("calls");
    }

    fn judge_reminder(&mut self, post: &Post, key: (i64, i64)) {
        assert_eq!(
            self.current.get(&key.0),
            Some(&key.1),
            "a turn that is done: {}",
            post.content
        );
        let turn = self.turns.get_mut(&key).unwrap();
        let personal = &self.personal[&turn.person];
        assert_eq!(post.users, [turn.person.to_string()]);
        assert!(!turn.muted, "muted: {}", post.content);
        // A message may have been written at any time since it was due.
        let always = |holds: &dyn Fn(i64) -> bool| holds(self.due_from) && holds(post.at);
        assert!(
            !always(&|at| personal.is_quiet(Timestamp(at))),
            "in quiet hours: {}",
            post.content
        );
        assert!(
            !always(&|at| personal.holiday_at(Timestamp(at)).is_some()),
            "on holiday"
        );
        if post.content.contains("haven't finished it") {
            return self.count_event("nudges");
        }
        if let Some(until) = turn.snoozed {
            assert!(post.at >= until, "before the time that was asked for");
        }
        let asked = turn.snoozed.take().is_some();
        let every = personal.reminder_interval.unwrap_or(DAY);
        let silent = personal.next_reachable_time(Timestamp(turn.since)) > Timestamp(turn.since)
            && turn.last_heard == turn.since;
        let since = post.at - turn.last_heard;
        if !asked && !silent && since < every - MAX_DELAY_SECS {
            // The deadline warning may come hours before, or before the night.
            let in_time = announced_deadline(&post.content)
                .is_some_and(|up| (0..=WARNING_LEAD_SECS + NIGHT).contains(&(up - post.at)));
            // An overdue warning is sent when the bot returns.
            let missed = post.at - self.back_at <= HOUR;
            assert!(
                (in_time || missed) && turn.warned_at.is_none(),
                "too soon, {since} s: {} {personal:?} {turn:?}",
                post.content
            );
            turn.warned_at = Some(post.at);
        }
        turn.last_heard = post.at;
        turn.reminders += 1;
        self.count_event("reminders");
    }

    /// Asserts that every player who could be reminded was.
    async fn assert_everyone_reminded(&mut self) {
        let now = self.now();
        for (game, number) in self.current.clone() {
            let turn = &self.turns[&(game, number)];
            let (personal, table) = (
                &self.personal[&turn.person],
                self.host.tables.find(TableId(game)).await.unwrap(),
            );
            let waiting = table.waiting.clone();
            let hears = waiting.turn == Revision(number)
                && !turn.muted
                && turn.snoozed.is_none()
                && waiting.begun_at.is_none()
                && usize::from(waiting.reminders) < 7
                && self.shut.is_none()
                && !self
                    .store
                    .channels()
                    .is_unwritable(table.channel, Timestamp(0))
                    .await
                    .unwrap();
            let loud = (0..=6).all(|hours| {
                personal.next_reachable_time(Timestamp(now - hours * HOUR))
                    == Timestamp(now - hours * HOUR)
            });
            let every = personal.reminder_interval.unwrap_or(DAY);
            assert!(
                !hears || !loud || now - turn.last_heard < every + 5 * HOUR,
                "{} was missed at table {game}, for {} hours: now {now}, {:?} {personal:?}",
                turn.person,
                (now - turn.last_heard) / HOUR,
                table.waiting
            );
        }
    }

    // --- The end of the month ---

    async fn assert_no_table_stuck(&mut self) {
        for (game, number) in self.current.clone() {
            let table = self.host.tables.find(TableId(game)).await.unwrap();
            let person = self.turns[&(game, number)].person;
            let can = match table.title {
                Title::Hawaii => !self
                    .host
                    .games
                    .load_turn::<Hawaii>(table, PersonId(person))
                    .await
                    .unwrap()
                    .legal()
                    .is_empty(),
                Title::Haleakala => !self
                    .host
                    .games
                    .load_turn::<Haleakala>(table, PersonId(person))
                    .await
                    .unwrap()
                    .legal()
                    .is_empty(),
            };
            assert!(can, "table {game} is stuck");
        }
        self.assert_premoves_speed_up().await;
        let mut overtaken = 0;
        for ((game, number), turn) in self.turns.iter().filter(|(_, turn)| turn.needs_call) {
            assert!(
                turn.called < 2,
                "table {game}, turn {number}: called {} times",
                turn.called
            );
            overtaken += usize::from(turn.called == 0);
        }
        let needed = self.turns.values().filter(|turn| turn.needs_call).count();
        eprintln!(
            "{} tables, {needed} calls needed, {overtaken} overtaken: {:?}",
            self.games.len(),
            self.count
        );
        assert!(
            overtaken <= 2 + needed * MAX_OVERTAKEN_PERCENT / 100,
            "{overtaken} of {needed}"
        );
        let count = |what: &str| self.count.get(what).copied().unwrap_or_default();
        assert!(
            count(UNHEARD) * 100 <= count(TAKEN_OVER) * MAX_UNWARNED_PERCENT,
            "time was up without a word"
        );
    }
}

impl Month {
    /// Asserts that more turns are played with premoves.
    async fn assert_premoves_speed_up(&mut self) {
        let mut steps: BTreeMap<(&str, bool), Vec<usize>> = BTreeMap::new();
        for game in self.games.clone() {
            let table = self.host.tables.find(game).await.unwrap();
            let done = self.store.tables().load_log(game, 0).await.unwrap().len();
            steps
                .entry((table.title.name(), self.ahead.contains(&game)))
                .or_default()
                .push(done);
        }
        let mean = |steps: &[usize]| steps.iter().sum::<usize>() / steps.len().max(1);
        for ((title, ahead), steps) in &steps {
            let tables = steps.len();
            eprintln!(
                "{title}, decided ahead: {ahead}: {} steps at each of {tables} tables",
                mean(steps)
            );
        }
        let count = |what: &str| self.count.get(what).copied().unwrap_or_default();
        assert!(count("turns that had been decided ahead") > 0);
        let known = count("pings of players with a premove");
        assert!(
            known * 100 < count("calls") * MAX_OVERTAKEN_PERCENT,
            "{known} were called who had decided"
        );
    }
}

impl Month {
    /// Plays some rated and unrated games to their end.
    async fn finish_some_games(&mut self) {
        for game in self
            .games
            .iter()
            .copied()
            .filter(|game| !self.ahead.contains(game))
            .take(test_size(2, 6))
            .collect::<Vec<_>>()
        {
            match self.host.tables.find(game).await.unwrap().title {
                Title::Hawaii => Box::pin(self.play_to_end::<Hawaii>(game)).await,
                Title::Haleakala => Box::pin(self.play_to_end::<Haleakala>(game)).await,
            }
            self.deliver_everything().await;
        }
    }

    async fn play_to_end<G: Evaluate>(&mut self, game: TableId) {
        loop {
            let table = self.host.tables.find(game).await.unwrap();
            if table.status == TableStatus::Over {
                return;
            }
            let person = table.waiting.person.expect("people play here");
            let mut turn = self.host.games.load_turn::<G>(table, person).await.unwrap();
            let seat = turn.to_act();
            while turn.to_act() == seat && (turn.steps.is_empty() || !turn.game.begins_turn()) {
                let legal = turn.legal();
                let choice = self.dice.below(u32::try_from(legal.len()).unwrap()) as usize;
                turn.play(legal[choice]).unwrap();
            }
            self.scene.clock.advance(60);
            match self.host.play.commit_turn(turn, &actor(person.0)).await {
                // The player was replaced in that moment, or acts again.
                Ok(_) | Err(Failure::Refusal(Refusal::Stale)) => {}
                Err(failure) => panic!("a turn is not taken: {failure}"),
            }
        }
    }

    /// Asserts that stored results follow from the logs, and ratings from the results.
    async fn assert_results_follow_from_logs(&mut self) {
        let proof = lanai_testing::scenes::verify_all(&self.host).await;
        assert!(
            proof.failures.is_empty() && proof.other_editions.is_empty(),
            "{proof:?}"
        );
        assert_eq!(
            self.store.departures().list().await.unwrap(),
            [],
            "the bot was there all the time"
        );
        let mut went: BTreeMap<(PersonId, String, i64, i64), SeatStats> = BTreeMap::new();
        for game in self.games.clone() {
            let table = self.host.tables.find(game).await.unwrap();
            if table.status != TableStatus::Over {
                continue;
            }
            let stored = self.host.history.find(game).await.unwrap();
            let ended_at = self.store.tables().load_changed_at(game).await.unwrap();
            assert_eq!(
                (stored.ending, Some(stored.ended_at), stored.players_only),
                (Ending::Played, ended_at, table.settings.players_only)
            );
            let is_rated = table.settings.rated && !stored.players_only;
            by_title!(table.title, G => {
                assert_result_follows_from_position::<G>(&self.host, table, &stored).await;
            });
            self.count_event(if is_rated {
                "games that counted"
            } else {
                "games that did not count"
            });
            let playing = self.host.summaries.replay_summary(game).await.unwrap();
            for (player, playing) in stored.players.iter().zip(playing) {
                let (Some(person), Some(points)) = (player.person, player.points) else {
                    continue;
                };
                let seats = i64::try_from(stored.players.len()).unwrap();
                let placed = SeatStats {
                    title: stored.title.clone(),
                    seats,
                    seat: player.seat,
                    games: 1,
                    won: i64::from(player.rank == Some(1)),
                    points,
                    best: points,
                    turns: playing.turns,
                    seconds: playing.seconds,
                };
                let place = (person, stored.title.clone(), seats, player.seat);
                let sum = went
                    .get(&place)
                    .map_or_else(|| placed.clone(), |before| add_results(before, &placed));
                went.insert(place, sum);
            }
        }
        let mut sums = Vec::new();
        for person in self.personal.keys() {
            sums.extend(
                self.store
                    .stats()
                    .load_seat_stats(PersonId(*person))
                    .await
                    .unwrap()
                    .into_iter()
                    .map(|item| (*person, item)),
            );
        }
        let read: Vec<_> = went
            .into_iter()
            .map(|((person, ..), placed)| (person.0, placed))
            .collect();
        assert_eq!(sums, read, "what statistics tell");
    }

    /// Asserts that rating all games again gives the stored ratings, while no bot runs.
    async fn assert_ratings_follow_from_results(&mut self) {
        self.host.ratings.rate_games().await.unwrap();
        let stored = self.load_ratings().await;
        rate_all_again(&self.store).await;
        assert_eq!(self.load_ratings().await, stored);
        let counted = self
            .count
            .get("games that counted")
            .copied()
            .unwrap_or_default();
        assert!(
            counted > 0 && !stored.is_empty(),
            "no game counted in the whole month"
        );
        assert_eq!(
            self.store.ratings().count_rated().await.unwrap(),
            Some(i64::try_from(counted).unwrap())
        );
        eprintln!("{counted} games counted, {} ratings", stored.len());
    }

    async fn load_ratings(&self) -> Vec<(i64, TitleRating)> {
        let mut all = Vec::new();
        for person in self.personal.keys() {
            let ratings = self
                .host
                .ratings
                .list_unfinished_for_person(PersonId(*person))
                .await
                .unwrap();
            all.extend(ratings.into_iter().map(|of| (*person, of)));
        }
        all
    }
}

/// Asserts that the stored places and points are those of the last position of the game.
async fn assert_result_follows_from_position<G: Evaluate>(
    host: &Host,
    table: Table,
    stored: &PastGame,
) {
    let turn = host.games.load::<G>(table).await.unwrap();
    let Status::Over(standings) = turn.game.status() else {
        panic!("not played to its end: {stored:?}");
    };
    assert_eq!(stored.players.len(), turn.table.seats.len(), "{stored:?}");
    for (player, seated) in stored.players.iter().zip(&turn.table.seats) {
        let seat = Seat::from_number(u8::try_from(seated.seat).unwrap()).unwrap();
        assert_eq!(
            (player.seat, player.person, player.points, player.rank),
            (
                seated.seat,
                seated.person,
                Some(standings.points[seat].into()),
                i64::try_from(standings.rank(seat)).ok()
            ),
            "{stored:?}"
        );
    }
}

/// Adds two results up.
fn add_results(before: &SeatStats, more: &SeatStats) -> SeatStats {
    SeatStats {
        games: before.games + more.games,
        won: before.won + more.won,
        points: before.points + more.points,
        best: before.best.max(more.best),
        turns: before.turns + more.turns,
        seconds: before.seconds + more.seconds,
        ..more.clone()
    }
}

/// When time is up, as a reminder says it.
fn announced_deadline(content: &str) -> Option<i64> {
    let (_, rest) = content.split_once("Time runs out on <t:")?;
    rest.split(':').next()?.parse().ok()
}

fn actor(person: i64) -> Actor {
    Actor {
        person: PersonId(person),
        name: format!("P{person}"),
        interaction: None,
    }
}

fn post(body: &Value, at: i64) -> Post {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let rows = list(&body["components"])
        .into_iter()
        .flat_map(|row| list(&row["components"]));
    Post {
        nonce: text(&body["nonce"]),
        users: list(&body["allowed_mentions"]["users"])
            .iter()
            .map(text)
            .collect(),
        content: text(&body["content"]),
        buttons: rows
            .filter_map(|item| item["custom_id"].as_str().map(str::to_owned))
            .collect(),
        at,
    }
}

#[test]
fn a_month_of_many_tables() {
    run_month(month_days(5), async {
        Some(Month::start(Database::create_default().await, 1, test_size(10, 200)).await)
    });
}

#[test]
fn a_month_with_two_processes_on_a_server() {
    run_month(month_days(4), async {
        Some(Month::start(Database::create_on_server().await?, 2, test_size(8, 200)).await)
    });
}

fn month_days(usual: usize) -> i64 {
    i64::try_from(test_size(usual, 30)).unwrap()
}

/// Runs a test of this many days.
fn run_month(days: i64, begin: impl Future<Output = Option<Month>>) {
    run_test_within(
        std::time::Duration::from_mins(test_size(15, 60) as u64),
        async {
            let Some(mut month) = begin.await else { return };
            month.choose_settings().await;
            month.open_tables().await;
            let ends = month.now() + days * DAY;
            while month.now() < ends {
                month.inject_random_failure().await;
                month.scene.advance_clock(HOUR);
                if month.chance(60) {
                    month.crash_bot().await;
                }
                month.reopen_channels().await;
                month.deliver_everything().await;
                month.read_posts().await;
                month.assert_everyone_reminded().await;
                Box::pin(month.act_all()).await;
                month.deliver_everything().await;
                month.read_posts().await;
            }
            // All failures are over: pending notices are delivered.
            month
                .scene
                .client
                .delete(format!("{}/people/v1/trouble", month.scene.base))
                .send()
                .await
                .unwrap();
            if let Some((_, until)) = &mut month.shut {
                *until = 0;
            }
            month.reopen_channels().await;
            for _ in 0..3 {
                month.scene.advance_clock(HOUR);
                month.deliver_everything().await;
                month.read_posts().await;
            }
            month.assert_no_table_stuck().await;
            month.finish_some_games().await;
            Box::pin(month.assert_results_follow_from_logs()).await;
            month.scene.stop_bot().await;
            month.assert_ratings_follow_from_results().await;
            month.store.close().await;
            month.scene.end().await;
        },
    );
}
