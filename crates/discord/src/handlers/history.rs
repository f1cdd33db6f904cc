//! `/history`: finished games of a person, a pair or a guild, with their final boards.
//!
//! A game is listed for its players, and for users who can see its channel unless the table was
//! closed to watchers.

use std::sync::Arc;

use crate::cards::summary::{awarded, winner_by_resignation};
use crate::cards::table::Display;
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::delivery::visibility::ChannelVisibility;
use crate::handlers::lobby::LobbyHandler;
use crate::wire::card::{Button, Card, Menu, MenuOption, Row, Weight};
use crate::wire::fitting::fit;
use crate::wire::names::{game, label_of, mention, plain, tame};
use crate::wire::press::{HistoryPage, Press};
use crate::wire::request::{NOWHERE, Request};
use crate::wire::times::day;
use lanai_host::{
    Declined, Ending, Failure, History, LeftBy, Participant, PastGame, PastOf, PersonId, TableId,
    Tables, Timestamp,
};
use lanai_rules::Title;
use lanai_text::Words;

/// How many games a page shows.
const ON_A_PAGE: usize = 6;
/// How many games are read at once to find those that the user may see.
const LOOKED_THROUGH: u32 = 40;
/// How many reads fill a page at most: where nearly all games are hidden, a shorter page is shown.
const LOOKS: usize = 3;
/// Characters of a name in a line: a page of five-player games must fit in a message.
const NAME: usize = 20;

/// The options of `/history`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct HistoryWish {
    pub(crate) player: Option<PersonId>,
    pub(crate) with: Option<PersonId>,
    pub(crate) guild: bool,
}

/// Games of a page, and the position of the next page if there is one.
struct Page {
    games: Vec<PastGame>,
    older: Option<(Timestamp, TableId)>,
}

pub(crate) struct HistoryHandler {
    pub(crate) history: Arc<History>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) lobby_handler: Arc<LobbyHandler>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) visibility: Arc<ChannelVisibility>,
}

impl HistoryHandler {
    /// Shows the first page of a person's, a pair's or the guild's games.
    pub(crate) async fn show(&self, request: &Request, asked: HistoryWish) -> Reply {
        let me = request.actor.person;
        if asked.guild && request.guild == NOWHERE {
            return Ok(self.replies.answer(request, "chat-server-only", &[]));
        }
        let of = match (asked.player, asked.with) {
            (None, None) if asked.guild => PastOf::Server(request.guild),
            (player, Some(with)) if player.unwrap_or(me) != with => {
                PastOf::Pair(player.unwrap_or(me), with)
            }
            // Other people's games can be looked up only in the guild in which they were played.
            (Some(player), _) if player != me => PastOf::PersonOn(player, request.guild),
            _ => PastOf::Person(me),
        };
        self.show_page(request, HistoryPage { of, before: None })
            .await
    }

    /// Shows a page of games.
    pub(crate) async fn show_page(&self, request: &Request, page: HistoryPage) -> Reply {
        let words = self.replies.words(request);
        let Page { games, older } = self.look_up(request, &page).await?;
        let title = match page.of {
            PastOf::Person(_) => words.say("chat-history-yours", &[]),
            PastOf::PersonOn(person, _) => {
                words.say("chat-history-person", &[("who", mention(person))])
            }
            PastOf::Pair(one, other) => words.say(
                "chat-history-pair",
                &[("who", mention(one)), ("other", mention(other))],
            ),
            PastOf::Server(_) => words.say("chat-history-server", &[]),
        };
        let button = |before, name: &str| {
            let id = Press::History(HistoryPage {
                before,
                ..page.clone()
            })
            .id();
            Button::new(id, words.say(name, &[]), Weight::Usual)
        };
        let newest = page.before.map(|_| button(None, "chat-history-newest"));
        let buttons: Vec<Button> = newest
            .into_iter()
            .chain(older.map(|older| button(Some(older), "chat-history-older")))
            .collect();
        if games.is_empty() {
            let none = match (page.before, older) {
                (_, Some(_)) => "chat-history-none-here",
                (Some(_), None) => "chat-history-no-more",
                (None, None) => "chat-history-none",
            };
            let card = Card::words(format!("{title}\n{}", words.say(none, &[])));
            return Ok(Answer::Tell(card.buttons(&buttons)));
        }
        let lines = games.iter().map(|past| line(words, request, past));
        let text = [title]
            .into_iter()
            .chain(lines)
            .collect::<Vec<_>>()
            .join("\n");
        let options = games
            .iter()
            .filter_map(|past| option(words, past))
            .collect();
        let placeholder = words.say("chat-history-menu", &[]);
        let menu = Menu {
            id: Press::PastGame.id(),
            placeholder,
            options,
        };
        let card = Card {
            rows: vec![Row::Menu(menu)],
            ..Card::words(text)
        };
        Ok(Answer::Tell(card.buttons(&buttons)))
    }

