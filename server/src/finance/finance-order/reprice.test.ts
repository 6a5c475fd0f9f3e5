import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { type Selectable, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import type { FeeRuleTable } from '../../database/tables.ts'
import { brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, aSubmittedOrder, passAll, requestFor, signAll } from '../../testing/trade.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
let instant: Date | undefined
beforeAll(async () => {
  portal = await openPortal({}, [], () => instant ?? new Date())
})
afterAll(() => portal.close())
beforeEach(() => moveTo(openingDay))

const moveTo = (day: string) => portal.setBusinessDate(day)

async function aWaitingPayment(product: keyof Portal['world']['products'] = 'purchaseInAdvance') {
  const request = requestFor(portal, [await aConfirmedInvoice(portal)], {
    financingProductId: portal.world.products[product],
    fundingDate: openingDay,
  })
  const order = await aRightConfirmedOrder(portal, request)
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').selectAll().where('orderId', '=', order.id).executeTakeFirstOrThrow(),
  )
  return { order, payment }
}
const paidAs = (id: string) =>
  portal.look((tx) => tx.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const priceOf = (seat: Seat, id: string) => portal.ask(seat, financeOrderCalls.repricing, { body: { id } })
const accept = (seat: Seat, id: string, pricingHash: string) =>
  portal.ask(seat, financeOrderCalls.acceptPrice, { body: { id, pricingHash } })
const instruct = (id: string) => portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
const pay = (id: string, valueDate: string) =>
  portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate, bankRef: `R-${newId()}` } })

test('a payment on a later day is priced for that day, and goes on by itself where the supplier pays no more', async () => {
  const { order, payment } = await aWaitingPayment()
  // Saturday: the next business day is Monday the 10th, 53 days before maturity instead of 60.
  await moveTo('2025-03-08')
  expect(await priceOf(portal.seats.settlement, order.id)).toMatchObject({ needed: true, goesOn: true, mayAsk: false })
  expect(await instruct(payment.id)).toEqual({ status: 'IN_APPROVE', dueDate: '2025-03-10' })
  const now = await paidAs(payment.id)
  // 901.00 of interest instead of 1,020.00 and 66.25 of platform fee instead of 75.00.
  expect(now).toMatchObject({ amount: '88642.7500', dueDate: '2025-03-10' })
})

test('a price of a later day with a payout of zero is refused, and the payment waits', async () => {
  const { order, payment } = await aWaitingPayment()
  const raise = (by: number) =>
    portal.look((tx) =>
      sql`update fee_rule set value = value + ${by}, max_amount = null where id = (select f.id from fee_rule f join finance_order o
        on o.product_id = f.product_id where o.id = ${order.id} and f.basis = 'FLAT' order by f.id limit 1)`.execute(tx),
    )
  await raise(95_000)
  try {
    await moveTo('2025-03-08')
    expect((await refusalOf(instruct(payment.id))).error).toBe('NET_NOT_POSITIVE')
    expect(await priceOf(portal.seats.alderMaker, order.id)).toMatchObject({
      goesOn: false,
      problem: 'NET_NOT_POSITIVE',
    })
    const { pricingHash } = await portal.look((tx) =>
      tx.selectFrom('financeOrder').select('pricingHash').where('id', '=', order.id).executeTakeFirstOrThrow(),
    )
    expect((await refusalOf(accept(portal.seats.alderMaker, order.id, pricingHash!))).error).toBe('NET_NOT_POSITIVE')
    expect(await paidAs(payment.id)).toMatchObject({ status: 'DRAFT' })
  } finally {
    await raise(-95_000)
  }
})

test('a payment that missed the cut-off of its day is priced for the next one', async () => {
  const { order, payment } = await aWaitingPayment()
  instant = new Date(`${openingDay}T04:00:00Z`)
  await portal.look((tx) =>
    tx.insertInto('paymentCutOff').values({ id: newId(), currency: 'USD', cutOffTime: '00:00', zone: 'Etc/GMT-8' }).execute(),
  )
  expect(await priceOf(portal.seats.settlement, order.id)).toMatchObject({ needed: true, goesOn: true })
  const { dueDate } = await instruct(payment.id)
  expect(dueDate).toBe('2025-03-04')
  expect(await paidAs(payment.id)).toMatchObject({ dueDate: '2025-03-04', amount: '88533.2500' })
  await portal.look((tx) => tx.deleteFrom('paymentCutOff').execute())
  instant = undefined
})

