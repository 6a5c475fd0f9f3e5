import { setImmediate as breathe } from 'node:timers/promises'
import { isCurrency } from '@usance/domain/currencies'
import { normalizeDocumentNo } from '@usance/domain/fingerprint'
import { isPositive, type Money, parseAmount, subtract, toDecimal } from '@usance/domain/money'
import { isConfirmedPurchaseOrder } from '@usance/domain/states/purchase-order'
import { sql } from 'kysely'
import { auditMany } from '../../audit/record.ts'
import { amountOf } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { callerActedForAnother } from '../../http/one-party.ts'
import { amountFault } from '../../http/refused.ts'
import type { Faulty } from '../../platform/sheet-import/sheet.ts'
import type { ImportReason } from '../../platform/sheet-import/words.ts'
import { fingerprintInHex, holdRegistrations, lockPairs, registrationOf } from './fingerprints.ts'
import type { InvoiceKey } from './invoice-sheets.ts'
import { type Candidate, learnInvoices } from './known-invoices.ts'
import { buyerOf, normTaxNoOf } from './save-invoice.ts'

type Row = Record<InvoiceKey, string>
type Checked = Candidate & { at: number; row: Row; orderId: string | null }
const perStatement = 1000
const perBreath = 250

/**
 * Enters many invoices of one supplier as drafts: all that entering each by itself would check and store, in a few
 * statements for the whole file. Answers for each row what is wrong with it; `tell` hears how many are done.
 */
export async function addInvoices(
  context: UseCaseContext,
  rows: readonly Row[],
  tell: (done: number) => void,
): Promise<(Faulty | undefined)[]> {
  const faults: (Faulty | undefined)[] = rows.map(() => undefined)
  const checked = await checkEach(context, rows, faults)
  await elevate(context.tx)
  await lockPairs(context.tx, [...new Set(checked.map(({ pair }) => pair))])
  const known = await learnInvoices(context, context.actor.companyId, checked)
  for (let from = 0; from < checked.length; from += perStatement) {
    const good: (Checked & { flags: string[] })[] = []
    for (const [index, one] of checked.slice(from, from + perStatement).entries()) {
      if (index % perBreath === 0) await breathe()
      const flags = known.flagsOf(one)
      if (!flags) faults[one.at] = { reason: 'INVOICE_DUPLICATE', field: 'invoiceNo' }
      else {
        known.add(one)
        good.push({ ...one, flags })
      }
    }
    const stored = await store(context, good)
    // The unique index has the last word, when somebody else entered the same invoice meanwhile.
    for (const { at } of good) if (!stored.has(at)) faults[at] = { reason: 'INVOICE_DUPLICATE', field: 'invoiceNo' }
    tell(Math.min(checked.length, from + perStatement) + rows.length - checked.length)
  }
  return faults
}

/** The rows that have no fault of their own, of their buyer or of their purchase order; the others' faults are written down. */
async function checkEach(
  context: UseCaseContext,
  rows: readonly Row[],
  faults: (Faulty | undefined)[],
): Promise<(Checked & { pair: string })[]> {
  const { tx, actor } = context
  const supplierId = actor.companyId
  await holdRegistrations(tx)
  const supplier = await tx
    .selectFrom('company')
    .select(['bizRegNo', 'country'])
    .where('id', '=', supplierId)
    .executeTakeFirstOrThrow()
  const buyers = new Map<string, Buyer>()
  for (const { buyerCode } of rows) if (!buyers.has(buyerCode)) buyers.set(buyerCode, await buyerOf(tx, supplierId, buyerCode))
  const orderNamed = await ordersNamed(tx, supplierId, rows)
  const checked: (Checked & { pair: string })[] = []
  for (const [at, row] of rows.entries()) {
    if (at % perBreath === 0) await breathe()
    const buyer = buyers.get(row.buyerCode)
    const found = checkRow(row, buyer, buyer && row.poNo ? orderNamed(buyer.id, row.poNo) : undefined)
    if ('reason' in found) faults[at] = found
    else checked.push({ at, row, ...candidateOf(context, row, { supplier, ...found }) })
  }
  return checked
}

