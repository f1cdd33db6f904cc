//! `lanai store recount`: ratings counted anew, without games that whoever runs the bot took out of them. It is as if those had
//! never counted, until they are put back, and nothing is told twice.

use std::process::{Command, Output};
use std::sync::Arc;

use lanai::store::{Address, Held};
use lanai::tables::{Ending, GameId, News, Tables};
use tokio::sync::Notify;

use super::fixture::{House, dice, wait};
use super::ratings::{Sat, all, came_out, in_both_homes, kept};
use crate::homes::Database;

const DAY: i64 = 24 * 60 * 60;
const PEOPLE: i64 = 6;

/// Sixty games of six people, several of the same pair in a week; those whose places are named here were never to count.
async fn played(house: &House, uncounted: &[usize]) -> Vec<GameId> {
    let (mut dice, mut games) = (dice(17), Vec::new());
    for number in 0..60 {
        let one = 1 + i64::from(dice.below(6));
        let other = 1 + (one + i64::from(dice.below(3))) % PEOPLE;
        let first = i64::from(1 + dice.below(2));
        let sat = [Sat::Person(one, Some(first)), Sat::Person(other, Some(3 - first))];
        let at = i64::try_from(number).unwrap() * DAY / 4;
        games.push(kept(house, &sat, (Ending::Played, at), !uncounted.contains(&number)).await);
        if number % 5 == 0 {
            house.tables.count_games().await.unwrap();
        }
    }
    house.tables.count_games().await.unwrap();
    games
}

#[test]
fn without_a_game_all_is_as_if_it_had_never_counted() {
    wait(async {
        let (kept, others) = (in_both_homes().await, in_both_homes().await);
        for (house, other) in kept.into_iter().zip(others) {
            let out = [3, 4, 20, 41];
            let games = played(&house, &[]).await;
            played(&other, &out).await;
            let (whole, without) = (all(&house, PEOPLE).await, all(&other, PEOPLE).await);
            assert_ne!(whole, without);
            let struck: Vec<_> = out.iter().map(|place| (games[*place], true)).collect();
            let (first, rest) = struck.split_first().unwrap();
            let mut told = Vec::new();
            house.tables.count_anew(&[*first], |done| told.push(done)).await.unwrap();
            assert_eq!(told, (1..=60).collect::<Vec<u64>>());
            // What is out stays out, whatever else is counted.
            house.tables.count_anew(rest, |_| ()).await.unwrap();
            house.tables.count_anew(&[], |_| ()).await.unwrap();
            assert_eq!(all(&house, PEOPLE).await, without);
            assert_eq!(house.tables.struck().await.unwrap(), out.map(|place| games[place]));
            // It is still looked up, and put back it counts where it did.
            let looked_up = house.tables.past_game(games[3]).await.unwrap();
            assert_eq!(looked_up.players.len(), 2);
            let back: Vec<_> = struck.iter().map(|(game, _)| (*game, false)).collect();
            house.tables.count_anew(&back, |_| ()).await.unwrap();
            assert_eq!(all(&house, PEOPLE).await, whole);
        }
    });
}

/// The games of which it is told now what they did to ratings.
async fn told(house: &House) -> Vec<GameId> {
    let heard = house.hear().await;
    let rated = heard.iter().filter(|heard| matches!(heard.news, News::Rated { .. }));
    rated.map(|heard| heard.game).collect()
}

#[test]
fn what_a_game_did_is_told_once_however_often_it_is_counted() {
    wait(async {
        for house in in_both_homes().await {
            let pair = [Sat::Person(1, Some(1)), Sat::Person(2, Some(2))];
            let first = came_out(&house, &pair, Ending::Played, 0).await;
            house.tables.count_games().await.unwrap();
            assert_eq!(told(&house).await, [first]);
            house.tables.count_anew(&[], |_| ()).await.unwrap();
            house.tables.count_anew(&[(first, true)], |_| ()).await.unwrap();
            house.tables.count_anew(&[(first, false)], |_| ()).await.unwrap();
            assert_eq!(told(&house).await, []);
            // A game that nobody has counted yet is told, in whatever course it is.
            let second = came_out(&house, &pair, Ending::Played, DAY).await;
            house.tables.count_anew(&[], |_| ()).await.unwrap();
            assert_eq!(told(&house).await, [second]);
        }
    });
}

