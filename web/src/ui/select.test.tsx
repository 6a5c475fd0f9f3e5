import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Refused } from '../http/refused.ts'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { Select } from './select.tsx'

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

const accounts = [
  { value: 'a', label: 'First bank' },
  { value: 'b', label: 'Second bank' },
]
const draw = (value: string, options = accounts, all: boolean | string = false) =>
  render(<Select label="Pay out to" all={all} value={value} options={options} onChange={() => {}} />)
const shown = () => {
  const field = screen.getByRole<HTMLSelectElement>('combobox')
  return [field.value, field.selectedOptions[0]?.textContent]
}

test.each([
  ['a value among them', 'b', accounts, ['b', 'Second bank']],
  ['nothing chosen yet', '', accounts, ['', 'Please select pay out to']],
  ['nothing to choose from', '', [], ['', 'Please select pay out to']],
  ['a value whose entries are on their way', 'b', [], ['b', 'Loading']],
  ['a value that is not offered any more', 'gone', accounts, ['gone', 'No longer offered; please choose']],
])('a select shows what it holds: %s', (_what, value, options, expected) => {
  draw(value, options)
  expect(shown()).toEqual(expected)
})

test('entries that arrive late or in another order leave the value as it is', () => {
  const { rerender } = draw('b', [])
  for (const options of [accounts, accounts.toReversed(), []]) {
    rerender(<Select label="Pay out to" all={false} value="b" options={options} onChange={() => {}} />)
    expect(shown()[0]).toBe('b')
  }
})

test('a condition that is left open shows so', () => {
  draw('', accounts, 'All banks')
  expect(shown()).toEqual(['ALL', 'All banks'])
})

test('a select whose question failed says why, is not loading, and tries again', () => {
  const refetch = vi.fn()
  const question = { data: undefined, isLoadingError: true, error: new Refused(500, 'The server is too busy.'), refetch }
  render(<Select label="Pay out to" all={false} value="b" options={[]} question={question} onChange={() => {}} />)
  expect(shown()).toEqual(['b', 'This could not be loaded'])
  expect(screen.getByRole('alert').textContent).toContain('The server is too busy.')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('a value that an answer without entries does not offer is no longer offered, and not loading', () => {
  const question = { data: [], isLoadingError: false, error: null, refetch: () => {} }
  render(<Select label="Pay out to" all={false} value="b" options={[]} question={question} onChange={() => {}} />)
  expect(shown()).toEqual(['b', 'No longer offered; please choose'])
  expect(screen.queryByRole('alert')).toBeNull()
})
