-- A message that stands for something may stand in a person's own channel: as with notices, `channel` is then the
-- person's number, and this is it once more. Null where it stands in a channel.
alter table standing add column person integer;

-- Elsewhere than where the table is, only people's own channels hold calls and reminders.
update standing set person = channel
where role in ('call', 'reminder') and channel <> (select channel from game where game.game_id = standing.game_id);
