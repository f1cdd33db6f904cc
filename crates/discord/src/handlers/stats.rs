//! `/stats`: a user's own results, other people's ratings, and results of a guild's visible games.
//!
//! Words and picture show the same.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::game::AtTable as _;
use crate::cards::table::{Display, TableCards};
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::delivery::visibility::ChannelVisibility;
use crate::handlers::ratings::{RatingHandler, rank_of, shown};
use crate::wire::card::{Card, File};
use crate::wire::ids::counted;
use crate::wire::names::{game, mention, plain};
use crate::wire::request::{NOWHERE, Request};
use crate::wire::times::roughly;
use lanai_host::{
    Balance, ChannelId, Favourites, GuildStats, PersonId, Placed, RatingOf, Ratings, Settings,
    Statistics, Stats, StatsListing, is_provisional, rating_points,
};
use lanai_render::stats::{Above, Curve, Mark, ROWS, StatsRow, StatsSheet};
use lanai_render::{Art, ranks, stats};
use lanai_rules::{Rules as _, Title, by_title};
use lanai_text::{Fill, Phrasebook, Words};

/// How many of the most active players are named.
const ACTIVE: usize = 8;

/// The options of `/stats`.
#[derive(Clone, Debug, Default)]
pub(crate) struct StatsWish {
    pub(crate) player: Option<(PersonId, String)>,
    pub(crate) guild: bool,
    pub(crate) public: Option<bool>,
}

pub(crate) struct StatsHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) ratings: Arc<Ratings>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) statistics: Arc<Statistics>,
    pub(crate) rating_handler: Arc<RatingHandler>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) table_cards: Arc<TableCards>,
    pub(crate) visibility: Arc<ChannelVisibility>,
}

impl StatsHandler {
    /// Shows the statistics of a person or the guild, or lists or hides the user's.
    pub(crate) async fn show(&self, request: &Request, wish: StatsWish) -> Reply {
        let me = request.actor.person;
        if let Some(public) = wish.public {
            return self.rating_handler.set_listed(request, public).await;
        }
        match wish.player.filter(|(person, _)| *person != me) {
            _ if wish.guild && request.guild == NOWHERE => {
                Ok(self.replies.answer(request, "chat-server-only", &[]))
            }
            _ if wish.guild => self.show_of_guild(request).await,
            Some((person, name)) => self.show_of_other(request, person, &name).await,
            None => self.show_own(request).await,
        }
    }

    /// Shows everything about the user's own games.
    async fn show_own(&self, request: &Request) -> Reply {
        let words = self.replies.words(request);
        let me = request.actor.person;
        let stats = self.statistics.of_person(me).await?;
        let personal = self.settings.person_settings(me).await?;
        let kinds = Kind::all(&stats);
        let mut told: Vec<String> = kinds.iter().map(|kind| kind.line(words)).collect();
        told.extend(
            stats
                .favourites
                .iter()
                .map(|favourites| liked(words, favourites).0),
        );
        let pace = stats
            .pace()
            .map(|seconds| [("time", Fill::from(roughly(words, seconds)))]);
        told.extend(pace.as_ref().map(|time| words.say("chat-stats-pace", time)));
        let mut said = Vec::new();
        let mut dates = Vec::new();
        said.extend(pace.map(|time| words.say("draw-stats-pace", &time)));
        for best in &stats.best {
            let Some(title) = Title::named(&best.title) else {
                continue;
            };
            let fill = [
                ("game", Fill::from(game(words, title))),
                ("points", counted(best.points).into()),
                ("seats", counted(best.seats).into()),
                ("day", personal.day(best.ended_at).into()),
            ];
            told.push(words.say("chat-stats-best", &fill));
            said.push(words.say("draw-stats-best", &fill));
        }
        let (awarded, won) = stats.awarded;
        let all = [("n", counted(awarded).into()), ("won", counted(won).into())];
        told.extend((awarded > 0).then(|| words.say("chat-stats-awarded", &all)));
        let at = stats.course.iter().map(|rated| rated.ended_at);
        dates.extend(
            at.clone()
                .min()
                .into_iter()
                .chain(at.max())
                .map(|at| personal.day(at)),
        );
        let name = plain(words, &request.actor.name);
        let file = if kinds.is_empty()
            || self
                .table_cards
                .in_words(request, Display::default())
                .await?
        {
            None
        } else {
            let kept: Vec<&Kind<'_>> = kinds.iter().take(ROWS).collect();
            let sheet = StatsSheet {
                title: name.clone(),
                rows: kept
                    .iter()
                    .map(|kind| kind.row(words, kind.results()))
                    .collect(),
                above: Above::Person {
                    curves: kept
                        .iter()
                        .enumerate()
                        .filter_map(|(row, kind)| kind.curve(row, &stats))
                        .collect(),
                    days: <[String; 2]>::try_from(dates).unwrap_or_default(),
                    likes: stats
                        .favourites
                        .iter()
                        .map(|favourites| liked(words, favourites).1)
                        .collect(),
                    lines: said,
                },
            };
            self.draw(words, described(words, &name, &told), sheet)
                .await
        };
        let none = kinds.is_empty().then(|| words.say("chat-stats-none", &[]));
        let hidden = personal.listing == StatsListing::Private;
        let hidden = hidden.then(|| words.say("chat-stats-unlisted", &[]));
        let title = words.say("chat-stats-yours", &[]);
        Ok(card(
            [title].into_iter().chain(told).chain(none).chain(hidden),
            file,
        ))
    }

