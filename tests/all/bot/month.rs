//! A month of fifty tables, or of two hundred, with the real bot on the porch and the clock turned hour by hour: people in many zones
//! play when it suits them, begin and forget, ask for time, do not want to be reminded, go on holiday; the bot falls over
//! and is away for days; the chat fails in every way it knows. At every other table people decide ahead what they will do. Whatever happens, each turn is noticed once, and nobody is
//! reminded when they should not be.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::future::Future;

use lanai_ai::Appraise;
use lanai_host::{
    Actor, ChannelId, Clock, Declined, Destination, Failure, GuildId, Holiday, Host, Invitations,
    NewGame, PersonId, PersonSettings, Placed, PremoveCondition, QuietHours, RatingOf, Revision,
    Role, StatsListing, Table, TableId, TableSettings, TableStatus, TimeControl, TimeoutPolicy,
    Timestamp, Waiting,
};
use lanai_porch::{Settings, TOKEN};
use lanai_rules::Title;
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use serde_json::{Value, json};

use super::{Scene, at_most, text, trouble};
use lanai_testing::homes::Database;
use lanai_testing::outside::extent;
use lanai_testing::scenes::rate_all_again;

const PERSONS: usize = 40;
const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;
/// The middle of October 2026: in this month summer time ends in Prague and in New York.
const BEGINS: i64 = 1_791_900_000;
/// So much later a reminder may come whose channel had a fault.
const LATE: i64 = 2 * HOUR;
/// A word comes so long before time is up, and before a night, if it would fall into that.
const WORD_IN_TIME: i64 = 6 * HOUR;
const NIGHT: i64 = 10 * HOUR;
/// What a chat takes later that did not take it now.
const A_MOMENT: i64 = 10;
/// Calls that came after the person had acted already, of a hundred.
const MOST_OVERTAKEN: usize = 3;
/// Turns that were over without a word before, because the chat did not take it, of a hundred.
const MOST_UNHEARD: usize = 3;
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

/// A message that the bot posted and that came to be.
struct Post {
    nonce: String,
    users: Vec<String>,
    content: String,
    buttons: Vec<String>,
    at: i64,
}

/// A turn of somebody, as the month sees it.
#[derive(Clone, Default, Debug)]
struct Turn {
    person: i64,
    /// Who acted before: if it is the same, nobody is called.
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
    /// Where people decide ahead.
    ahead: HashSet<TableId>,
    turns: HashMap<(i64, i64), Turn>,
    current: HashMap<i64, i64>,
    seen: u64,
    /// Since when the bot does what was due: the clock moves on a little while it does.
    due_from: i64,
    posts: Vec<Post>,
    nonces: HashSet<String>,
    shut: Option<(String, i64)>,
    /// When the bot came back that had been away.
    back_at: i64,
    count: BTreeMap<&'static str, usize>,
}

