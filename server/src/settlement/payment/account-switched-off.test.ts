import { addDays } from '@usance/domain/local-date'
import { costCalls } from '@usance/wire/cost/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBankAccount } from '../../party/company/register.ts'
import { aFundedOrder, answerTask, aRepayment, brokenLaws, passAll } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll as passTrade } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(async () => {
  expect(await brokenLaws(portal)).toEqual([])
  await portal.close()
})

const setStatus = (status: 'ENABLE' | 'DISABLE', ...ids: string[]) =>
  portal.look((tx) => tx.updateTable('bankAccount').set({ status }).where('id', 'in', ids).execute())
const accountsOf = (companyId: string) =>
  portal.look(async (tx) =>
    (await tx.selectFrom('bankAccount').select('id').where('companyId', '=', companyId).execute()).map(({ id }) => id),
  )
const newAccount = (companyId: string, bankAccount: string) =>
  portal.look((tx) =>
    addBankAccount(tx, {
      companyId,
      accountName: 'The new account',
      bankName: 'Second Test Bank',
      bankNameEn: 'Second Test Bank',
      bankAccount,
      bankCode: 'TESTSGSG',
      currency: 'USD',
      purpose: 'BOTH',
    }),
  )
const instruct = (id: string) => portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
const accountsIn = (id: string) =>
  portal.look((tx) =>
    tx.selectFrom('payment').select(['toAccountId', 'fromAccountId']).where('id', '=', id).executeTakeFirstOrThrow(),
  )
const paid = async ({ id, no }: { id: string; no: string }, flow: 'RELEASE' | 'REFUND') => {
  await passAll(portal, no, flow)
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate: day, bankRef: `ON-${no}` } })
}

test('a reserve is released to the account that has taken the place of the order’s, drafted before or after', async () => {
  const { alder, elm } = portal.world.companies
  const { orderId } = await aFundedOrder(portal, {
    product: 'purchaseInArrears',
    faces: ['60000', '40000'],
    tenors: [20, 40],
    fundingDate: day,
  })
  await aRepayment(portal, orderId, '100000', { valueDate: day })
  await runEndOfDay(portal.app, { through: addDays(day, 6) })
  day = addDays(day, 7)
  const [one, other] = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('id').where('orderId', '=', orderId).orderBy('maturity').execute(),
  )
  const draft = (itemId: string) => portal.ask(portal.seats.settlement, paymentCalls.addRelease, { body: { orderId, itemId } })
  const before = await draft(one!.id)
  const old = [...(await accountsOf(alder)), ...(await accountsOf(elm))]
  const now = { toAccountId: await newAccount(alder, '70010077'), fromAccountId: await newAccount(elm, '70010078') }
  await setStatus('DISABLE', ...old)
  const after = await draft(other!.id)
  for (const release of [before, after]) {
    await instruct(release.id)
    expect(await accountsIn(release.id)).toEqual(now)
    await paid(release, 'RELEASE')
  }
  await setStatus('ENABLE', ...old)
})

test('a surplus that was drafted while its payee had no account is paid once it has one', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
  const repayment = await aRepayment(portal, orderId, '120000', { valueDate: day })
  const accounts = await accountsOf(portal.world.companies.cedar)
  if (accounts.length > 0) await setStatus('DISABLE', ...accounts)
  const refund = await portal.ask(portal.seats.settlement, paymentCalls.addRefund, { body: { repaymentId: repayment.id } })
  expect((await refusalOf(instruct(refund.id))).error).toBe('BANK_ACCOUNT_NOT_ENABLED')
  const toAccountId = await newAccount(portal.world.companies.cedar, '70010079')
  await instruct(refund.id)
  expect(await accountsIn(refund.id)).toMatchObject({ toAccountId })
  await paid(refund, 'REFUND')
  if (accounts.length > 0) await setStatus('ENABLE', ...accounts)
})

test('a credited fee that an approver refuses to pay waits to be sent again', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
  const fee = await portal.look((tx) =>
    tx.selectFrom('orderFee').select('id').where('orderId', '=', orderId).where('code', '=', 'SERVICE').executeTakeFirstOrThrow(),
  )
  const { no } = await portal.ask(portal.seats.operations, costCalls.adjust, {
    body: { id: fee.id, delta: '-40.00', reason: 'Agreed with the supplier' },
  })
  await passTrade(portal, no, 'FEE_ADJUSTMENT')
  const refund = await portal.look((tx) =>
    tx
      .selectFrom('payment')
      .select(['id', 'no'])
      .where('orderId', '=', orderId)
      .where('type', '=', 'REFUND')
      .executeTakeFirstOrThrow(),
  )
  await instruct(refund.id)
  await answerTask(portal, portal.seats.settlement2, { businessId: refund.id, reviewType: 'REFUSED', comment: 'Not now' })
  await instruct(refund.id)
  await paid(refund, 'REFUND')
})
