-- Games last days and weeks: what is kept so that nobody is forgotten and nobody is bothered. What people and tables
-- chose, and how often somebody was reminded, is text (JSON) that the store never reads; columns are what it looks for.

-- What the table chose for its days: how long a turn may take, what happens after that, how often people are reminded,
-- whether others may look on.
alter table game add column manners text not null default '{}';

-- A person for whom the computer plays until they come back.
alter table seat add column stands_in integer not null default 0;

-- What the computer did for a person who was not there: they have not seen it, and cannot take it back.
alter table entry add column for_person integer not null default 0;

-- Whom a running game waits for: a row as long as it runs.
create table wait (
    game_id integer primary key references game (game_id) on delete cascade,
    -- Who is to act; null where nobody is waited for.
    person  integer,
    -- Since when.
    since   integer not null,
    -- When to look whether something has to be done or said; null where nothing ever is, until somebody acts.
    look_at integer,
    -- Grows with every write: who writes says which he has seen.
    guard   integer not null default 0,
    -- The turn, by the revision that began it, to which the person was called last.
    called  integer not null default 0,
    -- How far reminding is, what was asked for, and whose clock stands how.
    state   text    not null default '{}'
);

-- The scheduler asks for those that are due, and there are many that are not.
create index waits_to_look_at on wait (look_at) where look_at is not null;
create index waits_of_a_person on wait (person) where person is not null;

-- Games that run already are looked at once, and their rows filled.
insert into wait (game_id, since, look_at) select game_id, changed_at, 0 from game where status = 'running';

-- How a person wants to be told: when, how often, where.
create table person (
    person   integer primary key,
    settings text    not null
);

-- What a server chose for its tables.
create table server (
    server   integer primary key,
    settings text    not null
);

-- A notice may go to a person instead of a channel; its channel is then the person's number, by which order is kept.
alter table notice add column person integer;
-- A chore changes a message that stands. It has a name, and waits once: the newer takes the place of the older.
alter table notice add column chore text;

-- Is this message, found in a channel, another notice's?
create index notices_by_message on notice (message) where message is not null;
create unique index chores on notice (game_id, channel, chore) where status = 'waiting' and chore is not null;

-- Messages of ours that stand in a channel, by what they are for: one of each.
create table standing (
    game_id integer not null references game (game_id) on delete cascade,
    channel integer not null,
    -- live: the one whose buttons count; reminder; status; watch.
    role    text    not null,
    message integer not null,
    primary key (game_id, channel, role)
);

-- Channels in which a table is followed from elsewhere.
create table watch (
    game_id  integer not null references game (game_id) on delete cascade,
    channel  integer not null,
    -- Who asked for it.
    person   integer not null,
    language text    not null,
    primary key (game_id, channel)
);

create index watches_of_a_channel on watch (channel);

-- Channels that take nothing from us, until they do.
create table shut (
    channel integer primary key,
    since   integer not null
);
