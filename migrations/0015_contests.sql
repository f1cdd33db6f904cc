-- Contests: leagues and tournaments, of which the bot opens the tables. All of a contest that is not a table is one text (JSON)
-- that the store never reads: who takes part, who sits at which table, how each came out, what its organiser corrected.
create table contest (
    contest_id bigint primary key,
    server     bigint not null,
    channel    bigint not null,
    -- Whoever opened it, and may put it right.
    organiser  bigint not null,
    -- open: people sign up; running; over: it stays readable.
    status     text   not null check (status in ('open', 'running', 'over')),
    -- As that of a table: whoever writes says which one they have seen.
    revision   bigint not null default 0,
    state      text   not null,
    opened_at  bigint not null,
    -- When it is to be tended next; null as long as nobody does anything and no table of it is over. Whoever tends it puts this
    -- off first, so that of several processes one does.
    look_at    bigint
);

create unique index one_contest_a_channel on contest (channel) where status <> 'over';
create index contests_of_a_channel on contest (channel, contest_id);
create index contests_to_tend on contest (look_at) where look_at is not null;

-- Which table plays a heat: none is opened twice.
create table heat (
    contest_id bigint not null references contest (contest_id) on delete cascade,
    number     bigint not null,
    game_id    bigint not null unique references game (game_id) on delete cascade,
    primary key (contest_id, number)
);
