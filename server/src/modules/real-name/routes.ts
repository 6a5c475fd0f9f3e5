import { currenciesOf } from '@usance/domain/bank-account-choice'
import { type BankVerificationStatus, nextBankVerificationStatus } from '@usance/domain/states/kyc'
import { type realNameCalls as Calls, realNameCalls } from '@usance/wire/real-name/calls'
import { audit } from '../../audit/record.ts'
import { amountText } from '../../database/amount.ts'
import { type Handler, routes } from '../../http/context.ts'
import { accepted, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { covered, latestVerification, verifyBank, verifyMoney } from './bank.ts'
import { personInfo, personOf } from './person.ts'
import { persons, reveal } from './staff-persons.ts'

const state: Handler<typeof Calls.state> = async ({ tx, actor, today }) => {
  const accounts = await tx
    .selectFrom('bankAccount')
    .select(['id', 'accountName', 'bankName', 'bankAccount', 'currency'])
    .where('companyId', '=', actor.companyId)
    .orderBy('createdAt')
    .execute()
  return {
    bank: await latestVerification(tx, actor.companyId, today),
    person: await personOf(tx, actor.userId),
    accounts: accounts.map(({ bankAccount, currency, ...account }) => ({
      ...account,
      account: covered(bankAccount),
      currencies: currenciesOf(currency),
    })),
  }
}

const testPayments: Handler<typeof Calls.testPayments> = async ({ tx }) => {
  const rows = await tx
    .selectFrom('bankVerification as v')
    .innerJoin('bankVerificationAmount as m', 'm.verificationId', 'v.id')
    .innerJoin('bankAccount as a', 'a.id', 'v.bankAccountId')
    .innerJoin('company as c', 'c.id', 'v.companyId')
    .select(['v.id', 'v.no', 'v.status', 'v.currency', 'v.startedAt', 'v.sentOn', 'v.bankRef', 'm.amount'])
    .select(['c.name as companyName', 'a.accountName', 'a.bankName', 'a.bankCode', 'a.bankAccount'])
    .orderBy('v.startedAt', 'desc')
    .limit(200)
    .execute()
  return { list: rows.map((row) => ({ ...row, amount: amountText(row.amount, row.currency) })) }
}

const paid: Handler<typeof Calls.paid> = async (request) => {
  const { tx, actor, body, today } = request
  const row = await tx
    .selectFrom('bankVerification')
    .select(['id', 'no', 'companyId', 'status'])
    .where('id', '=', body.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  const status = accepted(nextBankVerificationStatus(row.status as BankVerificationStatus, 'pay'))
  await tx
    .updateTable('bankVerification')
    .set({ status, sentBy: actor.userId, sentOn: today, bankRef: body.bankRef })
    .where('id', '=', row.id)
    .execute()
  await audit(request, {
    event: 'BANK_VERIFICATION_PAID',
    objectType: 'BANK_VERIFICATION',
    objectId: row.id,
    objectNo: row.no,
    after: { bankRef: body.bankRef },
  })
  await notify(tx, {
    event: 'BANK_VERIFICATION_PAID',
    companyIds: [row.companyId],
    params: { no: row.no },
    objectType: 'BANK_VERIFICATION',
    objectId: row.id,
    link: '/realname/verify-money',
  })
  return { id: row.id }
}

const startAnew: Handler<typeof Calls.startAnew> = async (request) => {
  const { tx, body, now } = request
  const row = await tx
    .selectFrom('bankVerification')
    .select(['id', 'no', 'companyId', 'status'])
    .where('id', '=', body.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  const status = accepted(nextBankVerificationStatus(row.status as BankVerificationStatus, 'unlock'))
  await tx.updateTable('bankVerification').set({ status, endedAt: now.toISOString() }).where('id', '=', row.id).execute()
  await audit(request, {
    event: 'BANK_VERIFICATION_UNLOCKED',
    objectType: 'BANK_VERIFICATION',
    objectId: row.id,
    objectNo: row.no,
  })
  await notify(tx, {
    event: 'BANK_VERIFICATION_UNLOCKED',
    companyIds: [row.companyId],
    params: { no: row.no },
    objectType: 'BANK_VERIFICATION',
    objectId: row.id,
    link: '/realname/verify-bank',
  })
  return { id: row.id }
}

export const realNameRoutes = routes(realNameCalls, {
  state,
  verifyBank,
  verifyMoney,
  personInfo,
  testPayments,
  paid,
  startAnew,
  persons,
  reveal,
})
