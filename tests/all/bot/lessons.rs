//! Whoever has never played reads the rules, learns by playing, and is helped in the first turns.

use lanai_text::Dictionary;
use serde_json::json;

use super::input::Shown;
use super::whole_games::abroad;
use super::{Scene, evening};

/// Somebody does what the lesson shows. What they read.
async fn follows(scene: &Scene, who: &str, panel: &Shown) -> Shown {
    let shown = scene.presses(who, panel, "Show me").await;
    shown.says("This is what you would do");
    scene.presses(who, &shown, "Do it").await
}

/// The panel of a first game that goes on in the hall, in the same message, with a turn to be shown or with these words.
async fn goes_on_in_place(scene: &Scene, who: &str, panel: &Shown, end: &str, show: &str) -> Shown {
    let seen = async |scene: &Scene| {
        let seen = scene.sees(who, &scene.hall).await;
        let panel = seen
            .into_iter()
            .find(|shown| shown.message() == panel.message())?;
        (panel.button(show).is_some() || panel.text().contains(end)).then_some(panel)
    };
    scene
        .until("the lesson goes on in place", async |scene| {
            seen(scene).await.is_some()
        })
        .await;
    seen(scene).await.unwrap()
}

/// The newest board of a first game in direct messages.
async fn board(scene: &Scene, who: &str) -> Option<Shown> {
    let mut told = scene.told_directly(who).await.into_iter();
    told.rfind(|shown| !shown.is_private() && shown.button("Take your turn").is_some())
}

/// The panel of a first game in direct messages, when it is its player's turn again; and the board above it.
async fn taught(scene: &Scene, who: &str, before: Option<&Shown>, step: &str) -> (Shown, Shown) {
    let newer = async |scene: &Scene| {
        board(scene, who)
            .await
            .is_some_and(|it| before.is_none_or(|before| it.message() != before.message()))
    };
    scene.until("there is a new board", newer).await;
    // A panel may just be moving below it.
    for _ in 0..5 {
        scene.is_quiet().await;
        let board = board(scene, who).await.unwrap();
        let panel = scene.presses(who, &board, "Take your turn").await;
        if panel.text().contains(step) {
            return (panel, board);
        }
    }
    panic!("no panel says {step}");
}

#[test]
fn hawaii_lesson_in_direct_messages() {
    evening(async {
        let mut scene = Scene::begin().await;
        let answer = scene.says("Ana", &scene.hall, "/learn game:hawaii").await;
        answer.says("Your first game of Hawaii is waiting in our direct messages");
        assert!(answer.is_private());
        assert!(scene.threads().await.is_empty(), "nobody else sees it");
        let mut before = None;
        let steps = [
            "step 1 of 5",
            "step 2 of 5",
            "step 3 of 5",
            "step 4 of 5",
            "step 5 of 5",
        ];
        for (number, step) in steps.into_iter().enumerate() {
            let (panel, board) = taught(&scene, "Ana", before.as_ref(), step).await;
            before = Some(board);
            panel.says("Try this:");
            assert_eq!(panel.pictures().len(), 1, "{panel:?}");
            if number == 2 {
                // It can be left and taken up again, also after a restart.
                scene.bot_goes().await;
                scene.bot_comes().await;
                let again = scene.says("Ana", &scene.hall, "/learn game:hawaii").await;
                again.says("goes on in our direct messages");
                let here = scene.presses("Ana", &again, "Take your turn").await;
                here.says(step);
                follows(&scene, "Ana", &here).await;
                continue;
            }
            follows(&scene, "Ana", &panel).await;
        }
        let (panel, _) = taught(
            &scene,
            "Ana",
            before.as_ref(),
            "That was one of five rounds",
        )
        .await;
        assert!(
            panel.button("Show me").is_none() && panel.button("Hint").is_some(),
            "{panel:?}"
        );
        scene
            .says("Ana", &scene.hall, "/mine")
            .await
            .says("our direct messages");
        scene.end().await;
    });
}

#[test]
fn lesson_accepts_other_moves() {
    evening(async {
        let scene = Scene::begin().await;
        scene.says("Ana", &scene.hall, "/learn game:hawaii").await;
        let (panel, board) = taught(&scene, "Ana", None, "step 1 of 5").await;
        let menu = panel
            .menus()
            .into_iter()
            .find(|(_, options)| options.iter().any(|it| it.starts_with("l.")));
        let (id, options) = menu.expect("one may leave the round at once");
        let shown = scene.chooses_in("Ana", &panel, &id, &options[0]).await;
        scene.presses("Ana", &shown, "Do it").await;
        taught(&scene, "Ana", Some(&board), "That was one of five rounds").await;
        scene.end().await;
    });
}

