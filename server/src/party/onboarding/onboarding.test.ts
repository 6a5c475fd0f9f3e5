import { randomUUID } from 'node:crypto'
import { companyCalls } from '@usance/wire/company/calls'
import { listCalls } from '@usance/wire/list'
import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { sessionCalls } from '@usance/wire/session/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { openTaskList } from '@usance/wire/workflow/list'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPortal, type Portal, refusalOf, shown } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** Saves people as the statement of a seat's company, over the version that stands. */
async function save(seat: Seat, people: { name: string; function: string }[]) {
  const { version } = await portal.ask(seat, onboardingCalls.state, { body: {} })
  return portal.ask(seat, onboardingCalls.save, { body: { version, people } as never })
}

test('an invited visitor states people, watch lists and registry rules are checked, and staff admit the company', async () => {
  const { seats, world } = portal
  const csv = 'X-1,"Trading, Volga"\nX-2,Cedar Retale\nbroken'
  const imported = await portal.ask(seats.operations, onboardingCalls.importSanctions, { body: { list: 'TEST', csv } })
  expect(imported).toEqual({ added: 2, known: 0, faultyCount: 1, faulty: [3] })
  const { list } = await portal.ask(seats.risk, onboardingCalls.sanctionLists, { body: {} })
  expect(list).toMatchObject([{ list: 'TEST', names: 2 }])
  const { link } = await portal.ask(seats.operations, onboardingCalls.invite, { body: { companyId: world.companies.cedar } })
  const specialAccess = shown(link).split('=')[1]!
  expect(link).toBe(`${portal.app.config.publicUrl}/onboarding?specialAccess=${specialAccess}`)
  const people = [{ name: 'Volga Trading', function: 'OWNER' }]
  const visited = await portal.ask(null, onboardingCalls.save, { body: { specialAccess, version: 0, people } as never })
  expect(visited).toMatchObject({ visitor: true, people, company: { name: 'Cedar Retail Inc' } })
  expect((await refusalOf(portal.ask(null, onboardingCalls.state, { body: { specialAccess: 'guess' } }))).error).toBe(
    'LINK_USED_OR_EXPIRED',
  )
  expect((await refusalOf(portal.ask(seats.cedarMaker, onboardingCalls.submit, { body: {} }))).error).toBe('ILLEGAL_TRANSITION')
  const checked = await portal.ask(seats.cedarMaker, onboardingCalls.autoKyc, { body: {} })
  const outcomes = Object.fromEntries(checked.checks.map((check) => [check.provider, check.outcome]))
  expect(outcomes).toEqual({ REGISTRY_NUMBER: 'PASSED', SANCTIONS: 'MANUAL', DOCUMENTS: 'FAILED', BANK_ACCOUNT: 'MANUAL' })
  expect(checked.checks.find((check) => check.provider === 'SANCTIONS')!.evidence).toEqual([])
  // The link is still good for a statement; the submission ends it.
  expect((await portal.ask(null, onboardingCalls.state, { body: { specialAccess } })).mayState).toBe(true)
  const { no } = await portal.ask(seats.cedarMaker, onboardingCalls.submit, { body: {} })
  const asked = await portal.ask(seats.operations, workflowCalls.history, { body: { businessNo: no, ifQueryTask: 'YES' } })
  expect(asked.passComment).toBe('FAILED_CHECK')
  const bare = { businessNo: no, nodeName: asked.currentNode!, taskId: asked.taskId!, reviewType: 'PASSED' as const }
  expect((await refusalOf(portal.ask(seats.operations, workflowCalls.approve, { body: bare }))).error).toBe('COMMENT_REQUIRED')
  expect(await passAll(portal, no, 'KYC')).toHaveLength(2)
  const after = await portal.ask(seats.cedarMaker, onboardingCalls.state, { body: {} })
  expect(after).toMatchObject({ status: 'PASSED', mayState: false })
  expect((await refusalOf(portal.ask(null, onboardingCalls.state, { body: { specialAccess } }))).error).toBe(
    'LINK_USED_OR_EXPIRED',
  )
  expect((await refusalOf(save(seats.cedarMaker, people))).error).toBe('ILLEGAL_TRANSITION')
  // Next year's review begins sixty days before the admission runs out, and the admission stands meanwhile.
  await portal.setBusinessDate('2026-01-15')
  expect(await save(seats.cedarMaker, people)).toMatchObject({
    status: 'DRAFT',
  })
  await portal.setBusinessDate('2025-03-03')
})

