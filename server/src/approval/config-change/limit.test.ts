import { rowsOfKind } from '@usance/wire/config-change/answers'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLimit } from '../../finance/product/add-product.ts'
import { decideChange } from '../../testing/decide-change.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a change of a limit leaves its kind, its parties and its currency, so that its funder decides on it', async () => {
  const { operations } = portal.seats
  const { alder, dogwood, fir } = portal.world.companies
  const limits = rowsOfKind('LIMIT', await portal.ask(operations, configChangeCalls.current, { body: { kind: 'LIMIT' } }))
  const limit = limits.find((row) => row.type === 'BUYER')!
  const { type, buyerId, funderId, currency, effectiveDate, expiryDate } = limit
  const values = { type, buyerId, funderId, currency, effectiveDate, expiryDate, amount: '900000', revolving: true }
  const propose = (other: object) =>
    portal.ask(operations, configChangeCalls.propose, {
      body: {
        kind: 'LIMIT',
        targetId: limit.id,
        version: limit.version,
        values: { ...values, status: 'ENABLE', ...other },
      } as never,
    })
  for (const [other, field] of [
    [{ type: 'FUNDER' }, 'type'],
    [{ type: 'SUPPLIER_FACILITY', supplierId: alder }, 'type'],
    [{ type: 'RELATIONSHIP', supplierId: alder }, 'type'],
    [{ buyerId: dogwood }, 'buyerId'],
    [{ funderId: fir }, 'funderId'],
    [{ currency: 'EUR' }, 'currency'],
  ] as const)
    expect((await refusalOf(propose(other))).data.fields).toEqual([{ field, message: 'LIMIT_KEEPS_PARTIES' }])
  // A party that its kind does not name is not kept, and no change.
  expect((await propose({ supplierId: alder })).no).toMatch(/^CFG/)
})

const life = { effectiveDate: '2025-03-03', expiryDate: '2026-03-02', revolving: true, status: 'ENABLE' }
const putForward = (values: object) =>
  portal.ask(portal.seats.operations, configChangeCalls.propose, {
    body: { kind: 'LIMIT', values: { ...life, ...values } } as never,
  })
const faultOf = async (asked: Promise<unknown>) => (await refusalOf(asked)).data.fields

test('a second limit of one kind between the same parties in one currency is refused on days that both have', async () => {
  const { alder, cedar, elm } = portal.world.companies
  const twice = [{ field: 'effectiveDate', message: 'LIMIT_TWICE' }]
  const dollars = { currency: 'USD', amount: '1' }
  const parties = [
    { type: 'BUYER', buyerId: cedar, funderId: elm },
    { type: 'SUPPLIER_FACILITY', supplierId: alder, funderId: elm },
    { type: 'FUNDER', funderId: elm },
  ]
  for (const one of parties) expect(await faultOf(putForward({ ...one, ...dollars }))).toEqual(twice)
  // After its last day another one may follow, and one that is ended is no limit.
  const next = { effectiveDate: '2031-01-01', expiryDate: '2031-12-31' }
  const { no } = await putForward({ ...parties[1], ...dollars, ...next })
  const again = await putForward({ ...parties[1], ...dollars, ...next })
  for (const seat of [portal.seats.risk, portal.seats.settlement]) await decideChange(portal, seat, no)
  await decideChange(portal, portal.seats.risk, again.no)
  expect(await faultOf(decideChange(portal, portal.seats.settlement, again.no))).toEqual(twice)
  // The database says so too.
  const stored = {
    supplierId: alder,
    funderId: elm,
    currency: 'USD',
    amount: '2',
    effectiveDate: '2031-12-31',
    expiryDate: '2032-12-31',
  }
  await expect(portal.look((tx) => addLimit(tx, { type: 'SUPPLIER_FACILITY', ...stored }))).rejects.toThrow('is there already')
})

test('of two limits of the same parties that are passed at the same moment, one is in force and the other is refused in words', async () => {
  const { alder, elm } = portal.world.companies
  const values = { type: 'SUPPLIER_FACILITY', supplierId: alder, funderId: elm, currency: 'USD', amount: '1' }
  const days = { effectiveDate: '2033-01-01', expiryDate: '2033-12-31' }
  const numbers = [(await putForward({ ...values, ...days })).no, (await putForward({ ...values, ...days })).no]
  for (const no of numbers) await decideChange(portal, portal.seats.risk, no)
  const ends = await Promise.allSettled(numbers.map((no) => decideChange(portal, portal.seats.settlement, no)))
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  expect(refused).toMatchObject([{ data: { fields: [{ field: 'effectiveDate', message: 'LIMIT_TWICE' }] } }])
})

