import { assistantCalls } from '@usance/wire/assistant/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await aConfirmedInvoice(portal, { invoiceNo: 'SIX-1', amount: '1000.00', issueDate: '2025-01-02', dueDate: '2025-02-20' })
})
afterAll(() => portal.close())
const ask = async (question: string) =>
  (await portal.ask(portal.seats.alderMaker, assistantCalls.ask, { body: { question } })).text.split('\n')

const numbers = [1, 2, 3, 4, 5, 6].map((at) => `FO-2020-00000${at}`)
test.each([
  [
    'Where are',
    numbers.map((no) => `I find no order ${no} that you may see.`),
    `I answer the first 4 questions of a message. Please ask again: “${numbers[4]}”, “${numbers[5]}”.`,
  ],
  [
    '进度怎样：',
    numbers.map((no) => `没有找到您可以查看的订单 ${no}。`),
    `每条消息只回答前 4 个问题。以下未作回答，请再次提问：“${numbers[4]}”、“${numbers[5]}”。`,
  ],
])('“%s” six orders is answered for four, and names the other two', async (words, answers, left) => {
  expect(await ask(`${words} ${numbers.join(', ')}?`)).toEqual([...answers.slice(0, 4), left])
  expect(await ask(`${words} ${numbers.slice(0, 4).join(', ')}?`)).toEqual(answers.slice(0, 4))
})

test('of five questions in a message the fifth is named in its own words', async () => {
  const five = [
    'What is overdue?',
    'What is not yet due?',
    'Which invoices are disputed?',
    'What are the limits?',
    'Who owes most?',
  ]
  expect((await ask(five.join(' '))).at(-1)).toBe(
    'I answer the first 4 questions of a message. Please ask again: “Who owes most?”.',
  )
  expect((await ask(five.slice(0, 4).join(' '))).join(' ')).not.toContain('Please ask again')
})
