import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { foldReceivables } from '../../jobs/fold-receivables.ts'
import { payBeside } from '../../testing/paid.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { checkSums } from './sums.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const invoices: string[] = []
const day = (n: number) => `2025-0${1 + (n % 6)}-${String(1 + (n % 28)).padStart(2, '0')}`

/** An invoice on which ten are paid, or waived. */
const lessTen = (id: string, how: { payDate: string; waived?: boolean }) =>
  portal.look((tx) => payBeside(tx, id, { amount: '10', ...how }))

/** What happens to receivables over time, as the use cases do it to the tables. */
const happenings: Record<string, (n: number) => Promise<unknown>> = {
  'an invoice is drafted': async (n) => {
    const id = newId()
    const { alder, cedar, dogwood } = portal.world.companies
    await portal.look((tx) =>
      tx
        .insertInto('invoice')
        .values({
          id,
          supplierId: alder,
          buyerId: n % 2 ? cedar : dogwood,
          invoiceNo: `S-${id}`,
          normNo: `S-${id}`,
          issueDate: day(n),
          dueDate: '2025-07-15',
          currency: n % 3 ? 'USD' : 'KWD',
          amount: String(100 + n),
          buyerVisible: n % 5 !== 0,
          docStatus: n % 4 ? 'CONFIRMED' : 'DRAFT',
          fp1: Buffer.from(`1${id}`),
          fp2: Buffer.from(`2${id}`),
          fp3: Buffer.from(`3${id}`),
        })
        .execute(),
    )
    invoices.push(id)
  },
  'drafts are submitted': () =>
    portal.look((tx) => sql`update invoice set doc_status = 'SUBMITTED' where doc_status = 'DRAFT'`.execute(tx)),
  'one is paid in part': (n) => onOne(n, (id) => lessTen(id, { payDate: day(n) })),
  'the rest of one is waived in part': (n) => onOne(n, (id) => lessTen(id, { payDate: day(n), waived: true })),
  'one is reduced, first asked for, then passed': (n) =>
    onOne(n, (id) =>
      portal.look(async (tx) => {
        const { rows } = await sql<any>`select * from invoice where id = ${id} and outstanding >= 7`.execute(tx)
        for (const row of rows) {
          const adjustment = newId()
          await tx
            .insertInto('invoiceAdjustment')
            .values({
              id: adjustment,
              invoiceId: id,
              supplierId: row.supplierId,
              buyerId: row.buyerId,
              currency: row.currency,
              refNo: adjustment,
              type: n % 3 ? 'CREDIT_NOTE' : 'DEBIT_NOTE',
              amount: '7',
              adjustmentDate: day(n + 1),
            })
            .execute()
          await sql`update invoice_adjustment set status = 'PASSED' where id = ${adjustment}`.execute(tx)
          await sql`update invoice set adjusted_amount = adjusted_amount + ${n % 3 ? 7 : -7} where id = ${id}`.execute(tx)
        }
      }),
    ),
  'one falls due later': (n) =>
    onOne(n, (id) => portal.look((tx) => sql`update invoice set due_date = due_date + 3 where id = ${id}`.execute(tx))),
  'one is shown to its buyer': (n) =>
    onOne(n, (id) => portal.look((tx) => sql`update invoice set buyer_visible = true where id = ${id}`.execute(tx))),
  'one is cancelled': (n) =>
    onOne(n, (id) => portal.look((tx) => sql`update invoice set doc_status = 'CANCELLED' where id = ${id}`.execute(tx))),
  'many change in one statement': () =>
    portal.look((tx) => sql`update invoice set issue_date = issue_date - 1 where currency = 'USD'`.execute(tx)),
  'the changes are folded': () => foldReceivables(portal.app),
}
const onOne = async (n: number, work: (id: string) => Promise<unknown>) => {
  if (invoices.length > 0) await work(invoices[n % invoices.length]!)
}

describe('the sums behind the dashboard', () => {
  test('equal the base rows after whatever happens, in any order', async () => {
    const happening = fc.tuple(fc.constantFrom(...Object.keys(happenings)), fc.nat(300))
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 25 }), async (story) => {
        for (const [what, n] of story) await happenings[what]!(n)
        expect(await portal.look(checkSums)).toEqual([])
      }),
      { numRuns: 12, seed: 7 },
    )
    expect(await foldReceivables(portal.app)).toBeGreaterThanOrEqual(0)
    expect(await portal.look(checkSums)).toEqual([])
  })

  test('are wrong only when somebody changes them, and then the check says which', async () => {
    await foldReceivables(portal.app)
    await portal.look((tx) =>
      sql`update receivable_day set invoiced = invoiced + 1 where ctid = (select ctid from receivable_day limit 1)`.execute(tx),
    )
    expect(await portal.look(checkSums)).toHaveLength(1)
  })
})
