//! What pictures show, for those who do not see them: the most important first, in whole sentences, as short as Discord
//! wants it. The whole board as text is in `board`.

use super::Teller;
use crate::rules::hawaii::view::{RealmView, View};
use crate::words::in_short;

impl Teller<'_> {
    /// The picture of the island.
    pub fn island_described(&self, view: &View) -> String {
        let sum = view.printed.round(view.round).threshold.sum;
        let title = self.say("alt-island", &[("round", view.round.into()), ("sum", sum.into())]);
        let mut sentences = vec![title, self.now(view.to_act)];
        sentences.extend(view.realms.iter().map(|realm| self.player_in_short(realm)));
        let places = view.places.iter().filter(|place| place.circles.iter().any(|it| it.price.is_some()));
        sentences.extend(places.map(|place| format!("{}.", self.place_line(view, place))));
        in_short(sentences)
    }

    /// The picture of one realm, or of several: first how all stand, then what each has.
    pub fn realms_described<'a>(
        &self,
        view: &View,
        realms: impl IntoIterator<Item = &'a RealmView>,
    ) -> String {
        let realms: Vec<_> = realms.into_iter().collect();
        let mut sentences = vec![self.say("alt-realms", &[("round", view.round.into())])];
        sentences.extend(realms.iter().map(|realm| self.player_in_short(realm)));
        let parts: Vec<Vec<String>> = realms.iter().map(|realm| self.parts(realm)).collect();
        // One thing of each after the other, so that nobody is left out where it gets long.
        let most = parts.iter().map(Vec::len).max().unwrap_or(0);
        sentences
            .extend((0..most).flat_map(|at| parts.iter().filter_map(move |parts| parts.get(at).cloned())));
        in_short(sentences)
    }

    /// What a realm has, its goods first.
    fn parts(&self, realm: &RealmView) -> Vec<String> {
        let goods = realm.goods.map(|goods| self.say("board-goods", &[("goods", self.goods(goods).into())]));
        let begun = realm.villages.iter().filter(|village| village.length > 0);
        let parts = goods.into_iter().chain(begun.map(|village| self.village(village)));
        let who = self.who(realm.seat);
        parts.map(|part| self.say("alt-of", &[("who", who.into()), ("what", part.into())])).collect()
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
}
