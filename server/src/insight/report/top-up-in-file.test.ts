import { buffer } from 'node:stream/consumers'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'
import { aReceipt, passAll } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aShortConversion } from '../../testing/short-conversion.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const paymentsIn = (zip: Buffer) =>
  new Promise<string>((done, fail) =>
    fromBuffer(zip, (fault, file) => {
      if (fault) return fail(fault)
      file.on('entry', (entry) => {
        if (entry.fileName === '04-payments.csv')
          file.openReadStream(entry, (broken, stream) => (broken ? fail(broken) : done(buffer(stream).then(String))))
      })
    }),
  )

test('the file of a conversion’s order has what was put in to cover its payoff', async () => {
  const { settlement, alderMaker } = portal.seats
  const { parent, child } = await aShortConversion(portal, openingDay)
  const receipt = await aReceipt(portal, '20000.00')
  const { no } = await portal.ask(settlement, repaymentCalls.topUp, {
    body: { collectionId: receipt.id, orderId: child.orderId, amount: '20000.00' },
  })
  await passAll(portal, no, 'REPAYMENT')
  await portal.look((tx) => tx.updateTable('financeOrder').set({ passedAt: new Date().toISOString() }).execute())
  const fileOf = async (seat: Seat, id: string) => {
    const zip = await portal.ask(seat, reportCalls.orderFile, { query: { id } })
    if (!Buffer.isBuffer(zip)) throw new Error('The file did not come.')
    return paymentsIn(zip)
  }
  for (const seat of [settlement, alderMaker]) expect(await fileOf(seat, child.orderId)).toMatch(`${no},REPAYMENT,20000.00,USD`)
  expect(await fileOf(settlement, parent.orderId)).not.toContain(no)
})
