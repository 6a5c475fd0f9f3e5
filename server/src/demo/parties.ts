import { addDays, weekday } from '@usance/domain/local-date'
import type { Tx } from '../database/database.ts'
import { newId } from '../database/id.ts'
import { addLimit, addPricing, addProduct, type NewFee, type NewProduct } from '../finance/product/add-product.ts'
import { addBankAccount, addCompany, addRelationship, addUser } from '../party/company/register.ts'
import { benchmarks, buyers, type Cast, demoPassword, exchangeRates, funders, staff, suppliers, trades } from './cast.ts'
import { poolSupplier } from './pool-supplier.ts'
import { randomOf } from './random.ts'

export type SignIn = { userName: string; who: string; company: string; role: string }

const currencies = Object.keys(benchmarks)

/** Everybody the demo's year needs: companies, people, accounts, products, prices, limits and a year of fixings. */
export async function setUpParties(tx: Tx, platformId: string, seed: string, from: string, today: string): Promise<SignIn[]> {
  const signIns: SignIn[] = []
  const ids = new Map<string, string>()
  for (const [roles, cast] of [
    ['SUPPLIER', suppliers],
    ['BUYER', buyers],
    ['FUNDER', funders],
  ] as const) {
    for (const company of cast) {
      const id = await addCompany(tx, {
        code: company.code,
        name: company.name,
        ...(company.nameLocal ? { nameLocal: company.nameLocal } : {}),
        bizRegNo: company.bizRegNo,
        country: company.country,
        address: company.address,
        riskGrade: company.riskGrade ?? 'B',
        roles: [roles],
        directors: [{ name: company.people[2], shareholding: '60' }],
        roleDetail: {
          SUPPLIER: { supplierCategory: 'Manufacturer', invoicePrefix: company.code.slice(0, 2) },
          BUYER: { paymentTermDays: 60, confirmMode: 'MANUAL' },
          FUNDER: { fundDayBase: 360, dailyFundingCutoff: '15:00' },
        },
      })
      ids.set(company.code, id)
      signIns.push(...(await addPeople(tx, company, id, roles)))
      for (const purpose of ['PAYMENT', 'COLLECTION'] as const) await addAccount(tx, company, id, purpose)
    }
  }
  // The fees that funders collect for the platform are paid there.
  await addAccount(tx, { code: 'USANCE', name: 'Usance Platform', country: 'SG', currency: 'USD' }, platformId, 'PAYMENT')
  for (const [name, cname, role] of staff) {
    await addUser(tx, {
      userName: name,
      cname,
      email: `${name}@usance.example`,
      password: demoPassword,
      seats: [{ companyId: platformId, role: 'PLATFORM', userRoles: [role] }],
    })
    signIns.push({ userName: name, who: cname, company: 'Usance Platform', role })
  }
  for (const [userName, introduced] of [
    ['bd', ['SAIGON', 'DATES']],
    ['bd2', ['BRIGHT']],
  ] as const) {
    const partner = await tx.selectFrom('appUser').select('id').where('userName', '=', userName).executeTakeFirstOrThrow()
    for (const code of introduced) {
      const companyId = ids.get(code)!
      await tx.updateTable('company').set({ bdUserId: partner.id }).where('id', '=', companyId).execute()
      // The change is dated by the business date of the installation; the demo's trade begins earlier.
      await tx.insertInto('companyPartner').values({ companyId, partnerId: partner.id, fromDay: from }).execute()
    }
  }

  for (const { supplier, buyer, termDays, disclosed = true } of trades)
    await addRelationship(tx, { supplierId: ids.get(supplier)!, buyerId: ids.get(buyer)!, termDays, disclosed })
  await addProducts(tx, ids)
  await addLimits(tx, ids, from)
  await addMarket(tx, seed, from, today)
  return signIns
}

export const loginOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .trim()
    .split(/\s+/)
    .join('.')

async function addPeople(tx: Tx, company: Cast, companyId: string, role: 'SUPPLIER' | 'BUYER' | 'FUNDER'): Promise<SignIn[]> {
  const [maker, checker, director] = company.people
  const seats = [
    [maker, ['Maker'], role, false],
    [checker, ['Checker'], role, true],
    [director, ['Director'], 'COMPANY', true],
  ] as const
  const made: SignIn[] = []
  for (const [cname, userRoles, seat, signatory] of seats) {
    const userName = loginOf(cname)
    await addUser(tx, {
      userName,
      cname,
      email: `${userName}@${company.code.toLowerCase()}.example`,
      password: demoPassword,
      signsFor: signatory ? [companyId] : [],
      language: company.language ?? 'en-US',
      seats: [
        ...(seat === 'COMPANY' ? [{ companyId, role, userRoles: ['Director'] }] : []),
        { companyId, role: seat, userRoles: [...userRoles] },
      ],
    })
    made.push({ userName, who: cname, company: company.name, role: `${role} ${userRoles[0]}` })
  }
  return made
}

