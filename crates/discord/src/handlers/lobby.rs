//! The lobby of a table: opening it, taking seats, adding a word to the seed, and the start.
//!
//! It also handles resignations, sends records, and shows and lists tables.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::set_up;
use crate::cards::status;
use crate::cards::table::{self, DisplayOptions, TableCards};
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::delivery::threads::Threads;
use crate::delivery::visibility::ChannelVisibility;
use crate::handlers::table_opening::TableOpening;
use crate::handlers::watching::MAX_TABLES_SEARCHED;
use crate::key;
use crate::wire::card::{Button, ButtonStyle, Card, File, FilePlacement};
use crate::wire::names::{
    self, channel_link, escape_typed, format_table_label, numbered_table, plain_name, player_names,
    table_title,
};
use crate::wire::press::{Press, SetUpMenu};
use crate::wire::question::Question;
use crate::wire::request::{DIRECT_MESSAGES, Request};
use lanai_host::{
    Actor, Failure, GameLoader, GameStart, Lobby, NewGame, PersonId, PolicyKind, Refusal,
    Resignations, Settings, Table, TableId, TableStatus, Tables, check_may_set_up,
};
use lanai_panel::Suggestion;
use lanai_rules::{Title, by_title, choices};
use lanai_text::{Fill, Words};

