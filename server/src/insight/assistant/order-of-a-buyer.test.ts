import { assistantCalls } from '@usance/wire/assistant/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('the assistant denies no order that its buyer sees: what it costs is between supplier and funder', async () => {
  const { orderId } = await aFundedOrder(portal)
  const orderNo = 'FO-2025-009001'
  await portal.look(async (tx) => {
    await tx.updateTable('financeOrder').set({ orderNo }).where('id', '=', orderId).execute()
    await tx.updateTable('company').set({ name: 'Elm Bank Ltd.' }).where('id', '=', portal.world.companies.elm).execute()
  })
  const ask = async (question: string) =>
    (await portal.ask(portal.seats.cedarChecker, assistantCalls.ask, { body: { question } })).text
  const status = await ask(`Status of ${orderNo}`)
  expect(status).toContain(`${orderNo} is funded`)
  expect(status).toContain('from Elm Bank Ltd. USD')
  for (const question of [`What rate does Alder pay on ${orderNo}?`, `What does ${orderNo} cost?`])
    expect(await ask(question)).toBe(`What ${orderNo} costs is between its supplier and its funder.`)
})
