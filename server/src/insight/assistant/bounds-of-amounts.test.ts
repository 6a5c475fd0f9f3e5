import { assistantCalls } from '@usance/wire/assistant/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  for (const [invoiceNo, amount] of [
    ['LESS-1', '99999.99'],
    ['EVEN-1', '100000.00'],
    ['MORE-1', '100000.01'],
  ] as const)
    await aConfirmedInvoice(portal, { invoiceNo, amount })
  const waiting = await aConfirmedInvoice(portal, { invoiceNo: 'WAIT-1', amount: '150000.00' })
  await portal.look((tx) => tx.updateTable('invoice').set({ docStatus: 'SUBMITTED' }).where('id', '=', waiting).execute())
})
afterAll(() => portal.close())

test.each([
  ['Which invoices are at least USD 100,000?', ['EVEN', 'MORE'], 'of at least 100,000'],
  ['Which invoices are over USD 100,000?', ['MORE'], 'above 100,000'],
  ['Which invoices are at most USD 100,000?', ['LESS', 'EVEN'], 'of at most 100,000'],
  ['Which invoices are no more than USD 100,000?', ['LESS', 'EVEN'], 'of at most 100,000'],
  ['Which invoices are below USD 100,000?', ['LESS'], 'below 100,000'],
  ['哪些发票不少于10万美元？', ['EVEN', 'MORE'], '不少于 100,000'],
  ['哪些发票不超过10万美元？', ['LESS', 'EVEN'], '不超过 100,000'],
  ['哪些发票超过10万美元？', ['MORE'], '大于 100,000'],
])('“%s” takes in its bound where its words do', async (question, names, said) => {
  const { text } = await portal.ask(portal.seats.alderMaker, assistantCalls.ask, { body: { question } })
  expect(['LESS', 'EVEN', 'MORE'].filter((name) => text.includes(`${name}-1`))).toEqual(names)
  expect(text).toContain(said)
})

test.each([
  ['Which confirmed invoices are above USD 100,000?', ['MORE']],
  ['Which invoices above USD 100,000 are not confirmed?', ['WAIT']],
  ['哪些已确认的发票超过10万美元？', ['MORE']],
  ['哪些超过10万美元的发票未确认？', ['WAIT']],
])('“%s” is answered by the state and by the bound', async (question, names) => {
  const { text } = await portal.ask(portal.seats.alderMaker, assistantCalls.ask, { body: { question } })
  expect(['LESS', 'EVEN', 'MORE', 'WAIT'].filter((name) => text.includes(`${name}-1`))).toEqual(names)
})

test.each([
  ['Which confirmed invoices above USD 100,000 are overdue?', 'confirmed'],
  ['Which disputed invoices are overdue?', 'disputed'],
  ['哪些已确认的发票逾期？', '已确认'],
])('“%s” names a second state, which the answer says it left out', async (question, word) => {
  const { text } = await portal.ask(portal.seats.alderMaker, assistantCalls.ask, { body: { question } })
  expect(text).toContain(`“${word}”`)
  expect(text).not.toMatch(/USD [\d,]/)
})
