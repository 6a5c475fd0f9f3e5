import * as M from '@usance/domain/money'
import { parseAmount } from '@usance/domain/money'
import type { paymentCalls } from '@usance/wire/payment/calls'
import { sql } from 'kysely'
import { scopeOfSeat } from '../../auth/partner.ts'
import { type Parties, readsAs } from '../../auth/reads-as.ts'
import { seeingAll } from '../../auth/seeing-all.ts'
import { draftPayment } from '../../books/servicing/draft-payment.ts'
import { duesTold, dueToPlatform } from '../../books/servicing/due-to-platform.ts'
import { platformIdOf } from '../../books/servicing/load-order.ts'
import {
  isAmong,
  isToldOfRefund,
  type OpenRefund,
  openRefunds,
  surplusesSeen,
  surplusTold,
} from '../../books/servicing/open-refunds.ts'
import { tradesInSeat } from '../../books/servicing/orders-seen.ts'
import { accountToPay, payingAccount } from '../../books/servicing/paying-account.ts'
import { firstReleasable, releasableReserves } from '../../books/servicing/releasable.ts'
import { refuseUnderReversal } from '../../books/servicing/reversal-under-way.ts'
import { anyOf, elevate, type Tx } from '../../database/database.ts'
import { lockCompany } from '../../database/lock-company.ts'
import { keptByPools, refuseKeptByPool } from '../../finance/pool/short.ts'
import type { Actor, Handler } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'

/** So many receipts whose surplus waits are listed; others are searched for. */
const mostRefunds = 200

/** The orders that may have a reserve and that the reader sees; undefined for staff, who see all. */
async function ordersWithReserve(tx: Tx, actor: Actor): Promise<string[] | undefined> {
  const scope = scopeOfSeat(actor)
  if (scope === 'staff') return undefined
  const funded = tx.selectFrom('financeOrder').select('id').where('fundingDate', 'is not', null)
  // What waits of a reserve is no business of a buyer.
  const ownOrders = funded.where(tradesInSeat(actor, 'finance_order'))
  const rows = await (scope === 'company' ? ownOrders : funded).execute()
  return rows.map(({ id }) => id)
}

/**
 * The surpluses that wait, of the first receipts alone: those of the reader's own money, and those that it lends. `search` is part of the
 * number of the order or of the receipt. The transaction sees every company.
 */
async function firstRefunds(
  tx: Tx,
  actor: Actor,
  { search, among }: { search: string | undefined; among: readonly string[] | undefined },
): Promise<{ refunds: OpenRefund[]; more: boolean }> {
  const like = `%${search ?? ''}%`
  const isAsked = search
    ? sql<boolean>`(r.no ilike ${like} or exists (select from finance_order o where o.id = r.order_id and o.order_no ilike ${like}))`
    : sql<boolean>`true`
  const open = await openRefunds(tx, sql<boolean>`${isAsked} and ${isAmong(among)} and ${surplusTold(actor)}`, mostRefunds + 1)
  // Of a receipt with two parts the reader may be told of one: receipts are counted, not what of them is told.
  const receipts = [...new Set(open.map(({ id }) => id))]
  const shown = new Set(receipts.slice(0, mostRefunds))
  const refunds = open.filter((one) => shown.has(one.id) && isToldOfRefund(actor, one))
  return { refunds, more: receipts.length > mostRefunds }
}

/**
 * What keeps money back, for its reader. That a receipt may be taken back is for settlement and the funder until it has passed: others read
 * what keeps the money besides, or that its order is under review (decision 119).
 */
function blockFor<Block extends string>(
  actor: Actor,
  parties: Parties,
  { blockedBy, blockedBesides }: { blockedBy: Block | null; blockedBesides: Block | null },
): Block | 'UNDER_REVIEW' | null {
  const reader = readsAs(actor, parties)
  if (blockedBy !== 'REVERSAL' || reader === 'PLATFORM' || reader === 'FUNDER') return blockedBy
  return blockedBesides ?? 'UNDER_REVIEW'
}

/**
 * What waits to be paid out beside funding: free reserves, surpluses, and the platform's share. The lists are bounded, say whether more
 * waits than they show, and are searched by the number of an order.
 */
