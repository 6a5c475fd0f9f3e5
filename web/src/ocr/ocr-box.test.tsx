import { cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refused } from '../http/refused.ts'
import { OcrBox } from './ocr-box.tsx'
import type { OcrFile } from './ocr-file.ts'

const calls = vi.hoisted(() => ({ send: vi.fn(), upload: vi.fn() }))
vi.mock('../http/client.ts', async (original) => ({ ...(await original<object>()), send: calls.send }))
vi.mock('../http/upload.ts', async (original) => ({ ...(await original<object>()), upload: calls.upload }))

const extractData = {
  schemaCode: 'INVOICE',
  readFrom: 'text',
  fileName: 'a.pdf',
  pages: [],
  fields: [
    {
      name: 'invoiceNo',
      kind: 'number',
      required: true,
      found: { value: 'A-1', text: 'A-1', confidence: 1, doubtful: false, page: 1, box: null },
    },
  ],
  lines: [],
  checks: [],
  mail: null,
}

beforeEach(() => {
  calls.upload.mockImplementation(async (file: File) => ({
    objectKey: `upload/${file.name}`,
    fileName: file.name,
    id: file.name,
  }))
  calls.send.mockResolvedValue({ extractData })
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

type Events = { value: OcrFile[]; loading: boolean[]; fileErrors: unknown[]; ocrErrors: unknown[] }

function open(props: { schemaCode?: string; maxCount?: number }) {
  const events: Events = { value: [], loading: [], fileErrors: [], ocrErrors: [] }
  function Page() {
    const [value, setValue] = useState<OcrFile[]>([])
    events.value = value
    return (
      <OcrBox
        {...props}
        value={value}
        onChange={setValue}
        onLoading={(loading) => events.loading.push(loading)}
        onFileError={(error) => events.fileErrors.push(error)}
        onOcrError={(error) => events.ocrErrors.push(error)}
      />
    )
  }
  const { container } = render(<Page />)
  const choose = (...names: string[]) =>
    fireEvent.change(container.querySelector('input[type=file]')!, {
      target: { files: names.map((name) => new File(['x'], name)) },
    })
  const cards = () => [...container.querySelectorAll('[data-status=done]')].map((card) => card.getAttribute('data-ocr'))
  return { events, choose, cards, container }
}

test('each file becomes a card, and what was read from it is kept with it', async () => {
  const { events, choose, cards } = open({ schemaCode: 'INVOICE' })
  choose('a.pdf', 'b.PNG')
  await waitFor(() => expect(cards()).toEqual(['done', 'done']))
  expect(calls.send.mock.calls.map(([, input]) => input)).toEqual([
    { body: { fileKey: 'upload/a.pdf', schemaCode: 'INVOICE' } },
    { body: { fileKey: 'upload/b.PNG', schemaCode: 'INVOICE' } },
  ])
  expect(events.value.map((file) => file.extractData?.schemaCode)).toEqual(['INVOICE', 'INVOICE'])
  await waitFor(() => expect(events.loading).toEqual([false, true, false]))
})

test('without a kind of document, and for files that hold no picture or page, nothing is read', async () => {
  const plain = open({})
  plain.choose('a.pdf')
  await waitFor(() => expect(plain.cards()).toEqual(['none']))
  cleanup()
  const kind = open({ schemaCode: 'INVOICE' })
  kind.choose('a.gif', 'b.xlsx')
  await waitFor(() => expect(kind.cards()).toEqual(['none', 'none']))
  expect(calls.send).not.toHaveBeenCalled()
})

test('a failed reading is told and leaves the file; a failed upload is told apart', async () => {
  calls.send.mockRejectedValue(new Refused(20022, 'unreadable'))
  const { events, choose, cards } = open({ schemaCode: 'INVOICE' })
  choose('a.pdf')
  await waitFor(() => expect([...cards(), events.loading.at(-1)]).toEqual(['error', false]))
  expect([events.ocrErrors.length, events.fileErrors.length, events.value.length, events.loading.at(-1)]).toEqual([
    1,
    0,
    1,
    false,
  ])
  calls.upload.mockRejectedValue(new Refused(0, 'network'))
  choose('b.pdf')
  await waitFor(() => expect(events.fileErrors).toHaveLength(1))
  await waitFor(() => expect(events.loading.at(-1)).toBe(false))
  expect(events.ocrErrors).toHaveLength(1)
})

test('removing a card takes the file and what was read from it away; at the limit there is no card to add more', async () => {
  const { events, choose, cards, container } = open({ schemaCode: 'INVOICE', maxCount: 1 })
  choose('a.pdf')
  await waitFor(() => expect(cards()).toEqual(['done']))
  expect(container.querySelector('input[type=file]')).toBeNull()
  fireEvent.click(container.querySelector('[data-status=done] header button:last-of-type')!)
  expect(events.value).toEqual([])
  expect(container.querySelector('input[type=file]')).not.toBeNull()
})
