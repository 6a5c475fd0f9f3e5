-- The shipped agreements said that the advance is paid. They name the price: the advance, what is deducted and what is paid out.
-- A new version follows the newest one that still has the sentence; what was issued keeps its text.
insert into contract_template (id, code, version, name, name_cn, body_en, body_cn, signatories, product_types, status)
select case t.code when 'RPA' then '0198c0de-0000-7000-8000-000000000011'::uuid else '0198c0de-0000-7000-8000-000000000013'::uuid end,
  t.code, t.version + 1, t.name, t.name_cn,
  replace(replace(t.body_en,
    $text$On or about {{fundingDate}} the Purchaser pays an advance of {{financeAmount}}. Interest runs at {{rate}} percent a year, as set out in the pricing that the Seller accepted with the finance order, until {{maturity}}. What the Debtor pays beyond the advance, interest, fees and other sums due is released to the Seller.$text$,
    $text$The advance on them is {{financeAmount}}, at {{rate}} percent a year until {{maturity}}. On or about {{fundingDate}} the Purchaser pays the net amount below.

{{price}}

What the Debtor pays beyond the advance, interest, fees and other sums due is released to the Seller.$text$),
    $text$Interest runs at {{rate}} percent a year, as set out in the pricing that the Borrower accepted with the finance order. The Borrower repays$text$,
    $text$The interest rate is {{rate}} percent a year. Of the loan the Lender pays out the net amount below.

{{price}}

The Borrower repays$text$),
  replace(replace(t.body_cn,
    $text$受让方于 {{fundingDate}} 前后支付融资款 {{financeAmount}}。利率为年 {{rate}}%，以转让方随融资订单确认的定价为准，计息至 {{maturity}}。债务人付款超出$text$,
    $text$融资款为 {{financeAmount}}，年利率 {{rate}}%，计息至 {{maturity}}。受让方于 {{fundingDate}} 前后支付下列实付净额。

{{price}}

债务人付款超出$text$),
    $text$利率为年 {{rate}}%，以借款方随融资订单确认的定价为准。借款方于$text$,
    $text$年利率为 {{rate}}%。贷款方就该贷款支付下列实付净额。

{{price}}

借款方于$text$),
  t.signatories, t.product_types, t.status
from contract_template t
where t.code in ('RPA', 'POF')
  and not exists (select 1 from contract_template n where n.code = t.code and n.version > t.version)
  and not 'BUYER' = any(t.signatories)
  and (t.body_en like '%the Purchaser pays an advance of {{financeAmount}}. Interest runs at%'
    or t.body_en like '%Interest runs at {{rate}} percent a year, as set out in the pricing that the Borrower accepted%')
  and (t.body_cn like '%支付融资款 {{financeAmount}}。利率为年%' or t.body_cn like '%以借款方随融资订单确认的定价为准%');
