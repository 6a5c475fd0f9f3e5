import { accountCalls } from '@usance/wire/account/calls'
import { rowsOfKind } from '@usance/wire/config-change/answers'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const propose = (body: object, seat: Seat = portal.seats.operations) =>
  portal.ask(seat, configChangeCalls.propose, { body: body as never })
const current = async <K extends 'LIMIT' | 'ROLE'>(kind: K, seat: Seat) =>
  rowsOfKind(kind, await portal.ask(seat, configChangeCalls.current, { body: { kind } }))

/** The calls by which a seat reads the approval with a number and what it decides on; each either answers or is refused. */
async function readingOf(seat: Seat, no: string, readChange: (seat: Seat, no: string) => Promise<unknown>) {
  const told = async (reading: Promise<unknown>) =>
    reading.then(
      () => 'read',
      (error) => refusalOf(Promise.reject(error)).then((refused) => refused.error),
    )
  return [
    await told(readChange(seat, no)),
    await told(portal.ask(seat, workflowCalls.history, { body: { businessNo: no, ifQueryTask: 'YES' } })),
  ]
}
const ofConfig = (seat: Seat, no: string) => portal.ask(seat, configChangeCalls.change, { body: { no } })
const ofUser = (seat: Seat, no: string) => portal.ask(seat, accountCalls.change, { body: { no } })
const read = ['read', 'read']
const missing = ['NOT_FOUND', 'NOT_FOUND']

test('a change of the matrix is read by its viewers and its approvers, and is missing for other staff', async () => {
  const { administrator, auditor, operations, risk, settlement } = portal.seats
  const row = (await current('ROLE', administrator)).find(({ id }) => id === 'finance.costs.export')!
  const values = { changes: [{ permission: row.id, roles: 'SOU', version: row.version }] }
  const { no } = await propose({ kind: 'ROLE', values }, administrator)
  for (const seat of [administrator, auditor, operations]) expect(await readingOf(seat, no, ofConfig)).toEqual(read)
  for (const seat of [risk, settlement]) {
    expect(await readingOf(seat, no, ofConfig)).toEqual(missing)
    expect((await refusalOf(portal.ask(seat, configChangeCalls.proof, { body: { no } }))).error).toBe('NOT_FOUND')
  }
})

test('a partner reads of companies those that it introduced, and no change of another', async () => {
  const { bd, operations } = portal.seats
  const { alder, birch } = portal.world.companies
  await portal.look((tx) => tx.updateTable('company').set({ bdUserId: bd.userId }).where('id', '=', birch).execute())
  await portal.look((tx) =>
    tx.updateTable('company').set({ kycStatus: 'PASSED', kycExpiresOn: '2030-01-01' }).where('id', '=', alder).execute(),
  )
  await propose({ kind: 'COMPANY', targetId: alder, values: { companyId: alder, name: 'Alder Holding Ltd' } })
  const read = async (seat: Seat) => ({
    companies: (await portal.ask(seat, configChangeCalls.current, { body: { kind: 'COMPANY' } })).map(({ id }) => id),
    changes: (await portal.ask(seat, configChangeCalls.changes, { body: { kind: 'COMPANY' } })).length,
  })
  expect(await read(bd)).toEqual({ companies: [birch], changes: 0 })
  expect((await read(operations)).companies).toContain(alder)
  expect((await read(operations)).changes).toBe(1)
})

test('a buyer limit is read by the seats of its funder that decide on it, and by no others of the company', async () => {
  const { elmMaker, elmChecker, operations } = portal.seats
  const limit = (await current('LIMIT', operations)).find(({ type }) => type === 'BUYER')!
  const { type, buyerId, funderId, currency, effectiveDate, expiryDate } = limit
  const values = { type, buyerId, funderId, currency, effectiveDate, expiryDate, revolving: true, status: 'ENABLE' }
  const change = { kind: 'LIMIT', targetId: limit.id, version: limit.version }
  const { no } = await propose({ ...change, values: { ...values, amount: '9000000' } })
  expect(await readingOf(elmChecker, no, ofConfig)).toEqual(read)
  expect(await readingOf(elmMaker, no, ofConfig)).toEqual(missing)
})

test('a change of a user is read in the company by those who look at users, and is missing for its traders', async () => {
  const { alderDirector, alderMaker, alderChecker, administrator, operations, auditor, risk, settlement } = portal.seats
  const added = (seat: Seat, userName: string, seats: object[], more: object = {}) => {
    const person = { userName, cname: userName, email: `${userName}@usance.test`, language: 'en-US', signatory: false }
    return portal.ask(seat, accountCalls.add, { body: { ...person, seats, ...more } as never })
  }
  const ofAlder = await added(alderDirector, 'alder.second', [{ role: 'SUPPLIER', userRoles: ['Checker'] }])
  for (const seat of [alderDirector, operations]) expect(await readingOf(seat, ofAlder.waitingNo!, ofUser)).toEqual(read)
  for (const seat of [alderMaker, alderChecker, risk]) expect(await readingOf(seat, ofAlder.waitingNo!, ofUser)).toEqual(missing)

  const ofStaff = await added(administrator, 'staff.second', [{ role: 'PLATFORM', userRoles: ['Settlement'] }])
  for (const seat of [administrator, operations, auditor]) expect(await readingOf(seat, ofStaff.waitingNo!, ofUser)).toEqual(read)
  for (const seat of [risk, settlement]) expect(await readingOf(seat, ofStaff.waitingNo!, ofUser)).toEqual(missing)
})
