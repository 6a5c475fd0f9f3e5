import type { Sent } from '@usance/wire/call'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { introduce } from '../../testing/introduce.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

type Change = Sent<typeof configChangeCalls.propose>['body']
const propose = async (body: Change) => (await portal.ask(portal.seats.operations, configChangeCalls.propose, { body })).no

/** Two changes wait, and the second passes first. Answers how the last decision on the first one is refused. */
async function overtaken(first: Change, second: Change, businessType: string) {
  const [older, newer] = [await propose(first), await propose(second)]
  await passAll(portal, newer, businessType)
  return (await refusalOf(passAll(portal, older, businessType))).error
}

const day = (holidayNameEn: string, calendarDate = '2025-06-11') => ({
  kind: 'HOLIDAY' as const,
  values: { days: [{ countryCode: 'US', calendarDate, type: 'J' as const, holidayNameEn, holidayNameCn: '日' }] },
})
const fixing = (percentRate: string, effectiveDate = '2025-03-03') => ({
  kind: 'RATE' as const,
  values: { fixings: [{ type: 'SOFR', effectiveDate, percentRate }], source: 'desk' },
})
const rate = (rates: { rate: string; rateDate?: string; turned?: boolean }[]): Change => ({
  kind: 'FX',
  values: {
    rates: rates.map(({ rateDate = '2025-03-03', turned, ...one }) => ({
      ...(turned ? { fromCurrency: 'USD', toCurrency: 'EUR' } : { fromCurrency: 'EUR', toCurrency: 'USD' }),
      rateDate,
      ...one,
    })),
  },
})

test('a change of days, rates or commission is stale once its line is no longer what its approvers were shown', async () => {
  expect(await overtaken(day('Storm'), day('Flood'), 'CALENDAR')).toBe('STALE_VERSION')
  expect(await overtaken(fixing('4.36'), fixing('4.35'), 'RATE')).toBe('STALE_VERSION')
  expect(await overtaken(rate([{ rate: '1.10' }]), rate([{ rate: '0.92', turned: true }]), 'RATE')).toBe('STALE_VERSION')

  await introduce(portal)
  const commission = (ratePct: string, effectiveDate: string): Change => ({
    kind: 'COMMISSION',
    values: { partnerId: portal.seats.bd.userId, ratePct, effectiveDate },
  })
  expect(await overtaken(commission('20', '2025-04-01'), commission('15', '2025-03-10'), 'PRODUCT')).toBe('STALE_VERSION')

  // Nothing of the changes that were overtaken is in force.
  const { before } = await portal.ask(portal.seats.risk, configChangeCalls.change, {
    body: { no: await propose(rate([{ rate: '1.2' }])) },
  })
  expect(before).toMatchObject([{ inForceDate: '2025-03-03', inForce: '1.086956522' }])
})

test('rates of days in a row may wait together, and pass in any order', async () => {
  const [monday, tuesday] = [await propose(fixing('4.4', '2025-03-10')), await propose(fixing('4.5', '2025-03-11'))]
  await passAll(portal, monday, 'RATE')
  await passAll(portal, tuesday, 'RATE')
  const status = async (businessNo: string) =>
    (await portal.ask(portal.seats.operations, workflowCalls.history, { body: { businessNo } })).status
  expect(await Promise.all([monday, tuesday].map(status))).toEqual(['PASSED', 'PASSED'])
})

test('of two changes of one day that are passed at the same moment, one is in force and the other is stale', async () => {
  const numbers = [await propose(day('Storm', '2025-06-12')), await propose(day('Flood', '2025-06-12'))]
  const last = await Promise.all(
    numbers.map(async (businessNo) => {
      const { taskId, currentNode } = await portal.ask(portal.seats.risk, workflowCalls.history, {
        body: { businessNo, ifQueryTask: 'YES' },
      })
      const decision = { businessNo, reviewType: 'PASSED' as const, approvalComments: '' }
      await portal.ask(portal.seats.risk, workflowCalls.approve, {
        body: { ...decision, taskId: taskId!, nodeName: currentNode! },
      })
      const next = await portal.ask(portal.seats.settlement, workflowCalls.history, { body: { businessNo, ifQueryTask: 'YES' } })
      return { ...decision, taskId: next.taskId!, nodeName: next.currentNode! }
    }),
  )
  const ends = await Promise.allSettled(last.map((body) => portal.ask(portal.seats.settlement, workflowCalls.approve, { body })))
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a change of calendars has one line for a day of a country', async () => {
  const days = [...day('Storm').values.days, { ...day('Flood').values.days[0]!, type: 'NONE' as const }]
  const { data } = await refusalOf(propose({ kind: 'HOLIDAY', values: { days } }))
  expect(data.fields).toEqual([{ field: 'days', message: 'DAY_TWICE' }])
})
