import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { invoiceList } from '@usance/wire/invoice/list'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { stubWindow } from '../form/window-stub.fixture.ts'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { noticeStore } from '../ui/notice.ts'
import { fields } from './fields.tsx'
import { numbersIn, soundNumbers } from './numbers.ts'
import { TextCondition } from './text-condition.tsx'

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

const { invoiceNo, buyer } = { invoiceNo: invoiceList.columns.invoiceNo, buyer: { kind: 'text', search: true } as const }
const show = (column: typeof invoiceNo | typeof buyer, first: string) => {
  const held: { value: string | string[] } = { value: first }
  function Search() {
    const [value, setValue] = useState<string | string[]>(first)
    held.value = value
    return <TextCondition column={column} value={value} onValue={setValue} />
  }
  render(<Search />)
  return held
}
const paste = (text: string) => fireEvent.paste(screen.getByRole('textbox'), { clipboardData: { getData: () => text } })

test('numbers are read from lines, cells and lists, each once', () => {
  expect(numbersIn('A-1\r\nA-2\tA-3; A 4,A-1，B；C\n\n')).toEqual(['A-1', 'A-2', 'A-3', 'A 4', 'B', 'C'])
})

test('several pasted numbers are one condition, beside what was typed; one is pasted as usual, and so is any other text', () => {
  const held = show(invoiceNo, 'A-0')
  expect(paste('A-9')).toBe(true)
  expect(paste('A-1\nA-2\n')).toBe(false)
  expect(held.value).toEqual(['A-0', 'A-1', 'A-2'])
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('A-0, A-1, A-2')
  cleanup()
  show(buyer, '')
  expect(paste('Cedar, Inc.\nElm')).toBe(true)
})

test('more numbers than a condition takes are left out, and that is told', () => {
  const held = show(invoiceNo, '')
  paste(Array.from({ length: 201 }, (_, at) => `A-${at}`).join('\n'))
  expect(held.value).toHaveLength(200)
  expect(noticeStore.current().at(-1)?.title).toBe('A condition takes 200 numbers. The others were left out.')
})

test('several typed numbers are one condition too, and a tag names the first of them', () => {
  const columns = [
    ['invoiceNo', invoiceNo],
    ['buyer', buyer],
  ] as const
  const sound = soundNumbers(columns, { invoiceNo: 'A-1; A-2, A-3', buyer: 'Cedar, Inc.' })
  expect(sound).toEqual({ invoiceNo: ['A-1', 'A-2', 'A-3'], buyer: 'Cedar, Inc.' })
  expect(soundNumbers(columns, { invoiceNo: ' A-1 ' })).toEqual({ invoiceNo: 'A-1' })
  const tag = (value: string | string[]) => fields.text.tag(invoiceList, 'invoiceNo', { invoiceNo: value })
  expect([tag('A'), tag(['A', 'B', 'C']), tag(['A', 'B', 'C', 'D', 'E'])]).toEqual(['A', 'A, B, C', 'A, B, C and 2 more'])
})
