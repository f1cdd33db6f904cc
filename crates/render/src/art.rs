//! Lists all pieces that pictures draw. Each piece is a file of `assets/art`; a missing file is a
//! compile error.

use lanai_rules::{MAX_SEATS, Seat};

/// Defines a piece in each line: its name, its file, and `tinted` if it has the colours of a seat.
macro_rules! pieces {
    ($($name:ident: $file:literal $($tinted:ident)?),+ $(,)?) => {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Art {
            $($name,)+
        }

        impl Art {
            pub const ALL: &[Art] = &[$(Art::$name),+];

            /// Returns the name of the piece's file without its extension, as in `long-hut`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Art::$name => $file,)+
                }
            }

            /// Returns whether the piece is drawn in the colours of a seat.
            pub const fn is_tinted(self) -> bool {
                let marks: &[&str] = match self {
                    $(Art::$name => &[$(stringify!($tinted))?],)+
                };
                !marks.is_empty()
            }

            pub(super) const fn svg(self) -> &'static str {
                match self {
                    $(Art::$name => include_str!(concat!("../../../assets/art/", $file, ".svg")),)+
                }
            }
        }
    };
}

impl Art {
    /// Returns the seats in whose colours the piece exists, or a single `None` if it is not tinted.
    pub(super) fn seat_variants(self) -> Vec<Option<Seat>> {
        let seats =
            (1..=MAX_SEATS).filter_map(|number| Seat::from_number(u8::try_from(number).ok()?));
        if self.is_tinted() {
            seats.map(Some).collect()
        } else {
            vec![None]
        }
    }
}

pieces! {
    Arrow: "arrow",
    Back: "back",
    Badge1: "badge-1" tinted,
    Badge2: "badge-2" tinted,
    Badge3: "badge-3" tinted,
    Badge4: "badge-4" tinted,
    Badge5: "badge-5" tinted,
    Banana: "banana",
    Basket: "basket",
    Boat: "boat",
    Breadfruit: "breadfruit",
    Butterfly: "butterfly",
    CardBack: "card-back",
    CardBlackPearl: "card-black-pearl",
    CardFish1: "card-fish-1",
    CardFish2: "card-fish-2",
    CardFish3: "card-fish-3",
    CardFish4: "card-fish-4",
    CardFish5: "card-fish-5",
    CardLava: "card-lava",
    CardNautilus: "card-nautilus",
    CardPriestess: "card-priestess",
    CardShell: "card-shell",
    CardStatue: "card-statue",
    CardWhitePearl: "card-white-pearl",
    Chief1: "chief-1" tinted,
    Chief2: "chief-2" tinted,
    Chief3: "chief-3" tinted,
    Chief4: "chief-4" tinted,
    Chief5: "chief-5" tinted,
    Circle: "circle",
    Cloud: "cloud",
    Coconut: "coconut",
    CraterSmoke: "crater-smoke",
    Crown: "crown",
    Disc: "disc" tinted,
    DiscInvocation: "disc-invocation" tinted,
    ExchangeHut: "exchange-hut",
    Fish: "fish",
    Fish1: "fish-1",
    Fish2: "fish-2",
    Fish3: "fish-3",
    Fisher: "fisher",
    FishingBoat: "fishing-boat",
    Flower: "flower",
    Foot: "foot",
    FootHut: "foot-hut",
    Fruit: "fruit",
    GiftPoints: "gift-points",
    Hourglass: "hourglass",
    Hula: "hula",
    Hut: "hut",
    HutShaman: "hut-shaman" tinted,
    Irrigation: "irrigation",
    Islet: "islet",
    IsletGone: "islet-gone",
    Jetty: "jetty",
    Kahuna: "kahuna",
    Kanaloa: "kanaloa",
    Kane: "kane",
    Ku: "ku",
    Laka: "laka",
    LavaDisc: "lava-disc",
    LongHut: "long-hut",
    Lono: "lono",
    NumberCircle: "number-circle",
    OneBoat: "one-boat",
    Palm: "palm",
    Palms: "palms",
    Peak: "peak",
    Pele: "pele",
    PricePlain: "price-plain",
    PriceSpears: "price-spears",
    Purse: "purse",
    Reed: "reed",
    Rock: "rock",
    ScoreButterflies: "score-butterflies",
    ScoreForest: "score-forest",
    ScoreMajority: "score-majority",
    ScoreMountain: "score-mountain",
    ScorePriestess: "score-priestess",
    ScorePriestessDown: "score-priestess-down",
    ScoreSegment: "score-segment",
    Shaman: "shaman" tinted,
    Shell: "shell",
    ShellHut: "shell-hut",
    SpearHut: "spear-hut",
    Spears: "spears",
    StartHut: "start-hut",
    Statue: "statue" tinted,
    Sun: "sun",
    Surfer: "surfer",
    Taro: "taro",
    Tiki: "tiki",
    Tree: "tree",
    TwoBoat: "two-boat",
    Wave: "wave",
}
