//! Rulings: every point on which the texts are silent or differ, with what we play and why. Each has a test of
//! its name. Where a table may choose, the choice is in `options`.

use crate::rules::Ruling;

const fn ruling(
    name: &'static str,
    question: &'static str,
    answer: &'static str,
    source: &'static str,
) -> Ruling {
    Ruling { name, question, answer, source }
}

/// All of them, in the order of the rulebook.
pub const RULINGS: &[Ruling] = &[
    ruling(
        "the_printed_hut_is_of_no_kind",
        "May the first village, which begins with a printed hut, still take each kind of hut?",
        "Yes. The printed hut does nothing, but it begins the village and counts for its length.",
        "The supplement counts the start hut for the hula dancer only; silent otherwise.",
    ),
    ruling(
        "twelve_gods_in_two_stacks",
        "How many gods are there, and which can be bought?",
        "Two of each, shuffled into two stacks of six; only the tops are seen and sold.",
        "Twelve follow from 126 tiles; the English set-up makes two equal stacks.",
    ),
    ruling(
        "equal_tops_are_the_buyers_choice",
        "Both stacks of gods show the same one: from which is it taken?",
        "Whoever buys it says so. If the stacks are equally high nobody is asked: it comes from the left one. Games that began with edition 1 go on as they began: there it comes from the higher stack.",
        "Silent. Under the last tile of a lower stack nothing appears, so it is a choice; equally high stacks cannot be told apart.",
    ),
    ruling(
        "the_cove_is_stirred",
        "May a player choose a fish token by the place it came from?",
        "No. The cove is stirred: he chooses by the fish it shows, and equals are equal.",
        "All texts want the numbers hidden; where a token came from would betray them.",
    ),
    ruling(
        "a_walk_needs_a_purchase",
        "May a chieftain stop where his player cannot buy anything?",
        "No: there must be a token, a tile that can be put into the realm, and goods for it after the walk.",
        "English: who moves to a place must buy, and must be able to put what he buys.",
    ),
    ruling(
        "the_beach_is_no_short_cut",
        "May a walk from place to place go over the beach for free?",
        "No. But a chieftain may go to the beach, do nothing, and walk inland on a later turn.",
        "A note in the Czech text, quoting the author.",
    ),
    ruling(
        "everybody_waits_only_once",
        "Nothing forbids waiting on the beach for ever.",
        "Once all who are still in the round have waited in a row, the next one must act or leave.",
        "Silent; our guard, so that every round ends.",
    ),
    ruling(
        "double_needs_room_for_two",
        "May a player pay double for kahunas or tikis if only one can be put or only one is left?",
        "No. On an island he takes the one that fits.",
        "All texts allow it for islands and are silent for purchases.",
    ),
    ruling(
        "kahunas_may_come_before_their_village",
        "May a kahuna stand at the head of a village that is not begun?",
        "Yes.",
        "English supplement.",
    ),
    ruling(
        "a_bought_hut_helps_from_the_next_turn",
        "Do a spear hut, an exchange hut and KU help with the very purchase that brings them?",
        "No.",
        "English for both huts; of KU it is silent, and he is like a spear hut.",
    ),
    ruling(
        "fish_tokens_show_no_spears",
        "Do fish tokens that are red on the back score for spears?",
        "No: nobody sees the back before the round is over.",
        "Silent.",
    ),
    ruling(
        "huts_are_spent_as_sparingly_as_possible",
        "Which exchange huts does a payment use?",
        "Those that turn as many units as needed and waste least; what a hut does not turn is lost for the turn.",
        "English: once per turn each, benefits not split, effects additive.",
    ),
    ruling(
        "an_exchanged_unit_fills_a_boat",
        "May a good that an exchange hut turns into a foot be carried by a boat, and start a boat II?",
        "Yes, it counts as the foot that it stands for.",
        "Silent.",
    ),
    ruling(
        "a_boat_ii_takes_at_least_one",
        "May a boat II go out with nothing but its printed foot?",
        "No: at least one unit is paid for each.",
        "English, Czech, online; the French text is silent.",
    ),
    ruling(
        "no_boat_goes_out_in_vain",
        "May more boats be launched than are needed?",
        "No, unless the further boat saves a foot. Room on a boat that is needed may be wasted.",
        "All texts turn the boats that are used; silent on more.",
    ),
    ruling(
        "pele_caps_walks_only",
        "Does PELE make fishing and islands cheaper?",
        "No, only walks.",
        "English: for moving his chieftain.",
    ),
    ruling(
        "kane_asks_only_his_buyer",
        "When can goods be given to KANE, and what does it bring?",
        "Only right after buying him: any two goods for one tiki, without a token, if there is room.",
        "English supplement.",
    ),
    ruling(
        "an_islands_gift_comes_before_the_payment",
        "May goods from an island pay for the visit?",
        "The visit must be affordable before; then come points, gift and payment, in this order.",
        "The English text has this order and demands the means beforehand.",
    ),
    ruling(
        "a_gift_must_be_taken",
        "May a visitor refuse what an island gives?",
        "No. Only if it cannot be put, or none is left, the points of the dock are all.",
        "English: then the player takes what is shown.",
    ),
    ruling(
        "spaces_are_as_many_as_players",
        "Which spaces of the turn order may be taken?",
        "As many as there are players; only 2 and up have tokens.",
        "Tokens are laid under sub-chiefs only.",
    ),
    ruling(
        "only_the_pleased_are_ranked",
        "Does a player who misses his number, but has a higher sum than one whom surfers help, count for the ranks?",
        "No: only those who reach their own number are ranked.",
        "Silent; the ranks are explained for those who score.",
    ),
    ruling(
        "surfers_change_the_number_not_the_sum",
        "Does a surfer lift the sum that is compared for the ranks?",
        "No, it only lowers the number that has to be reached.",
        "English: reduces the large number for this player.",
    ),
    ruling(
        "lono_scores_with_the_help_of_surfers",
        "Does LONO score when the number is reached only because surfers lower it?",
        "Yes: the people are pleased, and that is what he asks for.",
        "English: when the sum equals or exceeds the large number, which surfers reduce for their owner.",
    ),
    ruling(
        "irrigations_choose_before_the_next_round",
        "When do owners of irrigations on side II choose?",
        "After the payout, in turn order of the round that ends, before tokens are laid out.",
        "Silent on the order.",
    ),
    ruling(
        "goods_never_run_out",
        "What if shells, feet or fruits run out?",
        "They do not: the pieces are only counters.",
        "Silent; no text limits them.",
    ),
    ruling(
        "the_island_stack_is_shuffled_when_face_up_ones_appear",
        "When are visited islands shuffled?",
        "As soon as the last one that lay face down is drawn.",
        "English: when face-up islands appear in the stack.",
    ),
    ruling(
        "boats_always_count_for_kanaloa",
        "What counts for KANALOA, and where must he stand?",
        "All boats, the fishing boat too, and surfers in villages that are scored; he himself must stand in one.",
        "The French text says it plainly; the English example agrees.",
    ),
    ruling(
        "laka_counts_fruits_in_scored_villages",
        "Which fruits count for LAKA?",
        "Those shown on fruit tiles in villages that are scored; a tile on side II shows two.",
        "The French text says it plainly; the English removes the other villages first.",
    ),
    ruling(
        "a_village_may_outgrow_its_board",
        "How long may a village be?",
        "As long as it finds kinds: thirteen tiles besides the printed hut.",
        "The English example has one of eight; no text names an end.",
    ),
    ruling(
        "every_payment_is_asked_for",
        "Is a payment made at once when there is only one way to pay?",
        "No: that would tell the others that there is no other. So payments, boats and KANE are always asked for.",
        "Ours: what is behind a screen must not show in the course of a turn.",
    ),
    ruling(
        "payments_are_made_in_the_open",
        "What do others see of goods behind a screen?",
        "What comes in and what is paid, as at a table; not what is there.",
        "English: goods are put behind screens and paid into the supply.",
    ),
];

/// The ruling of this name.
pub fn named(name: &str) -> Option<&'static Ruling> {
    RULINGS.iter().find(|ruling| ruling.name == name)
}
