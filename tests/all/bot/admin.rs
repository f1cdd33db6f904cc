//! Moderation: settings apply at once and to everyone, other people are refused, and acts are
//! logged and can be undone.

use lanai_porch::{Settings, TOKEN};
use serde_json::json;

use super::{Scene, Shown, text};

/// Threads may be private here.
fn settings_with_private_threads() -> Settings {
    let usual = Settings::default();
    Settings {
        permissions: usual.permissions | 1 << 36,
        ..usual
    }
}

impl Scene {
    /// Adds a person with these permissions.
    async fn add_person(&mut self, name: &str, locale: &str, permissions: &[&str]) {
        let body = json!({ "name": name, "locale": locale, "permissions": permissions });
        let person = self.post("persons", body).await;
        self.people.insert(name.to_owned(), text(&person["id"]));
    }

    /// Opens `/admin` to everyone, as under *Integrations*, so that the bot alone decides who
    /// moderates.
    async fn open_admin_commands(&self) {
        let world = self.get("world").await;
        let commands = world["commands"].as_array().unwrap();
        let admin = commands
            .iter()
            .find(|command| command["name"] == "admin")
            .unwrap();
        let (application, id) = (text(&admin["application_id"]), text(&admin["id"]));
        let url = format!(
            "{}/api/v10/applications/{application}/commands/{id}",
            self.base
        );
        let opened = json!({ "default_member_permissions": null });
        let sent = self
            .client
            .patch(url)
            .header("authorization", format!("Bot {TOKEN}"))
            .json(&opened);
        assert_eq!(sent.send().await.unwrap().status(), 200);
    }

    async fn create_channel_without_bot(&self, name: &str) -> String {
        let channel = self.post("channels", json!({ "name": name })).await;
        text(&channel["id"])
    }
}

