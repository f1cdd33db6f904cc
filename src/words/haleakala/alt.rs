//! The picture in words, for whoever does not see it: the most important first, in whole sentences.

use super::{Fill, Teller, segment};
use crate::rules::haleakala::view::{PlayerView, View};

impl Teller<'_> {
    /// What the picture shows: the game, whose turn it is, points, boat, segments.
    pub(super) fn sentences(&self, view: &View) -> Vec<String> {
        let mut sentences = vec![self.headline(view), self.now(view.to_act)];
        sentences.extend(view.players.iter().map(|player| self.player_seen(view, player)));
        sentences.push(self.say("draw-hal-alt-boat", &[("segment", segment(view.boat))]));
        // Where the boat lies is what counts next; the others follow on its way.
        let boat = view.boat.index();
        let (before, after) = view.segments.split_at(boat.min(view.segments.len()));
        sentences.extend(after.iter().chain(before).map(|it| format!("{}.", self.segment_line(view, it))));
        sentences.push(self.piles(view));
        sentences.push(format!("{}.", self.wares(view)));
        sentences
    }

    fn player_seen(&self, view: &View, player: &PlayerView) -> String {
        let standing =
            view.segments.iter().flat_map(|it| it.statues).filter(|owner| *owner == Some(player.seat));
        let fill = [
            ("who", Fill::from(self.who(player.seat))),
            ("points", self.points(player.points).into()),
            ("statues", standing.count().into()),
            ("at", self.standing(player.shaman).into()),
        ];
        self.say("draw-hal-alt-player", &fill)
    }
}