#[test]
fn haleakala_lesson_without_direct_messages() {
    evening(async {
        let scene = Scene::begin().await;
        scene
            .says("Ana", &scene.hall, "/learn game:hawaii")
            .await
            .says("in our direct messages");
        let own = scene.own_channel("Ana").await.unwrap();
        scene
            .post(
                "permissions",
                json!({ "channel": own, "deny": ["SEND_MESSAGES"] }),
            )
            .await;
        let mut panel = scene
            .says("Ana", &scene.hall, "/learn game:haleakala")
            .await;
        panel
            .says("Welcome to your first game of Haleakala")
            .says("step 1 of 3");
        assert!(panel.is_private());
        while panel.button("Show me").is_some() {
            follows(&scene, "Ana", &panel).await;
            panel =
                goes_on_in_place(&scene, "Ana", &panel, "That was one delivery", "Show me").await;
            panel.says("Kula");
        }
        panel.says("That was one delivery");
        assert!(scene.threads().await.is_empty());
        scene.end().await;
    });
}

/// From the first step to the last one, by the two buttons that the lesson names and no others.
#[test]
fn lesson_resumed_in_a_channel_stays_there() {
    evening(async {
        let scene = Scene::begin().await;
        for (game, end) in [
            ("hawaii", "That was one of five rounds"),
            ("haleakala", "That was one delivery"),
        ] {
            let opened = scene
                .says("Ana", &scene.hall, &format!("/learn game:{game}"))
                .await;
            opened.says("You can play it right here, too");
            let mut panel = scene.presses("Ana", &opened, "Take your turn").await;
            panel.says("step 1 of");
            let mut steps = 0;
            while panel.button("Show me").is_some() {
                follows(&scene, "Ana", &panel).await;
                panel = goes_on_in_place(&scene, "Ana", &panel, end, "Show me").await;
                panel.says("Kula");
                assert_eq!(panel.pictures().len(), 1, "{panel:?}");
                steps += 1;
            }
            panel.says(end);
            assert!(steps >= 2, "{game} ended after {steps} steps");
            assert!(
                panel.is_private() && panel.button("Hint").is_some(),
                "{panel:?}"
            );
        }
        scene.end().await;
    });
}

/// What the computer does last is told in place, too.
#[test]
fn lesson_in_a_channel_reports_its_end_there() {
    evening(async {
        let scene = Scene::begin().await;
        let opened = scene
            .says("Ana", &scene.hall, "/learn game:haleakala")
            .await;
        let mut panel = scene.presses("Ana", &opened, "Take your turn").await;
        for turn in 0..200 {
            if panel.button("Review").is_some() {
                break;
            }
            assert!(turn < 199, "the game has no end");
            if panel.button("Do it").is_none() {
                let (id, values) = panel
                    .menu()
                    .unwrap_or_else(|| panic!("nothing to choose: {panel:?}"));
                panel = scene
                    .chooses_in("Ana", &panel, &id, &values[turn % values.len()])
                    .await;
                continue;
            }
            let done = scene.presses("Ana", &panel, "Do it").await;
            let is_next =
                |shown: &Shown| shown.menu().is_some() || shown.button("Review").is_some();
            let seen = async |scene: &Scene| {
                let seen = scene.sees("Ana", &scene.hall).await;
                seen.into_iter()
                    .find(|shown| shown.message() == done.message())
                    .filter(is_next)
            };
            scene
                .until("the game goes on in place", async |scene| {
                    seen(scene).await.is_some()
                })
                .await;
            panel = seen(&scene).await.unwrap();
        }
        assert!(
            panel.text().contains("wins") || panel.text().contains("share"),
            "{panel:?}"
        );
        scene.end().await;
    });
}

#[test]
fn the_rules_are_read_in_the_chat() {
    evening(async {
        let scene = Scene::begin().await;
        let rules = scene.says("Ana", &scene.hall, "/rules").await;
        rules.says("Hawaii in one picture");
        assert!(rules.is_private());
        assert_eq!(rules.pictures().len(), 1, "{rules:?}");
        assert!(
            rules.described().contains("Walk, 1 foot a step"),
            "{}",
            rules.described()
        );
        let found = scene
            .says("Ana", &scene.hall, "/rules topic:crossed spears")
            .await;
        found.says("Hawaii: Buying").says("spear hut or KU");
        let offered = scene
            .offered("Ana", &scene.hall, "/rules topic:spear", "topic")
            .await;
        assert!(
            offered.iter().any(|it| it["name"] == "spear hut"),
            "{offered:?}"
        );
        scene
            .says("Ana", &scene.hall, "/rules topic:xyzzy")
            .await
            .says("Nothing in the rules of Hawaii");
        // From the table: by its figures and its options.
        let place = scene
            .table("Haleakala", &["Ana", "Ben"], "options:tactical")
            .await;
        let (who, board) = scene.next(&place, None).await;
        let who = who.unwrap();
        let rules = scene.presses(&who, &board, "Rules").await;
        rules
            .says("Haleakala in one picture")
            .says("Tactical variant");
        let menus = rules.menus();
        assert!(
            menus.len() >= 3 && menus.iter().all(|(_, options)| options.len() <= 25),
            "{menus:?}"
        );
        let page = scene.chooses_in(&who, &rules, &menus[0].0, "lava").await;
        page.says("Haleakala: Lava").says("invocation discs alone");
        let ruling = scene.chooses_in(&who, &page, &menus[2].0, "ruling-3").await;
        ruling
            .says("Must the sums differ on each beach, or in total?")
            .says("We play: On each beach");
        scene
            .presses(&who, &ruling, "In one picture")
            .await
            .says("Haleakala in one picture");
        // In words for whoever wants words.
        scene.says("Ben", &place, "/remind text:true").await;
        let words = scene.says("Ben", &place, "/rules").await;
        words.says("The two sums on a beach always differ");
        assert!(words.pictures().is_empty());
        scene.end().await;
    });
}