impl Month {
    async fn begin(kept: Database, processes: usize, tables_wanted: usize) -> Month {
        let persons = (0..PERSONS)
            .map(|number| (format!("P{number:02}"), "en-US".to_owned()))
            .collect();
        // The chat remembers no nonce: what keeps news from coming twice is that the bot looks before it tells.
        let settings = Settings {
            persons,
            nonce_lifetime: std::time::Duration::ZERO,
            ..Settings::default()
        };
        let mut scene = Scene::without_bot_kept_in(kept, settings).await;
        scene.processes = processes;
        scene.pictures_within = std::time::Duration::ZERO;
        // The hours of the chat fly: it takes no more in each of them than it ever does, but they are short.
        scene.posts_per_second = 1000;
        // It stands while people think: who acts in the very moment of a reminder gets both.
        scene.clock = Clock::standing_at(Timestamp(BEGINS));
        scene.bot_comes().await;
        let store = scene.store().await;
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

    fn note(&mut self, what: &'static str) {
        *self.count.entry(what).or_default() += 1;
    }

    fn chance(&mut self, one_of: u32) -> bool {
        self.dice.below(one_of) == 0
    }

    // --- Before the month ---

    async fn people_choose(&mut self) {
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
                every: [None, Some(8 * HOUR), Some(12 * HOUR), Some(2 * DAY)][number % 4],
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
                away: (number % 8 == 3)
                    .then_some(Holiday {
                        from: Timestamp(holiday),
                        until: Timestamp(holiday + 4 * DAY),
                    })
                    .into_iter()
                    .collect(),
                here: None,
            };
            let change = |before: &mut PersonSettings| {
                before.clone_from(&personal);
                Ok::<(), ()>(())
            };
            self.host
                .settings
                .change_person_settings(PersonId(person), change)
                .await
                .unwrap()
                .unwrap();
            self.personal.insert(person, personal);
        }
    }

    async fn tables_begin(&mut self) {
        let persons: Vec<i64> = self.personal.keys().copied().collect();
        // A server of which no session tells would be taken for one that removed the bot.
        let server = GuildId(
            text(&self.scene.get("world").await["server"]["id"])
                .parse()
                .unwrap(),
        );
        for number in 0..self.tables_wanted {
            let channel = self.place(number).await;
            let title = if number % 3 == 0 {
                Title::Hawaii
            } else {
                Title::Haleakala
            };
            let seats = if title == Title::Hawaii { 3 } else { 2 };
            let (pace, late) = match number % 10 {
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
                chairs: Some(seats),
                computers: Vec::new(),
                options: String::new(),
                // At the same tables people decide ahead and do not.
                settings: TableSettings {
                    pace,
                    late,
                    rated: number % 4 < 2,
                    ..TableSettings::default()
                },
                guild: server,
                channel: ChannelId(channel.parse().unwrap()),
                above: None,
                language: "en".to_owned(),
                announced: false,
                follows: None,
            };
            let sits = |seat: usize| actor(persons[(number * 7 + seat * 11) % persons.len()]);
            let game = self.host.lobby.open(&new, &sits(0)).await.unwrap().game;
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
        // So many messages with which games begin are more than the chat takes at once.
        self.all_is_done().await;
        for game in self.games.clone() {
            self.scene
                .until("the game begins", async |_| {
                    self.host.tables.find(game).await.unwrap().status == TableStatus::Running
                })
                .await;
            self.turn_begins(game, None).await;
        }
    }

    /// Where a table stands: in a channel, or in a thread, which people may archive.
    async fn place(&self, number: usize) -> String {
        let name = json!({ "name": format!("table-{number}") });
        if number % 4 != 1 {
            return text(&self.scene.post("channels", name).await["id"]);
        }
        let url = format!(
            "{}/api/v10/channels/{}/threads",
            self.scene.base, self.scene.hall
        );
        let thread =
            json!({ "name": format!("table-{number}"), "type": 11, "auto_archive_duration": 60 });
        self.scene.hours.turn(std::time::Duration::from_secs(1));
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
    async fn turn_begins(&mut self, game: TableId, actor: Option<i64>) {
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
            // Whoever has decided already need not be called.
            needs_call: actor != Some(person.0) && waiting.ahead.due.is_none(),
            acts_at: self.now() + wait,
            since: waiting.since.0,
            last_heard: waiting.since.0,
            muted: false,
            forgets: self.chance(10),
            ..Turn::default()
        };
        self.turns.insert((game.0, waiting.turn.0), turn);
    }

    /// Everybody who wants to acts, once.
    async fn people_act(&mut self) {
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
                    Title::Hawaii => Box::pin(self.acts::<Hawaii>(table, &turn, &waiting)).await,
                    Title::Haleakala => self.acts::<Haleakala>(table, &turn, &waiting).await,
                }
            } else if self.chance(60) {
                self.asks_for_peace(table, &turn, &waiting).await;
            }
        }
    }

    async fn acts<G: Appraise>(&mut self, table: Table, turn: &Turn, waiting: &Waiting) {
        let (game, person) = (table.game, turn.person);
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
        self.note("deeds");
        let kept = self.turns.get_mut(&(game.0, waiting.turn.0)).unwrap();
        (kept.forgets, kept.acts_at) = (false, kept.acts_at + 5 * HOUR);
        self.turn_begins(game, Some(person)).await;
        if self.ahead.contains(&game) && self.chance(2) {
            self.decides_ahead::<G>(game, person).await;
        }
    }

    /// Somebody who has acted decides what they will do next; if it is not for them to act again.
    async fn decides_ahead<G: Appraise>(&mut self, game: TableId, person: i64) {
        let table = self.host.tables.find(game).await.unwrap();
        // The bot looks at the same table: the same time has come for both.
        if table.waiting.ahead.due.is_some()
            || table.waiting.ahead.turn_of(PersonId(person)).is_some()
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
            && !turn.uncovers()
            && (turn.steps.is_empty() || !turn.game.begins_turn())
        {
            let legal = turn.legal();
            turn.play(legal[self.dice.below(u32::try_from(legal.len()).unwrap()) as usize])
                .unwrap();
        }
        let turn = ([turn], true);
        let decided = (&turn.0[..], turn.1);
        self.host
            .premoves
            .decide(
                table,
                &actor(person),
                decided,
                Some(PremoveCondition::Whatever),
            )
            .await
            .unwrap();
        self.note("decisions ahead");
    }

    async fn asks_for_peace(&mut self, table: Table, turn: &Turn, waiting: &Waiting) {
        let (game, person, now) = (table.game, actor(turn.person), self.now());
        let until = now + 30 * HOUR;
        if self.chance(2) {
            self.host
                .amendments
                .mute(table, &person, waiting.turn)
                .await
                .unwrap();
            self.turns.get_mut(&(game.0, waiting.turn.0)).unwrap().muted = true;
            self.note("mutes");
        } else {
            self.host
                .amendments
                .snooze(table, &person, Timestamp(until))
                .await
                .unwrap();
            let kept = self.turns.get_mut(&(game.0, waiting.turn.0)).unwrap();
            (kept.snoozed, kept.muted) = (Some(until), false);
            self.note("snoozes");
        }
    }

    // --- What goes wrong ---

    async fn something_goes_wrong(&mut self) {
        let on = |status: u16| json!({ "status": status, "path_contains": "/messages" });
        let fault = match self.dice.below(16) {
            0 => trouble(
                "answer",
                &json!({ "status": 429, "retry_after": 0.02, "global": true }),
            ),
            1 => trouble("answer", &on(502)),
            2 => trouble("answer", &on(503)),
            3 | 4 => trouble(
                "lose_answer",
                &json!({ "path_contains": "/messages", "method": "POST" }),
            ),
            5 => return self.a_message_goes().await,
            6 => return self.a_channel_closes().await,
            7..=9 => return self.a_thread_is_archived().await,
            _ => return,
        };
        self.note("faults");
        self.scene.post("trouble", fault).await;
    }

    /// Somebody throws a message of the bot away.
    async fn a_message_goes(&mut self) {
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
            .standing_message(game, Destination::Channel(channel), Role::Reminder)
            .await
            .unwrap()
        {
            let url = format!("{}/people/v1/messages/{}", self.scene.base, message.0);
            self.scene.client.delete(url).send().await.unwrap();
            self.note("messages thrown away");
        }
    }

    /// A thread goes to sleep: the next message fetches it back.
    async fn a_thread_is_archived(&mut self) {
        let threads = self.scene.threads().await;
        let thread = &threads[self.dice.below(u32::try_from(threads.len()).unwrap()) as usize];
        self.scene
            .post(
                &format!("channels/{thread}/archive"),
                json!({ "locked": false }),
            )
            .await;
        self.note("threads archived");
    }

    /// A channel takes nothing from the bot for some hours.
    async fn a_channel_closes(&mut self) {
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
        self.note("channels closed");
    }

    async fn a_channel_opens(&mut self) {
        let now = self.now();
        if let Some((channel, _)) = self.shut.take_if(|(_, until)| *until <= now) {
            self.scene
                .post("permissions", json!({ "channel": channel, "deny": [] }))
                .await;
        }
    }

    async fn the_bot_falls_over(&mut self) {
        if self.scene.processes > 1 && self.chance(2) {
            self.scene.a_process_is_exchanged().await;
            return self.note("exchanged processes");
        }
        self.scene.bot_goes().await;
        self.read().await;
        let away = [0, 0, 6 * HOUR, 3 * DAY][self.dice.below(4) as usize];
        self.scene.passes(away);
        if away > 0 {
            self.back_at = self.now();
        }
        self.scene.bot_comes().await;
        self.note("restarts");
    }

    // --- What was said ---

    /// Nothing is due any more. What the chat did not take is tried again some seconds later: they pass, too.
    async fn all_is_done(&mut self) {
        self.due_from = self.now();
        let store = &self.store;
        self.scene
            .until("all is done", async |scene| {
                scene.hours.turn(std::time::Duration::from_secs(1));
                scene.clock.turn(0);
                let now = scene.clock.now();
                let idle = store.waits().to_look_at(now, 1).await.unwrap().is_empty()
                    && store.notices().due(now, 1).await.unwrap().is_empty();
                let done = idle
                    && store
                        .notices()
                        .due(now + A_MOMENT, 1)
                        .await
                        .unwrap()
                        .is_empty();
                if idle && !done {
                    scene.clock.turn(1);
                }
                done
            })
            .await;
    }

    /// Turns that the computer began, because it played for somebody whose time was up.
    async fn look(&mut self) {
        for game in self.games.clone() {
            let table = self.host.tables.find(game).await.unwrap();
            let turn = table.waiting.turn;
            if table.status == TableStatus::Running && self.current.get(&game.0) != Some(&turn.0) {
                if self.ahead.contains(&game)
                    && self
                        .store
                        .tables()
                        .entries(game, 0)
                        .await
                        .unwrap()
                        .last()
                        .unwrap()
                        .ahead
                {
                    self.note("turns that had been decided ahead");
                } else {
                    self.note(TAKEN_OVER);
                    let word = self.word_before(game);
                    self.note(word);
                }
                self.turn_begins(game, None).await;
            }
        }
    }

    /// Whether whoever had the turn that is over heard in time that it would be.
    fn word_before(&self, game: TableId) -> &'static str {
        let over = self
            .current
            .get(&game.0)
            .and_then(|turn| self.turns.get(&(game.0, *turn)));
        let lately = |at: i64| self.now() - at <= 2 * WORD_IN_TIME + NIGHT;
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

    /// Reads what the bot posted since it was last looked at.
    async fn read(&mut self) {
        self.look().await;
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
                // A lost answer is a 500, and the message came to be; other faults are other numbers.
                let made = matches!(request["status"].as_u64(), Some(200 | 500));
                if made
                    && request["method"] == "POST"
                    && text(&request["path"]).ends_with("/messages")
                {
                    self.judge(post(&request["body"], self.scene.clock.now().0));
                }
            }
        }
    }

    fn judge(&mut self, post: Post) {
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
            || post.content.contains("have not finished it")
        {
            let turn = numbers("m:").unwrap();
            self.judge_reminder(&post, turn);
        } else if post.content.contains("it is your turn in") {
            self.called(numbers("m:").unwrap(), &post);
        } else if let Some(turn) = numbers("u:").filter(|_| !post.users.is_empty()) {
            self.called(turn, &post);
        }
        self.posts.push(post);
    }

    fn called(&mut self, turn: (i64, i64), post: &Post) {
        // Where several had decided one after the other, a turn between them may have been called to.
        if self.ahead.contains(&TableId(turn.0)) && !self.turns.contains_key(&turn) {
            return self.note("calls to somebody who had decided");
        }
        let turn = self.turns.entry(turn).or_default();
        assert_eq!(
            post.users,
            [turn.person.to_string()],
            "the wrong person: {}",
            post.content
        );
        turn.called += 1;
        self.note("calls");
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
        // What is read now was said at some time since it was due: when the evening began, people were awake.
        let always = |holds: &dyn Fn(i64) -> bool| holds(self.due_from) && holds(post.at);
        assert!(
            !always(&|at| personal.is_quiet(Timestamp(at))),
            "in quiet hours: {}",
            post.content
        );
        assert!(
            !always(&|at| personal.away_at(Timestamp(at)).is_some()),
            "on holiday"
        );
        if post.content.contains("have not finished it") {
            return self.note("nudges");
        }
        if let Some(until) = turn.snoozed {
            assert!(post.at >= until, "before the time that was asked for");
        }
        let asked = turn.snoozed.take().is_some();
        let every = personal.every.unwrap_or(DAY);
        let silent = personal.loud_from(Timestamp(turn.since)) > Timestamp(turn.since)
            && turn.last_heard == turn.since;
        let since = post.at - turn.last_heard;
        if !asked && !silent && since < every - LATE {
            // Before time is up somebody hears of it once more: hours before, or before the night in which it ends.
            let in_time = up(&post.content)
                .is_some_and(|up| (0..=WORD_IN_TIME + NIGHT).contains(&(up - post.at)));
            // Whoever could not be heard while the bot was away hears of it when it is back, however late that is.
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
        self.note("reminders");
    }

    /// Nobody is forgotten who could be reminded.
    async fn nobody_is_missed(&mut self) {
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
                    .is_shut(table.channel, Timestamp(0))
                    .await
                    .unwrap();
            let loud = (0..=6).all(|hours| {
                personal.loud_from(Timestamp(now - hours * HOUR)) == Timestamp(now - hours * HOUR)
            });
            let every = personal.every.unwrap_or(DAY);
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

    async fn nobody_is_stuck(&mut self) {
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
        self.decisions_speed_games_up().await;
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
            overtaken <= 2 + needed * MOST_OVERTAKEN / 100,
            "{overtaken} of {needed}"
        );
        let count = |what: &str| self.count.get(what).copied().unwrap_or_default();
        assert!(
            count(UNHEARD) * 100 <= count(TAKEN_OVER) * MOST_UNHEARD,
            "time was up without a word"
        );
    }
}

