import { lists } from '@usance/wire/all-calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableInFile } from '../testing/order-file.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { productOfFir } from '../testing/second-funder.ts'
import { changeOrder, decideOn, sentBackByElm } from '../testing/sent-back.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor, signAll } from '../testing/trade.ts'
import type { Seat } from '../testing/world.ts'
import { type Parts, partsOf, readings, send } from './buyer-readings.ts'

// Orders that were sent back and went on with other parties, and every reading that somebody of each of these may ask of them.

let portal: Portal
const orders: { id: string; orderNo: string }[] = []
const said = {
  cedar: 'Nothing is owed for the broken looms',
  dogwood: 'The goods never came',
  staff: 'The last examination found the ceiling reached',
  elm: 'Our exposure is at nine million',
  fir: 'We take it with a guarantee',
}

beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
  const { alderMaker, cedarChecker, dogwoodChecker, alderChecker } = portal.seats
  const ofFir = await productOfFir(portal)
  const invoice = (buyerCode: 'CEDAR' | 'DOGWOOD', amount: string) =>
    aConfirmedInvoice(portal, { buyerCode, amount, invoiceNo: `${buyerCode}-${amount}` })
  const decline = (seat: Seat, id: string, comment: string) =>
    portal.ask(seat, financeOrderCalls.rightConfirmation, { query: { id }, body: { accept: false, comment } })

  const ofCedar = await invoice('CEDAR', '71000.00')
  const both = { ...requestFor(portal, [ofCedar, await invoice('DOGWOOD', '51234.56')]), buyerCode: undefined }
  const alone = await aSubmittedOrder(portal, both)
  await passAll(portal, alone.orderNo)
  await signAll(portal, alone.id)
  await portal.ask(cedarChecker, financeOrderCalls.rightConfirmation, { query: { id: alone.id }, body: { accept: true } })
  await decline(dogwoodChecker, alone.id, said.dogwood)
  await changeOrder(portal, alone.id, requestFor(portal, [ofCedar]))
  await passAll(portal, alone.orderNo)

  const moved = await aSubmittedOrder(portal, requestFor(portal, [await invoice('CEDAR', '61234.56')]))
  await passAll(portal, moved.orderNo)
  await signAll(portal, moved.id)
  await decline(cedarChecker, moved.id, said.cedar)
  const ofDogwood = { ...requestFor(portal, [await invoice('DOGWOOD', '72000.00')]), buyerCode: 'DOGWOOD' }
  await changeOrder(portal, moved.id, ofDogwood)
  await passAll(portal, moved.orderNo)

  // As an earlier version let it go on with another funder.
  const request = requestFor(portal, [await invoice('CEDAR', '73000.00')])
  const taken = await aSubmittedOrder(portal, request)
  await sentBackByElm(portal, taken.orderNo, said)
  const funderId = portal.world.companies.fir
  await portal.look((tx) => tx.updateTable('financeOrder').set({ funderId }).where('id', '=', taken.id).execute())
  await changeOrder(portal, taken.id, { ...request, financingProductId: ofFir })
  await decideOn(portal, alderChecker, taken.orderNo, 'PASSED', said.fir)
  await passAll(portal, taken.orderNo)
  orders.push(alone, moved, taken)
  expect((await portal.ask(alderMaker, financeOrderCalls.detail, { query: { id: moved.id } })).status).toBe('PASSED')
}, 300_000)
afterAll(() => portal.close())

/** Every company finds the funders of the portal. */
const directory = ['company.listWithOther', 'company.simpleSearch']

/** Every answer that a person gets of an order, by call and question. */
async function answersOf(seat: Seat, order: { id: string; orderNo: string }): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const { name, call } of readings.filter((one) => !directory.includes(one.name))) {
    const isList = lists.some(({ id }) => name.startsWith(`${id}.`))
    const asked: Parts[] = isList
      ? name.endsWith('.excelExport')
        ? []
        : [{ body: { pageSize: 100, columnList: [] } }]
      : [order.id, order.orderNo].map((id) => partsOf(call, id))
    for (const parts of new Map(asked.map((one) => [JSON.stringify(one), one])).values()) {
      const text = await send(portal, seat, call, parts)
      if (text.startsWith('403')) break
      answers.set(`${name} ${JSON.stringify(parts)}`, text)
    }
  }
  const subject = { businessNo: order.orderNo, businessType: 'FINANCE_ORDER' }
  for (const call of [workflowCalls.history, workflowCalls.facts])
    answers.set(`${call.path} of its number`, await send(portal, seat, call, { body: subject }))
  return answers
}

/** What of some words stands in the answers, and was not asked. */
const telling = (answers: Map<string, string>, secrets: readonly string[]) =>
  [...answers].flatMap(([asked, text]) =>
    secrets.flatMap((one) => {
      const at = text.indexOf(one)
      return at < 0 || asked.includes(one) ? [] : [`${asked}: ${text.slice(Math.max(0, at - 200), at + 80)}`]
    }),
  )

const readers: [who: string, seat: string, of: number, secrets: () => string[]][] = [
  ['a buyer that goes on alone', 'cedarChecker', 0, () => ['Dogwood', portal.world.companies.dogwood, said.dogwood, '51234.56']],
  ['a buyer that came later', 'dogwoodChecker', 1, () => ['Cedar', portal.world.companies.cedar, said.cedar, '61234.56']],
  ['a funder of a later round', 'firChecker', 2, () => ['Elm Trade Bank', portal.world.companies.elm, said.elm, said.staff]],
  ['a funder of an earlier round', 'elmChecker', 2, () => ['Fir Capital', portal.world.companies.fir, said.fir]],
]
test.each(readers)(
  '%s reads nothing of another party of its side in any answer',
  async (_, who, of, secrets) => {
    const seat = Object.entries(portal.seats).find(([name]) => name === who)![1]
    const answers = await answersOf(seat, orders[of]!)
    expect(answers.size).toBeGreaterThan(100)
    expect(telling(answers, secrets())).toEqual([])
  },
  600_000,
)

test('the file of an order holds the approvals of the rounds of its funder, and all of them for its supplier', async () => {
  const { firChecker, alderMaker } = portal.seats
  const approvals = (seat: Seat) => tableInFile(portal, orders[2]!.id, '05-approvals.csv', seat)
  const told = await approvals(firChecker)
  expect(told).toContain(said.fir)
  expect([said.elm, said.staff, 'Elm Trade Bank'].filter((one) => told.includes(one))).toEqual([])
  expect(await approvals(alderMaker)).toContain(said.elm)
})
