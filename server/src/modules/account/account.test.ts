import { accountCalls, accountList } from '@usance/wire/account/calls'
import { listCalls } from '@usance/wire/list'
import { sessionCalls } from '@usance/wire/session/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { sealedFields, signInAs } from '../../testing/sealed-fields.ts'
import { testPassword } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const secret = 'a few unrelated words'
/** The secret of the newest link mailed to somebody. */
const mailedLink = (recipient: string) =>
  portal.look(async (tx) => {
    const mail = await tx
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', recipient)
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow()
    return mail.body.match(/link=([\w-]+)/)![1]!
  })
const choosePassword = async (link: string, password: string) =>
  portal.ask(null, sessionCalls.setPassword, { body: { link, password: (await sealedFields(portal, [password]))[0] } })
const anna = {
  userName: 'anna.wong',
  cname: 'Anna Wong',
  email: 'anna.wong@alder.test',
  signatory: false,
  seats: [{ role: 'SUPPLIER' as const, userRoles: ['Maker' as const] }],
}

describe('the users of a company', () => {
  test('a director invites a user, who chooses a password once and signs in', async () => {
    const director = portal.seats.alderDirector
    const { id } = await portal.ask(director, accountCalls.add, { body: anna } as never)
    const invited = await portal.ask(director, accountCalls.detail, { body: { id } })
    expect(invited).toMatchObject({ status: 'unActive', operations: ['edit', 'send-invite', 'disabled'] })
    expect((await refusalOf(signInAs(portal, 'anna.wong', secret))).error).toBe('BAD_CREDENTIALS')

    const first = await mailedLink(anna.email)
    await portal.ask(director, accountCalls.sendInvite, { body: { id } } as never)
    expect((await refusalOf(choosePassword(first, secret))).error).toBe('LINK_USED_OR_EXPIRED')
    const second = await mailedLink(anna.email)
    expect(await choosePassword(second, secret)).toEqual({ username: 'anna.wong' })
    expect((await refusalOf(choosePassword(second, secret))).error).toBe('LINK_USED_OR_EXPIRED')
    const token = await signInAs(portal, 'anna.wong', secret)
    const me = await portal.ask({ ...director, token, companyRole: 'SUPPLIER' }, sessionCalls.me, {})
    expect(me).toMatchObject({ companyRole: 'SUPPLIER', userRoles: ['Maker'] })

    const rows = await portal.ask(director, listCalls(accountList).pageList, {
      body: { pageNum: 1, pageSize: 20, status: ['active'] },
    } as never)
    expect(rows.list?.map((row) => row.userName)).toContain('anna.wong')
    expect(rows.list?.map((row) => row.userName)).not.toContain('birch.maker')
  })

  test('a disabled user is out at once and comes back when activated', async () => {
    const director = portal.seats.alderDirector
    const viewer = portal.seats.alderViewer
    const body = { id: viewer.userId }
    expect(await portal.ask(director, accountCalls.disable, { body } as never)).toEqual({ status: 'stop' })
    expect((await refusalOf(portal.ask(viewer, sessionCalls.me, {}))).code).toBe(401)
    expect((await refusalOf(signInAs(portal, 'alder.viewer', testPassword))).error).toBe('USER_STOPPED')
    expect((await refusalOf(portal.ask(director, accountCalls.disable, { body } as never))).error).toBe('ILLEGAL_TRANSITION')
    expect(await portal.ask(director, accountCalls.activate, { body } as never)).toEqual({ status: 'active' })
    expect(await signInAs(portal, 'alder.viewer', testPassword)).toBeTruthy()
  })

  test('after a reset the old password no longer works, and the mailed link sets a new one', async () => {
    const director = portal.seats.alderDirector
    await portal.ask(director, accountCalls.resetPassword, { body: { id: portal.seats.alderMaker.userId } } as never)
    expect((await refusalOf(signInAs(portal, 'alder.maker', testPassword))).error).toBe('BAD_CREDENTIALS')
    await choosePassword(await mailedLink('alder.maker@usance.test'), secret)
    expect(await signInAs(portal, 'alder.maker', secret)).toBeTruthy()
  })

  test('the last active director stays, and nobody changes their own roles', async () => {
    const { alderDirector: director, administrator } = portal.seats
    const now = await portal.ask(director, accountCalls.detail, { body: { id: director.userId } })
    const edit = {
      id: now.id,
      version: now.version,
      cname: now.cname,
      email: now.email,
      signatory: now.signatory,
      seats: [{ role: 'COMPANY' as const, userRoles: ['Viewer' as const] }],
      companyCode: 'ALDER',
    }
    expect((await refusalOf(portal.ask(director, accountCalls.edit, { body: edit } as never))).error).toBe('OWN_USER')
    expect((await refusalOf(portal.ask(administrator, accountCalls.edit, { body: edit } as never))).error).toBe('LAST_DIRECTOR')
    expect(
      (await refusalOf(portal.ask(administrator, accountCalls.disable, { body: { id: director.userId } } as never))).error,
    ).toBe('LAST_DIRECTOR')
  })

  test('users of another company read like missing ones, and roles of the staff cannot be given away', async () => {
    const director = portal.seats.alderDirector
    const foreign = await refusalOf(portal.ask(director, accountCalls.detail, { body: { id: portal.seats.birchMaker.userId } }))
    const missing = await refusalOf(
      portal.ask(director, accountCalls.detail, { body: { id: '018f0000-0000-7000-8000-000000000000' } }),
    )
    expect([foreign.code, foreign.data]).toEqual([missing.code, missing.data])
    const asStaff = { ...anna, userName: 'anna.two', email: 'anna.two@alder.test' }
    const risk = { ...asStaff, seats: [{ role: 'SUPPLIER', userRoles: ['Risk'] }] }
    expect((await refusalOf(portal.ask(director, accountCalls.add, { body: risk } as never))).data.fields[0].field).toBe(
      'seats.0.userRoles',
    )
    const asBuyer = { ...asStaff, seats: [{ role: 'BUYER', userRoles: ['Maker'] }] }
    expect((await refusalOf(portal.ask(director, accountCalls.add, { body: asBuyer } as never))).data.fields[0].field).toBe(
      'seats.0.role',
    )
    expect((await refusalOf(portal.ask(portal.seats.alderMaker, accountCalls.add, { body: asStaff } as never))).code).toBe(401)
    expect((await refusalOf(portal.ask(portal.seats.alderChecker, accountCalls.add, { body: asStaff } as never))).code).toBe(403)
  })

  test('a file of the users names their roles, and who signs, in words', async () => {
    const words = {
      roles: { SUPPLIER: '供应商', Maker: '经办', Checker: '复核', Viewer: '查看' },
      signatory: { true: '是', false: '否' },
    }
    const columnList = ['userName', 'roles', 'signatory'].map((key) => ({ grp: accountList.id, key, title: key }))
    const file = String(
      await portal.ask(portal.seats.alderDirector, listCalls(accountList).csvExport, {
        body: { userNameLike: 'alder.', columnList, words, languageEnum: 'CN' } as never,
      }),
    )
    expect(file).toContain('alder.maker,供应商: 经办,')
    expect(file).toMatch(/,(是|否)\r\n/)
    expect(file).not.toMatch(/SUPPLIER|Maker|true|false|,[tf]\r/)
  })
})
