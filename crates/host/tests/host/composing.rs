//! Cards without Discord: a table and its news go in, a message comes out, and nothing is written.

use std::{sync::Arc, time::Duration};

use lanai_ai::Evaluate;
use lanai_discord::Composer;
use lanai_host::{DueNotice, News, NoticeId, Table, TableId, TableStatus};
use lanai_rules::Rules as _;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_text::Dictionary;
use serde_json::Value;

use lanai_testing::outside::test_size;
use lanai_testing::scenes::{TestHost, block_on, find_quiet_turn, new_game, seeded_dice};

/// A composer without pictures.
pub(super) fn composer(fixture: &TestHost) -> Composer {
    let dictionary = Arc::new(Dictionary::open().unwrap());
    Composer::new(Arc::clone(&fixture.host), dictionary, Duration::ZERO)
}

/// Composes a notice; `None` if it is no longer worth a message.
pub(super) async fn compose_message(
    composer: &Composer,
    table: &Table,
    due: &DueNotice,
) -> Option<Value> {
    let (card, _) = lanai_discord::news_card(composer, table, due)
        .await
        .unwrap()?;
    Some(serde_json::to_value(card.to_message_with_nonce(NoticeId(1))).unwrap())
}

/// Composes all pending notices of a table twice, asserts that both results are equal and nothing
/// changed, and returns the messages.
async fn compose_pending(fixture: &TestHost, composer: &Composer, game: TableId) -> Vec<Value> {
    let (before, table) = (
        fixture.load_everything(game).await,
        fixture.load_table(game).await,
    );
    let mut said = Vec::new();
    for due in fixture.due_notices(1000).await {
        let [once, twice] = [
            compose_message(composer, &table, &due).await,
            compose_message(composer, &table, &due).await,
        ];
        assert_eq!(once, twice);
        said.extend(once);
    }
    assert_eq!(fixture.load_everything(game).await, before);
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
    fixture.deliver_notices().await;
    said
}

/// Plays a random game, one notice at a time.
async fn compose_whole_game<G: Evaluate>(persons: u8, seed: u64) {
    let fixture = TestHost::new().await;
    let composer = composer(&fixture);
    let table = fixture.start_game::<G>(persons, 0).await;
    let (game, mut dice, mut announced) = (table.id, seeded_dice(seed), 0);
    let begins = compose_pending(&fixture, &composer, game).await;
    let text = begins[0]["content"].as_str().unwrap();
    assert!(text.contains("person 100") && text.contains("<@"), "{text}");
    assert_eq!(
        begins[0]["embeds"].as_array().unwrap().len(),
        2,
        "the board and the realms"
    );
    for _ in 0..test_size(60, usize::MAX) {
        let table = fixture.load_table(game).await;
        if table.status == TableStatus::Over {
            break;
        }
        fixture.act_at_random::<G>(game, &mut dice).await;
        announced += compose_pending(&fixture, &composer, game).await.len();
    }
    assert!(announced > 20, "{announced} messages of a game");
    fixture.host.database.close().await;
}

#[test]
fn composing_writes_nothing() {
    block_on(compose_whole_game::<Hawaii>(3, 61));
    block_on(compose_whole_game::<Haleakala>(2, 62));
}

fn letter_count(text: &str) -> usize {
    text.chars().count()
}

