//! Evenings whose tables are kept on a server of PostgreSQL: whole games, and a server that stops in the middle of them.

use std::time::{Duration, Instant};

use lanai_porch::Settings;

use super::whole_games::{by_menus, told_once};
use super::{Scene, Shown, evening};
use lanai_testing::homes::{Database, Server};
use lanai_testing::outside::extent;

/// How long somebody waits for a sentence, whatever happens: Discord's three seconds.
const AT_ONCE: Duration = Duration::from_secs(3);

/// An evening on the server that all tests share, if there is one.
async fn in_guild() -> Option<Scene> {
    Some(Scene::kept_in(Database::server().await?, Settings::default()).await)
}

#[test]
fn two_play_haleakala_by_menus_on_a_server() {
    evening(async {
        let Some(scene) = in_guild().await else {
            return;
        };
        by_menus(scene, "Haleakala", &["Ana", "Ben"], 12).await;
    });
}

impl Scene {
    /// Opens the panel and chooses what is offered first.
    async fn chooses_the_first(&self, who: &str, place: &str) -> Shown {
        let mut shown = self.says(who, place, "/turn").await;
        while shown.button("Do it").is_none() {
            let (id, values) = shown.menu().unwrap();
            shown = self.chooses_in(who, &shown, &id, &values[0]).await;
        }
        shown
    }
}

/// What can happen to a server, and how it ends.
type InternalError = (fn(&mut Server), fn(&mut Server));

/// People read a sentence at once while the server is gone; nothing that was confirmed is lost, and everything goes on by
/// itself when it is back.
async fn loses_nothing(trouble: InternalError) {
    let Some(mut server) = Server::own() else {
        return;
    };
    let scene = Scene::kept_in(server.database().await, Settings::default()).await;
    let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
    let (mut acts, mut board) = scene.next(&place, None).await;
    for _ in 0..extent(1, 3) {
        let who = acts.as_deref().unwrap();
        let panel = scene.chooses_the_first(who, &place).await;
        let before = scene.says("Dan", &place, "/table show").await.panes();
        (trouble.0)(&mut server);
        for line in ["/turn", "/mine", "/table show"] {
            let asked = Instant::now();
            let said = scene.blurts(who, &place, line).await;
            said.says("Something went wrong and was logged");
            assert!(
                asked.elapsed() < AT_ONCE,
                "{line} took {:?}",
                asked.elapsed()
            );
        }
        let asked = Instant::now();
        scene.presses(who, &panel, "Do it").await;
        assert!(asked.elapsed() < AT_ONCE, "it took {:?}", asked.elapsed());
        let seen = scene.sees(who, &place).await;
        seen.last()
            .unwrap()
            .says("Something went wrong and was logged");
        (trouble.1)(&mut server);
        let after = scene.says("Dan", &place, "/table show").await.panes();
        assert_eq!(after, before, "nothing was done");
        let done = scene.presses(who, &panel, "Do it").await;
        assert!(done.button("Undo").is_some() || done.is_gone(), "{done:?}");
        (acts, board) = scene.next(&place, Some(&board)).await;
    }
    scene.all_told().await;
    told_once(&scene, &place).await;
    scene.end().await;
}

#[test]
fn restarting_postgres_loses_nothing() {
    evening(loses_nothing((Server::stops, Server::starts)));
}

#[test]
fn silent_postgres_loses_nothing() {
    evening(loses_nothing((Server::freezes, Server::thaws)));
}
