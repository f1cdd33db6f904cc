//! Every point on which the texts of Haleakala are silent or differ, in the order of the rules. What is not clear, what we play
//! and why is among the words, as in `ruling-haleakala-the_boat_lies_in_the_water_of_its_segment-question`. Each has a test of its name. Where a table
//! may choose, the choice is in `options`.

/// Their names.
pub(super) const RULINGS: &[&str] = &[
    "the_boat_lies_in_the_water_of_its_segment",
    "beside_the_boat_is_its_own_segment",
    "a_disc_beside_the_boat_moves_it",
    "sums_differ_on_each_beach",
    "taking_back_may_not_make_sums_equal",
    "one_of_two_steps_may_go_up",
    "the_first_walk_ends_on_grassland",
    "action_cards_must_be_carried_out",
    "identical_cards_show_the_same_face",
    "one_card_goes_to_the_higher_sum",
    "an_empty_beach_does_nothing",
    "one_purchase_for_each_shell",
    "the_display_is_sold_with_its_priestess_before_scorings",
    "a_last_lava_card_brings_the_scoring_too",
    "the_lava_supply_is_four_discs",
    "lava_destroys_statues_under_shamans",
    "no_majority_no_points",
    "the_scoring_track_is_walked_again",
    "play_goes_on_after_the_first_scoring",
    "the_last_segment_is_not_delivered",
    "cards_are_never_shuffled_again",
    "no_ninth_statue",
    "discs_may_be_shuffled_for_ever",
    "clockwise_is_seen_from_above",
    "an_invocation_without_lava_left_is_lawful",
    "every_priestess_brings_the_invocation_disc_back",
    "the_invocation_disc_comes_back_after_the_lava",
];
