import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts } from '../../../i18n/load-area.ts'
import { OrderLines } from './order-lines.tsx'

beforeAll(async () => {
  await startTexts()
  await loadAreaTexts('purchase')
})
afterEach(cleanup)

test('each figure of a line says what it is where a phone shows no heads of columns', () => {
  const item = { line: 1, description: 'Bolts', sku: 'B-1', qty: '10', unit: 'PCS', unitPrice: '2.5', amount: '25.00' }
  render(<OrderLines order={{ items: [{ ...item, shippedQty: '4' }], currency: 'USD', amount: '25.00' }} />)
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
  const labels = screen.getAllByRole('cell').map((cell) => cell.dataset.label)
  expect(labels.slice(0, heads.length)).toEqual(heads)
})
