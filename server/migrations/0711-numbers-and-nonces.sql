-- The next number of a series, given by the statement that stores what bears it.
create function next_number(prefix text, year text) returns text language sql volatile as $$
  insert into number_series (series, last) values (prefix || '-' || year, 1)
  on conflict (series) do update set last = number_series.last + 1
  returning prefix || '-' || year || '-' || lpad(last::text, greatest(6, length(last::text)), '0')
$$;

-- A nonce lives for five minutes and is good once. It need not outlive a crash: whoever was signing in asks for another, and
-- none that was used up can come back.
alter table login_nonce set unlogged;
