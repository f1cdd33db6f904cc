//! Alt texts of pictures: the most important first, in whole sentences, within Discord's limit. The
//! whole board as text is in `board`.

use super::{Fill, Phrasebook};
use lanai_rules::hawaii::island::Chieftain;
use lanai_rules::hawaii::pieces::Goods;
use lanai_rules::hawaii::printed::Wares;
use lanai_rules::hawaii::view::{DockView, PlaceView, RealmView, SpaceView, View};

impl Phrasebook<'_> {
    /// Describes the island: players, places, beach, and what the round brings.
    pub fn island_described(&self, view: &View) -> String {
        let sum = view.printed.round(view.round).threshold.sum;
        let title = self.say(
            "alt-island",
            &[("round", view.round.into()), ("sum", sum.into())],
        );
        let mut sentences = vec![title, self.now(view.to_act)];
        sentences.push(self.say("alt-order", &[]));
        let in_order = view.order.iter().filter_map(|seat| view.realm(*seat));
        sentences.extend(in_order.map(|realm| self.player_on_island(realm)));
        sentences.push(self.say("alt-places", &[]));
        sentences.extend(
            view.places
                .iter()
                .map(|place| self.place_in_short(view, place)),
        );
        let docks: Vec<String> = view
            .docks
            .iter()
            .map(|dock| self.dock_in_short(dock))
            .collect();
        sentences.push(self.say("alt-docks", &[("list", self.words.apart(&docks).into())]));
        sentences.push(self.cove_in_short(view));
        let spaces: Vec<String> = view
            .spaces
            .iter()
            .map(|space| self.space_in_short(space))
            .collect();
        sentences.push(self.say("alt-spaces", &[("list", spaces.join(", ").into())]));
        sentences.push(self.round_in_short(view));
        self.described(sentences)
    }

    /// Describes one or more realms: first the standing of all, then what each has.
    pub fn realms_described<'a>(
        &self,
        view: &View,
        realms: impl IntoIterator<Item = &'a RealmView>,
    ) -> String {
        let realms: Vec<_> = realms.into_iter().collect();
        let mut sentences = vec![self.say("alt-realms", &[("round", view.round.into())])];
        sentences.extend(realms.iter().map(|realm| self.player_in_short(realm)));
        let parts: Vec<Vec<String>> = realms.iter().map(|realm| self.parts(realm)).collect();
        // Realms take turns, so that a text that is cut short covers all of them.
        let most = parts.iter().map(Vec::len).max().unwrap_or(0);
        sentences.extend(
            (0..most).flat_map(|at| parts.iter().filter_map(move |parts| parts.get(at).cloned())),
        );
        self.described(sentences)
    }

    fn parts(&self, realm: &RealmView) -> Vec<String> {
        let goods = realm
            .goods
            .map(|goods| self.say("board-goods", &[("goods", self.goods(goods).into())]));
        let begun = realm.villages.iter().filter(|village| village.length > 0);
        let [ashore, launched] = [self.boats(realm.ashore), self.boats(realm.launched)];
        let boats = self.say(
            "board-boats",
            &[("ashore", ashore.into()), ("launched", launched.into())],
        );
        let prices: Vec<String> = realm
            .prices
            .iter()
            .map(|price| self.price(*price))
            .collect();
        let prices = (!prices.is_empty())
            .then(|| self.say("alt-tokens-of", &[("list", prices.join(", ").into())]));
        let fish = (realm.fish.total() > 0).then(|| self.catch(realm.fish));
        let parts = goods
            .into_iter()
            .chain(begun.map(|village| self.village(village)))
            .chain([boats]);
        let parts = parts.chain(prices).chain(fish);
        let who = self.who(realm.seat);
        parts
            .map(|part| self.say("alt-of", &[("who", who.into()), ("what", part.into())]))
            .collect()
    }

    fn player_in_short(&self, realm: &RealmView) -> String {
        let fill = [
            ("who", self.who(realm.seat).into()),
            ("points", self.points(realm.points).into()),
            ("at", self.standing_at(realm.chieftain).into()),
            ("kahunas", self.kahunas(realm.kahunas).into()),
            ("tikis", self.tikis(realm.tikis).into()),
            ("sum", realm.open_sum().into()),
            ("needed", realm.needed.into()),
        ];
        self.say("alt-player", &fill)
    }

    /// Describes a player beside the island, without what the player has none of.
    fn player_on_island(&self, realm: &RealmView) -> String {
        let tokens = [
            ("sum", realm.open_sum().into()),
            ("needed", realm.needed.into()),
        ];
        let some = |number: u8, told: String| (number > 0).then_some(told);
        let boats = realm.ashore.total();
        let at = if let Chieftain::Place(place) = realm.chieftain {
            self.place(place)
        } else {
            self.standing_at(realm.chieftain)
        };
        let mut list = vec![self.points(realm.points), at];
        list.push(self.say("alt-tokens", &tokens));
        list.extend(some(realm.kahunas, self.kahunas(realm.kahunas)));
        list.extend(some(realm.tikis, self.tikis(realm.tikis)));
        list.extend(some(boats, self.say("alt-boats", &[("n", boats.into())])));
        list.extend(realm.goods.map(|goods| self.goods(goods)));
        let fill = [
            ("who", self.who(realm.seat).into()),
            ("what", Fill::from(list.join(", "))),
        ];
        self.say("alt-of", &fill)
    }

    fn place_in_short(&self, view: &View, place: &PlaceView) -> String {
        let wares: Vec<String> = match (view.printed.wares(place.place), &place.wares[..]) {
            (Wares::Gods, _) => {
                let tops = view
                    .god_stacks
                    .iter()
                    .filter_map(|stack| Some((stack.top?, stack.left)));
                tops.map(|(god, left)| format!("{} {left}", self.god(god)))
                    .collect()
            }
            // A place is named after its wares, in this order. While all are there, their numbers
            // are enough.
            (Wares::Stacks(stacks), wares) if wares.len() == stacks.len() => {
                wares.iter().map(|(_, left)| left.to_string()).collect()
            }
            (Wares::Stacks(_), wares) => wares
                .iter()
                .map(|(tile, left)| format!("{} {left}", self.tile(*tile)))
                .collect(),
        };
        let mut prices: Vec<_> = place
            .circles
            .iter()
            .filter_map(|circle| circle.price)
            .collect();
        prices.sort();
        let prices: Vec<String> = prices.into_iter().map(|price| self.price(price)).collect();
        let list = |items: Vec<String>, none: &str| {
            if items.is_empty() {
                self.say(none, &[])
            } else {
                items.join(", ")
            }
        };
        let fill = [
            ("name", Fill::from(self.place(place.place))),
            ("wares", list(wares, "board-place-nobody").into()),
            ("prices", list(prices, "alt-closed").into()),
        ];
        self.say("alt-place", &fill)
    }

    fn dock_in_short(&self, dock: &DockView) -> String {
        let gift = dock
            .gift
            .map_or_else(|| self.say("gift-gone", &[]), |gift| self.gift(gift));
        let fill = [
            ("dock", dock.dock.number().into()),
            ("feet", dock.feet.into()),
            ("points", dock.points.into()),
            ("gift", gift.into()),
        ];
        self.say("alt-dock", &fill)
    }

    fn cove_in_short(&self, view: &View) -> String {
        let there = (1_u8..).zip(view.cove.0).filter(|(_, number)| *number > 0);
        let tokens =
            there.map(|(fish, n)| self.say("alt-fish", &[("n", n.into()), ("fish", fish.into())]));
        let tokens: Vec<String> = tokens.collect();
        let catch = if tokens.is_empty() {
            self.say("board-cove-empty", &[])
        } else {
            tokens.join(", ")
        };
        self.say("alt-cove", &[("catch", catch.into())])
    }

    fn space_in_short(&self, space: &SpaceView) -> String {
        match (space.taken_by, space.price) {
            (Some(seat), _) => self.who(seat).to_owned(),
            (None, Some(price)) => self.price(price),
            (None, None) => self.say("alt-free", &[]),
        }
    }

    fn round_in_short(&self, view: &View) -> String {
        let indicator = view.printed.round(view.round);
        let fill = [
            ("first", indicator.points.first.into()),
            ("second", indicator.points.second.into()),
            ("others", indicator.points.others.into()),
        ];
        let points = self.say("alt-points", &fill);
        let Some(income) = &indicator.income else {
            return points;
        };
        let income = Goods {
            shells: income.shells,
            feet: income.feet,
            ..Goods::default()
        };
        format!(
            "{points} {}",
            self.say("alt-income", &[("goods", self.goods(income).into())])
        )
    }
}
