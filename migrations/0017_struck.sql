-- A game that whoever runs the bot took out of the ratings: it keeps its place in the order in which games were counted, but moves
-- no rating until it is put back. Everything else that is kept of it stays.
alter table result add column struck boolean not null default false;
