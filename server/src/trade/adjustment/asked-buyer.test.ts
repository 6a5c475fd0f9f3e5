import { readFileSync } from 'node:fs'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../../database/migrate.ts'
import { brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const hide = (id: string, set: { confirmedAmount?: null } = {}) =>
  portal.look((tx) =>
    tx
      .updateTable('invoice')
      .set({ buyerVisible: false, ...set })
      .where('id', '=', id)
      .execute(),
  )
/** An invoice as it was sent while its relationship was undisclosed. */
async function anUntoldInvoice({ isAcknowledged }: { isAcknowledged: boolean }) {
  const id = await aConfirmedInvoice(portal)
  if (isAcknowledged) await aRightConfirmedOrder(portal, requestFor(portal, [id], { fundingDate: openingDay }))
  await hide(id, { confirmedAmount: null })
  return id
}
const raise = (invoiceId: string) =>
  portal.ask(portal.seats.alderMaker, adjustmentCalls.add, {
    body: { invoiceId, type: 'DEBIT_NOTE', refNo: 'DN-1', amount: '900.00', date: '2025-03-01', reason: 'Freight' },
  })
const open = (id: string) => portal.ask(portal.seats.cedarChecker, invoiceCalls.detail, { query: { id } })
const approval = (businessNo: string) =>
  portal.ask(portal.seats.cedarChecker, workflowCalls.history, { body: { businessNo, ifQueryTask: 'YES' } })

test('a buyer that is asked about a debit note reads the invoice that it acknowledged', async () => {
  const id = await anUntoldInvoice({ isAcknowledged: true })
  expect((await refusalOf(open(id))).error).toBe('NOT_FOUND')
  const { no } = await raise(id)
  expect((await approval(no)).taskId).toBeTruthy()
  expect(await open(id)).toMatchObject({ id })

  // One that waits at the upgrade.
  await hide(id)
  await portal.asOwner((db) =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('app.scope', 'system', true)`.execute(tx)
      await sql.raw(readFileSync(`${migrationsFolder()}/1329-invoices-that-a-buyer-is-asked-about.sql`, 'utf8')).execute(tx)
    }),
  )
  expect(await open(id)).toMatchObject({ id })
  expect(await brokenLaws(portal)).toEqual([])
})

test('a buyer that was never told of an invoice is not asked about it, and reads nothing of it', async () => {
  const id = await anUntoldInvoice({ isAcknowledged: false })
  const { no } = await raise(id)
  expect((await refusalOf(approval(no))).error).toBe('NOT_FOUND')
  expect((await refusalOf(open(id))).error).toBe('NOT_FOUND')
})
