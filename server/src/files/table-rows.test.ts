import { describe, expect, test } from 'vitest'
import { parseCsv } from './csv.ts'
import { onlyPlace, widerThan } from './table-rows.ts'

const widthsOf = (text: string, figures: number[] = [], isWorkbook = false) => {
  const [heading = [], ...rows] = parseCsv(text)
  const isWider = widerThan(heading, rows, { isWorkbook })
  return rows.map((row) => isWider(row, figures))
}

describe('a row of a table', () => {
  test('with a filled cell beyond the last title is wider than its heading', () => {
    expect(widthsOf('Day,Amount\n2026-11-20,61,234.56\n2026-11-20,61.00\n')).toEqual([true, false])
    expect(widthsOf('Day,Amount,,\n2026-11-20,61,234.56,\n2026-11-20,61.00,,\n')).toEqual([true, false])
  })

  test('with a separator more than the others is wider, though its last cell is empty', () => {
    expect(widthsOf('Day,Payer,Amount,Note\nA,Acme, Inc.,5.00,\nB,Birch,6.00,\n')).toEqual([true, false])
    expect(widthsOf('Day,Payer,Amount,Note\nA,Acme, Inc.,5.00,,\nB,Birch,6.00,,\n')).toEqual([true, false])
  })

  test('is cut when a figure goes on in the next cell of every row', () => {
    expect(widthsOf('Day,Amount,Note\nA,61,234.56,\nB,9,000.00,\n', [1])).toEqual([true, true])
    expect(widthsOf('Currency,Rate,Inverse\nEUR,1,0842,\n', [1])).toEqual([true])
  })

  test('is cut when a figure goes on under the title of other things, though the last cell is left out', () => {
    expect(widthsOf('Day,Amount,Payer\nA,500.00,Acme\nB,61,234.56\nC,9,000.00\n', [1])).toEqual([false, true, true])
    expect(widthsOf('Day,Amount,Remark\nA,1,234\n', [1])).toEqual([true])
    expect(widthsOf('Sku,Qty,Price,Note\nA,1,000,5.00\n', [1, 2])).toEqual([true])
    expect(widthsOf('Day,Amount,Balance\nA,500.00,800.00\nB,61,861.00\n', [1])).toEqual([false, false])
    expect(widthsOf('Day,Amount,Order\nA,500.00,411\nB,61,412\n', [1])).toEqual([false, false])
    expect(widthsOf('Sku,Qty,Price\nA,1,234.00\n', [1, 2])).toEqual([false])
    expect(widthsOf('Day,Amount,Payer\nA,500,168 Trading Co\n', [1])).toEqual([false])
    expect(widthsOf('Day,Amount,Order\nA,850,101\n', [1], true)).toEqual([false])
  })

  test('is as wide as its heading where an export ends rows or heading with separators, or leaves out what is empty', () => {
    expect(widthsOf('Day,Amount,Note\nA,61.00,x,\nB,9000.00,,\nTotal,9061.00\n', [1])).toEqual([false, false, false])
    expect(widthsOf('Day,Amount,Note,,\nA,61.00,x,,\nB,9000.00\n\n', [1])).toEqual([false, false, false])
    expect(widthsOf('Day,Amount,Note\nA,"61,234.56",234\n', [1])).toEqual([false])
    expect(widthsOf('Day,In,Out,Balance\nA,500000,0,1500000,\nB,,500,1500,\nC,0,500,1500,\n', [1, 2])).toEqual([
      false,
      false,
      false,
    ])
    expect(widthsOf('Day,Amount,Note\nA,61.00,x,\nB,9000.00,y,\nTotal,9061.00,\n', [1])).toEqual([false, false, false])
  })
})

test('a title that is meant once has its place, and one that stands twice is refused with both', () => {
  const isAmount = (title: string) => title.toLowerCase() === 'amount'
  expect(onlyPlace(['Day', 'Amount'], isAmount)).toBe(1)
  expect(onlyPlace(['Day'], isAmount)).toBeUndefined()
  expect(() => onlyPlace(['Amount', 'AMOUNT'], isAmount)).toThrow(
    expect.objectContaining({ refusal: 'HEADING_TWICE', data: { first: 'Amount', second: 'AMOUNT' } }),
  )
})
