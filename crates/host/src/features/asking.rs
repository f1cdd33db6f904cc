//! What people ask for between moves: not to be reminded of this turn, a little time, a pause or the end of the game by
//! agreement, to have one's seat back, to follow other manners.

use crate::core::play;
use crate::core::play::goes_on;
use crate::core::results::{awarded, broken_off};
use crate::model::failure::{Result, json};
use crate::{
    Actor, Award, Declined, Ending, News, Pause, Proposal, Revision, Table, TableSettings, TableStatus,
    Tables, Terms, Timestamp, Until, Waiting, Written,
};
use lanai_store::{BetweenMoves, Notice};

/// Nobody asks for more time than this at once, in seconds.
const LONGEST_SNOOZE: i64 = 14 * 24 * 60 * 60;
const LONGEST_PAUSE: i64 = 90 * 24 * 60 * 60;

/// What somebody wants of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consent {
    Ask(Terms),
    /// To agree to what was asked under this number, and to nothing else.
    Agree(i64),
}

/// What came of asking for agreement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// All agree: it is done.
    Done,
    /// So many have still to agree.
    Open(usize),
}

impl Tables {
    // --- One's own turn ---

    /// A person does not want to hear of this turn again.
    pub async fn mute(&self, table: Table, actor: &Actor, turn: Revision) -> Result<()> {
        self.amend(table, actor, true, |table, waiting, _| {
            mine(table, waiting, actor)?;
            if waiting.turn != turn {
                return Err(Declined::Stale.into());
            }
            waiting.muted = true;
            Ok((Vec::new(), ()))
        })
        .await
    }

    /// A person asks for time, and the table sees it.
    pub async fn snooze(&self, table: Table, actor: &Actor, until: Timestamp) -> Result<()> {
        self.amend(table, actor, true, |table, waiting, now| {
            let seat = mine(table, waiting, actor)?;
            goes_on(waiting)?;
            if !(now + 60..=now + LONGEST_SNOOZE).contains(&until) {
                return Err(Declined::NoSuchTime.into());
            }
            (waiting.snoozed, waiting.muted) = (Some(until), false);
            // Whoever answers counts as heard of: reminding begins anew.
            (waiting.reminders, waiting.warned_at) = (0, None);
            Ok((vec![table.word(News::Snoozed { seat, until })?], ()))
        })
        .await
    }

    // --- By agreement ---

    /// A person asks for a pause, for its end or for the end of the game, with a result or without, or agrees to what was asked.
    pub async fn agree(&self, table: Table, actor: &Actor, wish: Consent) -> Result<Agreement> {
        let upon = |table: Table| async move {
            let asks = agreed(&table, actor, wish)?;
            let award = match asks.wish {
                Terms::Pause(_) | Terms::Resume => return self.agree_on(table, actor, wish).await,
                Terms::End => None,
                Terms::Award(award) => Some(award),
            };
            match self.still_to_agree(&table, &asks).await? {
                0 => self.end(table, actor, award).await.map(|()| Agreement::Done),
                missing => self.agree_on(table, actor, wish).await.map(|_| Agreement::Open(missing)),
            }
        };
        self.retry(Until::Done, table, upon).await
    }

    async fn agree_on(&self, table: Table, actor: &Actor, wish: Consent) -> Result<Agreement> {
        self.amend(table, actor, true, |table, waiting, now| {
            let asks = agreed(table, actor, wish)?;
            settle(table, waiting, (asks, actor), now)
        })
        .await
    }

    /// How many have still to agree to end a game: all who play, but for whoever has kept them waiting for so long that they
    /// may be replaced. Where it counts, nobody is left out: else whoever is about to lose would wait for that.
    async fn still_to_agree(&self, table: &Table, asks: &Proposal) -> Result<usize> {
        let mut missing = 0;
        for person in table.asked(asks.wish).into_iter().filter(|person| !asks.agreed.contains(person)) {
            let excused = !table.settings.rated && self.is_missing(table, person).await?;
            missing += usize::from(!excused);
        }
        Ok(missing)
    }

