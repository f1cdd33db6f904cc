//! `/history`: lists the finished games of a person, a pair or a guild, with their final boards.
//!
//! A game is listed for its players. Other users must see its channel, and the table must have been
//! open to watchers.

use std::sync::Arc;

use crate::cards::summary::{AwardKeys, describe_award};
use crate::cards::table::DisplayOptions;
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::delivery::visibility::ChannelVisibility;
use crate::handlers::lobby::LobbyHandler;
use crate::key;
use crate::wire::card::{Button, ButtonStyle, Card, Menu, MenuOption, Row};
use crate::wire::names::{escape_name, format_table_label, mention, plain_name, title_name};
use crate::wire::press::{HistoryPage, Press};
use crate::wire::request::{DIRECT_MESSAGES, Request};
use crate::wire::text_limits::truncate;
use crate::wire::times::format_day;
use lanai_host::{
    Ending, Failure, History, LeftBy, Participant, PastGame, PastGamePosition, PastGamesFilter,
    PersonId, Refusal, TableId, Tables, last_players, winners,
};
use lanai_rules::Title;
use lanai_text::{Key, Words};

const GAMES_PER_PAGE: usize = 6;
/// How many games are loaded at once to find those that the user may see.
const GAMES_PER_READ: u32 = 40;
/// How many reads may fill a page. If nearly all games are hidden, the page is shorter.
const MAX_READS_PER_PAGE: usize = 3;
/// The length of a name in a line: a page of five-player games must fit in a message.
const MAX_NAME_CHARS: usize = 20;

const HISTORY_AWARDS: AwardKeys = AwardKeys {
    agreed: [key::CHAT_HISTORY_WON, key::CHAT_HISTORY_DRAW],
    decided: [
        key::CHAT_HISTORY_DECIDED_WON,
        key::CHAT_HISTORY_DECIDED_DRAW,
    ],
};

/// The options of `/history`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct HistoryOptions {
    pub(crate) player: Option<PersonId>,
    pub(crate) opponent: Option<PersonId>,
    pub(crate) is_guild_wide: bool,
}

/// The games of a page, and the position of the next page if there is one.
struct GamesPage {
    games: Vec<PastGame>,
    next_page: Option<PastGamePosition>,
}

pub(crate) struct HistoryHandler {
    pub(crate) history: Arc<History>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) lobby_handler: Arc<LobbyHandler>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) visibility: Arc<ChannelVisibility>,
}

impl HistoryHandler {
    /// Shows the first page of the games that the options name.
    pub(crate) async fn show_games(&self, request: &Request, options: HistoryOptions) -> Reply {
        let me = request.actor.person;
        if options.is_guild_wide && request.guild == DIRECT_MESSAGES {
            return Ok(self.replies.answer(request, key::CHAT_SERVER_ONLY, &[]));
        }
        let of = match (options.player, options.opponent) {
            (None, None) if options.is_guild_wide => PastGamesFilter::Guild(request.guild),
            (player, Some(with)) if player.unwrap_or(me) != with => {
                PastGamesFilter::Pair(player.unwrap_or(me), with)
            }
            // Other people's games can be looked up only in the guild in which they were played.
            (Some(player), _) if player != me => {
                PastGamesFilter::PersonInGuild(player, request.guild)
            }
            _ => PastGamesFilter::Person(me),
        };
        self.show_page(
            request,
            HistoryPage {
                scope: of,
                before: None,
            },
        )
        .await
    }

    pub(crate) async fn show_page(&self, request: &Request, page: HistoryPage) -> Reply {
        let words = self.replies.words(request);
        let GamesPage { games, next_page } = self.load_page(request, &page).await?;
        let title = match page.scope {
            PastGamesFilter::Person(_) => words.say(key::CHAT_HISTORY_YOURS, &[]),
            PastGamesFilter::PersonInGuild(person, _) => {
                words.say(key::CHAT_HISTORY_PERSON, &[("who", mention(person))])
            }
            PastGamesFilter::Pair(one, other) => words.say(
                key::CHAT_HISTORY_PAIR,
                &[("who", mention(one)), ("other", mention(other))],
            ),
            PastGamesFilter::Guild(_) => words.say(key::CHAT_HISTORY_SERVER, &[]),
        };
        let mut buttons = Vec::new();
        if page.before.is_some() {
            buttons.push(page_button(
                words,
                page.scope,
                None,
                key::CHAT_HISTORY_NEWEST,
            ));
        }
        if next_page.is_some() {
            buttons.push(page_button(
                words,
                page.scope,
                next_page,
                key::CHAT_HISTORY_OLDER,
            ));
        }
        if games.is_empty() {
            let reply_key = match (page.before, next_page) {
                (_, Some(_)) => key::CHAT_HISTORY_NONE_HERE,
                (Some(_), None) => key::CHAT_HISTORY_NO_MORE,
                (None, None) => key::CHAT_HISTORY_NONE,
            };
            let card = Card::words(format!("{title}\n{}", words.say(reply_key, &[])));
            return Ok(Answer::Private(card.buttons(&buttons)));
        }
        let mut lines = vec![title];
        lines.extend(games.iter().map(|past| format_game(words, request, past)));
        let options = games
            .iter()
            .filter_map(|past| game_option(words, past))
            .collect();
        let menu = Menu {
            id: Press::PastGame.id(),
            placeholder: words.say(key::CHAT_HISTORY_MENU, &[]),
            options,
            ..Menu::default()
        };
        let card = Card {
            rows: vec![Row::Menu(menu)],
            ..Card::words(lines.join("\n"))
        };
        Ok(Answer::Private(card.buttons(&buttons)))
    }

