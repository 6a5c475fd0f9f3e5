import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { RowActions } from './row-actions.tsx'

vi.mock('../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useCan: () => () => true,
  useMayAct: () => () => true,
}))
vi.mock('../session/use-may-open.ts', () => ({ useMayOpen: () => () => true }))
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useNavigate: () => vi.fn() }))
beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)
test('the action of a row that is under way is not begun again by a second press', async () => {
  const act = vi.fn(() => new Promise(() => {}))
  render(<RowActions actions={[{ key: 'submit', label: 'Submit', onSelect: act }]} />)
  const button = screen.getByRole('button', { name: 'Submit' })
  fireEvent.click(button)
  await new Promise((resolve) => setTimeout(resolve, 200))
  fireEvent.click(button)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(act).toHaveBeenCalledTimes(1)
})
