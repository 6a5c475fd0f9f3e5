import { accountCalls } from '@usance/wire/account/calls'
import { apiKeyCalls } from '@usance/wire/api-key/calls'
import { sessionCalls } from '@usance/wire/session/calls'
import { userCenterCalls } from '@usance/wire/user-center/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newLink } from '../../auth/one-time-link.ts'
import { mailedLink } from '../../testing/mailed-link.ts'
import { openPortal, type Portal, refusalOf, shown } from '../../testing/portal.ts'
import { sealedFields } from '../../testing/sealed-fields.ts'
import { openSeat, type Seat, testPassword } from '../../testing/world.ts'
import { addUser } from '../company/register.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** A maker of Alder whose password somebody else knows: a new address, a mailed link and a key wait. */
async function aTakenAccount(userName: string) {
  const { companyId } = portal.seats.alderDirector
  const maker: Seat = await portal.look(async (tx) => {
    const seats = [{ companyId, role: 'SUPPLIER' as const, userRoles: ['Maker'] }]
    const person = { userName, cname: userName, email: `${userName}@usance.test`, seats, password: testPassword }
    return openSeat(tx, await addUser(tx, person), companyId, 'SUPPLIER')
  })
  const { version } = await portal.ask(maker, userCenterCalls.profile, {})
  const [password] = await sealedFields(portal, [testPassword])
  const email = `${userName}@thief.test`
  await portal.ask(maker, userCenterCalls.modify, { body: { version, email, phone: '', password } as never })
  const key = await portal.ask(maker, apiKeyCalls.make, {
    body: { name: 'ERP', permissions: ['trading.invoice.view'], days: 30 },
  })
  return {
    maker,
    key: { ...maker, token: shown(key.token) },
    address: await mailedLink(portal, email),
    guidance: await portal.look((tx) => newLink(tx, 'GUIDANCE', maker.userId, 24)),
  }
}

async function expectNothingOpens({ key, address, guidance }: Awaited<ReturnType<typeof aTakenAccount>>) {
  const ended = await Promise.all([
    refusalOf(portal.ask(null, sessionCalls.confirmAddress, { body: { link: address } })),
    refusalOf(portal.ask(null, sessionCalls.guidance, { body: { guidance } })),
    refusalOf(portal.ask(key, apiKeyCalls.keys, { body: {} })),
  ])
  expect(ended.map(({ error }) => error)).toEqual(['LINK_USED_OR_EXPIRED', 'LINK_USED_OR_EXPIRED', 'SESSION_EXPIRED'])
}

test('a reset by a director ends the verification of a new address, mailed links and keys, and its own link works', async () => {
  const taken = await aTakenAccount('ines.maker')
  await portal.ask(portal.seats.alderDirector, accountCalls.resetPassword, { body: { id: taken.maker.userId } })
  await expectNothingOpens(taken)
  const [password] = await sealedFields(portal, ['a few unrelated words'])
  const body = { link: await mailedLink(portal, 'ines.maker@usance.test'), password }
  expect(await portal.ask(null, sessionCalls.setPassword, { body })).toEqual({ username: 'ines.maker' })
})

test('links of a user who was stopped stay ended when the user comes back', async () => {
  const taken = await aTakenAccount('ivan.maker')
  const body = { id: taken.maker.userId }
  await portal.ask(portal.seats.alderDirector, accountCalls.disable, { body })
  await portal.ask(portal.seats.alderDirector, accountCalls.activate, { body })
  await expectNothingOpens(taken)
})
