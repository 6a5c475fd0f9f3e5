import type { Sent } from '@usance/wire/call'
import { rowsOfKind } from '@usance/wire/config-change/answers'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

type Change = Sent<typeof configChangeCalls.propose>['body']
/** Puts a change forward; its number, the warnings that its approvers read and the steps that they are asked for. */
async function putForward(body: Change, businessType: 'RATE' | 'PRODUCT') {
  const { no } = await portal.ask(portal.seats.operations, configChangeCalls.propose, { body })
  const { warnings } = await portal.ask(portal.seats.risk, workflowCalls.history, { body: { businessNo: no, businessType } })
  const { steps } = await portal.look((tx) =>
    tx.selectFrom('workflowInstance').select('steps').where('businessNo', '=', no).executeTakeFirstOrThrow(),
  )
  return { no, warnings, steps }
}

const fixing = (percentRate: string): Change => ({
  kind: 'RATE',
  values: { fixings: [{ type: 'SOFR', effectiveDate: openingDay, percentRate }], source: 'by hand' },
})
const euro = (rate: string): Change => ({
  kind: 'FX',
  values: { rates: [{ fromCurrency: 'EUR', toCurrency: 'USD', rateDate: openingDay, rate }] },
})

test('a fixing or an exchange rate that is many times the former one is a warning to its approvers', async () => {
  for (const [change, warned] of [
    [fixing('43'), true],
    [fixing('0.43'), true],
    [fixing('4.4'), false],
    [euro('10.5'), true],
    [euro('0.105'), true],
    [euro('1.1'), false],
  ] as const)
    expect((await putForward(change, 'RATE')).warnings).toEqual(warned ? ['FAR_FROM_FORMER'] : [])
})

/** The change of a product on offer to another margin. */
async function margin(text: string): Promise<Change> {
  const { operations } = portal.seats
  const products = rowsOfKind('PRODUCT', await portal.ask(operations, configChangeCalls.current, { body: { kind: 'PRODUCT' } }))
  const { id, version, name, nameCn } = products.find(({ code }) => code === 'RP-ARR')!
  const terms = { advanceRate: '90', minTenor: 30, maxTenor: 120, floor: '0', graceDays: 0, penaltyMargin: '12' }
  const values = {
    ...terms,
    code: 'RP-ARR',
    name,
    nameCn,
    margin: text,
    dilutionThreshold: '5',
    status: 'ENABLE' as const,
    fees: [],
  }
  return { kind: 'PRODUCT', targetId: id, version, values }
}

test('a price that is many times the former one is a warning, under which an edited flow asks one more', async () => {
  const usual = await putForward(await margin('2.6'), 'PRODUCT')
  expect(usual.warnings).toEqual([])
  await passAll(portal, usual.no, 'PRODUCT')
  const { administrator } = portal.seats
  const flows = rowsOfKind('WORKFLOW', await portal.ask(administrator, configChangeCalls.current, { body: { kind: 'WORKFLOW' } }))
  const { version } = flows.find(({ id }) => id === 'PRODUCT')!
  const step = { mode: 'ANY' as const, slaHours: 24 }
  const steps = [
    { ...step, roles: ['SETTLEMENT' as const] },
    { ...step, roles: ['RISK' as const], when: [{ kind: 'ANY_WARNING' as const }] },
  ]
  const { no } = await portal.ask(administrator, configChangeCalls.propose, {
    body: { kind: 'WORKFLOW', targetId: 'PRODUCT', version, values: { steps } },
  })
  await passAll(portal, no, 'WORKFLOW')
  const needed = { node: 'RISK_CHECK', needed: true }
  const dear = await putForward(await margin('26'), 'PRODUCT')
  expect(dear).toMatchObject({ warnings: ['FAR_FROM_FORMER'], steps: [{ needed: true }, needed] })
})
