import { addDays } from '@usance/domain/local-date'
import { contractCalls } from '@usance/wire/contract/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aPooledInvoice } from '../../testing/drawing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** An approved drawing of 20,000.00 on a pool. */
async function aDrawing(poolId: string) {
  const body = { poolId, amount: '20000.00', fundingDate: openingDay, maturity: addDays(openingDay, 60) }
  const { pricingHash } = await portal.ask(portal.seats.alderMaker, poolCalls.trial, { body })
  const order = await portal.ask(portal.seats.alderMaker, poolCalls.draw, {
    body: { ...body, pricingHash, payeeBankAccountId: portal.world.accounts.alder, idempotencyKey: newId() },
  })
  await passAll(portal, order.orderNo)
  return order
}

test('the contract of a drawing is a loan secured by the receivables of its pool, and sells nothing', async () => {
  const productId = await aPoolProduct(portal)
  const { poolId, invoiceId } = await aPooledInvoice(portal, productId, { amount: '60000.00', buyerCode: 'CEDAR' })
  await portal.look((tx) => tx.updateTable('invoice').set({ adjustedAmount: '1000' }).where('id', '=', invoiceId).execute())
  await aPooledInvoice(portal, productId, { amount: '30000.00', buyerCode: 'DOGWOOD' })
  const order = await aDrawing(poolId)
  const { alderChecker, cedarMaker } = portal.seats
  const { contracts } = await portal.ask(alderChecker, financeOrderCalls.detail, { query: { id: order.id } })
  expect(contracts.map(({ name }) => name)).toEqual(['Advance under a receivables pool'])
  const [{ id }] = [contracts[0]!]
  const { html } = await portal.ask(alderChecker, contractCalls.detail, { body: { id } })
  const facts = await portal.look(async (tx) => ({
    pool: await tx.selectFrom('pool').select('code').where('id', '=', poolId).executeTakeFirstOrThrow(),
    invoice: await tx.selectFrom('invoice').selectAll().where('id', '=', invoiceId).executeTakeFirstOrThrow(),
    contract: await tx.selectFrom('contract').select(['buyerId', 'buyerVisible']).where('id', '=', id).executeTakeFirstOrThrow(),
  }))
  expect(facts.contract).toEqual({ buyerId: null, buyerVisible: false })
  for (const text of [html.en, html.cn]) {
    expect(text).toContain(facts.pool.code)
    expect(text).toContain(`<td>${facts.invoice.invoiceNo}</td>`)
    for (const figure of ['USD 20,000.00', 'USD 59,000.00', 'USD 30,000.00', facts.invoice.dueDate, addDays(openingDay, 60)])
      expect(text).toContain(figure)
  }
  expect(html.en).toMatch(/<th>Debtor<\/th><th>Outstanding<\/th>/)
  expect(html.en).toContain('The Lender lends the Borrower USD 20,000.00')
  expect(html.en).toContain('Net amount paid out')
  expect(html.en).toContain('The grace period is')
  expect(html.en).not.toMatch(/purchase|seller|sells|face value|released|debtor of|number -/i)
  expect(html.cn).not.toMatch(/票面|转让方|受让方|买方|退还/)
  await expect(portal.ask(cedarMaker, contractCalls.detail, { body: { id } })).rejects.toThrow()
})
