import { realNameCalls } from '@usance/wire/real-name/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { kycProviders } from '../onboarding/providers.ts'
import { sealClearIdentities } from './seal-clear-identities.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const state = (seat = portal.seats.alderMaker) => portal.ask(seat, realNameCalls.state, { body: {} })
const begin = (seat = portal.seats.alderMaker, bankAccountId = portal.world.accounts.alder, currency = 'USD') =>
  portal.ask(seat, realNameCalls.verifyBank, { body: { bankAccountId, currency } })
const guess = (amount: string, seat = portal.seats.alderMaker) =>
  portal.ask(seat, realNameCalls.verifyMoney, { body: { amount } })
const payment = async (id: string) =>
  (await portal.ask(portal.seats.settlement, realNameCalls.testPayments, { body: {} })).list.find((one) => one.id === id)!
const pay = (id: string) => portal.ask(portal.seats.settlement, realNameCalls.paid, { body: { id, bankRef: 'FT-1' } })

describe('the company proves its account', () => {
  test('settlement pays a small amount, three wrong statements lock it, staff let it begin anew, the right one passes', async () => {
    const started = await begin()
    expect(started).toMatchObject({ status: 'INSTRUCTED', triesLeft: 3, account: '•••• 0001' })
    expect(JSON.stringify([started, await state()])).not.toContain('amount')
    expect((await refusalOf(guess('0.01'))).error).toBe('ILLEGAL_TRANSITION')
    const first = await payment(started.id)
    expect(Number(first.amount)).toBeGreaterThan(0)
    expect(Number(first.amount)).toBeLessThan(1)
    await pay(started.id)
    expect((await refusalOf(pay(started.id))).error).toBe('ILLEGAL_TRANSITION')
    expect(await Promise.all([guess('2.00'), guess('2.00')]).then((all) => all.map((one) => one.triesLeft).sort())).toEqual([
      1, 2,
    ])
    expect(await guess('2.00')).toEqual({ outcome: 'LOCKED', triesLeft: 0 })
    expect((await refusalOf(guess(first.amount))).error).toBe('ILLEGAL_TRANSITION')
    expect((await refusalOf(begin())).error).toBe('ILLEGAL_TRANSITION')
    await portal.ask(portal.seats.settlement, realNameCalls.startAnew, { body: { id: started.id } })
    const again = await begin()
    await pay(again.id)
    expect(await guess((await payment(again.id)).amount)).toEqual({ outcome: 'PASSED', triesLeft: 3 })
    expect((await state()).bank?.status).toBe('PASSED')
  })

  test('nobody outside settlement and risk reads the amounts, and nobody proves a foreign account', async () => {
    for (const seat of [portal.seats.alderDirector, portal.seats.operations, portal.seats.auditor])
      expect((await refusalOf(portal.ask(seat, realNameCalls.testPayments, { body: {} }))).error).toBe('FORBIDDEN')
    expect((await refusalOf(begin(portal.seats.birchMaker))).error).toBe('NOT_FOUND')
    expect((await refusalOf(begin(portal.seats.birchMaker, portal.world.accounts.birch, 'SEK'))).error).toBe('CURRENCY_MISMATCH')
  })
})

test('an account that was sent back, refused or switched off is neither offered nor proven, and proves nothing more', async () => {
  const { alder, birch } = portal.world.accounts
  const keep = (account: string, change: object) =>
    portal.look((tx) => tx.updateTable('bankAccount').set(change).where('id', '=', account).execute())
  const offered = async () => (await state(portal.seats.birchMaker)).accounts.map(({ id }) => id)
  const proves = () =>
    portal.look((tx) => {
      const of = { companyId: portal.world.companies.alder, name: 'Alder', nameLocal: null, bizRegNo: '1', country: 'SG' }
      const provider = kycProviders.find(({ code }) => code === 'BANK_ACCOUNT')!
      return provider.check({ ...of, people: [], documents: [] }, { tx, today: '2025-03-03' })
    })
  const stands = { approval: 'PASSED', status: 'ENABLE', disabledAt: null }
  expect(await offered()).toContain(birch)
  expect((await proves()).outcome).toBe('PASSED')
  for (const fallen of [
    { approval: 'REJECTED', status: 'DISABLE' },
    { approval: 'REFUSED', status: 'DISABLE' },
    { status: 'DISABLE', disabledAt: '2025-03-01T00:00:00Z' },
  ]) {
    for (const account of [alder, birch]) await keep(account, { ...stands, ...fallen })
    expect([fallen, await offered()]).toEqual([fallen, []])
    expect((await refusalOf(begin(portal.seats.birchMaker, birch))).error).toBe('NOT_FOUND')
    expect((await proves()).evidence).toEqual(['UNPROVEN'])
    for (const account of [alder, birch]) await keep(account, stands)
  }
  // One that is still being checked may be proven meanwhile.
  await keep(birch, { approval: 'IN_APPROVE', status: 'DISABLE' })
  expect(await begin(portal.seats.birchMaker, birch)).toMatchObject({ status: 'INSTRUCTED' })
  await keep(birch, stands)
})

