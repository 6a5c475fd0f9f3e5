-- The day on which the money of a transfer was back that the books do not show: a line of a statement of a later day is another return.
alter table payment_file_item add column returned_on date;
