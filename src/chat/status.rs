//! What stands in a channel and is changed: the message that says how a table stands, the one for those who look on from
//! elsewhere, buttons that count no more. None of this makes a sound, and all of it can be done twice without harm.

use serenity::all::{EditMessage, MessageId, UserId};

use super::{
    House,
    card::{Button, Card, Weight},
    delivery::Delivery,
    gallery::one_turn,
    game::AtTable,
    names::tame,
    post_rate::Sort,
    press::Press,
    refusals::{OLD_EDITS, UNKNOWN_MESSAGE, is, refuses_files},
    table::{self, names},
    times::{moment, roughly, stretch},
};
use crate::{
    drawing::Look,
    rules::{Viewer, by_title},
    tables::{
        Chore, DueNotice, Failure, News, Receipt, Role, Table, TableSettings, TableStatus, TimeControl, Turn,
    },
    words::{Fill, Language, Teller, Words},
};

impl House {
    /// Does a chore.
    pub(super) async fn chore(
        &self,
        table: &Table,
        due: &DueNotice,
        me: UserId,
    ) -> Result<Delivery, Failure> {
        let News::Chore(chore) = &due.news else { return Ok(Delivery::Pointless) };
        match chore {
            Chore::Status { .. } => {
                if due.attempts == 0 {
                    self.tables.tell_watchers(table).await?;
                }
                let card = self.status(table).await?;
                self.keep_standing(due, Role::Status, card, me).await
            }
            Chore::Watch { language } => self.tell_watch(table, due, language, me).await,
            Chore::Strip { message } => {
                let bare = EditMessage::new().components(Vec::new());
                let stripped = self.edit(due, *message, bare).await;
                self.has_fallen(due, *message, stripped).await
            }
            Chore::Remove { message } => {
                let removed = self.remove(due, *message).await;
                self.has_fallen(due, *message, removed).await
            }
        }
    }

    /// A message stands for nothing any more, once that is done.
    async fn has_fallen(
        &self,
        due: &DueNotice,
        message: i64,
        outcome: serenity::Result<()>,
    ) -> Result<Delivery, Failure> {
        let delivery = self.done(due, outcome).await;
        if matches!(delivery, Delivery::Sent(_) | Delivery::Pointless) {
            self.tables.fallen(due, message).await?;
        }
        Ok(delivery)
    }

    /// Tells a channel from which a table is followed. The last it hears is how the game ended, or that the table was
    /// closed.
    async fn tell_watch(
        &self,
        table: &Table,
        due: &DueNotice,
        language: &str,
        me: UserId,
    ) -> Result<Delivery, Failure> {
        if !self.tables.is_followed(due).await? {
            return Ok(Delivery::Pointless);
        }
        let language = Language::of(language);
        let open = !table.manners()?.closed;
        let card = if open {
            self.watch_card(table, language).await?
        } else {
            let words = self.dictionary.words(language);
            let fill = [
                ("game", Fill::from(table::title(words, table))),
                ("place", format!("<#{}>", table.channel).into()),
            ];
            let closed = words.say("chat-watch-ends", &fill);
            Card { silent: true, ..Card::words(closed) }
        };
        let delivery = self.keep_standing(due, Role::Watch, card, me).await?;
        let ends = !open || table.status == TableStatus::Over || matches!(delivery, Delivery::Gone);
        if ends && !matches!(delivery, Delivery::Later(_)) {
            self.tables.unwatch(table, due.channel).await?;
        }
        Ok(if matches!(delivery, Delivery::Gone) { Delivery::Pointless } else { delivery })
    }

    /// Changes the message that stands for something; posts it if there is none.
    ///
    /// It is too old to be changed when the chat says so: a message older than an hour may be changed, but not many of
    /// them in a short time. Then it is posted anew, without a sound as always, and the older goes. To do so before we must
    /// would put it between the boards with every turn of a slow game.
    async fn keep_standing(
        &self,
        due: &DueNotice,
        role: Role,
        card: Card,
        me: UserId,
    ) -> Result<Delivery, Failure> {
        let mut older = None;
        if let Some(message) = self.tables.standing(due, role).await? {
            match self.renew(due, message, &card).await? {
                Err(error) if is(&error, UNKNOWN_MESSAGE) => self.tables.fallen(due, message).await?,
                Err(error) if is(&error, OLD_EDITS) => older = Some(message),
                edited => return Ok(self.done(due, edited).await),
            }
        }
        let posted = async {
            let channel = self.channel_of(due).await?;
            // There is one of each. An attempt of which the answer was lost may have posted it.
            if let Some(message) = self.sent_before(due, &card, channel, (me, older)).await? {
                return Ok((message, None));
            }
            let (message, whole) = self.post_somehow(channel, due, &card).await?;
            Ok((message, card.pictures().filter(|_| whole)))
        };
        Ok(match posted.await {
            Ok((message, pictures)) => {
                Delivery::Sent(Receipt { message: Some(message), pictures, ..Receipt::default() })
            }
            Err(error) => self.failed(due, &error).await,
        })
    }

