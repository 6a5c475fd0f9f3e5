import { securedStatuses } from '@usance/domain/states/finance-order'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { BankAccountTable, ContractTable } from '../../database/tables.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { maskedAccount } from '../../party/bank-account/account-number.ts'
import { accountFor, collectingAccounts, lineOf } from './contract-values.ts'
import { reissueSome } from './issue-contracts.ts'

type Account = Selectable<BankAccountTable>

const liveStatuses = ['PENDING_SIGN', 'PARTIALLY_SIGNED', 'SIGNED'] as const

// A settled order may still be owed on: a rest that its reserve bore, and fee bills of its buyer (decisions 092 and 173).
const isOwedOn = sql<boolean>`(
  exists (
    select 1 from ledger_balance b
    where b.order_id = o.id and b.book = 'F' and b.account in ('1100', '1230', '1300') and b.balance > 0)
  or exists (select 1 from fee_bill bill where bill.order_id = o.id and bill.open_amount > 0))`

/** The live contracts of a funder that name one of some accounts, of orders on which something is still owed or may come to be. */
const contractsNaming = (tx: Tx, funderId: string, accounts: readonly Account[]) =>
  tx
    .selectFrom('contract as c')
    .innerJoin('financeOrder as o', 'o.id', 'c.orderId')
    .select(['c.id', 'c.status', 'c.supplierId', 'o.id as orderId', 'o.status as orderStatus', 'o.currency'])
    // The debtor of an order stands on each of its contracts; it reads those alone that it signs.
    .select(sql<string | null>`case when c.buyer_visible then c.buyer_id end`.as('readingBuyerId'))
    .where('c.funderId', '=', funderId)
    .where('c.status', 'in', liveStatuses)
    .where((eb) => eb.or([eb('o.status', 'in', securedStatuses), eb.and([eb('o.status', '=', 'SETTLED'), isOwedOn])]))
    .where((eb) => eb.or(accounts.map((one) => sql<boolean>`position(${lineOf(one)} in c.content_en) > 0`)))
    .orderBy('c.createdAt', 'desc')
    .orderBy('c.id')
    .execute()

/**
 * The live contracts that name an account which is off already, and whose pages lead to this one instead, which goes off now, beside
 * the others that still collect.
 */
async function contractsLedTo(tx: Tx, account: Account, others: readonly Account[]) {
  if (account.purpose !== 'COLLECTION' && account.purpose !== 'BOTH') return []
  const closed = await tx
    .selectFrom('bankAccount')
    .selectAll()
    .where('companyId', '=', account.companyId)
    .where('status', '<>', 'ENABLE')
    .where('id', '<>', account.id)
    .execute()
  if (closed.length === 0) return []
  const before = [...others, account].toSorted(
    (a, b) => b.purpose.localeCompare(a.purpose) || (a.createdAt < b.createdAt ? -1 : 1),
  )
  const naming = await contractsNaming(tx, account.companyId, closed)
  return naming.filter(({ currency }) => accountFor(before, currency)?.id === account.id)
}

/**
 * What an account that goes off means to those who were told to pay to it (decision 183): notices that nobody has signed are issued anew
 * with the account that takes its place; whoever signed one, or has a number of its own on the account, is told. Contracts that name it
 * keep it on while no other takes its place. The transaction sees every company.
 */
export async function accountNamed(context: UseCaseContext, account: Account): Promise<void> {
  const { tx } = context
  const naming = await contractsNaming(tx, account.companyId, [account])
  const others = await collectingAccounts(tx, account.companyId)
  const led = (await contractsLedTo(tx, account, others)).filter(({ id }) => !naming.some((one) => one.id === id))
  const without = [...naming, ...led].find(({ currency }) => !accountFor(others, currency))
  if (without) throw new Refused('ACCOUNT_NAMED_TO_PAYERS', { currency: without.currency, count: naming.length + led.length })
  // Of an order with several buyers each has its own notice: what one has signed stands, and those of the others are issued anew.
  const unsigned = naming.filter(({ orderStatus, status }) => orderStatus === 'PASSED' && status === 'PENDING_SIGN')
  const anew = new Set<string>()
  for (const orderId of new Set(unsigned.map((one) => one.orderId))) {
    const own = unsigned.filter((one) => one.orderId === orderId).map(({ id }) => id)
    for (const id of await reissueSome(context, orderId, own)) anew.add(id)
  }
  const standing = [...naming.filter(({ id }) => !anew.has(id)), ...led]
  const readers = new Set(standing.flatMap(({ supplierId, readingBuyerId }) => [supplierId, readingBuyerId]))
  for (const companyId of readers) {
    const own = standing.filter(
      ({ supplierId, readingBuyerId }) => companyId !== null && [supplierId, readingBuyerId].includes(companyId),
    )
    if (own.length === 0) continue
    await notify(tx, {
      event: 'CONTRACT_ACCOUNT_CLOSED',
      companyIds: [companyId],
      params: { account: maskedAccount(account.bankAccount), bankName: account.bankName, count: own.length },
      objectType: 'BANK_ACCOUNT',
      objectId: account.id,
      link: `/contract/info?id=${own[0]!.id}`,
    })
  }
  await tellNumbered(tx, account, readers)
}

/** Tells the payers with a number of their own on the account, but not whom a contract has told already. */
async function tellNumbered(tx: Tx, account: Account, told: ReadonlySet<string | null>): Promise<void> {
  const numbers = await tx.selectFrom('virtualAccount').select('payerCompanyId').where('bankAccountId', '=', account.id).execute()
  await notify(tx, {
    event: 'VIRTUAL_ACCOUNT_CLOSED',
    companyIds: numbers.map(({ payerCompanyId }) => payerCompanyId).filter((id) => !told.has(id)),
    params: { account: maskedAccount(account.bankAccount), bankName: account.bankName },
    objectType: 'BANK_ACCOUNT',
    objectId: account.id,
    link: '/repayment/airwallex-management',
  })
}

/** The account to pay to in place of one that a live contract names and that is off now; null where what it names holds. */
export async function accountInstead(
  tx: Tx,
  { contentEn, funderId, orderId, status }: Pick<Selectable<ContractTable>, 'contentEn' | 'funderId' | 'orderId' | 'status'>,
): Promise<{ closed: string; accountName: string; bankName: string; bankAccount: string; bankCode: string } | null> {
  if (!funderId || !liveStatuses.some((live) => live === status)) return null
  const accounts = await tx.selectFrom('bankAccount').selectAll().where('companyId', '=', funderId).execute()
  const named = accounts.filter((one) => contentEn.includes(lineOf(one)))
  const [closed] = named
  if (!closed || named.some((one) => one.status === 'ENABLE')) return null
  const order = orderId
    ? await tx.selectFrom('financeOrder').select('currency').where('id', '=', orderId).executeTakeFirst()
    : undefined
  const instead = order && accountFor(await collectingAccounts(tx, funderId), order.currency)
  if (!instead) return null
  const { accountName, bankName, bankNameEn, bankAccount, bankCode } = instead
  return { closed: maskedAccount(closed.bankAccount), accountName, bankName: bankNameEn ?? bankName, bankAccount, bankCode }
}
