import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { sessionCalls } from '@usance/wire/session/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { testPassword } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** A sign-in body as the browser makes it: both fields encrypted together with the nonce. */
async function credentials(userName: string, password: string) {
  const { publicKey, nonce } = await portal.ask(null, sessionCalls.publicKey, {})
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const seal = (v: string) =>
    publicEncrypt(
      { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(JSON.stringify({ v, n: nonce })),
    ).toString('base64')
  return { userName: seal(userName), password: seal(password), loginName: userName, type: 1 }
}

describe('signing in', () => {
  test('a user signs in and is known by the token', async () => {
    const { token, needChoose } = await portal.ask(null, sessionCalls.login, {
      body: await credentials('alder.maker', testPassword),
    })
    expect(needChoose).toBe(false)
    const me = await portal.ask({ ...portal.seats.alderMaker, token }, sessionCalls.me, {})
    expect(me).toMatchObject({ username: 'alder.maker', companyName: 'Alder Textiles Ltd', companyRole: 'SUPPLIER' })
    const entry = await portal.look((tx) =>
      tx
        .selectFrom('auditLog')
        .select(['userName', 'companyRole', 'objectNo'])
        .where('event', '=', 'USER_SIGNED_IN')
        .executeTakeFirst(),
    )
    expect(entry).toEqual({ userName: 'alder.maker', companyRole: 'SUPPLIER', objectNo: 'alder.maker' })
  })

  test('a mailbox gets at most five reset links an hour, and who asks cannot tell', async () => {
    const answers = []
    for (let n = 0; n < 7; n++)
      answers.push(
        await portal.ask(null, sessionCalls.resetRequest, {
          body: { loginName: n % 2 ? 'DOGWOOD.checker' : 'dogwood.checker@usance.test' },
        }),
      )
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{}']))
    const mails = await portal.look((tx) =>
      tx.selectFrom('mail').select('id').where('recipient', '=', 'dogwood.checker@usance.test').execute(),
    )
    expect(mails).toHaveLength(5)
  })

  test('whatever a user keeps as a preference, the choice of columns stays readable', async () => {
    const seat = portal.seats.alderMaker
    const put = (value: string) => portal.ask(seat, sessionCalls.preferenceEdit, { body: { key: 'columns:t', value } })
    for (const value of ['not json', '{"a":1}', '[1,null]', 'null']) {
      await put(value)
      expect(await portal.ask(seat, sessionCalls.columns, { params: { tableId: 't' } })).toEqual([])
    }
  })

  test('an unknown user and a wrong password get the same answer', async () => {
    const unknown = await refusalOf(portal.ask(null, sessionCalls.login, { body: await credentials('nobody', testPassword) }))
    const wrong = await refusalOf(
      portal.ask(null, sessionCalls.login, { body: await credentials('alder.checker', 'wrong wrong wrong') }),
    )
    expect([unknown.code, unknown.data]).toEqual([wrong.code, wrong.data])
    expect(wrong.code).toBe(1001)
  })

  test('more people than there are connections sign in at once, and each gets an answer', async () => {
    const signIn = async (n: number) =>
      portal.ask(null, sessionCalls.login, {
        body: await credentials(n % 2 ? 'alder.maker' : `nobody${n}`, n % 2 ? testPassword : 'A wrong one 1'),
      })
    const answers = await Promise.allSettled(Array.from({ length: 40 }, (_, n) => signIn(n)))
    expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(20)
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason.error).toBe('BAD_CREDENTIALS')
  })

  test('a recorded sign-in cannot be replayed', async () => {
    const body = await credentials('alder.maker', testPassword)
    await portal.ask(null, sessionCalls.login, { body })
    expect((await refusalOf(portal.ask(null, sessionCalls.login, { body }))).error).toBe('BAD_CREDENTIALS')
  })

  test('five wrong passwords lock the user, even for the right one', async () => {
    for (let i = 0; i < 5; i++)
      await refusalOf(portal.ask(null, sessionCalls.login, { body: await credentials('cedar.maker', 'wrong wrong wrong') }))
    const locked = await refusalOf(portal.ask(null, sessionCalls.login, { body: await credentials('cedar.maker', testPassword) }))
    expect(locked.code).toBe(1003)
    expect(locked.data.minutes).toBeGreaterThan(25)
  })

  test('a stopped user is out at the next request', async () => {
    const seat = portal.seats.birchMaker
    await portal.ask(seat, sessionCalls.me, {})
    await portal.look((tx) => tx.updateTable('appUser').set({ status: 'stop' }).where('id', '=', seat.userId).execute())
    expect((await refusalOf(portal.ask(seat, sessionCalls.me, {}))).code).toBe(401)
  })
})

describe('roles', () => {
  test('a companyRole header the user does not hold is refused', async () => {
    const response = await portal.sendRaw(
      portal.seats.alderMaker,
      'GET',
      '/api/usance-auth-center/userClient/queryUserInfoByUserId',
      undefined,
      { companyrole: 'FUNDER' },
    )
    expect(response.json()).toMatchObject({ code: 403 })
    expect(response.statusCode).toBe(200)
  })

  test('permissions come as a tree whose roots have no parent', async () => {
    const menus = await portal.ask(portal.seats.alderViewer, sessionCalls.menus, {})
    const names = new Set(menus.map((menu) => menu.name))
    expect(names.has('finance.finance-order.view')).toBe(true)
    expect(names.has('finance.finance-order.add')).toBe(false)
    for (const menu of menus) expect(menu.parentPermissionId === null || names.has(menu.parentPermissionId)).toBe(true)
  })
})
