//! `/stats`: the user's own results, the ratings of others, and the results of a guild.
//!
//! The picture repeats most of the text; that of the user's own results adds curves of ratings.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::table::{DisplayOptions, TableCards};
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::delivery::visibility::ChannelVisibility;
use crate::handlers::ratings::{RatingHandler, format_rating, ranking_row};
use crate::key;
use crate::wire::card::{Card, File};
use crate::wire::ids::to_usize;
use crate::wire::names::{mention, plain_name, title_name};
use crate::wire::request::{DIRECT_MESSAGES, Request};
use lanai_host::{
    ChannelId, Failure, Favourites, GuildStats, PersonId, Ratings, Settings, StatisticsLoader,
    Stats, StatsListing, TitleRating, TitleResults, is_provisional, rating_points,
};
use lanai_panel::PanelGame as _;
use lanai_panel::format_rough_duration;
use lanai_render::ranks::Rank;
use lanai_render::stats::{
    ActivePlayer, FavouritePieces, MAX_ROWS, RatingCurve, RatingPoint, StatsCards, StatsRow,
    StatsSheet,
};
use lanai_render::{Art, ranks, stats};
use lanai_rules::{Rules as _, Title, by_title};
use lanai_text::{Fill, Phrasebook, Words};

const MAX_ACTIVE_NAMED: usize = 8;

/// The options of `/stats`.
#[derive(Clone, Debug, Default)]
pub(crate) struct StatsOptions {
    pub(crate) player: Option<(PersonId, String)>,
    pub(crate) is_guild_wide: bool,
    /// Whether to show the statistics to others from now on.
    pub(crate) public: Option<bool>,
}

pub(crate) struct StatsHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) ratings: Arc<Ratings>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) statistics: Arc<StatisticsLoader>,
    pub(crate) rating_handler: Arc<RatingHandler>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) table_cards: Arc<TableCards>,
    pub(crate) visibility: Arc<ChannelVisibility>,
}

impl StatsHandler {
    /// Shows the statistics of a person or the guild, or changes who may see those of the user.
    pub(crate) async fn show_stats(&self, request: &Request, options: StatsOptions) -> Reply {
        let me = request.actor.person;
        if let Some(public) = options.public {
            return self.rating_handler.set_listed(request, public).await;
        }
        match options.player.filter(|(person, _)| *person != me) {
            _ if options.is_guild_wide && request.guild == DIRECT_MESSAGES => {
                Ok(self.replies.answer(request, key::CHAT_SERVER_ONLY, &[]))
            }
            _ if options.is_guild_wide => self.show_guild_stats(request).await,
            Some((person, name)) => self.show_ratings_of(request, person, &name).await,
            None => self.show_own_stats(request).await,
        }
    }

