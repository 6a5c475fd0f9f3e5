import { type Fingerprints, isNearDuplicate, sameNumberDays, skeletonOf, unseparated } from '@usance/domain/fingerprint'
import { addDays, addYears, daysBetween } from '@usance/domain/local-date'
import { type Money, toDecimal } from '@usance/domain/money'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { numberSkeleton } from '../number-skeleton.ts'
import { wasInstructed } from './fingerprints.ts'
import { linksOf } from './linked-invoices.ts'
import { buyersWithLoans, type Dated, latestDay } from './risk-flags.ts'

/** An invoice of a file, checked by itself and not yet compared with others; its fingerprints are in hex. */
export type Candidate = Fingerprints & {
  buyerId: string
  invoiceNo: string
  normNo: string
  normTaxNo: string | null
  issueDate: string
  amount: Money
  /** What is left to invoice on its purchase order, where it names one. */
  orderBalance: Money | null
  /** Whether it names a purchase order that its buyer has confirmed. */
  namesConfirmedOrder: boolean
}
type Near = Pick<Candidate, 'invoiceNo' | 'normNo' | 'issueDate' | 'amount' | 'fp2'> & { day: number; unseparated: string }
type Latest = { issueDate: string; round: boolean }

/** The invoices that a file's invoices are compared with. Each that is taken over joins them. */
export type KnownInvoices = {
  /** The risk flags of one more invoice, or undefined for a duplicate that blocks. */
  flagsOf: (invoice: Candidate) => string[] | undefined
  add: (invoice: Candidate) => void
}

const nearDays = 10

/**
 * Learns in a few statements what whole files of one supplier are compared with; the transaction sees every company. The
 * rules are those of single invoices (fingerprints.ts, risk-flags.ts), which ask the database for one invoice at a time.
 */
export async function learnInvoices(context: Dated, supplierId: string, file: readonly Candidate[]): Promise<KnownInvoices> {
  const { tx } = context
  const today = latestDay(context)
  const [prints, near, averages, numbers, latest, lentOn, links] = [
    await samePrints(tx, file),
    await nearOnes(tx, supplierId, file),
    await averagesOf(tx, supplierId, file),
    await numbersBefore(tx, supplierId, file),
    await latestOfRound(tx, supplierId, file),
    await buyersWithLoans(tx, supplierId),
    await linksOf(tx, supplierId, file),
  ]
  const taxNos = new Set<string>()
  const added = new Map<string, Latest[]>()
  return {
    flagsOf(invoice) {
      const dates = prints.byNumber.get(invoice.fp2) ?? []
      if (prints.whole.has(invoice.fp1)) return undefined
      if (dates.some((date) => Math.abs(daysBetween(date, invoice.issueDate)) <= sameNumberDays)) return undefined
      const { orderBalance, namesConfirmedOrder, amount } = invoice
      const linked = links(invoice)
      const inFile = invoice.normTaxNo !== null && taxNos.has(invoice.normTaxNo) && !linked.includes('SAME_TAX_NO')
      const found = [
        ...linked,
        inFile && 'SAME_TAX_NO',
        invoice.issueDate > today && 'ISSUED_LATER',
        dates.length > 0 && 'FP2_OLD',
        (prints.butNumber.has(invoice.fp3) || prints.cancelled.has(ofTwin(invoice))) && 'FP3',
        near.has(invoice) && 'NEAR_DUPLICATE',
        !namesConfirmedOrder && lentOn.has(invoice.buyerId) && 'BESIDE_PO_LOAN',
        orderBalance !== null && amount.minor > orderBalance.minor && 'OVER_PO_BALANCE',
        averages.isFarBelow(invoice) && 'ABOVE_AVERAGE',
        numbersOf(invoice).length === 3 && numbersOf(invoice).every((number) => numbers.has(number)) && 'CONSECUTIVE_NUMBERS',
        isRound(amount) && isSeries(lastTwo(invoice, latest, added)) && 'ROUND_SERIES',
      ]
      return found.filter((flag) => flag !== false)
    },
    add(invoice) {
      if (invoice.normTaxNo !== null) taxNos.add(invoice.normTaxNo)
      prints.whole.add(invoice.fp1)
      prints.byNumber.set(invoice.fp2, [...(prints.byNumber.get(invoice.fp2) ?? []), invoice.issueDate])
      prints.butNumber.add(invoice.fp3)
      near.add(nearOf(invoice), invoice.buyerId)
      numbers.add(numberKey(invoice.buyerId, invoice.normNo))
      const of = `${invoice.buyerId} ${invoice.amount.currency}`
      const list = added.get(of)
      const entry = { issueDate: invoice.issueDate, round: isRound(invoice.amount) }
      if (list) list.push(entry)
      else added.set(of, [entry])
    },
  }
}

