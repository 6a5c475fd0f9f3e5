import { subtract } from '@usance/domain/money'
import { groupsKept } from '@usance/domain/papers'
import { isConfirmedPurchaseOrder } from '@usance/domain/states/purchase-order'
import { sql } from 'kysely'
import { riskStaff } from '../../approval/workflow/candidates.ts'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { notifyAll } from '../../notify/notify.ts'
import { paperGroupsOf } from '../../platform/paper/groups.ts'
import type { Candidate } from './candidate.ts'
import { hashesBeside, numbersNamed, readingsOf } from './document-signs.ts'
import { duplicatesOf, refuseDuplicate } from './fingerprints.ts'
import type { LockedInvoice } from './move-invoice.ts'
import { type Dated, documentFlags, oddities, taskFlags } from './risk-flags.ts'

/**
 * The signs of an invoice, whichever way it came in or was changed, and the numbers that its papers name. Refuses a duplicate. The
 * transaction sees every company.
 */
export async function signsOf(context: Dated, invoice: Candidate): Promise<{ riskFlags: string[]; namedNos: string[] }> {
  const { tx } = context
  const duplicates = await duplicatesOf(tx, invoice, { issueDate: invoice.issueDate, ownId: invoice.id })
  refuseDuplicate(duplicates)
  const readings = await readingsOf(tx, invoice)
  return {
    riskFlags: [...duplicates, ...(await oddities(context, invoice, readings))],
    namedNos: numbersNamed(readings, invoice),
  }
}

/**
 * Asks anew for the signs of a stored invoice, stores them and brings them before risk staff once the invoice is sent: what it is
 * compared with may be younger than it, and its papers may have changed. Called under the lock of the invoice and, where it names a
 * purchase order, after that was brought in line with its invoices. The transaction sees every company.
 */
async function restateSigns(context: Dated, invoice: LockedInvoice, keeps: Said): Promise<LockedInvoice> {
  const { tx } = context
  const said = withSaid(await signsOf(context, await candidateOf(tx, invoice)), keeps)
  await tx.updateTable('invoice').set(said).where('id', '=', invoice.id).execute()
  return { ...invoice, ...said }
}

/** What a document says of an invoice: its signs, and the normalised numbers of the invoices that it names as preceding it. */
export type Said = { riskFlags: readonly string[]; namedNos: readonly string[] }

/** The signs and numbers of an invoice with those that a document says, each once. */
export const withSaid = (found: Said, said: Said): { riskFlags: string[]; namedNos: string[] } => ({
  riskFlags: [...new Set([...found.riskFlags, ...said.riskFlags])],
  namedNos: [...new Set([...found.namedNos, ...said.namedNos])],
})

/**
 * What the document says that an invoice was made of. Only an import makes one of a document: what a paper says of any other
 * goes with the paper.
 */
export const saidByOrigin = ({ source, riskFlags, namedNos }: Said & { source: string }): Said =>
  source === 'EINVOICE'
    ? { riskFlags: riskFlags.filter((flag) => documentFlags.includes(flag)), namedNos }
    : { riskFlags: [], namedNos: [] }

/** A draft that is sent: only the signs of the document that it was made of stay as they were. */
export async function sendWithSigns(context: Dated, invoice: LockedInvoice): Promise<LockedInvoice> {
  const { tx } = context
  const sent = await restateSigns(context, invoice, saidByOrigin(invoice))
  await raiseFlags(tx, sent, sent.riskFlags)
  return sent
}

/** An invoice with other papers. Of one that is sent no sign goes by the hand of its supplier, and what is new comes before risk staff. */
export async function signsOfPapers(context: Dated, invoice: LockedInvoice): Promise<void> {
  const { tx } = context
  const isSent = invoice.docStatus !== 'DRAFT'
  const { riskFlags } = await restateSigns(context, invoice, isSent ? invoice : saidByOrigin(invoice))
  if (isSent)
    await raiseFlags(
      tx,
      invoice,
      riskFlags.filter((flag) => !invoice.riskFlags.includes(flag)),
    )
}

/** A stored invoice as its signs are looked for. Its own amount is no part of what its purchase order has left. */
async function candidateOf(tx: Tx, invoice: LockedInvoice): Promise<Candidate> {
  const amount = amountOf(invoice.amount, invoice.currency)
  const papers = await tx
    .selectFrom('attachment')
    .select(['sha256', 'groupCode'])
    .where('ownerType', '=', 'INVOICE')
    .where('ownerId', '=', invoice.id)
    .where('removedAt', 'is', null)
    .execute()
  const groups = await paperGroupsOf(tx, 'INVOICE')
  const ofOthers = groupsKept(groups, 'SUBMISSION')
  const order = await orderOf(tx, invoice)
  return {
    ...invoice,
    amount,
    fileHashes: papers.map(({ sha256 }) => sha256),
    sayingHashes: papers.flatMap(({ sha256, groupCode }) => (ofOthers.includes(groupCode) ? [] : [sha256])),
    besideHashes: hashesBeside(
      groups,
      papers.map(({ sha256, groupCode }) => ({ sha256, groupKey: groupCode })),
    ),
    orderBalance: order ? subtract(amountOf(order.amount, invoice.currency), amountOf(order.invoiced, invoice.currency)) : null,
    namesConfirmedOrder: order !== undefined && isConfirmedPurchaseOrder(order.docStatus),
  }
}

