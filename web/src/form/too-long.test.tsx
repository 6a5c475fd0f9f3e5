import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { TextField } from './fields.tsx'
import { stubWindow } from './window-stub.fixture.ts'

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

test('a text that is too long is kept as it was pasted and told with its length', async () => {
  render(
    <Form>
      <TextField name="words" label="Words" maxLength={80} />
    </Form>,
  )
  const box = screen.getByRole<HTMLInputElement>('textbox')
  // A browser cuts what is pasted to this length.
  expect(box.hasAttribute('maxlength')).toBe(false)
  fireEvent.change(box, { target: { value: 'x'.repeat(10_000) } })
  await screen.findByText('At most 80 characters; these are 10,000.')
  expect(box.value).toHaveLength(10_000)
})
