import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentList } from '@usance/wire/payment/list'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '../../books/ledger/check-books.ts'
import { newId } from '../../database/id.ts'
import { addPricing, addProduct } from '../../finance/product/add-product.ts'
import { asConversion } from '../../testing/as-conversion.ts'
import {
  aConfirmedOrder,
  aFundedOrder,
  aReceipt,
  aRepayment,
  balanceIn,
  brokenLaws,
  instructFunding,
  passAll,
  payFunding,
  takeBack,
  type WantedOrder,
} from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aShortConversion } from '../../testing/short-conversion.ts'
import { aConfirmedInvoice, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

// A portal of its own: nobody is overdue here, so that nothing stops what is bought next.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const orderOf = (id: string) =>
  portal.look((tx) => tx.selectFrom('financeOrder').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

test('the trial of a conversion pays off what the payment will: half of the order first, then all that is left', async () => {
  const parent = await aFundedOrder(portal, {
    product: 'purchaseOrder',
    fundingDate: openingDay,
    faces: ['200000'],
    tenors: [90],
  })
  const { purchaseOrderId } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('purchaseOrderId').where('orderId', '=', parent.orderId).executeTakeFirstOrThrow(),
  )
  const issued = { issueDate: addDays(openingDay, -1), dueDate: addDays(openingDay, 60) }
  const ours = await aConfirmedInvoice(portal, issued)
  const other = await aConfirmedInvoice(portal, issued)
  await portal.look((tx) => tx.updateTable('invoice').set({ purchaseOrderId }).where('id', '=', ours).execute())
  // The loan, its purchase order, the shipped invoice and the conversion are one matter (decision 118).
  const { rows } = await portal.look((tx) => sql<{ matter: string[] }>`select matter_of(${ours}) as matter`.execute(tx))
  expect(rows[0]!.matter).toEqual(expect.arrayContaining([parent.orderId, purchaseOrderId, ours]))
  const price = (id: string) =>
    portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, {
      body: requestFor(portal, [id], { fundingDate: openingDay, arpOfOrderId: parent.orderId }),
    })
  const payoff = async () => {
    const { total } = await price(ours)
    return (Number(total.net) - Number(total.cashToSupplier)).toFixed(2)
  }
  expect(await payoff()).toBe('60000.00')
  expect((await refusalOf(price(other))).error).toBe('INVOICE_NOT_ELIGIBLE')

  const child = await aConfirmedOrder(portal, {
    product: 'purchaseInAdvance',
    fundingDate: openingDay,
    faces: ['100000'],
    tenors: [60],
  })
  await asConversion(portal, child.orderId, parent.orderId)
  await payFunding(portal, child.orderId)
  expect(await orderOf(parent.orderId)).toMatchObject({ status: 'PARTIALLY_REPAID', principalOutstanding: '60000.0000' })
  expect(await payoff()).toBe('60000.00')
  expect(await brokenLaws(portal)).toEqual([])
})

test('a conversion of which an invoice brings nothing is not submitted: its payoff is quoted for all that it names', async () => {
  const parent = await aFundedOrder(portal, {
    product: 'purchaseOrder',
    fundingDate: openingDay,
    faces: ['200000'],
    tenors: [90],
  })
  const { purchaseOrderId } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('purchaseOrderId').where('orderId', '=', parent.orderId).executeTakeFirstOrThrow(),
  )
  const issued = { issueDate: addDays(openingDay, -1), dueDate: addDays(openingDay, 60) }
  const ids = [await aConfirmedInvoice(portal, issued), await aConfirmedInvoice(portal, issued)]
  await portal.look(async (tx) => {
    await tx.updateTable('invoice').set({ purchaseOrderId }).where('id', 'in', ids).execute()
    await tx.updateTable('invoice').set({ docStatus: 'DISPUTED' }).where('id', '=', ids[1]!).execute()
  })
  const { alderMaker } = portal.seats
  const request = requestFor(portal, ids, { fundingDate: openingDay, arpOfOrderId: parent.orderId })
  const { pricingHash } = await portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: request })
  const body = { ...request, pricingHash, payeeBankAccountId: portal.world.accounts.alder, saveType: 'SUBMIT' as const }
  const refused = await refusalOf(
    portal.ask(alderMaker, financeOrderCalls.createOrder, { body: { ...body, idempotencyKey: newId() } }),
  )
  expect(refused).toMatchObject({ error: 'INVOICE_NOT_ELIGIBLE', data: { items: [{ docId: ids[1] }] } })
})

