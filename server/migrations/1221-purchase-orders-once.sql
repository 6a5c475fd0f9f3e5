-- A purchase order is there once between its parties, however its number is written: "PO 1001", "po-1001" and "PO-01001" are one.
-- The server says how a number reads (read_no) and of which number it says so (read_of). What an earlier version has entered or
-- changed has no such reading; it is read here, by the same rule for the separators in use.
alter table purchase_order add column read_of text;
alter table purchase_order add column read_no text;
alter table purchase_order add column norm_no text not null generated always as (
  case when read_of = po_no and read_no is not null then read_no else btrim(
    regexp_replace(
      regexp_replace(
        translate(upper(normalize(po_no, NFKC)), U&'\115F\1160\3164\FFA0', ''),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u0300-\u036f\u2000-\u206f\u20a0-\u20ff\u2190-\u245f\u2500-\u2775\u2794-\u2bff\u3000-\u3004\u3008-\u3020\u30fb]+', '-', 'g'),
      '(?<![0-9])0+(?=[0-9])', '', 'g'),
    '-') end) stored;

-- Orders that were entered twice before keep their numbers. The later ones end in dashes, which no other number does: they stay
-- apart under the index, and still look alike.
select set_config('app.scope', 'system', true);
with twice as (
  select id, norm_no, row_number() over (partition by supplier_id, buyer_id, norm_no order by finance_status is null, created_at, id) as nth
  from purchase_order where doc_status <> 'CANCELLED')
update purchase_order p set read_of = p.po_no, read_no = t.norm_no || repeat('-', t.nth::int - 1) from twice t where t.id = p.id and t.nth > 1;
select set_config('app.scope', '', true);

create unique index purchase_order_norm_no on purchase_order (supplier_id, buyer_id, norm_no) where doc_status <> 'CANCELLED';
create index purchase_order_skeleton on purchase_order (supplier_id, buyer_id, translate(replace(norm_no, '-', ''), 'OILSBZ', '011582'));
create index purchase_order_date on purchase_order (supplier_id, buyer_id, order_date);
