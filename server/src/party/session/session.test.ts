import { constants, createPublicKey, publicEncrypt, randomUUID } from 'node:crypto'
import type { CompanyRole } from '@usance/wire/roles'
import { sessionCalls } from '@usance/wire/session/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newLink } from '../../auth/one-time-link.ts'
import { mailResets } from '../../jobs/mail-resets.ts'
import { mailedLink } from '../../testing/mailed-link.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { sealedFields, signInAs } from '../../testing/sealed-fields.ts'
import { testPassword } from '../../testing/world.ts'
import { counterOfUser } from './attempts.ts'
import { mostPreferences } from './preferences.ts'

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

/** The link to a new password that a user asks for and is mailed. */
async function askedLink(loginName: string): Promise<string> {
  await portal.ask(null, sessionCalls.resetRequest, { body: { loginName } })
  await mailResets(portal.app)
  return mailedLink(portal, `${loginName}@usance.test`)
}
async function setPassword(link: string, words: string) {
  const [password] = await sealedFields(portal, [words])
  return portal.ask(null, sessionCalls.setPassword, { body: { link, password } })
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
    await mailResets(portal.app)
    const mails = await portal.look((tx) =>
      tx.selectFrom('mail').select('id').where('recipient', '=', 'dogwood.checker@usance.test').execute(),
    )
    expect(mails).toHaveLength(5)
  })

  test('a reset makes the same queries for known and unknown users; a job sends the mail', async () => {
    const made = () =>
      portal.look(async (tx) => ({
        asked: (await tx.selectFrom('resetRequest').select('loginName').orderBy('createdAt').execute()).map(
          (row) => row.loginName,
        ),
        mails: (await tx.selectFrom('mail').select('id').where('recipient', '=', 'cedar.checker@usance.test').execute()).length,
      }))
    for (const loginName of ['cedar.checker', 'nobody.at.all'])
      expect(await portal.ask(null, sessionCalls.resetRequest, { body: { loginName } })).toEqual({})
    expect(await made()).toEqual({ asked: ['cedar.checker', 'nobody.at.all'], mails: 0 })
    await mailResets(portal.app)
    expect(await made()).toEqual({ asked: [], mails: 1 })
  })

  test('whatever a user keeps as a preference, the choice of columns stays readable', async () => {
    const seat = portal.seats.alderMaker
    const put = (value: string) => portal.ask(seat, sessionCalls.preferenceEdit, { body: { key: 'columns:t', value } })
    for (const value of ['not json', '{"a":1}', '[1,null]', 'null']) {
      await put(value)
      expect(await portal.ask(seat, sessionCalls.columns, { params: { tableId: 't' } })).toEqual([])
    }
  })

  test('a user keeps a limited number of preferences, and may change existing ones', async () => {
    const seat = portal.seats.firChecker
    const put = (key: string) => portal.ask(seat, sessionCalls.preferenceEdit, { body: { key, value: 'x' } })
    for (let n = 0; n < mostPreferences; n++) await put(`made.up.${n}`)
    const refusal = await refusalOf(put('one.more'))
    expect(refusal.data.fields).toEqual([{ field: 'key', message: 'KEPT_ENOUGH', params: { count: mostPreferences } }])
    const columns = portal.ask(seat, sessionCalls.saveColumns, { params: { tableId: 'one.more' }, body: [] })
    expect((await refusalOf(columns)).data.fields[0].message).toBe('KEPT_ENOUGH')
    await put('made.up.0')
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

  test('five of a hundred simultaneous wrong passwords are checked, whichever name they use', async () => {
    const bodies = await Promise.all(
      Array.from({ length: 100 }, (_, n) => credentials(n % 2 ? 'elm.checker' : 'elm.checker@usance.test', `a guess ${n}`)),
    )
    const answers = await Promise.all(bodies.map((body) => refusalOf(portal.ask(null, sessionCalls.login, { body }))))
    const told = answers.filter(({ error }) => error === 'USER_LOCKED').length
    expect(told).toBeGreaterThanOrEqual(90)
    expect(answers.filter(({ error }) => error === 'BAD_CREDENTIALS')).toHaveLength(100 - told)
    // Each name has a lock of its own, so that it reveals nothing of the other; checked attempts count for the user.
    const { account } = counterOfUser(portal.app, portal.seats.elmChecker.userId, undefined)
    const { state } = await portal.look((tx) =>
      tx.selectFrom('signInAttempt').select('state').where('account', '=', account).executeTakeFirstOrThrow(),
    )
    expect(state).toMatchObject({ failedAt: expect.objectContaining({ length: 5 }), openAt: [] })
    expect((await refusalOf(signInAs(portal, 'elm.checker', testPassword))).error).toBe('USER_LOCKED')
  })

  test('a success leaves the wrong guesses of others counted', async () => {
    await signInAs(portal, 'elm.maker', testPassword)
    for (let n = 0; n < 4; n++) await refusalOf(signInAs(portal, 'elm.maker', `a guess ${n}`))
    expect(await signInAs(portal, 'elm.maker', testPassword)).toBeTruthy()
    await refusalOf(signInAs(portal, 'elm.maker', 'a fifth guess'))
    expect((await refusalOf(signInAs(portal, 'elm.maker', testPassword))).error).toBe('USER_LOCKED')
  })

  test('an invalid ciphertext or a used nonce locks nobody out', async () => {
    const path = `/api/${portal.app.config.prefix}-auth-center/login`
    const used = await credentials('staff.risk', 'a wrong password')
    for (let n = 0; n < 10; n++) {
      const body = { userName: 'AAAA', password: 'BBBB', loginName: 'staff.risk', type: 1 }
      expect((await portal.sendRaw(null, 'POST', path, body)).json().code).toBe(1001)
      expect((await portal.sendRaw(null, 'POST', path, used)).json().code).toBe(1001)
    }
    expect(await signInAs(portal, 'staff.risk', testPassword)).toBeTruthy()
  })

  test('guesses from elsewhere do not lock out a user at a known address, and a reset unlocks', async () => {
    const path = `/api/${portal.app.config.prefix}-auth-center/login`
    const from = async (address: string, password: string) => {
      const body = await credentials('staff.bd', password)
      return (await portal.sendRaw(null, 'POST', path, body, { 'x-forwarded-for': address })).json().code as number
    }
    expect(await from('192.0.2.1', testPassword)).toBe(200)
    for (let n = 0; n < 5; n++) expect(await from(`203.0.113.${n}`, `a guess ${n}`)).toBe(1001)
    expect(await from('203.0.113.9', testPassword)).toBe(1003)
    expect(await from('192.0.2.1', testPassword)).toBe(200)

    await portal.ask(null, sessionCalls.resetRequest, { body: { loginName: 'staff.bd' } })
    await mailResets(portal.app)
    const link = await mailedLink(portal, 'staff.bd@usance.test')
    const [password] = await sealedFields(portal, ['three unrelated words'])
    await portal.ask(null, sessionCalls.setPassword, { body: { link, password } })
    expect(await from('203.0.113.9', 'three unrelated words')).toBe(200)
  })

  test('a user signs in by the e-mail address too', async () => {
    expect(await signInAs(portal, 'Birch.Maker@usance.test', testPassword)).toBeTruthy()
  })

  test('of the links to a new password that a user asks for the newest alone is valid', async () => {
    const [earlier, newest] = [await askedLink('fir.checker'), await askedLink('fir.checker')]
    expect((await refusalOf(setPassword(earlier, 'by an earlier link'))).error).toBe('LINK_USED_OR_EXPIRED')
    expect(await setPassword(newest, 'by the newest link')).toEqual({ username: 'fir.checker' })
  })

  test('a password that was set voids every other link and every session', async () => {
    const { userId } = portal.seats.firChecker
    const [used, other] = [await askedLink('fir.checker'), await portal.look((tx) => newLink(tx, 'RESET', userId, 2))]
    const token = await signInAs(portal, 'fir.checker', 'by the newest link')
    await setPassword(used, 'the first of three')
    expect((await refusalOf(setPassword(other, 'the second of three'))).error).toBe('LINK_USED_OR_EXPIRED')
    expect((await refusalOf(portal.ask({ ...portal.seats.firChecker, token }, sessionCalls.me, {}))).code).toBe(401)

    const fourth = await askedLink('fir.checker')
    const later = { ...portal.seats.firChecker, token: await signInAs(portal, 'fir.checker', 'the first of three') }
    const [oldPassword, newPassword] = await sealedFields(portal, ['the first of three', 'changed in a session'])
    await portal.ask(later, sessionCalls.changePassword, { body: { oldPassword, newPassword } })
    expect((await refusalOf(setPassword(fourth, 'by an old link'))).error).toBe('LINK_USED_OR_EXPIRED')
  })

  test('a session ends a day after its sign-in at the latest, however busy it is', async () => {
    const { userId, token } = portal.seats.alderViewer
    const { sessionHours } = portal.app.config
    expect(sessionHours).toBeLessThanOrEqual(24)
    await portal.look((tx) =>
      sql`update session set created_at = now() - make_interval(hours => ${sessionHours}, secs => 5), last_seen_at = now()
        where user_id = ${userId}`.execute(tx),
    )
    expect((await refusalOf(portal.ask({ ...portal.seats.alderViewer, token }, sessionCalls.me, {}))).code).toBe(401)
    await portal.look((tx) => sql`update session set created_at = now() where user_id = ${userId}`.execute(tx))
  })

  test('the idle time counts from the last call, not from the last one that was kept', async () => {
    const { userId } = portal.seats.alderViewer
    const brief = await openPortal({ SESSION_IDLE_MINUTES: '1' })
    try {
      for (const [one, seconds] of [
        [brief, 40],
        [portal, 50],
      ] as const) {
        const seat = one.seats.alderViewer
        const passed = (seconds: number) =>
          one.look((tx) =>
            sql`update session set last_seen_at = last_seen_at - make_interval(secs => ${seconds}) where user_id = ${userId}`.execute(
              tx,
            ),
          )
        // Somebody who works calls within the idle time, each time well before it is over.
        for (let call = 0; call < 4; call++) {
          await passed(seconds)
          expect(await one.ask(seat, sessionCalls.me, {})).toMatchObject({ username: 'alder.viewer' })
        }
        await passed(one.app.config.sessionIdleMinutes * 60 - 1)
        expect(await one.ask(seat, sessionCalls.me, {})).toMatchObject({ username: 'alder.viewer' })
        // And who does not is out.
        await passed(one.app.config.sessionIdleMinutes * 62 + 1)
        expect((await refusalOf(one.ask(seat, sessionCalls.me, {}))).code).toBe(401)
      }
    } finally {
      await brief.close()
      await portal.look((tx) => sql`update session set last_seen_at = now() where user_id = ${userId}`.execute(tx))
    }
  })

  test('a session that ended by its idle time or its age is not listed as one in which its user is signed in', async () => {
    const seat = portal.seats.birchMaker
    const { sessionHours, sessionIdleMinutes } = portal.app.config
    await signInAs(portal, 'birch.maker', testPassword)
    await signInAs(portal, 'birch.maker', testPassword)
    const listed = async () => (await portal.ask(seat, sessionCalls.sessions, {})).map(({ id }) => id)
    const current = (await portal.ask(seat, sessionCalls.sessions, {})).find((one) => one.current)!.id
    const [idle, ...aged] = (await listed()).filter((id) => id !== current)
    const moved = (ids: string[], set: object) =>
      portal.look((tx) => tx.updateTable('session').set(set).where('id', 'in', ids).execute())
    await moved(aged, { createdAt: sql`now() - make_interval(hours => ${sessionHours}, secs => 5)` })
    expect(await listed()).toHaveLength(2)
    await moved([idle!], { lastSeenAt: sql`now() - make_interval(mins => ${sessionIdleMinutes + 2})` })
    expect(await listed()).toEqual([current])
  })

  test('a stopped user is out at the next request', async () => {
    const seat = portal.seats.birchMaker
    await portal.ask(seat, sessionCalls.me, {})
    await portal.look((tx) => tx.updateTable('appUser').set({ status: 'stop' }).where('id', '=', seat.userId).execute())
    expect((await refusalOf(portal.ask(seat, sessionCalls.me, {}))).code).toBe(401)
  })
})

