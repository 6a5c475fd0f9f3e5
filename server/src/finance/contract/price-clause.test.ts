import { fromDecimal, sum, toDecimal } from '@usance/domain/money'
import { contractCalls } from '@usance/wire/contract/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { TrialAnswer, TrialRequest } from '@usance/wire/finance-order/trial'
import { paymentCalls } from '@usance/wire/payment/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import type { FinancingProductTable, PostingTable } from '../../database/tables.ts'
import { aRepayment, brokenLaws, passAll as payAll } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor, signAll } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { addPricing, addProduct, type NewFee } from '../product/add-product.ts'
import { contractAmount } from './contract-amount.ts'
import { priceClause, type SupplierPrice } from './price-clause.ts'

type Fees = NewFee[]
const fee = (code: NewFee['code'], payer: NewFee['payer'], timing: NewFee['timing'], more: Partial<NewFee> = {}): NewFee => ({
  code,
  basis: 'FLAT',
  value: '25',
  taxPct: '6',
  beneficiary: payer === 'PLATFORM' ? 'FUNDER' : 'PLATFORM',
  payer,
  timing,
  ...more,
})
const yearly = { basis: 'PCT_PA_ADVANCE', value: '0.5', taxPct: '0', beneficiary: 'FUNDER' } satisfies Partial<NewFee>
/** Together the two sets have every payer at every time. */
const feeSets: Record<'first' | 'second', Fees> = {
  first: [
    fee('HANDLING', 'SUPPLIER', 'FUNDING'),
    fee('PLATFORM', 'SUPPLIER', 'FUNDING', yearly),
    fee('SERVICE', 'SUPPLIER', 'SETTLEMENT', { value: '100' }),
    fee('BANK', 'BUYER', 'SETTLEMENT', { value: '31' }),
    fee('FUNDER', 'FUNDER', 'FUNDING', { value: '37' }),
  ],
  second: [
    fee('SERVICE', 'SUPPLIER', 'FUNDING', { basis: 'PCT_FACE', value: '0.25' }),
    fee('PLATFORM', 'PLATFORM', 'SETTLEMENT', { value: '41' }),
    fee('HANDLING', 'SUPPLIER', 'SETTLEMENT', { basis: 'PCT_ADVANCE', value: '0.1' }),
    fee('BANK', 'BUYER', 'FUNDING', { value: '31' }),
    fee('FUNDER', 'FUNDER', 'SETTLEMENT', { value: '37' }),
  ],
}

type Case = {
  type: FinancingProductTable['type']
  interestMethod: 'IN_ADVANCE' | 'IN_ARREARS'
  fees: keyof typeof feeSets
  recourse?: boolean
}
const cases: Case[] = [
  { type: 'RECEIVABLE_PURCHASE', interestMethod: 'IN_ADVANCE', fees: 'first', recourse: true },
  { type: 'RECEIVABLE_PURCHASE', interestMethod: 'IN_ADVANCE', fees: 'second', recourse: false },
  { type: 'RECEIVABLE_PURCHASE', interestMethod: 'IN_ARREARS', fees: 'first', recourse: false },
  { type: 'RECEIVABLE_PURCHASE', interestMethod: 'IN_ARREARS', fees: 'second', recourse: true },
  { type: 'PAYABLES_FINANCE', interestMethod: 'IN_ADVANCE', fees: 'first', recourse: false },
  { type: 'PAYABLES_FINANCE', interestMethod: 'IN_ARREARS', fees: 'second', recourse: false },
  { type: 'PO_FINANCE', interestMethod: 'IN_ADVANCE', fees: 'second' },
  { type: 'PO_FINANCE', interestMethod: 'IN_ARREARS', fees: 'first' },
  { type: 'POOL_FACTORING', interestMethod: 'IN_ADVANCE', fees: 'first' },
  { type: 'POOL_FACTORING', interestMethod: 'IN_ARREARS', fees: 'second' },
]

let portal: Portal
let made = 0
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