    /// Shows everything about the user's own games.
    async fn show_own_stats(&self, request: &Request) -> Reply {
        let words = self.replies.words(request);
        let me = request.actor.person;
        let stats = self.statistics.load_for_person(me).await?;
        let personal = self.settings.person_settings(me).await?;
        let kinds = TableKindStats::list_all(&stats);
        let favourites: Vec<FavouritesText> = stats
            .favourites
            .iter()
            .map(|favourites| describe_favourites(words, favourites))
            .collect();
        let mut lines: Vec<String> = kinds.iter().map(|kind| kind.format_line(words)).collect();
        lines.extend(favourites.iter().map(|favourites| favourites.line.clone()));
        let mut picture_lines = Vec::new();
        if let Some(seconds) = stats.mean_turn_secs() {
            let time = [("time", Fill::from(format_rough_duration(words, seconds)))];
            lines.push(words.say(key::CHAT_STATS_PACE, &time));
            picture_lines.push(words.say(key::DRAW_STATS_PACE, &time));
        }
        for best in &stats.best {
            let Some(title) = Title::from_name(&best.title) else {
                continue;
            };
            let fill = [
                ("game", Fill::from(title_name(words, title))),
                ("points", to_usize(best.points).into()),
                ("seats", to_usize(best.seats).into()),
                ("day", personal.local_date(best.ended_at).into()),
            ];
            lines.push(words.say(key::CHAT_STATS_BEST, &fill));
            picture_lines.push(words.say(key::DRAW_STATS_BEST, &fill));
        }
        let (awarded, won) = stats.awarded;
        if awarded > 0 {
            let fill = [
                ("n", to_usize(awarded).into()),
                ("won", to_usize(won).into()),
            ];
            lines.push(words.say(key::CHAT_STATS_AWARDED, &fill));
        }
        let name = plain_name(words, &request.actor.name);
        let shows_picture = !kinds.is_empty() && !self.prefers_text(request).await?;
        let file = if shows_picture {
            let drawn = &kinds[..kinds.len().min(MAX_ROWS)];
            let times = stats.rating_history.iter().map(|rated| rated.ended_at);
            let days = match (times.clone().min(), times.max()) {
                (Some(first), Some(last)) => {
                    [personal.local_date(first), personal.local_date(last)]
                }
                _ => <[String; 2]>::default(),
            };
            let sheet = StatsSheet {
                title: name.clone(),
                rows: drawn
                    .iter()
                    .map(|kind| kind.row(words, kind.results()))
                    .collect(),
                cards: StatsCards::Person {
                    curves: drawn
                        .iter()
                        .enumerate()
                        .filter_map(|(row, kind)| kind.rating_curve(row, &stats))
                        .collect(),
                    dates: days,
                    favourites: favourites
                        .into_iter()
                        .map(|favourites| FavouritePieces {
                            kind: favourites.label,
                            pieces: favourites.pictures,
                        })
                        .collect(),
                    lines: picture_lines,
                },
            };
            let alt_text = alt_text(words, &name, &lines);
            self.draw_stats(words, alt_text, sheet).await
        } else {
            None
        };
        lines.insert(0, words.say(key::CHAT_STATS_YOURS, &[]));
        if kinds.is_empty() {
            lines.push(words.say(key::CHAT_STATS_NONE, &[]));
        }
        if personal.listing == StatsListing::Private {
            lines.push(words.say(key::CHAT_STATS_UNLISTED, &[]));
        }
        Ok(stats_answer(&lines, file))
    }

    /// Shows the ratings of another person.
    ///
    /// Ratings come from rated games alone. All other statistics are shown only to their owner.
    async fn show_ratings_of(&self, request: &Request, person: PersonId, name: &str) -> Reply {
        let words = self.replies.words(request);
        let who = [("who", mention(person))];
        if request.guild == DIRECT_MESSAGES || self.settings.is_unlisted(person).await? {
            return Ok(self.replies.answer(request, key::CHAT_STATS_PRIVATE, &who));
        }
        let ratings = self.ratings.list_unfinished_for_person(person).await?;
        let mut lines: Vec<String> = ratings
            .iter()
            .filter_map(|rating| format_rated_line(words, rating))
            .collect();
        let file = if lines.is_empty() || self.prefers_text(request).await? {
            None
        } else {
            let name = plain_name(words, name);
            let alt_text = alt_text(words, &name, &lines);
            let rows: Vec<Rank> = ratings
                .iter()
                .filter_map(|rating| {
                    let kind = format_title_and_seats(
                        words,
                        Title::from_name(&rating.title)?,
                        rating.seats,
                    );
                    Some(ranking_row(String::new(), kind, &rating.rating))
                })
                .collect();
            self.composer
                .pictures
                .draw_plain("ratings", alt_text, move |theme: &_| {
                    ranks::render_ranks(theme, &name, &rows)
                })
                .await
        };
        if lines.is_empty() {
            lines.push(words.say(key::CHAT_STATS_NONE_RATED, &[]));
        }
        lines.insert(0, words.say(key::CHAT_STATS_PERSON, &who));
        Ok(stats_answer(&lines, file))
    }

