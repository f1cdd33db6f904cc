//! People who play on the board in a real browser: with the mouse, on a phone's screen and by
//! keyboard alone, while others play in the chat. Whole games with `LANAI_LARGE=1`.

use std::env;
use std::net::TcpListener;
use std::time::{Duration, Instant};

use lanai_porch::{Settings, UrlMapping};
use lanai_rules::chance::{Dice, Seed};
use serde_json::{Value, json};

use super::{Visit, possible_choices};
use crate::bot::restarts::{self, Program};
use crate::bot::{Scene, press_a_turn};
use crate::page::browser::{Browser, find_program};
use crate::page::visit::{button_script, channel_script};
use lanai_testing::homes::Database;
use lanai_testing::outside::{Requirement, report_missing, test_size};

/// How a person plays on the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hand {
    Mouse,
    Keyboard,
}

/// A generous limit for any wait.
const TIME_LIMIT: Duration = Duration::from_mins(1);

/// The most steps of a turn.
const MAX_STEPS: usize = 24;

/// A script: whether the page shows an answer and waits for its user.
const IS_SETTLED: &str = "!document.getElementById('app').hidden \
     && document.getElementById('card').getAttribute('aria-busy') !== 'true'";

/// A script: everything that can be chosen now, in the card.
const CHOICES: &str = "[...document.querySelectorAll('#card .choice:not(.is-impossible)')]";

/// A script: the button that plays the turn.
const CONFIRM: &str = "document.querySelector('#card-foot .is-main')";

/// A person at the board in a browser.
struct Player {
    browser: Browser,
    /// A session of the same person, to compare the page with.
    visit: Visit,
    hand: Hand,
}

impl Player {
    async fn open(scene: &Scene, who: &str, thread: &str, hand: Hand) -> Option<Player> {
        let program = find_program()?;
        let mut browser = Browser::open(&program).await;
        let link = scene.board_link(who, thread).await;
        browser.navigate(&link).await;
        browser.wait_until("the board", IS_SETTLED).await;
        let address = browser.evaluate("location.href").await;
        assert!(!address.as_str().unwrap().contains("enter"), "{address}");
        let visit = scene.visit_board(who, thread).await;
        Some(Player {
            browser,
            visit,
            hand,
        })
    }

    /// Waits until the page shows the present, without a reload.
    async fn wait_until_current(&mut self) {
        let state = self.visit.state(&[]).await;
        let headline = "document.getElementById('headline').textContent";
        let script = format!("{headline} === {}", state["headline"]);
        self.browser.wait_until("the page follows", &script).await;
    }

    /// Waits until the page is this person's turn, without a reload.
    async fn wait_for_turn(&mut self) {
        let ready = format!("{IS_SETTLED} && ({CHOICES}.length > 0 || {CONFIRM})");
        self.browser.wait_until("one's turn", &ready).await;
    }

    /// Takes a turn, and returns the number of clicks.
    async fn take_turn(&mut self, dice: &mut Dice) -> usize {
        self.wait_for_turn().await;
        for step in 1..MAX_STEPS {
            let is_done = self.browser.evaluate(&format!("Boolean({CONFIRM})")).await == true;
            let before = self
                .browser
                .evaluate("document.getElementById('card').innerText")
                .await;
            match self.hand {
                Hand::Mouse if is_done => self.browser.press("the turn", CONFIRM).await,
                Hand::Mouse => self.press_choice(dice).await,
                Hand::Keyboard => self.press_enter_on_choice(dice).await,
            }
            let is_answered =
                format!("{IS_SETTLED} && document.getElementById('card').innerText !== {before}");
            self.browser.wait_until("an answer", &is_answered).await;
            if is_done {
                return step;
            }
        }
        panic!("a turn without end");
    }

