import { listCalls } from '@usance/wire/list'
import { paymentList } from '@usance/wire/payment/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anInstructedPayment } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { askedBy } from '../../testing/rows-read.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('an export of payments, which has no acts on its rows, asks nothing of each payment', async () => {
  const lines: number[] = []
  const exportOnce = async () => {
    const body = { filterFields: {}, columnList: [{ key: 'no', title: 'No.' }] }
    const csv = await portal.ask(portal.seats.settlement3, listCalls(paymentList).csvExport, { body })
    lines.push(String(csv).trim().split('\r\n').length)
  }
  await anInstructedPayment(portal)
  // What is asked once a session is asked by now.
  await exportOnce()
  const { statements } = await askedBy(exportOnce)
  for (let more = 0; more < 3; more++) await anInstructedPayment(portal)
  // The next call notes that its user is there, which is not counted.
  await portal.asOwner((db) => sql`update session set last_seen_at = last_seen_at - interval '2 minutes'`.execute(db))
  expect((await askedBy(exportOnce)).statements).toBe(statements)
  expect(lines).toEqual([2, 2, 5])
})
