import type { Answer } from '@usance/wire/call'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aReceipt } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a preview refuses the invoices and buyers that the match refuses, beside the same fields', async () => {
  const { settlement } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const another = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const { invoiceId } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('invoiceId').where('orderId', '=', another.orderId).executeTakeFirstOrThrow(),
  )
  const receipt = await aReceipt(portal, '500')
  const part = { orderId, amount: '500' }
  const previewed = (named: object): Promise<Answer<typeof repaymentCalls.preview>> =>
    portal.ask(settlement, repaymentCalls.preview, { body: { ...part, valueDate: openingDay, ...named } })
  const matched = (named: object) =>
    portal.ask(settlement, repaymentCalls.match, { body: { collectionId: receipt.id, parts: [{ ...part, ...named }] } })
  const faultOf = async (refused: Promise<unknown>) => {
    const { field, message } = (await refusalOf(refused)).data.fields[0]
    return [field.replace('parts.0.', ''), message]
  }
  const refused: [named: object, field: string, message: string][] = [
    [{ invoiceIds: [invoiceId!] }, 'invoiceIds', 'INVOICE_NOT_OF_ORDER'],
    [{ buyerCode: 'NOBODY' }, 'buyerCode', 'PARTY_UNKNOWN'],
    [{ buyerCode: 'DOGWOOD' }, 'buyerCode', 'PARTY_UNKNOWN'],
  ]
  for (const [named, field, message] of refused) {
    expect(await faultOf(previewed(named))).toEqual([field, message])
    expect(await faultOf(matched(named))).toEqual([field, message])
  }
  expect((await previewed({ buyerCode: 'CEDAR' })).currency).toBe('USD')
  expect((await matched({ buyerCode: 'CEDAR' })).repayments).toHaveLength(1)
})
