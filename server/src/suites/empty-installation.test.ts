import { addDays } from '@usance/domain/local-date'
import { accountCalls } from '@usance/wire/account/calls'
import { bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { companyCalls } from '@usance/wire/company/calls'
import { type Change, configChangeCalls } from '@usance/wire/config-change/calls'
import { endOfDayCalls } from '@usance/wire/end-of-day/calls'
import { listCalls } from '@usance/wire/list'
import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { openTaskList } from '@usance/wire/workflow/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmptyPortal, openEmptyPortal } from '../testing/empty-portal.ts'
import { refusalOf } from '../testing/portal.ts'
import { uploadAs } from '../testing/upload.ts'

// It plays in years to come, so that no sign-in of real people, whose clock is the database's, is over before it began.
// How a real installation comes to its first financed invoice: over the portal's own calls only, from the link that the
// first start prints. Each test is a chapter that goes on where the one before ended.

let portal: EmptyPortal
const companyIds: Record<string, string> = {}

beforeAll(async () => {
  portal = await openEmptyPortal(new Date('2035-03-05T02:00:00Z'))
})
afterAll(() => portal.close())

/** Invites somebody as a person who may, and lets them follow the link of the mail that was written. */
async function invite(
  inviter: string,
  userName: string,
  seats: { role: 'PLATFORM' | 'COMPANY' | 'SUPPLIER' | 'BUYER' | 'FUNDER'; userRoles: string[] }[],
  { companyCode, signatory = false }: { companyCode?: string; signatory?: boolean } = {},
) {
  const email = `${userName}@people.test`
  await portal.as(inviter, accountCalls.add, {
    body: {
      userName,
      cname: userName,
      email,
      seats: seats as never,
      signatory,
      ...(companyCode ? { companyCode } : {}),
    },
  })
  return portal.accept(await portal.mailedLink('mona', email), userName)
}

const approvalOf = { RATE: 'RATE', FX: 'RATE', LIMIT: 'LIMIT', PRODUCT: 'PRODUCT' } as const
/** A change of configuration that its maker puts forward and others pass. Answers who passed it. */
async function change(maker: string, body: Extract<Change, { kind: keyof typeof approvalOf }>): Promise<string[]> {
  const { no } = await portal.as(maker, configChangeCalls.propose, { body: body as never })
  return portal.pass(no, approvalOf[body.kind])
}

/** What waits for a person's decision, as their page of approvals lists it. */
const openTasks = async (userName: string) =>
  (await portal.as(userName, listCalls(openTaskList).pageList, { body: { pageNum: 1, pageSize: 20 } as never }))
    .list as unknown as {
    businessNo: string
  }[]

/** Lets days pass: the clock moves, and settlement closes the business days that are over. */
async function nextMorning(days: number) {
  const now = new Date(portal.app.clock().getTime() + days * 86_400_000)
  portal.moveTo(now)
  const today = now.toISOString().slice(0, 10)
  const through = addDays(today, -1)
  await portal.as('sven', endOfDayCalls.run, { body: { through } })
  for (;;) {
    const { businessDate, running } = await portal.as('sven', endOfDayCalls.status, { body: {} })
    if (!running) return expect(businessDate).toBe(today)
    await new Promise((done) => setTimeout(done, 50))
  }
}

test('whoever opens the first link becomes the administrator and invites the staff', async () => {
  const link = (await portal.firstLink())!
  const me = await portal.accept(link, 'mona', { userName: 'mona', cname: 'Mona Adler', email: 'mona@operator.test' })
  expect(me).toMatchObject({ cname: 'Mona Adler', companyRole: 'PLATFORM', userRoles: ['Administrator'] })
  expect(await portal.firstLink()).toBeUndefined()

  for (const [userName, role] of [
    ['ole', 'Operations'],
    ['olga', 'Operations'],
    ['rita', 'Risk'],
    ['sven', 'Settlement'],
    ['sara', 'Settlement'],
  ] as const)
    expect((await invite('mona', userName, [{ role: 'PLATFORM', userRoles: [role] }])).userRoles).toEqual([role])
})

const parties = [
  {
    code: 'ALDER',
    name: 'Alder Textiles GmbH',
    bizRegNo: 'HRB 12345',
    country: 'DE',
    role: 'SUPPLIER',
    people: ['alma', 'adam', 'anna'],
  },
  {
    code: 'CEDAR',
    name: 'Cedar Retail Inc',
    bizRegNo: '12-3456789',
    country: 'US',
    role: 'BUYER',
    people: ['cora', 'carl', 'cleo'],
  },
  {
    code: 'ELM',
    name: 'Elm Trade Bank',
    bizRegNo: '198700001E',
    country: 'SG',
    role: 'FUNDER',
    people: ['emil', 'ella', 'eric'],
  },
] as const

test('staff add the companies, their directors state them, and staff admit them', async () => {
  for (const { code, name, bizRegNo, country, role, people } of parties) {
    const { id } = await portal.as('ole', companyCalls.add, {
      body: { code, name, bizRegNo, country, roles: [role], riskGrade: 'B' },
    })
    companyIds[code] = id
    const [director] = people
    await invite('mona', director, [{ role: 'COMPANY', userRoles: ['Director'] }], { companyCode: code, signatory: true })

    const papers = []
    for (const kind of ['REGISTRATION', 'IDENTITY'] as const) {
      const pdf = Buffer.from(`%PDF-1.4\n${code} ${kind}\n%%EOF\n`)
      const { data } = await uploadAs(portal, portal.seatOf(director), `${kind}.pdf`, pdf)
      papers.push({ objectKey: data.objectKey, fileName: data.fileName, kind })
    }
    await portal.as(director, onboardingCalls.save, {
      body: { people: [{ name: director, function: 'DIRECTOR' }], documents: papers },
    })
    const checked = await portal.as(director, onboardingCalls.autoKyc, { body: {} })
    expect(checked.checks.filter(({ outcome }) => outcome === 'FAILED')).toEqual([])
    const { no } = await portal.as(director, onboardingCalls.submit, { body: {} })
    expect(await portal.pass(no, 'KYC')).toEqual(['ole', 'rita'])
    expect((await portal.as('ole', companyCalls.anyDetail, { body: { id } })).kycStatus).toBe('PASSED')
  }
})

test('directors add their makers, checkers and signatories', async () => {
  for (const { role, people } of parties) {
    const [director, maker, checker] = people
    await invite(director, maker, [{ role, userRoles: ['Maker'] }])
    const me = await invite(director, checker, [{ role, userRoles: ['Checker'] }], { signatory: true })
    expect(me).toMatchObject({ companyRole: role, signatory: true })
  }
})

test('bank accounts are approved, called back, left to cool off and enabled', async () => {
  const added: Record<string, string> = {}
  for (const { code, name, people } of parties) {
    const { id } = await portal.as(people[0], bankAccountChangeCalls.add, {
      body: {
        accountName: name,
        bankName: 'First Bank',
        bankAccount: `4002000${code.length}${code.charCodeAt(0)}`,
        bankCode: 'DEUTDEFF',
        currencies: ['EUR', 'USD'],
        purpose: 'BOTH',
      },
    })
    added[code] = id
    await portal.as('ole', bankAccountChangeCalls.recordCallBack, {
      body: {
        id,
        calledName: people[0],
        phone: '+49 69 123456',
        numberFrom: 'PUBLIC_REGISTER',
        calledAt: portal.app.clock().toISOString(),
        outcome: 'CONFIRMED',
        note: '',
      },
    })
    const [task] = await openTasks('ole')
    expect(await portal.pass(task!.businessNo, 'BANK_ACCOUNT')).toEqual(['ole', 'sven'])
    expect((await refusalOf(portal.as('sara', bankAccountChangeCalls.enable, { body: { id } }))).error).toBe('COOLING_OFF')
  }
  await nextMorning(3)
  for (const id of Object.values(added))
    expect(await portal.as('sara', bankAccountChangeCalls.enable, { body: { id } })).toEqual({ status: 'ENABLE' })
})

test('fixings and exchange rates are put forward by one person and passed by two others', async () => {
  const days = ['2035-03-05', '2035-03-06', '2035-03-07']
  const fixings = days.map((effectiveDate) => ({ type: 'ESTR', effectiveDate, percentRate: '2.67' }))
  const rates = [{ fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2035-03-05', rate: '1.05' }]
  expect(await change('ole', { kind: 'RATE', values: { fixings, source: 'ECB' } })).toEqual(['rita', 'sven'])
  expect(await change('olga', { kind: 'FX', values: { rates } })).toEqual(['rita', 'sven'])
})
