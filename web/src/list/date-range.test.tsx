import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { invoiceList } from '@usance/wire/invoice/list'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { stubWindow } from '../form/window-stub.fixture.ts'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import type { Draft } from './draft.ts'
import { fields } from './fields.tsx'

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

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
