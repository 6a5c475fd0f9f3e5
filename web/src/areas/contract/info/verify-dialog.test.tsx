import { cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { VerifyDialog } from './verify-dialog.tsx'

const waiting: (() => void)[] = []
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async () => {
    const at = waiting.length
    await new Promise<void>((resolve) => waiting.push(resolve))
    return at === 0
      ? {
          matches: true,
          contract: {
            no: 'CT-1',
            name: 'Contract',
            nameCn: '',
            status: 'SIGNED',
            signedAt: '2026-01-02T00:00:00Z',
            signatories: [],
          },
        }
      : { matches: false, contract: null }
  },
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))
beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('contract')
})
afterEach(cleanup)
const fileOf = (name: string) => {
  const file = new File([name], name)
  // The window of a test reads no files.
  if (!file.arrayBuffer) file.arrayBuffer = async () => new TextEncoder().encode(name).buffer
  return file
}
const choose = (name: string) =>
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [fileOf(name)] } })
const pause = () => new Promise((resolve) => setTimeout(resolve, 200))
const outcome = () => document.querySelector('.verified')?.textContent
test('the outcome is that of the file that was chosen last', async () => {
  render(<VerifyDialog onClose={() => {}} />)
  choose('first.pdf')
  await waitFor(() => expect(waiting).toHaveLength(1))
  choose('second.pdf')
  await waitFor(() => expect(waiting).toHaveLength(2))
  waiting[1]?.()
  await waitFor(() => expect(outcome()).toContain('second.pdf'))
  waiting[0]?.()
  await pause()
  expect(outcome()).toContain('second.pdf')
})
