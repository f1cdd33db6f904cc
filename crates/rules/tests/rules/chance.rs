//! The dice: pinned, so that no library upgrade changes an old game; standard `ChaCha20`; fair.

use lanai_rules::chance::{
    Announced, Dice, Message, NotASeed, Origin, OriginMismatch, Secret, Seed,
};

// --- ChaCha20 ---

/// Returns the next word of the stream. A bound of `u32::MAX` subtracts one and redraws zero; no word
/// here is zero.
fn word(dice: &mut Dice) -> u32 {
    dice.below(u32::MAX) + 1
}

fn keystream(seed: &Seed, stream: u64, bytes: usize) -> String {
    let mut dice = Dice::new(seed, stream);
    // A word is written backwards, its last byte first.
    (0..bytes / 4)
        .map(|_| format!("{:08x}", word(&mut dice).swap_bytes()))
        .collect::<Vec<_>>()
        .concat()
}

#[test]
fn chacha20_as_in_rfc_8439_with_a_key_of_zeros() {
    // Appendix A.1, test vectors 1 and 2: blocks 0 and 1 of key 0 and nonce 0.
    assert_eq!(
        keystream(&Seed::new([0; 32]), 0, 128),
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7\
         da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586\
         9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed\
         29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
    );
}

#[test]
fn chacha20_as_in_rfc_8439_with_another_key() {
    // Appendix A.1, test vector 3: block 1 of a key that ends in 1.
    let mut key = [0; 32];
    key[31] = 1;
    assert_eq!(
        keystream(&Seed::new(key), 0, 128)[128..],
        *"3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a\
          8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"
    );
}

#[test]
fn a_stream_is_the_nonce_of_chacha20() {
    // Appendix A.1, test vector 5: key 0, a nonce whose last byte is 2.
    assert_eq!(
        keystream(&Seed::new([0; 32]), 2 << 56, 64),
        "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7\
         8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"
    );
}

// --- Pinned ---

