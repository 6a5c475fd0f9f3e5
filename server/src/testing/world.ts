import { hashToken } from '../auth/hash-token.ts'
import { newSessionToken } from '../auth/session-token.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { newId } from '../database/id.ts'
import { addLimit, addPricing, addProduct, type NewFee, type NewProduct } from '../finance/product/add-product.ts'
import { addBankAccount, addCompany, addRelationship, addUser } from '../party/company/register.ts'

/** The day on which the test world opens. A Monday, a business day everywhere in it. */
export const openingDay = '2025-03-03'
export const testPassword = 'correct horse battery'
/** The installation's key of every test portal, so that none leaves a key file behind. */
export const testKey = Buffer.alloc(32, 'usance').toString('base64')

export type Seat = { userId: string; token: string; companyRole: string; companyId: string; cname: string }

/** A session of the user in one seat, as if they had signed in. */
export async function openSeat(tx: Tx, userId: string, companyId: string, companyRole: string): Promise<Seat> {
  const token = newSessionToken()
  await tx
    .insertInto('session')
    .values({ id: newId(), tokenHash: hashToken(token), userId, companyId, companyRole })
    .execute()
  const { cname } = await tx.selectFrom('appUser').select('cname').where('id', '=', userId).executeTakeFirstOrThrow()
  return { userId, token, companyRole, companyId, cname }
}

type NewSeat = { companyId: string; role: 'SUPPLIER' | 'BUYER' | 'FUNDER' | 'COMPANY' | 'PLATFORM'; userRoles: string[] }

/** The seat of a new user, who has signed in. */
export async function aSeat(tx: Tx, userName: string, seat: NewSeat, isSignatory = false): Promise<Seat> {
  const userId = await addUser(tx, {
    userName,
    cname: userName,
    email: `${userName}@usance.test`,
    seats: [seat],
    signsFor: isSignatory ? [seat.companyId] : [],
    password: testPassword,
  })
  return openSeat(tx, userId, seat.companyId, seat.role)
}

/** The seat of a new director of a whole company. */
export const aDirector = (tx: Tx, companyId: string, userName = `director.${newId().slice(-6)}`): Promise<Seat> =>
  aSeat(tx, userName, { companyId, role: 'COMPANY', userRoles: ['Director'] })

/**
 * A small world: suppliers Alder and Birch, buyers Cedar and Dogwood, funder Elm and its rival Fir, and the operator's
 * staff. Alder sells to both buyers; Elm offers a purchase in advance, one in arrears, payables finance and PO finance.
 */
export async function buildWorld(db: Db, platformId: string) {
  return inTransaction(db, { kind: 'system' }, 'write', async (tx) => {
    // Banks close by the real clock, which is far from the business date: a test of a cut-off sets its own.
    await tx.deleteFrom('paymentCutOff').execute()
    const companies = { ...(await addCompanies(tx)), platform: platformId }
    const seats = await addSeats(tx, companies)
    const accounts = await addAccounts(tx, companies)
    const products = await addProducts(tx, companies.elm)
    await offerPrices(tx, companies, Object.values(products))
    await addLimits(tx, companies)
    await addMarket(tx)
    return { companies, seats, accounts, products }
  })
}

/** The six companies; Alder sells to both buyers, and Birch to Cedar. */
async function addCompanies(tx: Tx) {
  const company = (code: string, name: string, bizRegNo: string, country: string, role: 'SUPPLIER' | 'BUYER' | 'FUNDER') =>
    addCompany(tx, {
      code,
      name,
      bizRegNo,
      country,
      roles: [role],
      ...(role === 'FUNDER' ? { roleDetail: { FUNDER: { fundDayBase: 360 } } } : {}),
    })
  const alder = await company('ALDER', 'Alder Textiles Ltd', '91310000MA1K00000X', 'CN', 'SUPPLIER')
  const birch = await company('BIRCH', 'Birch Components Ltd', '91440300MA5D00000Y', 'CN', 'SUPPLIER')
  const cedar = await company('CEDAR', 'Cedar Retail Inc', '12-3456789', 'US', 'BUYER')
  const dogwood = await company('DOGWOOD', 'Dogwood Stores GmbH', 'HRB 12345', 'DE', 'BUYER')
  const elm = await company('ELM', 'Elm Trade Bank', '198700001E', 'SG', 'FUNDER')
  const fir = await company('FIR', 'Fir Capital', '201200002F', 'SG', 'FUNDER')
  for (const [supplierId, buyerId] of [
    [alder, cedar],
    [alder, dogwood],
    [birch, cedar],
  ] as const)
    await addRelationship(tx, { supplierId, buyerId, termDays: 60 })
  return { alder, birch, cedar, dogwood, elm, fir }
}
type Companies = Awaited<ReturnType<typeof addCompanies>> & { platform: string }

