-- The contracts the product ships with, in two languages. A template is never changed: a new version is added.
alter table contract_signatory add column signature_key text;
create index contract_supplier on contract (supplier_id, created_at desc);
create index contract_buyer on contract (buyer_id, created_at desc) where buyer_visible;
create index contract_funder on contract (funder_id, created_at desc);
create index contract_sha on contract (sha256) where sha256 is not null;

insert into contract_template (id, code, name, name_cn, body_en, body_cn, signatories, product_types) values
('0198c0de-0000-7000-8000-000000000001', 'RPA', 'Receivables purchase agreement', '应收账款转让协议', $text$# Receivables Purchase Agreement

No. {{contractNo}}, concluded on {{date}}

## 1. Parties

The Seller is {{supplierName}}, registration number {{supplierRegNo}}. The Purchaser is {{funderName}}, registration number {{funderRegNo}}. The Debtor of the receivables is {{buyerName}}, registration number {{buyerRegNo}}.

## 2. Purchase and assignment

The Seller sells and assigns to the Purchaser, and the Purchaser buys, the receivables listed below under finance order {{orderNo}}, with all rights that secure them. The assignment takes effect on the day the advance is paid.

{{documents}}

## 3. Price and payment

The receivables have a face value of {{faceAmount}}. On or about {{fundingDate}} the Purchaser pays an advance of {{financeAmount}}. Interest runs at {{rate}} percent a year, as set out in the pricing that the Seller accepted with the finance order, until {{maturity}}. What the Debtor pays beyond the advance, interest, fees and other sums due is released to the Seller.

## 4. What the Seller states

Each receivable exists, is owed in full, belongs to the Seller alone, has been assigned to nobody else and is free of any dispute known to the Seller. Goods or services behind it have been delivered as ordered.

## 5. Recourse

{{recourseClause}}

## 6. Collections

Money the Seller receives from the Debtor for these receivables is held for the Purchaser and passed on within two business days.

## 7. Signature and evidence

The parties sign in the portal. The portal records who signed, when, from where and which text, and each party may compare a copy with that record at any time. The English and the Chinese text say the same; where they differ the English text governs.
$text$, $text$# 应收账款转让协议

编号：{{contractNo}}，签订日期：{{date}}

## 一、当事人

转让方：{{supplierName}}，注册号 {{supplierRegNo}}。受让方：{{funderName}}，注册号 {{funderRegNo}}。应收账款债务人：{{buyerName}}，注册号 {{buyerRegNo}}。

## 二、转让与受让

转让方将融资订单 {{orderNo}} 项下下列应收账款及其全部从权利转让给受让方，受让方同意受让。转让自融资款支付之日起生效。

{{documents}}

## 三、价款与支付

应收账款票面金额合计 {{faceAmount}}。受让方于 {{fundingDate}} 前后支付融资款 {{financeAmount}}。利率为年 {{rate}}%，以转让方随融资订单确认的定价为准，计息至 {{maturity}}。债务人付款超出融资款、利息、费用及其他应付款项的部分，退还转让方。

## 四、转让方陈述

每笔应收账款真实存在、金额完整、为转让方独有，未转让给任何第三方，且转让方未知存在任何争议。对应的货物或服务已按约交付。

## 五、追索权

{{recourseClause}}

## 六、回款

转让方就上述应收账款收到的债务人付款，系代受让方保管，应于两个营业日内转付。

## 七、签署与证据

各方在平台上签署。平台记录签署人、签署时间、来源地址及所签文本，各方可随时以副本核对该记录。中英文文本含义一致，如有差异，以英文为准。
$text$, '{SUPPLIER,FUNDER}', '{RECEIVABLE_PURCHASE,PAYABLES_FINANCE,POOL_FACTORING}'),
('0198c0de-0000-7000-8000-000000000002', 'NOA', 'Notice of assignment', '应收账款转让通知', $text$# Notice of Assignment

No. {{contractNo}}, dated {{date}}

To: {{buyerName}}, registration number {{buyerRegNo}}

## 1. Notice

{{supplierName}} gives notice that it has assigned the receivables below, owed by you, to {{funderName}} under finance order {{orderNo}}.

{{documents}}

## 2. Whom to pay

Please pay the amounts above, when due and without set-off, only to the following account. Payment to any other account does not discharge the debt.

{{collectionAccount}}

## 3. No change without consent

This instruction can be changed only in writing by {{funderName}}. An e-mail or a call asking for another account is not such a change.

## 4. Acknowledgement

By signing, {{buyerName}} confirms that it has received this notice, that the amounts above are owed, and that it will pay as instructed.
$text$, $text$# 应收账款转让通知

编号：{{contractNo}}，日期：{{date}}

致：{{buyerName}}，注册号 {{buyerRegNo}}

## 一、通知

{{supplierName}} 特此通知：其已将贵司所欠下列应收账款依融资订单 {{orderNo}} 转让给 {{funderName}}。

{{documents}}

## 二、付款对象

请于到期时将上述款项足额且不作抵销地仅支付至以下账户。向其他账户付款不视为清偿。

{{collectionAccount}}

## 三、未经同意不得变更

上述指示仅可由 {{funderName}} 以书面形式变更。以电子邮件或电话要求更换账户者，不构成变更。

## 四、确认

{{buyerName}} 签署本通知，即确认已收到本通知、确认所欠上述款项，并将按指示付款。
$text$, '{SUPPLIER,BUYER}', '{RECEIVABLE_PURCHASE,PAYABLES_FINANCE}'),
('0198c0de-0000-7000-8000-000000000003', 'POF', 'Purchase order finance agreement', '订单融资协议', $text$# Purchase Order Finance Agreement

No. {{contractNo}}, concluded on {{date}}

## 1. Parties

The Borrower is {{supplierName}}, registration number {{supplierRegNo}}. The Lender is {{funderName}}, registration number {{funderRegNo}}.

## 2. Loan

The Lender lends the Borrower {{financeAmount}} under finance order {{orderNo}}, to be paid on or about {{fundingDate}}, so that the Borrower can make and ship the goods ordered by {{buyerName}} in the purchase orders below, of {{faceAmount}} in total.

{{documents}}

## 3. Interest and repayment

Interest runs at {{rate}} percent a year, as set out in the pricing that the Borrower accepted with the finance order. The Borrower repays the loan with interest on {{maturity}}, or earlier from the sale of the invoices for these orders to the Lender.

## 4. What the Borrower undertakes

The Borrower uses the loan for these orders only, ships by the dates agreed, reports each shipment in the portal, and offers the resulting invoices to the Lender first.

## 5. Recourse

{{recourseClause}}

## 6. Signature and evidence

The parties sign in the portal. The portal records who signed, when, from where and which text, and each party may compare a copy with that record at any time. The English and the Chinese text say the same; where they differ the English text governs.
$text$, $text$# 订单融资协议

编号：{{contractNo}}，签订日期：{{date}}

## 一、当事人

借款方：{{supplierName}}，注册号 {{supplierRegNo}}。贷款方：{{funderName}}，注册号 {{funderRegNo}}。

## 二、贷款

贷款方依融资订单 {{orderNo}} 向借款方提供贷款 {{financeAmount}}，于 {{fundingDate}} 前后支付，供借款方生产并交付 {{buyerName}} 在下列采购订单（合计 {{faceAmount}}）中订购的货物。

{{documents}}

## 三、利息与还款

利率为年 {{rate}}%，以借款方随融资订单确认的定价为准。借款方于 {{maturity}} 偿还本息，或提前以上述订单对应发票转让给贷款方所得款项偿还。

## 四、借款方承诺

借款方仅将贷款用于上述订单，按约定日期发货，在平台上报告每次发货，并优先向贷款方转让由此产生的发票。

## 五、追索权

{{recourseClause}}

## 六、签署与证据

各方在平台上签署。平台记录签署人、签署时间、来源地址及所签文本，各方可随时以副本核对该记录。中英文文本含义一致，如有差异，以英文为准。
$text$, '{SUPPLIER,FUNDER}', '{PO_FINANCE}');
