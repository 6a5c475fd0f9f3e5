-- Two currencies have one exchange rate on a day, in whichever direction it was entered. Of two that stand, the newer is kept.
delete from fx_rate old using fx_rate newer
  where old.from_currency = newer.to_currency and old.to_currency = newer.from_currency and old.rate_date = newer.rate_date
    and old.id < newer.id;
alter table fx_rate drop constraint fx_rate_from_currency_to_currency_rate_date_key;
create unique index fx_rate_pair on fx_rate
  (least(from_currency::text, to_currency::text), greatest(from_currency::text, to_currency::text), rate_date desc);

-- A rupiah is worth 0.0000615385 dollars: conversions use the direction above one, so that the other may be as small as that.
alter domain fx drop constraint fx_check;
alter domain fx add constraint fx_check check (value > 0 and value <> 'NaN'::numeric);
