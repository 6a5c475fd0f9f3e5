import { readFileSync } from 'node:fs'
import { accountCalls } from '@usance/wire/account/calls'
import { contractCalls } from '@usance/wire/contract/calls'
import { contractList } from '@usance/wire/contract/list'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { listCalls } from '@usance/wire/list'
import { sessionCalls } from '@usance/wire/session/calls'
import { userCenterCalls } from '@usance/wire/user-center/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../../database/migrate.ts'
import { decideChange } from '../../testing/decide-change.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor } from '../../testing/trade.ts'
import { openSeat, type Seat } from '../../testing/world.ts'
import { addUser } from '../company/register.ts'

// A company gives a person the right to sign, for itself alone.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
})
afterAll(() => portal.close())

/** A person who works for Alder and Cedar, with the right to sign in some of them. */
const ofBoth = (userName: string, signsFor: ('alder' | 'cedar')[]) =>
  portal.look(async (tx) => {
    const { alder, cedar } = portal.world.companies
    const userId = await addUser(tx, {
      userName,
      cname: userName,
      email: `${userName}@usance.test`,
      signsFor: signsFor.map((name) => portal.world.companies[name]),
      seats: [
        { companyId: alder, role: 'SUPPLIER', userRoles: ['Checker'] },
        { companyId: cedar, role: 'BUYER', userRoles: ['Checker'] },
      ],
    })
    await tx.updateTable('appUser').set({ status: 'active' }).where('id', '=', userId).execute()
    const at = async (companyId: string, role: string) => ({ ...(await openSeat(tx, userId, companyId, role)), cname: userName })
    return { userId, supplier: await at(alder, 'SUPPLIER'), buyer: await at(cedar, 'BUYER') }
  })
const directorOfCedar = (userName: string) =>
  portal.look(async (tx) => {
    const { cedar } = portal.world.companies
    const seats = [{ companyId: cedar, role: 'COMPANY' as const, userRoles: ['Director'] }]
    const userId = await addUser(tx, { userName, cname: userName, email: `${userName}@usance.test`, seats })
    await tx.updateTable('appUser').set({ status: 'active' }).where('id', '=', userId).execute()
    return openSeat(tx, userId, cedar, 'COMPANY')
  })

/** The contracts of a new order that wait for a signature of Alder and of Cedar. */
async function contractsToSign() {
  const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  await passAll(portal, order.orderNo)
  const { contracts } = await portal.ask(portal.seats.alderChecker, financeOrderCalls.detail, { query: { id: order.id } })
  const seen = await Promise.all(
    contracts.map(({ id }) => portal.ask(portal.seats.alderChecker, contractCalls.detail, { body: { id } })),
  )
  const of = (party: string) => seen.find(({ signatories }) => signatories.some((one) => one.party === party))!
  return { ofSupplier: of('SUPPLIER'), ofBuyer: of('BUYER') }
}
type Contract = { id: string; no: string; textSha256: string }
const sign = (seat: Seat, { id, textSha256 }: Contract) =>
  portal.ask(seat, contractCalls.sign, { body: { id, name: seat.cname, method: 'TYPED', textSha256 } })
/** Whether the page of a contract and the list of contracts offer a signature. */
async function offered(seat: Seat, { id, no }: Contract) {
  const { operations } = await portal.ask(seat, contractCalls.detail, { body: { id } })
  const { list } = await portal.ask(seat, listCalls(contractList).pageList, { body: { filterFields: { no } } })
  return [operations.includes('signoff'), String(list![0]!.operations).includes('signoff')]
}
/** A change of the right to sign of a person in the company of the caller; everything else stays. */
async function change(seat: Seat, userId: string, signatory: boolean) {
  const { id, version, cname, email, seats } = await portal.ask(seat, accountCalls.detail, { body: { id: userId } })
  const kept = seats.map(({ role, userRoles }) => ({ role, userRoles }))
  return portal.ask(seat, accountCalls.edit, { body: { id, version, cname, email, signatory, seats: kept } as never })
}
const pass = (seat: Seat, businessNo: string) => decideChange(portal, seat, businessNo)
const rightsOf = async (userId: string) => {
  const rows = await portal.look((tx) =>
    tx
      .selectFrom('signingRight as s')
      .innerJoin('company as c', 'c.id', 's.companyId')
      .select('c.code')
      .where('s.userId', '=', userId)
      .orderBy('c.code')
      .execute(),
  )
  return rows.map(({ code }) => code)
}