    /// Presses a spot on the picture, or an entry of the card.
    async fn press_choice(&mut self, dice: &mut Dice) {
        let number = dice.below(1 << 16);
        // A spot of several choices leads to their entries in the card.
        let spots = "[...document.querySelectorAll('.spot[data-choices=\"1\"]:not([aria-disabled])')]\
             .filter((spot) => spot.offsetParent)";
        let on_board = self.browser.evaluate(&format!("{spots}.length")).await;
        let list = if on_board.as_u64() > Some(0) && number.is_multiple_of(2) {
            spots
        } else {
            CHOICES
        };
        let choice = format!("((all) => all[{number} % all.length])({list})");
        self.browser.press("a choice", &choice).await;
    }

    /// Moves the focus by Tab to something that leads on, and presses Enter.
    async fn press_enter_on_choice(&mut self, dice: &mut Dice) {
        let leads_on = "document.activeElement?.matches('#card .choice:not(.is-impossible), \
             #card-foot .is-main')";
        let is_confirmed = self.browser.evaluate(&format!("Boolean({CONFIRM})")).await == true;
        let mut skipped = if is_confirmed { 0 } else { dice.below(4) };
        for _ in 0..80 {
            if self.browser.evaluate(leads_on).await == true {
                let is_main = self
                    .browser
                    .evaluate("document.activeElement.matches('.is-main')")
                    .await;
                if skipped == 0 && (!is_confirmed || is_main == true) {
                    return self.browser.press_key("Enter").await;
                }
                skipped = skipped.saturating_sub(1);
            }
            self.browser.press_key("Tab").await;
        }
        panic!("the keyboard leads to no choice");
    }
}

/// Returns the name of the player to act; `None` at the end of the game.
fn player_to_act(state: &Value) -> Option<String> {
    let players = state["players"].as_array().unwrap();
    let player = players.iter().find(|player| player["isToAct"] == true)?;
    Some(player["name"].as_str().unwrap().to_owned())
}

/// Plays the first possible turns of a person until another player is to act.
async fn play_until_other(visit: &Visit, who: &str) {
    while player_to_act(&visit.state(&[]).await).as_deref() == Some(who) {
        let chosen = visit.choose_first_turn().await;
        assert_eq!(visit.play(&chosen).await.0, 200);
    }
}

