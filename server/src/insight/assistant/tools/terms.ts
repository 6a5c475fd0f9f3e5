/** Terms of the trade the assistant can explain: how they are asked for, and what they mean. */
export const terms: readonly { words: RegExp; en: string; zh: string }[] = [
  {
    words: /\boverdue\b|past due|逾期/i,
    en: 'Overdue: still unpaid on the day after its due date. The days are counted on the calendar, up to the business date.',
    zh: '逾期：到期日次日起仍未付清。天数按日历日计算，截至业务日期。',
  },
  {
    words: /\bfactoring\b(?<!pool factoring)|(?<!池|反向)保理/i,
    en: 'Factoring: a supplier sells its receivables to a funder and is paid before the buyer pays.',
    zh: '保理：供应商将应收账款转让给资金方，在买方付款之前获得资金。',
  },
  {
    words: /\brecourse\b|追索权?/i,
    en: 'Recourse: the supplier must take unpaid receivables back. Without recourse, the funder bears that the buyer does not pay.',
    zh: '追索权：买方不付款时，供应商须回购应收账款；无追索权时由资金方承担买方不付款的风险。',
  },
  {
    words: /\bdilution\b|稀释/i,
    en: 'Dilution: what an invoice loses without cash, by credit notes, deductions and returns, as a share of what was invoiced.',
    zh: '稀释：因贷项、扣款、退货等非现金原因减少的发票金额，占开票金额的比例。',
  },
  {
    words: /\bDSO\b|days sales outstanding|周转天数/i,
    en: 'Days sales outstanding (DSO): what is owed now, divided by what was invoiced in the last 90 days, times 90.',
    zh: '应收账款周转天数（DSO）：当前应收余额除以近 90 天开票额，再乘以 90。',
  },
  {
    words: /advance rate|融资比例|预付比例/i,
    en: 'Advance rate: the share of the eligible amount that is paid early; the rest is the reserve.',
    zh: '融资比例：合格金额中提前支付的比例，其余为保留款。',
  },
  {
    words: /eligible amount|eligibility|合格金额/i,
    en: 'Eligible amount: the part of an invoice that counts for finance, after reductions, payments and pending deductions.',
    zh: '合格金额：扣除抵减、已付款和待处理扣款后，可用于融资的发票金额。',
  },
  {
    words: /right[- ]confirmation|确权/i,
    en: 'Confirmation of the debt: the named party acknowledges the debt and its assignment to the funder before the money is paid out.',
    zh: '确权：放款前由约定的一方确认债权及其转让给资金方。',
  },
  {
    words: /\bwaterfall\b|分配顺序/i,
    en: 'Waterfall: the order in which a receipt pays cost, overdue interest, fee, interest and principal.',
    zh: '还款分配顺序：一笔回款依次用于费用、罚息、手续费、利息和本金的顺序。',
  },
  {
    words: /grace period|days of grace|宽限期/i,
    en: 'Grace period: days after maturity in which no overdue interest is charged if the debt is paid.',
    zh: '宽限期：到期后的若干天，期内付清则不计罚息。',
  },
  {
    words: /overdue interest|penalty interest|\bpenalty\b|罚息/i,
    en: 'Overdue interest: extra interest on what is open after maturity and the grace period.',
    zh: '罚息：到期日及宽限期后，对未还部分加收的利息。',
  },
  {
    words: /maker[- ](and[- ])?checker|four[- ]eyes|经办.*复核|复核.*经办/i,
    en: 'Maker and checker: of each action that moves money, one person enters and another approves.',
    zh: '经办与复核：涉及资金的每个操作由一人录入、另一人复核。',
  },
  {
    words: /base rate|benchmark|fixing\b|基准利率|定盘/i,
    en: 'Base rate and fixing: the benchmark a floating rate follows, and its published value of a day. Your rate is the fixing plus the margin.',
    zh: '基准利率与定盘：浮动利率所依据的基准及其某日公布值；您的利率为定盘加利差。',
  },
  {
    words: /\bmargin\b|利差/i,
    en: 'Margin: what is added to the base rate; both together are your interest rate.',
    zh: '利差：在基准利率之上加收的部分，两者相加即为您的利率。',
  },
  {
    words: /in advance|前收息|前收/i,
    en: 'Interest in advance is deducted when the money is paid out; interest in arrears is paid together with the principal.',
    zh: '前收息在放款时扣除；后收息随本金一起支付。',
  },
  {
    words: /\bARP\b|conversion|转应收账款买断|转换/i,
    en: 'Conversion (ARP): purchase order finance is paid off by buying the invoices of that order.',
    zh: '转应收账款买断（ARP）：以买断该采购订单项下的发票来偿还订单融资。',
  },
  {
    words: /payables finance|reverse factoring|反向保理/i,
    en: 'Payables finance: the funder pays the buyer’s suppliers early, led and priced by the buyer’s credit.',
    zh: '反向保理：以买方信用定价，由资金方提前支付其供应商。',
  },
  {
    words: /receivables? purchase|应收账款买断/i,
    en: 'Receivables purchase: the funder buys the invoice and pays part of it early.',
    zh: '应收账款买断：资金方买入发票，并提前支付其中一部分。',
  },
  {
    words: /purchase order finance|PO finance|订单融资/i,
    en: 'Purchase order finance: a loan against a confirmed purchase order, before there is an invoice.',
    zh: '订单融资：在开票前，凭已确认的采购订单发放的融资。',
  },
  {
    words: /pool factoring|池保理|池融资/i,
    en: 'Pool factoring: the receivables of a pool together cover what is drawn, instead of single invoices.',
    zh: '池保理：以资产池中的应收账款整体支持提款，而非逐张发票。',
  },
  {
    words: /business date|业务日期/i,
    en: 'Business date: the day the books are on. It moves on with the end of day alone.',
    zh: '业务日期：账务所在的日期，仅由日终处理推进。',
  },
  {
    words: /\bSOFR\b|\bEURIBOR\b|\bLPR\b|\bTIBOR\b|\bTONA\b/i,
    en: 'A published benchmark interest rate; floating prices follow its fixings.',
    zh: '公开发布的基准利率，浮动价格随其定盘变动。',
  },
]
