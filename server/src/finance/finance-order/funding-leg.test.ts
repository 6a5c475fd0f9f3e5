import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { withFundRate } from '../../testing/product-terms.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, aSubmittedOrder, requestFor } from '../../testing/trade.ts'
import { openSeat, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await withFundRate(portal)
})
afterAll(() => portal.close())

const words = /legs|fundInterest|fundRate|fundRaw|spread|"funderId"/i

describe('what the funder earns and what the operator keeps between the rates', () => {
  test('is no part of the supplier’s quote', async () => {
    const { alderMaker } = portal.seats
    const request = requestFor(portal, [await aConfirmedInvoice(portal)])
    const quoted = await portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: request })
    expect(quoted.total.interest).toBe('1020.00')
    expect(JSON.stringify(quoted)).not.toMatch(words)
    const offered = await portal.ask(alderMaker, financeOrderCalls.availableFinanceProductList, { body: {} })
    expect(offered.length).toBeGreaterThan(0)
    // What others have drawn on the limits of its buyers and funders is not told beside the products.
    expect(JSON.stringify(offered)).not.toMatch(/limit|available/i)
    expect(JSON.stringify(offered)).not.toMatch(words)
  })

  test('is hidden from a supplier that is also a funder: an order that it sold is none of its seat as a funder', async () => {
    const { alderMaker } = portal.seats
    const { alder } = portal.world.companies
    const { id } = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
    const asFunder = await portal.look(async (tx) => {
      const seat = { role: 'FUNDER' as const, companyId: alder }
      await tx
        .insertInto('companyRole')
        .values({ id: newId(), ...seat, detail: '{}' })
        .execute()
      await tx
        .insertInto('userCompanyRole')
        .values({ id: newId(), ...seat, userId: alderMaker.userId, userRoles: ['Maker'] })
        .execute()
      return openSeat(tx, alderMaker.userId, alder, 'FUNDER')
    })
    expect((await refusalOf(portal.ask(asFunder, financeOrderCalls.detail, { query: { id } }))).code).toBe(404)
    const seen = await portal.ask(alderMaker, financeOrderCalls.detail, { query: { id } })
    expect(seen.pricing!.total.interest).toBe('1020.00')
    expect(JSON.stringify(seen)).not.toMatch(words)
  })

  test('is shown in an order to its funder and the operator alone', async () => {
    const { alderMaker, alderDirector, cedarChecker, elmMaker, operations, settlement } = portal.seats
    const { id } = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
    for (const call of [financeOrderCalls.detail, financeOrderCalls.detailForEdit]) {
      for (const seat of [alderMaker, alderDirector, cedarChecker]) {
        const seen = await portal.ask(seat, call, { query: { id } }).catch(() => undefined)
        expect(JSON.stringify(seen ?? {})).not.toMatch(words)
      }
      for (const seat of [elmMaker, operations, settlement]) {
        const { pricing } = await portal.ask(seat, call, { query: { id } })
        expect(pricing!.total).toMatchObject({ interest: '1020.00', fundInterest: '465.00', spread: '555.00' })
        expect(pricing!.explain.map(({ key }) => key)).toEqual(expect.arrayContaining(['fundInterest', 'spread']))
      }
    }
  })
})

test('the timeline of an order names people of another company by company and role', async () => {
  const { alderMaker, cedarChecker, elmMaker, operations } = portal.seats
  const order = await aRightConfirmedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const people = (seat: Seat) =>
    portal.ask(seat, financeOrderCalls.detail, { query: { id: order.id } }).then((one) => one.timeline)
  const named = Object.values(await portal.look((tx) => tx.selectFrom('appUser').select('cname').execute())).map(
    (one) => one.cname,
  )
  for (const [seat, own] of [
    [alderMaker, 'alder.'],
    [cedarChecker, 'cedar.'],
    [elmMaker, 'elm.'],
  ] as const) {
    const story = await people(seat)
    const persons = story.filter(({ by }) => by !== null && named.includes(by))
    expect(persons.every(({ by, byRole }) => by!.startsWith(own) && byRole === null)).toBe(true)
    expect(story.some(({ byRole }) => byRole !== null)).toBe(true)
    const approvals = await portal.ask(seat, financeOrderCalls.financingOrderApproveList, { params: { id: order.id } })
    for (const { assigneeName } of approvals) expect(named.filter((name) => !name.startsWith(own))).not.toContain(assigneeName)
  }
  expect(await people(alderMaker)).toContainEqual(
    expect.objectContaining({ event: 'FINANCE_ORDER_RIGHT_CONFIRMED', by: 'Cedar Retail Inc', byRole: 'BUYER' }),
  )
  expect((await people(operations)).map(({ by }) => by)).toContain('cedar.checker')
})