export const listReleasable: Handler<typeof paymentCalls.releasable> = async ({ tx, actor, body, today }) => {
  const orderIds = await ordersWithReserve(tx, actor)
  const among = await surplusesSeen(tx, actor)
  const { reserves, moreReleases, refunds, moreRefunds, kept } = await seeingAll(tx, actor, async () => {
    const { found: reserves, more: moreReleases } = await firstReleasable(tx, today, {
      orderNo: body.orderNo,
      orderIds,
    })
    const { refunds, more: moreRefunds } = await firstRefunds(tx, actor, { search: body.orderNo, among })
    return { reserves, moreReleases, refunds, moreRefunds, kept: await keptByPools({ tx, today }, refunds) }
  })
  const payerOf = await payersTold(tx, refunds)
  const dues = actor.staff || actor.companyRole === 'FUNDER' ? await duesTold(tx, actor) : []
  const ids = [
    ...reserves.map((one) => one.supplierId),
    ...dues.map((one) => one.funderId),
    ...refunds.flatMap((one) => one.supplierId ?? []),
  ]
  const names = ids.length ? await tx.selectFrom('company').select(['id', 'name']).where('id', 'in', ids).execute() : []
  const nameOf = (id: string) => names.find((one) => one.id === id)?.name ?? ''
  const payable = await currenciesOfPlatform(tx, dues)
  return {
    more: moreReleases || moreRefunds,
    releases: reserves.map((one) => ({
      orderId: one.orderId,
      orderNo: one.orderNo,
      itemId: one.itemId,
      docNo: one.docNo,
      supplierName: nameOf(one.supplierId),
      currency: one.currency,
      amount: M.toDecimal(one.amount),
      from: one.from,
      blockedBy: blockFor(actor, { supplierId: one.supplierId, buyerId: null, funderId: one.funderId }, one),
    })),
    refunds: refunds.map((one) => {
      const blockedBesides = (one.ofPool && one.orderId && kept.get(one.orderId)?.error) || null
      const blocks = { blockedBy: one.reversing === null ? blockedBesides : ('REVERSAL' as const), blockedBesides }
      return {
        repaymentId: one.id,
        no: one.no,
        payerName: one.ofPool ? nameOf(one.supplierId ?? '') : payerOf(one),
        currency: one.currency,
        amount: M.toDecimal(one.amount),
        ofPool: one.ofPool,
        blockedBy: blockFor(actor, { ...one, buyerId: one.buyerId ?? one.payerBuyerId }, blocks),
      }
    }),
    remittances: dues.map((one) => ({
      ...one,
      funderName: nameOf(one.funderId),
      amount: M.toDecimal(one.amount),
      blockedBy: payable.has(one.currency) ? null : ('NO_ACCOUNT' as const),
    })),
  }
}

/** The names of payers as the receipts have them that the reader sees. */
async function payersTold(tx: Tx, refunds: readonly OpenRefund[]): Promise<(refund: OpenRefund) => string | null> {
  const ids = refunds.flatMap(({ collectionId }) => collectionId ?? [])
  const rows = await tx.selectFrom('collection').select(['id', 'payerName']).where('id', '=', anyOf(ids)).execute()
  const names = new Map(rows.map(({ id, payerName }) => [id, payerName]))
  return ({ collectionId }) => names.get(collectionId ?? '') ?? null
}

/** The currencies of some dues in which the platform has an account to be paid on. */
async function currenciesOfPlatform(tx: Tx, dues: readonly { currency: string }[]): Promise<Set<string>> {
  const payable = new Set<string>()
  if (dues.length === 0) return payable
  await elevate(tx)
  const platformId = await platformIdOf(tx)
  for (const currency of new Set(dues.map((one) => one.currency)))
    if (await payingAccount(tx, platformId, currency)) payable.add(currency)
  return payable
}

/**
 * Drafts the release of the reserve of one item, or of all items of the order with free reserve. A reserve is free two business
 * days after the last receipt on its item, while nothing of the order is overdue, disputed, uncovered or due, and while the
 * supplier has no open claims.
 */