#[test]
fn the_first_numbers_below_some_bounds_are_pinned() {
    let first = |bound| {
        let mut dice = Dice::new(&Seed::from_number(1), 0);
        (0..12).map(|_| dice.below(bound)).collect::<Vec<_>>()
    };
    assert_eq!(first(2), [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
    assert_eq!(first(6), [2, 0, 1, 2, 0, 0, 1, 3, 0, 1, 2, 0]);
    assert_eq!(first(10), [3, 0, 2, 3, 0, 1, 1, 6, 0, 2, 4, 0]);
    assert_eq!(first(25), [8, 0, 5, 8, 1, 3, 4, 15, 1, 5, 10, 0]);
    assert_eq!(
        first(3 << 30),
        [
            32_130_185,
            129_915_527,
            455_723_926,
            610_995_694,
            1_956_763_004,
            164_581_707,
            1_331_158_686,
            36_936_912,
            2_851_237_073,
            3_042_581_895,
            2_740_085_638,
            1_562_473_684
        ]
    );
}

#[test]
fn shuffles_are_pinned() {
    let shuffled = |stream| {
        let mut items: Vec<u32> = (0..25).collect();
        Dice::new(&Seed::from_number(1), stream).shuffle(&mut items);
        items
    };
    assert_eq!(
        shuffled(0),
        [
            14, 1, 17, 21, 5, 19, 15, 13, 24, 22, 9, 12, 11, 16, 6, 18, 20, 10, 3, 2, 23, 7, 4, 0,
            8
        ]
    );
    assert_eq!(
        shuffled(1),
        [
            22, 9, 19, 21, 8, 10, 17, 11, 13, 23, 16, 0, 7, 24, 3, 2, 1, 12, 4, 15, 18, 20, 5, 6,
            14
        ]
    );
    assert_eq!(
        shuffled(0x201),
        [
            18, 24, 3, 11, 21, 1, 9, 15, 6, 16, 2, 4, 22, 12, 7, 17, 10, 0, 8, 20, 13, 23, 5, 14,
            19
        ]
    );
}

#[test]
fn seeds_of_numbers_are_pinned() {
    let digits = |number| String::from(Seed::from_number(number));
    assert_eq!(
        digits(0),
        "213a358a4865b310b0ef6b3fc1b8c2b31be1cffac4a904cfb166884aa00a5e95"
    );
    assert_eq!(
        digits(1),
        "343d52a5e2f7b99dcc6a94967dcd424aa5ac616dbd0354dccdc7b92a3e48a6e6"
    );
    assert_eq!(
        digits(u64::MAX),
        "e2f6be724757b1095a95bcd2b7b437feb74327346cdae63a5491c6e1af2c2c3d"
    );
    let of_a_seed = |number| String::from(Seed::from_number(1).derive(number));
    assert_eq!(
        of_a_seed(0),
        "8ac148db1f3b10fca523a6148c4332f36abd6fc3cec0ac9f84ff6a0eefa35ac8"
    );
    assert_eq!(
        of_a_seed(1),
        "558411fce38a41be74455b11e2dfa4868978ad918b115863773fbbc3b8a5d389"
    );
}

#[test]
fn streams_of_one_seed_and_equal_streams_of_two_seeds_differ() {
    let first = |number, stream| keystream(&Seed::from_number(number), stream, 32);
    let mut all: Vec<String> = (0..40)
        .flat_map(|number| (0..40).map(move |stream| first(number, stream)))
        .collect();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 40 * 40);
}

// --- Fair ---

/// Returns how unequal counts are, in standard deviations of the expected sum of squares.
fn deviation(counts: &[u32]) -> f64 {
    let kinds = f64::from(u32::try_from(counts.len()).unwrap());
    let expected = f64::from(counts.iter().sum::<u32>()) / kinds;
    let chi_square: f64 = counts
        .iter()
        .map(|count| (f64::from(*count) - expected).powi(2) / expected)
        .sum();
    let freedom = kinds - 1.0;
    (chi_square - freedom) / (2.0 * freedom).sqrt()
}

fn counted(kinds: usize, mut draw: impl FnMut() -> usize) -> Vec<u32> {
    let mut counts = vec![0; kinds];
    (0..60_000).for_each(|_| counts[draw()] += 1);
    counts
}

#[test]
fn every_number_below_a_bound_is_equally_likely() {
    for bound in [2_u32, 3, 5, 6, 7, 10, 12, 25] {
        let mut dice = Dice::new(&Seed::from_number(7), u64::from(bound));
        let counts = counted(bound as usize, || dice.below(bound) as usize);
        assert!(deviation(&counts).abs() < 4.0, "below {bound}: {counts:?}");
    }
}

/// With a bound of three quarters of all words, every third number would come twice as often without redraws.
#[test]
fn a_bound_that_does_not_divide_the_words_is_unbiased() {
    let mut dice = Dice::new(&Seed::from_number(8), 0);
    let counts = counted(3, || (dice.below(3 << 30) % 3) as usize);
    assert!(deviation(&counts).abs() < 4.0, "{counts:?}");
}

#[test]
fn every_order_of_four_is_equally_likely() {
    let mut dice = Dice::new(&Seed::from_number(9), 0);
    let counts = counted(24, || {
        let mut items = [0, 1, 2, 3];
        dice.shuffle(&mut items);
        // The place of this order among all orders: how many of the later ones are smaller, for each.
        let smaller = |at: usize| items[at..].iter().filter(|item| **item < items[at]).count();
        6 * smaller(0) + 2 * smaller(1) + smaller(2)
    });
    assert!(deviation(&counts).abs() < 4.0, "{counts:?}");
}

#[test]
fn an_unfair_die_would_be_noticed() {
    assert!(deviation(&[10_500, 9_900, 9_900, 9_900, 9_900, 9_900]) > 4.0);
}

#[test]
fn below_nothing_and_below_one_there_is_only_zero() {
    let mut dice = Dice::new(&Seed::from_number(1), 0);
    assert!((0..100).all(|_| dice.below(0) == 0 && dice.below(1) == 0));
}

#[test]
fn nothing_and_a_single_item_stay_as_they_are() {
    let mut dice = Dice::new(&Seed::from_number(1), 0);
    dice.shuffle::<u8>(&mut []);
    let mut single = [5];
    dice.shuffle(&mut single);
    assert_eq!(single, [5]);
}

// --- Seeds as text ---

#[test]
fn a_seed_survives_its_digits_and_json() {
    for number in 0..50 {
        let seed = Seed::from_number(number);
        let digits = String::from(seed);
        assert_eq!(digits.len(), 64);
        assert_eq!(digits.parse(), Ok(seed));
        assert_eq!(
            digits.to_uppercase().parse(),
            Ok(seed),
            "either case is read"
        );
        let json = serde_json::to_string(&seed).unwrap();
        assert_eq!(json, format!("\"{digits}\""));
        assert_eq!(serde_json::from_str::<Seed>(&json).unwrap(), seed);
    }
    let bytes = std::array::from_fn(|at| u8::try_from(at).unwrap());
    let digits = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    assert_eq!(digits.parse(), Ok(Seed::new(bytes)));
}

#[test]
fn text_that_is_no_seed_is_refused() {
    let zeros = "0".repeat(64);
    assert!(zeros.parse::<Seed>().is_ok());
    let bad = [
        String::new(),
        "0".repeat(63),
        "0".repeat(65),
        format!(" {}", "0".repeat(63)),
        format!("{}g", "0".repeat(63)),
        format!("0x{}", "0".repeat(62)),
        // A sign before a digit is a number, but no two digits.
        format!("+1{}", "0".repeat(62)),
        format!("{}-1", "0".repeat(62)),
        // 64 bytes, but fewer characters; and digits of another script.
        format!("é{}", "0".repeat(62)),
        format!("{}é0", "0".repeat(61)),
        "٣".repeat(32),
        "😀".repeat(16),
    ];
    for text in bad {
        assert_eq!(text.parse::<Seed>(), Err(NotASeed), "{text}");
        assert!(
            serde_json::from_str::<Seed>(&format!("{text:?}")).is_err(),
            "{text}"
        );
    }
    assert!(serde_json::from_str::<Seed>("0").is_err());
    assert!(serde_json::from_str::<Seed>("null").is_err());
}

#[test]
fn debug_does_not_show_the_seed() {
    let seed = Seed::from_number(3);
    assert_eq!(format!("{seed:?}"), "Seed(hidden)");
    assert_eq!(format!("{seed:#?}"), "Seed(hidden)");
}

// --- Checkable chance ---

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Computed with other tools: `printf '\1%.0s' {1..32}; printf '\2%.0s' {1..32}` through `sha256sum`.
#[test]
fn a_commitment_is_the_sha256_of_secret_and_nonce() {
    let secret = Secret::new([[1; 32], [2; 32]]);
    assert_eq!(
        secret.commitment(),
        "f818afd37a6dc3bc92fb44731011277006db4efa6e9023cd7468c02335d22a4d"
    );
}

#[test]
fn the_seed_is_mixed_from_the_secret_and_every_word() {
    let secret = Secret::new([[1; 32], [2; 32]]);
    let seed = |list: &[&str]| String::from(secret.seed(&words(list)));
    assert_eq!(
        seed(&["aloha", ""]),
        "630c700ceed5f9fa5bb7390fae6785cbacfcf0bcabc0aac134a6cc20c532f8c1"
    );
    let all = [
        seed(&[]),
        seed(&[""]),
        seed(&["ab", "c"]),
        seed(&["a", "bc"]),
        seed(&["", "abc"]),
        seed(&["abc"]),
    ];
    for (at, one) in all.iter().enumerate() {
        assert!(
            !all[at + 1..].contains(one),
            "two lists of words give one seed"
        );
    }
    assert_ne!(
        String::from(Secret::new([[1; 32], [3; 32]]).seed(&[])),
        all[0]
    );
}

#[test]
fn an_origin_proves_its_seed_and_no_other() {
    let secret = Secret::new([[7; 32], [8; 32]]);
    let seed = secret.seed(&words(&["surf", "lava"]));
    let origin = Origin::of(&secret, words(&["surf", "lava"]), None);
    assert_eq!(origin.prove(&seed), Ok(()));
    let other_words = Origin {
        words: words(&["surf", "fire"]),
        ..origin.clone()
    };
    assert_eq!(other_words.prove(&seed), Err(OriginMismatch::Seed));
    let other_secret = Origin {
        secret: Seed::new([9; 32]),
        ..origin.clone()
    };
    assert_eq!(other_secret.prove(&seed), Err(OriginMismatch::Commitment));
    let other_nonce = Origin {
        nonce: Seed::new([9; 32]),
        ..origin
    };
    assert_eq!(other_nonce.prove(&seed), Err(OriginMismatch::Commitment));
}

/// Computed with other tools: the bytes of the seed without a message, then `1122334455667788` in hexadecimal, through
/// `sha256sum`.
#[test]
fn the_number_of_the_message_that_announced_the_start_is_mixed_in() {
    let secret = Secret::new([[1; 32], [2; 32]]);
    let seed = |number| secret.announced_seed(&words(&["aloha", ""]), Message::from_id(number));
    assert_eq!(
        String::from(seed(0x1122_3344_5566_7788)),
        "1d10f94f2f8e1321fe05a0d38cdfcee10a6373f28f3423cadf90262d462f0b4b"
    );
    assert_ne!(seed(1), seed(2), "each further message is another shuffle");
    assert_ne!(seed(1), secret.seed(&words(&["aloha", ""])));
    let announced = Announced {
        message: Message::from_id(1),
        settled_at: 7,
    };
    let origin = Origin::of(&secret, words(&["aloha", ""]), Some(announced));
    assert_eq!(
        (origin.prove(&seed(1)), origin.prove(&seed(2))),
        (Ok(()), Err(OriginMismatch::Seed))
    );
    let unsaid = Origin {
        announced: None,
        ..origin
    };
    assert_eq!(
        unsaid.prove(&seed(1)),
        Err(OriginMismatch::Seed),
        "it cannot be left out"
    );
}

#[test]
fn the_number_of_a_message_tells_when_it_was_posted_and_is_written_as_digits() {
    // The example in Discord's documentation.
    let message = Message::from_id(175_928_847_299_117_063);
    assert_eq!(message.posted_at(), 1_462_015_105_796);
    let json = serde_json::to_string(&message).unwrap();
    assert_eq!(json, "\"175928847299117063\"");
    assert_eq!(serde_json::from_str::<Message>(&json).unwrap(), message);
    for text in [
        "175928847299117063",
        "\"-1\"",
        "\"\"",
        "\"18446744073709551616\"",
    ] {
        assert!(serde_json::from_str::<Message>(text).is_err(), "{text}");
    }
}

#[test]
fn a_secret_is_kept_as_digits_and_never_shown() {
    let secret = Secret::new([[7; 32], [8; 32]]);
    let kept = String::from(secret);
    assert_eq!(Secret::try_from(kept.as_str()), Ok(secret));
    assert!(Secret::try_from(&kept[1..]).is_err());
    assert!(Secret::try_from("ā".repeat(64).as_str()).is_err());
    assert_eq!(
        format!("{secret:?}"),
        "Secret { secret: Seed(hidden), nonce: Seed(hidden) }"
    );
}