/** Everybody who works for the companies and the operator, signed in. */
async function addSeats(tx: Tx, { alder, birch, cedar, dogwood, elm, fir, platform }: Companies) {
  const person = (userName: string, companyId: string, role: NewSeat['role'], userRoles: string[], isSignatory = false) =>
    aSeat(tx, userName, { companyId, role, userRoles }, isSignatory)
  return {
    alderMaker: await person('alder.maker', alder, 'SUPPLIER', ['Maker']),
    alderChecker: await person('alder.checker', alder, 'SUPPLIER', ['Checker'], true),
    alderViewer: await person('alder.viewer', alder, 'SUPPLIER', ['Viewer']),
    alderDirector: await person('alder.director', alder, 'COMPANY', ['Director'], true),
    birchMaker: await person('birch.maker', birch, 'SUPPLIER', ['Maker', 'Checker'], true),
    cedarMaker: await person('cedar.maker', cedar, 'BUYER', ['Maker']),
    cedarChecker: await person('cedar.checker', cedar, 'BUYER', ['Checker'], true),
    dogwoodChecker: await person('dogwood.checker', dogwood, 'BUYER', ['Maker', 'Checker'], true),
    elmMaker: await person('elm.maker', elm, 'FUNDER', ['Maker']),
    elmChecker: await person('elm.checker', elm, 'FUNDER', ['Checker'], true),
    elmChecker2: await person('elm.checker2', elm, 'FUNDER', ['Checker'], true),
    firChecker: await person('fir.checker', fir, 'FUNDER', ['Maker', 'Checker'], true),
    operations: await person('staff.operations', platform, 'PLATFORM', ['Operations']),
    operations2: await person('staff.operations2', platform, 'PLATFORM', ['Operations']),
    risk: await person('staff.risk', platform, 'PLATFORM', ['Risk']),
    settlement: await person('staff.settlement', platform, 'PLATFORM', ['Settlement']),
    settlement2: await person('staff.settlement2', platform, 'PLATFORM', ['Settlement']),
    settlement3: await person('staff.settlement3', platform, 'PLATFORM', ['Settlement']),
    bd: await person('staff.bd', platform, 'PLATFORM', ['BD']),
    administrator: await person('staff.admin', platform, 'PLATFORM', ['Administrator']),
    auditor: await person('staff.auditor', platform, 'PLATFORM', ['Auditor']),
  }
}

async function addAccounts(tx: Tx, { alder, birch, cedar, elm, fir, platform }: Companies) {
  const account = (companyId: string, accountName: string, bankAccount: string, bankCode: string) =>
    addBankAccount(tx, {
      companyId,
      accountName,
      bankName: 'First Test Bank',
      bankNameEn: 'First Test Bank',
      bankAccount,
      bankCode,
      currency: 'USD,CNY,EUR,JPY,KWD',
    })
  return {
    alder: await account(alder, 'Alder Textiles Ltd', '6222020200001', 'TESTCNBJ'),
    birch: await account(birch, 'Birch Components Ltd', '6222020200002', 'TESTCNBJ'),
    cedar: await account(cedar, 'Cedar Retail Inc', '40020001', 'TESTUS33'),
    elm: await account(elm, 'Elm Trade Bank', '80010001', 'TESTSGSG'),
    fir: await account(fir, 'Fir Capital', '80020001', 'TESTSGSG'),
    platform: await account(platform, 'Usance', '80990001', 'TESTSGSG'),
  }
}

/** The terms that Elm's products have in common. */
const common = {
  currencies: ['USD', 'CNY', 'EUR', 'JPY', 'KWD'],
  recourse: true,
  disclosed: true,
  rightConfirmParty: 'BUYER',
  advanceRate: '90',
  minTenor: 1,
  maxTenor: 180,
  rateType: 'FLOATING',
  baseRateType: 'SOFR',
  margin: '2.50',
  dayCount: 'ACT_360',
  graceDays: 5,
  penaltyMargin: '3',
  breakDays: 5,
  calendars: ['US'],
  bdConvention: 'FOLLOWING',
} satisfies Partial<NewProduct>

