//! Every point on which the texts of Hawaii are silent or differ, in the order of the rules. What is not clear, what we play
//! and why is among the words, as in `ruling-hawaii-the_printed_hut_is_of_no_kind-question`. Each has a test of its name. Where a table
//! may choose, the choice is in `options`.

/// Their names.
pub(super) const RULINGS: &[&str] = &[
    "the_printed_hut_is_of_no_kind",
    "twelve_gods_in_two_stacks",
    "equal_tops_are_the_buyers_choice",
    "the_cove_is_stirred",
    "a_walk_needs_a_purchase",
    "the_beach_is_no_short_cut",
    "everybody_waits_only_once",
    "double_needs_room_for_two",
    "kahunas_may_come_before_their_village",
    "a_bought_hut_helps_from_the_next_turn",
    "fish_tokens_show_no_spears",
    "huts_are_spent_as_sparingly_as_possible",
    "an_exchanged_unit_fills_a_boat",
    "a_boat_ii_takes_at_least_one",
    "no_boat_goes_out_in_vain",
    "pele_caps_walks_only",
    "kane_asks_only_his_buyer",
    "an_islands_gift_comes_before_the_payment",
    "a_gift_must_be_taken",
    "spaces_are_as_many_as_players",
    "only_the_pleased_are_ranked",
    "surfers_change_the_number_not_the_sum",
    "lono_scores_with_the_help_of_surfers",
    "irrigations_choose_before_the_next_round",
    "goods_never_run_out",
    "the_island_stack_is_shuffled_when_face_up_ones_appear",
    "boats_always_count_for_kanaloa",
    "laka_counts_fruits_in_scored_villages",
    "a_village_may_outgrow_its_board",
    "every_payment_is_asked_for",
    "payments_are_made_in_the_open",
];
