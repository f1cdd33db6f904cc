//! How well people play: what a game did to ratings, `/stats` of a person and `/leaderboard` of a server. Whoever wants
//! neither to be looked up by others says so once.

use super::answer::{Answer, Reply};
use super::composer::Composer;
use super::names::{game, mention, tame};
use super::{House, NOWHERE, Request};
use crate::rules::Title;
use crate::tables::{
    Failure, Listing, PersonId, PlayedSoFar, RatedPerson, Rating, RatingChange, RatingOf, SETTLED,
};
use crate::words::{Fill, Words};

/// So many of the best are shown.
const SHOWN: usize = 15;

impl House {
    /// How somebody plays, and how well; and whether others may know.
    pub(super) async fn stats(
        &self,
        request: &Request,
        player: Option<PersonId>,
        public: Option<bool>,
    ) -> Reply {
        let (words, me) = (self.words(request), request.actor.person);
        if let Some(public) = public {
            return self.list_me(request, public).await;
        }
        let person = player.unwrap_or(me);
        let mine = person == me;
        if !mine && (request.server == NOWHERE || self.is_unlisted(person).await?) {
            return Ok(self.tell(request, "chat-stats-private", &[("who", mention(person))]));
        }
        let ratings = self.tables.ratings_of(person).await?;
        // What others see comes from games alone that were opened to count: where somebody plays else is theirs to tell.
        let lines: Vec<String> = if mine {
            let games = self.tables.played_so_far(person).await?;
            games.iter().filter_map(|games| line(words, games, &ratings)).collect()
        } else {
            ratings.iter().filter_map(|of| rated_line(words, of)).collect()
        };
        let title = if mine {
            words.say("chat-stats-yours", &[])
        } else {
            words.say("chat-stats-person", &[("who", mention(person))])
        };
        let none = if mine { "chat-stats-none" } else { "chat-stats-none-rated" };
        let none = lines.is_empty().then(|| words.say(none, &[]));
        let mut lines: Vec<String> = [title].into_iter().chain(lines).chain(none).collect();
        let unlisted = mine && self.is_unlisted(me).await?;
        lines.extend(unlisted.then(|| words.say("chat-stats-unlisted", &[])));
        Ok(Answer::words(lines.join("\n")))
    }

    /// From now on others may look somebody up, or not.
    async fn list_me(&self, request: &Request, public: bool) -> Reply {
        let change = |personal: &mut crate::tables::PersonSettings| {
            personal.listing = if public { Listing::Public } else { Listing::Own };
            Ok::<(), std::convert::Infallible>(())
        };
        let Ok(_) = self.tables.change_person_settings(request.actor.person, change).await?;
        Ok(self.tell(request, if public { "chat-stats-public" } else { "chat-stats-hidden" }, &[]))
    }

    async fn is_unlisted(&self, person: PersonId) -> Result<bool, Failure> {
        Ok(self.tables.person_settings(person).await?.listing == Listing::Own)
    }

    /// The best of those who played on this server, of those who may be known.
    pub(super) async fn leaderboard(&self, request: &Request, title: Title, seats: Option<u8>) -> Reply {
        let words = self.words(request);
        let seats = i64::from(seats.unwrap_or(*title.seats().start()));
        let mut lines = Vec::new();
        for RatedPerson { person, rating } in self.tables.best_on(request.server, title, seats).await? {
            if lines.len() < SHOWN && !self.is_unlisted(person).await? {
                let fill = [
                    ("rank", Fill::from(lines.len() + 1)),
                    ("who", mention(person)),
                    ("rating", shown(words, &rating).into()),
                    ("games", counted(rating.games).into()),
                ];
                lines.push(words.say("chat-leaderboard-line", &fill));
            }
        }
        let head = [("game", Fill::from(game(words, title))), ("seats", counted(seats).into())];
        let mut told = vec![words.say("chat-leaderboard", &head)];
        if lines.is_empty() {
            told.push(words.say("chat-leaderboard-none", &[("n", counted(SETTLED).into())]));
        }
        told.extend(lines);
        Ok(Answer::words(told.join("\n")))
    }
}

impl Composer {
    /// What a game did to ratings, in a line; nothing of those that others may not know.
    pub(super) async fn moved(
        &self,
        words: &Words,
        changes: &[RatingChange],
    ) -> Result<Option<String>, Failure> {
        let mut list = Vec::new();
        for change in changes {
            if self.tables.person_settings(change.person).await?.listing == Listing::Public {
                list.push(change_in_words(change));
            }
        }
        Ok((!list.is_empty()).then(|| words.say("chat-rated", &[("list", list.join(", ").into())])))
    }
}

fn change_in_words(change: &RatingChange) -> String {
    let points = if change.provisional { format!("{}?", change.after) } else { change.after.to_string() };
    let by = change.before.map(|before| change.after - before);
    let by = by.map(|by| if by < 0 { format!(" (−{})", -by) } else { format!(" (+{by})") });
    format!("{} {points}{}", tame(&change.name), by.unwrap_or_default())
}

/// How somebody plays a game at tables of so many; nothing if the game is none of ours.
fn line(words: &Words, played: &PlayedSoFar, ratings: &[RatingOf]) -> Option<String> {
    let title = Title::ALL.into_iter().find(|title| title.name() == played.title)?;
    #[expect(clippy::cast_precision_loss, reason = "points of games")]
    let average = played.points as f64 / played.games as f64;
    let fill = [
        ("game", Fill::from(game(words, title))),
        ("seats", counted(played.seats).into()),
        ("games", counted(played.games).into()),
        ("won", counted(played.won).into()),
        ("average", words.decimal(average, 1).into()),
        ("best", counted(played.best).into()),
    ];
    let line = words.say("chat-stats-line", &fill);
    let rating = ratings.iter().find(|it| it.title == played.title && it.seats == played.seats);
    let rating =
        rating.map(|it| words.say("chat-stats-rating", &[("rating", shown(words, &it.rating).into())]));
    Some([line].into_iter().chain(rating).collect::<Vec<_>>().join(" "))
}

/// How well somebody plays a game at tables of so many.
fn rated_line(words: &Words, of: &RatingOf) -> Option<String> {
    let title = Title::ALL.into_iter().find(|title| title.name() == of.title)?;
    let fill = [
        ("game", Fill::from(game(words, title))),
        ("seats", counted(of.seats).into()),
        ("rating", shown(words, &of.rating).into()),
        ("games", counted(of.rating.games).into()),
    ];
    Some(words.say("chat-stats-rated", &fill))
}

/// A rating, with how far off it may be.
fn shown(words: &Words, rating: &Rating) -> String {
    let fill =
        [("points", Fill::from(rating.points().to_string())), ("within", rating.within().to_string().into())];
    words.say(if rating.is_provisional() { "chat-rating-provisional" } else { "chat-rating" }, &fill)
}

fn counted(number: i64) -> usize {
    usize::try_from(number).unwrap_or_default()
}