test('a loan is converted to the product that its own names, and to none of another funder', async () => {
  const parent = await aFundedOrder(portal, { product: 'purchaseOrder', fundingDate: openingDay, faces: ['50000'], tenors: [90] })
  const { purchaseOrderId } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('purchaseOrderId').where('orderId', '=', parent.orderId).executeTakeFirstOrThrow(),
  )
  const invoiceId = await aConfirmedInvoice(portal, { issueDate: addDays(openingDay, -1), dueDate: addDays(openingDay, 60) })
  const ofFir = await portal.look(async (tx) => {
    await tx.updateTable('invoice').set({ purchaseOrderId }).where('id', '=', invoiceId).execute()
    const elms = await tx
      .selectFrom('financingProduct')
      .selectAll()
      .where('id', '=', portal.world.products.purchaseInAdvance)
      .executeTakeFirstOrThrow()
    const { id: _, ...terms } = elms
    const id = newId()
    await tx
      .insertInto('financingProduct')
      .values({ ...terms, id, code: 'FIR-RP', funderId: portal.world.companies.fir })
      .execute()
    await addPricing(tx, {
      supplierId: portal.world.companies.alder,
      productId: id,
      margin: '2.50',
      validUntil: '2030-12-31',
      no: 'PR-FIR',
    })
    return id
  })
  const { alderMaker } = portal.seats
  const price = (financingProductId: string) =>
    portal.ask(alderMaker, financeOrderCalls.trialCalculation, {
      body: { ...requestFor(portal, [invoiceId], { fundingDate: openingDay, arpOfOrderId: parent.orderId }), financingProductId },
    })
  expect((await refusalOf(price(ofFir))).error).toBe('PRODUCT_NOT_AVAILABLE')
  expect((await refusalOf(price(portal.world.products.purchaseInArrears))).error).toBe('PRODUCT_NOT_AVAILABLE')
  const { total } = await price(portal.world.products.purchaseInAdvance)
  expect((Number(total.net) - Number(total.cashToSupplier)).toFixed(2)).toBe('30000.00')
  const offered = await portal.ask(alderMaker, financeOrderCalls.availableFinanceProductList, {
    body: { docType: 'INVOICE', arpOfOrderId: parent.orderId },
  })
  expect(offered.map(({ code }) => code)).toEqual(['RP-ADV'])
  // Whatever a use case forgets, no order of another funder is stored as the conversion of the loan.
  const other = await aConfirmedOrder(portal, { productId: ofFir, fundingDate: openingDay, faces: ['1000'], tenors: [60] })
  await expect(
    portal.look((tx) =>
      tx.updateTable('financeOrder').set({ arpOfOrderId: parent.orderId }).where('id', '=', other.orderId).execute(),
    ),
  ).rejects.toThrow('conversion_keeps_its_funder')
})

test('of a loan one conversion is on its way at a time: the price of each holds all costs to date', async () => {
  const parent = await aFundedOrder(portal, {
    product: 'purchaseOrder',
    fundingDate: openingDay,
    faces: ['200000'],
    tenors: [90],
  })
  const { purchaseOrderId } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('purchaseOrderId').where('orderId', '=', parent.orderId).executeTakeFirstOrThrow(),
  )
  const shipped = async () => {
    const id = await aConfirmedInvoice(portal, { issueDate: addDays(openingDay, -1), dueDate: addDays(openingDay, 60) })
    await portal.look((tx) => tx.updateTable('invoice').set({ purchaseOrderId }).where('id', '=', id).execute())
    return requestFor(portal, [id], { fundingDate: openingDay, arpOfOrderId: parent.orderId })
  }
  const { alderMaker } = portal.seats
  const requests = [await shipped(), await shipped()] as const
  const price = (body: (typeof requests)[0]) => portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body })
  const prices = [await price(requests[0]), await price(requests[1])] as const
  const submit = (at: 0 | 1) =>
    portal.ask(alderMaker, financeOrderCalls.createOrder, {
      body: {
        ...requests[at],
        pricingHash: prices[at].pricingHash,
        payeeBankAccountId: portal.world.accounts.alder,
        saveType: 'SUBMIT',
        idempotencyKey: newId(),
      },
    })
  // Both at the same moment: one of them finds the other.
  const outcomes = await Promise.allSettled([submit(0), submit(1)])
  const [first] = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const second = outcomes[0]!.status === 'fulfilled' ? 1 : 0
  const refused = { error: 'LOAN_IN_CONVERSION', data: { no: first!.orderNo } }
  expect(outcomes[second]).toMatchObject({ status: 'rejected', reason: refused })
  const trial = () => portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: requests[second] })
  expect(await refusalOf(trial())).toMatchObject(refused)
  // Withdrawn, it makes room.
  await portal.ask(alderMaker, financeOrderCalls.revocation, { query: { id: first!.id }, body: {} })
  expect((await trial()).total.net).toBe(prices[second]!.total.net)
  expect((await submit(second)).status).toBe('IN_APPROVE')
})