    /// Shows the results of the games of the guild that the user could have watched.
    ///
    /// These are games in channels that the user can see, at tables open to watchers.
    async fn show_guild_stats(&self, request: &Request) -> Reply {
        let words = self.replies.words(request);
        let mut visible: Vec<ChannelId> = Vec::new();
        for channel in self
            .statistics
            .list_audience_channels(request.guild)
            .await?
        {
            if self.visibility.can_see(request, channel).await {
                visible.push(channel);
            }
        }
        let GuildStats {
            results: balances,
            active,
        } = self
            .statistics
            .load_for_guild(request.guild, &visible)
            .await?;
        // The number of games of each active person: with a mention for the message, with a name
        // for the picture's alternative text, and as a figure for the picture.
        let mut mentioned = Vec::new();
        let mut named = Vec::new();
        let mut counts = Vec::new();
        for person in active {
            if counts.len() == MAX_ACTIVE_NAMED || self.settings.is_unlisted(person.person).await? {
                continue;
            }
            let name = plain_name(words, &person.name);
            let games = to_usize(person.games);
            let fill = [("who", mention(person.person)), ("n", games.into())];
            mentioned.push(words.say(key::CHAT_STATS_COUNTED, &fill));
            let fill = [("who", Fill::from(name.as_str())), ("n", games.into())];
            named.push(words.say(key::CHAT_STATS_COUNTED, &fill));
            counts.push(ActivePlayer {
                name,
                games: person.games,
            });
        }
        let kinds = sort_by_games(balances.iter().map(TableKindStats::from_balance).collect());
        let mut lines: Vec<String> = kinds
            .iter()
            .map(|kind| kind.format_guild_line(words))
            .collect();
        let title = words.say(key::DRAW_STATS_SERVER, &[]);
        let file = if kinds.is_empty() || self.prefers_text(request).await? {
            None
        } else {
            let mut sentences = vec![format!("{title}.")];
            sentences.extend(lines.iter().cloned());
            sentences.extend(format_active(words, &named));
            let alt_text = words.fit_alt_text(sentences, key::ALT_STATS_REST);
            let rows = kinds
                .iter()
                .take(MAX_ROWS)
                .map(|kind| kind.row(words, kind.results() / kind.seats.max(1)))
                .collect();
            let sheet = StatsSheet {
                title: title.clone(),
                rows,
                cards: StatsCards::Guild { active: counts },
            };
            self.draw_stats(words, alt_text, sheet).await
        };
        lines.insert(0, format!("**{title}**"));
        lines.extend(format_active(words, &mentioned));
        if kinds.is_empty() {
            lines.push(words.say(key::CHAT_STATS_SERVER_NONE, &[]));
        }
        Ok(stats_answer(&lines, file))
    }

    async fn prefers_text(&self, request: &Request) -> Result<bool, Failure> {
        self.table_cards
            .wants_text(request, DisplayOptions::default())
            .await
    }

    async fn draw_stats(&self, words: &Words, alt_text: String, sheet: StatsSheet) -> Option<File> {
        let words = words.clone();
        self.composer
            .pictures
            .draw_plain("stats", alt_text, move |theme: &_| {
                stats::render_stats(theme, &words, &sheet)
            })
            .await
    }
}

fn stats_answer(lines: &[String], file: Option<File>) -> Answer {
    Answer::Private(Card {
        files: file.into_iter().collect(),
        ..Card::words(lines.join("\n"))
    })
}

/// Formats the list of the most active players, if there are any.
fn format_active(words: &Words, counts: &[String]) -> Option<String> {
    if counts.is_empty() {
        return None;
    }
    let list = counts.join(", ");
    Some(words.say(key::CHAT_STATS_ACTIVE, &[("list", list.into())]))
}

/// Returns the alternative text of a picture of statistics.
fn alt_text(words: &Words, name: &str, lines: &[String]) -> String {
    let heading = words.say(key::ALT_STATS, &[("who", name.into())]);
    let sentences = [heading].into_iter().chain(lines.iter().cloned());
    words.fit_alt_text(sentences, key::ALT_STATS_REST)
}

