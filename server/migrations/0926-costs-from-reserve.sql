-- Small costs that a supplier owes are paid by the reserve that its funder holds of the same order, before anything is waived:
-- a row that pays the order as a receipt does, without one.
alter table repayment drop constraint repayment_payer_role_check;
alter table repayment add constraint repayment_payer_role_check check (payer_role in ('BUYER','SUPPLIER','ARP','WAIVER','RESERVE'));
alter table repayment add constraint repayment_reserve check (payer_role <> 'RESERVE' or (collection_id is null and surplus = 0 and status in ('POSTED','REVERSED')));
alter table allocation drop constraint allocation_source_check;
alter table allocation add constraint allocation_source_check check (source in ('RECEIPT','REBATE','ARP','WAIVER','RESERVE'));
