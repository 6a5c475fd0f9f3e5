import { exceeds, parseAmount, toDecimal } from '@usance/domain/money'
import { type InvoiceEvent, type InvoiceStatus, mayCancelInvoice, nextInvoiceStatus } from '@usance/domain/states/invoice'
import type { invoiceCalls } from '@usance/wire/invoice/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { amountOf } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { accepted, faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'

type Locked = Awaited<ReturnType<typeof lock>>

/** The invoice, locked, as far as the caller may see it. */
async function lock(tx: Tx, id: string, column: 'supplierId' | 'buyerId', companyId: string) {
  const row = await tx
    .selectFrom('invoice')
    .selectAll()
    .where('id', '=', id)
    .where(column, '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return row
}

/** Moves an invoice along its machine, with audit row and notification. The caller has it locked. */
async function move(
  context: UseCaseContext,
  invoice: Locked,
  event: InvoiceEvent,
  patch: Record<string, unknown>,
  tell: (string | null)[],
  comment?: string,
) {
  const { tx, actor } = context
  const docStatus = accepted(nextInvoiceStatus(invoice.docStatus as InvoiceStatus, event))
  await tx
    .updateTable('invoice')
    .set({ ...patch, docStatus, version: invoice.version + 1, updatedAt: sql`app_now()`, updatedBy: actor.userId })
    .where('id', '=', invoice.id)
    .execute()
  const name = event.replace(/[A-Z]/g, (c) => `_${c}`).toUpperCase()
  await audit(context, {
    event: `INVOICE_${name}`,
    objectType: 'INVOICE',
    objectId: invoice.id,
    objectNo: invoice.invoiceNo,
    before: { docStatus: invoice.docStatus },
    after: { docStatus, ...(comment ? { comment } : {}) },
  })
  await notify(tx, {
    event: `INVOICE_${name}`,
    companyIds: tell,
    params: { invoiceNo: invoice.invoiceNo, amount: invoice.amount, currency: invoice.currency, comment: comment ?? null },
    objectType: 'INVOICE',
    objectId: invoice.id,
    link: `/trading/invoice/${invoice.id}/details`,
  })
  return { id: invoice.id, docStatus }
}

/** Locks in one order, whoever asks, so that two bulk actions never wait for each other. */
const inOrder = <T extends { id: string }>(items: T[]) =>
  [...new Map(items.map((item) => [item.id, item])).values()].sort((a, b) => (a.id < b.id ? -1 : 1))

/** Sends drafts to their buyers. An undisclosed relationship confirms at once: its buyer is never asked. */
export const submitInvoices: Handler<typeof invoiceCalls.submit> = async (request) => {
  const { tx, actor, body } = request
  const changed = []
  const drafts: Locked[] = []
  for (const { id } of inOrder(body.ids.map((id) => ({ id })))) drafts.push(await lock(tx, id, 'supplierId', actor.companyId))
  const relations = await tx.selectFrom('relationship').selectAll().where('supplierId', '=', actor.companyId).execute()
  await elevate(tx)
  for (const invoice of drafts) {
    const relation = relations.find((one) => one.buyerId === invoice.buyerId)
    const disclosed = relation?.disclosed ?? true
    changed.push(
      await move(
        request,
        invoice,
        'submit',
        { submittedAt: sql`app_now()`, buyerVisible: disclosed },
        disclosed ? [invoice.buyerId] : [],
      ),
    )
    for (const rule of invoice.riskFlags)
      await tx
        .insertInto('riskFlag')
        .values({ id: newId(), objectType: 'INVOICE', objectId: invoice.id, rule, severity: 'TASK' })
        .execute()
    if (disclosed && relation?.confirmMode !== 'NONE') continue
    const submitted = await lock(tx, invoice.id, 'supplierId', actor.companyId)
    changed[changed.length - 1] = await move(
      request,
      submitted,
      'confirm',
      { confirmedAmount: invoice.amount, confirmedAt: sql`app_now()` },
      [invoice.supplierId],
    )
  }
  return { changed }
}

export const cancelInvoice: Handler<typeof invoiceCalls.cancel> = async (request) => {
  const invoice = await lock(request.tx, request.body.id, 'supplierId', request.actor.companyId)
  if (
    !mayCancelInvoice({
      status: invoice.docStatus as InvoiceStatus,
      financeStatus: invoice.financeStatus,
      payStatus: invoice.payStatus as 'UNPAID',
    })
  )
    throw new Refused('ILLEGAL_TRANSITION')
  return {
    changed: [
      await move(
        request,
        invoice,
        'cancel',
        {},
        invoice.docStatus === 'DRAFT' ? [] : [invoice.buyerVisible ? invoice.buyerId : null],
      ),
    ],
  }
}

/** The buyer confirms what it owes, in bulk; a lower amount than the invoice's is allowed, a higher one is not. */
export const confirmInvoices: Handler<typeof invoiceCalls.confirm> = async (request) => {
  const { tx, actor, body } = request
  const changed = []
  for (const item of inOrder(body.items)) {
    const invoice = await lock(tx, item.id, 'buyerId', actor.companyId)
    const face = amountOf(invoice.amount, invoice.currency)
    const confirmed = item.confirmedAmount
      ? parseAmount(item.confirmedAmount, invoice.currency)
      : { ok: true as const, value: face }
    if (!confirmed.ok) throw faultyField('confirmedAmount', 'AMOUNT_SCALE', { currency: invoice.currency })
    if (exceeds(confirmed.value, face) || confirmed.value.minor <= 0n) throw faultyField('confirmedAmount', 'AMOUNT_NOT_POSITIVE')
    changed.push(
      await move(request, invoice, 'confirm', { confirmedAmount: toDecimal(confirmed.value), confirmedAt: sql`app_now()` }, [
        invoice.supplierId,
      ]),
    )
  }
  return { changed }
}

export const returnInvoice: Handler<typeof invoiceCalls.returnToSupplier> = async (request) => {
  const invoice = await lock(request.tx, request.body.id, 'buyerId', request.actor.companyId)
  // A returned invoice is the supplier's draft again, which its buyer no longer sees: the change is made beyond the buyer's sight.
  await elevate(request.tx)
  return {
    changed: [
      await move(
        request,
        invoice,
        'return',
        { returnComment: request.body.comment, buyerVisible: false, submittedAt: null },
        [invoice.supplierId],
        request.body.comment,
      ),
    ],
  }
}

/** A disputed invoice counts for nothing until it is resolved; who financed it is told. */
export const disputeInvoices: Handler<typeof invoiceCalls.dispute> = async (request) => {
  const { tx, actor, body } = request
  const changed = []
  for (const { id } of inOrder(body.ids.map((one) => ({ id: one })))) {
    const invoice = await lock(tx, id, 'buyerId', actor.companyId)
    changed.push(
      await move(
        request,
        invoice,
        'dispute',
        { disputeReason: body.reason },
        [invoice.supplierId, invoice.funderId],
        body.reason,
      ),
    )
  }
  return { changed }
}
