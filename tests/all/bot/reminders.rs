//! Days between turns, with a turned clock: pings, reminders, quiet hours, extra time, time
//! controls, pauses, departures and recaps.

use serde_json::{Value, json};

use super::{Scene, Shown, injected_failure, text, whole_games::is_same_player_next};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

impl Scene {
    pub(super) fn advance_clock(&self, seconds: i64) {
        self.clock.advance(seconds);
        self.hours
            .advance(std::time::Duration::from_secs(seconds.unsigned_abs()));
    }

    /// Takes any turn for a player.
    pub(super) async fn take_turn(&self, who: &str, channel: &str) -> Shown {
        for _ in 0..20 {
            let answer = self.run_command(who, channel, "/choose choice:1").await;
            if !is_same_player_next(&answer) {
                return answer;
            }
        }
        panic!("a turn does not end");
    }

    /// A person's own channel with the bot, if it was opened.
    pub(super) async fn direct_channel(&self, who: &str) -> Option<String> {
        let world = self.get("world").await;
        let own = world["channels"]
            .as_array()
            .unwrap()
            .iter()
            .find(|item| item["person"] == self.person(who));
        own.map(|item| text(&item["id"]))
    }

    /// Opens a person's own channel with the bot.
    pub(super) async fn open_direct_channel(&self, who: &str) -> String {
        let person = self.person(who);
        self.post("channels", json!({ "dm": person })).await;
        self.direct_channel(who).await.unwrap()
    }

    pub(super) async fn list_direct_messages(&self, who: &str) -> Vec<Shown> {
        match self.direct_channel(who).await {
            Some(channel) => self.list_visible_messages(who, &channel).await,
            None => Vec::new(),
        }
    }

    /// Returns the direct messages with buttons, once nothing is due.
    async fn list_direct_buttons(&self, who: &str) -> Vec<String> {
        self.wait_until_idle().await;
        let all = self.list_direct_messages(who).await.into_iter();
        let with = all.filter(|answer| !answer.is_private() && !answer.components().is_empty());
        with.map(|answer| answer.message_id()).collect()
    }

    pub(super) async fn wait_for_direct_message(&self, who: &str, words: &str) -> Shown {
        self.wait_until(
            &format!("{who} reads \"{words}\""),
            async |scene: &Scene| {
                scene
                    .list_direct_messages(who)
                    .await
                    .pop()
                    .is_some_and(|last| last.text().contains(words))
            },
        )
        .await;
        self.list_direct_messages(who).await.pop().unwrap()
    }

    pub(super) async fn list_messages_with(&self, channel: &str, words: &str) -> Vec<Shown> {
        let all = self.list_visible_messages("Ana", channel).await;
        all.into_iter()
            .filter(|answer| answer.text().contains(words))
            .collect()
    }

    /// Waits for a message with these words, whatever follows it.
    pub(super) async fn wait_for_message(&self, channel: &str, words: &str) -> Shown {
        let said = format!("a message says \"{words}\"");
        self.wait_until(&said, async |scene| {
            !scene.list_messages_with(channel, words).await.is_empty()
        })
        .await;
        self.list_messages_with(channel, words).await.remove(0)
    }

    /// Returns the status of a table.
    pub(super) async fn show_status(&self, channel: &str) -> Shown {
        self.run_command("Dan", channel, "/table show text:true")
            .await
    }

    /// Waits until nothing is due, including standing messages that are delayed a little.
    pub(super) async fn wait_until_idle(&self) {
        let store = self.open_store().await;
        self.wait_until_none("all is said", async |scene| {
            scene.clock.advance(0);
            // After days offline a channel exceeds its rate limit; this clock runs faster.
            scene.hours.advance(std::time::Duration::from_millis(50));
            let now = scene.clock.now();
            let due = store.notices().list_due(now + 5, 3).await.unwrap();
            let waits = store.waits().list_due(now, 3).await.unwrap();
            (!due.is_empty() || !waits.is_empty())
                .then(|| format!("at {now:?}, but {due:?} and {waits:?}"))
        })
        .await;
        store.close().await;
    }
}

