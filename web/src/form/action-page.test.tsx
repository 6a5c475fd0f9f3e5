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