/** The purchase order that an invoice names, with what its other invoices that were sent come to. */
async function orderOf(tx: Tx, { id, purchaseOrderId, buyerId, currency }: LockedInvoice) {
  if (!purchaseOrderId) return undefined
  return tx
    .selectFrom('purchaseOrder')
    .select(['amount', 'docStatus'])
    .select(
      sql<string>`(select coalesce(sum(i.amount), 0) from invoice i where i.purchase_order_id = purchase_order.id
        and i.id <> ${id} and i.doc_status not in ('DRAFT', 'CANCELLED'))`.as('invoiced'),
    )
    .where('id', '=', purchaseOrderId)
    .where('buyerId', '=', buyerId)
    .where('currency', '=', currency)
    .executeTakeFirst()
}

/**
 * Brings the signs of a sent invoice before risk staff: one open row a rule, however often it is sent, and a notice of what is new and
 * theirs to look into. An invoice of another supplier that claims the same debt gets the sign too: it may be financed already.
 */
async function raiseFlags(tx: Tx, invoice: LockedInvoice, rules: readonly string[]): Promise<void> {
  const claims = rules.includes('OTHER_SUPPLIER') ? await markOtherClaims(tx, invoice) : []
  const raised = await openFlags(tx, [...rules.map((rule) => ({ id: invoice.id, rule })), ...claims])
  const asked = [...new Set(raised.filter(({ rule }) => taskFlags.includes(rule)).map(({ id }) => id))]
  if (asked.length === 0) return
  const people = await riskStaff(tx)
  const told = await tx
    .selectFrom('invoice as i')
    .innerJoin('company as s', 's.id', 'i.supplierId')
    .select(['i.id', 'i.invoiceNo', 's.name as supplier'])
    .where('i.id', 'in', asked)
    .orderBy('i.id')
    .execute()
  await notifyAll(
    tx,
    told.map(({ id, invoiceNo, supplier }) => ({
      event: 'INVOICE_SIGN_RAISED' as const,
      userIds: people.map(({ userId }) => userId),
      inCompany: people[0]?.companyId ?? null,
      params: { invoiceNo, supplier },
      objectType: 'INVOICE',
      objectId: id,
      link: `/trading/invoice/${id}/details`,
    })),
  )
}

/** Marks the sent invoices of other suppliers that claim the debt of an invoice. */
async function markOtherClaims(tx: Tx, { supplierId, buyerId, normNo, currency, amount }: LockedInvoice) {
  const marked = await tx
    .updateTable('invoice')
    .set({ riskFlags: sql`array_append(risk_flags, 'OTHER_SUPPLIER')` })
    .where('supplierId', '<>', supplierId)
    .where('buyerId', '=', buyerId)
    .where('normNo', '=', normNo)
    .where('currency', '=', currency)
    .where('amount', '=', amount)
    .where('docStatus', 'not in', ['DRAFT', 'CANCELLED'])
    .where(sql<boolean>`not 'OTHER_SUPPLIER' = any(risk_flags)`)
    .returning('id')
    .execute()
  return marked.map(({ id }) => ({ id, rule: 'OTHER_SUPPLIER' }))
}

/** Leaves one open row for each invoice and rule; answers those that are new. */
async function openFlags(tx: Tx, flags: readonly { id: string; rule: string }[]) {
  if (flags.length === 0) return []
  const open = await tx
    .selectFrom('riskFlag')
    .select(['objectId', 'rule'])
    .where('objectType', '=', 'INVOICE')
    .where('objectId', '=', anyOf(flags.map(({ id }) => id)))
    .where('status', '=', 'OPEN')
    .execute()
  const raised = flags.filter(({ id, rule }) => !open.some((one) => one.objectId === id && one.rule === rule))
  if (raised.length === 0) return []
  await tx
    .insertInto('riskFlag')
    .values(
      raised.map(({ id, rule }) => ({
        id: newId(),
        objectType: 'INVOICE',
        objectId: id,
        rule,
        severity: taskFlags.includes(rule) ? 'TASK' : 'WARNING',
      })),
    )
    .execute()
  return raised
}
