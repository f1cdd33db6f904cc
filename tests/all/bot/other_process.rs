//! Turns that another process takes, so that the bot of the scene only announces them.

use std::sync::Arc;

use lanai_ai::{Budget, Greedy, Observation, Policy as _};
use lanai_host::{Actor, ChannelId, Host, TableStatus};
use lanai_rules::haleakala::Haleakala;
use lanai_store::Store;

use super::Scene;

pub(super) struct Elsewhere {
    store: Store,
    pub(super) host: Arc<Host>,
}

impl Elsewhere {
    pub(super) async fn connect(scene: &Scene) -> Elsewhere {
        let store = scene.open_store().await;
        let host = Arc::new(Host::with_clock(store.clone(), scene.clock.clone()));
        Elsewhere { store, host }
    }

    /// Takes a turn for the player to act; returns `false` if the game is over.
    pub(super) async fn person_to_act(&self, thread: &str) -> bool {
        let table = self
            .host
            .tables
            .find_in_channel(ChannelId(thread.parse().unwrap()))
            .await
            .unwrap();
        if table.status == TableStatus::Over {
            return false;
        }
        let seat = self
            .host
            .games
            .load::<Haleakala>(table.clone())
            .await
            .unwrap()
            .to_act()
            .unwrap();
        let person = table.seated_player(seat).unwrap().person.unwrap();
        let mut turn = self
            .host
            .games
            .load_turn::<Haleakala>(table, person)
            .await
            .unwrap();
        while turn.to_act() == Some(seat) && (turn.steps.is_empty() || !turn.reveals_hidden()) {
            let legal = turn.legal();
            let choice = Greedy.choose(
                &Observation::new(&turn.game, seat, &legal),
                &mut Budget::of_iterations(0),
            );
            turn.play(legal[choice]).unwrap();
        }
        let actor = Actor {
            person,
            name: "somebody".to_owned(),
            interaction: None,
        };
        self.host.play.commit_turn(turn, &actor).await.unwrap();
        true
    }

    pub(super) async fn close(self) {
        self.store.close().await;
    }
}

pub(super) async fn act_elsewhere(scene: &Scene, thread: &str) {
    let elsewhere = Elsewhere::connect(scene).await;
    assert!(elsewhere.person_to_act(thread).await, "the game is over");
    elsewhere.close().await;
}
