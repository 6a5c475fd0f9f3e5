import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { eligibilityReasons } from '@usance/domain/eligibility'
import { poolLists } from '@usance/wire/pool/list'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts } from '../../../i18n/load-area.ts'
import HeadFilterPanel from '../../../list/head-filter-panel.tsx'

vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async () => {
    throw new Error('What a rule judges is not asked for.')
  },
}))

beforeAll(async () => {
  await startTexts()
  await loadAreaTexts('pool')
})
afterEach(cleanup)

test.each(Object.values(poolLists))('the filter of why a receivable does not count offers each reason in words: $id', (list) => {
  const applied = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <HeadFilterPanel
        list={list}
        name="reasons"
        column={list.columns.reasons}
        head={{ asked: list, filters: {}, apply: applied }}
        close={() => {}}
      />
    </QueryClientProvider>,
  )
  const offered = screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent ?? '')
  expect(offered).toHaveLength(eligibilityReasons.length)
  for (const words of offered) expect(words).not.toMatch(/^[A-Z_]+$/)
  fireEvent.click(screen.getByLabelText('disputed'))
  fireEvent.click(screen.getByLabelText('overdue'))
  fireEvent.submit(screen.getByLabelText('overdue').closest('form')!)
  expect(applied).toHaveBeenCalledWith({ reasons: ['DISPUTED', 'OVERDUE'] })
})