/// Returns a line for everything that moderators can do.
fn moderation_lines(scene: &Scene) -> Vec<String> {
    let (main_channel, ben) = (&scene.main_channel, scene.person("Ben"));
    vec![
        "/admin settings".to_owned(),
        "/admin settings threads:false".to_owned(),
        format!("/admin channel channel:{main_channel} allowed:false"),
        "/admin options game:Hawaii options:online".to_owned(),
        format!("/admin bar player:{ben} reason:noise"),
        format!("/admin unbar player:{ben}"),
        "/admin close table:1 reason:noise".to_owned(),
        "/admin log".to_owned(),
        "/admin undo act:1".to_owned(),
        "/remind every:8h whose:\"This server's\"".to_owned(),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn admin_commands_are_for_moderators() {
    let mut scene = Scene::start().await;
    scene.open_admin_commands().await;
    scene.add_person("Eva", "en-US", &["MANAGE_MESSAGES"]).await;
    let main_channel = scene.main_channel.clone();
    scene
        .run_command("Ana", &main_channel, "/table open game:Haleakala")
        .await;
    scene
        .assert_answer(
            "Ana",
            &main_channel,
            "/admin settings threads:true per_person:5",
            "Done",
        )
        .await;
    for who in ["Ben", "Eva"] {
        for line in moderation_lines(&scene) {
            let refused = scene.run_command(who, &main_channel, &line).await;
            assert!(refused.is_private(), "{line}");
            refused
                .assert_says("for the moderators of this server")
                .assert_says("*Manage Server*");
            assert_eq!(refused.formatted(), "", "{line}");
        }
        assert!(
            scene
                .list_suggestions(who, &main_channel, "/admin undo", "act")
                .await
                .is_empty()
        );
        assert!(
            scene
                .list_suggestions(who, &main_channel, "/admin close", "table")
                .await
                .is_empty()
        );
        let newer = json!([{ "type": 1, "components": [
                { "type": 2, "style": 2, "label": "Newest", "custom_id": "M" },
                { "type": 2, "style": 2, "label": "Older", "custom_id": "M:2" },
            ] }]);
        let message = scene.post_forged(&main_channel, newer).await;
        for id in ["M", "M:2"] {
            scene
                .press_id(who, &message, id)
                .await
                .assert_says("for the moderators of this server");
        }
    }
    let log = scene.run_command("Ana", &main_channel, "/admin log").await;
    assert_eq!(log.formatted().lines().count(), 1, "{}", log.formatted());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_chooses_its_moderators() {
    let mut scene = Scene::start().await;
    scene.open_admin_commands().await;
    scene.add_person("Eva", "en-US", &["MANAGE_MESSAGES"]).await;
    scene.add_person("Fay", "en-US", &["MANAGE_GUILD"]).await;
    scene.add_person("Gil", "en-US", &["ADMINISTRATOR"]).await;
    let main_channel = scene.main_channel.clone();
    let chosen = scene
        .run_command(
            "Fay",
            &main_channel,
            "/admin settings moderators:\"Manage Messages\"",
        )
        .await;
    chosen.assert_says("Moderators:** Manage Messages");
    scene
        .assert_answer("Fay", &main_channel, "/admin log", "*Manage Messages*")
        .await;
    for who in ["Eva", "Gil"] {
        let log = scene.run_command(who, &main_channel, "/admin log").await;
        assert!(
            log.formatted().contains("Manage Server → Manage Messages"),
            "{}",
            log.formatted()
        );
    }
    // Appointed moderators cannot appoint others.
    let appoints = "Only people with the permission *Manage Server*";
    scene
        .assert_answer(
            "Eva",
            &main_channel,
            "/admin settings moderators:\"Time Out Members\"",
            appoints,
        )
        .await;
    scene
        .assert_answer("Eva", &main_channel, "/admin undo act:1", appoints)
        .await;
    scene
        .run_command("Eva", &main_channel, "/admin settings threads:false")
        .await
        .assert_says("Done");
    scene
        .run_command("Gil", &main_channel, "/admin undo act:1")
        .await
        .assert_says("Moderators:** Manage Server");
    scene
        .assert_answer("Eva", &main_channel, "/admin log", "*Manage Server*")
        .await;
    // Appointed moderators may do what people with *Manage Server* may.
    scene
        .run_command(
            "Gil",
            &main_channel,
            "/admin settings moderators:\"Manage Messages\"",
        )
        .await;
    let every = "/remind every:8h whose:\"This server's\"";
    scene
        .assert_answer("Eva", &main_channel, every, "every 8 hours")
        .await;
    scene
        .assert_answer("Fay", &main_channel, every, "*Manage Messages*")
        .await;
    let log = scene.run_command("Eva", &main_channel, "/admin log").await;
    assert!(
        log.formatted().contains("→ every 8 hours"),
        "{}",
        log.formatted()
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_settings_apply_to_new_tables() {
    let scene = Scene::start().await;
    let main_channel = scene.main_channel.clone();
    let page = scene
        .run_command("Ana", &main_channel, "/admin settings")
        .await;
    assert!(page.is_private());
    for told in [
        "**Moderators:** Manage Server",
        "**Usual time limit:** No time limit",
        "`per_channel:`",
    ] {
        assert!(
            page.formatted().contains(told),
            "{told}: {}",
            page.formatted()
        );
    }
    for (line, why) in [
        ("pace:soon", "I can't read that as a time limit"),
        ("quiet:sometimes", "Write quiet hours like"),
        ("zone:Atlantis", "a time zone called"),
        ("language:Klingon", "I don't speak that language"),
        ("every:5m", "not an interval I can use"),
        ("threads:true", "already set that way"),
    ] {
        scene
            .run_command("Ana", &main_channel, &format!("/admin settings {line}"))
            .await
            .assert_says(why);
    }
    scene
        .assert_answer(
            "Ana",
            &main_channel,
            "/admin options game:Hawaii options:qqq",
            "no preset",
        )
        .await;
    let line = "/admin settings pace:12h language:de per_person:2 every:2d elsewhere:true";
    let done = scene.run_command("Ana", &main_channel, line).await;
    done.assert_says("`/admin undo` can take it back")
        .assert_says("**Language:** Deutsch")
        .assert_says("12 hours a turn");
    scene
        .assert_answer(
            "Ana",
            &main_channel,
            "/admin options game:Hawaii options:online",
            "`online`",
        )
        .await;
    let page = scene
        .run_command("Ana", &main_channel, "/admin settings")
        .await;
    for told in [
        "Usual rules of Hawaii:** `online`",
        "**Unfinished tables per person:** 2",
    ] {
        assert!(
            page.formatted().contains(told),
            "{told}: {}",
            page.formatted()
        );
    }
    // Quiet hours of the server apply to one player; the other one has set their own.
    scene
        .run_command("Dan", &main_channel, "/table open game:Hawaii")
        .await
        .assert_says("einen Tisch");
    let lobby = find_lobby(&scene, 0).await;
    lobby.assert_says("liegen offen").assert_says("pro Zug");
    scene
        .run_command(
            "Dan",
            &main_channel,
            "/table open game:Hawaii options:printed pace:never",
        )
        .await;
    let lobby = self::find_lobby(&scene, 1).await;
    assert!(
        !lobby.text().contains("liegen offen") && !lobby.text().contains("pro Zug"),
        "{}",
        lobby.text()
    );
    // `/play` follows the rules of the server.
    let led = scene
        .run_command("Ben", &main_channel, "/play game:Hawaii")
        .await;
    led.assert_says(&scene.list_threads().await[0]);
    scene
        .run_command("Dan", &main_channel, "/table open game:Haleakala")
        .await
        .assert_says("allows no more per person");
    // Discord's own language again.
    scene
        .run_command("Ana", &main_channel, "/admin settings language:usual")
        .await
        .assert_says("that of the server");
    scene
        .assert_answer("Ana", &main_channel, "/table open game:Haleakala", "opened")
        .await;
    let offered = scene
        .list_suggestions("Ana", &main_channel, "/admin settings", "language")
        .await;
    let names: Vec<String> = offered.iter().map(|item| text(&item["name"])).collect();
    assert!(names.contains(&"Čeština".to_owned()), "{names:?}");
    scene.end().await;
}

/// The lobby in a thread, by its place in the order of threads.
async fn find_lobby(scene: &Scene, number: usize) -> Shown {
    scene
        .wait_until("there is a lobby", async |scene: &Scene| {
            match scene.list_threads().await.get(number) {
                Some(thread) => !scene.list_public_messages(thread).await.is_empty(),
                None => false,
            }
        })
        .await;
    let thread = scene.list_threads().await[number].clone();
    scene.list_public_messages(&thread).await.remove(0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moderation_acts_are_logged_and_can_be_undone() {
    let scene = Scene::start().await;
    let main_channel = scene.main_channel.clone();
    let empty = scene.run_command("Ana", &main_channel, "/admin log").await;
    assert_eq!(empty.formatted(), "Nothing yet.");
    scene
        .run_command("Ana", &main_channel, "/admin undo act:1")
        .await
        .assert_says("no entry with that number");
    for most in 1..=12 {
        scene
            .assert_answer(
                "Ana",
                &main_channel,
                &format!("/admin settings per_person:{most}"),
                "Done",
            )
            .await;
    }
    let newest = scene.run_command("Ana", &main_channel, "/admin log").await;
    let told = newest.formatted();
    assert_eq!(told.lines().count(), 10, "{told}");
    let line = "Unfinished tables per person: 11 → 12";
    assert!(told.lines().next().unwrap().ends_with(line), "{told}");
    assert!(newest.button_id("Newest").is_none());
    let older = scene.press_button("Ana", &newest, "Older").await;
    assert_eq!(
        older.formatted().lines().count(),
        2,
        "{}",
        older.formatted()
    );
    assert!(older.formatted().contains("no limit → 1") && older.button_id("Older").is_none());
    let newest = scene.press_button("Ana", &older, "Newest").await;
    assert!(newest.formatted().contains(line));
    // Only acts in force can be undone.
    scene
        .run_command("Ana", &main_channel, "/admin undo act:3")
        .await
        .assert_says("changed again later, by entry 12");
    let offered = scene
        .list_suggestions("Ana", &main_channel, "/admin undo", "act")
        .await;
    assert_eq!(offered.len(), 12);
    assert_eq!(offered[0]["name"], "12: Unfinished tables per person: 12");
    let undone = scene
        .run_command("Ana", &main_channel, "/admin undo act:12")
        .await;
    undone
        .assert_says("Entry 12 is undone")
        .assert_says("per person:** 11");
    scene
        .run_command("Ana", &main_channel, "/admin undo act:12")
        .await
        .assert_says("already been undone, by entry 13");
    let log = scene.run_command("Ana", &main_channel, "/admin log").await;
    let told = log.formatted();
    let [first, second, ..] = &told.lines().collect::<Vec<_>>()[..] else {
        panic!("{told}")
    };
    assert!(
        first.contains("undid entry 12. Unfinished tables per person: 12 → 11"),
        "{first}"
    );
    assert!(second.ends_with("*(undone by entry 13)*"), "{second}");
    scene
        .run_command("Ana", &main_channel, "/admin undo act:nonsense")
        .await
        .assert_says("no entry with that number");
    scene.end().await;
}

fn close_command(number: i64) -> String {
    format!("/admin close table:{number} reason:noise")
}

fn close_command_with(more: &str) -> String {
    format!("/admin close table:1 reason:noise {more}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moderators_close_only_tables_they_can_see() {
    let mut scene = Scene::start_with(settings_with_private_threads()).await;
    scene.add_person("Eva", "en-US", &["MANAGE_GUILD"]).await;
    scene.add_person("Fay", "en-US", &["MANAGE_GUILD"]).await;
    let main_channel = scene.main_channel.clone();
    let place = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    scene
        .run_command("Dan", &main_channel, "/table open game:Hawaii private:true")
        .await
        .assert_says("private table");
    let secret = scene.list_threads().await.pop().unwrap();
    // A private table is as one that does not exist, in the very same words.
    let none = scene
        .run_command("Eva", &main_channel, &close_command(999))
        .await
        .text()
        .to_owned();
    assert!(none.contains("no such table on this server"), "{none}");
    assert_eq!(
        scene
            .run_command("Eva", &main_channel, &close_command(2))
            .await
            .text(),
        none
    );
    assert_eq!(
        scene
            .run_command("Eva", &place, &close_command(2))
            .await
            .text(),
        none
    );
    let offered = scene
        .list_suggestions("Eva", &main_channel, "/admin close", "table")
        .await;
    let values: Vec<String> = offered.iter().map(|item| text(&item["value"])).collect();
    assert_eq!(values, ["1"]);
    // Nor one in a channel that they cannot see.
    let eva = scene.person("Eva").to_owned();
    let denied = |names: &[&str]| json!({ "channel": main_channel, "person": eva, "deny": names });
    let away = scene.create_channel_without_bot("away").await;
    scene.post("permissions", denied(&["VIEW_CHANNEL"])).await;
    let sees_nothing = async |scene: &Scene| {
        scene
            .list_suggestions("Eva", &away, "/admin close", "table")
            .await
            .is_empty()
    };
    scene
        .wait_until("the bot has heard of it", &sees_nothing)
        .await;
    assert_eq!(
        scene
            .run_command("Eva", &away, &close_command(1))
            .await
            .text(),
        none
    );
    scene.post("permissions", denied(&[])).await;
    scene
        .wait_until("they see it again", async |scene| {
            !sees_nothing(scene).await
        })
        .await;
    // Options that contradict each other.
    scene
        .run_command(
            "Eva",
            &main_channel,
            &close_command_with("result:\"With a winner\""),
        )
        .await
        .assert_says("Who has won?");
    let ben = scene.person("Ben").to_owned();
    let both = format!("result:\"As a draw\" winner:{ben}");
    scene
        .assert_answer("Eva", &main_channel, &close_command_with(&both), "not both")
        .await;
    let dan = scene.person("Dan").to_owned();
    scene
        .run_command(
            "Eva",
            &main_channel,
            &close_command_with(&format!("winner:{dan}")),
        )
        .await
        .assert_says("no seat at this table");
    scene
        .run_command(
            "Ana",
            &main_channel,
            &close_command_with("result:\"As a draw\""),
        )
        .await
        .assert_says("You're playing there yourself");
    let (_, board) = scene.wait_for_turn(&place, None).await;
    let done = scene
        .run_command(
            "Eva",
            &main_channel,
            &close_command_with(&format!("winner:{ben}")),
        )
        .await;
    done.assert_says("The table Haleakala 1 is closed")
        .assert_says("noise");
    assert!(done.is_private());
    let (_, end) = scene.wait_for_turn(&place, Some(&board)).await;
    end.assert_says("A moderator of this server has closed this table: noise");
    end.assert_says("A moderator of this server has decided that Ben has won.");
    assert!(!end.text().contains("Eva"), "nobody is told who it was");
    scene
        .run_command("Ben", &main_channel, "/history")
        .await
        .assert_says("Ben won by a moderator's decision");
    scene
        .assert_answer("Eva", &main_channel, &close_command(1), "The game is over")
        .await;
    // The private thread is told of the act; the public log does not name the table.
    scene
        .run_command("Dan", &secret, &format!("/table invite player:{eva}"))
        .await
        .assert_says("posted here");
    scene
        .assert_answer("Eva", &secret, &close_command(2), "Hawaii 2 is closed")
        .await;
    scene
        .wait_until("its people are told", async |scene: &Scene| {
            let all = scene.list_visible_messages("Dan", &secret).await;
            all.iter().any(|item| {
                !item.is_private() && item.text().contains("has closed this table: noise")
            })
        })
        .await;
    let log = scene.run_command("Fay", &main_channel, "/admin log").await;
    let acts = log.formatted();
    let [private, public] = &acts.lines().collect::<Vec<_>>()[..] else {
        panic!("{acts}")
    };
    assert!(
        private.ends_with("closed a private table: noise"),
        "{private}"
    );
    assert!(
        !private.contains("Hawaii") && !acts.contains(&secret) && !acts.contains(&dan),
        "{acts}"
    );
    assert!(
        public.contains(&format!(
            "closed the table Haleakala 1, won by <@{ben}>: noise"
        )),
        "{public}"
    );
    scene
        .run_command("Fay", &main_channel, "/admin undo act:1")
        .await
        .assert_says("can't be opened again");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn quiet_hours_of_a_server_delay_pings() {
    const MINUTE: i64 = 60;
    let scene = Scene::start().await;
    let main_channel = scene.main_channel.clone();
    let place = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let (who, _) = scene.wait_for_player(&place, None).await;
    let other = if who == "Ana" { "Ben" } else { "Ana" };
    scene.wait_until_idle().await;
    let now = scene.clock.now().0 / 60 % (24 * 60);
    let time = |minutes: i64| {
        let minute = (now + minutes).rem_euclid(24 * 60);
        format!("{}:{:02}", minute / 60, minute % 60)
    };
    let hours = format!("/admin settings zone:UTC quiet:{}-{}", time(-60), time(300));
    scene
        .assert_answer("Ana", &main_channel, &hours, "Quiet hours")
        .await;
    scene.take_turn(&who, &place).await;
    let call = format!("<@{}>, it's your turn", scene.person(other));
    scene
        .wait_until("they are called without a sound", async |scene: &Scene| {
            let calls = scene.list_messages_with(&place, &call).await;
            calls
                .last()
                .is_some_and(|call| call.is_silent() && call.0["message"]["rang"] == json!([]))
        })
        .await;
    // Public notices do not name it either.
    let opened = scene
        .run_command("Dan", &main_channel, "/table open game:Hawaii")
        .await;
    assert!(opened.is_silent() && !opened.is_private(), "{opened:?}");
    let thread = scene.list_threads().await.pop().unwrap();
    scene
        .wait_until("the lobby makes no sound", async |scene: &Scene| {
            let all = scene.list_visible_messages("Dan", &thread).await;
            all.iter()
                .any(|item| item.text().contains("A table for Hawaii") && item.is_silent())
        })
        .await;
    scene.advance_clock(4 * 60 * MINUTE);
    scene.wait_until_idle().await;
    assert_eq!(
        scene
            .list_messages_with(&place, "has been waiting")
            .await
            .len(),
        0
    );
    scene.advance_clock(62 * MINUTE);
    let reminder = scene.wait_for_text(&place, "has been waiting").await;
    assert_eq!(
        reminder.0["message"]["rang"],
        json!([scene.person(other)]),
        "the sound comes when they end"
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_settings_are_changed_in_menus() {
    let scene = Scene::start().await;
    let page = scene
        .run_command("Ana", &scene.main_channel, "/admin settings")
        .await;
    let page = scene
        .choose_in_menu("Ana", &page, &page.menu_with("1440m"), "1440m")
        .await;
    let page = scene
        .choose_in_menu("Ana", &page, &page.menu_with("de"), "de")
        .await;
    let page = scene
        .choose_values("Ana", &page, &page.menu_with("threads"), &["elsewhere"])
        .await;
    for told in [
        "**Usual time limit:** 1 day a turn",
        "**Language:** Deutsch",
        "**Threads for tables:** no",
        "**Tables can be opened:** only in channels that are open",
        "**Playing with other servers:** yes",
    ] {
        assert!(page.formatted().contains(told), "{told}: {page:?}");
    }
    let log = scene
        .run_command("Ana", &scene.main_channel, "/admin log")
        .await;
    assert!(log.formatted().contains("Deutsch"), "{log:?}");
    scene.end().await;
}
