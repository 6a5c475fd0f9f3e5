import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { ask, Questions } from './dialog.tsx'

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

test('the second press of a double click on what opened a question does not close it', async () => {
  render(<Questions />)
  const answered = vi.fn()
  void ask({ title: 'Confirm 2 invoices?' }).then(answered)
  await screen.findByText('Confirm 2 invoices?')
  const ground = document.querySelector('.scrim')!
  fireEvent.pointerDown(ground)
  expect(fireEvent.mouseDown(ground, { detail: 2 })).toBe(false)
  await Promise.resolve()
  expect(screen.queryByText('Confirm 2 invoices?')).not.toBeNull()
  fireEvent.mouseDown(ground, { detail: 1 })
  await waitFor(() => expect(answered).toHaveBeenCalledWith(false))
})