test('a link dies with the statement made through it and with a later link; staff never state for the operator’s own company', async () => {
  const { seats, world } = portal
  const invite = async () =>
    shown(
      (await portal.ask(seats.operations, onboardingCalls.invite, { body: { companyId: world.companies.dogwood } })).link,
    ).split('=')[1]!
  const first = await invite()
  const second = await invite()
  const people = [{ name: 'Ana Roth', function: 'DIRECTOR' }]
  const statedBy = (specialAccess: string) =>
    portal.ask(null, onboardingCalls.save, { body: { specialAccess, version: 0, people } as never })
  expect((await refusalOf(statedBy(first))).error).toBe('LINK_USED_OR_EXPIRED')
  await statedBy(second)
  await portal.ask(null, onboardingCalls.autoKyc, { body: { specialAccess: second } })
  for (const call of [onboardingCalls.state, onboardingCalls.save, onboardingCalls.autoKyc])
    expect(
      (await refusalOf(portal.ask(null, call, { body: { specialAccess: second, version: 1, people } as never }))).error,
    ).toBe('LINK_USED_OR_EXPIRED')
  const { platformId } = await portal.look((tx) =>
    tx.selectFrom('company').select('id as platformId').where('isPlatform', '=', true).executeTakeFirstOrThrow(),
  )
  for (const seat of [seats.operations, seats.administrator, seats.alderViewer])
    for (const call of [onboardingCalls.save, onboardingCalls.autoKyc, onboardingCalls.submit])
      expect((await refusalOf(portal.ask(seat, call, { body: { version: 1, people, documents: [] } as never }))).error).toBe(
        'FORBIDDEN',
      )
  expect((await refusalOf(portal.ask(seats.operations, onboardingCalls.invite, { body: { companyId: platformId } }))).error).toBe(
    'NOT_FOUND',
  )
  expect((await refusalOf(portal.ask(seats.operations, onboardingCalls.state, { body: {} }))).error).toBe('FORBIDDEN')
})

test('a link asks the watch lists once, also when it is followed three times at once', async () => {
  const { seats, world } = portal
  const { link } = await portal.ask(seats.operations, onboardingCalls.invite, { body: { companyId: world.companies.birch } })
  const specialAccess = shown(link).split('specialAccess=')[1]!
  await portal.ask(null, onboardingCalls.save, {
    body: { specialAccess, version: 0, people: [{ name: 'Ana Roth', function: 'DIRECTOR' }] },
  })
  const check = () => portal.ask(null, onboardingCalls.autoKyc, { body: { specialAccess } })
  const outcomes = await Promise.all(
    [check(), check(), check()].map((one) => one.then(() => 'checked').catch(({ error }) => error)),
  )
  expect(outcomes.sort()).toEqual(['LINK_USED_OR_EXPIRED', 'LINK_USED_OR_EXPIRED', 'checked'])
})

test('a company that was refused states itself anew once staff invite it again, and is not admitted before people pass that', async () => {
  const { seats, world } = portal
  const { dogwood } = world.companies
  const people = [{ name: 'Ana Roth', function: 'DIRECTOR' as const }]
  const state = async () => {
    await save(seats.dogwoodChecker, people)
    await portal.ask(seats.dogwoodChecker, onboardingCalls.autoKyc, { body: {} })
    return (await portal.ask(seats.dogwoodChecker, onboardingCalls.submit, { body: {} })).no
  }
  const standing = () =>
    portal.look((tx) =>
      tx.selectFrom('company').select(['kycStatus', 'kycExpiresOn']).where('id', '=', dogwood).executeTakeFirstOrThrow(),
    )
  const no = await state()
  const { taskId, currentNode } = await portal.ask(seats.operations, workflowCalls.history, {
    body: { businessNo: no, businessType: 'KYC', ifQueryTask: 'YES' },
  })
  await portal.ask(seats.operations, workflowCalls.approve, {
    body: { businessNo: no, nodeName: currentNode!, taskId: taskId!, reviewType: 'REFUSED', approvalComments: 'Owner unclear' },
  })
  expect((await standing()).kycStatus).toBe('REFUSED')
  expect((await refusalOf(save(seats.dogwoodChecker, people))).error).toBe('ILLEGAL_TRANSITION')
  await portal.ask(seats.operations, onboardingCalls.invite, { body: { companyId: dogwood } })
  expect(await standing()).toEqual({ kycStatus: 'NONE', kycExpiresOn: null })
  expect(await portal.ask(seats.dogwoodChecker, onboardingCalls.state, { body: {} })).toMatchObject({
    status: 'DRAFT',
    mayState: true,
    checks: [],
  })
  await passAll(portal, await state(), 'KYC')
  expect((await standing()).kycStatus).toBe('PASSED')
})

