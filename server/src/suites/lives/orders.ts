import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { TrialRequest } from '@usance/wire/finance-order/trial'
import { paymentCalls } from '@usance/wire/payment/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { sql } from 'kysely'
import type { Seat } from '../../testing/world.ts'
import { decide, signAll } from './approvals.ts'
import type { Town } from './town.ts'
import { enterInvoices, enterPurchaseOrder, makerOf } from './trade.ts'

type Free = { id: string; supplierId: string; buyerId: string; currency: string; purchaseOrderId: string | null }
/** Confirmed invoices that nobody holds, not yet due. */
export const freeInvoices = (town: Town, where = sql`true`) =>
  town.rows<Free>(sql`select id, supplier_id, buyer_id, currency, purchase_order_id from invoice
    where doc_status = 'CONFIRMED' and finance_status = 'UNFINANCED' and outstanding > 0 and due_date > ${addDays(town.day, 3)} and ${where} order by invoice_no`)

const productsFor = (currency: string): string[] => {
  const many = ['purchaseInAdvance', 'purchaseInArrears', 'payables', 'undisclosed', 'daily', 'legs', 'monthly', 'rival']
  return currency === 'USD' ? many : currency === 'EUR' ? ['purchaseInArrears', 'rival'] : ['purchaseInAdvance', 'daily', 'legs']
}

/** The seller's side of an order: price it, and submit it at that price. */
export async function submit(town: Town, supplierId: string, request: TrialRequest, seat: Seat = makerOf(town, supplierId)) {
  const { pricingHash } = await town.ask(seat, financeOrderCalls.trialCalculation, { body: request })
  const { accounts, companies } = town.portal.world
  return town.ask(seat, financeOrderCalls.createOrder, {
    body: {
      ...request,
      pricingHash,
      payeeBankAccountId: supplierId === companies.alder ? accounts.alder : accounts.birch,
      saveType: 'SUBMIT',
    },
  })
}

/** What a supplier might finance now: one to three invoices in one currency, of one buyer or of several, with a product. */
export async function wantedOrder(town: Town): Promise<{ supplierId: string; request: TrialRequest } | undefined> {
  const { roll } = town
  const free = await freeInvoices(town)
  if (free.length === 0) return undefined
  const first = roll.pick(free)
  const ofSeveral = roll.chance(0.4)
  const alike = free.filter(
    (one) =>
      one.supplierId === first.supplierId &&
      (one.buyerId === first.buyerId || ofSeveral) &&
      one.currency === first.currency &&
      one.id !== first.id,
  )
  const ofFirst = ({ buyerId }: Free) => Number(ofSeveral && buyerId === first.buyerId)
  return {
    supplierId: first.supplierId,
    request: {
      financingProductId: town.products[roll.pick(productsFor(first.currency))]!,
      currency: first.currency,
      fundingDate: addDays(town.day, roll.pick([0, 0, 0, 1])),
      // Those of other buyers come first where several are wanted.
      items: [first, ...alike.sort((a, b) => ofFirst(a) - ofFirst(b)).slice(0, roll.between(ofSeveral ? 1 : 0, 2))].map(
        ({ id }) => ({
          docType: 'INVOICE' as const,
          docId: id,
          ...(first.currency !== 'JPY' && roll.chance(0.2) ? { applyAmount: '2500.11' } : {}),
        }),
      ),
    },
  }
}

export async function finance(town: Town): Promise<void> {
  const wanted = await wantedOrder(town)
  if (!wanted) return
  const { id } = await submit(town, wanted.supplierId, wanted.request)
  await push(town, id)
}

