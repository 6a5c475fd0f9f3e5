import { accountCalls } from '@usance/wire/account/calls'
import { homeCalls, type SetupStep } from '@usance/wire/home/calls'
import type { CompanyRole } from '@usance/wire/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { addUser } from '../../party/company/register.ts'
import { startServer } from '../../start.ts'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, requestFor } from '../../testing/trade.ts'
import { type Seat, testKey } from '../../testing/world.ts'

// What home names before the first order: a step is done when what an order takes is there.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const step = async (seat: Seat, of: SetupStep) =>
  (await portal.ask(seat, homeCalls.summary, { body: {} })).setup.find((one) => one.step === of)
const isDone = async (of: SetupStep) => (await step(portal.seats.operations, of))?.done
const run = (query: ReturnType<typeof sql>) => portal.asOwner((db) => query.execute(db))
const person = (
  userName: string,
  companyId: string,
  role: 'SUPPLIER' | 'BUYER' | 'COMPANY' | 'PLATFORM',
  userRoles: string[],
  status: 'active' | 'unActive' = 'active',
) =>
  portal.look(async (tx) => {
    const userId = await addUser(tx, {
      userName,
      cname: userName,
      email: `${userName}@usance.test`,
      seats: [{ companyId, role, userRoles }],
    })
    await tx.updateTable('appUser').set({ status }).where('id', '=', userId).execute()
  })

test('whoever is invited and has not joined yet is told among those who are missing', async () => {
  const { administrator, alderDirector, alderMaker, alderChecker, risk } = portal.seats
  const { elm, alder } = portal.world.companies
  const told = async (seat: Seat, of: SetupStep) => {
    const { missing, invited } = (await step(seat, of))!
    return { missing, invited }
  }
  await person('elm.asked', elm, 'COMPANY', ['Director'], 'unActive')
  expect(await told(administrator, 'DIRECTORS')).toEqual({ missing: ['BUYER', 'FUNDER'], invited: ['FUNDER'] })
  await run(sql`update company set kyc_status = 'NONE' where id = ${alder}`)
  const left = [alderMaker, alderChecker, risk].map(({ userId }) => userId)
  const set = (status: string) => run(sql`update app_user set status = ${status} where id = any(${left}::uuid[])`)
  await set('stop')
  await person('alder.asked', alder, 'SUPPLIER', ['Maker', 'Checker'], 'unActive')
  await person('risk.asked', portal.world.companies.platform, 'PLATFORM', ['Risk'], 'unActive')
  expect(await told(administrator, 'STAFF')).toEqual({ missing: ['Risk'], invited: ['Risk'] })
  expect(await told(alderDirector, 'PEOPLE')).toEqual({ missing: ['Maker', 'Checker'], invited: ['Maker', 'Checker'] })
  await set('active')
  await run(sql`update app_user set status = 'stop' where user_name like '%.asked'`)
})

test('whoever is put forward and waits for a second person is told among those who are missing', async () => {
  const { administrator, alderDirector, alderMaker, alderChecker, risk } = portal.seats
  const { alder } = portal.world.companies
  type Given = { role: CompanyRole; userRoles: ('Director' | 'Maker' | 'Checker' | 'Risk')[] }
  const invite = (by: Seat, userName: string, seats: Given[], more = {}) =>
    portal.ask(by, accountCalls.add, {
      body: { userName, cname: userName, email: `${userName}@usance.test`, signatory: false, seats, ...more },
    })
  const told = async (seat: Seat, of: SetupStep) => {
    const { missing, invited, waiting } = (await step(seat, of))!
    return { missing, invited, waiting }
  }
  await invite(administrator, 'elm.put', [{ role: 'COMPANY', userRoles: ['Director'] }], { companyCode: 'ELM' })
  expect(await told(administrator, 'DIRECTORS')).toEqual({ missing: ['BUYER', 'FUNDER'], invited: [], waiting: ['FUNDER'] })
  await run(sql`update company set kyc_status = 'NONE' where id = ${alder}`)
  const left = [alderMaker, alderChecker, risk].map(({ userId }) => userId)
  const set = (status: string) => run(sql`update app_user set status = ${status} where id = any(${left}::uuid[])`)
  await invite(alderDirector, 'alder.put', [{ role: 'SUPPLIER', userRoles: ['Maker', 'Checker'] }], { signatory: true })
  await set('stop')
  await run(sql`delete from signing_right where company_id = ${alder} and user_id <> ${alderDirector.userId}`)
  await invite(administrator, 'risk.put', [{ role: 'PLATFORM', userRoles: ['Risk'] }])
  expect(await told(administrator, 'STAFF')).toEqual({ missing: ['Risk'], invited: [], waiting: ['Risk'] })
  const both = ['Maker', 'Checker']
  expect(await told(alderDirector, 'PEOPLE')).toEqual({ missing: both, invited: [], waiting: both })
  await set('active')
  await run(sql`update user_change set status = 'WITHDRAWN' where status = 'IN_APPROVE'`)
  expect(await told(administrator, 'DIRECTORS')).toEqual({ missing: ['BUYER', 'FUNDER'], invited: [], waiting: [] })
})

