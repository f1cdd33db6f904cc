//! Where panels stand: each person has one for a table, below its newest board, as long as the chat lets us move it.

use std::collections::BTreeSet;
use std::time::Duration;

use lanai_porch::Settings;

use super::whole_games::{do_it, goes_on};
use super::{Scene, Shown, evening};

/// After so many seconds a panel can be neither changed nor removed.
pub(super) const TOO_OLD: i64 = 16 * 60;

impl Scene {
    /// The panels that somebody sees, and how many boards stand below each.
    pub(super) async fn panels(&self, who: &str, place: &str) -> Vec<(Shown, usize)> {
        let seen = self.sees(who, place).await;
        let boards = |from: usize| {
            seen[from..]
                .iter()
                .filter(|it| it.button("Take your turn").is_some())
                .count()
        };
        let is_panel = |it: &Shown| it.is_private() && !it.components().is_empty();
        let own = seen.iter().enumerate().filter(|(_, shown)| is_panel(shown));
        own.map(|(at, shown)| (shown.clone(), boards(at))).collect()
    }

    /// Opens the panel and does what is offered first, to the end of the turn.
    async fn does_the_first(&self, who: &str, board: &Shown) {
        // A board that came meanwhile would move the panel while it is pressed.
        self.all_told().await;
        let panel = self.presses(who, board, "Take your turn").await;
        let (id, values) = panel.menu().unwrap();
        let chosen = self.chooses_in(who, &panel, &id, &values[0]).await;
        do_it(self, who, &chosen).await;
    }

    /// Waits until somebody has one panel, below all boards, with something to choose.
    pub(super) async fn has_one_panel_below(&self, who: &str, place: &str) -> Shown {
        self.until("one panel stands below the board", async |scene| {
            let panels = scene.panels(who, place).await;
            let ids = |panel: &Shown| {
                panel
                    .components()
                    .into_iter()
                    .map(|it| it["custom_id"].to_string())
            };
            let leads_on = |id: String| id.starts_with("\"p:") || id.starts_with("\"d:");
            matches!(panels.as_slice(), [(panel, 0)] if ids(panel).any(leads_on))
        })
        .await;
        self.panels(who, place).await.swap_remove(0).0
    }

    /// An answer as it stays: a panel moves below a board that came meanwhile.
    pub(super) async fn found(&self, who: &str, place: &str, shown: Shown) -> Shown {
        self.all_told().await;
        let is_panel = shown.is_gone() || goes_on(&shown);
        if is_panel {
            self.has_one_panel_below(who, place).await
        } else {
            shown
        }
    }
}

async fn with_patience() -> Scene {
    Scene::with(Settings {
        answer_timeout: Duration::from_mins(1),
        ..Settings::default()
    })
    .await
}

async fn table() -> (Scene, String) {
    let scene = with_patience().await;
    let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
    (scene, place)
}

/// Against the computer one presses on in the same panel, turn after turn.
#[test]
fn a_panel_moves_below_the_newest_board() {
    evening(async {
        let scene = with_patience().await;
        scene
            .says(
                "Ana",
                &scene.hall,
                "/table open game:Hawaii seats:2 computers:1",
            )
            .await
            .says("opened");
        let place = scene.threads().await.pop().unwrap();
        scene.says("Ana", &place, "/table start").await;
        let (_, board) = scene.next(&place, None).await;
        scene.does_the_first("Ana", &board).await;
        scene.next(&place, Some(&board)).await;
        let panel = scene.has_one_panel_below("Ana", &place).await;
        let (id, values) = panel.menu().unwrap();
        let chosen = scene.chooses_in("Ana", &panel, &id, &values[0]).await;
        assert!(
            chosen.button("Do it").is_some() && !chosen.pictures().is_empty(),
            "{chosen:?}"
        );
        assert_eq!(
            chosen.message(),
            panel.message(),
            "while nothing is posted it stays where it is"
        );
        scene.end().await;
    });
}