let day = openingDay
const closeDays = async (count: number) => {
  day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
/** Money moves on working days only. */
const isRest = (on: string) => ['Sat', 'Sun'].includes(new Date(`${on}T00:00:00Z`).toUTCString().slice(0, 3))
const reachWeekday = async (ahead = 0) => {
  while (isRest(day) || isRest(addDays(day, ahead))) await closeDays(1)
}
const balance = (orderId: string, account: string) => balanceIn(portal, orderId, account)

/** Purchase order financing funded today, and the instructed payment of a conversion that pays all of it off today. */
async function anInstructedConversion(of: Pick<WantedOrder, 'productId'> = {}) {
  await reachWeekday(10)
  const parent = await aFundedOrder(portal, {
    product: 'purchaseOrder',
    fundingDate: day,
    faces: ['100000'],
    tenors: [90],
    ...of,
  })
  await closeDays(10)
  return { parentId: parent.orderId, ...(await convert(parent.orderId)) }
}

/** The instructed payment of a conversion of 100,000 of purchase order financing today. */
async function convert(parentId: string) {
  const child = await aConfirmedOrder(portal, { product: 'purchaseInAdvance', fundingDate: day, faces: ['100000'], tenors: [60] })
  await asConversion(portal, child.orderId, parentId)
  const payment = await instructFunding(portal, child.orderId)
  const paid = (valueDate: string) =>
    portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
      body: { id: payment.id, valueDate, bankRef: newId() },
    })
  return { childId: child.orderId, paid }
}

test('a conversion requested on a weekend is quoted with the interest up to its payment day', async () => {
  const parent = await aFundedOrder(portal, {
    product: 'purchaseOrder',
    fundingDate: openingDay,
    faces: ['200000'],
    tenors: [90],
  })
  const { purchaseOrderId } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('purchaseOrderId').where('orderId', '=', parent.orderId).executeTakeFirstOrThrow(),
  )
  const invoice = await aConfirmedInvoice(portal, { issueDate: addDays(openingDay, -1), dueDate: addDays(openingDay, 60) })
  await portal.look((tx) => tx.updateTable('invoice').set({ purchaseOrderId }).where('id', '=', invoice).execute())
  const quoted = async (fundingDate: string) => {
    const body = requestFor(portal, [invoice], { fundingDate, arpOfOrderId: parent.orderId })
    const { fundingDate: paidOn, total } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body })
    return { paidOn, net: total.net, cash: total.cashToSupplier }
  }
  const [friday, saturday, monday] = [4, 5, 7].map((days) => addDays(openingDay, days)) as [string, string, string]
  expect(await quoted(saturday)).toEqual(await quoted(monday))
  const paidOff = ({ net, cash }: { net: string; cash: string }) => Number(net) - Number(cash)
  expect(paidOff(await quoted(saturday))).toBeGreaterThan(paidOff(await quoted(friday)))
})

test('a conversion recorded days late pays off what it would have paid off on its day, and no interest runs twice', async () => {
  const { parentId, childId, paid } = await anInstructedConversion()
  const paidOn = day
  const due = await balance(parentId, 'F1200')
  await closeDays(3)
  expect(await balance(parentId, 'F1200')).not.toBe(due)
  await paid(paidOn)
  expect(await orderOf(parentId)).toMatchObject({ status: 'CONVERTED', principalOutstanding: '0.0000' })
  expect([await balance(parentId, 'F1200'), await balance(parentId, 'F1150')]).toEqual(['0.00', '0.00'])
  expect(await orderOf(childId)).toMatchObject({ status: 'FUNDED', fundingDate: paidOn })
  const accrued = await portal.look((tx) =>
    tx
      .selectFrom('interestAccrual')
      .select(['orderId', 'accrualDate'])
      .where('orderId', 'in', [parentId, childId])
      .where('reversed', '=', false)
      .where('accrualDate', '>=', paidOn)
      .where('component', '=', 'INTEREST')
      .execute(),
  )
  expect(accrued.map((one) => one.orderId)).toEqual(Array(3).fill(childId))
  expect(await brokenLaws(portal)).toEqual([])
})

