import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { list, text } from '@usance/wire/list'
import { Form } from 'antd'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { debounces, useDebounced } from '../list/appended.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { CollapseCard } from '../ui/collapse-card.tsx'
import { noticeStore } from '../ui/notice.ts'
import { chartPalette } from '../ui/tokens.ts'
import { AddTable, addRows, addTableHeight, addTableSize, addTableSizes } from './add-table.tsx'
import { RadioField, RemarkField } from './fields.tsx'
import { isClosedDay, nextOpenDay } from './holidays.ts'
import { NumberText } from './number-text.tsx'
import { inverseRate, ratesFor, showsRate } from './rate-pair.ts'
import { SelectOtherField } from './select-other-field.tsx'
import { mayRemoveFile } from './upload-box.tsx'
import { uploadQueue } from './upload-queue.ts'
import { stubWindow } from './window-stub.fixture.ts'

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const draw = (node: ReactNode) => render(<QueryClientProvider client={new QueryClient()}>{node}</QueryClientProvider>)

test('an action button checks first, acts, and follows up 900 ms later only after exactly true', async () => {
  vi.useFakeTimers()
  const done: string[] = []
  const button = (answer: unknown, before: boolean) =>
    draw(
      <ActionButton
        before={() => done.push('before') > 0 && before}
        action={() => {
          done.push('action')
          return answer
        }}
        after={() => done.push('after')}
      >
        go
      </ActionButton>,
    )
  const press = async () => {
    fireEvent.click(screen.getByRole('button'))
    await vi.advanceTimersByTimeAsync(0)
  }
  button(true, true)
  await press()
  await vi.advanceTimersByTimeAsync(899)
  expect(done).toEqual(['before', 'action'])
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['before', 'action', 'after'])
  for (const answer of [1, undefined, false, 'true']) {
    cleanup()
    done.length = 0
    button(answer, true)
    await press()
    await vi.advanceTimersByTimeAsync(2000)
    expect(done).toEqual(['before', 'action'])
  }
  cleanup()
  done.length = 0
  button(true, false)
  await press()
  await vi.advanceTimersByTimeAsync(2000)
  expect(done).toEqual(['before'])
})

test('choosing the chosen radio again clears it only where that is switched on', () => {
  const options = [{ value: 'A', label: 'A' }]
  const Both = () => {
    const [form] = Form.useForm()
    return (
      <Form form={form} initialValues={{ on: 'A', off: 'A' }}>
        <RadioField name="on" label="on" options={options} clearable />
        <RadioField name="off" label="off" options={options} />
        <Form.Item shouldUpdate>{() => <output>{JSON.stringify(form.getFieldsValue())}</output>}</Form.Item>
      </Form>
    )
  }
  draw(<Both />)
  for (const radio of screen.getAllByRole('radio')) fireEvent.click(radio)
  expect(JSON.parse(screen.getByText(/off/, { selector: 'output' }).textContent!)).toEqual({ off: 'A' })
})

test('choosing "other" asks for words; choosing anything else forgets them', async () => {
  let form!: ReturnType<typeof Form.useForm>[0]
  const Page = () => {
    ;[form] = Form.useForm()
    return (
      <Form form={form}>
        <SelectOtherField name="use" label="Use" required options={[{ value: 'A', label: 'A' }]} />
      </Form>
    )
  }
  draw(<Page />)
  expect(screen.queryByLabelText('Use Other')).toBeNull()
  act(() => form.setFieldValue('use', 'OTHER'))
  const words = await screen.findByLabelText('Use Other')
  await expect(form.validateFields()).rejects.toMatchObject({ errorFields: [{ name: ['useOther'] }] })
  fireEvent.change(words, { target: { value: 'Ships' } })
  expect(await form.validateFields()).toEqual({ use: 'OTHER', useOther: 'Ships' })
  fireEvent.mouseDown(screen.getByRole('combobox'))
  fireEvent.click(await screen.findByTitle('A'))
  expect(form.getFieldValue('useOther')).toBeUndefined()
  await waitFor(() => expect(screen.queryByLabelText('Use Other')).toBeNull())
})

