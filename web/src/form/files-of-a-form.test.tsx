import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Cancelled } from '../http/refused.ts'
import type { StoredFile } from '../http/upload.ts'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { FileName, splitFileName } from '../ui/file-name.tsx'
import { noticeStore } from '../ui/notice.ts'
import { isUnsaved } from '../ui/unsaved.ts'
import { EditPage } from './edit-page.tsx'
import { placeByChoice } from './place-by-choice.ts'
import { UploadBox } from './upload-box.tsx'
import { UploadField } from './upload-field.tsx'
import { stubWindow } from './window-stub.fixture.ts'

const history = { canGoBack: () => true, back: vi.fn() }
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ history, navigate: vi.fn() }),
}))

/** Uploads that the test ends, by the name of the file. */
const under = new Map<string, { arrive: () => void; fail: () => void }>()
vi.mock('../http/upload.ts', async (original) => ({
  ...(await original<object>()),
  upload: (file: File, { signal }: { signal: AbortSignal }) =>
    new Promise<StoredFile>((resolve, reject) => {
      under.set(file.name, {
        arrive: () => resolve({ id: file.name, objectKey: `key of ${file.name}`, fileName: file.name }),
        fail: () => reject(new Error('broken')),
      })
      signal.addEventListener('abort', () => reject(new Cancelled()))
    }),
}))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
})
beforeEach(() => under.clear())
afterEach(() => {
  cleanup()
  for (const { id } of noticeStore.current()) noticeStore.close(id)
})

type Values = { files?: StoredFile[] }
function open(onSubmit: (values: Values) => Promise<unknown>) {
  const Page = () => {
    const [form] = Form.useForm<Values>()
    return (
      <EditPage<Values> title="Invoice" back="/invoices" form={form} onSubmit={onSubmit} stay>
        <UploadField name="files" label="Papers" required />
      </EditPage>
    )
  }
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
}
const choose = (...names: string[]) =>
  act(async () => {
    const input = document.querySelector('input[type=file]')!
    fireEvent.change(input, { target: { files: names.map((name) => new File(['x'], name)) } })
  })
const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Submit' })))
const end = (name: string, how: 'arrive' | 'fail') => act(async () => under.get(name)![how]())
const namesOf = ({ files }: Values) => files?.map(({ fileName }) => fileName)

test('a form is sent when its last file has arrived, with all of them in the order of choice', async () => {
  const sent = vi.fn(async () => true)
  open(sent)
  await choose('one.pdf', 'two.pdf', 'three.pdf')
  await press()
  expect(screen.getByRole('alert').textContent).toContain('3 files are still being sent')
  await end('three.pdf', 'arrive')
  await end('one.pdf', 'arrive')
  expect(sent).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toContain('1 file is still being sent')
  await end('two.pdf', 'arrive')
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
  expect(namesOf((sent.mock.calls as unknown as [[Values]])[0][0])).toEqual(['one.pdf', 'two.pdf', 'three.pdf'])
})

test('a form with a file that failed is not sent, says so, and goes when the file is taken out', async () => {
  const sent = vi.fn(async () => true)
  open(sent)
  await choose('good.pdf', 'bad.pdf')
  await end('good.pdf', 'arrive')
  await press()
  await end('bad.pdf', 'fail')
  expect(screen.getByRole('alert').textContent).toContain('1 file was not uploaded')
  expect(sent).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Remove bad.pdf' }))
  await press()
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
  expect(namesOf((sent.mock.calls as unknown as [[Values]])[0][0])).toEqual(['good.pdf'])
})

test('a file that is taken out is told as removed, is no value of the form, and is told until others are chosen', async () => {
  const sent = vi.fn(async (_: Values) => true)
  const { container } = open(sent)
  const removed = () => container.querySelector('[data-status=removed]')?.textContent
  await choose('kept.pdf', 'wrong.pdf', 'bad.pdf')
  await end('kept.pdf', 'arrive')
  await end('wrong.pdf', 'arrive')
  expect(removed()).toBeUndefined()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Remove wrong.pdf' })))
  expect(removed()).toBe('Removed: wrong.pdf')
  await end('bad.pdf', 'fail')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Remove bad.pdf' })))
  expect(removed()).toBe('Removed: bad.pdf')
  await press()
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
  expect(namesOf(sent.mock.calls[0]![0])).toEqual(['kept.pdf'])
  await choose('other.pdf')
  expect(removed()).toBeUndefined()
})

test('leaving asks while a file is uploading or has failed, and a form that was left is not sent', async () => {
  const sent = vi.fn(async () => true)
  const { unmount } = open(sent)
  expect(isUnsaved()).toBe(false)
  await choose('slow.pdf', 'bad.pdf')
  expect(isUnsaved()).toBe(true)
  await end('bad.pdf', 'fail')
  expect(isUnsaved()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Remove bad.pdf' }))
  await press()
  unmount()
  await act(async () => {})
  expect(isUnsaved()).toBe(false)
  expect(sent).not.toHaveBeenCalled()
})

test('each of ten refused files is listed with its reason', async () => {
  open(async () => true)
  await choose(...Array.from({ length: 10 }, (_, at) => `program-${at}.exe`))
  const [notice, ...others] = noticeStore.current()
  expect([notice?.title, others.length]).toEqual(['10 files were not added', 0])
  for (let at = 0; at < 10; at++) expect(notice!.text).toContain(`program-${at}.exe: This kind of file is not accepted.`)
})

test('a box that takes each file over as it arrives takes one file by default', async () => {
  const taken = vi.fn()
  const { container } = render(<UploadBox types={['csv']} onUploaded={taken} />)
  expect(container.querySelector('input')!.multiple).toBe(false)
  await choose('st1.csv', 'st2.csv')
  expect([...under.keys()]).toEqual(['st1.csv'])
  expect(noticeStore.current().map(({ title, text }) => [title, text])).toEqual([['st2.csv', 'You can add at most 1 file.']])
})

test('the hint names the larger size of a zip only where a zip is taken', () => {
  const hintOf = (types: string[]) => render(<UploadBox types={types} />).container.querySelector('small')!.textContent
  expect(hintOf(['pdf', 'zip'])).toContain('up to 20 MB each, ZIP up to 100 MB')
  expect(hintOf(['csv'])).toBe('CSV – up to 20 MB each, 1 at most')
})

test.each([
  ['short.pdf', ['short.pdf', '']],
  ['Commercial invoice INV-2026-00123.pdf', ['Commercial invoice INV-20', '26-00123.pdf']],
  ['no ending at all but quite long', ['no ending at all but qu', 'ite long']],
  ['合同附件第一部分第二版最终稿.xlsx', ['合同附件第一', '部分第二版最终稿.xlsx']],
])('%s keeps its ending and what tells it from others when it is cut', (name, parts) => {
  expect(splitFileName(name)).toEqual(parts)
  const { container } = render(<FileName name={name} />)
  expect([container.textContent, container.querySelector('[title]')?.getAttribute('title')]).toEqual([name, name])
})

test('a late file is inserted at its place of choice, after the earlier files', () => {
  const chosen = new Map([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ])
  const put = (files: string[], key: string) =>
    placeByChoice(
      files.map((objectKey) => ({ objectKey })),
      { objectKey: key },
      chosen,
    ).map(({ objectKey }) => objectKey)
  expect(put(['old', 'c'], 'a')).toEqual(['old', 'a', 'c'])
  expect(put(['old', 'a', 'c'], 'b')).toEqual(['old', 'a', 'b', 'c'])
  expect(put([], 'c')).toEqual(['c'])
})
