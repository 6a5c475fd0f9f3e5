import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { givePages } from '../../../session/known-pages.ts'
import RolePage from '../config/role-page.tsx'
import FormsPage from './page.tsx'

let answer = () => {}
const sent: { version?: number; fields?: object[]; values?: object }[] = []
const form = {
  name: 'CUSTOMER',
  kind: 'FORM',
  version: 1,
  fields: [{ type: 'text', name: 'one', label: { 'en-US': 'One', 'zh-CN': '一' }, require: 0, editable: true, orderBy: 1 }],
}
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }, { body }: { body: (typeof sent)[number] }) => {
    const isSaved = /save$/i.test(path)
    if (isSaved || path.endsWith('propose')) {
      sent.push(body)
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return isSaved ? { ...form, version: 2, fields: body.fields } : { no: 'CC-1' }
    }
    if (path.endsWith('current'))
      return ['trading.invoice.view', 'trading.invoice.add'].map((id) => ({
        kind: 'ROLE',
        id,
        roles: 'B',
        alwaysGranted: false,
        version: 4,
      }))
    return /form/i.test(path) ? [form] : []
  },
}))
vi.mock('../../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useCan: () => () => true,
  useMayAct: () => () => true,
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../config/changes-section.tsx', () => ({ ChangesSection: () => null }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ history: { canGoBack: () => true, back: vi.fn() }, navigate: vi.fn() }),
}))

beforeAll(async () => {
  stubWindow()
  givePages([])
  await startTexts()
  await loadPortalTexts()
  await Promise.all((['staff', 'configuration'] as const).map((area) => loadAreaTexts(area)))
})
afterEach(() => {
  cleanup()
  sent.length = 0
})
const show = (page: ReactNode) => render(<QueryClientProvider client={new QueryClient()}>{page}</QueryClientProvider>)

test('a tick that is set while others are being sent stays, and those that were sent are done', async () => {
  show(<RolePage />)
  const box = (name: string) => screen.getByLabelText<HTMLInputElement>(`${name} Supplier`)
  await waitFor(() => expect(box('trading.invoice.view').checked).toBe(false))
  fireEvent.click(box('trading.invoice.view'))
  fireEvent.click(screen.getByRole('button', { name: /Send/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  fireEvent.click(box('trading.invoice.add'))
  answer()
  await waitFor(() => expect(box('trading.invoice.view').checked).toBe(false))
  expect(box('trading.invoice.add').checked).toBe(true)
})

test('what is typed into a form while it is being saved stays unsaved, and is saved over the version that is stored now', async () => {
  show(<FormsPage />)
  await screen.findByRole('option', { name: 'CUSTOMER' })
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'CUSTOMER' } })
  const label = await screen.findByDisplayValue<HTMLInputElement>('One')
  const save = () => fireEvent.click(screen.getByRole('button', { name: t('common.save') }))
  fireEvent.change(label, { target: { value: 'First' } })
  save()
  await waitFor(() => expect(sent).toHaveLength(1))
  fireEvent.change(label, { target: { value: 'First name' } })
  answer()
  await waitFor(() => expect(screen.getByRole('button', { name: t('common.save') }).getAttribute('aria-busy')).not.toBe('true'))
  expect(label.value).toBe('First name')
  expect(screen.getByText(t('dynamicForm.unsaved'))).toBeTruthy()
  save()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ version: 2, fields: [{ label: { 'en-US': 'First name' } }] })
  answer()
  await waitFor(() => expect(screen.queryByText(t('dynamicForm.unsaved'))).toBeNull())
})