test('what a slow bank adds to the payoff stays due on the financing until the supplier pays it', async () => {
  const { parentId, childId, paid } = await anInstructedConversion()
  await closeDays(2)
  await paid(day)
  // The lines of the payment are a statement: advance − costs − payoff of the older order = cash.
  const { id } = await portal.look((tx) =>
    tx.selectFrom('payment').select('id').where('orderId', '=', childId).executeTakeFirstOrThrow(),
  )
  const payment = await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id } })
  const cents = (amount: string) => Math.round(Number(amount) * 100)
  expect(payment.makeUp.map((line) => line.label)).toContain('PAYOFF')
  expect(payment.makeUp.reduce((all, line) => all + cents(line.amount), 0)).toBe(cents(payment.amount))
  // The older order shows the conversion from its side, and its remaining debt.
  const books = await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId: parentId } })
  expect(books.journals.flatMap((one) => one.lines).filter((line) => line.account === '1100')).toEqual([])
  const totals = books.journals.flatMap((one) => one.totals)
  expect(totals.every((total) => total.balanced)).toBe(true)
  // Of the conversion it shows its own lines; what it says of them is of the whole journal.
  expect(totals.some(({ hasOtherLines }) => hasOtherLines)).toBe(true)
  expect(totals.every(({ debit, credit, hasOtherLines }) => hasOtherLines || debit === credit)).toBe(true)
  const info = await portal.ask(portal.seats.alderMaker, financeOrderCalls.repaymentInfo, { query: { id: parentId } })
  expect([info.payoff?.total, info.schedule[0]!.status, info.schedule[0]!.outstanding]).toEqual(['22.67', 'NOT_DUE', '0.00'])
  expect(await orderOf(parentId)).toMatchObject({ status: 'PARTIALLY_REPAID', principalOutstanding: '0.0000' })
  // Remaining costs are repaid, not converted again.
  const shown = await portal.ask(portal.seats.alderMaker, financeOrderCalls.detail, { query: { id: parentId } })
  expect(shown.operations).not.toContain('ARP')
  // Two days of 60,000 at 6.80 % for 360 days.
  expect(await balance(parentId, 'F1200')).toBe('22.67')
  expect(await brokenLaws(portal)).toEqual([])
  await aRepayment(portal, parentId, '22.67', { valueDate: day, payerRole: 'SUPPLIER' })
  expect((await orderOf(parentId)).status).toBe('SETTLED')
  expect(await brokenLaws(portal)).toEqual([])
})

test('the interest of one slow day is waived at the funder’s cost after two business days without a payment', async () => {
  const { parentId, paid } = await anInstructedConversion()
  await closeDays(1)
  await paid(day)
  // One more day of 60,000 at 6.80 % for 360 days, rounded at the end: less than the cost of a transfer.
  expect(await balance(parentId, 'F1200')).toBe('11.34')
  await closeDays(1)
  expect((await orderOf(parentId)).status).toBe('PARTIALLY_REPAID')
  await closeDays(4)
  expect(await orderOf(parentId)).toMatchObject({ status: 'SETTLED', principalOutstanding: '0.0000' })
  expect([await balance(parentId, 'F1200'), await balance(parentId, 'F5010')]).toEqual(['0.00', '11.34'])
  const info = await portal.ask(portal.seats.alderMaker, financeOrderCalls.repaymentInfo, { query: { id: parentId } })
  expect([info.payoff?.total, info.schedule[0]!.status]).toEqual(['0.00', 'WAIVED'])
  expect(info.repayments.at(-1)).toMatchObject({
    payerRole: 'WAIVER',
    amount: '11.34',
    allocations: [{ component: 'INTEREST', amount: '11.34' }],
  })
  expect(await brokenLaws(portal)).toEqual([])
})

