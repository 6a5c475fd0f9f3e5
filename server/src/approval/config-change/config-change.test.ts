import { namedSteps } from '@usance/domain/flow-definition'
import { rowsOfKind } from '@usance/wire/config-change/answers'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import type { ConfigKind } from '@usance/wire/config-change/values'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { intentCalls } from '@usance/wire/intent/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { referenceCalls } from '@usance/wire/reference/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newId } from '../../database/id.ts'
import { decideChange } from '../../testing/decide-change.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { purchaseTerms } from '../../testing/product-terms.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const propose = (body: object, seat: Seat = portal.seats.operations) =>
  portal.ask(seat, configChangeCalls.propose, { body: body as never })
const current = async <K extends ConfigKind>(kind: K, seat = portal.seats.operations) =>
  rowsOfKind(kind, await portal.ask(seat, configChangeCalls.current, { body: { kind } }))
const decide = (seat: Seat, businessNo: string, reviewType: 'PASSED' | 'REJECTED' = 'PASSED') =>
  decideChange(portal, seat, businessNo, reviewType)

const usual = {
  minTenor: 1,
  maxTenor: 120,
  margin: '2.75',
  floor: '0',
  graceDays: 3,
  penaltyMargin: '3',
  dilutionThreshold: '5',
  status: 'ENABLE',
}

const bankFee = {
  code: 'BANK',
  basis: 'FLAT',
  currency: 'USD',
  value: '25',
  payer: 'SUPPLIER',
  beneficiary: 'FUNDER',
  timing: 'FUNDING',
}

/** Puts forward a change of RP-ARR with its own tenor, margin and fees. */
async function proposeArrears(own: { minTenor: number; margin: string; fees: object[] }) {
  const found = (await current('PRODUCT')).find((row) => row.code === 'RP-ARR')!
  return propose({
    kind: 'PRODUCT',
    targetId: found.id,
    version: found.version,
    values: {
      code: 'RP-ARR',
      name: found.name,
      nameCn: found.nameCn,
      advanceRate: '90',
      ...usual,
      ...own,
    },
  })
}

const terms = () => purchaseTerms(portal, { currencies: ['USD', 'JPY'], rateType: 'FLOATING', baseRateType: 'SOFR' })

