import { assistantCalls } from '@usance/wire/assistant/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('the assistant names the benchmark of a product and of a fixing as the rate tables do, and not by its code', async () => {
  await portal.look((tx) => sql`update financing_product set rate_type = 'FLOATING', base_rate_type = 'TERM_SOFR_3M'`.execute(tx))
  const ask = async (question: string) =>
    (await portal.ask(portal.seats.elmMaker, assistantCalls.ask, { body: { question } })).text
  expect(await ask('Which financing products are there?')).toContain(': Term SOFR, 3 months + ')
  expect(await ask('有哪些融资产品？')).toContain('：SOFR 期限利率 3 个月 + ')
  expect(await ask('What is the latest SOFR fixing?')).toContain('SOFR (overnight): 4.3 % of ')
  expect(await ask('最新的 SOFR 定盘是多少？')).toContain('SOFR 隔夜担保融资利率：4.3%')
})
