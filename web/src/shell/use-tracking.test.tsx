import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Session } from '../session/permissions.ts'
import { tell, useTracking } from './use-tracking.ts'

const told: unknown[] = []
vi.mock('../tracking/start-tracking.ts', () => ({
  startTracking: (userId: string) => ({
    enter: (url: string) => told.push(['enter', userId, url]),
    tell: (type: string, details: object) => told.push([type, details]),
    stop: () => {},
  }),
}))

test('the first page of a visit counts although the frame is drawn before it is known whose visit it is', () => {
  const session = { user: { id: 'U-1' } } as Session
  const { rerender } = renderHook(({ known, path }) => useTracking(known, path), {
    initialProps: { known: undefined as Session | undefined, path: '/finance/finance-order/add' },
  })
  tell('ORDER_FORM', { step: 'OPENED' })
  expect(told).toEqual([])
  rerender({ known: session, path: '/finance/finance-order/add' })
  tell('ORDER_FORM', { step: 'PRICED' })
  rerender({ known: session, path: '/home' })
  expect(told).toEqual([
    ['enter', 'U-1', '/finance/finance-order/add'],
    ['ORDER_FORM', { step: 'OPENED' }],
    ['ORDER_FORM', { step: 'PRICED' }],
    ['enter', 'U-1', '/home'],
  ])
})
