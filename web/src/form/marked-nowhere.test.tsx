import { act, cleanup, render, renderHook } from '@testing-library/react'
import { call } from '@usance/wire/call'
import type { FieldError } from '@usance/wire/errors'
import { Form } from 'antd'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import * as client from '../http/client.ts'
import { Refused } from '../http/refused.ts'
import { startTexts, t } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
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

test('beside a fault that is marked at its field, one of no field of the form is told at the button', async () => {
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
