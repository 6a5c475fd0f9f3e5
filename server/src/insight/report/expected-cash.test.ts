import { randomUUID } from 'node:crypto'
import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { arCalls } from '@usance/wire/ar/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { aConfirmedOrder, aFundedOrder, aRepayment, billBuyers, brokenLaws, passAll as payAll } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { anOrderResetDaily } from '../../testing/resets.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, aSubmittedOrder, requestFor } from '../../testing/trade.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(async () => {
  expect(await brokenLaws(portal)).toEqual([])
  await portal.close()
})

/** What a seat, of Alder unless named, expects in a currency, with the sum of what comes in; its rows add up to the totals. */
async function expected(currency = 'USD', seat: Seat = portal.seats.alderMaker) {
  const { rows, totals } = await portal.ask(seat, reportCalls.cashflow, {
    body: { currency, from: openingDay, to: addDays(openingDay, 120), step: 'DAY' },
  })
  for (const [direction, total] of [
    ['IN', totals.in],
    ['OUT', totals.out],
  ] as const) {
    const own = rows.filter((row) => row.direction === direction).map((row) => M.fromDecimal(row.amount, currency))
    expect(M.toDecimal(M.sum(own, currency))).toBe(total)
  }
  return rows
    .filter((row) => !row.done)
    .map(({ kind, direction, amount }) => `${kind} ${direction} ${amount}`)
    .sort()
}

/** The amounts of what a seat expects of a kind, as in `RELEASE IN`. */
const amountsOf = async (seat: Seat, start: string) =>
  (await expected('USD', seat)).flatMap((row) => (row.startsWith(`${start} `) ? [row.split(' ').at(-1)!] : []))

test('a receivable is expected once: as itself, and in an order as drawing and reserve', async () => {
  const invoice = await aConfirmedInvoice(portal)
  expect(await expected()).toEqual(['RECEIVABLE IN 100000.00'])
  await aSubmittedOrder(portal, requestFor(portal, [invoice]))
  expect(await expected()).toEqual(['DRAWING IN 88515.00', 'RELEASE IN 10000.00'])
})

test.each(['purchaseInAdvance', 'purchaseInArrears'] as const)(
  'its funder expects of a receivable (%s) what its buyer expects to pay, and to release the rest',
  async (product) => {
    const { elmMaker, cedarMaker } = portal.seats
    const { orderId } = await aFundedOrder(portal, { product })
    for (const paid of ['40000.00', '55000.00']) {
      expect(await amountsOf(elmMaker, 'REPAYMENT IN')).toEqual(await amountsOf(cedarMaker, 'PAYABLE OUT'))
      const released = await amountsOf(elmMaker, 'RELEASE OUT')
      expect(released).toEqual(await amountsOf(portal.seats.alderMaker, 'RELEASE IN'))
      expect(released).toHaveLength(1)
      await aRepayment(portal, orderId, paid)
    }
    // The order is settled, and what the buyer still owes is paid to the funder and passed on to the supplier.
    expect(await amountsOf(elmMaker, 'REPAYMENT IN')).toEqual(['5000.00'])
    expect(await amountsOf(cedarMaker, 'PAYABLE OUT')).toEqual(['5000.00'])
    expect(await amountsOf(portal.seats.alderMaker, 'RECEIVABLE IN')).toEqual([])
    expect(await amountsOf(elmMaker, 'RELEASE OUT')).toEqual(await amountsOf(portal.seats.alderMaker, 'RELEASE IN'))
  },
)

test('of interest in arrears the reserve is expected less the interest', async () => {
  const invoice = await aConfirmedInvoice(portal)
  const request = requestFor(portal, [invoice], { financingProductId: portal.world.products.purchaseInArrears })
  const { id } = await aRightConfirmedOrder(portal, request)
  const { interest } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('interest').where('orderId', '=', id).executeTakeFirstOrThrow(),
  )
  const reserve = M.subtract(M.fromDecimal('10000', 'USD'), M.fromDecimal(interest, 'USD'))
  expect(M.isPositive(M.fromDecimal(interest, 'USD'))).toBe(true)
  expect(await expected()).toContain(`RELEASE IN ${M.toDecimal(reserve)}`)
})