test('a conversion that falls short waits for the top-up of its supplier, which can be taken back until it is used', async () => {
  const { settlement } = portal.seats
  await reachWeekday()
  const { parent, child, payment } = await aShortConversion(portal, day)
  const instruct = () => portal.ask(settlement, paymentCalls.instruct, { body: { id: payment.id } })
  expect((await refusalOf(instruct())).error).toBe('ARP_SHORTFALL')

  const receipt = await aReceipt(portal, '20000.00')
  const candidates = () => portal.ask(settlement, repaymentCalls.candidates, { body: { collectionId: receipt.id } })
  const [short] = (await candidates()).topUps
  expect(short).toMatchObject({ orderId: child.orderId, supplierName: 'Alder Textiles Ltd' })
  const topUp = (amount: string, orderId = child.orderId) =>
    portal.ask(settlement, repaymentCalls.topUp, { body: { collectionId: receipt.id, orderId, amount } })
  expect((await refusalOf(topUp('20000.01'))).data.fields[0].message).toBe('OVER_ALLOCATION')
  expect((await refusalOf(topUp('1.00', parent.orderId))).error).toBe('ILLEGAL_TRANSITION')
  const kept = await topUp(short!.missing)
  expect((await candidates()).topUps).toEqual([])
  expect((await refusalOf(instruct())).error).toBe('ARP_SHORTFALL')
  await passAll(portal, kept.no, 'REPAYMENT')
  expect(await balance(parent.orderId, 'F2900')).toBe(short!.missing)
  expect(await brokenLaws(portal)).toEqual([])

  await takeBack(portal, kept)
  expect(await balance(parent.orderId, 'F2900')).toBe('0.00')
  expect((await candidates()).topUps).toEqual([short])
  const again = await topUp(short!.missing)
  await passAll(portal, again.no, 'REPAYMENT')

  // A top-up that went back, as the provider reports, pays nothing.
  const reported = (reversalReportedAt: string | null) =>
    portal.look((tx) => tx.updateTable('collection').set({ reversalReportedAt }).where('id', '=', receipt.id).execute())
  await reported(new Date().toISOString())
  expect((await refusalOf(instruct())).error).toBe('RECEIPT_REPORTED_BACK')
  await reported(null)
  // Proceeds and top-up are exactly what is owed: the conversion happens, and no bank moves anything.
  await instruct()
  await passAll(portal, payment.no, 'PAYMENT')
  const isOffered = async () => {
    const { operations } = await portal.ask(portal.seats.settlement3, paymentCalls.detail, { body: { id: payment.id } })
    const { list = [] } = await portal.ask(portal.seats.settlement3, listCalls(paymentList).pageList, {
      body: { filterFields: { no: payment.no } },
    })
    return [{ operations }, ...list].map((one) => Array.isArray(one.operations) && one.operations.includes('PAID'))
  }
  expect(await isOffered()).toEqual([true, true])
  await reported(new Date().toISOString())
  expect(await isOffered()).toEqual([false, false])
  const recorded = portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: payment.id, valueDate: day, bankRef: payment.no },
  })
  expect((await refusalOf(recorded)).error).toBe('RECEIPT_REPORTED_BACK')
  await reported(null)
  const { payments } = await portal.ask(settlement, paymentFileCalls.ready, { body: {} })
  expect(payments.map((one) => one.id)).not.toContain(payment.id)
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: payment.id, valueDate: day, bankRef: payment.no },
  })
  expect(await orderOf(parent.orderId)).toMatchObject({ status: 'CONVERTED', principalOutstanding: '0.0000' })
  expect(await orderOf(child.orderId)).toMatchObject({ status: 'FUNDED', principalOutstanding: '50000.0000' })
  expect([await balance(parent.orderId, 'F2900'), await balance(parent.orderId, 'F1150')]).toEqual(['0.00', '0.00'])
  expect(await brokenLaws(portal)).toEqual([])
  const late = portal.ask(settlement, repaymentCalls.reverse, { body: { id: again.id, reason: 'late' } })
  expect((await refusalOf(late)).error).toBe('ILLEGAL_TRANSITION')
})

/** Purchase order finance with a fee at settlement and one for early repayment. */
const withFees = (code: string) =>
  portal.look((tx) =>
    addProduct(tx, {
      code,
      name: 'Purchase order finance with fees',
      nameCn: '收费订单融资',
      type: 'PO_FINANCE',
      funderId: portal.world.companies.elm,
      currencies: ['USD'],
      recourse: true,
      disclosed: true,
      interestMethod: 'IN_ARREARS',
      rightConfirmParty: 'SUPPLIER',
      advanceRate: '60',
      minTenor: 1,
      maxTenor: 180,
      rateType: 'FLOATING',
      baseRateType: 'SOFR',
      margin: '2.50',
      dayCount: 'ACT_360',
      graceDays: 5,
      calendars: ['US'],
      bdConvention: 'FOLLOWING',
      maturityOffset: 15,
      arpTargetProduct: portal.world.products.purchaseInAdvance,
      earlyFeePct: '2',
      fees: [
        {
          code: 'SERVICE',
          basis: 'FLAT',
          value: '100',
          taxPct: '6',
          payer: 'SUPPLIER',
          beneficiary: 'PLATFORM',
          timing: 'SETTLEMENT',
        },
      ],
    }),
  )