test('rates follow their currencies: equal is 1, missing or newly different is empty', () => {
  const rates = { rate: '7.1', inverse: '0.1408450704' }
  expect(ratesFor({ from: 'USD', to: 'CNY' }, { from: 'USD', to: 'USD' }, rates)).toEqual({ rate: '1', inverse: '1' })
  expect(ratesFor({ from: 'USD', to: 'CNY' }, { from: 'USD' }, rates)).toEqual({ rate: '', inverse: '' })
  expect(ratesFor({ from: 'USD', to: 'USD' }, { from: 'USD', to: 'CNY' }, { rate: '1', inverse: '1' })).toEqual({
    rate: '',
    inverse: '',
  })
  expect(ratesFor({ from: 'USD', to: 'CNY' }, { from: 'USD', to: 'CNY' }, rates)).toEqual(rates)
  expect([showsRate('USD', 'USD'), showsRate('USD', undefined), showsRate('USD', 'CNY')]).toEqual([false, false, true])
  expect([
    inverseRate('7.1'),
    inverseRate('0.5'),
    inverseRate('3'),
    inverseRate('150'),
    inverseRate('0.14'),
    inverseRate('0'),
  ]).toEqual(['0.1408450704', '2', '0.3333333333', '0.0066666667', '7.142857143', ''])
})

test('a closed day is a rest day anywhere, or a weekend nobody lists as a working day', () => {
  const holidays = [
    { calendarDate: '2026-10-01', type: 'J' },
    { calendarDate: '2026-10-10', type: 'W' },
    { calendarDate: '2026-10-17', type: 'J' },
    { calendarDate: '2026-10-17', type: 'W' },
  ]
  const closed = (day: string) => isClosedDay(day, holidays)
  expect(['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-10', '2026-10-17'].map(closed)).toEqual([
    true,
    false,
    true,
    false,
    true,
  ])
  // Saturday the 17th rests, and so does the Sunday after it; the 10th is worked.
  expect(['2026-10-02', '2026-10-10', '2026-10-17'].map((day) => nextOpenDay(day, holidays))).toEqual([
    '2026-10-02',
    '2026-10-10',
    '2026-10-19',
  ])
})