/// Returns the name of a game with its number of seats.
fn format_title_and_seats(words: &Words, title: Title, seats: i64) -> String {
    let fill = [
        ("game", Fill::from(title_name(words, title))),
        ("seats", to_usize(seats).into()),
    ];
    words.say(key::DRAW_STATS_KIND, &fill)
}

/// Formats a rating of a game with its number of seats.
fn format_rated_line(words: &Words, rating: &TitleRating) -> Option<String> {
    let fill = [
        (
            "game",
            Fill::from(title_name(words, Title::from_name(&rating.title)?)),
        ),
        ("seats", to_usize(rating.seats).into()),
        ("rating", format_rating(words, &rating.rating).into()),
        ("games", to_usize(rating.rating.games).into()),
    ];
    Some(words.say(key::CHAT_STATS_RATED, &fill))
}

/// The favourite pieces of a player, as a line of text and as pictures with a label.
struct FavouritesText {
    line: String,
    label: String,
    pictures: Vec<Art>,
}

fn describe_favourites(words: &Words, favourites: &Favourites) -> FavouritesText {
    let kind = &favourites.kind;
    let label_key = match (favourites.title, kind.as_str()) {
        (Title::Hawaii, "god") => key::STATS_HAWAII_GOD,
        (Title::Hawaii, _) => key::STATS_HAWAII_TILE,
        (Title::Haleakala, "ware") => key::STATS_HALEAKALA_WARE,
        (Title::Haleakala, _) => key::STATS_HALEAKALA_CARD,
    };
    let label = words.say(label_key, &[]);
    let mut counts = Vec::new();
    let mut pictures = Vec::new();
    for (piece, count) in &favourites.pieces {
        let known = by_title!(favourites.title, G => {
            let Ok(printed) = G::printed() else { continue };
            G::find_piece(&Phrasebook::<G> { words, printed: &printed, names: &[] }, kind, piece)
        });
        let Some((name, art)) = known else { continue };
        let fill = [("who", Fill::from(name)), ("n", (*count).into())];
        counts.push(words.say(key::CHAT_STATS_COUNTED, &fill));
        pictures.push(art);
    }
    let fill = [
        ("kind", Fill::from(label.as_str())),
        ("list", counts.join(", ").into()),
    ];
    FavouritesText {
        line: words.say(key::CHAT_STATS_LIKES, &fill),
        label,
        pictures,
    }
}

/// The results and the rating of a person, or the results of a guild, at one game and table size.
struct TableKindStats<'a> {
    title: Title,
    seats: i64,
    balance: Option<&'a TitleResults>,
    rating: Option<&'a TitleRating>,
}

