-- What somebody noted for themselves about a table: nobody else reads it.
create table note (
    game_id bigint not null references game (game_id) on delete cascade,
    person  bigint not null,
    text    text   not null,
    primary key (game_id, person)
);
