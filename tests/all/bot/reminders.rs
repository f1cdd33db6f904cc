//! Days between turns, with the clock turned: calls, reminders, quiet hours, more time, paces, pauses, leavers, looking back.

use serde_json::{Value, json};

use super::{Scene, Shown, evening, text, trouble, whole_games::goes_on};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

impl Scene {
    /// So much time passes.
    pub(super) fn passes(&self, seconds: i64) {
        self.clock.turn(seconds);
        self.hours
            .turn(std::time::Duration::from_secs(seconds.unsigned_abs()));
    }

    /// Somebody takes a turn, whatever it is.
    pub(super) async fn takes_turn(&self, who: &str, channel: &str) -> Shown {
        for _ in 0..20 {
            let shown = self.says(who, channel, "/choose choice:1").await;
            if !goes_on(&shown) {
                return shown;
            }
        }
        panic!("a turn does not end");
    }

    /// A person's own channel with the bot, if it was opened.
    pub(super) async fn own_channel(&self, who: &str) -> Option<String> {
        let world = self.get("world").await;
        let own = world["channels"]
            .as_array()
            .unwrap()
            .iter()
            .find(|it| it["person"] == self.person(who));
        own.map(|it| text(&it["id"]))
    }

    /// What somebody was told in direct messages.
    pub(super) async fn told_directly(&self, who: &str) -> Vec<Shown> {
        match self.own_channel(who).await {
            Some(channel) => self.sees(who, &channel).await,
            None => Vec::new(),
        }
    }

    /// The direct messages to somebody that have buttons, once nothing is left to do.
    async fn buttons_directly(&self, who: &str) -> Vec<String> {
        self.is_quiet().await;
        let all = self.told_directly(who).await.into_iter();
        let with = all.filter(|shown| !shown.is_private() && !shown.components().is_empty());
        with.map(|shown| shown.message()).collect()
    }

    /// Waits until somebody is told something in a direct message.
    pub(super) async fn is_told_directly(&self, who: &str, words: &str) -> Shown {
        let told = async |scene: &Scene| {
            scene
                .told_directly(who)
                .await
                .pop()
                .is_some_and(|last| last.text().contains(words))
        };
        self.until(&format!("{who} reads \"{words}\""), told).await;
        self.told_directly(who).await.pop().unwrap()
    }

    /// Messages of a channel in which something is said.
    pub(super) async fn saying(&self, channel: &str, words: &str) -> Vec<Shown> {
        let all = self.sees("Ana", channel).await;
        all.into_iter()
            .filter(|shown| shown.text().contains(words))
            .collect()
    }

    /// Waits for a message that says something, whatever comes after it.
    pub(super) async fn hears(&self, channel: &str, words: &str) -> Shown {
        let said = format!("somebody reads \"{words}\"");
        self.until(&said, async |scene| {
            !scene.saying(channel, words).await.is_empty()
        })
        .await;
        self.saying(channel, words).await.remove(0)
    }

    /// What somebody reads who asks how the table stands.
    pub(super) async fn status(&self, channel: &str) -> Shown {
        self.says("Dan", channel, "/table show text:true").await
    }

    /// Nothing is left to say or to change. What waits for its time waits a little in earnest.
    pub(super) async fn is_quiet(&self) {
        let store = self.store().await;
        self.until_nothing("all is said", async |scene| {
            scene.clock.turn(0);
            // After days away a channel gets more at once than the chat takes: its limits pass ten times as fast.
            scene.hours.turn(std::time::Duration::from_millis(50));
            let now = scene.clock.now();
            let due = store.notices().due(now + 5, 3).await.unwrap();
            let waits = store.waits().to_look_at(now, 3).await.unwrap();
            (!due.is_empty() || !waits.is_empty())
                .then(|| format!("at {now:?}, but {due:?} and {waits:?}"))
        })
        .await;
        store.close().await;
    }
}