impl Month {
    /// Where people decide ahead, more is played in the same time.
    async fn decisions_speed_games_up(&mut self) {
        let mut steps: BTreeMap<(&str, bool), Vec<usize>> = BTreeMap::new();
        for game in self.games.clone() {
            let table = self.host.tables.find(game).await.unwrap();
            let done = self.store.tables().entries(game, 0).await.unwrap().len();
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
        let known = count("calls to somebody who had decided");
        assert!(
            known * 100 < count("calls") * MOST_OVERTAKEN,
            "{known} were called who had decided"
        );
    }
}

impl Month {
    /// On the last evening people sit together at some tables and play to the end: at such as count, and at others.
    async fn some_games_are_played_to_their_end(&mut self) {
        for game in self
            .games
            .iter()
            .copied()
            .filter(|game| !self.ahead.contains(game))
            .take(extent(2, 6))
            .collect::<Vec<_>>()
        {
            match self.host.tables.find(game).await.unwrap().title {
                Title::Hawaii => Box::pin(self.plays_on::<Hawaii>(game)).await,
                Title::Haleakala => Box::pin(self.plays_on::<Haleakala>(game)).await,
            }
            self.all_is_done().await;
        }
    }

    async fn plays_on<G: Appraise>(&mut self, game: TableId) {
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
            self.scene.clock.turn(60);
            match self.host.play.commit_turn(turn, &actor(person.0)).await {
                // Somebody was called or reminded in that moment: they act again, as the bot would for them.
                Ok(_) | Err(Failure::Declined(Declined::Stale)) => {}
                Err(failure) => panic!("a turn is not taken: {failure}"),
            }
        }
    }

