//! Every question about the rules of Haleakala that was decided, in the order of the rulebook.
//!
//! The question, answer and reason of a ruling are translated texts (crate `text`), for example
//! `ruling-haleakala-the_boat_lies_in_the_water_of_its_segment-question`. Each ruling has a test of
//! its name. If a table can choose the answer, the choice is in `options`.

use crate::ruling::Basis::{Ours, Silent, Text};
use crate::ruling::Ruling;

pub(super) const RULINGS: &[Ruling] = &[
    Ruling::new("the_boat_lies_in_the_water_of_its_segment", Ours),
    Ruling::new("beside_the_boat_is_its_own_segment", Text),
    Ruling::new("a_disc_beside_the_boat_moves_it", Text),
    Ruling::new("sums_differ_on_each_beach", Text),
    Ruling::new("taking_back_may_not_make_sums_equal", Text),
    Ruling::new("one_of_two_steps_may_go_up", Text),
    Ruling::new("the_first_walk_ends_on_grassland", Text),
    Ruling::new("action_cards_must_be_carried_out", Text),
    Ruling::new("identical_cards_show_the_same_face", Silent),
    Ruling::new("one_card_goes_to_the_higher_sum", Silent),
    Ruling::new("an_empty_beach_does_nothing", Text),
    Ruling::new("one_purchase_for_each_shell", Text),
    Ruling::new(
        "the_display_is_sold_with_its_priestess_before_scorings",
        Text,
    ),
    Ruling::new("a_last_lava_card_brings_the_scoring_too", Silent),
    Ruling::new("the_lava_supply_is_four_discs", Text),
    Ruling::new("lava_destroys_statues_under_shamans", Text),
    Ruling::new("no_majority_no_points", Silent),
    Ruling::new("the_scoring_track_is_walked_again", Silent),
    Ruling::new("play_goes_on_after_the_first_scoring", Silent),
    Ruling::new("the_last_segment_is_not_delivered", Text),
    Ruling::new("an_invocations_lava_comes_before_the_last_scoring", Silent),
    Ruling::new("cards_are_never_shuffled_again", Silent),
    Ruling::new("no_ninth_statue", Silent),
    Ruling::new("discs_may_be_shuffled_for_ever", Silent),
    Ruling::new("clockwise_is_seen_from_above", Silent),
    Ruling::new("an_invocation_without_lava_left_is_lawful", Silent),
    Ruling::new("every_priestess_brings_the_invocation_disc_back", Silent),
    Ruling::new("the_invocation_disc_comes_back_after_the_lava", Text),
];
