import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { foldReceivables } from '../../jobs/fold-receivables.ts'
import { keepAdvances } from '../../jobs/keep-advances.ts'
import { actAs } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { checkAdvances } from './advances.ts'
import { advancesOf, readAdvances } from './available.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const invoices: string[] = []
const orders: string[] = []
const run = (work: (tx: Tx) => Promise<unknown>) => portal.look(work)
const onOne = (n: number, change: (id: string) => { execute: (tx: Tx) => Promise<unknown> }) =>
  invoices.length === 0 ? Promise.resolve() : run((tx) => change(invoices[n % invoices.length]!).execute(tx))

/** What happens to invoices and offers over time, as the use cases do it to the tables. */
const happenings: Record<string, (n: number) => Promise<unknown>> = {
  'an invoice is confirmed': async (n) => {
    const id = newId()
    const { alder, cedar, dogwood } = portal.world.companies
    await run((tx) =>
      tx
        .insertInto('invoice')
        .values({
          id,
          supplierId: alder,
          buyerId: n % 2 ? cedar : dogwood,
          purchaseOrderId: n % 3 ? null : (orders[n % Math.max(1, orders.length)] ?? null),
          invoiceNo: `A-${id}`,
          normNo: `A-${id}`,
          issueDate: '2025-01-15',
          dueDate: `2025-03-0${1 + (n % 9)}`,
          currency: n % 4 ? 'USD' : 'JPY',
          amount: n % 4 ? `${100 + n}.07` : String(101 + n),
          confirmedAmount: n % 5 ? null : String(100 + n),
          docStatus: n % 6 ? 'CONFIRMED' : 'SUBMITTED',
          fp1: Buffer.from(`1${id}`),
          fp2: Buffer.from(`2${id}`),
          fp3: Buffer.from(`3${id}`),
        })
        .execute(),
    )
    invoices.push(id)
  },
  'a purchase order is placed': async (n) => {
    const id = newId()
    const { alder, cedar } = portal.world.companies
    const values = { id, supplierId: alder, buyerId: cedar, poNo: `P-${id}`, orderDate: '2025-01-10', currency: 'USD' }
    await run((tx) =>
      tx
        .insertInto('purchaseOrder')
        .values({ ...values, latestShipDate: '2025-06-01', amount: String(1000 + n), docStatus: 'CONFIRMED' })
        .execute(),
    )
    orders.push(id)
  },
  'purchase orders are financed and paid back': (n) =>
    run((tx) =>
      sql`update purchase_order set finance_status = case when finance_status = 'FINANCED' then 'SETTLED' else 'FINANCED' end where id = ${orders[n % Math.max(1, orders.length)] ?? null}`.execute(
        tx,
      ),
    ),
  'what was submitted is confirmed': () =>
    run((tx) => sql`update invoice set doc_status = 'CONFIRMED' where doc_status = 'SUBMITTED'`.execute(tx)),
  'one is paid in part': (n) =>
    onOne(n, (id) => sql`update invoice set paid_amount = paid_amount + 10 where id = ${id} and outstanding >= 20`),
  'one is reduced': (n) =>
    onOne(n, (id) => sql`update invoice set adjusted_amount = adjusted_amount + 7 where id = ${id} and outstanding >= 20`),
  'one is raised': (n) =>
    onOne(
      n,
      (id) => sql`update invoice set adjusted_amount = adjusted_amount - 9, debited_amount = debited_amount + 9 where id = ${id}`,
    ),
  'one is locked by an order or let go': (n) =>
    onOne(
      n,
      (id) =>
        sql`update invoice set finance_status = case finance_status when 'LOCKED' then 'UNFINANCED' else 'LOCKED' end where id = ${id}`,
    ),
  'one falls due later': (n) => onOne(n, (id) => sql`update invoice set due_date = due_date + 3 where id = ${id}`),
  'one is disputed': (n) => onOne(n, (id) => sql`update invoice set doc_status = 'DISPUTED' where id = ${id}`),
  'all change in one statement': () => run((tx) => sql`update invoice set due_date = due_date + 1`.execute(tx)),
  'the rate on offer changes': (n) =>
    run((tx) => sql`update financing_product set advance_rate = ${80 + (n % 4) * 3.35}`.execute(tx)),
  'the tenors on offer change': (n) =>
    run((tx) =>
      sql`update financing_product set min_tenor = ${n % 5}, max_tenor = ${5 + (n % 40)} where code <> 'RP-ARR'`.execute(tx),
    ),
  'the changes are folded': () => foldReceivables(portal.app),
  'the rates on offer are looked at': () => keepAdvances(portal.app, 1),
}

