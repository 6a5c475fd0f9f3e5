import { cleanup, render, screen } from '@testing-library/react'
import { money, table, text } from '@usance/wire/list'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addTexts, startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { ResultTable } from './result-table.tsx'
import { genericScrollWidth } from './widths.ts'

const lines = table({
  id: 'lines',
  columns: { name: text(), amount: money() },
  order: { by: 'name', descending: false },
})
const rows = [
  { id: '1', name: 'First', amount: '5.00', currency: 'USD' },
  { id: '2', name: 'Second', amount: '7.00', currency: 'USD' },
]
const totals = { amount: [['USD', '12.00']] as [string, string][] }
const chosen = (...keys: (keyof typeof lines.columns)[]) =>
  keys.map((key) => ({ key, column: lines.columns[key], checked: true }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  addTexts({ list: { lines: { name: 'Name', amount: 'Amount' } } })
})
afterEach(cleanup)

const draw = (props: Partial<Parameters<typeof ResultTable<(typeof rows)[number]>>[0]> = {}) =>
  render(
    <ResultTable
      list={lines}
      columns={chosen('name', 'amount')}
      rows={rows}
      sorter={null}
      totals={totals}
      empty={null}
      {...props}
    />,
  )
const foot = () => [...document.querySelectorAll('tfoot td')].map((cell) => [cell.getAttribute('data-label'), cell.textContent])

describe('the summary', () => {
  test('stands in the first cell, which on a phone bears no name of a column', () => {
    draw()
    expect(foot()[0]).toEqual([null, 'Total'])
  })
  test('stays when a summed column comes first', () => {
    draw({ columns: chosen('amount', 'name') })
    expect(foot()[0]![1]).toMatch(/^Total.*12\.00/)
  })
  test('widens the column of numbers to 85 in English', () => {
    draw({ sequenceFrom: 21 })
    expect(screen.getAllByRole('columnheader')[0]).toHaveProperty('style.width', '85px')
    expect(screen.getByText('22')).toBeTruthy()
  })
})

test('a generic list takes 2200 pixels, another as many as its columns', () => {
  draw({ scroll: genericScrollWidth })
  expect(screen.getByRole('table').style.minWidth).toBe('2200px')
  cleanup()
  draw()
  expect(screen.getByRole('table').style.minWidth).toBe('370px')
})
