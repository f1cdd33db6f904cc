//! A season that runs itself: eight people, or sixty-four, in a league of Hawaii and then in a Swiss tournament of Haleakala, with
//! the real bot on the porch and the clock turned by hours. People give up, are silent until the computer sits there for them, come
//! back, drop out, and others come; the bot falls over again and again. No table is missing, none is doubled, and who stands
//! where is what follows from the results of the games.

use std::collections::BTreeSet;
use std::time::Duration;

use lanai::porch::Settings;
use lanai::rules::chance::{Dice, Seed};
use lanai::tables::{
    ChannelId, Clock, Contest, ContestPlace, GameId, Heat, Part, PersonId, Table, TableStatus, Tables,
    Timestamp,
};

use super::{Scene, Shown, at_most};
use crate::outside::extent;
use crate::tables::contests::is_sound;

const HOUR: i64 = 3600;
/// The middle of October 2026.
const BEGINS: i64 = 1_791_900_000;

struct Season {
    scene: Scene,
    tables: Tables,
    dice: Dice,
}

impl Season {
    async fn begin(people: usize) -> Season {
        let persons = (0..people).map(|number| (format!("P{number:02}"), "en-US".to_owned())).collect();
        // The chat remembers no nonce: what keeps anything from being said twice is that the bot looks before.
        let settings = Settings { persons, nonce_life: Duration::ZERO, ..Settings::default() };
        let mut scene = Scene::without_bot(settings).await;
        scene.pictures_within = Duration::ZERO;
        scene.posts_per_second = 1000;
        scene.clock = Clock::standing_at(Timestamp(BEGINS));
        scene.bot_comes().await;
        let tables = Tables::new(scene.store().await).by_clock(scene.clock.clone());
        Season { scene, tables, dice: Dice::new(&Seed::from_number(64), 0) }
    }

    fn chance(&mut self, one_of: u32) -> bool {
        self.dice.below(one_of) == 0
    }

    fn hall(&self) -> ChannelId {
        ChannelId(self.scene.hall.parse().unwrap())
    }

    fn name(&self, person: PersonId) -> String {
        let id = person.0.to_string();
        self.scene.people.iter().find(|(_, known)| **known == id).unwrap().0.clone()
    }

    async fn card(&self, name: &str) -> Shown {
        let hall = self.scene.hall.clone();
        let is = |shown: &Shown| !shown.is_private() && shown.text().starts_with(&format!("**{name}**"));
        let found = async |scene: &Scene| scene.sees("P00", &hall).await.into_iter().rfind(is);
        self.scene.until("the contest is shown", async |scene| found(scene).await.is_some()).await;
        found(&self.scene).await.unwrap()
    }