    /// Shows another person's ratings. They come from rated games alone; everything else is that
    /// person's to tell.
    async fn show_of_other(&self, request: &Request, person: PersonId, name: &str) -> Reply {
        let words = self.replies.words(request);
        if request.guild == NOWHERE || self.settings.is_unlisted(person).await? {
            return Ok(self.replies.answer(
                request,
                "chat-stats-private",
                &[("who", mention(person))],
            ));
        }
        let ratings = self.ratings.list_of_person(person).await?;
        let told: Vec<String> = ratings
            .iter()
            .filter_map(|of| rated_line(words, of))
            .collect();
        let none = told
            .is_empty()
            .then(|| words.say("chat-stats-none-rated", &[]));
        let name = plain(words, name);
        let file = if told.is_empty()
            || self
                .table_cards
                .in_words(request, Display::default())
                .await?
        {
            None
        } else {
            let list = ratings.iter().filter_map(|of| {
                let name = kind_name(words, Title::named(&of.title)?, of.seats);
                Some(rank_of(String::new(), name, &of.rating))
            });
            let list = list.collect::<Vec<_>>();
            let title = name.clone();
            let described = described(words, &name, &told);
            let paint = move |studio: &_| ranks::ranks(studio, &title, &list);
            self.composer
                .gallery
                .plain("ratings", described, paint)
                .await
        };
        let title = words.say("chat-stats-person", &[("who", mention(person))]);
        Ok(card([title].into_iter().chain(told).chain(none), file))
    }

    /// Shows the results of the guild's games that the user could have followed: in channels they
    /// can see, at tables not closed to watchers.
    async fn show_of_guild(&self, request: &Request) -> Reply {
        let words = self.replies.words(request);
        let mut halls: Vec<ChannelId> = Vec::new();
        for hall in self.statistics.halls_of(request.guild).await? {
            if self.visibility.can_see(request, hall).await {
                halls.push(hall);
            }
        }
        let GuildStats { balances, active } =
            self.statistics.of_guild(request.guild, &halls).await?;
        let mut named = Vec::new();
        for person in active {
            if named.len() < ACTIVE && !self.settings.is_unlisted(person.person).await? {
                named.push(person);
            }
        }
        let all: Vec<Kind<'_>> = busiest(balances.iter().map(Kind::of).collect());
        let lines: Vec<String> = all.iter().map(|kind| kind.guild_line(words)).collect();
        let active = |who: &dyn Fn(&lanai_host::ActivePerson) -> Fill<'static>| {
            let one = |person| {
                let fill = [("who", who(person)), ("n", counted(person.games).into())];
                words.say("chat-stats-counted", &fill)
            };
            let list: Vec<String> = named.iter().map(one).collect();
            (!list.is_empty())
                .then(|| words.say("chat-stats-active", &[("list", list.join(", ").into())]))
        };
        let title = words.say("draw-stats-server", &[]);
        let file = if all.is_empty()
            || self
                .table_cards
                .in_words(request, Display::default())
                .await?
        {
            None
        } else {
            let plainly = active(&|person| plain(words, &person.name).into());
            let told: Vec<String> = lines.iter().cloned().chain(plainly).collect();
            let rows = all
                .iter()
                .take(ROWS)
                .map(|kind| kind.row(words, kind.results() / kind.seats.max(1)))
                .collect();
            let active = named
                .iter()
                .map(|person| (plain(words, &person.name), person.games))
                .collect();
            let described = words.in_short(
                [format!("{title}.")].into_iter().chain(told),
                "alt-stats-rest",
            );
            let sheet = StatsSheet {
                title: title.clone(),
                rows,
                above: Above::Server { active },
            };
            self.draw(words, described, sheet).await
        };
        let none = all
            .is_empty()
            .then(|| words.say("chat-stats-server-none", &[]));
        let active = active(&|person| mention(person.person));
        Ok(card(
            [format!("**{title}**")]
                .into_iter()
                .chain(lines)
                .chain(active)
                .chain(none),
            file,
        ))
    }

    async fn draw(&self, words: &Words, described: String, sheet: StatsSheet) -> Option<File> {
        let words = words.clone();
        let paint = move |studio: &_| stats::stats(studio, &words, &sheet);
        self.composer.gallery.plain("stats", described, paint).await
    }
}

