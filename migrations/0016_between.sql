-- Between servers: people of several servers find each other, and play a table in direct messages with us. Such a table is on
-- no server and in no channel: `server` and `channel` are 0.

-- Who waits for others: one wish a person, until they are found, take it back, or nobody comes for long.
create table wish (
    person  bigint primary key,
    -- Where they said so: while that server does not agree, nobody is led to them.
    server  bigint not null,
    title   text   not null,
    seats   bigint not null,
    since   bigint not null,
    -- What else they would like, and how they are told, is text (JSON) that the store never reads.
    body    text   not null,
    -- Since when somebody tells them that nobody came; null before.
    lapsing bigint
);

create index wishes_alike on wish (title, seats, since);
create index wishes_by_age on wish (since);

-- Where each of them is told of the table that was opened for them: their own channel with us, in their own language.
create table own_channel (
    game_id  bigint not null references game (game_id) on delete cascade,
    person   bigint not null,
    channel  bigint not null,
    language text   not null,
    primary key (game_id, person)
);

create index tables_of_an_own_channel on own_channel (channel);

-- First games are on no server either, but in a channel: of those one of each game a person.
drop index one_lesson;
create unique index one_lesson on game (owner, title) where status <> 'over' and server = 0 and channel <> 0;