test('risk admits a company with the right to approve companies alone', async () => {
  const { seats } = portal
  const { link } = await portal.ask(seats.operations, onboardingCalls.invite, {
    body: { companyId: portal.world.companies.birch },
  })
  const people = [{ name: 'Birch Owner', function: 'OWNER' as const }]
  await portal.ask(null, onboardingCalls.save, { body: { specialAccess: shown(link).split('=')[1]!, version: 1, people } })
  await portal.ask(seats.birchMaker, onboardingCalls.autoKyc, { body: {} })
  const { no } = await portal.ask(seats.birchMaker, onboardingCalls.submit, { body: {} })
  const grant = (roles: string) =>
    portal.look((tx) =>
      tx
        .updateTable('rolePermission')
        .set((eb) => ({ roles, version: eb('version', '+', 1) }))
        .where('permission', '=', 'system.company.approve')
        .execute(),
    )
  const isAsked = async () =>
    (await portal.ask(seats.risk, listCalls(openTaskList).pageList, { body: { filterFields: { businessNo: no } } })).total
  const riskMay = async () => (await portal.app.matrix.permissionsOf('PLATFORM', ['Risk'])).has('system.company.approve')
  await grant('T')
  await expect.poll(riskMay).toBe(false)
  await expect(passAll(portal, no, 'KYC')).rejects.toThrow('so far: operations')
  expect(await isAsked()).toBe(0)
  await grant('RT')
  await expect.poll(isAsked).toBe(1)
  expect(await passAll(portal, no, 'KYC')).toEqual(['risk'])
})

test('what is decided on is checked as it is when it is handed in: a name changed after the checks is compared anew', async () => {
  const { seats, world } = portal
  const { elm } = world.companies
  const people = [{ name: 'Ana Roth', function: 'DIRECTOR' as const }]
  const sanctions = async () => {
    const { checks } = await portal.look((tx) =>
      tx.selectFrom('companyOnboarding').select('checks').where('companyId', '=', elm).executeTakeFirstOrThrow(),
    )
    return (checks as { provider: string; outcome: string }[]).find(({ provider }) => provider === 'SANCTIONS')?.outcome
  }
  await portal.look((tx) => tx.updateTable('company').set({ kycStatus: 'NONE' }).where('id', '=', elm).execute())
  await portal.ask(seats.operations, onboardingCalls.importSanctions, { body: { list: 'TEST', csv: 'X-9,Blackwater Petro' } })
  await save(seats.elmMaker, people)
  await portal.ask(seats.elmMaker, onboardingCalls.autoKyc, { body: {} })
  expect(await sanctions()).toBe('PASSED')
  const { id, version, bizRegNo, country } = await portal.ask(seats.operations, companyCalls.anyDetail, { body: { id: elm } })
  const standing = { riskGrade: 'B', businessType: 'NORMAL', blockFlag: false, roles: ['FUNDER'] }
  await portal.ask(seats.operations, companyCalls.edit, {
    body: { id, version, name: 'Blackwater Petro', bizRegNo, country, ...standing } as never,
  })
  await portal.ask(seats.elmMaker, onboardingCalls.submit, { body: {} })
  expect(await sanctions()).toBe('MANUAL')
})

test('the local name of a company is compared with the watch lists like its name', async () => {
  const { seats, world } = portal
  const set = { kycStatus: 'NONE', nameLocal: '暗流军火贸易有限公司' } as const
  await portal.look((tx) => tx.updateTable('company').set(set).where('id', '=', world.companies.fir).execute())
  const csv = 'X-10,暗流军火贸易有限公司'
  await portal.ask(seats.operations, onboardingCalls.importSanctions, { body: { list: 'TEST', csv } })
  await save(seats.firChecker, [{ name: 'Ana Roth', function: 'DIRECTOR' }])
  const { checks } = await portal.ask(seats.firChecker, onboardingCalls.autoKyc, { body: {} })
  expect(checks.find(({ provider }) => provider === 'SANCTIONS')?.outcome).toBe('MANUAL')
})

test('all lines of a watch list that were left out are counted, and the first hundred are named', async () => {
  const csv = ['N-1,Ana Roth', ...Array.from({ length: 250 }, () => 'a line without a comma'), 'N-2,Ines Roth'].join('\n')
  const imported = await portal.ask(portal.seats.operations, onboardingCalls.importSanctions, { body: { list: 'FAULTY', csv } })
  expect(imported).toEqual({ added: 2, known: 0, faultyCount: 250, faulty: Array.from({ length: 100 }, (_, at) => at + 2) })
})

