import { expect, test } from 'vitest'
import { cleanRow, type ImportSheet } from './sheet.ts'

const sheet: ImportSheet<'no' | 'note'> = {
  name: { 'en-US': 'Invoices', 'zh-CN': '发票' },
  fileName: 'invoices.xlsx',
  columns: [
    { key: 'no', title: { 'en-US': 'Number', 'zh-CN': '号码' }, required: true, example: 'INV-1', max: 80 },
    { key: 'note', title: { 'en-US': 'Note', 'zh-CN': '备注' }, required: false, example: '', max: 500 },
  ],
}
test.each(['INV\n1', 'INV\t1', 'INV\u202e1', 'INV\u200b1', 'INV\ufeff1'])(
  'a number of a sheet is one line, as in a form: %j is none',
  (no) => {
    expect(cleanRow(sheet, (key) => (key === 'no' ? no : ''))).toEqual({ reason: 'ONE_LINE', field: 'no' })
  },
)

test.each([
  ['a\nb', true],
  ['a\tb\u200f', true],
  ['\u202e=cmd|1', false],
  ['\u2067a\u2069', false],
  [`a${'\u0301'.repeat(9)}`, false],
])('the remark %j of a sheet is taken as in a form: %s', (note, isTaken) => {
  expect(cleanRow(sheet, (key) => (key === 'no' ? 'INV-1' : note))).toEqual(
    isTaken ? { row: { no: 'INV-1', note } } : { reason: 'HIDDEN_MARKS', field: 'note' },
  )
})

test.each(['#N/A', '#REF!', '#VALUE!', '#n/a'])('an error of a spreadsheet program is no text of a sheet: %s', (error) => {
  expect(cleanRow(sheet, (key) => (key === 'no' ? error : ''))).toEqual({ reason: 'CELL_ERROR', field: 'no' })
  expect(cleanRow(sheet, (key) => (key === 'no' ? `INV ${error}` : ''))).toEqual({ row: { no: `INV ${error}`, note: '' } })
})
