import { buffer } from 'node:stream/consumers'
import { costCalls } from '@usance/wire/cost/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'
import { aFundedOrder, aRepayment } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const entryOf = (zip: Buffer, name: string) =>
  new Promise<Buffer>((done, fail) =>
    fromBuffer(zip, (fault, file) => {
      if (fault) return fail(fault)
      file.on('entry', (entry) => {
        if (entry.fileName === name)
          file.openReadStream(entry, (broken, stream) => (broken ? fail(broken) : done(buffer(stream))))
      })
      file.on('end', () => fail(new Error(`There is no ${name}.`)))
    }),
  )

async function statementOf(orderId: string): Promise<string> {
  const zip = await portal.ask(portal.seats.alderMaker, reportCalls.orderFile, { query: { id: orderId } })
  if (!Buffer.isBuffer(zip)) throw new Error('The file did not come.')
  const pdf = await entryOf(zip, '00-statement.pdf')
  const document = await getDocument({ data: new Uint8Array(pdf), useSystemFonts: false }).promise
  const { items } = await (await document.getPage(1)).getTextContent()
  await document.destroy()
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join('')
    .replace(/\s+/g, ' ')
}

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
