import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { defaultFlows } from '@usance/domain/approval-flows'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import * as client from '../../../http/client.ts'
import { startTexts, switchLanguage } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { FlowEditor } from './flow-editor.tsx'

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('staff')
  await loadAreaTexts('approval')
})
beforeEach(() => {
  vi.spyOn(client, 'send').mockResolvedValue([])
})
afterEach(cleanup)

const edit = (type: 'PAYMENT' | 'FINANCE_ORDER') =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FlowEditor type={type} version={0} steps={defaultFlows[type]} onClose={() => {}} />
    </QueryClientProvider>,
  )
const drafts = () => screen.getAllByRole('listitem').map((step) => within(step))

test('the steps of the parties are not offered for removal, those of staff are', async () => {
  await switchLanguage('en-US')
  edit('FINANCE_ORDER')
  expect(drafts().map((step) => step.queryByText('Remove') !== null)).toEqual([false, true, true, false, false])
})

test.each([
  ['en-US', /^Funder approval: The funder always decides on this/],
  ['zh-CN', /^资金方审批：此类事项须由资金方审批/],
] as const)('a step that asks a party less says so beside it, and the flow is not sent, in %s', async (language, why) => {
  await switchLanguage(language)
  edit('PAYMENT')
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.click(drafts()[2]!.getAllByRole('checkbox', { name: language === 'en-US' ? /skip|left out/i : /跳过/ })[0]!)
  expect(drafts()[2]!.getByRole('alert').textContent).toMatch(why)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('a step that asks for a comment is marked in the picture of the flow', async () => {
  await switchLanguage('en-US')
  edit('PAYMENT')
  expect(document.querySelector('.flow-picture')?.textContent).not.toContain('with a comment')
  fireEvent.click(drafts()[1]!.getByRole('checkbox', { name: 'passing needs a comment' }))
  expect(document.querySelector('.flow-picture')?.textContent).toContain('24 h · with a comment')
})
