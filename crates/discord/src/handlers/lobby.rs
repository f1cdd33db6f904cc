//! The lobby: opening a table in a thread of its own, seats, the word for the seed, the start.

use crate::cards::status;
use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::table::{self, Display, TableCards};
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::delivery::threads::Threads;
use crate::delivery::visibility::ChannelVisibility;
use crate::handlers::table_opening::TableOpening;
use crate::handlers::watching::LOOKED_THROUGH;
use crate::wire::card::{Button, Card, File, Place, Weight};
use crate::wire::names::{self, label_of, names, numbered, place, plain, tame_typed, title};
use crate::wire::press::Press;
use crate::wire::question::Question;
use crate::wire::request::{NOWHERE, Request};
use lanai_host::{
    Actor, Declined, Failure, GameLoader, GameStart, Lobby, NewGame, PersonId, PolicyKind,
    Resignations, Settings, Table, TableId, TableStatus, Tables,
};
use lanai_rules::{Title, choices};
use lanai_text::{Fill, Words};

/// The longest word that is mixed into the seed, in characters.
const WORD: u16 = 40;
const LISTED: usize = 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seating {
    /// Seats the user.
    Join,
    /// Frees the user's seat.
    Leave,
    AddComputer(PolicyKind),
    RemoveComputer,
}

pub(crate) struct LobbyHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) resignations: Arc<Resignations>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) starts: Arc<GameStart>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) table_cards: Arc<TableCards>,
    pub(crate) table_opening: Arc<TableOpening>,
    pub(crate) threads: Arc<Threads>,
    pub(crate) visibility: Arc<ChannelVisibility>,
}

impl LobbyHandler {
    /// Opens a table, in a thread of its own where the bot may create one, else in the channel.
    pub(crate) async fn open(&self, request: &Request, new: NewGame) -> Reply {
        let (table, threaded) = self.open_table(request, new).await?;
        let words = if threaded {
            self.replies.public_words(&table)
        } else {
            self.replies.words(request)
        };
        let fill = arrival(title(words, &table), request, &table);
        Ok(if table.settings.is_private() {
            Answer::words(
                self.replies
                    .words(request)
                    .say("chat-opened-private", &fill),
            )
        } else if threaded {
            Answer::Show(Card::words(words.say("chat-opened-thread", &fill)))
        } else {
            Answer::words(words.say("chat-opened-here", &fill))
        })
    }

    /// Opens a table with computers in all other seats and starts the game.
    pub(crate) async fn play_computers(&self, request: &Request, title: Title) -> Reply {
        if request.guild == NOWHERE {
            return Ok(self.replies.answer(request, "chat-server-only", &[]));
        }
        // Most users who start this way play for the first time.
        let computers = vec![PolicyKind::Keiki; usize::from(title.usual_seats()) - 1];
        let new = NewGame {
            computers,
            announced: false,
            ..self.table_opening.new_game(request, title).await?
        };
        let (table, _) = self.open_table(request, new).await?;
        let starter = Actor {
            interaction: None,
            ..request.actor.clone()
        };
        let table = self.starts.start(table.game, &starter).await?;
        let words = self.replies.words(request);
        let fill = [
            ("game", Fill::from(names::title(words, &table))),
            ("place", place(table.channel)),
        ];
        Ok(self.replies.answer(request, "chat-ready-to-play", &fill))
    }

    /// Opens a table. Returns it and whether it has a thread of its own.
    pub(crate) async fn open_table(
        &self,
        request: &Request,
        mut new: NewGame,
    ) -> Result<(Table, bool), Failure> {
        // A thread cannot be undone, so everything else is checked before it is created.
        lanai_host::Lobby::check_new_game(&new)?;
        self.table_opening.check_may_open(request, &new).await?;
        let words = self.composer.dictionary.of(&new.language);
        // Right unless another table opens at this moment; the thread is renamed when the game
        // begins.
        let number = self.lobby.next_number().await?;
        let name = label_of(
            words,
            new.title,
            number,
            &[plain(words, &request.actor.name)],
        );
        let private = new.settings.is_private();
        let (thread, opener) = self.threads.create_once(request, &name, private).await?;
        if let Some(thread) = thread {
            (new.channel, new.above) = (thread, Some(request.channel));
        }
        let table = self.lobby.open(&new, &opener).await?;
        if private {
            let chosen = self.settings.guild_settings(table.guild).await?;
            let others = table
                .awaited()
                .map(|(person, _)| person)
                .filter(|person| !chosen.bars(*person));
            self.threads
                .add_person(&table, [request.actor.person].into_iter().chain(others))
                .await;
        } else {
            self.threads.seen_from(request, &table).await?;
        }
        Ok((table, thread.is_some()))
    }