const bicOf = (country: string) => `DEMO${country}${country === 'US' ? '33' : '2X'}`
type Holder = Pick<Cast, 'code' | 'name' | 'country' | 'currency'>
async function addAccount(tx: Tx, company: Holder, companyId: string, purpose: 'PAYMENT' | 'COLLECTION') {
  const number = String(
    [...company.code].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 900_000_000, 7) +
      (purpose === 'PAYMENT' ? 100_000_000 : 500_000_000),
  )
  await addBankAccount(tx, {
    companyId,
    accountName: company.name.normalize('NFKD').replace(/[^A-Za-z0-9 ,.()+'/:?-]/g, ''),
    bankName: 'Usance Demo Bank',
    bankNameEn: 'Usance Demo Bank',
    bankAccount: number,
    bankCode: bicOf(company.country),
    currency: [...new Set([company.currency, ...currencies])].join(','),
    purpose,
  })
}

/** What each funder offers in each currency, at a price for every supplier. */
async function addProducts(tx: Tx, ids: Map<string, string>) {
  let offered = 0
  for (const [funderIndex, funder] of funders.entries())
    for (const currency of currencies) {
      const offering = { funderId: ids.get(funder.code)!, code: funder.code, isFirst: funderIndex === 0, currency }
      const products = await addFinancing(tx, offering)
      if (offering.isFirst && currency === 'USD') await addPool(tx, offering, ids.get(poolSupplier)!)
      offered = await offerPrices(tx, ids, products, offered)
    }
}

/** A funder in one currency; the first one also finances purchase orders and, in dollars, a pool. */
type Offering = { funderId: string; code: string; isFirst: boolean; currency: string }

const termsOf = ({ funderId, isFirst, currency }: Offering) => {
  const { type, calendar, dayCount } = benchmarks[currency]!
  return {
    funderId,
    currencies: [currency],
    recourse: isFirst,
    disclosed: true,
    rightConfirmParty: 'BUYER',
    minTenor: 5,
    maxTenor: 150,
    rateType: 'FLOATING',
    baseRateType: type,
    dayCount,
    graceDays: 5,
    penaltyMargin: '3',
    breakDays: 5,
    calendars: [calendar],
    bdConvention: 'FOLLOWING',
    dilutionThreshold: '5',
    // Below the clients' rates in each currency; yen benchmarks are far lower than the others.
    fundRate: currency === 'JPY' ? '1.20' : '3.10',
    fundDayBase: 360,
  } satisfies Partial<NewProduct>
}

const feesOfPurchase: NewFee[] = [
  { code: 'SERVICE', basis: 'PCT_FACE', value: '0.20', beneficiary: 'PLATFORM', timing: 'FUNDING', taxPct: '6' },
  { code: 'PLATFORM', basis: 'PCT_PA_ADVANCE', value: '0.40', beneficiary: 'PLATFORM', timing: 'FUNDING' },
  { code: 'FUNDER', basis: 'PCT_ADVANCE', value: '0.10', beneficiary: 'FUNDER', timing: 'FUNDING' },
]

/** A purchase in advance, one in arrears, and purchase order finance or payables finance, in this order. */
async function addFinancing(tx: Tx, offering: Offering): Promise<string[]> {
  const { code, currency, isFirst } = offering
  const terms = termsOf(offering)
  const purchase = await addProduct(tx, {
    ...terms,
    code: `${code}-RPA-${currency}`,
    name: `Receivable purchase, interest in advance (${currency})`,
    nameCn: `应收账款买断，前收息（${currency}）`,
    type: 'RECEIVABLE_PURCHASE',
    interestMethod: 'IN_ADVANCE',
    advanceRate: '85',
    margin: '2.20',
    fees: feesOfPurchase,
  })
  const inArrears = await addProduct(tx, {
    ...terms,
    code: `${code}-RPR-${currency}`,
    name: `Receivable purchase, interest in arrears (${currency})`,
    nameCn: `应收账款买断，后收息（${currency}）`,
    type: 'RECEIVABLE_PURCHASE',
    interestMethod: 'IN_ARREARS',
    resetFrequency: 'MONTHLY',
    advanceRate: '90',
    margin: '2.60',
    fees: feesOfPurchase,
  })
  const third: NewProduct = isFirst
    ? {
        ...terms,
        code: `${code}-PO-${currency}`,
        name: `Purchase order finance (${currency})`,
        nameCn: `订单融资（${currency}）`,
        type: 'PO_FINANCE',
        interestMethod: 'IN_ARREARS',
        rightConfirmParty: 'SUPPLIER',
        advanceRate: '60',
        margin: '4.00',
        maturityOffset: 20,
        arpTargetProduct: purchase,
        fees: [],
      }
    : {
        ...terms,
        recourse: false,
        code: `${code}-PF-${currency}`,
        name: `Payables finance (${currency})`,
        nameCn: `反向保理（${currency}）`,
        type: 'PAYABLES_FINANCE',
        interestMethod: 'IN_ADVANCE',
        advanceRate: '100',
        margin: '1.60',
        fees: [],
      }
  return [purchase, inArrears, await addProduct(tx, third)]
}

/** Pool factoring for the one supplier that has a pool. */
async function addPool(tx: Tx, offering: Offering, supplierId: string) {
  const { code, currency } = offering
  const pool = await addProduct(tx, {
    ...termsOf(offering),
    code: `${code}-POOL-${currency}`,
    name: `Pool factoring (${currency})`,
    nameCn: `池保理（${currency}）`,
    type: 'POOL_FACTORING',
    poolKind: 'OWN',
    disclosed: false,
    rightConfirmParty: 'NONE',
    interestMethod: 'IN_ARREARS',
    resetFrequency: 'MONTHLY',
    advanceRate: '80',
    concentrationPct: '100',
    margin: '2.40',
    fees: [{ code: 'FUNDER', basis: 'PCT_ADVANCE', value: '0.10', beneficiary: 'FUNDER', timing: 'FUNDING' }],
  })
  await addPricing(tx, { supplierId, productId: pool, margin: '2.40', validUntil: '2035-12-31', no: 'PR-POOL' })
  await tx.updateTable('company').set({ businessType: 'OWN_POOL_FACTORING' }).where('id', '=', supplierId).execute()
}

/**
 * Prices of a funder's products for every supplier, numbered on from those offered before. A better price waits for the decision of the
 * first supplier. Answers how many are offered now.
 */
async function offerPrices(tx: Tx, ids: Map<string, string>, products: readonly string[], before: number): Promise<number> {
  const validUntil = '2035-12-31'
  let offer = before
  for (const supplier of suppliers)
    for (const productId of products)
      await addPricing(tx, {
        supplierId: ids.get(supplier.code)!,
        productId,
        margin: (2 + (offer % 7) / 5).toFixed(2),
        validUntil,
        no: `PR-${String(++offer).padStart(5, '0')}`,
      })
  await addPricing(tx, {
    supplierId: ids.get(suppliers[0]!.code)!,
    productId: products[0]!,
    margin: '1.80',
    validUntil,
    no: `PR-9${String(offer).padStart(4, '0')}`,
    status: 'OFFERED',
  })
  return offer
}

/** Limits in each company's main currencies, wide enough for the year and narrow enough to be seen at work. */
async function addLimits(tx: Tx, ids: Map<string, string>, from: string) {
  const life = { effectiveDate: from, expiryDate: '2035-12-31' }
  const scale: Record<string, number> = { USD: 1, EUR: 1, CNY: 7, JPY: 150, KWD: 1 }
  for (const currency of currencies) {
    const amount = (usd: number) => String(usd * scale[currency]!)
    for (const funder of funders) {
      const funderId = ids.get(funder.code)!
      await addLimit(tx, { type: 'FUNDER', funderId, currency, amount: amount(20_000_000), ...life })
      for (const supplier of suppliers)
        if (trades.some((trade) => trade.supplier === supplier.code && trade.currency === currency))
          await addLimit(tx, {
            type: 'SUPPLIER_FACILITY',
            supplierId: ids.get(supplier.code)!,
            funderId,
            currency,
            amount: amount(1_500_000),
            ...life,
          })
      for (const buyer of buyers)
        if (trades.some((trade) => trade.buyer === buyer.code && trade.currency === currency))
          await addLimit(tx, {
            type: 'BUYER',
            buyerId: ids.get(buyer.code)!,
            funderId,
            currency,
            amount: amount(2_000_000),
            ...life,
          })
    }
  }
}

/** Two years of made-up daily fixings and the year's exchange rates, marked as the demo's. */
async function addMarket(tx: Tx, seed: string, from: string, today: string) {
  const rows = []
  for (const { type, level } of Object.values(benchmarks)) {
    const random = randomOf(seed, 'fixing', type)
    let rate = level * 100
    for (let day = addDays(from, -40); day <= today; day = addDays(day, 1)) {
      if (weekday(day) > 5) continue
      rate = Math.max(5, Math.round(rate + (random.next() - 0.5) * 4 + (level * 100 - rate) * 0.02))
      rows.push({ id: newId(), type, effectiveDate: day, percentRate: (rate / 100).toFixed(2), source: 'demo' })
    }
  }
  for (let at = 0; at < rows.length; at += 1000)
    await tx
      .insertInto('baseRateFixing')
      .values(rows.slice(at, at + 1000))
      .execute()
  await tx
    .insertInto('fxRate')
    .values(
      exchangeRates.map(([fromCurrency, toCurrency, rate, inverse]) => ({
        id: newId(),
        fromCurrency,
        toCurrency,
        rateDate: addDays(from, -10),
        rate,
        inverse,
      })),
    )
    .execute()
}
