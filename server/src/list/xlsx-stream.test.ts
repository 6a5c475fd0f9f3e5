import { buffer } from 'node:stream/consumers'
import { formatValue } from 'hucre'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { xlsxStream } from './xlsx-stream.ts'

test('each number of a sheet shows the decimals that it came with', async () => {
  const values = ['10003.377', '1234567', '4', '-100.10', '6.8', '0.00000000000001', '-0.5']
  async function* rows() {
    yield values.map((value) => [value])
  }
  const book = await buffer(xlsxStream([{ title: 'Value', isNumber: true }], rows()))
  const { sheets } = await readXlsx(book, { readStyles: true })
  const shown = values.map((_, at) => {
    const cell = sheets[0]?.cells?.get(`${at + 1},0`)
    return formatValue(cell?.value, cell?.style?.numFmt ?? 'General')
  })
  expect(shown).toEqual(['10,003.377', '1,234,567', '4', '-100.10', '6.8', '0.00000000000001', '-0.5'])
})
