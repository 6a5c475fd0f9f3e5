import { readFileSync } from 'node:fs'
import { accountCalls, accountList } from '@usance/wire/account/calls'
import { listCalls } from '@usance/wire/list'
import { mailCalls } from '@usance/wire/mail/calls'
import { sessionCalls } from '@usance/wire/session/calls'
import { userCenterCalls } from '@usance/wire/user-center/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newId } from '../../database/id.ts'
import { migrationsFolder } from '../../database/migrate.ts'
import { mailResets } from '../../jobs/mail-resets.ts'
import { decideChange } from '../../testing/decide-change.ts'
import { mailedLink as newestLink } from '../../testing/mailed-link.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { sealedFields, signInAs } from '../../testing/sealed-fields.ts'
import { openingDay, openSeat, type Seat, testPassword } from '../../testing/world.ts'
import { addUser } from '../company/register.ts'
import { saveSigningRight } from './seats.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const secret = 'a few unrelated words'
const mailedLink = (recipient: string) => newestLink(portal, recipient)
const choosePassword = async (link: string, password: string) =>
  portal.ask(null, sessionCalls.setPassword, { body: { link, password: (await sealedFields(portal, [password]))[0] } })
/** Another person of the world, signed in. */
const colleague = (userName: string, seats: { companyId: string; role: 'SUPPLIER'; userRoles: string[] }[]) =>
  portal.look(async (tx) => {
    const person = { userName, cname: userName, email: `${userName}@usance.test`, seats, password: testPassword }
    return openSeat(tx, await addUser(tx, person), seats[0]!.companyId, seats[0]!.role)
  })
