import { cutOffCalls } from '@usance/wire/cut-off/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankClock } from '../../books/servicing/payment-timing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  // Noon of the opening day for the operator and its banks.
  portal = await openPortal({}, [], () => new Date(`${openingDay}T04:00:00Z`))
})
afterAll(() => portal.close())

const save = (body: object) => portal.ask(portal.seats.settlement, cutOffCalls.save, { body: body as never })
const list = async () => (await portal.ask(portal.seats.settlement, cutOffCalls.list, { body: {} })).cutOffs

test('the clock of a bank tells its own day and time', () => {
  const evening = new Date('2025-07-01T22:30:00Z')
  expect(bankClock(evening, 'America/New_York')).toEqual({ day: '2025-07-01', time: '18:30' })
  expect(bankClock(evening, 'Asia/Shanghai')).toEqual({ day: '2025-07-02', time: '06:30' })
  expect(bankClock(evening, 'Asia/Tokyo')).toEqual({ day: '2025-07-02', time: '07:30' })
  // Daylight saving time is the zone's own business.
  expect(bankClock(new Date('2025-01-01T22:30:00Z'), 'America/New_York').time).toBe('17:30')
})

test('a payment shows its cut-off before it is instructed, and one of its account goes before that of its currency', async () => {
  const order = await aRightConfirmedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').select('id').where('orderId', '=', order.id).executeTakeFirstOrThrow(),
  )
  const timing = async () =>
    (await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id: payment.id } })).timing!
  const zoneOfOperator = 'Etc/GMT-8'
  await save({ currency: 'USD', time: '00:00', zone: zoneOfOperator })
  expect(await timing()).toMatchObject({ isPastCutOff: true, isRolled: true, cutOff: { time: '00:00' } })
  expect((await timing()).executionDate > openingDay).toBe(true)
  await save({ currency: 'USD', bankAccountId: portal.world.accounts.elm, time: '23:59', zone: zoneOfOperator })
  expect(await timing()).toMatchObject({ isPastCutOff: false, isRolled: false, executionDate: openingDay })
  const own = (await list()).find(({ bankAccountId }) => bankAccountId !== null)!
  expect(own).toMatchObject({ currency: 'USD', time: '23:59', updatedBy: 'staff.settlement' })
  expect(own.account).not.toContain('80010001')
  const instruct = (executionDate?: string) =>
    portal.ask(portal.seats.settlement, paymentCalls.instruct, {
      body: { id: payment.id, ...(executionDate ? { executionDate } : {}) },
    })
  await portal.ask(portal.seats.settlement, cutOffCalls.remove, { body: { id: own.id } })
  const { executionDate, isPastCutOff } = await timing()
  expect(isPastCutOff).toBe(true)

  // Whoever was told today, before the cut-off passed, looks again; what is approved is the day on which the money moves.
  const moved = await refusalOf(instruct(openingDay))
  expect([moved.error, moved.data.executionDate]).toEqual(['EXECUTION_DATE_MOVED', executionDate])
  expect(await instruct(executionDate)).toEqual({ status: 'IN_APPROVE', dueDate: executionDate })
  const { dueDate } = await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id: payment.id } })
  expect(dueDate).toBe(executionDate)
})

test('a cut-off is set by settlement alone, for a zone that exists and an account that holds the currency', async () => {
  const body = { currency: 'USD', time: '12:00', zone: 'Europe/Paris' }
  expect((await refusalOf(portal.ask(portal.seats.elmChecker, cutOffCalls.save, { body: body }))).error).toBe('FORBIDDEN')
  expect((await refusalOf(save({ ...body, zone: 'Mars/Olympus' }))).data.fields[0].field).toBe('zone')
  expect((await refusalOf(save({ ...body, time: '24:00' }))).error).toBe('BAD_REQUEST')
  const foreign = await refusalOf(save({ ...body, currency: 'SGD', bankAccountId: portal.world.accounts.elm }))
  expect(foreign.data.fields[0].message).toBe('CURRENCY_MISMATCH')
  await Promise.all([save(body), save({ ...body, time: '13:00' })])
  expect((await list()).filter(({ currency, bankAccountId }) => currency === 'USD' && bankAccountId === null)).toHaveLength(1)
})