async function aProduct({ type, interestMethod, fees, recourse = true }: Case): Promise<string> {
  const isPool = type === 'POOL_FACTORING'
  const no = `${type}-${interestMethod}-${fees}-${recourse}-${++made}`
  return portal.look(async (tx) => {
    const id = await addProduct(tx, {
      code: no,
      name: no,
      nameCn: no,
      type,
      ...(isPool ? { poolKind: 'OWN', concentrationPct: '100' } : {}),
      funderId: portal.world.companies.elm,
      currencies: ['USD'],
      recourse,
      disclosed: !isPool,
      rightConfirmParty: isPool ? 'NONE' : type === 'PO_FINANCE' ? 'SUPPLIER' : 'BUYER',
      advanceRate: '80',
      minTenor: 1,
      maxTenor: 180,
      interestMethod,
      rateType: 'FLOATING',
      baseRateType: 'SOFR',
      margin: '2.50',
      dayCount: 'ACT_360',
      graceDays: 5,
      penaltyMargin: '3',
      calendars: ['US'],
      // A pool has many debtors, and none of them can be billed.
      fees: feeSets[fees].filter(({ payer }) => !isPool || payer !== 'BUYER'),
    })
    const { alder } = portal.world.companies
    await addPricing(tx, { supplierId: alder, productId: id, margin: '2.50', validUntil: '2030-12-31', no: `PR-${no}` })
    return id
  })
}

async function aPurchaseOrder(): Promise<string> {
  const { alderMaker, cedarChecker } = portal.seats
  const body = {
    buyerCode: 'CEDAR',
    poNo: `PO-${newId().slice(-8)}`,
    orderDate: openingDay,
    latestShipDate: '2025-05-02',
    currency: 'USD',
    items: [{ description: 'Cloth', qty: '10', unitPrice: '5625.04' }],
    idempotencyKey: newId(),
  }
  const { id } = await portal.ask(alderMaker, purchaseOrderCalls.add, { body })
  await portal.ask(alderMaker, purchaseOrderCalls.submit, { body: { ids: [id], idempotencyKey: newId() } })
  await portal.ask(cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [id], idempotencyKey: newId() } })
  return id
}

/** A submitted order and its quotation. */
async function quoteAndSend(request: TrialRequest) {
  const quote = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: request })
  return { quote, order: await aSubmittedOrder(portal, request) }
}

async function drawn(productId: string) {
  const { alderMaker } = portal.seats
  const invoice = await aConfirmedInvoice(portal, { amount: '56250.37' })
  const { poolId } = await portal.ask(alderMaker, poolCalls.assign, {
    body: { productId, currency: 'USD', invoiceIds: [invoice], idempotencyKey: newId() },
  })
  const body = { poolId, amount: '30000.29', fundingDate: openingDay, maturity: '2025-05-02' }
  const quote = await portal.ask(alderMaker, poolCalls.trial, { body })
  const order = await portal.ask(alderMaker, poolCalls.draw, {
    body: {
      ...body,
      pricingHash: quote.pricingHash,
      payeeBankAccountId: portal.world.accounts.alder,
      idempotencyKey: newId(),
    },
  })
  return { quote, order }
}

async function ordered(one: Case) {
  const productId = await aProduct(one)
  if (one.type === 'POOL_FACTORING') return drawn(productId)
  const items =
    one.type === 'PO_FINANCE'
      ? [{ docType: 'PO' as const, docId: await aPurchaseOrder() }]
      : [{ docType: 'INVOICE' as const, docId: await aConfirmedInvoice(portal, { amount: '56250.37' }) }]
  return quoteAndSend(requestFor(portal, [], { financingProductId: productId, items }))
}

/** The text of the contract between supplier and funder in force. */
const agreementOf = (orderId: string) =>
  portal.look((tx) =>
    tx
      .selectFrom('contract')
      .select(['id', 'contentEn', 'contentCn'])
      .where('orderId', '=', orderId)
      .where('buyerVisible', '=', false)
      .where('status', 'not in', ['VOID', 'TERMINATED'])
      .executeTakeFirstOrThrow(),
  )
