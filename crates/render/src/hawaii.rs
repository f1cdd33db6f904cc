//! Hawaii in pictures: the island, one realm, and all realms on one sheet. Each is made from a view, and so shows what
//! its viewer may know and nothing else.

mod choices;
mod gains;
mod island;
mod legend;
mod marks;
mod measures;
mod places;
mod primer;
mod realm;
mod sea;
mod side;
mod tiles;
mod turns;

use super::{Canvas, Crop, Draw, Studio};
use lanai_rules::Standings;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::{Action, Event};
use lanai_rules::hawaii::view::View;
use lanai_text::hawaii::Phrasebook;
use lanai_text::{Scene, Tally};
use marks::Marks;
pub use tiles::{emblem, good};

impl Draw for Hawaii {
    fn draw(
        studio: &Studio,
        phrasebook: &Phrasebook<'_>,
        view: &View,
        turns: &[Vec<Event>],
        scene: Scene,
    ) -> Option<Canvas> {
        Some(match scene {
            Scene::Board => {
                island::render_island(studio, phrasebook, view, &Marks::from_turns(turns))
            }
            Scene::Realm(seat) => realm::render_realm(studio, phrasebook, view, view.realm(seat)?),
            Scene::Realms => realm::render_realms(studio, phrasebook, view),
        })
    }

    fn draw_choices(
        studio: &Studio,
        phrasebook: &Phrasebook<'_>,
        view: &View,
        done: &[Event],
        pointers: &[(Action, String)],
        crop: Crop,
    ) -> Option<Canvas> {
        let draw = match crop {
            Crop::Close => choices::render_close,
            Crop::Whole => choices::render_whole,
        };
        Some(draw(
            studio,
            phrasebook,
            view,
            &Marks::from_turns(&[done.to_vec()]),
            pointers,
        ))
    }

    fn end_early(view: &mut View, standings: Option<Standings>) {
        view.to_act = None;
        view.legal.clear();
        view.standings = standings;
    }

    fn tally(view: &View) -> Tally {
        let points = view.realms.iter().map(|realm| realm.points).collect();
        Tally {
            round: view.round,
            points,
            chances: Vec::new(),
        }
    }
}
