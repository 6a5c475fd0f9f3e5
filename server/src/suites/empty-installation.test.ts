import { addDays } from '@usance/domain/local-date'
import { accountCalls } from '@usance/wire/account/calls'
import { bankAccountCalls } from '@usance/wire/bank-account/calls'
import { bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { companyCalls } from '@usance/wire/company/calls'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import type { Change } from '@usance/wire/config-change/values'
import { contractCalls } from '@usance/wire/contract/calls'
import { endOfDayCalls } from '@usance/wire/end-of-day/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { homeCalls } from '@usance/wire/home/calls'
import { intentCalls } from '@usance/wire/intent/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { listCalls } from '@usance/wire/list'
import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { openTaskList } from '@usance/wire/workflow/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealAudit } from '../audit/seal.ts'
import { verifyAudit } from '../audit/verify.ts'
import { checkBooks } from '../books/ledger/check-books.ts'
import { checkSums } from '../insight/ar/sums.ts'
import { type EmptyPortal, openEmptyPortal } from '../testing/empty-portal.ts'
import { refusalOf } from '../testing/portal.ts'
import { uploadAs } from '../testing/upload.ts'

// How a real installation comes to its first financed invoice: over the portal's own calls only, from the link that the
// first start prints. Each test is a chapter that goes on where the one before ended.

let portal: EmptyPortal
const companyIds: Record<string, string> = {}
let productId: string
const terms = {
  type: 'RECEIVABLE_PURCHASE',
  recourse: true,
  disclosed: true,
  rightConfirmParty: 'BUYER',
  interestMethod: 'IN_ADVANCE',
  discountMethod: 'STRAIGHT',
  rateType: 'FLOATING',
  baseRateType: 'ESTR',
  dayCount: 'ACT_360',
  resetFrequency: 'NONE',
  lookbackBd: 1,
  penaltyMode: 'RETROACTIVE',
  bdConvention: 'FOLLOWING',
  accrualShift: 'SC',
  maturityOffset: 0,
  minInterestDays: 0,
  earlyFeePct: '0',
  breakDays: 5,
  rebateAllowed: true,
} as const
const product = {
  code: 'ELM-RP-EUR',
  name: 'Receivable purchase',
  nameCn: '应收账款买断',
  advanceRate: '85',
  minTenor: 5,
  maxTenor: 150,
  margin: '2.60',
  floor: '0',
  graceDays: 3,
  penaltyMargin: '3',
  dilutionThreshold: '5',
  status: 'ENABLE',
} as const

beforeAll(async () => {
  portal = await openEmptyPortal(new Date('2025-03-03T02:00:00Z'))
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
  const { waitingNo } = await portal.as(inviter, accountCalls.add, {
    body: {
      userName,
      cname: userName,
      email,
      seats: seats as never,
      signatory,
      ...(companyCode ? { companyCode } : {}),
    },
  })
  // From the second member of staff on, operations passes every user who decides about money before the invitation goes out.
  if (waitingNo) await portal.pass(waitingNo, seats.some(({ role }) => role === 'PLATFORM') ? 'STAFF_USER' : 'USER')
  return portal.accept(await portal.mailedLink('mona', email), userName)
}

const approvalOf = {
  RATE: 'RATE',
  FX: 'RATE',
  LIMIT: 'LIMIT',
  RELATIONSHIP: 'LIMIT',
  PRODUCT: 'PRODUCT',
  PRICING: 'PRODUCT',
} as const
/** A change of configuration that its maker puts forward and others pass. Answers who passed it. */
async function change(maker: string, body: Extract<Change, { kind: keyof typeof approvalOf }>): Promise<string[]> {
  const { no } = await portal.as(maker, configChangeCalls.propose, { body: body })
  const isOfBuyer = body.kind === 'LIMIT' && body.values.type === 'BUYER'
  return portal.pass(no, isOfBuyer ? 'BUYER_LIMIT' : approvalOf[body.kind])
}

/** What waits for a person's decision, as their page of approvals lists it. */
const openTasks = async (userName: string) =>
  (await portal.as(userName, listCalls(openTaskList).pageList, { body: { pageNum: 1, pageSize: 20 } })).list as unknown as {
    businessNo: string
  }[]

/** The steps that home still names before the first order. */
const toDo = async (userName: string) =>
  (await portal.as(userName, homeCalls.summary, { body: {} })).setup.filter(({ done }) => !done).map(({ step }) => step)

/** Lets days pass: the clock moves, and settlement closes the business days that are over. */
async function nextMorning(days: number) {
  const now = new Date(portal.app.clock().getTime() + days * 86_400_000)
  portal.moveTo(now)
  const { todos } = await portal.as('sven', homeCalls.summary, { body: {} })
  expect(todos.find(({ kind }) => kind === 'DAYS_TO_CLOSE')!.count).toBe(days)
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

  const { setup } = await portal.as('mona', homeCalls.summary, { body: {} })
  expect(setup.filter(({ mine }) => mine).map(({ step }) => step)).toEqual(['STAFF', 'DIRECTORS'])
  expect(setup[0]!.missing).toEqual(['Operations', 'Operations', 'Risk', 'Settlement', 'Settlement', 'Settlement'])

  for (const [userName, role] of [
    ['ole', 'Operations'],
    ['olga', 'Operations'],
    ['rita', 'Risk'],
    ['sven', 'Settlement'],
    ['sara', 'Settlement'],
    ['sigrid', 'Settlement'],
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

    expect(await toDo(director)).toEqual(role === 'BUYER' ? ['STATEMENT', 'PEOPLE'] : ['STATEMENT', 'PEOPLE', 'ACCOUNT'])
    const papers = []
    for (const kind of ['REGISTRATION', 'IDENTITY'] as const) {
      const pdf = Buffer.from(`%PDF-1.4\n${code} ${kind}\n%%EOF\n`)
      const { data } = await uploadAs(portal, portal.seatOf(director), `${kind}.pdf`, pdf)
      papers.push({ objectKey: data.objectKey, fileName: data.fileName, kind })
    }
    await portal.as(director, onboardingCalls.save, {
      body: { version: 0, people: [{ name: director, function: 'DIRECTOR' }], documents: papers },
    })
    const checked = await portal.as(director, onboardingCalls.autoKyc, { body: {} })
    expect(checked.checks.filter(({ outcome }) => outcome === 'FAILED')).toEqual([])
    const { no } = await portal.as(director, onboardingCalls.submit, { body: {} })
    expect(await portal.pass(no, 'KYC')).toEqual(['ole', 'rita'])
    expect((await portal.as('ole', companyCalls.anyDetail, { body: { id } })).kycStatus).toBe('PASSED')
  }
  expect((await toDo('rita'))[0]).toBe('ACCOUNTS')
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
        minutesAgo: 0,
        outcome: 'CONFIRMED',
        note: '',
      },
    })
    const [task] = await openTasks('ole')
    expect(await portal.pass(task!.businessNo, 'BANK_ACCOUNT')).toEqual(['ole', 'sven'])
    expect((await refusalOf(portal.as('sara', bankAccountChangeCalls.enable, { body: { id } }))).error).toBe('COOLING_OFF')
  }
  for (const { people } of parties) expect(await toDo(people[0])).toEqual([])
  await nextMorning(3)
  for (const id of Object.values(added))
    expect(await portal.as('sara', bankAccountChangeCalls.enable, { body: { id } })).toEqual({ status: 'ENABLE' })
})

