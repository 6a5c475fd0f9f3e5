import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Refused } from '../../../http/refused.ts'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { ImportNames } from './import-names.tsx'
import { partsOf } from './parts-of.ts'

let calls = 0
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async (_call: unknown, { body }: { body: { csv: string } }) => {
    const lines = body.csv.split('\n')
    if (lines[0] === 'faulty')
      return { added: 0, known: 0, faultyCount: lines.length, faulty: lines.slice(0, 100).map((_, at) => at + 1) }
    if (++calls > 1) throw new Refused(503, 'The server is too busy.')
    return { added: lines.length, known: 0, faultyCount: 0, faulty: [] }
  },
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('onboarding')
})
afterEach(cleanup)

/** Chooses a file of names and imports it. */
function importFile(csv: string) {
  render(<ImportNames onDone={() => {}} />)
  fireEvent.change(screen.getByLabelText(t('onboarding.watch.listName')), { target: { value: 'OFAC' } })
  const file = new File([csv], 'ofac.csv')
  Object.assign(file, { arrayBuffer: async () => new TextEncoder().encode(csv).buffer })
  fireEvent.change(screen.getByLabelText(t('onboarding.watch.file')), { target: { files: [file] } })
  fireEvent.click(screen.getByRole('button', { name: t('onboarding.watch.import') }))
}

test('the button speaks the language of the reader, and the name of the chosen file stands beside it', () => {
  render(<ImportNames onDone={() => {}} />)
  const control = screen.getByLabelText('Choose a CSV file')
  expect(control.className).toBe('sr-only')
  fireEvent.change(control, { target: { files: [new File(['1,Name'], 'sanctions.csv')] } })
  expect(screen.getByTitle('sanctions.csv')).toBeTruthy()
})

test('the page counts all lines that were left out', async () => {
  importFile(Array.from({ length: 250 }, () => 'faulty').join('\n'))
  const told = await screen.findByText(/left out/)
  expect(told.textContent).toMatch(/^250 lines were left out: 1, 2, .*, 40 and 210 more\. Remove their further columns, /)
})

test('an import that stopped says from which line on names may be missing, and how many were added', async () => {
  const csv = Array.from({ length: 60_000 }, (_, at) => `Name ${at}`).join('\n')
  const [first, second] = partsOf(csv)
  importFile(csv)
  const at = (second?.before ?? 0) + 1
  await screen.findByText(t('onboarding.watch.stopped', { name: 'ofac.csv', at, of: 60_000, reason: 'The server is too busy.' }))
  const added = first?.csv.split('\n').length
  expect(screen.getByText(t('onboarding.watch.result', { name: 'ofac.csv', added, known: 0 }))).toBeTruthy()
  expect([calls, at - 1]).toEqual([2, added])
})