/// The maximum length of a word that is mixed into the seed.
const MAX_WORD_CHARS: u16 = 40;
const MAX_TABLES_LISTED: usize = 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SeatChange {
    Join,
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
    /// Opens a table in its own thread or, if the bot cannot create one, in the channel.
    pub(crate) async fn open_and_announce(&self, request: &Request, new: NewGame) -> Reply {
        let (table, has_thread) = self.open_table(request, new).await?;
        let words = if has_thread {
            self.replies.public_words(&table)
        } else {
            self.replies.words(request)
        };
        let fill = table_arguments(table_title(words, &table), request, &table);
        Ok(if table.settings.is_private() {
            Answer::words(
                self.replies
                    .words(request)
                    .say(key::CHAT_OPENED_PRIVATE, &fill),
            )
        } else if has_thread {
            Answer::Public(Card::words(words.say(key::CHAT_OPENED_THREAD, &fill)))
        } else {
            Answer::words(words.say(key::CHAT_OPENED_HERE, &fill))
        })
    }

    /// Opens a table with computers in all other seats and starts the game.
    pub(crate) async fn play_computers(&self, request: &Request, title: Title) -> Reply {
        if request.guild == DIRECT_MESSAGES {
            return Ok(self.replies.answer(request, key::CHAT_SERVER_ONLY, &[]));
        }
        // Most users who start this way play for the first time, so the computers are easy.
        let computers = vec![PolicyKind::Keiki; usize::from(title.usual_seats()) - 1];
        let new = NewGame {
            computers,
            announced: false,
            ..self.table_opening.load_defaults(request, title).await?
        };
        let (table, _) = self.open_table(request, new).await?;
        let starting_actor = Actor {
            interaction: None,
            ..request.actor.clone()
        };
        let table = self.starts.start(table.id, &starting_actor).await?;
        let words = self.replies.words(request);
        let fill = [
            ("game", Fill::from(names::table_title(words, &table))),
            ("place", channel_link(table.channel)),
        ];
        Ok(self.replies.answer(request, key::CHAT_READY_TO_PLAY, &fill))
    }

    /// Opens a table. Returns it, and whether it has its own thread.
    pub(crate) async fn open_table(
        &self,
        request: &Request,
        mut new: NewGame,
    ) -> Result<(Table, bool), Failure> {
        // A thread cannot be undone, so everything else is checked before it is created.
        Lobby::check_new_game(&new)?;
        self.table_opening.check_may_open(request, &new).await?;
        if new.is_for_one_person() {
            new.language = self.table_opening.load_own_language(request).await?;
        }
        let words = self.composer.dictionary.for_locale(&new.language);
        // Another table may take this number meanwhile. The thread is renamed when the game begins.
        let number = self.lobby.peek_next_id().await?;
        let name = format_table_label(
            words,
            new.title,
            number,
            &[plain_name(words, &request.actor.name)],
        );
        let private = new.settings.is_private();
        let (thread, opener) = self.threads.create_once(request, &name, private).await?;
        if let Some(thread) = thread {
            new.channel = thread;
            new.parent_channel = Some(request.channel);
        }
        let table = self.lobby.open(&new, &opener).await?;
        if private {
            let chosen = self.settings.guild_settings(table.guild).await?;
            let others = table
                .awaited_players()
                .map(|(person, _)| person)
                .filter(|person| !chosen.is_barred(*person));
            self.threads
                .add_people(&table, [request.actor.person].into_iter().chain(others))
                .await;
        } else {
            self.threads.record_visibility(request, &table).await?;
        }
        Ok((table, thread.is_some()))
    }

    /// Seats the user. The word, if any, is mixed into the seed.
    pub(crate) async fn join(&self, request: &Request, word: Option<&str>) -> Reply {
        let table = self.tables.find_in_channel(request.channel).await?;
        self.join_table(request, table.id, word).await
    }

    async fn join_table(&self, request: &Request, id: TableId, word: Option<&str>) -> Reply {
        let table = self.lobby.join(id, &request.actor, word, true).await?;
        let key = if word.is_some() {
            key::CHAT_JOINED_WORD
        } else {
            key::CHAT_JOINED
        };
        let seat = table
            .seat_of(request.actor.person)
            .map_or(0, lanai_rules::Seat::number);
        let game = table_title(self.replies.words(request), &table);
        Ok(self.replies.answer(
            request,
            key,
            &[("game", game.into()), ("seat", seat.into())],
        ))
    }

    pub(crate) async fn leave(&self, request: &Request) -> Reply {
        let table = self.tables.find_in_channel(request.channel).await?;
        self.lobby.leave(table.id, &request.actor, true).await?;
        Ok(self.replies.answer(request, key::CHAT_LEFT, &[]))
    }

    /// Starts the game of the table with this id, or of the table in the channel.
    pub(crate) async fn start_game(&self, request: &Request, id: Option<TableId>) -> Reply {
        let table = match id {
            Some(id) => self.tables.find(id).await?,
            None => self.tables.find_in_channel(request.channel).await?,
        };
        let table = self.starts.start(table.id, &request.actor).await?;
        self.threads.rename(&table);
        let game = table_title(self.replies.words(request), &table);
        Ok(self
            .replies
            .answer(request, key::CHAT_STARTED, &[("game", game.into())]))
    }

    /// Changes the seats and answers with the new lobby.
    pub(crate) async fn change_seats(
        &self,
        request: &Request,
        id: TableId,
        change: SeatChange,
    ) -> Reply {
        let actor = &request.actor;
        let table = match change {
            SeatChange::Join => {
                check_channel(request, &self.tables.find(id).await?)?;
                self.lobby.join(id, actor, None, false).await?
            }
            SeatChange::Leave => self.lobby.leave(id, actor, false).await?,
            SeatChange::AddComputer(level) => self.lobby.add_computer(id, actor, level).await?,
            SeatChange::RemoveComputer => self.lobby.remove_computer(id, actor).await?,
        };
        Ok(Answer::Private(table::lobby_card(
            self.replies.public_words(&table),
            &table,
        )?))
    }

    /// Shows the menus in which the owner sets the table up.
    pub(crate) async fn show_set_up(&self, request: &Request, id: TableId) -> Reply {
        let table = self.tables.find(id).await?;
        check_may_set_up(&table, &request.actor)?;
        let words = self.replies.words(request);
        Ok(Answer::Private(set_up::set_up_card(words, &table)?))
    }

    /// Makes a choice of the owner, and shows the menus again.
    pub(crate) async fn set_up(
        &self,
        request: &Request,
        id: TableId,
        menu: SetUpMenu,
        selected: &[String],
    ) -> Reply {
        let Some(choice) = set_up::read_choice(menu, selected) else {
            return self.show_set_up(request, id).await;
        };
        let table = self.lobby.set_up(id, &request.actor, &choice).await?;
        let words = self.replies.words(request);
        Ok(Answer::Private(set_up::set_up_card(words, &table)?))
    }

    pub(crate) async fn explain_shuffle(&self, request: &Request, id: TableId) -> Reply {
        let table = self.tables.find(id).await?;
        let words = self.replies.words(request);
        Ok(Answer::Private(table::shuffle_card(words, &table)))
    }

    /// Opens a modal for the word that is mixed into the seed.
    pub(crate) fn ask_for_word(&self, request: &Request, id: TableId) -> Answer {
        let words = self.replies.words(request);
        Answer::Modal(Question {
            id: Press::Word(id).id(),
            title: words.say(key::CHAT_WORD_TITLE, &[]),
            label: words.say(key::CHAT_WORD_LABEL, &[]),
            max_chars: MAX_WORD_CHARS,
        })
    }

    /// Mixes the submitted word into the seed, and seats the user if necessary.
    pub(crate) async fn join_with_word(&self, request: &Request, id: TableId, word: &str) -> Reply {
        check_channel(request, &self.tables.find(id).await?)?;
        self.join_table(request, id, Some(word)).await
    }

    /// Asks the user to confirm the resignation.
    pub(crate) async fn confirm_resignation(&self, request: &Request) -> Reply {
        let words = self.replies.words(request);
        let table = self.tables.find_in_channel(request.channel).await?;
        match table.status {
            TableStatus::Open => return Err(Refusal::NotBegun.into()),
            TableStatus::Over => return Err(Refusal::Over.into()),
            TableStatus::Running => table
                .seat_of(request.actor.person)
                .ok_or(Refusal::NotSeated)?,
        };
        let id = Press::Resign(table.id).id();
        let button = Button::new(
            id,
            words.say(key::CHAT_BUTTON_RESIGN, &[]),
            ButtonStyle::Primary,
        );
        Ok(Answer::Private(
            Card::words(words.say(key::CHAT_RESIGN_SURE, &[])).buttons(&[button]),
        ))
    }

    pub(crate) async fn resign(&self, request: &Request, table: Table) -> Reply {
        let table = self.resignations.resign(table, &request.actor).await?;
        let key = if table.status == TableStatus::Over {
            key::CHAT_YOU_RESIGNED_OVER
        } else {
            key::CHAT_YOU_RESIGNED
        };
        Ok(self.replies.answer(request, key, &[]))
    }

    /// Sends the record of a finished game as a file.
    pub(crate) async fn send_record(&self, request: &Request, table: Table) -> Reply {
        let words = self.replies.words(request);
        let record = self.games.write_record(&table).await?;
        let name = format!("{}-{}.json", table.title.name(), table.id.0);
        let card = Card::words(words.say(key::CHAT_RECORD, &[("file", Fill::from(&name))]));
        let files = vec![File {
            name,
            bytes: record.into_bytes(),
            description: None,
            placement: FilePlacement::WithText,
        }];
        Ok(Answer::Private(Card { files, ..card }))
    }

    /// Lists the tables of the guild that the user may see.
    pub(crate) async fn list_tables(&self, request: &Request) -> Reply {
        let words = self.replies.words(request);
        let person = request.actor.person;
        let own = self.tables.list_unfinished_for_person(person).await?;
        let all = self
            .tables
            .list_in_guild(request.guild, MAX_TABLES_SEARCHED)
            .await?;
        let mut lines: Vec<String> = Vec::new();
        let others = all
            .iter()
            .filter(|table| !own.iter().any(|mine| mine.id == table.id));
        for table in own
            .iter()
            .filter(|table| table.guild == request.guild)
            .chain(others)
        {
            let is_local = table.seat_of(person).is_some() || table.channel == request.channel;
            if lines.len() < MAX_TABLES_LISTED
                && (is_local || self.visibility.can_see(request, table.channel).await)
            {
                lines.push(format_table(words, table, person));
            }
        }
        if lines.is_empty() {
            lines.push(words.say(key::CHAT_LIST_EMPTY, &[]));
        }
        Ok(Answer::words(lines.join("\n")))
    }

    /// Shows a table with everything that matters for the current turn.
    pub(crate) async fn show_table(
        &self,
        request: &Request,
        table: Table,
        display: DisplayOptions,
    ) -> Reply {
        let lines = match table.status {
            TableStatus::Running => Some(
                status::table_status_lines(
                    &self.composer.host,
                    self.replies.words(request),
                    &table,
                )
                .await?,
            ),
            TableStatus::Open | TableStatus::Over => None,
        };
        let card = self.table_cards.table_card(request, table, display).await?;
        Ok(Answer::Private(match lines {
            Some(lines) => Card {
                text: lines.join("\n"),
                ..card
            },
            None => card,
        }))
    }
}