    /// Changes a message that stands. Pictures that it shows already are not sent again.
    async fn renew(
        &self,
        due: &DueNotice,
        message: i64,
        card: &Card,
    ) -> Result<serenity::Result<()>, Failure> {
        let (shown, pictures) = (self.tables.pictures(due, message).await?, card.pictures());
        if pictures.is_some() && pictures == shown {
            return Ok(self.edit(due, message, card.change_of_words()).await);
        }
        if shown.is_some() {
            // Whether this is done may stay unknown: then so is what the message shows.
            self.tables.shows(due, message, None).await?;
        }
        let edited = self.edit(due, message, card.change()).await;
        if edited.as_ref().is_err_and(refuses_files) && !card.files.is_empty() {
            return Ok(self.edit(due, message, card.without_files().change()).await);
        }
        if edited.is_ok() && pictures.is_some() {
            self.tables.shows(due, message, pictures).await?;
        }
        Ok(edited)
    }

    async fn edit(&self, due: &DueNotice, message: i64, change: EditMessage) -> serenity::Result<()> {
        let channel = self.channel_of(due).await?;
        self.rate.wait_in(due.channel, Sort::Change).await;
        channel.edit_message(self.changes(), MessageId::new(message.unsigned_abs().max(1)), change).await?;
        Ok(())
    }

    async fn remove(&self, due: &DueNotice, message: i64) -> serenity::Result<()> {
        let channel = self.channel_of(due).await?;
        self.rate.wait_in(due.channel, Sort::Removal).await;
        channel.delete_message(self.changes(), MessageId::new(message.unsigned_abs().max(1))).await
    }

    /// What became of a change. What is gone need not be changed.
    async fn done(&self, due: &DueNotice, outcome: serenity::Result<()>) -> Delivery {
        match outcome {
            Ok(()) => Delivery::Sent(Receipt::default()),
            Err(error) if is(&error, UNKNOWN_MESSAGE) => Delivery::Pointless,
            Err(error) => self.failed(due, &error).await,
        }
    }

    // --- How a table stands ---

    /// How a table stands: round, order, who, since when, until when.
    async fn status(&self, table: &Table) -> Result<Card, Failure> {
        let words = self.public_words(table);
        let lines = self.standing_lines(words, table).await?;
        Ok(looking_back(words, table, Card::words(lines.join("\n"))))
    }

    /// The same for those who look on from elsewhere: with what happened last, and the board.
    async fn watch_card(&self, table: &Table, language: Language) -> Result<Card, Failure> {
        let words = self.dictionary.words(language);
        let place = ("place", Fill::from(format!("<#{}>", table.channel)));
        let mut lines =
            vec![words.say("chat-watching", &[("game", table::title(words, table).into()), place])];
        lines.extend(self.standing_lines(words, table).await?);
        if table.snapshot.is_none() {
            return Ok(Card { silent: true, ..Card::words(lines.join("\n")) });
        }
        let title = table.title()?;
        let card = by_title!(title, G => {
            let (turn, last) = self.public_position::<G>(table).await?;
            lines.push(table::story(words, &turn, &last));
            let mut card = table::board(words, &turn, Viewer::Table, lines.join("\n"));
            card.rows.clear();
            let eyes = (Viewer::Table, language, Look::Calm);
            self.with_table(card, &turn, eyes, one_turn(last)).await
        });
        Ok(looking_back(words, table, card))
    }

    /// How a game stands as far as it was told, and what happened last: what somebody has begun and not finished is
    /// nobody's to see.
    pub(super) async fn public_position<G: AtTable>(
        &self,
        table: &Table,
    ) -> Result<(Turn<G>, Vec<G::Event>), Failure> {
        let stand = self.tables.stand::<G>(table, usize::MAX).await?;
        let turn = Turn { game: stand.game, ..self.tables.look::<G>(table.clone()).await? };
        Ok((turn, stand.turn.map(|turn| turn.events).unwrap_or_default()))
    }

    /// How a table stands, in lines.
    pub(super) async fn standing_lines(&self, words: &Words, table: &Table) -> Result<Vec<String>, Failure> {
        if table.snapshot.is_none() {
            let name = if table.status == TableStatus::Over { "chat-closed" } else { "chat-status-open" };
            return Ok(vec![words.say(name, &[("game", table::title(words, table).into())])]);
        }
        let title = table.title()?;
        let mut lines: Vec<String> =
            by_title!(title, G => progress(words, &self.public_position::<G>(table).await?.0));
        if table.status == TableStatus::Running {
            lines.extend(self.waiting_lines(words, table).await?);
        }
        if table.status == TableStatus::Running {
            lines.extend(settings_line(words, &table.manners()?));
        }
        Ok(lines)
    }