async function samePrints(tx: Tx, file: readonly Candidate[]) {
  const [whole, byNumber, butNumber] = [new Set<string>(), new Map<string, string[]>(), new Set<string>()]
  const hex = (name: 'fp1' | 'fp2' | 'fp3') => [...new Set(file.map((invoice) => invoice[name]))]
  const like = (column: string, values: string[]) =>
    sql<{ print: string; issueDate: string }>`
      select encode(w.wanted, 'hex') as print, issue_date from invoice join (select distinct decode(h, 'hex') as wanted from unnest(${values}::text[]) h) w
        on ${sql.ref(column)} = w.wanted where doc_status <> 'CANCELLED'`.execute(tx)
  for (const { print } of (await like('fp1', hex('fp1'))).rows) whole.add(print)
  for (const { print, issueDate } of (await like('fp2', hex('fp2'))).rows)
    byNumber.set(print, [...(byNumber.get(print) ?? []), issueDate])
  for (const { print } of (await like('fp3', hex('fp3'))).rows) butNumber.add(print)
  return { whole, byNumber, butNumber, cancelled: await cancelledTwins(tx, file) }
}

/** What a file's invoices with a cancelled twin are known by: it has another number, and its funding was once instructed. */
const ofTwin = ({ fp2, fp3 }: Pick<Candidate, 'fp2' | 'fp3'>) => `${fp2} ${fp3}`
async function cancelledTwins(tx: Tx, file: readonly Candidate[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<Pick<Candidate, 'fp2' | 'fp3'>>`
    select w.fp2, w.fp3 from unnest(${file.map(({ fp2 }) => fp2)}::text[], ${file.map(({ fp3 }) => fp3)}::text[]) as w (fp2, fp3)
      join invoice on invoice.fp3 = decode(w.fp3, 'hex') and invoice.fp2 <> decode(w.fp2, 'hex')
    where doc_status = 'CANCELLED' and ${wasInstructed}`.execute(tx)
  return new Set(rows.map(ofTwin))
}

/** Numbers or amounts one slip away from another invoice between the same two parties. */
async function nearOnes(tx: Tx, supplierId: string, file: readonly Candidate[]) {
  // Those of about the same amount lie together; a number of the same skeleton is enough by itself.
  const byAmount = new Map<string, Near[]>()
  const bySkeleton = new Map<string, string | null>()
  const placeOf = (buyerId: string, { currency }: Money, step: number) => `${buyerId}${currency}${step}`
  const add = (one: Near, buyerId: string) => {
    const skeleton = `${buyerId}${skeletonOf(one.normNo)}`
    const before = bySkeleton.get(skeleton)
    bySkeleton.set(skeleton, before === undefined || before === one.fp2 ? one.fp2 : null)
    const place = placeOf(buyerId, one.amount, stepOf(one.amount))
    const list = byAmount.get(place)
    if (list) list.push(one)
    else byAmount.set(place, [one])
  }
  const days = file.map(({ issueDate }) => issueDate).sort()
  if (days.length > 0) {
    const skeletons = [...new Set(file.map(({ normNo }) => skeletonOf(normNo)))]
    await sql`declare near_invoices no scroll cursor for
      select buyer_id as "buyerId", invoice_no as "invoiceNo", norm_no as "normNo", issue_date as "issueDate", currency, amount, encode(fp2, 'hex') as fp2 from invoice
      where supplier_id = ${supplierId} and buyer_id = any(${buyersOf(file)}::uuid[]) and doc_status <> 'CANCELLED'
        and (issue_date between ${addDays(days[0]!, -nearDays)}::date and ${addDays(days.at(-1)!, nearDays)}::date
          or ${numberSkeleton('norm_no')} = any(${skeletons}::text[]))`.execute(tx)
    type Row = Pick<Near, 'invoiceNo' | 'normNo' | 'issueDate' | 'fp2'> & { buyerId: string; currency: string; amount: string }
    for (;;) {
      const { rows } = await sql<Row>`fetch 5000 from near_invoices`.execute(tx)
      for (const { buyerId, ...row } of rows) add(nearOf({ ...row, amount: amountOf(row.amount, row.currency) }), buyerId)
      if (rows.length < 5000) break
    }
    await sql`close near_invoices`.execute(tx)
  }
  return {
    add,
    has(invoice: Candidate) {
      const alike = bySkeleton.get(`${invoice.buyerId}${skeletonOf(invoice.normNo)}`)
      if (alike !== undefined && alike !== invoice.fp2) return true
      const own = nearOf(invoice)
      const step = stepOf(invoice.amount)
      // The latest first: numbers that follow each other are one slip apart.
      return [step - 1, step, step + 1].some((one) =>
        byAmount
          .get(placeOf(invoice.buyerId, invoice.amount, one))
          ?.findLast(
            (other) =>
              Math.abs(other.day - own.day) <= nearDays &&
              other.fp2 !== own.fp2 &&
              (other.unseparated === own.unseparated || mayBeOneSlip(other.normNo, own.normNo)) &&
              isNearDuplicate({ ...own, number: own.invoiceNo }, { ...other, number: other.invoiceNo }),
          ),
      )
    },
  }
}

const nearOf = ({ invoiceNo, normNo, issueDate, amount, fp2 }: Omit<Near, 'day' | 'unseparated'>): Near => ({
  invoiceNo,
  normNo,
  issueDate,
  amount,
  fp2,
  day: Date.parse(issueDate) / 86_400_000,
  unseparated: unseparated(invoiceNo),
})

/** Amounts within one in a hundred of each other lie in the same step or in neighbouring ones. */
const stepOf = ({ minor }: Money) => Math.floor(Math.log(Number(minor)) / Math.log(1.011))

/** A quick look that leaves out numbers that differ in more than one place. */
function mayBeOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  const least = Math.min(a.length, b.length)
  let same = 0
  while (same < least && a.charCodeAt(same) === b.charCodeAt(same)) same++
  let back = 0
  while (back < least - same && a.charCodeAt(a.length - 1 - back) === b.charCodeAt(b.length - 1 - back)) back++
  return same + back >= Math.max(a.length, b.length) - 1
}

