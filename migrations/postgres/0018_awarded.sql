-- A game may also end before its end with a result on which all agreed: it was awarded. Its participants have a rank and no points.
alter table result drop constraint result_ending_check;
alter table result add constraint result_ending_check check (ending in ('played', 'resigned', 'agreed', 'awarded'));
