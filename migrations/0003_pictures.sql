-- What is kept so that nothing is done twice over: a picture that did not change is not sent again, and one person does not
-- open tables without end.

-- A digest of the pictures that a standing message shows; null if it shows none, or if nobody knows.
alter table standing add column pictures integer;

-- How many tables that are not over did somebody open?
create index tables_of_an_owner on game (owner) where status <> 'over';
