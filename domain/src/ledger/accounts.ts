/** F and P are accounting books of funder and platform; S and B are memo books for the statements of supplier and buyer. */
export const books = ['F', 'P', 'S', 'B'] as const
export type Book = (typeof books)[number]
/** A memo book holds what the portal books of financings, and not what its owner invoices: no balance sheet comes of it. */
export const isMemoBook = (book: Book): boolean => book === 'S' || book === 'B'
export type Side = 'D' | 'C'
export type AccountKind = 'ASSET' | 'LIABILITY' | 'INCOME' | 'EXPENSE' | 'CLEARING'
export type LedgerAccount = {
  readonly book: Book
  readonly code: string
  readonly kind: AccountKind
  /** The side on which the balance normally stands. */
  readonly normalSide: Side
  readonly en: string
  readonly zh: string
}

const chart = {
  F: [
    ['1000', 'ASSET', 'Payment bank', '付款银行'],
    ['1010', 'ASSET', 'Collection bank', '收款银行'],
    ['1100', 'ASSET', 'Purchased receivables', '受让应收账款'],
    ['1150', 'ASSET', 'Order and pool loans', '订单及池融资贷款'],
    ['1200', 'ASSET', 'Accrued interest', '应计利息'],
    ['1210', 'ASSET', 'Accrued penalty', '应计罚息'],
    ['1220', 'ASSET', 'Fees receivable', '应收费用'],
    ['1230', 'ASSET', 'Fees receivable from buyers', '应收买方费用'],
    ['1300', 'ASSET', 'Recourse claims', '追索债权'],
    ['2000', 'LIABILITY', 'Reserve payable', '应付保留款'],
    ['2100', 'LIABILITY', 'Unearned discount', '未实现贴现息'],
    ['2110', 'LIABILITY', 'Unearned platform spread', '未实现平台利差'],
    ['2120', 'LIABILITY', 'Unearned fees', '未实现费用'],
    ['2200', 'LIABILITY', 'Refunds payable', '应付退款'],
    ['2300', 'LIABILITY', 'Due to platform', '应付平台款'],
    ['2400', 'LIABILITY', 'Tax payable', '应交税费'],
    ['2900', 'LIABILITY', 'Unallocated receipts', '未分配收款'],
    ['4000', 'INCOME', 'Interest income', '利息收入'],
    ['4010', 'INCOME', 'Penalty income', '罚息收入'],
    ['4020', 'INCOME', 'Fee income', '费用收入'],
    ['5000', 'EXPENSE', 'Credit loss', '信用损失'],
    ['5010', 'EXPENSE', 'Small balances waived', '小额余款豁免'],
    ['5100', 'EXPENSE', 'Fees paid', '已付费用'],
    ['6900', 'CLEARING', 'Currency position', '外汇头寸'],
    ['6910', 'INCOME', 'Currency result', '汇兑损益'],
  ],
  P: [
    ['1000', 'ASSET', 'Bank', '银行存款'],
    ['1100', 'ASSET', 'Due from funders', '应收资金方款'],
    ['2100', 'LIABILITY', 'Tax payable', '应交税费'],
    ['2200', 'LIABILITY', 'Unearned fees', '未实现费用'],
    ['4000', 'INCOME', 'Handling fees', '手续费收入'],
    ['4010', 'INCOME', 'Service fees', '服务费收入'],
    ['4020', 'INCOME', 'Platform fees', '平台费收入'],
    ['4030', 'INCOME', 'Spread income', '利差收入'],
    ['5000', 'EXPENSE', 'Provider cost', '供应商成本'],
  ],
  S: [
    ['1000', 'ASSET', 'Bank', '银行存款'],
    ['1100', 'ASSET', 'Trade receivables', '应收账款'],
    ['1200', 'ASSET', 'Due from funder', '应收资金方款'],
    ['1300', 'ASSET', 'Prepaid finance cost', '预付融资成本'],
    ['2000', 'LIABILITY', 'Advances', '融资款'],
    ['2300', 'LIABILITY', 'Due to funder', '应付资金方款'],
    ['4100', 'EXPENSE', 'Sales returns', '销售退回'],
    ['5000', 'EXPENSE', 'Interest', '利息支出'],
    ['5010', 'EXPENSE', 'Fees', '费用支出'],
  ],
  B: [
    ['1000', 'ASSET', 'Bank', '银行存款'],
    ['2000', 'LIABILITY', 'Payables', '应付账款'],
    ['2010', 'LIABILITY', 'Payables assigned', '已转让应付账款'],
    ['2020', 'LIABILITY', 'Finance fees payable', '应付融资费用'],
    ['5000', 'EXPENSE', 'Purchases', '采购'],
    ['5010', 'EXPENSE', 'Finance fees', '融资费用'],
  ],
} as const satisfies Record<Book, readonly (readonly [code: string, kind: AccountKind, en: string, zh: string])[]>

/** An account code with its book in front, as statements print it: F1100, S2000. */
export type AccountName = { [B in Book]: `${B}${(typeof chart)[B][number][0]}` }[Book]

const normalSides: Record<AccountKind, Side> = { ASSET: 'D', EXPENSE: 'D', CLEARING: 'D', LIABILITY: 'C', INCOME: 'C' }

/** The chart of accounts of all four books. */
export const ledgerAccounts: ReadonlyMap<AccountName, LedgerAccount> = new Map(
  books.flatMap((book) =>
    chart[book].map(([code, kind, en, zh]): [AccountName, LedgerAccount] => [
      `${book}${code}` as AccountName,
      { book, code, kind, normalSide: normalSides[kind], en, zh },
    ]),
  ),
)

/** The account of a name; an unknown name is a bug and throws. */
export function accountOf(name: string): LedgerAccount {
  const account = ledgerAccounts.get(name as AccountName)
  if (!account) throw new Error(`Not a ledger account: ${name}.`)
  return account
}
