import { readFileSync } from 'node:fs'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../../database/migrate.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { productOfFir } from '../../testing/second-funder.ts'
import { changeOrder, decideOn, sentBackByElm } from '../../testing/sent-back.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor, signAll } from '../../testing/trade.ts'
import { ofBoth, passedOfBoth } from '../../testing/two-buyers.ts'
import { uploadAs } from '../../testing/upload.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
let ofFir: string
beforeAll(async () => {
  portal = await openPortal()
  ofFir = await productOfFir(portal)
})
afterAll(() => portal.close())

const detail = (seat: Seat, id: string) => portal.ask(seat, financeOrderCalls.detail, { query: { id } })
const history = (seat: Seat, businessNo: string) =>
  portal.ask(seat, workflowCalls.history, { body: { businessNo, businessType: 'FINANCE_ORDER' } })
const decline = (seat: Seat, id: string, comment: string) =>
  portal.ask(seat, financeOrderCalls.rightConfirmation, { query: { id }, body: { accept: false, comment } })
const said = { staff: 'Operations: Elm is told of the audit', elm: 'Elm: our exposure on Cedar is at its ceiling' }

test('an order that was submitted keeps its funder, as a draft and submitted again', async () => {
  const request = requestFor(portal, [await aConfirmedInvoice(portal)])
  const order = await aSubmittedOrder(portal, request)
  await sentBackByElm(portal, order.orderNo, said)
  for (const saveType of ['DRAFT', 'SUBMIT'] as const)
    expect(
      (await refusalOf(changeOrder(portal, order.id, { ...request, financingProductId: ofFir }, saveType))).data,
    ).toMatchObject({ fields: [{ field: 'financingProductId', message: 'FUNDER_STAYS' }] })
  expect((await detail(portal.seats.alderMaker, order.id)).funder.code).toBe('ELM')
  await expect(detail(portal.seats.firChecker, order.id)).rejects.toThrow('NOT_FOUND')
  // The order is taken back, and its document goes to the other funder with a new one.
  await portal.ask(portal.seats.alderMaker, financeOrderCalls.revocation, { query: { id: order.id }, body: {} })
  const other = await aSubmittedOrder(portal, { ...request, financingProductId: ofFir })
  expect(JSON.stringify(await detail(portal.seats.firChecker, other.id))).not.toContain('Elm')
})

test('a draft that was never submitted goes to the product of another funder', async () => {
  const request = requestFor(portal, [await aConfirmedInvoice(portal)])
  const { pricingHash } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: request })
  const { id } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.createOrder, {
    body: { ...request, pricingHash, saveType: 'DRAFT' },
  })
  await changeOrder(portal, id, { ...request, financingProductId: ofFir })
  const read = await detail(portal.seats.firChecker, id)
  expect(read.timeline.map(({ event }) => event)).toContain('FINANCE_ORDER_CREATED')
})

test('a buyer with whom an order goes on alone reads nothing of another buyer that declined', async () => {
  const { cedarChecker, dogwoodChecker, alderMaker, elmChecker } = portal.seats
  const { request, ofCedar } = await ofBoth(portal)
  const order = await passedOfBoth(portal, request)
  await signAll(portal, order.id)
  await portal.ask(cedarChecker, financeOrderCalls.rightConfirmation, { query: { id: order.id }, body: { accept: true } })
  await decline(dogwoodChecker, order.id, 'The goods of Dogwood never came')
  for (const saveType of ['DRAFT', 'SUBMIT'] as const) {
    await changeOrder(portal, order.id, requestFor(portal, [ofCedar]), saveType)
    const { timeline } = await detail(cedarChecker, order.id)
    expect(JSON.stringify(timeline)).not.toContain('Dogwood')
    expect(timeline.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['FINANCE_ORDER_PART_CONFIRMED', 'FINANCE_ORDER_EDITED']),
    )
    expect(timeline.map(({ event }) => event)).not.toContain('FINANCE_ORDER_REJECTED')
  }
  await expect(detail(dogwoodChecker, order.id)).rejects.toThrow('NOT_FOUND')
  for (const seat of [alderMaker, elmChecker])
    expect(JSON.stringify((await detail(seat, order.id)).timeline)).toContain('The goods of Dogwood never came')
})

test('a buyer whose invoices come to an order that another one declined is told of it from then on, and once it is submitted', async () => {
  const { cedarChecker, dogwoodChecker, alderMaker } = portal.seats
  const paper = async (fileName: string) => {
    const { data } = await uploadAs(portal, alderMaker, fileName, Buffer.from(`%PDF-1.4\n${fileName}\n%%EOF`))
    return { objectKey: String(data.objectKey), fileName }
  }
  const [first, second] = [await paper('contract-with-cedar.pdf'), await paper('contract-with-dogwood.pdf')]
  const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  await passAll(portal, order.orderNo)
  await portal.look((tx) =>
    sql`insert into attachment (id, owner_type, owner_id, group_code, object_key, file_name, sha256, created_by, company_id, seq, version)
      select gen_random_uuid(), 'FINANCE_ORDER', ${order.id}, 'OTHER', object_key, file_name, sha256, uploaded_by, company_id, 1, 1
      from stored_file where object_key = ${first.objectKey}`.execute(tx),
  )
  await decline(cedarChecker, order.id, 'Cedar owes nothing here')
  const request = { ...requestFor(portal, [await aConfirmedInvoice(portal, { buyerCode: 'DOGWOOD' })]), buyerCode: 'DOGWOOD' }
  await changeOrder(portal, order.id, request, 'DRAFT', [first, second])
  await expect(detail(dogwoodChecker, order.id)).rejects.toThrow('NOT_FOUND')
  await changeOrder(portal, order.id, request, 'SUBMIT', [first, second])
  const read = await detail(dogwoodChecker, order.id)
  expect(JSON.stringify(read)).not.toMatch(/cedar/i)
  expect(read.attachments.map(({ fileName }) => fileName)).toEqual(['contract-with-dogwood.pdf'])
  expect(read.timeline.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['FINANCE_ORDER_EDITED', 'FINANCE_ORDER_SUBMITTED']),
  )
  expect(read.timeline.map(({ event }) => event)).not.toContain('FINANCE_ORDER_CREATED')
  const { attachments, timeline } = await detail(alderMaker, order.id)
  expect(attachments.map(({ fileName }) => fileName).sort()).toEqual(['contract-with-cedar.pdf', 'contract-with-dogwood.pdf'])
  expect(JSON.stringify(timeline)).toContain('Cedar owes nothing here')
})

