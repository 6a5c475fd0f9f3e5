import { createHmac } from 'node:crypto'
import { type Fingerprints, fingerprintsOf, type InvoiceIdentity, sameNumberDays } from '@usance/domain/fingerprint'
import { addDays } from '@usance/domain/local-date'
import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'

const perUpdate = 2000

/** A company as invoices are told apart by: its number names one company of its country. */
export const registrationOf = ({ country, bizRegNo }: { country: string; bizRegNo: string }): string => `${country}:${bizRegNo}`

export type StoredFingerprints = { fp1: Buffer; fp2: Buffer; fp3: Buffer }

/** The fingerprints of an invoice under the key of this installation, in hex. */
export const fingerprintInHex = (app: App, identity: InvoiceIdentity): Fingerprints =>
  fingerprintsOf(identity, (text) => createHmac('sha256', app.installKey).update(text).digest('hex'))

/** The fingerprints as they are stored. */
export function fingerprint(app: App, identity: InvoiceIdentity): StoredFingerprints {
  const hex = fingerprintInHex(app, identity)
  return { fp1: Buffer.from(hex.fp1, 'hex'), fp2: Buffer.from(hex.fp2, 'hex'), fp3: Buffer.from(hex.fp3, 'hex') }
}

export type DuplicateRule = 'FP1' | 'FP2' | 'FP2_OLD' | 'FP3'

/**
 * Two people who enter one number with different amounts at the same moment: the second waits, and then sees the first. A file waits for
 * those who enter single invoices between its parties, and they for it.
 */
export const holdNumber = (tx: Tx, { fp2 }: Pick<StoredFingerprints, 'fp2'>, pair: string) =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended(${pairText(pair)}, 0)), pg_advisory_xact_lock(hashtextextended(${fp2.toString('hex')}, 0))`.execute(
    tx,
  )

/**
 * SQL: the funding of an `invoice`, or of a drawing on the pool that it was in, was once instructed: its money may be out, or came back.
 * Cancelled and entered anew under another number it is the same receivable (decision 255).
 */
export const wasInstructed = sql`exists (
  select from payment p where p.type = 'FUNDING' and p.instructed_on is not null and p.order_id in (
    select i.order_id from finance_order_item i where i.invoice_id = invoice.id
    union all
    select o.id from pool_asset a join finance_order o on o.pool_id = a.pool_id
    where a.invoice_id = invoice.id and p.instructed_on between a.assigned_at::date and coalesce(a.released_at, 'infinity')::date))`

/**
 * Looks for the same invoice among everybody's, in a transaction that sees every company: the whole invoice, its number within 180 days,
 * its number at another time, or all but its number.
 */
export async function duplicatesOf(
  tx: Tx,
  prints: StoredFingerprints,
  { issueDate, ownId }: { issueDate: string; ownId: string },
): Promise<DuplicateRule[]> {
  const { rows } = await sql<{ rule: DuplicateRule }>`
    select case when fp1 = ${prints.fp1} then 'FP1'
                when fp2 = ${prints.fp2} and issue_date between ${addDays(issueDate, -sameNumberDays)}::date and ${addDays(issueDate, sameNumberDays)}::date then 'FP2'
                when fp2 = ${prints.fp2} then 'FP2_OLD' else 'FP3' end as rule
    from invoice where doc_status <> 'CANCELLED' and id <> ${ownId} and (fp1 = ${prints.fp1} or fp2 = ${prints.fp2} or fp3 = ${prints.fp3})
    union all
    select 'FP3' from invoice
    where doc_status = 'CANCELLED' and id <> ${ownId} and fp3 = ${prints.fp3} and fp2 <> ${prints.fp2} and ${wasInstructed}`.execute(
    tx,
  )
  return [...new Set(rows.map(({ rule }) => rule))]
}

/** The whole invoice, or its number within 180 days, blocks – without a word about the other one. The rest are signs. */
export function refuseDuplicate(found: readonly DuplicateRule[]): void {
  if (found.some((rule) => rule === 'FP1' || rule === 'FP2'))
    throw new Refused('INVOICE_DUPLICATE', { fields: [{ field: 'invoiceNo', message: 'INVOICE_DUPLICATE' }] })
}

const pairText = (pair: string) => `invoices ${pair}`

/**
 * Keeps everybody else from entering invoices between these pairs of parties until the transaction ends. A lock for each
 * number of a large file would be more locks than the database has room for.
 */
export async function lockPairs(tx: Tx, pairs: readonly string[]): Promise<void> {
  for (const pair of [...pairs].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${pairText(pair)}, 0))`.execute(tx)
}

const registrations = sql`hashtextextended('registrations of companies', 0)`

/** Keeps the registrations of companies as they are until the transaction ends: fingerprints are made of them. */
export const holdRegistrations = (tx: Tx) => sql`select pg_advisory_xact_lock_shared(${registrations})`.execute(tx)

/** Waits for invoices that are being entered, and keeps others from being entered until the registration of a company has changed. */
export const awaitEntries = (tx: Tx) => sql`select pg_advisory_xact_lock(${registrations})`.execute(tx)

/**
 * Makes the fingerprints of all invoices of a company anew when its number or country has changed: those entered before must be found
 * by those entered after. The earlier fingerprints are kept: an invoice of another company that has the number later is flagged by them.
 * Called after `awaitEntries`; the transaction sees every company.
 */
export async function fingerprintAnew(tx: Tx, app: App, companyId: string): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await tx
      .selectFrom('invoice as i')
      .innerJoin('company as s', 's.id', 'i.supplierId')
      .innerJoin('company as b', 'b.id', 'i.buyerId')
      .select(['i.id', 'i.invoiceNo', 'i.issueDate', 'i.currency', 'i.amount'])
      .select(['s.country as supplierCountry', 's.bizRegNo as supplierNo', 'b.country as buyerCountry', 'b.bizRegNo as buyerNo'])
      .where(({ or, eb }) => or([eb('i.supplierId', '=', companyId), eb('i.buyerId', '=', companyId)]))
      .where('i.id', '>', after)
      .orderBy('i.id')
      .limit(perUpdate)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const made = rows.map(({ id, invoiceNo, issueDate, currency, amount, ...of }) => ({
      id,
      ...fingerprintInHex(app, {
        supplierReg: registrationOf({ country: of.supplierCountry, bizRegNo: of.supplierNo }),
        buyerReg: registrationOf({ country: of.buyerCountry, bizRegNo: of.buyerNo }),
        invoiceNo,
        issueDate,
        amount: amountOf(amount, currency),
      }),
    }))
    await sql`update invoice set former_prints = case when invoice.fp1 = decode(m.fp1, 'hex') then former_prints
        else array(select distinct p from unnest(former_prints || array[invoice.fp1, invoice.fp2]) p) end,
        fp1 = decode(m.fp1, 'hex'), fp2 = decode(m.fp2, 'hex'), fp3 = decode(m.fp3, 'hex')
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m(id uuid, fp1 text, fp2 text, fp3 text) where invoice.id = m.id`.execute(
      tx,
    )
  }
}
