//! Laws about what a viewer may know.

use lanai_rules::Viewer;
use lanai_rules::chance::{Dice, Seed};
use proptest::prelude::*;

use super::walk::{Tried, on_plans, to_json, viewers};

/// No leak: two games that differ only in what a viewer cannot know look the same to him.
pub(crate) fn a_view_shows_only_what_its_viewer_may_know<G: Tried>() {
    on_plans::<G>(48, |plan| {
        let mut dice = Dice::new(&Seed::from_number(plan.walker), 3);
        for game in plan.positions() {
            for viewer in viewers(&game) {
                let other = game.resample(viewer, &mut dice);
                prop_assert_ne!(other.state(), game.state());
                prop_assert_eq!(other.check(), Ok(()));
                prop_assert_eq!(other.status(), game.status());
                let [shown, expected] = [&other, &game].map(|game| to_json(&game.view(viewer)));
                prop_assert_eq!(shown, expected);
            }
        }
        Ok(())
    });
}

/// No leak over time either: an action shows a player nothing that was hidden, unless an event says
/// that something was uncovered; and such an event is what no take back crosses.
pub(crate) fn nothing_hidden_shows_before_an_event_that_uncovers<G: Tried>() {
    on_plans::<G>(48, |plan| {
        let mut dice = Dice::new(&Seed::from_number(plan.walker), 4);
        for stride in plan.strides() {
            for viewer in viewers(&stride.before) {
                let mut other = stride.before.resample(viewer, &mut dice);
                let mut events = Vec::new();
                let accepted = other.play(stride.action, &mut events).is_ok();
                prop_assert!(
                    accepted || !viewer.is(stride.seat),
                    "the actor knows what he may do"
                );
                let reveals_hidden = |events: &[G::Event]| events.iter().any(G::reveals_hidden);
                // To others, an action also shows that the actor had the means for it.
                if !accepted || reveals_hidden(&stride.events) {
                    continue;
                }
                prop_assert_eq!(&events, &stride.events);
                let [shown, expected] =
                    [&other, &stride.after].map(|game| to_json(&game.view(viewer)));
                prop_assert_eq!(shown, expected);
            }
        }
        Ok(())
    });
}

/// The laws above would hold for a view that shows nothing at all. This one would not.
pub(crate) fn the_actor_sees_what_the_action_changed<G: Tried>() {
    on_plans::<G>(48, |plan| {
        for stride in plan.strides() {
            let actor = Viewer::Seat(stride.seat);
            let [before, after] =
                [&stride.before, &stride.after].map(|game| to_json(&game.view(actor)));
            prop_assert_ne!(before, after, "nothing to be seen of {:?}", stride.action);
        }
        Ok(())
    });
}
