-- The table of a channel is found by itself, however many were played there: each command begins with it.
drop index tables_of_a_channel;
create index tables_of_a_channel on game (channel, status, game_id);
