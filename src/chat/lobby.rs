//! Before the game, as a chat has it: a table in a thread of its own, who sits there, a word for the dice, the start.

use serenity::all::{AutoArchiveDuration, ChannelId, ChannelType, Context, CreateThread, Permissions};

use super::{
    Asked, House,
    answer::{Answer, Question},
    card::{Button, Card, File, Place, Weight},
    names::{fit, plain, tame},
    press::Press,
    refusals::name_of,
    table::{self, Shown},
    watching::LOOKED_THROUGH,
};
use crate::{
    rules::{Title, choices},
    tables::{Asker, Declined, Failure, GameId, MOST_OPENED, Manners, NewGame, Stage, Table, Tables},
    words::{Fill, Language, Words},
};

/// The longest name that a thread may have.
const THREAD_NAME: usize = 100;
/// The longest word for the dice.
const WORD: u16 = 40;
/// How many tables a list shows.
const LISTED: usize = 20;

type Outcome = Result<Answer, Failure>;

/// What somebody chose when they opened a table.
#[derive(Clone, Debug)]
pub(super) struct TableRequest {
    pub(super) title: Title,
    pub(super) chairs: Option<u8>,
    pub(super) computers: u8,
    pub(super) options: String,
    pub(super) manners: Manners,
}

impl House {
    /// Opens a table: in a thread of its own where one may be made, else in the channel itself.
    pub(super) async fn open(&self, asked: &Asked, wanted: TableRequest) -> Outcome {
        let (table, threaded) = self.open_table(asked, wanted, true).await?;
        let words = if threaded { self.public_words(&table) } else { self.words(asked) };
        let fill = [
            ("game", Fill::from(table::title(words, &table))),
            ("place", format!("<#{}>", table.channel).into()),
            ("who", tame(&asked.asker.name).into()),
        ];
        Ok(if threaded {
            Answer::Show(Card::words(words.say("chat-opened-thread", &fill)))
        } else {
            Answer::Tell(Card::words(words.say("chat-opened-here", &fill)))
        })
    }

    /// Opens a table with computers in all other chairs, and begins: one press, and there is a board.
    pub(super) async fn play_computers(&self, asked: &Asked, title: Title) -> Outcome {
        let computers = title.usual_seats() - 1;
        let (chairs, options, manners) = (None, String::new(), Manners::default());
        let wanted = TableRequest { title, chairs, computers, options, manners };
        let (table, _) = self.open_table(asked, wanted, false).await?;
        let starter = Asker { interaction: None, ..asked.asker.clone() };
        let table = self.tables.start(table.game, &starter).await?;
        let words = self.words(asked);
        let fill = [
            ("game", Fill::from(table::title(words, &table))),
            ("place", format!("<#{}>", table.channel).into()),
        ];
        Ok(Answer::Tell(Card::words(words.say("chat-ready-to-play", &fill))))
    }

    /// Opens a table, and says whether it has a thread of its own.
    async fn open_table(
        &self,
        asked: &Asked,
        wanted: TableRequest,
        announced: bool,
    ) -> Result<(Table, bool), Failure> {
        let words = self.words(asked);
        let mut new = NewGame {
            title: wanted.title,
            chairs: wanted.chairs,
            computers: wanted.computers,
            options: wanted.options,
            manners: wanted.manners,
            server: asked.server,
            channel: asked.channel,
            language: Language::of(&asked.public).tag().to_owned(),
            announced,
        };
        // A thread is not taken back: everything else is looked at before it is made, once for each command.
        Tables::could_open(&new)?;
        self.tables.may_open(&asked.asker).await?;
        self.may_have_thread(asked)?;
        if let Some(interaction) = asked.asker.interaction {
            self.tables.first_time(interaction).await?;
        }
        let game = words.say(&format!("chat-title-{}", new.title.name()), &[]);
        let thread = self.thread(asked, &game).await;
        new.channel = thread.unwrap_or(new.channel);
        let opener = Asker { interaction: None, ..asked.asker.clone() };
        Ok((self.tables.open(&new, &opener).await?, thread.is_some()))
    }

