-- What a funder grants on a buyer is told to those who finance on it, the suppliers that trade with it among them (103), and not to the
-- buyer: a funder that buys its debts undisclosed needs such a limit, and would be known by it.
alter policy seen on credit_limit using (
  (select app_all()) or supplier_id = (select app_company()) or funder_id = (select app_company()));