/// The text also shows what each of five players has: kahunas, tikis, boats and tokens.
#[tokio::test(flavor = "multi_thread")]
async fn text_board_shows_all_five_players() {
    let fixture = TestHost::new().await;
    let composer = composer(&fixture);
    let (game, mut dice) = (fixture.start_game::<Hawaii>(5, 0).await.id, seeded_dice(63));
    let mut boards = 0;
    while boards < 60 && fixture.load_table(game).await.status == TableStatus::Running {
        fixture.act_at_random::<Hawaii>(game, &mut dice).await;
        for message in compose_pending(&fixture, &composer, game).await {
            let frames = message["embeds"].as_array().cloned().unwrap_or_default();
            let announced: Vec<&str> = frames
                .iter()
                .filter_map(|item| item["description"].as_str())
                .collect();
            if announced.is_empty() {
                continue;
            }
            assert!(announced.iter().all(|text| letter_count(text) <= 4096));
            assert!(
                announced
                    .iter()
                    .map(|text| letter_count(text))
                    .sum::<usize>()
                    <= 6000
            );
            let announced = announced.join("\n");
            for part in [", seat ", " kahuna", "boats ashore", "tokens this round"] {
                assert!(
                    announced.matches(part).count() >= 5,
                    "{part} in {announced}"
                );
            }
            boards += 1;
        }
    }
    assert!(boards > 20, "{boards}");
    fixture.host.database.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn obsolete_notice_is_not_sent() {
    let fixture = TestHost::new().await;
    let composer = composer(&fixture);
    let table = fixture.open_table(&new_game::<Haleakala>(7), 100).await;
    let due = fixture.due_notices(1).await;
    assert!(matches!(due[0].news, News::Lobby));
    let lobby = compose_message(&composer, &table, &due[0]).await.unwrap();
    assert!(
        lobby["content"].as_str().unwrap().contains("person 100"),
        "{lobby}"
    );
    // A person sat down meanwhile: the newer notice supersedes this one.
    let table = fixture.join(table.id, 101).await;
    assert_eq!(compose_message(&composer, &table, &due[0]).await, None);
}

/// Discord refuses a message that consists of a button only.
#[tokio::test(flavor = "multi_thread")]
async fn empty_notice_makes_no_message() {
    let fixture = TestHost::new().await;
    let composer = composer(&fixture);
    let game = fixture.start_game::<Hawaii>(2, 0).await.id;
    fixture.deliver_notices().await;
    let turn = fixture
        .find_turn::<Hawaii>(game, |turn| find_quiet_turn(turn, true, 3))
        .await;
    fixture.commit_turn(turn).await;
    let table = fixture.load_table(game).await;
    let due = fixture.due_notices(100).await;
    let mut due = due
        .into_iter()
        .find(|due| !due.is_message_update())
        .unwrap();
    due.news = News::Turn { steps: Vec::new() };
    assert!(
        compose_message(&composer, &table, &due).await.is_some(),
        "it is the newest: there is a board"
    );
    due.revision = due.revision.next();
    assert_eq!(compose_message(&composer, &table, &due).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn round_end_is_told_before_the_next_round() {
    let fixture = TestHost::new().await;
    let composer = composer(&fixture);
    let game = fixture.start_game::<Hawaii>(2, 0).await.id;
    fixture.deliver_notices().await;
    let (mut dice, mut steps, mut news) = (seeded_dice(65), Vec::new(), None);
    loop {
        let turn = fixture.load_turn::<Hawaii>(game).await;
        let later = turn.game.state().round > 1;
        fixture.act_at_random::<Hawaii>(game, &mut dice).await;
        let delivered = fixture.deliver_notices().await;
        steps.extend(delivered.iter().flat_map(|due| due.news.steps().to_vec()));
        let is_told = delivered.iter().any(|due| !due.news.steps().is_empty());
        news = delivered
            .into_iter()
            .find(|due| matches!(due.news, News::Turn { .. }))
            .or(news);
        if later && is_told {
            break;
        }
    }
    let mut due = news.unwrap();
    // Notices older than the table's last change are told without a board.
    due.news = News::Turn { steps };
    let announced = compose_message(&composer, &fixture.load_table(game).await, &due)
        .await
        .unwrap();
    let revision = due.revision;
    assert!(revision <= fixture.load_table(game).await.revision);
    let lines: Vec<&str> = announced["content"].as_str().unwrap().lines().collect();
    let title = lines
        .iter()
        .position(|line| line.contains("Round 1 is over"))
        .expect("it is told");
    assert!(lines.len() > title + 3, "{lines:#?}");
}