/// A table of two that has begun: where, who is to act, who is not, and the board.
async fn table(scene: &Scene, more: &str) -> (String, String, String, Shown) {
    let place = scene.table("Haleakala", &["Ana", "Ben"], more).await;
    let (who, board) = scene.next(&place, None).await;
    let who = who.unwrap();
    let other = if who == "Ana" { "Ben" } else { "Ana" };
    (place, who, other.to_owned(), board)
}

/// Whether a button is there and cannot be pressed.
fn is_off(shown: &Shown, label: &str) -> bool {
    let found = shown
        .components()
        .into_iter()
        .find(|it| it["label"] == label);
    found.unwrap_or_else(|| panic!("no {label}"))["disabled"] == true
}

fn rings(shown: &Shown) -> &Value {
    &shown.0["message"]["rang"]
}

#[test]
fn player_to_act_is_reminded_daily() {
    evening(async {
        let scene = Scene::begin().await;
        let (place, who, other, _) = table(&scene, "").await;
        scene.passes(23 * HOUR);
        scene.is_quiet().await;
        assert_eq!(
            scene.saying(&place, "has been waiting").await.len(),
            0,
            "not before its time"
        );
        for _ in 0..3 {
            scene.passes(DAY);
            let reminder = scene.told(&place, "has been waiting for you since").await;
            assert_eq!(rings(&reminder), &json!([scene.person(&who)]));
            scene.is_quiet().await;
            let standing = scene.saying(&place, "has been waiting").await;
            assert_eq!(
                standing.len(),
                1,
                "the new one takes the place of the old one"
            );
        }
        let reminder = scene.told(&place, "has been waiting for you since").await;
        scene
            .presses(&other, &reminder, "No more reminders this turn")
            .await
            .says("turn");
        // It can be played from the reminder.
        scene.presses(&who, &reminder, "Take your turn").await;
        scene.takes_turn(&who, &place).await;
        scene.next(&place, None).await;
        scene.is_quiet().await;
        assert_eq!(
            scene.saying(&place, "has been waiting").await.len(),
            0,
            "it is gone with the turn"
        );
        scene.end().await;
    });
}

#[test]
fn one_reminder_after_days_offline() {
    evening(async {
        let mut scene = Scene::begin().await;
        let (place, ..) = table(&scene, "").await;
        scene.is_quiet().await;
        scene.bot_goes().await;
        scene.passes(5 * DAY);
        scene.bot_comes().await;
        scene.told(&place, "has been waiting for you since").await;
        scene.is_quiet().await;
        let posts = scene.requests().await;
        let reminders = posts.iter().filter(|it| {
            it["body"].to_string().contains("has been waiting")
                || it["body"].to_string().contains("m:1:")
        });
        assert_eq!(reminders.count(), 1);
        scene.end().await;
    });
}

#[test]
fn quiet_hours_follow_the_persons_time_zone() {
    evening(async {
        let scene = Scene::begin().await;
        let (place, who, other, _) = table(&scene, "").await;
        // Whoever is next sleeps now, wherever that is: an hour ago until five hours from now.
        let now = scene.clock.now().0 / 60 % (24 * 60);
        let time = |minutes: i64| {
            let minute = (now + minutes).rem_euclid(24 * 60);
            format!("{}:{:02}", minute / 60, minute % 60)
        };
        let line = format!("/remind zone:UTC quiet:{}-{}", time(-60), time(300));
        scene
            .says(&other, &place, &line)
            .await
            .says("Quiet hours")
            .says("UTC");
        scene
            .says(&other, &place, "/remind zone:Atlantis/Center")
            .await
            .says("a time zone called");
        scene
            .says(&other, &place, "/remind quiet:sometimes")
            .await
            .says("Write quiet hours");
        scene.takes_turn(&who, &place).await;
        // The call makes no sound now.
        scene
            .until("they are called", async |scene| {
                let words = format!("<@{}>, it is your turn", scene.person(&other));
                scene
                    .saying(&place, &words)
                    .await
                    .iter()
                    .any(|call| call.is_silent() && rings(call) == &json!([]))
            })
            .await;
        scene.passes(4 * HOUR);
        scene.is_quiet().await;
        assert_eq!(scene.saying(&place, "has been waiting").await.len(), 0);
        // It comes when they get up.
        scene.passes(HOUR + 2 * MINUTE);
        let reminder = scene.told(&place, "has been waiting").await;
        assert_eq!(rings(&reminder), &json!([scene.person(&other)]));
        scene.end().await;
    });
}