test('a person of two companies with the right to sign in one signs there alone', async () => {
  const person = await ofBoth('lena.signs', ['alder'])
  const [mine, foreign] = [await contractsToSign(), await contractsToSign()]

  expect(await offered(person.supplier, mine.ofSupplier)).toEqual([true, true])
  expect((await sign(person.supplier, mine.ofSupplier)).status).toMatch(/SIGNED/)

  expect(await offered(person.buyer, foreign.ofBuyer)).toEqual([false, false])
  expect((await refusalOf(sign(person.buyer, foreign.ofBuyer))).error).toBe('FORBIDDEN')

  // Where a person signs is read in each seat.
  const told = async (seat: Seat) => (await portal.ask(seat, sessionCalls.me, {})).signatory
  expect([await told(person.supplier), await told(person.buyer)]).toEqual([true, false])
  const { seats } = await portal.ask(person.buyer, userCenterCalls.profile, {})
  expect(seats.map(({ companyName, signatory }) => [companyName, signatory])).toEqual([
    ['Alder Textiles Ltd', true],
    ['Cedar Retail Inc', false],
  ])
})

test('each company gives and takes the right itself, with a second person, and changes nothing in the other', async () => {
  const { alderDirector } = portal.seats
  const person = await ofBoth('omar.signs', [])
  const [director, second] = [await directorOfCedar('cedar.director'), await directorOfCedar('cedar.second')]
  const { ofBuyer, ofSupplier } = await contractsToSign()

  const { waitingNo } = await change(director, person.userId, true)
  expect([waitingNo, await rightsOf(person.userId)]).toEqual([expect.stringMatching(/^UC-/), []])
  expect((await refusalOf(sign(person.buyer, ofBuyer))).error).toBe('FORBIDDEN')
  // No director of another company passes it.
  await refusalOf(pass(alderDirector, waitingNo!))
  const shown = await portal.ask(second, accountCalls.change, { body: { no: waitingNo! } })
  expect(shown).toMatchObject({ companyName: 'Cedar Retail Inc', before: { signatory: false }, after: { signatory: true } })
  await pass(second, waitingNo!)
  expect(await rightsOf(person.userId)).toEqual(['CEDAR'])
  expect((await refusalOf(sign(person.supplier, ofSupplier))).error).toBe('FORBIDDEN')
  expect((await sign(person.buyer, ofBuyer)).status).toMatch(/SIGNED/)

  // Each director reads and changes the right in the own company.
  const read = async (seat: Seat) =>
    (await portal.ask(seat, accountCalls.detail, { body: { id: person.userId } })).seats.map(({ signatory }) => signatory)
  expect([await read(director), await read(alderDirector)]).toEqual([[true], [false]])
  expect(await change(alderDirector, person.userId, false)).toMatchObject({ waitingNo: null })
  expect(await rightsOf(person.userId)).toEqual(['CEDAR'])
  const atAlder = await change(alderDirector, person.userId, true)
  await pass(portal.seats.operations, atAlder.waitingNo!)
  expect(await rightsOf(person.userId)).toEqual(['ALDER', 'CEDAR'])
  expect(await change(director, person.userId, false)).toMatchObject({ waitingNo: null })
  expect(await rightsOf(person.userId)).toEqual(['ALDER'])
})

test('the right ends with the last seat in the company, and a seat that comes back does not bring it back', async () => {
  const { alderDirector, administrator } = portal.seats
  const person = await ofBoth('nina.leaves', ['alder', 'cedar'])
  await portal.ask(alderDirector, accountCalls.remove, { body: { id: person.userId } })
  expect(await rightsOf(person.userId)).toEqual(['CEDAR'])
  const { id, version, cname, email } = await portal.ask(administrator, accountCalls.detail, { body: { id: person.userId } })
  const seats = [{ role: 'SUPPLIER' as const, userRoles: ['Viewer' as const] }]
  const body = { id, version, cname, email, seats, companyCode: 'ALDER' }
  const { waitingNo } = await portal.ask(administrator, accountCalls.edit, { body })
  await pass(alderDirector, waitingNo!)
  expect(await rightsOf(person.userId)).toEqual(['CEDAR'])
  // The database gives it to nobody without a seat.
  const { birch } = portal.world.companies
  await expect(
    portal.look((tx) => tx.insertInto('signingRight').values({ userId: person.userId, companyId: birch }).execute()),
  ).rejects.toThrow('takes a seat')
})

