//! Moderators: what they choose holds at once and for everybody, whoever is none is refused a sentence, and the log tells what was done
//! and can be taken back.

use lanai_porch::{Settings, TOKEN};
use serde_json::json;

use super::{Scene, Shown, evening, text};

/// Threads may be private here.
fn with_private_threads() -> Settings {
    let usual = Settings::default();
    Settings {
        permissions: usual.permissions | 1 << 36,
        ..usual
    }
}

impl Scene {
    /// Somebody comes who may do more than others.
    async fn comes(&mut self, name: &str, locale: &str, permissions: &[&str]) {
        let body = json!({ "name": name, "locale": locale, "permissions": permissions });
        let person = self.post("persons", body).await;
        self.people.insert(name.to_owned(), text(&person["id"]));
    }

    /// The owner opens `/admin` to everybody, as under *Integrations*: then the bot alone decides who moderates.
    async fn admin_is_open(&self) {
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

    /// Another channel of the server.
    async fn channel(&self, name: &str) -> String {
        let channel = self.post("channels", json!({ "name": name })).await;
        text(&channel["id"])
    }
}

/// All that moderators can do, as somebody says it.
fn lines(scene: &Scene) -> Vec<String> {
    let (hall, ben) = (&scene.hall, scene.person("Ben"));
    vec![
        "/admin settings".to_owned(),
        "/admin settings threads:false".to_owned(),
        format!("/admin channel channel:{hall} allowed:false"),
        "/admin options game:Hawaii options:online".to_owned(),
        format!("/admin bar player:{ben} reason:noise"),
        format!("/admin unbar player:{ben}"),
        "/admin close table:1 reason:noise".to_owned(),
        "/admin log".to_owned(),
        "/admin undo act:1".to_owned(),
        "/remind every:8h whose:\"This server's\"".to_owned(),
    ]
}

#[test]
fn admin_commands_are_for_moderators() {
    evening(async {
        let mut scene = Scene::begin().await;
        scene.admin_is_open().await;
        scene.comes("Eva", "en-US", &["MANAGE_MESSAGES"]).await;
        let hall = scene.hall.clone();
        scene.says("Ana", &hall, "/table open game:Haleakala").await;
        scene
            .says("Ana", &hall, "/admin settings threads:true per_person:5")
            .await
            .says("Done");
        for who in ["Ben", "Eva"] {
            for line in lines(&scene) {
                let refused = scene.says(who, &hall, &line).await;
                assert!(refused.is_private(), "{line}");
                refused
                    .says("for the moderators of this server")
                    .says("*Manage Server*");
                assert_eq!(refused.formatted(), "", "{line}");
            }
            assert!(
                scene
                    .offered(who, &hall, "/admin undo", "act")
                    .await
                    .is_empty()
            );
            assert!(
                scene
                    .offered(who, &hall, "/admin close", "table")
                    .await
                    .is_empty()
            );
            let newer = json!([{ "type": 1, "components": [
                { "type": 2, "style": 2, "label": "Newest", "custom_id": "M" },
                { "type": 2, "style": 2, "label": "Older", "custom_id": "M:2" },
            ] }]);
            let message = scene.forged(&hall, newer).await;
            for id in ["M", "M:2"] {
                scene
                    .presses_id(who, &message, id)
                    .await
                    .says("for the moderators of this server");
            }
        }
        // Nothing of it happened.
        let log = scene.says("Ana", &hall, "/admin log").await;
        assert_eq!(log.formatted().lines().count(), 1, "{}", log.formatted());
        scene.end().await;
    });
}

#[test]
fn server_chooses_its_moderators() {
    evening(async {
        let mut scene = Scene::begin().await;
        scene.admin_is_open().await;
        scene.comes("Eva", "en-US", &["MANAGE_MESSAGES"]).await;
        scene.comes("Fay", "en-US", &["MANAGE_GUILD"]).await;
        scene.comes("Gil", "en-US", &["ADMINISTRATOR"]).await;
        let hall = scene.hall.clone();
        let chosen = scene
            .says(
                "Fay",
                &hall,
                "/admin settings moderators:\"Manage Messages\"",
            )
            .await;
        chosen.says("Moderators:** Manage Messages");
        scene
            .says("Fay", &hall, "/admin log")
            .await
            .says("*Manage Messages*");
        for who in ["Eva", "Gil"] {
            let log = scene.says(who, &hall, "/admin log").await;
            assert!(
                log.formatted().contains("Manage Server → Manage Messages"),
                "{}",
                log.formatted()
            );
        }
        // Whoever was let in lets nobody in, by no way.
        let appoints = "Only people with the permission *Manage Server*";
        scene
            .says(
                "Eva",
                &hall,
                "/admin settings moderators:\"Time Out Members\"",
            )
            .await
            .says(appoints);
        scene
            .says("Eva", &hall, "/admin undo act:1")
            .await
            .says(appoints);
        scene
            .says("Eva", &hall, "/admin settings threads:false")
            .await
            .says("Done");
        scene
            .says("Gil", &hall, "/admin undo act:1")
            .await
            .says("Moderators:** Manage Server");
        scene
            .says("Eva", &hall, "/admin log")
            .await
            .says("*Manage Server*");
        // What was said before for whoever manages the server holds for whoever moderates it.
        scene
            .says(
                "Gil",
                &hall,
                "/admin settings moderators:\"Manage Messages\"",
            )
            .await;
        let every = "/remind every:8h whose:\"This server's\"";
        scene.says("Eva", &hall, every).await.says("every 8 hours");
        scene
            .says("Fay", &hall, every)
            .await
            .says("*Manage Messages*");
        let log = scene.says("Eva", &hall, "/admin log").await;
        assert!(
            log.formatted().contains("→ every 8 hours"),
            "{}",
            log.formatted()
        );
        scene.end().await;
    });
}

#[test]
fn server_settings_apply_to_new_tables() {
    evening(async {
        let scene = Scene::begin().await;
        let hall = scene.hall.clone();
        let page = scene.says("Ana", &hall, "/admin settings").await;
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
            ("pace:soon", "I cannot read that as a time limit"),
            ("quiet:sometimes", "Write quiet hours like"),
            ("zone:Atlantis", "a time zone called"),
            ("language:Klingon", "I do not speak that language"),
            ("every:5m", "time between reminders"),
            ("threads:true", "Nothing changes"),
        ] {
            scene
                .says("Ana", &hall, &format!("/admin settings {line}"))
                .await
                .says(why);
        }
        scene
            .says("Ana", &hall, "/admin options game:Hawaii options:qqq")
            .await
            .says("no preset");
        let line = "/admin settings pace:12h language:de per_person:2 every:2d elsewhere:true";
        let done = scene.says("Ana", &hall, line).await;
        done.says("`/admin undo` can take it back")
            .says("**Language:** Deutsch")
            .says("12 hours a turn");
        scene
            .says("Ana", &hall, "/admin options game:Hawaii options:online")
            .await
            .says("`online`");
        let page = scene.says("Ana", &hall, "/admin settings").await;
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
        // A table of somebody who says nothing, in the language of the server; and one of somebody who does.
        scene
            .says("Dan", &hall, "/table open game:Hawaii")
            .await
            .says("einen Tisch");
        let lobby = lobby(&scene, 0).await;
        lobby.says("online").says("pro Zug");
        scene
            .says(
                "Dan",
                &hall,
                "/table open game:Hawaii options:printed pace:never",
            )
            .await;
        let lobby = self::lobby(&scene, 1).await;
        assert!(
            !lobby.text().contains("online") && !lobby.text().contains("pro Zug"),
            "{}",
            lobby.text()
        );
        // Whoever looks for a table is led to one by the usual rules.
        let led = scene.says("Ben", &hall, "/play game:Hawaii").await;
        led.says(&scene.threads().await[0]);
        scene
            .says("Dan", &hall, "/table open game:Haleakala")
            .await
            .says("allows no more per person");
        // Discord's own language again.
        scene
            .says("Ana", &hall, "/admin settings language:usual")
            .await
            .says("that of the server");
        scene
            .says("Ana", &hall, "/table open game:Haleakala")
            .await
            .says("opened");
        let offered = scene
            .offered("Ana", &hall, "/admin settings", "language")
            .await;
        let names: Vec<String> = offered.iter().map(|it| text(&it["name"])).collect();
        assert!(names.contains(&"Čeština".to_owned()), "{names:?}");
        scene.end().await;
    });
}

