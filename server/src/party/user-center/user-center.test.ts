import { sessionCalls } from '@usance/wire/session/calls'
import { userCenterCalls } from '@usance/wire/user-center/calls'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailedLink } from '../../testing/mailed-link.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { sealedFields, signInAs } from '../../testing/sealed-fields.ts'
import { type Seat, testPassword } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

describe('the own profile', () => {
  test('name and preferences change, and a second tab with the older version is told', async () => {
    const seat = portal.seats.alderMaker
    const { version, seats } = await portal.ask(seat, userCenterCalls.profile, {})
    expect(seats).toEqual([{ companyName: 'Alder Textiles Ltd', role: 'SUPPLIER', userRoles: ['Maker'], signatory: false }])
    const body = { version, cname: 'Ada Alder', language: 'zh-CN', timeZone: 5.75, timeFormat: 'DD/MM/YYYY' }
    await portal.ask(seat, userCenterCalls.edit, { body } as never)
    expect(await portal.ask(seat, sessionCalls.me, {})).toMatchObject({ cname: 'Ada Alder', language: 'zh-CN', timeZone: 5.75 })
    expect((await refusalOf(portal.ask(seat, userCenterCalls.edit, { body } as never))).error).toBe('STALE_VERSION')
  })

  test('a user who decides about money proposes a new name, and the rest of the profile holds at once', async () => {
    const seat = portal.seats.cedarChecker
    const { version, cname } = await portal.ask(seat, userCenterCalls.profile, {})
    const body = { version, cname: 'Another Person', language: 'zh-CN', timeZone: 8, timeFormat: 'YYYY-MM-DD' }
    const saved = await portal.ask(seat, userCenterCalls.edit, { body } as never)
    expect(saved.waitingNo).toMatch(/^UC-/)
    expect(await portal.ask(seat, sessionCalls.me, {})).toMatchObject({ cname, language: 'zh-CN' })
    const again = portal.ask(seat, userCenterCalls.edit, { body: { ...body, version: saved.version } } as never)
    expect((await refusalOf(again)).error).toBe('CHANGE_WAITS')
  })

  test('the address changes only with the password, and never to that of somebody else', async () => {
    const seat = portal.seats.alderChecker
    const { version } = await portal.ask(seat, userCenterCalls.profile, {})
    const modify = async (email: string, typed: string) => {
      const [password] = await sealedFields(portal, [typed])
      return portal.ask(seat, userCenterCalls.modify, { body: { version, email, phone: '', password } })
    }
    const wrong = await refusalOf(modify('new@alder.test', 'not the password'))
    expect(wrong.data.fields).toEqual([{ field: 'password', message: 'BAD_CREDENTIALS' }])
    expect((await refusalOf(modify('ALDER.MAKER@usance.test', testPassword))).data.fields[0].field).toBe('email')
    const changed = await modify('new@alder.test', testPassword)
    // A checker decides about money: a second person passes the address before it receives a link.
    expect(changed).toMatchObject({ waitingNo: expect.stringMatching(/^UC-/), addressAsked: null })
    expect((await portal.ask(seat, userCenterCalls.profile, {})).email).toBe('alder.checker@usance.test')
  })

  test('the address of a user who only prepares holds once the mailed link was opened', async () => {
    const seat = portal.seats.alderMaker
    const { version } = await portal.ask(seat, userCenterCalls.profile, {})
    const [password] = await sealedFields(portal, [testPassword])
    const body = { version, email: 'ada@alder.test', phone: '', password }
    expect(await portal.ask(seat, userCenterCalls.modify, { body })).toMatchObject({
      waitingNo: null,
      addressAsked: 'ada@alder.test',
    })
    const email = async () => (await portal.ask(seat, userCenterCalls.profile, {})).email
    expect(await email()).toBe('alder.maker@usance.test')
    const link = await mailedLink(portal, 'ada@alder.test')
    expect(await portal.ask(null, sessionCalls.confirmAddress, { body: { link } })).toEqual({ email: 'ada@alder.test' })
    expect(await email()).toBe('ada@alder.test')
    expect((await refusalOf(portal.ask(null, sessionCalls.confirmAddress, { body: { link } }))).error).toBe(
      'LINK_USED_OR_EXPIRED',
    )
    const told = await portal.look((tx) =>
      tx.selectFrom('mail').select('kind').where('recipient', '=', 'alder.maker@usance.test').orderBy('createdAt').execute(),
    )
    expect(told.map(({ kind }) => kind)).toEqual(['addressAsked', 'addressChanged'])
  })

  test('a changed password ends the other sessions and replaces the old one', async () => {
    const seat = portal.seats.alderViewer
    const other = await signInAs(portal, 'alder.viewer', testPassword)
    const same = await sealedFields(portal, [testPassword, testPassword])
    const refused = portal.ask(seat, sessionCalls.changePassword, { body: { oldPassword: same[0], newPassword: same[1] } })
    expect((await refusalOf(refused)).data.fields).toEqual([{ field: 'newPassword', message: 'PASSWORD_SAME' }])
    const [oldPassword, newPassword] = await sealedFields(portal, [testPassword, 'another good sentence'])
    await portal.ask(seat, sessionCalls.changePassword, { body: { oldPassword, newPassword } })
    expect((await refusalOf(portal.ask({ ...seat, token: other }, sessionCalls.me, {}))).code).toBe(401)
    expect((await refusalOf(signInAs(portal, 'alder.viewer', testPassword))).error).toBe('BAD_CREDENTIALS')
    expect(await signInAs(portal, 'alder.viewer', 'another good sentence')).toBeTruthy()
  })

  test('five wrong passwords inside a session lock it there, even for the right one, but not the door', async () => {
    const seat = portal.seats.birchMaker
    const { version, email } = await portal.ask(seat, userCenterCalls.profile, {})
    const change = async (typed: string) => {
      const [oldPassword, newPassword] = await sealedFields(portal, [typed, 'another good sentence'])
      return portal.ask(seat, sessionCalls.changePassword, { body: { oldPassword, newPassword } })
    }
    for (let n = 0; n < 5; n++) expect((await refusalOf(change(`guess ${n}`))).data.fields[0].message).toBe('BAD_CREDENTIALS')
    const locked = await refusalOf(change(testPassword))
    expect(locked.error).toBe('USER_LOCKED')
    expect(locked.data.minutes).toBeGreaterThan(25)
    const [password] = await sealedFields(portal, [testPassword])
    const modify = portal.ask(seat, userCenterCalls.modify, { body: { version, email, phone: '', password } })
    expect((await refusalOf(modify)).error).toBe('USER_LOCKED')
    expect(await signInAs(portal, 'birch.maker', testPassword)).toBeTruthy()
  })
})

