-- Several processes may serve one database on a server: ../migrations/postgres tells how. On a file there is one, and of
-- what it left behind it knows as much as one of several knows of another that died.

-- Whether somebody who is gone may have sent it already: then it is looked for before it is sent.
alter table notice add column doubtful boolean not null default false;
update notice set doubtful = true where status = 'waiting';
