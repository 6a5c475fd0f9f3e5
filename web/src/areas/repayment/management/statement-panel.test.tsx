import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { StatementPanel } from './statement-panel.tsx'

const account = (id: string) => ({ id, companyName: id, bankAccount: id, currency: 'USD' })
const asked: string[] = []
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }, { body }: { body: { bankAccountId?: string } }) => {
    if (!body.bankAccountId) return { accounts: [account('one'), account('two')] }
    asked.push(path)
    return { statements: [{ addsUp: false }], counts: { NEW: 1 }, lines: [] }
  },
}))
vi.mock('../../../http/upload.ts', async (original) => ({
  ...(await original<object>()),
  upload: async (file: File) => ({ id: file.name, objectKey: file.name, fileName: file.name }),
}))
vi.mock('./statement-rows.tsx', () => ({ StatementRows: () => null }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('money')
})

test('a difference that was accepted for one account is not accepted for another', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StatementPanel onClose={() => {}} onDone={() => {}} />
    </QueryClientProvider>,
  )
  const select = () => document.querySelector<HTMLSelectElement>('select')!
  await waitFor(() => expect(select().value).toBe('one'))
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [new File(['x'], 'bank.csv')] } })
  const box = async () => (await screen.findByRole('checkbox')) as HTMLInputElement
  fireEvent.click(await box())
  expect((await box()).checked).toBe(true)
  fireEvent.change(select(), { target: { value: 'two' } })
  await waitFor(() => expect(asked).toHaveLength(2))
  expect((await box()).checked).toBe(false)
})
