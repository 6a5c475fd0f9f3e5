import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { listCalls } from '@usance/wire/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, requestFor } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('the list of finance orders is found by the exact codes of its parties', async () => {
  const { orderNo } = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const found = async (filterFields: Record<string, string>) =>
    (await portal.ask(portal.seats.settlement, listCalls(financeOrderList).pageList, { body: { filterFields } })).list!.map(
      (row) => row.orderNo,
    )
  const codes: [string, string][] = [
    ['buyerCode', 'CEDAR'],
    ['supplierCode', 'ALDER'],
    ['funderCode', 'ELM'],
  ]
  for (const [name, code] of codes) {
    expect(await found({ [name]: code })).toEqual([orderNo])
    expect(await found({ [name]: code.slice(1) })).toEqual([])
  }
})

test('a funder that is not the product’s is refused with the price and the order, as a buyer that is not of the documents is', async () => {
  const { alderMaker } = portal.seats
  const request = requestFor(portal, [await aConfirmedInvoice(portal)])
  const { pricingHash } = await portal.ask(alderMaker, financeOrderCalls.trialCalculation, {
    body: { ...request, funderCode: 'ELM' },
  })
  const saved = { pricingHash, payeeBankAccountId: portal.world.accounts.alder, saveType: 'SUBMIT' as const }
  for (const other of [{ funderCode: 'FIR' }, { funderCode: 'NOBODY' }, { buyerCode: 'DOGWOOD' }]) {
    const body = { ...request, ...other }
    expect((await refusalOf(portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body }))).error).toBe('BAD_REQUEST')
    expect((await refusalOf(portal.ask(alderMaker, financeOrderCalls.createOrder, { body: { ...body, ...saved } }))).error).toBe(
      'BAD_REQUEST',
    )
  }
})
