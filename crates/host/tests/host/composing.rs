//! Cards without Discord: a table and its news go in, a message comes out, and nothing is written.

use std::{sync::Arc, time::Duration};

use lanai_ai::Appraise;
use lanai_discord::Composer;
use lanai_host::{DueNotice, News, NoticeId, Table, TableId, TableStatus};
use lanai_rules::Rules as _;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_text::Dictionary;
use serde_json::Value;

use lanai_testing::outside::extent;
use lanai_testing::scenes::{TestHost, actor, dice, new_game, quiet, wait};

/// A composer without pictures.
pub(super) fn composer(house: &TestHost) -> Composer {
    let dictionary = Arc::new(Dictionary::open().unwrap());
    Composer::new(Arc::clone(&house.host), dictionary, Duration::ZERO)
}

/// Composes a notice; `None` if it is no longer worth a message.
pub(super) async fn message(composer: &Composer, table: &Table, due: &DueNotice) -> Option<Value> {
    let (card, _) = lanai_discord::news_card(composer, table, due)
        .await
        .unwrap()?;
    Some(serde_json::to_value(card.message(NoticeId(1))).unwrap())
}

/// Composes all pending notices of a table twice, asserts that both results are equal and nothing
/// changed, and returns the messages.
async fn composed(house: &TestHost, composer: &Composer, game: TableId) -> Vec<Value> {
    let (before, table) = (house.all_of(game).await, house.kept(game).await);
    let mut said = Vec::new();
    for due in house.outbox().due(1000).await.unwrap() {
        let [once, twice] = [
            message(composer, &table, &due).await,
            message(composer, &table, &due).await,
        ];
        assert_eq!(once, twice);
        said.extend(once);
    }
    assert_eq!(house.all_of(game).await, before);
    for message in &said {
        let text = message["content"].as_str().unwrap();
        assert!(text.chars().count() <= 2000, "{text}");
        let called = message["allowed_mentions"]["users"]
            .as_array()
            .map_or(0, Vec::len);
        assert!(
            called <= 1 && message["allowed_mentions"]["parse"] == serde_json::json!([]),
            "{message}"
        );
    }
    house.hear().await;
    said
}

/// Plays a random game, one notice at a time.
async fn a_game_is_told<G: Appraise>(persons: u8, seed: u64) {
    let house = TestHost::new().await;
    let composer = composer(&house);
    let table = house.begun::<G>(persons, 0).await;
    let (game, mut dice, mut told) = (table.game, dice(seed), 0);
    let begins = composed(&house, &composer, game).await;
    let text = begins[0]["content"].as_str().unwrap();
    assert!(text.contains("person 100") && text.contains("<@"), "{text}");
    assert_eq!(
        begins[0]["embeds"].as_array().unwrap().len(),
        2,
        "the board, and what everybody has"
    );
    for _ in 0..extent(60, usize::MAX) {
        let table = house.kept(game).await;
        if table.status == TableStatus::Over {
            break;
        }
        house.act_at_random::<G>(game, &mut dice).await;
        told += composed(&house, &composer, game).await.len();
    }
    assert!(told > 20, "{told} messages of a game");
    house.host.database.close().await;
}

#[test]
fn games_are_told_and_nothing_is_written_by_that() {
    wait(a_game_is_told::<Hawaii>(3, 61));
    wait(a_game_is_told::<Haleakala>(2, 62));
}

