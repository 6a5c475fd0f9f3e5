-- A drawing on a pool was issued the agreement on a purchase, with the pool as the receivable that it sells. It is a loan on the invoices
-- assigned to the pool (decision 027), and has an agreement of its own. What was issued keeps its text.
update contract_template set product_types = array_remove(product_types, 'POOL_FACTORING') where code = 'RPA';

insert into contract_template (id, code, name, name_cn, body_en, body_cn, signatories, product_types) values
('0198c0de-0000-7000-8000-000000000004', 'POOL', 'Advance under a receivables pool', '应收账款池融资协议', $text$# Advance under a Receivables Pool

No. {{contractNo}}, concluded on {{date}}

## 1. Parties

The Borrower is {{supplierName}}, registration number {{supplierRegNo}}. The Lender is {{funderName}}, registration number {{funderRegNo}}.

## 2. Advance

The Lender lends the Borrower {{financeAmount}} under finance order {{orderNo}}, on or about {{fundingDate}}. The interest rate is {{rate}} percent a year. Of the advance the Lender pays out the net amount below.

{{price}}

## 3. Security

The advance is secured by the receivables that the Borrower has assigned to the Lender in pool {{pool}}. On {{date}} these are the following, with what is outstanding on them. Receivables that are assigned to the pool later secure the advance too; one that leaves the pool no longer does.

{{documents}}

## 4. Repayment

The Borrower repays the advance with interest and fees on {{maturity}}. What the debtors of these receivables pay on them before then repays it, each up to what it owes. What they pay beyond the sums due under the pool is the Borrower's. If the receivables do not pay the advance, the Borrower pays it.

## 5. What the Borrower states

Each of these receivables exists, is owed in the amount outstanding, belongs to the Borrower but for this assignment, has been assigned to nobody else and is free of any dispute known to the Borrower.

## 6. Collections

Money the Borrower receives from the debtors for these receivables is held for the Lender and passed on within two business days.

## 7. Signature and evidence

The parties sign in the portal. The portal records who signed, when, from where and which text, and each party may compare a copy with that record at any time. The English and the Chinese text say the same; where they differ the English text governs.
$text$, $text$# 应收账款池融资协议

编号：{{contractNo}}，签订日期：{{date}}

## 一、当事人

借款方：{{supplierName}}，注册号 {{supplierRegNo}}。贷款方：{{funderName}}，注册号 {{funderRegNo}}。

## 二、融资款

贷款方依融资订单 {{orderNo}} 于 {{fundingDate}} 前后向借款方提供融资款 {{financeAmount}}。年利率为 {{rate}}%。贷款方就该融资款支付下列实付净额。

{{price}}

## 三、担保

融资款以借款方在资产池 {{pool}} 中转让给贷款方的应收账款作担保。截至 {{date}}，该等应收账款及其未付余额如下。此后转让入池的应收账款亦为融资款提供担保；移出资产池的，不再提供担保。

{{documents}}

## 四、还款

借款方于 {{maturity}} 偿还融资款本息及费用。上述应收账款的债务人在此之前就其支付的款项，在各自所欠金额之内用于偿还融资款；超出资产池项下应付款项的部分归借款方所有。应收账款不足以偿还融资款的，由借款方偿还。

## 五、借款方陈述

上述每笔应收账款真实存在、未付余额属实，除本次转让外为借款方所有，未转让给任何第三方，且借款方未知存在任何争议。

## 六、回款

借款方就上述应收账款收到的债务人付款，系代贷款方保管，应于两个营业日内转付。

## 七、签署与证据

各方在平台上签署。平台记录签署人、签署时间、来源地址及所签文本，各方可随时以副本核对该记录。中英文文本含义一致，如有差异，以英文为准。
$text$, '{SUPPLIER,FUNDER}', '{POOL_FACTORING}');