test('a holiday is never priced: the order is for the business day of its payment', async () => {
  const saturday = requestFor(portal, [await aConfirmedInvoice(portal)], { fundingDate: '2025-03-08' })
  const trial = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: saturday })
  expect([trial.fundingDate, trial.items[0]!.days, trial.total.interest]).toEqual(['2025-03-10', 53, '901.00'])
  expect(trial.warnings.map((one) => one.code)).toContain('FUNDING_DATE_NOT_BUSINESS_DAY')
  const order = await aSubmittedOrder(portal, saturday)
  const { requestedFundingDate } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.detail, {
    query: { id: order.id },
  })
  expect(requestedFundingDate).toBe('2025-03-10')
})

test('after a revision of the benchmark, later resets keep the quoted margin', async () => {
  const { order, payment } = await aWaitingPayment('purchaseInArrears')
  const { rate } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('rate').where('id', '=', order.id).executeTakeFirstOrThrow(),
  )
  const revise = (by: string) =>
    portal.look((tx) =>
      sql`update base_rate_fixing set percent_rate = percent_rate + ${by}::numeric where type = 'SOFR'`.execute(tx),
    )
  await revise('0.5')
  await instruct(payment.id)
  await passAll(portal, payment.no, 'PAYMENT')
  await pay(payment.id, openingDay)
  await revise('-0.5')
  const first = await portal.look((tx) =>
    tx.selectFrom('ratePeriod').select(['rate', 'margin']).where('orderId', '=', order.id).executeTakeFirstOrThrow(),
  )
  expect(Number(first.rate)).toBe(Number(rate))
  expect(Number(first.margin)).toBe(2.5)
})

test('a payment whose price got worse waits until the supplier accepts it', async () => {
  const { seats } = portal
  const { order, payment } = await aWaitingPayment()
  expect(await priceOf(seats.alderMaker, order.id)).toMatchObject({ needed: false })
  await moveTo('2025-03-08')
  const handling = (value: string) =>
    portal.look((tx) => tx.updateTable('feeRule').set({ value }).where('code', '=', 'HANDLING').execute())
  await handling('250')
  expect((await refusalOf(instruct(payment.id))).error).toBe('PRICE_CHANGED')
  const asked = await portal.ask(seats.settlement, financeOrderCalls.askForPrice, { body: { id: order.id } })
  const seen = await priceOf(seats.alderMaker, order.id)
  expect(seen).toMatchObject({ needed: true, goesOn: false, problem: null, signAgain: true, mayAccept: true, mayAsk: false })
  expect(new Date(seen.askedAt!).getTime()).toBeCloseTo(new Date(asked.askedAt).getTime(), -4)
  expect(Object.fromEntries(seen.terms.filter((one) => one.changed).map((one) => [one.key, [one.before, one.after]]))).toEqual({
    fundingDate: ['2025-03-03', '2025-03-10'],
    interest: ['1020.00', '901.00'],
    // The platform fee of 0.50 % a year is for 53 days: 66.25 instead of 75.00; handling is 250.00 instead of 50.00.
    fees: ['465.00', '656.25'],
    net: ['88515.00', '88442.75'],
  })
  expect((await priceOf(seats.alderViewer, order.id)).mayAccept).toBe(false)
  expect((await priceOf(seats.settlement, order.id)).mayAsk).toBe(true)
  expect((await refusalOf(priceOf(seats.cedarMaker, order.id))).error).toBe('FORBIDDEN')
  expect((await refusalOf(priceOf(seats.birchMaker, order.id))).error).toBe('NOT_FOUND')
  expect((await refusalOf(accept(seats.birchMaker, order.id, seen.pricingHash!))).error).toBe('NOT_FOUND')
  expect((await refusalOf(accept(seats.alderMaker, order.id, 'x'.repeat(64)))).error).toBe('PRICING_EXPIRED')

  const both = await Promise.allSettled([1, 2].map(() => accept(seats.alderMaker, order.id, seen.pricingHash!)))
  expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  // The agreement states the new price and is signed again; the notice to the buyer states none and stays valid.
  expect((await refusalOf(instruct(payment.id))).error).toBe('CONTRACT_NOT_SIGNED')
  await signAll(portal, order.id)
  const contracts = await portal.look((tx) =>
    tx.selectFrom('contract').select(['name', 'status', 'contentEn']).where('orderId', '=', order.id).orderBy('no').execute(),
  )
  expect(contracts.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'Notice of assignment SIGNED',
    'Receivables purchase agreement TERMINATED',
    'Receivables purchase agreement SIGNED',
  ])
  expect(contracts.at(-1)!.contentEn).toContain('| Net amount paid out | at funding | USD 88,442.75 | -')
  expect(await instruct(payment.id)).toMatchObject({ status: 'IN_APPROVE' })
  await passAll(portal, payment.no, 'PAYMENT')
  await moveTo('2025-03-10')
  await pay(payment.id, '2025-03-10')
  expect(await paidAs(payment.id)).toMatchObject({ amount: '88442.7500', dueDate: '2025-03-10', status: 'PAID' })
  expect(await brokenLaws(portal)).toEqual([])
  await handling('50')
})