test('of a receivable that runs the reserve is expected less what a payoff of its due day takes, at the rate in force', async () => {
  const { alderMaker, elmMaker } = portal.seats
  const { orderId } = await anOrderResetDaily(portal)
  const fee = {
    code: 'HANDLING',
    basis: 'FLAT',
    value: '100',
    base: '0',
    amount: '100',
    tax: '6',
    beneficiary: 'FUNDER',
  } as const
  const { maturity, outstanding } = await portal.look(async (tx) => {
    await tx
      .insertInto('orderFee')
      .values({ id: randomUUID(), orderId, ...fee, payer: 'SUPPLIER', timing: 'SETTLEMENT' })
      .execute()
    return tx
      .selectFrom('financeOrderItem as i')
      .innerJoin('invoice as v', 'v.id', 'i.invoiceId')
      .select(['i.maturity', 'v.outstanding'])
      .where('i.orderId', '=', orderId)
      .executeTakeFirstOrThrow()
  })
  const { total } = await portal.ask(alderMaker, repaymentCalls.payoff, { body: { orderId, asOf: maturity } })
  const reserve = M.toDecimal(M.subtract(M.fromDecimal(outstanding ?? '0', 'USD'), M.fromDecimal(total, 'USD')))
  expect(await amountsOf(alderMaker, 'RELEASE IN')).toEqual([reserve])
  expect(await amountsOf(elmMaker, 'RELEASE OUT')).toEqual([reserve])
  await portal.look((tx) => tx.deleteFrom('orderFee').where('code', '=', 'HANDLING').execute())
})

test('the reserve of an invoice that is paid is expected on the day on which it may be released', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  await aRepayment(portal, orderId, '100000.00')
  const { releases } = await portal.ask(portal.seats.settlement, paymentCalls.releasable, { body: {} })
  const { rows } = await portal.ask(portal.seats.alderMaker, reportCalls.cashflow, {
    body: { currency: 'USD', from: openingDay, to: addDays(openingDay, 120), step: 'DAY' },
  })
  expect(rows.filter(({ kind }) => kind === 'RELEASE').map(({ date, amount }) => [date, amount])).toEqual(
    releases.map(({ from, amount }) => [from, amount]),
  )
})

test('a funded order expects the reserve alone, until the buyer has paid and it is released', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInAdvance' })
  expect(await expected()).toEqual(['RELEASE IN 10000.00'])
  await aRepayment(portal, orderId, '40000.00')
  // The discount of what is repaid early belongs to the reserve too.
  const [after, ...others] = await expected()
  expect(others).toEqual([])
  expect(after).toMatch(/^RELEASE IN 10\d{3}\.\d\d$/)
})

test('each invoice of an order of several, in its own currency, has its reserve', async () => {
  await aFundedOrder(portal, { product: 'purchaseInAdvance', faces: ['1000.000', '2000.000'], currency: 'KWD' })
  expect(await expected('KWD')).toEqual(['RELEASE IN 100.000', 'RELEASE IN 200.000'])
  expect(await expected('USD')).toEqual([])
})

test('a pool’s receivables stay expected in full, beside the drawing and its repayment', async () => {
  const productId = await aPoolProduct(portal)
  const { poolId } = await aPooledInvoice(portal, productId, { amount: '40000.00', buyerCode: 'CEDAR' })
  expect(await expected()).toEqual(['RECEIVABLE IN 40000.00'])
  const maker = portal.seats.alderMaker
  const body = { poolId, amount: '10000.00', fundingDate: openingDay, maturity: addDays(openingDay, 60) }
  const { pricingHash } = await portal.ask(maker, poolCalls.trial, { body })
  await portal.ask(maker, poolCalls.draw, {
    body: { ...body, pricingHash, payeeBankAccountId: portal.world.accounts.alder, idempotencyKey: randomUUID() },
  })
  const before = [
    expect.stringMatching(/^DRAWING IN /),
    'RECEIVABLE IN 40000.00',
    expect.stringMatching(/^REPAYMENT OUT 101\d\d\./),
  ]
  expect(await expected()).toEqual(before)
  await aFundedDrawing(portal, poolId, '5000.00')
  expect(await expected()).toEqual([...before, expect.stringMatching(/^REPAYMENT OUT 50\d\d\./)])
})

/** A loan on a purchase order or a drawing on a pool, funded on the opening day and due in sixty days. */
async function aLoan(kind: 'loan' | 'drawing'): Promise<string> {
  if (kind === 'loan') return (await aFundedOrder(portal, { product: 'purchaseOrder' })).orderId
  const { poolId } = await aPooledInvoice(portal, await aPoolProduct(portal), { amount: '40000.00', buyerCode: 'CEDAR' })
  return (await aFundedDrawing(portal, poolId, '10000.00')).id
}

