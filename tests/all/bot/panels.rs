//! Each person has one panel of a table, below its newest board as long as Discord lets the bot
//! move it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use lanai_porch::Settings;

use super::whole_games::{confirm_turn, is_same_player_next};
use super::{Scene, Shown};

/// After this many seconds a panel can be neither edited nor deleted.
pub(super) const TOO_OLD: i64 = 16 * 60;

impl Scene {
    /// Returns the panels that a person sees, and the number of boards below each.
    pub(super) async fn list_panels(&self, who: &str, thread: &str) -> Vec<(Shown, usize)> {
        let seen = self.list_visible_messages(who, thread).await;
        let boards = |from: usize| {
            seen[from..]
                .iter()
                .filter(|item| item.button_id("Take your turn").is_some())
                .count()
        };
        let is_panel = |item: &Shown| item.is_private() && !item.components().is_empty();
        let own = seen
            .iter()
            .enumerate()
            .filter(|(_, answer)| is_panel(answer));
        own.map(|(at, answer)| (answer.clone(), boards(at)))
            .collect()
    }

    /// Opens the panel and does what is offered first, to the end of the turn.
    async fn take_first_turn(&self, who: &str, board: &Shown) {
        // A later board would move the panel while it is pressed.
        self.wait_until_delivered().await;
        let panel = self.press_button(who, board, "Take your turn").await;
        let chosen = self.choose_first(who, &panel).await;
        confirm_turn(self, who, &chosen).await;
    }

    /// Waits until a person has one panel, below all boards, with something to choose.
    pub(super) async fn wait_for_panel_below(&self, who: &str, thread: &str) -> Shown {
        self.wait_until("one panel stands below the board", async |scene| {
            let panels = scene.list_panels(who, thread).await;
            let ids = |panel: &Shown| {
                panel
                    .components()
                    .into_iter()
                    .map(|item| item["custom_id"].to_string())
            };
            matches!(panels.as_slice(), [(panel, 0)] if ids(panel).any(|id: String| id.starts_with("\"p:") || id.starts_with("\"d:")))
        })
        .await;
        self.list_panels(who, thread).await.swap_remove(0).0
    }

    /// Finds an answer that may have moved below a newer board.
    pub(super) async fn find_moved(&self, who: &str, thread: &str, answer: Shown) -> Shown {
        self.wait_until_delivered().await;
        let is_panel = answer.is_gone() || is_same_player_next(&answer);
        if is_panel {
            self.wait_for_panel_below(who, thread).await
        } else {
            answer
        }
    }
}

async fn start_without_rate_limits() -> Scene {
    Scene::start_with(Settings {
        answer_timeout: Duration::from_mins(1),
        ..Settings::default()
    })
    .await
}

async fn table() -> (Scene, String) {
    let scene = start_without_rate_limits().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    (scene, thread)
}

/// Against the computer one presses on in the same panel, turn after turn.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panel_moves_below_the_newest_board() {
    let scene = start_without_rate_limits().await;
    scene
        .assert_answer(
            "Ana",
            &scene.main_channel,
            "/table open game:Hawaii seats:2 computers:1",
            "opened",
        )
        .await;
    let thread = scene.list_threads().await.pop().unwrap();
    scene.run_command("Ana", &thread, "/table start").await;
    let (_, board) = scene.wait_for_turn(&thread, None).await;
    scene.take_first_turn("Ana", &board).await;
    scene.wait_for_turn(&thread, Some(&board)).await;
    let panel = scene.wait_for_panel_below("Ana", &thread).await;
    let chosen = scene.choose_first("Ana", &panel).await;
    assert!(
        chosen.button_id("Do it").is_some() && !chosen.picture_urls().is_empty(),
        "{chosen:?}"
    );
    assert_eq!(
        chosen.message_id(),
        panel.message_id(),
        "while nothing is posted it stays where it is"
    );
    scene.end().await;
}

/// The computer has answered by then; its turn is taken back, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_is_taken_back_after_the_computer_has_answered() {
    let scene = start_without_rate_limits().await;
    scene
        .assert_answer(
            "Ana",
            &scene.main_channel,
            "/table open game:Hawaii seats:2 computers:1",
            "opened",
        )
        .await;
    let thread = scene.list_threads().await.pop().unwrap();
    scene.run_command("Ana", &thread, "/table start").await;
    let (_, mut board) = scene.wait_for_turn(&thread, None).await;
    for _ in 0..20 {
        scene.take_first_turn("Ana", &board).await;
        board = scene.wait_for_turn(&thread, Some(&board)).await.1;
        scene.wait_until_delivered().await;
        let back = scene.press_button("Ana", &board, "Undo").await;
        if back.text().contains("Undone") {
            let words = "Ana undid the last step, and what the computer did";
            scene
                .wait_until("it is announced", async |scene: &Scene| {
                    scene
                        .list_public_messages(&thread)
                        .await
                        .iter()
                        .any(|answer| answer.text().contains(words))
                })
                .await;
            scene.end().await;
            return;
        }
        back.assert_says("hidden");
    }
    panic!("the computer shows something in every turn");
}