#[test]
fn reminders_of_a_turn_can_be_muted_or_postponed() {
    evening(async {
        let scene = Scene::begin().await;
        let (place, who, other, _) = table(&scene, "").await;
        scene.passes(DAY);
        let reminder = scene.told(&place, "has been waiting").await;
        scene
            .presses(&other, &reminder, "I need more time")
            .await
            .says(&format!("It is {who}'s turn"));
        scene
            .says(&other, &place, "/snooze until:3h")
            .await
            .says("turn");
        let menu = scene.presses(&who, &reminder, "I need more time").await;
        assert!(menu.is_private());
        scene
            .chooses(&who, &menu, "2d")
            .await
            .says("I will remind you again");
        scene.is_quiet().await;
        assert_eq!(scene.saying(&place, "asked for more time").await.len(), 1);
        scene
            .status(&place)
            .await
            .says("asked for more time, until");
        scene.passes(2 * DAY - HOUR);
        scene.is_quiet().await;
        assert_eq!(
            scene.saying(&place, "has been waiting").await.len(),
            1,
            "the old one still stands"
        );
        scene.passes(HOUR + MINUTE);
        scene
            .until("there is a new one", async |scene| {
                let standing = scene.saying(&place, "has been waiting").await;
                standing.len() == 1 && standing[0].message() != reminder.message()
            })
            .await;
        let reminder = scene.saying(&place, "has been waiting").await.remove(0);
        scene
            .presses(&who, &reminder, "No more reminders this turn")
            .await
            .says("not be reminded");
        scene.passes(5 * DAY);
        scene.is_quiet().await;
        let still = scene.saying(&place, "has been waiting").await;
        assert_eq!(still[0].message(), reminder.message());
        // The next turn is another.
        scene.takes_turn(&who, &place).await;
        scene.next(&place, Some(&reminder)).await;
        scene.passes(DAY + MINUTE);
        let next = scene.told(&place, "has been waiting").await;
        assert_eq!(rings(&next), &json!([scene.person(&other)]));
        // What is a time of the day depends on where somebody is; how many hours there are to it does not.
        for (until, is_of_day) in [("3h", false), ("tomorrow", true)] {
            let asked = scene
                .says(&other, &place, &format!("/snooze until:{until}"))
                .await;
            asked.says("I will remind you again");
            assert_eq!(
                asked.text().contains("I do not know your time zone"),
                is_of_day,
                "{}",
                asked.text()
            );
        }
        scene.end().await;
    });
}

#[test]
fn pings_and_reminders_can_be_direct_messages() {
    evening(async {
        let scene = Scene::begin().await;
        let (place, who, other, _) = table(&scene, "").await;
        scene
            .says(&other, &place, "/remind direct:true")
            .await
            .says("direct messages");
        scene.takes_turn(&who, &place).await;
        let call = scene
            .is_told_directly(&other, "it is your turn in Haleakala")
            .await;
        assert_eq!(rings(&call), &json!([scene.person(&other)]));
        let board = scene
            .told(
                &place,
                &format!("<@{}>, it is your turn", scene.person(&other)),
            )
            .await;
        assert_eq!(rings(&board), &json!([]), "called once");
        scene.passes(DAY + MINUTE);
        let reminder = scene.is_told_directly(&other, "has been waiting").await;
        assert_eq!(scene.saying(&place, "has been waiting").await.len(), 0);
        // Played from there.
        let panel = scene.presses(&other, &reminder, "Take your turn").await;
        assert!(!panel.components().is_empty(), "{panel:?}");
        // The reminder goes with the turn; what called to it stays.
        assert_eq!(
            scene.buttons_directly(&other).await,
            [call.message(), reminder.message()]
        );
        scene.takes_turn(&other, &place).await;
        scene.is_quiet().await;
        assert_eq!(scene.buttons_directly(&other).await, [call.message()]);
        scene.takes_turn(&who, &place).await;
        // The first call, which says the same, is the last that was told until then.
        scene.is_quiet().await;
        let again = scene
            .is_told_directly(&other, "it is your turn in Haleakala")
            .await;
        assert_eq!(
            scene.buttons_directly(&other).await,
            [call.message(), again.message()]
        );
        scene.takes_turn(&other, &place).await;
        // A press on what is long answered says whose turn it is.
        scene
            .presses(&other, &call, "Take your turn")
            .await
            .says(&format!("{who}'s turn"));
        scene.takes_turn(&who, &place).await;
        scene.is_quiet().await;
        // Whoever takes no direct messages is told in the channel, from then on.
        let own = scene.own_channel(&other).await.unwrap();
        scene
            .post(
                "permissions",
                json!({ "channel": own, "deny": ["SEND_MESSAGES"] }),
            )
            .await;
        scene.passes(DAY + MINUTE);
        scene.told(&place, "has been waiting").await;
        scene
            .says(&other, &place, "/remind")
            .await
            .says("You are reminded");
        scene.end().await;
    });
}

