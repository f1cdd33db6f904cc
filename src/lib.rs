//! Lanai, the porch of a Hawaiian house where people sit and play: this page is the map of the house.
//!
//! Lanai is a Discord bot that hosts Hawaii and Haleakala. Without a token it opens the porch, a Discord in a box; the
//! bot cannot tell the difference.
//!
//! # Rooms
//!
//! | room | what it is for | may import of ours |
//! |---|---|---|
//! | [`rules`] | the contract of a game, the dice, records; no clock, no files, no chance of its own | itself |
//! | [`rules::hawaii`] | Hawaii, in the order of its rulebook | the shared words of `rules` |
//! | [`rules::haleakala`] | Haleakala, in the order of its rules | the shared words of `rules` |
//! | [`minds`] | computer players: they imagine a game as their seat may know it, and choose among the legal actions | `rules` |
//! | [`drawing`] | pictures: colours, canvas, pieces, letters, PNG and GIF; and the boards made of them | `rules`, `words` |
//! | [`words`] | events, refusals, views and reasons as sentences | views, events and refusals of `rules`, reasons of `minds` |
//! | [`input`] | what a player types, read against a view | `rules`, `minds`, `words` |
//! | [`store`] | all SQL, for SQLite and PostgreSQL: tables, seats, logs, notices; one guard for every write | `metrics` |
//! | [`tables`] | the host: open, join, start, play, take back, resign; the days between turns; the news to be sent | `rules`, `minds`, `store`, `metrics` |
//! | [`chat`] | Discord, by serenity and poise: commands, panel, lobby, gallery, outbox, standing messages | `tables`, `drawing`, `input`, `words`, `rules`, `metrics` |
//! | [`porch`] | a Discord in a box for bots of any library, with a page for people to sit at; it can keep its world in a folder | nothing |
//! | [`operating`] | what whoever runs the bot does beside serving, command by command | `chat`, `cli`, `config`, `drawing`, `porch`, `store`, `tables`, `words` |
//! | [`config`] | settings from the environment | nothing |
//! | [`logs`] | the log, as text or as JSON | `metrics` |
//! | [`metrics`] | what is counted and measured, and where the operator reads it; whether all is well | nothing |
//! | [`door`] | where whoever starts the program comes in: what is asked for is handed to the rooms | all |
//! | [`cli`] | the command line | `rules`, `minds`, `words`, `input`, `drawing` |
//!
//! The rooms of the games, from [`rules`] to [`input`], are a crate of their own (`src/Cargo.toml`, `src/games.rs`), and so is
//! the porch (`src/porch/lib.rs`). They are built beside the libraries of the chat and of the database, which they cannot see,
//! and not again when nothing but the host changed. Everywhere else they are named as if they were of this crate.
//!
//! To find a thing, look for the same noun in each room: `rules/hawaii`, `minds/hawaii`, `words/hawaii`,
//! `input/hawaii`, `drawing/hawaii`. The figures printed on the components are in `assets/hawaii.toml` and
//! `assets/haleakala.toml`, the ratings of computer players in `assets/ratings.toml`. By which
//! reports figures are chosen anew is in `crates/lab/calibration`. What players read is in `assets/words`, and so is what we play
//! where the rules are silent. What they see is drawn from the pieces in `assets/art`
//! and the letters in `assets/fonts`. The page of the porch is in `assets/porch`, and what computer players learned in
//! `assets/minds`.
//!
//! To learn what is stored, read `migrations/sqlite/0001_initial.sql`; how several processes share a database is at the end of
//! `migrations/postgres/0001_initial.sql`.
//!
//! # What always holds
//!
//! Of the games:
//!
//! - A state and an action go in, events or a refusal come out: [`rules::Rules::play`]. A refusal changes nothing.
//! - Everything a player may do comes from [`rules::Rules::legal`]. The same judge serves it and `play`, so that no rule
//!   is written twice.
//! - Words and pictures are made from a view, which is what one viewer may know, and never from a state. No view reveals
//!   what its viewer cannot know, not even by the choices that somebody else has.
//! - A mind chooses in a game in which everything that is hidden from everybody was dealt anew: [`rules::Rules::imagined`].
//!   Two games that look the same to a seat lead to the same choice.
//! - All chance comes from one seed, and each purpose has a stream of its own. The same seed and the same actions are the
//!   same game, for ever. A record proves it: `docs/records.md`.
//! - Every piece is in exactly one place: [`rules::Rules::check`].
//! - Printed figures are data with a source. Where rule texts differ, there is an option or a ruling with a name. A game
//!   keeps the rules with which it began: what a later edition changed is a choice in its options
//!   ([`rules::Rules::EDITION`]).
//!
//! Of the host and the chat:
//!
//! - A bot moves from one database to another whole and proven: [`store::Copy`], [`tables::Proof`]. A backup is what a database
//!   held at one moment, whoever served it then: [`store::Backup`]. No file is brought up to date that is not kept as it was.
//! - All writing goes through one door of the store, and a connection that may not be clean is thrown away. What cannot be
//!   read or written is an error, never a default.
//! - Every change to a table happens as a whole, guarded by the revision that its writer has seen. Each press or command
//!   counts once. The news of a change is written with it, and sent once, afterwards: [`tables::Tables`],
//!   [`tables::Outbox`].
//! - Nothing is kept in memory that a restart would lose, save the quarter of an hour in which a panel can be moved: the
//!   chat's key to it is nobody's to keep. Buttons carry all that is needed to act on them.
//! - Time comes in through one clock: [`tables::Clock`]. Several processes go by the database's.
//! - Several processes may serve one database on a server. What one of them does alone hangs on a lease that it renews,
//!   and is somebody else's when it does not: shards of the chat, channels in which it speaks, tables that it looks
//!   after. Whatever two of them do at once is decided by the same guards as ever ([`tables::Process`]).
//! - What happens between moves is planned by a pure function of the present ([`tables::Waiting::plan`]), written under a
//!   guard of its own by the [`tables::Scheduler`], and checked again before it is sent. So nobody is reminded of a turn
//!   that is done, and nobody twice, however long we were away.
//! - What moderators do is an act: written with what it changes, and taken back by what stood there before, as long as nobody has
//!   chosen something else since ([`tables::Tables::set`], [`tables::Tables::undo`]). What a server chose holds wherever a table is
//!   opened, joined or moved, and is counted where it is written.
//! - How a contest goes on follows from what happened alone ([`tables::ContestState`]). One process tends it at a time, writes
//!   each step before the next, and looks for what may be done already: no table is missing, and none is opened twice.
//! - No answer waits for what a computer thinks. Its turn is a write of its own, after that of whoever acted before it; what
//!   says that it is to act is written there, and nothing of it is kept in memory ([`tables::Thinker`]).
//! - Logs never hold a token, a message, or anything hidden. Metrics hold no number of anybody or anything, either.
//! - Every column says whether it holds a person, in one list ([`store::COPIED`]). By it a person is forgotten in one write, and games
//!   and ratings come out as before: whoever is forgotten is a number that is nobody's ([`store::PersonId::is_nameless`]).
//!
//! # Words
//!
//! A name means one thing in the whole house. These are the ones that are ours.
//!
//! | word | what it means here |
//! |---|---|
//! | porch | the Discord in a box, where bots and people meet without the real one |
//! | table | a game with its seats, from the lobby to the record |
//! | chair, seat | a chair is what is kept of who sits there; a seat is its number in the rules |
//! | view, viewer | what one viewer may know of a state |
//! | sight | a view and the legal actions, as a mind is given them |
//! | advice, reason | a turn that a mind would take, and what may be expected of it; what it is good for |
//! | verdict, review | what is said of a turn that was taken; the same of all turns of a game |
//! | budget, thought | how much a mind may think about a turn; what it thinks about a table now |
//! | topic, sheet | what is told of the rules at a time, or of what a mind reckons with; a whole game in one picture |
//! | lesson | a first game that teaches, step by step |
//! | wish, seeker | what somebody waits for between servers; somebody who does |
//! | own channel, hearer | a person's direct messages with us; who alone hears what is told of a table there |
//! | company | how well those should play with whom somebody would like to |
//! | nameless, departed | a person or server that is forgotten; a server that removed the bot, and may come back |
//! | report, knob | what people tell of their games; figures that are chosen anew together, setting by setting |
//! | ahead, proviso | decided before it was one's turn; on what condition it is done then |
//! | result, participant | how a game ended; who played it, and how it came out for them |
//! | award | a result on which all agree, of a game that is not played to its end |
//! | setting, authority | one thing that a server can choose for its tables; the permission by which people are its moderators |
//! | act, bar | what a moderator did, kept with what stood there before; that somebody is kept out of a server's tables |
//! | playing, hall | how a seat was played: turns, time, pieces taken; the channel whose people see a table |
//! | contest, system | a league or a tournament, of which the bot opens the tables; how people meet in it |
//! | entrant, heat | who takes part in a contest; a table of it, or a round in which somebody has nobody to play with |
//! | circle | the people who played a game that counts for ratings, whatever computers sat with them |
//! | candidate, misfit | the figures with some knobs moved; how far games with them end from what is reported |
//! | teller | words in one language, with the names of the players: it makes sentences |
//! | stream | one of the sequences that all chance is drawn from |
//! | revision, guard | how often a table was written; how often it was written for whom it waits |
//! | news, notice | what happened and has to be told; the same, as it waits to be sent |
//! | chore | a notice that changes a message instead of posting one |
//! | backup | a database as it stood at one moment, in a file of its own |
//! | condition, unfit | how a database stands before anybody serves it; why nobody can |
//! | checkup | what the chat says to a bot before it serves |
//! | process | one run of the program; several may serve one database |
//! | pulse, ailment | how the program is at a moment; what is wrong with it |
//! | stock | how many there are of what is kept |
//! | claim | what one process does at a time |
//! | gate | what all processes pass one by one |
//! | chime, bell | what wakes those who wait for work: in this process, between processes |
//! | standing message | one of ours that is edited, or whose buttons still count |
//! | mark (in a sentence) | a letter that stands for a piece until the card is sent; then its emoji does, or nothing |
//! | port | all that telling news asks of the chat, and what it may answer |
//! | lots | what is drawn and nobody knows, and where it comes from |
//! | card | a message before it is sent: words, pictures, buttons |
//! | composer, courier | makes cards from tables and news, and knows no chat; takes them there |
//! | panel, spot | where somebody chooses, seen by them alone; where it stands, one for each person at a table |
//! | press, way | what the id of a button says; the choices in it |
//! | trial, offer | a turn tried out on a copy of the game; one that the panel offers, with its price |
//! | realm, scene, look | what one player has; which picture; its colours |
//! | ruling | what we play where the rules are silent, or differ |
//! | edition | which version of our rules a game began with |
//! | word (for the dice) | what a player mixes into the seed before the start |
//!
//! # A walk through one move
//!
//! Somebody types `/move to:gods` in a thread.
//!
//! 1. serenity receives it, and poise calls the command (`chat/commands/verbs.rs`), which hands the line `move gods` to
//!    the house (`chat/play.rs`).
//! 2. The table of the channel is read, and its game is restored from the snapshot: a [`tables::Turn`].
//! 3. `input/hawaii.rs` reads the line against the player's view: a [`rules::hawaii::action::Action::Move`].
//! 4. `rules/hawaii/turn.rs` judges it. Is there a token, a tile that can be placed, and something left to buy it with?
//!    If not, a [`rules::hawaii::action::Refusal`] says what is missing, and `words` makes a sentence of it.
//! 5. The walk happens, and what must be settled next goes onto the agenda: first the payment for the walk, then the
//!    shop. If there is only one choice, and everybody can see that, it is made at once. What the line leaves open is
//!    filled in sensibly.
//! 6. [`tables::Tables::settle`] writes entries, snapshot and news in one transaction.
//! 7. The player gets a private answer, with the panel for what comes next (`chat/panel.rs`,
//!    `chat/offers.rs`).
//! 8. When the turn is done, the outbox posts it in public and pings the next player (`chat/outbox.rs`,
//!    `chat/telling.rs`). The board and all realms are drawn meanwhile, on other threads (`chat/gallery.rs`); if that
//!    fails, the board is described in words. The previous message loses its buttons, and the message that says how the
//!    table stands is edited (`chat/status.rs`). Turns that nobody could be told for long come as one message
//!    (`tables/recap.rs`). If the next player has a panel that can still be moved, a fresh one comes
//!    below the new board, and the old one goes (`chat/following.rs`).
//! 9. Together with the move, it was written for whom the table waits now (`tables/next.rs`). When something is due,
//!    `tables/scheduler.rs` reminds that player or ends a pause, and `chat/reminding.rs` posts it. If it is the computer's
//!    turn, that is due at once: `tables/thinking.rs` lets it think, on threads of its own, and writes its turn.

pub use lanai_games::{drawing, input, minds, rules, words};
pub use lanai_porch as porch;

pub mod chat;
pub mod cli;
pub mod config;
pub mod door;
pub mod logs;
pub mod metrics;
pub mod operating;
pub mod store;
pub mod tables;
