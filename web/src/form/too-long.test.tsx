import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { RemarkField, TextField } from './fields.tsx'
import { stubWindow } from './window-stub.fixture.ts'

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

test.each([
  ['a text', TextField, 80],
  ['a remark', RemarkField, 500],
] as const)('%s that is too long is kept as it was pasted and told with its length', async (_, Of, most) => {
  render(
    <Form>
      <Of name="words" label="Words" maxLength={most} />
    </Form>,
  )
  const box = screen.getByRole<HTMLInputElement>('textbox')
  // A browser cuts what is pasted to this length.
  expect(box.hasAttribute('maxlength')).toBe(false)
  fireEvent.change(box, { target: { value: 'x'.repeat(10_000) } })
  await screen.findByText(`At most ${most} characters; these are 10,000.`, undefined, { timeout: 3000 })
  expect(box.value).toHaveLength(10_000)
})