describe('the second factor', () => {
  const begin = async (seat: Seat, typed: string) => {
    const [password] = await sealedFields(portal, [typed])
    return portal.ask(seat, sessionCalls.mfaBegin, { body: { password } })
  }
  const confirm = async (seat: Seat, typed: string, code: string, enable: boolean) => {
    const [password] = await sealedFields(portal, [typed])
    return portal.ask(seat, sessionCalls.mfaConfirm, { body: { password, code, enable } })
  }
  const codeOf = (secret: string, step = 0) =>
    new TOTP({ algorithm: 'SHA1', secret: Secret.fromBase32(secret) }).generate({
      timestamp: portal.app.clock().getTime() + step * 30_000,
    })
  const isOn = async (seat: Seat) => (await portal.ask(seat, sessionCalls.me, {})).mfaEnabled
  const mfa = (call: 'begin' | 'confirm') => `/api/${portal.app.config.prefix}-auth-center/userClient/mfa/${call}`

  test('a session left open switches it neither on nor off: each step takes the password', async () => {
    const seat = portal.seats.firChecker
    const bare = await portal.sendRaw(seat, 'POST', mfa('begin'), {})
    expect(bare.json().data?.secret).toBeUndefined()
    const wrong = [{ field: 'password', message: 'BAD_CREDENTIALS' }]
    expect((await refusalOf(begin(seat, 'a guess'))).data.fields).toEqual(wrong)
    const { secret } = await begin(seat, testPassword)
    const unproved = await portal.sendRaw(seat, 'POST', mfa('confirm'), { code: codeOf(secret), enable: true })
    expect(unproved.json().code).not.toBe(200)
    expect((await refusalOf(confirm(seat, 'a guess', codeOf(secret), true))).data.fields).toEqual(wrong)
    expect(await isOn(seat)).toBe(false)
    await confirm(seat, testPassword, codeOf(secret), true)
    expect(await isOn(seat)).toBe(true)

    const off = await portal.sendRaw(seat, 'POST', mfa('confirm'), { code: codeOf(secret, 1), enable: false })
    expect(off.json().code).not.toBe(200)
    expect((await refusalOf(confirm(seat, 'a guess', codeOf(secret, 1), false))).data.fields).toEqual(wrong)
    expect(await isOn(seat)).toBe(true)
    await confirm(seat, testPassword, codeOf(secret, 1), false)
    expect(await isOn(seat)).toBe(false)
  })

  test('a password that is long enough only beside a second factor goes before the factor does', async () => {
    const seat = portal.seats.cedarMaker
    const change = async (from: string, to: string) => {
      const [oldPassword, newPassword] = await sealedFields(portal, [from, to])
      return portal.ask(seat, sessionCalls.changePassword, { body: { oldPassword, newPassword } })
    }
    const { secret } = await begin(seat, testPassword)
    const { recoveryCodes } = await confirm(seat, testPassword, codeOf(secret), true)
    await change(testPassword, 'tigerlly')
    for (const code of [recoveryCodes[0]!, codeOf(secret, 1)])
      expect((await refusalOf(confirm(seat, 'tigerlly', code, false))).data.fields).toEqual([
        { field: 'password', message: 'PASSWORD_NEEDS_FACTOR' },
      ])
    expect(await isOn(seat)).toBe(true)
    // Nothing was used up: once the password is longer, the same code switches the factor off.
    await change('tigerlly', 'a tiger and a lily')
    await confirm(seat, 'a tiger and a lily', recoveryCodes[0]!, false)
    expect(await isOn(seat)).toBe(false)
  })

  test('each recovery code works once, simultaneous attempts included, and its owner is notified', async () => {
    const seat = portal.seats.dogwoodChecker
    const { secret } = await begin(seat, testPassword)
    const other = await signInAs(portal, 'dogwood.checker', testPassword)
    const { recoveryCodes } = await confirm(seat, testPassword, codeOf(secret), true)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await portal.ask(seat, userCenterCalls.profile, {})).recoveryCodesLeft).toBe(10)
    // Earlier sessions were opened without a second factor, whoever opened them.
    expect((await refusalOf(portal.ask({ ...seat, token: other }, sessionCalls.me, {}))).code).toBe(401)
    const signIn = async (code: string) => {
      const [userName, password] = await sealedFields(portal, ['dogwood.checker', testPassword])
      const body = { userName, password, loginName: 'dogwood.checker', type: 1, code }
      return portal.ask(null, sessionCalls.login, { body })
    }
    const first = recoveryCodes[0]!
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => signIn(first.toLowerCase().replaceAll('-', ' '))))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const mails = await portal.look((tx) => tx.selectFrom('mail').select('body').where('kind', '=', 'recoveryCodeUsed').execute())
    expect(mails).toHaveLength(1)
    expect(mails[0]!.body).toContain('9')
    const stored = await portal.look((tx) => tx.selectFrom('recoveryCode').selectAll().execute())
    for (const code of recoveryCodes) expect(JSON.stringify(stored)).not.toContain(code)

    // New codes replace the former ones; a lost phone is switched off with a code, which ends its codes.
    const [password] = await sealedFields(portal, [testPassword])
    const renewed = await portal.ask(seat, sessionCalls.mfaCodes, { body: { password, code: recoveryCodes[1]! } })
    expect((await refusalOf(signIn(recoveryCodes[2]!))).error).toBe('SECOND_FACTOR_WRONG')
    await confirm(seat, testPassword, renewed.recoveryCodes[0]!, false)
    expect(await isOn(seat)).toBe(false)
    expect((await portal.ask(seat, userCenterCalls.profile, {})).recoveryCodesLeft).toBe(0)
  })

  test('guesses at the password there are counted: after five, even the right one is locked', async () => {
    const seat = portal.seats.cedarChecker
    for (let n = 0; n < 5; n++) expect((await refusalOf(begin(seat, `guess ${n}`))).data.fields[0].field).toBe('password')
    expect((await refusalOf(begin(seat, testPassword))).error).toBe('USER_LOCKED')
    expect(await isOn(seat)).toBe(false)
  })
})
