-- The code tour starts here: what is kept of a table, and why.
--
-- Ids of servers, channels, threads and persons are those of the chat: 64-bit numbers. Times are seconds since 1970,
-- given by whoever writes: the store has no clock. What a game means is text (JSON) that the store never reads, so
-- that games change without it.

-- Printed figures, by their SHA-256: a game keeps those with which it began, and most games share them.
create table figures (
    digest text primary key,
    json   text not null
);

-- A table: people around one game, in one channel or thread.
create table game (
    game_id    integer primary key,
    title      text    not null,
    server     integer not null,
    channel    integer not null,
    -- Who opened it, and may start or close it.
    owner      integer not null,
    -- open: people still sit down; running; over: it stays readable.
    status     text    not null check (status in ('open', 'running', 'over')),
    -- Grows with every write and never falls. Who writes says which revision he has seen: if it is not this one,
    -- somebody was faster, and nothing is written.
    revision   integer not null default 0,
    -- In which language the table is told of in public.
    language   text    not null,
    -- How many sit at it.
    chairs     integer not null check (chairs between 2 and 5),
    -- What the table chose, from the day it was opened.
    options    text    not null,
    -- What the host drew for the chance of this game: hidden until the game is over.
    secret     text    not null,
    -- The printed figures in force, from the start on.
    figures    text    references figures (digest),
    -- Entries below this number have been told in public.
    told       integer not null default 0,
    -- Where the game stands: null while the table is open. It is what the entries lead to, kept so that nobody has
    -- to play them all again.
    snapshot   text,
    opened_at  integer not null,
    changed_at integer not null
);

-- A channel has one table at a time; finished ones do not count.
create unique index one_table_a_channel on game (channel) where status <> 'over';
-- Each command begins with the table of its channel, so it must not look through all.
create index tables_of_a_channel on game (channel);
create index tables_of_a_server on game (server);

-- Who sits where. A seat without a person is the computer's.
create table seat (
    game_id integer not null references game (game_id) on delete cascade,
    seat    integer not null check (seat between 1 and 5),
    person  integer,
    -- What the person or the computer is called at this table.
    name    text    not null,
    -- Which computer player sits here, or took over.
    mind    text,
    -- The word that this person mixes into the seed.
    word    text    not null default '',
    primary key (game_id, seat)
);

create unique index nobody_sits_twice on seat (game_id, person) where person is not null;
create index tables_of_a_person on seat (person) where person is not null;

-- The log: what happened, in order. Entry 0 is the set-up with seed and figures; playing all entries again leads to
-- the snapshot. A step that is taken back is taken out, and everything after it with it.
create table entry (
    game_id integer not null references game (game_id) on delete cascade,
    number  integer not null,
    seat    integer,
    action  text    not null,
    events  text    not null,
    -- The revision that wrote it: what was done at once is taken back at once.
    revision integer not null,
    at      integer not null,
    primary key (game_id, number)
);

-- Presses and commands that were acted on. Chats deliver one twice at times; the second finds its id here. They are
-- forgotten after a day: nothing is delivered so late.
create table interaction (
    interaction_id integer primary key,
    at             integer not null
);

create index old_interactions on interaction (at);

-- What still has to be said. A notice is written with what it tells of, in one transaction, and sent after it: nothing is
-- told that did not happen, and nothing that happened goes untold. Its id is the nonce of its message.
create table notice (
    notice_id integer primary key,
    game_id   integer not null references game (game_id) on delete cascade,
    channel   integer not null,
    -- What it says, for the room that says it.
    body      text    not null,
    due_at    integer not null,
    attempts  integer not null default 0,
    -- waiting; sent; given_up: the channel is gone or closed to us.
    status    text    not null default 'waiting' check (status in ('waiting', 'sent', 'given_up')),
    -- The message that it became.
    message   integer
);

create index notices_to_send on notice (due_at) where status = 'waiting';
create index notices_of_a_channel on notice (channel) where status = 'waiting';

-- What the program has to remember from one day to the next, by name.
create table memory (
    name  text primary key,
    value text not null
);
