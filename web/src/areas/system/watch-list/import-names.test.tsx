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
    if (++calls > 1) throw new Refused(503, 'The server is too busy.')
    return { added: body.csv.split('\n').length, known: 0, faulty: [] }
  },
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('onboarding')
})
afterEach(cleanup)

test('an import that stopped says from which line on names may be missing, and how many were added', async () => {
  const csv = Array.from({ length: 60_000 }, (_, at) => `Name ${at}`).join('\n')
  const [first, second] = partsOf(csv)
  render(<ImportNames onDone={() => {}} />)
  fireEvent.change(screen.getByLabelText(t('onboarding.watch.listName')), { target: { value: 'OFAC' } })
  const file = new File([csv], 'ofac.csv')
  Object.assign(file, { arrayBuffer: async () => new TextEncoder().encode(csv).buffer })
  fireEvent.change(screen.getByLabelText(t('onboarding.watch.file')), { target: { files: [file] } })
  fireEvent.click(screen.getByRole('button', { name: t('onboarding.watch.import') }))
  const at = (second?.before ?? 0) + 1
  await screen.findByText(t('onboarding.watch.stopped', { name: 'ofac.csv', at, of: 60_000, reason: 'The server is too busy.' }))
  const added = first?.csv.split('\n').length
  expect(screen.getByText(t('onboarding.watch.result', { name: 'ofac.csv', added, known: 0 }))).toBeTruthy()
  expect([calls, at - 1]).toEqual([2, added])
})
