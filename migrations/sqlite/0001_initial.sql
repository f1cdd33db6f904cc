-- The code tour starts here: what is stored for a table, and why.
--
-- Ids of servers, channels, threads, messages and people are Discord's: 64-bit numbers. Times are seconds since 1970, given
-- by the caller: the store has no clock. Everything that depends on a game is text (JSON) that the store never reads, so that
-- games can change without a migration.
--
-- ../postgres/0001_initial.sql creates the same tables on a server, and those by which several processes share it.

-- Printed figures, by their SHA-256: a game keeps the figures it began with, and most games share them.
create table figures (
    digest text primary key,
    json   text not null
);

-- A table: people around one game, in one channel or thread.
create table game_table (
    table_id          integer primary key,
    title             text    not null,
    -- Both 0 for a table between servers, which is played in direct messages. A first game has no server, but a channel.
    guild             integer not null,
    channel           integer not null,
    -- Who opened the table, and may start or close it.
    owner             integer not null,
    -- open: people take seats; running; over: the table stays readable.
    status            text    not null check (status in ('open', 'running', 'over')),
    -- Grows with every write and never falls. A writer says which revision it has read; if that is not the current one,
    -- another writer was faster, and nothing is written.
    revision          integer not null default 0,
    -- The language of public messages.
    language          text    not null,
    -- The number of seats.
    seat_count        integer not null check (seat_count between 2 and 5),
    -- The options of the game.
    options           text    not null,
    -- The host's part of the seed: hidden until the game is over.
    secret            text    not null,
    -- The printed figures in force, from the start on.
    figures           text    references figures (digest),
    -- Entries below this number have been announced in public.
    announced_entries integer not null default 0,
    -- The state of the game: what the entries lead to, stored so that they need not be replayed. Null while the table is open.
    snapshot          text,
    opened_at         integer not null,
    changed_at        integer not null,
    -- Settings of the table: the time limit of a turn and what happens after it, reminders, spectators.
    settings          text    not null default '{}',
    -- A game begins with a public message whose id is part of the seed, so that it cannot be chosen beforehand. Between the
    -- press that fixes all words of the players and that message, this holds what is needed to begin. Null before and after.
    starting          text,
    -- The game whose players play again at this table; null for most.
    rematch_of        integer references game_table (table_id),
    -- The channel whose members see the game: that of the table, or the parent channel of its thread. Null if unknown:
    -- statistics of a server leave such games out.
    audience_channel  bigint,
    -- The parent channel of the thread in which the table is; null if it is in no thread. A server's limit of tables in a
    -- channel counts the tables in its threads.
    parent_channel    bigint
);

-- A channel has one table at a time; finished ones do not count.
create unique index one_table_a_channel on game_table (channel) where status <> 'over' and guild <> 0;
-- A person has one first game of each title at a time.
create unique index one_lesson on game_table (owner, title) where status <> 'over' and guild = 0 and channel <> 0;
-- One table follows a game, however often people ask for it. A table that everyone left before it began does not count.
create unique index one_rematch_of_a_game on game_table (rematch_of)
where rematch_of is not null and (status <> 'over' or snapshot is not null);
-- Every command begins with the table of its channel, however many were played there.
create index tables_of_a_channel on game_table (channel, status, table_id);
create index tables_of_a_guild on game_table (guild);
create index tables_of_a_parent_channel on game_table (guild, parent_channel) where status <> 'over';
-- Limits how many tables one person has open.
create index tables_of_an_owner on game_table (owner) where status <> 'over';

-- Who sits where. A seat without a person is the computer's.
create table seat (
    table_id  integer not null references game_table (table_id) on delete cascade,
    seat      integer not null check (seat between 1 and 5),
    person    integer,
    -- The name of the person or the computer at this table.
    name      text    not null,
    -- Which computer player has this seat, or took it over.
    policy    text,
    -- The word that this person mixes into the seed.
    word      text    not null default '',
    -- Whether the computer plays for this person until they come back.
    stands_in integer not null default 0,
    primary key (table_id, seat)
);