    /// Shows the final board of a game selected in the menu.
    pub(crate) async fn show_game(&self, request: &Request, game: Option<&str>) -> Reply {
        let game = game
            .and_then(|game| game.parse().ok())
            .map(TableId)
            .ok_or(Declined::NoTable)?;
        let past = self.history.find(game).await?;
        if !self.can_look_up(request, &past).await {
            return Err(Declined::Closed.into());
        }
        self.lobby_handler
            .show_table(request, self.tables.find(game).await?, Display::default())
            .await
    }

    /// Reads the games of a page that the user may see.
    async fn look_up(&self, request: &Request, page: &HistoryPage) -> Result<Page, Failure> {
        let mut games = Vec::new();
        let mut before = page.before;
        for _ in 0..LOOKS {
            let found = self.history.list(page.of, before, LOOKED_THROUGH).await?;
            let whole = found.len() == usize::try_from(LOOKED_THROUGH).unwrap_or(usize::MAX);
            for past in found {
                if !self.can_look_up(request, &past).await {
                    before = Some(place_of(&past));
                    continue;
                }
                if games.len() == ON_A_PAGE {
                    return Ok(Page {
                        games,
                        older: before,
                    });
                }
                before = Some(place_of(&past));
                games.push(past);
            }
            if !whole {
                return Ok(Page { games, older: None });
            }
        }
        Ok(Page {
            games,
            older: before,
        })
    }

    /// Returns whether the user played the game or can see its channel.
    async fn can_look_up(&self, request: &Request, past: &PastGame) -> bool {
        if past
            .players
            .iter()
            .any(|player| player.person == Some(request.actor.person))
        {
            return true;
        }
        let here = past.guild == request.guild && request.guild != NOWHERE;
        here && !past.closed && self.visibility.can_see(request, past.channel).await
    }
}

fn place_of(past: &PastGame) -> (Timestamp, TableId) {
    (past.ended_at, past.game)
}

/// Returns the players of the end of the game by rank; without ranks, by seat.
fn ranked(past: &PastGame) -> Vec<&Participant> {
    let mut stayed: Vec<&Participant> = past
        .players
        .iter()
        .filter(|player| player.nth == 0)
        .collect();
    stayed.sort_by_key(|player| (player.rank.is_none(), player.rank, player.seat));
    stayed
}

/// Formats a game as a line: title, day, players with points, and channel.
fn line(words: &Words, request: &Request, past: &PastGame) -> String {
    let name =
        Title::named(&past.title).map_or_else(|| past.title.clone(), |title| game(words, title));
    let who = |player: &Participant| tame(words, &fit(&player.name, NAME));
    let result = |player: &&Participant| match player.points {
        Some(points) => words.say(
            "chat-history-player",
            &[
                ("who", who(player).into()),
                ("points", points.to_string().into()),
            ],
        ),
        None => who(player),
    };
    let players = ranked(past)
        .iter()
        .map(result)
        .collect::<Vec<_>>()
        .join(", ");
    let fill = [
        ("game", name.into()),
        ("when", day(past.ended_at).into()),
        ("players", players.into()),
    ];
    let mut parts = vec![words.say("chat-history-game", &fill)];
    parts.extend(match past.ending {
        Ending::Agreed => Some(words.say("chat-history-agreed", &[])),
        Ending::Stopped => Some(words.say("chat-history-stopped", &[])),
        Ending::Awarded | Ending::Decided => {
            awarded(words, past, ["chat-history", "chat-history-decided"])
        }
        Ending::Resigned => winner_by_resignation(past)
            .map(|winner| words.say("chat-history-winner", &[("who", who(winner).into())])),
        Ending::Played => None,
    });
    let left = past.players.iter().filter(|player| player.person.is_some());
    parts.extend(left.filter_map(|player| match player.left_by {
        LeftBy::Stayed => None,
        LeftBy::Resigned => {
            Some(words.say("chat-history-resigned", &[("who", who(player).into())]))
        }
        LeftBy::Replaced => {
            Some(words.say("chat-history-replaced", &[("who", who(player).into())]))
        }
    }));
    // In other guilds Discord would show a channel's bare id.
    parts.extend(
        (past.guild == request.guild && past.guild != NOWHERE)
            .then(|| format!("<#{}>", past.channel.0)),
    );
    parts.join(" · ")
}

/// Makes the menu option of a game.
fn option(words: &Words, past: &PastGame) -> Option<MenuOption> {
    let people: Vec<String> = ranked(past)
        .iter()
        .map(|player| plain(words, &player.name))
        .collect();
    let label = label_of(words, Title::named(&past.title)?, past.game, &people);
    Some(MenuOption {
        value: past.game.0.to_string(),
        label,
        ..MenuOption::default()
    })
}
