import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditNoteOf } from '../../e-invoice/sample-documents.fixture.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'
import { uploadAs } from '../../testing/upload.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const history = (seat: Seat, businessNo: string) =>
  portal.ask(seat, workflowCalls.history, { body: { businessNo, businessType: 'INVOICE_ADJUSTMENT', ifQueryTask: 'YES' } })
const noOf = (invoiceId: string) =>
  portal.look((tx) =>
    tx.selectFrom('invoiceAdjustment').select(['id', 'no']).where('invoiceId', '=', invoiceId).executeTakeFirstOrThrow(),
  )

test('who decides on a debit note of another seller reads so, and again when it was sent back and corrected', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const id = await aConfirmedInvoice(portal, { invoiceNo: 'DOUBT-1', currency: 'EUR', amount: '5000.00' })
  const xml = creditNoteOf('DOUBT-1')
    .replaceAll('CreditNote', 'DebitNote')
    .replaceAll('LegalMonetaryTotal', 'RequestedMonetaryTotal')
  const { data } = await uploadAs(portal, alderMaker, 'note.xml', Buffer.from(xml))
  const read = await portal.ask(alderMaker, invoiceCalls.importEInvoice, { query: { fileKey: data.objectKey } })
  expect(read).toMatchObject({ id, kind: 'DEBIT_NOTE' })
  const note = await noOf(id)
  const asked = await history(cedarChecker, note.no)
  expect(asked.warnings).toContain('NOTE_OTHER_SELLER')
  await portal.ask(cedarChecker, workflowCalls.approve, {
    body: {
      businessNo: note.no,
      nodeName: asked.currentNode!,
      taskId: asked.taskId!,
      reviewType: 'REJECTED',
      approvalComments: 'Whose note is it?',
    },
  })
  await portal.ask(alderMaker, adjustmentCalls.resubmit, {
    body: { id: note.id, type: 'DEBIT_NOTE', refNo: 'DN-AGAIN', amount: '100.00', date: '2025-03-01' },
  })
  expect((await history(cedarChecker, note.no)).warnings).toContain('NOTE_OTHER_SELLER')
})
