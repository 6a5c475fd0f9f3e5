import { lists } from '@usance/wire/all-calls'
import { assistantCalls } from '@usance/wire/assistant/calls'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { listCalls } from '@usance/wire/list'
import { notificationCalls } from '@usance/wire/notification/calls'
import { overviewFigures, reportCalls } from '@usance/wire/report/calls'
import { searchCalls } from '@usance/wire/search/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billBuyers } from '../testing/financing.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { aContractOn, sidesOfAlder, type ThreeSides, threeSidesOfAlder } from '../testing/three-sides.ts'
import type { Seat } from '../testing/world.ts'
import { partsOf, readings, send } from './buyer-readings.ts'

// A company that sells, buys and finances: whatever the seat of one side reads, it reads nothing of the orders of the other sides.

let portal: Portal
let alder: ThreeSides
beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
  await billBuyers(portal)
  alder = await threeSidesOfAlder(portal)
  for (const { orderId } of Object.values(alder.orders)) await aContractOn(portal, orderId)
  await portal.look((tx) =>
    sql`update role_permission set roles = roles || 'SBF', version = version + 1 where permission like '%.view' and permission not like 'system.%'`.execute(
      tx,
    ),
  )
}, 300_000)
afterAll(() => portal.close())

type Named = { id: string; no: string }
/** Whether a text has an id or number, and not one that only begins with it. */
const names = (text: string, name: string) => new RegExp(`${name}(?![0-9])`).test(text)

/** Ids and numbers of all that belongs to an order. */
const namesOf = (orderId: string) =>
  portal.look(async (tx) => {
    const { rows } = await sql<Named>`
      select id, order_no as no from finance_order where id = ${orderId}
      union all select i.id, i.doc_no from finance_order_item i where i.order_id = ${orderId}
      union all select v.id, v.invoice_no from finance_order_item i join invoice v on v.id = i.invoice_id where i.order_id = ${orderId}
      union all select id, no from payment where order_id = ${orderId}
      union all select id, no from repayment where order_id = ${orderId}
      union all select c.id, c.no from repayment r join collection c on c.id = r.collection_id where r.order_id = ${orderId}
      union all select id, no from contract where order_id = ${orderId}
      union all select id, no from fee_bill where order_id = ${orderId}`.execute(tx)
    return rows
  })

// What a company reads of orders, money and papers.
const contexts = [
  'report',
  'home',
  'ar',
  'outlook',
  'proofFile',
  'cost',
  'writeOff',
  'pool',
  'financeOrder',
  'invoice',
  'purchaseOrder',
  'payment',
  'repayment',
]
const others = ['contract.detail', 'contract.download']
const listed = ['finance', 'payment', 'repayment', 'trading', 'confirmation', 'contract', 'proof', 'report']
const contextOf = (name: string) => name.split('.')[0]!
const asked = readings.filter(({ name }) => contexts.includes(contextOf(name)) || others.includes(name))

/** What the seat of a side is told, by what was asked. */
async function answersTo(seat: Seat, foreign: readonly Named[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const list of lists)
    if (listed.includes(contextOf(list.id)))
      answers.set(list.id, await send(portal, seat, listCalls(list).pageList, { body: { pageSize: 100 } }))
  const usd = { currency: 'USD', buyerCode: 'ALL' }
  for (const { name, call } of asked) {
    const isOfList = lists.some(({ id }) => name.startsWith(`${id}.`))
    if (isOfList || name.endsWith('xport')) continue
    const each = foreign.map(({ id }) => partsOf(call, id, usd))
    for (const [key, parts] of new Map(each.map((parts) => [JSON.stringify(parts), parts])))
      answers.set(`${name} ${key}`, await send(portal, seat, call, parts))
  }
  for (const figure of overviewFigures)
    answers.set(figure, await send(portal, seat, reportCalls.accountOverviewRows, { body: { figure, currency: 'USD' } }))
  for (const text of ['FO-T', 'CT-', 'PAY-', 'INV-T'])
    answers.set(`search ${text}`, await send(portal, seat, searchCalls.find, { body: { text } }))
  const numbers = foreign.filter(({ no }) => /^(FO|PAY|RP)-/.test(no)).map(({ no }) => `What is the status of ${no}?`)
  for (const question of [...numbers, 'How much is financed?', 'Which contracts are there?', 'How much was paid out?'])
    answers.set(question, JSON.stringify(await portal.ask(seat, assistantCalls.ask, { body: { question } })))
  return answers
}

