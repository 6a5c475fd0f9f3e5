import { accountCalls } from '@usance/wire/account/calls'
import { notificationCalls } from '@usance/wire/notification/calls'
import { sessionCalls } from '@usance/wire/session/calls'
import { storedChoice } from '@usance/wire/session/choice'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../database/id.ts'
import { addUser } from '../party/company/register.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, requestFor } from '../testing/trade.ts'
import { openSeat, type Seat } from '../testing/world.ts'
import { linkOf } from './mail.ts'

let portal: Portal
/** One person with a seat in each company; the one at Birch is the older. */
let atBirch: Seat
let atAlder: Seat
beforeAll(async () => {
  portal = await openPortal()
  const { alder, birch } = portal.world.companies
  ;[atBirch, atAlder] = await portal.look(async (tx) => {
    const seat = (companyId: string) => ({ companyId, role: 'SUPPLIER' as const, userRoles: ['Checker'] })
    const userId = await addUser(tx, {
      userName: 'dana.checker',
      cname: 'Dana',
      email: 'dana@usance.test',
      seats: [seat(birch), seat(alder)],
    })
    await tx.updateTable('appUser').set({ status: 'active' }).where('id', '=', userId).execute()
    return [await openSeat(tx, userId, birch, 'SUPPLIER'), await openSeat(tx, userId, alder, 'SUPPLIER')]
  })
  await portal.ask(atBirch, sessionCalls.preferenceEdit, { body: { key: 'mail.task', value: storedChoice('on') } })
})
afterAll(() => portal.close())

const inbox = (seat: Seat) => portal.ask(seat, notificationCalls.list, { body: {} })
const elsewhere = (seat: Seat) => portal.ask(seat, notificationCalls.elsewhere, {})
const anOrderOfAlder = async () => (await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))).orderNo

/** The newest mail of a task, with the code of its link. */
const newestMail = () =>
  portal.look(async (tx) => {
    const mail = await tx
      .selectFrom('mail')
      .select(['body', 'sealedLink'])
      .where('kind', '=', 'task')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const guidance = new URL(linkOf(portal.app, mail) ?? '').searchParams.get('guidance') ?? ''
    return { body: mail.body, guidance }
  })

describe('somebody with seats in two companies', () => {
  test('reads what waits in a company in that company alone, and in the other one how much waits there', async () => {
    const orderNo = await anOrderOfAlder()
    const { alder } = portal.world.companies
    expect(await inbox(atBirch)).toMatchObject({ total: 0, unread: 0 })
    expect(await elsewhere(atBirch)).toEqual([
      { companyId: alder, companyName: 'Alder Textiles Ltd', companyRole: 'SUPPLIER', unread: 1 },
    ])
    const { list, unread } = await inbox(atAlder)
    // What the whole company is told is read beside it, and counts in its own inbox alone.
    expect(list.map(({ event }) => event)).toEqual(['APPROVAL_WAITING', 'INVOICE_CONFIRM'])
    expect([list[0]?.params.businessNo, unread]).toEqual([orderNo, 2])
    expect(await elsewhere(atAlder)).toEqual([])
    // Marking everything as read reaches no other company.
    await portal.ask(atBirch, notificationCalls.readAll, { body: {} })
    await portal.ask(atBirch, notificationCalls.read, { body: { ids: [list[0]!.id] } })
    expect((await inbox(atAlder)).unread).toBe(2)
    await portal.ask(atAlder, notificationCalls.readAll, { body: {} })
    expect(await elsewhere(atBirch)).toEqual([])
  })

  test('goes by the link of a mailed task to the company whose task it is', async () => {
    await anOrderOfAlder()
    const { body, guidance } = await newestMail()
    expect(body).toContain('Alder Textiles Ltd')
    const { token, lostCompany } = await portal.ask(null, sessionCalls.guidance, { body: { guidance } })
    expect(lostCompany).toBeNull()
    const me = await portal.ask({ ...atBirch, token }, sessionCalls.me, {})
    expect([me.companyName, me.companyRole]).toEqual(['Alder Textiles Ltd', 'SUPPLIER'])
  })

  test('reads earlier messages, which name no company, in either', async () => {
    await portal.look((tx) =>
      tx
        .insertInto('notification')
        .values({ id: newId(), event: 'API_KEYS_STAY', userId: atBirch.userId, params: JSON.stringify({ count: 1 }) })
        .execute(),
    )
    for (const seat of [atAlder, atBirch]) expect((await inbox(seat)).list.map(({ event }) => event)).toContain('API_KEYS_STAY')
  })

  test('reads nothing more of a company that took the seat away, and its links say so', async () => {
    await anOrderOfAlder()
    const { guidance } = await newestMail()
    await portal.ask(portal.seats.alderDirector, accountCalls.remove, { body: { id: atBirch.userId } })
    expect(await elsewhere(atBirch)).toEqual([])
    expect((await inbox(atBirch)).list.map(({ event }) => event)).toEqual(['USER_REMOVED', 'API_KEYS_STAY'])
    const { token, lostCompany } = await portal.ask(null, sessionCalls.guidance, { body: { guidance } })
    expect(lostCompany).toBe('Alder Textiles Ltd')
    expect((await portal.ask({ ...atBirch, token }, sessionCalls.me, {})).companyName).toBe('Birch Components Ltd')
  })
})