fn card(lines: impl IntoIterator<Item = String>, file: Option<File>) -> Answer {
    let text = lines.into_iter().collect::<Vec<_>>().join("\n");
    Answer::Tell(Card {
        files: file.into_iter().collect(),
        ..Card::words(text)
    })
}

/// Returns the alternative text of a picture of statistics.
fn described(words: &Words, name: &str, told: &[String]) -> String {
    let of = words.say("alt-stats", &[("who", name.into())]);
    words.in_short(
        [of].into_iter().chain(told.iter().cloned()),
        "alt-stats-rest",
    )
}

/// Names a game with its number of seats.
pub(crate) fn kind_name(words: &Words, title: Title, seats: i64) -> String {
    let fill = [
        ("game", Fill::from(game(words, title))),
        ("seats", counted(seats).into()),
    ];
    words.say("draw-stats-kind", &fill)
}

/// Formats a rating of a game with its number of seats.
fn rated_line(words: &Words, of: &RatingOf) -> Option<String> {
    let fill = [
        ("game", Fill::from(game(words, Title::named(&of.title)?))),
        ("seats", counted(of.seats).into()),
        ("rating", shown(words, &of.rating).into()),
        ("games", counted(of.rating.games).into()),
    ];
    Some(words.say("chat-stats-rated", &fill))
}

/// Describes the player's favourite pieces, in words and as pictures.
fn liked(words: &Words, favourites: &Favourites) -> (String, (String, Vec<Art>)) {
    let Favourites {
        title,
        kind,
        pieces,
    } = favourites;
    let label = words.say(&format!("stats-{}-{kind}", title.name()), &[]);
    let mut list = Vec::new();
    let mut drawn = Vec::new();
    for (piece, times) in pieces {
        let known = by_title!(*title, G => {
            let Ok(printed) = G::printed() else { continue };
            G::liked(&Phrasebook::<G> { words, printed: &printed, names: &[] }, kind, piece)
        });
        let Some((name, art)) = known else { continue };
        let fill = [("who", Fill::from(name)), ("n", (*times).into())];
        list.push(words.say("chat-stats-counted", &fill));
        drawn.push(art);
    }
    let fill = [
        ("kind", Fill::from(label.as_str())),
        ("list", list.join(", ").into()),
    ];
    (words.say("chat-stats-likes", &fill), (label, drawn))
}

// --- Kinds of table ---

/// Results and rating at one game with one number of seats.
struct Kind<'a> {
    title: Title,
    seats: i64,
    balance: Option<&'a Balance>,
    rating: Option<&'a RatingOf>,
}

