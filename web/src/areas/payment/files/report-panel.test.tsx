import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Refused } from '../../../http/refused.ts'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { StatementPanel } from '../../repayment/management/statement-panel.tsx'
import { ReportPanel } from './report-panel.tsx'

vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }) =>
    /accounts/i.test(path)
      ? { accounts: [{ id: 'one', companyName: 'one', bankAccount: 'one', currency: 'USD' }] }
      : { statements: [], counts: { NEW: 1 }, toDeclare: { columns: [], lines: [], unsigned: null }, rows: [] },
  sendParts: async () => {
    throw new Refused(20001, 'first.xml is of another bank.')
  },
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../../http/upload.ts', async (original) => ({
  ...(await original<object>()),
  upload: async (file: File) => ({ id: file.name, objectKey: file.name, fileName: file.name }),
}))
beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('money')
})
afterEach(cleanup)

const choose = (name: string) =>
  fireEvent.change(document.querySelector('input[type=file]') ?? expect.fail('no box for files'), {
    target: { files: [new File(['x'], name)] },
  })

test.each([
  ['a report', ReportPanel, () => t('payment.file.readReport'), () => t('payment.file.anotherReport')],
  ['a statement', StatementPanel, () => t('repayment.statement.book', { count: 1 }), () => t('repayment.statement.another')],
] as const)('the refusal of %s does not stand beside the next file', async (_, Panel, take, another) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Panel onClose={() => {}} onDone={() => {}} />
    </QueryClientProvider>,
  )
  await screen.findByRole('dialog')
  choose('first.xml')
  await waitFor(() => expect(screen.getByText<HTMLButtonElement>(take()).closest('button')?.disabled).toBe(false))
  fireEvent.click(screen.getByText(take()))
  await screen.findByText(/another bank/)
  fireEvent.click(screen.getByText(another()))
  choose('second.xml')
  await screen.findByText(take())
  expect(screen.queryByText(/another bank/)).toBeNull()
})
