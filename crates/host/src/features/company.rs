//! With whom somebody would like to play: with anybody, or with people who play about as well. What is compared are ratings
//! that everybody may look up; nobody is compared who keeps theirs to themselves.

use crate::{Company, PersonId, Tables, Trouble, is_provisional, rating_points};
use lanai_rules::Title;

/// People whose ratings lie no farther apart play about as well: the better of two wins three games of four.
const ALIKE: i64 = 200;

/// How well somebody plays, as far as others may know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Strength {
    /// They keep it to themselves.
    Hidden,
    /// Nobody knows: they have no rating, or one that says little.
    New,
    Rated(i64),
}

impl Strength {
    fn is_like(self, other: Strength) -> bool {
        match (self, other) {
            (Strength::New, Strength::New) => true,
            (Strength::Rated(one), Strength::Rated(other)) => (one - other).abs() <= ALIKE,
            (Strength::Hidden | Strength::New | Strength::Rated(_), _) => false,
        }
    }
}

impl Tables {
    /// Whether somebody plays a game, at a table of so many, about as well as all these.
    pub async fn are_alike(
        &self,
        title: Title,
        seats: i64,
        person: PersonId,
        others: &[PersonId],
    ) -> Result<bool, Trouble> {
        let strength = self.strength(title, seats, person).await?;
        for other in others {
            if !strength.is_like(self.strength(title, seats, *other).await?) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn strength(&self, title: Title, seats: i64, person: PersonId) -> Result<Strength, Trouble> {
        if self.is_unlisted(person).await? {
            return Ok(Strength::Hidden);
        }
        let rating = self.store.ratings().find(title.name(), seats, person).await?;
        Ok(match rating.filter(|rating| !is_provisional(rating)) {
            Some(rating) => Strength::Rated(rating_points(&rating)),
            None => Strength::New,
        })
    }
}

impl Company {
    /// Whether it matters how well others play.
    pub fn is_choosy(self) -> bool {
        match self {
            Company::Anybody => false,
            Company::Alike => true,
        }
    }
}
