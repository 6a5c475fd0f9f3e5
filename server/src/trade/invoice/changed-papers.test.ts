import { invoiceCalls } from '@usance/wire/invoice/calls'
import { notificationCalls } from '@usance/wire/notification/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a buyer that was shown an invoice is told when its supplier changes the papers, sent or confirmed', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      invoiceNo: 'PAPERS-1',
      issueDate: '2025-03-01',
      dueDate: '2025-05-01',
      currency: 'USD',
      amount: '900.00',
    },
  })
  const paper = async (text: string) => {
    const { data } = await uploadAs(portal, alderMaker, 'paper.pdf', Buffer.from(`%PDF-1.4\n${text}\n%%EOF`))
    return { objectKey: `${data.objectKey}`, fileName: 'paper.pdf' }
  }
  const upload = async (attachments: { objectKey: string; fileName: string }[]) => {
    const { version } = await portal.ask(alderMaker, invoiceCalls.detail, { query: { id } })
    await portal.ask(alderMaker, invoiceCalls.upload, { body: { id, version, attachments } })
  }
  const timesTold = async () => {
    const { list } = await portal.ask(cedarChecker, notificationCalls.list, { body: { pageNum: 1, pageSize: 100 } })
    return list.filter(({ event, params }) => event === 'INVOICE_PAPERS_CHANGED' && params.invoiceNo === 'PAPERS-1').length
  }
  const first = await paper('the first')
  await upload([first])
  // Nobody has seen a draft.
  expect(await timesTold()).toBe(0)
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  await upload([first])
  expect(await timesTold()).toBe(0)
  const second = await paper('the second')
  await upload([first, second])
  expect(await timesTold()).toBe(1)
  await portal.ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id }] } })
  await upload([second])
  expect(await timesTold()).toBe(2)
})