    /// Waits until everything is done that can be done now: all tables are open and have begun. What the chat did not take is
    /// tried again moments later.
    async fn settles(&self) -> Contest {
        for _ in 0..1200 {
            if let Some(contest) = self.settled().await {
                return contest;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
            self.scene.clock.turn(1);
        }
        panic!("never: all tables are open");
    }

    async fn settled(&self) -> Option<Contest> {
        let contest = self.tables.contest_in(self.hall()).await.unwrap();
        if contest.status == TableStatus::Over {
            return Some(contest);
        }
        let open: Vec<&Heat> = contest.state.heats.iter().filter(|heat| heat.is_open()).collect();
        if open.is_empty() || contest.unopened().next().is_some() {
            return None;
        }
        for heat in open {
            if self.table(contest.games[&heat.number]).await.status != TableStatus::Running {
                return None;
            }
        }
        Some(contest)
    }

    async fn table(&self, game: GameId) -> Table {
        self.tables.numbered(game).await.unwrap()
    }

    /// Somebody gives up at a table, if anybody is there who can: whoever the computer sits in for comes back first.
    async fn gives_up(&mut self, game: GameId) {
        let table = self.table(game).await;
        let place = table.channel.0.to_string();
        let Some(chair) = table.seats.iter().find(|chair| chair.person.is_some()) else { return };
        let who = self.name(chair.person.unwrap());
        if chair.stands_in {
            self.scene.says(&who, &place, "/table back").await;
        }
        self.scene.resigns(&who, &place).await;
    }

    /// Plays a contest that has begun to its end.
    async fn plays(&mut self, name: &str) -> Contest {
        for step in 1..4000 {
            let contest = self.settles().await;
            if contest.status == TableStatus::Over {
                return contest;
            }
            let open: Vec<GameId> = contest
                .state
                .heats
                .iter()
                .filter(|heat| heat.is_open())
                .map(|heat| contest.games[&heat.number])
                .collect();
            let game = open[usize::try_from(self.dice.below(u32::try_from(open.len()).unwrap())).unwrap()];
            // Some tables nobody comes to for days: the computer sits down there.
            match self.dice.below(6) {
                0 => self.scene.clock.turn(7 * HOUR),
                _ => self.gives_up(game).await,
            }
            if self.chance(12) {
                let card = self.card(name).await;
                let entrants = &contest.state.entrants;
                let person = entrants
                    [usize::try_from(self.dice.below(u32::try_from(entrants.len()).unwrap())).unwrap()]
                .person;
                let who = self.name(person);
                let label = if self.chance(3) { "Drop out" } else { "Join as a reserve" };
                self.scene.presses(&who, &card, label).await;
            }
            if step % 9 == 0 {
                self.scene.bot_goes().await;
                self.scene.bot_comes().await;
            }
        }
        panic!("it never ends");
    }

    /// The threads of a contest: as many as tables, each with one.
    async fn is_whole(&self, contest: &Contest) {
        let played = contest.state.heats.iter().filter(|heat| !heat.is_bye()).count();
        assert_eq!(contest.games.len(), played, "no table is missing");
        let mut places = BTreeSet::new();
        for game in contest.games.values() {
            assert!(places.insert(self.table(*game).await.channel.0.to_string()));
        }
        let world = self.scene.get("world").await;
        let named = format!("{} {}.", contest.state.terms.name, contest.id.0);
        let threads: BTreeSet<String> = world["channels"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|it| it["kind"] == "thread" && it["name"].as_str().unwrap().starts_with(&named))
            .map(|it| it["id"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(threads, places, "and none is doubled");
        is_sound(&self.tables, contest).await;
        let cards = self.scene.sees("P00", &self.scene.hall).await;
        let title = format!("**{}**", contest.state.terms.name);
        let cards =
            cards.iter().filter(|shown| !shown.is_private() && shown.text().starts_with(&title)).count();
        assert_eq!(cards, 3, "one to sign up, one while it runs, one when it is over");
    }

    /// The first of a division goes up, and the last goes down.
    async fn tells_who_moves(&self, contest: &Contest) {
        let state = &contest.state;
        if state.divisions() == 1 {
            return;
        }
        let plays = |line: &&ContestPlace| state.entrants[line.entrant].part == Part::Plays;
        let standings: Vec<ContestPlace> = state.standings();
        let card = self.card(&state.terms.name).await;
        for line in standings.iter().filter(plays) {
            let mut peers = standings.iter().filter(plays).filter(|it| it.division == line.division);
            let (first, last) = (peers.next().unwrap().place, peers.next_back().map(|it| it.place));
            let goes = if line.division > 1 && line.place == first {
                " ↑"
            } else if line.division < state.divisions() && Some(line.place) == last {
                " ↓"
            } else {
                ""
            };
            let wanted = format!("{}. {} {}{goes}", line.place, state.name(line.entrant), line.points);
            let rest = card.text().split_once(&wanted).map(|(_, rest)| rest);
            let nothing_else = |rest: &str| !rest.starts_with(" ↑") && !rest.starts_with(" ↓");
            assert!(rest.is_some_and(nothing_else), "{wanted}: {}", card.text());
        }
    }
}

#[test]
fn a_season_runs_itself() {
    let people = extent(8, 64);
    at_most(Duration::from_mins(u64::try_from(extent(6, 60)).unwrap()), async {
        let mut season = Season::begin(people).await;
        let hall = season.scene.hall.clone();
        for (name, kind, rounds) in
            [("League", "game:Hawaii kind:League", 1), ("Cup", "game:Haleakala kind:Swiss", 3)]
        {
            let open = format!("/contest open {kind} title:{name} rounds:{rounds} pace:24h");
            season.scene.says("P00", &hall, &open).await.says("is open");
            let card = season.card(name).await;
            let all: Vec<String> = season.scene.people.keys().cloned().collect();
            // The last of them come only when others drop out.
            for who in all.iter().take(all.len() - all.len() / 8) {
                season.scene.presses(who, &card, "Join").await.says("You have signed up");
            }
            season.scene.presses("P00", &card, "Start").await.says("begins");
            season.scene.bot_goes().await;
            season.scene.bot_comes().await;
            season.settles().await;
            let running = season.card(name).await;
            for who in all.iter().skip(all.len() - all.len() / 8) {
                season.scene.presses(who, &running, "Join as a reserve").await.says("you are a reserve");
            }
            let over = season.plays(name).await;
            season
                .scene
                .until("that is shown", async |_| season.card(name).await.text().contains("has won!"))
                .await;
            season.is_whole(&over).await;
            season.tells_who_moves(&over).await;
        }
        season.scene.end().await;
    });
}
