import { rowsOfKind } from '@usance/wire/config-change/answers'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideChange } from '../../testing/decide-change.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

describe('the tolerance of small remainders', () => {
  const of = async (currency: string) =>
    rowsOfKind(
      'TOLERANCE',
      await portal.ask(portal.seats.operations, configChangeCalls.current, { body: { kind: 'TOLERANCE' } }),
    ).find((one) => one.currency === currency)!
  const change = (currency: string, totalAmount: string, principalAmount: string, version: number) =>
    portal.ask(portal.seats.operations, configChangeCalls.propose, {
      body: { kind: 'TOLERANCE', targetId: currency, version, values: { currency, totalAmount, principalAmount } },
    })
  const faultOf = async (asked: Promise<unknown>) => (await refusalOf(asked)).data.fields[0]

  test('is set by currency and in force once another person has passed it; the default applies until then', async () => {
    expect(await of('JPY')).toMatchObject({ totalAmount: '3000', principalAmount: '1', version: 0 })
    const { no } = await change('JPY', '2500', '10', 0)
    expect(await of('JPY')).toMatchObject({ totalAmount: '3000', version: 0 })
    const stated = await portal.ask(portal.seats.risk, configChangeCalls.change, { body: { no } })
    expect(stated).toMatchObject({
      before: { currency: 'JPY', totalAmount: '3000', principalAmount: '1' },
      after: { values: { totalAmount: '2500', principalAmount: '10' } },
    })
    await decideChange(portal, portal.seats.risk, no)
    await decideChange(portal, portal.seats.settlement, no)
    expect(await of('JPY')).toMatchObject({ totalAmount: '2500', principalAmount: '10', version: 1 })
    expect((await refusalOf(change('JPY', '2000', '10', 0))).error).toBe('STALE_VERSION')

    // Of two people who change the same version, the second is refused.
    const [one, other] = [await change('JPY', '0', '0', 1), await change('JPY', '100', '0', 1).catch(() => undefined)]
    await decideChange(portal, portal.seats.risk, one.no)
    await decideChange(portal, portal.seats.settlement, one.no)
    expect(await of('JPY')).toMatchObject({ totalAmount: '0', principalAmount: '0', version: 2 })
    expect(other).toBeUndefined()
  })

  test('is never more than ten times its default: more is written off, with the funder', async () => {
    expect(await faultOf(change('EUR', '900000.00', '900000.00', 0))).toMatchObject({
      field: 'totalAmount',
      message: 'TOLERANCE_TOO_LARGE',
    })
  })

  test('has the decimals of its currency, and no more principal than its total', async () => {
    expect(await faultOf(change('CNY', '1.005', '0', 0))).toMatchObject({ field: 'totalAmount', message: 'AMOUNT_SCALE' })
    expect(await faultOf(change('CNY', '1', '0.001', 0))).toMatchObject({ field: 'principalAmount', message: 'AMOUNT_SCALE' })
    expect(await faultOf(change('CNY', '1', '1.01', 0))).toMatchObject({ field: 'principalAmount', message: 'OVER_TOLERANCE' })
    expect(await faultOf(change('XXX', '1', '1', 0))).toMatchObject({ field: 'currency' })
    expect(await faultOf(change('CNY', '-1', '0', 0))).toMatchObject({ message: expect.any(String) })
  })
})
