import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Refused } from '../http/refused.ts'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { UploadBox } from './upload-box.tsx'

const refusal = vi.hoisted(() => ({ throws: () => {} }))
vi.mock('../http/upload.ts', async (original) => ({
  ...(await original<object>()),
  upload: async () => refusal.throws(),
}))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

test('a file that could not be sent says in its row why', async () => {
  refusal.throws = () => {
    throw new Refused(20401, '', { error: 'FILE_UNREADABLE', text: 'The file has no pages.' })
  }
  render(<UploadBox label="Papers" />)
  fireEvent.change(screen.getByLabelText('Papers'), { target: { files: [new File([], 'empty.pdf')] } })
  const why = await screen.findByText(/could not be uploaded/)
  expect(why.textContent).toBe('could not be uploaded: The file has no pages.')
})
