import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentList, releaseRefundList } from '@usance/wire/payment/list'
import { reportCalls } from '@usance/wire/report/calls'
import { bankProofList } from '@usance/wire/report/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aReceipt, payDrafted } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('money that goes back to a sender who is no company of the portal names it in every list of payments', async () => {
  const { settlement, elmMaker } = portal.seats
  const receipt = await aReceipt(portal, '512.00', { payerName: 'Stray Sender Ltd' })
  await portal.look((tx) => tx.updateTable('collection').set({ status: 'UNIDENTIFIED' }).where('id', '=', receipt.id).execute())
  const { id, no } = await portal.ask(settlement, paymentCalls.addReturn, {
    body: {
      collectionId: receipt.id,
      payeeName: 'Stray Sender Ltd',
      payeeAccount: 'DE89370400440532013000',
      payeeBankCode: 'DEUTDEFF',
      reason: 'It names no invoice.',
    },
  })
  await payDrafted(portal, { id, no }, 'REFUND')
  for (const list of [paymentList, releaseRefundList, bankProofList])
    for (const seat of [settlement, elmMaker]) {
      const found = await portal.ask(seat, listCalls(list).pageList, { body: { filterFields: { no } } })
      expect([list.id, found.list?.map(({ payeeName }) => payeeName)]).toEqual([list.id, ['Stray Sender Ltd']])
    }
  const body = { currency: 'USD', from: openingDay, to: openingDay, step: 'DAY' as const }
  for (const seat of [settlement, elmMaker]) {
    const told = await portal.ask(seat, reportCalls.cashflow, { body })
    expect(told.rows.find((row) => row.no === no)).toMatchObject({ kind: 'RECEIPT_RETURN', partyName: 'Stray Sender Ltd' })
    expect(reportCalls.cashflow.answer.safeParse(told).success).toBe(true)
  }
})
