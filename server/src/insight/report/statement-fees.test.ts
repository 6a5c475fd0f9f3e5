import { costCalls } from '@usance/wire/cost/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aRepayment } from '../../testing/financing.ts'
import { paperInFile } from '../../testing/order-file.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const statementOf = (orderId: string) => paperInFile(portal, orderId, '00-statement.pdf')

test('the statement in an order’s file has the fees of the supplier after their corrections, and as they were agreed', async () => {
  const { orderId } = await aFundedOrder(portal)
  await portal.look((tx) => tx.updateTable('financeOrder').set({ passedAt: new Date().toISOString() }).execute())
  const fees = await portal.look((tx) => tx.selectFrom('orderFee').selectAll().where('orderId', '=', orderId).execute())
  const ofSupplier = fees.filter(({ payer }) => payer === 'SUPPLIER')
  const agreed = ofSupplier.reduce((sum, { amount, tax }) => sum + Number(amount) + Number(tax), 0)
  const before = await statementOf(orderId)
  expect(before).toContain(`Fees 费用 USD ${agreed.toFixed(2)}`)
  expect(before).not.toContain('Fees as agreed')

  const service = ofSupplier.find(({ code }) => code === 'SERVICE')!
  const { no } = await portal.ask(portal.seats.operations, costCalls.adjust, {
    body: { id: service.id, delta: '-25.00', reason: 'Agreed with the supplier' },
  })
  expect(await statementOf(orderId)).toContain(`Fees 费用 USD ${agreed.toFixed(2)}`)
  await passAll(portal, no, 'FEE_ADJUSTMENT')
  const after = await statementOf(orderId)
  expect(after).toContain(`Fees 费用 USD ${(agreed - 25).toFixed(2)}`)
  expect(after).toContain(`Fees as agreed 约定费用 USD ${agreed.toFixed(2)}`)
})

test('the statement in an order’s file tells interest as agreed beside what is booked, rebates and break costs included', async () => {
  const { orderId } = await aFundedOrder(portal)
  await portal.look((tx) => tx.updateTable('financeOrder').set({ passedAt: new Date().toISOString() }).execute())
  const order = await portal.look((tx) =>
    tx.selectFrom('financeOrder').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow(),
  )
  const written = (amount: unknown) => Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2 })
  const agreed = written(order.interestAmount)
  expect(await statementOf(orderId)).toContain(`Interest as agreed 约定利息 USD ${agreed}`)
  // Paid on the day after it was funded: most of the interest goes back.
  await aRepayment(portal, orderId, Number(order.faceAmount).toFixed(2), { payerRole: 'BUYER' })
  const balances = await portal.look((tx) =>
    tx.selectFrom('ledgerBalance').selectAll().where('orderId', '=', orderId).where('book', '=', 'S').execute(),
  )
  const inBook = (account: string) => written(balances.find((one) => one.account === account)?.balance ?? 0)
  expect(inBook('5000')).not.toBe(agreed)
  const after = await statementOf(orderId)
  expect(after).toContain(`Interest as agreed 约定利息 USD ${agreed}`)
  expect(after).toContain(`Interest booked 已入账利息 USD ${inBook('5000')}`)
  expect(after).toContain(`Fees booked 已入账费用 USD ${inBook('5010')}`)
})

test('confirmation, registry pack and statement of an order state what is assigned, and what of it is confirmed', async () => {
  const { orderId } = await aFundedOrder(portal)
  await portal.look((tx) => tx.updateTable('financeOrder').set({ passedAt: new Date().toISOString() }).execute())
  // Its buyer confirmed a part of the invoice, which is what the contracts state.
  await portal.look((tx) =>
    tx.updateTable('financeOrderItem').set({ docType: 'INVOICE', eligible: '90000.37' }).where('orderId', '=', orderId).execute(),
  )
  const confirmation = await paperInFile(portal, orderId, '01-confirmation.pdf')
  expect(confirmation).toContain('Amount 金额 USD 90,000.37')
  expect(await paperInFile(portal, orderId, '02-registry-pack.pdf')).toContain('1 document 1 张单据, USD 100,000.00')
  expect(await statementOf(orderId)).toMatch(/USD 100,000\.00 ?USD 90,000\.37 ?USD 90,000\.00/)
})
