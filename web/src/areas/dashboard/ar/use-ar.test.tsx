import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useAr } from './use-ar.ts'

const held = new Map<string, (answer: unknown) => void>()
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  sendParts: (_: unknown, { body }: { body: { currency: string; buyerCode?: string } }) =>
    new Promise((resolve) => held.set(body.currency + (body.buyerCode ?? ''), resolve)),
}))

test.each([
  ['another currency', { currency: 'JPY', buyerCode: '', asOf: '' }],
  ['another buyer', { currency: 'USD', buyerCode: 'B', asOf: '' }],
])('figures are not shown under %s before its own are there', async (_, next) => {
  const queries = new QueryClient()
  const { result, rerender } = renderHook((filter) => useAr('queryDueBalance', filter), {
    initialProps: { currency: 'USD', buyerCode: '', asOf: '' },
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  })
  held.get('USD')!({ total: '1000000.00' })
  await waitFor(() => expect(result.current.data?.total).toBe('1000000.00'))
  rerender(next)
  expect(result.current.data).toBeUndefined()
  expect(result.current.isPending).toBe(true)
  held.get(next.currency + next.buyerCode)!({ total: '7' })
  await waitFor(() => expect(result.current.data?.total).toBe('7'))
})
