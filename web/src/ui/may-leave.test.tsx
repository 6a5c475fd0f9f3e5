import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { Questions } from './dialog.tsx'
import { mayGiveWay } from './may-leave.ts'
import { holdUnsaved, isUnsaved } from './unsaved.ts'

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

test('what gives way to something else on its page is asked about, and the page goes on telling what is not sent', async () => {
  render(<Questions />)
  expect(await mayGiveWay()).toBe(true)
  let typed = true
  const stop = holdUnsaved(() => typed)
  const kept = mayGiveWay()
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(await kept).toBe(false)
  const given = mayGiveWay()
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(await given).toBe(true)
  typed = false
  expect(isUnsaved()).toBe(false)
  typed = true
  await waitFor(() => expect(isUnsaved()).toBe(true))
  stop()
})