/// A player who is pinged again within a quarter of an hour finds the panel below the board.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn next_players_panel_moves_below_the_board() {
    let (scene, thread) = table().await;
    let (first, board) = scene.wait_for_player(&thread, None).await;
    scene.take_first_turn(&first, &board).await;
    let (second, board) = scene.wait_for_player(&thread, Some(&board)).await;
    assert_ne!(first, second);
    assert!(
        scene.list_panels(&second, &thread).await.is_empty(),
        "who never had one gets none unasked"
    );
    scene.run_command(&second, &thread, "/wait").await;
    scene.wait_for_turn(&thread, Some(&board)).await;
    let panel = scene.wait_for_panel_below(&first, &thread).await;
    assert!(!panel.open_choices().is_empty());
    scene.end().await;
}

/// The keys of the choices that a button's id contains.
fn keys_of(id: &str) -> Vec<&str> {
    id.split(':').nth(3).unwrap().split('.').collect()
}

impl Scene {
    /// Returns to the start of a panel, and presses this button and what is offered first there.
    async fn choose_from_start(&self, who: &str, panel: &Shown, id: &str) -> Shown {
        let panel = match panel.button_id("Back") {
            Some(_) => self.press_button(who, panel, "Back").await,
            None => panel.clone(),
        };
        let panel = self.press_id(who, &panel.message_id(), id).await;
        self.choose_first(who, &panel).await
    }
}

/// The buttons of a group of alternatives, found by its name on any page.
async fn alternatives(
    scene: &Scene,
    who: &str,
    panel: &Shown,
    name: &str,
) -> Option<Vec<(String, String)>> {
    let mut panel = panel.clone();
    for _ in 0..6 {
        let mut groups = panel.change_groups().into_iter();
        if let Some((_, buttons)) = groups.find(|(other, _)| other == name) {
            return Some(buttons);
        }
        panel.button_id("More")?;
        panel = scene.press_button(who, &panel, "More").await;
    }
    None
}

/// Another price needs another payment. Later choices stay if possible; lost ones are reported.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chosen_village_survives_other_changes() {
    let (scene, thread) = table().await;
    let (who, board) = scene.wait_for_player(&thread, None).await;
    scene.wait_until_delivered().await;
    let mut panel = scene.press_button(&who, &board, "Take your turn").await;
    let (mut stored, mut missed) = (0, 0);
    for (first, _) in panel.open_choices() {
        panel = scene.choose_from_start(&who, &panel, &first).await;
        let others = alternatives(&scene, &who, &panel, "Another tile, side or token here").await;
        let villages = alternatives(&scene, &who, &panel, "Build in another village").await;
        let (Some(others), Some(_)) = (others, villages) else {
            continue;
        };
        for (_, other) in others {
            panel = scene.choose_from_start(&who, &panel, &first).await;
            let (id, _) = alternatives(&scene, &who, &panel, "Build in another village")
                .await
                .unwrap()
                .swap_remove(0);
            let keys = keys_of(&id);
            let village = keys.iter().find_map(|key| key.strip_prefix('v')).unwrap();
            panel = scene.press_id(&who, &panel.message_id(), &id).await;
            panel.assert_says(&format!("in village {village}"));
            let changes = alternatives(&scene, &who, &panel, "Another tile, side or token here")
                .await
                .unwrap();
            let Some((change, _)) = changes.iter().find(|(_, label)| *label == other) else {
                continue;
            };
            panel = scene.press_id(&who, &panel.message_id(), change).await;
            let is_missed = panel.text().contains("doesn't fit any more");
            let is_kept = panel.text().contains(&format!("in village {village}"));
            assert_ne!(is_kept, is_missed, "{change}: {}", panel.text());
            stored += usize::from(is_kept);
            missed += usize::from(is_missed);
        }
        if stored >= 8 {
            break;
        }
    }
    assert!(stored >= 8, "{stored} kept, {missed} missed");
    scene.end().await;
}

