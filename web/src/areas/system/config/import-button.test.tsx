import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { noticeStore } from '../../../ui/notice.ts'
import { ImportButton } from './import-button.tsx'
import { holidaysFrom } from './parse-import.ts'

const sent: unknown[] = []
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  sendParts: async (_: unknown, { body }: { body: unknown }) => {
    sent.push(body)
    return { no: 'CC-1' }
  },
}))
vi.mock('../../../ui/dialog.tsx', () => ({ ask: async () => true }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('staff')
})
afterEach(() => {
  cleanup()
  sent.length = 0
  for (const { id } of noticeStore.current()) noticeStore.close(id)
})

const choose = (content: string | Uint8Array<ArrayBuffer>) => {
  const file = new File([content], 'days.csv')
  // jsdom's files cannot be read as bytes.
  Object.assign(file, { arrayBuffer: () => new Response(content).arrayBuffer() })
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportButton kind="HOLIDAY" read={holidaysFrom} valuesOf={(days) => ({ days })} hint="lines" />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('button')).toBeTruthy()
  fireEvent.change(container.querySelector('input')!, { target: { files: [file] } })
}
const told = () => noticeStore.current().map(({ title }) => title)

test('a file is put forward whole or not at all: lines that cannot be read are named', async () => {
  choose('SG,2026-01-01,J,New Year\nSG,1/5/2026,J,Labour Day')
  await waitFor(() => expect(told()).toHaveLength(1))
  expect(told()[0]).toMatch(/line 2 holds no day/)
  expect(sent).toEqual([])
  cleanup()
  choose('SG,2026-01-01,J,New Year\nSG,2026-5-1,J,Labour Day')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ values: { days: [{ calendarDate: '2026-01-01' }, { calendarDate: '2026-05-01' }] } })
})

test('a file in another encoding than UTF-8 is refused, so that no name goes forward broken', async () => {
  const gbk = new Uint8Array([...Buffer.from('SG,2026-01-01,J,New Year,'), 0xd4, 0xaa, 0xb5, 0xa9])
  choose(gbk)
  await waitFor(() => expect(told()).toHaveLength(1))
  expect(told()[0]).toMatch(/not text in UTF-8/)
  expect(sent).toEqual([])
})