/** Lets this party pay the platform fee. */
const platformFee = (payer: Selectable<FeeRuleTable>['payer']) =>
  portal.look((tx) => tx.updateTable('feeRule').set({ payer }).where('code', '=', 'PLATFORM').execute())

test('a higher buyer fee needs a new notice of assignment, so that the bill agrees with the contract', async () => {
  const { seats } = portal
  await platformFee('BUYER')
  const { order, payment } = await aWaitingPayment('purchaseInArrears')
  await moveTo('2025-03-08')
  const percent = (value: string) =>
    portal.look((tx) => tx.updateTable('feeRule').set({ value }).where('code', '=', 'PLATFORM').execute())
  await percent('1.00')
  // 1.00 % a year of 90,000.00 for 53 days instead of 0.50 % for 60.
  const seen = await priceOf(seats.alderMaker, order.id)
  expect(seen).toMatchObject({ goesOn: false, signAgain: true, mayAccept: true })
  expect(seen.terms.filter((one) => one.changed).map((one) => [one.key, one.before, one.after])).toEqual([
    ['fundingDate', '2025-03-03', '2025-03-10'],
    ['buyerFees', '75.00', '132.50'],
  ])
  expect((await refusalOf(instruct(payment.id))).error).toBe('PRICE_CHANGED')
  await accept(seats.alderMaker, order.id, seen.pricingHash!)
  expect((await refusalOf(instruct(payment.id))).error).toBe('CONTRACT_NOT_SIGNED')
  await signAll(portal, order.id)
  await instruct(payment.id)
  await passAll(portal, payment.no, 'PAYMENT')
  await moveTo('2025-03-10')
  await pay(payment.id, '2025-03-10')
  const contracts = await portal.look((tx) =>
    tx.selectFrom('contract').select(['name', 'status', 'contentEn']).where('orderId', '=', order.id).orderBy('no').execute(),
  )
  // The agreement with the supplier states no buyer fee and stays valid.
  expect(contracts.map(({ name, status }) => `${name} ${status}`).sort()).toEqual([
    'Notice of assignment SIGNED',
    'Notice of assignment TERMINATED',
    'Receivables purchase agreement SIGNED',
  ])
  const notice = contracts.find(({ name, status }) => name === 'Notice of assignment' && status === 'SIGNED')!
  expect(notice.contentEn).toContain('platform fee USD 132.50, tax on it USD 0.00')
  const bills = await portal.look((tx) => tx.selectFrom('feeBill').select('amount').where('orderId', '=', order.id).execute())
  expect(bills).toEqual([{ amount: '132.5000' }])
  expect(await brokenLaws(portal)).toEqual([])
  await percent('0.50')
  await platformFee('SUPPLIER')
})

test('a buyer fee that only falls needs nobody: the buyer is told, and billed the lower figure', async () => {
  const { seats } = portal
  await platformFee('BUYER')
  const { order, payment } = await aWaitingPayment('purchaseInArrears')
  await moveTo('2025-03-08')
  // 0.50 % a year of 90,000.00 for 53 days instead of 60.
  const seen = await priceOf(seats.alderMaker, order.id)
  expect(seen).toMatchObject({ goesOn: true, signAgain: false })
  await instruct(payment.id)
  await passAll(portal, payment.no, 'PAYMENT')
  await moveTo('2025-03-10')
  await pay(payment.id, '2025-03-10')
  const contracts = await portal.look((tx) =>
    tx.selectFrom('contract').select(['name', 'status']).where('orderId', '=', order.id).orderBy('name').execute(),
  )
  expect(contracts.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'Notice of assignment SIGNED',
    'Receivables purchase agreement SIGNED',
  ])
  const told = await portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select(['companyId', 'params'])
      .where('event', '=', 'FINANCE_ORDER_BUYER_FEES_LOWERED')
      .where('objectId', '=', order.id)
      .execute(),
  )
  expect(told).toEqual([
    { companyId: portal.world.companies.cedar, params: expect.objectContaining({ stated: '75.00', amount: '66.25' }) },
  ])
  const bills = await portal.look((tx) => tx.selectFrom('feeBill').select('amount').where('orderId', '=', order.id).execute())
  expect(bills).toEqual([{ amount: '66.2500' }])
  expect(await brokenLaws(portal)).toEqual([])
  await platformFee('SUPPLIER')
})

