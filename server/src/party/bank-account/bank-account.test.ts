import { bankAccountCalls } from '@usance/wire/bank-account/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('settlement sees the accounts of the companies it asks for; a company only its own', async () => {
  const { accounts } = await portal.ask(portal.seats.settlement, repaymentCalls.accounts, { body: {} })
  const codes = await portal.look((tx) => tx.selectFrom('company').select('code').orderBy('code').execute())
  const body = { companyCodes: [...codes.map(({ code }) => code), 'NOBODY'] }
  const all = await portal.ask(portal.seats.settlement, bankAccountCalls.queryBatchBankAccountList, { body })
  expect(all.map(({ code }) => code)).toEqual(codes.map(({ code }) => code))
  const funder = all.find(({ code }) => code === accounts[0]!.companyCode)!
  expect(funder.companyRoleFunder?.companyFunderBankAccountDtos.map(({ id }) => id)).toContain(accounts[0]!.id)
  for (const account of all.flatMap(({ bankAccounts }) => bankAccounts)) {
    expect(['ENABLE', 'DISABLE']).toContain(account.status)
    expect(typeof account.canEnable).toBe('boolean')
  }
  const none = await portal.ask(portal.seats.settlement, bankAccountCalls.queryBatchBankAccountList, {
    body: { ...body, currency: 'XAF' },
  })
  expect(none.flatMap(({ bankAccounts }) => bankAccounts)).toEqual([])
  const own = await portal.ask(portal.seats.alderMaker, bankAccountCalls.queryBatchBankAccountList, { body })
  expect(own).toHaveLength(1)
})