test('a company has its director in the seat of the whole company, not in one of its trades', async () => {
  const { cedar } = portal.world.companies
  const missing = async () => (await step(portal.seats.administrator, 'DIRECTORS'))!.missing
  expect(await missing()).toEqual(['BUYER', 'FUNDER'])
  await person('cedar.trade', cedar, 'BUYER', ['Director'])
  expect(await missing()).toEqual(['BUYER', 'FUNDER'])
  await person('cedar.whole', cedar, 'COMPANY', ['Director'])
  expect(await missing()).toEqual(['FUNDER'])
})

test('a company has its people once one of them may sign in a seat in which contracts are signed', async () => {
  const { alderDirector, alderViewer, alderMaker } = portal.seats
  const { alder } = portal.world.companies
  await run(sql`update company set kyc_status = 'NONE' where id = ${alder}`)
  const missing = async () => (await step(alderDirector, 'PEOPLE'))!.missing
  expect(await missing()).toEqual([])
  await run(sql`delete from signing_right where company_id = ${alder}`)
  expect(await missing()).toEqual(['SIGNATORY'])
  for (const { userId } of [alderViewer, alderMaker])
    await run(sql`insert into signing_right (user_id, company_id) values (${userId}, ${alder})`)
  expect(await missing()).toEqual(['SIGNATORY'])
  await run(sql`insert into signing_right (user_id, company_id) values (${alderDirector.userId}, ${alder})`)
  expect(await missing()).toEqual([])
})

test('limits are set once funder, supplier and buyer of a product have one that is in force and in its currency', async () => {
  expect(await isDone('LIMITS')).toBe(true)
  for (const [change, back] of [
    [sql`update credit_limit set status = 'DISABLE' where type = 'FUNDER'`, sql`update credit_limit set status = 'ENABLE'`],
    [
      sql`update credit_limit set expiry_date = '2025-01-01' where type = 'BUYER'`,
      sql`update credit_limit set expiry_date = '2030-12-31'`,
    ],
    [
      sql`update credit_limit set funder_id = ${portal.world.companies.fir} where type = 'SUPPLIER_FACILITY'`,
      sql`update credit_limit set funder_id = ${portal.world.companies.elm}`,
    ],
    [sql`update credit_limit set currency = 'GBP'`, sql`update credit_limit set currency = 'USD'`],
  ] as const) {
    await run(change)
    expect(await isDone('LIMITS')).toBe(false)
    await run(back)
    expect(await isDone('LIMITS')).toBe(true)
  }
  // What is not in the product's currency is converted, where there is a rate.
  await run(sql`update credit_limit set currency = 'EUR'`)
  await run(sql`update financing_product set currencies = '{USD}'`)
  expect(await isDone('LIMITS')).toBe(true)
  await run(sql`update credit_limit set currency = 'USD'`)
})

