import { expect, test } from 'vitest'
import {
  groupsKept,
  missingPapers,
  type PaperGroup,
  paperFaults,
  paperKinds,
  shippedPapers,
  shownGroup,
  stagesOf,
} from './papers.ts'

const [invoiceGroup, transport, confirmation] = shippedPapers.INVOICE as [PaperGroup, PaperGroup, PaperGroup]
const required = (group: PaperGroup): PaperGroup => ({ ...group, need: 'REQUIRED' })

test('the groups that ship are sound and require nothing', () => {
  for (const kind of paperKinds) {
    expect([kind, paperFaults(kind, shippedPapers[kind])]).toEqual([kind, { faults: [], missing: [] }])
    for (const stage of stagesOf(kind)) expect(missingPapers(shippedPapers[kind], stage, [])).toEqual([])
  }
})

test('a required group without a paper is missing at its own stage only', () => {
  const groups = [invoiceGroup, required(transport), required(confirmation)]
  expect(missingPapers(groups, 'SUBMISSION', [{ groupKey: 'INVOICE' }])).toEqual([required(transport)])
  expect(missingPapers(groups, 'SUBMISSION', [{ groupKey: 'TRANSPORT' }])).toEqual([])
  expect(missingPapers(groups, 'CONFIRMATION', [{ groupKey: 'TRANSPORT' }])).toEqual([required(confirmation)])
})

test('a repeated code, a stage that the document lacks and a removed common group are faults', () => {
  expect(paperFaults('INVOICE', [invoiceGroup, transport, transport, { ...confirmation, stage: 'SHIPMENT' }])).toEqual({
    faults: [
      { at: 2, field: 'code', fault: 'ALREADY_EXISTS' },
      { at: 3, field: 'stage', fault: 'BAD_REQUEST' },
    ],
    missing: ['CONFIRMATION'],
  })
  // Staff may not use the codes of the portal's own notes.
  expect(paperFaults('INVOICE', [invoiceGroup, confirmation, { ...transport, code: 'CREDIT_NOTE' }]).faults).toHaveLength(1)
})

test('a paper of a removed group is in the common one; notes and other stages stay when papers are replaced', () => {
  expect(shownGroup('INVOICE', shippedPapers.INVOICE, 'TRANSPORT')).toBe('TRANSPORT')
  expect(shownGroup('INVOICE', [invoiceGroup, confirmation], 'TRANSPORT')).toBe('INVOICE')
  expect(shownGroup('INVOICE', shippedPapers.INVOICE, 'CREDIT_NOTE')).toBe('CREDIT_NOTE')
  expect(groupsKept(shippedPapers.INVOICE, 'SUBMISSION')).toEqual(['CONFIRMATION', 'CREDIT_NOTE', 'DEBIT_NOTE'])
})
