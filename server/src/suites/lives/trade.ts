import { addDays } from '@usance/domain/local-date'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { sql } from 'kysely'
import { decide } from './approvals.ts'
import { figure, type Town } from './town.ts'

type Pair = { supplier: 'alder' | 'birch'; buyer: 'cedar' | 'dogwood' }
const pairs: Pair[] = [
  { supplier: 'alder', buyer: 'cedar' },
  { supplier: 'alder', buyer: 'cedar' },
  { supplier: 'alder', buyer: 'dogwood' },
  { supplier: 'birch', buyer: 'cedar' },
]
export const makerOf = ({ portal }: Town, supplierId: string) =>
  supplierId === portal.world.companies.alder ? portal.seats.alderMaker : portal.seats.birchMaker
const checkerOf = ({ portal }: Town, companyId: string) =>
  companyId === portal.world.companies.cedar ? portal.seats.cedarChecker : portal.seats.dogwoodChecker

/**
 * A supplier enters one to three invoices and sends them; the buyer confirms most, some for less, and sends some back. Returns
 * the ids of the invoices.
 */
export async function enterInvoices(
  town: Town,
  facts: { purchaseOrderId?: string; pair?: Pair; currency?: string; most?: number } = {},
): Promise<string[]> {
  const { roll, portal } = town
  const pair = facts.pair ?? roll.pick(pairs)
  const currency = facts.currency ?? roll.pick(['USD', 'USD', 'USD', 'JPY', 'KWD', 'CNY', 'EUR'])
  const maker = makerOf(town, portal.world.companies[pair.supplier])
  const ids: string[] = []
  for (let n = roll.between(1, 3); n > 0; n--) {
    const { id } = await town.ask(maker, invoiceCalls.add, {
      body: {
        buyerCode: pair.buyer.toUpperCase(),
        invoiceNo: `L-${roll.between(100, 999)}-${town.next()}`,
        // No invoice is older than its purchase order.
        issueDate: addDays(town.day, facts.purchaseOrderId ? 0 : -roll.between(0, 20)),
        dueDate: addDays(town.day, roll.between(5, 55)),
        currency,
        amount: figure(town, currency, 4_000, facts.most ?? roll.pick([9_000, 60_000, 160_000])),
        ...(facts.purchaseOrderId ? { purchaseOrderId: facts.purchaseOrderId } : {}),
      },
    })
    ids.push(id)
  }
  await town.ask(maker, invoiceCalls.submit, { body: { ids } })
  town.count('invoice')
  for (const id of ids) await answerInvoice(town, id)
  return ids
}

async function answerInvoice(town: Town, id: string): Promise<void> {
  const { roll } = town
  const [row] = await town.rows<{ buyerId: string; amount: string; currency: string; docStatus: string }>(
    sql`select buyer_id, amount, currency, doc_status from invoice where id = ${id}`,
  )
  if (row!.docStatus !== 'SUBMITTED') return
  const buyer = checkerOf(town, row!.buyerId)
  const answer = roll.pick(['confirm', 'confirm', 'confirm', 'confirm', 'confirm', 'less', 'dispute', 'return', 'wait'])
  if (answer === 'confirm') await town.ask(buyer, invoiceCalls.confirm, { body: { items: [{ id }] } })
  if (answer === 'less')
    await town.ask(buyer, invoiceCalls.confirm, {
      body: { items: [{ id, confirmedAmount: row!.currency === 'JPY' ? '350000' : '3500.25' }] },
    })
  if (answer === 'dispute') await town.ask(buyer, invoiceCalls.dispute, { body: { ids: [id], reason: 'Short delivery' } })
  if (answer === 'return') await town.ask(buyer, invoiceCalls.returnToSupplier, { body: { id, comment: 'Wrong number' } })
}

/** Something happens to an invoice that is there: late confirmation, dispute, its end, or the supplier takes it back. */
export async function moveInvoice(town: Town): Promise<void> {
  const { roll, portal } = town
  const found = await town.rows<{ id: string; buyerId: string; supplierId: string; docStatus: string; proposed: boolean }>(
    sql`select id, buyer_id, supplier_id, doc_status from invoice where doc_status in ('DRAFT','SUBMITTED','CONFIRMED','DISPUTED') order by doc_status, invoice_no`,
  )
  if (found.length === 0) return
  const status = roll.pick([...new Set(found.map((one) => one.docStatus))])
  const one = roll.pick(found.filter((row) => row.docStatus === status))
  const buyer = checkerOf(town, one.buyerId)
  if (status === 'DRAFT') {
    if (roll.chance(0.6)) await town.ask(makerOf(town, one.supplierId), invoiceCalls.submit, { body: { ids: [one.id] } })
    else await town.ask(makerOf(town, one.supplierId), invoiceCalls.cancel, { body: { id: one.id } })
  } else if (status === 'SUBMITTED') await town.ask(buyer, invoiceCalls.confirm, { body: { items: [{ id: one.id }] } })
  else if (status === 'CONFIRMED') {
    await town.ask(buyer, invoiceCalls.dispute, { body: { ids: [one.id], reason: 'Damaged' } })
    town.count('dispute')
  } else {
    await town.ask(buyer, invoiceCalls.proposeResolution, { body: { id: one.id, comment: 'Settled between us' } })
    await town.ask(portal.seats.operations, invoiceCalls.resolve, { body: { id: one.id } })
  }
}

