-- A buyer's receipt may name the fee bills of its order that it pays, as it may name invoices.
alter table repayment add column fee_bill_ids uuid[] not null default '{}';