/// Whatever stops the counting: the bot goes on with it, and so does the command.
#[test]
fn counting_that_was_stopped_goes_on() {
    wait(async {
        for house in in_both_homes().await {
            let games = played(&house, &[]).await;
            let whole = all(&house, PEOPLE).await;
            for by_command in [false, true] {
                let (stop, tables, struck) = (Notify::new(), &house.tables, [(games[7], by_command)]);
                let told = |done| {
                    if done == 23 {
                        stop.notify_one();
                    }
                };
                tokio::select! {
                    biased;
                    () = stop.notified() => {}
                    _ = tables.count_anew(&struck, told) => panic!("it was to stop"),
                }
                assert_ne!(all(&house, PEOPLE).await, whole);
                if by_command {
                    tables.count_anew(&[(games[7], false)], |_| ()).await.unwrap();
                } else {
                    tables.count_games().await.unwrap();
                }
                assert_eq!(all(&house, PEOPLE).await, whole);
            }
        }
    });
}

// --- The command ---

fn recounted(database: &Address, more: &[&str]) -> Output {
    let written = match database {
        Address::File(path) => path.display().to_string(),
        Address::Server(address) => address.clone(),
    };
    let mut program = Command::new(crate::outside::program());
    // Where no `.env` lies.
    program.current_dir(std::env::temp_dir()).env_clear().args(["store", "recount", &written]).args(more);
    program.output().unwrap()
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stdout));
    let told = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(told.starts_with("lanai: ") && told.lines().count() == 1, "{told}");
    told
}

#[test]
fn the_command_counts_anew_and_takes_games_out() {
    wait(async {
        for home in [Some(Database::file()), Database::server().await].into_iter().flatten() {
            let store = home.store().await;
            let tables = Arc::new(Tables::new(store.clone()));
            let house = House { folder: tempfile::tempdir().unwrap(), tables, store };
            let games = played(&house, &[0]).await;
            house.store.close().await;
            let address = home.address();
            let [uncounted, one, other] = [games[0], games[4], games[9]].map(|game| game.0.to_string());
            assert_eq!(said(&recounted(&address, &[])), "59 games were counted anew\n");
            let out = ["--without", &one, "--without", &other];
            assert_eq!(
                said(&recounted(&address, &out)),
                format!("57 games were counted anew\nTaken out of the ratings: games {one}, {other}\n")
            );
            assert_eq!(
                said(&recounted(&address, &["--with", &other])),
                format!("58 games were counted anew\nTaken out of the ratings: game {one}\n")
            );
            for strange in [&uncounted, "4711", "-1"] {
                let named = format!("--without={strange}");
                let told = refused(&recounted(&address, &[&named]));
                assert!(told.contains(&format!("no finished game {strange} that counts")), "{told}");
            }
            let told = refused(&recounted(&address, &["--without", &one, "--with", &one]));
            assert!(told.contains("cannot be taken out and put back"), "{told}");
            // While a bot serves it, be it one of several.
            let serving = Held::hold_with_others(&address).await.unwrap();
            let told = refused(&recounted(&address, &["--with", &one]));
            assert!(told.contains("is in use: stop the bot"), "{told}");
            drop(serving);
            let told = said(&recounted(&address, &[]));
            assert!(told.contains(&format!("game {one}")), "nothing was changed: {told}");
        }
    });
}

#[test]
fn what_is_no_database_of_a_bot_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| Address::File(folder.path().join(name));
    assert!(refused(&recounted(&at("lanay.db"), &[])).contains("there is no database "));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    std::fs::write(folder.path().join("empty.db"), "").unwrap();
    assert!(refused(&recounted(&at("empty.db"), &[])).contains("empty.db has no Lanai tables"));
    assert_eq!(std::fs::read(folder.path().join("empty.db")).unwrap(), b"");
}