#[test]
fn first_three_turns_get_help() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let mut before = None;
        let mut helped = Vec::new();
        for _ in 0..8 {
            let (who, board) = scene.next(&place, before.as_ref()).await;
            let who = who.unwrap();
            let panel = scene.presses(&who, &board, "Take your turn").await;
            helped.push(
                ["Your first turn:", "sends it on", "Statues are built"]
                    .map(|it| panel.text().contains(it)),
            );
            scene.takes_turn(&who, &place).await;
            before = Some(board);
        }
        let number = |help: &[bool; 3]| help.iter().position(|it| *it);
        assert_eq!(
            helped.iter().map(number).collect::<Vec<_>>(),
            [
                Some(0),
                Some(0),
                Some(1),
                Some(1),
                Some(2),
                Some(2),
                None,
                None
            ]
        );
        // Another game is nobody's first.
        let other = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let (who, board) = scene.next(&other, None).await;
        let panel = scene.presses(&who.unwrap(), &board, "Take your turn").await;
        assert!(
            !panel.text().contains("Your first turn"),
            "{}",
            panel.text()
        );
        scene.end().await;
    });
}

/// A first game in each language, by its own buttons.
#[test]
fn lessons_in_every_language() {
    for tag in Dictionary::open()
        .unwrap()
        .all()
        .iter()
        .map(|words| words.tag().to_owned())
        .skip(1)
    {
        evening(async {
            let scene = abroad(&tag, Dictionary::open().unwrap()).await;
            let [turn, show, does] =
                ["chat-button-turn", "learn-show", "chat-button-do"].map(|name| scene.said(name));
            for game in ["hawaii", "haleakala"] {
                let end = scene.part(&format!("learn-{game}-end"));
                let mut ended = false;
                // Somewhat more than there are steps: a panel may have moved below a new board just now.
                for _ in 0..16 {
                    scene.is_quiet().await;
                    let opened = scene
                        .says("Krk", &scene.hall, &format!("/learn game:{game}"))
                        .await;
                    let panel = scene.presses("Krk", &opened, &turn).await;
                    ended = panel.text().contains(&end);
                    if ended {
                        break;
                    }
                    if panel.button(&show).is_none() {
                        continue;
                    }
                    let shown = scene.presses("Krk", &panel, &show).await;
                    if shown.button(&does).is_some() {
                        scene.presses("Krk", &shown, &does).await;
                    }
                }
                assert!(ended, "{game} in {tag}");
            }
            scene.end().await;
        });
    }
}

#[test]
fn simultaneous_presses_open_one_lesson() {
    evening(async {
        let scene = Scene::begin().await;
        let help = scene.says("Ana", &scene.hall, "/help").await;
        let presses = (0..3).map(|_| scene.presses("Ana", &help, "Learn Haleakala"));
        for answer in futures::future::join_all(presses).await {
            answer.says("Your first game of Haleakala");
        }
        scene.is_quiet().await;
        let begins = scene
            .told_directly("Ana")
            .await
            .into_iter()
            .filter(|it| it.text().contains("The game begins"));
        assert_eq!(begins.count(), 1);
        let again = scene
            .says("Ana", &scene.hall, "/learn game:haleakala")
            .await;
        scene
            .presses("Ana", &again, "Give this game up")
            .await
            .says("You resigned");
        scene.is_quiet().await;
        // Nobody plays it again: the next one is a lesson anew.
        let all = scene.told_directly("Ana").await;
        assert!(
            all.iter().all(|it| it.button("Play again").is_none()),
            "{all:?}"
        );
        scene
            .says("Ana", &scene.hall, "/learn game:haleakala")
            .await
            .says("is waiting in our direct messages");
        scene.end().await;
    });
}