#[test]
fn next_player_can_be_notified() {
    evening(async {
        let scene = Scene::begin().await;
        let people = ["Ana", "Ben", "Dan"];
        let place = scene.table("Hawaii", &people, "").await;
        for who in people {
            scene
                .says(who, &place, "/remind next:true")
                .await
                .says("when you are next");
        }
        let (who, _) = scene.next(&place, None).await;
        scene.takes_turn(&who.unwrap(), &place).await;
        scene
            .until("somebody is told", async |scene| {
                let mut told = 0;
                for who in people {
                    let own = scene.told_directly(who).await;
                    told += own
                        .iter()
                        .filter(|it| it.text().contains("You are next in Hawaii"))
                        .count();
                }
                told == 1
            })
            .await;
        scene.end().await;
    });
}

#[test]
fn timeout_policies() {
    evening(async {
        let scene = Scene::begin().await;
        let line = "/table open game:Haleakala pace:";
        scene
            .says("Ana", &scene.hall, &format!("{line}soon"))
            .await
            .says("I cannot read that as a time limit");
        scene
            .says("Ana", &scene.hall, &format!("{line}0m"))
            .await
            .says("I cannot read that as a time limit");
        let late = "/table open game:Haleakala late:\"The computer plays this turn\"";
        scene
            .says("Ana", &scene.hall, late)
            .await
            .says("Without a time limit");
        scene
            .says("Ana", &scene.hall, "/remind every:never direct:true")
            .await
            .says("in direct messages");
        scene
            .says("Ana", &scene.hall, "/remind every:usual direct:false")
            .await
            .says("like everybody here");
        assert_eq!(
            scene.offered("Ana", &scene.hall, line, "pace").await.len(),
            11
        );
        // A word.
        let (place, who, ..) = table(&scene, "pace:12h").await;
        scene.is_quiet().await;
        scene
            .status(&place)
            .await
            .says("Time limit: 12 hours a turn; then everybody is told");
        scene.passes(12 * HOUR + MINUTE);
        scene.told(&place, &format!("{who}'s time is up.")).await;
        scene.is_quiet().await;
        scene.status(&place).await.says("Time ran out");
        assert!(
            !scene
                .says(&who, &place, "/turn")
                .await
                .components()
                .is_empty(),
            "it is still theirs"
        );
        // The computer plays the turn.
        let late = "late:\"The computer plays this turn\"";
        let (place, who, other, _) = table(&scene, &format!("pace:12h {late}")).await;
        scene.passes(12 * HOUR + MINUTE);
        scene
            .told(&place, "the computer played that turn for you")
            .await;
        let board = scene
            .saying(
                &place,
                &format!("<@{}>, it is your turn", scene.person(&other)),
            )
            .await;
        board[0].says(&format!("{who}'s time is up: the computer plays this turn"));
        // The computer plays until they are back.
        let late = "late:\"The computer plays until the person is back\"";
        let (place, who, other, _) = table(&scene, &format!("pace:12h {late}")).await;
        scene.passes(12 * HOUR + MINUTE);
        let call = scene
            .hears(&place, "the computer is playing for you in Haleakala")
            .await;
        assert_eq!(rings(&call), &json!([scene.person(&who)]));
        let call = format!("<@{}>, it is your turn", scene.person(&other));
        scene.hears(&place, &call).await;
        assert_eq!(scene.saying(&place, &call).await.len(), 1);
        let stood = scene.says(&who, &place, "/turn").await;
        stood.says("the computer is playing your seat");
        scene
            .presses(&who, &stood, "I am back")
            .await
            .says("Welcome back");
        scene.told(&place, &format!("{who} is back")).await;
        scene
            .says(&who, &place, "/table back")
            .await
            .says("You are playing your seat yourself");
        // Whoever leaves the server while the computer plays for them may come back all the same.
        let place = scene
            .table("Haleakala", &["Ben", "Dan"], &format!("pace:12h {late}"))
            .await;
        let who = scene.next(&place, None).await.0.unwrap();
        let other = if who == "Ben" { "Dan" } else { "Ben" };
        scene.passes(12 * HOUR + MINUTE);
        scene
            .hears(&place, "the computer is playing for you in Haleakala")
            .await;
        let line = format!("/table replace who:<@{}>", scene.person(&who));
        scene
            .says(other, &place, &line)
            .await
            .says("The computer is already playing there");
        scene
            .post(&format!("persons/{}/leave", scene.person(&who)), json!({}))
            .await;
        scene
            .says(other, &place, &line)
            .await
            .says("The computer is already playing there");
        scene.end().await;
    });
}