    /// Whether somebody waits a while before another thread is made for them.
    pub(super) fn may_have_thread(&self, asked: &Asked) -> Result<(), Declined> {
        let allowed = !makes_thread(asked) || self.haste.allows(asked.asker.person, self.tables.now());
        if allowed { Ok(()) } else { Err(Declined::TooSoon) }
    }

    /// A thread for a table, if one may be made here.
    pub(super) async fn thread(&self, asked: &Asked, game: &str) -> Option<i64> {
        if !makes_thread(asked) {
            return None;
        }
        let name = fit(&format!("{game}: {}", plain(&asked.asker.name)), THREAD_NAME);
        let thread = CreateThread::new(name)
            .kind(ChannelType::PublicThread)
            .auto_archive_duration(AutoArchiveDuration::OneWeek);
        let channel = ChannelId::new(asked.channel.unsigned_abs().max(1));
        match channel.create_thread(&self.posting, thread).await {
            Ok(thread) => Some(thread.id.get().cast_signed()),
            Err(error) => {
                tracing::warn!(error = name_of(&error), "a thread could not be made");
                None
            }
        }
    }

    /// Sits down, by a command.
    pub(super) async fn join(&self, asked: &Asked, word: Option<&str>) -> Outcome {
        let table = self.tables.in_channel(asked.channel).await?;
        let table = self.tables.join(table.game, &asked.asker, word, true).await?;
        let name = if word.is_some() { "chat-joined-word" } else { "chat-joined" };
        Ok(Answer::Tell(Card::words(self.words(asked).say(name, &self.seat_fill(asked, &table)))))
    }

