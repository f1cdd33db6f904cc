//! Every question about the rules of Hawaii that was decided, in the order of the rulebook.
//!
//! The question, answer and reason of a ruling are translated texts (crate `text`), for example
//! `ruling-hawaii-the_printed_hut_is_of_no_kind-question`. Each ruling has a test of its name. If a
//! table can choose the answer, the choice is in `options`.

use crate::ruling::Basis::{Ours, Silent, Text};
use crate::ruling::Ruling;

pub(super) const RULINGS: &[Ruling] = &[
    Ruling::new("the_printed_hut_is_of_no_kind", Silent),
    Ruling::new("twelve_gods_in_two_stacks", Silent),
    Ruling::new("equal_tops_are_the_buyers_choice", Silent),
    Ruling::new("the_cove_is_stirred", Ours),
    Ruling::new("a_walk_needs_a_purchase", Text),
    Ruling::new("the_beach_is_no_short_cut", Text),
    Ruling::new("everybody_waits_only_once", Ours),
    Ruling::new("double_needs_room_for_two", Silent),
    Ruling::new("kahunas_may_come_before_their_village", Text),
    Ruling::new("a_bought_hut_helps_from_the_next_turn", Silent),
    Ruling::new("fish_tokens_show_no_spears", Silent),
    Ruling::new("huts_are_spent_as_sparingly_as_possible", Ours),
    Ruling::new("an_exchanged_unit_fills_a_boat", Ours),
    Ruling::new("a_boat_ii_takes_at_least_one", Text),
    Ruling::new("a_printed_foot_is_always_used", Silent),
    Ruling::new("no_boat_goes_out_in_vain", Silent),
    Ruling::new("pele_caps_walks_only", Text),
    Ruling::new("kane_asks_only_his_buyer", Text),
    Ruling::new("an_islands_gift_comes_before_the_payment", Ours),
    Ruling::new("a_gift_must_be_taken", Text),
    Ruling::new("an_empty_dock_cannot_be_visited", Silent),
    Ruling::new("spaces_are_as_many_as_players", Ours),
    Ruling::new("only_the_pleased_are_ranked", Ours),
    Ruling::new("surfers_change_the_number_not_the_sum", Text),
    Ruling::new("lono_scores_with_the_help_of_surfers", Text),
    Ruling::new("irrigations_choose_before_the_next_round", Silent),
    Ruling::new("goods_never_run_out", Silent),
    Ruling::new(
        "the_island_stack_is_shuffled_when_face_up_ones_appear",
        Text,
    ),
    Ruling::new("boats_always_count_for_kanaloa", Text),
    Ruling::new("laka_counts_fruits_in_scored_villages", Text),
    Ruling::new("laka_stands_in_a_scored_village", Text),
    Ruling::new("a_village_may_outgrow_its_board", Silent),
    Ruling::new("every_payment_is_asked_for", Ours),
    Ruling::new("payments_are_made_in_the_open", Silent),
];
