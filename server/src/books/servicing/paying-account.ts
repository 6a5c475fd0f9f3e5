import type { Tx } from '../../database/database.ts'

/** The bank accounts in the book of a funder: 1000 for payments, 1010 for collections. */
export type FromBank = '1000' | '1010'

const accountsIn = async (tx: Tx, companyId: string, currency: string) =>
  (
    await tx
      .selectFrom('bankAccount')
      .select(['id', 'currency', 'purpose'])
      .where('companyId', '=', companyId)
      .where('status', '=', 'ENABLE')
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
  ).filter((account) => account.currency.split(',').includes(currency))

/** The account a company is paid on: a given one while it is enabled in the currency, else the one by default; null where it has none. */
export async function accountToPay(
  tx: Tx,
  { companyId, currency, agreed }: { companyId: string; currency: string; agreed: string | null },
): Promise<string | null> {
  const accounts = await accountsIn(tx, companyId, currency)
  return (accounts.find(({ id }) => id === agreed) ?? accounts[0])?.id ?? null
}

/** The account a company is paid on by default: its oldest enabled one in the currency. */
export const payingAccount = (tx: Tx, companyId: string, currency: string): Promise<string | null> =>
  accountToPay(tx, { companyId, currency, agreed: null })

/** The bank on which a payment from an account is booked; an account for both keeps what suits the money. */
const bankOf = (purpose: 'PAYMENT' | 'COLLECTION' | 'BOTH', suits: FromBank): FromBank =>
  purpose === 'BOTH' ? suits : purpose === 'COLLECTION' ? '1010' : '1000'

/** The account a funder funds from: its oldest enabled one that makes payments. None is found where it only collects. */
export async function fundingAccount(tx: Tx, funderId: string, currency: string) {
  const account = (await accountsIn(tx, funderId, currency)).find((one) => one.purpose !== 'COLLECTION')
  return { fromAccountId: account?.id ?? null, fromBank: '1000' as const }
}

/**
 * The funder's account that money leaves from, and the bank on which that is booked. What came in as receipts leaves a collection
 * account: the one the receipt came in on, else one that receipts of the order came in on, else the funder's oldest. Other money leaves
 * an account for payments. A funder that has only the other kind pays from it, and it is booked there.
 */
export async function accountOfMoney(
  tx: Tx,
  money: { funderId: string; currency: string; received: boolean; repaymentId?: string; orderId: string | null },
): Promise<{ fromAccountId: string | null; fromBank: FromBank }> {
  const suits = money.received ? '1010' : '1000'
  const accounts = await accountsIn(tx, money.funderId, money.currency)
  const [first] = accounts
  if (!first) return { fromAccountId: null, fromBank: suits }
  const fitting = accounts.filter((one) => bankOf(one.purpose, suits) === suits)
  const used = money.received && fitting.length > 1 ? await accountsOfReceipts(tx, money) : []
  // An account for one purpose alone stands before one for both.
  const alone = fitting.find((one) => one.purpose !== 'BOTH')
  const from =
    used.map((id) => fitting.find((one) => one.id === id)).find((one) => one !== undefined) ?? alone ?? fitting[0] ?? first
  return { fromAccountId: from.id, fromBank: bankOf(from.purpose, suits) }
}

/** The accounts that receipts of a repayment or an order came in on: that of the repayment first, then the latest. */
async function accountsOfReceipts(
  tx: Tx,
  { repaymentId, orderId }: { repaymentId?: string; orderId: string | null },
): Promise<string[]> {
  const receipts = await tx
    .selectFrom('repayment as r')
    .innerJoin('collection as c', 'c.id', 'r.collectionId')
    .select(['r.id', 'c.bankAccountId'])
    .where('r.status', '=', 'POSTED')
    .where(({ or, eb }) => or([eb('r.id', '=', repaymentId ?? null), eb('r.orderId', '=', orderId)]))
    .orderBy('c.valueDate', 'desc')
    .orderBy('c.id')
    .execute()
  const own = receipts.filter((one) => one.id === repaymentId)
  return [...own, ...receipts].map((one) => one.bankAccountId)
}
