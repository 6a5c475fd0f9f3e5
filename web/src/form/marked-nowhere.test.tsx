import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { call } from '@usance/wire/call'
import type { FieldError } from '@usance/wire/errors'
import { Form, Select } from 'antd'
import { Fragment } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import * as client from '../http/client.ts'
import { Refused } from '../http/refused.ts'
import { startTexts, t } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { ListFaults } from './list-faults.tsx'
import { useSubmit } from './use-submit.ts'
import { stubWindow } from './window-stub.fixture.ts'

const pay = call({
  method: 'POST',
  path: '/{p}-test/pay',
  access: 'signed-in',
  tells: 'outcome',
  scope: 'company',
  effect: 'write',
  act: { bindsNobody: 'a test' },
  title: '',
  body: z.object({ amount: z.string() }),
  answer: z.any(),
})

beforeAll(async () => {
  stubWindow()
  Element.prototype.scrollIntoView = () => {}
  await startTexts()
  await loadPortalTexts()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** What the button says when a form of amount and account is refused for these fields, and what stands at its own fields. */
async function refusedFor(fields: FieldError[], names = {}) {
  vi.spyOn(client, 'sendParts').mockRejectedValue(new Refused(20001, '', { error: 'BAD_REQUEST', fields }))
  const { result } = renderHook(() => {
    const [form] = Form.useForm()
    return { form, submit: useSubmit(pay, form, names) }
  })
  render(
    <Form form={result.current.form}>
      {['amount', 'account'].map((name) => (
        <Form.Item key={name} name={name}>
          <input aria-label={name} />
        </Form.Item>
      ))}
    </Form>,
  )
  await act(() => result.current.submit.run({ body: { amount: '1' } }))
  const marks = result.current.form.getFieldsError().flatMap(({ name, errors }) => errors.map((words) => [...name, words]))
  return { button: result.current.submit.error, marks }
}
const known = { field: 'notTheSameAs', message: 'RECEIPT_MAYBE_KNOWN', params: { no: 'RC-2026-000001', date: '2026-01-02' } }
const account = { field: 'bankAccountId', message: 'BANK_ACCOUNT_NOT_ENABLED' }
const amount = { field: 'amount', message: 'AMOUNT_NOT_POSITIVE' }

test('a fault of a field that the form does not have is told in its words at the button', async () => {
  const { button, marks } = await refusedFor([known])
  expect(button).toContain('RC-2026-000001')
  expect(button).not.toContain(t('form.checkFields'))
  expect(marks).toEqual([])
})

test('a fault of a field is marked there, and one that no field of the form has is told at the button', async () => {
  const { button, marks } = await refusedFor([known, amount])
  expect(button).toContain(t('form.checkFields'))
  expect(button).toContain('RC-2026-000001')
  expect(marks).toEqual([['amount', t('errors.AMOUNT_NOT_POSITIVE')]])
})

test.each([account, { ...account, field: 'body.bankAccountId' }])(
  'a fault of $field, which the form has under another name, is marked there',
  async (fault) => {
    const { button, marks } = await refusedFor([fault], { bankAccountId: 'account' })
    expect(button).toBe(t('form.checkFields'))
    expect(marks).toEqual([['account', t('errors.BANK_ACCOUNT_NOT_ENABLED')]])
  },
)

/** What stands at the fields of a form of lines that is refused for these, what its button says, and what is typed in it. */
async function refusedInLines(fields: FieldError[], rows = {}) {
  vi.spyOn(client, 'sendParts').mockRejectedValue(new Refused(20001, '', { error: 'BAD_REQUEST', fields }))
  const { result } = renderHook(() => {
    const [form] = Form.useForm()
    return { form, submit: useSubmit(pay, form) }
  })
  const { form } = result.current
  const scroll = vi.spyOn(form, 'scrollToField')
  render(
    <Form form={form} initialValues={{ lines: [{ qty: '1' }, { qty: '2' }], choices: ['USD'] }}>
      <Form.List name="lines">
        {(lines, _, { errors }) => (
          <>
            <ListFaults errors={errors} />
            {lines.map(({ key, name }) => (
              <Fragment key={key}>
                {['qty', 'unit'].map((field) => (
                  <Form.Item key={field} name={[name, field]}>
                    <input aria-label={`${field} ${name}`} />
                  </Form.Item>
                ))}
              </Fragment>
            ))}
          </>
        )}
      </Form.List>
      <Form.Item name="choices">
        <Select mode="multiple" />
      </Form.Item>
    </Form>,
  )
  fireEvent.change(screen.getByLabelText('qty 1'), { target: { value: '7' } })
  const run = () => act(() => result.current.submit.run({ body: { amount: '1' } }, rows))
  await run()
  const marks = () => form.getFieldsError().flatMap(({ name, errors }) => errors.map((words) => [...name, words]))
  return {
    button: result.current.submit.error,
    marks,
    scrolled: scroll.mock.calls[0]?.[0],
    values: form.getFieldsValue(true),
    run,
  }
}
const notPositive = { message: 'AMOUNT_NOT_POSITIVE' }

test.each([
  ['lines.1.qty', ['lines', 1, 'qty']],
  ['body.lines[1].unit', ['lines', 1, 'unit']],
  ['lines.1', ['lines', 1, 'qty']],
  ['lines.1.no', ['lines', 1, 'qty']],
  ['lines.7.qty', ['lines']],
  ['lines', ['lines']],
  ['choices.0', ['choices']],
])('a fault of %s is marked in its row, which is scrolled to, and what was typed stays', async (field, place) => {
  const { button, marks, scrolled, values } = await refusedInLines([{ field, ...notPositive }])
  expect(marks()).toEqual([[...place, t('errors.AMOUNT_NOT_POSITIVE')]])
  expect(scrolled).toEqual(place)
  expect(button).toBe(t('form.checkFields'))
  expect(values).toMatchObject({ lines: [{ qty: '1' }, { qty: '7' }], choices: ['USD'] })
})

test('a fault of an entry that the call has in another place is marked in the row that it was sent for', async () => {
  const rows = { whole: { list: 'lines', rows: [1] } }
  const { marks } = await refusedInLines([{ field: 'whole.0.qty', ...notPositive }], rows)
  expect(marks()).toEqual([['lines', 1, 'qty', t('errors.AMOUNT_NOT_POSITIVE')]])
})

test('two faults of one list both stand above it, and are gone when the form is sent again', async () => {
  const fields = [
    { field: 'lines', ...notPositive },
    { field: 'lines.9', message: 'NAMED_TWICE' },
  ]
  const { marks, run } = await refusedInLines(fields)
  expect(marks()).toEqual((['AMOUNT_NOT_POSITIVE', 'NAMED_TWICE'] as const).map((one) => ['lines', t(`errors.${one}`)]))
  vi.spyOn(client, 'sendParts').mockRejectedValue(new Refused(20001, '', { error: 'BAD_REQUEST', fields: [] }))
  await run()
  expect(marks()).toEqual([])
})

const web = join(import.meta.dirname, '..')
const lists = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx$/.test(path) && !/\.test\./.test(path))
  .flatMap((path) => {
    const text = readFileSync(join(web, path), 'utf8')
    return text.includes('<Form.List') ? [{ path, text }] : []
  })
test('lists of forms are known', () => expect(lists.length).toBeGreaterThan(3))
test.each(lists)('the list of $path tells what is wrong with it as a whole', ({ text }) => {
  expect(text.match(/<ListFaults errors=\{errors\} \/>/g)?.length).toBe(text.match(/<Form\.List/g)?.length)
})
