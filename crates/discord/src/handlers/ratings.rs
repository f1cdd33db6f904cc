//! `/leaderboard`, and the visibility of ratings: users can hide their ratings from others.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::table::{DisplayOptions, TableCards};
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::key;
use crate::wire::card::Card;
use crate::wire::ids::to_usize;
use crate::wire::names::{mention, plain_name, title_name};
use crate::wire::request::Request;
use lanai_host::{
    PROVISIONAL_GAMES, Rating, Ratings, Settings, StatsListing, is_provisional, rating_margin,
    rating_points,
};
use lanai_render::ranks::{Rank, render_ranks};
use lanai_rules::Title;
use lanai_text::{Fill, Words};

const MAX_PLAYERS_SHOWN: usize = 15;

pub(crate) struct RatingHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) ratings: Arc<Ratings>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) table_cards: Arc<TableCards>,
}

impl RatingHandler {
    /// Shows the user's ratings to others, or hides them.
    pub(crate) async fn set_listed(&self, request: &Request, public: bool) -> Reply {
        let (listing, reply_key) = if public {
            (StatsListing::Public, key::CHAT_STATS_PUBLIC)
        } else {
            (StatsListing::Private, key::CHAT_STATS_HIDDEN)
        };
        let Ok(_) = self
            .settings
            .change_person_settings(request.actor.person, |personal| {
                personal.listing = listing;
                Ok::<(), std::convert::Infallible>(())
            })
            .await?;
        Ok(self.replies.answer(request, reply_key, &[]))
    }

    /// Shows the best players of the guild among those who do not hide their ratings.
    pub(crate) async fn show_leaderboard(
        &self,
        request: &Request,
        title: Title,
        seats: Option<u8>,
    ) -> Reply {
        let words = self.replies.words(request);
        let seats = i64::from(seats.unwrap_or(*title.seats().start()));
        let mut lines = Vec::new();
        let mut plain_lines = Vec::new();
        let mut ranking = Vec::new();
        for ranked in self
            .ratings
            .list_best_in_guild(request.guild, title, seats)
            .await?
        {
            if ranking.len() == MAX_PLAYERS_SHOWN
                || self.settings.is_unlisted(ranked.person).await?
            {
                continue;
            }
            let place = ranking.len() + 1;
            let name = plain_name(words, &ranked.name);
            let rating = &ranked.rating;
            lines.push(format_rank(words, place, mention(ranked.person), rating));
            // The alternative text of the picture has names, because mentions work only in
            // messages.
            let line = format_rank(words, place, Fill::from(name.as_str()), rating);
            plain_lines.push(format!("{line}."));
            ranking.push(ranking_row(place.to_string(), name, rating));
        }
        let fill = [
            ("game", Fill::from(title_name(words, title))),
            ("seats", to_usize(seats).into()),
        ];
        if lines.is_empty() {
            lines.push(words.say(
                key::CHAT_LEADERBOARD_NONE,
                &[("n", to_usize(PROVISIONAL_GAMES).into())],
            ));
        }
        lines.insert(0, words.say(key::CHAT_LEADERBOARD, &fill));
        let mut card = Card::words(lines.join("\n"));
        let display = DisplayOptions::default();
        if !ranking.is_empty() && !self.table_cards.wants_text(request, display).await? {
            let heading = words.say(key::DRAW_LEADERBOARD, &fill);
            let sentences = [format!("{heading}.")].into_iter().chain(plain_lines);
            let description = words.fit_alt_text(sentences, key::ALT_STATS_REST);
            let picture = self
                .composer
                .pictures
                .draw_plain("leaderboard", description, move |theme: &_| {
                    render_ranks(theme, &heading, &ranking)
                })
                .await;
            card.files.extend(picture);
        }
        Ok(Answer::Private(card))
    }
}

/// Formats a line of the leaderboard.
fn format_rank(words: &Words, place: usize, who: Fill<'_>, rating: &Rating) -> String {
    let fill = [
        ("rank", Fill::from(place)),
        ("who", who),
        ("rating", format_rating(words, rating).into()),
        ("games", to_usize(rating.games).into()),
    ];
    words.say(key::CHAT_LEADERBOARD_LINE, &fill)
}

pub(crate) fn ranking_row(place: String, name: String, rating: &Rating) -> Rank {
    Rank {
        rank: place,
        name,
        points: rating_points(rating),
        uncertainty: rating_margin(rating),
        provisional: is_provisional(rating),
    }
}

/// Formats a rating with its uncertainty.
pub(crate) fn format_rating(words: &Words, rating: &Rating) -> String {
    let fill = [
        ("points", Fill::from(rating_points(rating).to_string())),
        ("within", rating_margin(rating).to_string().into()),
    ];
    let key = if is_provisional(rating) {
        key::CHAT_RATING_PROVISIONAL
    } else {
        key::CHAT_RATING
    };
    words.say(key, &fill)
}
