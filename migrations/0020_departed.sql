-- Servers that removed the bot. So long after that as whoever runs it says, they are forgotten: their settings, contests and
-- wishes go, and what remains of their games has no server and no channel any more.
create table departed (
    server bigint primary key,
    -- Since when the bot is not there. If it comes back, the row goes.
    since  bigint not null
);

-- What could not be said and never will be need not be kept.
update notice set body = '' where status = 'given_up';
