-- A game may also end before its end with a result on which all agreed: it was awarded. A list of words in a check cannot be
-- changed, so the table is written anew, with all that stands in it.
create table result_now (
    game_id  bigint primary key references game (game_id) on delete cascade,
    title    text   not null,
    server   bigint not null,
    seats    bigint not null,
    -- awarded: with a result on which all agreed. Its participants have a rank and no points.
    ending   text   not null check (ending in ('played', 'resigned', 'agreed', 'awarded')),
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
