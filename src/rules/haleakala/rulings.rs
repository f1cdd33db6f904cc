//! Rulings: every point on which the text is silent or contradicts itself, with what we play and why. Each has a
//! test of its name. Where a table may choose, the choice is in `options`.

use crate::rules::Ruling;

/// All of them, in the order of the rules.
pub const RULINGS: &[Ruling] = &[
    Ruling {
        name: "the_boat_lies_in_the_water_of_its_segment",
        question: "The boat begins on a beach space, and moves by beach spaces; the board has spaces for it in the water.",
        answer: "It lies in the water beside the beach of its segment, and moves from segment to segment.",
        source: "The components name a boat space in the water of each segment.",
    },
    Ruling {
        name: "beside_the_boat_is_its_own_segment",
        question: "Which beach is adjacent to the boat?",
        answer: "The one of its segment, no other.",
        source: "The tactical variant speaks of the beach with the boat in front; several reviews agree.",
    },
    Ruling {
        name: "a_disc_beside_the_boat_moves_it",
        question: "An example calls placing a 2 and moving the boat action 1a.",
        answer: "It is action 1b: the table and the text say so.",
        source: "A misprint.",
    },
    Ruling {
        name: "sums_differ_on_each_beach",
        question: "Must the sums differ on each beach or in all?",
        answer: "On each beach. A beach on which nobody has a disc is no beach with equal sums.",
        source: "The example compares one beach.",
    },
    Ruling {
        name: "taking_back_may_not_make_sums_equal",
        question: "May taking a disc back make the sums of a beach equal?",
        answer: "No, unless both are nothing.",
        source: "The heading names placing and returning, and the text says: at any time.",
    },
    Ruling {
        name: "one_of_two_steps_may_go_up",
        question: "A shaman can move at most one space uphill but two in other directions: may the other step go elsewhere?",
        answer: "Yes: two steps, at most one of them up, in any order.",
        source: "Text and reviews agree.",
    },
    Ruling {
        name: "the_first_walk_ends_on_grassland",
        question: "To which grassland can a shaman go from the hut?",
        answer: "To that of the segment, up, and with the second step to either neighbour; or he stays.",
        source: "Only to the grassland, and at most two steps.",
    },
    Ruling {
        name: "action_cards_must_be_carried_out",
        question: "Action cards must be carried out if possible, but the priestess can move a lava disc.",
        answer: "She must, if there is a lava disc; an option lets tables play that she may.",
        source: "The general rule names both cards.",
    },
    Ruling {
        name: "identical_cards_show_the_same_face",
        question: "When are two cards identical?",
        answer: "When they show the same. Fish of another number are another card.",
        source: "The word.",
    },
    Ruling {
        name: "one_card_goes_to_the_higher_sum",
        question: "Who receives the only card of a segment?",
        answer: "The higher sum; the other gets nothing, and takes the discs back like the first.",
        source: "Silent; the higher sum chooses first.",
    },
    Ruling {
        name: "an_empty_beach_does_nothing",
        question: "The boat stops where nobody has a number disc: who receives the cards?",
        answer: "Nobody. The cards stay, nothing is refilled, and the turn is over.",
        source: "Silent; cards go to a higher sum, and there is none.",
    },
    Ruling {
        name: "one_purchase_for_each_shell",
        question: "May several cards be bought when one shell is received?",
        answer: "One.",
        source: "The text: you can buy a scoring card.",
    },
    Ruling {
        name: "the_display_is_sold_with_its_priestess_before_scorings",
        question: "Before a scoring each player can buy a card from the scoring board: also the priestess?",
        answer: "Yes, and she acts before the eruption.",
        source: "The text says scoring card once and card from the board once.",
    },
    Ruling {
        name: "a_last_lava_card_brings_the_scoring_too",
        question: "The first scoring comes when the last card of two palms is placed on an empty space. And if it is a lava card?",
        answer: "Its disc comes onto the volcano, and the scoring comes at once; the space is filled afterwards.",
        source: "Silent; the round is over when the pile is.",
    },
    Ruling {
        name: "the_lava_supply_is_four_discs",
        question: "What if a lava disc should come and none is left?",
        answer: "None comes. With four lava cards in a pile that happens only to invocations.",
        source: "The tactical variant says so; the base game is silent.",
    },
    Ruling {
        name: "lava_destroys_statues_under_shamans",
        question: "Does a shaman save the statue on which he stands?",
        answer: "No: nothing happens to the shaman, and the statue is destroyed.",
        source: "The text excepts only the shaman.",
    },
    Ruling {
        name: "no_majority_no_points",
        question: "Who has the majority on a terrain with equally many statues?",
        answer: "Nobody.",
        source: "Silent; baskets of fish are counted so.",
    },
    Ruling {
        name: "the_scoring_track_is_walked_again",
        question: "The scoring track begins and ends on one space, 0/50: what of more than 50 points?",
        answer: "They are counted on, with a second lap.",
        source: "Silent; the space has both numbers.",
    },
    Ruling {
        name: "play_goes_on_after_the_first_scoring",
        question: "Who begins the second round, and what is returned?",
        answer: "Play goes on with the next turn. Discs, boat, shamans, statues, cards and shells stay.",
        source: "Silent; the summary of the set-up for round 2 names only lava, scoring cards and priestess.",
    },
    Ruling {
        name: "the_last_segment_is_not_delivered",
        question: "The boat comes to a segment without cards at the end: what of the discs there?",
        answer: "Nothing: the second scoring comes at once. A segment with one card is still delivered.",
        source: "The text: is moved to a segment with no cards.",
    },
    Ruling {
        name: "cards_are_never_shuffled_again",
        question: "Do discarded cards come back?",
        answer: "No.",
        source: "Silent.",
    },
    Ruling {
        name: "no_ninth_statue",
        question: "What if all statues of a colour stand?",
        answer: "The card cannot be carried out.",
        source: "Eight are in the box; destroyed ones can be used again.",
    },
    Ruling {
        name: "discs_may_be_shuffled_for_ever",
        question: "Nothing forbids placing and taking back for ever.",
        answer: "So it is, unless the table plays the house rule that ends it after forty turns without a card.",
        source: "Silent; the house rule is ours.",
    },
    Ruling {
        name: "clockwise_is_seen_from_above",
        question: "Which way is clockwise?",
        answer: "As seen from above: from segment 1 to 2, and from 6 to 1.",
        source: "The word.",
    },
    Ruling {
        name: "an_invocation_without_lava_left_is_lawful",
        question: "May an invocation disc be placed when all lava discs are in play?",
        answer: "Yes, without effect.",
        source: "No more can be added, says the text, and not that none can be placed.",
    },
    Ruling {
        name: "every_priestess_brings_the_invocation_disc_back",
        question: "Does the disc come back if the priestess finds no lava, or is bought from the display?",
        answer: "Yes, both.",
        source: "The appendix says so of both priestesses; silent on a priestess without lava.",
    },
    Ruling {
        name: "the_invocation_disc_comes_back_after_the_lava",
        question: "When does a priestess bring the invocation disc back?",
        answer: "After her action, when the lava has moved or stays. Games that began with edition 1 go on as they began: there it comes back before.",
        source: "The appendix: after the Lava Priestess action.",
    },
];