    /// Seats the user, by command.
    pub(crate) async fn join(&self, request: &Request, word: Option<&str>) -> Reply {
        let table = self.tables.find_in_channel(request.channel).await?;
        let table = self
            .lobby
            .join(table.game, &request.actor, word, true)
            .await?;
        let name = if word.is_some() {
            "chat-joined-word"
        } else {
            "chat-joined"
        };
        let seat = table
            .seat_of(request.actor.person)
            .map_or(0, lanai_rules::Seat::number);
        let game = title(self.replies.words(request), &table);
        Ok(self.replies.answer(
            request,
            name,
            &[("game", game.into()), ("seat", seat.into())],
        ))
    }

    /// Frees the user's seat, by command.
    pub(crate) async fn leave(&self, request: &Request) -> Reply {
        let table = self.tables.find_in_channel(request.channel).await?;
        self.lobby.leave(table.game, &request.actor, true).await?;
        Ok(self.replies.answer(request, "chat-left", &[]))
    }

    /// Starts the game.
    pub(crate) async fn start(&self, request: &Request, game: Option<TableId>) -> Reply {
        let game = match game {
            Some(game) => game,
            None => self.tables.find_in_channel(request.channel).await?.game,
        };
        let pressed = self.tables.find(game).await?;
        let table = self.starts.start(pressed.game, &request.actor).await?;
        self.threads.rename(&table);
        let game = title(self.replies.words(request), &table);
        Ok(self
            .replies
            .answer(request, "chat-started", &[("game", game.into())]))
    }

    /// Changes the seats by a button. Returns the lobby as it is now.
    pub(crate) async fn lobby_press(
        &self,
        request: &Request,
        game: TableId,
        change: Seating,
    ) -> Reply {
        let actor = &request.actor;
        let table = match change {
            Seating::Join => {
                check_channel(request, &self.tables.find(game).await?)?;
                self.lobby.join(game, actor, None, false).await?
            }
            Seating::Leave => self.lobby.leave(game, actor, false).await?,
            Seating::AddComputer(level) => self.lobby.add_computer(game, actor, level).await?,
            Seating::RemoveComputer => self.lobby.remove_computer(game, actor).await?,
        };
        Ok(Answer::Tell(table::lobby(
            self.replies.public_words(&table),
            &table,
        )?))
    }

    /// Asks for a word by a modal.
    pub(crate) fn ask_word(&self, request: &Request, game: TableId) -> Answer {
        let words = self.replies.words(request);
        Answer::Ask(Question {
            id: Press::Word(game).id(),
            title: words.say("chat-word-title", &[]),
            label: words.say("chat-word-label", &[]),
            most: WORD,
        })
    }

    /// Mixes the submitted word into the seed, and seats the user if they have no seat.
    pub(crate) async fn take_word(&self, request: &Request, game: TableId, word: &str) -> Reply {
        check_channel(request, &self.tables.find(game).await?)?;
        let table = self
            .lobby
            .join(game, &request.actor, Some(word), false)
            .await?;
        Ok(Answer::Tell(table::lobby(
            self.replies.public_words(&table),
            &table,
        )?))
    }

    /// Asks the user to confirm that they resign.
    pub(crate) async fn ask_resign(&self, request: &Request) -> Reply {
        let words = self.replies.words(request);
        let table = self.tables.find_in_channel(request.channel).await?;
        match table.status {
            TableStatus::Open => return Err(Declined::NotBegun.into()),
            TableStatus::Over => return Err(Declined::Over.into()),
            TableStatus::Running => table
                .seat_of(request.actor.person)
                .ok_or(Declined::NotSeated)?,
        };
        let yes = Press::Resign(table.game).id();
        let yes = Button::new(yes, words.say("chat-button-resign", &[]), Weight::Main);
        Ok(Answer::Tell(
            Card::words(words.say("chat-resign-sure", &[])).buttons(&[yes]),
        ))
    }

    /// Resigns.
    pub(crate) async fn resign(&self, request: &Request, table: Table) -> Reply {
        let table = self.resignations.resign(table, &request.actor).await?;
        let name = if table.status == TableStatus::Over {
            "chat-you-resigned-over"
        } else {
            "chat-you-resigned"
        };
        Ok(self.replies.answer(request, name, &[]))
    }