const meAddress = '/api/usance-auth-center/userClient/queryUserInfoByUserId'

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

  test('a call of a page for one company is not taken for another that was chosen in the next tab', async () => {
    const { userId, token, companyId } = portal.seats.cedarMaker
    const role = (await portal.ask(portal.seats.cedarMaker, sessionCalls.me, {})).companyRole
    const other = portal.seats.birchMaker.companyId
    await portal.look((tx) =>
      tx
        .insertInto('userCompanyRole')
        .values({ id: randomUUID(), userId, companyId: other, role, userRoles: ['Maker'], status: 'ENABLE' })
        .onConflict((c) => c.columns(['userId', 'companyId', 'role']).doUpdateSet({ status: 'ENABLE' }))
        .execute(),
    )
    const ask = async (page: string) =>
      (await portal.sendRaw({ ...portal.seats.cedarMaker, token }, 'GET', meAddress, undefined, { companyid: page })).json()
    expect(await ask(companyId)).toMatchObject({ code: 200, data: { companyId } })
    await portal.ask(portal.seats.cedarMaker, sessionCalls.choose, { body: { companyId: other, companyRole: role } })
    for (const _ of ['asked of the database', 'begun early'])
      expect(await ask(companyId)).toMatchObject({ code: 403, data: { error: 'COMPANY_CHANGED' } })
    // Also where the role of the page is not held in the other company: nothing was taken from anybody.
    const unheld = role === 'SUPPLIER' ? 'FUNDER' : 'SUPPLIER'
    const headers = { companyid: companyId, companyrole: unheld }
    const ofAnotherRole = await portal.sendRaw({ ...portal.seats.cedarMaker, token }, 'GET', meAddress, undefined, headers)
    expect(ofAnotherRole.json()).toMatchObject({ code: 403, data: { error: 'COMPANY_CHANGED' } })
    expect(await ask(other)).toMatchObject({ code: 200, data: { companyId: other } })
    await portal.ask(portal.seats.cedarMaker, sessionCalls.choose, { body: { companyId, companyRole: role } })
    await portal.look((tx) =>
      tx
        .updateTable('userCompanyRole')
        .set({ status: 'DISABLE' })
        .where('userId', '=', userId)
        .where('companyId', '=', other)
        .execute(),
    )
  })

  test('a removed seat falls back to the user’s next one; without another one, the session says so', async () => {
    const { userId, token, companyId } = portal.seats.cedarMaker
    const seats = (role: CompanyRole, status: 'ENABLE' | 'DISABLE') =>
      portal.look((tx) =>
        tx
          .insertInto('userCompanyRole')
          .values({ id: randomUUID(), userId, companyId, role, userRoles: ['Maker'], status })
          .onConflict((c) => c.columns(['userId', 'companyId', 'role']).doUpdateSet({ status }))
          .execute(),
      )
    const ask = async (headers: Record<string, string> = {}) =>
      (await portal.sendRaw({ ...portal.seats.cedarMaker, token }, 'GET', meAddress, undefined, headers)).json()
    const first = (await ask()).data.companyRole
    const second = first === 'SUPPLIER' ? 'BUYER' : 'SUPPLIER'
    await seats(second, 'ENABLE')
    await seats(first, 'DISABLE')
    expect(await ask({ companyrole: first })).toMatchObject({ code: 403, data: { error: 'SEAT_LOST' } })
    expect(await ask()).toMatchObject({ code: 200, data: { companyRole: second } })
    await seats(second, 'DISABLE')
    expect(await ask()).toMatchObject({ code: 403, data: { error: 'SEAT_LOST' } })
    await seats(first, 'ENABLE')
    expect(await ask()).toMatchObject({ code: 200, data: { companyRole: first } })
  })

  test('permissions come as a tree whose roots have no parent', async () => {
    const menus = await portal.ask(portal.seats.alderViewer, sessionCalls.menus, {})
    const names = new Set(menus.map((menu) => menu.name))
    expect(names.has('finance.finance-order.view')).toBe(true)
    expect(names.has('finance.finance-order.add')).toBe(false)
    for (const menu of menus) expect(menu.parentPermissionId === null || names.has(menu.parentPermissionId)).toBe(true)
  })
})