test('fixings and exchange rates are put forward by one person and passed by two others', async () => {
  const days = ['2025-03-03', '2025-03-04', '2025-03-05']
  const fixings = days.map((effectiveDate) => ({ type: 'ESTR', effectiveDate, percentRate: '2.67' }))
  const rates = [{ fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2025-03-03', rate: '1.05' }]
  expect(await change('ole', { kind: 'RATE', values: { fixings, source: 'ECB' } })).toEqual(['rita', 'sven'])
  expect(await change('olga', { kind: 'FX', values: { rates } })).toEqual(['rita', 'sven'])
})

test('operations set up who trades, a product made from nothing, limits, and a price that the supplier accepts', async () => {
  const { ALDER: supplierId, CEDAR: buyerId, ELM: funderId } = companyIds as Record<'ALDER' | 'CEDAR' | 'ELM', string>
  const twoOthers = ['rita', 'sven']
  expect(
    await change('ole', {
      kind: 'RELATIONSHIP',
      values: { supplierId, buyerId, termDays: 60, disclosed: true, confirmMode: 'MANUAL', status: 'ENABLE' },
    }),
  ).toEqual(twoOthers)
  expect(
    await change('olga', {
      kind: 'PRODUCT',
      values: { ...product, fees: [], terms: { ...terms, funderId, currencies: ['EUR'], calendars: ['EU'] } },
    }),
  ).toEqual(twoOthers)
  const [stated] = await portal.as('rita', configChangeCalls.changes, { body: { kind: 'PRODUCT' } })
  expect(stated).toMatchObject({
    names: { [funderId]: 'Elm Trade Bank' },
    after: { values: { terms: { baseRateType: 'ESTR' } } },
  })
  const life = { effectiveDate: '2025-03-03', expiryDate: '2026-03-02', revolving: true, status: 'ENABLE' } as const
  for (const [type, who] of [
    ['FUNDER', { funderId }],
    ['SUPPLIER_FACILITY', { supplierId, funderId }],
    ['BUYER', { buyerId, funderId }],
  ] as const)
    expect(await change('ole', { kind: 'LIMIT', values: { type, ...who, currency: 'EUR', amount: '500000', ...life } })).toEqual(
      twoOthers,
    )

  const [made] = (await portal.as('ole', configChangeCalls.current, { body: { kind: 'PRODUCT' } })) as { id: string }[]
  productId = made!.id
  expect(
    await change('ole', { kind: 'PRICING', values: { supplierId, productId, margin: '2.40', validUntil: '2025-12-31' } }),
  ).toEqual(twoOthers)
  expect(await toDo('ole')).toEqual(['PRICES'])
  const { todos } = await portal.as('alma', homeCalls.summary, { body: {} })
  expect(todos.map(({ kind, count }) => [kind, count])).toEqual([['PRICES_TO_ACCEPT', 1]])
  const [offer] = await portal.as('alma', intentCalls.offers, { body: {} })
  expect(offer).toMatchObject({ status: 'OFFERED', mayDecide: true })
  expect(await portal.as('alma', intentCalls.accept, { body: { id: offer!.id } })).toEqual({ status: 'ACCEPTED' })
  expect(await toDo('ole')).toEqual([])
})

test('an invoice is confirmed, financed, signed, paid out, paid back and settled, and every law of the books holds', async () => {
  const [maker, checker] = ['adam', 'anna']
  const invoice = await portal.as(maker, invoiceCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      invoiceNo: 'A-2025-001',
      issueDate: '2025-02-27',
      dueDate: '2025-04-28',
      currency: 'EUR',
      amount: '40000.00',
    },
  })
  await portal.as(maker, invoiceCalls.submit, { body: { ids: [invoice.id] } })
  await portal.as('cleo', invoiceCalls.confirm, { body: { items: [{ id: invoice.id }] } })

  const request = {
    financingProductId: productId,
    buyerCode: 'CEDAR',
    currency: 'EUR',
    fundingDate: '2025-03-06',
    items: [{ docType: 'INVOICE' as const, docId: invoice.id }],
  }
  const offered = await portal.as(maker, financeOrderCalls.availableFinanceProductList, {
    body: { currency: 'EUR', docType: 'INVOICE' },
  })
  expect(offered.map(({ code }) => code)).toEqual(['ELM-RP-EUR'])
  const trial = await portal.as(maker, financeOrderCalls.trialCalculation, { body: request })
  expect(trial.items[0]).toMatchObject({ applyAmount: '34000.00', baseRate: '2.67', rate: '5.07' })
  const [payee] = await portal.as(maker, bankAccountCalls.accountByCurrencyList, { query: { currency: 'EUR' } })
  const order = await portal.as(maker, financeOrderCalls.createOrder, {
    body: { ...request, pricingHash: trial.pricingHash, payeeBankAccountId: payee!.id, saveType: 'SUBMIT' },
  })
  const passed = await portal.pass(order.orderNo, 'FINANCE_ORDER')
  expect(passed).toEqual([checker, 'ole', 'eric'])

  const seen = () => portal.as(checker, financeOrderCalls.detail, { query: { id: order.id } })
  expect((await seen()).contracts.length).toBeGreaterThan(0)
  for (const { id } of (await seen()).contracts)
    for (const signatory of [checker, 'cleo', 'eric']) {
      const contract = await portal.as(signatory, contractCalls.detail, { body: { id } }).catch(() => undefined)
      if (contract?.operations.includes('signoff'))
        await portal.as(signatory, contractCalls.sign, {
          body: { id, name: signatory, method: 'TYPED', textSha256: contract.textSha256 },
        })
    }
  await portal.as('cleo', financeOrderCalls.rightConfirmation, { query: { id: order.id }, body: { accept: true } })

  const { payments } = await portal.as('sven', financeOrderCalls.fundingInfo, { params: { id: order.id } })
  await payOut(payments[0]!, 'PAYMENT')
  expect(await seen()).toMatchObject({ status: 'FUNDED', fundingDate: '2025-03-06' })

  await nextMorning(53)
  const { accounts } = await portal.as('sven', repaymentCalls.accounts, { body: {} })
  const receipt = await portal.as('sven', repaymentCalls.recordReceipt, {
    body: {
      bankAccountId: accounts[0]!.id,
      bankRef: 'IN-1',
      valueDate: '2025-04-28',
      amount: '40000.00',
      currency: 'EUR',
      payerName: 'Cedar Retail Inc',
      rawText: 'A-2025-001',
    },
  })
  const { repayments } = await portal.as('sven', repaymentCalls.match, {
    body: {
      collectionId: receipt.id,
      reason: 'Invoice number in the reference',
      parts: [{ orderId: order.id, amount: '40000.00', invoiceIds: [invoice.id] }],
    },
  })
  expect(await portal.pass(repayments[0]!.no, 'REPAYMENT')).toEqual(['sara'])
  expect(await seen()).toMatchObject({ status: 'SETTLED', principalOutstanding: '0.00' })

  // What the buyer paid beyond the advance goes to the supplier once the days of grace are over.
  await nextMorning(3)
  const { releases } = await portal.as('sven', paymentCalls.releasable, { body: {} })
  expect(releases.map(({ amount }) => amount)).toEqual(['6000.00'])
  await payOut(await portal.as('sven', paymentCalls.addRelease, { body: { orderId: order.id } }), 'RELEASE')

  const broken = await portal.look(async (tx) => [...(await checkBooks(tx)), ...(await checkSums(tx))])
  expect(broken).toEqual([])
  expect(await sealAudit(portal.app)).toBeGreaterThan(100)
  expect((await portal.look((tx) => verifyAudit(tx, portal.app))).broken).toBeUndefined()
})

/** Settlement sends a payment, others pass it, and the bank pays. */
async function payOut({ id, no }: { id: string; no: string }, type: 'PAYMENT' | 'RELEASE') {
  await portal.as('sven', paymentCalls.instruct, { body: { id } })
  expect(await portal.pass(no, type)).toEqual(['sara', 'eric'])
  const valueDate = portal.app.clock().toISOString().slice(0, 10)
  expect(await portal.as('sigrid', paymentCalls.markPaid, { body: { id, valueDate, bankRef: `OUT-${no}` } })).toEqual({
    status: 'PAID',
  })
}