    /// Sends the record of a finished game as a file.
    pub(crate) async fn send_record(&self, request: &Request, table: Table) -> Reply {
        let words = self.replies.words(request);
        let record = self.games.write_record(&table).await?;
        let name = format!("{}-{}.json", table.title.name(), table.game.0);
        let card = Card::words(words.say("chat-record", &[("file", Fill::from(&name))]));
        let bytes = record.into_bytes();
        let files = vec![File {
            name,
            bytes,
            description: None,
            place: Place::Beside,
        }];
        Ok(Answer::Tell(Card { files, ..card }))
    }

    /// Lists the tables of the guild that the user may see.
    pub(crate) async fn list_tables(&self, request: &Request) -> Reply {
        let words = self.replies.words(request);
        let person = request.actor.person;
        let own = self.tables.list_of_person(person).await?;
        let all = self
            .tables
            .list_in_guild(request.guild, LOOKED_THROUGH)
            .await?;
        let mut lines: Vec<String> = Vec::new();
        let others = all
            .iter()
            .filter(|table| !own.iter().any(|mine| mine.game == table.game));
        for table in own
            .iter()
            .filter(|table| table.guild == request.guild)
            .chain(others)
        {
            let at_hand = table.seat_of(person).is_some() || table.channel == request.channel;
            if lines.len() < LISTED
                && (at_hand || self.visibility.can_see(request, table.channel).await)
            {
                lines.push(listed(words, table, person));
            }
        }
        if lines.is_empty() {
            lines.push(words.say("chat-list-empty", &[]));
        }
        Ok(Answer::words(lines.join("\n")))
    }

    /// Shows a table, with everything that matters for the current turn.
    pub(crate) async fn show_table(
        &self,
        request: &Request,
        table: Table,
        shown: Display,
    ) -> Reply {
        let lines = match table.status {
            TableStatus::Running => Some(
                status::standing_lines(&self.composer, self.replies.words(request), &table).await?,
            ),
            TableStatus::Open | TableStatus::Over => None,
        };
        let card = self.table_cards.table_card(request, table, shown).await?;
        Ok(Answer::Tell(match lines {
            Some(lines) => Card {
                text: lines.join("\n"),
                ..card
            },
            None => card,
        }))
    }
}

/// Returns the arguments of the sentence about a table that was opened or moved.
pub(crate) fn arrival<'a>(
    game: String,
    request: &Request,
    table: &Table,
) -> [(&'a str, Fill<'a>); 3] {
    let who = tame_typed(&request.actor.name).into();
    [
        ("game", game.into()),
        ("place", place(table.channel)),
        ("who", who),
    ]
}

fn listed(words: &Words, table: &Table, person: PersonId) -> String {
    let name = match table.status {
        TableStatus::Open => "chat-listed-open",
        TableStatus::Running => "chat-listed-running",
        TableStatus::Over => "chat-listed-over",
    };
    let line = words.say(
        name,
        &[
            ("game", numbered(words, table).into()),
            ("place", place(table.channel)),
            ("players", words.list(&names(words, table)).into()),
        ],
    );
    if table.seat_of(person).is_some() {
        words.say("chat-listed-yours", &[("line", line.into())])
    } else {
        line
    }
}

/// Returns completions of the options of `/table open`: presets and choices, after the typed ones.
pub(crate) fn option_suggestions(title: Title, typed: &str) -> Vec<String> {
    let (before, last) = typed
        .rsplit_once(',')
        .map_or(("", typed), |(before, last)| (before, last));
    let known = lanai_rules::by_title!(title, G => choices::words::<G>());
    let last = last.trim().to_lowercase();
    let fits = known.into_iter().filter(|word| word.contains(&last));
    fits.map(|word| {
        if before.is_empty() {
            word
        } else {
            format!("{before},{word}")
        }
    })
    .collect()
}

/// Checks that a person without a seat asks in the table's channel.
///
/// Discord shows a channel only to members who may see it, and a private thread only to those who
/// were invited. The id of a button proves none of this.
fn check_channel(request: &Request, table: &Table) -> Result<(), Declined> {
    let is_here = request.channel == table.channel || table.settings.is_between();
    if is_here || table.seat_of(request.actor.person).is_some() {
        return Ok(());
    }
    Err(Declined::OtherChannel)
}
