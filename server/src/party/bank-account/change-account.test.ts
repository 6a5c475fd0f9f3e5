import { bankAccountCalls } from '@usance/wire/bank-account/calls'
import { bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { systemBankList } from '@usance/wire/bank-account/list'
import { homeCalls } from '@usance/wire/home/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { openTaskList } from '@usance/wire/workflow/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConfirmedOrder, aDraftedPayment, answerTask } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const account = {
  accountName: 'Alder Textiles Ltd',
  bankName: 'Bank of Tests',
  bankAccount: 'GB33 BUKB 2020 1555 5555 55',
  bankCode: 'BUKBGB22',
  currencies: ['USD', 'EUR'],
  purpose: 'COLLECTION',
}
const add = (seat: Seat, rest: object = {}) =>
  portal.ask(seat, bankAccountChangeCalls.add, { body: { ...account, ...rest } as never })
const detail = (seat: Seat, id: string) => portal.ask(seat, bankAccountChangeCalls.detail, { body: { id } })
const callBack = (seat: Seat, id: string, outcome: 'CONFIRMED' | 'DENIED' = 'CONFIRMED', rest: object = {}) =>
  portal.ask(seat, bankAccountChangeCalls.recordCallBack, {
    body: {
      id,
      calledName: 'Zhou Min, treasurer',
      phone: '+86 571 8888 0000',
      numberFrom: 'COMPANY_RECORD',
      minutesAgo: 0,
      outcome,
      ...rest,
    },
  })
const enable = (seat: Seat, id: string) => portal.ask(seat, bankAccountChangeCalls.enable, { body: { id } })
const pass = (seat: Seat, businessId: string, reviewType: 'PASSED' | 'REJECTED' | 'REFUSED' = 'PASSED') =>
  answerTask(portal, seat, { businessId, reviewType, comment: reviewType === 'PASSED' ? '' : 'The currency is another one' })
const coolDown = (id: string) =>
  portal.look((tx) =>
    tx
      .updateTable('bankAccount')
      .set({ coolingUntil: sql`app_now() - interval '1 minute'` as never })
      .where('id', '=', id)
      .execute(),
  )

test('the server says when a call was, which is at most a day ago and after the account was entered', async () => {
  const { alderDirector, operations } = portal.seats
  const { id } = await add(alderDirector, { bankAccount: '6222020299998', bankCode: 'TESTCNBJ' })
  const refused = async (minutesAgo: number) =>
    (await refusalOf(callBack(operations, id, 'CONFIRMED', { minutesAgo }))).data.fields
  for (const minutes of [-1, 1441, 0.5]) expect(await refused(minutes)).toMatchObject([{ field: 'minutesAgo' }])
  expect(await refused(60)).toEqual([{ field: 'minutesAgo', message: 'CALL_BACK_TIME' }])
  const before = Date.now()
  await callBack(operations, id)
  const [call] = (await detail(operations, id)).callBacks
  expect(new Date(call!.calledAt).getTime()).toBeGreaterThanOrEqual(before)
  expect(new Date(call!.calledAt).getTime()).toBeLessThanOrEqual(Date.now())
  await pass(operations, id, 'REFUSED')
})