describe('what staff run the portal with changes by approval', () => {
  test('a holiday closes its day in every calendar of the portal only after risk and settlement passed it', async () => {
    const day = { countryCode: 'US', calendarDate: '2025-05-14', type: 'J', holidayNameEn: 'Storm', holidayNameCn: '风暴' }
    const { no } = await propose({ kind: 'HOLIDAY', values: { days: [day] } })
    const seen = () => portal.ask(portal.seats.alderMaker, referenceCalls.holidays, { body: { currencyCode: 'USD' } })
    await decide(portal.seats.risk, no)
    expect(await seen()).toEqual([])
    await decide(portal.seats.settlement, no)
    expect(await seen()).toMatchObject([{ calendarDate: '2025-05-14', holidayNameCn: '风暴', type: 'J' }])
    const away = await propose({ kind: 'HOLIDAY', values: { days: [{ ...day, type: 'NONE' }] } })
    await decide(portal.seats.risk, away.no)
    await decide(portal.seats.settlement, away.no)
    expect(await seen()).toEqual([])
    const log = await portal.ask(portal.seats.auditor, configChangeCalls.changes, { body: { kind: 'HOLIDAY' } })
    expect(log.map((row) => [row.no, row.status])).toEqual([
      [away.no, 'PASSED'],
      [no, 'PASSED'],
    ])
  })
  test('a corrected fixing is a revision beside the first one, and one sent back changes nothing', async () => {
    const fixing = { type: 'SOFR', effectiveDate: '2025-02-28', percentRate: '4.36' }
    const sentBack = await propose({ kind: 'RATE', values: { fixings: [fixing], source: 'desk' } })
    await decide(portal.seats.risk, sentBack.no, 'REJECTED')
    const latest = async () => (await current('RATE')).find((row) => row.effectiveDate === '2025-02-28')
    expect(await latest()).toMatchObject({ percentRate: '4.3', revision: 0 })
    const { no } = await propose({ kind: 'RATE', values: { fixings: [fixing], source: 'desk' } })
    await decide(portal.seats.risk, no)
    await decide(portal.seats.settlement, no)
    expect(await latest()).toMatchObject({ percentRate: '4.36', revision: 1, source: 'desk' })
  })
  test('a buyer limit above a million needs its funder too; a stale version and a second live change are refused', async () => {
    const limit = (await current('LIMIT')).find((row) => row.type === 'BUYER')!
    const { type, buyerId, funderId, currency, effectiveDate, expiryDate } = limit
    const values = {
      type,
      buyerId,
      funderId,
      currency,
      effectiveDate,
      expiryDate,
      amount: '9000000',
      revolving: true,
      status: 'ENABLE',
    }
    const change = { kind: 'LIMIT', targetId: limit.id, version: limit.version, values }
    const { no } = await propose(change)
    expect((await refusalOf(propose(change))).error).toBe('ILLEGAL_TRANSITION')
    const asked = { businessNo: no, ifQueryTask: 'YES' } as const
    expect((await portal.ask(portal.seats.risk, workflowCalls.history, { body: asked })).amount).toBe('9000000.00')
    await decide(portal.seats.risk, no)
    expect((await decide(portal.seats.settlement, no)).status).toBe('IN_APPROVE')
    // The funder that is asked reads what it passes; another one finds nothing.
    const seen = await portal.ask(portal.seats.elmChecker, configChangeCalls.change, { body: { no } })
    expect(seen).toMatchObject({ before: { amount: '8000000.0000' }, after: { values: { amount: '9000000' } } })
    expect(Object.keys(seen.names)).toEqual(expect.arrayContaining([buyerId, funderId]))
    for (const stranger of [portal.seats.firChecker, portal.seats.alderChecker])
      expect((await refusalOf(portal.ask(stranger, configChangeCalls.change, { body: { no } }))).code).toBe(404)
    expect((await decide(portal.seats.elmChecker, no)).status).toBe('PASSED')
    const changed = (await current('LIMIT')).find((row) => row.id === limit.id)!
    expect(changed).toMatchObject({ amount: '9000000.00', version: limit.version + 1 })
    expect((await refusalOf(propose(change))).error).toBe('STALE_VERSION')

    // The end of such a limit, in whatever amount it is told, and a cut are for its funder too.
    for (const less of [{ status: 'DISABLE', amount: '900000' }, { amount: '900000' }]) {
      const { version } = (await current('LIMIT')).find((row) => row.id === limit.id)!
      const { no: ending } = await propose({ ...change, version, values: { ...values, ...less } })
      await decide(portal.seats.risk, ending)
      expect((await decide(portal.seats.settlement, ending)).status).toBe('IN_APPROVE')
      await decide(portal.seats.elmChecker, ending, 'REJECTED')
    }
  })
  test('a product takes new terms and fees; another one is made from nothing under its own code', async () => {
    const found = (await current('PRODUCT')).find((row) => row.code === 'RP-ADV')!
    const values = {
      code: 'RP-ADV',
      name: 'Receivable purchase',
      nameCn: '应收账款买断',
      advanceRate: '85',
      ...usual,
      fees: [bankFee],
    }
    for (const change of [
      { kind: 'PRODUCT', targetId: found.id, version: found.version, values },
      { kind: 'PRODUCT', values: { ...values, code: 'RP-NEW', terms: terms() } },
    ]) {
      const { no } = await propose(change)
      await decide(portal.seats.risk, no)
      await decide(portal.seats.settlement, no)
    }
    const products = await current('PRODUCT')
    expect(products.find((row) => row.code === 'RP-ADV')).toMatchObject({ maxTenor: 120, version: found.version + 1 })
    expect(products.find((row) => row.code === 'RP-NEW')).toMatchObject({
      type: 'RECEIVABLE_PURCHASE',
      funderName: 'Fir Capital',
      baseRateType: 'SOFR',
      fees: [{ code: 'BANK' }],
    })
    const faultyIn = async (change: object) =>
      (await refusalOf(propose({ kind: 'PRODUCT', values: { ...values, code: 'RP-BAD', terms: { ...terms(), ...change } } })))
        .data.fields[0]
    for (const [change, field, message] of [
      [{ funderId: portal.world.companies.alder }, 'terms.funderId', 'PARTY_UNKNOWN'],
      [{ currencies: ['USD', 'XTS'] }, 'terms.currencies', 'CURRENCY_MISMATCH'],
      [{ baseRateType: '' }, 'terms.baseRateType', 'NO_FIXING'],
      [{ arpTargetProduct: found.id }, 'terms.arpTargetProduct', 'PRODUCT_NOT_AVAILABLE'],
    ] as const)
      expect(await faultyIn(change)).toMatchObject({ field, message })
  })
  test('a product states its least and greatest amount to whoever changes it', async () => {
    const limits = { minAmount: '5000.0000', maxAmount: '90000.0000' }
    const values = { code: 'RP-SIZED', name: 'Sized', nameCn: '限额', advanceRate: '85', ...usual, ...limits, fees: [] }
    const { no } = await propose({ kind: 'PRODUCT', values: { ...values, terms: { ...terms(), currencies: ['USD'] } } })
    await decide(portal.seats.risk, no)
    await decide(portal.seats.settlement, no)
    const found = (await current('PRODUCT')).find((row) => row.code === 'RP-SIZED')!
    expect(found).toMatchObject(limits)
    const change = await propose({
      kind: 'PRODUCT',
      targetId: found.id,
      version: found.version,
      values: { ...values, margin: '3' },
    })
    const shown = await portal.ask(portal.seats.risk, configChangeCalls.change, { body: { no: change.no } })
    expect(shown.before).toMatchObject(limits)
  })
  test('terms out of range or at odds with each other are refused beside their fields', async () => {
    const values = {
      code: 'RP-ODD',
      name: 'Odd',
      nameCn: '异常',
      advanceRate: '90',
      ...usual,
      fees: [] as object[],
    }
    const fee = { ...bankFee, beneficiary: 'PLATFORM' }
    const faults = async (change: object, own: object = {}) =>
      (
        await refusalOf(propose({ kind: 'PRODUCT', values: { ...values, ...change, terms: { ...terms(), ...own } } }))
      ).data.fields.map((one: { field: string; message: string }) => `${one.field} ${one.message}`)
    for (const [change, own, expected] of [
      [{ advanceRate: '150' }, {}, 'advanceRate TERM_RANGE'],
      [{ advanceRate: '-5' }, {}, 'advanceRate TERM_RANGE'],
      [{ maxTenor: 10, minTenor: 20 }, {}, 'maxTenor TERM_BELOW_LEAST'],
      [{ fees: [{ ...fee, basis: 'PCT_FACE', value: '500' }] }, {}, 'fees.0.value TERM_RANGE'],
      [{ fees: [{ ...fee, minAmount: '500', maxAmount: '100' }] }, {}, 'fees.0.maxAmount TERM_BELOW_LEAST'],
      [{ fees: [{ ...fee, taxPct: '-10' }] }, {}, 'fees.0.taxPct TERM_RANGE'],
      [{ fees: [{ ...fee, payer: 'PLATFORM' }] }, {}, 'fees.0.payer FEE_TO_ITSELF'],
      [{ fees: [{ ...fee, payer: 'BUYER' }] }, { disclosed: false }, 'fees.0.payer FEE_NEEDS_BUYER'],
      [{ fees: [{ ...fee, currency: 'EUR' }] }, {}, 'fees.0.currency FEE_CURRENCY'],
      [{ fees: [{ ...fee, currency: 'QQQ' }] }, {}, 'fees.0.currency FEE_CURRENCY'],
      [{ fees: [{ ...fee, maxAmount: '0' }] }, {}, 'fees.0.maxAmount FEE_MAX_ZERO'],
      [{ fees: [{ ...fee, currency: undefined }] }, {}, 'fees.0.value FEE_ONE_CURRENCY'],
      [
        { fees: [{ ...fee, currency: undefined, basis: 'PCT_FACE', value: '0.2', minAmount: '5' }] },
        {},
        'fees.0.minAmount FEE_ONE_CURRENCY',
      ],
      [
        { fees: [{ ...fee, currency: undefined, basis: 'PCT_FACE', value: '0.2', maxAmount: '50' }] },
        {},
        'fees.0.maxAmount FEE_ONE_CURRENCY',
      ],
      [{ fees: [fee, { ...fee, value: '30' }] }, {}, 'fees.1.code FEE_TWICE'],
      [{ fees: [fee, { ...fee, currency: 'USD' }] }, {}, 'fees.1.code FEE_TWICE'],
      [{}, { disclosed: false }, 'terms.rightConfirmParty CONFIRM_NEEDS_BUYER'],
      [{}, { type: 'POOL_FACTORING', poolKind: 'OWN' }, 'terms.rightConfirmParty CONFIRM_NEEDS_BUYER'],
      [{}, { earlyFeePct: '-3' }, 'terms.earlyFeePct TERM_RANGE'],
      [{}, { earlyFeePct: '2', interestMethod: 'IN_ADVANCE' }, 'terms.earlyFeePct EARLY_FEE_IN_ADVANCE'],
      [{ fees: [{ ...fee, code: 'EARLY' }] }, {}, 'fees.0.value FEE_EARLY_VALUE'],
      [{ fees: [{ ...fee, code: 'EARLY', value: '0', minAmount: '10' }] }, {}, 'fees.0.minAmount FEE_EARLY_VALUE'],
      [{}, { type: 'PO_FINANCE', interestMethod: 'IN_ADVANCE' }, 'terms.interestMethod LOAN_IN_ARREARS'],
      [{}, { dayCount: 'ONE_ONE' }, 'terms.dayCount DAY_COUNT_NOT_FOR_LOANS'],
      [{}, { dayCount: 'ACT_ACT_ICMA' }, 'terms.dayCount DAY_COUNT_NOT_FOR_LOANS'],
      [{}, { resetFrequency: 'DAILY', interestMethod: 'IN_ADVANCE' }, 'terms.resetFrequency RESET_NOT_POSSIBLE'],
      [{}, { accrualShift: 'CS', bdConvention: 'PRECEDING' }, 'terms.accrualShift SHIFT_NEEDS_FOLLOWING'],
      [{ floor: '1' }, { rateType: 'FIXED', resetFrequency: 'NONE' }, 'floor FLOOR_ON_FIXED_RATE'],
      [{}, { fundRate: '3' }, 'terms.fundDayBase FUND_LEG_INCOMPLETE'],
      [{ minAmount: '10', maxAmount: '5' }, { currencies: ['USD'] }, 'maxAmount TERM_BELOW_LEAST'],
      [{ minAmount: '10' }, { currencies: ['USD', 'EUR'] }, 'minAmount TERM_ONE_CURRENCY'],
    ] as const)
      expect(await faults(change, own), expected).toContain(expected)
    expect(await faults({}, { fundRate: '50', fundDayBase: 360, currencies: ['USD'] })).toEqual(['margin FUND_LEG_ABOVE_CLIENT'])
    expect(await faults({ fees: [{ ...fee, basis: 'PCT_FACE', value: '95' }] })).toEqual(['fees.0.value COSTS_EXCEED_ADVANCE'])
    const small = { ...values, minAmount: '90', fees: [{ ...fee, value: '100' }], terms: { ...terms(), currencies: ['USD'] } }
    expect((await refusalOf(propose({ kind: 'PRODUCT', values: small }))).data.fields).toEqual([
      {
        field: 'fees.0.value',
        message: 'COSTS_EXCEED_ADVANCE',
        params: { currency: 'USD', face: '100.00', days: 60, amount: '11.06' },
      },
    ])
    const ofBuyer = { ...fee, code: 'SERVICE', basis: 'PCT_FACE', value: '100', payer: 'BUYER' }
    expect(await faults({ fees: [fee, ofBuyer] })).toEqual(['fees.1.value BUYER_OVERCHARGED'])
    expect(await faults({ margin: '60', floor: '55' })).toEqual(['margin SUPPLIER_OVERCHARGED'])
    // One code in several currencies is one fee for each.
    await propose({
      kind: 'PRODUCT',
      values: {
        ...values,
        fees: [
          { ...fee, currency: 'USD' },
          { ...fee, currency: 'JPY', value: '2500' },
        ],
        terms: terms(),
      },
    })
  })
  test('unusual terms of a product are shown to its approvers, and refuse nothing', async () => {
    const ofBuyer = { code: 'BANK', basis: 'PCT_FACE', value: '2', payer: 'BUYER', beneficiary: 'FUNDER', timing: 'FUNDING' }
    const { no } = await proposeArrears({ minTenor: 20, margin: '40', fees: [ofBuyer] })
    const proofs = await portal.ask(portal.seats.risk, configChangeCalls.proof, { body: { no } })
    const usd = proofs.find(({ currency }) => currency === 'USD')!
    expect(usd.harms).toEqual([])
    expect(usd.sample!.allInApr).toBe('44.3')
    expect(usd.warnings).toMatchObject([
      { warning: 'SUPPLIER_PAYS_MUCH' },
      { warning: 'SHORTEST_COSTS_MUCH', percent: '44.3', days: 20 },
      { warning: 'RESERVE_TOO_SMALL', amount: '3290.00', days: 120 },
      { warning: 'BUYER_PAYS_MUCH', amount: '2000.00' },
    ])
    await decide(portal.seats.risk, no, 'REJECTED')
  })
  test('the harm of a product to a small document is shown to its approvers, with its face', async () => {
    const fees = [
      {
        code: 'BANK',
        basis: 'FLAT',
        currency: 'USD',
        value: '1000',
        payer: 'SUPPLIER',
        beneficiary: 'FUNDER',
        timing: 'FUNDING',
      },
    ]
    const { no } = await proposeArrears({ minTenor: 20, margin: '2.50', fees })
    const proofs = await portal.ask(portal.seats.risk, configChangeCalls.proof, { body: { no } })
    const usd = proofs.find(({ currency }) => currency === 'USD')!
    expect(usd.harms).toEqual([])
    expect(usd.small).toMatchObject([{ harm: 'COSTS_EXCEED_ADVANCE', face: '1000.00', life: 'ON_TIME' }])
    await decide(portal.seats.risk, no, 'REJECTED')
  })
  test('the approvers of a product see who pays and earns what in each life', async () => {
    const { no } = await proposeArrears({
      minTenor: 1,
      margin: '2.50',
      fees: [
        {
          code: 'BANK',
          basis: 'FLAT',
          currency: 'USD',
          value: '20',
          payer: 'BUYER',
          beneficiary: 'FUNDER',
          timing: 'FUNDING',
          taxPct: '6',
        },
      ],
    })
    const proofs = await portal.ask(portal.seats.risk, configChangeCalls.proof, { body: { no } })
    const usd = proofs.find(({ currency }) => currency === 'USD')!
    expect(usd.lives.map(({ name }) => name)).toEqual(['EARLY', 'ON_TIME', 'LATE', 'PARTLY_PAID', 'DILUTED', 'DEFAULTED'])
    expect(usd.lives[1]).toMatchObject({
      supplierReceives: '98980.00',
      supplierInterest: '1020.00',
      supplierFees: '0.00',
      buyerPays: '100021.20',
      buyerFees: '21.20',
      funderEarns: '1040.00',
      platformEarns: '0.00',
      tax: '1.20',
    })
    expect((await refusalOf(portal.ask(portal.seats.alderMaker, configChangeCalls.proof, { body: { no } }))).error).toBe(
      'NOT_FOUND',
    )
  })
  test('two companies trade once their relationship was passed, and stop when it is; the pair stands once', async () => {
    const { birch, dogwood } = portal.world.companies
    const values = { supplierId: birch, buyerId: dogwood, termDays: 45, disclosed: true, confirmMode: 'MANUAL', status: 'ENABLE' }
    const invoice = (invoiceNo: string) =>
      portal.ask(portal.seats.birchMaker, invoiceCalls.add, {
        body: {
          buyerCode: 'DOGWOOD',
          invoiceNo,
          issueDate: '2025-02-20',
          dueDate: '2025-05-02',
          currency: 'USD',
          amount: '900.00',
        },
      })
    const pass = async (no: string) => {
      await decide(portal.seats.risk, no)
      await decide(portal.seats.settlement, no)
    }
    await expect(invoice('B-1')).rejects.toThrow('PARTY_UNKNOWN')
    await pass((await propose({ kind: 'RELATIONSHIP', values })).no)
    await invoice('B-1')
    expect((await refusalOf(propose({ kind: 'RELATIONSHIP', values }))).data.fields).toMatchObject([
      { message: 'ALREADY_EXISTS' },
    ])
    const { id: targetId, version } = (await current('RELATIONSHIP')).find(
      (row) => row.buyerId === dogwood && row.supplierId === birch,
    )!
    const stop = { kind: 'RELATIONSHIP', targetId, version, values: { ...values, status: 'DISABLE' } }
    await pass((await propose(stop)).no)
    await expect(invoice('B-2')).rejects.toThrow('PARTY_UNKNOWN')
    expect((await refusalOf(propose(stop))).error).toBe('STALE_VERSION')
    const foreign = { ...values, buyerId: birch }
    expect((await refusalOf(propose({ kind: 'RELATIONSHIP', values: foreign }))).data.fields).toMatchObject([
      { field: 'buyerId', message: 'PARTY_UNKNOWN' },
    ])
  })
  test('a price is offered once it was passed, and finances once its supplier has accepted it', async () => {
    const product = (await current('PRODUCT')).find((row) => row.code === 'RP-NEW')!
    const values = { supplierId: portal.world.companies.alder, productId: product.id, margin: '2.10', validUntil: '2025-12-31' }
    const offered = () => portal.ask(portal.seats.alderDirector, intentCalls.offers, { body: {} })
    const before = await offered()
    const { no } = await propose({ kind: 'PRICING', values })
    await decide(portal.seats.risk, no)
    await decide(portal.seats.settlement, no)
    const [offer, ...rest] = await offered()
    expect(rest).toHaveLength(before.length)
    expect(offer).toMatchObject({ productName: product.name, margin: '2.100000', status: 'OFFERED', mayDecide: true })
    const onOffer = async () =>
      (
        await portal.ask(portal.seats.alderMaker, financeOrderCalls.availableFinanceProductList, { body: { docType: 'INVOICE' } })
      ).map((one) => one.code)
    expect(await onOffer()).not.toContain('RP-NEW')
    await portal.ask(portal.seats.alderDirector, intentCalls.accept, { body: { id: offer!.id } })
    expect(await onOffer()).toContain('RP-NEW')
    expect(
      (await refusalOf(propose({ kind: 'PRICING', values: { ...values, validUntil: '2025-03-01' } }))).data.fields,
    ).toMatchObject([{ field: 'validUntil', message: 'DAY_TOO_EARLY', params: { earliest: '2025-03-03' } }])
  })
  test('a right given to a role holds from the next request after operations passed it, in the role’s menu too', async () => {
    const matrix = await current('ROLE', portal.seats.administrator)
    const row = matrix.find((one) => one.id === 'system.dict.edit')!
    const put = (roles: string) =>
      propose(
        { kind: 'ROLE', values: { changes: [{ permission: row.id, roles, version: row.version }] } },
        portal.seats.administrator,
      )
    const entry = { grp: 'SUPPLIER_CATEGORY', dicKey: 'MINE', enValue: 'Mine' }
    const save = () => portal.ask(portal.seats.risk, referenceCalls.saveEntry, { body: entry })
    expect((await refusalOf(save())).code).toBe(403)
    const { no } = await put('OR')
    await decide(portal.seats.operations, no)
    const saved = await vi.waitFor(save, { timeout: 15_000, interval: 200 })
    expect(saved.dicKey).toBe('MINE')
    expect((await refusalOf(put('O'))).error).toBe('STALE_VERSION')
    const funder = matrix.find((one) => one.id === 'payment.management.approve')!
    const business = { changes: [{ permission: funder.id, roles: 'FTA', version: funder.version }] }
    expect((await refusalOf(propose({ kind: 'ROLE', values: business }, portal.seats.administrator))).code).not.toBe(200)
    // Nobody locks themselves out of this matrix, and no company is given the operator's administration.
    const matrixRow = (id: string) => matrix.find((one: any) => one.id === id) as any
    for (const [id, change] of [
      ['system.role.edit', (held: string) => held.replace('A', '')],
      ['system.role.approve', (held: string) => held.replace('O', '')],
      ['system.company.edit', (held: string) => `S${held}`],
      ['realname.view', () => ''],
    ] as const) {
      const { roles: held, version } = matrixRow(id)
      const values = { changes: [{ permission: id, roles: change(held), version }] }
      expect((await refusalOf(propose({ kind: 'ROLE', values }, portal.seats.administrator))).data.fields[0].message).toBe(
        'FORBIDDEN',
      )
    }
  })
  test('a new version of a flow holds for approvals that start after it; those under way keep their steps', async () => {
    const flowOf = async (type: string) => {
      const flows = await current('WORKFLOW', portal.seats.auditor)
      return flows.find((row) => row.id === type)!
    }
    const day = (calendarDate: string) => ({
      kind: 'HOLIDAY',
      values: { days: [{ countryCode: 'SG', calendarDate, type: 'J', holidayNameEn: 'Day', holidayNameCn: '日' }] },
    })
    const before = await propose(day('2025-06-02'))
    const step = (role: string, more: object = {}) => ({ roles: [role], mode: 'ANY', slaHours: 8, ...more })
    const put = (steps: object[], version = 0, seat = portal.seats.administrator) =>
      propose({ kind: 'WORKFLOW', targetId: 'CALENDAR', version, values: { steps } }, seat)
    expect((await refusalOf(put([step('RISK', { skippable: true })]))).error).toBe('FLOW_PASSES_UNSEEN')
    expect((await refusalOf(put([step('RISK')], 0, portal.seats.operations))).code).toBe(403)
    const { no } = await put([step('SETTLEMENT')])
    // Operations have no page of flows, and read what they pass all the same.
    expect(await portal.ask(portal.seats.operations, configChangeCalls.change, { body: { no } })).toMatchObject({
      kind: 'WORKFLOW',
      targetId: 'CALENDAR',
      before: { version: 0 },
      after: { values: { steps: [{ roles: ['SETTLEMENT'], slaHours: 8 }] } },
    })
    expect((await flowOf('CALENDAR')).version).toBe(0)
    await decide(portal.seats.operations, no)
    expect(await flowOf('CALENDAR')).toMatchObject({ version: 1, steps: [{ node: 'SETTLEMENT_CHECK', slaHours: 8 }] })
    expect((await refusalOf(put([step('RISK')]))).error).toBe('STALE_VERSION')
    const after = await propose(day('2025-06-03'))
    expect((await decide(portal.seats.settlement, after.no)).status).toBe('PASSED')
    await decide(portal.seats.risk, before.no)
    expect((await decide(portal.seats.settlement, before.no)).status).toBe('PASSED')
    const back = await put([step('RISK'), step('SETTLEMENT')], 1)
    await decide(portal.seats.operations, back.no)
    expect((await flowOf('CALENDAR')).version).toBe(2)
  })
  test('no flow takes its say from a party, not even one that was stored so', async () => {
    const { administrator, auditor } = portal.seats
    const step = (role: string) => ({ roles: [role], mode: 'ANY', slaHours: 8 })
    const put = (targetId: string, ...steps: object[]) =>
      propose({ kind: 'WORKFLOW', targetId, version: 0, values: { steps } }, administrator)
    for (const [type, role, error] of [
      ['PAYMENT', 'SETTLEMENT', 'FLOW_LACKS_FUNDER'],
      ['WRITE_OFF', 'RISK', 'FLOW_LACKS_FUNDER'],
      ['FINANCE_ORDER', 'OPERATIONS', 'FLOW_LACKS_SUPPLIER'],
      ['INVOICE_ADJUSTMENT', 'OPERATIONS', 'FLOW_LACKS_BUYER'],
      ['USER', 'OPERATIONS', 'FLOW_LACKS_DIRECTOR'],
    ] as const)
      expect((await refusalOf(put(type, step(role)))).data.fields).toEqual([{ field: 'steps', message: error }])

    const stored = { id: newId(), businessType: 'BUYER_LIMIT', version: 1 }
    await portal.asOwner((db) =>
      db
        .insertInto('workflowDefinition')
        .values({ ...stored, steps: JSON.stringify(namedSteps([{ roles: ['RISK'], mode: 'ANY', slaHours: 8 }])) })
        .execute(),
    )
    const shown = (await current('WORKFLOW', auditor)).find((row) => row.id === 'BUYER_LIMIT')!
    expect(shown.steps.map(({ node }) => node)).toEqual(['RISK_CHECK', 'FUNDER_CHECK'])
    const limit = (await current('LIMIT')).find((row) => row.type === 'BUYER')!
    const { type, buyerId, funderId, currency, effectiveDate, expiryDate } = limit
    const values = { type, buyerId, funderId, currency, effectiveDate, expiryDate, amount: '9500000', revolving: true }
    const { no } = await propose({
      kind: 'LIMIT',
      targetId: limit.id,
      version: limit.version,
      values: { ...values, status: 'ENABLE' },
    })
    expect((await decide(portal.seats.risk, no)).nextNode).toBe('FUNDER_CHECK')
    await decide(portal.seats.elmChecker, no, 'REJECTED')
    await portal.asOwner((db) =>
      db.updateTable('workflowDefinition').set({ status: 'DISABLE' }).where('id', '=', stored.id).execute(),
    )
  })
  test('an exchange rate keeps its decimals, and its approvers see the rate in force', async () => {
    const pair = { fromCurrency: 'CNY', toCurrency: 'USD' }
    const proposed = (rates: object[]) => propose({ kind: 'FX', values: { rates } })
    const first = await proposed([{ ...pair, rateDate: '2025-02-27', rate: '0.1392757660', inverse: '7.18' }])
    await decide(portal.seats.risk, first.no)
    await decide(portal.seats.settlement, first.no)
    const rows = await current('FX')
    expect(rows.find((row) => row.fromCurrency === 'CNY' && row.rateDate === '2025-02-27')).toMatchObject({
      rate: '0.1392757660',
      inverse: '7.1800000000',
    })
    const next = await proposed([
      { fromCurrency: 'USD', toCurrency: 'CNY', rateDate: '2025-02-28', rate: '7.1234' },
      { fromCurrency: 'JPY', toCurrency: 'KWD', rateDate: '2025-02-28', rate: '0.0021' },
    ])
    const change = await portal.ask(portal.seats.risk, configChangeCalls.change, { body: { no: next.no } })
    expect(change.before).toMatchObject([
      { toCurrency: 'CNY', inForceDate: '2025-02-27', inForce: '7.18' },
      { toCurrency: 'KWD', inForceDate: null, inForce: null },
    ])
    const wrong = [
      [{ ...pair, rateDate: '2025-02-28', rate: '7.12', inverse: '7.18' }, 'FX_RATE_PAIR'],
      [{ ...pair, rateDate: '2025-02-28', rate: '0.00005' }, 'FX_RATE_MIN'],
    ] as const
    for (const [rate, error] of wrong) expect((await refusalOf(proposed([rate]))).error).toBe(error)
  })
  test('nobody but operations may put a change forward, and what is no change is refused', async () => {
    const rate = {
      kind: 'FX',
      values: { rates: [{ fromCurrency: 'USD', toCurrency: 'CNY', rateDate: '2025-03-03', rate: '7.2' }] },
    }
    for (const seat of [portal.seats.alderMaker, portal.seats.risk, portal.seats.administrator])
      expect((await refusalOf(propose(rate, seat))).code).toBe(403)
    const nothing = { kind: 'FX', values: { rates: [{ ...rate.values.rates[0], rate: '0' }] } }
    expect((await refusalOf(propose(nothing))).error).toBe('FX_RATE_MIN')
  })
})