test.each(sidesOfAlder)(
  'the seat of one side (%s) reads nothing of orders that its list of orders does not show',
  async (side) => {
    const seat = alder.seats[side]
    const { list = [] } = await portal.ask(seat, listCalls(financeOrderList).pageList, { body: {} })
    expect(list.map(({ id }) => id)).toEqual([alder.orders[side].orderId])
    const foreign: Named[] = []
    for (const other of sidesOfAlder) if (other !== side) foreign.push(...(await namesOf(alder.orders[other].orderId)))
    expect(foreign).toHaveLength(16)
    const answers = await answersTo(seat, foreign)
    const told = [...answers].flatMap(([question, answer]) => {
      const found = foreign.filter(({ id, no }) => [id, no].some((name) => names(answer, name) && !names(question, name)))
      return found.length > 0 ? [`${question.slice(0, 80)}: ${found.map(({ no }) => no).join()}`] : []
    })
    expect(told).toEqual([])
    expect([...answers.values()].filter((answer) => answer.includes(alder.orders[side].orderNo)).length).toBeGreaterThan(2)
  },
  600_000,
)

test.each(sidesOfAlder)('the seat of one side (%s) reads the approvals of that side alone', async (side) => {
  const approvalsOf = async (orderId: string) => {
    const { rows } = await portal.look((tx) =>
      sql<{ businessNo: string }>`select w.business_no from workflow_instance w where w.business_id = ${orderId}
        or w.business_id in (select id from repayment where order_id = ${orderId})
        or w.business_id in (select id from payment where order_id = ${orderId} and status = 'PAID') order by 1`.execute(tx),
    )
    return rows.map(({ businessNo }) => businessNo)
  }
  const read = async (seat: Seat, numbers: readonly string[]) => {
    const found: string[] = []
    for (const businessNo of numbers)
      for (const call of [workflowCalls.history, workflowCalls.facts])
        if (!(await send(portal, seat, call, { body: { businessNo } })).includes('NOT_FOUND'))
          found.push(`${call.path} ${businessNo}`)
    return found
  }
  const numbers: string[] = []
  for (const other of sidesOfAlder) if (other !== side) numbers.push(...(await approvalsOf(alder.orders[other].orderId)))
  expect(numbers.length).toBeGreaterThan(3)
  expect(await read(alder.seats[side], numbers)).toEqual([])
  expect((await read(alder.director, numbers)).length).toBeGreaterThan(0)
  // None of them asks a buyer.
  expect((await read(alder.seats[side], await approvalsOf(alder.orders[side].orderId))).length > 0).toBe(side !== 'BUYER')
})

test.each(sidesOfAlder)('the seat of one side (%s) reads the messages to its company on that side alone', async (side) => {
  const told = async (seat: Seat) => {
    const { list, unread } = await portal.ask(seat, notificationCalls.list, { body: { pageSize: 100 } })
    expect(unread).toBe(list.length)
    return JSON.stringify(list)
  }
  const numbers = Object.fromEntries(sidesOfAlder.map((one) => [one, alder.orders[one].orderNo]))
  const read = async (seat: Seat) => {
    const text = await told(seat)
    return sidesOfAlder.filter((one) => names(text, numbers[one]!))
  }
  expect(await read(alder.seats[side])).toEqual([side])
  expect(await read(alder.director)).toEqual(sidesOfAlder)
})