    fn seat_fill<'a>(&self, asked: &Asked, table: &Table) -> [(&'a str, Fill<'a>); 2] {
        let seat = table.seat_of(asked.asker.person).map_or(0, crate::rules::Seat::number);
        [("game", table::title(self.words(asked), table).into()), ("seat", seat.into())]
    }

    /// Stands up, by a command.
    pub(super) async fn leave(&self, asked: &Asked) -> Outcome {
        let table = self.tables.in_channel(asked.channel).await?;
        self.tables.leave(table.game, &asked.asker, true).await?;
        Ok(Answer::Tell(Card::words(self.words(asked).say("chat-left", &[]))))
    }

    /// Begins the game.
    pub(super) async fn start(&self, asked: &Asked, game: Option<GameId>) -> Outcome {
        let game = match game {
            Some(game) => game,
            None => self.tables.in_channel(asked.channel).await?.game,
        };
        let pressed = self.tables.numbered(game).await?;
        let table = self.tables.start(pressed.game, &asked.asker).await?;
        let game = table::title(self.words(asked), &table);
        Ok(Answer::Tell(Card::words(self.words(asked).say("chat-started", &[("game", game.into())]))))
    }

    /// A press in the lobby that changes who sits there: the lobby itself changes.
    pub(super) async fn lobby_press(&self, asked: &Asked, game: GameId, joins: bool) -> Outcome {
        let table = if joins {
            self.tables.join(game, &asked.asker, None, false).await?
        } else {
            self.tables.leave(game, &asked.asker, false).await?
        };
        Ok(Answer::Change(table::lobby(self.public_words(&table), &table)?))
    }

    /// Asks for a word.
    pub(super) fn ask_word(&self, asked: &Asked, game: GameId) -> Answer {
        let words = self.words(asked);
        Answer::Ask(Question {
            id: Press::Word(game).id(),
            title: words.say("chat-word-title", &[]),
            label: words.say("chat-word-label", &[]),
            most: WORD,
        })
    }

    /// Takes the word that was typed; who does not sit at the table sits down with it.
    pub(super) async fn take_word(&self, asked: &Asked, game: GameId, word: &str) -> Outcome {
        let table = self.tables.join(game, &asked.asker, Some(word), false).await?;
        Ok(Answer::Change(table::lobby(self.public_words(&table), &table)?))
    }

    /// Asks whether somebody means to give the game up.
    pub(super) async fn ask_resign(&self, asked: &Asked) -> Outcome {
        let words = self.words(asked);
        let table = self.tables.in_channel(asked.channel).await?;
        match table.status {
            Stage::Open => return Err(Declined::NotBegun.into()),
            Stage::Over => return Err(Declined::Over.into()),
            Stage::Running => table.seat_of(asked.asker.person).ok_or(Declined::NotSeated)?,
        };
        let yes = Press::Resign(table.game).id();
        let yes = Button::new(yes, words.say("chat-button-resign", &[]), Weight::Main);
        Ok(Answer::Tell(Card::words(words.say("chat-resign-sure", &[])).buttons(&[yes])))
    }

    /// Gives the game up.
    pub(super) async fn resign(&self, asked: &Asked, table: Table) -> Outcome {
        let table = self.tables.resign(table, &asked.asker).await?;
        let name = if table.status == Stage::Over { "chat-you-resigned-over" } else { "chat-you-resigned" };
        Ok(Answer::Tell(Card::words(self.words(asked).say(name, &[]))))
    }

    /// The record of a finished game, as a file.
    pub(super) async fn record(&self, asked: &Asked, table: &Table) -> Outcome {
        let words = self.words(asked);
        let record = self.tables.record(table).await?;
        let name = format!("{}-{}.json", table.title, table.game.0);
        let card = Card::words(words.say("chat-record", &[("file", Fill::from(&name))]));
        let bytes = record.into_bytes();
        let files = vec![File { name, bytes, description: None, place: Place::Beside }];
        Ok(Answer::Tell(Card { files, ..card }))
    }

    /// The tables of a server, as far as whoever asks may see them.
    pub(super) async fn list(&self, asked: &Asked, ctx: &Context) -> Outcome {
        let (words, person) = (self.words(asked), asked.asker.person);
        let (own, all) = (
            self.tables.of_person(person).await?,
            self.tables.on_server(asked.server, LOOKED_THROUGH).await?,
        );
        let mut lines: Vec<String> = Vec::new();
        let others = all.iter().filter(|table| !own.iter().any(|mine| mine.game == table.game));
        for table in own.iter().filter(|table| table.server == asked.server).chain(others) {
            let at_hand = table.seat_of(person).is_some() || table.channel == asked.channel;
            if lines.len() < LISTED && (at_hand || self.sees(asked, ctx, table.channel).await) {
                lines.push(listed(words, table, person));
            }
        }
        if lines.is_empty() {
            lines.push(words.say("chat-list-empty", &[]));
        }
        Ok(Answer::Tell(Card::words(lines.join("\n"))))
    }

    /// The table of a channel as it stands.
    pub(super) async fn show(&self, asked: &Asked, table: Table, shown: Shown) -> Outcome {
        Ok(Answer::Tell(self.table_card(asked, table, shown).await?))
    }
}

/// Whether a table gets a thread of its own here.
fn makes_thread(asked: &Asked) -> bool {
    let needed = Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS;
    !asked.in_thread && asked.rights.contains(needed)
}

fn listed(words: &Words, table: &Table, person: i64) -> String {
    let name = match table.status {
        Stage::Open => "chat-listed-open",
        Stage::Running => "chat-listed-running",
        Stage::Over => "chat-listed-over",
    };
    let line = words.say(
        name,
        &[
            ("game", table::title(words, table).into()),
            ("place", format!("<#{}>", table.channel).into()),
            ("players", words.list(&table::names(table)).into()),
        ],
    );
    if table.seat_of(person).is_some() {
        words.say("chat-listed-yours", &[("line", line.into())])
    } else {
        line
    }
}

