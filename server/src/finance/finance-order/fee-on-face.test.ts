import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { brokenLaws, payDrafted } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, passAll, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

// A fee on the face is measured on what the contract states and the books purchase: what is still owed of the invoice.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  // So much was invoiced that what is credited stops nothing.
  await aConfirmedInvoice(portal, { amount: '2000000.00' })
})
afterAll(() => portal.close())
beforeEach(() => feeOnFace('SUPPLIER'))

/** The product has one fee: 0.25 % of the face, with a tax of 6 %. */
const feeOnFace = (payer: 'SUPPLIER' | 'BUYER') =>
  portal.look(async (tx) => {
    const productId = portal.world.products.purchaseInAdvance
    await tx.deleteFrom('feeRule').where('productId', '=', productId).execute()
    await tx
      .insertInto('feeRule')
      .values({
        ...{ id: newId(), productId, code: 'SERVICE', basis: 'PCT_FACE', value: '0.25', taxPct: '6', payer },
        ...{ beneficiary: 'PLATFORM', timing: 'FUNDING' },
      })
      .execute()
  })

type Change = (invoiceId: string) => Promise<void>
const note =
  (type: 'CREDIT_NOTE' | 'DEBIT_NOTE', amount: string): Change =>
  async (invoiceId) => {
    const { no } = await portal.ask(portal.seats.alderMaker, adjustmentCalls.add, {
      body: { invoiceId, type, refNo: newId(), amount, date: openingDay },
    })
    await passAll(portal, no, 'INVOICE_ADJUSTMENT')
  }
const paidDirectly =
  (amount: string): Change =>
  async (invoiceId) => {
    const { no } = await portal.ask(portal.seats.cedarMaker, directPaymentCalls.report, {
      body: { invoiceId, amount, valueDate: openingDay, reference: newId() },
    })
    await passAll(portal, no, 'DIRECT_PAYMENT')
  }

const requestOf = (invoiceId: string) => requestFor(portal, [invoiceId], { fundingDate: openingDay })
const quoted = async (invoiceId: string) => {
  const { fees } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: requestOf(invoiceId) })
  return fees.map(({ base, amount, tax }) => [Number(base), amount, tax])
}
const contractsOf = (orderId: string) =>
  portal.look((tx) =>
    tx
      .selectFrom('contract')
      .select(['contentEn', 'buyerVisible'])
      .where('orderId', '=', orderId)
      .where('status', '=', 'SIGNED')
      .orderBy('buyerVisible')
      .execute(),
  )

/** Pays the funding of an order. */
async function funded(orderId: string) {
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no']).where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  await payDrafted(portal, payment, 'PAYMENT')
}
/** What the funding of an order booked to an account of a book. */
const booked = async (orderId: string, book: 'F' | 'S', account: string) => {
  const { rows } = await portal.look((tx) =>
    sql<{ amount: string | null }>`
      select sum(p.amount)::text as amount from posting p join journal j on j.id = p.journal_id
      where j.order_id = ${orderId} and j.event = 'FUNDING' and p.book = ${book} and p.account = ${account} and p.side = 'D'`.execute(
      tx,
    ),
  )
  return Number(rows[0]?.amount ?? 0)
}
const billed = (orderId: string) =>
  portal.look((tx) => tx.selectFrom('feeBill').select('amount').where('orderId', '=', orderId).execute())

test.each([
  {
    what: 'a credit note',
    change: note('CREDIT_NOTE', '10000.00'),
    owed: 90_000,
    fee: ['225.00', '13.50'],
    face: 'USD 90,000.00',
  },
  { what: 'a payment', change: paidDirectly('60000.00'), owed: 40_000, fee: ['100.00', '6.00'], face: 'USD 40,000.00' },
  {
    what: 'a debit note',
    change: note('DEBIT_NOTE', '20000.00'),
    owed: 120_000,
    fee: ['300.00', '18.00'],
    face: 'USD 120,000.00',
  },
])('after $what the fee on the face is quoted, contracted and booked on what is owed', async ({ change, owed, fee, face }) => {
  const invoice = await aConfirmedInvoice(portal)
  await change(invoice)
  expect(await quoted(invoice)).toEqual([[owed, ...fee]])
  const { id } = await aRightConfirmedOrder(portal, requestOf(invoice))
  const [agreement] = await contractsOf(id)
  expect(agreement!.contentEn).toContain(face)
  expect(agreement!.contentEn).toContain(`| service fee | deducted at funding | USD ${fee[0]} | USD ${fee[1]}`)
  await funded(id)
  expect(await booked(id, 'F', '1100')).toBe(owed)
  expect(await booked(id, 'S', '5010')).toBe(Number(fee[0]) + Number(fee[1]))
  expect(await brokenLaws(portal)).toEqual([])
})

test('a buyer is billed a fee on the face of what it still owes', async () => {
  await feeOnFace('BUYER')
  const invoice = await aConfirmedInvoice(portal)
  await paidDirectly('99000.00')(invoice)
  expect(await quoted(invoice)).toEqual([[1000, '2.50', '0.15']])
  const { id } = await aRightConfirmedOrder(portal, requestOf(invoice))
  const notice = (await contractsOf(id)).at(-1)!
  expect(notice.contentEn).toContain('service fee USD 2.50, tax on it USD 0.15')
  await funded(id)
  expect(await billed(id)).toEqual([{ amount: '2.6500' }])
  expect(await brokenLaws(portal)).toEqual([])
})

test('an order that is priced anew has its fee on the face that is left', async () => {
  const invoice = await aConfirmedInvoice(portal)
  const items = [{ docType: 'INVOICE' as const, docId: invoice, applyAmount: '50000.00' }]
  const { id } = await aRightConfirmedOrder(portal, { ...requestOf(invoice), items })
  await note('CREDIT_NOTE', '4000.00')(invoice)
  const { terms } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.repricing, { body: { id } })
  expect(terms.find(({ key }) => key === 'fees')).toMatchObject({ before: '265.00', after: '254.40' })
})