impl<'a> TableKindStats<'a> {
    fn from_balance(balance: &'a TitleResults) -> TableKindStats<'a> {
        TableKindStats {
            title: balance.title,
            seats: balance.seats,
            balance: Some(balance),
            rating: None,
        }
    }

    /// Lists all kinds of table of a person. Some kinds have a rating but no result.
    fn list_all(stats: &'a Stats) -> Vec<TableKindStats<'a>> {
        let mut kinds: Vec<TableKindStats<'a>> = stats
            .results
            .iter()
            .map(TableKindStats::from_balance)
            .collect();
        for rating in &stats.ratings {
            let Some(title) = Title::from_name(&rating.title) else {
                continue;
            };
            match kinds
                .iter_mut()
                .find(|kind| (kind.title, kind.seats) == (title, rating.seats))
            {
                Some(kind) => kind.rating = Some(rating),
                None => kinds.push(TableKindStats {
                    title,
                    seats: rating.seats,
                    balance: None,
                    rating: Some(rating),
                }),
            }
        }
        sort_by_games(kinds)
    }

    fn results(&self) -> i64 {
        self.balance.map_or(0, TitleResults::result_count)
    }

    fn format_line(&self, words: &Words) -> String {
        let Some(balance) = self.balance else {
            return self
                .rating
                .and_then(|rating| format_rated_line(words, rating))
                .unwrap_or_default();
        };
        let fill = result_args(words, balance, balance.result_count());
        let mut line = words.say(key::CHAT_STATS_LINE, &fill);
        line = format!("{line} {}", format_wins(words, balance));
        if let Some(rating) = self.rating {
            let rating = format_rating(words, &rating.rating);
            let rating = words.say(key::CHAT_STATS_RATING, &[("rating", rating.into())]);
            line = format!("{line} {rating}");
        }
        line
    }

    fn format_guild_line(&self, words: &Words) -> String {
        let Some(balance) = self.balance else {
            return String::new();
        };
        // Each game counts one result for each seat.
        let games = balance.result_count() / balance.seats.max(1);
        let fill = result_args(words, balance, games);
        let line = words.say(key::CHAT_STATS_SERVER_LINE, &fill);
        format!("{line} {}", format_wins(words, balance))
    }

    fn row(&self, words: &Words, games: i64) -> StatsRow {
        let name = format_title_and_seats(words, self.title, self.seats);
        let Some(balance) = self.balance else {
            return StatsRow {
                name,
                ..StatsRow::default()
            };
        };
        StatsRow {
            name,
            games,
            average: (balance.total_points() + balance.result_count() / 2)
                / balance.result_count().max(1),
            best: balance.best_points(),
            wins: wins_by_seat(balance),
        }
    }

    fn rating_curve(&self, row: usize, stats: &Stats) -> Option<RatingCurve> {
        let marks: Vec<RatingPoint> = stats
            .rating_history
            .iter()
            .filter(|rated| (rated.title.as_str(), rated.seats) == (self.title.name(), self.seats))
            .map(|rated| RatingPoint {
                at: rated.ended_at.0,
                points: rating_points(&rated.rating),
                provisional: is_provisional(&rated.rating),
            })
            .collect();
        (!marks.is_empty()).then_some(RatingCurve { row, points: marks })
    }
}

/// Sorts kinds of table by their number of results, most first, because a picture shows only some.
fn sort_by_games(mut kinds: Vec<TableKindStats<'_>>) -> Vec<TableKindStats<'_>> {
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.results()));
    kinds
}

fn result_args(
    words: &Words,
    balance: &TitleResults,
    games: i64,
) -> [(&'static str, Fill<'static>); 6] {
    #[expect(clippy::cast_precision_loss, reason = "points of games")]
    let average = balance.total_points() as f64 / balance.result_count().max(1) as f64;
    [
        ("game", title_name(words, balance.title).into()),
        ("seats", to_usize(balance.seats).into()),
        ("games", to_usize(games).into()),
        ("won", to_usize(balance.wins()).into()),
        ("average", words.format_decimal(average, 1).into()),
        ("best", to_usize(balance.best_points()).into()),
    ]
}

/// Returns the percentage of wins by seat, or `None` for seats without a game.
fn wins_by_seat(balance: &TitleResults) -> Vec<Option<i64>> {
    (1..=balance.seats)
        .map(|seat| {
            let placed = balance
                .seat_stats
                .iter()
                .find(|placed| placed.seat == seat)?;
            let games = placed.games.max(1);
            Some((placed.won * 100 + placed.games / 2) / games)
        })
        .collect()
}

fn format_wins(words: &Words, balance: &TitleResults) -> String {
    let mut seats = Vec::new();
    for (seat, percent) in (1_usize..).zip(wins_by_seat(balance)) {
        if let Some(percent) = percent {
            let fill = [
                ("place", Fill::from(seat)),
                ("percent", to_usize(percent).into()),
            ];
            seats.push(words.say(key::CHAT_STATS_WIN, &fill));
        }
    }
    words.say(key::CHAT_STATS_WINS, &[("list", seats.join(", ").into())])
}
