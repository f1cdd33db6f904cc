-- What remains of a game: how it ended and who played it, so that history and ratings need not read logs. It is written with
-- the end, in one transaction. Of games that were over before, it is read out of their logs once.

create table result (
    game_id  bigint primary key references game (game_id) on delete cascade,
    -- Which game, on which server, at a table of how many: as at the table, by which results are looked up.
    title    text   not null,
    server   bigint not null,
    seats    bigint not null,
    -- played: to the end; resigned: given up, by one of two or by the last; agreed: all wanted to end it, without a result.
    ending   text   not null check (ending in ('played', 'resigned', 'agreed')),
    ended_at bigint not null,
    -- Whether nobody else may look it up: the table did not let others look on.
    closed   boolean not null default false
);

create index results_of_a_server on result (server, ended_at, game_id);

-- Whoever played: those who sat there at the end, and those who left before it.
create table participant (
    game_id bigint not null references game (game_id) on delete cascade,
    seat    bigint not null,
    -- 0 for whoever sat there at the end, and 1, 2 and so on for those who left the seat before.
    nth     bigint not null,
    -- Null for a computer.
    person  bigint,
    name    text   not null,
    mind    text,
    -- stayed; resigned; replaced: gone, or silent for long.
    left_by text   not null default 'stayed' check (left_by in ('stayed', 'resigned', 'replaced')),
    -- How it came out for them: null where the game was not played to the end, and for those who left.
    points  bigint,
    rank    bigint,
    primary key (game_id, seat, nth)
);

create index games_of_a_person on participant (person, game_id) where person is not null;
