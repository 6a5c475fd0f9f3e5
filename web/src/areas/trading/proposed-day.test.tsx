import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../form/window-stub.fixture.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import { ReportPaymentDialog } from './report-payment-dialog.tsx'

vi.mock('../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useCan: () => () => true,
  useMaybeSession: () => undefined,
}))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('trading')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const nothing = () => undefined
const invoice = { invoiceId: 'I1', currency: 'USD' }
const dialogs = [
  ['an adjustment', <AdjustDialog key="a" invoice={invoice} onClose={nothing} onDone={nothing} />],
  ['a payment', <ReportPaymentDialog key="p" invoice={invoice} onClose={nothing} onDone={nothing} />],
] as const
/** The date field of a dialog. The business date, 27 November 2025, is answered once `arrive` is called. */
function dayOf(dialog: ReactNode) {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  vi.stubGlobal('fetch', async () => {
    await promise
    return Response.json({ data: { businessDate: '2025-11-27' } })
  })
  const queries = new QueryClient()
  render(<QueryClientProvider client={queries}>{dialog}</QueryClientProvider>)
  const arrive = async () => {
    resolve()
    await vi.waitFor(() => expect(queries.getQueryData(['business-date'])).toBe('2025-11-27'), { timeout: 60_000 })
  }
  return { day: () => screen.getByLabelText<HTMLInputElement>(/^(Date|Value date)/, { selector: 'input' }), arrive }
}

test.each(dialogs)('the business date is proposed as the date of %s', async (_, dialog) => {
  const { day, arrive } = dayOf(dialog)
  await arrive()
  await waitFor(() => expect(day().value).toBe('2025/11/27'))
})

test.each(dialogs)('a date of %s that is typed before the business date is known stays', async (_, dialog) => {
  const { day, arrive } = dayOf(dialog)
  fireEvent.change(day(), { target: { value: '2025/11/20' } })
  fireEvent.blur(day())
  await act(arrive)
  expect(day().value).toBe('2025/11/20')
})
