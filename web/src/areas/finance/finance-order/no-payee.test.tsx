import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as client from '../../../http/client.ts'
import { Unreachable } from '../../../http/refused.ts'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { NoPayee } from './no-payee.tsx'

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('finance')
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})
const draw = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NoPayee currency="USD" />
    </QueryClientProvider>,
  )

test('while an account is in its 48 hours the order says from when it may be used, and asks for no other', async () => {
  const coolingUntil = '2026-12-01T08:00:00.000Z'
  vi.spyOn(client, 'send').mockResolvedValue([
    { id: 'a', bankAccount: '•••••9012', coolingUntil, isOff: false },
    { id: 'b', bankAccount: '•••••3456', coolingUntil: null, isOff: false },
    { id: 'c', bankAccount: '•••••7890', coolingUntil: null, isOff: true },
  ])
  draw()
  const until = await screen.findByText(/9012/)
  expect(until.textContent).toBe(
    `Account …9012 may be used from ${formatDateTime(coolingUntil)} once it is passed and settlement has switched it on.`,
  )
  expect(screen.getByText('Account …3456 may be used once it is passed and settlement has switched it on.')).toBeTruthy()
  expect(screen.getByText(/Account …7890 is switched off/)).toBeTruthy()
  expect(screen.queryByText(/director adds one/)).toBeNull()
})

test('an order whose accounts could not be loaded does not say that there are none', async () => {
  vi.spyOn(client, 'send').mockRejectedValue(new Unreachable('network'))
  draw()
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.queryByText(/director adds one/)).toBeNull()
})

test('without any account the order says who adds one', async () => {
  vi.spyOn(client, 'send').mockResolvedValue([])
  draw()
  expect(await screen.findByText('There is no account in this currency yet. A director adds one under Company.')).toBeTruthy()
})
