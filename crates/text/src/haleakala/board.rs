//! The board as text, for terminals, for screen readers, and if a picture is not available.

use super::{Fill, Phrasebook, segment};
use crate::{Scene, TellViews};
use lanai_rules::Seat;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::board::Terrain;
use lanai_rules::haleakala::pieces::{Face, Holder, Lies, Ware};
use lanai_rules::haleakala::view::{PlayerView, SegmentView, View};

impl TellViews for Haleakala {
    fn progress(phrasebook: &Phrasebook<'_>, view: &View) -> Vec<String> {
        [phrasebook.headline(view), phrasebook.piles(view)]
            .into_iter()
            .chain(phrasebook.quiet(view))
            .collect()
    }

    /// Shows round, boat, segments, piles and display.
    fn board(phrasebook: &Phrasebook<'_>, view: &View) -> String {
        let mut lines = vec![phrasebook.headline(view), phrasebook.now(view.to_act)];
        lines.extend(
            view.segments
                .iter()
                .map(|it| phrasebook.segment_line(view, it)),
        );
        lines.extend(
            [phrasebook.piles(view)]
                .into_iter()
                .chain(phrasebook.quiet(view)),
        );
        lines.push(phrasebook.wares(view));
        lines.join("\n")
    }

    fn players(phrasebook: &Phrasebook<'_>, view: &View) -> String {
        let players = view
            .players
            .iter()
            .map(|player| phrasebook.player(view, player));
        players.collect::<Vec<_>>().join("\n")
    }

    fn player(phrasebook: &Phrasebook<'_>, view: &View, seat: Seat) -> String {
        view.player(seat)
            .map(|player| phrasebook.player(view, player))
            .unwrap_or_default()
    }

    fn described(phrasebook: &Phrasebook<'_>, view: &View, _scene: Scene) -> String {
        phrasebook.described(phrasebook.sentences(view))
    }
}

impl Phrasebook<'_> {
    pub(super) fn headline(&self, view: &View) -> String {
        self.say("hal-board-title", &[("round", view.round.number().into())])
    }

    pub(super) fn piles(&self, view: &View) -> String {
        let [one, two, three] = view.piles;
        let piles = [
            ("one", one.into()),
            ("two", two.into()),
            ("three", three.into()),
        ];
        self.say("hal-board-piles", &piles)
    }

    /// Returns for how many turns no player has received a card, if that can end the game.
    pub(super) fn quiet(&self, view: &View) -> Option<String> {
        let most = view.options.shuffling.quiet_turns()?;
        Some(self.say(
            "hal-board-quiet",
            &[("n", view.quiet.min(most).into()), ("most", most.into())],
        ))
    }

    /// Returns the discs that a player has in hand.
    pub(super) fn in_hand(&self, player: &PlayerView) -> String {
        let discs = player
            .discs
            .iter()
            .filter(|(_, lies)| *lies == Lies::InHand);
        let discs = discs.map(|(disc, _)| disc.number().to_string());
        let invocation =
            (player.invocation == Some(Lies::InHand)).then(|| self.say("hal-alt-invocation", &[]));
        self.items(&discs.chain(invocation).collect::<Vec<_>>())
    }

    pub(super) fn items(&self, items: &[String]) -> String {
        if items.is_empty() {
            self.say("board-none", &[])
        } else {
            items.join(", ")
        }
    }

    /// Lists what is for sale, and who bought the rest.
    pub(super) fn wares(&self, view: &View) -> String {
        let mut display: Vec<String> = Vec::new();
        for (card, holder) in &view.display {
            let name = self.scoring_card(*card);
            let cost = Fill::from(view.printed.cost(Ware::Card(*card)));
            display.push(match holder {
                Holder::Display => {
                    self.say("hal-board-ware", &[("ware", name.into()), ("shells", cost)])
                }
                Holder::Seat(seat) => self.say(
                    "hal-board-sold",
                    &[("ware", name.into()), ("who", self.who(*seat).into())],
                ),
            });
        }
        if view.priestess == Face::Up {
            let ware = [
                ("ware", self.ware(Ware::Priestess).into()),
                ("shells", view.printed.cost(Ware::Priestess).into()),
            ];
            display.push(self.say("hal-board-ware", &ware));
        }
        self.say("hal-board-display", &[("list", display.join(", ").into())])
    }

    pub(super) fn segment_line(&self, view: &View, it: &SegmentView) -> String {
        let cards = self.items(
            &it.cards
                .iter()
                .flatten()
                .map(|card| self.card(*card))
                .collect::<Vec<_>>(),
        );
        let mut parts = vec![self.say(
            "hal-board-segment",
            &[("segment", segment(it.segment)), ("cards", cards.into())],
        )];
        for player in &view.players {
            let discs = player
                .discs
                .iter()
                .filter(|(_, lies)| *lies == Lies::On(it.segment));
            let discs: Vec<_> = discs.map(|(disc, _)| disc.number().to_string()).collect();
            if !discs.is_empty() {
                let sum = view.sum(player.seat, it.segment);
                let fill = [
                    ("who", Fill::from(self.who(player.seat))),
                    ("discs", discs.join("+").into()),
                    ("sum", sum.into()),
                ];
                parts.push(self.say("hal-board-discs", &fill));
            }
            if player.invocation == Some(Lies::On(it.segment)) {
                parts.push(self.say(
                    "hal-board-invocation",
                    &[("who", self.who(player.seat).into())],
                ));
            }
        }
        for (terrain, owner) in Terrain::ALL.into_iter().zip(it.statues) {
            if let Some(owner) = owner {
                let fill = [
                    ("who", Fill::from(self.who(owner))),
                    ("terrain", self.terrain(terrain).into()),
                ];
                parts.push(self.say("hal-board-statue", &fill));
            }
        }
        if it.lava > 0 {
            parts.push(self.say("hal-board-lava", &[("n", it.lava.into())]));
        }
        if view.boat == it.segment {
            parts.push(self.say("hal-board-boat", &[]));
        }
        self.words.apart(&parts)
    }

    /// Describes a player: points, shaman, discs in hand, shells and collected cards.
    pub fn player(&self, view: &View, player: &PlayerView) -> String {
        let kept: Vec<String> = player
            .kept
            .iter()
            .map(|kept| self.keepsake(*kept))
            .collect();
        let fill = [
            ("who", Fill::from(self.who(player.seat))),
            ("seat", player.seat.number().into()),
            ("points", self.points(player.points).into()),
            ("at", self.standing(player.shaman).into()),
            ("discs", self.in_hand(player).into()),
            ("shells", player.shells.into()),
            ("kept", self.items(&kept).into()),
            ("statues", player.statues_left.into()),
        ];
        let line = self.say("hal-board-player", &fill);
        // At the end of the game, these points are already on the scoring track.
        if view.standings.is_some() {
            return line;
        }
        let now = self.points(player.now.total());
        format!(
            "{line}; {}",
            self.say("hal-board-now", &[("points", now.into())])
        )
    }
}