test('an order that was kept from its buyer is told to it once it is submitted disclosed, and from then on', async () => {
  const { alderChecker, cedarChecker } = portal.seats
  const request = requestFor(portal, [await aConfirmedInvoice(portal)])
  const { undisclosed } = portal.world.products
  const order = await aSubmittedOrder(portal, { ...request, financingProductId: undisclosed })
  await decideOn(portal, alderChecker, order.orderNo, 'REJECTED', 'Too dear')
  await changeOrder(portal, order.id, request, 'DRAFT')
  await expect(detail(cedarChecker, order.id)).rejects.toThrow('NOT_FOUND')
  await changeOrder(portal, order.id, request)
  const events = (await detail(cedarChecker, order.id)).timeline.map(({ event }) => event)
  expect(events).toContain('APPROVAL_STARTED')
  expect(events).not.toContain('APPROVAL_REJECTED')
})

/** Notes the parties of all orders, and to whom each line of an approval was told, as an upgrade does. */
const upgrade = () => {
  const text = readFileSync(`${migrationsFolder()}/1960-told-since-a-party.sql`, 'utf8')
  return portal.asOwner(async (db) => {
    await db.deleteFrom('financeOrderParty').execute()
    await db.updateTable('workflowHistory').set({ toldTo: [] }).execute()
    for (const name of ['note_parties_of_orders', 'note_earlier_lines']) {
      const end = `drop function ${name}();`
      await sql.raw(text.slice(text.indexOf(`create function ${name}`), text.indexOf(end) + end.length)).execute(db)
    }
  })
}

test('of an order that went to another funder before the upgrade, that one reads what came with it', async () => {
  const { elmChecker, firChecker, alderMaker } = portal.seats
  const request = requestFor(portal, [await aConfirmedInvoice(portal)])
  const order = await aSubmittedOrder(portal, request)
  await sentBackByElm(portal, order.orderNo, said)
  const { fir } = portal.world.companies
  await portal.look((tx) => tx.updateTable('financeOrder').set({ funderId: fir }).where('id', '=', order.id).execute())
  await upgrade()
  // A draft of it was saved, and never submitted to the other funder.
  await expect(detail(firChecker, order.id)).rejects.toThrow('NOT_FOUND')
  await changeOrder(portal, order.id, { ...request, financingProductId: ofFir })
  for (const isUpgraded of [false, true]) {
    if (isUpgraded) await upgrade()
    const [read, told] = [await detail(firChecker, order.id), await history(firChecker, order.orderNo)]
    const listed = await portal.ask(firChecker, financeOrderCalls.financingOrderApproveList, { params: { id: order.id } })
    expect(JSON.stringify([read, told, listed])).not.toMatch(/Elm|of the audit/)
    expect(told.detailDTOS.map(({ round }) => round)).toEqual([2])
    expect(listed.map(({ operation }) => operation)).toEqual(['SUBMITTED'])
    expect(read.timeline.map(({ event }) => event)).toContain('APPROVAL_STARTED')
    expect(JSON.stringify((await detail(alderMaker, order.id)).timeline)).toContain(said.elm)
  }
  await expect(history(elmChecker, order.orderNo)).rejects.toThrow('NOT_FOUND')
})

test('a funder that sent an order back before the upgrade goes on reading all of it', async () => {
  const request = requestFor(portal, [await aConfirmedInvoice(portal)])
  const order = await aSubmittedOrder(portal, request)
  await sentBackByElm(portal, order.orderNo, said)
  await changeOrder(portal, order.id, request)
  const before = [await detail(portal.seats.elmChecker, order.id), await history(portal.seats.elmChecker, order.orderNo)]
  await upgrade()
  expect([await detail(portal.seats.elmChecker, order.id), await history(portal.seats.elmChecker, order.orderNo)]).toEqual(before)
  expect(JSON.stringify(before)).toContain(said.staff)
})

test('of two buyers of before the upgrade the one that stayed reads its own acts and the round in which it is alone', async () => {
  const { cedarChecker, dogwoodChecker } = portal.seats
  const { request, ofCedar } = await ofBoth(portal)
  const order = await passedOfBoth(portal, request)
  await decline(dogwoodChecker, order.id, 'The goods of Dogwood never came')
  await changeOrder(portal, order.id, requestFor(portal, [ofCedar]))
  await upgrade()
  const { timeline } = await detail(cedarChecker, order.id)
  expect(JSON.stringify(timeline)).not.toContain('Dogwood')
  expect(timeline.map(({ event }) => event)).toContain('APPROVAL_STARTED')
  expect(timeline.map(({ event }) => event)).not.toContain('FINANCE_ORDER_CREATED')
})
