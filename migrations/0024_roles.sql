-- Fewer messages stand for anything: no buttons are removed any more but those of a lobby, and each board says how its
-- table stands.
delete from standing where role in ('call', 'question', 'status');
update standing set role = 'board' where role = 'live';