test.each(['loan', 'drawing'] as const)(
  'of a %s its supplier expects to repay what settles it when it falls due',
  async (kind) => {
    const { alderMaker, elmMaker } = portal.seats
    const orderId = await aLoan(kind)
    const maturity = addDays(openingDay, 60)
    const settles = async (asOf: string) =>
      (await portal.ask(alderMaker, repaymentCalls.payoff, { body: { orderId, asOf } })).total
    const agrees = async (asOf: string) => {
      expect(await amountsOf(alderMaker, 'REPAYMENT OUT')).toEqual([await settles(asOf)])
      expect(await amountsOf(elmMaker, 'REPAYMENT IN')).toEqual([await settles(asOf)])
    }
    await agrees(maturity)
    await aRepayment(portal, orderId, '2000.00', { payerRole: 'SUPPLIER', payerName: 'Alder Textiles Ltd' })
    await agrees(maturity)
    const soon = await runEndOfDay(portal.app, { through: addDays(maturity, -6) })
    await agrees(maturity)
    const { amount } = await portal.ask(elmMaker, arCalls.queryRepaymentDueInNext7DaysAmount, { body: { currency: 'USD' } })
    expect(amount).toBe(await settles(maturity))
    // Past its grace the penalty so far is due beside it, today.
    const late = await runEndOfDay(portal.app, { through: addDays(soon, 20) })
    expect(Number(await settles(late))).toBeGreaterThan(Number(amount))
    await agrees(late)
  },
)