/// A press on a spot that is not possible says why, and the panel stays as it is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_grey_spot_says_why_it_is_not_possible() {
    let (scene, thread) = table().await;
    let (who, board) = scene.wait_for_player(&thread, None).await;
    scene.wait_until_delivered().await;
    let panel = scene.press_button(&who, &board, "Take your turn").await;
    let grey = panel.grey_choices();
    assert!(!grey.is_empty(), "everything is possible: {panel:?}");
    for (id, label) in grey {
        let told = scene.press_id(&who, &panel.message_id(), &id).await;
        told.assert_says("Not now:");
        assert_eq!(told.open_choices(), panel.open_choices(), "{label}");
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn groups_of_alternatives_have_distinct_names() {
    let scene = start_without_rate_limits().await;
    let thread = scene
        .start_table("Hawaii", &["Ana", "Ben", "Dan"], "")
        .await;
    let (mut who, mut board) = scene.wait_for_turn(&thread, None).await;
    // The last one has fruits, which pay for feet and for shells.
    for _ in 0..2 {
        scene.run_command(&who.unwrap(), &thread, "/wait").await;
        (who, board) = scene.wait_for_turn(&thread, Some(&board)).await;
    }
    let who = who.unwrap();
    scene.wait_until_delivered().await;
    let mut panel = scene.press_button(&who, &board, "Take your turn").await;
    let mut paid_twice = 0;
    for (id, _) in panel.open_choices() {
        panel = scene.choose_from_start(&who, &panel, &id).await;
        let mut all_names = BTreeSet::new();
        for _ in 0..6 {
            let groups = panel.change_groups();
            let names: Vec<&String> = groups.iter().map(|(name, _)| name).collect();
            let different: BTreeSet<&&String> = names.iter().collect();
            assert_eq!(different.len(), names.len(), "{names:?}");
            all_names.extend(names.into_iter().cloned());
            if panel.button_id("More").is_none() {
                break;
            }
            panel = scene.press_button(&who, &panel, "More").await;
        }
        let pays = |what: &str| {
            all_names
                .iter()
                .any(|item| item.starts_with("Pay ") && item.contains(what))
        };
        paid_twice += usize::from(pays("shell") && (pays("foot") || pays("feet")));
    }
    assert!(paid_twice > 0, "nothing is paid with fruits twice");
    scene.end().await;
}

/// The letters of a panel's buttons, each with the place or the space that it stands for.
fn letters_of_spots(panel: &Shown) -> Vec<(String, String)> {
    let mut letters = Vec::new();
    for (id, label) in [panel.open_choices(), panel.grey_choices()].concat() {
        if let [kind @ ("m" | "l" | "s"), number] = keys_of(&id).as_slice() {
            let letter = label.split(' ').next().unwrap();
            letters.push((letter.to_owned(), format!("{kind}{number}")));
        }
    }
    letters
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn places_keep_their_letters_for_the_whole_game() {
    let (scene, thread) = table().await;
    let (mut who, mut board) = scene.wait_for_turn(&thread, None).await;
    let mut letter_by_spot = BTreeMap::new();
    let mut choices = BTreeSet::new();
    for _ in 0..6 {
        let player = who.unwrap();
        scene.wait_until_delivered().await;
        let panel = scene.press_button(&player, &board, "Take your turn").await;
        let letters = letters_of_spots(&panel);
        assert!(!letters.is_empty(), "{}", panel.text());
        for (letter, spot) in &letters {
            let known = letter_by_spot.entry(spot.clone()).or_insert(letter.clone());
            assert_eq!(known, letter, "{spot} has two letters");
        }
        choices.insert(panel.open_choices());
        let chosen = scene.choose_first(&player, &panel).await;
        confirm_turn(&scene, &player, &chosen).await;
        (who, board) = scene.wait_for_turn(&thread, Some(&board)).await;
    }
    let letters: BTreeSet<&String> = letter_by_spot.values().collect();
    assert_eq!(letters.len(), letter_by_spot.len(), "{letter_by_spot:?}");
    assert!(choices.len() > 1, "all panels offered the same");
    scene.end().await;
}

/// A person has one panel, however it was opened.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn panels_do_not_pile_up() {
    let (scene, thread) = table().await;
    let (who, board) = scene.wait_for_player(&thread, None).await;
    scene.press_button(&who, &board, "Take your turn").await;
    scene.run_command(&who, &thread, "/turn").await;
    let older = scene.run_command(&who, &thread, "/turn").await;
    scene
        .wait_until("there's one", async |scene| {
            scene.list_panels(&who, &thread).await.len() == 1
        })
        .await;
    // The bot cannot delete a panel this old until it is used.
    scene.advance_clock(TOO_OLD);
    scene.run_command(&who, &thread, "/turn").await;
    assert_eq!(scene.list_panels(&who, &thread).await.len(), 2);
    let (id, _) = older.open_choices().pop().unwrap();
    scene.press_id(&who, &older.message_id(), &id).await;
    assert!(
        scene
            .wait_for_panel_below(&who, &thread)
            .await
            .button_id("Do it")
            .is_some()
    );
    scene.end().await;
}

/// Creates a panel above newer boards that the bot forgot in a restart, and returns its owner.
async fn panel_above_boards(scene: &mut Scene, thread: &str) -> (String, Shown) {
    let (who, board) = scene.wait_for_player(thread, None).await;
    let panel = scene.press_button(&who, &board, "Take your turn").await;
    scene.stop_bot().await;
    scene.start_bot().await;
    scene.run_command(&who, thread, "/wait").await;
    let (other, board) = scene.wait_for_turn(thread, Some(&board)).await;
    scene.run_command(&other.unwrap(), thread, "/wait").await;
    scene.wait_for_turn(thread, Some(&board)).await;
    let panels = scene.list_panels(&who, thread).await;
    assert!(
        panels
            .iter()
            .any(|(answer, below)| answer.message_id() == panel.message_id() && *below > 0)
    );
    (who, panel)
}

/// Asserts that a choice in an old panel moves it below the board.
async fn assert_panel_moves(scene: &Scene, who: &str, thread: &str, panel: &Shown) {
    let (id, _) = panel.open_choices().swap_remove(0);
    scene.press_id(who, &panel.message_id(), &id).await;
    scene
        .wait_for_panel_below(who, thread)
        .await
        .assert_says("The board has changed in the meantime");
}

/// A forgotten or expired panel moves below the board when it is used.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_panel_moves_when_used() {
    let (mut scene, thread) = table().await;
    let (who, panel) = panel_above_boards(&mut scene, &thread).await;
    assert_panel_moves(&scene, &who, &thread, &panel).await;
    scene.end().await;
}

