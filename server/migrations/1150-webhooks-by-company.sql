-- Messages are claimed company by company, so that nobody waits behind the slow receivers of another company.
create index webhook_delivery_by_company on webhook_delivery (company_id, next_at) where status = 'PENDING';
drop index webhook_delivery_open;
