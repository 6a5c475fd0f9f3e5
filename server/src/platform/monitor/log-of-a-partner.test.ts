import { listCalls } from '@usance/wire/list'
import { monitorCalls } from '@usance/wire/monitor/calls'
import { auditList } from '@usance/wire/monitor/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aFailedMail } from '../../testing/failed-mail.ts'
import { introduce } from '../../testing/introduce.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, requestFor } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  await portal.look((tx) =>
    sql`update role_permission set roles = roles || 'P', version = version + 1 where permission in ('system.audit.view', 'system.role.edit')`.execute(
      tx,
    ),
  )
})
afterAll(() => portal.close())

test('a partner with the right to the log reads the entries of the companies that it introduced, and staff those of all', async () => {
  const { bd, administrator } = portal.seats
  const read = async (seat: typeof bd) => {
    const { list = [] } = await portal.ask(seat, listCalls(auditList).pageList, { body: { pageSize: 100 } })
    return list
  }
  const companies = async (seat: typeof bd) => [...new Set((await read(seat)).map(({ companyName }) => companyName))]
  expect(await companies(bd)).toEqual([])
  await introduce(portal)
  expect(await companies(bd)).toEqual(['Alder Textiles Ltd'])
  expect((await companies(administrator)).length).toBeGreaterThan(1)
  const all = await read(administrator)
  const entry = (seat: typeof bd, id: string) => portal.ask(seat, monitorCalls.entry, { body: { id } })
  const own = all.find(({ companyName }) => companyName === 'Alder Textiles Ltd')
  const foreign = all.find(({ companyName }) => companyName !== 'Alder Textiles Ltd')
  expect((await entry(bd, String(own?.id))).companyName).toBe('Alder Textiles Ltd')
  expect((await refusalOf(entry(bd, String(foreign?.id)))).error).toBe('NOT_FOUND')
  expect(await entry(administrator, String(foreign?.id))).toMatchObject({ id: String(foreign?.id) })
})

test('a partner with that right reads neither the chain of all entries, nor the entries of the operator, nor its jobs', async () => {
  const { bd, administrator } = portal.seats
  const proofOf = async (seat: typeof bd) => {
    const answer = await portal.sendRaw(
      seat,
      'GET',
      `/api/${portal.app.config.prefix}-financial-transaction/audit/client/proof?from=2025-01-01`,
    )
    return String(answer.headers['content-type']).includes('ndjson') ? 'PROOF' : answer.json().data.error
  }
  for (const [name, asked] of [
    ['chain', () => portal.ask(bd, monitorCalls.chain, { body: {} })],
    ['jobs', () => portal.ask(bd, monitorCalls.jobs, { body: {} })],
  ] as const)
    expect([name, (await refusalOf(asked())).error]).toEqual([name, 'FORBIDDEN'])
  expect(await proofOf(bd)).toBe('FORBIDDEN')
  expect(await proofOf(administrator)).toBe('PROOF')
})

test('a partner tries none of the jobs of the operator again, whatever right it was given', async () => {
  const { bd, administrator } = portal.seats
  const id = await aFailedMail(portal)
  const retry = (seat: typeof bd) =>
    portal.ask(seat, monitorCalls.retry, { body: { kind: 'MAIL', ids: [id], idempotencyKey: newId() } })
  expect((await refusalOf(retry(bd))).error).toBe('FORBIDDEN')
  expect(await retry(administrator)).toEqual({ retried: 1 })
})