/// The lobby in a thread, by its place in the order of threads.
async fn lobby(scene: &Scene, number: usize) -> Shown {
    let is_there = async |scene: &Scene| match scene.threads().await.get(number) {
        Some(thread) => !scene.public(thread).await.is_empty(),
        None => false,
    };
    scene.until("there is a lobby", is_there).await;
    let thread = scene.threads().await[number].clone();
    scene.public(&thread).await.remove(0)
}

#[test]
fn moderation_acts_are_logged_and_can_be_undone() {
    evening(async {
        let scene = Scene::begin().await;
        let hall = scene.hall.clone();
        let empty = scene.says("Ana", &hall, "/admin log").await;
        assert_eq!(empty.formatted(), "Nothing yet.");
        scene
            .says("Ana", &hall, "/admin undo act:1")
            .await
            .says("no act with that number");
        for most in 1..=12 {
            scene
                .says("Ana", &hall, &format!("/admin settings per_person:{most}"))
                .await
                .says("Done");
        }
        let newest = scene.says("Ana", &hall, "/admin log").await;
        let told = newest.formatted();
        assert_eq!(told.lines().count(), 10, "{told}");
        let line = "Unfinished tables per person: 11 → 12";
        assert!(told.lines().next().unwrap().ends_with(line), "{told}");
        assert!(newest.button("Newest").is_none());
        let older = scene.presses("Ana", &newest, "Older").await;
        assert_eq!(
            older.formatted().lines().count(),
            2,
            "{}",
            older.formatted()
        );
        assert!(older.formatted().contains("no limit → 1") && older.button("Older").is_none());
        let newest = scene.presses("Ana", &older, "Newest").await;
        assert!(newest.formatted().contains(line));
        // Only what stands still is taken back.
        scene
            .says("Ana", &hall, "/admin undo act:3")
            .await
            .says("changed again since then, by act 12");
        let offered = scene.offered("Ana", &hall, "/admin undo", "act").await;
        assert_eq!(offered.len(), 12);
        assert_eq!(offered[0]["name"], "12: Unfinished tables per person: 12");
        let undone = scene.says("Ana", &hall, "/admin undo act:12").await;
        undone.says("Act 12 is taken back").says("per person:** 11");
        scene
            .says("Ana", &hall, "/admin undo act:12")
            .await
            .says("taken back already, by act 13");
        let log = scene.says("Ana", &hall, "/admin log").await;
        let told = log.formatted();
        let [first, second, ..] = &told.lines().collect::<Vec<_>>()[..] else {
            panic!("{told}")
        };
        assert!(
            first.contains("took back act 12. Unfinished tables per person: 12 → 11"),
            "{first}"
        );
        assert!(second.ends_with("*(taken back by act 13)*"), "{second}");
        scene
            .says("Ana", &hall, "/admin undo act:nonsense")
            .await
            .says("no act with that number");
        scene.end().await;
    });
}

