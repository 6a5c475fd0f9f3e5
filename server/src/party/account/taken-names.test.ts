import { accountCalls } from '@usance/wire/account/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, Refusal } from '../../testing/portal.ts'
import { signInAs } from '../../testing/sealed-fields.ts'
import { testPassword } from '../../testing/world.ts'

// A person signs in with a name or an address, so that no name of one user is the address of another.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const add = (userName: string, email: string) =>
  portal.ask(portal.seats.alderDirector, accountCalls.add, {
    body: { userName, cname: 'Cross', email, signatory: false, seats: [{ role: 'SUPPLIER', userRoles: ['Viewer'] }] },
  })
const faultOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'rejected' && outcome.reason instanceof Refusal ? outcome.reason.data.fields : []

test('of two invitations at the same moment, one with the address of the other as its name, one is made', async () => {
  for (let round = 0; round < 4; round++) {
    const shared = `cross${round}@x.test`
    const outcomes = await Promise.allSettled([add(shared, `own${round}@x.test`), add(`cross.b${round}`, shared)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [byName, byAddress] = outcomes.map(faultOf)
    expect([...byName, ...byAddress]).toEqual([{ field: byName.length > 0 ? 'userName' : 'email', message: 'ALREADY_EXISTS' }])
  }
})

test('of two invitations to one address at the same moment, the second is told that the address is taken', async () => {
  const outcomes = await Promise.allSettled([add('same.a', 'same@x.test'), add('same.b', 'same@x.test')])
  expect(outcomes.flatMap(faultOf)).toEqual([{ field: 'email', message: 'ALREADY_EXISTS' }])
})

test('where two users had one name and address from before, the name is that of its owner', async () => {
  const { alderMaker, alderViewer } = portal.seats
  await portal.look((tx) => sql`update app_user set email = 'alder.viewer' where id = ${alderMaker.userId}`.execute(tx))
  for (let times = 0; times < 3; times++) {
    const token = await signInAs(portal, 'alder.viewer', testPassword)
    const { userId } = await portal.look((tx) =>
      tx.selectFrom('session').select('userId').orderBy('createdAt', 'desc').executeTakeFirstOrThrow(),
    )
    expect([token.length > 0, userId]).toEqual([true, alderViewer.userId])
  }
})
