-- Two indexes go: each was written with every move, or with every message, and read once in a long while. Old presses are
-- forgotten by a look at all that a day brought, and the notice that became a message is looked for where somebody who is
-- gone may have sent it.
drop index old_interactions;
drop index notices_by_message;