/** The rows of the contract's price table. */
const rowsOf = (text: string, head: string) => {
  const lines = text.split('\n')
  const at = lines.indexOf(head)
  const rest = lines.slice(at + 1)
  return rest.slice(0, rest.indexOf(''))
}

const money = (amount: string) => contractAmount(amount, 'USD')
const names: Record<string, string> = { HANDLING: 'handling fee', PLATFORM: 'platform fee', SERVICE: 'service fee' }
/** The expected price table, from the quotation alone. */
function rowsOfQuote({ total, fees, interestMethod }: TrialAnswer, payoff: string[] = []): string[] {
  const at = (timing: string, when: string) =>
    fees
      .filter((one) => one.payer === 'SUPPLIER' && one.timing === timing)
      .sort((a, b) => (a.code < b.code ? -1 : 1))
      .map(({ code, amount, tax }) => `| ${names[code]} | ${when} | ${money(amount)} | ${money(tax)}`)
  return [
    `| Advance | at funding | ${money(total.applyAmount)} | -`,
    ...(interestMethod === 'IN_ADVANCE'
      ? [`| Less interest deducted in advance | at funding | ${money(total.interest)} | -`]
      : []),
    ...at('FUNDING', 'deducted at funding'),
    `| Net amount paid out | at funding | ${money(total.net)} | -`,
    ...payoff,
    ...at('SETTLEMENT', 'with the first receipt or conversion'),
  ]
}

/** Sums one side of some accounts in the journals of an order. */
async function booked(
  orderId: string,
  event: string,
  book: PostingTable['book'],
  accounts: string[],
  side: PostingTable['side'],
): Promise<string> {
  const rows = await portal.look((tx) =>
    tx
      .selectFrom('posting as p')
      .innerJoin('journal as j', 'j.id', 'p.journalId')
      .select('p.amount')
      .where('j.orderId', '=', orderId)
      .where('j.event', '=', event)
      .where('p.book', '=', book)
      .where('p.account', 'in', accounts)
      .where('p.side', '=', side)
      .execute(),
  )
  return total(rows.map(({ amount }) => amount))
}
const total = (amounts: string[]) =>
  toDecimal(
    sum(
      amounts.map((amount) => fromDecimal(amount.replace(/0{2}$/, ''), 'USD')),
      'USD',
    ),
  )
const suppliersFees = ({ fees }: TrialAnswer, timing: string) =>
  total(
    fees
      .filter((one) => one.payer === 'SUPPLIER' && one.timing === timing)
      .flatMap(({ amount, tax }) => [`${amount}00`, `${tax}00`]),
  )

/** Takes a submitted order to its payment, and returns the bank's payment. */
async function paid(order: { id: string; orderNo: string }): Promise<string> {
  const { alderChecker, cedarChecker, settlement } = portal.seats
  await signAll(portal, order.id)
  const { status, rightConfirmParty } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select(['status', 'rightConfirmParty']).where('id', '=', order.id).executeTakeFirstOrThrow(),
  )
  if (status === 'PASSED')
    await portal.ask(rightConfirmParty === 'BUYER' ? cedarChecker : alderChecker, financeOrderCalls.rightConfirmation, {
      query: { id: order.id },
      body: { accept: true },
    })
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no']).where('orderId', '=', order.id).executeTakeFirstOrThrow(),
  )
  await portal.ask(settlement, paymentCalls.instruct, { body: { id: payment.id, idempotencyKey: newId() } })
  await payAll(portal, payment.no, 'PAYMENT')
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: payment.id, valueDate: openingDay, bankRef: payment.no, idempotencyKey: newId() },
  })
  const { amount } = await portal.look((tx) =>
    tx.selectFrom('payment').select('amount').where('id', '=', payment.id).executeTakeFirstOrThrow(),
  )
  return total([amount])
}

const enHead = '| Item | When | Amount | Tax'
const cnHead = '| 项目 | 时间 | 金额 | 税'
/** The amounts of rows, in either language. */
const figures = (rows: string[]) => rows.map((row) => row.split(' | ').slice(2))

