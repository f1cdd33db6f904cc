//! Alt texts of pictures: the most important first, in whole sentences.

use super::{Fill, Phrasebook, segment};
use lanai_rules::haleakala::board::Terrain;
use lanai_rules::haleakala::pieces::{Face, Holder, Lies, Ware};
use lanai_rules::haleakala::view::{PlayerView, SegmentView, View};

impl Phrasebook<'_> {
    pub(super) fn sentences(&self, view: &View) -> Vec<String> {
        let mut sentences = vec![self.headline(view), self.now(view.to_act)];
        sentences.extend(view.players.iter().map(|player| self.player_seen(player)));
        sentences.push(self.say("draw-hal-alt-boat", &[("segment", segment(view.boat))]));
        // The boat's segment counts next; the others follow on its way.
        let boat = view.boat.index();
        let (before, after) = view.segments.split_at(boat.min(view.segments.len()));
        sentences.extend(
            after
                .iter()
                .chain(before)
                .map(|it| self.segment_in_short(view, it)),
        );
        sentences.extend(view.players.iter().map(|player| self.holds(view, player)));
        sentences.push(self.display_in_short(view));
        sentences.push(self.piles(view));
        sentences.extend(self.quiet(view));
        sentences
    }

    /// Describes a segment. Statues are listed by player, with their sites.
    fn segment_in_short(&self, view: &View, it: &SegmentView) -> String {
        let mut parts = vec![self.cards_in_short(it)];
        for player in &view.players {
            let who = || Fill::from(self.who(player.seat));
            let here = |lies: Lies| lies == Lies::On(it.segment);
            let discs = player.discs.iter().filter(|(_, lies)| here(*lies));
            let discs: Vec<String> = discs.map(|(disc, _)| disc.number().to_string()).collect();
            if let [disc] = &discs[..] {
                parts.push(self.say("hal-alt-disc", &[("who", who()), ("disc", disc.into())]));
            } else if !discs.is_empty() {
                let sum = view.sum(player.seat, it.segment).into();
                let fill = [
                    ("who", who()),
                    ("discs", discs.join("+").into()),
                    ("sum", sum),
                ];
                parts.push(self.say("hal-board-discs", &fill));
            }
            if player.invocation.is_some_and(here) {
                parts.push(self.say("hal-board-invocation", &[("who", who())]));
            }
            let sites = Terrain::ALL.into_iter().zip(it.statues);
            let sites = sites.filter(|(_, owner)| *owner == Some(player.seat));
            let sites: Vec<String> = sites.map(|(terrain, _)| self.terrain(terrain)).collect();
            if !sites.is_empty() {
                let fill = [("who", who()), ("list", sites.join(", ").into())];
                parts.push(self.say("hal-alt-statues", &fill));
            }
        }
        parts.extend((it.lava > 0).then(|| self.say("hal-board-lava", &[("n", it.lava.into())])));
        let fill = [
            ("segment", segment(it.segment)),
            ("list", self.words.apart(&parts).into()),
        ];
        self.say("hal-alt-segment", &fill)
    }

    /// Lists the cards of a segment, equal ones together.
    fn cards_in_short(&self, it: &SegmentView) -> String {
        let cards: Vec<String> = it
            .cards
            .iter()
            .flatten()
            .map(|card| self.card(*card))
            .collect();
        match &cards[..] {
            [] => self.say("board-none", &[]),
            [one, other] if one == other => format!("2 × {one}"),
            cards => cards.join(", "),
        }
    }

    /// Describes what a player has beside the board.
    fn holds(&self, view: &View, player: &PlayerView) -> String {
        let kept: Vec<String> = player
            .kept
            .iter()
            .map(|kept| self.keepsake(*kept))
            .collect();
        let fill = [
            ("who", Fill::from(self.who(player.seat))),
            ("discs", self.in_hand(player).into()),
            ("shells", player.shells.into()),
            ("statues", player.statues_left.into()),
            ("kept", self.items(&kept).into()),
        ];
        let holds = self.say("hal-alt-holds", &fill);
        // At the end of the game, these points are already on the scoring track.
        if view.standings.is_some() {
            return format!("{holds}.");
        }
        let now = self.points(player.now.total());
        format!(
            "{holds}; {}.",
            self.say("hal-alt-now", &[("points", now.into())])
        )
    }

    /// Lists what is for sale and at which price, and who bought the rest.
    fn display_in_short(&self, view: &View) -> String {
        let mut display: Vec<String> = Vec::new();
        for (card, holder) in &view.display {
            let name = self.scoring_card(*card);
            display.push(match holder {
                Holder::Display => format!("{name} {}", view.printed.cost(Ware::Card(*card))),
                Holder::Seat(seat) => self.say(
                    "hal-board-sold",
                    &[("ware", name.into()), ("who", self.who(*seat).into())],
                ),
            });
        }
        let priestess = (view.priestess == Face::Up).then_some(Ware::Priestess);
        display.extend(
            priestess.map(|ware| format!("{} {}", self.ware(ware), view.printed.cost(ware))),
        );
        self.say("hal-alt-display", &[("list", display.join(", ").into())])
    }

    fn player_seen(&self, player: &PlayerView) -> String {
        let fill = [
            ("who", Fill::from(self.who(player.seat))),
            ("points", self.points(player.points).into()),
            ("at", self.standing(player.shaman).into()),
        ];
        self.say("draw-hal-alt-player", &fill)
    }
}