test('the same terms on a later day need nobody; another rate needs new signatures too', async () => {
  const { seats } = portal
  await portal.look((tx) => tx.deleteFrom('feeRule').where('code', '=', 'PLATFORM').execute())
  const [calm, moved] = [await aWaitingPayment('purchaseInArrears'), await aWaitingPayment('purchaseInArrears')]
  await moveTo('2025-03-05')
  expect(await priceOf(seats.settlement, calm.order.id)).toMatchObject({ needed: true, goesOn: true, mayAsk: false })
  expect(await instruct(calm.payment.id)).toMatchObject({ status: 'IN_APPROVE' })
  const order = await portal.look((tx) =>
    tx.selectFrom('financeOrder').selectAll().where('id', '=', calm.order.id).executeTakeFirstOrThrow(),
  )
  expect(order).toMatchObject({ requestedFundingDate: '2025-03-06', status: 'RIGHT_CONFIRMED' })
  // Its approval drags on over a fixing: the last approver cannot let the old price out.
  await portal.look((tx) =>
    tx
      .insertInto('baseRateFixing')
      .values({ id: newId(), type: 'SOFR', effectiveDate: '2025-03-04', percentRate: '4.45', source: 'test' })
      .execute(),
  )
  await moveTo('2025-03-07')
  expect((await refusalOf(passAll(portal, calm.payment.no, 'PAYMENT'))).error).toBe('PRICE_CHANGED')

  const seen = await priceOf(seats.alderMaker, moved.order.id)
  expect(seen).toMatchObject({ goesOn: false, signAgain: true })
  expect(seen.terms.find((one) => one.key === 'rate')).toMatchObject({ before: '6.8', after: '6.95', changed: true })
  await accept(seats.alderMaker, moved.order.id, seen.pricingHash!)
  expect((await refusalOf(instruct(moved.payment.id))).error).toBe('CONTRACT_NOT_SIGNED')
  await signAll(portal, moved.order.id)
  expect(await instruct(moved.payment.id)).toMatchObject({ status: 'IN_APPROVE' })
  const contracts = await portal.look((tx) =>
    tx.selectFrom('contract').select(['name', 'status']).where('orderId', '=', moved.order.id).orderBy('no').execute(),
  )
  // The notice to the buyer states no rate and stands as it was signed.
  expect(contracts.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'Notice of assignment SIGNED',
    'Receivables purchase agreement TERMINATED',
    'Receivables purchase agreement SIGNED',
  ])
})

test('a product without calendars is quoted by the calendar of its currency, like its payment', async () => {
  const { products } = portal.world
  const change = (calendars: string[]) =>
    portal.look((tx) =>
      tx.updateTable('financingProduct').set({ calendars }).where('id', '=', products.purchaseInArrears).execute(),
    )
  await portal.look((tx) =>
    sql`insert into holiday (id, country_code, calendar_date, holiday_name_en, holiday_name_cn, type)
      values (gen_random_uuid(), 'US', '2025-03-05', 'Bank day', '银行日', 'J')`.execute(tx),
  )
  await change([])
  const request = requestFor(portal, [await aConfirmedInvoice(portal)], {
    financingProductId: products.purchaseInArrears,
    fundingDate: '2025-03-05',
  })
  const priced = async () =>
    (await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: request })).fundingDate
  // Holidays are kept for some seconds.
  await expect.poll(priced, { timeout: 10_000, interval: 1000 }).toBe('2025-03-06')
  await change(['US'])
  await portal.look((tx) => sql`delete from holiday where country_code = 'US' and calendar_date = '2025-03-05'`.execute(tx))
})
