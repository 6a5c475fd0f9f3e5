-- The least and the most that one order of a product may finance, in the product's only currency.
alter table financing_product add column min_amount amt check (min_amount > 0);
alter table financing_product add column max_amount amt check (max_amount > 0);
alter table financing_product add constraint product_amounts check (min_amount <= max_amount);
alter table financing_product add constraint product_amounts_currency
  check (coalesce(min_amount, max_amount) is null or cardinality(currencies) = 1);
