import { buffer } from 'node:stream/consumers'
import { formatValue } from 'hucre'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { rowsAtOnce, workbookStream, xlsxStream } from './xlsx-stream.ts'

test('each number of a sheet shows the decimals that it came with', async () => {
  const values = ['10003.377', '1234567', '4', '-100.10', '6.8', '0.00000000000001', '-0.5']
  const rows = rowsAtOnce(values.map((value) => [value]))
  const book = await buffer(xlsxStream([{ title: 'Value', isNumber: true }], rows))
  const { sheets } = await readXlsx(book, { readStyles: true })
  const shown = values.map((_, at) => {
    const cell = sheets[0]?.cells?.get(`${at + 1},0`)
    return formatValue(cell?.value, cell?.style?.numFmt ?? 'General')
  })
  expect(shown).toEqual(['10,003.377', '1,234,567', '4', '-100.10', '6.8', '0.00000000000001', '-0.5'])
})

test('a workbook has its sheets in their order, each with its own rows, and a fault in any of them is the fault of the file', async () => {
  const columns = [{ title: 'Value', isNumber: true }]
  const many = Array.from({ length: 50_000 }, (_, row) => [String(row)])
  const sheets = [
    { name: 'First & last', columns, batches: rowsAtOnce([['1'], ['2']]) },
    { name: 'Many', columns, batches: rowsAtOnce(many) },
    { name: 'Empty', columns, batches: rowsAtOnce([]) },
  ]
  const read = await readXlsx(await buffer(workbookStream(sheets)))
  expect(read.sheets.map(({ name, rows }) => [name, rows.length, rows.at(-1)?.[0]])).toEqual([
    ['First & last', 3, 2],
    ['Many', 50_001, 49_999],
    ['Empty', 1, 'Value'],
  ])
  async function* broken(): AsyncGenerator<string[][]> {
    yield [['1']]
    throw new Error('the rows ended early')
  }
  const faulty = [
    { name: 'First', columns, batches: rowsAtOnce([['1']]) },
    { name: 'Second', columns, batches: broken() },
  ]
  await expect(buffer(workbookStream(faulty))).rejects.toThrow('the rows ended early')
})