/// Plays with one person at the mouse, one at the keyboard of a phone-sized page and, in games of
/// three, one in the chat, while a spectator watches.
async fn play_together(game: &str, people: &[&str], most: usize) {
    let mut scene = Scene::open(Settings::default()).await;
    scene.serves_board = true;
    scene.start_bot().await;
    let thread = scene.start_table(game, people, "").await;
    let Some(mut ana) = Player::open(&scene, "Ana", &thread, Hand::Keyboard).await else {
        return;
    };
    let Some(mut ben) = Player::open(&scene, "Ben", &thread, Hand::Mouse).await else {
        return;
    };
    ben.browser.resize(390, 844).await;
    let spectator = scene.visit_board("Chloé", &thread).await;
    let mut dice = Dice::new(&Seed::from_number(7), 0);
    let mut clicks = Vec::new();
    for turn in 0..most {
        let state = spectator.state(&[]).await;
        let Some(who) = player_to_act(&state) else {
            break;
        };
        match who.as_str() {
            "Ana" => clicks.push(ana.take_turn(&mut dice).await),
            "Ben" => clicks.push(ben.take_turn(&mut dice).await),
            other => {
                scene.wait_until_delivered().await;
                let board = scene.list_public_messages(&thread).await.pop().unwrap();
                press_a_turn(&scene, other, &board, &mut dice).await;
            }
        }
        if turn == most / 2 {
            scene.stop_bot().await;
            scene.start_bot().await;
        }
        // Both pages follow without being reloaded.
        for player in [&mut ana, &mut ben] {
            player.wait_until_current().await;
        }
    }
    let total: usize = clicks.iter().sum();
    println!("{game}: {total} clicks in {} turns", clicks.len());
    assert!(!clicks.is_empty());
    // A page that lost the connection while the bot was restarted reports failed requests.
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hawaii_is_played_on_boards_and_in_the_chat_together() {
    play_together("Hawaii", &["Ana", "Ben", "Dan"], test_size(7, usize::MAX)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn haleakala_is_played_on_two_boards() {
    play_together("Haleakala", &["Ana", "Ben"], test_size(5, usize::MAX)).await;
}

/// The program is killed while a page is open. The page goes on by itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn page_goes_on_after_the_program_was_killed() {
    let mut scene = Scene::open_on_file(restarts::settings()).await;
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let database = scene.create_database();
    let log = database.with_extension("log");
    let address = port.to_string();
    let settings = [("LANAI_WEB", address.as_str())];
    let mut program = Program::start_with(&scene, database.as_os_str(), &log, &settings);
    scene.wait_for_bot().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let Some(mut ana) = Player::open(&scene, "Ana", &thread, Hand::Mouse).await else {
        return;
    };
    let ben = scene.visit_board("Ben", &thread).await;
    let mut dice = Dice::new(&Seed::from_number(8), 0);
    for kills in 0..2 {
        play_until_other(&ben, "Ben").await;
        while player_to_act(&ben.state(&[]).await).as_deref() == Some("Ana") {
            ana.take_turn(&mut dice).await;
        }
        let played = ben.state(&[]).await["revision"].clone();
        program.kill();
        let is_lost = "!document.getElementById('connection').hidden";
        ana.browser.wait_until("the loss is told", is_lost).await;
        program = Program::start_with(&scene, database.as_os_str(), &log, &settings);
        let is_back = "document.getElementById('connection').hidden";
        ana.browser
            .wait_until("the connection is back", is_back)
            .await;
        let state = ben.state(&[]).await;
        assert_eq!(state["revision"], played, "after {kills} kills");
        play_until_other(&ben, "Ben").await;
        ana.wait_for_turn().await;
    }
    // A half-made turn is kept, and nothing else is said.
    ana.press_choice(&mut dice).await;
    let is_chosen = format!("{IS_SETTLED} && document.querySelector('#card-foot .button')");
    ana.browser.wait_until("half a turn", &is_chosen).await;
    let card = "document.getElementById('card').innerText";
    let half_turn = ana.browser.evaluate(card).await;
    program.kill();
    let is_lost = "!document.getElementById('connection').hidden";
    ana.browser.wait_until("the loss is told", is_lost).await;
    ana.browser
        .press("back", "document.querySelector('#card-foot .button')")
        .await;
    let lost = json!(scene.bot_text("web-lost"));
    let is_told_once =
        format!("document.getElementById('app').innerText.split({lost}).length === 2");
    ana.browser
        .wait_until("the loss is told once", &is_told_once)
        .await;
    let loads = "performance.getEntriesByType('resource')\
         .filter((it) => it.name.includes('/state') && it.responseStatus === 200).length";
    let loads_before = ana.browser.evaluate(loads).await;
    program = Program::start_with(&scene, database.as_os_str(), &log, &settings);
    let is_loaded = format!("{loads} > {loads_before}");
    ana.browser
        .wait_until("the state is loaded", &is_loaded)
        .await;
    let is_kept = format!("{IS_SETTLED} && {card} === {half_turn}");
    ana.browser.wait_until("the turn is kept", &is_kept).await;
    drop(program);
    scene.spoken = "en".to_owned();
    scene.end().await;
}

/// The card shows the choices of a spot alone, and *Back* leads to all again. The letters of spots
/// are shown to those who use the keyboard.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spot_of_several_choices_shows_those_alone() {
    let mut scene = Scene::open(Settings::default()).await;
    scene.serves_board = true;
    scene.start_bot().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let start = scene.visit_board("Ana", &thread).await.state(&[]).await;
    let who = player_to_act(&start).unwrap();
    let Some(mut player) = Player::open(&scene, &who, &thread, Hand::Mouse).await else {
        return;
    };
    let start = player.visit.state(&[]).await;
    // A spot of several choices beside another spot.
    let shared = format!(
        "({CONFIRM} || document.querySelectorAll('.spot').length < 2 ? null \
         : document.querySelector('.spot:not([data-choices=\"1\"])'))"
    );
    let count = format!("{CHOICES}.length");
    for place in possible_choices(&start["step"]) {
        let entry = format!(
            "{CHOICES}.find((it) => it.innerText.includes({}))",
            place["label"]
        );
        player.browser.press("a place", &entry).await;
        let is_chosen = format!("{IS_SETTLED} && document.querySelector('#card-foot .button')");
        player.browser.wait_until("an answer", &is_chosen).await;
        if player.browser.evaluate(&format!("Boolean({shared})")).await == true {
            break;
        }
        player
            .browser
            .press("back", "document.querySelector('#card-foot .button')")
            .await;
        let is_back = format!("{IS_SETTLED} && !document.querySelector('#card-foot .button')");
        player.browser.wait_until("all places", &is_back).await;
    }
    let all = player.browser.evaluate(&count).await;
    let letter = "getComputedStyle(document.querySelector('.spot .letter')).display";
    assert_eq!(player.browser.evaluate(letter).await, "none");
    player.browser.press("the spot", &shared).await;
    let expected = format!("{shared}.dataset.choices");
    let is_filtered = format!("{count} == {expected} && {count} < {all}");
    player.browser.wait_until("its choices", &is_filtered).await;
    player.browser.press_key("Tab").await;
    assert_ne!(player.browser.evaluate(letter).await, "none");
    player
        .browser
        .press("back", "document.querySelector('#card-foot .button')")
        .await;
    player
        .browser
        .wait_until("all choices", &format!("{count} === {all}"))
        .await;
    player.browser.finish().await;
    scene.end().await;
}

/// Each player is at another process, and learns of the other's moves.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_at_two_processes_share_a_board() {
    let Some(server) = Database::create_on_server().await else {
        return;
    };
    let mut scene = Scene::open_on(server, Settings::default()).await;
    scene.processes = 2;
    scene.serves_board = true;
    scene.start_bot().await;
    let thread = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let mut visits = Vec::new();
    for (who, address) in ["Ana", "Ben"]
        .into_iter()
        .zip(scene.board_addresses.clone())
    {
        let link = scene.board_link(who, &thread).await;
        let path = link.split_once("/tables/").unwrap().1;
        let link = format!("http://{address}/tables/{path}");
        visits.push(Visit::enter(scene.client.clone(), &link).await);
    }
    for _ in 0..4 {
        let state = visits[0].state(&[]).await;
        let who = player_to_act(&state).unwrap();
        let (actor, other) = if who == "Ana" {
            (&visits[0], &visits[1])
        } else {
            (&visits[1], &visits[0])
        };
        let chosen = actor.choose_first_turn().await;
        let mut changes = other.listen().await;
        let (status, played) = actor.play(&chosen).await;
        assert_eq!(status, 200, "{played}");
        let seen = other.state(&[]).await;
        changes.wait_for(&seen).await;
        assert_eq!(seen["lastTurn"], played["lastTurn"]);
    }
    scene.end().await;
}