/// Returns the arguments of the messages which say that a table was opened or moved.
pub(crate) fn table_arguments<'a>(
    game: String,
    request: &Request,
    table: &Table,
) -> [(&'a str, Fill<'a>); 3] {
    [
        ("game", game.into()),
        ("place", channel_link(table.channel)),
        ("who", escape_typed(&request.actor.name).into()),
    ]
}

fn format_table(words: &Words, table: &Table, person: PersonId) -> String {
    let key = match table.status {
        TableStatus::Open => key::CHAT_LISTED_OPEN,
        TableStatus::Running => key::CHAT_LISTED_RUNNING,
        TableStatus::Over => key::CHAT_LISTED_OVER,
    };
    let line = words.say(
        key,
        &[
            ("game", numbered_table(words, table).into()),
            ("place", channel_link(table.channel)),
            (
                "players",
                words.join_list(&player_names(words, table)).into(),
            ),
        ],
    );
    if table.seat_of(person).is_some() {
        words.say(key::CHAT_LISTED_YOURS, &[("line", line.into())])
    } else {
        line
    }
}

/// Completes the typed list of options by each known option whose word or name contains the last
/// word.
pub(crate) fn complete_options(words: &Words, title: Title, typed: &str) -> Vec<Suggestion> {
    let (before, last) = typed.rsplit_once(',').unwrap_or(("", typed));
    let last = last.trim().to_lowercase();
    let earlier = before.split(',').map(str::trim);
    let earlier: Vec<&str> = earlier.filter(|option| !option.is_empty()).collect();
    let known = by_title!(title, G => choices::words::<G>());
    let name_of = |option: &str| option_name(words, title, option);
    let mut suggestions = Vec::new();
    for option in &known {
        if option.contains(&last) || name_of(option).to_lowercase().contains(&last) {
            let all = [earlier.as_slice(), &[option]].concat();
            let names: Vec<String> = all.iter().map(|option| name_of(option)).collect();
            suggestions.push(Suggestion::new(names.join(", "), all.join(",")));
        }
    }
    suggestions
}

/// Names an option in words. Typed text that is no option stays as it is.
fn option_name(words: &Words, title: Title, option: &str) -> String {
    let name = format!("{}-{}-name", title.name(), option.replace('=', "-"));
    match key::OPTION.find(&name) {
        Some(key) => words.say(key, &[]),
        None => option.to_owned(),
    }
}

/// Checks that a user without a seat acts in the channel of the table.
///
/// Discord shows a channel only to members who may see it, and a private thread only to invited
/// members. The id of a button proves neither.
fn check_channel(request: &Request, table: &Table) -> Result<(), Refusal> {
    let is_here = request.channel == table.channel || table.settings.is_between_guilds();
    if is_here || table.seat_of(request.actor.person).is_some() {
        return Ok(());
    }
    Err(Refusal::OtherChannel)
}
