import { isPositive, sum, toDecimal } from '@usance/domain/money'
import { zero as nothing, toDecimalText } from '@usance/domain/rational'
import { financeOrderCan, nextFinanceOrderStatus } from '@usance/domain/states/finance-order'
import { leavesNothing } from '@usance/domain/trial'
import type { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { sql } from 'kysely'
import type { z } from 'zod'
import { askFlow, type FlowStart, startFlow } from '../../approval/workflow/start-flow.ts'
import { audit } from '../../audit/record.ts'
import { agreedTermsOf } from '../../books/servicing/terms.ts'
import { alongside, elevate, type Tx, together } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { numberFor } from '../../database/number-series.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { accepted, faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { paperGroupsOf, requirePapers } from '../../platform/paper/groups.ts'
import { papersGiven, storePapers } from '../../platform/paper/papers.ts'
import { papersHeld } from '../../platform/paper/papers-held.ts'
import { orderContentHash } from './content-hash.ts'
import { holdForPricing, itemsToLock, lockDocuments } from './documents.ts'
import { keepPrice } from './keep-price.ts'
import { moveOrder, type OrderRow } from './move-order.ts'
import { holdLoan } from './one-conversion.ts'
import { noteParties, tellParties } from './order-parties.ts'
import { type Priced, priceOrder } from './price.ts'

type Body = z.output<(typeof financeOrderCalls)['createOrder']['body']>
type Papers = Awaited<ReturnType<typeof papersOf>>

/** Saves a draft, or submits it at the price the supplier has seen: another price is refused, and nothing is saved. */
export const createOrder: Handler<typeof financeOrderCalls.createOrder> = (request) => save(request, request.body, undefined)

export const editOrder: Handler<typeof financeOrderCalls.editOrder> = async (request) => {
  const { tx, actor, body } = request
  if (!body.id || body.version === undefined) throw new Refused('BAD_REQUEST', { fields: [{ field: 'id', message: 'required' }] })
  const order = await tx
    .selectFrom('financeOrder')
    .selectAll()
    .where('id', '=', body.id)
    .where('supplierId', '=', actor.companyId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order) throw new Refused('NOT_FOUND')
  if (order.version !== body.version) throw new Refused('STALE_VERSION')
  return body.mode === 'update' ? update(request, body, order) : save(request, body, order)
}

async function save(context: UseCaseContext, body: Body, order: OrderRow | undefined) {
  const { tx, actor } = context
  if (order && !financeOrderCan.edit(order.status)) throw new Refused('ILLEGAL_TRANSITION')
  // An edit never turns an order into a conversion, nor one conversion into another: a conversion is a separate act with its own
  // permission.
  if (order && (body.arpOfOrderId ?? null) !== order.arpOfOrderId) throw new Refused('BAD_REQUEST', { reason: 'arpOfOrderId' })
  // A drawing is priced by what its pool carries, so it is drawn again and not filled with documents.
  if (order?.poolId) throw new Refused('PRODUCT_NOT_AVAILABLE')
  const submit = body.saveType === 'SUBMIT'
  const given = await papersOf(context, body, order, submit)
  // The payee is looked for among the caller's own accounts; what comes after sees every company.
  const payee =
    body.payeeBankAccountId || submit
      ? checkPayee(tx, actor.companyId, body.payeeBankAccountId, body.currency, context.now)
      : undefined
  payee?.catch(() => {})
  await elevate(tx)
  const wanted = { ...body, ...(order ? { orderId: order.id } : {}) }
  const held = submit
    ? together(
        ...(body.arpOfOrderId ? [holdLoan(tx, actor.companyId, body.arpOfOrderId)] : []),
        holdForPricing(
          tx,
          actor.companyId,
          body.items.map(({ docId }) => docId),
        ),
      )
    : undefined
  const [, , priced] = await together(payee, held, priceOrder(context, actor.companyId, wanted, { lockLimits: submit }))
  if (submit && body.pricingHash !== priced.answer.pricingHash) throw new Refused('PRICING_EXPIRED')
  if (submit && body.arpOfOrderId) refuseDropped(priced.trial.items)
  const id = order?.id ?? newId()
  const [saved, , , submission] = await together(
    storeOrder(context, body, priced, id, order),
    storeItems(tx, id, actor.companyId, priced),
    storeOrderPapers(context, { id, no: order?.orderNo ?? '' }, given),
    submit ? toSubmit(tx, id) : undefined,
  )
  await audit(context, {
    event: order ? 'FINANCE_ORDER_EDITED' : 'FINANCE_ORDER_CREATED',
    objectType: 'FINANCE_ORDER',
    objectId: id,
    objectNo: saved.orderNo,
    after: { financeAmount: saved.financeAmount, currency: saved.currency, pricingHash: saved.pricingHash },
  })
  const result = submission ? await submitOrder(context, saved, priced, submission) : saved
  return { id, orderNo: result.orderNo, status: result.status, version: result.version }
}

/**
 * Refuses a conversion of which a document brings nothing: its payoff is quoted for all that is named, and paid for what is on the order
 * (INVOICE_NOT_ELIGIBLE).
 */
function refuseDropped(items: Priced['trial']['items']): void {
  const dropped = items.filter((item) => !isPositive(item.applyAmount))
  if (dropped.length > 0)
    throw new Refused('INVOICE_NOT_ELIGIBLE', { items: dropped.map(({ docId, reasons }) => ({ docId, reasons })) })
}

/** The documents of an order: one that brings nothing is shown with its price and is not on the order. */
const takenOf = ({ items }: Priced['trial']) => items.filter((item) => isPositive(item.applyAmount))

/** Who owes what is taken: a document that brings nothing may leave an order to one buyer. */
const buyersOf = (trial: Priced['trial']): string[] => [
  ...new Set(takenOf(trial).flatMap(({ buyerId }) => (buyerId ? [buyerId] : []))),
]

/** What an order's row takes from its request. */
type Stored = Pick<Body, 'financingProductId' | 'currency' | 'fundingDate' | 'items'> &
  Partial<Pick<Body, 'buyerCode' | 'arpOfOrderId' | 'payeeBankAccountId' | 'remark'>> & { poolId?: string }

/** The row of the priced order, and the inputs of its price. */
export async function storeOrder(
  context: UseCaseContext,
  body: Stored,
  priced: Priced,
  id: string,
  order: OrderRow | undefined,
): Promise<OrderRow> {
  const stored = await storeRow(context, body, priced, id, order)
  await keepPrice(context.tx, id, priced, context.today)
  return stored
}

/**
 * Refuses to give an order that was ever submitted to another funder: it holds what the first one and the staff said of it. Another funder
 * takes another order (decision 303). Throws FUNDER_STAYS at the field of the product.
 */
function refuseAnotherFunder(order: OrderRow | undefined, funderId: string): void {
  if (order?.submittedAt && order.funderId !== funderId) throw faultyField('financingProductId', 'FUNDER_STAYS')
}

async function storeRow(
  { tx, actor, today }: UseCaseContext,
  body: Stored,
  { trial, answer, signs, product, funderId }: Priced,
  id: string,
  order: OrderRow | undefined,
): Promise<OrderRow> {
  refuseAnotherFunder(order, funderId)
  const { total } = trial
  const owing = buyersOf(trial)
  const taken = takenOf(trial)
  const maturities = taken.map((item) => item.maturity)
  const columns = {
    type: product.type,
    productId: product.id,
    buyerId: owing.length === 1 ? owing[0]! : null,
    funderId,
    currency: body.currency,
    financeAmount: toDecimal(total.applyAmount),
    faceAmount: toDecimal(
      sum(
        taken.map((item) => item.face),
        body.currency,
      ),
    ),
    netAmount: toDecimal(total.net),
    interestAmount: toDecimal(total.interest),
    feeAmount: answer.total.feesAtFunding,
    reserveAmount: toDecimal(total.reserve),
    requestedFundingDate: trial.fundingDate,
    maturity: maturities.sort().at(-1) ?? null,
    rate: answer.items[0]?.rate ?? null,
    pricing: JSON.stringify({ request: requestOf(body), trial: answer }),
    pricingHash: answer.pricingHash,
    agreedTerms: agreedTermsOf(product),
    payeeBankAccountId: body.payeeBankAccountId ?? null,
    arpOfOrderId: body.arpOfOrderId ?? null,
    poolId: body.poolId ?? null,
    disclosed: product.disclosed,
    recourse: product.recourse,
    rightConfirmParty: product.rightConfirmParty,
    warnings: signs,
    remark: body.remark || null,
  }
  if (order)
    return tx
      .updateTable('financeOrder')
      .set({ ...columns, version: order.version + 1, updatedAt: sql`app_now()`, updatedBy: actor.userId })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  return tx
    .insertInto('financeOrder')
    .values({
      id,
      orderNo: numberFor('FO', today),
      supplierId: actor.companyId,
      status: 'DRAFT',
      createdBy: actor.userId,
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const requestOf = ({ financingProductId, buyerCode, currency, fundingDate, items, arpOfOrderId }: Stored) => ({
  financingProductId,
  buyerCode,
  currency,
  fundingDate,
  items,
  ...(arpOfOrderId ? { arpOfOrderId } : {}),
})

/** The items and fees of an order as priced. Everything is asked before anything is waited for, so that what follows sees it. */
export async function storeItems(tx: Tx, orderId: string, supplierId: string, { trial, funderId, product }: Priced) {
  const items = takenOf(trial)
  if (items.length === 0) throw new Refused('NOTHING_TO_FINANCE')
  const gone = tx.deleteFrom('financeOrderItem').where('orderId', '=', orderId).where('active', '=', false).execute()
  const stored = tx
    .insertInto('financeOrderItem')
    .values(
      items.map((item, index) => ({
        id: newId(),
        orderId,
        docType: item.docType,
        invoiceId: item.docType === 'INVOICE' ? item.docId : null,
        purchaseOrderId: item.docType === 'PO' ? item.docId : null,
        docNo: item.number,
        supplierId,
        buyerId: item.buyerId ?? null,
        funderId,
        buyerVisible: product.disclosed,
        face: toDecimal(item.face),
        adjustments: toDecimal(item.adjustments),
        paid: toDecimal(item.paid),
        eligible: toDecimal(item.eligible),
        advanceRate: toDecimalText(item.advanceRate, 6),
        applyAmount: toDecimal(item.applyAmount),
        reserve: toDecimal(item.reserve),
        interest: toDecimal(item.interest),
        maturity: item.maturity,
        dueDate: item.dueDate,
        seq: index + 1,
      })),
    )
    .execute()
  const parties = { supplierId, funderId, buyerIds: buyersOf(trial) }
  await together(
    alongside(tx, gone),
    alongside(tx, stored),
    storeParts(tx, orderId, parties),
    // One that is kept from its buyers has no part for them.
    noteParties(tx, orderId, product.disclosed ? parties : { ...parties, buyerIds: [] }),
    storeFees(tx, orderId, trial),
  )
}

/** The parts of an order of several buyers, none of them confirmed, in the place of any it had. */
async function storeParts(
  tx: Tx,
  orderId: string,
  { supplierId, funderId, buyerIds }: { supplierId: string; funderId: string; buyerIds: string[] },
) {
  const gone = tx.deleteFrom('financeOrderPart').where('orderId', '=', orderId).execute()
  if (buyerIds.length < 2) return void (await alongside(tx, gone))
  const parts = buyerIds.map((buyerId) => ({ orderId, buyerId, supplierId, funderId }))
  const stored = tx.insertInto('financeOrderPart').values(parts).execute()
  await together(alongside(tx, gone), alongside(tx, stored))
}

/** The fees of a trial as rows of an order. */
const feeRows = (orderId: string, { fees }: Priced['trial']) =>
  fees.map((fee) => ({
    id: newId(),
    orderId,
    code: fee.rule.code,
    basis: fee.rule.basis,
    value: toDecimalText(fee.rule.value, 6),
    base: toDecimalText(fee.base, 4),
    amount: toDecimal(fee.amount),
    tax: toDecimal(fee.tax),
    taxPct: toDecimalText(fee.rule.taxPct ?? nothing, 6),
    payer: fee.rule.payer,
    beneficiary: fee.rule.beneficiary,
    timing: fee.rule.timing,
  }))

/** The fees of a draft as a trial has them, in the place of any it had. */
async function storeFees(tx: Tx, orderId: string, trial: Priced['trial']) {
  const gone = alongside(tx, tx.deleteFrom('orderFee').where('orderId', '=', orderId).execute())
  if (trial.fees.length === 0) return gone
  const stored = tx.insertInto('orderFee').values(feeRows(orderId, trial)).execute()
  await together(gone, alongside(tx, stored))
}

/**
 * The fees of a new price in the place of the agreed ones. A fee keeps its row, to which tasks, messages and changes that were refused or
 * sent back refer. One that the price has no more stays at zero where it was ever changed, and goes otherwise.
 */
export async function replaceFees(tx: Tx, orderId: string, trial: Priced['trial']): Promise<void> {
  const agreed = await tx.selectFrom('orderFee').select(['id', 'code']).where('orderId', '=', orderId).orderBy('id').execute()
  const added: ReturnType<typeof feeRows> = []
  for (const row of feeRows(orderId, trial)) {
    const at = agreed.findIndex(({ code }) => code === row.code)
    const [same] = at < 0 ? [] : agreed.splice(at, 1)
    if (!same) added.push(row)
    else {
      const { id: _, ...terms } = row
      await tx.updateTable('orderFee').set(terms).where('id', '=', same.id).execute()
    }
  }
  if (added.length > 0) await tx.insertInto('orderFee').values(added).execute()
  const old = agreed.map(({ id }) => id)
  await sql`delete from order_fee f where f.id = any (${old}::uuid[])
    and not exists (select from fee_adjustment a where a.order_fee_id = f.id)`.execute(tx)
  await sql`update order_fee set amount = 0, tax = 0 where id = any (${old}::uuid[])`.execute(tx)
}

/** The papers of a submitted order. One that goes into approval, or came out of it, has all required ones. */
async function papersOf(context: UseCaseContext, body: Body, order: OrderRow | undefined, isWhole: boolean) {
  const { tx, language } = context
  const groups = await paperGroupsOf(tx, 'FINANCE_ORDER', body.financingProductId)
  const papers = await papersGiven(context, body.attachments, { kind: 'FINANCE_ORDER', stage: 'SUBMISSION', groups })
  // A drawing on a pool has no form that asks for papers.
  if (isWhole && !order?.poolId) requirePapers({ groups, stage: 'SUBMISSION', docNo: order?.orderNo, language }, papers)
  return { papers, groups }
}

const storeOrderPapers = (context: UseCaseContext, order: { id: string; no: string }, given: Papers) =>
  storePapers(context, { kind: 'FINANCE_ORDER', ...order }, given.papers, { replaces: 'SUBMISSION', groups: given.groups })

/** The payee must be the supplier's own, enabled, past its cooling-off, and take the currency. */
export async function checkPayee(tx: Tx, supplierId: string, accountId: string | undefined, currency: string, now: Date) {
  if (!accountId) throw faultyField('payeeBankAccountId', 'BANK_ACCOUNT_NOT_ENABLED')
  const account = await tx
    .selectFrom('bankAccount')
    .selectAll()
    .where('id', '=', accountId)
    .where('companyId', '=', supplierId)
    .executeTakeFirst()
  if (!account) throw new Refused('NOT_FOUND')
  if (account.status !== 'ENABLE') throw faultyField('payeeBankAccountId', 'BANK_ACCOUNT_NOT_ENABLED')
  if (account.coolingUntil && account.coolingUntil > now.toISOString()) throw faultyField('payeeBankAccountId', 'COOLING_OFF')
  if (!account.currency.split(',').includes(currency)) throw faultyField('payeeBankAccountId', 'CURRENCY_MISMATCH')
}

/** Who owes what an order takes: its buyer, or the several that have a part of it. */
const owingBuyers = (tx: Tx, order: Pick<OrderRow, 'id' | 'buyerId'>) =>
  tx
    .selectFrom('company')
    .select(['name', 'riskGrade'])
    .where((eb) =>
      eb.or([
        eb('id', '=', order.buyerId),
        eb('id', 'in', eb.selectFrom('financeOrderPart').select('buyerId').where('orderId', '=', order.id)),
      ]),
    )
    .orderBy('name')
    .execute()

/** What a submission needs to know of the order as it is stored. */
const toSubmit = (tx: Tx, id: string) => together(itemsToLock(tx, id), orderContentHash(tx, id))

/** Locks the documents and sends the order into approval, all in one transaction with the save. */
export async function submitOrder(
  context: UseCaseContext,
  order: OrderRow,
  { product, trial }: Priced,
  stored?: Awaited<ReturnType<typeof toSubmit>>,
): Promise<OrderRow> {
  const { tx, actor } = context
  // The supplier pays the shortfall of a conversion in; any other order must bring money.
  if (!order.arpOfOrderId && leavesNothing(trial.total)) throw faultyField('items', 'NET_NOT_POSITIVE')
  const [items, contentHash] = stored ?? (await toSubmit(tx, order.id))
  const status = accepted(nextFinanceOrderStatus(order.status, 'submit'))
  // In this order on the server: the documents first, then the order's two steps.
  const flow = {
    businessType: 'FINANCE_ORDER' as const,
    businessId: order.id,
    amount: order.financeAmount,
    currency: order.currency,
  }
  const [, , started, buyers, asked] = await together(
    lockDocuments(tx, items),
    moveOrder(context, order, 'submit', { submittedAt: sql<string>`app_now()`, submittedBy: actor.userId }),
    moveOrder(context, { ...order, status, version: order.version + 1 }, 'start', { contentHash }),
    owingBuyers(tx, order),
    askFlow(context, flow),
    tellParties(tx, order.id),
  )
  const start: FlowStart = {
    ...flow,
    businessNo: order.orderNo,
    // A drawing on a pool is owed by nobody in particular.
    title: `${[actor.companyName, buyers.map(({ name }) => name).join(', ')].filter(Boolean).join(' → ')} · ${product.name}`,
    contentHash,
    supplierId: order.supplierId,
    buyerId: order.buyerId,
    funderId: order.funderId,
    warnings: order.warnings,
    // The weakest of the buyers decides who has to look.
    riskGrade:
      buyers
        .flatMap(({ riskGrade }) => riskGrade ?? [])
        .sort()
        .at(-1) ?? null,
    isOfSeveralBuyers: buyers.length > 1,
    product: product.code,
    link: `/finance/finance-order/${order.id}/detail`,
  }
  await startFlow(context, start, Promise.resolve(asked))
  return started
}

/** After approval only documents and the payee may change; a new payee waits for its cooling-off. */
async function update(context: UseCaseContext, body: Body, order: OrderRow) {
  const { tx, actor } = context
  const given = await papersOf(context, { ...body, financingProductId: order.productId }, order, true)
  if (body.payeeBankAccountId && body.payeeBankAccountId !== order.payeeBankAccountId)
    await checkPayee(tx, actor.companyId, body.payeeBankAccountId, order.currency, context.now)
  await elevate(tx)
  const held = await papersHeld(tx, 'FINANCE_ORDER', order.id)
  const moved = await moveOrder(
    context,
    order,
    'update',
    {
      payeeBankAccountId: body.payeeBankAccountId ?? order.payeeBankAccountId,
      remark: body.remark ?? order.remark,
    },
    { event: 'FINANCE_ORDER_UPDATED' },
  )
  await storeOrderPapers(context, { id: order.id, no: order.orderNo }, given)
  // The funder has judged the papers that were replaced.
  if (held !== (await papersHeld(tx, 'FINANCE_ORDER', order.id)))
    await notify(tx, {
      event: 'FINANCE_ORDER_PAPERS_CHANGED',
      companyIds: [order.funderId],
      params: { orderNo: order.orderNo },
      objectType: 'FINANCE_ORDER',
      objectId: order.id,
      link: `/finance/finance-order/${order.id}/detail`,
    })
  return { id: order.id, orderNo: order.orderNo, status: moved.status, version: moved.version }
}
