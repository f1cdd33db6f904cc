-- A game begins with a public message: its number is part of the chance of the game, so that nobody can choose it beforehand.

-- Between the press that fixes all words and that message: what is kept until it stands, as text (JSON) that the store never
-- reads. Null before and after.
alter table game add column starting text;