/** A credit note, deduction or debit note on a confirmed invoice, financed or not. */
export async function adjust(town: Town): Promise<void> {
  const { roll } = town
  const found = await town.rows<Adjusted>(
    sql`select id, currency, supplier_id, buyer_id, outstanding from invoice where doc_status = 'CONFIRMED' and outstanding > 0 order by (pay_status = 'WRITTEN_OFF') desc, (finance_status = 'FINANCED') desc, invoice_no limit 12`,
  )
  if (found.length === 0) return
  await adjustInvoice(town, roll.pick(found))
}

type Adjusted = { id: string; currency: string; supplierId: string; buyerId: string; outstanding: string }

/** Buyer, supplier or operations put an adjustment of an invoice forward, and whoever is asked decides. */
export async function adjustInvoice(town: Town, invoice: Adjusted): Promise<void> {
  const { roll, portal } = town
  const whole = roll.chance(0.1)
  const amount = whole
    ? invoice.currency === 'JPY'
      ? String(Number(invoice.outstanding))
      : invoice.currency === 'KWD'
        ? invoice.outstanding.slice(0, -1)
        : invoice.outstanding.slice(0, -2)
    : figure(town, invoice.currency, 1, roll.pick([60, 900, 9_000]))
  const { cedarMaker, dogwoodChecker, operations } = portal.seats
  const buyer = invoice.buyerId === portal.world.companies.cedar ? cedarMaker : dogwoodChecker
  const seat = roll.pick([buyer, operations, makerOf(town, invoice.supplierId)])
  const { id } = await town.ask(seat, adjustmentCalls.add, {
    body: {
      invoiceId: invoice.id,
      type: roll.pick(['CREDIT_NOTE', 'DEDUCTION', 'RETURN', 'REBATE', 'DEBIT_NOTE']),
      refNo: `ADJ-${town.next()}`,
      amount,
      date: addDays(town.day, -roll.between(0, 2)),
      reason: 'Goods',
    },
  })
  await decide(town, 'INVOICE_ADJUSTMENT', id, roll.pick(['PASSED', 'PASSED', 'PASSED', 'PASSED', 'REJECTED', 'REFUSED']))
  town.count('adjustment')
}

/** The buyer pays an invoice nobody has financed: one side reports it, the supplier or settlement decides. Some are taken back. */
export async function payPlain(town: Town): Promise<void> {
  const { roll } = town
  const found = await town.rows<{ id: string; currency: string; supplierId: string; buyerId: string }>(
    sql`select id, currency, supplier_id, buyer_id from invoice where doc_status = 'CONFIRMED' and finance_status = 'UNFINANCED' and outstanding > 0 order by invoice_no limit 20`,
  )
  if (found.length === 0) return
  const invoice = roll.pick(found)
  const { cedarMaker, dogwoodChecker } = town.portal.seats
  const buyer = invoice.buyerId === town.portal.world.companies.cedar ? cedarMaker : dogwoodChecker
  const maker = makerOf(town, invoice.supplierId)
  const { id } = await town.ask(roll.pick([buyer, buyer, maker]), directPaymentCalls.report, {
    body: {
      invoiceId: invoice.id,
      amount: figure(town, invoice.currency, 1, roll.pick([4_000, 60_000])),
      valueDate: addDays(town.day, -roll.between(0, 3)),
      reference: `P-${town.next()}`,
    },
  })
  const verdict = roll.pick(['PASSED', 'PASSED', 'PASSED', 'PASSED', 'REJECTED', 'REFUSED'] as const)
  await decide(town, 'DIRECT_PAYMENT', id, verdict)
  if (verdict === 'PASSED' && roll.chance(0.1)) {
    await town.ask(maker, directPaymentCalls.takeBack, { body: { id, reason: 'It came for another invoice' } })
    await decide(town, 'DIRECT_PAYMENT_REVERSAL', id, roll.pick(['PASSED', 'PASSED', 'REFUSED'] as const))
  }
  town.count('plain payment')
}

/** A purchase order is entered and confirmed. */
export async function enterPurchaseOrder(town: Town): Promise<void> {
  const { roll, portal } = town
  const { id } = await town.ask(portal.seats.alderMaker, purchaseOrderCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      poNo: `PO-${town.next()}`,
      orderDate: town.day,
      latestShipDate: addDays(town.day, roll.between(10, 40)),
      currency: 'USD',
      paymentTermDays: 60,
      items: [{ description: 'Cloth', qty: '1000', unitPrice: `${roll.between(40, 160)}.25` }],
      saveType: 'SUBMIT',
    },
  })
  await town.ask(portal.seats.cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [id] } })
  town.count('purchase order')
}