/// Starts a game of two; returns the channel, the player to act, the other one and the board.
async fn start_game_of_two(scene: &Scene, more: &str) -> (String, String, String, Shown) {
    let thread = scene.start_table("Haleakala", &["Ana", "Ben"], more).await;
    let (who, board) = scene.wait_for_player(&thread, None).await;
    let other = if who == "Ana" { "Ben" } else { "Ana" };
    (thread, who, other.to_owned(), board)
}

pub(super) fn is_button_disabled(answer: &Shown, label: &str) -> bool {
    let found = answer
        .components()
        .into_iter()
        .find(|item| item["label"] == label);
    found.unwrap_or_else(|| panic!("no {label}"))["disabled"] == true
}

fn ringing(answer: &Shown) -> &Value {
    &answer.0["message"]["rang"]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn player_to_act_is_reminded_daily() {
    let scene = Scene::start().await;
    let (thread, who, other, _) = start_game_of_two(&scene, "").await;
    scene.advance_clock(23 * HOUR);
    scene.wait_until_idle().await;
    assert_eq!(
        scene
            .list_messages_with(&thread, "has been waiting")
            .await
            .len(),
        0,
        "not before its time"
    );
    for _ in 0..3 {
        scene.advance_clock(DAY);
        let reminder = scene
            .wait_for_text(&thread, "has been waiting for you since")
            .await;
        assert_eq!(ringing(&reminder), &json!([scene.person(&who)]));
        scene.wait_until_idle().await;
        let standing = scene.list_messages_with(&thread, "has been waiting").await;
        assert_eq!(
            standing.len(),
            1,
            "the new one takes the place of the old one"
        );
    }
    let reminder = scene
        .wait_for_text(&thread, "has been waiting for you since")
        .await;
    scene
        .assert_press(&other, &reminder, "No more reminders this turn", "turn")
        .await;
    scene.press_button(&who, &reminder, "Take your turn").await;
    scene.take_turn(&who, &thread).await;
    scene.wait_for_turn(&thread, None).await;
    scene.wait_until_idle().await;
    assert_eq!(
        scene
            .list_messages_with(&thread, "has been waiting")
            .await
            .len(),
        0,
        "it is gone with the turn"
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_reminder_after_days_offline() {
    let mut scene = Scene::start().await;
    let (thread, ..) = start_game_of_two(&scene, "").await;
    scene.wait_until_idle().await;
    scene.stop_bot().await;
    scene.advance_clock(5 * DAY);
    scene.start_bot().await;
    scene
        .wait_for_text(&thread, "has been waiting for you since")
        .await;
    scene.wait_until_idle().await;
    let posts = scene.list_requests().await;
    let reminders = posts.iter().filter(|item| {
        item["body"].to_string().contains("has been waiting")
            || item["body"].to_string().contains("m:1:")
    });
    assert_eq!(reminders.count(), 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn quiet_hours_follow_the_persons_time_zone() {
    let scene = Scene::start().await;
    let (thread, who, other, _) = start_game_of_two(&scene, "").await;
    // The next player is asleep from an hour ago until five hours from now.
    let now = scene.clock.now().0 / 60 % (24 * 60);
    let time = |minutes: i64| {
        let minute = (now + minutes).rem_euclid(24 * 60);
        format!("{}:{:02}", minute / 60, minute % 60)
    };
    let line = format!("/remind zone:UTC quiet:{}-{}", time(-60), time(300));
    scene
        .run_command(&other, &thread, &line)
        .await
        .assert_says("Quiet hours")
        .assert_says("UTC");
    scene
        .run_command(&other, &thread, "/remind zone:Atlantis/Center")
        .await
        .assert_says("a time zone called");
    scene
        .run_command(&other, &thread, "/remind quiet:sometimes")
        .await
        .assert_says("Write quiet hours");
    scene.take_turn(&who, &thread).await;
    // The call makes no sound now.
    scene
        .wait_until("they are called", async |scene| {
            let words = format!("<@{}>, it's your turn", scene.person(&other));
            scene
                .list_messages_with(&thread, &words)
                .await
                .iter()
                .any(|call| call.is_silent() && ringing(call) == &json!([]))
        })
        .await;
    scene.advance_clock(4 * HOUR);
    scene.wait_until_idle().await;
    assert_eq!(
        scene
            .list_messages_with(&thread, "has been waiting")
            .await
            .len(),
        0
    );
    // The reminder follows in the morning.
    scene.advance_clock(HOUR + 2 * MINUTE);
    let reminder = scene.wait_for_text(&thread, "has been waiting").await;
    assert_eq!(ringing(&reminder), &json!([scene.person(&other)]));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reminders_of_a_turn_can_be_muted_or_postponed() {
    let scene = Scene::start().await;
    let (thread, who, other, _) = start_game_of_two(&scene, "").await;
    scene.advance_clock(DAY);
    let reminder = scene.wait_for_text(&thread, "has been waiting").await;
    scene
        .press_button(&other, &reminder, "I need more time")
        .await
        .assert_says(&format!("It's {who}'s turn"));
    scene
        .assert_answer(&other, &thread, "/snooze until:3h", "turn")
        .await;
    let menu = scene
        .press_button(&who, &reminder, "I need more time")
        .await;
    assert!(menu.is_private());
    scene
        .choose(&who, &menu, "2d")
        .await
        .assert_says("I'll remind you again");
    scene.wait_until_idle().await;
    assert_eq!(
        scene
            .list_messages_with(&thread, "asked for more time")
            .await
            .len(),
        1
    );
    scene
        .show_status(&thread)
        .await
        .assert_says("asked for more time, until");
    scene.advance_clock(2 * DAY - HOUR);
    scene.wait_until_idle().await;
    assert_eq!(
        scene
            .list_messages_with(&thread, "has been waiting")
            .await
            .len(),
        1,
        "the old one still stands"
    );
    scene.advance_clock(HOUR + MINUTE);
    scene
        .wait_until("there is a new one", async |scene| {
            let standing = scene.list_messages_with(&thread, "has been waiting").await;
            standing.len() == 1 && standing[0].message_id() != reminder.message_id()
        })
        .await;
    let reminder = scene
        .list_messages_with(&thread, "has been waiting")
        .await
        .remove(0);
    scene
        .press_button(&who, &reminder, "No more reminders this turn")
        .await
        .assert_says("won't be reminded");
    scene.advance_clock(5 * DAY);
    scene.wait_until_idle().await;
    let still = scene.list_messages_with(&thread, "has been waiting").await;
    assert_eq!(still[0].message_id(), reminder.message_id());
    // The next turn is another.
    scene.take_turn(&who, &thread).await;
    scene.wait_for_turn(&thread, Some(&reminder)).await;
    scene.advance_clock(DAY + MINUTE);
    let next = scene.wait_for_text(&thread, "has been waiting").await;
    assert_eq!(ringing(&next), &json!([scene.person(&other)]));
    // A time of day depends on the time zone; a duration does not.
    for (until, is_of_day) in [("3h", false), ("tomorrow", true)] {
        let asked = scene
            .run_command(&other, &thread, &format!("/snooze until:{until}"))
            .await;
        asked.assert_says("I'll remind you again");
        assert_eq!(
            asked.text().contains("I don't know your time zone"),
            is_of_day,
            "{}",
            asked.text()
        );
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pings_and_reminders_can_be_direct_messages() {
    let scene = Scene::start().await;
    let (thread, who, other, _) = start_game_of_two(&scene, "").await;
    scene
        .assert_answer(&other, &thread, "/remind direct:true", "direct messages")
        .await;
    scene.take_turn(&who, &thread).await;
    let call = scene
        .wait_for_direct_message(&other, "it's your turn in Haleakala")
        .await;
    assert_eq!(ringing(&call), &json!([scene.person(&other)]));
    let board = scene
        .wait_for_text(
            &thread,
            &format!("<@{}>, it's your turn", scene.person(&other)),
        )
        .await;
    assert_eq!(ringing(&board), &json!([]), "called once");
    scene.advance_clock(DAY + MINUTE);
    let reminder = scene
        .wait_for_direct_message(&other, "has been waiting")
        .await;
    assert_eq!(
        scene
            .list_messages_with(&thread, "has been waiting")
            .await
            .len(),
        0
    );
    // Played from there.
    let panel = scene
        .press_button(&other, &reminder, "Take your turn")
        .await;
    assert!(!panel.components().is_empty(), "{panel:?}");
    // The reminder is deleted with the turn; the ping stays.
    assert_eq!(
        scene.list_direct_buttons(&other).await,
        [call.message_id(), reminder.message_id()]
    );
    scene.take_turn(&other, &thread).await;
    scene.wait_until_idle().await;
    assert_eq!(scene.list_direct_buttons(&other).await, [call.message_id()]);
    scene.take_turn(&who, &thread).await;
    // The first ping, with the same text, is the newest message until then.
    scene.wait_until_idle().await;
    let again = scene
        .wait_for_direct_message(&other, "it's your turn in Haleakala")
        .await;
    assert_eq!(
        scene.list_direct_buttons(&other).await,
        [call.message_id(), again.message_id()]
    );
    scene.take_turn(&other, &thread).await;
    // A press on what is long answered says whose turn it is.
    scene
        .assert_press(&other, &call, "Take your turn", &format!("{who}'s turn"))
        .await;
    scene.take_turn(&who, &thread).await;
    scene.wait_until_idle().await;
    // A player with closed direct messages is told in the channel from then on.
    let own = scene.direct_channel(&other).await.unwrap();
    scene
        .post(
            "permissions",
            json!({ "channel": own, "deny": ["SEND_MESSAGES"] }),
        )
        .await;
    scene.advance_clock(DAY + MINUTE);
    scene.wait_for_text(&thread, "has been waiting").await;
    scene
        .assert_answer(&other, &thread, "/remind", "You're reminded")
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn next_player_can_be_notified() {
    let scene = Scene::start().await;
    let people = ["Ana", "Ben", "Dan"];
    let thread = scene.start_table("Hawaii", &people, "").await;
    for who in people {
        scene
            .assert_answer(who, &thread, "/remind next:true", "when you're next")
            .await;
    }
    let (who, _) = scene.wait_for_turn(&thread, None).await;
    scene.take_turn(&who.unwrap(), &thread).await;
    scene
        .wait_until("a direct message arrives", async |scene| {
            let mut told = 0;
            for who in people {
                let own = scene.list_direct_messages(who).await;
                told += own
                    .iter()
                    .filter(|item| item.text().contains("You're next in Hawaii"))
                    .count();
            }
            told == 1
        })
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn timeout_policies() {
    let scene = Scene::start().await;
    let line = "/table open game:Haleakala pace:";
    scene
        .run_command("Ana", &scene.main_channel, &format!("{line}soon"))
        .await
        .assert_says("I can't read that as a time limit");
    scene
        .run_command("Ana", &scene.main_channel, &format!("{line}0m"))
        .await
        .assert_says("I can't read that as a time limit");
    let late = "/table open game:Haleakala late:\"The computer plays this turn\"";
    scene
        .assert_answer("Ana", &scene.main_channel, late, "Without a time limit")
        .await;
    scene
        .assert_answer(
            "Ana",
            &scene.main_channel,
            "/remind every:never direct:true",
            "in direct messages",
        )
        .await;
    scene
        .assert_answer(
            "Ana",
            &scene.main_channel,
            "/remind every:usual direct:false",
            "which is the default here",
        )
        .await;
    assert_eq!(
        scene
            .list_suggestions("Ana", &scene.main_channel, line, "pace")
            .await
            .len(),
        11
    );
    // A word.
    let (thread, who, ..) = start_game_of_two(&scene, "pace:12h").await;
    scene.wait_until_idle().await;
    scene
        .show_status(&thread)
        .await
        .assert_says("Time limit: 12 hours a turn; then everybody is told");
    scene.advance_clock(12 * HOUR + MINUTE);
    scene
        .wait_for_text(&thread, &format!("{who}'s time is up."))
        .await;
    scene.wait_until_idle().await;
    scene.show_status(&thread).await.assert_says("Time ran out");
    assert!(
        !scene
            .run_command(&who, &thread, "/turn")
            .await
            .components()
            .is_empty(),
        "it's still theirs"
    );
    // The computer plays the turn.
    let late = "late:\"The computer plays this turn\"";
    let (thread, who, other, _) = start_game_of_two(&scene, &format!("pace:12h {late}")).await;
    scene.advance_clock(12 * HOUR + MINUTE);
    scene
        .wait_for_text(&thread, "the computer played that turn for you")
        .await;
    let board = scene
        .list_messages_with(
            &thread,
            &format!("<@{}>, it's your turn", scene.person(&other)),
        )
        .await;
    board[0].assert_says(&format!("{who}'s time is up: the computer plays this turn"));
    // The computer plays until they are back.
    let late = "late:\"The computer plays until the person is back\"";
    let (thread, who, other, _) = start_game_of_two(&scene, &format!("pace:12h {late}")).await;
    scene.advance_clock(12 * HOUR + MINUTE);
    let call = scene
        .wait_for_message(&thread, "the computer is playing for you in Haleakala")
        .await;
    assert_eq!(ringing(&call), &json!([scene.person(&who)]));
    let call = format!("<@{}>, it's your turn", scene.person(&other));
    scene.wait_for_message(&thread, &call).await;
    assert_eq!(scene.list_messages_with(&thread, &call).await.len(), 1);
    let stood = scene.run_command(&who, &thread, "/turn").await;
    stood.assert_says("the computer is playing for you");
    scene
        .assert_press(&who, &stood, "I'm back", "Welcome back")
        .await;
    scene
        .wait_for_text(&thread, &format!("{who} is back"))
        .await;
    scene
        .run_command(&who, &thread, "/table back")
        .await
        .assert_says("Nobody is playing for you");
    // A player who leaves the guild while the computer plays for them may come back.
    let thread = scene
        .start_table("Haleakala", &["Ben", "Dan"], &format!("pace:12h {late}"))
        .await;
    let who = scene.wait_for_turn(&thread, None).await.0.unwrap();
    let other = if who == "Ben" { "Dan" } else { "Ben" };
    scene.advance_clock(12 * HOUR + MINUTE);
    scene
        .wait_for_message(&thread, "the computer is playing for you in Haleakala")
        .await;
    let line = format!("/table replace who:<@{}>", scene.person(&who));
    scene
        .run_command(other, &thread, &line)
        .await
        .assert_says("The computer is already playing for this person");
    scene
        .post(&format!("persons/{}/leave", scene.person(&who)), json!({}))
        .await;
    scene
        .run_command(other, &thread, &line)
        .await
        .assert_says("The computer is already playing for this person");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pause_needs_agreement_and_ends_by_itself() {
    let scene = Scene::start().await;
    let (thread, who, other, _) = start_game_of_two(&scene, "pace:24h").await;
    scene
        .assert_answer(&who, &thread, "/table resume", "The game isn't paused")
        .await;
    scene
        .assert_answer("Dan", &thread, "/table pause", "You have no seat")
        .await;
    scene
        .run_command(&who, &thread, "/table pause time:10000 days")
        .await
        .assert_says("can't read that as a length of time");
    scene
        .run_command(&who, &thread, "/table pause time:3 days")
        .await
        .assert_says("One more player has to agree");
    let asks = scene
        .wait_for_text(&thread, "asks to pause the game for 3 days")
        .await;
    scene
        .assert_press("Dan", &asks, "Agree", "You have no seat")
        .await;
    scene
        .assert_press(&other, &asks, "Agree", "Everybody agrees")
        .await;
    scene
        .wait_for_text(&thread, "The game is paused until")
        .await;
    scene.advance_clock(3 * DAY - HOUR);
    scene.wait_until_idle().await;
    assert_eq!(
        scene
            .list_messages_with(&thread, "has been waiting")
            .await
            .len(),
        0
    );
    assert_eq!(
        scene.list_messages_with(&thread, "time is up").await.len(),
        0
    );
    scene.advance_clock(HOUR + MINUTE);
    let on = scene.wait_for_text(&thread, "The game goes on").await;
    assert_eq!(ringing(&on), &json!([scene.person(&who)]));
    // The time of the pause does not count.
    scene.advance_clock(22 * HOUR);
    scene.wait_until_idle().await;
    assert_eq!(
        scene.list_messages_with(&thread, "time is up").await.len(),
        0
    );
    scene.advance_clock(3 * HOUR);
    scene
        .wait_until("time is up", async |scene| {
            scene.list_messages_with(&thread, "time is up").await.len() == 1
        })
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn declined_proposal_is_withdrawn() {
    let scene = Scene::start().await;
    let (thread, who, other, _) = start_game_of_two(&scene, "").await;
    scene
        .run_command(&who, &thread, "/table pause time:1 day")
        .await;
    let asks = scene.wait_for_text(&thread, "asks to pause").await;
    scene
        .assert_press("Dan", &asks, "No", "You have no seat")
        .await;
    scene
        .assert_press(&other, &asks, "No", "stays as it is")
        .await;
    scene
        .wait_for_text(&thread, &format!("{other} doesn't agree"))
        .await;
    scene
        .assert_press(&who, &asks, "Agree", "nothing to agree to")
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn paused_game_takes_no_turn_by_command_or_button() {
    let scene = Scene::start().await;
    let (thread, who, other, board) = start_game_of_two(&scene, "").await;
    let panel = scene.run_command(&who, &thread, "/turn").await;
    let (step, _) = panel.open_choices().swap_remove(0);
    scene
        .run_command(&who, &thread, "/table pause time:1 day")
        .await;
    let asks = scene.wait_for_text(&thread, "asks to pause").await;
    scene.press_button(&other, &asks, "Agree").await;
    let paused = "The game is paused until";
    scene.wait_for_text(&thread, paused).await;
    scene.assert_answer(&who, &thread, "/turn", paused).await;
    scene
        .assert_answer(&who, &thread, "/table undo", paused)
        .await;
    scene
        .assert_answer(&who, &thread, "/ahead turn:pass 1", paused)
        .await;
    scene
        .assert_press(&who, &board, "Take your turn", paused)
        .await;
    let answer = scene.press_id(&who, &panel.message_id(), &step).await;
    answer.assert_says(paused);
    scene
        .assert_answer(&who, &thread, "/snooze until:2h", paused)
        .await;
    let messages = scene.list_public_messages(&thread).await.len();
    scene.advance_clock(DAY - HOUR);
    scene.wait_until_idle().await;
    assert_eq!(scene.list_public_messages(&thread).await.len(), messages);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn departed_player_is_replaced_and_resignation_is_confirmed() {
    let scene = Scene::start().await;
    let thread = scene
        .start_table("Hawaii", &["Ana", "Ben", "Dan"], "")
        .await;
    let line = format!("/table replace who:<@{}>", scene.person("Ben"));
    scene
        .assert_answer("Ana", &thread, &line, "still here")
        .await;
    scene
        .post(&format!("persons/{}/leave", scene.person("Ben")), json!({}))
        .await;
    scene
        .assert_answer("Chloé", &thread, &line, "pas à cette table")
        .await;
    let by = format!("{line} by:<@{}>", scene.person("Chloé"));
    scene.assert_answer("Chloé", &thread, &by, "fait").await;
    scene
        .wait_until("it is told", async |scene| {
            !scene
                .list_messages_with(&thread, "Chloé plays for Ben from now on")
                .await
                .is_empty()
        })
        .await;
    scene.run_command("Chloé", &thread, "/realm").await;
    let sure = scene.run_command("Dan", &thread, "/table resign").await;
    sure.assert_says("Do you really want to");
    scene
        .assert_answer("Dan", &thread, "/realm text:true", "Dan")
        .await;
    scene
        .assert_press("Dan", &sure, "Yes, resign", "You resigned")
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn returning_player_gets_the_seat_back() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let line = format!("/table replace who:<@{}>", scene.person("Ben"));
    scene
        .post(&format!("persons/{}/leave", scene.person("Ben")), json!({}))
        .await;
    scene.assert_answer("Ana", &thread, &line, "Done").await;
    scene.wait_for_text(&thread, "Ben").await;
    // The computer may be in the middle of a turn.
    scene.wait_until_idle().await;
    scene
        .post(&format!("persons/{}/join", scene.person("Ben")), json!({}))
        .await;
    scene
        .assert_answer("Ben", &thread, "/table back", "Welcome back")
        .await;
    scene
        .assert_answer("Ben", &thread, "/realm text:true", "Ben")
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn owner_is_told_of_an_unwritable_channel() {
    let scene = Scene::start().await;
    let (thread, who, other, board) = start_game_of_two(&scene, "").await;
    scene.wait_until_idle().await;
    scene
        .post(
            "permissions",
            json!({ "channel": scene.main_channel, "deny": ["SEND_MESSAGES_IN_THREADS"] }),
        )
        .await;
    scene
        .take_turn(&who, &thread)
        .await
        .assert_says("others won't see");
    scene
        .wait_for_direct_message("Ana", "where I can't write any more")
        .await;
    scene.advance_clock(DAY + HOUR);
    scene
        .wait_for_direct_message(&other, "has been waiting")
        .await;
    assert_eq!(
        scene
            .list_direct_messages("Ana")
            .await
            .iter()
            .filter(|item| item.text().contains("can't write"))
            .count(),
        1
    );
    // When the channel is writable again, it is noticed without anyone acting.
    scene
        .post(
            "permissions",
            json!({ "channel": scene.main_channel, "deny": [] }),
        )
        .await;
    scene.advance_clock(2 * HOUR);
    scene.wait_for_turn(&thread, Some(&board)).await;
    scene.wait_until_idle().await;
    scene.advance_clock(DAY);
    scene.wait_for_text(&thread, "has been waiting").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn game_moves_from_a_deleted_channel() {
    let scene = Scene::start().await;
    let (thread, who, other, _) = start_game_of_two(&scene, "").await;
    scene
        .run_command(&other, &thread, "/remind direct:true")
        .await;
    scene.wait_until_idle().await;
    let url = format!("{}/people/v1/channels/{thread}", scene.base);
    scene.client.delete(url).send().await.unwrap();
    scene.advance_clock(DAY + MINUTE);
    scene
        .wait_for_direct_message("Ana", "is gone, so the game can't go on there")
        .await;
    let elsewhere = text(&scene.post("channels", json!({ "name": "veranda" })).await["id"]);
    assert_eq!(
        scene
            .list_suggestions("Dan", &elsewhere, "/table move", "table")
            .await,
        Vec::<Value>::new()
    );
    scene
        .run_command("Dan", &elsewhere, "/table move table:1")
        .await
        .assert_says("You have no such table");
    scene
        .run_command(&who, &elsewhere, "/table move table:soon")
        .await
        .assert_says("You have no such table");
    let offered = scene
        .list_suggestions(&who, &elsewhere, "/table move", "table")
        .await;
    let line = format!("/table move table:{}", text(&offered[0]["value"]));
    scene
        .run_command(&who, &elsewhere, &line)
        .await
        .assert_says(&format!("{who} moved Haleakala 1 to"));
    let thread = scene.list_threads().await.pop().unwrap();
    let board = scene
        .wait_for_text(&thread, "The game has moved here")
        .await;
    assert!(!board.components().is_empty() && !board.picture_urls().is_empty());
    // Reminders and turns work here, and the next player is pinged.
    scene.take_turn(&who, &thread).await;
    scene
        .wait_for_direct_message(&other, "it's your turn in Haleakala")
        .await;
    scene.wait_until_idle().await;
    scene
        .show_status(&thread)
        .await
        .assert_says(&format!("It's been {other}'s turn since"));
    scene
        .assert_answer(&who, &thread, &line, "already in this channel")
        .await;
    let offered = scene
        .list_suggestions(&who, &thread, "/table move", "table")
        .await;
    assert_eq!(
        offered,
        Vec::<Value>::new(),
        "what stands here cannot come here"
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn archived_threads_and_server_errors_delay_no_other_table() {
    let scene = Scene::start().await;
    let (thread, who, other, _) = start_game_of_two(&scene, "").await;
    scene.wait_until_idle().await;
    scene
        .post(
            &format!("channels/{thread}/archive"),
            json!({ "locked": false }),
        )
        .await;
    for fault in [
        injected_failure(
            "answer",
            &json!({ "status": 429, "retry_after": 0.05, "global": true }),
        ),
        injected_failure(
            "answer",
            &json!({ "status": 502, "path_contains": "/messages" }),
        ),
        injected_failure(
            "lose_answer",
            &json!({ "path_contains": "/messages", "method": "POST" }),
        ),
    ] {
        scene.post("trouble", fault).await;
    }
    scene.advance_clock(DAY + MINUTE);
    scene.wait_until_idle().await;
    for _ in 0..5 {
        scene.advance_clock(5);
        scene.wait_until_idle().await;
    }
    let reminders = scene.list_messages_with(&thread, "has been waiting").await;
    assert_eq!(reminders.len(), 1, "{reminders:?}");
    scene.take_turn(&who, &thread).await;
    scene
        .wait_for_text(
            &thread,
            &format!("<@{}>, it's your turn", scene.person(&other)),
        )
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn recap_and_replay() {
    let scene = Scene::start().await;
    let (thread, mut who, mut other, mut board) = start_game_of_two(&scene, "").await;
    scene
        .assert_answer("Dan", &thread, "/recap", "Nothing has happened")
        .await;
    for _ in 0..3 {
        scene.take_turn(&who, &thread).await;
        board = scene.wait_for_turn(&thread, Some(&board)).await.1;
        (who, other) = (other, who);
    }
    let recap = scene.press_button(&who, &board, "Since my last turn").await;
    assert!(recap.is_private());
    recap.assert_says(&other).assert_says("It's your turn");
    assert_eq!(recap.text().lines().count(), 3, "{recap:?}");
    assert_eq!(recap.picture_urls().len(), 1);
    scene
        .assert_answer("Dan", &thread, "/recap", "**3.**")
        .await;
    scene.wait_until_idle().await;
    let last = scene.run_command("Dan", &thread, "/table replay").await;
    last.assert_says("Turn 3 of 3");
    let mut answer = scene.press_button("Dan", &last, "⏮").await;
    answer.assert_says("Before the first turn");
    assert!(
        answer.is_private()
            && is_button_disabled(&answer, "◀")
            && !is_button_disabled(&answer, "▶")
    );
    for turn in 1..=3 {
        answer = scene.press_button("Dan", &answer, "▶").await;
        assert_eq!(
            answer.outcome(),
            "deferred_update",
            "its picture is promised first"
        );
        answer.assert_says(&format!("Turn {turn} of 3"));
    }
    assert!(is_button_disabled(&answer, "▶"));
    scene.assert_press("Dan", &answer, "◀", "Turn 2 of 3").await;
    // Each turn has its own line as long as there is room; then the first ones share one.
    let mut recap = answer;
    for turn in 4..=8 {
        recap = scene.run_command("Dan", &thread, "/recap").await;
        assert!(
            !recap.text().contains("earlier turn"),
            "{turn}: {}",
            recap.text()
        );
        scene.take_turn(&who, &thread).await;
        board = scene.wait_for_turn(&thread, Some(&board)).await.1;
        (who, other) = (other, who);
    }
    recap.assert_says("**7.**");
    scene
        .run_command("Dan", &thread, "/recap")
        .await
        .assert_says("2 earlier turns, then:")
        .assert_says("**6.**");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reminders_are_set_in_menus() {
    let scene = Scene::start().await;
    let page = scene
        .run_command("Ana", &scene.main_channel, "/remind")
        .await;
    let page = scene
        .choose_in_menu("Ana", &page, &page.menu_with("1440m"), "1440m")
        .await;
    page.assert_says("reminded once a day");
    let page = scene
        .choose_in_menu("Ana", &page, &page.menu_with("22:00–08:00"), "22:00–08:00")
        .await;
    page.assert_says("Quiet hours: 22:00–08:00");
    let page = scene
        .choose_values("Ana", &page, &page.menu_with("direct"), &["direct", "next"])
        .await;
    page.assert_says("pinged and reminded in direct messages")
        .assert_says("when you're next")
        .assert_says("Nobody may invite you");
    let page = scene
        .choose_in_menu("Ana", &page, &page.menu_with("never"), "never")
        .await;
    page.assert_says("You aren't reminded")
        .assert_says("22:00–08:00");
    scene.end().await;
}
