import { readFileSync } from 'node:fs'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { ActionPage } from './action-page.tsx'

beforeAll(() => startTexts())
afterEach(cleanup)

test('while an action runs the page holds still below an overlay, and is free again however the action ends', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  for (const end of ['resolve', 'reject'] as const) {
    let settle = { resolve: () => {}, reject: (_: Error) => {} }
    const action = new Promise<void>((resolve, reject) => {
      settle = { resolve, reject }
    })
    render(
      <ActionPage>
        <ActionButton action={() => action}>Pass</ActionButton>
      </ActionPage>,
    )
    const body = screen.getByRole('button').closest('.page')!
    expect(screen.queryByRole('status')).toBeNull()
    await act(async () => void fireEvent.click(screen.getByRole('button')))
    expect(screen.getByRole('status').textContent).toContain('Loading')
    expect(body.hasAttribute('inert')).toBe(true)
    await act(async () => settle[end](new Error('went wrong')))
    expect(screen.queryByRole('status')).toBeNull()
    expect(body.hasAttribute('inert')).toBe(false)
    cleanup()
  }
})

test('the text of the overlay is visible on a long page, and the focus returns to its element', async () => {
  let settle = (_: Error) => {}
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <ActionPage>
      <ActionButton
        action={() =>
          new Promise((_, reject) => {
            settle = reject
          })
        }
      >
        Pass
      </ActionButton>
    </ActionPage>,
  )
  const button = screen.getByRole('button')
  act(() => button.focus())
  await act(async () => void fireEvent.click(button))
  expect(readFileSync('web/src/form/form.css', 'utf8')).toMatch(/\.action-overlay p \{[^}]*position: sticky;[^}]*top: 40dvh/)
  expect(screen.getByRole('status').querySelector('p')?.textContent).toContain('Loading')
  // An inert or disabled element loses the focus in a browser, but not in jsdom.
  act(() => button.blur())
  await act(async () => settle(new Error('went wrong')))
  expect(document.activeElement).toBe(button)
})

test('the follow-up of an action is dropped when the user has left the page', async () => {
  vi.useFakeTimers()
  const after = vi.fn()
  window.history.pushState({}, '', '/approval/RP-1/approve')
  render(
    <ActionButton action={() => true} after={after}>
      Pass
    </ActionButton>,
  )
  const decide = async () => {
    await act(async () => void fireEvent.click(screen.getByRole('button')))
    await act(() => vi.advanceTimersByTimeAsync(100))
  }
  await decide()
  window.history.pushState({}, '', '/repayment/management')
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(after).not.toHaveBeenCalled()
  await decide()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(after).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})