test('the mark of a person becomes the right in the companies that gave it, and the others are asked to renew it', async () => {
  const { alder, cedar } = portal.world.companies
  const director = await directorOfCedar('cedar.renews')
  const [byAlder, byNobody, takenSince] = [
    await ofBoth('old.alder', []),
    await ofBoth('old.nobody', []),
    await ofBoth('old.taken', []),
  ]
  const single = portal.seats.alderChecker.userId
  const file = readFileSync(`${migrationsFolder()}/1180-right-to-sign-of-a-company.sql`, 'utf8')
  const given = (userId: string, companyId: string, no: string, endedAt: string, signatory = true) => sql`
    insert into user_change (id, no, user_id, company_id, before, after, status, created_by, ended_at) values
      (gen_random_uuid(), ${no}, ${userId}, ${companyId}, ${JSON.stringify({ signatory: !signatory })}::jsonb,
        ${JSON.stringify({ signatory })}::jsonb, 'PASSED', ${director.userId}, ${endedAt})`
  const { rights, told } = await portal.asOwner((db) =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('app.scope', 'system', true)`.execute(tx)
      await sql`drop trigger right_ends_with_seat on user_company_role; drop table signing_right cascade`.execute(tx)
      await sql`drop function refuse_right_without_seat(); drop function end_right_with_seat()`.execute(tx)
      await sql`alter table app_user add column signatory boolean not null default false`.execute(tx)
      const marked = [byAlder.userId, byNobody.userId, takenSince.userId, single]
      await sql`update app_user set signatory = true where id = any(${marked}::uuid[])`.execute(tx)
      await given(byAlder.userId, alder, 'UC-OLD-1', '2025-01-10').execute(tx)
      await given(takenSince.userId, alder, 'UC-OLD-2', '2025-01-10').execute(tx)
      await given(takenSince.userId, alder, 'UC-OLD-3', '2025-01-11', false).execute(tx)
      await given(takenSince.userId, cedar, 'UC-OLD-4', '2025-01-12').execute(tx)
      await sql.raw(file).execute(tx)
      const right = sql<{ name: string; code: string }>`
        select u.user_name as name, c.code from signing_right s join app_user u on u.id = s.user_id join company c on c.id = s.company_id
        where u.id = any(${marked}::uuid[]) order by 1, 2`
      const notice = sql<{ reader: string; company: string; person: string }>`
        select u.user_name as reader, n.params ->> 'company' as company, n.params ->> 'person' as person
        from notification n join app_user u on u.id = n.user_id where n.event = 'USER_SIGNING_ENDED' order by 3, 2, 1`
      return { rights: (await right.execute(tx)).rows, told: (await notice.execute(tx)).rows }
    }),
  )
  expect(rights.map(({ name, code }) => `${name} ${code}`)).toEqual(['alder.checker ALDER', 'old.alder ALDER', 'old.taken CEDAR'])
  const asked = (person: string, company: string, readers: string[]) => readers.map((reader) => ({ reader, company, person }))
  const directors = ['cedar.director', 'cedar.renews', 'cedar.second']
  expect(told).toEqual([
    ...asked('old.alder', 'Cedar Retail Inc', [...directors, 'old.alder']),
    ...asked('old.nobody', 'Alder Textiles Ltd', ['alder.director', 'old.nobody']),
    ...asked('old.nobody', 'Cedar Retail Inc', [...directors, 'old.nobody']),
    ...asked('old.taken', 'Alder Textiles Ltd', ['alder.director', 'old.taken']),
  ])
})

test('nobody is given the right to sign without a role that signs', async () => {
  const { alderDirector, alderViewer } = portal.seats
  const invite = (userName: string, userRoles: string[], signatory: boolean) =>
    portal.ask(alderDirector, accountCalls.add, {
      body: {
        userName,
        cname: userName,
        email: `${userName}@usance.test`,
        signatory,
        seats: [{ role: 'SUPPLIER', userRoles }],
      } as never,
    })
  const field = [{ field: 'signatory', message: 'SIGNING_ROLE_MISSING' }]
  expect((await refusalOf(invite('mia.maker', ['Maker'], true))).data.fields).toEqual(field)
  expect((await refusalOf(change(alderDirector, alderViewer.userId, true))).data.fields).toEqual(field)
  expect((await invite('chen.checker', ['Maker', 'Checker'], true)).waitingNo).toMatch(/^UC-/)

  // Nor keeps it who gives up the role that signs.
  const { userId } = await ofBoth('rosa.signs', ['alder'])
  const { id, version, cname, email } = await portal.ask(alderDirector, accountCalls.detail, { body: { id: userId } })
  const viewer = (signatory: boolean) =>
    portal.ask(alderDirector, accountCalls.edit, {
      body: { id, version, cname, email, signatory, seats: [{ role: 'SUPPLIER', userRoles: ['Viewer'] }] },
    })
  expect((await refusalOf(viewer(true))).data.fields).toEqual(field)
  await viewer(false)
  expect(await rightsOf(userId)).toEqual([])
})
