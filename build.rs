//! Writes the keys of the sentences that this crate says.

fn main() -> std::io::Result<()> {
    lanai_keys::write_constants()
}