test('limits on a buyer in several currencies add up for its funder, and those that wait count', async () => {
  const { dogwood, elm, fir } = portal.world.companies
  const { risk, settlement } = portal.seats
  const asksFunder = async (no: string) => {
    await decideChange(portal, risk, no)
    return (await decideChange(portal, settlement, no)).nextNode === 'FUNDER_CHECK'
  }
  // Elm has passed 8,000,000 USD: a limit of one euro beside it takes the place of it for euros.
  const euro = await putForward({ type: 'BUYER', buyerId: dogwood, funderId: elm, currency: 'EUR', amount: '1' })
  const { amount } = await portal.ask(risk, workflowCalls.history, { body: { businessNo: euro.no, ifQueryTask: 'YES' } })
  expect([amount, await asksFunder(euro.no)]).toEqual(['1.00', true])
  // 900,000 USD is for no funder to decide, and a second part of as much in euros is, whether the first one waits or is in force.
  const part = (currency: string) => putForward({ type: 'BUYER', buyerId: dogwood, funderId: fir, currency, amount: '900000' })
  const first = await part('USD')
  const waiting = await part('EUR')
  expect([await asksFunder(first.no), await asksFunder(waiting.no)]).toEqual([false, true])
  await decideChange(portal, portal.seats.firChecker, waiting.no, 'REFUSED')
  expect(await asksFunder((await part('EUR')).no)).toBe(true)
})

test('a limit that is set, changed or ended is told to its supplier and its funder, and never to the buyer that it is on', async () => {
  const { alder, cedar, elm } = portal.world.companies
  const { operations, risk, settlement } = portal.seats
  const told = () =>
    portal.look((tx) =>
      tx
        .selectFrom('notification')
        .select(['companyId', 'event', 'params'])
        .where('event', 'in', ['LIMIT_CHANGED', 'LIMIT_ENDED'])
        .orderBy('id')
        .execute(),
    )
  const setting = async (values: object, of: object = {}) => {
    const before = await told()
    const { no } = await portal.ask(operations, configChangeCalls.propose, {
      body: { kind: 'LIMIT', values: { ...life, ...values }, ...of } as never,
    })
    for (const seat of [risk, settlement]) await decideChange(portal, seat, no)
    return (await told())
      .slice(before.length)
      .map(({ companyId, event, params }) => [companyId, event, params])
      .sort()
  }
  const years = { effectiveDate: '2041-01-01', expiryDate: '2041-12-31' }
  const facility = { type: 'SUPPLIER_FACILITY', supplierId: alder, funderId: elm, currency: 'USD', amount: '1000.00', ...years }
  const parties = 'Alder Textiles Ltd · Elm Trade Bank'
  const inForce = { parties, currency: 'USD', fromDate: '2041-01-01', toDate: '2041-12-31' }
  const both = (event: string, params: object) => [alder, elm].map((id) => [id, event, params]).sort()
  expect(await setting(facility)).toEqual(both('LIMIT_CHANGED', { ...inForce, amount: '1000.00' }))
  const limit = await portal.look((tx) =>
    tx.selectFrom('creditLimit').select(['id', 'version']).where('effectiveDate', '=', '2041-01-01').executeTakeFirstOrThrow(),
  )
  const of = { targetId: limit.id, version: limit.version }
  expect(await setting({ ...facility, amount: '800.00' }, of)).toEqual(both('LIMIT_CHANGED', { ...inForce, amount: '800.00' }))
  expect(await setting({ ...facility, amount: '800.00', status: 'DISABLE' }, { ...of, version: limit.version + 1 })).toEqual(
    both('LIMIT_ENDED', { parties, currency: 'USD', amount: '800.00' }),
  )
  const onBuyer = { type: 'BUYER', buyerId: cedar, funderId: elm, currency: 'USD', amount: '500.00', ...years }
  expect((await setting(onBuyer)).map(([companyId]) => companyId)).toEqual([elm])
})
