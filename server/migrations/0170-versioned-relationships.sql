-- Two people of the staff may edit the same trade relationship: the later of them is told.
alter table relationship add column version integer not null default 1;
