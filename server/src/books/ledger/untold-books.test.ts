import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { listCalls } from '@usance/wire/list'
import { reportCalls } from '@usance/wire/report/calls'
import { subledgerList } from '@usance/wire/report/list'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { foldBooks } from '../../jobs/fold-books.ts'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { aFundedOrder, aRepayment, balanceIn, brokenLaws, takeBack } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, passAll } from '../../testing/trade.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

// A buyer's own book holds the entries of a financing that it was not told of. The buyer reads its book without them.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  // An installation may give buyers their books too.
  await portal.look((tx) =>
    sql`update role_permission set roles = roles || 'B', version = version + 1
      where permission in ('proof.subledgers.view', 'proof.subledgers.export')`.execute(tx),
  )
})
afterAll(() => portal.close())

const period = { from: openingDay, to: openingDay }
const subledgers = listCalls(subledgerList)
const subledgersOf = async (seat: Seat) => (await portal.ask(seat, subledgers.pageList, { body: { pageSize: 100 } })).list ?? []
async function workbookOf(seat: Seat) {
  const url = `/api${ledgerCalls.closeWorkbook.path.replace('{p}', portal.app.config.prefix)}`
  const { rawPayload } = await portal.sendRaw(seat, 'POST', url, period)
  return (await readXlsx(rawPayload)).sheets.map(({ name, rows }) => ({ name, rows }))
}
/** Everything that a company reads of its own book. */
async function bookOf(seat: Seat) {
  const { journals, trialBalance } = JSON.parse(String(await portal.ask(seat, ledgerCalls.closePack, { body: period })))
  return {
    statements: await portal.ask(seat, ledgerCalls.trialBalance, { body: period }),
    pack: { journals, trialBalance },
    workbook: await workbookOf(seat),
    subledgers: await subledgersOf(seat),
  }
}

async function credit(invoiceId: string, amount: string) {
  const { no } = await portal.ask(portal.seats.alderMaker, adjustmentCalls.add, {
    body: { invoiceId, type: 'CREDIT_NOTE', refNo: newId(), amount, date: openingDay },
  })
  await passAll(portal, no, 'INVOICE_ADJUSTMENT')
}
const disclose = (orderId: string, disclosed: boolean) =>
  portal.look((tx) => tx.updateTable('financeOrder').set({ disclosed }).where('id', '=', orderId).execute())

/** A financing that its buyer was not told of, after a credit note on its invoice and money of the buyer. */
let quiet: { orderId: string; invoiceIds: string[] }

test('a buyer reads nothing in its book of a financing that it was not told of', async () => {
  const { cedarMaker, auditor } = portal.seats
  await aFundedOrder(portal, { product: 'purchaseInArrears', faces: ['20000'] })
  const alone = await aConfirmedInvoice(portal, { invoiceNo: 'TWIN-A', amount: '20000.00' })
  quiet = await aFundedOrder(portal, { product: 'undisclosed', faces: ['20000'] })
  const before = await bookOf(cedarMaker)
  expect(before.pack.journals).toHaveLength(1)

  for (const invoiceId of [alone, quiet.invoiceIds[0]!]) await credit(invoiceId, '5000.00')
  expect(await bookOf(cedarMaker)).toEqual(before)
  await aRepayment(portal, quiet.orderId, '9000.00')
  await takeBack(portal, await aRepayment(portal, quiet.orderId, '1000.00'))
  await foldBooks(portal.app)
  expect(await bookOf(cedarMaker)).toEqual(before)
  await portal.asOwner((db) => sql`select build_book_sums()`.execute(db))
  expect(await bookOf(cedarMaker)).toEqual(before)

  const { cedar, alder } = portal.world.companies
  const sheet = { ownerId: cedar, book: 'B' as const, account: '5000', currency: 'USD' as const }
  for (const [orderId, counterpartyId] of [
    [quiet.orderId, alder],
    [quiet.orderId, null],
    [null, alder],
  ] as const)
    expect(
      (await refusalOf(portal.ask(cedarMaker, reportCalls.subledger, { body: { ...sheet, orderId, counterpartyId } }))).error,
    ).toBe('NOT_FOUND')

  // The entries are there, for staff and for the laws of the books.
  expect(await balanceIn(portal, quiet.orderId, 'B5000')).toBe('-5000.00')
  expect((await subledgersOf(auditor)).filter(({ orderId, book }) => orderId === quiet.orderId && book === 'B')).not.toEqual([])
  expect(await brokenLaws(portal)).toEqual([])
}, 120_000)

test('a buyer reads in its book what was booked of a financing before it was told of it, from then on', async () => {
  const { cedarMaker } = portal.seats
  const before = await bookOf(cedarMaker)
  await disclose(quiet.orderId, true)
  const told = await bookOf(cedarMaker)
  const shown = told.statements.statements.flatMap(({ trialBalance }) => trialBalance)
  expect(shown.find(({ account }) => account === 'B5000')).toMatchObject({ debit: '0.00', credit: '5000.00' })
  expect(told.pack.journals.length).toBeGreaterThan(before.pack.journals.length)
  expect(told.subledgers.some(({ orderId }) => orderId === quiet.orderId)).toBe(true)
  expect(await brokenLaws(portal)).toEqual([])

  await disclose(quiet.orderId, false)
  await foldBooks(portal.app)
  expect(await bookOf(cedarMaker)).toEqual(before)
  expect(await brokenLaws(portal)).toEqual([])
})

test('a buyer reads nothing in its book of a drawing on a pool that it was not told of', async () => {
  const { cedarMaker } = portal.seats
  const productId = await aPoolProduct(portal)
  const { poolId } = await aPooledInvoice(portal, productId, { amount: '30000.00', buyerCode: 'CEDAR' })
  await aPooledInvoice(portal, productId, { amount: '30000.00', buyerCode: 'DOGWOOD' })
  const before = await bookOf(cedarMaker)
  const { id } = await aFundedDrawing(portal, poolId, '20000.00')
  await aRepayment(portal, id, '5000.00')
  expect(await balanceIn(portal, id, 'B1000')).toBe('-5000.00')
  expect(await bookOf(cedarMaker)).toEqual(before)
  expect(await brokenLaws(portal)).toEqual([])
}, 120_000)