/// After a restart the bot remembers neither the newest board nor the panel.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forgotten_panel_moves_below_a_forgotten_board() {
    let (mut scene, thread) = table().await;
    let (who, panel) = panel_above_boards(&mut scene, &thread).await;
    // The panel may still be moving below the newest board.
    scene.stop_bot().await;
    for (newer, _) in scene.list_panels(&who, &thread).await {
        if newer.message_id() != panel.message_id() {
            let url = format!("{}/people/v1/messages/{}", scene.base, newer.message_id());
            assert_eq!(scene.client.delete(url).send().await.unwrap().status(), 200);
        }
    }
    scene.start_bot().await;
    assert_panel_moves(&scene, &who, &thread, &panel).await;
    scene.end().await;
}

/// A press out of turn gets an explanation, and the panel loses its *Do it* button.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn out_of_turn_panel_has_no_buttons() {
    let (scene, thread) = table().await;
    let (who, board) = scene.wait_for_player(&thread, None).await;
    let panel = scene.press_button(&who, &board, "Take your turn").await;
    scene.advance_clock(TOO_OLD);
    scene.run_command(&who, &thread, "/wait").await;
    scene.wait_for_turn(&thread, Some(&board)).await;
    let late = scene.choose_first(&who, &panel).await;
    assert_eq!(late.message_id(), panel.message_id());
    late.assert_says("turn");
    assert!(
        late.components().is_empty() && late.picture_urls().is_empty(),
        "{late:?}"
    );
    scene.end().await;
}

/// A button leads to the whole board and back, and choices stay.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whole_board_button_shows_the_board() {
    let (scene, thread) = table().await;
    let (who, board) = scene.wait_for_player(&thread, None).await;
    let panel = scene.press_button(&who, &board, "Take your turn").await;
    let chosen = scene.choose_first(&who, &panel).await;
    let whole = scene.press_button(&who, &chosen, "Whole board").await;
    assert_eq!(
        (whole.text(), whole.message_id()),
        (chosen.text(), chosen.message_id())
    );
    assert!(whole.button_id("Do it").is_some() && whole.picture_urls() != chosen.picture_urls());
    let closer = scene.press_button(&who, &whole, "Zoom in").await;
    assert_eq!(closer.text(), chosen.text());
    assert!(closer.button_id("Whole board").is_some());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn signs_and_closed_places_are_explained() {
    let scene = Scene::start().await;
    for (game, people, meaning) in [
        ("Hawaii", ["Ana", "Ben"], "What the people want this round"),
        (
            "Haleakala",
            ["Ana", "Ben"],
            "where it stops, cards are given",
        ),
    ] {
        let thread = scene.start_table(game, &people, "").await;
        let (who, board) = scene.wait_for_turn(&thread, None).await;
        let who = who.unwrap();
        let panel = scene.press_button(&who, &board, "Take your turn").await;
        let signs = scene.press_button(&who, &panel, "What's this?").await;
        signs.assert_says(meaning);
        assert!(signs.is_private() && signs.picture_urls().len() == 1);
        if game == "Hawaii" {
            signs
                .assert_says("Closed now:")
                .assert_says("for 4 more feet on your boats");
        }
    }
    scene.end().await;
}