create unique index nobody_sits_twice on seat (table_id, person) where person is not null;
create index tables_of_a_person on seat (person) where person is not null;

-- The log: what happened, in order. Entry 0 is the set-up with seed and figures; replaying all entries leads to the snapshot.
-- A step that is taken back is deleted, with everything after it.
create table log_entry (
    table_id   integer not null references game_table (table_id) on delete cascade,
    number     integer not null,
    seat       integer,
    action     text    not null,
    events     text    not null,
    -- The revision that wrote it: what was done at once is taken back at once.
    revision   integer not null,
    at         integer not null,
    -- What the computer did for an absent person: they have not seen it, and cannot take it back.
    for_person integer not null default 0,
    -- A premove: the player had decided it before their turn, and was not there when it was played.
    premove    boolean not null default false,
    primary key (table_id, number)
);

-- Presses and commands that were handled. Discord delivers some of them twice; the second delivery finds its id here. They are
-- deleted after a day.
create table interaction (
    interaction_id integer primary key,
    at             integer not null
);

-- Who a running game waits for: one row as long as it runs.
create table wait (
    table_id        integer primary key references game_table (table_id) on delete cascade,
    -- Who is to act; null if the game waits for no person.
    person          integer,
    since           integer not null,
    -- When to check again whether something is due; null if nothing is due until a person acts.
    check_at        integer,
    -- Grows with every write: a writer says which one it has read.
    version         integer not null default 0,
    -- The turn for which the person was last pinged, by the revision that began it.
    pinged_revision integer not null default 0,
    -- Reminders sent, requests made, clocks of the players, premoves.
    state           text    not null default '{}'
);

create index waits_to_check on wait (check_at) where check_at is not null;
create index waits_of_a_person on wait (person) where person is not null;

-- Settings of a person: when, how often and where they are pinged.
create table person (
    person   integer primary key,
    settings text    not null
);

-- Settings of a server for its tables.
create table guild (
    guild    integer primary key,
    settings text    not null
);

-- Messages to be sent. A notice is written in one transaction with the change it reports, and sent after it: what is announced
-- has happened, and everything that happened is announced. Its id is the nonce of its message.
create table notice (
    notice_id   integer primary key,
    table_id    integer not null references game_table (table_id) on delete cascade,
    -- For a direct message, the number of the person: the order of notices is kept by channel.
    channel     integer not null,
    body        text    not null,
    -- Within a channel, due in the order of writing: no later notice is due sooner.
    due_at      integer not null,
    attempts    integer not null default 0,
    -- waiting; sent; given_up: the channel is gone or closed to the bot.
    status      text    not null default 'waiting' check (status in ('waiting', 'sent', 'given_up')),
    -- The message that it became.
    message     integer,
    person      integer,
    -- The key of a change to an existing message: only the newest notice of each key waits.
    replace_key text,
    -- Whether a process that stopped may have sent it already: then the channel is searched before it is sent.
    maybe_sent  boolean not null default false
);

create index notices_to_send on notice (due_at) where status = 'waiting';
create index notices_of_a_channel on notice (channel) where status = 'waiting';
create unique index one_notice_of_a_replace_key on notice (table_id, channel, replace_key) where status = 'waiting' and replace_key is not null;

-- The bot's messages that have a role in a channel: one for each role.
create table standing_message (
    table_id integer not null references game_table (table_id) on delete cascade,
    -- For a direct message, the number of the person.
    channel  integer not null,
    -- board; lobby; reminder; watch.
    role     text    not null,
    message  integer not null,
    -- A digest of the pictures that the message shows, so that unchanged ones are not sent again. Null if it shows none, or
    -- if it is not known.
    pictures integer,
    -- The person, if the message is in their direct messages.
    person   integer,
    primary key (table_id, channel, role)
);

