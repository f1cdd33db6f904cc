-- Somebody learns a game alone with us: in direct messages, or where those are closed to us, seen by nobody else. Such
-- tables are on no server; a person has one of each game at a time, and both may be in one channel.
drop index one_table_a_channel;
create unique index one_table_a_channel on game (channel) where status <> 'over' and server <> 0;
create unique index one_lesson on game (owner, title) where status <> 'over' and server = 0;