    /// All want to end the game: it is over, and nobody has won, unless they agree on that.
    async fn end(&self, table: Table, actor: &Actor, award: Option<Award>) -> Result<()> {
        let mut change = table.change(actor.interaction, self.now())?;
        (change.status, change.wait) = (TableStatus::Over, None);
        let (result, news) = match award {
            None => (broken_off(&table, Ending::Agreed, change.at), News::Ended),
            Some(award) => (awarded(&table, award, change.at), News::Awarded),
        };
        change.result = Some(result);
        // What somebody had begun leads nowhere any more, and stays untold.
        let beginning = table.untold_beginning().map(|begins| table.notice(begins)).transpose()?;
        change.notices.extend(beginning);
        change.notices.push(table.notice(news)?);
        change.notices.extend(self.for_watchers_at_once(&table).await?);
        change.notices.push(table.notice(News::Film)?);
        self.write(&change).await.map(drop)
    }

    /// Changes whom a running table waits for, and how; tries again if somebody was faster. Its plan is made anew. Of what
    /// shows those hear who look on from elsewhere, and a computer that thinks begins anew.
    pub(crate) async fn amend<T: Send>(
        &self,
        table: Table,
        actor: &Actor,
        shows: bool,
        change: impl Fn(&Table, &mut Waiting, Timestamp) -> Result<(Vec<Notice>, T)> + Send + Sync,
    ) -> Result<T> {
        let change = &change;
        let upon = |table: Table| async move {
            play::running(&table)?;
            let mut waiting = table.waiting.clone();
            let now = self.now();
            let (mut notices, came) = change(&table, &mut waiting, now)?;
            if waiting.pause.is_some() {
                // Nobody's time is up while the game stands still.
                waiting.give_back(waiting.seat.and_then(|seat| table.chair(seat)?.acts()));
            }
            if shows {
                notices.extend(self.for_watchers_later(&table, table.revision, now).await?);
            }
            let wait = waiting.kept(table.guard(), Some(now))?;
            let interaction = actor.interaction;
            let between = BetweenMoves { game: table.game, wait, notices, interaction, at: now };
            match self.store.waits().write_between(&between).await? {
                Written::Done { .. } => {
                    if shows {
                        self.thoughts.end(table.game);
                    }
                    self.news.ring();
                    self.waits.ring();
                    self.turns.ring();
                    Ok(came)
                }
                Written::Repeated => Err(Declined::Repeated.into()),
                Written::Stale | Written::Occupied => Err(Declined::Stale.into()),
            }
        };
        self.retry(Until::Done, table, upon).await
    }

    // --- One's seat ---

    /// A person for whom the computer played is back.
    pub async fn come_back(&self, table: Table, actor: &Actor) -> Result<Table> {
        play::running(&table)?;
        let seat = table.seat_of(actor.person).ok_or(Declined::NotSeated)?;
        let mut change = table.change(actor.interaction, self.now())?;
        let mut seats = table.seats.clone();
        let mine = |chair: &&mut crate::Chair| chair.person == Some(actor.person) && chair.stands_in;
        seats.iter_mut().find(mine).ok_or(Declined::NotAway)?.stands_in = false;
        change.seats = Some(seats);
        self.conclude_change(table, change, News::Back { seat, steps: Vec::new() }).await
    }

    // --- What the table chose ---

    /// Changes what a table chose. Only who sits there may.
    pub async fn change_settings(
        &self,
        table: Table,
        actor: &Actor,
        change: impl Fn(&mut TableSettings) + Send + Sync,
    ) -> Result<Table> {
        let change = &change;
        let upon = |mut table: Table| async move {
            table.seat_of(actor.person).ok_or(Declined::NotSeated)?;
            if table.status == TableStatus::Over {
                return Err(Declined::Over.into());
            }
            change(&mut table.settings);
            let seen = std::mem::replace(&mut table.settings_kept, json("its settings", &table.settings)?);
            if !self.store.settings().save_table_settings(table.game, &seen, &table.settings_kept).await? {
                return Err(Declined::Stale.into());
            }
            self.waits.ring();
            Ok(table)
        };
        self.retry(Until::Done, table, upon).await
    }
}