test('of a loan that is applied for its supplier expects to repay the price of it, with the fees at its settlement', async () => {
  const { alderMaker, elmMaker } = portal.seats
  const { orderId } = await aConfirmedOrder(portal, { product: 'purchaseOrder' })
  const fee = { code: 'SERVICE', basis: 'FLAT', value: '100', base: '0', amount: '100', tax: '6', beneficiary: 'FUNDER' } as const
  const { financeAmount, interestAmount } = await portal.look(async (tx) => {
    await tx
      .insertInto('orderFee')
      .values({ id: randomUUID(), orderId, ...fee, payer: 'SUPPLIER', timing: 'SETTLEMENT' })
      .execute()
    return tx
      .selectFrom('financeOrder')
      .select(['financeAmount', 'interestAmount'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  })
  const total = (Number(financeAmount) + Number(interestAmount) + 106).toFixed(2)
  expect(await amountsOf(alderMaker, 'REPAYMENT OUT')).toEqual([total])
  expect(await amountsOf(elmMaker, 'REPAYMENT IN')).toEqual([total])
})

test('a surplus is expected by whom it is owed to, and by its funder, before and after it is drafted', async () => {
  const { alderMaker, cedarMaker, dogwoodChecker, elmMaker, settlement } = portal.seats
  const productId = await aPoolProduct(portal)
  const { poolId } = await aPooledInvoice(portal, productId, { amount: '30000.00', buyerCode: 'CEDAR' })
  await aPooledInvoice(portal, productId, { amount: '40000.00', buyerCode: 'DOGWOOD' })
  const drawing = await aFundedDrawing(portal, poolId, '25000.00')
  const ofPool = await aRepayment(portal, drawing.id, '45000', { payerName: 'Dogwood Stores GmbH' })
  const purchase = await aFundedOrder(portal, { product: 'purchaseInAdvance' })
  const ofOrder = await aRepayment(portal, purchase.orderId, '100700')
  const agrees = async () => {
    expect(await amountsOf(elmMaker, 'REFUND OUT')).toEqual(['15000.00', '5000.00', '700.00'])
    expect(await amountsOf(alderMaker, 'REFUND IN')).toEqual(['15000.00'])
    expect(await amountsOf(cedarMaker, 'REFUND IN')).toEqual(['700.00'])
    // It was not told of the pool, and reads what comes back to it once the bank has it.
    expect(await amountsOf(dogwoodChecker, 'REFUND IN')).toEqual([])
  }
  await agrees()
  for (const body of [
    { repaymentId: ofPool.id, ofPool: true },
    { repaymentId: ofPool.id, ofPool: false },
    { repaymentId: ofOrder.id },
  ]) {
    await portal.ask(settlement, paymentCalls.addRefund, { body })
    await agrees()
  }
})

test('the surplus of a pool that is short is expected once its drawings are repaid', async () => {
  const productId = await aPoolProduct(portal)
  const { poolId } = await aPooledInvoice(portal, productId, { amount: '30000.00', buyerCode: 'CEDAR' })
  await aPooledInvoice(portal, productId, { amount: '40000.00', buyerCode: 'DOGWOOD' })
  const [first] = [await aFundedDrawing(portal, poolId, '20000.00'), await aFundedDrawing(portal, poolId, '30000.00')]
  await aRepayment(portal, first.id, '41000', { payerName: 'Dogwood Stores GmbH' })
  const { rows } = await portal.ask(portal.seats.elmMaker, reportCalls.cashflow, {
    body: { currency: 'USD', from: openingDay, to: addDays(openingDay, 120), step: 'DAY' },
  })
  const refunds = rows.filter(({ kind }) => kind === 'REFUND').map(({ amount, date }) => [amount, date])
  expect(refunds).toEqual([
    ['1000.00', openingDay],
    ['20000.00', addDays(openingDay, 60)],
  ])
})

test('a buyer expects to pay its open fee bill, and its funder to receive it', async () => {
  await billBuyers(portal)
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  await aRepayment(portal, orderId, '100000.00')
  const bill = await portal.look((tx) =>
    tx.selectFrom('feeBill').select('openAmount').where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  const amount = Number(bill.openAmount).toFixed(2)
  expect(await expected('USD', portal.seats.cedarMaker)).toEqual([`FEE_BILL OUT ${amount}`])
  expect(await expected('USD', portal.seats.elmMaker)).toContain(`FEE_BILL IN ${amount}`)
  expect((await expected()).some((row) => row.startsWith('FEE_BILL'))).toBe(false)
})

test('a fee that a buyer pays at settlement is expected before it is billed, as it is billed then', async () => {
  await billBuyers(portal)
  const { cedarMaker, elmMaker, settlement, alderMaker } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const seats = [cedarMaker, elmMaker, settlement, alderMaker]
  const bills = () =>
    Promise.all(
      seats.map(async (seat) => {
        const { rows } = await portal.ask(seat, reportCalls.cashflow, {
          body: { currency: 'USD', from: openingDay, to: addDays(openingDay, 120), step: 'DAY' },
        })
        return rows
          .filter(({ kind }) => kind === 'FEE_BILL')
          .map(({ date, direction, partyName, amount }) => `${date} ${direction} ${partyName} ${amount}`)
      }),
    )
  const before = await bills()
  await aRepayment(portal, orderId, '100.00')
  const bill = await portal.look((tx) =>
    tx.selectFrom('feeBill').select(['openAmount', 'dueOn']).where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  const amount = Number(bill.openAmount).toFixed(2)
  const billed = await bills()
  expect(billed[0]).toEqual([`${bill.dueOn} OUT Elm Trade Bank ${amount}`])
  expect(billed[3]).toEqual([])
  expect(before).toEqual(billed)
})

test('a buyer expects to pay an invoice to the funder that it was assigned to', async () => {
  const owedTo = async () => {
    const { rows } = await portal.ask(portal.seats.cedarMaker, reportCalls.cashflow, {
      body: { currency: 'USD', from: openingDay, to: addDays(openingDay, 120), step: 'DAY' },
    })
    return rows.map(({ kind, partyName }) => `${kind} ${partyName}`)
  }
  await aConfirmedInvoice(portal)
  expect(await owedTo()).toEqual(['PAYABLE Alder Textiles Ltd'])
  await aFundedOrder(portal, { product: 'purchaseInArrears' })
  expect((await owedTo()).sort()).toEqual(['PAYABLE Alder Textiles Ltd', expect.stringMatching(/^PAYABLE Elm/)])
})

test('a release that came back stays expected until it is sent again', async () => {
  const { settlement, settlement3 } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  await aRepayment(portal, orderId, '100000.00')
  await runEndOfDay(portal.app, { through: addDays(openingDay, 6) })
  const { id, no } = await portal.ask(settlement, paymentCalls.addRelease, { body: { orderId } })
  const before = (await expected()).filter((row) => row.startsWith('RELEASE'))
  expect(before).toHaveLength(1)
  await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  await payAll(portal, no, 'RELEASE')
  await portal.ask(settlement3, paymentCalls.fail, { body: { id, reason: 'Account closed' } })
  expect((await expected()).filter((row) => row.startsWith('RELEASE'))).toEqual(before)
})