/** What two buyers owe Alder, on one order: entered where nobody has anything to finance. */
export async function financeSeveral(town: Town): Promise<void> {
  const { alder, cedar, dogwood } = town.portal.world.companies
  const ofAlder = async () => freeInvoices(town, sql`supplier_id = ${alder} and currency = 'USD' and purchase_order_id is null`)
  const owedBy = (free: Free[], id: string) => free.filter(({ buyerId }) => buyerId === id).slice(0, town.roll.between(1, 2))
  for (const [buyerId, buyer] of [
    [cedar, 'cedar'],
    [dogwood, 'dogwood'],
  ] as const)
    if (owedBy(await ofAlder(), buyerId).length === 0)
      await enterInvoices(town, { pair: { supplier: 'alder', buyer }, currency: 'USD' })
  const free = await ofAlder()
  const items = [...owedBy(free, cedar), ...owedBy(free, dogwood)]
  const { id } = await submit(town, alder, {
    financingProductId: town.products[town.roll.pick(['purchaseInAdvance', 'purchaseInArrears', 'payables', 'undisclosed'])]!,
    currency: 'USD',
    fundingDate: town.day,
    items: items.map((one) => ({ docType: 'INVOICE' as const, docId: one.id })),
  })
  await push(town, id)
  if (new Set(items.map(({ buyerId }) => buyerId)).size > 1) town.count('financed for several buyers')
}

/** A purchase order on its way: entered, financed, invoiced as its goods are shipped, and converted into the purchase of
 *  its invoices. Each time the next thing happens. */
export async function financePurchaseOrder(town: Town): Promise<void> {
  const { alder } = town.portal.world.companies
  const parents = await town.rows<{ id: string; purchaseOrderId: string; currency: string }>(sql`
    select o.id, i.purchase_order_id, o.currency from finance_order o join finance_order_item i on i.order_id = o.id
    where o.type = 'PO_FINANCE' and o.status in ('FUNDED','PARTIALLY_REPAID','OVERDUE') order by o.order_no`)
  if (parents.length > 0 && town.roll.chance(0.8)) {
    const parent = town.roll.pick(parents)
    const { purchaseOrderId, currency } = parent
    let invoices = await freeInvoices(town, sql`purchase_order_id = ${purchaseOrderId}`)
    if (invoices.length === 0) {
      await enterInvoices(town, { purchaseOrderId, pair: { supplier: 'alder', buyer: 'cedar' }, currency })
      invoices = await freeInvoices(town, sql`purchase_order_id = ${purchaseOrderId}`)
    }
    const { id } = await submit(town, alder, {
      financingProductId: town.products.purchaseInAdvance!,
      currency,
      fundingDate: town.day,
      items: invoices.map((one) => ({ docType: 'INVOICE' as const, docId: one.id })),
      arpOfOrderId: parent.id,
    })
    town.count('conversion asked')
    await push(town, id)
    return
  }
  const waiting = () =>
    town.rows<{ id: string }>(
      sql`select id from purchase_order where doc_status = 'CONFIRMED' and finance_status is null and funder_id is null and currency = 'USD' order by po_no`,
    )
  if ((await waiting()).length === 0) await enterPurchaseOrder(town)
  const purchaseOrderId = town.roll.pick(await waiting()).id
  if (town.roll.chance(0.4)) await invoiceBeforeLoan(town, purchaseOrderId)
  const { id } = await submit(town, alder, {
    financingProductId: town.roll.pick([town.products.purchaseOrder!, town.products.orders!, town.products.orders!]),
    currency: 'USD',
    fundingDate: town.day,
    items: [{ docType: 'PO', docId: purchaseOrderId }],
  })
  await push(town, id)
}

/** A part of a purchase order is shipped before anybody lends on the order; its invoices are sold, or wait for their buyer. */
async function invoiceBeforeLoan(town: Town, purchaseOrderId: string): Promise<void> {
  await enterInvoices(town, { purchaseOrderId, pair: { supplier: 'alder', buyer: 'cedar' }, currency: 'USD', most: 20_000 })
  town.count('invoiced before its loan')
  const free = await freeInvoices(town, sql`purchase_order_id = ${purchaseOrderId}`)
  if (free.length === 0 || town.roll.chance(0.3)) return
  const { id } = await submit(town, town.portal.world.companies.alder, {
    financingProductId: town.products.purchaseInAdvance!,
    currency: 'USD',
    fundingDate: town.day,
    items: free.map((one) => ({ docType: 'INVOICE' as const, docId: one.id })),
  })
  await push(town, id)
}