/** What a supplier hears, and what the invoices say, by buyer and part of the time. */
const bothAnswers = (currency: string) =>
  actAs(portal, portal.seats.alderViewer, async ({ tx, today, actor }) => {
    const request = { tx, today, actor, body: { currency, buyerCode: 'ALL' } }
    const { products, cuts, atBest } = await advancesOf(request)
    const best = products.map(({ rate }) => rate).sort((a, b) => Number(b) - Number(a))[0]
    const read = best ? await readAdvances(request, best, cuts) : []
    const withoutZeros = (all: typeof read) =>
      new Map(
        all
          .filter(({ advance }) => Number(advance) !== 0)
          .map(({ buyerId, part, advance }) => [`${buyerId} ${part}`, Number(advance).toFixed(2)]),
      )
    return { heard: withoutZeros(atBest), read: withoutZeros(read) }
  })
const ready = () =>
  portal.look((tx) =>
    sql<{ currency: string }>`select currency from receivable_advance_rate where ready order by 1`
      .execute(tx)
      .then(({ rows }) => rows.map((one) => one.currency)),
  )
/**
 * Keeps sums until those of dollars are ready. What was running when a rate was chosen has to end first, in whatever database
 * of the server: the other suites run beside this one, and one of theirs may be in the middle of something long.
 */
const keepUntilReady = () =>
  vi.waitUntil(
    async () => {
      await keepAdvances(portal.app, 1)
      return (await ready()).includes('USD')
    },
    { timeout: 50_000, interval: 100 },
  )

describe('the kept sums of advances', () => {
  test('equal the invoices after whatever happens, in any order', async () => {
    await happenings['an invoice is confirmed']!(1)
    const happening = fc.tuple(fc.constantFrom(...Object.keys(happenings)), fc.nat(300))
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 8, maxLength: 25 }), async (story) => {
        for (const [what, n] of story) {
          await happenings[what]!(n)
          expect(await portal.look(checkAdvances)).toEqual([])
        }
        for (const currency of ['USD', 'JPY']) {
          const { heard, read } = await bothAnswers(currency)
          expect(heard).toEqual(read)
        }
      }),
      { numRuns: 10, seed: 11 },
    )
    await foldReceivables(portal.app)
    await keepUntilReady()
    const { heard, read } = await bothAnswers('USD')
    expect(heard).toEqual(read)
    expect(heard.size).toBeGreaterThan(0)
  })

  test('are ready only when no change can be missing that began before the rate was chosen', async () => {
    await run((tx) => sql`update financing_product set advance_rate = 77.77`.execute(tx))
    let finish = () => {}
    let begun = () => {}
    const changed = new Promise<void>((resolve) => (begun = resolve))
    const waiting = run(async (tx) => {
      await sql`update invoice set paid_amount = paid_amount + 1 where outstanding >= 20`.execute(tx)
      begun()
      await new Promise<void>((resolve) => (finish = resolve))
    })
    await changed
    await keepAdvances(portal.app, 1)
    expect(await ready()).toEqual([])
    const early = await bothAnswers('USD')
    expect(early.heard).toEqual(early.read)
    finish()
    await waiting
    await keepUntilReady()
    expect(await portal.look(checkAdvances)).toEqual([])
    const late = await bothAnswers('USD')
    expect(late.heard).toEqual(late.read)
    expect(late.heard).not.toEqual(early.heard)
  })

  test('are wrong only when somebody changes them, and then the check says which', async () => {
    await keepUntilReady()
    await foldReceivables(portal.app)
    await run((tx) =>
      sql`update receivable_advance set advance = advance + 1 where ctid = (select ctid from receivable_advance limit 1)`.execute(
        tx,
      ),
    )
    expect(await portal.look(checkAdvances)).toHaveLength(1)
  })
})