/** What was sent to a buyer in the year before, added up by day. */
async function averagesOf(tx: Tx, supplierId: string, file: readonly Candidate[]) {
  const days = file.map(({ issueDate }) => issueDate).sort()
  const sums = new Map<string, { day: string; count: bigint; sum: bigint }[]>()
  if (days.length > 0) {
    const { rows } = await sql<{ buyerId: string; currency: string; day: string; count: string; sum: string }>`
      select buyer_id, currency, issue_date as day, count(*) as count, sum(amount)::numeric(30, 4) as sum from invoice
      where supplier_id = ${supplierId} and buyer_id = any(${buyersOf(file)}::uuid[]) and doc_status not in ('DRAFT', 'CANCELLED')
        and issue_date between ${addYears(days[0]!, -1)}::date and ${days.at(-1)}::date
      group by 1, 2, 3`.execute(tx)
    for (const row of rows) {
      const place = `${row.buyerId} ${row.currency}`
      const one = { day: row.day, count: BigInt(row.count), sum: tenThousandths(row.sum) }
      sums.set(place, [...(sums.get(place) ?? []), one])
    }
  }
  const known = new Map<string, { count: bigint; sum: bigint }>()
  const yearBefore = ({ buyerId, amount, issueDate }: Candidate) => {
    const place = `${buyerId} ${amount.currency} ${issueDate}`
    const from = addYears(issueDate, -1)
    const year = known.get(place) ?? { count: 0n, sum: 0n }
    if (!known.has(place))
      for (const { day, count, sum } of sums.get(`${buyerId} ${amount.currency}`) ?? [])
        if (day >= from && day <= issueDate) {
          year.count += count
          year.sum += sum
        }
    known.set(place, year)
    return year
  }
  return {
    isFarBelow(invoice: Candidate) {
      const { count, sum } = yearBefore(invoice)
      return count >= 3n && tenThousandths(toDecimal(invoice.amount)) * count > 3n * sum
    },
  }
}

