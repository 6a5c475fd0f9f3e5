-- The terms an order is funded and serviced on are those its supplier accepted, whatever becomes of the product meanwhile.
-- An order that was priced before they were kept has none and takes those of its product.
alter table finance_order add column agreed_terms jsonb;
