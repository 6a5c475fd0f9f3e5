import { addDays } from '@usance/domain/local-date'
import { toDecimal } from '@usance/domain/money'
import type { Sent } from '@usance/wire/call'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { usdValue } from '../workflow/usd-value.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

type Rate = Extract<Sent<typeof configChangeCalls.propose>['body'], { kind: 'FX' }>['values']['rates'][number]
const propose = (rate: Omit<Rate, 'rateDate'>) =>
  portal.ask(portal.seats.operations, configChangeCalls.propose, {
    body: { kind: 'FX', values: { rates: [{ rateDate: '2025-03-03', ...rate }] } },
  })
/** Puts a rate of the business date in force, and answers what its approvers read as in force before. */
async function put(fromCurrency: string, toCurrency: string, rate: string) {
  const { no } = await propose({ fromCurrency, toCurrency, rate })
  const told = await portal.ask(portal.seats.risk, configChangeCalls.change, { body: { no } })
  await passAll(portal, no, 'RATE')
  return told.before
}
const inDollars = (amount: string, currency: string) =>
  portal.look(async (tx) => {
    const value = await usdValue(tx, amount, currency, '2025-03-03')
    return value && toDecimal(value)
  })

test('a change has one rate of two currencies on a day, in one direction, and one fixing of a benchmark', async () => {
  const { operations } = portal.seats
  const rateDate = '2025-03-03'
  const euro = { fromCurrency: 'EUR', toCurrency: 'USD', rateDate, rate: '1.1' }
  for (const again of [
    { ...euro, rate: '1.2' },
    { fromCurrency: 'USD', toCurrency: 'EUR', rateDate, rate: '1.1' },
  ]) {
    const body = { kind: 'FX' as const, values: { rates: [euro, again] } }
    const { data } = await refusalOf(portal.ask(operations, configChangeCalls.propose, { body }))
    expect(data.fields).toEqual([{ field: 'rates', message: 'RATE_TWICE' }])
  }
  const fixing = { type: 'SOFR', effectiveDate: rateDate, percentRate: '4.3' }
  const body = { kind: 'RATE' as const, values: { fixings: [fixing, { ...fixing, percentRate: '4.4' }], source: 'by hand' } }
  const { data } = await refusalOf(portal.ask(operations, configChangeCalls.propose, { body }))
  expect(data.fields).toEqual([{ field: 'fixings', message: 'RATE_TWICE' }])
})

test('a fixing of a day more than 31 days ahead is refused beside its day', async () => {
  const fixing = (effectiveDate: string) => ({ type: 'SOFR', effectiveDate, percentRate: '4.3' })
  const put = (days: string[]) =>
    portal.ask(portal.seats.operations, configChangeCalls.propose, {
      body: { kind: 'RATE', values: { fixings: days.map(fixing), source: 'by hand' } },
    })
  const latest = addDays(openingDay, 31)
  const { data } = await refusalOf(put([latest, addDays(latest, 1), '2205-03-03']))
  expect(data.fields).toEqual([{ field: 'fixings.1.effectiveDate', message: 'DAY_TOO_LATE', params: { latest } }])
  expect(await put([latest])).toMatchObject({ no: expect.any(String) })
})

// 1.05 dollars for a euro and 7.25 yuan for a dollar are in force since January.
describe('the newest exchange rate of two currencies', () => {
  test('is in force in whichever direction it was entered', async () => {
    expect(await inDollars('1000000', 'EUR')).toBe('1050000.00')
    expect(await put('USD', 'EUR', '0.8')).toMatchObject([{ inForce: '0.9523809524', inForceDate: '2025-01-02' }])
    expect(await inDollars('1000000', 'EUR')).toBe('1250000.00')
  })

  test('takes the place of one of the same day that was entered the other way round', async () => {
    await put('USD', 'CNY', '8')
    expect(await inDollars('8000000', 'CNY')).toBe('1000000.00')
    await put('CNY', 'USD', '0.2')
    expect(await inDollars('8000000', 'CNY')).toBe('1600000.00')
    expect(await put('USD', 'CNY', '7.25')).toMatchObject([{ inForce: '5', inForceDate: '2025-03-03' }])
  })

  test('is one row of its day: the database refuses a second one in the other direction', async () => {
    const rate = { rateDate: '2025-03-03', rate: '1.3', inverse: '0.7692307692' }
    await expect(
      portal.look((tx) =>
        tx
          .insertInto('fxRate')
          .values({ id: newId(), fromCurrency: 'EUR', toCurrency: 'USD', ...rate })
          .execute(),
      ),
    ).rejects.toThrow('fx_rate_pair')
  })

  test('converts what is used of a limit and what is free of it alike, and decides who has to approve', async () => {
    const quoteOf = async (amount: string) => {
      const invoice = await aConfirmedInvoice(portal, { currency: 'EUR', amount })
      return requestFor(portal, [invoice], { currency: 'EUR' })
    }
    const first = await aSubmittedOrder(portal, await quoteOf('1000000.00'))
    const { steps } = await portal.ask(portal.seats.operations, workflowCalls.history, { body: { businessNo: first.orderNo } })
    expect(steps.find(({ nodeName }) => nodeName === 'FUNDER_SECOND_CHECK')).toMatchObject({ state: 'WAITING' })
    // A facility of 5,000,000.00 dollars at 1.25 for a euro, less 900,000.00 euros.
    const { limits } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, {
      body: await quoteOf('10000.00'),
    })
    expect(limits.find(({ type }) => type === 'SUPPLIER_FACILITY')).toMatchObject({ available: '3100000.00' })
  })
})

describe('the rate of a currency of small units', () => {
  test('is entered in the direction above one, with its inverse or without', async () => {
    expect(await put('USD', 'VND', '25400')).toMatchObject([{ inForce: null }])
    const { no } = await propose({ fromCurrency: 'IDR', toCurrency: 'USD', rate: '0.0000615385', inverse: '16250' })
    await passAll(portal, no, 'RATE')
    expect(await inDollars('1000000000', 'IDR')).toBe('61538.46')
    expect(await inDollars('1000000000', 'VND')).toBe('39370.08')
  })
  test('is refused where the few digits of the other direction are all that is known of it', async () => {
    const refusal = await refusalOf(propose({ fromCurrency: 'IDR', toCurrency: 'USD', rate: '0.0000615385' }))
    expect(refusal.error).toBe('FX_RATE_MIN')
  })
})
