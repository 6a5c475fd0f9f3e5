import { expect, test } from 'vitest'
import type { ReportLine } from '../../payment-file/read-pain002.ts'
import { saidIn } from './said-in.ts'

let looked = 0
const line = (some: Partial<ReportLine>): ReportLine => ({
  get level() {
    looked += 1
    return some.level ?? 'TRANSFER'
  },
  batchId: null,
  instructionId: null,
  endToEndId: null,
  outcome: 'ACCEPTED',
  asked: null,
  status: 'ACSC',
  reasonCode: null,
  reasonText: null,
  ...(({ level: _, ...rest }) => rest)(some),
})
const item = (no: string, batchId = 'B-1') => ({ batchId, instructionId: no, endToEndId: `${no}-2` })

test('a report of many lines on a file of many payments is looked through once, not once for each payment', () => {
  const count = 2000
  const items = Array.from({ length: count }, (_, n) => item(`PAY-${n}`))
  const lines = Array.from({ length: count }, (_, n) => line({ endToEndId: `PAY-${count - n}-2` }))
  looked = 0
  const said = saidIn(lines, items)
  expect(items.map((one) => said.on(one).length)).toEqual(items.map((_, n) => (n === 0 ? 0 : 1)))
  expect(said.ofNone).toEqual([lines[0]])
  expect(looked).toBeLessThan(10 * count)
})

test('the most exact lines on a transfer count, and those on nothing of the file are told', () => {
  const own = line({ endToEndId: 'PAY-1-2', instructionId: 'PAY-9' })
  const byInstruction = line({ instructionId: 'PAY-2' })
  const batch = line({ level: 'BATCH', batchId: 'B-1' })
  const waiting = line({ level: 'BATCH', batchId: 'B-2', outcome: 'PENDING' })
  const file = line({ level: 'FILE' })
  const stranger = line({ endToEndId: 'PAY-1' })
  const nameless = line({})
  const refused = line({ level: 'BATCH', batchId: 'B-9', outcome: 'REJECTED' })
  const taken = line({ level: 'BATCH', batchId: 'B-8' })
  const items = [item('PAY-1'), item('PAY-2'), item('PAY-3'), item('PAY-4', 'B-2'), item('PAY-5', 'B-3')]
  const said = saidIn([own, byInstruction, batch, waiting, file, stranger, nameless, refused, taken], items)
  expect(items.map((one) => said.on(one))).toEqual([[own], [byInstruction], [batch], [waiting], [file]])
  expect(said.ofNone).toEqual([stranger, nameless, refused])
})