#[test]
fn moderators_close_only_tables_they_can_see() {
    evening(async {
        let mut scene = Scene::with(with_private_threads()).await;
        scene.comes("Eva", "en-US", &["MANAGE_GUILD"]).await;
        scene.comes("Fay", "en-US", &["MANAGE_GUILD"]).await;
        let hall = scene.hall.clone();
        let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        scene
            .says("Dan", &hall, "/table open game:Hawaii private:true")
            .await
            .says("private table");
        let secret = scene.threads().await.pop().unwrap();
        // A private table is as one that does not exist, in the very same words.
        let closes = |number: i64| format!("/admin close table:{number} reason:noise");
        let none = scene
            .says("Eva", &hall, &closes(999))
            .await
            .text()
            .to_owned();
        assert!(none.contains("no such table on this server"), "{none}");
        assert_eq!(scene.says("Eva", &hall, &closes(2)).await.text(), none);
        assert_eq!(scene.says("Eva", &place, &closes(2)).await.text(), none);
        let offered = scene.offered("Eva", &hall, "/admin close", "table").await;
        let values: Vec<String> = offered.iter().map(|it| text(&it["value"])).collect();
        assert_eq!(values, ["1"]);
        // So is one in a channel that they do not see.
        let eva = scene.person("Eva").to_owned();
        let denied = |names: &[&str]| json!({ "channel": hall, "person": eva, "deny": names });
        let away = scene.channel("away").await;
        scene.post("permissions", denied(&["VIEW_CHANNEL"])).await;
        let sees_nothing = async |scene: &Scene| {
            scene
                .offered("Eva", &away, "/admin close", "table")
                .await
                .is_empty()
        };
        scene.until("the bot has heard of it", &sees_nothing).await;
        assert_eq!(scene.says("Eva", &away, &closes(1)).await.text(), none);
        scene.post("permissions", denied(&[])).await;
        scene
            .until("they see it again", async |scene| {
                !sees_nothing(scene).await
            })
            .await;
        // What does not fit together.
        let line = |more: &str| format!("/admin close table:1 reason:noise {more}");
        scene
            .says("Eva", &hall, &line("result:\"With a winner\""))
            .await
            .says("Who has won?");
        let ben = scene.person("Ben").to_owned();
        let both = format!("result:\"As a draw\" winner:{ben}");
        scene
            .says("Eva", &hall, &line(&both))
            .await
            .says("not both");
        let dan = scene.person("Dan").to_owned();
        scene
            .says("Eva", &hall, &line(&format!("winner:{dan}")))
            .await
            .says("no seat at this table");
        scene
            .says("Ana", &hall, &line("result:\"As a draw\""))
            .await
            .says("You are playing there yourself");
        let (_, board) = scene.next(&place, None).await;
        let done = scene
            .says("Eva", &hall, &line(&format!("winner:{ben}")))
            .await;
        done.says("The table Haleakala 1 is closed").says("noise");
        assert!(done.is_private());
        let (_, end) = scene.next(&place, Some(&board)).await;
        end.says("A moderator of this server has closed this table: noise");
        end.says("A moderator of this server has decided that Ben has won.");
        assert!(!end.text().contains("Eva"), "nobody is told who it was");
        scene
            .says("Ben", &hall, "/history")
            .await
            .says("Ben won, as a moderator decided");
        scene
            .says("Eva", &hall, &closes(1))
            .await
            .says("The game is over");
        // Whoever is in the private thread may close it there; others read that it was done, and nothing of what it was.
        scene
            .says("Dan", &secret, &format!("/table invite player:{eva}"))
            .await
            .says("posted here");
        scene
            .says("Eva", &secret, &closes(2))
            .await
            .says("Hawaii 2 is closed");
        let told = async |scene: &Scene| {
            let all = scene.sees("Dan", &secret).await;
            all.iter()
                .any(|it| !it.is_private() && it.text().contains("has closed this table: noise"))
        };
        scene.until("its people are told", told).await;
        let log = scene.says("Fay", &hall, "/admin log").await;
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
            .says("Fay", &hall, "/admin undo act:1")
            .await
            .says("cannot be opened again");
        scene.end().await;
    });
}

