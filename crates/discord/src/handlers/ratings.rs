//! Ratings: how a game changed them, and `/leaderboard`.
//!
//! Users can hide theirs from others.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::table::{Display, TableCards};
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::wire::card::Card;
use crate::wire::ids::counted;
use crate::wire::names::{game, mention, plain};
use crate::wire::request::Request;
use lanai_host::{
    PROVISIONAL_GAMES, RankedPerson, Rating, Ratings, Settings, StatsListing, is_provisional,
    rating_margin, rating_points,
};
use lanai_render::ranks::{Rank, ranks};
use lanai_rules::Title;
use lanai_text::{Fill, Words};

/// How many players the leaderboard shows.
const SHOWN: usize = 15;

pub(crate) struct RatingHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) ratings: Arc<Ratings>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) table_cards: Arc<TableCards>,
}

impl RatingHandler {
    /// Shows or hides the user's ratings to others.
    pub(crate) async fn set_listed(&self, request: &Request, public: bool) -> Reply {
        let change = |personal: &mut lanai_host::PersonSettings| {
            personal.listing = if public {
                StatsListing::Public
            } else {
                StatsListing::Private
            };
            Ok::<(), std::convert::Infallible>(())
        };
        let Ok(_) = self
            .settings
            .change_person_settings(request.actor.person, change)
            .await?;
        Ok(self.replies.answer(
            request,
            if public {
                "chat-stats-public"
            } else {
                "chat-stats-hidden"
            },
            &[],
        ))
    }

    /// Shows the best players of the guild among those who are listed.
    pub(crate) async fn show_leaderboard(
        &self,
        request: &Request,
        title: Title,
        seats: Option<u8>,
    ) -> Reply {
        let words = self.replies.words(request);
        let seats = i64::from(seats.unwrap_or(*title.seats().start()));
        let mut lines = Vec::new();
        let mut plainly = Vec::new();
        let mut list = Vec::new();
        for RankedPerson {
            person,
            name,
            rating,
        } in self
            .ratings
            .list_best_on(request.guild, title, seats)
            .await?
        {
            if list.len() == SHOWN || self.settings.is_unlisted(person).await? {
                continue;
            }
            let rank = list.len() + 1;
            let name = plain(words, &name);
            let line = |who: Fill<'static>| {
                let fill = [
                    ("rank", Fill::from(rank)),
                    ("who", who),
                    ("rating", shown(words, &rating).into()),
                    ("games", counted(rating.games).into()),
                ];
                words.say("chat-leaderboard-line", &fill)
            };
            lines.push(line(mention(person)));
            plainly.push(format!("{}.", line(name.clone().into())));
            list.push(rank_of(rank.to_string(), name, &rating));
        }
        let head = [
            ("game", Fill::from(game(words, title))),
            ("seats", counted(seats).into()),
        ];
        let mut told = vec![words.say("chat-leaderboard", &head)];
        if lines.is_empty() {
            told.push(words.say(
                "chat-leaderboard-none",
                &[("n", counted(PROVISIONAL_GAMES).into())],
            ));
        }
        told.extend(lines);
        let mut card = Card::words(told.join("\n"));
        if !list.is_empty()
            && !self
                .table_cards
                .in_words(request, Display::default())
                .await?
        {
            let head = words.say("draw-leaderboard", &head);
            let sentences = [format!("{head}.")].into_iter().chain(plainly);
            let described = words.in_short(sentences, "alt-stats-rest");
            let paint = move |studio: &_| ranks(studio, &head, &list);
            card.files.extend(
                self.composer
                    .gallery
                    .plain("leaderboard", described, paint)
                    .await,
            );
        }
        Ok(Answer::Tell(card))
    }
}

pub(crate) fn rank_of(place: String, name: String, rating: &Rating) -> Rank {
    let points = rating_points(rating);
    let within = rating_margin(rating);
    Rank {
        place,
        name,
        points,
        within,
        provisional: is_provisional(rating),
    }
}

/// Formats a rating with its uncertainty.
pub(crate) fn shown(words: &Words, rating: &Rating) -> String {
    let fill = [
        ("points", Fill::from(rating_points(rating).to_string())),
        ("within", rating_margin(rating).to_string().into()),
    ];
    words.say(
        if is_provisional(rating) {
            "chat-rating-provisional"
        } else {
            "chat-rating"
        },
        &fill,
    )
}
