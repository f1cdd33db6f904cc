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

-- A moderator may end a game, without a result (stopped) or with one (decided): its participants have a rank and no points.
alter table result drop constraint result_ending_check;
alter table result add constraint result_ending_check
    check (ending in ('played', 'resigned', 'agreed', 'awarded', 'stopped', 'decided'));
