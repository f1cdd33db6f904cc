-- What waits to be said in a channel is due in the order in which it came to be: nothing that came later is due sooner. So
-- whatever is due is found by its time alone. (From here on it is written so.)
update notice set due_at = (
    select max(older.due_at) from notice as older
    where older.channel = notice.channel and older.status = 'waiting' and older.chore is null
      and older.notice_id <= notice.notice_id)
where status = 'waiting' and chore is null;

-- In an index of SQLite the number follows by itself.
drop index notices_to_send;
drop index notices_of_a_channel;
create index notices_to_send on notice (due_at, notice_id) where status = 'waiting';
create index notices_of_a_channel on notice (channel, notice_id) where status = 'waiting';