/// axe is an accessibility checker outside this repository: see `.ci/run`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn board_passes_axe_in_every_step() {
    let Some(axe) = env::var_os("LANAI_AXE") else {
        return report_missing(Requirement::Axe, "LANAI_AXE names no file of axe-core");
    };
    let axe = std::fs::read_to_string(axe).unwrap();
    let run = "axe.run(document, { resultTypes: ['violations'] }).then((found) => found.violations\
                   .map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join(' ')}`))";
    for game in ["Hawaii", "Haleakala"] {
        let mut scene = Scene::open(Settings::default()).await;
        scene.serves_board = true;
        scene.start_bot().await;
        let thread = scene.start_table(game, &["Ana", "Ben"], "").await;
        let start = scene.visit_board("Ana", &thread).await.state(&[]).await;
        let who = player_to_act(&start).unwrap();
        let Some(mut player) = Player::open(&scene, &who, &thread, Hand::Mouse).await else {
            return;
        };
        player.browser.evaluate(&format!("{axe}; true")).await;
        let mut dice = Dice::new(&Seed::from_number(9), 0);
        for step in 0.. {
            for (width, height, dark) in [(1280, 800, false), (390, 844, true), (820, 1180, false)]
            {
                player.browser.resize(width, height).await;
                player.browser.set_dark(dark).await;
                // Colours that are fading would be judged.
                let is_still = "document.getAnimations().every((it) => it.playState !== 'running' \
                     || it.effect.getComputedTiming().iterations === Infinity)";
                player.browser.wait_until("nothing fades", is_still).await;
                let found = player.browser.evaluate(run).await;
                assert_eq!(found, json!([]), "{game}, step {step}, {width} px");
                player
                    .browser
                    .store_screenshot(&format!("20 board of {game}, step {step}, {width}"))
                    .await;
            }
            let is_done = player
                .browser
                .evaluate(&format!("Boolean({CONFIRM})"))
                .await
                == true;
            let is_waiting = player.browser.evaluate(&format!("{CHOICES}.length")).await == 0;
            if is_waiting && !is_done {
                break;
            }
            let before = player
                .browser
                .evaluate("document.getElementById('card').innerText")
                .await;
            if is_done {
                player.browser.press("the turn", CONFIRM).await;
            } else {
                player.press_choice(&mut dice).await;
            }
            let is_answered =
                format!("{IS_SETTLED} && document.getElementById('card').innerText !== {before}");
            player.browser.wait_until("an answer", &is_answered).await;
        }
        player.browser.finish().await;
        scene.end().await;
    }
}