    /// Whatever happened, what is kept of games is what their logs say, and ratings are those that follow from the results.
    async fn what_is_kept_follows_from_the_logs(&mut self) {
        let proof = lanai_testing::scenes::verify_all(&self.host).await;
        assert!(
            proof.wrong.is_empty() && proof.other_editions.is_empty(),
            "{proof:?}"
        );
        assert_eq!(
            self.store.departures().list().await.unwrap(),
            [],
            "the bot was there all the time"
        );
        let mut went: BTreeMap<(PersonId, String, i64, i64), Placed> = BTreeMap::new();
        for game in self.games.clone() {
            if self.host.tables.find(game).await.unwrap().status != TableStatus::Over {
                continue;
            }
            let (kept, read) = (
                self.host.history.find(game).await.unwrap(),
                self.host.history.result_by_log(game).await.unwrap(),
            );
            assert_eq!(
                (kept.ending, kept.ended_at, kept.closed),
                (read.ending, read.at, read.closed)
            );
            assert_eq!(kept.players, read.players, "table {}", game.0);
            self.note(if read.rated {
                "games that counted"
            } else {
                "games that did not count"
            });
            let playing = self.host.summaries.summarize_again(game).await.unwrap();
            for (player, playing) in kept.players.iter().zip(playing) {
                let (Some(person), Some(points)) = (player.person, player.points) else {
                    continue;
                };
                let seats = i64::try_from(kept.players.len()).unwrap();
                let placed = Placed {
                    title: kept.title.clone(),
                    seats,
                    seat: player.seat,
                    games: 1,
                    won: i64::from(player.rank == Some(1)),
                    points,
                    best: points,
                    turns: playing.turns,
                    seconds: playing.seconds,
                };
                let place = (person, kept.title.clone(), seats, player.seat);
                let sum = went
                    .get(&place)
                    .map_or_else(|| placed.clone(), |before| together(before, &placed));
                went.insert(place, sum);
            }
        }
        let mut sums = Vec::new();
        for person in self.personal.keys() {
            sums.extend(
                self.store
                    .stats()
                    .placed(PersonId(*person))
                    .await
                    .unwrap()
                    .into_iter()
                    .map(|it| (*person, it)),
            );
        }
        let read: Vec<_> = went
            .into_iter()
            .map(|((person, ..), placed)| (person.0, placed))
            .collect();
        assert_eq!(sums, read, "what statistics tell");
    }

