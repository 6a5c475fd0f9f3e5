import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import Page from './form-page.tsx'

const { asked, shown } = vi.hoisted(() => {
  const asked: string[] = []
  const shown: { id?: string } = {}
  return { asked, shown }
})
const company = {
  ...{ id: 'c', version: 3, code: 'ALDER', name: 'Alder', nameLocal: null, country: 'CN', bizRegNo: '1', taxNo: null, roles: [] },
  ...{ legalForm: null, address: null, bdUserName: null, blockFlag: false, riskGrade: 'B', businessType: 'NORMAL' },
}
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }) => {
    asked.push(path.split('/').at(-1)!)
    if (/check/i.test(path)) return { taken: true }
    return path.includes('/area') ? [] : company
  },
}))
vi.mock('../../../session/session.ts', async (original) => ({ ...(await original<object>()), useMaybeSession: () => undefined }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useParams: () => shown,
  useRouter: () => ({ history: { canGoBack: () => true, back: vi.fn() }, navigate: vi.fn() }),
}))
beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('org')
})
afterEach(cleanup)
test('a name that is taken is told when its field is left', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  const name = await waitFor(() => document.querySelector<HTMLInputElement>('#name') ?? expect.fail('no form'))
  fireEvent.focus(name)
  fireEvent.change(name, { target: { value: 'Alder' } })
  fireEvent.blur(name)
  await screen.findByText(t('errors.ALREADY_EXISTS'))
  expect(asked).toContain('checkCompName')
})
test('the country of a company that is edited stands there by its name', async () => {
  shown.id = 'c'
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  const country = await waitFor(() => document.querySelector('#country')?.closest('.ant-form-item') ?? expect.fail('no form'))
  await waitFor(() => expect(country.textContent).toContain('China'))
})