export const addRelease: Handler<typeof paymentCalls.addRelease> = async (request) => {
  const { tx, today, body } = request
  const order = await tx
    .selectFrom('financeOrder')
    .select(['id', 'supplierId', 'funderId', 'currency', 'payeeBankAccountId'])
    .where('id', '=', body.orderId)
    .executeTakeFirst()
  if (!order) throw new Refused('NOT_FOUND')
  await elevate(tx)
  await tx.selectFrom('financeOrder').select('id').where('id', '=', order.id).forNoKeyUpdate().execute()
  if (body.itemId) {
    const item = await tx
      .selectFrom('financeOrderItem')
      .select('id')
      .where('id', '=', body.itemId)
      .where('orderId', '=', order.id)
      .executeTakeFirst()
    if (!item) throw new Refused('NOT_FOUND')
  }
  await refuseUnderReversal(tx, order.id)
  const waiting = await releasableReserves(tx, today, { orderId: order.id })
  const wanted = waiting.filter((one) => !body.itemId || one.itemId === body.itemId)
  const free = wanted.filter((one) => one.blockedBy === null)
  const [blocked] = wanted
  if (!blocked) throw new Refused('RESERVE_NOT_FREE', { reason: 'NOTHING' })
  if (free.length === 0) throw new Refused('RESERVE_NOT_FREE', { reason: blocked.blockedBy, from: blocked.from })
  const total = M.sum(
    free.map((one) => one.amount),
    order.currency,
  )
  const asked = body.amount === undefined ? total : parseAmount(body.amount, order.currency)
  const amount = 'ok' in asked ? (asked.ok ? asked.value : undefined) : asked
  if (!amount) throw faultyField('amount', 'AMOUNT_SCALE')
  if (!M.isPositive(amount)) throw faultyField('amount', 'AMOUNT_NOT_POSITIVE')
  if (M.exceeds(amount, total)) throw faultyField('amount', 'OVER_ALLOCATION')
  let left = amount
  const releases = free.flatMap(({ itemId, docNo, amount: most }) => {
    const part = M.min(left, most)
    left = M.subtract(left, part)
    return M.isPositive(part) ? [{ itemId, docNo, amount: part }] : []
  })
  return draftPayment(request, {
    type: 'RELEASE',
    releases,
    orderId: order.id,
    supplierId: order.supplierId,
    funderId: order.funderId,
    payeeCompanyId: order.supplierId,
    toAccountId: await accountToPay(tx, {
      companyId: order.supplierId,
      currency: order.currency,
      agreed: order.payeeBankAccountId,
    }),
    amount,
  })
}

/**
 * Drafts the return of a surplus to the company that paid it, or the payment of a pool's surplus to its supplier. Refused with
 * `POOL_SHORT` while the pool does not cover its drawings, and with `POOL_IN_ARREARS` while one of them is overdue or lost.
 */
export const addRefund: Handler<typeof paymentCalls.addRefund> = async (request) => {
  const { tx, body } = request
  const seen = await tx.selectFrom('repayment').select('id').where('id', '=', body.repaymentId).executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  await elevate(tx)
  await tx.selectFrom('repayment').select('id').where('id', '=', seen.id).forUpdate().execute()
  const waiting = await openRefunds(tx, sql`r.id = ${seen.id}`)
  const open = waiting.find((one) => body.ofPool === undefined || one.ofPool === body.ofPool)
  if (!open) throw new Refused('NOTHING_TO_REFUND')
  if (open.orderId) await refuseUnderReversal(tx, open.orderId)
  await refuseKeptByPool(request, open)
  const payee = open.payeeId
  if (!payee) throw new Refused('PARTY_UNKNOWN')
  return draftPayment(request, {
    type: 'REFUND',
    orderId: open.orderId,
    repaymentId: open.id,
    ofPool: open.ofPool,
    supplierId: payee === open.supplierId ? open.supplierId : null,
    buyerId: payee === (open.buyerId ?? open.payerBuyerId) ? payee : null,
    funderId: open.funderId,
    payeeCompanyId: payee,
    toAccountId: body.accountId
      ? await accountOf(tx, { companyId: payee, currency: open.currency, id: body.accountId })
      : await payingAccount(tx, payee, open.currency),
    amount: open.amount,
  })
}

/**
 * The account of the payee that somebody named; an account of anybody else reads like a missing one. Where it takes no such payment, another
 * account of the payee is not taken in its place.
 */
async function accountOf(
  tx: Tx,
  { companyId, currency, id }: { companyId: string; currency: string; id: string },
): Promise<string> {
  const account = await tx
    .selectFrom('bankAccount')
    .select(['id', 'status', 'currency'])
    .where('id', '=', id)
    .where('companyId', '=', companyId)
    .executeTakeFirst()
  if (!account) throw new Refused('NOT_FOUND')
  if (account.status !== 'ENABLE') throw faultyField('accountId', 'BANK_ACCOUNT_NOT_ENABLED')
  if (!account.currency.split(',').includes(currency)) throw faultyField('accountId', 'CURRENCY_MISMATCH')
  return account.id
}

/**
 * Drafts the payment of fees and spread that a funder holds for the platform. Refused with `BANK_ACCOUNT_NOT_ENABLED` while the platform
 * has no account in the currency.
 */
export const addRemittance: Handler<typeof paymentCalls.addRemittance> = async (request) => {
  const { tx, body } = request
  await elevate(tx)
  await lockCompany(tx, body.funderId)
  const [due] = await dueToPlatform(tx, body)
  if (!due) throw new Refused('NOT_FOUND')
  const platformId = await platformIdOf(tx)
  const toAccountId = await payingAccount(tx, platformId, due.currency)
  if (!toAccountId) throw new Refused('BANK_ACCOUNT_NOT_ENABLED')
  return draftPayment(request, {
    type: 'FEE_REMIT',
    orderId: null,
    funderId: due.funderId,
    payeeCompanyId: platformId,
    toAccountId,
    amount: due.amount,
  })
}
