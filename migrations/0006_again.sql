-- People who have played play again: their table follows the one of the game before.

-- Which game it follows; null for most.
alter table game add column follows integer references game (game_id);

-- One table follows a game, whoever asks for it and however often. One that everybody left before it began is none.
create unique index one_table_follows on game (follows)
where follows is not null and (status <> 'over' or snapshot is not null);
