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
    expect(cleanRow(sheet, (key) => (key === 'no' ? 'INV-1' : no))).toEqual({ row: { no: 'INV-1', note: no } })
  },
)