/** The purchase orders that rows name, by buyer and number, locked: nobody cancels them until the file is stored. */
async function ordersNamed(tx: Tx, supplierId: string, rows: readonly Row[]) {
  const poNos = [...new Set(rows.map(({ poNo }) => poNo.toUpperCase()).filter(Boolean))]
  const poKeys = poNos.map(normalizeDocumentNo)
  const orders = await tx
    .selectFrom('purchaseOrder')
    .select([
      'id',
      'buyerId',
      'orderDate',
      'currency',
      'amount',
      'invoicedAmount',
      'docStatus',
      sql<string>`upper(po_no)`.as('poNo'),
      'normNo',
      callerActedForAnother('purchaseOrder.id').as('actsForAnother'),
    ])
    .where('supplierId', '=', supplierId)
    .where(sql<boolean>`(upper(po_no) = any(${poNos}::text[]) or norm_no = any(${poKeys}::text[]))`)
    .where('docStatus', 'in', ['SUBMITTED', 'CONFIRMED', 'CLOSED'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  // However it is spelt; the order that is written so comes before one that only reads alike.
  const orderOf = new Map(
    [...orders.map((order) => [order.normNo, order] as const), ...orders.map((order) => [order.poNo, order] as const)].map(
      ([no, order]) => [`${order.buyerId} ${no}`, order],
    ),
  )
  return (buyerId: string, poNo: string) =>
    orderOf.get(`${buyerId} ${poNo.toUpperCase()}`) ?? orderOf.get(`${buyerId} ${normalizeDocumentNo(poNo)}`)
}

type Buyer = Awaited<ReturnType<typeof buyerOf>>
type Order = ReturnType<Awaited<ReturnType<typeof ordersNamed>>>
type Sound = { buyer: NonNullable<Buyer>; order: Order; amount: Money; normNo: string }

/** What is wrong with a row, in the order in which a single invoice is checked, so that it is told the same reason; or what it names. */
function checkRow(row: Row, buyer: Buyer, order: Order): Faulty | Sound {
  const amount = isCurrency(row.currency) ? parseAmount(row.amount, row.currency) : undefined
  const normNo = normalizeDocumentNo(row.invoiceNo)
  const fault = (reason: ImportReason, field: string): Faulty => ({ reason, field })
  if (row.poNo && !order) return fault('NOT_FOUND', 'poNo')
  if (order?.actsForAnother) return fault('ACTED_FOR_ANOTHER_PARTY', 'poNo')
  if (!amount) return fault('BAD_REQUEST', 'currency')
  if (!amount.ok) return fault(amountFault(amount.refusal), 'amount')
  if (!isPositive(amount.value)) return fault('AMOUNT_NOT_POSITIVE', 'amount')
  if (row.issueDate > row.dueDate) return fault('DATE_ORDER', 'dueDate')
  if (!normNo) return fault('BAD_REQUEST', 'invoiceNo')
  if (!buyer) return fault('PARTY_UNKNOWN', 'buyerCode')
  if (order && order.orderDate > row.issueDate) return fault('DAY_TOO_EARLY', 'issueDate')
  if (order && order.currency !== row.currency) return fault('CURRENCY_MISMATCH', 'currency')
  return { buyer, order, amount: amount.value, normNo }
}

/** A sound row as an invoice that is compared with those already known. */
function candidateOf(
  { app }: UseCaseContext,
  row: Row,
  { supplier, buyer, order, amount, normNo }: Sound & { supplier: Parameters<typeof registrationOf>[0] },
): Omit<Checked, 'at' | 'row'> & { pair: string } {
  const parties = { supplierReg: registrationOf(supplier), buyerReg: registrationOf(buyer) }
  const { invoiceNo, issueDate } = row
  return {
    ...fingerprintInHex(app, { ...parties, invoiceNo, issueDate, amount }),
    pair: `${parties.supplierReg} ${parties.buyerReg}`,
    buyerId: buyer.id,
    invoiceNo,
    normNo,
    normTaxNo: normTaxNoOf(row.taxInvoiceNo),
    issueDate,
    amount,
    orderId: order?.id ?? null,
    orderBalance: order ? subtract(amountOf(order.amount, order.currency), amountOf(order.invoicedAmount, order.currency)) : null,
    namesConfirmedOrder: order !== undefined && isConfirmedPurchaseOrder(order.docStatus),
  }
}

/** Stores drafts and their audit rows in two statements; answers the places of those that are stored. */
async function store(context: UseCaseContext, batch: readonly (Checked & { flags: string[] })[]): Promise<Set<number>> {
  const { tx, actor } = context
  // Ids of one moment have no order of their own; sorted, the file's order is theirs.
  const fresh = batch.map(() => newId()).sort()
  const made = batch.map((one, index) => ({ id: fresh[index]!, ...one }))
  const values = made.map(({ id, row, flags, ...one }) => ({
    id,
    buyer_id: one.buyerId,
    invoice_no: one.invoiceNo,
    norm_no: one.normNo,
    tax_invoice_no: row.taxInvoiceNo || null,
    norm_tax_no: one.normTaxNo,
    purchase_order_id: one.orderId,
    issue_date: one.issueDate,
    due_date: row.dueDate,
    currency: row.currency,
    amount: toDecimal(one.amount),
    remark: row.remark || null,
    risk_flags: flags,
    fp1: one.fp1,
    fp2: one.fp2,
    fp3: one.fp3,
  }))
  const { rows } = await sql<{ id: string }>`
    insert into invoice (id, supplier_id, source, created_by, buyer_id, invoice_no, norm_no, tax_invoice_no, norm_tax_no, purchase_order_id, issue_date, due_date, currency, amount, remark, risk_flags, fp1, fp2, fp3)
    select id, ${actor.companyId}::uuid, 'EXCEL', ${actor.userId}::uuid, buyer_id, invoice_no, norm_no, tax_invoice_no, norm_tax_no, purchase_order_id, issue_date, due_date, currency, amount, remark, risk_flags, decode(fp1, 'hex'), decode(fp2, 'hex'), decode(fp3, 'hex')
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r(id uuid, buyer_id uuid, invoice_no text, norm_no text, tax_invoice_no text, norm_tax_no text, purchase_order_id uuid, issue_date date, due_date date, currency text, amount numeric, remark text, risk_flags text[], fp1 text, fp2 text, fp3 text)
    on conflict do nothing returning id`.execute(tx)
  const ids = new Set(rows.map(({ id }) => id))
  const stored = made.filter(({ id }) => ids.has(id))
  await auditMany(
    context,
    stored.map(({ id, row, orderId }) => ({
      event: 'INVOICE_ADDED',
      objectType: 'INVOICE',
      objectId: id,
      objectNo: row.invoiceNo,
      after: { ...bodyOf(row), ...(orderId ? { purchaseOrderId: orderId } : {}), source: 'EXCEL' },
    })),
  )
  return new Set(stored.map(({ at }) => at))
}

const bodyOf = ({ buyerCode, invoiceNo, issueDate, dueDate, currency, amount, taxInvoiceNo, remark }: Row) => ({
  buyerCode,
  invoiceNo,
  issueDate,
  dueDate,
  currency,
  amount,
  taxInvoiceNo,
  remark,
})
