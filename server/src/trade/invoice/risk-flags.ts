import { confusableSkeleton, isNearDuplicate } from '@usance/domain/fingerprint'
import { addDays, addYears, type LocalDate, maxDate } from '@usance/domain/local-date'
import { toDecimal } from '@usance/domain/money'
import type { ExtractData } from '@usance/wire/ocr/calls'
import { sql } from 'kysely'
import { carriesLoan } from '../../books/servicing/carries-loan.ts'
import { dayInZone } from '../../calendar/day-in-zone.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { mayBeNear } from '../may-be-near.ts'
import { numberSkeleton } from '../number-skeleton.ts'
import type { Candidate } from './candidate.ts'
import { documentSigns } from './document-signs.ts'
import { linksOf } from './linked-invoices.ts'

/** Flags that risk staff look into; the others only warn whoever approves. */
export const taskFlags: readonly string[] = [
  'FP2_OLD',
  'FP3',
  'NEAR_DUPLICATE',
  'SAME_FILE',
  'OCR_MISMATCH',
  'NO_DEBT',
  'OTHER_SELLER',
  'OTHER_BUYER',
  'OTHER_PAYEE',
  'NAMES_INVOICE',
  'NAMED_BY_INVOICE',
  'SAME_TAX_NO',
  'ISSUED_LATER',
  'FORMER_PARTY',
  'OTHER_SUPPLIER',
]

/** Flags of the e-invoice that an import made an invoice of: they stay, whatever is changed in a form. */
export const documentFlags: readonly string[] = ['NO_DEBT', 'OTHER_SELLER', 'OTHER_BUYER', 'OTHER_PAYEE', 'NAMES_INVOICE']

/**
 * The buyers of a supplier's purchase orders that carry a loan, one that is only applied for among them. An invoice to such a buyer may be
 * what the order was lent on, even though it names none that its buyer has confirmed, and whatever its currency is.
 */
export async function buyersWithLoans(tx: Tx, supplierId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ buyerId: string }>`
    select distinct p.buyer_id from purchase_order p where p.supplier_id = ${supplierId} and ${carriesLoan(sql`p.id`)}`.execute(
    tx,
  )
  return new Set(rows.map(({ buyerId }) => buyerId))
}

/** What is odd about an invoice and what was read from its papers, short of being a duplicate. The transaction sees every company. */
export async function oddities(context: Dated, invoice: Candidate, readings: readonly ExtractData[]): Promise<string[]> {
  const { tx } = context
  const { id, supplierId, buyerId, normNo, normTaxNo, amount, fp1, fp2 } = invoice
  const linking = { buyerId, normNo, normTaxNo, amount, fp1: fp1.toString('hex'), fp2: fp2.toString('hex') }
  const found = [
    ...(await linksOf(tx, supplierId, [linking], id))(linking),
    invoice.issueDate > latestDay(context) && 'ISSUED_LATER',
    (await isNear(tx, invoice)) && 'NEAR_DUPLICATE',
    (await sharesFile(tx, invoice)) && 'SAME_FILE',
    ...(await documentSigns(tx, invoice, readings)),
    !invoice.namesConfirmedOrder && (await isBesideLoan(tx, invoice)) && 'BESIDE_PO_LOAN',
    invoice.orderBalance !== null && invoice.amount.minor > invoice.orderBalance.minor && 'OVER_PO_BALANCE',
    (await isFarAboveAverage(tx, invoice)) && 'ABOVE_AVERAGE',
    (await isConsecutive(tx, invoice)) && 'CONSECUTIVE_NUMBERS',
    (await isRoundSeries(tx, invoice)) && 'ROUND_SERIES',
  ]
  return found.filter((flag) => flag !== false)
}

/** What the signs of an invoice are asked with: the transaction, and the day on which they are. */
export type Dated = Pick<UseCaseContext, 'app' | 'tx' | 'today' | 'now'>

/**
 * The later of the business date and the day of the calendar, as books may lag behind it for days: an invoice that says it is issued
 * after both is odd, as nobody may owe on it yet.
 */
export const latestDay = ({ app, today, now }: Dated): LocalDate => maxDate(today, dayInZone(now, app.config.zoneMinutes))

const isBesideLoan = async (tx: Tx, { supplierId, buyerId }: Candidate): Promise<boolean> =>
  (await buyersWithLoans(tx, supplierId)).has(buyerId)

