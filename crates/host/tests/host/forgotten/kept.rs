//! Stored ratings, without their owners.

use lanai_store::Address;
use sqlx::{Connection as _, PgConnection, SqliteConnection};

/// A rating without its person, and one after a game.
pub(crate) type Ratings = (
    Vec<(String, i64, i64, i64, i64)>,
    Vec<(i64, i64, i64, i64)>,
    Vec<(i64, i64)>,
);

/// Returns all ratings, sorted by value.
pub(crate) async fn load_ratings(address: &Address) -> Ratings {
    macro_rules! all {
        ($on:expr) => {{
            let on = &mut $on;
            let rating =
                "select title, seats, mean, spread, games from rating order by 1, 2, 3, 4, 5";
            let after =
                "select table_id, mean, spread, games from rating_history order by 1, 2, 3, 4";
            let counted =
                "select table_id, rating_order from result where rating_order is not null order by 1";
            (
                sqlx::query_as(rating).fetch_all(&mut *on).await.unwrap(),
                sqlx::query_as(after).fetch_all(&mut *on).await.unwrap(),
                sqlx::query_as(counted).fetch_all(&mut *on).await.unwrap(),
            )
        }};
    }
    match address {
        Address::File(path) => all!(
            SqliteConnection::connect(path.to_str().unwrap())
                .await
                .unwrap()
        ),
        Address::Server(address) => all!(PgConnection::connect(address).await.unwrap()),
    }
}

/// Asserts that the ratings before are unchanged; later games may have been added.
pub(crate) fn assert_same_ratings(before: &Ratings, after: &Ratings) {
    assert!(!before.0.is_empty() && !before.1.is_empty());
    assert!(
        before.2.iter().all(|counted| after.2.contains(counted)),
        "{before:?} {after:?}"
    );
    assert!(
        before.1.iter().all(|rated| after.1.contains(rated)),
        "{before:?} {after:?}"
    );
    if before.2.len() == after.2.len() {
        assert_eq!(before, after);
    }
}
