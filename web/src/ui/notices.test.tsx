import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lifeMs, noticeStore, notify } from './notice.ts'
import { Notices } from './notices.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  for (const notice of noticeStore.current()) noticeStore.close(notice.id)
  vi.useRealTimers()
})
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('a notice that was raised before the page is drawn waits for it, and stays its whole time', () => {
  notify('info', 'Tip', 'A role was taken from you.')
  pass(60_000)
  render(<Notices />)
  expect(screen.getByText('A role was taken from you.')).toBeTruthy()
  pass(lifeMs.info - 1)
  expect(screen.queryByText('A role was taken from you.')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('A role was taken from you.')).toBeNull()
})

test('a notice that holds the focus stays until the focus has left it', () => {
  render(<Notices />)
  act(() => notify('success', 'Saved'))
  const close = screen.getByRole('button', { hidden: true })
  close.focus()
  pass(60_000)
  expect(screen.queryByText('Saved')).not.toBeNull()
  close.blur()
  pass(lifeMs.success)
  expect(screen.queryByText('Saved')).toBeNull()
})