-- Channels in which a table is followed from elsewhere.
create table watch (
    table_id integer not null references game_table (table_id) on delete cascade,
    channel  integer not null,
    -- Who asked for it.
    person   integer not null,
    language text    not null,
    primary key (table_id, channel)
);

create index watches_of_a_channel on watch (channel);

-- Channels that refused a message, until they accept one again.
create table unwritable_channel (
    channel integer primary key,
    since   integer not null
);

-- What remains of a game: how it ended and who played it, so that history and ratings need not read logs. It is written with
-- the end of the game, in one transaction.
create table result (
    table_id         bigint  primary key references game_table (table_id) on delete cascade,
    -- As at the table; results are looked up by these.
    title            text    not null,
    guild            bigint  not null,
    seats            bigint  not null,
    -- played: to the end. resigned: by one of two players, or by the last. agreed: all players ended it without a result.
    -- awarded: with a result on which all players agreed. stopped, decided: a moderator ended it, without or with a result.
    -- Participants of an awarded or decided game have a rank and no points.
    ending           text    not null check (ending in ('played', 'resigned', 'agreed', 'awarded', 'stopped', 'decided')),
    ended_at         bigint  not null,
    -- Whether only its players may look it up: the table had no spectators.
    players_only     boolean not null default false,
    -- Whether the game was played for ratings.
    rated            boolean not null default false,
    -- Its place in the order in which games were rated; null until it is.
    rating_order     bigint,
    -- If it changed ratings, the numbers of its players, sorted: finds people who play each other again and again.
    player_set       text,
    audience_channel bigint
);

create index results_of_a_guild on result (guild, ended_at, table_id);
create unique index results_by_rating_order on result (rating_order) where rating_order is not null;
create index results_to_rate on result (ended_at, table_id) where rated and rating_order is null;
create index results_of_a_player_set on result (player_set, ended_at) where player_set is not null;

-- The players of a finished game: those who had a seat at the end, and those who left before.
create table participant (
    table_id      bigint not null references game_table (table_id) on delete cascade,
    seat          bigint not null,
    -- 0 for the player at the end; 1, 2 and so on for those who left the seat before.
    holder_number bigint not null,
    -- Null for a computer.
    person        bigint,
    name          text   not null,
    policy        text,
    left_by       text   not null default 'stayed' check (left_by in ('stayed', 'resigned', 'replaced')),
    -- Null if the game was not played to the end, and for those who left.
    points        bigint,
    rank          bigint,
    -- For statistics, of a player who had the seat from start to end: how many turns they took, how many seconds these took
    -- together, and how often they took each piece (JSON). Null if the log does not say whose turns they were.
    turns         bigint,
    seconds       bigint,
    taken         text,
    primary key (table_id, seat, holder_number)
);

create index games_of_a_person on participant (person, table_id) where person is not null;

-- Ratings, for each game and number of seats. They follow from the results alone: computing them again gives the same.
create table rating (
    title  text   not null,
    seats  bigint not null,
    person bigint not null,
    -- The estimate and its uncertainty, in millionths.
    mean   bigint not null,
    spread bigint not null,
    -- How many rated games.
    games  bigint not null,
    primary key (title, seats, person)
);

-- The rating of a person after a game.
create table rating_history (
    table_id bigint not null references game_table (table_id) on delete cascade,
    person   bigint not null,
    mean     bigint not null,
    spread   bigint not null,
    games    bigint not null,
    primary key (table_id, person)
);

create index ratings_of_a_person on rating_history (person, table_id);

-- The guilds in which a person played rated games: they appear in the ranking there.
create table guild_rated_person (
    guild  bigint not null,
    title  text   not null,
    seats  bigint not null,
    person bigint not null,
    primary key (guild, title, seats, person)
);

-- Sums for the statistics of a server: results by seat, and games by person, of the games that the members of a channel
-- saw. Both follow from the results alone, and are updated with each of them.
create table seat_total (
    guild            bigint not null,
    audience_channel bigint not null,
    title            text   not null,
    seats            bigint not null,
    seat             bigint not null,
    games            bigint not null,
    -- How often the player of this seat came first, the sum of points, and the most in one game.
    won              bigint not null,
    points           bigint not null,
    best             bigint not null,
    primary key (guild, audience_channel, title, seats, seat)
);

