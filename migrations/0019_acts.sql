-- What moderators of a server did: each act has a number of its own on its server, and is written with what it changes. What it
-- was is text (JSON) that the store never reads.
create table act (
    server    bigint not null,
    number    bigint not null,
    at        bigint not null,
    -- Whoever did it.
    person    bigint not null,
    body      text   not null,
    -- The act that took it back, if one did.
    undone_by bigint,
    primary key (server, number)
);

-- The channel of the thread in which a table stands; null where it stands in no thread, or was opened before this was kept.
-- Where a server says how many tables a channel may have, those in its threads count.
alter table game add column above bigint;

create index tables_below on game (server, above) where status <> 'over';

-- A moderator may end a game, without a result (stopped) or with one (decided): its participants have a rank and no points. A list
-- of words in a check cannot be changed, so the table is written anew, with all that stands in it.
create table result_now (
    game_id  bigint primary key references game (game_id) on delete cascade,
    title    text   not null,
    server   bigint not null,
    seats    bigint not null,
    ending   text   not null check (ending in ('played', 'resigned', 'agreed', 'awarded', 'stopped', 'decided')),
    ended_at bigint not null,
    closed   boolean not null default false,
    rated    boolean not null default false,
    counted  bigint,
    circle   text,
    hall     bigint,
    struck   boolean not null default false
);

insert into result_now (game_id, title, server, seats, ending, ended_at, closed, rated, counted, circle, hall, struck)
select game_id, title, server, seats, ending, ended_at, closed, rated, counted, circle, hall, struck from result;

drop table result;
alter table result_now rename to result;

create index results_of_a_server on result (server, ended_at, game_id);
create unique index results_in_order on result (counted) where counted is not null;
create index results_to_count on result (ended_at, game_id) where rated and (counted is null or counted < 0);
create index results_of_a_circle on result (circle, ended_at) where circle is not null;
