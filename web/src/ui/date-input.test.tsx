import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Form, type FormInstance } from 'antd'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { DateField } from '../form/fields.tsx'
import { stubWindow } from '../form/window-stub.fixture.ts'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { parseDay } from './calendar.ts'
import { DateInput } from './date-input.tsx'
import { setDisplay } from './format.ts'

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
})
beforeEach(() => setDisplay({}))
afterEach(() => {
  cleanup()
  setDisplay({})
})

/** A dialog's day that is held back while the text is none. */
function Dialog({ tell, closed }: { tell: (day: string | undefined) => void; closed?: (day: string) => boolean }) {
  const [day, setDay] = useState<string | undefined>('2026-11-27')
  tell(day)
  return (
    <DateInput
      label="Value date"
      value={day}
      {...(closed ? { isDisabled: closed } : {})}
      onPick={setDay}
      onClear={() => setDay('2026-11-27')}
      onFault={() => setDay(undefined)}
    />
  )
}
const opened = (closed?: (day: string) => boolean) => {
  let day: string | undefined
  render(<Dialog tell={(now) => (day = now)} {...(closed ? { closed } : {})} />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Value date' })
  const type = (text: string) => {
    fireEvent.change(field, { target: { value: text } })
    fireEvent.blur(field)
  }
  return { field, type, dayNow: () => day, fault: () => screen.queryByRole('alert')?.textContent ?? '' }
}

test('a date is read in the order in which the user’s format shows it', () => {
  const typed = '05/11/2026'
  expect(['DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY/MM/DD', 'YYYY-MM-DD'].map((format) => parseDay(typed, format))).toEqual([
    '2026-11-05',
    '2026-05-11',
    undefined,
    undefined,
  ])
  for (const text of ['2026/11/5', '2026-11-05', '20261105', '2026.11.5', '2026年11月5日'])
    expect(['DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY/MM/DD'].map((format) => parseDay(text, format))).toEqual(
      Array(3).fill('2026-11-05'),
    )
  expect([parseDay('31/02/2026', 'DD/MM/YYYY'), parseDay('26/11/26', 'DD/MM/YYYY'), parseDay('2026/1-1')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('what is shown and left as it is, or typed anew in the same format, is the same day', () => {
  for (const timeFormat of ['DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY/MM/DD', 'YYYY-MM-DD']) {
    setDisplay({ timeFormat })
    const { field, type, dayNow, fault } = opened()
    const shown = field.value
    type(shown.replace('27', '26'))
    expect([dayNow(), fault()]).toEqual(['2026-11-26', ''])
    expect(field.value).toBe(shown.replace('27', '26'))
    cleanup()
  }
})

test('a text that is no day stays in the field with the reason, and the day from before is not sent', () => {
  const { field, type, dayNow, fault } = opened()
  type('26.11.2026')
  expect(field.value).toBe('26.11.2026')
  expect(dayNow()).toBeUndefined()
  expect(fault()).toContain('26.11.2026')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  type('2026-11-26')
  expect([field.value, dayNow(), fault()]).toEqual(['2026/11/26', '2026-11-26', ''])
})

test('a closed day is refused with words, and a cleared field shows the day that counts', () => {
  const { field, type, dayNow, fault } = opened((day) => day === '2026-11-28')
  type('2026/11/28')
  expect(dayNow()).toBeUndefined()
  expect(fault()).toContain('2026/11/28')
  type('2026/11/30')
  type('')
  expect([field.value, dayNow(), fault()]).toEqual(['2026/11/27', '2026-11-27', ''])
  type('')
  expect([field.value, dayNow()]).toEqual(['2026/11/27', '2026-11-27'])
})

test('a form is not sent with a text that is no day', async () => {
  const sent: unknown[] = []
  render(
    <Form initialValues={{ due: '2026-11-27' }} onFinish={(values) => sent.push(values)}>
      <DateField name="due" label="Due date" required />
      <button type="submit">Send</button>
    </Form>,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox')
  fireEvent.change(field, { target: { value: '31/31/2026' } })
  fireEvent.blur(field)
  fireEvent.click(screen.getByText('Send'))
  expect(await screen.findByText(/“31\/31\/2026” is no date/)).toBeTruthy()
  expect(field.value).toBe('31/31/2026')
  expect(sent).toEqual([])
})

/** A form of one day, with what it holds and how one types in it. */
const formOfDay = () => {
  let form: FormInstance | undefined
  function Dated() {
    ;[form] = Form.useForm()
    return (
      <Form form={form}>
        <DateField name="due" label="Due date" required />
      </Form>
    )
  }
  render(<Dated />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  const type = (text: string) => {
    fireEvent.change(field, { target: { value: text } })
    fireEvent.blur(field)
  }
  return { field, type, held: () => form?.getFieldValue('due') }
}

test('a day that is pasted with its time is the day that it says', () => {
  const { field, type, held } = formOfDay()
  for (const text of ['2026-11-30 00:00:00', '2026-11-30T14:05:00.000', '2026/11/30 0:00', '2026-11-30  2:05 PM']) {
    type(text)
    expect([text, field.value, held()]).toEqual([text, '2026/11/30', '2026-11-30'])
    type('2026-01-02')
  }
})

test('a pasted text that is no day stays in the field until a day is typed over it', async () => {
  const { field, type, held } = formOfDay()
  for (const text of ['2026-11-30T22:00:00Z', '2026-02-30', '2026-02-30 00:00:00']) {
    type(text)
    expect([field.value, held()]).toEqual([text, text])
    expect((await screen.findAllByText(new RegExp(`“${text}” is no date`))).length).toBe(1)
    type('2026/11/30')
    expect([field.value, held()]).toEqual(['2026/11/30', '2026-11-30'])
  }
})