/// The computer has answered by then: what it did goes back too, and it answers anew.
#[test]
fn a_turn_is_taken_back_after_the_computer_has_answered() {
    evening(async {
        let scene = with_patience().await;
        scene
            .says(
                "Ana",
                &scene.hall,
                "/table open game:Hawaii seats:2 computers:1",
            )
            .await
            .says("opened");
        let place = scene.threads().await.pop().unwrap();
        scene.says("Ana", &place, "/table start").await;
        let (_, mut board) = scene.next(&place, None).await;
        for _ in 0..20 {
            scene.does_the_first("Ana", &board).await;
            board = scene.next(&place, Some(&board)).await.1;
            scene.all_told().await;
            let back = scene.presses("Ana", &board, "Undo").await;
            if back.text().contains("Undone") {
                let words = "Ana undid the last step, and what the computer did";
                let told = async |scene: &Scene| {
                    scene
                        .public(&place)
                        .await
                        .iter()
                        .any(|shown| shown.text().contains(words))
                };
                scene.until("everybody hears of it", told).await;
                scene.end().await;
                return;
            }
            // What was shown stays.
            back.says("hidden");
        }
        panic!("the computer shows something in every turn");
    });
}

/// Who is called again within a quarter of an hour finds the panel ready, and nobody else sees it.
#[test]
fn next_players_panel_moves_below_the_board() {
    evening(async {
        let (scene, place) = table().await;
        let (first, board) = scene.next(&place, None).await;
        let first = first.unwrap();
        scene.does_the_first(&first, &board).await;
        let (second, board) = scene.next(&place, Some(&board)).await;
        let second = second.unwrap();
        assert_ne!(first, second);
        assert!(
            scene.panels(&second, &place).await.is_empty(),
            "who never had one gets none unasked"
        );
        scene.says(&second, &place, "/wait").await;
        scene.next(&place, Some(&board)).await;
        let panel = scene.has_one_panel_below(&first, &place).await;
        assert!(panel.menu().is_some());
        scene.end().await;
    });
}

/// The menus of a panel: the name, the id and the values of each.
fn named_menus(panel: &Shown) -> Vec<(String, String, Vec<String>)> {
    let names = panel.components().into_iter().filter(|it| it["type"] == 3);
    let names = names.map(|it| it["placeholder"].as_str().unwrap().to_owned());
    names
        .zip(panel.menus())
        .map(|(name, (id, values))| (name, id, values))
        .collect()
}

impl Scene {
    /// Goes back in a panel to where nothing is chosen, and chooses.
    async fn chooses_first(&self, who: &str, panel: &Shown, value: &str) -> Shown {
        let panel = match panel.button("Back") {
            Some(_) => self.presses(who, panel, "Back").await,
            None => panel.clone(),
        };
        let (id, _) = panel
            .menus()
            .into_iter()
            .find(|(_, values)| values.iter().any(|it| it == value))
            .unwrap();
        self.chooses_in(who, &panel, &id, value).await
    }
}

/// A menu of a panel by its name: its id and values.
fn menu_called(panel: &Shown, name: &str) -> Option<(String, Vec<String>)> {
    named_menus(panel)
        .into_iter()
        .find(|it| it.0 == name)
        .map(|(_, id, values)| (id, values))
}

/// All that is offered in a panel.
fn all_values(panel: &Shown) -> Vec<String> {
    panel
        .menus()
        .into_iter()
        .flat_map(|(_, values)| values)
        .collect()
}