test('a changed account is paid to only after a call-back, two approvals, 48 hours and the hand of settlement', async () => {
  const { alderDirector, alderMaker, operations, operations2, settlement, settlement2 } = portal.seats
  const old = portal.world.accounts.alder
  expect((await refusalOf(add(alderMaker))).error).toBe('FORBIDDEN')
  const { id } = await add(alderDirector, { replacesId: old })
  expect(await detail(alderDirector, id)).toMatchObject({
    status: 'PENDING_ACTIVATE',
    approval: 'IN_APPROVE',
    canEnable: false,
    bankAccount: 'GB33BUKB20201555555555',
    currency: 'USD,EUR',
  })
  const cooling = new Date((await detail(operations, id)).coolingUntil!).getTime() - Date.now()
  expect(Math.round(cooling / 3_600_000)).toBe(48)

  // Whoever fills in an order is told from when on the account may be chosen.
  const ahead = async () => portal.ask(alderMaker, bankAccountCalls.accountsAhead, { query: { currency: 'EUR' } })
  const { coolingUntil } = await detail(alderDirector, id)
  expect(await ahead()).toEqual([{ id, bankAccount: '•••• 5555', coolingUntil, isOff: false }])

  // No approval before somebody has called, nor after the company said on the phone that it is not its account.
  expect((await refusalOf(pass(operations, id))).error).toBe('CALL_BACK_REQUIRED')
  expect((await refusalOf(callBack(alderDirector, id))).error).toBe('FORBIDDEN')
  expect((await refusalOf(callBack(operations, id, 'CONFIRMED', { minutesAgo: 60 }))).data.fields[0].message).toBe(
    'CALL_BACK_TIME',
  )
  await callBack(operations, id, 'DENIED')
  expect((await refusalOf(pass(operations, id))).error).toBe('CALL_BACK_REQUIRED')
  await callBack(operations2, id)
  await pass(operations, id)
  expect((await refusalOf(enable(settlement, id))).error).toBe('BANK_ACCOUNT_NOT_ENABLED')
  await pass(settlement2, id)
  const checked = await detail(operations, id)
  expect(checked.callBacks.map(({ outcome, callerName }) => [outcome, callerName])).toEqual([
    ['DENIED', 'staff.operations'],
    ['CONFIRMED', 'staff.operations2'],
  ])
  // Who called whom is the operator's evidence, not the company's to read.
  expect((await detail(alderDirector, id)).callBacks).toEqual([])

  expect((await refusalOf(enable(settlement, id))).error).toBe('COOLING_OFF')
  // Settlement is told once the 48 hours are over, and the account is not called switched off.
  const toSwitchOn = async (seat: Seat) =>
    (await portal.ask(seat, homeCalls.summary, { body: {} })).todos.find(({ kind }) => kind === 'ACCOUNTS_TO_SWITCH_ON')?.count
  expect(await toSwitchOn(settlement)).toBeUndefined()
  const { coolingUntil: later } = await portal.look((tx) =>
    tx.selectFrom('bankAccount').select('coolingUntil').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  await coolDown(id)
  expect([await toSwitchOn(settlement), await toSwitchOn(operations), await toSwitchOn(alderDirector)]).toEqual([
    1,
    undefined,
    undefined,
  ])
  expect((await detail(settlement, id)).status).toBe('READY_TO_ENABLE')
  const listed = await portal.ask(settlement, listCalls(systemBankList).pageList, {
    body: { filterFields: { status: ['READY_TO_ENABLE'] } },
  })
  expect(listed.list!.map((row) => row.id)).toEqual([id])
  await portal.look((tx) => tx.updateTable('bankAccount').set({ coolingUntil: later }).where('id', '=', id).execute())
  // The company stops it in its first hours, and it then takes a new call.
  await portal.ask(alderDirector, bankAccountChangeCalls.disable, { body: { id, reason: 'Not our account' } })
  await callBack(operations2, id)
  await coolDown(id)
  expect(await detail(alderDirector, id)).toMatchObject({ status: 'DISABLE', canEnable: true, coolingUntil: null })
  expect(await enable(settlement, id)).toEqual({ status: 'ENABLE' })
  expect((await refusalOf(enable(settlement, id))).error).toBe('ILLEGAL_TRANSITION')
  expect((await detail(alderDirector, old)).status).toBe('DISABLE')
  // An account that went off comes back only after a new call, made by another person than the one who switches it on.
  await portal.ask(alderDirector, bankAccountChangeCalls.disable, { body: { id, reason: 'The token was stolen' } })
  const offersEnable = async (seat = settlement) => (await detail(seat, id)).operations.includes('ENABLE')
  expect((await refusalOf(enable(settlement, id))).error).toBe('CALL_BACK_REQUIRED')
  expect(await offersEnable()).toBe(false)
  expect((await detail(operations, id)).operations).toContain('CALL_BACK')
  await callBack(operations, id, 'DENIED')
  expect((await refusalOf(enable(settlement, id))).error).toBe('CALL_BACK_REQUIRED')
  expect(await offersEnable()).toBe(false)
  // Its own company, which reads no call-backs, is told that one is needed.
  expect(await detail(alderDirector, id)).toMatchObject({ needsCallBack: true, callBacks: [] })
  await callBack(operations2, id)
  expect(await detail(alderDirector, id)).toMatchObject({ needsCallBack: false, callBacks: [] })
  expect(await offersEnable()).toBe(true)
  const callAgain = (callerId: string) =>
    portal.look((tx) => tx.updateTable('bankAccountCallBack').set({ callerId }).where('bankAccountId', '=', id).execute())
  await callAgain(settlement.userId)
  expect(await offersEnable()).toBe(false)
  await callAgain(operations2.userId)
  expect(await enable(settlement, id)).toEqual({ status: 'ENABLE' })
  expect((await refusalOf(callBack(operations, id))).error).toBe('ILLEGAL_TRANSITION')
  const offered = await portal.ask(alderMaker, bankAccountCalls.accountByCurrencyList, { query: { currency: 'USD' } })
  expect(offered.map((one) => one.id)).toEqual([id])

  // Whoever confirmed or entered the account never decides on money to it; the payment says when it may go.
  const { orderId } = await aConfirmedOrder(portal)
  const payment = await aDraftedPayment(portal, orderId)
  await portal.look((tx) =>
    tx
      .updateTable('bankAccount')
      .set({ status: 'ENABLE', coolingUntil: sql`app_now() + interval '3 hours'` as never })
      .where('id', '=', old)
      .execute(),
  )
  const shown = await portal.ask(settlement, paymentCalls.detail, { body: { id: payment.id } })
  expect(shown.coolingUntil).not.toBeNull()
  expect((await refusalOf(portal.ask(settlement, paymentCalls.instruct, { body: { id: payment.id } }))).error).toBe('COOLING_OFF')
})

test('risk and settlement decide on an account with the right to approve accounts alone', async () => {
  const { alderDirector, operations, operations2, settlement, settlement2 } = portal.seats
  const permission = 'system.bank.approve'
  const { id } = await add(alderDirector, { bankAccount: '777700009' })
  await callBack(operations2, id)
  await pass(operations, id)
  const grant = (roles: string) =>
    portal.look((tx) =>
      tx
        .updateTable('rolePermission')
        .set((eb) => ({ roles, version: eb('version', '+', 1) }))
        .where('permission', '=', permission)
        .execute(),
    )
  const businessNo = `BA-${id.slice(-12).toUpperCase()}`
  const isAsked = async (seat: Seat) =>
    (await portal.ask(seat, listCalls(openTaskList).pageList, { body: { filterFields: { businessNo } } })).total
  expect(await isAsked(settlement)).toBe(1)
  await grant('R')
  await expect.poll(() => isAsked(settlement)).toBe(0)
  for (const seat of [settlement, settlement2]) expect((await refusalOf(pass(seat, id))).error).toBe('NOT_YOUR_TASK')
  expect((await detail(operations, id)).approval).toBe('IN_APPROVE')
  await grant('RT')
  await expect.poll(() => isAsked(settlement)).toBe(1)
  await pass(settlement, id)
  expect((await detail(operations, id)).approval).toBe('PASSED')
})

test('an account that cannot be right is not taken, and nobody sees or switches another company’s', async () => {
  const { birchMaker, alderDirector, operations, operations2, settlement } = portal.seats
  const fault = async (rest: object) => (await refusalOf(add(alderDirector, rest))).data.fields[0]
  expect(await fault({ bankAccount: 'GB33BUKB20201555555556' })).toMatchObject({ message: 'ACCOUNT_NUMBER_INVALID' })
  expect(await fault({ bankCode: 'NOBANK' })).toMatchObject({ message: 'BANK_CODE_INVALID' })
  expect(await fault({ accountName: 'Somebody Else Ltd', bankAccount: '777700001' })).toMatchObject({
    field: 'nameReason',
    message: 'NAME_REASON_REQUIRED',
  })
  expect((await refusalOf(add(alderDirector, { bankAccount: '777700002', replacesId: portal.world.accounts.birch }))).error).toBe(
    'NOT_FOUND',
  )
  // Operations may enter one for a company, and then neither calls back nor decides on it.
  const { id } = await add(operations, { companyCode: 'ALDER', bankAccount: '777700003' })
  expect((await refusalOf(callBack(operations, id))).error).toBe('MAKER_CANNOT_APPROVE')
  await callBack(operations2, id)
  expect((await refusalOf(pass(operations, id))).error).toBe('MAKER_CANNOT_APPROVE')
  for (const bankAccount of ['777700003', '7777-00003', '777 700-003'])
    expect(await fault({ bankAccount })).toMatchObject({ field: 'bankAccount', message: 'ALREADY_EXISTS' })
  expect((await refusalOf(detail(portal.seats.firChecker, id))).error).toBe('NOT_FOUND')
  // An administrator sees the page of companies, and no accounts.
  expect((await refusalOf(detail(portal.seats.administrator, id))).error).toBe('FORBIDDEN')
  expect((await refusalOf(enable(birchMaker, id))).error).toBe('FORBIDDEN')
  await pass(operations2, id)
  const told = await portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select('event')
      .where('companyId', '=', portal.world.companies.alder)
      .where('objectId', '=', id)
      .execute(),
  )
  expect(told.map(({ event }) => event)).toContain('BANK_ACCOUNT_ADDED')
  expect((await refusalOf(enable(settlement, id))).error).toBe('BANK_ACCOUNT_NOT_ENABLED')
})

