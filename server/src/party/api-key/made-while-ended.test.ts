import { accountCalls } from '@usance/wire/account/calls'
import { apiKeyCalls } from '@usance/wire/api-key/calls'
import { webhookCalls } from '@usance/wire/webhook/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockCompany } from '../../database/lock-company.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { untilSomebodyWaits } from '../../testing/waiting.ts'
import { aDirector, aSeat, openingDay, type Seat } from '../../testing/world.ts'
import { endCredentials } from '../session/password.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const key = (seat: Seat) =>
  portal.ask(seat, apiKeyCalls.make, { body: { name: 'ERP', permissions: ['trading.invoice.view'], days: 30 } })
const webhook = (seat: Seat) =>
  portal.ask(seat, webhookCalls.add, { body: { url: 'https://8.8.4.4/hook', description: '', events: ['FINANCE_ORDER_FUNDED'] } })
const delegation = (seat: Seat) =>
  portal.ask(seat, workflowCalls.delegate, {
    body: { toUserId: portal.seats.alderChecker.userId, fromDate: openingDay, toDate: openingDay },
  })

let people = 0
/** A user of the supplier, made anew: a director for its webhooks, a checker for keys and delegations. */
const somebody = (write: (seat: Seat) => Promise<unknown>) =>
  portal.look((tx) => {
    const { companyId } = portal.seats.alderMaker
    if (write === webhook) return aDirector(tx, companyId)
    return aSeat(tx, `somebody.${++people}`, { companyId, role: 'SUPPLIER', userRoles: ['Checker'] })
  })

/** Begins a write that waits for a lock of the company, ends something of its user meanwhile, and lets the write go on. */
async function whileItWaits(seat: Seat, write: (seat: Seat) => Promise<unknown>, end: () => Promise<unknown>) {
  let begun: Promise<unknown> | undefined
  await portal.look(async (tx) => {
    await lockCompany(tx, seat.companyId)
    begun = write(seat)
    begun.catch(() => {})
    await Promise.race([begun, untilSomebodyWaits(portal)])
    await end()
  })
  return refusalOf(begun!)
}

const leftOf = ({ userId }: Seat) =>
  portal.look(async (tx) => [
    ...(await tx.selectFrom('apiKey').select('id').where('userId', '=', userId).where('revokedAt', 'is', null).execute()),
    ...(await tx
      .selectFrom('webhookEndpoint')
      .select('id')
      .where('createdBy', '=', userId)
      .where('status', '=', 'ENABLE')
      .execute()),
    ...(await tx.selectFrom('delegation').select('id').where('fromUserId', '=', userId).where('endedAt', 'is', null).execute()),
  ])

test('a key that is being made does not outlive a reset of the password', async () => {
  const seat = await somebody(key)
  const reset = () => portal.ask(portal.seats.alderDirector, accountCalls.resetPassword, { body: { id: seat.userId } })
  const refusal = await whileItWaits(seat, key, reset)
  expect([refusal.error, await leftOf(seat)]).toEqual(['SESSION_EXPIRED', []])
})

const made = [
  ['a key', key],
  ['a webhook', webhook],
  ['a delegation', delegation],
] as const
test.each(made)('%s that is being made does not outlive the session of its maker', async (_, write) => {
  const seat = await somebody(write)
  const refusal = await whileItWaits(seat, write, () => portal.look((tx) => endCredentials(tx, seat.userId)))
  expect([refusal.error, await leftOf(seat)]).toEqual(['SESSION_EXPIRED', []])
})

test.each(made)('%s that is being made does not outlive the seat of its maker', async (_, write) => {
  const seat = await somebody(write)
  const refusal = await whileItWaits(seat, write, () =>
    portal.look((tx) => tx.updateTable('userCompanyRole').set({ status: 'DISABLE' }).where('userId', '=', seat.userId).execute()),
  )
  expect([refusal.error, await leftOf(seat)]).toEqual(['SEAT_LOST', []])
})

test.each(made.slice(1))('%s that is being made does not outlive the role of its maker', async (_, write) => {
  const seat = await somebody(write)
  const refusal = await whileItWaits(seat, write, () =>
    portal.look((tx) =>
      tx
        .updateTable('userCompanyRole')
        .set({ userRoles: ['Viewer'] })
        .where('userId', '=', seat.userId)
        .execute(),
    ),
  )
  expect([refusal.error, await leftOf(seat)]).toEqual(['SEAT_LOST', []])
})