/// Another price needs another payment, and what follows it stays. What cannot stay is said.
#[test]
fn chosen_village_survives_other_changes() {
    evening(async {
        let (scene, place) = table().await;
        let (who, board) = scene.next(&place, None).await;
        let who = who.unwrap();
        scene.all_told().await;
        let mut panel = scene.presses(&who, &board, "Take your turn").await;
        let (mut kept, mut missed) = (0, 0);
        for first in all_values(&panel) {
            panel = scene.chooses_first(&who, &panel, &first).await;
            let others = menu_called(&panel, "Another tile, side or token here");
            let villages = menu_called(&panel, "Build in another village");
            let (Some((_, others)), Some((_, villages))) = (others, villages) else {
                continue;
            };
            let village = villages[0]
                .split('.')
                .next()
                .unwrap()
                .trim_start_matches('v')
                .to_owned();
            for other in others {
                // The pieces of the way there, without what follows it.
                panel = scene.chooses_first(&who, &panel, &first).await;
                let (id, villages) = menu_called(&panel, "Build in another village").unwrap();
                panel = scene.chooses_in(&who, &panel, &id, &villages[0]).await;
                panel.says(&format!("to village {village}"));
                let (id, changes) =
                    menu_called(&panel, "Another tile, side or token here").unwrap();
                let piece = |it: &str| it.split('.').take(3).collect::<Vec<_>>().join(".");
                let Some(change) = changes.iter().find(|it| piece(it) == piece(&other)) else {
                    continue;
                };
                panel = scene.chooses_in(&who, &panel, &id, change).await;
                let is_missed = panel.text().contains("does not fit any more");
                let is_kept = panel.text().contains(&format!("to village {village}"));
                assert_ne!(is_kept, is_missed, "{change}: {}", panel.text());
                kept += usize::from(is_kept);
                missed += usize::from(is_missed);
            }
            if kept >= 8 {
                break;
            }
        }
        assert!(kept >= 8, "{kept} kept, {missed} missed");
        scene.end().await;
    });
}

#[test]
fn menus_of_a_panel_have_distinct_names() {
    evening(async {
        let scene = with_patience().await;
        let place = scene.table("Hawaii", &["Ana", "Ben", "Dan"], "").await;
        let (mut who, mut board) = scene.next(&place, None).await;
        // The last one has fruits, which pay for feet and for shells.
        for _ in 0..2 {
            scene.says(&who.unwrap(), &place, "/wait").await;
            (who, board) = scene.next(&place, Some(&board)).await;
        }
        let who = who.unwrap();
        scene.all_told().await;
        let mut panel = scene.presses(&who, &board, "Take your turn").await;
        let mut paid_twice = 0;
        let values = all_values(&panel);
        for value in [None].into_iter().chain(values.iter().map(Some)) {
            if let Some(value) = value {
                panel = scene.chooses_first(&who, &panel, value).await;
            }
            let names: Vec<String> = named_menus(&panel)
                .into_iter()
                .map(|(name, ..)| name)
                .collect();
            let different: BTreeSet<&String> = names.iter().collect();
            assert_eq!(different.len(), names.len(), "{names:?}");
            let pays = |what: &str| {
                names
                    .iter()
                    .any(|it| it.starts_with("Pay ") && it.contains(what))
            };
            paid_twice += usize::from(pays("shell") && (pays("foot") || pays("feet")));
        }
        assert!(paid_twice > 0, "nothing is paid with fruits twice");
        scene.end().await;
    });
}

/// However often a panel is asked for, and wherever its buttons are, there is one.
#[test]
fn panels_do_not_pile_up() {
    evening(async {
        let (scene, place) = table().await;
        let (who, board) = scene.next(&place, None).await;
        let who = who.unwrap();
        scene.presses(&who, &board, "Take your turn").await;
        scene.says(&who, &place, "/turn").await;
        let older = scene.says(&who, &place, "/turn").await;
        scene
            .until("there is one", async |scene| {
                scene.panels(&who, &place).await.len() == 1
            })
            .await;
        // So long after, the chat lets us remove nothing: until something is pressed in it.
        scene.passes(TOO_OLD);
        scene.says(&who, &place, "/turn").await;
        assert_eq!(scene.panels(&who, &place).await.len(), 2);
        let (id, values) = older.menu().unwrap();
        scene.chooses_in(&who, &older, &id, &values[0]).await;
        assert!(
            scene
                .has_one_panel_below(&who, &place)
                .await
                .button("Do it")
                .is_some()
        );
        scene.end().await;
    });
}