    /// Whoever counts all games anew gets the ratings that are kept. The bot is away: nobody else counts.
    async fn ratings_follow_from_the_results(&mut self) {
        self.host.ratings.rate_games().await.unwrap();
        let kept = self.ratings().await;
        rate_all_again(&self.store).await;
        assert_eq!(self.ratings().await, kept);
        let counted = self
            .count
            .get("games that counted")
            .copied()
            .unwrap_or_default();
        assert!(
            counted > 0 && !kept.is_empty(),
            "no game counted in the whole month"
        );
        assert_eq!(
            self.store.ratings().counted().await.unwrap(),
            Some(i64::try_from(counted).unwrap())
        );
        eprintln!("{counted} games counted, {} ratings", kept.len());
    }

    async fn ratings(&self) -> Vec<(i64, RatingOf)> {
        let mut all = Vec::new();
        for person in self.personal.keys() {
            let ratings = self
                .host
                .ratings
                .list_of_person(PersonId(*person))
                .await
                .unwrap();
            all.extend(ratings.into_iter().map(|of| (*person, of)));
        }
        all
    }
}

/// How games came out, these and one more.
fn together(before: &Placed, more: &Placed) -> Placed {
    Placed {
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
fn up(content: &str) -> Option<i64> {
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
            .filter_map(|it| it["custom_id"].as_str().map(str::to_owned))
            .collect(),
        at,
    }
}

#[test]
fn a_month_of_many_tables() {
    a_month(days(5), async {
        Some(Month::begin(Database::usual().await, 1, extent(10, 200)).await)
    });
}

#[test]
fn a_month_with_two_processes_on_a_server() {
    a_month(days(4), async {
        Some(Month::begin(Database::server().await?, 2, extent(8, 200)).await)
    });
}

fn days(usual: usize) -> i64 {
    i64::try_from(extent(usual, 30)).unwrap()
}

/// So many days of it.
fn a_month(days: i64, begin: impl Future<Output = Option<Month>>) {
    at_most(
        std::time::Duration::from_mins(extent(15, 60) as u64),
        async {
            let Some(mut month) = begin.await else { return };
            month.people_choose().await;
            month.tables_begin().await;
            let ends = month.now() + days * DAY;
            while month.now() < ends {
                month.something_goes_wrong().await;
                month.scene.passes(HOUR);
                if month.chance(60) {
                    month.the_bot_falls_over().await;
                }
                month.a_channel_opens().await;
                month.all_is_done().await;
                month.read().await;
                month.nobody_is_missed().await;
                Box::pin(month.people_act()).await;
                month.all_is_done().await;
                month.read().await;
            }
            // All faults are over: what is still to be said is said.
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
            month.a_channel_opens().await;
            for _ in 0..3 {
                month.scene.passes(HOUR);
                month.all_is_done().await;
                month.read().await;
            }
            month.nobody_is_stuck().await;
            month.some_games_are_played_to_their_end().await;
            Box::pin(month.what_is_kept_follows_from_the_logs()).await;
            month.scene.bot_goes().await;
            month.ratings_follow_from_the_results().await;
            month.store.close().await;
            month.scene.end().await;
        },
    );
}