describe('the person', () => {
  const person = (body: object, seat = portal.seats.alderMaker) => portal.ask(seat, realNameCalls.personInfo, { body: body })

  test('reads nothing before anything was stated, then a covered number; the next user sees none of it', async () => {
    const url = `/api/${portal.app.config.prefix}-company/clientend/companyAuth/personInfo`
    const { seats } = portal
    expect((await portal.sendRaw(seats.alderMaker, 'POST', url)).json()).toMatchObject({ code: 200, data: null })
    const saved = await person({ name: 'Lin Mei', documentType: 'CN_ID', documentNo: '11010519491231002x' })
    expect(saved).toMatchObject({ status: 'PASSED', documentNo: '•••• 002X', birthDate: '1949-12-31', country: 'CN' })
    expect((await portal.sendRaw(seats.alderMaker, 'POST', url)).json().data).toEqual(saved)
    expect((await portal.sendRaw(seats.alderChecker, 'POST', url)).json().data).toBeNull()
    expect((await portal.sendRaw(null, 'POST', url)).json().code).toBe(401)
  })

  test('the number lies sealed in the database; staff who decide see it for a reason that the audit log keeps', async () => {
    const { seats, world } = portal
    await person({ name: 'Lin Mei', documentType: 'CN_ID', documentNo: '11010519491231002X' })
    const kept = await portal.look((tx) =>
      sql<{ all: string }>`select (select json_agg(p)::text from person_identity p) || (select json_agg(a)::text from audit_log a)
        || coalesce((select json_agg(i.answer)::text from idempotency i), '') as all`.execute(tx),
    )
    expect(kept.rows[0]!.all).not.toContain('11010519491231002')
    const { list } = await portal.ask(seats.operations, realNameCalls.persons, { body: { companyId: world.companies.alder } })
    expect(list).toMatchObject([{ userName: 'alder.maker', documentNo: '•••• 002X' }])
    expect(
      (await portal.ask(seats.operations, realNameCalls.persons, { body: { companyId: world.companies.birch } })).list,
    ).toEqual([])
    const reveal = (seat = seats.risk, reason = 'sanctions hit 17') =>
      portal.ask(seat, realNameCalls.reveal, { body: { userId: seats.alderMaker.userId, reason } })
    expect((await refusalOf(reveal(seats.operations))).error).toBe('FORBIDDEN')
    expect((await refusalOf(reveal(seats.alderDirector))).error).toBe('FORBIDDEN')
    expect((await refusalOf(reveal(seats.risk, ' '))).error).toBe('BAD_REQUEST')
    expect(await reveal()).toEqual({ documentNo: '11010519491231002X' })
    const entries = await portal.look((tx) =>
      tx.selectFrom('auditLog').select(['userName', 'objectNo', 'after']).where('event', '=', 'IDENTITY_REVEALED').execute(),
    )
    expect(entries).toEqual([
      { userName: 'staff.risk', objectNo: 'alder.maker', after: { documentType: 'CN_ID', reason: 'sanctions hit 17' } },
    ])
    const open = sql`update person_identity set document_no = '11010519491231002X', document_sealed = null`
    await expect(portal.look((tx) => open.execute(tx))).rejects.toThrow('person_identity_number_is_sealed')
  })

  test('a number that an earlier version kept open is sealed by the next start', async () => {
    const { app, seats } = portal
    const userId = seats.birchMaker.userId
    await person({ name: 'Tan Wei', documentType: 'SG_NRIC', documentNo: 'S1234567D' }, seats.birchMaker)
    const rule = sql`alter table person_identity drop constraint person_identity_number_is_sealed`
    await portal.asOwner((db) => rule.execute(db))
    await portal.look((tx) =>
      tx
        .updateTable('personIdentity')
        .set({ documentNo: 'S1234567D', documentSealed: null, documentEnd: null })
        .where('userId', '=', userId)
        .execute(),
    )
    await sealClearIdentities(app.db, app.installKey)
    expect(await portal.ask(seats.risk, realNameCalls.reveal, { body: { userId, reason: 'a look' } })).toEqual({
      documentNo: 'S1234567D',
    })
    expect(await person({}, seats.birchMaker)).toMatchObject({ documentNo: '•••• 567D' })
  })

  test('a faulty document is kept as failed with its reasons, and may be stated again', async () => {
    const stated = { name: 'Tan Wei', documentType: 'SG_NRIC', documentNo: 'S1234567A', expiresOn: '2025-03-02' }
    expect(await person(stated)).toMatchObject({ status: 'FAILED', faults: ['CHECK_DIGIT', 'EXPIRED'] })
    expect((await refusalOf(person({ documentType: 'CN_ID' }))).data.fields[0].field).toBe('name')
    expect(await person({ name: 'Tan Wei', documentType: 'SG_NRIC', documentNo: 'S1234567D' })).toMatchObject({
      status: 'PASSED',
    })
  })
})
