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

create index results_of_a_hall on result (server, hall) where hall is not null;