/// The text also shows what each of five players has: kahunas, tikis, boats and tokens.
#[test]
fn nobody_of_five_is_left_out_in_words() {
    wait(async {
        let house = TestHost::new().await;
        let composer = composer(&house);
        let (game, mut dice) = (house.begun::<Hawaii>(5, 0).await.game, dice(63));
        let mut boards = 0;
        while boards < 60 && house.kept(game).await.status == TableStatus::Running {
            house.act_at_random::<Hawaii>(game, &mut dice).await;
            for message in composed(&house, &composer, game).await {
                let frames = message["embeds"].as_array().cloned().unwrap_or_default();
                let told: Vec<&str> = frames
                    .iter()
                    .filter_map(|it| it["description"].as_str())
                    .collect();
                if told.is_empty() {
                    continue;
                }
                let letters = |text: &str| text.chars().count();
                assert!(told.iter().all(|text| letters(text) <= 4096));
                assert!(told.iter().map(|text| letters(text)).sum::<usize>() <= 6000);
                let told = told.join("\n");
                for part in [", seat ", " kahuna", "boats ashore", "tokens this round"] {
                    assert!(told.matches(part).count() >= 5, "{part} in {told}");
                }
                boards += 1;
            }
        }
        assert!(boards > 20, "{boards}");
        house.host.database.close().await;
    });
}

#[test]
fn what_is_no_news_any_more_is_not_said() {
    wait(async {
        let house = TestHost::new().await;
        let composer = composer(&house);
        let table = house
            .host
            .lobby
            .open(&new_game::<Haleakala>(7), &actor(100))
            .await
            .unwrap();
        let due = house.outbox().due(1).await.unwrap();
        assert!(matches!(due[0].news, News::Lobby));
        let lobby = message(&composer, &table, &due[0]).await.unwrap();
        assert!(
            lobby["content"].as_str().unwrap().contains("person 100"),
            "{lobby}"
        );
        // Somebody sat down meanwhile: the newer news of that are the ones to tell.
        let table = house
            .host
            .lobby
            .join(table.game, &actor(101), None, true)
            .await
            .unwrap();
        assert_eq!(message(&composer, &table, &due[0]).await, None);
    });
}

/// Discord refuses a message that consists of a button only.
#[test]
fn news_of_which_nothing_is_left_to_tell_are_no_message() {
    wait(async {
        let house = TestHost::new().await;
        let composer = composer(&house);
        let game = house.begun::<Hawaii>(2, 0).await.game;
        house.hear().await;
        let turn = house
            .until::<Hawaii>(game, |turn| quiet(turn, true, 3))
            .await;
        house.settle(turn).await;
        let table = house.kept(game).await;
        let due = house.outbox().due(100).await.unwrap();
        let mut due = due.into_iter().find(|due| !due.is_chore()).unwrap();
        due.news = News::Turn { steps: Vec::new() };
        assert!(
            message(&composer, &table, &due).await.is_some(),
            "it is the newest: there is a board"
        );
        due.revision = due.revision.next();
        assert_eq!(message(&composer, &table, &due).await, None);
    });
}

#[test]
fn the_end_of_a_round_is_told_before_the_turns_of_the_next() {
    wait(async {
        let house = TestHost::new().await;
        let composer = composer(&house);
        let game = house.begun::<Hawaii>(2, 0).await.game;
        house.hear().await;
        let (mut dice, mut steps, mut news) = (dice(65), Vec::new(), None);
        loop {
            let turn = house.turn::<Hawaii>(game).await;
            let later = turn.game.state().round > 1;
            house.act_at_random::<Hawaii>(game, &mut dice).await;
            let heard = house.hear().await;
            steps.extend(heard.iter().flat_map(|due| due.news.steps().to_vec()));
            let is_told = heard.iter().any(|due| !due.news.steps().is_empty());
            news = heard
                .into_iter()
                .find(|due| matches!(due.news, News::Turn { .. }))
                .or(news);
            if later && is_told {
                break;
            }
        }
        let mut due = news.unwrap();
        // Older than the table, they are told in words alone.
        due.news = News::Turn { steps };
        let told = message(&composer, &house.kept(game).await, &due)
            .await
            .unwrap();
        let revision = due.revision;
        assert!(revision <= house.kept(game).await.revision);
        let lines: Vec<&str> = told["content"].as_str().unwrap().lines().collect();
        let title = lines
            .iter()
            .position(|line| line.contains("Round 1 is over"))
            .expect("it is told");
        // A line for each of two players, then what came after.
        assert!(lines.len() > title + 3, "{lines:#?}");
    });
}
