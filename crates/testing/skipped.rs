//! Ends a run of `cargo test` with the list of skipped tests.

fn main() {
    lanai_testing::outside::list_skipped_tests();
}
