import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts, switchLanguage } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { HeldByBank } from './held-by-bank.tsx'

const notes = (withBank: { locked: string[]; barred: string[] } | null) => {
  render(<HeldByBank order={{ withBank }} />)
  const told = screen.queryAllByRole('note').map(({ textContent }) => textContent)
  cleanup()
  return told
}

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
    /^The bank has the transfer of this order, though it ended\. Until settlement records that the money came back .* stay locked .*: IN-1, IN-3\.$/,
    /^The bank has the transfer of this order, though it ended\. .* no other order is paid on these: IN-2\.$/,
  ],
  [
    'zh-CN',
    /^该订单已终止，但银行仍持有其转账。在结算人员登记款项已退回.*保持锁定.*：IN-1, IN-3。$/,
    /^该订单已终止，但银行仍持有其转账。.*其他订单不得就以下单据付款：IN-2。$/,
  ],
] as const)(
  'an ended order whose transfer the bank has says what stays locked until when (%s)',
  async (language, locked, barred) => {
    await switchLanguage(language)
    expect(notes({ locked: ['IN-1', 'IN-3'], barred: ['IN-2'] })).toEqual([
      expect.stringMatching(locked),
      expect.stringMatching(barred),
    ])
    expect(notes({ locked: [], barred: ['IN-2'] })).toEqual([expect.stringMatching(barred)])
    expect(notes(null)).toEqual([])
  },
)