test('a conversion pays the payoff: the fee at settlement with its tax, and no early fee', async () => {
  const { alderMaker, settlement } = portal.seats
  const { parentId, childId, paid } = await anInstructedConversion({ productId: await withFees('PO-FEES') })
  const quoted = await portal.ask(alderMaker, repaymentCalls.payoff, { body: { orderId: parentId } })
  // Ten days of 60,000 at 6.80 % for 360 days; 100 and 6 % of tax; 2 % of 60,000 for a voluntary early repayment.
  expect(quoted).toMatchObject({ earlyFee: '1200.00', total: '61419.33', onConversion: '60219.33' })
  expect(quoted.owed).toMatchObject([{ principal: '60000.00', interest: '113.33', penalty: '0.00', fees: '106.00' }])
  const info = await portal.ask(alderMaker, financeOrderCalls.repaymentInfo, { query: { id: parentId } })
  expect(info.payoff).toMatchObject({ total: '61419.33', onConversion: '60219.33' })
  await paid(day)

  const { id } = await portal.look((tx) =>
    tx.selectFrom('payment').select('id').where('orderId', '=', childId).executeTakeFirstOrThrow(),
  )
  const payment = await portal.ask(settlement, paymentCalls.detail, { body: { id } })
  expect(payment.makeUp).toContainEqual({ label: 'PAYOFF', amount: '-60219.33' })
  const booked = await portal.ask(alderMaker, financeOrderCalls.repaymentInfo, { query: { id: parentId } })
  expect(booked.repayments).toMatchObject([{ payerRole: 'ARP', amount: '60219.33' }])
  expect(Object.fromEntries(booked.repayments[0]!.allocations.map((one) => [one.component, one.amount]))).toEqual({
    PRINCIPAL: '60000.00',
    INTEREST: '113.33',
    FEE: '106.00',
  })
  expect(await orderOf(parentId)).toMatchObject({ status: 'CONVERTED', principalOutstanding: '0.0000' })
  const { journals } = await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId: parentId } })
  const charged = journals.filter((one) => one.event === 'SETTLEMENT_FEES').flatMap((one) => one.lines)
  expect(charged).toEqual(expect.arrayContaining([expect.objectContaining({ book: 'F', account: '1220', debit: '106.00' })]))
  expect(await balance(parentId, 'F1220')).toBe('0.00')
  expect(await brokenLaws(portal)).toEqual([])
})

test('a part shipment bears the fee at settlement whole, the next one none of it', async () => {
  await reachWeekday()
  const productId = await withFees('PO-PARTS')
  const parent = await aFundedOrder(portal, { productId, fundingDate: day, faces: ['200000'], tenors: [90] })
  const payoffs: string[] = []
  for (let part = 0; part < 2; part++) {
    const { childId, paid } = await convert(parent.orderId)
    await paid(day)
    const [repayment] = await portal.look((tx) =>
      tx
        .selectFrom('repayment as r')
        .innerJoin('financeOrder as o', 'o.orderNo', 'r.matchReason')
        .select('r.amount')
        .where('o.id', '=', childId)
        .execute(),
    )
    payoffs.push(repayment!.amount)
    expect(await brokenLaws(portal)).toEqual([])
  }
  expect(payoffs).toEqual(['60106.0000', '60000.0000'])
  expect((await orderOf(parent.orderId)).status).toBe('CONVERTED')
})

test('verification finds an order that ended with a quoted fee never charged', async () => {
  await reachWeekday()
  const productId = await withFees('PO-LAW')
  const { orderId } = await aFundedOrder(portal, { productId, fundingDate: day, faces: ['100000'], tenors: [90] })
  const { orderNo } = await orderOf(orderId)
  const laws = await portal.look(async (tx) => {
    await tx.updateTable('financeOrder').set({ status: 'CONVERTED' }).where('id', '=', orderId).execute()
    const broken = await checkBooks(tx)
    await tx.updateTable('financeOrder').set({ status: 'FUNDED' }).where('id', '=', orderId).execute()
    return broken
  })
  expect(laws).toContainEqual({
    invariant: 'BOOKS_AGREE',
    subject: orderNo,
    detail: 'It has ended as CONVERTED, but its fee SERVICE of USD 106.00 was never charged.',
  })
})
