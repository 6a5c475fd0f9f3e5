-- Webhooks offered what only people are told of, one by one, or nobody any more; nothing came of such a choice.
create function take_unheard_events() returns void language sql set app.scope = 'system' as $$
  with unheard (events) as (values (array[
    'APPROVAL_WAITING', 'APPROVAL_OVERDUE', 'APPROVAL_WITHOUT_DECIDER', 'APPROVAL_PASSED',
    'APPROVAL_REJECTED', 'APPROVAL_REFUSED', 'DELEGATION_RECEIVED', 'DELEGATION_ENDED',
    'CUSTOMER_REQUESTED', 'USER_CHANGED', 'USER_CHANGE_ASKED', 'USER_REMOVED',
    'WEBHOOK_STOPPED', 'USER_SIGNING_ENDED', 'API_KEYS_STAY', 'PROVIDER_EVENT_REFUSED',
    'COLLECTION_REPORTED_BACK', 'REPAYMENT_REPORTED_BACK', 'CONTRACT_TEMPLATE_SAVED', 'FEE_ADJUSTMENT_REJECTED',
    'FEE_ADJUSTMENT_REFUSED', 'PURCHASE_ORDER_UPLOAD', 'FINANCE_ORDER_SUBMITTED', 'FINANCE_ORDER_IN_APPROVE',
    'FINANCE_ORDER_FUNDING']))
  update webhook_endpoint w set events = array(
    select chosen.event from unnest(w.events) with ordinality as chosen (event, at) where chosen.event <> all (u.events) order by at)
  from unheard u where w.events && u.events;
$$;
select take_unheard_events();
drop function take_unheard_events();
