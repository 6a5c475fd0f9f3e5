-- An undisclosed relationship told the buyer that its supplier finances here, and since when: search, lists of companies and the assistant
-- read its row. The buyer reads it where it is disclosed, or where it reads a document of that supplier already.
alter policy seen on relationship using (
  (select app_all()) or supplier_id = (select app_company())
  or (buyer_id = (select app_company()) and (disclosed
    or exists (select 1 from invoice i where i.supplier_id = relationship.supplier_id and i.buyer_id = relationship.buyer_id and i.buyer_visible)
    or exists (select 1 from purchase_order p
      where p.supplier_id = relationship.supplier_id and p.buyer_id = relationship.buyer_id and p.buyer_visible and p.doc_status <> 'DRAFT'))));
