-- Moves ahead: what somebody does who decided it before it was their turn. What they decided is with whom the table waits for
-- (wait.state), until it is done.

-- Whether whoever sits there had decided it ahead: they were not there when it was done.
alter table entry add column ahead boolean not null default false;