impl<'a> Kind<'a> {
    fn of(balance: &'a Balance) -> Kind<'a> {
        Kind {
            title: balance.title,
            seats: balance.seats,
            balance: Some(balance),
            rating: None,
        }
    }

    /// Returns all kinds of table of a person. Some have a rating but no finished game.
    fn all(stats: &'a Stats) -> Vec<Kind<'a>> {
        let mut kinds: Vec<Kind<'a>> = stats.balances.iter().map(Kind::of).collect();
        for rating in &stats.ratings {
            let Some(title) = Title::named(&rating.title) else {
                continue;
            };
            match kinds
                .iter_mut()
                .find(|kind| (kind.title, kind.seats) == (title, rating.seats))
            {
                Some(kind) => kind.rating = Some(rating),
                None => kinds.push(Kind {
                    title,
                    seats: rating.seats,
                    balance: None,
                    rating: Some(rating),
                }),
            }
        }
        busiest(kinds)
    }

    fn results(&self) -> i64 {
        self.balance.map_or(0, Balance::results)
    }

    /// Formats results and rating as a line.
    fn line(&self, words: &Words) -> String {
        let Some(balance) = self.balance else {
            return self
                .rating
                .and_then(|of| rated_line(words, of))
                .unwrap_or_default();
        };
        let line = words.say(
            "chat-stats-line",
            &filled(words, balance, balance.results()),
        );
        let rating = self
            .rating
            .map(|of| [("rating", Fill::from(shown(words, &of.rating)))]);
        let rating = rating.map(|fill| words.say("chat-stats-rating", &fill));
        let wins = Some(wins(words, balance));
        [Some(line), wins, rating]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn guild_line(&self, words: &Words) -> String {
        let Some(balance) = self.balance else {
            return String::new();
        };
        let line = words.say(
            "chat-stats-server-line",
            &filled(words, balance, balance.results() / balance.seats.max(1)),
        );
        format!("{line} {}", wins(words, balance))
    }

    fn row(&self, words: &Words, games: i64) -> StatsRow {
        let name = kind_name(words, self.title, self.seats);
        let Some(balance) = self.balance else {
            return StatsRow {
                name,
                ..StatsRow::default()
            };
        };
        StatsRow {
            name,
            games,
            average: (balance.points() + balance.results() / 2) / balance.results().max(1),
            best: balance.best(),
            wins: by_place(balance),
        }
    }

    /// Returns the curve of the rating.
    fn curve(&self, row: usize, stats: &Stats) -> Option<Curve> {
        let here = stats
            .course
            .iter()
            .filter(|then| (then.title.as_str(), then.seats) == (self.title.name(), self.seats));
        let marks: Vec<Mark> = here
            .map(|then| Mark {
                at: then.ended_at.0,
                points: rating_points(&then.rating),
                provisional: is_provisional(&then.rating),
            })
            .collect();
        (!marks.is_empty()).then_some(Curve { row, marks })
    }
}

/// Sorts by number of games: the picture leaves the last ones to the words.
fn busiest(mut kinds: Vec<Kind<'_>>) -> Vec<Kind<'_>> {
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.results()));
    kinds
}

fn filled(words: &Words, balance: &Balance, games: i64) -> [(&'static str, Fill<'static>); 6] {
    #[expect(clippy::cast_precision_loss, reason = "points of games")]
    let average = balance.points() as f64 / balance.results().max(1) as f64;
    [
        ("game", game(words, balance.title).into()),
        ("seats", counted(balance.seats).into()),
        ("games", counted(games).into()),
        ("won", counted(balance.won()).into()),
        ("average", words.decimal(average, 1).into()),
        ("best", counted(balance.best()).into()),
    ]
}

/// Returns the percentage of wins by seat; `None` where no one sat.
fn by_place(balance: &Balance) -> Vec<Option<i64>> {
    let percent = |placed: &Placed| (placed.won * 100 + placed.games / 2) / placed.games.max(1);
    let of = |seat| {
        balance
            .placed
            .iter()
            .find(|placed| placed.seat == seat)
            .map(percent)
    };
    (1..=balance.seats).map(of).collect()
}

fn wins(words: &Words, balance: &Balance) -> String {
    let one = |(seat, won): (usize, Option<i64>)| {
        let fill = [
            ("place", Fill::from(seat)),
            ("percent", counted(won?).into()),
        ];
        Some(words.say("chat-stats-win", &fill))
    };
    let list: Vec<String> = (1..).zip(by_place(balance)).filter_map(one).collect();
    words.say("chat-stats-wins", &[("list", list.join(", ").into())])
}