describe('the quoted, contracted, paid and booked price are one', () => {
  for (const one of cases) {
    const title = `${one.type} ${one.recourse === false ? 'without recourse ' : ''}${one.interestMethod}, ${one.fees} fees`
    test(title, async () => {
      const { quote, order } = await ordered(one)
      await passAll(portal, order.orderNo)
      const { contentEn, contentCn } = await agreementOf(order.id)
      const rows = rowsOf(contentEn, enHead)
      expect(rows).toEqual(rowsOfQuote(quote))
      expect(figures(rowsOf(contentCn, cnHead))).toEqual(figures(rows))
      // The supplier does not see the fees that funder, platform and buyer bear.
      expect(contentEn).not.toMatch(/USD (31|37|41)\.00/)
      const isInAdvance = one.interestMethod === 'IN_ADVANCE'
      expect(contentEn).toContain(isInAdvance ? 'is deducted from the advance in advance' : 'is not deducted in advance')
      expect(contentCn).toContain(isInAdvance ? '预先从融资款中扣除' : '利息不预先扣除')
      expect(contentEn).toContain(
        'at 6.8 percent a year (SOFR (overnight), taken as no less than 0 percent, plus 2.5 percent), by ',
      )
      expect(contentCn).toContain('（SOFR 隔夜担保融资利率，不低于 0%，加 2.5%）')
      expect(contentEn).not.toContain('pays an advance of')

      expect(await paid(order)).toBe(quote.total.net)
      expect(await booked(order.id, 'FUNDING', 'S', ['1000'], 'D')).toBe(quote.total.net)
      expect(await booked(order.id, 'FUNDING', 'S', ['5010'], 'D')).toBe(suppliersFees(quote, 'FUNDING'))
      expect(await booked(order.id, 'FUNDING', 'F', ['2100', '2110'], 'C')).toBe(isInAdvance ? quote.total.interest : '0.00')
      await aRepayment(portal, order.id, '1000.00', { payerRole: one.type === 'POOL_FACTORING' ? 'SUPPLIER' : 'BUYER' })
      expect(await booked(order.id, 'SETTLEMENT_FEES', 'F', ['1220'], 'D')).toBe(suppliersFees(quote, 'SETTLEMENT'))
      expect(await brokenLaws(portal)).toEqual([])
    })
  }
})

test('a conversion states the payoff of the older order and the cash as they are paid', async () => {
  const financed = await aProduct({ type: 'PO_FINANCE', interestMethod: 'IN_ARREARS', fees: 'second', recourse: false })
  const bought = await aProduct({ type: 'RECEIVABLE_PURCHASE', interestMethod: 'IN_ADVANCE', fees: 'first' })
  const purchaseOrderId = await aPurchaseOrder()
  const parent = await aSubmittedOrder(
    portal,
    requestFor(portal, [], { financingProductId: financed, items: [{ docType: 'PO', docId: purchaseOrderId }] }),
  )
  await passAll(portal, parent.orderNo)
  await paid(parent)
  const invoice = await aConfirmedInvoice(portal, { amount: '60000.00' })
  await portal.look((tx) => tx.updateTable('invoice').set({ purchaseOrderId }).where('id', '=', invoice).execute())
  const request = requestFor(portal, [invoice], { financingProductId: bought, arpOfOrderId: parent.id })
  const { quote, order } = await quoteAndSend(request)
  await passAll(portal, order.orderNo)
  const { cashToSupplier, net } = quote.total
  const payoff = toDecimal({
    currency: 'USD',
    minor: fromDecimal(net, 'USD').minor - fromDecimal(cashToSupplier, 'USD').minor,
  })
  expect(Number(cashToSupplier)).toBeGreaterThan(0)
  const { contentEn, contentCn } = await agreementOf(order.id)
  const expected = rowsOfQuote(quote, [
    `| Of the net amount, paid off on finance order ${parent.orderNo} | at funding | ${money(payoff)} | -`,
    `| Cash to the supplier | at funding | ${money(cashToSupplier)} | -`,
  ])
  expect(rowsOf(contentEn, enHead)).toEqual(expected)
  expect(figures(rowsOf(contentCn, cnHead))).toEqual(figures(expected))
  expect(await paid(order)).toBe(cashToSupplier)
  expect(await booked(order.id, 'FUNDING', 'S', ['1000'], 'D')).toBe(cashToSupplier)
})