/** Decimal text of at most four decimals as a whole number of ten-thousandths. */
const tenThousandths = (text: string) => {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(4, '0'))
}

const numberKey = (buyerId: string, normNo: string) => `${buyerId} ${normNo}`
/** The three numbers just before this one; none where there are no three. */
function numbersOf({ buyerId, normNo }: Candidate): string[] {
  const [, head, digits] = /^(.*?)(\d{1,15})$/.exec(normNo) ?? []
  if (head === undefined || digits === undefined || Number(digits) < 4) return []
  return [1, 2, 3].map((back) => numberKey(buyerId, `${head}${Number(digits) - back}`))
}

async function numbersBefore(tx: Tx, supplierId: string, file: readonly Candidate[]): Promise<Set<string>> {
  const numbers = [...new Set(file.flatMap((one) => numbersOf(one).map((number) => number.slice(one.buyerId.length + 1))))]
  const { rows } = await sql<{ buyerId: string; normNo: string }>`
    select buyer_id, norm_no from invoice
    where supplier_id = ${supplierId} and buyer_id = any(${buyersOf(file)}::uuid[]) and norm_no = any(${numbers}::text[]) and doc_status <> 'CANCELLED'`.execute(
    tx,
  )
  return new Set(rows.map(({ buyerId, normNo }) => numberKey(buyerId, normNo)))
}

const isRound = (amount: Money) => Number(toDecimal(amount)) % 1000 === 0
const isSeries = (last: readonly Latest[]) => last.length === 2 && last.every(({ round }) => round)
const latestKey = ({ buyerId, amount, issueDate }: Candidate) => `${buyerId} ${amount.currency} ${issueDate}`

/** The two latest invoices up to the day of each that is a whole number of thousands. */
async function latestOfRound(tx: Tx, supplierId: string, file: readonly Candidate[]): Promise<Map<string, Latest[]>> {
  const round = new Map(file.filter(({ amount }) => isRound(amount)).map((one) => [latestKey(one), one]))
  const found = new Map<string, Latest[]>()
  if (round.size === 0) return found
  const wanted = [...round].map(([place, { buyerId, amount, issueDate }]) => ({
    place,
    buyerId,
    currency: amount.currency,
    issueDate,
  }))
  const { rows } = await sql<{ place: string; issueDate: string; round: boolean }>`
    select w.place, last.issue_date, last.amount % 1000 = 0 as round
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(place text, "buyerId" uuid, currency text, "issueDate" date)
    cross join lateral (
      select issue_date, amount, id from invoice where supplier_id = ${supplierId} and buyer_id = w."buyerId" and currency = w.currency and doc_status <> 'CANCELLED'
        and issue_date <= w."issueDate" order by issue_date desc, id desc limit 2) last
    order by w.place, last.issue_date desc, last.id desc`.execute(tx)
  for (const row of rows) found.set(row.place, [...(found.get(row.place) ?? []), row])
  return found
}

/** The two invoices before this one, of those stored and those of the file; of one day the file's are the later ones. */
function lastTwo(invoice: Candidate, stored: Map<string, Latest[]>, added: Map<string, Latest[]>): Latest[] {
  const before = (added.get(`${invoice.buyerId} ${invoice.amount.currency}`) ?? []).filter(
    ({ issueDate }) => issueDate <= invoice.issueDate,
  )
  return [...before.reverse(), ...(stored.get(latestKey(invoice)) ?? [])]
    .sort((a, b) => (a.issueDate < b.issueDate ? 1 : a.issueDate > b.issueDate ? -1 : 0))
    .slice(0, 2)
}

const buyersOf = (file: readonly Candidate[]) => [...new Set(file.map(({ buyerId }) => buyerId))]