create table member_total (
    guild            bigint not null,
    audience_channel bigint not null,
    person           bigint not null,
    games            bigint not null,
    -- The newest game, which has the person's current name.
    latest           bigint not null,
    primary key (guild, audience_channel, person)
);

-- Private notes of a person about a table.
create table note (
    table_id bigint not null references game_table (table_id) on delete cascade,
    person   bigint not null,
    text     text   not null,
    primary key (table_id, person)
);

-- Contests: leagues and tournaments whose tables the bot opens. All but the tables is one text (JSON): participants, pairings,
-- results, the organiser's corrections.
create table contest (
    contest_id bigint primary key,
    guild      bigint not null,
    channel    bigint not null,
    -- Who opened it, and may correct it.
    organiser  bigint not null,
    -- open: people sign up; running; over: it stays readable.
    status     text   not null check (status in ('open', 'running', 'over')),
    -- As that of a table.
    revision   bigint not null default 0,
    state      text   not null,
    opened_at  bigint not null,
    -- When to continue it; null until a person acts or one of its tables ends. Each process postpones this before it
    -- continues the contest, so that only one does.
    check_at   bigint
);

create unique index one_contest_a_channel on contest (channel) where status <> 'over';
create index contests_of_a_channel on contest (channel, contest_id);
create index contests_to_check on contest (check_at) where check_at is not null;

-- The table of each heat of a contest: none is opened twice.
create table heat (
    contest_id bigint not null references contest (contest_id) on delete cascade,
    number     bigint not null,
    table_id   bigint not null unique references game_table (table_id) on delete cascade,
    primary key (contest_id, number)
);

-- People who look for players of other servers: one request a person, until players are found, it is taken back, or it expires.
create table match_request (
    person         bigint primary key,
    -- Where they made it: as long as that server does not agree, they are matched with no one.
    guild          bigint not null,
    title          text   not null,
    seats          bigint not null,
    since          bigint not null,
    -- Further preferences, and how the person is told.
    body           text   not null,
    -- When a process began to tell them that no one was found; null before.
    expiring_since bigint
);

create index match_requests_alike on match_request (title, seats, since);
create index match_requests_by_age on match_request (since);

-- The direct-message channel of each player of a table between servers, with the language of its messages.
create table private_channel (
    table_id bigint not null references game_table (table_id) on delete cascade,
    person   bigint not null,
    channel  bigint not null,
    language text   not null,
    primary key (table_id, person)
);

create index tables_of_a_private_channel on private_channel (channel);

-- Who may open the board of a table in a browser: links, each exchanged once for a session.
create table board_token (
    -- SHA-256 of the token, in hexadecimal.
    digest     text   primary key,
    kind       text   not null check (kind in ('link', 'session')),
    table_id   bigint not null references game_table (table_id) on delete cascade,
    person     bigint not null,
    -- In which this person reads the table.
    language   text   not null,
    expires_at bigint not null
);

create index board_tokens_of_a_table on board_token (table_id);
create index board_tokens_of_a_person on board_token (person);
create index old_board_tokens on board_token (expires_at);

-- What moderators of a server did: each act has a number of its own on its server, and is written with the change it made.
create table moderation_act (
    guild     bigint not null,
    number    bigint not null,
    at        bigint not null,
    person    bigint not null,
    body      text   not null,
    -- The act that reversed it, if any.
    undone_by bigint,
    primary key (guild, number)
);

-- Servers that removed the bot, and since when. After a time that the operator sets, they are forgotten: settings, contests and
-- match requests are deleted, and results lose server and channel. If the bot comes back, the row is deleted.
create table departure (
    guild bigint primary key,
    since bigint not null
);

-- Other values that outlast the program, by name.
create table key_value (
    name  text primary key,
    value text not null
);