test('the watch lists are gone through once for all people of a statement, and each near name is told', async () => {
  const { seats, world } = portal
  const listed = Array.from({ length: 2000 }, (_, at) => `W-${at},Marlow ${at}`)
  await portal.ask(seats.operations, onboardingCalls.importSanctions, { body: { list: 'LONG', csv: listed.join('\n') } })
  const near = ['1999 Marlow', 'MARLOWE 12']
  const people = [...near, ...listed.slice(0, 48).map((_, at) => `Ana Roth ${at}`)]
  await save(
    seats.firChecker,
    people.map((name) => ({ name, function: 'DIRECTOR' })),
  )
  const reading = vi.spyOn(String.prototype, 'normalize')
  await portal.ask(seats.firChecker, onboardingCalls.autoKyc, { body: {} })
  const { length } = reading.mock.calls
  reading.mockRestore()
  // Each name with each entry would be 100,000.
  expect(length).toBeLessThan(2 * listed.length)
  const { checks } = await portal.look((tx) =>
    tx.selectFrom('companyOnboarding').select('checks').where('companyId', '=', world.companies.fir).executeTakeFirstOrThrow(),
  )
  const told = (checks as { provider: string; evidence: string[] }[]).find(({ provider }) => provider === 'SANCTIONS')!.evidence
  expect(told.filter((one) => one.includes('(LONG'))).toEqual([
    'NEAR 1999 Marlow ~ Marlow 1999 (LONG W-1999) 100',
    'NEAR MARLOWE 12 ~ Marlow 12 (LONG W-12) 100',
  ])
})

test('a page for one company states nothing of another one that was chosen in the next tab', async () => {
  const { seats, world } = portal
  const { alderMaker: seat } = seats
  const { companyRole: role, companyId } = await portal.ask(seat, sessionCalls.me, {})
  const other = world.companies.birch
  await portal.look((tx) =>
    tx
      .insertInto('userCompanyRole')
      .values({ id: randomUUID(), userId: seat.userId, companyId: other, role, userRoles: ['Maker'], status: 'ENABLE' })
      .execute(),
  )
  await portal.ask(seat, sessionCalls.choose, { body: { companyId: other, companyRole: role } })
  const send = async (of: string, page: string) => {
    const url = `/api/${portal.app.config.prefix}-company/onboarding/client/${of}`
    const body = { idempotencyKey: randomUUID(), people: [{ name: 'Ana Roth', function: 'DIRECTOR' }] }
    return (await portal.sendRaw(seat, 'POST', url, of === 'save' ? body : {}, { companyid: page, companyrole: role })).json()
  }
  for (const of of ['state', 'save', 'autoKyc'])
    expect(await send(of, companyId)).toMatchObject({ code: 403, data: { error: 'COMPANY_CHANGED' } })
  expect(await send('state', other)).toMatchObject({ code: 200, data: { visitor: false } })
})

test('staff read what the company they name has stated, and nobody else reads it by naming that company', async () => {
  const { seats, world } = portal
  const companyId = world.companies.alder
  const asked = (seat: Seat | null) => portal.ask(seat, onboardingCalls.state, { body: { companyId } })
  const own = await portal.ask(seats.alderChecker, onboardingCalls.state, { body: {} })
  for (const seat of [seats.operations, seats.risk])
    expect(await asked(seat)).toMatchObject({ company: own.company, people: own.people, mayState: false })
  for (const stranger of [seats.cedarMaker, null]) expect((await refusalOf(asked(stranger))).error).toBe('NOT_FOUND')
})

// The last one: nothing more of this address is answered within its minute.
test('of two who save the same version of a statement one is told that it changed, and the other statement stands', async () => {
  const { cedarMaker, cedarChecker } = portal.seats
  await portal.setBusinessDate('2026-01-15')
  const { version } = await portal.ask(cedarMaker, onboardingCalls.state, { body: {} })
  const names = ['Ana Roth', 'Bo Berg']
  const answers = await Promise.allSettled(
    [cedarMaker, cedarChecker].map((seat, at) =>
      portal.ask(seat, onboardingCalls.save, { body: { version, people: [{ name: names[at], function: 'DIRECTOR' }] } as never }),
    ),
  )
  const saved = answers.findIndex(({ status }) => status === 'fulfilled')
  expect(answers[1 - saved]).toMatchObject({ status: 'rejected', reason: { error: 'STALE_VERSION' } })
  const now = await portal.ask(cedarMaker, onboardingCalls.state, { body: {} })
  expect(now).toMatchObject({ version: version + 1, people: [{ name: names[saved] }] })
  await portal.setBusinessDate('2025-03-03')
})

test('what needs no sign-in is counted by address, whatever token is made up', async () => {
  const url = `/api/${portal.app.config.prefix}-company/onboarding/client/state`
  const codes = new Set<number>()
  for (let n = 0; n < 130; n++)
    codes.add((await portal.sendRaw(null, 'POST', url, { specialAccess: 'guess' }, { token: `made-up-${n}` })).statusCode)
  expect([...codes]).toEqual([200, 429])
})