#[test]
fn pause_needs_agreement_and_ends_by_itself() {
    evening(async {
        let scene = Scene::begin().await;
        let (place, who, other, _) = table(&scene, "pace:24h").await;
        scene
            .says(&who, &place, "/table resume")
            .await
            .says("The game is not paused");
        scene
            .says("Dan", &place, "/table pause")
            .await
            .says("You have no seat");
        scene
            .says(&who, &place, "/table pause time:10000 days")
            .await
            .says("cannot read that as a length of time");
        scene
            .says(&who, &place, "/table pause time:3 days")
            .await
            .says("One more player has to agree");
        let asks = scene
            .told(&place, "asks to pause the game for 3 days")
            .await;
        scene
            .presses("Dan", &asks, "Agree")
            .await
            .says("You have no seat");
        scene
            .presses(&other, &asks, "Agree")
            .await
            .says("Everybody agrees");
        scene.told(&place, "The game is paused until").await;
        scene.passes(3 * DAY - HOUR);
        scene.is_quiet().await;
        assert_eq!(scene.saying(&place, "has been waiting").await.len(), 0);
        assert_eq!(scene.saying(&place, "time is up").await.len(), 0);
        scene.passes(HOUR + MINUTE);
        let on = scene.told(&place, "The game goes on").await;
        assert_eq!(rings(&on), &json!([scene.person(&who)]));
        // The time of the pause does not count.
        scene.passes(22 * HOUR);
        scene.is_quiet().await;
        assert_eq!(scene.saying(&place, "time is up").await.len(), 0);
        scene.passes(3 * HOUR);
        scene
            .until("time is up", async |scene| {
                scene.saying(&place, "time is up").await.len() == 1
            })
            .await;
        scene.end().await;
    });
}

#[test]
fn departed_player_is_replaced_and_resignation_is_confirmed() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben", "Dan"], "").await;
        let line = format!("/table replace who:<@{}>", scene.person("Ben"));
        scene.says("Ana", &place, &line).await.says("still here");
        scene
            .post(&format!("persons/{}/leave", scene.person("Ben")), json!({}))
            .await;
        scene
            .says("Chloé", &place, &line)
            .await
            .says("pas à cette table");
        let by = format!("{line} by:<@{}>", scene.person("Chloé"));
        scene.says("Chloé", &place, &by).await.says("fait");
        scene
            .until("it is told", async |scene| {
                !scene
                    .saying(&place, "Chloé plays for Ben from now on")
                    .await
                    .is_empty()
            })
            .await;
        scene.says("Chloé", &place, "/realm").await;
        let sure = scene.says("Dan", &place, "/table resign").await;
        sure.says("Do you really want to");
        scene
            .says("Dan", &place, "/realm text:true")
            .await
            .says("Dan");
        scene
            .presses("Dan", &sure, "Yes, resign")
            .await
            .says("You resigned");
        scene.end().await;
    });
}