/// What an option of `/table open` can hold: presets and choices, after those that are typed already.
pub(super) fn option_suggestions(title: Title, typed: &str) -> Vec<String> {
    let (before, last) = typed.rsplit_once(',').map_or(("", typed), |(before, last)| (before, last));
    let known = crate::rules::by_title!(title, G => choices::words::<G>());
    let last = last.trim().to_lowercase();
    let fits = known.into_iter().filter(|word| word.contains(&last));
    fits.map(|word| if before.is_empty() { word } else { format!("{before},{word}") }).collect()
}

/// Why something was not done, as a sentence for whoever asked.
pub(super) fn declined(words: &Words, declined: &Declined) -> String {
    let say = |name: &str| words.say(name, &[]);
    match declined {
        Declined::NoTable => say("chat-no-table"),
        Declined::Occupied => say("chat-occupied"),
        Declined::Repeated => String::new(),
        Declined::Stale => say("chat-stale"),
        Declined::Begun => say("chat-begun"),
        Declined::Starting => say("chat-starting"),
        Declined::NotBegun => say("chat-not-begun"),
        Declined::Over => say("chat-over"),
        Declined::NotOver => say("chat-not-over"),
        Declined::Full => say("chat-full"),
        Declined::Seated => say("chat-seated"),
        Declined::NotSeated => say("chat-not-seated"),
        Declined::NotYourTurn(seat) => words.say("chat-not-your-turn", &[("seat", seat.number().into())]),
        Declined::TooFew(more) => words.say("chat-too-few", &[("n", (*more).into())]),
        Declined::TooManyTables => words.say("chat-too-many-tables", &[("n", MOST_OPENED.into())]),
        Declined::TooSoon => say("chat-too-soon"),
        Declined::OwnerBegins => say("chat-owner-begins"),
        Declined::TooManyComputers => say("chat-too-many-computers"),
        Declined::SetUp(cannot) => {
            let seats = cannot.title.seats();
            let game = words.say(&format!("chat-title-{}", cannot.title.name()), &[]);
            let fill = [
                ("game", Fill::from(game)),
                ("least", (*seats.start()).into()),
                ("most", (*seats.end()).into()),
                ("asked", cannot.asked.into()),
            ];
            let exactly = seats.start() == seats.end();
            words.say(if exactly { "chat-wrong-number-exactly" } else { "chat-wrong-number" }, &fill)
        }
        Declined::Choice(choices::NoSuchChoice::Preset { name, known }) => {
            words.say("chat-no-preset", &[("name", tame(name).into()), ("known", known.into())])
        }
        Declined::Choice(choices::NoSuchChoice::Choice { name, known }) => {
            words.say("chat-no-choice", &[("name", tame(name).into()), ("known", known.into())])
        }
        Declined::Choice(choices::NoSuchChoice::Value { name, .. }) => {
            words.say("chat-no-value", &[("name", tame(name).into())])
        }
        Declined::Shown => say("chat-shown"),
        Declined::ActedSince(seat) => words.say("chat-acted-since", &[("seat", seat.number().into())]),
        Declined::NothingYet => say("chat-nothing-yet"),
        Declined::StoodIn => say("chat-stood-in"),
        Declined::TimeWasUp => say("chat-time-was-up"),
        Declined::TooManyWatches => say("chat-watch-many"),
        Declined::NotThemselves => say("chat-not-themselves"),
        Declined::StillHere => say("chat-still-here"),
        Declined::NotAsked => say("chat-not-asked"),
        Declined::Paused => say("chat-is-paused"),
        Declined::NotPaused => say("chat-not-paused"),
        Declined::NotAway => say("chat-not-away"),
        Declined::PlaysAlready => say("chat-plays-already"),
        Declined::NotThere => say("chat-not-there"),
        Declined::NoSuchTime => say("chat-no-such-time"),
        Declined::Closed => say("chat-watch-closed"),
        Declined::Here => say("chat-watch-here"),
    }
}
