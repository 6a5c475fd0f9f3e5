import { QueryClient, QueryClientProvider, type UseQueryResult } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { shippedPapers } from '@usance/domain/papers'
import type { Paper, PaperGroupAnswer } from '@usance/wire/paper/calls'
import { Form } from 'antd'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { PapersCard } from '../ui/attachment-card.tsx'
import { EditPage } from './edit-page.tsx'
import { inGroups, missingTitles, PapersField, paperRefs } from './papers.tsx'
import { stubWindow } from './window-stub.fixture.ts'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ history: { canGoBack: () => true, back: vi.fn() }, navigate: vi.fn() }),
}))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

const groupsWith = (...required: string[]): PaperGroupAnswer[] =>
  shippedPapers.INVOICE.map(({ code, titleEn, titleCn, explainEn, explainCn, stage }) => ({
    groupKey: code,
    attachmentEn: titleEn,
    attachmentCh: titleCn,
    explainEn,
    explainCh: explainCn,
    require: required.includes(code) ? 1 : 0,
    stage,
  }))
const answer = (data: PaperGroupAnswer[]) => ({ data, isError: false, isPending: false }) as UseQueryResult<PaperGroupAnswer[]>
const paper = (fileName: string, groupKey: string): Paper => ({
  id: fileName,
  objectKey: fileName,
  fileName,
  fileSource: 'S3',
  groupKey,
  stage: 'SUBMISSION',
  createTime: '2026-11-22T07:30:00Z',
  addedBy: 'Chen Jie',
  version: 2,
})

test('papers are requested by group, with title, explanation and requirement; those of other stages are not', () => {
  const Page = () => {
    const [form] = Form.useForm()
    return (
      <Form form={form} initialValues={{ attachments: [paper('a.pdf', 'TRANSPORT')] }}>
        <PapersField kind="INVOICE" groups={answer(groupsWith('TRANSPORT'))} />
      </Form>
    )
  }
  const { container } = render(<Page />)
  expect(screen.getAllByRole('heading').map((one) => one.textContent)).toEqual(['Invoice', 'Transport documents · required'])
  expect(screen.getByText('What proves that the goods were delivered.')).toBeTruthy()
  expect(container.querySelectorAll('input[type=file]')).toHaveLength(2)
  expect(container.querySelector('.attachment-group:last-child li')?.textContent).toContain('a.pdf')
})

test('a form without a required paper is not sent and names it by its title', async () => {
  const sent = vi.fn(async () => true)
  const Page = () => {
    const [form] = Form.useForm()
    return (
      <EditPage title="Order" back="/orders" form={form} onSubmit={sent} stay>
        <PapersField kind="INVOICE" groups={answer(groupsWith('TRANSPORT'))} required />
      </EditPage>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(screen.getByText('Please upload Transport documents.')).toBeTruthy())
  expect(sent).not.toHaveBeenCalled()
})

test('a paper whose group another product does not have goes into the common one, and each is sent with its group', () => {
  const papers = [paper('a.pdf', 'TRANSPORT'), paper('b.pdf', 'GONE'), { objectKey: 'c', fileName: 'c.pdf' }]
  const placed = inGroups(papers, groupsWith(), 'INVOICE')
  expect(paperRefs(placed)).toEqual([
    { objectKey: 'a.pdf', fileName: 'a.pdf', groupKey: 'TRANSPORT' },
    { objectKey: 'b.pdf', fileName: 'b.pdf', groupKey: 'INVOICE' },
    { objectKey: 'c', fileName: 'c.pdf', groupKey: 'INVOICE' },
  ])
  expect(missingTitles(placed, groupsWith('INVOICE', 'TRANSPORT', 'CONFIRMATION'))).toEqual([])
  expect(missingTitles(placed.slice(1), groupsWith('TRANSPORT'))).toEqual(['Transport documents'])
})

test('the card shows sender, time and version of each paper; a note of the portal has a group of its own', () => {
  render(
    <PapersCard
      title="Files"
      zipName="INV-1"
      groups={answer(groupsWith('CONFIRMATION'))}
      papers={[paper('a.pdf', 'INVOICE'), paper('note.xml', 'CREDIT_NOTE')]}
      word={(key) => `word of ${key}`}
    />,
  )
  expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    'Invoice',
    'Confirmation · required',
    'word of CREDIT_NOTE',
  ])
  expect(screen.getAllByText(/^Chen Jie · 2026.+ · version 2$/)).toHaveLength(2)
})