test('rates are entered once the benchmark of a product has a fixing that prices today, and its currency a rate', async () => {
  expect(await isDone('RATES')).toBe(true)
  await run(sql`update financing_product set base_rate_type = 'ESTR', currencies = '{EUR}', lookback_bd = 2`)
  expect(await isDone('RATES')).toBe(false)
  const fixing = (day: string) =>
    run(sql`insert into base_rate_fixing (id, type, effective_date, percent_rate, source)
      values (gen_random_uuid(), 'ESTR', ${day}::date, 2.5, 'test')`)
  // The fixing of today prices an order two business days later.
  await fixing('2025-03-03')
  expect(await isDone('RATES')).toBe(false)
  await fixing('2025-02-26')
  expect(await isDone('RATES')).toBe(true)
  await run(sql`delete from fx_rate where from_currency = 'EUR'`)
  expect(await isDone('RATES')).toBe(false)
  await run(sql`update financing_product set currencies = '{USD}'`)
  expect(await isDone('RATES')).toBe(true)
  await run(sql`delete from base_rate_fixing`)
  expect(await isDone('RATES')).toBe(false)
  await run(sql`update financing_product set rate_type = 'FIXED', base_rate_type = null`)
  expect(await isDone('RATES')).toBe(true)
})

test('a price counts for the product it is of, while it may be used', async () => {
  expect(await isDone('PRICES')).toBe(true)
  await run(sql`update pricing_offer set valid_until = '2025-01-01'`)
  expect(await isDone('PRICES')).toBe(false)
})

test('limits are advised while something else is missing, and a portal without any is set up: no order needs one', async () => {
  const { operations } = portal.seats
  await run(sql`update pricing_offer set valid_until = '2030-12-31'`)
  await run(sql`update credit_limit set status = 'DISABLE'`)
  expect([await isDone('DIRECTORS'), await isDone('LIMITS')]).toEqual([false, false])
  await run(sql`update company set kyc_status = 'PASSED'`)
  await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  await person('elm.first', portal.world.companies.elm, 'COMPANY', ['Director'])
  expect((await portal.ask(operations, homeCalls.summary, { body: {} })).setup).toEqual([])
  await run(sql`update app_user set status = 'stop' where user_name = 'elm.first'`)
  await run(sql`update credit_limit set status = 'ENABLE'`)
  await run(sql`delete from setting where key = 'setUpComplete'`)
})

test('a portal that was complete once is not new again after a restart, nor one that has funded an order', async () => {
  const { operations, alderDirector, alderChecker } = portal.seats
  const steps = async (seat: Seat) => (await portal.ask(seat, homeCalls.summary, { body: {} })).setup.length
  await run(sql`update pricing_offer set valid_until = '2030-12-31'`)
  await person('elm.whole', portal.world.companies.elm, 'COMPANY', ['Director'])
  expect(await steps(operations)).toBe(0)

  await run(sql`update pricing_offer set valid_until = '2025-01-01'`)
  const second = await startServer(
    readConfig({ ...portal.addresses, USANCE_KEY: testKey, USANCE_DEMO: 'off', LOG_LEVEL: 'silent' }),
    portal.addresses.DATABASE_URL,
    { appUrl: portal.addresses.DATABASE_APP_URL },
  )
  const answer = await second.server.inject({
    method: 'POST',
    url: `/api${homeCalls.summary.path.replace('{p}', portal.app.config.prefix)}`,
    headers: { appid: portal.app.config.appId, token: operations.token },
    payload: {},
  })
  await second.close()
  expect(answer.json().data.setup).toEqual([])

  // Of a portal from before that was never seen complete, a funded order tells; so does of a company its own.
  const { alder } = portal.world.companies
  const forget = async () => {
    await run(sql`delete from setting where key = 'setUpComplete'`)
    await run(sql`update pricing_offer set valid_until = '2025-01-01'`)
    await run(sql`update company set kyc_status = 'NONE' where id = ${alder}`)
  }
  await forget()
  expect([await steps(operations), await steps(alderDirector)]).toEqual([10, 3])
  await run(sql`update pricing_offer set valid_until = '2030-12-31'`)
  await run(sql`update company set kyc_status = 'PASSED' where id = ${alder}`)
  await run(sql`insert into signing_right (user_id, company_id) values (${alderChecker.userId}, ${alder})`)
  await aFundedOrder(portal)
  await forget()
  expect([await steps(operations), await steps(alderDirector)]).toEqual([0, 0])
})