#[test]
fn returning_player_gets_the_seat_back() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let line = format!("/table replace who:<@{}>", scene.person("Ben"));
        scene
            .post(&format!("persons/{}/leave", scene.person("Ben")), json!({}))
            .await;
        scene.says("Ana", &place, &line).await.says("Done");
        scene.told(&place, "Ben").await;
        // The computer may be in the middle of a turn.
        scene.is_quiet().await;
        scene
            .post(&format!("persons/{}/join", scene.person("Ben")), json!({}))
            .await;
        scene
            .says("Ben", &place, "/table back")
            .await
            .says("Welcome back");
        scene
            .says("Ben", &place, "/realm text:true")
            .await
            .says("Ben");
        scene.end().await;
    });
}

#[test]
fn owner_is_told_of_an_unwritable_channel() {
    evening(async {
        let scene = Scene::begin().await;
        let (place, who, other, board) = table(&scene, "").await;
        scene.is_quiet().await;
        scene
            .post(
                "permissions",
                json!({ "channel": scene.hall, "deny": ["SEND_MESSAGES_IN_THREADS"] }),
            )
            .await;
        scene
            .takes_turn(&who, &place)
            .await
            .says("others will not see");
        scene
            .is_told_directly("Ana", "where I cannot write any more")
            .await;
        // Meanwhile people are reminded in another way.
        scene.passes(DAY + HOUR);
        scene.is_told_directly(&other, "has been waiting").await;
        assert_eq!(
            scene
                .told_directly("Ana")
                .await
                .iter()
                .filter(|it| it.text().contains("cannot write"))
                .count(),
            1
        );
        // And when the door is open again, it is noticed without anybody's doing.
        scene
            .post("permissions", json!({ "channel": scene.hall, "deny": [] }))
            .await;
        scene.passes(2 * HOUR);
        scene.next(&place, Some(&board)).await;
        scene.is_quiet().await;
        scene.passes(DAY);
        scene.told(&place, "has been waiting").await;
        scene.end().await;
    });
}

#[test]
fn game_moves_from_a_deleted_channel() {
    evening(async {
        let scene = Scene::begin().await;
        let (place, who, other, _) = table(&scene, "").await;
        scene.says(&other, &place, "/remind direct:true").await;
        scene.is_quiet().await;
        let url = format!("{}/people/v1/channels/{place}", scene.base);
        scene.client.delete(url).send().await.unwrap();
        scene.passes(DAY + MINUTE);
        scene
            .is_told_directly("Ana", "is gone, so the game cannot go on there")
            .await;
        let elsewhere = text(&scene.post("channels", json!({ "name": "veranda" })).await["id"]);
        assert_eq!(
            scene
                .offered("Dan", &elsewhere, "/table move", "table")
                .await,
            Vec::<Value>::new()
        );
        scene
            .says("Dan", &elsewhere, "/table move table:1")
            .await
            .says("You have no such table");
        scene
            .says(&who, &elsewhere, "/table move table:soon")
            .await
            .says("You have no such table");
        let offered = scene
            .offered(&who, &elsewhere, "/table move", "table")
            .await;
        let line = format!("/table move table:{}", text(&offered[0]["value"]));
        scene
            .says(&who, &elsewhere, &line)
            .await
            .says(&format!("{who} moved Haleakala 1 to"));
        let place = scene.threads().await.pop().unwrap();
        let board = scene.told(&place, "The game has moved here").await;
        assert!(!board.components().is_empty() && !board.pictures().is_empty());
        // They are reminded here, and play here; whoever comes next is called.
        scene.takes_turn(&who, &place).await;
        scene
            .is_told_directly(&other, "it is your turn in Haleakala")
            .await;
        scene.is_quiet().await;
        scene
            .status(&place)
            .await
            .says(&format!("It is {other}'s turn"));
        scene
            .says(&who, &place, &line)
            .await
            .says("this very channel");
        let offered = scene.offered(&who, &place, "/table move", "table").await;
        assert_eq!(
            offered,
            Vec::<Value>::new(),
            "what stands here cannot come here"
        );
        scene.end().await;
    });
}