test('five rows a page, no row twice, the number ticked, and a warning where nothing is', () => {
  const rows = list({
    id: 'test.add',
    path: '/x',
    permission: 'trading.invoice',
    columns: { name: text() },
    order: { by: 'name', descending: false },
  })
  const candidates = Array.from({ length: 7 }, (_, index) => ({ id: String(index), name: `row ${index}` }))
  const changed = vi.fn()
  draw(
    <AddTable
      list={rows}
      candidates={candidates}
      value={[candidates[0]!]}
      onChange={changed}
      addWarning="Tick a row to add"
      removeWarning="Tick a row to remove"
      candidatesTitle="All"
      valueTitle="Chosen"
    />,
  )
  expect([addTableSize, addTableHeight, ...addTableSizes]).toEqual([5, 284, 5, 10, 20, 50, 100])
  expect(screen.queryByText('row 5')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove selected' }))
  expect(noticeStore.current().map((notice) => notice.title)).toEqual(['Tick a row to add', 'Tick a row to remove'])
  expect(changed).not.toHaveBeenCalled()
  const ticks = screen.getAllByRole('checkbox', { name: 'Select this row' })
  fireEvent.click(ticks[0]!)
  fireEvent.click(ticks[1]!)
  // Said beside the button: a filter may hide what is ticked.
  expect(screen.getByText('2 selected')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(screen.queryByText('2 selected')).toBeNull()
  expect(changed).toHaveBeenCalledWith([candidates[0], candidates[1]])
  expect(addRows([{ id: 'a' }], [{ id: 'a' }, { id: 'b' }])).toHaveLength(2)
})

test('a failed upload holds back what waits until it is tried again or taken out', async () => {
  const sent: string[] = []
  const stored: string[] = []
  const failed = vi.fn()
  let broken = true
  let shown: readonly { key: string; name: string; status: string }[] = []
  let paused = false
  const queue = uploadQueue<{ name: string }, string>({
    concurrency: 1,
    upload: async ({ name }) => {
      sent.push(name)
      if (name === 'b' && broken) throw new Error('broken')
      return name
    },
    onDone: (name) => stored.push(name),
    onError: failed,
    onChange: (items, stopped) => {
      shown = items
      paused = stopped
    },
  })
  queue.add([{ name: 'a' }, { name: 'b' }, { name: 'c' }])
  await waitFor(() => expect(paused).toBe(true))
  expect([sent, stored, shown.map((one) => one.status)]).toEqual([['a', 'b'], ['a'], ['error', 'waiting']])
  expect(failed).toHaveBeenCalledTimes(1)
  broken = false
  queue.retry(shown[0]!.key)
  await waitFor(() => expect(stored).toEqual(['a', 'b', 'c']))
  expect([shown, paused]).toEqual([[], false])
})

test('a stored file stays unless history may be deleted; what was just sent may go', () => {
  const stored = { id: '1', objectKey: 'k', fileName: 'a.pdf' }
  expect(mayRemoveFile({ objectKey: 'n', fileName: 'n' }, false, false)).toBe(true)
  expect(mayRemoveFile(stored, false, false)).toBe(false)
  expect(mayRemoveFile(stored, true, false)).toBe(true)
  expect(mayRemoveFile(stored, false, true)).toBe(true)
  expect(mayRemoveFile(stored, false, (file) => file.fileName === 'b.pdf')).toBe(false)
})

test('a search waits for a pause in typing: 350 ms, completion 500, banks 100', async () => {
  vi.useFakeTimers()
  const Shown = ({ value }: { value: string }) => <output>{useDebounced(value, debounces.search)}</output>
  const { rerender } = render(<Shown value="" />)
  rerender(<Shown value="abc" />)
  await act(() => vi.advanceTimersByTimeAsync(349))
  expect(screen.getByRole('status').textContent).toBe('')
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByRole('status').textContent).toBe('abc')
  expect(debounces).toEqual({ search: 350, category: 350, autocomplete: 500, bank: 100 })
})

test('a card is open at first and folds; a remark has three rows and takes 500 characters', () => {
  draw(
    <>
      <CollapseCard title="Terms">inside</CollapseCard>
      <Form>
        <RemarkField name="remark" label="Remark" />
      </Form>
    </>,
  )
  expect(screen.getByText('inside').hidden).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Terms' }))
  expect(screen.getByText('inside').hidden).toBe(true)
  const remark = screen.getByRole('textbox') as HTMLTextAreaElement
  expect([remark.rows, remark.maxLength]).toEqual([3, 500])
  fireEvent.change(remark, { target: { value: 'abc' } })
  expect(screen.getByText('3 / 500')).toBeTruthy()
})

/** WCAG relative luminance of a #rrggbb colour. */
const luminance = (hex: string) => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
test('sixteen chart colours per theme, none twice, each standing out from its ground', () => {
  const grounds = { light: '#ffffff', 'dark-1': '#141a1f' } as const
  for (const theme of ['light', 'dark-1'] as const) {
    const palette = chartPalette[theme]
    expect([palette.length, new Set(palette).size]).toEqual([16, 16])
    for (const colour of palette) {
      const [light, dark] = [luminance(colour), luminance(grounds[theme])].sort((a, b) => b - a) as [number, number]
      expect([colour, (light + 0.05) / (dark + 0.05) >= 3]).toEqual([colour, true])
    }
  }
})

test('a figure that is reached by the tabulator is selected as a whole, although its commas go away', () => {
  draw(<NumberText label="Amount" kind={{ money: 'USD' }} value="41214.65" onChange={() => {}} />)
  const field = screen.getByLabelText<HTMLInputElement>('Amount')
  expect(field.value).toBe('41,214.65')
  // The tabulator selects first, then focuses.
  field.select()
  act(() => field.focus())
  expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['41214.65', 0, 8])
  act(() => field.blur())
  expect(field.value).toBe('41,214.65')
})
