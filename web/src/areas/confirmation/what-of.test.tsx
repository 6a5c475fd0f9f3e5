import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts } from '../../i18n/load-area.ts'
import { WhatToConfirm } from './what-of.tsx'

beforeAll(async () => {
  await startTexts()
  await loadAreaTexts('trading')
})
afterEach(cleanup)

const row = (invoiceNo: string, issuedLater: boolean) => ({
  ...{ invoiceNo, issuedLater, currency: 'USD', outstanding: '100.00', proposedAmount: '90.00' },
})

test('who is asked to confirm invoices reads which of them say that they are issued on a later day', () => {
  const { rerender } = render(<WhatToConfirm rows={[row('INV-1', false), row('INV-2', true), row('INV-3', true)]} />)
  expect(screen.getByRole('note').textContent).toContain('later day')
  expect(screen.getByRole('note').textContent).toContain('INV-2, INV-3')
  expect(screen.getByRole('note').textContent).not.toContain('INV-1')
  rerender(<WhatToConfirm rows={[row('INV-1', false)]} />)
  expect(screen.queryByRole('note')).toBe(null)
})