test('an account that was sent back or refused is entered again, and no second copy of one that counts is', async () => {
  const { alderDirector, operations, operations2, settlement } = portal.seats
  const typed = { bankAccount: '6222-000099887766', bankCode: 'BKCHCNBJ' }
  const fault = async (rest: object) => (await refusalOf(add(alderDirector, { ...typed, ...rest }))).data.fields[0]
  const taken = { field: 'bankAccount', message: 'ALREADY_EXISTS' }
  for (const outcome of ['REJECTED', 'REFUSED'] as const) {
    const { id } = await add(alderDirector, { ...typed, currencies: ['EUR'] })
    // While it is being approved it bars, also under the other spelling of the same bank.
    for (const bankCode of ['BKCHCNBJ', 'BKCHCNBJXXX']) expect(await fault({ bankCode })).toMatchObject(taken)
    await pass(operations, id, outcome)
    expect(await detail(alderDirector, id)).toMatchObject({ approval: outcome, status: 'DISABLE', operations: [] })
    const { list } = await portal.ask(operations, listCalls(systemBankList).pageList, { body: { pageNum: 1, pageSize: 50 } })
    expect(list!.find((row) => row.id === id)).toMatchObject({ approval: outcome, status: 'DISABLE' })
  }
  const { id } = await add(alderDirector, { ...typed, bankCode: 'BKCHCNBJXXX' })
  await callBack(operations2, id)
  await pass(operations, id)
  await pass(settlement, id)
  for (const bankCode of ['BKCHCNBJ', 'BKCHCNBJXXX']) expect(await fault({ bankCode })).toMatchObject(taken)
  // A branch of the bank is another one.
  const branch = await add(alderDirector, { ...typed, bankCode: 'BKCHCNBJ300' })
  expect(branch.id).toBeTruthy()
})

test('of two entries of one account at the same moment, in two spellings of its bank, one is taken', async () => {
  const { alderDirector, operations } = portal.seats
  const entries = await Promise.allSettled([
    add(alderDirector, { bankAccount: '880011223344', bankCode: 'BKCHCNBJ' }),
    add(operations, { companyCode: 'ALDER', bankAccount: '8800-11223344', bankCode: 'BKCHCNBJXXX' }),
  ])
  expect(entries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
