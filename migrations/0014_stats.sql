-- What statistics tell of a game beside its result, so that none of it is read out of logs when somebody asks: for each seat
-- that one person had from the start to the end, how many turns they took, how many seconds these took together, and which
-- pieces they took, how often: JSON by kind and piece, which the store never reads. All of it is null until the log was
-- read; where it cannot be said whose turns they were, there are none.
alter table participant add column turns bigint;
alter table participant add column seconds bigint;
alter table participant add column taken text;

create index logs_to_read on participant (game_id) where turns is null and points is not null;

-- The channel whose people see what is played: that of the table, or the one in which its thread stands. Null where that is
-- not known: statistics of a server leave such games out.
alter table game add column hall bigint;
-- The same where the game ended.
alter table result add column hall bigint;

-- What statistics of a server are summed from: how the games came out that the people of a hall saw, by where somebody sat, and
-- how many of them each person played. Both are counted with each result, and follow from the results and from nothing else.
create table placed_in (
    server bigint not null,
    hall   bigint not null,
    title  text   not null,
    seats  bigint not null,
    seat   bigint not null,
    games  bigint not null,
    -- In how many whoever sat there was first, their points together, and the most in one game.
    won    bigint not null,
    points bigint not null,
    best   bigint not null,
    primary key (server, hall, title, seats, seat)
);

create table played_in (
    server bigint not null,
    hall   bigint not null,
    person bigint not null,
    games  bigint not null,
    -- The newest of them, where one finds what they are called.
    latest bigint not null,
    primary key (server, hall, person)
);
