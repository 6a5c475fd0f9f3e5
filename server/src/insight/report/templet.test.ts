import { listCalls } from '@usance/wire/list'
import { reportCalls } from '@usance/wire/report/calls'
import { templetList } from '@usance/wire/report/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a template is shown as issued, with an added section on charges', async () => {
  const { operations } = portal.seats
  const { list } = await portal.ask(operations, listCalls(templetList).pageList, { body: { pageSize: 100 } })
  expect(list!.length).toBeGreaterThan(1)
  for (const row of list!) {
    const template = await portal.ask(operations, reportCalls.templet, { body: { id: String(row.id) } })
    const [word, en, cn] = template.signatories.includes('BUYER')
      ? ['buyerFees', 'You are billed for: service fee USD 95.00', '贵司须支付：服务费']
      : ['charges', 'an early fee of 2 percent', '2% 收取提前还款费']
    expect(template.variables.map((one) => one.name)).toContain(word)
    expect(template.html.en).toContain(en)
    expect(template.html.cn).toContain(cn)
    // The editor keeps the text unchanged.
    expect(template.bodyEn).not.toContain(`{{${word}}}`)
  }
})
