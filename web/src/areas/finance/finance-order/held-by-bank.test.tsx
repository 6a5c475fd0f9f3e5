import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts, switchLanguage } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { HeldByBank } from './held-by-bank.tsx'

const item = (docNo: string, active: boolean) => ({
  ...{ id: docNo, docType: 'INVOICE', docId: docNo, docNo, face: '100.00', applyAmount: '90.00', maturity: '2025-05-02' },
  ...{ dueDate: '2025-05-02', buyerCode: null, buyerName: null, principalOutstanding: '0.00', active },
})
const show = (status: string, items: ReturnType<typeof item>[]) => render(<HeldByBank order={{ status, items }} />)

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('finance')
})
afterEach(async () => {
  cleanup()
  await switchLanguage('en-US')
})

test.each([
  [
    'en-US',
    'The bank has the transfer of this order, though it ended. Until settlement records that the money came back',
    /: IN-1, IN-3\.$/,
  ],
  ['zh-CN', '该订单已终止，但银行仍持有其转账。在结算人员登记款项已退回', /：IN-1, IN-3。$/],
] as const)('an ended order whose transfer the bank has says what stays locked until when (%s)', async (language, begin, end) => {
  await switchLanguage(language)
  for (const status of ['REVOKED', 'EXPIRED']) {
    show(status, [item('IN-1', true), item('IN-2', false), item('IN-3', true)])
    const told = screen.getByRole('note').textContent ?? ''
    expect(told.slice(0, begin.length)).toBe(begin)
    expect(told).toMatch(end)
    cleanup()
  }
  show('REVOKED', [item('IN-1', false)])
  expect(screen.queryByRole('note')).toBeNull()
  cleanup()
  show('FUNDING', [item('IN-1', true)])
  expect(screen.queryByRole('note')).toBeNull()
})
