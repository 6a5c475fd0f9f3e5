import { listCalls } from '@usance/wire/list'
import { openTaskList } from '@usance/wire/workflow/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Flows, openFlows } from '../../testing/flows.ts'

let flows: Flows
beforeAll(async () => {
  flows = await openFlows()
})
afterAll(() => flows.close())

test('an approval is found by its subject as the list shows it', async () => {
  const { alderMaker, alderChecker } = flows.portal.seats
  await flows.submit(alderMaker, { title: 'Elm · Alder: 5000001 USD' })
  const { businessNo } = await flows.submit(alderMaker, { title: 'Elm · Alder: 500000 USD · 2026-12-31' })
  const found = async (subject: string) => {
    const { list } = await flows.portal.ask(alderChecker, listCalls(openTaskList).pageList, {
      body: { filterFields: { subject } },
    })
    return list?.map((row) => row.businessNo)
  }
  for (const shown of ['500,000.00 USD', '2026/12/31', 'Alder: 500000 USD', 'elm · alder: 500,000.00*'])
    expect(await found(shown)).toEqual([businessNo])
  expect(await found('600,000.00')).toEqual([])
})