const fees: NewFee[] = [
  { code: 'SERVICE', basis: 'PCT_FACE', value: '0.25', beneficiary: 'PLATFORM', timing: 'FUNDING' },
  { code: 'HANDLING', basis: 'FLAT', value: '50', beneficiary: 'PLATFORM', timing: 'FUNDING' },
  { code: 'PLATFORM', basis: 'PCT_PA_ADVANCE', value: '0.50', beneficiary: 'PLATFORM', timing: 'FUNDING' },
  { code: 'FUNDER', basis: 'PCT_ADVANCE', value: '0.10', beneficiary: 'FUNDER', timing: 'FUNDING' },
]

async function addProducts(tx: Tx, funderId: string) {
  const arpTarget = await addProduct(tx, {
    ...common,
    funderId,
    code: 'RP-ADV',
    name: 'Receivable purchase, interest in advance',
    nameCn: '应收账款买断（前收息）',
    type: 'RECEIVABLE_PURCHASE',
    interestMethod: 'IN_ADVANCE',
    fees,
  })
  return {
    purchaseInAdvance: arpTarget,
    purchaseInArrears: await addProduct(tx, {
      ...common,
      funderId,
      code: 'RP-ARR',
      name: 'Receivable purchase, interest in arrears',
      nameCn: '应收账款买断（后收息）',
      type: 'RECEIVABLE_PURCHASE',
      interestMethod: 'IN_ARREARS',
      fees,
    }),
    payables: await addProduct(tx, {
      ...common,
      funderId,
      code: 'PF',
      name: 'Payables finance',
      nameCn: '反向保理',
      type: 'PAYABLES_FINANCE',
      interestMethod: 'IN_ADVANCE',
      recourse: false,
      advanceRate: '100',
      fees: [],
    }),
    purchaseOrder: await addProduct(tx, {
      ...common,
      funderId,
      code: 'PO',
      name: 'Purchase order finance',
      nameCn: '订单融资',
      type: 'PO_FINANCE',
      interestMethod: 'IN_ARREARS',
      rightConfirmParty: 'SUPPLIER',
      advanceRate: '60',
      maturityOffset: 15,
      arpTargetProduct: arpTarget,
      fees: [],
    }),
    undisclosed: await addProduct(tx, {
      ...common,
      funderId,
      code: 'RP-UND',
      name: 'Undisclosed purchase',
      nameCn: '暗保理',
      type: 'RECEIVABLE_PURCHASE',
      interestMethod: 'IN_ARREARS',
      disclosed: false,
      rightConfirmParty: 'NONE',
      fees,
    }),
  }
}

async function offerPrices(tx: Tx, { alder, birch }: Companies, productIds: readonly string[]) {
  let offer = 0
  for (const supplierId of [alder, birch])
    for (const productId of productIds)
      await addPricing(tx, { supplierId, productId, margin: '2.50', validUntil: '2030-12-31', no: `PR-${++offer}` })
}

async function addLimits(tx: Tx, { alder, birch, cedar, dogwood, elm }: Companies) {
  const life = { effectiveDate: '2024-01-01', expiryDate: '2030-12-31', currency: 'USD' }
  for (const supplierId of [alder, birch])
    await addLimit(tx, { type: 'SUPPLIER_FACILITY', supplierId, funderId: elm, amount: '5000000', ...life })
  for (const buyerId of [cedar, dogwood])
    await addLimit(tx, { type: 'BUYER', buyerId, funderId: elm, amount: '8000000', ...life })
  await addLimit(tx, { type: 'FUNDER', funderId: elm, amount: '50000000', ...life })
}

/** The fixings and exchange rates of the days before the opening. */
async function addMarket(tx: Tx) {
  for (const day of ['2025-01-02', '2025-02-27', '2025-02-28'])
    await tx
      .insertInto('baseRateFixing')
      .values({ id: newId(), type: 'SOFR', effectiveDate: day, percentRate: '4.30', source: 'test' })
      .execute()
  for (const [from, to, rate, inverse] of [
    ['EUR', 'USD', '1.0500', '0.9523809524'],
    ['USD', 'CNY', '7.2500', '0.1379310345'],
    ['USD', 'JPY', '149.3500', '0.0066956813'],
    ['KWD', 'USD', '3.2400', '0.3086419753'],
  ] as const)
    await tx
      .insertInto('fxRate')
      .values({ id: newId(), fromCurrency: from, toCurrency: to, rateDate: '2025-01-02', rate, inverse })
      .execute()
}

export type World = Awaited<ReturnType<typeof buildWorld>>