/**
 * A number or amount one slip away from another invoice between the same two parties. PostgreSQL tells which numbers can be near at all,
 * so that those that come to be judged here are few, however many invoices of about the amount there are.
 */
async function isNear(tx: Tx, invoice: Candidate): Promise<boolean> {
  const { invoiceNo, issueDate, amount } = invoice
  const columns = sql`invoice_no, issue_date, amount, currency`
  const others = sql`supplier_id = ${invoice.supplierId} and buyer_id = ${invoice.buyerId} and doc_status <> 'CANCELLED' and id <> ${invoice.id}
        and fp2 <> ${invoice.fp2}`
  const { rows } = await sql<{ invoiceNo: string; issueDate: string; amount: string; currency: string }>`
    (select ${columns} from invoice where ${others} and ${numberSkeleton('norm_no')} = ${confusableSkeleton(invoiceNo)} limit 1)
    union all
    select ${columns} from invoice where ${others}
      and issue_date between ${addDays(issueDate, -10)}::date and ${addDays(issueDate, 10)}::date and currency = ${amount.currency}
      and amount between ${toDecimal(amount)}::numeric * 0.98 and ${toDecimal(amount)}::numeric * 1.02
      and ${mayBeNear(invoiceNo, { written: 'invoice_no', normNo: 'norm_no' })}`.execute(tx)
  return rows.some((row) =>
    isNearDuplicate(
      { ...invoice, number: invoiceNo },
      { number: row.invoiceNo, issueDate: row.issueDate, amount: amountOf(row.amount, row.currency) },
    ),
  )
}

async function sharesFile(tx: Tx, { id, fileHashes }: Candidate): Promise<boolean> {
  if (fileHashes.length === 0) return false
  const { rows } = await sql`
    select 1 from attachment a join invoice i on i.id = a.owner_id
    where a.sha256 in (${sql.join(fileHashes)}) and a.owner_type = 'INVOICE' and a.owner_id <> ${id} and a.removed_at is null and i.doc_status <> 'CANCELLED'
    limit 1`.execute(tx)
  return rows.length > 0
}

/** More than three times the average invoice of a year to this buyer, once there are three to compare with. */
async function isFarAboveAverage(tx: Tx, { id, supplierId, buyerId, issueDate, amount }: Candidate): Promise<boolean> {
  const { rows } = await sql<{ far: boolean }>`
    select count(*) >= 3 and ${toDecimal(amount)}::numeric > 3 * avg(amount) as far from invoice
    where supplier_id = ${supplierId} and buyer_id = ${buyerId} and id <> ${id} and currency = ${amount.currency} and doc_status not in ('DRAFT', 'CANCELLED')
      and issue_date between ${addYears(issueDate, -1)}::date and ${issueDate}::date`.execute(tx)
  return rows[0]?.far === true
}

/** Whoever sells to one buyer only numbers its invoices to it without a gap; a real seller has others in between. */
async function isConsecutive(tx: Tx, { supplierId, buyerId, normNo }: Candidate): Promise<boolean> {
  const [, head, digits] = /^(.*?)(\d{1,15})$/.exec(normNo) ?? []
  if (head === undefined || digits === undefined || Number(digits) < 4) return false
  const before = [1, 2, 3].map((back) => `${head}${Number(digits) - back}`)
  const { rows } = await sql<{ n: number }>`
    select count(distinct norm_no)::int as n from invoice
    where supplier_id = ${supplierId} and buyer_id = ${buyerId} and norm_no in (${sql.join(before)}) and doc_status <> 'CANCELLED'`.execute(
    tx,
  )
  return rows[0]!.n === 3
}

/** Three invoices in a row of whole thousands to the same buyer. */
async function isRoundSeries(tx: Tx, { id, supplierId, buyerId, amount, issueDate }: Candidate): Promise<boolean> {
  if (Number(toDecimal(amount)) % 1000 !== 0) return false
  const { rows } = await sql<{ round: boolean }>`
    select count(*) = 2 and bool_and(amount % 1000 = 0) as round from (
      select amount from invoice where supplier_id = ${supplierId} and buyer_id = ${buyerId} and id <> ${id} and currency = ${amount.currency} and doc_status <> 'CANCELLED' and issue_date <= ${issueDate}::date
      order by issue_date desc, id desc limit 2) last`.execute(tx)
  return rows[0]?.round === true
}
