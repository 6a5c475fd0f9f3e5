import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { NumberText } from './number-text.tsx'

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

test('Enter says why what is typed is no figure, and the next key takes the word back', () => {
  function Amount() {
    const [value, setValue] = useState('')
    return <NumberText kind={{ money: 'USD' }} nearest label="Amount from" value={value} onChange={setValue} />
  }
  render(<Amount />)
  const box = screen.getByRole('textbox')
  fireEvent.focus(box)
  fireEvent.change(box, { target: { value: '100k' } })
  expect(screen.queryByRole('status')).toBeNull()
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(screen.queryByRole('status')?.textContent).toContain('Enter digits')
  expect(box.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(box, { target: { value: '100' } })
  expect(screen.queryByRole('status')).toBeNull()
})
