import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { pages } from '../routes.tsx'
import { givePages } from '../session/known-pages.ts'
import { RowActions } from './row-actions.tsx'
import { RowLink } from './row-link.tsx'

const granted = vi.hoisted(() => ({ names: new Set<string>() }))
vi.mock('../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useMaybeSession: () => ({ granted: granted.names }),
  useCan: () => (name: string) => granted.names.has(name),
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ preloadRoute: async () => undefined, navigate: async () => undefined }),
  useNavigate: () => () => undefined,
}))

beforeAll(() => startTexts())
beforeAll(() => givePages(pages))
afterEach(cleanup)

const to = '/finance/finance-order/0b5e2a5c-6a3f-4a0e-9a52-2f6f1f0b7a11/detail'
const row = () =>
  render(
    <>
      <RowLink to={to}>FO-1</RowLink>
      <RowActions actions={[{ key: 'detail', label: 'Details', to }]} />
    </>,
  )

test('without the permission of the page a number is plain text and its action is absent', () => {
  granted.names = new Set(['finance.finance-order.view'])
  row()
  expect(screen.getByText('FO-1')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

test('with it both lead to the page', () => {
  granted.names = new Set(['finance.finance-order.view', 'finance.finance-order.detail'])
  row()
  expect(screen.getByRole('link', { name: 'FO-1' }).getAttribute('href')).toBe(to)
  expect(screen.getByRole('button', { name: 'Details' })).toBeTruthy()
})
