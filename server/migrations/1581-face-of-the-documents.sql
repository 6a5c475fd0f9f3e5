-- The face of an order is that of the documents on it. Earlier orders also counted documents that a limit left nothing for. A drawing on a
-- pool has no documents of its own.
update finance_order o set face_amount = i.face
  from (select order_id, sum(face) as face from finance_order_item group by 1) i
  where i.order_id = o.id and o.pool_id is null and o.face_amount <> i.face;
