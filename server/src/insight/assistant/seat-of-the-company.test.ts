import { assistantCalls } from '@usance/wire/assistant/calls'
import { homeCalls } from '@usance/wire/home/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../party/company/register.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'
import { openSeat, type Seat } from '../../testing/world.ts'

let portal: Portal
let cedarDirector: Seat
beforeAll(async () => {
  portal = await openPortal()
  await aConfirmedInvoice(portal, { amount: '1000.00' })
  const { cedar } = portal.world.companies
  cedarDirector = await portal.look(async (tx) => {
    const userId = await addUser(tx, {
      userName: 'cedar.director',
      cname: 'cedar.director',
      email: 'cedar.director@usance.test',
      seats: [{ companyId: cedar, role: 'COMPANY', userRoles: ['Director'] }],
      signsFor: [],
      password: 'correct horse battery',
    })
    return openSeat(tx, userId, cedar, 'COMPANY')
  })
})
afterAll(() => portal.close())

const ask = async (seat: Seat, question: string) => {
  const { text, links } = await portal.ask(seat, assistantCalls.ask, { body: { question } })
  return { text, links }
}

test('in the seat of the whole company a question is understood as in the trade of the company', async () => {
  const { alderDirector, alderChecker, cedarChecker } = portal.seats
  const owed = await ask(alderDirector, 'How much does Cedar owe us?')
  expect(owed.text).toContain('USD 1,000.00')
  expect(owed).toEqual(await ask(alderChecker, 'How much does Cedar owe us?'))
  for (const question of ['How much do we owe?', 'How much do we owe Alder?', '我们欠各供应商多少？']) {
    const owing = await ask(cedarDirector, question)
    expect(owing.text, question).toContain('USD 1,000.00')
    expect(owing, question).toEqual(await ask(cedarChecker, question))
  }
  expect((await ask(cedarDirector, 'How much is owed to us?')).text).toContain('In this role you are the one who owes')
})

test('in the seat of the whole company the assistant tells of what waits as its home does', async () => {
  const facts = { buyerCode: 'CEDAR', invoiceNo: 'TO-CONFIRM', issueDate: '2025-03-01', dueDate: '2025-05-02', currency: 'USD' }
  const { id } = await portal.ask(portal.seats.alderMaker, invoiceCalls.add, { body: { ...facts, amount: '700.00' } })
  await portal.ask(portal.seats.alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  for (const seat of [portal.seats.alderDirector, cedarDirector]) {
    const { todos } = await portal.ask(seat, homeCalls.summary, { body: {} })
    const { text } = await ask(seat, 'What do I have to do today?')
    expect(text === 'Nothing waits for you.' ? 0 : text.split('\n').length).toBe(todos.length)
  }
})