test('a preview names the price of the trial, and a notice to the buyer never does', async () => {
  const request = requestFor(portal, [await aConfirmedInvoice(portal)])
  const { items, financingProductId } = request
  const { seats } = portal
  const quote = await portal.ask(seats.alderMaker, financeOrderCalls.trialCalculation, { body: request })
  const { list } = await portal.ask(seats.alderMaker, contractCalls.templates, { body: {} })
  const previewOf = async (code: string) => {
    const templateId = list.find((one) => one.code === code)!.id
    const { html } = await portal.ask(seats.alderMaker, contractCalls.preview, {
      body: { financingProductId, items, fundingDate: openingDay, templateId },
    })
    return html
  }
  expect(await previewOf('RPA')).toContain(
    `<tr><td>Net amount paid out</td><td>at funding</td><td>${money(quote.total.net)}</td><td>-</td></tr>`,
  )
  expect(await previewOf('NOA')).not.toContain(money(quote.total.net))
})

describe('the clause', () => {
  const price: SupplierPrice = {
    advance: '90000.00',
    fundingDate: '2025-03-03',
    rate: '6.800000',
    interestMethod: 'IN_ADVANCE',
    discountMethod: 'YIELD',
    dayCount: 'ACT_360',
    rateType: 'FIXED',
    baseRate: null,
    margin: null,
    floor: '0',
    resetFrequency: 'NONE',
    lookbackBd: 0,
    paymentMovesAlone: false,
    maturityOffset: 0,
    bdConvention: 'FOLLOWING',
    calendars: ['US'],
    minInterestDays: 0,
    drawnUntil: null,
    interest: '1008.57',
    net: '88991.43',
    fees: [{ code: 'BANK', amount: '0.00', tax: '0.00', timing: 'FUNDING' }],
    conversion: { parentNo: 'FO-1', payoff: '90000.00', principal: '88500.00', cash: '0.00', topUp: '1008.57' },
  }
  const party = { supplier: 'Alder', funder: 'Elm' }
  const textOf = (of: SupplierPrice | null) => priceClause(of, 'USD', { en: party, cn: party })

  test('states the top-up of the supplier and the calculation of a discount, and no fee of zero', () => {
    const { en, cn } = textOf(price)
    expect(en).toContain('| Paid in by the supplier beforehand | at funding | USD 1,008.57 | -')
    expect(en).toContain('as a true discount')
    expect(en).not.toContain('bank fee')
    expect(cn).toContain('实际贴现')
  })

  test('promises no interest of the days by which a bank pays late, and no fees of them back', () => {
    const { en, cn } = textOf(price)
    expect(en).toContain('no interest is charged for the days in between, and the fees stay as stated')
    expect(cn).toContain('其间各日不计利息，费用按本合同所载不变')
  })

  test('says that a conversion pays off no more of its loan’s principal without the supplier', () => {
    const { en, cn } = textOf(price)
    expect(en).toContain('More of its principal than USD 88,500.00 is paid off only with the consent of Alder')
    expect(cn).toContain('偿还其本金超过 USD 88,500.00 的，须经 Alder 同意')
    expect(textOf({ ...price, conversion: { ...price.conversion!, principal: null } }).en).not.toContain('More of its principal')
  })

  test('states the reset frequency of a rate in arrears, and that a discount has none', () => {
    const floating = {
      ...price,
      rateType: 'FLOATING',
      baseRate: { en: 'Term SOFR, 1 month', cn: 'SOFR 期限利率 1 个月' },
      margin: '2.5',
      resetFrequency: 'DAILY',
    }
    expect(textOf(floating).en).toContain('(Term SOFR, 1 month, taken as no less than 0 percent, plus 2.5 percent)')
    expect(textOf(floating).cn).toContain('（SOFR 期限利率 1 个月，不低于 0%，加 2.5%）')
    const inArrears = { ...floating, interestMethod: 'IN_ARREARS' }
    expect(textOf(inArrears).en).toContain('plus 2.5 percent, set again each day by the latest fixing of that day or earlier)')
    const monthly = textOf({ ...inArrears, resetFrequency: 'MONTHLY', lookbackBd: 2 })
    expect(monthly.en).toContain(
      ', set again on the first day of each month by the latest fixing of the day 2 business days before it or earlier)',
    )
    expect(monthly.cn).toContain('，每月首日重设，以该日前第 2 个营业日或之前最近一次公布的利率为准）')
    expect(textOf(floating).en).not.toContain('set again')
  })

  test.each(['IN_ADVANCE', 'IN_ARREARS'])('states the end of interest %s where the payment day alone moves', (interestMethod) => {
    expect(textOf({ ...price, interestMethod }).en).not.toContain('Interest for the advance on it ends')
    const moving = { ...price, interestMethod, paymentMovesAlone: true }
    expect(textOf(moving).en).toContain(
      'ends on the due date of a document. If that is no business day, payment is due on the next business day, which is the maturity, and no interest runs on the days in between; what is unpaid at maturity bears interest again from then.',
    )
    expect(textOf(moving).cn).toContain('利息计至单据到期日。该日非营业日的，付款日顺延至下一营业日')
    expect(textOf({ ...moving, maturityOffset: 5 }).en).toContain('ends 5 calendar days after the due date of a document.')
  })

  test('names the day for which a drawing was asked as the end of its interest', () => {
    const drawing = { ...price, interestMethod: 'IN_ARREARS', paymentMovesAlone: true, drawnUntil: '2025-05-03' }
    expect(textOf(drawing).en).toContain('Interest for the advance ends on 2025-05-03, for which the drawing was asked.')
    expect(textOf(drawing).cn).toContain('就融资款，利息计至提款申请的到期日 2025-05-03。')
  })

  test('says that least days run on through a moved payment, and that interest runs again from their end where that is later', () => {
    const moving = { ...price, interestMethod: 'IN_ARREARS', paymentMovesAlone: true, minInterestDays: 6 }
    expect(textOf(moving).en).toContain(
      'no interest runs on the days in between beyond the least number of days, which runs on from the funding date, these days among them',
    )
    expect(textOf(moving).en).toContain('from then, or from the end of the least number of days where that is later.')
    expect(textOf(moving).cn).toContain('其间各日不计利息，但最少计息天数自放款日起连续计算，包含上述各日；')
    expect(textOf(moving).cn).toContain('自融资到期日起（最少计息天数届满较晚的，自其届满之日起）恢复计息')
  })

  test.each([
    ['UNADJUSTED', 'is its due date, whether or not that is a business day.', '不论是否营业日'],
    [
      'FOLLOWING',
      'if that is no business day (US, CN), it is the next business day.',
      '该日非营业日（US、CN）的，调整至下一营业日',
    ],
    ['PRECEDING', 'it is the business day before.', '调整至前一营业日'],
    [
      'NEAREST',
      'it is the nearest business day, and the later one of two that are equally near.',
      '调整至最近的营业日，两个营业日同样近的取较晚者',
    ],
    [
      'MODIFIED_FOLLOWING',
      'it is the next business day, or the business day before where that would be in another month.',
      '调整至下一营业日，跨月的则调整至前一营业日',
    ],
  ] as const)('states how the maturity follows from the due date: %s', (bdConvention, en, cn) => {
    const text = textOf({ ...price, bdConvention, calendars: ['US', 'CN'] })
    expect(text.en).toContain(en)
    expect(text.cn).toContain(cn)
    expect(textOf({ ...price, bdConvention, maturityOffset: 1 }).en).toContain('is 1 calendar day after its due date')
    expect(textOf({ ...price, bdConvention, drawnUntil: '2025-05-03' }).en).not.toContain('The maturity of a document')
  })

  test('refers to the order for the amounts where there is no price', () => {
    expect(textOf(null).en).toBe('The amounts follow from the price of the finance order.')
  })
})