    /// Shows the final board of a game selected in the menu.
    pub(crate) async fn show_game(&self, request: &Request, selected: Option<&str>) -> Reply {
        let id = selected
            .and_then(|id| id.parse().ok())
            .map(TableId)
            .ok_or(Refusal::NoTable)?;
        let past = self.history.find(id).await?;
        if !self.can_see_game(request, &past).await {
            return Err(Refusal::NotWatchable.into());
        }
        let table = self.tables.find(id).await?;
        self.lobby_handler
            .show_table(request, table, DisplayOptions::default())
            .await
    }

    /// Loads one page of the games that the user may see.
    async fn load_page(&self, request: &Request, page: &HistoryPage) -> Result<GamesPage, Failure> {
        let mut games = Vec::new();
        let mut before = page.before;
        for _ in 0..MAX_READS_PER_PAGE {
            let found = self
                .history
                .list(page.scope, before, GAMES_PER_READ)
                .await?;
            let is_full = found.len() == usize::try_from(GAMES_PER_READ).unwrap_or(usize::MAX);
            for past in found {
                if !self.can_see_game(request, &past).await {
                    before = Some(past.position());
                    continue;
                }
                if games.len() == GAMES_PER_PAGE {
                    return Ok(GamesPage {
                        games,
                        next_page: before,
                    });
                }
                before = Some(past.position());
                games.push(past);
            }
            if !is_full {
                return Ok(GamesPage {
                    games,
                    next_page: None,
                });
            }
        }
        Ok(GamesPage {
            games,
            next_page: before,
        })
    }

    /// Returns whether the user played the game, or could have watched it in this guild.
    async fn can_see_game(&self, request: &Request, past: &PastGame) -> bool {
        if past
            .players
            .iter()
            .any(|player| player.person == Some(request.actor.person))
        {
            return true;
        }
        let in_this_guild = past.guild == request.guild && request.guild != DIRECT_MESSAGES;
        in_this_guild && !past.players_only && self.visibility.can_see(request, past.channel).await
    }
}

/// Returns the players who had the seats at the end, by rank or, without ranks, by seat.
fn players_by_rank(past: &PastGame) -> Vec<&Participant> {
    let mut players: Vec<&Participant> = last_players(past).collect();
    players.sort_by_key(|player| (player.rank.is_none(), player.rank, player.seat));
    players
}

fn page_button(
    words: &Words,
    scope: PastGamesFilter,
    before: Option<PastGamePosition>,
    key: Key,
) -> Button {
    let id = Press::History(HistoryPage { scope, before }).id();
    Button::new(id, words.say(key, &[]), ButtonStyle::Secondary)
}

/// Formats a game as a line: title, day, players with points, and channel.
fn format_game(words: &Words, request: &Request, past: &PastGame) -> String {
    let name = Title::from_name(&past.title)
        .map_or_else(|| past.title.clone(), |title| title_name(words, title));
    let players: Vec<String> = players_by_rank(past)
        .into_iter()
        .map(|player| format_player(words, player))
        .collect();
    let fill = [
        ("game", name.into()),
        ("when", format_day(past.ended_at).into()),
        ("players", players.join(", ").into()),
    ];
    let mut parts = vec![words.say(key::CHAT_HISTORY_GAME, &fill)];
    parts.extend(match past.ending {
        Ending::Agreed => Some(words.say(key::CHAT_HISTORY_AGREED, &[])),
        Ending::Stopped => Some(words.say(key::CHAT_HISTORY_STOPPED, &[])),
        Ending::AgreedResult | Ending::Decided => describe_award(words, past, &HISTORY_AWARDS),
        Ending::Resigned => winners(past).first().map(|winner| {
            let who = short_name(words, winner);
            words.say(key::CHAT_HISTORY_WINNER, &[("who", who.into())])
        }),
        Ending::Played => None,
    });
    for player in past.players.iter().filter(|player| player.person.is_some()) {
        let key = match player.left_by {
            LeftBy::Stayed => continue,
            LeftBy::Resigned => key::CHAT_HISTORY_RESIGNED,
            LeftBy::Replaced => key::CHAT_HISTORY_REPLACED,
        };
        let who = short_name(words, player);
        parts.push(words.say(key, &[("who", who.into())]));
    }
    // In other guilds Discord would show only the id of the channel.
    if past.guild == request.guild && past.guild != DIRECT_MESSAGES {
        parts.push(format!("<#{}>", past.channel.0));
    }
    parts.join(" · ")
}

fn short_name(words: &Words, player: &Participant) -> String {
    escape_name(words, &truncate(&player.name, MAX_NAME_CHARS))
}

/// Returns the name of a player, with the points if the game ended with points.
fn format_player(words: &Words, player: &Participant) -> String {
    let who = short_name(words, player);
    match player.points {
        Some(points) => words.say(
            key::CHAT_HISTORY_PLAYER,
            &[("who", who.into()), ("points", points.to_string().into())],
        ),
        None => who,
    }
}

fn game_option(words: &Words, past: &PastGame) -> Option<MenuOption> {
    let people: Vec<String> = players_by_rank(past)
        .iter()
        .map(|player| plain_name(words, &player.name))
        .collect();
    let label = format_table_label(
        words,
        Title::from_name(&past.title)?,
        past.table_id,
        &people,
    );
    Some(MenuOption {
        value: past.table_id.0.to_string(),
        label,
        ..MenuOption::default()
    })
}
