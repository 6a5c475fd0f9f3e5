import { listCalls } from '@usance/wire/list'
import { notificationCalls } from '@usance/wire/notification/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { purchaseOrderList } from '@usance/wire/purchase-order/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const maker = () => portal.seats.alderMaker
const enter = (poNo: string, saveType: 'DRAFT' | 'SUBMIT') =>
  portal.ask(maker(), purchaseOrderCalls.add, {
    body: {
      ...{ buyerCode: 'CEDAR', poNo, orderDate: '2025-02-01', latestShipDate: '2025-04-01', currency: 'USD', saveType },
      items: [{ description: 'Shirts', qty: '100', unitPrice: '10.00' }],
    },
  })

test('a purchase order on which a loan is overdue is closed no more than closing is offered', async () => {
  const { id } = await enter('LATE-1', 'SUBMIT')
  await portal.ask(portal.seats.cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [id] } })
  const finance = (financeStatus: 'OVERDUE' | null) =>
    portal.look((tx) => tx.updateTable('purchaseOrder').set({ financeStatus }).where('id', '=', id).execute())
  const offered = async () => {
    const { list } = await portal.ask(maker(), listCalls(purchaseOrderList).pageList, { body: {} })
    return list!.find((row) => row.id === id)?.operations
  }
  const close = () => portal.ask(maker(), purchaseOrderCalls.close, { body: { id } })
  await finance('OVERDUE')
  expect(await offered()).toEqual(['UPDATE', 'UPLOAD'])
  expect((await refusalOf(close())).error).toBe('ILLEGAL_TRANSITION')
  await finance(null)
  expect(await offered()).toContain('CLOSE')
  expect((await close()).changed).toEqual([{ id, docStatus: 'CLOSED' }])
})

test('a buyer that was shown a purchase order is told when its supplier changes the papers, sent or confirmed', async () => {
  const { id } = await enter('PAPERS-1', 'DRAFT')
  const paper = async (text: string) => {
    const { data } = await uploadAs(portal, maker(), 'paper.pdf', Buffer.from(`%PDF-1.4\n${text}\n%%EOF`))
    return { objectKey: `${data.objectKey}`, fileName: 'paper.pdf' }
  }
  const upload = async (attachments: { objectKey: string; fileName: string }[]) => {
    const { version } = await portal.ask(maker(), purchaseOrderCalls.detail, { query: { id } })
    await portal.ask(maker(), purchaseOrderCalls.upload, { body: { id, version, attachments } })
  }
  const timesTold = async () => {
    const { list } = await portal.ask(portal.seats.cedarChecker, notificationCalls.list, { body: { pageNum: 1, pageSize: 100 } })
    return list.filter(({ event, params }) => event === 'PURCHASE_ORDER_UPLOAD' && params.poNo === 'PAPERS-1').length
  }
  const first = await paper('the first')
  await upload([first])
  // Nobody has seen a draft.
  expect(await timesTold()).toBe(0)
  await portal.ask(maker(), purchaseOrderCalls.submit, { body: { ids: [id] } })
  await upload([first])
  expect(await timesTold()).toBe(0)
  const second = await paper('the second')
  await upload([first, second])
  expect(await timesTold()).toBe(1)
  await portal.ask(portal.seats.cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [id] } })
  await upload([second])
  expect(await timesTold()).toBe(2)
})