#[test]
fn quiet_hours_of_a_server_delay_pings() {
    evening(async {
        const MINUTE: i64 = 60;
        let scene = Scene::begin().await;
        let hall = scene.hall.clone();
        let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let (who, _) = scene.next(&place, None).await;
        let who = who.unwrap();
        let other = if who == "Ana" { "Ben" } else { "Ana" };
        scene.is_quiet().await;
        let now = scene.clock.now().0 / 60 % (24 * 60);
        let time = |minutes: i64| {
            let minute = (now + minutes).rem_euclid(24 * 60);
            format!("{}:{:02}", minute / 60, minute % 60)
        };
        let hours = format!("/admin settings zone:UTC quiet:{}-{}", time(-60), time(300));
        scene.says("Ana", &hall, &hours).await.says("Quiet hours");
        scene.takes_turn(&who, &place).await;
        let call = format!("<@{}>, it is your turn", scene.person(other));
        let is_silent = async |scene: &Scene| {
            let calls = scene.saying(&place, &call).await;
            calls
                .last()
                .is_some_and(|call| call.is_silent() && call.0["message"]["rang"] == json!([]))
        };
        scene
            .until("they are called without a sound", is_silent)
            .await;
        // Nor does what everybody else is told.
        let opened = scene.says("Dan", &hall, "/table open game:Hawaii").await;
        assert!(opened.is_silent() && !opened.is_private(), "{opened:?}");
        let thread = scene.threads().await.pop().unwrap();
        let is_told = async |scene: &Scene| {
            let all = scene.sees("Dan", &thread).await;
            all.iter()
                .any(|it| it.text().contains("A table for Hawaii") && it.is_silent())
        };
        scene.until("the lobby makes no sound", is_told).await;
        scene.passes(4 * 60 * MINUTE);
        scene.is_quiet().await;
        assert_eq!(scene.saying(&place, "has been waiting").await.len(), 0);
        scene.passes(62 * MINUTE);
        let reminder = scene.told(&place, "has been waiting").await;
        assert_eq!(
            reminder.0["message"]["rang"],
            json!([scene.person(other)]),
            "the sound comes when they end"
        );
        scene.end().await;
    });
}
