-- What somebody has submitted, the newest first: a tab of the approvals page.
create index workflow_instance_maker on workflow_instance (maker_id, created_at desc nulls last, id desc);
