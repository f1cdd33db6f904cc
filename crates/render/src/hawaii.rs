//! Pictures of Hawaii: the island, one realm, or all realms on one sheet. Each is drawn from a
//! view, and so shows only what the view's owner may know.

mod areas;
mod cards;
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
mod signs;
mod tiles;
mod turns;

use super::{Area, BoardSign, Canvas, Crop, Draw, LabelledAction, Size, Theme};
use lanai_rules::Standings;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::{Action, Event};
use lanai_rules::hawaii::view::View;
use lanai_text::hawaii::Phrasebook;
use lanai_text::{Scene, Tally};
use marks::Marks;
pub use tiles::{good_art, tile_art};

impl Draw for Hawaii {
    fn draw(
        theme: &Theme,
        phrasebook: &Phrasebook<'_>,
        view: &View,
        turns: &[Vec<Event>],
        scene: Scene,
    ) -> Option<Canvas> {
        Some(match scene {
            Scene::Board => {
                island::render_island(theme, phrasebook, view, &Marks::from_turns(turns))
            }
            Scene::Realm(seat) => realm::render_realm(theme, phrasebook, view, view.realm(seat)?),
            Scene::Realms => realm::render_realms(theme, phrasebook, view),
        })
    }

    fn draw_choices(
        theme: &Theme,
        phrasebook: &Phrasebook<'_>,
        view: &View,
        earlier_events: &[Event],
        action_labels: &[LabelledAction<Action>],
        crop: Crop,
    ) -> Option<Canvas> {
        let draw = match crop {
            Crop::Close => choices::render_close,
            Crop::Whole => choices::render_whole_picture,
        };
        Some(draw(
            theme,
            phrasebook,
            view,
            &Marks::from_turns(&[earlier_events.to_vec()]),
            action_labels,
        ))
    }

    fn picture_size(view: &View, scene: Scene) -> Option<Size> {
        match scene {
            Scene::Board => Some(areas::island_size(view)),
            Scene::Realm(seat) => view.realm(seat).map(|_| realm::realm_size()),
            Scene::Realms => Some(realm::realms_size(view)),
        }
    }

    fn clear_legal(view: &mut View) {
        view.legal.clear();
    }

    fn find_area(view: &View, action: &Action, scene: Scene) -> Option<Area> {
        match scene {
            Scene::Board => areas::find_on_island(view, *action),
            Scene::Realm(seat) => areas::find_in_realm(view, *action, seat),
            Scene::Realms => None,
        }
    }

    fn board_signs(view: &View) -> Vec<BoardSign> {
        signs::board_signs(view)
    }

    fn end_early(view: &mut View, standings: Option<Standings>) {
        view.to_act = None;
        view.legal.clear();
        view.standings = standings;
    }

    fn tally_points(view: &View) -> Tally {
        let points = view.realms.iter().map(|realm| realm.points).collect();
        Tally {
            round: view.round,
            points,
            chances: Vec::new(),
        }
    }
}