#[test]
fn archived_threads_and_server_errors_delay_no_other_table() {
    evening(async {
        let scene = Scene::begin().await;
        let (place, who, other, _) = table(&scene, "").await;
        scene.is_quiet().await;
        scene
            .post(
                &format!("channels/{place}/archive"),
                json!({ "locked": false }),
            )
            .await;
        for fault in [
            trouble(
                "answer",
                &json!({ "status": 429, "retry_after": 0.05, "global": true }),
            ),
            trouble(
                "answer",
                &json!({ "status": 502, "path_contains": "/messages" }),
            ),
            trouble(
                "lose_answer",
                &json!({ "path_contains": "/messages", "method": "POST" }),
            ),
        ] {
            scene.post("trouble", fault).await;
        }
        scene.passes(DAY + MINUTE);
        scene.is_quiet().await;
        for _ in 0..5 {
            scene.passes(5);
            scene.is_quiet().await;
        }
        let reminders = scene.saying(&place, "has been waiting").await;
        assert_eq!(reminders.len(), 1, "{reminders:?}");
        scene.takes_turn(&who, &place).await;
        scene
            .told(
                &place,
                &format!("<@{}>, it is your turn", scene.person(&other)),
            )
            .await;
        scene.end().await;
    });
}

#[test]
fn recap_and_replay() {
    evening(async {
        let scene = Scene::begin().await;
        let (place, mut who, mut other, mut board) = table(&scene, "").await;
        scene
            .says("Dan", &place, "/recap")
            .await
            .says("Nothing has happened");
        for _ in 0..3 {
            scene.takes_turn(&who, &place).await;
            board = scene.next(&place, Some(&board)).await.1;
            (who, other) = (other, who);
        }
        let recap = scene.presses(&who, &board, "Since my last turn").await;
        assert!(recap.is_private());
        recap.says(&other).says("It is your turn");
        assert_eq!(recap.text().lines().count(), 3, "{recap:?}");
        assert_eq!(recap.pictures().len(), 1);
        // Who looks on hears of everything.
        scene.says("Dan", &place, "/recap").await.says("**3.**");
        scene.is_quiet().await;
        let last = scene.says("Dan", &place, "/table replay").await;
        last.says("Turn 3 of 3");
        let mut shown = scene.presses("Dan", &last, "⏮").await;
        shown.says("Before the first turn");
        assert!(shown.is_private() && is_off(&shown, "◀") && !is_off(&shown, "▶"));
        for turn in 1..=3 {
            shown = scene.presses("Dan", &shown, "▶").await;
            assert_eq!(
                shown.outcome(),
                "deferred_update",
                "its picture is promised first"
            );
            shown.says(&format!("Turn {turn} of 3"));
        }
        assert!(is_off(&shown, "▶"));
        scene.presses("Dan", &shown, "◀").await.says("Turn 2 of 3");
        // Each turn has a line as long as there is room; then the first of them share one.
        let mut recap = shown;
        for turn in 4..=8 {
            recap = scene.says("Dan", &place, "/recap").await;
            assert!(
                !recap.text().contains("earlier turn"),
                "{turn}: {}",
                recap.text()
            );
            scene.takes_turn(&who, &place).await;
            board = scene.next(&place, Some(&board)).await.1;
            (who, other) = (other, who);
        }
        recap.says("**7.**");
        scene
            .says("Dan", &place, "/recap")
            .await
            .says("2 earlier turns, then:")
            .says("**6.**");
        scene.end().await;
    });
}