impl Table {
    /// Whether a person may ask for time now.
    pub fn may_ask_for_time(&self, actor: &Actor) -> Result<()> {
        mine(self, &self.waiting, actor)?;
        Ok(())
    }
}

/// What was asked of all, with whoever agrees to it now or asks for it first.
fn agreed(table: &Table, actor: &Actor, wish: Consent) -> Result<Proposal> {
    play::running(table)?;
    table.seat_of(actor.person).ok_or(Declined::NotSeated)?;
    let waiting = &table.waiting;
    let mut asks = match (wish, waiting.asks.clone()) {
        (Consent::Agree(number), Some(asks)) if asks.number == number => asks,
        (Consent::Agree(_), _) => return Err(Declined::NotAsked.into()),
        (Consent::Ask(wish), Some(asks)) if asks.wish == wish => asks,
        (Consent::Ask(wish), _) => Proposal { wish, number: table.guard() + 1, agreed: Vec::new() },
    };
    match asks.wish {
        Terms::Pause(seconds) if !(60..=LONGEST_PAUSE).contains(&seconds) => {
            return Err(Declined::NoSuchTime.into());
        }
        Terms::Pause(_) => goes_on(waiting)?,
        Terms::Resume if waiting.pause.is_none() => return Err(Declined::NotPaused.into()),
        Terms::Award(Award::Win(winner)) if table.seat_of(winner).is_none() => {
            return Err(Declined::NotThere.into());
        }
        Terms::Resume | Terms::End | Terms::Award(_) => {}
    }
    if asks.wish.ends_the_game() && table.asked(asks.wish) == [actor.person] {
        return Err(Declined::Alone.into());
    }
    if !asks.agreed.contains(&actor.person) {
        asks.agreed.push(actor.person);
    }
    Ok(asks)
}

/// What comes of a proposal to which somebody has agreed just now: the others are asked, or it is done.
fn settle(
    table: &Table,
    waiting: &mut Waiting,
    (asks, actor): (Proposal, &Actor),
    now: Timestamp,
) -> Result<(Vec<Notice>, Agreement)> {
    let wish = asks.wish;
    let number = asks.number;
    let missing = table.asked(wish).iter().filter(|person| !asks.agreed.contains(person)).count();
    if missing > 0 {
        let seat = table.seat_of(actor.person).ok_or(Declined::NotSeated)?;
        let new = asks.agreed.len() == 1 && waiting.asks.as_ref().is_none_or(|asks| asks.number != number);
        let told = new.then(|| table.word(News::Asked { seat, wish, number })).transpose()?;
        waiting.asks = Some(asks);
        return Ok((told.into_iter().collect(), Agreement::Open(missing)));
    }
    waiting.asks = None;
    let news = match wish {
        Terms::Pause(seconds) => {
            let until = now + seconds;
            waiting.pause = Some(Pause { from: now, until });
            News::Paused { until }
        }
        Terms::Resume => {
            waiting.resume(now);
            News::Resumed
        }
        // The last of them has agreed meanwhile: it is looked at anew, and the game ends.
        Terms::End | Terms::Award(_) => return Err(Declined::Stale.into()),
    };
    Ok((vec![table.word(news)?], Agreement::Done))
}

/// The seat of a person whose turn it is.
fn mine(table: &Table, waiting: &Waiting, actor: &Actor) -> Result<lanai_rules::Seat, Declined> {
    table.seat_of(actor.person).ok_or(Declined::NotSeated)?;
    match waiting.seat {
        Some(seat) if waiting.person == Some(actor.person) => Ok(seat),
        Some(seat) => Err(Declined::NotYourTurn(seat)),
        None => Err(Declined::Over),
    }
}
