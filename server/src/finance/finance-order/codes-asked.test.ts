import { financeOrderList } from '@usance/wire/finance-order/list'
import { listCalls } from '@usance/wire/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
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