type Standing = {
  id: string
  status: string
  supplierId: string
  buyerId: string | null
  rightConfirmParty: string
  requestedFundingDate: string
}
const standing = async (town: Town, id: string) =>
  (
    await town.rows<Standing>(
      sql`select id, status, supplier_id, buyer_id, right_confirm_party, requested_funding_date from finance_order where id = ${id}`,
    )
  )[0]!

/** Takes up an order that was left on its way. */
export async function takeUp(town: Town): Promise<void> {
  const found = await town.rows<{ id: string }>(
    sql`select id from finance_order where status in ('IN_APPROVE','PASSED','RIGHT_CONFIRMED','FUNDING','REJECTED') order by order_no`,
  )
  if (found.length > 0) await push(town, town.roll.pick(found).id)
}

/** Moves an order on its way until it is funded, ends otherwise, or people leave it for another day. */
async function push(town: Town, id: string): Promise<void> {
  for (let step = 0; step < 8; step++) {
    const order = await standing(town, id)
    const move = moves[order.status]
    if (!move) return
    if (town.roll.chance(0.07)) return
    if (!(await move(town, order))) return
  }
}

const moves: Record<string, (town: Town, order: Standing) => Promise<boolean>> = {
  async IN_APPROVE(town, { id }) {
    const verdict = town.roll.chance(0.9) ? 'PASSED' : town.roll.pick(['REJECTED', 'REFUSED'] as const)
    await decide(town, 'FINANCE_ORDER', id, verdict)
    return verdict === 'PASSED'
  },
  async REJECTED(town, order) {
    if (town.roll.chance(0.5)) {
      await revoke(town, order)
      return false
    }
    const seat = makerOf(town, order.supplierId)
    const { request, version, payeeBankAccountId } = await town.ask(seat, financeOrderCalls.detailForEdit, {
      query: { id: order.id },
    })
    const body = { ...request!, fundingDate: town.day, orderId: order.id }
    const { pricingHash } = await town.ask(seat, financeOrderCalls.trialCalculation, { body })
    await town.ask(seat, financeOrderCalls.editOrder, {
      body: { ...body, id: order.id, version, pricingHash, payeeBankAccountId, saveType: 'SUBMIT' },
    })
    town.count('order resubmitted')
    return true
  },
  async PASSED(town, order) {
    await signAll(town, order.id)
    const { roll, portal } = town
    if (order.rightConfirmParty === 'NONE') return (await standing(town, order.id)).status !== 'PASSED'
    const waiting = await town.rows<{ buyerId: string }>(
      sql`select buyer_id from finance_order_part where order_id = ${order.id} and confirmed_at is null order by buyer_id`,
    )
    const buyerId = order.buyerId ?? waiting[0]?.buyerId
    const seat =
      order.rightConfirmParty === 'SUPPLIER'
        ? portal.seats.alderChecker
        : buyerId === portal.world.companies.cedar
          ? portal.seats.cedarChecker
          : portal.seats.dogwoodChecker
    const accept = roll.chance(0.93)
    if (order.buyerId === null) town.count('confirmed by one of several')
    await town.ask(seat, financeOrderCalls.rightConfirmation, {
      query: { id: order.id },
      body: { accept, ...(accept ? {} : { comment: 'Not ours' }) },
    })
    return accept
  },
  async RIGHT_CONFIRMED(town, order) {
    if (town.roll.chance(0.05)) {
      await revoke(town, order)
      return false
    }
    await signAll(town, order.id)
    const [payment] = await town.rows<{ id: string; status: string }>(
      sql`select id, status from payment where order_id = ${order.id} and type = 'FUNDING' and status <> 'CANCELLED' order by no desc limit 1`,
    )
    if (payment!.status !== 'IN_APPROVE')
      await town.ask(town.portal.seats.settlement, paymentCalls.instruct, { body: { id: payment!.id } })
    await decide(town, 'PAYMENT', payment!.id, town.roll.chance(0.95) ? 'PASSED' : 'REJECTED')
    return true
  },
  async FUNDING(town, order) {
    const [payment] = await town.rows<{ id: string }>(
      sql`select id from payment where order_id = ${order.id} and type = 'FUNDING' and status = 'INSTRUCTED'`,
    )
    const { settlement3 } = town.portal.seats
    if (town.roll.chance(0.06)) {
      await town.ask(settlement3, paymentCalls.fail, { body: { id: payment!.id, reason: 'Returned by the bank' } })
      return true
    }
    await town.ask(settlement3, paymentCalls.markPaid, {
      body: { id: payment!.id, valueDate: town.day, bankRef: `OUT-${town.next()}` },
    })
    town.count('funded')
    return false
  },
}