/** A change of a colleague by the director of Alder; other values stay. */
async function editOf({ userId }: Seat, change: { email?: string; userRoles?: readonly string[] }) {
  const director = portal.seats.alderDirector
  const { id, version, cname, email, seats } = await portal.ask(director, accountCalls.detail, {
    body: { id: userId },
  })
  const wanted = seats.map(({ role, userRoles }) => ({ role, userRoles: change.userRoles ?? userRoles }))
  const signatory = seats.some((seat) => seat.signatory)
  const body = { id, version, cname, signatory, email: change.email ?? email, seats: wanted }
  return portal.ask(director, accountCalls.edit, { body: body as never })
}
/** Switches the second factor on and returns its recovery codes. */
async function enrol(seat: Seat, typed: string) {
  const proof = async () => ({ password: (await sealedFields(portal, [typed]))[0] })
  const { secret } = await portal.ask(seat, sessionCalls.mfaBegin, { body: await proof() })
  const code = new TOTP({ algorithm: 'SHA1', secret: Secret.fromBase32(secret) }).generate({
    timestamp: portal.app.clock().getTime(),
  })
  return portal.ask(seat, sessionCalls.mfaConfirm, { body: { ...(await proof()), code, enable: true } })
}
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
    const { id } = await portal.ask(director, accountCalls.add, { body: anna })
    const invited = await portal.ask(director, accountCalls.detail, { body: { id } })
    expect(invited).toMatchObject({ status: 'unActive', operations: ['edit', 'send-invite', 'disabled'] })
    expect((await refusalOf(signInAs(portal, 'anna.wong', secret))).error).toBe('BAD_CREDENTIALS')

    const first = await mailedLink(anna.email)
    await portal.ask(director, accountCalls.sendInvite, { body: { id } })
    expect((await refusalOf(choosePassword(first, secret))).error).toBe('LINK_USED_OR_EXPIRED')
    const second = await mailedLink(anna.email)
    expect(await choosePassword(second, secret)).toEqual({ username: 'anna.wong' })
    expect((await refusalOf(choosePassword(second, secret))).error).toBe('LINK_USED_OR_EXPIRED')
    const token = await signInAs(portal, 'anna.wong', secret)
    const me = await portal.ask({ ...director, token, companyRole: 'SUPPLIER' }, sessionCalls.me, {})
    expect(me).toMatchObject({ companyRole: 'SUPPLIER', userRoles: ['Maker'] })
    const present = { companyId: me.companyId, companyRole: 'SUPPLIER', isPresent: true }
    expect(me.roles).toEqual([
      { roleCode: 'SUPPLIER', ...present },
      { roleCode: 'Maker', ...present },
    ])

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
    expect(await portal.ask(director, accountCalls.disable, { body })).toEqual({ status: 'stop' })
    expect((await refusalOf(portal.ask(viewer, sessionCalls.me, {}))).code).toBe(401)
    expect((await refusalOf(signInAs(portal, 'alder.viewer', testPassword))).error).toBe('USER_STOPPED')
    expect((await refusalOf(portal.ask(director, accountCalls.disable, { body }))).error).toBe('ILLEGAL_TRANSITION')
    expect(await portal.ask(director, accountCalls.activate, { body })).toEqual({ status: 'active' })
    expect(await signInAs(portal, 'alder.viewer', testPassword)).toBeTruthy()
  })

  test('an invited user who was stopped and let in again is mailed a link that works', async () => {
    const director = portal.seats.alderDirector
    const email = 'ida.stone@alder.test'
    const { id } = await portal.ask(director, accountCalls.add, {
      body: { ...anna, userName: 'ida.stone', cname: 'Ida Stone', email },
    })
    const first = await mailedLink(email)
    await portal.ask(director, accountCalls.disable, { body: { id } })
    expect((await refusalOf(choosePassword(first, secret))).error).toBe('LINK_USED_OR_EXPIRED')
    expect(await portal.ask(director, accountCalls.activate, { body: { id } })).toEqual({ status: 'unActive' })
    expect(await choosePassword(await mailedLink(email), secret)).toEqual({ username: 'ida.stone' })
  })

  test('after a reset the old password no longer works, and the mailed link sets a new one', async () => {
    const director = portal.seats.alderDirector
    await portal.ask(director, accountCalls.resetPassword, { body: { id: portal.seats.alderMaker.userId } })
    expect((await refusalOf(signInAs(portal, 'alder.maker', testPassword))).error).toBe('BAD_CREDENTIALS')
    const mail = await portal.look((tx) =>
      tx.selectFrom('mail').select('body').where('recipient', '=', 'alder.maker@usance.test').executeTakeFirstOrThrow(),
    )
    expect(mail.body).toContain('alder.director has reset your password')
    expect(mail.body).toContain('has stopped working')
    // Staff belong to another company: the mail names the operator, not the person.
    await portal.ask(portal.seats.administrator, accountCalls.resetPassword, {
      body: { id: portal.seats.alderViewer.userId },
    })
    const ofStaff = await portal.look(async (tx) => ({
      mail: await tx
        .selectFrom('mail')
        .select('body')
        .where('recipient', '=', 'alder.viewer@usance.test')
        .executeTakeFirstOrThrow(),
      operator: await tx.selectFrom('company').select('name').where('isPlatform', '=', true).executeTakeFirstOrThrow(),
    }))
    expect(ofStaff.mail.body).not.toContain('staff.admin')
    expect(ofStaff.mail.body).toContain(`${ofStaff.operator.name} has reset your password`)
    await choosePassword(await mailedLink('alder.maker@usance.test'), secret)
    expect(await signInAs(portal, 'alder.maker', secret)).toBeTruthy()
  })

  test('a colleague who has joined stays one through a reset and a stop: a new address still takes two people', async () => {
    const { alderDirector: director } = portal.seats
    const clerk = await colleague('nora.clerk', [{ companyId: director.companyId, role: 'SUPPLIER', userRoles: ['Maker'] }])
    const body = { id: clerk.userId }
    await portal.ask(director, accountCalls.resetPassword, { body })
    await portal.ask(director, accountCalls.disable, { body })
    expect(await portal.ask(director, accountCalls.activate, { body })).toEqual({ status: 'active' })
    const address = 'nora.clerk@usance.test'
    expect(await editOf(clerk, { email: 'director.second@alder.test' })).toMatchObject({
      waitingNo: expect.stringMatching(/^UC-/),
    })
    expect(await portal.ask(director, accountCalls.detail, { body })).toMatchObject({ email: address, status: 'active' })
    await choosePassword(await mailedLink(address), secret)
    expect(await signInAs(portal, 'nora.clerk', secret)).toBeTruthy()
    await expect(
      portal.look((tx) => tx.updateTable('appUser').set({ status: 'unActive' }).where('id', '=', clerk.userId).execute()),
    ).rejects.toThrow('joined_once')
  })

  test('a colleague whom an earlier version took for an invited user again has joined, and is let in', async () => {
    const { alderDirector: director } = portal.seats
    const clerk = await colleague('olaf.clerk', [{ companyId: director.companyId, role: 'SUPPLIER', userRoles: ['Maker'] }])
    const text = readFileSync(`${migrationsFolder()}/1248-who-has-joined.sql`, 'utf8')
    await portal.asOwner(async (db) => {
      await sql
        .raw(
          'drop trigger keep_joined on app_user; alter table app_user drop column joined_at cascade; drop function keep_joined()',
        )
        .execute(db)
      await sql`update app_user set status = 'unActive', password_hash = null, last_sign_in_at = now() where id = ${clerk.userId}`.execute(
        db,
      )
      await sql.raw(`begin; ${text} commit`).execute(db)
    })
    expect(await portal.ask(director, accountCalls.detail, { body: { id: clerk.userId } })).toMatchObject({ status: 'active' })
    expect(await editOf(clerk, { email: 'director.third@alder.test' })).toMatchObject({
      waitingNo: expect.stringMatching(/^UC-/),
    })
  })

  test('a seat that waits is not given once its company has lost the role', async () => {
    const { alderDirector: director, operations } = portal.seats
    const role = { id: newId(), companyId: director.companyId, role: 'BUYER' as const }
    await portal.look((tx) => tx.insertInto('companyRole').values(role).execute())
    const seats = [{ role: 'BUYER' as const, userRoles: ['Checker' as const] }]
    const body = { ...anna, userName: 'lost.role', email: 'lost.role@alder.test', seats }
    const { waitingNo } = await portal.ask(director, accountCalls.add, { body })
    await portal.asOwner((db) => db.deleteFrom('companyRole').where('id', '=', role.id).execute())
    expect((await refusalOf(decideChange(portal, operations, waitingNo!))).data.fields).toMatchObject([{ field: 'seats.0.role' }])
  })

  test('the last active director stays, and nobody changes their own roles', async () => {
    const { alderDirector: director, administrator } = portal.seats
    const now = await portal.ask(director, accountCalls.detail, { body: { id: director.userId } })
    const edit = {
      id: now.id,
      version: now.version,
      cname: now.cname,
      email: now.email,
      signatory: now.seats.some((seat) => seat.signatory),
      seats: [{ role: 'COMPANY' as const, userRoles: ['Viewer' as const] }],
      companyCode: 'ALDER',
    }
    expect((await refusalOf(portal.ask(director, accountCalls.edit, { body: edit }))).error).toBe('OWN_USER')
    expect((await refusalOf(portal.ask(administrator, accountCalls.edit, { body: edit }))).error).toBe('LAST_DIRECTOR')
    expect((await refusalOf(portal.ask(administrator, accountCalls.disable, { body: { id: director.userId } }))).error).toBe(
      'LAST_DIRECTOR',
    )
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
    expect((await refusalOf(portal.ask(portal.seats.alderMaker, accountCalls.add, { body: asStaff }))).code).toBe(401)
    expect((await refusalOf(portal.ask(portal.seats.alderChecker, accountCalls.add, { body: asStaff }))).code).toBe(403)
  })

  test('a seat over money takes two people: another director, else operations, never its own holder', async () => {
    const { alderDirector: director, operations, operations2 } = portal.seats
    const bob = { ...anna, userName: 'bob.lee', cname: 'Bob Lee', email: 'bob.lee@alder.test' }
    const checker = [{ role: 'SUPPLIER' as const, userRoles: ['Checker' as const] }]
    const { id, waitingNo } = await portal.ask(director, accountCalls.add, { body: { ...bob, seats: checker } })
    expect(waitingNo).toMatch(/^UC-/)
    // No invitation has gone out, and the inviter can neither pass it nor send the link.
    await expect(mailedLink(bob.email)).rejects.toThrow()
    expect((await refusalOf(portal.ask(director, accountCalls.sendInvite, { body: { id } }))).error).toBe('CHANGE_WAITS')
    const seen = await portal.ask(director, workflowCalls.history, { body: { businessNo: waitingNo!, ifQueryTask: 'YES' } })
    expect(seen.taskId).toBeFalsy()
    const read = await portal.ask(operations, accountCalls.change, { body: { no: waitingNo! } })
    expect(read).toMatchObject({ userName: 'bob.lee', before: { seats: [] }, after: { seats: checker, invite: true } })
    expect(
      (await refusalOf(portal.ask(portal.seats.birchMaker, accountCalls.change, { body: { no: waitingNo! } }))).code,
    ).not.toBe(200)
    await decideChange(portal, operations, waitingNo!)
    await choosePassword(await mailedLink(bob.email), secret)
    expect(await signInAs(portal, 'bob.lee', secret)).toBeTruthy()

    // An administrator cannot add a second administrator alone; other inviters cannot add one at all.
    const admin = { ...anna, userName: 'eve.admin', email: 'eve@evil.test', companyCode: 'USANCE' }
    const seats = [{ role: 'PLATFORM' as const, userRoles: ['Administrator' as const] }]
    const made = await portal.ask(portal.seats.administrator, accountCalls.add, { body: { ...admin, seats } })
    expect(made.waitingNo).toMatch(/^UC-/)
    await decideChange(portal, operations2, made.waitingNo!, 'REJECTED')
    await expect(mailedLink('eve@evil.test')).rejects.toThrow()
    await portal.look((tx) =>
      sql`update role_permission set roles = roles || 'P', version = version + 1 where permission like 'org.account.%'`.execute(
        tx,
      ),
    )
    const byBd = { ...admin, userName: 'eve.two', email: 'eve2@evil.test', seats }
    const refused = await vi.waitFor(
      async () => {
        const refusal = await refusalOf(portal.ask(portal.seats.bd, accountCalls.add, { body: byBd as never }))
        expect(refusal.code).not.toBe(403)
        return refusal
      },
      { timeout: 15_000, interval: 200 },
    )
    expect(refused.data.fields).toMatchObject([{ field: 'seats.0.userRoles', message: 'SEAT_NOT_HELD' }])
  })

  test('a changed address notifies the old one and holds once the new one is verified, for a checker after a second person', async () => {
    const { alderDirector: director, alderChecker: checker, operations } = portal.seats
    const now = await portal.ask(director, accountCalls.detail, { body: { id: checker.userId } })
    const before = now.email
    const body = {
      id: now.id,
      version: now.version,
      cname: now.cname,
      email: 'zhou.min+wang@evil.test',
      signatory: now.seats.some((seat) => seat.signatory),
      seats: now.seats.map(({ role, userRoles }) => ({ role, userRoles })),
    }
    const { waitingNo } = await portal.ask(director, accountCalls.edit, { body: body as never })
    expect(waitingNo).toMatch(/^UC-/)
    // A password reset meanwhile goes to the verified address.
    await portal.ask(director, accountCalls.resetPassword, { body: { id: checker.userId } })
    const reset = await mailedLink(before)
    await decideChange(portal, operations, waitingNo!)
    const link = await mailedLink('zhou.min+wang@evil.test')
    const told = await portal.look((tx) =>
      tx.selectFrom('mail').select('body').where('recipient', '=', before).where('kind', '=', 'addressAsked').execute(),
    )
    expect(told[0]?.body).toContain('zhou.min+wang@evil.test')
    const email = async () => (await portal.ask(director, accountCalls.detail, { body: { id: checker.userId } })).email
    expect(await email()).toBe(before)
    // The owner of the factor stops it with a new password.
    await choosePassword(reset, secret)
    expect((await refusalOf(portal.ask(null, sessionCalls.confirmAddress, { body: { link } }))).error).toBe(
      'LINK_USED_OR_EXPIRED',
    )
    expect(await email()).toBe(before)
  })

  test('an address requested by one person expires when its user gets rights over money meanwhile', async () => {
    const { alderDirector: director, operations } = portal.seats
    const clerk = await colleague('olga.clerk', [{ companyId: director.companyId, role: 'SUPPLIER', userRoles: ['Maker'] }])
    const profile = await portal.ask(clerk, userCenterCalls.profile, {})
    const [password] = await sealedFields(portal, [testPassword])
    const own = { version: profile.version, email: 'olga.new@alder.test', phone: '', password }
    expect(await portal.ask(clerk, userCenterCalls.modify, { body: own as never })).toMatchObject({
      waitingNo: null,
      addressAsked: 'olga.new@alder.test',
    })
    const link = await mailedLink('olga.new@alder.test')
    const { waitingNo } = await editOf(clerk, { userRoles: ['Maker', 'Checker'] })
    await decideChange(portal, operations, waitingNo!)
    expect((await refusalOf(portal.ask(null, sessionCalls.confirmAddress, { body: { link } }))).error).toBe(
      'LINK_USED_OR_EXPIRED',
    )
    const now = await portal.ask(director, accountCalls.detail, { body: { id: clerk.userId } })
    expect(now).toMatchObject({ email: 'olga.clerk@usance.test', addressAsked: null })
  })

  test('an address that is confirmed while its user gets rights over money stays unverified', async () => {
    const { alderDirector: director } = portal.seats
    const clerk = await colleague('nina.clerk', [{ companyId: director.companyId, role: 'SUPPLIER', userRoles: ['Maker'] }])
    const profile = await portal.ask(clerk, userCenterCalls.profile, {})
    const [password] = await sealedFields(portal, [testPassword])
    const own = { version: profile.version, email: 'nina.new@alder.test', phone: '', password }
    await portal.ask(clerk, userCenterCalls.modify, { body: own as never })
    const link = await mailedLink('nina.new@alder.test')
    const confirmed = await portal.look(async (tx) => {
      await tx.selectFrom('appUser').select('id').where('id', '=', clerk.userId).forUpdate().execute()
      await tx
        .updateTable('userCompanyRole')
        .set({ userRoles: ['Checker'] })
        .where('userId', '=', clerk.userId)
        .execute()
      const answer = refusalOf(portal.ask(null, sessionCalls.confirmAddress, { body: { link } }))
      await vi.waitFor(
        async () => {
          const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`.execute(tx)
          expect(rows[0]!.n).toBeGreaterThan(0)
        },
        { timeout: 15_000 },
      )
      return { answer }
    })
    expect((await confirmed.answer).error).toBe('LINK_USED_OR_EXPIRED')
    const now = await portal.ask(director, accountCalls.detail, { body: { id: clerk.userId } })
    expect(now).toMatchObject({ email: 'nina.clerk@usance.test', addressAsked: null })
  })

  test('nobody changes the address of a colleague alone, whatever seats that colleague holds', async () => {
    const { alderDirector: director, operations } = portal.seats
    const maker = await colleague('jonas.maker', [{ companyId: director.companyId, role: 'SUPPLIER', userRoles: ['Maker'] }])
    const mine = 'director+jonas@alder.test'
    for (const userRoles of [['Maker'], ['Viewer']] as const) {
      if (userRoles[0] === 'Viewer') expect((await editOf(maker, { userRoles })).waitingNo).toBeNull()
      const { waitingNo, addressAsked } = await editOf(maker, { email: mine })
      expect([waitingNo, addressAsked]).toEqual([expect.stringMatching(/^UC-/), null])
      expect((await refusalOf(decideChange(portal, director, waitingNo!))).code).not.toBe(200)
      await decideChange(portal, operations, waitingNo!, 'REFUSED')
    }
    const mails = await portal.look((tx) => tx.selectFrom('mail').select('id').where('recipient', '=', mine).execute())
    expect(mails).toEqual([])
  })

  test('a new name of a user who decides about money takes two people, and earlier acts keep the name of their day', async () => {
    const { alderDirector: director, alderMaker: maker, operations } = portal.seats
    const checker = await colleague('nina.checker', [{ companyId: director.companyId, role: 'SUPPLIER', userRoles: ['Checker'] }])
    const now = await portal.ask(director, accountCalls.detail, { body: { id: checker.userId } })
    const edit = (cname: string, version: number, seat = director) =>
      portal.ask(seat, accountCalls.edit, {
        body: {
          id: now.id,
          version,
          cname,
          email: now.email,
          signatory: now.seats.some((seat) => seat.signatory),
          seats: now.seats.map(({ role, userRoles }) => ({ role, userRoles })),
        } as never,
      })
    const { waitingNo, version } = await edit('Someone Else', now.version)
    expect(waitingNo).toMatch(/^UC-/)
    const name = async () => (await portal.ask(director, accountCalls.detail, { body: { id: checker.userId } })).cname
    expect(await name()).toBe(now.cname)
    // Both are notified: the owner at once, and neither the owner nor the director may pass it.
    const told = async (event: string) =>
      portal.look((tx) =>
        tx.selectFrom('notification').select('id').where('event', '=', event).where('userId', '=', checker.userId).execute(),
      )
    expect(await told('USER_CHANGE_ASKED')).toHaveLength(1)
    for (const seat of [director, checker]) {
      const seen = await refusalOf(decideChange(portal, seat, waitingNo!))
      expect(seen.code).not.toBe(200)
    }
    const read = await portal.ask(operations, accountCalls.change, { body: { no: waitingNo! } })
    expect(read).toMatchObject({ before: { cname: now.cname }, after: { cname: 'Someone Else' } })
    await decideChange(portal, operations, waitingNo!)
    expect(await name()).toBe('Someone Else')
    expect(await told('USER_CHANGED')).toHaveLength(1)
    const names = await portal.look((tx) =>
      tx.selectFrom('userName').select('cname').where('userId', '=', checker.userId).orderBy('id').execute(),
    )
    expect(names.map(({ cname }) => cname)).toEqual([now.cname, 'Someone Else'])
    await portal.look(async (tx) => {
      const then = await sql<{ name: string }>`select name_at(${checker.userId}, min(since)) as name from user_name
        where user_id = ${checker.userId}`.execute(tx)
      expect(then.rows[0]!.name).toBe(now.cname)
    })
    await expect(
      portal.look((tx) => tx.updateTable('userName').set({ cname: 'Nobody' }).where('userId', '=', checker.userId).execute()),
    ).rejects.toThrow()

    // A user who only prepares is renamed at once.
    const plain = await portal.ask(director, accountCalls.detail, { body: { id: maker.userId } })
    const seats = plain.seats.map(({ role, userRoles }) => ({ role, userRoles }))
    const body = {
      id: plain.id,
      version: plain.version,
      cname: 'Ellen Maker',
      email: plain.email,
      signatory: plain.seats.some((seat) => seat.signatory),
      seats,
    }
    expect(await portal.ask(director, accountCalls.edit, { body: body as never })).toMatchObject({ waitingNo: null })
    expect(version).toBeGreaterThan(now.version)
  })

  test('a director of one company may not change name and phone of a person of several', async () => {
    const { alderDirector: director, birchMaker } = portal.seats
    const maker = await colleague('otto.maker', [
      { companyId: director.companyId, role: 'SUPPLIER', userRoles: ['Maker'] },
      { companyId: birchMaker.companyId, role: 'SUPPLIER', userRoles: ['Maker'] },
    ])
    const now = await portal.ask(director, accountCalls.detail, { body: { id: maker.userId } })
    const edit = (other: object) =>
      portal.ask(director, accountCalls.edit, {
        body: {
          id: now.id,
          version: now.version,
          cname: now.cname,
          email: now.email,
          signatory: now.seats.some((seat) => seat.signatory),
          seats: now.seats.map(({ role, userRoles }) => ({ role, userRoles })),
          ...other,
        } as never,
      })
    for (const [field, value] of [
      ['cname', 'Somebody'],
      ['phone', '+852 5555 0000'],
      ['email', 'other@fir.test'],
    ])
      expect((await refusalOf(edit({ [field!]: value }))).data.fields).toMatchObject([{ field, message: 'OF_SEVERAL_COMPANIES' }])
    expect(await edit({})).toMatchObject({ waitingNo: null })
    // Operations passes what such a person requests, not a director of one of the companies.
    await portal.look((tx) => saveSigningRight(tx, maker.userId, maker.companyId, true))
    const { version } = await portal.ask(maker, userCenterCalls.profile, {})
    const own = { version, cname: 'Otto Other', language: 'en-US', timeZone: 8, timeFormat: 'YYYY-MM-DD' }
    const { waitingNo } = await portal.ask(maker, userCenterCalls.edit, { body: own as never })
    expect((await refusalOf(decideChange(portal, director, waitingNo!))).code).not.toBe(200)
    await decideChange(portal, portal.seats.operations, waitingNo!)
    expect(await portal.ask(maker, sessionCalls.me, {})).toMatchObject({ cname: 'Otto Other' })
  })

  test('a new name of a delegate who decides about money takes two people while the delegation lasts', async () => {
    const { alderDirector: director, alderChecker } = portal.seats
    const deputy = await colleague('dora.deputy', [{ companyId: director.companyId, role: 'SUPPLIER', userRoles: ['Viewer'] }])
    const rename = async (cname: string) => {
      const { version } = await portal.ask(deputy, userCenterCalls.profile, {})
      const body = { version, cname, language: 'en-US', timeZone: 8, timeFormat: 'YYYY-MM-DD' }
      return portal.ask(deputy, userCenterCalls.edit, { body: body as never })
    }
    expect(await rename('Dora Deputy')).toMatchObject({ waitingNo: null })
    const days = { fromDate: openingDay, toDate: openingDay }
    await portal.look((tx) =>
      tx
        .insertInto('delegation')
        .values({
          id: newId(),
          fromUserId: alderChecker.userId,
          toUserId: deputy.userId,
          companyId: director.companyId,
          companyRole: 'SUPPLIER',
          ...days,
        })
        .execute(),
    )
    expect((await rename('Somebody Else')).waitingNo).toMatch(/^UC-/)
  })

  test('two people remove a lost second factor, and its owner alone signs in again, with the mailbox and a new factor', async () => {
    const { alderDirector: director, operations, administrator } = portal.seats
    const seat = [{ companyId: director.companyId, role: 'SUPPLIER' as const, userRoles: ['Maker'] }]
    const owner = await colleague('lost.phone', seat)
    const factorOf = () =>
      portal.look((tx) =>
        tx.selectFrom('appUser').select(['mfaEnabled', 'mfaEnrol']).where('id', '=', owner.userId).executeTakeFirstOrThrow(),
      )
    const reset = () => portal.ask(director, accountCalls.resetFactor, { body: { id: owner.userId } })
    expect((await refusalOf(reset())).error).toBe('ILLEGAL_TRANSITION')
    const lost = await enrol(owner, testPassword)

    const { waitingNo } = await reset()
    expect(waitingNo).toMatch(/^UC-/)
    expect((await refusalOf(decideChange(portal, director, waitingNo!))).code).not.toBe(200)
    expect(await factorOf()).toEqual({ mfaEnabled: true, mfaEnrol: false })
    const mails = () =>
      portal.look((tx) => tx.selectFrom('mail').select('kind').where('recipient', '=', 'lost.phone@usance.test').execute())
    expect((await mails()).map(({ kind }) => kind)).toEqual(['factorResetAsked'])
    await decideChange(portal, operations, waitingNo!)
    expect(await factorOf()).toEqual({ mfaEnabled: false, mfaEnrol: true })

    // The session, the old password and the old code no longer work.
    expect((await refusalOf(portal.ask(owner, sessionCalls.me, {}))).code).toBe(401)
    expect((await refusalOf(signInAs(portal, 'lost.phone', testPassword))).error).toBe('BAD_CREDENTIALS')
    await choosePassword(await mailedLink('lost.phone@usance.test'), 'words after the phone was lost')
    const token = await signInAs(portal, 'lost.phone', 'words after the phone was lost')
    const stranger = await signInAs(portal, 'lost.phone', 'words after the phone was lost')
    // The session opens with a new factor alone.
    expect((await refusalOf(portal.ask({ ...owner, token }, sessionCalls.me, {}))).error).toBe('SECOND_FACTOR_ENROL')
    expect((await refusalOf(portal.ask({ ...owner, token }, sessionCalls.allRoles, {}))).error).toBe('SECOND_FACTOR_ENROL')
    await enrol({ ...owner, token }, 'words after the phone was lost')
    expect(await portal.ask({ ...owner, token }, sessionCalls.me, {})).toMatchObject({ username: 'lost.phone', mfaEnabled: true })
    expect((await refusalOf(portal.ask({ ...owner, token: stranger }, sessionCalls.me, {}))).code).toBe(401)
    expect(await factorOf()).toEqual({ mfaEnabled: true, mfaEnrol: false })
    const [userName, password] = await sealedFields(portal, ['lost.phone', 'words after the phone was lost'])
    const old = portal.ask(null, sessionCalls.login, {
      body: { userName, password, loginName: 'lost.phone', type: 1, code: lost.recoveryCodes[0]! },
    })
    expect((await refusalOf(old)).error).toBe('SECOND_FACTOR_WRONG')

    // The same holds for staff, and never by the administrator alone.
    const staff = portal.seats.operations2
    await enrol(staff, testPassword)
    const asked = await portal.ask(administrator, accountCalls.resetFactor, { body: { id: staff.userId } })
    expect((await refusalOf(decideChange(portal, administrator, asked.waitingNo!))).code).not.toBe(200)
    expect((await refusalOf(decideChange(portal, staff, asked.waitingNo!))).code).not.toBe(200)
    await decideChange(portal, operations, asked.waitingNo!)
    expect((await refusalOf(portal.ask(staff, sessionCalls.me, {}))).code).toBe(401)
  })

  test('without a mail server staff pass invitations on, and other links are never shown', async () => {
    const { administrator, alderDirector: director } = portal.seats
    const carl = { ...anna, userName: 'carl.fox', email: 'carl.fox@alder.test' }
    await portal.ask(director, accountCalls.add, { body: carl as never })
    await portal.ask(null, sessionCalls.resetRequest, { body: { loginName: 'cedar.checker' } })
    await mailResets(portal.app)
    await mailedLink('cedar.checker@usance.test')
    const listOf = async (recipient: string) =>
      (await portal.ask(administrator, mailCalls.recent, { body: { recipient } })).list[0]!
    const invitation = await listOf(carl.email)
    const reset = await listOf('cedar.checker@usance.test')
    expect([invitation.link, reset.link]).toEqual(['shown', 'kept'])
    expect(invitation.body + reset.body).not.toMatch(/link=/)
    const { link } = await portal.ask(administrator, mailCalls.link, { body: { id: invitation.id } })
    expect(link).toContain(await mailedLink(carl.email))
    expect((await refusalOf(portal.ask(administrator, mailCalls.link, { body: { id: reset.id } }))).error).toBe('NOT_FOUND')
    const stored = await portal.look((tx) => tx.selectFrom('mail').selectAll().execute())
    expect(JSON.stringify(stored)).not.toMatch(/link=[\w-]{20}/)
    const looked = await portal.look((tx) =>
      tx.selectFrom('auditLog').select('userName').where('event', '=', 'INVITATION_LINK_SHOWN').execute(),
    )
    expect(looked).toEqual([{ userName: 'staff.admin' }])
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