/// A panel that was forgotten with a restart, above boards that came since, and whose it is.
async fn above_boards(scene: &mut Scene, place: &str) -> (String, Shown) {
    let (who, board) = scene.next(place, None).await;
    let who = who.unwrap();
    let panel = scene.presses(&who, &board, "Take your turn").await;
    scene.bot_goes().await;
    scene.bot_comes().await;
    scene.says(&who, place, "/wait").await;
    let (other, board) = scene.next(place, Some(&board)).await;
    scene.says(&other.unwrap(), place, "/wait").await;
    scene.next(place, Some(&board)).await;
    let panels = scene.panels(&who, place).await;
    assert!(
        panels
            .iter()
            .any(|(shown, below)| shown.message() == panel.message() && *below > 0)
    );
    (who, panel)
}

/// Something is chosen in an old panel: it moves below the board.
async fn moves_below(scene: &Scene, who: &str, place: &str, panel: &Shown) {
    let (id, values) = panel.menu().unwrap();
    scene.chooses_in(who, panel, &id, &values[0]).await;
    scene
        .has_one_panel_below(who, place)
        .await
        .says("The board has changed since");
}

/// What was forgotten with a restart, or grew too old, comes below the board with the next press in it.
#[test]
fn old_panel_moves_when_used() {
    evening(async {
        let (mut scene, place) = table().await;
        let (who, panel) = above_boards(&mut scene, &place).await;
        moves_below(&scene, &who, &place, &panel).await;
        scene.end().await;
    });
}

/// After a restart nobody knows by heart which board is the newest, nor that a panel stands below it.
#[test]
fn a_forgotten_panel_moves_below_a_forgotten_board() {
    evening(async {
        let (mut scene, place) = table().await;
        let (who, panel) = above_boards(&mut scene, &place).await;
        // A panel may still be on its way below a board that is told.
        scene.bot_goes().await;
        for (newer, _) in scene.panels(&who, &place).await {
            if newer.message() != panel.message() {
                let url = format!("{}/people/v1/messages/{}", scene.base, newer.message());
                assert_eq!(scene.client.delete(url).send().await.unwrap().status(), 200);
            }
        }
        scene.bot_comes().await;
        moves_below(&scene, &who, &place, &panel).await;
        scene.end().await;
    });
}

/// Who presses out of turn reads why nothing happens, and no *Do it* is left standing.
#[test]
fn out_of_turn_panel_has_no_buttons() {
    evening(async {
        let (scene, place) = table().await;
        let (who, board) = scene.next(&place, None).await;
        let who = who.unwrap();
        let panel = scene.presses(&who, &board, "Take your turn").await;
        scene.passes(TOO_OLD);
        scene.says(&who, &place, "/wait").await;
        scene.next(&place, Some(&board)).await;
        let (id, values) = panel.menu().unwrap();
        let late = scene.chooses_in(&who, &panel, &id, &values[0]).await;
        assert_eq!(late.message(), panel.message());
        late.says("turn");
        assert!(
            late.components().is_empty() && late.pictures().is_empty(),
            "{late:?}"
        );
        scene.end().await;
    });
}

/// The whole board is a press away, and so is the way back; what was chosen stays.
#[test]
fn whole_board_button_shows_the_board() {
    evening(async {
        let (scene, place) = table().await;
        let (who, board) = scene.next(&place, None).await;
        let who = who.unwrap();
        let panel = scene.presses(&who, &board, "Take your turn").await;
        let far = scene.presses(&who, &panel, "Whole board").await;
        assert_eq!((far.text(), far.menus()), (panel.text(), panel.menus()));
        let (id, values) = far.menu().unwrap();
        let chosen = scene.chooses_in(&who, &far, &id, &values[0]).await;
        let whole = scene.presses(&who, &chosen, "Whole board").await;
        assert_eq!(
            (whole.text(), whole.message()),
            (chosen.text(), chosen.message())
        );
        assert!(whole.button("Do it").is_some() && whole.pictures() != chosen.pictures());
        let closer = scene.presses(&who, &whole, "Zoom in").await;
        assert_eq!(closer.text(), chosen.text());
        assert!(closer.button("Whole board").is_some());
        scene.end().await;
    });
}
