import { describe, expect, test } from 'vitest'
import { parseCsv } from './csv.ts'
import { decimalText, readSheet, writeWorkbook } from './spreadsheet.ts'

describe('reading spreadsheets', () => {
  test('what is written as a workbook is read back cell by cell', async () => {
    const content = await writeWorkbook(
      'Invoices',
      [{ title: 'Number' }, { title: 'Amount' }],
      [
        ['INV-1', '100.10'],
        ['=1+1', ''],
      ],
    )
    expect(await readSheet(content)).toEqual(
      [['Number', 'Amount'], ['INV-1', '100.10'], ['=1+1']].map((row, i) => (i === 2 ? [...row, ''] : row)),
    )
  })

  test('a workbook whose parts are named with backslashes is read as well', async () => {
    const content = await writeWorkbook('Invoices', [{ title: 'Number' }], [['INV-1']])
    const windows = Buffer.from(content.toString('latin1').replaceAll('xl/', 'xl\\'), 'latin1')
    expect(windows.includes('xl\\workbook.xml')).toBe(true)
    expect(await readSheet(windows)).toEqual([['Number'], ['INV-1']])
  })

  test.each([
    [0.1 + 0.2, '0.3'],
    [12345.67, '12345.67'],
    [1e21, '1000000000000000000000'],
    [1.5e-7, '0.00000015'],
    [-2.5e-7, '-0.00000025'],
  ])('the number %d reads %s', (value, text) => {
    expect(decimalText(value)).toBe(text)
  })

  test('a csv keeps line breaks, quotes and Chinese text', () => {
    expect(parseCsv(Buffer.from('\ufeffa;b\r\n"x;1";"say ""hi""\nnow"\r\n买方;2\n'))).toEqual([
      ['a', 'b'],
      ['x;1', 'say "hi"\nnow'],
      ['买方', '2'],
    ])
  })

  test('what is no spreadsheet is refused by name', async () => {
    await expect(readSheet(Buffer.from([0, 1, 2, 3]))).rejects.toMatchObject({ refusal: 'FILE_TYPE' })
    await expect(readSheet(Buffer.from('PK\u0003\u0004broken'))).rejects.toMatchObject({ refusal: 'FILE_UNREADABLE' })
  })
})
