import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { invoiceList } from '@usance/wire/invoice/list'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { stubWindow } from '../form/window-stub.fixture.ts'
import { addTexts, startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import type { Draft } from './draft.ts'
import { fields } from './fields.tsx'

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  addTexts({ list: { trading: { invoice: { dueDate: 'Due date' } } } })
})
afterEach(cleanup)

/** The condition of one column of days, as a search form holds it. */
function show(first: Draft): { draft: Draft } {
  const held = { draft: first }
  function Search() {
    const [now, setNow] = useState<Draft>(first)
    held.draft = now
    const { Search: Range } = fields.date
    return (
      <Range
        list={invoiceList}
        name="dueDate"
        column={invoiceList.columns.dueDate}
        draft={now}
        set={(name, value) => setNow((before) => ({ ...before, [name]: value }))}
      />
    )
  }
  render(<Search />)
  return held
}

test('a quick range is chosen below the calendar, stands in the place of the days, and is taken away again', async () => {
  const held = show({ dueDateBegin: '2026-11-01' })
  fireEvent.click(screen.getAllByRole('button', { name: /^Due date/ })[0]!)
  fireEvent.click(screen.getByRole('button', { name: 'Next 7 days' }))
  expect(held.draft).toEqual({ dueDateBegin: 'TODAY', dueDateEnd: 'IN_7_DAYS' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Due date' })))
  expect(screen.queryAllByRole('textbox')).toEqual([])
  expect(fields.date.tag(invoiceList, 'dueDate', held.draft)).toBe('Next 7 days')
  fireEvent.click(screen.getByRole('button', { name: 'Remove Due date' }))
  expect([held.draft, screen.getAllByRole('textbox').length]).toEqual([{ dueDateBegin: '', dueDateEnd: '' }, 2])
})

test('relative days that are no quick range together are told by their names', () => {
  const tag = (draft: Draft) => fields.date.tag(invoiceList, 'dueDate', draft)
  expect(tag({ dueDateBegin: 'TODAY' })).toBe('≥ today')
  expect(tag({ dueDateBegin: '2026-11-01', dueDateEnd: 'MONTH_END' })).toBe('2026/11/01 – end of the month')
  expect(tag({ dueDateEnd: '2026-11-01' })).toBe('≤ 2026/11/01')
})

test('a condition does not keep the day from before while its field holds a text that is no day', () => {
  let draft: Draft = {}
  const column = invoiceList.columns.issueDate
  function Search() {
    const [now, setNow] = useState<Draft>({ issueDateBegin: '2026-11-01' })
    draft = now
    const { Search: Range } = fields.date
    return (
      <Range
        list={invoiceList}
        name="issueDate"
        column={column}
        draft={now}
        set={(name, value) => setNow({ ...now, [name]: value })}
      />
    )
  }
  render(<Search />)
  const [begin] = screen.getAllByRole<HTMLInputElement>('textbox')
  fireEvent.change(begin!, { target: { value: '2026/13/01' } })
  fireEvent.blur(begin!)
  expect([begin!.value, draft.issueDateBegin]).toEqual(['2026/13/01', ''])
})
