-- Ratings: how well people play, for each game and number of seats, as far as games tell that were to count. They follow
-- from the results and from nothing else: whoever empties these tables and counts anew gets the same.

-- Whether the table was to count.
alter table result add column rated boolean not null default false;
-- Its place in the order in which games were counted: null until it is; the same below zero while all are counted anew, which
-- they are in the order in which they were.
alter table result add column counted bigint;
-- If it moved ratings, who played it: the numbers of the people, in order. Those who play each other again and again are
-- known by it.
alter table result add column circle text;

create unique index results_in_order on result (counted) where counted is not null;
create index results_to_count on result (ended_at, game_id) where rated and (counted is null or counted < 0);
create index results_of_a_circle on result (circle, ended_at) where circle is not null;

-- Where the rating of somebody stands: by how well they are thought to play, and how sure that is, both in millionths.
create table rating (
    title  text   not null,
    seats  bigint not null,
    person bigint not null,
    mean   bigint not null,
    spread bigint not null,
    -- How many games counted.
    games  bigint not null,
    primary key (title, seats, person)
);

-- The same as it was after a game.
create table rating_after (
    game_id bigint not null references game (game_id) on delete cascade,
    person  bigint not null,
    mean    bigint not null,
    spread  bigint not null,
    games   bigint not null,
    primary key (game_id, person)
);

create index ratings_of_a_person on rating_after (person, game_id);

-- On which servers somebody played games that counted: there they are ranked.
create table rated_on (
    server bigint not null,
    title  text   not null,
    seats  bigint not null,
    person bigint not null,
    primary key (server, title, seats, person)
);
