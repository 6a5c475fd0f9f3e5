-- A number with accents was like none without: "HÚ1" carried no sign beside "HU1". The skeleton of a normalised number has no accents,
-- whenever it was stored; what is stored and hashed stays as it is.
create function number_skeleton(norm_no text) returns text language sql immutable strict parallel safe return
  translate(
    normalize(
      regexp_replace(normalize(replace(norm_no, '-', ''), NFD), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'),
      NFC),
    U&'OILSBZ\0410\0412\0415\0405\0406\0408\041a\041c\041d\041e\0420\0421\0422\0423\0425\0391\0392\0395\0396\0397\0399\039a\039c\039d\039f\03a1\03a4\03a5\03a7', '011582A8E51JKMH0PCTYXA8E2H1KMN0PTYX');
drop index invoice_skeleton;
drop index purchase_order_skeleton;
create index invoice_skeleton on invoice (supplier_id, buyer_id, number_skeleton(norm_no));
create index purchase_order_skeleton on purchase_order (supplier_id, buyer_id, number_skeleton(norm_no));