const revoke = async (town: Town, order: Standing) => {
  await town.ask(makerOf(town, order.supplierId), financeOrderCalls.revocation, { query: { id: order.id }, body: {} })
  town.count('revoked')
}

/** A pool takes invoices in, gives one back, or is drawn on. */
export async function pool(town: Town): Promise<void> {
  const { roll, portal } = town
  const { alder } = portal.world.companies
  const maker = portal.seats.alderMaker
  const own = roll.chance(0.75)
  const [productId, currency] = own ? [town.products.pool!, 'USD'] : [town.products.bankPool!, 'EUR']
  const [found] = await town.rows<{ id: string }>(
    sql`select id from pool where product_id = ${productId} and supplier_id = ${alder}`,
  )
  const what = found ? roll.pick(['assign', 'assign', 'draw', 'draw', 'draw', 'withdraw', 'figures']) : 'assign'
  if (what === 'assign') {
    const free = await freeInvoices(town, sql`supplier_id = ${alder} and currency = ${currency}`)
    if (free.length === 0) return
    await town.ask(maker, poolCalls.assign, {
      body: { productId, currency, invoiceIds: free.slice(0, roll.between(1, 3)).map((one) => one.id) },
    })
    town.count('assigned to a pool')
  } else if (what === 'withdraw') {
    const held = await town.rows<{ id: string }>(
      sql`select a.id from pool_asset a join invoice v on v.id = a.invoice_id where a.pool_id = ${found!.id} and a.released_at is null order by v.invoice_no`,
    )
    if (held.length > 0) await town.ask(maker, poolCalls.withdraw, { body: { assetId: roll.pick(held).id } })
  } else if (what === 'figures') {
    if (!own)
      await town.ask(portal.seats.operations, poolCalls.bankFigures, {
        body: { poolId: found!.id, base: `${roll.between(5_000, 60_000)}.00`, asOf: town.day },
      })
  } else {
    const { pools } = await town.ask(maker, poolCalls.pools, { body: { kind: own ? 'OWN' : 'DBS' } })
    const { maxDrawing } = pools.find((one) => one.id === found!.id)!
    const most = Math.floor(Number(maxDrawing))
    if (most < 100) return
    const body = {
      poolId: found!.id,
      amount: roll.chance(0.3) ? maxDrawing : `${roll.between(50, most)}.00`,
      fundingDate: town.day,
      maturity: addDays(town.day, roll.between(10, 45)),
    }
    const { pricingHash } = await town.ask(maker, poolCalls.trial, { body })
    const drawing = { ...body, pricingHash, payeeBankAccountId: portal.world.accounts.alder }
    const { id } = await town.ask(maker, poolCalls.draw, { body: drawing })
    town.count('drawn on a pool')
    await push(town, id)
  }
}