/// The board is opened inside the porch's page, and Discord's side says who is who.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn board_opens_as_an_activity() {
    let Some(program) = find_program() else {
        return;
    };
    // The port is free again before the board binds it.
    let port = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = port.local_addr().unwrap();
    drop(port);
    let mut scene = Scene::open(Settings {
        activities: true,
        url_mappings: vec![UrlMapping::root(&format!("http://{address}"))],
        ..Settings::default()
    })
    .await;
    scene.serves_board = true;
    scene.has_activity = true;
    scene.board_addresses.push(address);
    scene.start_bot().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    scene.wait_until_delivered().await;
    let start = scene.list_public_messages(&thread).await.pop().unwrap();
    let who = scene.person_to_act(&start).unwrap();
    let mut browser = Browser::open(&program).await;
    browser.navigate(&scene.base).await;
    if who != "Ana" {
        browser.switch_person(&who).await;
    }
    browser
        .press("the thread", &channel_script("Hawaii 1"))
        .await;
    browser
        .press("the board", &button_script("Open the board"))
        .await;
    let frame = "document.querySelector('dialog.activity[open] iframe')";
    browser.wait_until("the Activity", frame).await;
    let is_ready = format!("{IS_SETTLED} && {CHOICES}.length > 5");
    browser.wait_in_activity(&is_ready).await;
    browser
        .store_screenshot("21 the board as an Activity")
        .await;
    // A whole turn inside the frame is told in the chat.
    for _ in 0..MAX_STEPS {
        browser.wait_in_activity(IS_SETTLED).await;
        let step = format!("{CONFIRM} ? ({CONFIRM}.click(), 'done') : {CHOICES}[0]?.click()");
        if browser.evaluate_in_activity(&step).await == "done" {
            break;
        }
    }
    scene.wait_for_text(&thread, &format!("**{who}**")).await;
    scene.end().await;
}

impl Browser {
    /// Waits until a script says yes within the Activity.
    async fn wait_in_activity(&mut self, script: &str) {
        let script =
            format!("(() => {{ try {{ return Boolean({script}) }} catch {{ return false }} }})()");
        let begun = Instant::now();
        while self.evaluate_in_activity(&script).await != true {
            assert!(begun.elapsed() < TIME_LIMIT, "never: {script}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}