    /// Whom a table waits for, since when and until when.
    async fn waiting_lines(&self, words: &Words, table: &Table) -> Result<Vec<String>, Failure> {
        let waiting = table.waiting()?;
        let mut lines = Vec::new();
        let chair = waiting.seat.and_then(|seat| table.chair(seat));
        let who = || Fill::from(chair.map(|chair| tame(&chair.name)).unwrap_or_default());
        if chair.is_some() {
            let fill = [("who", who()), ("since", moment(waiting.since).into())];
            lines.push(words.say("chat-status-turn", &fill));
        }
        if let Some(person) = waiting.person {
            let personal = self.tables.person_settings(person).await?;
            let deadline = waiting.deadline(table.manners()?.pace, &personal);
            if let Some(until) = deadline.filter(|_| waiting.pause.is_none()) {
                let name = if waiting.late { "chat-status-late" } else { "chat-deadline" };
                lines.push(words.say(name, &[("until", moment(until).into())]));
            }
            let now = self.tables.now();
            if let Some(away) = personal.away_at(now) {
                lines.push(
                    words.say("chat-status-away", &[("who", who()), ("until", moment(away.until).into())]),
                );
            }
            if let Some(until) = waiting.snoozed.filter(|until| *until > now) {
                lines.push(words.say("chat-snoozed", &[("who", who()), ("until", moment(until).into())]));
            }
        }
        lines.extend(banks_line(words, table)?);
        if let Some(pause) = waiting.pause {
            lines.push(words.say("chat-paused", &[("until", moment(pause.until).into())]));
        }
        for chair in table.seats.iter().filter(|chair| chair.stands_in) {
            lines.push(words.say("chat-status-stands-in", &[("who", tame(&chair.name).into())]));
        }
        Ok(lines)
    }
}

/// A card that stands and makes no sound, with buttons to look back. By one of them it is known again.
fn looking_back(words: &Words, table: &Table, card: Card) -> Card {
    let (recap, replay) = (Press::Recap(table.game).id(), Press::Replay(table.game, None).id());
    let card = card.buttons(&[
        Button::new(recap, words.say("chat-button-recap", &[]), Weight::Usual),
        Button::new(replay.clone(), words.say("chat-button-replay", &[]), Weight::Usual),
    ]);
    Card { silent: true, mark: Some(replay), ..card }
}

/// How far a game is, and who has how many points.
fn progress<G: AtTable>(words: &Words, turn: &Turn<G>) -> Vec<String> {
    let names = names(&turn.table);
    let teller = Teller::<G> { words, printed: &turn.printed, names: &names };
    let view = turn.game.view(Viewer::Table);
    let mut lines = G::progress(&teller, &view);
    let points = names.iter().zip(G::tally(&view).points).map(|(who, points)| format!("{who} {points}"));
    let points = points.collect::<Vec<_>>().join(", ");
    lines.push(words.say("chat-status-points", &[("list", points.into())]));
    if turn.table.status == TableStatus::Over || turn.to_act().is_none() {
        lines.push(table::now(words, turn));
    }
    lines
}

/// What those who wait for others have left in their banks of time; nothing where there are none.
fn banks_line(words: &Words, table: &Table) -> Result<Option<String>, Failure> {
    let left = table.banks()?.into_iter();
    let left: Vec<_> =
        left.map(|(chair, bank)| format!("{} ({})", tame(&chair.name), roughly(words, bank))).collect();
    let fill = [("list", Fill::from(left.join(", ")))];
    Ok((!left.is_empty()).then(|| words.say("chat-status-banks", &fill)))
}

/// How long a turn may take and what happens then; nothing if it may take as long as it takes.
pub(super) fn settings_line(words: &Words, manners: &TableSettings) -> Option<String> {
    let late = words.say(&format!("chat-manners-{}", manners.late.name()), &[]);
    match manners.pace {
        TimeControl::None => None,
        TimeControl::Turn(seconds) => {
            let time = stretch(words, seconds);
            Some(words.say("chat-manners-turn-time", &[("time", time.into()), ("late", late.into())]))
        }
        TimeControl::Bank { start, more } => {
            let (start, more) = (stretch(words, start), stretch(words, more));
            let fill = [("start", start.into()), ("more", more.into()), ("late", late.into())];
            Some(words.say("chat-manners-bank", &fill))
        }
    }
}
