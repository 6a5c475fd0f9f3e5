import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { currencyScales } from '@usance/domain/currencies'
import { type NumberKind, shapeOf } from '@usance/domain/number-kind'
import { readNumber } from '@usance/domain/read-number'
import { Form } from 'antd'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts, switchLanguage, t } from '../i18n/i18n.ts'
import { languages } from '../i18n/language.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { groupThousands } from '../ui/decimal.ts'
import { NumberField } from './fields.tsx'
import type { NumberLimits } from './number-input.ts'
import { NumberText } from './number-text.tsx'
import { stubWindow } from './window-stub.fixture.ts'

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

/** A plain field that tells its value. */
function Plain({ limits, tell }: { limits: NumberLimits; tell: (value: string) => void }) {
  const [value, setValue] = useState('')
  tell(value)
  return <NumberText label="Figure" {...limits} value={value} onChange={setValue} />
}
const typedInto = (limits: NumberLimits) => {
  let value = ''
  const { container, unmount } = render(<Plain limits={limits} tell={(now) => (value = now)} />)
  const field = container.querySelector<HTMLInputElement>('[aria-label=Figure]')!
  const told = () => container.querySelector('[role=status]')?.textContent ?? ''
  const change = (text: string) => fireEvent.change(field, { target: { value: text } })
  return { field, change, valueNow: () => value, told, unmount }
}

const spellings = [
  '1,234.56',
  '1.234,56',
  '1 234,56',
  '1234,56',
  '12.5%',
  'USD 100',
  '$1,234.50',
  '１２３４．５',
  '1e3',
  '7.5  ',
  '-1',
  '1.5',
].concat([
  '50000.00',
  '1000.50',
  '1.234',
  '1,234',
  '0.0067',
  '7.1234',
  '12ab3',
  '1.2.3',
  '9'.repeat(17),
  '0',
  '100 元',
  '30 days',
])
const kinds: NumberKind[] = [
  ...['JPY', 'USD', 'KWD', 'EUR', 'CNY'].map((currency) => ({ money: currency })),
  ...(['fxRate', 'rate', 'percent', 'share', 'days', 'count', 'quantity', 'unitPrice', 'feeValue', 'multiple'] as const),
]

test('the field shows the meant figure: every spelling typed and pasted, in every kind, in both languages', async () => {
  for (const language of languages) {
    await act(() => switchLanguage(language))
    for (const kind of kinds) {
      const { field, change, valueNow, told, unmount } = typedInto({ kind })
      for (const spelling of spellings) {
        const meant = readNumber(spelling, kind)
        for (const keys of [[...spelling].map((_, at) => spelling.slice(0, at + 1)), [spelling]]) {
          change('')
          fireEvent.focus(field)
          for (const text of keys) {
            change(text)
            // No key is dropped, which could change the place of a digit.
            expect(field.value).toBe(text)
          }
          fireEvent.blur(field)
          const about = [spelling, kind, language]
          if (meant.ok)
            expect([...about, valueNow(), field.value, told()]).toEqual([...about, meant.value, groupThousands(meant.value), ''])
          else {
            expect([...about, field.value, field.getAttribute('aria-invalid')]).toEqual([...about, spelling, 'true'])
            expect([...about, told()]).not.toEqual([...about, ''])
            expect(told()).not.toMatch(/common\.|{{/)
          }
        }
      }
      unmount()
    }
  }
  await act(() => switchLanguage('en-US'))
})

test('an amount is shown in the format of any currency', () => {
  for (const [currency, scale] of currencyScales) {
    const kind = { money: currency }
    const { field, change, valueNow, unmount } = typedInto({ kind })
    fireEvent.focus(field)
    const written = scale === 0 ? '1,234,567' : `1,234,567.${'123456789'.slice(0, scale)}`
    for (let at = 1; at <= written.length; at += 1) change(written.slice(0, at))
    fireEvent.blur(field)
    expect([currency, field.value, valueNow()]).toEqual([currency, written, written.replaceAll(',', '')])
    expect(shapeOf(kind).decimals).toBe(scale)
    unmount()
  }
})

test('the half-typed text of an input method stays unchanged', () => {
  const { field, change, valueNow } = typedInto({ kind: { money: 'CNY' } })
  fireEvent.focus(field)
  fireEvent.compositionStart(field)
  for (const text of ['y', 'yi', '一', '１', '１２', '１２。', '１２。５']) {
    change(text)
    expect(field.value).toBe(text)
  }
  fireEvent.compositionEnd(field)
  fireEvent.blur(field)
  expect([field.value, valueNow()]).toEqual(['12.50', '12.50'])
})

test('a figure beyond its bounds becomes the bound and says so', () => {
  const { field, change, valueNow } = typedInto({ kind: { money: 'USD' }, max: '74254.08' })
  fireEvent.focus(field)
  change('80,000')
  fireEvent.blur(field)
  expect([valueNow(), field.value]).toEqual(['74254.08', '74,254.08'])
  expect(screen.getByRole('status').textContent).toBe(t('common.validation.lowered', { typed: '80,000.00', bound: '74,254.08' }))
})

test('an empty required amount is a fault and never becomes the maximum', () => {
  const { field, change, valueNow } = typedInto({ kind: { money: 'USD' }, max: '74254.08', positive: true })
  fireEvent.focus(field)
  change('0')
  fireEvent.blur(field)
  expect([valueNow(), field.value]).toEqual(['0', '0'])
  expect(screen.getByRole('status').textContent).toBe(t('common.validation.moreThan', { min: '0' }))
})

test('a form keeps an unreadable text, shows the reason below the field and does not send it', async () => {
  let form!: ReturnType<typeof Form.useForm>[0]
  const Page = () => {
    ;[form] = Form.useForm()
    return (
      <Form form={form}>
        <NumberField name="amount" label="Amount" required kind={{ money: 'JPY' }} />
      </Form>
    )
  }
  render(<Page />)
  const field = screen.getByLabelText<HTMLInputElement>('Amount')
  fireEvent.focus(field)
  for (const text of ['1', '10', '100', '1000', '1000.', '1000.5']) fireEvent.change(field, { target: { value: text } })
  fireEvent.blur(field)
  await waitFor(() => expect(screen.getByText(t('common.validation.natural'))).toBeTruthy())
  expect(field.value).toBe('1000.5')
  await expect(form.validateFields()).rejects.toMatchObject({ errorFields: [{ name: ['amount'] }] })
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: '1000.00' } })
  fireEvent.blur(field)
  await waitFor(() => expect(screen.queryByText(t('common.validation.natural'))).toBeNull())
  expect(await form.validateFields()).toEqual({ amount: '1000' })
})
