import { sessionCalls } from '@usance/wire/session/calls'
import { userCenterCalls } from '@usance/wire/user-center/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { sealedFields, signInAs } from '../../testing/sealed-fields.ts'
import { testPassword } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

describe('the own profile', () => {
  test('name and preferences change, and a second tab with the older version is told', async () => {
    const seat = portal.seats.alderMaker
    const { version, seats } = await portal.ask(seat, userCenterCalls.profile, {})
    expect(seats).toEqual([{ companyName: 'Alder Textiles Ltd', role: 'SUPPLIER', userRoles: ['Maker'] }])
    const body = { version, cname: 'Ada Alder', language: 'zh-CN', timeZone: 5.75, timeFormat: 'DD/MM/YYYY' }
    await portal.ask(seat, userCenterCalls.edit, { body } as never)
    expect(await portal.ask(seat, sessionCalls.me, {})).toMatchObject({ cname: 'Ada Alder', language: 'zh-CN', timeZone: 5.75 })
    expect((await refusalOf(portal.ask(seat, userCenterCalls.edit, { body } as never))).error).toBe('STALE_VERSION')
  })

  test('the address changes only with the password, and never to that of somebody else', async () => {
    const seat = portal.seats.alderChecker
    const { version } = await portal.ask(seat, userCenterCalls.profile, {})
    const modify = async (email: string, typed: string) => {
      const [password] = await sealedFields(portal, [typed])
      return portal.ask(seat, userCenterCalls.modify, { body: { version, email, phone: '', password } } as never)
    }
    const wrong = await refusalOf(modify('new@alder.test', 'not the password'))
    expect(wrong.data.fields).toEqual([{ field: 'password', message: 'BAD_CREDENTIALS' }])
    expect((await refusalOf(modify('ALDER.MAKER@usance.test', testPassword))).data.fields[0].field).toBe('email')
    await modify('new@alder.test', testPassword)
    expect((await portal.ask(seat, userCenterCalls.profile, {})).email).toBe('new@alder.test')
  })

  test('a changed password ends the other sessions and replaces the old one', async () => {
    const seat = portal.seats.alderViewer
    const other = await signInAs(portal, 'alder.viewer', testPassword)
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
    const modify = portal.ask(seat, userCenterCalls.modify, { body: { version, email, phone: '', password } } as never)
    expect((await refusalOf(modify)).error).toBe('USER_LOCKED')
    expect(await signInAs(portal, 'birch.maker', testPassword)).toBeTruthy()
  })
})
